//! Positions of a game not known until run time.
//!
//! [`AnyPosition`] is itself a [`Position`], so an algorithm written once, generically, plays
//! games its author has never seen. `clone_from` reuses the box, so a search with one position per
//! ply allocates nothing per node, erased or not.
//!
//! A new method of `Position` gets its default there and one line here, in `erase!`; so does a method of a trait of
//! [`Extras`].

use std::{
    any::{Any, TypeId},
    fmt::{self, Debug, Display, Write},
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use dyn_clone::DynClone;

use crate::{
    Aim, Contribution, Estimator, Explained, Extras, Eye, Facts, Featured, Heuristic, Leaf, Learnable, Move, Named,
    Node, Picture, Position, Remarks, Seat, Stream, Symmetric, TextError,
    horizon::{Horizon, Window},
    scoresheet::position_in_tag,
};

/// A move of some game, as its code. Write it with the position in which it is legal.
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
///
/// The game computes [`node`](Position::node) once, in the call that plays the move.
pub struct AnyPosition {
    body: Box<dyn Erased>,
    node: Node,
}

impl AnyPosition {
    /// Erases the type of `position`.
    pub fn new(position: impl Position) -> Self {
        let node = position.node();
        AnyPosition { body: Box::new(position), node }
    }

    /// A copy of `position` with its type erased, once: one that is erased already is only copied.
    pub fn of<P: Position>(position: &P) -> Self {
        let erased = (position as &dyn Any).downcast_ref::<AnyPosition>();
        erased.cloned().unwrap_or_else(|| AnyPosition::new(position.clone()))
    }

    /// The concrete position, or `None` if its type is not `P`.
    #[inline]
    pub fn downcast<P: Position>(&self) -> Option<&P> {
        (&*self.body as &dyn Any).downcast_ref()
    }

    /// Plays `m` if it is [legal](Position::is_legal). Returns whether it was.
    #[inline]
    pub fn try_play(&mut self, m: AnyMove) -> bool {
        let node = self.body.try_play(m);
        self.node = node.unwrap_or(self.node);
        node.is_some()
    }

    /// The legal move with this [number](Learnable::number).
    pub fn numbered(&self, number: u32) -> Option<AnyMove> {
        self.body.numbered(number)
    }

    /// Visits the [numbers](Learnable::number) of all legal moves, in one call of the game.
    pub fn each_number(&self, visit: &mut dyn FnMut(u32)) {
        self.body.each_number(visit);
    }

    /// The position without the erased type around it.
    pub(crate) fn body(&self) -> &dyn Any {
        &*self.body
    }

    /// The erased type.
    pub(crate) fn position_type(&self) -> TypeId {
        (&*self.body as &dyn Any).type_id()
    }
}

impl Clone for AnyPosition {
    fn clone(&self) -> Self {
        AnyPosition { body: dyn_clone::clone_box(&*self.body), node: self.node }
    }
    /// Reuses the box if `source` has the same type; otherwise clones.
    fn clone_from(&mut self, source: &Self) {
        if !self.body.assign(&*source.body) {
            self.body = dyn_clone::clone_box(&*source.body);
        }
        self.node = source.node;
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &Self) -> bool {
        self.body.equals(&*other.body)
    }
}

impl Eq for AnyPosition {}

impl Hash for AnyPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.body.key());
    }
}

impl Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.body, f)
    }
}

impl Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.body, f)
    }
}

type Visit<'a> = &'a mut dyn FnMut(AnyMove) -> ControlFlow<()>;
type VisitLeaf<'a> = &'a mut dyn FnMut(AnyMove, Leaf) -> ControlFlow<()>;

/// The invariant behind every downcast.
const SAME_GAME: &str = "a position is only ever searched with those of its own game";

/// The invariant behind the downcast of a position to the erased type.
const ERASED: &str = "two types of one number are one type";

