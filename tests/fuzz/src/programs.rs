//! What programs of others say to us: at our table as engines, at theirs, and by the line protocol.

use std::{
    io::{self, Cursor, Write},
    sync::{Arc, Mutex, PoisonError},
};

use agon_core::{Protocol, registry};
use agon_guest::{Guest, serve};
use agon_protocol::{FromArena, FromPlayer, LONGEST_FROM_ARENA, RuleBook};

/// Each protocol with a game, and what an engine says there that is greeted and asked for a move.
const SAID: &[(Protocol, &str, &str)] = &[
    (
        Protocol::Uci,
        "chess",
        "id name One\noption name Hash type spin default 16 min 1 max 64\nuciok\nreadyok\nreadyok\n\
         info depth 5 seldepth 6 multipv 1 score cp -31 lowerbound nodes 990 time 3 pv e2e4 e7e5\n\
         info depth 6 multipv 2 score mate -3 nodes 991 pv a2a4\nbestmove e2e4 ponder e7e5\n",
    ),
    (
        Protocol::Xboard,
        "chess",
        "feature done=0\nfeature ping=1 setboard=1 usermove=1 myname=\"One\" option=\"A -spin 3 0 9\" \
         variants=\"normal,fischerandom\" reuse=0 time=0\nfeature done=1\npong 1\n\
         4 100003 2 990 e4 e5\nError (unknown command): easy\nmove e2e4\n",
    ),
    (
        Protocol::Gtp,
        "go(size=5)",
        "=1 genmove\nplay\ntime_left\n\n=2\n\n=3\n\n=4\n\n=5\n\n=6\n\n=7\n\n=8\n\n= D4\n\n= D4\n\n",
    ),
    (Protocol::Gomocup, "amoba(size=6)", "MESSAGE hello\nOK - all is well\nERROR Unknown command\nDEBUG so\n3,3\n"),
];

/// The name of a protocol, a line break, and what an engine says.
pub fn engines(input: &[u8]) -> bool {
    let Some(end) = input.iter().position(|&byte| byte == b'\n') else { return false };
    let name = &input[..end];
    let Some((protocol, game, _)) = SAID.iter().find(|said| said.0.name().as_bytes() == name) else {
        return false;
    };
    let start = registry::game(game).expect("it is a game").start;
    agon_engines::rehearse(*protocol, &start, &input[end + 1..]).is_ok()
}

/// What an engine says that is greeted and asked for a move.
pub fn known_engines() -> Vec<Vec<u8>> {
    SAID.iter().map(|(protocol, _, said)| format!("{protocol}\n{said}").into_bytes()).collect()
}

/// Each protocol with a game, and what whoever seats a player of ours says.
const ASKED: &[(Protocol, &str, &str)] = &[
    (
        Protocol::Uci,
        "chess",
        "uci\nisready\nsetoption name MultiPV value 3\nsetoption name UCI_Chess960 value true\nucinewgame\n\
         position startpos moves e2e4 e7e5\ngo wtime 50 btime 50 winc 1 binc 1 movestogo 3\n\
         position fen 8/8/8/8/8/4k3/4p3/4K3 w - - 99 60 moves e1f2\ngo depth 1 searchmoves e1d1\n\
         go mate 2\ngo ponder nodes 50\nponderhit\ngo infinite\nstop\nquit\n",
    ),
    (
        Protocol::Xboard,
        "chess",
        "xboard\nprotover 2\nnew\nvariant fischerandom\nlevel 40 0:30 0.5\nst 1\nsd 1\ntime 100\notim 100\npost\n\
         usermove e2e4\nundo\nremove\nforce\nsetboard 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1\ngo\nhint\n\
         analyze\n.\nexit\nping 3\nresult 1-0 {so}\nquit\n",
    ),
    (
        Protocol::Gtp,
        "go(size=5)",
        "1 boardsize 5\nkomi 6.5\nfixed_handicap 2\nclear_board\nset_free_handicap A1 B2\nplay w C3\n\
         genmove b\nundo\ntime_settings 1 1 1\nkgs-time_settings canadian 0 1 4\ntime_left b 1 2\n\
         showboard\nfinal_status_list alive\nplay w pass\nplay b pass\nfinal_score\nprintsgf\nquit\n",
    ),
    (
        Protocol::Gomocup,
        "amoba(size=6)",
        "START 6\nINFO timeout_turn 20\nINFO time_left 100\nINFO rule 1\nTURN 1,1\nTAKEBACK 1,1\nBOARD\n1,2,1\n\
         2,2,2\nDONE\nRESTART\nBEGIN\nABOUT\nEND\n",
    ),
];

