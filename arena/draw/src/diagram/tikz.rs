//! Diagrams for TeX: drawn by lines alone, so that the package `tikz` is all they need.

use std::fmt::Write as _;

use super::{
    Diagram, DiagramNode, Outline,
    extent::{Extent, HEIGHT},
    form::SHAPE,
    layout::{ACROSS, ALONG, BESIDE, LINE, VALUE, layout},
};

use crate::svg::width_of;

/// Centimetres to a pixel.
const SCALE: f64 = 0.02;

impl Diagram {
    /// For TeX: a `tikzpicture` that needs nothing but the package `tikz`.
    pub fn tikz(&self) -> String {
        write(self)
    }
}

fn write(diagram: &Diagram) -> String {
    let places = layout(diagram, false);
    let mut out = String::from(
        "% \\usepackage{tikz}; where it is too wide: \\resizebox{\\textwidth}{!}{…} around it.\n\
         \\begin{tikzpicture}[x=1cm, y=1cm, line width=0.5pt, every node/.style={inner sep=1pt},\n  \
         strong/.style={line width=1.6pt}, cut/.style={dashed}, cross/.style={line width=1.2pt},\n  \
         seat/.style={rounded corners=4pt}, end/.style={}, guess/.style={dashed}, max/.style={}, min/.style={}, chance/.style={},\n  \
         move/.style={fill=white, font=\\footnotesize}, inside/.style={font=\\scriptsize}, value/.style={font=\\large\\bfseries},\n  \
         pale/.style={text=gray}, note/.style={font=\\scriptsize}]\n",
    );
    for link in &diagram.links {
        let (from, to) = (places.spots[link.from], places.spots[link.to]);
        let (start, end) = ((from.x, from.y + from.height + 2.0), (to.x, to.y - 2.0));
        let style = match (link.strong, link.cut) {
            (true, _) => "[strong] ",
            (_, true) => "[cut] ",
            _ => "",
        };
        let _ = writeln!(out, "  \\draw {style}{} -- {};", at(start), at(end));
        let along = |part: f64| (start.0 + part * (end.0 - start.0), start.1 + part * (end.1 - start.1));
        if link.cut {
            let (x, y) = along(ACROSS);
            let _ = writeln!(
                out,
                "  \\draw [cross] {} -- {} {} -- {};",
                at((x - 7.0, y - 7.0)),
                at((x + 7.0, y + 7.0)),
                at((x - 7.0, y + 7.0)),
                at((x + 7.0, y - 7.0))
            );
        }
        if !link.label.is_empty() {
            let place = at(along(ALONG));
            let _ = writeln!(out, "  \\node [move] at {place} {{{}}};", tex_text(&link.label));
        }
    }
    for (knot, below) in diagram.below().iter().enumerate().filter(|(knot, _)| diagram.knots[*knot].all) {
        let from = places.spots[knot];
        let start = (from.x, from.y + from.height + 2.0);
        let angle = |&link: &usize| {
            let to = places.spots[diagram.links[link].to];
            // Downwards on the page is downwards here: y is turned.
            (-(to.y - 2.0 - start.1)).atan2(to.x - start.0).to_degrees()
        };
        if let (2.., Some(first), Some(last)) = (below.len(), below.first(), below.last()) {
            let (first, last) = (angle(first), angle(last));
            let _ = writeln!(
                out,
                "  \\draw {} ++({first:.1}:0.5cm) arc [start angle={first:.1}, end angle={last:.1}, radius=0.5cm];",
                at(start)
            );
        }
    }
    for way in &places.dashes {
        let way: Vec<String> = way.iter().copied().map(at).collect();
        let _ = writeln!(out, "  \\draw [dashed, rounded corners=3pt] {};", way.join(" -- "));
    }
    for (knot, spot) in diagram.knots.iter().zip(&places.spots) {
        write_knot(knot, *spot, &mut out);
    }
    if !diagram.foot.is_empty() {
        let place = at((places.width / 2.0, places.height + LINE));
        let _ = writeln!(out, "  \\node [note] at {place} {{{}}};", tex_text(&diagram.foot));
    }
    out.push_str("\\end{tikzpicture}\n");
    out
}

