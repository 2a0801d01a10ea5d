//! What a search does is counted, so that "at once" is so much work, on any machine.

use std::{
    cell::{Cell, RefCell},
    fmt,
    ops::ControlFlow,
};

use agon_core::{
    AnyMove, AnyPosition, Facts, Heuristic, Named, Node, Position, Seat, StopSignal, TextError,
};

/// So much is done after the signal only by what would go on for ever.
const ENDLESS: u64 = 10_000_000;

thread_local! {
    /// How much was done on this thread: moves listed and played, positions estimated. And when
    /// that is so much, which signal is given.
    pub(super) static WORK: Cell<u64> = const { Cell::new(0) };
    pub(super) static GIVEN: RefCell<Option<(u64, StopSignal)>> = const { RefCell::new(None) };
}

fn work() {
    let done = WORK.get() + 1;
    WORK.set(done);
    GIVEN.with_borrow(|given| {
        let Some((at, signal)) = given else { return };
        if *at == done {
            signal.give();
        }
        assert!(done <= at + ENDLESS, "it does not mind the signal");
    });
}

/// A position that counts what is done with it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Counted(pub(super) AnyPosition);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Position for Counted {
    type Move = AnyMove;

    fn facts(&self) -> Facts {
        self.0.facts()
    }
    fn node(&self) -> Node {
        self.0.node()
    }
    fn each_move(&self, mut visit: impl FnMut(AnyMove) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0.each_move(|m| {
            work();
            visit(m)
        })
    }
    fn play(&mut self, m: AnyMove) {
        work();
        self.0.play(m);
    }
    fn payoff(&self, seat: Seat) -> f64 {
        self.0.payoff(seat)
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        self.0.parse(text).map(Counted)
    }
    fn weight(&self, outcome: AnyMove) -> u32 {
        self.0.weight(outcome)
    }
    fn count(&self) -> usize {
        work();
        self.0.count()
    }
    fn nth(&self, n: usize) -> AnyMove {
        work();
        self.0.nth(n)
    }
    fn is_legal(&self, m: AnyMove) -> bool {
        self.0.is_legal(m)
    }
    fn heuristics(&self) -> &'static [Named] {
        self.0.heuristics()
    }
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        work();
        self.0.estimate(heuristic, seat)
    }
    fn keep(&mut self, heuristic: Option<Heuristic>) {
        self.0.keep(heuristic);
    }
}
