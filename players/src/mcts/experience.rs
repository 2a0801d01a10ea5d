//! What playouts teach those after them: how moves fared on average, and which replies did well.
//!
//! Nothing of it knows the game. A move is known by its code and the seat that played it, a sequence by the moves in it;
//! both as 64 bits, so that two sequences are almost never mistaken for each other. Outcomes of chance are passed over:
//! the move before a move is the last one that a seat chose. Sequences begin at the root, because a position does not
//! know the moves before it.
//!
//! Sources: H. Finnsson and Y. Björnsson, *Simulation-based approach to general game playing* (2008), for averages of
//! moves (MAST); M. Tak, M. Winands and Y. Björnsson, *N-grams and the last-good-reply policy applied in general game
//! playing* (2012), for averages of sequences (NST); P. Drake, *The last-good-reply policy for Monte-Carlo Go* (2009),
//! and H. Baier and P. Drake, *The power of forgetting* (2010), for replies.

use std::ops::ControlFlow;

use agon_core::{Move, Position, Seat, Stream};

/// The length of the longest sequences with averages.
pub(super) const LONGEST: usize = 3;
/// The most moves before a reply that distinguish it.
pub(super) const EARLIEST: usize = 2;
/// An average of a sequence of several moves counts from this many visits on, as in the paper.
const ENOUGH: u32 = 7;
/// The value of a move that was never played: the greatest, so that it is played soon.
const UNTRIED: f32 = 1.0;

/// What playouts learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lessons {
    /// The length of the longest sequences with averages; 0 for none.
    pub(super) grams: usize,
    /// The number of moves before a reply that distinguish it, at most; 0 for no replies.
    pub(super) replies: usize,
    /// The share of the visits of each average that is kept from turn to turn; with 0 all is forgotten.
    pub(super) keep: f64,
}

impl Lessons {
    /// Whether there is anything to learn.
    #[inline]
    pub(super) fn any(self) -> bool {
        0 < self.grams + self.replies
    }

    /// The bytes of the tables after this many moves at most.
    pub(super) fn bytes(self, moves: u64) -> u64 {
        if !self.any() {
            return 0;
        }
        let table = |entry: usize| {
            let slots = moves.saturating_mul(2).clamp(FEWEST as u64, MOST as u64);
            slots.next_power_of_two().saturating_mul(entry as u64)
        };
        let averages = table(size_of::<(u64, Average)>()).saturating_mul(self.grams as u64);
        let replies = table(size_of::<(u64, Option<u64>)>()).saturating_mul(self.replies as u64);
        averages.saturating_add(replies)
    }
}

/// How a sequence of moves fared: the mean payoff, scaled to 0..1, of the seat that played the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Average {
    visits: u32,
    mean: f32,
}

impl Average {
    #[inline]
    fn add(&mut self, payoff: f64) {
        self.visits = self.visits.saturating_add(1);
        self.mean += (payoff as f32 - self.mean) / self.visits as f32;
    }
}

/// The tables of a search, and the moves of the play that it is at.
#[derive(Debug)]
pub(super) struct Experience<M> {
    /// By the length of the sequence less one.
    averages: [LessonTable<Average>; LONGEST],
    /// By the number of moves before the reply less one.
    replies: [LessonTable<Option<M>>; EARLIEST],
    /// For each seat, the sum of its payoffs, scaled.
    paid: Vec<f64>,
    /// The number of plays that they are the sums of.
    plays: f64,
    /// The moves of the present play with their seats and hashes, from the root on.
    played: Vec<(Seat, M, u64)>,
    /// Working room for moves of equal value.
    equals: Vec<M>,
}

impl<M> Default for Experience<M> {
    fn default() -> Self {
        Experience {
            averages: [const { LessonTable::EMPTY }; LONGEST],
            replies: [const { LessonTable::EMPTY }; EARLIEST],
            paid: Vec::new(),
            plays: 0.0,
            played: Vec::new(),
            equals: Vec::new(),
        }
    }
}

