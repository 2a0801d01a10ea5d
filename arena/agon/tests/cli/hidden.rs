//! Games that hide something: what a seat cannot know leaves by no door. Each is walked with positions that one
//! seat cannot tell apart, and answers with the same bytes.

use std::{collections::BTreeMap, fs, path::Path};

use serde_json::Value;

use crate::command::{agon, agon_told};

/// Pairs that this seat, counted from 1, cannot tell apart: its own card and the bets are the same.
const ALIKE: &[(&str, [&str; 2], &str)] = &[
    ("kuhn", ["3 2", "3 1"], "1"),
    ("kuhn", ["3 2 p b", "3 1 p b"], "1"),
    ("kuhn", ["1 2 p", "3 2 p"], "2"),
    ("kuhn", ["3 2 p", "3 1 p"], "1"),
    ("kuhn", ["3 2 b p", "3 1 b p"], "1"),
    ("kuhn(seats=3)", ["4 1 2 p p b", "4 3 1 p p b"], "1"),
    ("rps", ["rock", "paper"], "2"),
    ("phantom-tic-tac-toe", ["b2 a1", "b2 c3"], "1"),
    ("phantom-tic-tac-toe", ["b2 b2 a1", "b2 c3"], "1"),
];

/// Runs both, and holds their answers against each other.
fn alike(arguments: impl Fn(&str) -> Vec<String>, moves: [&str; 2], input: &str) -> String {
    let [one, other] = moves.map(|moves| {
        let words = arguments(moves);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let answer = agon_told(&words, input);
        (words.join(" "), (answer.code, answer.out, answer.err))
    });
    assert_eq!(one.1, other.1, "{} tells other than {}", one.0, other.0);
    one.1.1
}

/// Whether that seat is to act.
fn is_to_act(game: &str, moves: &str, seat: &str) -> bool {
    let told = agon(&["show", game, "--moves", moves, "--seat", seat]);
    assert_eq!(told.code, 0, "{}", told.err);
    told.out.contains(&format!("to act    seat {seat}\n"))
}

fn words(text: &[&str]) -> Vec<String> {
    text.iter().map(|&word| word.to_owned()).collect()
}

#[test]
fn what_a_seat_is_shown_depends_on_its_view_alone() {
    for (game, moves, seat) in ALIKE {
        for more in [&[][..], &["--json"], &["--to", "svg"], &["--to", "text"], &["--to", "ansi"]] {
            let show = |moves: &str| words(&[&["show", game, "--moves", moves, "--seat", seat][..], more].concat());
            let told = alike(show, *moves, "");
            assert!(!told.is_empty(), "{game}");
        }
    }
    // The lines of a batch likewise.
    let [one, other] = ["3 2 p\n", "3 1 p\n"].map(|lines| {
        let answer = agon_told(&["show", "kuhn", "--seat", "1", "--batch", "-"], lines);
        assert_eq!(answer.code, 0, "{}", answer.err);
        answer.out
    });
    assert_eq!(one, other);
}

#[test]
fn a_player_that_is_asked_about_a_position_is_asked_about_a_redeal() {
    for (game, moves, seat) in ALIKE {
        if !is_to_act(game, moves[0], seat) {
            continue;
        }
        for seed in ["0", "7"] {
            for more in [&[][..], &["--json"]] {
                let analyse = |moves: &str| {
                    let asked = &["analyse", game, "--moves", moves, "-p", "random"][..];
                    words(&[asked, &["--seed", seed], more].concat())
                };
                let told = alike(analyse, *moves, "");
                assert!(told.contains("redeal"), "{told}");
                let value = |moves: &str| words(&["analyse", game, "--moves", moves, "--static"]);
                assert!(alike(value, *moves, "").contains("redeal"));
            }
        }
        for form in ["ansi", "words"] {
            let asked = |moves: &str| words(&["tree", game, "--moves", moves, "-p", "random", "--to", form]);
            alike(asked, *moves, "");
        }
    }
}

#[test]
fn a_person_at_the_table_sees_nothing_but_the_view() {
    const EVERYTHING: &str = "moves\nhint\nanalyse\nundo\nrecord\nsave nowhere.json\nx\nrules\nhelp\ndraw\nquit\n";
    for (game, moves, seat) in ALIKE {
        if !is_to_act(game, moves[0], seat) {
            continue;
        }
        let play = |moves: &str| {
            let table = ["play", game, "--moves", moves, "--seat", seat, "--seed", "3"];
            words(&[&table[..], &["--against", "random"]].concat())
        };
        let told = alike(play, *moves, EVERYTHING);
        assert!(told.contains("No result. No command resumes it"), "{told}");
        assert!(told.contains("is not saved while it goes on"), "{told}");
        assert!(told.contains("no move is taken back in a game that hides something"), "{told}");
        assert!(!told.contains("seed"), "{told}");
    }
    assert!(!std::path::Path::new("nowhere.json").exists());
}

