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
    pub(crate) fn read(text: &str) -> Result<Sgf, String> {
        let mut properties = Vec::new();
        let mut signs = text.chars().peekable();
        let (mut name, mut last) = (String::new(), String::new());
        let mut has_begun = false;
        while let Some(sign) = signs.next() {
            match sign {
                '(' => has_begun = true,
                // The first variation ends here, and with it the main line.
                ')' => break,
                ';' => last.clear(),
                '[' if has_begun => {
                    let property = if name.is_empty() { &last } else { &name };
                    last = property.clone();
                    name.clear();
                    let value = value(&mut signs)?;
                    properties.push((last.clone(), value));
                }
                letter if letter.is_ascii_uppercase() => name.push(letter),
                _ => {}
            }
        }
        if !has_begun {
            return Err("there is no game in it".to_owned());
        }
        let mut sgf = Sgf::default();
        // Where a stone stands depends on the size, which may be told behind it.
        properties.sort_by_key(|(property, _)| property != "SZ");
        properties.iter().try_for_each(|(property, value)| sgf.hear(property, value))?;
        Ok(sgf)
    }

    fn hear(&mut self, property: &str, value: &str) -> Result<(), String> {
        let size = self.size.unwrap_or(19);
        let vertex = || vertex(value, size).ok_or_else(|| format!("`{value:.10}` is no vertex"));
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
                let vertex = vertex()?;
                self.stones.retain(|stone| stone.1 != vertex);
                if property != "AE" && vertex != "pass" {
                    self.stones.push((u8::from(property == "AW"), vertex));
                }
            }
            "AB" | "AW" | "AE" => {
                return Err("stones are put there in the midst of play".to_owned());
            }
            "B" | "W" => self.moves.push((u8::from(property == "W"), vertex()?)),
            _ => {}
        }
        Ok(())
    }
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
    let place = |letter: u8| letter.checked_sub(b'a').filter(|&place| place < size);
    match *letters {
        [] => Some("pass".to_owned()),
        [b't', b't'] if size <= 19 => Some("pass".to_owned()),
        [column, row] => {
            let (column, row) = (place(column)?, place(row)?);
            // There is no I.
            let letter = char::from(b'A' + column + u8::from(8 <= column));
            Some(format!("{letter}{}", size - row))
        }
        _ => None,
    }
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
        assert_eq!(Sgf::read(text), Ok(expected));
        let put = Sgf::read("(;AB[cc][dd][ee][]AW[dd]AE[ee]SZ[9];B[aa]PL[W])").unwrap();
        assert_eq!(put.stones, [pair(0, "C7"), pair(1, "D6")]);
        assert_eq!((put.first, put.moves), (None, vec![pair(0, "A9")]));
        for (wrong, why) in [
            ("", "no game"),
            ("(;GM[2])", "not a game of Go"),
            ("(;SZ[9];B[zz])", "`zz` is no vertex"),
            ("(;B[aa", "never closed"),
            ("(;B[aa];AB[bb])", "in the midst of play"),
        ] {
            assert!(Sgf::read(wrong).unwrap_err().contains(why), "{wrong}");
        }
    }
}
