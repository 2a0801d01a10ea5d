//! Tables, where plays of different lengths lead to one position: with any entries in the table, a search to a
//! depth finds the value of its definition at that depth.

use std::cell::RefCell;

use agon_core::{AnyMove, AnyPosition, Decision, Node, Position, Seat, Seed, Turn, registry};
use proptest::prelude::*;

use super::{
    alpha_beta::{Combined, ORDERS, Settled, TOGETHER, is_among_the_best, knows_no_more_than_is_true, some_of},
    ask,
    graph::graphs,
    start, value,
};

/// Tables of every kind: one with hardly any room, one with enough, one that only remembers values, and
/// none.
const TABLES: &[&str] =
    &["table=1kB", "table=64kB", "table=64kB, symmetry=true", "table=64kB, table-move=false", "table=none"];

fn tables() -> impl Strategy<Value = &'static str> {
    prop::sample::select(TABLES)
}

/// The options of alpha-beta that go with tables and change no value.
fn exact() -> impl Strategy<Value = String> {
    some_of(&TOGETHER[..TOGETHER.len() - 1])
}

/// What `player` says of `position` at every depth that it finishes.
fn at_each_depth(player: &str, position: &AnyPosition) -> Vec<Decision<AnyMove>> {
    let Node::Decision(seat) = position.node() else { panic!("{position} is no decision") };
    let mut seated = registry::player(player).unwrap().seat(position).unwrap();
    let (told, mut stream) = (RefCell::new(Vec::new()), Seed(0).stream(0));
    let listener = |decision: &Decision<AnyMove>| told.borrow_mut().push(decision.clone());
    let mut turn = Turn::new(seat, &mut stream).heard_by(Some(&listener));
    let last = seated.choose(position, &mut turn).unwrap();
    let mut told = told.into_inner();
    told.push(last);
    told
}

/// Compares the answers of `player` at every depth with plain minimax at that depth.
fn is_minimax(player: &str, position: &AnyPosition) -> Result<(), TestCaseError> {
    for found in at_each_depth(player, position) {
        let depth = found.depth.expect("it says how deep it looked");
        let plain = ask(&format!("minimax(depth={depth})"), position);
        prop_assert_eq!(found.value, plain.value, "{} to depth {}", player, depth);
        prop_assert!(is_among_the_best(found.m, &plain), "{} to depth {}", player, depth);
    }
    let found = ask(player, position);
    let plain = ask(&format!("minimax(depth={})", found.depth.unwrap()), position);
    prop_assert!(is_among_the_best(found.m, &plain), "{}: {:?}", player, found);
    prop_assert!(knows_no_more_than_is_true(&found, &plain), "{}: {:?}", player, found);
    Ok(())
}

/// A player that prefers quicker wins, to the end of the games here.
fn quick(table: &str, options: &str) -> String {
    let options = options.replace(", quick=true", "");
    format!("alpha-beta(depth=20, quick=true, {table}{options})")
}

