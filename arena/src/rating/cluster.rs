//! Openings as clusters: all games of one opening share it and its dice, whoever plays, so errors
//! are computed from whole openings.
//!
//! Only the data in the likelihood's gradient are stored of an opening: the number of games of each
//! pair, and the score of each entry on each seat. Equal openings are counted, so the memory is
//! about two bytes per entry and opening, and much less with few meetings.

use std::{collections::BTreeMap, mem};

/// The games of one opening, as they come in.
#[derive(Clone, Debug, Default)]
struct Open {
    results: Vec<Result>,
}

/// Games between two entries: by whether the lower number sat first or second, and by its outcome.
#[derive(Clone, Copy, Debug)]
struct Result {
    low: u32,
    high: u32,
    games: [[u8; 3]; 2],
}

impl Result {
    /// The pair, and a number below 16 for the outcomes, if each had the first seat in at most one game.
    fn number(&self) -> Option<((u32, u32), usize)> {
        let [first, second] = self.games.map(|outcomes| {
            let [lost, drawn, won] = outcomes.map(usize::from);
            (lost + drawn + won, lost + 2 * drawn + 3 * won)
        });
        let is_short = first.0 <= 1 && second.0 <= 1;
        // Without a branch, because a processor cannot predict results.
        is_short.then_some(((self.low, self.high), 4 * first.1 + second.1))
    }
}

/// The number of games of two entries from one opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bout {
    pub(super) low: u32,
    pub(super) high: u32,
    /// Those in which the lower number sat first, and second.
    pub(super) games: [u32; 2],
}

/// The score of one entry in an opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Made {
    pub(super) entry: u32,
    /// Its points times two in the games in which it sat first.
    pub(super) first: u32,
    /// And second.
    pub(super) second: u32,
}

/// All openings of a field of two seats.
#[derive(Clone, Debug, Default)]
pub(super) struct Clusters {
    /// By a key of the caller's: the one to which games were added last, and the others.
    last: Option<((usize, u64), Open)>,
    /// See `last`.
    open: BTreeMap<(usize, u64), Open>,
    /// The pairs and their numbers of games in an opening: each such schedule once, with its
    /// number.
    schedules: BTreeMap<Box<[Bout]>, u32>,
    /// The kinds of openings, by schedule and by what everybody made, in a short form, each with its
    /// place in the list of how many there were.
    seen: BTreeMap<(u32, Box<[u8]>), usize>,
    times: Vec<u64>,
    /// The kinds of openings in which only two met, by them and by their [outcomes](Result::number):
    /// most tournaments are matches, and nothing is worked out twice.
    known: BTreeMap<(u32, u32), [Option<usize>; 16]>,
    /// Room for the results of the next opening.
    spare: Vec<Result>,
}

impl Clusters {
    /// Adds games of two entries from an opening: of each, whether the lower number sat first, and
    /// its outcome.
    pub(super) fn add(
        &mut self,
        opening: (usize, u64),
        (low, high): (usize, usize),
        games: impl Iterator<Item = (bool, usize)>,
    ) {
        let results = &mut self.open(opening).results;
        let empty = Result { low: low as u32, high: high as u32, games: [[0; 3]; 2] };
        let mut result = empty;
        for (is_first, outcome) in games {
            let count = &mut result.games[usize::from(!is_first)][outcome];
            *count += 1;
            if *count == u8::MAX {
                results.push(result);
                result = empty;
            }
        }
        results.push(result);
    }

    /// The opening with that key, which is the one to which games were added last from now on.
    fn open(&mut self, opening: (usize, u64)) -> &mut Open {
        if self.last.as_ref().is_none_or(|(key, _)| *key != opening) {
            let known = self.open.remove(&opening);
            let next = known.unwrap_or_else(|| Open { results: mem::take(&mut self.spare) });
            self.open.extend(self.last.replace((opening, next)));
        }
        &mut self.last.as_mut().expect("it was put there just now").1
    }

