//! A class's submissions meet, each in a folder of its own, and nobody's mistake stops the night.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Stdio},
};

use rustix::process::getuid;
use serde_json::Value;

use crate::agon::Folder;

/// Plays the first move that there is.
const FIRST: &str = r#"#!/bin/sh
while read -r line; do
  case $line in
    *\"type\":\"hello\"*) echo '{"type":"hello","protocol":1,"name":"first"}' ;;
    *\"type\":\"game\"*) echo '{"type":"ready"}' ;;
    *\"type\":\"choose\"*) echo '{"type":"move","index":0}' ;;
    *\"type\":\"quit\"*) exit ;;
  esac
done
"#;

/// Ends unless all that is not its own is out of its reach.
const CURIOUS: &str = r#"#!/bin/sh
if cat "HOME_OF_TESTS/class.toml" >&2 || cat /etc/passwd >&2 || touch x || touch /usr/x || touch /dev/x || touch /x; then exit 9; fi
for room in /tmp /dev/shm; do
  touch $room/x || exit 7
  if head -c 80000000 /dev/zero > $room/x; then exit 6; fi
  rm $room/x
done
if bwrap --version >/dev/null && bwrap --help 2>&1 | grep -q disable-userns && unshare -U true; then exit 5; fi
if [ -n "$AGON_SECRET" ] || [ 6 -lt "$(ls /proc | grep -c '^[0-9]')" ]; then exit 8; fi
exec /bin/sh ./first
"#;

/// Ends unless it can have company.
const CROWD: &str = r"#!/bin/sh
for one in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 60 & done
exec /bin/sh ./first
";

const CLASS: &str = r#"
seed = 3
openings = 2
random-plies = 2
players = ["random"]
games = ["tic-tac-toe"]
"#;

fn hand_in(class: &Folder, name: &str, program: &str, mode: u32) {
    let folder = class.path("submissions").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("player"), program).unwrap();
    fs::set_permissions(folder.join("player"), fs::Permissions::from_mode(mode)).unwrap();
}

/// The name of the last night.
fn night(class: &Folder) -> String {
    let all = fs::read_dir(class.path("nights")).unwrap().map(|entry| entry.unwrap().path());
    let journals = all.filter(|path| path.extension().is_some_and(|e| e == "journal"));
    let names = journals.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned());
    names.max().unwrap()
}

