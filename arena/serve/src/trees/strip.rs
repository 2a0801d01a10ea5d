//! A small search as a strip: one drawing of the whole tree, in which each thing says from which step on it is there, and
//! a sentence for each step.

use std::fmt::Write as _;

use agon_core::{Node, Position as _};
use agon_draw::Escaped;

use super::{KeptTree, small::small};
use crate::{pool::Worker, problem::Problem, words::Language};

/// From one place for a leaf to the next, and from one level to the next.
const ACROSS: f64 = 84.0;
const DOWN: f64 = 114.0;
/// The side of a board.
const SIDE: f64 = 56.0;
/// The height of letters.
const LETTERS: f64 = 20.0;
/// What stands to the left of the tree, and around all of it.
const LEFT: f64 = 62.0;
const MARGIN: f64 = 6.0;

/// A search as a strip.
pub(crate) struct SearchStrip {
    tree: KeptTree,
    /// The drawing, as SVG.
    pub(crate) svg: String,
    /// The moments at which it stops: those at which a value is known that was not.
    stops: Vec<usize>,
}

impl SearchStrip {
    /// The strip of a search.
    ///
    /// # Errors
    ///
    /// Where a board cannot be drawn.
    pub(crate) fn of(worker: &Worker, tree: KeptTree) -> Result<SearchStrip, Problem> {
        let search = tree.search();
        let is_stop = |at: &usize| {
            let moment = tree.at(*at);
            moment.is_left || search.is_leaf(moment.node)
        };
        let stops: Vec<usize> = (0..tree.moments()).filter(is_stop).collect();
        let svg = tree.strip(worker, &stops)?;
        Ok(SearchStrip { tree, svg, stops })
    }

    /// What happens at each step.
    pub(crate) fn sentences(&self, language: Language) -> Vec<String> {
        self.stops.iter().map(|&at| self.tree.sentence(at, language)).collect()
    }

    /// The steps at which something was cut.
    pub(crate) fn cuts(&self) -> Vec<usize> {
        let steps = self.stops.iter().enumerate();
        let steps = steps.filter(|(_, at)| self.tree.cuts.contains(&(u32::try_from(**at).unwrap_or(u32::MAX))));
        steps.map(|(step, _)| step).collect()
    }
}

/// Something in a row: a position, or a move that was not looked at.
enum StripLeaf<'a> {
    Position(usize),
    Crossed(&'a str),
}

impl KeptTree {
    /// The tree, each position as its board with its value below it.
    fn strip(&self, worker: &Worker, stops: &[usize]) -> Result<String, Problem> {
        let visits = &self.search().visits;
        let mut places = vec![(0.0, 0.0); visits.len()];
        let mut crosses = Vec::new();
        let mut leaves = 0.0;
        self.spread((0, 0), &mut leaves, &mut places, &mut crosses);
        let step = |at: u32| stops.partition_point(|&stop| stop < at as usize);
        let levels = places.iter().fold(0.0, |deepest: f64, place| deepest.max(place.1));
        let (width, height) = (LEFT + leaves * ACROSS + MARGIN, levels + SIDE + LETTERS + 2.0 * MARGIN);
        let mut out =
            format!("<svg class=\"strip\" viewBox=\"0 0 {width} {height}\" xmlns=\"http://www.w3.org/2000/svg\">");
        self.write_levels(&places, &mut out);
        let best = self.thought.expected(self.search());
        let is_best = |index: usize| if best.contains(&index) { " best" } else { "" };
        let mut forms = String::new();
        for (index, visit) in visits.iter().enumerate() {
            let (x, y) = places[index];
            let (entered, left) = (step(self.spans[index].0), step(self.spans[index].1));
            if let Some(above) = visit.parent {
                let (from, label) = (places[above], self.search().staged(index).label);
                let line = link(from, (x, y), &label);
                let _ = write!(
                    out,
                    "<g class=\"link{}\" data-from=\"{entered}\" data-of=\"{index}\">{line}</g>",
                    is_best(index)
                );
            }
            let board = self.board_within(worker, index, (x, y))?;
            let _ = write!(
                forms,
                "<g class=\"place{}\" data-from=\"{entered}\" data-left=\"{left}\" data-node=\"{index}\" data-above=\"{}\">{board}\
                 <text class=\"worth\" data-from=\"{left}\" x=\"{x}\" y=\"{}\">{}</text></g>",
                is_best(index),
                visit.parent.map_or_else(String::new, |above| above.to_string()),
                y + SIDE + LETTERS - 1.0,
                visit.told().replace('-', "−"),
            );
        }
        for (above, name, place) in crosses {
            let left = step(self.spans[above].1);
            let line = link(places[above], place, name);
            let (x, y) = (place.0, place.1 + SIDE / 2.0);
            let frame = format!(
                "<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\" rx=\"4\"/>",
                x - SIDE / 2.0,
                place.1
            );
            let cross = format!("<path class=\"cross\" d=\"M{} {}l16 16m0 -16l-16 16\"/>", x - 8.0, y - 8.0);
            let _ = write!(out, "<g class=\"link cut\" data-from=\"{left}\">{line}{frame}{cross}</g>");
        }
        Ok(out + &forms + "</svg>")
    }

