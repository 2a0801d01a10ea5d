//! The rules as they are told, and what of them can be tried.

use agon_core::{RuleClaim, RulePlace};

pub(crate) const RULES: &str = "The board has `size` rows and as many columns. A [disc] has two sides, one for each \
    seat, and belongs to the seat whose side is up. At first the four [square]s in the middle hold two [disc]s of each \
    seat, on the two diagonals. The seats move in turn, the first seat first. A seat puts a new [disc] of its own on a \
    free [square] where it catches at least one of the other's. In each of the eight directions, along the row, the \
    column and both diagonals, an unbroken run of the other's [disc]s is caught if it begins next to the new [disc] \
    and ends next to another [disc] of the seat. All that are caught, in all directions, are turned over, and belong \
    to the seat now. A seat that cannot catch any must [pass], and no other seat may.\n\n\
    The play is over when neither seat can catch any, be it that the board is full or not. With `payoff=win`, the seat \
    with more [disc]s on the board gets 1 and the other -1, and as many for both are a draw, which pays 0. With \
    `payoff=discs`, each seat gets the number of its own [disc]s less that of the other's; free [square]s count for \
    nobody.";

pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::start("").legal("d3", "a disc of the other is caught in the column"),
    RulePlace::start("").illegal("e3", "nothing is caught there"),
    RulePlace::start("").illegal("d4", "a disc lies there"),
    RulePlace::start("").illegal("pass", "there are discs to catch"),
    RulePlace::at("XO-------------- X").with("size=4").legal("c1", "the one between is caught"),
    RulePlace::at("XO-------------- O")
        .with("size=4")
        .legal("pass", "nothing can be caught, though the other seat can"),
    RulePlace::at("XO-------------- O").with("size=4").illegal("c1", "nothing lies between it and another"),
    RulePlace::at("XO-------------- O")
        .with("size=4")
        .then(&["pass", "c1"])
        .pays(&[1.0, -1.0], "the other has no disc left, and nobody can catch any"),
    RulePlace::at("XO-------------- X")
        .with("size=4, payoff=discs")
        .then(&["c1"])
        .pays(&[3.0, -3.0], "three discs against none; free squares count for nobody"),
    RulePlace::at("OOOOOOOOOXXXXOO- X")
        .with("size=4")
        .then(&["d4"])
        .pays(&[-1.0, 1.0], "the board is full, and the second seat has nine of sixteen"),
    RulePlace::at("OOOOOOOOXXXXXOO- X").with("size=4").then(&["d4"]).pays(&[0.0, 0.0], "both have eight discs"),
];
