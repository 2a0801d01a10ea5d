//! What is said of a sheet to its author.

use agon_core::{Explained, registry};

use crate::{Gdl, Sheet};

/// The doubts, and what else is odd.
fn remarks(text: &str) -> (Vec<String>, Vec<String>) {
    let start = Gdl::of_sheet(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let told = start.remarks();
    assert_eq!(told.all().count(), told.doubts.len() + told.odd.len());
    (told.doubts, told.odd)
}

fn refused(text: &str) -> String {
    Sheet::read(text).expect_err("it is refused").to_string()
}

/// One step from 1 to 2.
const STEP: &str = "(role p)\n(init (s 1))\n(succ 1 2)\n(<= (legal p go) (true (s ?x)))\n\
    (<= (next (s ?y)) (true (s ?x)) (succ ?x ?y))\n(<= terminal (true (s 2)))\n(goal p 100)\n";

#[test]
fn a_sheet_without_oddities_says_only_how_it_is_worked_out() {
    let told = Gdl::of_sheet(STEP).unwrap().remarks();
    assert_eq!(told.all().next(), None);
    assert!(!told.is_slow && told.known[0].starts_with("laid out as "), "{told:?}");
    let counter = "(role x)\n(init (n z))\n(legal x up)\n(<= (next (n (s ?x))) (true (n ?x)))\n\
        (<= terminal (true (n (s (s ?x)))))\n(goal x 100)";
    let told = Gdl::of_sheet(counter).unwrap().remarks();
    assert!(told.is_slow && told.known[0] == "worked out position by position", "{told:?}");
    let rule = "line 4, column 1: this rule for `next` makes terms without end";
    assert_eq!(told.odd[0], rule, "{told:?}");
    let one = "(role x)\n(init (n 1))\n(legal x go)\n(<= terminal (not (true (n 1))))\n(goal x 100)";
    assert_eq!(Gdl::of_sheet(one).unwrap().remarks().known[0], "laid out as 1 gate");
}

#[test]
fn players_are_told_how_moves_are_made_and_the_sheet() {
    let told = Gdl::of_sheet(STEP).unwrap().rules().unwrap();
    assert!(told.contains("in this order: p.") && told.contains("a seat gets its goal."), "{told}");
    assert!(told.ends_with(&format!("\n\n{}", STEP.trim_end())), "{told}");
    let of = |options: &str| registry::start::<Gdl>(options).unwrap().rules().unwrap();
    assert!(of("").contains("divided by 100") && of("").contains("every choice is seen at once"), "{}", of(""));
    assert!(of("sheet=rock-paper-scissors").contains("before all have chosen"));
    assert!(of("sheet=monty-hall").contains("`random` is chance") && of("sheet=monty-hall").contains("`sees`"));
}

#[test]
fn what_nothing_defines_is_named_with_the_nearest_spelling() {
    for (from, to, doubt) in [
        (
            "(succ ?x ?y)",
            "(suc ?x ?y)",
            "line 5, column 33: nothing says when `suc` holds, so it never does; did you mean `succ`?",
        ),
        (
            "(succ ?x ?y)",
            "(succ ?x ?y q)",
            "line 5, column 33: `succ` has 3 arguments here and 2 in line 3, so it never holds",
        ),
        (
            "terminal (true (s 2))",
            "terminal (true (z 2))",
            "line 6, column 1: `init` and `next` make no fact `z`, so it never comes; did you mean `s`?",
        ),
        (
            "terminal (true (s 2))",
            "terminal (true (s 2 2))",
            "line 6, column 1: the fact `s` has 2 arguments here and 1 in line 2, so it never comes",
        ),
        (
            "(true (s ?x)) (succ",
            "(true (s ?x)) (does ?p og) (succ",
            "line 5, column 1: `legal` allows no move `og`, so it never comes; did you mean `go`?",
        ),
    ] {
        let sheet = STEP.replace(from, to);
        assert_ne!(sheet, STEP);
        let (doubts, _) = remarks(&sheet);
        assert_eq!(doubts[0], doubt, "{sheet}");
    }
    // `(next ?f)` may make any fact, unless it only keeps those there are.
    let keeps = format!("{STEP}(<= (next ?f) (true ?f) (true (q)))\n");
    assert_eq!(remarks(&keeps).0.len(), 1);
    let any = format!("{keeps}(<= (next ?f) (makes ?f))\n(makes (q))\n");
    assert_eq!(remarks(&any).0.len(), 0);
}

#[test]
fn two_numbers_of_arguments_are_remarked_also_where_both_are_defined() {
    let near = format!("{STEP}(near a)\n(near a b)\n");
    let (doubts, odd) = remarks(&near);
    assert_eq!(doubts.len(), 0);
    let expected = "line 9, column 1: `near` has 2 arguments here and 1 in line 8: they are different";
    assert!(odd.iter().any(|remark| remark == expected), "{odd:?}");
    // Where plays go by it, it is likely a mistake.
    let used = near.replace("terminal (true", "terminal (near a) (near a b) (true");
    assert!(remarks(&used).0.iter().any(|remark| remark.contains("`near` has 2 arguments")));
}

#[test]
fn rules_that_no_play_needs_are_remarked() {
    let idle =
        format!("{STEP}(<= (far ?x) (near ?x))\n(near a)\n(base (s 1))\n(<= (input p ?m) (told ?m))\n(told go)\n");
    let (doubts, odd) = remarks(&idle);
    assert_eq!(doubts.len(), 0);
    let expected = ["line 8, column 1: no play needs `far`", "line 9, column 1: no play needs `near`"];
    assert_eq!(odd, expected);
}

#[test]
fn a_loop_by_a_not_is_refused_also_where_no_play_needs_it() {
    let looped = format!("{STEP}(<= p (not q))\n(<= q (not p))\n");
    let error = refused(&looped);
    assert!(error.contains("line 8, column 1: negation in a loop: `p` needs `not q`"), "{error}");
    assert!(error.contains("also where no play needs them"), "{error}");
    // Facts change nothing where the names have no arguments.
    assert!(refused(&looped.replace("(<= p (not", "(<= p (true (s 1)) (not")).contains("negation"));
    // With arguments no atom may depend on itself.
    let local = format!("{STEP}(<= (odd ?x) (true (s ?x)) (succ ?y ?x) (not (odd ?y)))\n");
    let (_, odd) = remarks(&local);
    assert!(odd[0].contains("negation in a loop") && odd[0].ends_with("no play needs it"), "{odd:?}");
    // Other readers may have their own way.
    let told = format!("{looped}(<= (base (s 9)) p)\n");
    let (doubts, odd) = remarks(&told);
    assert_eq!(doubts.len(), 0);
    assert!(odd[0].ends_with("no play needs it"), "{odd:?}");
}

#[test]
fn remarks_are_at_most_fifty_lines_of_bounded_length() {
    let many = (0..200).map(|n| format!("(idle{n} a)\n")).collect::<Vec<_>>().concat();
    let (_, odd) = remarks(&format!("{STEP}{many}"));
    assert_eq!(odd.len(), 50);
    let sheet = STEP.replace("(succ ?x ?y)", &format!("({} ?x ?y)", "u".repeat(100_000)));
    let (doubts, odd) = remarks(&format!("{sheet}{many}"));
    assert_eq!(doubts.len() + odd.len(), 50);
    assert!(doubts[0].chars().count() < 700 && doubts[0].ends_with('…'), "{}", doubts[0].len());
}
