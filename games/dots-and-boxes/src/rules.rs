//! The rules in words, and what of them can be tried.

use agon_core::{RuleClaim, RulePlace};

pub(crate) const RULES: &str = "The board is a grid of [dot]s. Between them is room for `width` columns and `height` \
    rows of small squares; each such square is a [box]. In turn, the first seat first, a seat draws a [line] between \
    two [dot]s that are neighbours in a row or a column, where there is none yet. Whoever draws the last of the four \
    sides of a [box] owns it, whoever drew the others; a single [line] may do that for two at once. A seat that has \
    come to own a [box] moves again, as long as there is a [line] to draw; otherwise it is the other's turn. Nobody \
    has to close a [box].\n\n\
    The play ends when every [line] is drawn, and each [box] counts one for its owner. With `payoff=win`, the seat \
    with the higher count gets 1 and the other -1; if the counts are equal, it is a draw, which pays 0 to both. With \
    `payoff=margin`, each seat gets its own count minus the other's.";

pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::after(&["a1b1"]).legal("a1a2", "nobody has drawn it yet"),
    RulePlace::after(&["a1b1"]).illegal("a1b1", "it is drawn"),
    RulePlace::start("width=2, height=1").illegal("a2a3", "there is one row of boxes"),
    RulePlace::at("--/.||/-- 0:1 2").with("width=2, height=1").legal("a1a2", "whoever closed a box moves again"),
    RulePlace::at("--/|.|/-- 0:0 1")
        .with("width=2, height=1")
        .then(&["b1b2"])
        .pays(&[1.0, -1.0], "the last line closes both boxes"),
    RulePlace::at("--/|.|/-- 0:0 2")
        .with("width=2, height=1")
        .then(&["b1b2"])
        .pays(&[-1.0, 1.0], "the last line closes both boxes"),
    RulePlace::at("--/|../-. 0:0 1")
        .with("width=2, height=1")
        .then(&["b1b2", "c1c2", "b1c1"])
        .pays(&[0.0, 0.0], "the first seat closed one box and moved again, and the second seat closed the other"),
    RulePlace::at("--/|.|/-- 0:0 1")
        .with("width=2, height=1, payoff=margin")
        .then(&["b1b2"])
        .pays(&[2.0, -2.0], "the first seat owns two boxes more"),
];
