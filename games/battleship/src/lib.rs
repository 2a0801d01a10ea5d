//! Battleship: both hide their ships, then shoot in turn, and learn whether they hit.
//!
//! Ships are placed one at a time, the seats in turn; the result of every shot is public.

mod picture;
mod redeal;
mod rules;

use std::{
    fmt::{self, Write},
    ops::ControlFlow,
};

use agon_core::{
    Aim, Explained, Extras, Eye, Facts, Game, GamePlugin, Learnable, Move, Node, OptionError, OptionSpec, Options,
    Picture, Position, RuleClaim, Seat, Stream, TextError, inventory,
};

use crate::redeal::Known;

/// The most squares along a side.
const MOST_SIDE: u8 = 6;

/// The most squares of a board.
const MOST_SQUARES: usize = 36;

/// The most ships of a seat.
const MOST_SHIPS: usize = 4;

/// The most fleets tried to find one that fits.
const MOST_FLEETS: usize = 250_000;

/// The ships, and the shots.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Battleship {
    rules: Rules,
    fleets: [[Place; MOST_SHIPS]; 2],
    /// The number of shots, by both together.
    len: u8,
    /// The shots, the first seat's and the second's in turn.
    shots: [Shot; 2 * MOST_SQUARES],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Rules {
    width: u8,
    height: u8,
    /// The lengths of the ships, in the order in which they are placed, then zeros.
    ships: [u8; MOST_SHIPS],
    /// The number of shots of each seat.
    shots: u8,
}

/// The place of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    /// It is not placed yet, or there is no such ship.
    None,
    /// It is placed, and not seen.
    Hidden,
    At(Berth),
}

/// The squares of a ship.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Berth {
    /// Its first square, counted row by row from the upper left.
    pub square: u8,
    /// Whether the ship extends downwards, rather than to the right.
    pub is_down: bool,
}

/// A shot with its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Shot {
    square: u8,
    heard: Heard,
}

/// The result of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Heard {
    Water,
    /// A ship was hit, and has squares that are not.
    Hit,
    /// The last square of a ship was hit.
    Sunk,
}

/// To place a ship, or to shoot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// To place the next ship here.
    Place(Berth),
    /// To shoot at this square, counted row by row from the upper left.
    Shoot(u8),
}

impl Move for Act {
    fn code(self) -> u64 {
        match self {
            Act::Place(berth) => 2 * u64::from(berth.square) + u64::from(berth.is_down),
            Act::Shoot(square) => 128 + u64::from(square),
        }
    }
    fn from_code(code: u64) -> Option<Self> {
        let most = MOST_SQUARES as u64;
        match code {
            code if code < 2 * most => Some(Act::Place(Berth { square: code as u8 / 2, is_down: code % 2 == 1 })),
            128.. if code - 128 < most => Some(Act::Shoot((code - 128) as u8)),
            _ => None,
        }
    }
}

/// By the number of the square; [`Battleship`] writes its name.
impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Place(Berth { square, is_down: false }) => write!(f, "place {square} across"),
            Act::Place(Berth { square, is_down: true }) => write!(f, "place {square} down"),
            Act::Shoot(square) => write!(f, "shoot {square}"),
        }
    }
}

/// The ships of both, and the shots, each with its result: `a1 a2-b2|b1 a2-b2/a1w b1s b2h`.
impl fmt::Display for Battleship {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seat, fleet) in self.fleets.iter().enumerate() {
            f.write_str(["", "|"][seat])?;
            for (ship, place) in fleet.iter().enumerate() {
                let space = if ship == 0 { "" } else { " " };
                match *place {
                    Place::None => {}
                    Place::Hidden => write!(f, "{space}?")?,
                    Place::At(berth) => {
                        f.write_str(space)?;
                        self.rules.write_ship(berth, ship, f)?;
                    }
                }
            }
        }
        f.write_char('/')?;
        for (index, shot) in self.shots().iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{}{}", self.rules.name(shot.square), shot.heard.letter())?;
        }
        Ok(())
    }
}

impl Heard {
    fn letter(self) -> char {
        match self {
            Heard::Water => 'w',
            Heard::Hit => 'h',
            Heard::Sunk => 's',
        }
    }

