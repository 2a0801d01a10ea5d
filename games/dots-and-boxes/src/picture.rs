//! The picture of the board.

use agon_core::{
    Aim, Picture, Seat,
    picture::{Cell, Grid, Ground, Look, Piece, Shape, Tint},
};

use crate::{DotsAndBoxes, DotsAndBoxesMove};

/// Dots by column and row, lines by the two dots they join, boxes by two corners: `a1`, `a1b1`,
/// `a1b2`.
pub(crate) fn of(position: &DotsAndBoxes) -> Picture {
    let (width, height) = (position.shape.width, position.shape.height);
    let dot = |column: u8, row: u8| Grid::new(8, 8).name(column, row);
    let mut picture = Picture::new();
    for row in (0..=height).rev() {
        let y = f64::from(height - row);
        for column in 0..=width {
            picture.add(Cell::new(dot(column, row), column.into(), y, Shape::Dot));
            if column < width {
                let line = DotsAndBoxesMove::at(false, column, row);
                picture.add(edge(position, line, (f64::from(column) + 0.5, y), (0.5, 0.0)));
            }
        }
        for column in 0..=width {
            if row == 0 {
                break;
            }
            let line = DotsAndBoxesMove::at(true, column, row - 1);
            picture.add(edge(position, line, (column.into(), y + 0.5), (0.0, 0.5)));
            if column < width {
                let name = format!("{}{}", dot(column, row - 1), dot(column + 1, row));
                let is_closed = position.closed() & line.bit() != 0;
                let ground = if is_closed { Ground::Dark } else { Ground::Plain };
                let (x, y) = (f64::from(column) + 0.5, y + 0.5);
                let cell = Cell::new(name, x, y, Shape::Box { width: 0.7, height: 0.7 });
                let closed = Piece::writing("#").text("closed");
                picture.add(cell.on(ground).about("box").with(is_closed.then_some(closed)));
            }
        }
        picture.label(-0.6, y, row + 1);
    }
    for column in 0..=width {
        picture.label(column.into(), f64::from(height) + 0.5, char::from(b'a' + column));
    }
    for seat in Seat::all(2) {
        picture.tray(seat.to_string(), format!("boxes {}", position.boxes[seat.index()])).of(seat);
    }
    picture
}

fn edge(position: &DotsAndBoxes, line: DotsAndBoxesMove, (x, y): (f64, f64), (dx, dy): (f64, f64)) -> Cell {
    let drawn = Piece::new(Look::Drawn, Tint::Plain).text("drawn");
    let cell = Cell::new(line.to_string(), x, y, Shape::Edge { dx, dy });
    cell.about("line").with((!position.is_free(line)).then_some(drawn))
}

pub(crate) fn aim(line: DotsAndBoxesMove) -> Aim {
    Aim::at(line)
}
