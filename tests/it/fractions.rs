//! Regret minimisation by exact fractions, the oracle of that by floating point: where regrets cancel, rounding must not
//! decide between moves.

use std::collections::BTreeMap;

use agon_core::{AnyPosition, Eye, Node, Position, Seat, Seed, Stream, after, all_moves, registry};
use agon_roster::extensive::{Cfr, CfrRule, ExtensiveForm};
use num_rational::BigRational;
use num_traits::ToPrimitive as _;

/// What an information set has learnt.
struct Learnt {
    regrets: Vec<BigRational>,
    sums: Vec<BigRational>,
    /// The strategy of the next iteration.
    current: Vec<BigRational>,
}

/// A run of [`Cfr`], by fractions, over positions instead of nodes.
struct ExactRun {
    rule: CfrRule,
    iterations: i64,
    sets: BTreeMap<(Seat, u64), Learnt>,
}

/// One walk through all plays: who learns, and the weight that this iteration has in the average.
struct ExactWalk<'a> {
    seat: Seat,
    weight: BigRational,
    sets: &'a mut BTreeMap<(Seat, u64), Learnt>,
}

fn whole(number: i64) -> BigRational {
    BigRational::from_integer(number.into())
}

fn zero() -> BigRational {
    whole(0)
}

fn double(number: &BigRational) -> f64 {
    number.to_f64().expect("a fraction has a number near it")
}

impl ExactRun {
    fn new(rule: CfrRule) -> ExactRun {
        ExactRun { rule, iterations: 0, sets: BTreeMap::new() }
    }

    fn iterate(&mut self, start: &AnyPosition) {
        self.iterations += 1;
        let weight = whole(if self.rule == CfrRule::Plus { self.iterations } else { 1 });
        for seat in Seat::all(start.facts().seats) {
            let mut walk = ExactWalk { seat, weight: weight.clone(), sets: &mut self.sets };
            walk.value(start, &whole(1), &whole(1));
            for ((_, _), learnt) in self.sets.iter_mut().filter(|((of, _), _)| *of == seat) {
                if self.rule == CfrRule::Plus {
                    learnt.regrets.iter_mut().for_each(|regret| *regret = above(regret));
                }
                learnt.current = matched(&learnt.regrets);
            }
        }
        if self.rule == CfrRule::LINEAR {
            let kept = BigRational::new(self.iterations.into(), (self.iterations + 1).into());
            for learnt in self.sets.values_mut() {
                learnt.regrets.iter_mut().for_each(|regret| *regret *= &kept);
                learnt.sums.iter_mut().for_each(|sum| *sum *= &kept);
            }
        }
    }

    /// The average strategy of a set.
    fn average(&self, seat: Seat, position: &AnyPosition) -> Vec<f64> {
        let learnt = &self.sets[&(seat, position.view_key(Eye::Seat(seat)))];
        matched(&learnt.sums).iter().map(double).collect()
    }
}

impl ExactWalk<'_> {
    /// What the seat gets from here; its regrets are added. The probabilities are those of coming here by the seat's
    /// own choices, and by all others.
    fn value(&mut self, here: &AnyPosition, own: &BigRational, others: &BigRational) -> BigRational {
        let moves = all_moves(here);
        let mover = match here.node() {
            Node::Terminal => {
                let payoff = here.payoff(self.seat);
                return BigRational::from_float(payoff).expect("a payoff is a number");
            }
            Node::Chance => {
                let weights = moves.iter().map(|&m| whole(here.weight(m).into()));
                let weights: Vec<BigRational> = weights.collect();
                let total: BigRational = weights.iter().sum();
                let each = moves.iter().zip(weights).map(|(&m, weight)| {
                    let odds = weight / &total;
                    self.value(&after(here, m), own, &(others * &odds)) * odds
                });
                return each.sum();
            }
            Node::Decision(mover) => mover,
        };
        let key = (mover, here.view_key(Eye::Seat(mover)));
        let count = moves.len();
        let learnt = self.sets.entry(key).or_insert_with(|| Learnt {
            regrets: vec![zero(); count],
            sums: vec![zero(); count],
            current: matched(&vec![zero(); count]),
        });
        let shares = learnt.current.clone();
        let mut values = Vec::new();
        for (&m, share) in moves.iter().zip(&shares) {
            let next = after(here, m);
            values.push(if mover == self.seat {
                self.value(&next, &(own * share), others)
            } else {
                self.value(&next, own, &(others * share))
            });
        }
        let value: BigRational = values.iter().zip(&shares).map(|(value, share)| value * share).sum();
        if mover == self.seat {
            let learnt = self.sets.get_mut(&key).expect("it was just met");
            for (index, each) in values.iter().enumerate() {
                learnt.regrets[index] += others * (each - &value);
                learnt.sums[index] += &self.weight * own * &shares[index];
            }
        }
        value
    }
}

