//! The last move, the lines that won and a line of moves to come: by frames, arrows, crosses, bars and numbers, seen in grey as
//! well.

use std::fmt::Write as _;

use agon_core::{
    Picture, Seat,
    picture::{Aim, Shape},
};

use super::{
    frame,
    spot::{Spot, UNIT},
    written::Short,
};

pub(super) fn write(picture: &Picture, out: &mut String) {
    for line in &picture.wins {
        write_win(picture, line, out);
    }
    let Some(last) = &picture.last else { return };
    out.push_str("\n<g class=\"last\" aria-hidden=\"true\">");
    let all: Vec<Arrow> = last.paths.iter().flat_map(|path| arrows(picture, path)).collect();
    for path in &last.paths {
        for arrow in arrows(picture, path) {
            // Those that come towards each other, as king and rook do, pass on the right.
            let aside = if all.iter().any(|other| arrow.meets(other)) { 8.0 } else { 0.0 };
            arrow.write(aside, out);
        }
        if let Some(name) = path.last() {
            write_frame(picture, name, out);
        }
    }
    // The arrow is enough where a piece has arrived.
    let is_end = |name: &String| last.paths.iter().any(|path| path.last() == Some(name));
    for name in last.takes.iter().filter(|name| !is_end(name)) {
        write_cross(picture, name, out);
    }
    out.push_str("</g>");
}

/// Moves to come, one after the other: arrows where pieces pass, and at the end of each move its number. Those of the seat that
/// moves first are whole, all others dashed.
pub(super) fn write_way(picture: &Picture, moves: &[(Seat, Aim)], out: &mut String) {
    out.push_str("\n<g class=\"way\" aria-hidden=\"true\">");
    let whose = |seat: &Seat| if Some(*seat) == moves.first().map(|(first, _)| *first) { "" } else { " other" };
    for (seat, aim) in moves {
        for path in &aim.paths {
            let arrows: Vec<Arrow> = arrows(picture, path).collect();
            for arrow in arrows {
                let path = arrow.path(0.0);
                let _ =
                    write!(out, "<path class=\"rim\" d=\"{path}\"/><path class=\"mark{}\" d=\"{path}\"/>", whose(seat));
            }
        }
    }
    let mut ends: Vec<&String> = Vec::new();
    for (number, (seat, aim)) in (1..).zip(moves) {
        let Some(path) = aim.paths.first() else { continue };
        let Some((end, at)) = path.last().and_then(|end| Some((end, spot(picture, end)?))) else { continue };
        // A piece that is put there stands nowhere yet; of one that arrives the piece before it is still seen.
        let before = ends.iter().filter(|other| **other == end).count();
        let corner = if path.len() == 1 && before == 0 { (0.0, 0.0) } else { CORNERS[before % CORNERS.len()] };
        ends.push(end);
        let (x, y) = (at.x + corner.0, at.y + corner.1);
        let _ = write!(
            out,
            "<circle class=\"mark{}\" cx=\"{}\" cy=\"{}\" r=\"10\"/><text x=\"{}\" y=\"{}\">{number}</text>",
            whose(seat),
            Short(x),
            Short(y),
            Short(x),
            Short(y + 5.0)
        );
    }
    out.push_str("</g>");
}

/// Where numbers of moves that end at one place stand, from its middle.
const CORNERS: [(f64, f64); 4] = [(13.0, -13.0), (-13.0, -13.0), (-13.0, 13.0), (13.0, 13.0)];

/// The middle of a place; of a spike that of its base, where the first piece stands.
fn spot(picture: &Picture, name: &str) -> Option<Spot> {
    picture.cell(name).map(|cell| Spot::of((cell.x, cell.y)))
}

/// A bar through all places, with a light rim so that it is seen on every ground.
fn write_win(picture: &Picture, line: &[String], out: &mut String) {
    let spots: Vec<Spot> = line.iter().filter_map(|name| spot(picture, name)).collect();
    let points: Vec<String> = spots.iter().map(|at| format!("{},{}", Short(at.x), Short(at.y))).collect();
    let points = points.join(" ");
    for class in ["rim", "bar"] {
        let _ = write!(out, "\n<polyline class=\"win {class}\" points=\"{points}\"/>");
    }
}

/// Four corners around a place.
fn write_frame(picture: &Picture, name: &str, out: &mut String) {
    let Some(cell) = picture.cell(name) else { return };
    let Some(Spot { x, y }) = spot(picture, name) else { return };
    // Around the largest piece that fits there.
    let (width, height) = match cell.shape {
        Shape::Hexagon | Shape::Spike { .. } => (1.0, 1.0),
        Shape::Crossing => (1.08, 1.08),
        Shape::Hole => (0.95, 0.95),
        shape => frame::extent(shape),
    };
    let (dx, dy) = (width * UNIT / 2.0 - 2.5, height * UNIT / 2.0 - 2.5);
    let arm = (dx.min(dy) * 0.6).min(13.0);
    let mut path = String::new();
    for (right, down) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        let (cx, cy) = (x + right * dx, y + down * dy);
        let _ = write!(path, "M{} {}V{}H{}", Short(cx), Short(cy - down * arm), Short(cy), Short(cx - right * arm));
    }
    for class in ["rim", "mark"] {
        let _ = write!(out, "<path class=\"{class}\" d=\"{path}\"/>");
    }
}

