//! Games in PGN and PDN, read as another program would: by the letter of the standard, knowing chess or draughts alone.

use std::collections::BTreeMap;

// Naming the arena links every game.
use agon_arena as _;
use agon_core::{Node, Position, Seat, registry};
use serde_json::Value;

use crate::agon::Folder;

const CHESS: &str = "\
openings = 5
random-plies = 4
players = ['random', { name = 'a \"b\" \\\\', player = 'random' }, 'greedy']
[[games]]
game = 'chess'
[[games]]
game = 'chess(chess960=77)'
[[games]]
game = 'chess'
opening-file = 'o.txt'
max-plies = 60
";

/// A game as it is read.
#[derive(Debug, Default)]
struct Read {
    tags: Vec<(String, String)>,
    moves: Vec<String>,
    numbers: Vec<String>,
    comments: Vec<String>,
    result: String,
}

impl Read {
    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.0 == name).map(|tag| tag.1.as_str())
    }
}

/// Reads a collection of games.
fn read(text: &str) -> Vec<Read> {
    let (mut games, mut game) = (Vec::new(), Read::default());
    let mut body = String::new();
    for line in text.lines() {
        if let Some(tag) = line.strip_prefix('[') {
            let tag = tag.strip_suffix("\"]").and_then(|tag| tag.split_once(" \""));
            let (name, value) = tag.expect("a tag has a name and a value in quotes");
            assert!(name.bytes().all(|b| b.is_ascii_alphanumeric()), "{name}");
            game.tags.push((name.to_owned(), unescape(value)));
            continue;
        }
        assert!(line.chars().count() < 80, "{line}");
        if !line.is_empty() {
            body.push_str(line);
            body.push('\n');
        } else if !body.is_empty() {
            take_moves(&body, &mut game);
            games.push(std::mem::take(&mut game));
            body.clear();
        }
    }
    games
}

fn unescape(value: &str) -> String {
    let (mut out, mut chars) = (String::new(), value.chars());
    while let Some(c) = chars.next() {
        assert_ne!(c, '"', "a quote that nothing escapes: {value}");
        out.push(if c == '\\' { chars.next().expect("a character is escaped") } else { c });
    }
    out
}

fn take_moves(body: &str, game: &mut Read) {
    let mut rest = body.trim_end();
    while !rest.is_empty() {
        rest = rest.trim_start();
        if let Some(comment) = rest.strip_prefix('{') {
            let (comment, after) = comment.split_once('}').expect("a comment ends");
            game.comments.push(comment.split_whitespace().collect::<Vec<_>>().join(" "));
            rest = after;
            continue;
        }
        let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        rest = after;
        if ["1-0", "0-1", "1/2-1/2", "*"].contains(&word) {
            assert!(rest.is_empty(), "{rest} after the result");
            word.clone_into(&mut game.result);
        } else if word.ends_with('.') {
            game.numbers.push(word.to_owned());
        } else {
            game.moves.push(word.to_owned());
        }
    }
}

#[test]
fn exported_games_of_chess_are_read_by_the_letter_of_the_standard() {
    let folder = Folder::with("pgn", CHESS);
    let book = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 3 31\n\"Sicilian\" e4 c5\n";
    folder.write("o.txt", book.as_bytes());
    folder.done("run t.toml --records r.jsonl");
    let text = String::from_utf8(folder.done("report games t.journal --to pgn")).unwrap();
    let (games, records) = (read(&text), folder.read("r.jsonl"));
    let records = std::str::from_utf8(&records).unwrap().lines();
    let records: Vec<Value> = records.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), records.len());
    let mut results = BTreeMap::new();
    for (game, record) in games.iter().zip(&records) {
        let names: Vec<&str> = game.tags.iter().map(|tag| tag.0.as_str()).collect();
        let roster = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
        assert_eq!(names[..7], roster);
        assert!(names[7..].windows(2).all(|pair| pair[0] < pair[1]), "{names:?}");
        assert_eq!(game.tag("White"), record["seats"][0].as_str());
        assert_eq!(game.tag("Black"), record["seats"][1].as_str());
        assert_eq!(game.tag("Result"), Some(game.result.as_str()));
        assert_eq!(game.tag("Opening"), record["opening_name"].as_str());

        // It begins where it says, or in the usual way, which tells the number of the first move.
        assert_eq!(game.tag("FEN").is_some(), game.tag("SetUp") == Some("1"));
        let is_960 = game.tag("Variant") == Some("Chess960");
        assert_eq!(is_960, record["game"] != "chess");
        let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let fen = game.tag("FEN").unwrap_or(usual);
        let game_of = if is_960 { "chess(chess960=0)" } else { "chess" };
        let mut position = registry::game(game_of).unwrap().start.parse(fen).unwrap();
        let fields: Vec<&str> = fen.split(' ').collect();
        let dots = if fields[1] == "w" { "." } else { "..." };
        assert_eq!(game.numbers[0], format!("{}{dots}", fields[5]));

        // Every move names one legal move, the one of the record.
        let moves: Vec<&str> = record["moves"].as_str().unwrap().split(' ').collect();
        assert_eq!(game.moves.len(), moves.len());
        for (word, expected) in game.moves.iter().zip(moves) {
            let m = position.parse_move(word).unwrap_or_else(|| panic!("{word} in {position}"));
            assert_eq!(position.parse_move(expected), Some(m), "{word} in {position}");
            position.play(m);
        }
        let expected = match position.node() {
            Node::Terminal => [("0-1"), ("1/2-1/2"), ("1-0")][(position.payoff(Seat(0)) + 1.0) as usize],
            _ => "1/2-1/2",
        };
        assert_eq!(game.result, expected);
        let is_over = position.node() == Node::Terminal;
        let termination = if is_over { "normal" } else { "adjudication" };
        assert_eq!(game.tag("Termination"), Some(termination));
        assert_eq!(game.comments, if is_over { vec![] } else { vec!["too long"] });
        *results.entry((game.result.clone(), is_over)).or_insert(0) += 1;
    }
    assert!(4 <= results.len(), "games of every kind: {results:?}");
}

