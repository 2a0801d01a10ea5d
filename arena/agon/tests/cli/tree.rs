//! `agon tree`.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::command::agon;

/// The tree of S. Russell and P. Norvig.
const TREE: &str = "tree([[3,12,8],[2,4,6],[14,5,2]])";
const MEANS: &str = "tree([[[8,0,5,6],[7,4,8],[8,4,-1]],[[9,-1,-2]]])";
const MANY: &str = "tree([[[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)]],[[(5,1,7),(1,5,2)],[(7,7,1),(5,2,5)]]])";
const CHANCE: &str = "tree([{1/2:8, 1/3:24, 1/6:-12},[3,4]])";

/// The drawing of a player's search of a game.
fn tree(game: &str, player: &str, more: &[&str]) -> String {
    agon(&[&["tree", game, "--player", player], more].concat()).out
}

#[test]
fn every_search_is_written_in_lines_with_its_reasons() {
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
        ("tree([[[1,2]~5,[3,4]~1]~2,[[5,6]~9,[7,[1,2]~8]~0]~3])", "alpha-beta(min-depth=1, max-depth=3, quiet=2)"),
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
        // The value of each node stands below that of the one before.
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
        "schema", "game", "player", "move", "value", "bound", "line", "full", "saved", "entered", "searches", "search",
        "nodes",
    ];
    let keys: HashSet<&str> = document.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, HashSet::from(head));
    let nodes = document["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), 11);
    for (id, node) in nodes.iter().enumerate() {
        assert_eq!(node["id"], json!(id));
        assert!(node["parent"].as_u64().is_none_or(|parent| parent < id as u64), "{node}");
    }
    #[cfg(feature = "shell")]
    {
        let told = agon(&["schema", "tree"]).out;
        for key in nodes[0].as_object().unwrap().keys().map(String::as_str).chain(head) {
            assert!(told.contains(&format!("  `{key}` (")), "{key} is not told");
        }
    }
    let cut = nodes.iter().find(|node| node["position"] == "2").unwrap();
    assert_eq!(cut["reason"], "cut: 2 ≤ α = 3, seat 1 already has 3 by 1");
    let skipped: Vec<&Value> = cut["skipped"].as_array().unwrap().iter().map(|m| &m["move"]).collect();
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
        let lines: Vec<Value> = streamed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let document = agon(&["tree", game, "-p", player, "--to", "json"]).json();
        assert_eq!(lines.len() as u64, document["entered"].as_u64().unwrap(), "{game} {player}");
        let nodes = document["nodes"].as_array().unwrap();
        let of_search: Vec<&Value> = lines.iter().filter(|line| line["search"] == document["search"]).collect();
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
    assert!(wrong.code == 2 && wrong.err.contains("cannot be given together with"), "{}", wrong.err);
}

