//! Kuhn poker: one card for each seat, from a pack with one more, and one bet.
//!
//! Cards are dealt one at a time, by chance nodes. At the end, seats that did not fold show their cards, if there are
//! at least two of them.

mod picture;

use std::{
    fmt::{self, Write},
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use agon_core::{
    Explained, Extras, Eye, Facts, Game, GamePlugin, Learnable, Move, Node, OptionError, OptionSpec, Options, Picture,
    Position, RuleClaim, RulePlace, Seat, Stream, TextError, inventory, line,
};

/// The most seats of a game.
const MOST_SEATS: usize = 10;

/// Instead of a card, that there is one which is not seen.
const FACE_DOWN: u8 = u8::MAX;

/// The cards as they are written, from one on.
const CARDS: [char; MOST_SEATS + 1] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B'];

/// The cards, and the acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kuhn {
    seats: u8,
    /// The card of each seat, from one on; zero before it is dealt.
    cards: [u8; MOST_SEATS],
    /// The number of acts.
    acts: u8,
    /// Which of them were bets, a bit each, the first the lowest.
    bets: u32,
}

/// Keys of games of up to four seats are those from when there were no others.
impl Hash for Kuhn {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.seats.hash(state);
        self.cards[..usize::from(self.seats).max(4)].hash(state);
        self.acts.hash(state);
        match u8::try_from(self.bets) {
            Ok(bets) => bets.hash(state),
            Err(_) => self.bets.hash(state),
        }
    }
}

/// The bound of the codes of acts and cards.
const MOST_CODES: u64 = 2 + CARDS.len() as u64;

/// An act of a seat, or the card dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// To put nothing in: to check, or after a bet to fold.
    Pass,
    /// To put one chip in: to bet, or after a bet to call.
    Bet,
    /// This card is dealt, from one on.
    Card(u8),
}

impl Move for Act {
    fn code(self) -> u64 {
        match self {
            Act::Pass => 0,
            Act::Bet => 1,
            Act::Card(card) => 1 + u64::from(card),
        }
    }
    fn from_code(code: u64) -> Option<Self> {
        match code {
            0 => Some(Act::Pass),
            1 => Some(Act::Bet),
            2..MOST_CODES => Some(Act::Card(code as u8 - 1)),
            _ => None,
        }
    }
}

/// `p`, `b`, or the number of the card, with `A` for ten and `B` for eleven.
impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Pass => f.write_char('p'),
            Act::Bet => f.write_char('b'),
            Act::Card(card) => f.write_char(CARDS[usize::from(*card) - 1]),
        }
    }
}

/// The cards, `-` for one not dealt yet, and the acts: `31/pb`.
impl fmt::Display for Kuhn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &card in self.cards() {
            match card {
                0 => f.write_char('-')?,
                FACE_DOWN => f.write_char('?')?,
                card => Act::Card(card).fmt(f)?,
            }
        }
        f.write_char('/')?;
        (0..self.acts).try_for_each(|index| self.act(index).fmt(f))
    }
}

impl Kuhn {
    fn start_of(seats: u8) -> Kuhn {
        Kuhn { seats, cards: [0; MOST_SEATS], acts: 0, bets: 0 }
    }

    /// The cards of the seats there are.
    fn cards(&self) -> &[u8] {
        &self.cards[..usize::from(self.seats)]
    }

    /// The cards whose place is unknown, ascending.
    fn rest(&self) -> impl Iterator<Item = u8> {
        (1..=self.seats + 1).filter(|card| !self.cards().contains(card))
    }

    fn act(&self, index: u8) -> Act {
        if self.bets >> index & 1 == 1 { Act::Bet } else { Act::Pass }
    }

    /// The seat that bet first, if any did: in the first round, where each seat acts in its turn.
    fn bettor(&self) -> Option<u8> {
        (self.bets != 0).then(|| self.bets.trailing_zeros() as u8)
    }

    fn is_over(&self) -> bool {
        self.acts == self.bettor().map_or(self.seats, |bettor| bettor + self.seats)
    }

    /// Whether `seat` put a chip in besides the ante.
    fn has_bet(&self, seat: Seat) -> bool {
        (seat.0..self.acts).step_by(self.seats.into()).any(|index| self.act(index) == Act::Bet)
    }

    /// Whether `seat` has not folded, when all have acted.
    fn is_in(&self, seat: Seat) -> bool {
        self.bets == 0 || self.has_bet(seat)
    }

    /// Whether the card of `seat` is face up: at the end, if at least two seats did not fold.
    fn is_shown(&self, seat: Seat) -> bool {
        let is_showdown = || 1 < Seat::all(self.seats).filter(|&seat| self.is_in(seat)).count();
        self.is_over() && self.is_in(seat) && is_showdown()
    }
}

impl Position for Kuhn {
    type Move = Act;

    const EXTRAS: Extras<Self> = Extras::NONE.explained().learnable();

