//! Tournaments that are run from a page, and journals that are looked at.

use std::{
    fs,
    net::{IpAddr, Ipv4Addr},
};

use agon_serve::{Settings, serve};
use serde_json::json;

use crate::server::Server;

#[test]
fn no_move_of_a_tournament_lasts_for_ever_and_few_positions_need_no_clock() {
    let server = Server::open("clock");
    let guest = server.guest();
    for (more, wanted) in [
        ("", Some(60_000)),
        ("nodes = 1000\n", None),
        ("nodes = 1000000000000\n", Some(60_000)),
        ("move-time = 100\n", Some(100)),
        ("move-time = 4000000\n", Some(60_000)),
    ] {
        let file = format!(
            "{more}openings = 1\nplayers = [\"random\", \"minimax\"]\ngames = [\"tic-tac-toe\"]\n"
        );
        let event = server.post(&guest, "/api/v1/tournaments", &json!({"file": file}));
        assert_eq!(event.status, 201, "{}", event.text);
        let id = event.json()["id"].as_str().unwrap().to_owned();
        let found = || server.get(&guest, &format!("/api/v1/tournaments/{id}"), &[]).json();
        server.until("it is over", |_| found()["stage"] == "over");
        let result = found()["result"].to_string();
        let told =
            wanted.map_or("\"move_time\":null".to_owned(), |time| format!("\"move_time\":{time}"));
        assert!(
            result.contains(&told) || wanted.is_none() && !result.contains("move_time"),
            "{more}: {result}"
        );
    }
}

#[test]
fn games_of_a_tournament_are_found_wherever_they_are() {
    let server = Server::open("games");
    let guest = server.guest();
    let file = "openings = 50\nplayers = [\"random\", \"alpha-beta(depth=1)\", \"greedy\"]\n\
                games = [\"tic-tac-toe\"]\n";
    let event = server.post(&guest, "/api/v1/tournaments", &json!({"file": file}));
    assert_eq!(event.status, 201, "{}", event.text);
    let of = format!("/api/v1/tournaments/{}", event.json()["id"].as_str().unwrap());
    // Also while it is played.
    for _ in 0..5 {
        let games = server.get(&guest, &format!("{of}/games?from=0"), &[]);
        assert_eq!(games.status, 200, "{}", games.text);
    }
    server.until("it is over", |server| server.get(&guest, &of, &[]).json()["stage"] == "over");
    let mut numbers = Vec::new();
    loop {
        let from = numbers.last().map_or(0, |last| last + 1);
        let rows = server.get(&guest, &format!("{of}/games?from={from}"), &[]).json();
        let rows = rows["games"].as_array().unwrap().clone();
        if rows.is_empty() {
            break;
        }
        numbers.extend(rows.iter().map(|row| row["number"].as_u64().unwrap()));
    }
    assert_eq!(numbers, (0..300).collect::<Vec<u64>>());
    for number in [0, 1, 63, 64, 65, 127, 128, 255, 298, 299] {
        let game = server.get(&guest, &format!("{of}/games/{number}"), &[]).json();
        assert_eq!(game["number"], number);
        let last = game["plies"].as_u64().unwrap();
        let there = server.get(&guest, &format!("{of}/games/{number}/plies/{last}"), &[]).json();
        assert_eq!(there["position"], game["last"]["position"]);
    }
    assert_eq!(server.get(&guest, &format!("{of}/games/300"), &[]).status, 404);
    // The games of two, as whoever looks at them one by one would choose them.
    let seats = |number: &u64| {
        let game = server.get(&guest, &format!("{of}/games/{number}"), &[]).json();
        game["seats"].as_array().unwrap().clone()
    };
    let theirs = |number: &u64| {
        let seats = seats(number);
        seats.contains(&json!("random")) && seats.contains(&json!("alpha-beta(depth=1)"))
    };
    let wanted: Vec<u64> = numbers.iter().copied().filter(theirs).collect();
    assert_eq!(wanted.len(), 100);
    let (mut found, mut from) = (Vec::new(), 0);
    loop {
        let pair =
            format!("player=alpha-beta%28depth%3D1%29&against=random&game=tic-tac-toe&from={from}");
        let page = server.get(&guest, &format!("{of}/games?{pair}"), &[]).json();
        let rows = page["games"].as_array().unwrap();
        found.extend(rows.iter().map(|row| row["number"].as_u64().unwrap()));
        match page["next"].as_u64() {
            Some(next) => from = next,
            None => break,
        }
    }
    assert_eq!(found, wanted);
    for none in ["player=nobody", "player=random&against=nobody", "game=nim"] {
        let page = server.get(&guest, &format!("{of}/games?{none}"), &[]).json();
        assert_eq!(page["games"], json!([]), "{none}");
    }
}

