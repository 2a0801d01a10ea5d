//! Equilibria: strategies of all seats in exact fractions, with what each seat gets by them and what the seats could
//! gain by best responses, checked against the rules alone.
//!
//! All plays are walked once for the values, and once for each seat for its best response. That is found set by set, so
//! that a seat has to remember what it saw and did: where one view is met after different choices of its own, there is
//! no such response, and the claim is refused.

use std::collections::{BTreeMap, btree_map::Entry};

use agon_core::{AnyMove, AnyPosition, Eye, Node, Position, Seat, after, all_moves, notation, view};
use num_rational::BigRational;
use num_traits::ToPrimitive as _;
use thiserror::Error;

/// What a seat does where it sees something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedMoves {
    /// The seat.
    pub seat: Seat,
    /// What it sees.
    pub view: String,
    /// The common denominator.
    pub of: u64,
    /// Moves as the game writes them, each with its numerator. One that is left out is never made.
    pub moves: Vec<(String, u64)>,
}

/// What strategies are claimed to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EquilibriumClaim {
    /// What each seat gets by them, exactly.
    pub values: Vec<BigRational>,
    /// What the seats gain at most, added up, if each alone turns to its best response.
    pub nash_conv: BigRational,
    /// The strategies.
    pub sets: Vec<SharedMoves>,
}

/// What strategies are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// What each seat gets.
    pub values: Vec<BigRational>,
    /// What each seat gets by its best response to the others.
    pub best: Vec<BigRational>,
    /// The positions of all plays, each as often as it is reached.
    pub positions: usize,
}

impl Measured {
    /// What the seats gain by their best responses, added up.
    pub fn nash_conv(&self) -> BigRational {
        self.best.iter().sum::<BigRational>() - self.values.iter().sum::<BigRational>()
    }
}

/// Why such a claim does not hold. Information sets are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoEquilibrium {
    /// A set stands there twice.
    #[error("seat {}: what it does at `{view}` is said already", seat.0 + 1)]
    Twice {
        /// Which set.
        set: usize,
        /// Its seat.
        seat: Seat,
        /// What it sees.
        view: String,
    },
    /// The fractions do not add up to one.
    #[error("the moves add up to {sum} of {of}")]
    Sum {
        /// Which set.
        set: usize,
        /// The numerators.
        sum: u128,
        /// The denominator.
        of: u64,
    },
    /// A word is no move there, or stands there twice.
    #[error("`{text}` is no move at `{view}`, or is named twice")]
    Move {
        /// Which set.
        set: usize,
        /// The word.
        text: String,
        /// What the seat sees.
        view: String,
    },
    /// No play comes to a set.
    #[error("no play comes to where seat {} sees `{view}`", seat.0 + 1)]
    Unreached {
        /// Which set.
        set: usize,
        /// Its seat.
        seat: Seat,
        /// What it sees.
        view: String,
    },
    /// A set is missing.
    #[error("seat {}: what it does at `{view}` is not said", seat.0 + 1)]
    Missing {
        /// The seat.
        seat: Seat,
        /// What it sees.
        view: String,
    },
    /// The moves of a set are not the same everywhere.
    #[error("seat {}: its moves at `{view}` are not the same in each play", seat.0 + 1)]
    Unlike {
        /// The seat.
        seat: Seat,
        /// What it sees.
        view: String,
    },
    /// A seat comes to a set by different choices of its own.
    #[error("seat {} forgets: different choices of its own lead to `{view}`", seat.0 + 1)]
    Forgets {
        /// The seat.
        seat: Seat,
        /// What it sees.
        view: String,
    },
    /// Values are claimed for other seats than there are.
    #[error("values: {found} are given, and there are {seats} seats")]
    Seats {
        /// How many are given.
        found: usize,
        /// How many seats there are.
        seats: usize,
    },
    /// A seat gets something else.
    #[error("values: seat {} gets {found}, not {claimed}", seat.0 + 1)]
    Value {
        /// The seat.
        seat: Seat,
        /// What it gets.
        found: Box<BigRational>,
        /// What is claimed.
        claimed: Box<BigRational>,
    },
    /// There is more to gain.
    #[error("nash_conv: best responses gain {found}, more than {claimed}")]
    Gain {
        /// What they gain.
        found: Box<BigRational>,
        /// What is claimed.
        claimed: Box<BigRational>,
    },
    /// There are more positions than may be walked.
    #[error("all plays have more than {0} positions")]
    TooMany(usize),
}

impl NoEquilibrium {
    /// The information set that it is about, if it is about one.
    pub fn set(&self) -> Option<usize> {
        match self {
            NoEquilibrium::Twice { set, .. }
            | NoEquilibrium::Sum { set, .. }
            | NoEquilibrium::Move { set, .. }
            | NoEquilibrium::Unreached { set, .. } => Some(*set),
            _ => None,
        }
    }
}

