//! Monte Carlo tree search by a heuristic: a second, slow version written from the papers is the same search,
//! visit for visit.
//!
//! Nothing is drawn where estimates take the place of playouts and there are no dice.

use std::sync::Arc;

use agon_core::{
    AnyMove, AnyPosition, Entered, Evaluate, GameModel, Glimpse, Heuristic, Iteration, Learned, Left, Node, Observer,
    Position, Reason, Seat, Seed, Turn, after, all_moves, models::register, registry,
};
use proptest::{prelude::prop, prop_assert_eq, proptest, test_runner::Config};

use super::{
    ask_within,
    forest::{self, DUEL, Kind},
    start,
    table::{Question, answer},
};

/// A node of the slow tree.
struct Slow {
    here: AnyPosition,
    prior: f32,
    visits: u32,
    /// The mean payoff, from 0 to 1, of the seat that moved here.
    mean: f64,
    below: Vec<Slow>,
}

impl Slow {
    fn at(here: AnyPosition) -> Slow {
        Slow { here, prior: 0.0, visits: 0, mean: 0.0, below: Vec::new() }
    }
}

/// What the slow search goes by.
struct Rule<'a> {
    estimate: &'a dyn Fn(&AnyPosition, Seat) -> f64,
    /// The constant of PUCT and the temperature of its priors; none for UCB.
    puct: Option<(f64, f64)>,
}

impl Rule<'_> {
    /// What `here` is or looks worth to `seat`, from 0 to 1.
    fn worth(&self, here: &AnyPosition, seat: Seat) -> f64 {
        let facts = here.facts();
        let is_over = here.node() == Node::Terminal;
        let payoff = if is_over { here.payoff(seat) } else { (self.estimate)(here, seat) };
        let width = facts.max_payoff - facts.min_payoff;
        if width == 0.0 { 0.0 } else { (payoff - facts.min_payoff) / width }
    }

    fn open(&self, node: &mut Slow, seat: Seat) {
        let moves = all_moves(&node.here).into_iter();
        node.below = moves.map(|m| Slow::at(after(&node.here, m))).collect();
        let Some((_, temperature)) = self.puct else { return };
        let worths: Vec<f64> = node.below.iter().map(|next| self.worth(&next.here, seat)).collect();
        let best = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let shares = worths.iter().map(|worth| libm::exp((worth - best) / temperature) as f32);
        let shares: Vec<f32> = shares.collect();
        for (next, share) in node.below.iter_mut().zip(&shares) {
            next.prior = share / shares.iter().sum::<f32>();
        }
    }

    /// The bonus of a move, added to its mean.
    fn bonus(&self, above: &Slow, next: &Slow) -> f64 {
        let (t, n) = (f64::from(above.visits), f64::from(next.visits));
        match self.puct {
            Some((c, _)) => c * f64::from(next.prior) * t.sqrt() / (1.0 + n),
            None if next.visits == 0 => f64::INFINITY,
            None => 2f64.sqrt() * libm::log(t).sqrt() * (1.0 / n.sqrt()),
        }
    }

    fn select(&self, node: &Slow) -> usize {
        let tried = || node.below.iter().filter(|next| next.visits != 0);
        let visits: u32 = tried().map(|next| next.visits).sum();
        let sum: f64 = tried().map(|next| next.mean * f64::from(next.visits)).sum();
        let mean = if visits == 0 { 0.5 } else { sum / f64::from(visits) };
        let bounds =
            node.below.iter().map(|next| (if next.visits == 0 { mean } else { next.mean }) + self.bonus(node, next));
        let bounds: Vec<f64> = bounds.collect();
        let most = bounds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        bounds.iter().position(|&bound| bound == most).expect("a decision has a move")
    }

    /// One iteration from `node`: what it was worth to each seat.
    fn iterate(&self, node: &mut Slow, is_root: bool) -> Vec<f64> {
        let seats = (0..node.here.facts().seats).map(Seat);
        let worths = match node.here.node() {
            Node::Decision(seat) if is_root || node.visits != 0 => {
                if node.below.is_empty() {
                    self.open(node, seat);
                }
                let next = self.select(node);
                let next = &mut node.below[next];
                let worths = self.iterate(next, false);
                next.mean += (worths[seat.index()] - next.mean) / f64::from(next.visits);
                worths
            }
            _ => seats.map(|seat| self.worth(&node.here, seat)).collect(),
        };
        node.visits += 1;
        worths
    }

    /// The visits of the moves at the root after `iterations` iterations, and their means.
    fn tried(&self, root: &AnyPosition, iterations: u32) -> Vec<(u64, f64)> {
        let mut root = Slow::at(root.clone());
        for _ in 0..iterations {
            self.iterate(&mut root, true);
        }
        root.below.iter().map(|next| (next.visits.into(), next.mean)).collect()
    }
}