/// Holds a quick player to how soon a win comes, and how late a loss.
fn is_quickest(player: &str, position: &AnyPosition) -> Result<(), TestCaseError> {
    let (found, perfect) = (ask(player, position), ask("perfect", position));
    prop_assert_eq!(found.value, perfect.value, "{}", player);
    let facts = position.facts();
    let is_decided = [facts.min_payoff, facts.max_payoff].map(Some).contains(&perfect.value);
    if is_decided && facts.min_payoff < facts.max_payoff {
        prop_assert_eq!(found.depth, perfect.depth, "{}", player);
        let after = agon_core::after(position, found.m);
        let below = match after.node() {
            Node::Decision(_) => ask("perfect", &after).depth,
            _ => Some(0),
        };
        prop_assert_eq!(below.map(|below| below + 1), perfect.depth, "{}: {}", player, found.m);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn a_table_gives_a_search_the_value_of_its_own_depth(
        graph in graphs(2, false), depth in 1u32..=12, options in exact(), table in tables(),
    ) {
        is_minimax(&format!("alpha-beta(depth={depth}, {table}{options})"), &graph)?;
        is_minimax(&format!("mtd(depth={depth}, table=1kB)"), &graph)?;
        is_minimax(&format!("mtd(depth={depth})"), &graph)?;
    }

    #[test]
    fn a_line_leads_to_the_reported_value_of_its_position(
        graph in graphs(2, false), depth in 1u32..=8, options in exact(), table in tables(),
    ) {
        for (player, is_remembered) in [
            (format!("minimax(depth={depth})"), false),
            (format!("alpha-beta(depth={depth})"), false),
            (format!("alpha-beta(depth={depth}, heuristic=none)"), false),
            (format!("alpha-beta(depth={depth}, {table}{options})"), table != "table=none"),
            (format!("mtd(depth={depth})"), true),
        ] {
            let found = ask(&player, &graph);
            let mut here = graph.clone();
            for &m in &found.pv {
                prop_assert!(here.is_legal(m), "{}: {:?}", &player, &found.pv);
                here.play(m);
            }
            prop_assert_eq!(found.pv.first(), Some(&found.m), "{}", &player);
            if !is_remembered {
                let is_over = here.node() == Node::Terminal;
                prop_assert!(is_over || found.depth == Some(found.pv.len() as u32), "{}", &player);
                let is_blind = player.contains("heuristic=none") && !is_over;
                let worth = if is_blind { 0.0 } else { here.payoff(Seat(0)) };
                prop_assert_eq!(found.value, Some(worth), "{}: {:?}", &player, &found.pv);
            }
        }
    }

    #[test]
    fn a_table_reports_no_win_too_early(
        graph in graphs(2, false), options in exact(), table in tables(),
    ) {
        is_quickest(&quick(table, &options), &graph)?;
    }

    #[test]
    fn a_table_changes_no_mean(
        graph in graphs(2, false), depth in 1u32..=12, m in 1u32..=3, n in 1u32..=3,
        options in some_of(ORDERS), table in tables(),
    ) {
        let plain = ask(&format!("averaging(depth={depth}, m={m}, n={n})"), &graph);
        let options = options.replace(", table=16kB", "");
        let player = format!("alpha-beta(depth={depth}, m={m}, n={n}, {table}{options})");
        let found = ask(&player, &graph);
        prop_assert_eq!(found.value, plain.value, "{}", &player);
        prop_assert!(is_among_the_best(found.m, &plain), "{}", &player);
    }

    #[test]
    fn a_table_changes_no_selection_and_no_variable_depth(
        graph in graphs(2, false), least in 1usize..=5, more in 0usize..=5, quiet in 0u32..=3,
        width in 1usize..=3, m in 1usize..=2, n in 1usize..=2, options in some_of(ORDERS),
        table in tables(),
    ) {
        let most = least + more;
        let combined =
            Combined { max: Seat(0), quiet: f64::from(quiet), width, averaged: [m, n] };
        let options = options.replace(", table=16kB", "");
        let depths = format!("min-depth={least}, max-depth={most}, quiet={quiet}");
        let player = format!(
            "alpha-beta({depths}, width={width}, m={m}, n={n}, heuristic=looks, {table}{options})"
        );
        prop_assert_eq!(value(&player, &graph), combined.value(&graph, least, most), "{}", &player);
    }

    #[test]
    fn a_table_changes_no_quiescence(
        graph in graphs(2, false), depth in 1u32..=8, beyond in 0u32..=4, options in exact(),
        table in tables(),
    ) {
        let settled = Settled { max: Seat(0), extends: false, relevant: false };
        let player = format!(
            "alpha-beta(depth={depth}, quiescence={beyond}, heuristic=looks, {table}{options})"
        );
        let found = ask(&player, &graph);
        let (best, moves) = settled.best(&graph, found.depth.unwrap(), beyond);
        prop_assert_eq!(found.value, Some(best), "{}", &player);
        prop_assert!(moves.contains(&found.m), "{}", &player);
    }

    #[test]
    fn a_table_changes_no_search_with_chance(
        graph in graphs(2, true), depth in 1u32..=10, table in tables(),
        prune in prop::sample::select(&["none", "star1", "star2"]),
    ) {
        for player in ["expectiminimax", "paranoid"] {
            let plain = ask(&format!("{player}(depth={depth}, prune=none)"), &graph);
            let table = table.split(',').next().unwrap();
            let found = ask(&format!("{player}(depth={depth}, prune={prune}, {table})"), &graph);
            let (found_value, plain_value) = (found.value.unwrap(), plain.value.unwrap());
            prop_assert!((found_value - plain_value).abs() < 1e-9, "{} {} {}", player, prune, table);
        }
    }

    #[test]
    fn a_table_changes_no_search_of_many_seats(
        graph in graphs(3, true), depth in 1u32..=10, table in tables(),
        prune in prop::sample::select(&["none", "star1", "star2"]),
    ) {
        let plain = value(&format!("paranoid(depth={depth}, prune=none)"), &graph);
        let table = table.split(',').next().unwrap();
        let found = value(&format!("paranoid(depth={depth}, prune={prune}, {table})"), &graph);
        prop_assert!((found - plain).abs() < 1e-9, "{} {}: {} {}", prune, table, found, plain);
    }

    #[test]
    fn values_proven_with_a_table_are_those_of_perfect_play(graph in graphs(2, false)) {
        let perfect = value("perfect", &graph);
        for player in ["solve", "solve(table=1kB)", "pns", "pns(table=1kB)"] {
            let found = ask(player, &graph);
            prop_assert_eq!(found.value, Some(perfect), "{}", player);
        }
    }
}

/// Heaps, each of which can be emptied in one move or in many.
fn nim() -> impl Strategy<Value = AnyPosition> {
    (prop::collection::vec(1u32..=4, 2..=3), any::<bool>()).prop_map(|(heaps, misere)| {
        let heaps: Vec<String> = heaps.iter().map(u32::to_string).collect();
        start(&format!("nim(heaps={}, misere={misere})", heaps.join("+")))
    })
}

/// Games in which plays of different lengths lead to one position.
fn heaps() -> impl Strategy<Value = AnyPosition> {
    let kalah = (1u32..=3, 1u32..=2)
        .prop_map(|(pits, seeds)| start(&format!("kalah(pits={pits}, seeds={seeds}, payoff=margin)")));
    prop_oneof![4 => nim(), 1 => kalah]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 24, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn a_table_gives_a_search_of_heaps_the_value_of_its_own_depth(
        game in heaps(), depth in 1u32..=6, options in exact(), table in tables(),
    ) {
        is_minimax(&format!("alpha-beta(depth={depth}, {table}{options})"), &game)?;
        is_minimax(&format!("mtd(depth={depth})"), &game)?;
        let plain = value(&format!("averaging(depth={depth}, m=2, n=2)"), &game);
        let player = format!("alpha-beta(depth={depth}, m=2, n=2, table=1MB)");
        prop_assert_eq!(value(&player, &game), plain);
    }

    #[test]
    fn a_table_reports_no_win_of_heaps_too_early(
        game in nim(), options in exact(), table in tables(),
    ) {
        is_quickest(&quick(table, &options), &game)?;
    }
}

#[test]
fn depths_at_which_tables_were_wrong_have_the_values_of_plain_searches() {
    let position = start("nim(heaps=1+4+6)");
    for player in ["alpha-beta(depth=8, table=1MB)", "mtd(depth=8)"] {
        is_minimax(player, &position).unwrap();
    }
    assert_eq!(
        value("alpha-beta(depth=7, m=2, n=2, table=1MB)", &position),
        value("averaging(depth=7, m=2, n=2)", &position),
    );
    for heaps in ["4+5+6", "2+5+6"] {
        let position = start(&format!("nim(heaps={heaps})"));
        is_quickest(&quick("table=1MB", ""), &position).unwrap();
    }
}
