//! `agon learn`, and players that go by what was learned.

use std::{
    fs,
    path::{Path, PathBuf},
    thread,
    time::Instant,
};

use agon_arena::ask::sha256;
use rustix::process::{Pid, Signal, kill_process};

use crate::{
    command::{agon, command},
    started::{Started, until},
};

/// A folder of its own for a test, empty.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("learn").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for tests can be made");
    folder
}

pub(crate) fn path(folder: &Path, name: &str) -> String {
    folder.join(name).display().to_string()
}

#[test]
fn an_interrupted_or_killed_run_resumes_to_the_same_bytes() {
    resumes_to_the_same_bytes(
        "interrupted",
        "8000",
        "last",
        &[(Signal::INT, Some(130)), (Signal::TERM, Some(130)), (Signal::KILL, None)],
    );
}

#[test]
fn so_does_one_that_keeps_the_best() {
    resumes_to_the_same_bytes("best", "4000", "best", &[(Signal::INT, Some(130)), (Signal::KILL, None)]);
}

/// Learns `games` games, and once more with each of these signals in the midst, by which it ends with a code.
fn resumes_to_the_same_bytes(name: &str, games: &str, keep: &str, signals: &[(Signal, Option<i32>)]) {
    let folder = folder(name);
    let (whole, broken) = (path(&folder, "whole.agon"), path(&folder, "broken.agon"));
    let state = format!("{broken}.learning");
    let words = ["learn", "othello(size=6)", "--games", games, "--unmeasured"];
    let learn = |more: &[&str]| agon(&[&words[..], more].concat());
    let new = ["-j", "1", "--keep", keep];
    let begun = Instant::now();
    let all = learn(&[&new[..], &["-o", &whole]].concat());
    assert_eq!((all.code, all.err.is_empty()), (0, keep == "last"), "{}", all.err);
    // Well inside what it takes, on a machine of whatever speed.
    let pause = begun.elapsed() / 6;
    // Whether `signal` met it while it learned, and how it ended. Each try is sooner than the one before.
    let interrupted = |signal, tried: u32| {
        let mut child = Started::new(&mut command(&[&words[..], &new, &["-o", &broken]].concat()));
        until("it is begun", || {
            assert!(child.try_wait().expect("it can be asked").is_none(), "it is begun");
            Path::new(&state).exists()
        });
        thread::sleep(pause / (1 << tried));
        kill_process(Pid::from_child(&child), signal).expect("nobody has waited for it");
        let code = child.ended().code();
        (code != Some(0)).then_some(code)
    };
    for &(signal, code) in signals {
        let ended = (0..8).find_map(|tried| interrupted(signal, tried));
        let ended = ended.expect("it is met in the middle");
        assert_eq!(ended, code, "{signal:?}");
        assert!(Path::new(&state).exists());
        // Nothing is lost by a command that does not say whether to go on.
        let refused = learn(&["-o", &broken]);
        assert_eq!(refused.code, 2);
        assert!(refused.err.contains("go on with --resume"), "{}", refused.err);
        let gone_on = learn(&["--resume", &broken, "-j", "3"]);
        assert_eq!(gone_on.code, 0, "{}", gone_on.err);
        assert!(fs::read(&whole).ok() == fs::read(&broken).ok(), "{signal:?}");
        // The next signal finds nothing begun.
        for file in [&broken, &state] {
            fs::remove_file(file).expect("both stay");
        }
    }
}

