//! Games that are programs: a true one, and broken ones, each with its message; and the same game in Python beside ours.
#![cfg(unix)]

use std::{
    env, fs,
    io::{self, BufRead as _, Write as _},
    path::PathBuf,
    process::{self, Command},
    sync::Once,
    thread,
    time::Duration,
};

use agon_core::{
    AnyPosition, BrokenRules, Node, Position, Seat, Seed, after, all_moves, notation, options::Access, registry,
};
use agon_protocol::{
    About, Acts, Ask, AskedPosition, FromArena, FromPlayer, PositionAnswer, Successor, SumWord, VERSION, write_line,
};
use {agon_engines as _, agon_tic_tac_toe as _};

/// The variable that says how the program below is broken.
const FAULT: &str = "AGON_SERVED_FAULT";

/// What the processes below do: serve a game of one heap of six. One or two are taken in turn, and whoever takes the last
/// wins. Its lines go to the error output, because the test harness writes to the other one.
#[test]
fn a_process_of_its_own() {
    if let Ok(fault) = env::var(FAULT) {
        Heap { fault, heard: 0 }.serve();
        process::exit(0);
    }
}

/// The game, and its mistake.
struct Heap {
    fault: String,
    /// How many lines it has heard.
    heard: u64,
}

impl Heap {
    fn serve(&mut self) {
        match self.fault.as_str() {
            "startless" => process::exit(3),
            "silent" => sleep(),
            _ => {}
        }
        say(&FromArena::Hello {
            protocol: if self.is("version") { 2 } else { VERSION },
            agon: String::new(),
            serves: (!self.is("player")).then(|| "game".to_owned()),
        });
        let about = About {
            game: "heap".to_owned(),
            name: "heap".to_owned(),
            summary: "a heap".to_owned(),
            seats: if self.is("facts") { 0 } else { 2 },
            chance: false,
            hidden: self.is("hidden") || self.is("lines") || self.fault.starts_with("redeals-"),
            sum: SumWord::Zero,
            total: None,
            min_payoff: -1.0,
            max_payoff: 1.0,
            max_plies: 6,
            heuristics: Vec::new(),
            features: Vec::new(),
            start: "1 6".to_owned(),
            rules: self.is("tells").then(|| "Take from the heap.\nWho takes the last wins.\n".to_owned()),
            language: None,
        };
        say(&FromArena::Game { about, seat: None, seed: None, id: None });
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            self.heard += 1;
            let Ok(FromPlayer::Ask(Ask { id, positions, seeds, .. })) = FromPlayer::read(line.as_bytes()) else {
                return;
            };
            let asked = positions.iter().map(|position| match position {
                AskedPosition::Text(text) => text,
                AskedPosition::After { .. } => unreachable!("games are asked about texts"),
            });
            let answers = asked.map(|text| self.answer(text, seeds.len())).collect();
            say(&FromArena::Answers { id, answers });
        }
    }

    fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }

    /// Who acts, or what everybody got.
    fn acts(&self, text: &str) -> Acts {
        let (seat, left) = read(text).expect("it is a position");
        match left {
            0 if self.is("payoffs") => Acts::Terminal { payoffs: vec![1.0, 1.0] },
            0 if seat == 2 => Acts::Terminal { payoffs: vec![1.0, -1.0] },
            0 => Acts::Terminal { payoffs: vec![-1.0, 1.0] },
            _ => Acts::Decision { seat },
        }
    }

    fn successor(&self, position: String) -> Successor {
        Successor { acts: self.acts(&position), position, estimates: None }
    }

    fn answer(&self, text: &str, seeds: usize) -> PositionAnswer {
        let Some((seat, left)) = read(text) else { return refusal(&format!("{text} is none")) };
        let takes = (1..=2).filter(|&take| take <= left);
        let after = takes.clone().map(|take| format!("{} {}", 3 - seat, left - take));
        let mut known = PositionAnswer {
            position: Some(text.to_owned()),
            acts: Some(self.acts(text)),
            moves: Some(takes.map(|take| take.to_string()).collect()),
            successors: Some(after.map(|position| self.successor(position)).collect()),
            ..PositionAnswer::default()
        };
        let moves = |moves: &[&str]| Some(moves.iter().map(|&m| m.to_owned()).collect());
        match self.fault.as_str() {
            "lines" => {
                known.views = moves(&[text, &format!("{text}\n")]);
                known.public_view = Some(String::new());
            }
            "fickle" if text == "1 6" && 1 < self.heard => {
                known.moves = moves(&["1"]);
                known.successors.as_mut().expect("they are there").truncate(1);
            }
            fault if fault.starts_with("redeals-") => {
                known.views = moves(&[&text[2..], &text[2..]]);
                known.public_view = Some(String::new());
                known.redeals = (0..seeds).map(|_| self.redeal(text)).collect();
            }
            // All else is wrong in one position.
            _ if text != "2 4" => {}
            "dies" => process::exit(4),
            "hangs" => sleep(),
            "floods" => say_text(&"x".repeat(1 << 22)),
            "nonsense" => say_text("well"),
            "twice" => known.moves = moves(&["1", "1"]),
            "few" => known.moves = moves(&["1"]),
            "stuck" => (known.moves, known.successors) = (moves(&[]), Some(Vec::new())),
            "seat" => known.acts = Some(Acts::Decision { seat: 3 }),
            "chance" => known.acts = Some(Acts::Chance),
            "refuses" => return refusal("no"),
            _ => {}
        }
        known
    }

    /// A position that cannot be told from this one, or should not be; none at all where that is the fault.
    fn redeal(&self, text: &str) -> Option<Successor> {
        match self.fault.as_str() {
            "redeals-none" => None,
            "redeals-other" => Some(self.successor("2 3".to_owned())),
            "redeals-stranger" => Some(Successor { position: "9 6".to_owned(), ..self.successor("1 6".to_owned()) }),
            "redeals-acts" => Some(Successor { acts: Acts::Chance, ..self.successor("1 6".to_owned()) }),
            "redeals-fickle" if self.heard.is_multiple_of(2) => Some(self.successor("2 6".to_owned())),
            _ => Some(self.successor(text.to_owned())),
        }
    }
}

