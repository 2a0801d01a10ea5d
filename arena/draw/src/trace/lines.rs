//! A search as lines of data, written as positions are left: only the line from the root is stored, however many
//! positions there are.

use agon_core::{AnyMove, AnyPosition, Entered, Left, Node, Observer, Position, Reason, Seat, all_moves, notation};
use serde::Serialize;

use super::{
    side::{self, Side},
    skipped::is_cut,
    words::{finite, manner, node, word},
};

/// Hands on every position of a search as it is left, those below before those above.
#[derive(Clone, Debug)]
pub struct LineTrace<F> {
    root: AnyPosition,
    /// The most plies below the root that are handed on.
    depth: usize,
    open: Vec<OpenLine>,
    searches: usize,
    entered: u64,
    side: Side,
    hand_on: F,
}

/// A position that was entered and not left yet.
#[derive(Clone, Debug)]
struct OpenLine {
    /// The position, unless it is too deep to be reported.
    here: Option<AnyPosition>,
    m: Option<String>,
    entered: Entered,
    is_turned: bool,
    order: u64,
    told: Vec<AnyMove>,
    skipped: Vec<SkippedLine>,
    below: u64,
}

/// A position that was left, as a line of data. Seats are counted from one; what is no number, or beyond
/// all of them, is null.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NodeLine {
    /// Which search of the root, counted from one.
    pub search: usize,
    /// When it was entered, counted from one over all searches: its number.
    pub id: u64,
    /// The number of the one before it.
    pub parent: Option<u64>,
    /// How far from the root.
    pub ply: usize,
    /// The move that leads here.
    #[serde(rename = "move")]
    pub m: Option<String>,
    /// The position.
    pub position: String,
    /// The kind of node: `decision`, `chance` or `terminal`.
    pub node: &'static str,
    /// The seat to act.
    pub seat: Option<u8>,
    /// The seat whose value is given.
    pub to: u8,
    /// The window.
    pub window: [Option<f64>; 2],
    /// How it was looked at.
    pub look: &'static str,
    /// How likely the move is taken to be.
    pub probability: Option<f64>,
    /// Its value.
    pub value: Option<f64>,
    /// How exactly.
    pub bound: &'static str,
    /// Why it was searched no further, in a word.
    pub why: &'static str,
    /// Its value for each seat, if the search computes all.
    pub payoffs: Vec<f64>,
    /// How many plays its value is the mean of.
    pub visits: Option<u64>,
    /// The iteration of the first of them.
    pub first: Option<u64>,
    /// The mean for the seat that chose it, on the scale 0 to 1.
    pub share: Option<f64>,
    /// The exploration bonus, the second summand of UCB.
    pub term: Option<f64>,
    /// The moves that were not looked at.
    pub skipped: Vec<SkippedLine>,
    /// How many positions were entered below it.
    pub below: u64,
}

/// A move that was not looked at, as data.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SkippedLine {
    /// The move.
    #[serde(rename = "move")]
    pub m: String,
    /// Why not, in a word.
    pub why: &'static str,
}

impl<F: FnMut(NodeLine)> LineTrace<F> {
    /// Passes on the positions of a player's search from `root`, down to `depth` plies.
    pub fn new(root: &AnyPosition, depth: usize, hand_on: F) -> LineTrace<F> {
        let (root, side) = (root.clone(), Side::of(root));
        LineTrace { root, depth, open: Vec::new(), searches: 0, entered: 0, side, hand_on }
    }

    /// The number of positions entered.
    pub fn entered(&self) -> u64 {
        self.entered
    }
}

impl<F: FnMut(NodeLine)> Observer for LineTrace<F> {
    fn entered(&mut self, entered: Entered) {
        self.entered += 1;
        let (mut here, mut m) = (None, None);
        let is_told = self.open.len() <= self.depth;
        match self.open.last_mut() {
            None => {
                self.searches += 1;
                here = Some(self.root.clone());
            }
            Some(above) => {
                above.told.extend(entered.by);
                let before = above.here.as_ref().filter(|_| is_told);
                if let Some(before) = before {
                    let mut after = before.clone();
                    match entered.by {
                        Some(by) => {
                            m = Some(notation(before, by));
                            after.play(by);
                        }
                        None => {
                            after.pass();
                        }
                    }
                    here = Some(after);
                }
            }
        }
        let (told, skipped) = (Vec::new(), Vec::new());
        let order = self.entered;
        let (entered, is_turned) = self.side.entered(entered);
        self.open.push(OpenLine { here, m, entered, is_turned, order, told, skipped, below: 0 });
    }

    fn left(&mut self, left: Left<'_>) {
        let Some(mut open) = self.open.pop() else { return };
        let left = if open.is_turned { side::turned(left) } else { left };
        let ply = self.open.len();
        if let Some(above) = self.open.last_mut() {
            above.below += 1 + open.below;
        }
        let Some(here) = open.here else { return };
        if is_cut(left.why) && here.node() != Node::Terminal {
            let rest = all_moves(&here).into_iter().filter(|m| !open.told.contains(m));
            let why = word(left.why);
            open.skipped.extend(rest.map(|m| SkippedLine { m: notation(&here, m), why }));
        }
        let seat = |seat: Seat| seat.0 + 1;
        (self.hand_on)(NodeLine {
            search: self.searches,
            id: open.order,
            parent: self.open.last().map(|above| above.order),
            ply,
            m: open.m,
            position: here.to_string(),
            node: node(here.node()),
            seat: match here.node() {
                Node::Decision(mover) => Some(seat(mover)),
                _ => None,
            },
            to: seat(open.entered.seat),
            window: open.entered.window.map(finite),
            look: manner(open.entered.look),
            probability: open.entered.probability,
            value: finite(left.value),
            bound: left.bound.name(),
            why: word(left.why),
            payoffs: left.payoffs.to_vec(),
            visits: left.sample.map(|sample| sample.visits),
            first: left.sample.map(|sample| sample.first),
            share: left.sample.and_then(|sample| finite(sample.share)),
            term: left.sample.and_then(|sample| finite(sample.term)),
            skipped: open.skipped,
            below: open.below,
        });
    }

    fn skipped(&mut self, m: AnyMove, why: Reason) {
        let Some(open) = self.open.last_mut() else { return };
        open.told.push(m);
        if let Some(here) = &open.here {
            open.skipped.push(SkippedLine { m: notation(here, m), why: word(why) });
        }
    }
}
