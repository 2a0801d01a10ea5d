//! Rock, paper, scissors: both show a hand at once; rock beats scissors, scissors beat paper, paper beats rock.

use std::{
    fmt::{self, Write},
    ops::ControlFlow,
};

use agon_core::{
    Extras, Eye, Facts, Game, GamePlugin, Learnable, Move, Node, OptionError, OptionSpec, Options, Position, RuleClaim,
    RulePlace, Seat, Stream, TextError, inventory,
};

/// The most rounds a game can have.
const MOST_ROUNDS: usize = 20;

/// The hands that were shown, round by round.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rps {
    rounds: u8,
    /// The number of hands chosen; the rest of `hands` is unused.
    len: u8,
    /// In each round that of the first seat, then that of the second.
    hands: [Hand; 2 * MOST_ROUNDS],
}

/// A hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hand {
    /// Beats scissors.
    Rock,
    /// Beats rock.
    Paper,
    /// Beat paper.
    Scissors,
}

impl Hand {
    /// All three, each beaten by the next, the last by the first.
    pub(crate) const ALL: [Hand; 3] = [Hand::Rock, Hand::Paper, Hand::Scissors];

    fn letter(self) -> char {
        ['r', 'p', 's'][self as usize]
    }

    fn beats(self, other: Hand) -> bool {
        (other as usize + 1) % 3 == self as usize
    }
}

impl Move for Hand {
    fn code(self) -> u64 {
        self as u64
    }
    fn from_code(code: u64) -> Option<Self> {
        Hand::ALL.into_iter().find(|hand| hand.code() == code)
    }
}

/// A whole word: `rock`.
impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["rock", "paper", "scissors"][*self as usize])
    }
}

/// The rounds, each with both hands: `rp s-`, where the second seat is to choose.
impl fmt::Display for Rps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_seen(|_| true, f)
    }
}

impl Rps {
    fn start_of(rounds: u8) -> Rps {
        Rps { rounds, len: 0, hands: [Hand::Rock; 2 * MOST_ROUNDS] }
    }

    /// Whether the first seat has chosen and the second has not.
    fn is_pending(&self) -> bool {
        self.len % 2 == 1
    }

    fn is_over(&self) -> bool {
        self.len == 2 * self.rounds
    }

    /// Writes the rounds; of the incomplete round the hand of a seat only if `sees` returns true.
    fn write_seen(&self, sees: impl Fn(Seat) -> bool, out: &mut dyn Write) -> fmt::Result {
        let len = usize::from(self.len);
        let rounds = len / 2 + usize::from(!self.is_over());
        for (index, &hand) in self.hands[..2 * rounds].iter().enumerate() {
            let (round, seat) = (index / 2, Seat(index as u8 % 2));
            if seat == Seat(0) && round != 0 {
                out.write_char(' ')?;
            }
            let is_shown = round < len / 2 || sees(seat);
            out.write_char(match (index < len, is_shown) {
                (true, true) => hand.letter(),
                (true, false) => '?',
                (false, _) => '-',
            })?;
        }
        Ok(())
    }
}

impl Position for Rps {
    type Move = Hand;

    const EXTRAS: Extras<Self> = Extras::NONE.learnable();

