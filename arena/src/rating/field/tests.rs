//! Ratings of fields, against what their games were drawn from, and against the ways of small fields.

use agon_core::{Seed, Stream};
use approx::assert_relative_eq;

use super::{Field, PairCounts};
use crate::rating::{
    Sample,
    scale::{ELO_PER_NAT, elo_of_score, score_of_elo},
};

/// Adds results, every unit from an opening of its own.
fn put(field: &mut Field, pair: (usize, usize), counts: PairCounts) {
    let mut opening = 0;
    let mut add = |games: &[(bool, usize)], times: u64| {
        for _ in 0..times {
            field.add((100 * pair.0 + pair.1, opening), pair, games.iter().copied());
            opening += 1;
        }
    };
    for one in 0..3 {
        for two in 0..3 {
            add(&[(true, one), (false, two)], counts.pairs[one][two]);
        }
        add(&[(true, one)], counts.first[one]);
        add(&[(false, one)], counts.second[one]);
    }
}

/// As [`put`], for single games by the entry on the first seat.
fn singles(field: &mut Field, pair: (usize, usize), first: [u64; 3], second: [u64; 3]) {
    put(field, pair, PairCounts { first, second, ..PairCounts::default() });
}

fn pairs(field: &mut Field, pair: (usize, usize), pairs: [[u64; 3]; 3]) {
    put(field, pair, PairCounts { pairs, ..PairCounts::default() });
}

/// Whatever the draws, and whatever the first seat is worth.
#[test]
fn a_match_of_two_has_exactly_the_difference_of_its_share() {
    let mut stream = Seed(21).stream(1);
    for trial in 0..300 {
        let mut counts = [[0; 3]; 3];
        // Draws of none to nearly all, seats of no worth to nearly all.
        let (drawn, favour) = (f64::from(trial % 10) / 10.0, f64::from(trial / 10 % 10) / 20.0);
        for _ in 0..5 + trial % 40 {
            let mut game = |share: f64| match stream.unit() {
                rest if rest < drawn => 1,
                _ => 2 * usize::from(stream.unit() < share),
            };
            counts[game(0.55 + favour - 0.1)][game(0.55 - favour - 0.05)] += 1;
        }
        let mut field = Field::new(2);
        pairs(&mut field, (0, 1), counts);
        let sample = field.between(0, 1).unwrap().sample().difference().unwrap();
        let table = field.rate(None);
        if sample.elo.is_infinite() {
            assert!(table.bounds.iter().all(Option::is_some), "{counts:?}");
            continue;
        }
        let ratings = &table.groups[0].ratings;
        let found = ratings[0].elo - ratings[1].elo;
        assert_relative_eq!(found, sample.elo, epsilon = 1e-6);
        assert_relative_eq!(table.expected[&(0, 1)], sample.score, epsilon = 1e-9);
        assert_eq!(table.fit, None, "there is nothing to be predicted");
    }
    // 92.5 % is +436, half of it on either side of the mean, and the robust error is that of the pairs.
    let mut field = Field::new(2);
    pairs(&mut field, (0, 1), [[1, 0, 2], [0, 0, 0], [2, 0, 35]]);
    let group = &field.rate(None).groups[0];
    assert_relative_eq!(group.ratings[0].elo, 436.4 / 2.0, epsilon = 0.05);
    let mut field = Field::new(2);
    pairs(&mut field, (0, 1), [[30, 0, 20], [0, 0, 0], [25, 0, 65]]);
    let group = &field.rate(None).groups[0];
    let sample = Sample::Pairs([30, 0, 45, 0, 65]).difference().unwrap();
    let half = (sample.interval.1 - sample.interval.0) / 2.0;
    assert_relative_eq!(2.0 * group.ratings[0].error, half, max_relative = 0.03);
    assert_relative_eq!(group.superiority[0][1], sample.superiority, epsilon = 0.002);
}

/// A game of a field: its draws take this part of all games, and the seat is worth this many nats.
struct LeanGame {
    drawn: f64,
    seat: f64,
}

impl LeanGame {
    fn game(&self, lead: f64, stream: &mut Stream) -> usize {
        match stream.unit() {
            rest if rest < self.drawn => 1,
            _ => 2 * usize::from(stream.unit() < 1.0 / (1.0 + (-lead - self.seat).exp())),
        }
    }
}

