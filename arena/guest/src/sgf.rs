//! Games of Go in SGF: the main line, as far as it is stones and moves.
//!
//! A. Hollosi, SGF FF\[4\] (1997).

/// What a file tells.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Sgf {
    pub(crate) size: Option<u8>,
    pub(crate) komi: Option<String>,
    /// Who moves first, where it is said: 0 is black.
    pub(crate) first: Option<u8>,
    /// Stones that stand there before the first move, and their colours.
    pub(crate) stones: Vec<(u8, String)>,
    /// Moves and their colours, vertices as GTP writes them.
    pub(crate) moves: Vec<(u8, String)>,
}

impl Sgf {
    /// Reads the first game of a file; of every variation the first.
    ///
    /// # Errors
    ///
    /// What cannot be understood.
    pub(crate) fn read(bytes: &[u8]) -> Result<Sgf, String> {
        let mut properties = properties(&decoded(bytes)?)?;
        let mut sgf = Sgf::default();
        // Where a stone stands depends on the size, which may be told behind it.
        properties.sort_by_key(|(property, _)| property != "SZ");
        properties.iter().try_for_each(|(property, value)| sgf.hear(property, value))?;
        Ok(sgf)
    }

    fn hear(&mut self, property: &str, value: &str) -> Result<(), String> {
        let size = self.size.unwrap_or(19);
        match property {
            "GM" if value.trim() != "1" => return Err("it is not a game of Go".to_owned()),
            "SZ" => {
                let size =
                    value.trim().parse().map_err(|_| format!("its size is `{value:.10}`"))?;
                self.size = Some(size);
            }
            "KM" => self.komi = Some(value.trim().to_owned()),
            "PL" if self.moves.is_empty() => {
                self.first = Some(u8::from(value.trim().starts_with(['W', 'w'])));
            }
            // What is put on a point takes the place of what stood there; nothing stands nowhere.
            "AB" | "AW" | "AE" if self.moves.is_empty() => {
                for vertex in points(value, size)? {
                    self.stones.retain(|stone| stone.1 != vertex);
                    if property != "AE" && vertex != "pass" {
                        self.stones.push((u8::from(property == "AW"), vertex));
                    }
                }
            }
            "AB" | "AW" | "AE" => {
                return Err("stones are put there in the midst of play".to_owned());
            }
            "B" | "W" => {
                let vertex = vertex(value, size).ok_or_else(|| no_vertex(value))?;
                self.moves.push((u8::from(property == "W"), vertex));
            }
            _ => {}
        }
        Ok(())
    }
}

fn no_vertex(value: &str) -> String {
    format!("`{value:.10}` is no vertex")
}

/// The properties of the main line, in their order.
///
/// # Errors
///
/// Where there is no game, or the record is cut off.
fn properties(text: &str) -> Result<Vec<(String, String)>, String> {
    // A game begins with a bracket and a node; whatever stands before is a letter about it.
    let begins = |at: usize| text[at + 1..].trim_start().starts_with(';');
    let begin = text.match_indices('(').map(|(at, _)| at).find(|&at| begins(at));
    let begin = begin.ok_or("there is no game in it")?;
    let mut signs = text[begin..].chars();
    let mut found = Vec::new();
    let (mut name, mut last) = (String::new(), String::new());
    let (mut depth, mut nodes, mut is_main) = (0u32, 0, true);
    while let Some(sign) = signs.next() {
        match sign {
            '(' => depth += 1,
            // The first variation ends here, and with it the main line.
            ')' => {
                (depth, is_main) = (depth - 1, false);
                if depth == 0 {
                    return Ok(found);
                }
            }
            ';' => {
                nodes += 1;
                last.clear();
                name.clear();
            }
            '[' => {
                let value = value(&mut signs)?;
                if !name.is_empty() {
                    last = std::mem::take(&mut name);
                }
                if last == "CA" && nodes == 1 {
                    charset(&value)?;
                }
                if is_main {
                    found.push((last.clone(), value));
                }
            }
            letter if letter.is_ascii_uppercase() => name.push(letter),
            _ => {}
        }
    }
    Err("it is cut off: its last bracket is missing".to_owned())
}

