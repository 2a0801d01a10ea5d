//! A run that is watched: a page on its journal while it is played, and until somebody closes it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

use crate::agon::Folder;

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
    let mut run = command.env("BROWSER", "true").spawn().unwrap();
    let mut lines = BufReader::new(run.stderr.take().unwrap()).lines().map(Result::unwrap);
    let address = lines.find_map(|line| Some(line.split_once("watched at ")?.1.to_owned()));
    let address = address.expect("it says where");
    let page = fetched(&address);
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("t.journal"), "{page}");
    // It is over, and the page is still there.
    let mut stays = lines.skip_while(|line| !line.contains("the page stays open"));
    assert!(stays.next().is_some());
    // A journal is looked at every other second.
    let begun = Instant::now();
    let is_whole = || fetched(&address).contains("40 of 40 games");
    while !is_whole() {
        assert!(begun.elapsed() < Duration::from_secs(30), "{}", fetched(&address));
        thread::sleep(Duration::from_millis(200));
    }
    kill_process(Pid::from_child(&run), Signal::TERM).unwrap();
    drop(stays);
    let mut out = String::new();
    run.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    assert!(run.wait().unwrap().success());
    assert!(out.contains("Games        40 of 40"), "{out}");
    assert!(TcpStream::connect(address[7..].split('/').next().unwrap()).is_err(), "it is closed");
}

#[test]
fn there_is_nothing_to_watch_without_a_journal() {
    let folder = Folder::with("unwatched", LEAGUE);
    let told = folder.fails(2, "run t.toml --watch --no-journal");
    assert!(told.contains("--watch shows a journal: say --journal FILE"), "{told}");
}