#[test]
fn people_at_one_screen_hand_it_over() {
    let people = ["play", "kuhn", "--moves", "3 1", "--against", "human"];
    let answer = agon_told(&people, "\np\n\nb\n\nb\n");
    assert_eq!(answer.code, 0, "{}", answer.err);
    let asked: Vec<&str> = answer.out.lines().filter(|line| line.contains("Enter")).collect();
    assert_eq!(
        asked,
        ["1", "2", "1"]
            .map(|seat| format!("seat {seat}: press Enter when nobody else looks> "))
            .each_ref()
            .map(String::as_str)
    );
    let seen = ["3?/", "?1/p", "3?/pb"].map(|seen| format!("\nview  {seen}\n"));
    let seen = seen.map(|seen| answer.out.find(&seen).unwrap_or_else(|| panic!("{seen:?} is not in {}", answer.out)));
    assert!(seen.is_sorted(), "{}", answer.out);
    // Before it is over nobody sees both cards, and then everybody may.
    let [own, drawn] = [", bet: 3\n", ", bet: 1\n"].map(|text| answer.out.rfind(text));
    assert!(own < drawn && Some(seen[2]) < own, "{}", answer.out);
    assert!(answer.out.contains("agon show kuhn --moves '3 1 p b b'"), "{}", answer.out);
    assert!(answer.out.contains("\nseed "), "{}", answer.out);
}

#[test]
fn spectators_see_the_public_view_until_the_end() {
    let [one, other] = ["3 2", "1 2"].map(|cards| {
        let watch = ["watch", "kuhn", "--moves", cards, "-p", "random", "--seed", "3"];
        let answer = agon(&[&watch[..], &["--delay", "0"]].concat());
        assert_eq!(answer.code, 0, "{}", answer.err);
        assert!(!answer.err.contains("seed"), "{}", answer.err);
        let (before, end) = answer.out.rsplit_once("\nview  ").unwrap();
        assert!(end.contains(&format!("--moves '{cards} ")) && end.contains("seed 3\n"), "{end}");
        format!("{before}{}", end.lines().next().unwrap())
    });
    assert_eq!(one, other);
    assert!(one.contains("??/"), "{one}");
}

#[test]
fn thoughts_about_a_redeal_are_hidden_from_spectators() {
    for player in ["pimc(deals=2)", "ismcts(iterations=20)"] {
        let answer = agon(&["watch", "leduc", "-p", player, "--seed", "1", "--delay", "0"]);
        assert_eq!(answer.code, 0, "{}", answer.err);
        assert!(!answer.out.contains("value") && !answer.err.contains("value"), "{}", answer.out);
    }
}

#[test]
fn protocols_of_open_games_refuse_what_hides_something() {
    for protocol in ["uci", "xboard", "gtp", "gomocup"] {
        let answer = agon(&["engine", protocol, "--game", "kuhn", "--player", "random"]);
        assert_eq!(answer.code, 2, "{}", answer.out);
        assert!(answer.err.contains("it hides something"), "{}", answer.err);
    }
    for player in ["uci(command=cat, depth=1)", "gtp(command=cat)"] {
        let answer = agon(&["analyse", "kuhn", "--moves", "3 2", "--player", player]);
        assert_eq!(answer.code, 2, "{}", answer.out);
        assert!(answer.err.contains("what this game hides from it"), "{}", answer.err);
    }
}