/// What is said is kept here.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What our guest answers to these lines, by a player that never thinks long.
pub(crate) fn answers(protocol: Protocol, game: &str, lines: &[u8]) -> String {
    let game = registry::game(game).expect("it is a game");
    let player = registry::player("greedy").expect("it is a player");
    let guest = Guest::new(game, player, 1, protocol).expect("it can be seated");
    let out = Kept::default();
    // What is no line ends the conversation with an error.
    let _ = serve(guest, protocol, Cursor::new(lines.to_vec()), out.clone());
    let said = out.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    String::from_utf8(said).expect("what a guest says is text")
}

/// The name of a protocol, a line break, and what whoever seats a player of ours says.
pub fn guests(input: &[u8]) -> bool {
    let Some(end) = input.iter().position(|&byte| byte == b'\n') else { return false };
    let (name, lines) = (&input[..end], &input[end + 1..]);
    let asked = ASKED.iter().find(|asked| asked.0.name().as_bytes() == name);
    let Some((protocol, game, _)) = asked else { return false };
    // Other players think longer, and other people's files are none of ours.
    let has = |word: &str| lines.windows(word.len()).any(|part| part == word.as_bytes());
    if ["Player", "player", "loadsgf"].into_iter().any(has) {
        return false;
    }
    !answers(*protocol, game, lines).is_empty()
}

/// What is said to our players.
pub fn known_guests() -> Vec<Vec<u8>> {
    ASKED.iter().map(|(protocol, _, said)| format!("{protocol}\n{said}").into_bytes()).collect()
}

/// Lines of the protocol from a program, the first of which names a game: each is answered by one line that
/// is a message, and what is read as one is written as one.
pub fn questions(input: &[u8]) -> bool {
    let mut lines = input.split(|&byte| byte == b'\n');
    let game = lines.next().and_then(|line| str::from_utf8(line).ok());
    let mut rules = RuleBook::of(game.and_then(|game| registry::game(game).ok()));
    let mut is_accepted = false;
    for line in lines.take(4) {
        let mut out = Vec::new();
        rules.respond(line, &mut out);
        assert!(out.len() <= LONGEST_FROM_ARENA && out.ends_with(b"\n"));
        let answer = FromArena::read(&out[..out.len() - 1]).expect("what is answered is a message");
        is_accepted |= !matches!(answer, FromArena::Error { .. });
        if let Ok(message) = FromPlayer::read(line) {
            let written = serde_json::to_string(&message).expect("a message can be written");
            let again = FromPlayer::read(written.as_bytes()).expect("and read again");
            assert_eq!(again, message, "{written}");
        }
    }
    is_accepted
}

/// Questions of all kinds, and what else a program says.
pub fn known_questions() -> Vec<Vec<u8>> {
    [
        "connect-four(width=4,height=3,line=3)\n\
         {\"type\":\"ask\",\"id\":1,\"positions\":[{\"moves\":[]},{\"moves\":[\"d\",\"a\"]}],\"want\":[\"moves\"]}",
        "tic-tac-toe\n{\"type\":\"ask\",\"id\":2,\"positions\":[\"XX./OO./...\",\"XXX\"],\
         \"want\":[\"moves\",\"successors\",\"codes\",\"estimates\",\"features\",\"drawing\",\"position\"]}",
        "pig(target=6)\n{\"type\":\"ask\",\"id\":3,\"positions\":[{\"position\":\"0:0 1+0? 400\",\
         \"moves\":[\"3\"]}],\"want\":[\"moves\"]}\n{\"type\":\"about\",\"id\":4,\"game\":\"nim(1+2)\"}",
        "chess\n{\"type\":\"about\"}\n{\"type\":\"move\",\"move\":\"e4\",\"value\":0.5,\"depth\":3,\"nodes\":7,\
         \"pv\":[\"e4\"]}\n{\"type\":\"hello\",\"protocol\":1,\"name\":\"x\",\"follows\":true}",
        "nim\n{\"type\":\"ask\",\"id\":6,\"game\":\"chess\",\"positions\":[{\"moves\":[\"e4\",\"e5\"]}],\
         \"want\":[\"estimates\"],\"heuristic\":\"material\"}\n{\"type\":\"resign\"}",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}