#[test]
fn the_best_evaluation_is_the_result_and_says_which_one_it_is() {
    let folder = folder("kept");
    let (best, then) = (path(&folder, "best.agon"), path(&folder, "then.agon"));
    let words = ["learn", "tic-tac-toe", "--unmeasured", "--keep", "best", "-o", &best];
    let learned = agon(&[&words[..], &["--games", "3000", "--json"]].concat());
    assert_eq!(learned.code, 0, "{}", learned.err);
    let document = learned.json();
    let number = |value: &serde_json::Value| value.as_u64().expect("a number");
    let games = number(&document["games"]);
    let kept = &document["best"];
    assert_eq!((number(&document["played"]), number(&kept["games"]), number(&kept["matches"])), (3000, games, 2));
    assert!([1024, 2048, 3000].contains(&games), "{document}");
    let last = &kept["last"];
    assert_eq!((number(&last["games"]), number(&last["played"])), (3000, 200));
    let figures = ["low", "value", "high"].map(|key| last[key].as_f64().expect("a number"));
    assert!(figures.is_sorted(), "{last}");
    assert_eq!(last["taken"].as_bool(), Some(0.5 <= figures[1]));
    assert_eq!(games == 3000, 0.5 <= figures[1]);
    assert_eq!(learned.err.lines().count(), 1, "the match after 2,048 games: {}", learned.err);
    // It is the file of a learning that ended there.
    let games = games.to_string();
    assert_eq!(agon(&["learn", "tic-tac-toe", "--unmeasured", "--games", &games, "-o", &then]).code, 0);
    assert!(fs::read(&best).ok() == fs::read(&then).ok());
    // In words, and on from there, by what its state says.
    let resumed = agon(&["learn", "tic-tac-toe", "--unmeasured", "--resume", &best, "--games", "4000"]);
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert!(
        resumed.out.contains("  the best of 4,000 games, by ") && resumed.out.contains(" 3 matches"),
        "{}",
        resumed.out
    );
    assert!(resumed.err.contains("the evaluation after 3,072 games makes "), "{}", resumed.err);
    let refused = agon(&["learn", "tic-tac-toe", "--resume", &best, "--keep", "best"]);
    assert_eq!((refused.code, refused.err.contains("cannot be given together")), (2, true), "{}", refused.err);
    let refused = agon(&["learn", "othello", "--model", "weights", "--keep", "best"]);
    assert_eq!(
        (refused.code, refused.err.contains("the best of named weights is not kept")),
        (2, true),
        "{}",
        refused.err
    );
}

#[test]
fn a_finished_learning_goes_on_to_the_same_bytes() {
    let folder = folder("finished");
    let (whole, part) = (path(&folder, "whole.agon"), path(&folder, "part.agon"));
    let learn = |more: &[&str]| {
        let words = ["learn", "othello(size=4)", "--unmeasured"];
        agon(&[&words[..], more].concat())
    };
    let done = |more: &[&str]| {
        let answer = learn(more);
        assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{more:?}");
        answer.out
    };
    for kind in ["tables", "compact"] {
        done(&["--model", kind, "--games", "300", "-o", &whole, "--force"]);
        // In the midst of a generation, at its end, and once more.
        done(&["--model", kind, "--games", "100", "-o", &part, "--force", "-j", "1"]);
        for games in ["101", "160", "171", "300"] {
            let said = done(&["--resume", &part, "--games", games, "-j", "2"]);
            assert!(said.contains(&format!("othello(size=4): {games} games")), "{said}");
        }
        assert!(fs::read(&whole).ok() == fs::read(&part).ok(), "{kind}");
    }
    // The seed stands in its state.
    done(&["--seed", "7", "--games", "300", "-o", &whole, "--force"]);
    done(&["--seed", "7", "--games", "100", "-o", &part, "--force"]);
    done(&["--resume", &part, "--games", "200"]);
    done(&["--resume", &part, "--games", "300", "--seed", "7"]);
    assert!(fs::read(&whole).ok() == fs::read(&part).ok());
    // By the clock it learns from more.
    done(&["--resume", &part, "--minutes", "0.001"]);
    let shown = agon(&["show", "--model", &part, "--json"]).json();
    assert!(300 < shown["games"].as_u64().expect("a number"), "{shown}");
}

