//! What a search does is counted, so that "at once" is so much work, on any machine.

use std::{
    cell::{Cell, RefCell},
    fmt,
    ops::ControlFlow,
};

use agon_core::{AnyMove, AnyPosition, Facts, Heuristic, Named, Node, Position, Seat, StopSignal, TextError};

use super::crowd::Crowd;

/// So much is done after the signal only by what would go on for ever.
pub(super) const ENDLESS: u64 = 10_000_000;

thread_local! {
    /// How much was done on this thread: moves listed and played, positions estimated. And when
    /// that is so much, which signal is given.
    pub(super) static WORK: Cell<u64> = const { Cell::new(0) };
    pub(super) static GIVEN: RefCell<Option<(u64, StopSignal)>> = const { RefCell::new(None) };
}

fn work(crowd: &Crowd) {
    let done = WORK.get() + 1;
    WORK.set(done);
    GIVEN.with_borrow(|given| {
        let Some((at, signal)) = given else { return };
        if *at == done {
            signal.give();
        }
        assert!(done <= at + ENDLESS, "it does not mind the signal");
    });
    crowd.worked(done);
}

/// A position that counts the calls of its methods.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Counted {
    here: AnyPosition,
    /// The threads that search it together, where that matters.
    crowd: Crowd,
}

impl Counted {
    /// The work of each thread is its own matter.
    pub(super) fn new(here: AnyPosition) -> Counted {
        Counted { here, crowd: Crowd::default() }
    }

    /// The threads that search it are `crowd`.
    pub(super) fn among(here: AnyPosition, crowd: &Crowd) -> Counted {
        Counted { here, crowd: crowd.clone() }
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.here.fmt(f)
    }
}

impl Position for Counted {
    type Move = AnyMove;

    fn facts(&self) -> Facts {
        self.here.facts()
    }
    fn node(&self) -> Node {
        self.here.node()
    }
    fn each_move(&self, mut visit: impl FnMut(AnyMove) -> ControlFlow<()>) -> ControlFlow<()> {
        self.here.each_move(|m| {
            work(&self.crowd);
            visit(m)
        })
    }
    fn play(&mut self, m: AnyMove) {
        work(&self.crowd);
        self.here.play(m);
    }
    fn payoff(&self, seat: Seat) -> f64 {
        self.here.payoff(seat)
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        self.here.parse(text).map(|here| Counted { here, crowd: self.crowd.clone() })
    }
    fn weight(&self, outcome: AnyMove) -> u32 {
        self.here.weight(outcome)
    }
    fn count(&self) -> usize {
        work(&self.crowd);
        self.here.count()
    }
    fn nth(&self, n: usize) -> AnyMove {
        work(&self.crowd);
        self.here.nth(n)
    }
    fn is_legal(&self, m: AnyMove) -> bool {
        self.here.is_legal(m)
    }
    fn heuristics(&self) -> &'static [Named] {
        self.here.heuristics()
    }
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        work(&self.crowd);
        self.here.estimate(heuristic, seat)
    }
    fn keep(&mut self, heuristic: Option<Heuristic>) {
        self.here.keep(heuristic);
    }
}
