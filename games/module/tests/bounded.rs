//! Modules that nobody should send, each with the time and the memory that its answer took. A process of its own, so
//! that nothing else is measured.

mod heap;

use std::{fmt::Write, fs, panic};

use agon_core::{BrokenRules, Node, Position, Seat, Seed, all_moves, drawing, notation};
use agon_module::Module;

use crate::heap::{HEAP, heap, slow_module, with_memory};

/// The modules: their names, their bytes, and a part of the expected answer.
#[expect(clippy::too_many_lines, reason = "a list of modules")]
fn modules() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    const LOOP: &str = "(loop $on (br $on)) (unreachable)";
    const FOREVER: &str = "(result i32) (loop $on (br $on)) (unreachable)";
    let whole = heap(&[], "");
    let half = whole[..whole.len() / 2].to_vec();
    let nested = "(block ".repeat(30_000) + &")".repeat(30_000);
    let locals = format!("(result i32) (local {}) (call $on)", "i64 ".repeat(500));
    let many = (0..20_000).fold(String::new(), |mut all, n| {
        let _ = writeln!(all, "(func $f{n} (param i64 i64 i64) (result i32) i32.const {n})");
        all
    });
    let arms = "0 ".repeat(60_000);
    let exports = (0..30_000).fold(String::new(), |mut all, n| {
        let _ = writeln!(all, "(export \"left{n}\" (func $left))");
        all
    });
    vec![
        (
            "numbers too few",
            heap(&[("numbers", "(result i32) i32.const 2")], ""),
            "`moves` lists 2, and `numbers` is 2",
        ),
        (
            "numbers below nothing",
            heap(&[("numbers", "(result i32) i32.const -1")], ""),
            "`numbers` is -1; accepted: 0 to 65536",
        ),
        ("nothing", Vec::new(), "a module begins with `\\0asm`"),
        ("a text", b"(module)".to_vec(), "a module begins with `\\0asm`"),
        ("half a module", half, "no module that is run here"),
        ("an empty module", b"\0asm\x01\0\0\0".to_vec(), "it exports no `memory`"),
        ("two megabytes", vec![0; 2 << 20], "at most 1048576"),
        ("an import", imports(), "it imports `env.abort`"),
        ("a function of floats", heap(&[], "(func (drop (f64.sqrt (f64.const 2))))"), "floating-point"),
        ("a global of floats", heap(&[], "(global f32 (f32.const 0))"), "floating-point"),
        ("vectors", heap(&[], "(func (drop (v128.const i64x2 0 0)))"), "no module that is run here"),
        ("a start function", heap(&[], &format!("(func $begin {LOOP}) (start $begin)")), "start"),
        ("a missing export", heap(&[("payoff", "")], ""), "it exports no `payoff`; a module exports"),
        (
            "a misspelt export",
            heap(&[("payoff", ""), ("payof", HEAP[8].1)], ""),
            "it exports no `payoff`; is it `payof`?",
        ),
        (
            "another signature",
            heap(&[("payoff", "(result i32) i32.const 0")], ""),
            "`payoff` takes [] and gives [I32]; it must take one i32 and give one i32",
        ),
        ("a number of 64 bits", heap(&[("plies", "(result i64) i64.const 9")], ""), "`plies` takes [] and gives [I64]"),
        ("an endless start", heap(&[("start", FOREVER)], ""), "`start` takes more than 20000000"),
        ("an endless constant", heap(&[("plies", FOREVER)], ""), "`plies` takes more than 20000000"),
        ("endless moves", heap(&[("moves", FOREVER)], ""), "in `91`: `moves` takes more than"),
        ("an endless move", heap(&[("play", &format!("(param i32) {FOREVER}"))], ""), "in `91`, after move"),
        (
            "memory without end",
            heap(
                &[(
                    "moves",
                    "(result i32) (loop $on
                       (br_if $on (i32.ne (memory.grow (i32.const 16)) (i32.const -1)))) (unreachable)",
                )],
                "",
            ),
            "in `91`: `moves` fails",
        ),
        (
            "memory that is filled again and again",
            heap(
                &[(
                    "moves",
                    "(result i32) (drop (memory.grow (i32.const 63))) (loop $on
                       (memory.fill (i32.const 0) (i32.const 0) (i32.const 0x3f0000)) (br $on)) (unreachable)",
                )],
                "",
            ),
            "in `91`: `moves` takes more than 20000000",
        ),
        ("four gigabytes at once", with_memory("(memory (export \"memory\") 65536)", &[], ""), "it cannot be started"),
        ("two memories", heap(&[], "(memory 1)"), "no module that is run here"),
        ("ten million places", heap(&[], "(table 10000000 funcref)"), "it cannot be started"),
        ("data outside", heap(&[], "(data (i32.const 65530) \"0123456789\")"), "it cannot be started"),
        ("elements outside", heap(&[], "(table 1 funcref) (elem (i32.const 5) $left)"), "it cannot be started"),
        (
            "calls without end",
            heap(&[("moves", "(result i32) (call $on)")], "(func $on (result i32) (call $on))"),
            "in `91`: `moves` calls itself too deeply",
        ),
        (
            "calls without end, with many variables",
            heap(&[("moves", "(result i32) (call $on)")], &format!("(func $on {locals})")),
            "in `91`: `moves` calls itself too deeply",
        ),
        ("a trap", heap(&[("moves", "(result i32) unreachable")], ""), "in `91`: `moves` fails"),
        (
            "a division by zero",
            heap(&[("start", "(result i32) (i32.div_s (i32.const 1) (i32.const 0))")], ""),
            "`start` fails",
        ),
        ("a look outside", heap(&[("moves", "(result i32) (i32.load (i32.const -4))")], ""), "in `91`: `moves` fails"),
        (
            "two thousand million moves",
            heap(&[("moves", "(result i32) i32.const 2147483647")], ""),
            "`moves` is 2147483647; where the game goes on there are 1 to 65536 moves",
        ),
        ("fewer moves than none", heap(&[("moves", "(result i32) i32.const -1")], ""), "in `91`: `moves` is -1"),
        ("no moves", heap(&[("moves", "(result i32) i32.const 0")], ""), "in `91`: `moves` is 0"),
        (
            "codes outside",
            heap(&[("codes", "(result i32) i32.const 65532")], ""),
            "`moves` is 2, and so many codes at address 65532 are not in the memory",
        ),
        ("codes far outside", heap(&[("codes", "(result i32) i32.const -8")], ""), "`codes` is"),
        (
            "codes that stay",
            heap(&[("moves", "(result i32) i32.const 2")], ""),
            "`moves` lists 0 after 0; codes ascend",
        ),
        (
            "a position outside",
            heap(&[("position", "(result i32) i32.const 65535")], ""),
            "`position` is address 65535, and the memory has 65536 bytes",
        ),
        ("a position of nothing", heap(&[("size", "(result i32) i32.const 0")], ""), "`size` is 0"),
        ("a position of gigabytes", heap(&[("size", "(result i32) i32.const 2147483647")], ""), "`size` is 2147483647"),
        ("no seats", heap(&[("seats", "(result i32) i32.const 0")], ""), "`seats` is 0"),
        ("fewer plies than none", heap(&[("plies", "(result i32) i32.const -9")], ""), "`plies` is -9"),
        (
            "nobody's turn",
            heap(&[("start", "(result i32) i32.const 7")], ""),
            "`start` is 7; it says who acts, from 1 to 2",
        ),
        ("chance in a game without", heap(&[("start", "(result i32) i32.const 0")], ""), "`start` is 0, for chance"),
        (
            "a game that goes on",
            heap(&[("play", "(param i32) (result i32) i32.const 1")], ""),
            "the game goes on after 9 plies",
        ),
        ("a check that refuses", heap(&[("check", "(result i32) i32.const -2")], ""), "in `91`: `check` refuses it"),
        ("a check that differs", heap(&[("check", "(result i32) i32.const 2")], ""), "in `91`: `check` says that"),
        (
            "a payoff of millions",
            heap(&[("payoff", "(param i32) (result i32) i32.const 2147483647")], ""),
            "`payoff(1)` is 2147483647, and payoffs are from -1 to 1",
        ),
        (
            "a payoff from nowhere",
            heap(&[("payoff", "(param i32) (result i32) i32.const 1")], ""),
            "`payoff` of all seats is 2 together, and should be 0",
        ),
        (
            "bounds that cross",
            heap(&[("min_payoff", "(result i32) i32.const 1")], ""),
            "`max_payoff` is 1, and `min_payoff` 1",
        ),
        (
            "a word of other bytes",
            heap(&[("word", "(param i32) (result i32) i32.const 900")], "(data (i32.const 900) \"a\\ff\\00\")"),
            "in `91`: `word` is no text: byte 1 at address 900 is not UTF-8",
        ),
        (
            "a word without an end",
            heap(
                &[("word", "(param i32) (result i32) i32.const 900")],
                &format!("(data (i32.const 900) \"{}\")", "a".repeat(9000)),
            ),
            "in `91`: `word` is address 900, where no zero ends",
        ),
        (
            "a word outside",
            heap(&[("word", "(param i32) (result i32) i32.const -1")], ""),
            "`word` is address 4294967295",
        ),
        (
            "one word for two moves",
            heap(&[("word", "(param i32) (result i32) i32.const 900")], "(data (i32.const 900) \"go\")"),
            "`word` writes 1 and 2 alike",
        ),
        (
            "a drawing that clears the screen",
            heap(&[("drawing", "(result i32) i32.const 900")], "(data (i32.const 900) \"\\1b[2J\")"),
            "in `91`: `drawing` is empty, or has control characters",
        ),
        (
            "rules that clear the screen",
            heap(&[("rules", "(result i32) i32.const 900")], "(data (i32.const 900) \"\\1b[2J\")"),
            "`rules` is empty, or has control characters",
        ),
        (
            "half a board",
            heap(&[("columns", "(result i32) i32.const 3")], ""),
            "a board is `columns`, `rows` and `piece`, all three",
        ),
        (
            "an estimate beyond all payoffs",
            heap(&[("estimate", "(param i32) (result i32) i32.const 1001")], ""),
            "`estimate(1)` is 1001 thousandths",
        ),
        (
            "rules that remember",
            heap(
                &[(
                    "moves",
                    "(result i32)
                     (i32.store (i32.const 128) (i32.const 1)) (i32.store (i32.const 132) (i32.const 2))
                     (global.set $asked (i32.add (global.get $asked) (i32.const 1)))
                     (if (result i32) (i32.or (i32.eq (call $left) (i32.const 49))
                                              (i32.gt_u (global.get $asked) (i32.const 2)))
                       (then (i32.const 1)) (else (i32.const 2)))",
                )],
                "(global $asked (mut i32) (i32.const 0))",
            ),
            "the rules are not a function",
        ),
        ("blocks in blocks", heap(&[], &format!("(func {nested})")), ""),
        ("a function for everything", heap(&[], &many), ""),
        ("a branch with many arms", heap(&[], &format!("(func (br_table {arms} (i32.const 0)))")), ""),
        ("many names", heap(&[], &exports), ""),
    ]
}

