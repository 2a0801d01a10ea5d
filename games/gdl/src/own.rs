//! The sheets that are built in, written for this arena from the rules of the games, and what of them can be tried.

use agon_core::{RuleClaim, RulePlace};

/// Their names, which people type, and their texts.
pub(crate) const SHEETS: &[(&str, &str)] = &[
    ("breakthrough", include_str!("sheets/breakthrough.kif")),
    ("connect-four", include_str!("sheets/connect-four.kif")),
    ("eight-queens", include_str!("sheets/eight-queens.kif")),
    ("hanoi", include_str!("sheets/hanoi.kif")),
    ("krieg-tic-tac-toe", include_str!("sheets/krieg-tic-tac-toe.kif")),
    ("kuhn", include_str!("sheets/kuhn.kif")),
    ("monty-hall", include_str!("sheets/monty-hall.kif")),
    ("nim", include_str!("sheets/nim.kif")),
    ("othello", include_str!("sheets/othello.kif")),
    ("rock-paper-scissors", include_str!("sheets/rock-paper-scissors.kif")),
    ("tic-tac-toe", include_str!("sheets/tic-tac-toe.kif")),
    ("tron", include_str!("sheets/tron.kif")),
];

/// The samples of the laws: the usual sheet, one of every kind, and every option.
pub(crate) const SAMPLES: &[&str] = &[
    "",
    "sheet=kuhn",
    "sheet=monty-hall",
    "sheet=rock-paper-scissors",
    "sheet=rock-paper-scissors, order=open",
    "sheet=nim, payoff=goals",
    "sheet=hanoi",
    "sheet=tic-tac-toe, plies=4",
];

/// Of the usual sheet first, then of others.
pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::start("").legal("mark 3 1", "any blank cell may be marked"),
    RulePlace::after(&["mark 3 1"]).illegal("mark 3 1", "that cell is not blank any more"),
    RulePlace::start("").illegal("noop", "whoever is in control marks a cell"),
    RulePlace::after(&["mark 1 1", "mark 1 2", "mark 2 1", "mark 2 2", "mark 3 1"])
        .pays(&[1.0, -1.0], "the first role has a line"),
    RulePlace::after(&["mark 1 1", "mark 1 2", "mark 2 1", "mark 2 2", "mark 3 3", "mark 3 2"])
        .pays(&[-1.0, 1.0], "the second role has a line"),
    RulePlace::after(&[
        "mark 1 3", "mark 2 3", "mark 3 3", "mark 2 2", "mark 2 1", "mark 1 1", "mark 1 2", "mark 3 2", "mark 3 1",
    ])
    .pays(&[0.0, 0.0], "no cell is blank, and nobody has a line"),
    RulePlace::start("payoff=goals")
        .then(&["mark 1 1", "mark 1 2", "mark 2 1", "mark 2 2", "mark 3 1"])
        .pays(&[100.0, 0.0], "with goals as they are written"),
    RulePlace::start("plies=4")
        .then(&["mark 1 1", "mark 1 2", "mark 2 1", "mark 2 2"])
        .pays(&[0.0, 0.0], "the plies are used up, and nobody has a line"),
];
