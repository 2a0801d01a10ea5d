//! Sheets that nobody should send: each is answered in bounded work, with a line and a column.

use std::panic::{AssertUnwindSafe, catch_unwind};

use agon_core::{BrokenRules, Node, Position, Seed, registry};

use crate::{
    Gdl, Sheet, on_one_line,
    sheet::{Payoff, Settings, Turns},
};

fn told(text: &str) -> String {
    match Sheet::read(text) {
        Ok(sheet) => sheet.remarks().iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        Err(error) => error.to_string(),
    }
}

const FRAME: &str = "(role x)\n(init (p a))\n(<= (legal x go))\n(goal x 50)\n(<= terminal (true (q)))\n";

/// `base` and `input` are for other readers, and sheets write them with any number of arguments.
#[test]
fn keywords_for_other_readers_are_ignored() {
    let text = format!("{FRAME}(base p a b)\n(input go)\n(<= base (input go))\n(init (q))\n");
    assert!(Sheet::read(&text).is_ok(), "{}", told(&text));
    // What is wrong in them is a remark, unless a rule needs them.
    let unbound = format!("{FRAME}(base (car ?d))\n(<= (INPUT ?r go) (not (car ?r)))\n");
    let sheet = Sheet::read(&unbound).unwrap();
    let remarks: Vec<String> = sheet.remarks().iter().map(ToString::to_string).collect();
    let found = |remark: &str| remarks.iter().any(|told| told.starts_with(remark));
    assert!(found("line 6, column 1: `?d` in this rule is bound by"), "{remarks:?}");
    assert!(found("line 7, column 1: `?r` in this rule is bound by"), "{remarks:?}");
    let needed = format!("{unbound}(<= (next ?f) (true ?f) (base ?f))");
    let error = Sheet::read(&needed).unwrap_err().to_string();
    assert!(error.contains("line 6, column 1: `?d` in this rule is bound by"), "{error}");
}

#[test]
fn mistakes_are_reported_with_line_and_column() {
    for (text, expected) in [
        ("", "the sheet has no `role`"),
        ("(role x", "line 1, column 1: this `(` is never closed"),
        ("(role x))", "line 1, column 9: this `)` closes nothing"),
        ("(role x)\n(legal x go)\n()", "line 3, column 1: `()` says nothing"),
        ("(role x y)\n(legal x go)", "line 1, column 1: `role` takes one argument, not 2"),
        ("(role x)\n(legal x)", "line 2, column 1: `legal` takes 2 arguments, not 1"),
        (
            "(role x)\n(legal x go)\n(<= (goal x -20) (true p))",
            "line 3, column 1: a goal is a whole number from 0 to 100, not `-20`",
        ),
        ("(role x)\n(legal x go)\n(<= (goal ?r 5/2) (role ?r))", "from 0 to 100, not `5/2`"),
        ("(role x)\n(legal x go)\n(goal x 101)", "from 0 to 100, not `101`"),
        ("(role x)\n(legal x go)\n(goal x (win 5))", "from 0 to 100, not `(win 5)`"),
        ("(role x)\n(legal x go)\n(true p)", "`true` cannot be what a rule or a fact says"),
        ("(role x)\n(legal x go)\n(does x go)", "`does` cannot be what a rule or a fact says"),
        ("(role x)\n(legal x go)\n(<= (next ?p))", "line 3, column 1: `?p` in this rule is bound by no condition"),
        (
            "(role x)\n(legal x go)\n(<= (next p) (distinct ?a b))",
            "`?a` in this rule is bound by nothing but `distinct`",
        ),
        ("(role x)\n(legal x go)\n(<= (next p) (not (true ?a)))", "`?a` in this rule is bound by nothing but a `not`"),
        ("(role x)\n(<= (legal x go) (does x go))", "line 2, column 1: `legal` cannot depend on `does`"),
        (
            "(role x)\n(legal x go)\n(<= terminal (over))\n(<= over (does x go))",
            "line 3, column 1: `terminal` cannot depend on `does`: by `over` in line 3, `does` in line 4",
        ),
        ("(role x)\n(legal x go)\n(<= (init p) (true q))", "`init` cannot depend on `true`"),
        ("(role x)\n(legal x go)\n(<= p (not q))\n(<= q (not p))\n(<= terminal p)", "negation in a loop"),
        ("(role x)\n(legal x go)\n(<= terminal (tru p))\n(true2 p)", "nothing says when `tru` holds"),
        ("(role x)\n(legal x go)\n(color a)\n(<= terminal (colour a))", "did you mean `color`?"),
        ("(role x)\n(legal x go)\n(edge a b)\n(<= terminal (edge a))", "`edge` has one argument here and 2 in line 3"),
        ("(role x)\n(legal x go)\n(?p x)", "`?p` is a variable; expected a name here"),
        ("(role x)\n(role y)\n(legal x go)\n(goal x 1)\n(goal y 1)", "`y` never has a move"),
        ("(role x)\n(legal x go)\n(<= (<= p) q)", "cannot be what a rule or a fact says"),
        ("(role random)\n(legal random go)", "0 roles for players"),
        ("(role x)\n(legal x go)\n(next (f a (<= b)))\n(not p)", "`not` cannot be what a rule"),
        ("(ROLE x)\n(Legal x go)\n(<= Terminal (TRUE (p)))\n(goal x 100)", ""),
    ] {
        let found = told(text);
        assert!(found.contains(expected), "{text:?}: {found}");
    }
    // All of them in one pass.
    let all = told("(role x y)\n(legal x)\n(true p)\n(<= (next ?p))\n(");
    for line in 1..=5 {
        assert!(all.contains(&format!("line {line}, ")), "{all}");
    }
}