/// An arrow from one place to another, which begins and ends short of their middles.
#[derive(Clone, Copy)]
struct Arrow {
    from: Spot,
    /// Its direction, of length one.
    along: (f64, f64),
    length: f64,
}

/// The arrows of a path.
fn arrows<'a>(picture: &'a Picture, path: &'a [String]) -> impl Iterator<Item = Arrow> + 'a {
    path.windows(2).filter_map(|pair| {
        let (from, to) = (spot(picture, &pair[0])?, spot(picture, &pair[1])?);
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let length = dx.hypot(dy);
        (1.0 <= length).then(|| Arrow { from, along: (dx / length, dy / length), length })
    })
}

impl Arrow {
    /// Where a spot is, seen from here: how far along the arrow, and how far to its right.
    fn seen(&self, spot: Spot) -> (f64, f64) {
        let ((ux, uy), (x, y)) = (self.along, (spot.x - self.from.x, spot.y - self.from.y));
        (x * ux + y * uy, y * ux - x * uy)
    }

    /// Whether the other comes towards this one, on one line.
    fn meets(&self, other: &Arrow) -> bool {
        let ((start, aside), (ux, uy)) = (self.seen(other.from), self.along);
        let is_opposite = ux * other.along.0 + uy * other.along.1 < -0.99;
        is_opposite && aside.abs() < 1.0 && 0.0 < start && start - other.length < self.length
    }

    fn write(&self, aside: f64, out: &mut String) {
        let path = self.path(aside);
        for class in ["rim", "mark"] {
            let _ = write!(out, "<path class=\"{class}\" d=\"{path}\"/>");
        }
    }

    fn path(&self, aside: f64) -> String {
        let ((ux, uy), Spot { x, y }) = (self.along, self.from);
        let at = |along: f64, right: f64| {
            let right = right + aside;
            let (x, y) = (x + ux * along - uy * right, y + uy * along + ux * right);
            format!("{} {}", Short(x), Short(y))
        };
        let (start, end) = (10.0, self.length - 12.0);
        format!("M{}L{}M{}L{}L{}", at(start, 0.0), at(end, 0.0), at(end - 9.0, 7.0), at(end, 0.0), at(end - 9.0, -7.0))
    }
}

/// A cross where something was taken.
fn write_cross(picture: &Picture, name: &str, out: &mut String) {
    let Some(Spot { x, y }) = spot(picture, name) else { return };
    let (left, right, top, bottom) = (Short(x - 9.0), Short(x + 9.0), Short(y - 9.0), Short(y + 9.0));
    let path = format!("M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}");
    for class in ["rim", "mark"] {
        let _ = write!(out, "<path class=\"{class}\" d=\"{path}\"/>");
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{
        Picture, Seat,
        picture::{Aim, Cell, Shape},
    };

    use crate::Drawing;

    #[test]
    fn moves_to_come_are_numbered_where_they_end_and_none_hides_another() {
        let mut picture = Picture::new();
        for (name, x) in [("a", 0.0), ("b", 1.0), ("c", 2.0)] {
            picture.add(Cell::new(name, x, 0.0, Shape::Square));
        }
        let (one, other) = (Seat(1), Seat(0));
        let moves = [
            (one, Aim::from_to("a", "b")),
            (other, Aim::word()),
            (other, Aim::from_to("c", "b")),
            (one, Aim::at("a")),
            (one, Aim::at("nowhere")),
        ];
        let before = Drawing::of(&picture).svg_unstyled();
        let drawn = Drawing::of(&picture).way(&moves).svg_unstyled();
        assert_eq!(Drawing::of(&picture).way(&[]).svg_unstyled(), before);
        let (start, end) = drawn.split_once("\n<g class=\"way\"").unwrap();
        let (way, rest) = end.split_once("</g>").unwrap();
        assert_eq!(start.to_owned() + rest, before);
        let texts: Vec<&str> =
            way.split("</text>").filter_map(|part| part.rsplit_once('>')).map(|(_, text)| text).collect();
        assert_eq!(texts, ["1", "3", "4"]);
        assert_eq!(
            (way.matches("<path class=\"mark\"").count(), way.matches("<path class=\"mark other\"").count()),
            (1, 1)
        );
        let middles: Vec<&str> = way.split("<circle ").skip(1).map(|part| part.split("r=").next().unwrap()).collect();
        let places: Vec<&str> = middles.iter().map(|part| part.split_once("cx").unwrap().1).collect();
        assert!(places[0] != places[1] && places[2].starts_with("=\"0\" cy=\"0\""), "{places:?}");
    }
}
