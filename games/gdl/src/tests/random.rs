//! Small sheets at random, played in three ways: laid out, asked position by position, and by the slow rules. Their rules
//! have recursion, negation, functions, alternatives, and conditions of which any answer will do.

use std::{fmt::Write, ops::Range};

use agon_core::{Seed, Stream};
use agon_laws::oracle::Walk;

use super::{
    compare,
    slow::{Sheet as SlowSheet, Slow},
};
use crate::{Gdl, direct, sheet::Settings};

const VARIABLES: [&str; 5] = ["?a", "?b", "?c", "?d", "?e"];
const WORDS: [&str; 4] = ["a", "b", "c", "(s a)"];

/// How many sheets the usual tests play.
const SEEDS: u64 = 16;

/// A predicate: its name and its number of arguments.
type Named = (String, usize);

struct Maker {
    stream: Stream,
    text: String,
    /// What rules may use so far; the first ones stand for facts.
    known: Vec<Named>,
}

impl Maker {
    fn below(&mut self, bound: usize) -> usize {
        self.stream.below(bound as u32) as usize
    }

    fn one_in(&mut self, number: usize) -> bool {
        self.below(number) == 0
    }

    fn any(&mut self) -> Named {
        let at = self.below(self.known.len());
        self.known[at].clone()
    }

    fn word(&mut self) -> String {
        WORDS[self.below(WORDS.len())].to_owned()
    }

    /// A variable, rarely a word or a function of one.
    fn part(&mut self, variables: &mut Vec<&'static str>) -> String {
        let variable = VARIABLES[self.below(VARIABLES.len())];
        match self.below(12) {
            0 => self.word(),
            1 => {
                variables.push(variable);
                format!("(s {variable})")
            }
            _ => {
                variables.push(variable);
                variable.to_owned()
            }
        }
    }

    fn atom(&mut self, named: &Named, part: &mut dyn FnMut(&mut Maker) -> String) -> String {
        let (name, arity) = named;
        let parts: Vec<String> = (0..*arity).map(|_| part(self)).collect();
        let inner = match arity {
            0 => name.trim_start_matches('+').to_owned(),
            _ => format!("({} {})", name.trim_start_matches('+'), parts.join(" ")),
        };
        // Facts are marked by a plus.
        if name.starts_with('+') { format!("(true {inner})") } else { inner }
    }

    /// A body, and the variables that it binds. With `own`, conditions of these predicates too.
    fn body(&mut self, own: &[Named]) -> (String, Vec<&'static str>) {
        let mut body = String::new();
        let mut bound = Vec::new();
        for _ in 0..=self.below(3) {
            let all = self.known.len() + own.len();
            let named = match self.below(all) {
                at if at < own.len() => own[at].clone(),
                at => self.known[at - own.len()].clone(),
            };
            if named.1 == 0 && self.one_in(2) {
                continue;
            }
            let mut new = Vec::new();
            let atom = self.atom(&named, &mut |maker| maker.part(&mut new));
            if new.is_empty() && self.one_in(3) {
                let other = self.any();
                let other = self.atom(&other, &mut Maker::word);
                let _ = write!(body, " (or {atom} {other})");
                continue;
            }
            bound.extend(new);
            let _ = write!(body, " {atom}");
        }
        let part = |maker: &mut Maker| match bound.len() {
            0 => maker.word(),
            count => match maker.below(8) {
                0 => maker.word(),
                _ => bound[maker.below(count)].to_owned(),
            },
        };
        if self.one_in(3) {
            let named = self.any();
            let atom = self.atom(&named, &mut |maker| part(maker));
            let _ = write!(body, " (not {atom})");
        }
        if self.one_in(4) {
            let (one, other) = (part(self), part(self));
            let _ = write!(body, " (distinct {one} {other})");
        }
        (body, bound)
    }

    /// A rule with this head: a name, and words for what comes before and behind its arguments.
    fn rule(&mut self, [before, name, behind]: [&str; 3], arity: usize, own: &[Named]) {
        let (body, bound) = self.body(own);
        let may_grow = own.is_empty() && !before.contains("next");
        let head = self.atom(&(name.to_owned(), arity), &mut |maker| match bound.len() {
            0 => maker.word(),
            count => {
                let variable = bound[maker.below(count)];
                if may_grow && maker.one_in(9) { format!("(s {variable})") } else { variable.into() }
            }
        });
        let _ = writeln!(self.text, "(<= {before}{head}{behind}{body})");
    }

    /// Some predicates, each of those before it, some of themselves and of each other.
    fn predicates(&mut self, prefix: &str, count: usize) {
        let mut number = 0;
        while number < count {
            let together = 1 + self.below(2);
            let group: Vec<Named> = (0..together)
                .map(|at| {
                    let arity = [0, 1, 1, 2, 2, 2, 2, 3][self.below(8)];
                    (format!("{prefix}{}", number + at), arity)
                })
                .collect();
            number += together;
            let is_recursive = self.one_in(2) || together == 2;
            let own = if is_recursive { &group[..] } else { &[] };
            for (name, arity) in &group {
                self.rule(["", name, ""], *arity, &[]);
                for _ in 0..self.below(3) {
                    self.rule(["", name, ""], *arity, own);
                }
            }
            self.known.extend(group);
        }
    }
}

