//! What a server keeps: for whom, how long, and in which file.

use std::{fs, io::Read as _, net::Ipv4Addr, path::PathBuf, time::Duration};

use agon_serve::serve;
use serde_json::json;

use crate::server::{ENDLESS, Server, settings};

#[test]
fn stored_files_are_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let mut server = Server::open("private");
    let guest = server.guest();
    server.table(&guest, &json!({"game": "nim"}));
    let file = "openings = 1\nplayers = [\"random\", \"greedy\"]\ngames = [\"nim\"]\n";
    let event = server.post(&guest, "/api/v1/tournaments", &json!({"file": file})).json();
    let of = format!("/api/v1/tournaments/{}", event["id"].as_str().unwrap());
    server.until("it is over", |server| server.get(&guest, &of, &[]).json()["stage"] == "over");
    assert!(2 < nobody_else_reads(&server));
    // Older files with other modes become private too.
    drop(server.beside.take());
    let mut folders = vec![server.folder.clone(), server.folder.join("tournaments")];
    for folder in folders.clone() {
        let entries = fs::read_dir(folder).unwrap();
        folders.extend(entries.map(|entry| entry.unwrap().path()));
    }
    for path in &folders {
        let mode = if path.is_dir() { 0o755 } else { 0o644 };
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    let server = Server::at(std::mem::take(&mut server.folder), Ipv4Addr::LOCALHOST, None);
    assert_eq!(server.get(&guest, &of, &[]).json()["stage"], "over");
    assert!(2 < nobody_else_reads(&server));
}

/// How many files a server has, none of which anybody else can read.
fn nobody_else_reads(server: &Server) -> usize {
    use std::os::unix::fs::PermissionsExt as _;
    let mut folders = vec![server.folder.clone()];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        let mode = |path: &PathBuf| fs::metadata(path).unwrap().permissions().mode() & 0o077;
        assert_eq!(mode(&folder), 0, "{}", folder.display());
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                assert_eq!(mode(&path), 0, "{}", path.display());
                seen += 1;
            }
        }
    }
    seen
}

#[test]
fn games_that_are_over_make_room_and_a_guest_has_a_share() {
    let server = Server::open("room");
    let (greedy, other) = (server.guest(), server.guest());
    let first = server.table(&greedy, &json!({"game": "nim", "seats": ["me", "me"]}));
    let first = first["id"].as_str().unwrap().to_owned();
    server.post(&greedy, &format!("/api/v1/tables/{first}/resign"), &json!({}));
    // A move in each: so none of them can be forgotten as unplayed.
    let new = json!({"game": "tic-tac-toe", "seats": ["me", "me"], "moves": "a1"});
    let mut refused = None;
    for _ in 0..2_100 {
        let answer = server.post(&greedy, "/api/v1/tables", &new);
        if answer.status != 201 {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("one guest has no end of games");
    assert_eq!(refused.status, 503, "{}", refused.text);
    // The one that was over has made room.
    assert_eq!(server.get(&greedy, &format!("/api/v1/tables/{first}"), &[]).status, 404);
    let own = server.get(&greedy, "/api/v1/tables", &[]).json();
    let own = own["tables"][0]["id"].as_str().unwrap().to_owned();
    server.table(&other, &new);
    server.post(&greedy, &format!("/api/v1/tables/{own}/resign"), &json!({}));
    server.table(&greedy, &new);
}

#[test]
fn untouched_games_are_deleted_on_request() {
    let mut server = Server::open("forget");
    let guest = server.guest();
    let id = server.table(&guest, &json!({"game": "nim"}))["id"].as_str().unwrap().to_owned();
    let file = "openings = 2\nplayers = [\"random\", \"minimax\"]\ngames = [\"tic-tac-toe\"]\n";
    let event = server.post(&guest, "/api/v1/tournaments", &json!({"file": file})).json();
    let event = event["id"].as_str().unwrap().to_owned();
    server.until("a tournament is over", |server| {
        server.get(&guest, &format!("/api/v1/tournaments/{event}"), &[]).json()["stage"] == "over"
    });
    for (forget, status) in [(None, 200), (Some(Duration::from_secs(86_400)), 200), (Some(Duration::ZERO), 404)] {
        drop(server.beside.take());
        std::thread::sleep(Duration::from_millis(20));
        let folder = std::mem::take(&mut server.folder);
        server = Server::at(folder, Ipv4Addr::LOCALHOST, forget);
        for path in [format!("/api/v1/tables/{id}"), format!("/api/v1/tournaments/{event}")] {
            assert_eq!(server.get(&guest, &path, &[]).status, status, "{forget:?} {path}");
        }
    }
    let left = fs::read_dir(server.folder.join("tournaments")).unwrap().count();
    assert_eq!(left, 0);
}

/// A closing server answers pending requests, and its work goes on after the next start.
#[test]
fn a_closing_server_answers_pending_requests_and_stores_everything() {
    let mut server = Server::open("closes");
    let guest = server.guest();
    let file = "openings = 1\nplayers = [\"alpha-beta(depth=unlimited, nodes=1000000000000)\", \"random\"]\ngames = [\"chess\"]\n";
    let event = server.post(&guest, "/api/v1/tournaments", &json!({"file": file})).json();
    let of = format!("/api/v1/tournaments/{}", event["id"].as_str().unwrap());
    let stage = |server: &Server| server.get(&guest, &of, &[]).json()["stage"].clone();
    server.until("it is played", |server| stage(server) == "running");
    let mut headers = guest.headers();
    headers.push(("Content-Type".to_owned(), "application/json".to_owned()));
    let search = json!({"game": "chess", "player": ENDLESS}).to_string();
    let asked = server.send("POST", "/api/v1/trees", &headers, &search);
    server.until("it is searched", |server| server.load() == (1, 0));
    let waits = server.send("POST", "/api/v1/trees", &headers, &search);
    server.until("so is another", |server| server.asked() == 2);
    drop(server.beside.take());
    for mut asked in [asked, waits] {
        let mut answer = String::new();
        asked.read_to_string(&mut answer).unwrap();
        // The result so far, or the message that it closes.
        let is_told = ["HTTP/1.1 201", "HTTP/1.1 503"].iter().any(|begin| answer.starts_with(begin));
        assert!(is_told && answer.ends_with('}'), "{answer}");
    }
    let server = Server::at(std::mem::take(&mut server.folder), Ipv4Addr::LOCALHOST, None);
    server.until("it goes on", |server| stage(server) == "running");
}

#[test]
fn a_file_that_is_no_database_gets_a_message_with_the_remedy() {
    let folder = std::env::temp_dir().join(format!("agon-doors-garbage-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("agon.db"), "a letter to my aunt\n".repeat(99)).unwrap();
    let refused = serve(settings(folder.clone(), Ipv4Addr::LOCALHOST));
    let said = refused.err().unwrap();
    let file = folder.join("agon.db");
    let begins = format!("{}: this is no database of games: move it away", file.display());
    assert!(said.starts_with(&begins) && said.lines().count() == 1, "{said}");
    fs::remove_dir_all(&folder).unwrap();
}
