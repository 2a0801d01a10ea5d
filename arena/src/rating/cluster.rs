//! Openings as clusters: all games of one opening share it and its dice, whoever meets, so errors
//! are computed from what whole openings say.
//!
//! Of an opening only what enters the likelihood's gradient is kept: who met how often, and what
//! everybody made on each seat. Openings that are alike in that are counted, so the memory is about
//! three bytes an entry and opening, and much less where few meet.

use std::collections::BTreeMap;

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

/// How many games two entries played from one opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bout {
    pub(super) low: u32,
    pub(super) high: u32,
    /// Those in which the lower number sat first, and second.
    pub(super) games: [u32; 2],
}

/// What one entry made of an opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Made {
    pub(super) entry: u32,
    /// Its points times two in the games in which it sat first.
    pub(super) first: u32,
    /// And second.
    pub(super) second: u32,
    /// How many games it drew.
    pub(super) drawn: u32,
}

/// All openings of a field of two seats.
#[derive(Clone, Debug, Default)]
pub(super) struct Clusters {
    /// By a key of the caller's.
    open: BTreeMap<(usize, u64), Open>,
    /// Who met how often in an opening, each such schedule once, with its number.
    schedules: BTreeMap<Box<[Bout]>, u32>,
    /// How many openings there were by schedule and by what everybody made, in a short form.
    seen: BTreeMap<(u32, Box<[u8]>), u64>,
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
        let results = &mut self.open.entry(opening).or_default().results;
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

    /// An opening is complete.
    pub(super) fn close(&mut self, opening: (usize, u64)) {
        if let Some(open) = self.open.remove(&opening) {
            let (schedule, made) = open.summed();
            let number = if let Some(&number) = self.schedules.get(schedule.as_slice()) {
                number
            } else {
                let number = self.schedules.len() as u32;
                self.schedules.insert(schedule.into(), number);
                number
            };
            *self
                .seen
                .entry((
                    number,
                    short(made.iter().flat_map(|m| [m.first, m.second, m.drawn])).into(),
                ))
                .or_default() += 1;
        }
    }

    /// All openings are complete.
    pub(super) fn finish(&mut self) {
        while let Some((&opening, _)) = self.open.first_key_value() {
            self.close(opening);
        }
    }

    /// Calls `each` with every kind of opening: who met, what everybody made of it, in the order
    /// of their numbers, and how many openings there were of that kind. Those of one schedule
    /// are neighbours.
    pub(super) fn each(&self, mut each: impl FnMut(&[Bout], &[Made], u64)) {
        let mut schedules: Vec<(u32, &[Bout])> =
            self.schedules.iter().map(|(bouts, &number)| (number, &**bouts)).collect();
        schedules.sort_unstable_by_key(|&(number, _)| number);
        let (mut last, mut made) = (u32::MAX, Vec::new());
        for ((number, bytes), &times) in &self.seen {
            let bouts = schedules[*number as usize].1;
            if *number != last {
                (last, made) = (*number, members(bouts));
            }
            read(bytes, &mut made);
            each(bouts, &made, times);
        }
        for open in self.open.values() {
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
                    for (entry, points, is_first) in
                        [(low, points, sitting == 0), (high, 2 - points, sitting == 1)]
                    {
                        let own = &mut made[place[*entry as usize]];
                        let seat = if is_first { &mut own.first } else { &mut own.second };
                        *seat += points * count;
                        own.drawn += u32::from(outcome == 1) * count;
                    }
                }
            }
        }
        (bouts, made)
    }
}

/// Who takes part, ascending, with nothing made yet.
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
    bytes.split_inclusive(|byte| *byte < 0x80).map(|parts| {
        parts.iter().rev().fold(0, |number, byte| number << 7 | u32::from(byte & 0x7f))
    })
}

/// What everybody made, of the same members.
fn read(bytes: &[u8], made: &mut [Made]) {
    let mut all = numbers(bytes);
    for own in made {
        let mut next = || all.next().expect("there are three for each");
        (own.first, own.second, own.drawn) = (next(), next(), next());
    }
}

#[cfg(test)]
mod tests {
    use super::{Bout, Clusters, Made};

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
        let made = |entry, first, second, drawn| Made { entry, first, second, drawn };
        let bouts =
            vec![Bout { low: 0, high: 3, games: [1, 0] }, Bout { low: 3, high: 7, games: [1, 1] }];
        assert_eq!(
            seen[0],
            (bouts, vec![made(0, 0, 0, 0), made(3, 2, 3, 1), made(7, 1, 0, 1)], 1_000)
        );
        assert_eq!(
            seen[1],
            (
                vec![Bout { low: 1, high: 2, games: [150, 150] }],
                vec![made(1, 300, 300, 0), made(2, 0, 0, 0)],
                1
            )
        );
    }
}
