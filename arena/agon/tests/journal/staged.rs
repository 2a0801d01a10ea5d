//! Searches of recorded moves: players are asked again, watched, and their searches lie in the page of the journal.

use std::ops::ControlFlow;

use agon_arena::keep::{Detail, RecordedChoice, read};
use agon_table::{RewatchError, WatchedSearch};
use serde_json::Value;

use crate::agon::Folder;

const REMEMBERING: &str = "\
seed = 5
openings = 2
random-plies = 2
players = ['alpha-beta(depth=3, table=1MB, memory=true)', 'mcts(iterations=30, reuse=true)', 'minimax(depth=2)', 'random']
[[games]]
game = 'tic-tac-toe'
[[games]]
game = 'pig(target=8)'
players = ['expectimax(depth=2)', 'mcts(iterations=20)']
";

const HIDDEN: &str = "\
seed = 5
openings = 2
faults = 'replay'
players = ['ismcts(iterations=20)', 'pimc(deals=4)', 'random']
games = ['kuhn-poker', 'phantom-tic-tac-toe']
";

/// What lies ready in a page under that name.
fn data(page: &str, name: &str) -> Value {
    let place = page.split("<script type=").find_map(|part| {
        let (head, rest) = part.split_once('>')?;
        let names = [format!(" id={name}"), format!(" id=\"{name}\"")];
        names.iter().any(|name| head.ends_with(name)).then_some(rest)
    });
    let text = place.and_then(|rest| rest.split("</script>").next()).expect("it is there");
    serde_json::from_str(text).expect("it is JSON")
}

fn page(folder: &Folder, arguments: &str) -> String {
    let page = folder.done(&format!("report t.journal --to html {arguments}"));
    String::from_utf8(page).expect("a page is UTF-8")
}

/// With redeals, playouts, tables and trees that are kept from move to move: the value, the depth and the number of
/// positions are those of the record.
#[test]
fn players_search_again_what_they_searched_in_the_game() {
    for file in [REMEMBERING, HIDDEN] {
        let folder = Folder::with("searched-again", file);
        folder.done("run t.toml --thoughts");
        let (mut searches, mut nobodys) = (0, Vec::new());
        read(&[folder.path("t.journal")], Detail::Moves, &mut |game| {
            for ply in 0..game.record.moves.len() {
                let choice = match RecordedChoice::of(game.plan, game.record, ply) {
                    Ok(choice) => choice,
                    Err(why) => {
                        nobodys.push(why);
                        continue;
                    }
                };
                let watched = match WatchedSearch::of_choice(&choice, (50, 3)) {
                    Ok(watched) => watched,
                    Err(RewatchError::Silent(why)) => {
                        assert!(why.to_string().starts_with("random chose"), "{why}");
                        continue;
                    }
                    Err(RewatchError::Different(found)) => panic!("{found}"),
                };
                let (decision, place) = (watched.decision().expect("a seat acts"), (game.record.number, ply));
                assert_eq!(decision.m, game.record.moves[ply], "{place:?}");
                let then = game.record.thoughts.iter().find(|told| told.ply as usize == ply);
                let then = then.expect("it reported something");
                let now = (decision.value, decision.depth, decision.nodes);
                assert_eq!(now, (then.value, then.depth, then.nodes), "{place:?} {}", watched.player);
                searches += 1;
            }
            Ok(ControlFlow::Continue(()))
        })
        .expect("the journal is whole");
        assert!(50 < searches, "{searches}");
        assert!(nobodys.iter().all(|why| why.contains("opening") || why.contains("by chance")), "{nobodys:?}");
        assert!(!nobodys.is_empty());
    }
}

