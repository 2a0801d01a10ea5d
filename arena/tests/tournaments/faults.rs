//! Faults are results: recorded with their reason, paid for, and nobody else's business.

use std::sync::Arc;

use agon_arena::{
    Ending, Fault, Job, Plan, Record, Run, Score, Spec,
    ask::{FaultRule, Located},
    tell::{ResultDocument, Style},
};
use agon_core::{AnyMove, Position, Seat, registry};

use crate::{play, rogue::HOW};

fn against_random(rogue: &str) -> Spec {
    Spec::default().game("nim(3+4+5)").player(rogue).player("random").openings(8, 1).nodes(50)
}

/// Plays a rogue against `random`: the records of the games it spoilt, and the kind of fault.
fn spoilt(rogue: &str) -> Vec<(Record, Fault)> {
    let (plan, done) = play(&against_random(rogue), 2);
    let mut spoilt = Vec::new();
    for record in done.records {
        let seat = plan.fixture(record.number).seats.iter().position(|&entry| entry == 0);
        let seat = Seat(seat.unwrap() as u8);
        match record.ending.clone() {
            Ending::Forfeit(at_fault, fault) => {
                assert_eq!(at_fault, seat, "{record:?}");
                assert_eq!(record.payoffs[seat.index()], -1.0);
                assert_eq!(record.payoffs[seat.opponent().index()], 1.0);
                spoilt.push((record, fault));
            }
            ending => assert_eq!(ending, Ending::Over),
        }
    }
    let faults = done.score.sections[0].totals[0].all_faults();
    let resigned = done.score.sections[0].resigned;
    assert_eq!(faults + resigned, spoilt.len() as u64);
    assert_eq!(resigned == 0, spoilt.iter().all(|(_, fault)| *fault != Fault::Resigned));
    assert_eq!(done.score.sections[0].totals[1].all_faults(), 0);
    spoilt
}

#[test]
fn every_fault_is_recorded_with_its_reason_and_forfeits_the_game() {
    for (how, expected) in [
        ("illegal", Fault::Illegal(u64::MAX)),
        ("overspend", Fault::Overspent { nodes: 51, budget: 50 }),
        ("resign", Fault::Resigned),
        ("break", Fault::Broken("its process died".to_owned())),
    ] {
        let spoilt = spoilt(&format!("rogue({how})"));
        assert_eq!(spoilt.len(), 16, "{how}");
        assert!(spoilt.iter().all(|(_, fault)| *fault == expected), "{spoilt:?}");
    }
}

#[test]
fn a_panic_is_recorded_with_its_message_and_its_player_is_never_asked_again() {
    for rogue in ["rogue(panic)", "rogue(panic-on-begin)"] {
        let spoilt = spoilt(rogue);
        assert_eq!(spoilt.len(), 16);
        for (_, fault) in spoilt {
            let Fault::Panic(message) = fault else { panic!("{fault:?}") };
            let expected = if rogue.contains("begin") { "no game today (" } else { "cannot count to 1 (" };
            assert!(message.starts_with(expected), "{message}");
            assert!(message.contains("rogue.rs:"), "{message}");
        }
    }
}

#[test]
fn a_game_is_the_same_whatever_else_is_looked_after() {
    let rogues = HOW.iter().map(|how| format!("rogue({how}, when=2)"));
    let honest = ["random", "mcts(iterations=20)", "greedy"].map(str::to_owned);
    for player in rogues.chain(honest) {
        for game in ["nim(3+4+5)", "pig(target=20)", "connect-four(width=4, height=4)"] {
            let plain = Spec::default().game(game).player(&player).player("random");
            let plain = Spec { thoughts: Some(false), ..plain.openings(8, 1).nodes(200) };
            let heard = Spec { thoughts: Some(true), ..plain.clone() };
            let mut agreeing = plain.clone();
            agreeing.rules.draw = Some(Located::new("draw(from=4000000)"));
            let mut timed = plain.clone();
            timed.rules.move_time = Some(3_600_000);
            let (_, expected) = play(&plain, 1);
            for other in [heard, agreeing, timed] {
                let (_, done) = play(&other, 1);
                for (record, expected) in done.records.iter().zip(&expected.records) {
                    let record = Record { thoughts: Vec::new(), ..record.clone() };
                    assert_eq!(record, *expected, "{player}");
                }
                assert_eq!(done.score.fingerprint.text(), expected.score.fingerprint.text());
            }
        }
    }
}

#[test]
fn moves_before_a_fault_stay_in_the_record() {
    let start = registry::game("nim(3+4+5)").unwrap().start;
    let spoilt = spoilt("rogue(illegal, when=2)");
    assert!(!spoilt.is_empty());
    for (record, _) in spoilt {
        // The opening, then one own move and one or two of the other.
        assert!((3..=4).contains(&record.moves.len()), "{record:?}");
        let mut position = start.clone();
        for &m in &record.moves {
            assert!(position.is_legal(m));
            position.play(m);
        }
        assert!(!position.is_legal(AnyMove(u64::MAX)));
    }
}

