//! What there is of a plan, while parts of it are missing, damaged or contradict each other.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use serde_json::Value;

use crate::{
    agon::{Folder, forged},
    shards::SEVERAL,
};

/// A folder with this many shards of a tournament, and the whole of it.
fn shards(name: &str, of: usize) -> Folder {
    let folder = Folder::with(name, SEVERAL);
    folder.done("run t.toml");
    for index in 1..=of {
        folder.done(&format!("run t.toml --shard {index}/{of} --journal {index}.j"));
    }
    folder
}

/// The standard error of a command that succeeds.
fn said(folder: &Folder, arguments: &str) -> String {
    let output = folder.agon(arguments);
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stderr).unwrap()
}

fn json(folder: &Folder, arguments: &str) -> Value {
    serde_json::from_slice(&folder.done(arguments)).unwrap()
}

#[test]
fn a_tree_of_merges_has_the_bytes_of_one_merge() {
    let folder = shards("tree", 5);
    let whole = folder.read("t.journal");
    let two = folder.read("2.j");
    folder.write("torn.j", &two[..two.len() - 100]);
    folder.write("begun.j", &two[..30]);
    let message = folder.fails(1, "merge -o none.j 1.j torn.j");
    assert!(message.contains("shard 2/5 after ") && message.contains("--partial"), "{message}");
    let message = said(&folder, "merge --partial -o left.j 1.j torn.j begun.j");
    for words in ["games are missing: shard 2/5 after ", "(torn.j), shard 3/5, shard 4/5, shard 5/5"] {
        assert!(message.contains(words), "{message}");
    }
    said(&folder, "merge --partial -o right.j 5.j 3.j");
    // Of a part of the plan, all that reads says that it is one.
    let (mut result, mut same) =
        (json(&folder, "report left.j right.j --json"), json(&folder, "report 1.j torn.j 3.j 5.j --json"));
    let missing = [&mut result, &mut same].map(|document| document["missing"].take().as_str().unwrap().to_owned());
    assert_eq!(missing[0].replace("left.j", "torn.j"), missing[1]);
    assert!(missing[0].contains("shard 2/5 after ") && missing[0].ends_with(", shard 4/5"), "{missing:?}");
    assert_eq!(result, same);
    folder.done("verify left.j right.j");
    assert_eq!(json(&folder, "report progress right.j --json")["journals"][0]["partial"], true);
    assert!(folder.fails(3, "report progress --finished left.j").is_empty());
    // Nothing goes on with it, and its bytes stay.
    let right = folder.read("right.j");
    for command in ["run right.j", "run t.toml --journal right.j"] {
        assert!(folder.fails(2, command).contains("joined of parts"), "{command}");
    }
    assert_eq!(folder.read("right.j"), right);
    // More of it takes its place; less does not.
    said(&folder, "merge --partial -o growing.j 5.j 3.j");
    assert_eq!(folder.read("growing.j"), right);
    said(&folder, "merge --partial -o growing.j 5.j 3.j 1.j");
    assert!(folder.fails(2, "merge --partial -o growing.j 5.j 3.j").contains("--force"));
    // In any shape it is the journal of one machine, also where nothing was missing after all.
    for command in ["merge -o m.j left.j right.j 2.j 4.j", "merge --partial -o m.j 4.j right.j left.j 2.j"] {
        folder.done(command);
        assert_eq!(folder.read("m.j"), whole, "{command}");
        folder.remove("m.j");
    }
    folder.done("merge -o growing.j left.j right.j 2.j 4.j");
    assert_eq!(folder.read("growing.j"), whole);
}

#[test]
fn parts_of_one_block_are_joined_and_merge_with_what_was_before() {
    let file = SEVERAL.replace(", 'tic-tac-toe(players=3)'", "").replace(
        "players = [",
        "players = ['minimax', { name = 'd', player = 'random' }, { name = 'e', player = 'random' }, ",
    );
    let folder = Folder::with("block", &format!("format = 'swiss'\n{file}"));
    folder.done("run t.toml --journal whole");
    for index in 1..=3 {
        folder.done(&format!("run t.toml --shard {index}/3 --journal a{index}.j"));
    }
    let message = said(&folder, "merge --partial -o some.j a1.j a3.j");
    assert!(message.contains("missing: shard 2/3 of games 0 to "), "{message}");
    folder.done("merge -o base.j some.j a2.j");
    assert!(folder.read("whole").starts_with(&folder.read("base.j")));
    for index in 1..=3 {
        folder.done(&format!("run t.toml --after base.j --shard {index}/3 --journal b{index}.j"));
    }
    let message = said(&folder, "merge --partial -o later.j b1.j b2.j");
    assert!(message.contains("missing: shard 3/3 of games "), "{message}");
    let message = folder.fails(1, "merge --partial -o none.j base.j later.j");
    assert!(message.contains("only parts of one block are joined"), "{message}");
    said(&folder, "merge --partial -o block.j later.j b3.j");
    folder.done("merge -o two.j base.j block.j");
    folder.done("merge -o same.j base.j b1.j b2.j b3.j");
    assert_eq!(folder.read("two.j"), folder.read("same.j"));
    assert!(folder.read("whole").starts_with(&folder.read("two.j")));
}

