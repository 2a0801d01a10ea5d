//! Kalah: sow the seeds of a house around the board; most seeds in the store win.
//!
//! Each side of the board is one word, a byte for every house and one for the store, so that
//! sowing is an addition.

mod picture;
mod side;

use std::{fmt, ops::ControlFlow};

use agon_core::{
    Aim, Extras, Facts, Featured, Game, GamePlugin, Heuristic, Learnable, Move, Named, Node, OptionError, OptionSpec,
    Options, Picture, Position, RuleClaim, RulePlace, Seat, TextError, bits::nth_in_byte, inventory,
};

use crate::side::{MOST_PITS, Side};

/// The most seeds in a house at the start: all of them together fit a byte.
const MOST_SEEDS: u8 = 18;

/// The seeds on the board, and the seat to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kalah {
    /// The seeds of the seat to move.
    mine: Side,
    /// The seeds of the other seat.
    theirs: Side,
    /// Seat 1 when the game is over.
    mover: Seat,
    rules: Rules,
}

/// The options of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Rules {
    pits: u8,
    seeds: u8,
    empty_capture: bool,
    margin: bool,
}

/// Sowing the seeds of one of the mover's houses, counted from zero at the mover's left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(pub u8);

impl Move for House {
    #[inline]
    fn code(self) -> u64 {
        u64::from(self.0)
    }
    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        (code < u64::from(MOST_PITS)).then_some(House(code as u8))
    }
}

/// The number of the house, from one at the mover's left: `3`.
impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", u16::from(self.0) + 1)
    }
}

/// The houses and the store of both seats, in order, and the seat to move:
/// `4.4.4.4.4.4:0 4.4.4.4.4.4:0 1`.
impl fmt::Display for Kalah {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pits = self.rules.pits;
        for seat in Seat::all(2) {
            let side = self.side(seat);
            for house in 0..pits {
                write!(f, "{}{}", if house == 0 { "" } else { "." }, side.seeds(house))?;
            }
            write!(f, ":{} ", side.seeds(pits))?;
        }
        write!(f, "{}", self.mover.0 + 1)
    }
}

/// The place of the last seed of a sowing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Store,
    /// An own house that was empty.
    EmptyHouse(u8),
    Elsewhere,
}

impl Rules {
    /// The number of seeds in the game.
    fn total(self) -> u8 {
        2 * self.pits * self.seeds
    }

    /// The places of a whole lap: all but the other's store.
    #[inline]
    fn lap(self) -> u8 {
        2 * self.pits + 1
    }

    /// No game is longer than this: a sowing that doesn't reach the store brings some seed nearer
    /// to the end of its side. One that does puts a seed in the store each time it passes, which
    /// happens once for every seed at most. Until it passes again, the seeds it drops add up to no
    /// more than pits × (pits + 1) steps to the ends of their sides.
    fn max_plies(self) -> u32 {
        let (pits, total) = (u32::from(self.pits), u32::from(self.total()));
        (u32::from(self.seeds) + total) * pits * (pits + 1) + total
    }
}

impl Kalah {
    fn side(&self, seat: Seat) -> Side {
        if seat == self.mover { self.mine } else { self.theirs }
    }

    /// Sows the seeds of `house`, and returns where the last one falls.
    #[inline]
    fn sow(&mut self, house: u8) -> Last {
        let Rules { pits, .. } = self.rules;
        let lap = self.rules.lap();
        let mut seeds = self.mine.seeds(house);
        self.mine.empty(house);
        while lap <= seeds {
            self.mine.sow(0, pits + 1, 1);
            self.theirs.sow(0, pits, 1);
            seeds -= lap;
        }
        let (start, end) = (house + 1, house + 1 + seeds);
        self.mine.sow(start, end.min(pits + 1), 1);
        self.theirs.sow(0, end.saturating_sub(pits + 1).min(pits), 1);
        self.mine.sow(0, end.saturating_sub(lap), 1);
        let last = house + seeds;
        let last = if last < lap { last } else { last - lap };
        if last == pits {
            Last::Store
        } else if last < pits && self.mine.seeds(last) == 1 {
            Last::EmptyHouse(last)
        } else {
            Last::Elsewhere
        }
    }

