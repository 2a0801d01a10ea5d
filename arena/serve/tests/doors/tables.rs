//! Games at tables: players' thoughts, and the views of guests.

use std::{
    collections::BTreeMap,
    io::Read as _,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use agon_core::{Position, Seed, registry};
use serde_json::{Value, json};

use crate::{
    listener::Listener,
    server::{Browser, ENDLESS, EVER, Server},
};

#[test]
fn no_search_goes_on_for_a_guest_that_has_left() {
    let server = Server::open("left");
    let guest = server.guest();
    let new = json!({"game": "chess", "seats": ["me", "me"], "hints": ENDLESS});
    let table = server.table(&guest, &new)["id"].as_str().unwrap().to_owned();
    let hint = format!("/api/v1/tables/{table}/hint");
    let tree = json!({"game": "chess", "player": ENDLESS}).to_string();
    for (path, body) in [(hint.as_str(), ""), ("/api/v1/trees", tree.as_str())] {
        let mut headers = guest.headers();
        headers.push(("Content-Type".to_owned(), "application/json".to_owned()));
        let first = server.send("POST", path, &headers, body);
        server.until("it is thought about", |server| server.load().0 == 1);
        let second = server.send("POST", "/api/v1/trees", &headers, &tree);
        server.until("so is another", |server| server.asked() == 2);
        drop((first, second));
        server.until("nobody thinks any more", |server| server.load() == (0, 0));
        let table = server.get(&guest, &format!("/api/v1/tables/{table}"), &[]).json();
        assert_eq!(table["thinking"], Value::Null);
    }
    // While one hint is looked for, there is no other.
    let asked = server.send("POST", &hint, &guest.headers(), "");
    server.until("it is thought about", |server| server.load().0 == 1);
    let again = server.post(&guest, &hint, &json!({}));
    assert_eq!(again.status, 409);
    let stop = server.post(&guest, &format!("/api/v1/tables/{table}/stop"), &json!({}));
    assert_eq!(stop.status, 200);
    let (mut asked, mut answer) = (asked, String::new());
    asked.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn a_game_in_pgn_is_begun_where_it_ended_and_from_where_its_tag_says() {
    let server = Server::open("pgn");
    let guest = server.guest();
    let whole = "[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 {best} e5 2. Qh5 (2. Nf3) Nc6\n3. Bc4 Nf6?? 4. Qxf7# 1-0\n";
    let view = server.table(&guest, &json!({"game": "chess", "seats": ["me", "me"], "moves": whole}));
    assert_eq!((&view["ended"]["why"], &view["moves"][6]["sheet"]), (&json!("over"), &json!("Qxf7#")));
    let ending = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 *";
    let view = server.table(&guest, &json!({"game": "chess", "seats": ["me", "me"], "moves": ending}));
    assert_eq!((&view["base"], &view["line"]), (&json!("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), &json!("e2e4 e8d7")));
    let wrong = json!({"game": "chess", "moves": "[Event \"?\"]\n\n1. e4 e5 2. Ke3 1-0"});
    let refused = server.post(&guest, "/api/v1/tables", &wrong);
    assert!(refused.status == 400 && refused.text.contains("move 3 of the line, `Ke3`"), "{}", refused.text);
}

#[test]
fn against_a_person_the_seed_is_hidden_until_the_end() {
    let server = Server::open("seed");
    let (one, other, watcher) = (server.guest(), server.guest(), server.guest());
    let told = |browser: &Browser, id: &str, wanted: Option<u64>| {
        let view = server.get(browser, &format!("/api/v1/tables/{id}"), &[]).json();
        assert_eq!(view["seed"].as_u64(), wanted, "{view}");
        let saved = server.get(browser, &format!("/api/v1/tables/{id}/saved"), &[]).json();
        assert_eq!(saved["seed"].as_u64(), Some(wanted.unwrap_or(0)), "{saved}");
        let page = server.get(browser, &format!("/tables/{id}"), &[]).text;
        assert_eq!(page.contains("&amp;seed="), wanted.is_some());
        let secret = wanted.is_none() && page.contains("123456789");
        assert!(!secret, "the page tells it");
    };
    let begun = |new: &Value| server.table(&one, new)["id"].as_str().unwrap().to_owned();
    let id = begun(&json!({"game": "backgammon", "seats": ["me", "open"]}));
    for browser in [&one, &other, &watcher] {
        told(browser, &id, None);
    }
    let sat = server.post(&other, &format!("/api/v1/tables/{id}/sit"), &json!({"seat": 2}));
    assert_eq!(sat.status, 200, "{}", sat.text);
    for browser in [&one, &other, &watcher] {
        told(browser, &id, None);
    }
    let ended = server.post(&other, &format!("/api/v1/tables/{id}/resign"), &json!({}));
    assert_eq!(ended.status, 200, "{}", ended.text);
    let seed = ended.json()["seed"].as_u64();
    assert!(seed.is_some(), "{}", ended.text);
    for browser in [&one, &other, &watcher] {
        told(browser, &id, seed);
    }
    // Who plays alone may know it, and nobody else.
    let alone = json!({"game": "backgammon", "seats": ["me", "random"], "seed": 123_456_789});
    let id = begun(&alone);
    told(&one, &id, Some(123_456_789));
    told(&watcher, &id, None);
    // Dice that have fallen must not tell the seed: there are too many to be tried.
    let drawn: Vec<u64> = (0..4)
        .map(|_| {
            let open = json!({"game": "pig", "seats": ["me", "open"]});
            let id = server.table(&one, &open)["id"].as_str().unwrap().to_owned();
            server.post(&one, &format!("/api/v1/tables/{id}/resign"), &json!({}));
            server.get(&one, &format!("/api/v1/tables/{id}"), &[]).json()["seed"].as_u64().unwrap()
        })
        .collect();
    assert!(drawn.iter().any(|seed| u64::from(u32::MAX) < *seed), "{drawn:?}");
    assert!(drawn.iter().all(|seed| *seed < 1 << 53), "{drawn:?}");
}

#[test]
#[ignore = "by the clock"]
fn a_slow_player_moves_for_a_page_that_only_asks_again() {
    let server = Server::open("slow");
    let guest = server.guest();
    let new = json!({"game": "chess", "seats": [ENDLESS, "me"]});
    let id = server.table(&guest, &new)["id"].as_str().unwrap().to_owned();
    let page = server.get(&guest, &format!("/tables/{id}"), &[]);
    let rest = page.text.split("http-equiv=\"refresh\" content=\"").nth(1).unwrap();
    let every: u64 = rest.split('"').next().unwrap().parse().unwrap();
    server.until("it is thought about", |server| server.load().0 == 1);
    // From one look to the next, and somewhat longer.
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_millis(1_000 * every + 500) {
        assert_eq!(server.load().0, 1, "given up after {:?}", begun.elapsed());
        std::thread::sleep(Duration::from_millis(50));
    }
    server.until("nobody looks, and nobody thinks", |server| server.load().0 == 0);
}

#[cfg(unix)]
#[test]
fn a_level_keeps_its_word_in_a_saved_game() {
    let server = Server::open("levels");
    let guest = server.guest();
    for (game, seats, word) in [
        ("nim", &["me", "level:easy"][..], Some("easy")),
        ("nim", &["level:hard", "level:hard"], Some("hard")),
        ("pig(players=3)", &["me", "level:easy", "level:medium"], Some("-, easy, medium")),
        ("pig(players=3)", &["me", "level:easy", "random"], Some("-, easy, -")),
        ("nim", &["me", "random"], None),
    ] {
        let levels = |view: &Value| -> Vec<Value> {
            view["seats"].as_array().unwrap().iter().map(|seat| seat["level"].clone()).collect()
        };
        let begun = server.table(&guest, &json!({"game": game, "seats": seats}));
        let path = format!("/api/v1/tables/{}/saved", begun["id"].as_str().unwrap());
        let saved = server.get(&guest, &path, &[]);
        assert_eq!(saved.json()["level"].as_str(), word, "{}", saved.text);
        let loaded = server.post(&guest, "/api/v1/tables/load", &json!({"saved": saved.text}));
        assert_eq!(loaded.status, 201, "{}", loaded.text);
        assert_eq!(levels(&loaded.json()), levels(&begun));
        // Where a word is not the player's, the player counts.
        let mut other = saved.json();
        other["seats"][seats.len() - 1] = json!("greedy");
        other["moves"] = json!("");
        let text = other.to_string();
        let loaded = server.post(&guest, "/api/v1/tables/load", &json!({"saved": text})).json();
        let last = &loaded["seats"][seats.len() - 1];
        assert_eq!((last["level"].as_str(), last["player"].as_str()), (None, Some("greedy")), "{loaded}");
    }
}

/// The seed would reveal the dice that are still to fall.
#[test]
fn no_person_chooses_the_seed_and_all_see_it_at_the_end() {
    let server = Server::open("dice");
    let (me, other) = (server.guest(), server.guest());
    let seats = json!(["me", "open"]);
    let new = json!({"game": "pig", "seats": seats, "seed": 7});
    for language in ["en", "hu", "sl"] {
        let mut headers = me.headers();
        headers.push(("Content-Type".to_owned(), "application/json".to_owned()));
        headers.push(("Accept-Language".to_owned(), language.to_owned()));
        let refused = server.ask("POST", "/api/v1/tables", &headers, &new.to_string());
        assert_eq!(refused.status, 400, "{}", refused.text);
        let word = ["seed", "magját", "semena"].iter().any(|word| refused.text.contains(word));
        assert!(word, "{}", refused.text);
    }
    // The form shows it too, and keeps its fields.
    let page = server.form(&me, "/tables", "game=pig&seat1=me&seat2=open&seed=7");
    assert!(page.status == 400 && page.text.contains("draws its own seed"), "{}", page.text);
    // A file that names a free seat goes on with other dice than it says.
    let alone = json!({"game": "pig", "seats": ["me", "me"], "seed": 7});
    let id = server.table(&me, &alone)["id"].as_str().unwrap().to_owned();
    let mut saved = server.get(&me, &format!("/api/v1/tables/{id}/saved"), &[]).json();
    assert_eq!(saved["seed"], 7);
    saved["seats"] = json!(["human", "open"]);
    let loaded = json!({"saved": saved.to_string()});
    let loaded = server.post(&me, "/api/v1/tables/load", &loaded);
    assert_eq!(loaded.status, 201, "{}", loaded.text);
    let drawn = server.table(&me, &json!({"game": "pig", "seats": seats}));
    for table in [loaded.json(), drawn] {
        let path = format!("/api/v1/tables/{}", table["id"].as_str().unwrap());
        let seed = |browser: &Browser| server.get(browser, &path, &[]).json()["seed"].clone();
        assert_eq!(server.post(&other, &format!("{path}/sit"), &json!({"seat": 2})).status, 200);
        for browser in [&me, &other] {
            assert!(seed(browser).is_null());
            let saved = server.get(browser, &format!("{path}/saved"), &[]).json();
            assert_eq!(saved["seed"], 0);
        }
        assert_eq!(server.post(&me, &format!("{path}/resign"), &json!({})).status, 200);
        assert!(seed(&me).is_u64() && seed(&me) != 7 && seed(&me) == seed(&other));
    }
}

/// Whichever way a guest names a player, its threads are counted before it thinks.
#[test]
fn a_player_that_wants_more_threads_than_there_are_sits_down_nowhere() {
    let server = Server::open("threads");
    let guest = server.guest();
    for player in [
        "alpha-beta(depth=2, table=1MB, threads=2)",
        "epsilon(player=alpha-beta(depth=2, table=1MB, threads=256))",
        "mix(mcts(iterations=9, threads=2)*0.5, random*0.5)",
    ] {
        let file = format!("players = [\"random\", {}]\ngames = [\"connect-four\"]\n", json!(player));
        for (path, body) in [
            ("/api/v1/tables", json!({"game": "connect-four", "seats": ["me", player]})),
            ("/api/v1/tables", json!({"game": "connect-four", "hints": player})),
            ("/api/v1/trees", json!({"game": "connect-four", "player": player})),
            ("/api/v1/tournaments", json!({"file": file})),
        ] {
            let refused = server.post(&guest, path, &body);
            assert_eq!(refused.status, 400, "{path} {player}: {}", refused.text);
            let error = refused.json()["error"].as_str().unwrap().to_owned();
            assert!(error.contains("threads; accepted here: up to 1"), "{path} {player}: {error}");
        }
    }
}

/// Raises a flag when it is dropped, whatever failed before.
struct Raised<'a>(&'a AtomicBool);

impl Drop for Raised<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Pages tell what is new by its version: a move seen under the version before it would never be shown.
#[test]
fn every_change_has_a_new_version() {
    let server = Server::open("versions");
    let guest = server.guest();
    let new = json!({"game": "chinese-checkers(seats=3)", "seats": ["me", "random", "random"]});
    let id = server.table(&guest, &new)["id"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/tables/{id}");
    let moves = |view: &Value| view["moves"].as_array().unwrap().len();
    let seen: Mutex<BTreeMap<u64, usize>> = Mutex::default();
    let look = || {
        let view = server.get(&guest, &path, &[]).json();
        let version = view["version"].as_u64().unwrap();
        let known = *seen.lock().unwrap().entry(version).or_insert(moves(&view));
        assert_eq!(known, moves(&view), "under version {version}");
        view
    };
    let (done, begun) = (AtomicBool::new(false), Instant::now());
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) && begun.elapsed() < EVER {
                    look();
                }
            });
        }
        let _done = Raised(&done);
        for _ in 0..40 {
            let here = look();
            let next = here["legal"].as_array().unwrap().last().unwrap()["move"].clone();
            let answer = server.post(&guest, &format!("{path}/moves"), &json!({"move": next}));
            assert_eq!(answer.status, 200, "{}", answer.text);
            while {
                let view = look();
                view["your_turn"] != true || moves(&view) <= moves(&here)
            } {
                assert!(begun.elapsed() < EVER, "never: it is one's turn again");
            }
        }
    });
}

