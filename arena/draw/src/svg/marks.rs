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
    for path in &last.paths {
        for pair in path.windows(2) {
            write_arrow(picture, &pair[0], &pair[1], out);
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
    let points: Vec<String> =
        spots.iter().map(|at| format!("{},{}", Short(at.x), Short(at.y))).collect();
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
        let _ = write!(
            path,
            "M{} {}V{}H{}",
            Short(cx),
            Short(cy - down * arm),
            Short(cy),
            Short(cx - right * arm)
        );
    }
    for class in ["rim", "mark"] {
        let _ = write!(out, "<path class=\"{class}\" d=\"{path}\"/>");
    }
}

/// An arrow from one place to another, which begins and ends short of their middles.
fn write_arrow(picture: &Picture, from: &str, to: &str, out: &mut String) {
    let (Some(from), Some(to)) = (spot(picture, from), spot(picture, to)) else { return };
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy);
    if length < 1.0 {
        return;
    }
    let (ux, uy) = (dx / length, dy / length);
    let at = |along: f64, aside: f64| {
        let (x, y) = (from.x + ux * along - uy * aside, from.y + uy * along + ux * aside);
        format!("{} {}", Short(x), Short(y))
    };
    let (start, end) = (10.0, length - 12.0);
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

/// A cross where something was taken.
fn write_cross(picture: &Picture, name: &str, out: &mut String) {
    let Some(Spot { x, y }) = spot(picture, name) else { return };
    let (left, right, top, bottom) =
        (Short(x - 9.0), Short(x + 9.0), Short(y - 9.0), Short(y + 9.0));
    let path = format!("M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}");
    for class in ["rim", "mark"] {
        let _ = write!(out, "<path class=\"{class}\" d=\"{path}\"/>");
    }
}
