//! The frame of every search: one position per ply, and single functions that enter and leave a
//! position. They count positions, check the clock and the stop signal, and report to the observer.

use std::ops::ControlFlow;

use agon_core::{
    AnyMove, Bound, Entered, Estimator, Iteration, Left, Manner, Move, Node, Observer, Position, Reason, Seat,
    horizon::Window,
};

use crate::node_budget::NodeBudget;

/// One ply of the current line: the position and its working room.
#[derive(Clone, Debug)]
pub(crate) struct Ply<P, X = ()> {
    /// The position.
    pub(crate) here: P,
    /// Lists that are reused, so that no node allocates.
    pub(crate) room: X,
}

/// The line from the root down. It grows with the depth of the search, and is reused for the next
/// move only to save allocations.
#[derive(Clone, Debug)]
pub struct Line<P, X = ()>(Vec<Ply<P, X>>);

impl<P, X> Default for Line<P, X> {
    fn default() -> Self {
        Line(Vec::new())
    }
}

impl<P: Position, X: Default> Line<P, X> {
    /// Makes `position` the first of the line, and returns its place.
    pub(crate) fn stand_at(&mut self, position: &P) -> &mut P {
        match self.0.first_mut() {
            Some(root) => root.here.clone_from(position),
            None => self.push(position.clone()),
        }
        &mut self.0[0].here
    }

    /// The line with room for `depth` plies below the first.
    pub(crate) fn reach(&mut self, depth: u32) -> &mut [Ply<P, X>] {
        let len = depth as usize + 1;
        while self.0.len() < len {
            self.push(self.0[0].here.clone());
        }
        &mut self.0[..len]
    }

    /// All plies there are.
    pub(crate) fn plies(&mut self) -> &mut [Ply<P, X>] {
        &mut self.0
    }

    /// The ply number `ply`, the root being number 0.
    #[inline]
    pub(crate) fn at(&mut self, ply: usize) -> &mut Ply<P, X> {
        &mut self.0[ply]
    }

    /// The same, read-only.
    #[inline]
    pub(crate) fn see(&self, ply: usize) -> &Ply<P, X> {
        &self.0[ply]
    }

    /// Two neighbouring plies: the one numbered `ply`, and the next.
    #[inline]
    pub(crate) fn pair(&mut self, ply: usize) -> (&mut Ply<P, X>, &mut Ply<P, X>) {
        if self.0.len() <= ply + 1 {
            self.grow();
        }
        let [above, below] = &mut self.0[ply..ply + 2] else { unreachable!("it is two long") };
        (above, below)
    }

    /// One more ply at the end.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let last = self.0.last().expect("a line begins somewhere");
        self.push(last.here.clone());
    }

    fn push(&mut self, here: P) {
        self.0.push(Ply { here, room: X::default() });
    }
}

/// The value of `position` to `seat` without a search: its payoff or its estimate.
#[inline]
pub(crate) fn at_a_glance<P: Position>(estimator: &Estimator, position: &P, seat: Seat) -> f64 {
    match position.node() {
        Node::Terminal => position.payoff(seat),
        _ => estimator.estimate(position, seat),
    }
}

/// Moves by their codes.
pub(crate) fn moves_of<M: Move>(codes: &[u64]) -> Vec<M> {
    codes.iter().filter_map(|&code| M::from_code(code)).collect()
}

/// An observer of a search, or none.
pub(crate) trait Watch {
    /// Whether there is an observer.
    const ON: bool;
    /// The next position entered is reached from `here` by `m`.
    #[inline]
    fn step<P: Position>(&mut self, here: &P, m: P::Move) {
        let _ = (here, m);
    }
    /// Adds details of the next position entered.
    #[inline]
    fn next(&mut self, say: impl FnOnce(&mut Entered)) {
        let _ = say;
    }
    #[inline]
    fn entered(&mut self, window: Window) {
        let _ = window;
    }
    #[inline]
    fn left(&mut self, left: Left<'_>) {
        let _ = left;
    }
    #[inline]
    fn skipped(&mut self, m: impl Move, why: Reason) {
        let _ = (m, why);
    }
    #[inline]
    fn iterated(&mut self, iteration: Iteration<'_>) {
        let _ = iteration;
    }
}