/// How the characters of a file are written.
enum Charset {
    /// UTF-8, and ASCII, which is a part of it.
    Utf8,
    Latin1,
}

/// Reads the name of a character set.
fn charset(name: &str) -> Result<Charset, String> {
    let folded: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    match folded.to_ascii_uppercase().as_str() {
        "" | "UTF8" | "ASCII" | "USASCII" => Ok(Charset::Utf8),
        "ISO88591" | "LATIN1" => Ok(Charset::Latin1),
        _ => Err(format!(
            "its characters are written in `{name:.20}`; accepted: UTF-8, ASCII, ISO-8859-1 (Latin-1)"
        )),
    }
}

/// The text of a file, by the character set that it names. Any other may hide a bracket within a character.
fn decoded(bytes: &[u8]) -> Result<String, String> {
    const NAME: &[u8] = b"CA[";
    if let Ok(text) = str::from_utf8(bytes) {
        return Ok(text.trim_start_matches('\u{feff}').to_owned());
    }
    // What cannot be read yet is searched for the name.
    let is_name = |at: usize| {
        bytes[at..].starts_with(NAME) && (at == 0 || !bytes[at - 1].is_ascii_uppercase())
    };
    let named = (0..bytes.len()).find(|&at| is_name(at)).map(|at| &bytes[at + NAME.len()..]);
    let named = named.and_then(|rest| rest.split(|&b| b == b']').next()).unwrap_or_default();
    Ok(match charset(String::from_utf8_lossy(named).trim())? {
        Charset::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
        Charset::Latin1 => bytes.iter().map(|&byte| char::from(byte)).collect(),
    })
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

/// What stands up to the closing bracket.
fn value(signs: &mut impl Iterator<Item = char>) -> Result<String, String> {
    let mut value = String::new();
    while let Some(sign) = signs.next() {
        match sign {
            ']' => return Ok(value),
            '\\' => value.extend(signs.next()),
            _ => value.push(sign),
        }
    }
    Err("a bracket is never closed".to_owned())
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
    place(vertex, size)
        .map_or("[]".to_owned(), |(row, column)| format!("[{}{}]", letter(column), letter(row)))
}

/// The row of a vertex, counted from the top, and its column; a pass has none.
pub(crate) fn place(vertex: &str, size: u8) -> Option<(u8, u8)> {
    let (&letter, row) = vertex.as_bytes().split_first()?;
    let letter = letter.to_ascii_uppercase().checked_sub(b'A').filter(|&letter| letter != 8)?;
    let (row, column) =
        (str::from_utf8(row).ok()?.parse::<u8>().ok()?, letter - u8::from(8 < letter));
    ((1..=size).contains(&row) && column < size).then(|| (size - row, column))
}

#[cfg(test)]
mod tests {
    use super::{Sgf, letters, place, vertex};

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
        let pair = |colour, vertex: &str| (colour, vertex.to_owned());
        let expected = Sgf {
            size: Some(9),
            komi: Some("5.5".to_owned()),
            first: Some(1),
            stones: vec![pair(0, "C7"), pair(0, "G3")],
            moves: vec![pair(1, "E5"), pair(0, "pass"), pair(1, "J7")],
        };
        assert_eq!(Sgf::read(text.as_bytes()), Ok(expected));
        let put = Sgf::read(b"(;AB[cc][dd][ee][]AW[dd]AE[ee]SZ[9];B[aa]PL[W])").unwrap();
        assert_eq!(put.stones, [pair(0, "C7"), pair(1, "D6")]);
        assert_eq!((put.first, put.moves), (None, vec![pair(0, "A9")]));
        for (wrong, why) in [
            ("", "no game"),
            ("(;GM[2])", "not a game of Go"),
            ("(;SZ[9];B[zz])", "`zz` is no vertex"),
            ("(;B[aa", "never closed"),
            ("(;B[aa];AB[bb])", "in the midst of play"),
        ] {
            assert!(Sgf::read(wrong.as_bytes()).unwrap_err().contains(why), "{wrong}");
        }
    }
}
