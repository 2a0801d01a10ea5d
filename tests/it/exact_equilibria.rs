//! Strategies in exact fractions are checked by the rules alone: what they are worth is what published and floating
//! figures say, and every kind of damage is refused.

use agon_core::{AnyPosition, Seat, Seed, notation, registry};
use agon_roster::extensive::ExtensiveForm;
use agon_rules::certificate::equilibrium::{
    EquilibriumClaim, NoEquilibrium, SharedMoves, check_equilibrium, decimal, measure,
};
use num_rational::BigRational;

const MOST: usize = 1_000_000;

fn start(term: &str) -> AnyPosition {
    registry::game(term).unwrap().start
}

fn exact(over: i64, under: i64) -> BigRational {
    BigRational::new(over.into(), under.into())
}

fn at(seat: u8, view: &str, of: u64, moves: &[(&str, u64)]) -> SharedMoves {
    let moves = moves.iter().map(|&(m, part)| (m.to_owned(), part)).collect();
    SharedMoves { seat: Seat(seat), view: view.to_owned(), of, moves }
}

/// An equilibrium of Kuhn's poker for each share of bets with the least card, in parts of 18, up to a third (Kuhn
/// 1950).
fn kuhn(bluffs: u64) -> EquilibriumClaim {
    let of = |view: &str, bets: u64, seat: u8| at(seat, view, 18, &[("p", 18 - bets), ("b", bets)]);
    let sets = vec![
        of("1?/", bluffs, 0),
        of("2?/", 0, 0),
        of("3?/", 3 * bluffs, 0),
        of("1?/pb", 0, 0),
        of("2?/pb", bluffs + 6, 0),
        of("3?/pb", 18, 0),
        of("?1/p", 6, 1),
        of("?2/p", 0, 1),
        of("?3/p", 18, 1),
        of("?1/b", 0, 1),
        of("?2/b", 6, 1),
        // What is never done may be left out.
        at(1, "?3/b", 1, &[("b", 1)]),
    ];
    EquilibriumClaim { values: vec![exact(-1, 18), exact(1, 18)], nash_conv: exact(0, 1), sets }
}

#[test]
fn the_equilibria_of_kuhn_are_exact() {
    for bluffs in 0..=6 {
        let found = check_equilibrium(&start("kuhn"), &kuhn(bluffs), MOST).unwrap();
        assert_eq!((found.nash_conv(), found.positions), (exact(0, 1), 58), "{bluffs} of 18");
        assert_eq!(found.best, [exact(-1, 18), exact(1, 18)]);
    }
    let refused = check_equilibrium(&start("kuhn"), &kuhn(5), 57).unwrap_err();
    assert_eq!(refused, NoEquilibrium::TooMany(57));
}

/// Strategies of all seats that are drawn, in parts of seven.
fn drawn(form: &ExtensiveForm, seed: u64) -> (Vec<SharedMoves>, Vec<f64>) {
    let (mut stream, mut numbers, mut sets) = (Seed(seed).stream(0), vec![0.0; form.moves()], Vec::new());
    for set in form.sets() {
        let mut parts = vec![0; set.range().len()];
        (0..7).for_each(|_| parts[stream.below(set.range().len() as u32) as usize] += 1);
        numbers[set.range()].iter_mut().zip(&parts).for_each(|(number, part)| *number = *part as f64 / 7.0);
        let names = set.moves().into_iter().map(|m| notation(&set.position, m));
        sets.push(SharedMoves { seat: set.seat, view: set.view(), of: 7, moves: names.zip(parts).collect() });
    }
    (sets, numbers)
}

#[test]
fn what_strategies_are_worth_is_what_the_tree_says() {
    for term in [
        "kuhn",
        "kuhn(seats=3)",
        "rps",
        "leduc",
        "liars-dice(sides=3)",
        "goofspiel(cards=3, order=random, open=false)",
        "tree({1/2:8, 1/3:24, 1/6:-12})",
        "tree([{1/3:[3,1],2/3:2},{1/2:7,1/2:-1}])",
    ] {
        let start = start(term);
        let form = ExtensiveForm::of(&start, MOST).unwrap();
        for seed in 0..4 {
            let (sets, numbers) = drawn(&form, seed);
            let found = measure(&start, &sets, MOST).unwrap_or_else(|why| panic!("{term}: {why}"));
            assert_eq!(found.positions, form.positions(), "{term}");
            for (seat, (value, near)) in Seat::all(form.seats()).zip(found.values.iter().zip(form.values(&numbers))) {
                let best = form.best_response(&numbers, seat).value;
                assert!((decimal(value) - near).abs() < 1e-12, "{term}, {seat}: {value} and {near}");
                assert!((decimal(&found.best[seat.index()]) - best).abs() < 1e-12, "{term}, {seat}: {best}");
            }
        }
    }
}

