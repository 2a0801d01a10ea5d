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

/// The number of an information set, and the index and number of its moves.
#[derive(Clone, Copy, Debug)]
struct Place {
    set: usize,
    at: usize,
    count: usize,
}

/// The regrets of the information sets reached so far, iteration by iteration.
#[derive(Clone, Debug)]
pub struct Sampled {
    sampling: PlaySampling,
    places: BTreeMap<(u8, u64), Place>,
    regrets: Vec<f64>,
    /// What was added to the regrets of each set, were it all of one sign, at most.
    added: Vec<f64>,
    sums: Vec<f64>,
    /// The payoffs after each tried move: their sum and number.
    paid: Vec<(f64, u64)>,
    iterations: u64,
    /// A position of each information set, in the order first reached; empty unless requested.
    met: Vec<(Seat, AnyPosition)>,
    notes: bool,
    /// The bytes that it may take, those of the positions met, and those of decisions on the way that wait for values.
    most: usize,
    kept: usize,
    waiting: usize,
    /// Whether an iteration found no room for its end.
    was_full: bool,
}

/// The bytes of an information set in the tree that finds it.
const SET_BYTES: usize = 2 * size_of::<((u8, u64), Place)>() + 2 * size_of::<f64>();

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
    /// For each information set, what was added to its regrets at most: by it, rounding is told from a regret.
    pub added: Vec<f64>,
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
            most: usize::MAX,
            kept: 0,
            waiting: 0,
            was_full: false,
            sampling,
            places: BTreeMap::new(),
            regrets: Vec::new(),
            added: Vec::new(),
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

    /// The same, taking at most about this many bytes: an iteration that would take more is not completed.
    #[must_use]
    pub fn within(self, most: usize) -> Sampled {
        Sampled { most, ..self }
    }

    /// Resumes from `state`, taken by the same sampling at the same game. `None` if its lists do not fit together.
    pub fn resumed(sampling: PlaySampling, state: SampledState) -> Option<Sampled> {
        let SampledState { iterations, sets, regrets, added, sums, paid, positions } = state;
        let (mut places, mut at) = (BTreeMap::new(), 0);
        for (set, &(seat, key, count)) in sets.iter().enumerate() {
            places.insert((seat.0, key), Place { set, at, count });
            at += count;
        }
        let is_whole = [regrets.len(), sums.len(), paid.len()] == [at; 3]
            && [places.len(), added.len()] == [sets.len(); 2]
            && [0, sets.len()].contains(&positions.len());
        let notes = !positions.is_empty();
        let kept = positions.iter().map(Position::bytes).sum();
        let met = sets.iter().map(|(seat, ..)| *seat).zip(positions).collect();
        is_whole.then_some(Sampled {
            sampling,
            places,
            regrets,
            added,
            sums,
            paid,
            iterations,
            met,
            notes,
            most: usize::MAX,
            kept,
            waiting: 0,
            was_full: false,
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
            added: self.added.clone(),
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
    /// `goes_on` returns true and its memory is not [full](Sampled::is_full). Returns whether the iteration was
    /// completed; otherwise a part of it is learnt, and running it again would count that twice.
    pub fn iterate<P: Position>(&mut self, start: &P, stream: &mut Stream, goes_on: &mut dyn FnMut() -> bool) -> bool {
        self.iterations += 1;
        for seat in Seat::all(start.facts().seats) {
            let is_complete = match self.sampling {
                PlaySampling::External => self.external(start, seat, stream, goes_on),
                PlaySampling::Outcome { epsilon } => self.outcome(start, seat, epsilon, stream, goes_on),
            };
            if !is_complete {
                self.was_full |= self.is_full();
                self.waiting = 0;
                return false;
            }
        }
        true
    }

    /// Whether what it has learnt takes more bytes than [allowed](Sampled::within).
    pub fn is_full(&self) -> bool {
        self.was_full || self.most < self.bytes()
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        let lists = self.regrets.len() * (2 * size_of::<f64>() + size_of::<(f64, u64)>());
        self.places.len() * SET_BYTES + self.kept + lists + self.waiting
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
        let next = Place { set: self.added.len(), at: self.regrets.len(), count };
        let place = *self.places.entry((seat.0, here.view_key(Eye::Seat(seat)))).or_insert(next);
        if place.set == self.added.len() {
            self.added.push(0.0);
            self.regrets.resize(place.at + count, 0.0);
            self.sums.resize(place.at + count, 0.0);
            self.paid.resize(place.at + count, (0.0, 0));
            if self.notes {
                let position = AnyPosition::of(here);
                self.kept += position.bytes();
                self.met.push((seat, position));
            }
        }
        place
    }

    /// The present strategy at a set.
    fn current(&self, place: Place) -> Vec<f64> {
        let mut shares = vec![0.0; place.count];
        let regrets = &self.regrets[place.at..place.at + place.count];
        match_regrets(regrets, self.added[place.set], &mut shares);
        shares
    }

    /// Adds the regrets of one walk from `start`; returns whether it was completed.
    fn external<P: Position>(
        &mut self,
        start: &P,
        seat: Seat,
        stream: &mut Stream,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> bool {
        // The decisions of the seat on the way, whose other moves follow.
        let mut line: Vec<TriedDecision<P>> = Vec::new();
        let mut here = start.clone();
        loop {
            let mut value = loop {
                if self.is_full() || !goes_on() {
                    return false;
                }
                let mover = match here.node() {
                    Node::Terminal => break here.payoff(seat),
                    Node::Chance => {
                        let outcome = here.draw_move(stream);
                        here.play(outcome);
                        continue;
                    }
                    Node::Decision(mover) => mover,
                };
                let moves = all_moves(&here);
                let place = self.place(&here, mover, moves.len());
                let shares = self.current(place);
                if mover == seat {
                    let next = after(&here, moves[0]);
                    let before = std::mem::replace(&mut here, next);
                    let lists = moves.len() * (size_of::<P::Move>() + 2 * size_of::<f64>());
                    let bytes = size_of::<TriedDecision<P>>() + before.bytes() + lists;
                    self.waiting += bytes;
                    line.push(TriedDecision { before, moves, place, shares, values: Vec::new(), bytes });
                    continue;
                }
                for (index, share) in shares.iter().enumerate() {
                    self.sums[place.at + index] += share;
                }
                here.play(moves[draw(&shares, stream)]);
            };
            // The value goes up to the last decision with another move to try.
            loop {
                let Some(branch) = line.last_mut() else { return true };
                branch.values.push(value);
                if let Some(&m) = branch.moves.get(branch.values.len()) {
                    here.play_from(&branch.before, m);
                    break;
                }
                value = branch.value();
                let largest = branch.values.iter().map(|each| each.abs()).fold(0.0, f64::max);
                self.added[branch.place.set] += largest;
                for (index, each) in branch.values.iter().enumerate() {
                    self.regrets[branch.place.at + index] += each - value;
                    let paid = &mut self.paid[branch.place.at + index];
                    *paid = (paid.0 + each, paid.1 + 1);
                }
                self.waiting -= branch.bytes;
                line.pop();
            }
        }
    }

    /// Plays one play from `start`, and adds its regrets from its end on upwards; returns whether it was completed.
    fn outcome<P: Position>(
        &mut self,
        start: &P,
        seat: Seat,
        epsilon: f64,
        stream: &mut Stream,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> bool {
        // The probability with which the others and chance come here, divided by that of the sample; only `seat` is
        // sampled with other probabilities than it plays.
        let mut odds = 1.0;
        let mut line: Vec<DrawnDecision> = Vec::new();
        let mut here = start.clone();
        let paid = loop {
            if self.is_full() || !goes_on() {
                return false;
            }
            let mover = match here.node() {
                Node::Terminal => break here.payoff(seat),
                Node::Chance => {
                    let outcome = here.draw_move(stream);
                    here.play(outcome);
                    continue;
                }
                Node::Decision(mover) => mover,
            };
            let moves = all_moves(&here);
            let place = self.place(&here, mover, moves.len());
            let shares = self.current(place);
            if mover != seat {
                // The average strategy of the others is updated at each visit, weighted by the
                // probability of reaching the set.
                for (index, share) in shares.iter().enumerate() {
                    self.sums[place.at + index] += odds * share;
                }
                here.play(moves[draw(&shares, stream)]);
                continue;
            }
            let each = epsilon / moves.len() as f64;
            let chances: Vec<f64> = shares.iter().map(|&share| each + (1.0 - epsilon) * share).collect();
            let drawn = draw(&chances, stream);
            let chance = chances[drawn];
            odds = (odds / chance).min(MOST_ODDS);
            self.waiting += size_of::<DrawnDecision>();
            line.push(DrawnDecision { place, drawn, share: shares[drawn], chance, odds });
            here.play(moves[drawn]);
        };
        // The probability of the seat's further moves, divided by that of the sample.
        let mut tail = 1.0;
        for DrawnDecision { place, drawn, share, chance, odds } in line.into_iter().rev() {
            let worth = &mut self.paid[place.at + drawn];
            *worth = (worth.0 + paid, worth.1 + 1);
            self.added[place.set] += paid.abs() * odds * tail;
            let regrets = &mut self.regrets[place.at..place.at + place.count];
            for (index, regret) in regrets.iter_mut().enumerate() {
                let kept = if index == drawn { 1.0 } else { 0.0 };
                *regret += paid * odds * tail * (kept - share);
            }
            tail = (tail * share / chance).min(MOST_ODDS);
        }
        self.waiting = 0;
        true
    }
}

/// A decision of the learning seat whose moves are tried one after the other.
struct TriedDecision<P: Position> {
    before: P,
    moves: Vec<P::Move>,
    place: Place,
    shares: Vec<f64>,
    /// The values of the moves tried so far.
    values: Vec<f64>,
    bytes: usize,
}

impl<P: Position> TriedDecision<P> {
    /// The value of the present strategy, once all moves are tried.
    fn value(&self) -> f64 {
        self.values.iter().zip(&self.shares).map(|(value, share)| value * share).sum()
    }
}

/// A decision of the learning seat in a sampled play.
struct DrawnDecision {
    place: Place,
    drawn: usize,
    /// The probability of the drawn move by the strategy, and that with which it was drawn.
    share: f64,
    chance: f64,
    /// The probability with which the others and chance come to the next position, divided by that of the sample.
    odds: f64,
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
