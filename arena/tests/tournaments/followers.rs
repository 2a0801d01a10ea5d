//! Players that follow a game receive it exactly as it happened.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use agon_arena::{Ending, Fault, Job, Plan, Record, Run, Score, Spec, ask::FaultRule, play::Referee};
use agon_core::{
    AnyMove, AnyPosition, Decision, Failure, Habits, Node, OptionSpec, Options, Player, PlayerPlugin, Position, Turn,
    inventory,
};

use crate::{own_clocks, pass, play, play_by};

/// One game as received: the moves, and the payoffs.
type Story = (Vec<AnyMove>, Vec<f64>);

/// All games received, by the label of the follower.
static TOLD: Mutex<BTreeMap<String, Vec<Story>>> = Mutex::new(BTreeMap::new());

/// Follows a game, compares every position with the moves it received, and plays some move that
/// depends on all moves before. A game received wrongly is recorded as one without payoffs.
struct Follower {
    word: String,
    how: String,
    start: AnyPosition,
    here: AnyPosition,
    moves: Vec<AnyMove>,
    is_right: bool,
    is_over: bool,
}

impl Player for Follower {
    fn begin(&mut self) {
        self.here.clone_from(&self.start);
        self.moves.clear();
        (self.is_right, self.is_over) = (true, false);
    }

    fn choose(&mut self, position: &AnyPosition, _turn: &mut Turn<'_>) -> Result<Decision<AnyMove>, Failure> {
        self.is_right &= !self.is_over && *position == self.here;
        let Node::Decision(_) = position.node() else { panic!("nothing to choose") };
        let told = self.moves.iter().fold(0, |sum, m| (31 * sum + m.0) % 1_000_003);
        match self.how.as_str() {
            "illegal" if 3 < self.moves.len() => Ok(Decision::just(AnyMove(u64::MAX))),
            "panic" if 3 < self.moves.len() => panic!("on being asked"),
            _ => Ok(Decision::just(position.nth(told as usize % position.count()))),
        }
    }

    fn played(&mut self, before: &AnyPosition, m: AnyMove) {
        self.is_right &= !self.is_over && *before == self.here && before.is_legal(m);
        self.here.play(m);
        self.moves.push(m);
        assert!(!self.how.ends_with("panic-on-move") || self.moves.len() != 5, "on being told");
        if self.how == "sleep-on-move" && self.moves.len() == 2 {
            sleep();
        }
    }

    fn end(&mut self, last: &AnyPosition, payoffs: &[f64]) {
        self.is_right &= !self.is_over && *last == self.here;
        self.is_over = true;
        let moves = if self.is_right { self.moves.clone() } else { vec![AnyMove(u64::MAX)] };
        let mut told = TOLD.lock().unwrap();
        told.entry(self.word.clone()).or_default().push((moves, payoffs.to_vec()));
        drop(told);
        assert!(self.how != "panic-on-end", "on being told of the end");
        if self.how == "sleep-on-end" {
            sleep();
        }
    }

    fn habits(&self) -> Habits {
        Habits::NONE.with_follows(self.how != "deaf").with_clock(self.how.starts_with("clock"))
    }
}

const HOW: &[&str] = &[
    "follow",
    "illegal",
    "panic",
    "panic-on-move",
    "panic-on-end",
    "clock-panic-on-move",
    "sleep-on-move",
    "sleep-on-end",
    "deaf",
];

/// Sleeps for an hour of this thread's time, and a minute of the machine's.
fn sleep() {
    pass(Duration::from_secs(3600));
    thread::sleep(Duration::from_secs(60));
}

inventory::submit! {
    PlayerPlugin::new(
        "follower",
        "follows the game",
        "",
        &[
            OptionSpec::text("word", "a word", "", "which games these are"),
            OptionSpec::choice("how", HOW, "follow", "what else it does"),
        ],
        |options: &Options, game| {
            Ok(Box::new(Follower {
                word: options.text("word").to_owned(),
                how: options.text("how").to_owned(),
                start: game.clone(),
                here: game.clone(),
                moves: Vec::new(),
                is_right: true,
                is_over: false,
            }))
        },
    )
}

