//! Wrong questions: one message with the mistake, its place, the accepted form and the nearest spelling, and
//! the exit code.

use std::{io::Write, process::Stdio};

use crate::{
    command::{agon, agon_told, command},
    lines::lines,
    started::Started,
};

#[test]
fn a_wrong_question_gets_one_message_and_exit_code_2() {
    let cases: &[(&[&str], &[&str])] = &[
        (&["games", "nimm"], &["unknown game `nimm`", "did you mean `nim`?", "accepted: ", "nim"]),
        (&["show", "otello"], &["unknown game `otello`", "did you mean `othello`?"]),
        (&["games", "nim("], &["`nim(`, column 4", "never closed by `)`"]),
        (&["players", "minmax"], &["unknown player `minmax`", "did you mean `minimax`?"]),
        (
            &["players", "minimax(dept=3)"],
            &["minimax: unknown option `dept`", "did you mean `depth`?", "accepted: depth,"],
        ),
        (&["show", "nim(heap=3)"], &["nim: unknown option `heap`", "did you mean `heaps`?", "accepted: heaps, misere"]),
        (&["show", "nim(misere=perhaps)"], &["nim: option `misere` cannot be `perhaps`; accepted: true or false"]),
        (
            &["analyse", "nim", "--player", "minimax(depth=0)"],
            &["minimax: option `depth` cannot be `0`; accepted: a whole number from 1"],
        ),
        (&["show", "nim(heaps=300)"], &["option `heaps` cannot be `300`", "0 to 255"]),
        (&["show", "nim(1, no, 3)"], &["nim: too many values: it takes heaps, misere; `3` is one more"]),
        (&["show", "tree({1/2:1,1/3:2})"], &["tree: the probabilities at column 1 add up to 5/6 instead of 1\n"]),
        // Each option in its range, and impossible together.
        (&["show", "tic-tac-toe(line=9)"], &["tic-tac-toe: no line of 9 fits on a board of 3 x 3"]),
        (
            &["analyse", "tree({1/2:1, 1/2:[3,4]})", "--moves", "2", "--player", "minimax"],
            &["minimax cannot play this game", "chance", "use "],
        ),
        (
            &["analyse", "nim", "--player", "minimax(heuristic=usuel)"],
            &["nim: minimax: option `heuristic` cannot be `usuel`", "did you mean `usual`?"],
        ),
        (
            &["analyse", "othello", "--player", "greedy(heuristic=weights(corner=1))"],
            &["accepted: weights of mobility, corners, discs; `corner` is not a feature of this \
                 game; did you mean `corners`?"],
        ),
        (
            &["analyse", "othello", "-p", "greedy(heuristic=weights(corners=1,corners=2))"],
            &["accepted: one weight for `corners`, not two"],
        ),
        (
            &["analyse", "othello", "-p", "greedy(heuristic=weights())"],
            &["accepted: at least one weight, as in weights(mobility=1)"],
        ),
        (
            &["analyse", "nim", "-p", "greedy(heuristic=weights(a=2))"],
            &["accepted: no weights: this game declares no features"],
        ),
        (
            &["analyse", "connect-four", "-p", "alpha-beta(quiet=-1)"],
            &["option `quiet` cannot be `-1`; accepted: a number from 0\n"],
        ),
        (
            &["show", "nim", "--moves", "a3 b9"],
            &["nim: move 2 of the line, `b9`, is not legal in `0+5+7 2`", "did you mean `b1`?"],
        ),
        (&["show", "nim(heaps=1)", "--moves", "a1 a1"], &["move 2 of the line, `a1`", "nothing: the game is over"]),
        (
            &["show", "nim", "--position", "3+5 1"],
            &["nim: `3+5 1` is not a position here; expected heaps and who moves"],
        ),
        (
            &["solve", "backgammon", "--method", "search"],
            &["chance moves next in `24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 X first 0`; add its outcome to the moves"],
        ),
        (
            &["analyse", "nim", "--position", "0+0+0 1", "--player", "random"],
            &["nim: the game is over in `0+0+0 1`: no seat is to act"],
        ),
        (&["play", "nim", "--against", "random", "--seat", "3"], &["nim: --seat cannot be `3`; accepted: 1 to 2"]),
    ];
    for (arguments, parts) in cases {
        let answer = agon(arguments);
        assert_eq!(answer.code, 2, "{arguments:?}: {}", answer.err);
        assert_eq!(answer.out, "", "{arguments:?}");
        assert_eq!(answer.err.lines().count(), 1, "{arguments:?}: {}", answer.err);
        assert!(answer.err.starts_with("agon: "), "{}", answer.err);
        for part in *parts {
            assert!(answer.err.contains(part), "{arguments:?}: no `{part}` in: {}", answer.err);
        }
    }
}

