//! Certificates: what a seat is sure of, with the answers that suffice, checked against the rules alone.
//!
//! A claim says that a seat gets at least so much, whatever the others do, if it answers each position as listed. The
//! check walks all that the others and chance may do and knows nothing of how the answers were found: it shares no code
//! with any solver. [`rounds`] does the same where plays can go round, [`equilibrium`] for strategies of games that hide
//! something.

pub mod equilibrium;
pub mod rounds;

use std::collections::BTreeMap;

use agon_core::{AnyMove, AnyPosition, Node, Position, Seat, TextError, after, all_moves};
use thiserror::Error;

/// What a seat is sure of.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The seat.
    pub seat: Seat,
    /// What it gets at least: with chance, on average.
    pub least: f64,
    /// What it answers to each position that it can meet.
    pub answers: Vec<Answer>,
}

/// What a seat answers to one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The position, as the game writes it.
    pub position: String,
    /// The move.
    pub r#move: String,
}

/// Why a claim does not hold, or is not shown by its answers. Answers are counted from 0.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Refused {
    /// An answer is to no position.
    #[error("{error}")]
    Position {
        /// Which answer.
        answer: usize,
        /// What is wrong.
        error: TextError,
    },
    /// An answer is no move.
    #[error("`{text}` is no move of `{position}`")]
    Move {
        /// Which answer.
        answer: usize,
        /// The move.
        text: String,
        /// The position.
        position: String,
    },
    /// Two answers are to one position.
    #[error("`{position}` has an answer already")]
    Twice {
        /// Which answer.
        answer: usize,
        /// The position.
        position: String,
    },
    /// An answer is to a position that no play reaches.
    #[error("no play comes to `{position}`")]
    Unreached {
        /// Which answer.
        answer: usize,
        /// The position.
        position: String,
    },
    /// A position of the seat has no answer.
    #[error("`{0}` has no answer")]
    Missing(String),
    /// Plays can go round.
    #[error("a play that comes to `{0}` need not end")]
    Circle(String),
    /// A position is over, or has other moves, by what came before it.
    #[error("what may happen at `{0}` depends on what came before it")]
    Past(String),
    /// A position is worth less by what may follow.
    #[error("`{position}` is worth {found} by what may follow, not {least}")]
    Step {
        /// Which answer.
        answer: usize,
        /// The position.
        position: String,
        /// What it is worth.
        found: f64,
        /// What is claimed.
        least: f64,
    },
    /// The answers are worth less.
    #[error("the answers are worth {found}, not {least}")]
    Less {
        /// What they are worth.
        found: f64,
        /// What is claimed.
        least: f64,
    },
    /// There are more positions than may be walked.
    #[error("more than {0} positions are in reach")]
    TooMany(usize),
}

impl Refused {
    /// The answer that it is about, if it is about one.
    pub fn answer(&self) -> Option<usize> {
        match self {
            Refused::Position { answer, .. }
            | Refused::Move { answer, .. }
            | Refused::Twice { answer, .. }
            | Refused::Step { answer, .. }
            | Refused::Unreached { answer, .. } => Some(*answer),
            _ => None,
        }
    }
}

/// Checks a claim from `start` on, walking at most so many positions; how many it walked.
///
/// With chance what answers are worth is rounded down at each step, so that it is never too much.
///
/// # Errors
///
/// Why the claim is refused.
pub fn check_claim(start: &AnyPosition, claim: &Claim, most: usize) -> Result<usize, Refused> {
    let mut check = Check { claim, answers: BTreeMap::new(), known: BTreeMap::new(), count: 0, most };
    check.read(start)?;
    let found = check.walk(start)?;
    if found.is_nan() || found < claim.least {
        return Err(Refused::Less { found, least: claim.least });
    }
    match check.answers.values().flatten().find(|answer| !answer.is_used) {
        Some(answer) => Err(Refused::Unreached { answer: answer.number, position: answer.here.to_string() }),
        None => Ok(check.count),
    }
}

struct ReadAnswer {
    number: usize,
    here: AnyPosition,
    m: AnyMove,
    is_used: bool,
}

/// A position whose moves are being walked.
struct Frame {
    here: AnyPosition,
    node: Node,
    moves: Vec<AnyMove>,
    next: usize,
    /// What is known of its worth so far: the least, or the sum of what is drawn.
    worth: f64,
}