    /// The result of a shot at `square`, the last of all shots at these ships.
    fn of(square: u8, shots: u64, ships: &[u64; MOST_SHIPS]) -> Heard {
        match ships.iter().find(|&&ship| ship >> square & 1 == 1) {
            None => Heard::Water,
            Some(ship) if ship & !shots == 0 => Heard::Sunk,
            Some(_) => Heard::Hit,
        }
    }
}

impl Rules {
    /// The number of a seat's ships.
    fn fleet(self) -> usize {
        self.ships.iter().filter(|length| **length != 0).count()
    }

    /// The name of a square: a letter for the column, then the row, from the top.
    fn name(self, square: u8) -> String {
        format!("{}{}", char::from(b'a' + square % self.width), square / self.width + 1)
    }

    /// The squares of a ship.
    fn squares(self, berth: Berth, ship: usize) -> impl Iterator<Item = u8> {
        let step = if berth.is_down { self.width } else { 1 };
        (0..self.ships[ship]).map(move |index| berth.square + index * step)
    }

    /// The squares of a ship, a bit each.
    fn mask(self, berth: Berth, ship: usize) -> u64 {
        self.squares(berth, ship).fold(0, |mask, square| mask | 1 << square)
    }

    fn write_ship(self, berth: Berth, ship: usize, out: &mut dyn Write) -> fmt::Result {
        out.write_str(&self.name(berth.square))?;
        match self.squares(berth, ship).skip(1).last() {
            Some(last) => write!(out, "-{}", self.name(last)),
            None => Ok(()),
        }
    }

    /// The berths of a ship on an empty board, ascending.
    fn all_berths(self, ship: usize) -> impl Iterator<Item = Berth> {
        let length = self.ships[ship];
        let squares =
            (0..self.width * self.height).flat_map(|square| [false, true].map(|is_down| Berth { square, is_down }));
        squares.filter(move |&Berth { square, is_down }| {
            let (row, column) = (square / self.width, square % self.width);
            if is_down { 1 < length && row + length <= self.height } else { column + length <= self.width }
        })
    }

    /// Whether the ships from `ship` on have room beside the occupied squares.
    fn has_room(self, ship: usize, taken: u64) -> bool {
        ship == self.fleet()
            || self.all_berths(ship).any(|berth| {
                let mask = self.mask(berth, ship);
                mask & taken == 0 && self.has_room(ship + 1, taken | mask)
            })
    }

    /// The berths of a ship beside the occupied squares that leave room for the rest: ascending.
    fn berths(self, ship: usize, taken: u64) -> Vec<Berth> {
        let may = |&berth: &Berth| {
            let mask = self.mask(berth, ship);
            mask & taken == 0 && self.has_room(ship + 1, taken | mask)
        };
        self.all_berths(ship).filter(may).collect()
    }
}

impl Battleship {
    fn start_of(rules: Rules) -> Battleship {
        let shots = [Shot { square: 0, heard: Heard::Water }; 2 * MOST_SQUARES];
        Battleship { rules, fleets: [[Place::None; MOST_SHIPS]; 2], len: 0, shots }
    }

    fn shots(&self) -> &[Shot] {
        &self.shots[..self.len.into()]
    }

    /// The number of ships a seat has placed.
    fn placed(&self, seat: Seat) -> usize {
        self.fleets[seat.index()].iter().filter(|place| **place != Place::None).count()
    }

    /// The ships that a seat has placed, as squares.
    fn masks(&self, seat: Seat) -> [u64; MOST_SHIPS] {
        let mut masks = [0; MOST_SHIPS];
        for (ship, place) in self.fleets[seat.index()].iter().enumerate() {
            if let &Place::At(berth) = place {
                masks[ship] = self.rules.mask(berth, ship);
            }
        }
        masks
    }

    /// The shots of a seat.
    fn shots_of(&self, seat: Seat) -> impl Iterator<Item = &Shot> {
        self.shots().iter().skip(seat.index()).step_by(2)
    }

    /// The squares at which a seat has shot.
    fn shot_at(&self, seat: Seat) -> u64 {
        self.shots_of(seat).fold(0, |mask, shot| mask | 1 << shot.square)
    }

