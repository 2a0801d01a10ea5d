//! `agon tree` in words: sentences, a quiz, worksheets.

use crate::command::{Answer, agon, agon_told};

const TREE: &str = "tree([[3,12,8],[2,4,6],[14,5,2]])";
const QUIZ: &[&str] = &["tree", TREE, "-p", "alpha-beta", "--quiz"];

/// What a player did at a game, in sentences.
fn words(game: &str, player: &str, more: &[&str]) -> Answer {
    agon(&[&["tree", game, "-p", player, "--to", "words"], more].concat())
}

#[test]
fn sentences_have_the_options_of_drawings() {
    let deep = words(TREE, "alpha-beta", &["--depth", "1"]).out;
    assert!(deep.contains("After 1 the value is 3") && !deep.contains("After 1 1 the"), "{deep}");
    let json = |more: &[&str]| agon(&[&["tree", TREE, "-p", "alpha-beta"], more].concat()).out;
    assert_eq!(json(&["--json"]), json(&["--to", "json"]));
}

#[test]
fn a_search_is_shown_in_sentences() {
    let mut told = String::new();
    for (game, player) in [
        (TREE, "alpha-beta"),
        (TREE, "alpha-beta(pvs=true)"),
        ("tree([{1/2:8, 1/3:24, 1/6:-12},[3,4]])", "expectimax"),
        ("tree([[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)]])", "max-n"),
        ("nim(heaps=1+2)", "mcts(iterations=5)"),
        ("tree([[8,0,5,6],[7,4,8]])", "averaging(m=2, n=2)"),
        ("tic-tac-toe(width=2, height=2, line=2)", "selective(width=2, depth=2)"),
    ] {
        told.push_str(&agon(&["tree", game, "-p", player, "--to", "words"]).out);
        told.push('\n');
    }
    insta::assert_snapshot!("words", told);
}

#[test]
fn the_document_has_the_documented_keys() {
    let document = agon(&["tree", TREE, "-p", "alpha-beta", "--to", "words", "--json"]).json();
    assert_eq!((&document["game"], &document["player"]), (&"tree".into(), &"alpha-beta".into()));
    assert_eq!(document["search"], 1);
    assert_eq!(document["sentences"].as_array().unwrap().len(), 15);
    assert_eq!((&document["full"], document.as_object().unwrap().len()), (&13.into(), 6));
}

#[test]
fn a_quiz_judges_every_answer() {
    let right = "3\nnone\n≤ 2\n2, 3\n2\nnone\n3\n-\n";
    let told = agon_told(QUIZ, right);
    assert_eq!(told.code, 0, "{}", told.err);
    assert!(told.out.contains("8 of 8 right"), "{}", told.out);
    insta::assert_snapshot!("quiz", told.out);

    // A wrong answer may be mended once; other text does not count as an answer.
    let told = agon_told(QUIZ, "3\nnone\n4\n2\n3 2\n\n1\n1\nhelp\ntwo\n2\nwas?\nnone\n3\n\nnone\n");
    assert_eq!(told.code, 3, "{}", told.err);
    assert!(told.out.contains("7 of 8 right"), "{}", told.out);
    assert_eq!(told.out.matches("wrong; once more").count(), 3, "{}", told.out);
    assert_eq!(told.out.matches("wrong; the answer is").count(), 1, "{}", told.out);
    assert!(told.out.contains("say a number") && told.out.contains("say moves"), "{}", told.out);

    for end in ["", "quit\n", "?\nq\n"] {
        let told = agon_told(QUIZ, &format!("3\nnone\n{end}"));
        assert_eq!(told.code, 1);
        assert!(told.out.contains("2 of 8 right"), "{}", told.out);
        assert!(told.err.contains("the quiz ended with 6 questions unanswered"), "{}", told.err);
    }
}

