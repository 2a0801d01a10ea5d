//! A position that counts the moves that are played to look at it, so that a player's own count can
//! be held to the truth.

use std::{
    fmt::{self, Debug, Display},
    hash::{Hash, Hasher},
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::{
    AnyMove, AnyPosition, Facts, Heuristic, Named, Node, Position, Seat, Stream, TextError,
};

/// A position of any game, and how many moves were played in it and its copies. Playouts do not
/// count. It keeps the rules and the estimates of the game; of its advice, what decides which moves
/// are looked at.
pub(super) struct CountingPosition {
    here: AnyPosition,
    played: Arc<AtomicU64>,
}

impl CountingPosition {
    /// The position to ask a player about, and where the count will stand.
    pub(super) fn of(position: &AnyPosition) -> (AnyPosition, Arc<AtomicU64>) {
        let played = Arc::new(AtomicU64::new(0));
        let counting = CountingPosition { here: position.clone(), played: Arc::clone(&played) };
        (counting.erase(), played)
    }

    fn with(&self, here: AnyPosition) -> CountingPosition {
        CountingPosition { here, played: Arc::clone(&self.played) }
    }
}

impl Clone for CountingPosition {
    fn clone(&self) -> CountingPosition {
        self.with(self.here.clone())
    }
    fn clone_from(&mut self, source: &CountingPosition) {
        self.here.clone_from(&source.here);
    }
}

impl PartialEq for CountingPosition {
    fn eq(&self, other: &CountingPosition) -> bool {
        self.here == other.here
    }
}

impl Eq for CountingPosition {}

impl Hash for CountingPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.here.hash(state);
    }
}

impl Debug for CountingPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.here, f)
    }
}

impl Display for CountingPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.here, f)
    }
}

impl Position for CountingPosition {
    type Move = AnyMove;

    fn facts(&self) -> Facts {
        self.here.facts()
    }
    fn node(&self) -> Node {
        self.here.node()
    }
    fn each_move(&self, visit: impl FnMut(AnyMove) -> ControlFlow<()>) -> ControlFlow<()> {
        self.here.each_move(visit)
    }
    fn play(&mut self, m: AnyMove) {
        self.played.fetch_add(1, Ordering::Relaxed);
        self.here.play(m);
    }
    fn payoff(&self, seat: Seat) -> f64 {
        self.here.payoff(seat)
    }
    fn parse(&self, text: &str) -> Result<CountingPosition, TextError> {
        Ok(self.with(self.here.parse(text)?))
    }
    fn weight(&self, outcome: AnyMove) -> u32 {
        self.here.weight(outcome)
    }
    fn draw_move(&self, stream: &mut Stream) -> AnyMove {
        self.here.draw_move(stream)
    }
    fn playout(&mut self, stream: &mut Stream) {
        self.here.playout(stream);
    }
    fn key(&self) -> u64 {
        self.here.key()
    }
    fn heuristics(&self) -> &'static [Named] {
        self.here.heuristics()
    }
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        self.here.estimate(heuristic, seat)
    }
    fn features(&self) -> &'static [Named] {
        self.here.features()
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        self.here.feature_values(seat, values);
    }
    fn each_relevant(&self, visit: impl FnMut(AnyMove) -> ControlFlow<()>) -> ControlFlow<()> {
        self.here.each_relevant(visit)
    }
    fn each_sufficient(&self, visit: impl FnMut(AnyMove) -> ControlFlow<()>) -> ControlFlow<()> {
        self.here.each_sufficient(visit)
    }
    fn hint(&self, m: AnyMove) -> i32 {
        self.here.hint(m)
    }
    fn is_forcing(&self, m: AnyMove) -> bool {
        self.here.is_forcing(m)
    }
    fn pass(&mut self) -> bool {
        self.here.pass()
    }
}