struct Check<'a> {
    claim: &'a Claim,
    /// By the keys of their positions.
    answers: BTreeMap<u64, Vec<ReadAnswer>>,
    /// What positions are worth by the answers; no number while a play is there.
    known: BTreeMap<u64, Vec<(AnyPosition, f64)>>,
    count: usize,
    most: usize,
}

impl Check<'_> {
    fn read(&mut self, start: &AnyPosition) -> Result<(), Refused> {
        for (number, Answer { position, r#move }) in self.claim.answers.iter().enumerate() {
            let here = start.parse(position).map_err(|error| Refused::Position { answer: number, error })?;
            let is_own = here.node() == Node::Decision(self.claim.seat);
            let m = here.parse_move(r#move).filter(|&m| is_own && here.is_legal(m));
            let no_move = || Refused::Move { answer: number, text: r#move.clone(), position: position.clone() };
            let m = m.ok_or_else(no_move)?;
            let same = self.answers.entry(here.key()).or_default();
            if same.iter().any(|answer| answer.here == here) {
                return Err(Refused::Twice { answer: number, position: position.clone() });
            }
            same.push(ReadAnswer { number, here, m, is_used: false });
        }
        Ok(())
    }

    /// What the answers are worth from `start` on.
    fn walk(&mut self, start: &AnyPosition) -> Result<f64, Refused> {
        let mut line = vec![self.frame(start.clone())?];
        loop {
            let frame = line.last_mut().expect("the start is left last");
            if let Some(&m) = frame.moves.get(frame.next) {
                let next = after(&frame.here, m);
                match self.worth_of(&next) {
                    None => line.push(self.frame(next)?),
                    Some(worth) if worth.is_nan() => return Err(Refused::Circle(next.to_string())),
                    Some(worth) => frame.take(worth),
                }
                continue;
            }
            let done = line.pop().expect("there is one").settled(self.claim.seat);
            let known = self.known.get_mut(&done.0.key()).expect("it was begun");
            known.iter_mut().filter(|one| one.0 == done.0).for_each(|one| one.1 = done.1);
            match line.last_mut() {
                Some(frame) => frame.take(done.1),
                None => return Ok(done.1),
            }
        }
    }

    /// The worth of a position that was begun.
    fn worth_of(&self, here: &AnyPosition) -> Option<f64> {
        self.known.get(&here.key())?.iter().find(|one| one.0 == *here).map(|one| one.1)
    }

    /// Begins a position: all moves of the others and of chance, and the answer of the seat.
    fn frame(&mut self, here: AnyPosition) -> Result<Frame, Refused> {
        self.count += 1;
        if self.most < self.count {
            return Err(Refused::TooMany(self.most));
        }
        self.known.entry(here.key()).or_default().push((here.clone(), f64::NAN));
        let node = here.node();
        let moves = match node {
            Node::Terminal => Vec::new(),
            Node::Decision(seat) if seat == self.claim.seat => {
                let same = self.answers.get_mut(&here.key()).into_iter().flatten().find(|answer| answer.here == here);
                let answer = same.ok_or_else(|| Refused::Missing(here.to_string()))?;
                answer.is_used = true;
                vec![answer.m]
            }
            _ => all_moves(&here),
        };
        let worth = if node == Node::Chance { 0.0 } else { f64::INFINITY };
        Ok(Frame { here, node, moves, next: 0, worth })
    }
}

impl Frame {
    /// Takes in what the next move is worth.
    fn take(&mut self, worth: f64) {
        let m = self.moves[self.next];
        self.next += 1;
        if self.node == Node::Chance {
            let weighted = (f64::from(self.here.weight(m)) * worth).next_down();
            self.worth = (self.worth + weighted).next_down();
        } else {
            self.worth = self.worth.min(worth);
        }
    }

    /// The position, and its worth to the seat, once all its moves are known.
    fn settled(self, seat: Seat) -> (AnyPosition, f64) {
        let worth = match self.node {
            Node::Terminal => self.here.payoff(seat),
            Node::Chance => {
                let total: f64 = self.moves.iter().map(|&m| f64::from(self.here.weight(m))).sum();
                (self.worth / total).next_down()
            }
            Node::Decision(_) => self.worth,
        };
        (self.here, worth)
    }
}
