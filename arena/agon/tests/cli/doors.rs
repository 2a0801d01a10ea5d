//! Every door by which something could leave a game that hides something, walked at every registered game with
//! positions that one seat cannot tell apart: the same bytes come out.

use std::collections::BTreeSet;

use agon_core::{Eye, Node, Position, line, registry, view};
use agon_roster as _;
use serde_json::{Value, json};

use crate::{
    alike::{Alike, alike},
    command::{Answer, agon, agon_told},
};

/// Runs both, each as `arguments` says of its line of moves, and holds the answers against each other.
fn same(pair: &Alike, arguments: impl Fn(&str) -> Vec<String>, input: &str) -> Answer {
    let [one, other] = pair.lines.each_ref().map(|moves| {
        let words = arguments(moves);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        (words.join(" "), agon_told(&words, input))
    });
    let bytes = |answer: &Answer| (answer.code, answer.out.clone(), answer.err.clone());
    assert_eq!(bytes(&one.1), bytes(&other.1), "{} tells other than {}", one.0, other.0);
    one.1
}

fn words(text: &[&str]) -> Vec<String> {
    text.iter().map(|&word| word.to_owned()).collect()
}

/// The pairs where a seat cannot tell what it is about to act on.
fn acting() -> impl Iterator<Item = &'static Alike> {
    alike().iter().filter(|pair| pair.acts)
}

#[test]
fn every_game_that_hides_something_is_walked() {
    let walked: BTreeSet<&str> = acting().map(|pair| pair.game.split('(').next().unwrap()).collect();
    let hidden = registry::games().iter().filter(|(_, plugin)| {
        let mut games = plugin.sample_terms().filter_map(|term| registry::game(&term).ok());
        games.any(|game| game.start.facts().hidden)
    });
    let hidden: BTreeSet<&str> = hidden.map(|(name, _)| *name).collect();
    assert_eq!(walked, hidden);
    assert!(14 <= walked.len(), "{walked:?}");
    for pair in alike() {
        let [one, other] = pair.ends.each_ref().map(|end| {
            let moves = agon(&["show", &pair.game, "--position", &end.to_string()]).out;
            (end.to_string(), moves)
        });
        assert!(one.0 != other.0 && one.1 != other.1, "{}: {} {}", pair.game, one.0, other.0);
    }
}

#[test]
fn what_is_drawn_and_told_of_a_position_is_what_the_seat_sees() {
    for pair in alike() {
        let forms: &[&[&str]] = &[&[], &["--json"], &["--to", "svg"], &["--to", "text"], &["--to", "ansi"]];
        if pair.seat.is_none() {
            continue;
        }
        for more in forms {
            let seat = pair.number();
            let show =
                |moves: &str| words(&[&["show", &pair.game, "--moves", moves, "--seat", &seat][..], more].concat());
            let told = same(pair, show, "");
            assert_eq!(told.code, 0, "{}", told.err);
        }
        // Where the line began does not matter.
        let [one, other] = pair.ends.each_ref().map(|end| {
            let (position, seat) = (end.to_string(), pair.number());
            agon(&["show", &pair.game, "--position", &position, "--seat", &seat, "--json"]).out
        });
        assert_eq!(one, other, "{}", pair.game);
        let [one, other] = pair.lines.each_ref().map(|line| {
            let asked = ["show", &pair.game, "--seat", &pair.number(), "--batch", "-"];
            agon_told(&asked, &format!("{line}\n")).out
        });
        assert_eq!(one, other, "{}", pair.game);
        assert!(one.contains("\"view\""), "{one}");
    }
}

