//! The picture of the board.

use std::collections::VecDeque;

use agon_core::{
    Aim, Picture, Seat,
    picture::{Look, Piece, Tint, hexagons},
};

use crate::{Hex, HexMove};

pub(crate) fn of(position: &Hex) -> Picture {
    let size = position.size;
    let mut picture = hexagons(size, size);
    for row in 0..size {
        for column in 0..size {
            let m = HexMove { row, column };
            if let Some(seat) = position.stone(m) {
                let tint = if seat == Seat(0) { Tint::Black } else { Tint::White };
                picture.put(&m.to_string(), Piece::new(Look::Stone, tint).of(seat));
            }
        }
    }
    if position.is_over {
        let winner = position.mover.opponent();
        picture.win(chain(position, winner).iter().map(HexMove::to_string));
    }
    picture
}

pub(crate) fn aim(m: HexMove) -> Aim {
    if m == HexMove::SWAP { Aim::word() } else { Aim::at(m) }
}

/// The shortest chain of stones that joins the edges of `seat`, from its first edge on.
fn chain(position: &Hex, seat: Seat) -> Vec<HexMove> {
    let size = position.size;
    let along = |m: HexMove| if seat == Seat(0) { m.row } else { m.column };
    let is_own = |m: HexMove| m.row < size && m.column < size && position.stone(m) == Some(seat);
    let number = |m: HexMove| usize::from(m.row) * usize::from(size) + usize::from(m.column);
    let cells = (0..size).flat_map(|row| (0..size).map(move |column| HexMove { row, column }));
    let mut before: Vec<Option<HexMove>> = vec![None; usize::from(size) * usize::from(size)];
    let mut queue: VecDeque<HexMove> = cells.filter(|&m| along(m) == 0 && is_own(m)).collect();
    for &m in &queue {
        before[number(m)] = Some(m);
    }
    while let Some(m) = queue.pop_front() {
        if along(m) + 1 == size {
            let back = std::iter::successors(Some(m), |&m| before[number(m)].filter(|&before| before != m));
            let mut chain: Vec<HexMove> = back.collect();
            chain.reverse();
            return chain;
        }
        for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)] {
            let next = HexMove { row: m.row.wrapping_add_signed(down), column: m.column.wrapping_add_signed(right) };
            if is_own(next) && before[number(next)].is_none() {
                before[number(next)] = Some(m);
                queue.push_back(next);
            }
        }
    }
    Vec::new()
}
