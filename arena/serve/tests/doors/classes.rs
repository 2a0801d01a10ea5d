//! Rooms for a class: who may do what there, what is shown, and thirty students at one address.

use std::{io::Read as _, net::TcpStream};

use serde_json::json;

use crate::server::{Browser, Server};

/// Opens a room, and gives its path.
fn opened(server: &Server, lecturer: &Browser) -> String {
    let answer = server.form(lecturer, "/class", "");
    assert_eq!(answer.status, 303, "{}", answer.text);
    let path = answer.header("location").unwrap().to_owned();
    assert!(path.strip_prefix("/class/").is_some_and(|code| code.len() == 4), "{path}");
    path
}

/// Hears what a page in a room is told.
struct Listener {
    stream: TcpStream,
    told: String,
}

impl Listener {
    fn at(server: &Server, browser: &Browser, room: &str) -> Listener {
        let stream = server.send("GET", &format!("{room}/live"), &browser.headers(), "");
        Listener { stream, told: String::new() }
    }

    /// Waits until it was told that; what came before is forgotten.
    fn until(&mut self, word: &str) {
        let mut bytes = [0; 4096];
        while !self.told.contains(word) {
            let read = self.stream.read(&mut bytes).unwrap();
            assert!(0 < read, "never {word}: {}", self.told);
            self.told += &String::from_utf8_lossy(&bytes[..read]);
        }
        self.told.clear();
    }
}

#[test]
fn thirty_students_at_one_address_follow_the_lecturer_and_answer() {
    let server = Server::open("class");
    let lecturer = server.guest();
    let room = opened(&server, &lecturer);
    let students: Vec<Browser> = (0..30).map(|_| server.guest()).collect();
    let mut own = Listener::at(&server, &lecturer, &room);
    own.until("0 students are here");
    let mut all: Vec<Listener> = students[..20].iter().map(|own| Listener::at(&server, own, &room)).collect();
    for student in &mut all {
        student.until("Nothing is shown yet");
    }
    own.until("20 students are here");
    let shown = server.form(&lecturer, &format!("{room}/show"), "address=/games/chess%23rules");
    assert_eq!((shown.status, shown.header("location")), (303, Some(room.as_str())), "{}", shown.text);
    for student in &mut all {
        student.until("data-shown=\\\"/games/chess#rules\\\"");
    }
    // Who comes later sees it too, on the page and in what it is told.
    for late in &students[20..] {
        let page = server.get(late, &room, &[]);
        assert!(page.text.contains("<iframe class=\"shown\" id=\"shown\" src=\"/games/chess#rules\""), "{}", page.text);
        let mut student = Listener::at(&server, late, &room);
        student.until("data-shown=\\\"/games/chess#rules\\\"");
        all.push(student);
    }
    own.until("30 students are here");
    let asked = server.form(&lecturer, &format!("{room}/ask"), "text=1+%3C+2%3F&choices=yes%0D%0Ano%0D%0A%3Cb%3E");
    assert_eq!(asked.status, 303, "{}", asked.text);
    for student in &mut all {
        student.until("1 &lt; 2?");
    }
    for (at, student) in students.iter().enumerate() {
        let sent = format!("question=1&choice={}", 1 + at % 3);
        assert_eq!(server.form(student, &format!("{room}/answer"), &sent).status, 303);
    }
    // One thinks better of it.
    assert_eq!(server.form(&students[0], &format!("{room}/answer"), "question=1&choice=2").status, 303);
    own.until("11 (36 %)");
    let page = server.get(&students[0], &room, &[]).text;
    assert!(page.contains("value=\"2\" aria-pressed=\"true\"") && page.contains("Your answer: "), "{page}");
    assert!(page.contains("&lt;b&gt;") && !page.contains("<b>"), "{page}");
    assert!(!page.contains(" %)"), "students see what others answer: {page}");
    let csv = server.get(&lecturer, &format!("{room}.csv"), &[]);
    assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8"));
    assert_eq!(csv.text, "question,text,choice,answers\n1,1 < 2?,yes,9\n1,1 < 2?,no,11\n1,1 < 2?,<b>,10\n");
    // Those who leave are no longer there.
    drop(all.split_off(29));
    own.until("29 students are here");
}

