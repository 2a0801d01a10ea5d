//! Whether two ways to play random games play the same game: their lengths and their results.

use std::collections::BTreeSet;

/// A random game that was played to its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Played {
    /// The number of plies, if the library reports it.
    pub plies: Option<u32>,
    /// The payoff of the first seat: 1, 0 or −1.
    pub result: i32,
}

/// A number of random games.
#[derive(Debug)]
pub(crate) struct Sample {
    plies: Vec<u32>,
    results: Vec<i32>,
}

impl Sample {
    /// `count` games by `play`.
    pub(crate) fn of(games: usize, mut play: impl FnMut() -> Played) -> Sample {
        let games: Vec<Played> = (0..games).map(|_| play()).collect();
        let mut plies: Vec<u32> = games.iter().filter_map(|game| game.plies).collect();
        plies.sort_unstable();
        Sample { plies, results: games.iter().map(|game| game.result).collect() }
    }

    /// Whether both may well come from one distribution, of lengths and of results.
    ///
    /// # Errors
    ///
    /// The statistic that distinguishes them, by name.
    pub(crate) fn is_like(&self, other: &Sample, name: &str) -> Result<(), String> {
        // Kolmogorov and Smirnov: by chance, one comparison of ten thousand fails.
        if !other.plies.is_empty() {
            let (here, there) = (self.plies.len() as f64, other.plies.len() as f64);
            let limit = 2.2 * ((here + there) / (here * there)).sqrt();
            let lengths: BTreeSet<u32> = self.plies.iter().chain(&other.plies).copied().collect();
            for length in lengths {
                let share = |plies: &[u32]| plies.partition_point(|&found| found <= length) as f64 / plies.len() as f64;
                let (here, there) = (share(&self.plies), share(&other.plies));
                if limit < (here - there).abs() {
                    return Err(format!(
                        "{name}: {there:.3} of all games take {length} plies at most, of Agon's {here:.3}"
                    ));
                }
            }
        }
        for result in [-1, 0, 1] {
            let share = |results: &[i32]| {
                results.iter().filter(|&&found| found == result).count() as f64 / results.len() as f64
            };
            let (here, there) = (share(&self.results), share(&other.results));
            let both = f64::midpoint(here, there);
            let (m, n) = (self.results.len() as f64, other.results.len() as f64);
            let limit = 4.5 * (both * (1.0 - both) * (1.0 / m + 1.0 / n)).sqrt();
            if limit < (here - there).abs() {
                return Err(format!(
                    "{name}: the first seat gets {result} in {there:.3} of all games, in Agon's in {here:.3}"
                ));
            }
        }
        Ok(())
    }
}