#[test]
fn a_journal_that_grows_is_read_on_and_one_that_is_another_from_its_beginning() {
    let server = Server::open("grows");
    let guest = server.guest();
    let begin = |seed: u64| {
        let file = format!(
            "seed = {seed}\nopenings = 100\nplayers = [\"random\", \"minimax(depth=1)\"]\ngames = [\"tic-tac-toe\"]\n"
        );
        let event = server.post(&guest, "/api/v1/tournaments", &json!({"file": file})).json();
        let of = format!("/api/v1/tournaments/{}", event["id"].as_str().unwrap());
        server.until("it is over", |server| server.get(&guest, &of, &[]).json()["stage"] == "over");
        let path =
            server.folder.join(format!("tournaments/{}.journal", event["id"].as_str().unwrap()));
        (
            fs::read(path).unwrap(),
            server.get(&guest, &format!("{of}/files/result.json"), &[]).json(),
        )
    };
    let (first, second) = (begin(1), begin(2));
    let path = server.folder.join("shown.journal");
    fs::write(&path, &first.0[..first.0.len() / 3]).unwrap();
    let folder = server.folder.join("watched");
    let running = serve(Settings {
        address: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: 0,
        hosts: Vec::new(),
        folder: folder.clone(),
        journals: vec![path.clone()],
        class: None,
        build: "test".to_owned(),
        forget: None,
        thinkers: 1,
    })
    .unwrap();
    let port = running.address().trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
    let watched =
        Server { beside: Some(running.beside().unwrap()), port, key: String::new(), folder };
    let of = "/api/v1/tournaments/journal-1";
    let games = |server: &Server| server.get(&guest, of, &[]).json()["games"].as_u64().unwrap();
    let list = watched.get(&guest, "/api/v1/tournaments", &[]).json();
    let few = list["tournaments"][0]["games"].as_u64().unwrap();
    assert!((1..200).contains(&few), "{list}");
    // It grows, to the middle of a record, and to its end.
    fs::write(&path, &first.0[..first.0.len() * 2 / 3]).unwrap();
    watched.until("more games are there", |watched| few < games(watched));
    fs::write(&path, &first.0).unwrap();
    watched.until("all games are there", |watched| games(watched) == 200);
    assert_eq!(watched.get(&guest, &format!("{of}/files/result.json"), &[]).json(), first.1);
    // It is another.
    fs::write(&path, &second.0).unwrap();
    watched.until("the other is shown", |watched| {
        games(watched);
        watched.get(&guest, &format!("{of}/files/result.json"), &[]).json() == second.1
    });
    // It is cut.
    fs::write(&path, &second.0[..second.0.len() / 2]).unwrap();
    watched.until("it is cut", |watched| games(watched) < 200);
    // It is gone.
    fs::remove_file(&path).unwrap();
    watched.until("it is gone", |watched| {
        let failure = watched.get(&guest, of, &[]).json()["failure"].clone();
        failure.as_str().is_some_and(|text| text.starts_with("its journal is not there any more"))
    });
}

/// Whoever wins many small pots and loses large ones is not ahead, on the page as in the tables.
#[test]
fn a_tournament_of_cards_is_told_by_payoffs() {
    let server = Server::open("payoffs");
    let guest = server.guest();
    let file = "openings = 20\nstop = \"sprt(0, 200)\"\nplayers = [\"random\", \"equilibrium(iterations=20)\"]\ngames = [\"kuhn\"]\n";
    let event = server.post(&guest, "/api/v1/tournaments", &json!({"file": file}));
    assert_eq!(event.status, 201, "{}", event.text);
    let id = event.json()["id"].as_str().unwrap().to_owned();
    let of = format!("/api/v1/tournaments/{id}");
    server.until("it is over", |server| server.get(&guest, &of, &[]).json()["stage"] == "over");
    let result = server.get(&guest, &of, &[]).json()["result"].to_string();
    assert!(result.contains("payoff_error"), "{result}");
    let page = server.get(&guest, &format!("/tournaments/{id}"), &[]).text;
    assert!(page.contains("<th scope=\"col\">Mean payoff</th>"), "{page}");
    assert!(!page.contains("<th scope=\"col\">Elo</th>"), "{page}");
    assert!(page.contains("by 200 Elo of payoffs?"), "{page}");
    // What one gets the other loses, and each is told with its error.
    let cells = |sign: &str| page.matches(&format!("<td>{sign}0.")).count();
    assert!(cells("+") == 1 && cells("-") + cells("−") == 1 && page.contains(" ± 0."), "{page}");
    assert!(page.contains("charts/ratings.svg") && !page.contains("charts/history.svg"), "{page}");
    let chart = server.get(&guest, &format!("{of}/charts/ratings.svg"), &[]).text;
    assert!(chart.contains("payoff") && !chart.contains("Elo"), "{chart}");
    let wall = server.get(&guest, &format!("/tournaments/{id}/wall"), &[]).text;
    assert!(wall.contains("Mean payoff") && !wall.contains(">Elo<"), "{wall}");
    // An open game is told as ever.
    let file = "openings = 1\nplayers = [\"random\", \"greedy\"]\ngames = [\"tic-tac-toe\"]\n";
    let event = server.post(&guest, "/api/v1/tournaments", &json!({"file": file})).json();
    let id = event["id"].as_str().unwrap();
    let of = format!("/api/v1/tournaments/{id}");
    server.until("it is over", |server| server.get(&guest, &of, &[]).json()["stage"] == "over");
    let page = server.get(&guest, &format!("/tournaments/{id}"), &[]);
    assert!(page.text.contains(">Elo</th>") && !page.text.contains("Mean payoff"), "{}", page.text);
}
