//! Games of draughts in PDN, and their second reader, which is written from PDN 3.0 (W. Wesselink
//! and others, 2011, pdn.fmjd.org) alone, slow and plain.

use agon_core::{AnyMove, AnyPosition, Position};

use crate::{
    pgn::{RESULTS, STRENGTHS, bare, is_nothing, spaced_result, tag},
    twice::{LEFT, Line, opening, read_twice},
};

/// Games of English draughts. Left to others are moves with signs of no standard between their squares, and variants.
pub fn draughts(input: &[u8]) -> bool {
    read_twice(input, "checkers", "pdn", |text, start| {
        let games = draughts_games(text)?;
        games.iter().map(|game| opening(game.line(start)?, |name| game.tag(name), start)).collect()
    })
}

/// A game of draughts as it is written.
#[derive(Default)]
pub(crate) struct DraughtsGame {
    /// Names in small letters, and values.
    pub(crate) tags: Vec<(String, String)>,
    /// In their order.
    pub(crate) steps: Vec<Step>,
    has_text: bool,
}

/// What leads on in a game.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Move(String),
    Position(String),
}

impl DraughtsGame {
    /// The first value of a tag that says something.
    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        let mut values = self.tags.iter().filter(|tag| tag.0 == name).map(|tag| &*tag.1);
        values.find(|value| !is_nothing(value))
    }

    /// Where it begins if that is told, its moves from there, and where they lead.
    pub(crate) fn line(&self, start: &AnyPosition) -> Result<Line, &'static str> {
        let is_english = |name: &str| ["English", "Standard", "From Position"].contains(&name);
        if self.tag("variant").is_some_and(|name| !is_english(name)) {
            return Err(LEFT);
        }
        let corner = match self.tag("gametype") {
            Some(written) => corner(written)?,
            None => None,
        };
        let parse = |text: &str| {
            let numbers = in_numbers(text, corner);
            start.parse(&numbers).map_err(|_| "a position")
        };
        let told = self.tag("fen").or(self.tag("position"));
        let mut base = told.map(parse).transpose()?;
        let (mut here, mut moves) = (base.as_ref().unwrap_or(start).clone(), Vec::new());
        for step in &self.steps {
            match step {
                Step::Position(text) => {
                    here = parse(text)?;
                    (base, moves) = (Some(here.clone()), Vec::new());
                }
                Step::Move(word) => {
                    let m = legal_move(&here, word, corner)?;
                    moves.push(m);
                    here.play(m);
                }
            }
        }
        Ok((base, moves, here))
    }
}

/// The corner of the first square, where a tag `GameType` of English draughts names squares by letters.
fn corner(written: &str) -> Result<Option<u32>, &'static str> {
    let parts: Vec<&str> = written.split(',').map(str::trim).collect();
    let is = |at: usize, number: u32| parts.get(at).is_some_and(|part| part.parse() == Ok(number));
    if !is(0, 21) {
        return Err("the number of English draughts");
    }
    if parts.len() == 1 {
        return Ok(None);
    }
    let is_board = ["b", "B"].contains(&parts[1]) && is(2, 8) && is(3, 8);
    let is_whole = parts.len() == 5 || parts.len() == 6 && parts[5] == "0";
    let notation = parts.get(4).copied().unwrap_or_default().to_ascii_uppercase();
    match notation.as_bytes() {
        b"N1" if is_board && is_whole => Ok(None),
        [b'A', corner @ b'0'..=b'3'] if is_board && is_whole => Ok(Some(u32::from(corner - b'0'))),
        _ => Err("a board of English draughts"),
    }
}

/// The number of a square that is named by a letter and a figure, counted from a corner; None if nobody can stand there.
fn number_of(letter: char, figure: char, corner: u32) -> Option<u32> {
    if !('a'..='h').contains(&letter) || !('1'..='8').contains(&figure) {
        return None;
    }
    let (mut column, mut row) = (letter as u32 - 'a' as u32, figure as u32 - '1' as u32);
    // From the corner at the bottom left of whoever has the black pieces.
    if corner % 2 == 1 {
        column = 7 - column;
    }
    if 2 <= corner {
        row = 7 - row;
    }
    // Square 1 is at that player's right, 32 at the other end.
    let squares: Vec<(u32, u32)> = (0..8)
        .flat_map(|row| (0..8).rev().map(move |column| (column, row)))
        .filter(|(column, row)| (column + row) % 2 == 0)
        .collect();
    squares.iter().position(|square| *square == (column, row)).map(|place| place as u32 + 1)
}

/// A text whose squares have numbers.
fn in_numbers(text: &str, corner: Option<u32>) -> String {
    let Some(corner) = corner else { return text.to_owned() };
    let signs: Vec<char> = text.chars().collect();
    let (mut written, mut at) = (String::new(), 0);
    while at < signs.len() {
        let figure = signs.get(at + 1).copied().unwrap_or(' ');
        if let Some(number) = number_of(signs[at], figure, corner) {
            written += &number.to_string();
            at += 2;
        } else {
            written.push(signs[at]);
            at += 1;
        }
    }
    written
}

