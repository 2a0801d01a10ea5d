//! `agon tree`.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::command::agon;

/// The tree of S. Russell and P. Norvig.
const TREE: &str = "tree([[3,12,8],[2,4,6],[14,5,2]])";
const MEANS: &str = "tree([[[8,0,5,6],[7,4,8],[8,4,-1]],[[9,-1,-2]]])";
const MANY: &str =
    "tree([[[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)]],[[(5,1,7),(1,5,2)],[(7,7,1),(5,2,5)]]])";
const CHANCE: &str = "tree([{1/2:8, 1/3:24, 1/6:-12},[3,4]])";

/// What is drawn of a player at a game.
fn tree(game: &str, player: &str, more: &[&str]) -> String {
    agon(&[&["tree", game, "--player", player], more].concat()).out
}

#[test]
fn every_search_is_told_in_lines_with_its_reasons() {
    let mut told = String::new();
    for (game, player) in [
        (TREE, "minimax"),
        (TREE, "alpha-beta"),
        (TREE, "alpha-beta(pvs=true)"),
        (TREE, "mtd"),
        (MEANS, "averaging(m=2, n=2)"),
        (MEANS, "alpha-beta(m=2, n=2)"),
        (MANY, "max-n"),
        (MANY, "paranoid"),
        (MANY, "best-reply"),
        (CHANCE, "expectiminimax"),
        (CHANCE, "expectimax"),
        (CHANCE, "greedy"),
        ("nim(heaps=1+2)", "solve"),
        ("nim(heaps=1+2)", "pns"),
        ("nim(heaps=1+2)", "perfect"),
        ("nim(heaps=1+2)", "mcts(iterations=20)"),
        ("nim(heaps=1+1+1)", "alpha-beta(depth=unlimited, table=1kB, symmetry=true)"),
        ("nim(heaps=2+2)", "expectimax(opponent=minimax(depth=2), trust=0.8)"),
        ("nim(heaps=1+2)", "mix(minimax*1)"),
        ("nim(heaps=1+2)", "epsilon(minimax, 0)"),
        ("nim(heaps=1+1+2)", "alpha-beta(depth=unlimited, table=1MB)"),
        ("breakthrough(width=3, height=6)", "alpha-beta(depth=5, relevant=true, reductions=true)"),
        (
            "tree([[[1,2]~5,[3,4]~1]~2,[[5,6]~9,[7,[1,2]~8]~0]~3])",
            "alpha-beta(min-depth=1, max-depth=3, quiet=2)",
        ),
        ("tic-tac-toe(width=2, height=2, line=2)", "selective(width=2, depth=2)"),
    ] {
        told.push_str(&tree(game, player, &["--to", "text"]));
        told.push('\n');
    }
    insta::assert_snapshot!("tree-lines", told);
}

#[test]
fn a_search_is_drawn_in_every_form() {
    for form in ["svg", "dot", "tikz", "json", "ansi"] {
        let drawn = tree(TREE, "alpha-beta", &["--to", form]).replace('\u{1b}', "␛");
        insta::assert_snapshot!(format!("tree-{form}"), drawn);
    }
}

#[test]
fn a_narrow_tree_has_a_line_for_each_position_and_fits_a_telephone() {
    let narrow = ["--to", "svg", "--narrow"];
    for (game, player) in [
        (TREE, "alpha-beta"),
        (CHANCE, "expectiminimax"),
        ("connect-four", "mcts(iterations=300)"),
        ("nim(heaps=1+2)", "alpha-beta(depth=unlimited)"),
    ] {
        let svg = tree(game, player, &[&narrow[..], &["--depth", "3", "--limit", "60"]].concat());
        let width = svg.split("width=\"").nth(1).and_then(|rest| rest.split('"').next());
        let width: f64 = width.unwrap().parse().unwrap();
        assert!(width <= 390.0, "{game} {player}: {width}");
        // What is to be read first of each stands below that of the one before.
        let values = svg.split("class=\"value\"").skip(1);
        let lines: Vec<f64> = values
            .map(|text| text.split("y=\"").nth(1).unwrap().split('"').next().unwrap())
            .map(|y| y.parse().unwrap())
            .collect();
        assert!(2 < lines.len() && lines.is_sorted_by(|above, below| above < below), "{lines:?}");
    }
    let svg = tree(TREE, "alpha-beta", &narrow);
    let style = svg.split("<style>").nth(1).and_then(|rest| rest.split("</style>").next());
    insta::assert_snapshot!("tree-narrow", svg.replace(style.unwrap(), "…"));
    let tikz = |more: &[&str]| tree(TREE, "alpha-beta", &[&["--to", "tikz"], more].concat());
    assert_eq!(tikz(&["--narrow"]), tikz(&[]), "a page of TeX is wide");
}

