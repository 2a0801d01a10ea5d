//! Places and tie-breaks, held against what a slow reader makes of the games themselves.

use std::collections::BTreeMap;

use agon_arena::{
    Ending, Fault, Plan, Played, Record, Score, Spec,
    tally::{SectionScore, TieBreaks},
    tell::{ResultDocument, Style},
};

use crate::{Everything, play};

/// So many players that draw their moves, at a game with many ties among them.
fn crowd(format: &str, players: usize, game: &str, seed: u64) -> Spec {
    let named = |spec: Spec, number: usize| spec.player_named(format!("p{number}"), "random");
    let mut spec = (1..=players).fold(Spec::default().game(game), named).openings(1, 0).seed(seed);
    spec.format = Some(format.parse().expect("there is such a format"));
    spec
}

/// In each comparison of a game: who, against whom, and the points.
type Comparisons = Vec<(usize, usize, f64)>;

/// What everybody made in all, by entry, and in each comparison.
fn comparisons(plan: &Plan, records: &[Record]) -> (BTreeMap<usize, f64>, Comparisons) {
    let (mut made, mut all) = (BTreeMap::new(), Vec::new());
    for record in records {
        let seats = plan.fixture(record.number).seats;
        for (one, own) in seats.iter().zip(&record.payoffs) {
            for (other, its) in seats.iter().zip(&record.payoffs) {
                if one != other {
                    let points = if its < own { 1.0 } else { f64::from(u8::from(its == own)) / 2.0 };
                    *made.entry(*one).or_default() += points;
                    all.push((*one, *other, points));
                }
            }
        }
    }
    (made, all)
}

fn section(done: &Everything) -> (&SectionScore, Vec<TieBreaks>) {
    let section = &done.score.sections[0];
    (section, section.tie_breaks())
}

#[test]
fn sonneborn_berger_of_a_round_robin_is_that_of_its_games() {
    for (game, players) in [("tic-tac-toe", 5), ("tic-tac-toe(players=3)", 4), ("nim", 6)] {
        for seed in 1..=10 {
            let (plan, done) = play(&crowd("round-robin", players, game, seed), 1);
            let (made, all) = comparisons(&plan, &done.records);
            let (_, breaks) = section(&done);
            for (i, found) in breaks.iter().enumerate() {
                let own = all.iter().filter(|(one, ..)| *one == i);
                let expected: f64 = own.map(|(_, other, points)| points * made[other]).sum();
                assert_eq!(found.sonneborn_berger, expected, "{game}, seed {seed}, {i}");
                assert_eq!(found.swiss, None);
            }
        }
    }
}

#[test]
fn places_of_a_round_robin_follow_points_then_tie_breaks() {
    let mut ties = 0;
    for seed in 1..=60 {
        let (plan, done) = play(&crowd("round-robin", 5, "tic-tac-toe", seed), 1);
        let (made, all) = comparisons(&plan, &done.records);
        let (score, breaks) = section(&done);
        let places = score.places();
        for pair in places.windows(2) {
            let [(above, i), (below, j)] = [pair[0], pair[1]];
            assert!(made[&j] <= made[&i], "seed {seed}");
            if made[&i] != made[&j] {
                assert!(above < below, "seed {seed}");
                continue;
            }
            let equal: Vec<usize> = (0..5).filter(|k| made[k] == made[&i]).collect();
            if equal.len() != 2 {
                continue;
            }
            // Two who are equal: what they made against each other, then Sonneborn–Berger.
            ties += 1;
            let against = |one, other| -> f64 { all.iter().filter(|c| (c.0, c.1) == (one, other)).map(|c| c.2).sum() };
            let key = |one, other| (against(one, other), breaks[one].sonneborn_berger);
            assert!(key(j, i) <= key(i, j), "seed {seed}: {:?} {:?}", key(i, j), key(j, i));
            if key(i, j) != key(j, i) {
                assert!(above < below, "seed {seed}");
            }
        }
    }
    assert!(20 < ties, "{ties}");
}

