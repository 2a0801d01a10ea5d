//! Standings of unfinished journals: `agon report` and `agon report progress`.

use serde_json::Value;

use crate::{agon::Folder, started::until};

const SEVERAL: &str = "\
seed = 3
openings = 9
random-plies = 1
players = ['random', { name = 'b', player = 'random' }, { name = 'c', player = 'random' }]
games = ['tic-tac-toe', 'nim(1+2+3)']
";

#[test]
fn a_report_is_what_the_run_printed_of_one_journal_or_of_its_parts() {
    let folder = Folder::with("report", SEVERAL);
    let (text, json) = (folder.done("run t.toml"), folder.done("run t.toml --json"));
    assert_eq!(folder.done("report t.journal"), text);
    assert_eq!(folder.done("report t.journal --json"), json);
    for index in 1..=5 {
        folder.done(&format!("run t.toml --shard {index}/5 --journal {index}.j"));
    }
    assert_eq!(folder.done("report 3.j 5.j 1.j 2.j 4.j 2.j"), text);
    assert_eq!(folder.done("report 3.j 5.j 1.j 2.j 4.j --json"), json);
}

#[test]
fn a_report_of_parts_says_what_is_missing_and_changes_no_file() {
    let folder = Folder::with("parts", SEVERAL);
    folder.done("run t.toml --shard 1/3 --journal 1.j");
    folder.done("run t.toml --shard 3/3 --journal 3.j");
    let bytes = folder.read("3.j");
    let torn = &bytes[..bytes.len() - 40];
    folder.write("3.j", torn);
    let text = String::from_utf8(folder.done("report 1.j 3.j")).unwrap();
    let missing = text.lines().last().unwrap();
    assert!(missing.starts_with("Missing      shard 2/3, shard 3/3 after "), "{text}");
    assert_eq!(folder.read("3.j"), torn);
    let status = folder.done("report progress 1.j 3.j --json");
    let status: Value = serde_json::from_slice(&status).unwrap();
    let count = |value: &Value| value.as_u64().unwrap();
    let journals = status["journals"].as_array().unwrap();
    let done: u64 = journals.iter().map(|journal| count(&journal["done"])).sum();
    assert_eq!(done, count(&status["done"]));
    assert_eq!((&journals[1]["shard"], &journals[1]["of"]), (&Value::from(3), &Value::from(3)));
    assert_eq!(count(&journals[0]["done"]), count(&journals[0]["games"]));
    assert!(count(&journals[1]["done"]) < count(&journals[1]["games"]));
    assert!(done < count(&status["games"]));
    let text = String::from_utf8(folder.done("report progress 1.j 3.j")).unwrap();
    assert!(text.starts_with("1.j: shard 1/3, ") && text.contains("missing: shard 2/3"), "{text}");
}

#[test]
fn a_running_journal_is_reported_though_it_is_locked() {
    let folder = Folder::with("locked", &SEVERAL.replace("openings = 9", "openings = 3000000"));
    let run = folder.start("run t.toml -j 1 --durable-every 1");
    let mut games = 0;
    until("games are reported", || {
        let status = folder.agon("report progress t.journal --json");
        let status = serde_json::from_slice::<Value>(&status.stdout).ok();
        games = status.and_then(|status| status["done"].as_u64()).unwrap_or(0);
        0 < games
    });
    let text = String::from_utf8(folder.done("report t.journal")).unwrap();
    drop(run);
    assert!(text.contains("Missing      games "), "{text}");
    let line = text.lines().find(|line| line.starts_with("Games ")).unwrap();
    let reported: u64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!(games <= reported, "{text}");
}

#[test]
fn rounds_are_reported_as_far_as_they_are_known() {
    let folder = Folder::with("rounds", SEVERAL);
    let text = folder.done("run t.toml --format swiss --rounds 2");
    assert_eq!(folder.done("report t.journal"), text);
    assert_eq!(folder.done("report t.journal t.journal"), text);
    // Where a round ends, the next is missing.
    let whole = folder.read("t.journal");
    let one_round = folder.done("run t.toml --format swiss --rounds 2 --shard 1/1 --journal 1.j");
    assert!(!String::from_utf8(one_round).unwrap().contains("Missing"));
    folder.done("merge -o m.journal 1.j");
    assert!(whole.starts_with(&folder.read("m.journal")));
    let text = String::from_utf8(folder.done("report m.journal")).unwrap();
    assert!(text.contains("Missing      games 18 to 35"), "{text}");
    assert!(folder.fails(1, "report progress nowhere.journal").contains("nowhere.journal"));
}

#[test]
fn readers_of_a_long_journal_report_progress() {
    let folder = Folder::with("told", &SEVERAL.replace("openings = 9", "openings = 2000"));
    folder.done("run t.toml");
    for command in [
        "verify t.journal",
        "report games t.journal --to csv -o t.csv",
        "merge -o m.journal t.journal",
        "report ratings t.journal",
        "compare t.journal t.toml",
    ] {
        let output = folder.command(command).env("AGON_PROGRESS", "0.01").output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{command}: {told}");
        assert!(told.lines().any(|line| line.contains(" of 24,000 games, ")), "{command}: {told}");
    }
}

/// Two of one kind are distinguished in tables by the options in which they differ, defaults too; their
/// names stay what journals, ratings and programs know.
#[test]
fn tables_show_in_which_options_players_of_one_kind_differ() {
    let file = "openings = 2\ngames = ['tic-tac-toe', 'nim']\nplayers = ['random', 'alpha-beta(depth=4)', \
                'alpha-beta(depth=3)', 'mcts(iterations=1000)', 'mcts(iterations=20)', \
                { name = 'mine', player = 'alpha-beta(depth=1)' }]\n";
    let folder = Folder::with("labels", file);
    let text = String::from_utf8(folder.done("run t.toml")).unwrap();
    for label in ["alpha-beta(depth=4)", "alpha-beta(depth=3)", "mcts(iterations=1000)", "mine", "random"] {
        let label = format!(" {label} ");
        assert!(3 <= text.matches(&label).count(), "{label}: {text}");
    }
    let json: Value = serde_json::from_slice(&folder.done("report t.journal --json")).unwrap();
    let names: Vec<&str> = json["players"].as_array().unwrap().iter().map(|p| p["name"].as_str().unwrap()).collect();
    let expected = ["random", "alpha-beta", "alpha-beta(depth=3)", "mcts", "mcts(iterations=20)", "mine"];
    assert_eq!(names, expected);
}