#[test]
fn the_document_has_the_documented_keys_and_every_node_stands_behind_its_parent() {
    let document = agon(&["tree", TREE, "-p", "alpha-beta", "--to", "json"]).json();
    let head = [
        "schema", "game", "player", "move", "value", "bound", "line", "entered", "searches",
        "search", "nodes",
    ];
    let keys: HashSet<&str> = document.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, HashSet::from(head));
    let nodes = document["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), 11);
    for (id, node) in nodes.iter().enumerate() {
        assert_eq!(node["id"], json!(id));
        assert!(node["parent"].as_u64().is_none_or(|parent| parent < id as u64), "{node}");
    }
    let help = agon(&["tree", "--help"]).out;
    for key in nodes[0].as_object().unwrap().keys().map(String::as_str).chain(head) {
        assert!(help.contains(key), "{key} is not in the help");
    }
    let cut = nodes.iter().find(|node| node["position"] == "2").unwrap();
    assert_eq!(cut["reason"], "cut: 2 ≤ α = 3, seat 1 already has 3 by 1");
    let skipped: Vec<&Value> =
        cut["skipped"].as_array().unwrap().iter().map(|m| &m["move"]).collect();
    assert_eq!(skipped, ["2", "3"]);
}

#[test]
fn a_stream_has_every_position_that_the_document_has_and_keeps_none() {
    for (game, player) in [
        (TREE, "alpha-beta"),
        (TREE, "alpha-beta(deepening=true, pvs=true)"),
        (MEANS, "averaging(m=2, n=2)"),
        (MANY, "max-n"),
        (CHANCE, "expectiminimax"),
        ("tic-tac-toe", "minimax(depth=3)"),
    ] {
        let streamed = tree(game, player, &["--stream"]);
        let lines: Vec<Value> =
            streamed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let document = agon(&["tree", game, "-p", player, "--to", "json"]).json();
        assert_eq!(lines.len() as u64, document["entered"].as_u64().unwrap(), "{game} {player}");
        let nodes = document["nodes"].as_array().unwrap();
        let of_search: Vec<&Value> =
            lines.iter().filter(|line| line["search"] == document["search"]).collect();
        assert_eq!(of_search.len(), nodes.len());
        for node in nodes {
            let line = of_search.iter().find(|line| line["id"] == node["order"]).unwrap();
            for key in [
                "ply",
                "move",
                "position",
                "node",
                "seat",
                "to",
                "window",
                "look",
                "probability",
                "value",
                "bound",
                "why",
                "payoffs",
            ] {
                assert_eq!(line[key], node[key], "{game} {player}: {key}: {line}");
            }
            let skipped = |of: &Value| -> Vec<(Value, Value)> {
                let all = of["skipped"].as_array().unwrap().iter();
                all.map(|m| (m["move"].clone(), m["why"].clone())).collect()
            };
            assert_eq!(skipped(line), skipped(node), "{line}");
        }
        // Those below stand before those above, and are counted.
        let mut below: std::collections::HashMap<u64, u64> = std::collections::HashMap::new();
        for line in &lines {
            let id = line["id"].as_u64().unwrap();
            let own = below.remove(&id).unwrap_or(0);
            assert_eq!(line["below"], json!(own), "{line}");
            if let Some(parent) = line["parent"].as_u64() {
                *below.entry(parent).or_default() += own + 1;
            }
        }
        assert!(below.is_empty(), "{below:?}");
    }
    let shallow = tree("tic-tac-toe", "minimax(depth=3)", &["--stream", "--depth", "1"]);
    assert_eq!(shallow.lines().count(), 10);
    assert!(shallow.lines().last().unwrap().ends_with("\"below\":585}"), "{shallow}");
    let wrong = agon(&["tree", TREE, "-p", "minimax", "--stream", "--limit", "3"]);
    assert!(wrong.code == 2 && wrong.err.contains("cannot be used with"), "{}", wrong.err);
}