    fn facts(&self) -> Facts {
        // All pass but the last, which bets, and all the others answer.
        let plies = self.seats + 2 * self.seats - 1;
        Facts::new(self.seats, plies.into())
            .with_chance()
            .with_hidden()
            .with_payoffs(-2.0, f64::from(2 * (self.seats - 1)))
    }
    fn node(&self) -> Node {
        if self.cards().contains(&0) {
            Node::Chance
        } else if self.is_over() {
            Node::Terminal
        } else {
            Node::Decision(Seat(self.acts % self.seats))
        }
    }
    fn each_move(&self, mut visit: impl FnMut(Act) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.node() {
            Node::Chance => self.rest().map(Act::Card).try_for_each(visit),
            Node::Decision(_) => {
                visit(Act::Pass)?;
                visit(Act::Bet)
            }
            Node::Terminal => ControlFlow::Continue(()),
        }
    }
    fn play(&mut self, m: Act) {
        match m {
            Act::Card(card) => {
                let next = self.cards.iter().position(|&card| card == 0);
                self.cards[next.expect("somebody has no card yet")] = card;
            }
            act => {
                self.bets |= u32::from(act == Act::Bet) << self.acts;
                self.acts += 1;
            }
        }
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let put = |seat| 1 + i32::from(self.has_bet(seat));
        let left = Seat::all(self.seats).filter(|&seat| self.is_in(seat));
        let winner = left.max_by_key(|seat| self.cards[seat.index()]);
        let pot: i32 = Seat::all(self.seats).map(put).sum();
        f64::from(if winner == Some(seat) { pot } else { 0 } - put(seat))
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let wrong = || {
            let what = format!("{} cards, a stroke, and what was done: `31/pb`", self.seats);
            TextError::new(text, what)
        };
        let acts = text.split("").filter(|letter| !["", "-", "/"].contains(letter));
        line::replayed(Kuhn::start_of(self.seats), acts, text).ok_or_else(wrong)
    }
    fn cover(&mut self, eye: Eye) -> bool {
        for seat in Seat::all(self.seats) {
            let is_dealt = self.cards[seat.index()] != 0;
            if is_dealt && eye != Eye::Seat(seat) && !self.is_shown(seat) {
                self.cards[seat.index()] = FACE_DOWN;
            }
        }
        true
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn redeal(&self, seat: Seat, stream: &mut Stream) -> Self {
        let mut redeal = self.clone();
        redeal.cover(Eye::Seat(seat));
        // Other seats are assumed to act at random, whatever their cards.
        for index in 0..usize::from(redeal.seats) {
            if redeal.cards[index] == FACE_DOWN {
                let nth = stream.below(redeal.rest().count() as u32) as usize;
                let drawn = redeal.rest().nth(nth);
                redeal.cards[index] = drawn.expect("one card is left over");
            }
        }
        redeal
    }
}

impl Explained for Kuhn {
    fn ending(&self) -> &'static str {
        if Seat::all(self.seats).any(|seat| self.is_shown(seat)) { "showdown" } else { "fold" }
    }
}

impl Learnable for Kuhn {
    fn numbers(&self) -> u32 {
        2
    }
}

impl Game for Kuhn {
    const NAME: &'static str = "kuhn";
    const ALIASES: &'static [&'static str] = &["kuhn-poker"];
    const SUMMARY: &'static str = "one card each and one bet: the smallest game of bluff";
    const RULES: &'static str = "There are `seats` seats, and one [card] more than seats, numbered from one up. Every \
        seat puts one [chip] into the [pot] and is dealt a [card], which it alone sees; one [card] is left over, and \
        nobody sees it. Then the seats act in turn, the first seat first. As long as nobody has [bet], a seat either \
        [pass]es and puts nothing in, or it [bet]s and puts in one [chip] more. If all [pass], nobody has given up. \
        After the first [bet] each of the others acts once more, in turn. It may [bet] too, which calls: it puts in \
        one [chip] as well. Or it may [pass], which gives up: it loses what it has put in. Nobody may put in more than \
        that.\n\n\
        Then the play is over. Of the seats that have not given up, the one with the greatest [card] wins the [pot]. \
        If there are several, they show each [card] of theirs; if there is one alone, it wins without showing. A seat \
        gets what it wins, less what it has put in.";
    const HELP: &'static str = "A move is to pass, p, or to bet, b. Cards are written by their number, with A for ten \
        and B for eleven. A position is the cards and what was done, 31/pb, with - for a card that is not dealt; a \
        view has ? for a card that is not seen. With two seats the value of the game is -1/18 for the first. \
        Sources: H. W. Kuhn, A simplified two-person poker (1950); with more seats N. Abou Risk and D. Szafron, Using \
        counterfactual regret minimization to create competitive multiplayer poker agents (2010).";
    const CLAIMS: &'static [RuleClaim] = &[
        RulePlace::after(&["2"]).legal("3", "the second card may be any other"),
        RulePlace::after(&["2"]).illegal("2", "every card is there once"),
        RulePlace::after(&["3"]).illegal("b", "all cards are dealt first"),
        RulePlace::after(&["3", "1", "p"]).legal("b", "nobody has bet yet"),
        RulePlace::after(&["3", "1", "p", "p"]).pays(&[1.0, -1.0], "nobody bet, and the first card is greater"),
        RulePlace::after(&["1", "3", "b", "b"])
            .pays(&[-2.0, 2.0], "the bet was called, and the second card is greater"),
        RulePlace::after(&["1", "3", "b", "p"]).pays(&[1.0, -1.0], "the second seat gave up, whatever its card"),
        RulePlace::after(&["3", "2", "p", "b", "p"]).pays(&[-1.0, 1.0], "the first seat gave up after the bet"),
        RulePlace::start("seats=3")
            .then(&["1", "2", "3", "p", "p", "p"])
            .pays(&[-1.0, -1.0, 2.0], "the greatest card wins what the others put in"),
        RulePlace::start("seats=3")
            .then(&["4", "1", "2", "p", "b", "p", "b"])
            .pays(&[3.0, -2.0, -1.0], "the third seat gave up, and of the others the first has the greater card"),
    ];
    const OPTIONS: &'static [OptionSpec] = &[OptionSpec::whole("seats", 2..=MOST_SEATS as u64, "2", "how many seats")];
    const SAMPLES: &'static [&'static str] = &["", "seats=3", "seats=4", "seats=10"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        Ok(Kuhn::start_of(options.whole("seats")))
    }
}

inventory::submit! { GamePlugin::of::<Kuhn>() }

#[cfg(test)]
mod tests;
