//! A position where laws are checked, and how the walk came there.

use std::{ops::ControlFlow, panic};

use super::{LAWS, Violation};
use crate::{
    AnyMove, AnyPosition, Facts, Heuristic, Node, Position, Seat, Sum, after, line::write_line,
    notation,
};

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

    pub(super) fn check_all(&self, game: &str) -> Result<(), Box<Violation>> {
        for law in LAWS {
            if let Err(found) = calm(|| (law.check)(self)).and_then(|checked| checked) {
                self.broken(game, law.sentence, &found)?;
            }
        }
        Ok(())
    }

    pub(super) fn broken(&self, game: &str, law: &str, found: &str) -> Result<(), Box<Violation>> {
        let text = |write: &dyn Fn() -> String| calm(write).unwrap_or_else(|panic| panic);
        Err(Box::new(Violation {
            game: game.to_owned(),
            law: law.to_owned(),
            path: text(&|| write_line(&self.start, &self.path)),
            position: text(&|| self.here.to_string()),
            debug: cut(text(&|| format!("{:?}", self.here))),
            found: found.to_owned(),
        }))
    }

    /// The position after `m`, which is legal.
    ///
    /// # Errors
    ///
    /// What it panics with there.
    pub(super) fn step(&self, game: &str, m: AnyMove) -> Result<Site, Box<Violation>> {
        calm(|| self.after(m)).or_else(|found| {
            let law = "a legal move is played, and those after it listed, without a panic";
            self.broken(game, law, &format!("{m}: {found}")).map(|()| self.after(m))
        })
    }

    pub(super) fn facts(&self) -> Facts {
        self.here.facts()
    }

    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.facts().seats)
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

/// The beginning of a text that may be a whole board, bit by bit.
fn cut(mut text: String) -> String {
    if let Some((at, _)) = text.char_indices().nth(1_000) {
        text.truncate(at);
        text.push('…');
    }
    text
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

/// What `act` returns; or, if it panics, what the panic says. The panic is printed where panics
/// are printed, too.
pub(super) fn calm<T>(act: impl FnOnce() -> T) -> Result<T, String> {
    panic::catch_unwind(panic::AssertUnwindSafe(act)).map_err(|payload| {
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
        format!("a panic: {}", text.unwrap_or_default())
    })
}
