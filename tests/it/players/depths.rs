//! Searches to a depth: whatever they cut, every value that they tell of a position on the way is what the definition
//! finds with as many plies left; whatever the order of moves; and where the turn is given away.

use agon_core::{
    AnyPosition, Bound, Entered, Left, Manner, Node, Observer, Position, Seat, Seed, Turn, after,
    all_moves, registry,
};
use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};

use super::{
    alpha_beta::{TOGETHER, some_of},
    graph::{alike, graphs, passing, zugzwang},
    value,
};

/// What a position is worth to `seat` with so many plies left, by definition.
fn with_plies(here: &AnyPosition, seat: Seat, plies: u32) -> f64 {
    let below = all_moves(here).into_iter().filter(|_| 0 < plies);
    let values = below.map(|m| with_plies(&after(here, m), seat, plies - 1));
    match here.node() {
        Node::Decision(mover) if 0 < plies && mover == seat => {
            values.fold(f64::NEG_INFINITY, f64::max)
        }
        Node::Decision(_) if 0 < plies => values.fold(f64::INFINITY, f64::min),
        _ => here.payoff(seat),
    }
}

/// Holds every value that a search tells to the definition.
struct DepthWitness {
    root: AnyPosition,
    /// What was entered, and how many plies were left there.
    line: Vec<(AnyPosition, Entered, u32)>,
    /// How many values were held to it, and how many of them were bounds of what was cut.
    checked: u32,
    cut: u32,
}

impl Observer for DepthWitness {
    fn entered(&mut self, entered: Entered) {
        let (here, plies) = match (self.line.last(), entered.by) {
            (Some((above, _, plies)), Some(m)) => (after(above, m), plies.saturating_sub(1)),
            (None, None) => (self.root.clone(), entered.depth.expect("the root has a depth")),
            (above, by) => panic!("by {by:?} below {above:?}"),
        };
        self.line.push((here, entered, plies));
    }

    fn left(&mut self, left: Left<'_>) {
        let (here, entered, plies) = self.line.pop().expect("only what was entered is left");
        if left.value.is_nan() || entered.look == Manner::Glance {
            return;
        }
        assert_eq!(entered.look, Manner::Whole);
        let truth = with_plies(&here, entered.seat, plies);
        let is_true = match left.bound {
            // An estimate is kept apart from a win or a loss that is sure, by the smallest step there is.
            Bound::Exact => (left.value - truth).abs() < 1e-12,
            Bound::Lower => left.value <= truth + 1e-12,
            Bound::Upper => truth <= left.value + 1e-12,
            Bound::Sample => false,
        };
        assert!(is_true, "{left:?} at {here} with {plies} plies left, where it is worth {truth}");
        self.checked += 1;
        self.cut += u32::from(left.bound != Bound::Exact);
    }
}

/// Watches a player, and says how many of its values were checked, and how many were bounds.
fn told_truly(player: &str, root: &AnyPosition) -> (u32, u32) {
    let Node::Decision(seat) = root.node() else { panic!("{root} is no decision") };
    let mut seated = registry::player(player).unwrap().seat_erased(root).unwrap();
    let mut witness = DepthWitness { root: root.clone(), line: Vec::new(), checked: 0, cut: 0 };
    let mut stream = Seed(0).stream(0);
    let mut turn = Turn::new(seat, &mut stream);
    seated.choose_watched(root, &mut turn, &mut witness).unwrap();
    assert!(witness.line.is_empty(), "all that was entered was left");
    (witness.checked, witness.cut)
}