#[test]
fn a_worksheet_has_trees_without_their_values_and_their_solutions() {
    let sheet = |more: &[&str]| {
        let words: Vec<&str> = ["tree"].iter().chain(more).copied().collect();
        let told = agon(&words);
        assert_eq!(told.code, 0, "{more:?}: {}", told.err);
        told.out
    };
    let usual = ["tree", "-p", "alpha-beta", "--worksheet", "3", "--difficulty", "easy"];
    insta::assert_snapshot!("worksheet", sheet(&usual));
    for (form, drawn, ends) in [("html", "<svg ", "</html>\n"), ("tex", "\\begin{tikzpicture}", "\\end{document}\n")] {
        for player in ["alpha-beta", "expectiminimax", "max-n"] {
            let asked = ["tree", "-p", player, "--worksheet", "4", "--seed", "9", "--to", form];
            let told = sheet(&asked);
            assert_eq!(told, sheet(&asked), "a seed is a sheet");
            assert_eq!(told.matches(drawn).count(), 8, "{player} as {form}");
            assert!(told.ends_with(ends), "{form}");
            let (asked, solved) = told.split_once("Solutions").unwrap();
            let cut = if form == "html" { "class=\"cross\"" } else { "[cross]" };
            assert!(!asked.contains(cut) && solved.contains(cut), "{player} as {form}");
        }
    }
    // LaTeX must print it: signs by commands, and no letter that it does not know.
    let told = sheet(&["tree", "-p", "mcts(iterations=9)", "--worksheet", "2", "--to", "tex"]);
    for line in told.lines().filter(|line| !line.starts_with('%')) {
        assert!(line.is_ascii(), "{line}");
    }
    // A tree that is given comes first, and is the only one where one is wanted.
    let own = sheet(&[TREE, "-p", "alpha-beta", "--worksheet", "2"]);
    assert!(own.contains("1. tree\n") && own.contains("Best: move 1, worth 3. 11 of 13 nodes"), "{own}");
    assert!(own.contains("\n2. tree(root="), "{own}");
    for (wrong, what) in [
        (&["nim", "-p", "minimax", "--worksheet", "1"][..], "only trees in which everybody"),
        (&["tree", "-p", "random", "--worksheet", "1"], "reports nothing"),
        (&["tree", "-p", "minimax", "--worksheet", "0"], "accepted: a whole number, 1 to 100"),
        (&["tree", "-p", "minimax", "--worksheet", "1", "--to", "svg"], "as text, html or tikz"),
        (&["tree", "-p", "minimax", "--worksheet", "1", "--depth", "2"], "together with --depth"),
        (&["tree", "-p", "minimax", "--quiz", "--out", "x.svg"], "together with --out"),
        (&["tree", "-p", "minimax", "--to", "svg", "--json"], "--json is for --to words or json"),
        (
            &["tree", "-p", "minimax", "--to", "words", "--negamax", "--narrow"],
            "--negamax and --narrow are for drawings, not for --to words",
        ),
        (&["tree", "-p", "minimax", "--difficulty", "hard"], "--worksheet"),
        (&["tree", "-p", "minimax", "--worksheet", "1", "--out", "x.doc"], "unknown file type .doc"),
    ] {
        let told = agon(&["tree"].iter().chain(wrong).copied().collect::<Vec<&str>>());
        assert_eq!(told.code, 2, "{wrong:?}: {}", told.err);
        assert!(told.err.contains(what), "{wrong:?}: {}", told.err);
    }
}

/// Lines that are no answer, typed at each question: none of them counts.
#[test]
fn only_an_answer_can_be_wrong() {
    let rubbish = ["", " ", "?", "help", "HELP", "h", "yes", "i think so", "9,9,9 9", "xyz"];
    let mut typed = String::new();
    for answer in ["3", "none", "2", "2 3", "2", "none", "3", "none"] {
        for noise in rubbish {
            typed.extend([noise, "\n"]);
        }
        typed.extend([answer, "\n"]);
    }
    let told = agon_told(QUIZ, &typed);
    assert_eq!(told.code, 0, "{}{}", told.out, told.err);
    assert!(told.out.contains("8 of 8 right") && !told.out.contains("wrong"), "{}", told.out);
}

/// The value that a sentence tells.
fn value_of(sentence: &str) -> Option<f64> {
    let before = [
        "the value is ",
        "the game is over: ",
        "estimated at ",
        "its estimate is ",
        "it looks like ",
        " playouts is ",
        " playout is ",
    ];
    let rest = before.iter().find_map(|words| Some(sentence.split_once(words)?.1))?;
    let bounds = ["at least ", "at most ", "more than ", "less than ", "≥ ", "≤ ", "> ", "< "];
    let rest = bounds.iter().find_map(|words| rest.strip_prefix(words)).unwrap_or(rest);
    let number: String = rest.chars().take_while(|c| c.is_ascii_digit() || "-.e/".contains(*c)).collect();
    let number = number.trim_end_matches('.');
    match number.split_once('/') {
        Some((over, under)) => Some(over.parse::<f64>().ok()? / under.parse::<f64>().ok()?),
        None => number.parse().ok(),
    }
}

