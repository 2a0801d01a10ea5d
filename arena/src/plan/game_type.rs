//! The tag `GameType` of PDN: which draughts a record is of, and how it names the squares.
//!
//! PDN 3.0 (W. Wesselink and others, 2011, pdn.fmjd.org), chapter *`GameType` tag*: the number of a game, and behind it, if
//! anything, the colour that begins, columns and rows, `A` for squares by letters or `N` for numbers with the corner of the first
//! one as the first player sees it (0 and 1 at the bottom, 1 and 3 at the right), and whether the corner at the bottom left
//! is played on (0) or not (1).

/// Numbers, names and details of the games of the standard that have a board.
const GAME_TYPES: &[(u32, &str, &str)] = &[
    (20, "international draughts", "W,10,10,N2,0"),
    (21, "English draughts", "B,8,8,N1,0"),
    (22, "Italian draughts", "W,8,8,N2,1"),
    (23, "American pool checkers", "B,8,8,N1,0"),
    (24, "Spanish draughts", "W,8,8,N1,1"),
    (25, "Russian draughts", "W,8,8,A0,0"),
    (26, "Brazilian draughts", "W,8,8,A0,0"),
    (27, "Canadian draughts", "W,12,12,N2,0"),
    (28, "Portuguese draughts", "W,8,8,N1,1"),
    (29, "Czech draughts", "W,8,8,A0,0"),
    (30, "Turkish draughts", "W,8,8,A0,0"),
    (31, "Thai draughts", "B,8,8,N2,0"),
    (40, "Frisian draughts", "W,10,10,N2,0"),
    (41, "Spantsiretti draughts", "W,10,8,A0,0"),
];

/// How a record names the squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Squares {
    /// By their numbers, as its game does.
    Numbers,
    /// By letters, as in chess.
    Letters {
        /// The corner of the first square.
        first: Corner,
        /// The board as it is numbered.
        board: NumberedBoard,
    },
}

/// A corner as the standard numbers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Corner(u32);

impl Corner {
    /// Columns and rows counted from this corner, of a square whose own are counted from the bottom left; and back.
    fn turned(self, board: NumberedBoard, (column, row): (u32, u32)) -> (u32, u32) {
        let column = if self.0 & 1 == 0 { column } else { board.columns - 1 - column };
        (column, if self.0 & 2 == 0 { row } else { board.rows - 1 - row })
    }
}

/// A board whose squares have numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NumberedBoard {
    columns: u32,
    rows: u32,
    /// The corner of square 1.
    first: Corner,
    /// 0 where the corner at the bottom left is played on, 1 where it is not.
    invert: u32,
}

/// Notation and board of details such as `B,8,8,N1,0`, and the colour that begins.
fn details(text: &str) -> Option<(char, char, NumberedBoard)> {
    let mut parts = text.split(',').map(str::trim);
    let colour = one_of(parts.next()?, "WB")?;
    let number = |text: &str| text.parse::<u32>().ok().filter(|number| (1..=26).contains(number));
    let (columns, rows) = (number(parts.next()?)?, number(parts.next()?)?);
    let notation = parts.next()?;
    let letter = one_of(notation.get(..1)?, "ANS")?;
    let first = Corner(one_of(&notation[1..], "0123")?.to_digit(10)?);
    let invert = parts.next().map_or(Some('0'), |flag| one_of(flag, "01"))?.to_digit(10)?;
    let board = NumberedBoard { columns, rows, first, invert };
    parts.next().is_none().then_some((colour, letter, board))
}

/// The one character of `text`, a capital, if it is one of those.
fn one_of(text: &str, accepted: &str) -> Option<char> {
    let mut signs = text.chars().map(|sign| sign.to_ascii_uppercase());
    let sign = signs.next().filter(|sign| accepted.contains(*sign))?;
    signs.next().is_none().then_some(sign)
}

