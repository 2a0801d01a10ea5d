//! Counterfactual regret minimisation by sampling, for games with too many plays to walk them all (Lanctot, Waugh,
//! Zinkevich and Bowling 2009).

use std::collections::BTreeMap;

use agon_core::{AnyPosition, Eye, Node, Position, Seat, Stream, after, all_moves};

use super::{cfr::match_regrets, form::ExtensiveForm};

/// The plays that an iteration walks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlaySampling {
    /// All moves of the learning seat, one of every other seat, and one outcome of chance.
    External,
    /// A single play, in which the learning seat plays a random move with this probability.
    Outcome {
        /// The probability of a random move.
        epsilon: f64,
    },
}

impl PlaySampling {
    /// A single play, with three random moves in five of the learning seat.
    pub const OUTCOME: PlaySampling = PlaySampling::Outcome { epsilon: 0.6 };
}

/// The index and size of an information set.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: usize,
    count: usize,
}

/// The regrets of the information sets reached so far, iteration by iteration.
#[derive(Clone, Debug)]
pub struct Sampled {
    sampling: PlaySampling,
    places: BTreeMap<(u8, u64), Place>,
    regrets: Vec<f64>,
    sums: Vec<f64>,
    /// The payoffs after each tried move: their sum and number.
    paid: Vec<(f64, u64)>,
    iterations: u64,
    /// A position of each information set, in the order first reached; empty unless requested.
    met: Vec<(Seat, AnyPosition)>,
    notes: bool,
}

/// The state of [`Sampled`], from which a run can be resumed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SampledState {
    /// The number of iterations so far.
    pub iterations: u64,
    /// For each information set: the seat to act, the key of its view, and the number of moves; in the order first
    /// reached, which is also that of the lists below.
    pub sets: Vec<(Seat, u64, usize)>,
    /// The regrets.
    pub regrets: Vec<f64>,
    /// The sums of strategies; normalised, they are the average strategy.
    pub sums: Vec<f64>,
    /// The payoffs after each tried move: their sum and number.
    pub paid: Vec<(f64, u64)>,
    /// A position of each set; empty unless they are [noted](Sampled::noting).
    pub positions: Vec<AnyPosition>,
}

impl Sampled {
    /// A run before its first iteration.
    pub fn new(sampling: PlaySampling) -> Sampled {
        Sampled {
            met: Vec::new(),
            notes: false,
            sampling,
            places: BTreeMap::new(),
            regrets: Vec::new(),
            sums: Vec::new(),
            paid: Vec::new(),
            iterations: 0,
        }
    }

    /// The same, recording a position of each information set so that they can be [listed](Sampled::met).
    #[must_use]
    pub fn noting(self) -> Sampled {
        Sampled { notes: true, ..self }
    }

    /// Resumes from `state`, taken by the same sampling at the same game. `None` if its lists do not fit together.
    pub fn resumed(sampling: PlaySampling, state: SampledState) -> Option<Sampled> {
        let SampledState { iterations, sets, regrets, sums, paid, positions } = state;
        let (mut places, mut at) = (BTreeMap::new(), 0);
        for &(seat, key, count) in &sets {
            places.insert((seat.0, key), Place { at, count });
            at += count;
        }
        let is_whole = [regrets.len(), sums.len(), paid.len()] == [at; 3]
            && places.len() == sets.len()
            && [0, sets.len()].contains(&positions.len());
        let notes = !positions.is_empty();
        let met = sets.iter().map(|(seat, ..)| *seat).zip(positions).collect();
        is_whole.then_some(Sampled {
            sampling,
            places,
            regrets,
            sums,
            paid,
            iterations,
            met,
            notes,
        })
    }

    /// The state, from which the run can be resumed.
    pub fn state(&self) -> SampledState {
        let mut places: Vec<(&(u8, u64), &Place)> = self.places.iter().collect();
        places.sort_unstable_by_key(|(_, place)| place.at);
        SampledState {
            iterations: self.iterations,
            sets: places.iter().map(|(key, place)| (Seat(key.0), key.1, place.count)).collect(),
            regrets: self.regrets.clone(),
            sums: self.sums.clone(),
            paid: self.paid.clone(),
            positions: self.met.iter().map(|(_, position)| position.clone()).collect(),
        }
    }

