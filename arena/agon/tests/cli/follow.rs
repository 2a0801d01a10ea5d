//! Certificates are read back: players follow them, and what they say can be exploited by nobody more than they claim.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::command::agon;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("follow").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made there");
    folder
}

/// The certificate that these words write.
fn certificate(name: &str, words: &[&str]) -> String {
    let path = folder(name).join("a.certificate").display().to_string();
    let solved = agon(&[&["solve"], words, &["--certificate", &path]].concat());
    assert_eq!(solved.code, 0, "{}", solved.err);
    path
}

/// The result of games of two players from the start, and how the first does.
fn played(game: &str, players: [&str; 2], more: &[&str]) -> (Value, Value) {
    let words = ["run", "-g", game, "-p", players[0], "-p", players[1], "--random-plies", "0", "--json"];
    let said = agon(&[&words[..], more].concat());
    assert!(matches!(said.code, 0 | 3), "{}", said.err);
    let result: Value = serde_json::from_str(&said.out).unwrap();
    let name = &result["players"][0]["name"];
    let standings = result["sections"][0]["standings"].as_array().unwrap();
    let row = standings.iter().find(|row| row["name"] == *name).unwrap().clone();
    (result, row)
}

#[test]
fn who_follows_a_solved_game_never_loses_and_journals_need_no_file() {
    let path = certificate("never-loses", &["tic-tac-toe"]);
    let journal = Path::new(&path).with_file_name("a.journal").display().to_string();
    let follow = format!("follow(\"{path}\")");
    let (result, row) = played("tic-tac-toe", [&follow, "random"], &["-n", "200", "--journal", &journal]);
    let of = |row: &Value| ["wins", "draws", "losses"].map(|key| row[key].as_u64().unwrap());
    let [wins, draws, losses] = of(&row);
    assert_eq!((losses, result["faults"].as_array().unwrap().len()), (0, 0));
    assert!(200 < wins && wins + draws == 400, "{wins} {draws}");
    // Both seats keep what they are sure of against each other.
    let (_, row) = played("tic-tac-toe", [&follow, "perfect"], &["-n", "20", "--no-journal"]);
    assert_eq!(of(&row), [0, 40, 0]);
    // Tables have its beginning; the term in the document is whole.
    let words = ["run", "-g", "tic-tac-toe", "-p", &follow, "-p", "random", "-n", "2", "--no-journal"];
    let table = agon(&words);
    let longest = table.out.lines().map(|line| line.chars().count()).max();
    assert!(table.code == 0 && longest < Some(300), "{longest:?}\n{}", table.out);
    assert!(table.out.contains("follow(certificate=\"") && table.out.contains('…'), "{}", table.out);
    // A journal has what was followed.
    fs::remove_file(&path).unwrap();
    let said = agon(&["verify", &journal]);
    assert!(said.code == 0 && said.out.contains("all as recorded"), "{}{}", said.out, said.err);
    assert!(!said.out.contains("On trust"), "{}", said.out);
}

#[test]
fn an_equilibrium_is_followed_and_exploited_as_it_claims() {
    let path = certificate("exploited", &["kuhn", "--method", "cfr", "-i", "100"]);
    let claimed: Value = serde_json::from_str(fs::read_to_string(&path).unwrap().lines().nth(1).unwrap()).unwrap();
    let number = |value: &Value| {
        let (over, under) = value.as_str().unwrap().split_once('/').unwrap();
        over.parse::<f64>().unwrap() / under.parse::<f64>().unwrap()
    };
    let found = agon(&["analyse", "kuhn", "--exploit", &path, "--strategy", "--json"]).json();
    let gained = 2.0 * found["exploitability"].as_f64().unwrap();
    assert!((gained - number(&claimed["nash_conv"])).abs() < 1e-12 && 0.0 < gained, "{gained} {claimed}");
    assert!((found["values"][0].as_f64().unwrap() - number(&claimed["values"][0])).abs() < 1e-12);
    assert_eq!(found["strategy"].as_array().unwrap().len(), 12);
    let by_name = agon(&["analyse", "kuhn", "--exploit", &format!("follow(\"{path}\")"), "--strategy", "--json"]);
    assert_eq!(by_name.json(), found);
    // The text stands in the term, and people see its beginning.
    let shown = agon(&["analyse", "kuhn", "--exploit", &path]).out;
    assert!(shown.lines().all(|line| line.len() < 160) && shown.contains("…"), "{shown}");
    // Its moves are drawn, and none is a fault; at random one loses to it.
    let journal = Path::new(&path).with_file_name("a.journal").display().to_string();
    let (result, row) =
        played("kuhn", [&format!("follow(\"{path}\")"), "random"], &["-n", "2000", "--journal", &journal]);
    assert!(result["faults"].as_array().unwrap().is_empty() && 0.05 < row["mean_payoff"].as_f64().unwrap(), "{row}");
    assert_eq!(agon(&["verify", &journal]).code, 0);
}

