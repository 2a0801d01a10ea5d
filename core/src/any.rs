//! Positions of a game not known until run time.
//!
//! [`AnyPosition`] is itself a [`Position`], so an algorithm written once, generically, plays
//! games its author never heard of. Copying in place keeps its box, so a search that keeps one
//! position per ply allocates nothing per node, erased or not.

use std::{
    any::{Any, TypeId},
    fmt::{self, Debug, Display, Write},
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use dyn_clone::DynClone;

use crate::{Facts, Heuristic, Move, Named, Node, Position, Scoresheet, Seat, Stream, TextError};

/// A move of some game, by its code. Write it with the position that allows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AnyMove(pub u64);

impl Display for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

impl Move for AnyMove {
    #[inline]
    fn code(self) -> u64 {
        self.0
    }
    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        Some(AnyMove(code))
    }
}

/// A position of some game.
pub struct AnyPosition(Box<dyn Erased>);

impl AnyPosition {
    /// Forgets which game `position` belongs to.
    pub fn new(position: impl Position) -> Self {
        AnyPosition(Box::new(position))
    }

    /// Remembers the game again, if it is `P`.
    #[inline]
    pub fn downcast<P: Position>(&self) -> Option<&P> {
        self.0.as_any().downcast_ref()
    }

    /// The type that was forgotten.
    pub fn position_type(&self) -> TypeId {
        self.0.as_any().type_id()
    }
}

impl Clone for AnyPosition {
    fn clone(&self) -> Self {
        AnyPosition(dyn_clone::clone_box(&*self.0))
    }
    fn clone_from(&mut self, source: &Self) {
        self.0.assign(&*source.0);
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(&*other.0)
    }
}

impl Eq for AnyPosition {}

impl Hash for AnyPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.key());
    }
}

impl Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
    }
}

impl Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl Position for AnyPosition {
    type Move = AnyMove;

    fn facts(&self) -> Facts {
        self.0.facts()
    }
    #[inline]
    fn node(&self) -> Node {
        self.0.node()
    }
    #[inline]
    fn each_move(&self, mut visit: impl FnMut(AnyMove) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0.each_move(&mut visit)
    }
    #[inline]
    fn play(&mut self, m: AnyMove) {
        self.0.play(m);
    }
    #[inline]
    fn payoff(&self, seat: Seat) -> f64 {
        self.0.payoff(seat)
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        self.0.parse(text)
    }
    #[inline]
    fn weight(&self, outcome: AnyMove) -> u32 {
        self.0.weight(outcome)
    }
    #[inline]
    fn play_from(&mut self, source: &Self, m: AnyMove) {
        self.0.play_from(&*source.0, m);
    }
    #[inline]
    fn moves(&self, list: &mut Vec<AnyMove>) {
        self.0.moves(list);
    }
    #[inline]
    fn count(&self) -> usize {
        self.0.count()
    }
    #[inline]
    fn nth(&self, n: usize) -> AnyMove {
        self.0.nth(n)
    }
    #[inline]
    fn is_legal(&self, m: AnyMove) -> bool {
        self.0.is_legal(m)
    }
    #[inline]
    fn draw_move(&self, stream: &mut Stream) -> AnyMove {
        self.0.draw_move(stream)
    }
    #[inline]
    fn playout(&mut self, stream: &mut Stream) {
        self.0.playout(stream);
    }
    #[inline]
    fn key(&self) -> u64 {
        self.0.key()
    }
    fn write_move(&self, m: AnyMove, out: &mut dyn Write) -> fmt::Result {
        self.0.write_move(m, out)
    }
    fn parse_move(&self, text: &str) -> Option<AnyMove> {
        self.0.parse_move(text)
    }
    fn write_scoresheet(&self, m: AnyMove, out: &mut dyn Write) -> fmt::Result {
        self.0.write_scoresheet(m, out)
    }
    fn scoresheet(&self) -> Scoresheet {
        self.0.scoresheet()
    }
    fn drawing(&self) -> String {
        self.0.drawing()
    }
    fn heuristics(&self) -> &'static [Named] {
        self.0.heuristics()
    }
    #[inline]
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        self.0.estimate(heuristic, seat)
    }
    fn keep(&mut self, heuristic: Option<Heuristic>) {
        self.0.keep(heuristic);
    }
    fn features(&self) -> &'static [Named] {
        self.0.features()
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        self.0.feature_values(seat, values);
    }
    #[inline]
    fn each_relevant(&self, mut visit: impl FnMut(AnyMove) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0.each_relevant(&mut visit)
    }
    #[inline]
    fn each_sufficient(
        &self,
        mut visit: impl FnMut(AnyMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.0.each_sufficient(&mut visit)
    }
    fn hint(&self, m: AnyMove) -> i32 {
        self.0.hint(m)
    }
    fn is_forcing(&self, m: AnyMove) -> bool {
        self.0.is_forcing(m)
    }
    fn pass(&mut self) -> bool {
        self.0.pass()
    }
    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }
    fn image(&self, symmetry: usize) -> Self {
        AnyPosition(self.0.image(symmetry))
    }
    fn image_of_move(&self, m: AnyMove, symmetry: usize) -> AnyMove {
        self.0.image_of_move(m, symmetry)
    }
    fn erase(&self) -> AnyPosition {
        self.clone()
    }
}

