//! The results of one entry against another, by name.

use agon_core::Accepted;

use crate::{
    ask::spec_error::SpecError,
    rating::{Advantage, Difference, Evidence, score_of_elo},
    tally::{deals::Deals, score::Score, totals::Tally},
};

/// The results of one entry against another, over all games of the tournament.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Games won, drawn and lost; with more than two seats, comparisons.
    pub tally: Tally,
    /// The evidence of these games, in independent units and without copies. Every unit has the same weight, in any
    /// game.
    pub evidence: Evidence,
    /// The payoff in a game minus the mean of both, if payoffs decide all games in which they met and have one scale;
    /// the evidence is then about shares of the possible payoff.
    pub payoff: Option<Advantage>,
}

impl Pair {
    /// The share of the points between them that the one has, 0 to 1.
    pub fn share(&self) -> f64 {
        self.evidence.share()
    }

    /// The 95 % interval of the share, within 0 and 1. Its unit is the opening with all its
    /// seatings, so games that depend on each other are not counted as if they did not.
    pub fn interval(&self) -> (f64, f64) {
        let (low, high) = self.difference().interval;
        (score_of_elo(low), score_of_elo(high))
    }

    /// The likelihood of superiority: how probable it is that the one is the stronger, 0 to 1.
    pub fn superiority(&self) -> f64 {
        self.difference().superiority
    }

    /// The difference in strength as Elo, with its interval.
    pub fn difference(&self) -> Difference {
        self.evidence.difference()
    }
}

impl Score {
    /// The results of the entry called `one` against the one called `other`.
    ///
    /// # Errors
    ///
    /// If there is no such entry, or no game between them counts.
    pub fn pair(&self, one: &str, other: &str) -> Result<Pair, SpecError> {
        let (one, other) = (self.entry(one)?, self.entry(other)?);
        let mut pair = Pair { tally: Tally::default(), evidence: Evidence::default(), payoff: None };
        let mut widths = Vec::new();
        for section in &self.sections {
            let index = |entry| section.entries.binary_search(&entry);
            if let (Ok(i), Ok(j)) = (index(one), index(other)) {
                pair.tally += section.tally(i, j);
                if let Some(evidence) = section.evidence(i, j) {
                    pair.evidence += evidence;
                    widths.push(section.deciding().map(Deals::width));
                }
            }
        }
        if pair.evidence.units == 0 {
            let (one, other) = (&self.names[one], &self.names[other]);
            let what = format!("no game of `{one}` and `{other}` counts");
            return Err(SpecError::new(what));
        }
        if let Some(Some(width)) = widths.first().filter(|&one| widths.iter().all(|w| w == one)) {
            pair.payoff = Advantage::of(pair.evidence, *width);
        }
        Ok(pair)
    }

    /// The number of the entry of that name.
    fn entry(&self, name: &str) -> Result<usize, SpecError> {
        self.names.iter().position(|known| known == name).ok_or_else(|| {
            let accepted = Accepted::new(name, self.names.iter().map(String::as_str));
            SpecError::new(format!("nobody is called `{name}`{accepted}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::{Spec, play};

    fn spec() -> Spec {
        let spec = Spec::default().game("nim(1+2+3)").player_named("deep", "minimax");
        spec.player_named("dice", "random").openings(20, 1)
    }

    #[test]
    fn a_pair_is_the_same_from_both_sides_and_strength_shows() {
        let score = play(&spec()).unwrap();
        let (deep, dice) = (score.pair("deep", "dice").unwrap(), score.pair("dice", "deep").unwrap());
        assert_eq!((deep.tally.wins, deep.tally.losses), (dice.tally.losses, dice.tally.wins));
        assert!((deep.share() + dice.share() - 1.0).abs() < 1e-12);
        assert!((deep.superiority() + dice.superiority() - 1.0).abs() < 1e-12);
        assert!(0.5 < deep.interval().0 && deep.interval().0 <= deep.share(), "{deep:?}");
        assert!(0.99 < deep.superiority(), "{deep:?}");
    }

    #[test]
    fn games_are_added_up_and_each_makes_the_error_smaller() {
        let one = play(&spec()).unwrap().pair("deep", "dice").unwrap();
        let both = play(&spec().game("nim(2+3+4)")).unwrap().pair("deep", "dice").unwrap();
        assert_eq!(both.tally.games(), 2 * one.tally.games());
        assert_eq!(both.evidence.units, 2 * one.evidence.units);
        let width = |(low, high): (f64, f64)| high - low;
        assert!(width(both.interval()) < width(one.interval()), "{one:?} {both:?}");
    }

    /// Perfect play against one that takes the first move it sees: every unit of every game is alike.
    #[test]
    fn perfect_scores_at_several_games_have_honest_bounds() {
        let spec = |games: &[&str]| {
            let spec = Spec::default().player_named("deep", "minimax").player_named("dice", "random");
            games.iter().fold(spec.openings(3, 0), |spec, game| spec.game(*game))
        };
        // The second to move wins the one game and the first the other, whoever it is, so each wins half; with a heap
        // of one, the first to move always wins.
        for games in [&["nim(1)", "nim(2)"][..], &["nim(1)", "nim(1+1)", "nim(2)"]] {
            let pair = play(&spec(games)).unwrap().pair("deep", "dice").unwrap();
            let difference = pair.difference();
            let (low, high) = pair.interval();
            assert!(!difference.interval.0.is_nan() && !difference.interval.1.is_nan(), "{pair:?}");
            assert!(low <= pair.share() && pair.share() <= high && low < high, "{pair:?}");
            let other = play(&spec(games)).unwrap().pair("dice", "deep").unwrap();
            assert!((other.interval().0 + high - 1.0).abs() < 1e-9, "{pair:?}");
        }
    }

    #[test]
    fn standings_are_asked_by_the_name_of_the_game() {
        let score = play(&spec().game("nim(2+3+4)").player_named("third", "random")).unwrap();
        for game in ["nim(1+2+3)", "nim(heaps=1+2+3)"] {
            let standings = score.standings(game).unwrap();
            let names: Vec<&str> = standings.iter().map(|standing| &*standing.name).collect();
            assert_eq!((names[0], names.len()), ("deep", 3), "{standings:?}");
            assert!(standings.iter().all(|s| s.games == 80), "{standings:?}");
            let points: f64 = standings.iter().map(|standing| standing.points).sum();
            assert_eq!((standings[0].place, points), (1, 120.0), "{standings:?}");
        }
        let error = score.standings("nim(1+2)").unwrap_err();
        assert!(error.to_string().contains("is not played"), "{error}");
    }

    #[test]
    fn an_unknown_name_gets_the_nearest_suggested() {
        let error = play(&spec()).unwrap().pair("deep", "dise").unwrap_err();
        assert!(error.to_string().contains("did you mean `dice`?"), "{error}");
    }
}
