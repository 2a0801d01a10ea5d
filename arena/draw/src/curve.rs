//! How a game went, as a curve that leads to each of its positions.

use std::fmt::Write as _;

use crate::svg::{Escaped, Short};

/// The size of all of it, and the room around the curve.
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 120.0;
const EDGE: f64 = 6.0;

/// The course of a game as SVG without a style sheet: the values of its positions from the first on, up for what is more
/// than `even`, as a line of the class `curve` with what is `under` it. For each position there is a column with its number
/// as `data-ply`, with the place of its value as `data-at`, called what `told` says of it; the mark of the class `at`
/// stands at the last. `title` is for people who cannot see it.
pub fn game_curve(values: &[f64], even: f64, title: &str, told: impl Fn(usize) -> String) -> String {
    let most = values.iter().map(|value| (value - even).abs()).fold(0.0, f64::max);
    let most = if most == 0.0 { 1.0 } else { most };
    let step = (WIDTH - 2.0 * EDGE) / values.len().saturating_sub(1).max(1) as f64;
    let middle = HEIGHT / 2.0;
    let points: Vec<(f64, f64)> = (values.iter().enumerate())
        .map(|(ply, value)| (EDGE + ply as f64 * step, middle - (value - even) / most * (middle - EDGE)))
        .collect();
    let line: Vec<String> = points.iter().map(|&(x, y)| format!("{},{}", Short(x), Short(y))).collect();
    let (line, last) = (line.join(" "), points.last().map_or((EDGE, middle), |&last| last));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">\
         <line class=\"even\" x1=\"{EDGE}\" x2=\"{right}\" y1=\"{middle}\" y2=\"{middle}\"/>\
         <polygon class=\"under\" points=\"{EDGE},{middle} {line} {},{middle}\"/>\
         <polyline class=\"curve\" points=\"{line}\"/><circle class=\"at\" r=\"5\" cx=\"{}\" cy=\"{}\"/>",
        Escaped(title),
        Short(last.0),
        Short(last.0),
        Short(last.1),
        right = WIDTH - EDGE,
    );
    for (ply, &(x, y)) in points.iter().enumerate() {
        let (left, width, title) = (Short(x - step / 2.0), Short(step), told(ply));
        let _ = write!(
            out,
            "<rect x=\"{left}\" y=\"0\" width=\"{width}\" height=\"{HEIGHT}\" data-ply=\"{ply}\" \
             data-at=\"{} {}\"><title>{}</title></rect>",
            Short(x),
            Short(y),
            Escaped(&title)
        );
    }
    out.push_str("</svg>");
    out
}

#[cfg(test)]
mod tests {
    use super::game_curve;

    #[test]
    fn a_curve_goes_up_where_the_first_seat_is_ahead_and_leads_to_each_position() {
        let svg = game_curve(&[0.5, 1.0, 0.0, 0.75], 0.5, "<the game>", |ply| format!("after {ply}"));
        assert!(svg.contains("<polyline class=\"curve\" points=\"6,60 202,6 398,114 594,33\"/>"), "{svg}");
        assert!(svg.contains("aria-label=\"&lt;the game&gt;\"") && svg.contains("cx=\"594\" cy=\"33\""), "{svg}");
        for (ply, at) in ["6 60", "202 6", "398 114", "594 33"].iter().enumerate() {
            assert!(svg.contains(&format!("data-ply=\"{ply}\" data-at=\"{at}\"><title>after {ply}</title>")), "{svg}");
        }
        // Where neither was ever ahead, and where nothing was played.
        assert!(game_curve(&[2.0, 2.0], 2.0, "", |_| String::new()).contains("points=\"6,60 594,60\""));
        assert!(game_curve(&[1.0], 0.0, "", |_| String::new()).contains("data-at=\"6 6\""));
        assert!(!game_curve(&[], 0.0, "", |_| String::new()).contains("data-ply"));
    }
}
