//! Best responses to a strategy, and its distance from an equilibrium.

use agon_core::Seat;

use super::form::{Act, ExtensiveForm};

/// A best response of one seat, while the others keep to their strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct BestResponse {
    /// The expected payoff of the seat.
    pub value: f64,
    /// The strategy of all seats, with the seat's best moves at probability one.
    pub strategy: Vec<f64>,
}

impl ExtensiveForm {
    /// The best response of `seat` to `strategy`: the first of equally good moves.
    pub fn best_response(&self, strategy: &[f64], seat: Seat) -> BestResponse {
        let mut search = Response {
            form: self,
            strategy,
            seat,
            reach: self.reach_of_others(strategy, seat),
            values: vec![f64::NAN; self.nodes.len()],
            best: vec![None; self.sets().len()],
        };
        let value = search.value(0);
        let mut answer = strategy.to_vec();
        for (number, set) in self.sets().iter().enumerate() {
            if set.seat == seat {
                let best = search.best(number);
                answer[set.range()].fill(0.0);
                answer[set.at + best] = 1.0;
            }
        }
        BestResponse { value, strategy: answer }
    }

    /// The sum over all seats of the gain from changing to a best response alone: zero in an equilibrium.
    /// Exploitability is this sum divided by the number of seats.
    pub fn nash_conv(&self, strategy: &[f64]) -> f64 {
        let values = self.values(strategy);
        let gain = |(seat, value): (Seat, &f64)| self.best_response(strategy, seat).value - value;
        Seat::all(self.seats).zip(&values).map(gain).sum()
    }

    /// The expected payoff of `seat` for each of its moves if all play by `strategy`, in the order of a strategy. The
    /// positions of a set are weighted by the probabilities of chance and the others, or equally if the others never
    /// reach the set.
    pub fn move_values(&self, strategy: &[f64], seat: Seat) -> Vec<f64> {
        let reach = self.reach_of_others(strategy, seat);
        let mut values = vec![0.0; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate().rev() {
            values[number] = match node.act {
                Act::End(at) => self.payoffs[at as usize + seat.index()],
                Act::Chance => node.below().map(|n| self.nodes[n].odds * values[n]).sum(),
                Act::Set(set) => {
                    let shares = &strategy[self.sets()[set as usize].range()];
                    node.below().zip(shares).map(|(n, share)| share * values[n]).sum()
                }
            };
        }
        let mut found = vec![0.0; self.moves()];
        for set in self.sets().iter().filter(|set| set.seat == seat) {
            let total: f64 = set.nodes.iter().map(|&node| reach[node as usize]).sum();
            for &number in &set.nodes {
                let weight = if 0.0 < total { reach[number as usize] / total } else { 1.0 / set.nodes.len() as f64 };
                let below = self.nodes[number as usize].below();
                for (to, value) in found[set.range()].iter_mut().zip(&values[below]) {
                    *to += weight * value;
                }
            }
        }
        found
    }

    /// The probability with which chance and all seats but `seat` reach each node.
    fn reach_of_others(&self, strategy: &[f64], seat: Seat) -> Vec<f64> {
        let mut reach = vec![1.0; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate() {
            let here = reach[number];
            match node.act {
                Act::End(_) => {}
                Act::Chance => node.below().for_each(|n| reach[n] = here * self.nodes[n].odds),
                Act::Set(set) => {
                    let set = &self.sets()[set as usize];
                    if set.seat == seat {
                        reach[node.below()].fill(here);
                    } else {
                        for (below, share) in node.below().zip(&strategy[set.range()]) {
                            reach[below] = here * share;
                        }
                    }
                }
            }
        }
        reach
    }
}

struct Response<'a> {
    form: &'a ExtensiveForm,
    strategy: &'a [f64],
    seat: Seat,
    reach: Vec<f64>,
    /// The values of the nodes to the seat; NaN where not yet known.
    values: Vec<f64>,
    /// The best moves of the sets decided so far.
    best: Vec<Option<usize>>,
}

impl Response<'_> {
    fn value(&mut self, number: usize) -> f64 {
        if !self.values[number].is_nan() {
            return self.values[number];
        }
        let node = self.form.nodes[number];
        let value = match node.act {
            Act::End(at) => self.form.payoffs[at as usize + self.seat.index()],
            Act::Chance => node.below().map(|below| self.form.nodes[below].odds * self.value(below)).sum(),
            Act::Set(set) => {
                let seen = &self.form.sets()[set as usize];
                if seen.seat == self.seat {
                    let best = self.best(set as usize);
                    self.value(node.first as usize + best)
                } else {
                    let strategy = self.strategy;
                    let shares = node.below().zip(&strategy[seen.range()]);
                    // Moves of probability zero need no value.
                    let shares = shares.filter(|(_, share)| **share != 0.0);
                    shares.map(|(below, share)| share * self.value(below)).sum()
                }
            }
        };
        self.values[number] = value;
        value
    }

    /// The best move of a set: the greatest sum over its positions, weighted by the others' probability of reaching
    /// them.
    fn best(&mut self, set: usize) -> usize {
        if let Some(best) = self.best[set] {
            return best;
        }
        let form = self.form;
        let seen = &form.sets()[set];
        let mut greatest = (f64::NEG_INFINITY, 0);
        for m in 0..seen.range().len() {
            let mut sum = 0.0;
            for &node in &seen.nodes {
                let reach = self.reach[node as usize];
                if reach != 0.0 {
                    sum += reach * self.value(form.nodes[node as usize].first as usize + m);
                }
            }
            if greatest.0 < sum {
                greatest = (sum, m);
            }
        }
        self.best[set] = Some(greatest.1);
        greatest.1
    }
}