#[test]
fn a_sheet_on_one_line_keeps_its_line_numbers() {
    let text = "(role x) ; a comment\n\n(legal x go)\n\t(true p)";
    let line = crate::on_one_line(text);
    assert!(!line.contains('\n'));
    assert!(told(&line).contains("line 4, column 2: `true`"), "{}", told(&line));
    assert_eq!(crate::on_one_line(&line), line);
}

#[test]
fn endless_terms_and_huge_joins_end_in_a_message() {
    let parts = (0..200).map(|n| format!("(n {n})\n")).collect::<Vec<_>>().concat();
    let vars = ["?a", "?b", "?c", "?d", "?e", "?f"];
    let body = vars.map(|v| format!("(n {v}) ")).concat();
    let deep = "(".repeat(1 << 20);
    let tall = format!("(role {}x{})", "(f ".repeat(5_000), ")".repeat(5_000));
    let ors = (0..40).map(|n| format!("(or (n {n}) (n {}))", n + 1)).collect::<Vec<_>>().concat();
    let rows = (0..300_000).map(|n| format!("(n {n})")).collect::<Vec<_>>().concat();
    for (text, expected) in [
        // Terms without end, static and not.
        (format!("{FRAME}(p z)\n(<= (p (s ?x)) (p ?x))\n(<= terminal (p y))"), "makes terms without end"),
        (format!("{FRAME}(<= (next (p (s ?x))) (true (p ?x)))"), "makes terms without end"),
        (format!("{FRAME}(<= (next (p (s ?x ?y))) (true (p ?x)) (true (p ?y)))"), "line 6, column 1"),
        // Joins of 64,000,000,000,000 rows.
        (
            format!("{FRAME}{parts}(<= (m {}) {body})(<= terminal (m 1 2 3 4 5 ?x))", vars.join(" ")),
            "too many to be laid out",
        ),
        // Nobody asks for it.
        (format!("{FRAME}{parts}(<= (base (m {})) {body})", vars.join(" ")), ""),
        (format!("{FRAME}{parts}(<= terminal {body} (n 1000))"), ""),
        (format!("{FRAME}{parts}(<= (next (m {})) (true (p a)) {body})", vars.join(" ")), "too many to be laid out"),
        (
            format!("{FRAME}{parts}(<= (legal x (m {})) {body})", vars.join(" ")),
            "more than 500000 consequences in one position",
        ),
        // Megabytes of parentheses.
        (deep.clone(), "parentheses nest deeper than 200"),
        (")".repeat(1 << 20), "closes nothing"),
        (format!("{deep}{}", ")".repeat(1 << 20)), "nest deeper"),
        (tall, "nest deeper"),
        ("x".repeat(5 << 20), "at most 4194304 are read"),
        ("(".to_owned(), "never closed"),
        (format!("{FRAME}(<= (next (p b)) {ors})"), "make more than 4096 rules"),
        (rows, "more than 200000 rules"),
        ("\u{0}\u{feff}(\u{202e})".to_owned(), ""),
        (format!("(role x)(legal x go)({} )", "?x ".repeat(1000)), "is a variable"),
    ] {
        let found = told(&text);
        assert!(found.contains(expected), "{}: {found}", &text[..text.len().min(200)].replace('\n', " "));
    }
}

#[test]
fn endless_plays_end_by_their_plies() {
    for rules in [
        // Nothing ever changes.
        "(role x)(init p)(legal x go)(<= (next p) (true p))(goal x 50)",
        // Two facts take turns.
        "(role x)(init p)(legal x go)(legal x wait)(<= (next q) (true p))(<= (next p) (true q))(goal x 7)",
    ] {
        let mut here: Gdl = registry::start(&format!("sheet=\"{rules}\", plies=30")).unwrap();
        let mut plies = 0;
        while here.node() != Node::Terminal {
            here.play(here.nth(0));
            plies += 1;
        }
        assert_eq!(plies, 30, "{rules}");
    }
}

