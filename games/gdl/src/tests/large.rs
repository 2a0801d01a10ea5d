//! Sheets too large to be laid out: they are played, and only what somebody asks is worked out.

use std::fmt::Write;

use agon_core::{Node, Position, Seat, all_moves, notation};
use agon_laws::oracle::Walk;

use super::{
    compare,
    slow::{Sheet as SlowSheet, Slow},
};
use crate::{Gdl, direct, round::Round, sheet::Settings};

const SIX: &str = "(true (n ?a)) (true (n ?b)) (true (n ?c)) (true (n ?d)) (true (n ?e)) (true (n ?f))";

/// Facts `(n 0)`, `(n 1)`, …
fn facts(count: u32) -> String {
    (0..count).map(|n| format!("(init (n {n}))")).collect::<Vec<_>>().concat()
}

/// A sheet that must be too large to be laid out.
fn large(text: &str) -> Gdl {
    let start = Gdl::of_sheet(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(start.sheet().size().is_none(), "{text}");
    start
}

fn moves(here: &Gdl) -> Vec<String> {
    all_moves(here).iter().map(|&m| notation(here, m)).collect()
}

fn play(here: &mut Gdl, text: &str) {
    here.play(here.parse_move(text).unwrap_or_else(|| panic!("no move {text} in {here}")));
}

/// The work that `ask` takes.
fn work(start: &Gdl, ask: impl FnOnce()) -> u64 {
    Round::begin_work(start.sheet());
    let before = Round::work(start.sheet());
    ask();
    Round::work(start.sheet()) - before
}

#[test]
fn a_product_of_which_nobody_asks_more_than_whether_it_is_there() {
    let mut here = large(&format!(
        "(role p) {}
        (<= (t ?a ?b ?c ?d ?e ?f) {SIX})
        (<= (legal p go) (t ?a ?b ?c ?d ?e ?f))
        (<= (next done) (does p go)) (<= terminal (true done)) (<= (goal p 100) (true done))",
        facts(11)
    ));
    let start = here.clone();
    assert_eq!(moves(&here), ["go"]);
    // Far fewer than the 1,771,561 instances of the rule.
    let steps = work(&start, || play(&mut here, "go"));
    assert!(steps < 10_000, "{steps}");
    assert_eq!((here.node(), here.goal(Seat(0))), (Node::Terminal, Some(100)));
    agon_laws::check_position(&start).unwrap();
}

#[test]
fn a_round_in_which_one_instance_is_asked_of_many_keeps_all_facts() {
    let mut here = large(&format!(
        "(role p) (role q) {}
        (<= (u ?a ?b ?c ?d ?e ?f) (does p go) {SIX})
        (legal p go) (legal p stay) (legal q noop)
        (<= (next (n ?a)) (true (n ?a))) (<= (next big) (u 1 2 3 4 5 6))
        (<= terminal (true big))
        (<= (goal p 100) (true big)) (<= (goal p 0) (not (true big))) (<= (goal q 0) (role q))",
        facts(11)
    ));
    play(&mut here, "stay");
    assert_eq!((here.fact_texts().len(), here.node()), (11, Node::Decision(Seat(0))));
    play(&mut here, "go");
    let mut expected: Vec<String> = (0..11).map(|n| format!("(n {n})")).collect();
    expected.push("big".to_owned());
    expected.sort();
    assert_eq!((here.fact_texts(), here.node()), (expected.iter().map(String::as_str).collect(), Node::Terminal));
    assert_eq!((here.goal(Seat(0)), here.goal(Seat(1))), (Some(100), Some(0)));
}

/// A hundred numbers, three at a time.
fn three_nested() -> String {
    let numbers = (0..100).map(|n| format!("(n {n})")).collect::<Vec<_>>().concat();
    format!(
        "(role a)(role b)(init (step 0)){numbers}(succ 0 1)(succ 1 2)(succ 2 3)(succ 3 4)
        (<= (p ?x ?y ?z) (n ?x)(n ?y)(n ?z) (true (step ?w)) (distinct ?w 1))
        (<= big (p ?x ?y ?z))
        (<= (legal ?r (pick ?k)) (role ?r) (true (step ?s)) (n ?k))
        (<= (next (step ?t)) (true (step ?s)) (succ ?s ?t))
        (<= (next (last ?k)) (does a (pick ?k)))
        (<= (next w) big)
        (<= terminal (true (step 3)))
        (<= (goal a 100) (true w)) (<= (goal a 0) (not (true w)))
        (<= (goal b 0) (true w)) (<= (goal b 100) (not (true w)))"
    )
}

#[test]
fn a_condition_on_three_of_a_hundred_numbers_is_played() {
    let mut here = large(&three_nested());
    assert!(here.facts().hidden);
    assert_eq!((here.count(), here.node()), (100, Node::Decision(Seat(0))));
    for (picked, facts) in [(7, "(last 7) (step 1) w"), (8, "(last 8) (step 2)"), (9, "(last 9) (step 3) w")] {
        play(&mut here, &format!("pick {picked}"));
        play(&mut here, "pick 99");
        assert_eq!(here.fact_texts().join(" "), facts);
    }
    assert_eq!((here.node(), here.goal(Seat(0)), here.goal(Seat(1))), (Node::Terminal, Some(100), Some(0)));
}

#[test]
fn a_static_relation_of_too_many_rows_is_asked_row_by_row() {
    // Every digit once: of nine by nine by nine by … rows that need not be there, each is asked for by its parts.
    let digits = (1..=9).map(|n| format!("(digit {n})")).collect::<Vec<_>>().concat();
    let vars = ["?a", "?b", "?c", "?d", "?e", "?f", "?g", "?h"];
    let all = vars.map(|v| format!("(digit {v}) ")).concat();
    let text = format!(
        "(role p) {digits}
        (<= (row {}) {all})
        (<= (wide ?a ?b) (row ?a ?b ?c ?d ?e ?f ?g ?h) (distinct ?a ?b))
        (<= none (row ?a ?b ?c ?d ?e ?f ?g (s ?h)))
        (init (at 1))
        (<= (legal p (go ?n)) (true (at ?m)) (wide ?m ?n) (not (row ?m ?n 0 0 0 0 0 0)) (not none))
        (<= (next (at ?n)) (does p (go ?n)) (row ?n 2 3 4 5 6 7 8))
        (<= terminal (true (at 9))) (<= (goal p 100) (true (at 9))) (<= (goal p 0) (true (at 1)))",
        vars.join(" ")
    );
    let mut here = large(&text);
    let told = here.sheet().remarks()[0].to_string();
    assert!(told.contains("line 2, column 9: this rule for `row`"), "{told}");
    assert_eq!(here.goal(Seat(0)), Some(0));
    assert_eq!(moves(&here), (2..=9).map(|n| format!("go {n}")).collect::<Vec<_>>());
    play(&mut here, "go 4");
    assert_eq!(here.to_string(), "(at 4) ;; 1");
    play(&mut here, "go 9");
    assert_eq!((here.node(), here.goal(Seat(0))), (Node::Terminal, Some(100)));
    // Roles must be known.
    let error = Gdl::of_sheet(&text.replace("(role p)", "(<= (role ?r) (row ?r 1 1 1 1 1 1 1))"));
    let error = error.unwrap_err().to_string();
    assert!(error.contains("line 2, column 9: this rule for `row` has at least"), "{error}");
    // The start need not be.
    let text = text.replace(
        "(init (at 1))",
        "(<= (init (at ?a)) (row ?a 1 1 1 1 1 1 1) (wide ?a ?b) (not (digit2 ?a)) (one ?a)) (one 1)",
    );
    assert_eq!(large(&text).to_string(), "(at 1) ;; 0");
}

#[test]
fn recursion_has_its_least_model_in_whatever_order_it_is_written() {
    let mut text = String::from(
        "(role x) (init (at 0)) (init (m z)) (<= (next (m (s ?a))) (true (m ?a)))
        (<= (far ?a ?c) (far ?a ?b) (edge ?b ?c)) (<= (far ?a ?b) (edge ?a ?b))
        (<= (far2 ?a ?c) (edge ?a ?b) (far2 ?b ?c)) (<= (far2 ?a ?b) (edge ?a ?b))
        (<= (far3 ?a ?c) (far3 ?a ?b) (far3 ?b ?c)) (<= (far3 ?a ?b) (edge ?a ?b))
        (<= (even ?a) (zero ?a)) (<= (even ?a) (odd ?b) (edge ?b ?a)) (<= (odd ?a) (even ?b) (edge ?b ?a))
        (<= (edge ?a ?b) (line ?a ?b) (not (true (gone ?a))))
        (<= (legal x (one ?b)) (true (at ?a)) (far ?a ?b) (odd ?b))
        (<= (legal x (two ?b)) (true (at ?a)) (far2 ?a ?b) (not (odd ?b)))
        (<= (legal x (three ?b)) (true (at ?a)) (far3 ?a ?b) (not (far2 ?b ?a)))
        (<= (next (at ?b)) (does x (one ?b))) (<= (next (at ?b)) (does x (two ?b)))
        (<= (next (at ?b)) (does x (three ?b))) (<= (next (gone ?b)) (true (at ?b)))
        (<= (next (gone ?b)) (true (gone ?b)))
        (<= terminal (true (at ?a)) (not (far ?a ?a))) (goal x 50) (zero 0)",
    );
    for n in 0..7 {
        let _ = write!(text, "(line {n} {}) (line {n} {})", (n + 1) % 7, (n + 3) % 7);
    }
    let start = large(&text);
    let slow = Slow::start(SlowSheet::new(&text, Some(1_000)));
    compare("far", &start, &slow, Walk { depth: 1, plays: 3 });
    assert_eq!(direct::worked_forward(), 0, "answers were enough");
}

#[test]
fn rules_may_ask_for_ever_deeper_terms() {
    let text = "(role x) (init (p z)) (<= (legal x go) (q z)) (<= (legal x stay) (true (p z)))
        (<= (q ?x) (q (s ?x))) (<= (q ?x) (true (p ?x))) (<= (next ?f) (true ?f))
        (<= (next (n (s ?x))) (true (n ?x))) (init (n z)) (goal x 1)";
    let start = large(text);
    assert_eq!(moves(&start), ["go", "stay"]);
    assert_eq!(direct::worked_forward(), 0, "answers were enough");
}

#[test]
fn bodies_and_chains_of_names_have_any_length() {
    let chain = (0..5_000).fold(String::new(), |mut all, n| {
        let _ = write!(all, "(<= (c{} ?x) (c{n} ?x))", n + 1);
        all
    });
    let long = (0..450).fold(String::new(), |mut all, n| {
        let _ = write!(all, " (c{n} ?v{n}) (c{} ?v{n})", n + 1);
        all
    });
    let text = format!(
        "(role x) (init (p a)) (init (n z)) (<= (next (n (s ?x))) (true (n ?x))) {chain}
        (<= (c0 ?x) (true (p ?x))) (<= (legal x (go ?y)) (c5000 ?y)) (goal x 1)
        (<= terminal{long} (c0 z))"
    );
    let settings = Settings { lay_out: false, ..Settings::default() };
    let start = Gdl::with(&crate::on_one_line(&text), settings).unwrap();
    assert_eq!(moves(&start), ["go a"]);
}