    /// The number of ships a seat has sunk.
    fn sunk_by(&self, seat: Seat) -> usize {
        self.shots_of(seat).filter(|shot| shot.heard == Heard::Sunk).count()
    }

    fn read(&self, text: &str) -> Option<Battleship> {
        let mut position = Battleship::start_of(self.rules);
        let (fleets, shots) = text.split_once('/')?;
        let (first, second) = fleets.split_once('|')?;
        let words = |text: &str| -> Vec<String> {
            text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
        };
        let (first, second) = (words(first), words(second));
        for index in 0..first.len().max(second.len()) {
            for word in [&first, &second].into_iter().filter_map(|fleet| fleet.get(index)) {
                let act = position.parse_move(word)?;
                position.play(act);
            }
        }
        for word in words(shots) {
            let act = position.parse_move(word.strip_suffix(['w', 'h', 's'])?)?;
            position.play(act);
        }
        (position.to_string() == text).then_some(position)
    }
}

impl Position for Battleship {
    type Move = Act;

    const EXTRAS: Extras<Self> = Extras::NONE.explained().learnable();

    fn facts(&self) -> Facts {
        let most = self.rules.fleet();
        Facts::two_seats(2 * (most as u32 + u32::from(self.rules.shots)))
            .with_hidden()
            .with_payoffs(-(most as f64), most as f64)
    }
    fn node(&self) -> Node {
        let fleet = self.rules.fleet();
        let [first, second] = [Seat(0), Seat(1)].map(|seat| self.placed(seat));
        if second < fleet {
            return Node::Decision(Seat(u8::from(second < first)));
        }
        let is_sunk = Seat::all(2).any(|seat| self.sunk_by(seat) == fleet);
        if is_sunk || self.len == 2 * self.rules.shots { Node::Terminal } else { Node::Decision(Seat(self.len % 2)) }
    }
    fn each_move(&self, mut visit: impl FnMut(Act) -> ControlFlow<()>) -> ControlFlow<()> {
        let Node::Decision(mover) = self.node() else { return ControlFlow::Continue(()) };
        let placed = self.placed(mover);
        if placed < self.rules.fleet() {
            let taken = self.masks(mover).iter().fold(0, |taken, mask| taken | mask);
            return self.rules.berths(placed, taken).into_iter().map(Act::Place).try_for_each(visit);
        }
        let shots = self.shot_at(mover);
        for square in 0..self.rules.width * self.rules.height {
            if shots >> square & 1 == 0 {
                visit(Act::Shoot(square))?;
            }
        }
        ControlFlow::Continue(())
    }
    fn play(&mut self, m: Act) {
        match m {
            Act::Place(berth) => {
                let mover = Seat(u8::from(self.placed(Seat(1)) < self.placed(Seat(0))));
                let ship = self.placed(mover);
                self.fleets[mover.index()][ship] = Place::At(berth);
            }
            Act::Shoot(square) => {
                let mover = Seat(self.len % 2);
                let shots = self.shot_at(mover) | 1 << square;
                let heard = Heard::of(square, shots, &self.masks(mover.opponent()));
                self.shots[usize::from(self.len)] = Shot { square, heard };
                self.len += 1;
            }
        }
    }
    fn payoff(&self, seat: Seat) -> f64 {
        self.sunk_by(seat) as f64 - self.sunk_by(seat.opponent()) as f64
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        self.read(text).ok_or_else(|| {
            let mut shown = Battleship::start_of(self.rules);
            // All ships, and a shot of each.
            while shown.node() != Node::Terminal && shown.len < 2 {
                shown.play(shown.nth(0));
            }
            let what = "the ships of both, a stroke, and each shot with what was heard";
            TextError::new(text, format!("{what}, such as `{shown}`"))
        })
    }
    fn write_move(&self, m: Act, out: &mut dyn Write) -> fmt::Result {
        match (m, self.node()) {
            (Act::Place(berth), Node::Decision(mover)) => self.rules.write_ship(berth, self.placed(mover), out),
            (Act::Shoot(square), _) => out.write_str(&self.rules.name(square)),
            (act, _) => write!(out, "{act}"),
        }
    }
    fn cover(&mut self, eye: Eye) -> bool {
        for seat in Seat::all(2).filter(|&seat| eye != Eye::Seat(seat)) {
            for place in &mut self.fleets[seat.index()] {
                if *place != Place::None {
                    *place = Place::Hidden;
                }
            }
        }
        true
    }
    fn redeal(&self, seat: Seat, stream: &mut Stream) -> Self {
        let mut redeal = self.clone();
        redeal.cover(Eye::Seat(seat));
        let other = seat.opponent();
        redeal.fleets[other.index()] = Known::of(&redeal, other).draw(stream);
        redeal
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn aim(&self, m: Act) -> Aim {
        match self.node() {
            Node::Decision(mover) => picture::aim(self, mover, m),
            Node::Chance | Node::Terminal => Aim::word(),
        }
    }
}

impl Explained for Battleship {
    fn ending(&self) -> &'static str {
        let fleet = self.rules.fleet();
        if Seat::all(2).any(|seat| self.sunk_by(seat) == fleet) { "fleet sunk" } else { "no shots left" }
    }
}

