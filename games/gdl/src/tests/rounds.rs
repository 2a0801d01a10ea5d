//! Small sheets of one to three roles at random, played as their net says and by the slow rules: rounds in which several
//! roles move at once or all wait, facts that a round sets and deletes, and questions about moves alone.

use std::fmt::Write;

use agon_core::{Seed, Stream};
use agon_laws::oracle::Walk;

use super::{
    compare,
    slow::{Sheet as SlowSheet, Slow},
};
use crate::{
    Gdl,
    sheet::{Payoff, Settings, Turns},
};

const ROLES: [&str; 3] = ["x", "y", "z"];
const MOVES: [&str; 5] = ["a", "b", "c", "d", "noop"];
const FACTS: [&str; 8] = ["(at 1)", "(at 2)", "(at 3)", "p", "q", "(turn x)", "(turn y)", "(turn z)"];

struct Drawn {
    stream: Stream,
    roles: usize,
    text: String,
}

impl Drawn {
    fn below(&mut self, bound: usize) -> usize {
        self.stream.below(bound as u32) as usize
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    fn role(&mut self) -> &'static str {
        ROLES[self.below(self.roles)]
    }

    fn fact(&mut self) -> &'static str {
        FACTS[self.below(5 + self.roles)]
    }

    /// Whether a fact holds, or not.
    fn on_fact(&mut self) -> String {
        let fact = self.fact();
        if self.below(3) == 0 { format!("(not (true {fact}))") } else { format!("(true {fact})") }
    }

    /// A condition on what is done: one move of a role, all but a few, none of a few, the same of two roles.
    fn on_moves(&mut self) -> String {
        let (role, m, other) = (self.role(), self.pick(&MOVES), self.pick(&MOVES));
        match self.below(9) {
            0 | 1 => format!("(does {role} {m})"),
            2 => format!("(does ?r {m})"),
            3 => format!("(does ?r ?m) (distinct ?m {m})"),
            4 => format!("(does {role} ?m) (distinct ?m {m}) (distinct ?m {other})"),
            5 => format!("(not (does {role} {m})) (not (does {role} {other}))"),
            6 => "(touched ?k)".to_owned(),
            7 => "(not busy)".to_owned(),
            _ => format!("(does x ?m) (does {role} ?m)"),
        }
    }
}

/// The sheet of a seed, and the number of its roles.
fn sheet(seed: u64) -> (String, usize) {
    let roles = 1 + (seed % 3) as usize;
    let mut drawn = Drawn { stream: Seed(seed).stream(11), roles, text: String::new() };
    for role in &ROLES[..roles] {
        let _ = writeln!(drawn.text, "(role {role})");
    }
    for _ in 0..4 {
        let fact = drawn.fact();
        let _ = writeln!(drawn.text, "(init {fact})");
    }
    drawn.text.push_str("(init (turn x))\n(k 1)(k 2)(k 3)(hits a 1)(hits b 2)(hits c 3)(hits c 1)\n");
    // Whose turn it is, goes round, or anybody's.
    for (number, role) in ROLES[..roles].iter().enumerate() {
        let next = ROLES[(number + 1) % roles];
        let _ = writeln!(drawn.text, "(<= (next (turn {next})) (true (turn {role})))");
        let wait = drawn.pick(&[
            "(<= (legal R noop) (not (true (turn R))))",
            "(legal R noop)",
            "(<= (legal R noop) (true (turn R)))(<= (legal R d) (not (true (turn R))))",
        ]);
        let _ = writeln!(drawn.text, "{}", wait.replace('R', role));
        for m in &MOVES[..3] {
            let on = drawn.on_fact();
            let turn = if drawn.below(3) == 0 { String::new() } else { format!("(true (turn {role}))") };
            let _ = writeln!(drawn.text, "(<= (legal {role} {m}) {turn} {on})");
        }
    }
    // About moves alone: of any role, of two at once, and through each other.
    drawn.text.push_str("(<= (touched ?k) (does ?r ?m) (hits ?m ?k))\n");
    let (one, other) = (drawn.on_moves(), drawn.on_moves());
    let _ = writeln!(drawn.text, "(<= busy (does x a))");
    let one = if one.contains("busy") { "(does x b)" } else { &one };
    let other = if other.contains("busy") { "(does x c)" } else { &other };
    let _ =
        writeln!(drawn.text, "(<= busy {one})\n(<= both {one} {other})\n(<= either {other})\n(<= either (does x b))");
    // The usual axiom of facts that stay, in one of the ways in which it is written.
    let stay = drawn.pick(&[
        "(<= (next (at ?k)) (true (at ?k)) (not (touched ?k)))",
        "(<= (next (at ?k)) (true (at ?k)) (does ?r ?m) (k ?k) (not (hits ?m ?k)))",
        "(<= (next (at ?k)) (true (at ?k)) (role ?r) (does ?r ?m) (distinct ?m noop) (not (hits ?m ?k)))",
        "(<= (next (at ?k)) (true (at ?k)) (not busy))",
    ]);
    let _ = writeln!(drawn.text, "{stay}\n(<= (next (at ?k)) (does ?r ?m) (hits ?m ?k) (true p))");
    for _ in 0..4 {
        let (fact, on, moves) = (drawn.pick(&FACTS[..5]), drawn.on_fact(), drawn.on_moves());
        let more = drawn.pick(&["", "both", "(not both)", "either", "(not either)", "(not (touched 1))"]);
        let _ = writeln!(drawn.text, "(<= (next {fact}) {on} {moves} {more})");
    }
    let _ = writeln!(drawn.text, "(<= full (true (at 1)) (true (at 2)) (true (at 3)))");
    let on = drawn.on_fact();
    let _ = writeln!(drawn.text, "(<= terminal full {on})");
    // Of goals, some need what nothing else does.
    for role in &ROLES[..roles] {
        let on = drawn.on_fact();
        let _ = writeln!(
            drawn.text,
            "(<= (rich {role}) {on} (true (at ?k)))\n(<= (goal {role} 100) (rich {role}))\n(<= (goal {role} 20) (not (rich {role})) (not (true q)))"
        );
    }
    (drawn.text, roles)
}

#[test]
fn rounds_of_several_roles_go_as_by_the_slow_rules() {
    let (mut at_once, mut played) = (0, 0);
    for seed in 0..60 {
        let (text, roles) = sheet(seed);
        let payoff = if roles == 2 { Payoff::ZeroSum } else { Payoff::Auto };
        let settings = Settings { order: Turns::Hidden, payoff, plies: 12, ..Settings::default() };
        let start = Gdl::with(&crate::on_one_line(&text), settings);
        let start = start.unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(start.sheet().size().is_some(), "{text}");
        let plies = start.sheet().counts_plies.then_some(12);
        let slow = Slow::start(SlowSheet::new(&text, plies));
        let name = format!("seed {seed}\n{text}");
        compare(&name, &start, &slow, Walk { depth: 2, plays: 3 });
        let count = |role| start.round.count(start.sheet(), role);
        at_once += u32::from(1 < (0..roles).filter(|&role| 1 < count(role)).count());
        played += 1;
    }
    assert!(10 < at_once && at_once < played, "{at_once} of {played}");
}