/// With the middle one of three cards a seat deals the other one of the two others, about as often each.
#[test]
fn a_tree_tells_which_redeals_the_search_drew_and_what_it_found_there() {
    for (player, drawn) in [("ismcts(iterations=300)", 300), ("pimc(deals=60)", 60)] {
        let asked = |moves: &str, more: &[&str]| {
            let always = ["tree", "kuhn", "--moves", moves, "-p", player, "--seed", "1"];
            agon(&[&always[..], more].concat())
        };
        let told = asked("2 3 p b", &["--json"]).json();
        let redeals = &told["redeals"];
        assert_eq!((&redeals["drawn"], &redeals["others"]), (&drawn.into(), &0.into()));
        let listed = redeals["listed"].as_array().unwrap();
        let [one, other] = [0, 1].map(|at| &listed[at]);
        assert_eq!(listed.len(), 2, "{redeals}");
        let mut positions = [one, other].map(|redeal| redeal["position"].as_str().unwrap());
        positions.sort_unstable();
        assert_eq!(positions, ["21/pb", "23/pb"]);
        for redeal in [one, other] {
            let times = redeal["times"].as_u64().unwrap();
            let moves = redeal["moves"].as_array().unwrap();
            let chosen: u64 = moves.iter().map(|m| m["chosen"].as_u64().unwrap()).sum();
            assert_eq!(chosen, times, "{redeal}");
            assert!((drawn * 3 / 10..=drawn * 7 / 10).contains(&times), "{redeal}");
            assert!((redeal["share"].as_f64().unwrap() - times as f64 / drawn as f64).abs() < 1e-9);
            // To fold loses one; to call wins two of the lowest card, and loses two to the highest.
            let worth = |name: &str| moves.iter().find(|m| m["move"] == name).unwrap();
            assert_eq!(worth("p")["mean"], -1.0, "{redeal}");
            let is_won = redeal["position"] == "21/pb";
            assert_eq!(worth("b")["mean"], if is_won { 2.0 } else { -2.0 }, "{redeal}");
        }
        let order = [one, other].map(|redeal| redeal["times"].as_u64().unwrap());
        assert!(order[1] <= order[0], "{order:?}");
        // A mean of plays is not told as an exact value.
        assert_eq!(told["searches"][0]["bound"], "sample", "{told}");
        // In words and above a drawing in letters, the same.
        let line = format!("`{}` {} times, ", one["position"].as_str().unwrap(), order[0]);
        for form in ["words", "text"] {
            let told = asked("2 3 p b", &["--to", form]);
            assert_eq!(told.code, 0, "{}", told.err);
            assert!(told.out.contains(&format!("{drawn} redeals drawn by the search")), "{}", told.out);
            assert!(told.out.contains(&line), "{line}: {}", told.out);
            assert_eq!(told.out, asked("2 1 p b", &["--to", form]).out);
        }
    }
    // Where nothing is hidden there is nothing to deal.
    let open = agon(&["tree", "tic-tac-toe", "-p", "ismcts(iterations=9)", "--json"]).json();
    assert!(open["redeals"].is_null(), "{open}");
}

