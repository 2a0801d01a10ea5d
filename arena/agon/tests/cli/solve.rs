//! `agon solve`: what it finds, and draws.

use serde_json::{Value, json};

use crate::command::agon;

/// Grundy's game of seven, drawn.
fn drawn(view: &str, form: &str) -> String {
    agon(&["solve", "grundy", "--draw", view, "--to", form]).out
}

#[test]
fn grundys_game_of_seven_is_drawn_as_every_lecture_has_it() {
    let mut told = String::new();
    for view in ["graph", "tree", "labelled", "strategy"] {
        told.push_str(&drawn(view, "text"));
        told.push('\n');
    }
    insta::assert_snapshot!("grundy", told);
    insta::assert_snapshot!("grundy-strategy-dot", drawn("strategy", "dot"));
    insta::assert_snapshot!("grundy-graph-tikz", drawn("graph", "tikz"));
}

#[test]
fn the_drawings_have_the_figures_of_the_textbook() {
    for (view, knots, links) in [("graph", 14, 17), ("tree", 24, 23), ("strategy", 24, 23)] {
        let document: serde_json::Value = serde_json::from_str(&drawn(view, "json")).unwrap();
        let count = |key: &str| document[key].as_array().unwrap().len();
        assert_eq!((count("knots"), count("links")), (knots, links), "{view}");
    }
    let document: serde_json::Value = serde_json::from_str(&drawn("strategy", "json")).unwrap();
    let (knots, links) = (&document["knots"], document["links"].as_array().unwrap());
    for (number, knot) in knots.as_array().unwrap().iter().enumerate() {
        let below: Vec<_> = links.iter().filter(|link| link["from"] == number).collect();
        let strong = below.iter().filter(|link| link["strong"] == true).count();
        let expected = match (knot["strong"].as_bool().unwrap(), knot["all"].as_bool().unwrap()) {
            (false, _) => 0,
            (true, true) => below.len(),
            (true, false) => below.len().min(1),
        };
        assert_eq!(strong, expected, "{knot}");
        if knot["strong"] == true {
            assert_eq!(knot["notes"][0], "B wins", "{knot}");
        }
    }
}

#[test]
fn a_lost_position_shows_how_every_move_is_refuted() {
    for (game, loser, winner) in [("grundy", 1, 'B'), ("nim(heaps=1+2)", 2, 'A'), ("grundy(heap=5)", 2, 'A')] {
        let seat = loser.to_string();
        let draw = ["solve", game, "--draw", "strategy", "--seat", &seat, "--to"];
        let document: serde_json::Value = agon(&[&draw[..], &["json"]].concat()).json();
        let (knots, links) = (document["knots"].as_array().unwrap(), document["links"].as_array().unwrap());
        let own = if loser == 1 { "A" } else { "B" };
        for (number, knot) in knots.iter().enumerate() {
            let below: Vec<_> = links.iter().filter(|link| link["from"] == number).collect();
            let strong = below.iter().filter(|link| link["strong"] == true).count();
            let is_own = knot["inside"] == own;
            assert_eq!(knot["all"] == true, !is_own && !below.is_empty(), "{game}: {knot}");
            let wanted = match (knot["strong"] == true, is_own) {
                (false, _) => 0,
                (true, true) => below.len(),
                (true, false) => below.len().min(1),
            };
            assert_eq!(strong, wanted, "{game}: {knot}");
            if knot["strong"] == true {
                assert_eq!(knot["notes"][0], format!("{winner} wins"), "{game}: {knot}");
            }
        }
        let told = agon(&[&draw[..], &["text"]].concat()).out;
        let foot = format!("{own} has no winning strategy: {winner} has an answer to every move");
        assert!(told.contains(&foot), "{told}");
    }
    // Who can is drawn as ever.
    assert_eq!(
        agon(&["solve", "grundy", "--draw", "strategy", "--seat", "2", "--to", "svg"]).out,
        drawn("strategy", "svg")
    );
    for wrong in [&["--draw", "graph", "--seat", "1"][..], &["--draw", "strategy", "--seat", "3"]] {
        assert_eq!(agon(&[&["solve", "grundy"], wrong].concat()).code, 2);
    }
}

#[test]
fn one_play_can_be_marked_in_the_graph() {
    let play = ["7:1+6", "6:2+4", "4:1+3", "3:1+2"];
    let graph = ["solve", "grundy", "--draw", "graph", "--to", "json", "--play"];
    for length in 0..=play.len() {
        let moves = play[..length].join(" ");
        let document = agon(&[&graph[..], &[&moves]].concat()).json();
        let strong = |key: &str| document[key].as_array().unwrap().iter().filter(|of| of["strong"] == true).count();
        let knots = if length == 0 { 0 } else { length + 1 };
        assert_eq!((strong("links"), strong("knots")), (length, knots), "{moves}");
    }
    let wrong = agon(&[&graph[..], &["7:3+3"]].concat());
    assert!(wrong.code == 2 && wrong.err.contains("7:3+3"), "{}", wrong.err);
}

