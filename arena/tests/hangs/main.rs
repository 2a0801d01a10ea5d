//! Players and rules that do what must not be done: none of them brings a tournament down, and
//! none of them costs another player a game.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod rogue;
mod trap;

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use agon_arena::{
    Ending, Fault, Job, Plan, Record, Run, Score, Shard, Spec,
    ask::{Exclusion, Located},
    keep::{
        Continued, Detail, Header, JournalError, JournalOptions, Merging, Verification, Writer, merge, read, verify,
    },
    plan::{Met, memory},
    play::{LongestTimes, Played, Recorder, Referee, Silence},
};
use agon_core::Seat;
use {agon_nim as _, agon_players as _};

use crate::rogue::{ASKED_AGAIN, ASLEEP, DEAF, LARGE, LIMIT, MOST_LARGE, THINKING, WOKEN, becomes_true, clocks};

/// Keeps all records.
struct Keeper(Vec<Record>);

impl Recorder for Keeper {
    fn take(&mut self, game: &Played<'_>) -> std::io::Result<ControlFlow<()>> {
        self.0.push(game.record.clone());
        Ok(ControlFlow::Continue(()))
    }

    fn last_round(&self) -> &[Met] {
        &[]
    }
}

fn plan(spec: &Spec) -> Arc<Plan> {
    Arc::new(Plan::new(spec.resolve().unwrap()).unwrap())
}

/// Plays from game `from` on, knowing who gave no answer before it.
fn play(plan: &Arc<Plan>, jobs: usize, from: u64, silence: Silence) -> Vec<Record> {
    let job = Job { from, silence, clocks: clocks(), ..Job::whole(Arc::clone(plan), jobs) };
    let (keeper, _, run) = job.run(Keeper(Vec::new()));
    assert!(matches!(run, Run::Done), "{run:?}");
    keeper.0
}

fn all(plan: &Arc<Plan>, jobs: usize) -> Vec<Record> {
    play(plan, jobs, 0, Silence::default())
}

fn against(rogue: &str) -> Spec {
    Spec::default().game("nim(3+4+5)").player(rogue).player("random").player_named("b", "random")
}

/// The verdict on a journal of these records.
fn verified(plan: &Plan, records: &[Record]) -> Result<Verification, JournalError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    let header = Header::new(plan, Shard::WHOLE, "test");
    let options = JournalOptions::default();
    let mut writer = Writer::open(&path, &header, &options, &mut |_| Ok(())).unwrap();
    for record in records {
        let mut bytes = Vec::new();
        record.encode(&mut bytes);
        writer.append(&bytes).unwrap();
    }
    writer.sync().unwrap();
    verify(&[&path], 1, &mut |_, _| ())
}

