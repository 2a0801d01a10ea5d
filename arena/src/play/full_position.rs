//! The position of a game that is being played, of which players see no more than they may.

use std::mem;

use agon_core::{AnyMove, AnyPosition, Habits, Node, Position, Seat, Seed, Stream};

use crate::plan::numbering::{Purpose, number};

/// A position that no player is handed where something is hidden, but who decides by its view alone: the others are handed
/// redeals of it.
pub(crate) struct FullPosition {
    position: AnyPosition,
    /// The position last shown.
    shown: AnyPosition,
    /// The streams of redeals, by seat; empty without hidden information.
    deals: Vec<Stream>,
}

impl FullPosition {
    /// The position of a game that has not begun.
    pub(crate) fn new(start: &AnyPosition) -> FullPosition {
        FullPosition { position: start.clone(), shown: start.clone(), deals: Vec::new() }
    }

    /// Games that begin with `start` come next.
    pub(crate) fn enter(&mut self, start: &AnyPosition, seed: Seed) {
        let facts = start.facts();
        self.deals.clear();
        if facts.hidden {
            self.deals.extend((0..facts.seats).map(|_| seed.stream(0)));
            self.shown.clone_from(start);
        }
        self.position.clone_from(start);
    }

    /// Game number `index` begins after its opening.
    pub(crate) fn begin(&mut self, opening: &AnyPosition, index: u64) {
        self.position.clone_from(opening);
        for (seat, stream) in (0..).map(Seat).zip(&mut self.deals) {
            stream.restart(number(Purpose::Deal(seat), index));
        }
    }

    /// Whether the game has hidden information.
    pub(crate) fn hides(&self) -> bool {
        !self.deals.is_empty()
    }

    /// A position with the same view for `seat`, where a player with these habits sits: the true one, or in games with
    /// hidden information a redeal, unless the player decides by that view alone.
    #[inline]
    pub(crate) fn shown_to(&mut self, seat: Seat, habits: Habits) -> &AnyPosition {
        let Some(stream) = self.deals.get_mut(seat.index()) else { return &self.position };
        if habits.by_view {
            return &self.position;
        }
        self.shown = self.position.redeal(seat, stream);
        &self.shown
    }

    /// The position last shown, or the true one in games without hidden information.
    pub(crate) fn last_shown(&self) -> &AnyPosition {
        if self.hides() { &self.shown } else { &self.position }
    }

    /// The true position, for the rules alone.
    pub(crate) fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// The position itself where everybody may see it: nothing is hidden, or the game is over.
    pub(crate) fn open(&self) -> Option<&AnyPosition> {
        let is_over = self.position.node() == Node::Terminal;
        (!self.hides() || is_over).then_some(&self.position)
    }

    #[inline]
    pub(crate) fn node(&self) -> Node {
        self.position.node()
    }

    #[inline]
    pub(crate) fn draw_move(&self, nature: &mut Stream) -> AnyMove {
        self.position.draw_move(nature)
    }

    pub(crate) fn play(&mut self, m: AnyMove) {
        self.position.play(m);
    }

    #[inline]
    pub(crate) fn try_play(&mut self, m: AnyMove) -> bool {
        self.position.try_play(m)
    }

    pub(crate) fn is_legal(&self, m: AnyMove) -> bool {
        self.position.is_legal(m)
    }

    pub(crate) fn payoff(&self, seat: Seat) -> f64 {
        self.position.payoff(seat)
    }

    /// After a panic nothing that was touched is used again.
    pub(crate) fn forget(&mut self, start: &AnyPosition) {
        let deals = mem::take(&mut self.deals);
        *self = FullPosition { deals, ..FullPosition::new(start) };
    }
}
