//! Records of games as texts, read twice: by what reads them, and by second readers that are written from the standards
//! alone, slow and plain.

use std::fs;

use agon_arena::{
    ask::{Located, Order},
    plan::read_openings,
};
use agon_core::{Node, Position, Protocol, Seed, line::play_line, registry};

use crate::{programs::answers, scratch};

/// A game of Go in SGF: it is read as the plain record that the second reader makes of it, and written so that it reads
/// alike.
pub fn sgf(input: &[u8]) -> bool {
    let loaded = load(input);
    // Character sets, and what stands behind byte order marks, have tests of their own.
    if let (Ok(text), false) = (str::from_utf8(input), input.starts_with(b"\xef\xbb\xbf")) {
        let plain = plain_record(text);
        let expected = plain.as_ref().ok().and_then(|plain| load(plain.as_bytes()));
        if plain != Err(OTHER_LETTERS) {
            assert_eq!(loaded, expected, "{plain:?}");
        }
    }
    let Some(said) = loaded else { return false };
    let written = said.rsplit("= ").next().unwrap_or_default().trim();
    let again = load(written.as_bytes()).expect("a game that was written can be read");
    assert_eq!(again, said, "{written}");
    true
}

/// What is said of the board and the game behind a record that is read.
fn load(record: &[u8]) -> Option<String> {
    let path = scratch("sgf");
    fs::write(&path, record).expect("there is room for a small file");
    let lines = format!("loadsgf {}\nshowboard\nprintsgf\n", path.display());
    let said = answers(Protocol::Gtp, "go(size=5)", lines.as_bytes());
    said.starts_with('=').then_some(said)
}

/// What the second reader leaves to others.
const OTHER_LETTERS: &str = "a character set";

/// The main line of the first game, its points one by one.
fn plain_record(text: &str) -> Result<String, &'static str> {
    let signs: Vec<char> = text.chars().collect();
    let begins = |at: &usize| {
        let behind = signs[at + 1..].iter().find(|sign| !sign.is_whitespace());
        signs[*at] == '(' && behind == Some(&';')
    };
    let begin = (0..signs.len()).find(begins).ok_or("a game")?;
    let mut values = Vec::new();
    tree(&signs, begin + 1, true, &mut values)?;
    if values.iter().any(|value| value.0 == "CA") {
        return Err(OTHER_LETTERS);
    }
    let size = match values.iter().rev().find(|value| value.0 == "SZ") {
        Some((_, size)) => side(size)?,
        None => 19,
    };
    // What is wrong is wrong, though it be said better later.
    for value in values.iter().filter(|value| value.0 == "SZ") {
        side(&value.1)?;
    }
    let (mut points, mut moves, mut komi, mut turn) = (vec![], String::new(), None, None);
    for (name, value) in &values {
        match &**name {
            "GM" if value.trim() != "1" => return Err("a game of Go"),
            "KM" => komi = Some(value.trim().replace(',', ".")),
            "PL" if moves.is_empty() => turn = Some(colour(value)?),
            "AB" | "AW" | "AE" if moves.is_empty() => {
                for point in rectangle(value, size)? {
                    points.retain(|(_, other)| *other != point);
                    points.push((name.clone(), point));
                }
            }
            "AB" | "AW" | "AE" => return Err("stones before the moves"),
            "B" | "W" => {
                let point = point(value, size)?.map_or(String::new(), written);
                moves.extend([";", name, "[", &point, "]"]);
            }
            _ => {}
        }
    }
    let mut head = format!("(;SZ[{size}]");
    if let Some(komi) = komi {
        let komi = komi.replace('\\', "\\\\").replace(']', "\\]");
        head.extend(["KM[", &komi, "]"]);
    }
    if values
        .iter()
        .take_while(|value| value.0 != "B" && value.0 != "W")
        .any(|value| value.0 == "PL")
    {
        head += if turn == Some('W') { "PL[W]" } else { "PL[B]" };
    }
    for (name, point) in points.into_iter().filter(|point| point.0 != "AE") {
        head.extend([&*name, "[", &written(point), "]"]);
    }
    Ok(head + &moves + ")")
}

