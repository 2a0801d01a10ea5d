//! `agon laws`.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path, process::Stdio};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use serde_json::{Value, json};

use crate::{
    command::{agon, command},
    started::{Started, until},
};

#[test]
fn a_game_is_checked_with_its_options_or_with_every_sample() {
    let one = agon(&["laws", "nim(heaps=1+2)", "--json"]);
    let mut document = one.json();
    let looked = document["looked"].take();
    let expected = json!({
        "player": null, "kept": ["nim(heaps=1+2)"], "looked": null, "refused": [], "broken": null
    });
    assert_eq!((one.code, document), (0, expected));
    // Six positions: 1+2 to 0+0 but 1+2, 0+0 for each seat where both can be.
    assert_eq!((&looked[0]["plays"], &looked[0]["cut"]), (&json!(30), &json!([])), "{looked}");
    assert!((5..20).contains(&looked[0]["near"].as_u64().unwrap_or_default()), "{looked}");
    let all = agon(&["laws", "Nim"]);
    assert_eq!(all.code, 0, "{}", all.err);
    let begins = "nim: every law holds\n  looked at ";
    assert!(all.out.starts_with(begins) && 3 <= all.out.lines().count(), "{}", all.out);
    assert_eq!(agon(&["laws", "nimm(1)"]).code, 2);
    assert_eq!(agon(&["laws"]).code, 2);
}

/// What recorded plays find of faults in the rules, and the laws of those in promises.
#[test]
fn faults_are_planted_and_who_finds_them_is_told() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mutants");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let [journal, other] = ["nim", "other"].map(|name| folder.join(name).display().to_string());
    let game = "nim(heaps=3+4+5)";
    let play = ["run", "-g", game, "-p", "random", "-p", "greedy", "-n", "20", "--journal", &journal];
    assert_eq!(agon(&play).code, 0);
    let laws = ["laws", game, "--mutants", "--json"];
    let alone = agon(&laws);
    let with = agon(&[&laws[..], &["--records", &journal]].concat());
    // Something is found by nothing: no law knows the rules, and few plays do not come everywhere.
    assert_eq!((alone.code, with.code), (3, 3), "{}{}", alone.err, with.err);
    let [alone, with] = [alone, with].map(|answer| answer.json_lines().remove(0));
    let of = |found: &Value, name: &str| {
        let faults = found["faults"].as_array().unwrap();
        faults.iter().find(|fault| fault["name"] == name).unwrap().clone()
    };
    let unseen = |found: &Value| found["unseen"].as_array().unwrap().len();
    assert!(0 < unseen(&with) && unseen(&with) + 5 <= unseen(&alone), "{}", with["unseen"]);
    for (name, kind, differs) in [
        ("payoffs-exchanged", "rules", true),
        ("move-left-out", "rules", true),
        ("outcomes-even", "rules", false),
        ("key-of-32-bits", "promise", true),
        ("redeal-is-the-truth", "promise", false),
    ] {
        let (fault, told) = (of(&alone, name), of(&with, name));
        assert_eq!((&fault["kind"], &fault["differs"]), (&json!(kind), &json!(differs)), "{name}");
        assert_eq!(fault["laws"].is_string(), differs && kind == "promise", "{fault}");
        assert!(fault["records"].is_null() && fault["tests"].is_null());
        assert_eq!(told["records"].is_string(), differs && kind == "rules", "{told}");
    }
    let read = agon(&[&laws[..3], &["--records", &journal]].concat()).out;
    assert!(read.contains("\nmove-left-out             -       found\n"), "{read}");
    assert!(read.contains("\nno difference: ") && read.contains("\nfound by nothing:\n"), "{read}");
    // What could find nothing is refused.
    let elsewhere = ["run", "-g", "nim", "-p", "random", "-p", "greedy", "--journal", &other];
    assert_eq!(agon(&elsewhere).code, 0);
    for (more, code, why) in [
        (&["--records", "none.journal"][..], 1, "none.journal"),
        (&["--records", &other], 2, "has games of nim; accepted: of nim(heaps=3+4+5) alone"),
        (&["--tests", "no-such-folder"], 2, "no-such-folder has no Cargo.toml"),
        (&["kuhn"], 2, "accepted: one"),
    ] {
        let refused = agon(&[&laws[..3], more].concat());
        assert_eq!(refused.code, code, "{more:?}: {}", refused.err);
        assert!(refused.err.contains(why), "{}", refused.err);
    }
}

/// In the place of cargo stands a script whose tests find nothing where nothing is wrong, and never end with a fault.
#[test]
fn the_tests_of_a_crate_are_not_left_behind() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("left-behind");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("Cargo.toml"), "").unwrap();
    let (cargo, begun) = (folder.join("cargo"), folder.join("begun"));
    let script = "#!/bin/sh\ncase \"$AGON_MUTANT\" in ''|unchanged|rules-alone) exit 0;; broken) exit 1;; esac\n\
                  echo $$ > begun.part && mv begun.part begun\nexec sleep 600\n";
    fs::write(&cargo, script).unwrap();
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    let mut laws = command(&["laws", "nim(heaps=1)", "--mutants", "--tests", "."]);
    laws.current_dir(&folder).env("CARGO", &cargo).stdin(Stdio::null());
    let mut laws = Started::new(laws.stdout(Stdio::null()).stderr(Stdio::null()));
    until("the tests run with a fault", || begun.exists());
    let tests: i32 = fs::read_to_string(&begun).unwrap().trim().parse().unwrap();
    kill_process(Pid::from_child(&laws), Signal::INT).unwrap();
    assert_eq!(laws.ended().code(), Some(130));
    let tests = Pid::from_raw(tests).unwrap();
    until("the tests are over", || test_kill_process(tests).is_err());
}

#[test]
fn a_player_is_checked_at_the_games_it_plays() {
    let found = agon(&["laws", "--player", "alpha-beta(depth=2)", "nim", "pig(target=5, turns=3)"]);
    assert_eq!(found.code, 0, "{}", found.err);
    assert!(found.out.contains("nim: every law holds"), "{}", found.out);
    assert!(found.out.contains("not checked: alpha-beta cannot play this game"), "{}", found.out);
    let nowhere = agon(&["laws", "--player", "alpha-beta(depth=2)", "pig"]);
    assert_eq!(nowhere.code, 2);
}
