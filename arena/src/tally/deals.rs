//! Mean payoffs of entries, with errors, where the winner is not the whole result.

use std::collections::BTreeMap;

use agon_core::Facts;
use serde::{Deserialize, Serialize};

use crate::rating::{Advantage, Evidence, Shares, t95};

/// The payoffs of entries, deal by deal: all games of one opening have the same deal, and are one unit of
/// what errors are computed from. Where nothing is hidden the deal is the opening.
#[derive(Clone, Debug)]
pub(crate) struct Deals {
    decide: bool,
    least: f64,
    width: f64,
    /// The block and the opening that is being played.
    opening: (usize, u64),
    of: Vec<Payoffs>,
    /// For each pair that met, the lower number first: the lower one's shares.
    pairs: BTreeMap<(usize, usize), Shares>,
}

/// What a player gets a game where payoffs say more than who won.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RatedPayoff {
    /// Its name.
    pub name: String,
    /// The terms of all that are called so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// Its mean payoff.
    pub mean: f64,
    /// Half of the 95 % interval, by Student's t over deals, or openings; null of fewer than two.
    pub error: Option<f64>,
    /// How many deals it played, or where nothing is hidden openings, without copies.
    pub deals: u64,
}

/// What one made of another where payoffs say more than who won.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PairPayoff {
    /// Its payoff per game beyond the mean of the two: its own mean payoff if the payoffs add up to zero.
    pub mean: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The probability that it is the player that gets more.
    pub superiority: f64,
}

impl PairPayoff {
    /// The payoff beyond the mean of the two, in words.
    pub(crate) fn in_words(&self) -> String {
        Advantage::words(self.mean, self.low, self.high)
    }
}

impl From<Advantage> for PairPayoff {
    fn from(advantage: Advantage) -> PairPayoff {
        let Advantage { mean, interval: (low, high), superiority, .. } = advantage;
        PairPayoff { mean, low, high, superiority }
    }
}

/// The payoffs of one entry.
#[derive(Clone, Copy, Debug, Default)]
struct Payoffs {
    /// In the deals before, on the scale 0 to 1.
    closed: Evidence,
    /// In this one.
    sum: f64,
    games: u64,
}

impl Payoffs {
    /// With the deal that is being played.
    fn all(&self) -> Evidence {
        let mut all = self.closed;
        if self.games != 0 {
            all.add(self.sum / self.games as f64);
        }
        all
    }
}

impl Deals {
    /// No games yet, for `entries` entries; `None` if payoffs only show the winner: two seats, payoffs of −1 to 1, and
    /// no hidden information.
    pub(crate) fn of(facts: &Facts, entries: usize) -> Option<Deals> {
        let (least, width) = (facts.min_payoff, facts.max_payoff - facts.min_payoff);
        let is_who_won = facts.seats == 2 && (least, facts.max_payoff) == (-1.0, 1.0);
        let is_so = 0.0 < width && (facts.hidden || !is_who_won);
        let of = vec![Payoffs::default(); entries];
        let (decide, opening, pairs) = (facts.hidden, (0, 0), BTreeMap::new());
        is_so.then_some(Deals { decide, least, width, opening, of, pairs })
    }

    /// Whether mean payoffs rather than points decide the places: with hidden information one deal is weak evidence.
    /// Other games report them beside points and Elo.
    pub(crate) const fn decide(&self) -> bool {
        self.decide
    }

    /// Another entry, which has the next number.
    pub(crate) fn join(&mut self) {
        self.of.push(Payoffs::default());
    }

    /// Adds what entry `i` got in a game of that block and opening.
    pub(crate) fn add(&mut self, opening: (usize, u64), i: usize, payoff: f64) {
        if self.opening != opening {
            self.opening = opening;
            for payoffs in &mut self.of {
                *payoffs = Payoffs { closed: payoffs.all(), ..Payoffs::default() };
            }
        }
        let payoffs = &mut self.of[i];
        payoffs.sum += (payoff - self.least) / self.width;
        payoffs.games += 1;
    }

    /// Adds the games that the same entries played from one opening: the shares of each against each other.
    pub(crate) fn meet(&mut self, games: &[&[(usize, f64)]]) {
        let Some(first) = games.first() else { return };
        let who: Vec<usize> = first.iter().map(|&(entry, _)| entry).collect();
        for &low in &who {
            for &high in who.iter().filter(|&&high| low < high) {
                let of_game = |game: &&[(usize, f64)]| {
                    let place = |who| game.iter().position(|&(entry, _)| entry == who);
                    let (i, j) = (place(low)?, place(high)?);
                    Some((i < j, Shares::of_game(game[i].1, game[j].1, self.width)))
                };
                let made: Vec<(bool, f64)> = games.iter().filter_map(of_game).collect();
                let shares = self.pairs.entry((low, high)).or_default();
                if who.len() == 2 {
                    shares.add(&made);
                } else {
                    // With more seats the unit is the opening, in however many seatings.
                    let sum: f64 = made.iter().map(|(_, share)| share).sum();
                    shares.add(&[(true, sum / made.len() as f64)]);
                }
            }
        }
    }

