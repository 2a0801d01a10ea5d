//! A move that a search did not look at.

use std::{collections::HashSet, sync::Arc};

use agon_core::{AnyMove, AnyPosition, Node, Position, Reason, Seat, after, notation};

/// A move that was not looked at.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Skipped {
    /// The move, as it is written.
    pub name: Arc<str>,
    /// Why not.
    pub why: Reason,
    /// Its payoff for each seat, if it ends the game.
    pub payoffs: Box<[f64]>,
}

impl Skipped {
    pub(super) fn of(here: &AnyPosition, m: AnyMove, why: Reason, names: &mut MoveTexts) -> Skipped {
        let after = after(here, m);
        let payoffs = match after.node() {
            Node::Terminal => Seat::all(here.facts().seats).map(|seat| after.payoff(seat)).collect(),
            _ => Box::default(),
        };
        Skipped { name: names.keep(&notation(here, m)), why, payoffs }
    }
}

/// Whether moves without reports were not searched for this reason.
pub(super) fn is_cut(why: Reason) -> bool {
    matches!(
        why,
        Reason::Refuted | Reason::RefutedByPass | Reason::Enough | Reason::Tried | Reason::Searched | Reason::Stopped
    )
}

/// Whether the value above is the same as if the search had looked further there.
pub(super) fn keeps_value(why: Reason) -> bool {
    use Reason::{Enough, Horizon, Insufficient, Known, Refuted, Searched, Solved, Terminal, Tried};
    matches!(why, Terminal | Horizon | Searched | Refuted | Enough | Tried | Known(_) | Solved | Insufficient)
}

/// Moves as they are written, each text once: there are millions of moves in a large tree, and few texts.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveTexts(HashSet<Arc<str>>);

impl MoveTexts {
    fn keep(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.0.get(name) {
            return Arc::clone(known);
        }
        let kept: Arc<str> = name.into();
        self.0.insert(Arc::clone(&kept));
        kept
    }
}
