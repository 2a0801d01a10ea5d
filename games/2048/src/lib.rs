//! 2048: slide all tiles; equal ones merge; after every slide a new tile appears.
//!
//! The board is one word of sixteen nibbles, and rows slide by table.

mod outlook;
mod picture;
mod row;
mod rules;

use std::{
    fmt,
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use agon_core::{
    Aim, Explained, Extras, Facts, Featured, Game, GamePlugin, Heuristic, Learnable, Move, Named, Node, OptionError,
    OptionSpec, Options, Picture, Position, RuleClaim, Seat, Symmetric, TextError, bits::ones, inventory,
};

use crate::row::{Rows, occupied, transpose};

/// The tiles, the points so far, and what happens next.
#[derive(Clone)]
pub struct Board {
    /// Square `4 × row + column` is that nibble, from the lowest.
    tiles: u64,
    /// Always zero where they don't pay.
    points: u32,
    phase: Phase,
    rules: Rules,
    rows: &'static Rows,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rules {
    size: u8,
    /// The goal is the tile 2 to this power.
    goal: u8,
    /// Whether the payoff is in points, or only for reaching the goal.
    pays_points: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The seat slides in one of these ways, a bit for each.
    Choice(u8),
    /// A new tile appears.
    Tile,
    Over,
}

/// A direction in which all tiles slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// Towards the first row.
    Up,
    /// Towards the last column.
    Right,
    /// Towards the last row.
    Down,
    /// Towards the first column.
    Left,
}

const WAYS: [Way; 4] = [Way::Up, Way::Right, Way::Down, Way::Left];

/// A slide, or a new tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SlideOrTile {
    /// All tiles slide.
    Slide(Way),
    /// A tile appears.
    Tile {
        /// Its square: `4 × row + column`, on boards of every size.
        square: u8,
        /// Whether it is a 4.
        is_four: bool,
    },
}

impl Move for SlideOrTile {
    #[inline]
    fn code(self) -> u64 {
        match self {
            SlideOrTile::Slide(way) => way as u64,
            SlideOrTile::Tile { square, is_four } => 4 + 2 * u64::from(square) + u64::from(is_four),
        }
    }
    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        match code {
            0..4 => Some(SlideOrTile::Slide(WAYS[code as usize])),
            4..36 => {
                let code = code as u8 - 4;
                Some(SlideOrTile::Tile { square: code / 2, is_four: code % 2 == 1 })
            }
            _ => None,
        }
    }
}

/// `up`, `right`, `down`, `left`; a new tile is the square and the number: `c1=2`.
impl fmt::Display for SlideOrTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SlideOrTile::Slide(Way::Up) => f.write_str("up"),
            SlideOrTile::Slide(Way::Right) => f.write_str("right"),
            SlideOrTile::Slide(Way::Down) => f.write_str("down"),
            SlideOrTile::Slide(Way::Left) => f.write_str("left"),
            SlideOrTile::Tile { square, is_four } => {
                let column = char::from(b'a' + square % 4);
                write!(f, "{column}{}={}", square / 4 + 1, if is_four { 4 } else { 2 })
            }
        }
    }
}

/// The rows from the top, the points, and `+` if a tile is to appear: `2.4./..../.2../.... 4`,
/// where a tile is the letter or digit of its power of two: `1` is 2, `b` is 2048.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rules.size {
            for column in 0..self.rules.size {
                if row != 0 && column == 0 {
                    f.write_str("/")?;
                }
                match self.tile(row, column) {
                    0 => f.write_str(".")?,
                    tile => write!(f, "{tile:x}")?,
                }
            }
        }
        write!(f, " {}{}", self.points, if self.phase == Phase::Tile { " +" } else { "" })
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self}, {:?}, {:?})", self.phase, self.rules)
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        (self.tiles, self.points, self.phase, self.rules) == (other.tiles, other.points, other.phase, other.rules)
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.tiles);
        state.write_u32(self.points);
        state.write_u8(u8::from(self.phase == Phase::Tile));
    }
}