/// How squares are named by a record that is `written`, of a game that is number `own`.
///
/// # Errors
///
/// Where it is of another game, or of another board.
pub(crate) fn squares_of(written: &str, own: &str) -> Result<Squares, String> {
    let known = |number: &str| {
        let number = number.parse::<u32>().ok()?;
        GAME_TYPES.iter().find(|kind| kind.0 == number)
    };
    let (first, rest) = written.split_once(',').map_or((written, None), |(n, r)| (n, Some(r)));
    let wrong = |accepted: String| {
        let name = known(first.trim()).map(|kind| format!(", {}", kind.1)).unwrap_or_default();
        Err(format!("the game is of type `{written}`{name}; accepted: {accepted}"))
    };
    let Some(&(number, name, usual)) = known(own) else {
        // A game that the standard does not have gives only its number.
        return if written == own { Ok(Squares::Numbers) } else { wrong(own.to_owned()) };
    };
    if first.trim().parse() != Ok(number) {
        return wrong(format!("{number}, {name}"));
    }
    let (colour, _, board) = details(usual).expect("the standard's details are details");
    let Some(rest) = rest else { return Ok(Squares::Numbers) };
    let read = details(rest).filter(|(begins, _, read)| {
        let is_alike = NumberedBoard { first: board.first, ..*read } == board;
        *begins == colour && is_alike
    });
    match read {
        Some((_, 'A', read)) => Ok(Squares::Letters { first: read.first, board }),
        Some((_, 'N', read)) if read == board => Ok(Squares::Numbers),
        _ => wrong(format!(
            "`{number}`, `{number},{usual}`, and with squares by letters `{number},{}`",
            usual.replace("N1", "A0")
        )),
    }
}

impl Squares {
    /// A move with numbers in the place of letters; none where it has other squares.
    pub(crate) fn line(self, word: &str) -> Option<String> {
        let mut numbers = Vec::new();
        let mut rest = word;
        while !rest.is_empty() {
            // Squares need no separator.
            if !numbers.is_empty() {
                rest = rest.strip_prefix(['-', 'x', 'X', ':', '×', '–']).unwrap_or(rest);
            }
            let (number, behind) = self.square(rest)?;
            numbers.push(number.to_string());
            rest = behind;
        }
        (1 < numbers.len()).then(|| numbers.join("-"))
    }

    /// A position with numbers in the place of letters.
    pub(crate) fn position(self, text: &str) -> String {
        let (mut written, mut rest) = (String::new(), text);
        while let Some(sign) = rest.chars().next() {
            if let Some((number, behind)) = self.square(rest) {
                written += &number.to_string();
                rest = behind;
            } else {
                written.push(sign);
                rest = &rest[sign.len_utf8()..];
            }
        }
        written
    }

    /// The number of the square whose letter and figure begin `text`, and the rest.
    fn square(self, text: &str) -> Option<(u32, &str)> {
        let Squares::Letters { first, board } = self else { return None };
        let mut signs = text.chars();
        let letter = signs.next().filter(char::is_ascii_lowercase)?;
        let column = u32::from(letter) - u32::from('a');
        let row = signs.next()?.to_digit(10)?.checked_sub(1)?;
        if board.columns <= column || board.rows <= row {
            return None;
        }
        let place = first.turned(board, (column, row));
        if (place.0 + place.1) % 2 != board.invert {
            return None;
        }
        let (column, row) = board.first.turned(board, place);
        Some((row * board.columns.div_ceil(2) + column / 2 + 1, signs.as_str()))
    }
}

/// Whether a word names squares by letters.
pub(crate) fn is_lettered(word: &str) -> bool {
    let is_square = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[0] != b'x' && pair[1].is_ascii_digit();
    word.as_bytes().windows(2).any(is_square)
}

#[cfg(test)]
mod tests {
    use super::{GAME_TYPES, Squares, details, squares_of};