    /// The seat to act and a position of each information set, in the order first reached; empty unless they are
    /// [noted](Sampled::noting).
    pub fn met(&self) -> &[(Seat, AnyPosition)] {
        &self.met
    }

    /// The payoff of every seat in one play from `start` if all play by the average strategy.
    pub fn play<P: Position>(&self, start: &P, stream: &mut Stream) -> Vec<f64> {
        let mut here = start.clone();
        loop {
            let m = match here.node() {
                Node::Terminal => break,
                Node::Chance => here.draw_move(stream),
                Node::Decision(seat) => here.nth(draw(&self.average(&here, seat), stream)),
            };
            here.play(m);
        }
        Seat::all(here.facts().seats).map(|seat| here.payoff(seat)).collect()
    }

    /// The number of iterations so far.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The number of information sets reached.
    pub fn sets(&self) -> usize {
        self.places.len()
    }

    /// One iteration at the game with the initial position `start`: each seat in turn learns from its own plays, while
    /// `goes_on` returns true. Returns whether the iteration was completed; otherwise the state is no longer valid.
    pub fn iterate<P: Position>(
        &mut self,
        start: &P,
        stream: &mut Stream,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> bool {
        self.iterations += 1;
        for seat in Seat::all(start.facts().seats) {
            match self.sampling {
                PlaySampling::External => {
                    if self.external(start, seat, stream, goes_on).is_none() {
                        return false;
                    }
                }
                PlaySampling::Outcome { epsilon } => {
                    self.outcome(start, seat, epsilon, 1.0, stream);
                }
            }
        }
        goes_on()
    }

    /// The average strategy of `seat`, which is to act in `position`: the probability of each move, in their order. All
    /// are equal if the set was never reached.
    pub fn average<P: Position>(&self, position: &P, seat: Seat) -> Vec<f64> {
        let count = position.count();
        let uniform = || vec![1.0 / count as f64; count];
        let place = self.places.get(&(seat.0, position.view_key(Eye::Seat(seat))));
        let Some(place) = place.filter(|place| place.count == count) else { return uniform() };
        let sums = &self.sums[place.at..place.at + place.count];
        let total: f64 = sums.iter().sum();
        if 0.0 < total { sums.iter().map(|sum| sum / total).collect() } else { uniform() }
    }

    /// The same, with the mean payoff of each move where it was tried.
    pub fn known<P: Position>(&self, position: &P, seat: Seat) -> Vec<(f64, Option<f64>)> {
        let average = self.average(position, seat);
        let place = self.places.get(&(seat.0, position.view_key(Eye::Seat(seat))));
        let worth = |index: usize| {
            let (sum, tried) = self.paid[place.filter(|place| index < place.count)?.at + index];
            (tried != 0).then(|| sum / tried as f64)
        };
        average.into_iter().enumerate().map(|(index, share)| (share, worth(index))).collect()
    }

    /// The average strategy as a strategy of `form`, the full form of the same game.
    pub fn average_in(&self, form: &ExtensiveForm) -> Vec<f64> {
        let mut strategy = form.uniform();
        for set in form.sets() {
            let average = self.average(&set.position, set.seat);
            strategy[set.range()].copy_from_slice(&average);
        }
        strategy
    }

    fn place<P: Position>(&mut self, here: &P, seat: Seat, count: usize) -> Place {
        let next = Place { at: self.regrets.len(), count };
        let place = *self.places.entry((seat.0, here.view_key(Eye::Seat(seat)))).or_insert(next);
        if place.at == self.regrets.len() {
            self.regrets.resize(place.at + count, 0.0);
            self.sums.resize(place.at + count, 0.0);
            self.paid.resize(place.at + count, (0.0, 0));
            if self.notes {
                self.met.push((seat, here.erase()));
            }
        }
        place
    }

    /// The present strategy at a set.
    fn current(&self, place: Place) -> Vec<f64> {
        let mut shares = vec![0.0; place.count];
        match_regrets(&self.regrets[place.at..place.at + place.count], &mut shares);
        shares
    }

    /// Adds regrets from here on, and returns the value to `seat`; `None` if the iteration is to end.
    fn external<P: Position>(
        &mut self,
        here: &P,
        seat: Seat,
        stream: &mut Stream,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<f64> {
        let mover = match here.node() {
            Node::Terminal => return goes_on().then(|| here.payoff(seat)),
            Node::Chance => {
                let outcome = here.draw_move(stream);
                return self.external(&after(here, outcome), seat, stream, goes_on);
            }
            Node::Decision(mover) => mover,
        };
        let moves = all_moves(here);
        let place = self.place(here, mover, moves.len());
        let shares = self.current(place);
        if mover == seat {
            let below =
                moves.iter().map(|&m| self.external(&after(here, m), seat, stream, goes_on));
            let values = below.collect::<Option<Vec<f64>>>()?;
            let value = values.iter().zip(&shares).map(|(value, share)| value * share).sum();
            for (index, each) in values.iter().enumerate() {
                self.regrets[place.at + index] += each - value;
                let paid = &mut self.paid[place.at + index];
                *paid = (paid.0 + each, paid.1 + 1);
            }
            return Some(value);
        }
        for (index, share) in shares.iter().enumerate() {
            self.sums[place.at + index] += share;
        }
        let drawn = draw(&shares, stream);
        self.external(&after(here, moves[drawn]), seat, stream, goes_on)
    }

    /// Plays one play from here. `odds` is the probability with which the others and chance come here, divided by that
    /// of the sample; only `seat` is sampled with other probabilities than it plays. Returns the payoff of `seat`, and
    /// the probability of its further moves divided by that of the sample.
    fn outcome<P: Position>(
        &mut self,
        here: &P,
        seat: Seat,
        epsilon: f64,
        odds: f64,
        stream: &mut Stream,
    ) -> (f64, f64) {
        let mover = match here.node() {
            Node::Terminal => return (here.payoff(seat), 1.0),
            Node::Chance => {
                let outcome = here.draw_move(stream);
                return self.outcome(&after(here, outcome), seat, epsilon, odds, stream);
            }
            Node::Decision(mover) => mover,
        };
        let moves = all_moves(here);
        let place = self.place(here, mover, moves.len());
        let shares = self.current(place);
        if mover != seat {
            // The average strategy of the others is updated at each visit, weighted by the
            // probability of reaching the set.
            for (index, share) in shares.iter().enumerate() {
                self.sums[place.at + index] += odds * share;
            }
            let drawn = draw(&shares, stream);
            return self.outcome(&after(here, moves[drawn]), seat, epsilon, odds, stream);
        }
        let each = epsilon / moves.len() as f64;
        let chances: Vec<f64> =
            shares.iter().map(|&share| each + (1.0 - epsilon) * share).collect();
        let drawn = draw(&chances, stream);
        let (share, chance) = (shares[drawn], chances[drawn]);
        let next = after(here, moves[drawn]);
        let below = (odds / chance).min(MOST_ODDS);
        let (paid, tail) = self.outcome(&next, seat, epsilon, below, stream);
        let worth = &mut self.paid[place.at + drawn];
        *worth = (worth.0 + paid, worth.1 + 1);
        for (index, regret) in self.regrets[place.at..place.at + moves.len()].iter_mut().enumerate()
        {
            let kept = if index == drawn { 1.0 } else { 0.0 };
            *regret += paid * below * tail * (kept - share);
        }
        (paid, (tail * share / chance).min(MOST_ODDS))
    }
}

/// The greatest weight of a sample: products of long plays would exceed the range of numbers.
const MOST_ODDS: f64 = 1e100;

/// An index drawn by its probability.
pub(crate) fn draw(shares: &[f64], stream: &mut Stream) -> usize {
    let mut left = stream.unit();
    let last = shares.iter().rposition(|share| 0.0 < *share).unwrap_or(0);
    for (index, share) in shares.iter().enumerate() {
        if left < *share || index == last {
            return index;
        }
        left -= share;
    }
    last
}