impl Rules {
    /// One bit for each square, the lowest of its nibble.
    #[inline]
    fn squares(self) -> u64 {
        match self.size {
            2 => 0x0000_0000_0011_0011,
            3 => 0x0000_0111_0111_0111,
            _ => 0x1111_1111_1111_1111,
        }
    }

    fn cells(self) -> u32 {
        u32::from(self.size).pow(2)
    }

    /// The points of one goal tile made of twos, which are a payoff of one: a tile 2ⁿ made of
    /// twos has scored (n − 1) · 2ⁿ.
    fn unit(self) -> u32 {
        u32::from(self.goal - 1) << self.goal
    }

    /// Every new tile adds at least two to the sum of all tiles. As long as the game goes on, that
    /// is at most half the goal times the number of squares. There are no more slides than new
    /// tiles.
    fn most_plies(self) -> u32 {
        2 * ((self.cells() << (self.goal - 2)) + 1)
    }
}

/// The fewest and the most points that tiles have scored: those made of fours that appeared, and
/// those made of twos.
fn points_of(tiles: impl Iterator<Item = u8>) -> (u32, u32) {
    let scored = |(least, most), tile: u8| {
        let times = |levels: u8| u32::from(tile.saturating_sub(levels)) << tile;
        (least + times(2), most + times(1))
    };
    tiles.fold((0, 0), scored)
}

impl Board {
    fn tile(&self, row: u8, column: u8) -> u8 {
        (self.tiles >> (16 * row + 4 * column)) as u8 & 15
    }

    /// One bit for every empty square, the lowest of its nibble.
    #[inline]
    fn empty(&self) -> u64 {
        self.rules.squares() & !occupied(self.tiles)
    }

    #[inline]
    fn has_goal(&self) -> bool {
        let others = self.tiles ^ (0x1111_1111_1111_1111 * u64::from(self.rules.goal));
        occupied(others) != 0x1111_1111_1111_1111
    }

    /// The ways in which something would move, a bit for each.
    #[inline]
    fn open_ways(&self) -> u8 {
        let along = |board: u64| {
            let mut found = (false, false);
            for shift in [0, 16, 32, 48] {
                let row = (board >> shift) as u16;
                let after = self.rows.get(row);
                found.0 |= after.to_first != row;
                found.1 |= after.to_last != row;
            }
            found
        };
        let ((left, right), (up, down)) = (along(self.tiles), along(transpose(self.tiles)));
        u8::from(up) | u8::from(right) << 1 | u8::from(down) << 2 | u8::from(left) << 3
    }

    #[inline]
    fn slide(&mut self, way: Way) {
        let is_upright = matches!(way, Way::Up | Way::Down);
        let before = if is_upright { transpose(self.tiles) } else { self.tiles };
        let (mut after, mut points) = (0, 0);
        for shift in [0, 16, 32, 48] {
            let row = self.rows.get((before >> shift) as u16);
            let slid = if matches!(way, Way::Up | Way::Left) { row.to_first } else { row.to_last };
            after |= u64::from(slid) << shift;
            points += row.points;
        }
        self.tiles = if is_upright { transpose(after) } else { after };
        self.points += if self.rules.pays_points { points } else { 0 };
        // Only a merge makes a goal.
        self.phase = if points != 0 && self.has_goal() { Phase::Over } else { Phase::Tile };
    }

    /// Continues while no tile is about to appear.
    #[inline]
    fn settle(&mut self) {
        let ways = self.open_ways();
        self.phase = if ways == 0 { Phase::Over } else { Phase::Choice(ways) };
    }

    /// The secured payoff: the one if the game ended now.
    fn certain(&self) -> f64 {
        if self.rules.pays_points {
            f64::from(self.points) / f64::from(self.rules.unit())
        } else {
            f64::from(u8::from(self.has_goal()))
        }
    }

