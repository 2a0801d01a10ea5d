//! A position where laws are checked, and the path to it.

use std::ops::ControlFlow;

use agon_core::{AnyMove, AnyPosition, Facts, Heuristic, Node, Position, Seat, Sum, after, notation};

use crate::{calm::calm, violation::Violation};

/// Testing a move may mean visiting all of them, and reading one, writing them all. So if there are more moves than
/// this, only a sample is tried at each position.
const MANY: usize = 240;

/// The approximate size of such a sample.
pub(super) const SAMPLE: usize = 60;

/// The law that [`step`](Site::step) checks.
pub(super) const PLAYED: &str = "a legal move is played, and those after it listed, without a panic";

/// The law that [`pays`] checks.
pub(super) const PAID: &str = "payoffs are finite, within the declared bounds, and add up as declared";

/// A law of [`Position`], with its check at one position.
pub struct Law {
    /// The law, as a sentence.
    pub sentence: &'static str,
    /// Checks it. `Err` describes what was found instead.
    pub check: fn(&Site) -> Result<(), String>,
}

/// A position where laws are checked, and the path to it.
pub struct Site {
    /// The initial position.
    pub start: AnyPosition,
    /// The position.
    pub here: AnyPosition,
    /// Its moves, in the order it visits them.
    pub moves: Vec<AnyMove>,
    /// The moves from the start.
    pub path: Vec<AnyMove>,
    /// The same position, reached with each heuristic [kept](agon_core::Position::keep) up to date in
    /// turn.
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

    pub(super) fn at(start: AnyPosition, here: AnyPosition, path: Vec<AnyMove>, kept: Vec<AnyPosition>) -> Site {
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
    /// The message, if it panics.
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

    /// The moves that are tried one by one, with their numbers: all of them, or a sample if there are very many, which
    /// changes at every ply.
    pub(super) fn tried(&self) -> impl Iterator<Item = (usize, AnyMove)> {
        let (apart, first) = (self.apart(), self.path.len() % self.apart());
        self.moves.iter().copied().enumerate().skip(first).step_by(apart)
    }

    /// The distance between their numbers.
    pub(super) fn apart(&self) -> usize {
        if self.moves.len() <= MANY { 1 } else { self.moves.len().div_ceil(SAMPLE) }
    }

    /// The sufficient moves; at a chance node, all outcomes.
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

    /// Checks that the payoffs or estimates of all seats are finite, in bounds, and add up as
    /// declared.
    pub(super) fn adds_up(&self, what: &str, of: impl Fn(Seat) -> f64) -> Result<(), String> {
        adds_up(&self.facts(), what, of)
    }
}

/// The same by these facts.
pub(super) fn adds_up(facts: &Facts, what: &str, of: impl Fn(Seat) -> f64) -> Result<(), String> {
    let mut sum = 0.0;
    for seat in Seat::all(facts.seats) {
        let value = of(seat);
        let (min, max) = (facts.min_payoff, facts.max_payoff);
        demand((min..=max).contains(&value), || format!("{what} {value} for {seat}, outside {min}..={max}"))?;
        sum += value;
    }
    let expected = match facts.sum {
        Sum::Zero => 0.0,
        Sum::Constant(constant) => constant,
        Sum::General => return Ok(()),
    };
    demand((sum - expected).abs() < 1e-9, || format!("{what}s that add up to {sum}"))
}

/// Checks the payoffs at the end of a play.
pub(super) fn pays(here: &AnyPosition) -> Result<(), String> {
    adds_up(&here.facts(), "payoff", |seat| here.payoff(seat))?;
    // Minus zero prints differently from 0, but compares equal to it.
    let is_minus_zero = |seat: &Seat| here.payoff(*seat).to_bits() == (-0.0_f64).to_bits();
    let found = Seat::all(here.facts().seats).find(is_minus_zero);
    found.map_or(Ok(()), |seat| Err(format!("payoff −0 for {seat}")))
}

/// A legal move in notation, with its code; any other by its code alone.
pub(super) fn name(position: &AnyPosition, m: AnyMove) -> String {
    if listed(|visit| position.each_move(visit)).contains(&m) {
        format!("{} ({m})", notation(position, m))
    } else {
        m.to_string()
    }
}

/// Moves in notation.
pub(super) fn names(position: &AnyPosition, moves: &[AnyMove]) -> String {
    if moves.is_empty() {
        return "none".to_owned();
    }
    moves.iter().map(|&m| name(position, m)).collect::<Vec<_>>().join(", ")
}

/// The moves visited, in their order.
pub(super) fn listed(each: impl FnOnce(&mut dyn FnMut(AnyMove) -> ControlFlow<()>) -> ControlFlow<()>) -> Vec<AnyMove> {
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
