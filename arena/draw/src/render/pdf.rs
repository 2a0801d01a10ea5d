//! A drawing as a PDF of one page: lines and areas in plain colours, letters as outlines.

use std::{collections::BTreeSet, fmt::Write as _};

use miniz_oxide::deflate::compress_to_vec_zlib;
use resvg::{
    tiny_skia::{Path, PathSegment, Point, Transform},
    usvg::{self, Fill, FillRule, Group, LineCap, LineJoin, Node, Paint, PaintOrder, Stroke, Tree},
};

/// Points of a page for each pixel.
const POINTS: f32 = 0.75;
/// The level of compression of the page.
const LEVEL: u8 = 6;

/// A page as it is written.
#[derive(Default)]
struct Canvas {
    text: String,
    /// The opacities used, in hundredths: of fill and stroke.
    opacities: BTreeSet<(u32, u32)>,
}

pub(super) fn write(tree: &Tree) -> Vec<u8> {
    let (width, height) = (POINTS * tree.size().width(), POINTS * tree.size().height());
    let mut page = Canvas::default();
    // In PDF the vertical axis points up.
    let _ = writeln!(page.text, "{POINTS} 0 0 -{POINTS} 0 {height} cm");
    page.group(tree.root());
    let states = page.opacities.iter().fold(String::new(), |mut all, &(fill, stroke)| {
        let [fill_part, stroke_part] = [fill, stroke].map(|part| f64::from(part) / 100.0);
        let _ = write!(all, "/o{fill}-{stroke} << /ca {fill_part} /CA {stroke_part} >> ");
        all
    });
    let content = compress_to_vec_zlib(page.text.as_bytes(), LEVEL);
    let mut stream = format!("<< /Length {} /Filter /FlateDecode >>\nstream\n", content.len()).into_bytes();
    stream.extend(content);
    stream.extend(b"\nendstream");
    document(&[
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents 4 0 R \
             /Resources << /ExtGState << {states}>> >> >>"
        )
        .into_bytes(),
        stream,
    ])
}

/// A file of these objects, the first of which is its root.
fn document(objects: &[Vec<u8>]) -> Vec<u8> {
    // Bytes beyond ASCII mark the file as binary for programs that transfer it.
    let mut file = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let mut places = String::new();
    for (number, object) in (1..).zip(objects) {
        let _ = writeln!(places, "{:010} 00000 n ", file.len());
        file.extend(format!("{number} 0 obj\n").bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let (count, table) = (objects.len() + 1, file.len());
    file.extend(
        format!(
            "xref\n0 {count}\n0000000000 65535 f \n{places}trailer\n<< /Size {count} /Root 1 0 R >>\n\
             startxref\n{table}\n%%EOF\n"
        )
        .bytes(),
    );
    file
}

impl Canvas {
    fn group(&mut self, group: &Group) {
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group),
                Node::Path(path) if path.is_visible() => self.path(path),
                Node::Text(text) => self.group(text.flattened()),
                // No drawing holds a photograph.
                Node::Path(_) | Node::Image(_) => {}
            }
        }
    }

    fn path(&mut self, path: &usvg::Path) {
        let (fill, stroke) = (path.fill(), path.stroke());
        let hundredths = |part: f32| (100.0 * part).round() as u32;
        let opacity = (
            fill.map_or(100, |fill| hundredths(fill.opacity().get())),
            stroke.map_or(100, |stroke| hundredths(stroke.opacity().get())),
        );
        self.opacities.insert(opacity);
        let Transform { sx, ky, kx, sy, tx, ty } = path.abs_transform();
        let _ = writeln!(self.text, "q {sx} {ky} {kx} {sy} {tx} {ty} cm /o{}-{} gs", opacity.0, opacity.1);
        let outline = outline(path.data());
        let filled = |out: &mut String, fill: &Fill| {
            colour(out, fill.paint(), "rg");
            let sign = if fill.rule() == FillRule::EvenOdd { "f*" } else { "f" };
            let _ = writeln!(out, "{outline}{sign}");
        };
        let drawn = |out: &mut String, stroke: &Stroke| {
            colour(out, stroke.paint(), "RG");
            pen(out, stroke);
            let _ = writeln!(out, "{outline}S");
        };
        let is_behind = path.paint_order() == PaintOrder::StrokeAndFill;
        if let Some(stroke) = stroke.filter(|_| is_behind) {
            drawn(&mut self.text, stroke);
        }
        if let Some(fill) = fill {
            filled(&mut self.text, fill);
        }
        if let Some(stroke) = stroke.filter(|_| !is_behind) {
            drawn(&mut self.text, stroke);
        }
        self.text.push_str("Q\n");
    }
}

/// The width of a line, its ends and corners, and its dashes.
fn pen(out: &mut String, stroke: &Stroke) {
    let cap = match stroke.linecap() {
        LineCap::Butt => 0,
        LineCap::Round => 1,
        LineCap::Square => 2,
    };
    let join = match stroke.linejoin() {
        LineJoin::Miter | LineJoin::MiterClip => 0,
        LineJoin::Round => 1,
        LineJoin::Bevel => 2,
    };
    let dashes = stroke.dasharray().unwrap_or_default();
    let dashes: Vec<String> = dashes.iter().map(f32::to_string).collect();
    let (width, offset) = (stroke.width().get(), stroke.dashoffset());
    let _ = writeln!(out, "{width} w {cap} J {join} j [{}] {offset} d", dashes.join(" "));
}

fn colour(out: &mut String, paint: &Paint, operator: &str) {
    // All drawings are painted in plain colours.
    if let Paint::Color(colour) = paint {
        let [red, green, blue] = [colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0);
        let _ = writeln!(out, "{red:.3} {green:.3} {blue:.3} {operator}");
    }
}

fn outline(path: &Path) -> String {
    let (mut out, mut here) = (String::new(), Point::zero());
    for segment in path.segments() {
        let _ = match segment {
            PathSegment::MoveTo(to) => writeln!(out, "{:.2} {:.2} m", to.x, to.y),
            PathSegment::LineTo(to) => writeln!(out, "{:.2} {:.2} l", to.x, to.y),
            PathSegment::QuadTo(by, to) => {
                // The same curve with two points that it bends to.
                let bend =
                    |end: Point| Point::from_xy(end.x + (by.x - end.x) * 2.0 / 3.0, end.y + (by.y - end.y) * 2.0 / 3.0);
                curve(&mut out, bend(here), bend(to), to)
            }
            PathSegment::CubicTo(one, other, to) => curve(&mut out, one, other, to),
            PathSegment::Close => writeln!(out, "h"),
        };
        if let PathSegment::MoveTo(to)
        | PathSegment::LineTo(to)
        | PathSegment::QuadTo(_, to)
        | PathSegment::CubicTo(_, _, to) = segment
        {
            here = to;
        }
    }
    out
}

fn curve(out: &mut String, one: Point, other: Point, to: Point) -> std::fmt::Result {
    writeln!(out, "{:.2} {:.2} {:.2} {:.2} {:.2} {:.2} c", one.x, one.y, other.x, other.y, to.x, to.y)
}
