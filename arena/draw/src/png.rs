//! Drawings as PNG. What is written is drawn in strokes: a machine need not have a font.

mod letters;

use std::fmt::{self, Write as _};

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree},
};

use crate::{Drawing, Theme, stylesheet};

/// Why there is no PNG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PngError(String);

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PngError {}

pub(crate) fn draw(
    drawing: &Drawing<'_>,
    theme: Theme,
    width: Option<u32>,
) -> Result<Vec<u8>, PngError> {
    // The renderer knows no media: what is drawn must be settled.
    let theme = if theme == Theme::Screen { Theme::Light } else { theme };
    rendered(&drawing.svg(theme), &stylesheet(theme), width)
}

/// A drawing is at least so many pixels wide, unless another width is asked for.
const USUAL: u32 = 780;
/// And at most so many.
const WIDEST: u32 = 16_384;

/// An SVG with this style as PNG, so many pixels wide; unless that is said, as wide as it takes for
/// every letter to be read.
pub(crate) fn rendered(svg: &str, style: &str, width: Option<u32>) -> Result<Vec<u8>, PngError> {
    let wrong = |error: &dyn fmt::Display| PngError(error.to_string());
    let svg = in_strokes(svg, style);
    let tree = Tree::from_str(&svg, &Options::default()).map_err(|error| wrong(&error))?;
    let size = tree.size();
    let width = width.unwrap_or_else(|| (size.width().ceil() as u32).clamp(USUAL, WIDEST));
    let scale = width as f32 / size.width();
    // A row that is not covered whole would be a dark line.
    let height = ((size.height() * scale).floor() as u32).max(1);
    let mut pixels = Pixmap::new(width, height)
        .ok_or_else(|| PngError(format!("no picture can be {width} × {height} pixels large")))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| wrong(&error))
}

/// The same drawing with a path for every text.
fn in_strokes(svg: &str, style: &str) -> String {
    let mut out = String::new();
    for (index, part) in svg.split("<text").enumerate() {
        if index == 0 {
            out.push_str(&part.replace(style, &(style.to_owned() + &strokes_of(style))));
            continue;
        }
        let (text, rest) = part.split_once("</text>").unwrap_or((part, ""));
        let (head, text) = text.split_once('>').unwrap_or(("", text));
        out.push_str(&path(head, &unescaped(text)));
        out.push_str(rest);
    }
    out
}

/// The rules for texts once more, for paths: what fills a letter is what it is drawn with.
fn strokes_of(style: &str) -> String {
    let mut rules =
        String::from("\n.agon .ink{fill:none;stroke-linecap:round;stroke-linejoin:round}");
    for line in style.lines() {
        let Some((selectors, body)) = line.split_once('{') else { continue };
        let colour = body.split([';', '}']).find_map(|rule| rule.strip_prefix("fill:"));
        if let (Some(paper), ".agon .paper") = (colour, selectors) {
            let _ = write!(rules, "\n.agon .halo{{fill:none;stroke:{paper};stroke-width:6}}");
        }
        let texts = selectors.split(',').filter(|selector| selector.contains("text"));
        let texts: Vec<String> = texts.map(|selector| selector.replace("text", ".ink")).collect();
        if let Some(colour) = colour.filter(|_| !texts.is_empty()) {
            let _ = write!(rules, "\n{}{{stroke:{colour}}}", texts.join(","));
        }
    }
    rules
}

/// The path of a text with these attributes.
fn path(head: &str, text: &str) -> String {
    let attribute = |name: &str| {
        let (_, value) = head.split_once(&format!(" {name}=\""))?;
        value.split_once('"').map(|(value, _)| value)
    };
    let number = |name| attribute(name).and_then(|value| value.parse().ok()).unwrap_or(0.0);
    let class = attribute("class").unwrap_or_default();
    let own =
        attribute("style").and_then(|style| style.strip_prefix("font-size:")?.strip_suffix("px"));
    let size = match (own, class) {
        (Some(size), _) => size.parse().unwrap_or(20.0),
        (None, "label" | "beside" | "count") => 14.0,
        (None, "letters") => 18.0,
        (None, _) => 16.0,
    };
    let anchor = match class {
        "tray" | "letters" | "head" | "name" => 0.0,
        "figure" => 1.0,
        _ => 0.5,
    };
    let path = letters::path(text, number("x"), number("y"), size, anchor);
    let width = if own.is_some() { 0.12 * size } else { 0.1 * size };
    // Beside or across a line it keeps some room around itself.
    let halo = if matches!(class, "beside" | "name" | "figure") {
        format!("<path class=\"halo\" d=\"{path}\"/>")
    } else {
        String::new()
    };
    format!("{halo}<path class=\"ink {class}\" style=\"stroke-width:{width:.2}\" d=\"{path}\"/>")
}

fn unescaped(text: &str) -> String {
    let plain = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    plain.replace("&amp;", "&")
}
