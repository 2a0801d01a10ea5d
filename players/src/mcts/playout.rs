//! Below the tree: a playout to the end or to a depth, an estimate, or both.

use std::ops::ControlFlow;

use agon_core::{AnyPosition, Estimator, Node, Options, Position, Reason, Seat, SetupError, Stream};

use super::{
    experience::{Experience, Lessons},
    scale::Scale,
};
use crate::{node_budget::NodeBudget, search_frame::at_a_glance};

/// How moves are chosen below the tree, and how many.
#[derive(Clone, Debug)]
pub(super) struct Playout {
    /// The share of random moves; all of them unless the rest is chosen by estimate or by averages.
    epsilon: f64,
    /// Whether random moves are drawn as the game's policy draws them.
    is_policy: bool,
    /// What is learned from playouts for those after them.
    pub(super) lessons: Lessons,
    /// Whether moves are chosen one by one, and not by the game's own way to play to the end.
    by_steps: bool,
    /// The plies after which an unfinished position is estimated.
    plies: u64,
    /// The weight of the estimate of the first position against the final payoffs.
    weight: f64,
    /// The sum of the estimates of two seats, if the second one is not computed separately.
    sum: Option<f64>,
    pub(super) estimator: Estimator,
    /// Whether any estimate is needed.
    is_asked: bool,
}

/// The working room of a playout.
pub(super) struct PlayoutRoom<P: Position> {
    /// The payoffs at the end by seat, scaled to 0..1.
    pub(super) payoffs: Vec<f64>,
    /// The estimates before the playout.
    estimates: Vec<f64>,
    /// Whether the payoffs come from plays alone, or include estimates.
    pub(super) end: Reason,
    /// The moves of the playout with their seats, if recorded.
    pub(super) played: Vec<(Seat, P::Move)>,
    /// What playouts have taught.
    pub(super) experience: Experience<P::Move>,
    /// Whether an observer is told the moves of playouts.
    pub(super) tells: bool,
    /// All moves of the playout, with what chance drew, for an observer.
    told: Vec<P::Move>,
    /// The position where moves are tried.
    pub(super) trial: Option<P>,
}

impl<P: Position> Default for PlayoutRoom<P> {
    fn default() -> Self {
        PlayoutRoom {
            payoffs: Vec::new(),
            estimates: Vec::new(),
            end: Reason::PlayedOut,
            played: Vec::new(),
            experience: Experience::default(),
            tells: false,
            told: Vec::new(),
            trial: None,
        }
    }
}

/// An observer is told the moves of playouts up to this length.
const MOST_TOLD: usize = 1000;

impl<P: Position> PlayoutRoom<P> {
    /// Forgets the moves of the last playout.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.played.clear();
        self.experience.begin_play();
        self.told.clear();
    }

    /// Notes a move below the tree for an observer, if there is one.
    #[inline]
    pub(super) fn tell(&mut self, m: P::Move) {
        if self.tells && self.told.len() <= MOST_TOLD {
            self.told.push(m);
        }
    }

    /// All moves of the last playout, with what chance drew; none of one that was too long, or whose moves are not
    /// known.
    pub(super) fn told(&self) -> &[P::Move] {
        if self.told.len() <= MOST_TOLD { &self.told } else { &[] }
    }

    /// Stores the payoffs at the end of a play.
    #[inline]
    pub(super) fn take_payoffs(&mut self, position: &P, scale: Scale) {
        for (seat, payoff) in self.payoffs.iter_mut().enumerate() {
            *payoff = scale.scaled(position.payoff(Seat(seat as u8)));
        }
    }
}

