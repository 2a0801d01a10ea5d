//! Games of Go in SGF: the main line, as far as it is stones and moves.
//!
//! A. Hollosi, *SGF FF\[4\]* (1997): collections of game trees (EBNF), where of each node's variations the first is the main
//! line, and small letters of identifiers say nothing, as in FF\[3\]; escapes in values (*Text*); compressed lists of
//! points (*Compressed point lists*); stones that are put or taken away and whose turn it is, in any node (*Setup
//! properties*); a pass as `[]` or, on boards of up to 19 lines, as `[tt]` (*Go: Move*); and `CA`, the character set,
//! which is ISO-8859-1 unless it is named. Most files that name none are UTF-8 today, and are read so where they are; a
//! byte order mark comes before all names. A node should not have both stones that are put and a move; of one that has,
//! the move is the last, as where it is split into two.

use agon_core::unicode::place_behind;

use crate::charset::{Charset, marked};

/// What a file tells.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Sgf {
    pub(crate) size: Option<u8>,
    pub(crate) komi: Option<String>,
    /// What happens on the board, in its order.
    pub(crate) steps: Vec<RecordStep>,
}

/// What happens on the board. Colours are 0 for black and 1 for white, and vertices as GTP writes them.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum RecordStep {
    /// A point has a stone of this colour, or none, whatever it had. Nothing is captured by that.
    Put(Option<u8>, String),
    /// It is the turn of a colour.
    Turn(u8),
    /// A colour moves.
    Move(u8, String),
}

impl Sgf {
    /// Reads the first game of a file; of every variation the first.
    ///
    /// # Errors
    ///
    /// What cannot be understood, and where.
    pub(crate) fn read(bytes: &[u8]) -> Result<Sgf, String> {
        let text = decoded(bytes)?;
        let line = MainLine::of(&text);
        line.end?;
        let mut properties = line.properties;
        let mut sgf = Sgf::default();
        // The place of a stone depends on the size, which may come after it.
        let is_move = |name: &str| ["B", "W"].contains(&name);
        properties.sort_by_key(|p| (p.name != "SZ", p.node, is_move(&p.name)));
        for property in &properties {
            let heard = sgf.hear(&property.name, &property.value);
            heard.map_err(|why| wrong_at(&text, property.at, &why))?;
        }
        Ok(sgf)
    }

    fn hear(&mut self, property: &str, value: &str) -> Result<(), String> {
        let size = self.size.unwrap_or(19);
        match property {
            "GM" if value.trim() != "1" => return Err("it is not a game of Go".to_owned()),
            "SZ" => self.size = Some(read_size(value)?),
            "KM" => self.komi = Some(read_komi(value)?),
            "PL" => self.steps.push(RecordStep::Turn(read_colour(value)?)),
            "AB" | "AW" | "AE" => {
                let stone = (property != "AE").then_some(u8::from(property == "AW"));
                // An empty value names no point.
                let points = points(value, size)?.into_iter().filter(|vertex| vertex != "pass");
                self.steps.extend(points.map(|vertex| RecordStep::Put(stone, vertex)));
            }
            "B" | "W" => {
                let vertex = vertex(value, size).ok_or_else(|| no_vertex(value))?;
                self.steps.push(RecordStep::Move(u8::from(property == "W"), vertex));
            }
            _ => {}
        }
        Ok(())
    }
}

fn no_vertex(value: &str) -> String {
    format!("`{value:.10}` is no vertex")
}

/// The lines of a board, which has as many columns as rows: `19`, or as some programs write it, `19:19`.
fn read_size(value: &str) -> Result<u8, String> {
    let (columns, rows) = value.split_once(':').unwrap_or((value, value));
    let read = |text: &str| text.trim().parse::<u8>().ok();
    match (read(columns), read(rows)) {
        (Some(columns), Some(rows)) if columns == rows => Ok(columns),
        _ => Err(format!("its size is `{value:.10}`; accepted: one whole number")),
    }
}

/// Points, as the standard has them; with a comma where people write one before fractions, and from hundredths of points, or
/// of stones, two of which are a point each, as large servers write them: no board has as many points.
fn read_komi(value: &str) -> Result<String, String> {
    let points = match value.trim() {
        "550" | "275" => "5.5",
        "650" | "325" => "6.5",
        "700" | "350" => "7",
        "750" | "375" => "7.5",
        other => other,
    };
    let points = points.replace(',', ".");
    let is_number = points.parse::<f64>().is_ok_and(f64::is_finite);
    if is_number || points.is_empty() {
        return Ok(points);
    }
    Err(format!("its komi is `{value:.10}`; accepted: a number such as 6.5"))
}

