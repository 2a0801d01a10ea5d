//! Best-reply search for more than two seats: in each round one opponent alone replies at its best.
//!
//! Between two of its own moves it assumes that only one opponent, the most dangerous, replies
//! freely; the others play the move that looks best to them one ply ahead. So it searches deeper
//! than a search that expects all the others to cooperate against it, and is less pessimistic.

use agon_core::{
    Algorithm, AnyPosition, Belief, Bound, Estimator, Node, OptionSpec, Options, PlayerPlugin, Position, Reason, Seat,
    Sentence, SetupError, after, horizon::Window, inventory,
};

use crate::{
    depth::{self, FARTHEST},
    search::{self, Spent},
    search_frame::{Watch, chooses_by_search},
    stack::Stack,
};

/// Best-reply search for three and more seats: between two own moves only one opponent, the one that
/// hurts most, replies freely.
pub struct BestReply {
    depth: Option<u32>,
    estimator: Estimator,
    seats: u8,
}

impl Algorithm for BestReply {
    const NAME: &'static str = "best-reply";
    const SUMMARY: &'static str = "of all the others only one, the most dangerous, answers at its best";
    const HELP: &'static str = "Between two own moves one of the others replies with any move, the \
        one that is worst for this player; the rest play the move with the best estimate for \
        themselves.\n\nOwn moves and free replies count as depth, the others cost none. Dice \
        are averaged; they cost none either, unless they follow other dice.\n\nIn the original of Schadd and Winands the rest \
        would pass; a position has no passing here, so this is the later form of it in which they \
        make an ordinary move. Any number of seats, any payoffs; for two seats whose payoffs add \
        up to a constant it is minimax. Sources: M. Schadd and M. Winands, Best reply search for \
        multiplayer games (2011); M. Esser, M. Gras, M. Winands, M. Schadd and M. Lanctot, \
        Improving best-reply search (2013).";
    const OPTIONS: &'static [OptionSpec] =
        &[depth::option("3", "how many own moves and replies to look ahead"), Estimator::OPTION];
    type Memory<P: Position> = Stack<P>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        let estimator = Estimator::of(options, game)?;
        let depth = depth::read(Self::NAME, options, game, false)?;
        Ok(BestReply { depth, estimator, seats: game.facts().seats })
    }

    chooses_by_search!(|player, stack, position, turn, watch| {
        let search = ReplySearch::new(player, &player.estimator, stack, position, turn, watch);
        let mut decision = search.decide(player.depth, |search, depth, best| {
            let alpha = best.unwrap_or(f64::NEG_INFINITY);
            let value = search.value(1, depth, None, Window { alpha, ..Window::FULL })?;
            Ok((value, if value <= alpha { Bound::Upper } else { Bound::Exact }))
        });
        if turn.explain && 2 < player.seats {
            decision = decision.with_note(believed());
            // The line contains the expected answer, if another seat gives it.
            if let [_, m, ..] = decision.pv[..]
                && matches!(after(position, decision.m).node(), Node::Decision(seat) if seat != turn.seat)
            {
                decision.beliefs.push(Belief { m, probability: 1.0 });
            }
        }
        decision
    });
}

/// The note on its model of the others.
fn believed() -> Sentence {
    Sentence::named(
        "one-is-dangerous",
        "takes one of the others for dangerous, and the rest for players who look no further than a move",
    )
}

inventory::submit! { PlayerPlugin::of::<BestReply>() }

type ReplySearch<'a, P, O> = search::Search<'a, P, &'a BestReply, O>;

impl<P: Position, O: Watch> ReplySearch<'_, P, O> {
    /// The value of the position at `ply` to the seat that searches. `replier` is the seat that has
    /// replied freely in this round, if any.
    fn value(&mut self, ply: usize, depth: u32, replier: Option<Seat>, window: Window) -> Result<f64, Spent> {
        let depth = self.enter(ply, depth, window)?;
        let found = self.search(ply, depth, replier, window);
        self.leave(ply, window, found)
    }

    #[inline]
    fn search(&mut self, ply: usize, depth: u32, replier: Option<Seat>, window: Window) -> Result<f64, Spent> {
        let here = &self.stack.at(ply).here;
        match here.node() {
            Node::Terminal => return Ok(here.payoff(self.me)),
            Node::Chance => {
                if let Some(below) = self.stack.below_chance(ply, depth) {
                    let total = self.stack.list_outcomes(ply);
                    return self.mean(ply, total, |search| search.value(ply + 1, below, replier, Window::FULL));
                }
            }
            Node::Decision(seat) if seat == self.me => {
                if 0 < depth {
                    self.stack.list_moves(ply);
                    let below = |search: &mut Self, _, window| search.value(ply + 1, depth - 1, None, window);
                    return Ok(self.best(ply, true, window, Some(window.beta), below)?.0);
                }
            }
            Node::Decision(seat) => match replier {
                Some(replier) if replier != seat && ply < FARTHEST => {
                    return self.usual(ply, depth, seat, replier, window);
                }
                _ if 0 < depth => return self.reply(ply, depth, seat, replier, window),
                _ => {}
            },
        }
        Ok(self.guess(ply))
    }

    /// After another's free reply: `seat` plays the move that looks best to it.
    fn usual(&mut self, ply: usize, depth: u32, seat: Seat, replier: Seat, window: Window) -> Result<f64, Spent> {
        self.stack.list_moves(ply);
        let index = self.usual_move(ply, depth, seat)?;
        if O::ON {
            for (other, &m) in self.stack.at(ply).room.moves.iter().enumerate() {
                if other != index {
                    self.frame.skip(m, Reason::Unbelieved);
                }
            }
        }
        self.descend(ply, index);
        let value = self.value(ply + 1, depth, Some(replier), window)?;
        if self.explain {
            self.stack.extend_line(ply, index);
        }
        Ok(value)
    }

    /// `seat` either replies freely, or plays its usual move and leaves the free reply to another.
    fn reply(
        &mut self,
        ply: usize,
        depth: u32,
        seat: Seat,
        replier: Option<Seat>,
        window: Window,
    ) -> Result<f64, Spent> {
        self.stack.list_moves(ply);
        // A single opponent has nobody to leave it to.
        let usual = match replier {
            None if 2 < self.rule.seats => Some(self.usual_move(ply, depth, seat)?),
            _ => None,
        };
        let below = |search: &mut Self, index, window| {
            let comes_round = search.stack.at(ply + 1).here.node() == Node::Decision(search.me);
            if usual == Some(index) && !comes_round {
                search.value(ply + 1, depth, None, window)
            } else {
                search.value(ply + 1, depth - 1, Some(seat), window)
            }
        };
        Ok(self.best(ply, false, window, Some(window.alpha), below)?.0)
    }

    /// The listed move of `ply` after which the position looks best to `seat`; the first of equals.
    fn usual_move(&mut self, ply: usize, depth: u32, seat: Seat) -> Result<usize, Spent> {
        let count = self.stack.at(ply).room.moves.len();
        let mut best: Option<(f64, usize)> = None;
        for index in 0..count {
            if count == 1 {
                return Ok(index);
            }
            self.descend(ply, index);
            let value = self.glance(ply + 1, depth, seat)?;
            if best.is_none_or(|(most, _)| most < value) {
                best = Some((value, index));
            }
        }
        Ok(best.expect("a decision node has a move").1)
    }
}