impl<M: Move> Experience<M> {
    /// Begins a search with `seats` seats: forgets what is not kept from the one before.
    pub(super) fn begin(&mut self, lessons: Lessons, seats: usize) {
        if !lessons.any() {
            return;
        }
        if lessons.keep == 0.0 {
            self.averages.iter_mut().for_each(LessonTable::clear);
            self.replies.iter_mut().for_each(LessonTable::clear);
            self.paid.clear();
            self.plays = 0.0;
        } else if lessons.keep < 1.0 {
            for table in &mut self.averages {
                table.retain(|average| {
                    average.visits = (f64::from(average.visits) * lessons.keep) as u32;
                    0 < average.visits
                });
            }
        }
        self.paid.resize(seats, 0.0);
    }

    /// Begins a play at the root.
    #[inline]
    pub(super) fn begin_play(&mut self) {
        self.played.clear();
    }

    /// Notes the next move of the play.
    #[inline]
    pub(super) fn note(&mut self, seat: Seat, m: M) {
        self.played.push((seat, m, hash(seat, m)));
    }

    /// A reply to the last moves of the play that did well, if there is one and it is legal.
    pub(super) fn reply<P: Position<Move = M>>(&self, lessons: Lessons, position: &P, seat: Seat) -> Option<M> {
        let contexts = contexts(&self.played);
        // The reply to more moves first.
        (0..lessons.replies).rev().find_map(|before| {
            let key = sequence(contexts[before]?, seat_hash(seat));
            self.replies[before].get(key).flatten().filter(|&m| position.is_legal(m))
        })
    }

    /// The move that fared best so far; among equals any, each equally likely.
    pub(super) fn best<P: Position<Move = M>>(
        &mut self,
        lessons: Lessons,
        position: &P,
        seat: Seat,
        stream: &mut Stream,
    ) -> M {
        let Experience { averages, played, equals, .. } = self;
        let contexts = contexts(played);
        let mut best = f32::NEG_INFINITY;
        let _ = position.each_move(|m| {
            let value = value(averages, lessons.grams, contexts, hash(seat, m));
            if best < value {
                best = value;
                equals.clear();
            }
            if best == value {
                equals.push(m);
            }
            ControlFlow::Continue(())
        });
        match equals[..] {
            [m] => m,
            _ => equals[stream.below(equals.len() as u32) as usize],
        }
    }

    /// Learns from the play, which came to these payoffs, scaled, by seat.
    pub(super) fn learn(&mut self, lessons: Lessons, payoffs: &[f64]) {
        let Experience { averages, replies, paid, plays, played, .. } = self;
        for last in 0..played.len() {
            let (seat, m, own) = played[last];
            let payoff = payoffs[seat.index()];
            let contexts = contexts(&played[..last]);
            for (length, table) in averages.iter_mut().enumerate().take(lessons.grams) {
                let key = match length {
                    0 => Some(own),
                    _ => contexts[length - 1].map(|context| sequence(context, own)),
                };
                let Some(average) = key.and_then(|key| table.entry(key)) else { break };
                average.add(payoff);
            }
            let usual = if *plays == 0.0 { 0.5 } else { paid[seat.index()] / *plays };
            for (before, table) in replies.iter_mut().enumerate().take(lessons.replies) {
                let Some(context) = contexts[before] else { break };
                let key = sequence(context, seat_hash(seat));
                if usual < payoff {
                    if let Some(reply) = table.entry(key) {
                        *reply = Some(m);
                    }
                } else if payoff < usual && table.get(key) == Some(Some(m)) {
                    table.entry(key).expect("it is there").take();
                }
            }
        }
        *plays += 1.0;
        for (sum, &payoff) in paid.iter_mut().zip(payoffs) {
            *sum += payoff;
        }
    }
}

/// The value of a move with this hash after the moves of `contexts`: the mean of the averages of the move alone and of
/// the sequences that end with it, each of which counts where all shorter ones do.
#[inline]
fn value(averages: &[LessonTable<Average>; LONGEST], grams: usize, contexts: [Option<u64>; EARLIEST], own: u64) -> f32 {
    let Some(alone) = averages[0].get(own) else { return UNTRIED };
    if grams == 1 || alone.visits < ENOUGH {
        return alone.mean;
    }
    let (mut sum, mut count) = (alone.mean, 1.0);
    for (table, context) in averages[1..grams].iter().zip(contexts) {
        let known = context.and_then(|context| table.get(sequence(context, own)));
        let Some(average) = known.filter(|average| ENOUGH <= average.visits) else { break };
        sum += average.mean;
        count += 1.0;
    }
    sum / count
}

