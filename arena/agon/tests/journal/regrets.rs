//! What moves cost, end to end, beside a slow oracle: a plain search of the whole game from every position.

use std::{collections::BTreeMap, ops::ControlFlow};

use agon_arena::keep::{Detail, read};
use agon_core::{AnyPosition, Node, Position, Seat, after, all_moves};
use serde_json::Value;

use crate::agon::Folder;

/// Open games of every kind that are solved whole: with chance, of one seat, from openings, with forced moves.
const SOLVED: &str = "\
seed = 11
openings = 12
random-plies = 1
players = ['perfect', 'epsilon(perfect, 0.3)', 'random', 'epsilon(greedy, 0.01)']
games = ['nim(1+2+3)', 'tic-tac-toe', 'tree([{1/2:[3,4],1/2:[-1,2]},[1,{1/4:5,3/4:[0,-3]}],[2]])', 'nim(1+2+2, misere=true)']
";

fn judged(folder: &Folder, arguments: &str) -> Value {
    let said = folder.done(&format!("report moves --json {arguments}"));
    serde_json::from_slice(&said).expect("it is JSON")
}

/// The value of a position to a seat, by plain search.
fn value(here: &AnyPosition, seat: Seat) -> f64 {
    let below = || all_moves(here).into_iter().map(|m| (here.weight(m), value(&after(here, m), seat)));
    match here.node() {
        Node::Terminal => here.payoff(seat),
        Node::Chance => {
            let weights: f64 = all_moves(here).iter().map(|&m| f64::from(here.weight(m))).sum();
            below().map(|(weight, value)| f64::from(weight) * value).sum::<f64>() / weights
        }
        Node::Decision(mover) if mover == seat => below().map(|(_, value)| value).fold(f64::NEG_INFINITY, f64::max),
        Node::Decision(_) => below().map(|(_, value)| value).fold(f64::INFINITY, f64::min),
    }
}

/// What the oracle adds up of one player, or of it on one seat or in one third.
#[derive(Default)]
struct Sum {
    moves: u64,
    best: u64,
    regret: f64,
}

