//! The picture on the card of a game: large, in one shape, and without a letter that could not be read there.

use std::{collections::BTreeMap, sync::OnceLock};

use agon_core::{Picture, registry};
use agon_draw::Drawing;
use maud::{Markup, PreEscaped, html};

use super::midgame::{laid, midgame};
use crate::{pool::Worker, view::plain_svg};

/// Pixels of a picture on the narrowest card of a telephone, and on the narrowest of a wider screen.
const CARDS: [(f64, f64); 2] = [(146.0, 106.0), (210.0, 154.0)];
/// No letters are smaller than so many pixels.
const LEAST: f64 = 11.0;
/// What of the margin of a drawing is cut away.
const CUT: f64 = 9.0;
/// Pieces of a hand, and hands, at most.
const MOST: usize = 5;
/// The class of letters that are large enough on a wider screen alone.
const ROOMY: &str = "roomy";

/// The picture of a game, to be looked at only.
pub(super) fn face(worker: &Worker, name: &str) -> Markup {
    static ALL: OnceLock<BTreeMap<&'static str, String>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let names = registry::games().keys().copied();
        names.filter_map(|name| Some((name, drawn(midgame(worker, name)?)))).collect()
    });
    html! { (PreEscaped(all.get(name).map_or("", String::as_str))) }
}

/// The board alone; where there is none, the pieces that lie beside it.
fn drawn(mut picture: Picture) -> String {
    if picture.cells.is_empty() {
        let hands: Vec<_> = picture.trays.iter().filter(|tray| !tray.pieces.is_empty()).take(MOST).collect();
        if !hands.is_empty() {
            let rows: Vec<Vec<_>> = hands.iter().map(|tray| tray.pieces.iter().take(MOST).cloned().collect()).collect();
            // Hands of one lie side by side.
            let is_each_one = rows.iter().all(|row| row.len() == 1);
            picture = if is_each_one { laid(&[rows.concat()]) } else { laid(&rows) };
        }
    } else {
        (picture.labels, picture.trays, picture.last) = (Vec::new(), Vec::new(), None);
        for stroke in &mut picture.strokes {
            stroke.label.clear();
        }
    }
    plain_svg(&legible(&cropped(&Drawing::of(&picture).svg_decorative())))
}

/// A drawing with less around it.
fn cropped(svg: &str) -> String {
    let Some(([left, top, width, height], before, behind)) = view_box(svg) else { return svg.to_owned() };
    let (width, height) = (width - 2.0 * CUT, height - 2.0 * CUT);
    format!("{before}viewBox=\"{} {} {width} {height}\"{behind}", left + CUT, top + CUT)
}

/// The box of a drawing, and what stands before and behind it.
fn view_box(svg: &str) -> Option<([f64; 4], &str, &str)> {
    let (before, rest) = svg.split_once("viewBox=\"")?;
    let (numbers, behind) = rest.split_once('"')?;
    let numbers: Vec<f64> = numbers.split(' ').filter_map(|number| number.parse().ok()).collect();
    Some((numbers.try_into().ok()?, before, behind))
}

/// A drawing without letters that are too small on every card; those that are on a telephone have a class.
fn legible(svg: &str) -> String {
    let Some(([.., width, height], ..)) = view_box(svg) else { return svg.to_owned() };
    let scales = CARDS.map(|(wide, high)| (wide / width).min(high / height));
    let (mut told, mut rest) = (String::with_capacity(svg.len()), svg);
    while let Some(at) = rest.find("<text") {
        let end = rest[at..].find("</text>").map_or(rest.len(), |end| at + end + "</text>".len());
        let (before, text) = (&rest[..at], &rest[at..end]);
        told.push_str(before);
        let size = size_of(text) * scale_within(&told);
        if LEAST <= size * scales[0] {
            told.push_str(text);
        } else if LEAST <= size * scales[1] {
            told.push_str(&classed(text));
        }
        rest = &rest[end..];
    }
    told + rest
}