#[test]
fn no_command_is_answered_by_the_list_of_commands() {
    let answer = agon(&[]);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""));
    assert!(answer.err.contains("Usage: agon"), "{}", answer.err);
}

#[test]
fn a_file_that_cannot_be_read_is_exit_code_1() {
    let answer = agon(&["show", "nim", "--batch", "/nowhere/at all"]);
    assert_eq!(answer.code, 1);
    assert!(answer.err.contains("`/nowhere/at all` cannot be read"), "{}", answer.err);
}

#[test]
fn help_has_an_example_and_the_exit_codes_of_every_command() {
    for name in ["games", "players", "show", "analyse", "play", "perft", "solve", "man"] {
        let answer = agon(&[name, "--help"]);
        assert_eq!(answer.code, 0);
        assert_eq!(answer.out, agon(&[name, "-h"]).out);
        assert!(answer.out.contains(&format!("\n  agon {name} ")), "{}", answer.out);
        let whole = agon(&["help", name]);
        assert_eq!(whole.code, 0);
        assert!(whole.out.contains("Exit codes: 0 done;"), "{}", whole.out);
    }
    let told = agon(&["help"]).out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("the nearest spelling"), "{told}");
}

#[test]
fn a_reader_that_leaves_early_is_no_fault() {
    let mut command = command(&["show", "nim", "--batch", "-"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = Started::new(&mut command);
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        // Ends when nobody reads, at the latest.
        while input.write_all(b"a1\n").is_ok() {}
    });
    let first = lines(child.stdout.take().unwrap()).next().unwrap();
    assert!(first.starts_with("{\"game\":\"nim\""));
    let output = child.output();
    writer.join().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), err.as_str()), (Some(0), ""));
}

#[test]
fn no_color_means_none() {
    let coloured = |no_color: &str| {
        let output = command(&["--help"]).env("CLICOLOR_FORCE", "1").env("NO_COLOR", no_color).output().unwrap();
        output.stdout.contains(&0x1b)
    };
    assert!(coloured(""), "or the test below tests nothing");
    assert!(!coloured("1"));
}

#[test]
fn a_game_that_is_left_unread_does_not_wait_for_a_person() {
    let answer = agon_told(&["play", "nim", "--against", "random"], "");
    assert_eq!(answer.code, 0, "{}", answer.err);
}

#[test]
fn a_misread_command_line_is_answered_like_everything_else() {
    for arguments in [&["run", "--jobs", "x"][..], &["rum"], &["show"], &["run", "--colour", "no"]] {
        let answer = agon(arguments);
        assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{arguments:?}");
        assert!(answer.err.starts_with("agon: "), "{}", answer.err);
        assert!(!answer.err.contains("error:"), "{}", answer.err);
    }
}

#[test]
fn colour_is_what_was_asked_for() {
    let game = ["run", "-g", "nim", "-p", "random", "-p", "greedy", "-n", "1"];
    let coloured = |choice: &str| agon(&[&game[..], &["--color", choice]].concat()).out.contains('\x1b');
    assert!(coloured("always"));
    assert!(!coloured("never"));
    assert!(!coloured("auto"), "nobody looks at a pipe");
}

