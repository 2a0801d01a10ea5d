//! The rules as they are told, and what of them can be tried.

use agon_core::{RuleClaim, RulePlace};

pub(crate) const RULES: &str = "There are `seats` seats, and two [card]s of every rank. With `ranks=auto`, there is \
    one rank more than there are seats. Without `ranks=auto`, there are `ranks` ranks. If there are two, they are \
    [jack] and [queen], from the lowest up; a third is [king], a fourth [ace], and further ones come in below, from \
    the [ten] down. With `suits=true`, the two [card]s of a rank are told apart, and are worth the same. Every seat \
    puts one [chip] into the [pot] and is dealt a [card], which it alone sees. There are two rounds of bets, and \
    between them one [card] is laid open on the board.\n\n\
    In each round the seats act in turn, from the first seat on, without those that have folded. A seat may [call]: it \
    puts in what it has less in the [pot] than the highest of the others, which may be nothing. It may [raise]: it \
    puts in as much, and in the first round two [chip]s more, in the second four. A round has `raises` of these at \
    most. Where it has less in the [pot] than another, it may [fold]: it is out, and loses what it has put in. A round \
    is over when all that are left have acted in it, and have as much in the [pot] as each other.\n\n\
    If one seat alone is left, the play is over at once, and it wins the [pot] without showing its [card]. After the \
    second round those who are left show theirs. Whoever has a pair, a [card] of the same rank as the open one, wins; \
    without a pair the higher rank wins, and equal ranks share the [pot]. A seat gets what it wins, less what it has \
    put in.";

pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::after(&["J", "J", "c", "c"]).illegal("J", "both cards of that rank are dealt"),
    RulePlace::after(&["J", "K"]).illegal("f", "there is nothing to pay"),
    RulePlace::after(&["J", "K", "r"]).legal("f", "there are two chips to pay"),
    RulePlace::after(&["J", "K", "r", "r"]).illegal("r", "a round has two raises"),
    RulePlace::after(&["J", "K", "r", "f"]).pays(&[1.0, -1.0], "the second seat folded, whatever its card"),
    RulePlace::after(&["J", "K", "c", "r", "c", "Q", "r", "f"])
        .pays(&[3.0, -3.0], "the second seat folded after it had put in three chips"),
    RulePlace::after(&["J", "K", "c", "c", "Q", "c", "c"]).pays(&[-1.0, 1.0], "without a pair the higher rank wins"),
    RulePlace::after(&["J", "K", "r", "c", "J", "r", "c"])
        .pays(&[7.0, -7.0], "the first seat has a pair, and each put in one, two and four"),
    RulePlace::after(&["J", "J", "c", "c", "Q", "c", "c"]).pays(&[0.0, 0.0], "equal ranks share what is in the pot"),
    RulePlace::start("raises=1").then(&["J", "K", "r"]).illegal("r", "here a round has one raise"),
    RulePlace::start("seats=3")
        .then(&["J", "Q", "K", "c", "c", "c", "A", "c", "c", "c"])
        .pays(&[-1.0, -1.0, 2.0], "the highest rank wins what the others put in"),
];