#[test]
fn players_are_asked_about_a_redeal() {
    const PLAYERS: [&str; 3] = ["random", "pimc(random, deals=2)", "ismcts(iterations=30)"];
    for (number, pair) in acting().enumerate() {
        let place = |door: &str, moves: &str| words(&[door, &pair.game, "--moves", moves]);
        let asked = |door: &'static str, more: &[&str]| {
            let more = words(more);
            same(pair, |moves| [place(door, moves), more.clone()].concat(), "")
        };
        for player in PLAYERS {
            let told = asked("analyse", &["-p", player, "--seed", "3", "--json"]);
            assert_eq!(told.code, 0, "{}: {}", pair.game, told.err);
        }
        assert_eq!(asked("analyse", &["-p", "random"]).code, 0);
        asked("analyse", &["--static"]);
        assert_eq!(asked("analyse", &["-p", "random", "--deals", "3"]).code, 0);
        // Each form at a third of the games: they write one search.
        let form = ["ansi", "words", "html"][number % 3];
        asked("tree", &["-p", PLAYERS[2], "--to", form]);
        asked("tree", &["-p", PLAYERS[1], "--to", form]);
        asked("tree", &["-p", PLAYERS[2], "--to", "json"]);
        asked("tree", &["-p", PLAYERS[2], "--to", "svg", "--depth", "2"]);
        asked("tree", &["-p", PLAYERS[2], "--stream"]);
    }
}

#[test]
fn no_seat_at_the_table_sees_more_than_its_view() {
    const EVERYTHING: &str = "moves\nhint\nanalyse\nundo\nrecord\nsave nowhere-else.json\nx\nrules\nhelp\ndraw\nquit\n";
    for pair in acting() {
        let seat = pair.number();
        let seats = usize::from(pair.ends[0].facts().seats);
        let play = |moves: &str| {
            let table = ["play", &pair.game, "--moves", moves, "--seat", &seat, "--seed", "3"];
            words(&[&table[..], &["--against", "random"].repeat(seats - 1)].concat())
        };
        let told = same(pair, play, EVERYTHING);
        assert_eq!(told.code, 0, "{}: {}", pair.game, told.err);
        assert!(told.out.contains("is not saved while it goes on"), "{}", told.out);
        let asked = |moves: &str| words(&["analyse", &pair.game, "--moves", moves, "-p", "human"]);
        same(pair, asked, "moves\nx\nquit\n");
    }
    assert!(!std::path::Path::new("nowhere-else.json").exists());
}

/// Of every game in which players play the views that are printed are those that everybody has, one after another.
#[test]
fn spectators_see_the_public_view() {
    for pair in alike().iter().filter(|pair| pair.acts) {
        let moves = &pair.lines[0];
        let seats = usize::from(pair.ends[0].facts().seats);
        let watch = ["watch", &pair.game, "--moves", moves, "--seed", "3", "--delay", "0"];
        let answer = agon(&[&watch[..], &["-p", "random"].repeat(seats)].concat());
        assert_eq!(answer.code, 0, "{}: {}", pair.game, answer.err);
        // At the end the whole play is shown.
        let (_, line) = answer.out.rsplit_once("--moves '").expect("the moves are told");
        let (line, _) = line.split_once('\'').expect("they end");
        let mut here = registry::game(&pair.game).unwrap().start;
        let played = line::play_line(&mut here.clone(), line).unwrap();
        let mut expected = Vec::new();
        for (number, m) in (1..).zip(played) {
            here.play(m);
            if moves.split(", ").count() < number && here.node() != Node::Terminal {
                expected.push(view(&here, Eye::Public));
            }
        }
        let seen = answer.out.lines().filter_map(|line| line.strip_prefix("view  "));
        let mut seen: Vec<String> = seen.map(str::to_owned).collect();
        seen.truncate(expected.len());
        assert_eq!(seen, expected, "{}", pair.game);
    }
}

/// The service of rules that the Python package asks, and what it says to a program at the table.
#[test]
fn programs_in_other_languages_get_views() {
    for pair in alike() {
        let positions: Vec<String> = pair.ends.iter().map(ToString::to_string).collect();
        let ask = json!({ "type": "ask", "id": 1, "positions": positions, "want": ["views"] });
        let said = agon_told(&["protocol", "--rules", &pair.game], &format!("{ask}\n"));
        let mut answers = said.out.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let answers = answers.find(|answer| answer["type"] == "answers");
        let answers = answers.unwrap_or_else(|| panic!("{}: {}", pair.game, said.out));
        let seen = [0, 1].map(|at| match pair.seat {
            None => answers["answers"][at]["public_view"].clone(),
            Some(seat) => answers["answers"][at]["views"][seat.index()].clone(),
        });
        let eye = pair.seat.map_or(Eye::Public, Eye::Seat);
        assert_eq!(seen[0], view(&pair.ends[0], eye).as_str(), "{}", pair.game);
        assert_eq!(seen[0], seen[1], "{}", pair.game);
    }
}

