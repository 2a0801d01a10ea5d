//! What `agon solve` draws.

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
fn what_is_too_large_is_folded_by_whole_plies() {
    let told = agon(&["solve", "tic-tac-toe", "--draw", "tree", "--knots", "30", "--to", "text"]);
    assert_eq!(told.out.matches("... 8 more").count(), 9, "{}", told.out);
    let told = agon(&["solve", "grundy", "--method", "search", "--draw", "graph"]);
    assert_eq!(told.code, 2);
    assert!(told.err.contains("use --method graph"), "{}", told.err);
}