#[test]
fn tie_breaks_of_a_swiss_are_those_of_its_rounds() {
    for players in [6, 7, 9] {
        for seed in 1..=10 {
            let mut spec = crowd("swiss", players, "tic-tac-toe", seed);
            spec.rounds = Some(4);
            let (plan, done) = play(&spec, 1);
            // Round by round, the points of the games of every meeting.
            let mut rounds: BTreeMap<usize, BTreeMap<usize, (usize, f64)>> = BTreeMap::new();
            for record in &done.records {
                let fixture = plan.fixture(record.number);
                for (one, other) in [(0, 1), (1, 0)] {
                    let round = rounds.entry(fixture.block).or_default();
                    let (who, whom) = (fixture.seats[one], fixture.seats[other]);
                    round.entry(who).or_insert((whom, 0.0)).1 += record.payoffs[one] - record.payoffs[other];
                }
            }
            assert_eq!(rounds.len(), 4);
            // A meeting won is a point, and so is a bye.
            let worth = |lead: f64| if lead == 0.0 { 0.5 } else { f64::from(u8::from(0.0 < lead)) };
            let of = |i: usize| rounds.values().map(move |round| round.get(&i));
            let points = |i: usize| of(i).map(|met| met.map_or(1.0, |(_, lead)| worth(*lead))).sum::<f64>();
            let (score, breaks) = section(&done);
            for i in 0..players {
                let strength = |met: Option<&(usize, f64)>| match met {
                    Some((whom, _)) => points(*whom),
                    None => points(i).min(2.0),
                };
                let mut values: Vec<f64> = of(i).map(strength).collect();
                let berger: f64 = of(i).map(|met| strength(met) * met.map_or(1.0, |(_, lead)| worth(*lead))).sum();
                let found = breaks[i].swiss.expect("it is a Swiss");
                values.sort_by(f64::total_cmp);
                assert_eq!(found.meeting_points, points(i), "seed {seed}, {i}");
                assert_eq!(found.buchholz, values.iter().sum::<f64>());
                assert_eq!(found.buchholz_cut1, values[1..].iter().sum::<f64>());
                assert_eq!(found.buchholz_median, values[1..3].iter().sum::<f64>());
                assert_eq!(breaks[i].sonneborn_berger, berger);
            }
            let keys = score.places().into_iter().map(|(place, i)| {
                let swiss = breaks[i].swiss.expect("it is a Swiss");
                let key = [swiss.meeting_points, swiss.buchholz_cut1, swiss.buchholz];
                (place, [&key[..], &[breaks[i].sonneborn_berger]].concat())
            });
            let keys: Vec<_> = keys.collect();
            for pair in keys.windows(2) {
                assert!(pair[1].1 <= pair[0].1, "seed {seed}: {keys:?}");
                assert!(pair[1].1 == pair[0].1 || pair[0].0 < pair[1].0, "seed {seed}: {keys:?}");
            }
        }
    }
}

#[test]
fn players_with_equal_results_share_a_place() {
    // Two pairs of twins, of whom each always plays like the other.
    let spec = Spec::default().game("nim(3+4+5)");
    let spec = ["minimax", "greedy"]
        .into_iter()
        .fold(spec, |spec, player| spec.player(player).player_named(format!("twin of {player}"), player));
    let (_, done) = play(&spec.openings(3, 1), 1);
    let places: Vec<usize> = done.score.sections[0].places().into_iter().map(|(place, _)| place).collect();
    assert_eq!(places, [1, 1, 3, 3]);
}

#[test]
fn a_knockout_says_where_the_order_of_signing_up_decided() {
    let told = |format: &str| {
        let mut spec = Spec::default().game("tic-tac-toe").openings(1, 0);
        for name in ["a", "b", "c", "d"] {
            spec = spec.player_named(name, "perfect");
        }
        spec.format = Some(format.parse().unwrap());
        let (plan, done) = play(&spec, 2);
        ResultDocument::new(&plan, &done.score).report(Style::default())
    };
    let text = told("knockout");
    let words = "\nTied after 3 replays, so that whoever signed up first went on: \
                 a before b; a before d; b before c\n";
    assert!(text.contains(words), "{text}");
    assert!(!told("swiss").contains("Tied"));
}

