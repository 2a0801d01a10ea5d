//! Counterfactual regret minimisation over the whole tree.

use agon_core::Seat;

use super::form::{Act, ExtensiveForm};

/// How regrets and the average strategy are accumulated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CfrRule {
    /// All iterations have equal weight (Zinkevich, Johanson, Bowling and Piccione 2007).
    Plain,
    /// Regrets never fall below zero, iteration *t* has weight *t* (Tammelin 2014).
    Plus,
    /// After iteration *t* positive regrets are multiplied by t^α / (t^α + 1), negative ones by t^β
    /// / (t^β + 1), and the sum of strategies by (t / (t + 1))^γ (Brown and Sandholm 2019).
    Discounted {
        /// α.
        alpha: f64,
        /// β.
        beta: f64,
        /// γ.
        gamma: f64,
    },
}

impl CfrRule {
    /// α = 3/2, β = 0 and γ = 2, as the authors recommend.
    pub const DISCOUNTED: CfrRule = CfrRule::Discounted { alpha: 1.5, beta: 0.0, gamma: 2.0 };
    /// α = β = γ = 1: iteration *t* has weight *t*, for regrets as well.
    pub const LINEAR: CfrRule = CfrRule::Discounted { alpha: 1.0, beta: 1.0, gamma: 1.0 };
}

/// The regrets of a game, iteration by iteration. The average strategy converges to an equilibrium in games of two
/// seats with payoffs of constant sum.
#[derive(Clone, Debug)]
pub struct Cfr<'a> {
    form: &'a ExtensiveForm,
    rule: CfrRule,
    iterations: u64,
    regrets: Vec<f64>,
    /// What was added to the regrets of each set, were it all of one sign, at most.
    added: Vec<f64>,
    sums: Vec<f64>,
    /// The strategy of the next iteration.
    current: Vec<f64>,
    /// The largest payoff below each set, of its seat, without its sign.
    payable: Vec<f64>,
    /// The probability of reaching each node by the choices of the learning seat, and by those of all others.
    own: Vec<f64>,
    others: Vec<f64>,
    values: Vec<f64>,
}

/// The state of [`Cfr`], from which a run can be resumed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CfrState {
    /// The number of iterations so far.
    pub iterations: u64,
    /// The regrets, in the order of a strategy.
    pub regrets: Vec<f64>,
    /// For each information set, what was added to its regrets at most: by it, rounding is told from a regret.
    pub added: Vec<f64>,
    /// The sums of strategies; normalised, they are the average strategy.
    pub sums: Vec<f64>,
    /// The strategy of the next iteration.
    pub current: Vec<f64>,
}

