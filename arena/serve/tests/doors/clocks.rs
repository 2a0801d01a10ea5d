//! Games with a clock: whose time runs, how it ends a game, what gives it back, and what is kept of it. Tests turn the
//! clock themselves.

use std::{io::Read as _, time::Duration};

use agon_arena::play::TurnedClock;
use serde_json::{Value, json};

use crate::server::{Browser, ENDLESS, Server};

/// A server whose clock is turned by hand, and that clock.
fn timed(name: &str) -> (Server, TurnedClock) {
    let clock = TurnedClock::default();
    (Server::open_by(name, clock.clone().into()), clock)
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// A game, as one browser plays it.
#[derive(Clone)]
struct Game<'a> {
    server: &'a Server,
    browser: &'a Browser,
    path: String,
}

impl<'a> Game<'a> {
    fn begin(server: &'a Server, browser: &'a Browser, new: &Value) -> Game<'a> {
        let id = server.table(browser, new)["id"].as_str().unwrap().to_owned();
        Game { server, browser, path: format!("/api/v1/tables/{id}") }
    }

    fn seen(&self) -> Value {
        self.server.get(self.browser, &self.path, &[]).json()
    }

    fn act(&self, deed: &str, body: &Value) -> Value {
        let done = self.server.post(self.browser, &format!("{}/{deed}", self.path), body);
        assert_eq!(done.status, 200, "{deed}: {}", done.text);
        done.json()
    }

    /// Plays the first of the legal moves.
    fn play(&self) -> Value {
        let m = self.seen()["legal"][0]["move"].clone();
        self.act("moves", &json!({"move": m}))
    }

    /// Waits until a move of somebody else has arrived.
    fn until_moves(&self, count: usize) -> Value {
        self.server.until("a move", |_| self.seen()["moves"].as_array().unwrap().len() == count);
        self.seen()
    }
}

/// What each seat has left, in milliseconds, and the seat whose time runs.
fn clock(view: &Value) -> (Vec<u64>, Option<u64>) {
    let clock = &view["clock"];
    let left = clock["left"].as_array().unwrap_or_else(|| panic!("{view}"));
    (left.iter().map(|left| left.as_u64().unwrap()).collect(), clock["running"].as_u64())
}

#[test]
fn times_run_from_each_seats_second_move_on_and_moves_add_to_them() {
    let (server, turned) = timed("runs");
    let guest = server.guest();
    let new = json!({"game": "hex", "seats": ["me", "me"], "clock": "1/2:30+3"});
    let game = Game::begin(&server, &guest, &new);
    assert_eq!(game.seen()["clock"]["control"], "1/2:30+3");
    turned.turn(seconds(1_000));
    assert_eq!(clock(&game.seen()), (vec![60_000, 150_000], None));
    game.play();
    turned.turn(seconds(1_000));
    assert_eq!(clock(&game.play()), (vec![60_000, 150_000], Some(1)));
    turned.turn(seconds(10));
    assert_eq!(clock(&game.seen()), (vec![50_000, 150_000], Some(1)));
    // Ten seconds used, and three added.
    let view = game.play();
    assert_eq!(clock(&view), (vec![53_000, 150_000], Some(2)));
    turned.turn(seconds(40));
    let view = game.play();
    assert_eq!(clock(&view), (vec![53_000, 113_000], Some(1)));
    let left: Vec<&Value> = view["moves"].as_array().unwrap().iter().map(|m| &m["left"]).collect();
    assert_eq!(left, [&json!(60_000), &json!(150_000), &json!(53_000), &json!(113_000)]);
    // What is resigned stands still from then on.
    turned.turn(seconds(3));
    assert_eq!(game.act("resign", &json!({}))["ended"]["why"], "resigned");
    turned.turn(seconds(1_000));
    assert_eq!(clock(&game.seen()), (vec![50_000, 113_000], None));
    // A game without a clock says nothing of one.
    let without = Game::begin(&server, &guest, &json!({"game": "hex", "seats": ["me", "me"]}));
    without.play();
    let view = without.play();
    assert_eq!((&view["clock"], &view["moves"][0]["left"]), (&Value::Null, &Value::Null));
}

