//! Several threads for one move: the value of one, in less time, and nothing left behind.

use agon_core::{
    AnyPosition, Budget, Decision, Entered, Left, Node, Observer, Position, Seat, Seed, StopSignal, Turn, registry,
};
use proptest::prelude::*;

use super::{
    ask, ask_within,
    counted::{Counted, GIVEN, WORK},
    crowd::Crowd,
    refusal,
    spine::LATE,
    start, trees, value,
};

/// Searches that find the value of minimax, with a table as threads need one.
const EXACT: &[&str] = &[
    "alpha-beta(depth=DEPTH, table=16kB, threads=N)",
    "alpha-beta(depth=DEPTH, table=1kB, table-move=false, pvs=true, threads=N)",
    "alpha-beta(depth=DEPTH, table=64kB, pvs=true, hint=true, killers=true, history=true, threads=N)",
    "alpha-beta(depth=DEPTH, table=64kB, aspiration=0.5, symmetry=true, internal=true, pvs=true, threads=N)",
];

fn term(player: &str, depth: u32, threads: usize) -> String {
    player.replace("DEPTH", &depth.to_string()).replace('N', &threads.to_string())
}

/// A position of `game` after `plies` random plies, or at its end.
fn later(game: &str, plies: u32) -> AnyPosition {
    let (mut here, mut stream) = (start(game), Seed(7).stream(1));
    for _ in 0..plies {
        let after = agon_core::after(&here, here.draw_move(&mut stream));
        if after.node() == Node::Terminal {
            break;
        }
        here = after;
    }
    here
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn threads_find_the_value_of_one(tree in trees(), depth in 3u32..8, threads in 2usize..4) {
        let position = start(&tree);
        let plain = ask(&format!("minimax(depth={depth})"), &position);
        for player in EXACT {
            let player = term(player, depth, threads);
            let found = ask(&player, &position);
            prop_assert_eq!(found.value, plain.value, "{}", player);
            let best = plain.moves.iter().find(|root| root.m == found.m).map(|root| root.value);
            prop_assert_eq!(best, plain.value, "{}: {:?}", player, found);
        }
    }
}

#[test]
fn threads_find_the_value_of_one_at_real_games() {
    for (game, plies, depth) in [
        ("connect-four", 6, 8),
        ("connect-four(width=5, height=4)", 8, 12),
        ("othello", 10, 5),
        ("breakthrough(width=4, height=6)", 12, 6),
        ("kalah(pits=3, seeds=2)", 6, 9),
        ("checkers", 30, 6),
        ("nine-mens-morris", 20, 4),
        ("chess", 40, 4),
        ("go(size=5)", 12, 4),
    ] {
        let here = later(game, plies);
        let plain = value(&format!("alpha-beta(depth={depth})"), &here);
        for player in EXACT.iter().chain(&[
            "alpha-beta(depth=DEPTH, deepening=true, pvs=true, table=1MB, hint=true, threads=N)",
            "mtd(depth=DEPTH, table=1MB, threads=N)",
        ]) {
            let player = term(player, depth, 3);
            assert_eq!(value(&player, &here), plain, "{player} at {here}");
        }
    }
}

#[test]
fn threads_prove_what_one_proves() {
    for (game, plies) in [
        ("connect-four", 14),
        ("connect-four(width=5, height=4)", 0),
        ("connect-four(width=5, height=4)", 1),
        ("connect-four(width=5, height=5)", 3),
        ("hex(size=4)", 1),
        ("dots-and-boxes(width=3, height=3)", 8),
        ("kalah(pits=3, seeds=2)", 0),
    ] {
        let here = later(game, plies);
        let one = value("solve", &here);
        // Small tables lose results; a single bucket never suffices.
        for player in ["solve(threads=2)", "solve(table=64kB, threads=4)", "solve(threads=6)"] {
            let found = ask(player, &here);
            assert_eq!(found.value, Some(one), "{player} at {here}");
            // What it plays keeps that.
            let after = agon_core::after(&here, found.m);
            let kept = match after.node() {
                Node::Decision(seat) if here.node() == Node::Decision(seat) => value("solve", &after),
                Node::Decision(_) => -value("solve", &after),
                _ => continue,
            };
            assert_eq!(kept, one, "{player} at {here}: {:?}", found.m);
        }
    }
}

#[test]
fn threads_keep_a_budget_together() {
    let start = start("chess");
    for nodes in [1, 2, 100, 7_000, 20_000] {
        for player in [
            "alpha-beta(table=1MB, pvs=true, threads=4)",
            "mtd(threads=3)",
            "solve(threads=3)",
            "mcts(iterations=1000000, threads=3)",
        ] {
            let found = ask_within(player, &start, Some(nodes), false);
            assert!(found.nodes <= nodes, "{player}: {} of {nodes}", found.nodes);
        }
    }
}

/// Searches by several threads that would go on for very long.
const ENDLESS: [(&str, &str); 4] = [
    ("alpha-beta(depth=60, table=64MB, pvs=true, threads=3)", "chess"),
    ("mcts(iterations=1000000000, threads=3)", "chess"),
    ("mcts(iterations=1000000000, playout=greedy, threads=3)", "othello"),
    ("solve(threads=3)", "connect-four"),
];