#[test]
fn what_is_not_written_is_not_played() {
    // The first seat wins, and of the second nothing is shown.
    let path = certificate("silent", &["nim(heaps=1+2)", "--method", "search"]);
    let follow = format!("follow(\"{path}\")");
    let (result, row) = played("nim(heaps=1+2)", [&follow, "random"], &["-n", "10", "--no-journal"]);
    assert_eq!((&row["wins"], &row["losses"]), (&10.into(), &10.into()), "{row}");
    let fault = &result["faults"][0];
    assert!(fault["detail"].as_str().unwrap().contains("says nothing of"), "{fault}");
    for (game, player, why) in [
        ("nim(heaps=1+2)", "follow".to_owned(), "it does not say what it follows"),
        ("nim(heaps=1+2, misere=true)", follow.clone(), "its certificate is of nim(heaps=1+2)"),
        ("tic-tac-toe", follow.clone(), "its certificate is of nim(heaps=1+2)"),
        ("nim(heaps=1+2)", format!("follow(\"{path}.gone\")"), "a.certificate.gone"),
        ("nim(heaps=1+2)", "follow(\"(x)\")".to_owned(), "its certificate is broken"),
        ("nim(heaps=1+2)", "follow(\"({})\")".to_owned(), "line 1 of its certificate: missing field"),
        ("nim(heaps=1+2)", "follow(\"()\")".to_owned(), "its certificate is empty"),
    ] {
        let said = agon(&["analyse", game, "-p", &player]);
        assert!(said.code == 2 && said.err.contains(why), "{game} {player}: {} {}", said.code, said.err);
    }
    let said = agon(&["analyse", "kuhn", "--exploit", &path]);
    assert!(said.code == 2 && said.err.contains("is of nim(heaps=1+2)"), "{}", said.err);
}

#[test]
fn proofs_by_search_are_certified() {
    for (name, game, method, claims) in [
        ("four", "connect-four(5, 4)", "search", 2),
        ("heaps", "nim(heaps=3+4+5)", "pns", 1),
        ("hex", "hex(size=3)", "search", 1),
    ] {
        let path = certificate(name, &[game, "--method", method]);
        let said = agon(&["verify", &path, "--json"]).json();
        assert_eq!(said["claims"].as_array().unwrap().len(), claims, "{game}");
    }
    let path = folder("refused").join("a").display().to_string();
    let few = agon(&["solve", "connect-four(5, 4)", "--method", "search", "--nodes", "900", "--certificate", &path]);
    assert!(few.code == 1 && few.err.contains("raise --nodes"), "{}", few.err);
    let refused = agon(&["solve", "pig(target=6)", "--method", "search", "--certificate", &path]);
    assert!(refused.code == 2 && refused.err.contains("--method graph"), "{}", refused.err);
    assert!(!Path::new(&path).exists());
}

#[test]
fn where_plays_go_round_worths_are_certified_and_followed() {
    let path = certificate("rounds", &["pig(target=10)", "--method", "iteration"]);
    let said = agon(&["verify", &path]);
    assert!(
        said.code == 0 && said.out.matches(", whatever came before; without an end 0\n").count() == 2,
        "{}",
        said.out
    );
    let checked = agon(&["verify", &path, "--json"]).json();
    let solved = agon(&["solve", "pig(target=10)", "--method", "iteration", "--json"]).json();
    for (claim, value) in checked["claims"].as_array().unwrap().iter().zip(solved["value"].as_array().unwrap()) {
        let (least, value) = (claim["least"].as_f64().unwrap(), value.as_f64().unwrap());
        assert!(value - 1e-9 < least && least <= value && claim["endless"] == 0.0, "{claim} {value}");
    }
    // Its answers hold whatever the number of plies so far, which the position of a game has.
    let (result, row) =
        played("pig(target=10)", [&format!("follow(\"{path}\")"), "random"], &["-n", "100", "--no-journal"]);
    assert_eq!(result["faults"].as_array().unwrap().len(), 0);
    assert!(100 < row["wins"].as_u64().unwrap(), "{row}");
    let whole = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let least = |line: &str| serde_json::from_str::<Value>(line).unwrap()["least"].to_string();
    for (number, from, to, why) in [
        (2, "\"seat\":1".to_owned(), "\"seat\":0".to_owned(), "there is no seat 0"),
        (9, format!("\"least\":{}", least(lines[8])), "\"least\":0.999".to_owned(), "by what may follow, not 0.999"),
        (9, "\"position\":\"".to_owned(), "\"position\":\"?".to_owned(), "?"),
    ] {
        let mut damaged = lines.clone();
        let line = damaged[number - 1].replacen(&from, &to, 1);
        damaged[number - 1] = &line;
        fs::write(&path, damaged.join("\n")).unwrap();
        let said = agon(&["verify", &path]);
        assert_eq!((said.code == 3, line != lines[number - 1]), (true, true), "{from}: {}", said.out);
        assert!(said.err.contains(&format!("line {number}: ")) && said.err.contains(why), "{from}: {}", said.err);
    }
}
