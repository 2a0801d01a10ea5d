//! `agon analyse`.

use serde_json::json;

use crate::command::{agon, agon_told, keys};

const TREE: &str = "tree([[3,12,8],[2,4,6],[14,5,2]])";

#[test]
fn an_analysis_has_the_documented_keys() {
    let analysis = agon(&["analyse", TREE, "--player", "minimax", "--json"]).json();
    let all = ["bound", "depth", "game", "move", "moves", "nodes", "player", "pv", "value"];
    assert_eq!(keys(&analysis), all);
    assert_eq!(analysis["move"], "1");
    assert_eq!((&analysis["value"], &analysis["bound"]), (&json!(3.0), &json!("exact")));
    assert_eq!(analysis["pv"], json!(["1", "1"]));
    // The root, three nodes below it, and nine leaves.
    assert_eq!(analysis["nodes"], 13);
    let values: Vec<_> = analysis["moves"].as_array().unwrap().iter().map(|m| m["value"].clone()).collect();
    assert_eq!(values, [3.0, 2.0, 2.0]);
}

#[test]
fn several_players_are_answered_in_the_order_they_were_asked() {
    let answer = agon(&["analyse", TREE, "--player", "alpha-beta", "--player", "random", "--json"]);
    let players: Vec<_> = answer.json_lines().iter().map(|a| a["player"].clone()).collect();
    assert_eq!(players, ["alpha-beta", "random"]);
}

#[test]
fn a_player_that_does_not_say_has_nulls_and_empty_lists() {
    let analysis = agon(&["analyse", "nim", "--player", "random", "--json"]).json();
    assert_eq!((&analysis["value"], &analysis["depth"]), (&json!(null), &json!(null)));
    assert_eq!((&analysis["pv"], &analysis["moves"]), (&json!([]), &json!([])));
}

#[test]
fn the_seed_decides_what_is_drawn() {
    let moves = |seed: u32| {
        let seed = seed.to_string();
        let answer = agon(&["analyse", "nim", "--player", "random", "--seed", &seed, "--json"]);
        answer.json()["move"].clone()
    };
    assert_eq!(moves(5), moves(5));
    assert!((0..8).any(|seed| moves(seed) != moves(5)));
}

