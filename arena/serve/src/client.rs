//! What another program asks of a server: games at its tables, as a guest of its own.

use std::{fmt, str::FromStr, time::Duration};

use agon_core::StopSignal;
use axum::body::{Body, to_bytes};
use hyper::{
    Method, Request, Response, StatusCode, Uri,
    body::Incoming,
    client::conn::http1,
    header::{ACCEPT, AUTHORIZATION, CONNECTION, CONTENT_TYPE, COOKIE, HOST, SET_COOKIE},
};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::{
    net::TcpStream,
    runtime::{Builder, Runtime},
    time,
};

use crate::{guard::TOKEN, visitor};

/// How long a connection may take, and an answer.
const CONNECTS: Duration = Duration::from_secs(10);
const ANSWERS: Duration = Duration::from_secs(60);
/// How often it is looked whether a question is still wanted.
const LOOKS: Duration = Duration::from_millis(50);
/// The most bytes of an answer.
const MOST: usize = 16 << 20;

/// Where a server listens, with the key that it may need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerAddress {
    /// The name, with a port if it is not 80.
    site: String,
    key: Option<String>,
}

impl FromStr for ServerAddress {
    type Err = String;

    /// As `agon serve` prints it.
    fn from_str(text: &str) -> Result<ServerAddress, String> {
        let accepted = "accepted: the address that `agon serve` prints, such as http://127.0.0.1:8317/";
        let uri = text.parse::<Uri>().map_err(|_| accepted.to_owned())?;
        if uri.scheme_str() == Some("https") {
            return Err(format!("https is not spoken here; {accepted}"));
        }
        let (Some("http"), Some(site), "/") = (uri.scheme_str(), uri.authority(), uri.path()) else {
            return Err(accepted.to_owned());
        };
        let key = uri.query().and_then(|query| query.strip_prefix("key="));
        if site.as_str().contains('@') || key.is_none() && uri.query().is_some() {
            return Err(accepted.to_owned());
        }
        Ok(ServerAddress { site: site.to_string(), key: key.map(str::to_owned) })
    }
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}", self.site)
    }
}

impl ServerAddress {
    /// What a person opens in a browser to come to a table.
    pub fn table(&self, id: &str) -> String {
        let key = self.key.as_ref().map_or(String::new(), |key| format!("?key={key}"));
        format!("{self}/tables/{id}{key}")
    }

    /// The table that such an address names, under whatever name the server is known there; or the table's own name.
    pub fn table_of(link: &str) -> Option<&str> {
        let named = link.rsplit_once("/tables/").map_or(link, |(_, behind)| behind);
        let id = named.split(['?', '#', '/']).next()?;
        (id.len() == 32 && id.bytes().all(|sign| matches!(sign, b'0'..=b'9' | b'a'..=b'f'))).then_some(id)
    }

    /// The name with its port.
    fn with_port(&self) -> String {
        let behind = self.site.rsplit_once(']').map_or(self.site.as_str(), |(_, behind)| behind);
        if behind.contains(':') { self.site.clone() } else { format!("{}:80", self.site) }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskError {
    /// The server cannot be reached, or says what no server of this program does.
    Unanswered(String),
    /// What was asked for is wrong, such as a move that is not legal.
    Wrong(String),
    /// It refuses for another reason.
    Refused(String),
    /// Nobody waits for it any more.
    Stopped,
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AskError::Unanswered(why) | AskError::Wrong(why) | AskError::Refused(why) => f.write_str(why),
            AskError::Stopped => f.write_str("it was given up"),
        }
    }
}

/// A guest of a server.
pub struct ServerClient {
    address: ServerAddress,
    runtime: Runtime,
    /// The cookie by which the server knows the guest, and the token that goes with it.
    known: Option<(String, String)>,
}

impl ServerClient {
    /// A guest whom the server does not know yet; nothing is asked before there is something to ask.
    ///
    /// # Errors
    ///
    /// Where the system has no room for it.
    pub fn new(address: ServerAddress) -> Result<ServerClient, String> {
        let runtime = Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
        Ok(ServerClient { address, runtime, known: None })
    }

    /// Where the server listens.
    pub fn address(&self) -> &ServerAddress {
        &self.address
    }

    /// What stands at a path of the API; given up once `stop` is given.
    ///
    /// # Errors
    ///
    /// Where there is no answer, or it is a refusal.
    pub fn get(&mut self, path: &str, stop: &StopSignal) -> Result<Value, AskError> {
        self.ask(&Method::GET, path, None, stop)
    }

    /// Has something done.
    ///
    /// # Errors
    ///
    /// See `get`.
    pub fn post(&mut self, path: &str, body: &Value, stop: &StopSignal) -> Result<Value, AskError> {
        self.ask(&Method::POST, path, Some(body), stop)
    }

    fn ask(&mut self, method: &Method, path: &str, body: Option<&Value>, stop: &StopSignal) -> Result<Value, AskError> {
        if self.known.is_none() {
            let (cookie, told) = self.exchange(&Method::GET, "/api/v1/token", None, stop)?;
            let token = told["token"].as_str().map(str::to_owned);
            let (Some(cookie), Some(token)) = (cookie, token) else { return Err(self.other()) };
            self.known = Some((cookie, token));
        }
        self.exchange(method, path, body, stop).map(|(_, told)| told)
    }