#[test]
fn what_was_learned_is_replaced_by_force_only() {
    let folder = folder("force");
    let file = path(&folder, "one.agon");
    let state = format!("{file}.learning");
    let learn = |game: &str, more: &[&str]| agon(&[&["learn", game, "--unmeasured", "--json"], more].concat());
    let read = || [&file, &state].map(|file| fs::read(file).ok());
    let refused = |code: i32, game: &str, more: &[&str], said: &[&str]| {
        let before = read();
        let answer = learn(game, more);
        assert_eq!(answer.code, code, "{more:?}: {}", answer.err);
        for said in said {
            assert!(answer.err.contains(said), "{more:?}: {said}: {}", answer.err);
        }
        assert_eq!(answer.err.lines().count(), 1, "{}", answer.err);
        assert!(before == read(), "{more:?}");
    };
    let games = |answer: crate::command::Answer| {
        assert_eq!(answer.code, 0, "{}", answer.err);
        answer.json()["games"].as_u64()
    };
    assert_eq!(games(learn("nim", &["--games", "40", "-o", &file])), Some(40));
    let resume = format!("go on with --resume {file}, ");
    let others = "name another file with -o, or say --force";
    let over = ["--games", "50", "-o", &file];
    refused(2, "nim", &over, &["an evaluation is there (nim, 40 games, seed 1)", &resume, others]);
    // It goes on with the same settings only.
    for (game, more) in [("tic-tac-toe", &[][..]), ("nim", &["--seed", "2"])] {
        let answer = learn(game, &[&over, more].concat());
        assert_eq!(answer.code, 2);
        assert!(answer.err.contains(others) && !answer.err.contains("--resume"), "{}", answer.err);
    }
    // No more games than it has.
    for most in ["40", "39", "1"] {
        let said = ["has learned from 40 games already", "accepted: more than", "--minutes"];
        refused(2, "nim", &["--resume", &file, "--games", most], &said);
    }
    refused(2, "nim", &["--resume", &file, "--seed", "2"], &["its seed is 1, not 2"]);
    refused(2, "nim", &["--resume", &file, "--seed", "0"], &["its seed is 1, not 0"]);
    refused(2, "tic-tac-toe", &["--resume", &file], &["its game is nim, not tic-tac-toe"]);
    assert_eq!(games(learn("nim", &["--games", "50", "-o", &file, "--force"])), Some(50));

    // A better evaluation that somebody has put in its place is not lost.
    let better = path(&folder, "better.agon");
    assert_eq!(games(learn("nim", &["--games", "500", "-o", &better])), Some(500));
    fs::copy(&better, &file).expect("it can be copied");
    let resume = ["--resume", &file, "--games", "600"];
    refused(2, "nim", &resume, &["nim, 500 games, seed 1", "48 games", "move it away"]);
    assert_eq!(games(learn("nim", &[&resume[..], &["--force"]].concat())), Some(600));

    // Without its state it stays as it is.
    fs::remove_file(&state).expect("it stays");
    refused(1, "nim", &["--resume", &file], &["without the state", &state, "accepted: "]);
    refused(2, "nim", &["-o", &file], &["an evaluation is there", others]);
    // Without the evaluation the state is enough.
    assert_eq!(games(learn("nim", &["--games", "30", "-o", &file, "--force"])), Some(30));
    fs::remove_file(&file).expect("it was written");
    refused(2, "nim", &["-o", &file], &["the state of a learning is here", "go on with --resume"]);
    assert_eq!(games(learn("nim", &["--resume", &file, "--games", "60"])), Some(60));
    // Whatever it is.
    fs::write(&file, "a letter").expect("it can be written");
    refused(2, "nim", &["-o", &file], &["another file is there", "or say --force"]);
    refused(2, "nim", &["--resume", &file], &["no evaluation", "move it away"]);
}

/// A state with a weight that has grown beyond all numbers.
#[test]
fn weights_that_are_no_numbers_are_not_written() {
    let folder = folder("unbounded");
    let file = path(&folder, "one.agon");
    let state = format!("{file}.learning");
    let learn = |more: &[&str]| agon(&[&["learn", "nim", "--unmeasured"], more].concat());
    for (kind, weight) in [("tables", f32::INFINITY), ("net", f32::NAN)] {
        let begun = learn(&["--model", kind, "--games", "32", "-o", &file, "--force"]);
        assert_eq!(begun.code, 0, "{}", begun.err);
        let bytes = fs::read(&state).expect("it stays");
        let end = bytes.iter().position(|&byte| byte == b'\n').expect("a line");
        let (head, numbers) = bytes.split_at(end);
        let mut numbers = numbers[1..].to_vec();
        let old = sha256(&numbers);
        numbers[..4].copy_from_slice(&weight.to_le_bytes());
        let head = String::from_utf8_lossy(head).replace(&old, &sha256(&numbers));
        fs::write(&state, [head.as_bytes(), b"\n", &numbers].concat()).expect("it can be written");
        let read = || [&file, &state].map(|file| fs::read(file).expect("it is there"));
        let before = read();
        let refused = learn(&["--resume", &file, "--games", "48"]);
        assert_eq!((refused.code, refused.out.as_str()), (1, ""));
        assert!(refused.err.contains("after 32 games a weight is no number"), "{}", refused.err);
        assert_eq!(refused.err.lines().count(), 1, "{}", refused.err);
        assert!(before == read(), "{kind}");
        assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 2);
    }
}

