//! Conversations in each protocol.

mod compliance;
mod ends;
mod games;
mod long;
mod orders;
mod records;
mod referee;
mod refused;
mod scores;
mod shortlist;
mod times;
mod transcripts;
mod turns;

use std::{
    io::{self, BufReader, Read, Write},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use agon_arena::play::{Clocks, TurnedClock};
use agon_core::{Protocol, registry};
use {agon_amoba as _, agon_chess as _, agon_go as _, agon_hex as _, agon_othello as _, agon_players as _};

use crate::{Guest, serve};

fn guest(protocol: Protocol, game: &str, player: &str) -> Guest {
    let (game, player) = (registry::game(game).unwrap(), registry::player(player).unwrap());
    Guest::new(game, player, 0, protocol).unwrap()
}

#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// All answers to these lines, sent at once.
fn said(protocol: Protocol, game: &str, player: &str, lines: &str) -> String {
    let out = Written::default();
    let input = BufReader::new(io::Cursor::new(lines.to_owned()));
    serve(guest(protocol, game, player), protocol, input, out.clone()).unwrap();
    let bytes = out.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}

/// The lines that begin with `word`.
fn only<'a>(said: &'a str, word: &str) -> Vec<&'a str> {
    said.lines().filter(|line| line.starts_with(word)).collect()
}

/// So long, that only what hangs is still there afterwards.
const EVER: Duration = Duration::from_secs(60);

/// A conversation in which one waits for the other.
pub(crate) struct Talk {
    lines: Option<mpsc::Sender<Vec<u8>>>,
    heard: mpsc::Receiver<String>,
    served: Option<thread::JoinHandle<()>>,
}

/// Bytes from a channel, as they come.
struct Coming(mpsc::Receiver<Vec<u8>>, Vec<u8>);

impl Read for Coming {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            match self.0.recv() {
                Ok(bytes) => self.1 = bytes,
                Err(_) => return Ok(0),
            }
        }
        let length = buffer.len().min(self.1.len());
        buffer[..length].copy_from_slice(&self.1[..length]);
        self.1.drain(..length);
        Ok(length)
    }
}

/// Lines to a channel.
struct Going(mpsc::Sender<String>, Vec<u8>);

