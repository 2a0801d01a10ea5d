//! Games that are programs: a true one beside the same game of ours, and broken ones, each with its message.
#![cfg(unix)]

use std::{fs, path::PathBuf, process, sync::Once};

use agon_core::{
    AnyPosition, BrokenRules, Node, Position, Seat, Seed, after, all_moves, laws, notation,
    options::Reach, registry,
};
use {agon_engines as _, agon_tic_tac_toe as _};

/// A game of one heap of `...`: one or two are taken in turn, and whoever takes the last wins. `{FAULT}` is a
/// line that breaks it.
const NIM: &str = r#"
import json, os, sys, time
def say(message): print(json.dumps(message) if isinstance(message, dict) else message, flush=True)
count = 0
hello = {"type": "hello", "protocol": 1, "serves": "game"}
game = {"type": "game", "game": "heap", "name": "heap", "summary": "a heap", "seats": 2, "chance": False, "sum": "zero",
        "min_payoff": -1, "max_payoff": 1, "max_plies": 6, "start": "1 6"}
def acts(text):
    seat, left = map(int, text.split())
    won = [1, -1] if seat == 2 else [-1, 1]
    return {"node": "decision", "seat": seat} if left else {"node": "terminal", "payoffs": won}
def answer(text):
    try:
        seat, left = map(int, text.split())
        assert seat in (1, 2) and 0 <= left <= 6 and text == f"{seat} {left}"
    except Exception: return {"error": f"{text} is none"}
    moves = [str(n) for n in (1, 2) if n <= left]
    after = [f"{3 - seat} {left - int(m)}" for m in moves]
    known = {"position": text, **acts(text), "moves": moves}
    known["successors"] = [{"position": a, **acts(a)} for a in after]
    return known
def change(text, known): return known
{FAULT}
say(hello); say(game)
for line in sys.stdin:
    count += 1
    asked = json.loads(line)
    if asked["type"] == "quit": break
    say({"type": "answers", "id": asked["id"], "answers": [change(p, answer(p)) for p in asked["positions"]]})
"#;

/// The term of the game that this text of Python is.
fn term(name: &str, text: &str, options: &str) -> (String, Gone) {
    static ALLOWED: Once = Once::new();
    ALLOWED.call_once(|| Reach { programs: true, ..Reach::now() }.set());
    let file: PathBuf =
        std::env::temp_dir().join(format!("agon-served-{}-{name}.py", process::id()));
    fs::write(&file, text).expect("it can be written");
    (format!("program(\"python3 {}\"{options})", file.display()), Gone(file))
}

/// Walks through all of a game; what was wrong if anything was.
fn walk(term: &str) -> Result<usize, String> {
    fn below(position: &AnyPosition, seen: &mut Vec<AnyPosition>) {
        if seen.contains(position) {
            return;
        }
        seen.push(position.clone());
        if position.node() != Node::Terminal {
            for m in all_moves(position) {
                below(&after(position, m), seen);
            }
        }
    }
    let game = registry::game(term).map_err(|error| error.to_string())?;
    let walked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let mut seen = Vec::new();
        below(&game.start, &mut seen);
        seen.len()
    }));
    walked.map_err(|panic| {
        BrokenRules::of(&*panic).expect("a fault of the program, and no other panic").to_string()
    })
}

/// A file that goes with the test.
struct Gone(PathBuf);

impl Drop for Gone {
    fn drop(&mut self) {
        let _ =
            if self.0.is_dir() { fs::remove_dir_all(&self.0) } else { fs::remove_file(&self.0) };
    }
}

/// The package's own file, and the scaffold beside it, as `agon new` writes them.
fn scaffold() -> (String, Gone) {
    let folder = std::env::temp_dir().join(format!("agon-scaffold-{}", process::id()));
    fs::create_dir_all(&folder).expect("there is room for it");
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/../agon/src/new");
    fs::copy(format!("{here}/rules.py.txt"), folder.join("agon_rules.py"))
        .expect("it can be copied");
    let text = fs::read_to_string(format!("{here}/game.py.txt")).expect("it is there");
    let _ = term("unused", "", "");
    let file = folder.join("mine.py");
    fs::write(&file, text).expect("it can be written");
    (file.display().to_string(), Gone(folder))
}

