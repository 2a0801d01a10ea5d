//! The rules in words, and what of them can be tried.

use agon_core::{RuleClaim, RulePlace};

pub(crate) const RULES: &str = "The board has eight rows and eight columns of [square]s, light and dark by turns. On \
    the row nearest to it each seat has two [rook]s, two [knight]s, two [bishop]s, a [queen] and a [king], and on the \
    next row eight [pawn]s. With `chess960=518`, the nearest row is, in the board's columns from left to right, \
    [rook], [knight], [bishop], [queen], [king], [bishop], [knight], [rook]. The number `chess960` stands for an order \
    of that row, and `fen` may set up any position instead.\n\n\
    The seats move one [piece] in turn, the first seat first. A [piece] goes to a free [square], or captures a [piece] \
    of the other seat there, which leaves the board. A [rook] goes along a row or column, a [bishop] along a diagonal, \
    a [queen] along any of these, as far as it likes but over no other [piece]. A [knight] goes two [square]s along a \
    row or column and one to the side, over whatever is between. A [king] goes one [square] in any direction. A [pawn] \
    goes one [square] straight ahead if it is free, from the row where it began also two if both are free; it captures \
    only one [square] diagonally ahead. A [pawn] that has just gone two may, in the next turn only, be captured by a \
    [pawn] as if it had gone one. On the farthest row a [pawn] becomes a [queen], [rook], [bishop] or [knight] at \
    choice.\n\n\
    A [king] that could be captured is in [check], and no move may leave the mover's own so. A [king] and a [rook] \
    that have never moved may move together: the [king] goes to the third column of the board and the [rook], from its \
    left, to the fourth, or the [king] to the seventh and the [rook], from its right, to the sixth. No other [piece] \
    may be on their ways, and the [king] may not be in [check] before, on its way or after.\n\n\
    A seat that cannot move loses if its [king] is in [check]; otherwise that is a draw. It is a draw too when a \
    position occurs for the third time, with the same seat to move and the same moves possible; when for a hundred \
    turns nothing was captured and no [pawn] moved, unless the last of them wins; and when only the [king]s are left, \
    alone, with one [knight], or with [bishop]s on [square]s of one shade. The winner gets 1, the loser -1; a draw \
    pays 0 to both.";

pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::at("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1").illegal("e2e4", "a pawn goes over no other piece"),
    RulePlace::at("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1").illegal("e2c3", "the rook could then capture the king"),
    RulePlace::at("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").legal("a7a8n", "a pawn may become a knight"),
    RulePlace::at("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1")
        .then(&["e2e4"])
        .legal("d4e3", "the pawn has just gone two squares, and is captured as if it had gone one"),
    RulePlace::at("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1")
        .then(&["e2e4", "e8e7", "e1d1", "e7e8", "d1c1"])
        .illegal("d4e3", "the pawn has gone two squares, but not in the turn before"),
    RulePlace::at("4k3/8/8/8/8/8/8/4K2R w K - 0 1").legal("e1g1", "neither has moved, and nothing is between"),
    RulePlace::at("4kr2/8/8/8/8/8/8/4K2R w K - 0 1").illegal("e1g1", "the king would pass through check"),
    RulePlace::at("5rkr/5ppp/8/8/8/8/5PPP/5RKR w HFhf - 0 1")
        .with("chess960=0")
        .legal("g1f1", "the king goes to the third column, and that rook to the fourth"),
    RulePlace::after(&["f2f3", "e7e5", "g2g4", "d8h4"]).pays(&[-1.0, 1.0], "the king cannot get out of check"),
    RulePlace::at("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80")
        .then(&["a1a8"])
        .pays(&[1.0, -1.0], "the hundredth turn without progress wins"),
    RulePlace::at("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1")
        .then(&["g1g6"])
        .pays(&[0.0, 0.0], "the other seat cannot move, and its king is not in check"),
    RulePlace::after(&["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"])
        .pays(&[0.0, 0.0], "the position occurs for the third time"),
    RulePlace::at("7k/8/8/8/8/8/R7/K7 w - - 99 80")
        .then(&["a2a3"])
        .pays(&[0.0, 0.0], "for a hundred turns nothing was captured and no pawn moved"),
    RulePlace::at("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1").then(&["e1e2"]).pays(&[0.0, 0.0], "only the kings are left"),
];