    /// The image of a square under a symmetry: bit 0 swaps rows and columns, then bit 1 reverses
    /// the columns, and bit 2 the rows.
    fn image_of_square(&self, square: u8, symmetry: usize) -> u8 {
        let (mut row, mut column) = (square / 4, square % 4);
        if symmetry & 1 != 0 {
            (row, column) = (column, row);
        }
        if symmetry & 2 != 0 {
            column = self.rules.size - 1 - column;
        }
        if symmetry & 4 != 0 {
            row = self.rules.size - 1 - row;
        }
        4 * row + column
    }
}

impl Position for Board {
    type Move = SlideOrTile;

    const EXTRAS: Extras<Self> = Extras::NONE.explained().featured().learnable().symmetric();

    fn facts(&self) -> Facts {
        // Before the last slide no tile is larger than half the goal, each made of twos at best;
        // and the last one may merge all of them in pairs.
        let most = f64::from(self.rules.cells()) / 2.0;
        let most = if self.rules.pays_points { most } else { 1.0 };
        Facts::new(1, self.rules.most_plies()).with_chance().with_payoffs(0.0, most)
    }
    #[inline]
    fn node(&self) -> Node {
        match self.phase {
            Phase::Choice(_) => Node::Decision(Seat(0)),
            Phase::Tile => Node::Chance,
            Phase::Over => Node::Terminal,
        }
    }
    #[inline]
    fn each_move(&self, mut visit: impl FnMut(SlideOrTile) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.phase {
            Phase::Choice(ways) => {
                for way in WAYS {
                    if ways & 1 << way as u8 != 0 {
                        visit(SlideOrTile::Slide(way))?;
                    }
                }
            }
            Phase::Tile => {
                for bit in ones(self.empty()) {
                    let square = bit as u8 / 4;
                    visit(SlideOrTile::Tile { square, is_four: false })?;
                    visit(SlideOrTile::Tile { square, is_four: true })?;
                }
            }
            Phase::Over => {}
        }
        ControlFlow::Continue(())
    }
    #[inline]
    fn play(&mut self, m: SlideOrTile) {
        match m {
            SlideOrTile::Slide(way) => self.slide(way),
            SlideOrTile::Tile { square, is_four } => {
                let is_first = self.tiles == 0;
                self.tiles |= (1 + u64::from(is_four)) << (4 * square);
                // A game begins with two tiles.
                if !is_first {
                    self.settle();
                }
            }
        }
    }
    fn payoff(&self, _: Seat) -> f64 {
        self.certain()
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let size = self.rules.size;
        let wrong = || {
            let example = format!("rows, points, and + if a tile is to come, such as `{self}`");
            TextError::new(text, format!("{size} {example}"))
        };
        let mut words = text.split(' ');
        let (rows, points) = words.next().zip(words.next()).ok_or_else(wrong)?;
        let is_coming = match words.next() {
            None => false,
            Some("+") => true,
            Some(_) => return Err(wrong()),
        };
        let mut position = Board { tiles: 0, ..self.clone() };
        let mut lines = rows.split('/');
        for row in 0..size {
            let line = lines.next().filter(|line| line.len() == usize::from(size));
            for (column, square) in line.ok_or_else(wrong)?.bytes().enumerate() {
                let tile = match square {
                    b'.' => 0,
                    b'1'..=b'9' => square - b'0',
                    b'a'..=b'f' => square - b'a' + 10,
                    _ => return Err(wrong()),
                };
                if self.rules.goal < tile {
                    return Err(wrong());
                }
                position.tiles |= u64::from(tile) << (16 * row + 4 * column as u8);
            }
        }
        position.points = points.parse().ok().ok_or_else(wrong)?;
        let squares = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        let tiles = squares.map(|(row, column)| position.tile(row, column));
        let pays_points = self.rules.pays_points;
        let (least, most) = if pays_points { points_of(tiles) } else { (0, 0) };
        // A four made of twos scores four, and one that appeared scores nothing.
        if !(least..=most).contains(&position.points) || !position.points.is_multiple_of(4) {
            let expected = format!("points that these tiles score, {least} to {most} in fours");
            return Err(TextError::new(text, expected));
        }
        let (tiles, is_won) = (occupied(position.tiles).count_ones(), position.has_goal());
        // A tile needs room, and nothing appears after the goal; a choice needs two tiles.
        let is_possible = if is_coming { !is_won && tiles < self.rules.cells() } else { is_won || 1 < tiles };
        let is_canonical = position.points.to_string() == points;
        if lines.next().is_some() || words.next().is_some() || !is_possible || !is_canonical {
            return Err(wrong());
        }
        if is_won {
            position.phase = Phase::Over;
        } else if is_coming {
            position.phase = Phase::Tile;
        } else {
            position.settle();
        }
        Ok(position)
    }
    #[inline]
    fn weight(&self, outcome: SlideOrTile) -> u32 {
        match outcome {
            SlideOrTile::Tile { is_four: false, .. } => 9,
            _ => 1,
        }
    }
    #[inline]
    fn count(&self) -> usize {
        match self.phase {
            Phase::Choice(ways) => ways.count_ones() as usize,
            Phase::Tile => 2 * self.empty().count_ones() as usize,
            Phase::Over => 0,
        }
    }
    #[inline]
    fn nth(&self, n: usize) -> SlideOrTile {
        let drop_lowest = |mut bits: u64, times: usize| {
            for _ in 0..times {
                bits &= bits - 1;
            }
            bits.trailing_zeros()
        };
        if let Phase::Choice(ways) = self.phase {
            SlideOrTile::Slide(WAYS[drop_lowest(ways.into(), n) as usize])
        } else {
            let square = drop_lowest(self.empty(), n / 2) as u8 / 4;
            SlideOrTile::Tile { square, is_four: n % 2 == 1 }
        }
    }
    fn is_legal(&self, m: SlideOrTile) -> bool {
        match (m, self.phase) {
            (SlideOrTile::Slide(way), Phase::Choice(ways)) => ways & 1 << way as u8 != 0,
            (SlideOrTile::Tile { square, .. }, Phase::Tile) => square < 16 && self.empty() >> (4 * square) & 1 != 0,
            _ => false,
        }
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn aim(&self, m: SlideOrTile) -> Aim {
        picture::aim(m)
    }
    fn heuristics(&self) -> &'static [Named] {
        const {
            &[
                Named::new("snake", "large tiles in a row from a corner and back, and so on"),
                Named::new("empty", "the share of empty squares"),
            ]
        }
    }
    fn estimate(&self, heuristic: Heuristic, _: Seat) -> f64 {
        let certain = self.certain();
        let share = if heuristic == Heuristic(0) { self.snake() } else { self.share_of_empty() };
        // The secured payoff is included, so that no end looks better than going on.
        certain + (self.facts().max_payoff - certain) * share
    }
}