/// The height of letters, as the text or the style sheet of drawings says.
fn size_of(text: &str) -> f64 {
    let styled = text.split_once("font-size:").and_then(|(_, size)| size.split_once("px")?.0.parse().ok());
    let classes =
        [("class=\"letters", 18.0), ("class=\"label", 14.0), ("class=\"beside", 14.0), ("class=\"count", 14.0)];
    let classed = classes.into_iter().find(|(class, _)| text.contains(class)).map(|(_, size)| size);
    styled.or(classed).unwrap_or(16.0)
}

/// How much smaller a text is drawn that stands behind this: on a piece as small as the piece.
fn scale_within(before: &str) -> f64 {
    let Some(at) = before.rfind("<g class=\"piece") else { return 1.0 };
    if before[at..].contains("</g>") {
        return 1.0;
    }
    let scale = before[at..].split_once("scale(").and_then(|(_, rest)| rest.split_once(')'));
    scale.and_then(|(scale, _)| scale.parse().ok()).unwrap_or(1.0)
}

/// A text with the class of those that need room.
fn classed(text: &str) -> String {
    let (tag, rest) = text.split_once('>').unwrap_or((text, ""));
    match tag.split_once("class=\"") {
        Some((before, behind)) => format!("{before}class=\"{ROOMY} {behind}>{rest}"),
        // A class stands before what becomes one.
        None => format!("<text class=\"{ROOMY}\"{}>{rest}", tag.trim_start_matches("<text")),
    }
}

#[cfg(test)]
mod tests {
    use agon_roster as _;

    use super::{Worker, cropped, drawn, legible, midgame, plain_svg};
    use crate::allowed;

    #[test]
    fn every_game_has_a_face_that_shows_something() {
        for plugin in allowed::games() {
            let face = drawn(midgame(&Worker::of_test(), plugin.name).unwrap());
            let shapes = ["<path", "<circle", "<rect", "<polygon", "<line", "<text"];
            let count: usize = shapes.iter().map(|shape| face.matches(shape).count()).sum();
            assert!(face.starts_with("<svg") && 3 <= count, "{}: {face}", plugin.name);
            assert!(!face.contains("class=\"label") && !face.contains("class=\"beside"), "{}", plugin.name);
            assert!(!face.contains(" style="), "{}: a strict policy allows no style", plugin.name);
        }
    }

    #[test]
    fn letters_are_left_out_where_nobody_could_read_them() {
        let svg = |size: u32, width: u32| {
            let text = format!("<text class=\"a\" style=\"font-size:{size}px\">7</text>");
            legible(&format!("<svg viewBox=\"0 0 {width} 10\">{text}</svg>"))
        };
        assert!(svg(16, 200).contains("<text class=\"a\""));
        assert!(svg(12, 200).contains("class=\"roomy a\""));
        assert!(!svg(9, 200).contains("<text"));
        let plain =
            plain_svg(&legible("<svg viewBox=\"0 0 200 10\"><text y=\"1\" style=\"font-size:12px\">7</text></svg>"));
        assert!(plain.contains("<text class=\"s12 roomy\" y=\"1\">7"), "one class is beside the other: {plain}");
        // On a piece they are as small as the piece.
        let on = |scale: &str| {
            let piece = format!(
                "<g class=\"piece t\" transform=\"scale({scale})\"><text style=\"font-size:48px\">7</text></g>"
            );
            legible(&format!("<svg viewBox=\"0 0 146 10\">{piece}<text class=\"count\">9</text></svg>"))
        };
        assert!(on("0.5").contains(">7<") && !on("0.1").contains(">7<"));
        assert!(on("0.1").contains(">9<"));
    }

    #[test]
    fn a_drawing_keeps_its_middle() {
        assert_eq!(cropped("<svg viewBox=\"-10 0 100 50\"/>"), "<svg viewBox=\"-1 9 82 32\"/>");
        assert_eq!(cropped("<svg/>"), "<svg/>");
    }
}