impl Learnable for Battleship {
    fn numbers(&self) -> u32 {
        128 + MOST_SQUARES as u32
    }
}

/// Reads `1+2+3`.
fn read_ships(text: &str) -> Option<[u8; MOST_SHIPS]> {
    let mut ships = [0; MOST_SHIPS];
    for (index, length) in text.split('+').enumerate() {
        let length = length.trim().parse().ok().filter(|length| (1..=MOST_SIDE).contains(length));
        *ships.get_mut(index)? = length?;
    }
    Some(ships)
}

impl Game for Battleship {
    const NAME: &'static str = "battleship";
    const ALIASES: &'static [&'static str] = &["battleships", "sea-battle"];
    const SUMMARY: &'static str = "hide your ships, and shoot at those of the other";
    const RULES: &'static str = rules::RULES;
    const HELP: &'static str = "A ship is written by its ends, a2-b2, a shot by its square, b1, and what is heard of \
        it by w, h or s: water, hit, sunk. A position is the ships of both and the shots: a1|b2/a1w b2w; a view has ? \
        for a ship that is not seen. Rules as in OpenSpiel, without repeated shots and with a loss multiplier of one.";
    const CLAIMS: &'static [RuleClaim] = rules::CLAIMS;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole("width", 1..=MOST_SIDE as u64, "4", "how many columns a board has"),
        OptionSpec::whole("height", 1..=MOST_SIDE as u64, "4", "how many rows a board has"),
        OptionSpec::text(
            "ships",
            "the lengths of 1 to 4 ships, 1 to 6 squares each, such as 1+2+3",
            "2+3",
            "the ships of each seat, in the order in which they are placed",
        ),
        OptionSpec::whole(
            "shots",
            1..=MOST_SQUARES as u64,
            "10",
            "how many shots each seat has, at most one for each square",
        ),
    ];
    const SAMPLES: &'static [&'static str] = &[
        "",
        "width=2, height=2, ships=1, shots=2",
        "width=2, height=2, ships=1+2, shots=2",
        "width=3, height=1, ships=1+1, shots=3",
    ];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let ships =
            read_ships(options.text("ships")).ok_or_else(|| options.wrong("ships", Self::OPTIONS[2].accepted()))?;
        let (width, height) = (options.whole("width"), options.whole("height"));
        let shots: u8 = options.whole("shots");
        let rules = Rules { width, height, ships, shots };
        if !rules.has_room(0, 0) {
            return Err(options.impossible("the ships have no room on the board"));
        }
        let fleets: usize = (0..rules.fleet()).map(|ship| rules.all_berths(ship).count()).product();
        if fleets == 1 {
            return Err(options.impossible("there is but one way to place the ships"));
        }
        if MOST_FLEETS < fleets {
            return Err(options.impossible("there are too many ways to place the ships"));
        }
        if width * height < shots {
            return Err(options.impossible("there are more shots than squares"));
        }
        Ok(Battleship::start_of(rules))
    }
}

inventory::submit! { GamePlugin::of::<Battleship>() }

#[cfg(test)]
mod tests;
