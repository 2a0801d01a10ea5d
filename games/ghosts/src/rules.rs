//! The rules in words, and what of them can be tried.

use agon_core::{RuleClaim, RulePlace};

pub(crate) const RULES: &str = "The board is a maze: [square]s in rows and columns, some of them [wall]s, with a \
    [wall] all around. The option `maze` says where the [wall]s and the [pellet]s are, and where everybody begins. The \
    first seat moves the [runner]; `number` figures are against it, each of them a [ghost]. The play goes in rounds. \
    In a round first the [runner] moves one [square] up, right, down or left, not into a [wall], or stays where it is. \
    Then each [ghost] in turn moves one [square] in the same way, but may not stay. With `ghosts=random`, each [ghost] \
    moves in a direction drawn at random, each open one equally likely, and there is only one seat. With \
    `ghosts=hunting`, each [ghost] is moved by a seat of its own. Several may stand on one [square]. The [runner] eats \
    the [pellet] on a [square] to which it comes. It is caught when it is on the [square] of a [ghost], whoever of \
    them came there; if it came itself, it does not eat there.\n\n\
    The play ends when the [runner] is caught, when no [pellet] is left, or after `rounds` rounds. The first seat gets \
    the number of [pellet]s eaten divided by that of all [pellet]s at the beginning, and 1 less if the [runner] is \
    caught. With `ghosts=hunting`, the other seats together get the opposite of that, in equal parts.";

/// Three rows of three, with a wall in the middle, and six pellets.
const TINY: &str = "maze=tiny, number=1, rounds=4";

pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::start("").legal("stay", "the runner may stay where it is"),
    RulePlace::start("").illegal("up", "there is a wall all around"),
    RulePlace::start(TINY).then(&["right", "left"]).illegal("down", "there is a wall in the middle"),
    RulePlace::start(TINY).then(&["stay"]).illegal("stay", "a ghost may not stay"),
    RulePlace::at("b3 c3 e 1 3")
        .with(TINY)
        .then(&["right"])
        .pays(&[-0.5], "three pellets of six were eaten, but it is caught"),
    RulePlace::at("b3 c3 e 2 3")
        .with(TINY)
        .then(&["left"])
        .pays(&[-0.5], "three pellets of six were eaten, but it is caught"),
    RulePlace::at("c2 a1 4 1 3").with(TINY).then(&["up"]).pays(&[1.0], "the last pellet is eaten"),
    RulePlace::at("a1 c3 e 2 1")
        .with(TINY)
        .then(&["up"])
        .pays(&[0.5], "the last round is over, and three pellets of six were eaten"),
    RulePlace::at("a1 b1+c5 7fa 2 50")
        .with("maze=ring, ghosts=hunting")
        .then(&["left"])
        .pays(&[-1.0, 0.5, 0.5], "the runner is caught before it has eaten, and the other seats share what it loses"),
];
