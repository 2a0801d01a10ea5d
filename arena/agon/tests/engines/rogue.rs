//! An engine that behaves, or misbehaves in one way that its arguments name: `rogue PROTOCOL HOW MARK`.
//!
//! It knows the rules, so that its games go on until it misbehaves, at its second move; what it plays
//! depends on the position alone. `MARK` is a word by which its processes can be found.

use std::{
    borrow::Cow,
    io::{BufRead, Write, stdin, stdout},
    process::{Command, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use rustix::process::{Signal, getppid, kill_process};

use agon_core::{AnyMove, AnyPosition, Eye, Position, Protocol, Seat, all_moves, registry, view};
use serde_json::Value;

/// Obeys one command line after another.
pub(crate) fn run(arguments: &[String]) {
    let [protocol, how, mark] = arguments else { panic!("rogue PROTOCOL HOW MARK") };
    if how == "tells" {
        let variable = |name| std::env::var(name).ok();
        let (one, two) = (variable("AGON_ONE"), variable("AGON_TWO"));
        eprintln!("in {} with {one:?} and {two:?}", std::env::current_dir().unwrap().display());
    }
    RETURNS.store(how == "returns", Ordering::Relaxed);
    match (&**protocol, &**how) {
        ("sleeper", _) => {
            let _ = rustix::process::setsid();
            thread::sleep(Duration::from_secs(600));
        }
        (_, "exits") => std::process::exit(3),
        (_, "slow") => thread::sleep(Duration::from_secs(600)),
        (_, "banner") => {
            say("Rogue 1.0, a uci engine\nNo book was found.\n");
            thread::sleep(Duration::from_secs(600));
        }
        (_, "tired") if !is_first(mark) => thread::sleep(Duration::from_secs(6)),
        _ => {}
    }
    match (&**protocol, &**how) {
        ("uci", how) => Rogue::new("chess", Protocol::Uci, how, mark).speak_uci(),
        ("xboard", how) => Rogue::new("chess", Protocol::Xboard, how, mark).speak_xboard(),
        ("gtp", how) => Rogue::new("go(size=5)", Protocol::Gtp, how, mark).speak_gtp(),
        ("gomocup", how) => {
            Rogue::new("amoba(size=6)", Protocol::Gomocup, how, mark).speak_gomocup();
        }
        ("process", how) if crate::babbler::is_known(how) => crate::babbler::run(how),
        ("process", how) => Rogue::new("nim", Protocol::Uci, how, mark).speak_json(),
        _ => panic!("no such protocol"),
    }
}

/// The lines that are heard; `dies-N` ends at the one of that number, counted from 1.
fn lines(how: &str) -> impl Iterator<Item = String> + use<> {
    let last = how.strip_prefix("dies-").map_or(usize::MAX, |number| number.parse().unwrap());
    let all = stdin().lock().split(b'\n').map_while(Result::ok);
    all.zip(1..).map(move |(line, number)| {
        let line = String::from_utf8(line).unwrap();
        let has_return = line.ends_with('\r');
        assert!(has_return || !RETURNS.load(Ordering::Relaxed), "{line}");
        let line = line.trim_end_matches('\r').to_owned();
        if number == last {
            std::process::exit(3);
        }
        line
    })
}

struct Rogue {
    start: AnyPosition,
    position: AnyPosition,
    protocol: Protocol,
    how: String,
    mark: String,
    asked: u32,
}

/// Whether this is the first process with the mark.
fn is_first(mark: &str) -> bool {
    std::fs::File::create_new(std::env::temp_dir().join(mark)).is_ok()
}

/// Adds a line to its notes.
fn note(mark: &str, line: &str) {
    let notes = std::env::temp_dir().join(format!("{mark}-notes"));
    let mut notes = std::fs::File::options().create(true).append(true).open(notes).unwrap();
    writeln!(notes, "{line}").unwrap();
}

/// Whether lines end by CR alone, and CR LF is wanted.
static RETURNS: AtomicBool = AtomicBool::new(false);

pub(crate) fn say(text: &str) {
    let text =
        &*if RETURNS.load(Ordering::Relaxed) { Cow::Owned(text.replace('\n', "\r")) } else { Cow::Borrowed(text) };
    // Nobody may be listening any more.
    let _ = stdout().write_all(text.as_bytes()).and_then(|()| stdout().flush());
}

impl Rogue {
    fn new(game: &str, protocol: Protocol, how: &str, mark: &str) -> Rogue {
        let start = registry::game(game).unwrap().start;
        let (how, mark) = (how.to_owned(), mark.to_owned());
        Rogue { position: start.clone(), start, protocol, how, mark, asked: 0 }
    }

    fn play(&mut self, word: &str) -> bool {
        let m = self.position.parse_foreign(word, self.protocol);
        m.inspect(|&m| self.position.play(m)).is_some()
    }

    /// The move for this position, always the same.
    fn choice(&self) -> AnyMove {
        let moves = all_moves(&self.position);
        let text = self.position.to_string();
        let number = text.bytes().fold(7usize, |sum, byte| sum.wrapping_mul(31) + usize::from(byte));
        moves[number % moves.len()]
    }

    fn word(&self, m: AnyMove) -> String {
        let mut word = String::new();
        self.position.write_foreign(m, self.protocol, &mut word).unwrap();
        word
    }

    /// This program again.
    fn relative(&self, protocol: &str, how: &str) -> Command {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["rogue", protocol, how, &self.mark]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// What it does instead of an answer, if anything: the line `answer` is one.
    #[expect(clippy::zombie_processes, reason = "that is what it does wrong")]
    fn misbehave(&mut self, answer: &str) {
        self.asked += 1;
        if self.how == "falls" && self.position.to_string().len().is_multiple_of(5) {
            std::process::exit(3);
        }
        if self.how == "sluggish" {
            thread::sleep(Duration::from_millis(150));
        }
        if self.asked != 2 {
            say(answer);
            return;
        }
        match &*self.how {
            "crash" => {
                eprintln!("the seventh seal is broken");
                std::process::exit(3);
            }
            "abort" => std::process::abort(),
            "once" => {
                if is_first(&self.mark) {
                    std::process::exit(3);
                }
                say(answer);
            }
            "leaves" => {
                say(answer);
                std::process::exit(0);
            }
            "hang" | "deaf" => thread::sleep(Duration::from_secs(600)),
            "late" => {
                thread::sleep(Duration::from_millis(700));
                say(answer);
            }
            "garbage" => loop {
                say(&"\u{7f}\u{0}what\r\n".repeat(1000));
            },
            "bytes" => {
                let _ = stdout().write_all(&[0xff, 0xfe, 0, b'\n', 0xc3, b'\n']);
                say(answer);
            }
            "flood" => loop {
                say(&"info depth 1 score cp 3 nodes 5 pv e2e4\n".repeat(1000));
            },
            "endless" => loop {
                say(&"info string never ends ".repeat(1000));
            },
            "half" => {
                say("bestmove e2");
                std::process::exit(0);
            }
            "stuck" => {
                say("bestmove e2");
                thread::sleep(Duration::from_secs(600));
            }
            "pieces" => {
                for piece in answer.chars() {
                    say(&piece.to_string());
                    thread::sleep(Duration::from_millis(1));
                }
            }
            "illegal" => say("bestmove e2e5\n"),
            "cheats" => say("{\"type\":\"move\",\"index\":9999}\n"),
            "resigns-wrongly" => say("bestmove (none)\n"),
            "shouts" => {
                for _ in 0..1000 {
                    eprintln!("{}", "on and on ".repeat(100));
                }
                say(answer);
            }
            "family" => {
                for _ in 0..3 {
                    self.relative("sleeper", "well").spawn().unwrap();
                }
                // Dead at once, and nobody waits for them.
                for _ in 0..20 {
                    self.relative("uci", "exits").spawn().unwrap();
                }
                say(answer);
            }
            "murders" => {
                for _ in 0..3 {
                    self.relative("sleeper", "well").spawn().unwrap();
                }
                kill_process(getppid().unwrap(), Signal::KILL).unwrap();
                thread::sleep(Duration::from_secs(600));
            }
            "eats" => {
                let mut eaten = Vec::new();
                while eaten.len() < 1 << 13 {
                    eaten.push(std::hint::black_box(vec![1u8; 1 << 20]));
                }
                say(answer);
            }
            "chatty" => {
                self.asked = 1;
                say(&"info depth 1 score cp 3 nodes 5 pv e2e4\n".repeat(20_000));
                eprintln!("{}", "and on ".repeat(5000));
                say(answer);
            }
            _ => say(answer),
        }
    }

    fn speak_uci(&mut self) {
        for line in lines(&self.how.clone()) {
            let mut words = line.split_whitespace();
            match words.next().unwrap_or_default() {
                "uci" => {
                    say("id name Rogue\noption name Hash type spin default 1 min 1 max 64\nuciok\n");
                }
                "isready" => say("readyok\n"),
                "position" => {
                    self.position = self.start.clone();
                    if let Some(fen) = line.strip_prefix("position fen ") {
                        let fen = fen.split(" moves ").next().unwrap();
                        self.position = self.start.parse(fen).unwrap();
                    }
                    for word in words.skip_while(|word| *word != "moves").skip(1) {
                        assert!(self.play(word), "{word}");
                    }
                }
                "go" => {
                    let m = self.choice();
                    let word = self.word(m);
                    self.misbehave(&format!("info depth 3 score cp 25 nodes 77 pv {word}\nbestmove {word}\n"));
                }
                "quit" if self.how == "stubborn" => {}
                "quit" => return,
                _ => {}
            }
        }
        if self.how == "stubborn" {
            thread::sleep(Duration::from_secs(600));
        }
    }

    fn speak_xboard(&mut self) {
        for line in lines(&self.how.clone()) {
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match word {
                "protover" if self.how == "plain" => say("feature done=1\n"),
                "protover" if self.how == "gossip" => say("feature usermove=1 done=1\n"),
                "protover" if self.how == "once-only" => {
                    say("feature usermove=1 setboard=1 time=0 reuse=0 san=1 shiny=1\nfeature done=1\n");
                }
                "protover" | "easy" | "post" if self.how == "ignorant" => {
                    say(&format!("Error (unknown command): {word}\n"));
                }
                "time" | "otim" if self.how == "once-only" => panic!("no time, please"),
                "accepted" => assert!(!["san", "shiny"].contains(&rest), "{rest}"),
                "rejected" => assert!(["san", "shiny"].contains(&rest), "{rest}"),
                "level" if self.how == "once-only" => assert_eq!(rest, "0 1:00 0.6"),
                "new" if self.how == "once-only" && 0 < self.asked => std::process::exit(0),
                "new" if self.how == "gossip" => {
                    self.position = self.start.clone();
                    say("0-1 {Black mates, in the game before}\n");
                }
                "protover" => say("feature ping=1 setboard=1 usermove=1 myname=\"Rogue\" done=1\n"),
                "ping" => say(&format!("pong {rest}\n")),
                "new" => self.position = self.start.clone(),
                "setboard" => self.position = self.start.parse(rest).unwrap(),
                "usermove" if self.how == "refuses" && self.asked == 1 => {
                    say(&format!("Illegal move: {rest}\n"));
                }
                "usermove" => assert!(self.play(rest), "{rest}"),
                _ if self.how == "ignorant" && self.play(word) => {}
                "go" => {
                    let m = self.choice();
                    let word = self.word(m);
                    self.position.play(m);
                    match (&*self.how, self.asked) {
                        ("resigns", 1) => say("resign\n"),
                        ("claims", 1) => say("1/2-1/2 {Draw by repetition}\n"),
                        _ => self.misbehave(&format!("3 25 1 77 {word}\nmove {word}\n")),
                    }
                }
                "quit" => return,
                _ => {}
            }
        }
    }

    fn speak_gtp(&mut self) {
        for line in lines(&self.how.clone()) {
            let mut words = line.split_whitespace();
            let number = words.next().unwrap_or_default().to_owned();
            let good = |text: &str| say(&format!("={number} {text}\n\n"));
            let bad = |text: &str| say(&format!("?{number} {text}\n\n"));
            match words.next().unwrap_or_default() {
                "list_commands" => {
                    good("boardsize\nclear_board\nkomi\nplay\ngenmove\nfinal_score\nquit");
                }
                "boardsize" if self.how != "any" && words.next() != Some("5") => {
                    bad("unacceptable size");
                }
                "boardsize" | "komi" => good(""),
                "clear_board" => {
                    self.position = self.start.clone();
                    good("");
                }
                "play" if self.how == "refuses" && self.asked == 1 => bad("illegal move"),
                "play" => {
                    let is_legal = self.play(words.nth(1).unwrap_or_default());
                    if is_legal { good("") } else { bad("illegal move") }
                }
                "genmove" => {
                    let m = self.choice();
                    let word = self.word(m);
                    self.position.play(m);
                    self.misbehave(&format!("={number} {word}\n\n"));
                }
                // It always claims that the other one has won.
                "final_score" if self.how == "boasts" => good("B+99"),
                "final_score" => good("0"),
                "quit" => return,
                _ => bad("unknown command"),
            }
        }
    }

    /// Plays any game that begins. It follows the game, and asks for rules before each.
    /// Its move by its seat's view, which is all that it receives.
    fn chosen_by_view(&self, heard: &Value, asked: u32) -> String {
        assert!(heard["position"].is_null(), "{heard}");
        assert_eq!(heard["ply"], asked);
        let (seen, seat) = (heard["view"].as_str().unwrap(), heard["seat"].as_u64().unwrap());
        let redeals = heard["redeals"].as_array().unwrap();
        assert_eq!(redeals.len(), 3);
        for redeal in redeals {
            let redeal = self.start.parse(redeal.as_str().unwrap()).unwrap();
            assert_eq!(view(&redeal, Eye::Seat(Seat(seat as u8 - 1))), seen);
        }
        let moves = heard["moves"].as_array().unwrap().len();
        let sum = heard.to_string().bytes().map(usize::from).sum::<usize>();
        format!("{{\"type\":\"move\",\"index\":{}}}\n", sum % moves)
    }

    fn speak_json(&mut self) {
        let mut plies = 0;
        // All views that this process was given.
        let mut views = Vec::new();
        for line in lines(&self.how.clone()) {
            let heard: Value = serde_json::from_str(&line).unwrap();
            match heard["type"].as_str().unwrap() {
                "hello" if self.how == "draws" => {
                    say("{\"type\":\"hello\",\"protocol\":1,\"name\":\"Rogue\",\"random\":true}\n");
                }
                "hello" if self.how == "newer" => {
                    say("{\"type\":\"hello\",\"protocol\":2,\"name\":\"Rogue\"}\n");
                }
                "hello" if ["sees", "greedy", "remembers", "echoes"].contains(&&*self.how) => {
                    let redeals = if self.how == "greedy" { 1001 } else { 3 };
                    say(&format!(
                        "{{\"type\":\"hello\",\"protocol\":1,\"name\":\"Rogue\",\"hidden\":true,\
                         \"follows\":true,\"redeals\":{redeals}}}\n"
                    ));
                }
                "hello" => {
                    say("{\"type\":\"hello\",\"protocol\":1,\"name\":\"Rogue\",\"follows\":true}\n");
                }
                "game" => {
                    self.start = registry::game(heard["game"].as_str().unwrap()).unwrap().start;
                    self.position = self.start.clone();
                    plies = 0;
                    say("{\"type\":\"ask\",\"id\":7,\"positions\":[{\"moves\":[]}],\"want\":[\"moves\"]}\n");
                }
                "answers" => {
                    let answer = &heard["answers"][0];
                    assert_eq!(answer["position"], self.start.to_string());
                    say(if self.how == "declines" {
                        "{\"type\":\"error\",\"message\":\"not my game\"}\n"
                    } else {
                        "{\"type\":\"ready\"}\n"
                    });
                }
                "choose" if self.how == "echoes" => {
                    // All that it is told, but for how often it was asked, as a number.
                    let mut told = heard.clone();
                    told["ply"] = Value::Null;
                    let number = agon_core::key_of(&told.to_string()) >> 16;
                    let told = format!("{{\"type\":\"move\",\"index\":0,\"nodes\":{number}}}\n");
                    say(&told);
                    plies += 1;
                }
                "choose" if ["sees", "remembers"].contains(&&*self.how) => {
                    if self.how == "remembers" {
                        views.push(heard["view"].as_str().unwrap().to_owned());
                        note(&self.mark, &views.join(" | "));
                    }
                    say(&self.chosen_by_view(&heard, plies));
                    plies += 1;
                }
                "played" | "end" if ["sees", "remembers"].contains(&&*self.how) => {
                    panic!("it was told: {line}")
                }
                "played" => {
                    let code = heard["code"].as_str().unwrap().parse().unwrap();
                    self.position.play(AnyMove(code));
                    assert_eq!(heard["position"], self.position.to_string());
                    plies += 1;
                }
                "choose" => {
                    assert_eq!(heard["position"], self.position.to_string());
                    assert_eq!(heard["ply"], plies);
                    let left = &heard["clock"]["left"];
                    assert_eq!(left.is_null(), self.how != "clocked");
                    if self.how == "clocked" {
                        assert_eq!((left, &heard["clock"]["increment"]), (&heard["time"], &1000.into()));
                        assert!((1..=60_000).contains(&left.as_u64().unwrap()), "{line}");
                    }
                    let code = self.choice().0;
                    self.misbehave(&format!("{{\"type\":\"move\",\"code\":\"{code}\",\"depth\":3,\"nodes\":77}}\n"));
                }
                "end" => assert_eq!(heard["position"], self.position.to_string()),
                // It has been late, and has answered.
                "stop" => {}
                "quit" => return,
                other => panic!("{other}"),
            }
        }
    }

    fn speak_gomocup(&mut self) {
        let mut is_board = false;
        for line in lines(&self.how.clone()) {
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            let mut is_asked = false;
            match word {
                "START" if rest != "6" => say("ERROR unsupported size\n"),
                "START" | "RESTART" => {
                    self.position = self.start.clone();
                    say("OK\n");
                }
                "BEGIN" => is_asked = true,
                "TURN" => {
                    assert!(self.play(rest), "{rest}");
                    is_asked = true;
                }
                "BOARD" => {
                    is_board = true;
                    self.position = self.start.clone();
                }
                "DONE" => (is_board, is_asked) = (false, true),
                "END" => return,
                stone if is_board => {
                    // They come in the order in which they were played.
                    assert!(self.play(stone.rsplit_once(',').unwrap().0), "{stone}");
                }
                _ => {}
            }
            if is_asked && self.how == "complains" {
                say("ERROR Unknown command: TIMEOUT_TURN\n");
            }
            if is_asked {
                let m = self.choice();
                let word = self.word(m);
                self.position.play(m);
                self.misbehave(&format!("MESSAGE thinking\n{word}\n"));
            }
        }
    }
}
