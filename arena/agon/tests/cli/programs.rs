//! Games that are programs.

use std::{fs, path::Path};

#[cfg(feature = "engines")]
use agon_core::{Eye, Node, Seat, Seed, notation, options::Access, view};
use agon_core::{Position, registry};
#[cfg(feature = "engines")]
use agon_engines as _;
use agon_roster as _;
use serde_json::Value;

use crate::{
    command::{agon, command},
    python,
};

/// Games that draw random moves in a way of their own: `random` plays others there by the same seed.
const DRAW_OTHERWISE: [&str; 4] = ["backgammon", "chess", "chinese-checkers", "go"];

/// Our own game, served by the command.
fn served(game: &str, options: &str) -> String {
    let command = env!("CARGO_BIN_EXE_agon");
    format!("program(\"'{command}' protocol --rules '{game}'\"{options})")
}

/// The moves and payoffs of a small tournament of short games. It has one opening: a second must not be an image of the first, and a
/// program tells of no symmetries.
fn played(game: &str, seats: u8, jobs: &str) -> Vec<(Value, Value)> {
    let name: String = format!("{game}{jobs}").chars().filter(char::is_ascii_alphanumeric).collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("programs");
    fs::create_dir_all(&folder).expect("there is room for it");
    let file = folder.join(format!("{}.jsonl", &name[name.len().saturating_sub(60)..]));
    let players = ["-p", "random"].repeat(usize::from(seats));
    let openings = ["--openings", "1", "--random-plies", "1", "--max-plies", "20", "--seed", "5"];
    let line = [&["run", "-g", game], &openings[..], &["--jobs", jobs, "--records"]].concat();
    let answer = agon(&[&line[..], &[file.to_str().expect("its name is text")], &players].concat());
    assert_eq!(answer.code, 0, "{game}: {}", answer.err);
    let lines = fs::read_to_string(&file).expect("games were recorded");
    let _ = fs::remove_file(&file);
    let games = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("a record is JSON"));
    games.map(|game| (game["moves"].clone(), game["payoffs"].clone())).collect()
}

#[test]
fn every_game_served_by_a_program_is_the_game_itself() {
    for name in registry::games().keys() {
        let Ok(game) = registry::game(name) else { continue };
        let perft = |term: &str| agon(&["perft", term, "--depth", "1", "--divide"]);
        let (ours, theirs) = (perft(name), perft(&served(name, "")));
        assert_eq!((theirs.code, &theirs.out), (0, &ours.out), "{name}: {}", theirs.err);
        let seats = game.start.facts().seats;
        if !DRAW_OTHERWISE.contains(name) && seats <= 3 {
            assert_eq!(played(&served(name, ""), seats, "1"), played(name, seats, "1"), "{name}");
        }
    }
}

#[cfg(feature = "engines")]
#[test]
fn every_game_served_by_a_program_has_its_views_and_redeals() {
    Access { programs: true, ..Access::now() }.set();
    let mut hidden = 0;
    for name in registry::games().keys() {
        let Ok(ours) = registry::game(name) else { continue };
        if !ours.start.facts().hidden {
            continue;
        }
        hidden += 1;
        let theirs = registry::game(&served(name, "")).expect("it is served").start;
        let (mut ours, mut theirs, mut stream) = (ours.start, theirs, Seed(9).stream(0));
        for _ in 0..30 {
            assert_eq!((theirs.to_string(), theirs.node()), (ours.to_string(), ours.node()));
            for eye in Eye::all(ours.facts().seats) {
                assert_eq!(view(&theirs, eye), view(&ours, eye), "{ours}, as {eye} sees it");
            }
            for seat in Seat::all(ours.facts().seats) {
                let seed = stream.bits();
                // They receive the first numbers of the stream.
                let told = Seed(Seed(seed).stream(0).bits());
                let redealt = theirs.redeal(seat, &mut Seed(seed).stream(0)).to_string();
                assert_eq!(redealt, ours.redeal(seat, &mut told.stream(0)).to_string(), "{ours}");
            }
            if ours.node() == Node::Terminal {
                break;
            }
            let m = ours.draw_move(&mut stream);
            assert_eq!(notation(&theirs, m), notation(&ours, m), "{ours}");
            ours.play(m);
            theirs.play(m);
        }
    }
    assert!(12 < hidden, "{hidden} games hide something");
}

