//! A server behind a proxy: who asks, what a browser may do with its cookies, and what is told of whom.

use std::{
    env, fs,
    io::Read as _,
    net::Ipv4Addr,
    process,
    sync::mpsc::{self, Receiver},
    time::Duration,
};

use agon_serve::{ServerLog, Settings};
use serde_json::json;

use crate::server::{Browser, EVER, Server, settings};

/// Such a server, or one without a proxy, and what it tells.
fn opened(name: &str, proxy: Option<&str>) -> (Server, Receiver<String>) {
    let folder = env::temp_dir().join(format!("agon-doors-{name}-{}", process::id()));
    let _ = fs::remove_dir_all(&folder);
    let (say, told) = mpsc::channel();
    let log = ServerLog::by(Duration::ZERO, move |line| drop(say.send(line.to_owned()))).unwrap();
    let proxy = proxy.map(|proxy| proxy.parse().unwrap());
    let settings = Settings { proxy, log, ..settings(folder, Ipv4Addr::LOCALHOST) };
    let server = Server::with(settings);
    let first: String = told.recv_timeout(EVER).unwrap();
    assert_eq!(first, format!("start, at 127.0.0.1:{}", server.port));
    (server, told)
}

const SITE: &str = "https://arena.example.org";

#[test]
fn behind_a_proxy_everybody_needs_the_key_and_cookies_go_encrypted_ways_only() {
    let (server, _told) = opened("proxied", Some(SITE));
    assert!(server.key.starts_with("key="), "{}", server.key);
    assert_eq!(server.get(&Browser::default(), "/", &[]).status, 401);
    let enter = format!("/?{}", server.key);
    for (said, is_secure) in
        [(&[][..], true), (&[("X-Forwarded-Proto", "https")], true), (&[("X-Forwarded-Proto", "https, http")], false)]
    {
        let answer = server.get(&Browser::default(), &enter, said);
        assert_eq!((answer.status, answer.cookies().len()), (303, 2));
        let secure = answer.cookies().iter().filter(|cookie| cookie.ends_with("; Secure")).count();
        assert_eq!(secure, if is_secure { 2 } else { 0 }, "{:?}", answer.cookies());
    }
    let mut guest = Browser::default();
    guest.remember(&server.get(&guest, &enter, &[]));
    let token = server.get(&guest, "/api/v1/token", &[]);
    token.json()["token"].as_str().unwrap().clone_into(&mut guest.token);
    // A proxy may keep the name by which it is called to itself, and its pages may change something.
    for (host, origin, wanted) in [
        ("arena.example.org", SITE, 201),
        ("localhost", SITE, 201),
        ("localhost", "https://evil.example", 403),
        ("arena.example.org", "https://arena.example.org:99", 403),
        ("evil.example", "https://evil.example", 421),
    ] {
        let mut headers = guest.headers();
        for (name, value) in [("Host", host), ("Origin", origin), ("Content-Type", "application/json")] {
            headers.push((name.to_owned(), value.to_owned()));
        }
        let answer = server.ask("POST", "/api/v1/tables", &headers, "{\"game\":\"nim\"}");
        assert_eq!(answer.status, wanted, "{host} {origin}: {}", answer.text);
    }
    // No proxy keeps events back.
    let id = server.table(&guest, &json!({"game": "nim", "seats": ["me", "me"]}))["id"].clone();
    let place = format!("/api/v1/tables/{}/events", id.as_str().unwrap());
    let mut events = server.send("GET", &place, &guest.headers(), "");
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        events.read_exact(&mut byte).unwrap();
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).unwrap().to_ascii_lowercase();
    assert!(head.contains("x-accel-buffering: no"), "{head}");
}

#[test]
fn the_last_address_that_the_proxy_names_is_who_asks_and_without_one_nobody_is_believed() {
    let forwarded = [("X-Forwarded-For", "10.0.0.1, 192.0.2.7"), ("X-Forwarded-Proto", "https")];
    for (name, proxy, wanted) in [("hop", Some(SITE), "192.0.2.7"), ("direct", None, "127.0.0.1")] {
        let (server, told) = opened(name, proxy);
        let mut browser = Browser::default();
        let enter = server.get(&browser, &format!("/?{}", server.key), &forwarded);
        browser.remember(&enter);
        assert_eq!(enter.cookies().iter().all(|cookie| cookie.ends_with("Secure")), proxy.is_some());
        for (path, status, reason) in [
            ("/tables/0123456789abcdef0123456789abcdef?secret=x", 404, "no-table"),
            ("/nowhere", 404, "nothing-there"),
            ("/api/v1/position?game=nim&moves=secret", 400, ""),
        ] {
            assert_eq!(server.get(&browser, path, &forwarded).status, status, "{path}");
            let line = told.recv_timeout(EVER).unwrap();
            let begins = format!("{wanted} GET {} {status} ", path.split('?').next().unwrap());
            assert!(line.starts_with(&begins) && line.contains(reason), "{line}");
            // Nothing of what was sent but the path.
            assert!(!line.contains("secret"), "{line}");
        }
        drop(server);
        assert_eq!(told.recv_timeout(EVER).unwrap(), "end");
    }
}

#[test]
fn anybody_may_ask_whether_the_server_is_there_and_learns_nothing_else() {
    let (server, _told) = opened("health", Some(SITE));
    for host in ["localhost", "10.1.2.3", "arena.example.org"] {
        let answer = server.get(&Browser::default(), "/health", &[("Host", host)]);
        assert_eq!((answer.status, answer.text.as_str()), (200, "ok\n"), "{host}");
        assert!(answer.cookies().is_empty());
    }
    assert_ne!(server.ask("POST", "/health", &[], "").status, 200);
}

#[test]
fn cookies_of_two_servers_on_one_host_leave_each_other_alone() {
    let (one, other) = (Server::open("cookies-1"), Server::open("cookies-2"));
    let mut browser = one.guest();
    let table = one.table(&browser, &json!({"game": "nim", "seats": ["me", "open"]}));
    // The browser brings to each what the other has given it.
    browser.remember(&other.get(&browser, "/api/v1/token", &[]));
    let mine = one.get(&browser, "/api/v1/tables", &[]).text;
    assert!(mine.contains(table["id"].as_str().unwrap()), "{mine}");
}
