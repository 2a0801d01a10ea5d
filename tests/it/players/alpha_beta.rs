//! Alpha-beta: with all its cuts it agrees with minimax; and mtd, which is built on it.

use std::ops::ControlFlow;

use agon_core::{AnyMove, AnyPosition, Bound, Budget, Decision, Heuristic, Node, Position, Seat, Seed, Turn, registry};
use proptest::prelude::*;

use super::{SMALL_GAMES, ask, ask_within, choice, start, trees, value};

/// Options that change how soon the value is found, and not the value.
const EXACT: &[&str] = &[
    "deepening=true",
    "aspiration=0.5",
    "pvs=true",
    "table=64kB",
    "table=1kB, table-move=false",
    "table=64kB, symmetry=true",
    "hint=true",
    "killers=true",
    "history=true",
    "countermove=true",
    "quick=true",
    "table=64kB, pvs=true, internal=true",
];

/// The options that go together with each other, with averaging and with selection.
pub(super) const ORDERS: &[&str] = &["deepening=true", "hint=true", "killers=true", "history=true", "table=16kB"];

/// The options that go together with each other.
pub(super) const TOGETHER: &[&str] = &[
    "deepening=true",
    "aspiration=0.5",
    "pvs=true",
    "hint=true",
    "killers=true",
    "history=true",
    "countermove=true",
    "internal=true",
    "quick=true",
    "table=16kB",
];

/// Games that transpose, most with forcing moves, and how many random plies lead to a position of
/// which a few plies are soon searched.
const TRANSPOSING: &[(&str, u32)] = &[
    ("nim(heaps=2+3+4)", 3),
    ("grundy(heap=14)", 3),
    ("tic-tac-toe", 4),
    ("connect-four(width=5, height=4)", 8),
    ("breakthrough(width=4, height=6)", 12),
    ("kalah(pits=3, seeds=2)", 6),
    ("dots-and-boxes(width=2, height=2)", 6),
    ("checkers", 30),
    ("nine-mens-morris", 20),
    ("amoba(size=5, line=4)", 8),
    ("amoba(size=8, line=4)", 2),
    ("chinese-checkers(size=2, seats=2)", 8),
    ("chess", 40),
    ("go(size=5)", 12),
    ("othello(size=4)", 6),
];

/// Any of `options`, each after a comma.
pub(super) fn some_of(options: &'static [&str]) -> impl Strategy<Value = String> {
    prop::sample::subsequence(options, 0..=options.len())
        .prop_map(|chosen| chosen.iter().flat_map(|option| [", ", option]).collect())
}

/// Whether the move is one of those that the oracle likes best.
pub(super) fn is_among_the_best(m: AnyMove, oracle: &Decision<AnyMove>) -> bool {
    let best = oracle.moves.iter().map(|m| m.value).fold(f64::NEG_INFINITY, f64::max);
    oracle.moves.iter().any(|root| root.m == m && root.value == best)
}

/// Whether what a search says of the moves is true by plain minimax: exact values are those, and
/// bounds hold. The move it chose is among them, with the value of the position.
pub(super) fn knows_no_more_than_is_true(found: &Decision<AnyMove>, plain: &Decision<AnyMove>) -> bool {
    found.moves.is_sorted_by_key(|root| root.m)
        && found.moves.iter().any(|root| root.m == found.m)
        && found.moves.iter().all(|root| {
            let true_value = plain.moves.iter().find(|other| other.m == root.m).unwrap().value;
            match root.bound {
                Bound::Exact => root.value == true_value,
                Bound::Lower => root.value <= true_value,
                Bound::Upper => true_value <= root.value,
                Bound::Sample => false,
            }
        })
}

/// The same, except for knowledge about moves, and for the work.
fn without_moves(mut decision: Decision<AnyMove>) -> Decision<AnyMove> {
    decision.moves.clear();
    decision.with_nodes(0)
}

