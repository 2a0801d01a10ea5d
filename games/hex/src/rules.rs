//! The rules as they are told, and what of them can be tried.

use agon_core::{RuleClaim, RulePlace};

pub(crate) const RULES: &str = "The board has `size` rows of as many [square]s. Every row lies half a [square] further \
    to the right than the one above it, so the board is a rhombus. A [square] touches the two beside it in its row, \
    and in the rows above and below the two that are nearest: six in the middle of the board, fewer at its edges. The \
    seats put a [stone] of their own on a free [square] in turn, the first seat first. A [stone] is never moved or \
    taken off.\n\n\
    The first seat wins when a chain of its own [stone]s, each touching the next, joins the top row with the bottom \
    row. The other seat wins when such a chain of its own joins the leftmost column with the rightmost. A [square] in \
    a corner belongs to both edges. Exactly one of them succeeds in the end, so there is no draw. The winner gets 1, \
    the loser -1. With `swap=true`, the second seat may [swap] instead of putting its first [stone]: the only [stone] \
    on the board becomes its own, and changes its place, so that what was its column from the left is its row from the \
    top and the other way round; then the first seat moves again.";

pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::after(&["f6"]).legal("g6", "any free square may be taken"),
    RulePlace::after(&["f6"]).illegal("f6", "a stone lies there"),
    RulePlace::after(&["f6"]).illegal("swap", "this game is played without it"),
    RulePlace::start("swap=true").illegal("swap", "there is no stone to take over"),
    RulePlace::start("size=3, swap=true").then(&["c2"]).legal("swap", "it takes over the first stone"),
    RulePlace::start("size=3, swap=true").then(&["c2", "swap"]).illegal("b3", "the stone lies there now"),
    RulePlace::start("size=3, swap=true").then(&["c2", "swap"]).legal("c2", "the stone lies there no more"),
    RulePlace::start("size=2").then(&["a1", "b1", "a2"]).pays(&[1.0, -1.0], "the first seat joined top and bottom"),
    RulePlace::start("size=2")
        .then(&["a1", "b1", "b2"])
        .legal("a2", "on the long diagonal nothing touches, so there is no chain yet"),
    RulePlace::start("size=2")
        .then(&["a1", "b1", "b2", "a2"])
        .pays(&[-1.0, 1.0], "the other seat joined left and right on the short diagonal"),
];