impl<'a> Cfr<'a> {
    /// A run before its first iteration.
    pub fn new(form: &'a ExtensiveForm, rule: CfrRule) -> Cfr<'a> {
        let (nodes, moves) = (form.positions(), form.moves());
        Cfr {
            form,
            rule,
            iterations: 0,
            regrets: vec![0.0; moves],
            added: vec![0.0; form.sets().len()],
            payable: payable(form),
            sums: vec![0.0; moves],
            current: form.uniform(),
            own: vec![1.0; nodes],
            others: vec![1.0; nodes],
            values: vec![0.0; nodes],
        }
    }

    /// Resumes from `state`, taken by the same rule at the same game; the result is the same as without an
    /// interruption. `None` if the state is of a game with other moves.
    pub fn resumed(form: &'a ExtensiveForm, rule: CfrRule, state: CfrState) -> Option<Cfr<'a>> {
        let CfrState { iterations, regrets, added, sums, current } = state;
        let is_of_it =
            [&regrets, &sums, &current].iter().all(|all| all.len() == form.moves()) && added.len() == form.sets().len();
        is_of_it.then(|| Cfr { iterations, regrets, added, sums, current, ..Cfr::new(form, rule) })
    }

    /// The state, from which the run can be resumed.
    pub fn state(&self) -> CfrState {
        CfrState {
            iterations: self.iterations,
            regrets: self.regrets.clone(),
            added: self.added.clone(),
            sums: self.sums.clone(),
            current: self.current.clone(),
        }
    }

    /// The same, at the end of this run.
    pub(crate) fn into_state(self) -> CfrState {
        let Cfr { iterations, regrets, added, sums, current, .. } = self;
        CfrState { iterations, regrets, added, sums, current }
    }

    /// The number of iterations so far.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The regrets so far, in the order of a strategy.
    pub fn regrets(&self) -> &[f64] {
        &self.regrets
    }

    /// One iteration: each seat in turn learns against the present strategies of the others.
    pub fn iterate(&mut self) {
        self.iterations += 1;
        for seat in Seat::all(self.form.seats) {
            self.learn(seat);
        }
        if let CfrRule::Discounted { alpha, beta, gamma } = self.rule {
            let t = self.iterations as f64;
            let factor = |exponent: f64| {
                let power = libm::pow(t, exponent);
                power / (power + 1.0)
            };
            let (above, below) = (factor(alpha), factor(beta));
            let kept = libm::pow(t / (t + 1.0), gamma);
            for regret in &mut self.regrets {
                *regret *= if 0.0 < *regret { above } else { below };
            }
            self.added.iter_mut().for_each(|added| *added *= above.max(below));
            self.sums.iter_mut().for_each(|sum| *sum *= kept);
        }
    }

    /// The average of the strategies so far, each weighted by the seat's probability of reaching
    /// the set.
    pub fn average(&self) -> Vec<f64> {
        let mut average = self.form.uniform();
        for set in self.form.sets() {
            let sums = &self.sums[set.range()];
            let total: f64 = sums.iter().sum();
            if 0.0 < total {
                let shares = sums.iter().map(|sum| sum / total);
                average[set.range()].iter_mut().zip(shares).for_each(|(to, share)| *to = share);
            }
        }
        average
    }

    /// Adds the regrets of `seat`, and sets its next strategy.
    fn learn(&mut self, seat: Seat) {
        let Cfr { form, regrets, added, sums, current, payable, own, others, values, .. } = self;
        let (nodes, sets) = (&form.nodes, form.sets());
        for (number, node) in nodes.iter().enumerate() {
            let (mine, theirs) = (own[number], others[number]);
            match node.act {
                Act::End(_) => {}
                Act::Chance => {
                    for below in node.below() {
                        own[below] = mine;
                        others[below] = theirs * nodes[below].odds;
                    }
                }
                Act::Set(set) => {
                    let set = &sets[set as usize];
                    let shares = node.below().zip(&current[set.range()]);
                    if set.seat == seat {
                        for (below, share) in shares {
                            own[below] = mine * share;
                            others[below] = theirs;
                        }
                    } else {
                        for (below, share) in shares {
                            own[below] = mine;
                            others[below] = theirs * share;
                        }
                    }
                }
            }
        }
        let weight = if self.rule == CfrRule::Plus { self.iterations as f64 } else { 1.0 };
        for (number, node) in nodes.iter().enumerate().rev() {
            values[number] = match node.act {
                Act::End(at) => form.payoffs[at as usize + seat.index()],
                Act::Chance => node.below().map(|below| nodes[below].odds * values[below]).sum(),
                Act::Set(index) => {
                    let set = &sets[index as usize];
                    let shares = &current[set.range()];
                    let below = node.below();
                    let value = values[below.clone()].iter().zip(shares).map(|(v, s)| v * s).sum();
                    if set.seat == seat {
                        let (mine, theirs) = (own[number], others[number]);
                        added[index as usize] += theirs * payable[index as usize];
                        for (index, (below, share)) in below.zip(shares).enumerate() {
                            regrets[set.at + index] += theirs * (values[below] - value);
                            sums[set.at + index] += weight * mine * share;
                        }
                    }
                    value
                }
            };
        }
        for (set, added) in sets.iter().zip(added).filter(|(set, _)| set.seat == seat) {
            let regrets = &mut regrets[set.range()];
            if self.rule == CfrRule::Plus {
                for regret in &mut *regrets {
                    *regret = regret.max(0.0);
                }
            }
            match_regrets(regrets, *added, &mut current[set.range()]);
        }
    }
}

/// The largest payoff below each set, of its seat, without its sign.
fn payable(form: &ExtensiveForm) -> Vec<f64> {
    let mut payable = vec![0.0; form.sets().len()];
    let mut below = vec![0.0_f64; form.nodes.len()];
    for seat in Seat::all(form.seats) {
        for (number, node) in form.nodes.iter().enumerate().rev() {
            below[number] = match node.act {
                Act::End(at) => form.payoffs[at as usize + seat.index()].abs(),
                _ => node.below().map(|next| below[next]).fold(0.0, f64::max),
            };
            if let Act::Set(set) = node.act
                && form.sets()[set as usize].seat == seat
            {
                let payable: &mut f64 = &mut payable[set as usize];
                *payable = payable.max(below[number]);
            }
        }
    }
    payable
}

/// A regret that is a smaller share than this of what was added to those of its set counts as 0: rounding alone leaves
/// that much where payoffs cancel, and regret matching would make a pure strategy of it.
const ROUNDING: f64 = 1e-12;

/// Regret matching: moves in proportion to their positive regret, or all equally likely if there is none (Hart and
/// Mas-Colell 2000); what is left of [rounding](ROUNDING) when `added` was added in all is none.
pub(super) fn match_regrets(regrets: &[f64], added: f64, strategy: &mut [f64]) {
    let least = ROUNDING * added;
    let counted = |regret: f64| if least < regret { regret } else { 0.0 };
    let total: f64 = regrets.iter().map(|&regret| counted(regret)).sum();
    let uniform = 1.0 / strategy.len() as f64;
    for (share, &regret) in strategy.iter_mut().zip(regrets) {
        *share = if 0.0 < total { counted(regret) / total } else { uniform };
    }
}
