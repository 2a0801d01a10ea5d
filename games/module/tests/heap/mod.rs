//! A small game as text, in which tests change single functions.

use std::fmt::Write as _;

/// A heap of nine, from which the seats take one or two in turn; taking the last wins. A position is two digits: the
/// number left and the seat to move.
pub(crate) const HEAP: &[(&str, &str)] = &[
    ("position", "(result i32) i32.const 64"),
    ("size", "(result i32) i32.const 2"),
    ("codes", "(result i32) i32.const 128"),
    ("plies", "(result i32) i32.const 9"),
    ("start", "(result i32) (i32.store16 (i32.const 64) (i32.const 0x3139)) (call $turn)"),
    (
        "check",
        "(result i32)
         (if (result i32)
           (i32.or
             (i32.gt_u (i32.sub (call $left) (i32.const 48)) (i32.const 9))
             (i32.gt_u (i32.sub (call $mover) (i32.const 49)) (i32.const 1)))
           (then (i32.const -2)) (else (call $turn)))",
    ),
    (
        "moves",
        "(result i32)
         (i32.store (i32.const 128) (i32.const 1)) (i32.store (i32.const 132) (i32.const 2))
         (if (result i32) (i32.eq (call $left) (i32.const 49)) (then (i32.const 1)) (else (i32.const 2)))",
    ),
    (
        "play",
        "(param i32) (result i32)
         (i32.store8 (i32.const 64) (i32.sub (call $left) (local.get 0)))
         (i32.store8 (i32.const 65) (i32.sub (i32.const 99) (call $mover)))
         (call $turn)",
    ),
    (
        "payoff",
        "(param i32) (result i32)
         (if (result i32) (i32.eq (local.get 0) (i32.sub (call $mover) (i32.const 48)))
           (then (i32.const -1)) (else (i32.const 1)))",
    ),
];

/// Functions that the module uses but does not export.
const BESIDE: &str = "
    (func $left (result i32) (i32.load8_u (i32.const 64)))
    (func $mover (result i32) (i32.load8_u (i32.const 65)))
    (func $turn (result i32)
      (if (result i32) (i32.eq (call $left) (i32.const 48))
        (then (i32.const -1)) (else (i32.sub (call $mover) (i32.const 48)))))";

const MEMORY: &str = "(memory (export \"memory\") 1)";

/// The heap with some functions changed or added, and with other parts of a module in `more`.
pub(crate) fn heap(changes: &[(&str, &str)], more: &str) -> Vec<u8> {
    with_memory(MEMORY, changes, more)
}

pub(crate) fn with_memory(memory: &str, changes: &[(&str, &str)], more: &str) -> Vec<u8> {
    let mut text = format!("(module {memory} {BESIDE} {more}");
    let changed = |name: &str| changes.iter().find(|(changed, _)| *changed == name);
    for (name, body) in HEAP {
        let body = changed(name).map_or(*body, |(_, body)| body);
        if !body.is_empty() {
            let _ = writeln!(text, "(func (export \"{name}\") {body})");
        }
    }
    for (name, body) in changes.iter().filter(|(name, _)| HEAP.iter().all(|(own, _)| own != name)) {
        let _ = writeln!(text, "(func (export \"{name}\") {body})");
    }
    text.push(')');
    wat::parse_str(text).expect("it is a module in words")
}

/// A module that takes nineteen million steps for every call, which is allowed.
pub(crate) fn slow_module() -> Vec<u8> {
    let slow = "(local $n i32) (local.set $n (i32.const 3100000))
        (loop $on (br_if $on (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))";
    let moves = HEAP[6].1.replacen("(result i32)", &format!("(result i32) {slow}"), 1);
    let check = HEAP[5].1.replacen("(result i32)", &format!("(result i32) {slow}"), 1);
    heap(&[("moves", &moves), ("check", &check)], "")
}
