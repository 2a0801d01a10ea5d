//! The trait of positions: what a game implements so that any player can play it.
//!
//! There is no undo. A search keeps one position per ply and copies down the line
//! ([`Position::play_from`]), which allocates nothing once the line is laid out.

use std::{
    fmt::{self, Debug, Display, Write},
    hash::Hash,
    mem::needs_drop,
    ops::ControlFlow,
};

use crate::{
    Aim, Estimator, Extras, Eye, Facts, Heuristic, Leaf, Move, Named, Node, Picture, Seat, Stream, TextError,
    key::key_of,
};

/// A position of a game: everything that determines what may happen next.
///
/// A game consists of six methods and a type, and [`weight`](Position::weight) if there are dice; every player can then
/// play it. Next come a [`picture`](Position::picture) with an [`aim`](Position::aim) for screens, and
/// [`heuristics`](Position::heuristics) with an [`estimate`](Position::estimate) for searches. All other methods have a
/// default too, and can wait until they are needed:
///
/// | group | methods | write them |
/// |---|---|---|
/// | rules | `Move`, `facts`, `node`, `each_move`, `play`, `payoff`, `parse` | always |
/// | chance | `weight` | where outcomes are not equally likely |
/// | secrets | `redeal` with `cover` or `write_view`; `view_key`, `picture_for` | where [information is hidden](Facts::hidden) |
/// | speed | `play_from`, `count`, `nth`, `is_legal`, `draw_move`, `playout`, `each_leaf`, `key` | where a profile says so |
/// | text | `write_move`, `parse_move` | where people write more than a move's `Display` |
/// | picture | `picture`, `aim` | so that screens and terminals show a board instead of its text |
/// | advice | `heuristics`, `estimate`, `keep` | so that searches may stop before the end |
/// | | `each_relevant`, `each_sufficient`, `hint`, `is_forcing`, `each_forcing`, `is_forced`, `outcomes_look_alike`, `pass`, `present_key` | so that searches look at less |
///
/// What not every game has is a trait of its own, named in [`EXTRAS`](Position::EXTRAS): [`Explained`](crate::Explained)
/// where people are told what an estimate is made of; [`Featured`](crate::Featured) where weights and nets combine
/// numbers; [`Learnable`](crate::Learnable) where evaluations and choices are learned from play;
/// [`Symmetric`](crate::Symmetric) where the board looks the same from several sides. What programs of others and score
/// sheets ask for is [`ForeignNotation`](crate::ForeignNotation).
///
/// `Display` writes the position as one compact line of text, which [`parse`](Position::parse)
/// reads back. Equality is that of the game: two positions are equal if the same may happen from
/// both from now on. A field that is a cache, or only decorates, does not count: implement
/// `PartialEq` and `Hash` by hand without it, and leave it out of the text. The last move needs no
/// such field: the program that draws a position knows it, and marks the places it [points
/// at](Position::aim).
///
/// # Laws
///
/// The crate `agon-laws` checks them for every registered game.
///
/// * Moves are visited in strictly ascending order: none at a terminal node, at least one
///   elsewhere.
/// * Equal positions have equal keys, and give equal answers to every question, now or after the
///   same moves; different positions have different keys.
/// * Playing on a copy leaves the original unchanged.
/// * The text of a position parses back to an equal position, and the notation of a move to that
///   move; no two legal moves have the same notation; `parse_move` accepts one move only.
/// * `parse` never panics, and an accepted position can be played to an end within the bounds.
/// * Weights of chance outcomes are positive; random moves and playouts have the documented
///   probabilities.
/// * Payoffs and estimates are finite, within the declared bounds, and payoffs add up as declared;
///   none is −0.
/// * A play ends within the declared number of plies.
/// * `count`, `nth`, `moves`, `is_legal`, `play_from`, `each_leaf` and `keep` agree with the slow definitions
///   given here, overridden or not.
/// * One of the sufficient moves is as good as any legal move.
/// * With hidden information: views and redeals keep the laws stated at
///   [`write_view`](Position::write_view) and [`redeal`](Position::redeal).
///
/// # Example
///
/// One toss of a coin: chance, two seats, and no decision. [`Game`](crate::Game) has a game with decisions, options and
/// a name.
///
/// ```
/// use std::{fmt, ops::ControlFlow};
/// use agon_core::{
///     Facts, Move, Node, Position, Seat, TextError, notation, all_moves, after,
/// };
///
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// struct Toss(Option<Side>);
///
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// enum Side { Heads, Tails }
///
/// impl Move for Side {
///     fn code(self) -> u64 {
///         self as u64
///     }
///     fn from_code(code: u64) -> Option<Self> {
///         [Side::Heads, Side::Tails].into_iter().find(|side| side.code() == code)
///     }
/// }
///
/// impl fmt::Display for Side {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         f.write_str(if *self == Side::Heads { "heads" } else { "tails" })
///     }
/// }
///
/// impl fmt::Display for Toss {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         match self.0 {
///             Some(side) => side.fmt(f),
///             None => f.write_str("tossed"),
///         }
///     }
/// }
///
/// impl Position for Toss {
///     type Move = Side;
///
///     fn facts(&self) -> Facts {
///         Facts::two_seats(1).with_chance()
///     }
///     fn node(&self) -> Node {
///         if self.0.is_none() { Node::Chance } else { Node::Terminal }
///     }
///     fn each_move(&self, visit: impl FnMut(Side) -> ControlFlow<()>) -> ControlFlow<()> {
///         let sides = if self.0.is_none() { &[Side::Heads, Side::Tails][..] } else { &[] };
///         sides.iter().copied().try_for_each(visit)
///     }
///     fn play(&mut self, side: Side) {
///         self.0 = Some(side);
///     }
///     fn payoff(&self, seat: Seat) -> f64 {
///         if (self.0 == Some(Side::Heads)) == (seat == Seat(0)) { 1.0 } else { -1.0 }
///     }
///     fn parse(&self, text: &str) -> Result<Self, TextError> {
///         match text {
///             "tossed" => Ok(Toss(None)),
///             "heads" => Ok(Toss(Some(Side::Heads))),
///             "tails" => Ok(Toss(Some(Side::Tails))),
///             _ => Err(TextError::new(text, "`tossed`, `heads` or `tails`")),
///         }
///     }
///     // A biased coin: heads twice as likely as tails.
///     fn weight(&self, side: Side) -> u32 {
///         if side == Side::Heads { 2 } else { 1 }
///     }
/// }
///
/// let toss = Toss(None);
/// let written: Vec<String> = all_moves(&toss).iter().map(|&m| notation(&toss, m)).collect();
/// assert_eq!(written, ["heads", "tails"]);
/// assert_eq!(after(&toss, Side::Tails).payoff(Seat(1)), 1.0);
/// agon_laws::check_position(&toss)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a position",
    label = "no `impl Position` for this type",
    note = "write `Move`, `facts`, `node`, `each_move`, `play`, `payoff` and `parse`: the rules, from which all else follows"
)]
pub trait Position: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static {
    // The rules: the six required methods, and the weights of dice.

