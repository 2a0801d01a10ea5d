//! Records of Go in SGF, read twice: by what reads them, and by a second reader that is written from the standard alone,
//! slow and plain.

use std::fs;

use agon_core::Protocol;

use crate::{programs::answers, scratch};

/// A game of Go in SGF: it is read as the plain record that the second reader makes of it, and written so that it reads
/// alike.
pub fn sgf(input: &[u8]) -> bool {
    let loaded = load(input);
    // Character sets, and what stands behind byte order marks, have tests of their own.
    if let (Ok(text), false) = (str::from_utf8(input), input.starts_with(b"\xef\xbb\xbf")) {
        let plain = plain_records(text);
        if plain != Err(OTHER_LETTERS) {
            // Every one of them can be played, and the last is what the record leads to.
            let all = |plain: &Vec<String>| {
                let each: Option<Vec<String>> = plain.iter().map(|record| load(record.as_bytes())).collect();
                each?.pop()
            };
            assert_eq!(loaded, plain.as_ref().ok().and_then(all), "{plain:?}");
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

/// The main line of the first game, its points one by one: a record for each position that is put there within it.
fn plain_records(text: &str) -> Result<Vec<String>, &'static str> {
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
    let (mut records, mut record, mut komi) = (Vec::new(), Record::default(), None);
    // A move is the last of its node.
    let is_move = |value: &&(String, String)| value.0 == "B" || value.0 == "W";
    for node in values.split(|value| value.0 == NODE) {
        let others = node.iter().filter(|value| !is_move(value));
        for (name, value) in others.chain(node.iter().filter(is_move)) {
            match &**name {
                "GM" if value.trim() != "1" => return Err("a game of Go"),
                "KM" => {
                    let value = value.trim().replace(',', ".");
                    if !value.is_empty() && !value.parse::<f64>().is_ok_and(f64::is_finite) {
                        return Err("a komi");
                    }
                    komi = Some(value);
                }
                "PL" => record.turn = Some(colour(value)?),
                "AB" | "AW" | "AE" => {
                    let mut board = record.put.take().unwrap_or_else(|| record.board(size));
                    for point in rectangle(value, size)? {
                        board.retain(|(_, other)| *other != point);
                        board.extend((name != "AE").then(|| (sign(name), point)));
                    }
                    record.put = Some(board);
                }
                "B" | "W" => {
                    let seat = sign(name);
                    record.settle(seat, size, &mut records);
                    record.moves.push((seat, point(value, size)?));
                    record.turn = None;
                }
                _ => {}
            }
        }
    }
    if let Some((last, _)) = record.moves.last() {
        let next = if *last == 'B' { 'W' } else { 'B' };
        record.settle(next, size, &mut records);
    } else {
        record.settle('B', size, &mut records);
    }
    records.push(record);
    let mut head = format!("(;SZ[{size}]");
    if let Some(komi) = komi {
        let komi = komi.replace('\\', "\\\\").replace(']', "\\]");
        head.extend(["KM[", &komi, "]"]);
    }
    Ok(records.iter().map(|record| record.written(&head)).collect())
}

/// What divides the values of nodes.
const NODE: &str = ";";

/// The colour of `B`, `W`, `AB` and `AW`.
fn sign(name: &str) -> char {
    if name.ends_with('B') { 'B' } else { 'W' }
}

/// Stones by their colours, in no order.
type Stones = Vec<(char, (u8, u8))>;

/// A game from a position, without anything that is put there later.
#[derive(Default)]
struct Record {
    base: Stones,
    /// Who begins, if it is told.
    first: Option<char>,
    moves: Vec<(char, Option<(u8, u8)>)>,
    /// What is put there, and whose turn it is, behind the last move.
    put: Option<Stones>,
    turn: Option<char>,
}

impl Record {
    /// The board behind all moves.
    fn board(&self, size: u8) -> Stones {
        let mut board = self.base.clone();
        for (seat, point) in &self.moves {
            let Some(point) = *point else { continue };
            board.retain(|(_, other)| *other != point);
            board.push((*seat, point));
            let other = if *seat == 'B' { 'W' } else { 'B' };
            board = living(&board, other, size);
            board = living(&board, *seat, size);
        }
        board
    }

    /// Before a move of `next`: what was put there is where another record begins, if it is another board.
    fn settle(&mut self, next: char, size: u8, records: &mut Vec<Record>) {
        let put = self.put.take();
        if self.moves.is_empty() {
            (self.base, self.first) = (put.unwrap_or_default(), self.turn.take());
            return;
        }
        let sorted = |mut stones: Stones| {
            stones.sort_unstable();
            stones
        };
        if let Some(put) = put.map(sorted).filter(|put| *put != sorted(self.board(size))) {
            let first = Some(self.turn.take().unwrap_or(next));
            records.push(std::mem::replace(self, Record { base: put, first, ..Record::default() }));
        }
    }

    fn written(&self, head: &str) -> String {
        let told = |turn: &char| format!("PL[{turn}]");
        let stone = |(seat, point): &(char, (u8, u8))| format!("A{seat}[{}]", written(*point));
        let moved =
            |(seat, point): &(char, Option<(u8, u8)>)| format!(";{seat}[{}]", point.map_or(String::new(), written));
        let mut text = head.to_owned();
        text.extend(self.first.iter().map(told));
        text.extend(self.base.iter().map(stone));
        text.extend(self.moves.iter().map(moved));
        text.extend(self.turn.iter().map(|turn| format!(";{}", told(turn))));
        text + ")"
    }
}

/// The stones that stay where chains of a colour without liberties are taken.
fn living(board: &[(char, (u8, u8))], colour: char, size: u8) -> Stones {
    let is_free = |point: (u8, u8)| point.0 < size && point.1 < size && board.iter().all(|stone| stone.1 != point);
    let beside = |(column, row): (u8, u8)| {
        let (left, up) = (column.wrapping_sub(1), row.wrapping_sub(1));
        [(left, row), (column + 1, row), (column, up), (column, row + 1)]
    };
    let own = || board.iter().filter(|stone| stone.0 == colour).map(|stone| stone.1);
    let mut alive: Vec<(u8, u8)> = own().filter(|&p| beside(p).into_iter().any(is_free)).collect();
    loop {
        let more: Vec<(u8, u8)> =
            own().filter(|&p| !alive.contains(&p) && beside(p).iter().any(|p| alive.contains(p))).collect();
        if more.is_empty() {
            break;
        }
        alive.extend(more);
    }
    board.iter().filter(|stone| stone.0 != colour || alive.contains(&stone.1)).copied().collect()
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
            ';' => {
                (name, property) = (String::new(), String::new());
                if is_main && !has_branched {
                    values.push((NODE.to_owned(), String::new()));
                }
            }
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
    let sides: Vec<Option<u8>> = value.splitn(2, ':').map(|side| side.trim().parse().ok()).collect();
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
        "(;SZ[5];B[aa];W[bb]AE[aa];AB[cc:dc]PL[B];B[];W[ba];PL[W])",
        "(;SZ[5]HA[2]AB[bb][dd];W[cc];B[bc];AW[aa:ca]AE[cc];PL[W](;W[ee];AB[ea])(;AB[ec]))",
        "(;SZ[5];B[ab];W[ac];B[ba];W[bb];B[ca];W[aa];B[cb];AB[ab];W[];B[];AW[ee];B[ed])",
        "(;GM[1]SZ[7]CA[Shift_JIS]KM[];B[cc]C[plain](;W[dd](;B[ee])(;B[ff]))(;W[aa]))(;GM[2])",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}
