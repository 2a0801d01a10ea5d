//! `agon mcp`: what a client is told, and what it never is.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![expect(clippy::needless_pass_by_value, reason = "arguments are written where they are used")]

use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use agon_core::{Eye, Seat, registry};
use agon_table::{GivenPosition, ShownPosition};
use serde_json::{Value, json};

use crate::command::{agon, agon_told};

/// A client, and all that it was told.
pub(crate) struct Client {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    pub(crate) told: String,
    asked: u64,
}

impl Client {
    pub(crate) fn begin(more: &[&str]) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
        command
            .arg("mcp")
            .args(more)
            .env("AGON_PROGRAMS", "yes")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit());
        let mut child = command.spawn().unwrap();
        let (to, from) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let mut client = Client { child, to, from, told: String::new(), asked: 0 };
        let hello =
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
        assert_eq!(client.ask("initialize", hello)["result"]["protocolVersion"], "2025-06-18");
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        client
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.to.as_mut().unwrap(), "{message}").unwrap();
    }

    /// The next line.
    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        self.told += &line;
        serde_json::from_str(&line).unwrap_or_else(|why| panic!("{why}: {line}"))
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        let answer = self.hear();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// What a tool answers: its document, or the text of its refusal.
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Result<Value, String> {
        let result = self.ask("tools/call", json!({"name": tool, "arguments": arguments}))["result"].take();
        let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{result}")).to_owned();
        if result["isError"] == true {
            return Err(text);
        }
        let Some(document) = result.get("structuredContent") else { return Ok(text.into()) };
        // Whoever reads texts alone is told the same.
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), *document);
        Ok(document.clone())
    }

    pub(crate) fn end(mut self) {
        self.to = None;
        assert!(self.child.wait().unwrap().success());
    }
}

/// Plays the first legal move until the game is over; what was told at its end.
fn play_on(client: &mut Client, mut told: Value) -> Value {
    while told["turn"] != "over" {
        assert_eq!(told["turn"], "you", "{told}");
        told = client.call("play", json!({"id": told["id"], "move": told["moves"][0]})).unwrap();
    }
    told
}

#[test]
fn a_client_plays_a_whole_game_move_by_move() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mcp");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("games.json").display().to_string();
    let mut client = Client::begin(&["--seed", "3", "--save", &file]);
    let began =
        client.call("new_game", json!({"game": "nim(heaps=1+2)", "opponents": ["perfect"], "seat": 2})).unwrap();
    assert_eq!((&began["turn"], &began["seat"]), (&json!("you"), &json!(2)));
    // The other has begun: everybody sees it.
    assert_eq!(began["played"], json!([{"seat": 1, "move": "b1"}]));
    assert_eq!(began["moves"], json!(["a1", "b1"]));
    let wrong = client.call("play", json!({"id": "game-1", "move": "I play a1"})).unwrap_err();
    assert!(wrong.contains("not legal here") && wrong.contains("accepted: a1, b1."), "{wrong}");
    let looked = client.call("look", json!({"id": "game-1"})).unwrap();
    assert_eq!((&looked["wrong_words"], &looked["moves"]), (&json!(1), &began["moves"]));
    // Without waiting the others have not answered yet.
    let alone = client.call("play", json!({"id": "game-1", "move": "a1", "wait": false})).unwrap();
    assert_eq!((&alone["turn"], &alone["played"]), (&json!("others"), &json!([{"seat": 2, "move": "a1"}])));
    assert!(client.call("play", json!({"id": "game-1", "move": "b1"})).unwrap_err().contains("not the turn"));
    let over = client.call("wait_for_turn", json!({"id": "game-1"})).unwrap();
    assert_eq!(over["played"], json!([{"seat": 2, "move": "a1"}, {"seat": 1, "move": "b1"}]));
    assert_eq!(over["end"], json!({"by": "over", "payoffs": [1.0, -1.0], "winners": [1], "moves": "b1 a1 b1"}));
    assert!(client.call("play", json!({"id": "game-1", "move": "b1"})).unwrap_err().contains("over"));
    // Two more: one that is given up, one that is left.
    let three = json!({"game": "tic-tac-toe(players=3)", "opponents": ["random", "easy"]});
    client.call("new_game", three).unwrap();
    let given_up = client.call("resign", json!({"id": "game-2"})).unwrap();
    assert_eq!(given_up["end"]["by"], "seat 1: resigned");
    let left = client.call("new_game", json!({"game": "nim", "seed": 9})).unwrap();
    client.call("play", json!({"id": left["id"], "move": "a1"})).unwrap();
    client.end();
    let saved = std::fs::read_to_string(&file).unwrap();
    let saved: Vec<Value> = saved.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let endings: Vec<&str> = saved.iter().map(|game| game["ended"].as_str().unwrap()).collect();
    assert_eq!(endings, ["over", "resigned", "unfinished"]);
    assert_eq!(saved[0]["seats"], json!(["perfect", "human"]));
    assert_eq!(saved[2]["seed"], 9);
    assert_eq!(saved[0]["tries"], json!([{"ply": 1, "seat": 2, "text": "I play a1"}]));
    assert_eq!(saved[1].get("tries"), None);
    assert_eq!(agon(&["show", &format!("{file}#1")]).code, 0);
    // The same again is the same; with another seed others draw otherwise.
    let whole = |seed: &str| {
        let mut client = Client::begin(&["--seed", seed]);
        for game in ["pig(target=20)", "connect-four"] {
            let told = client.call("new_game", json!({"game": game, "opponents": ["random"]})).unwrap();
            play_on(&mut client, told);
        }
        let told = client.told.clone();
        client.end();
        told
    };
    assert_eq!(whole("5"), whole("5"));
    assert_ne!(whole("5"), whole("6"));
}

