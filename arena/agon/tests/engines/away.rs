//! A journal is verified where its programs are not: what only they could tell again is taken on trust, and named.

use std::{fs, path::PathBuf};

use serde_json::Value;

use crate::table::{Test, agon, mark};

pub(crate) const TESTS: &[Test] = &[("a_journal_is_as_recorded_where_its_programs_are_not", elsewhere)];

/// A folder that is removed with the test.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What `agon verify` finds.
fn verified(journal: &str) -> Value {
    let output = agon(&["verify", "--json", journal]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{journal}: {said}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn elsewhere() {
    let folder = Folder(std::env::temp_dir().join(mark()));
    fs::create_dir(&folder.0).unwrap();
    let engine = folder.0.join("engine");
    let own = std::env::current_exe().unwrap();
    let journal = |protocol: &str, how: &str, faults: &str| {
        let name = format!("{protocol}-{how}-{faults}.journal");
        folder.0.join(name).to_str().unwrap().to_owned()
    };
    let mut journals = Vec::new();
    fs::hard_link(&own, &engine).or_else(|_| fs::copy(&own, &engine).map(drop)).unwrap();
    for (protocol, game) in [("uci", "chess"), ("xboard", "chess"), ("gtp", "go(size=5)"), ("process", "nim")] {
        for (how, faults) in [("well", "forfeit"), ("crash", "forfeit"), ("exits", "forfeit"), ("crash", "replay")] {
            let limit = if ["uci", "xboard"].contains(&protocol) { ", depth=3" } else { "" };
            let command = format!("'{}' rogue {protocol} {how} {}", engine.display(), mark());
            let player = format!("{protocol}(command=\"{command}\"{limit})");
            let journal = journal(protocol, how, faults);
            let arguments = ["run", "--quiet", "-g", game, "-p", &player, "-p", "random", "-p"];
            let more = ["greedy", "--max-plies", "12", "--faults", faults, "--journal", &journal];
            let output = agon(&arguments).args(more).output().unwrap();
            // A program that cannot even begin plays nobody.
            if how == "exits" {
                assert!(!output.status.success(), "{protocol}");
                continue;
            }
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            // Which of its moves is its last depends on the games that it played before: what it did is not to
            // be seen again.
            let here = (how == "well").then(|| verified(&journal));
            let is_here = |here: &Value| here["not_here"] == Value::Array(Vec::new());
            assert!(here.as_ref().is_none_or(is_here), "{here:?}");
            journals.push((journal, how, here));
        }
    }
    fs::remove_file(&engine).unwrap();
    for (journal, how, here) in journals {
        let found = verified(&journal);
        for (key, here) in here.iter().flat_map(|here| ["same", "games", "fingerprint"].map(|key| (key, here))) {
            assert_eq!(found[key], here[key], "{journal}");
        }
        assert!(found["not_here"][0].as_str().unwrap().contains("engine"), "{found}");
        assert_eq!(found["not_here"].as_array().unwrap().len(), 1, "{found}");
        // What the other two play against each other is asked again.
        let games = found["games"].as_u64().unwrap();
        assert!(0 < found["on_trust"]["moves"].as_u64().unwrap(), "{found}");
        assert!(found["on_trust"]["games"].as_u64().unwrap() < games, "{found}");
        assert!(how == "well" || 0 < found["on_trust"]["endings"].as_u64().unwrap(), "{found}");
        let text = agon(&["verify", &journal]).output().unwrap();
        let text = String::from_utf8(text.stdout).unwrap();
        assert!(text.contains("Not here     ") && text.contains("engine"), "{text}");
        #[cfg(feature = "serve")]
        searched(&journal);
    }
}

/// The search of a move is had where the program is not that the player met; not that of the program.
#[cfg(feature = "serve")]
fn searched(journal: &str) {
    let games = agon(&["report", "games", journal, "--to", "jsonl"]).output().unwrap();
    let games = String::from_utf8(games.stdout).unwrap();
    let games = games.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let [mut own, mut others] = [0; 2];
    for game in games {
        if 0 < own && 0 < others {
            break;
        }
        let opening = game["opening_plies"].as_u64().unwrap();
        if game["moves"].as_str().unwrap().split(' ').count() as u64 <= opening + 1 {
            continue;
        }
        let seats: Vec<&str> =
            [opening % 2, (opening + 1) % 2].map(|seat| game["seats"][seat as usize].as_str().unwrap()).into();
        if !seats.iter().any(|name| name.contains("engine")) || !seats.contains(&"greedy") {
            continue;
        }
        for (at, name) in seats.iter().enumerate() {
            let stage = format!("{}:{}", game["number"], opening + 1 + at as u64);
            let asked = ["report", journal, "--to", "html", "--stage", &stage];
            let output = agon(&asked).output().unwrap();
            let told = String::from_utf8_lossy(&output.stderr);
            if *name == "greedy" {
                assert!(output.status.success(), "{journal} {stage}: {told}");
                own += 1;
            } else {
                assert_eq!(output.status.code(), Some(2), "{journal} {stage}: {told}");
                assert!(told.contains("a program of its own"), "{told}");
                others += 1;
            }
        }
    }
    assert!(0 < own && 0 < others, "{journal}: {own} and {others}");
}