#[test]
fn a_player_that_never_answers_is_excluded_and_costs_no_other_player_a_game() {
    for (rogue, exclusion, most) in [
        ("rogue(silent, when=2)", None, 3),
        ("rogue(silent-on-begin)", None, 3),
        ("rogue(silent, when=2)", Some(Exclusion::After(1)), 1),
        ("rogue(silent, when=2)", Some(Exclusion::Never), u64::MAX),
    ] {
        let mut spec = against(rogue).openings(if exclusion.is_none() { 6 } else { 1 }, 1);
        spec.rules.move_time = Some(LIMIT);
        spec.exclusion = exclusion;
        let plan = plan(&spec);
        let mut seen = None;
        for jobs in [1, 3] {
            let records = all(&plan, jobs);
            let mut silent = 0;
            for record in &records {
                let fixture = plan.fixture(record.number);
                let is_rogue = fixture.seats.contains(&0);
                match &record.ending {
                    Ending::Forfeit(seat, Fault::Silent(LIMIT)) => {
                        assert!(fixture.seats[seat.index()] == 0 && silent < most);
                        silent += 1;
                    }
                    Ending::Forfeit(seat, Fault::Excluded(excluded)) => {
                        assert!(fixture.seats[seat.index()] == 0 && silent == most);
                        assert_eq!(*excluded, most);
                        assert_eq!((record.moves.len(), record.payoffs.len()), (1, 0));
                    }
                    Ending::Over => assert!(!is_rogue || silent < most),
                    other => panic!("{other:?}"),
                }
            }
            assert!(0 < silent && (silent == most || exclusion == Some(Exclusion::Never)));
            // What was recorded can be recorded again, and the same number of threads or not.
            let mut referee = Referee::new(&plan);
            for record in &records {
                assert_eq!(referee.replay(record), record);
            }
            let endings: Vec<_> = records.iter().map(|record| record.ending.clone()).collect();
            assert_eq!(*seen.get_or_insert(endings.clone()), endings, "{rogue}");
            // That somebody gave no answer, or was excluded, is taken on trust; but only where it can be.
            let forfeits = records.iter().filter(|record| record.ending != Ending::Over).count();
            let moves: usize = records.iter().map(|record| record.moves.len() - 1).sum();
            match verified(&plan, &records).unwrap() {
                Verification::Same { on_trust, .. } => {
                    assert_eq!((on_trust.endings, on_trust.void), (forfeits as u64, 0));
                    assert_eq!(on_trust.moves, moves as u64, "all are played by the clock");
                }
                other => panic!("{other:?}"),
            }
            let is_out = |record: &&Record| matches!(record.ending, Ending::Forfeit(_, Fault::Excluded(_)));
            let excluded = records.iter().find(is_out).cloned().unwrap_or_default();
            for (at, honest) in records.iter().enumerate() {
                let seats = plan.fixture(honest.number).seats;
                for seat in [0, 1] {
                    let mut forged = records.clone();
                    forged[at] = Record { number: honest.number, ..excluded.clone() };
                    forged[at].moves.clone_from(&honest.moves);
                    forged[at].moves.truncate(1);
                    forged[at].ending = Ending::Forfeit(Seat(seat), Fault::Excluded(most));
                    forged[at].payoffs.clear();
                    let is_honest = forged[at] == *honest;
                    let may_be = is_honest
                        || at > 0 && seats[usize::from(seat)] == 0 && {
                            let before = records[..at]
                                .iter()
                                .filter(|record| matches!(record.ending, Ending::Forfeit(_, Fault::Silent(_))));
                            before.count() as u64 >= most
                        };
                    let verdict = verified(&plan, &forged);
                    assert_eq!(verdict.is_ok(), may_be, "{at}: {verdict:?}");
                }
            }
            // A run that goes on remembers.
            let (first, last) = records.split_at(records.len() * 2 / 3);
            let mut silence = Silence::default();
            for record in first {
                silence.take(&plan.fixture(record.number), record);
            }
            let rest = play(&plan, jobs, first.len() as u64, silence);
            assert_eq!(rest, last);
        }
    }
}

/// What `shard` of the plan comes to, in a journal of its own.
fn kept(plan: &Arc<Plan>, shard: Shard, path: &Path) {
    let (opened, options) = ((Plan::clone(plan), shard), JournalOptions::default());
    let none = &mut |_: &Played<'_>, _: &Score| Ok(());
    let mut continued = Continued::open(path, opened, "test", &options, Detail::Moves, none).unwrap();
    let (mut continued, _, run) = continued.job(1).run(continued);
    assert!(matches!(run, Run::Done), "{run:?}");
    continued.sync().unwrap();
}

/// All records of these journals.
fn recorded(paths: &[PathBuf]) -> Vec<Record> {
    let mut records = Vec::new();
    let reading = read(paths, Detail::Moves, &mut |game| {
        records.push(game.record.clone());
        Ok(ControlFlow::Continue(()))
    });
    assert_eq!(reading.unwrap().missing, None);
    records
}

