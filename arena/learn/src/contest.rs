//! The matches by which the best evaluation stays or is replaced.
//!
//! At numbers of games that are known beforehand, the present evaluation plays a match of a fixed length against the best before it,
//! and takes its place with at least half of the points. Openings and draws come from streams of their own, so the matches
//! change nothing of what is learned, and depend on nothing but the seed and the number of games.

use std::{cmp::Ordering, sync::Arc};

use agon_arena::{SpecError, plan::learning_stream};
use agon_core::{Position, Seed};

use crate::{
    best::{BestMatch, BestSoFar},
    learning::{GENERATION, Learning},
    model::LearnedModel,
    network::Network,
    self_play::{SelfPlay, SelfPlayManner},
    strength::{MatchFigures, SearchKnown},
};

/// The first of the streams from which the seeds of matches are drawn, and of those of games of one seat.
const MATCHES: u64 = 1 << 46;
const ALONE: u64 = (1 << 46) + (1 << 45);

/// The games between two matches at first.
const APART: u64 = 1024;

/// Later there is a match after each such part more of all games.
const PART: u64 = 8;

/// The games of a match with one seat.
const GAMES: u64 = 200;

impl Learning {
    /// Which evaluation is the best so far, where that is kept.
    pub fn best(&self) -> Option<&BestSoFar> {
        self.best.as_ref().map(|best| &best.about)
    }

    /// If it is time for a match and the best is kept: the present evaluation plays it, and becomes the best with at least half of the
    /// points. The first one is the best without a match, and then there is none to be told of; nor if `stop` says so before the end, and
    /// then it is played again. The number of `threads` makes no difference.
    ///
    /// # Errors
    ///
    /// Where a player is at fault, a weight is no number any more, or the arena itself fails.
    pub fn compare(
        &mut self,
        threads: usize,
        stop: &Arc<dyn Fn() -> bool + Send + Sync>,
    ) -> Result<Option<BestMatch>, SpecError> {
        if is_time(self.about.games - self.about.read) { self.challenge(threads, stop) } else { Ok(None) }
    }

    /// The result of this learning, from which nothing goes on: where the best is kept, the present evaluation plays a last match
    /// against it unless `stop` says so before its end, and the better one is the result.
    ///
    /// # Errors
    ///
    /// As those of [`Learning::compare`].
    pub fn settle(mut self, threads: usize, stop: &Arc<dyn Fn() -> bool + Send + Sync>) -> Result<Learning, SpecError> {
        self.challenge(threads, stop)?;
        let Some(best) = &self.best else { return Ok(self) };
        if best.about.games != self.about.games && !best.bytes.is_empty() {
            let model = LearnedModel::decode(&best.bytes).expect("it was written by this program");
            if self.network.net.is_some() {
                self.means.clone_from(&model.network.weights);
            }
            (self.about, self.network) = (model.about, model.network);
            self.settled = Some(best.bytes.clone());
        }
        Ok(self)
    }

    /// The match of the present evaluation against the best, unless it was played or nobody wants to know.
    fn challenge(
        &mut self,
        threads: usize,
        stop: &Arc<dyn Fn() -> bool + Send + Sync>,
    ) -> Result<Option<BestMatch>, SpecError> {
        let games = self.about.games;
        if stop() || self.best.as_ref().is_none_or(|best| games <= best.about.compared) {
            return Ok(None);
        }
        self.check().map_err(SpecError::new)?;
        let Some((own, bytes)) = self.model() else { return Ok(None) };
        let best = self.best.as_ref().expect("it is kept");
        let mut result = None;
        if !best.bytes.is_empty() {
            let other = LearnedModel::decode(&best.bytes).map_err(SpecError::new)?;
            let Some(found) = self.duel(&own, other, threads, stop)? else { return Ok(None) };
            result = Some(found);
        }
        let best = self.best.as_mut().expect("it is kept");
        best.about.compared = games;
        best.about.matches += u64::from(result.is_some());
        best.about.last.clone_from(&result);
        if result.as_ref().is_none_or(|result| result.taken) {
            (best.about.games, best.bytes) = (games, bytes);
            best.about.won.clone_from(&result);
        }
        Ok(result)
    }