#[test]
fn a_panic_poisons_no_other_game() {
    let spec = |rogue: &str| {
        let spec = Spec::default().game("nim(3+4+5)").openings(20, 1);
        spec.player(rogue).player("random").player_named("b", "random")
    };
    let (plan, one) = play(&spec("rogue(panic)"), 1);
    let (_, two) = play(&spec("rogue(panic)"), 2);
    assert_eq!(one.bytes, two.bytes);
    let (_, other) = play(&spec("rogue(resign)"), 1);
    for (record, other) in one.records.iter().zip(&other.records) {
        if !plan.fixture(record.number).seats.contains(&0) {
            assert_eq!(record, other);
        }
    }
}

#[test]
fn a_game_over_its_ply_bound_is_adjudicated() {
    let mut spec = Spec::default().game("nim(50+50)").player("random").player("random");
    spec = spec.openings(4, 0);
    spec.rules.max_plies = Some(3);
    let (_, done) = play(&spec, 1);
    let long = |record: &Record| record.ending == Ending::TooLong;
    assert!(done.records.iter().any(long));
    for record in done.records.iter().filter(|record| long(record)) {
        assert_eq!(record.moves.len(), 3);
        assert_eq!(record.payoffs, [0.0, 0.0]);
    }
    let count = done.records.iter().filter(|record| long(record)).count() as u64;
    assert_eq!(done.score.sections[0].too_long, count);
}

#[test]
fn players_that_cannot_play_are_reported_before_the_first_game_or_left_out() {
    let mut spec = Spec::default().game("nim").player("random").player("random");
    spec = spec.player("stranger");
    let error = spec.resolve().unwrap_err().to_string();
    assert!(error.contains("stranger at nim"), "{error}");
    assert!(error.contains("it knows no rules; use random"), "{error}");
    spec.skip_unsupported = Some(true);
    let tournament = spec.resolve().unwrap();
    assert_eq!(tournament.sections[0].entries, [0, 1]);
    assert_eq!((tournament.absent[0].entry, tournament.absent.len()), (2, 1));
}

#[test]
fn where_faults_are_replayed_a_game_that_fails_each_time_counts_for_nobody() {
    let mut spec = against_random("rogue(break)");
    spec.faults = Some(FaultRule::Replay);
    let (_, done) = play(&spec, 2);
    let section = &done.score.sections[0];
    assert_eq!((section.games, section.void), (0, 16));
    assert_eq!(section.totals[0].all_faults(), 16);
    assert!(done.records.iter().all(|record| record.payoffs.is_empty()));
}

#[test]
fn where_faults_stop_the_tournament_nothing_comes_after_the_first() {
    let mut spec = against_random("rogue(break, when=2)");
    spec.faults = Some(FaultRule::Stop);
    for jobs in [1, 4] {
        let plan = Arc::new(Plan::new(spec.resolve().unwrap()).unwrap());
        let (score, _, run) = Job::whole(Arc::clone(&plan), jobs).run(Score::new(&plan));
        let Run::Fault(number) = run else { panic!("{run:?}") };
        assert_eq!(score.games, number + 1);
        assert_eq!(score.faults.len(), 1);
    }
}

#[test]
fn whoever_resigns_loses_and_is_not_at_fault_under_any_rule() {
    let mut first = None;
    for rule in [FaultRule::Forfeit, FaultRule::Replay, FaultRule::Stop] {
        let mut spec = against_random("rogue(resign, when=2)");
        spec.faults = Some(rule);
        let (plan, done) = play(&spec, 2);
        let section = &done.score.sections[0];
        let is_resigned = |record: &&Record| matches!(record.ending, Ending::Forfeit(_, Fault::Resigned));
        let resigned = done.records.iter().filter(is_resigned).count() as u64;
        assert_eq!((section.games, section.void, section.resigned), (16, 0, resigned));
        assert!(4 < resigned && resigned <= section.totals[0].tally.losses);
        assert!(section.totals.iter().all(|total| total.all_faults() == 0));
        assert!(done.score.faults.is_empty());
        let text = ResultDocument::new(&plan, &done.score).report(Style::default());
        assert!(text.contains(&format!(", {resigned} resigned\n")), "{text}");
        assert!(!text.to_lowercase().contains("fault"), "{text}");
        assert_eq!(*first.get_or_insert_with(|| done.bytes.clone()), done.bytes);
    }
}

#[test]
fn a_match_ends_when_it_has_shown_enough_whatever_the_number_of_threads() {
    let spec = Spec::default().game("nim(3+4+5)").player("minimax(depth=unlimited)");
    let mut spec = spec.player("random").openings(10_000, 0);
    spec.stop = Some(Located::new("sprt(elo0=0, elo1=50)"));
    let mut seen = None;
    for jobs in [1, 3] {
        let plan = Arc::new(Plan::new(spec.resolve().unwrap()).unwrap());
        let (score, _, run) = Job::whole(Arc::clone(&plan), jobs).run(Score::new(&plan));
        assert!(matches!(run, Run::Enough), "{run:?}");
        assert!(4 < score.games && score.games < 20_000, "{} games", score.games);
        let end = (score.games, score.fingerprint.text());
        assert_eq!(*seen.get_or_insert(end.clone()), end);
    }
}

