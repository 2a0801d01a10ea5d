//! The doors of the server, by requests as browsers and programs send them: who is let in, what is kept back from
//! whom, and that nobody's work, questions or connections close it for the others. Built with assertions, it
//! also fails where a thread that answers requests is made to wait.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    collections::HashMap,
    fs,
    io::{Read as _, Write as _},
    net::{IpAddr, Ipv4Addr, TcpStream},
    path::PathBuf,
    time::{Duration, Instant},
};

use agon_serve::{Beside, Settings, serve};
use serde_json::{Value, json};

/// So long, that only what hangs is still there afterwards.
const EVER: Duration = Duration::from_secs(60);

/// A server in a folder of its own, and both gone with it.
struct Server {
    beside: Option<Beside>,
    port: u16,
    /// What stands in the printed address behind the question mark.
    key: String,
    folder: PathBuf,
}

/// An answer.
struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    text: String,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    fn cookies(&self) -> Vec<&str> {
        let all = self.headers.iter().filter(|(name, _)| name == "set-cookie");
        all.map(|(_, value)| value.as_str()).collect()
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }
}

/// A browser: its cookies.
#[derive(Clone, Default)]
struct Browser {
    cookies: HashMap<String, String>,
    token: String,
}

impl Browser {
    /// What it remembers of an answer.
    fn remember(&mut self, answer: &Answer) {
        for cookie in answer.cookies() {
            let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
    }

    fn headers(&self) -> Vec<(String, String)> {
        let all: Vec<String> = self.cookies.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let mut headers = vec![("X-Agon-Token".to_owned(), self.token.clone())];
        if !all.is_empty() {
            headers.push(("Cookie".to_owned(), all.join("; ")));
        }
        headers
    }
}

const CLICKED: &[(&str, &str)] = &[
    ("Sec-Fetch-Site", "cross-site"),
    ("Sec-Fetch-Mode", "navigate"),
    ("Sec-Fetch-Dest", "document"),
];

impl Server {
    fn open(name: &str) -> Server {
        let folder = std::env::temp_dir().join(format!("agon-doors-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        Server::at(folder, Ipv4Addr::LOCALHOST, None)
    }

    fn at(folder: PathBuf, address: Ipv4Addr, forget: Option<Duration>) -> Server {
        let hosts = if address.is_loopback() { Vec::new() } else { vec!["localhost".to_owned()] };
        let running = serve(Settings {
            address: IpAddr::V4(address),
            port: 0,
            hosts,
            folder: folder.clone(),
            journals: Vec::new(),
            class: None,
            build: "test".to_owned(),
            forget,
            thinkers: 1,
        })
        .unwrap();
        let address = running.address();
        let (place, key) = address.split_once("/?").unwrap_or((address.trim_end_matches('/'), ""));
        let port = place.rsplit(':').next().unwrap().parse().unwrap();
        let key = key.to_owned();
        Server { beside: Some(running.beside().unwrap()), port, key, folder }
    }

    fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(String, String)],
        body: &str,
    ) -> TcpStream {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        stream.set_read_timeout(Some(EVER)).unwrap();
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if headers.iter().all(|(name, _)| name != "Host") {
            head += "Host: localhost\r\n";
        }
        for (name, value) in headers {
            head.extend([name, ": ", value, "\r\n"]);
        }
        if method == "POST" {
            head.extend(["Content-Length: ", &body.len().to_string(), "\r\n"]);
        }
        stream.write_all((head + "\r\n" + body).as_bytes()).unwrap();
        stream
    }