#[test]
fn threads_stop_at_the_stop_signal() {
    for (player, game) in ENDLESS {
        for at in [1, 50_000] {
            let position = AnyPosition::new(Counted::new(start(game)));
            let mut seated = registry::player(player).unwrap().seat(&position).unwrap();
            let (stop, mut stream) = (StopSignal::new(), Seed(0).stream(0));
            WORK.set(0);
            GIVEN.set(Some((at, stop.clone())));
            let mut turn = Turn::new(Seat(0), &mut stream).until(Some(&stop));
            let decision = seated.choose(&position, &mut turn).unwrap();
            GIVEN.set(None);
            assert!(position.is_legal(decision.m), "{player}");
            let late = WORK.get() - at;
            assert!(late <= LATE, "{player}: {late} after the signal at {at}");
        }
    }
}

/// The helpers stop by themselves: the thread that was asked waits until they have.
#[test]
fn each_thread_stops_at_once() {
    const AT: u64 = 50_000;
    for (player, game) in ENDLESS {
        let stop = StopSignal::new();
        let crowd = Crowd::of(2, AT, &stop);
        let position = AnyPosition::new(Counted::among(start(game), &crowd));
        let mut seated = registry::player(player).unwrap().seat(&position).unwrap();
        let mut stream = Seed(0).stream(0);
        WORK.set(0);
        let mut turn = Turn::new(Seat(0), &mut stream).until(Some(&stop));
        let decision = seated.choose(&position, &mut turn).unwrap();
        assert!(position.is_legal(decision.m) && 1 < decision.nodes, "{player}: {decision:?}");
        assert!(stop.is_given(), "{player} ended before it was told to");
        assert!(crowd.late() <= LATE, "{player}: a helper did {} after the signal", crowd.late());
    }
}

#[test]
fn the_trees_of_several_threads_are_merged() {
    let position = start("connect-four");
    let asked = |player: &str| {
        let mut seated = registry::player(player).unwrap().seat(&position).unwrap();
        let mut stream = Seed(0).stream(0);
        let mut turn = Turn::new(Seat(0), &mut stream).explained(true);
        seated.choose(&position, &mut turn).unwrap()
    };
    for threads in [2, 5] {
        for options in
            ["", ", priors=1", ", reuse=true", ", tree=3000", ", rave=100, plies=4", ", grams=3, replies=2, keep=0.5"]
        {
            let found = asked(&format!("mcts(iterations=20000, threads={threads}{options})"));
            assert_eq!(found.nodes, 20_001, "{options}");
            let visits: u64 = found.moves.iter().map(|root| root.visits).sum();
            assert_eq!(visits, 20_000, "{options}");
            let most = found.moves.iter().max_by_key(|root| root.visits).map(|root| root.m);
            assert_eq!(most, Some(found.m), "{options}");
        }
    }
}

#[test]
fn a_win_that_one_of_several_threads_proves_is_played() {
    // X to move wins by force within three moves.
    let position = start("connect-four(width=5, height=4, line=3)");
    for seed in 0..20 {
        let player = "mcts(iterations=1000000, threads=3, reuse=true)";
        let mut seated = registry::player(player).unwrap().seat(&position).unwrap();
        let mut here = position.clone();
        let mut stream = Seed(seed).stream(0);
        while let Node::Decision(seat) = here.node() {
            let found = seated.choose(&here, &mut Turn::new(seat, &mut stream)).unwrap();
            if seat == Seat(0) {
                assert_eq!(found.value, Some(1.0), "seed {seed} at {here}");
            }
            here.play(found.m);
        }
        assert_eq!(here.payoff(Seat(0)), 1.0);
    }
}

#[test]
fn players_that_search_with_threads_declare_it() {
    let habits = |player: &str| registry::player(player).unwrap().seat(&start("nim")).unwrap().habits();
    assert!(!habits("alpha-beta(table=1MB)").threads && habits("mtd").is_reproducible());
    for player in [
        "alpha-beta(table=1MB, threads=2)",
        "mtd(threads=2)",
        "solve(threads=2)",
        "mcts(threads=2)",
        "strong(threads=2)",
    ] {
        assert!(habits(player).threads && !habits(player).is_reproducible(), "{player}");
    }
    let strong = registry::player("strong(threads=2)").unwrap().seat(&start("pig(players=3)")).unwrap();
    assert!(strong.habits().threads);
    assert!(refusal("alpha-beta(threads=2)", "nim").contains("needs a table"));
    assert!(refusal("alpha-beta(m=2, table=1MB, threads=2)", "nim").contains("mean"));
}

#[test]
fn a_traced_search_runs_on_one_thread() {
    struct Nobody;
    impl Observer for Nobody {
        fn entered(&mut self, _: Entered) {}
        fn left(&mut self, _: Left<'_>) {}
    }
    let position = start("connect-four");
    let watched = |player: &str| -> Decision<_> {
        let mut seated = registry::player(player).unwrap().seat(&position).unwrap();
        let mut stream = Seed(0).stream(0);
        let mut turn = Turn::new(Seat(0), &mut stream).within(Budget::of(Some(20_000)));
        seated.choose_watched(&position, &mut turn, &mut Nobody).unwrap()
    };
    let options = "depth=9, table=1MB, pvs=true, hint=true";
    let (many, one) = (format!("{options}, threads=3"), options);
    assert_eq!(watched(&format!("alpha-beta({many})")), watched(&format!("alpha-beta({one})")));
    for player in ["mcts(iterations=500", "solve(nodes=100000"] {
        let (many, one) = (format!("{player}, threads=3)"), format!("{player})"));
        assert_eq!(watched(&many), watched(&one));
    }
}