impl Explained for Board {
    fn ending(&self) -> &'static str {
        if self.has_goal() { "goal made" } else { "no slide left" }
    }
}

impl Learnable for Board {
    // Move numbers: the four directions.
    fn numbers(&self) -> u32 {
        WAYS.len() as u32
    }
    /// The power of two of each tile.
    fn states(&self, _: Seat, out: &mut Vec<u8>) -> u8 {
        let size = usize::from(self.rules.size);
        out.clear();
        out.resize(size * size, 0);
        for (row, line) in out.chunks_exact_mut(size).enumerate() {
            let tiles = self.tiles >> (16 * row);
            for (column, place) in line.iter_mut().enumerate() {
                *place = (tiles >> (4 * column) & 15) as u8;
            }
        }
        self.rules.goal + 1
    }
    fn secured(&self, _: Seat) -> f64 {
        self.certain()
    }
}

impl Featured for Board {
    fn features(&self) -> &'static [Named] {
        const {
            &[
                Named::new("snake", "large tiles in a row from a corner and back, and so on"),
                Named::new("empty", "the share of empty squares"),
                Named::new("pairs", "the share of neighbours that are equal tiles"),
                Named::new("corner", "one if a largest tile is in a corner"),
                Named::new("points", "the payoff if the game ended now"),
            ]
        }
    }
    fn feature_values(&self, _: Seat, values: &mut Vec<f64>) {
        values.clear();
        values.extend([
            self.snake(),
            self.share_of_empty(),
            self.share_of_pairs(),
            f64::from(u8::from(self.has_corner())),
            self.certain(),
        ]);
    }
}