/// What a seat sees at every ply of a game, or what is true there.
fn seen(game: &str, moves: &str, seat: Option<u8>) -> Vec<String> {
    let end = GivenPosition::of(game, None, moves).unwrap();
    let mut here = end.base.clone();
    let mut all = Vec::new();
    for ply in 0..=end.line.len() {
        let shown = ShownPosition::at((&end.base, &end.line[..ply], &here), seat.map(|seat| Eye::Seat(Seat(seat))));
        all.push(shown.text());
        if let Some(&m) = end.line.get(ply) {
            here = agon_core::after(&here, m);
        }
    }
    all
}

/// Of what a seat was told of a game of two until its end nothing is what the other saw alone, or what nobody saw.
pub(crate) fn nothing_hidden(game: &str, moves: &str, own: u8, until: &str) {
    let [mine, theirs, truth] = [Some(own), Some(1 - own), None].map(|seat| seen(game, moves, seat));
    let secret: Vec<&String> = theirs.iter().chain(&truth).filter(|view| !mine.contains(view)).collect();
    assert!(!secret.is_empty(), "{game}: {moves}");
    for view in secret {
        let quoted = json!(view).to_string();
        let quoted = &quoted[1..quoted.len() - 1];
        let field = |quote: &str| format!("{quote}position{quote}:{quote}{quoted}{quote}");
        let is_told = until.contains(&field("\"")) || until.contains(&field("\\\""));
        // Shorter ones stand in many words.
        let is_said = 2 < quoted.len() && until.contains(quoted);
        assert!(!is_told && !is_said, "{game}, seat {own}: {view}\n{until}");
    }
}

/// Small games of two that hide something, each in its own way.
pub(crate) const HIDING: [&str; 5] = [
    "kuhn",
    "leduc",
    "dark-hex(width=2, height=2)",
    "goofspiel(cards=3)",
    "battleship(width=2, height=2, shots=2, ships=1)",
];

#[test]
fn nobody_is_told_what_another_seat_sees() {
    for game in HIDING {
        for seed in 0..6 {
            // Two clients at one game: the same deal, from either seat.
            for own in 0..2 {
                let mut client = Client::begin(&["--seed", &seed.to_string()]);
                let asked = json!({"game": game, "seat": own + 1, "opponents": ["random"]});
                let mut told = client.call("new_game", asked).unwrap();
                let mut before = client.told.len();
                while told["turn"] != "over" {
                    before = client.told.len();
                    let id = told["id"].clone();
                    for tool in ["look", "wait_for_turn"] {
                        client.call(tool, json!({"id": id})).unwrap();
                    }
                    client.ask("resources/read", json!({"uri": "agon://position/game-1"}));
                    told = client.call("play", json!({"id": id, "move": told["moves"][0]})).unwrap();
                    if told["turn"] != "over" {
                        before = client.told.len();
                    } else if let Some(at) = client.told.trim_end().rfind('\n') {
                        before = at;
                    }
                }
                let (until, moves) = (&client.told[..before], told["end"]["moves"].as_str().unwrap());
                nothing_hidden(game, moves, own, until);
                assert!(!until.contains("\"seed\"") && !until.contains("\"played\""), "{until}");
                client.end();
            }
        }
    }
}