/// The number of sixty-four bits next to a fraction.
pub fn decimal(exact: &BigRational) -> f64 {
    exact.to_f64().expect("a fraction has a number near it")
}

/// Checks a claim from `start` on, where all plays have at most so many positions; what the strategies are worth.
///
/// # Errors
///
/// Why the claim is refused.
pub fn check_equilibrium(
    start: &AnyPosition,
    claim: &EquilibriumClaim,
    most: usize,
) -> Result<Measured, NoEquilibrium> {
    let found = measure(start, &claim.sets, most)?;
    if claim.values.len() != found.values.len() {
        return Err(NoEquilibrium::Seats { found: claim.values.len(), seats: found.values.len() });
    }
    for ((seat, value), claimed) in Seat::all(start.facts().seats).zip(&found.values).zip(&claim.values) {
        if value != claimed {
            let (found, claimed) = (Box::new(value.clone()), Box::new(claimed.clone()));
            return Err(NoEquilibrium::Value { seat, found, claimed });
        }
    }
    let gain = found.nash_conv();
    if claim.nash_conv < gain {
        return Err(NoEquilibrium::Gain { found: Box::new(gain), claimed: Box::new(claim.nash_conv.clone()) });
    }
    Ok(found)
}

/// What the strategies are worth from `start` on.
///
/// # Errors
///
/// Where they are not strategies of all seats, or there are more positions than `most`.
pub fn measure(start: &AnyPosition, sets: &[SharedMoves], most: usize) -> Result<Measured, NoEquilibrium> {
    let seats = start.facts().seats;
    let mut plays = AllPlays { sets: BTreeMap::new(), count: 0, most };
    plays.read(sets)?;
    let mut values = vec![whole(0); usize::from(seats)];
    plays.spread(vec![(start.clone(), whole(1))], None, &mut |end, share| {
        for (value, seat) in values.iter_mut().zip(Seat::all(seats)) {
            *value += share * paid(end, seat);
        }
    })?;
    let positions = plays.count;
    let unmet = plays.sets.iter().filter(|(_, known)| known.met.is_none());
    if let Some(((seat, view), known)) = unmet.min_by_key(|(_, known)| known.number) {
        return Err(NoEquilibrium::Unreached { set: known.number, seat: *seat, view: view.clone() });
    }
    let best = Seat::all(seats).map(|seat| plays.best(start, seat)).collect::<Result<_, _>>()?;
    Ok(Measured { values, best, positions })
}

fn whole(number: u64) -> BigRational {
    BigRational::from_integer(number.into())
}

fn paid(end: &AnyPosition, seat: Seat) -> BigRational {
    BigRational::from_float(end.payoff(seat)).expect("payoffs are finite")
}

/// Positions, each with how likely it is to come there.
type Reached = Vec<(AnyPosition, BigRational)>;

/// A set of the strategies.
struct KnownSet<'a> {
    number: usize,
    given: &'a SharedMoves,
    /// Its moves, each with how likely it is, once a play has come there.
    met: Option<Vec<(AnyMove, BigRational)>>,
}

/// An information set of the seat that responds.
struct OwnSet {
    /// The set and the number of its move that lead here.
    above: Option<(usize, usize)>,
    positions: Reached,
    /// What each move is worth, with how likely the others and chance are to let the seat come here.
    worths: Vec<BigRational>,
}

struct AllPlays<'a> {
    sets: BTreeMap<(Seat, String), KnownSet<'a>>,
    count: usize,
    most: usize,
}

impl<'a> AllPlays<'a> {
    fn read(&mut self, sets: &'a [SharedMoves]) -> Result<(), NoEquilibrium> {
        for (number, given) in sets.iter().enumerate() {
            let (seat, view, of) = (given.seat, given.view.clone(), given.of);
            let sum = given.moves.iter().map(|(_, part)| u128::from(*part)).sum();
            if of == 0 || sum != u128::from(of) {
                return Err(NoEquilibrium::Sum { set: number, sum, of });
            }
            match self.sets.entry((seat, view)) {
                Entry::Vacant(room) => room.insert(KnownSet { number, given, met: None }),
                Entry::Occupied(known) => {
                    let (seat, view) = known.key().clone();
                    return Err(NoEquilibrium::Twice { set: number, seat, view });
                }
            };
        }
        Ok(())
    }

    /// The moves of the seat to act, each with how likely it is.
    fn moves(&mut self, here: &AnyPosition, seat: Seat) -> Result<&[(AnyMove, BigRational)], NoEquilibrium> {
        let key = (seat, view(here, Eye::Seat(seat)));
        let Some(known) = self.sets.get_mut(&key) else {
            return Err(NoEquilibrium::Missing { seat, view: key.1 });
        };
        let moves = all_moves(here);
        let found = match known.met.take() {
            None => shares(here, &moves, known)?,
            Some(found) if found.iter().map(|(m, _)| *m).eq(moves) => found,
            Some(_) => return Err(NoEquilibrium::Unlike { seat, view: key.1 }),
        };
        Ok(known.met.insert(found))
    }

