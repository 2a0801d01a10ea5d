//! Rules told twice: a game beside a slow oracle.
//!
//! The [`laws`](crate::laws) find a game that contradicts itself; what its rules should be they
//! cannot know. So an author tells the rules a second time, as plainly as possible and not in the
//! way of the game (letters in a table, where the game has bits), and lets the two walk together.

use crate::{
    Node, Position, Seat, Seed, after, all_moves, laws::Violation, line::write_line, notation,
};

/// A position by rules told a second time.
///
/// See [`Game`](crate::Game) for an example.
pub trait Oracle: Sized {
    /// Who acts.
    fn node(&self) -> Node;

    /// The legal moves, or the outcomes of chance, as the game writes them, in any order. None
    /// where the game is over.
    fn moves(&self) -> Vec<String>;

    /// The position after one of [`moves`](Oracle::moves).
    #[must_use]
    fn after(&self, m: &str) -> Self;

    /// What `seat` gets. Asked only where the game is over.
    fn payoff(&self, seat: Seat) -> f64;
}

/// How far a game and its oracle walk together.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    /// All lines of so many plies are played.
    pub depth: u32,
    /// So many random plays are played to their end.
    pub plays: u64,
}

impl Walk {
    /// Plays `start` and `oracle` side by side, and compares at every position who acts, the
    /// moves as they are written, and what the seats get in the end. Then `compare` is called,
    /// which may demand more: texts, estimates, hints.
    ///
    /// # Errors
    ///
    /// Where the two differ first.
    pub fn compare<P: Position, O: Oracle>(
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

/// Compares all lines of `depth` plies from here on. `Err` is the line that led to a difference,
/// and what it is.
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

/// The moves of both, and how they are written; or in what they differ.
fn agree<P: Position, O: Oracle>(
    position: &P,
    oracle: &O,
) -> Result<Vec<(P::Move, String)>, String> {
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
    let moves: Vec<_> =
        all_moves(position).into_iter().map(|m| (m, notation(position, m))).collect();
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
