//! Leduc poker: one card each, two rounds of bets, and between them a public card.
//!
//! Two cards of one rank have the same value, so by default they are the same card, with twice the probability. Other
//! programs distinguish them by suit, and an option of this game does so too.
//!
//! The game has two bodies: [`Two`] for two seats, and [`Many`] for any number of them. They have the same rules, and
//! tests play them side by side.

mod act;
mod cards;
mod picture;
mod round;
mod rules;

use std::{
    fmt::{self, Write},
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use agon_core::{
    AnyPosition, Explained, Extras, Eye, Facts, Game, GamePlugin, Learnable, Node, OptionError, OptionSpec, Options,
    Picture, Position, RuleClaim, Seat, Stream, TextError, inventory,
};

pub use self::act::Act;
use self::{
    cards::{Place, Rules},
    round::Round,
};

/// The most seats.
const MOST_SEATS: usize = 10;

/// The most raises that may be allowed in a round.
const MOST_RAISES: usize = 4;

/// The amount of a raise in each round.
const RAISES: [u8; 2] = [2, 4];

/// The game of two seats.
pub type Two = Leduc<3, { most_acts(2) }>;

/// The game of up to ten seats.
pub type Many = Leduc<{ MOST_SEATS + 1 }, { most_acts(MOST_SEATS) }>;

/// The most acts of a round: all but one wait, each raise is called by all but the last to act, who raises again, and
/// the last raise by all.
const fn most_acts(seats: usize) -> usize {
    seats + MOST_RAISES * (seats - 1)
}

/// The cards, and the acts. There is room for `PLACES - 1` seats and the board, and for `ACTS` acts in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leduc<const PLACES: usize, const ACTS: usize> {
    rules: Rules,
    /// That of each seat, and after them that on the board.
    cards: [Place; PLACES],
    rounds: [Round<ACTS>; 2],
    /// The chips of each seat in the pot.
    chips: [u8; PLACES],
    /// The seats that folded, a bit for each.
    folded: u16,
    /// The number of seats that have still to act in this round, if nobody raises.
    waiting: u8,
    /// The next to act in this round, if it goes on.
    mover: Seat,
}

/// Without what follows from the rest, and the same in every body.
impl<const PLACES: usize, const ACTS: usize> Hash for Leduc<PLACES, ACTS> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rules.hash(state);
        self.cards[..=self.board()].hash(state);
        let room = most_acts(self.rules.seats.into());
        self.rounds.each_ref().map(|round| round.within(room)).hash(state);
        self.chips[..self.board()].hash(state);
    }
}

/// The cards of all seats and of the board, `-` for one that is not dealt yet, and the rounds of bets:
/// `JK-/rr`, `JKQ/rrc/c`.
impl<const PLACES: usize, const ACTS: usize> fmt::Display for Leduc<PLACES, ACTS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &place in &self.cards[..=self.board()] {
            match place {
                Place::Empty => f.write_char('-')?,
                Place::FaceDown => f.write_char('?')?,
                Place::Card(card) => self.rules.write_card(card, f)?,
            }
        }
        for round in &self.rounds[..=self.round()] {
            f.write_char('/')?;
            round.acts().iter().try_for_each(|act| act.fmt(f))?;
        }
        Ok(())
    }
}

impl<const PLACES: usize, const ACTS: usize> Leduc<PLACES, ACTS> {
    /// The position before the deal, if there is room for so many seats.
    fn start_of(rules: Rules) -> Option<Self> {
        let seats = usize::from(rules.seats);
        (seats < PLACES).then_some(Leduc {
            rules,
            cards: [Place::Empty; PLACES],
            rounds: [Round::NONE; 2],
            chips: [1; PLACES],
            folded: 0,
            waiting: rules.seats,
            mover: Seat(0),
        })
    }

