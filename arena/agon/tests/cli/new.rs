//! `agon new`: crates for your own games and players. `tests/strangers.sh` checks that they compile,
//! keep the laws and play.

use std::{fs, path::Path};

use crate::command::agon;

#[test]
fn a_new_crate_has_everything_and_nothing_left_to_fill_in() {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new");
    let _ = fs::remove_dir_all(&home);
    let sources = [&["--path-to-agon", "../.."][..], &["--git", "https://a.example/agon"], &[]];
    for kind in ["game", "player"] {
        for (number, source) in sources.iter().enumerate() {
            let folder = home.join(format!("{kind}-{number}"));
            let asked = ["new", kind, "my-own", "--into", folder.to_str().unwrap()];
            let answer = agon(&[&asked[..], source].concat());
            assert_eq!(answer.code, 0, "{}", answer.err);
            let how = "cargo run -p my-own-arena -- run ";
            assert!(answer.out.contains(how), "{}", answer.out);
            for file in ["Cargo.toml", "src/lib.rs", "arena/Cargo.toml", "arena/src/main.rs"] {
                let text = fs::read_to_string(folder.join(file)).unwrap();
                assert!(text.contains("my-own") || text.contains("my_own"), "{file}: {text}");
                for hole in
                    ["{name}", "{core}", "{crate}", "{rust}", "{kinds}", "{command}", "{type}"]
                {
                    assert!(!text.contains(hole), "{file}: {hole}");
                }
            }
            let library = fs::read_to_string(folder.join("src/lib.rs")).unwrap();
            assert!(library.contains("pub struct MyOwn {"), "{library}");
            let again = agon(&asked);
            assert_eq!(again.code, 2);
            assert!(again.err.contains("already exists"), "{}", again.err);
        }
    }
    let _ = fs::remove_dir_all(&home);
}

#[test]
fn a_bad_name_is_refused_with_the_accepted_form() {
    let cases = [
        ("game", "My-Game", "accepted: a lower-case letter first"),
        ("game", "my--game", "words joined by single hyphens"),
        ("game", "2048b", "a lower-case letter first"),
        ("player", "../up", "accepted: "),
        ("player", "", "accepted: "),
        ("game", "agon-mine", "try my-agon-mine"),
        ("player", "match", "Rust or Agon uses that name"),
        ("game", "nim", "this arena has a game `nim` already; try my-nim"),
        ("player", "mcts", "this arena has a player `mcts` already"),
    ];
    for (kind, name, expected) in cases {
        let answer = agon(&["new", kind, name]);
        assert_eq!(answer.code, 2, "{kind} {name}");
        assert!(answer.err.contains(expected), "{kind} {name}: {}", answer.err);
    }
    let answer = agon(&["new", "game", "mine", "--path-to-agon", "/nowhere"]);
    assert_eq!(answer.code, 2);
    assert!(answer.err.contains("/nowhere: not the sources of Agon"), "{}", answer.err);
}