/// The move that a word writes.
fn legal_move(here: &AnyPosition, word: &str, corner: Option<u32>) -> Result<AnyMove, &'static str> {
    let by_letters = corner.and_then(|corner| lettered(word, corner));
    let squares = by_letters.or_else(|| numbered(word));
    let plain = |squares: Vec<u32>| squares.iter().map(u32::to_string).collect::<Vec<_>>().join("-");
    if let Some(m) = squares.and_then(|squares| here.parse_move(&plain(squares))) {
        return Ok(m);
    }
    // Programs differ in what they put between numbers and around them.
    let is_standard = |sign: char| sign.is_alphanumeric() || sign == '×';
    Err(if word.chars().all(is_standard) { "a legal move" } else { LEFT })
}

/// Squares by letters, with a sign between two of them or with nothing.
fn lettered(word: &str, corner: u32) -> Option<Vec<u32>> {
    let mut signs: Vec<char> = word.chars().rev().collect();
    let mut squares = Vec::new();
    while !signs.is_empty() {
        if !squares.is_empty() && signs.last().is_some_and(|sign| "-xX:×–".contains(*sign)) {
            signs.pop();
        }
        squares.push(number_of(signs.pop()?, signs.pop()?, corner)?);
    }
    (1 < squares.len()).then_some(squares)
}

/// Squares by numbers with a sign between two of them; or two of two figures, with nothing.
fn numbered(word: &str) -> Option<Vec<u32>> {
    let number = |figures: &str| {
        let is_number = figures.len() < 3 && figures.chars().all(|sign| sign.is_ascii_digit());
        figures.parse::<u32>().ok().filter(|number| is_number && (1..=32).contains(number))
    };
    if word.len() == 4 && word.chars().all(|sign| sign.is_ascii_digit()) {
        return Some(vec![number(&word[..2])?, number(&word[2..])?]);
    }
    let parts: Vec<&str> = word.split(['-', 'x', 'X', ':', '×', '–']).collect();
    let squares: Option<Vec<u32>> = parts.iter().map(|part| number(part.trim())).collect();
    squares.filter(|squares| 1 < squares.len())
}

/// All games of a text (*PDN Reading Grammar*).
pub(crate) fn draughts_games(text: &str) -> Result<Vec<DraughtsGame>, &'static str> {
    let signs: Vec<char> = text.chars().collect();
    let is_end = |sign: char| sign == '\n' || sign == '\r';
    let line_behind = |at: usize| (at..signs.len()).find(|&end| is_end(signs[end])).unwrap_or(signs.len());
    let behind = |at: usize, sign: char| {
        let length = signs[at + 1..].iter().position(|&other| other == sign);
        length.map(|length| at + 1 + length).ok_or("what has a beginning and an end")
    };
    let (mut games, mut game, mut depth, mut at) = (vec![], DraughtsGame::default(), 0, 0);
    while at < signs.len() {
        match signs[at] {
            sign if sign.is_whitespace() => at += 1,
            '%' if at == 0 || is_end(signs[at - 1]) => at = line_behind(at),
            ';' => at = line_behind(at),
            '{' => at = behind(at, '}')? + 1,
            '[' => {
                if 0 < depth {
                    return Err("a variation that ends");
                }
                if game.has_text {
                    end(&mut games, &mut game)?;
                }
                let (name, value, end) = tag(&signs, at + 1, line_behind(at))?;
                game.tags.push((name.to_ascii_lowercase(), value.trim().to_owned()));
                at = end;
            }
            '(' => (depth, game.has_text, at) = (depth + 1, true, at + 1),
            ')' if depth == 0 => return Err("a variation that began"),
            ')' => (depth, at) = (depth - 1, at + 1),
            '}' | ']' | '"' => return Err("a move"),
            '$' => {
                game.has_text = true;
                let digits = signs[at + 1..].iter().take_while(|sign| sign.is_ascii_digit()).count();
                if digits == 0 {
                    return Err("a number");
                }
                at += 1 + digits;
            }
            // *Setup commands*
            '/' => {
                let end = behind(at, '/')?;
                let inside: String = signs[at + 1..end].iter().collect();
                let value = inside.trim().strip_prefix("FEN").map(str::trim_start);
                let value = value.and_then(|v| v.strip_prefix('"')?.strip_suffix('"'));
                let value = value.ok_or("a position between quotation marks")?;
                if depth == 0 {
                    game.steps.push(Step::Position(value.to_owned()));
                }
                (game.has_text, at) = (true, end + 1);
            }
            _ => {
                let (length, is_result) = word(&signs[at..], game.tag("result"));
                let text: String = signs[at..at + length].iter().collect();
                (game.has_text, at) = (true, at + length);
                if depth == 0 && is_result {
                    end(&mut games, &mut game)?;
                } else if depth == 0
                    && let Some(m) = bare_step(&text)
                {
                    game.steps.push(Step::Move(m));
                }
            }
        }
    }
    if 0 < depth {
        return Err("a variation that ends");
    }
    if game.has_text || !game.tags.is_empty() {
        end(&mut games, &mut game)?;
    }
    Ok(games)
}

