//! The rules in words, and what of them can be tried.

use agon_core::{RuleClaim, RulePlace};

pub(crate) const RULES: &str = "There are several [heap]s of [stick]s, with `heaps` [stick]s in them at first. The \
    seats move in turn, the first seat first. In its turn a seat chooses one [heap] and takes [stick]s away from it: \
    one at least, and as many as it likes, up to the whole [heap]. It may not take from two [heap]s at once, and it \
    may not pass.\n\n\
    The play is over when no [stick] is left. With `misere=false`, the seat that took the last [stick] wins. With \
    `misere=true`, the seat that took the last [stick] loses. If there are none from the beginning, it is as if the \
    second seat had taken the last one. The winner gets 1, the loser -1; there is no draw.";

pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::start("").legal("c7", "a whole heap may be taken at once"),
    RulePlace::start("").illegal("a4", "there are not so many in that heap"),
    RulePlace::at("0+2+1 1").legal("b1", "any number of a heap may be taken"),
    RulePlace::at("0+2+1 1").illegal("a1", "nothing is left in that heap"),
    RulePlace::at("0+0+3 1").then(&["c3"]).pays(&[1.0, -1.0], "the first seat took the last"),
    RulePlace::at("0+2+0 1").then(&["b1", "b1"]).pays(&[-1.0, 1.0], "the second seat took the last"),
    RulePlace::at("0+2+0 2").with("misere=true").then(&["b2"]).pays(&[1.0, -1.0], "whoever takes the last now loses"),
    RulePlace::start("heaps=0").pays(&[-1.0, 1.0], "there is nothing to take for the first seat"),
];
