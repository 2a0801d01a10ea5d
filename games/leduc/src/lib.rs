//! Leduc poker: one card each, two rounds of bets, and between them a public card.
//!
//! Two cards of one rank have the same value, so by default they are the same card, with twice the probability. Other
//! programs distinguish them by suit, and an option of this game does so too.

mod picture;

use std::{
    fmt::{self, Write},
    ops::ControlFlow,
};

use agon_core::{
    Eye, Facts, Game, GamePlugin, Move, Node, OptionError, OptionSpec, Options, Picture, Position,
    Seat, Stream, TextError, inventory,
};

/// The ranks, ascending, of which a pack has the first few.
const RANKS: [char; 4] = ['J', 'Q', 'K', 'A'];

/// The suits, if they are distinguished.
const SUITS: [char; 2] = ['h', 's'];

/// The most raises that may be allowed in a round.
const MOST_RAISES: usize = 4;

/// The most acts of a round: one waits, all raises, and the last is called.
const MOST_ACTS: usize = MOST_RAISES + 2;

/// The amount of a raise in each round.
const RAISES: [u8; 2] = [2, 4];

/// The index of the public card.
const BOARD: usize = 2;

/// The cards, and the acts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Leduc {
    rules: Rules,
    /// That of each seat, and that on the board.
    cards: [Place; 3],
    rounds: [Round; 2],
    /// The chips of each seat in the pot.
    chips: [u8; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Rules {
    /// Whether two cards of one rank are distinguished.
    has_suits: bool,
    /// The number of ranks.
    ranks: u8,
    /// The most raises in a round.
    raises: u8,
}

/// A place to which a card is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    Empty,
    /// A card that is not seen.
    FaceDown,
    /// This card: its rank, or with suits twice the rank and the suit.
    Card(u8),
}

/// The acts of a round of bets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Round {
    len: u8,
    acts: [Act; MOST_ACTS],
}

/// An act of a seat, or the card dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// To give up the chips put in.
    Fold,
    /// To put in as much as the other, which may be nothing.
    Call,
    /// To put in as much as the other, and more.
    Raise,
    /// This card is dealt: its rank from zero on, or with suits twice the rank and the suit.
    Card(u8),
}

impl Move for Act {
    fn code(self) -> u64 {
        match self {
            Act::Fold => 0,
            Act::Call => 1,
            Act::Raise => 2,
            Act::Card(card) => 3 + u64::from(card),
        }
    }
    fn from_code(code: u64) -> Option<Self> {
        match code {
            0 => Some(Act::Fold),
            1 => Some(Act::Call),
            2 => Some(Act::Raise),
            3..=10 => Some(Act::Card(code as u8 - 3)),
            _ => None,
        }
    }
}

/// `f`, `c`, `r`, or the card by its number; [`Leduc`] writes cards by rank.
impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Fold => f.write_char('f'),
            Act::Call => f.write_char('c'),
            Act::Raise => f.write_char('r'),
            Act::Card(card) => write!(f, "card {card}"),
        }
    }
}

/// The cards of both seats and of the board, `-` for one that is not dealt yet, and the rounds of bets:
/// `JK-/rr`, `JKQ/rrc/c`.
impl fmt::Display for Leduc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &place in &self.cards {
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

impl Rules {
    /// The number of distinguishable cards.
    fn kinds(self) -> u8 {
        if self.has_suits { 2 * self.ranks } else { self.ranks }
    }

    /// The number of cards of each kind.
    fn copies(self) -> u32 {
        if self.has_suits { 1 } else { 2 }
    }

    fn rank(self, card: u8) -> u8 {
        if self.has_suits { card / 2 } else { card }
    }

    fn write_card(self, card: u8, out: &mut dyn Write) -> fmt::Result {
        out.write_char(RANKS[usize::from(self.rank(card))])?;
        if self.has_suits { out.write_char(SUITS[usize::from(card % 2)]) } else { Ok(()) }
    }
}

impl Round {
    const NONE: Round = Round { len: 0, acts: [Act::Fold; MOST_ACTS] };

    fn acts(&self) -> &[Act] {
        &self.acts[..usize::from(self.len)]
    }

    fn raises(&self) -> usize {
        self.acts().iter().filter(|act| **act == Act::Raise).count()
    }

    /// Whether both have put in the same, and both have been asked.
    fn is_called(&self) -> bool {
        matches!(self.acts(), [_, .., Act::Call])
    }

    fn mover(&self) -> Seat {
        Seat(self.len % 2)
    }
}

impl Leduc {
    fn start_of(rules: Rules) -> Leduc {
        Leduc { rules, cards: [Place::Empty; 3], rounds: [Round::NONE; 2], chips: [1; 2] }
    }

    /// The number of remaining cards of this kind.
    fn left(&self, card: u8) -> u32 {
        let dealt = self.cards.iter().filter(|place| **place == Place::Card(card)).count();
        self.rules.copies() - dealt as u32
    }

    /// Which round of bets it is.
    fn round(&self) -> usize {
        usize::from(self.cards[BOARD] != Place::Empty)
    }

    fn folded(&self) -> Option<Seat> {
        let round = &self.rounds[self.round()];
        (round.acts().last() == Some(&Act::Fold)).then(|| round.mover().opponent())
    }

    /// Whether both have to show their cards.
    fn is_showdown(&self) -> bool {
        self.round() == 1 && self.rounds[1].is_called()
    }