impl Write for Going {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.extend_from_slice(bytes);
        while let Some(end) = self.1.iter().position(|&b| b == b'\n') {
            let line: Vec<u8> = self.1.drain(..=end).collect();
            let _ = self.0.send(String::from_utf8(line).unwrap().trim_end().to_owned());
        }
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Talk {
    pub(crate) fn new(protocol: Protocol, game: &str, player: &str) -> Talk {
        Talk::by(Clocks::default(), protocol, game, player)
    }

    /// The same with a guest that has its time by these clocks.
    pub(crate) fn by(clocks: Clocks, protocol: Protocol, game: &str, player: &str) -> Talk {
        let (lines, coming) = mpsc::channel();
        let (going, heard) = mpsc::channel();
        let guest = guest(protocol, game, player).timed(clocks);
        let input = BufReader::new(Coming(coming, Vec::new()));
        let served = thread::spawn(move || {
            serve(guest, protocol, input, Going(going, Vec::new())).unwrap();
        });
        Talk { lines: Some(lines), heard, served: Some(served) }
    }

    pub(crate) fn say(&self, line: &str) {
        self.lines.as_ref().unwrap().send(format!("{line}\n").into_bytes()).unwrap();
    }

    /// The next line that begins with `word`.
    pub(crate) fn wait_for(&self, word: &str) -> String {
        loop {
            let line = self.heard.recv_timeout(EVER).unwrap();
            if line.starts_with(word) {
                return line;
            }
        }
    }

    /// The next line that begins with `word`, before which there is none that begins with `absent`.
    pub(crate) fn wait_without(&self, word: &str, absent: &str) -> String {
        loop {
            let line = self.wait_for("");
            assert!(!line.starts_with(absent), "{line}");
            if line.starts_with(word) {
                return line;
            }
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        self.lines = None;
        // A guest that hangs has failed the test already.
        if !thread::panicking() {
            let _ = self.served.take().unwrap().join();
        }
    }
}

#[test]
fn xboard_analyses_until_the_command_to_stop() {
    let talk = Talk::new(Protocol::Xboard, "chess", DEEP);
    for line in ["force", "analyze"] {
        talk.say(line);
    }
    talk.wait_for("2 ");
    talk.say(".");
    assert!(talk.wait_for("stat01:").split(' ').count() == 6);
    // Another position: thoughts begin with the first depth, of the other side.
    talk.say("usermove e2e4");
    let line = talk.wait_for("1 ");
    assert!(line.split(' ').nth(4).unwrap().contains(['5', '6']), "{line}");
    talk.say("undo");
    talk.wait_for("1 ");
    talk.say("setboard 7k/8/8/8/8/8/R7/K7 w - - 0 1");
    let line = talk.wait_for("1 ");
    assert!(line.split(' ').nth(4).unwrap().starts_with('a'), "{line}");
    // No move is ever made, and no line follows.
    talk.say("exit");
    talk.say("ping 1");
    talk.wait_without("pong 1", "move");
    talk.say("ping 2");
    assert_eq!(talk.wait_for(""), "pong 2");
    talk.say("sd 1");
    talk.say("go");
    talk.wait_for("move");
}

const DEEP: &str = "alpha-beta(depth=64)";

#[test]
fn uci_begins_with_names_and_options() {
    let text = said(Protocol::Uci, "chess", "alpha-beta", "uci\nisready\n");
    assert!(text.starts_with("id name Agon "), "{text}");
    for line in [
        "option name Player type string default alpha-beta",
        "option name Depth type string default 4",
        "option name Pvs type check default false",
        "option name MinDepth type spin default 0 min 0 max 1000",
        "option name M type spin default 1 min 1 max 1000",
        "uciok",
        "readyok",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
}

#[test]
fn uci_plays_castling_promotion_and_mate() {
    let best = |position: &str| {
        let lines = format!("position {position}\ngo depth 2\n");
        let text = said(Protocol::Uci, "chess", DEEP, &lines);
        // The move to ponder on follows.
        only(&text, "bestmove")[0].split(" ponder ").next().unwrap().to_owned()
    };
    assert_eq!(best("startpos moves f2f3 e7e5 g2g4"), "bestmove d8h4");
    assert_eq!(best("fen 8/P6k/8/8/8/8/8/K7 w - - 0 1"), "bestmove a7a8q");
    let castled = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6\ngo depth 1\n";
    let text = said(Protocol::Uci, "chess", DEEP, castled);
    assert!(only(&text, "info string").is_empty(), "{text}");
    assert_eq!(only(&text, "bestmove").len(), 1);
    // Mated: nothing can be played.
    assert_eq!(best("startpos moves f2f3 e7e5 g2g4 d8h4"), "bestmove (none)");
}

#[test]
fn uci_answers_where_our_rules_have_ended_the_game() {
    let back_and_forth = " g1f3 g8f6 f3g1 f6g8".repeat(3);
    for position in [
        format!("startpos moves{back_and_forth}"),
        format!("startpos moves{back_and_forth} e2e4"),
        "fen 8/8/4k3/8/8/4K3/4R3/8 w - - 99 80 moves e2e1".to_owned(),
        "fen 8/8/4k3/8/8/4K3/4R3/8 w - - 100 80".to_owned(),
        "fen 8/8/4k3/8/8/4K3/4R3/8 w - - 120 80 moves e2e1 e6d6".to_owned(),
    ] {
        let lines = format!("position {position}\ngo depth 1\n");
        let text = said(Protocol::Uci, "chess", DEEP, &lines);
        let best = only(&text, "bestmove");
        assert!(best.len() == 1 && best[0] != "bestmove (none)", "{position}: {text}");
        assert!(only(&text, "info string").is_empty(), "{text}");
    }
}

#[test]
fn chess_from_any_first_row_is_played_by_both_protocols() {
    // The rook stands beside the king, on b1: castling is the king to it.
    let fen = "1rk4r/pppppppp/8/8/8/8/PPPPPPPP/1RK4R w HBhb - 0 1";
    let lines = format!(
        "uci\nsetoption name UCI_Chess960 value true\nposition fen {fen} moves c1b1\n\
         go depth 1\nposition startpos moves e2e4\ngo depth 1\n\
         setoption name UCI_Chess960 value false\nposition startpos moves e2e4\ngo depth 1\n\
         position fen {fen}\n"
    );
    let text = said(Protocol::Uci, "chess", "greedy", &lines);
    assert_eq!(only(&text, "option name UCI_Chess960"), ["option name UCI_Chess960 type check default false"]);
    assert_eq!(only(&text, "bestmove").len(), 3, "{text}");
    assert_eq!(only(&text, "info string").len(), 1, "the last is no position of chess: {text}");
    let fen = "1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1";
    let lines = format!(
        "protover 2\nvariant fischerandom\nforce\nsetboard {fen}\nusermove O-O-O\nsd 1\ngo\nping 1\n\
         new\nusermove e2e4\nvariant crazyhouse\n"
    );
    let text = said(Protocol::Xboard, "chess", "greedy", &lines);
    assert!(text.contains("variants=\"normal,fischerandom\""), "{text}");
    assert_eq!(only(&text, "move").len(), 2, "{text}");
    assert_eq!(only(&text, "Illegal").len() + only(&text, "tellusererror").len(), 0, "{text}");
    assert_eq!(only(&text, "Error (unsupported variant): crazyhouse").len(), 1);
}

#[test]
fn uci_passes_over_nonsense_and_says_so() {
    let lines = "\n   \njoho debug on\nxyzzy\nposition\nposition nowhere\n\
        position fen 8/8 w\nposition startpos moves e2e5\nsetoption name depht value 3\n\
        setoption name depth value many\ngo depht 7 depth 1\nstop\nponderhit\n\u{1}\u{fffd}\n\
        setoption name min depth value 2\nsetoption name PVS value true\nisready\n";
    let text = said(Protocol::Uci, "chess", DEEP, lines);
    assert_eq!(only(&text, "bestmove").len(), 1, "{text}");
    assert_eq!(only(&text, "readyok").len(), 1, "{text}");
    assert_eq!(only(&text, "info string").len(), 7, "{text}");
    assert!(text.contains("there is no option `depht`; did you mean `depth`?"), "{text}");
}

#[test]
fn uci_searches_to_the_depth_that_is_asked_and_tells_each() {
    let text = said(Protocol::Uci, "chess", DEEP, "go depth 3\n");
    for depth in 1..=3 {
        assert!(text.contains(&format!("info depth {depth} score cp ")), "{text}");
    }
    assert!(!text.contains("info depth 4 "), "{text}");
    // No clock runs if both are zero beside a depth.
    let unclocked = said(Protocol::Uci, "chess", DEEP, "go btime 0 wtime 0 depth 3\n");
    assert!(unclocked.contains("info depth 3 score cp "), "{unclocked}");
    let counted = said(Protocol::Uci, "chess", DEEP, "go nodes 500\n");
    let last = *only(&counted, "info").last().unwrap();
    assert!(last.contains(" nodes 500 "), "{counted}");
}

#[test]
fn bounds_are_reported_as_bounds() {
    // That the side without a pawn does not win is soon proven, and no more.
    let lines = "position fen 8/8/8/8/8/5k2/4p3/4K3 w - - 0 1\ngo nodes 2000\n";
    let text = said(Protocol::Uci, "chess", "pns", lines);
    let told = only(&text, "info").join("\n");
    assert!(told.contains(" upperbound ") || told.contains(" lowerbound "), "{text}");
    let text = said(Protocol::Uci, "chess", "mcts(iterations=50)", "go\n");
    assert!(!text.contains("bound"), "UCI has no word for a sample: {text}");
    let text = said(Protocol::Gtp, "go(size=5)", "mcts(iterations=50)", "genmove b\nagon-value\n");
    assert!(text.contains("= about "), "{text}");
}

/// Players that would think for very long, and what makes them do so.
const THINKERS: [&str; 3] = [DEEP, "mcts(iterations=1000000000)", "minimax(depth=9)"];
const GOES: [&str; 4] = ["go infinite", "go", "go ponder wtime 1000 btime 1000", "go movetime 100000"];

#[test]
fn a_stop_is_answered_at_once_and_nothing_before_it_whatever_was_asked_for() {
    for player in THINKERS {
        // Its clock stands still: neither is a time over, nor is anybody answered for.
        let talk = Talk::by(TurnedClock::default().into(), Protocol::Uci, "chess", player);
        for go in GOES {
            for line in ["position startpos moves e2e4", go, "isready"] {
                talk.say(line);
            }
            talk.wait_without("readyok", "bestmove");
            talk.say("stop");
            talk.wait_without("bestmove", "info string");
        }
    }
}

#[test]
fn an_infinite_search_that_is_done_waits_for_the_stop() {
    use agon_core::{AnyMove, AnyPosition, Decision, Failure, Habits, Player, PlayerPlugin, Position, Turn};
    /// Whether the player below has chosen.
    static HAS_CHOSEN: AtomicBool = AtomicBool::new(false);
    struct Prompt;
    impl Player for Prompt {
        fn begin(&mut self) {}
        fn choose(&mut self, position: &AnyPosition, _: &mut Turn<'_>) -> Result<Decision<AnyMove>, Failure> {
            HAS_CHOSEN.store(true, Ordering::SeqCst);
            Ok(Decision::just(position.nth(0)))
        }
        fn habits(&self) -> Habits {
            Habits::default()
        }
    }
    agon_core::inventory::submit! {
        PlayerPlugin::new("prompt", "chooses at once", "", &[], |_, _| Ok(Box::new(Prompt)))
    }
    let talk = Talk::new(Protocol::Uci, "chess", "prompt");
    for (go, end) in [("go infinite", "stop"), ("go ponder wtime 60000 btime 60000", "ponderhit")] {
        talk.say(go);
        let begun = Instant::now();
        while !HAS_CHOSEN.swap(false, Ordering::SeqCst) {
            assert!(begun.elapsed() < EVER, "{go}: nobody is asked");
            thread::yield_now();
        }
        talk.say("isready");
        talk.wait_without("readyok", "bestmove");
        talk.say(end);
        talk.wait_for("bestmove");
    }
}

#[test]
fn a_player_that_panics_or_is_deaf_is_answered_for() {
    use agon_core::{AnyMove, AnyPosition, Decision, Failure, Habits, OptionSpec, Player, PlayerPlugin, Turn};
    struct Deaf(bool);
    impl Player for Deaf {
        fn begin(&mut self) {}
        fn choose(&mut self, _: &AnyPosition, _: &mut Turn<'_>) -> Result<Decision<AnyMove>, Failure> {
            assert!(!self.0, "it panics");
            thread::sleep(Duration::from_secs(3600));
            Err(Failure::Resigned)
        }
        fn habits(&self) -> Habits {
            Habits::default()
        }
    }
    const OPTIONS: &[OptionSpec] = &[OptionSpec::flag("panics", "false", "instead")];
    agon_core::inventory::submit! {
        PlayerPlugin::new("deaf", "hears nothing", "", OPTIONS, |options, _| {
            Ok(Box::new(Deaf(options.flag("panics"))))
        })
    }
    let talk = Talk::new(Protocol::Uci, "chess", "deaf");
    for _ in 0..2 {
        talk.say("go infinite");
        talk.say("stop");
        talk.wait_for("info string deaf: it did not answer");
        talk.wait_for("bestmove");
    }
    talk.say("go movetime 50");
    talk.wait_for("bestmove");
    let lines = "go\ngo\nisready\n";
    let text = said(Protocol::Uci, "chess", "deaf(panics=true)", lines);
    assert_eq!(only(&text, "bestmove").len(), 2, "{text}");
    assert_eq!(only(&text, "info string").len(), 2, "{text}");
}

#[test]
fn gtp_answers_as_its_specification_says() {
    let text = said(
        Protocol::Gtp,
        "go",
        "random",
        "1 protocol_version\nname # a comment\n\n2 boardsize 5\nboardsize 3\nboardsize x\n\
         3 play b c3\nplay black I3\nplay w C3\nplay w pass\n4\tgenmove\tb\nkomi 0.5\n\
         known_command genmove\nknown_command dance\n7 dance\nundo\nundo\nundo\nundo\n\
         genmove\ngenmove w\nquit\nname\n",
    );
    let answers: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(
        answers[..8],
        [
            "=1 2",
            "= Agon",
            "=2",
            "? unacceptable size",
            "? unacceptable size",
            "=3",
            "? illegal move",
            "? illegal move"
        ]
    );
    assert_eq!(answers[8], "=");
    assert!(answers[9].starts_with("=4 "), "{text}");
    assert_eq!(
        answers[10..19],
        ["=", "= true", "= false", "?7 unknown command", "=", "=", "=", "? cannot undo", "? syntax error"]
    );
    // White begins: black's turn was given away.
    assert!(answers[19].starts_with("= "), "{text}");
    assert_eq!(answers[20..], ["=", ""]);
}

#[test]
fn gtp_goes_on_behind_two_passes() {
    let lines = "boardsize 5\nplay b c3\nplay w pass\nplay b pass\nfinal_score\ngenmove w\n\
        play w a1\nshowboard\ngenmove b\n";
    let text = said(Protocol::Gtp, "go", "random", lines);
    let answers: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(answers[4..7], ["= B+18", "= pass", "="]);
    assert!(answers[7].contains("1 O . . . ."), "{text}");
    assert!(answers[8].starts_with("= "), "{text}");
}

#[test]
fn gtp_places_handicaps_and_reads_games() {
    let file = std::env::temp_dir().join(format!("agon-guest-{}.sgf", std::process::id()));
    let game = "(;GM[1]SZ[9]KM[5.5]AB[cc]AW[gg];B[ee];W[ec];B[])";
    std::fs::write(&file, game).unwrap();
    let name = file.display();
    let lines = format!(
        "1 fixed_handicap 4\n2 fixed_handicap 2\n3 clear_board\n4 place_free_handicap 12\n\
         5 genmove w\n6 clear_board\n7 set_free_handicap C3 C3\n8 set_free_handicap C3 D4\n\
         9 final_status_list alive\n10 final_status_list dead\n11 loadsgf {name}\n\
         12 final_status_list alive\n13 loadsgf {name} 2\n14 reg_genmove w\n15 play w A1\n\
         16 loadsgf nothing.sgf\n17 fixed_handicap 1\n18 known_command loadsgf\n\
         19 gogui-analyze_commands\n20 agon-line\n21 undo\n"
    );
    let text = said(Protocol::Gtp, "go(size=9)", "greedy", &lines);
    std::fs::remove_file(file).unwrap();
    for expected in [
        "=1 C3 G7 C7 G3\n\n?2 board not empty\n\n=3\n\n",
        "=4 C3 G7 C7 G3 C5 G5 E3 E7 E5\n\n=5 ",
        "=6\n\n?7 bad vertex list\n\n=8\n\n=9 D4\nC3\n\n=10\n\n=11\n\n",
        "=12 C7\nE7\nE5\nG3\n\n=13\n\n=14 ",
        "=15\n\n?16 cannot load file: nothing.sgf: there is no such file or folder\n",
        "?17 invalid number of stones\n\n=18 true\n\n=19 string/Agon: value/agon-value\n",
        "=20 w ",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    let text = said(Protocol::Gtp, "hex(size=5)", "greedy", "1 loadsgf x\n2 list_commands\n");
    assert!(text.starts_with("?1 unknown command\n\n=2 agon-line\n"), "{text}");
    assert!(!text.contains("handicap"), "{text}");
}

#[test]
fn gtp_plays_hex_and_othello_too() {
    let text = said(Protocol::Gtp, "hex", "random", "boardsize 3\nplay b b2\nplay b a1\ngenmove w\n");
    let answers: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(answers[..3], ["=", "=", "? illegal move: it is the other's turn"]);
    assert!(answers[3].starts_with("= "), "{text}");
    let text = said(Protocol::Gtp, "othello", "random", "boardsize 8\nplay b D3\ngenmove w\n");
    assert!(text.split("\n\n").nth(2).unwrap().starts_with("= "), "{text}");
}

#[test]
fn gomocup_is_played() {
    let text = said(
        Protocol::Gomocup,
        "amoba",
        "alpha-beta(depth=2, heuristic=patterns)",
        "ABOUT\nTURN 1,1\nSTART 15\nINFO rule 1\nINFO timeout_turn 60000\nINFO novelty 3\nBEGIN\n\
         TURN 0,0\nTURN 0,0\nDANCE\nSTART 2\nSTART 15\nBOARD\n0,0,1\n1,0,1\n2,0,1\n3,0,1\n0,5,2\n\
         1,5,2\n2,5,2\n9,9,2\nDONE\nTAKEBACK 4,0\nEND\nABOUT\n",
    );
    assert!(text.starts_with("name=\"Agon alpha-beta"), "{text}");
    assert_eq!(only(&text, "ERROR").len(), 3, "{text}");
    assert_eq!(only(&text, "UNKNOWN").len(), 1, "{text}");
    assert_eq!(only(&text, "OK").len(), 3, "{text}");
    // Four in a row become five.
    assert!(text.contains("\n4,0\n"), "{text}");
    assert_eq!(only(&text, "name=").len(), 1, "{text}");
}

#[test]
fn xboard_is_played() {
    let text = said(
        Protocol::Xboard,
        "chess",
        DEEP,
        "xboard\nprotover 2\naccepted setboard\nnew\npost\nsd 2\nlevel 40 5 0\ntime 30000\notim 1\n\
         usermove f2f3\nforce\nusermove e2e5\nnew\nsd 2\nforce\nusermove f2f3\nusermove e7e5\nusermove g2g4\n\
         go\nping 7\ndance\n",
    );
    for line in [
        "feature done=0",
        "feature done=1",
        "Illegal move: e2e5",
        "move d8h4",
        "0-1 {Black mates}",
        "pong 7",
        "Error (unknown command): dance",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    assert!(text.find("move d8h4") < text.find("pong 7"), "{text}");
    let talk = Talk::new(Protocol::Xboard, "chess", DEEP);
    for line in ["new", "post", "st 100", "e2e4"] {
        talk.say(line);
    }
    talk.wait_without("1 ", "move");
    talk.say("?");
    talk.wait_for("move ");
}

#[test]
fn games_that_a_protocol_cannot_express_are_refused() {
    let refused = |protocol, game: &str, player: &str| {
        let (game, player) = (registry::game(game).unwrap(), registry::player(player).unwrap());
        Guest::new(game, player, 0, protocol).unwrap_err().to_string()
    };
    let error = refused(Protocol::Gtp, "chess", "random");
    assert_eq!(error, "chess cannot be played by gtp: programs for chess don't speak gtp; accepted: uci, xboard");
    assert!(refused(Protocol::Uci, "go", "random").ends_with("accepted: gtp"));
    assert!(refused(Protocol::Gomocup, "amoba(line=4)", "random").contains("lines of five only"));
    assert!(
        refused(Protocol::Uci, "chess", "alpha-beta(depth=unlimited)").contains("cannot play"),
        "{}",
        refused(Protocol::Uci, "chess", "alpha-beta(depth=unlimited)")
    );
}