    fn facts(&self) -> Facts {
        let most = f64::from(self.rounds);
        Facts::two_seats(2 * u32::from(self.rounds)).with_payoffs(-most, most).with_hidden()
    }
    fn node(&self) -> Node {
        if self.is_over() { Node::Terminal } else { Node::Decision(Seat(self.len % 2)) }
    }
    fn each_move(&self, visit: impl FnMut(Hand) -> ControlFlow<()>) -> ControlFlow<()> {
        let hands = if self.is_over() { &[][..] } else { &Hand::ALL };
        hands.iter().copied().try_for_each(visit)
    }
    fn play(&mut self, hand: Hand) {
        self.hands[usize::from(self.len)] = hand;
        self.len += 1;
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let mut points = 0;
        for round in self.hands[..usize::from(self.len)].chunks_exact(2) {
            let (own, other) = (round[seat.index()], round[seat.opponent().index()]);
            points += i32::from(own.beats(other)) - i32::from(other.beats(own));
        }
        f64::from(points)
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let wrong = || TextError::new(text, "rounds of two letters each: r, p, s, or - for what is not chosen");
        let mut position = Rps::start_of(self.rounds);
        for letter in text.chars().filter(|letter| !" -".contains(*letter)) {
            let hand = Hand::ALL.into_iter().find(|hand| hand.letter() == letter);
            let hand = hand.filter(|_| !position.is_over()).ok_or_else(wrong)?;
            position.play(hand);
        }
        if position.to_string() == text { Ok(position) } else { Err(wrong()) }
    }
    fn write_view(&self, eye: Eye, out: &mut dyn Write) -> fmt::Result {
        self.write_seen(|seat| eye == Eye::Seat(seat), out)
    }
    fn redeal(&self, seat: Seat, stream: &mut Stream) -> Self {
        let mut redeal = self.clone();
        if self.is_pending() && seat != Seat(0) {
            redeal.hands[usize::from(self.len) - 1] = Hand::ALL[stream.below(3) as usize];
        }
        redeal
    }
}

impl Learnable for Rps {
    fn numbers(&self) -> u32 {
        Hand::ALL.len() as u32
    }
}

impl Game for Rps {
    const NAME: &'static str = "rps";
    const ALIASES: &'static [&'static str] = &["rock paper scissors"];
    const SUMMARY: &'static str = "rock, paper, scissors: both show a hand at once";
    const RULES: &'static str = "In each of `rounds` rounds both seats show a [hand] at once: [rock], [paper] or \
        [scissors]. The first seat chooses first, and the other does not see it before it has chosen too. A [rock] \
        beats [scissors], [scissors] beat [paper], and [paper] beats a [rock]; equal ones beat nothing. Who shows the \
        better [hand] wins the round. What was shown in earlier rounds is known to both, and any [hand] may be shown \
        again. The play is over after the last round. A seat gets the number of rounds that it has won, less the \
        number of those that the other has won; as many for both are a draw.";
    const HELP: &'static str = "A move is a hand: rock, paper or scissors. \
        Source: J. von Neumann, Zur Theorie der Gesellschaftsspiele (1928).";
    const CLAIMS: &'static [RuleClaim] = &[
        RulePlace::start("").legal("rock", "any hand may be shown"),
        RulePlace::after(&["rock"]).legal("rock", "the other may show the same"),
        RulePlace::start("").illegal("pass", "each seat shows a hand"),
        RulePlace::after(&["rock", "scissors"]).pays(&[1.0, -1.0], "the first hand beats the second"),
        RulePlace::after(&["scissors", "rock"]).pays(&[-1.0, 1.0], "the second hand beats the first"),
        RulePlace::after(&["paper", "rock"]).pays(&[1.0, -1.0], "the first hand beats the second"),
        RulePlace::after(&["paper", "scissors"]).pays(&[-1.0, 1.0], "the second hand beats the first"),
        RulePlace::after(&["paper", "paper"]).pays(&[0.0, 0.0], "equal hands beat nothing"),
        RulePlace::start("rounds=3")
            .then(&["rock", "scissors", "rock", "rock", "paper", "rock"])
            .pays(&[2.0, -2.0], "the first seat won two rounds, and one was a draw"),
    ];
    const OPTIONS: &'static [OptionSpec] =
        &[OptionSpec::whole("rounds", 1..=MOST_ROUNDS as u64, "1", "how many rounds are played")];
    const SAMPLES: &'static [&'static str] = &["", "2", "20"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        Ok(Rps::start_of(options.whole("rounds")))
    }
}

inventory::submit! { GamePlugin::of::<Rps>() }

#[cfg(test)]
mod tests;