fn take(word: &str) -> Vec<Story> {
    let mut told = TOLD.lock().unwrap().remove(word).unwrap_or_default();
    told.sort_by(|one, other| one.partial_cmp(other).unwrap());
    told
}

/// The reports of these games that `entry` must receive.
fn expected(plan: &Plan, records: &[Record], entry: usize) -> Vec<Story> {
    let mut stories = Vec::new();
    for record in records {
        for _ in plan.fixture(record.number).seats.iter().filter(|&&sits| sits == entry) {
            stories.push((record.moves.clone(), record.payoffs.clone()));
        }
    }
    stories.sort_by(|one, other| one.partial_cmp(other).unwrap());
    stories
}

fn follower(word: &str, how: &str) -> String {
    format!("follower({word}, {how})")
}

/// A follower against `other`.
fn games(game: &str, word: &str, other: &str) -> Spec {
    let spec = Spec::default().game(game).openings(6, 3);
    let spec = spec.player(follower(word, "follow")).player(other);
    if game.starts_with("pig") { spec.player_named("third", "random") } else { spec }
}

#[test]
fn a_follower_sees_every_move_of_seats_and_chance_and_the_end() {
    for (word, game, other) in [
        ("stones", "nim(3+4+5)", "random"),
        ("dice", "einstein", "random"),
        ("three", "pig(30, 3)", "random"),
        ("four", "connect-four", "alpha-beta(depth=2)"),
    ] {
        let (mut all, mut bytes) = (Vec::new(), Vec::new());
        for jobs in [1, 2] {
            let (plan, done) = play(&games(game, word, other), jobs);
            assert!(done.records.iter().all(|record| record.ending == Ending::Over));
            all = expected(&plan, &done.records, 0);
            assert_eq!(take(word), all, "{game}");
            // Verification sends the same again.
            let mut referee = Referee::new(&plan);
            for record in &done.records {
                assert_eq!(referee.replay(record), record);
            }
            assert_eq!(take(word), all, "{game}");
            // Who goes on in the middle tells of the games that are left.
            let job = Job { from: 4, ..Job::whole(Arc::clone(&plan), jobs) };
            assert!(matches!(job.run(Score::new(&plan)).2, Run::Done));
            assert_eq!(take(word), expected(&plan, &done.records[4..], 0), "{game}");
            bytes.push(done.bytes);
        }
        assert!(!all.is_empty() && bytes[0] == bytes[1]);
    }
}

#[test]
fn players_that_do_not_follow_receive_no_moves() {
    let spec = Spec::default().game("nim(3+4+5)").openings(6, 3);
    play(&spec.player(follower("deaf", "deaf")).player("random"), 1);
    assert_eq!(take("deaf"), []);
}

#[test]
fn a_follower_sees_an_adjudication() {
    let mut spec = games("nim(50+50)", "long", "random");
    spec.rules.max_plies = Some(6);
    let (plan, done) = play(&spec, 1);
    assert!(done.records.iter().any(|record| record.ending == Ending::TooLong));
    assert_eq!(take("long"), expected(&plan, &done.records, 0));
}

