//! Games and players as the registry has them: found as people type them, and described in full; and what the compiler
//! tells those who write one.

use std::{collections::BTreeSet, fs};

use agon_core::registry;

use crate::workspace;

#[test]
fn games_and_players_are_found_by_common_spellings() {
    for (typed, printed) in [
        ("gomoku", "amoba"),
        ("amőba", "amoba"),
        ("connect4", "connect-four"),
        ("connect four", "connect-four"),
        ("C4", "connect-four"),
        ("tictactoe", "tic-tac-toe"),
        ("ttt", "tic-tac-toe"),
        ("Reversi", "othello"),
        ("draughts", "checkers"),
        ("mancala", "kalah"),
        ("Connect Four(width=8)", "connect-four(width=8)"),
        ("kalah(Empty_Capture=no)", "kalah(empty-capture=false)"),
    ] {
        assert_eq!(registry::game(typed).unwrap().term, printed, "{typed}");
    }
    for name in workspace::games().flat_map(|game| [&[game.name], game.aliases].concat()) {
        assert!(registry::game(name).is_ok(), "{name}");
    }
    for (typed, printed) in [("ab", "alpha-beta"), ("UCT", "mcts"), ("Negamax", "minimax")] {
        assert_eq!(registry::player(typed).unwrap().term, printed, "{typed}");
    }
    for player in registry::players().values() {
        for name in player.aliases {
            assert_eq!(registry::find_player(name).unwrap().name, player.name, "{name}");
        }
    }
    let player = registry::player("epsilon(Player=AlphaBeta(Depth=3))").unwrap();
    assert_eq!(player.term, "epsilon(player=alpha-beta(depth=3))");
    let nested = format!("{}random{}", "epsilon(".repeat(10_000), ")".repeat(10_000));
    let error = registry::player(&nested).unwrap_err().to_string();
    assert!(error.contains("more than 32 `(` inside each other"), "{error:.300}");
}

#[test]
fn every_player_accepts_its_defaults_and_every_option_has_a_meaning() {
    for player in registry::players().values() {
        assert!(registry::player(player.name).is_ok(), "{}", player.name);
    }
    let players = registry::players().values().map(|p| (p.name, p.summary, p.options));
    for (name, summary, options) in players {
        assert!(!summary.is_empty(), "{name} has no summary");
        for option in options {
            assert!(!option.meaning.is_empty(), "{name}: {} has no meaning", option.name);
            let lower = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(option.name.chars().all(lower), "{name}: {}", option.name);
        }
    }
}

/// What a file's trait asks for, by name: its items without a default.
fn required(code: &str) -> BTreeSet<&str> {
    let (_, body) = code.split_once("\npub trait ").unwrap();
    let (body, _) = body.split_once("\n}").unwrap();
    let items = body.split_inclusive([';', '{', '}']).filter(|item| item.ends_with(';') && !item.contains('='));
    let names = items.filter_map(|item| {
        let line =
            item.lines().find(|line| line.starts_with("    ") && line.trim().starts_with(char::is_alphabetic))?;
        let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
        ["fn", "const", "type"].contains(&words.next()?).then(|| words.next())?
    });
    names.collect()
}

/// The trait that is missing tells what to write for it, and is right about it.
#[test]
fn an_error_of_the_compiler_names_what_a_trait_asks_for() {
    let of_core = ["moves", "position", "game", "algorithm", "evaluate", "models"];
    let files = of_core.map(|name| format!("core/src/{name}.rs"));
    for file in files.iter().map(String::as_str).chain(["core/laws/src/oracle.rs"]) {
        let code = fs::read_to_string(workspace::root().join(file)).unwrap();
        let (_, note) = code.split_once("#[diagnostic::on_unimplemented(").expect(file);
        let (_, note) = note.split_once("note = \"write ").unwrap();
        let (note, _) = note.split_once(['.', ';', '"']).unwrap();
        let named: BTreeSet<&str> = note.split('`').skip(1).step_by(2).filter(|name| *name != "()").collect();
        assert_eq!(named, required(&code), "{file}");
    }
}