fn write_knot(knot: &DiagramNode, Extent { x, y, width, .. }: Extent, out: &mut String) {
    let (left, right, bottom) = (x - width / 2.0, x + width / 2.0, y + HEIGHT);
    let middle = x;
    let kind = match knot.form {
        Outline::Max => "max",
        Outline::Min => "min",
        Outline::Chance => "chance",
        Outline::Seat => "seat",
        Outline::Guess => "guess",
        Outline::End | Outline::Bare => "end",
    };
    let style = if knot.strong { format!("[{kind}, strong] ") } else { format!("[{kind}] ") };
    let triangle = |base, top, out: &mut String| {
        let [one, two, three] = [(left, base), (middle, top), (left + SHAPE, base)].map(at);
        writeln!(out, "  \\draw {style}{one} -- {two} -- {three} -- cycle;")
    };
    let mut inside = (middle, y + HEIGHT / 2.0);
    let mut value = (x, y + HEIGHT / 2.0);
    let _ = match knot.form {
        Outline::Max => {
            inside.1 = bottom - 12.0;
            triangle(bottom, y, out)
        }
        Outline::Min => {
            inside.1 = y + 12.0;
            triangle(y, bottom, out)
        }
        Outline::Chance => {
            writeln!(out, "  \\draw {style}{} circle [radius={:.2}];", at(inside), HEIGHT / 2.0 * SCALE)
        }
        Outline::Seat | Outline::End | Outline::Guess => {
            if !knot.inside.is_empty() {
                let letters = width_of(&knot.inside, super::layout::LABEL);
                inside.0 = left + 9.0 + letters / 2.0;
                value.0 = x + letters / 2.0 + 4.0;
            }
            writeln!(out, "  \\draw {style}{} rectangle {};", at((left, y)), at((right, bottom)))
        }
        Outline::Bare => Ok(()),
    };
    if matches!(knot.form, Outline::Max | Outline::Min | Outline::Chance) {
        value.0 = left + SHAPE + BESIDE + width_of(&knot.value, VALUE) / 2.0;
    }
    if !knot.inside.is_empty() {
        let _ = writeln!(out, "  \\node [inside] at {} {{{}}};", at(inside), tex_text(&knot.inside));
    }
    if !knot.value.is_empty() {
        let pale = if knot.pale { ", pale" } else { "" };
        let _ = writeln!(out, "  \\node [value{pale}] at {} {{{}}};", at(value), tex_text(&knot.value));
    }
    for (line, note) in knot.notes.iter().enumerate() {
        let place = at((x, bottom + LINE * (line as f64 + 0.5)));
        let _ = writeln!(out, "  \\node [note] at {place} {{{}}};", tex_text(note));
    }
}

/// A place, in centimetres.
fn at((x, y): (f64, f64)) -> String {
    format!("({:.2},{:.2})", x * SCALE, 0.0 - y * SCALE)
}

/// The signs that TeX would read as its own or does not know, each with the command that writes it.
pub const TEX_SIGNS: &[(char, &str)] = &[
    ('\\', "\\textbackslash{}"),
    ('{', "\\{"),
    ('}', "\\}"),
    ('#', "\\#"),
    ('$', "\\$"),
    ('%', "\\%"),
    ('&', "\\&"),
    ('_', "\\_"),
    ('^', "\\textasciicircum{}"),
    ('~', "\\textasciitilde{}"),
    ('<', "$<$"),
    ('>', "$>$"),
    ('-', "$-$"),
    ('−', "$-$"),
    ('+', "$+$"),
    ('=', "$=$"),
    ('|', "$|$"),
    ('≥', "$\\geq$"),
    ('≤', "$\\leq$"),
    ('≈', "$\\approx$"),
    ('∞', "$\\infty$"),
    ('α', "$\\alpha$"),
    ('β', "$\\beta$"),
    ('×', "$\\times$"),
    ('…', "\\dots{}"),
    ('√', "$\\surd$"),
];

/// A text for TeX, with a command for every one of the [`TEX_SIGNS`].
pub fn tex_text(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match TEX_SIGNS.iter().find(|(sign, _)| *sign == letter) {
            Some((_, command)) => out.push_str(command),
            None => out.push(letter),
        }
    }
    out
}