#[test]
fn whose_time_is_over_loses_without_being_asked_and_in_words() {
    let (server, turned) = timed("flag");
    let guest = server.guest();
    let new = json!({"game": "hex", "seats": ["me", "me"], "clock": "1"});
    let game = Game::begin(&server, &guest, &new);
    game.play();
    let version = game.play()["version"].as_u64().unwrap();
    // Somebody waits for what happens, and nobody asks for anything else.
    let waits = format!("{}?since={version}&wait=30", game.path);
    let mut waiting = server.send("GET", &waits, &guest.headers(), "");
    turned.turn(seconds(59));
    assert_eq!(clock(&game.seen()), (vec![1_000, 60_000], Some(1)));
    turned.turn(seconds(1));
    let mut heard = String::new();
    waiting.read_to_string(&mut heard).unwrap();
    assert!(heard.contains("\"why\":\"time is up\""), "{heard}");
    let view = game.seen();
    let ended = &view["ended"];
    assert_eq!((&ended["loser"], &ended["winners"]), (&json!(1), &json!([2])));
    assert_eq!(clock(&view), (vec![0, 60_000], None));
    let late = server.post(&guest, &format!("{}/moves", game.path), &json!({"move": "a1"}));
    assert_eq!(late.status, 409, "{}", late.text);
    let saved = server.get(&guest, &format!("{}/saved", game.path), &[]).json();
    assert_eq!(saved["ended"], "time is up");
    let page = game.path.replace("/api/v1", "");
    for (language, words) in
        [("en", "Seat 1 ran out of time."), ("hu", "Az 1. játékos ideje lejárt."), ("sl", "Igralcu 1 je potekel čas.")]
    {
        let text = server.get(&guest, &page, &[("Accept-Language", language)]).text;
        // How it stands, and behind the last move.
        assert_eq!(text.matches(words).count(), 2, "{language}: {text}");
    }
    let lines = server.get(&guest, "/api/v1/tables", &[]).json();
    assert_eq!(lines["tables"][0]["ended"], "time is up");
}

#[test]
fn a_move_taken_back_gives_back_the_time_that_stood_there() {
    let (server, turned) = timed("back");
    let guest = server.guest();
    let new = json!({"game": "hex", "seats": ["me", "random"], "hints": "greedy", "clock": "1+1"});
    let game = Game::begin(&server, &guest, &new);
    game.play();
    assert_eq!(clock(&game.until_moves(2)).0[0], 60_000);
    turned.turn(seconds(20));
    game.play();
    assert_eq!(clock(&game.until_moves(4)).0[0], 41_000);
    turned.turn(seconds(30));
    assert_eq!(clock(&game.seen()).0[0], 11_000);
    let view = game.act("undo", &json!({}));
    assert_eq!(clock(&view), (vec![60_000, 60_000], Some(1)));
    turned.turn(seconds(5));
    assert_eq!(clock(&game.seen()).0[0], 55_000);
    // A hint takes the time that passes meanwhile, and no more.
    turned.turn(seconds(5));
    assert_eq!(clock(&game.act("hint", &json!({}))).0[0], 50_000);
    // Played again, it costs nothing; and after a loss on time the game goes on from where it is taken back to.
    game.act("redo", &json!({}));
    assert_eq!(clock(&game.until_moves(4)).0[0], 60_000);
    turned.turn(seconds(60));
    assert_eq!(game.seen()["ended"]["why"], "time is up");
    let view = game.act("undo", &json!({}));
    assert_eq!((&view["ended"], clock(&view)), (&Value::Null, (vec![60_000, 60_000], Some(1))));
    turned.turn(seconds(60));
    server.until("its time is over again", |_| game.seen()["ended"]["why"] == "time is up");
}

#[test]
fn players_think_within_their_time_and_lose_by_it_too() {
    let (server, turned) = timed("players");
    let guest = server.guest();
    let new = json!({"game": "hex", "seats": ["me", ENDLESS], "clock": "1"});
    let game = Game::begin(&server, &guest, &new);
    // It would think for ever: its share of the minute is over before.
    let think = |used: u64| {
        game.play();
        server.until("it thinks", |_| game.seen()["thinking"]["best"].is_object());
        turned.turn(seconds(used));
    };
    for moves in [2, 4] {
        think(31);
        game.until_moves(moves);
    }
    // Of its first move no time is counted, of its second all of it; and nobody else's time ran meanwhile.
    assert_eq!(clock(&game.seen()).0, [60_000, 29_000]);
    think(30);
    server.until("its time is over", |_| game.seen()["ended"]["why"] == "time is up");
    assert_eq!(game.seen()["ended"]["winners"], json!([1]));
}

#[test]
fn nobodys_time_runs_while_a_seat_is_free() {
    let (server, turned) = timed("free");
    let (one, other) = (server.guest(), server.guest());
    let new = json!({"game": "kalah", "seats": ["me", "open"], "clock": "1"});
    let game = Game::begin(&server, &one, &new);
    // The last seed falls into its own store, so that the first seat moves once more.
    let view = game.act("moves", &json!({"move": "3"}));
    assert_eq!(view["your_turn"], true, "{view}");
    turned.turn(seconds(1_000));
    assert_eq!(clock(&game.seen()), (vec![60_000; 2], None));
    Game { browser: &other, ..game.clone() }.act("sit", &json!({"seat": 2}));
    turned.turn(seconds(10));
    assert_eq!(clock(&game.seen()), (vec![50_000, 60_000], Some(1)));
}

