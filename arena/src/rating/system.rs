//! The systems by which players are rated.

use super::online::System;

/// How players are rated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RatingSystem {
    /// Over all games at once, by a [`Rater`](super::Rater).
    #[default]
    Likelihood,
    /// Game by game in the order of the plan, by [`Online`](super::Online).
    Online(System),
}

impl RatingSystem {
    /// All systems.
    pub const ALL: [RatingSystem; 3] =
        [RatingSystem::Likelihood, RatingSystem::Online(System::Glicko2), RatingSystem::Online(System::WengLin)];

    /// Its name in commands and documents.
    pub const fn word(self) -> &'static str {
        match self {
            RatingSystem::Likelihood => "likelihood",
            RatingSystem::Online(System::Glicko2) => "glicko-2",
            RatingSystem::Online(System::WengLin) => "weng-lin",
        }
    }

    /// The system of that name, if there is one.
    pub fn named(word: &str) -> Option<RatingSystem> {
        RatingSystem::ALL.into_iter().find(|system| system.word() == word)
    }
}
