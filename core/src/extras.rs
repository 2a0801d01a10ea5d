//! What a game may give beside its rules: one constant for all of it.
//!
//! A method of [`Position`] is one that every author reads, and that everything that wraps a position forwards. What
//! only a few games have, and only a few programs ask for, is a trait of its own; a game that implements such a trait
//! says so in one line. The functions are in a constant and not in a register, so that code compiled for a game calls
//! them directly: a search may ask at every node.

use std::fmt::{self, Debug};

use crate::{
    Contribution, Explained, Featured, Heuristic, Learnable, Named, Position, Remarks, Seat, Symmetric,
    learnable::{number_by_code, seat_to_act},
};

/// What a game gives beside its rules: [`Position::EXTRAS`].
///
/// Each kind is a trait. A game that implements one names it here; without that nobody finds it:
///
/// ```
/// # use std::{fmt, ops::ControlFlow};
/// # use agon_core::{Facts, Move, Node, Position, Seat, TextError};
/// use agon_core::{Extras, Symmetric};
///
/// // A seat takes one of two stones that lie side by side.
/// # #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// # struct Side(usize);
/// # impl Move for Side {
/// #     fn code(self) -> u64 { self.0 as u64 }
/// #     fn from_code(code: u64) -> Option<Self> { [Side(0), Side(1)].into_iter().find(|side| side.code() == code) }
/// # }
/// # impl fmt::Display for Side {
/// #     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
/// #         f.write_str(["left", "right"][self.0])
/// #     }
/// # }
/// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// # struct Stones(Option<Side>);
/// # impl fmt::Display for Stones {
/// #     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
/// #         f.write_str(self.0.map_or("both", |Side(side)| ["left", "right"][side]))
/// #     }
/// # }
/// impl Position for Stones {
///     type Move = Side;
///
///     const EXTRAS: Extras<Self> = Extras::NONE.symmetric();
///     // …
/// #     fn facts(&self) -> Facts { Facts::two_seats(1) }
/// #     fn node(&self) -> Node {
/// #         if self.0.is_none() { Node::Decision(Seat(0)) } else { Node::Terminal }
/// #     }
/// #     fn each_move(&self, visit: impl FnMut(Side) -> ControlFlow<()>) -> ControlFlow<()> {
/// #         let sides = if self.0.is_none() { 0..2 } else { 0..0 };
/// #         sides.map(Side).try_for_each(visit)
/// #     }
/// #     fn play(&mut self, side: Side) { self.0 = Some(side); }
/// #     fn payoff(&self, _: Seat) -> f64 { 0.0 }
/// #     fn parse(&self, text: &str) -> Result<Self, TextError> {
/// #         match text {
/// #             "both" => Ok(Stones(None)),
/// #             "left" => Ok(Stones(Some(Side(0)))),
/// #             "right" => Ok(Stones(Some(Side(1)))),
/// #             _ => Err(TextError::new(text, "`both`, `left` or `right`")),
/// #         }
/// #     }
/// }
///
/// impl Symmetric for Stones {
///     fn symmetries(&self) -> usize {
///         2
///     }
///     fn image(&self, symmetry: usize) -> Self {
///         Stones(self.0.map(|side| self.image_of_move(side, symmetry)))
///     }
///     fn image_of_move(&self, Side(side): Side, symmetry: usize) -> Side {
///         Side(side ^ symmetry)
///     }
/// }
///
/// let left = Stones(Some(Side(0)));
/// assert_eq!(Extras::image(&left, 1).to_string(), "right");
/// agon_laws::check_position(&Stones(None))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Whoever knows a game only as a [`Position`] asks here, as in `Extras::image(&position, 1)`, and is given the default
/// where the game says nothing. [`AnyPosition`](crate::AnyPosition) implements all of the traits.
pub struct Extras<P: Position> {
    parts: fn(&P, Heuristic) -> Vec<Contribution>,
    ending: fn(&P) -> &'static str,
    rules: fn(&P) -> Option<String>,
    remarks: fn(&P) -> Remarks,
    features: fn(&P) -> &'static [Named],
    feature_values: fn(&P, Seat, &mut Vec<f64>),
    feature_units: fn(&P, &mut Vec<f64>),
    numbers: fn(&P) -> u32,
    number: fn(&P, P::Move) -> u32,
    states: fn(&P, Seat, &mut Vec<u8>) -> u8,
    swaps: fn(&P) -> bool,
    on_turn: fn(&P) -> Seat,
    secured: fn(&P, Seat) -> f64,
    symmetries: fn(&P) -> usize,
    image: fn(&P, usize) -> P,
    image_of_move: fn(&P, P::Move, usize) -> P::Move,
}