    /// Goes on from these positions to the ends of all plays; where `own` is to act, to there, and these are returned.
    fn spread(
        &mut self,
        mut waiting: Reached,
        own: Option<Seat>,
        end: &mut dyn FnMut(&AnyPosition, &BigRational),
    ) -> Result<Reached, NoEquilibrium> {
        let mut stopped = Vec::new();
        while let Some((here, share)) = waiting.pop() {
            if own.is_none() {
                self.count += 1;
            }
            if self.most < self.count {
                return Err(NoEquilibrium::TooMany(self.most));
            }
            match here.node() {
                Node::Terminal => end(&here, &share),
                Node::Chance => {
                    let moves = all_moves(&here);
                    let total = whole(moves.iter().map(|&m| u64::from(here.weight(m))).sum());
                    let odds = moves.into_iter().map(|m| (m, whole(here.weight(m).into()) / &total));
                    waiting.extend(odds.map(|(m, odds)| (after(&here, m), &share * odds)));
                }
                Node::Decision(seat) if Some(seat) == own => stopped.push((here, share)),
                Node::Decision(seat) => {
                    let moves = self.moves(&here, seat)?;
                    waiting.extend(moves.iter().map(|(m, odds)| (after(&here, *m), &share * odds)));
                }
            }
        }
        Ok(stopped)
    }

    /// What a seat gets by its best response: its sets from the first to the last, then what each is worth from the
    /// last to the first.
    fn best(&mut self, start: &AnyPosition, seat: Seat) -> Result<BigRational, NoEquilibrium> {
        let (mut sets, mut known): (Vec<OwnSet>, BTreeMap<String, usize>) = (Vec::new(), BTreeMap::new());
        let mut without = whole(0);
        let first = self.spread(vec![(start.clone(), whole(1))], Some(seat), &mut |end, share| {
            without += share * paid(end, seat);
        })?;
        gather(first, seat, None, &mut sets, &mut known)?;
        let mut next = 0;
        while next < sets.len() {
            let positions = std::mem::take(&mut sets[next].positions);
            for (at, m) in all_moves(&positions[0].0).into_iter().enumerate() {
                let below = positions.iter().map(|(here, share)| (after(here, m), share.clone())).collect();
                let mut worth = whole(0);
                let met = self.spread(below, Some(seat), &mut |end, share| worth += share * paid(end, seat))?;
                sets[next].worths.push(worth);
                gather(met, seat, Some((next, at)), &mut sets, &mut known)?;
            }
            next += 1;
        }
        while let Some(OwnSet { above, worths, .. }) = sets.pop() {
            let best = worths.into_iter().max().expect("a seat that acts has a move");
            match above {
                None => without += best,
                Some((set, at)) => sets[set].worths[at] += best,
            }
        }
        Ok(without)
    }
}

/// How likely each move is, by the words of the strategy.
fn shares(
    here: &AnyPosition,
    moves: &[AnyMove],
    known: &KnownSet<'_>,
) -> Result<Vec<(AnyMove, BigRational)>, NoEquilibrium> {
    let KnownSet { number, given, .. } = known;
    let mut words: BTreeMap<&str, u64> = BTreeMap::new();
    let no_move = |text: &str| NoEquilibrium::Move { set: *number, text: text.to_owned(), view: given.view.clone() };
    for (text, part) in &given.moves {
        if words.insert(text, *part).is_some() {
            return Err(no_move(text));
        }
    }
    let share = |&m: &AnyMove| {
        let part = words.remove(&*notation(here, m)).unwrap_or(0);
        (m, whole(part) / whole(given.of))
    };
    let found = moves.iter().map(share).collect();
    match words.first_key_value() {
        Some((text, _)) => Err(no_move(text)),
        None => Ok(found),
    }
}

/// Puts positions of the seat that responds into its sets.
fn gather(
    met: Reached,
    seat: Seat,
    above: Option<(usize, usize)>,
    sets: &mut Vec<OwnSet>,
    known: &mut BTreeMap<String, usize>,
) -> Result<(), NoEquilibrium> {
    for (here, share) in met {
        let next = sets.len();
        let seen = view(&here, Eye::Seat(seat));
        let number = *known.entry(seen).or_insert(next);
        if number == next {
            sets.push(OwnSet { above, positions: Vec::new(), worths: Vec::new() });
        } else if sets[number].above != above {
            return Err(NoEquilibrium::Forgets { seat, view: view(&here, Eye::Seat(seat)) });
        }
        sets[number].positions.push((here, share));
    }
    Ok(())
}
