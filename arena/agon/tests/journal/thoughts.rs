//! Players' thoughts on their moves: recorded beside the play, which they never change; and what becomes
//! of games in which they agree.

use agon_core::{Node, Position, line::play_line, registry};
use serde_json::Value;

use crate::agon::{Folder, forged, subject};

const SEVERAL: &str = "\
seed = 5
openings = 3
random-plies = 2
players = ['alpha-beta(depth=3)', 'mcts(iterations=40)', 'random', 'minimax(depth=2)']
games = ['tic-tac-toe', 'connect-four', 'nim(1+2+3)']
";

/// The games of a journal, as JSON.
fn games(folder: &Folder, journal: &str) -> Vec<Value> {
    let lines = folder.done(&format!("report games {journal} --to jsonl"));
    let text = String::from_utf8(lines).expect("JSON is UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

fn fingerprint(document: &[u8]) -> Value {
    let document: Value = serde_json::from_slice(document).expect("a document is JSON");
    document["fingerprint"].clone()
}

#[test]
fn thoughts_are_the_same_on_any_threads_in_shards_and_after_a_kill() {
    let folder = Folder::with("thoughts", SEVERAL);
    let plain = folder.done("run t.toml --json --journal plain.j");
    let told = folder.done("run t.toml --json --thoughts --jobs 1");
    assert_eq!(told, plain, "a result knows nothing of thoughts");
    let whole = folder.read("t.journal");
    assert!(folder.read("plain.j").len() < whole.len());
    folder.done("run t.toml --thoughts --jobs 3 --journal three.j");
    assert_eq!(folder.read("three.j"), whole);
    folder.write("torn.j", &whole[..whole.len() * 2 / 3]);
    folder.done("run torn.j");
    assert_eq!(folder.read("torn.j"), whole);
    for index in 1..=3 {
        folder.done(&format!("run t.toml --thoughts --shard {index}/3 --journal {index}.j"));
    }
    folder.done("merge -o merged.j 2.j 3.j 1.j");
    assert_eq!(folder.read("merged.j"), whole);
    folder.done("verify merged.j");
    // Of two that tell a game, who tells the thoughts is heard.
    folder.done("merge -o both.j plain.j t.journal");
    assert_eq!(folder.read("both.j"), whole);
    let file = format!("thoughts = true\n{SEVERAL}");
    folder.write("u.toml", file.as_bytes());
    folder.done("run u.toml");
    assert_eq!(folder.read("u.journal"), whole);
}

#[test]
fn a_journal_keeps_thoughts_of_all_its_games_or_of_none() {
    let folder = Folder::with("thoughts-or-none", SEVERAL);
    folder.done("run t.toml --thoughts");
    let message = folder.fails(2, "run t.toml");
    assert!(message.contains("keeps what players think; say --thoughts"), "{message}");
    folder.done("run t.toml --journal plain.j");
    let message = folder.fails(2, "run t.toml --journal plain.j --thoughts");
    assert!(message.contains("leave --thoughts out"), "{message}");
}

#[test]
fn a_thought_that_nobody_had_is_found() {
    let folder = Folder::with("thoughts-forged", &SEVERAL.replace("'random', ", ""));
    folder.done("run t.toml --thoughts -g connect-four --max-plies 10");
    // The last bytes of the last game are those of its last thought's nodes.
    folder.write("forged.j", &forged(&folder.read("t.journal")));
    let message = folder.fails(3, "verify forged.j");
    assert!(message.contains("expected value ") && message.contains(", got value "), "{message}");
}

#[test]
fn every_form_tells_thoughts_and_is_as_before_without() {
    let folder = Folder::with("thoughts-forms", SEVERAL);
    folder.done("run t.toml --journal plain.j");
    folder.done("run t.toml --thoughts --records r.jsonl");
    let lines = folder.done("report games t.journal --to jsonl");
    assert_eq!(folder.read("r.jsonl"), lines);
    let (plain, told) = (games(&folder, "plain.j"), games(&folder, "t.journal"));
    let mut of_random = 0;
    for (plain, told) in plain.iter().zip(&told) {
        let mut without = told.clone();
        without.as_object_mut().expect("a game is an object").remove("thoughts");
        assert_eq!(*plain, without);
        // In a short game none but the random one may have had a move.
        let Some(thoughts) = told["thoughts"].as_array() else { continue };
        let moves = told["moves"].as_str().expect("moves are a text").split(' ').count();
        assert_eq!(thoughts.len(), moves);
        assert!(thoughts[0].is_null() && thoughts[1].is_null(), "the opening's");
        for thought in &thoughts[2..] {
            match thought {
                Value::Null => of_random += 1,
                thought => {
                    assert!(thought["value"].is_f64() && thought["nodes"].is_u64(), "{thought}");
                    assert!(thought["time"].is_null(), "nobody has a clock");
                }
            }
        }
    }
    assert_ne!(of_random, 0);
    let csv = |journal| {
        let text = folder.done(&format!("report games {journal} --to csv"));
        String::from_utf8(text).expect("it is UTF-8").lines().next().map(str::to_owned)
    };
    let (plain, told) = (csv("plain.j").expect("a head"), csv("t.journal").expect("a head"));
    assert_eq!(format!("{plain},thoughts"), told);
    let pgn = String::from_utf8(folder.done("report games t.journal --to pgn")).expect("it is UTF-8");
    let text = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("/3, ") && text.contains(" {+0.00/"), "{text}");
}

#[test]
fn every_form_marks_bounds_and_has_the_notes() {
    let file = "seed = 5\nopenings = 2\nrandom-plies = 1\nthoughts = true\n\
                players = ['mix(mcts(iterations=20), random)', 'expectimax(opponent=greedy)']\n\
                games = ['tic-tac-toe']\n";
    let folder = Folder::with("thoughts-noted", file);
    folder.done("run t.toml --jobs 2");
    folder.done("verify t.journal");
    let games = games(&folder, "t.journal");
    let all: Vec<&Value> = games
        .iter()
        .flat_map(|game| game["thoughts"].as_array().expect("a list"))
        .filter(|thought| !thought.is_null())
        .collect();
    let has_note =
        |start: &str| all.iter().any(|thought| thought["note"].as_str().is_some_and(|n| n.starts_with(start)));
    assert!(has_note("left to mcts(iterations=20), whose share is 0.5"), "{all:?}");
    assert!(has_note("left to random, whose share is 0.5"), "{all:?}");
    assert!(has_note("seat 1 answers ") && has_note("seat 2 answers "), "{all:?}");
    let samples = all.iter().filter(|thought| thought["bound"] == "sample").count();
    assert_ne!(samples, 0);
    let text = |form: &str| {
        let text = folder.done(&format!("report {} t.journal --to {form}", subject(form)));
        String::from_utf8(text).expect("it is UTF-8").replace("\r\n", "\n")
    };
    assert_eq!(text("csv").matches("/sample").count(), 2 * samples, "a line for each seat");
    let pgn = text("pgn").split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(pgn.matches(" sample}").count(), samples);
    let html = text("html");
    assert_eq!(html.matches("\"≈ \"").count(), samples);
    assert!(html.contains("left to random, whose share is 0.5"));
}

#[test]
fn times_are_recorded_with_a_clock_and_are_no_part_of_the_play() {
    let folder = Folder::with("thoughts-clock", SEVERAL);
    folder.done("run t.toml --thoughts --move-time 5000 -g nim(1+2)");
    let thoughts = games(&folder, "t.journal");
    let all = thoughts.iter().filter_map(|game| game["thoughts"].as_array()).flatten();
    let told: Vec<&Value> = all.filter(|thought| !thought.is_null()).collect();
    assert!(!told.is_empty() && told.iter().all(|thought| thought["time"].is_u64()), "{told:?}");
    folder.done("verify t.journal");
}

const AGREED: &str = "\
seed = 2
openings = 12
random-plies = 2
players = ['alpha-beta(depth=4)', 'mcts(iterations=60)', 'minimax(depth=2)', 'random']
games = ['connect-four', 'kalah(payoff=margin, pits=4, seeds=2)']
thoughts = true
";

/// How the rules end a game in which players reported these values, by the letter: the number of plies,
/// and which seat lost or none.
fn by_the_letter(game: &Value, most: f64) -> Option<(usize, Option<usize>)> {
    let opening = game["opening_plies"].as_u64()? as usize;
    let mut position = registry::game(game["game"].as_str()?).ok()?.start;
    let mut values = Vec::new();
    for (thought, m) in game["thoughts"].as_array()?.iter().zip(game["moves"].as_str()?.split(' ')) {
        let Node::Decision(seat) = position.node() else { return None };
        values.push((seat.index(), thought["value"].as_f64().map(|value| value / most)));
        play_line(&mut position, m).ok()?;
    }
    values.drain(..opening);
    // A game that its rules end is over without any agreement.
    for end in 1..values.len() {
        let agree = |plies: usize, says: &dyn Fn(usize, f64) -> bool| {
            plies <= end && values[end - plies..end].iter().all(|&(s, v)| v.is_some_and(|v| says(s, v)))
        };
        for loser in 0..2 {
            if agree(4, &|seat, v| if seat == loser { v <= -0.2 } else { 0.2 <= v }) {
                return Some((opening + end, Some(loser)));
            }
        }
        if 10 <= opening + end && agree(5, &|_, v| v.abs() <= 0.1) {
            return Some((opening + end, None));
        }
    }
    None
}

#[test]
fn games_end_where_players_agreed_by_the_letter_and_nowhere_else() {
    let folder = Folder::with("agreed", AGREED);
    folder.done("run t.toml");
    let file = AGREED.replace(
        "games = ",
        "resign = { value = 0.2, plies = 4 }\n\
        draw = { value = 0.1, plies = 5, from = 10 }\ngames = ",
    );
    folder.write("u.toml", file.as_bytes());
    folder.done("run u.toml --jobs 3");
    folder.done("verify u.journal");
    // Recording thoughts changes no play.
    let json = folder.done("run u.toml --json --journal u.journal");
    folder.write("v.toml", file.replace("thoughts = true\n", "").as_bytes());
    assert_eq!(fingerprint(&folder.done("run v.toml --json")), fingerprint(&json));
    folder.done("verify v.journal");
    let (mut lost, mut drawn) = (0, 0);
    for (free, ruled) in games(&folder, "t.journal").iter().zip(&games(&folder, "u.journal")) {
        let most = if free["game"].as_str().is_some_and(|g| g.starts_with("kalah")) { 16.0 } else { 1.0 };
        let Some((plies, loser)) = by_the_letter(free, most) else {
            assert_eq!((&free["moves"], &ruled["ended"]), (&ruled["moves"], &free["ended"]));
            continue;
        };
        let moves: Vec<&str> = free["moves"].as_str().expect("a text").split(' ').collect();
        assert_eq!(ruled["moves"], moves[..plies].join(" "), "game {}", free["number"]);
        match loser {
            None => {
                drawn += 1;
                assert_eq!(ruled["ended"], "adjudicated draw");
                assert_eq!(ruled["payoffs"], serde_json::json!([0.0, 0.0]));
                assert_eq!(ruled["detail"], "by agreed values");
            }
            Some(loser) => {
                lost += 1;
                assert_eq!(ruled["ended"], "adjudicated loss");
                assert_eq!(ruled["payoffs"][loser], -most);
                assert_eq!(ruled["payoffs"][1 - loser], most);
                let detail = format!("of seat {}, by agreed values", loser + 1);
                assert_eq!(ruled["detail"], detail);
            }
        }
        assert!(ruled["at_fault"].is_null());
        let names = format!("{} {}", ruled["seats"][0], ruled["seats"][1]);
        assert!(!names.contains("random"), "who tells no value agrees to nothing");
    }
    assert!(5 < lost && 5 < drawn, "{lost} lost, {drawn} drawn");
    let document: Value = serde_json::from_slice(&json).expect("a document is JSON");
    let agreed: u64 = (0..2).filter_map(|n| document["sections"][n]["agreed"].as_u64()).sum();
    assert_eq!(agreed, lost + drawn);
    assert_eq!(document["sections"][0]["resign"], "resign(value=0.2, plies=4)");
}

#[test]
fn rules_about_values_are_refused_where_they_mean_nothing() {
    let folder = Folder::with("agreed-refused", AGREED);
    for (arguments, expected) in [
        ("run t.toml --resign plies=0", "`plies` cannot be `0`; accepted: a whole number from 1"),
        ("run t.toml --draw valu=1", "unknown option `valu`; did you mean `value`?"),
        ("run -g 2048 -p random --resign value=1", "for games of two seats in which one loses"),
        ("run -g tic-tac-toe(players=3) -p random --draw value=0", "and tic-tac-toe(players=3) is none"),
    ] {
        let message = folder.fails(2, arguments);
        assert!(message.contains(expected), "{message}");
    }
    for (line, expected) in [
        ("resign = 3", "w.toml, line 1: `resign` cannot be 3; accepted: a table, such as { value"),
        ("draw = { plise = 3 }", "w.toml, line 1: draw: unknown option `plise`; did you mean `plies`?"),
        ("thoughts = 'yes'", "`thoughts` cannot be 'yes'; accepted: true or false"),
    ] {
        folder.write("w.toml", format!("{line}\n{}", AGREED.replace("thoughts = true\n", "")).as_bytes());
        let message = folder.fails(2, "run w.toml");
        assert!(message.contains(expected), "{message}");
    }
}

/// A page without its style and its script, which say nothing of the games.
fn bare(page: &str) -> String {
    let mut bare = page.to_owned();
    for name in ["style", "script"] {
        while let Some(begin) = bare.find(&format!("<{name}")) {
            let end = format!("</{name}>");
            let at = bare[begin..].find(&end).expect("what is opened is closed");
            bare.replace_range(begin..begin + at + end.len(), "");
        }
    }
    let begin = bare.find("sha256-").expect("it names its script");
    let end = begin + bare[begin..].find('\'').expect("what is opened is closed");
    bare.replace_range(begin..end, "…");
    bare
}

#[test]
fn every_form_has_thoughts_as_it_had_them() {
    let folder = Folder::with(
        "thoughts-snapshots",
        "\
seed = 4
openings = 1
random-plies = 2
max-plies = 8
thoughts = true
players = ['minimax(depth=1)', 'random']
games = ['chess']
",
    );
    folder.done("run t.toml");
    for form in ["pgn", "csv", "jsonl", "html"] {
        let told = folder.done(&format!("report {} t.journal --to {form}", subject(form)));
        let told = String::from_utf8(told).expect("text");
        insta::assert_snapshot!(form, if form == "html" { bare(&told) } else { told });
    }
}