#[test]
fn nobody_but_its_owner_decides_what_a_room_shows() {
    let server = Server::open("class-owner");
    let (lecturer, student) = (server.guest(), server.guest());
    let room = opened(&server, &lecturer);
    for (action, sent) in [("show", "address=/lab"), ("ask", "text=&choices=a%0Ab"), ("end", "")] {
        let answer = server.form(&student, &format!("{room}/{action}"), sent);
        assert_eq!(answer.status, 403, "{action}: {}", answer.text);
        assert!(answer.text.contains("only whoever opened the room"), "{}", answer.text);
    }
    assert_eq!(server.get(&student, &format!("{room}.csv"), &[]).status, 403);
    let (own, other) = (server.get(&lecturer, &room, &[]).text, server.get(&student, &room, &[]).text);
    assert!(own.contains("/show\"") && own.contains("role=\"img\"") && !own.contains("<iframe"), "{own}");
    assert!(!other.contains("/show\"") && other.contains("<iframe"), "{other}");
    // A code is typed in any letters; of one that nobody has the page says so at its field.
    let code = room.trim_start_matches("/class/").to_lowercase();
    let joined = server.get(&student, &format!("/class?code={code}"), &[]);
    assert_eq!((joined.status, joined.header("location")), (303, Some(room.as_str())));
    let none = server.get(&student, "/class?code=%3Ci%3E", &[]);
    assert!(
        none.status == 404 && none.text.contains("aria-invalid=\"true\"") && !none.text.contains("<i>"),
        "{}",
        none.text
    );
    for path in ["/class/AAAA", "/class/AAAA/live", "/class/AAAA.csv"] {
        assert_eq!(server.get(&student, path, &[]).status, 404, "{path}");
    }
    assert!(server.get(&lecturer, "/class", &[]).text.contains(&format!("href=\"{room}\"")));
    assert!(!server.get(&student, "/class", &[]).text.contains(&format!("href=\"{room}\"")));
    // Without a token nothing is done.
    let mut forged = lecturer.clone();
    forged.token = student.token;
    assert_eq!(server.form(&forged, &format!("{room}/show"), "address=/lab").status, 403);
    assert_eq!(server.form(&forged, "/class", "").status, 403);
}

#[test]
fn a_room_shows_pages_of_this_server_and_nothing_else() {
    let server = Server::open("class-shown");
    let lecturer = server.guest();
    let room = opened(&server, &lecturer);
    let table = server.table(&lecturer, &json!({"game": "nim", "seats": ["me", "me"]}));
    let table = format!("/tables/{}", table["id"].as_str().unwrap());
    let shown = || {
        let page = server.get(&lecturer, &room, &[]).text;
        let rest = page.split("data-shown=\"").nth(1).unwrap();
        rest.split('"').next().unwrap().to_owned()
    };
    let here = format!("http://localhost:{}", server.port);
    for (address, place) in [
        ("/lab", "/lab"),
        (table.as_str(), table.as_str()),
        (&format!(" {here}{table} "), table.as_str()),
        (&format!("{here}/games/hex?owner=0&key=1"), "/games/hex"),
        ("/race?game=nim&key=1&player=minimax", "/race?game=nim&amp;player=minimax"),
        ("/inside/0?game=nim&player=minimax#moment=3", "/inside/0?game=nim&amp;player=minimax#moment=3"),
        ("/players/minimax", "/players/minimax"),
    ] {
        let sent = format!("address={}", address.replace('&', "%26").replace('#', "%23"));
        let answer = server.form(&lecturer, &format!("{room}/show"), &sent);
        assert_eq!(answer.status, 303, "{address}: {}", answer.text);
        assert_eq!(shown(), place, "{address}");
    }
    for (address, status, reason) in [
        ("", 400, "only pages of this server"),
        ("lab", 400, "only pages of this server"),
        ("https://evil.example/lab", 400, "only pages of this server"),
        ("//evil.example/lab", 400, "only pages of this server"),
        ("/\\evil.example", 400, "only pages of this server"),
        ("javascript:alert(1)", 400, "only pages of this server"),
        (room.as_str(), 400, "nothing can be shown at"),
        ("/guests", 400, "nothing can be shown at"),
        ("/language/hu?back=/", 400, "nothing can be shown at"),
        ("/assets/style.css", 400, "nothing can be shown at"),
        ("/api/v1/games", 400, "nothing can be shown at"),
        (&format!("{table}/live"), 400, "nothing can be shown at"),
        ("/tables/0123456789abcdef0123456789abcdef", 404, "there is no game of that name"),
        ("/games/ches", 404, "chess"),
        ("/players/minimx", 404, "minimax"),
        ("/tournaments/none", 404, ""),
        ("/inside/0", 404, ""),
        (&format!("/{}", "x".repeat(5_000)), 400, "at most 4000 letters"),
    ] {
        let answer =
            server.form(&lecturer, &format!("{room}/show"), &format!("address={}", address.replace('&', "%26")));
        assert_eq!(answer.status, status, "{address}: {}", answer.text);
        let beside = answer.text.split("id=\"address\"").nth(1).unwrap().split("</p>").next().unwrap();
        assert!(beside.contains("role=\"alert\"") && beside.contains("aria-invalid=\"true\""), "{address}: {beside}");
        assert!(beside.replace([',', '\u{2068}', '\u{2069}'], "").contains(reason), "{address}: {beside}");
    }
    assert_eq!(shown(), "/players/minimax");
}

/// A page of ours may be within another of ours, and in no other site's.
#[test]
fn pages_are_shown_within_pages_of_this_server_alone() {
    let server = Server::open("class-within");
    let guest = server.guest();
    let within = [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "iframe")];
    let page = server.get(&guest, "/lab", &within);
    assert_eq!((page.status, page.header("x-frame-options")), (200, Some("SAMEORIGIN")));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("frame-ancestors 'self'") && policy.contains("frame-src 'self'"), "{policy}");
    let embedded = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "iframe")];
    assert_eq!(server.get(&guest, "/lab", &embedded).status, 403);
}
