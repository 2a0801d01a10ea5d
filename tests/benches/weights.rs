//! Learns the weights of the heuristic `positional` at chess from games of a search with itself.
//!
//! `cargo bench -p agon-benches --features native --bench weights` writes `games/chess/src/weights.rs`, the same bytes
//! every time: games are numbered and seeded, and what is computed are sums and products in one order. A search that
//! judges by `tapered` plays them, so that the weights don't depend on those that stood there before.
//!
//! What is learned of are the positions where nothing is forced, and what the game gave in the end. The weights are those
//! by which the results are most likely (logistic regression, as P. Österlund tuned his program Texel in 2014), found by
//! steps of a size of their own for each weight (D. P. Kingma and J. Ba, *Adam*, 2015). A tenth of the games is held out.

use std::{
    fmt::Write as _,
    fs,
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use agon_chess::{Chess, ROWS, RowShape};
use agon_core::{AnyPosition, Heuristic, Node, Position, Seat, Seed, Turn, registry};
use agon_roster as _;

/// Who plays both sides. The term is written out, so that the games stay what they are when `strong` changes.
const PLAYER: &str = "alpha-beta(depth=60, nodes=400, pvs=true, table=256kB, grafts=true, ignore-past=true, hint=true, \
    killers=true, history=true, quiescence=6, reductions=true, futility=0.1, null-move=true, extensions=true, \
    heuristic=tapered)";
const SEED: Seed = Seed(1);
const GAMES: usize = 12_000;
/// A game begins with four to eleven moves at random.
const RANDOM_PLIES: (u32, u32) = (4, 8);
/// A longer game is a draw.
const MOST_PLIES: usize = 300;
/// Nothing is learned where a side is ahead by more than twenty pawns.
const DECIDED: f64 = 0.8;
/// One game of this number is held out.
const HELD_OUT: usize = 10;

const EPOCHS: usize = 20;
/// The positions between two steps.
const BATCH: usize = 8192;
/// The size of the first steps, in hundredths of a pawn; it falls to zero.
const STEP: f64 = 2.0;
/// How strongly a weight is held at the mean of those near it, or at nothing, so that what is rare is no accident.
const HOLD: f64 = 5e-8;
/// Where the weights begin: material alone.
const MATERIAL: [f64; 6] = [100.0, 300.0, 300.0, 500.0, 900.0, 0.0];

/// Positions to learn of.
#[derive(Default)]
struct Positions {
    /// The weights that count, and how often, position after position.
    counts: Vec<(u16, i8)>,
    /// For each position, where its counts end, the share of the opening, White's result from 0 to 1, and what `tapered`
    /// says in hundredths of a pawn.
    each: Vec<(usize, f64, f64, f64)>,
}

impl Positions {
    fn append(&mut self, other: Positions) {
        let before = self.counts.len();
        self.counts.extend(other.counts);
        self.each
            .extend(other.each.into_iter().map(|(end, share, result, usual)| (before + end, share, result, usual)));
    }

    /// Calls `visit` for the positions of these numbers, with their counts, share and result.
    fn visit(&self, numbers: std::ops::Range<usize>, mut visit: impl FnMut(&[(u16, i8)], f64, f64)) {
        let mut from = if numbers.start == 0 { 0 } else { self.each[numbers.start - 1].0 };
        for &(end, share, result, _) in &self.each[numbers] {
            visit(&self.counts[from..end], share, result);
            from = end;
        }
    }
}

fn main() {
    // Cargo asks benches for their list, and runs them as tests, with flags of its own.
    if std::env::args().any(|argument| argument == "--list" || argument == "--test") {
        return;
    }
    let (mut learned, mut held) = (Positions::default(), Positions::default());
    for (number, game) in games().into_iter().enumerate() {
        if number.is_multiple_of(HELD_OUT) { &mut held } else { &mut learned }.append(game);
    }
    let scale = scale(&learned);
    println!("{} positions to learn of, {} held out; scale {scale:.6}", learned.each.len(), held.each.len());
    println!("loss of those held out: {:.5} by `tapered`", loss_of_tapered(&held, scale));
    let weights = fit(&learned, &held, scale);
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/chess/src/weights.rs"));
    fs::write(path, source(&weights)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// All games, in the order of their numbers, whoever played them.
fn games() -> Vec<Positions> {
    let next = AtomicUsize::new(0);
    let play_some = || {
        let start = registry::game("chess").expect("chess is linked").start;
        let mut player = registry::player(PLAYER).expect("it is linked").seat(&start).expect("it plays chess");
        let mut played = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if GAMES <= number {
                return played;
            }
            if number.is_multiple_of(1000) {
                println!("game {number} of {GAMES}");
            }
            played.push((number, play(&start, &mut *player, number as u64)));
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut all: Vec<(usize, Positions)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(play_some)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a game is played to its end")).collect()
    });
    all.sort_by_key(|&(number, _)| number);
    all.into_iter().map(|(_, game)| game).collect()
}

/// Plays one game: its quiet positions.
fn play(start: &AnyPosition, player: &mut dyn agon_core::Player, number: u64) -> Positions {
    let mut stream = SEED.stream(number);
    let tapered = start.heuristics().iter().position(|named| named.name == "tapered").expect("chess has it");
    let tapered = Heuristic(tapered as u8);
    let mut here = start.clone();
    for _ in 0..RANDOM_PLIES.0 + stream.below(RANDOM_PLIES.1) {
        if here.node() != Node::Terminal {
            here.play(here.draw_move(&mut stream));
        }
    }
    player.begin();
    let mut found = Positions::default();
    let mut result = 0.5;
    for _ in 0..MOST_PLIES {
        let Node::Decision(seat) = here.node() else {
            result = f64::midpoint(1.0, here.payoff(Seat(0)));
            break;
        };
        let decision = player.choose(&here, &mut Turn::new(seat, &mut stream)).expect("a built-in player has a move");
        let is_quiet = !here.is_forced() && !here.is_forcing(decision.m);
        let is_open = decision.value.is_some_and(|value| value.abs() < DECIDED);
        if is_quiet && is_open {
            let chess: &Chess = here.downcast().expect("chess is played");
            let (counts, share) = chess.positional_counts();
            found.counts.extend(counts);
            let usual = here.estimate(tapered, Seat(0));
            found.each.push((found.counts.len(), share, 0.0, 500.0 * usual / (1.0 - usual.abs())));
        }
        here.play(decision.m);
    }
    found.each.iter_mut().for_each(|each| each.2 = result);
    found
}

/// 1 / (1 + e⁻ˣ) by sums and products alone, which are the same on every machine.
fn logistic(x: f64) -> f64 {
    // e⁻ˣ is the 1024th power of e⁻ˣ⁄¹⁰²⁴, for which four terms of its series do.
    let y = -x.clamp(-30.0, 30.0) / 1024.0;
    let mut power = 1.0 + y * (1.0 + y / 2.0 * (1.0 + y / 3.0));
    for _ in 0..10 {
        power *= power;
    }
    1.0 / (1.0 + power)
}

/// The square of how far a result is from what was expected, which differs from the logarithm in nothing that matters to
/// people who read it.
fn miss(expected: f64, result: f64) -> f64 {
    (expected - result) * (expected - result)
}

fn loss_of_tapered(positions: &Positions, scale: f64) -> f64 {
    let misses = positions.each.iter().map(|&(_, _, result, usual)| miss(logistic(scale * usual), result));
    misses.sum::<f64>() / positions.each.len() as f64
}

/// The scale at which `tapered` fits best, by which a hundred stays a pawn.
fn scale(positions: &Positions) -> f64 {
    let (mut low, mut high) = (0.0005, 0.02);
    for _ in 0..30 {
        let (one, other) = (low + (high - low) * 0.382, low + (high - low) * 0.618);
        if loss_of_tapered(positions, one) < loss_of_tapered(positions, other) { high = other } else { low = one }
    }
    f64::midpoint(low, high)
}

/// The value for White in hundredths of a pawn.
fn value(weights: &[[f64; 2]], counts: &[(u16, i8)], share: f64) -> f64 {
    let [opening, ending] = counts.iter().fold([0.0, 0.0], |[opening, ending], &(weight, count)| {
        let [early, late] = weights[usize::from(weight)];
        [opening + early * f64::from(count), ending + late * f64::from(count)]
    });
    share * opening + (1.0 - share) * ending
}

fn loss(weights: &[[f64; 2]], positions: &Positions, scale: f64) -> f64 {
    let mut sum = 0.0;
    positions.visit(0..positions.each.len(), |counts, share, result| {
        sum += miss(logistic(scale * value(weights, counts, share)), result);
    });
    sum / positions.each.len() as f64
}

/// For each weight those near it.
fn near() -> Vec<Vec<usize>> {
    let mut near = Vec::new();
    for row in &ROWS {
        let first = near.len();
        near.extend((0..row.count).map(|at| {
            let (across, along) = match row.shape {
                RowShape::Board => (4, row.count / 4),
                RowShape::Scale => (row.count, 1),
                RowShape::Apart => return Vec::new(),
            };
            let (file, rank) = (at % across, at / across);
            let mut others = Vec::new();
            others.extend((0 < file).then(|| first + at - 1));
            others.extend((file + 1 < across).then(|| first + at + 1));
            others.extend((0 < rank).then(|| first + at - across));
            others.extend((rank + 1 < along).then(|| first + at + across));
            others
        }));
    }
    near
}

/// The weights by which the results are most likely.
fn fit(positions: &Positions, held: &Positions, scale: f64) -> Vec<[f64; 2]> {
    let rows = ROWS.iter().enumerate();
    let first = rows.flat_map(|(row, about)| vec![[MATERIAL.get(row).copied().unwrap_or(0.0); 2]; about.count]);
    let mut weights: Vec<[f64; 2]> = first.collect();
    let near = near();
    // Of each weight's slopes, the mean and the mean of the squares.
    let mut slopes = vec![[[0.0_f64; 2]; 2]; weights.len()];
    let batches = positions.each.len().div_ceil(BATCH);
    let steps = (EPOCHS * batches) as f64;
    let mut step = 0.0;
    let (mut faded, mut faded_squares) = (1.0, 1.0);
    for epoch in 1..=EPOCHS {
        for batch in 0..batches {
            let numbers = batch * BATCH..positions.each.len().min((batch + 1) * BATCH);
            let size = numbers.len() as f64;
            let mut slope = vec![[0.0_f64; 2]; weights.len()];
            positions.visit(numbers, |counts, share, result| {
                let error = scale * (logistic(scale * value(&weights, counts, share)) - result) / size;
                let shares = [error * share, error * (1.0 - share)];
                for &(weight, count) in counts {
                    let slope = &mut slope[usize::from(weight)];
                    slope[0] += shares[0] * f64::from(count);
                    slope[1] += shares[1] * f64::from(count);
                }
            });
            step += 1.0;
            (faded, faded_squares) = (faded * 0.9, faded_squares * 0.999);
            let rate = STEP * (1.0 - step / steps);
            for number in 0..weights.len() {
                for half in 0..2 {
                    let held: f64 = near[number].iter().map(|&other| weights[other][half]).sum();
                    let held = held / near[number].len().max(1) as f64;
                    let weight = &mut weights[number];
                    let slope = slope[number][half] + HOLD * (weight[half] - held);
                    let [mean, squares] = &mut slopes[number][half];
                    *mean = 0.9 * *mean + 0.1 * slope;
                    *squares = 0.999 * *squares + 0.001 * slope * slope;
                    let (mean, squares) = (*mean / (1.0 - faded), *squares / (1.0 - faded_squares));
                    weight[half] -= rate * mean / (squares.sqrt() + 1e-9);
                }
            }
        }
        if epoch % 5 == 0 {
            let losses = [positions, held].map(|positions| loss(&weights, positions, scale));
            println!("epoch {epoch}: loss {:.5}, of those held out {:.5}", losses[0], losses[1]);
        }
    }
    weights
}

/// The source that holds the weights.
fn source(weights: &[[f64; 2]]) -> String {
    let mut text = format!(
        "//! The weights of `positional`, for the opening and the ending, in hundredths of a pawn.\n//!\n//! Learned from \
         games by `cargo bench -p agon-benches --features native --bench weights`, which writes this file.\n\n\
         #[rustfmt::skip]\npub(crate) const WEIGHTS: [(i16, i16); {}] = [\n",
        weights.len()
    );
    let mut rest = weights;
    for row in &ROWS {
        let (these, after) = rest.split_at(row.count);
        rest = after;
        writeln!(text, "    // {}", row.name).expect("a text can be written");
        for line in these.chunks(8) {
            let pairs = line
                .iter()
                .map(|[opening, ending]| format!("({}, {}),", opening.round() as i16, ending.round() as i16));
            writeln!(text, "    {}", pairs.collect::<Vec<_>>().join(" ")).expect("a text can be written");
        }
    }
    text + "];\n"
}
