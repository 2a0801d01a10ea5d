//! A game at a table of a server, where other people and their programs sit too. The server shows what the client's seat
//! sees, and nothing else is asked of it.

use std::{
    cell::RefCell,
    rc::Rc,
    time::{Duration, Instant},
};

use agon_core::{Position as _, Seat, StopSignal};
use agon_serve::{AskError, ServerAddress, ServerClient};
use agon_table::Level;
use serde_json::{Map, Value, json};

use super::{
    admitted,
    seated::{ClientGame, PERSON, TableServer, chairs, not_legal},
    tool::Arguments,
};

/// The seconds that the server may wait before it answers.
const WAITS: u64 = 20;

/// A server, and the client as its guest.
pub(super) struct Tables(Rc<RefCell<ServerClient>>);

impl Tables {
    /// Nothing is asked of the server before the client does.
    ///
    /// # Errors
    ///
    /// Where the system has no room for it.
    pub(super) fn at(address: ServerAddress) -> Result<Tables, String> {
        Ok(Tables(Rc::new(RefCell::new(ServerClient::new(address)?))))
    }

    fn seated(&self, id: String, seen: Value) -> Result<Box<dyn ClientGame>, String> {
        let table = seen["id"].as_str().ok_or("the server tells of no table")?.to_owned();
        Ok(Box::new(JoinedGame { id, server: Rc::clone(&self.0), table, seen, wrong_words: 0 }))
    }
}

impl TableServer for Tables {
    fn begin(&self, id: String, asked: &Arguments, stop: &StopSignal) -> Result<Box<dyn ClientGame>, String> {
        let game = admitted::game(asked.needed("game"))?;
        let (own, others) = chairs(asked, &game)?;
        let mut others = others.into_iter().map(seat_text);
        let seats = Seat::all(game.start.facts().seats);
        let seats = seats.map(|seat| if seat == own { "me".to_owned() } else { others.next().unwrap_or_default() });
        let seats: Vec<String> = seats.collect();
        let mut new = json!({"game": game.term, "seats": seats});
        for name in ["position", "moves"] {
            if let Some(text) = asked.text(name) {
                new[name] = text.into();
            }
        }
        if let Some(seed) = asked.whole("seed") {
            new["seed"] = seed.into();
        }
        let seen = said(self.0.borrow_mut().post("/api/v1/tables", &new, stop))?;
        self.seated(id, seen)
    }

    fn join(&self, id: String, asked: &Arguments, stop: &StopSignal) -> Result<Box<dyn ClientGame>, String> {
        let link = asked.needed("link");
        let Some(table) = ServerAddress::table_of(link) else {
            return Err(format!("`{link}` names no table; accepted: the address of a game's page"));
        };
        let path = format!("/api/v1/tables/{table}");
        let mut server = self.0.borrow_mut();
        let mut seen = said(server.get(&path, stop))?;
        if seen["seated"] != true {
            let free = free_seats(&seen);
            let wanted = asked.whole("seat").or_else(|| free.first().copied());
            let Some(seat) = wanted.filter(|seat| free.contains(seat)) else {
                let free: Vec<String> = free.iter().map(u64::to_string).collect();
                let free = if free.is_empty() { "none".to_owned() } else { free.join(", ") };
                return Err(format!("there is no such free seat at this table; free: {free}"));
            };
            seen = said(server.post(&format!("{path}/sit"), &json!({"seat": seat}), stop))?;
        }
        self.seated(id, seen)
    }
}

/// A game at a table.
struct JoinedGame {
    id: String,
    server: Rc<RefCell<ServerClient>>,
    /// The table's name.
    table: String,
    /// What the server showed last.
    seen: Value,
    wrong_words: u64,
}

impl JoinedGame {
    fn path(&self, more: &str) -> String {
        format!("/api/v1/tables/{}{more}", self.table)
    }

    /// The client's seat.
    fn own(&self) -> Option<u64> {
        let seats = self.seen["seats"].as_array()?;
        seats.iter().find(|seat| seat["yours"] == true)?["seat"].as_u64()
    }

    fn moves(&self) -> Vec<String> {
        let legal = self.seen["legal"].as_array().into_iter().flatten();
        legal.filter_map(|m| Some(m["move"].as_str()?.to_owned())).collect()
    }

    /// What was played from the client's last move on.
    fn news(&self) -> Vec<Value> {
        let moves = self.seen["moves"].as_array().map_or(&[][..], Vec::as_slice);
        let own = self.own();
        let last = moves.iter().rposition(|m| m["seat"].as_u64().is_some_and(|seat| Some(seat) == own));
        let news = &moves[last.unwrap_or(0)..];
        let told = news.iter().map(|m| {
            if m["seat"].is_null() {
                json!({"chance": m["move"]})
            } else {
                json!({"seat": m["seat"], "move": m["move"]})
            }
        });
        told.collect()
    }
}

