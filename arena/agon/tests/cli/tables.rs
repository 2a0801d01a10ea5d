//! Clients of `agon mcp` at the tables of a server: with each other, and with people.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    fs,
    io::{BufRead, BufReader},
    net::TcpListener,
    path::{Path, PathBuf},
    process::Stdio,
};

use serde_json::{Value, json};

use crate::{
    command::{agon, command},
    mcp::{Client, HIDING, nothing_hidden},
    started::Started,
};

/// A server in a folder of its own, and its address.
fn server(name: &str, more: &[&str]) -> (Started, String, PathBuf) {
    let here = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&here);
    fs::create_dir_all(&here).unwrap();
    let words = [&["serve", "--port", "0", "--folder", "served", "--jobs", "1"], more].concat();
    let mut server = command(&words);
    server.current_dir(&here).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut server = Started::new(&mut server);
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (server, line.trim().to_owned(), here)
}

/// A client at a table, and what it was told while the game went on.
struct Guest {
    client: Client,
    id: Value,
    last: Value,
    open: usize,
}

impl Guest {
    fn new(address: &str, tool: &str, arguments: Value) -> Guest {
        let mut client = Client::begin(&["--server", address]);
        let last = client.call(tool, arguments).unwrap();
        let open = client.told.len();
        Guest { client, id: last["id"].clone(), last, open }
    }

    fn call(&mut self, tool: &str, mut arguments: Value) {
        arguments["id"] = self.id.clone();
        self.last = self.client.call(tool, arguments).unwrap();
        if self.last["turn"] != "over" {
            self.open = self.client.told.len();
        }
    }

    /// What it was told before the end; without the table's address, whose digits may look like cards.
    fn until_the_end(&self) -> String {
        let link = self.last["table"].as_str().unwrap();
        self.client.told[..self.open].replace(link, "")
    }
}

/// Plays the first legal move of whoever is to move, until the game is over.
fn play_out(pair: &mut [Guest; 2]) {
    for turn in 0.. {
        let guest = &mut pair[turn % 2];
        guest.call("wait_for_turn", json!({"seconds": 0}));
        if guest.last["turn"] == "you" {
            let read = guest.client.ask("resources/read", json!({"uri": "agon://position/game-1"}));
            assert!(read["result"]["contents"][0]["text"].is_string(), "{read}");
            guest.open = guest.client.told.len();
            let first = guest.last["moves"][0].clone();
            guest.call("play", json!({"move": first, "wait": false}));
        }
        if pair.iter().all(|guest| guest.last["turn"] == "over") {
            return;
        }
    }
}

#[test]
fn two_clients_at_one_table_never_see_each_others_view() {
    let (mut running, address, here) = server("tables-hidden", &[]);
    for game in HIDING {
        let asked = json!({"game": game, "opponents": ["person"]});
        let host = Guest::new(&address, "new_game", asked);
        assert_eq!(host.last["free_seats"], json!([2]), "{game}");
        let guest = Guest::new(&address, "join_table", json!({"link": host.last["table"]}));
        assert_eq!(guest.last["seat"], 2);
        let mut pair = [host, guest];
        play_out(&mut pair);
        let [moves, same] = [0, 1].map(|at| pair[at].last["end"]["moves"].as_str().unwrap());
        assert_eq!(moves, same);
        for (own, guest) in pair.iter().enumerate() {
            let until = guest.until_the_end();
            nothing_hidden(game, moves, own as u8, &until);
            assert!(!until.contains("\"played\"") && !until.contains("http://"), "{until}");
        }
        assert_eq!(pair[0].last["end"]["payoffs"], pair[1].last["end"]["payoffs"]);
        for guest in pair {
            guest.client.end();
        }
    }
    running.kill().unwrap();
    running.ended();
    fs::remove_dir_all(here).unwrap();
}

