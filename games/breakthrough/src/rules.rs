//! The rules in words, and what of them can be tried.

use agon_core::{RuleClaim, RulePlace};

pub(crate) const RULES: &str = "The board has `width` columns and `height` rows of [square]s. Each seat begins with a \
    [man] on every [square] of the two rows nearest to it. The seats move one [man] in turn, the first seat first. A \
    [man] steps one [square] forward, towards the other's side, straight or diagonally, onto a free [square]. A \
    diagonal step may also go onto a [man] of the other seat, which is taken off the board; a straight one may not. \
    Nobody has to take.\n\n\
    Whoever first has a [man] on the row farthest from its own side, or takes the other's last [man], wins. A seat in \
    turn can always move, so no play is a draw. The winner gets 1, the loser -1.";

pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::start("").legal("a2-b3", "a man may step diagonally"),
    RulePlace::start("").illegal("a1-a2", "a man of the same seat is there"),
    RulePlace::at("8/8/8/3OO3/3X4/8/8/8 X").illegal("d4-d5", "a straight step does not take"),
    RulePlace::at("8/8/8/3OO3/3X4/8/8/8 X").legal("d4xe5", "a diagonal step takes"),
    RulePlace::at("8/8/8/3OO3/3X4/8/8/8 X").legal("d4-c5", "nobody has to take"),
    RulePlace::at("8/8/8/8/3X4/8/3O4/8 X").illegal("d4-d3", "a man steps only forward"),
    RulePlace::at("8/3X4/8/8/8/8/3O4/8 X").then(&["d7-d8"]).pays(&[1.0, -1.0], "the man is on the farthest row"),
    RulePlace::at("8/3X4/8/8/8/8/3O4/8 O").then(&["d2-d1"]).pays(&[-1.0, 1.0], "the man is on the farthest row"),
    RulePlace::at("8/8/8/4O3/3X4/8/8/8 X").then(&["d4xe5"]).pays(&[1.0, -1.0], "the other's last man is taken"),
    RulePlace::at("2/X1/1O/2 X")
        .with("width=2, height=4")
        .then(&["a3-a4"])
        .pays(&[1.0, -1.0], "the fourth row is the farthest"),
];
