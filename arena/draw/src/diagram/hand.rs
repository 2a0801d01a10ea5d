//! A tree on a page on which somebody draws it by hand: each knot is a button, and one more adds a branch to a knot.

use std::fmt::Write as _;

use super::{
    Diagram,
    extent::HEIGHT,
    form::{KnotForm, STAGED, STAGED_ALONG, STAGED_AROUND},
    layout::offsets,
};
use crate::svg::{Escaped, Short, width_of};

/// From one row to the next.
const DROP: f64 = 84.0;
/// Between two knots, and the least room to both sides of the middle of one.
const GAP: f64 = 8.0;
const LEAST: f64 = 18.0;
/// The half of the button that adds a branch, and its distance from a form.
const PLUS: f64 = 16.0;
const APART: f64 = 5.0;
/// The least width of all, and the room around it: to the sides, above and below.
const NARROWEST: f64 = 240.0;
const AROUND: [f64; 3] = [16.0, 20.0, 20.0];

impl Diagram {
    /// A tree as SVG for a page on which it is drawn by hand, for the [style sheet of a stage](crate::stage_stylesheet).
    ///
    /// Each knot is a button of the class `node` that is called by what there is to say of it, with its number as
    /// `data-knot`. Its middle is `data-x`, and `data-plus` is where the one button of the class `plus`, called `add`, has
    /// room while this knot is chosen: below a leaf, beside whatever has branches. The page moves it there.
    pub fn by_hand(&self, add: &str) -> String {
        let forms: Vec<KnotForm> =
            self.knots.iter().map(|knot| KnotForm::of(knot.form, &knot.inside, &knot.value, STAGED)).collect();
        let below = self.below();
        let (places, (left, right)) = self.abreast(&forms, &below);
        let width = (right - left).max(NARROWEST);
        let deepest = self.knots.iter().map(|knot| knot.row).max().unwrap_or(0);
        let [side, above, under] = AROUND;
        let height = DROP * deepest as f64 + HEIGHT + APART + 2.0 * PLUS + above + under;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"film\" preserveAspectRatio=\"xMidYMin\" \
             viewBox=\"{} {} {} {}\"><g aria-hidden=\"true\">",
            Short(f64::midpoint(left, right) - width / 2.0 - side),
            Short(-HEIGHT / 2.0 - above),
            Short(width + 2.0 * side),
            Short(height)
        );
        let y = |knot: usize| DROP * self.knots[knot].row as f64;
        for link in &self.links {
            let (from, to) = (places[link.from], places[link.to]);
            let (top, bottom) = (y(link.from) + HEIGHT / 2.0, y(link.to) - HEIGHT / 2.0);
            let [x1, y1, x2, y2] = [from, top, to, bottom].map(Short);
            let _ = write!(out, "<line class=\"link\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>");
            if !link.label.is_empty() {
                let x = Short(from + STAGED_ALONG * (to - from));
                let y = Short(top + STAGED_ALONG * (bottom - top) + 5.0);
                let label = Escaped(&link.label);
                let _ = write!(out, "<text class=\"move middle\" x=\"{x}\" y=\"{y}\">{label}</text>");
            }
        }
        out.push_str("</g><g>");
        for (number, (knot, form)) in self.knots.iter().zip(&forms).enumerate() {
            let (x, y) = (places[number], y(number));
            let (right, down) = plus(form, below[number].is_empty());
            let (name, aside, low) = (Escaped(&knot.about), Short(x + right), Short(y + down));
            let (x, y) = (Short(x), Short(y));
            let _ = write!(
                out,
                "<g class=\"node\" role=\"button\" tabindex=\"-1\" aria-pressed=\"false\" aria-label=\"{name}\" \
                 data-knot=\"{number}\" data-x=\"{x}\" data-plus=\"{aside} {low}\" transform=\"translate({x} {y})\">"
            );
            form.write(&format!("form {}", form.class()), (0.0, -HEIGHT / 2.0), &mut out);
            // Of a box both, or the one that is there, in the middle.
            let is_alone = knot.inside.is_empty() || knot.value.is_empty();
            let letters = [("inside", &knot.inside, form.inside), ("value", &knot.value, (form.value, 6.0))];
            for (class, text, (x, y)) in letters.into_iter().filter(|(_, text, _)| !text.is_empty()) {
                let (x, y) = (Short(if is_alone { 0.0 } else { x }), Short(y));
                let _ =
                    write!(out, "<text class=\"{class} middle within\" x=\"{x}\" y=\"{y}\">{}</text>", Escaped(text));
            }
            out.push_str("</g>");
        }
        let _ = write!(
            out,
            "<g class=\"plus\" role=\"button\" tabindex=\"0\" aria-label=\"{0}\"><title>{0}</title>\
             <circle class=\"form\" r=\"{PLUS}\"/><path class=\"arms\" d=\"M-7 0h14m-7 -7v14\"/></g></g></svg>",
            Escaped(add)
        );
        out
    }

    /// Where the middle of each knot is from the root's, and how far all of them reach to both sides of it, with room for
    /// the letters along the lines and the button that adds a branch to any one of them.
    fn abreast(&self, forms: &[KnotForm], below: &[Vec<usize>]) -> (Vec<f64>, (f64, f64)) {
        let rooms = forms.iter().zip(below).map(|(form, below)| {
            let half = (form.width / 2.0 + 1.0).max(LEAST);
            let (right, _) = plus(form, below.is_empty());
            (-half, if below.is_empty() { half } else { right + PLUS })
        });
        let mut rooms: Vec<(f64, f64)> = rooms.collect();
        for link in &self.links {
            let half = f64::midpoint(width_of(&link.label, STAGED[1]), STAGED_AROUND) / STAGED_ALONG;
            let room = &mut rooms[link.to];
            *room = (room.0.min(-half), room.1.max(half));
        }
        // Below a leaf there is room as for one more knot.
        let mut children: Vec<Vec<usize>> = Vec::with_capacity(below.len());
        for below in below {
            if below.is_empty() {
                rooms.push((-PLUS, PLUS));
                children.push(vec![rooms.len() - 1]);
            } else {
                children.push(below.iter().map(|&link| self.links[link].to).collect());
            }
        }
        let (offsets, reach) = offsets(|knot| children.get(knot).cloned().unwrap_or_default(), &rooms, GAP);
        let mut places = vec![0.0; self.knots.len()];
        for link in &self.links {
            places[link.to] = places[link.from] + offsets[link.to];
        }
        (places, reach)
    }
}