#[test]
fn a_page_holds_the_search_that_is_asked_for() {
    let file = "seed = 5\nrandom-plies = 2\nplayers = ['alpha-beta(depth=3)', 'mcts(iterations=30)']\ngames = ['tic-tac-toe']\n";
    let folder = Folder::with("staged", file);
    folder.done("run t.toml");
    let plain = page(&folder, "");
    assert!(!plain.contains("id=searches>"));
    let held = page(&folder, "--stage 0:3 --stage 1:3 --stage 0:3");
    let (searches, games) = (data(&held, "searches"), data(&held, "data"));
    let all = searches["searches"].as_array().expect("searches");
    assert_eq!(all.len(), 2, "none twice");
    for (number, search) in all.iter().enumerate() {
        assert_eq!((&search["game"], &search["ply"]), (&number.into(), &2.into()));
        let game = &games["games"][number];
        let moves: Vec<&str> = game["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        let body = search["body"].as_str().expect("a page");
        let (view, shelf) = (data(body, "tree-data"), data(body, "shelf"));
        assert_eq!((view["move"].as_str(), &search["player"]), (Some(moves[2]), &game["seats"][0]));
        if number == 0 {
            // It draws nothing and remembers nothing: any other question has the same answer.
            let mut tree = folder.command("tree tic-tac-toe -p alpha-beta(depth=3) --to json --moves");
            let tree = tree.arg(moves[..2].join(" ")).output().expect("it runs");
            let tree: Value = serde_json::from_slice(&tree.stdout).expect("it is JSON");
            assert_eq!((&tree["move"], &tree["value"]), (&view["move"], &view["value"]));
            let of = |tree: &Value| -> Vec<Value> {
                let nodes = tree["nodes"].as_array().expect("nodes");
                nodes.iter().map(|n| serde_json::json!([n["position"], n["value"], n["bound"]])).collect()
            };
            assert_eq!(of(&shelf), of(&tree));
        }
    }
    // The game is there however few others are; nothing is loaded; no script but these two runs.
    let few = page(&folder, "--stage 1:3 --boards 0");
    assert_eq!(data(&few, "data")["games"].as_array().map(Vec::len), Some(1));
    let policy = few.split("script-src ").nth(1).and_then(|rest| rest.split(';').next()).unwrap();
    assert_eq!(policy.matches("'sha256-").count(), 2, "{policy}");
    assert!(!policy.contains("unsafe") && few.contains("default-src 'none'"), "{policy}");
    assert_eq!(plain.matches("'sha256-").count(), 1);
    let one = page(&folder, "--stage 0:3").len() - plain.len();
    assert!(held.len() - plain.len() < 2 * one - 100_000, "the script and the style are there once");
}

#[test]
fn searches_that_cannot_be_had_are_refused_without_a_page() {
    let file = "seed = 5\nrandom-plies = 1\nplayers = ['alpha-beta(depth=2)', 'random']\ngames = ['tic-tac-toe']\n";
    let folder = Folder::with("not-staged", file);
    folder.done("run t.toml");
    let eleven = "--stage 0:2 ".repeat(11);
    for (arguments, told) in [
        ("--stage 99:1", "has no game of number 99"),
        ("--stage 0:50", "there is no move 50"),
        ("--stage 0:1", "of the opening"),
        ("--stage 0", "3:12"),
        ("--stage 0:0", "3:12"),
        ("--stage 1:3", "agon: game 1, move 3: random chose "),
        ("--stage 1:3", ", and reports nothing of its search"),
        (&eleven, "at most 10 searches; --stage asks for 11"),
    ] {
        let message = folder.fails(2, &format!("report t.journal -o l.html {arguments}"));
        assert!(message.contains(told), "{arguments}: {message}");
        assert!(!folder.path("l.html").exists(), "{arguments}");
    }
    let message = folder.fails(2, "report t.journal --to csv --stage 0:3");
    assert!(message.contains("--stage is for a web page"), "{message}");
    let message = folder.fails(2, "report t.journal#1 --to html --stage 0:3");
    assert!(message.contains("is not game 0"), "{message}");
    folder.write(
        "clock.toml",
        b"move-time = 1000\nrandom-plies = 0\nplayers = ['alpha-beta(depth=1)', 'random']\ngames = ['nim']\n",
    );
    folder.done("run clock.toml");
    let message = folder.fails(2, "report clock.journal --to html --stage 0:1");
    assert!(message.contains("by the clock"), "{message}");
    folder.write(
        "threads.toml",
        b"random-plies = 0\nplayers = ['mcts(iterations=20, threads=2)', 'random']\ngames = ['nim']\n",
    );
    folder.done("run threads.toml");
    let message = folder.fails(2, "report threads.journal --to html --stage 0:1");
    assert!(message.contains("several threads"), "{message}");
}

/// The records of one tournament under the name of another: of the same players, who draw from something else.
#[test]
fn another_move_than_the_recorded_one_is_a_difference() {
    let file = |seed| format!("seed = {seed}\nplayers = ['mcts(iterations=9)', 'random']\ngames = ['connect-four']\n");
    let folder = Folder::with("staged-otherwise", &file(5));
    folder.write("u.toml", file(6).as_bytes());
    folder.done("run t.toml");
    folder.done("run u.toml");
    let split = |journal: Vec<u8>| {
        let begin = "agon journal 1\n".len();
        let length = u32::from_le_bytes(journal[begin..begin + 4].try_into().expect("four bytes"));
        let end = begin + 8 + length as usize;
        (journal[..end].to_vec(), journal[end..].to_vec())
    };
    let ((head, _), (_, records)) = (split(folder.read("t.journal")), split(folder.read("u.journal")));
    folder.write("t.journal", &[head, records].concat());
    let verified = folder.fails(3, "verify t.journal");
    assert!(verified.contains("game 0 (connect-four), ply "), "{verified}");
    let message = folder.fails(3, "report t.journal -o l.html --stage 0:5");
    assert!(message.contains("game 0 (connect-four), ply "), "{message}");
    assert!(message.contains(": expected ") && message.contains(", got "), "{message}");
    assert!(!folder.path("l.html").exists());
}