#[test]
fn an_analyst_answers_as_the_commands_do() {
    let mut client = Client::begin(&[]);
    let place = json!({"game": "tic-tac-toe", "moves": "b2 a1", "player": "alpha-beta(depth=4)"});
    let own = agon(&["analyse", "tic-tac-toe", "--moves", "b2 a1", "-p", "alpha-beta(depth=4)", "--json"]).out;
    assert_eq!(client.call("analyse", place.clone()).unwrap(), serde_json::from_str::<Value>(&own).unwrap());
    let own = agon(&["tree", "tic-tac-toe", "--moves", "b2 a1", "-p", "alpha-beta(depth=4)", "--to", "words"]).out;
    assert_eq!(client.call("tree", place).unwrap(), json!(own));
    assert!(own.contains("cut: "), "{own}");
    let own = agon(&["solve", "nim", "--json"]).out;
    assert_eq!(client.call("solve", json!({"game": "nim"})).unwrap(), serde_json::from_str::<Value>(&own).unwrap());
    let games = client.call("list_games", json!({})).unwrap();
    assert!(games["games"].as_array().unwrap().iter().any(|game| game["name"] == "othello"), "{games}");
    let players = client.call("list_players", json!({})).unwrap();
    assert!(players["players"].as_array().unwrap().iter().any(|player| player["name"] == "mcts"), "{players}");
    assert_eq!(client.call("list_players", json!({"name": "mcts"})).unwrap()["name"], "mcts");
    let rules = client.call("rules", json!({"game": "hex(size=5)"})).unwrap();
    let read = client.ask("resources/read", json!({"uri": "agon://rules/hex%28size%3D5%29"}));
    let text = read["result"]["contents"][0]["text"].as_str().unwrap();
    assert_eq!(serde_json::from_str::<Value>(text).unwrap(), rules);
    // In the language that is asked for, where they are told in it.
    assert_eq!(rules["language"], "en");
    assert_eq!(rules["rules"], registry::game("hex(size=5)").unwrap().rules());
    let told = |client: &mut Client, game: &str, language: &str| {
        let rules = client.call("rules", json!({"game": game, "language": language})).unwrap();
        (rules["language"].as_str().unwrap().to_owned(), rules["rules"].as_str().unwrap().to_owned())
    };
    for (wanted, answered) in [("hu-HU", "hu"), ("sl", "sl"), ("tlh", "en"), ("", "en")] {
        let (language, text) = told(&mut client, "nim", wanted);
        assert_eq!(language, answered);
        assert!(
            text.contains("`misere=true`") && text.contains("`c7`") && text.replace(';', ",").contains("1, -1"),
            "{text}"
        );
    }
    // The words of a disguise are of no language, and neither is a sheet.
    for game in ["disguise(game=nim)", "gdl"] {
        assert_eq!(told(&mut client, game, "hu").0, "en");
    }
    let (_, text) = told(&mut client, "nim", "hu");
    let question = r#"{"type":"about","game":"nim","rules":true,"language":"hu"}"#;
    // Behind its hello.
    let said = agon_told(&["protocol", "--rules"], &format!("{question}\n")).out;
    let about: Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
    assert_eq!((&about["language"], &about["rules"]), (&json!("hu"), &json!(text)));
    let listed = client.ask("resources/templates/list", json!({}));
    assert_eq!(listed["result"]["resourceTemplates"].as_array().unwrap().len(), 2);
    client.end();
}