/// Whose turn it is, 0 for black: `B` or `W` (*PL*), or as older programs write it, a word or a number.
fn read_colour(value: &str) -> Result<u8, String> {
    match value.trim().to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Ok(0),
        "w" | "white" | "2" => Ok(1),
        _ => Err(format!("it is the turn of `{value:.10}`; accepted: B, W")),
    }
}

/// A message about a byte of a text.
fn wrong_at(text: &str, at: usize, why: &str) -> String {
    let (line, column) = place_behind(&text[..at]);
    format!("line {line}, column {column}: {why}")
}

/// The text of a file: by its byte order mark, by the character set that it names (`CA`), or else UTF-8 where it is
/// that, and ISO-8859-1.
///
/// # Errors
///
/// Where its character set is not known, or would have to be guessed.
fn decoded(bytes: &[u8]) -> Result<String, String> {
    if let Some(text) = marked(bytes) {
        return text;
    }
    let utf_8 = str::from_utf8(bytes).ok();
    // The name can only be read in decoded text: a file is in a character set if, decoded by it, it names it.
    let mut tried = Vec::new();
    for charset in names(bytes).filter_map(|name| Charset::named(&name).ok()) {
        if tried.contains(&charset) {
            continue;
        }
        tried.push(charset);
        let (text, has_wrong) = charset.decoded(bytes);
        let line = MainLine::of(&text);
        let Some(name) = &line.charset else { continue };
        if Charset::named(name.trim()) == Ok(charset) {
            return match utf_8 {
                // A program that rewrites a file in UTF-8 may leave the old name.
                Some(better) if has_wrong => Ok(better.to_owned()),
                // An invalid character may have swallowed the sign after it.
                None if has_wrong && (text.contains("\u{fffd}\\") || line.has_stray) => {
                    Err(format!("it is not written in `{}`, as it says", name.trim()))
                }
                _ => Ok(text),
            };
        }
    }
    let text = match utf_8 {
        Some(text) => text.to_owned(),
        None => Charset::latin_1().decoded(bytes).0,
    };
    let line = MainLine::of(&text);
    if let Some(name) = line.charset.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
        Charset::named(name)?;
    }
    // In a character set of Asia this may be a part of the character before.
    let is_within = |pair: &[u8]| !pair[0].is_ascii() && pair[1] == b'\\';
    if utf_8.is_none() && (line.has_stray || bytes.windows(2).any(is_within)) {
        return Err(
            "it is not UTF-8, and does not say what it is; accepted: a character set in its first node, such as \
                    CA[GB18030]"
                .to_owned(),
        );
    }
    Ok(text)
}

/// Possible names of the character set, in a text that cannot be decoded yet.
fn names(bytes: &[u8]) -> impl Iterator<Item = String> {
    const NAME: &[u8] = b"CA[";
    let begins = |at: &usize| bytes[*at..].starts_with(NAME) && (*at == 0 || !bytes[at - 1].is_ascii_uppercase());
    let places = (0..bytes.len()).filter(begins).map(|at| &bytes[at + NAME.len()..]);
    let named = places.filter_map(|rest| rest.split(|&byte| byte == b']').next());
    named.filter(|name| name.len() < 40).map(|name| String::from_utf8_lossy(name).trim().to_owned())
}

/// A value of a property.
struct Property {
    name: String,
    value: String,
    /// The number of its node.
    node: u32,
    /// Where it begins, in bytes.
    at: usize,
}

/// The first game of a text, as far as it is its main line.
struct MainLine {
    /// In their order.
    properties: Vec<Property>,
    /// What its first node names.
    charset: Option<String>,
    /// Whether a bracket was closed that none had opened.
    has_stray: bool,
    /// The error, if there is no game or it is cut off.
    end: Result<(), String>,
}

