//! The law of players of games with hidden information: decisions depend on the seat's view alone.

use agon_core::{AnyMove, Budget, Decision, Eye, NamedGame, NamedPlayer, Node, Player, Position, Seed, Stream, view};

use super::question::{Announce, Broken, Question, told};
use crate::{misplay::Misplay, site::demand};

/// The number of plays, and the most questions asked in each.
const PLAYS: u64 = 16;
const QUESTIONS: u64 = 6;

/// The budget of each question, in nodes.
const NODES: u64 = 60;

/// The number of positions with the same view that are asked about as well.
const ALIKE: u64 = 3;

const SEES: &str = "it decides alike wherever its seat sees the same";
const REMEMBERS: &str = "it remembers nothing but what it was shown";

/// Three copies of one player: one is given the true positions of a play, one a redeal of each, and one starts anew
/// before every question.
struct SightTrial {
    handed_truth: Box<dyn Player>,
    shown: Box<dyn Player>,
    fresh: Box<dyn Player>,
}

/// Checks that the decisions of `player` depend on views alone, at a game with hidden information.
pub(super) fn check(player: &NamedPlayer, game: &NamedGame, tell: &mut Announce<'_>) -> Result<(), Box<Misplay>> {
    let seat = || player.seat(&game.start).expect("it was seated before");
    let mut sight = SightTrial { handed_truth: seat(), shown: seat(), fresh: seat() };
    for play in 0..PLAYS {
        let mut stream = Seed(play).stream(0);
        let (mut position, mut path) = (game.start.clone(), Vec::new());
        sight.handed_truth.begin();
        sight.shown.begin();
        let mut asked = 0;
        while position.node() != Node::Terminal && asked < QUESTIONS {
            let mut m = position.draw_move(&mut stream);
            if let Node::Decision(seat) = position.node() {
                let question = Question {
                    position: position.clone(),
                    seat,
                    budget: Budget::of(Some(NODES)),
                    seed: Seed(play),
                    stream: 1 + asked,
                };
                tell(SEES);
                let chosen = sight
                    .ask(&question, &mut stream)
                    .map_err(|broken| Misplay::of((player, game), broken, NODES, &path, &position))?;
                // The player's own moves alone would give too little variety.
                m = if stream.below(2) == 0 { chosen } else { m };
                asked += 1;
            }
            position.play(m);
            path.push(m);
        }
    }
    Ok(())
}

impl SightTrial {
    /// Asks about the true position and about others with the same view, and returns the move.
    fn ask(&mut self, question: &Question, stream: &mut Stream) -> Result<AnyMove, Broken> {
        let mut deals = Seed(stream.bits()).stream(0);
        let mut redealt = || Question { position: question.position.redeal(question.seat, &mut deals), ..*question };
        self.fresh.begin();
        let one = question.ask(&mut *self.fresh, true)?;
        for _ in 0..ALIKE {
            let other = redealt();
            self.fresh.begin();
            let again = other.ask(&mut *self.fresh, true)?;
            same(SEES, (question, &one), (&other, &again))?;
        }
        let told = question.ask(&mut *self.handed_truth, false)?;
        let other = redealt();
        let shown = other.ask(&mut *self.shown, false)?;
        same(REMEMBERS, (question, &told), (&other, &shown))?;
        Ok(told.m)
    }
}

/// Checks that two decisions are equal.
fn same(
    law: &'static str,
    (question, one): (&Question, &Decision<AnyMove>),
    (other, again): (&Question, &Decision<AnyMove>),
) -> Result<(), Broken> {
    let seen = || view(&question.position, Eye::Seat(question.seat));
    let note = |decision: &Decision<AnyMove>| {
        decision.note.as_ref().map_or_else(String::new, |note| format!(", saying {note}"))
    };
    let found = || {
        let (ours, theirs) = (told(question, one), told(other, again));
        let at = &other.position;
        format!("{} sees {}: {ours}{}, and at {at} {theirs}{}", question.seat, seen(), note(one), note(again))
    };
    demand(one == again, found).map_err(|found| (law, found))
}
