//! Dots and boxes: draw lines between dots; closing a box wins it and gives another turn.
//!
//! The lines that may still be drawn are two words of bits, one for each direction. The owner of
//! each box does not affect the rest of the play, so only the numbers are stored.

mod picture;
mod rules;
mod shape;

use std::{
    fmt,
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use agon_core::{
    Aim, Extras, Facts, Featured, Game, GamePlugin, Heuristic, Learnable, Named, Node, OptionError, OptionSpec,
    Options, Picture, Position, RuleClaim, Seat, Symmetric, TextError,
    bits::{nth_one, ones},
    inventory,
};

pub use crate::shape::DotsAndBoxesMove;
use crate::shape::{MOST, Shape};

/// The lines drawn, the boxes won, and the seat to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DotsAndBoxes {
    /// The lines to the right that may be drawn.
    right: u64,
    /// The lines upwards that may be drawn.
    up: u64,
    /// All boxes of the board.
    places: u64,
    /// The number of lines that may be drawn.
    left: u8,
    /// The number of boxes of each seat.
    boxes: [u8; 2],
    /// Seat 1 when the game is over.
    mover: Seat,
    shape: Shape,
    /// Whether the payoff is the margin.
    margin: bool,
}

/// The lines and the boxes decide everything.
impl Hash for DotsAndBoxes {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.right);
        state.write_u64(self.up);
        let [first, second] = self.boxes.map(u32::from);
        state.write_u32(first << 16 | second << 8 | u32::from(self.mover.0));
    }
}

/// The rows of lines from the top, horizontal and vertical in turn, `.` for one not drawn; then the
/// boxes of both seats and the seat to move: `--/|.|/.-/.../.. 0:0 1`.
impl fmt::Display for DotsAndBoxes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (upward, row) in rows(self.shape) {
            for column in 0..self.shape.width + u8::from(upward) {
                let drawn = !self.is_free(DotsAndBoxesMove::at(upward, column, row));
                f.write_str(match (drawn, upward) {
                    (false, _) => ".",
                    (true, false) => "-",
                    (true, true) => "|",
                })?;
            }
            f.write_str(if row == 0 && !upward { " " } else { "/" })?;
        }
        let [first, second] = self.boxes;
        write!(f, "{first}:{second} {}", self.mover.0 + 1)
    }
}

/// The rows of lines from the top: those to the right and those upwards in turn.
fn rows(shape: Shape) -> impl Iterator<Item = (bool, u8)> {
    let below = (0..shape.height).rev().flat_map(|row| [(true, row), (false, row)]);
    [(false, shape.height)].into_iter().chain(below)
}

impl DotsAndBoxes {
    fn new(shape: Shape, margin: bool) -> DotsAndBoxes {
        let (right, up) = (shape.lines(false), shape.lines(true));
        DotsAndBoxes {
            right,
            up,
            places: shape.box_places(),
            left: (right.count_ones() + up.count_ones()) as u8,
            boxes: [0; 2],
            mover: Seat(0),
            shape,
            margin,
        }
    }

    /// Whether `line` may be drawn.
    #[inline]
    fn is_free(&self, line: DotsAndBoxesMove) -> bool {
        (if line.is_upward() { self.up } else { self.right }) & line.bit() != 0
    }

    /// The boxes on either side of `line`.
    #[inline]
    fn beside(&self, line: DotsAndBoxesMove) -> u64 {
        let after = line.bit();
        let before = after >> if line.is_upward() { 1 } else { 8 };
        (before | after) & self.places
    }

    /// The boxes with no line missing.
    #[inline]
    fn closed(&self) -> u64 {
        self.places & !(self.right | self.right >> 8 | self.up | self.up >> 1)
    }

    /// The boxes with one line missing, and those with two.
    #[inline]
    fn nearly_closed(&self) -> (u64, u64) {
        let (low, high) = (self.right, self.right >> 8);
        let (west, east) = (self.up, self.up >> 1);
        let odd = low ^ high ^ west ^ east;
        // In one of these pairs both are missing.
        let paired = low & high | west & east;
        let crossed = (low ^ high) & (west ^ east);
        let one = odd & !paired & self.places;
        let two = !odd & (paired ^ crossed) & !(low & high & west & east) & self.places;
        (one, two)
    }

    /// The boxes of `seat` less those of the other, and with them the boxes with one line missing
    /// for the seat to move.
    #[inline]
    fn leads(&self, seat: Seat) -> [f64; 2] {
        let boxes = |seat: Seat| f64::from(self.boxes[seat.index() & 1]);
        let takes = f64::from(self.nearly_closed().0.count_ones());
        let takes = if seat == self.mover { takes } else { -takes };
        [boxes(seat) - boxes(seat.opponent()), takes]
    }
}

impl Position for DotsAndBoxes {
    type Move = DotsAndBoxesMove;

    const EXTRAS: Extras<Self> = Extras::NONE.featured().learnable().symmetric();

