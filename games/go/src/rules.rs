//! The rules in words, and what of them can be tried.

use agon_core::{RuleClaim, RulePlace};

pub(crate) const RULES: &str = "The board is a grid of `size` rows and `size` columns of [point]s, all free at first. \
    In turn, the first seat first, a seat puts a [stone] of its own on a free [point], or passes. The [stone]s of one \
    seat that touch along rows and columns, directly or through others, are one [chain]. A free [point] that touches a \
    [chain] is a [liberty] of it. When a [stone] is put, each [chain] of the other seat that has no [liberty] left is \
    captured: its [stone]s leave the board. No [stone] may be put where after that its own [chain] would have no \
    [liberty]. No [stone] may be put either if the board would then look as it did at any time before, whichever seat \
    is in turn. Passing is always allowed.\n\n\
    The play ends when both seats pass one after the other, or after eight moves for each [point] of the board, passes \
    counted. Then the board is counted as it is: a [stone] that could have been captured, but was not, counts as any \
    other. A seat has one for each of its [stone]s and one for each free [point] from which, along free [point]s, \
    [stone]s of its own can be reached and none of the other's. The second seat has `komi` more. Whoever has more gets \
    1 and the other -1; if they have equally many, it is a draw, which pays 0 to both.";

pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::start("").legal("pass", "passing is always allowed"),
    RulePlace::at("5/2X2/1X1X1/2X2/5 O").with("size=5").illegal("C3", "the stone would have no liberty"),
    RulePlace::at("5/2X2/1X1X1/2X2/5 X").with("size=5").legal("C3", "its chain has liberties outside"),
    RulePlace::at("5/1XO2/XO1O1/1XO2/5 X").with("size=5").legal("C3", "it captures a stone, which leaves a liberty"),
    RulePlace::at("5/1XO2/XO1O1/1XO2/5 X").with("size=5").then(&["C3"]).illegal("B3", "the board would look as before"),
    RulePlace::at("5/1XO2/XO1O1/1XO2/5 X")
        .with("size=5")
        .then(&["C3", "E5", "A1"])
        .legal("B3", "two more stones lie on the board than before"),
    RulePlace::after(&["pass", "pass"]).pays(&[-1.0, 1.0], "the second seat has its komi"),
    RulePlace::after(&["E5", "pass", "pass"]).pays(&[1.0, -1.0], "only the first seat's stones reach the free points"),
    RulePlace::after(&["E5", "D5", "pass", "pass"])
        .pays(&[-1.0, 1.0], "the free points reach stones of both seats, and count for neither"),
    RulePlace::start("size=5, komi=25").then(&["C3", "pass", "pass"]).pays(&[0.0, 0.0], "the komi makes them equal"),
];