/// Random fields of eight, with draws of 0 to 90 % and seats worth 0 to 300 Elo: what a pair makes is what its
/// ratings predict. Shares of 30 openings have a standard error of 3 to 9 % themselves.
#[test]
fn ratings_predict_the_points_of_every_pair_whatever_draws_and_seats() {
    let mut stream = Seed(22).stream(1);
    let (mut squares, mut pairs) = (0.0, 0.0);
    for field_number in 0..40 {
        let played = LeanGame {
            drawn: f64::from(field_number % 10) / 10.0,
            seat: f64::from(field_number / 10) * 100.0 / ELO_PER_NAT,
        };
        let strengths: Vec<f64> = (0..8).map(|_| 3.0 * stream.unit()).collect();
        let mut field = Field::new(8);
        for opening in 0..1_000 {
            for low in 0..8 {
                for high in low + 1..8 {
                    let lead = strengths[low] - strengths[high];
                    let games = [(true, played.game(lead, &mut stream)), (false, 2 - played.game(-lead, &mut stream))];
                    field.add((0, opening), (low, high), games.into_iter());
                }
            }
            field.close((0, opening));
        }
        let table = field.rate(None);
        for (pair, expected) in &table.expected {
            let made = field.counts[pair].sample().evidence().unwrap().share();
            squares += (made - expected) * (made - expected);
            pairs += 1.0;
        }
        assert_eq!(table.expected.len(), 28, "all are in one group");
        // The strengths themselves are those of the shares over both seats.
        let group = &table.groups[0];
        for (one, other) in [(0, 1), (2, 7), (3, 5)] {
            let lead = strengths[one] - strengths[other];
            let share = |lead: f64| 1.0 / (1.0 + (-lead).exp());
            let both = f64::midpoint(share(lead + played.seat), share(lead - played.seat));
            let truth = played.drawn / 2.0 + (1.0 - played.drawn) * both;
            let found = score_of_elo(group.ratings[one].elo - group.ratings[other].elo);
            assert!((found - truth).abs() < 0.05, "{field_number}: {found}, not {truth}");
        }
    }
    let error = (squares / pairs).sqrt();
    println!("rms of made minus expected shares: {error:.4}");
    // Chance alone makes about 0.008 of 1,000 openings.
    assert!(error < 0.015, "{error}");
}

/// One result more, of one opponent, moves nobody far.
#[test]
fn one_loss_more_moves_ratings_a_little() {
    let rated = |lost: u64| {
        let mut field = Field::new(3);
        for (low, high) in [(0, 1), (0, 2), (1, 2)] {
            pairs(&mut field, (low, high), [[0; 3], [0, 29, 0], [0, 11, 0]]);
        }
        singles(&mut field, (0, 1), [lost, 0, 0], [lost, 0, 0]);
        let table = field.rate(None);
        table.groups[0].ratings.iter().map(|rating| rating.elo).collect::<Vec<_>>()
    };
    for (one, other) in rated(0).iter().zip(rated(1)) {
        assert!((one - other).abs() < 10.0, "{one} {other}");
    }
}

/// Seats that nobody shares evenly: the parameter takes their worth out of the ratings, which are those of both seats.
#[test]
fn uneven_seats_do_not_make_anybody_stronger() {
    let mut stream = Seed(23).stream(1);
    let (seat, strengths) = (200.0 / ELO_PER_NAT, [0.6, 0.3, 0.0, 0.0]);
    let played = LeanGame { drawn: 0.2, seat };
    let mut field = Field::new(4);
    for opening in 0..4_000 {
        for low in 0..4 {
            for high in low + 1..4 {
                let lead = strengths[low] - strengths[high];
                // The last of all sits first thrice as often.
                let is_first = high < 3 || opening % 4 == 0;
                let game = if is_first {
                    (true, played.game(lead, &mut stream))
                } else {
                    (false, 2 - played.game(-lead, &mut stream))
                };
                let back = match opening % 2 {
                    0 => vec![(false, 2 - played.game(-lead, &mut stream))],
                    _ => Vec::new(),
                };
                field.add((0, opening), (low, high), [game].into_iter().chain(back.clone()));
            }
        }
        field.close((0, opening));
    }
    let group = &field.rate(None).groups[0];
    let share = |lead: f64| 1.0 / (1.0 + (-lead).exp());
    for low in 0..4 {
        for high in low + 1..4 {
            let lead = strengths[low] - strengths[high];
            let both = f64::midpoint(share(lead + seat), share(lead - seat));
            let truth = elo_of_score(0.1 + 0.8 * both);
            let found = group.ratings[low].elo - group.ratings[high].elo;
            assert!((found - truth).abs() < 20.0, "{low} {high}: {found}, not {truth}");
        }
    }
    assert!(group.ratings.iter().all(|rating| 3.0 < rating.error && rating.error < 12.0), "{group:?}");
}

