//! The rules in words, and what of them can be tried.

use agon_core::{RuleClaim, RulePlace};

pub(crate) const RULES: &str = "The board stands upright, with `width` columns and `height` rows, empty at first. The \
    seats drop a [stone] of their own in turn, the first seat first, into a column that is not full. It falls down to \
    the lowest free place of the column, onto the [stone]s that lie there. Whoever first has `line` [stone]s (or \
    more) side by side in a row, a column or a diagonal wins, and a full board without such a line is a draw. The \
    winner gets 1, the loser -1; a draw pays 0 to both.";

pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::at("-/-/-/XOXOX/O/-/-").legal("d", "one place of the column is free"),
    RulePlace::at("-/-/-/XOXOXO/-/-/-").illegal("d", "the column is full"),
    RulePlace::start("width=3, height=3, line=3").illegal("d", "the board has three columns"),
    RulePlace::after(&["a", "b", "a", "b", "a", "b", "a"]).pays(&[1.0, -1.0], "the first seat has four in a column"),
    RulePlace::after(&["a", "b", "a", "c", "a", "d", "b", "e"])
        .pays(&[-1.0, 1.0], "the second seat has four side by side"),
    RulePlace::after(&["a", "b", "b", "c", "c", "d", "c", "d", "d", "a", "d"])
        .pays(&[1.0, -1.0], "the first seat has four in a diagonal"),
    RulePlace::at("XOXOX/XOXOXO/OXOXOX/OXOXOX/XOXOXO/XOXOXO/OXOXOX")
        .then(&["a"])
        .pays(&[0.0, 0.0], "the board is full, and nobody has a line"),
    RulePlace::start("width=4, height=4, line=3")
        .then(&["a", "d", "b", "d", "c"])
        .pays(&[1.0, -1.0], "three in a row are enough"),
];
