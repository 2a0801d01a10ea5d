//! What programs of others say to us: at our table as engines, and by the line protocol.

use agon_core::{Protocol, registry};
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
    (
        Protocol::Gomocup,
        "amoba(size=6)",
        "MESSAGE hello\nOK - all is well\nERROR Unknown command\nDEBUG so\n3,3\n",
    ),
];

/// The name of a protocol, a line break, and what an engine says.
pub fn engines(input: &[u8]) -> bool {
    let Some(end) = input.iter().position(|&byte| byte == b'\n') else { return false };
    let name = &input[..end];
    let Some((protocol, game, _)) = SAID.iter().find(|said| said.0.name().as_bytes() == name)
    else {
        return false;
    };
    let start = registry::game(game).expect("it is a game").start;
    agon_engines::rehearse(*protocol, &start, &input[end + 1..]).is_ok()
}

/// What an engine says that is greeted and asked for a move.
pub fn known_engines() -> Vec<Vec<u8>> {
    SAID.iter().map(|(protocol, _, said)| format!("{protocol}\n{said}").into_bytes()).collect()
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