impl MainLine {
    fn of(text: &str) -> MainLine {
        let (properties, charset) = (Vec::new(), None);
        let mut line = MainLine { properties, charset, has_stray: false, end: Ok(()) };
        line.end = line.read(text);
        line
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        // A game begins with a bracket and a node; any text before it is a covering letter.
        let begins = |at: usize| text[at + 1..].trim_start().starts_with(';');
        let begin = text.match_indices('(').map(|(at, _)| at).find(|&at| begins(at));
        let begin = begin.ok_or("there is no game in it")?;
        let mut signs = text[begin..].char_indices().map(|(at, sign)| (begin + at, sign));
        let (mut name, mut last) = (String::new(), String::new());
        let (mut depth, mut nodes, mut is_main) = (0u32, 0, true);
        while let Some((at, sign)) = signs.next() {
            match sign {
                '(' => {
                    depth += 1;
                    last.clear();
                    name.clear();
                }
                // The first variation ends here, and with it the main line.
                ')' => {
                    (depth, is_main) = (depth - 1, false);
                    last.clear();
                    name.clear();
                    if depth == 0 {
                        return Ok(());
                    }
                }
                ';' => {
                    nodes += 1;
                    last.clear();
                    name.clear();
                }
                '[' => {
                    let value = value(&mut signs.by_ref().map(|(_, sign)| sign));
                    let value = value.ok_or_else(|| wrong_at(text, at, "a bracket that is never closed"))?;
                    if !name.is_empty() {
                        last = std::mem::take(&mut name);
                    }
                    if last == "CA" && nodes == 1 {
                        self.charset = Some(value.clone());
                    }
                    if is_main && last.is_empty() {
                        let why = "a value of no property; accepted: capital letters before it, as in `B[dd]`";
                        return Err(wrong_at(text, at, why));
                    }
                    if is_main {
                        let (name, at) = (last.clone(), at + 1);
                        self.properties.push(Property { name, value, node: nodes, at });
                    }
                }
                ']' => self.has_stray = true,
                letter if letter.is_ascii_uppercase() => name.push(letter),
                _ => {}
            }
        }
        Err("it is cut off: its last bracket is missing".to_owned())
    }
}

/// The vertices of a point, or of all between two corners, `dd:ef`.
fn points(value: &str, size: u8) -> Result<Vec<String>, String> {
    let Some((one, other)) = value.split_once(':') else {
        return Ok(vec![vertex(value, size).ok_or_else(|| no_vertex(value))?]);
    };
    let corner = |text: &str| place(&vertex(text, size)?, size);
    let (Some(one), Some(other)) = (corner(one), corner(other)) else {
        return Err(no_vertex(value));
    };
    let between = |a: u8, b: u8| a.min(b)..=a.max(b);
    let rows = between(one.0, other.0);
    let all = rows.flat_map(|row| between(one.1, other.1).map(move |column| (row, column)));
    Ok(all.map(|(row, column)| written(row, column, size)).collect())
}

/// The text up to the closing bracket, if there is one.
fn value(signs: &mut impl Iterator<Item = char>) -> Option<String> {
    let mut value = String::new();
    loop {
        match signs.next()? {
            ']' => return Some(value),
            '\\' => value.extend(signs.next()),
            sign => value.push(sign),
        }
    }
}

/// Two letters, column and row from above, as GTP writes them; nothing is a pass.
fn vertex(value: &str, size: u8) -> Option<String> {
    let letters = value.trim().as_bytes();
    let place = |letter: u8| {
        let letter = Some(letter).filter(u8::is_ascii_lowercase)?;
        Some(letter - b'a').filter(|&place| place < size)
    };
    match *letters {
        [] => Some("pass".to_owned()),
        [b't', b't'] if size <= 19 => Some("pass".to_owned()),
        [column, row] => Some(written(place(row)?, place(column)?, size)),
        _ => None,
    }
}

/// A vertex as GTP writes it, by its row from above and its column.
fn written(row: u8, column: u8, size: u8) -> String {
    // There is no I.
    let letter = char::from(b'A' + column + u8::from(8 <= column));
    format!("{letter}{}", size - row)
}

/// The same vertex as SGF writes it, in its brackets; a pass is nothing.
pub(crate) fn letters(vertex: &str, size: u8) -> String {
    let letter = |place| char::from(b'a' + place);
    place(vertex, size).map_or("[]".to_owned(), |(row, column)| format!("[{}{}]", letter(column), letter(row)))
}

/// The row of a vertex, counted from the top, and its column; a pass has none.
pub(crate) fn place(vertex: &str, size: u8) -> Option<(u8, u8)> {
    let (&letter, row) = vertex.as_bytes().split_first()?;
    let letter = letter.to_ascii_uppercase().checked_sub(b'A').filter(|&letter| letter != 8)?;
    let (row, column) = (str::from_utf8(row).ok()?.parse::<u8>().ok()?, letter - u8::from(8 < letter));
    ((1..=size).contains(&row) && column < size).then(|| (size - row, column))
}

#[cfg(test)]
mod tests {
    use super::{RecordStep, Sgf, letters, place, vertex};

    /// What happens on a board, in short.
    fn steps(text: &str) -> String {
        let colour = |colour: u8| if colour == 0 { "B" } else { "W" };
        let told = |step: RecordStep| match step {
            RecordStep::Put(Some(0), vertex) => format!("+{vertex} "),
            RecordStep::Put(Some(_), vertex) => format!("-{vertex} "),
            RecordStep::Put(None, vertex) => format!(".{vertex} "),
            RecordStep::Turn(seat) => format!("to {}, ", colour(seat)),
            RecordStep::Move(seat, vertex) => format!("{} {vertex}, ", colour(seat)),
        };
        let told: String = Sgf::read(text.as_bytes()).unwrap().steps.into_iter().map(told).collect();
        told.trim_end_matches([',', ' ']).to_owned()
    }

