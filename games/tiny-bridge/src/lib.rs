//! Tiny bridge: two partners with two cards each bid for a contract, and share its score.
//!
//! Both see their own cards and hear all calls, their only communication. There are eight cards; the opponents, who
//! hold the rest, always pass.

mod picture;
mod score;

use std::{
    fmt::{self, Write},
    ops::ControlFlow,
};

use agon_core::{
    Explained, Extras, Eye, Facts, Game, GamePlugin, Learnable, Move, Node, OptionError, Options, Picture, Position,
    RuleClaim, RulePlace, Seat, Stream, Sum, TextError, inventory, line,
};

/// The partners, by the sides of the table at which they sit.
const NAMES: [&str; 2] = ["west", "east"];

const RANKS: [char; 4] = ['J', 'Q', 'K', 'A'];

const SUITS: [char; 2] = ['h', 's'];

/// The number of cards: hearts, then spades, ascending.
const CARDS: u8 = 8;

/// The number of bids: hearts, spades and no trumps, for one trick or for both.
const BIDS: u8 = 6;

/// The hands, and the calls.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TinyBridge {
    hands: [Hand; 2],
    /// Whether the first call was a pass.
    has_passed: bool,
    /// The bids, a bit each, the lowest the lowest: each is higher than the one before.
    bids: u8,
    /// Whether a pass has ended the auction.
    is_over: bool,
}

/// The cards of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Hand {
    /// Not dealt yet.
    None,
    /// Dealt, and not seen.
    Hidden,
    /// The lower of the two, and the higher.
    Cards(u8, u8),
}

/// A bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Contract {
    /// The number of tricks to be made.
    level: u8,
    /// The suit of trumps, if there is one.
    trumps: Option<u8>,
}

/// A call, or the cards that a seat is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// To bid no more.
    Pass,
    /// To bid, from 0 for one trick with hearts as trumps to 5 for both tricks without trumps.
    Bid(u8),
    /// These two cards are dealt, the lower first: hearts from 0, spades from 4, ascending.
    Deal(u8, u8),
}

impl Move for Act {
    fn code(self) -> u64 {
        match self {
            Act::Pass => 0,
            Act::Bid(bid) => 1 + u64::from(bid),
            Act::Deal(low, high) => 64 + u64::from(CARDS * low + high),
        }
    }
    fn from_code(code: u64) -> Option<Self> {
        match code {
            0 => Some(Act::Pass),
            1..=6 => Some(Act::Bid(code as u8 - 1)),
            64..=127 => Some(Act::Deal((code - 64) as u8 / CARDS, code as u8 % CARDS)),
            _ => None,
        }
    }
}

/// `p`, `1h` to `2n`, or the two cards.
impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Act::Pass => f.write_char('p'),
            Act::Bid(bid) => {
                let suit = ['h', 's', 'n'][usize::from(bid % 3)];
                write!(f, "{}{suit}", 1 + bid / 3)
            }
            Act::Deal(low, high) => {
                write_card(low, f)?;
                write_card(high, f)
            }
        }
    }
}

fn write_card(card: u8, out: &mut dyn Write) -> fmt::Result {
    out.write_char(RANKS[usize::from(card % 4)])?;
    out.write_char(SUITS[usize::from(card / 4)])
}

