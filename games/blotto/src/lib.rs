//! Colonel Blotto: both distribute their coins over the fields at the same time; more coins win a field, and more
//! fields the game.

mod rules;
mod split;

use std::{
    fmt::{self, Write},
    ops::ControlFlow,
};

use agon_core::{
    Extras, Eye, Facts, Game, GamePlugin, Learnable, Node, OptionError, OptionSpec, Options, Position, RuleClaim, Seat,
    Stream, TextError, inventory, line,
};

pub use crate::split::Split;
use crate::split::{MOST_COINS, MOST_FIELDS};

/// The choices made.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Blotto {
    coins: u8,
    fields: u8,
    /// The first seat's, then the second's; the second's not without the first's.
    splits: [Option<Split>; 2],
}

/// Both choices, with a dash for one not yet made: `3+3+4 -`.
impl fmt::Display for Blotto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_seen(|_| true, f)
    }
}

impl Blotto {
    fn is_over(&self) -> bool {
        self.splits[1].is_some()
    }

    /// Writes both choices; before both are made, that of a seat only if `sees` returns true.
    fn write_seen(&self, sees: impl Fn(Seat) -> bool, out: &mut dyn Write) -> fmt::Result {
        for (seat, split) in Seat::all(2).zip(self.splits) {
            if seat != Seat(0) {
                out.write_char(':')?;
            }
            match split {
                None => out.write_char('-')?,
                Some(split) if self.is_over() || sees(seat) => write!(out, "{split}")?,
                Some(_) => out.write_char('?')?,
            }
        }
        Ok(())
    }
}

impl Position for Blotto {
    type Move = Split;

    const EXTRAS: Extras<Self> = Extras::NONE.learnable();

    fn facts(&self) -> Facts {
        Facts::two_seats(2).with_hidden()
    }
    fn node(&self) -> Node {
        match self.splits {
            [None, _] => Node::Decision(Seat(0)),
            [_, None] => Node::Decision(Seat(1)),
            _ => Node::Terminal,
        }
    }
    fn each_move(&self, visit: impl FnMut(Split) -> ControlFlow<()>) -> ControlFlow<()> {
        let first = (!self.is_over()).then(|| Split::first(self.coins, self.fields));
        std::iter::successors(first, |split| split.next()).try_for_each(visit)
    }
    fn play(&mut self, split: Split) {
        self.splits[usize::from(self.splits[0].is_some())] = Some(split);
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let [Some(first), Some(second)] = &self.splits else { return 0.0 };
        let fields = first.coins().iter().zip(second.coins());
        let more: i32 = fields.map(|(one, other)| one.cmp(other) as i32).sum();
        let more = f64::from(more.signum());
        if seat == Seat(0) { more } else { 0.0 - more }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let wrong = || {
            let like = Split::first(self.coins, self.fields);
            TextError::new(text, format!("two choices, such as `{like}:-`"))
        };
        let start = Blotto { splits: [None, None], ..*self };
        let splits = text.split(':').filter(|word| *word != "-");
        line::replayed(start, splits, text).ok_or_else(wrong)
    }
    fn count(&self) -> usize {
        if self.is_over() { 0 } else { split::count(self.coins, self.fields) }
    }
    fn nth(&self, n: usize) -> Split {
        Split::nth(self.coins, self.fields, n)
    }
    fn is_legal(&self, split: Split) -> bool {
        let coins = split.coins();
        let total: u8 = coins.iter().sum();
        !self.is_over() && coins.len() == usize::from(self.fields) && total == self.coins
    }
    fn parse_move(&self, text: &str) -> Option<Split> {
        Split::read(text).filter(|&split| self.is_legal(split) && split.to_string() == text)
    }
    fn write_view(&self, eye: Eye, out: &mut dyn Write) -> fmt::Result {
        self.write_seen(|seat| eye == Eye::Seat(seat), out)
    }
    fn redeal(&self, seat: Seat, stream: &mut Stream) -> Self {
        let mut redeal = self.clone();
        if self.node() == Node::Decision(Seat(1)) && seat != Seat(0) {
            let number = stream.below(self.count() as u32) as usize;
            redeal.splits[0] = Some(self.nth(number));
        }
        redeal
    }
}

impl Learnable for Blotto {
    fn numbers(&self) -> u32 {
        split::count(self.coins, self.fields) as u32
    }
    #[inline]
    fn number(&self, split: Split) -> u32 {
        split.number()
    }
}

impl Game for Blotto {
    const NAME: &'static str = "blotto";
    const ALIASES: &'static [&'static str] = &["colonel blotto"];
    const SUMMARY: &'static str = "spread coins over fields at once; more on more fields wins";
    const RULES: &'static str = rules::RULES;
    const HELP: &'static str = "A move is the coins on each field: 3+3+4. Source: É. Borel, La théorie du jeu et les \
        équations intégrales à noyau symétrique (1921); O. Gross and R. Wagner, A continuous Colonel Blotto game \
        (1950).";
    const CLAIMS: &'static [RuleClaim] = rules::CLAIMS;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole("coins", 1..=MOST_COINS as u64, "10", "how many coins each has"),
        OptionSpec::whole("fields", 1..=MOST_FIELDS as u64, "3", "how many fields"),
    ];
    const SAMPLES: &'static [&'static str] = &["", "3, 2", "5, 4", "1, 5"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let (coins, fields) = (options.whole("coins"), options.whole("fields"));
        Ok(Blotto { coins, fields, splits: [None, None] })
    }
}

inventory::submit! { GamePlugin::of::<Blotto>() }

#[cfg(test)]
mod tests;
