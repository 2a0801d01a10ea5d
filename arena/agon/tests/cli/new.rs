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
                for hole in ["{name}", "{core}", "{crate}", "{rust}", "{kinds}", "{command}", "{type}"] {
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
fn a_new_game_may_have_dice_seats_and_secrets_and_says_where_one_writes() {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-games");
    let _ = fs::remove_dir_all(&home);
    let kinds: [(&[&str], &str, &str, &str); 5] = [
        (&[], "Facts::two_seats(1_000)", "alpha-beta", "-p random -p "),
        (&["--hidden"], ".with_hidden()", "ismcts", "-p random -p ismcts"),
        (&["--dice"], ".with_chance()", "expectiminimax", "-p random -p 'expectiminimax"),
        (&["--seats", "3"], "SEATS: u8 = 3;", "max-n", "-p random -p random -p 'max-n"),
        (&["--seats", "4"], "SEATS: u8 = 4;", "\"fourth\"", "-p random -p random -p random -p 'max-n"),
    ];
    for (options, fact, player, plays) in kinds {
        let folder = home.join(format!("game{}", options.concat()));
        let asked = ["new", "game", "number", "--into", folder.to_str().unwrap()];
        let answer = agon(&[&asked[..], options].concat());
        assert_eq!(answer.code, 0, "{}", answer.err);
        assert!(answer.out.contains(plays), "{}", answer.out);
        let read = |file| fs::read_to_string(folder.join(file)).unwrap();
        let (game, round) = (read("src/lib.rs"), read("tests/round_robin.rs"));
        assert!(game.contains(fact), "{game}");
        assert!(round.contains(player) && round.contains("use number as _;"), "{round}");
        // The name of the game is no type that the file has already.
        assert!(game.contains("pub struct NumberGame {"), "{game}");
        for (text, marks) in [(&game, 3), (&round, 1)] {
            assert_eq!(text.matches("// WRITE HERE").count(), marks, "{text}");
            assert!(!text.contains("{name}") && !text.contains("{signed-up}"), "{text}");
            for (opens, closes) in [('(', ')'), ('[', ']'), ('{', '}')] {
                assert_eq!(text.matches(opens).count(), text.matches(closes).count(), "{text}");
            }
        }
        assert!(read("Cargo.toml").contains("[dev-dependencies]\nagon-arena = "), "{folder:?}");
    }
    let _ = fs::remove_dir_all(&home);
    for (asked, told) in [
        (&["game", "mine", "--dice", "--hidden"][..], "cannot be given together with"),
        (&["game", "mine", "--seats", "2"], "3 to 4"),
        (&["player", "mine", "--dice"], "--dice is for a game"),
        (&["player", "mine", "--seats", "3"], "--seats is for a game"),
    ] {
        let answer = agon(&[&["new"], asked].concat());
        assert_eq!(answer.code, 2, "{asked:?}");
        assert!(answer.err.contains(told), "{asked:?}: {}", answer.err);
    }
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