#[test]
fn a_sheet_too_large_to_be_laid_out_is_playable() {
    // A counter without end: every position is small, all of them together are not.
    let text = "(role x)\n(init (n z))\n(legal x up) (legal x stay)\n\
        (<= (next (n (s ?x))) (true (n ?x)) (does x up))\n\
        (<= (next (n ?x)) (true (n ?x)) (does x stay))\n\
        (<= terminal (true (n (s (s (s (s ?x)))))))\n\
        (<= (goal x 100) terminal)\n(<= (goal x 0) (not terminal))";
    let start = Gdl::of_sheet(text).unwrap();
    assert!(start.sheet().size().is_none());
    assert!(start.sheet().remarks()[0].to_string().contains("line 4, column 1: this rule for `next`"));
    let mut here = start.clone();
    for _ in 0..4 {
        assert_eq!(here.node(), Node::Decision(agon_core::Seat(0)));
        here.play(here.parse_move("up").unwrap());
    }
    assert_eq!(here.to_string(), "(n (s (s (s (s z))))) ;; 4");
    assert_eq!((here.node(), here.payoff(agon_core::Seat(0))), (Node::Terminal, 100.0));
    assert_eq!(start.parse(&here.to_string()), Ok(here));
}

/// What the rules say that `ask` finds at fault.
fn fault<T>(ask: impl FnOnce() -> T) -> String {
    let panic = catch_unwind(AssertUnwindSafe(ask)).err().expect("the rules are at fault");
    BrokenRules::of(&*panic).expect("a fault of the rules, and no other").to_string()
}

/// Facts `(n 0)`, `(n 1)`, …
fn facts(count: u32) -> String {
    (0..count).map(|n| format!("(init (n {n}))")).collect::<Vec<_>>().concat()
}

/// Six facts at a time; of twelve, these are about three million.
const SIX: &str = "(true (n ?a)) (true (n ?b)) (true (n ?c)) (true (n ?d)) (true (n ?e)) (true (n ?f))";

/// That such sheets cannot be laid out takes a while to find out, and is tested above.
const NOT_LAID_OUT: Settings = Settings { plies: 1_000, payoff: Payoff::Auto, order: Turns::Auto, lay_out: false };

/// What no six terms fulfil, and what needs all of them.
const NO_SIX: &str = "(distinct (f ?a ?b ?c ?d ?e ?f) (f ?a ?b ?c ?d ?e ?f))";