#[test]
fn a_true_game_is_walked_whatever_the_batch_and_what_is_kept() {
    for options in ["", ", batch=1", ", batch=64", ", cache=1"] {
        let (term, _file) = term("true", &NIM.replace("{FAULT}", ""), options);
        assert_eq!(walk(&term), Ok(12), "{term}");
    }
}

#[test]
fn the_scaffold_in_python_is_tic_tac_toe_and_keeps_every_law() {
    let (file, _folder) = scaffold();
    let term = format!("program(\"python3 {file}\")");
    let (mine, ours) =
        (registry::game(&term).unwrap().start, registry::game("tic-tac-toe").unwrap().start);
    for play in 0..200 {
        let mut stream = Seed(play).stream(0);
        let (mut one, mut other) = (mine.clone(), ours.clone());
        while other.node() != Node::Terminal {
            assert_eq!(one.node(), other.node(), "{one}");
            assert_eq!(one.count(), other.count(), "{one}");
            let m = stream.below(other.count() as u32) as usize;
            // The same place: theirs are numbered from the top left, ours have names.
            let word = notation(&other, all_moves(&other)[m]);
            let (column, row) = (word.as_bytes()[0] - b'a', word.as_bytes()[1] - b'1');
            let number = (u32::from(2 - row) * 3 + u32::from(column) + 1).to_string();
            let n = one.parse_move(&number).expect("the place is free");
            one.play(n);
            let m = all_moves(&other)[m];
            other.play(m);
        }
        assert_eq!(one.node(), Node::Terminal, "{one}");
        assert_eq!(one.payoff(Seat(0)), other.payoff(Seat(0)), "{one}");
    }
    if let Err(broken) = laws::check_with(&term, 200, 20) {
        panic!("{broken}");
    }
}