#[test]
fn a_follower_sees_a_forfeit_and_forfeits_if_it_panics() {
    for how in ["illegal", "panic", "panic-on-move", "panic-on-end"] {
        let rogue = format!("rogue-{how}");
        let (plan, done) = play(&games("nim(9+9)", how, &follower(&rogue, how)), 2);
        let faults = done.records.iter().filter_map(|record| match &record.ending {
            Ending::Forfeit(seat, fault) => {
                assert_eq!(plan.fixture(record.number).seats[seat.index()], 1, "{record:?}");
                Some(fault)
            }
            ending => {
                assert_eq!(*ending, Ending::Over);
                None
            }
        });
        let faults: Vec<_> = faults.collect();
        match how {
            "illegal" => assert!(faults.contains(&&Fault::Illegal(u64::MAX))),
            "panic-on-end" => assert!(faults.is_empty(), "the game was over"),
            _ => {
                let is_it = |fault: &&Fault| matches!(fault, Fault::Panic(why) if why.contains("on being"));
                assert!(!faults.is_empty() && faults.iter().all(is_it), "{faults:?}");
            }
        }
        let told = expected(&plan, &done.records, 0);
        assert_eq!(take(how), told, "{how}");
        // A follower that panicked receives no more of that game.
        let whole: Vec<_> = done
            .records
            .iter()
            .filter(|record| !matches!(record.ending, Ending::Forfeit(_, Fault::Panic(_))))
            .cloned()
            .collect();
        assert_eq!(take(&rogue), expected(&plan, &whole, 1), "{how}");
        let mut referee = Referee::new(&plan);
        for record in &done.records {
            assert_eq!(referee.replay(record), record);
        }
        assert_eq!(take(how), told, "{how}");
    }
}

#[test]
fn a_replayed_game_is_reported_as_counting_for_nobody() {
    let mut spec = games("nim(3+4+5)", "again", "rogue(break)");
    spec.faults = Some(FaultRule::Replay);
    let (plan, done) = play(&spec, 1);
    let mut told = Vec::new();
    for story in expected(&plan, &done.records, 0) {
        assert!(story.1.is_empty());
        told.extend(std::iter::repeat_n(story, 4));
    }
    let heard = take("again");
    assert_eq!(heard.len(), told.len());
    assert!(heard.iter().all(|(_, payoffs)| payoffs.is_empty()));
}

#[test]
fn a_follower_by_the_clock_is_verified_by_its_record() {
    let spec = games("nim(9+9)", "one", &follower("other", "clock-panic-on-move"));
    let (plan, done) = play(&spec, 1);
    let is_panic = |record: &&Record| matches!(record.ending, Ending::Forfeit(_, Fault::Panic(_)));
    assert!(done.records.iter().any(|record| is_panic(&record)));
    take("other");
    let mut referee = Referee::new(&plan);
    for record in &done.records {
        assert_eq!(referee.replay(record), record);
    }
    assert_eq!(take("other"), [], "whoever is not asked is not told");
}

#[test]
fn a_follower_that_does_not_come_back_is_given_up_as_one_that_does_not_answer() {
    for how in ["sleep-on-move", "sleep-on-end"] {
        let mut spec = Spec::default().game("nim(3+4)").openings(1, 0);
        spec = spec.player(follower("awake", "follow")).player(follower("asleep", how));
        spec.rules.move_time = Some(20);
        let (plan, done) = play_by(own_clocks(), &spec, 1);
        for record in &done.records {
            let Ending::Forfeit(seat, Fault::Silent(20)) = record.ending else { panic!("{how}: {record:?}") };
            assert_eq!(plan.fixture(record.number).seats[seat.index()], 1);
            assert_eq!(Referee::new(&plan).replay(record), record);
        }
    }
}

/// Whatever holds a position from game to game must take one of another game: those who follow are told
/// of each section as if it were alone.
#[test]
fn a_tournament_of_several_games_reports_each_as_if_alone() {
    let terms = ["nim(3+4+5)", "tic-tac-toe", "pig(30, 2)", "connect-four", "nim(2+2)"];
    for jobs in [1, 2] {
        let spec = terms.iter().fold(Spec::default(), |spec, term| spec.game(*term));
        let word = format!("several-{jobs}");
        let spec = spec.player(follower(&word, "follow")).player("random").openings(3, 2);
        let (plan, done) = play(&spec, jobs);
        assert_eq!(done.records.len(), terms.len() * 6);
        for record in &done.records {
            assert_eq!(record.ending, Ending::Over, "{record:?}");
        }
        assert_eq!(take(&word), expected(&plan, &done.records, 0));
        // In any order: verifying jumps from one game to another.
        let mut referee = Referee::new(&plan);
        for record in done.records.iter().step_by(5).chain(done.records.iter().rev()) {
            assert_eq!(referee.replay(record), record);
        }
        take(&word);
    }
}
