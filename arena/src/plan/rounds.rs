//! Rounds: the next pairings, from the results of earlier rounds.
//!
//! They depend only on the order of signing up and on results, so a resumed tournament continues
//! exactly as it would have.

use std::{cmp::Reverse, collections::BTreeMap};

use crate::{
    ask::format::Format,
    plan::{
        half_points::HalfPoints,
        matching::{Matching, nearest_of_most},
        pairing::{cheapest, exchanged},
    },
};

/// Two entries that met in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// The entries.
    pub entries: (usize, usize),
    /// The score of each: points, or the difference of payoffs where [payoffs
    /// decide](HalfPoints::paid).
    pub points: (HalfPoints, HalfPoints),
}

/// The pairs of the next round, or `None` after the last.
pub(crate) fn next_round(format: Format, entries: &[usize], history: &[Vec<Met>]) -> Option<Vec<(usize, usize)>> {
    let is_over = format.rounds(entries.len()) as usize <= history.len();
    match format {
        Format::RoundRobin | Format::Match | Format::Gauntlet => None,
        Format::Knockout => knockout(entries, history).0,
        Format::Swiss { .. } | Format::Ladder { .. } if is_over => None,
        Format::Swiss { .. } => Some(swiss(entries, history)),
        Format::Ladder { .. } => {
            let order = ladder(entries, history);
            Some(challenges(&order, history.len()))
        }
    }
}

/// The final order of the entries of a knockout or a ladder, the best first. Entries that lost a
/// knockout in the same round are equal, as are those that have not lost yet. `None` for formats
/// decided by points.
pub(crate) fn final_places(format: Format, entries: &[usize], history: &[Vec<Met>]) -> Option<Vec<Vec<usize>>> {
    match format {
        Format::Knockout => {
            let fallen = knockout(entries, history).1;
            let is_left = |entry: &&usize| !fallen.iter().flatten().any(|gone| gone == *entry);
            let left: Vec<usize> = entries.iter().filter(is_left).copied().collect();
            let mut places = vec![left];
            places.extend(fallen);
            places.retain(|group| !group.is_empty());
            Some(places)
        }
        Format::Ladder { .. } => Some(ladder(entries, history).into_iter().map(|entry| vec![entry]).collect()),
        _ => None,
    }
}

/// The table of a Swiss, the best first: entries, points in rounds (one for a meeting won or a bye, half for
/// a tie), and byes.
fn table(entries: &[usize], history: &[Vec<Met>]) -> Vec<(usize, HalfPoints, u64)> {
    let mut table: Vec<(usize, HalfPoints, u64)> = entries.iter().map(|&e| (e, HalfPoints::ZERO, 0)).collect();
    for round in history {
        // What each made of its meeting: looked up, because a search of the round for every entry takes the square.
        let mut made: BTreeMap<usize, HalfPoints> = BTreeMap::new();
        for &Met { entries: (a, b), points: (one, other) } in round {
            made.entry(a).or_insert(HalfPoints::of(one, other));
            made.entry(b).or_insert(HalfPoints::of(other, one));
        }
        for (entry, points, byes) in &mut table {
            match made.get(entry) {
                None => {
                    *points += HalfPoints::WIN;
                    *byes += 1;
                }
                Some(&made) => *points += made,
            }
        }
    }
    // Equals stay in the order of signing up: the sort is stable.
    table.sort_by_key(|&(_, points, _)| Reverse(points));
    table
}