#[test]
fn shards_with_two_excluded_players_are_read_merged_and_verified_in_any_division() {
    let spec = Spec::default().game("nim(3+4+5)").player("random").openings(12, 1);
    let spec = spec.player_named("a", "rogue(down)").player_named("b", "rogue(down, when=2)");
    let (plan, folder, mut others) = (plan(&spec), tempfile::tempdir().unwrap(), 0);
    let most = 3;
    for of in 1..=6 {
        let at = |name: &str| folder.path().join(format!("{of}-{name}.journal"));
        let parts: Vec<PathBuf> = (0..of).map(|index| at(&index.to_string())).collect();
        (0..of).zip(&parts).for_each(|(index, path)| kept(&plan, Shard::part(index, of), path));
        // A part that is played twice is the same.
        kept(&plan, Shard::part(0, of), &at("again"));
        let mut inputs = parts.clone();
        inputs.push(at("again"));
        inputs.reverse();
        let merged = at("all");
        merge(&inputs, &merged, Merging::default(), &mut |_, _| ()).unwrap();
        let records = recorded(std::slice::from_ref(&merged));
        assert_eq!(records.len() as u64, plan.games());
        assert_eq!(recorded(&parts), records, "{of} shards");
        for paths in [&parts[..], std::slice::from_ref(&merged)] {
            let verification = verify(paths, 2, &mut |_, _| ()).unwrap();
            assert!(matches!(verification, Verification::Same { .. }), "{verification:?}");
        }
        // To go on with it adds nothing.
        kept(&plan, Shard::WHOLE, &merged);
        assert_eq!(recorded(&[merged]), records);
        // Only whose own games before exclude it may be called so.
        let mut down = [0; 3];
        for (at, honest) in records.iter().enumerate() {
            let seats = plan.fixture(honest.number).seats;
            for seat in [Seat(0), Seat(1)] {
                let may_be = most <= down[seats[seat.index()]];
                let is_out = Ending::Forfeit(seat, Fault::Excluded(most));
                if seat == Seat(1) && honest.ending == is_out {
                    others += u64::from(most <= down[seats[0]]);
                }
                if of != 4 {
                    continue;
                }
                let mut forged = records.clone();
                forged[at].moves.truncate(1);
                forged[at].ending = is_out;
                // As it was written once.
                forged[at].payoffs = [[-1.0, 1.0], [1.0, -1.0]][seat.index()].to_vec();
                forged[at].thoughts.clear();
                let verdict = verified(&plan, &forged[..=at]);
                assert_eq!(verdict.is_ok(), may_be, "{of} shards, {at}, {seat:?}: {verdict:?}");
            }
            if let Ending::Forfeit(seat, Fault::Outside(..)) = honest.ending {
                down[seats[seat.index()]] += 1;
            }
        }
    }
    assert_ne!(others, 0, "no part named another seat than the whole would");
}

#[test]
fn a_player_that_heeds_the_stop_signal_is_late_and_asked_again() {
    let mut spec = against("rogue(late)").openings(4, 1);
    spec.rules.move_time = Some(LIMIT);
    spec.rules.time_margin = Some(0);
    let timely = plan(&spec);
    for record in all(&timely, 2) {
        let is_rogue = timely.fixture(record.number).seats.contains(&0);
        match record.ending {
            Ending::Forfeit(_, Fault::OverTime(LIMIT)) => assert!(is_rogue),
            ending => assert_eq!((ending, is_rogue), (Ending::Over, false)),
        }
    }
    // Within the margin that is no fault, though the limit is the same.
    spec.rules.time_margin = Some(60_000);
    let patient = plan(&spec);
    assert_ne!(patient.tournament().identity(), timely.tournament().identity());
    for record in all(&patient, 2) {
        assert_eq!(record.ending, Ending::Over);
    }
}