    #[test]
    fn the_details_of_the_standard_are_read() {
        for &(number, name, usual) in GAME_TYPES {
            let (_, letter, _) = details(usual).expect(name);
            let own = squares_of(&format!("{number},{usual}"), &number.to_string());
            assert!(own.is_ok(), "{name}");
            assert_eq!(own == Ok(Squares::Numbers), letter == 'N', "{name}");
        }
    }

    #[test]
    fn squares_by_letters_are_those_with_numbers() {
        // As the first player sees the board, and as the other does.
        let own = |written: &str| squares_of(written, "21").unwrap();
        let (near, far) = (own("21,B,8,8,A0,0"), own(" 21 , b, 8, 8, a3"));
        for (name, number, other) in
            [("g1", 1, 32), ("a1", 4, 29), ("h2", 5, 28), ("b8", 32, 1), ("h8", 29, 4), ("a3", 12, 21)]
        {
            assert_eq!(near.square(name), Some((number, "")), "{name}");
            assert_eq!(far.square(name), Some((other, "")), "{name}");
        }
        let all: Vec<u32> = (b'a'..=b'h')
            .flat_map(|c| (b'1'..=b'8').map(move |r| String::from_utf8(vec![c, r]).unwrap()))
            .filter_map(|name| near.square(&name).map(|found| found.0))
            .collect();
        let mut sorted = all.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (1..=32).collect::<Vec<_>>(), "{all:?}");
        for (word, numbers) in [
            ("a3-b4", Some("12-16")),
            ("a3b4", Some("12-16")),
            ("a3:c5:e3", Some("12-19-10")),
            ("a3xc5", Some("12-19")),
            ("a3-b3", None),
            ("a3-", None),
            ("a3", None),
            ("11-15", None),
            ("a3-j9", None),
            ("", None),
        ] {
            assert_eq!(near.line(word).as_deref(), numbers, "{word}");
        }
        assert_eq!(near.position("B:WKa3,b8:Bg1:H0"), "B:WK12,32:B1:H0");
        assert_eq!(Squares::Numbers.position("B:WKa3"), "B:WKa3");
        assert_eq!(Squares::Numbers.line("a3-b4"), None);
    }

    #[test]
    fn other_games_and_boards_are_refused_in_a_sentence() {
        for (written, why) in [
            ("20", "the game is of type `20`, international draughts; accepted: 21, English draughts"),
            ("25,W,8,8,A0,0", "the game is of type `25,W,8,8,A0,0`, Russian draughts; accepted: 21"),
            ("0", "the game is of type `0`; accepted: 21, English draughts"),
            ("checkers", "the game is of type `checkers`; accepted: 21, English draughts"),
            ("-21", "the game is of type `-21`; accepted: 21"),
            (
                "21,",
                "`21,`, English draughts; accepted: `21`, `21,B,8,8,N1,0`, and with squares by letters `21,B,8,8,A0,0`",
            ),
            ("21,W,8,8,N1,0", "accepted: `21`, `21,B,8,8,N1,0`"),
            ("21,B,10,10,N1,0", "accepted: `21`, `21,B,8,8,N1,0`"),
            ("21,B,8,8,N2,0", "accepted: `21`, `21,B,8,8,N1,0`"),
            ("21,B,8,8,S0,0", "accepted: `21`"),
            ("21,B,8,8,A0,1", "accepted: `21`"),
            ("21,B,8,8,A4,0", "accepted: `21`"),
            ("21,B,8,8,\u{e9},0", "accepted: `21`"),
            ("21,B,8,8,A0,0,0", "accepted: `21`"),
        ] {
            let said = squares_of(written, "21").unwrap_err();
            assert!(said.contains(why), "{written}: {said}");
        }
        // Somebody's own game has a number of its own.
        assert_eq!(squares_of("77", "77"), Ok(Squares::Numbers));
        let said = squares_of("21", "77").unwrap_err();
        assert_eq!(said, "the game is of type `21`, English draughts; accepted: 77");
    }
}