    /// The order at a showdown: a pair, then the rank.
    fn strength(&self, seat: Seat) -> (bool, u8) {
        let rank = |place| match place {
            Place::Card(card) => self.rules.rank(card),
            Place::Empty | Place::FaceDown => unreachable!("all cards lie open at a showdown"),
        };
        let own = rank(self.cards[seat.index()]);
        (own == rank(self.cards[BOARD]), own)
    }

    /// The moves of the seat to bet.
    fn each_bet(&self, mut visit: impl FnMut(Act) -> ControlFlow<()>) -> ControlFlow<()> {
        let round = &self.rounds[self.round()];
        if self.chips[0] != self.chips[1] {
            visit(Act::Fold)?;
        }
        visit(Act::Call)?;
        if round.raises() < self.rules.raises.into() {
            visit(Act::Raise)?;
        }
        ControlFlow::Continue(())
    }

    /// Reads what [`Display`](fmt::Display) writes, and perhaps a little more.
    fn read(&self, text: &str) -> Option<Leduc> {
        let mut position = Leduc::start_of(self.rules);
        let mut parts = text.split('/');
        let mut letters = parts.next()?.chars().peekable();
        let mut cards = [None; 3];
        for card in &mut cards {
            if letters.next_if_eq(&'-').is_some() {
                continue;
            }
            let rank = letters.next()?;
            let rank = RANKS.iter().position(|letter| *letter == rank)? as u8;
            *card = Some(if self.rules.has_suits {
                let suit = letters.next()?;
                2 * rank + SUITS.iter().position(|letter| *letter == suit)? as u8
            } else {
                rank
            });
        }
        let mut play = |act| position.is_legal(act).then(|| position.play(act));
        for card in cards[..BOARD].iter().flatten() {
            play(Act::Card(*card))?;
        }
        for round in [None, cards[BOARD]] {
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

impl Position for Leduc {
    type Move = Act;

    fn facts(&self) -> Facts {
        let raises = self.rules.raises;
        let most = f64::from(1 + raises * (RAISES[0] + RAISES[1]));
        Facts::two_seats(3 + 2 * (u32::from(raises) + 2))
            .with_chance()
            .with_hidden()
            .with_payoffs(-most, most)
    }
    fn numbers(&self) -> u32 {
        3
    }
    fn node(&self) -> Node {
        let round = &self.rounds[self.round()];
        if self.folded().is_some() || self.is_showdown() {
            Node::Terminal
        } else if self.cards[1] == Place::Empty || round.is_called() {
            Node::Chance
        } else {
            Node::Decision(round.mover())
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
        if let Act::Card(card) = m {
            let next = self.cards.iter_mut().find(|place| **place == Place::Empty);
            *next.expect("a card is to be dealt") = Place::Card(card);
            return;
        }
        let index = self.round();
        let round = &mut self.rounds[index];
        let mover = round.mover();
        round.acts[usize::from(round.len)] = m;
        round.len += 1;
        let called = self.chips[mover.opponent().index()];
        match m {
            Act::Raise => self.chips[mover.index()] = called + RAISES[index],
            Act::Call => self.chips[mover.index()] = called,
            Act::Fold | Act::Card(_) => {}
        }
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let other = seat.opponent();
        let has_won = match self.folded() {
            Some(folded) => folded == other,
            None if self.strength(seat) == self.strength(other) => return 0.0,
            None => self.strength(other) < self.strength(seat),
        };
        let lost = self.chips[if has_won { other } else { seat }.index()];
        f64::from(lost) * if has_won { 1.0 } else { -1.0 }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let what = "the cards of both and of the board, and each round of bets: `JK-/rr`";
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
        for seat in Seat::all(2) {
            let place = &mut self.cards[seat.index()];
            if *place != Place::Empty && eye != Eye::Seat(seat) && !is_showdown {
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

impl Game for Leduc {
    const NAME: &'static str = "leduc";
    const ALIASES: &'static [&'static str] = &["leduc-poker"];
    const SUMMARY: &'static str = "one card each, two rounds of bets, and a card on the board";
    const HELP: &'static str = "The pack has two jacks, two queens and two kings. Each seat puts \
        in one chip and gets a card. The first seat begins each round of bets. A seat folds (f) \
        and loses, calls (c), which is to wait where nothing is to be paid, or raises (r): by two \
        chips in the first round, by four in the second. A round has \
        two raises at most. Between the rounds a card is laid open. Then a pair with it wins, or else the higher \
        card; equal cards share. A payoff is what a seat wins beyond what it put in. A position is the cards of both \
        and of the board, and the rounds: JKQ/rrc/c, with - for a card that is not dealt; a view has ? for a card \
        that is not seen. The value of the game is -0.0856 for the first seat. Source: F. Southey and others, \
        Bayes' bluff: opponent modelling in poker (2005).";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::flag("suits", "false", "two cards of one rank are told apart"),
        OptionSpec::whole(
            "ranks",
            2..=RANKS.len() as u64,
            "3",
            "how many ranks, from the jack upwards",
        ),
        OptionSpec::whole(
            "raises",
            1..=MOST_RAISES as u64,
            "2",
            "how many raises a round may have",
        ),
    ];
    const SAMPLES: &'static [&'static str] = &[
        "",
        "suits=true",
        "ranks=2, raises=1",
        "suits=true, ranks=2, raises=1",
        "ranks=4, raises=4",
    ];

    fn start(options: &Options) -> Result<Self, OptionError> {
        Ok(Leduc::start_of(Rules {
            has_suits: options.flag("suits"),
            ranks: options.whole("ranks"),
            raises: options.whole("raises"),
        }))
    }
}

inventory::submit! { GamePlugin::of::<Leduc>() }

#[cfg(test)]
mod tests;