fn swiss(entries: &[usize], history: &[Vec<Met>]) -> RoundPairs {
    let table = table(entries, history);
    let mut times: BTreeMap<(usize, usize), u64> = BTreeMap::new();
    for (a, b) in history.iter().flatten().map(|met| met.entries) {
        *times.entry((a.min(b), a.max(b))).or_default() += 1;
    }
    let times = |a: usize, b: usize| times.get(&(a.min(b), a.max(b))).copied().unwrap_or(0);
    // The candidates for the bye: those with the fewest byes, starting from the bottom of the
    // table.
    let mut byes: Vec<usize> = (0..table.len()).rev().collect();
    byes.sort_by_key(|&place| table[place].2);
    let byes: Vec<Option<usize>> = match table.len() % 2 {
        0 => vec![None],
        _ => byes.into_iter().map(Some).collect(),
    };
    let without = |bye: Option<usize>| {
        let mut playing = table.clone();
        if let Some(place) = bye {
            playing.remove(place);
        }
        playing
    };
    if history.is_empty() {
        let playing = without(byes[0]);
        let half = playing.len() / 2;
        return (0..half).map(|i| (playing[i].0, playing[half + i].0)).collect();
    }
    let mut opponents: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (a, b) in history.iter().flatten().map(|met| met.entries) {
        opponents.entry(a).or_default().push(b);
        opponents.entry(b).or_default().push(a);
    }
    // Avoiding repeated meetings comes before the choice of the bye (FIDE Handbook, C.04.3).
    let mut best: Option<(usize, Option<usize>)> = None;
    for bye in byes {
        let playing = without(bye);
        let place: BTreeMap<usize, usize> =
            playing.iter().zip(0..).map(|(&(entry, ..), place)| (entry, place)).collect();
        let met = |&(entry, ..): &(usize, HalfPoints, u64)| {
            let all = opponents.get(&entry).into_iter().flatten();
            all.filter_map(|opponent| place.get(opponent).copied()).collect::<Vec<usize>>()
        };
        let met: Vec<Vec<usize>> = playing.iter().map(met).collect();
        let is_new = |a: usize, b: usize| !met[a].contains(&b);
        if let Some(pairs) = nearest_of_most(&met) {
            return pairs.into_iter().map(|(a, b)| (playing[a].0, playing[b].0)).collect();
        }
        let matching = Matching::largest(playing.len(), &is_new);
        let size = matching.size();
        if let Some(pairs) = matching.nearest() {
            return pairs.into_iter().map(|(a, b)| (playing[a].0, playing[b].0)).collect();
        }
        if best.is_none_or(|(most, _)| most < size) {
            best = Some((size, bye));
        }
    }
    // Repeated meetings are unavoidable: as few as possible, those repeated least, those nearest in
    // points.
    let (most, bye) = best.unwrap_or_default();
    let playing = without(bye);
    let cost = |a: usize, b: usize| {
        let (a, b) = (playing[a], playing[b]);
        let again = times(a.0, b.0);
        u64::from(again != 0) << 48 | again << 32 | a.1.0.abs_diff(b.1.0)
    };
    let is_new = |a: usize, b: usize| times(playing[a].0, playing[b].0) == 0;
    let mut pairs = cheapest(playing.len(), &cost);
    if pairs.iter().filter(|&&(a, b)| is_new(a, b)).count() < most {
        // Exchanges alone did not find them in a large field.
        pairs = exchanged(Matching::largest(playing.len(), &is_new).completed(), &cost);
    }
    pairs.into_iter().map(|(a, b)| (playing[a].0, playing[b].0)).collect()
}

/// The pairs of a round.
type RoundPairs = Vec<(usize, usize)>;

/// The next pairs, if any, and the entries that are out: groups that lost in one round, ascending,
/// the last round first.
fn knockout(entries: &[usize], history: &[Vec<Met>]) -> (Option<RoundPairs>, Vec<Vec<usize>>) {
    let mut bracket = bracket(entries);
    let (mut rounds, mut fallen) = (history.iter(), Vec::new());
    while 1 < bracket.len() {
        let mut winners: Vec<Option<Option<usize>>> = bracket
            .chunks_exact(2)
            .map(|pair| match (pair[0], pair[1]) {
                (Some(_), Some(_)) => None,
                (one, other) => Some(one.or(other)),
            })
            .collect();
        fallen.insert(0, Vec::new());
        for replay in 0..=Format::Knockout.replays() {
            let open: Vec<usize> = (0..winners.len()).filter(|&i| winners[i].is_none()).collect();
            if open.is_empty() {
                break;
            }
            let pair = |i: usize| bracket[2 * i].zip(bracket[2 * i + 1]);
            let Some(round) = rounds.next() else {
                return (Some(open.into_iter().filter_map(pair).collect()), fallen);
            };
            for i in open {
                let Some((one, other)) = pair(i) else { continue };
                let met = round.iter().find(|m| m.entries == (one, other));
                let (a, b) = met.map_or_else(Default::default, |met| met.points);
                if a != b || replay == Format::Knockout.replays() {
                    let first = if a == b { one < other } else { b < a };
                    let (winner, loser) = if first { (one, other) } else { (other, one) };
                    winners[i] = Some(Some(winner));
                    fallen[0].push(loser);
                }
            }
        }
        fallen[0].sort_unstable();
        bracket = winners.into_iter().map(Option::flatten).collect();
    }
    (None, fallen)
}