const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
const MIX_AGAIN: u64 = 0xbf58_476d_1ce4_e5b9;

/// The hash of a seat.
#[inline]
fn seat_hash(seat: Seat) -> u64 {
    (1 + u64::from(seat.0)).wrapping_mul(0xd134_2543_de82_ef95)
}

/// The hash of a move of a seat.
#[inline]
fn hash(seat: Seat, m: impl Move) -> u64 {
    let mixed = (m.code() ^ seat_hash(seat)).wrapping_mul(MIX);
    (mixed ^ mixed >> 29).wrapping_mul(MIX_AGAIN)
}

/// The hash of a sequence: of the moves before the last one, and of that.
#[inline]
fn sequence(context: u64, last: u64) -> u64 {
    let mixed = (context ^ last).wrapping_mul(MIX);
    mixed ^ mixed >> 32
}

/// The hashes of the last move played and of the last two, where there are as many.
#[inline]
fn contexts<M>(played: &[(Seat, M, u64)]) -> [Option<u64>; EARLIEST] {
    // Rotated, so that the order of the moves matters.
    match played {
        [.., (_, _, earlier), (_, _, last)] => {
            let one = last.rotate_left(23);
            [Some(one), Some(sequence(earlier.rotate_left(41), one).rotate_left(17))]
        }
        [(_, _, last)] => [Some(last.rotate_left(23)), None],
        [] => [None; EARLIEST],
    }
}

/// The places of a table at first, and at most.
const FEWEST: usize = 1 << 10;
const MOST: usize = 1 << 20;

/// A table by hashes, which doubles while it fills. When it is as large as it may be and three quarters full, nothing is
/// added, and what is there goes on to be counted.
#[derive(Debug)]
struct LessonTable<V> {
    /// Hashes with values; a hash of 0 marks a free place.
    places: Vec<(u64, V)>,
    used: usize,
}

impl<V> LessonTable<V> {
    const EMPTY: LessonTable<V> = LessonTable { places: Vec::new(), used: 0 };
}