fn names(result: &[u8]) -> Vec<String> {
    let result: Value = serde_json::from_slice(result).unwrap();
    let players = result["players"].as_array().unwrap().iter();
    players.map(|player| player["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn all_players_that_can_play_take_part_and_the_others_get_a_reason() {
    let class = Folder::with("class", "");
    class.write("class.toml", CLASS.as_bytes());
    hand_in(&class, "anna", FIRST, 0o755);
    hand_in(&class, "bela", FIRST, 0o755);
    hand_in(&class, "cili", "#!/bin/sh\necho no\nexit 3\n", 0o755);
    hand_in(&class, "dora", FIRST, 0o644);
    hand_in(&class, "random", FIRST, 0o755);
    fs::create_dir_all(class.path("submissions/empty")).unwrap();
    // A link may lead to private files: it is not followed.
    std::os::unix::fs::symlink("/etc/passwd", class.path("submissions/bela/secret")).unwrap();

    let output = class.agon("class . --sandbox none --json");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{err}");
    assert_eq!(names(&output.stdout), ["random", "anna", "bela"], "{err}");
    let first = night(&class);
    let told = String::from_utf8(class.read(&format!("nights/{first}.left-out"))).unwrap();
    let reasons: Vec<&str> = told.lines().collect();
    for (name, why) in [
        ("cili at tic-tac-toe: ", "wrong protocol"),
        ("dora: ", "chmod +x player"),
        ("empty: ", "there is no file `player`"),
        ("random: ", "another player has this name"),
    ] {
        let found = reasons.iter().any(|line| line.starts_with(name) && line.contains(why));
        assert!(found, "{name}{why}: {told}");
        assert!(err.contains(name), "{err}");
    }
    assert_eq!(reasons.len(), 4, "{told}");
    assert!(class.path(&format!("nights/{first}/anna/player")).is_file());
    assert!(!class.path(&format!("nights/{first}/bela/secret")).exists());

    // The copies play: the night can be verified after everybody has handed in something else.
    hand_in(&class, "anna", "#!/bin/sh\nexit 1\n", 0o755);
    class.done(&format!("verify nights/{first}.journal"));
    // The next is another, without her.
    assert_eq!(names(&class.done("class . --sandbox none --json --quiet")), ["random", "bela"]);
    assert_ne!(night(&class), first);
}

#[test]
fn a_class_may_have_second_tries() {
    // Names no legal move, and then one.
    let wavers = FIRST.replace(
        "index\":0}' ;;",
        "move\":\"none\"}' ;;\n    *\\\"type\\\":\\\"illegal\\\"*) echo '{\"type\":\"move\",\"index\":0}' ;;",
    );
    assert!(wavers.contains("\"move\":\"none\"") && wavers.contains("index"), "{wavers}");
    let class = Folder::with("class-tries", "");
    hand_in(&class, "first", FIRST, 0o755);
    hand_in(&class, "wavers", &wavers, 0o755);
    let night = |more: &str| {
        class.write("class.toml", format!("{more}{CLASS}").as_bytes());
        let result: Value = serde_json::from_slice(&class.done("class . --sandbox none --json --quiet")).unwrap();
        let rows = result["sections"][0]["standings"].as_array().unwrap().clone();
        rows.into_iter().find(|row| row["name"] == "wavers").unwrap()
    };
    let row = night("retries = 1");
    let tries = (&row["tries"]["per_move"], &row["tries"]["games_lost"], &row["faults"]);
    assert_eq!(tries, (&2.0.into(), &0.into(), &serde_json::json!({})), "{row}");
    let row = night("");
    assert!(row["tries"].is_null() && row["wins"] == 0 && row["faults"] != serde_json::json!({}), "{row}");
    // Games with tries are played again like any others, whoever has a second try.
    class.done(&format!("verify nights/{}.journal", self::night(&class)));
}

/// Plays the first move, and says that it drew it.
fn random() -> String {
    FIRST.replace(r#""name":"first""#, r#""name":"first","random":true"#)
}

/// Starts as often as it is tried, twice at each of two games, and never again.
const TRIED: &str = r#"#!/bin/sh
if [ 4 -le "$(cat ../starts | wc -l)" ]; then touch ../refused; exit 3; fi
echo >> ../starts
exec /bin/sh ./first
"#;

/// A class with one who draws and one who fails later, and who takes part in its next night.
fn night_of_one_who_draws(name: &str, sandbox: &str) -> (Folder, Vec<String>) {
    let class = Folder::with(name, "");
    class.write("class.toml", CLASS.replace(r#"["tic-tac-toe"]"#, r#"["tic-tac-toe", "nim"]"#).as_bytes());
    hand_in(&class, "draws", &random(), 0o755);
    hand_in(&class, "tried", TRIED, 0o755);
    fs::write(class.path("submissions/tried/first"), FIRST).unwrap();
    let output = class.agon(&format!("class . --sandbox {sandbox} --json --quiet"));
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{err}");
    let all = names(&output.stdout);
    assert!(all.contains(&"draws".to_owned()), "{all:?} {err}");
    (class, all)
}

#[test]
fn who_draws_at_random_takes_part_and_who_fails_later_ends_nobodys_night() {
    let (class, all) = night_of_one_who_draws("class-random", "none");
    // Everybody is tried twice, because one draws; then the night begins, and goes on.
    assert!(all.contains(&"tried".to_owned()), "{all:?}");
    assert!(class.path(&format!("nights/{}/refused", night(&class))).exists());
}

#[test]
#[ignore = "needs bubblewrap"]
fn in_bubblewrap_who_draws_at_random_takes_part() {
    bubblewrap_needed();
    night_of_one_who_draws("class-random-apart", "bubblewrap");
}

#[test]
fn too_few_players_get_a_reason_which_is_recorded() {
    let class = Folder::with("class-few", "");
    class.write("class.toml", CLASS.replace(r#"["random"]"#, "[]").as_bytes());
    hand_in(&class, "anna", FIRST, 0o755);
    hand_in(&class, "bela", "#!/bin/sh\necho no\nexit 3\n", 0o755);
    hand_in(&class, "cili", FIRST, 0o644);
    let err = class.fails(2, "class . --sandbox none");
    let written = fs::read_dir(class.path("nights")).unwrap().map(|entry| entry.unwrap().path());
    let list = written.filter(|path| path.extension().is_some_and(|e| e == "left-out")).max().unwrap();
    let told = fs::read_to_string(&list).unwrap();
    for (name, why) in [("bela", "wrong protocol"), ("cili", "chmod +x player")] {
        assert!(told.lines().any(|line| line.starts_with(name) && line.contains(why)), "{told}");
        assert!(err.contains(why), "{err}");
    }
    assert!(err.contains("2 submissions were left out") && err.contains(".left-out"), "{err}");
}

/// Fails where there is no bubblewrap, or none that works, as in some containers.
fn bubblewrap_needed() {
    let mut bubblewrap = Command::new("bwrap");
    bubblewrap.args(["--ro-bind", "/", "/", "--unshare-all", "true"]);
    let status = bubblewrap.stdin(Stdio::null()).stderr(Stdio::null()).status();
    let status = status.expect("bubblewrap is not here");
    assert!(status.success(), "bubblewrap does not work here: {status}");
}

#[test]
#[ignore = "needs bubblewrap"]
fn in_bubblewrap_a_submission_reaches_nothing_but_its_own_folder() {
    bubblewrap_needed();
    let class = Folder::with("class-apart", "");
    class.write("class.toml", CLASS.as_bytes());
    let home = Path::new(&class.path("class.toml")).parent().unwrap().display().to_string();
    let curious = CURIOUS.replace("HOME_OF_TESTS", &home);
    hand_in(&class, "curious", &curious, 0o755);
    fs::write(class.path("submissions/curious/first"), FIRST).unwrap();
    let mut command = class.command("class . --json");
    let output = command.env("AGON_SECRET", "1").output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{err}");
    assert_eq!(names(&output.stdout), ["random", "curious"], "{err}");
    // Nor has it more processes than it may; root is not counted.
    hand_in(&class, "crowd", CROWD, 0o755);
    fs::write(class.path("submissions/crowd/first"), FIRST).unwrap();
    assert!(names(&class.done("class . --json --quiet")).contains(&"crowd".to_owned()));
    if !getuid().is_root() {
        let few = class.done("class . --json --quiet --processes 8");
        assert!(!names(&few).contains(&"crowd".to_owned()));
    }
    // Without it, it escapes, and says so: the test above can fail.
    let output = class.agon("class . --json --sandbox none");
    assert!(
        !output.status.success() || !names(&output.stdout).contains(&"curious".to_owned()),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
}