#[test]
fn every_change_of_an_equilibrium_is_refused() {
    let (start, whole) = (start("kuhn"), kuhn(3));
    let check = |claim: &EquilibriumClaim| check_equilibrium(&start, claim, MOST);
    check(&whole).unwrap();
    for set in 0..whole.sets.len() {
        let SharedMoves { seat, view, of, moves } = whole.sets[set].clone();
        let mut less = whole.clone();
        less.sets.remove(set);
        assert_eq!(check(&less), Err(NoEquilibrium::Missing { seat, view: view.clone() }));
        let mut twice = whole.clone();
        twice.sets.push(whole.sets[set].clone());
        assert_eq!(check(&twice), Err(NoEquilibrium::Twice { set: 12, seat, view: view.clone() }));
        let mut more = whole.clone();
        more.sets[set].moves[0].1 += 1;
        assert_eq!(check(&more), Err(NoEquilibrium::Sum { set, sum: u128::from(of) + 1, of }));
        let mut unknown = whole.clone();
        unknown.sets[set].moves[0].0 = "x".to_owned();
        assert_eq!(check(&unknown), Err(NoEquilibrium::Move { set, text: "x".to_owned(), view: view.clone() }));
        // Named twice.
        unknown.sets[set].moves = vec![("b".to_owned(), 0), ("b".to_owned(), of)];
        assert!(matches!(check(&unknown), Err(NoEquilibrium::Move { .. })), "{view}");
        // Any other share is worth something else, or lets others gain.
        if moves.len() == 2 {
            for bets in (0..=of).filter(|bets| *bets != moves[1].1) {
                let mut other = whole.clone();
                other.sets[set].moves = vec![("p".to_owned(), of - bets), ("b".to_owned(), bets)];
                let refused = check(&other).unwrap_err();
                let is_worth = matches!(refused, NoEquilibrium::Value { .. } | NoEquilibrium::Gain { .. });
                assert!(is_worth, "{view} {bets}: {refused}");
            }
        }
    }
    let mut nothing = whole.clone();
    nothing.sets[0] = at(0, "1?/", 0, &[]);
    assert_eq!(check(&nothing), Err(NoEquilibrium::Sum { set: 0, sum: 0, of: 0 }));
    for (seat, view) in [(0, "1?/p"), (1, "1?/"), (0, "anything")] {
        let mut idle = whole.clone();
        idle.sets.push(at(seat, view, 1, &[("b", 1)]));
        let refused = NoEquilibrium::Unreached { set: 12, seat: Seat(seat), view: view.to_owned() };
        assert_eq!(check(&idle), Err(refused));
    }
}

#[test]
fn a_bound_is_no_less_than_what_can_be_gained() {
    let start = start("kuhn");
    let form = ExtensiveForm::of(&start, MOST).unwrap();
    let (sets, _) = drawn(&form, 1);
    let found = measure(&start, &sets, MOST).unwrap();
    let gain = found.nash_conv();
    assert!(exact(1, 10) < gain);
    let of = |values: &[BigRational], nash_conv: BigRational| {
        let claim = EquilibriumClaim { values: values.to_vec(), nash_conv, sets: sets.clone() };
        check_equilibrium(&start, &claim, MOST)
    };
    let little = exact(1, 1_000_000_000_000);
    assert!(of(&found.values, gain.clone()).is_ok() && of(&found.values, gain.clone() + &little).is_ok());
    assert!(matches!(of(&found.values, gain.clone() - &little), Err(NoEquilibrium::Gain { .. })));
    let mut other = found.values.clone();
    other[1] += &little;
    assert!(matches!(of(&other, gain.clone()), Err(NoEquilibrium::Value { seat: Seat(1), .. })));
    assert_eq!(of(&other[..1], gain), Err(NoEquilibrium::Seats { found: 1, seats: 2 }));
}
