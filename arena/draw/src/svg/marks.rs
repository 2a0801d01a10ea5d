//! The last move and the lines that won: by frames, arrows, crosses and bars, seen in grey as well.

use std::fmt::Write as _;

use agon_core::{Picture, picture::Shape};

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
        let ((ux, uy), Spot { x, y }) = (self.along, self.from);
        let at = |along: f64, right: f64| {
            let right = right + aside;
            let (x, y) = (x + ux * along - uy * right, y + uy * along + ux * right);
            format!("{} {}", Short(x), Short(y))
        };
        let (start, end) = (10.0, self.length - 12.0);
        let path = format!(
            "M{}L{}M{}L{}L{}",
            at(start, 0.0),
            at(end, 0.0),
            at(end - 9.0, 7.0),
            at(end, 0.0),
            at(end - 9.0, -7.0)
        );
        for class in ["rim", "mark"] {
            let _ = write!(out, "<path class=\"{class}\" d=\"{path}\"/>");
        }
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