fn imports() -> Vec<u8> {
    let text = "(module (import \"env\" \"abort\" (func)) (memory (export \"memory\") 1))";
    wat::parse_str(text).expect("it is a module in words")
}

/// The remarks on a module, and some random plays if it can be played.
fn answer(bytes: &[u8]) -> String {
    let played = panic::catch_unwind(|| {
        let start = Module::of_bytes(bytes)?;
        for play in 0..100 {
            let mut here = start.clone();
            let mut stream = Seed(play).stream(0);
            while here.node() != Node::Terminal {
                let words: Vec<String> = all_moves(&here).iter().map(|&m| notation(&here, m)).collect();
                assert!(!words.is_empty() && !drawing(&here).is_empty());
                assert_eq!(here.parse(&here.to_string()), Ok(here.clone()));
                let m = here.draw_move(&mut stream);
                here.play(m);
            }
            here.payoff(Seat(0));
            start.clone().playout(&mut stream);
        }
        Ok(String::new())
    });
    match played {
        Ok(Ok(told) | Err(told)) => told,
        Err(panic) => BrokenRules::of(&*panic).expect("a fault of the module, and no other").to_string(),
    }
}

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

#[test]
fn a_slow_module_is_a_game() {
    assert_eq!(Module::of_bytes(&slow_module()).unwrap().count(), 2);
}

#[test]
fn hostile_modules_are_answered_soon_and_in_little_memory() {
    assert_eq!(answer(&heap(&[], "")), "", "the heap itself is a game");
    let modules = modules();
    assert!(20 <= modules.len());
    let mut found = Vec::new();
    for (name, bytes, expected) in modules {
        let before = peak();
        let from = seconds();
        let told = answer(&bytes);
        let seconds = seconds() - from;
        let most = before.and_then(|_| peak());
        let short: String = told.chars().take(160).collect();
        println!("{name}: {seconds:.2} s, {most:?} MB: {short}");
        if !told.contains(expected) || expected.is_empty() != told.is_empty() {
            found.push(format!("{name}: expected {expected:?}, was told {short:?}"));
        }
        if told.contains('\n') || 500 < told.len() {
            found.push(format!("{name}: one line, not {told:?}"));
        }
        // Only what has no bound takes a minute, on any machine.
        if 60.0 < seconds || most.is_some_and(|most| 256 < most) {
            found.push(format!("{name}: {seconds:.2} s, {most:?} MB"));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