/// A game that is missing changes little: the two models are one where seats are even.
#[test]
fn a_missing_game_is_no_break() {
    let rated = |more: u64| {
        let mut field = Field::new(3);
        for (low, high) in [(0, 1), (0, 2), (1, 2)] {
            pairs(&mut field, (low, high), [[20, 0, 5], [0, 10, 0], [55, 0, 30]]);
        }
        singles(&mut field, (0, 1), [0, more, 0], [0; 3]);
        field.rate(None).groups[0].clone()
    };
    let (even, odd) = (rated(0), rated(1));
    for (one, other) in even.ratings.iter().zip(&odd.ratings) {
        assert!((one.elo - other.elo).abs() < 1.0, "{one:?} {other:?}");
        assert_relative_eq!(one.error, other.error, max_relative = 0.05);
    }
}

/// The American League of baseball in 1987 (A. Agresti, *Categorical Data Analysis*, 2nd edition,
/// 2002, table 10.10), as rated in H. Turner and D. Firth, *Bradley–Terry Models in R: The BradleyTerry2
/// Package* (2012), section 3: relative to Baltimore, without and with an advantage of home, which is 0.3023.
#[test]
fn the_league_of_agrestis_textbook_is_rated_as_there() {
    // Home wins and losses of the row's team against the column's.
    let names = ["MIL", "DET", "TOR", "NY", "BOS", "CLE", "BAL"];
    let home = [
        [(0, 0), (4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)],
        [(3, 3), (0, 0), (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)],
        [(2, 5), (4, 3), (0, 0), (2, 4), (4, 3), (4, 2), (6, 0)],
        [(3, 3), (5, 1), (2, 5), (0, 0), (4, 3), (4, 2), (6, 1)],
        [(5, 1), (2, 5), (3, 3), (4, 2), (0, 0), (5, 2), (6, 0)],
        [(2, 5), (3, 3), (3, 4), (4, 3), (4, 2), (0, 0), (2, 4)],
        [(2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4), (0, 0)],
    ];
    let alone = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0];
    let at_home = [1.6196, 1.4754, 1.3271, 1.2813, 1.1438, 0.7047, 0.0];
    // As they were; and every game once at home and once away, so that home is of no account.
    let (mut uneven, mut even) = (Field::new(names.len()), Field::new(names.len()));
    for low in 0..names.len() {
        for high in low + 1..names.len() {
            let (won, lost) = home[low][high];
            let (others, ours) = home[high][low];
            singles(&mut uneven, (low, high), [lost, 0, won], [others, 0, ours]);
            let all = [lost + others, 0, won + ours];
            singles(&mut even, (low, high), all, all);
        }
    }
    let table = even.rate(Some((6, 0.0)));
    for (rating, nats) in table.groups[0].ratings.iter().zip(alone) {
        assert_relative_eq!(rating.elo / ELO_PER_NAT, nats, epsilon = 1e-4);
    }
    let table = uneven.rate(Some((6, 0.0)));
    let share = |lead: f64| 1.0 / (1.0 + (-lead).exp());
    for (&(low, high), &expected) in &table.expected {
        let games = |(one, other): (u64, u64)| (one + other) as f64;
        let (first, second) = (games(home[low][high]), games(home[high][low]));
        let lead = at_home[low] - at_home[high];
        let points = first * share(lead + 0.3023) + second * share(lead - 0.3023);
        assert_relative_eq!(expected, points / (first + second), epsilon = 1e-4);
    }
    // Over both seats home makes no difference, but brings everybody a little nearer.
    for ((rating, at_home), alone) in table.groups[0].ratings.iter().zip(at_home).zip(alone) {
        let nats = rating.elo / ELO_PER_NAT;
        assert!(nats <= at_home && (nats - alone).abs() < 0.02, "{nats}: {at_home}, {alone}");
    }
}

