//! The rules in words, and what of them can be tried.

use agon_core::{RuleClaim, RulePlace};

pub(crate) const RULES: &str = "At the beginning there is one [heap] of `heap` [stick]s. In turn, the first seat \
    first, a seat takes any [heap] and splits it into two that have different numbers of [stick]s, each of them one \
    at least. So a [heap] of one or two [stick]s stays as it is. Nothing is taken away. Whoever is in turn and cannot \
    split any [heap] loses. There are no draws: the winner gets 1, the loser -1.";

pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::start("").legal("7:1+6", "the two heaps are different"),
    RulePlace::start("").illegal("6:1+5", "there is no heap of six"),
    RulePlace::at("4+2+1 1").legal("4:1+3", "the two heaps are different"),
    RulePlace::at("4+2+1 1").illegal("4:2+2", "the two heaps would be equal"),
    RulePlace::at("4+2+1 1").illegal("7:1+6", "the first heap was split before"),
    RulePlace::at("3+2+2 1").then(&["3:1+2"]).pays(&[1.0, -1.0], "the second seat cannot split any heap"),
    RulePlace::at("4+2+1 1").then(&["4:1+3", "3:1+2"]).pays(&[-1.0, 1.0], "the first seat cannot split any heap"),
    RulePlace::start("heap=2").pays(&[-1.0, 1.0], "the first seat cannot move at all"),
];
