//! Of all the others only one answers at its best.
//!
//! Between two own moves one opponent, whichever hurts most, replies freely; the rest play what
//! looks best to them at a glance. So the search looks further ahead than one that expects all
//! the others to plot, and fears less.

use agon_core::{
    Algorithm, AnyPosition, Bound, Decision, Estimator, Node, OptionSpec, Options, PlayerPlugin,
    Position, RootMove, Seat, SetupError, Turn, inventory,
};

use crate::{
    found::{Found, answer},
    meter::{Meter, Spent, deepen},
    stack::{Likeliest, Stack},
};

/// See the module.
pub struct BestReply {
    depth: Option<u64>,
    estimator: Estimator,
    seats: u8,
}

impl Algorithm for BestReply {
    const NAME: &'static str = "best-reply";
    const SUMMARY: &'static str =
        "of all the others only one, the most dangerous, answers at its best";
    const HELP: &'static str = "Between two own moves one of the others replies with any move, the \
        one that is worst for this player; the rest play the move with the best estimate for \
        themselves. Own moves and free replies count as depth, the others cost none. Dice \
        are averaged; they cost none either, unless they follow other dice. In the original of Schadd and Winands the rest \
        would pass; a position has no passing here, so this is the later form of it in which they \
        make an ordinary move. Any number of seats, any payoffs; for two seats whose payoffs add \
        up to a constant it is minimax. Sources: M. Schadd and M. Winands, Best reply search for \
        multiplayer games (2011); M. Esser, M. Gras, M. Winands, M. Schadd and M. Lanctot, \
        Improving best-reply search (2013).";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::limit("depth", 1..=10_000, "3", "how many own moves and replies to look ahead"),
        Estimator::OPTION,
    ];
    type Memory<P: Position> = Stack<P>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        let estimator = Estimator::of(options, game)?;
        Ok(BestReply { depth: options.limit("depth"), estimator, seats: game.facts().seats })
    }

    fn choose<P: Position>(
        &self,
        stack: &mut Stack<P>,
        position: &P,
        turn: &mut Turn<'_>,
    ) -> Decision<P::Move> {
        let mut meter = Meter::new(turn.budget);
        let found = deepen(self.depth, &mut meter, |depth, meter| {
            stack.start(position, &self.estimator);
            let wide = turn.explain && turn.budget.nodes.is_none();
            let settings = self;
            Search { settings, stack, meter, me: turn.seat, explain: turn.explain }
                .root(depth, wide)
        });
        answer(found, position, &meter)
    }
}

inventory::submit! { PlayerPlugin::of::<BestReply>() }

/// The values that matter: at most the first, or at least the second, may be wrong on that side.
type Window = (f64, f64);

const EVERYTHING: Window = (f64::NEG_INFINITY, f64::INFINITY);

struct Search<'a, P: Position> {
    settings: &'a BestReply,
    stack: &'a mut Stack<P>,
    meter: &'a mut Meter,
    me: Seat,
    explain: bool,
}