/// A tree of which one move is refuted by its first reply.
#[test]
fn a_refuted_move_has_only_a_bound() {
    let found = ask("alpha-beta", &start("tree([[9,9],[4,1]])"));
    let known: Vec<_> = found.moves.iter().map(|root| (root.value, root.bound)).collect();
    assert_eq!(known, [(9.0, Bound::Exact), (4.0, Bound::Upper)]);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn pruning_never_changes_the_value_nor_the_move(tree in trees(), depth in 1u32..=7) {
        let tree = start(&tree);
        let plain = ask(&format!("minimax(depth={depth})"), &tree);
        let pruned = ask(&format!("alpha-beta(depth={depth})"), &tree);
        prop_assert!(pruned.nodes <= plain.nodes);
        prop_assert!(knows_no_more_than_is_true(&pruned, &plain), "{:?}, {:?}", pruned, plain);
        prop_assert_eq!(pruned.moves.len(), plain.moves.len());
        prop_assert_eq!(without_moves(pruned), without_moves(plain));
    }

    #[test]
    fn every_exact_option_set_finds_the_value_of_minimax_and_one_of_its_best_moves(
        tree in trees(), depth in 1u32..=7, options in some_of(TOGETHER),
    ) {
        let tree = start(&tree);
        let oracle = ask(&format!("minimax(depth={depth})"), &tree);
        for player in [
            format!("alpha-beta(depth={depth}{options})"),
            format!("mtd(depth={depth})"),
            format!("mtd(depth={depth}, table=none, history=false)"),
        ] {
            let found = ask(&player, &tree);
            prop_assert_eq!(found.value, oracle.value, "{}", &player);
            prop_assert!(is_among_the_best(found.m, &oracle), "{}: {:?}", &player, found);
            // What it explains is the depth it reached: less where that proved the value.
            let reached = ask(&format!("minimax(depth={})", found.depth.unwrap()), &tree);
            prop_assert!(knows_no_more_than_is_true(&found, &reached), "{}: {:?}", &player, found);
        }
    }

    #[test]
    fn averaging_with_pruning_equals_averaging_without(
        tree in trees(), depth in 1u32..=7, m in 1u32..=4, n in 1u32..=4, options in some_of(ORDERS),
    ) {
        let tree = start(&tree);
        let plain = ask(&format!("averaging(m={m}, n={n}, depth={depth})"), &tree);
        let pruned = ask(&format!("alpha-beta(depth={depth}, m={m}, n={n})"), &tree);
        prop_assert!(pruned.nodes <= plain.nodes);
        prop_assert!(knows_no_more_than_is_true(&pruned, &plain), "{:?}, {:?}", pruned, plain);
        prop_assert_eq!(without_moves(pruned), without_moves(plain.clone()));
        let ordered = ask(&format!("alpha-beta(depth={depth}, m={m}, n={n}{options})"), &tree);
        prop_assert_eq!(ordered.value, plain.value);
        prop_assert!(is_among_the_best(ordered.m, &plain));
    }

    #[test]
    fn selection_with_pruning_equals_selection_without(
        tree in trees(), depth in 1u32..=7, width in 1u32..=4, options in some_of(ORDERS),
    ) {
        let tree = start(&tree);
        let selective = ask(&format!("selective(width={width}, depth={depth})"), &tree);
        let options = format!("width={width}, relevant=true{options}");
        let pruned = ask(&format!("alpha-beta(depth={depth}, {options})"), &tree);
        prop_assert_eq!(pruned.value, selective.value);
        prop_assert!(is_among_the_best(pruned.m, &selective));
    }

    #[test]
    fn the_combined_player_agrees_with_the_definitions_of_its_parts(
        tree in trees(),
        least in 1usize..=4,
        more in 0usize..=3,
        quiet in 0u32..=4,
        width in 1usize..=4,
        m in 1usize..=3,
        n in 1usize..=3,
        options in some_of(ORDERS),
    ) {
        let tree = start(&tree);
        let Node::Decision(max) = tree.node() else { unreachable!("the root is a decision") };
        let most = least + more;
        let combined = Combined { max, quiet: f64::from(quiet), width, averaged: [m, n] };
        let expected = combined.value(&tree, least, most);
        let depths = format!("min-depth={least}, max-depth={most}, quiet={quiet}");
        let player = format!("alpha-beta({depths}, width={width}, m={m}, n={n}{options})");
        prop_assert_eq!(value(&player, &tree), expected);
    }

    #[test]
    fn stopped_at_any_node_it_plays_the_last_finished_depth_or_better(
        tree in trees(), nodes in 0u64..150, options in some_of(TOGETHER),
    ) {
        let tree = start(&tree);
        for player in [format!("alpha-beta(depth=8{options})"), "mtd(depth=8)".to_owned()] {
            let stopped = ask_within(&player, &tree, Some(nodes), false);
            prop_assert!(tree.is_legal(stopped.m));
            prop_assert!(stopped.nodes <= nodes);
            let Some(depth) = stopped.depth else { continue };
            // One of the best moves of the finished depth, or better than each at the next.
            let last = ask(&format!("minimax(depth={depth})"), &tree);
            prop_assert_eq!(stopped.value, last.value, "{}", &player);
            let next = ask(&format!("minimax(depth={})", depth + 1), &tree);
            let worth = |m| next.moves.iter().find(|root| root.m == m).unwrap().value;
            let best = last.moves.iter().filter(|root| is_among_the_best(root.m, &last));
            let least = best.map(|root| worth(root.m)).fold(f64::INFINITY, f64::min);
            prop_assert!(
                is_among_the_best(stopped.m, &last) || least <= worth(stopped.m),
                "{}: {:?}", &player, stopped,
            );
        }
    }
}