/// Whose turn it is and how many are left, if this is a position.
fn read(text: &str) -> Option<(u8, u8)> {
    let (seat, left) = text.split_once(' ')?;
    let (seat, left) = (seat.parse().ok()?, left.parse().ok()?);
    ((1..=2).contains(&seat) && left <= 6 && text == format!("{seat} {left}")).then_some((seat, left))
}

fn refusal(why: &str) -> PositionAnswer {
    PositionAnswer { error: Some(why.to_owned()), ..PositionAnswer::default() }
}

fn say(message: &FromArena) {
    let mut line = Vec::new();
    write_line(&mut line, message).expect("memory takes any line");
    say_text(String::from_utf8(line).expect("JSON is text").trim_end());
}

fn say_text(line: &str) {
    // The reader may have closed its end.
    if writeln!(io::stderr().lock(), "{line}").is_err() {
        process::exit(0);
    }
}

/// As long as nobody waits.
fn sleep() {
    thread::sleep(Duration::from_secs(60));
}

fn allow() {
    static ALLOWED: Once = Once::new();
    ALLOWED.call_once(|| Access { programs: true, ..Access::now() }.set());
}

/// The term of a game that is a command.
fn program(command: &[&str], options: &str) -> String {
    allow();
    let command = shlex::try_join(command.iter().copied()).expect("no word has a NUL");
    let command = command.replace('\\', "\\\\").replace('"', "\\\"");
    format!("program(\"{command}\"{options})")
}

/// The term of the heap with this fault. It has a minute for each answer unless the options say otherwise.
fn heap(fault: &str, options: &str) -> String {
    const SCRIPT: &str = "exec \"$0\" --exact a_process_of_its_own 2>&1 >/dev/null";
    let own = env::current_exe().expect("it runs");
    let own = own.to_str().expect("its path is text");
    let others = [("startup", ", startup=60000"), ("patience", ", patience=60")];
    let others = others.into_iter().filter(|(option, _)| !options.contains(option));
    let others: String = others.map(|(_, given)| given).collect();
    let options = format!("{options}{others}");
    program(&["env", &format!("{FAULT}={fault}"), "sh", "-c", SCRIPT, own], &options)
}

/// Walks through all of a game; the mistake, if there is one.
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
    walked.map_err(|panic| BrokenRules::of(&*panic).expect("a fault of the program, and no other panic").to_string())
}

/// A file that goes with the test.
struct Gone(PathBuf);

impl Drop for Gone {
    fn drop(&mut self) {
        let _ = if self.0.is_dir() { fs::remove_dir_all(&self.0) } else { fs::remove_file(&self.0) };
    }
}

/// The package's own file, and the scaffold beside it, as `agon new` writes them.
fn scaffold() -> (String, Gone) {
    let found = Command::new("python3").arg("--version").output();
    assert!(found.is_ok_and(|said| said.status.success()), "python3 is not here");
    let folder = std::env::temp_dir().join(format!("agon-scaffold-{}", process::id()));
    fs::create_dir_all(&folder).expect("there is room for it");
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/../agon/src/new");
    fs::copy(format!("{here}/rules.py.txt"), folder.join("agon_rules.py")).expect("it can be copied");
    let text = fs::read_to_string(format!("{here}/game.py.txt")).expect("it is there");
    let file = folder.join("mine.py");
    fs::write(&file, text).expect("it can be written");
    (file.display().to_string(), Gone(folder))
}

