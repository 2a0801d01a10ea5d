//! A position that records which positions a player visits from it, to check the player's own count.

use std::{
    collections::BTreeSet,
    fmt::{self, Debug, Display},
    hash::{Hash, Hasher},
    ops::ControlFlow,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use agon_core::{
    AnyMove, AnyPosition, Extras, Eye, Facts, Featured, Heuristic, Named, Node, Position, Seat, Stream, TextError,
};

/// A position of any game that records the moves played in it and in its copies, except those of playouts. It has the
/// rules and the estimates of the game, and only that advice which decides which moves are searched.
pub(super) struct CountingPosition {
    here: AnyPosition,
    seen: Seen,
}

/// The record.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen(Arc<Mutex<Looks>>);

#[derive(Debug, Default)]
pub(super) struct Looks {
    /// How many moves were played.
    pub(super) moves: u64,
    /// The keys of the positions visited, including the first.
    pub(super) keys: BTreeSet<u64>,
}

impl Seen {
    pub(super) fn looks(&self) -> MutexGuard<'_, Looks> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CountingPosition {
    /// The position to ask a player about, and the record of the visits from it.
    pub(super) fn of(position: &AnyPosition) -> (AnyPosition, Seen) {
        let seen = Seen::default();
        seen.looks().keys.insert(position.key());
        let counting = CountingPosition { here: position.clone(), seen: seen.clone() };
        (AnyPosition::new(counting), seen)
    }

    fn with(&self, here: AnyPosition) -> CountingPosition {
        CountingPosition { here, seen: self.seen.clone() }
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

    const EXTRAS: Extras<Self> = Extras::NONE.featured();

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
        self.here.play(m);
        let mut looks = self.seen.looks();
        looks.moves += 1;
        looks.keys.insert(self.here.key());
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
    fn policy_move(&self, stream: &mut Stream) -> AnyMove {
        self.here.policy_move(stream)
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
    fn write_view(&self, eye: Eye, out: &mut dyn fmt::Write) -> fmt::Result {
        self.here.write_view(eye, out)
    }
    fn view_key(&self, eye: Eye) -> u64 {
        self.here.view_key(eye)
    }
    fn redeal(&self, seat: Seat, stream: &mut Stream) -> CountingPosition {
        self.with(self.here.redeal(seat, stream))
    }
}

impl Featured for CountingPosition {
    fn features(&self) -> &'static [Named] {
        self.here.features()
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        self.here.feature_values(seat, values);
    }
    fn feature_units(&self, units: &mut Vec<f64>) {
        self.here.feature_units(units);
    }
}