    /// An opening is complete.
    pub(super) fn close(&mut self, opening: (usize, u64)) {
        let last = self.last.take_if(|(key, _)| *key == opening).map(|(_, open)| open);
        let Some(mut open) = last.or_else(|| self.open.remove(&opening)) else { return };
        let alone = if let [result] = open.results[..] { result.number() } else { None };
        let known = alone.and_then(|(pair, number)| self.known.get(&pair)?[number]);
        let kind = known.unwrap_or_else(|| self.kind(&open));
        if let (None, Some((pair, number))) = (known, alone) {
            self.known.entry(pair).or_default()[number] = Some(kind);
        }
        self.times[kind] += 1;
        open.results.clear();
        self.spare = open.results;
    }

    /// The kind that a complete opening is of.
    fn kind(&mut self, open: &Open) -> usize {
        let (schedule, made) = open.summed();
        let number = if let Some(&number) = self.schedules.get(schedule.as_slice()) {
            number
        } else {
            let number = self.schedules.len() as u32;
            self.schedules.insert(schedule.into(), number);
            number
        };
        let made = short(made.iter().flat_map(|m| [m.first, m.second])).into();
        let next = self.times.len();
        let kind = *self.seen.entry((number, made)).or_insert(next);
        if kind == next {
            self.times.push(0);
        }
        kind
    }

    /// All openings are complete.
    pub(super) fn finish(&mut self) {
        self.open.extend(self.last.take());
        while let Some((&opening, _)) = self.open.first_key_value() {
            self.close(opening);
        }
    }

    /// Calls `each` with every kind of opening: the pairs, the scores of all entries in the order
    /// of their numbers, and the number of openings of that kind. Kinds with one schedule are
    /// consecutive.
    pub(super) fn each(&self, mut each: impl FnMut(&[Bout], &[Made], u64)) {
        let mut schedules: Vec<(u32, &[Bout])> =
            self.schedules.iter().map(|(bouts, &number)| (number, &**bouts)).collect();
        schedules.sort_unstable_by_key(|&(number, _)| number);
        let (mut last, mut made) = (u32::MAX, Vec::new());
        for ((number, bytes), &kind) in &self.seen {
            let bouts = schedules[*number as usize].1;
            if *number != last {
                (last, made) = (*number, members(bouts));
            }
            read(bytes, &mut made);
            each(bouts, &made, self.times[kind]);
        }
        let last = self.last.iter().map(|(key, open)| (key, open));
        let open: BTreeMap<_, _> = self.open.iter().chain(last).collect();
        for open in open.values() {
            let (schedule, made) = open.summed();
            each(&schedule, &made, 1);
        }
    }
}

impl Open {
    fn summed(&self) -> (Vec<Bout>, Vec<Made>) {
        let mut results = self.results.clone();
        results.sort_unstable_by_key(|r| (r.low, r.high));
        let mut bouts: Vec<Bout> = Vec::with_capacity(results.len());
        for Result { low, high, games } in &results {
            let games = games.map(|outcomes| outcomes.iter().map(|&n| u32::from(n)).sum::<u32>());
            match bouts.last_mut() {
                Some(last) if (last.low, last.high) == (*low, *high) => {
                    last.games[0] += games[0];
                    last.games[1] += games[1];
                }
                _ => bouts.push(Bout { low: *low, high: *high, games }),
            }
        }
        bouts.retain(|bout| bout.games != [0; 2]);
        let mut made = members(&bouts);
        let mut place = vec![0; made.last().map_or(0, |last| last.entry as usize + 1)];
        for (at, of) in made.iter().enumerate() {
            place[of.entry as usize] = at;
        }
        for Result { low, high, games } in &results {
            for (sitting, outcomes) in games.iter().enumerate() {
                for (outcome, &count) in outcomes.iter().enumerate().filter(|(_, n)| **n != 0) {
                    let (count, points) = (u32::from(count), outcome as u32);
                    for (entry, points, is_first) in [(low, points, sitting == 0), (high, 2 - points, sitting == 1)] {
                        let own = &mut made[place[*entry as usize]];
                        let seat = if is_first { &mut own.first } else { &mut own.second };
                        *seat += points * count;
                    }
                }
            }
        }
        (bouts, made)
    }
}

