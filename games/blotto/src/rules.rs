//! The rules in words, and what of them can be tried.

use agon_core::{RuleClaim, RulePlace};

pub(crate) const RULES: &str = "There are `fields` [field]s, and each seat has `coins` [coin]s. Both spread all their \
    [coin]s over the [field]s, as many on each as they like, also none. The first seat chooses first, but the other \
    sees that only when it has chosen too; then the play is over. A seat wins a [field] where it has more [coin]s \
    than the other; where both have equally many, nobody does. Whoever wins more [field]s than the other gets 1 and \
    the other -1; if both win equally many, it is a draw, which pays 0 to both.";

pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::start("").legal("3+3+4", "the ten coins are spread over three fields"),
    RulePlace::start("").legal("0+10+0", "a field may stay without coins"),
    RulePlace::start("").illegal("3+3+3", "a coin would be left"),
    RulePlace::start("").illegal("5+5", "there are three fields"),
    RulePlace::start("coins=5, fields=4").legal("2+1+1+1", "the five coins are spread over four fields"),
    RulePlace::after(&["4+4+2", "3+3+4"]).pays(&[1.0, -1.0], "the first seat has more on two fields of three"),
    RulePlace::after(&["10+0+0", "4+3+3"]).pays(&[-1.0, 1.0], "the second seat has more on two fields of three"),
    RulePlace::after(&["5+5+0", "5+4+1"]).pays(&[0.0, 0.0], "each wins one field, and one is nobody's"),
    RulePlace::start("coins=5, fields=4")
        .then(&["2+1+1+1", "1+4+0+0"])
        .pays(&[1.0, -1.0], "the first seat wins three fields, the second one"),
];
