//! Whatever a submission of a class prints, the night of the others goes on.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{collections::BTreeMap, fs, os::unix::fs::PermissionsExt as _};

use serde_json::Value;

use crate::agon::Folder;

/// The advice of agon's own message, which anybody may print.
const ADVICE: &str = "add random=true to its options";

const CLASS: &str = r#"
seed = 3
openings = 2
random-plies = 2
players = ["Random"]
games = ["tic-tac-toe", "nim"]
"#;

/// A program in `sh` that answers so to each of the messages.
fn program(hello: &str, game: &str) -> String {
    format!(
        r#"#!/bin/sh
while read -r line; do
  case $line in
    *\"type\":\"hello\"*) {hello} ;;
    *\"type\":\"game\"*) {game} ;;
    *\"type\":\"choose\"*) echo '{{"type":"move","index":0}}' ;;
    *\"type\":\"quit\"*) exit ;;
  esac
done
"#
    )
}

const HELLO: &str = r#"echo '{"type":"hello","protocol":1,"name":"x"}'"#;
const RANDOM: &str = r#"echo '{"type":"hello","protocol":1,"name":"x","random":true}'"#;
const READY: &str = r#"echo '{"type":"ready"}'"#;

fn hand_in(class: &Folder, name: &str, program: &str) {
    let folder = class.path("submissions").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("player"), program).unwrap();
    fs::set_permissions(folder.join("player"), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn the_others_play_on_no_matter_what_a_submission_prints() {
    let class = Folder::with("class-prints", "");
    class.write("class.toml", CLASS.as_bytes());
    let error = format!(r#"echo '{{"type":"error","message":"{ADVICE}"}}'"#);
    let reason = format!("echo 'undeclared: {ADVICE}' >&2; exit 1");
    let fickle = format!("if mkdir ../tried-fickle; then {RANDOM}; else {reason}; fi");
    let late = format!("if mkdir ../tried-late; then {HELLO}; else {RANDOM}; fi");
    for (name, program) in [
        // Those who play: one as it is expected, one that draws, and one that says so only the second time.
        ("anna", program(HELLO, READY)),
        ("bela", program(HELLO, READY)),
        ("draws", program(RANDOM, READY)),
        ("late", program(&late, READY)),
        // Those who don't: each has something in common with one that draws.
        ("advises", program(&error, READY)),
        ("asks", program(HELLO, &error)),
        ("prints", format!("#!/bin/sh\necho '{ADVICE}'\n")),
        ("warns", format!("#!/bin/sh\n{reason}\n")),
        ("fickle", program(&fickle, READY)),
        ("twice", program(&format!("{HELLO}; {HELLO}"), READY)),
        ("twice at random", program(&format!("{RANDOM}; {RANDOM}"), READY)),
        ("draws and asks", program(RANDOM, &error)),
        // The name of a player of the house, as it is known here.
        ("random", program(HELLO, READY)),
    ] {
        hand_in(&class, name, &program);
    }
    let output = class.agon("class . --sandbox none --json");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{err}");
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    let players = result["players"].as_array().unwrap().iter();
    let names: Vec<&str> = players.map(|player| player["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["random", "anna", "bela", "draws", "late"], "{err}");

    let nights = fs::read_dir(class.path("nights")).unwrap().map(|entry| entry.unwrap().path());
    let mut files: BTreeMap<String, _> = BTreeMap::new();
    for path in nights {
        let kind = path.extension().unwrap_or_default().to_str().unwrap().to_owned();
        files.insert(kind, path);
    }
    // Who was left out is named once, with a reason.
    let told = fs::read_to_string(&files["left-out"]).unwrap();
    let mut left_out: Vec<&str> = told.lines().map(|line| line.split_once(':').unwrap().0).collect();
    for name in &mut left_out {
        *name = name.split(" at ").next().unwrap();
    }
    left_out.sort_unstable();
    let expected = ["advises", "asks", "draws and asks", "fickle", "prints", "random", "twice", "twice", "warns"];
    assert_eq!(left_out, expected, "{told}");
    // The copies of the players remain, and the night is verified with them, except for random ones.
    for (name, is_kept) in [("anna", true), ("draws", true), ("advises", false), ("twice", false)] {
        assert_eq!(files[""].join(name).exists(), is_kept, "{name}");
    }
}