/// Where the button that adds a branch is, from the middle of a knot of this form.
fn plus(form: &KnotForm, is_leaf: bool) -> (f64, f64) {
    if is_leaf { (0.0, HEIGHT / 2.0 + APART + PLUS) } else { (form.width / 2.0 + APART + PLUS, 0.0) }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Diagram, DiagramNode, KnotForm, Link, Outline},
        APART, DROP, HEIGHT, PLUS, STAGED, plus,
    };

    /// A tree of these knots, each below the one with that number, with these letters along the lines.
    fn tree(knots: &[(Option<usize>, &str, &str)]) -> Diagram {
        let mut diagram = Diagram::default();
        for &(above, label, value) in knots {
            let row = above.map_or(0, |above| diagram.knots[above].row + 1);
            let form = if value.is_empty() { Outline::Max } else { Outline::End };
            let to = diagram.add(DiagramNode {
                form,
                value: value.into(),
                row,
                about: format!("<{value}>"),
                ..DiagramNode::default()
            });
            if let Some(from) = above {
                diagram.links.push(Link { from, to, label: label.into(), ..Link::default() });
            }
        }
        diagram
    }

    /// Trees that leave little room.
    fn trees() -> Vec<Diagram> {
        vec![
            tree(&[(None, "", "7")]),
            tree(&[
                (None, "", ""),
                (Some(0), "", ""),
                (Some(1), "", ""),
                (Some(2), "", "12345678"),
                (Some(0), "", "2"),
            ]),
            tree(&[
                (None, "", ""),
                (Some(0), "1/2", "1"),
                (Some(0), "1/3", ""),
                (Some(2), "1/1000", "3"),
                (Some(2), "0.25", "4"),
                (Some(2), "3/8", "5"),
                (Some(0), "1/6", "(1,6,6)"),
            ]),
        ]
    }

    #[test]
    fn there_is_room_for_the_button_at_each_knot_beside_all_others_and_all_letters() {
        for diagram in trees() {
            let forms: Vec<KnotForm> =
                diagram.knots.iter().map(|knot| KnotForm::of(knot.form, "", &knot.value, STAGED)).collect();
            let below = diagram.below();
            let (places, (left, right)) = diagram.abreast(&forms, &below);
            let y = |knot: usize| DROP * diagram.knots[knot].row as f64;
            let mut covered: Vec<[f64; 4]> = forms
                .iter()
                .enumerate()
                .map(|(knot, form)| {
                    let (x, y) = (places[knot], y(knot));
                    [x - form.width / 2.0, x + form.width / 2.0, y - HEIGHT / 2.0, y + HEIGHT / 2.0]
                })
                .collect();
            for link in diagram.links.iter().filter(|link| !link.label.is_empty()) {
                let x = places[link.from] + 0.72 * (places[link.to] - places[link.from]);
                let half = crate::svg::width_of(&link.label, STAGED[1]) / 2.0;
                let y = y(link.from) + HEIGHT / 2.0 + 0.72 * (DROP - HEIGHT);
                covered.push([x - half, x + half, y - 9.0, y + 9.0]);
            }
            for (knot, form) in forms.iter().enumerate() {
                let (aside, down) = plus(form, below[knot].is_empty());
                let (x, y) = (places[knot] + aside, y(knot) + down);
                assert!(left <= x - PLUS && x + PLUS <= right, "knot {knot}: {x} is not from {left} to {right}");
                for [from, to, top, bottom] in &covered {
                    let is_apart = to - 0.01 <= x - PLUS
                        || x + PLUS <= from + 0.01
                        || bottom - 0.01 <= y - PLUS
                        || y + PLUS <= top + 0.01;
                    assert!(is_apart, "the button at knot {knot}, {x} {y}, covers {from} to {to}, {top} to {bottom}");
                }
            }
        }
    }

    #[test]
    fn a_drawing_names_its_knots_and_says_where_the_button_goes() {
        let svg = tree(&[(None, "", ""), (Some(0), "", "-5"), (Some(0), "", "<")]).by_hand("one \"more\"");
        for number in 0..3 {
            assert_eq!(svg.matches(&format!("data-knot=\"{number}\"")).count(), 1, "{svg}");
        }
        assert!(svg.contains("aria-label=\"&lt;-5&gt;\"") && svg.contains(">&lt;</text>"), "{svg}");
        assert!(svg.contains("aria-label=\"one &quot;more&quot;\""), "{svg}");
        let root = format!("data-x=\"0\" data-plus=\"{} 0\"", 20.0 + APART + PLUS);
        assert!(svg.contains(&root), "{svg}");
    }
}