impl<P: Position> Search<'_, P> {
    /// The best move; if `wide`, with the exact value of every move, which costs more.
    fn root(&mut self, depth: u32, wide: bool) -> Result<Found<P::Move>, Spent> {
        self.meter.look(depth)?;
        let mut moves = Vec::new();
        let mut best: Option<(f64, usize)> = None;
        for index in 0..self.stack.list_moves(0) {
            let alpha = match best {
                Some((most, _)) if !wide => most,
                _ => f64::NEG_INFINITY,
            };
            self.stack.descend(0, index);
            let value = self.value(1, depth - 1, None, (alpha, f64::INFINITY))?;
            if self.explain {
                let bound = if value <= alpha { Bound::Upper } else { Bound::Exact };
                moves.push(RootMove { m: self.stack.at(0).moves[index], value, bound });
            }
            if best.is_none_or(|(most, _)| most < value) {
                best = Some((value, index));
                if self.explain {
                    self.stack.extend_line(0, index);
                }
            }
        }
        let (value, index) = best.expect("a decision node has a move");
        let root = self.stack.at(0);
        let line = if self.explain { root.line.clone() } else { Vec::new() };
        Ok(Found { m: root.moves[index], value, line, moves })
    }

    /// What the position at `ply` is worth to the seat that asks. `replier` is the seat that
    /// replies freely in this round, if one did so far.
    fn value(
        &mut self,
        ply: usize,
        depth: u32,
        replier: Option<Seat>,
        window: Window,
    ) -> Result<f64, Spent> {
        self.meter.look(depth)?;
        if self.explain {
            self.stack.at(ply).line.clear();
        }
        let position = &self.stack.at(ply).position;
        match position.node() {
            Node::Terminal => return Ok(position.payoff(self.me)),
            Node::Chance => {
                if let Some(below) = self.stack.below_chance(ply, depth) {
                    return self.chance(ply, below, replier);
                }
            }
            Node::Decision(seat) if seat == self.me => {
                if 0 < depth {
                    return self.own(ply, depth, window);
                }
            }
            Node::Decision(seat) => match replier {
                Some(replier) if replier != seat => {
                    return self.usual(ply, depth, seat, replier, window);
                }
                _ if 0 < depth => return self.reply(ply, depth, seat, replier, window),
                _ => {}
            },
        }
        self.meter.meet_horizon();
        Ok(self.settings.estimator.estimate(&self.stack.at(ply).position, self.me))
    }

    /// Another replied already: `seat` plays what looks best to it.
    fn usual(
        &mut self,
        ply: usize,
        depth: u32,
        seat: Seat,
        replier: Seat,
        window: Window,
    ) -> Result<f64, Spent> {
        self.stack.list_moves(ply);
        let index = self.glance(ply, depth, seat)?;
        self.stack.descend(ply, index);
        let value = self.value(ply + 1, depth, Some(replier), window)?;
        if self.explain {
            self.stack.extend_line(ply, index);
        }
        Ok(value)
    }

    fn own(&mut self, ply: usize, depth: u32, window: Window) -> Result<f64, Spent> {
        let (mut alpha, beta) = window;
        let mut best: Option<f64> = None;
        for index in 0..self.stack.list_moves(ply) {
            self.stack.descend(ply, index);
            let value = self.value(ply + 1, depth - 1, None, (alpha, beta))?;
            if best.is_none_or(|most| most < value) {
                best = Some(value);
                if self.explain {
                    self.stack.extend_line(ply, index);
                }
                if beta <= value {
                    break;
                }
                alpha = alpha.max(value);
            }
        }
        Ok(best.expect("a decision node has a move"))
    }

    /// `seat` may reply freely, or leave that to another by playing what it would anyway.
    fn reply(
        &mut self,
        ply: usize,
        depth: u32,
        seat: Seat,
        replier: Option<Seat>,
        window: Window,
    ) -> Result<f64, Spent> {
        let (alpha, mut beta) = window;
        let count = self.stack.list_moves(ply);
        // With a single opponent there is nobody to leave it to.
        let usual = match replier {
            None if 2 < self.settings.seats => Some(self.glance(ply, depth, seat)?),
            _ => None,
        };
        let mut best: Option<f64> = None;
        for index in 0..count {
            self.stack.descend(ply, index);
            let comes_round = self.stack.at(ply + 1).position.node() == Node::Decision(self.me);
            let value = if usual == Some(index) && !comes_round {
                self.value(ply + 1, depth, None, (alpha, beta))?
            } else {
                self.value(ply + 1, depth - 1, Some(seat), (alpha, beta))?
            };
            if best.is_none_or(|least| value < least) {
                best = Some(value);
                if self.explain {
                    self.stack.extend_line(ply, index);
                }
                if value <= alpha {
                    break;
                }
                beta = beta.min(value);
            }
        }
        Ok(best.expect("a decision node has a move"))
    }

    fn chance(&mut self, ply: usize, depth: u32, replier: Option<Seat>) -> Result<f64, Spent> {
        let total = self.stack.list_outcomes(ply);
        let (mut sum, mut follow) = (0.0, Likeliest::default());
        for index in 0..self.stack.at(ply).moves.len() {
            self.stack.descend(ply, index);
            let weight = self.stack.at(ply).weights[index];
            sum += weight * self.value(ply + 1, depth, replier, EVERYTHING)?;
            if self.explain {
                self.stack.follow(&mut follow, ply, index, weight);
            }
        }
        self.stack.end_line(&follow, ply);
        Ok(sum / total)
    }

    /// The listed move of `ply` after which things look best to `seat`; the first of equals.
    fn glance(&mut self, ply: usize, depth: u32, seat: Seat) -> Result<usize, Spent> {
        let count = self.stack.at(ply).moves.len();
        let mut best: Option<(f64, usize)> = None;
        for index in 0..count {
            if count == 1 {
                return Ok(index);
            }
            self.meter.look(depth)?;
            self.stack.descend(ply, index);
            let position = &self.stack.at(ply + 1).position;
            let value = match position.node() {
                Node::Terminal => position.payoff(seat),
                _ => self.settings.estimator.estimate(position, seat),
            };
            if best.is_none_or(|(most, _)| most < value) {
                best = Some((value, index));
            }
        }
        Ok(best.expect("a decision node has a move").1)
    }
}