#[test]
fn players_that_lose_in_one_round_of_a_knockout_share_a_place() {
    let (_, done) = play(&crowd("knockout", 7, "nim", 3), 1);
    let places: Vec<usize> = done.score.sections[0].places().into_iter().map(|(place, _)| place).collect();
    assert_eq!(places, [1, 2, 3, 3, 5, 5, 5]);
}

#[test]
fn tables_of_all_formats_say_by_what_they_are_ordered() {
    let report = |format: &str| {
        let (plan, done) = play(&crowd(format, 5, "tic-tac-toe", 4).openings(2, 1), 1);
        format!("{format}\n{}\n", ResultDocument::new(&plan, &done.score).report(Style::default()))
    };
    let text = ["gauntlet", "swiss", "knockout", "ladder"].map(report).concat();
    insta::assert_snapshot!(text);
}

fn is_unplayed(record: &Record) -> bool {
    matches!(record.ending, Ending::Forfeit(_, Fault::Excluded(_)))
}

/// The score of the same games, of which those that nobody played are void.
fn as_if_void(plan: &Plan, records: &[Record]) -> Score {
    let mut score = Score::new(plan);
    for record in records {
        let mut record = record.clone();
        if is_unplayed(&record) {
            record.ending = Ending::Void("nobody played".to_owned());
        }
        let (fixture, mut bytes) = (plan.fixture(record.number), Vec::new());
        let act = record.encode(&mut bytes);
        score.take(&Played { plan, fixture: &fixture, record: &record, bytes: &bytes, act });
    }
    score
}

#[test]
fn unplayed_games_count_in_no_score_rating_or_tie_break() {
    let mut walked_over = 0;
    for format in ["round-robin", "gauntlet", "swiss", "knockout", "ladder"] {
        for (game, seed) in [("nim(3+4+5)", 1), ("tic-tac-toe", 2), ("tic-tac-toe", 3)] {
            let mut spec = Spec::default().game(game).openings(3, 1).seed(seed);
            for name in ["a", "b", "c", "d"] {
                spec = spec.player_named(name, "random");
            }
            spec = spec.player_named("down", "unsteady(share=100)");
            spec = spec.player_named("shaky", "unsteady(share=60)");
            spec.format = Some(format.parse().unwrap());
            spec.rounds = ["swiss", "ladder"].contains(&format).then_some(5);
            let (plan, done) = play(&spec, 2);
            let (score, name) = (&done.score.sections[0], format!("{format}, seed {seed}"));
            let unplayed = done.records.iter().filter(|record| is_unplayed(record)).count() as u64;
            assert!(0 < unplayed || format == "knockout", "{name}");
            assert!(done.records.iter().all(|r| r.payoffs.is_empty() == is_unplayed(r)));
            assert_eq!((score.unplayed, score.void), (unplayed, 0), "{name}");
            assert_eq!(score.games + unplayed, done.score.games, "{name}");
            // Scores are those of the games that were played.
            let (made, all) = comparisons(&plan, &done.records);
            for (i, total) in score.totals.iter().enumerate() {
                let games = all.iter().filter(|(one, ..)| *one == i).count() as u64;
                assert_eq!(total.games, games, "{name}, {i}");
                let points = made.get(&i).copied().unwrap_or_default();
                assert_eq!(total.tally.points(), points, "{name}, {i}");
            }
            let paid: f64 = score.totals.iter().map(|total| total.payoff).sum();
            assert_eq!(paid, 0.0, "{name}: what one wins another loses");
            // So are ratings, and where all meet all, places and tie-breaks.
            let void = as_if_void(&plan, &done.records);
            let other = &void.sections[0];
            assert_eq!(other.void, unplayed, "{name}");
            let ratings = |score: &SectionScore| format!("{:?}", score.ratings());
            assert_eq!(ratings(score), ratings(other), "{name}");
            for (i, j) in score.met() {
                let difference = |score: &SectionScore| format!("{:?}", score.difference(i, j));
                assert_eq!(difference(score), difference(other), "{name}");
                assert_eq!(score.tally(i, j), other.tally(i, j), "{name}");
            }
            assert_eq!(score.met().collect::<Vec<_>>(), other.met().collect::<Vec<_>>());
            if ["round-robin", "gauntlet"].contains(&format) {
                assert_eq!(score.tie_breaks(), other.tie_breaks(), "{name}");
                assert_eq!(score.places(), other.places(), "{name}");
            }
            if format == "swiss" {
                walked_over += breaks_of_played_meetings(&plan, &done, &name);
            }
            // They stay separate.
            let (text, document) = (
                ResultDocument::new(&plan, &done.score).report(Style::default()),
                ResultDocument::new(&plan, &done.score).text(),
            );
            let (said, key) = (format!("{unplayed} not played"), format!("\"unplayed\": {unplayed}"));
            assert_eq!(text.contains(&said), unplayed != 0, "{name}: {text}");
            assert_eq!(document.contains(&key), unplayed != 0, "{name}: {document}");
        }
    }
    assert_ne!(walked_over, 0, "no meeting of a Swiss was left unplayed");
}

