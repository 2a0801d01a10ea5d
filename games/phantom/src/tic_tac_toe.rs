//! Phantom tic-tac-toe: three in a row.

use agon_core::{
    Game, GamePlugin, OptionError, OptionSpec, Options, Picture, RuleClaim, RulePlace, Seat, inventory,
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
    const RULES: &'static str = "The board has `size` rows and as many columns. The seats have turns one after the \
        other, the first seat first. Nobody sees where the other has a [mark]. In its turn a seat tries a [square], \
        any but those where it has a [mark] of its own or has run into one of the other. If the [square] is free, it \
        puts a [mark] of its own there, and its turn is over. If there is a [mark] of the other, it learns just that. \
        With `abrupt=false`, it then tries another [square], until it has put a [mark]. With `abrupt=true`, its turn \
        is then over. Neither seat is told what the other tried, or how often.\n\n\
        Whoever first has `line` [mark]s (or more) side by side in a row, a column or a diagonal wins, and a full \
        board without such a line is a draw. The winner gets 1, the loser -1; a draw pays 0 to both. When the play is \
        over, all is shown.";
    const HELP: &'static str = "This is tic-tac-toe in the dark. A move is the square that is tried. A position is \
        what was tried, in order: /b2 b2! a1. \
        Source: M. Lanctot and others, OpenSpiel: a framework for reinforcement learning in games (2019); V. Lisý, M. \
        Lanctot and M. Bowling, Online Monte Carlo counterfactual regret minimization for search in imperfect \
        information games (2015).";
    const CLAIMS: &'static [RuleClaim] = &[
        RulePlace::after(&["b2"]).legal("b2", "the second seat does not know that it is marked"),
        RulePlace::after(&["b2", "b2"]).illegal("b2", "it has run into the mark there, and tries elsewhere"),
        RulePlace::after(&["b2", "a1"]).illegal("b2", "the first seat has marked it"),
        RulePlace::after(&["a1", "a2", "b1", "b2", "c1"]).pays(&[1.0, -1.0], "the first seat has three side by side"),
        RulePlace::after(&["a1", "a2", "b1", "b1", "b2", "c3", "c2"])
            .pays(&[-1.0, 1.0], "the second seat has three in a row; it ran into a mark once, and tried again"),
        RulePlace::after(&["a3", "b3", "c3", "b2", "b1", "a1", "a2", "c2", "c1"])
            .pays(&[0.0, 0.0], "the board is full, and nobody has a line"),
        RulePlace::start("abrupt=true")
            .then(&["b2", "b2", "b1", "a1", "b3"])
            .pays(&[1.0, -1.0], "the second seat ran into a mark and lost a turn"),
        RulePlace::start("size=2, line=2")
            .then(&["a1", "b1", "b2"])
            .pays(&[1.0, -1.0], "two on a diagonal are a line here"),
    ];
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