/// Adds a game to those before it. It has a tag, a move or a position then.
fn end(games: &mut Vec<DraughtsGame>, game: &mut DraughtsGame) -> Result<(), &'static str> {
    if !games.is_empty() && game.tags.is_empty() && game.steps.is_empty() {
        return Err("a game");
    }
    games.push(std::mem::take(game));
    Ok(())
}

/// The length of a result or of whatever else begins there, and which of them it is.
fn word(signs: &[char], told: Option<&str>) -> (usize, bool) {
    if let Some(length) = spaced_result(signs) {
        return (length, true);
    }
    // Any text with a stroke may be the result, and then its tag tells it (*Result tag*).
    let is_told = |told: &Vec<char>| {
        let behind = signs.get(told.len());
        signs.starts_with(told) && behind.is_none_or(|sign| sign.is_whitespace())
    };
    let told = told.filter(|told| told.contains('-')).map(|told| told.chars().collect());
    if let Some(told) = told.filter(is_told) {
        return (told.len(), true);
    }
    let ends = |sign: &char| sign.is_whitespace() || "(){}[]$;\"".contains(*sign);
    let begin = spaced_move(signs).unwrap_or(0);
    let rest = &signs[begin..];
    let length = begin + rest.iter().position(ends).unwrap_or(rest.len());
    let text: String = signs[..length].iter().filter(|sign| !sign.is_whitespace()).collect();
    let text = text.replace(['–', '—', '−'], "-").replace('½', "1/2");
    let is_result = RESULTS.contains(&&*text) || ["2-0", "1-1", "0-2", "0-0"].contains(&&*text);
    (length, is_result)
}

/// The length of a move, with its number, that has blanks beside its signs.
fn spaced_move(signs: &[char]) -> Option<usize> {
    let count = |at: usize, is: fn(&char) -> bool| signs[at..].iter().take_while(|sign| is(sign)).count();
    let digits = |at| count(at, char::is_ascii_digit);
    let blanks = |at| count(at, |sign| [' ', '\t'].contains(sign));
    let dots = count(digits(0), |sign| *sign == '.');
    let mut at = if 0 < dots { digits(0) + dots } else { 0 };
    let (mut squares, mut has_blanks) = (0, false);
    loop {
        if ![1, 2].contains(&digits(at)) {
            return None;
        }
        at += digits(at);
        squares += 1;
        let sign = at + blanks(at);
        if !signs.get(sign).is_some_and(|sign| ['-', 'x', ':'].contains(sign)) {
            return (has_blanks && 1 < squares).then_some(at);
        }
        let next = sign + 1 + blanks(sign + 1);
        has_blanks |= at < sign || sign + 1 < next;
        at = next;
    }
}

/// A move without its number, and without what is thought of it; an asterisk behind it calls it forced.
fn bare_step(word: &str) -> Option<String> {
    let m = word.trim_end_matches(|sign| sign == '*' || STRENGTHS.contains(&sign));
    let is_number = m.chars().all(|sign| sign.is_ascii_digit());
    if is_number { (4 <= m.len()).then(|| m.to_owned()) } else { bare(m) }
}

/// Games in PDN.
pub fn known_draughts() -> Vec<Vec<u8>> {
    let mut known: Vec<Vec<u8>> = [
        "[Event \"a\"]\n[GameType \"21\"]\n[Result \"2-0\"]\n\n1. 11-15 23-19 {quiet} 2. 8-11 22-17 $1 *\n\n\
         [Opening \"so \"called\"\"]\n[Variation \"x\"]\n1.11-15! 22-18?? 2.15x22(!) 25x18* 2-0\n",
        "1. 12 - 16 23 -18 2. 16- 20 (2. 10-14 (6-9) 1-1) 24-19 1 - 0 1. 0914 2218 0-2 1. 9-13 22-18 0-0",
        "[Variant \"English\"]\n[GameType \"21,B,8,8,A0,0\"]\n1. c3-d4 b6-a5 2. d4c5 d6:b4 3. a3xc5 *",
        "[GameType \"21,B,8,8,A3,0\"]\n[FEN \"B:WKa1:Bb8,d8\"]\n1. b8-c7 /FEN \"W:WKa1:Bd8\"/ 1... a1b2 *",
        "[FEN \"B:W6,7,14,15:B2\"]\n1. 2x9x18 *\n%x\n[FEN \"W:W31,K5:B12,20.\"] 1... 31-27 ; so\n12-16 1/2-1/2",
        "[Result \"1+ - 1-\"]\n[ECO \"7\"]\n1. 11-15 23-19 1+ - 1-\n[GameType \"21,B,8,8,N1,0\"] 1. ... * ",
        "/FEN \"W:W31:B1\"/ 1... 31-26 (/FEN \"\"/ 1-5) /FEN \"B:B1,9:W24,32:H3:F9\"/ 1-6 *",
    ]
    .map(|text| text.as_bytes().to_vec())
    .into();
    known.push(b"[White \"J\xf6rg\"]\n1. 11-16 {\xe9} 22-17 *".to_vec());
    known
}
