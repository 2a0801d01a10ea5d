//! Ratings that are updated game by game, as in clubs and on game servers.
//!
//! They depend on the order of the games, here that of the plan. For a finished tournament the
//! maximum-likelihood ratings of a [`Rater`](super::Rater) use the same results better; these allow comparison with
//! other rating lists.

use skillratings::{
    MultiTeamOutcome, Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period},
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};

use super::{
    group::{Group, Rating, RatingTable},
    scale::Z95,
};

/// How ratings are updated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// M. Glickman, *Example of the Glicko-2 system* (2013): two seats. The games of one opening
    /// are one rating period of their players. Starts at 1500 with deviation 350.
    Glicko2,
    /// R. Weng and C.-J. Lin, *A Bayesian approximation method for online ranking* (2011), the
    /// unencumbered relative of `TrueSkill`: any number of seats. Starts at 25 with deviation 25/3.
    WengLin,
}

/// The ratings of a field, so far.
#[derive(Clone, Debug)]
pub struct Online {
    ratings: KeptUp,
}

#[derive(Clone, Debug)]
enum KeptUp {
    Glicko2(Vec<Glicko2Rating>),
    WengLin(Vec<WengLinRating>),
}

impl Online {
    /// A field of `entries` that have not met yet.
    pub fn new(system: System, entries: usize) -> Online {
        let ratings = match system {
            System::Glicko2 => KeptUp::Glicko2(vec![Glicko2Rating::new(); entries]),
            System::WengLin => KeptUp::WengLin(vec![WengLinRating::new(); entries]),
        };
        Online { ratings }
    }

    /// Another entry, which has the next number.
    pub fn join(&mut self) {
        match &mut self.ratings {
            KeptUp::Glicko2(ratings) => ratings.push(Glicko2Rating::new()),
            KeptUp::WengLin(ratings) => ratings.push(WengLinRating::new()),
        }
    }

    /// Adds the games of one opening: in each, the participants with their ranks, of which the
    /// lowest number is best. Glicko-2 ignores games that do not have two seats.
    pub fn add(&mut self, games: &[Vec<(usize, u32)>]) {
        match &mut self.ratings {
            KeptUp::Glicko2(ratings) => add_period(ratings, games),
            KeptUp::WengLin(ratings) => {
                for game in games {
                    add_game(ratings, game);
                }
            }
        }
    }

    /// The ratings of everybody, in the units of the system, each with the half-width of its 95 %
    /// interval.
    pub fn ratings(&self) -> Vec<Rating> {
        let rating = |(elo, deviation): (f64, f64)| Rating { elo, error: Z95 * deviation };
        match &self.ratings {
            KeptUp::Glicko2(all) => all.iter().map(|r| rating((r.rating, r.deviation))).collect(),
            KeptUp::WengLin(all) => all.iter().map(|r| rating((r.rating, r.uncertainty))).collect(),
        }
    }

    /// The ratings after games of this many seats, everybody on one scale; empty for fewer than two, and for more by
    /// Glicko-2. `anchor` fixes the rating of one entry, and the others are relative to it.
    pub fn rate(&self, seats: usize, anchor: Option<(usize, f64)>) -> RatingTable {
        if seats < 2 || seats != 2 && matches!(self.ratings, KeptUp::Glicko2(_)) {
            return RatingTable::default();
        }
        let mut ratings = self.ratings();
        let shift = anchor.map_or(0.0, |(index, elo)| elo - ratings[index].elo);
        for rating in &mut ratings {
            rating.elo += shift;
        }
        let entries = (0..ratings.len()).collect();
        let group = Group { entries, ratings, superiority: Vec::new() };
        RatingTable { groups: vec![group], bounds: vec![None], beat: vec![vec![true]], ..RatingTable::default() }
    }
}

/// Each entry is rated against the others' ratings before the period.
fn add_period(ratings: &mut [Glicko2Rating], games: &[Vec<(usize, u32)>]) {
    let mut results: Vec<(usize, Vec<(Glicko2Rating, Outcomes)>)> = Vec::new();
    for game in games {
        let &[one, other] = game.as_slice() else { continue };
        for ((own, rank), (against, its)) in [(one, other), (other, one)] {
            let outcome = match rank.cmp(&its) {
                std::cmp::Ordering::Less => Outcomes::WIN,
                std::cmp::Ordering::Equal => Outcomes::DRAW,
                std::cmp::Ordering::Greater => Outcomes::LOSS,
            };
            let result = (ratings[against], outcome);
            match results.iter_mut().find(|(entry, _)| *entry == own) {
                Some((_, list)) => list.push(result),
                None => results.push((own, vec![result])),
            }
        }
    }
    let config = Glicko2Config::new();
    for (entry, list) in results {
        ratings[entry] = glicko2_rating_period(&ratings[entry], &list, &config);
    }
}

fn add_game(ratings: &mut [WengLinRating], game: &[(usize, u32)]) {
    let teams: Vec<[WengLinRating; 1]> = game.iter().map(|&(entry, _)| [ratings[entry]]).collect();
    let ranks = game.iter().map(|&(_, rank)| MultiTeamOutcome::new(rank as usize + 1));
    let seated: Vec<_> = teams.iter().map(<[WengLinRating; 1]>::as_slice).zip(ranks).collect();
    let after = weng_lin_multi_team(&seated, &WengLinConfig::new());
    for (&(entry, _), team) in game.iter().zip(after) {
        ratings[entry] = team[0];
    }
}

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;
    use skillratings::glicko2::Glicko2Rating;

    use super::{Online, System, add_period};

    /// The worked example of M. Glickman, *Example of the Glicko-2 system* (2013).
    #[test]
    fn glickmans_example_is_rated_as_he_does() {
        let rated = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
        let mut ratings = [rated(1500.0, 200.0), rated(1400.0, 30.0), rated(1550.0, 100.0), rated(1700.0, 300.0)];
        let games = [vec![(0, 0), (1, 1)], vec![(0, 1), (2, 0)], vec![(3, 0), (0, 1)]];
        add_period(&mut ratings, &games);
        assert_relative_eq!(ratings[0].rating, 1464.06, epsilon = 0.01);
        assert_relative_eq!(ratings[0].deviation, 151.52, epsilon = 0.01);
        assert_relative_eq!(ratings[0].volatility, 0.05999, epsilon = 0.00001);
    }

    #[test]
    fn more_first_places_mean_a_higher_rating_for_any_number_of_seats() {
        let mut online = Online::new(System::WengLin, 3);
        for round in 0..30 {
            let last = if round % 5 == 0 { 0 } else { 2 };
            let rank = |entry: usize| match entry {
                _ if entry == last => 2,
                1 => 1,
                _ => 0,
            };
            online.add(&[(0..3).map(|entry| (entry, rank(entry))).collect()]);
        }
        let standings = online.ratings();
        assert!(standings[2].elo < standings[1].elo);
        assert!(standings[1].elo < standings[0].elo);
        assert!(standings.iter().all(|s| s.error < crate::rating::scale::Z95 * 25.0 / 3.0));
    }
}
