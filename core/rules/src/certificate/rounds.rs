//! Certificates where plays can go round: what each position is worth to a seat, at least, by its answers.
//!
//! Positions that differ in their [past](Position::present_key) only are one, so a rule that ends long plays is none here,
//! and a play without an end is worth what [`endless`] says. Each worth has to follow from those one ply on, and where it
//! is more than a play without an end, plays have to end or to fall below that: with chance sooner or later, whatever the
//! others do. Then the worths are what the seat is sure of, on average: along every play they never fall in the mean, and
//! where the play goes on for ever they come down to what that is worth.

use std::collections::{BTreeMap, VecDeque};

use agon_core::{AnyPosition, Facts, Node, Position, Seat, Sum, after, all_moves};

use super::Refused;

/// What a seat is sure of where plays can go round.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundClaim {
    /// The seat.
    pub seat: Seat,
    /// What it gets at least: with chance, on average.
    pub least: f64,
    /// The positions that it can meet, and those of the others and of chance between them.
    pub worths: Vec<Worth>,
}

/// What a position is worth to the seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// The position, as the game writes it, with any past.
    pub position: String,
    /// The answer, where the seat acts.
    pub r#move: Option<String>,
    /// What it is worth at least: with chance, on average.
    pub least: f64,
}

/// What a play without an end is worth to each seat: no gain for either of two, else the least payoff.
pub fn endless(facts: &Facts) -> f64 {
    match facts.sum {
        Sum::Zero if facts.seats == 2 => 0.0,
        Sum::Constant(sum) if facts.seats == 2 => sum / 2.0,
        _ => facts.min_payoff,
    }
}

/// Checks a claim from `start` on: every position that can be met is one of its worths.
///
/// With chance what follows is rounded down at each step, so that it is never too much.
///
/// # Errors
///
/// Why the claim is refused.
pub fn check_rounds(start: &AnyPosition, claim: &RoundClaim) -> Result<(), Refused> {
    let mut check = Check::of(start, claim)?;
    let found = check.walk(start)?;
    if !(claim.least..).contains(&found) {
        return Err(Refused::Less { found, least: claim.least });
    }
    let unmet = check.places.iter().position(|place| place.turn.is_none());
    if let Some(answer) = unmet {
        return Err(Refused::Unreached { answer, position: claim.worths[answer].position.clone() });
    }
    check.ends(endless(&start.facts()))
}

/// A position of the claim.
#[derive(Default)]
struct Place {
    /// Who acts there, and the number of moves, once a play has come to it.
    turn: Option<(Node, usize)>,
    /// Whether something that may happen there ends the play.
    ends: bool,
    /// The places that it leads to.
    next: Vec<usize>,
}

struct Check<'a> {
    claim: &'a RoundClaim,
    /// One for each worth.
    places: Vec<Place>,
    by_key: BTreeMap<u64, usize>,
    /// Positions that were met, as they were first, whose moves are to be walked.
    waiting: VecDeque<(AnyPosition, usize)>,
}

impl<'a> Check<'a> {
    fn of(start: &AnyPosition, claim: &'a RoundClaim) -> Result<Check<'a>, Refused> {
        let mut by_key = BTreeMap::new();
        for (answer, Worth { position, .. }) in claim.worths.iter().enumerate() {
            let here = start.parse(position).map_err(|error| Refused::Position { answer, error })?;
            if by_key.insert(here.present_key(), answer).is_some() {
                return Err(Refused::Twice { answer, position: position.clone() });
            }
        }
        let places = claim.worths.iter().map(|_| Place::default()).collect();
        Ok(Check { claim, places, by_key, waiting: VecDeque::new() })
    }

    /// Walks all that can be met, the nearest first, and holds each worth against those one ply on; what `start` is worth.
    fn walk(&mut self, start: &AnyPosition) -> Result<f64, Refused> {
        let worth = self.arrive(None, start.clone())?;
        while let Some((here, number)) = self.waiting.pop_front() {
            let Worth { position, r#move, least } = &self.claim.worths[number];
            let node = here.node();
            let no_move =
                |text: &String| Refused::Move { answer: number, text: text.clone(), position: position.clone() };
            let moves = match r#move {
                Some(text) => {
                    let m = here.parse_move(text).filter(|&m| here.is_legal(m));
                    vec![m.filter(|_| node == Node::Decision(self.claim.seat)).ok_or_else(|| no_move(text))?]
                }
                None if node == Node::Decision(self.claim.seat) => return Err(Refused::Missing(position.clone())),
                None => all_moves(&here),
            };
            let (mut found, mut total) = (if node == Node::Chance { 0.0 } else { f64::INFINITY }, 0.0);
            for m in moves {
                let one = self.arrive(Some(number), after(&here, m))?;
                if node == Node::Chance {
                    let weight = f64::from(here.weight(m));
                    found = (found + (weight * one).next_down()).next_down();
                    total += weight;
                } else {
                    found = found.min(one);
                }
            }
            if node == Node::Chance {
                found = (found / total).next_down();
            }
            if !(*least..).contains(&found) {
                return Err(Refused::Step { answer: number, position: position.clone(), found, least: *least });
            }
        }
        Ok(worth)
    }

    /// What a position is worth that is met at the start, or after something that happens at the place `from`.
    fn arrive(&mut self, from: Option<usize>, here: AnyPosition) -> Result<f64, Refused> {
        let listed = self.by_key.get(&here.present_key());
        let node = here.node();
        let Some(&number) = listed else {
            if node != Node::Terminal {
                return Err(Refused::Missing(here.to_string()));
            }
            if let Some(from) = from {
                self.places[from].ends = true;
            }
            return Ok(here.payoff(self.claim.seat));
        };
        if let Some(from) = from {
            self.places[from].next.push(number);
        }
        let place = &mut self.places[number];
        let turn = (node, here.count());
        if node == Node::Terminal || place.turn.is_some_and(|known| known != turn) {
            return Err(Refused::Past(here.to_string()));
        }
        if place.turn.replace(turn).is_none() {
            self.waiting.push_back((here, number));
        }
        Ok(self.claim.worths[number].least)
    }

    /// Whether plays end, or come to what is worth no more than one without an end, wherever they are.
    fn ends(&self, endless: f64) -> Result<(), Refused> {
        let mut is_sure: Vec<bool> = self.claim.worths.iter().map(|worth| worth.least <= endless).collect();
        loop {
            let mut is_done = true;
            // The last are the farthest from the start: mostly what others lead to.
            for (number, place) in self.places.iter().enumerate().rev() {
                let mut next = place.next.iter().map(|&next| is_sure[next]);
                let is_now = match place.turn {
                    Some((Node::Chance, _)) => place.ends || next.any(|is_sure| is_sure),
                    _ => next.all(|is_sure| is_sure),
                };
                if is_now && !is_sure[number] {
                    (is_sure[number], is_done) = (true, false);
                }
            }
            if is_done {
                break;
            }
        }
        match is_sure.iter().position(|is_sure| !is_sure) {
            Some(number) => Err(Refused::Circle(self.claim.worths[number].position.clone())),
            None => Ok(()),
        }
    }
}