    /// Finds the places of a position and of all below it: those without any below stand side by side.
    fn spread<'a>(
        &'a self,
        (index, level): (usize, u32),
        leaves: &mut f64,
        places: &mut [(f64, f64)],
        crosses: &mut Vec<(usize, &'a str, (f64, f64))>,
    ) -> f64 {
        let visit = &self.search().visits[index];
        let y = MARGIN + f64::from(level) * DOWN;
        let below = visit.children.iter().map(|&child| StripLeaf::Position(child));
        let below = below.chain(visit.skipped.iter().map(|skipped| StripLeaf::Crossed(&skipped.name)));
        let mut across: Vec<f64> = Vec::new();
        for one in below {
            across.push(match one {
                StripLeaf::Position(child) => self.spread((child, level + 1), leaves, places, crosses),
                StripLeaf::Crossed(name) => {
                    let x = next(leaves);
                    crosses.push((index, name, (x, y + DOWN)));
                    x
                }
            });
        }
        let x = match (across.first(), across.last()) {
            (Some(first), Some(last)) => f64::midpoint(*first, *last),
            _ => next(leaves),
        };
        places[index] = (x, y);
        x
    }

    /// Who acts on each level: the signs of the stage, and the names that textbooks have for them.
    fn write_levels(&self, places: &[(f64, f64)], out: &mut String) {
        let mut seen = Vec::new();
        for (index, visit) in self.search().visits.iter().enumerate() {
            let Node::Decision(seat) = visit.node else { continue };
            let y = places[index].1;
            if seen.contains(&y.to_bits()) {
                continue;
            }
            seen.push(y.to_bits());
            let (name, corners) =
                if seat == visit.entered.seat { ("MAX", "0,-9 11,9 -11,9") } else { ("MIN", "0,9 11,-9 -11,-9") };
            let kind = name.to_lowercase();
            let _ = write!(
                out,
                "<g class=\"film\" transform=\"translate(24 {})\"><polygon class=\"{kind}\" points=\"{corners}\"/></g>\
                 <text x=\"24\" y=\"{}\">{name}</text>",
                y + SIDE / 2.0 - 10.0,
                y + SIDE / 2.0 + 22.0
            );
        }
    }

    /// The board of a position, with its middle at x and its top at y.
    fn board_within(&self, worker: &Worker, index: usize, (x, y): (f64, f64)) -> Result<String, Problem> {
        let drawn = small(self.site_of(worker, &self.search().node(index).position)?.here.picture());
        let rest = drawn.split_once("viewBox=").map_or("", |(_, rest)| rest);
        let place = format!("x=\"{}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"", x - SIDE / 2.0);
        Ok(format!("<svg class=\"agon\" {place} viewBox={rest}<rect class=\"frame\" {place} rx=\"4\"/>"))
    }
}

/// The next place for a leaf.
fn next(leaves: &mut f64) -> f64 {
    *leaves += 1.0;
    LEFT + (*leaves - 0.5) * ACROSS
}

/// A line from a position to one below it, with the move beside it.
fn link(from: (f64, f64), to: (f64, f64), label: &str) -> String {
    let begin = (from.0, from.1 + SIDE + LETTERS + MARGIN);
    let (x, y) = (begin.0 + 0.62 * (to.0 - begin.0), begin.1 + 0.62 * (to.1 - begin.1) + LETTERS / 3.0);
    format!(
        "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/><text x=\"{x}\" y=\"{y}\">{}</text>",
        begin.0,
        begin.1,
        to.0,
        to.1,
        Escaped(label)
    )
}

#[cfg(test)]
mod tests {
    use agon_roster as _;

    use super::{super::tests::grown, SearchStrip};
    use crate::{pool::Worker, words::Language};

    #[test]
    fn a_strip_has_every_position_and_every_cut_from_some_step_on() {
        let tree = grown("tic-tac-toe", "alpha-beta(depth=1)");
        let (moments, nodes) = (tree.moments(), tree.search().visits.len());
        let strip = SearchStrip::of(&Worker::of_test(), tree).unwrap();
        let sentences = strip.sentences(Language::English);
        // The root, and the nine squares: each is left once.
        assert_eq!((nodes, sentences.len()), (10, 10));
        assert!(sentences.len() < moments, "{moments}");
        assert_eq!(strip.svg.matches("data-node=").count(), nodes);
        assert_eq!(strip.svg.matches("class=\"worth\"").count(), nodes);
        let from = strip.svg.split("data-from=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
        let from: Vec<usize> = from.map(|step| step.parse().unwrap()).collect();
        assert!(from.iter().all(|&step| step < sentences.len()), "{from:?}");
        assert!(strip.cuts().is_empty(), "every square is looked at");
        assert_ne!(strip.sentences(Language::Hungarian), sentences);
        assert!(!strip.svg.contains(" style="), "a strict policy allows no style");
    }
}