    /// A match of two evaluations; nothing if `stop` says so before its end.
    fn duel(
        &self,
        own: &LearnedModel,
        other: LearnedModel,
        threads: usize,
        stop: &Arc<dyn Fn() -> bool + Send + Sync>,
    ) -> Result<Option<BestMatch>, SpecError> {
        let (games, against) = (own.games(), other.games());
        let shares = self.game.start.facts().seats != 1;
        let result = |played: u64, [value, low, high]: [f64; 3]| BestMatch {
            games,
            against,
            played,
            shares,
            // A state that is read says the same as before it was written.
            value: rounded(value),
            low: rounded(low),
            high: rounded(high),
            taken: if shares { 0.5 <= value } else { 0.0 <= value },
        };
        if !shares {
            let found = self.duel_alone([&own.network, &other.network], stop.as_ref());
            return Ok(found.map(|(played, figures)| result(played, figures)));
        }
        // Another for each match, so that none is good at the openings of all.
        let mut stream = learning_stream(Seed(self.about.seed), MATCHES + games);
        let [high, low] = [(); 2].map(|()| u64::from(stream.below(u32::MAX)));
        let seed = high << 32 | low;
        let players = [own.clone(), other].map(|model| SearchKnown::of(model, self.about.depth));
        let [own, other] = [&players[0].term, &players[1].term];
        let MatchFigures { difference, games: played, is_whole } =
            self.meet([own, other], seed, threads, Arc::clone(stop))?;
        Ok(difference.filter(|_| is_whole).map(|figures| result(played, figures)))
    }

    /// How much more the first of two networks gets at a game of one seat, with its 95 % interval: both play with the same draws.
    fn duel_alone(&self, networks: [&Network; 2], stop: &(dyn Fn() -> bool + Send + Sync)) -> Option<(u64, [f64; 3])> {
        let mut game = SelfPlay::default();
        let manner = SelfPlayManner { explores: 0, depth: 1 };
        let (mut count, mut mean, mut squares) = (0u64, 0.0, 0.0);
        for number in 0..GAMES {
            let mut paid = [None; 2];
            for (network, paid) in networks.iter().zip(&mut paid) {
                let mut stream = learning_stream(Seed(self.about.seed), ALONE + number);
                if !game.play(network, &self.game.start, manner, &mut stream, stop) {
                    return None;
                }
                *paid = game.paid.first().copied();
            }
            let [Some(one), Some(other)] = paid else { continue };
            // By B. P. Welford's recurrence.
            count += 1;
            let more = f64::from(one) - f64::from(other);
            let before = more - mean;
            mean += before / count as f64;
            squares += before * (more - mean);
        }
        let variance = squares / (count.saturating_sub(1).max(1)) as f64;
        let error = 1.96 * (variance / count.max(1) as f64).sqrt();
        Some((count, [mean, mean - error, mean + error]))
    }
}

/// Whether there is a match after this number of games of self-play.
fn is_time(games: u64) -> bool {
    let mut time = APART;
    loop {
        match time.cmp(&games) {
            Ordering::Less => time += APART.max(time / PART / GENERATION * GENERATION),
            order => return order == Ordering::Equal,
        }
    }
}