impl<V: Copy + Default> LessonTable<V> {
    /// The place of `key`: where it is, or the free one where it belongs. There is always a free one.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let last = self.places.len() - 1;
        let mut place = (key.wrapping_mul(MIX) >> 32) as usize & last;
        while self.places[place].0 != key && self.places[place].0 != 0 {
            place = (place + 1) & last;
        }
        place
    }

    /// The value of `key`, if there is one.
    #[inline]
    fn get(&self, key: u64) -> Option<V> {
        let key = key.max(1);
        if self.used == 0 {
            return None;
        }
        let (known, value) = self.places[self.place(key)];
        (known == key).then_some(value)
    }

    /// The value of `key`, a new one if there is none; `None` if there is no room.
    #[inline]
    fn entry(&mut self, key: u64) -> Option<&mut V> {
        let key = key.max(1);
        if self.places.is_empty() {
            self.resize(FEWEST);
        }
        let mut place = self.place(key);
        if self.places[place].0 == 0 {
            if self.places.len() / 4 * 3 <= self.used {
                if MOST <= self.places.len() {
                    return None;
                }
                self.resize(2 * self.places.len());
                place = self.place(key);
            }
            self.places[place] = (key, V::default());
            self.used += 1;
        }
        Some(&mut self.places[place].1)
    }

    fn clear(&mut self) {
        self.places.fill((0, V::default()));
        self.used = 0;
    }

    /// Keeps the values for which `keeps`, which may change them, says so.
    fn retain(&mut self, mut keeps: impl FnMut(&mut V) -> bool) {
        for (key, value) in &mut self.places {
            if *key != 0 && !keeps(value) {
                *key = 0;
                self.used -= 1;
            }
        }
        // Who had to make way for somebody who is gone would not be found.
        self.resize(self.places.len());
    }

    /// Gives the table this many places, a power of two.
    #[cold]
    #[inline(never)]
    fn resize(&mut self, places: usize) {
        let old = std::mem::replace(&mut self.places, vec![(0, V::default()); places]);
        for (key, value) in old.into_iter().filter(|&(key, _)| key != 0) {
            let place = self.place(key);
            self.places[place] = (key, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use agon_core::{AnyMove, Seat, Seed};

    use super::{Experience, FEWEST, LONGEST, LessonTable, Lessons, MOST, contexts, hash, sequence};

    #[test]
    fn a_table_has_what_was_put_into_it() {
        let (mut table, mut model) = (LessonTable::<u32>::EMPTY, BTreeMap::new());
        assert_eq!(table.get(5), None);
        let mut stream = Seed(1).stream(0);
        for round in 1..=4 {
            // Keys that differ in few bits, and those of all bits; zero too.
            for n in 0..4 * FEWEST as u64 {
                let key = if n % 2 == 0 { n } else { stream.bits() };
                *table.entry(key).unwrap() += 1;
                // A key of zero is that of one.
                *model.entry(key.max(1)).or_insert(0) += 1;
            }
            assert_eq!(table.used, model.len());
            assert!(model.iter().all(|(&key, &value)| table.get(key) == Some(value)));
            table.retain(|value| {
                *value -= 1;
                0 < *value
            });
            model.retain(|_, value| {
                *value -= 1;
                0 < *value
            });
            assert_eq!(table.used, model.len(), "{round}");
            assert!(model.iter().all(|(&key, &value)| table.get(key) == Some(value)));
            assert_eq!(table.get(0x1234_5678_9abc_def1), None);
        }
        table.clear();
        assert!(model.keys().all(|&key| table.get(key).is_none()));
    }

    #[test]
    fn a_full_table_takes_no_more_and_counts_on() {
        let mut table = LessonTable::<u32>::EMPTY;
        let full = MOST as u64 / 4 * 3;
        assert!((1..=full).all(|key| table.entry(key).is_some()));
        assert!(table.entry(full + 1).is_none());
        assert_eq!((table.places.len(), table.get(full + 1)), (MOST, None));
        *table.entry(7).unwrap() += 3;
        assert_eq!(table.get(7), Some(3));
    }

    #[test]
    fn sequences_differ_by_seats_moves_and_order() {
        let moves = (0..40).flat_map(|code| (0..3).map(move |seat| (Seat(seat), AnyMove(code))));
        let moves: Vec<_> = moves.map(|(seat, m)| (seat, m, hash(seat, m))).collect();
        let mut keys: Vec<u64> = moves.iter().map(|&(.., hash)| hash).collect();
        for &one in &moves {
            for &two in &moves {
                let [one_before, two_before] = contexts(&[two, one]);
                keys.push(sequence(one_before.unwrap(), two.2));
                if one.1 <= two.1 {
                    keys.extend((0..20).map(|n| sequence(two_before.unwrap(), moves[n].2)));
                }
            }
        }
        let all = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), all);
    }

    #[test]
    fn what_is_kept_fades_and_the_rest_is_forgotten() {
        let (mut stream, seats) = (Seed(3).stream(0), 2);
        for (keep, left) in [(0.0, [0, 0]), (0.5, [4, 5]), (1.0, [8, 11])] {
            let lessons = Lessons { grams: LONGEST, replies: 2, keep };
            let mut experience = Experience::<AnyMove>::default();
            experience.begin(lessons, seats);
            for play in 0..11 {
                experience.begin_play();
                experience.note(Seat(0), AnyMove(1));
                let second = if play < 8 { 2 } else { 3 + stream.below(1000) };
                experience.note(Seat(1), AnyMove(u64::from(second)));
                experience.learn(lessons, &[0.25, 0.75]);
            }
            experience.begin(lessons, seats);
            let first = hash(Seat(0), AnyMove(1));
            experience.begin_play();
            experience.note(Seat(0), AnyMove(1));
            let context = contexts(&experience.played)[0].unwrap();
            let both = sequence(context, hash(Seat(1), AnyMove(2)));
            let visits = |length: usize, key| {
                let average = experience.averages[length].get(key).unwrap_or_default();
                assert!(average.visits == 0 || average.mean == [0.25, 0.75][length]);
                average.visits
            };
            assert_eq!([visits(1, both), visits(0, first)], left, "{keep}");
        }
    }
}
