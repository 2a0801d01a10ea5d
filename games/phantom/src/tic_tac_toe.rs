//! Phantom tic-tac-toe: three in a row.

use agon_core::{
    Game, GamePlugin, OptionError, OptionSpec, Options, Picture, Seat, inventory,
    picture::{Grid, Look, Piece, Tint},
};

use crate::{Ending, Phantom, attempts::Attempts};

/// Phantom tic-tac-toe.
pub type PhantomTicTacToe = Phantom<Row>;

/// So many marks in a row win, in any direction; a full board is a draw.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    length: u8,
}

impl Ending for Row {
    fn wins(&self, board: &Attempts, _seat: Seat, marks: u32) -> bool {
        let width = u32::from(board.width());
        let column = (0..width).fold(0, |bits, row| bits | 1u32 << (row * width));
        let (not_first, not_last) = (!column, !(column << (width - 1)));
        let steps = [(1, not_last), (width, u32::MAX), (width + 1, not_last), (width - 1, not_first)];
        steps.into_iter().any(|(step, inside)| {
            // The squares where such long rows begin.
            let longer = |from: u32, _| marks & inside & from >> step;
            (1..self.length).fold(marks, longer) != 0
        })
    }

    fn picture(&self, board: &Attempts, marks: [u32; 2], is_over: bool) -> Picture {
        let mut picture = Grid::new(board.width(), board.height()).squares();
        for (seat, look, tint) in [(Seat(0), Look::Cross, Tint::Blue), (Seat(1), Look::Ring, Tint::Red)] {
            for square in board.squares_of(marks[seat.index()]) {
                let mark = Piece::new(look, tint).of(seat).text(seat.letter());
                picture.put(&square.to_string(), mark);
            }
        }
        if is_over {
            picture.win_rows(self.length.into());
        }
        picture
    }
}

impl Game for PhantomTicTacToe {
    const NAME: &'static str = "phantom-tic-tac-toe";
    const ALIASES: &'static [&'static str] = &["phantom ttt"];
    const SUMMARY: &'static str = "three in a row, seeing only what you ran into";
    const HELP: &'static str = "As tic-tac-toe, but nobody sees the other's marks. A move tries a \
        square; whoever runs into a mark of the other learns just that, and tries again, or with \
        abrupt=true loses the turn. How often the other tried is never told. At the end all is \
        shown. A position is what was tried, in order: /b2 b2! a1. \
        Source: M. Lanctot and others, OpenSpiel: a framework for reinforcement learning in games \
        (2019); V. Lisý, M. Lanctot and M. Bowling, Online Monte Carlo counterfactual regret \
        minimization for search in imperfect information games (2015).";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::flag("abrupt", "false", "whoever runs into a mark loses the turn"),
        OptionSpec::whole("size", 2..=5, "3", "how many rows and columns"),
        OptionSpec::whole("line", 2..=5, "3", "how many in a row win"),
    ];
    const SAMPLES: &'static [&'static str] =
        &["", "abrupt=true", "size=2, line=2", "abrupt=true, size=2, line=2", "size=5, line=4"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let (size, line): (u8, u8) = (options.whole("size"), options.whole("line"));
        if size < line {
            let why = format!("a line of {line} does not fit on a board of {size} × {size}");
            return Err(options.impossible(why));
        }
        let attempts = Attempts::new(size, size, options.flag("abrupt"));
        Ok(Phantom { attempts, ending: Row { length: line } })
    }
}

inventory::submit! { GamePlugin::of::<PhantomTicTacToe>() }
