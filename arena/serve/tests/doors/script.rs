//! Scripts of games, by the API.

use agon_arena::play::TurnedClock;
use agon_table::SavedGame;
use serde_json::{Value, json};

use crate::server::{Answer, Browser, Server};

#[path = "../../../table/tests/script/mod.rs"]
mod scripts;

use scripts::{Script, Step};

/// A game that is played by a script.
struct Scripted<'a> {
    server: &'a Server,
    /// Who sits at each seat.
    people: Vec<&'a Browser>,
    path: String,
    hides: bool,
}

impl Scripted<'_> {
    /// What the person sees who is to act, once somebody is.
    fn seen(&self) -> Value {
        let is_there =
            |view: &Value| !view["ended"].is_null() || view["your_turn"] == true || view["hand_over"].is_u64();
        let look = || {
            let mut views = self.people.iter().map(|own| self.server.get(own, &self.path, &[]).json());
            views.find(is_there)
        };
        self.server.until("it is a person's turn", |_| look().is_some());
        look().unwrap()
    }

    /// Who is to act, and who else there is.
    fn mover(&self) -> [&Browser; 2] {
        let view = self.seen();
        let seat = view["seat"].as_u64().or(view["hand_over"].as_u64()).unwrap_or(1) as usize - 1;
        [self.people[seat], self.people[1 - seat]]
    }

    fn post(&self, browser: &Browser, deed: &str, body: &Value) -> Answer {
        self.server.post(browser, &format!("{}/{deed}", self.path), body)
    }

    fn act(&self, browser: &Browser, deed: &str, body: &Value) -> Value {
        let done = self.post(browser, deed, body);
        assert_eq!(done.status, 200, "{deed}: {}", done.text);
        done.json()
    }

    fn step(&self, step: Step, clock: &TurnedClock) {
        let [mover, other] = self.mover();
        match step {
            Step::Play(m) => {
                if self.seen()["hand_over"].is_u64() {
                    self.act(mover, "uncover", &json!({}));
                }
                self.act(mover, "moves", &json!({"move": m}));
            }
            Step::Late(m) => {
                assert_eq!(self.post(mover, "moves", &json!({"move": m})).status, 409);
            }
            Step::Undo => drop(self.act(mover, "undo", &json!({}))),
            Step::Redo(m) => {
                let view = self.act(mover, "redo", &json!({}));
                assert!(view["line"].as_str().unwrap().contains(m), "{view}");
            }
            Step::Draw => drop(self.act(mover, "draw", &json!({}))),
            Step::DrawAnswered(is_yes) => {
                let offered = self.act(mover, "draw", &json!({}));
                assert!(offered["offer"].is_u64(), "{offered}");
                // Whoever plays on says nothing.
                let drawn = is_yes.then(|| self.act(other, "draw", &json!({})));
                assert!(drawn.is_none_or(|view| view["ended"]["why"] == "draw agreed"));
            }
            Step::Resign => drop(self.act(mover, "resign", &json!({}))),
            Step::Wait(time) => clock.turn(time),
            Step::Record(line) => {
                let saved = self.server.get(mover, &format!("{}/saved", self.path), &[]);
                assert_eq!(saved.status, 200, "{}", saved.text);
                let mut saved = SavedGame::read(&saved.text).unwrap();
                let named = SavedGame::read(line).unwrap();
                // Where several people play, or something is hidden, nobody chooses the seed, nor the cards.
                saved.seed = named.seed;
                if self.hides {
                    let words = |game: &SavedGame| {
                        let words = game.moves.split(' ').skip(2).map(str::to_owned);
                        words.collect::<Vec<_>>()
                    };
                    assert_eq!(words(&saved), words(&named));
                    (saved.moves, saved.payoffs) = (named.moves.clone(), named.payoffs.clone());
                }
                assert_eq!(saved.line(), line);
            }
        }
    }
}

/// Whether two browsers have to play it, as only then one can agree with the other.
fn is_shared(script: &Script) -> bool {
    script.steps.iter().any(|step| matches!(step, Step::DrawAnswered(_)))
}

#[test]
fn scripts_end_up_with_the_records_that_they_name() {
    let clock = TurnedClock::default();
    let server = Server::open_by("scripts", clock.clone().into());
    let (one, other) = (server.guest(), server.guest());
    let hides = |script: &Script| script.game == "kuhn";
    for script in scripts::scripts() {
        let is_shared = is_shared(&script);
        let seats = script.seats.iter().enumerate().map(|(seat, who)| match *who {
            "human" if is_shared && seat == 1 => "open",
            "human" => "me",
            term => term,
        });
        let mut new = json!({"game": script.game, "seats": seats.collect::<Vec<_>>()});
        if !is_shared && !hides(&script) {
            new["seed"] = json!(script.seed);
        }
        if let Some(clock) = script.clock {
            new["clock"] = json!(clock);
        }
        let id = server.table(&one, &new)["id"].as_str().unwrap().to_owned();
        let people = vec![&one, if is_shared { &other } else { &one }];
        let path = format!("/api/v1/tables/{id}");
        let scripted = Scripted { server: &server, people, path, hides: hides(&script) };
        if is_shared {
            scripted.act(&other, "sit", &json!({"seat": 2}));
        }
        for &step in &script.steps {
            scripted.step(step, &clock);
        }
    }
}