/// To six digits after the point, which JSON keeps.
fn rounded(figure: f64) -> f64 {
    (1e6 * figure).round() / 1e6
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use agon_roster as _;

    use super::{GENERATION, is_time};
    use crate::{Learning, LearningSpec, ModelKind};

    fn learning(game: &str, kind: ModelKind, keeps_best: bool) -> Learning {
        Learning::new(&LearningSpec { keeps_best, ..LearningSpec::new(game, 3, kind) }).unwrap()
    }

    /// Whatever it had learned, it now believes the contrary.
    fn spoil(learning: &mut Learning) {
        let (size, from) = match &learning.network.net {
            // The units are odd: with all signs changed the value would be the same.
            Some(net) => (net.size(), net.output()),
            None => (learning.network.size, 0),
        };
        for weights in [&mut learning.network.weights, &mut learning.means] {
            for set in weights.chunks_mut(size) {
                set[from..].iter_mut().for_each(|weight| *weight = -*weight);
            }
        }
    }

    #[test]
    fn an_evaluation_that_has_become_worse_does_not_replace_the_best() {
        let stop: Arc<dyn Fn() -> bool + Send + Sync> = Arc::new(|| false);
        let net = ModelKind::Net { hidden: 8, residual: false };
        for (game, kind) in [
            ("connect-four(width=4, height=4)", ModelKind::Tables),
            ("tic-tac-toe", ModelKind::Compact),
            ("tic-tac-toe", net),
            ("2048(goal=16)", ModelKind::Tables),
            ("tic-tac-toe(width=4, height=3, line=3, players=3)", ModelKind::Tables),
        ] {
            let mut learning = learning(game, kind, true);
            let mut alone = self::learning(game, kind, false);
            while learning.generation(1, 1024, &|| false) {}
            while alone.generation(1, 1024, &|| false) {}
            assert_eq!(learning.compare(1, &stop).unwrap(), None, "{game}: the first has nobody to play");
            while learning.generation(1, 2048, &|| false) {}
            spoil(&mut learning);
            let found = learning.compare(2, &stop).unwrap().unwrap();
            assert_eq!((found.games, found.against, found.taken), (2048, 1024, false), "{game}");
            assert!(found.low <= found.value && found.value <= found.high, "{game}: {found:?}");
            assert!(found.high < if found.shares { 0.5 } else { 0.0 }, "{game}: {found:?}");
            assert_eq!(found.shares, !game.starts_with("2048"));
            // Once is enough.
            assert_eq!(learning.compare(1, &stop).unwrap(), None);
            let learning = learning.settle(1, &stop).unwrap();
            let best = learning.best().unwrap();
            assert_eq!((best.games, best.matches, best.compared), (1024, 1, 2048), "{game}");
            assert_eq!((&best.won, &best.last), (&None, &Some(found)));
            // What is left is the evaluation of then, to the byte.
            let ((model, bytes), (_, expected)) = (learning.model().unwrap(), alone.model().unwrap());
            assert!(bytes == expected, "{game}");
            assert_eq!((model.games(), learning.games()), (1024, 1024));
            let weights = |network: &crate::network::Network| network.weights.clone();
            assert_eq!(weights(&learning.learned()), weights(&model.network), "{game}");
        }
    }

    #[test]
    fn a_better_evaluation_replaces_the_best() {
        let stop: Arc<dyn Fn() -> bool + Send + Sync> = Arc::new(|| false);
        let mut learning = learning("connect-four(width=5, height=4)", ModelKind::Tables, true);
        while learning.generation(1, 1024, &|| false) {}
        spoil(&mut learning);
        assert_eq!(learning.compare(1, &stop).unwrap(), None);
        spoil(&mut learning);
        let learning = {
            while learning.generation(1, 1050, &|| false) {}
            learning.settle(1, &stop).unwrap()
        };
        let best = learning.best().unwrap();
        let won = best.won.as_ref().unwrap();
        assert!(0.5 < won.low && won.taken && best.last == best.won, "{best:?}");
        assert_eq!((won.games, won.against, best.games, learning.games()), (1050, 1024, 1050, 1050));
    }

    #[test]
    fn matches_are_played_after_numbers_of_games_that_are_known_beforehand() {
        let times: Vec<u64> = (0..14_000).filter(|&games| is_time(games)).collect();
        assert_eq!(times, [1024, 2048, 3072, 4096, 5120, 6144, 7168, 8192, 9216, 10_368, 11_664, 13_120]);
        let many = (0..400_000 / GENERATION).filter(|number| is_time(number * GENERATION)).count();
        assert_eq!(many, 41);
    }
}