impl ClientGame for JoinedGame {
    fn id(&self) -> &str {
        &self.id
    }

    fn look(&mut self, stop: &StopSignal) -> Result<(), String> {
        self.seen = said(self.server.borrow_mut().get(&self.path(""), stop))?;
        Ok(())
    }

    fn play(&mut self, text: &str, stop: &StopSignal) -> Result<(), String> {
        let played = self.server.borrow_mut().post(&self.path("/moves"), &json!({"move": text}), stop);
        match played {
            Ok(seen) => self.seen = seen,
            Err(AskError::Wrong(_)) => {
                self.wrong_words += 1;
                self.look(stop)?;
                return Err(not_legal(text, &self.moves()));
            }
            Err(why) => return Err(why.to_string()),
        }
        Ok(())
    }

    fn resign(&mut self, stop: &StopSignal) -> Result<(), String> {
        self.seen = said(self.server.borrow_mut().post(&self.path("/resign"), &json!({}), stop))?;
        Ok(())
    }

    fn go_on(&mut self, seconds: u64, stop: &StopSignal) -> Result<(), String> {
        let until = Instant::now() + Duration::from_secs(seconds);
        self.look(stop)?;
        while self.seen["your_turn"] != true && !self.is_over() && self.seen["fault"].is_null() {
            let left = until.saturating_duration_since(Instant::now()).as_secs_f64();
            if left == 0.0 {
                break;
            }
            let (since, wait) = (&self.seen["version"], left.min(WAITS as f64));
            let path = self.path(&format!("?since={since}&wait={wait:.3}"));
            self.seen = said(self.server.borrow_mut().get(&path, stop))?;
        }
        Ok(())
    }

    fn told(&self) -> Value {
        let seen = &self.seen;
        let is_mine = seen["your_turn"] == true;
        let turn = if self.is_over() {
            "over"
        } else if is_mine {
            "you"
        } else {
            "others"
        };
        let mut told = Map::new();
        let mut tell = |name: &str, value: Value| told.insert(name.to_owned(), value);
        tell("id", self.id.clone().into());
        tell("game", seen["game"].clone());
        tell("table", self.server.borrow().address().table(&self.table).into());
        let own = self.own();
        tell("seat", own.into());
        let mut seats = seen["seats"].as_array().into_iter().flatten();
        let pieces = seats.find(|seat| seat["yours"] == true).map(|seat| seat["pieces"].clone());
        if let Some(pieces) = pieces.filter(|pieces| !pieces.is_null()) {
            tell("pieces", pieces);
        }
        tell("position", seen["position"].clone());
        tell("board", seen["text"].clone());
        tell("turn", turn.into());
        if is_mine {
            tell("moves", self.moves().into());
        }
        let free = free_seats(seen);
        if !free.is_empty() {
            tell("free_seats", free.into());
        }
        if seen["hidden"] != true {
            tell("played", self.news().into());
        }
        for name in ["fault", "clock"] {
            if !seen[name].is_null() {
                tell(name, seen[name].clone());
            }
        }
        let end = &seen["ended"];
        if !end.is_null() {
            let why = end["why"].as_str().unwrap_or_default();
            let by = end["loser"].as_u64().map_or_else(|| why.to_owned(), |seat| format!("seat {seat}: {why}"));
            let ended = json!({"by": by, "payoffs": end["payoffs"], "winners": end["winners"], "moves": seen["line"]});
            tell("end", ended);
            tell("seed", seen["seed"].clone());
        }
        if self.wrong_words != 0 {
            tell("wrong_words", self.wrong_words.into());
        }
        Value::Object(told)
    }

    fn is_over(&self) -> bool {
        !self.seen["ended"].is_null()
    }
}

/// The seats at a table where nobody sits yet.
fn free_seats(seen: &Value) -> Vec<u64> {
    let seats = seen["seats"].as_array().into_iter().flatten();
    seats.filter(|seat| seat["kind"] == "open").filter_map(|seat| seat["seat"].as_u64()).collect()
}

/// How a server calls who is to sit somewhere.
fn seat_text(named: &str) -> String {
    match Level::named(named) {
        _ if named == PERSON => "open".to_owned(),
        Some(level) => format!("level:{}", level.name()),
        None => named.to_owned(),
    }
}

fn said(answer: Result<Value, AskError>) -> Result<Value, String> {
    answer.map_err(|why| why.to_string())
}