#[test]
fn a_long_run_logs_its_progress_now_and_then_unless_quiet() {
    let run = |more: &[&str]| {
        let arguments = [&["run", "-g", "nim", "-p", "random", "-p", "greedy", "-n", "60000"], more].concat();
        let output = command(&arguments).env("AGON_PROGRESS", "0.01").output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let told = run(&[]);
    let line = told.lines().next().expect("the run takes longer than that");
    assert!(line.starts_with("agon: ") && line.contains(" of 120,000 games, "), "{line}");
    assert_eq!(run(&["-q"]), "");
    assert!(run(&["-v"]).starts_with("agon: 120000 of 120000 games to play, on "));
}

#[test]
fn laws_say_which_of_them_is_being_checked() {
    let check = |laws: &[&str], more: &[&str]| {
        let arguments = [&["laws"], laws, more].concat();
        let output = command(&arguments).env("AGON_PROGRESS", "0.01").output().unwrap();
        assert!(output.status.success());
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    for (laws, at) in [(&["rps"][..], "rps"), (&["goofspiel", "-p", "ismcts"], "ismcts at goofspiel")] {
        let (kept, told) = check(laws, &[]);
        let line = told.lines().next().expect("the laws take longer than that");
        let (place, law) = line.split_once(": ").and_then(|(_, rest)| rest.split_once(": ")).unwrap();
        // Of which sample the first line tells depends on how fast the machine is.
        let (what, number) = place.rsplit_once(", ").unwrap();
        assert!(what.starts_with(at) && number.starts_with("check "), "{line}");
        assert!(law.contains(' '), "{line}");
        assert_eq!(check(laws, &["-q"]), (kept, String::new()));
    }
}

#[test]
fn where_chance_moves_next_the_way_out_is_one() {
    let dice = "tree({1/2:[8,1], 1/2:[-12,-13]})";
    let answer = agon(&["solve", dice, "--method", "search"]);
    assert_eq!(answer.code, 2);
    let way = answer.err.rsplit_once("such as ").expect("it is told").1;
    let way = way.split(',').next().unwrap().to_owned();
    let answer = agon(&["analyse", dice, "-p", "expectiminimax", "--moves", &way]);
    assert_eq!(answer.code, 0, "{}", answer.err);
}

/// Every command that reads a file, and how it is given one.
const READS: &[&str] = &[
    "run NO.toml",
    "run NO.journal",
    "verify NO.journal",
    "compare NO.journal NO.toml",
    "compare NO.journal NO.journal",
    "merge -o all.journal NO.journal",
    "report games NO.journal --to csv",
    "report games NO.json --to pgn",
    "report NO.journal",
    "report moves NO.journal --judge solve",
    "report progress NO.journal",
    "report ratings NO.journal",
    "report sweep NO.journal",
    "run NO.toml --dry-run",
    "submit NO.toml --for slurm --shards 2",
    "show NO.json",
    "show nim --batch NO.txt",
    "analyse NO.json -p random",
    "tree NO.json -p alpha-beta",
    "tree NO.json -p alpha-beta --to words",
    "play NO.json",
    "watch NO.json",
    "watch NO.journal#3",
    "solve NO.json",
    "class NO --sandbox none",
];

#[test]
fn a_file_that_is_not_there_is_exit_code_1_everywhere() {
    let wrong: Vec<String> = READS
        .iter()
        .filter_map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            let answer = agon(&words);
            let named = answer.err.contains("NO");
            (answer.code != 1 || !named || !answer.out.is_empty())
                .then(|| format!("agon {line}: {}: {}", answer.code, answer.err))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// How each feature is asked for, by people who do not know whether it is there.
const ASKED: &[(&str, &[&str])] = &[
    // Where lines are edited nobody asks, and nobody sees that players are compiled for a game.
    ("editor", &[]),
    ("native", &[]),
    (
        "engines",
        &[
            "analyse nim -p process(x)",
            "run -g chess -p uci(x) -p random --no-journal",
            "players uci",
            "players xboard",
            "players process",
            "watch go -p gtp(x)",
            "play amoba --against gomocup(x)",
            "engine uci",
            "rules nim",
            "mcp",
            "protocol",
            "games program",
        ],
    ),
    ("models", &["show othello --model learned", "show nim --model learned"]),
    ("module", &["show module", "games module", "run -g module(file=x.wasm) -p random"]),
    (
        "png",
        &[
            "show nim --to png",
            "show nim -o x.png",
            "show nim --to pdf",
            "solve grundy --draw tree -o x.png",
            "tree nim -p alpha-beta(depth=2) --to png",
        ],
    ),
    (
        "serve",
        &[
            "serve",
            "site -o x",
            "mcp --server http://127.0.0.1:1/",
            "run -g nim -p random --watch",
            "run x.journal --watch",
        ],
    ),
    ("shell", &["man", "completions bash", "schema run"]),
    ("sqlite", &["report games x.journal --to sqlite -o x.sqlite", "report games x.journal -o x.db --to sqlite"]),
];

#[test]
fn what_a_build_does_without_is_named_wherever_it_is_asked_for() {
    let manifest = include_str!("../../Cargo.toml");
    let features = manifest.split("[features]").nth(1).unwrap().split("\n[").next().unwrap();
    let names = features.lines().filter_map(|line| Some(line.split_once(" = [")?.0));
    let mut names: Vec<&str> = names.filter(|name| !["full", "parts"].contains(name)).collect();
    names.sort_unstable();
    let mut asked: Vec<&str> = ASKED.iter().map(|(feature, _)| *feature).collect();
    asked.sort_unstable();
    assert_eq!(asked, names, "every feature is asked for somewhere");
    let built = [
        ("engines", cfg!(feature = "engines")),
        ("models", cfg!(feature = "models")),
        ("module", cfg!(feature = "module")),
        ("png", cfg!(feature = "png")),
        ("serve", cfg!(feature = "serve")),
        ("shell", cfg!(feature = "shell")),
        ("sqlite", cfg!(feature = "sqlite")),
    ];
    // Of the others a command line cannot tell.
    let is_built = |feature: &str| built.iter().all(|&(name, is)| name != feature || is);
    for (feature, lines) in ASKED.iter().filter(|(feature, _)| !is_built(feature)) {
        for line in *lines {
            let answer = agon(&line.split(' ').collect::<Vec<_>>());
            assert_eq!(answer.code, 2, "{line}: {}", answer.err);
            let named = format!("built without its feature `{feature}`");
            assert!(answer.err.contains(&named), "{line}: {}", answer.err);
        }
    }
}