/// Implements the two ways of asking an algorithm, watched or not, from its one way of searching: the given code, or
/// its `search` with these arguments. Values are reported for the seat to move, or for the seat given last.
macro_rules! chooses_by_search {
    () => {
        $crate::search_frame::chooses_by_search!(|player, memory, position, turn, watch| {
            player.search(memory, position, turn, watch)
        });
    };
    (|$player:ident, $memory:ident, $position:ident, $turn:ident, $watch:ident| $search:expr) => {
        $crate::search_frame::chooses_by_search!(|$player, $memory, $position, $turn, $watch| $search, $turn.seat);
    };
    (
        |$player:ident, $memory:ident, $position:ident, $turn:ident, $watch:ident| $search:expr,
        $seat:expr
    ) => {
        fn choose<P: agon_core::Position>(
            &self,
            $memory: &mut Self::Memory<P>,
            $position: &P,
            $turn: &mut agon_core::Turn<'_>,
        ) -> agon_core::Decision<P::Move> {
            let ($player, $watch) = (self, $crate::search_frame::Unwatched);
            $search
        }

        fn choose_watched(
            &self,
            $memory: &mut Self::Memory<agon_core::AnyPosition>,
            $position: &agon_core::AnyPosition,
            $turn: &mut agon_core::Turn<'_>,
            observer: &mut dyn agon_core::Observer,
        ) -> agon_core::Decision<agon_core::AnyMove> {
            let ($player, $watch) = (self, $crate::search_frame::Watched::by(observer, $seat));
            $search
        }
    };
}
pub(crate) use chooses_by_search;

/// No observer, at no cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unwatched;

impl Watch for Unwatched {
    const ON: bool = false;
}

/// An observer watches.
pub(crate) struct Watched<'o> {
    observer: &'o mut dyn Observer,
    /// The seat for which values are reported by default.
    seat: Seat,
    /// Details of the next position entered. Its move stays that of the position left last until another is set: the
    /// same position may be entered again.
    next: Entered,
    /// How the open positions were reached.
    line: Vec<(Option<AnyMove>, Option<Node>)>,
}

impl<'o> Watched<'o> {
    /// Reports to `observer`, with the values of `seat`.
    pub(crate) fn by(observer: &'o mut dyn Observer, seat: Seat) -> Watched<'o> {
        let next = Entered::new(None, None, seat, Window::FULL.ends());
        Watched { observer, seat, next, line: Vec::new() }
    }
}

impl Watch for Watched<'_> {
    const ON: bool = true;

    fn step<P: Position>(&mut self, here: &P, m: P::Move) {
        let (by, from) = (Some(AnyMove(m.code())), Some(here.node()));
        self.next = Entered::new(by, from, self.seat, Window::FULL.ends());
    }
    fn next(&mut self, say: impl FnOnce(&mut Entered)) {
        say(&mut self.next);
    }
    fn entered(&mut self, window: Window) {
        let nothing = Entered::new(None, None, self.seat, Window::FULL.ends());
        let mut entered = std::mem::replace(&mut self.next, nothing);
        entered.window = window.ends();
        self.observer.entered(entered);
        self.line.push((entered.by, entered.from));
    }
    fn left(&mut self, left: Left<'_>) {
        self.observer.left(left);
        (self.next.by, self.next.from) = self.line.pop().unwrap_or_default();
    }
    fn skipped(&mut self, m: impl Move, why: Reason) {
        self.observer.skipped(AnyMove(m.code()), why);
    }
    fn iterated(&mut self, iteration: Iteration<'_>) {
        self.observer.iterated(iteration);
    }
}

/// The expected lines during a search: from each ply the best so far, as codes of moves. A ply is identified by the
/// number of plies below it.
#[derive(Clone, Debug, Default)]
struct Lines {
    from: Vec<Vec<u64>>,
}

impl Lines {
    /// A position with `left` plies below it is entered.
    fn begin(&mut self, left: usize) {
        if self.from.len() <= left {
            self.from.resize_with(left + 1, Vec::new);
        }
        self.from[left].clear();
    }

    /// From such a position the line is now `m`, followed by the line below it.
    fn go_on(&mut self, left: usize, m: u64) {
        let (below, here) = self.from.split_at_mut(left);
        let here = &mut here[0];
        here.clear();
        here.push(m);
        here.extend(below.last().into_iter().flatten());
    }
}