impl Playout {
    /// Reads `options` of `player` at this game, where `sum` is the sum of the payoffs of two seats, if known. `judges`
    /// says whether moves are estimated as well.
    pub(super) fn configure(
        player: &'static str,
        options: &Options,
        game: &AnyPosition,
        sum: Option<f64>,
        judges: bool,
    ) -> Result<Playout, SetupError> {
        let way = options.text("playout");
        let is_greedy = way == "greedy";
        let is_policy = way == "policy";
        let weight = options.real("estimate");
        let plies = if weight == 1.0 { Some(0) } else { options.limit("plies") };
        let lessons =
            Lessons { grams: options.whole("grams"), replies: options.whole("replies"), keep: options.real("keep") };
        if let Some(Clash { reason, suggestion }) = clash(options, lessons, plies, is_greedy) {
            return Err(SetupError::refused(player, reason, suggestion));
        }
        let is_choosy = is_greedy || 0 < lessons.grams;
        let epsilon = if is_choosy { options.real("epsilon") } else { 1.0 };
        let estimator = Estimator::of(options, game)?;
        Ok(Playout {
            epsilon,
            is_policy,
            lessons,
            by_steps: is_policy || epsilon < 1.0 || plies.is_some() || lessons.any(),
            plies: plies.unwrap_or(u64::MAX),
            weight: if plies == Some(0) { 0.0 } else { weight },
            sum: sum.filter(|_| matches!(estimator, Estimator::Learned(_))),
            estimator,
            is_asked: judges || (is_greedy && epsilon < 1.0) || plies.is_some() || 0.0 < weight,
        })
    }

    /// Whether only dice are played, and every position is estimated.
    pub(super) fn is_estimate(&self) -> bool {
        self.plies == 0
    }

    /// Prepares `position`, the first of all walks, for the estimates needed below it.
    pub(super) fn announce<P: Position>(&self, position: &mut P) {
        if self.is_asked {
            self.estimator.announce(position);
        } else {
            position.keep(None);
        }
    }

    /// Plays on from `position`, which is not terminal, and stores the payoffs in `room`; `false` if `node_budget` was over
    /// first.
    #[inline]
    pub(super) fn run<P: Position>(
        &self,
        position: &mut P,
        room: &mut PlayoutRoom<P>,
        stream: &mut Stream,
        scale: Scale,
        records: bool,
        node_budget: &NodeBudget<'_>,
    ) -> bool {
        if 0.0 < self.weight {
            return self.run_estimated(position, room, stream, scale, records, node_budget);
        }
        if self.by_steps || records {
            return self.run_by_steps(position, room, stream, scale, records, node_budget);
        }
        if room.tells {
            play_and_tell(position, &mut room.told, stream);
        } else {
            position.playout(stream);
        }
        room.take_payoffs(position, scale);
        true
    }

    /// The same with the estimate as a part of the payoffs. Chance is played first.
    #[inline(never)]
    fn run_estimated<P: Position>(
        &self,
        position: &mut P,
        room: &mut PlayoutRoom<P>,
        stream: &mut Stream,
        scale: Scale,
        records: bool,
        node_budget: &NodeBudget<'_>,
    ) -> bool {
        while position.node() == Node::Chance {
            let m = position.draw_move(stream);
            room.tell(m);
            position.play(m);
        }
        if position.node() == Node::Terminal {
            room.take_payoffs(position, scale);
            return true;
        }
        self.estimate(position, room, scale);
        let mut estimates = std::mem::take(&mut room.estimates);
        estimates.clone_from(&room.payoffs);
        let is_done = self.run_by_steps(position, room, stream, scale, records, node_budget);
        for (payoff, estimate) in room.payoffs.iter_mut().zip(&estimates) {
            *payoff += self.weight * (estimate - *payoff);
        }
        (room.estimates, room.end) = (estimates, Reason::Horizon);
        is_done
    }

    fn run_by_steps<P: Position>(
        &self,
        position: &mut P,
        room: &mut PlayoutRoom<P>,
        stream: &mut Stream,
        scale: Scale,
        records: bool,
        node_budget: &NodeBudget<'_>,
    ) -> bool {
        let mut left = self.plies;
        loop {
            let m = match position.node() {
                Node::Terminal => {
                    room.take_payoffs(position, scale);
                    return true;
                }
                Node::Chance => position.draw_move(stream),
                Node::Decision(_) if left == 0 => {
                    self.estimate(position, room, scale);
                    return true;
                }
                Node::Decision(seat) => {
                    let Some(m) = self.choose(position, seat, room, stream, node_budget) else {
                        return false;
                    };
                    if records {
                        room.played.push((seat, m));
                    }
                    if self.lessons.any() {
                        room.experience.note(seat, m);
                    }
                    m
                }
            };
            room.tell(m);
            position.play(m);
            left = left.saturating_sub(1);
        }
    }

