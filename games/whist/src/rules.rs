//! The rules as they are told, and what of them can be tried.

use agon_core::{RuleClaim, RulePlace};

pub(crate) const RULES: &str = "The pack has four suits of `ranks` [card]s each, from the [ace] down: [ace], [king], \
    [queen], [jack], and then the numbers from ten to two. There are `seats` seats, and each is dealt `cards` [card]s, \
    one at a time, in turn. It sees only its own. With `trumps=true`, the suit of the last [card] dealt is [trumps], \
    and everybody sees this [card]. With `trumps=false`, no suit is [trumps]. The first seat leads any [card] to the \
    first [trick], and the others play one [card] each, in turn. Whoever has a [card] of the suit that was led must \
    play one of that suit; who has none may play any [card]. The highest of [trumps] wins the [trick], or if there is \
    none, the highest [card] of the suit that was led. Its player leads to the next [trick]. What was played is seen \
    by all.\n\n\
    The play is over when all [card]s are played. With `seats=4`, those who sit opposite each other are partners, the \
    first seat with the third and the second with the fourth, and each seat gets the number of [trick]s that it and \
    its partner won, less those of the other two. With `seats=2`, each seat gets the number of [trick]s that it won, \
    less those of the other. With `seats=3`, each seat gets three times the number of [trick]s that it won, less the \
    number of all.";

/// The usual game when all cards are dealt.
const DEALT: &str = "9cKcJd9hKhJs|TcAcQdThAhQs|Jc9dKdJh9sKs|QcTdAdQhTsAs/As/";

pub(crate) const CLAIMS: &[RuleClaim] = &[
    RulePlace::at(DEALT).legal("9h", "the first seat may lead any card"),
    RulePlace::at(DEALT).illegal("Ac", "it is another seat's card"),
    RulePlace::at(DEALT).then(&["9c"]).illegal("Ah", "the seat has cards of the suit that was led"),
    RulePlace::at(DEALT).then(&["9c"]).legal("Tc", "any card of the suit that was led may follow"),
    RulePlace::at(DEALT)
        .then(&["Js", "Qs", "Ks", "As"])
        .legal("Ts", "the fourth seat won the trick and leads the next"),
    RulePlace::at(DEALT).then(&["Kc", "Ac", "Jc", "Qc"]).legal("Ah", "the highest card of the suit wins and leads"),
    RulePlace::start("ranks=2, cards=2")
        .then(&["Kc", "Ac", "Kd", "Ad", "Kh", "Ah", "Ks", "As", "Kc", "Ac"])
        .legal("Ks", "a seat that cannot follow suit may play trumps"),
    RulePlace::start("ranks=2, cards=2")
        .then(&["Kc", "Ac", "Kd", "Ad", "Kh", "Ah", "Ks", "As", "Kc", "Ac", "Ks", "Ad", "Kd", "As", "Kh", "Ah"])
        .pays(&[0.0, 0.0, 0.0, 0.0], "each pair won a trick with trumps"),
    RulePlace::start("ranks=2, cards=2")
        .then(&["Kc", "Ac", "Kd", "Ad", "Kh", "Ah", "Ks", "As", "Kc", "Ac", "Kd", "Ad", "Ah", "Ks", "As", "Kh"])
        .pays(&[-2.0, 2.0, -2.0, 2.0], "the second and the fourth seat won a trick each"),
    RulePlace::start("ranks=2, cards=2, trumps=false")
        .then(&["Kc", "Ac", "Kd", "Ad", "Kh", "Ah", "Ks", "As", "Kc", "Ac", "Ks", "Ad", "Ah", "Kd", "As", "Kh"])
        .pays(&[-2.0, 2.0, -2.0, 2.0], "without trumps the suit that was led wins"),
    RulePlace::start("seats=3, ranks=1, cards=1, trumps=false")
        .then(&["Ac", "Ad", "Ah", "Ac", "Ad", "Ah"])
        .pays(&[2.0, -1.0, -1.0], "of three seats the first won the only trick"),
    RulePlace::start("seats=2, ranks=2, cards=2")
        .then(&["Kc", "Ac", "Kd", "Ad", "Kc", "Ac", "Ad", "Kd"])
        .pays(&[-2.0, 2.0], "of two seats the second won both tricks"),
];
