//! What places look like below their pieces: one element each, or those of a kind together as one path, which a browser
//! draws much sooner than a hundred squares.

use std::fmt::Write as _;

use super::written::{Short, through};

/// The edge of a place, in the units of a drawing.
pub(super) enum Footprint {
    /// By its middle; the corners have a radius.
    Rectangle {
        x: f64,
        y: f64,
        width: f64,
        height: f64,
        round: f64,
    },
    Circle {
        x: f64,
        y: f64,
        radius: f64,
    },
    /// By its corners.
    Polygon(Vec<(f64, f64)>),
}

impl Footprint {
    /// With sharp corners, by its middle.
    pub(super) fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Footprint {
        Footprint::Rectangle { x, y, width, height, round: 0.0 }
    }

    /// Writes it as an element of this class.
    pub(super) fn write(&self, class: &str, out: &mut String) {
        let _ = match self {
            &Footprint::Rectangle { x, y, width, height, round } => {
                let (left, top) = (Short(x - width / 2.0), Short(y - height / 2.0));
                let (width, height) = (Short(width), Short(height));
                let _ = write!(
                    out,
                    "\n<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\""
                );
                if round != 0.0 {
                    let _ = write!(out, " rx=\"{}\"", Short(round));
                }
                out.write_str("/>")
            }
            &Footprint::Circle { x, y, radius } => {
                let (x, y, radius) = (Short(x), Short(y), Short(radius));
                write!(out, "\n<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")
            }
            Footprint::Polygon(corners) => {
                let points = corners.iter().map(|&(x, y)| format!("{},{}", Short(x), Short(y)));
                let points = points.collect::<Vec<String>>().join(" ");
                write!(out, "\n<polygon class=\"{class}\" points=\"{points}\"/>")
            }
        };
    }

    /// Appends it to the data of a path.
    fn trace(&self, path: &mut String) {
        let _ = match self {
            &Footprint::Rectangle { x, y, width, height, round } => {
                let (left, top) = (Short(x - width / 2.0 + round), Short(y - height / 2.0));
                let (right, down) = (width - 2.0 * round, height - 2.0 * round);
                let _ = write!(path, "M{left} {top}");
                for (side, x, y) in [
                    (('h', right), round, round),
                    (('v', down), -round, round),
                    (('h', -right), -round, -round),
                    (('v', -down), round, -round),
                ] {
                    let _ = write!(path, "{}{}", side.0, Short(side.1));
                    if round != 0.0 {
                        let _ = write!(path, "a{round} {round} 0 0 1 {} {}", Short(x), Short(y));
                    }
                }
                path.write_str("z")
            }
            &Footprint::Circle { x, y, radius } => {
                let (left, y, across) = (Short(x - radius), Short(y), Short(2.0 * radius));
                let radius = Short(radius);
                write!(path, "M{left} {y}a{radius} {radius} 0 0 1 {across} 0a{radius} {radius} 0 0 1 -{across} 0z")
            }
            Footprint::Polygon(corners) => write!(path, "{}z", through(corners.iter().copied())),
        };
    }
}

/// Writes footprints that do not cover one another, those of a class as one path.
pub(super) fn write_together(footprints: impl Iterator<Item = (String, Footprint)>, out: &mut String) {
    let mut paths: Vec<(String, String)> = Vec::new();
    for (class, footprint) in footprints {
        let index = paths.iter().position(|(own, _)| *own == class).unwrap_or_else(|| {
            paths.push((class, String::new()));
            paths.len() - 1
        });
        footprint.trace(&mut paths[index].1);
    }
    for (class, path) in paths {
        let _ = write!(out, "\n<path class=\"{class}\" d=\"{path}\"/>");
    }
}