/// The hands of west and east, `-` for one that is not dealt yet, and the calls: `JhAs:KhQs/1h 2s p`.
impl fmt::Display for TinyBridge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, hand) in self.hands.iter().enumerate() {
            f.write_str(["", ":"][index])?;
            match *hand {
                Hand::None => f.write_char('-')?,
                Hand::Hidden => f.write_char('?')?,
                Hand::Cards(low, high) => Act::Deal(low, high).fmt(f)?,
            }
        }
        f.write_char('/')?;
        for (index, act) in self.calls().enumerate() {
            write!(f, "{}{act}", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl TinyBridge {
    const START: TinyBridge = TinyBridge { hands: [Hand::None; 2], has_passed: false, bids: 0, is_over: false };

    /// The calls, in order.
    fn calls(&self) -> impl Iterator<Item = Act> {
        let bids = (0..BIDS).filter(|bid| self.bids >> bid & 1 == 1).map(Act::Bid);
        let (first, last) = (self.has_passed, self.is_over);
        let passes = |is_there: bool| is_there.then_some(Act::Pass).into_iter();
        passes(first).chain(bids).chain(passes(last))
    }

    /// The seat that called `ago` calls ago, or with zero is to call.
    fn caller(&self, ago: usize) -> Seat {
        Seat(((self.calls().count() + ago) % 2) as u8)
    }

    /// The pairs of cards whose place is unknown, ascending.
    fn deals(&self) -> impl Iterator<Item = (u8, u8)> {
        let mut is_free = [true; CARDS as usize];
        for hand in self.hands {
            if let Hand::Cards(low, high) = hand {
                is_free[usize::from(low)] = false;
                is_free[usize::from(high)] = false;
            }
        }
        let pairs = (0..CARDS).flat_map(|low| (low + 1..CARDS).map(move |high| (low, high)));
        pairs.filter(move |&(low, high)| is_free[usize::from(low)] && is_free[usize::from(high)])
    }

    /// The last bid.
    fn contract(&self) -> Option<Contract> {
        let bid = self.bids.checked_ilog2()? as u8;
        Some(Contract { level: 1 + bid / 3, trumps: Some(bid % 3).filter(|&suit| suit < 2) })
    }

    fn read(text: &str) -> Option<TinyBridge> {
        let (hands, calls) = text.split_once('/')?;
        let words = hands.split(':').filter(|word| *word != "-").chain(calls.split(' '));
        line::replayed(TinyBridge::START, words.filter(|word| !word.is_empty()), text)
    }
}

impl Position for TinyBridge {
    type Move = Act;

    const EXTRAS: Extras<Self> = Extras::NONE.explained().learnable();

    fn facts(&self) -> Facts {
        // Two deals, a pass, all bids, and a pass.
        Facts::two_seats(4 + u32::from(BIDS))
            .with_chance()
            .with_hidden()
            .with_payoffs(-40.0, 35.0)
            .with_sum(Sum::General)
    }
    fn node(&self) -> Node {
        if self.hands.contains(&Hand::None) {
            Node::Chance
        } else if self.is_over {
            Node::Terminal
        } else {
            Node::Decision(self.caller(0))
        }
    }
    fn each_move(&self, mut visit: impl FnMut(Act) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.node() {
            Node::Chance => self.deals().map(|(low, high)| Act::Deal(low, high)).try_for_each(visit),
            Node::Decision(_) => {
                visit(Act::Pass)?;
                let lowest = self.bids.checked_ilog2().map_or(0, |bid| bid as u8 + 1);
                (lowest..BIDS).map(Act::Bid).try_for_each(visit)
            }
            Node::Terminal => ControlFlow::Continue(()),
        }
    }
    fn play(&mut self, m: Act) {
        match m {
            Act::Deal(low, high) => {
                let hand = self.hands.iter_mut().find(|hand| **hand == Hand::None);
                *hand.expect("a hand is to be dealt") = Hand::Cards(low, high);
            }
            Act::Bid(bid) => self.bids |= 1 << bid,
            Act::Pass if self.bids == 0 && !self.has_passed => self.has_passed = true,
            Act::Pass => self.is_over = true,
        }
    }
    fn payoff(&self, _: Seat) -> f64 {
        let Some(contract) = self.contract() else { return 0.0 };
        let hands = self.hands.map(|hand| match hand {
            Hand::Cards(low, high) => [low, high],
            Hand::None | Hand::Hidden => unreachable!("all cards are dealt"),
        });
        // The last call was a pass; before it the declarer bid.
        score::mean(hands, contract, 2 * self.caller(2).0)
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let what = "both hands, a stroke, and the calls: `JhAs:KhQs/1h 2s p`";
        TinyBridge::read(text).ok_or_else(|| TextError::new(text, what))
    }
    fn cover(&mut self, eye: Eye) -> bool {
        for seat in Seat::all(2) {
            let hand = &mut self.hands[seat.index()];
            if *hand != Hand::None && eye != Eye::Seat(seat) && !self.is_over {
                *hand = Hand::Hidden;
            }
        }
        true
    }
    fn redeal(&self, seat: Seat, stream: &mut Stream) -> Self {
        let mut redeal = self.clone();
        redeal.cover(Eye::Seat(seat));
        // The partner is assumed to call at random, whatever its cards.
        for index in 0..2 {
            if redeal.hands[index] == Hand::Hidden {
                let nth = stream.below(redeal.deals().count() as u32) as usize;
                let (low, high) = redeal.deals().nth(nth).expect("there are cards left");
                redeal.hands[index] = Hand::Cards(low, high);
            }
        }
        redeal
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
}

impl Explained for TinyBridge {
    fn ending(&self) -> &'static str {
        if self.contract().is_some() { "contract" } else { "passed out" }
    }
}

impl Learnable for TinyBridge {
    fn numbers(&self) -> u32 {
        1 + u32::from(BIDS)
    }
}

impl Game for TinyBridge {
    const NAME: &'static str = "tiny-bridge";
    const SUMMARY: &'static str = "two partners bid for a contract, and share what it is worth";
    const RULES: &'static str = "There are eight [card]s: [jack], [queen], [king] and [ace], in ascending order, of \
        two suits, [hearts] and [spades]. The two seats are partners. Each is dealt two [card]s and sees only its own. \
        The other four belong to two opponents, who never bid.\n\n\
        In turn, the first seat first, the partners [pass] or bid. A bid says how many [trick]s they will make \
        together, one or both of the two, and which suit is [trumps], if any. Bids ascend so: one [trick] with \
        [hearts], with [spades], with no [trumps]; both [trick]s with [hearts], with [spades], with no [trumps]. Each \
        bid is higher than the one before. A [pass] ends the play, except as the very first call. Who made the last \
        bid is the declarer.\n\n\
        The [card]s are not played by the seats. For every way in which the opponents may hold the other four, both \
        [trick]s are thought to be played as well as can be, with all [card]s seen. In turn around the table, where \
        opponents sit between partners, each plays a [card]; the opponent whose turn is before the declarer's begins. \
        Who has a [card] of the suit that was led must play it. The highest of [trumps], or else the highest of that \
        suit, wins the [trick], and its player leads next.\n\n\
        What both seats get is the same: the mean over all these ways. A bid of one [trick] pays 10 for each [trick] \
        made. A bid of both pays 30 if both are made, and 35 with no [trumps]. If fewer are made than bid, each that \
        is missing costs 20. Without any bid both get 0.";
    const HELP: &'static str = "West and east are the two seats. A call is a pass, p, or a bid: 1h 1s 1n 2h 2s 2n. A \
        position is both hands and the calls: JhAs:KhQs/1h 2s p, with - for a hand that is not dealt; a view has ? for \
        a hand that is not seen. \
        Source: the game that OpenSpiel has as tiny_bridge_2p.";
    const CLAIMS: &'static [RuleClaim] = &[
        RulePlace::after(&["JhAs"]).illegal("KhAs", "one of these cards is dealt already"),
        RulePlace::after(&["JhAs"]).illegal("1h", "both are dealt their cards first"),
        RulePlace::after(&["JhAs", "KhQs", "1s"]).illegal("1h", "a bid is higher than the one before"),
        RulePlace::after(&["JhAs", "KhQs", "1s"]).legal("2h", "both tricks are a higher bid than one"),
        RulePlace::after(&["JhAs", "KhQs", "p"]).legal("1h", "the first call alone may be a pass that ends nothing"),
        RulePlace::after(&["JhAs", "KhQs", "p", "p"]).pays(&[0.0, 0.0], "nobody bid"),
        RulePlace::after(&["KhAh", "KsAs", "2n", "p"]).pays(&[35.0, 35.0], "both tricks without trumps are theirs"),
        RulePlace::after(&["KhAh", "KsAs", "p", "1n", "p"]).pays(&[20.0, 20.0], "one was bid, and two are made"),
        RulePlace::after(&["JhJs", "QhQs", "1n", "p"]).pays(&[-20.0, -20.0], "one was bid, and none is made"),
        RulePlace::at("QhAs:JhQs/1h")
            .then(&["p"])
            .pays(&[0.0, 0.0], "over all ways in which the opponents may hold the rest, the mean is nothing"),
        RulePlace::after(&["JhJs", "QhQs", "1n", "2n", "p"]).pays(&[-40.0, -40.0], "two were bid, and none is made"),
    ];
    const SAMPLES: &'static [&'static str] = &[""];

    fn start(_: &Options) -> Result<Self, OptionError> {
        Ok(TinyBridge::START)
    }
}

inventory::submit! { GamePlugin::of::<TinyBridge>() }

#[cfg(test)]
mod tests;
