//! `agon games`, `agon players` and `agon man`: the declared games, players and commands.

use serde_json::{Value, json};

use crate::command::{agon, keys};

#[test]
fn the_lists_have_a_name_and_a_summary_on_every_line_in_order() {
    for list in ["games", "players"] {
        let answer = agon(&[list]);
        assert_eq!(answer.code, 0);
        let documents = agon(&[list, "--json"]).json();
        let names: Vec<&str> = documents.as_array().unwrap().iter().map(|d| d["name"].as_str().unwrap()).collect();
        assert!(names.is_sorted());
        assert_eq!(answer.out.lines().count(), names.len());
        for (line, document) in answer.out.lines().zip(documents.as_array().unwrap()) {
            let (name, summary) = line.split_once("  ").unwrap();
            assert_eq!(name, document["name"].as_str().unwrap());
            assert_eq!(summary.trim_start(), document["summary"].as_str().unwrap());
        }
    }
}

#[test]
fn every_listed_name_can_be_asked_about_alone() {
    for list in ["games", "players"] {
        let documents = agon(&[list, "--json"]).json();
        for document in documents.as_array().unwrap() {
            let name = document["name"].as_str().unwrap();
            assert_eq!(agon(&[list, name, "--json"]).json(), *document);
            let text = agon(&[list, name]).out;
            assert!(text.starts_with(&format!("{name}: ")), "{text}");
            for option in document["options"].as_array().unwrap() {
                let named = format!("\n  {}\n", option["name"].as_str().unwrap());
                assert!(text.contains(&named), "{name}: {named}");
            }
        }
    }
}

#[test]
fn a_game_says_everything_under_the_documented_keys() {
    let game = agon(&["games", "nim(heaps=1+2)", "--json"]).json();
    let all = [
        "aliases",
        "claims",
        "facts",
        "features",
        "help",
        "heuristics",
        "levels",
        "name",
        "options",
        "samples",
        "summary",
        "term",
    ];
    assert_eq!(keys(&game), all);
    assert_eq!(game["term"], "nim(heaps=1+2)");
    let facts = json!({
        "seats": 2, "chance": false, "sum": "zero", "total": 0.0,
        "min_payoff": -1.0, "max_payoff": 1.0, "max_plies": 3, "playouts": false,
    });
    assert_eq!(game["facts"], facts);
    assert_eq!(game["samples"][0], "nim");
    let heaps = &game["options"][0];
    let described = ["accepted", "choices", "default", "max", "meaning", "min", "name", "type"];
    assert_eq!(keys(heaps), described);
    assert_eq!((&heaps["name"], &heaps["type"]), (&json!("heaps"), &json!("text")));
    assert_eq!(heaps["default"], "3+5+7");
}

#[test]
fn a_player_says_the_range_of_its_options() {
    let player = agon(&["players", "minimax", "--json"]).json();
    assert_eq!(keys(&player), ["aliases", "help", "name", "options", "plays", "summary"]);
    let depth = player["options"].as_array().unwrap().iter().find(|o| o["name"] == "depth");
    let depth = depth.unwrap();
    assert_eq!(depth["type"], "limit");
    assert_eq!(depth["min"], 1);
    assert!(depth["max"].as_u64().is_some_and(|max| 1 < max));
    let words = format!("accepted: {}", depth["accepted"].as_str().unwrap());
    let text = agon(&["players", "minimax"]).out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(&words), "{words}: {text}");
}

#[test]
fn a_person_is_a_player() {
    assert_eq!(agon(&["players", "human", "--json"]).json()["options"], Value::Array(vec![]));
}

#[test]
fn shells_can_complete_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let answer = agon(&["man", "--completions", shell]);
        if cfg!(not(feature = "shell")) {
            assert!(answer.code == 2 && answer.err.contains("feature `shell`"), "{}", answer.err);
            continue;
        }
        assert_eq!(answer.code, 0, "{}", answer.err);
        for command in ["games", "players", "show", "analyse", "play", "perft", "solve"] {
            assert!(answer.out.contains(command), "{shell}: {command}");
        }
    }
}
