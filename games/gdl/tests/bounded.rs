//! Sheets that nobody should send, each with the time and the memory that its answer took. A process of its
//! own, so that nothing else is measured.

use std::{
    fmt::Write,
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Mutex, PoisonError},
};

use agon_core::{BrokenRules, Eye, Node, Position, Seat, Seed, view};
use agon_gdl::Gdl;

const FRAME: &str = "(role x)\n(init (p a))\n(<= (legal x go))\n(goal x 50)\n(<= terminal (true (q)))\n";

/// The most memory that this process had since it was last asked, in megabytes; none where the system does
/// not say.
fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes = line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?;
    fs::write("/proc/self/clear_refs", "5").ok()?;
    Some(kilobytes / 1_024)
}

/// The time that this thread was given by the processor, in seconds, however busy the machine is; 0 where
/// the system does not say.
fn seconds() -> f64 {
    let given = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    given.split(' ').next().and_then(|time| time.parse::<f64>().ok()).unwrap_or_default() / 1e9
}

/// A sheet of `count` facts `(n 0)`, `(n 1)`, …
fn numbers(count: u32) -> String {
    (0..count).fold(String::new(), |mut all, n| {
        let _ = writeln!(all, "(n {n})");
        all
    })
}

/// The sheets: their names, their texts, and a part of the expected answer.
fn sheets() -> Vec<(&'static str, String, &'static str)> {
    let vars = ["?a", "?b", "?c", "?d", "?e", "?f"];
    let (names, body) = (vars.join(" "), vars.map(|v| format!("(n {v}) ")).concat());
    let two_hundred = numbers(200);
    let deep = "(".repeat(1 << 20);
    let steps = (0..400).fold(String::new(), |mut all, n| {
        let _ = writeln!(all, "(s {n} {})", n + 1);
        all
    });
    let bits = |what: &str| (0..22).map(|n| format!("({what} (bit {n} ?v{n})) ")).collect::<Vec<_>>().concat();
    let chain = (0..3_000).fold(String::new(), |mut all, n| {
        let _ = writeln!(all, "(<= (c{} ?x) (c{n} ?x))", n + 1);
        all
    });
    let counter = "(<= (next (n (s ?x))) (true (n ?x)))\n(init (n z))";
    vec![
        ("endless terms", format!("{FRAME}(p z)\n(<= (p (s ?x)) (p ?x))\n(<= terminal (p y))"), "line 7, column 1"),
        ("endless facts", format!("{FRAME}(<= (next (p (s ?x))) (true (p ?x)))"), "line 6, column 1"),
        ("terms that double", format!("{FRAME}(<= (next (p (s ?x ?x))) (true (p ?x)))"), "line 6, column 1"),
        ("pairs of pairs", format!("{FRAME}(<= (next (p (s ?x ?y))) (true (p ?x)) (true (p ?y)))"), "line 6, column 1"),
        (
            "a static join",
            format!("{FRAME}{two_hundred}(<= (m {names}) {body})\n(<= terminal (m 1 2 3 4 5 ?x))"),
            "line 206, column 1",
        ),
        (
            "a join of facts",
            format!("{FRAME}{two_hundred}(<= (next (m {names})) (true (p a)) {body})"),
            "line 206, column 1",
        ),
        ("a join of moves", format!("{FRAME}{two_hundred}(<= (legal x (m {names})) {body})"), "line 206, column 1"),
        ("a join that fails at its end", format!("{FRAME}{two_hundred}(<= terminal {body} (n 1000))"), ""),
        ("a join that differs nowhere", format!("{FRAME}{two_hundred}(<= (next q) {body} (distinct ?a ?a))"), ""),
        (
            "a closure",
            format!(
                "{FRAME}{steps}(<= (t ?a ?b) (s ?a ?b))\n(<= (t ?a ?c) (t ?a ?b) (t ?b ?c))\n(<= terminal (t 3 2))"
            ),
            "",
        ),
        (
            "every bit",
            format!("{FRAME}(v 0)(v 1)\n(<= (next (bit {{}} ?v)) (v ?v))\n(<= (next q) {})", bits("true"))
                .replace("{}", "0"),
            "",
        ),
        ("megabytes that open", deep.clone(), "line 1, column"),
        ("megabytes that close", ")".repeat(1 << 20), "line 1, column 1"),
        ("megabytes of both", format!("{deep}{}", ")".repeat(1 << 20)), "line 1, column"),
        ("a megabyte in one name", format!("{FRAME}(init ({}))", "a".repeat(1 << 20)), ""),
        (
            "a hundred thousand variables",
            format!(
                "{FRAME}(<= (next p) {})",
                (0..100_000).map(|n| format!("(true (q ?v{n})) ")).collect::<Vec<_>>().concat()
            ),
            "line 6, column 1",
        ),
        ("three hundred thousand facts", numbers(300_000), "line 200001, column 1"),
        ("a long chain of names", format!("{FRAME}{chain}(<= (c0 ?x) (true (p ?x)))\n(<= terminal (c3000 b))"), ""),
        (
            "two to the forty rules",
            format!(
                "{FRAME}{}(<= (next (p b)) {})",
                numbers(41),
                (0..40).map(|n| format!("(or (n {n}) (n {})) ", n + 1)).collect::<Vec<_>>().concat()
            ),
            "line 47, column 1",
        ),
        ("a counter without end", format!("(role x)\n(legal x go)\n(goal x 1)\n{counter}"), "line 4, column 1"),
        (
            "a play without end",
            "(role x)(init p)(legal x go)(legal x on)(<= (next p) (true p))(goal x 50)".to_owned(),
            "",
        ),
        (
            "not without end",
            format!(
                "{FRAME}(<= (a ?x) (true (p ?x)) (not (b ?x)))\n(<= (b ?x) (true (p ?x)) (not (a ?x)))\n(<= terminal (a a))"
            ),
            "line 6, column 5",
        ),
    ]
}