/// Reads what stands behind a bracket that opens a tree, and tells where it ends.
fn tree(
    signs: &[char],
    mut at: usize,
    is_main: bool,
    values: &mut Vec<(String, String)>,
) -> Result<usize, &'static str> {
    let (mut name, mut property, mut has_branched) = (String::new(), String::new(), false);
    loop {
        let sign = signs.get(at).ok_or("a bracket that is closed")?;
        at += 1;
        match sign {
            ')' => return Ok(at),
            '(' => {
                at = tree(signs, at, is_main && !has_branched, values)?;
                (name, property, has_branched) = (String::new(), String::new(), true);
            }
            ';' => (name, property) = (String::new(), String::new()),
            '[' => {
                let mut value = String::new();
                loop {
                    match signs.get(at).ok_or("a value that ends")? {
                        ']' => break,
                        '\\' => {
                            value.push(*signs.get(at + 1).ok_or("what is escaped")?);
                            at += 2;
                        }
                        sign => {
                            value.push(*sign);
                            at += 1;
                        }
                    }
                }
                at += 1;
                if !name.is_empty() {
                    property = std::mem::take(&mut name);
                }
                if is_main && !has_branched && property.is_empty() {
                    return Err("a property");
                }
                if is_main && !has_branched {
                    values.push((property.clone(), value));
                }
            }
            'A'..='Z' => name.push(*sign),
            _ => {}
        }
    }
}

fn colour(value: &str) -> Result<char, &'static str> {
    let value = value.trim().to_lowercase();
    let is = |names: [&str; 3]| value.is_ascii() && names.contains(&&*value);
    match () {
        () if is(["b", "black", "1"]) => Ok('B'),
        () if is(["w", "white", "2"]) => Ok('W'),
        () => Err("a colour"),
    }
}

fn side(value: &str) -> Result<u8, &'static str> {
    let sides: Vec<Option<u8>> =
        value.splitn(2, ':').map(|side| side.trim().parse().ok()).collect();
    let first = sides[0].ok_or("a size")?;
    if sides.iter().all(|side| *side == Some(first)) { Ok(first) } else { Err("a square board") }
}

/// Column and row, or a pass.
fn point(value: &str, size: u8) -> Result<Option<(u8, u8)>, &'static str> {
    let letters: Vec<char> = value.trim().chars().collect();
    if letters.is_empty() || letters == ['t', 't'] && size < 20 {
        return Ok(None);
    }
    let place = |letter: char| {
        let place = letter.is_ascii_lowercase().then(|| letter as u8 - b'a')?;
        (place < size).then_some(place)
    };
    match letters[..] {
        [column, row] => {
            let point = place(column).zip(place(row));
            point.map(Some).ok_or("a point of the board")
        }
        _ => Err("two letters"),
    }
}

fn rectangle(value: &str, size: u8) -> Result<Vec<(u8, u8)>, &'static str> {
    let corners: Vec<&str> = value.splitn(2, ':').collect();
    let [one, other] = corners[..] else { return Ok(point(value, size)?.into_iter().collect()) };
    let (Some(one), Some(other)) = (point(one, size)?, point(other, size)?) else {
        return Err("two corners");
    };
    let is_between = |n: u8, a: u8, b: u8| a.min(b) <= n && n <= a.max(b);
    let all = (0..size).flat_map(|row| (0..size).map(move |column| (column, row)));
    let inside = all.filter(|p| is_between(p.0, one.0, other.0) && is_between(p.1, one.1, other.1));
    Ok(inside.collect())
}

fn written((column, row): (u8, u8)) -> String {
    [column, row].map(|place| char::from(b'a' + place)).iter().collect()
}