#[test]
fn an_interrupted_search_hears_it_and_its_game_is_dropped() {
    // Nobody thinks for long but the rogue, and it for ever.
    let spec = against("rogue(thinker)").openings(50, 1);
    let plan = plan(&spec);
    let sound = all(&self::plan(&against("rogue(large, when=1000)").openings(50, 1)), 2);
    for jobs in [1, 4] {
        let flag = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&flag);
        let job =
            Job { interrupted: Arc::new(move || asked.load(Ordering::SeqCst)), ..Job::whole(Arc::clone(&plan), jobs) };
        let before = THINKING.load(Ordering::SeqCst);
        let raised = thread::spawn(move || {
            let begins = becomes_true(|| before < THINKING.load(Ordering::SeqCst));
            assert!(begins, "nobody thinks");
            flag.store(true, Ordering::SeqCst);
        });
        let (keeper, _, run) = job.run(Keeper(Vec::new()));
        raised.join().unwrap();
        assert!(matches!(run, Run::Interrupted), "{run:?}");
        // Games of the rogue can't be over: everything before the first of them, and no more.
        for (record, expected) in keeper.0.iter().zip(&sound) {
            assert!(!plan.fixture(record.number).seats.contains(&0));
            assert_eq!(record, expected);
        }
        // However long its games go on: nobody is asked in them any more.
        assert_eq!(ASKED_AGAIN.load(Ordering::SeqCst), 0);
    }
}

#[test]
fn nobody_waits_after_an_interruption_for_a_player_that_does_not_hear_it() {
    let plan = plan(&against("rogue(deaf)").openings(50, 1));
    let is_asleep = || DEAF.load(Ordering::SeqCst) == ASLEEP;
    let job = Job { interrupted: Arc::new(is_asleep), ..Job::whole(Arc::clone(&plan), 1) };
    let (keeper, _, run) = job.run(Keeper(Vec::new()));
    assert!(is_asleep(), "it was waited for");
    DEAF.store(WOKEN, Ordering::SeqCst);
    assert!(matches!(run, Run::Interrupted), "{run:?}");
    let of_rogue = |number: &u64| plan.fixture(*number).seats.contains(&0);
    let first = (0..plan.games()).find(of_rogue).unwrap();
    assert_eq!(keeper.0.len() as u64, first, "what was played before is known");
}

