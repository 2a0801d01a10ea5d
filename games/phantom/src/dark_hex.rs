//! Dark Hex: join your two edges.

use agon_core::{
    Game, GamePlugin, OptionError, OptionSpec, Options, Picture, RuleClaim, RulePlace, Seat, inventory,
    picture::{Look, Piece, Tint, hexagons},
};

use crate::{
    Ending, Phantom,
    attempts::{Attempts, MOST_SQUARES},
};

/// Dark Hex.
pub type DarkHex = Phantom<Chain>;

/// A chain of stones that joins a seat's two edges wins: the first joins top and bottom, the second left and right.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chain;

impl Ending for Chain {
    fn wins(&self, board: &Attempts, seat: Seat, stones: u32) -> bool {
        let last_row = ((1 << board.width()) - 1) << ((board.height() - 1) * board.width());
        let edge = if seat == Seat(0) { last_row } else { column(board, board.width() - 1) };
        joined(board, seat, stones) & edge != 0
    }

    fn picture(&self, board: &Attempts, stones: [u32; 2], _is_over: bool) -> Picture {
        let mut picture = hexagons(board.width(), board.height());
        for (seat, tint) in Seat::all(2).zip([Tint::Black, Tint::White]) {
            let stones = stones[seat.index()];
            for square in board.squares_of(stones) {
                picture.put(&square.to_string(), Piece::new(Look::Stone, tint).of(seat));
            }
            if self.wins(board, seat, stones) {
                let chain = board.squares_of(joined(board, seat, stones));
                picture.win(chain.map(|square| square.to_string()));
            }
        }
        picture
    }
}

/// The stones of `seat`, among `stones`, that a chain joins to its first edge.
fn joined(board: &Attempts, seat: Seat, stones: u32) -> u32 {
    let width = u32::from(board.width());
    let first_column = column(board, 0);
    let last_column = column(board, board.width() - 1);
    let edge = if seat == Seat(0) { (1 << width) - 1 } else { first_column };
    let mut joined = stones & edge;
    loop {
        let left = joined & !first_column;
        let right = joined & !last_column;
        let touched =
            left >> 1 | right << 1 | joined << width | joined >> width | left << (width - 1) | right >> (width - 1);
        let next = joined | touched & stones;
        if next == joined {
            return joined;
        }
        joined = next;
    }
}

/// The squares of a column, as bits.
fn column(board: &Attempts, column: u8) -> u32 {
    (0..board.height()).fold(0, |bits, row| bits | 1 << (row * board.width() + column))
}

impl Game for DarkHex {
    const NAME: &'static str = "dark-hex";
    const ALIASES: &'static [&'static str] = &["phantom hex"];
    const SUMMARY: &'static str = "join your two edges, seeing only what you ran into";
    const RULES: &'static str = "The board has `height` rows of `width` [square]s. Every row lies half a [square] \
        further to the right than the one above it. A [square] touches the two beside it in its row, and in the rows \
        above and below the two that are nearest.\n\n\
        The seats have turns one after the other, the first seat first. Nobody sees where the other has a [stone]. In \
        its turn a seat tries a [square], any but those where it has a [stone] of its own or has run into one of the \
        other. If the [square] is free, it puts a [stone] of its own there, and its turn is over. If there is a \
        [stone] of the other, it learns just that. With `abrupt=false`, it then tries another [square], until it has \
        put a [stone]. With `abrupt=true`, its turn is then over. Neither seat is told what the other tried, or how \
        often. A [stone] is never moved or taken off.\n\n\
        The first seat wins when a chain of its own [stone]s, each touching the next, joins the top row with the \
        bottom row. The other seat wins when such a chain of its own joins the leftmost column with the rightmost. A \
        [square] in a corner belongs to both edges. Exactly one of them succeeds in the end, so there is no draw. The \
        winner gets 1, the loser -1, and all is shown.";
    const HELP: &'static str = "This is Hex in the dark, without a swap. A move is the square that is tried. A \
        position is what was tried, in order: /b2 b2! a1. A board has at most 25 squares: redeals are exact. \
        Source: M. Lanctot and others, OpenSpiel: a framework for reinforcement learning in games (2019).";
    const CLAIMS: &'static [RuleClaim] = &[
        RulePlace::after(&["b2"]).legal("b2", "the second seat does not know that a stone lies there"),
        RulePlace::after(&["b2", "b2"]).illegal("b2", "it has run into the stone there, and tries elsewhere"),
        RulePlace::after(&["b2", "a1"]).illegal("b2", "the first seat has a stone of its own there"),
        RulePlace::after(&["b1", "a1", "b2", "a2", "b3"]).pays(&[1.0, -1.0], "the first seat joined top and bottom"),
        RulePlace::after(&["b1", "b2", "b2", "c1", "a2", "a1", "c2"]).pays(
            &[-1.0, 1.0],
            "the second seat joined left and right; the first ran into a stone once, and tried again",
        ),
        RulePlace::start("2, 2")
            .then(&["a1", "b1", "b2"])
            .legal("b2", "on the long diagonal nothing touches, so the play goes on"),
        RulePlace::start("abrupt=true")
            .then(&["b2", "b2", "b1", "a1", "b3"])
            .pays(&[1.0, -1.0], "the second seat ran into a stone and lost a turn"),
        RulePlace::start("abrupt=true")
            .then(&["b2", "b2", "b1"])
            .illegal("b2", "it is the second seat's turn again, and it knows of the stone there"),
    ];
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole("width", 2..=12, "3", "how many columns"),
        OptionSpec::whole("height", 2..=12, "3", "how many rows"),
        OptionSpec::flag("abrupt", "false", "whoever runs into a stone loses the turn"),
    ];
    const SAMPLES: &'static [&'static str] = &["", "2, 2", "2, 2, abrupt=true", "3, 2, abrupt=true", "4, 5"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let (width, height): (u8, u8) = (options.whole("width"), options.whole("height"));
        if MOST_SQUARES < usize::from(width) * usize::from(height) {
            let why = format!("a board has at most {MOST_SQUARES} squares, not {width} × {height}");
            return Err(options.impossible(why));
        }
        Ok(Phantom { attempts: Attempts::new(width, height, options.flag("abrupt")), ending: Chain })
    }
}

inventory::submit! { GamePlugin::of::<DarkHex>() }
