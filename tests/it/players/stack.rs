//! How much stack a search takes for each ply, and that no depth takes more than there is.

use std::{cell::Cell, fmt, ops::ControlFlow, sync::Mutex, thread};

use agon_core::{
    AnyMove, AnyPosition, Facts, Heuristic, Named, Node, Position, STACK_SIZE, Seat, Seed, StopSignal, TextError, Turn,
    registry,
};

use super::endless::decision;
use crate::workspace;

/// What a search may take of the stack: the rest is for a player that asks another, for compilers
/// that optimise less, and for the caller.
const SHARE: usize = STACK_SIZE / 16;

/// How many moves are played before every play is cut short: enough to go down as deep as any
/// search goes.
const MOVES: u32 = 20_000;

/// The extent of the stack seen on this thread.
#[derive(Clone, Copy, Default)]
struct Seen {
    moves: u32,
    highest: usize,
    lowest: usize,
    plies: u32,
}

thread_local! {
    static SEEN: Cell<Seen> = const {
        Cell::new(Seen { moves: 0, highest: 0, lowest: usize::MAX, plies: 0 })
    };
}

/// A position that sees how far the stack reaches when it is asked something. Nothing stops the
/// search, or it would deepen step by step: plays end at once when enough moves were played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Plumb {
    inner: AnyPosition,
    plies: u32,
    is_over: bool,
}

impl Plumb {
    fn sound(&self, moves: u32) -> Seen {
        let here = 0_u8;
        let address = std::ptr::from_ref(&here).addr();
        let mut seen = SEEN.get();
        seen.moves += moves;
        seen.highest = seen.highest.max(address);
        seen.lowest = seen.lowest.min(address);
        seen.plies = seen.plies.max(self.plies);
        SEEN.set(seen);
        seen
    }
}

impl fmt::Display for Plumb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}

impl Position for Plumb {
    type Move = AnyMove;

    fn facts(&self) -> Facts {
        self.inner.facts()
    }
    fn node(&self) -> Node {
        if self.is_over { Node::Terminal } else { self.inner.node() }
    }
    fn each_move(&self, visit: impl FnMut(AnyMove) -> ControlFlow<()>) -> ControlFlow<()> {
        self.sound(0);
        self.inner.each_move(visit)
    }
    fn play(&mut self, m: AnyMove) {
        self.plies += 1;
        self.is_over = MOVES < self.sound(1).moves;
        self.inner.play(m);
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let Facts { min_payoff, max_payoff, .. } = self.facts();
        let middle = f64::midpoint(min_payoff, max_payoff);
        if self.is_over { middle } else { self.inner.payoff(seat) }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        self.inner.parse(text).map(|inner| Plumb { inner, ..self.clone() })
    }
    fn weight(&self, outcome: AnyMove) -> u32 {
        self.inner.weight(outcome)
    }
    fn heuristics(&self) -> &'static [Named] {
        self.inner.heuristics()
    }
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        self.sound(0);
        self.inner.estimate(heuristic, seat)
    }
    fn keep(&mut self, heuristic: Option<Heuristic>) {
        self.inner.keep(heuristic);
    }
}

/// How far the stack reached when `player` chose in `game`, and how many plies deep; nothing where
/// it does not play.
fn sound(player: &str, game: &str) -> Result<Option<(usize, u32)>, String> {
    let (inner, seat) = decision(game);
    let position = AnyPosition::new(Plumb { inner, plies: 0, is_over: false });
    let named = registry::player(player).map_err(|e| e.to_string())?;
    let Ok(mut seated) = named.seat(&position) else { return Ok(None) };
    let worker = move || {
        let mut stream = Seed(0).stream(0);
        let choice = seated.choose(&position, &mut Turn::new(seat, &mut stream));
        choice.map(|_| SEEN.get()).map_err(|e| e.to_string())
    };
    let worker = thread::Builder::new().stack_size(STACK_SIZE).spawn(worker);
    let seen = worker.map_err(|e| e.to_string())?.join();
    let seen = seen.map_err(|_| format!("{player} at {game} panicked"))??;
    Ok(Some((seen.highest - seen.lowest, seen.plies)))
}

#[test]
fn no_depth_overflows_the_stack() {
    const OTHERWISE: [&str; 10] = [
        "alpha-beta(table=1MB",
        "alpha-beta(pvs=true, hint=true, history=true, killers=true",
        "expectimax(opponent=minimax(depth=1000)",
        "expectiminimax(prune=star1",
        "expectiminimax(prune=star2",
        "paranoid(prune=star1",
        "paranoid(prune=star2, table=1MB",
        "max-n(prune=false",
        "epsilon(minimax(depth=1000), 0",
        "mix(expectiminimax(depth=1000)",
    ];
    let mut terms: Vec<String> = vec!["solve".into(), "pns".into()];
    for plugin in registry::players().values() {
        if plugin.is_inside && plugin.options.iter().any(|option| option.name == "depth") {
            terms.push(format!("{}(depth=unlimited)", plugin.name));
            terms.push(format!("{}(depth=1000)", plugin.name));
        }
    }
    for term in OTHERWISE {
        let is_wrapped = term.starts_with("epsilon") || term.starts_with("mix");
        terms.push(if is_wrapped { format!("{term})") } else { format!("{term}, depth=1000)") });
    }
    let pairs: Vec<_> = workspace::games().flat_map(|game| terms.iter().map(move |p| (p, game.name))).collect();
    let found = Mutex::new(Vec::new());
    workspace::for_each(&pairs, |&(player, game)| {
        let Some((bytes, plies)) = sound(player, game)? else { return Ok(()) };
        found.lock().unwrap().push((bytes, plies, player, game));
        if SHARE < bytes {
            return Err(format!("{player} at {game}: {bytes} bytes of stack at {plies} plies"));
        }
        Ok(())
    });
    let mut found = found.into_inner().unwrap();
    found.sort();
    for term in &terms {
        let mut of_it = found.iter().filter(|found| found.2 == term);
        let Some((bytes, plies, _, game)) = of_it.next_back() else { panic!("{term} plays nothing") };
        eprintln!("{term} at {game}: {bytes} bytes for {plies} plies");
    }
}