#[test]
fn the_robust_error_knows_that_paired_games_are_not_independent() {
    // Every pair is decided by the opening: one win each. As single games that is 50 wins
    // and 50 losses, and a wide interval; as pairs there is no doubt at all.
    let mut paired = Field::new(2);
    pairs(&mut paired, (0, 1), [[1, 0, 50], [0, 0, 0], [50, 0, 1]]);
    let mut single = Field::new(2);
    singles(&mut single, (0, 1), [51, 0, 51], [51, 0, 51]);
    let error = |field: &Field| field.rate(None).groups[0].ratings[0].error;
    assert!(error(&paired) * 4.0 < error(&single));
}

#[test]
fn players_that_only_drew_are_equal_with_an_error() {
    let mut field = Field::new(2);
    pairs(&mut field, (0, 1), [[0; 3], [0, 20, 0], [0; 3]]);
    let group = &field.rate(None).groups[0];
    assert_eq!((group.ratings[0].elo, group.superiority[0][1]), (0.0, 0.5));
    // Twenty openings as if each were one game at even odds, halved: 2·√(4/20) nats of difference.
    assert_relative_eq!(group.ratings[0].error, 76.13, max_relative = 0.001);
}

#[test]
fn perfect_scores_are_bounded_on_the_scale_of_those_they_met() {
    let mut field = Field::new(4);
    singles(&mut field, (1, 2), [10, 0, 10], [0; 3]);
    // Entry 0 won ten pairs of each; entry 3 lost one game.
    pairs(&mut field, (0, 1), [[0; 3], [0; 3], [0, 0, 10]]);
    pairs(&mut field, (0, 2), [[0; 3], [0; 3], [0, 0, 10]]);
    singles(&mut field, (1, 3), [0, 0, 1], [0; 3]);
    let table = field.rate(Some((1, 500.0)));
    let groups: Vec<&[usize]> = table.groups.iter().map(|g| g.entries.as_slice()).collect();
    assert_eq!(groups, [&[0][..], &[1, 2], &[3]]);
    let [above, _, below] = table.bounds[..] else { panic!("{table:?}") };
    let (above, below) = (above.unwrap(), below.unwrap());
    let expected = 500.0 + elo_of_score(0.05f64.powf(1.0 / 20.0));
    assert!(above.is_least && above.group == 1);
    assert_relative_eq!(above.elo, expected, epsilon = 1e-3);
    assert!(!below.is_least);
    assert_relative_eq!(below.elo, 500.0 - elo_of_score(0.05), epsilon = 1e-3);
    assert_eq!(table.beat[0], [true, true, true]);
    assert!(!table.beat[1][0] && table.beat[1][2]);
}

#[test]
fn a_match_that_one_won_whole_has_a_bound_for_each() {
    let mut field = Field::new(4);
    pairs(&mut field, (1, 3), [[0; 3], [0; 3], [0, 0, 10]]);
    let table = field.rate(None);
    let all: Vec<_> = table.groups.iter().zip(&table.bounds).collect();
    let of = |entry: usize| all.iter().find(|(group, _)| group.entries == [entry]).unwrap().1;
    // 182.7 between the two.
    let (won, lost) = (of(1).unwrap(), of(3).unwrap());
    assert!(won.is_least && !lost.is_least && won.group == lost.group, "{table:?}");
    assert_relative_eq!(won.elo, 182.73 / 2.0, max_relative = 0.001);
    assert_relative_eq!(lost.elo, -won.elo);
    assert_eq!((of(0), of(2)), (&None, &None));
    // On the scale of the anchor the whole of it is the other's.
    let held = field.rate(Some((3, 1000.0)));
    let at = held.groups.iter().position(|group| group.entries == [1]).unwrap();
    assert_relative_eq!(held.bounds[at].unwrap().elo, 1182.73, max_relative = 0.001);
}

#[test]
fn draws_do_not_bias_and_narrow_the_interval() {
    let mut field = Field::new(2);
    singles(&mut field, (0, 1), [10, 60, 30], [10, 60, 30]);
    let table = field.rate(None);
    let ratings = &table.groups[0].ratings;
    assert!(ratings[1].elo < ratings[0].elo);
    assert_relative_eq!(ratings[0].elo, -ratings[1].elo, epsilon = 1e-6);
}