/// Compares the tie-breaks of a Swiss with those of its byes and of the meetings of which a game was played;
/// how many others there were.
fn breaks_of_played_meetings(plan: &Plan, done: &Everything, name: &str) -> usize {
    // Round by round, whom everybody met, by how many points of a walkover too, and whether they played.
    let mut rounds: BTreeMap<usize, BTreeMap<usize, (usize, f64, bool)>> = BTreeMap::new();
    for record in &done.records {
        let fixture = plan.fixture(record.number);
        for (one, other) in [(0, 1), (1, 0)] {
            let lead = match &record.ending {
                Ending::Forfeit(seat, Fault::Excluded(_)) if seat.index() == one => -2.0,
                Ending::Forfeit(_, Fault::Excluded(_)) => 2.0,
                _ => record.payoffs[one] - record.payoffs[other],
            };
            let round = rounds.entry(fixture.block).or_default();
            let met = round.entry(fixture.seats[one]).or_insert((fixture.seats[other], 0.0, false));
            met.1 += lead;
            met.2 |= !is_unplayed(record);
        }
    }
    let (score, breaks) = section(done);
    let worth = |lead: f64| if lead == 0.0 { 0.5 } else { f64::from(u8::from(0.0 < lead)) };
    let players = score.entries.len();
    // What an entry made of a round: of a bye too, but nothing of a meeting that nobody played.
    let of = |i: usize| rounds.values().map(move |round| round.get(&i).copied());
    let played = |i: usize| of(i).filter(|met| met.is_none_or(|(.., was_played)| was_played));
    let made = |met: Option<(usize, f64, bool)>| met.map_or(1.0, |(_, lead, _)| worth(lead));
    let points = |i: usize| played(i).map(made).sum::<f64>();
    for i in 0..players {
        let dummy = points(i).min(played(i).count() as f64 / 2.0);
        let strength = |met: Option<(usize, f64, bool)>| met.map_or(dummy, |(whom, ..)| points(whom));
        let mut values: Vec<f64> = played(i).map(strength).collect();
        values.sort_by(f64::total_cmp);
        let berger: f64 = played(i).map(|met| strength(met) * made(met)).sum();
        let found = breaks[i].swiss.expect("it is a Swiss");
        // A bye counts as a point.
        assert_eq!(found.meeting_points, of(i).map(made).sum::<f64>(), "{name}, {i}");
        assert_eq!(found.buchholz, values.iter().sum::<f64>(), "{name}, {i}");
        let cut = values.get(1..).unwrap_or_default();
        assert_eq!(found.buchholz_cut1, cut.iter().sum::<f64>(), "{name}, {i}");
        assert_eq!(breaks[i].sonneborn_berger, berger, "{name}, {i}");
    }
    let all = rounds.values().flat_map(BTreeMap::values);
    all.filter(|(.., was_played)| !was_played).count()
}