    /// The move of `seat` in `position`: a reply that did well before, a random move, or the best by averages or by
    /// estimate; `None` if `node_budget` was over first.
    #[inline]
    fn choose<P: Position>(
        &self,
        position: &P,
        seat: Seat,
        room: &mut PlayoutRoom<P>,
        stream: &mut Stream,
        node_budget: &NodeBudget<'_>,
    ) -> Option<P::Move> {
        if 0 < self.lessons.replies
            && let Some(m) = room.experience.reply(self.lessons, position, seat)
        {
            return Some(m);
        }
        if self.epsilon == 1.0 || stream.unit() < self.epsilon {
            return Some(if self.is_policy { position.policy_move(stream) } else { position.draw_move(stream) });
        }
        if node_budget.is_over() {
            // Looking at every move at every ply may take long.
            return None;
        }
        if 0 < self.lessons.grams {
            return Some(room.experience.best(self.lessons, position, seat, stream));
        }
        let trial = room.trial.get_or_insert_with(|| position.clone());
        Some(self.best_by_estimate(position, trial, seat))
    }

    /// Stores in `room` the estimated payoffs of `position`, where a seat is to act.
    fn estimate<P: Position>(&self, position: &P, room: &mut PlayoutRoom<P>, scale: Scale) {
        room.end = Reason::Horizon;
        let estimate = |seat| self.estimator.estimate(position, Seat(seat));
        if let (Some(sum), [first, second]) = (self.sum, &mut *room.payoffs) {
            let payoff = estimate(0);
            (*first, *second) = (scale.scaled(payoff), scale.scaled(sum - payoff));
            return;
        }
        for (seat, payoff) in room.payoffs.iter_mut().enumerate() {
            *payoff = scale.scaled(estimate(seat as u8));
        }
    }

    /// The move after which the estimate for `seat` is best; the first of equals.
    fn best_by_estimate<P: Position>(&self, position: &P, trial: &mut P, seat: Seat) -> P::Move {
        let mut best: Option<(f64, P::Move)> = None;
        let _ = position.each_move(|m| {
            trial.play_from(position, m);
            let value = at_a_glance(&self.estimator, trial, seat);
            if best.is_none_or(|(most, _)| most < value) {
                best = Some((value, m));
            }
            ControlFlow::Continue(())
        });
        best.expect("a decision node has a move").1
    }
}

/// Options that make no sense together.
struct Clash {
    reason: String,
    suggestion: &'static str,
}

/// What of `options` makes `lessons` impossible, if anything does.
fn clash(options: &Options, lessons: Lessons, plies: Option<u64>, is_greedy: bool) -> Option<Clash> {
    let written = |name: &str| format!("{name}={}", options.written(name));
    if 0 < lessons.grams && is_greedy {
        return Some(Clash {
            reason: format!("{} and playout=greedy both say which move is best", written("grams")),
            suggestion: "leave one of them out",
        });
    }
    if lessons.any() && plies == Some(0) {
        let wanted = if 0 < lessons.grams { "grams" } else { "replies" };
        let without = if options.real("estimate") == 1.0 { "estimate" } else { "plies" };
        return Some(Clash {
            reason: format!("{} learns from playouts, and with {} there are none", written(wanted), written(without)),
            suggestion: "leave one of them out",
        });
    }
    None
}

/// Plays out as [`Position::playout`] does, and adds the moves to `told`: those drawn one by one from the same stream, as
/// far as they lead to the same end. A game may play in a way of its own, which does not tell its moves.
#[cold]
fn play_and_tell<P: Position>(position: &mut P, told: &mut Vec<P::Move>, stream: &mut Stream) {
    let before = told.len();
    let (mut twin, mut draws) = (position.clone(), stream.clone());
    while twin.node() != Node::Terminal && told.len() <= MOST_TOLD {
        let m = twin.draw_move(&mut draws);
        told.push(m);
        twin.play(m);
    }
    position.playout(stream);
    let is_alike = twin.node() == Node::Terminal
        && draws.bits() == stream.clone().bits()
        && Seat::all(position.facts().seats).all(|seat| twin.payoff(seat) == position.payoff(seat));
    if !is_alike {
        told.truncate(before);
    }
}