#[test]
fn a_start_that_needs_too_much_is_refused_and_names_the_rule() {
    let rest = "(<= (next done) (true (n 0))) (<= terminal (true done)) (goal p 100)";
    for (count, rule, expected) in [
        // Consequences, and steps without any.
        (
            12,
            format!("(<= (t ?a ?b ?c ?d ?e ?f) {SIX})\n(<= (legal p (go ?a ?b ?c ?d ?e ?f)) (t ?a ?b ?c ?d ?e ?f))"),
            "line 2, column 1: this rule for `t` has, with all before it, more than 500000 consequences",
        ),
        (
            16,
            format!(
                "(init (m z)) (legal p go)\n(<= (next (m (s ?a))) (true (m ?a)))\n\
                (<= u {SIX} {NO_SIX}) (<= (legal p stop) u)"
            ),
            "line 4, column 1: this rule for `u` takes more than 10000000 steps",
        ),
    ] {
        let text = format!("(role p) {}\n{rule}\n{rest}", facts(count));
        let error = Sheet::with(&text, NOT_LAID_OUT).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[test]
fn a_round_that_needs_too_much_loses_no_facts() {
    let text = format!(
        "(role p) (role q) {}
        (<= (u ?a ?b ?c ?d ?e ?f) (does p go) {SIX})
        (legal p go) (legal p stay) (legal q noop)
        (<= (next (n ?a)) (true (n ?a)))
        (<= (next (big ?a ?b ?c ?d ?e ?f)) (u ?a ?b ?c ?d ?e ?f))
        (<= terminal (true (big 1 2 3 4 5 6)))
        (<= (goal p 100) terminal) (<= (goal p 0) (not terminal)) (<= (goal q 0) (role q))",
        facts(12)
    );
    let start = Gdl::with(&on_one_line(&text), NOT_LAID_OUT).unwrap();
    assert!(start.sheet().size().is_none());
    let after = |text: &str| {
        let mut here = start.clone();
        here.play(here.parse_move(text).unwrap());
        here
    };
    assert_eq!(after("stay").fact_texts().len(), 12);
    let told = fault(|| after("go"));
    let expected = "the game's sheet: line 2, column 9: this rule for `u` has, with all before it, more than 500000";
    assert!(told.starts_with(expected), "{told}");
    let told = fault(|| start.clone().playout(&mut Seed(2).stream(0)));
    assert!(told.starts_with(expected), "{told}");
}

#[test]
fn a_position_that_needs_too_much_is_not_over() {
    // Every round adds a fact, until those of six are more than a position may try.
    let text = format!(
        "(role p) {} (init (last 11))
        (<= (next (n ?a)) (true (n ?a))) (<= (next (n (s ?a))) (true (last ?a)))
        (<= (next (last (s ?a))) (true (last ?a)))
        (legal p go) (legal p stay)
        (<= t {SIX} {NO_SIX}) (<= terminal t) (goal p 0)",
        facts(12)
    );
    let start = Gdl::with(&on_one_line(&text), NOT_LAID_OUT).unwrap();
    let mut here = start.clone();
    let told = fault(|| {
        while here.node() != Node::Terminal {
            here.play(here.nth(0));
        }
    });
    assert!(told.contains("line 5, column 9: this rule for `t` takes more than 10000000"), "{told}");
    let facts: String = (0..16).map(|n| format!("(n {n}) ")).collect::<Vec<_>>().concat();
    let mut facts: Vec<&str> = facts.split_inclusive(") ").map(str::trim).collect();
    facts.sort_unstable();
    let error = start.parse(&format!("{} ;; 3", facts.join(" "))).unwrap_err().to_string();
    assert!(error.contains("line 5, column 9"), "{error}");
}

#[test]
fn a_rare_round_of_two_choosers_asks_for_their_order() {
    let numbers = (1..=400).map(|n| format!("(k {n})")).collect::<Vec<_>>().concat();
    let text = format!(
        "(role a)(role b)(init first){numbers}
        (<= (legal a (pick ?k)) (true first) (k ?k)) (<= (legal b noop) (true first))
        (<= (legal ?r heads) (role ?r) (true pennies)) (<= (legal ?r tails) (role ?r) (true pennies))
        (<= (legal ?r noop) (role ?r) (true rest))
        (<= (next pennies) (does a (pick 37))) (<= (next rest) (does a (pick ?k)) (distinct ?k 37))
        (<= (next (over same)) (true pennies) (does a ?m) (does b ?m))
        (<= (next (over other)) (true pennies) (does a ?m) (does b ?n) (distinct ?m ?n))
        (<= (next (over other)) (true rest))
        (<= terminal (true (over ?how)))
        (<= (goal a 100) (true (over same))) (<= (goal b 0) (true (over same)))
        (<= (goal a 0) (true (over other))) (<= (goal b 100) (true (over other)))"
    );
    for lay_out in [true, false] {
        let settings = crate::sheet::Settings { lay_out, ..crate::sheet::Settings::default() };
        let start = Gdl::with(&crate::on_one_line(&text), settings).unwrap();
        assert!(!start.facts().hidden);
        let rare = start.parse_move("pick 37").unwrap();
        let expected = "`a` and `b` choose at once, as in none of the plays that were tried first; say order=hidden or \
            order=open";
        assert_eq!(fault(|| start.clone().play(rare)), format!("the game's sheet: {expected}"));
        let mut stream = Seed(1).stream(0);
        let told = fault(|| (0..4_000).for_each(|_| start.clone().playout(&mut stream)));
        assert!(told.contains(expected), "{told}");
        let plies = if start.sheet().counts_plies { " ;; 1" } else { "" };
        let error = start.parse(&format!("pennies{plies}")).unwrap_err().to_string();
        assert!(error.contains("say order=hidden or order=open"), "{error}");
        // Where plies end a play, nobody chooses any more.
        let short = crate::sheet::Settings { plies: 1, ..settings };
        let mut late = Gdl::with(&crate::on_one_line(&text), short).unwrap();
        if late.sheet().counts_plies {
            late.play(rare);
            assert_eq!(late.node(), Node::Terminal);
            assert_eq!(late.parse(&late.to_string()), Ok(late));
        }
        for order in [crate::sheet::Turns::Hidden, crate::sheet::Turns::Open] {
            let settings = crate::sheet::Settings { order, ..settings };
            let mut here = Gdl::with(&crate::on_one_line(&text), settings).unwrap();
            for text in ["pick 37", "heads", "heads"] {
                here.play(here.parse_move(text).unwrap());
            }
            assert_eq!(here.payoff(agon_core::Seat(0)), 1.0);
        }
    }
}
