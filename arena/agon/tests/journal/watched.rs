//! A run that is watched: a page on its journal while it is played, and until somebody closes it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    io::{Read, Write},
    net::TcpStream,
    time::Duration,
};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::{
    agon::Folder,
    lines::lines,
    started::{Started, until},
};

const LEAGUE: &str = r#"
seed = 5
openings = 20
random-plies = 2
players = ["random", "mcts(iterations=50)"]
games = ["tic-tac-toe"]
"#;

/// What the server says at `address`.
fn fetched(address: &str) -> String {
    let (host, path) = address.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn a_run_is_watched_on_a_page_that_stays_until_somebody_closes_it() {
    let folder = Folder::with("watched", LEAGUE);
    let mut command = folder.command("run t.toml --watch");
    // No browser is opened.
    let mut run = Started::new(command.env("BROWSER", "true"));
    let mut told = lines(run.stderr.take().unwrap());
    let address = told.find_map(|line| Some(line.split_once("watched at ")?.1.to_owned()));
    let address = address.expect("it says where");
    let page = fetched(&address);
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("t.journal"), "{page}");
    // It is over, and the page is still there.
    assert!(told.any(|line| line.contains("the page stays open")));
    // A journal is looked at every other second.
    until("the page has all games", || fetched(&address).contains("40 of 40 games"));
    kill_process(Pid::from_child(&run), Signal::TERM).unwrap();
    let output = run.output();
    assert!(output.status.success(), "{}", output.status);
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(out.contains("Games        40 of 40"), "{out}");
    assert!(TcpStream::connect(address[7..].split('/').next().unwrap()).is_err(), "it is closed");
}

/// The page has games that are over, with all cards; one that is being played is in no journal.
#[test]
fn a_watched_run_of_cards_shows_payoffs_and_games_that_are_over() {
    let league = LEAGUE.replace("tic-tac-toe", "kuhn").replace("random-plies = 2\n", "");
    let folder = Folder::with("watched-cards", &league.replace("mcts(iterations=50)", "pimc"));
    let mut command = folder.command("run t.toml --watch");
    let mut run = Started::new(command.env("BROWSER", "true"));
    let mut told = lines(run.stderr.take().unwrap());
    let address = told.find_map(|line| Some(line.split_once("watched at ")?.1.to_owned()));
    let address = address.expect("it says where");
    until("the page has all games", || fetched(&address).contains("40 of 40 games"));
    let page = fetched(&address);
    assert!(page.contains("Mean payoff") && !page.contains("Elo</th>"), "{page}");
    // The journal has the cards of both seats, and so has the page of a game.
    let game = fetched(&format!("{address}/games/39"));
    let list = folder.done("report games t.journal --to jsonl");
    let list = String::from_utf8(list).unwrap();
    let record: Value = serde_json::from_str(list.lines().nth(39).unwrap()).unwrap();
    let cards = record["moves"].as_str().unwrap().split(' ').take(2);
    for (seat, card) in (1..).zip(cards) {
        let mut labels = game.split('"').flat_map(|text| text.split(['<', '>']));
        let is_its =
            |label: &str| label.starts_with(&format!("seat {seat}, ")) && label.ends_with(&format!(": {card}"));
        assert!(labels.any(is_its), "seat {seat} has no {card}: {game}");
    }
    assert!(!fetched(&format!("{address}/games/40")).starts_with("HTTP/1.1 200"));
    kill_process(Pid::from_child(&run), Signal::TERM).unwrap();
    assert!(run.output().status.success());
}

#[test]
fn there_is_nothing_to_watch_without_a_journal() {
    let folder = Folder::with("unwatched", LEAGUE);
    let told = folder.fails(2, "run t.toml --watch --no-journal");
    assert!(told.contains("--watch shows a journal: say --journal FILE"), "{told}");
}
