//! An address as a square of dots, which a telephone reads.

use std::fmt::Write as _;

use maud::{Markup, html};
use qrcode::{Color, QrCode};

/// Dots that are left free around it.
const EDGE: usize = 4;

/// The drawing, dark on bright whatever the colours of the page are, as telephones read it; `told` says what it is. Nothing
/// where the address is too long for one.
pub(super) fn code(address: &str, told: &str) -> Markup {
    let Ok(code) = QrCode::new(address) else { return html! {} };
    let (width, dots) = (code.width(), code.to_colors());
    let mut path = String::new();
    for (row, dots) in dots.chunks(width).enumerate() {
        for (column, _) in dots.iter().enumerate().filter(|(_, dot)| **dot == Color::Dark) {
            let _ = write!(path, "M{} {}h1v1h-1z", column + EDGE, row + EDGE);
        }
    }
    let size = width + 2 * EDGE;
    html! {
        svg.class-square viewBox=(format!("0 0 {size} {size}")) role="img" aria-label=(told) shape-rendering="crispEdges" {
            rect width=(size) height=(size) fill="#fff" {}
            path d=(path) fill="#000" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::code;

    /// The three corners by which a telephone finds it are dark, and around it all is free.
    #[test]
    fn an_address_is_a_square_with_three_corners() {
        let address = "http://localhost:8317/class/BCDF";
        let drawn = code(address, "so & so").into_string();
        assert!(drawn.contains("aria-label=\"so &amp; so\"") && drawn.contains("viewBox=\"0 0 37 37\""), "{drawn}");
        let is_dark = |column: usize, row: usize| drawn.contains(&format!("M{column} {row}h1v1h-1z"));
        for (left, top) in [(4, 4), (26, 4), (4, 26)] {
            for step in 0..7 {
                assert!(is_dark(left + step, top) && is_dark(left, top + step), "{left} {top} {step}");
            }
            assert!(!is_dark(left + 1, top + 1) && is_dark(left + 2, top + 2), "{left} {top}");
        }
        assert!(!(0..37).any(|at| (0..4).any(|edge| is_dark(at, edge) || is_dark(edge, at))));
        assert_ne!(drawn, code("http://localhost:8317/class/BCDG", "so & so").into_string());
        assert_eq!(code(&"x".repeat(4_000), "").into_string(), "");
    }
}