/// Writes three things of one line for a method of [`Position`]: the method of [`AnyPosition`],
/// which calls the shadow; the shadow's method, which is object-safe; and its implementation for a
/// concrete position, which calls the method again. The same, in `beside`, for a trait of [`Extras`], which the concrete
/// position may not have: there its extras are called.
///
/// `; m` is a move, which stands before the other arguments. `= f` turns the concrete answer into
/// the erased one. `visit` is a method that visits moves. What takes or gives a whole position is
/// written out below, once for each of the three.
macro_rules! erase {
    (
        $(fn $name:ident(
            $this:ident: $receiver:ty $(; $m:ident)? $(, $argument:ident: $type:ty)*
        ) $(-> $answer:ty)? $(= $erased:path)?;)*
        $(visit $visit:ident;)*
        any { $($any:item)* }
        $(beside $trait:ident {
            $(fn $also:ident(
                $also_this:ident: $also_receiver:ty $(; $also_m:ident)? $(, $also_argument:ident: $also_type:ty)*
            ) $(-> $also_answer:ty)? $(= $also_erased:path)?;)*
            $(any { $($also_any:item)* })?
        })*
        shadow { $($shadow:item)* }
        concrete { $($concrete:item)* }
    ) => {
        impl Position for AnyPosition {
            type Move = AnyMove;
            $(
                #[inline]
                fn $name($this: $receiver $(, $m: AnyMove)? $(, $argument: $type)*) $(-> $answer)? {
                    $this.body.$name($($m,)? $($argument),*)
                }
            )*
            $(
                #[inline]
                fn $visit(
                    &self,
                    mut visit: impl FnMut(AnyMove) -> ControlFlow<()>,
                ) -> ControlFlow<()> {
                    self.body.$visit(&mut visit)
                }
            )*
            $($any)*
        }

        $(
            impl $trait for AnyPosition {
                $(
                    #[inline]
                    fn $also(
                        $also_this: $also_receiver $(, $also_m: AnyMove)? $(, $also_argument: $also_type)*
                    ) $(-> $also_answer)? {
                        $also_this.body.$also($($also_m,)? $($also_argument),*)
                    }
                )*
                $($($also_any)*)?
            }
        )*

        /// The object-safe shadow of [`Position`]. Private: authors implement `Position`.
        trait Erased: Any + DynClone + Debug + Display + Send + Sync {
            $(fn $name($this: $receiver $(, $m: AnyMove)? $(, $argument: $type)*) $(-> $answer)?;)*
            $(fn $visit(&self, visit: Visit<'_>) -> ControlFlow<()>;)*
            $($(
                fn $also(
                    $also_this: $also_receiver $(, $also_m: AnyMove)? $(, $also_argument: $also_type)*
                ) $(-> $also_answer)?;
            )*)*
            $($shadow)*
        }

        impl<P: Position> Erased for P {
            $(
                fn $name($this: $receiver $(, $m: AnyMove)? $(, $argument: $type)*) $(-> $answer)? {
                    $(let $m = known::<P>($m);)?
                    $($erased)?(Position::$name($this $(, $m)? $(, $argument)*))
                }
            )*
            $(
                fn $visit(&self, visit: Visit<'_>) -> ControlFlow<()> {
                    Position::$visit(self, |m| visit(coded(m)))
                }
            )*
            $($(
                fn $also(
                    $also_this: $also_receiver $(, $also_m: AnyMove)? $(, $also_argument: $also_type)*
                ) $(-> $also_answer)? {
                    $(let $also_m = known::<P>($also_m);)?
                    $($also_erased)?(Extras::$also($also_this $(, $also_m)? $(, $also_argument)*))
                }
            )*)*
            $($concrete)*
        }
    };
}

erase! {
    fn facts(self: &Self) -> Facts;
    fn payoff(self: &Self, seat: Seat) -> f64;
    fn weight(self: &Self; outcome) -> u32;
    fn key(self: &Self) -> u64;

    fn count(self: &Self) -> usize;
    fn nth(self: &Self, n: usize) -> AnyMove = coded;
    fn draw_move(self: &Self, stream: &mut Stream) -> AnyMove = coded;
    fn policy_move(self: &Self, stream: &mut Stream) -> AnyMove = coded;

    fn write_move(self: &Self; m, out: &mut dyn Write) -> fmt::Result;
    fn parse_move(self: &Self, text: &str) -> Option<AnyMove> = coded_if_any;
    fn picture(self: &Self) -> Picture;
    fn aim(self: &Self; m) -> Aim;

    fn cover(self: &mut Self, eye: Eye) -> bool;
    fn write_view(self: &Self, eye: Eye, out: &mut dyn Write) -> fmt::Result;
    fn view_key(self: &Self, eye: Eye) -> u64;
    fn picture_for(self: &Self, eye: Eye) -> Picture;

    fn heuristics(self: &Self) -> &'static [Named];
    fn estimate(self: &Self, heuristic: Heuristic, seat: Seat) -> f64;
    fn keep(self: &mut Self, heuristic: Option<Heuristic>);
    fn hint(self: &Self; m) -> i32;
    fn is_forcing(self: &Self; m) -> bool;
    fn is_forced(self: &Self) -> bool;
    fn outcomes_look_alike(self: &Self) -> bool;
    fn present_key(self: &Self) -> u64;

    visit each_move;
    visit each_relevant;
    visit each_sufficient;
    visit each_forcing;

    any {
        const EXTRAS: Extras<Self> = Extras::NONE.explained().featured().learnable().symmetric();

        fn parse(&self, text: &str) -> Result<Self, TextError> {
            self.body.parse(position_in_tag(text).unwrap_or(text))
        }
        #[inline]
        fn node(&self) -> Node {
            debug_assert_eq!(self.node, self.body.node_now(), "{}", self.body);
            self.node
        }
        #[inline]
        fn play(&mut self, m: AnyMove) {
            self.node = self.body.play(m);
        }
        #[inline]
        fn play_from(&mut self, source: &Self, m: AnyMove) {
            self.node = self.body.play_from(&*source.body, m);
        }
        #[inline]
        fn playout(&mut self, stream: &mut Stream) {
            self.node = self.body.playout(stream);
        }
        fn pass(&mut self) -> bool {
            let (node, passes) = self.body.pass();
            self.node = node;
            passes
        }
        #[inline]
        fn moves(&self, list: &mut Vec<AnyMove>) {
            self.body.moves(list);
        }
        #[inline]
        fn each_leaf(
            &self,
            room: &mut Self,
            estimator: &Estimator,
            seat: Seat,
            mut visit: impl FnMut(AnyMove, Leaf) -> ControlFlow<()>,
        ) -> ControlFlow<()> {
            self.body.each_leaf(&mut *room.body, estimator, seat, &mut visit)
        }
        #[inline]
        fn is_legal(&self, m: AnyMove) -> bool {
            self.body.is_legal(m)
        }
        fn redeal(&self, seat: Seat, stream: &mut Stream) -> Self {
            self.body.redeal(seat, stream)
        }
        fn bytes(&self) -> usize {
            size_of::<Self>() + self.body.bytes()
        }
    }

    beside Explained {
        fn parts(self: &Self, heuristic: Heuristic) -> Vec<Contribution>;
        fn ending(self: &Self) -> &'static str;
        fn rules(self: &Self) -> Option<String>;
        fn remarks(self: &Self) -> Remarks;
    }

    beside Featured {
        fn features(self: &Self) -> &'static [Named];
        fn feature_values(self: &Self, seat: Seat, values: &mut Vec<f64>);
        fn feature_units(self: &Self, units: &mut Vec<f64>);
    }

    beside Learnable {
        fn numbers(self: &Self) -> u32;
        fn number(self: &Self; m) -> u32;
        fn states(self: &Self, seat: Seat, out: &mut Vec<u8>) -> u8;
        fn swaps(self: &Self) -> bool;
        fn on_turn(self: &Self) -> Seat;
        fn secured(self: &Self, seat: Seat) -> f64;
    }

    beside Symmetric {
        fn symmetries(self: &Self) -> usize;
        fn image_of_move(self: &Self; m, symmetry: usize) -> AnyMove = coded;
        any {
            fn image(&self, symmetry: usize) -> Self {
                self.body.image(symmetry)
            }
        }
    }

    shadow {
        fn assign(&mut self, source: &dyn Erased) -> bool;
        fn equals(&self, other: &dyn Erased) -> bool;
        fn parse(&self, text: &str) -> Result<AnyPosition, TextError>;
        fn node_now(&self) -> Node;
        fn play(&mut self, m: AnyMove) -> Node;
        fn play_from(&mut self, source: &dyn Erased, m: AnyMove) -> Node;
        fn playout(&mut self, stream: &mut Stream) -> Node;
        fn pass(&mut self) -> (Node, bool);
        fn moves(&self, list: &mut Vec<AnyMove>);
        fn each_leaf(
            &self,
            room: &mut dyn Erased,
            estimator: &Estimator,
            seat: Seat,
            visit: VisitLeaf<'_>,
        ) -> ControlFlow<()>;
        fn best_at_horizon(
            &self,
            next: &mut dyn Erased,
            last: Option<&mut dyn Erased>,
            horizon: &mut Horizon<'_>,
            window: Window,
        ) -> f64;
        fn is_legal(&self, m: AnyMove) -> bool;
        fn numbered(&self, number: u32) -> Option<AnyMove>;
        fn each_number(&self, visit: &mut dyn FnMut(u32));
        fn try_play(&mut self, m: AnyMove) -> Option<Node>;
        fn image(&self, symmetry: usize) -> AnyPosition;
        fn redeal(&self, seat: Seat, stream: &mut Stream) -> AnyPosition;
        fn bytes(&self) -> usize;
    }

    concrete {
        fn assign(&mut self, source: &dyn Erased) -> bool {
            let source = (source as &dyn Any).downcast_ref::<P>();
            source.is_some_and(|source| {
                self.clone_from(source);
                true
            })
        }
        fn equals(&self, other: &dyn Erased) -> bool {
            (other as &dyn Any).downcast_ref::<P>().is_some_and(|other| self == other)
        }
        fn parse(&self, text: &str) -> Result<AnyPosition, TextError> {
            Position::parse(self, text).map(AnyPosition::new)
        }
        fn node_now(&self) -> Node {
            self.node()
        }
        fn play(&mut self, m: AnyMove) -> Node {
            Position::play(self, known::<P>(m));
            self.node()
        }
        fn play_from(&mut self, source: &dyn Erased, m: AnyMove) -> Node {
            Position::play_from(self, same_game(source), known::<P>(m));
            self.node()
        }
        fn playout(&mut self, stream: &mut Stream) -> Node {
            Position::playout(self, stream);
            self.node()
        }
        fn pass(&mut self) -> (Node, bool) {
            let passes = Position::pass(self);
            (self.node(), passes)
        }
        fn moves(&self, list: &mut Vec<AnyMove>) {
            list.clear();
            let _ = Position::each_move(self, |m| {
                list.push(coded(m));
                ControlFlow::Continue(())
            });
        }
        fn each_leaf(
            &self,
            room: &mut dyn Erased,
            estimator: &Estimator,
            seat: Seat,
            visit: VisitLeaf<'_>,
        ) -> ControlFlow<()> {
            let visit = |m, leaf| visit(coded(m), leaf);
            Position::each_leaf(self, room_of_same_game(room), estimator, seat, visit)
        }
        fn best_at_horizon(
            &self,
            next: &mut dyn Erased,
            last: Option<&mut dyn Erased>,
            horizon: &mut Horizon<'_>,
            window: Window,
        ) -> f64 {
            let (next, last) = (room_of_same_game(next), last.map(room_of_same_game));
            best_at_horizon(self, next, last, horizon, window)
        }
        fn numbered(&self, number: u32) -> Option<AnyMove> {
            let mut found = None;
            let _ = Position::each_move(self, |m| {
                if Extras::number(self, m) == number {
                    found = Some(coded(m));
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
            found
        }
        fn each_number(&self, visit: &mut dyn FnMut(u32)) {
            let _ = Position::each_move(self, |m| {
                visit(Extras::number(self, m));
                ControlFlow::Continue(())
            });
        }
        fn is_legal(&self, m: AnyMove) -> bool {
            P::Move::from_code(m.0).is_some_and(|m| Position::is_legal(self, m))
        }
        fn try_play(&mut self, m: AnyMove) -> Option<Node> {
            let m = P::Move::from_code(m.0).filter(|&m| Position::is_legal(self, m))?;
            Position::play(self, m);
            Some(self.node())
        }
        fn image(&self, symmetry: usize) -> AnyPosition {
            AnyPosition::new(Extras::image(self, symmetry))
        }
        fn redeal(&self, seat: Seat, stream: &mut Stream) -> AnyPosition {
            AnyPosition::new(Position::redeal(self, seat, stream))
        }
        fn bytes(&self) -> usize {
            Position::bytes(self)
        }
    }
}

/// The value for MAX of the best move in `here`, found by alpha-beta one ply ahead, or two if `last` is given: exact
/// inside `window`, a bound outside it. `next` and `last` are positions of the same game, free to use. Called where a
/// seat is to act.
///
/// The code is compiled for the game, also where `P` is [`AnyPosition`]: it asks for all of it in one virtual call.
#[inline]
pub fn best_at_horizon<P: Position>(
    here: &P,
    next: &mut P,
    last: Option<&mut P>,
    horizon: &mut Horizon<'_>,
    window: Window,
) -> f64 {
    // Compared when this is compiled for `P`, so that nothing of it is left at run time.
    if TypeId::of::<P>() != TypeId::of::<AnyPosition>() {
        return horizon.best(here, next, last, window);
    }
    let here = (here as &dyn Any).downcast_ref::<AnyPosition>().expect(ERASED);
    let (next, last) = (erased_room(next), last.map(erased_room));
    here.body.best_at_horizon(next, last, horizon, window)
}

/// The body of a position whose type is erased.
fn erased_room<P: Position>(room: &mut P) -> &mut dyn Erased {
    &mut *(room as &mut dyn Any).downcast_mut::<AnyPosition>().expect(ERASED).body
}

fn same_game<P: Position>(position: &dyn Erased) -> &P {
    (position as &dyn Any).downcast_ref().expect(SAME_GAME)
}

fn room_of_same_game<P: Position>(room: &mut dyn Erased) -> &mut P {
    (room as &mut dyn Any).downcast_mut().expect(SAME_GAME)
}

#[inline]
fn known<P: Position>(m: AnyMove) -> P::Move {
    P::Move::from_code(m.0).expect("a move that is played was read from its own game")
}

#[inline]
fn coded<M: Move>(m: M) -> AnyMove {
    AnyMove(m.code())
}

fn coded_if_any<M: Move>(m: Option<M>) -> Option<AnyMove> {
    m.map(coded)
}
