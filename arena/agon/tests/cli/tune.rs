//! `agon tune`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Output, Stdio},
};

use serde_json::Value;

use crate::{
    command::{agon, command, keys},
    started::{Started, until},
};

/// A path in the folder for tests, with nothing there.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// A tuning of some seconds at most, with these arguments more.
fn question<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut words = vec!["tune", "othello(size=4)", "--player", "alpha-beta(depth=2,table=none)"];
    words.extend(["--random-plies", "2", "--match-pairs", "20", "--seed", "5", "--json"]);
    words.extend(more);
    words
}

fn tune(more: &[&str]) -> Output {
    let output = start(more).output();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{more:?}: {err}");
    assert_eq!(err, "", "progress is for terminals");
    output
}

fn start(more: &[&str]) -> Started {
    let mut command = command(&question(more));
    Started::new(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()))
}

/// How many steps the state has made; none if there is no state.
fn done(state: &Path) -> u64 {
    fs::read(state).map_or(0, |bytes| {
        let state: Value = serde_json::from_slice(&bytes).expect("the state is always whole");
        state["done"].as_u64().expect("the number of steps")
    })
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let short = ["--iterations", "12", "--pairs", "4", "--jobs"];
    let with = |jobs| tune(&[short.as_slice(), &[jobs]].concat()).stdout;
    let one = with("1");
    assert_eq!(one, with("2"));
    assert_eq!(one, with("5"));
}

#[test]
fn a_tuning_that_was_killed_again_and_again_ends_as_if_it_never_was() {
    let (whole, killed) = (fresh("tune-whole.json"), fresh("tune-killed.json"));
    let paths = [&whole, &killed].map(|path| path.to_str().expect("the path is text"));
    let long = |path| ["--iterations", "1200", "--pairs", "4", "--jobs", "1", "--state", path];
    let expected = tune(&long(paths[0])).stdout;
    let mut kills = 0;
    while kills < 3 {
        let before = done(&killed);
        let child = start(&long(paths[1]));
        until("a step is made", || done(&killed) != before);
        drop(child);
        assert!(before < done(&killed), "it went on");
        if done(&killed) == 1200 {
            break;
        }
        kills += 1;
    }
    assert!(0 < kills, "it was killed on its way");
    assert_eq!(tune(&long(paths[1])).stdout, expected);
    assert_eq!(fs::read(&killed).unwrap(), fs::read(&whole).unwrap());
    assert_eq!(tune(&long(paths[1])).stdout, expected, "what is done stays so");
}

#[test]
fn a_state_goes_on_with_its_own_question_only() {
    let path = fresh("tune-own.json");
    let state = path.to_str().expect("the path is text");
    let short = ["--iterations", "2", "--pairs", "1", "--state", state];
    tune(&short);
    let bytes = fs::read(&path).unwrap();
    for (more, message) in [
        (["--iterations", "3", "--pairs", "1"], "number of iterations is 2, not 3"),
        (["--iterations", "2", "--pairs", "2"], "number of pairs is 1, not 2"),
    ] {
        let words = question(&[more.as_slice(), &["--state", state]].concat());
        let answer = agon(&words);
        assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{}", answer.err);
        assert!(answer.err.contains(message), "{}", answer.err);
    }
    assert_eq!(fs::read(&path).unwrap(), bytes);
    fs::write(&path, "{}").unwrap();
    let answer = agon(&question(&short));
    assert_eq!(answer.code, 2);
    assert!(answer.err.contains("no state of a tuning"), "{}", answer.err);
}

#[test]
fn an_impossible_tuning_is_refused_with_the_reason() {
    for (game, player, more, message) in [
        ("nim", "alpha-beta", &[][..], "declares no features"),
        ("pig", "random", &[], "no option `heuristic`"),
        ("chinese-checkers", "max-n", &[], "which need two"),
        ("othello", "alpha-beta(time=100)", &[], "looks at a clock"),
        ("othello", "alpha-beta(threads=2, table=1MB)", &[], "searches with several threads"),
        ("othello", "alpha-beta", &["--start", "cornrs=1"], "did you mean `corners`?"),
        ("othello", "alpha-beta", &["--start", "corners=x"], "a number for `corners`"),
        ("othello", "alpha-beta", &["--against", "minimx"], "did you mean `minimax`?"),
        ("othelo", "alpha-beta", &[], "did you mean `othello`?"),
    ] {
        let answer = agon(&[&["tune", game, "--player", player], more].concat());
        assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{game}, {player}");
        assert!(answer.err.contains(message), "{game}, {player}: {}", answer.err);
    }
}

#[test]
fn the_answer_names_a_player_that_beats_the_one_it_began_as() {
    let words = ["tune", "othello(size=6)", "--player", "minimax(depth=1)", "--json"];
    let start = ["--start", "mobility=-1,corners=-1,discs=-1"];
    let size = ["--iterations", "60", "--pairs", "4", "--match-pairs", "50"];
    let document = agon(&[words.as_slice(), &start, &size].concat()).json();
    let top = ["game", "games", "heuristic", "iterations", "match", "pairs", "player"];
    let top = [top.as_slice(), &["random_plies", "schema", "seed", "weights"]].concat();
    assert_eq!(keys(&document), top);
    assert_eq!(document["schema"], "agon.tuning/1");
    assert_eq!(document["games"], 480);
    let names: Vec<&Value> = document["weights"].as_array().unwrap().iter().map(|weight| &weight["feature"]).collect();
    assert_eq!(names, ["mobility", "corners", "discs"]);
    let met = &document["match"];
    assert!(0.0 < met["low"].as_f64().unwrap(), "{met}");
    let player = document["player"].as_str().unwrap();
    assert!(player.contains(document["heuristic"].as_str().unwrap()), "{player}");
    let answer = agon(&["analyse", "othello(size=6)", "--player", player]);
    assert_eq!(answer.code, 0, "{}", answer.err);
}