impl Symmetric for Board {
    fn symmetries(&self) -> usize {
        8
    }
    fn image(&self, symmetry: usize) -> Self {
        let mut image = Board { tiles: 0, ..self.clone() };
        for square in 0..16 {
            let tile = self.tiles >> (4 * square) & 15;
            if tile != 0 {
                image.tiles |= tile << (4 * self.image_of_square(square, symmetry));
            }
        }
        if matches!(self.phase, Phase::Choice(_)) {
            image.settle();
        }
        image
    }
    fn image_of_move(&self, m: SlideOrTile, symmetry: usize) -> SlideOrTile {
        match m {
            SlideOrTile::Tile { square, is_four } => {
                SlideOrTile::Tile { square: self.image_of_square(square, symmetry), is_four }
            }
            SlideOrTile::Slide(mut way) => {
                if symmetry & 1 != 0 {
                    way = [Way::Left, Way::Down, Way::Right, Way::Up][way as usize];
                }
                if symmetry & 2 != 0 {
                    way = [Way::Up, Way::Left, Way::Down, Way::Right][way as usize];
                }
                if symmetry & 4 != 0 {
                    way = [Way::Down, Way::Right, Way::Up, Way::Left][way as usize];
                }
                SlideOrTile::Slide(way)
            }
        }
    }
}

impl Game for Board {
    const NAME: &'static str = "2048";
    const SUMMARY: &'static str = "slide the tiles, merge equal ones, reach the goal: one seat and chance";
    const RULES: &'static str = rules::RULES;
    const HELP: &'static str = "The unit of the payoff in points is (n-1)*2^n for the goal 2^n; the payoff is at most \
        half the number of squares. With payoff=goal points are not counted. To play on beyond 2048, set a higher goal. \
        Squares are named by column, a from the left, and row, 1 from the top; a new tile is written c1=2. A position \
        is the rows from the top, a tile being its power of two in hexadecimal (1 is 2, b is 2048), the points, and + \
        if a tile is to appear: 1.2./..../.1../.... 4. Source: G. Cirulli, 2048 (2014).";
    const CLAIMS: &'static [RuleClaim] = rules::CLAIMS;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole("size", 2..=4, "4", "rows and columns"),
        OptionSpec::choice(
            "goal",
            &["8", "16", "32", "64", "128", "256", "512", "1024", "2048", "4096", "8192", "16384", "32768"],
            "2048",
            "the tile that ends the game",
        ),
        OptionSpec::choice("payoff", &["points", "goal"], "points", "what the seat is paid for"),
    ];
    const SAMPLES: &'static [&'static str] =
        &["", "size=2, goal=8", "size=2, goal=32", "size=3, goal=64, payoff=goal", "goal=16"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let goal: u32 = options.text("goal").parse().expect("every goal is a number");
        let rules = Rules {
            size: options.whole("size"),
            goal: goal.trailing_zeros() as u8,
            pays_points: options.text("payoff") == "points",
        };
        let rows = Rows::of(rules.size);
        Ok(Board { tiles: 0, points: 0, phase: Phase::Tile, rules, rows })
    }
}

inventory::submit! { GamePlugin::of::<Board>() }

#[cfg(test)]
mod tests;
