//! What people type who know other programs of this field: it works, or is answered by the line to type.

use std::{fs, path::Path};

use crate::command::{agon, command};

/// Words of others that have no one sense here.
#[test]
fn words_of_other_programs_are_answered_by_the_line_to_type() {
    let play = ["run", "-g", "nim", "-p", "random", "-p", "greedy"];
    let with = |more: &[&'static str]| [&play[..], more].concat();
    let cases: Vec<(Vec<&str>, &str)> = vec![
        (vec!["list"], "agon games lists the games"),
        (vec!["tournament"], "agon run -g tic-tac-toe"),
        (vec!["match"], "agon run --format match"),
        (vec!["sprt"], "--stop 'sprt("),
        (vec!["completions", "bash"], "agon man --completions bash"),
        (vec!["uci"], "agon engine uci"),
        (vec!["export", "x"], "agon report games JOURNAL"),
        (with(&["--sprt", "elo0=0"]), "--stop 'sprt("),
        (with(&["--tc", "10+0.1"]), "--move-time MS"),
        (with(&["--st=1"]), "--move-time MS"),
        (with(&["--pgnout", "x.pgn"]), "agon report games JOURNAL"),
        (with(&["--repeat"]), "each once in every seating"),
        (with(&["--engine", "cmd=stockfish"]), "-p 'uci(command="),
        (with(&["--iterations", "9"]), "mcts(iterations="),
        (with(&["-o", "x.json"]), "--json > FILE"),
        (with(&["--games", "10"]), "-n N"),
        (vec!["run", "connect-four"], "agon run -g 'connect-four' -p minimax -p random"),
        (vec!["run", "-g", "nim", "-p", "minimax", "random"], "-p 'random'"),
        (vec!["run", "-g", "chess", "-p", "stockfish", "-p", "random"], "uci(command=\"stockfish\""),
        (vec!["run", "-g", "go", "-p", "gnugo", "-p", "random"], "gtp(\"gnugo --mode gtp\")"),
        (vec!["run", "-g", "nim", "-p", "easy", "-p", "random"], "agon play GAME --level easy"),
    ];
    for (arguments, words) in cases {
        let answer = agon(&arguments);
        assert!(answer.code == 1 || answer.code == 2, "{arguments:?}: {}", answer.code);
        assert!(answer.out.is_empty(), "{arguments:?}: {}", answer.out);
        assert_eq!(answer.err.lines().count(), 1, "{arguments:?}: {}", answer.err);
        assert!(answer.err.contains(words), "{arguments:?}: {}", answer.err);
    }
}

/// Words of others that have one sense here.
#[test]
fn words_of_other_programs_with_one_sense_work() {
    let here = Path::new(env!("CARGO_TARGET_TMPDIR")).join("foreign");
    let _ = fs::remove_dir_all(&here);
    fs::create_dir_all(&here).expect("a folder can be made");
    let run = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let output = command(&words).current_dir(&here).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{line}: {said}");
        String::from_utf8(output.stdout).expect("text")
    };
    fs::write(here.join("book.txt"), "a1\nb1\n").expect("a file can be written");
    let played = "run -g nim(2+3) -p new=greedy -p random -n 2 --journal j.journal";
    let told = run(&format!("{played} --concurrency 1 --book book.txt --movetime 1000"));
    assert!(told.contains("  new  ") && !told.contains("  greedy  "), "{told}");
    assert_eq!(run("resume j.journal"), told);
    for (theirs, ours) in [
        (
            "run -g nim(2+3),nim(heaps=4) -p minimax(depth=2),new=random -n 1 --no-journal",
            "run -g nim(2+3) -g nim(heaps=4) -p minimax(depth=2) -p new=random -n 1 --no-journal",
        ),
        ("watch nim(2) -p random,greedy --seed 1", "watch nim(2) -p random -p greedy --seed 1"),
        ("analyse nim(3) -p minimax,greedy", "analyse nim(3) -p minimax -p greedy"),
        ("standings j.journal", "report j.journal"),
        ("elo j.journal", "report ratings j.journal"),
        ("rate j.journal --json", "report ratings j.journal --json"),
        ("crosstable j.journal --to csv", "report crosstable j.journal --to csv"),
        ("train --help", "learn --help"),
    ] {
        assert_eq!(run(theirs), run(ours), "{theirs}");
    }
}
