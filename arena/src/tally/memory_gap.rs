//! What players lose where a game is in disguise: what they made of it by memory.
//!
//! A disguise has the same openings under other names, so that each opening is a pair: a player's share of the possible
//! payoff at the game, less that at its disguises.

use std::collections::BTreeMap;

use agon_core::Facts;
use serde::{Deserialize, Serialize};

use crate::{
    plan::{fixture::Fixture, tournament::Tournament},
    rating::{Evidence, t95},
    tally::section_manner::SectionManner,
};

/// What a player makes of a game and of the same game in disguise, where a tournament has both.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MemoryGap {
    /// The game's term.
    pub game: String,
    /// The player's name.
    pub name: String,
    /// In how many disguises the game was played.
    pub disguises: usize,
    /// From how many openings the player played both: the units of the error.
    pub openings: u64,
    /// Its mean share of the possible payoff at the game, 0 to 1.
    pub plain: f64,
    /// The same in disguise.
    pub disguised: f64,
    /// The first less the second.
    pub gap: f64,
    /// Half of its 95 % interval, by Student's t over openings; null of fewer than two.
    pub error: Option<f64>,
}

/// The payoffs at games that a tournament has in disguise too.
#[derive(Clone, Debug, Default)]
pub(crate) struct MemoryGaps {
    /// For each section that is compared the game in the list below, and whether it is in disguise.
    sections: BTreeMap<usize, (usize, bool)>,
    games: Vec<Compared>,
}

/// A game that is also played in disguise.
#[derive(Clone, Debug)]
struct Compared {
    game: String,
    disguises: usize,
    least: f64,
    width: f64,
    /// For each entry and opening the payoffs at the game and in disguise.
    payoffs: BTreeMap<(usize, u64), [Mean; 2]>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    sum: f64,
    games: u64,
}

impl Mean {
    fn of(self) -> f64 {
        self.sum / self.games as f64
    }
}

impl MemoryGaps {
    /// No games yet.
    pub(crate) fn of(tournament: &Tournament) -> MemoryGaps {
        let mut gaps = MemoryGaps::default();
        let manners: Vec<SectionManner> = tournament.sections.iter().map(SectionManner::of).collect();
        for (place, section) in tournament.sections.iter().enumerate() {
            let term = &section.game.behind().term;
            if *term == section.game.term {
                continue;
            }
            let is_plain = |other: &SectionManner| {
                other.game == *term && SectionManner { game: other.game.clone(), ..manners[place].clone() } == *other
            };
            let Some(plain) = manners.iter().position(is_plain) else { continue };
            let known = gaps.sections.get(&plain).map(|&(game, _)| game);
            let game = known.unwrap_or_else(|| {
                gaps.games.push(Compared::new(term, &section.facts));
                gaps.sections.insert(plain, (gaps.games.len() - 1, false));
                gaps.games.len() - 1
            });
            gaps.games[game].disguises += 1;
            gaps.sections.insert(place, (game, true));
        }
        gaps
    }

    /// Adds a game with these payoffs.
    pub(crate) fn add(&mut self, fixture: &Fixture, payoffs: &[f64]) {
        let Some(&(game, is_disguised)) = self.sections.get(&fixture.section) else { return };
        let game = &mut self.games[game];
        for (&entry, payoff) in fixture.seats.iter().zip(payoffs) {
            let mean = &mut game.payoffs.entry((entry, fixture.opening)).or_default()[usize::from(is_disguised)];
            mean.games += 1;
            mean.sum += if game.width == 0.0 { 0.0 } else { (payoff - game.least) / game.width };
        }
    }

    /// What is found, game by game, for each entry that played both, in the order of `names`.
    pub(crate) fn found(&self, names: &[String]) -> Vec<MemoryGap> {
        let of_game = |compared: &Compared| -> Vec<MemoryGap> {
            names.iter().enumerate().filter_map(|(entry, name)| compared.gap(entry, name)).collect()
        };
        self.games.iter().flat_map(of_game).collect()
    }
}

impl Compared {
    fn new(game: &str, facts: &Facts) -> Compared {
        let (least, width) = (facts.min_payoff, facts.max_payoff - facts.min_payoff);
        Compared { game: game.to_owned(), disguises: 0, least, width, payoffs: BTreeMap::new() }
    }

    fn gap(&self, entry: usize, name: &str) -> Option<MemoryGap> {
        let own = self.payoffs.range((entry, 0)..=(entry, u64::MAX)).map(|(_, both)| both);
        let (mut sums, mut evidence) = ([0.0; 2], Evidence::default());
        for both in own.filter(|both| both.iter().all(|mean| mean.games != 0)) {
            let [plain, disguised] = both.map(Mean::of);
            sums = [sums[0] + plain, sums[1] + disguised];
            // On the scale of shares: 0 where all is lost in disguise, 1 where all is won.
            evidence.add(f64::midpoint(1.0, disguised - plain));
        }
        let openings = evidence.units;
        let [plain, disguised] = sums.map(|sum| sum / openings as f64);
        (openings != 0).then(|| MemoryGap {
            game: self.game.clone(),
            name: name.to_owned(),
            disguises: self.disguises,
            openings,
            plain,
            disguised,
            gap: plain - disguised,
            error: (1 < openings).then(|| (2.0 * t95((openings - 1) as f64) * evidence.error()).min(2.0)),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::{Spec, play};

    /// Who goes by the rules makes as much in disguise; who is told the words by heart does not.
    #[test]
    fn a_gap_is_that_of_the_openings_in_pairs() {
        let spec = |names: &[(&str, &str)]| {
            let spec = Spec::default().game("nim(1+2)").game("disguise(game=nim(1+2), seed=2)");
            let spec = spec.game("disguise(game=nim(1+2), seed=3)").openings(4, 1);
            names.iter().fold(spec, |spec, &(name, term)| spec.player_named(name, term))
        };
        let found = play(&spec(&[("sure", "perfect"), ("dice", "random")])).unwrap().memory_gaps();
        assert_eq!(found.iter().map(|gap| &*gap.name).collect::<Vec<_>>(), ["sure", "dice"]);
        for gap in &found {
            assert_eq!((&*gap.game, gap.disguises, gap.openings), ("nim(heaps=1+2)", 2, 4));
            assert!((gap.plain - gap.disguised - gap.gap).abs() < 1e-12, "{gap:?}");
            assert!(gap.gap.abs() <= gap.error.unwrap(), "{gap:?}");
        }
        // What one makes more the other makes less.
        assert!((found[0].plain + found[1].plain - 1.0).abs() < 1e-12, "{found:?}");
        let none = play(&Spec::default().game("nim(1+2)").player("random").player("perfect")).unwrap().memory_gaps();
        assert_eq!(none, []);
    }
}