/// Games in SGF.
pub fn known_sgf() -> Vec<Vec<u8>> {
    [
        "(;GM[1]FF[4]SZ[5]KM[5.5]C[a \\] b];B[aa];W[ee];B[];W[cc])",
        "(;SZ[9]AB[cc][gg]PL[W](;W[ee];B[tt])(;W[ii]))",
        "(;GM[1]SZ[19];B[pd];W[dp];B[pq])",
        "(;SZ[9]AB[]PL[W](;W[ee];B[tt])(;W[ii]))",
        "(;PL[B]AB[ba][ab]AW[ca][bb]AE[ab]SZ[9];W[];W[];B[ee])",
        "Dear (friend): (;SiZe[9:9]KM[6,5]AB[aa:cc]AE[bb:bc]\r\nAddWhite[dd];\nW[ gg ]C[(;B[aa\\]])];B[])",
        "(;GM[1]SZ[7]CA[Shift_JIS]KM[];B[cc]C[plain](;W[dd](;B[ee])(;B[ff]))(;W[aa]))(;GM[2])",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}

/// Games of chess in PGN, read for their openings, and by the second reader.
pub fn pgn(input: &[u8]) -> bool {
    // Byte order marks have tests of their own.
    if [&b"\xef\xbb"[..], b"\xff\xfe", b"\xfe\xff"].iter().any(|mark| input.starts_with(mark))
        || input.contains(&0)
    {
        return false;
    }
    // The characters of the standard are a byte each (4.1).
    let text = match str::from_utf8(input) {
        Ok(text) => text.to_owned(),
        Err(_) => input.iter().map(|&byte| char::from(byte)).collect(),
    };
    let path = scratch("games").with_extension("pgn");
    fs::write(&path, input).expect("there is room for a small file");
    let start = registry::game("chess").expect("it is a game").start;
    let file = Located::new(path.display().to_string());
    let read = read_openings(&file, &start, Order::Sequential, Seed(1), 1000);
    let expected = written_games(&text).and_then(|games| {
        let mut openings = Vec::new();
        for game in games {
            let base = match &game.fen {
                None => start.clone(),
                Some(fen) => start.parse(fen).map_err(|_| "a position")?,
            };
            let mut end = base.clone();
            let mut moves = Vec::new();
            for word in &game.moves {
                moves.extend(play_line(&mut end, word).map_err(|_| "legal moves")?);
            }
            if end.node() == Node::Terminal {
                return Err("a game to be played");
            }
            openings.push((Some(base).filter(|base| *base != start).map(|p| p.to_string()), moves));
        }
        if openings.is_empty() { Err("a game") } else { Ok(openings) }
    });
    match (read, expected) {
        (Ok(read), Ok(expected)) => {
            let read: Vec<_> = read.into_iter().map(|o| (o.position, o.moves)).collect();
            assert_eq!(read, expected);
            true
        }
        (Err(_), Err(_)) => false,
        (Ok(_), Err(why)) => panic!("it is read, and should not be: {why}"),
        (Err(error), Ok(_)) => panic!("{error}"),
    }
}

/// A game as it is written.
#[derive(Default)]
struct Sheet {
    fen: Option<String>,
    moves: Vec<String>,
    has_text: bool,
    has_tags: bool,
}

fn written_games(text: &str) -> Result<Vec<Sheet>, &'static str> {
    let signs: Vec<char> = text.chars().collect();
    let is_end = |sign: char| sign == '\n' || sign == '\r';
    let line_behind =
        |at: usize| (at..signs.len()).find(|&end| is_end(signs[end])).unwrap_or(signs.len());
    let (mut games, mut game, mut depth, mut at) = (Vec::new(), Sheet::default(), 0, 0);
    while at < signs.len() {
        match signs[at] {
            sign if sign.is_whitespace() => at += 1,
            '%' if at == 0 || is_end(signs[at - 1]) => at = line_behind(at),
            ';' => at = line_behind(at),
            '{' => {
                at += signs[at..]
                    .iter()
                    .position(|&sign| sign == '}')
                    .ok_or("a comment that ends")?
                    + 1;
            }
            '[' => {
                if 0 < depth {
                    return Err("a variation that ends");
                }
                if game.has_text {
                    games.push(std::mem::take(&mut game));
                }
                let (name, value, end) = tag(&signs, at + 1, line_behind(at))?;
                game.has_tags = true;
                let value = value.trim().to_owned();
                match &*name.to_ascii_lowercase() {
                    "fen" if game.fen.is_none() && !is_nothing(&value) => game.fen = Some(value),
                    // Other tags say where a game begins, or by which rules it goes.
                    "position" | "variant" => return Err("tags that this reader knows"),
                    _ => {}
                }
                at = end;
            }
            '(' => (depth, game.has_text, at) = (depth + 1, true, at + 1),
            ')' if depth == 0 => return Err("a variation that began"),
            ')' => (depth, at) = (depth - 1, at + 1),
            '}' | ']' | '"' => return Err("a move"),
            '0' | '1' | '½' if spaced_result(&signs[at..]).is_some() => {
                at += spaced_result(&signs[at..]).unwrap_or(0);
                game.has_text = true;
                if depth == 0 {
                    games.push(std::mem::take(&mut game));
                }
            }
            '$' => {
                game.has_text = true;
                at += 1;
                if !signs.get(at).is_some_and(char::is_ascii_digit) {
                    return Err("a number");
                }
                while signs.get(at).is_some_and(char::is_ascii_digit) {
                    at += 1;
                }
            }
            _ => {
                let ends = |sign: &char| sign.is_whitespace() || "(){}[]$;\"".contains(*sign);
                let length = signs[at..].iter().position(ends).unwrap_or(signs.len() - at);
                let word: String = signs[at..at + length].iter().collect();
                at += length;
                game.has_text = true;
                if depth == 0 {
                    let dashed = word.replace(['–', '—', '−'], "-").replace('½', "1/2");
                    if ["1-0", "0-1", "1/2-1/2", "1/2", "*"].contains(&&*dashed) {
                        games.push(std::mem::take(&mut game));
                    } else {
                        game.moves.extend(bare_move(&word));
                    }
                }
            }
        }
    }
    if 0 < depth {
        return Err("a variation that ends");
    }
    games.extend((game.has_text || game.has_tags).then_some(game));
    Ok(games)
}

