//! The rules in words, and what of them can be tried.

use agon_core::{RuleClaim, RulePlace};

pub(crate) const RULES: &str = "The board has eight rows and eight columns of [square]s, dark and light by turns; only \
    the dark ones are used. Each seat begins with a [man] on each dark [square] of the three rows nearest to it. A \
    [man] is a [piece], and so is a [king].\n\n\
    The first seat moves first, then they take turns. A [man] moves one [square] diagonally forward, onto a free one; \
    a [king] moves one [square] diagonally forward or backward. Either captures by a jump in a direction in which it \
    may move: over a [piece] of the other seat on the next [square], onto the [square] right behind, which must be \
    free. Whatever was jumped leaves the board. A seat that can capture must, but it chooses with which [piece] and \
    which way. A [piece] that has captured goes on from there in the same turn, as long as it can capture; it jumps \
    nothing twice. A [man] that reaches the row farthest from its own side becomes a [king], and that ends its \
    turn.\n\n\
    With `giveaway=false`, a seat that cannot move in its turn loses: it has no [piece] left, or all are blocked. With \
    `giveaway=true`, a seat that cannot move in its turn wins: it has no [piece] left, or all are blocked. The play is \
    a draw when for `quiet` turns, those of both seats counted, nothing was captured and no [man] moved, and the seat \
    in turn could still move. The winner gets 1, the loser -1; a draw pays 0 to both.";

pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::start("").legal("11-15", "a man moves one square forward"),
    RulePlace::start("").illegal("8-11", "the square is not free"),
    RulePlace::at("B:W32:B15").illegal("15-11", "a man does not move backward"),
    RulePlace::at("B:W32:BK15").legal("15-11", "a king moves backward too"),
    RulePlace::at("B:W18,32:B1,15").illegal("1-5", "the other man can capture, so it must"),
    RulePlace::at("B:W18,25:B15").illegal("15x22", "from there it can capture once more, so it must"),
    RulePlace::at("B:W26,27:B22").legal("22x31", "becoming a king ends the turn, though a king could capture again"),
    RulePlace::at("B:W18:B15").then(&["15x22"]).pays(&[1.0, -1.0], "the second seat has nothing left"),
    RulePlace::at("W:W18:B15").then(&["18x11"]).pays(&[-1.0, 1.0], "the first seat has nothing left"),
    RulePlace::at("B:W5:B1,20").then(&["20-24"]).pays(&[1.0, -1.0], "the second seat's last man is blocked"),
    RulePlace::at("B:WK32:BK1:H79").then(&["1-5"]).pays(&[0.0, 0.0], "eighty turns have passed without progress"),
    RulePlace::at("B:W5:B1,K20:H79")
        .then(&["20-24"])
        .pays(&[1.0, -1.0], "who cannot move loses, even in the last quiet turn"),
    RulePlace::at("B:W18:B15").with("giveaway=true").then(&["15x22"]).pays(&[-1.0, 1.0], "who has nothing left wins"),
];