impl<P: Position> Extras<P> {
    /// Nothing but the rules.
    pub const NONE: Self = Extras {
        parts: |_, _| Vec::new(),
        ending: |_| "",
        rules: |_| None,
        remarks: |_| Remarks::default(),
        features: |_| &[],
        feature_values: |_, _, values| values.clear(),
        feature_units: |_, units| units.clear(),
        numbers: |_| 0,
        number: |_, m| number_by_code(m),
        states: |_, _, out| {
            out.clear();
            0
        },
        swaps: |_| false,
        on_turn: seat_to_act,
        secured: |_, _| 0.0,
        symmetries: |_| 1,
        image: |here, _| here.clone(),
        image_of_move: |_, m, _| m,
    };

    /// And what is [told](Explained) to people.
    #[must_use]
    pub const fn explained(self) -> Self
    where
        P: Explained,
    {
        Extras { parts: P::parts, ending: P::ending, rules: P::rules, remarks: P::remarks, ..self }
    }

    /// And its [features](Featured).
    #[must_use]
    pub const fn featured(self) -> Self
    where
        P: Featured,
    {
        Extras { features: P::features, feature_values: P::feature_values, feature_units: P::feature_units, ..self }
    }

    /// And what is [learned](Learnable) from.
    #[must_use]
    pub const fn learnable(self) -> Self
    where
        P: Learnable,
    {
        Extras {
            numbers: P::numbers,
            number: P::number,
            states: P::states,
            swaps: P::swaps,
            on_turn: P::on_turn,
            secured: P::secured,
            ..self
        }
    }

    /// And its [symmetries](Symmetric).
    #[must_use]
    pub const fn symmetric(self) -> Self
    where
        P: Symmetric,
    {
        Extras { symmetries: P::symmetries, image: P::image, image_of_move: P::image_of_move, ..self }
    }

    /// See [`Explained::parts`]; none if the game says nothing.
    pub fn parts(here: &P, heuristic: Heuristic) -> Vec<Contribution> {
        (const { P::EXTRAS.parts })(here, heuristic)
    }

    /// See [`Explained::ending`]; empty if the game says nothing.
    pub fn ending(here: &P) -> &'static str {
        (const { P::EXTRAS.ending })(here)
    }

    /// See [`Explained::rules`]; `None` if the game says nothing.
    pub fn rules(here: &P) -> Option<String> {
        (const { P::EXTRAS.rules })(here)
    }

    /// See [`Explained::remarks`]; empty if the game says nothing.
    pub fn remarks(here: &P) -> Remarks {
        (const { P::EXTRAS.remarks })(here)
    }

    /// See [`Featured::features`]; none if the game declares none.
    #[inline]
    pub fn features(here: &P) -> &'static [Named] {
        (const { P::EXTRAS.features })(here)
    }

    /// See [`Featured::feature_values`].
    #[inline]
    pub fn feature_values(here: &P, seat: Seat, values: &mut Vec<f64>) {
        (const { P::EXTRAS.feature_values })(here, seat, values);
    }

    /// See [`Featured::feature_units`].
    #[inline]
    pub fn feature_units(here: &P, units: &mut Vec<f64>) {
        (const { P::EXTRAS.feature_units })(here, units);
    }

    /// See [`Learnable::numbers`]; zero if the game is not learnable.
    #[inline]
    pub fn numbers(here: &P) -> u32 {
        (const { P::EXTRAS.numbers })(here)
    }

    /// See [`Learnable::number`].
    #[inline]
    pub fn number(here: &P, m: P::Move) -> u32 {
        (const { P::EXTRAS.number })(here, m)
    }

    /// See [`Learnable::states`]; zero, with nothing written, if the game is not learnable.
    #[inline]
    pub fn states(here: &P, seat: Seat, out: &mut Vec<u8>) -> u8 {
        (const { P::EXTRAS.states })(here, seat, out)
    }

    /// See [`Learnable::swaps`].
    #[inline]
    pub fn swaps(here: &P) -> bool {
        (const { P::EXTRAS.swaps })(here)
    }

    /// See [`Learnable::on_turn`]; the seat to act if the game is not learnable.
    #[inline]
    pub fn on_turn(here: &P) -> Seat {
        (const { P::EXTRAS.on_turn })(here)
    }

    /// See [`Learnable::secured`]; nothing if the game does not say.
    #[inline]
    pub fn secured(here: &P, seat: Seat) -> f64 {
        (const { P::EXTRAS.secured })(here, seat)
    }

    /// See [`Symmetric::symmetries`]; the identity alone if the game declares none.
    #[inline]
    pub fn symmetries(here: &P) -> usize {
        (const { P::EXTRAS.symmetries })(here)
    }

    /// See [`Symmetric::image`].
    #[inline]
    #[must_use]
    pub fn image(here: &P, symmetry: usize) -> P {
        (const { P::EXTRAS.image })(here, symmetry)
    }

    /// See [`Symmetric::image_of_move`].
    #[inline]
    pub fn image_of_move(here: &P, m: P::Move, symmetry: usize) -> P::Move {
        (const { P::EXTRAS.image_of_move })(here, m, symmetry)
    }
}

impl<P: Position> Debug for Extras<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extras").finish_non_exhaustive()
    }
}
