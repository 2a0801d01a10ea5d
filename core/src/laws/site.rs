//! A position where laws are checked, and how the walk came there.

use std::ops::ControlFlow;

use super::{calm::calm, violation::Violation};
use crate::{AnyMove, AnyPosition, Facts, Heuristic, Node, Position, Seat, Sum, after, notation};

/// To try a move may mean to visit all of them, and to read one, to write them all. So of more moves
/// than this a sample is tried at each position.
const MANY: usize = 240;

/// About how many moves a sample has.
pub(super) const SAMPLE: usize = 60;

/// What [`step`](Site::step) checks.
pub(super) const PLAYED: &str =
    "a legal move is played, and those after it listed, without a panic";

/// A law of [`Position`], with its check at one position.
pub struct Law {
    /// The law, as a sentence.
    pub sentence: &'static str,
    /// Checks it: `Err` says what was found instead.
    pub check: fn(&Site) -> Result<(), String>,
}

/// A position where laws are checked, and how the walk came here.
pub struct Site {
    /// The initial position.
    pub start: AnyPosition,
    /// The position.
    pub here: AnyPosition,
    /// Its moves, as it visits them.
    pub moves: Vec<AnyMove>,
    /// The moves that led here.
    pub path: Vec<AnyMove>,
    /// The same position, reached while every heuristic in turn was kept up to date.
    pub kept: Vec<AnyPosition>,
}

impl Site {
    /// The initial position.
    pub(super) fn start(start: &AnyPosition) -> Site {
        let keep = |index| {
            let mut kept = start.clone();
            kept.keep(Some(Heuristic(index as u8)));
            kept
        };
        let kept = (0..start.heuristics().len()).map(keep).collect();
        Site::at(start.clone(), start.clone(), Vec::new(), kept)
    }

    pub(super) fn at(
        start: AnyPosition,
        here: AnyPosition,
        path: Vec<AnyMove>,
        kept: Vec<AnyPosition>,
    ) -> Site {
        let moves = listed(|visit| here.each_move(visit));
        Site { start, here, moves, path, kept }
    }

    pub(super) fn after(&self, m: AnyMove) -> Site {
        let here = after(&self.here, m);
        let mut path = self.path.clone();
        path.push(m);
        let mut kept = self.kept.clone();
        for position in &mut kept {
            position.play(m);
        }
        Site::at(self.start.clone(), here, path, kept)
    }

    pub(super) fn broken(&self, game: &str, law: &str, found: &str) -> Result<(), Box<Violation>> {
        let found = found.to_owned();
        Err(Violation::at((game, law), [&self.start, &self.here], &self.path, found))
    }

    /// The position after `m`, which is legal.
    ///
    /// # Errors
    ///
    /// What it panics with there.
    pub(super) fn step(&self, game: &str, m: AnyMove) -> Result<Site, Box<Violation>> {
        calm(|| self.after(m)).map_err(|found| {
            let law = (game, PLAYED);
            Violation::at(law, [&self.start, &self.here], &self.path, format!("{m}: {found}"))
        })
    }

    pub(super) fn facts(&self) -> Facts {
        self.here.facts()
    }

    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.facts().seats)
    }

    /// The moves that are tried one by one, with their numbers: all of them, or of very many a sample,
    /// another one at every ply.
    pub(super) fn tried(&self) -> impl Iterator<Item = (usize, AnyMove)> {
        let (apart, first) = (self.apart(), self.path.len() % self.apart());
        self.moves.iter().copied().enumerate().skip(first).step_by(apart)
    }

    /// How far those are from each other.
    pub(super) fn apart(&self) -> usize {
        if self.moves.len() <= MANY { 1 } else { self.moves.len().div_ceil(SAMPLE) }
    }

    /// The moves that suffice; at a chance node all outcomes.
    pub(super) fn sufficient(&self) -> Vec<AnyMove> {
        match self.here.node() {
            Node::Decision(_) => listed(|visit| self.here.each_sufficient(visit)),
            Node::Chance | Node::Terminal => self.moves.clone(),
        }
    }

    /// [`name`] here.
    pub(super) fn name(&self, m: AnyMove) -> String {
        name(&self.here, m)
    }

    /// [`names`] here.
    pub(super) fn names(&self, moves: &[AnyMove]) -> String {
        names(&self.here, moves)
    }

    /// Whether payoffs or estimates of all seats are finite, in bounds, and add up.
    pub(super) fn adds_up(&self, what: &str, of: impl Fn(Seat) -> f64) -> Result<(), String> {
        let facts = self.facts();
        let mut sum = 0.0;
        for seat in self.seats() {
            let value = of(seat);
            let (min, max) = (facts.min_payoff, facts.max_payoff);
            demand((min..=max).contains(&value), || {
                format!("{what} {value} for {seat}, outside {min}..={max}")
            })?;
            sum += value;
        }
        let expected = match facts.sum {
            Sum::Zero => 0.0,
            Sum::Constant(constant) => constant,
            Sum::General => return Ok(()),
        };
        demand((sum - expected).abs() < 1e-9, || format!("{what}s that add up to {sum}"))
    }
}

/// A move that `position` lists as people write it, with its code; any other by its code alone.
pub(super) fn name(position: &AnyPosition, m: AnyMove) -> String {
    if listed(|visit| position.each_move(visit)).contains(&m) {
        format!("{} ({m})", notation(position, m))
    } else {
        m.to_string()
    }
}

/// Moves as people write them.
pub(super) fn names(position: &AnyPosition, moves: &[AnyMove]) -> String {
    if moves.is_empty() {
        return "none".to_owned();
    }
    moves.iter().map(|&m| name(position, m)).collect::<Vec<_>>().join(", ")
}

/// The moves that are visited, in that order.
pub(super) fn listed(
    each: impl FnOnce(&mut dyn FnMut(AnyMove) -> ControlFlow<()>) -> ControlFlow<()>,
) -> Vec<AnyMove> {
    let mut moves = Vec::new();
    let _ = each(&mut |m| {
        moves.push(m);
        ControlFlow::Continue(())
    });
    moves
}

pub(super) fn demand(holds: bool, found: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(found()) }
}
