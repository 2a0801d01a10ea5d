//! Playouts that learn from those before them: a slow version, which tells the averages and the replies again from what
//! an observer hears of each play, agrees with every move below the tree.

use std::collections::BTreeMap;

use agon_core::{
    AnyMove, AnyPosition, Entered, Iteration, Left, Node, Observer, Position, Seat, Seed, Turn, all_moves, registry,
};

use super::{ask, refusal, start};

/// A move of a play, and the seat that chose it.
type Step = (Seat, AnyMove);

/// A play as it was told: the moves in the tree, those below it, and the payoffs.
struct Play {
    path: Vec<AnyMove>,
    simulated: Vec<AnyMove>,
    payoffs: Vec<f64>,
}

#[derive(Default)]
struct Plays(Vec<Play>);

impl Observer for Plays {
    fn entered(&mut self, _: Entered) {}
    fn left(&mut self, _: Left<'_>) {}
    fn iterated(&mut self, iteration: Iteration<'_>) {
        self.0.push(Play {
            path: iteration.path.iter().map(|selected| selected.m).collect(),
            simulated: iteration.simulated.to_vec(),
            payoffs: iteration.payoffs.to_vec(),
        });
    }
}

/// What the plays so far teach, by sequences of moves.
#[derive(Default)]
struct Slow {
    /// The visits of each sequence, and the sum of the payoffs of the seat that ended it.
    averages: BTreeMap<Vec<Step>, (u32, f64)>,
    /// The reply of each seat to a sequence.
    replies: BTreeMap<(Vec<Step>, Seat), AnyMove>,
    paid: Vec<f64>,
    plays: f64,
}

impl Slow {
    /// The mean of the averages of `m` alone and of the sequences of up to `grams` moves that end with it.
    fn value(&self, grams: usize, before: &[Step], step: Step) -> (f64, usize) {
        let sequences = (0..grams.min(1 + before.len())).map(|earlier| {
            let sequence = [&before[before.len() - earlier..], &[step]].concat();
            self.averages.get(&sequence).copied().unwrap_or_default()
        });
        let mut means = Vec::new();
        for (place, (visits, sum)) in sequences.enumerate() {
            if visits < [1, 7, 7][place] {
                break;
            }
            means.push(sum / f64::from(visits));
        }
        let count = means.len() as f64;
        if means.is_empty() { (1.0, 0) } else { (means.iter().sum::<f64>() / count, means.len()) }
    }