/// The remarks on a sheet, and what ends one random play of it, if it can be played, by a fault of its rules.
fn answer(text: &str) -> String {
    let mut here = match Gdl::of_sheet(text) {
        Ok(start) => start,
        Err(error) => return error.to_string(),
    };
    let mut told: Vec<String> = here.sheet().remarks().iter().map(ToString::to_string).collect();
    let mut stream = Seed(1).stream(0);
    let play = AssertUnwindSafe(|| {
        for _ in 0..100 {
            if here.node() == Node::Terminal {
                break;
            }
            here.play(here.draw_move(&mut stream));
        }
    });
    if let Err(panic) = catch_unwind(play) {
        told.push(BrokenRules::of(&*panic).expect("a fault of the rules").to_string());
    }
    told.join("; ")
}

/// Sheets that hide something: their names, their texts, the moves of players, and what a redeal in the last position
/// of a play says; nothing where there is a redeal.
fn hiding() -> Vec<(&'static str, String, &'static str)> {
    let chain = |count: u32| {
        (0..count).fold(String::new(), |mut all, n| {
            let _ = writeln!(all, "(after {n} {})", n + 1);
            all
        })
    };
    // The first is dealt to, chance picks in `picks` rounds one of `many`, and the last round is played for nothing.
    let picks = |picks: u32, many: u32, rest: &str| {
        let deals = numbers(picks).replace("(n ", "(deal ");
        format!(
            "(role a)(role random)(init (step 0)){}{}{deals}
            (<= (legal random (pick ?k)) (true (step ?s)) (deal ?s) (n ?k))
            (<= (legal random noop) (true (step {picks})))
            (<= (legal a noop) (true (step ?s)) (deal ?s))
            (<= (next (step ?t)) (true (step ?s)) (after ?s ?t))
            (<= (next (sec ?s ?k)) (true (step ?s)) (does random (pick ?k)))
            (<= (next (sec ?s ?k)) (true (sec ?s ?k)))
            (<= terminal (true (step {}))) (goal a 50)\n{rest}",
            numbers(many),
            chain(picks + 2),
            picks + 1
        )
    };
    let guess = |many: u32| {
        picks(
            1,
            many,
            "(<= (legal a (guess ?k)) (true (step 1)) (n ?k))
            (<= (sees a right) (true (sec 0 ?k)) (does a (guess ?k)))",
        )
    };
    let both = "(<= (legal a x) (true (step ?s)) (distinct ?s 0)) (<= (legal a y) (true (step ?s)) (distinct ?s 0))";
    vec![
        (
            "four numbers of a hundred, revealed at once",
            picks(
                4,
                100,
                "(<= (legal a x) (true (step 4))) (<= (legal a y) (true (step 4)))
                (<= (sees a (was ?i ?j ?k ?l)) (true (step 3)) (true (sec 0 ?i)) (true (sec 1 ?j))
                    (true (sec 2 ?k)) (does random (pick ?l)))",
            ),
            "`a` saw in 4 rounds takes more than",
        ),
        ("one of ten thousand, guessed", guess(10_000), ""),
        (
            "a past of five hundred rounds",
            format!(
                "(role a)(role b)(init (step 0)){}(seen a)(seen b)
                (<= (legal ?r x) (role ?r)) (<= (legal ?r y) (role ?r))
                (<= (next (step ?t)) (true (step ?s)) (after ?s ?t))
                (<= (next (chose ?s ?m)) (true (step ?s)) (does b ?m))
                (<= (next (chose ?s ?m)) (true (chose ?s ?m)))
                (<= (sees a nothing) (does a x))
                (<= terminal (true (step 500))) (<= (goal ?r 50) (role ?r))",
                chain(501)
            ),
            "",
        ),
        (
            "three thousand moves of another, five times",
            format!(
                "(role a)(role b)(init (step 0)){}{}
                (<= (legal b (pick ?k)) (n ?k)) (legal a noop)
                (<= (next (step ?t)) (true (step ?s)) (after ?s ?t))
                (<= (next (last ?k ?s)) (does b (pick ?k)) (true (step ?s)))
                (<= (next (last ?k ?s)) (true (last ?k ?s)))
                (<= (sees a something) (does b ?m))
                (<= terminal (true (step 5))) (<= (goal ?r 50) (role ?r))",
                numbers(3_000),
                chain(6)
            ),
            "",
        ),
        (
            "a play that is not laid out",
            picks(
                2,
                100,
                &format!(
                    "{both}
            (<= (next (n2 (s ?x))) (true (n2 ?x))) (init (n2 z))"
                ),
            ),
            "",
        ),
    ]
}