#[test]
fn exported_games_are_openings_of_other_tournaments() {
    let first = "openings = 3\nrandom-plies = 2\nmax-plies = 9\nthoughts = true\n\
                 players = ['random', { name = 'Jörg \"Rock\" B', player = 'greedy' }]\ngames = ['chess']\n";
    let folder = Folder::with("pgn-back", first);
    folder.done("run t.toml --records r.jsonl");
    folder.write("l.pgn", &folder.done("report games t.journal --to pgn"));
    let second = "openings = 6\nopening-file = 'l.pgn'\nmax-plies = 12\nplayers = ['random', 'greedy']\n\
                  games = ['chess']\n";
    folder.write("u.toml", second.as_bytes());
    folder.done("run u.toml --records s.jsonl");
    let moves = |name: &str| -> Vec<String> {
        let text = String::from_utf8(folder.read(name)).unwrap();
        let records = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        records.map(|record| record["moves"].as_str().unwrap().to_owned()).collect()
    };
    let (games, later) = (moves("r.jsonl"), moves("s.jsonl"));
    assert_eq!((games.len(), later.len()), (6, 12));
    for (opening, game) in games.iter().enumerate() {
        assert_eq!(game.split(' ').count(), 9);
        assert!(later[2 * opening..][..2].iter().all(|later| later.starts_with(game)), "{later:?}");
    }
}

/// Whether a word is a move as PDN writes it: squares without noughts before them, and one sign between all.
fn is_written_move(word: &str) -> bool {
    let is_square = |part: &str| part.parse::<u32>().is_ok_and(|n| (1..=32).contains(&n) && n.to_string() == part);
    let is_step = word.split_once('-').is_some_and(|(a, b)| is_square(a) && is_square(b));
    is_step || word.contains('x') && word.split('x').all(is_square)
}

#[test]
fn exported_games_of_draughts_are_pdn_and_openings_of_other_tournaments() {
    let first = "openings = 4\nrandom-plies = 3\nmax-plies = 70\nplayers = ['random', 'greedy']\n\
                 [[games]]\ngame = 'checkers'\n[[games]]\ngame = 'checkers(giveaway=true)'\nopening-file = 'o.txt'\n";
    let folder = Folder::with("pdn", first);
    folder.write("o.txt", b"W:WK6,21:BK1,2,9,10\n11-15 22-18\nB:W21,22,30:B1,2,3:H7\n");
    folder.done("run t.toml --records r.jsonl");
    let text = String::from_utf8(folder.done("report games t.journal --to pdn")).unwrap();
    let (games, records) = (read(&text), folder.read("r.jsonl"));
    let records = std::str::from_utf8(&records).unwrap().lines();
    let records: Vec<Value> = records.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), records.len());
    for (game, record) in games.iter().zip(&records) {
        assert_eq!(game.tag("GameType"), Some("21"));
        assert_eq!(game.result, "*");
        // Black, who has the first seat, begins.
        assert_eq!(game.tag("Black"), record["seats"][0].as_str());
        assert_eq!(game.tag("White"), record["seats"][1].as_str());
        let white = record["payoffs"][1].as_f64().unwrap();
        let result = ["0-1", "1/2-1/2", "1-0"][(white.signum() * f64::from(white != 0.0) + 1.0) as usize];
        assert_eq!(game.tag("Result"), Some(result));
        assert_eq!(game.tag("FEN").is_some(), game.tag("SetUp") == Some("1"));
        assert!(game.tag("Position").is_none());
        assert!(game.tag("FEN").is_none_or(|fen| !fen.ends_with(":H0")), "{:?}", game.tag("FEN"));
        let dots = if game.tag("FEN").is_some_and(|fen| fen.starts_with('W')) { "1..." } else { "1." };
        assert_eq!(game.numbers[0], dots);
        assert!(game.moves.iter().all(|word| is_written_move(word)), "{:?}", game.moves);
        let moves: Vec<&str> = record["moves"].as_str().unwrap().split(' ').collect();
        assert_eq!(game.moves, moves);
    }
    // An unfinished game can be an opening again, of a game with more plies.
    let open: Vec<&str> = text.split("[Event").filter(|game| game.contains("adjudication")).collect();
    assert!(!open.is_empty());
    let open = format!("[Event{}", open.join("[Event"));
    folder.write("l.pdn", open.as_bytes());
    let second = format!(
        "openings = {}\nopening-file = 'l.pdn'\nmax-plies = 75\nplayers = ['random', 'greedy']\ngames = ['checkers']\n",
        open.matches("[Event").count()
    );
    folder.write("u.toml", second.as_bytes());
    folder.done("run u.toml --records s.jsonl");
    let later = String::from_utf8(folder.read("s.jsonl")).unwrap();
    for (opening, game) in read(&open).iter().enumerate() {
        let line: Value = serde_json::from_str(later.lines().nth(2 * opening).unwrap()).unwrap();
        let moves = line["moves"].as_str().unwrap();
        assert!(moves.starts_with(&game.moves.join(" ")), "{moves}");
    }
    // Other games have no PDN.
    let chess = "openings = 1\nmax-plies = 2\nplayers = ['random', 'greedy']\ngames = ['chess']\n";
    folder.write("v.toml", chess.as_bytes());
    folder.done("run v.toml");
    let said = folder.fails(1, "report games v.journal -o v.pdn");
    assert!(said.contains("PDN is for draughts, and a game of `chess` is none"), "{said}");
}
