//! Diagrams for Graphviz.

use std::fmt::Write as _;

use super::{Diagram, Outline};

impl Diagram {
    /// For Graphviz, which finds places of its own.
    pub fn dot(&self) -> String {
        write(self)
    }
}

fn write(diagram: &Diagram) -> String {
    let mut out = format!(
        "digraph {} {{\n  ordering=out\n  node [fontname=\"Helvetica\", fontsize=16]\n  \
         edge [fontname=\"Helvetica\", arrowhead=none]\n",
        quoted(&diagram.title)
    );
    let has_arcs = diagram.knots.iter().any(|knot| knot.all);
    let legend = has_arcs.then_some("double frame: all of them (and)");
    let dashes = (!diagram.alike.is_empty())
        .then_some("dashes: one information set, whose nodes the seat to act cannot tell apart");
    let below: Vec<&str> =
        Some(diagram.foot.as_str()).filter(|foot| !foot.is_empty()).into_iter().chain(legend).chain(dashes).collect();
    if !below.is_empty() {
        let _ = writeln!(out, "  label={}", quoted(&below.join("\n")));
    }
    for (number, knot) in diagram.knots.iter().enumerate() {
        let (shape, style) = match knot.form {
            Outline::Max => ("triangle", "solid"),
            Outline::Min => ("invtriangle", "solid"),
            Outline::Chance => ("circle", "solid"),
            Outline::Seat => ("box", "rounded"),
            Outline::End => ("box", "solid"),
            Outline::Guess => ("box", "dashed"),
            Outline::Bare => ("plain", "solid"),
        };
        // Text inside a box determines its size; beside a triangle or a circle it is outside.
        let is_small = matches!(knot.form, Outline::Max | Outline::Min | Outline::Chance);
        let lines = [&knot.value].into_iter().chain(&knot.notes).filter(|line| !line.is_empty());
        let lines: Vec<&str> = lines.map(String::as_str).collect();
        let inside = Some(knot.inside.as_str()).filter(|inside| !inside.is_empty());
        let (label, beside) = if is_small {
            let size = "fixedsize=true, width=0.6, height=0.5";
            (knot.inside.clone(), format!(", {size}, xlabel={}", quoted(&lines.join("\n"))))
        } else {
            let all: Vec<&str> = inside.into_iter().chain(lines).collect();
            (all.join("\n"), String::new())
        };
        let width = if knot.strong { ", penwidth=3" } else { "" };
        let colour = if knot.pale { ", fontcolor=gray50" } else { "" };
        let arc = if knot.all { ", peripheries=2" } else { "" };
        let _ = writeln!(
            out,
            "  n{number} [shape={shape}, style={style}, label={}, tooltip={}{beside}{width}{colour}{arc}]",
            quoted(&label),
            quoted(&knot.about)
        );
    }
    for link in &diagram.links {
        let label = match (link.cut, link.label.as_str()) {
            (true, label) => format!("× {label}"),
            (false, label) => label.to_owned(),
        };
        let style = match (link.strong, link.cut) {
            (true, _) => ", penwidth=3",
            (_, true) => ", style=dashed",
            _ => "",
        };
        let _ = writeln!(out, "  n{} -> n{} [label={}{style}]", link.from, link.to, quoted(label.trim_end()));
    }
    for (one, other) in diagram.alike.iter().flat_map(|alike| alike.iter().zip(&alike[1..])) {
        let _ = writeln!(out, "  n{one} -> n{other} [style=dashed, constraint=false]");
    }
    out.push_str("}\n");
    out
}

/// A text between quotes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
