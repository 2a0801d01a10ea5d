//! A sheet of trees to be searched by hand: what is to be done with them, and the answers.

use std::fmt::Write as _;

use agon_core::{NamedPlayer, StopSignal};
use agon_draw::Diagram;

use crate::{
    exercise::{Difficulty, Exercise},
    table_error::TableError,
};

/// Trees to be searched by hand, and who searched them for the solutions.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Worksheet {
    /// The player's term.
    pub player: String,
    /// The trees, in the order of the sheet.
    pub exercises: Vec<Exercise>,
}

/// What is to be done with every tree of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetTask {
    /// To write the values of the nodes.
    Values,
    /// To write the windows of a search that has them.
    Windows,
    /// To cross out what a search leaves out.
    Cuts,
    /// To name the best move.
    Best,
}

impl Worksheet {
    /// A sheet of these trees, as that player searched them.
    pub fn of(player: &NamedPlayer, exercises: Vec<Exercise>) -> Worksheet {
        Worksheet { player: player.term.clone(), exercises }
    }

    /// A sheet of trees that [`Exercise::drawn`] draws by lot: a player, a difficulty, a seed and a number are the same
    /// sheet everywhere. If `stop` is given it is incomplete.
    ///
    /// # Errors
    ///
    /// If the player can play none of them, or reports nothing.
    pub fn drawn(
        player: &NamedPlayer,
        difficulty: Difficulty,
        seed: u64,
        count: usize,
        stop: &StopSignal,
    ) -> Result<Worksheet, TableError> {
        Ok(Worksheet::of(player, Exercise::drawn(player, difficulty, seed, count, stop)?))
    }

    /// The tasks for every tree, in their order: about windows and cuts only where the search has some.
    pub fn tasks(&self) -> Vec<SheetTask> {
        let any = |holds: fn(&Diagram) -> bool| self.exercises.iter().any(|one| holds(&one.solved));
        let mut tasks = vec![SheetTask::Values];
        if any(Diagram::has_windows) {
            tasks.push(SheetTask::Windows);
        }
        if any(Diagram::has_cuts) {
            tasks.push(SheetTask::Cuts);
        }
        tasks.push(SheetTask::Best);
        tasks
    }
}

impl SheetTask {
    /// Its name in one word, by which translations find it.
    pub const fn name(self) -> &'static str {
        match self {
            SheetTask::Values => "values",
            SheetTask::Windows => "windows",
            SheetTask::Cuts => "cuts",
            SheetTask::Best => "best",
        }
    }

    /// The task in English, for the search of that player.
    pub fn words(self, player: &str) -> String {
        let words = match self {
            SheetTask::Values => "Write its value into every node.",
            SheetTask::Windows => "Write the window (α, β) beside every node, unless it is (-∞, ∞).",
            SheetTask::Cuts => {
                return format!("Cross out the nodes that {player} does not look at, from left to right.");
            }
            SheetTask::Best => "Which move is best, and what is its value?",
        };
        words.to_owned()
    }
}

impl Exercise {
    /// What the sheet of solutions says of the tree, in English.
    pub fn answer(&self) -> String {
        let Exercise { chosen, worth, saved, .. } = self;
        let mut text = match chosen {
            Some(chosen) => format!("Best: move {chosen}, worth {worth}."),
            None => format!("Worth {worth}."),
        };
        if let Some(saved) = saved {
            let _ = write!(text, " {saved}.");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use agon_core::registry;

    use super::*;

    #[test]
    fn tasks_are_about_what_the_search_has() {
        use SheetTask::{Best, Cuts, Values, Windows};
        for (term, expected) in [
            ("minimax", &[Values, Best][..]),
            ("alpha-beta", &[Values, Windows, Cuts, Best]),
            ("averaging(m=2, n=2)", &[Values, Best]),
            ("max-n", &[Values, Cuts, Best]),
        ] {
            let player = registry::player(term).unwrap();
            let sheet = Worksheet::drawn(&player, Difficulty::Easy, 0, 3, &StopSignal::new());
            let sheet = sheet.unwrap();
            assert_eq!((sheet.tasks(), sheet.exercises.len()), (expected.to_vec(), 3), "{term}");
        }
        assert!(Cuts.words("max-n").contains("nodes that max-n does not look at"));
    }

    #[test]
    fn an_answer_has_the_move_the_value_and_what_was_saved() {
        let site = crate::GivenPosition::of("tree([[3,12,8],[2,4,6],[14,5,2]])", None, "").unwrap();
        let answer = |term| Exercise::of(&site, &registry::player(term).unwrap(), &StopSignal::new()).unwrap().answer();
        assert_eq!(answer("alpha-beta"), "Best: move 1, worth 3. 11 of 13 nodes, 15 % saved.");
    }
}
