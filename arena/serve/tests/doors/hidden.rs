//! Games that hide something: no guest learns more than the view of their seat.

use std::{collections::BTreeSet, thread};

use agon_core::{
    AnyPosition, Eye, NamedGame, Node, Position, Seat, Seed, all_moves, drawing_for, line, registry, view,
};
use serde_json::{Value, json};

use crate::{
    listener::Listener,
    server::{Browser, Server},
};

#[test]
fn a_game_that_hides_something_shows_each_guest_its_view() {
    let server = Server::open("hidden");
    let (me, other, looker) = (server.guest(), server.guest(), server.guest());
    for new in [
        json!({"game": "kuhn(seats=3)", "seats": ["me", "me", "open"]}),
        json!({"game": "kuhn", "seats": ["me", "random"], "seed": 1}),
        json!({"game": "kuhn", "seats": ["me", "random"], "moves": "3 2"}),
        json!({"game": "kuhn", "seats": ["me", "random"], "position": "32/"}),
        json!({"game": "kuhn", "seats": ["me", "mcts"]}),
    ] {
        let refused = server.post(&me, "/api/v1/tables", &new);
        assert_eq!(refused.status, 400, "{new}: {}", refused.text);
        assert!(refused.json()["error"].as_str().unwrap().contains("hides"), "{}", refused.text);
    }
    let solved = server.get(&me, "/api/v1/solved.svg?game=kuhn", &[]);
    assert_eq!(solved.status, 400, "{}", solved.text);
    let table = server.table(&me, &json!({"game": "kuhn", "seats": ["me", "open"]}));
    let id = table["id"].as_str().unwrap();
    let path = format!("/api/v1/tables/{id}");
    let at = |browser: &Browser| server.get(browser, &path, &[]).json();
    let deed = |browser: &Browser, deed: &str, body: Value| server.post(browser, &format!("{path}/{deed}"), &body);
    let sat = deed(&me, "sit", json!({"seat": 2}));
    assert_eq!(sat.status, 409, "who sits at one seat sits at no other: {}", sat.text);
    assert_eq!(deed(&other, "sit", json!({"seat": 2})).status, 200);
    server.until("cards are dealt", |_| at(&me)["your_turn"] == true);
    let text = |browser: &Browser| at(browser)["position"].as_str().unwrap().to_owned();
    assert_eq!(deed(&me, "moves", json!({"move": "p"})).status, 200);
    let (mine, theirs) = (text(&me), text(&other));
    assert!(mine.ends_with("?/p") && theirs.starts_with('?'), "{mine} {theirs}");
    assert_eq!(text(&looker), "??/p");
    let since = at(&me)["version"].as_u64().unwrap();
    let same = server.get(&me, &format!("{path}?since={since}&wait=0.2"), &[]).json();
    assert_eq!(same["version"], since);
    let same = server.get(&other, &format!("{path}?since={since}&wait=20"), &[]).json();
    assert_ne!(same["version"], since, "another sees another version, at once");
    for browser in [&me, &other, &looker] {
        let view = at(browser);
        assert!(view["seed"].is_null() && view["moves"] == json!([]) && view["line"] == "");
        for end in ["/saved", "/worth", "/plies/0"] {
            let refused = server.get(browser, &format!("{path}{end}"), &[]);
            assert_eq!(refused.status, 409, "{end}: {}", refused.text);
        }
        let page = server.get(browser, &format!("/tables/{id}"), &[]);
        let both = format!("{}{}/p", &mine[..1], &theirs[1..2]);
        let is_told = ["<", "\"", "\\"].iter().any(|end| page.text.contains(&format!("{both}{end}")));
        assert!(page.status == 200 && !is_told, "{}", page.text);
    }
    assert_eq!(server.get(&me, "/api/v1/tables", &[]).json()["tables"][0]["moves"], 0);
    for name in ["undo", "redo"] {
        assert_eq!(deed(&me, name, json!({})).status, 409, "{name}");
    }
    assert_eq!(deed(&other, "hint", json!({})).status, 200);
    assert!(at(&me)["advice"].is_null() && at(&looker)["advice"].is_null());
    assert!(at(&other)["advice"].is_object(), "{}", at(&other));
    assert_eq!(deed(&other, "moves", json!({"move": "p"})).status, 200);
    let both = format!("{}{}/pp", &mine[..1], &theirs[1..2]);
    for browser in [&me, &other, &looker] {
        assert_eq!(text(browser), both);
        assert_eq!(server.get(browser, &format!("{path}/saved"), &[]).status, 200);
    }
    assert_eq!(at(&me)["moves"].as_array().unwrap().len(), 4);
    assert_eq!(deed(&me, "undo", json!({})).status, 409);
}

