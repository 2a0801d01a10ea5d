//! Diagrams in lines: for a terminal or a text file.

use super::{Diagram, DiagramNode, Outline};
use crate::Letters;

/// ANSI codes: strong, faint, crossed out.
const STRONG: &str = "1";
const FAINT: &str = "2";
const CUT: &str = "31";

/// The lines, without a trailing line break. Of a graph each knot is written once; where it is met
/// again, only that it was.
impl Diagram {
    /// In lines, each knot below the one above it and further to the right.
    pub fn lines(&self, letters: Letters) -> String {
        write(self, letters)
    }
}

fn write(diagram: &Diagram, letters: Letters) -> String {
    let below = diagram.below();
    let mut lines = Vec::new();
    let mut is_written = vec![false; diagram.knots.len()];
    // The remaining items: a knot, the link to it, and the stems before it.
    let mut rest: Vec<(usize, Option<usize>, Vec<bool>)> = Vec::new();
    if !diagram.knots.is_empty() {
        rest.push((0, None, Vec::new()));
    }
    while let Some((knot, by, stems)) = rest.pop() {
        let is_again = std::mem::replace(&mut is_written[knot], true);
        lines.push(line(diagram, knot, by, &stems, is_again, letters));
        if is_again {
            continue;
        }
        for (place, &link) in below[knot].iter().enumerate().rev() {
            let mut stems = stems.clone();
            stems.push(place + 1 == below[knot].len());
            rest.push((diagram.links[link].to, Some(link), stems));
        }
    }
    if !diagram.foot.is_empty() {
        lines.extend([String::new(), plainly(&diagram.foot, letters)]);
    }
    lines.join("\n")
}

fn line(diagram: &Diagram, knot: usize, by: Option<usize>, stems: &[bool], is_again: bool, letters: Letters) -> String {
    let mut line = String::new();
    if let [above @ .., last] = stems {
        let [blank, stem, end, fork] =
            if letters.unicode { ["   ", "│  ", "└─ ", "├─ "] } else { ["   ", "|  ", "`- ", "|- "] };
        line.extend(above.iter().map(|is_last| if *is_last { blank } else { stem }));
        line.push_str(if *last { end } else { fork });
    }
    let knot = &diagram.knots[knot];
    if let Some(link) = by.map(|link| &diagram.links[link]) {
        if link.cut {
            let cross = if letters.unicode { "✗ " } else { "x " };
            line.push_str(&inked(cross, CUT, letters));
        }
        if !link.label.is_empty() {
            let ink = if link.strong { STRONG } else { "" };
            line.push_str(&inked(&plainly(&link.label, letters), ink, letters));
            line.push_str("  ");
        }
    }
    let mut head = sign(knot, letters).to_owned();
    for text in [&knot.inside, &knot.value].into_iter().filter(|text| !text.is_empty()) {
        if !head.is_empty() {
            head.push(' ');
        }
        head.push_str(&plainly(text, letters));
    }
    let ink = match (knot.strong, knot.pale) {
        (true, _) => STRONG,
        (_, true) => FAINT,
        _ => "",
    };
    line.push_str(&inked(&head, ink, letters));
    let about = if is_again { "see above" } else { knot.about.as_str() };
    if !about.is_empty() {
        line.push_str("  ");
        line.push_str(&inked(&plainly(about, letters), FAINT, letters));
    }
    line.trim_end().to_owned()
}

/// The outline of a knot, in a letter.
fn sign(knot: &DiagramNode, letters: Letters) -> &'static str {
    match (knot.form, letters.unicode) {
        (Outline::Max, true) => "▲",
        (Outline::Max, false) => "max",
        (Outline::Min, true) => "▼",
        (Outline::Min, false) => "min",
        (Outline::Chance, true) => "●",
        (Outline::Chance, false) => "chance",
        (Outline::Seat | Outline::End | Outline::Guess | Outline::Bare, _) => "",
    }
}

/// A text in colour, where there are colours.
fn inked(text: &str, ink: &str, letters: Letters) -> String {
    if letters.colour && !ink.is_empty() && !text.is_empty() {
        format!("\u{1b}[{ink}m{text}\u{1b}[0m")
    } else {
        text.to_owned()
    }
}

/// A text with the signs of figures in ASCII, where there is nothing else.
pub fn plainly(text: &str, letters: Letters) -> String {
    if letters.unicode {
        return text.to_owned();
    }
    let mut plain = String::new();
    for letter in text.chars() {
        match letter {
            '≥' => plain.push_str(">="),
            '≤' => plain.push_str("<="),
            '≈' => plain.push('~'),
            '∞' => plain.push_str("inf"),
            'α' => plain.push_str("alpha"),
            'β' => plain.push_str("beta"),
            '×' => plain.push('x'),
            '…' => plain.push_str("..."),
            letter => plain.push(letter),
        }
    }
    plain
}