    /// The number of seats, which the body for two knows at compile time.
    fn count_of_seats(&self) -> u8 {
        if PLACES == 3 { 2 } else { self.rules.seats }
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<PLACES, ACTS> {
        Seat::all(self.count_of_seats())
    }

    /// The index of the public card.
    fn board(&self) -> usize {
        self.count_of_seats().into()
    }

    /// The number of remaining cards of this kind.
    fn left(&self, card: u8) -> u32 {
        let dealt = self.cards.iter().filter(|place| **place == Place::Card(card)).count();
        self.rules.copies() - dealt as u32
    }

    /// Which round of bets it is.
    fn round(&self) -> usize {
        usize::from(self.cards[self.board()] != Place::Empty)
    }

    fn is_in(&self, seat: Seat) -> bool {
        self.folded >> seat.0 & 1 == 0
    }

    /// The number of seats that did not fold.
    fn remaining(&self) -> u8 {
        self.count_of_seats() - self.folded.count_ones() as u8
    }

    /// Whether those who did not fold have to show their cards.
    fn is_showdown(&self) -> bool {
        self.round() == 1 && self.waiting == 0 && 1 < self.remaining()
    }

    /// The chips that a seat has in the pot after it called.
    fn stake(&self) -> u8 {
        self.chips[..self.board()].iter().copied().max().unwrap_or(0)
    }

    /// The first seat from `seat` on that did not fold.
    fn next_in(&self, mut seat: Seat) -> Seat {
        while !self.is_in(seat) {
            seat = seat.next(self.count_of_seats());
        }
        seat
    }

    /// The order at a showdown: a pair, then the rank.
    fn strength(&self, seat: Seat) -> (bool, u8) {
        let rank = |place| match place {
            Place::Card(card) => self.rules.rank(card),
            Place::Empty | Place::FaceDown => unreachable!("these cards lie open at a showdown"),
        };
        let own = rank(self.cards[seat.index()]);
        (own == rank(self.cards[self.board()]), own)
    }

    /// The moves of the seat to bet.
    fn each_bet(&self, mut visit: impl FnMut(Act) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.chips[self.mover.index()] < self.stake() {
            visit(Act::Fold)?;
        }
        visit(Act::Call)?;
        if self.rounds[self.round()].raises() < self.rules.raises.into() {
            visit(Act::Raise)?;
        }
        ControlFlow::Continue(())
    }

    /// Lays a card where the next one is missing.
    fn deal(&mut self, card: u8) {
        let next = self.cards.iter().position(|place| *place == Place::Empty);
        let next = next.expect("a card is to be dealt");
        self.cards[next] = Place::Card(card);
        if next == self.board() {
            self.waiting = self.remaining();
            self.mover = self.next_in(Seat(0));
        }
    }

    /// Plays an act of the seat to bet.
    fn bet(&mut self, act: Act) {
        let (index, mover, stake) = (self.round(), self.mover, self.stake());
        self.rounds[index].push(act);
        self.waiting -= 1;
        match act {
            Act::Raise => {
                self.chips[mover.index()] = stake + RAISES[index];
                self.waiting = self.remaining() - 1;
            }
            Act::Call => self.chips[mover.index()] = stake,
            Act::Fold | Act::Card(_) => self.folded |= 1 << mover.0,
        }
        self.mover = self.next_in(mover.next(self.count_of_seats()));
    }

    /// Reads what [`Display`](fmt::Display) writes, and perhaps a little more.
    fn read(&self, text: &str) -> Option<Self> {
        let mut position = Self::start_of(self.rules)?;
        let mut parts = text.split('/');
        let mut letters = parts.next()?.chars().peekable();
        let mut cards = [None; PLACES];
        for card in &mut cards[..=self.board()] {
            if letters.next_if_eq(&'-').is_none() {
                *card = Some(self.rules.read_card(&mut letters)?);
            }
        }
        let mut play = |act| position.is_legal(act).then(|| position.play(act));
        for card in cards[..self.board()].iter().flatten() {
            play(Act::Card(*card))?;
        }
        for round in [None, cards[self.board()]] {
            if let Some(card) = round {
                play(Act::Card(card))?;
            }
            for letter in parts.next().unwrap_or_default().chars() {
                let acts = [('f', Act::Fold), ('c', Act::Call), ('r', Act::Raise)];
                play(acts.into_iter().find(|(name, _)| *name == letter)?.1)?;
            }
        }
        (position.to_string() == text).then_some(position)
    }
}

impl<const PLACES: usize, const ACTS: usize> Position for Leduc<PLACES, ACTS> {
    type Move = Act;

    const EXTRAS: Extras<Self> = Extras::NONE.explained().learnable();