    fn facts(&self) -> Facts {
        let most = if self.margin { f64::from(self.shape.boxes()) } else { 1.0 };
        let lines = self.shape.lines(false).count_ones() + self.shape.lines(true).count_ones();
        Facts::two_seats(lines).with_payoffs(-most, most)
    }
    #[inline]
    fn node(&self) -> Node {
        if self.left == 0 { Node::Terminal } else { Node::Decision(self.mover) }
    }
    #[inline]
    fn each_move(&self, mut visit: impl FnMut(DotsAndBoxesMove) -> ControlFlow<()>) -> ControlFlow<()> {
        for (upward, free) in [(false, self.right), (true, self.up)] {
            for line in ones(free) {
                visit(DotsAndBoxesMove::new(upward, line))?;
            }
        }
        ControlFlow::Continue(())
    }
    #[inline]
    fn play(&mut self, line: DotsAndBoxesMove) {
        let bit = line.bit();
        let (right, up) = if line.is_upward() { (0, bit) } else { (bit, 0) };
        self.right ^= right;
        self.up ^= up;
        self.left -= 1;
        let closed = self.closed() & self.beside(line);
        // There are two at most.
        let number = u8::from(closed != 0) + u8::from(closed & closed.wrapping_sub(1) != 0);
        let mover = usize::from(self.mover.0 & 1);
        self.boxes[mover] += number;
        let turns = u8::from(number == 0);
        self.mover = Seat(if self.left == 0 { 0 } else { self.mover.0 ^ turns });
    }
    #[inline]
    fn payoff(&self, seat: Seat) -> f64 {
        let [lead, _] = self.leads(seat);
        if self.margin || lead == 0.0 { lead } else { lead.signum() }
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let wrong = || {
            let what = "the rows of lines from the top, the boxes of both seats, which add up to \
                        those closed, and who moves, such as";
            TextError::new(text, format!("{what} `{self}`"))
        };
        let mut position = DotsAndBoxes::new(self.shape, self.margin);
        let mut words = text.split(' ');
        let mut drawn = words.next().ok_or_else(wrong)?.split('/');
        for (upward, row) in rows(self.shape) {
            let mut lines = drawn.next().ok_or_else(wrong)?.chars();
            for column in 0..self.shape.width + u8::from(upward) {
                let line = DotsAndBoxesMove::at(upward, column, row);
                match (lines.next().ok_or_else(wrong)?, upward) {
                    ('.', _) => continue,
                    ('-', false) => position.right ^= line.bit(),
                    ('|', true) => position.up ^= line.bit(),
                    _ => return Err(wrong()),
                }
                position.left -= 1;
            }
            if lines.next().is_some() {
                return Err(wrong());
            }
        }
        let (first, second) = words.next().and_then(|s| s.split_once(':')).ok_or_else(wrong)?;
        for (boxes, text) in position.boxes.iter_mut().zip([first, second]) {
            let number = Some(text).filter(|text| !text.starts_with('+'));
            *boxes = number.and_then(|text| text.parse().ok()).ok_or_else(wrong)?;
        }
        position.mover = match words.next() {
            Some("1") => Seat(0),
            Some("2") if position.left != 0 => Seat(1),
            _ => return Err(wrong()),
        };
        let [first, second] = position.boxes.map(u32::from);
        let adds_up = first + second == position.closed().count_ones();
        if drawn.next().is_some() || words.next().is_some() || !adds_up {
            return Err(wrong());
        }
        Ok(position)
    }
    #[inline]
    fn count(&self) -> usize {
        usize::from(self.left)
    }
    #[inline]
    fn nth(&self, n: usize) -> DotsAndBoxesMove {
        let (n, first) = (n as u32, self.right.count_ones());
        if n < first {
            DotsAndBoxesMove::new(false, nth_one(self.right, n))
        } else {
            DotsAndBoxesMove::new(true, nth_one(self.up, n - first))
        }
    }
    #[inline]
    fn is_legal(&self, line: DotsAndBoxesMove) -> bool {
        self.is_free(line)
    }
    fn parse_move(&self, text: &str) -> Option<DotsAndBoxesMove> {
        DotsAndBoxesMove::read(text).filter(|&line| self.is_legal(line))
    }
    fn picture(&self) -> Picture {
        picture::of(self)
    }
    fn aim(&self, m: DotsAndBoxesMove) -> Aim {
        picture::aim(m)
    }
    fn heuristics(&self) -> &'static [Named] {
        const {
            &[
                Named::new("boxes", "own boxes minus the other's"),
                Named::new("reach", "the same, with the boxes that the seat to move can close now"),
            ]
        }
    }
    #[inline]
    fn estimate(&self, Heuristic(heuristic): Heuristic, seat: Seat) -> f64 {
        let [boxes, takes] = self.leads(seat);
        let lead = if heuristic == 0 { boxes } else { boxes + takes };
        if self.margin { lead } else { lead / f64::from(self.shape.boxes()) }
    }
    /// Closing boxes first, and last the lines that let the other close some.
    #[inline]
    fn hint(&self, line: DotsAndBoxesMove) -> i32 {
        let (one, two) = self.nearly_closed();
        let beside = self.beside(line);
        let number = |boxes: u64| (boxes & beside).count_ones() as i32;
        4 * number(one) - number(two)
    }
    /// Whether it closes a box, or allows the other to close one.
    #[inline]
    fn is_forcing(&self, line: DotsAndBoxesMove) -> bool {
        let (one, two) = self.nearly_closed();
        (one | two) & self.beside(line) != 0
    }
}

