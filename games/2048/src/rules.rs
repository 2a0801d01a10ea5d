//! The rules in words, and what of them can be tried.

use agon_core::{RuleClaim, RulePlace};

pub(crate) const RULES: &str = "The board has `size` rows and `size` columns of [square]s, and a single seat plays. \
    Each [tile] on the board shows a number. At the beginning two [tile]s appear on [square]s drawn at random.\n\n\
    In each turn the seat slides all [tile]s together up, right, down or left, as far as they can go. Two with equal \
    numbers that meet merge into one [tile] with their sum; those at the edge towards which they slide merge first, \
    and no [tile] merges twice in a slide. A slide must change something. After it a new [tile] appears on a free \
    [square] drawn at random. Each [tile] that appears, at the beginning too, is a 2 nine times in ten, otherwise a \
    4.\n\n\
    The play ends when no slide would change anything, or when a slide makes a [tile] with the number `goal`. With \
    `payoff=points`, each merge scores the number of the new [tile], and the seat gets its points divided by those \
    that one [tile] with the number `goal` has scored if all began as 2. With `payoff=goal`, the seat gets 1 if it has \
    made a [tile] with the number `goal`, otherwise 0.";

pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::at("1.../1.../..../.... 0").legal("up", "the two merge"),
    RulePlace::at("1.../1.../..../.... 0").illegal("left", "nothing would move"),
    RulePlace::at("1111/..../..../.... 0").then(&["left"]).illegal("b1=2", "there is a four, for no tile merges twice"),
    RulePlace::at("1111/..../..../.... 0").then(&["left"]).legal("c1=2", "a two may appear on any free square"),
    RulePlace::at("13/2. 16 +")
        .with("size=2, goal=32")
        .then(&["b2=2"])
        .pays(&[0.125], "no slide would change anything; a 32 of twos alone has scored 128, eight times 16"),
    RulePlace::at("22/.. 8")
        .with("size=2, goal=8")
        .then(&["left"])
        .pays(&[1.0], "the goal is made, and all began as 2"),
    RulePlace::at("22/.. 0")
        .with("size=2, goal=8")
        .then(&["right"])
        .pays(&[0.5], "the goal is made, but of fours that scored nothing before"),
    RulePlace::at("22/.. 0").with("size=2, goal=8, payoff=goal").then(&["left"]).pays(&[1.0], "the goal is made"),
    RulePlace::at("21/1. 0 +")
        .with("size=2, goal=8, payoff=goal")
        .then(&["b2=4"])
        .pays(&[0.0], "no slide is possible, and the goal is not made"),
];
