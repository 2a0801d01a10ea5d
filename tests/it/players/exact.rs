//! Exact values are right to the last bit for all payoffs: fractions that no number represents, payoffs far apart,
//! or next to each other.

use agon_core::{AnyMove, AnyPosition, Bound, Decision, Facts, Node, Position, Seat, after, all_moves};
use proptest::{prelude::*, test_runner::Config};

use super::{
    ask,
    forest::{self, DUEL, Kind},
    start,
};

/// Payoffs of which some are lost where they are scaled by the greatest.
pub(crate) const FAR_APART: &[f64] = &[
    0.1,
    -0.1,
    3.0,
    -3.0,
    0.00001,
    -0.00001,
    0.00003,
    -0.00003,
    999_999_999_999.999_9,
    -999_999_999_999.999_9,
    1e12,
    -1e12,
];

/// Payoffs that no number holds, of a size.
pub(crate) const PARTS: &[f64] = &[0.1, 0.2, 0.3, 0.7, 1.1, 2.2, 3.3, 0.0];

/// What `here` is worth to `seat` if everyone plays the best, as it is defined: two seats, or one and chance.
pub(crate) fn worth(here: &AnyPosition, seat: Seat) -> f64 {
    let below = || all_moves(here).into_iter().map(move |m| worth(&after(here, m), seat));
    match here.node() {
        Node::Terminal => here.payoff(seat),
        Node::Decision(mover) if mover == seat => below().fold(f64::NEG_INFINITY, f64::max),
        Node::Decision(_) => below().fold(f64::INFINITY, f64::min),
        Node::Chance => {
            let weights = all_moves(here).into_iter().map(|m| f64::from(here.weight(m)));
            let (total, sum) = weights
                .zip(below())
                .fold((0.0, 0.0), |(total, sum), (weight, value)| (total + weight, sum + weight * value));
            // Rounding lifts no mean over what may be paid.
            (sum / total).clamp(here.facts().min_payoff, here.facts().max_payoff)
        }
    }
}

/// Compares the report of `player` on `position` with the true value: an exact value is so to the last bit, and
/// a bound is on its side.
pub(crate) fn is_true(player: &str, found: &Decision<AnyMove>, position: &AnyPosition) -> Result<(), TestCaseError> {
    let Node::Decision(seat) = position.node() else { panic!("{position} is no decision") };
    let facts = position.facts();
    // A bound of a mean is a sum of products, and as exact as those are.
    let slack = if facts.chance { 1e-9 * facts.max_payoff.abs().max(facts.min_payoff.abs()) } else { 0.0 };
    let own = worth(&after(position, found.m), seat);
    let whole = worth(position, seat);
    let told = found.value.map(|value| (found.m, value, found.bound, whole));
    let moves = found.moves.iter().map(|root| (root.m, root.value, root.bound, worth(&after(position, root.m), seat)));
    for (m, value, bound, worth) in told.into_iter().chain(moves) {
        let is_so = match bound {
            Bound::Exact => value == worth,
            Bound::Lower => value <= worth + slack,
            Bound::Upper => worth - slack <= value,
            Bound::Sample => true,
        };
        prop_assert!(is_so, "{player}: {m:?} is {bound:?} {value}, and worth {worth}: {found:?}");
    }
    if found.value.is_some() && found.bound == Bound::Exact {
        prop_assert_eq!(own, whole, "{} plays another move than the best: {:?}", player, found);
    }
    Ok(())
}

/// Players that know what a game without chance is worth once they have seen it to its end.
const DUELLISTS: &[&str] = &[
    "minimax(depth=unlimited)",
    "alpha-beta(depth=unlimited)",
    "alpha-beta(depth=unlimited, table=1kB, history=true, killers=true)",
    "alpha-beta(depth=unlimited, table=64kB, pvs=true, aspiration=0.1, deepening=true, symmetry=true)",
    "mtd(depth=unlimited)",
    "mcts(iterations=3000)",
];

/// Those of them that look no deeper once a win or a loss is in sight. To that depth they tell the other moves.
const QUICK: &[&str] = &[
    "alpha-beta(depth=unlimited, quick=true)",
    "alpha-beta(depth=unlimited, quick=true, table=64kB, pvs=true, aspiration=0.1, killers=true)",
];