    /// The units of two entries, the lower number first; `None` if they never met.
    pub(crate) fn shares(&self, low: usize, high: usize) -> Option<&Shares> {
        self.pairs.get(&(low, high))
    }

    /// All pairs that met, the lower number first, ascending, with the lower one's advantage.
    pub(crate) fn met(&self) -> impl Iterator<Item = ((usize, usize), Advantage)> {
        let known =
            |(&pair, shares): (&(usize, usize), &Shares)| Some((pair, Advantage::of(shares.evidence(), self.width)?));
        self.pairs.iter().filter_map(known)
    }

    /// The evidence for entry `i` against `j`: its share of the possible payoff, by independent units.
    pub(crate) fn evidence(&self, i: usize, j: usize) -> Option<Evidence> {
        let evidence = self.shares(i.min(j), i.max(j))?.evidence();
        (evidence.units != 0).then(|| if i < j { evidence } else { evidence.mirrored() })
    }

    /// The payoff of entry `i` in a game, minus the mean of `i` and `j`.
    pub(crate) fn advantage(&self, i: usize, j: usize) -> Option<Advantage> {
        Advantage::of(self.evidence(i, j)?, self.width)
    }

    /// The number of deals that entry `i` played.
    pub(crate) fn played(&self, i: usize) -> u64 {
        self.of[i].all().units
    }

    /// From the least payoff to the greatest.
    pub(crate) const fn width(&self) -> f64 {
        self.width
    }

    /// The half-width of the 95 % interval of the mean payoff of entry `i`, by Student's t; `None` for fewer than two
    /// deals.
    pub(crate) fn error(&self, i: usize) -> Option<f64> {
        let all = self.of[i].all();
        let freedom = all.units.checked_sub(1).filter(|&freedom| freedom != 0)?;
        Some(t95(freedom as f64) * all.error() * self.width)
    }

    /// The mean payoffs over deals of all entries that have played, the greatest first, with names and terms.
    pub(crate) fn rated(&self, named: &dyn Fn(usize) -> (String, Vec<String>)) -> Vec<RatedPayoff> {
        let one = |i: usize| {
            let all = self.of[i].all();
            let (name, players) = named(i);
            let mean = self.least + self.width * all.share();
            let error = self.error(i);
            (all.units != 0).then_some(RatedPayoff { name, players, mean, error, deals: all.units })
        };
        let mut all: Vec<RatedPayoff> = (0..self.of.len()).filter_map(one).collect();
        all.sort_by(|one, other| other.mean.total_cmp(&one.mean));
        all
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Facts;

    use super::Deals;

    #[test]
    fn games_of_one_deal_are_one_unit() {
        let facts = Facts::two_seats(5).with_hidden().with_payoffs(-2.0, 2.0);
        assert!(Deals::of(&Facts::two_seats(5), 2).is_none());
        assert!(Deals::of(&Facts::two_seats(5).with_hidden(), 2).unwrap().decide());
        // Open, but graded: payoffs are reported, and points decide.
        for told in [Facts::two_seats(5).with_payoffs(-3.0, 3.0), Facts::new(1, 5), Facts::new(3, 5)] {
            assert!(!Deals::of(&told, 2).unwrap().decide());
        }
        let mut deals = Deals::of(&facts, 2).unwrap();
        // Three deals of two games each: means 1, 0 and -1.
        for (opening, payoffs) in [(0, [2.0, 0.0]), (1, [1.0, -1.0]), (2, [-2.0, 0.0])] {
            for payoff in payoffs {
                deals.add((0, opening), 0, payoff);
                deals.add((0, opening), 1, -payoff);
            }
        }
        // t of 2 degrees of freedom is 4.3027 at 97.5 %, and the standard error 1/√3.
        let wanted = 4.302_652_7 / 3f64.sqrt();
        for i in [0, 1] {
            let error = deals.error(i).unwrap();
            assert!((error - wanted).abs() < 1e-6, "{error}");
        }
    }
    #[test]
    fn a_pairs_figure_is_the_payoff_beyond_the_mean_of_both() {
        let facts = Facts::new(3, 5).with_hidden().with_payoffs(-2.0, 4.0);
        let mut deals = Deals::of(&facts, 3).unwrap();
        deals.meet(&[&[(2, 4.0), (0, -2.0), (1, -2.0)]]);
        deals.meet(&[&[(0, 1.0), (1, -1.0), (2, 0.0)], &[(1, 0.0), (2, 2.0), (0, -2.0)]]);
        // 0 against 2: half of (−2 − 4), and of the mean of (1 − 0) and (−2 − 2).
        let own = deals.advantage(0, 2).unwrap();
        assert!((own.mean - f64::midpoint(-3.0, -0.75)).abs() < 1e-9, "{own:?}");
        let other = deals.advantage(2, 0).unwrap();
        assert!((own.mean + other.mean).abs() < 1e-9 && own.units == 2, "{other:?}");
        assert_eq!(deals.met().count(), 3);
        assert!(deals.advantage(1, 1).is_none());
    }
}