#[test]
fn a_match_that_may_stop_goes_on_until_its_result_is_clear_unless_a_number_is_given() {
    let spec = Spec { stop: Some(Located::new("sprt(0, 60)")), ..Spec::default().game("nim(3+4+5)") };
    let spec = spec.player("minimax");
    let chancy = spec.clone().player("random");
    let plan = Arc::new(Plan::new(chancy.resolve().unwrap()).unwrap());
    let (score, plan, run) = Job::whole(Arc::clone(&plan), 2).run(Score::new(&plan));
    assert!(matches!(run, Run::Enough), "{run:?}");
    let text = ResultDocument::new(&plan, &score).report(Style::default());
    for words in ["H1 accepted", "Not corrected for the early end", ", until the result is clear\n"] {
        assert!(text.contains(words), "{text}");
    }
    assert_eq!(chancy.openings(7, 1).resolve().unwrap().sections[0].openings, 7);
    // Games from openings that repeat others would be copies.
    let mut alike = spec.player("minimax(depth=2)");
    alike.rules.plies = Some(1);
    assert_eq!(alike.resolve().unwrap().sections[0].openings, 3 + 4 + 5);
}

/// A hundred and more games that are too long, then as many in which somebody breaks down: whoever is at fault in
/// another way after all of them is still named, with its kind, and what was nobody's fault is not listed.
#[test]
fn faults_are_reported_whatever_comes_before_them() {
    let mut spec = Spec::default().game("connect-four").game("nim(3+4+5)");
    spec = spec.player("random").player_named("tired", "rogue(break, when=2)");
    spec = spec.player_named("wild", "rogue(illegal, when=2)");
    let mut spec = spec.openings(30, 1);
    // Everybody moves once at the one game, and more than once at the other.
    spec.games[0].rules.max_plies = Some(2);
    let mut long = spec.clone();
    long.games[1].game = Located::new("nim(3+4+5+6)");
    for spec in [spec, long] {
        let (plan, done) = play(&spec, 2);
        let score = &done.score;
        assert!((Score::MOST_FAULTS as u64) < score.sections[0].too_long);
        assert!(score.faults.len() <= Score::MOST_FAULTS + 9 * 3 * 2);
        assert!(score.faults.iter().all(|fault| matches!(fault.ending, Ending::Forfeit(..))));
        for entry in [1, 2] {
            let counted = score.sections[1].totals[entry].all_faults();
            assert!(0 < counted, "{entry}");
            assert!(score.faults.iter().any(|fault| fault.entry == Some(entry)), "{entry}");
        }
        let text = ResultDocument::new(&plan, score).report(Style::default());
        let told = text.split("\nFaults\n").nth(1).expect("there is a section of faults");
        assert!(told.contains("  wild: illegal move "), "{told}");
        let document = ResultDocument::new(&plan, score).text();
        assert!(document.contains("\"ended\": \"illegal move\""), "{document}");
        assert!(!document.contains("\"ended\": \"too long\""), "{document}");
    }
    // So many breakdowns first that the list is full: the other kind is listed all the same.
    let breaking = Spec::default().game("nim(3+4+5)").player("random");
    let mut breaking = breaking.player("rogue(break)").openings(60, 1);
    breaking.rules.max_plies = Some(40);
    breaking.games.push(breaking.games[0].clone());
    let (plan, done) = play(&breaking, 2);
    assert_eq!(done.score.faults.len(), Score::MOST_FAULTS + 1, "the first of the second game too");
    assert_eq!(done.score.faults[Score::MOST_FAULTS].section, 1);
    assert!(ResultDocument::new(&plan, &done.score).report(Style::default()).contains("broken 240"));
}

/// The same game again and again tells a stopping rule nothing, however often it is played.
#[test]
fn copies_never_end_a_match() {
    let spec = Spec::default().game("nim(3+4+5)").player("minimax").player("rogue(resign, when=900)");
    let mut spec = spec.openings(400, 0);
    spec.stop = Some(Located::new("sprt(elo0=0, elo1=50)"));
    let plan = Arc::new(Plan::new(spec.resolve().unwrap()).unwrap());
    let (score, plan, run) = Job::whole(plan, 2).run(Score::new(&plan_of(&spec)));
    assert!(matches!(run, Run::Done), "{run:?}");
    assert_eq!((score.games, score.sections[0].copies), (800, 798));
    let text = ResultDocument::new(&plan, &score).report(Style::default());
    assert!(text.contains("undecided after all of 400 openings"), "{text}");
}

fn plan_of(spec: &Spec) -> Plan {
    Plan::new(spec.resolve().unwrap()).unwrap()
}
