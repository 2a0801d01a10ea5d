//! A plan on many machines.

use crate::agon::{Folder, forged};

const SEVERAL: &str = "\
seed = 3
openings = 7
random-plies = 1
players = ['random', { name = 'b', player = 'random' }, { name = 'c', player = 'random' }]
games = ['tic-tac-toe', 'nim(1+2+3)', 'tic-tac-toe(players=3)']
";

#[test]
fn shards_in_any_order_twice_and_killed_merge_to_the_same_bytes() {
    let folder = Folder::with("shards", SEVERAL);
    let expected = folder.done("run t.toml --json");
    let whole = folder.read("t.journal");
    for of in [1, 2, 5, 40] {
        for index in (1..=of).rev() {
            folder.done(&format!("run t.toml --shard {index}/{of} --journal {index}.j"));
            // Every other shard is torn, and run again.
            if index % 2 == 0 {
                let bytes = folder.read(&format!("{index}.j"));
                folder.write(&format!("{index}.j"), &bytes[..bytes.len() * 4 / 5]);
                folder.done(&format!("run t.toml --shard {index}/{of} --journal {index}.j"));
                assert_eq!(folder.read(&format!("{index}.j")), bytes);
            }
        }
        let all: Vec<String> = (1..=of).map(|index| format!("{index}.j")).collect();
        folder.done(&format!("merge -o m.journal {} 1.j", all.join(" ")));
        assert_eq!(folder.read("m.journal"), whole, "{of} shards");
        assert_eq!(folder.done("resume m.journal --json"), expected);
        // A merge of a merge is the same again.
        folder.done("merge -o again.journal m.journal 1.j m.journal");
        assert_eq!(folder.read("again.journal"), whole);
        if 1 < of {
            folder.remove("m.journal");
            let message = folder.fails(1, &format!("merge -o m.journal {}", all[1..].join(" ")));
            assert!(message.contains(&format!("missing: shard 1/{of}")), "{message}");
            assert!(!folder.path("m.journal").exists());
        }
        for name in &all {
            folder.remove(name);
        }
    }
}

#[test]
fn shards_that_contradict_each_other_or_are_incomplete_are_named() {
    let folder = Folder::with("contradict", SEVERAL);
    folder.done("run t.toml --shard 1/2 --journal 1.j");
    folder.done("run t.toml --shard 2/2 --journal 2.j");
    let bytes = folder.read("2.j");
    folder.write("short.j", &bytes[..bytes.len() - 100]);
    let message = folder.fails(1, "merge -o m.journal 1.j short.j");
    assert!(message.contains("missing: shard 2/2 after "), "{message}");
    folder.done("run t.toml --seed 4 --shard 2/2 --journal other.j");
    let message = folder.fails(2, "merge -o m.journal 1.j other.j");
    assert!(message.contains("1.j and other.j are journals of different"), "{message}");
    // The same shard with another payoff, and the checksum with it.
    folder.write("forged.j", &forged(&bytes));
    let message = folder.fails(3, "merge -o m.journal 1.j 2.j forged.j");
    assert!(message.contains("conflict: 2.j and forged.j tell game "), "{message}");
    let message = folder.fails(3, "verify forged.j");
    assert!(message.contains("expected ") && message.contains(", got "), "{message}");
}

#[test]
fn rounds_that_depend_on_results_are_not_sharded() {
    let folder = Folder::with("unsharded", &SEVERAL.replace(", 'tic-tac-toe(players=3)'", ""));
    let message = folder.fails(2, "run t.toml --format swiss --shard 1/2");
    assert!(message.contains("a swiss cannot be sharded"), "{message}");
    let message = folder.fails(2, "run t.toml --shard 3/2");
    assert!(message.contains("such as 2/5"), "{message}");
}

#[test]
fn a_match_that_stops_is_not_sharded_and_its_journal_merges_with_itself() {
    let file = "openings = 1000\nrandom-plies = 1\nplayers = ['minimax(depth=9)', 'random']\n\
                games = ['nim(3+4+5)']\nstop = 'sprt(elo0=0, elo1=100)'\n";
    let folder = Folder::with("stops", file);
    for command in ["run t.toml --shard 1/2", "submit t.toml --for slurm"] {
        let message = folder.fails(2, command);
        assert!(message.contains("sprt(elo1=100) ends cannot be sharded"), "{message}");
    }
    assert!(!folder.path("t.1-of-2.journal").exists());
    let document = folder.done("run t.toml --json");
    let games: serde_json::Value = serde_json::from_slice(&document).unwrap();
    let games = games["games"].as_u64().unwrap();
    assert!(games < 2000, "{games}");
    let merged = String::from_utf8(folder.done("merge -o m.journal t.journal t.journal")).unwrap();
    assert!(merged.starts_with(&format!("{games} games in m.journal")), "{merged}");
    assert_eq!(folder.read("m.journal"), folder.read("t.journal"));
    assert_eq!(folder.done("resume m.journal --json"), document);
}
