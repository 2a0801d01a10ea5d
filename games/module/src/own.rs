//! The modules that are built in, compiled from the sources beside them (docs/module.md says how), and what of their rules
//! can be tried.

use agon_core::{RuleClaim, RulePlace};

/// Their names, which people type, and their bytes.
pub(crate) const MODULES: &[(&str, &[u8])] = &[
    ("connect-four", include_bytes!("modules/connect-four.wasm")),
    ("dice-race", include_bytes!("modules/dice-race.wasm")),
    ("tic-tac-toe", include_bytes!("modules/tic-tac-toe.wasm")),
];

/// Of the usual module first, then of the others.
pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::at("X.O......").legal("b2", "it is free"),
    RulePlace::at("X.O......").illegal("a1", "it is marked"),
    RulePlace::after(&["a1", "a2", "b1", "b2", "c1"]).pays(&[1.0, -1.0], "the first seat has three in a row"),
    RulePlace::after(&["a1", "a2", "b1", "b2", "c3", "c2"]).pays(&[-1.0, 1.0], "the second seat has three in a row"),
    RulePlace::after(&["a3", "b3", "c3", "b2", "b1", "a1", "a2", "c2", "c1"])
        .pays(&[0.0, 0.0], "the board is full, and nobody has a line"),
    RulePlace::start("file=connect-four")
        .then(&["a", "b", "a", "b", "a", "b", "a"])
        .pays(&[1.0, -1.0], "the first seat has four in a column"),
    RulePlace::start("file=connect-four").then(&["a", "a", "a", "a", "a", "a"]).illegal("a", "that column is full"),
];