/// The options of alpha-beta that change no value and search no position twice at several depths.
fn options() -> impl Strategy<Value = String> {
    some_of(TOGETHER).prop_map(|options| options.replace(", internal=true", ""))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn whatever_is_cut_every_value_on_the_way_is_that_of_its_own_depth(
        graph in graphs(2, false), depth in 1u32..=10, options in options(),
    ) {
        for player in [
            format!("alpha-beta(depth={depth}{options})"),
            format!("alpha-beta(depth={depth}, pvs=true, deepening=true)"),
            format!("mtd(depth={depth})"),
            format!("minimax(depth={depth})"),
        ] {
            let (checked, _) = told_truly(&player, &graph);
            prop_assert!(1 < checked, "{}", player);
        }
    }

    #[test]
    fn chance_pruned_in_any_order_of_moves_is_worth_the_plain_mean(
        graphs in alike(2, true), depth in 1u32..=8,
        table in prop::sample::select(&["none", "1kB", "64kB"]),
    ) {
        for player in ["expectiminimax", "paranoid"] {
            let plain = value(&format!("{player}(depth={depth}, prune=none)"), &graphs[0]);
            for graph in &graphs {
                for prune in ["star1", "star2"] {
                    let pruned = format!("{player}(depth={depth}, prune={prune}, table={table})");
                    let found = value(&pruned, graph);
                    prop_assert!((found - plain).abs() < 1e-9, "{}: {}, {}", pruned, found, plain);
                }
            }
        }
    }

    #[test]
    fn chance_pruned_among_many_seats_in_any_order_of_moves_is_worth_the_plain_mean(
        graphs in alike(3, true), depth in 1u32..=8,
    ) {
        let plain = value(&format!("paranoid(depth={depth}, prune=none)"), &graphs[0]);
        for graph in &graphs {
            for prune in ["star1", "star2"] {
                let found = value(&format!("paranoid(depth={depth}, prune={prune})"), graph);
                prop_assert!((found - plain).abs() < 1e-9, "{}: {}, {}", prune, found, plain);
            }
        }
    }
}

/// Cuts are among what is checked: a witness that saw none would prove nothing.
#[test]
fn at_every_depth_something_is_cut() {
    let mut runner = TestRunner::deterministic();
    for depth in 2..=8 {
        let cut: u32 = (0..30)
            .map(|_| {
                let graph = graphs(2, false).new_tree(&mut runner).unwrap().current();
                told_truly(&format!("alpha-beta(depth={depth}, pvs=true)"), &graph).1
            })
            .sum();
        assert!(5 < cut, "{cut} bounds to depth {depth}");
    }
}

/// Whether to give the turn away is better than every move in some place that can be reached, turns given away
/// counted: zugzwang.
fn knows_zugzwang(here: &AnyPosition) -> bool {
    let Node::Decision(mover) = here.node() else { return false };
    let mut passed = here.clone();
    let passes = passed.pass();
    let is_zugzwang =
        passes && with_plies(here, mover, u32::MAX) < with_plies(&passed, mover, u32::MAX);
    is_zugzwang
        || passes && knows_zugzwang(&passed)
        || all_moves(here).into_iter().any(|m| knows_zugzwang(&after(here, m)))
}

/// Counts the turns that are given away.
struct PassCounter(u32);

impl Observer for PassCounter {
    fn entered(&mut self, entered: Entered) {
        self.0 += u32::from(matches!(entered.look, Manner::Pass(_)));
    }
    fn left(&mut self, _: Left<'_>) {}
}

/// How often a player gives the turn away.
fn passes(player: &str, root: &AnyPosition) -> u32 {
    let Node::Decision(seat) = root.node() else { panic!("{root} is no decision") };
    let mut seated = registry::player(player).unwrap().seat_erased(root).unwrap();
    let (mut counter, mut stream) = (PassCounter(0), Seed(0).stream(0));
    let mut turn = Turn::new(seat, &mut stream);
    seated.choose_watched(root, &mut turn, &mut counter).unwrap();
    counter.0
}

/// Deep enough that every search after the turn was given away still sees the end.
const PASSES: &str = "alpha-beta(depth=200, pvs=true, null-move=true)";

#[test]
fn giving_the_turn_away_misjudges_nothing_but_zugzwang() {
    let mut runner = TestRunner::deterministic();
    let (mut calm, mut passed) = (0, 0);
    for _ in 0..1500 {
        let graph = passing().new_tree(&mut runner).unwrap().current();
        if !graph.facts().passes || knows_zugzwang(&graph) {
            continue;
        }
        calm += 1;
        passed += u32::from(0 < passes(PASSES, &graph));
        assert_eq!(value(PASSES, &graph), value("perfect", &graph), "{graph:?}");
    }
    assert!(300 < calm && 100 < passed, "turns were given away in {passed} of {calm}");
}

/// What is promised of games without zugzwang is no promise for others.
#[test]
fn zugzwang_is_misjudged_where_the_turn_is_given_away() {
    let graph = zugzwang();
    assert!(knows_zugzwang(&graph) && 0 < passes(PASSES, &graph));
    assert_eq!((value(PASSES, &graph), value("perfect", &graph)), (0.0, 1.0));
    let without = PASSES.replace(", null-move=true", "");
    assert_eq!(value(&without, &graph), 1.0);
}