/// At every game, all at once, since they mostly wait. New legal moves take their room besides, forty of them most
/// of it, and so does all that was hidden once the game is over. Where many pieces move at once it is more.
#[test]
fn a_page_is_told_of_a_move_by_what_has_changed() {
    const MOST: usize = 4_000;
    const USUAL: usize = 2_000;
    let server = Server::open("changes");
    // Those of programs and modules are not offered.
    let names = registry::games().keys().filter(|name| registry::game(name).is_ok());
    let mut largest: Vec<(usize, &str)> = thread::scope(|scope| {
        let all: Vec<_> = names.map(|name| (scope.spawn(|| most_of_a_move(&server, name)), *name)).collect();
        all.into_iter().map(|(told, name)| (told.join().unwrap(), name)).collect()
    });
    largest.sort_unstable();
    assert!(largest.last().is_some_and(|(bytes, _)| *bytes < MOST), "{largest:?}");
    assert!(largest[largest.len() * 9 / 10 - 1].0 < USUAL, "{largest:?}");
}

/// The most bytes that a page is told of a move, where one guest plays at all seats; then it knows what a page knows that
/// comes only now.
fn most_of_a_move(server: &Server, game: &str) -> usize {
    const MOVES: usize = 14;
    const MANY: usize = 40;
    let guest = server.guest();
    let facts = registry::game(game).unwrap().start.facts();
    let mut new = json!({"game": game, "seats": vec!["me"; usize::from(facts.seats)]});
    if !facts.hidden {
        new["seed"] = json!(7);
    }
    let table = server.table(&guest, &new);
    let id = table["id"].as_str().unwrap();
    let (path, live) = (format!("/api/v1/tables/{id}"), format!("/tables/{id}/live"));
    let mut heard = Listener::at(server, &guest, &live);
    let mut stream = Seed(5).stream(0);
    let mut headers = guest.headers();
    for (name, value) in [("Content-Type", "application/json"), ("Prefer", "return=minimal")] {
        headers.push((name.to_owned(), value.to_owned()));
    }
    let rested = || {
        let now = || server.get(&guest, &path, &[]).json();
        let waits = |now: &Value| now["your_turn"] == true || now["hand_over"].is_number() || now["ended"].is_object();
        server.until("chance has drawn", |_| waits(&now()));
        now()
    };
    for _ in 0..MOVES {
        let now = rested();
        heard.hear(&now);
        let legal = now["legal"].as_array().unwrap();
        let (deed, body) = match stream.below(legal.len().max(1) as u32) {
            _ if now["ended"].is_object() => break,
            _ if now["hand_over"].is_number() => ("uncover", json!({})),
            at => ("moves", json!({"move": legal[at as usize]["move"]})),
        };
        let done = server.ask("POST", &format!("{path}/{deed}"), &headers, &body.to_string());
        assert_eq!((done.status, &*done.text), (204, ""), "{game}: {}", done.text);
        assert_eq!(done.header("preference-applied"), Some("return=minimal"));
    }
    let now = rested();
    let mut anew = Listener::at(server, &guest, &live);
    let [known, whole] = [&mut heard, &mut anew].map(|one| {
        one.hear(&now);
        let mut last = one.documents.last().unwrap().clone();
        // It is of what the page knew before, and the legal moves are those of the last turn.
        last["said"].take();
        if last["view"]["your_turn"] == false {
            last["view"]["legal"].take();
        }
        last
    });
    assert_eq!(known, whole, "{game}");
    let legal = |document: &Value| document["view"]["legal"].as_array().cloned().unwrap_or_default();
    let bytes = heard.documents.windows(2).zip(&heard.told[1..]).map(|(two, told)| {
        if facts.hidden && two[1]["view"]["ended"].is_object() {
            return 0;
        }
        let known = legal(&two[0]);
        let new: Vec<Value> = legal(&two[1]).into_iter().filter(|one| !known.contains(one)).collect();
        if MANY < new.len() { 0 } else { told.len() - new.iter().map(|one| one.to_string().len()).sum::<usize>() }
    });
    bytes.max().unwrap_or(0)
}