#[test]
fn whole_plies_are_folded_and_counted() {
    let all = |args: &[&str]| {
        let document = agon(
            &[&["tree", "tic-tac-toe", "-p", "minimax(depth=3)", "--to", "json"], args].concat(),
        )
        .json();
        let nodes = document["nodes"].as_array().unwrap().clone();
        let folded: u64 = nodes.iter().map(|node| node["folded"].as_u64().unwrap()).sum();
        (nodes.len() as u64, folded, document["entered"].as_u64().unwrap())
    };
    assert_eq!(all(&[]), (586, 0, 586));
    assert_eq!(all(&["--depth", "1"]), (10, 576, 586));
    // 82 are within two plies.
    assert_eq!(all(&["--limit", "585"]), (82, 504, 586));
    assert_eq!(all(&["--limit", "82"]), (82, 504, 586));
    assert_eq!(all(&["--limit", "81"]), (10, 576, 586));
    assert_eq!(all(&["--limit", "1"]), (1, 585, 586));
}

#[test]
fn each_search_of_the_root_can_be_seen() {
    let player = "alpha-beta(deepening=true)";
    let first = agon(&["tree", TREE, "-p", player, "--search", "1", "--to", "json"]).json();
    assert_eq!((&first["search"], first["nodes"].as_array().unwrap().len()), (&json!(1), 4));
    assert_eq!(first["searches"][1]["depth"], 2);
    let wrong = agon(&["tree", TREE, "-p", player, "--search", "3"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("the root was searched 2 times; say 1 to 2"), "{}", wrong.err);
}

#[test]
fn negamax_has_the_values_of_the_seat_to_act() {
    let drawn =
        tree("tree([[[8,7],[4,2]],[[3,9],[-1,-5]]])", "minimax", &["--negamax", "--to", "text"]);
    assert!(drawn.contains("max A 4"), "{drawn}");
    assert!(drawn.contains("min B -4"), "{drawn}");
}

#[test]
fn who_tells_nothing_is_said_to() {
    for (args, code, why) in [
        (&["tree", "nim", "-p", "random"][..], 2, "tells nothing of what it looks at"),
        (&["tree", CHANCE, "-p", "minimax"], 2, "cannot play this game"),
        (&["tree", "tree([1,2])", "--moves", "1", "-p", "minimax"], 2, "no seat is to act"),
        (&["tree", TREE, "-p", "alpha-beta", "--out", "tree.jpg"], 2, "add --to svg"),
        (&["tree", TREE, "-p", "alpha-bata"], 2, "did you mean `alpha-beta`?"),
    ] {
        let told = agon(args);
        assert_eq!((told.code, told.out.as_str()), (code, ""), "{args:?}");
        assert!(told.err.contains(why), "{args:?}: {}", told.err);
    }
}

/// Written anew with `AGON_PICTURES=write`.
#[test]
fn the_trees_of_the_readme_are_what_is_drawn() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures");
    let svg = &["--to", "svg"];
    let strategy = agon(&["solve", "grundy", "--draw", "strategy", "--to", "svg"]).out;
    let drawn = [
        ("alpha-beta", tree(TREE, "alpha-beta", svg)),
        ("max-n", tree(MANY, "max-n", svg)),
        ("grundy", strategy),
    ];
    for (name, drawn) in drawn {
        let file = format!("{folder}/{name}.svg");
        if std::env::var_os("AGON_PICTURES").is_some() {
            std::fs::write(&file, &drawn).unwrap();
        }
        assert!(std::fs::read_to_string(&file).unwrap() == drawn, "{file}: AGON_PICTURES=write");
    }
}