#[test]
fn players_go_by_a_file_and_journals_keep_its_hash() {
    let folder = folder("journal");
    let file = path(&folder, "ttt.agon");
    let learned = agon(&["learn", "tic-tac-toe", "--games", "500", "-o", &file, "--unmeasured", "--json"]);
    let document = learned.json();
    let hash = document["sha256"].as_str().expect("a hash").to_owned();
    assert_eq!(document["games"], 500);
    let player = format!("greedy(heuristic=learned(\"{file}\"))");
    let journal = path(&folder, "j.journal");
    let run = ["run", "-g", "tic-tac-toe", "-p", &player, "-p", "random", "-n", "5"];
    let ran = agon(&[&run[..], &["--journal", &journal]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains(&hash));
    assert_eq!(agon(&["verify", &journal]).code, 0);
    let analysed = agon(&["analyse", "tic-tac-toe", "-p", &player, "--json"]).json();
    assert!(analysed.to_string().contains(&hash));
    let tree = agon(&["tree", "tic-tac-toe", "-p", &format!("alpha-beta(depth=2, heuristic=learned(\"{file}\"))")]);
    assert_eq!(tree.code, 0, "{}", tree.err);
    let shown = agon(&["show", "--model", &file, "--json"]).json();
    assert_eq!(shown["sha256"].as_str(), Some(hash.as_str()));
    assert_eq!(shown["patterns"][0][0].as_array().map(Vec::len), Some(9));
    assert!(agon(&["show", "--model", &file]).out.contains("500 games, seed 1"));

    // A report never needs the file; who plays again does, and takes no other.
    fs::remove_file(&file).expect("it was written");
    assert_eq!(agon(&["report", &journal]).code, 0);
    let verified = agon(&["verify", &journal]);
    assert_eq!(verified.code, 1, "{}", verified.err);
    assert!(verified.err.contains("cannot be asked again without it"), "{}", verified.err);
    assert_eq!(agon(&["learn", "tic-tac-toe", "--games", "16", "-o", &file, "--unmeasured", "--force"]).code, 0);
    let verified = agon(&["verify", &journal]);
    assert_eq!(verified.code, 2);
    assert!(verified.err.contains("another file than the one of the term"), "{}", verified.err);
}

#[cfg(feature = "models")]
#[test]
fn a_model_comes_with_some_games_and_journals_keep_its_hash() {
    let folder = folder("shipped");
    let shown = agon(&["show", "othello", "--model", "learned", "--json"]).json();
    let hash = shown["sha256"].as_str().expect("a hash").to_owned();
    assert_eq!(shown["game"], "othello");
    let journal = path(&folder, "j.journal");
    let player = "strong(nodes=200, heuristic=learned)";
    let run = ["run", "-g", "othello", "-g", "nim", "-p", player, "-p", "random", "-n", "2"];
    let ran = agon(&[&run[..], &["--journal", &journal]].concat());
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("leave it out") || ran.err.contains("only with"), "{}", ran.err);
    let ran = agon(&[&run[..], &["--skip-unsupported", "--journal", &journal]].concat());
    assert_eq!(ran.code, 2, "nobody is left at nim: {}", ran.err);
    let run = ["run", "-g", "othello", "-p", player, "-p", "random", "-n", "2"];
    let ran = agon(&[&run[..], &["--journal", &journal]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let kept = fs::read(&journal).expect("it was written");
    assert!(String::from_utf8_lossy(&kept).contains(&hash));
    assert_eq!(agon(&["verify", &journal]).code, 0);
    // Strong uses it unasked.
    let chosen = agon(&["players", "strong", "--game", "othello"]).out;
    let term = format!(", heuristic=learned(\"othello.agon\",sha256={hash}))");
    assert!(chosen.contains("the model that comes with the game judges positions"), "{chosen}");
    assert!(chosen.trim_end().ends_with(&term), "{chosen}");
    let strong = path(&folder, "strong.journal");
    let named = chosen.lines().last().expect("a term").replace("nodes=100000", "nodes=200");
    let run = ["run", "-g", "othello", "-p", "strong(nodes=200)", "-p", "random", "-n", "2"];
    assert_eq!(agon(&[&run[..], &["--journal", &strong]].concat()).code, 0);
    let kept = fs::read(&strong).expect("it was written");
    assert!(String::from_utf8_lossy(&kept).contains(&hash));
    assert_eq!(agon(&["verify", &strong]).code, 0);
    let by_name = path(&folder, "named.journal");
    let run = ["run", "-g", "othello", "-p", &named, "-p", "random", "-n", "2"];
    assert_eq!(agon(&[&run[..], &["--journal", &by_name]].concat()).code, 0);
    assert_eq!(agon(&["verify", &by_name]).code, 0);
    let kept = fs::read(&by_name).expect("it was written");
    assert!(!String::from_utf8_lossy(&kept).contains("\"model\""), "the term says it");

    let unasked = path(&folder, "unasked.journal");
    let run = ["run", "-g", "othello", "-p", "greedy", "-p", "random", "-n", "2"];
    assert_eq!(agon(&[&run[..], &["--journal", &unasked]].concat()).code, 0);
    let kept = fs::read(&unasked).expect("it was written");
    assert!(!String::from_utf8_lossy(&kept).contains("model"), "tournaments keep their texts");

    let names = |game: &str| agon(&["games", game]).out;
    assert!(names("othello").lines().any(|line| line.starts_with("  learned ")));
    assert!(!names("othello(size=6)").lines().any(|line| line.starts_with("  learned ")));
    let by = "greedy(heuristic=learned)";
    for (words, said) in [
        (vec!["analyse", "nim", "-p", by], "no model comes with this game, only with"),
        (vec!["analyse", "othello(size=6)", "-p", by], "comes with it is for othello"),
        (vec!["show", "nim", "--model", "learned"], "nim: no model comes with it"),
        (vec!["show", "othello", "--model", "x.agon"], "a file is shown without a game"),
    ] {
        let answer = agon(&words);
        assert_eq!(answer.code, 2, "{words:?}: {}", answer.err);
        assert!(answer.err.contains(said), "{words:?}: {}", answer.err);
        assert_eq!(answer.err.lines().count(), 1, "{}", answer.err);
    }
}

#[test]
fn a_compact_file_is_shown_and_gone_by() {
    let folder = folder("compact");
    let (whole, small) = (path(&folder, "whole.agon"), path(&folder, "small.agon"));
    let learn = |file: &str, more: &[&str]| {
        let words = ["learn", "tic-tac-toe", "--games", "500", "-o", file, "--unmeasured"];
        assert_eq!(agon(&[&words[..], more].concat()).code, 0);
        fs::metadata(file).expect("it was written").len()
    };
    assert!(learn(&small, &["--model", "compact"]) < learn(&whole, &[]) / 3);
    assert!(agon(&["show", "--model", &small]).out.contains("whole multiples of 0."));
    let step = |file: &str| agon(&["show", "--model", file, "--json"]).json()["step"].clone();
    assert!(step(&small).is_number() && step(&whole).is_null());
    let player = format!("greedy(heuristic=learned(\"{small}\"))");
    assert_eq!(agon(&["analyse", "tic-tac-toe", "-p", &player]).code, 0);
}

#[test]
fn errors_of_learning_and_of_models_are_one_sentence() {
    let folder = folder("refused");
    let text = path(&folder, "text.agon");
    fs::write(&text, "this is a text, and long enough").expect("it can be written");
    let by = |file: &str| format!("greedy(heuristic=learned(\"{file}\"))");
    let state = format!("{}.learning", path(&folder, "none.agon"));
    for (words, code, said) in [
        (vec!["learn", "kuhn"], 2, "hides something"),
        (vec!["learn", "tree"], 2, "neither what lies on its places"),
        (vec!["learn", "nim", "--minutes", "0"], 2, "accepted: minutes from"),
        (vec!["learn", "nim", "-o", "/nowhere/x.agon", "--games", "1"], 1, "there is no folder /nowhere"),
        (vec!["learn", "nim", "--resume", state.strip_suffix(".learning").unwrap_or("")], 1, "there is no such file"),
        (vec!["show", "--model", &text], 2, "this is no learned evaluation"),
        (vec!["analyse", "nim", "-p", &by("nowhere.agon")], 1, "nowhere.agon"),
        (vec!["analyse", "nim", "-p", &by(&text)], 2, "this is no learned evaluation"),
    ] {
        let answer = agon(&words);
        assert_eq!(answer.code, code, "{words:?}: {}", answer.err);
        assert!(answer.err.contains(said), "{words:?}: {}", answer.err);
        assert_eq!(answer.err.lines().count(), 1, "{}", answer.err);
    }
}

#[test]
fn named_weights_are_printed_as_a_heuristic() {
    let words = ["learn", "othello(size=6)", "--model", "weights", "--games", "200", "--unmeasured"];
    let learn = |more: &[&str]| agon(&[&words[..], more].concat());
    let one = learn(&["--json", "-j", "1"]);
    assert_eq!((one.code, one.err.as_str()), (0, ""));
    assert_eq!(one.out, learn(&["--json", "-j", "3"]).out);
    let document = one.json();
    assert_eq!((&document["file"], &document["games"]), (&serde_json::Value::Null, &200.into()));
    let heuristic = document["heuristic"].as_str().expect("a term");
    assert!(heuristic.starts_with("weights(mobility="), "{heuristic}");
    assert!(learn(&[]).out.contains(&format!("heuristic={heuristic}")));
    let player = format!("alpha-beta(depth=2, heuristic={heuristic})");
    assert_eq!(agon(&["analyse", "othello(size=6)", "-p", &player]).code, 0);
    for (words, said) in [
        (vec!["learn", "tree", "--model", "weights"], "declares no features to be weighed; those that do: "),
        (vec!["learn", "othello", "--model", "weights", "-o", "x.agon"], "there is no file to be written"),
        (vec!["learn", "othello", "--model", "weight"], "weights"),
    ] {
        let answer = agon(&words);
        assert_eq!(answer.code, 2, "{words:?}: {}", answer.err);
        assert!(answer.err.contains(said), "{words:?}: {}", answer.err);
    }
}

#[test]
fn games_that_exist_are_learned_from_whole_or_in_parts() {
    let folder = folder("from");
    let place = |name: &str| path(&folder, name);
    let run = |more: &[&str]| {
        let words = ["run", "-g", "othello(size=4)", "-g", "tic-tac-toe", "-p", "greedy", "-p", "random", "-n", "20"];
        let answer = agon(&[&words[..], more].concat());
        assert_eq!(answer.code, 0, "{}", answer.err);
    };
    let [whole, one, two] = ["whole.journal", "1.journal", "2.journal"].map(place);
    run(&["--journal", &whole]);
    run(&["--shard", "1/2", "--journal", &one]);
    run(&["--shard", "2/2", "--journal", &two]);
    let learn = |name: &str, more: &[&str]| {
        let file = place(name);
        let words = ["learn", "othello(size=4)", "--unmeasured", "--json", "-o", &file];
        let answer = agon(&[&words[..], more].concat());
        assert_eq!(answer.code, 0, "{}", answer.err);
        (answer.json(), fs::read(&file).expect("it was written"), answer.err)
    };
    let (document, bytes, said) = learn("a.agon", &["-j", "1", "--from", &whole]);
    assert_eq!((&document["games"], &document["read"]), (&40.into(), &40.into()));
    assert_eq!(document["left_out"][0]["what"], "of other games");
    assert_eq!(document["left_out"][0]["games"], 40);
    assert!(said.contains("40 games learned from; left out: 40 of other games"), "{said}");
    assert!(learn("b.agon", &["-j", "3", "--from", &two, &one]).1 == bytes);
    // It goes on by itself where it is asked to, and learns other games than without.
    let (more, further, _) = learn("c.agon", &["--from", &whole, "--games", "72"]);
    assert_eq!((&more["games"], &more["read"]), (&72.into(), &40.into()));
    assert!(further != bytes);
    assert!(agon(&["show", "--model", &place("c.agon")]).out.contains("72 games (40 of others), seed 1"));
    let weights = agon(&["learn", "othello(size=4)", "--model", "weights", "--unmeasured", "--from", &whole]);
    assert!(weights.out.contains("heuristic=weights("), "{}{}", weights.out, weights.err);

    // Games without information are left out; if all are, the command says so.
    let short = place("short.journal");
    fs::write(
        folder.join("short.toml"),
        "games = ['othello(size=4)']\nplayers = ['greedy', 'random']\nopenings = 2\nmax-plies = 5\n",
    )
    .expect("it can be written");
    assert_eq!(agon(&["run", &place("short.toml"), "--journal", &short]).code, 0);
    for (words, code, why) in [
        (
            vec!["othello(size=4)", "--from", &short],
            2,
            "no game of othello(size=4) to learn from; left out: 4 cut short",
        ),
        (vec!["nim", "--from", &whole], 2, "no game of nim to learn from; left out: 80 of other games"),
        (vec!["othello(size=4)", "--from", "nowhere.journal"], 1, "nowhere.journal"),
        (vec!["kuhn", "--from", &whole], 2, "hides something"),
    ] {
        let answer = agon(&[&["learn", "-o", "never.agon"], &words[..]].concat());
        assert_eq!(answer.code, code, "{words:?}: {}", answer.err);
        assert!(answer.err.contains(why), "{words:?}: {}", answer.err);
        assert!(!Path::new("never.agon.learning").exists());
    }
}

#[test]
fn a_net_is_learned_shown_and_gone_on_with_and_its_options_belong_to_it() {
    let folder = folder("net");
    let (net, whole) = (path(&folder, "net.agon"), path(&folder, "whole.agon"));
    let learn = |more: &[&str]| agon(&[&["learn", "othello(size=4)", "--unmeasured"][..], more].concat());
    let settings = ["--model", "net", "--hidden", "16", "--residual", "--depth", "2"];
    let learned = |file: &str, games: &str| {
        let all = learn(&[&settings[..], &["-o", file, "--games", games]].concat());
        assert_eq!(all.code, 0, "{}", all.err);
    };
    learned(&net, "40");
    learned(&whole, "96");
    // What it is stands in its state.
    let gone_on = learn(&["--resume", &net, "--games", "96"]);
    assert_eq!(gone_on.code, 0, "{}", gone_on.err);
    assert!(fs::read(&net).ok() == fs::read(&whole).ok());
    let shown = agon(&["show", "--model", &net]);
    for words in ["net       16 hidden units that see 16 places, upon the usual heuristic", "empty board most:"] {
        assert!(shown.out.contains(words), "{}", shown.out);
    }
    let json = agon(&["show", "--model", &net, "--json"]);
    for words in ["\"hidden\":16", "\"residual\":true", "\"depth\":2"] {
        assert!(json.out.contains(words), "{}", json.out);
    }
    let player = format!("greedy(heuristic=learned(\"{net}\"))");
    let run = ["run", "-g", "othello(size=4)", "-p", &player, "-p", "random", "-n", "2", "--no-journal"];
    assert_eq!(agon(&run).code, 0);
    for (words, why) in [
        (&["--hidden", "16"][..], "--hidden belongs to a net: accepted with --model net"),
        (&["--residual"], "--residual belongs to a net: accepted with --model net"),
        (&["--model", "net", "--hidden", "12"], "accepted: a multiple of 8, from 8 to 256"),
        (&["--model", "weights", "--depth", "2"], "looks one move ahead"),
        (&["--depth", "7"], "accepted: a whole number, 1 to 6"),
        (&["--resume", &net, "--hidden", "16"], "--resume cannot be given together with --hidden"),
    ] {
        let refused = learn(words);
        assert_eq!(refused.code, 2, "{words:?}: {}", refused.err);
        assert!(refused.err.contains(why), "{words:?}: {}", refused.err);
    }
}
