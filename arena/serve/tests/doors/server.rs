//! A server in a folder of its own, and browsers that send it requests.

use std::{
    collections::HashMap,
    fs,
    io::{Read as _, Write as _},
    net::{IpAddr, Ipv4Addr, TcpStream},
    path::PathBuf,
    time::{Duration, Instant},
};

use agon_arena::play::Clocks;
use agon_serve::{Beside, ServerLog, Settings, serve};
use serde_json::Value;

/// So long, that only what hangs is still there afterwards.
pub(crate) const EVER: Duration = Duration::from_secs(60);

/// A server in a folder of its own, and both gone with it.
pub(crate) struct Server {
    pub(crate) beside: Option<Beside>,
    pub(crate) port: u16,
    /// What stands in the printed address behind the question mark.
    pub(crate) key: String,
    /// The printed path of the page of guests, with the owner's key.
    pub(crate) owner: String,
    pub(crate) folder: PathBuf,
}

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn cookies(&self) -> Vec<&str> {
        let all = self.headers.iter().filter(|(name, _)| name == "set-cookie");
        all.map(|(_, value)| value.as_str()).collect()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }
}

/// A browser: its cookies.
#[derive(Clone, Default)]
pub(crate) struct Browser {
    cookies: HashMap<String, String>,
    pub(crate) token: String,
}

impl Browser {
    /// What it remembers of an answer.
    pub(crate) fn remember(&mut self, answer: &Answer) {
        for cookie in answer.cookies() {
            let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
    }

    pub(crate) fn headers(&self) -> Vec<(String, String)> {
        let all: Vec<String> = self.cookies.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let mut headers = vec![("X-Agon-Token".to_owned(), self.token.clone())];
        if !all.is_empty() {
            headers.push(("Cookie".to_owned(), all.join("; ")));
        }
        headers
    }
}

pub(crate) const CLICKED: &[(&str, &str)] =
    &[("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")];

impl Server {
    pub(crate) fn open(name: &str) -> Server {
        Server::open_by(name, Clocks::default())
    }

    /// The same, where games go by these clocks.
    pub(crate) fn open_by(name: &str, clocks: Clocks) -> Server {
        let folder = std::env::temp_dir().join(format!("agon-doors-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        Server::of(folder, Ipv4Addr::LOCALHOST, None, clocks)
    }

    pub(crate) fn at(folder: PathBuf, address: Ipv4Addr, forget: Option<Duration>) -> Server {
        Server::of(folder, address, forget, Clocks::default())
    }

    /// Closes it, and opens it again in the same folder.
    pub(crate) fn again(mut self, clocks: Clocks) -> Server {
        drop(self.beside.take());
        Server::of(std::mem::take(&mut self.folder), Ipv4Addr::LOCALHOST, None, clocks)
    }

    fn of(folder: PathBuf, address: Ipv4Addr, forget: Option<Duration>, clocks: Clocks) -> Server {
        Server::with(Settings { forget, clocks, ..settings(folder, address) })
    }

    pub(crate) fn with(settings: Settings) -> Server {
        let folder = settings.folder.clone();
        let running = serve(settings).unwrap();
        let address = running.address();
        let key = address.split_once("/?").map_or("", |(_, key)| key).to_owned();
        let owner = running.owner_address();
        let owner = owner[owner.find("/guests?owner=").unwrap()..].to_owned();
        let port = running.listens().port();
        Server { beside: Some(running.beside().unwrap()), port, key, owner, folder }
    }

    pub(crate) fn send(&self, method: &str, path: &str, headers: &[(String, String)], body: &str) -> TcpStream {
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

    pub(crate) fn ask(&self, method: &str, path: &str, headers: &[(String, String)], body: &str) -> Answer {
        let mut bytes = Vec::new();
        self.send(method, path, headers, body).read_to_end(&mut bytes).unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, text) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{path}: {text:?}"));
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers = lines.filter_map(|line| line.split_once(": "));
        let headers = headers.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()));
        Answer { status, headers: headers.collect(), text: text.to_owned() }
    }

    pub(crate) fn get(&self, browser: &Browser, path: &str, more: &[(&str, &str)]) -> Answer {
        let more = more.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let headers: Vec<(String, String)> = browser.headers().into_iter().chain(more).collect();
        self.ask("GET", path, &headers, "")
    }

    pub(crate) fn post(&self, browser: &Browser, path: &str, body: &Value) -> Answer {
        let mut headers = browser.headers();
        headers.push(("Content-Type".to_owned(), "application/json".to_owned()));
        self.ask("POST", path, &headers, &body.to_string())
    }

    /// Sends a form as a page does: with the token among its fields.
    pub(crate) fn form(&self, browser: &Browser, path: &str, fields: &str) -> Answer {
        let mut headers = browser.headers();
        headers.retain(|(name, _)| name != "X-Agon-Token");
        headers.push(("Content-Type".to_owned(), "application/x-www-form-urlencoded".to_owned()));
        self.ask("POST", path, &headers, &format!("token={}&{fields}", browser.token))
    }

    pub(crate) fn guest(&self) -> Browser {
        let mut browser = Browser::default();
        let answer = self.get(&browser, "/api/v1/token", &[]);
        browser.remember(&answer);
        answer.json()["token"].as_str().unwrap().clone_into(&mut browser.token);
        browser
    }

    pub(crate) fn table(&self, browser: &Browser, new: &Value) -> Value {
        let answer = self.post(browser, "/api/v1/tables", new);
        assert_eq!(answer.status, 201, "{}", answer.text);
        answer.json()
    }

    pub(crate) fn load(&self) -> (u64, u64) {
        let status = self.get(&Browser::default(), "/api/v1/status", &[]).json();
        (status["thinking"].as_u64().unwrap(), status["waiting"].as_u64().unwrap())
    }

    /// How many are thought about or wait for it: of two that take long the second may have begun beside the first.
    pub(crate) fn asked(&self) -> u64 {
        let (thinking, waiting) = self.load();
        thinking + waiting
    }

    pub(crate) fn until(&self, what: &str, holds: impl Fn(&Server) -> bool) {
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

/// The settings of a server with one thread.
pub(crate) fn settings(folder: PathBuf, address: Ipv4Addr) -> Settings {
    let hosts = if address.is_loopback() { Vec::new() } else { vec!["localhost".to_owned()] };
    Settings {
        address: IpAddr::V4(address),
        port: 0,
        hosts,
        proxy: None,
        folder,
        journals: Vec::new(),
        class: None,
        build: "test".to_owned(),
        forget: None,
        thinkers: 1,
        clocks: Clocks::default(),
        log: ServerLog::default(),
    }
}

/// A search that ends when it is stopped.
pub(crate) const ENDLESS: &str = "alpha-beta(depth=unlimited, nodes=1000000000000)";
