//! What all searches share: what they tell whoever watches, the clock, the stop signal, the depth.

use std::{
    cell::{Cell, RefCell},
    fmt,
    ops::ControlFlow,
    time::Duration,
};

use agon_core::{
    AnyMove, AnyPosition, Bound, Clock, Decision, Entered, Facts, Heuristic, Left, Named, Node,
    Observer, Position, Reason, Seat, Seed, StopSignal, TextError, Turn, all_moves, registry,
};
use proptest::prelude::{ProptestConfig, proptest};

use super::{
    endless::{ENDLESS, LARGE, decision, pairs, stop},
    forest::{self, DUEL, Kind},
    start, trees,
};
use crate::house;

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
    /// What was entered, the root counted once however often it is asked about.
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
        assert_eq!(
            left.why == Reason::Terminal,
            here.node() == Node::Terminal,
            "{left:?} at {here}"
        );
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
    let watched =
        seated().choose_watched(&position, &mut Turn::new(seat, &mut one), &mut recorder).unwrap();
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
    fn searches_of_two_seats_tell_the_truth(tree in trees()) {
        for player in [
            "minimax(depth=unlimited)",
            "alpha-beta(depth=unlimited)",
            "alpha-beta(depth=unlimited, pvs=true, hint=true, history=true, killers=true)",
            "alpha-beta(depth=unlimited, table=64kB, deepening=true)",
            "mtd(depth=unlimited)",
            "solve",
        ] {
            // A search that deepens tells estimates of shallow searches too; they are not exact.
            if player.contains("table") || player.starts_with("mtd") {
                continue;
            }
            let (found, recorder) = watch(player, &tree);
            assert!(found.nodes <= 1 || recorder.told > 1);
        }
    }

    #[test]
    fn searches_with_chance_tell_the_truth(tree in forest::trees(DUEL)) {
        for prune in ["none", "star1", "star2"] {
            watch(&format!("expectiminimax(depth=unlimited, prune={prune})"), &tree);
            watch(&format!("paranoid(depth=unlimited, prune={prune}, table=64kB)"), &tree);
        }
        watch("max-n(depth=unlimited)", &tree);
    }

    #[test]
    fn searches_of_many_seats_tell_the_truth(
        tree in forest::trees(Kind { seats: 3, zero_sum: true, ..DUEL })
    ) {
        watch("max-n(depth=unlimited)", &tree);
        watch("max-n(depth=unlimited, prune=false)", &tree);
    }
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
fn whoever_has_no_deadline_looks_at_no_clock_and_whoever_has_one_keeps_it() {
    house::for_each(&pairs(ENDLESS, LARGE), |(player, game)| {
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
        // Whoever asks another to choose looks once more for each question.
        let looks = clock.0.get();
        if !(20..=40).contains(&looks) && !player.contains("opponent") {
            return Err(format!("{player} at {game}: {looks} looks at the clock"));
        }
        if 20 * 256 < decision.nodes {
            return Err(format!("{player} at {game}: {} nodes in 20 looks", decision.nodes));
        }
        let (mut stream, budget) = (Seed(0).stream(0), agon_core::Budget::of(Some(500)));
        let mut turn = Turn::new(seat, &mut stream).within(budget).timed(&Secret, None);
        seated.choose(&position, &mut turn).map_err(|e| e.to_string()).map(drop)
    });
}

#[test]
fn every_search_answers_the_stop_signal_at_once() {
    let slowest = std::sync::Mutex::new(Duration::ZERO);
    house::for_each(&pairs(ENDLESS, LARGE), |(player, game)| {
        let (position, seat) = decision(game);
        let named = registry::player(player).map_err(|e| e.to_string())?;
        let mut seated = named.seat(&position).map_err(|e| e.to_string())?;
        let (_, late) = stop(&mut *seated, &position, seat, Duration::from_millis(10))
            .map_err(|e| format!("{player} at {game}: {e}"))?;
        let mut slowest = slowest.lock().unwrap();
        *slowest = late.max(*slowest);
        // Ten milliseconds are promised where nothing else runs and all is optimised.
        if Duration::from_millis(500) < late {
            return Err(format!("{player} at {game}: {late:?}"));
        }
        Ok(())
    });
    eprintln!("slowest answer to a stop signal: {:?}", slowest.into_inner().unwrap());
}