/// The plies of a very long play, and the stack that it is given: a tenth of the most plies of a game, on a sixteenth of
/// the stack that players have.
const FAR: u32 = 100_000;
const FAR_STACK: usize = STACK_SIZE / 16;

/// A game whose every play has so many plies: two moves at the first decisions, and then one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Long {
    ply: u32,
    /// The plies with two moves, which make up this number.
    choices: u32,
    made: u64,
    is_hidden: bool,
}

thread_local! {
    /// How many moves are still played before the signal is given.
    static LEFT: Cell<u64> = const { Cell::new(0) };
    static STOP: StopSignal = StopSignal::new();
}

impl fmt::Display for Long {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.ply, self.made)
    }
}

impl Position for Long {
    type Move = AnyMove;

    fn facts(&self) -> Facts {
        let facts = Facts::two_seats(FAR);
        if self.is_hidden { facts.with_hidden() } else { facts }
    }
    fn node(&self) -> Node {
        if self.ply == FAR { Node::Terminal } else { Node::Decision(Seat(self.ply as u8 % 2)) }
    }
    fn each_move(&self, visit: impl FnMut(AnyMove) -> ControlFlow<()>) -> ControlFlow<()> {
        let count = if self.ply == FAR { 0 } else { 1 + u64::from(self.ply < self.choices) };
        (0..count).map(AnyMove).try_for_each(visit)
    }
    fn play(&mut self, AnyMove(m): AnyMove) {
        self.ply += 1;
        if m == 1 {
            self.made = self.made.wrapping_mul(3).wrapping_add(u64::from(self.ply));
        }
        let left = LEFT.get().saturating_sub(1);
        LEFT.set(left);
        if left == 0 {
            STOP.with(StopSignal::give);
        }
    }
    fn payoff(&self, seat: Seat) -> f64 {
        if self.made.is_multiple_of(2) == (seat == Seat(0)) { 1.0 } else { -1.0 }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let read = text
            .split_once(' ')
            .and_then(|(ply, made)| Some(Long { ply: ply.parse().ok()?, made: made.parse().ok()?, ..self.clone() }));
        read.ok_or_else(|| TextError::new(text, "a ply and a number"))
    }
}

#[test]
fn no_player_overflows_the_stack_at_very_long_plays() {
    const OTHERWISE: [&str; 14] = [
        "alpha-beta(depth=unlimited)",
        "alpha-beta(depth=unlimited, deepening=true, table=1MB, pvs=true)",
        "equilibrium(iterations=1)",
        "equilibrium(iterations=1, limit=100)",
        "equilibrium(iterations=1, rule=external)",
        "equilibrium(iterations=1, rule=outcome)",
        "equilibrium(iterations=1, limit=1000000000)",
        "best-response(limit=1000000000)",
        "ismcts(tree=single)",
        "mcts(proofs=true)",
        "mcts(playout=greedy)",
        "minimax(depth=unlimited)",
        "perfect(limit=1000000000)",
        "perfect(limit=1000000000, ignore-past=true)",
    ];
    let mut terms: Vec<String> = OTHERWISE.map(str::to_owned).into();
    let inside = registry::players().values().filter(|plugin| plugin.is_inside);
    terms.extend(inside.map(|plugin| plugin.name.to_owned()));
    let mut pairs = Vec::new();
    for (choices, is_hidden) in [(3, false), (FAR, false), (3, true), (FAR, true)] {
        pairs.extend(terms.iter().map(|term| (term, Long { ply: 0, choices, made: 0, is_hidden })));
    }
    let played = Mutex::new(0);
    workspace::for_each(&pairs, |(term, start)| {
        let (start, named) = (AnyPosition::new(start.clone()), registry::player(term));
        let Ok(mut seated) = named.map_err(|e| e.to_string())?.seat(&start) else { return Ok(()) };
        *played.lock().unwrap() += 1;
        let worker = move || {
            // Two plays to the end.
            LEFT.set(2 * u64::from(FAR));
            let (stop, mut stream) = (STOP.with(Clone::clone), Seed(0).stream(0));
            let mut turn = Turn::new(Seat(0), &mut stream).until(Some(&stop));
            seated.choose(&start, &mut turn).map(|_| ()).map_err(|e| e.to_string())
        };
        let worker = thread::Builder::new().stack_size(FAR_STACK).spawn(worker);
        let done = worker.map_err(|e| e.to_string())?.join();
        done.map_err(|_| format!("{term} panicked"))?
    });
    assert!(terms.len() < played.into_inner().unwrap());
}