type Visit<'a> = &'a mut dyn FnMut(AnyMove) -> ControlFlow<()>;

/// The object-safe shadow of [`Position`]. Private: authors implement `Position`.
trait Erased: DynClone + Debug + Display + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn assign(&mut self, source: &dyn Erased);
    fn equals(&self, other: &dyn Erased) -> bool;

    fn facts(&self) -> Facts;
    fn node(&self) -> Node;
    fn each_move(&self, visit: Visit<'_>) -> ControlFlow<()>;
    fn play(&mut self, m: AnyMove);
    fn payoff(&self, seat: Seat) -> f64;
    fn parse(&self, text: &str) -> Result<AnyPosition, TextError>;
    fn weight(&self, outcome: AnyMove) -> u32;
    fn play_from(&mut self, source: &dyn Erased, m: AnyMove);
    fn moves(&self, list: &mut Vec<AnyMove>);
    fn count(&self) -> usize;
    fn nth(&self, n: usize) -> AnyMove;
    fn is_legal(&self, m: AnyMove) -> bool;
    fn draw_move(&self, stream: &mut Stream) -> AnyMove;
    fn playout(&mut self, stream: &mut Stream);
    fn key(&self) -> u64;
    fn write_move(&self, m: AnyMove, out: &mut dyn Write) -> fmt::Result;
    fn parse_move(&self, text: &str) -> Option<AnyMove>;
    fn write_scoresheet(&self, m: AnyMove, out: &mut dyn Write) -> fmt::Result;
    fn scoresheet(&self) -> Scoresheet;
    fn drawing(&self) -> String;
    fn heuristics(&self) -> &'static [Named];
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64;
    fn keep(&mut self, heuristic: Option<Heuristic>);
    fn features(&self) -> &'static [Named];
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>);
    fn each_relevant(&self, visit: Visit<'_>) -> ControlFlow<()>;
    fn each_sufficient(&self, visit: Visit<'_>) -> ControlFlow<()>;
    fn hint(&self, m: AnyMove) -> i32;
    fn is_forcing(&self, m: AnyMove) -> bool;
    fn pass(&mut self) -> bool;
    fn symmetries(&self) -> usize;
    fn image(&self, symmetry: usize) -> Box<dyn Erased>;
    fn image_of_move(&self, m: AnyMove, symmetry: usize) -> AnyMove;
}

fn same_game<P: Position>(position: &dyn Erased) -> &P {
    let position = position.as_any().downcast_ref::<P>();
    position.expect("a position is only ever assigned from its own game")
}

#[inline]
fn known<P: Position>(m: AnyMove) -> P::Move {
    P::Move::from_code(m.0).expect("a move that is played was read from its own game")
}

impl<P: Position> Erased for P {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn assign(&mut self, source: &dyn Erased) {
        self.clone_from(same_game(source));
    }
    fn equals(&self, other: &dyn Erased) -> bool {
        other.as_any().downcast_ref::<P>().is_some_and(|other| self == other)
    }
    fn facts(&self) -> Facts {
        Position::facts(self)
    }
    fn node(&self) -> Node {
        Position::node(self)
    }
    fn each_move(&self, visit: Visit<'_>) -> ControlFlow<()> {
        Position::each_move(self, |m| visit(AnyMove(m.code())))
    }
    fn play(&mut self, m: AnyMove) {
        Position::play(self, known::<P>(m));
    }
    fn payoff(&self, seat: Seat) -> f64 {
        Position::payoff(self, seat)
    }
    fn parse(&self, text: &str) -> Result<AnyPosition, TextError> {
        Position::parse(self, text).map(AnyPosition::new)
    }
    fn weight(&self, outcome: AnyMove) -> u32 {
        Position::weight(self, known::<P>(outcome))
    }
    fn play_from(&mut self, source: &dyn Erased, m: AnyMove) {
        Position::play_from(self, same_game(source), known::<P>(m));
    }
    fn moves(&self, list: &mut Vec<AnyMove>) {
        list.clear();
        let _ = Position::each_move(self, |m| {
            list.push(AnyMove(m.code()));
            ControlFlow::Continue(())
        });
    }
    fn count(&self) -> usize {
        Position::count(self)
    }
    fn nth(&self, n: usize) -> AnyMove {
        AnyMove(Position::nth(self, n).code())
    }
    fn is_legal(&self, m: AnyMove) -> bool {
        P::Move::from_code(m.0).is_some_and(|m| Position::is_legal(self, m))
    }
    fn draw_move(&self, stream: &mut Stream) -> AnyMove {
        AnyMove(Position::draw_move(self, stream).code())
    }
    fn playout(&mut self, stream: &mut Stream) {
        Position::playout(self, stream);
    }
    fn key(&self) -> u64 {
        Position::key(self)
    }
    fn write_move(&self, m: AnyMove, out: &mut dyn Write) -> fmt::Result {
        Position::write_move(self, known::<P>(m), out)
    }
    fn parse_move(&self, text: &str) -> Option<AnyMove> {
        Position::parse_move(self, text).map(|m| AnyMove(m.code()))
    }
    fn write_scoresheet(&self, m: AnyMove, out: &mut dyn Write) -> fmt::Result {
        Position::write_scoresheet(self, known::<P>(m), out)
    }
    fn scoresheet(&self) -> Scoresheet {
        Position::scoresheet(self)
    }
    fn drawing(&self) -> String {
        Position::drawing(self)
    }
    fn heuristics(&self) -> &'static [Named] {
        Position::heuristics(self)
    }
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        Position::estimate(self, heuristic, seat)
    }
    fn keep(&mut self, heuristic: Option<Heuristic>) {
        Position::keep(self, heuristic);
    }
    fn features(&self) -> &'static [Named] {
        Position::features(self)
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        Position::feature_values(self, seat, values);
    }
    fn each_relevant(&self, visit: Visit<'_>) -> ControlFlow<()> {
        Position::each_relevant(self, |m| visit(AnyMove(m.code())))
    }
    fn each_sufficient(&self, visit: Visit<'_>) -> ControlFlow<()> {
        Position::each_sufficient(self, |m| visit(AnyMove(m.code())))
    }
    fn hint(&self, m: AnyMove) -> i32 {
        Position::hint(self, known::<P>(m))
    }
    fn is_forcing(&self, m: AnyMove) -> bool {
        Position::is_forcing(self, known::<P>(m))
    }
    fn pass(&mut self) -> bool {
        Position::pass(self)
    }
    fn symmetries(&self) -> usize {
        Position::symmetries(self)
    }
    fn image(&self, symmetry: usize) -> Box<dyn Erased> {
        Box::new(Position::image(self, symmetry))
    }
    fn image_of_move(&self, m: AnyMove, symmetry: usize) -> AnyMove {
        AnyMove(Position::image_of_move(self, known::<P>(m), symmetry).code())
    }
}