#[test]
fn a_search_at_a_game_that_hides_something_is_one_of_a_redeal() {
    let server = Server::open("redeals");
    let guest = server.guest();
    let [one, other] = ["3 2", "3 1"].map(|moves| {
        let new = json!({"game": "kuhn", "moves": moves, "player": "random"});
        server.post(&guest, "/api/v1/trees", &new).text
    });
    assert_eq!(one, other);
}

/// Two people at one screen: before the button is pressed neither the API nor its events nor the page has what the
/// seat sees to which the screen goes.
#[test]
fn nothing_of_a_seat_is_sent_before_the_screen_is_handed_over_to_it() {
    let server = Server::open("one-screen");
    let (me, looker) = (server.guest(), server.guest());
    let table = server.table(&me, &json!({"game": "kuhn", "seats": ["me", "me"]}));
    let id = table["id"].as_str().unwrap();
    let path = format!("/api/v1/tables/{id}");
    let at = |browser: &Browser| server.get(browser, &path, &[]).json();
    let page = || server.get(&me, &format!("/tables/{id}"), &[]).text;
    let deed = |name: &str, body: Value| server.post(&me, &format!("{path}/{name}"), &body);
    server.until("cards are dealt", |_| at(&me)["hand_over"] == 1);
    let mut heard = Listener::at(&server, &me, &format!("{path}/events"));
    let mut shown = Listener::at(&server, &me, &format!("/tables/{id}/live"));
    let mut seen = Vec::new();
    for (seat, bets) in [(1, ""), (2, "p")] {
        let covered = at(&me);
        heard.hear(&covered);
        assert_eq!((&covered["hand_over"], &covered["your_turn"]), (&json!(seat), &json!(false)));
        assert_eq!(covered["position"], format!("??/{bets}"));
        assert_eq!(covered["legal"], json!([]));
        shown.hear(&covered);
        assert_eq!(shown.documents.last().unwrap()["view"]["legal"], json!([]), "of the seat before");
        let early = deed("moves", json!({"move": "p"}));
        assert!(early.status == 409 && early.text.contains("still covered"), "{}", early.text);
        let strange = server.post(&looker, &format!("{path}/uncover"), &json!({}));
        assert_eq!(strange.status, 403, "{}", strange.text);
        let (before, told) = (page(), heard.text());
        assert!(before.contains(&format!("Show what seat {seat} sees")), "{before}");
        let own = deed("uncover", json!({})).json();
        assert_eq!((&own["hand_over"], &own["your_turn"]), (&Value::Null, &json!(true)));
        let text = own["position"].as_str().unwrap().to_owned();
        assert!(text != format!("??/{bets}"), "{text}");
        let has = |page: &str| ["<", "\"", "\\"].iter().any(|end| page.contains(&format!("{text}{end}")));
        assert!(!has(&before) && !has(&told) && has(&page()), "{text}");
        heard.hear(&own);
        shown.hear(&own);
        assert_ne!(shown.documents.last().unwrap()["view"]["legal"], json!([]));
        assert_eq!(at(&looker)["position"], format!("??/{bets}"));
        assert!(at(&looker)["hand_over"].is_null());
        assert_eq!(deed("moves", json!({"move": "p"})).status, 200);
        seen.push(text);
    }
    let both = format!("{}{}/pp", &seen[0][..1], &seen[1][1..2]);
    assert_eq!(at(&me)["position"], both);
}