/// Two ways to the same figures: the player that is watched, and the command that learns.
#[test]
fn a_tree_tells_how_the_regrets_of_an_information_set_went() {
    let player = "equilibrium(rule=cfr, iterations=250)";
    let asked = |moves: &str, more: &[&str]| {
        agon(&[&["tree", "kuhn", "--moves", moves, "-p", player, "--seed", "1"][..], more].concat())
    };
    let told = asked("2 3 p b", &["--json"]).json();
    let stages = told["regrets"].as_array().unwrap();
    let after: Vec<u64> = stages.iter().map(|stage| stage["iterations"].as_u64().unwrap()).collect();
    assert_eq!(after, [1, 10, 100, 250]);
    let learn = ["solve", "kuhn", "--method", "cfr", "--rule", "cfr", "--iterations", "250"];
    let learnt = agon(&[&learn[..], &["--set", "2?/pb", "--json"]].concat()).json();
    let known = learnt["set"].as_array().unwrap();
    for stage in stages {
        let same = known.iter().find(|known| known["iterations"] == stage["iterations"]).unwrap();
        assert_eq!(stage["moves"], same["moves"]);
        let shares = stage["moves"].as_array().unwrap().iter();
        let sum: f64 = shares.map(|known| known["probability"].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{stage}");
    }
    for form in ["words", "text"] {
        let told = asked("2 3 p b", &["--to", form]).out;
        assert!(told.contains("after 1 iteration: p 0.5 (regret "), "{told}");
        assert!(told.contains("after 250 iterations: p 0."), "{told}");
        assert_eq!(told, asked("2 1 p b", &["--to", form]).out);
    }
    // What is sampled is not learnt twice.
    let player = "equilibrium(rule=external, iterations=50)";
    let sampled = agon(&["tree", "kuhn", "--moves", "2 3 p b", "-p", player, "--json"]);
    assert_eq!(sampled.code, 0, "{}", sampled.err);
    assert!(sampled.json()["regrets"].is_null(), "{}", sampled.out);
}

/// The moves chosen over many redeals depend on the seat's view alone.
#[test]
fn many_redeals_tell_how_often_a_move_is_chosen_and_nothing_of_what_is_hidden() {
    let asked = |moves: &str, more: &[&str]| {
        let always = ["analyse", "kuhn", "--moves", moves, "-p", "pimc(deals=1)", "--deals", "60"];
        agon(&[&always[..], more].concat())
    };
    let [one, other] = ["2 3 p b", "2 1 p b"].map(|moves| asked(moves, &["--json"]).out);
    assert_eq!(one, other);
    let told = asked("2 3 p b", &["--json"]).json();
    assert_eq!((&told["view"], &told["deals"]), (&"2?/pb".into(), &60.into()));
    let moves = told["moves"].as_array().unwrap();
    let chosen: Vec<u64> = moves.iter().map(|one| one["chosen"].as_u64().unwrap()).collect();
    // Of one deal it calls against the lowest card, and folds to the highest: each half of the time.
    assert_eq!(chosen.iter().sum::<u64>(), 60);
    assert!(chosen.iter().all(|chosen| (15..=45).contains(chosen)), "{chosen:?}");
    assert!(asked("2 3 p b", &[]).out.contains("who sees `2?/pb`; 60 redeals"));
    let open = agon(&["analyse", "nim", "-p", "random", "--deals", "3"]);
    assert_eq!(open.code, 2);
    assert!(open.err.contains("nothing is hidden in this game"), "{}", open.err);
    let over = agon(&["analyse", "kuhn", "--moves", "3 2 p p", "-p", "random", "--deals", "3"]);
    assert_eq!(over.code, 2, "{}", over.err);
}

#[test]
fn a_seat_that_looks_is_one_of_the_game() {
    let answer = agon(&["show", "kuhn", "--moves", "3 2", "--seat", "2", "--json"]).json();
    assert_eq!(answer["view"], "?2/");
    assert_eq!(answer.get("position"), None);
    assert_eq!((&answer["node"], answer["seat"].is_null()), (&"waiting".into(), true));
    let whole = agon(&["show", "kuhn", "--moves", "3 2", "--seat", "0", "--json"]);
    assert_eq!(whole.out, agon(&["show", "kuhn", "--moves", "3 2", "--json"]).out);
    assert_eq!(whole.json()["position"], "32/");
    let open = agon(&["show", "nim", "--seat", "1", "--json"]).json();
    assert_eq!(open["view"], open["position"]);
    let wrong = agon(&["show", "kuhn", "--seat", "3"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("accepted: 0 to 2"), "{}", wrong.err);
}

#[test]
fn a_person_who_is_asked_as_a_player_sees_the_view() {
    let [one, other] = ["3 2 p b", "3 1 p b"].map(|moves| {
        let asked = ["analyse", "kuhn", "--moves", moves, "-p", "human"];
        let answer = agon_told(&asked, "moves\nx\nb\n");
        assert_eq!(answer.code, 0, "{}", answer.err);
        (answer.out, answer.err)
    });
    assert_eq!(one, other);
    assert!(one.1.contains("view  3?/pb\n"), "{}", one.1);
}

/// Both seatings have one deal, so that luck cancels. The same games counted as games of a deal each have the larger error.
#[test]
fn games_of_one_deal_are_better_evidence_than_as_many_deals() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("duplicate-deals.jsonl");
    let file = file.to_str().expect("its name is text");
    let players = ["-p", "equilibrium(iterations=100)", "-p", "random", "-n", "300", "--seed", "1"];
    let answer = agon(&[&["run", "-g", "kuhn", "--records", file][..], &players].concat());
    assert_eq!(answer.code, 0, "{}", answer.err);
    let records = fs::read_to_string(file).expect("games were recorded");
    let _ = fs::remove_file(file);
    let mut deals = BTreeMap::<u64, Vec<f64>>::new();
    for line in records.lines() {
        let game: Value = serde_json::from_str(line).expect("a record is JSON");
        let seat = usize::from(game["players"][0] == "random");
        let opening = game["opening"].as_u64().expect("it has a number");
        deals.entry(opening).or_default().push(game["payoffs"][seat].as_f64().expect("it ended"));
    }
    assert!(deals.len() == 300 && deals.values().all(|payoffs| payoffs.len() == 2));
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let squared_error = |values: &[f64]| {
        let middle = mean(values);
        let squares: f64 = values.iter().map(|value| (value - middle).powi(2)).sum();
        squares / (values.len() * (values.len() - 1)) as f64
    };
    let games: Vec<f64> = deals.values().flatten().copied().collect();
    let units: Vec<f64> = deals.values().map(|payoffs| mean(payoffs)).collect();
    let gain = squared_error(&games) / squared_error(&units);
    assert!(2.0 < gain, "{gain}");
}
