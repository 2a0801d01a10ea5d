//! A question put to a player, and the laws of every answer.

use std::fmt::Write;

use agon_core::{AnyMove, AnyPosition, Belief, Budget, Decision, Player, Position, Seat, Seed, Turn};

use super::super::{
    calm::calm,
    site::{demand, name},
};

/// Is called with the sentence of a law before the player is asked about it.
pub(super) type Announce<'a> = dyn FnMut(&str) + 'a;

/// A law, and what was found instead.
pub(super) type Broken = (&'static str, String);

/// One question: a position, the seat to move, and the budget.
pub(super) struct Question {
    pub(super) position: AnyPosition,
    pub(super) seat: Seat,
    pub(super) budget: Budget,
    pub(super) seed: Seed,
    pub(super) stream: u64,
}

impl Question {
    /// The answer of `player`; an error if it breaks a law of all answers.
    pub(super) fn ask(&self, player: &mut dyn Player, explain: bool) -> Result<Decision<AnyMove>, Broken> {
        self.ask_with(player, explain, self.stream)
    }

    /// The same, with another stream.
    pub(super) fn ask_with(
        &self,
        player: &mut dyn Player,
        explain: bool,
        stream: u64,
    ) -> Result<Decision<AnyMove>, Broken> {
        let before = (self.position.clone(), self.position.to_string());
        let mut stream = self.seed.stream(stream);
        let answer = calm(|| {
            let turn = Turn::new(self.seat, &mut stream).within(self.budget);
            player.choose(&self.position, &mut turn.explained(explain))
        });
        let law = "it chooses a legal move at every decision";
        let decision = answer.and_then(|answer| answer.map_err(|failure| failure.to_string()));
        let decision = decision.map_err(|found| (law, found))?;
        let found = || name(&self.position, decision.m);
        demand(self.position.is_legal(decision.m), found).map_err(|found| (law, found))?;
        let is_untouched = before.0 == self.position && before.1 == self.position.to_string();
        let found = || format!("{}, in full {:?}", self.position, self.position);
        demand(is_untouched, found).map_err(|found| ("the position it was given is as it was", found))?;
        let most = self.budget.nodes.unwrap_or(u64::MAX);
        let found = || format!("{} nodes of {most}", decision.nodes);
        demand(decision.nodes <= most, found).map_err(|found| ("it never spends more nodes than its budget", found))?;
        Ok(decision)
    }
}

/// A decision in words: its move in notation, and the other fields in which two decisions may
/// differ.
pub(super) fn told(question: &Question, decision: &Decision<AnyMove>) -> String {
    let Decision { m, value, bound, depth, nodes, pv, moves, beliefs, .. } = decision;
    let mut text = format!("{} (nodes {nodes}", name(&question.position, *m));
    let words = bound.words();
    let _ = value.iter().try_for_each(|value| write!(text, ", value {words}{value}"));
    let _ = depth.iter().try_for_each(|depth| write!(text, ", depth {depth}"));
    let mut here = question.position.clone();
    for &m in pv {
        let _ = write!(text, ", expects {}", name(&here, m));
        if !here.is_legal(m) {
            break;
        }
        here.play(m);
    }
    for root in moves {
        let _ = write!(text, ", {} {}", name(&question.position, root.m), root.value);
    }
    let here = agon_core::after(&question.position, *m);
    for Belief { m, probability } in beliefs {
        let _ = write!(text, ", believes {} {probability}", name(&here, *m));
    }
    text + ")"
}

#[cfg(test)]
mod tests {
    use agon_core::Decision;

    /// A new field of a decision is either in the words by which two are compared, or stands here beside the note.
    #[test]
    fn a_decision_has_no_field_that_its_words_leave_out() {
        let all = format!("{:?}", Decision::just(0));
        let fields = all.split(['{', ',']).filter_map(|part| Some(part.split_once(':')?.0.trim()));
        let told = ["m", "value", "bound", "depth", "nodes", "pv", "moves", "beliefs"];
        assert_eq!(fields.collect::<Vec<_>>(), [&told[..], &["note"]].concat());
    }
}
