//! Rules told twice: a game beside a slow oracle.
//!
//! The [`laws`](crate::laws) find a game that contradicts itself; what its rules should be they
//! cannot know. So an author tells the rules a second time, as plainly as possible and not in the
//! way of the game (letters in a table, where the game has bits), and lets the two walk together.

use std::ops::ControlFlow;

use crate::{
    AnyMove, AnyPosition, Eye, Heuristic, Node, Position, Seat, Seed, after, all_moves,
    laws::Violation, line::write_line, notation, view,
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

    /// What `eye` sees, in a game where something is hidden, as the game writes it. What isn't told is not
    /// compared.
    fn view(&self, eye: Eye) -> Option<String> {
        let _ = eye;
        None
    }
}

/// How far a game and its oracle walk together.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    /// All lines of this many plies are played.
    pub depth: u32,
    /// This many random plays are played to their end.
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

/// Plays two [bodies](crate::Game::open) of one game side by side, `plays` times at random, and
/// compares all that is asked of a position: whatever plays, nobody must be able to tell.
///
/// # Errors
///
/// Where the two differ first.
pub fn twins(one: &AnyPosition, other: &AnyPosition, plays: u64) -> Result<(), Box<Violation>> {
    for play in 0..plays {
        let mut stream = Seed(play).stream(0);
        let (mut here, mut there, mut line) = (one.clone(), other.clone(), Vec::new());
        loop {
            if let Some((asked, here, there)) = told_apart(&here, &there) {
                let found = format!("{asked}: {here}; of its twin {there}");
                return Err(Box::new(violation(one, &line, found)));
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

/// What was asked, and the two answers, where they differ.
fn told_apart(one: &AnyPosition, other: &AnyPosition) -> Option<(&'static str, String, String)> {
    let (ours, theirs) = (answers(one), answers(other));
    let mut both = ours.into_iter().zip(theirs);
    both.find(|(one, other)| one != other).map(|((asked, one), (_, other))| (asked, one, other))
}

/// What is called with every move.
type VisitMove<'a> = &'a mut dyn FnMut(AnyMove) -> ControlFlow<()>;

/// The moves that `each` visits.
fn list(each: impl FnOnce(VisitMove<'_>) -> ControlFlow<()>) -> String {
    let mut list = Vec::new();
    let _ = each(&mut |m| {
        list.push(m);
        ControlFlow::Continue(())
    });
    format!("{list:?}")
}

/// All that is asked of a position, and its answers.
fn answers(position: &AnyPosition) -> Vec<(&'static str, String)> {
    let facts = position.facts();
    let seats = || Seat::all(facts.seats);
    let read = position.parse(&position.to_string());
    let images = (0..position.symmetries()).map(|s| position.image(s).to_string());
    let mut answers = vec![
        ("facts", format!("{facts:?}")),
        ("node", position.node().to_string()),
        ("text", position.to_string()),
        ("drawing", position.drawing()),
        ("picture", format!("{:?}", position.picture())),
        ("key", format!("{} {}", position.key(), position.present_key())),
        (
            "views",
            Eye::all(facts.seats).map(|eye| view(position, eye)).collect::<Vec<_>>().join("; "),
        ),
        ("is read as itself", (read.as_ref() == Ok(position)).to_string()),
        ("images", images.collect::<Vec<_>>().join(" ")),
        ("moves", list(|visit| position.each_move(visit))),
        ("count", position.count().to_string()),
    ];
    if position.node() == Node::Terminal {
        let payoffs: Vec<f64> = seats().map(|seat| position.payoff(seat)).collect();
        answers.push(("payoffs", format!("{payoffs:?}")));
        return answers;
    }
    answers.extend([
        ("relevant moves", list(|visit| position.each_relevant(visit))),
        ("sufficient moves", list(|visit| position.each_sufficient(visit))),
        ("forcing moves", list(|visit| position.each_forcing(visit))),
        ("is forced", position.is_forced().to_string()),
        ("outcomes look alike", position.outcomes_look_alike().to_string()),
    ]);
    for (index, named) in (0..).zip(position.heuristics()) {
        let estimates = seats().map(|seat| position.estimate(Heuristic(index), seat));
        let parts = position.parts(Heuristic(index));
        let estimates = estimates.collect::<Vec<_>>();
        answers.push((named.name, format!("{estimates:?} {parts:?}")));
    }
    for seat in seats() {
        let mut values = Vec::new();
        position.feature_values(seat, &mut values);
        answers.push(("features", format!("{values:?}")));
    }
    for (n, m) in all_moves(position).into_iter().enumerate() {
        let told = (notation(position, m), position.hint(m), position.is_forcing(m));
        let drawn = (position.nth(n), position.is_legal(m), position.aim(m));
        answers.push(("of a move", format!("{told:?} {drawn:?}")));
    }
    answers
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
    for eye in Eye::all(position.facts().seats) {
        let Some(expected) = oracle.view(eye) else { continue };
        let seen = view(position, eye);
        if seen != expected {
            return Err(format!("{eye} sees {seen}; by the oracle {expected}"));
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
