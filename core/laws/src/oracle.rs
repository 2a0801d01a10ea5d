//! Comparing a game with a slow oracle: a second, independent statement of its rules.
//!
//! The [laws](crate) detect a game that contradicts itself, but cannot know its rules. So
//! an author states the rules a second time, as plainly as possible and in a different way (letters
//! in a table, if the game uses bits), and compares both along random plays.

mod answers;

use agon_core::{AnyPosition, Eye, Node, Position, Seat, Seed, after, all_moves, line::write_line, notation, view};

use self::answers::told_apart;
use crate::{
    Violation,
    mutants::planted::{grown, mutant_of},
};

/// A position by a second, independent statement of the rules.
///
/// See [`Game`](agon_core::Game) for an example.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an oracle",
    label = "no `impl Oracle` for this type",
    note = "write `node`, `moves`, `after` and `payoff`: the rules a second time, in another way"
)]
pub trait Oracle: Sized {
    /// Who acts.
    fn node(&self) -> Node;

    /// The legal moves, or the outcomes of chance, in the game's notation and in any order. Empty
    /// if the game is over.
    fn moves(&self) -> Vec<String>;

    /// The position after one of [`moves`](Oracle::moves).
    #[must_use]
    fn after(&self, m: &str) -> Self;

    /// The payoff of `seat`. Called only when the game is over.
    fn payoff(&self, seat: Seat) -> f64;

    /// In a game with hidden information, the view of `eye` as the game writes it; `None` to compare no views.
    fn view(&self, eye: Eye) -> Option<String> {
        let _ = eye;
        None
    }
}

/// The extent of a comparison of a game with its oracle.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    /// All lines of this many plies are played.
    pub depth: u32,
    /// This many random plays are played to their end.
    pub plays: u64,
}

impl Walk {
    /// Plays `start` and `oracle` side by side, and compares at every position who acts, the moves
    /// in notation, and the payoffs at the end. It then calls `compare`, which may check more:
    /// texts, estimates, hints.
    ///
    /// # Errors
    ///
    /// The first difference.
    pub fn compare<P: Position, O: Oracle>(
        self,
        start: &P,
        oracle: &O,
        mut compare: impl FnMut(&P, &O),
    ) -> Result<(), Box<Violation>> {
        match mutant_of(start) {
            Some(mutant) => self.walk(&mutant, oracle, |here, oracle| compare(here.here(), oracle)),
            None => self.walk(start, oracle, compare),
        }
    }

    fn walk<P: Position, O: Oracle>(
        self,
        start: &P,
        oracle: &O,
        mut compare: impl FnMut(&P, &O),
    ) -> Result<(), Box<Violation>> {
        let mut compare = |position: &P, oracle: &O| {
            let moves = agree(position, oracle)?;
            compare(position, oracle);
            Ok(moves)
        };
        below(start, oracle, self.depth, &mut Vec::new(), &mut compare)
            .map_err(|(line, found)| violation(start, &line, found))?;
        for play in 0..self.plays {
            let mut stream = Seed(play).stream(0);
            let mut line = Vec::new();
            let mut position = start.clone();
            let mut slow = None;
            loop {
                let oracle = slow.as_ref().unwrap_or(oracle);
                compare(&position, oracle).map_err(|found| violation(start, &line, found))?;
                if position.node() == Node::Terminal {
                    break;
                }
                let m = position.draw_move(&mut stream);
                slow = Some(oracle.after(&notation(&position, m)));
                position.play(m);
                line.push(m);
            }
        }
        Ok(())
    }
}

/// Plays two [bodies](agon_core::Game::open) of one game side by side, `plays` times at random, and
/// compares every answer a position can give: no player may be able to distinguish them.
///
/// # Errors
///
/// The first difference.
pub fn twins(one: &AnyPosition, other: &AnyPosition, plays: u64) -> Result<(), Box<Violation>> {
    twins_within(&grown(one.clone()), other, plays, u64::MAX)
}

/// As [`twins`], at so many positions at most.
///
/// # Errors
///
/// The first difference.
pub fn twins_within(one: &AnyPosition, other: &AnyPosition, plays: u64, positions: u64) -> Result<(), Box<Violation>> {
    let mut left = positions;
    for play in 0..plays {
        let mut stream = Seed(play).stream(0);
        let (mut here, mut there, mut line) = (one.clone(), other.clone(), Vec::new());
        loop {
            let seed = Seed(play * 1_000_000 + line.len() as u64);
            if let Some((asked, here, there)) = told_apart(&here, &there, seed) {
                let found = format!("{asked}: {here}; of its twin {there}");
                return Err(Box::new(violation(one, &line, found)));
            }
            left -= 1;
            if left == 0 {
                return Ok(());
            }
            if here.node() == Node::Terminal {
                break;
            }
            let m = here.draw_move(&mut stream);
            (here, there) = (after(&here, m), after(&there, m));
            line.push(m);
        }
    }
    Ok(())
}

/// Compares all lines of `depth` plies from here on. `Err` is the line that led to a difference,
/// and the difference.
fn below<P: Position, O: Oracle>(
    position: &P,
    oracle: &O,
    depth: u32,
    line: &mut Vec<P::Move>,
    compare: &mut impl FnMut(&P, &O) -> Result<Vec<(P::Move, String)>, String>,
) -> Result<(), (Vec<P::Move>, String)> {
    let moves = compare(position, oracle).map_err(|found| (line.clone(), found))?;
    if depth == 0 {
        return Ok(());
    }
    for (m, written) in moves {
        line.push(m);
        below(&after(position, m), &oracle.after(&written), depth - 1, line, compare)?;
        line.pop();
    }
    Ok(())
}

/// The moves, if both list the same ones in the same notation; otherwise the difference.
fn agree<P: Position, O: Oracle>(position: &P, oracle: &O) -> Result<Vec<(P::Move, String)>, String> {
    let (node, expected) = (position.node(), oracle.node());
    if node != expected {
        return Err(format!("{node}; by the oracle {expected}"));
    }
    if node == Node::Terminal {
        for seat in Seat::all(position.facts().seats) {
            let (payoff, expected) = (position.payoff(seat), oracle.payoff(seat));
            if 1e-12 < (payoff - expected).abs() {
                return Err(format!("{payoff} for {seat}, by the oracle {expected}"));
            }
        }
    }
    for eye in Eye::all(position.facts().seats) {
        let Some(expected) = oracle.view(eye) else { continue };
        let seen = view(position, eye);
        if seen != expected {
            return Err(format!("{eye} sees {seen}; by the oracle {expected}"));
        }
    }
    let moves: Vec<_> = all_moves(position).into_iter().map(|m| (m, notation(position, m))).collect();
    let mut written: Vec<&str> = moves.iter().map(|(_, written)| &**written).collect();
    let mut expected = oracle.moves();
    written.sort_unstable();
    expected.sort_unstable();
    if written != expected {
        let (written, expected) = (written.join(", "), expected.join(", "));
        return Err(format!("moves {written}; by the oracle {expected}"));
    }
    Ok(moves)
}

fn violation<P: Position>(start: &P, line: &[P::Move], found: String) -> Violation {
    let there = line.iter().fold(start.clone(), |here, &m| after(&here, m));
    Violation {
        game: start.to_string(),
        law: "a game is what its oracle says it is".to_owned(),
        path: write_line(start, line),
        position: there.to_string(),
        debug: format!("{there:?}"),
        found,
    }
}