/// Variable depth, selection and averaging together, as they are defined: no pruning, no order.
pub(super) struct Combined {
    pub(super) max: Seat,
    pub(super) quiet: f64,
    pub(super) width: usize,
    pub(super) averaged: [usize; 2],
}

impl Combined {
    fn estimate(&self, position: &AnyPosition) -> f64 {
        position.estimate(Heuristic(0), self.max)
    }

    /// The value for MAX with `least` to `most` plies left.
    pub(super) fn value(&self, position: &AnyPosition, least: usize, most: usize) -> f64 {
        let mover = match position.node() {
            Node::Terminal => return position.payoff(self.max),
            Node::Decision(_) if most == 0 => return self.estimate(position),
            Node::Decision(mover) => mover,
            Node::Chance => unreachable!("no chance here"),
        };
        let sign = if mover == self.max { 1.0 } else { -1.0 };
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let mut children: Vec<AnyPosition> = moves
            .iter()
            .map(|&m| {
                let mut child = position.clone();
                child.play(m);
                child
            })
            .collect();
        // Stable, so the first of equals stays first.
        children.sort_by(|a, b| {
            let of = |child: &AnyPosition| match child.node() {
                Node::Terminal => child.payoff(self.max) * sign,
                _ => self.estimate(child) * sign,
            };
            of(b).total_cmp(&of(a))
        });
        children.truncate(self.width);
        let mut values: Vec<f64> = children
            .iter()
            .map(|child| {
                let change = (self.estimate(position) - self.estimate_or_zero(child)).abs();
                let is_over = child.node() == Node::Terminal;
                if !is_over && least <= 1 && change < self.quiet {
                    return self.estimate(child);
                }
                self.value(child, least.saturating_sub(1), most - 1)
            })
            .collect();
        values.sort_by(|a, b| (b * sign).total_cmp(&(a * sign)));
        values.truncate(self.averaged[usize::from(mover != self.max)]);
        values.iter().sum::<f64>() / values.len() as f64
    }

    fn estimate_or_zero(&self, position: &AnyPosition) -> f64 {
        if position.node() == Node::Terminal { 0.0 } else { self.estimate(position) }
    }
}

/// A full search to a depth, and beyond it along forcing moves, as it is defined: no pruning, no
/// order, no table.
pub(super) struct Settled {
    pub(super) max: Seat,
    pub(super) extends: bool,
    pub(super) relevant: bool,
}

