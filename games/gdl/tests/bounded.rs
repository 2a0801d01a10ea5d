//! Sheets that nobody should send, each with the time and the memory that its answer took. A process of its
//! own, so that nothing else is measured.

use std::{fmt::Write, fs};

use agon_core::{Node, Position, Seed};
use agon_gdl::Gdl;

const FRAME: &str =
    "(role x)\n(init (p a))\n(<= (legal x go))\n(goal x 50)\n(<= terminal (true (q)))\n";

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
#[expect(clippy::too_many_lines, reason = "a list of sheets")]
fn sheets() -> Vec<(&'static str, String, &'static str)> {
    let vars = ["?a", "?b", "?c", "?d", "?e", "?f"];
    let (names, body) = (vars.join(" "), vars.map(|v| format!("(n {v}) ")).concat());
    let two_hundred = numbers(200);
    let deep = "(".repeat(1 << 20);
    let steps = (0..400).fold(String::new(), |mut all, n| {
        let _ = writeln!(all, "(s {n} {})", n + 1);
        all
    });
    let bits = |what: &str| {
        (0..22).map(|n| format!("({what} (bit {n} ?v{n})) ")).collect::<Vec<_>>().concat()
    };
    let chain = (0..3_000).fold(String::new(), |mut all, n| {
        let _ = writeln!(all, "(<= (c{} ?x) (c{n} ?x))", n + 1);
        all
    });
    let counter = "(<= (next (n (s ?x))) (true (n ?x)))\n(init (n z))";
    vec![
        (
            "endless terms",
            format!("{FRAME}(p z)\n(<= (p (s ?x)) (p ?x))\n(<= terminal (p y))"),
            "line 7, column 1",
        ),
        (
            "endless facts",
            format!("{FRAME}(<= (next (p (s ?x))) (true (p ?x)))"),
            "line 6, column 1",
        ),
        (
            "terms that double",
            format!("{FRAME}(<= (next (p (s ?x ?x))) (true (p ?x)))"),
            "line 6, column 1",
        ),
        (
            "pairs of pairs",
            format!("{FRAME}(<= (next (p (s ?x ?y))) (true (p ?x)) (true (p ?y)))"),
            "line 6, column 1",
        ),
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
        (
            "a join of moves",
            format!("{FRAME}{two_hundred}(<= (legal x (m {names})) {body})"),
            "line 206, column 1",
        ),
        (
            "a join that fails at its end",
            format!("{FRAME}{two_hundred}(<= terminal {body} (n 1000))"),
            "",
        ),
        (
            "a join that differs nowhere",
            format!("{FRAME}{two_hundred}(<= (next q) {body} (distinct ?a ?a))"),
            "",
        ),
        (
            "a closure",
            format!(
                "{FRAME}{steps}(<= (t ?a ?b) (s ?a ?b))\n(<= (t ?a ?c) (t ?a ?b) (t ?b ?c))\n(<= terminal (t 3 2))"
            ),
            "",
        ),
        (
            "every bit",
            format!(
                "{FRAME}(v 0)(v 1)\n(<= (next (bit {{}} ?v)) (v ?v))\n(<= (next q) {})",
                bits("true")
            )
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
        (
            "a long chain of names",
            format!("{FRAME}{chain}(<= (c0 ?x) (true (p ?x)))\n(<= terminal (c3000 b))"),
            "",
        ),
        (
            "two to the forty rules",
            format!(
                "{FRAME}{}(<= (next (p b)) {})",
                numbers(41),
                (0..40)
                    .map(|n| format!("(or (n {n}) (n {})) ", n + 1))
                    .collect::<Vec<_>>()
                    .concat()
            ),
            "line 47, column 1",
        ),
        (
            "a counter without end",
            format!("(role x)\n(legal x go)\n(goal x 1)\n{counter}"),
            "line 4, column 1",
        ),
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

/// The remarks on a sheet, and one random play if it can be played.
fn answer(text: &str) -> String {
    let mut here = match Gdl::of_sheet(text) {
        Ok(start) => start,
        Err(error) => return error.to_string(),
    };
    let told: Vec<String> = here.sheet().remarks().iter().map(ToString::to_string).collect();
    let mut stream = Seed(1).stream(0);
    for _ in 0..100 {
        if here.node() == Node::Terminal {
            break;
        }
        here.play(here.draw_move(&mut stream));
    }
    told.join("; ")
}

#[test]
fn hostile_sheets_are_answered_soon_and_in_little_memory() {
    let sheets = sheets();
    assert!(20 <= sheets.len());
    let mut found = Vec::new();
    for (name, text, expected) in sheets {
        let before = peak();
        let from = seconds();
        let told = answer(&text);
        let seconds = seconds() - from;
        let most = before.and_then(|_| peak());
        let short: String = told.chars().take(120).collect();
        println!("{name}: {seconds:.2} s, {most:?} MB: {short}");
        if !told.contains(expected) {
            found.push(format!("{name}: expected {expected:?}, was told {short:?}"));
        }
        // Only what has no bound takes a minute, on any machine.
        if 60.0 < seconds || most.is_some_and(|most| 512 < most) {
            found.push(format!("{name}: {seconds:.2} s, {most:?} MB"));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
