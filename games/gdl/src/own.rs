//! The sheets that are built in, written for this arena from the rules of the games.

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
