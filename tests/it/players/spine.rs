//! What all searches share: their trace, the clock, the stop signal, the depth.

use std::{
    cell::Cell,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use agon_core::{
    AnyMove, AnyPosition, Bound, Clock, Decision, Entered, Left, Node, Observer, Position, Reason, Seat, Seed,
    StopSignal, Turn, all_moves, registry,
};
use proptest::prelude::{ProptestConfig, proptest};

use super::{
    counted::{Counted, GIVEN, WORK},
    endless::{ENDLESS, LARGE, decision, pairs},
    forest::{self, DUEL, Kind},
    start, trees,
};
use crate::workspace;

/// What a position is worth to each seat if all play to the end, every seat for itself, by
/// definition; the first of equal moves is played.
pub(super) fn worth(here: &AnyPosition) -> Vec<f64> {
    let seats = Seat::all(here.facts().seats);
    let after = |m| worth(&agon_core::after(here, m));
    match here.node() {
        Node::Terminal => seats.map(|seat| here.payoff(seat)).collect(),
        Node::Decision(seat) => {
            let mut best: Option<Vec<f64>> = None;
            for values in all_moves(here).into_iter().map(after) {
                if best.as_ref().is_none_or(|best| best[seat.index()] < values[seat.index()]) {
                    best = Some(values);
                }
            }
            best.expect("a decision node has a move")
        }
        Node::Chance => {
            let moves = all_moves(here);
            let total: f64 = moves.iter().map(|&m| f64::from(here.weight(m))).sum();
            let mut mean = vec![0.0; usize::from(here.facts().seats)];
            for m in moves {
                let weight = f64::from(here.weight(m));
                mean.iter_mut().zip(after(m)).for_each(|(sum, value)| *sum += weight * value);
            }
            // Rounded as searches do, or seats would see ties where others see none.
            mean.iter().map(|sum| sum / total).collect()
        }
    }
}

/// Follows a search, and holds it to what it tells.
struct Recorder {
    root: AnyPosition,
    line: Vec<(AnyPosition, Entered)>,
    /// The number of positions entered; the root counts once, however often it is visited.
    entered: u64,
    told: usize,
}

impl Recorder {
    fn new(root: &AnyPosition) -> Recorder {
        Recorder { root: root.clone(), line: Vec::new(), entered: 0, told: 0 }
    }
}

impl Observer for Recorder {
    fn entered(&mut self, entered: Entered) {
        let here = match (self.line.last(), entered.by) {
            (None, None) => self.root.clone(),
            (Some((above, _)), Some(m)) => {
                assert_eq!(entered.from, Some(above.node()), "the move is of who acts above");
                assert!(above.is_legal(m), "{m} in {above}");
                agon_core::after(above, m)
            }
            (above, by) => panic!("by {by:?} below {above:?}"),
        };
        assert!(entered.window[0] < entered.window[1], "{entered:?}");
        self.entered += u64::from(entered.by.is_some() || self.entered == 0);
        self.line.push((here, entered));
    }

    fn left(&mut self, left: Left<'_>) {
        let (here, entered) = self.line.pop().expect("only what was entered is left");
        self.told += 1;
        assert_eq!(left.why == Reason::Terminal, here.node() == Node::Terminal, "{left:?} at {here}");
        let Left { value, bound, .. } = left;
        if value.is_nan() {
            assert_eq!(left.why, Reason::Refuted, "only a refutation need not be a number");
            return;
        }
        let true_values = worth(&here);
        for (value, true_value) in left.payoffs.iter().zip(&true_values) {
            assert!((value - true_value).abs() < 1e-9, "{left:?} at {here}: {true_values:?}");
        }
        let true_value = true_values[entered.seat.index()];
        let is_true = match bound {
            Bound::Exact => (value - true_value).abs() < 1e-9,
            Bound::Lower => value <= true_value + 1e-9,
            Bound::Upper => true_value <= value + 1e-9,
            Bound::Sample => false,
        };
        assert!(is_true, "{left:?} in {entered:?} at {here}, worth {true_value}");
    }
}

/// Asks `player` about `game`, watched by a recorder, and checks that being watched changes nothing.
fn watch(player: &str, game: &str) -> (Decision<AnyMove>, Recorder) {
    let position = start(game);
    let Node::Decision(seat) = position.node() else { panic!("{game} begins with a decision") };
    let player = registry::player(player).unwrap();
    let seated = || player.seat_erased(&position).unwrap();
    let mut recorder = Recorder::new(&position);
    let (mut one, mut other) = (Seed(0).stream(0), Seed(0).stream(0));
    let watched = seated().choose_watched(&position, &mut Turn::new(seat, &mut one), &mut recorder).unwrap();
    let alone = seated().choose(&position, &mut Turn::new(seat, &mut other)).unwrap();
    assert_eq!(watched, alone, "{} at {game}", player.term);
    assert!(recorder.line.is_empty(), "all that was entered was left");
    assert_eq!(recorder.entered, watched.nodes, "what is entered is counted");
    (watched, recorder)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn searches_of_two_seats_report_true_values(tree in trees()) {
        for player in [
            "minimax(depth=unlimited)",
            "alpha-beta(depth=unlimited)",
            "alpha-beta(depth=unlimited, pvs=true, hint=true, history=true, killers=true)",
            // A search that deepens tells estimates of shallow searches too, which are not exact: see
            // `cuts.rs`.
            "alpha-beta(depth=unlimited, table=64kB)",
            "solve",
        ] {
            let (found, recorder) = watch(player, &tree);
            let least = 1 + start(&tree).count().min(2);
            assert!(least <= recorder.told, "{player} told of {} of {}", recorder.told, found.nodes);
        }
    }

    #[test]
    fn searches_with_chance_report_true_values(tree in forest::trees(DUEL)) {
        for prune in ["none", "star1", "star2"] {
            watch(&format!("expectiminimax(depth=unlimited, prune={prune})"), &tree);
            watch(&format!("paranoid(depth=unlimited, prune={prune}, table=64kB)"), &tree);
        }
        watch("max-n(depth=unlimited)", &tree);
    }

    #[test]
    fn searches_of_many_seats_report_true_values(
        tree in forest::trees(Kind { seats: 3, sum: Some(0.0), ..DUEL })
    ) {
        watch("max-n(depth=unlimited)", &tree);
        watch("max-n(depth=unlimited, prune=false)", &tree);
    }
}

/// Counts the reports.
#[derive(Default)]
struct Counter {
    /// Positions entered and not left.
    open: usize,
    entered: u64,
    skipped: usize,
}

impl Observer for Counter {
    fn entered(&mut self, _entered: Entered) {
        self.entered += 1;
        self.open += 1;
    }
    fn left(&mut self, _left: Left<'_>) {
        self.open -= 1;
    }
    fn skipped(&mut self, _m: AnyMove, _why: Reason) {
        self.skipped += 1;
    }
}

/// What leaves moves out, or looks at some more closely than at others.
const PARTS: &[&str] = &[
    "pvs=true, futility=0.02",
    "pvs=true, null-move=true",
    "pvs=true, reductions=true",
    "quiescence=3",
    "extensions=true, quiescence=2",
    "relevant=true",
    "width=3",
    "min-depth=2, max-depth=5, forcing=true, quiet=0.02",
    "pvs=true, null-move=true, futility=0.02, reductions=true, quiescence=3, extensions=true, \
     relevant=true, width=12",
    "pvs=true, null-move=true, futility=0.02, reductions=true, quiescence=3, extensions=true, \
     hint=true, killers=true, history=true, table=64kB, quick=true, nodes=4000",
];

#[test]
fn observing_a_search_does_not_change_it() {
    const GAMES: &[(&str, &str)] =
        &[("chess", "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 d2d4 g8f6"), ("checkers", ""), ("othello", "")];
    let mut pairs = Vec::new();
    for &(game, line) in GAMES {
        let mut position = start(game);
        agon_core::line::play_line(&mut position, line).unwrap();
        for part in PARTS {
            let pass = "null-move=true, ";
            let part = if position.facts().passes { (*part).to_owned() } else { part.replace(pass, "") };
            let part = part.trim_end_matches(", null-move=true").to_owned();
            pairs.push((part, game, position.clone()));
        }
    }
    let skipped = AtomicUsize::new(0);
    workspace::for_each(&pairs, |(part, game, position)| {
        let Node::Decision(seat) = position.node() else { return Err((*game).to_owned()) };
        let depths = if part.contains("depth=") { "" } else { "depth=4, " };
        let player = format!("alpha-beta({depths}{part})");
        let named = registry::player(&player).map_err(|e| e.to_string())?;
        for explains in [false, true] {
            let seated = || named.seat_erased(position).unwrap();
            let (mut one, mut other) = (Seed(0).stream(0), Seed(0).stream(0));
            let mut counter = Counter::default();
            let mut turn = Turn::new(seat, &mut one).explained(explains);
            let watched = seated().choose_watched(position, &mut turn, &mut counter).unwrap();
            let mut turn = Turn::new(seat, &mut other).explained(explains);
            let alone = seated().choose(position, &mut turn).unwrap();
            if watched != alone {
                return Err(format!("{player} at {game}: {watched:?} watched, {alone:?} alone"));
            }
            let (entered, counted) = (counter.entered, watched.nodes);
            if counter.open != 0 || entered != counted {
                return Err(format!("{player} at {game}: {entered} entered, {counted} counted"));
            }
            skipped.fetch_add(counter.skipped, Ordering::Relaxed);
        }
        Ok(())
    });
    assert!(1000 < skipped.into_inner());
}

/// A clock that goes on by a millisecond whenever someone looks at it.
#[derive(Default)]
struct Ticking(Cell<u64>);

impl Clock for Ticking {
    fn elapsed(&self) -> Duration {
        self.0.set(self.0.get() + 1);
        Duration::from_millis(self.0.get())
    }
}

/// A clock that nobody may look at.
struct Secret;

impl Clock for Secret {
    fn elapsed(&self) -> Duration {
        panic!("there is no deadline")
    }
}

#[test]
fn only_a_search_with_a_deadline_reads_the_clock_and_it_meets_the_deadline() {
    workspace::for_each(&pairs(ENDLESS, LARGE), |(player, game)| {
        let (position, seat) = decision(game);
        let named = registry::player(player).unwrap();
        let mut seated = named.seat(&position).map_err(|e| e.to_string())?;
        let (clock, mut stream) = (Ticking::default(), Seed(0).stream(0));
        let deadline = Some(Duration::from_millis(20));
        let mut turn = Turn::new(seat, &mut stream).timed(&clock, deadline);
        let decision = seated.choose(&position, &mut turn).map_err(|e| e.to_string())?;
        if !position.is_legal(decision.m) {
            return Err(format!("{player} at {game}: not legal"));
        }
        // A player that asks another to choose searches once more for each question.
        let looks = clock.0.get();
        if !(20..=40).contains(&looks) && !player.contains("opponent") {
            return Err(format!("{player} at {game}: {looks} looks at the clock"));
        }
        if 20 * 256 < decision.nodes {
            return Err(format!("{player} at {game}: {} nodes in 20 looks", decision.nodes));
        }
        if player.starts_with("perfect") {
            // A budget of positions does not end a solution that serves all moves.
            return Ok(());
        }
        let (mut stream, budget) = (Seed(0).stream(0), agon_core::Budget::of(Some(500)));
        let mut turn = Turn::new(seat, &mut stream).within(budget).timed(&Secret, None);
        seated.choose(&position, &mut turn).map_err(|e| e.to_string()).map(drop)
    });
}

/// Time that goes on by a microsecond with every piece of work.
struct Working;

impl Clock for Working {
    fn elapsed(&self) -> Duration {
        Duration::from_micros(WORK.get())
    }
}

/// What may be done to take a seat: a few positions at most.
const SEATED: u64 = 500;

#[test]
fn taking_a_seat_costs_no_work() {
    workspace::for_each(&pairs(ENDLESS, LARGE), |(player, game)| {
        let (position, _) = decision(game);
        let counted = AnyPosition::new(Counted::new(position));
        let named = registry::player(player).map_err(|e| e.to_string())?;
        WORK.set(0);
        let seated = named.seat(&counted).map_err(|e| e.to_string())?;
        if SEATED < WORK.get() {
            return Err(format!("{player} at {game}: {} pieces of work", WORK.get()));
        }
        drop(seated);
        Ok(())
    });
}

#[test]
fn players_with_tables_declare_their_size() {
    let position = start("connect-four");
    let memory = |player| registry::player(player).unwrap().seat(&position).unwrap().memory();
    assert_eq!(memory("minimax"), 0);
    for (player, bytes) in [
        ("alpha-beta(table=1MB, memory=true)", 1 << 20),
        ("expectimax(opponent=alpha-beta(table=2MB))", 2 << 20),
        ("expectimax(opponent=mix(mtd(table=1MB), epsilon(mtd(table=1MB), 0.1)))", 2 << 20),
        ("mix(mtd(table=1MB), epsilon(mtd(table=1MB), 0.1))", 2 << 20),
        ("perfect(limit=3000000)", 144_000_000),
        ("expectimax(opponent=perfect(limit=1000))", 48_000),
    ] {
        assert_eq!(memory(player), bytes, "{player}");
    }
}

#[test]
fn a_line_has_more_than_one_move_for_every_end_of_a_search() {
    let position = start("chess");
    for player in [
        "minimax(depth=60)",
        "averaging(depth=60)",
        "selective(depth=60)",
        "alpha-beta(depth=60)",
        "alpha-beta(depth=60, pvs=true, quiescence=2)",
        "alpha-beta(depth=60, pvs=true, table=1MB, memory=true)",
        "mtd(depth=60)",
    ] {
        let named = registry::player(player).unwrap();
        let mut seated = named.seat(&position).unwrap();
        let (clock, mut stream) = (Ticking::default(), Seed(0).stream(0));
        let heard = Cell::new(0);
        let listener = |decision: &Decision<AnyMove>| {
            assert_eq!(decision.pv.first(), Some(&decision.m), "{player}");
            heard.set(heard.get().max(decision.pv.len()));
        };
        let turn = Turn::new(Seat(0), &mut stream).heard_by(Some(&listener)).explained(true);
        let mut turn = turn.timed(&clock, Some(Duration::from_secs(3)));
        let found = seated.choose(&position, &mut turn).unwrap();
        let depth = found.depth.unwrap() as usize;
        assert!(2 <= depth, "{player}: depth {depth}");
        assert_eq!(found.pv.first(), Some(&found.m), "{player}");
        // A table need not know the last move of a line, and the depth after the last finished one may have
        // found a better move.
        let is_whole = !named.term.contains("table") && !player.starts_with("mtd");
        let least = if is_whole { depth } else { 2 };
        assert!((least..=depth + 1).contains(&found.pv.len()), "{player}: {:?}", found.pv);
        assert!(2 <= heard.get(), "{player} told of lines of {}", heard.get());
        let mut here = position.clone();
        for &m in &found.pv {
            assert!(here.is_legal(m), "{player}: {m} in {here}");
            here.play(m);
        }
    }
}

/// What may be done after the time is up, or the signal given: ten milliseconds, if a move is listed
/// or played, or a position estimated, in a microsecond.
pub(super) const LATE: u64 = 10_000;

#[test]
fn little_is_done_after_the_signal_or_the_deadline() {
    const AT: u64 = 50_000;
    let players = [ENDLESS, &["mcts(iterations=1000000000, playout=greedy)"]].concat();
    let games = [LARGE, &["go", "amoba", "hex"]].concat();
    let most = std::sync::Mutex::new((0, String::new()));
    workspace::for_each(&pairs(&players, &games), |(player, game)| {
        let (position, seat) = decision(game);
        let counted = AnyPosition::new(Counted::new(position));
        let named = registry::player(player).map_err(|e| e.to_string())?;
        for (is_signal, explains) in [(true, false), (true, true), (false, false)] {
            let mut seated = named.seat(&counted).map_err(|e| e.to_string())?;
            let (signal, mut stream) = (StopSignal::new(), Seed(0).stream(0));
            WORK.set(0);
            GIVEN.set(is_signal.then(|| (AT, signal.clone())));
            let turn = Turn::new(seat, &mut stream).until(Some(&signal)).explained(explains);
            let deadline = (!is_signal).then_some(Duration::from_micros(AT));
            let decision = seated.choose(&counted, &mut turn.timed(&Working, deadline));
            let late = WORK.get().saturating_sub(AT);
            GIVEN.set(None);
            let decision = decision.map_err(|e| e.to_string())?;
            if !counted.is_legal(decision.m) {
                return Err(format!("{player} at {game}: not legal"));
            }
            if WORK.get() < AT {
                return Err(format!("{player} at {game}: done before, after {}", WORK.get()));
            }
            let mut most = most.lock().unwrap();
            if most.0 < late {
                *most = (late, format!("{player} at {game}"));
            }
            if LATE < late {
                return Err(format!("{player} at {game}: {late} after the end"));
            }
        }
        Ok(())
    });
    eprintln!("most done after the end: {:?}", most.into_inner().unwrap());
}