/// The length of a result whose stroke has blanks beside it.
fn spaced_result(signs: &[char]) -> Option<usize> {
    let text: String = signs.iter().take(99).collect();
    let results = [("1", "0"), ("0", "1"), ("1/2", "1/2"), ("1/2", "½"), ("½", "1/2"), ("½", "½")];
    results.iter().find_map(|(one, other)| {
        let rest = text.strip_prefix(one)?;
        let stroke = rest.trim_start_matches([' ', '\t']);
        let last = ["-", "–", "—", "−"].iter().find_map(|sign| stroke.strip_prefix(*sign))?;
        let other_one = last.trim_start_matches([' ', '\t']);
        let behind = other_one.strip_prefix(other)?;
        let has_blanks = rest.len() != stroke.len() || last.len() != other_one.len();
        let is_end = !behind.starts_with(|c: char| c.is_alphanumeric() || "/-.".contains(c));
        (has_blanks && is_end).then(|| text.chars().count() - behind.chars().count())
    })
}

/// What says nothing as the value of a tag.
fn is_nothing(value: &str) -> bool {
    ["", "?", "-"].contains(&value)
}

/// The name and the value of the tag that begins there, and where it ends; `line` is the end of its line.
fn tag(
    signs: &[char],
    mut at: usize,
    line: usize,
) -> Result<(String, String, usize), &'static str> {
    let pass_blanks = |at: &mut usize| {
        while signs.get(*at).is_some_and(|sign| sign.is_whitespace()) {
            *at += 1;
        }
    };
    pass_blanks(&mut at);
    let mut name = String::new();
    while let Some(sign) =
        signs.get(at).filter(|s| !s.is_whitespace() && !"(){}[]$;\"".contains(**s))
    {
        name.push(*sign);
        at += 1;
    }
    pass_blanks(&mut at);
    if name.is_empty() || signs.get(at) != Some(&'"') {
        return Err("a tag");
    }
    at += 1;
    // By the standard: up to the first quotation mark that nothing escapes.
    let (mut value, mut here) = (String::new(), at);
    let is_whole = loop {
        match (signs.get(here), signs.get(here + 1)) {
            (Some('"'), _) => break true,
            (Some('\\'), Some(sign)) => {
                value.push(*sign);
                here += 2;
            }
            (None | Some('\\' | '\n' | '\r'), _) => break false,
            (Some(sign), _) => {
                value.push(*sign);
                here += 1;
            }
        }
    };
    here += 1;
    pass_blanks(&mut here);
    if is_whole && signs.get(here) == Some(&']') {
        return Ok((name, value, here + 1));
    }
    // As programs write it: up to the last one of the line, where the tag ends too.
    let line = line
        .max(signs[at..].iter().position(|s| "\n\r".contains(*s)).map_or(signs.len(), |n| at + n));
    let rest: String = signs[at..line].iter().collect();
    let value =
        rest.trim_end().strip_suffix(']').map(str::trim_end).and_then(|v| v.strip_suffix('"'));
    let value = value.ok_or("a value that ends")?.replace("\\\"", "\"").replace("\\\\", "\\");
    Ok((name, value, line))
}

/// A move without its number, and without what is thought of it.
fn bare_move(word: &str) -> Option<String> {
    let signs: Vec<char> = word.chars().collect();
    let digits = signs.iter().take_while(|sign| sign.is_ascii_digit()).count();
    let dots = signs[digits..].iter().take_while(|sign| ['.', '…'].contains(*sign)).count();
    if digits == signs.len() {
        return None;
    }
    let rest = if 0 < dots { &signs[digits + dots..] } else { &signs[..] };
    let mut m: String = rest.iter().collect();
    while m.ends_with(['!', '?', '‼', '⁇', '⁈', '⁉']) {
        m.pop();
    }
    if m.ends_with("e.p.") {
        m.truncate(m.len() - 4);
    }
    let tells = |sign: char| sign.is_alphanumeric() || sign == '@';
    (m == "--" || m.contains(tells)).then_some(m)
}

/// Games in PGN.
pub fn known_pgn() -> Vec<Vec<u8>> {
    let mut known: Vec<Vec<u8>> = [
        "[Event \"a\"]\n[Site \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 {quiet} 2... Nc6 $1 *\n\n[ECO \"B20\"]\n\n1.e4! c5 1-0\n",
        "[White \"The \"Rock\"\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 3 9\"]\n[SetUp \"1\"]\n\n9. O-O+ (9. Kd2 {)} Kd7) Kd7\n",
        "1. e4 e5 1 - 0 1. d4 ½- ½\n0 - 1",
        "%x\n1. e4 e5 ; so\n2. Nf3 Nc6 ± 3. Bb5 a6!? 1/2-1/2 1. d4 d5 *",
        "[FEN \"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3\"]\r\n\r\n3. exf6 e.p. gxf6 4 d4 4... Nh6\r\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .into();
    known.push(b"[White \"J\xf6rg\"]\n1. c4 {\xe9} e5 2. Nc3 *".to_vec());
    known
}