#[test]
fn a_true_game_is_walked_whatever_the_batch_and_what_is_kept() {
    for options in ["", ", batch=1", ", batch=64", ", cache=1"] {
        let term = heap("true", options);
        assert_eq!(walk(&term), Ok(12), "{term}");
    }
}

#[test]
#[ignore = "needs python3"]
fn the_scaffold_in_python_is_tic_tac_toe_and_keeps_every_law() {
    let (file, _folder) = scaffold();
    let term = program(&["python3", &file], "");
    let (mine, ours) = (registry::game(&term).unwrap().start, registry::game("tic-tac-toe").unwrap().start);
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
    if let Err(broken) = agon_laws::check_with(&term, 200, 20) {
        panic!("{broken}");
    }
}

#[test]
fn players_are_told_the_own_text_of_a_game_or_what_it_declares() {
    let rules = |what: &str| registry::game(&heap(what, "")).unwrap().rules();
    let told = rules("tells");
    assert!(told.starts_with("Take from the heap.\nWho takes the last wins.\n\nThere are 2 seats."), "{told}");
    for told in [told, rules("true")] {
        assert!(told.contains("Nothing is hidden. A play has 6 moves at most"), "{told}");
        assert!(told.ends_with("a seat gets from -1 to 1; what all seats get adds up to 0."), "{told}");
    }
    assert!(rules("redeals-none").contains("A seat does not see everything."));
}

/// In milliseconds, as earlier versions had it, it would be an hour and more.
#[test]
fn a_patience_in_milliseconds_is_refused() {
    for (given, meant) in [("5000", "5"), ("1500.0", "1.5"), ("601", "0.601")] {
        let said = walk(&heap("none", &format!(", patience={given}"))).unwrap_err();
        let wanted = format!("seconds, to 600: {meant} if milliseconds were meant");
        assert!(said.contains("patience") && said.contains(&wanted), "{said}");
    }
}

#[test]
fn every_fault_has_its_message() {
    let faults = [
        ("startless", "", "crashed: it ended with exit code 3"),
        ("silent", ", startup=300", "slow start: no `hello` within 300 ms"),
        ("player", "", "its hello lacks \"serves\":\"game\""),
        ("version", "", "it speaks number 2 of the protocol, not 1"),
        ("facts", "", "`seats` and `max_plies` are at least 1"),
        ("hidden", "", "in `1 6`: what is seen is `views`, one for each of 2 seats, and `public_view`"),
        ("lines", "", "is not a text on one line"),
        ("dies", "", "asked about `2 4`"),
        ("hangs", ", patience=0.3", "hung"),
        ("floods", "", "flood"),
        ("nonsense", "", "in `well`"),
        ("twice", "", "in `2 4`: the move `1` is listed twice"),
        ("few", "", "in `2 4`: 1 moves, and 2 successors"),
        ("stuck", "", "in `2 4`: the game goes on, and there is no move"),
        ("payoffs", "", "the payoffs [1.0, 1.0] add up to 2"),
        ("seat", "", "seat 3 is to move, and the seats are 1 to 2"),
        ("chance", "", "chance is to draw in a game that says it has none"),
        ("fickle", "", "the rules are not a function: `1 6` had 2 moves, now 1"),
        ("refuses", "", "a position that it wrote itself is refused: no"),
    ];
    // All at once: most of the time goes by in waiting for an end.
    thread::scope(|scope| {
        for (name, options, message) in faults {
            scope.spawn(move || {
                let found = walk(&heap(name, options)).expect_err(name);
                assert!(found.contains(message), "{name}: {found}");
            });
        }
    });
}

/// Both seats see how many are left; the turn is hidden from neither.
#[test]
fn every_fault_of_redeals_has_its_message() {
    for (name, message) in [
        ("none", "`redeals` are positions, one for each of `seeds`"),
        ("other", "`2 3` looks like `3`, and this like `6`"),
        ("stranger", "9 6 is none"),
        ("acts", "chance is to draw in a game that says it has none"),
        ("fickle", "one seed gives two redeals"),
    ] {
        let term = heap(&format!("redeals-{name}"), "");
        let start = registry::game(&term).expect("it begins").start;
        let drawn = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            // One seed in a thousand is drawn from twice.
            for n in 0..20_000 {
                let _ = start.redeal(Seat(0), &mut Seed(n).stream(0));
            }
        }));
        let found = BrokenRules::of(&*drawn.expect_err(name)).expect("a fault of the program").to_string();
        assert!(found.contains(message), "{name}: {found}");
        assert!(found.contains("the game's program"), "{name}: {found}");
    }
}

#[test]
fn a_program_that_is_not_there_is_named() {
    allow();
    let found = registry::game("program(\"no-such-program\")").unwrap_err().to_string();
    assert!(found.contains("there is no program `no-such-program`"), "{found}");
}
