//! Searches to a depth: with any cuts and any order of moves, every value reported on the way is that of the definition
//! with the same number of plies left; also where the turn is given away.

use agon_core::{
    AnyPosition, Bound, Entered, Left, Manner, Node, Observer, Position, Reason, Seat, Seed, Turn, after, all_moves,
    registry,
};
use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};

use super::{
    alpha_beta::{TOGETHER, some_of},
    expectiminimax::defined,
    graph::{alike, graphs, passing, zugzwang},
    value,
};

/// The value of a position for `seat` with `plies` plies left, by definition.
fn with_plies(here: &AnyPosition, seat: Seat, plies: u32) -> f64 {
    let below = all_moves(here).into_iter().filter(|_| 0 < plies);
    let values = below.map(|m| with_plies(&after(here, m), seat, plies - 1));
    match here.node() {
        Node::Decision(mover) if 0 < plies && mover == seat => values.fold(f64::NEG_INFINITY, f64::max),
        Node::Decision(_) if 0 < plies => values.fold(f64::INFINITY, f64::min),
        _ => here.payoff(seat),
    }
}

/// Holds every value that a search tells to the definition.
struct DepthWitness {
    root: AnyPosition,
    /// The positions entered, each with the plies left there, throws of dice not counted.
    line: Vec<(AnyPosition, Entered, u32)>,
    told: Told,
}

/// How many values were held to the definition.
#[derive(Clone, Copy, Debug, Default)]
struct Told {
    all: u32,
    /// The number of values that were bounds after a cut.
    cut: u32,
    /// Of these, those from a table, by a search that had not seen every end.
    recalled: u32,
}

impl Observer for DepthWitness {
    fn entered(&mut self, entered: Entered) {
        let (here, plies) = match (self.line.last(), entered.by) {
            (Some((above, _, plies)), Some(m)) => {
                let spent = above.node() != Node::Chance || follows_dice(&self.line[..self.line.len() - 1]);
                let spent = u32::from(spent);
                (after(above, m), plies.saturating_sub(spent))
            }
            (None, None) => (self.root.clone(), entered.depth.expect("the root has a depth")),
            (above, by) => panic!("by {by:?} below {above:?}"),
        };
        self.line.push((here, entered, plies));
    }

    fn left(&mut self, left: Left<'_>) {
        let (here, entered, plies) = self.line.pop().expect("only what was entered is left");
        let follows_dice = follows_dice(&self.line);
        if left.value.is_nan() || entered.look == Manner::Glance {
            return;
        }
        assert_eq!(entered.look, Manner::Whole);
        let truth = defined(&here, entered.seat, plies, follows_dice);
        // An estimate differs from a certain win or loss by at least the smallest step of its numbers. Windows are moved
        // through throws of dice with a margin.
        let margin = if here.facts().chance { 1e-8 } else { 1e-12 };
        let is_true = match left.bound {
            Bound::Exact => (left.value - truth).abs() < margin,
            Bound::Lower => left.value <= truth + margin,
            Bound::Upper => truth <= left.value + margin,
            Bound::Sample => false,
        };
        assert!(is_true, "{left:?} at {here} with {plies} plies left, where it is worth {truth}");
        let is_cut = left.bound != Bound::Exact;
        let is_recalled = is_cut && matches!(left.why, Reason::Known(Some(_)));
        self.told.all += 1;
        self.told.cut += u32::from(is_cut);
        self.told.recalled += u32::from(is_recalled);
    }
}

/// Whether this line contains a throw of dice; at the root it does not.
fn follows_dice(line: &[(AnyPosition, Entered, u32)]) -> bool {
    line.last().is_some_and(|(above, ..)| above.node() == Node::Chance)
}