#[expect(clippy::too_many_lines, reason = "a page of faults")]
#[test]
fn every_fault_has_its_message() {
    let faults = [
        ("startless", "sys.exit(3)", "", "crashed: it ended with exit code 3"),
        ("silent", "time.sleep(60)", ", startup=300", "slow start: no `hello` within 300 ms"),
        (
            "player",
            "hello = {'type': 'hello', 'protocol': 1}",
            "",
            "its hello lacks \"serves\":\"game\"",
        ),
        ("version", "hello['protocol'] = 2", "", "it speaks number 2 of the protocol, not 1"),
        ("facts", "game['seats'] = 0", "", "`seats` and `max_plies` are at least 1"),
        (
            "hidden",
            "game['hidden'] = True",
            "",
            "in `1 6`: what is seen is `views`, one for each of 2 seats, and `public_view`",
        ),
        (
            "lines",
            "game['hidden'] = True\ndef change(t, k): return {**k, 'views': [t, t + '\\n'], 'public_view': ''}",
            "",
            "is not a text on one line",
        ),
        (
            "dies",
            "def change(t, k): return sys.exit(4) if t == '2 4' else k",
            "",
            "asked about `2 4`",
        ),
        (
            "hangs",
            "def change(t, k): return time.sleep(60) if t == '2 4' else k",
            ", patience=300",
            "hung",
        ),
        (
            "floods",
            "def change(t, k): return say('x' * (1 << 22)) if t == '2 4' else k",
            "",
            "flood",
        ),
        ("nonsense", "def change(t, k): return say('well') if t == '2 4' else k", "", "in `well`"),
        (
            "twice",
            "def change(t, k): return {**k, 'moves': ['1', '1']} if t == '2 4' else k",
            "",
            "in `2 4`: the move `1` is listed twice",
        ),
        (
            "few",
            "def change(t, k): return {**k, 'moves': ['1']} if t == '2 4' else k",
            "",
            "in `2 4`: 1 moves, and 2 successors",
        ),
        (
            "stuck",
            "def change(t, k): return {**k, 'moves': [], 'successors': []} if t == '2 4' else k",
            "",
            "in `2 4`: the game goes on, and there is no move",
        ),
        (
            "payoffs",
            "def acts(t): return {'node': 'terminal', 'payoffs': [1, 1]} if t[2] == '0' else \
            {'node': 'decision', 'seat': int(t[0])}",
            "",
            "the payoffs [1.0, 1.0] add up to 2",
        ),
        (
            "seat",
            "def change(t, k): return {**k, 'seat': 3} if t == '2 4' else k",
            "",
            "seat 3 is to move, and the seats are 1 to 2",
        ),
        (
            "chance",
            "def change(t, k): return {**k, 'node': 'chance'} if t == '2 4' else k",
            "",
            "chance is to draw in a game that says it has none",
        ),
        (
            "fickle",
            "def change(t, k): return {**k, 'moves': k['moves'][:1], 'successors': k['successors'][:1]} \
            if t == '1 6' and 1 < count else k",
            "",
            "the rules are not a function: `1 6` had 2 moves, now 1",
        ),
        (
            "refuses",
            "def change(t, k): return {'error': 'no'} if t == '2 4' else k",
            "",
            "a position that it wrote itself is refused: no",
        ),
    ];
    let mut wrong = Vec::new();
    for (name, fault, options, message) in faults {
        let (term, _file) = term(name, &NIM.replace("{FAULT}", fault), options);
        let found = walk(&term).expect_err(name);
        println!("{name}: {found}");
        if !found.contains(message) {
            wrong.push(format!("{name}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Both seats see how many are left; the turn is hidden from neither.
const SEEN: &str = "game['hidden'] = True
def redeal(t, seed): return {'position': t, **acts(t)}
def change(t, k): return {**k, 'views': [t[2:], t[2:]], 'public_view': '', 'redeals': [redeal(t, s) for s in asked.get('seeds', [])]}
";

#[test]
fn every_fault_of_redeals_has_its_message() {
    for (name, fault, message) in [
        (
            "none",
            "def redeal(t, s): return None\n_change = change\ndef change(t, k): k = _change(t, k); k.pop('redeals'); return k",
            "`redeals` are positions, one for each of `seeds`",
        ),
        (
            "other",
            "def redeal(t, s): return {'position': '2 3', **acts('2 3')}",
            "`2 3` looks like `3`, and this like `6`",
        ),
        ("stranger", "def redeal(t, s): return {'position': '9 6', **acts('1 6')}", "9 6 is none"),
        (
            "acts",
            "def redeal(t, s): return {'position': '1 6', 'node': 'chance'}",
            "chance is to draw in a game that says it has none",
        ),
        (
            "fickle",
            "def redeal(t, s): p = t if count % 2 else '2 6'; return {'position': p, **acts(p)}",
            "one seed gives two redeals",
        ),
    ] {
        let text = NIM.replace("{FAULT}", &format!("{SEEN}{fault}"));
        let (term, _file) = term(&format!("redeal-{name}"), &text, "");
        let start = registry::game(&term).expect("it begins").start;
        let drawn = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            // One seed in a thousand is drawn from twice.
            for n in 0..20_000 {
                let _ = start.redeal(Seat(0), &mut Seed(n).stream(0));
            }
        }));
        let found =
            BrokenRules::of(&*drawn.expect_err(name)).expect("a fault of the program").to_string();
        assert!(found.contains(message), "{name}: {found}");
        assert!(found.contains("the game's program"), "{name}: {found}");
    }
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let _ = term("unused", "", "");
    let found = registry::game("program(\"no-such-program\")").unwrap_err().to_string();
    assert!(found.contains("there is no program `no-such-program`"), "{found}");
}