#[test]
fn whole_plies_are_folded_and_counted() {
    let all = |args: &[&str]| {
        let document =
            agon(&[&["tree", "tic-tac-toe", "-p", "minimax(depth=3)", "--to", "json"], args].concat()).json();
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
    let drawn = tree("tree([[[8,7],[4,2]],[[3,9],[-1,-5]]])", "minimax", &["--negamax", "--to", "text"]);
    assert!(drawn.contains("max A 4"), "{drawn}");
    assert!(drawn.contains("max B -4"), "{drawn}");
}

#[test]
fn impossible_requests_are_refused_with_the_reason() {
    for (args, code, why) in [
        (&["tree", "nim", "-p", "random"][..], 2, "reports nothing of its search"),
        (&["tree", CHANCE, "-p", "minimax"], 2, "cannot play this game"),
        (&["tree", "tree([1,2])", "--moves", "1", "-p", "minimax"], 2, "the game is over in `1`"),
        (&["tree", TREE, "-p", "alpha-beta", "--out", "tree.jpg"], 2, "unknown file type .jpg; accepted: .svg"),
        (&["tree", TREE, "-p", "alpha-bata"], 2, "did you mean `alpha-beta`?"),
    ] {
        let told = agon(args);
        assert_eq!((told.code, told.out.as_str()), (code, ""), "{args:?}");
        assert!(told.err.contains(why), "{args:?}: {}", told.err);
    }
}

/// All nodes of the last search, as data.
fn nodes(game: &str, player: &str) -> Vec<Value> {
    let document = agon(&["tree", game, "-p", player, "--to", "json"]).json();
    document["nodes"].as_array().expect("nodes are a list").clone()
}

#[test]
fn bounds_are_those_of_the_textbook() {
    // w = 7 of n = 10, t = 21, C = √2: payoffs are −1 to 1, so 0.4 is seven wins in ten.
    let (game, player) = ("tree([[1,0],[1,0]])", "mcts(iterations=21, proofs=false)");
    let words = "UCB 0.70 + 0.78 = 1.48";
    for drawn in [
        tree(game, player, &["--to", "text"]),
        tree(game, player, &["--to", "svg"]),
        agon(&["analyse", game, "-p", player]).out,
    ] {
        assert!(drawn.contains(words), "{drawn}");
    }
    let nodes = nodes(game, player);
    let node = nodes.iter().find(|node| node["visits"] == 10).unwrap();
    let summand = |key: &str| node[key].as_f64().unwrap();
    assert!((summand("share") - 0.7).abs() < 1e-12, "{node}");
    assert!((summand("share") + summand("term") - 1.480_323).abs() < 5e-7, "{node}");
}

#[test]
fn averaged_moves_are_named_and_marked() {
    for player in ["averaging(m=2, n=2)", "alpha-beta(m=2, n=2)"] {
        let nodes = nodes(MEANS, player);
        let mut means = 0;
        for node in &nodes {
            let counted = node["counted"].as_array().unwrap();
            let values = counted.iter().map(|id| &nodes[id.as_u64().unwrap() as usize]["value"]);
            let sum: f64 = values.map(|value| value.as_f64().unwrap()).sum();
            if !counted.is_empty() {
                means += 1;
                assert_eq!(node["value"].as_f64(), Some(sum / counted.len() as f64), "{node}");
            }
        }
        assert!(5 <= means, "{player}: {means}");
        let drawn = tree(MEANS, player, &["--to", "text"]);
        assert!(drawn.contains("mean of the 2 largest, (8 + 6)/2"), "{drawn}");
        assert!(drawn.contains("mean of the 2 smallest, (6 + 7)/2"), "{drawn}");
        assert!(tree(MEANS, player, &["--to", "svg"]).contains(">counts<"));
    }
    assert!(!tree(MEANS, "averaging(m=1, n=1)", &["--to", "text"]).contains("counts"));
}

#[test]
fn a_root_where_the_second_seat_acts_takes_the_smallest_in_every_form() {
    let game = "tree([8,[10,3]]@2)";
    let drawn = tree(game, "alpha-beta", &["--to", "text"]);
    assert!(drawn.contains("min B 8") && drawn.contains("max A >= 10"), "{drawn}");
    assert!(drawn.contains("cut: 10 >= beta = 8") && drawn.contains("worth -8 to seat 2"), "{drawn}");
    assert!(tree(game, "alpha-beta", &["--to", "svg"]).contains("class=\"min"));
    let root = &nodes(game, "alpha-beta")[0];
    assert_eq!((&root["seat"], &root["to"], &root["value"]), (&json!(2), &json!(1), &json!(8.0)));
    let streamed = tree(game, "alpha-beta", &["--stream"]);
    let last: Value = serde_json::from_str(streamed.lines().last().unwrap()).unwrap();
    assert_eq!((&last["to"], &last["value"]), (&json!(1), &json!(8.0)));
    let turned = tree(game, "alpha-beta", &["--negamax", "--to", "text"]);
    assert!(turned.contains("max B -8"), "{turned}");
}

#[test]
fn chance_may_draw_first() {
    let game = "tree({1/2:8, 1/3:24, 1/6:-12})";
    let document = agon(&["tree", game, "-p", "expectiminimax", "--to", "json"]).json();
    assert!((document["value"].as_f64().unwrap() - 10.0).abs() < 1e-9, "{document}");
    assert_eq!(document["move"], Value::Null);
    let drawn = tree(game, "expectiminimax", &["--to", "text"]);
    assert!(drawn.contains("chance 10") && drawn.contains("1/3  24"), "{drawn}");
    let told = agon(&["tree", game, "-p", "expectiminimax", "--to", "words"]).out;
    assert!(told.contains("At the root chance draws") && told.contains("value is 10"), "{told}");
    // After each outcome the player searches; what it finds hangs below.
    let game = "tree({1/2:[3,[5,1]], 1/2:{1/4:[8,0], 3/4:-4}})";
    let nodes = nodes(game, "expectiminimax");
    assert!((nodes[0]["value"].as_f64().unwrap() - 1.0).abs() < 1e-9, "{nodes:?}");
    for (id, node) in nodes.iter().enumerate() {
        assert_eq!(node["id"], json!(id));
        let parent = node["parent"].as_u64().map(|parent| &nodes[parent as usize]);
        let above = parent.map_or(-1, |parent| parent["ply"].as_i64().unwrap());
        assert_eq!(node["ply"].as_i64().unwrap(), above + 1, "{node}");
    }
    let refused = agon(&["tree", game, "-p", "minimax"]);
    assert!(refused.code == 2 && refused.err.contains("cannot play"), "{}", refused.err);
}

#[test]
fn chance_that_draws_again_and_again_has_an_end() {
    // Whoever rolls a one passes the die, and chance draws again: 400 times, if the ones go on.
    let (whole, game) = (&["--limit", "200000", "--depth", "999", "--to", "json"], "pig");
    let nodes = agon(&[&["tree", game, "-p", "expectimax(depth=1)"][..], whole].concat()).json();
    let nodes = nodes["nodes"].as_array().unwrap();
    let open: Vec<&Value> = nodes.iter().filter(|node| node["why"] == "unvisited").collect();
    assert!(matches!(open[..], [node] if node["ply"] == 16), "{open:?}");
    let root = nodes[0]["value"].as_f64().unwrap();
    assert!(root.abs() < 1.0 && nodes[0]["bound"] == "sample", "{}", nodes[0]);
    // Three draws of 22 outcomes each.
    let branch = |inner: &str| format!("{{{}}}", vec![format!("1/22:{inner}"); 22].join(","));
    let game = format!("tree({})", branch(&branch(&branch("1"))));
    let refused = agon(&["tree", &game, "-p", "expectimax"]);
    assert_eq!(refused.code, 2, "{}", refused.err);
    assert!(refused.err.contains("more than 10,000 outcomes"), "{}", refused.err);
}

#[test]
fn windows_narrow_step_by_step_as_the_search_has_them() {
    let root = &nodes(TREE, "alpha-beta")[0];
    let steps: Vec<(&Value, &Value)> =
        root["steps"].as_array().unwrap().iter().map(|step| (&step["value"], &step["alpha"])).collect();
    assert_eq!(steps, [(&json!(3.0), &json!(3.0)), (&json!(2.0), &json!(3.0)), (&json!(2.0), &json!(3.0))]);
    let drawn = tree(TREE, "alpha-beta", &["--to", "text"]);
    assert!(
        drawn.contains("alpha = 3 after 1") && drawn.contains("beta = 14 after 1, 5 after 2, 2 after 3"),
        "{drawn}"
    );
    let told = agon(&["tree", TREE, "-p", "alpha-beta", "--to", "words"]).out;
    assert!(told.contains("At the root α rises to 3: (3, ∞)."), "{told}");
    assert!(!tree(TREE, "minimax", &["--to", "text"]).contains("alpha"));
    for (game, player) in [
        (TREE, "alpha-beta"),
        (TREE, "alpha-beta(pvs=true)"),
        ("tree([8,[10,3]]@2)", "alpha-beta"),
        (CHANCE, "expectiminimax"),
        ("tic-tac-toe", "alpha-beta(depth=3)"),
        ("tic-tac-toe", "alpha-beta(depth=4, pvs=true, quiescence=2, reductions=true)"),
        ("connect-four", "alpha-beta(depth=3)"),
    ] {
        let nodes = nodes(game, player);
        let number = |value: &Value, infinite: f64| value.as_f64().unwrap_or(infinite);
        for node in &nodes {
            let is_max = node["seat"] == node["to"];
            let mut window = [f64::NEG_INFINITY, f64::INFINITY];
            for step in node["steps"].as_array().unwrap() {
                let next = [number(&step["alpha"], -f64::INFINITY), number(&step["beta"], f64::INFINITY)];
                assert!(window[0] <= next[0] && next[1] <= window[1], "{node}");
                let (value, edge) = (step["value"].as_f64().unwrap(), next[usize::from(!is_max)]);
                assert!(if is_max { value <= edge } else { edge <= value }, "{node}");
                window = next;
            }
            // What was entered next was entered in that window, unless something else was asked.
            let children = nodes.iter().filter(|child| child["parent"] == node["id"]);
            let whole = children
                .filter(|child| child["look"] == "whole" && !child["asked"].as_str().is_some_and(|a| a.ends_with('?')));
            let windows: Vec<[f64; 2]> = whole
                .map(|child| &child["window"])
                .map(|at| [number(&at[0], -f64::INFINITY), number(&at[1], f64::INFINITY)])
                .collect();
            for entered in windows.iter().skip(1) {
                let is_step = node["steps"].as_array().unwrap().iter().any(|step| {
                    number(&step["alpha"], -f64::INFINITY) <= entered[0]
                        && entered[1] <= number(&step["beta"], f64::INFINITY)
                });
                assert!(is_step || node["steps"] == json!([]), "{player}: {entered:?} in {node}");
            }
        }
        assert!(nodes.iter().any(|node| node["steps"] != json!([])), "{game} {player}");
    }
}

#[test]
fn no_number_is_said_to_be_less_than_itself() {
    let mut close = 0;
    for (game, player) in [
        ("connect-four", "mtd(depth=4)"),
        ("connect-four", "alpha-beta(depth=4, pvs=true)"),
        ("othello", "alpha-beta(depth=3, pvs=true)"),
        ("tic-tac-toe", "mtd(depth=5)"),
    ] {
        for node in nodes(game, player) {
            let reason = node["reason"].as_str().unwrap_or_default();
            for words in [" is not ≥ ", " is not > ", " is > "] {
                let Some((before, after)) = reason.split_once(words) else { continue };
                let value = before.rsplit(' ').next();
                if value == after.split(',').next() {
                    close += 1;
                    let is_said = before.contains("just below") || before.contains("just above");
                    assert!(is_said || words == " is not > ", "{game} {player}: {reason}");
                }
            }
        }
    }
    assert!(0 < close);
}

#[test]
fn the_share_of_nodes_saved_comes_last() {
    for (game, player, last) in [
        (TREE, "alpha-beta", "11 of 13 nodes, 15 % saved"),
        (TREE, "minimax", "13 of 13 nodes, 0 % saved"),
        ("tic-tac-toe", "minimax(depth=2)", "82 of 82 nodes, 0 % saved"),
    ] {
        let drawn = tree(game, player, &["--to", "text"]);
        assert_eq!(drawn.lines().last(), Some(last), "{drawn}");
        let told = agon(&["tree", game, "-p", player, "--to", "words"]).out;
        assert_eq!(told.lines().last(), Some(last), "{told}");
        let document = agon(&["tree", game, "-p", player, "--to", "json"]).json();
        let (full, saved) = (document["full"].as_f64().unwrap(), document["saved"].as_f64().unwrap());
        let looked = document["searches"][0]["entered"].as_f64().unwrap();
        assert!((1.0 - looked / full - saved).abs() < 1e-12, "{document}");
    }
    for (game, player) in [("nim(heaps=1+2)", "mcts(iterations=20)"), (CHANCE, "expectiminimax")] {
        assert!(!tree(game, player, &["--to", "text"]).contains("saved"), "{player}");
    }
}

#[test]
fn no_picture_is_too_wide_to_be_read_unless_it_is_asked_for() {
    let wide = |args: &[&str]| {
        let told = agon(args);
        let width = told.out.split("width=\"").nth(1).and_then(|rest| rest.split('"').next());
        (width.unwrap().parse::<f64>().unwrap(), told.err, told.out)
    };
    for (game, player) in [
        ("tic-tac-toe", "alpha-beta(depth=4)"),
        ("connect-four", "alpha-beta(depth=6)"),
        ("chess", "alpha-beta(depth=2)"),
        ("connect-four", "mcts(iterations=300)"),
        ("tic-tac-toe", "minimax(depth=2)"),
    ] {
        let asked = ["tree", game, "-p", player, "--depth", "2", "--to", "svg"];
        let (width, said, _) = wide(&asked);
        assert!(width <= 1600.0, "{game} {player}: {width}");
        let (whole, silent, _) = wide(&[&asked[..], &["--limit", "120"]].concat());
        assert_eq!((1600.0 < whole, silent.contains("too wide")), (said.contains("too wide"), false));
    }
    let (_, said, drawn) = wide(&["tree", "tic-tac-toe", "-p", "minimax(depth=1)", "--to", "svg"]);
    assert!(!said.contains("too wide") && !drawn.contains("more moves"), "{said}");
    let (_, said, drawn) = wide(&["tree", "tic-tac-toe", "-p", "alpha-beta(depth=4)", "--depth", "2", "--to", "svg"]);
    assert!(said.contains("--limit 120") && drawn.contains("more moves") && drawn.contains("all ≤ "), "{said}");
    let (width, said, _) = wide(&["solve", "tic-tac-toe", "--draw", "tree", "--to", "svg"]);
    assert!(width <= 1600.0 && said.contains("--draw-limit"), "{width} {said}");
}

/// Written anew with `AGON_PICTURES=write`.
#[test]
fn the_trees_of_the_readme_are_what_is_drawn() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures");
    let svg = &["--to", "svg"];
    let strategy = agon(&["solve", "grundy", "--draw", "strategy", "--to", "svg"]).out;
    let drawn =
        [("alpha-beta", tree(TREE, "alpha-beta", svg)), ("max-n", tree(MANY, "max-n", svg)), ("grundy", strategy)];
    for (name, drawn) in drawn {
        let file = format!("{folder}/{name}.svg");
        if std::env::var_os("AGON_PICTURES").is_some() {
            std::fs::write(&file, &drawn).unwrap();
        }
        assert!(std::fs::read_to_string(&file).unwrap() == drawn, "{file}: AGON_PICTURES=write");
    }
}