/// Watches a player, and says how many of its values were checked.
fn told_truly(player: &str, root: &AnyPosition) -> Told {
    let Node::Decision(seat) = root.node() else { panic!("{root} is no decision") };
    let mut seated = registry::player(player).unwrap().seat_erased(root).unwrap();
    let mut witness = DepthWitness { root: root.clone(), line: Vec::new(), told: Told::default() };
    let mut stream = Seed(0).stream(0);
    let mut turn = Turn::new(seat, &mut stream);
    seated.choose_watched(root, &mut turn, &mut witness).unwrap();
    assert!(witness.line.is_empty(), "all that was entered was left");
    witness.told
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
    fn with_cuts_every_value_on_the_way_is_that_of_its_own_depth(
        graph in graphs(2, false), depth in 1u32..=10, options in options(),
    ) {
        for player in [
            format!("alpha-beta(depth={depth}{options})"),
            format!("alpha-beta(depth={depth}, pvs=true, deepening=true)"),
            format!("mtd(depth={depth})"),
            format!("minimax(depth={depth})"),
        ] {
            prop_assert!(1 < told_truly(&player, &graph).all, "{}", player);
        }
    }

    #[test]
    fn with_cuts_at_dice_every_value_on_the_way_is_that_of_its_own_depth(
        graph in graphs(2, true), depth in 1u32..=8,
        prune in prop::sample::select(&["none", "star1", "star2"]),
        table in prop::sample::select(&["none", "1kB", "64kB"]),
    ) {
        for player in ["expectiminimax", "paranoid"] {
            let player = format!("{player}(depth={depth}, prune={prune}, table={table})");
            prop_assert!(1 < told_truly(&player, &graph).all, "{}", player);
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

/// The checks include cuts: a witness that saw none would prove nothing.
#[test]
fn at_every_depth_something_is_cut() {
    let mut runner = TestRunner::deterministic();
    for depth in 2..=8 {
        let cut: u32 = (0..30)
            .map(|_| {
                let graph = graphs(2, false).new_tree(&mut runner).unwrap().current();
                told_truly(&format!("alpha-beta(depth={depth}, pvs=true)"), &graph).cut
            })
            .sum();
        assert!(5 < cut, "{cut} bounds to depth {depth}");
    }
}

/// So are bounds from a table that hold only as far as a horizon.
#[test]
fn bounds_are_recalled_on_this_side_of_a_horizon() {
    let recalled = |player: &str, chance: bool| -> u32 {
        let mut runner = TestRunner::deterministic();
        let told = |_| {
            let graph = graphs(2, chance).new_tree(&mut runner).unwrap().current();
            told_truly(player, &graph).recalled
        };
        (0..500).map(told).sum()
    };
    for (player, chance) in [
        ("alpha-beta(depth=4, pvs=true, table=64kB)", false),
        ("mtd(depth=4)", false),
        ("expectiminimax(depth=4, table=64kB)", true),
        ("paranoid(depth=4, prune=star1, table=64kB)", true),
    ] {
        let recalled = recalled(player, chance);
        assert!(5 < recalled, "{player}: {recalled}");
    }
}

/// Whether to give the turn away is better than every move in some place that can be reached, turns given away
/// counted: zugzwang.
fn knows_zugzwang(here: &AnyPosition) -> bool {
    let Node::Decision(mover) = here.node() else { return false };
    let mut passed = here.clone();
    let passes = passed.pass();
    let is_zugzwang = passes && with_plies(here, mover, u32::MAX) < with_plies(&passed, mover, u32::MAX);
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

/// A promise for games without zugzwang does not hold for others.
#[test]
fn zugzwang_is_misjudged_where_the_turn_is_given_away() {
    let graph = zugzwang();
    assert!(knows_zugzwang(&graph) && 0 < passes(PASSES, &graph));
    assert_eq!((value(PASSES, &graph), value("perfect", &graph)), (0.0, 1.0));
    let without = PASSES.replace(", null-move=true", "");
    assert_eq!(value(&without, &graph), 1.0);
}

/// Whether the last search of the root cut where the turn was given away.
#[derive(Default)]
struct PassCutWitness {
    open: u32,
    cut: bool,
}

impl Observer for PassCutWitness {
    fn entered(&mut self, _: Entered) {
        self.cut &= 0 < self.open;
        self.open += 1;
    }
    fn left(&mut self, left: Left<'_>) {
        self.open -= 1;
        self.cut |= left.why == Reason::RefutedByPass;
    }
}

/// A turn given away refutes by a guess, so a search that was cut by it has not seen the end, however deep it went: it
/// looks as deep as the longest play, unless a win or a loss is found.
#[test]
fn a_search_cut_where_the_turn_was_given_away_has_not_seen_the_end() {
    let deepening = PASSES.replace("depth", "deepening=true, depth");
    let seats = registry::player(&deepening).unwrap();
    let mut runner = TestRunner::deterministic();
    let (mut cut, mut ended) = (0, 0);
    for _ in 0..1500 {
        let graph = passing().new_tree(&mut runner).unwrap().current();
        let (true, Node::Decision(seat)) = (graph.facts().passes, graph.node()) else { continue };
        let mut witness = PassCutWitness::default();
        let mut stream = Seed(0).stream(0);
        let mut turn = Turn::new(seat, &mut stream);
        let mut seated = seats.seat_erased(&graph).unwrap();
        let decision = seated.choose_watched(&graph, &mut turn, &mut witness).unwrap();
        let is_decided = decision.value.is_some_and(|value| 2.0 <= value.abs());
        if witness.cut && !is_decided {
            cut += 1;
            assert_eq!(decision.depth, Some(graph.facts().max_plies), "{graph:?}");
        } else {
            ended += u32::from(decision.depth < Some(graph.facts().max_plies));
        }
    }
    assert!(20 < cut && 300 < ended, "{cut} were cut, {ended} saw the end");
}