/// Those that know it with chance as well.
const WITH_CHANCE: &[&str] = &[
    "expectiminimax(depth=unlimited, prune=none)",
    "expectiminimax(depth=unlimited, prune=star1)",
    "expectiminimax(depth=unlimited)",
    "expectiminimax(depth=unlimited, table=64kB)",
    "best-reply(depth=unlimited)",
    "paranoid(depth=unlimited)",
];

/// Players that solve for the first seat, and look up the payoff of the second: the remainder of the sum may differ from
/// it by a bit. The first two do so with chance as well.
const FOR_THE_FIRST: &[&str] = &["perfect", "perfect(ignore-past=true)", "solve", "solve(table=1kB)", "pns"];

/// Asks them of this tree, which begins with the first seat, and of the same as if it began with the second.
fn are_true(players: &[&str], game: &str) -> Result<(), TestCaseError> {
    for game in [game.to_owned(), game.replace("@1)", "@2)")] {
        let position = start(&game);
        for player in players {
            let mut found = ask(player, &position);
            let Facts { min_payoff, max_payoff, .. } = position.facts();
            if QUICK.contains(player) && [Some(min_payoff), Some(max_payoff)].contains(&found.value) {
                found.moves.retain(|root| root.m == found.m);
            }
            is_true(player, &found, &position)?;
        }
    }
    Ok(())
}

#[test]
fn a_die_that_wins_with_every_face_wins() {
    // A sixth added up six times is less than one.
    let faces = ["1/6:1"; 6].join(",");
    let position = start(&format!("tree([{{{faces}}},0,-1])"));
    for player in WITH_CHANCE.iter().chain(&FOR_THE_FIRST[..2]) {
        assert_eq!(ask(player, &position).value, Some(1.0), "{player}");
    }
}

proptest! {
    #![proptest_config(Config { cases: 100, failure_persistence: None, ..Config::default() })]

    #[test]
    fn values_reported_as_exact_are_so_to_the_last_bit(
        apart in forest::trees(Kind { pays: FAR_APART, chance: false, ..DUEL }),
        parts in forest::trees(Kind { pays: PARTS, chance: false, ..DUEL }),
        constant in forest::trees(Kind { pays: PARTS, sum: Some(3.3), chance: false, ..DUEL }),
    ) {
        for game in [&apart, &parts, &constant] {
            are_true(DUELLISTS, game)?;
            are_true(QUICK, game)?;
            are_true(WITH_CHANCE, game)?;
            are_true(FOR_THE_FIRST, game)?;
        }
    }

    #[test]
    fn with_chance_values_reported_as_exact_are_so_too(
        apart in forest::trees(Kind { pays: FAR_APART, ..DUEL }),
        parts in forest::trees(Kind { pays: PARTS, ..DUEL }),
    ) {
        for game in [&apart, &parts] {
            are_true(WITH_CHANCE, game)?;
            are_true(&FOR_THE_FIRST[..2], game)?;
        }
    }

    #[test]
    fn among_several_seats_pruning_changes_no_bit(
        parts in forest::trees(Kind { pays: PARTS, seats: 3, sum: None, ..DUEL }),
        constant in forest::trees(Kind { pays: PARTS, seats: 3, sum: Some(3.3), ..DUEL }),
    ) {
        for game in [&parts, &constant] {
            let position = start(game);
            let plain = ask("max-n(depth=unlimited, prune=false)", &position);
            let found = ask("max-n(depth=unlimited)", &position);
            prop_assert_eq!((found.m, found.value), (plain.m, plain.value));
            for root in &found.moves {
                let whole = plain.moves.iter().find(|other| other.m == root.m).expect("all are told");
                prop_assert!(root.bound != Bound::Exact || root.value == whole.value, "{:?}", found);
            }
            // To a paranoid player the others are one seat.
            for prune in ["none", "star1", "star2"] {
                let player = format!("paranoid(depth=unlimited, prune={prune})");
                is_true(&player, &ask(&player, &position), &position)?;
            }
        }
    }
}