/// The work of every search at each position: counting it, checking the clock and the stop signal, and reporting to the
/// observer.
pub(crate) struct SearchFrame<'a, O> {
    pub(crate) node_budget: NodeBudget<'a>,
    watch: O,
    /// The lines found so far, if lines are requested.
    lines: Option<Lines>,
}

impl<'a, O: Watch> SearchFrame<'a, O> {
    pub(crate) fn new(node_budget: NodeBudget<'a>, watch: O) -> SearchFrame<'a, O> {
        SearchFrame { node_budget, watch, lines: None }
    }

    /// The same, keeping the expected lines if that is requested.
    pub(crate) fn with_lines(self, is_wished: bool) -> SearchFrame<'a, O> {
        SearchFrame { lines: is_wished.then(Lines::default), ..self }
    }

    /// Whether lines are recorded.
    #[inline]
    pub(crate) fn keeps_lines(&self) -> bool {
        self.lines.is_some()
    }

    /// Clears the line from the position with `left` plies below it.
    #[inline]
    pub(crate) fn begin_line(&mut self, left: usize) {
        if let Some(lines) = &mut self.lines {
            lines.begin(left);
        }
    }

    /// The line from that position is now `m`, followed by the line below it.
    #[inline]
    pub(crate) fn extend_line(&mut self, left: usize, m: impl Move) {
        if let Some(lines) = &mut self.lines {
            lines.go_on(left, m.code());
        }
    }

    /// Sets the line from that position, by codes.
    pub(crate) fn set_line(&mut self, left: usize, codes: Vec<u64>) {
        if let Some(lines) = &mut self.lines {
            lines.begin(left);
            lines.from[left] = codes;
        }
    }

    /// The expected line from that position, as codes; empty if no lines are recorded.
    pub(crate) fn line(&self, left: usize) -> &[u64] {
        self.lines.as_ref().and_then(|lines| lines.from.get(left)).map_or(&[], Vec::as_slice)
    }

    /// Puts the position after `m` in `here` at `next`.
    #[inline]
    pub(crate) fn descend<P: Position>(&mut self, here: &P, next: &mut P, m: P::Move) {
        next.play_from(here, m);
        self.watch.step(here, m);
    }

    /// Enters a position: counts it; false if no more are allowed.
    #[inline]
    pub(crate) fn enter(&mut self, window: Window) -> bool {
        if !self.count() {
            return false;
        }
        self.open(window);
        true
    }

    /// Counts a position; false if no more are allowed.
    #[inline]
    pub(crate) fn count(&mut self) -> bool {
        self.node_budget.count()
    }

    /// Reports entering a position that was counted before.
    #[inline]
    pub(crate) fn open(&mut self, window: Window) {
        self.watch.entered(window);
    }

    /// Adds details of the next position entered, for an observer.
    #[inline]
    pub(crate) fn next(&mut self, say: impl FnOnce(&mut Entered)) {
        self.watch.next(say);
    }

    /// Leaves the current position with `value` to the seat that the search is for.
    #[inline]
    pub(crate) fn leave(&mut self, value: f64, bound: Bound, why: Reason) {
        self.tell(Left::new(value, bound, why));
    }

    /// The same, with further details.
    #[inline]
    pub(crate) fn tell(&mut self, mut left: Left<'_>) {
        if self.node_budget.is_stopped() {
            left.why = Reason::Stopped;
        }
        self.watch.left(left);
    }

    /// Reports a move of the current position as not searched.
    #[inline]
    pub(crate) fn skip(&mut self, m: impl Move, why: Reason) {
        self.watch.skipped(m, why);
    }

    /// Reports the moves of `here`, the current position, that are not in `kept` as not searched. Does nothing without
    /// an observer.
    #[inline]
    pub(crate) fn skip_rest<P: Position>(&mut self, here: &P, why: Reason, kept: impl Fn(P::Move) -> bool) {
        if O::ON {
            let _ = here.each_move(|m| {
                if !kept(m) {
                    self.skip(m, why);
                }
                ControlFlow::Continue(())
            });
        }
    }

    /// Counts a position that is only estimated, with `value` to `seat`.
    #[inline]
    pub(crate) fn glance(&mut self, seat: Seat, value: impl FnOnce() -> f64) -> Option<f64> {
        self.next(|next| (next.look, next.seat) = (Manner::Glance, seat));
        if !self.enter(Window::FULL) {
            return None;
        }
        let value = value();
        self.leave(value, Bound::Exact, Reason::Horizon);
        Some(value)
    }
}