#[test]
fn a_clock_outlives_the_server_and_is_saved_as_the_command_reads_it() {
    let (server, turned) = timed("kept");
    let guest = server.guest();
    let new = json!({"game": "hex", "seats": ["me", "me"], "clock": "5+3"});
    let path = {
        let game = Game::begin(&server, &guest, &new);
        game.play();
        game.play();
        turned.turn(Duration::from_millis(12_300));
        game.play();
        turned.turn(seconds(8));
        let saved = server.get(&guest, &format!("{}/saved", game.path), &[]).text;
        assert!(saved.contains("\"clock\":\"4:50.7/4:52+3\""), "{saved}");
        // Whoever loads the file has the times that it says.
        let loaded = server.post(&guest, "/api/v1/tables/load", &json!({"saved": saved})).json();
        assert_eq!(clock(&loaded), (vec![290_700, 292_000], None));
        game.path
    };
    // A restart costs nobody time: the turn begins again.
    let server = server.again(turned.clone().into());
    let seen = |server: &Server| server.get(&guest, &path, &[]).json();
    assert_eq!(clock(&seen(&server)), (vec![290_700, 300_000], Some(2)));
    turned.turn(seconds(300));
    assert_eq!(seen(&server)["ended"]["loser"], 2);
    let server = server.again(turned.into());
    let view = seen(&server);
    assert_eq!((&view["ended"]["why"], clock(&view).0), (&json!("time is up"), vec![290_700, 0]));
}

#[test]
fn a_clock_that_cannot_be_is_refused_with_the_one_that_was_meant() {
    let server = Server::open("refused");
    let guest = server.guest();
    for (game, clock, words) in [
        ("hex", "5|3", "the clock cannot be `5|3`; did you mean `5+3`? accepted: minutes, and"),
        ("hex", "soon", "the clock cannot be `soon`; accepted: minutes, and"),
        ("hex", "", "the clock cannot be ``; accepted: minutes, and"),
        ("hex", "1/2/3", "hex: the times of the clock: 3; accepted: one for all seats, or 2,"),
        ("kuhn", "5+3", "kuhn hides something: it is played without a clock"),
    ] {
        let new = json!({"game": game, "clock": clock});
        let refused = server.post(&guest, "/api/v1/tables", &new);
        assert_eq!(refused.status, 400, "{}", refused.text);
        let error = refused.json()["error"].as_str().unwrap().to_owned();
        assert!(error.starts_with(words), "{error}");
    }
    // The description of the API has the notation.
    let description = server.get(&guest, "/api/v1/openapi.json", &[]).text;
    assert!(description.contains("as `agon play --clock` reads it: minutes for each seat"));
}

/// What scripts do more quickly, forms do too.
#[test]
fn a_page_offers_clocks_corrects_them_and_shows_what_is_left() {
    let (server, turned) = timed("pages");
    let guest = server.guest();
    let shown = |path: &str| server.get(&guest, path, &[("Accept-Language", "hu")]).text;
    let form = shown("/new?game=hex&clock=10:00%2B5");
    assert!(form.contains("<option value=\"10+5\" selected>10+5</option>"), "{form}");
    let address = shown("/new?game=hex&clock=2.5");
    assert!(address.contains("name=\"clock-own\""), "{address}");
    assert!(address.contains("value=\"2.5\"") && address.contains("value=\"own\" selected"));
    assert!(!shown("/new?game=kuhn").contains("id=\"clock\""), "it hides something");
    for (typed, words) in [("5%7C3", "did you mean `5+3`?"), ("", "the clock cannot be ``")] {
        let fields = format!("game=hex&seat2=me&clock=own&clock-own={typed}");
        let wrong = server.form(&guest, "/tables", &fields);
        assert_eq!(wrong.status, 400, "{}", wrong.text);
        let field = wrong.text.split("id=\"clock-own\"").nth(1).unwrap();
        assert!(field.contains(words) && field.contains("aria-invalid=\"true\""), "{field}");
    }
    let begun = server.form(&guest, "/tables", "game=hex&seat2=me&clock=3%2B2&clock-own=9");
    let path = begun.header("location").unwrap();
    let page = shown(path);
    let told = "data-clock=\"2\" aria-label=\"hátralévő idő: 3 perc 0 másodperc\">3:00</span>";
    assert!(page.contains(told) && page.contains("&amp;clock=3%2B2"), "{page}");
    let game = Game { server: &server, browser: &guest, path: format!("/api/v1{path}") };
    game.play();
    game.play();
    turned.turn(Duration::from_millis(170_600));
    assert!(shown(path).contains("0 perc 9 másodperc\">0:09,4</span>"), "{}", shown(path));
}