/// Each of those games, all at once, by people at one screen.
#[test]
fn at_one_screen_each_is_told_what_their_seat_sees_and_only_when_they_ask() {
    let server = Server::open("screens");
    thread::scope(|scope| {
        for game in hidden_games().filter(|game| 1 < game.start.facts().seats) {
            let server = &server;
            scope.spawn(move || at_one_screen(server, &game.term));
        }
    });
}

/// Played to the end by one guest at all seats. When the line is known it is played again: whenever the seat to move
/// was another than before, what is public was told until the guest asked.
fn at_one_screen(server: &Server, game: &str) {
    let guest = server.guest();
    let table = server.table(&guest, &json!({"game": game}));
    let path = format!("/api/v1/tables/{}", table["id"].as_str().unwrap());
    let at = || server.get(&guest, &path, &[]).json();
    let mut stream = Seed(9).stream(0);
    let mut told = Vec::new();
    let end = loop {
        let waits = |now: &Value| now["your_turn"] == true || now["hand_over"].is_number();
        server.until("chance has drawn", |_| {
            let now = at();
            waits(&now) || now["ended"].is_object()
        });
        let now = at();
        if now["ended"].is_object() {
            break now;
        }
        if now["hand_over"].is_number() {
            assert_eq!(server.post(&guest, &format!("{path}/uncover"), &json!({})).status, 200);
        } else {
            let legal = now["legal"].as_array().unwrap();
            let m = &legal[stream.below(legal.len() as u32) as usize]["move"];
            let played = server.post(&guest, &format!("{path}/moves"), &json!({"move": m}));
            assert_eq!(played.status, 200, "{game}: {}", played.text);
        }
        told.push(now);
    };
    let mut here = registry::game(game).unwrap().start;
    let (mut told, mut last) = (told.iter(), None);
    for m in end["moves"].as_array().unwrap() {
        if let Node::Decision(seat) = here.node() {
            if last.replace(seat) != Some(seat) {
                let covered = told.next().unwrap();
                assert_eq!(covered["hand_over"], seat.0 + 1, "{game}");
                assert_eq!(covered["position"], view(&here, Eye::Public), "{game}");
                assert_eq!(covered["text"], drawing_for(&here, Eye::Public), "{game}");
                assert_eq!(covered["legal"], json!([]), "{game}");
            }
            let own = told.next().unwrap();
            assert_eq!(own["position"], view(&here, Eye::Seat(seat)), "{game}");
            assert!(own["hand_over"].is_null() && own["your_turn"] == true, "{game}");
        }
        here.play(line::read_move(&here, m["move"].as_str().unwrap()).unwrap());
    }
    assert!(told.next().is_none() && here.node() == Node::Terminal, "{game}");
}

/// Of every registered game that hides something, the first of its samples that does.
fn hidden_games() -> impl Iterator<Item = NamedGame> {
    registry::games().values().filter_map(|plugin| {
        let mut games = plugin.sample_terms().filter_map(|term| registry::game(&term).ok());
        games.find(|game| game.start.facts().hidden)
    })
}

/// Each of those games, all at once: they mostly wait.
#[test]
fn at_every_table_each_guest_gets_its_seats_view() {
    let server = Server::open("views");
    let games: Vec<String> = hidden_games().map(|game| game.term).collect();
    assert!(14 <= games.len(), "{}", games.len());
    thread::scope(|scope| {
        for game in &games {
            scope.spawn(|| each_is_told_what_their_seat_sees(&server, game));
        }
    });
}