#[test]
fn progress_says_which_shards_are_missing_unfinished_damaged_or_of_another_plan() {
    let folder = shards("progress", 6);
    let (two, three) = (folder.read("2.j"), folder.read("3.j"));
    folder.write("2.j", &two[..two.len() - 100]);
    let mut damaged = three.clone();
    let at = three.len() - 100;
    damaged[at] ^= 1;
    folder.write("3.j", &damaged);
    folder.remove("4.j");
    folder.done("run t.toml --seed 4 --shard 4/6 --journal 4.j");
    let all = "report progress 1.j 2.j 3.j 4.j 5.j none.j";
    for options in ["", " --finished"] {
        let output = folder.agon(&format!("{all}{options}"));
        let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert!(output.status.code().is_some_and(|code| code == 1 || code == 2), "{:?} {err}", output.status);
        assert!(err.contains("3 of 6 journals cannot be used"), "{err}");
        for words in [
            "1.j: shard 1/6, ",
            "3.j: damaged at byte ",
            "1.j and 4.j are journals of different tournaments",
            "none.j: there is no such file",
            "missing: shard 2/6 after ",
            "(2.j), shard 3/6, shard 4/6, shard 6/6",
        ] {
            assert!(out.contains(words), "{words}: {out}");
        }
    }
    let output = folder.agon(&format!("{all} --json"));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let files: Vec<&Value> = document["unusable"].as_array().unwrap().iter().map(|one| &one["file"]).collect();
    assert_eq!(files, ["3.j", "none.j", "4.j"]);
    // Of one journal alone there is nothing else to tell.
    let output = folder.agon("report progress 3.j");
    assert!(output.stdout.is_empty() && String::from_utf8(output.stderr).unwrap().contains("damaged at byte"));
    let document = json(&folder, "report progress 1.j 2.j --json");
    assert!(document.get("unusable").is_none() && document["journals"][0].get("partial").is_none());
}

#[test]
fn of_different_records_the_first_journal_has_its_way_where_that_is_asked_for() {
    let folder = shards("prefer", 2);
    folder.write("forged.j", &forged(&folder.read("2.j")));
    let message = folder.fails(3, "merge -o m.j 1.j 2.j forged.j");
    assert!(message.contains("have different records of game ") && message.contains("--prefer first"), "{message}");
    let message = said(&folder, "merge --prefer first -o m.j 1.j 2.j forged.j");
    assert!(message.contains("1 game: records differed"), "{message}");
    said(&folder, "merge --prefer first -o other.j 1.j forged.j 2.j");
    let whole = json(&folder, "report t.journal --json");
    let (one, other) = (json(&folder, "report m.j --json"), json(&folder, "report other.j --json"));
    assert_eq!((&one["preferred"], &one["fingerprint"]), (&Value::Bool(true), &whole["fingerprint"]));
    assert_eq!((&other["preferred"], whole.get("preferred")), (&Value::Bool(true), None));
    assert_ne!(one["sections"], other["sections"]);
    let text = String::from_utf8(folder.done("report m.j")).unwrap();
    assert!(text.contains("Preferred    of games with different records"), "{text}");
    assert_eq!(json(&folder, "run m.j --json"), one);
    // It stays said, whatever it is merged with; and where nothing differs nothing is.
    said(&folder, "merge -o again.j m.j 1.j 2.j");
    assert_eq!(folder.read("again.j"), folder.read("m.j"));
    said(&folder, "merge --prefer first -o plain.j 1.j 2.j 2.j");
    assert_eq!(folder.read("plain.j"), folder.read("t.journal"));
    // Both at once.
    said(&folder, "merge --prefer first --partial -o half.j 2.j forged.j");
    folder.done("merge -o joined.j half.j 1.j");
    assert_eq!(folder.read("joined.j"), folder.read("m.j"));
}

/// A program that breaks down in one run and not in another: who is left out in the one has failed there alone.
#[cfg(unix)]
#[test]
fn nobody_is_left_out_for_games_whose_other_records_were_preferred() {
    let file = "secret = 'de7d5ef5cffa4af79cac291929ad3f18'\nopenings = 6\nexclude-after = 2\ngames = ['tic-tac-toe']\n\
                players = ['random', { name = 'p', player = 'process(command=\"sh p.sh\", random=true)' }]\n";
    let folder = Folder::with("left-out", file);
    let program = "while read -r line; do case $line in\n\
                   *'\"type\":\"hello\"'*) echo '{\"type\":\"hello\",\"protocol\":1,\"name\":\"p\",\"random\":true}' ;;\n\
                   *'\"type\":\"game\"'*) echo '{\"type\":\"ready\"}' ;;\n\
                   *'\"type\":\"choose\"'*) [ ! -e fails ] || exit 1; echo '{\"type\":\"move\",\"index\":0}' ;;\n\
                   *'\"type\":\"quit\"'*) exit ;;\nesac; done\n";
    folder.write("p.sh", program.as_bytes());
    folder.done("run t.toml --journal sound.j");
    folder.write("fails", b"");
    folder.done("run t.toml --journal failing.j");
    let sound = folder.read("sound.j");
    folder.write("half.j", &sound[..sound.len() - 200]);
    let excluded = json(&folder, "report failing.j --json")["sections"][0]["standings"].to_string();
    assert!(excluded.contains("excluded"), "{excluded}");
    let message = folder.fails(1, "merge --prefer first -o none.j half.j failing.j");
    assert!(message.contains("failing.j: game ") && message.contains("name failing.j first"), "{message}");
    assert!(!folder.path("none.j").exists());
    // Where another one has played the game, that is taken; and named first, the one that left it out is whole.
    said(&folder, "merge --prefer first -o played.j half.j failing.j sound.j");
    said(&folder, "merge --prefer first -o left-out.j failing.j half.j");
    for (merged, own) in [("played.j", "sound.j"), ("left-out.j", "failing.j")] {
        let [merged, own] = [merged, own].map(|name| json(&folder, &format!("report {name} --json")));
        assert_eq!((&merged["preferred"], &merged["fingerprint"]), (&Value::Bool(true), &own["fingerprint"]));
    }
}