/// The same for the player: moves that were never visited are not reported.
fn told(player: &str, game: &str) -> Vec<(u64, f64)> {
    let found = Question { explain: true, ..Question::new(player, game) }.ask();
    found.moves.iter().map(|root| (root.visits, root.share.expect("nothing is proven"))).collect()
}

fn seen(tried: Vec<(u64, f64)>) -> Vec<(u64, f64)> {
    tried.into_iter().filter(|&(visits, _)| visits != 0).collect()
}

/// The first heuristic of a game.
fn usual(here: &AnyPosition, seat: Seat) -> f64 {
    here.estimate(Heuristic(0), seat)
}

const ITERATIONS: u32 = 700;

proptest! {
    #![proptest_config(Config { cases: 150, failure_persistence: None, ..Config::default() })]

    #[test]
    fn with_estimates_it_is_the_published_search(
        duel in forest::trees(Kind { chance: false, ..DUEL }),
        crowd in forest::trees(Kind { seats: 3, chance: false, sum: None, ..DUEL }),
        c in prop::sample::select(&[0.5, 1.5, 4.0]),
        temperature in prop::sample::select(&[0.01, 0.1, 1.0]),
    ) {
        for game in [&duel, &crowd] {
            let leaf = format!("mcts(iterations={ITERATIONS}, proofs=false, estimate=1");
            let puct = format!("{leaf}, priors={c}, promise=estimates, temperature={temperature})");
            for (player, puct) in [(puct, Some((c, temperature))), (format!("{leaf})"), None)] {
                let slow = Rule { estimate: &usual, puct }.tried(&start(game), ITERATIONS);
                prop_assert_eq!(told(&player, game), seen(slow), "{} at {}", player, game);
            }
        }
    }
}

/// An evaluation whose value is drawn by what lies where: nobody could take one for another.
struct Drawn(String);

impl Evaluate for Drawn {
    fn id(&self) -> &str {
        &self.0
    }
    fn sees_features(&self) -> bool {
        false
    }
    fn viewer(&self, _: Seat, _: Seat) -> Seat {
        Seat(0)
    }
    fn value(&self, sight: Glimpse<'_>, seat: Seat) -> f64 {
        let mix = |sum: u32, &state: &u8| sum.wrapping_mul(2_654_435_761) ^ u32::from(state);
        let drawn = sight.states.iter().fold(u32::from(sight.on_turn.0), mix).rotate_left(9);
        let value = f64::from(drawn % 2001) / 1000.0 - 1.0;
        if seat == Seat(0) { value } else { -value }
    }
}

impl GameModel for Drawn {
    fn fits(&self, _: &AnyPosition) -> Result<(), String> {
        Ok(())
    }
}