#[test]
fn what_is_too_large_is_folded_by_whole_plies() {
    let told = agon(&["solve", "tic-tac-toe", "--draw", "tree", "--draw-limit", "30", "--to", "text"]);
    assert_eq!(told.out.matches("... 8 more").count(), 9, "{}", told.out);
    let told = agon(&["solve", "grundy", "--method", "search", "--draw", "graph"]);
    assert_eq!(told.code, 2);
    assert!(told.err.contains("use --method graph"), "{}", told.err);
}

#[test]
fn the_position_at_hand_is_solved_however_large_the_game() {
    for (arguments, method, distance) in [
        (&["chess", "--position", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"][..], "short", 1),
        (&["kalah", "--position", "5.1.0.0.0.2:14 1.0.0.0.0.0:25 1"], "graph", 4),
        (&["kalah", "--position", "5.1.0.0.0.2:14 1.0.0.0.0.0:25 1", "--method", "search"], "search", 4),
    ] {
        let solved = agon(&[&["solve", "--json"], arguments].concat()).json();
        assert_eq!(solved["method"], method, "{solved}");
        assert_eq!(solved["distance"], distance, "{solved}");
    }
    let said = agon(&["solve", "kalah", "--nodes", "2000", "--limit", "1000"]);
    assert!(said.err.contains("kalah: not proven after 2,000 positions; raise --nodes"), "{}", said.err);
}

#[test]
fn games_that_return_are_solved_by_iteration() {
    let arguments = ["solve", "pig(target=10)", "--method", "iteration", "--json"];
    let solved = agon(&arguments).json();
    assert_eq!((&solved["method"], &solved["winner"]), (&json!("iteration"), &json!(1)));
    let share = |seat: usize| solved["share"][seat].as_f64().unwrap();
    assert!(0.5 < share(0) && (share(0) + share(1) - 1.0).abs() < 1e-12, "{solved}");
}

#[test]
fn what_is_solved_with_all_cards_open_is_said_to_be() {
    let said = |game: &str| agon(&["solve", game]).err.contains("--method cfr");
    assert!(said("kuhn") && !said("nim"));
}

/// Strategies of other methods than the graph: the same goals, and every answer keeps the value.
#[test]
fn strategies_are_read_back_by_any_method() {
    for (game, methods) in [
        ("grundy", &["search", "pns", "iteration"][..]),
        ("nim(heaps=1+2+3)", &["search", "pns", "iteration"]),
        ("tic-tac-toe", &["search", "iteration"]),
    ] {
        let by_graph = agon(&["solve", game, "--method", "graph", "--strategy", "--json"]).json();
        for method in methods {
            let found = agon(&["solve", game, "--method", method, "--strategy", "--json"]).json();
            let kinds = |found: &Value| -> Vec<(Value, Value)> {
                let strategies = found["strategies"].as_array().unwrap().iter();
                strategies.map(|one| (one["seat"].clone(), one["kind"].clone())).collect()
            };
            assert!(!kinds(&found).is_empty(), "{game} {method}");
            assert_eq!(kinds(&found), kinds(&by_graph), "{game} {method}");
            for strategy in found["strategies"].as_array().unwrap() {
                let answers = strategy["answers"].as_array().unwrap();
                assert!(!answers.is_empty(), "{game} {method}");
                for answer in answers.iter().step_by(29) {
                    let (position, m) = (answer["position"].as_str().unwrap(), answer["move"].as_str().unwrap());
                    let after = agon(&["solve", game, "--position", position, "--moves", m, "--json"]).json();
                    let seat = strategy["seat"].as_u64().unwrap() as usize - 1;
                    let [least, worth] = [&found, &after].map(|one| one["value"][seat].as_f64().unwrap());
                    assert!(least <= worth, "{game} {method}: {m} at {position}");
                }
            }
        }
    }
    let text = agon(&["solve", "grundy", "--method", "search", "--strategy"]).out;
    for line in
        ["answers of seat 2", "  6+1 2      6:2+4", "sub-tree of seat 2", "  strategy   seat 2 has a winning strategy"]
    {
        assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
    }
    let refused = agon(&["solve", "grundy", "--method", "search", "--tree"]);
    assert!(refused.code == 2 && refused.err.contains("use --method graph"), "{}", refused.err);
}
