//! Rules told twice: a game beside a slow referee.
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
pub trait Referee: Sized {
    /// Who acts.
    fn node(&self) -> Node;

    /// The legal moves, or the outcomes of chance, as the game writes them, in any order. None
    /// where the game is over.
    fn moves(&self) -> Vec<String>;

    /// The position after one of [`moves`](Referee::moves).
    #[must_use]
    fn after(&self, m: &str) -> Self;

    /// What `seat` gets. Asked only where the game is over.
    fn payoff(&self, seat: Seat) -> f64;
}

/// How far a game and its referee walk together.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    /// All lines of so many plies are played.
    pub depth: u32,
    /// So many random plays are played to their end.
    pub plays: u64,
}

impl Walk {
    /// Plays `start` and `referee` side by side, and compares at every position who acts, the
    /// moves as they are written, and what the seats get in the end. Then `compare` is called,
    /// which may demand more: texts, estimates, hints.
    ///
    /// # Errors
    ///
    /// Where the two differ first.
    pub fn compare<P: Position, R: Referee>(
        self,
        start: &P,
        referee: &R,
        mut compare: impl FnMut(&P, &R),
    ) -> Result<(), Box<Violation>> {
        let mut compare = |position: &P, referee: &R| {
            let moves = agree(position, referee)?;
            compare(position, referee);
            Ok(moves)
        };
        below(start, referee, self.depth, &mut Vec::new(), &mut compare)
            .map_err(|(line, found)| violation(start, &line, found))?;
        for play in 0..self.plays {
            let mut stream = Seed(play).stream(0);
            let mut line = Vec::new();
            let mut position = start.clone();
            let mut slow = None;
            loop {
                let referee = slow.as_ref().unwrap_or(referee);
                compare(&position, referee).map_err(|found| violation(start, &line, found))?;
                if position.node() == Node::Terminal {
                    break;
                }
                let m = position.draw_move(&mut stream);
                slow = Some(referee.after(&notation(&position, m)));
                position.play(m);
                line.push(m);
            }
        }
        Ok(())
    }
}

/// Compares all lines of `depth` plies from here on. `Err` is the line that led to a difference,
/// and what it is.
fn below<P: Position, R: Referee>(
    position: &P,
    referee: &R,
    depth: u32,
    line: &mut Vec<P::Move>,
    compare: &mut impl FnMut(&P, &R) -> Result<Vec<(P::Move, String)>, String>,
) -> Result<(), (Vec<P::Move>, String)> {
    let moves = compare(position, referee).map_err(|found| (line.clone(), found))?;
    if depth == 0 {
        return Ok(());
    }
    for (m, written) in moves {
        line.push(m);
        below(&after(position, m), &referee.after(&written), depth - 1, line, compare)?;
        line.pop();
    }
    Ok(())
}

/// The moves of both, and how they are written; or in what they differ.
fn agree<P: Position, R: Referee>(
    position: &P,
    referee: &R,
) -> Result<Vec<(P::Move, String)>, String> {
    let (node, expected) = (position.node(), referee.node());
    if node != expected {
        return Err(format!("{node:?}, by the referee {expected:?}"));
    }
    if node == Node::Terminal {
        for seat in Seat::all(position.facts().seats) {
            let (payoff, expected) = (position.payoff(seat), referee.payoff(seat));
            if 1e-12 < (payoff - expected).abs() {
                return Err(format!("{payoff} for {seat}, by the referee {expected}"));
            }
        }
    }
    let moves: Vec<_> =
        all_moves(position).into_iter().map(|m| (m, notation(position, m))).collect();
    let mut written: Vec<&str> = moves.iter().map(|(_, written)| &**written).collect();
    let mut expected = referee.moves();
    written.sort_unstable();
    expected.sort_unstable();
    if written != expected {
        return Err(format!("moves {written:?}, by the referee {expected:?}"));
    }
    Ok(moves)
}

fn violation<P: Position>(start: &P, line: &[P::Move], found: String) -> Violation {
    let there = line.iter().fold(start.clone(), |here, &m| after(&here, m));
    Violation {
        game: start.to_string(),
        law: "a game is what its referee says it is".to_owned(),
        path: write_line(start, line),
        position: there.to_string(),
        debug: format!("{there:?}"),
        found,
    }
}