thread_local! {
    /// How much was done on this thread: moves listed and played, positions estimated. And when
    /// that is so much, which signal is given.
    static WORK: Cell<u64> = const { Cell::new(0) };
    static GIVEN: RefCell<Option<(u64, StopSignal)>> = const { RefCell::new(None) };
}

fn work() {
    let done = WORK.get() + 1;
    WORK.set(done);
    GIVEN.with_borrow(|given| {
        if let Some((_, signal)) = given.as_ref().filter(|given| given.0 == done) {
            signal.give();
        }
    });
}

/// A position that counts what is done with it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Counted(AnyPosition);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Position for Counted {
    type Move = AnyMove;

    fn facts(&self) -> Facts {
        self.0.facts()
    }
    fn node(&self) -> Node {
        self.0.node()
    }
    fn each_move(&self, mut visit: impl FnMut(AnyMove) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0.each_move(|m| {
            work();
            visit(m)
        })
    }
    fn play(&mut self, m: AnyMove) {
        work();
        self.0.play(m);
    }
    fn payoff(&self, seat: Seat) -> f64 {
        self.0.payoff(seat)
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        self.0.parse(text).map(Counted)
    }
    fn weight(&self, outcome: AnyMove) -> u32 {
        self.0.weight(outcome)
    }
    fn count(&self) -> usize {
        work();
        self.0.count()
    }
    fn nth(&self, n: usize) -> AnyMove {
        work();
        self.0.nth(n)
    }
    fn is_legal(&self, m: AnyMove) -> bool {
        self.0.is_legal(m)
    }
    fn heuristics(&self) -> &'static [Named] {
        self.0.heuristics()
    }
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        work();
        self.0.estimate(heuristic, seat)
    }
    fn keep(&mut self, heuristic: Option<Heuristic>) {
        self.0.keep(heuristic);
    }
}

/// Time that goes on by a microsecond with every piece of work.
struct Working;

impl Clock for Working {
    fn elapsed(&self) -> Duration {
        Duration::from_micros(WORK.get())
    }
}

/// What may be done after the time is up, or the signal given: ten milliseconds, if a move is listed
/// or played, or a position estimated, in a microsecond.
const LATE: u64 = 10_000;

#[test]
fn little_is_done_after_the_signal_or_the_deadline() {
    const AT: u64 = 50_000;
    let players = [ENDLESS, &["mcts(iterations=1000000000, playout=greedy)"]].concat();
    let games = [LARGE, &["go", "amoba", "hex"]].concat();
    let most = std::sync::Mutex::new((0, String::new()));
    house::for_each(&pairs(&players, &games), |(player, game)| {
        let (position, seat) = decision(game);
        let counted = AnyPosition::new(Counted(position));
        let named = registry::player(player).map_err(|e| e.to_string())?;
        for is_signal in [true, false] {
            let mut seated = named.seat(&counted).map_err(|e| e.to_string())?;
            let (signal, mut stream) = (StopSignal::new(), Seed(0).stream(0));
            WORK.set(0);
            GIVEN.set(is_signal.then(|| (AT, signal.clone())));
            let turn = Turn::new(seat, &mut stream).until(Some(&signal));
            let deadline = (!is_signal).then_some(Duration::from_micros(AT));
            let decision = seated.choose(&counted, &mut turn.timed(&Working, deadline));
            let late = WORK.get().saturating_sub(AT);
            GIVEN.set(None);
            decision.map_err(|e| e.to_string())?;
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