#[test]
#[ignore = "needs python3"]
fn cards_in_python_keep_every_law_and_are_solved_and_played() {
    python::needed();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cards");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("cards.py");
    let made = agon(&["new", "game", "--python", file.to_str().unwrap(), "--hidden"]);
    assert_eq!(made.code, 0, "{}", made.err);
    let game = format!("program(\"python3 '{}'\")", file.display());
    let laws = agon(&["laws", &game]);
    assert_eq!(laws.code, 0, "{}", laws.err);
    // As Kuhn published it: the first seat loses 1/18.
    let found = agon(&["solve", &game, "--method", "cfr", "--iterations", "3000", "--json"]).json();
    let value = found["values"][0].as_f64().unwrap();
    assert!((value + 1.0 / 18.0).abs() < 0.002, "{found}");
    let players = ["-p", "ismcts(iterations=30)", "-p", "pimc", "-p", "equilibrium"];
    let run = agon(&[&["run", "-g", &game, "-n", "3", "--json"][..], &players].concat());
    let document: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.code, &document["sections"][0]["void"]), (0, &0.into()), "{}", run.err);
    // A view from a seat does not show the other's card.
    let seen = agon(&["show", &game, "--moves", "1 3", "--seat", "1"]);
    assert!(seen.out.contains("1?/") && !seen.out.contains("13/"), "{}", seen.out);
}

#[test]
fn a_journal_says_which_program_was_played() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sealed-game");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("mine.sh");
    let script = format!("exec '{}' protocol --rules nim\n", env!("CARGO_BIN_EXE_agon"));
    fs::write(&file, script).unwrap();
    let game = format!("program(\"sh '{}'\")", file.display());
    let journal = folder.join("played.journal");
    let journal = journal.to_str().unwrap();
    let players = ["-p", "random", "-p", "greedy"];
    let line = ["run", "-g", &game, "-n", "2", "--journal", journal];
    let run = agon(&[&line[..], &players].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    let verify = || {
        let done = command(&["verify", journal]).env("AGON_PROGRAMS", "yes").output().unwrap();
        (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
    };
    assert_eq!(verify().0, Some(0), "{}", verify().1);
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("{text}# changed\n")).unwrap();
    let (code, said) = verify();
    assert_ne!(code, Some(0), "{said}");
    assert!(said.contains("the program has changed") && said.contains("mine.sh has sha256="), "{said}");
    assert!(said.contains("only results and ratings can be told"), "{said}");
    fs::write(&file, text).unwrap();
    assert_eq!(verify().0, Some(0));
}