/// Played to the end by as many people as there are seats while another looks on. When the line is known it is
/// played again: at every step each guest gets the view of their seat, and no more, from the table and its events.
fn each_is_told_what_their_seat_sees(server: &Server, game: &str) {
    let start = registry::game(game).unwrap().start;
    let guests: Vec<Browser> = (0..=start.facts().seats).map(|_| server.guest()).collect();
    let (people, looker) = guests.split_at(guests.len() - 1);
    let mut seats = vec!["open"; people.len()];
    seats[0] = "me";
    let table = server.table(&people[0], &json!({"game": game, "seats": seats}));
    let path = format!("/api/v1/tables/{}", table["id"].as_str().unwrap());
    for (index, person) in people.iter().enumerate().skip(1) {
        let sat = server.post(person, &format!("{path}/sit"), &json!({"seat": index + 1}));
        assert_eq!(sat.status, 200, "{game}: {}", sat.text);
    }
    // The first hears what programs do, the second what pages do, and so on.
    let page = path.replace("/api/v1", "") + "/live";
    let mut heard: Vec<Listener> = guests
        .iter()
        .zip([path.clone() + "/events", page].iter().cycle())
        .map(|(guest, events)| Listener::at(server, guest, events))
        .collect();
    let all = || guests.iter().map(|guest| server.get(guest, &path, &[]).json());
    let waits = |told: &Value| told["your_turn"] == true || told["ended"].is_object();
    let mut stream = Seed(7).stream(0);
    let mut steps: Vec<Vec<Value>> = Vec::new();
    let end = loop {
        server.until("chance has drawn", |_| all().any(|told| waits(&told)));
        let told: Vec<Value> = all().collect();
        let Some(mover) = told.iter().position(|told| told["your_turn"] == true) else {
            break told;
        };
        let legal = told[mover]["legal"].as_array().unwrap();
        let m = &legal[stream.below(legal.len() as u32) as usize]["move"];
        let played = server.post(&guests[mover], &format!("{path}/moves"), &json!({"move": m}));
        assert_eq!(played.status, 200, "{game}: {}", played.text);
        steps.push(told);
    };
    heard.iter_mut().zip(&end).for_each(|(heard, told)| heard.hear(told));
    let mut here = start;
    let mut told = steps.iter();
    let mut seen = vec![BTreeSet::from([end[0]["position"].as_str().unwrap().to_owned()]); end.len()];
    for m in end[0]["moves"].as_array().unwrap() {
        for (index, seen) in seen.iter_mut().enumerate() {
            seen.insert(view(&here, eye(&here, index)));
        }
        if let Node::Decision(seat) = here.node() {
            sees_its_own(game, &here, seat, told.next().unwrap());
        }
        here.play(line::read_move(&here, m["move"].as_str().unwrap()).unwrap());
    }
    assert!(told.next().is_none() && here.node() == Node::Terminal, "{game}");
    assert!(end.iter().all(|told| told["position"] == here.to_string()), "{game}");
    for (index, (heard, seen)) in heard.iter().zip(&seen).enumerate() {
        let positions: Vec<String> = heard.documents.iter().filter_map(position).collect();
        assert!(1 < positions.len(), "{game}: {:?}", heard.told);
        let strange = positions.iter().find(|position| !seen.contains(*position));
        assert_eq!(strange, None, "{game}: {index}");
    }
    assert!(server.get(&looker[0], &format!("{path}/saved"), &[]).status == 200);
}

/// The position of a document, as a program is told it, or as a page shows it while something is hidden.
fn position(told: &Value) -> Option<String> {
    let Some(record) = told["record"].as_str() else { return told["position"].as_str().map(str::to_owned) };
    let (_, shown) = record.split_once("<p><code>")?;
    let (text, _) = shown.split_once("</code>")?;
    let plain = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
    Some(plain.iter().fold(text.to_owned(), |text, (written, plain)| text.replace(written, plain)))
}

/// The eye of that index: the seats, then a spectator.
fn eye(here: &AnyPosition, index: usize) -> Eye {
    let is_seat = index < here.facts().seats.into();
    if is_seat { Eye::Seat(Seat(index as u8)) } else { Eye::Public }
}

