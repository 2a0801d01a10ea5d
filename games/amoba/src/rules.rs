//! The rules in words, and what of them can be tried.

use agon_core::{RuleClaim, RulePlace};

pub(crate) const RULES: &str = "The board has `size` rows and `size` columns of [square]s, all free at first. The \
    seats put one [stone] of their own on a free [square] in turn, the first seat first; [stone]s are never moved or \
    taken away. With `exact=false`, whoever first has `line` [stone]s or more side by side in a row, a column or a \
    diagonal wins. With `exact=true`, whoever first has `line` [stone]s side by side in a row, a column or a \
    diagonal, neither fewer nor more, wins. The rules are the same for both seats. A full board on which nobody has \
    won is a draw. The winner gets 1, the loser -1; a draw pays 0 to both.";

pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::after(&["f6"]).legal("f7", "it is free"),
    RulePlace::after(&["f6"]).illegal("f6", "a stone is there"),
    RulePlace::start("size=7").illegal("h1", "the board has seven columns"),
    RulePlace::after(&["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"])
        .pays(&[1.0, -1.0], "the first seat has five side by side"),
    RulePlace::after(&["a1", "d4", "c1", "e5", "e1", "f6", "g1", "g7", "i1", "h8"])
        .pays(&[-1.0, 1.0], "the second seat has five in a diagonal"),
    RulePlace::at("XXX1XX1/7/7/7/7/7/7 X").with("size=7").then(&["d7"]).pays(&[1.0, -1.0], "six win too"),
    RulePlace::at("XXX1XX1/7/7/7/7/7/7 X")
        .with("size=7, exact=true")
        .then(&["d7"])
        .legal("g7", "six are too many, so nobody has won"),
    RulePlace::at("XOX/XOO/OX1 X")
        .with("size=3, line=3")
        .then(&["c1"])
        .pays(&[0.0, 0.0], "the board is full, and nobody has won"),
];