impl Settled {
    /// The moves to look at.
    fn moves(&self, here: &AnyPosition) -> Vec<AnyMove> {
        if !self.relevant {
            return agon_core::all_moves(here);
        }
        let mut moves = Vec::new();
        let _ = here.each_relevant(|m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
        moves
    }

    /// The value for MAX, `depth` plies ahead and `beyond` more in quiescence; a line has at most `room` plies.
    fn value(&self, here: &AnyPosition, depth: u32, beyond: u32, room: u32) -> f64 {
        let Node::Decision(mover) = here.node() else { return here.payoff(self.max) };
        let moves = self.moves(here);
        let forcing: Vec<AnyMove> = moves.iter().copied().filter(|&m| here.is_forcing(m)).collect();
        let is_forced = here.is_forced();
        let has_room = depth + beyond < room;
        let depth = if self.extends && is_forced && has_room { depth + 1 } else { depth };
        let estimate = here.estimate(Heuristic(0), self.max);
        let (moves, rest, stand) = match (depth, beyond) {
            (0, 0) => return estimate,
            (0, _) => (forcing, (0, beyond - 1), Some(estimate).filter(|_| !is_forced)),
            (depth, _) => (moves, (depth - 1, beyond), None),
        };
        let below = |m: &AnyMove| self.value(&agon_core::after(here, *m), rest.0, rest.1, room.saturating_sub(1));
        let values = moves.iter().map(below).chain(stand);
        if mover == self.max { values.fold(f64::NEG_INFINITY, f64::max) } else { values.fold(f64::INFINITY, f64::min) }
    }

    /// The value of the position where MAX is to choose, and the moves that have it.
    pub(super) fn best(&self, here: &AnyPosition, depth: u32, beyond: u32) -> (f64, Vec<AnyMove>) {
        let room = beyond + if self.extends { 2 * depth } else { depth };
        let moves = self.moves(here);
        let worth = |m: AnyMove| self.value(&agon_core::after(here, m), depth - 1, beyond, room - 1);
        let values: Vec<f64> = moves.iter().map(|&m| worth(m)).collect();
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let is_best = |&(_, &value): &(&AnyMove, &f64)| value == best;
        (best, moves.iter().zip(&values).filter(is_best).map(|(&m, _)| m).collect())
    }
}

/// A position of a game with transpositions, some random plies from its start; `None` if it is over.
fn transposing() -> impl Strategy<Value = Option<(&'static str, AnyPosition)>> {
    let game = prop::sample::select(TRANSPOSING);
    (game, 0u64..1000, 0u32..=4).prop_map(|((game, plies), seed, more)| {
        let mut position = start(game);
        let mut stream = Seed(seed).stream(0);
        for _ in 0..plies + more {
            if position.node() == Node::Terminal {
                return None;
            }
            let m = position.draw_move(&mut stream);
            position.play(m);
        }
        (position.node() != Node::Terminal).then_some((game, position))
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 120, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn quiescence_agrees_with_its_definition_where_positions_transpose(
        found in transposing(), depth in 1u32..=2, beyond in 0u32..=3, options in some_of(TOGETHER),
        relevant in any::<bool>(),
    ) {
        let Some((game, position)) = found else { return Ok(()) };
        let Node::Decision(max) = position.node() else { unreachable!("it is not over") };
        let (best, moves) = Settled { max, extends: false, relevant }.best(&position, depth, beyond);
        let player =
            format!("alpha-beta(depth={depth}, quiescence={beyond}, relevant={relevant}{options})");
        let found = ask(&player, &position);
        prop_assert_eq!(found.value, Some(best), "{} at {}: {}", &player, game, &position);
        prop_assert!(moves.contains(&found.m), "{} at {}: {}", &player, game, &position);
    }

    #[test]
    fn extensions_agree_with_their_definition(
        found in transposing(), depth in 1u32..=2, beyond in 0u32..=2,
    ) {
        let Some((game, position)) = found else { return Ok(()) };
        let Node::Decision(max) = position.node() else { unreachable!("it is not over") };
        let (best, _) = Settled { max, extends: true, relevant: false }.best(&position, depth, beyond);
        for more in ["", ", hint=true, pvs=true, history=true, killers=true"] {
            let options = format!("depth={depth}, quiescence={beyond}, extensions=true{more}");
            let found = value(&format!("alpha-beta({options})"), &position);
            prop_assert_eq!(found, best, "{} at {}: {}", options, game, &position);
        }
    }
}

#[test]
fn every_part_agrees_with_minimax_along_plays_of_every_small_game() {
    for game in SMALL_GAMES {
        for seed in 0..2 {
            let mut stream = Seed(seed).stream(0);
            let mut position = start(game);
            while let Node::Decision(_) = position.node() {
                let oracle = ask("minimax(depth=4)", &position);
                let plain = ask("alpha-beta(depth=4)", &position);
                assert_eq!(oracle.m, plain.m, "{game}: {position}");
                assert!(knows_no_more_than_is_true(&plain, &oracle), "{game}: {position}");
                let all = "aspiration=0.1, pvs=true, table=1MB, symmetry=true, hint=true, \
                           killers=true, history=true, countermove=true, quick=true";
                for options in EXACT.iter().chain([&all]) {
                    let player = format!("alpha-beta(depth=4, {options})");
                    let found = ask(&player, &position);
                    assert_eq!(found.value, oracle.value, "{player} at {game}: {position}");
                    assert!(is_among_the_best(found.m, &oracle), "{player} at {game}: {position}");
                }
                let found = ask("mtd(depth=4)", &position);
                assert_eq!(found.value, oracle.value, "mtd at {game}: {position}");
                assert!(is_among_the_best(found.m, &oracle), "mtd at {game}: {position}");
                let m = position.draw_move(&mut stream);
                position.play(m);
            }
        }
    }
}

/// Far from its limit a search judges leaves together, near it one by one. Within a limit it looks
/// deeper and deeper.
#[test]
fn leaves_are_the_same_together_and_one_by_one() {
    let more = ["connect-four", "connect-four(width=3, height=3, line=3)", "kalah(pits=3, seeds=2)"];
    for game in SMALL_GAMES.iter().chain(&more) {
        let (mut here, mut stream) = (start(game), Seed(5).stream(0));
        while here.node() != Node::Terminal {
            let player = |depth| format!("alpha-beta(depth={depth}, heuristic=none)");
            let one_by_one = ask_within(&player(4), &here, Some(100_000), false);
            let reached = one_by_one.depth.expect("it says how far it looked");
            let together: Vec<_> = (1..=reached).map(|depth| ask_within(&player(depth), &here, None, false)).collect();
            let nodes = together.iter().map(|found| found.nodes).sum();
            let last = together.last().expect("it looks a ply ahead").clone();
            assert_eq!(last.with_nodes(nodes), one_by_one, "{game}: {here}");
            let plain = value("minimax(depth=4, heuristic=none)", &here);
            assert_eq!(one_by_one.value, Some(plain), "{game}: {here}");
            let m = here.draw_move(&mut stream);
            here.play(m);
        }
    }
}

#[test]
fn full_alpha_beta_of_tic_tac_toe_in_row_order_looks_at_18297_positions() {
    let decision = ask_within("alpha-beta(depth=unlimited)", &start("tic-tac-toe"), None, false);
    assert_eq!((decision.nodes, decision.value), (18_297, Some(0.0)));
}

#[test]
fn the_whole_of_tic_tac_toe_is_a_draw_for_every_part() {
    for options in EXACT {
        let player = format!("alpha-beta(depth=unlimited, {options})");
        assert_eq!(value(&player, &start("tic-tac-toe")), 0.0, "{player}");
    }
    assert_eq!(value("mtd(depth=unlimited)", &start("tic-tac-toe")), 0.0);
}

/// A uniform tree whose first child is always best, so that pruning finds the perfect order.
fn uniform(branching: u32, depth: u32, sign: i64, value: i64) -> String {
    if depth == 0 {
        return value.to_string();
    }
    // The later the child, the worse for the mover here.
    let step = i64::from(branching).pow(depth - 1);
    let children =
        (0..branching).map(|rank| uniform(branching, depth - 1, -sign, value - sign * i64::from(rank) * step));
    format!("[{}]", children.collect::<Vec<_>>().join(","))
}

#[test]
fn a_perfectly_ordered_uniform_tree_costs_the_minimum_of_knuth_and_moore() {
    for (branching, depth) in [(2, 1), (2, 6), (3, 3), (3, 4), (4, 4), (5, 3), (7, 2), (2, 9)] {
        let tree = start(&format!("tree({})", uniform(branching, depth, 1, 0)));
        // The leaves; and the inner nodes, which are the leaves of the same tree cut off above.
        let leaves = |d: u32| u64::from(branching.pow(d.div_ceil(2)) + branching.pow(d / 2)) - 1;
        let expected: u64 = (0..=depth).map(leaves).sum();
        for options in ["", ", hint=true", ", pvs=true"] {
            let player = format!("alpha-beta(depth={depth}{options})");
            let nodes = ask_within(&player, &tree, None, false).nodes;
            assert_eq!(nodes, expected, "branching {branching}, {player}");
        }
    }
}

#[test]
fn the_quicker_of_two_wins_is_preferred_and_the_slower_of_two_losses() {
    // The first move wins in five plies, the second in three, the third at once.
    let wins = "[[[[[1]]]],[[1]],1]";
    assert_eq!(choice("alpha-beta(depth=6)", &start(&format!("tree({wins})"))), "1");
    let quick = "alpha-beta(depth=6, quick=true)";
    assert_eq!(choice(quick, &start(&format!("tree({wins})"))), "3");
    let losses = "tree([-1,[[-1]],[[[[-1]]]],[[-1,1],[-1]]])";
    assert_eq!(choice("alpha-beta(depth=6)", &start(losses)), "1");
    assert_eq!(choice(quick, &start(losses)), "3");
    assert_eq!(value(quick, &start(losses)), -1.0);
    // An estimate as high as a win is none.
    let hope = "tree([[[[0]]~1]~1,[[1]]])";
    assert_eq!(choice(quick, &start(hope)), "2");
    assert_eq!(value("alpha-beta(depth=1, quick=true)", &start(hope)), 1.0);
}

#[test]
fn variable_depth_searches_deeper_where_the_estimate_jumps() {
    // One ply down the second move looks as good as the root and stays unsearched; the first
    // looks better than it is.
    let tree = "tree([[[0]~0,[-3]~0]~5,[[9]~0,[9]~0]~1]~1)";
    assert_eq!(choice("alpha-beta(depth=1)", &start(tree)), "1");
    let variable = "alpha-beta(min-depth=1, max-depth=3, quiet=2)";
    assert_eq!(choice(variable, &start(tree)), "2");
    assert_eq!(value(variable, &start(tree)), 1.0);
    // Where everything is looked into, the depth is the greatest.
    let deep = "alpha-beta(min-depth=1, max-depth=3)";
    assert_eq!(value(deep, &start(tree)), 9.0);
    assert_eq!(ask(deep, &start(tree)), ask("alpha-beta(depth=3, hint=true)", &start(tree)));
}

#[test]
fn options_that_contradict_each_other_are_refused_with_the_reason() {
    let game = start("nim");
    for (options, reason) in [
        ("m=2, pvs=true", "pvs contradicts averaging"),
        ("n=2, aspiration=1", "aspiration contradicts averaging"),
        ("n=2, reductions=true", "reductions contradicts averaging"),
        ("m=3, quick=true", "quick contradicts averaging"),
        ("n=2, extensions=true", "extensions contradicts averaging"),
        ("null-move=true, pvs=true", "does not know how"),
        ("null-move=true", "needs pvs=true"),
        ("futility=1", "needs pvs=true"),
        ("ignore-past=true", "ignore-past needs a table"),
        ("quiet=3", "min-depth and max-depth"),
        ("forcing=true", "min-depth and max-depth"),
        ("min-depth=5", "greater than max-depth"),
        ("symmetry=true", "symmetry needs a table"),
        ("memory=true", "memory needs a table"),
        ("grafts=true", "grafts needs a table"),
        ("table=huge", "64MB"),
        ("table=0MB", "64MB"),
    ] {
        let player = registry::player(&format!("alpha-beta({options})")).unwrap();
        let Err(error) = player.seat(&game) else { panic!("{} is accepted", player.term) };
        assert!(error.to_string().contains(reason), "{options}: {error}");
    }
}

#[test]
fn selection_at_a_real_game_agrees_with_the_definition_of_selective_search() {
    for seed in 0..3 {
        let mut stream = Seed(seed).stream(0);
        let mut position = start("amoba(size=6, line=4)");
        for _ in 0..10 {
            let Node::Decision(_) = position.node() else { break };
            for (width, depth) in [("unlimited", 2), ("3", 4)] {
                let plain = ask(&format!("selective(width={width}, depth={depth})"), &position);
                for options in ["", ", hint=true, table=64kB, pvs=true, deepening=true"] {
                    let options = format!("width={width}, relevant=true{options}");
                    let player = format!("alpha-beta(depth={depth}, {options})");
                    let found = ask(&player, &position);
                    assert_eq!(found.value, plain.value, "{player}: {position}");
                    assert!(is_among_the_best(found.m, &plain), "{player}: {position}");
                }
            }
            let m = position.draw_move(&mut stream);
            position.play(m);
        }
    }
}

#[test]
fn reductions_and_null_moves_save_work_and_still_see_short_tactics() {
    let chess = start("chess");
    for option in ["reductions=true", "null-move=true", "futility=0.1"] {
        let player = "alpha-beta(depth=5, hint=true, pvs=true, quiescence=4";
        let full = ask(&format!("{player})"), &chess).nodes;
        let found = ask(&format!("{player}, {option})"), &chess).nodes;
        assert!(found < full, "{option}: {found} nodes, without it {full}");
        // Mate in two: Kb6 first, then the rook.
        let mate = chess.parse("k7/8/2K5/8/8/8/8/7R w - - 0 1").unwrap();
        let player = format!("alpha-beta(depth=5, pvs=true, {option})");
        assert_eq!(ask_within(&player, &mate, None, false).value, Some(1.0), "{option}");
    }
}

#[test]
fn reductions_save_work_where_estimates_swing_with_the_seat_to_move() {
    // The seat that dropped the last stone is ahead by the lines through it.
    let game = start("connect-four");
    let player = "alpha-beta(depth=10, heuristic=centre, table=4MB, pvs=true, hint=true";
    let full = ask(&format!("{player})"), &game).nodes;
    let reduced = ask(&format!("{player}, reductions=true)"), &game).nodes;
    assert!(4 * reduced < 3 * full, "{reduced} nodes, without reductions {full}");
}

#[test]
fn a_move_that_a_scout_found_better_is_played_whenever_the_search_stops() {
    // The second move is better after every reply: a scout sees that as soon as a search does.
    let tree = start("tree([[1, 2], [5, 6, 7, 8]])");
    let enough = |player: &str| {
        let stopped = |&nodes: &u64| {
            let m = ask_within(player, &tree, Some(nodes), false).m;
            agon_core::notation(&tree, m) == "2"
        };
        (0..20).find(stopped).expect("twenty nodes are the whole tree")
    };
    assert_eq!(enough("alpha-beta(depth=2, pvs=true)"), enough("alpha-beta(depth=2)"));
    assert!(enough("alpha-beta(depth=2, pvs=true)") < ask("alpha-beta(depth=2, pvs=true)", &tree).nodes);
}

/// Asks one seated player about one position after the other.
fn ask_in_turn(player: &str, positions: &[&AnyPosition]) -> Vec<Decision<AnyMove>> {
    let player = registry::player(player).expect("a player");
    let mut seated = player.seat(positions[0]).expect("a player of this game");
    let mut ask = |position: &&AnyPosition| {
        let Node::Decision(seat) = position.node() else { panic!("{position} is no decision") };
        let mut stream = Seed(0).stream(0);
        let mut turn = Turn::new(seat, &mut stream).within(Budget::of(Some(3_000)));
        seated.choose(position, &mut turn).expect("a search always has a move")
    };
    positions.iter().map(&mut ask).collect()
}

#[test]
fn an_answer_does_not_depend_on_earlier_searches() {
    let one = start("othello");
    let mut other = one.clone();
    agon_core::line::play_line(&mut other, "d3 c3 c4").unwrap();
    let all = "alpha-beta(depth=9, aspiration=0.1, pvs=true, table=16kB, symmetry=true, \
               hint=true, killers=true, history=true, countermove=true, quick=true)";
    for player in ["alpha-beta", "alpha-beta(depth=9)", all, "mtd(depth=9, table=16kB)"] {
        let answers = ask_in_turn(player, &[&one, &other, &one, &other]);
        assert_eq!(answers[0], answers[2], "{player}");
        assert_eq!(answers[1], answers[3], "{player}");
        assert_eq!(answers[1..2], ask_in_turn(player, &[&other]), "{player}");
    }
    // An optional memory saves work.
    let answers = ask_in_turn("alpha-beta(depth=4, table=1MB, memory=true)", &[&one, &one]);
    assert!(answers[1].nodes < answers[0].nodes);
    assert_eq!((answers[0].m, answers[0].value), (answers[1].m, answers[1].value));
}

#[test]
fn a_play_of_a_thousand_plies_is_searched_to_its_end() {
    let deep = format!("tree({}7{})", "[".repeat(999), "]".repeat(999));
    let deep = start(&deep);
    for player in [
        "minimax(depth=unlimited)",
        "averaging(depth=unlimited)",
        "selective(depth=unlimited, width=1)",
        "alpha-beta(depth=unlimited)",
        "alpha-beta(depth=unlimited, pvs=true, reductions=true, table=64kB, symmetry=true)",
        "alpha-beta(depth=unlimited, extensions=true, quiescence=100)",
        "alpha-beta(depth=unlimited, m=2, n=2, width=2)",
    ] {
        let found = ask_within(player, &deep, None, false);
        assert_eq!((found.value, found.nodes), (Some(7.0), 1000), "{player}");
    }
    // Too long a play is refused rather than tried.
    let text = super::refusal("alpha-beta(depth=unlimited)", "chess");
    assert!(text.contains("give a depth"), "{text}");
}

#[test]
fn the_last_refutation_of_a_move_is_tried_early() {
    let nodes =
        |options: &str| ask_within(&format!("alpha-beta(depth=6{options})"), &start("connect-four"), None, false).nodes;
    assert!(2 * nodes(", countermove=true") < nodes(""));
}

#[test]
fn players_that_read_the_clock_declare_it() {
    for (player, clock) in
        [("alpha-beta", false), ("alpha-beta(nodes=100)", false), ("alpha-beta(time=10)", true), ("mtd(time=10)", true)]
    {
        let seated = registry::player(player).unwrap().seat(&start("nim")).unwrap();
        assert_eq!(seated.habits().clock, clock, "{player}");
    }
    // A clock that stands still stops nobody.
    assert_eq!(
        ask("alpha-beta(depth=6, time=10)", &start("nim")),
        ask("alpha-beta(depth=6, deepening=true)", &start("nim")),
    );
}

#[test]
fn budgets_of_its_own_and_of_the_arena_are_both_kept() {
    let game = start("othello");
    for (player, budget, most) in [
        ("alpha-beta(depth=unlimited, nodes=500)", None, 500),
        ("alpha-beta(depth=9, nodes=500)", Some(300), 300),
        ("alpha-beta(depth=9, nodes=300, pvs=true)", Some(500), 300),
        ("mtd(depth=9, nodes=300)", Some(500), 300),
    ] {
        let found = ask_within(player, &game, budget, false);
        assert!((1..=most).contains(&found.nodes), "{player}: {}", found.nodes);
        assert!(found.depth.is_some(), "{player}");
    }
}