#[test]
fn limits_of_the_machine_make_games_void_and_are_no_part_of_the_tournament() {
    let limit = Some(Duration::from_millis(LIMIT));
    let sound = all(&plan(&against("rogue(large, when=1000)").openings(1, 1)), 1);
    for (rogue, of_move, of_game, subject) in [
        // It thinks until the stop signal at the end of its time.
        ("rogue(thinker)", limit, None, "a move"),
        ("rogue(thinker)", limit, limit, "a move"),
        // It answers, and the game has taken too long.
        ("rogue(slow)", None, limit, "the game"),
    ] {
        let plan = plan(&against(rogue).openings(1, 1));
        let longest = LongestTimes { of_move, of_game };
        let job = Job { longest, clocks: clocks(), ..Job::whole(Arc::clone(&plan), 2) };
        let (keeper, _, run) = job.run(Keeper(Vec::new()));
        assert!(matches!(run, Run::Done), "{run:?}");
        let mut over = 0;
        for (record, sound) in keeper.0.iter().zip(&sound) {
            let has_rogue = plan.fixture(record.number).seats.contains(&0);
            if let Ending::Void(why) = &record.ending {
                let told = "took longer than the machine allows that played it: 250 ms";
                assert_eq!(*why, format!("{subject} {told}"));
                assert!(has_rogue && record.payoffs.is_empty());
            } else {
                over += 1;
                assert!(!has_rogue);
                assert_eq!(record, sound);
            }
        }
        // Verification takes those games on trust, and does not wait for the rogue.
        match verified(&plan, &keeper.0).unwrap() {
            Verification::Same { games, on_trust, .. } => {
                assert_eq!(games, plan.games());
                assert!(0 < on_trust.void && on_trust.void == plan.games() - over);
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn what_has_begun_is_played_to_its_end_where_no_other_game_is_to_begin() {
    let spec = Spec::default().game("nim").player("random").player("greedy").openings(40, 1);
    let plan = plan(&spec);
    let sound = all(&plan, 1);
    for jobs in [1, 4] {
        for claims in 0..6 {
            let asked = Arc::new(AtomicUsize::new(0));
            let own = Arc::clone(&asked);
            let job = Job {
                enough: Arc::new(move || claims <= own.fetch_add(1, Ordering::SeqCst)),
                ..Job::whole(Arc::clone(&plan), jobs)
            };
            let (keeper, _, run) = job.run(Keeper(Vec::new()));
            assert!(matches!(run, Run::Interrupted), "{run:?}");
            let played = keeper.0.len();
            assert!(claims <= played && played < sound.len(), "{claims}: {played} games");
            assert_eq!(keeper.0, sound[..played]);
            // A resumed run has all games.
            let rest = Job { from: played as u64, ..Job::whole(Arc::clone(&plan), jobs) };
            let (later, _, run) = rest.run(Keeper(Vec::new()));
            assert!(matches!(run, Run::Done), "{run:?}");
            assert_eq!(later.0, sound[played..]);
        }
    }
}

#[test]
fn rules_that_break_are_the_fault_of_no_player() {
    let spec = Spec::default().game("trap").player("random").player("minimax(depth=2)").openings(9, 0);
    let (mut void, mut over) = (0, 0);
    for record in all(&plan(&spec), 2) {
        match record.ending {
            Ending::Void(message) => {
                assert!(message.contains("the trap"), "{message}");
                void += 1;
            }
            Ending::Over => over += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(0 < void, "{over} games were over");
    // And where the rules are sound, a panic is the player's.
    for record in all(&plan(&against("rogue(panic)").openings(2, 0)), 1) {
        assert!(matches!(record.ending, Ending::Over | Ending::Forfeit(_, Fault::Panic(_))));
    }
}

#[test]
fn openings_from_which_play_cannot_go_on_are_refused_with_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("book.txt");
    let spec = |line: &str| {
        std::fs::write(&file, format!("2 0\n# fine so far\n{line}\n2 1\n")).unwrap();
        let mut spec = Spec::default().game("trap").player("random").player("random");
        spec.rules.opening_file = Some(Located::new(file.display().to_string()));
        spec.resolve()
    };
    // There, one move later, and where many a game comes by.
    for line in ["3 0", "position 4 1", "\"a name\" 8 0", "5 0"] {
        let message = spec(line).unwrap_err().to_string();
        assert!(message.contains("line 3: play cannot go on from"), "{message}");
        assert!(message.contains("the trap") && message.contains("(trap.rs:"), "{message}");
    }
    assert_eq!(spec("1 1").unwrap().sections[0].book.len(), 3);
}

#[test]
fn a_search_may_go_deep() {
    for record in all(&plan(&against("rogue(deep)").openings(2, 0)), 2) {
        assert_eq!(record.ending, Ending::Over);
    }
}

#[test]
fn players_with_large_tables_leave_when_others_come_and_no_result_depends_on_it() {
    let league = |player: &str| {
        let mut spec = Spec::default().game("nim(3+4+5)").player("random").openings(2, 1);
        for number in 0..10 {
            spec = spec.player_named(format!("n{number}"), player);
        }
        plan(&spec)
    };
    let (small, large) = (league("rogue(panic, when=900)"), league("rogue(large, when=900)"));
    // Two play, and of the others no more than 256 MiB stays between games: so much is asked for.
    let wanted = [&small, &large].map(|plan| memory(plan.tournament()) >> 20);
    assert_eq!(wanted, [0, 2 * 100 + 256]);
    let expected = all(&small, 1);
    MOST_LARGE.store(LARGE.load(Ordering::SeqCst), Ordering::SeqCst);
    assert_eq!(all(&large, 1), expected);
    // Two stay, two more come; the others of this file add a few.
    let most = MOST_LARGE.load(Ordering::SeqCst);
    assert!(most <= 8, "{most} at a time");
}