#[test]
fn players_that_never_lost_or_never_met_are_rated_apart() {
    let mut field = Field::new(5);
    for (low, high) in [(1, 2), (2, 3), (1, 3)] {
        singles(&mut field, (low, high), [3, 1, 4], [0; 3]);
    }
    // Entry 0 won all its games; entry 4 played none.
    singles(&mut field, (0, 1), [0, 0, 5], [0; 3]);
    singles(&mut field, (0, 2), [0, 0, 5], [0; 3]);
    let table = field.rate(None);
    let groups: Vec<&[usize]> = table.groups.iter().map(|g| g.entries.as_slice()).collect();
    assert_eq!(groups, [&[0][..], &[1, 2, 3], &[4]]);
    assert_eq!(table.groups[0].ratings[0].error, f64::INFINITY);
}

/// The way of small fields is the oracle: fields of several groups, with games in one seating and in two, few openings
/// and many, with an anchor and without.
#[test]
fn large_groups_are_rated_as_small_ones_are() {
    let mut stream = Seed(31).stream(1);
    let (mut errors, mut seated, mut alone, mut kinds) = (0, 0, 0, [0, 0]);
    for trial in 0..60 {
        let entries = 4 + trial % 37;
        let (openings, is_even) = ([1, 3, 40, 400][trial % 4], trial % 3 != 0);
        let played = LeanGame { drawn: 0.2, seat: 0.4 };
        let mut field = Field::new(entries);
        let mut key = 0;
        // What is met from one opening is one unit, or every meeting is, so that there are more units than entries.
        for round in 0..4 {
            for one in 0..entries {
                let other = (one + 1 + round * round) % entries;
                if one == other {
                    continue;
                }
                let (low, high) = (one.min(other), one.max(other));
                for opening in 0..openings.min(8) {
                    let lead = (high as f64 - low as f64) / 12.0;
                    let mut games =
                        [(true, played.game(lead, &mut stream)), (false, 2 - played.game(-lead, &mut stream))];
                    if low == 0 && trial % 5 == 0 {
                        // This one has a perfect score.
                        games = [(true, 2), (false, 2)];
                    }
                    key = if openings == 400 { key + 1 } else { openings * round as u64 + opening };
                    let games = if is_even || stream.unit() < 0.7 { &games[..] } else { &games[..1] };
                    field.add((0, key), (low, high), games.iter().copied());
                }
            }
        }
        field.finish();
        let anchor = (trial % 2 == 0).then_some((trial % entries, 100.0));
        let (small, large) = (field.rate_by(anchor, 1_000), field.rate_by(anchor, 1));
        kinds[usize::from(openings == 400)] += 1;
        assert_eq!(small.beat, large.beat);
        for (one, other) in small.groups.iter().zip(&large.groups) {
            assert_eq!(one.entries, other.entries);
            assert_eq!(one.is_rated(), other.is_rated());
            alone += usize::from(one.entries.len() == 1);
            for (one, other) in one.ratings.iter().zip(&other.ratings) {
                assert_relative_eq!(one.elo, other.elo, epsilon = 1e-6);
                if one.error.is_finite() {
                    assert_relative_eq!(one.error, other.error, epsilon = 1e-3, max_relative = 1e-5);
                    errors += 1;
                }
            }
        }
        for (one, other) in small.bounds.iter().zip(&large.bounds) {
            let (one, other) = (one.map(|one| one.elo), other.map(|other| other.elo));
            assert_relative_eq!(one.unwrap_or(0.0), other.unwrap_or(0.0), epsilon = 1e-6);
        }
        for (pair, share) in &small.expected {
            assert_relative_eq!(*share, large.expected[pair], epsilon = 1e-9);
        }
        let [one, other] = [&small, &large].map(|table| table.fit.map_or(0.0, |fit| fit.statistic));
        assert_relative_eq!(one, other, max_relative = 1e-6);
        seated += usize::from(!is_even);
    }
    assert!(500 < errors && 10 < seated && 10 < alone && kinds.iter().all(|&kind| 10 < kind), "{errors} {alone}");
}
