//! The README tells the truth about what there is.

use std::fs;

use agon_core::{Position, registry};

use crate::house;

/// Players that only the tests link.
const TESTS_OWN: [&str; 2] = ["gambler", "narrow"];

#[test]
fn the_readme_lists_every_game_with_its_options_and_heuristics_and_every_player() {
    let readme = fs::read_to_string(house::root().join("README.md")).unwrap();
    for game in registry::games().values().filter(|game| game.name != "squares") {
        let option = |option: &agon_core::OptionSpec| match option.default {
            "" => format!("{}=…", option.name),
            default => format!("{}={default}", option.name),
        };
        let options: Vec<String> = game.options.iter().map(option).collect();
        let start = registry::game(game.name).unwrap().start;
        let heuristics: Vec<&str> = start.heuristics().iter().map(|named| named.name).collect();
        let (options, heuristics) = (options.join(", "), heuristics.join(", "));
        let row = format!("| `{}({options})` | {} | {heuristics} |", game.name, game.summary);
        assert!(readme.contains(&row), "the README has no row: {row}");
    }
    for player in registry::players().values().filter(|player| !TESTS_OWN.contains(&player.name)) {
        let row = format!("| `{}` | {} |", player.name, player.summary);
        assert!(readme.contains(&row), "the README has no row: {row}");
    }
}

#[test]
fn the_built_in_tournament_shows_every_player_of_this_process_but_the_person() {
    let file = house::root().join("arena/agon/src/default.toml");
    let shown = fs::read_to_string(file).unwrap();
    // What runs a command is a program of its own, and who chooses another is seen as that.
    let is_inside = |player: &&agon_core::PlayerPlugin| {
        let is_program = player.options.iter().any(|option| option.name == "command");
        !is_program && player.choice.is_none()
    };
    let known = registry::players().values().copied().filter(is_inside).map(|player| &player.name);
    for player in known.filter(|&&name| name != "human" && !TESTS_OWN.contains(&name)) {
        let alone = [format!("\"{player}\""), format!("\"{player}(")];
        assert!(alone.iter().any(|text| shown.contains(text)), "nobody sees {player} play");
    }
}

#[test]
fn the_page_of_strength_has_every_row_that_is_played_for_it() {
    let read = |path: &str| fs::read_to_string(house::root().join(path)).unwrap();
    let page = read("players/STRENGTH.md");
    for part in ["tests/benches/before.md", "tests/benches/programs.md"] {
        assert!(page.contains(&read(part)), "the page is not what {part} is");
    }
    let (mut kind, mut from) = (String::new(), 0);
    for line in read("tests/benches/strength.txt").lines() {
        if let Some(name) = line.strip_prefix('[') {
            kind = name.trim_end_matches(']').to_owned();
            continue;
        }
        let fields: Vec<&str> = line.split(" | ").collect();
        let row = match (kind.as_str(), &fields[..]) {
            _ if line.is_empty() || line.starts_with('#') => continue,
            ("ideas", [game, _, openings, nodes, idea, ..]) => {
                format!("| {idea} | `{game}` | {nodes} | {openings} |")
            }
            ("savings", [game, idea, ..]) => format!("| {idea} | `{game}` |"),
            ("models", [game, opponent, player]) => {
                format!("| `{player}` | `{opponent}` | `{game}` |")
            }
            ("ladders", [game, _, openings, rung, below]) => {
                format!("| `{rung}` | `{below}` | `{game}` | {openings} |")
            }
            other => unreachable!("{other:?}"),
        };
        let Some(at) = page[from..].find(&row) else {
            panic!("the page has no row, where it belongs: {row}")
        };
        from += at + row.len();
    }
}