#[test]
fn whatever_player_every_sentence_and_every_node_has_the_values_of_one_seat() {
    // What the first seat gets at each leaf, by its path.
    let leaves = |game: &str, path: &[String]| -> Option<f64> {
        let text = game.trim_start_matches("tree(").trim_end_matches(')').trim_end_matches("@2");
        let mut at: serde_json::Value = serde_json::from_str(text).ok()?;
        for name in path {
            at = at.get(name.parse::<usize>().ok()? - 1)?.clone();
        }
        at.as_f64()
    };
    let listed = agon(&["players", "--json"]).json();
    let names = listed.as_array().unwrap().iter().map(|player| player["name"].as_str().unwrap());
    let mut players: Vec<&str> = names.collect();
    players.extend([
        "mcts(iterations=30, proofs=false)",
        "mcts(iterations=30, proofs=false, rave=10)",
        "alpha-beta(deepening=true, pvs=true)",
        "alpha-beta(m=2, n=2)",
    ]);
    let games = [TREE, "tree([8,[10,3]]@2)", "tree([[[8,7],[4,2]],[[3,9],[-1,-5]]]@2)", "nim(heaps=1+2)"];
    let mut told = 0;
    for (game, player) in games.iter().flat_map(|game| players.iter().map(move |p| (*game, *p))) {
        let tree = agon(&["tree", game, "-p", player, "--to", "json"]);
        if tree.code != 0 {
            continue;
        }
        told += 1;
        let tree = tree.json();
        let nodes = tree["nodes"].as_array().unwrap();
        let mut paths: Vec<Vec<String>> = Vec::new();
        for node in nodes {
            let mut path = node["parent"].as_u64().map_or_else(Vec::new, |up| paths[up as usize].clone());
            path.extend(node["move"].as_str().map(str::to_owned));
            assert_eq!(node["to"], 1, "{game} {player}: {node}");
            if node["node"] == "terminal"
                && let Some(payoff) = leaves(game, &path)
            {
                assert_eq!(node["value"].as_f64(), Some(payoff), "{game} {player}: {node}");
            }
            for skipped in node["skipped"].as_array().unwrap() {
                assert_ne!(skipped["reason"], "", "{game} {player}: {node}");
            }
            paths.push(path);
        }
        let story = agon(&["tree", game, "-p", player, "--to", "words", "--limit", "1000", "--json"]).json();
        for sentence in story["sentences"].as_array().unwrap() {
            let sentence = sentence.as_str().unwrap();
            let is_other = sentence.replace("too little for seat", "").contains(" for seat");
            assert!(!is_other, "{game} {player}: {sentence}");
            let Some(value) = value_of(sentence).filter(|_| !sentence.starts_with("Iteration")) else {
                continue;
            };
            let path: Vec<String> = match sentence.strip_prefix("After ") {
                None => Vec::new(),
                Some(rest) => {
                    let ends = [" the ", " it "].iter().filter_map(|word| rest.find(word)).min();
                    rest[..ends.unwrap()].split(' ').map(str::to_owned).collect()
                }
            };
            let is_there = nodes.iter().zip(&paths).any(|(node, at)| {
                let known = node["value"].as_f64().unwrap_or(f64::NAN);
                *at == path && ((known - value).abs() < 1e-3 || node["payoffs"] != serde_json::json!([]))
            });
            assert!(is_there, "{game} {player}: {sentence}");
        }
    }
    assert!(40 < told, "{told}");
}

#[test]
fn playouts_are_shown_step_by_step_in_the_order_in_which_they_ran() {
    let told = words(TREE, "mcts(iterations=12, proofs=false)", &["--json"]).json();
    let sentences: Vec<&str> = told["sentences"].as_array().unwrap().iter().map(|s| s.as_str().unwrap()).collect();
    let mut count = 0;
    let phases = ["selection:", "expansion:", "simulation:", "no simulation:", "back-up:"];
    let mut last = (0, 0);
    for sentence in &sentences {
        let Some(rest) = sentence.strip_prefix("Iteration ") else { continue };
        let (number, rest) = rest.split_once(", ").unwrap();
        let phase = phases.iter().position(|phase| rest.starts_with(phase)).unwrap();
        let now = (number.parse::<u64>().unwrap(), phase + 1);
        assert!(last < now, "{sentence}");
        count += usize::from(phase == 4);
        last = now;
    }
    assert_eq!(count, 12, "{sentences:?}");
    // Each move is tried once, then the largest bound wins.
    assert_eq!(sentences[0], "Iteration 1, selection: stays at the root.");
    assert!(sentences[1].contains("seat 1 takes 1 for the first time"), "{}", sentences[1]);
    assert!(sentences.iter().any(|s| s.contains("selection: seat 1 takes") && s.contains("UCB ")), "{sentences:?}");
    // If estimates are part of the result, a sentence says so.
    for (estimate, counts) in [("0", false), ("0.5", true), ("1", true)] {
        let player = format!("mcts(iterations=12, proofs=false, estimate={estimate})");
        let told = words("tic-tac-toe", &player, &[]).out;
        assert_eq!(told.contains("simulation: the heuristic's estimate counts"), counts, "{told}");
        assert_eq!(told.contains("simulation: played to the end"), !counts, "{told}");
    }
    // A longer search is shown as far as it is recorded.
    let told = words(TREE, "mcts(iterations=100, proofs=false)", &[]).out;
    assert!(told.contains("… and 80 more iterations"), "{told}");
}

#[test]
fn what_is_asked_is_not_given_away() {
    let told = agon_told(QUIZ, "");
    let drawn = told.out.split("1. ").next().unwrap();
    for given in ["cut", "✗", "≤", "window", "▲ A 3"] {
        assert!(!drawn.contains(given), "{given} in {drawn}");
    }
    // Leaves that were cut look like those that were not.
    assert!(drawn.contains("├─ 2  4") && drawn.contains("└─ 3  6"), "{drawn}");
}
