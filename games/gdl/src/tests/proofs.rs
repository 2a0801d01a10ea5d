//! What is proved of a sheet is so in every position that a play can reach.

use std::{collections::BTreeSet, fmt::Write};

use agon_core::{Explained, Seed, Stream};

use crate::{
    Gdl, Sheet, on_one_line,
    own::SHEETS,
    proof::Proved,
    round::Round,
    sheet::{Payoff, Settings, Turns},
};

/// What is so in every position that a play of two roles can reach; `None` if there are too many.
fn walked(sheet: &Sheet) -> Option<Proved> {
    let mut found = Proved { one_chooser: true, sums_to_hundred: sheet.seats.len() == 2 };
    let start = Round::start(sheet).unwrap();
    let mut seen = BTreeSet::new();
    let mut queue = vec![start];
    while let Some(here) = queue.pop() {
        if !seen.insert(here.fact_words(sheet).to_vec()) {
            continue;
        }
        if 2_000 < seen.len() {
            return None;
        }
        let counts: Vec<usize> = (0..sheet.roles.len()).map(|role| here.count(sheet, role)).collect();
        if here.is_over(sheet) {
            // Where a role has no move, the sheet itself did not end the play.
            if counts.iter().all(|&count| 0 < count) {
                let goals = sheet.seats.iter().map(|&role| here.goal(sheet, role));
                let sum: Option<u32> = goals.map(|goal| goal.map(u32::from)).sum();
                found.sums_to_hundred &= sum == Some(100);
            }
            continue;
        }
        let choosing = sheet.seats.iter().filter(|&&role| 1 < counts[role]).count();
        found.one_chooser &= choosing <= 1;
        let all: usize = counts.iter().product();
        for mut number in 0..all {
            let moves: Vec<u32> = (0..sheet.roles.len())
                .map(|role| {
                    let m = here.nth(sheet, role, number % counts[role]);
                    number /= counts[role];
                    m
                })
                .collect();
            let mut next = here.clone();
            next.step(sheet, &moves);
            queue.push(next);
        }
    }
    Some(found)
}

