//! What is told to people of a position and its game, and no search asks.

use crate::{Contribution, Heuristic, Position, Remarks};

/// A position that can be explained: where its estimates come from, and what is to be said of its rules. A game leaves
/// out what it has nothing to say about; it says that it has either by [`Extras::explained`](crate::Extras::explained).
pub trait Explained: Position {
    /// The parts of the estimate by `heuristic`, before it is mapped into the payoff bounds: one for each place, for
    /// example. Empty if the game does not say.
    ///
    /// # Laws
    ///
    /// * A seat's estimate grows with its own values minus those of the others: it is not lower where they are more than
    ///   where they are less.
    fn parts(&self, heuristic: Heuristic) -> Vec<Contribution> {
        let _ = heuristic;
        Vec::new()
    }

    /// How the play ended, in a word or two, such as `stalemate`: asked where it is over. Empty where payoffs say it all.
    fn ending(&self) -> &'static str {
        ""
    }

    /// The rules as their author tells them, on one or several lines, the same at every position of a game; `None` where
    /// the game is told by its [plug-in](crate::GamePlugin) alone.
    fn rules(&self) -> Option<String> {
        None
    }

    /// What is to be said of rules that came from outside, such as a sheet: the same at every position of a game. Rules
    /// that are part of the program have nothing to say.
    fn remarks(&self) -> Remarks {
        Remarks::default()
    }
}