/// The sheet of a seed.
fn sheet(seed: u64) -> String {
    let named = |name: &str, arity| (name.to_owned(), arity);
    let known = vec![named("n", 1), named("e", 2)];
    let mut maker = Maker { stream: Seed(seed).stream(7), text: "(role x)\n".to_owned(), known };
    for word in &WORDS[..3] {
        let _ = writeln!(maker.text, "(n {word})");
    }
    for _ in 0..2 + maker.below(4) {
        let (one, other) = (maker.word(), maker.word());
        let _ = writeln!(maker.text, "(e {one} {other})");
    }
    maker.predicates("fixed", 2);
    let facts = [named("+f", 1), named("+g", 2), named("+h", 0)];
    for (name, arity) in &facts {
        for _ in 0..=2 * arity {
            let fact = maker.atom(&named(&name[1..], *arity), &mut Maker::word);
            let _ = writeln!(maker.text, "(init {fact})");
        }
    }
    maker.known.extend(facts.iter().cloned().chain(facts.iter().cloned()));
    maker.predicates("p", 6);
    // Four conditions of which any answer will do, behind a name of their own.
    let of: Vec<String> = (0..4)
        .map(|at| {
            let named = maker.any();
            let mut new = 0;
            maker.atom(&named, &mut |maker| {
                new += 1;
                if new == 1 { VARIABLES[at].to_owned() } else { maker.word() }
            })
        })
        .collect();
    let bound: Vec<&str> = (0..4).filter(|&at| of[at].contains(VARIABLES[at])).map(|at| VARIABLES[at]).collect();
    let _ = writeln!(maker.text, "(<= (many {}) {})", bound.join(" "), of.join(" "));
    maker.known.push((if bound.is_empty() { "(many)" } else { "many" }.to_owned(), bound.len()));
    maker.text.push_str("(<= (legal x wait) (true (f a)))\n");
    for _ in 0..3 {
        maker.rule(["(legal x ", "m", ")"], 1, &[]);
    }
    let known = maker.known.len();
    for (name, arity) in &facts {
        maker.known.truncate(known);
        maker.rule(["(next ", &name[1..], ")"], *arity, &[]);
        maker.known.push(named("does x", 1));
        maker.rule(["(next ", &name[1..], ")"], *arity, &[]);
    }
    maker.text.push_str("(<= (next ?fact) (true ?fact) (does x (m ?a)))\n");
    maker.known.truncate(known);
    maker.rule(["", "over", ""], 0, &[]);
    maker.text.push_str("(<= terminal over (not (true h)))\n");
    for goal in ["30", "70"] {
        let (body, _) = maker.body(&[]);
        let _ = writeln!(maker.text, "(<= (goal x {goal}){body})");
    }
    maker.text
}

/// Plays the sheets of some seeds in every way.
fn play(seeds: Range<u64>) {
    let count = seeds.end - seeds.start;
    let (mut moves, mut played) = (0, [0, 0]);
    for seed in seeds {
        let text = sheet(seed);
        for lay_out in [true, false] {
            let settings = Settings { lay_out, plies: 4, ..Settings::default() };
            let start = Gdl::with(&crate::on_one_line(&text), settings);
            let start = start.unwrap_or_else(|error| panic!("{error}\n{text}"));
            // Terms may grow from move to move.
            if lay_out && start.sheet().size().is_none() {
                continue;
            }
            played[usize::from(lay_out)] += 1;
            let plies = start.sheet().counts_plies.then_some(4);
            let slow = Slow::start(SlowSheet::new(&text, plies));
            let name = format!("seed {seed}, laid out: {lay_out}\n{text}");
            let walk = Walk { depth: 1, plays: 2 };
            walk.compare(&start, &slow, |here, slow| {
                moves += agon_core::Position::count(here);
                assert_eq!(here.fact_texts(), slow.texts(), "{name}");
            })
            .unwrap_or_else(|found| panic!("{found}\n{name}"));
            compare(&name, &start, &slow, Walk { depth: 0, plays: 1 });
            if seed < 4 {
                agon_laws::check_position(&start).unwrap();
            }
        }
    }
    assert!(10 * (count as usize) < moves, "{moves} moves are too few to say anything");
    assert!(played[0] == count && count / 2 < played[1], "{played:?}");
    assert_eq!(direct::worked_forward(), 0, "answers were enough");
}

#[test]
fn random_sheets_are_played_alike_in_every_way() {
    play(0..SEEDS);
}

#[test]
#[ignore = "takes long"]
fn many_random_sheets_are_played_alike_in_every_way() {
    play(SEEDS..1_000);
}
