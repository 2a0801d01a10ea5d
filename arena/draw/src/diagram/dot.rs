//! Diagrams for Graphviz.

use std::fmt::Write as _;

use super::{Diagram, Outline};

pub(super) fn write(diagram: &Diagram) -> String {
    let mut out = format!(
        "digraph {} {{\n  ordering=out\n  node [fontname=\"Helvetica\", fontsize=16]\n  \
         edge [fontname=\"Helvetica\", arrowhead=none]\n",
        quoted(&diagram.title)
    );
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
        let mut label = knot.inside.clone();
        for line in [&knot.value].into_iter().chain(&knot.notes).filter(|line| !line.is_empty()) {
            if !label.is_empty() {
                label.push('\n');
            }
            label.push_str(line);
        }
        let width = if knot.strong { ", penwidth=3" } else { "" };
        let colour = if knot.pale { ", fontcolor=gray50" } else { "" };
        let arc = if knot.all { ", peripheries=2" } else { "" };
        let _ = writeln!(
            out,
            "  n{number} [shape={shape}, style={style}, label={}, tooltip={}{width}{colour}{arc}]",
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
        let _ = writeln!(
            out,
            "  n{} -> n{} [label={}{style}]",
            link.from,
            link.to,
            quoted(label.trim_end())
        );
    }
    out.push_str("}\n");
    out
}

/// A text between quotes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