    #[test]
    fn every_vertex_is_written_as_it_was_read() {
        for (column, row) in (b'a'..=b's').flat_map(|c| (b'a'..=b's').map(move |r| (c, r))) {
            let text = String::from_utf8(vec![column, row]).unwrap();
            assert_eq!(letters(&vertex(&text, 19).unwrap(), 19), format!("[{text}]"));
        }
        assert_eq!(letters(&vertex("", 19).unwrap(), 19), "[]");
        for nowhere in ["I3", "K1", "A10", "A0", "A", "3", "pass", "é"] {
            assert_eq!(place(nowhere, 9), None, "{nowhere}");
        }
        assert_eq!(place("j1", 9), Some((8, 8)));
    }

    #[test]
    fn the_main_line_is_read() {
        let text = "(;GM[1]FF[4]SZ[9]KM[5.5]C[a \\] b]AB[cc][gg]PL[W];W[ee](;B[];W[ic])(;B[aa]))";
        let read = Sgf::read(text.as_bytes()).unwrap();
        assert_eq!((read.size, read.komi.as_deref()), (Some(9), Some("5.5")));
        assert_eq!(steps(text), "+C7 +G3 to W, W E5, B pass, W J7");
        for (text, expected) in [
            ("AB[cc][dd][ee][]AW[dd]AE[ee];B[aa]PL[W]", "+C7 +D6 +E5 -D6 .E5 to W, B A9"),
            // Of what stands together with a move, the move is the last.
            (";B[aa];W[bb]AE[aa:ba]PL[B];B[]", "B A9, .A9 .B9 to B, W B8, B pass"),
            (";B[aa];PL[B]AB[cc];AE[aa]", "B A9, to B, +C7 .A9"),
            (";B[aa](;AW[bb])(;AW[cc])", "B A9, -B8"),
        ] {
            assert_eq!(steps(&format!("(;SZ[9]{text})")), expected, "{text}");
        }
        let read = Sgf::read("(;\u{ff1b}SZ[9:9]KM[6,5];B[\r\naa\n])".as_bytes()).unwrap();
        assert_eq!((read.size, read.komi.as_deref()), (Some(9), Some("6.5")));
        assert_eq!(read.steps, [RecordStep::Move(0, "A9".to_owned())]);
        for (value, komi) in [("375", "7.5"), ("650", "6.5"), ("0", "0"), (" 6.5 ", "6.5"), ("", ""), ("-5,5", "-5.5")]
        {
            let read = Sgf::read(format!("(;KM[{value}])").as_bytes()).unwrap();
            assert_eq!(read.komi.as_deref(), Some(komi), "{value}");
        }
        for (value, first) in [("B", 0), (" w ", 1), ("White", 1), ("black", 0), ("1", 0), ("2", 1)] {
            let read = Sgf::read(format!("(;PL[{value}])").as_bytes()).unwrap();
            assert_eq!(read.steps, [RecordStep::Turn(first)], "{value}");
        }
        for (wrong, why) in [
            ("", "no game"),
            ("(;GM[2])", "not a game of Go"),
            ("(;SZ[9]\n;B[zz])", "line 2, column 4: `zz` is no vertex"),
            ("(;B[aa", "line 1, column 4: a bracket that is never closed"),
            ("(;B[aa]\n;AB[b])", "line 2, column 5: `b` is no vertex"),
            ("(;B[aa];PL[x])", "line 1, column 12: it is the turn of `x`; accepted: B, W"),
            ("(;SZ[9:13])", "line 1, column 6: its size is `9:13`; accepted: one whole number"),
            ("(;SZ[])", "its size is ``"),
            ("(;SZ[9];b[ee])", "line 1, column 10: a value of no property; accepted: capital"),
            ("(;SZ[9]\n;[ee])", "line 2, column 2: a value of no property"),
            ("(;SZ[300])", "its size is `300`"),
            ("(;SZ[9]KM[six];B[aa])", "line 1, column 11: its komi is `six`; accepted: a number such"),
            ("(;KM[1e999])", "line 1, column 6: its komi is `1e999`"),
            ("(;SZ[9]\nPL[x])", "line 2, column 4: it is the turn of `x`; accepted: B, W"),
        ] {
            assert!(Sgf::read(wrong.as_bytes()).unwrap_err().contains(why), "{wrong}");
        }
    }
}