/// The participants, ascending, with scores of zero.
fn members(bouts: &[Bout]) -> Vec<Made> {
    let mut entries: Vec<u32> = bouts.iter().flat_map(|bout| [bout.low, bout.high]).collect();
    entries.sort_unstable();
    entries.dedup();
    entries.into_iter().map(|entry| Made { entry, ..Made::default() }).collect()
}

/// Numbers, seven bits to a byte.
pub(super) fn short(all: impl Iterator<Item = u32>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(all.size_hint().0);
    for number in all {
        let mut left = number;
        while 0x80 <= left {
            bytes.push(left as u8 | 0x80);
            left >>= 7;
        }
        bytes.push(left as u8);
    }
    bytes
}

/// The way back.
pub(super) fn numbers(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes
        .split_inclusive(|byte| *byte < 0x80)
        .map(|parts| parts.iter().rev().fold(0, |number, byte| number << 7 | u32::from(byte & 0x7f)))
}

/// The scores of the same members.
fn read(bytes: &[u8], made: &mut [Made]) {
    let mut all = numbers(bytes);
    for own in made {
        let mut next = || all.next().expect("there are two for each");
        (own.first, own.second) = (next(), next());
    }
}

#[cfg(test)]
mod tests {
    use super::{Bout, Clusters, Made};
    use std::collections::BTreeMap;

    #[test]
    fn complete_openings_say_what_each_alone_would() {
        // Matches and fields, with one game to three between two of them.
        let (mut closed, mut open, mut number) = (Clusters::default(), Clusters::default(), 7u64);
        let mut draw = |bound: u64| {
            number = number.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (number >> 33) % bound
        };
        for opening in 0..2_000 {
            for _ in 0..=draw(4) / 3 {
                let low = draw(3) as usize;
                let pair = (low, low + 1 + draw(2) as usize);
                let games: Vec<(bool, usize)> = (0..draw(4)).map(|game| (game % 2 == 0, draw(3) as usize)).collect();
                closed.add((0, opening), pair, games.iter().copied());
                open.add((0, opening), pair, games.iter().copied());
            }
            closed.close((0, opening));
        }
        let summed = |clusters: &Clusters| {
            let mut all = BTreeMap::new();
            clusters.each(|bouts, made, times| {
                *all.entry((bouts.to_vec(), format!("{made:?}"))).or_insert(0) += times;
            });
            all
        };
        assert!(closed.last.is_none() && closed.open.is_empty() && 1 < closed.known.len());
        assert_eq!(summed(&closed), summed(&open));
    }

    #[test]
    fn openings_that_are_alike_are_counted_and_read_back() {
        let mut clusters = Clusters::default();
        for opening in 0..1_000 {
            clusters.add((0, opening), (3, 7), [(true, 2), (false, 1)].into_iter());
            clusters.add((0, opening), (0, 3), [(true, 0)].into_iter());
            if opening % 2 == 0 {
                clusters.close((0, opening));
            }
        }
        // Three hundred games of two entries from one opening.
        clusters.add((1, 0), (1, 2), (0..300).map(|game| (game % 2 == 0, 2)));
        let mut seen = Vec::new();
        let mut all = clusters.clone();
        all.finish();
        for of in [&clusters, &all] {
            seen.clear();
            of.each(|bouts, made, times| seen.push((bouts.to_vec(), made.to_vec(), times)));
            let times: u64 = seen.iter().map(|(_, _, times)| times).sum();
            assert_eq!(times, 1_001);
        }
        assert_eq!((seen.len(), all.seen.len()), (2, 2));
        let made = |entry, first, second| Made { entry, first, second };
        let bouts = vec![Bout { low: 0, high: 3, games: [1, 0] }, Bout { low: 3, high: 7, games: [1, 1] }];
        assert_eq!(seen[0], (bouts, vec![made(0, 0, 0), made(3, 2, 3), made(7, 1, 0)], 1_000));
        assert_eq!(
            seen[1],
            (vec![Bout { low: 1, high: 2, games: [150, 150] }], vec![made(1, 300, 300), made(2, 0, 0)], 1)
        );
    }
}