    fn ask(&self, method: &str, path: &str, headers: &[(String, String)], body: &str) -> Answer {
        let mut bytes = Vec::new();
        self.send(method, path, headers, body).read_to_end(&mut bytes).unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, text) =
            text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{path}: {text:?}"));
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers = lines.filter_map(|line| line.split_once(": "));
        let headers = headers.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()));
        Answer { status, headers: headers.collect(), text: text.to_owned() }
    }

    fn get(&self, browser: &Browser, path: &str, more: &[(&str, &str)]) -> Answer {
        let more = more.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let headers: Vec<(String, String)> = browser.headers().into_iter().chain(more).collect();
        self.ask("GET", path, &headers, "")
    }

    fn post(&self, browser: &Browser, path: &str, body: &Value) -> Answer {
        let mut headers = browser.headers();
        headers.push(("Content-Type".to_owned(), "application/json".to_owned()));
        self.ask("POST", path, &headers, &body.to_string())
    }

    fn guest(&self) -> Browser {
        let mut browser = Browser::default();
        let answer = self.get(&browser, "/api/v1/token", &[]);
        browser.remember(&answer);
        answer.json()["token"].as_str().unwrap().clone_into(&mut browser.token);
        browser
    }

    fn table(&self, browser: &Browser, new: &Value) -> Value {
        let answer = self.post(browser, "/api/v1/tables", new);
        assert_eq!(answer.status, 201, "{}", answer.text);
        answer.json()
    }

    fn load(&self) -> (u64, u64) {
        let status = self.get(&Browser::default(), "/api/v1/status", &[]).json();
        (status["thinking"].as_u64().unwrap(), status["waiting"].as_u64().unwrap())
    }

    fn until(&self, what: &str, holds: impl Fn(&Server) -> bool) {
        let begun = Instant::now();
        while !holds(self) {
            assert!(begun.elapsed() < EVER, "never: {what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.beside.take());
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A search that ends when it is stopped.
const ENDLESS: &str = "alpha-beta(depth=unlimited, nodes=1000000000000)";

/// What can be asked for of these.
fn paths(table: &str, tree: &str, event: &str, of_event: &str) -> Vec<String> {
    let mut paths: Vec<String> = [
        "/",
        "/new?game=chess",
        "/new?game=nim&moves=x",
        "/games/go",
        "/players",
        "/players/mcts",
        "/inside",
        "/inside?game=nim&solve=yes",
        "/tournaments",
        "/wall",
        "/api/v1",
        "/api/v1/games",
        "/api/v1/games/chess",
        "/api/v1/players",
        "/api/v1/players/mcts",
        "/api/v1/position?game=hex",
        "/api/v1/status",
        "/api/v1/tables",
        "/api/v1/tournaments",
        "/api/v1/solved.svg?game=tic-tac-toe&moves=a1+b2+c3",
        "/favicon.ico",
        "/assets/style.css",
        "/api/v1/openapi.json",
    ]
    .map(str::to_owned)
    .to_vec();
    for end in ["", "/saved", "/worth", "/plies/0"] {
        paths.push(format!("/api/v1/tables/{table}{end}"));
    }
    for end in ["", "/picture.svg", "/nodes/0", "/moments/0"] {
        paths.push(format!("/api/v1/trees/{tree}{end}"));
    }
    for end in [
        "",
        "/games",
        "/games/0",
        "/games/0/plies/1",
        "/charts/ratings.svg",
        "/files/games.csv",
        "/files/tournament.journal",
    ] {
        paths.push(format!("{of_event}{end}"));
    }
    for end in ["", "/games", "/games/0", "/wall"] {
        paths.push(format!("/tournaments/{event}{end}"));
    }
    paths.push(format!("/tables/{table}"));
    paths.push(format!("/inside/{tree}?game=nim"));
    paths.push(format!("/compare?one={event}&other={event}"));
    paths
}

#[test]
fn every_page_is_answered_without_making_the_others_wait() {
    let server = Server::open("pages");
    let guest = server.guest();
    let table = server.table(&guest, &json!({"game": "tic-tac-toe", "seats": ["me", "random"]}));
    let table = table["id"].as_str().unwrap();
    let tree =
        server.post(&guest, "/api/v1/trees", &json!({"game": "nim", "player": "alpha-beta"}));
    assert_eq!(tree.status, 201, "{}", tree.text);
    let tree = tree.json()["id"].as_str().unwrap().to_owned();
    let file = "openings = 2\nplayers = [\"random\", \"minimax\"]\ngames = [\"tic-tac-toe\"]\n";
    let event = server.post(&guest, "/api/v1/tournaments", &json!({"file": file}));
    assert_eq!(event.status, 201, "{}", event.text);
    let event = event.json()["id"].as_str().unwrap().to_owned();
    let of_event = format!("/api/v1/tournaments/{event}");
    server.until("a tournament is over", |server| {
        server.get(&guest, &of_event, &[]).json()["stage"] == "over"
    });
    let paths = paths(table, &tree, &event, &of_event);
    for path in paths {
        let answer = server.get(&guest, &path, &[]);
        assert!([200, 400].contains(&answer.status), "{path}: {} {}", answer.status, answer.text);
    }
    for (path, word) in [
        (format!("/tables/{table}/live"), "event: table"),
        (format!("/api/v1/tables/{table}/events"), "event: table"),
        (format!("/tournaments/{event}/live"), "event: tournament"),
        (format!("{of_event}/events"), "event: tournament"),
    ] {
        let mut stream = server.send("GET", &path, &guest.headers(), "");
        let (mut told, mut bytes) = (String::new(), [0; 4096]);
        while !told.contains(word) {
            let read = stream.read(&mut bytes).unwrap();
            assert!(0 < read, "{path}: {told}");
            told += &String::from_utf8_lossy(&bytes[..read]);
        }
    }
    let deeds = [
        ("moves", json!({"move": "b2"})),
        ("hint", json!({})),
        ("undo", json!({})),
        ("resign", json!({})),
    ];
    for (deed, body) in deeds {
        let answer = server.post(&guest, &format!("/api/v1/tables/{table}/{deed}"), &body);
        assert!([200, 409].contains(&answer.status), "{deed}: {}", answer.text);
    }
    for deed in ["stop", "resume"] {
        let answer = server.post(&guest, &format!("{of_event}/{deed}"), &json!({}));
        assert!([200, 409].contains(&answer.status), "{deed}: {}", answer.text);
    }
    for path in ["/tables", "/inside", "/load", "/tournaments"] {
        let mut headers = guest.headers();
        headers.push(("Content-Type".to_owned(), "application/x-www-form-urlencoded".to_owned()));
        let answer = server.ask(
            "POST",
            path,
            &headers,
            "game=nim&player=random&saved=x&players=x&games=nim",
        );
        assert!([303, 400, 409].contains(&answer.status), "{path}: {}", answer.status);
    }
}

#[test]
fn nobody_thinks_for_who_has_left() {
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
        server.until("another waits", |server| server.load() == (1, 1));
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
fn pages_of_other_sites_embed_nothing_and_their_links_are_followed() {
    let server = Server::open("sites");
    let guest = server.guest();
    let paths = [
        "/",
        "/players",
        "/api/v1",
        "/api/v1/solved.svg?game=nim",
        "/api/v1/tournaments",
        "/assets/style.css",
        "/api/v1/token",
    ];
    for site in ["cross-site", "same-site"] {
        for mode in ["no-cors", "cors", "navigate"] {
            for goal in ["image", "script", "iframe", "object", "document", "empty"] {
                for path in paths {
                    let said = [
                        ("Sec-Fetch-Site", site),
                        ("Sec-Fetch-Mode", mode),
                        ("Sec-Fetch-Dest", goal),
                    ];
                    let answer = server.get(&guest, path, &said);
                    let is_followed = (mode, goal) == ("navigate", "document")
                        && ["/", "/players"].contains(&path);
                    let wanted = if is_followed { 200 } else { 403 };
                    assert_eq!(answer.status, wanted, "{site} {mode} {goal} {path}");
                    assert!(answer.cookies().is_empty());
                }
            }
        }
    }
    for site in ["same-origin", "none"] {
        for path in paths {
            assert_eq!(server.get(&guest, path, &[("Sec-Fetch-Site", site)]).status, 200, "{path}");
        }
    }
}

#[test]
fn a_link_on_another_site_makes_nobody_somebody_else() {
    let server = Server::open("links");
    let mut guest = Browser::default();
    let first = server.get(&guest, "/", &[("Sec-Fetch-Site", "none")]);
    assert!(
        first.cookies().iter().all(|cookie| cookie.contains("SameSite=Lax")),
        "{:?}",
        first.cookies()
    );
    guest.remember(&first);
    // With its cookies it is known.
    let known = server.get(&guest, "/tournaments", CLICKED);
    assert!(known.status == 200 && known.cookies().is_empty());
    // Where a browser keeps them back, nothing is put in their place; it asks again, from here.
    let stranger = Browser::default();
    let shown = server.get(&stranger, "/new?game=nim&moves=x", CLICKED);
    assert_eq!(shown.status, 200);
    assert!(shown.cookies().is_empty(), "{:?}", shown.cookies());
    assert!(shown.text.contains("0; url=/new?game=nim&amp;moves=x"), "{}", shown.text);
    let again =
        server.get(&stranger, "/new?game=nim&moves=x", &[("Sec-Fetch-Site", "same-origin")]);
    assert!(
        !again.cookies().is_empty() && !again.text.contains("http-equiv=\"refresh\" content=\"0;")
    );
    // Nor does it lead anywhere else.
    let astray = server.get(&stranger, "//evil.example/", CLICKED);
    assert!(!astray.text.contains("evil.example"), "{}", astray.text);
}

#[test]
fn an_address_with_the_key_opens_from_anywhere_and_one_without_says_so() {
    let folder = std::env::temp_dir().join(format!("agon-doors-key-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    let server = Server::at(folder, Ipv4Addr::UNSPECIFIED, None);
    let key = server.key.clone();
    assert!(key.starts_with("key="), "{key}");
    for (language, word) in [("en", "wants its key"), ("hu", "kulcs"), ("sl", "ključ")] {
        for path in ["/tables/x", "/api/v1/games"] {
            let refused = server.get(&Browser::default(), path, &[("Accept-Language", language)]);
            assert_eq!(refused.status, 401, "{path}");
            assert!(refused.text.contains(word), "{language} {path}: {}", refused.text);
        }
    }
    // Clicked in a mail: shown the threshold, and from there in.
    let mut guest = Browser::default();
    let place = format!("/new?game=nim&{key}&moves=x");
    let clicked = server.get(&guest, &place, CLICKED);
    assert_eq!(clicked.status, 200);
    assert!(clicked.text.contains(&key), "{}", clicked.text);
    for said in [&[("Sec-Fetch-Site", "same-origin")][..], &[]] {
        let opened = server.get(&guest, &place, said);
        assert_eq!(opened.status, 303);
        assert_eq!(opened.header("location"), Some("/new?game=nim&moves=x"));
        guest.remember(&opened);
        assert_eq!(server.get(&guest, "/new?game=nim&moves=x", said).status, 200);
        assert_eq!(server.get(&guest, "/new?game=nim&moves=x", CLICKED).status, 200);
    }
    // Programs are answered where they ask.
    assert_eq!(server.get(&Browser::default(), &format!("/api/v1/status?{key}"), &[]).status, 200);
    let bearer = format!("Bearer {}", key.trim_start_matches("key="));
    assert_eq!(
        server.get(&Browser::default(), "/api/v1/status", &[("Authorization", &bearer)]).status,
        200
    );
    // What is sent to others can be opened by them.
    let token = server.get(&guest, "/api/v1/token", &[]).json();
    guest.token = token["token"].as_str().unwrap().to_owned();
    let table = server.table(&guest, &json!({"game": "nim", "seats": ["me", "open"]}));
    let page = server.get(&guest, &format!("/tables/{}", table["id"].as_str().unwrap()), &[]);
    assert!(page.text.contains(&format!("/tables/{}?{key}", table["id"].as_str().unwrap())));
}

#[test]
fn a_wrong_form_comes_back_as_it_was_sent_with_the_reason() {
    let server = Server::open("forms");
    let guest = server.guest();
    let mut headers = guest.headers();
    headers.push(("Content-Type".to_owned(), "application/x-www-form-urlencoded".to_owned()));
    for (path, sent, kept, reason) in [
        ("/tables", "game=nim&seat1=me&seat2=player&player2=mctss", "value=\"mctss\"", "mctss"),
        ("/tables", "game=nim&seat1=open&seat2=me&seed=x", "value=\"x\"", "seed"),
        ("/tables", "game=connect-four&o.width=0&seat2=level:hard", "value=\"0\"", "width"),
        ("/inside", "game=nim&player=alphabetta", "value=\"alphabetta\"", "alpha-beta"),
        ("/inside", "game=nimm&player=minimax", "value=\"nimm\"", "nim"),
        (
            "/tournaments",
            "name=Mine&players=a%0Ab&games=nim&openings=3",
            "value=\"Mine\"",
            "unknown player",
        ),
        ("/tournaments", "file=players%20%3D%203", "players = 3", "players"),
    ] {
        let answer = server.ask("POST", path, &headers, sent);
        assert_eq!(answer.status, 400, "{path} {sent}: {}", answer.text);
        assert!(answer.text.contains(kept), "{path} {sent}: not kept");
        let alert = answer.text.split("role=\"alert\"").nth(1).unwrap_or_else(|| panic!("{sent}"));
        assert!(alert.split("</p>").next().unwrap().contains(reason), "{path} {sent}");
        assert!(answer.text.contains("<form"), "{path} {sent}");
    }
}

#[test]
fn one_name_is_called_and_no_way_back_leads_out() {
    let server = Server::open("names");
    let hosts = [("Host", "localhost"), ("Host", "evil.example")];
    for hosts in [hosts, [hosts[1], hosts[0]]] {
        let answer = server.get(&Browser::default(), "/", &hosts);
        assert!([400, 421].contains(&answer.status), "{}", answer.status);
    }
    for back in [
        "/%09/evil.example/",
        "//evil.example",
        "/%5Cevil.example",
        "%09//evil.example",
        "/%0a/evil.example",
    ] {
        for path in ["/language/en", "/theme/dark"] {
            let answer = server.get(&Browser::default(), &format!("{path}?back={back}"), &[]);
            assert_eq!(answer.header("location"), Some("/"), "{back}");
        }
    }
    let own = server.get(&Browser::default(), "/language/hu?back=/new?game=nim", &[]);
    assert_eq!(own.header("location"), Some("/new?game=nim"));
}

#[test]
fn who_plays_against_a_person_is_not_told_the_seed_before_the_end() {
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
    let new = |seats: Value| json!({"game": "backgammon", "seats": seats, "seed": 123_456_789});
    let id = server.table(&one, &new(json!(["me", "open"])))["id"].as_str().unwrap().to_owned();
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
    for browser in [&one, &other, &watcher] {
        told(browser, &id, Some(123_456_789));
    }
    // Who plays alone may know it, and nobody else.
    let id = server.table(&one, &new(json!(["me", "random"])))["id"].as_str().unwrap().to_owned();
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
fn what_is_kept_is_for_nobody_else_on_this_machine() {
    use std::os::unix::fs::PermissionsExt as _;
    let server = Server::open("private");
    let guest = server.guest();
    server.table(&guest, &json!({"game": "nim"}));
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
    assert!(0 < seen);
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
fn what_nobody_has_touched_is_forgotten_when_that_is_asked_for() {
    let mut server = Server::open("forget");
    let guest = server.guest();
    let id = server.table(&guest, &json!({"game": "nim"}))["id"].as_str().unwrap().to_owned();
    let file = "openings = 2\nplayers = [\"random\", \"minimax\"]\ngames = [\"tic-tac-toe\"]\n";
    let event = server.post(&guest, "/api/v1/tournaments", &json!({"file": file})).json();
    let event = event["id"].as_str().unwrap().to_owned();
    server.until("a tournament is over", |server| {
        server.get(&guest, &format!("/api/v1/tournaments/{event}"), &[]).json()["stage"] == "over"
    });
    for (forget, status) in
        [(None, 200), (Some(Duration::from_secs(86_400)), 200), (Some(Duration::ZERO), 404)]
    {
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
    let file = "openings = 150\nplayers = [\"random\", \"first\"]\ngames = [\"tic-tac-toe\"]\n"
        .replace("\"first\"", "\"alpha-beta(depth=1)\"");
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
}