/// A program that records its input until it has chosen once.
#[cfg(unix)]
#[test]
fn programs_at_the_table_get_views_and_redeals() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("doors");
    std::fs::create_dir_all(&folder).expect("there is room for it");
    let (heard, program) = (folder.join("heard"), folder.join("keeps.sh"));
    let script = "read -r hello\necho '{\"type\":\"hello\",\"protocol\":1,\"name\":\"keeps\",\"hidden\":true,\"redeals\":3}'\n\
        while read -r line; do\n  printf '%s\\n' \"$line\" >> \"$1\"\n  case $line in\n    *'\"type\":\"game\"'*) echo '{\"type\":\"ready\"}' ;;\n    \
        *'\"type\":\"choose\"'*) echo '{\"type\":\"move\",\"index\":0}' ;;\n  esac\ndone\n";
    std::fs::write(&program, script).expect("there is room for it");
    for pair in acting() {
        let told = pair.lines.each_ref().map(|moves| {
            let _ = std::fs::remove_file(&heard);
            let player = format!("process(\"sh '{}' '{}'\")", program.display(), heard.display());
            let answer = agon(&["analyse", &pair.game, "--moves", moves, "-p", &player]);
            assert_eq!(answer.code, 0, "{}: {}", pair.game, answer.err);
            (std::fs::read_to_string(&heard).expect("it heard something"), answer.out)
        });
        assert!(told[0].0.contains("\"view\":") && told[0].0.contains("\"redeals\":["), "{}", told[0].0);
        assert_eq!(told[0], told[1], "{}", pair.game);
    }
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn protocols_of_open_games_refuse_every_game_that_hides_something() {
    let games: BTreeSet<&str> = alike().iter().map(|pair| pair.game.as_str()).collect();
    for game in games {
        for protocol in ["uci", "xboard", "gtp", "gomocup"] {
            let answer = agon(&["engine", protocol, "--game", game, "--player", "random"]);
            assert_eq!(answer.code, 2, "{game}: {}", answer.out);
        }
        // A model tells of positions.
        let learnt = agon(&["learn", game, "--games", "1", "--out", "nowhere.agon"]);
        assert_eq!(learnt.code, 2, "{game}: {}", learnt.out);
        assert!(learnt.err.contains("hides something"), "{game}: {}", learnt.err);
    }
}

/// A run that was killed leaves half of a record: nothing of that game is told, by any form of a report.
#[test]
fn a_journal_that_ends_within_a_game_tells_of_complete_games_alone() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("doors-journal");
    std::fs::create_dir_all(&folder).expect("there is room for it");
    let path = folder.join("cut.journal");
    let journal = path.to_str().expect("its name is text");
    for pair in acting() {
        let (game, seats) = (pair.game.as_str(), usize::from(pair.ends[0].facts().seats));
        let _ = std::fs::remove_file(&path);
        let run = ["run", "-g", game, "-n", "2", "--seed", "3", "--journal", journal];
        let players = ["ismcts(iterations=5)", "random", "pimc(deals=1)", "ismcts(iterations=6)"];
        let players = players.iter().take(seats).flat_map(|&player| ["-p", player]);
        let answer = agon(&run.into_iter().chain(players).collect::<Vec<_>>());
        assert_eq!(answer.code, 0, "{game}: {}", answer.err);
        let list = || agon(&["report", "games", journal, "--to", "jsonl"]).out;
        let (bytes, whole) = (std::fs::read(&path).expect("it was written"), list());
        // All of the last record but one byte, and less of it.
        let told = [1, 5].map(|less| {
            std::fs::write(&path, &bytes[..bytes.len() - less]).expect("there is room for it");
            let reports = [
                &["report", journal][..],
                &["report", journal, "--json"],
                &["report", "games", journal, "--to", "csv"],
            ];
            let told = reports.map(|report| agon(report).out);
            assert!(told.iter().all(|told| !told.is_empty()), "{game}");
            (told, list())
        });
        assert_eq!(told[0], told[1], "{game}");
        let (last, before) = (whole.lines().count() - 1, told[0].1.lines());
        assert!(before.eq(whole.lines().take(last)) && 1 < last, "{game}: {}", told[0].1);
    }
    let _ = std::fs::remove_dir_all(folder);
}