    /// The moves of this game, and its outcomes of chance.
    type Move: Move;

    /// The traits beside this one that the game implements.
    const EXTRAS: Extras<Self> = Extras::NONE;

    /// The static facts, the same for every position of one play.
    fn facts(&self) -> Facts;

    /// Who acts here.
    fn node(&self) -> Node;

    /// Visits every legal move, or every outcome at a chance node, in ascending order, until
    /// `visit` breaks; then returns the break. Visits nothing at a terminal node.
    ///
    /// The whole body is often one line: `(1..=self.heap).map(Take).try_for_each(visit)`. With a
    /// loop: `visit(m)?;` inside, and `ControlFlow::Continue(())` at the end.
    fn each_move(&self, visit: impl FnMut(Self::Move) -> ControlFlow<()>) -> ControlFlow<()>;

    /// Plays `m`, which must be legal here. With an illegal move it may panic, or leave an
    /// arbitrary position; [`is_legal`](Position::is_legal) is the check.
    fn play(&mut self, m: Self::Move);

    /// The payoff of `seat`. Called only at terminal nodes.
    fn payoff(&self, seat: Seat) -> f64;

    /// Reads the text that `Display` writes, as a position of the same game with the same options
    /// as `self`.
    ///
    /// # Errors
    ///
    /// If the text is not a position of this game: what is wrong, and where.
    fn parse(&self, text: &str) -> Result<Self, TextError>;

    /// The weight of an outcome, at least one; its probability is the weight divided by the sum
    /// over all outcomes. Called only at chance nodes.
    #[inline]
    fn weight(&self, outcome: Self::Move) -> u32 {
        let _ = outcome;
        1
    }

    // The rules, faster: methods that follow from those above. Worth writing where a profile says
    // so.