impl Learnable for DotsAndBoxes {
    fn numbers(&self) -> u32 {
        128
    }
    /// A closed box is 1, a drawn line 2. Beside the board, one byte for every number of boxes says whether the seat
    /// has that many, and another whether the other has.
    fn states(&self, seat: Seat, out: &mut Vec<u8>) -> u8 {
        let Shape { width, height, .. } = self.shape;
        let closed = self.closed();
        out.clear();
        for row in (0..=height).rev() {
            for column in 0..=width {
                out.push(0);
                if column < width {
                    let line = DotsAndBoxesMove::at(false, column, row);
                    out.push(2 * u8::from(!self.is_free(line)));
                }
            }
            for column in (0..=width).filter(|_| row != 0) {
                let line = DotsAndBoxesMove::at(true, column, row - 1);
                out.push(2 * u8::from(!self.is_free(line)));
                if column < width {
                    out.push(u8::from(closed & line.bit() != 0));
                }
            }
        }
        let [own, other] = [seat, seat.opponent()].map(|seat| self.boxes[seat.index()]);
        for count in 1..=width * height {
            out.extend([u8::from(count <= own), u8::from(count <= other)]);
        }
        3
    }
    fn swaps(&self) -> bool {
        true
    }
}

impl Featured for DotsAndBoxes {
    fn features(&self) -> &'static [Named] {
        const {
            &[
                Named::new("boxes", "own boxes minus the other's, of all"),
                Named::new("takes", "boxes the seat to move can close now, of all"),
            ]
        }
    }
    fn feature_values(&self, seat: Seat, values: &mut Vec<f64>) {
        values.clear();
        values.extend(self.leads(seat).map(|lead| lead / f64::from(self.shape.boxes())));
    }
}

impl Symmetric for DotsAndBoxes {
    fn symmetries(&self) -> usize {
        self.shape.symmetries()
    }
    fn image(&self, symmetry: usize) -> Self {
        let mut image = DotsAndBoxes { right: 0, up: 0, ..self.clone() };
        let _ = self.each_move(|line| {
            let line = self.shape.image(line, symmetry);
            *(if line.is_upward() { &mut image.up } else { &mut image.right }) |= line.bit();
            ControlFlow::Continue(())
        });
        image
    }
    fn image_of_move(&self, line: DotsAndBoxesMove, symmetry: usize) -> DotsAndBoxesMove {
        self.shape.image(line, symmetry)
    }
}

impl Game for DotsAndBoxes {
    const NAME: &'static str = "dots-and-boxes";
    const ALIASES: &'static [&'static str] = &["dots"];
    const SUMMARY: &'static str = "draw lines between dots; whoever closes more boxes wins";
    const RULES: &'static str = rules::RULES;
    const HELP: &'static str = "width and height count boxes, not dots. A move is its two dots, each a letter for the \
        column and a number for the row, from the bottom left: a1b1, a1a2. Moves are ordered row by row, first those \
        to the right, then those upwards. A position is its rows of lines from the top, to the right and upwards in \
        turn, . for a line that is not drawn, then the boxes of both seats and who moves: --/|.|/.-/.../.. 0:0 1. \
        Heuristic `boxes`: own boxes minus the other's, divided by all boxes unless payoff=margin; `reach` adds those \
        with one side missing for the seat to move. Source: E. R. Berlekamp, The Dots and Boxes Game (2000).";
    const CLAIMS: &'static [RuleClaim] = rules::CLAIMS;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole("width", 1..=MOST as u64, "3", "boxes in a row"),
        OptionSpec::whole("height", 1..=MOST as u64, "3", "rows of boxes"),
        OptionSpec::choice("payoff", &["win", "margin"], "win", "1, 0 or -1, or the difference of boxes"),
    ];
    const SAMPLES: &'static [&'static str] = &[
        "",
        "width=1, height=1",
        "width=2, height=2, payoff=margin",
        "width=2, height=1",
        "width=4, height=2, payoff=margin",
        "width=7, height=7",
    ];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let shape = Shape { width: options.whole("width"), height: options.whole("height") };
        Ok(DotsAndBoxes::new(shape, options.text("payoff") == "margin"))
    }
}

inventory::submit! { GamePlugin::of::<DotsAndBoxes>() }

#[cfg(test)]
mod tests;
