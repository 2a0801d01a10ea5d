//! The rules in words, and what of them can be tried.

use agon_core::{RuleClaim, RulePlace};

pub(crate) const RULES: &str = "The board has five rows and five columns of [square]s. Each seat has six [stone]s with \
    the numbers 1 to 6, on the six [square]s in its own corner of the board: three along one side, two beside them, \
    then one. The corner of the first seat is at the top left, that of the other at the bottom right. With \
    `setup=fixed`, the [stone]s stand there in the order of the digits of `first` and `second`. With `setup=random`, \
    the [stone]s are put there at random, each order equally likely. With `setup=chosen`, each seat puts its own there \
    in the order of their numbers, first all of the first seat, then all of the other.\n\n\
    Then the seats take turns, the first seat first. At the beginning of a turn a [die] is cast, which shows a number \
    from 1 to 6, each equally likely. The seat moves its [stone] of that number; if that is gone, it chooses between \
    the next higher and the next lower number that it still has. If a seat has only one [stone] left, it moves that \
    without the [die]. A [stone] goes one [square] towards the opposite corner: along its row, along its column, or \
    diagonally both. Whatever [stone] was there, of either seat, is taken off the board.\n\n\
    Whoever brings a [stone] into the opposite corner wins, and so does whoever takes the other's last [stone]. There \
    are no draws: the winner gets 1, the loser -1.";

pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::after(&["4"]).legal("4b2", "the stone of that number moves, here diagonally"),
    RulePlace::after(&["4"]).illegal("5b3", "the die shows another number"),
    RulePlace::after(&["1"]).legal("1b5", "a stone of one's own may be taken"),
    RulePlace::at("...../.F.../...../...../A.d.. 1 6").illegal("6b5", "a stone goes only towards the opposite corner"),
    RulePlace::at("A..../...../..F../...../.d..a 1 ?").then(&["3"]).legal("6d2", "it is the next higher one left"),
    RulePlace::at("A..../...../..F../...../.d..a 1 ?").then(&["3"]).legal("1b4", "it is the next lower one left"),
    RulePlace::at("A..../...../..F../...../.d..a 1 ?").then(&["6"]).illegal("1b4", "the stone of that number is left"),
    RulePlace::start("setup=chosen").illegal("2a5", "the stones are put in the order of their numbers"),
    RulePlace::at("...../...../...../...F./.d... 1 -")
        .then(&["6e1"])
        .pays(&[1.0, -1.0], "the stone is in the opposite corner"),
    RulePlace::at("...../.d.../...../...F./..... 2 -")
        .then(&["4a5"])
        .pays(&[-1.0, 1.0], "the stone is in the opposite corner"),
    RulePlace::at("...../...../..F../...d./..... 1 -")
        .then(&["6d2"])
        .pays(&[1.0, -1.0], "the other's last stone is taken"),
];