    /// Becomes the position after `m` in `source`. The same as `clone_from` and `play`, in one
    /// step.
    #[inline]
    fn play_from(&mut self, source: &Self, m: Self::Move) {
        self.clone_from(source);
        self.play(m);
    }

    /// The number of legal moves.
    #[inline]
    fn count(&self) -> usize {
        let mut count = 0;
        let _ = self.each_move(|_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// The legal move number `n`, counted from zero in ascending order; `n` is less than
    /// [`count`](Position::count).
    #[inline]
    fn nth(&self, n: usize) -> Self::Move {
        let (mut left, mut found) = (n, None);
        let _ = self.each_move(|m| {
            if left == 0 {
                found = Some(m);
                return ControlFlow::Break(());
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        found.expect("`n` is less than the number of moves")
    }

    /// Whether `m` may be played here. Must return for any value of the type, however absurd.
    fn is_legal(&self, m: Self::Move) -> bool {
        self.each_move(|legal| if legal == m { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }).is_break()
    }

    /// A random legal move, each equally likely; at a chance node an outcome, by its weight. Not
    /// called at terminal nodes. Write [`count`](Position::count) and [`nth`](Position::nth) first;
    /// a game whose moves are expensive to list draws here without listing them. It may use the
    /// stream in any way that gives these probabilities.
    #[inline]
    fn draw_move(&self, stream: &mut Stream) -> Self::Move {
        if self.node() == Node::Chance {
            draw_outcome(self, stream)
        } else {
            self.nth(stream.below(self.count() as u32) as usize)
        }
    }

    /// Plays random moves to the end of the game, each legal move equally likely. Worth writing
    /// where a whole play can share work that single moves cannot.
    #[inline]
    fn playout(&mut self, stream: &mut Stream) {
        loop {
            let m = match self.node() {
                Node::Terminal => return,
                Node::Decision(_) => self.nth(stream.below(self.count() as u32) as usize),
                Node::Chance => draw_outcome(self, stream),
            };
            self.play(m);
        }
    }

    /// Sixty-four bits for tables, the same for equal positions and almost always different
    /// for different ones; each bit depends on the position.
    fn key(&self) -> u64 {
        key_of(self)
    }

    /// A move as a sensible playout draws it: at random, by what helps such plays to end as players would end them. An
    /// outcome of chance is drawn by its weight as ever. Only playouts of searches that are asked to go by it do;
    /// openings, laws and the player `random` draw [fairly](Position::draw_move).
    ///
    /// * Legal, like every move.
    /// * Plays by it end, and against fair draws they win more than they lose.
    /// * It may go by the moves before, which equal positions need not have in common.
    ///
    /// Not called at terminal nodes. The default draws fairly.
    #[inline]
    fn policy_move(&self, stream: &mut Stream) -> Self::Move {
        self.draw_move(stream)
    }

    // Text: notations for people and other programs.

    /// Writes `m` in the game's standard notation. `m` is legal here.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    fn write_move(&self, m: Self::Move, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{m}")
    }

    /// Reads a legal move in that notation. By default it accepts exactly the text that
    /// [`write_move`](Position::write_move) writes; a game may accept other spellings too, but only
    /// one move at a time: text after the move makes it invalid.
    fn parse_move(&self, text: &str) -> Option<Self::Move> {
        let (mut written, mut found) = (String::new(), None);
        let _ = self.each_move(|m| {
            written.clear();
            if self.write_move(m, &mut written).is_ok() && written == text {
                found = Some(m);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }

    /// The appearance of the position: its board, its pieces, and things beside it. By default the text that `Display`
    /// writes.
    fn picture(&self) -> Picture {
        Picture::from_text(self.to_string())
    }

    /// The places that `m`, which is legal here, refers to: places of this position's [`picture`](Position::picture),
    /// and of the [picture for](Position::picture_for) the seat to move.
    fn aim(&self, m: Self::Move) -> Aim {
        let _ = m;
        Aim::word()
    }

    // Secrets: what each observer sees. Games without hidden information need none of these.

    /// Covers everything that `eye` has not seen (cards turned face down, for example), in games where a view is a
    /// position with parts of it covered; returns whether it did so. The result is only written and drawn; it need not
    /// be a reachable position.
    ///
    /// From this method a game gets its views, their keys and their pictures, and
    /// [redeals](Position::redeal) may start from the covered position.
    fn cover(&mut self, eye: Eye) -> bool {
        let _ = eye;
        false
    }

    /// Writes, on one line, the view of `eye`: everything it has seen since the play began. For games with [hidden
    /// information](Facts::hidden). An observer cannot distinguish two positions with the same view.
    ///
    /// Simultaneous moves are made one after another: the views of the later seats do not yet show the earlier choices.
    ///
    /// # Laws
    ///
    /// * Equal positions have equal views. Everything public is visible to every seat.
    /// * A seat's view determines whether it is the seat's turn, its moves, whether the game is over, and then its
    ///   payoff.
    /// * Perfect recall: a view determines the view at each earlier decision of the seat, and its choice there. Only if
    ///   the public view determines the whole position may the view leave out everything before.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    fn write_view(&self, eye: Eye, out: &mut dyn Write) -> fmt::Result {
        let mut seen = self.clone();
        seen.cover(eye);
        write!(out, "{seen}")
    }

    /// A random position with the same view for `seat`, drawn by its probability given that view, if chance draws by
    /// weight and every other seat plays each legal move with equal probability. Players are given redeals instead of
    /// the true position, so none can use hidden information.
    ///
    /// Advice: [cover](Position::cover) everything `seat` does not see, or represent its view as a type, and draw from
    /// that alone.
    ///
    /// # Laws
    ///
    /// * A redeal can be reached by moves, and has the same view.
    /// * It depends on the view and the stream alone: positions with one view have the same
    ///   redeals.
    /// * Redeals come with the probabilities stated above.
    #[must_use]
    fn redeal(&self, seat: Seat, stream: &mut Stream) -> Self {
        let _ = (seat, stream);
        self.clone()
    }

    /// Sixty-four bits for tables: the same for equal views and almost always different for
    /// different ones.
    fn view_key(&self, eye: Eye) -> u64 {
        if !self.facts().hidden {
            return self.key();
        }
        let mut seen = self.clone();
        if seen.cover(eye) { key_of(&seen) } else { key_of(&view(self, eye)) }
    }

    /// The picture for `eye`: the [picture](Position::picture), or with hidden information the view as text, unless the
    /// game draws it.
    ///
    /// # Laws
    ///
    /// * Positions with one view have one picture.
    /// * It contains every place to which a move of the seat to act [points](Position::aim).
    fn picture_for(&self, eye: Eye) -> Picture {
        if !self.facts().hidden {
            return self.picture();
        }
        let mut seen = self.clone();
        if seen.cover(eye) { seen.picture() } else { Picture::from_text(view(self, eye)) }
    }

    // Advice: knowledge for searches, beyond the rules.

    /// The heuristics this game offers, the default one first. As a constant they outlive the call:
    /// `const { &[Named::new("material", "stones of both seats")] }`.
    fn heuristics(&self) -> &'static [Named] {
        &[]
    }

    /// An estimate of the payoff of `seat`, within the declared bounds, for searches that stop
    /// before the end. Not called at terminal nodes. If the payoffs sum to zero, the estimates do
    /// too.
    ///
    /// Called for every seat, whichever seat is to act. [`each_move`](Position::each_move) lists
    /// the moves of the seat to act only; an estimate that needs those of another (its mobility,
    /// say) lists them in a function of the game's own. Do not use [`pass`](Position::pass), which
    /// may refuse.
    #[inline]
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        let _ = (heuristic, seat);
        0.0
    }

    /// Announces that `heuristic` will be called often in this and later positions, or (`None`) not
    /// at all. The game may then update it incrementally; the estimates must be the same either
    /// way.
    fn keep(&mut self, heuristic: Option<Heuristic>) {
        let _ = heuristic;
    }

    /// Visits the relevant legal moves, ascending: at least one at a decision node. By default all
    /// of them.
    #[inline]
    fn each_relevant(&self, visit: impl FnMut(Self::Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.each_move(visit)
    }

    /// Visits sufficient legal moves, ascending: at least one at a decision node, and among them
    /// one that is as good as any legal move if all seats play their best from here on. A search of
    /// these alone finds the same value. By default all of them; a game may restrict them to a move
    /// that wins at once, the only reply to a threat, the moves that do not lose at once. Unlike
    /// these, [`each_relevant`](Position::each_relevant) may leave out the best move.
    #[inline]
    fn each_sufficient(&self, visit: impl FnMut(Self::Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.each_move(visit)
    }

    /// Visits every legal move with the position after it, valued for `seat`, for the last ply of a
    /// search: by its payoff if the game is over, otherwise by `estimator`. In order, until `visit`
    /// breaks, as [`each_move`](Position::each_move) does.
    ///
    /// `room` is a position of the same game, free to use; its content afterwards is unspecified. A game that can value
    /// a move without playing it may override this, and use [`Estimator::each_played`] for the other moves.
    #[inline]
    fn each_leaf(
        &self,
        room: &mut Self,
        estimator: &Estimator,
        seat: Seat,
        visit: impl FnMut(Self::Move, Leaf) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        estimator.each_played(self, room, seat, visit)
    }

    /// A rough rating of `m` for move ordering: larger first.
    #[inline]
    fn hint(&self, m: Self::Move) -> i32 {
        let _ = m;
        0
    }

    /// Whether `m` changes the position so sharply (a capture, a threat) that a search should not
    /// stop right before or after it.
    #[inline]
    fn is_forcing(&self, m: Self::Move) -> bool {
        let _ = m;
        false
    }

    /// Visits the [forcing](Position::is_forcing) legal moves, ascending. A game that can list them without listing the
    /// others makes quiescence search fast.
    #[inline]
    fn each_forcing(&self, mut visit: impl FnMut(Self::Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.each_move(|m| if self.is_forcing(m) { visit(m) } else { ControlFlow::Continue(()) })
    }

    /// Whether the seat to act must answer a threat first: a check, a capture that must be made. Every move is then
    /// [forcing](Position::is_forcing), and a search does not stop at an estimate here. Called at decision nodes only.
    #[inline]
    fn is_forced(&self) -> bool {
        let is_quiet = |m| {
            if self.is_forcing(m) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        self.each_move(is_quiet).is_continue()
    }

    /// Whether no outcome here ends the game, and every estimate and feature is the same after each outcome as it is
    /// here, as with dice that only determine the possible moves. A search that would estimate the positions after the
    /// outcomes need not visit them. Called at chance nodes only.
    #[inline]
    fn outcomes_look_alike(&self) -> bool {
        false
    }

    /// Gives the turn away without a move, for null-move search, and returns whether it did. A game
    /// that does not support this returns false and leaves the position unchanged, as does one in a
    /// position where passing may well be better than any move. Afterwards another seat is to act;
    /// the position need not be reachable.
    fn pass(&mut self) -> bool {
        false
    }

    /// The [key](Position::key) of the present position without its past: positions that differ
    /// only in their past (repetitions, plies without progress) may share it. A table with this key
    /// has more hits, and may be wrong where the past matters: the graph-history interaction
    /// problem (Palay 1983). Equal positions have equal present keys.
    #[inline]
    fn present_key(&self) -> u64 {
        self.key()
    }

    // Called by players and the arena. No game needs to override these.

    /// Fills `list` with the legal moves, in ascending order.
    #[doc(hidden)]
    #[inline]
    fn moves(&self, list: &mut Vec<Self::Move>) {
        list.clear();
        let _ = self.each_move(|m| {
            list.push(m);
            ControlFlow::Continue(())
        });
    }

    /// The bytes that a copy of this position takes, with what it owns on the heap: estimated by its text, and rather too
    /// high, where it owns something there; a game that keeps room for what is not in its text says so itself. Whoever
    /// keeps positions counts with it.
    #[doc(hidden)]
    fn bytes(&self) -> usize {
        let owned = if needs_drop::<Self>() { BYTES_A_SIGN * self.to_string().len() } else { 0 };
        size_of::<Self>() + owned
    }
}

/// The bytes on the heap for each byte of a position's text: numbers are kept in eight bytes and written in one or two.
const BYTES_A_SIGN: usize = 8;

/// Draws an outcome of a chance node by its weight.
#[expect(clippy::inline_always, reason = "a fifth of a playout at a game of dice, out of line")]
#[inline(always)]
fn draw_outcome<P: Position>(position: &P, stream: &mut Stream) -> P::Move {
    let mut total = 0;
    let _ = position.each_move(|m| {
        total += position.weight(m);
        ControlFlow::Continue(())
    });
    let (mut left, mut drawn) = (stream.below(total), None);
    let _ = position.each_move(|m| {
        let weight = position.weight(m);
        if left < weight {
            drawn = Some(m);
            return ControlFlow::Break(());
        }
        left -= weight;
        ControlFlow::Continue(())
    });
    drawn.expect("a chance node has outcomes of positive weight")
}

/// The view of `eye`, as a new string.
pub fn view<P: Position>(position: &P, eye: Eye) -> String {
    let mut text = String::new();
    position.write_view(eye, &mut text).expect("a string takes any text");
    text
}