/// Standings, ratings and progress are the same whether the program is there, has changed, is missing, or may not start.
#[test]
fn a_journal_is_added_up_without_the_program_that_was_its_game() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("missing-game");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("mine.sh");
    let script = format!("exec '{}' protocol --rules 'nim(1+2)'\n", env!("CARGO_BIN_EXE_agon"));
    fs::write(&file, &script).unwrap();
    let game = format!("program(\"sh '{}'\")", file.display());
    let journal = folder.join("played.journal");
    let journal = journal.to_str().unwrap();
    let players = ["-p", "random", "-p", "minimax(depth=9)", "-p", "alpha-beta(depth=9)"];
    // There are fewer openings, so that games repeat earlier ones.
    let line = ["run", "-g", &game, "-n", "9", "--random-plies", "1", "--journal", journal];
    let run = agon(&[&line[..], &players].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    let told = |is_allowed: &str| {
        let of = |line: &[&str]| {
            let done = command(line).env("AGON_PROGRAMS", is_allowed).output().unwrap();
            let [out, err] = [done.stdout, done.stderr].map(|all| String::from_utf8(all).unwrap());
            assert_eq!(done.status.code(), Some(0), "{line:?}: {err}");
            (out, err)
        };
        let (results, said) = of(&["report", journal]);
        let all = [of(&["report", journal, "--json"]), of(&["report", "ratings", journal])];
        for form in ["markdown", "latex", "csv"] {
            assert!(of(&["report", journal, "--to", form]).0.contains("random"), "{form}");
        }
        let progress = of(&["report", "progress", journal]);
        assert!(progress.0.contains("54"), "{}", progress.0);
        ([results, all[0].0.clone(), all[1].0.clone()], said, all[1].1.clone())
    };
    let (there, silent, also_silent) = told("yes");
    assert!(there[0].contains("copies") && !silent.contains("without the rules"), "{silent}");
    assert!(!also_silent.contains("without the rules"), "{also_silent}");
    let without = |is_allowed: &str, why: &str| {
        let (results, said, rated) = told(is_allowed);
        assert_eq!(results, there, "{why}");
        for said in [said, rated] {
            assert!(said.contains("without the rules: ") && said.contains(why), "{said}");
            assert_eq!(said.lines().count(), 1, "{said}");
        }
    };
    without("no", "no program is started");
    fs::write(&file, script + "# changed\n").unwrap();
    without("yes", "the program has changed");
    fs::remove_file(&file).unwrap();
    without("yes", "mine.sh");
    // Moves cannot be read without the rules.
    let games = agon(&["report", "games", journal, "--to", "csv"]);
    assert_eq!(games.code, 1, "{}", games.out);
    assert!(games.err.contains("only results and ratings can be told"), "{}", games.err);
}

#[test]
fn batch_threads_and_memory_never_change_a_move() {
    for name in ["connect-four(width=4, height=4, line=3)", "pig(target=8, turns=4)"] {
        let ours = played(name, 2, "1");
        for (options, jobs) in [(", batch=1", "2"), (", batch=64", "1"), (", cache=1", "3")] {
            assert_eq!(played(&served(name, options), 2, jobs), ours, "{name}{options}");
        }
    }
}

#[test]
#[ignore = "needs python3"]
fn a_game_that_breaks_a_promise_makes_its_games_void_and_nobody_loses() {
    python::needed();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("broken-game");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("mine.py");
    let made = agon(&["new", "game", "--python", file.to_str().unwrap()]);
    assert_eq!(made.code, 0, "{}", made.err);
    let game = format!("program(\"python3 '{}'\")", file.display());
    assert_eq!(agon(&["laws", &game]).code, 0);
    let text = fs::read_to_string(&file).unwrap();
    // It gives the winner more than its declared greatest payoff.
    fs::write(&file, text.replace("over(-1, seat=to_move)", "over(-2, seat=to_move)")).unwrap();
    let run = agon(&["run", "-g", &game, "-p", "random", "-p", "greedy", "-n", "2", "--json"]);
    let document: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(document["sections"][0]["void"], document["games"], "{}", run.err);
    assert!(run.out.contains("is outside what the game declared, -1 to 1"), "{}", run.out);
    let shown = agon(&["solve", &game]);
    assert_eq!(shown.code, 1, "{}", shown.out);
    assert!(shown.err.contains("is outside what the game declared, -1 to 1"), "{}", shown.err);
    let again = agon(&["new", "game", "--python", file.to_str().unwrap()]);
    assert!(again.code == 2 && again.err.contains("already exists"), "{}", again.err);
}

#[test]
fn the_scaffold_has_the_file_of_the_package() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| fs::read_to_string(root.join(file)).unwrap();
    assert!(read("src/new/rules.py.txt") == read("../python/src/agon/rules.py"), "copy it");
}