    /// Captures from the house opposite, if there is a capture.
    #[inline]
    fn capture(&mut self, house: u8) {
        let Rules { pits, empty_capture, .. } = self.rules;
        let opposite = pits - 1 - house;
        let captured = self.theirs.seeds(opposite);
        if captured != 0 || empty_capture {
            self.theirs.empty(opposite);
            self.mine.empty(house);
            self.mine.add(pits, captured + 1);
        }
    }

    /// Whether the sowing of `house` captures seeds or gives another turn, and the number of seeds
    /// captured.
    fn gain(&self, house: u8) -> (bool, u8) {
        let mut after = self.clone();
        match after.sow(house) {
            Last::Store => (true, 0),
            Last::EmptyHouse(last) => (false, after.theirs.seeds(self.rules.pits - 1 - last)),
            Last::Elsewhere => (false, 0),
        }
    }

    /// The seeds of `seat` less those of the other: in the stores, and in the houses.
    #[inline]
    fn leads(&self, seat: Seat) -> [f64; 2] {
        let pits = self.rules.pits;
        let (own, other) = (self.side(seat), self.side(seat.opponent()));
        [
            f64::from(own.seeds(pits)) - f64::from(other.seeds(pits)),
            f64::from(own.total(pits)) - f64::from(other.total(pits)),
        ]
    }
}

impl Position for Kalah {
    type Move = House;

    const EXTRAS: Extras<Self> = Extras::NONE.featured().learnable();

    fn facts(&self) -> Facts {
        let most = if self.rules.margin { f64::from(self.rules.total()) } else { 1.0 };
        Facts::two_seats(self.rules.max_plies()).with_payoffs(-most, most)
    }
    #[inline]
    fn node(&self) -> Node {
        let over = self.mine.filled(self.rules.pits) == 0;
        if over { Node::Terminal } else { Node::Decision(self.mover) }
    }
    #[inline]
    fn each_move(&self, mut visit: impl FnMut(House) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut filled = self.mine.filled(self.rules.pits);
        while filled != 0 {
            visit(House(filled.trailing_zeros() as u8))?;
            filled &= filled - 1;
        }
        ControlFlow::Continue(())
    }
    #[inline]
    fn play(&mut self, House(house): House) {
        let pits = self.rules.pits;
        let last = self.sow(house);
        if let Last::EmptyHouse(last) = last {
            self.capture(last);
        }
        if self.mine.total(pits) == 0 || self.theirs.total(pits) == 0 {
            // A seat keeps its remaining seeds.
            self.mine.sweep(pits);
            self.theirs.sweep(pits);
            if self.mover != Seat(0) {
                std::mem::swap(&mut self.mine, &mut self.theirs);
                self.mover = Seat(0);
            }
        } else if last != Last::Store {
            std::mem::swap(&mut self.mine, &mut self.theirs);
            self.mover = self.mover.opponent();
        }
    }
    #[inline]
    fn payoff(&self, seat: Seat) -> f64 {
        let [lead, _] = self.leads(seat);
        if self.rules.margin || lead == 0.0 { lead } else { lead.signum() }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let wrong = || {
            let what = "the houses and the store of both seats and who moves, all seeds of the \
                        game, and no house filled once a side is empty, such as";
            TextError::new(text, format!("{what} `{self}`"))
        };
        let pits = self.rules.pits;
        let mut words = text.split(' ');
        let mut sides = [Side(0); 2];
        let mut total = 0;
        for side in &mut sides {
            let (houses, store) = words.next().and_then(|s| s.split_once(':')).ok_or_else(wrong)?;
            let mut places = houses.split('.').chain([store]);
            for place in 0..=pits {
                let number = places.next().filter(|number| !number.starts_with('+'));
                let seeds: u8 = number.and_then(|n| n.parse().ok()).ok_or_else(wrong)?;
                side.add(place, seeds);
                total += u32::from(seeds);
            }
            if places.next().is_some() {
                return Err(wrong());
            }
        }
        let mover = match words.next() {
            Some("1") => Seat(0),
            Some("2") => Seat(1),
            _ => return Err(wrong()),
        };
        let filled = sides.map(|side| side.filled(pits) != 0);
        let over = filled == [false, false];
        if words.next().is_some()
            || total != u32::from(self.rules.total())
            || (filled != [true, true] && !over)
            || (over && mover != Seat(0))
        {
            return Err(wrong());
        }
        let (mine, theirs) = (sides[mover.index()], sides[mover.opponent().index()]);
        Ok(Kalah { mine, theirs, mover, rules: self.rules })
    }
    #[inline]
    fn count(&self) -> usize {
        self.mine.filled(self.rules.pits).count_ones() as usize
    }
    #[inline]
    fn nth(&self, n: usize) -> House {
        House(nth_in_byte(self.mine.filled(self.rules.pits), n))
    }
    #[inline]
    fn is_legal(&self, House(house): House) -> bool {
        house < self.rules.pits && self.mine.seeds(house) != 0
    }
    fn parse_move(&self, text: &str) -> Option<House> {
        let &[digit @ b'1'..=b'9'] = text.as_bytes() else { return None };
        Some(House(digit - b'1')).filter(|&house| self.is_legal(house))
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn aim(&self, m: House) -> Aim {
        picture::aim(self, m)
    }
    fn heuristics(&self) -> &'static [Named] {
        const { &[Named::new("store", "seeds in the own store minus those in the other's")] }
    }
    #[inline]
    fn estimate(&self, _: Heuristic, seat: Seat) -> f64 {
        let [stores, _] = self.leads(seat);
        if self.rules.margin { stores } else { stores / f64::from(self.rules.total()) }
    }
    /// Another turn first, then captures, then the houses near the store.
    fn hint(&self, House(house): House) -> i32 {
        let (again, captured) = self.gain(house);
        1_000 * i32::from(again) + 10 * i32::from(captured) + i32::from(house)
    }
    fn is_forcing(&self, House(house): House) -> bool {
        let (again, captured) = self.gain(house);
        again || captured != 0
    }
}