/// What a redeal says that gives up: for the first seat, in the first positions of one play and in its last.
fn redealt(text: &str) -> String {
    let mut here = Gdl::of_sheet(text).unwrap_or_else(|error| panic!("{error}"));
    let (mut stream, seat) = (Seed(1).stream(0), Seat(0));
    for ply in 0.. {
        let is_last = here.node() == Node::Terminal;
        let is_asked = is_last || ply < 8 && here.node() == Node::Decision(seat);
        if is_asked {
            let redeal = catch_unwind(AssertUnwindSafe(|| here.redeal(seat, &mut stream)));
            match redeal {
                Ok(redeal) => {
                    assert_eq!(view(&redeal, Eye::Seat(seat)), view(&here, Eye::Seat(seat)));
                }
                Err(panic) => {
                    return BrokenRules::of(&*panic).expect("a fault of the rules").to_string();
                }
            }
        }
        if is_last {
            break;
        }
        // A guess is right, where there is one.
        let fact = here.fact_texts().iter().find_map(|fact| fact.strip_prefix("(sec 0 "));
        let guess = fact.map(|k| format!("guess {}", k.trim_end_matches(')')));
        let m = guess.and_then(|guess| here.parse_move(&guess));
        let m = m.unwrap_or_else(|| here.draw_move(&mut stream));
        here.play(m);
    }
    String::new()
}

/// Sheets that are too large to be laid out and need nearly all that a position may take: their names and their texts.
fn nearly_too_large() -> Vec<(&'static str, String)> {
    let facts = |count: u32| numbers(count).replace("(n ", "(init (n ").replace(")\n", "))\n");
    let counter = "(<= (next (m (s ?x))) (true (m ?x)))\n(init (m z))\n(<= (next (n ?x)) (true (n ?x)))";
    let frame = format!("(role x)\n(legal x go)\n(legal x on)\n(goal x 1)\n{counter}\n");
    let trues = |vars: &[&str]| vars.iter().map(|v| format!("(true (n {v})) ")).collect::<Vec<_>>().concat();
    let six = trues(&["?a", "?b", "?c", "?d", "?e", "?f"]);
    vec![
        (
            "nearly as many steps as a position may take",
            format!("{frame}{}(<= terminal {six}(distinct (f ?a ?b ?c ?d ?e ?f) (f ?a ?b ?c ?d ?e ?f)))", facts(12)),
        ),
        (
            "nearly as many consequences as a position may have",
            format!(
                "{frame}{}(<= (t ?a ?b ?c) {})\n(<= terminal (t ?a ?b ?c) (distinct (f ?a ?b ?c) (f ?a ?b ?c)))",
                facts(78),
                trues(&["?a", "?b", "?c"])
            ),
        ),
    ]
}

/// Calls `answer` for each sheet; what took too long, too much memory, or was answered otherwise than `is_expected` says.
fn measured<T>(
    sheets: Vec<(&'static str, String, T)>,
    answer: impl Fn(&str) -> String,
    is_expected: impl Fn(&str, &T) -> bool,
) -> Vec<String> {
    // The memory is that of the whole process, so one test after another is measured.
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut found = Vec::new();
    for (name, text, expected) in sheets {
        let before = peak();
        let from = seconds();
        let told = answer(&text);
        let seconds = seconds() - from;
        let most = before.and_then(|_| peak());
        let short: String = told.chars().take(160).collect();
        println!("{name}: {seconds:.2} s, {before:?} MB before, {most:?} MB: {short}");
        if !is_expected(&told, &expected) {
            found.push(format!("{name}: was told {short:?}"));
        }
        // Only what has no bound takes a minute, on any machine.
        if 60.0 < seconds || most.is_some_and(|most| 512 < most) {
            found.push(format!("{name}: {seconds:.2} s, {most:?} MB"));
        }
    }
    found
}

#[test]
fn redeals_are_answered_soon_and_in_little_memory() {
    let is_expected = |told: &str, expected: &&str| told.contains(expected) && told.is_empty() == expected.is_empty();
    let found = measured(hiding(), redealt, is_expected);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn starts_that_need_nearly_too_much_are_answered_soon_and_in_little_memory() {
    let sheets = nearly_too_large().into_iter().map(|(name, text)| (name, text, ())).collect();
    let start = |text: &str| match Gdl::of_sheet(text) {
        Ok(start) if start.node() == Node::Terminal => "over".to_owned(),
        Ok(_) => "to be played".to_owned(),
        Err(error) => error.to_string(),
    };
    let found = measured(sheets, start, |told, ()| told == "to be played");
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn hostile_sheets_are_answered_soon_and_in_little_memory() {
    let sheets = sheets();
    assert!(20 <= sheets.len());
    let found = measured(sheets, answer, |told, expected| told.contains(expected));
    assert!(found.is_empty(), "{found:#?}");
}