#[test]
fn a_learned_evaluation_guides_it_for_one_seat_at_a_time() {
    let evaluation: Arc<dyn GameModel> = Arc::new(Drawn("5e".repeat(32)));
    register(Arc::clone(&evaluation));
    let term = format!(r#"learned("drawn.agon", sha256={})"#, evaluation.id());
    for game in ["tic-tac-toe", "connect-four", "othello(size=6)"] {
        let learned = Learned::new(Arc::clone(&evaluation), &start(game)).unwrap();
        let estimate = |here: &AnyPosition, seat| learned.estimate(here, seat);
        let player = format!(
            "mcts(iterations={ITERATIONS}, proofs=false, estimate=1, priors=2, promise=estimates, \
             temperature=0.2, heuristic={term})"
        );
        let rule = Rule { estimate: &estimate, puct: Some((2.0, 0.2)) };
        let slow = rule.tried(&start(game), ITERATIONS);
        assert_eq!(told(&player, game), seen(slow), "{game}");
    }
}

/// The trace of each iteration.
#[derive(Default)]
struct Iterations(Vec<(Vec<u64>, Reason, Vec<f64>)>);

impl Observer for Iterations {
    fn entered(&mut self, _: Entered) {}
    fn left(&mut self, _: Left<'_>) {}
    fn iterated(&mut self, iteration: Iteration<'_>) {
        let path = iteration.path.iter().map(|selected| selected.m.0).collect();
        self.0.push((path, iteration.end, iteration.payoffs.to_vec()));
    }
}

fn iterations(player: &str, root: &AnyPosition) -> Iterations {
    let mut seated = registry::player(player).unwrap().seat_erased(root).unwrap();
    let (mut iterations, mut stream) = (Iterations::default(), Seed(4).stream(0));
    let mut turn = Turn::new(Seat(0), &mut stream);
    seated.choose_watched(root, &mut turn, &mut iterations).unwrap();
    iterations
}

/// Until every move was tried once, the same numbers are drawn, regardless of the results.
#[test]
fn the_value_mixes_the_estimate_with_the_payoff_of_playouts() {
    for game in ["connect-four", "othello(size=6)", "kalah", "checkers", "breakthrough"] {
        let root = start(game);
        let tries = root.count();
        let ask = |weight: f64| {
            let player = format!("mcts(iterations={tries}, proofs=false, estimate={weight})");
            iterations(&player, &root).0
        };
        let played = ask(0.0);
        for weight in [0.25, 0.5, 0.9, 1.0] {
            for ((path, end, payoffs), (walk, _, paid)) in ask(weight).iter().zip(&played) {
                assert_eq!((path, *end), (walk, Reason::Horizon), "{game}");
                let here = path.iter().fold(root.clone(), |here, &m| after(&here, AnyMove(m)));
                for (seat, payoff) in payoffs.iter().enumerate() {
                    let estimate = usual(&here, Seat(seat as u8));
                    let mixed = weight * estimate + (1.0 - weight) * paid[seat];
                    assert!((payoff - mixed).abs() < 1e-9, "{game}, {weight}: {payoff}, {mixed}");
                }
            }
        }
    }
}

#[test]
fn with_the_estimate_alone_it_is_a_search_without_plies_below_the_tree() {
    for game in ["connect-four", "backgammon", "2048", "pig(target=20)", "chinese-checkers"] {
        let (mut root, mut dice) = (start(game), Seed(1).stream(0));
        while root.node() == Node::Chance {
            root.play(root.draw_move(&mut dice));
        }
        let ask = |options: &str| ask_within(&format!("mcts(iterations=300, {options})"), &root, None, true);
        let alone = ask("plies=0");
        assert_eq!(ask("estimate=1"), alone, "{game}");
        assert_eq!(ask("estimate=1, plies=7, playout=greedy, epsilon=0.5"), alone, "{game}");
        assert_eq!(ask("estimate=0.5, plies=0"), alone, "{game}");
        assert_ne!(ask("estimate=0.5"), alone, "{game}");
        assert_eq!(ask("estimate=0"), ask("plies=unlimited"), "{game}");
    }
}

#[test]
fn estimates_at_a_game_without_a_heuristic_are_refused() {
    let nim = start("nim");
    for (options, asks) in [
        ("estimate=0.5", Some("estimate=0.5")),
        ("priors=1, promise=estimates", Some("promise=estimates")),
        ("widening=2, promise=estimates", Some("promise=estimates")),
        ("promise=estimates", None),
        ("plies=3", None),
    ] {
        let player = registry::player(&format!("mcts({options})")).unwrap();
        let error = player.seat(&nim).err().map(|error| error.to_string());
        let wanted = asks.map(|asks| {
            format!(
                "mcts cannot play this game: {asks} asks for a heuristic, and it has none; learn one, \
                 and name its file: heuristic=learned(\"FILE\")"
            )
        });
        assert_eq!(error, wanted, "{options}");
        // `heuristic=none` leaves estimates out on purpose.
        let meant = registry::player(&format!("mcts({options}, heuristic=none)")).unwrap();
        assert!(meant.seat(&nim).is_ok(), "{options}");
    }
}

/// With hints a move goes by its place in their order, with estimates by what it leads to: here to a win. The first
/// play of all goes by no prior, as nothing was visited yet.
#[test]
fn a_move_that_wins_at_once_is_looked_at_first() {
    let game = "tree([[1,-1]~0,[1,-1]~0,[1,-1]~0,1,[1,-1]~0])";
    for (options, expected) in [
        ("estimate=1, priors=1, promise=estimates", 2..=3),
        ("priors=0.1, promise=estimates, temperature=0.01", 2..=3),
        ("estimate=0.5, widening=1, promise=estimates", 2..=2),
        ("estimate=0.5", 5..=5),
        ("priors=1", 5..=50),
    ] {
        let player = format!("mcts(iterations=3000, {options})");
        assert_eq!(answer(&player, game), ("4".to_owned(), 1.0), "{options}");
        let nodes = Question::new(&player, game).ask().nodes;
        assert!(expected.contains(&nodes), "{options}: {nodes}");
    }
}