#[derive(Default)]
struct OfPlayer {
    games: u64,
    forced: u64,
    parts: BTreeMap<(&'static str, u64), Sum>,
    first: Vec<u64>,
}

/// The same figures by the oracle, by game and player. No game of the tournament repeats another: they are told apart by
/// what the reporter says of copies.
fn oracle(folder: &Folder) -> BTreeMap<(String, String), OfPlayer> {
    let mut all: BTreeMap<(String, String), OfPlayer> = BTreeMap::new();
    let mut known: BTreeMap<(String, String), Vec<f64>> = BTreeMap::new();
    read(&[folder.path("t.journal")], Detail::Moves, &mut |game| {
        let (record, fixture) = (game.record, game.fixture);
        let term = &game.plan.section(fixture).game.term;
        let opening = record.opening as usize;
        let mut here = game.base();
        let mut erred = [false; 2];
        let name = |seat: Seat| game.plan.tournament().entries[fixture.seats[seat.index()]].name.clone();
        for seat in [Seat(0), Seat(1)] {
            all.entry((term.clone(), name(seat))).or_default().games += 1;
        }
        for (ply, &m) in record.moves.iter().enumerate() {
            let Node::Decision(seat) = here.node() else {
                here.play(m);
                continue;
            };
            let of = all.get_mut(&(term.clone(), name(seat))).expect("it plays");
            let moves = all_moves(&here);
            if opening <= ply && moves.len() == 1 {
                of.forced += 1;
            }
            if opening <= ply && 1 < moves.len() {
                let values = known.entry((term.clone(), here.to_string()));
                let values = values.or_insert_with(|| moves.iter().map(|&m| value(&after(&here, m), seat)).collect());
                let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let own = values[moves.iter().position(|&other| other == m).expect("it is legal")];
                let third = 1 + 3 * (ply - opening) / (record.moves.len() - opening);
                for part in [("all", 0), ("seat", 1 + u64::from(seat.0)), ("third", third as u64)] {
                    let sum = of.parts.entry(part).or_default();
                    sum.moves += 1;
                    sum.best += u64::from(own == best);
                    sum.regret += best - own;
                }
                if own != best && !erred[seat.index()] {
                    erred[seat.index()] = true;
                    of.first.push(ply as u64 + 1);
                }
            }
            here.play(m);
        }
        Ok(ControlFlow::Continue(()))
    })
    .expect("the journal is whole");
    all
}

/// That a part of the document is what the oracle added up, to the last bit: all values are fractions of powers of two.
fn same(found: &Value, wanted: Option<&Sum>, place: &str) {
    let none = Sum::default();
    let Sum { moves, best, regret } = wanted.unwrap_or(&none);
    assert_eq!(found["moves"], *moves, "{place}: {found}");
    if *moves == 0 {
        assert!(found["regret"].is_null() && found["best"].is_null(), "{place}: {found}");
        return;
    }
    let number = |key: &str| found[key].as_f64().expect("a number");
    assert_eq!(number("regret"), regret / *moves as f64, "{place}: {found}");
    assert_eq!(number("best"), *best as f64 / *moves as f64, "{place}: {found}");
}

#[test]
fn every_figure_is_that_of_a_plain_search_of_all_plays() {
    let folder = Folder::with("regrets", SOLVED);
    folder.done("run t.toml");
    let found = judged(&folder, "t.journal --judge solve");
    assert_eq!((&found["schema"], &found["judge"]), (&"agon.moves/1".into(), &"solve".into()));
    let (wanted, games) = (oracle(&folder), found["games"].as_array().expect("a list"));
    assert_eq!(games.len(), 4);
    let mut erred = 0;
    for game in games {
        assert_eq!(game["values"], "solved");
        assert_eq!(game["copies"], 0, "the oracle counts every game: {}", game["game"]);
        for player in game["players"].as_array().expect("a list") {
            let place = format!("{} at {}", player["name"], game["game"]);
            let text = |value: &Value| value.as_str().expect("a text").to_owned();
            let of = &wanted[&(text(&game["game"]), text(&player["name"]))];
            assert_eq!((&player["games"], &player["forced"]), (&of.games.into(), &of.forced.into()), "{place}");
            same(player, of.parts.get(&("all", 0)), &place);
            for (part, list) in [("seat", &player["seats"]), ("third", &player["phases"])] {
                for (number, found) in (1..).zip(list.as_array().expect("a list")) {
                    assert_eq!(found[part], number);
                    same(found, of.parts.get(&(part, number)), &place);
                }
            }
            let mean = (!of.first.is_empty()).then(|| of.first.iter().sum::<u64>() as f64 / of.first.len() as f64);
            assert_eq!(player["first_mistake"]["mean"].as_f64(), mean, "{place}");
            erred += of.first.len();
            if player["name"] == "perfect" {
                assert_eq!((&player["regret"], &player["best"]), (&0.0.into(), &1.0.into()), "{place}");
                assert_eq!((mean, &player["first_mistake"]["without"]), (None, &1.0.into()), "{place}");
            }
        }
    }
    assert!(100 < erred, "others err: {erred}");
}

/// One choice among 4, 1 and −2, at random in three of ten games: 3/10 · (0 + 3 + 6)/3 = 9/10, and 8 of 10 are the best.
#[test]
fn what_errors_cost_on_the_average_is_what_is_computed_by_hand() {
    let file = "seed = 2\nopenings = 400\nrandom-plies = 0\ngames = ['tree([4,1,-2])']\n\
                players = ['epsilon(perfect, 0.3)', 'perfect']\n";
    let folder = Folder::with("regrets-by-hand", file);
    folder.done("run t.toml");
    let found = judged(&folder, "t.journal --judge solve");
    let players = found["games"][0]["players"].as_array().expect("a list");
    let erring = players.iter().find(|player| player["name"] != "perfect").expect("it plays");
    assert_eq!((&erring["moves"], &erring["openings"]), (&400.into(), &400.into()));
    for (key, error, wanted) in [("regret", "error", 0.9), ("best", "best_error", 0.8)] {
        let [mean, error] = [key, error].map(|key| erring[key].as_f64().expect("a number"));
        assert!(0.0 < error && error < wanted / 4.0, "{key} {mean} ± {error}");
        assert!((mean - wanted).abs() < 1.5 * error, "{key} {mean} ± {error}, not {wanted}");
    }
    // Within three payoffs the second move is as good as the first.
    let wide = judged(&folder, "t.journal --judge solve --within 3");
    let players = wide["games"][0]["players"].as_array().expect("a list");
    let wide = players.iter().find(|player| player["name"] != "perfect").expect("it plays");
    assert!((wide["best"].as_f64().expect("a number") - 0.9).abs() < 0.05, "{wide}");
    assert_eq!(wide["regret"], erring["regret"]);
}

/// Alpha-beta has bounds for moves that it pruned. Those are no values: to its full depth it judges as the solver does.
#[test]
fn a_bound_is_never_taken_for_a_value() {
    let folder = Folder::with("regrets-bounds", SOLVED);
    folder.done("run t.toml");
    for game in ["nim(1+2+3)", "tic-tac-toe", "nim(1+2+2,misere=true)"] {
        let by = |judge: &str| {
            let found = judged(&folder, &format!("t.journal --game {game} --judge {judge}"));
            let games = found["games"].as_array().expect("a list");
            assert_eq!(games.len(), 1, "{game}: {found}");
            (games[0]["values"].clone(), games[0]["players"].clone())
        };
        let (_, exact) = by("solve");
        for judge in ["alpha-beta(depth=9)", "minimax(depth=9)", "perfect"] {
            let (values, players) = by(judge);
            assert_eq!((values, &players), ("searched".into(), &exact), "{judge} at {game}");
        }
    }
}

#[test]
fn figures_depend_on_no_order_and_no_number_of_threads() {
    let folder = Folder::with("regrets-order", SOLVED);
    folder.done("run t.toml");
    folder.done("run t.toml --seed 12 --journal other.j");
    for part in 1..=3 {
        folder.done(&format!("run t.toml --shard {part}/3 --journal {part}.j"));
    }
    for judge in ["solve", "alpha-beta(depth=2) --game tic-tac-toe", "mcts(iterations=100) --game nim(1+2+3)"] {
        for form in ["--json", "--to csv", ""] {
            let told = |files: &str| folder.done(&format!("report moves {files} --judge {judge} {form}"));
            let whole = told("t.journal --jobs 1");
            for files in ["t.journal --jobs 3", "3.j 1.j 2.j", "1.j 3.j 2.j --jobs 2", "t.journal t.journal"] {
                if files == "t.journal t.journal" && form != "--to csv" {
                    // These say how many copies there are.
                    continue;
                }
                assert_eq!(told(files), whole, "{files} by {judge}");
            }
            let both = told("t.journal other.j");
            assert_eq!(told("other.j 2.j 3.j 1.j"), both, "by {judge}");
            assert_ne!(both, whole);
        }
    }
    let sampled = judged(&folder, "t.journal --judge mcts(iterations=100) --game nim(1+2+3)");
    assert_eq!(sampled["games"][0]["values"], "sampled");
}

/// Games that repeat each other are one piece of evidence.
#[test]
fn copies_are_left_out() {
    let file = "openings = 6\nrandom-plies = 0\ngames = ['nim(1+2+3)']\nplayers = ['minimax(depth=1)', 'greedy']\n";
    let folder = Folder::with("regrets-copies", file);
    folder.done("run t.toml");
    let game = &judged(&folder, "t.journal --judge solve")["games"][0];
    assert_eq!((&game["played"], &game["copies"]), (&12.into(), &10.into()));
    for player in game["players"].as_array().expect("a list") {
        assert_eq!((&player["games"], &player["openings"]), (&2.into(), &1.into()), "{player}");
        assert!(player["error"].is_null() && player["best_error"].is_null(), "{player}");
    }
}

/// 1 + 2 is won by making it 1 + 1, and lost by leaving 1.
#[test]
fn of_a_game_that_was_given_up_the_moves_that_were_played_count() {
    let folder = Folder::with("regrets-resigned", SOLVED);
    let saved = |ended: &str, payoffs: &str| {
        format!(
            "{{\"schema\":\"agon.play/1\",\"game\":\"nim(1+2+3)\",\"position\":null,\"seed\":3,\"seats\":[\"human\",\
             \"random\"],\"moves\":\"c3 b2\",\"payoffs\":{payoffs},\"ended\":\"{ended}\"}}\n"
        )
    };
    folder.write("given-up.json", saved("resigned", "[-1.0,1.0]").as_bytes());
    let found = judged(&folder, "given-up.json --judge solve");
    let players = found["games"][0]["players"].as_array().expect("a list");
    let told = |player: &Value| ["name", "moves", "regret"].map(|key| player[key].clone());
    let wanted: [[Value; 3]; 2] = [["human".into(), 1.into(), 0.0.into()], ["random".into(), 1.into(), 2.0.into()]];
    assert_eq!(players.iter().map(told).collect::<Vec<_>>(), wanted, "{found}");
    folder.write("begun.json", saved("unfinished", "[]").as_bytes());
    let message = folder.fails(2, "report moves begun.json --judge solve");
    assert!(message.contains("begun.json: no game was played to its end, so there is no move to judge"), "{message}");
}

const HIDDEN: &str = "\
seed = 4
openings = 120
players = ['random', 'equilibrium']
games = ['kuhn']
";

/// Where cards are hidden a move is judged by its seat's card, whatever the other has.
#[test]
fn a_move_is_judged_by_what_its_seat_sees() {
    let folder = Folder::with("regrets-hidden", HIDDEN);
    folder.done("run t.toml");
    let mut games = Vec::new();
    read(&[folder.path("t.journal")], Detail::Moves, &mut |game| {
        let moves: Vec<u64> = game.record.moves.iter().map(|m| m.0).collect();
        games.push((game.record.number, moves));
        Ok(ControlFlow::Continue(()))
    })
    .expect("the journal is whole");
    // A card C is the code C + 1; to pass is 0, to bet is 1.
    let mut seen: BTreeMap<(u64, Vec<u64>), (f64, Vec<u64>)> = BTreeMap::new();
    let (mut folded_kings, mut called_jacks) = (0, 0);
    for (number, moves) in games.iter().filter(|(_, moves)| moves.len() == 4) {
        let found = judged(&folder, &format!("t.journal#{number} --judge equilibrium"));
        let players = found["games"][0]["players"].as_array().expect("a list");
        assert!(found["games"][0]["nash_conv"].as_f64().expect("a number") < 0.01);
        let second = players.iter().find(|player| player["seats"][1]["moves"] == 1).expect("it chose");
        let regret = second["regret"].as_f64().expect("a number");
        let (own, others, acts) = (moves[1] - 1, moves[0], moves[2..].to_vec());
        match (own, &acts[..]) {
            // To call wins 2 instead of losing 1; to call with the least card loses 2.
            (3, [1, 0]) => folded_kings += u64::from((regret - 3.0).abs() < 1e-9),
            (1, [1, 1]) => called_jacks += u64::from((regret - 1.0).abs() < 1e-9),
            _ => {}
        }
        let known = seen.entry((own, acts)).or_insert((regret, Vec::new()));
        assert_eq!(known.0, regret, "the same card and bets: {moves:?}");
        known.1.push(others);
    }
    let differs = seen.values().filter(|(_, others)| others.iter().any(|card| *card != others[0])).count();
    assert!(2 < differs && 0 < folded_kings && 0 < called_jacks, "{differs} {folded_kings} {called_jacks}");
    let found = judged(&folder, "t.journal --judge equilibrium");
    let regret = |name: &str| {
        let players = found["games"][0]["players"].as_array().expect("a list");
        let player = players.iter().find(|player| player["name"] == name).expect("it plays");
        player["regret"].as_f64().expect("a number")
    };
    assert!(regret("equilibrium") < 0.001 && 0.1 < regret("random"), "{found}");
    // The moves that it mixes are equal, but for what is still to be learned.
    let players = found["games"][0]["players"].as_array().expect("a list");
    assert_eq!((&players[0]["name"], &players[0]["best"]), (&"equilibrium".into(), &1.0.into()), "{found}");
    let strict = judged(&folder, "t.journal --judge equilibrium --within 0");
    assert!(strict["games"][0]["players"][0]["best"].as_f64() < Some(1.0), "{strict}");
}

#[test]
fn who_cannot_judge_says_so_in_one_message() {
    let folder = Folder::with("regrets-errors", SOLVED);
    folder.done("run t.toml");
    folder.write("result.json", &folder.done("run t.toml --json --no-journal"));
    folder.write("hidden.toml", HIDDEN.as_bytes());
    folder.done("run hidden.toml");
    folder.write("text.txt", b"hello\n");
    let cases: &[(i32, &str, &[&str])] = &[
        (2, "t.journal --judge solv", &["unknown player `solv`; did you mean `solve`?"]),
        (2, "t.journal --judge alpha-beta(dept=3)", &["unknown option `dept`; did you mean `depth`?"]),
        (2, "t.journal --judge random", &["--judge random: it has no value for each move", "such as minimax(depth=4)"]),
        (2, "t.journal --judge greedy --limit 9", &["--limit is for --judge solve and --judge equilibrium"]),
        (2, "t.journal --judge solve --nodes 9", &["--nodes is for a player as a judge"]),
        (2, "t.journal --judge solve --within -1", &["--within", "accepted: a payoff from 0"]),
        (2, "t.journal --judge solve --game nimm", &["--game: `nimm` was not played; accepted: nim(heaps=1+2+2"]),
        (2, "t.journal --judge solve --game chess", &["--game: `chess` was not played; accepted: "]),
        (2, "t.journal --judge max-n --game tree", &["--game: `tree` was not played"]),
        (
            1,
            "t.journal --judge solve --limit 5",
            &["more than 5 positions are in reach", "raise --limit, or use another"],
        ),
        (1, "hidden.journal --judge equilibrium --limit 5", &["kuhn", "raise --limit"]),
        (2, "hidden.journal --judge solve", &["kuhn", "hides something from a seat", "use --judge equilibrium"]),
        (2, "hidden.journal --judge pimc", &["hides something from a seat", "use --judge equilibrium"]),
        (2, "hidden.journal --judge equilibrium(rule=outcome)", &["it samples plays", "rule=cfr+"]),
        (2, "t.journal --judge mcts(threads=2)", &["it may say something else when it is asked again"]),
        (2, "result.json --judge solve", &["result.json is the document of a result, which has no games"]),
        (2, "t.journal#9999 --judge solve", &["has no game of number 9999"]),
        (1, "no.journal --judge solve", &["no.journal"]),
        (2, "text.txt --judge solve", &["text.txt: not a journal"]),
        (2, "t.journal --judge solve -o x.svg", &["unknown file type .svg; accepted: .txt, .csv or .json"]),
    ];
    for (code, line, parts) in cases {
        let message = folder.fails(*code, &format!("report moves {line}"));
        for part in *parts {
            assert!(message.contains(part), "{line}: {message}");
        }
        assert_eq!(message.trim_end().lines().count(), 1, "{line}: {message}");
    }
}

#[test]
fn tables_and_lines_say_the_same() {
    let folder = Folder::with("regrets-forms", SOLVED);
    folder.done("run t.toml");
    let told = String::from_utf8(folder.done("report moves t.journal --judge solve")).expect("it is UTF-8");
    insta::assert_snapshot!("regrets", told);
    folder.done("report moves t.journal --judge solve -o costs.csv");
    let lines = String::from_utf8(folder.read("costs.csv")).expect("it is UTF-8");
    let document = judged(&folder, "t.journal --judge solve");
    let mut rows = lines.lines();
    assert!(rows.next().expect("a head").starts_with("game,judge,player,part,moves,openings,regret,error,"));
    let mut count = 0;
    for game in document["games"].as_array().expect("a list") {
        for player in game["players"].as_array().expect("a list") {
            let own: Vec<&str> = rows.by_ref().take(6).collect();
            let name = player["name"].as_str().expect("a text");
            assert!(own.iter().all(|row| row.contains(name)), "{own:?}");
            let regret = player["regret"].as_f64().map_or(String::new(), |regret| regret.to_string());
            assert!(own[0].contains(&format!(",all,{},{},{regret},", player["moves"], player["openings"])), "{own:?}");
            count += 1;
        }
    }
    assert_eq!((count, rows.next()), (16, None));
}
