//! The picture of the maze.

use agon_core::{
    Aim, Picture, Seat,
    picture::{Cell, Grid, Ground, Look, Piece, Shape, Tint},
};

use crate::{Ghosts, GhostsMove};

const TINTS: [Tint; 4] = [Tint::Red, Tint::Blue, Tint::Green, Tint::Purple];

pub(crate) fn of(position: &Ghosts) -> Picture {
    let (maze, now) = (&position.maze, &position.now);
    let mut picture = Picture::new();
    let (width, height) = maze.size();
    for row in 0..height {
        for column in 0..width {
            let name = Grid::new(width, height).name(column, row);
            let cell = Cell::new(name, column.into(), row.into(), Shape::Square);
            let Some(square) = maze.at(row, column) else {
                picture.add(cell.on(Ground::Wall));
                continue;
            };
            let cell = picture.add(cell.on(Ground::Floor));
            if now.pellets >> square & 1 != 0 {
                cell.pieces.push(Piece::new(Look::Pellet, Tint::Plain));
            }
            if now.runner == square {
                cell.pieces.push(Piece::new(Look::Runner, Tint::Yellow).of(Seat(0)));
            }
            for (number, _) in (1..).zip(now.ghosts()).filter(|&(_, &ghost)| ghost == square) {
                cell.pieces.push(ghost(number, now.rules.hunting));
            }
        }
        picture.label(-0.85, row.into(), row + 1);
    }
    for column in 0..width {
        picture.label(column.into(), f64::from(height) - 0.15, char::from(b'a' + column));
    }
    frame(width.into(), height.into(), &mut picture);
    if !now.is_over {
        let who = if now.turn == 0 { "the runner".to_owned() } else { format!("ghost {}", now.turn) };
        picture.tray("to move", who);
        picture.tray("rounds left", now.rounds_left);
    }
    picture
}

/// Seats only if they hunt.
fn ghost(number: u8, is_hunting: bool) -> Piece {
    let ghost = Piece::new(Look::Ghost, TINTS[usize::from(number - 1) % 4]);
    let ghost = ghost.label(number.to_string()).text(format!("ghost {number}"));
    if is_hunting { ghost.of(Seat(number)) } else { ghost }
}

/// The outer walls.
fn frame(width: f64, height: f64, picture: &mut Picture) {
    let (right, bottom) = (width - 0.5, height - 0.5);
    let corners = [(-0.5, -0.5), (right, -0.5), (right, bottom), (-0.5, bottom), (-0.5, -0.5)];
    for pair in corners.windows(2) {
        picture.line(pair[0], pair[1]);
    }
}

pub(crate) fn aim(position: &Ghosts, m: GhostsMove) -> Aim {
    let from = position.now.mover();
    let name = |square: u8| position.maze.name(square);
    match position.maze.next(from, m as u8) {
        Some(to) if to != from => Aim::from_to(name(from), name(to)),
        _ => Aim::at(name(from)),
    }
}
