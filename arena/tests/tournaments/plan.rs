//! The same seed gives the same tournament, on any machine and any number of threads.

use agon_arena::{Record, Spec, plan::Openings};
use agon_core::{Node, Position, Seed, registry};

use crate::play;

fn three_at_two_games() -> Spec {
    let spec = Spec::default().game("nim").game("tic-tac-toe(players=3)").game("tree([{1/2:[1,-1], 1/2:[-1,1]}])");
    let spec = spec.player("random").player_named("b", "random").player("rogue(resign, when=4)");
    let mut spec = spec.openings(30, 2);
    spec.games[2].rules.plies = Some(0);
    spec
}

#[test]
fn one_thread_and_many_hand_in_the_same_bytes() {
    let (_, one) = play(&three_at_two_games(), 1);
    for jobs in [2, 3, 8] {
        let (_, many) = play(&three_at_two_games(), jobs);
        assert_eq!(one.bytes, many.bytes);
        assert_eq!(one.score.fingerprint.text(), many.score.fingerprint.text());
    }
}

#[test]
fn another_seed_is_another_tournament() {
    let (_, one) = play(&three_at_two_games(), 1);
    let (_, other) = play(&three_at_two_games().seed(2), 1);
    assert_ne!(one.score.fingerprint.text(), other.score.fingerprint.text());
}

#[test]
fn openings_are_the_same_in_all_seatings_of_all_meetings() {
    let (plan, done) = play(&three_at_two_games(), 2);
    let opening = |record: &Record| record.moves[..record.opening as usize].to_vec();
    for section in 0..2 {
        let of_section = |record: &&Record| plan.fixture(record.number).section == section;
        let mut by_number = vec![None; 30];
        for record in done.records.iter().filter(of_section) {
            assert_eq!(record.opening, 2);
            let number = plan.fixture(record.number).opening as usize;
            let first = by_number[number].get_or_insert_with(|| opening(record));
            assert_eq!(*first, opening(record));
        }
        by_number.sort();
        by_number.dedup();
        assert!(12 <= by_number.len(), "openings differ: {by_number:?}");
    }
}

#[test]
fn every_seating_of_an_opening_sees_the_same_dice() {
    let (plan, done) = play(&three_at_two_games(), 2);
    let mut rolled = vec![None; 30];
    for record in &done.records {
        let fixture = plan.fixture(record.number);
        // One move, then the coin.
        if fixture.section == 2 {
            let coin = record.moves[1];
            assert_eq!(*rolled[fixture.opening as usize].get_or_insert(coin), coin);
        }
    }
    rolled.sort();
    rolled.dedup();
    assert_eq!(rolled.len(), 2, "both sides of the coin are seen");
}

#[test]
fn points_of_a_game_add_up() {
    let (plan, done) = play(&three_at_two_games(), 2);
    for (section, score) in done.score.sections.iter().enumerate() {
        let seats = score.seats.len() as f64;
        let points: f64 = score.totals.iter().map(|total| total.tally.points()).sum();
        assert_eq!(points, score.games as f64 * seats * (seats - 1.0) / 2.0);
        assert_eq!(score.games, plan.section_games(section));
        let by_seat: f64 = score.seats.iter().map(|total| total.tally.points()).sum();
        assert_eq!(points, by_seat);
        for i in 0..score.entries.len() {
            for j in (0..score.entries.len()).filter(|&j| i != j) {
                let (pair, mirror) = (score.tally(i, j), score.tally(j, i));
                assert_eq!((pair.wins, pair.draws), (mirror.losses, mirror.draws));
                let units: u64 = score.openings(i, j).iter().sum();
                assert_eq!(units * 2, if seats == 2.0 { pair.games() } else { 0 });
                let halves: u64 = (0..).zip(score.openings(i, j)).map(|(h, n)| h * n).sum();
                if seats == 2.0 {
                    assert_eq!(halves as f64 / 2.0, pair.points());
                }
            }
        }
    }
}

#[test]
fn copies_of_games_are_counted_and_tell_ratings_nothing() {
    let spec = Spec::default().game("nim(3+4+5)").player("greedy").player("minimax(depth=2)");
    let (_, done) = play(&spec.player("random").openings(5, 0), 2);
    let section = &done.score.sections[0];
    // From the start, the two that always play alike play each of their games five times.
    assert_eq!(section.copies, 8);
    assert_eq!(section.tally(0, 1).games(), 10);
    assert_eq!(section.openings(0, 1).iter().sum::<u64>(), 1);
    assert_eq!(section.openings(0, 2).iter().sum::<u64>(), 5);
}

/// Of 3,001 moves one leaves anything to play: of many openings beyond those that were prepared some
/// cannot be found in any reasonable time.
#[test]
fn any_opening_can_be_set_up_however_few_there_are() {
    let start = registry::game(&format!("tree([{}[1,2]])", "1,".repeat(3_000))).unwrap().start;
    let prepare = |seed| Openings::prepare(&start, [].into(), 1, (1, 1), Seed(seed)).ok();
    let openings = (0..20).find_map(prepare).expect("half of the seeds find one");
    let (mut position, mut moves) = (start.clone(), Vec::new());
    for number in 0..20 {
        openings.set_up(number, &mut position, &mut moves);
        assert_eq!(moves.len(), 1, "{number}");
        assert_ne!(position.node(), Node::Terminal, "{number}");
    }
}