#[test]
fn small_boards_stand_in_the_nodes_where_they_fit() {
    let end = ["tree", "tic-tac-toe", "--position", "XOX/O.O/X..", "-p", "minimax"];
    let drawn = |game: &[&str], more: &[&str]| agon(&[game, &["--to", "svg"], more].concat()).out;
    let boards = |svg: &str| svg.matches("<g class=\"board\"").count();
    let nodes = agon(&[&end[..], &["--to", "json"]].concat()).json()["nodes"].as_array().unwrap().len();
    let svg = drawn(&end, &[]);
    assert_eq!((boards(&svg), nodes), (10, 10), "every position has its own");
    assert!(svg.contains("data-win") && svg.contains("data-last") && svg.contains(".agon .board .t-blue"));
    assert_eq!(boards(&drawn(&end, &["--boards", "never"])), 0);
    assert!(!drawn(&end, &["--boards", "never"]).contains(".board"));
    assert_eq!(boards(&drawn(&["tree", "nim(1+2)", "-p", "minimax"], &[])), 12);
    // Boards fold a wide tree by no more than half, unless they are asked for.
    let wide = ["tree", "tic-tac-toe", "-p", "minimax(depth=3)", "--depth", "2"];
    let width = |svg: &str| -> f64 {
        let (_, rest) = svg.split_once("width=\"").unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    };
    let always = drawn(&wide, &["--boards", "always"]);
    assert!(0 < boards(&always) && width(&always) <= 1600.0, "{} wide", width(&always));
    // A typed tree is its own picture, chess is too large, cards are hidden.
    for game in [TREE, "chess", "kuhn"] {
        let moves: &[&str] = if game == "kuhn" { &["--moves", "3 1"] } else { &[] };
        let player = if game == "kuhn" { "pimc" } else { "alpha-beta(depth=1)" };
        let asked = [&["tree", game, "-p", player, "--depth", "1"], moves].concat();
        assert_eq!(boards(&drawn(&asked, &["--boards", "always"])), 0, "{game}");
    }
    // LaTeX is given none.
    let tikz = agon(&[&end[..], &["--to", "tikz", "--boards", "always"]].concat());
    assert_eq!(tikz.code, 0, "{}", tikz.err);
}