#[test]
fn what_cannot_be_done_is_refused_in_one_sentence() {
    let mut client = Client::begin(&[]);
    for (tool, arguments, why) in [
        ("new_game", json!({}), "new_game needs `game`"),
        ("new_game", json!({"game": "nimm"}), "did you mean `nim`?"),
        ("new_game", json!({"gmae": "nim"}), "takes no `gmae`; did you mean `game`?"),
        ("new_game", json!({"game": 3}), "`game` cannot be `3`; accepted: a text"),
        ("new_game", json!({"game": "nim", "seat": 0}), "`seat` cannot be `0`; accepted: a whole number from 1 to 255"),
        ("new_game", json!({"game": "nim", "seat": 3}), "`seat` cannot be 3: nim has 2"),
        ("new_game", json!({"game": "nim", "opponents": ["easy", "easy"]}), "`opponents` names 2 players"),
        ("new_game", json!({"game": "nim", "opponents": ["gredy"]}), "did you mean `greedy`?"),
        ("new_game", json!({"game": "nim", "opponents": ["human"]}), "a person at a terminal"),
        ("new_game", json!({"game": "nim", "opponents": ["process(command=\"x\")"]}), "`process` starts a program"),
        (
            "analyse",
            json!({"game": "nim", "player": "epsilon(player=process(command=\"x\"))"}),
            "`process` starts a program",
        ),
        ("new_game", json!({"game": "program(command=\"x\")"}), "no program is started"),
        ("rules", json!({"game": "gdl(sheet=\"/etc/passwd\")"}), "no file is read here"),
        ("solve", json!({"game": "gdl(sheet=\"/etc/passwd\")"}), "no file is read here"),
        (
            "analyse",
            json!({"game": "othello", "player": "greedy(heuristic=learned(\"/etc/passwd\"))"}),
            "no evaluation is read from a file",
        ),
        ("new_game", json!({"game": "kuhn", "seed": 1}), "its seed would tell what"),
        ("new_game", json!({"game": "pig", "seed": 1}), "its seed would tell what"),
        ("new_game", json!({"game": "nim", "moves": "z9"}), "`z9`, is not legal"),
        ("look", json!({"id": "game-7"}), "there is no game `game-7`; there is none"),
        ("analyse", json!({"game": "nim", "player": "random", "moves": "z9"}), "`z9`, is not legal"),
        ("analyse", json!({"game": "nim", "player": "minimax", "position": "--help"}), "is not a position"),
        ("tree", json!({"game": "nim", "player": "random"}), "random"),
        ("solve", json!({"game": "chess", "seconds": 1}), "no answer within 1 s"),
    ] {
        let refused = client.call(tool, arguments.clone()).unwrap_err();
        assert!(refused.contains(why) && refused.lines().count() == 1, "{tool} {arguments}: {refused}");
    }
    for (method, params, code, why) in [
        ("tools/call", json!({"name": "plya"}), -32602, "did you mean `play`?"),
        ("tools/call", json!({"name": "play", "arguments": []}), -32602, "must be an object"),
        ("prompts/list", json!({}), -32601, "no method `prompts/list`"),
        ("resources/read", json!({"uri": "agon://position/game-1"}), -32002, "there is no game"),
        ("resources/read", json!({"uri": "file:///etc/passwd"}), -32002, "accepted: agon://games"),
        ("resources/read", json!({}), -32602, "`uri` must be a text"),
    ] {
        let error = client.ask(method, params)["error"].take();
        assert_eq!(error["code"], code, "{error}");
        assert!(error["message"].as_str().unwrap().contains(why), "{error}");
    }
    client.end();
    // What is no message is answered, and a line without end is not read.
    let told = agon_told(&["mcp"], "{\n\n[]\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n");
    assert_eq!((told.code, told.out.lines().count()), (0, 3), "{}", told.out);
    let long = agon_told(&["mcp"], &"x".repeat((1 << 20) + 2));
    assert!(long.code == 2 && long.out.is_empty(), "{}", long.err);
}

#[test]
fn a_question_that_is_cancelled_ends_and_others_are_heard_meanwhile() {
    let mut client = Client::begin(&[]);
    let endless = json!({"game": "go", "player": "mcts(iterations=1000000000)", "seconds": 3600});
    let ask = |id: u64, params: Value| json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
    client.send(&ask(70, json!({"name": "analyse", "arguments": endless})));
    client.send(&ask(71, json!({"name": "new_game", "arguments": {"game": "go"}})));
    client.send(&json!({"jsonrpc": "2.0", "id": 72, "method": "ping"}));
    assert_eq!(client.hear()["id"], 72);
    for id in [71, 70] {
        let params = json!({"requestId": id, "reason": "enough"});
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}));
    }
    // What waited when it was cancelled was not begun.
    client.asked = 72;
    assert_eq!(client.call("new_game", json!({"game": "nim"})).unwrap()["id"], "game-1");
    client.end();
}

/// Whether a line is what a page shows, where `…` stands for any letters.
fn is_like(line: &str, shown: &str) -> bool {
    let parts: Vec<&str> = shown.split('…').collect();
    let mut rest = line;
    for (number, part) in parts.iter().enumerate() {
        let found = if number == 0 { rest.starts_with(part).then_some(0) } else { rest.find(part) };
        let Some(at) = found else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty()
}

#[test]
fn a_conversation_goes_as_its_page_shows_it() {
    let page = include_str!("../../../../docs/agents.md");
    let block = page.split("```transcript mcp\n").nth(1).unwrap().split("```").next().unwrap();
    let asked: Vec<&str> = block.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    let said = agon_told(&["mcp"], &(asked.join("\n") + "\n"));
    let shown: Vec<&str> = block.lines().filter_map(|line| line.strip_prefix("< ")).collect();
    assert_eq!(said.out.lines().count(), shown.len(), "{}", said.out);
    for (line, shown) in said.out.lines().zip(shown) {
        assert!(is_like(line, shown), "{line}\n{shown}");
    }
}