    /// Asks once: the cookie of the guest, if one is given, and the document.
    fn exchange(
        &self,
        method: &Method,
        path: &str,
        body: Option<&Value>,
        stop: &StopSignal,
    ) -> Result<(Option<String>, Value), AskError> {
        let request = self.request(method, path, body)?;
        let silent = |why: String| AskError::Unanswered(format!("{} does not answer: {why}", self.address));
        let answer = async {
            let answered = time::timeout(ANSWERS, self.answered(request)).await;
            let (cookie, status, bytes) =
                answered.map_err(|_| silent("it takes too long".to_owned()))?.map_err(silent)?;
            let told: Value = serde_json::from_slice(&bytes).map_err(|_| self.other())?;
            if status.is_success() {
                return Ok((cookie, told));
            }
            let why = told["error"].as_str().ok_or_else(|| self.other())?;
            let kind = if status == StatusCode::BAD_REQUEST { AskError::Wrong } else { AskError::Refused };
            Err(kind(why.to_owned()))
        };
        let given_up = async {
            while !stop.is_given() {
                time::sleep(LOOKS).await;
            }
        };
        self.runtime.block_on(async {
            tokio::select! {
                answered = answer => answered,
                () = given_up => Err(AskError::Stopped),
            }
        })
    }

    /// What somebody says who is no server of this program.
    fn other(&self) -> AskError {
        AskError::Unanswered(format!("what answers at {} is no server of Agon", self.address))
    }

    fn request(&self, method: &Method, path: &str, body: Option<&Value>) -> Result<Request<String>, AskError> {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(HOST, &self.address.site)
            .header(ACCEPT, "application/json")
            .header(CONNECTION, "close");
        if let Some(key) = &self.address.key {
            request = request.header(AUTHORIZATION, format!("Bearer {key}"));
        }
        if let Some((cookie, token)) = &self.known {
            request = request.header(COOKIE, cookie).header(TOKEN, token);
        }
        if body.is_some() {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        let body = body.map_or_else(String::new, Value::to_string);
        request.body(body).map_err(|error| AskError::Unanswered(error.to_string()))
    }

    async fn answered(&self, request: Request<String>) -> Result<(Option<String>, StatusCode, Vec<u8>), String> {
        let site = self.address.with_port();
        let stream = time::timeout(CONNECTS, TcpStream::connect(&site)).await.map_err(|_| "it takes too long")?;
        let stream = stream.map_err(|error| error.to_string())?;
        let (mut sender, connection) =
            http1::handshake(TokioIo::new(stream)).await.map_err(|error| error.to_string())?;
        let asked = async {
            let answer = sender.send_request(request).await.map_err(|error| error.to_string())?;
            let (cookie, status) = (cookie(&answer), answer.status());
            let bytes = to_bytes(Body::new(answer.into_body()), MOST).await.map_err(|error| error.to_string())?;
            Ok((cookie, status, bytes.to_vec()))
        };
        let (answered, _) = tokio::join!(asked, connection);
        answered
    }
}

/// The cookie by which the guest is known, if the answer gives it one.
fn cookie(answer: &Response<Incoming>) -> Option<String> {
    let all = answer.headers().get_all(SET_COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut named = all.filter_map(|line| line.split(';').next()).filter(|pair| pair.starts_with(visitor::COOKIE));
    named.next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::ServerAddress;

    #[test]
    fn an_address_is_read_as_the_server_prints_it() {
        for (text, site, key) in [
            ("http://127.0.0.1:8317/", "127.0.0.1:8317", None),
            ("http://127.0.0.1:8317", "127.0.0.1:8317", None),
            ("http://arena.local/?key=0f3a", "arena.local:80", Some("0f3a")),
            ("http://[::1]:8317/?key=0f3a", "[::1]:8317", Some("0f3a")),
            ("http://[::1]/", "[::1]:80", None),
        ] {
            let read = text.parse::<ServerAddress>().unwrap_or_else(|why| panic!("{text}: {why}"));
            assert_eq!((read.with_port().as_str(), read.key.as_deref()), (site, key), "{text}");
            let id = "0123456789abcdef0123456789abcdef";
            assert_eq!(ServerAddress::table_of(&read.table(id)), Some(id));
        }
        for text in
            ["", "nonsense", "127.0.0.1:8317", "ftp://x/", "http://", "http://x/games", "http://x/?k=1", "http://a@x/"]
        {
            assert!(text.parse::<ServerAddress>().unwrap_err().starts_with("accepted: "), "{text}");
        }
        assert!("https://x/".parse::<ServerAddress>().unwrap_err().starts_with("https is not spoken"));
    }

    #[test]
    fn a_table_is_found_in_what_people_send_each_other() {
        let id = "0123456789abcdef0123456789abcdef";
        for link in [
            id.to_owned(),
            format!("/tables/{id}"),
            format!("https://arena.example.org/tables/{id}?key=1#board"),
            format!("http://localhost:8317/tables/{id}/live"),
        ] {
            assert_eq!(ServerAddress::table_of(&link), Some(id), "{link}");
        }
        for link in ["", "kuhn", "http://x/tables/", "0123456789ABCDEF0123456789ABCDEF", "http://x/tables/../api"] {
            assert_eq!(ServerAddress::table_of(link), None, "{link}");
        }
    }
}