    fn facts(&self) -> Facts {
        let Rules { seats, raises, .. } = self.rules;
        let most = f64::from(1 + raises * (RAISES[0] + RAISES[1]));
        let acts = u32::from(seats) + u32::from(raises) * u32::from(seats - 1);
        Facts::new(seats, u32::from(seats) + 1 + 2 * acts)
            .with_chance()
            .with_hidden()
            .with_payoffs(-most, most * f64::from(seats - 1))
    }
    fn node(&self) -> Node {
        let is_dealt = self.cards[self.board() - 1] != Place::Empty;
        if self.remaining() == 1 || self.is_showdown() {
            Node::Terminal
        } else if !is_dealt || self.waiting == 0 {
            Node::Chance
        } else {
            Node::Decision(self.mover)
        }
    }
    fn each_move(&self, visit: impl FnMut(Act) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.node() {
            Node::Decision(_) => self.each_bet(visit),
            Node::Chance => {
                let left = (0..self.rules.kinds()).filter(|&card| self.left(card) != 0);
                left.map(Act::Card).try_for_each(visit)
            }
            Node::Terminal => ControlFlow::Continue(()),
        }
    }
    fn play(&mut self, m: Act) {
        match m {
            Act::Card(card) => self.deal(card),
            act => self.bet(act),
        }
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let strength = |seat| if self.is_showdown() { self.strength(seat) } else { (false, 0) };
        let best = self.seats().filter(|&seat| self.is_in(seat)).map(strength).max();
        let has_won = |seat: &Seat| self.is_in(*seat) && Some(strength(*seat)) == best;
        let own = f64::from(self.chips[seat.index()]);
        if !has_won(&seat) {
            return -own;
        }
        let pot: u16 = self.chips[..self.board()].iter().map(|&chips| u16::from(chips)).sum();
        f64::from(pot) / self.seats().filter(has_won).count() as f64 - own
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let what = "the cards of all seats and of the board, and each round of bets: `JK-/rr`";
        self.read(text).ok_or_else(|| TextError::new(text, what))
    }
    fn weight(&self, outcome: Act) -> u32 {
        match outcome {
            Act::Card(card) => self.left(card),
            Act::Fold | Act::Call | Act::Raise => 1,
        }
    }
    fn write_move(&self, m: Act, out: &mut dyn Write) -> fmt::Result {
        match m {
            Act::Card(card) => self.rules.write_card(card, out),
            act => write!(out, "{act}"),
        }
    }
    fn cover(&mut self, eye: Eye) -> bool {
        let is_showdown = self.is_showdown();
        for seat in self.seats() {
            let is_shown = eye == Eye::Seat(seat) || is_showdown && self.is_in(seat);
            let place = &mut self.cards[seat.index()];
            if *place != Place::Empty && !is_shown {
                *place = Place::FaceDown;
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
        for index in 0..redeal.cards.len() {
            if redeal.cards[index] == Place::FaceDown {
                let left = |card| redeal.left(card);
                let mut nth = stream.below((0..redeal.rules.kinds()).map(left).sum());
                let mut card = 0;
                while left(card) <= nth {
                    nth -= left(card);
                    card += 1;
                }
                redeal.cards[index] = Place::Card(card);
            }
        }
        redeal
    }
}

impl<const PLACES: usize, const ACTS: usize> Explained for Leduc<PLACES, ACTS> {
    fn ending(&self) -> &'static str {
        if self.is_showdown() { "showdown" } else { "fold" }
    }
}

impl<const PLACES: usize, const ACTS: usize> Learnable for Leduc<PLACES, ACTS> {
    fn numbers(&self) -> u32 {
        3
    }
}

impl<const PLACES: usize, const ACTS: usize> Game for Leduc<PLACES, ACTS> {
    const NAME: &'static str = "leduc";
    const ALIASES: &'static [&'static str] = &["leduc-poker"];
    const SUMMARY: &'static str = "one card each, two rounds of bets, and a card on the board";
    const RULES: &'static str = rules::RULES;
    const HELP: &'static str = "A move is to fold, f, to call, c, which is also to wait where nothing is to be paid, \
        or to raise, r. A position is the cards of all seats and of the board, and the rounds: JKQ/rrc/c, with - for a \
        card that is not dealt; a view has ? for a card that is not seen. With two seats the value of the game is \
        -0.0856 for the first. \
        Sources: F. Southey and others, Bayes' bluff: opponent modelling in poker (2005); with more seats M. Lanctot \
        and others, OpenSpiel: a framework for reinforcement learning in games (2019).";
    const CLAIMS: &'static [RuleClaim] = rules::CLAIMS;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::flag("suits", "false", "two cards of one rank are told apart"),
        OptionSpec::choice(
            "ranks",
            &["auto", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"],
            "auto",
            "how many ranks; one more than there are seats unless given",
        ),
        OptionSpec::whole("raises", 1..=MOST_RAISES as u64, "2", "how many raises a round may have"),
        OptionSpec::whole("seats", 2..=MOST_SEATS as u64, "2", "how many seats"),
    ];
    const SAMPLES: &'static [&'static str] = &[
        "",
        "suits=true",
        "ranks=2, raises=1",
        "suits=true, ranks=2, raises=1",
        "ranks=4, raises=4",
        "seats=3, raises=1",
        "suits=true, ranks=2, raises=1, seats=3",
        "raises=4, seats=10",
    ];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let (seats, raises) = (options.whole("seats"), options.whole("raises"));
        // Anything but a number is `auto`.
        let ranks = options.text("ranks").parse().unwrap_or(seats + 1);
        if 2 * ranks < seats + 1 {
            return Err(
                options.wrong("ranks", format!("at least {}, for {seats} seats and the board", u8::midpoint(seats, 2)))
            );
        }
        let rules = Rules { has_suits: options.flag("suits"), ranks, raises, seats };
        Leduc::start_of(rules).ok_or_else(|| options.impossible("this body has fewer seats"))
    }
    fn open(options: &Options) -> Result<AnyPosition, OptionError> {
        match options.whole("seats") {
            2 => Two::start(options).map(AnyPosition::new),
            _ => Many::start(options).map(AnyPosition::new),
        }
    }
}

inventory::submit! { GamePlugin::of::<Many>() }

#[cfg(test)]
mod tests;
