//! A game from outside the house: from one heap take a square number; whoever takes the last wins.

use std::{fmt, ops::ControlFlow};

use agon_core::{
    Facts, Game, GamePlugin, Move, Node, OptionError, OptionSpec, Options, Position, RuleClaim,
    RulePlace, Seat, TextError, inventory,
};

/// What is left, and who moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Squares {
    left: u16,
    mover: Seat,
}

/// Taking `root` × `root`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Take {
    root: u16,
}

impl Move for Take {
    fn code(self) -> u64 {
        self.root.into()
    }
    fn from_code(code: u64) -> Option<Self> {
        u8::try_from(code).ok().map(|root| Take { root: root.into() })
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.root * self.root)
    }
}

impl fmt::Display for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.left, self.mover.0 + 1)
    }
}

impl Position for Squares {
    type Move = Take;

    fn facts(&self) -> Facts {
        Facts::two_seats(10_000)
    }
    fn node(&self) -> Node {
        if self.left == 0 { Node::Terminal } else { Node::Decision(self.mover) }
    }
    fn each_move(&self, visit: impl FnMut(Take) -> ControlFlow<()>) -> ControlFlow<()> {
        let affordable = |&root: &u16| root * root <= self.left;
        (1..).take_while(affordable).map(|root| Take { root }).try_for_each(visit)
    }
    fn play(&mut self, Take { root }: Take) {
        self.left -= root * root;
        self.mover = self.mover.opponent();
    }
    fn payoff(&self, seat: Seat) -> f64 {
        if seat == self.mover { -1.0 } else { 1.0 }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let wrong = || TextError::new(text, "what is left and who moves, such as `20 1`");
        let (left, mover) = text.split_once(' ').ok_or_else(wrong)?;
        let left = left.parse().ok().filter(|&left| left <= 10_000).ok_or_else(wrong)?;
        match mover {
            "1" => Ok(Squares { left, mover: Seat(0) }),
            "2" => Ok(Squares { left, mover: Seat(1) }),
            _ => Err(wrong()),
        }
    }
}

impl Game for Squares {
    const NAME: &'static str = "squares";
    const SUMMARY: &'static str = "take a square number from the heap; whoever takes the last wins";
    const RULES: &'static str = "A heap has `heap` [stone]s. The seats move in turn, the first \
        seat first. A seat takes one [stone] or any other square number of them: four, nine, \
        sixteen and so on, as long as so many are left. It may not pass. Whoever takes the last \
        [stone] wins and gets 1; the other gets -1. If there is none at the beginning, the first \
        seat has lost.";
    const HELP: &'static str = "A move is how many are taken. A position is how many are left, and \
        who moves: 20 1.";
    const CLAIMS: &'static [RuleClaim] = &[
        RulePlace::start("").legal("16", "it is four times four"),
        RulePlace::start("").illegal("2", "it is no square number"),
        RulePlace::at("8 1").illegal("9", "there are not so many"),
        RulePlace::at("9 1").then(&["9"]).pays(&[1.0, -1.0], "the first seat took the last"),
        RulePlace::at("5 1").then(&["1", "4"]).pays(&[-1.0, 1.0], "the second seat took the last"),
        RulePlace::start("heap=0").pays(&[-1.0, 1.0], "there is nothing to take"),
    ];
    const OPTIONS: &'static [OptionSpec] =
        &[OptionSpec::whole("heap", 0..=10_000, "20", "how many there are to take")];
    const SAMPLES: &'static [&'static str] = &["", "heap=5", "heap=1000"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        Ok(Squares { left: options.whole("heap"), mover: Seat(0) })
    }
}

inventory::submit! { GamePlugin::of::<Squares>() }

#[cfg(test)]
mod tests {
    #[test]
    fn the_laws_hold() {
        agon_laws::check_game("squares").unwrap();
    }
}