#[test]
fn values_for_people_have_no_idle_decimals() {
    let game = "tree([[8,7],[4.5,2]])";
    let text = agon(&["analyse", game, "--player", "minimax"]).out;
    for line in ["  move   1\n", "  value  7\n", "  line   1 2\n", "    1  7\n    2  2\n"] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[test]
fn a_budget_of_nodes_is_kept() {
    let arguments = ["analyse", "nim", "--player", "minimax(depth=4)", "--nodes", "100", "--json"];
    let analysis = agon(&arguments).json();
    assert!(analysis["nodes"].as_u64().unwrap() <= 100, "{analysis}");
}

#[test]
fn a_person_can_be_asked_too() {
    let arguments = ["analyse", "nim", "--player", "human", "--json"];
    let answer = agon_told(&arguments, "moves\nz\nb2\n");
    assert_eq!(answer.json()["move"], "b2");
    let left = agon(&arguments);
    assert_eq!(left.code, 1);
    assert!(left.err.contains("stopped by the person"), "{}", left.err);
}

/// The example of the amőba thesis: a square is worth 33 to X, 23 to O, together −10.
const BOOK: &str = "12/12/12/4XOX5/3XOXO5/3XOXOO4/5O6/4X7/12/12/12/12 X";

#[test]
fn the_static_value_is_shown_square_by_square() {
    let told = agon(&["analyse", "amoba", "--position", BOOK, "--static"]);
    insta::assert_snapshot!("static", told.out);
    let e6 = told.out.lines().find(|line| line.trim_start().starts_with("e6 ")).unwrap();
    assert!(e6.contains("seat 1: 33, seat 2: 23; together 10:-10"), "{e6}");
    let document = agon(&["analyse", "amoba", "--position", BOOK, "--static", "--json"]).json();
    let parts = document["heuristics"][0]["parts"].as_array().unwrap();
    let part = parts.iter().find(|part| part["name"] == "e6").unwrap();
    assert_eq!(part["together"], serde_json::json!([10.0, -10.0]));
    assert_eq!(document["features"][0]["values"].as_array().unwrap().len(), 2);
    assert_eq!(agon(&["analyse", "nim"]).code, 2);
}

#[test]
fn what_is_only_a_sample_or_a_bound_says_so() {
    let arguments = ["analyse", "connect-four", "-p", "mcts(iterations=50)"];
    let text = agon(&arguments).out;
    assert!(text.contains("\n  value  about "), "{text}");
    assert!(text.contains(" plays; UCB 0."), "{text}");
    let analysis = agon(&[&arguments[..], &["--json", "--time"]].concat()).json();
    assert_eq!(analysis["bound"], "sample");
    assert!(analysis["time"].as_f64().is_some_and(|ms| 0.0 < ms), "{analysis}");
    assert!(analysis["moves"][0]["term"].as_f64().is_some_and(|term| 0.0 < term), "{analysis}");
    let text = agon(&["analyse", "kalah", "-p", "perfect", "--nodes", "1000"]).out;
    assert!(text.contains("not solved, the move with the best hint"), "{text}");
}

#[test]
fn a_mix_tells_which_part_was_asked() {
    let told = |seed: &str| {
        let player = "mix(minimax(depth=2)*3, epsilon(greedy, 1))";
        let text = agon(&["analyse", "nim", "-p", player, "--seed", seed]).out;
        let note = text.lines().find_map(|line| line.strip_prefix("  note   "));
        note.expect("a mix has something to say").to_owned()
    };
    let notes: std::collections::BTreeSet<String> = (0..20).map(|seed: u32| told(&seed.to_string())).collect();
    let notes: Vec<&str> = notes.iter().map(String::as_str).collect();
    assert_eq!(
        notes,
        [
            "left to epsilon(player=greedy, epsilon=1), whose share is 0.25: drawn at random, as all of its moves are",
            "left to minimax(depth=2), whose share is 0.75",
        ]
    );
}

const CHOICE: &str = "tree([[3,12,8],[2,4,6],[14,5,2]])";

#[test]
fn the_assumed_opponent_is_shown() {
    let player = "expectimax(opponent=epsilon(minimax, 0.3), depth=unlimited)";
    let text = agon(&["analyse", CHOICE, "-p", player]).out;
    assert!(text.contains("  note   takes the others for epsilon(player=minimax, epsilon=0.3)\n"), "{text}");
    assert!(text.contains("  belief seat 2 answers 1 (0.8), 2 (0.1) or 3 (0.1)\n"), "{text}");
    let analysis = agon(&["analyse", CHOICE, "-p", player, "--json"]).json();
    let beliefs = analysis["beliefs"].as_array().unwrap();
    let moves: Vec<&str> = beliefs.iter().filter_map(|belief| belief["move"].as_str()).collect();
    assert_eq!(moves, ["1", "2", "3"]);
    let sum: f64 = beliefs.iter().filter_map(|belief| belief["probability"].as_f64()).sum();
    assert!((sum - 1.0).abs() < 1e-12, "{analysis}");
    let answered = |player: &str| {
        let text = agon(&["analyse", "tic-tac-toe", "-p", player]).out;
        text.lines().find_map(|line| line.strip_prefix("  belief ")).map(str::to_owned)
    };
    let expected = "seat 2 answers any of 8 moves alike";
    assert_eq!(answered("expectimax").as_deref(), Some(expected));
    assert_eq!(answered("expectimax(depth=1)"), None, "nobody else was looked at");
    let trusting = answered("expectimax(opponent=greedy, trust=0.6)").unwrap();
    assert!(trusting.starts_with("seat 2 answers ") && trusting.contains(" others ("), "{trusting}");
    let sure = answered("expectimax(opponent=greedy)").unwrap();
    assert_eq!(sure.split(' ').count(), 4, "{sure}");
    let three = "tree([[[(1,2,3),(2,1,0)],[(0,0,5),(4,1,1)]],[[(3,3,0),(1,0,2)],[(2,2,2),(5,0,1)]]])";
    let text = agon(&["analyse", three, "-p", "best-reply(depth=unlimited)"]).out;
    assert!(text.contains("  belief seat 2 answers "), "{text}");
    assert!(text.contains("  note   takes one of the others for dangerous"), "{text}");
}

#[test]
fn a_tree_says_what_was_believed_and_how_exactly_the_value_is_known() {
    let player = "expectimax(opponent=greedy)";
    let text = agon(&["tree", CHOICE, "-p", player]).out;
    assert!(text.contains("takes the others for greedy: seat 2 answers "), "{text}");
    let document = agon(&["tree", CHOICE, "-p", player, "--to", "json"]).json();
    assert!(document["note"].as_str().is_some_and(|note| note.contains("greedy")), "{document}");
    let text = agon(&["tree", "connect-four", "-p", "mcts(iterations=50)", "--depth", "1"]).out;
    assert!(text.contains(", worth about "), "{text}");
}

#[test]
fn at_a_chance_root_the_value_is_the_mean_and_every_outcome_is_listed() {
    let text = agon(&["analyse", "tree({1/2:8, 1/3:24, 1/6:-12})", "-p", "expectiminimax"]).out;
    let expected = "\
tree(root={1/2:8,1/3:24,1/6:-12}): chance draws in `root`; values are those of seat 1

expectiminimax
  value  10
  nodes  4
  draws
    1  1/2  8
    2  1/3  24
    3  1/6  -12
";
    assert_eq!(text, expected);
    // In a zero-sum game of two seats, values are the first seat's, no matter which seat acts.
    let game = "tree({1/3:[3,5], 2/3:[4,1]@2})";
    let told = agon(&["analyse", game, "-p", "expectiminimax"]).out;
    for line in ["  value  7/3\n", "    1  1/3  5 by 2\n", "    2  2/3  1 by 2\n"] {
        assert!(told.contains(line), "{line}: {told}");
    }
    let json = agon(&["analyse", game, "-p", "expectiminimax", "-p", "random", "--json"]);
    let lines = json.json_lines();
    let of = |key: &str| -> Vec<_> { lines.iter().map(|line| line[key].clone()).collect() };
    assert_eq!(of("player"), ["expectiminimax", "random"]);
    assert_eq!(of("value"), [json!(7.0 / 3.0), json!(null)]);
    assert_eq!(of("seat"), [1, 1]);
    let draws = lines[0]["draws"].as_array().unwrap();
    assert_eq!(draws[1]["move"], "2");
    assert_eq!((&draws[1]["value"], &draws[1]["bound"]), (&json!(1.0), &json!("exact")));
    assert!((draws[1]["probability"].as_f64().unwrap() - 2.0 / 3.0).abs() < 1e-12);
    // The same mean as that of the tree, and of chance after chance.
    let deep = "tree({1/2:{1/4:[8,0], 3/4:-4}, 1/2:[3,[5,1]]})";
    let analysed = agon(&["analyse", deep, "-p", "expectiminimax", "--json"]).json();
    let drawn = agon(&["tree", deep, "-p", "expectiminimax", "--to", "json"]).json();
    assert_eq!(analysed["value"], drawn["value"]);
    assert_eq!(analysed["draws"][0]["move"], json!(null));
    // Where each seat looks after its own, one number would say nothing.
    let many = "tree({1/2:[(1,2,3),(3,2,1)]@1, 1/2:[(1,2,3),(3,2,1)]@2})";
    let told = agon(&["analyse", many, "-p", "max-n", "--json"]).json();
    assert_eq!((&told["seat"], &told["value"]), (&json!(null), &json!(null)));
    assert_eq!((&told["draws"][0]["value"], &told["draws"][1]["value"]), (&json!(3.0), &json!(2.0)));
    let one = agon(&["analyse", "backgammon", "-p", "expectiminimax(depth=1)", "--json"]).json();
    assert_eq!(one["draws"].as_array().unwrap().len(), 15);
    let refused = agon(&["analyse", game, "-p", "minimax"]);
    assert!(refused.code == 2 && refused.err.contains("cannot play"), "{}", refused.err);
    let hidden = agon(&["analyse", "kuhn", "-p", "pimc"]);
    assert!(hidden.code == 2 && hidden.err.contains("chance moves next"), "{}", hidden.err);
}

#[test]
fn what_is_no_round_number_is_a_fraction_as_a_lecture_writes_it() {
    let game = "tree([{1/3:1, 2/3:0}, {1/6:5, 5/6:-1}])";
    let told = agon(&["analyse", game, "-p", "expectiminimax"]).out;
    assert!(told.contains("  value  1/3\n") && told.contains("    1  1/3\n"), "{told}");
    for form in ["text", "words"] {
        let told = agon(&["tree", game, "-p", "expectiminimax", "--to", form]).out;
        assert!(told.contains("1/3") && !told.contains("0.33"), "{told}");
    }
    // A mean of plays is none.
    let told = agon(&["analyse", game, "-p", "mcts(iterations=9)"]).out;
    assert!(!told.lines().any(|line| line.contains("about") && line.contains('/')), "{told}");
}

#[test]
fn what_every_place_counts_is_drawn_on_the_board() {
    let asked = ["analyse", "amoba", "--position", BOOK, "--static"];
    let drawn = |more: &[&str]| agon(&[&asked[..], more].concat());
    let told = drawn(&[]).out;
    let text = drawn(&["--to", "text"]).out;
    let squares = |line: &str| -> Vec<String> {
        line.split_whitespace().filter(|word| *word != "." && !word.contains('|')).map(str::to_owned).collect()
    };
    // The same numbers and stones as in the rows that are printed, the number of the row before them.
    let rows: Vec<&str> = told.lines().skip_while(|line| !line.contains("place by place")).skip(2).take(12).collect();
    for (row, drawn) in rows.iter().zip(text.lines()) {
        assert_eq!(squares(drawn)[1..], squares(row)[..], "{drawn}");
    }
    let svg = drawn(&["--to", "svg"]).out;
    assert!(svg.starts_with("<svg") && svg.contains(">240</text>") && svg.contains(">-90</text>"));
    assert!(svg.contains("seat 2's less the other's"), "{svg}");
    let nothing = agon(&["analyse", "nim", "--static", "--to", "svg"]);
    assert_eq!(nothing.code, 2);
    assert!(nothing.err.contains("no heuristic of nim counts place by place"), "{}", nothing.err);
    let asking = agon(&["analyse", "nim", "-p", "random", "--to", "svg"]);
    assert!(asking.code == 2 && asking.err.contains("--static"), "{}", asking.err);
}

#[test]
fn a_feature_that_counts_things_tells_how_many() {
    let board = ["analyse", "tic-tac-toe", "--moves", "a1 b1", "--static"];
    let told = agon(&board).out;
    let of = |name: &str| told.lines().find(|line| line.trim_start().starts_with(name)).unwrap();
    assert!(of("own-lines").ends_with("seat 1: 6/8, seat 2: 5/8"), "{told}");
    assert!(of("heuristic lines").ends_with("seat 1: 1/8, seat 2: -1/8"), "{told}");
    let document = agon(&[&board[..], &["--json"]].concat()).json();
    assert_eq!(document["features"][0]["counts"], json!([6.0, 5.0]));
    assert_eq!(document["features"][0]["unit"], json!(0.125));
    let checkers = agon(&["analyse", "checkers", "--static"]).out;
    assert!(checkers.contains("seat 1: 0, seat 2: 0"), "{checkers}");
}

#[test]
fn what_can_be_won_from_players_is_asked_for_one_by_one() {
    let now = agon(&["analyse", "kuhn", "--exploit", "pimc", "--exploit", "ismcts(iterations=9)"]);
    assert_eq!((now.code, now.out.matches("exploitability").count()), (0, 2), "{}", now.err);
    for (wrong, what) in [
        (&["-p", "random", "--samples", "3"][..], "--samples is for --exploit PLAYER"),
        (&["--static", "--strategy", "--limit", "9"], "--strategy and --limit are for --exploit PLAYER"),
        (&["--exploit", "random", "--nodes", "9"], "cannot be given together with"),
        (&["--exploit", "random", "--to", "svg"], "cannot be given together with"),
        (&["--exploit", "random", "--limit", "9"], "raise --limit"),
    ] {
        let told = agon(&[&["analyse", "kuhn"], wrong].concat());
        assert!(matches!(told.code, 1 | 2) && told.err.contains(what), "{wrong:?}: {}", told.err);
        assert_eq!(told.err.lines().count(), 1, "{}", told.err);
    }
}