#[test]
fn clients_a_player_and_a_level_share_a_game() {
    let (mut running, address, here) = server("tables-open", &[]);
    let asked = json!({"game": "nim(heaps=1+2)", "seat": 2, "opponents": ["person"]});
    let host = Guest::new(&address, "new_game", asked);
    let link = host.last["table"].as_str().unwrap().to_owned();
    assert!(link.starts_with(&format!("{address}tables/")), "{link}");
    let mut pair = [Guest::new(&address, "join_table", json!({"link": link, "seat": 1})), host];
    assert_eq!(pair[0].last["moves"], json!(["a1", "b1", "b2"]));
    // A third finds no seat; who sits there may come again.
    let mut third = Client::begin(&["--server", &address]);
    let refused = third.call("join_table", json!({"link": link})).unwrap_err();
    assert_eq!(refused, "there is no such free seat at this table; free: none");
    let again = pair[0].client.call("join_table", json!({"link": link})).unwrap();
    assert_eq!((&again["seat"], &again["id"]), (&json!(1), &json!("game-2")));
    // A wrong word is counted, and changes nothing; what is not one's turn is no wrong word.
    let wrong = pair[0].client.call("play", json!({"id": "game-1", "move": "the second"})).unwrap_err();
    assert_eq!(wrong, "`the second` is not legal here; accepted: a1, b1, b2. Nothing was played.");
    let long = "x".repeat(20_000);
    let wrong = pair[0].client.call("play", json!({"id": "game-1", "move": long})).unwrap_err();
    assert!(wrong.contains("x…` is not legal here") && wrong.len() < 600, "{wrong}");
    let early = pair[1].client.call("play", json!({"id": "game-1", "move": "a1"})).unwrap_err();
    assert_eq!(early, "it is not your move");
    pair[0].call("play", json!({"move": "b1", "wait": false}));
    assert_eq!(pair[0].last["wrong_words"], 2);
    pair[1].call("wait_for_turn", json!({}));
    assert_eq!(pair[1].last["played"], json!([{"seat": 1, "move": "b1"}]));
    assert_eq!(pair[1].last.get("wrong_words"), None);
    // With the other beside it, who waits hears of the move when it is made.
    let [one, other] = &mut pair;
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| one.call("wait_for_turn", json!({"seconds": 600})));
        other.call("play", json!({"move": "a1", "wait": false}));
        waits.join().unwrap();
    });
    assert_eq!(one.last["played"], json!([{"seat": 1, "move": "b1"}, {"seat": 2, "move": "a1"}]));
    one.call("resign", json!({}));
    other.call("look", json!({}));
    for told in [&one.last, &other.last] {
        let end = json!({"by": "seat 1: resigned", "payoffs": [-1.0, 1.0], "winners": [2], "moves": "b1 a1"});
        assert_eq!((&told["end"], &told["turn"]), (&end, &json!("over")));
    }
    for guest in pair {
        guest.client.end();
    }
    // People, a level and a player at one table; the client's game here goes on beside it.
    let game = "tic-tac-toe(players=3)";
    let host = Guest::new(&address, "new_game", json!({"game": game, "opponents": ["person", "easy"]}));
    let guest = Guest::new(&address, "join_table", json!({"link": host.last["table"]}));
    let mut pair = [host, guest];
    assert_eq!(
        pair[0].client.call("new_game", json!({"game": "nim", "opponents": ["random"]})).unwrap()["id"],
        "game-2"
    );
    play_out(&mut pair);
    let moves = pair[0].last["end"]["moves"].as_str().unwrap().to_owned();
    let shown: Value = serde_json::from_str(&agon(&["show", game, "--moves", &moves, "--json"]).out).unwrap();
    assert_eq!(shown["payoffs"], pair[0].last["end"]["payoffs"], "{shown}");
    for guest in pair {
        guest.client.end();
    }
    third.end();
    running.kill().unwrap();
    running.ended();
    fs::remove_dir_all(here).unwrap();
}

#[test]
fn what_a_server_refuses_and_one_that_is_gone_are_told_in_a_sentence() {
    let (mut running, address, here) = server("tables-refused", &[]);
    let nowhere = format!("{address}tables/{}", "0".repeat(32));
    let mut client = Client::begin(&["--server", &address]);
    for (tool, arguments, why) in [
        ("join_table", json!({"link": "kuhn"}), "`kuhn` names no table; accepted: the address of a game's page"),
        ("join_table", json!({"link": nowhere}), "no game"),
        ("join_table", json!({}), "join_table needs `link`"),
        ("new_game", json!({"game": "kuhn", "opponents": ["person"], "moves": "K Q"}), "kuhn"),
        ("new_game", json!({"game": "nim", "opponents": ["person"], "seed": 7}), "seed"),
        ("new_game", json!({"game": "nim", "opponents": ["person"], "seat": 3}), "`seat` cannot be 3: nim has 2"),
        ("new_game", json!({"game": "nim", "opponents": ["person", "easy"]}), "`opponents` names 2 players"),
        ("new_game", json!({"game": "program(command=\"x\")", "opponents": ["person"]}), "no program is started"),
        ("new_game", json!({"game": "tic-tac-toe(players=3)", "opponents": ["person", "gredy"]}), "greedy"),
    ] {
        let refused = client.call(tool, arguments.clone()).unwrap_err();
        assert!(refused.contains(why) && refused.lines().count() == 1, "{tool} {arguments}: {refused}");
    }
    let told = client.call("new_game", json!({"game": "nim", "opponents": ["person"]})).unwrap();
    running.kill().unwrap();
    running.ended();
    for (tool, arguments) in [("look", json!({"id": told["id"]})), ("join_table", json!({"link": told["table"]}))] {
        let refused = client.call(tool, arguments).unwrap_err();
        assert!(refused.starts_with(address.trim_end_matches('/')) && refused.contains("does not answer"), "{refused}");
    }
    // All else goes on.
    assert_eq!(client.call("new_game", json!({"game": "nim", "opponents": ["random"]})).unwrap()["turn"], "you");
    client.end();
    fs::remove_dir_all(here).unwrap();
    // Somebody else who listens there is no server of this program.
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", other.local_addr().unwrap());
    let answers = std::thread::spawn(move || {
        use std::io::{Read as _, Write as _};
        let (mut stream, _) = other.accept().unwrap();
        let _ = stream.read(&mut [0; 4096]).unwrap();
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi").unwrap();
    });
    let mut client = Client::begin(&["--server", &address]);
    let refused = client.call("join_table", json!({"link": nowhere})).unwrap_err();
    assert!(refused.ends_with("is no server of Agon"), "{refused}");
    answers.join().unwrap();
    client.end();
    // Without a server there is no table.
    let mut client = Client::begin(&[]);
    let refused = client.call("new_game", json!({"game": "nim", "opponents": ["person"]})).unwrap_err();
    assert!(refused.contains("started without --server"), "{refused}");
    let tools = client.ask("tools/list", json!({}))["result"].take();
    assert!(tools["tools"].as_array().unwrap().iter().all(|tool| tool["name"] != "join_table"));
    client.end();
    for (address, why) in
        [("localhost", "accepted: the address"), ("https://arena.example.org/", "https is not spoken")]
    {
        let told = agon(&["mcp", "--server", address]);
        assert_eq!((told.code, told.out.as_str()), (2, ""));
        assert!(told.err.contains(why) && told.err.lines().count() == 1, "{}", told.err);
    }
}