    fn learn(&mut self, steps: &[Step], payoffs: &[f64]) {
        self.paid.resize(payoffs.len(), 0.0);
        for (last, &(seat, m)) in steps.iter().enumerate() {
            let payoff = payoffs[seat.index()];
            for length in 1..=3.min(last + 1) {
                let average = self.averages.entry(steps[last + 1 - length..=last].to_vec()).or_default();
                (average.0, average.1) = (average.0 + 1, average.1 + payoff);
            }
            let usual = if self.plays == 0.0 { 0.5 } else { self.paid[seat.index()] / self.plays };
            for length in 1..=2.min(last) {
                let key = (steps[last - length..last].to_vec(), seat);
                if usual < payoff {
                    self.replies.insert(key, m);
                } else if payoff < usual && self.replies.get(&key) == Some(&m) {
                    self.replies.remove(&key);
                }
            }
        }
        self.paid.iter_mut().zip(payoffs).for_each(|(sum, payoff)| *sum += payoff);
        self.plays += 1.0;
    }
}

/// The plays of one search, which is the same unwatched.
fn plays(player: &str, root: &AnyPosition) -> Vec<Play> {
    let Node::Decision(seat) = root.node() else { panic!("{root} is no decision") };
    let seated = || registry::player(player).unwrap().seat_erased(root).unwrap();
    let mut plays = Plays::default();
    let (mut one, mut other) = (Seed(5).stream(0), Seed(5).stream(0));
    let watched = seated().choose_watched(root, &mut Turn::new(seat, &mut one), &mut plays).unwrap();
    let alone = seated().choose(root, &mut Turn::new(seat, &mut other)).unwrap();
    assert_eq!(watched, alone, "{player} at {root}");
    plays.0
}

/// How often something was seen in the plays of a search.
#[derive(Debug, Default)]
struct Seen {
    /// Moves by the number of averages that their value was the mean of.
    by_averages: [usize; 4],
    /// Replies by the number of moves before them, less one.
    replies: [usize; 2],
    /// Playouts in which no reply was known, or it was illegal.
    none: usize,
}

/// Checks every move of `player`, which draws none, below the tree.
fn check(game: &str, options: &str, grams: usize, replies: usize) -> Seen {
    let player = format!("mcts(iterations=400, proofs=false, epsilon=0{options})");
    let (mut root, mut dice) = (start(game), Seed(1).stream(0));
    while root.node() == Node::Chance {
        root.play(root.draw_move(&mut dice));
    }
    let facts = root.facts();
    let (mut slow, mut seen) = (Slow::default(), Seen::default());
    for (number, play) in plays(&player, &root).into_iter().enumerate() {
        let mut here = root.clone();
        let mut steps: Vec<Step> = Vec::new();
        for (place, &m) in play.path.iter().chain(&play.simulated).enumerate() {
            let Node::Decision(seat) = here.node() else {
                here.play(m);
                continue;
            };
            if play.path.len() <= place {
                let what = format!("{player} at {game}, play {number}: {m} in {here}");
                let known = (1..=replies.min(steps.len())).rev().find_map(|length| {
                    let reply = slow.replies.get(&(steps[steps.len() - length..].to_vec(), seat));
                    reply.filter(|&&reply| here.is_legal(reply)).map(|&reply| (length, reply))
                });
                if let Some((length, reply)) = known {
                    assert_eq!(m, reply, "{what}");
                    seen.replies[length - 1] += 1;
                } else if 0 < grams {
                    let value = |m| slow.value(grams, &steps, (seat, m));
                    let most = all_moves(&here).into_iter().map(|m| value(m).0);
                    let most = most.fold(f64::NEG_INFINITY, f64::max);
                    let (own, count) = value(m);
                    assert!(most - 1e-5 <= own, "{what}: {own}, not {most}");
                    seen.by_averages[count] += 1;
                }
                seen.none += usize::from(known.is_none());
            }
            steps.push((seat, m));
            here.play(m);
        }
        let scaled = |payoff: &f64| (payoff - facts.min_payoff) / (facts.max_payoff - facts.min_payoff);
        let payoffs: Vec<f64> = play.payoffs.iter().map(scaled).collect();
        slow.learn(&steps, &payoffs);
    }
    seen
}

/// Two seats, three, and one; seats that move twice in a row, chance, and plays that end before the game does.
const GAMES: &[(&str, &str)] = &[
    ("connect-four", ""),
    ("kalah(pits=4)", ""),
    ("einstein", ""),
    ("tic-tac-toe(players=3, width=4, height=4)", ""),
    ("pig(target=20, players=3)", ""),
    ("2048", ", plies=12"),
    ("breakthrough", ", plies=30"),
    ("breakthrough", ", estimate=0.25"),
];

#[test]
fn playouts_play_what_fared_best_so_far() {
    for &(game, options) in GAMES {
        for grams in 1..=3 {
            let seen = check(game, &format!("{options}, grams={grams}"), grams, 0);
            assert_ne!(seen.by_averages[0], 0, "{game}: something is new: {seen:?}");
            assert!(seen.by_averages[1..=grams].iter().all(|&moves| 0 < moves), "{game}: {seen:?}");
        }
    }
}

#[test]
fn playouts_reply_as_it_did_well() {
    for &(game, options) in GAMES {
        for replies in 1..=2 {
            let seen = check(game, &format!("{options}, replies={replies}"), 0, replies);
            assert!(seen.replies[..replies].iter().all(|&moves| 0 < moves), "{game}: {seen:?}");
            assert_ne!(seen.none, 0, "{game}: {seen:?}");
            // A reply is asked for first, and then an average.
            let seen = check(game, &format!("{options}, replies={replies}, grams=2"), 2, replies);
            assert!(0 < seen.replies[0] && 0 < seen.by_averages[1], "{game}: {seen:?}");
        }
    }
}

#[test]
fn what_is_learned_is_kept_from_turn_to_turn_only_on_request() {
    let root = start("connect-four");
    for options in ["grams=2, epsilon=0.2", "replies=1"] {
        let player = |keep: f64| format!("mcts(iterations=200, {options}, keep={keep})");
        let (mut moves, fresh) = (Vec::new(), ask(&player(0.0), &root));
        for keep in [0.0, 0.5, 1.0] {
            let player = registry::player(&player(keep)).unwrap();
            let mut player = player.seat(&root).unwrap();
            let mut ask = || {
                let mut stream = Seed(0).stream(0);
                let mut turn = Turn::new(Seat(0), &mut stream).explained(true);
                player.choose(&root, &mut turn).unwrap()
            };
            assert_eq!(ask(), fresh, "{options}, {keep}");
            moves.push(ask());
        }
        assert_eq!(moves[0], fresh, "{options}");
        assert!(moves[1] != fresh && moves[2] != fresh, "{options}");
        // Replies do not fade.
        assert_eq!(moves[1] == moves[2], options == "replies=1", "{options}");
    }
}

#[test]
fn policies_draw_what_averages_leave_to_chance() {
    let root = start("go(size=5)");
    let ask = |options: &str| ask(&format!("mcts(iterations=100, {options})"), &root);
    let all = ask("grams=1, epsilon=1");
    assert_eq!(all, ask("epsilon=1"), "with epsilon=1 nothing goes by averages");
    let by_policy = ask("grams=1, epsilon=1, playout=policy");
    assert_eq!(by_policy, ask("playout=policy"));
    assert_ne!(by_policy, all);
    assert_ne!(ask("grams=1, epsilon=0.5, playout=policy"), by_policy);
    assert_ne!(ask("grams=1, epsilon=0.5, playout=policy"), ask("grams=1, epsilon=0.5"));
}

#[test]
fn lessons_without_playouts_are_refused() {
    for (options, reason) in [
        ("grams=2, playout=greedy", "grams=2 and playout=greedy both say which move is best; leave one of them out"),
        (
            "grams=1, estimate=1",
            "grams=1 learns from playouts, and with estimate=1 there are none; leave one of them out",
        ),
        (
            "replies=2, plies=0",
            "replies=2 learns from playouts, and with plies=0 there are none; leave one of them out",
        ),
    ] {
        let refused = refusal(&format!("mcts({options})"), "othello");
        assert_eq!(refused, format!("mcts cannot play this game: {reason}"), "{options}");
    }
    for options in ["replies=1, playout=greedy", "grams=3, estimate=0.5", "keep=1, plies=0"] {
        assert!(ask(&format!("mcts(iterations=20, {options})"), &start("othello")).m.0 < 64);
    }
}

#[test]
fn tables_are_counted_as_memory() {
    let memory = |options: &str| {
        let player = registry::player(&format!("mcts({options})")).unwrap();
        player.seat(&start("connect-four")).unwrap().memory()
    };
    let (none, some) = (memory("iterations=100"), memory("iterations=100, grams=2, replies=1"));
    // 4200 moves, 8192 places at least: of 16 bytes for each average, and 24 for each reply.
    assert_eq!(some - none, 16384 * (2 * 16 + 24));
    let [one, two] = [1, 2].map(|threads| {
        let options = format!("iterations=100000000, threads={threads}");
        memory(&format!("{options}, grams=3")) - memory(&options)
    });
    assert_eq!((one, two), (3 << 24, 6 << 24));
}
