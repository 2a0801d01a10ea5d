//! What a game must say about itself so that any player can play it.
//!
//! There is no undo. A search keeps one position per ply and copies down the line
//! ([`Position::play_from`]), which allocates nothing once the line is laid out.

use std::{
    fmt::{self, Debug, Display, Write},
    hash::Hash,
    ops::ControlFlow,
};

use crate::{
    Aim, AnyPosition, Contribution, Estimator, Eye, Facts, Heuristic, Leaf, Move, Named, Picture,
    Protocol, Scoresheet, Seat, Setup, Stream, TextError,
    eye::view,
    horizon::{Horizon, Window},
    key::key_of,
    picture::Letters,
};

/// Who acts in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// The given seat chooses a move.
    Decision(Seat),
    /// Nature draws an outcome, by [`Position::weight`].
    Chance,
    /// Nobody: the game is over and [`Position::payoff`] is final.
    Terminal,
}

impl Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Node::Decision(seat) => write!(f, "{seat} to move"),
            Node::Chance => f.write_str("chance to draw"),
            Node::Terminal => f.write_str("the game is over"),
        }
    }
}

/// A point in a play of a game: all that decides what may happen next.
///
/// Six methods and a type are a game, with [`weight`](Position::weight) where there are dice; every
/// player plays it then. Next come a [`picture`](Position::picture) with an [`aim`](Position::aim) for
/// screens, and [`heuristics`](Position::heuristics) with an [`estimate`](Position::estimate) for
/// searches. All the others have a default too, and wait until somebody misses something:
///
/// | group | methods | write them |
/// |---|---|---|
/// | rules | `Move`, `facts`, `node`, `each_move`, `play`, `payoff`, `parse` | always |
/// | points | `lead` | where points are counted, and only who has more is paid |
/// | chance | `weight` | where outcomes are not equally likely |
/// | secrets | `redeal` with `cover` or `write_view`; `view_key`, `picture_for` | where [something is hidden](Facts::hidden) |
/// | speed | `play_from`, `count`, `nth`, `is_legal`, `draw_move`, `playout`, `each_leaf`, `key` | where a profile says so |
/// | text | `write_move`, `parse_move`, `write_scoresheet`, `scoresheet` | where people write more than a move's `Display` |
/// | other programs | `foreign_setup`, `write_foreign`, `parse_foreign` | where there are programs for the game that speak UCI, xboard, GTP or Gomocup |
/// | picture | `picture`, `aim`, `drawing` | so that screens and terminals show a board instead of its text |
/// | advice | `heuristics`, `estimate`, `parts`, `keep`, `features`, `feature_values`, `feature_units` | so that searches may stop before the end |
/// | | `each_relevant`, `each_sufficient`, `hint`, `is_forcing`, `each_forcing`, `is_forced`, `outcomes_look_alike`, `pass`, `present_key` | so that searches look at less |
/// | learning | `numbers`, `number`, `states`, `swaps`, `on_turn`, `secured` | so that [evaluations are learned](crate::Evaluate) from play |
/// | symmetry | `symmetries`, `image`, `image_of_move` | where the board looks the same from several sides |
///
/// `Display` writes the position's compact one-line text, which [`parse`](Position::parse) reads
/// back. Equality is that of the game: two positions are equal when nothing that may happen from
/// here on tells them apart. A field that is a cache, or that only decorates, takes no part in it:
/// write `PartialEq` and `Hash` by hand and leave it out of both, and of the text. The last move
/// needs no such field: whoever draws a position knows it, and marks what it
/// [points at](Position::aim).
///
/// # Laws
///
/// Checked by [`laws`](crate::laws) for every registered game.
///
/// * Moves are visited in strictly ascending order; at least one unless the node is terminal, and
///   none if it is.
/// * Equal positions have equal keys, and whatever is asked of them or played in them, now or
///   later, has equal answers; different ones have different keys.
/// * Playing on a copy leaves the original as it was.
/// * The text of a position parses back to an equal position, the notation of a move to the move;
///   no two legal moves are written alike, on a score sheet neither, and a move is read alone.
/// * Any text is read without a panic; what is accepted can be played to an end within the bounds.
/// * Weights of chance outcomes are positive; random moves and playouts are as likely as they say.
/// * Payoffs and estimates are finite, within the declared bounds, and payoffs add up as declared;
///   none is −0.
/// * A play ends within the declared number of plies.
/// * `count`, `nth`, `moves`, `is_legal`, `play_from`, `each_leaf` and `keep` agree with the slow definitions
///   given here, overridden or not.
/// * Among the moves that suffice is one as good as any.
/// * Of a game that hides something: what its seats see, and redeals, keep the laws that
///   [`write_view`](Position::write_view) and [`redeal`](Position::redeal) state.
/// * Symmetries carry legal moves to legal moves, relevant ones to relevant ones, and change no
///   payoff, weight, estimate or feature.
///
/// # Example
///
/// Heads or tails, once: chance, two seats, and nobody decides anything. [`Game`](crate::Game) has a game with
/// decisions, options and a name.
///
/// ```
/// use std::{fmt, ops::ControlFlow};
/// use agon_core::{
///     Facts, Move, Node, Position, Seat, TextError, laws, notation, all_moves, after,
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
///     // Bent, so that heads come up two times of three.
///     fn weight(&self, side: Side) -> u32 {
///         if side == Side::Heads { 2 } else { 1 }
///     }
/// }
///
/// let toss = Toss(None);
/// let written: Vec<String> = all_moves(&toss).iter().map(|&m| notation(&toss, m)).collect();
/// assert_eq!(written, ["heads", "tails"]);
/// assert_eq!(after(&toss, Side::Tails).payoff(Seat(1)), 1.0);
/// laws::check_position(&toss)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Position: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static {
    // The rules: the six methods that a game cannot do without, and the weights of dice.

    /// The moves of this game, and its outcomes of chance.
    type Move: Move;

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

    /// Plays `m`, which must be legal here. A move that is not may panic or leave any position
    /// behind; [`is_legal`](Position::is_legal) is the door where moves are checked.
    fn play(&mut self, m: Self::Move);

    /// What `seat` gets. Asked only at terminal nodes.
    fn payoff(&self, seat: Seat) -> f64;

    /// Reads the text that `Display` writes, as a position of this same game with the options of
    /// `self`.
    ///
    /// # Errors
    ///
    /// Where the text is no position of this game: what is wrong, and where.
    fn parse(&self, text: &str) -> Result<Self, TextError>;

    /// The weight of an outcome, at least one; its probability is the weight divided by the sum
    /// over all outcomes. Asked only at chance nodes.
    #[inline]
    fn weight(&self, outcome: Self::Move) -> u32 {
        let _ = outcome;
        1
    }

    // The rules, faster: what follows from those above. Worth writing where a profile says so.

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

    /// Whether `m` may be played here. Answers for any value of the type, legal or absurd.
    fn is_legal(&self, m: Self::Move) -> bool {
        self.each_move(
            |legal| {
                if legal == m { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        )
        .is_break()
    }

    /// A random legal move, each equally likely; at a chance node an outcome, by its weight. Not
    /// to be asked at a terminal node. Write [`count`](Position::count) and
    /// [`nth`](Position::nth) first; a game whose moves are expensive to list draws here without
    /// listing them. How it uses the stream is then its own affair, the odds are not.
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
    /// for different ones.
    fn key(&self) -> u64 {
        key_of(self)
    }

    /// By how many points the first seat of two is ahead of the second, as the board counts now, below zero where
    /// it is behind: what the game is counted by where only who has more is [paid](Position::payoff). Nothing where the
    /// game has no points, or pays them.
    ///
    /// # Laws
    ///
    /// * It is finite, and where the game is over whoever is ahead is paid more.
    fn lead(&self) -> Option<f64> {
        None
    }

    // Text: how people and other programs write it.

    /// Writes `m` in the field's notation. `m` is legal here.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    fn write_move(&self, m: Self::Move, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{m}")
    }

    /// Reads a legal move in the field's notation. By default that is the legal move which
    /// [`write_move`](Position::write_move) writes exactly so; a game may read other spellings too,
    /// but one move at a time: a text with more after the move is not a move.
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

    /// Writes `m` as the score sheets of this game do, and with them the games that other programs
    /// read: in chess `Nf3`, where [`write_move`](Position::write_move), which programs say to each
    /// other, has `g1f3`. The notation unless the game has another. `m` is legal here.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    fn write_scoresheet(&self, m: Self::Move, out: &mut dyn Write) -> fmt::Result {
        self.write_move(m, out)
    }

    /// What stands at the head of the score sheet of a play that begins here.
    fn scoresheet(&self) -> Scoresheet {
        Scoresheet::default()
    }

    /// What a program that speaks `protocol` must be told to begin a game here.
    ///
    /// # Errors
    ///
    /// Where such programs don't play this game, or cannot be told of this position: why, as the
    /// end of a sentence. That is so unless the game says otherwise.
    fn foreign_setup(&self, protocol: Protocol) -> Result<Setup, String> {
        Err(format!("no program that speaks {protocol} is known to play it"))
    }

    /// Writes `m` as programs that speak `protocol` write it; the notation unless the game says
    /// otherwise. `m` is legal here, and the game is one [for that
    /// protocol](Position::foreign_setup).
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    fn write_foreign(&self, m: Self::Move, protocol: Protocol, out: &mut dyn Write) -> fmt::Result {
        let _ = protocol;
        self.write_move(m, out)
    }

    /// Reads a legal move that a program which speaks `protocol` wrote: in the notation unless the
    /// game says otherwise.
    fn parse_foreign(&self, text: &str, protocol: Protocol) -> Option<Self::Move> {
        let _ = protocol;
        self.parse_move(text)
    }

    /// What the position looks like: its board, its pieces, and what lies beside. By default the text
    /// that `Display` writes.
    fn picture(&self) -> Picture {
        Picture::from_text(self.to_string())
    }

    /// A drawing for people in letters, of one or more lines without a trailing line break: the
    /// [`picture`](Position::picture) so drawn, unless letters can say more.
    fn drawing(&self) -> String {
        self.picture().letters(Letters::PLAIN)
    }

    /// What `m`, which is legal here, points at: places of this position's
    /// [`picture`](Position::picture), and of what [is shown](Position::picture_for) to whoever is to move.
    fn aim(&self, m: Self::Move) -> Aim {
        let _ = m;
        Aim::word()
    }

    // Secrets: who sees what. A game in which nothing is hidden needs none of them.

    /// Covers all that `eye` has not seen, where a view is a position with some of it covered (cards that
    /// lie face down), and says whether it did. What is left is written and drawn, and no more is asked of
    /// it; it need not be a position that play can reach.
    ///
    /// A game that writes this has its views, their keys and their pictures, and its
    /// [redeals](Position::redeal) may start from what is left.
    fn cover(&mut self, eye: Eye) -> bool {
        let _ = eye;
        false
    }

    /// Writes, on one line, everything that `eye` has seen since the play began, in a game where
    /// [something is hidden](Facts::hidden): its view. Two positions with the same view are one to whoever has
    /// it.
    ///
    /// Moves that are made at the same time are made one after another: the views of the later seats
    /// don't show yet what the earlier ones chose.
    ///
    /// # Laws
    ///
    /// * Equal positions have equal views. Whatever everybody sees every seat sees too.
    /// * A seat sees whether it is its turn, which moves it has, whether the game is over, and then what it
    ///   gets.
    /// * A seat forgets nothing: its view tells what it saw whenever it chose, and what it chose. Only
    ///   where what everybody sees tells the whole position may all that came before be left out.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    fn write_view(&self, eye: Eye, out: &mut dyn Write) -> fmt::Result {
        let mut seen = self.clone();
        seen.cover(eye);
        write!(out, "{seen}")
    }

    /// A position that `seat` cannot tell from this one, drawn as likely as it is after all that `seat` saw,
    /// had nature drawn by weight and every other seat moved at random, each legal move equally likely.
    /// Players are handed redeals: none can look at what is hidden.
    ///
    /// Advice: [cover](Position::cover) what `seat` does not see, or make what it sees a type, and draw from that alone.
    ///
    /// # Laws
    ///
    /// * A redeal can be reached by moves, and has the same view.
    /// * It depends on the view and the stream alone: positions of one view are redealt alike.
    /// * Redeals come in the proportions just said.
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

    /// What `eye` sees: the [picture](Position::picture), or where something is hidden its view, unless the
    /// game draws it.
    ///
    /// # Laws
    ///
    /// * Positions of one view have one picture.
    /// * Whoever is to move finds in it every place at which a move [points](Position::aim).
    fn picture_for(&self, eye: Eye) -> Picture {
        if !self.facts().hidden {
            return self.picture();
        }
        let mut seen = self.clone();
        if seen.cover(eye) { seen.picture() } else { Picture::from_text(view(self, eye)) }
    }

    // Advice: what a search may know beyond the rules.

    /// The heuristics this game offers, the usual one first. A player that names none uses that one.
    fn heuristics(&self) -> &'static [Named] {
        &[]
    }

    /// A guess at the payoff of `seat`, within the declared bounds, for searches that must stop
    /// early. Not asked at terminal nodes. Where the payoffs sum to zero, so do the estimates.
    ///
    /// Asked for every seat, whoever is to act. [`each_move`](Position::each_move) has only the
    /// moves of the seat to act; an estimate that counts those of another (its mobility, say)
    /// lists them itself, by a function of the game's own that takes the seat. It is not what
    /// [`pass`](Position::pass) is for, which may refuse.
    #[inline]
    fn estimate(&self, heuristic: Heuristic, seat: Seat) -> f64 {
        let _ = (heuristic, seat);
        0.0
    }

    /// What the estimate by `heuristic` counts, before it is brought within the bounds of the payoffs:
    /// place by place, say. A seat's estimate grows with what counts for it, less what counts for the
    /// others. Nothing where the game cannot say. For people: no search asks.
    fn parts(&self, heuristic: Heuristic) -> Vec<Contribution> {
        let _ = heuristic;
        Vec::new()
    }

    /// Announces that `heuristic` will be asked often, below here, or (`None`) not at all. A game
    /// may then keep it up to date move by move; the estimates are the same either way.
    fn keep(&mut self, heuristic: Option<Heuristic>) {
        let _ = heuristic;
    }

    /// The features that `heuristic=weights(…)` can weigh, each a number of about unit size from
    /// one seat's point of view.
    fn features(&self) -> &'static [Named] {
        &[]
    }

    /// The values of [`features`](Position::features) for `seat`, in that order, into `values`.
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        let _ = seat;
        values.clear();
    }

    /// What one of the things that a feature counts makes of its value, in the order of
    /// [`features`](Position::features), into `units`: 1/8 where it is a share of eight lines. Zero where a feature
    /// counts nothing; nothing at all where none does. For people, who are told the counts: no search asks.
    fn feature_units(&self, units: &mut Vec<f64>) {
        units.clear();
    }

    /// Visits the legal moves that are worth a look, ascending: at least one at a decision node.
    /// All of them unless the game knows better.
    #[inline]
    fn each_relevant(&self, visit: impl FnMut(Self::Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.each_move(visit)
    }

    /// Visits legal moves that suffice, ascending: at least one at a decision node, and among them
    /// one that is as good as any legal move if all seats play their best from here on. A search
    /// that looks at these alone finds the same value. All of them unless the game knows better:
    /// a move that wins at once, the only reply to a threat, the moves that don't lose at once.
    /// Not the same as [`each_relevant`](Position::each_relevant), which may leave out the best.
    #[inline]
    fn each_sufficient(&self, visit: impl FnMut(Self::Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.each_move(visit)
    }

    /// Visits every legal move with what it leads to, judged for `seat`, for a search that looks no
    /// further: what it pays where the game is over, or else what `estimator` says. In order, until
    /// `visit` breaks, as [`each_move`](Position::each_move) does.
    ///
    /// `room` is a position of the same game, to be used at will; whatever it is afterwards means
    /// nothing. A game that sees what a move leads to without playing it may write this anew; what it
    /// does not see is left to [`Leaf::each_played`].
    #[inline]
    fn each_leaf(
        &self,
        room: &mut Self,
        estimator: &Estimator,
        seat: Seat,
        visit: impl FnMut(Self::Move, Leaf) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        Leaf::each_played(self, room, estimator, seat, visit)
    }

    /// How promising `m` looks at a glance, for trying moves in a good order: larger first.
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

    /// Visits the legal moves that are [forcing](Position::is_forcing), ascending. A game that can list
    /// them without listing all the others makes quiescence fast.
    #[inline]
    fn each_forcing(
        &self,
        mut visit: impl FnMut(Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_move(|m| if self.is_forcing(m) { visit(m) } else { ControlFlow::Continue(()) })
    }

    /// Whether whoever acts here must answer before all else: a check, a capture that must be made.
    /// Then every move is [forcing](Position::is_forcing), and a search does not take an estimate for
    /// what comes of it. Asked at decision nodes only.
    #[inline]
    fn is_forced(&self) -> bool {
        let is_quiet = |m| {
            if self.is_forcing(m) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        self.each_move(is_quiet).is_continue()
    }

    /// Whether no outcome here ends the game, and every estimate and feature is the same after each of
    /// them as it is here, as where dice only say what may be moved. Where a search would estimate
    /// what they lead to, it need not look at them then. Asked at chance nodes only.
    #[inline]
    fn outcomes_look_alike(&self) -> bool {
        false
    }

    /// Gives the turn away without a move, as null-move search asks to see how much a move is
    /// worth, and says whether it did. A game that doesn't know how, or a position where to give
    /// the turn away may well be better than any move, says no and stays as it is. What it leads
    /// to is a position where another seat is to act; play need not be able to reach it.
    fn pass(&mut self) -> bool {
        false
    }

    /// The [key](Position::key) of what is on the board now, whatever led here: positions that
    /// differ in their past only (what was repeated, how long nothing happened) may share it. A
    /// table that goes by it finds more, and may be wrong where the past matters: the
    /// graph-history interaction problem (Palay 1983). The same for equal positions.
    #[inline]
    fn present_key(&self) -> u64 {
        self.key()
    }

    // Learning: what may be learned from play looks at, and chooses.

    /// How many numbers there are for what a seat may choose: the [number](Position::number) of every move is below it. Zero is a
    /// game that has none, where nothing can be learned that chooses among all moves there are.
    ///
    /// # Laws
    ///
    /// * It is the same in every position of a game.
    /// * Of the legal moves of a seat no two have one number, and each is below the bound.
    /// * A move has the same number in every position.
    #[inline]
    fn numbers(&self) -> u32 {
        0
    }

    /// The number of a move by which whoever learns knows it again in other positions: its code, unless the game writes
    /// this anew because codes are far apart. Of moves that a seat may choose, not of what chance draws.
    #[inline]
    fn number(&self, m: Self::Move) -> u32 {
        u32::try_from(m.code()).unwrap_or(u32::MAX)
    }

    /// Writes what lies on each place, as `seat` sees it: a byte for each place of the
    /// [picture](Position::picture), in its order, then one for each thing beside the board that
    /// decides what may happen. Gives back the number that all bytes are below; zero, with nothing
    /// written, is a game that has no places. See [`Evaluate`](crate::Evaluate).
    ///
    /// Asked for the seat that is [on turn](Position::on_turn), and in games of more than two seats for
    /// every other. A game that is the same game with the seats exchanged writes what is `seat`'s
    /// own and what is not, on a board turned so that every seat plays in one direction, and says that
    /// it [swaps](Position::swaps). Any other writes what is whose.
    ///
    /// # Laws
    ///
    /// * There are as many bytes, below one number, in every position of a game.
    /// * Equal positions have equal bytes; nine of ten random positions that look different have different
    ///   ones.
    /// * Places on which different pieces lie, however many, have different bytes for the first seat.
    /// * A symmetry leaves as many bytes zero.
    #[inline]
    fn states(&self, seat: Seat, out: &mut Vec<u8>) -> u8 {
        let _ = seat;
        out.clear();
        0
    }

    /// Whether the game is the same with the seats exchanged, as [`states`](Position::states) shows
    /// them: then what is learned for one seat holds for the others.
    fn swaps(&self) -> bool {
        false
    }

    /// Whose turn it is: the seat to act, and at a chance node whoever draws, or acts on what is drawn. A
    /// game where chance comes after the first move of another seat writes it anew.
    #[inline]
    fn on_turn(&self) -> Seat {
        match self.node() {
            Node::Decision(seat) => seat,
            Node::Chance | Node::Terminal => Seat(0),
        }
    }

    /// What `seat` has for certain, whatever comes: points that are scored and cannot be lost, in units of
    /// the payoff. It never shrinks along a play, and is at most what is paid in the end. Asked in games whose payoffs are
    /// no matter of winning and losing.
    #[inline]
    fn secured(&self, seat: Seat) -> f64 {
        let _ = seat;
        0.0
    }

    // Symmetry.

    /// The number of symmetries of the game, with the identity, which is number 0. A symmetry
    /// moves neither the seats nor the payoffs.
    fn symmetries(&self) -> usize {
        1
    }

    /// This position under symmetry number `symmetry`.
    #[must_use]
    fn image(&self, symmetry: usize) -> Self {
        let _ = symmetry;
        self.clone()
    }

    /// The move that `m` becomes under symmetry number `symmetry`.
    fn image_of_move(&self, m: Self::Move, symmetry: usize) -> Self::Move {
        let _ = symmetry;
        m
    }

    // What players and the arena ask. No game has a reason to write these anew.

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

    /// The legal move with this [number](Position::number).
    #[doc(hidden)]
    fn numbered(&self, number: u32) -> Option<Self::Move> {
        let mut found = None;
        let _ = self.each_move(|m| {
            if self.number(m) == number {
                found = Some(m);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }

    /// Visits the [numbers](Position::number) of all legal moves.
    #[doc(hidden)]
    fn each_number(&self, visit: &mut dyn FnMut(u32)) {
        let _ = self.each_move(|m| {
            visit(self.number(m));
            ControlFlow::Continue(())
        });
    }

    /// The value for MAX of the best move here, found by alpha-beta one ply ahead, or two if there is
    /// room for the `last`: exact inside the window, a bound outside it. Asked where a seat is to act.
    #[doc(hidden)]
    #[inline]
    fn best_at_horizon(
        &self,
        next: &mut Self,
        last: Option<&mut Self>,
        horizon: &mut Horizon<'_>,
        window: Window,
    ) -> f64 {
        horizon.best(self, next, last, window)
    }

    /// This position with its type forgotten.
    #[doc(hidden)]
    fn erase(&self) -> AnyPosition {
        AnyPosition::new(self.clone())
    }
}

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