/// The bracket in which the first two can meet in the last round only, the first four in the last
/// two, and so on; the first have the byes.
fn bracket(entries: &[usize]) -> Vec<Option<usize>> {
    let mut seeds = vec![0];
    while seeds.len() < entries.len() {
        let last = 2 * seeds.len() - 1;
        seeds = seeds.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    seeds.into_iter().map(|seed| entries.get(seed).copied()).collect()
}

/// The order on the ladder after the rounds of `history`.
fn ladder(entries: &[usize], history: &[Vec<Met>]) -> Vec<usize> {
    let mut order = entries.to_vec();
    for round in history {
        for met in round {
            let (above, below) = met.points;
            if above < below {
                let place = |entry| order.iter().position(|&e| e == entry);
                if let (Some(one), Some(other)) = (place(met.entries.0), place(met.entries.1)) {
                    order.swap(one, other);
                }
            }
        }
    }
    order
}

/// The challenges of a round: the upper entry is named first.
fn challenges(order: &[usize], round: usize) -> Vec<(usize, usize)> {
    // With two entries, every round has the same challenge.
    let from = if order.len() == 2 { 0 } else { round % 2 };
    order[from..].chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

#[cfg(test)]
mod tests {
    use super::{HalfPoints, Matching, Met, final_places, next_round};
    use crate::ask::format::Format;
    use agon_core::Seed;
    use std::{cmp::Ordering, collections::BTreeSet};

    /// Plays all rounds; the lower entry wins unless `is_tied`.
    fn play(format: Format, n: usize, is_tied: impl Fn(usize, usize) -> bool) -> Vec<Vec<Met>> {
        let entries: Vec<usize> = (0..n).collect();
        let mut history = Vec::new();
        while let Some(pairs) = next_round(format, &entries, &history) {
            let met = |(a, b): (usize, usize)| {
                let (own, others) = match is_tied(a, b) {
                    true => (2, 2),
                    false if a < b => (3, 1),
                    false => (1, 3),
                };
                Met { entries: (a, b), points: (HalfPoints(own), HalfPoints(others)) }
            };
            history.push(pairs.into_iter().map(met).collect());
            assert!(history.len() < 100, "it ends");
        }
        history
    }

    #[test]
    fn swiss_rounds_never_repeat_a_meeting_or_a_bye() {
        for n in 2..=17 {
            let history = play(Format::Swiss { rounds: None }, n, |_, _| false);
            let (mut met, mut byes) = (BTreeSet::new(), BTreeSet::new());
            for round in &history {
                let mut playing = BTreeSet::new();
                for m in round {
                    let (a, b) = m.entries;
                    assert!(met.insert((a.min(b), a.max(b))), "{n}: {a} and {b} meet again");
                    assert!(playing.insert(a) && playing.insert(b));
                }
                byes.extend((0..n).filter(|e| !playing.contains(e)).map(|e| (e, 0)));
                assert_eq!(playing.len(), n / 2 * 2);
            }
            assert_eq!(byes.len(), if n % 2 == 1 { history.len() } else { 0 });
        }
    }

    /// The fewest rematches, by looking at every pairing there is.
    fn fewest(left: &[usize], met: &BTreeSet<(usize, usize)>) -> usize {
        let Some((&first, others)) = left.split_first() else { return 0 };
        let with = |at: usize| {
            let rest = [&others[..at], &others[at + 1..]].concat();
            usize::from(met.contains(&(first, others[at]))) + fewest(&rest, met)
        };
        (0..others.len()).map(with).min().unwrap_or(usize::MAX)
    }

    #[test]
    fn swiss_rounds_that_must_repeat_a_meeting_repeat_as_few_as_can_be() {
        for n in 2..=9 {
            let history = play(Format::Swiss { rounds: Some(14) }, n, |a, b| (a + b) % 4 == 0);
            let mut met = BTreeSet::new();
            for round in &history {
                let mut playing: Vec<usize> = round.iter().flat_map(|m| [m.entries.0, m.entries.1]).collect();
                playing.sort_unstable();
                assert_eq!(playing.len(), n / 2 * 2);
                let pairs = round.iter().map(|m| m.entries);
                let pairs: Vec<_> = pairs.map(|(a, b)| (a.min(b), a.max(b))).collect();
                let again = pairs.iter().filter(|pair| met.contains(*pair)).count();
                assert_eq!(again, fewest(&playing, &met), "{n}: {round:?}");
                met.extend(pairs);
            }
        }
    }

    /// Every way to pair `left`, the first with the nearest before anything else.
    fn pairings(left: &[usize]) -> Vec<Vec<(usize, usize)>> {
        let Some((&first, others)) = left.split_first() else { return vec![Vec::new()] };
        let with = |at: usize| {
            let rest = [&others[..at], &others[at + 1..]].concat();
            let pair = (first, others[at]);
            pairings(&rest).into_iter().map(move |pairs| [vec![pair], pairs].concat())
        };
        (0..others.len()).flat_map(with).collect()
    }

    /// The next round of a Swiss, by looking at every bye and every pairing there is.
    fn slow_swiss(n: usize, history: &[Vec<Met>]) -> Vec<(usize, usize)> {
        let (mut points, mut byes, mut times) = (vec![0u64; n], vec![0; n], Vec::new());
        for round in history {
            let mut is_out = vec![true; n];
            for met in round {
                let (a, b) = met.entries;
                (is_out[a], is_out[b]) = (false, false);
                let own = match met.points.0.cmp(&met.points.1) {
                    Ordering::Less => 0,
                    Ordering::Equal => 1,
                    Ordering::Greater => 2,
                };
                points[a] += own;
                points[b] += 2 - own;
                times.push((a.min(b), a.max(b)));
            }
            for entry in (0..n).filter(|&entry| is_out[entry]) {
                points[entry] += 2;
                byes[entry] += 1;
            }
        }
        let mut table: Vec<usize> = (0..n).collect();
        table.sort_by_key(|&entry| (u64::MAX - points[entry], entry));
        let mut out: Vec<usize> = table.iter().rev().copied().collect();
        out.sort_by_key(|&entry| byes[entry]);
        // An even field has one bye too few.
        out.truncate(if n.is_multiple_of(2) { 1 } else { n });
        let mut best = None;
        for bye in out {
            let playing: Vec<usize> =
                table.iter().copied().filter(|&entry| n.is_multiple_of(2) || entry != bye).collect();
            for pairs in pairings(&playing) {
                let again =
                    |&(a, b): &(usize, usize)| times.iter().filter(|&&met| met == (a.min(b), a.max(b))).count() as u64;
                let repeats = pairs.iter().filter(|&pair| 0 < again(pair)).count();
                let often: u64 = pairs.iter().map(again).sum();
                let apart: u64 = pairs.iter().map(|&(a, b)| points[a].abs_diff(points[b])).sum();
                // Without repeats the nearest partners decide, with them the costs of this bye.
                let costs = if repeats == 0 { (0, 0) } else { (often, apart) };
                let is_better = |(fewest, by, least, _): &(usize, usize, (u64, u64), _)| {
                    repeats < *fewest || repeats == *fewest && bye == *by && costs < *least
                };
                if best.as_ref().is_none_or(is_better) {
                    best = Some((repeats, bye, costs, pairs));
                }
            }
        }
        best.expect("there is a pairing").3
    }

    #[test]
    fn swiss_rounds_are_those_of_exhaustive_search() {
        for n in 2..=9 {
            let entries: Vec<usize> = (0..n).collect();
            for seed in 0..12 {
                let (mut stream, mut history) = (Seed(seed).stream(n as u64), Vec::new());
                // Some fields are decided by strength, some by luck.
                let mut strength = entries.clone();
                stream.shuffle(&mut strength);
                let format = Format::Swiss { rounds: Some(10) };
                while let Some(pairs) = next_round(format, &entries, &history) {
                    if !history.is_empty() {
                        assert_eq!(pairs, slow_swiss(n, &history), "{n}, seed {seed}: {history:?}");
                    }
                    let met = |(a, b): (usize, usize)| {
                        let own = match seed % 3 {
                            0 => 2 * u64::from(strength[b] < strength[a]),
                            _ => u64::from(stream.below(3)),
                        };
                        Met { entries: (a, b), points: (HalfPoints(own), HalfPoints(2 - own)) }
                    };
                    history.push(pairs.into_iter().map(met).collect());
                }
            }
        }
    }

    #[test]
    fn another_bye_is_taken_where_it_lets_nobody_meet_again() {
        let strength = [0, 2, 3, 7, 4, 5, 1, 6, 8];
        let (entries, mut history): (Vec<usize>, _) = ((0..9).collect(), Vec::new());
        let mut seen = BTreeSet::new();
        while let Some(pairs) = next_round(Format::Swiss { rounds: Some(7) }, &entries, &history) {
            let met = |(a, b): (usize, usize)| {
                assert!(seen.insert((a.min(b), a.max(b))), "{a} and {b} meet again");
                let own = 2 * u64::from(strength[b] < strength[a]);
                Met { entries: (a, b), points: (HalfPoints(own), HalfPoints(2 - own)) }
            };
            history.push(pairs.into_iter().map(met).collect());
        }
        assert_eq!(seen.len(), 28);
    }

    #[test]
    fn large_fields_repeat_no_meeting_that_they_need_not() {
        for n in [22, 25, 30] {
            let history = play(Format::Swiss { rounds: Some(n as u32 + 8) }, n, |a, b| (a + b) % 3 == 0);
            let mut met = BTreeSet::new();
            for round in &history {
                let pairs = round.iter().map(|m| (m.entries.0.min(m.entries.1), m.entries.0.max(m.entries.1)));
                let pairs: Vec<(usize, usize)> = pairs.collect();
                let new = pairs.iter().filter(|pair| !met.contains(*pair)).count();
                let may_meet = |a: usize, b: usize| !met.contains(&(a.min(b), a.max(b)));
                // Each entry may be the one left out, so the maximum matching is among all pairs.
                let most = Matching::largest(n, &may_meet).size();
                assert_eq!(new, most, "{n}: {round:?}");
                met.extend(pairs);
            }
        }
    }

    #[test]
    fn the_strongest_wins_a_knockout_and_the_second_is_met_last() {
        for n in 2..=17 {
            let history = play(Format::Knockout, n, |_, _| false);
            let games: usize = history.iter().map(Vec::len).sum();
            assert_eq!(games, n - 1);
            let entries: Vec<usize> = (0..n).collect();
            let places = final_places(Format::Knockout, &entries, &history).unwrap();
            assert_eq!(places[..2], [[0], [1]], "{n}");
            assert_eq!(places.concat().len(), n);
            // The losers of the semifinals share the third place.
            if 4 <= n {
                assert_eq!(places[2], [2, 3], "{n}");
            }
        }
    }

    #[test]
    fn a_tied_meeting_is_played_again_three_times_at_most() {
        let history = play(Format::Knockout, 4, |a, b| a + b == 3);
        // Both semifinals are tied: the meeting, three more, and then the final.
        assert_eq!(history.len(), 5);
        assert_eq!(history[4].len(), 1);
        assert_eq!(history[4][0].entries, (0, 1));
    }

    #[test]
    fn the_winner_climbs_the_ladder() {
        let entries = [4, 3, 2, 1, 0];
        let mut history = Vec::new();
        let format = Format::Ladder { rounds: Some(10) };
        while let Some(pairs) = next_round(format, &entries, &history) {
            let met = |(a, b)| Met { entries: (a, b), points: (HalfPoints::of(b, a), HalfPoints::of(a, b)) };
            history.push(pairs.into_iter().map(met).collect());
        }
        assert_eq!(history.len(), 10);
        let expected = (0..5).map(|entry| vec![entry]).collect();
        assert_eq!(final_places(format, &entries, &history), Some(expected));
    }
}
