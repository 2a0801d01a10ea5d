//! The rules in words, and what of them can be tried.

use agon_core::{RuleClaim, RulePlace};

pub(crate) const RULES: &str = "Each seat has a board of its own, with `width` columns and `height` rows of [square]s. \
    First both place their [ship]s on their own boards, one [ship] at a time in turn, the first seat first; nobody \
    sees those of the other. In this order they are `ships` [square]s long. A [ship] covers as many [square]s side by \
    side, in a row or in a column, of which no other [ship] covers one; it may touch others. It must leave room for \
    those still to be placed.\n\n\
    Then the seats shoot in turn, the first seat first, each at a [square] of the other's board at which it has not \
    shot before. Everybody hears the result: [water] if there is no [ship]; [hit] if there is one; [sunk] if, besides, \
    all its other [square]s were shot at before.\n\n\
    The play is over as soon as all [ship]s of a seat are [sunk], or when both have shot `shots` times. Each seat gets \
    the number of the other's [ship]s that are [sunk] minus the number of its own that are.";

pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::start("").legal("a1-b1", "the first ship covers two squares"),
    RulePlace::at("a1-b1|a1-b1/").legal("a2-c2", "ships may touch"),
    RulePlace::at("a1-b1|a1-b1/").illegal("a1-a3", "the other ship covers one of the squares"),
    RulePlace::start("width=3, height=1, ships=1+2, shots=3")
        .illegal("b1", "no room would be left for the second ship"),
    RulePlace::at("a1-b1 a2-c2|a1-b1 a2-c2/a1h a1h").legal("b1", "a seat may shoot anywhere, also after a hit"),
    RulePlace::at("a1-b1 a2-c2|a1-b1 a2-c2/a1h a1h").illegal("a1", "the seat has shot there before"),
    RulePlace::at("a1-b1 a2-c2|a1-b1 a2-c2/a1h a4w b1s b4w a2h c4w b2h d4w")
        .then(&["c2"])
        .pays(&[2.0, -2.0], "both ships are sunk, and none of the winner's"),
    RulePlace::at("a1|b2/")
        .with("width=2, height=2, ships=1, shots=2")
        .then(&["a1", "a1"])
        .pays(&[-1.0, 1.0], "the first seat's only ship is sunk"),
    RulePlace::at("a1|b2/")
        .with("width=2, height=2, ships=1, shots=2")
        .then(&["a1", "b1", "a2", "b2"])
        .pays(&[0.0, 0.0], "both have shot twice, and nothing is sunk"),
    RulePlace::at("a1 b1|a1 b1/")
        .with("width=3, height=1, ships=1+1, shots=1")
        .then(&["a1", "c1"])
        .pays(&[1.0, -1.0], "both have shot once, and one ship is sunk"),
    RulePlace::at("a1 b1|a1 b1/")
        .with("width=3, height=1, ships=1+1, shots=1")
        .then(&["a1", "b1"])
        .pays(&[0.0, 0.0], "both have shot once, and each has lost a ship"),
];