fn above(regret: &BigRational) -> BigRational {
    regret.max(&zero()).clone()
}

/// Shares in proportion to what is positive, or all equal where nothing is.
fn matched(regrets: &[BigRational]) -> Vec<BigRational> {
    let total: BigRational = regrets.iter().map(above).sum();
    let uniform = BigRational::new(1.into(), regrets.len().into());
    let share = |regret| if total == zero() { uniform.clone() } else { above(regret) / &total };
    regrets.iter().map(share).collect()
}

/// The averages of both after each iteration.
fn learns_as_by_fractions(term: &str, iterations: u64) {
    let start = registry::game(term).unwrap().start;
    let form = ExtensiveForm::of(&start, 100_000).unwrap();
    for rule in [CfrRule::Plain, CfrRule::Plus, CfrRule::LINEAR] {
        let (mut exact, mut found) = (ExactRun::new(rule), Cfr::new(&form, rule));
        for iteration in 1..=iterations {
            exact.iterate(&start);
            found.iterate();
            let average = found.average();
            for set in form.sets() {
                let exact = exact.average(set.seat, &set.position);
                let found = &average[set.range()];
                let apart = exact.iter().zip(found).map(|(one, other)| (one - other).abs());
                let apart = apart.fold(0.0, f64::max);
                let view = set.view();
                assert!(apart < 1e-9, "{term}, {rule:?}, {iteration}: {view}: {found:?} instead of {exact:?}");
            }
        }
    }
}

/// Two seats at a tree of three choices after a draw, each of which they may or may not see, with few payoffs, so that
/// many moves are worth the same.
fn tree(stream: &mut Stream) -> String {
    let odds: &[&str] = [&["1/2", "1/2"][..], &["1/3", "1/3", "1/3"], &["1/6", "1/2", "1/3"]][stream.below(3) as usize];
    let mut sees = || stream.below(2) == 0;
    let (first_draw, second_draw, second_move, last_move, asked) = (sees(), sees(), sees(), sees(), sees());
    let counts = [2, 2, 2].map(|least| least + stream.below(2));
    let known = |sees: bool, number: u32| if sees { number.to_string() } else { "x".to_owned() };
    let mut payoff = || ["-1", "0", "0", "1", "0.5", "-2"][stream.below(6) as usize].to_owned();
    let list = |count: u32, each: &mut dyn FnMut(u32) -> String| (0..count).map(each).collect::<Vec<_>>().join(",");
    let mut outcome = |draw: u32| {
        let first = known(first_draw, draw);
        let choices = list(counts[0], &mut |one| {
            let second = format!("{}{}", known(second_draw, draw), known(second_move, one));
            let answers = list(counts[1], &mut |two| {
                if !asked {
                    return payoff();
                }
                let last = format!("{first}{one}{}", known(last_move, two));
                format!("C{last}:[{}]", list(counts[2], &mut |_| payoff()))
            });
            format!("B{second}:[{answers}]")
        });
        format!("A{first}:[{choices}]")
    };
    let draws = odds.iter().zip(0..).map(|(odds, draw)| format!("{odds}:{}", outcome(draw)));
    format!("{{{}}}", draws.collect::<Vec<_>>().join(","))
}

#[test]
fn regrets_of_random_trees_are_those_of_fractions() {
    for number in 0..30 {
        let root = tree(&mut Seed(1).stream(number));
        learns_as_by_fractions(&format!("tree(root=\"{root}\")"), 5);
    }
}

#[test]
fn regrets_of_games_are_those_of_fractions() {
    let games = [
        ("battleship(width=2, height=2, ships=1, shots=2)", 3),
        ("goofspiel(cards=3)", 3),
        ("kuhn", 4),
        ("kuhn(seats=3)", 2),
        ("liars-dice(sides=2)", 4),
        ("oshi-zumo(coins=3, size=1)", 4),
        ("pennies", 4),
        ("rps", 4),
    ];
    for (term, iterations) in games {
        learns_as_by_fractions(term, iterations);
    }
}
