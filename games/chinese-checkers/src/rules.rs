//! The rules in words, and what of them can be tried.

use agon_core::{RuleClaim, RulePlace};

pub(crate) const RULES: &str = "The board is a star of [hole]s with six arms, where each [hole] has up to six \
    neighbours. An arm has `size` rows: one [hole] at the tip, two in the next row, and so on. Each of the `seats` \
    seats begins with a [piece] in every [hole] of one arm; the opposite arm is its [goal].\n\n\
    The seats move in turn, the first seat first, then around the star. With `seats=2`, the seats begin in opposite \
    arms. With `seats=3`, the seats begin in every other arm. With `seats=4`, the seats begin in two pairs of opposite \
    arms. With `seats=6`, the seats begin in all arms.\n\n\
    A seat moves one [piece], either into a free neighbouring [hole] or by jumps. A jump goes over a [piece] of any \
    seat in a neighbouring [hole], straight on into the [hole] right behind it, which must be free; the same [piece] \
    may then jump again, in any direction, as often as it likes, but not to where it began. Nothing is captured. A \
    seat that has no such move passes; no other may.\n\n\
    A seat wins when its [goal] is full and at least one [piece] there is its own. If that is so for several, the one \
    that moved last wins, or the next of them in turn after it. The winner gets 1, and each other seat -1 divided by \
    the number of others. When each seat has moved `turns` times, passes counted, and nobody has won, it is a draw, \
    which pays 0 to all.";

pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::start("").illegal("pass", "the seat has other moves"),
    RulePlace::start("size=1, seats=2").legal("a1-b2", "it is a free neighbouring hole"),
    RulePlace::start("size=1, seats=2").illegal("a1-c1", "there is nothing to jump over"),
    RulePlace::at("1/1A2/1B1/4/1 A 4").with("size=1, seats=2").legal("b2-d3", "it jumps over the other's piece"),
    RulePlace::at("1/1A2/1B1/4/1 A 4").with("size=1, seats=2").illegal("b2-d2", "a jump goes straight on"),
    RulePlace::at("A/1BC1/D1E/4/F A 12").with("size=1, seats=6").legal("pass", "every step and every jump is blocked"),
    RulePlace::at("1/4/CB1/1A2/1 A 6")
        .with("size=1, seats=3")
        .then(&["d2-e1"])
        .pays(&[1.0, -0.5, -0.5], "the goal of the first seat is full"),
    RulePlace::at("1/1B2/A2/4/1 B 7")
        .with("size=1, seats=2")
        .then(&["b2-a1"])
        .pays(&[-1.0, 1.0], "the goal of the second seat is full"),
    RulePlace::at("1/2/B6/6/5/6/AA1A3/B1/B A 8")
        .with("size=2, seats=2")
        .then(&["g4-h2"])
        .pays(&[1.0, -1.0], "the goal is full, and one piece there is the winner's own"),
    RulePlace::start("size=1, seats=3, turns=1")
        .then(&["a1-b2", "d4-c3", "d1-c1"])
        .pays(&[0.0, 0.0, 0.0], "each seat has moved once, and nobody has won"),
];
