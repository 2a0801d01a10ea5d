//! The rules in words, and what of them can be tried.

use agon_core::{RuleClaim, RulePlace};

pub(crate) const RULES: &str = "The board is a way of 24 [point]s that the seats go in opposite directions. Each seat \
    counts from 24 down to 1, so that the last [point] of one is the first of the other; its own 1 to 6 are its \
    [home]. Each piece of a seat is a [man]. With `setup=standard`, each seat has 15: two on 24, five on 13, three on \
    8 and five on 6. With `setup=nackgammon`, each seat has 15: two on 24, two on 23, four on 13, three on 8 and four \
    on 6. With `setup=hypergammon`, each seat has 3: one each on 24, 23 and 22.\n\n\
    The first seat begins; then they take turns. A turn begins with a roll of two [dice], and only the first of all \
    can show no double. Each number moves one [man] forward by as many [point]s; both may move the same [man], one \
    after the other. A double is moved four times. No [man] may land, not even on its way with both numbers, where two \
    or more of the other seat stand. If one of the other seat stands there alone, it is hit: it goes to the [bar]. As \
    long as a seat has a [man] on the [bar], it can move only that, as if from a [point] 25: it enters in the other's \
    [home]. A seat whose every [man] is in its [home] may also bear off: a number takes a [man] off from the [point] \
    of that number, or, if none stands there or farther back, from the farthest. All numbers must be used if possible; \
    if only one of two can be, then the higher if possible. If none can, the seat passes.\n\n\
    Whoever first has borne off all wins. With `gammons=true`, the winner gets 1, or 2 if the loser has borne off \
    none, or 3 if besides a [man] of the loser is on the [bar] or in the winner's [home]. With `gammons=false`, the \
    winner gets 1. The loser gets as much below 0. After 10,000 rolls and turns together the play is a draw, which \
    pays 0 to both.";

pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::start("").illegal("66", "the first roll is no double"),
    RulePlace::at("24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 X 51 1").legal("13/8 6/5", "each number moves a man"),
    RulePlace::at("24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 X 51 1")
        .illegal("24/19 6/5", "the other has more than one there"),
    RulePlace::at("14:1 18:2 X 61 9").illegal("14/13", "only one number can be used, and then it is the higher"),
    RulePlace::at("6:2,1:1 20:1,6:1 X 21 9")
        .then(&["6/5* 6/4", "31"])
        .illegal("6/2", "a man is on the bar, and must enter first"),
    RulePlace::at("bar:1,6:3 6:2,1:2 X 61 9").legal("pass", "the man on the bar cannot enter"),
    RulePlace::at("7:1,2:1 1:2 X 61 9").legal("7/off", "the first number brings it home, the second takes it off"),
    RulePlace::at("7:1,2:1 1:2 X 61 9").illegal("7/6 2/off", "a man farther back is left for the six"),
    RulePlace::at("1:1 1:1 X 21 9").then(&["1/off"]).pays(&[1.0, -1.0], "the loser has borne off some"),
    RulePlace::at("1:1 6:15 X 21 9").then(&["1/off"]).pays(&[2.0, -2.0], "the loser has borne off none"),
    RulePlace::at("6:15 1:1 O 21 9").then(&["1/off"]).pays(&[-2.0, 2.0], "the loser has borne off none"),
    RulePlace::at("1:1 23:1,6:14 X 21 9")
        .then(&["1/off"])
        .pays(&[3.0, -3.0], "the loser has borne off none, and a man of it is in the winner's home"),
    RulePlace::at("1:1 23:1,6:14 X 21 9")
        .with("gammons=false")
        .then(&["1/off"])
        .pays(&[1.0, -1.0], "what the loser has left makes no difference"),
    RulePlace::at("6:1 6:1 X roll 9999").then(&["21"]).pays(&[0.0, 0.0], "it has taken too long"),
];