/// A sheet of two roles with a few facts and rules, drawn at random. What should be proved is so, or is broken in one
/// way: at once, by a fact that comes after some rounds, or only by moves that few plays make.
fn drawn(stream: &mut Stream) -> String {
    let mut pick = |words: &[&'static str]| words[stream.below(words.len() as u32) as usize];
    let facts = ["(c x)", "(c y)", "p", "q", "r", "s"];
    let mut sheet = String::from(
        "(role x) (role y) (after x y) (after y x)\n(init (c x))\n(init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)\n(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))\n",
    );
    sheet.push_str(pick(&["", "", "", "", "(init (c y))\n"]));
    for fact in ["p", "q"] {
        if pick(&["yes", "no"]) == "yes" {
            let _ = writeln!(sheet, "(init {fact})");
        }
    }
    // Most have turns, some have them by chance, or forget them.
    sheet.push_str(pick(&[
        "(<= (next (c ?o)) (true (c ?r)) (after ?r ?o))\n",
        "(<= (next (c ?o)) (true (c ?r)) (after ?r ?o))\n",
        "(<= (next (c ?o)) (true (c ?r)) (after ?r ?o) (not (true p)))\n(<= (next (c ?r)) (true (c ?r)) (true p))\n",
        "(<= (next (c ?o)) (true (c ?r)) (after ?r ?o) (not again))\n(<= (next (c ?r)) (true (c ?r)) again)\n(<= again (true p) (not (true q)))\n(<= again (true r))\n",
        "(<= (next (c x)) (does x a))\n(<= (next (c y)) (does x b))\n(<= (next (c y)) (does x wait))\n",
        "(<= (next (c ?o)) (true (c ?r)) (after ?r ?o) (true p))\n(<= (next (c ?r)) (true (c ?r)) (true q))\n",
        "(<= (next (c ?o)) (true (c ?r)) (after ?r ?o))\n(<= (next (c ?r)) (true (c ?r)) (true r) (does x a))\n",
        "(<= (next (c x)) (does x a))\n(<= (next (c y)) (does x b))\n(<= (next (c y)) (does y a))\n(<= (next (c x)) (does y b))\n",
    ]));
    let when = pick(&["(true (c ?r))", "(true (c ?r)) (role ?r)", "(true (c ?r)) (not (true s))"]);
    let _ = writeln!(sheet, "(<= (legal ?r a) {when})\n(<= (legal ?r b) {when})");
    sheet.push_str(pick(&[
        "(<= (legal ?r wait) (role ?r) (not (true (c ?r))))\n",
        "(<= (legal ?r wait) (role ?r) (not (true (c ?r))))\n",
        "(<= (legal ?r wait) (role ?r))\n",
        "(<= (legal ?r wait) (role ?r) (not (true (c ?r))))\n(<= (legal y more) (true r) (true q))\n",
        "(<= (legal ?r wait) (role ?r) (not (true (c ?r))))\n(<= (legal ?r more) (role ?r) (true s) (not (true q)))\n",
        "(<= (legal ?r wait) (role ?r))\n(<= (legal ?r more) (role ?r) (not (true (c ?r))) (true (step 2)) (true p))\n",
        "(<= (legal ?r wait) (role ?r) (not (legal ?r a)))\n",
    ]));
    for fact in ["p", "q", "r", "s"] {
        let on = [pick(&facts), pick(&facts)];
        let moves = pick(&["(does x a)", "(does y a)", "(does y b)", "(does ?r a)", "", ""]);
        let not = pick(&["true", "not", "", ""]);
        let second = match not {
            "not" => format!("(not (true {}))", on[1]),
            "true" => format!("(true {})", on[1]),
            _ => String::new(),
        };
        let _ = writeln!(sheet, "(<= (next {fact}) (true {}) {moves} {second})", on[0]);
        if pick(&["keep", "lose"]) == "keep" {
            let _ = writeln!(sheet, "(<= (next {fact}) (true {fact}))");
        }
    }
    sheet.push_str(pick(&[
        "(<= terminal (true (step 3)))\n",
        "(<= terminal (true (step 4)))\n",
        "(<= terminal (true (step 3)))\n(<= terminal (true r) (true s))\n",
        "(<= terminal (true (step 2)) (true s))\n(<= terminal (true (step 4)))\n",
    ]));
    sheet.push_str(pick(&[
        "(<= (goal ?r 100) (true (c ?r)))\n(<= (goal ?r 0) (role ?r) (not (true (c ?r))))\n",
        "(<= (goal x 100) (true q))\n(<= (goal x 0) (not (true q)))\n(<= (goal y 0) (true q))\n(<= (goal y 100) (not (true q)))\n",
        "(<= (goal x 100) won)\n(<= (goal x 30) (not won))\n(<= (goal y 70) (not won))\n(<= (goal y 0) won)\n(<= won (true p) (not (true r)))\n",
        "(<= (goal x 50) (true p))\n(<= (goal y 50) (true p))\n(<= (goal x 100) (true r))\n(<= (goal y 0) (true r))\n",
        "(<= (goal x 50) (not (true q)))\n(<= (goal y 50) (not (true q)))\n(<= (goal ?r 50) (role ?r) (true q) (not (true s)))\n(<= (goal y 60) (true q) (true s))\n(<= (goal x 40) (true q) (true s) (not (true p)))\n",
        "(<= (goal x 100) (true p) (true r))\n(<= (goal x 0) (not (true p)))\n(<= (goal x 0) (not (true r)))\n(<= (goal y 100) (not (true p)))\n(<= (goal y 0) (true p))\n",
        "(<= (goal x 100) (true s))\n(<= (goal x 0) (not (true s)))\n(<= (goal y 100) (not (true s)))\n(<= (goal y 0) (true s) (not (true p)))\n(<= (goal y 10) (true s) (true p))\n",
        "(<= (goal x 100) (true q))\n(<= (goal x 0) (true r))\n(<= (goal y 0) (true q))\n(<= (goal y 100) (true r))\n",
        "(goal x 50)\n(goal y 50)\n",
    ]));
    sheet
}

#[test]
fn whatever_is_proved_of_a_random_sheet_is_so_in_every_position() {
    let (mut sheets, mut proved, mut so) = (0, [0; 2], [0; 2]);
    for number in 0..300 {
        let text = drawn(&mut Seed(number).stream(0));
        let Ok(sheet) = Sheet::with(&on_one_line(&text), Settings::default()) else { continue };
        let Some(truth) = walked(&sheet) else { continue };
        let found = sheet.proved();
        assert!(!found.one_chooser || truth.one_chooser, "{text}");
        assert!(!found.sums_to_hundred || truth.sums_to_hundred, "{text}");
        sheets += 1;
        for (at, (found, truth)) in
            [(found.one_chooser, truth.one_chooser), (found.sums_to_hundred, truth.sums_to_hundred)]
                .into_iter()
                .enumerate()
        {
            proved[at] += u32::from(found);
            so[at] += u32::from(truth);
        }
    }
    // Of each at least a quarter is so, and a quarter is not; most of what is so is proved.
    assert!(200 < sheets, "{sheets}");
    assert!(so.iter().all(|&n| sheets < 4 * n && 4 * n < 3 * sheets), "{sheets} {so:?}");
    assert!(proved.iter().zip(&so).all(|(proved, so)| 2 * so < 3 * proved), "{proved:?} {so:?}");
}

#[test]
fn turns_of_the_built_in_sheets_are_proved() {
    let (mut proved, mut sums) = (Vec::new(), Vec::new());
    for (name, text) in SHEETS {
        let sheet = Sheet::with(&on_one_line(text), Settings::default()).unwrap();
        let found = sheet.proved();
        if found.one_chooser {
            proved.push(*name);
        }
        if found.sums_to_hundred {
            sums.push(*name);
        }
        // What was seen at once cannot be proved away.
        assert!(!(found.one_chooser && !sheet.has_percepts && sheet.facts.hidden), "{name}");
    }
    let expected =
        ["breakthrough", "connect-four", "eight-queens", "hanoi", "monty-hall", "nim", "othello", "tic-tac-toe"];
    for name in expected {
        assert!(proved.contains(&name), "{name} is not among {proved:?}");
    }
    assert_eq!(sums, ["nim", "tron"]);
    assert!(!proved.contains(&"tron") && !proved.contains(&"rock-paper-scissors"), "{proved:?}");
}

/// In one round of four hundred, both choose.
#[test]
fn a_rare_round_is_not_proved_away() {
    let numbers = (1..=400).map(|n| format!("(k {n})")).collect::<Vec<_>>().concat();
    let text = format!(
        "(role a)(role b)\n(init first)\n{numbers}\n\
         (<= (legal a (pick ?k)) (true first) (k ?k))\n(<= (legal b wait) (true first))\n\
         (<= (next pennies) (true first) (does a (pick 37)))\n\
         (<= (next safe) (true first) (does a (pick ?k)) (distinct ?k 37))\n\
         (<= (legal ?r heads) (role ?r) (true pennies))\n(<= (legal ?r tails) (role ?r) (true pennies))\n\
         (<= (next (won a)) (true pennies) (does a ?x) (does b ?x))\n\
         (<= (next (won b)) (true pennies) (does a ?x) (does b ?y) (distinct ?x ?y))\n\
         (<= terminal (true (won ?r)))\n(<= terminal (true safe))\n\
         (<= (goal ?r 100) (true (won ?r)))\n(<= (goal ?r 0) (role ?r) (true (won ?x)) (distinct ?r ?x))\n\
         (<= (goal a 40) (true safe))\n(<= (goal b 60) (true safe))"
    );
    let told = Gdl::of_sheet(&text).unwrap().remarks().known;
    assert!(told.iter().any(|known| known.contains("chose at once in some random plays")), "{told:?}");
    assert!(!told.iter().any(|known| known.contains("choose at once, whatever")), "{told:?}");
    // Where an option decides, nothing needs to be proved.
    let settings = Settings { order: Turns::Open, payoff: Payoff::Goals, ..Settings::default() };
    let told = Gdl::with(&on_one_line(&text), settings).unwrap().remarks().known;
    assert_eq!(told.len(), 1, "{told:?}");
}