impl Learnable for Kalah {
    fn numbers(&self) -> u32 {
        self.rules.pits.into()
    }
    /// The seeds of each pit, up to 25, which at the usual game are more than half; the seat's own are below.
    fn states(&self, seat: Seat, out: &mut Vec<u8>) -> u8 {
        const MOST: u8 = 25;
        let (own, other) = (self.side(seat), self.side(seat.opponent()));
        let pits = self.rules.pits;
        out.clear();
        out.extend((0..=pits).map(|pit| other.seeds(pit).min(MOST)));
        out.push(own.seeds(pits).min(MOST));
        out.extend((0..pits).map(|pit| own.seeds(pit).min(MOST)));
        MOST + 1
    }
    fn swaps(&self) -> bool {
        true
    }
}

impl Featured for Kalah {
    fn features(&self) -> &'static [Named] {
        const {
            &[
                Named::new("store", "seeds in the own store minus those in the other's, of all"),
                Named::new("houses", "seeds in own houses minus those in the other's, of all"),
            ]
        }
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        values.clear();
        values.extend(self.leads(seat).map(|lead| lead / f64::from(self.rules.total())));
    }
}

impl Game for Kalah {
    const NAME: &'static str = "kalah";
    const ALIASES: &'static [&'static str] = &["mancala", "kalaha"];
    const SUMMARY: &'static str = "sow seeds around the board; most seeds in the store win";
    const RULES: &'static str = "Each seat has a row of `pits` [house]s, and at the right end of the row a [store]. At \
        first every [house] holds `seeds` [seed]s, and each [store] is empty. The rows lie opposite each other, so \
        that every [house] has one of the other seat opposite it.\n\n\
        The seats move in turn, the first seat first. A seat takes all [seed]s out of a [house] of its own that is not \
        empty, and drops them one by one into the next places, counter-clockwise: its own [house]s further right, its \
        own [store], the other's [house]s, and then its own row again, where the [house] they came from gets one too. \
        The other's [store] is left out. If the last [seed] falls into the own [store], the same seat moves again. \
        With `empty-capture=true`, if the last [seed] falls into a [house] of its own that is empty by then, this \
        [seed] and all [seed]s in the [house] opposite, be they none, go to its [store]. With `empty-capture=false`, \
        if the last [seed] falls into a [house] of its own that is empty by then, and the [house] opposite is not \
        empty, this [seed] and all [seed]s there go to its [store].\n\n\
        The play is over as soon as all [house]s of either seat are empty after a move; the [seed]s that are left in \
        the other's [house]s go to the other's [store]. With `payoff=win`, the seat with more [seed]s in its [store] \
        gets 1 and the other -1, and as many for both are a draw, which pays 0. With `payoff=margin`, each seat gets \
        the number of its own [seed]s less that of the other's.";
    const HELP: &'static str = "A move is the number of the house, from the mover's left: 3. A position is the houses \
        and the store of both seats, and who moves: 4.4.4.4.4.4:0 4.4.4.4.4.4:0 1. In the drawing seat 1 sits below. \
        Heuristic `store`: seeds in the own store minus those in the other's, divided by all seeds unless \
        payoff=margin. \
        Source: G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah (2000), whose results are those of \
        empty-capture=true.";
    const CLAIMS: &'static [RuleClaim] = &[
        RulePlace::after(&["3"])
            .illegal("3", "the last seed fell into the store, so the same seat moves again, from another house"),
        RulePlace::after(&["4"]).legal("4", "the last seed fell elsewhere, and the other seat moves"),
        RulePlace::start("").illegal("7", "the store is not sown from"),
        RulePlace::at("0.0.0.0.0.1:24 1.0.0.0.0.0:22 1")
            .then(&["6"])
            .pays(&[1.0, -1.0], "the row of the first seat is empty, and the other keeps its last seed"),
        RulePlace::at("0.0.0.0.0.1:20 2.0.0.0.0.0:25 1")
            .then(&["6"])
            .pays(&[-1.0, 1.0], "the seeds left in its houses count for the other"),
        RulePlace::at("0.0.0.0.0.1:23 1.0.0.0.0.0:23 1").then(&["6"]).pays(&[0.0, 0.0], "both have 24 seeds"),
        RulePlace::at("1.0.0.0.0.1:20 0.0.0.0.3.0:23 1").then(&["1"]).pays(
            &[1.0, -1.0],
            "the last seed fell into an empty house and took the three opposite, the last of that row",
        ),
        RulePlace::at("1.0.0.0.0.0:23 0.0.0.0.0.1:23 1")
            .then(&["1"])
            .pays(&[0.0, 0.0], "the last seed goes to the store though nothing lies opposite"),
        RulePlace::at("1.0.0.0.0.0:23 0.0.0.0.0.1:23 1")
            .with("empty-capture=false")
            .then(&["1"])
            .legal("6", "nothing lies opposite, so the seed stays where it is, and the play goes on"),
        RulePlace::at("0.0.0.0.0.1:24 1.0.0.0.0.0:22 1")
            .with("payoff=margin")
            .then(&["6"])
            .pays(&[2.0, -2.0], "25 seeds against 23"),
    ];
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole("pits", 1..=MOST_PITS as u64, "6", "houses of each seat"),
        OptionSpec::whole("seeds", 1..=MOST_SEEDS as u64, "4", "seeds in each house at the start"),
        OptionSpec::flag(
            "empty-capture",
            "true",
            "the last seed in an own empty house goes to the store even if nothing lies opposite",
        ),
        OptionSpec::choice("payoff", &["win", "margin"], "win", "1, 0 or -1, or the difference of seeds"),
    ];
    const SAMPLES: &'static [&'static str] = &[
        "",
        "pits=1, seeds=1",
        "pits=2, seeds=2, empty-capture=false",
        "pits=3, seeds=2, payoff=margin",
        "pits=7, seeds=18",
        "pits=4, seeds=3, empty-capture=false, payoff=margin",
    ];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let rules = Rules {
            pits: options.whole("pits"),
            seeds: options.whole("seeds"),
            empty_capture: options.flag("empty-capture"),
            margin: options.text("payoff") == "margin",
        };
        let side = Side::new(rules.pits, rules.seeds);
        Ok(Kalah { mine: side, theirs: side, mover: Seat(0), rules })
    }
}

inventory::submit! { GamePlugin::of::<Kalah>() }

#[cfg(test)]
mod tests;
