//! Matching pennies: both show a side at once; the first wins if the sides match, the second if they don't.

use std::{
    fmt::{self, Write},
    ops::ControlFlow,
};

use agon_core::{
    Extras, Eye, Facts, Game, GamePlugin, Learnable, Move, Node, OptionError, OptionSpec, Options, Position, RuleClaim,
    RulePlace, Seat, Stream, TextError, inventory,
};

/// The sides that were chosen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pennies {
    /// The first seat's, then the second's; the second's not without the first's.
    sides: [Option<Side>; 2],
}

/// A side of a penny.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Heads.
    Heads,
    /// Tails.
    Tails,
}

impl Side {
    /// Both.
    pub(crate) const ALL: [Side; 2] = [Side::Heads, Side::Tails];

    fn letter(self) -> char {
        if self == Side::Heads { 'h' } else { 't' }
    }
}

impl Move for Side {
    fn code(self) -> u64 {
        self as u64
    }
    fn from_code(code: u64) -> Option<Self> {
        Side::ALL.into_iter().find(|side| side.code() == code)
    }
}

/// A whole word: `heads`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Side::Heads { "heads" } else { "tails" })
    }
}

/// Both sides, with a dash for one not yet chosen: `h-`.
impl fmt::Display for Pennies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_seen(|_| true, f)
    }
}

impl Pennies {
    const START: Pennies = Pennies { sides: [None, None] };

    fn is_over(&self) -> bool {
        self.sides[1].is_some()
    }

    /// Writes the sides; before both are chosen, that of a seat only if `sees` returns true.
    fn write_seen(&self, sees: impl Fn(Seat) -> bool, out: &mut dyn Write) -> fmt::Result {
        for (seat, side) in Seat::all(2).zip(self.sides) {
            out.write_char(match side {
                None => '-',
                Some(side) if self.is_over() || sees(seat) => side.letter(),
                Some(_) => '?',
            })?;
        }
        Ok(())
    }
}

impl Position for Pennies {
    type Move = Side;

    const EXTRAS: Extras<Self> = Extras::NONE.learnable();

    fn facts(&self) -> Facts {
        Facts::two_seats(2).with_hidden()
    }
    fn node(&self) -> Node {
        match self.sides {
            [None, _] => Node::Decision(Seat(0)),
            [_, None] => Node::Decision(Seat(1)),
            _ => Node::Terminal,
        }
    }
    fn each_move(&self, visit: impl FnMut(Side) -> ControlFlow<()>) -> ControlFlow<()> {
        let sides = if self.is_over() { &[][..] } else { &Side::ALL };
        sides.iter().copied().try_for_each(visit)
    }
    fn play(&mut self, side: Side) {
        self.sides[usize::from(self.sides[0].is_some())] = Some(side);
    }
    fn payoff(&self, seat: Seat) -> f64 {
        if (self.sides[0] == self.sides[1]) == (seat == Seat(0)) { 1.0 } else { -1.0 }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let wrong = || TextError::new(text, "two letters: h, t, or - for what is not chosen");
        let mut position = Pennies::START;
        for letter in text.chars().filter(|letter| *letter != '-') {
            let side = Side::ALL.into_iter().find(|side| side.letter() == letter);
            position.play(side.filter(|_| !position.is_over()).ok_or_else(wrong)?);
        }
        if position.to_string() == text { Ok(position) } else { Err(wrong()) }
    }
    fn write_view(&self, eye: Eye, out: &mut dyn Write) -> fmt::Result {
        self.write_seen(|seat| eye == Eye::Seat(seat), out)
    }
    fn redeal(&self, seat: Seat, stream: &mut Stream) -> Self {
        match (self.node(), seat) {
            (Node::Decision(Seat(1)), Seat(1)) => Pennies { sides: [Some(Side::ALL[stream.below(2) as usize]), None] },
            _ => self.clone(),
        }
    }
}

impl Learnable for Pennies {
    fn numbers(&self) -> u32 {
        2
    }
}

impl Game for Pennies {
    const NAME: &'static str = "pennies";
    const ALIASES: &'static [&'static str] = &["matching pennies"];
    const SUMMARY: &'static str = "matching pennies: both show a side, one wins if they match";
    const RULES: &'static str = "Each of the two seats has a [coin], and shows one side of it: [heads] or [tails]. \
        Both do so at once: the first seat chooses first, and the other does not see it before it has chosen too. Then \
        the play is over. If both show the same side, the first seat gets 1 and the other -1. If they show different \
        sides, the first seat gets -1 and the other 1. There is no draw.";
    const HELP: &'static str = "A move is the side, heads or tails. \
        Source: J. von Neumann and O. Morgenstern, Theory of games and economic behavior (1944).";
    const CLAIMS: &'static [RuleClaim] = &[
        RulePlace::start("").legal("heads", "either side may be shown"),
        RulePlace::after(&["heads"]).legal("tails", "either side may be shown"),
        RulePlace::after(&["heads"]).illegal("pass", "each seat shows a side"),
        RulePlace::after(&["heads", "heads"]).pays(&[1.0, -1.0], "the sides are the same"),
        RulePlace::after(&["tails", "tails"]).pays(&[1.0, -1.0], "the sides are the same"),
        RulePlace::after(&["heads", "tails"]).pays(&[-1.0, 1.0], "the sides are different"),
    ];
    const OPTIONS: &'static [OptionSpec] = &[];
    const SAMPLES: &'static [&'static str] = &[""];

    fn start(_: &Options) -> Result<Self, OptionError> {
        Ok(Pennies::START)
    }
}

inventory::submit! { GamePlugin::of::<Pennies>() }

#[cfg(test)]
mod tests;