/// The views `told` to each seat, and last to a spectator, where `mover` is to act.
fn sees_its_own(game: &str, here: &AnyPosition, mover: Seat, told: &[Value]) {
    for (index, told) in told.iter().enumerate() {
        let eye = eye(here, index);
        let acts = eye == Eye::Seat(mover);
        assert_eq!(told["position"], view(here, eye), "{game}");
        assert_eq!(told["text"], drawing_for(here, eye), "{game}");
        assert_eq!((&told["moves"], &told["line"]), (&json!([]), &json!("")), "{game}");
        assert!(told["seed"].is_null() && told["base"].is_null(), "{game}");
        assert_eq!(told["your_turn"], acts, "{game}");
        assert_eq!(told["legal"].as_array().unwrap().is_empty(), !acts, "{game}");
    }
}

/// For every registered game that hides something: a position and a redeal of it look the same, with any search.
#[test]
fn no_search_tells_a_position_from_its_redeal() {
    let server = Server::open("every-redeal");
    let guest = server.guest();
    let mut asked = 0;
    for game in hidden_games() {
        let name = &game.term;
        let other = (0..40).find_map(|number| {
            let mut stream = Seed(number).stream(0);
            let mut here = game.start.clone();
            loop {
                match here.node() {
                    Node::Terminal => return None,
                    Node::Decision(seat) => {
                        let other = here.redeal(seat, &mut stream);
                        if other != here {
                            return Some([here, other]);
                        }
                    }
                    Node::Chance => {}
                }
                let moves = all_moves(&here);
                here.play(moves[stream.below(moves.len() as u32) as usize]);
            }
        });
        let both = other.unwrap_or_else(|| panic!("{name}: every redeal is the position"));
        for player in ["ismcts(iterations=20)", "ismcts(iterations=20, tree=single)"] {
            let [one, other] = both.each_ref().map(|here| {
                let text = here.to_string();
                let new = json!({"game": game.term, "position": text, "player": player});
                let answer = server.post(&guest, "/api/v1/trees", &new);
                assert!([200, 201].contains(&answer.status), "{name}: {}", answer.text);
                let mut told = answer.json();
                // Each has a name of its own.
                told["id"].take();
                assert_eq!(told["redeals"]["drawn"], 20, "{name}: {told}");
                told
            });
            assert_eq!(one, other, "{name}");
            asked += 1;
        }
    }
    assert!(28 <= asked, "{asked}");
}

/// In phantom tic-tac-toe a seat that meets the other's mark moves again, and nobody else sees it.
#[test]
fn hidden_changes_cause_no_events() {
    let server = Server::open("unseen");
    let (me, other) = (server.guest(), server.guest());
    let new = json!({"game": "phantom-tic-tac-toe", "seats": ["me", "open"]});
    let id = server.table(&me, &new)["id"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/tables/{id}");
    let play = |browser: &Browser, m: &str| {
        let answer = server.post(browser, &format!("{path}/moves"), &json!({"move": m}));
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()
    };
    assert_eq!(server.post(&other, &format!("{path}/sit"), &json!({"seat": 2})).status, 200);
    let before = play(&me, "b2");
    let listens = |browser: &Browser| Listener::at(&server, browser, &format!("{path}/events"));
    let (mut mine, mut others) = (listens(&me), listens(&other));
    mine.hear(&before);
    let tried = play(&other, "b2");
    assert_eq!(tried["your_turn"], true, "the place is taken");
    assert_eq!(server.get(&me, &path, &[]).json(), before);
    // The seat that sees it has an event.
    others.hear(&tried);
    play(&other, "a1");
    let seen = server.get(&me, &path, &[]).json();
    mine.hear(&seen);
    let last = play(&me, "c3");
    mine.hear(&last);
    assert_eq!(mine.told.len(), 3, "{:?}", mine.told);
}
