//! Games of chess in PGN, read twice: by what reads them, and by a second reader that is written from the standard alone,
//! slow and plain.

use agon_core::{AnyPosition, Position, line::read_move};

use crate::twice::{Line, opening, read_twice};

/// Games of chess in PGN.
pub fn pgn(input: &[u8]) -> bool {
    read_twice(input, "chess", "pgn", |text, start| {
        let games = written_games(text)?;
        games.iter().map(|game| opening(game.line(start)?, |name| game.tag(name), start)).collect()
    })
}

/// A game of chess as it is written.
#[derive(Default)]
pub(crate) struct Sheet {
    /// Names in small letters, and values.
    tags: Vec<(String, String)>,
    moves: Vec<String>,
    has_text: bool,
}

impl Sheet {
    /// The first value of a tag that says something.
    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        let mut values = self.tags.iter().filter(|tag| tag.0 == name).map(|tag| &*tag.1);
        values.find(|value| !is_nothing(value))
    }

    pub(crate) fn line(&self, start: &AnyPosition) -> Result<Line, &'static str> {
        let parse = |fen: &str| start.parse(fen).map_err(|_| "a position");
        let base = self.tag("fen").map(parse).transpose()?;
        let (mut here, mut moves) = (base.as_ref().unwrap_or(start).clone(), Vec::new());
        for word in &self.moves {
            let m = read_move(&here, word).or_else(|| {
                let capture = PASSING.iter().find_map(|sign| word.trim_end_matches(['+', '#']).strip_suffix(sign));
                read_move(&here, capture.filter(|capture| !capture.is_empty())?)
            });
            match m {
                Some(m) => {
                    moves.push(m);
                    here.play(m);
                }
                None if !moves.is_empty() && is_remark(word) => {}
                None => return Err("legal moves"),
            }
        }
        Ok((base, moves, here))
    }
}

/// What may stand behind a capture in passing, longest first.
const PASSING: [&str; 6] = ["/e.p.", "/e.p", "/ep", "e.p.", "e.p", "ep"];

/// Whether a word that is no move says something of the move before it: that it is new, that a diagram shows it, or that it
/// captures in passing.
fn is_remark(word: &str) -> bool {
    ["N", "TN", "D"].contains(&word) || PASSING.contains(&word.trim_end_matches(['+', '#']))
}

/// The results of games, their strokes as hyphens and their halves as fractions.
pub(crate) const RESULTS: [&str; 6] = ["1-0", "0-1", "1/2-1/2", "1/2:1/2", "1/2", "*"];

/// All games of a text.
pub(crate) fn written_games(text: &str) -> Result<Vec<Sheet>, &'static str> {
    let signs: Vec<char> = text.chars().collect();
    let is_end = |sign: char| sign == '\n' || sign == '\r';
    let line_behind = |at: usize| (at..signs.len()).find(|&end| is_end(signs[end])).unwrap_or(signs.len());
    let (mut games, mut game, mut depth, mut at) = (Vec::new(), Sheet::default(), 0, 0);
    while at < signs.len() {
        match signs[at] {
            sign if sign.is_whitespace() => at += 1,
            '%' if at == 0 || is_end(signs[at - 1]) => at = line_behind(at),
            ';' => at = line_behind(at),
            '{' => {
                at += signs[at..].iter().position(|&sign| sign == '}').ok_or("a comment that ends")? + 1;
            }
            '[' => {
                if 0 < depth {
                    return Err("a variation that ends");
                }
                if game.has_text {
                    end(&mut games, &mut game)?;
                }
                let (name, value, end) = tag(&signs, at + 1, line_behind(at))?;
                let name = name.to_ascii_lowercase();
                // Other tags say where a game begins, or by which rules it goes.
                if ["position", "variant"].contains(&&*name) {
                    return Err("tags that this reader knows");
                }
                game.tags.push((name, value.trim().to_owned()));
                at = end;
            }
            '(' => (depth, game.has_text, at) = (depth + 1, true, at + 1),
            ')' if depth == 0 => return Err("a variation that began"),
            ')' => (depth, at) = (depth - 1, at + 1),
            '}' | ']' | '"' => return Err("a move"),
            '0' | '1' | '½' if spaced_result(&signs[at..]).is_some() => {
                at += spaced_result(&signs[at..]).unwrap_or(0);
                if depth == 0 {
                    end(&mut games, &mut game)?;
                } else {
                    game.has_text = true;
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
                let mut word: String = signs[at..at + length].iter().collect();
                at += length;
                if is_promoted(&word, &signs[at..]) {
                    let rest = &signs[at + 3..];
                    let behind = rest.iter().position(ends).unwrap_or(rest.len());
                    word.extend(&signs[at..at + 3 + behind]);
                    at += 3 + behind;
                }
                let dashed = word.replace(['–', '—', '−'], "-").replace('½', "1/2");
                if depth == 0 && RESULTS.contains(&&*dashed) {
                    end(&mut games, &mut game)?;
                } else {
                    game.has_text = true;
                    game.moves.extend(bare_move(&word).filter(|_| depth == 0));
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

/// Adds a game to those before it. It has a tag or a move then.
fn end(games: &mut Vec<Sheet>, game: &mut Sheet) -> Result<(), &'static str> {
    if !games.is_empty() && game.tags.is_empty() && game.moves.is_empty() {
        return Err("a game");
    }
    games.push(std::mem::take(game));
    Ok(())
}

/// Whether a pawn's move to its last square is followed by what it becomes, in brackets.
fn is_promoted(word: &str, behind: &[char]) -> bool {
    let signs: Vec<char> = word.chars().collect();
    let dots = signs.iter().rposition(|sign| ['.', '…'].contains(sign)).map_or(0, |at| at + 1);
    let is_file = |sign: char| ('a'..='h').contains(&sign);
    let is_move = match signs[dots..] {
        [file, '1' | '8'] => is_file(file),
        [from, 'x', file, '1' | '8'] => is_file(from) && is_file(file),
        _ => false,
    };
    let is_piece = |sign: char| "QRBNqrbn".contains(sign);
    is_move && matches!(*behind, ['(', piece, ')', ..] if is_piece(piece))
}

/// The length of a result whose stroke or colon has blanks beside it.
pub(crate) fn spaced_result(signs: &[char]) -> Option<usize> {
    let text: String = signs.iter().take(99).collect();
    let results = [("1", "0"), ("0", "1"), ("1/2", "1/2"), ("1/2", "½"), ("½", "1/2"), ("½", "½")];
    results.iter().find_map(|(one, other)| {
        let rest = text.strip_prefix(one)?;
        let stroke = rest.trim_start_matches([' ', '\t']);
        let last = ["-", "–", "—", "−", ":"].iter().find_map(|sign| stroke.strip_prefix(*sign))?;
        let other_one = last.trim_start_matches([' ', '\t']);
        let behind = other_one.strip_prefix(other)?;
        let has_blanks = rest.len() != stroke.len() || last.len() != other_one.len();
        let is_end = !behind.starts_with(|c: char| c.is_alphanumeric() || "/-.".contains(c));
        (has_blanks && is_end).then(|| text.chars().count() - behind.chars().count())
    })
}

/// What says nothing as the value of a tag.
pub(crate) fn is_nothing(value: &str) -> bool {
    ["", "?", "-"].contains(&value)
}

/// The name and the value of the tag that begins there, and where it ends; `line` is the end of its line.
pub(crate) fn tag(signs: &[char], mut at: usize, line: usize) -> Result<(String, String, usize), &'static str> {
    let pass_blanks = |at: &mut usize| {
        while signs.get(*at).is_some_and(|sign| sign.is_whitespace()) {
            *at += 1;
        }
    };
    pass_blanks(&mut at);
    let mut name = String::new();
    while let Some(sign) = signs.get(at).filter(|s| !s.is_whitespace() && !"(){}[]$;\"".contains(**s)) {
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
    let line = line.max(signs[at..].iter().position(|s| "\n\r".contains(*s)).map_or(signs.len(), |n| at + n));
    let rest: String = signs[at..line].iter().collect();
    let value = rest.trim_end().strip_suffix(']').map(str::trim_end).and_then(|v| v.strip_suffix('"'));
    let value = value.ok_or("a value that ends")?.replace("\\\"", "\"").replace("\\\\", "\\");
    Ok((name, value, line))
}

/// What is thought of a move, or of the game behind it.
pub(crate) const STRENGTHS: [char; 12] = ['!', '?', '‼', '⁇', '⁈', '⁉', '±', '∓', '∞', '⩲', '⩱', '□'];

/// The value of the tag FEN that a text may be as a whole, or the text.
pub(crate) fn untagged(text: &str) -> &str {
    let marks: Vec<usize> = text.match_indices('"').map(|(at, _)| at).collect();
    let [first, .., last] = marks[..] else { return text };
    let (before, behind) = (text[..first].trim(), text[last + 1..].trim());
    if (before, behind) == ("[FEN", "]") { &text[first + 1..last] } else { text }
}

/// A move without its number, and without what is thought of it.
fn bare_move(word: &str) -> Option<String> {
    let m = word.trim_end_matches(STRENGTHS);
    let is_number = m.chars().all(|sign| sign.is_ascii_digit());
    if is_number { None } else { bare(m) }
}

/// The same of a word that is more than a number, and says no more of what is thought.
pub(crate) fn bare(word: &str) -> Option<String> {
    let signs: Vec<char> = word.chars().collect();
    let digits = signs.iter().take_while(|sign| sign.is_ascii_digit()).count();
    let dots = signs[digits..].iter().take_while(|sign| ['.', '…'].contains(*sign)).count();
    let rest = if 0 < dots { &signs[digits + dots..] } else { &signs[..] };
    let m: String = rest.iter().collect();
    let m = m.strip_suffix("e.p.").unwrap_or(&m);
    let tells = |sign: char| sign.is_alphanumeric() || sign == '@';
    (m == "--" || m.contains(tells)).then(|| m.to_owned())
}

/// Games in PGN.
pub fn known_pgn() -> Vec<Vec<u8>> {
    let mut known: Vec<Vec<u8>> = [
        "[Event \"a\"]\n[Site \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 {quiet} 2... Nc6 $1 *\n\n[ECO \"B20\"]\n\n1.e4! c5 1-0\n",
        "[White \"The \"Rock\"\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 3 9\"]\n[SetUp \"1\"]\n\n9. O-O+ (9. Kd2 {)} Kd7) Kd7\n",
        "[FEN \"3r4/P3P2k/8/8/8/8/p7/7K w - - 0 1\"]\n1.a8(Q)! (1. a8=N) a1(n)+ 2. exd8(R) *",
        "1. e4 e5 1 - 0 1. d4 ½- ½\n[A \"\"] 0 - 1 1. c4 e5 1/2 : 1/2",
        "1. e4 e6 2. e5 f5 3. exf6/ep N +- Nxf6∓ D 1 :0 1. e4 a6 2. e5 d5 3. exd6ep = 1/2:1/2",
        "%x\n1. e4 e5 ; so\n2. Nf3 Nc6 ± 3. Bb5 a6!? 1/2-1/2 1. d4 d5 *",
        "[FEN \"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3\"]\r\n\r\n3. exf6 e.p. gxf6 4 d4 4... Nh6\r\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .into();
    known.push(b"[White \"J\xf6rg\"]\n1. c4 {\xe9} e5 2. Nc3 *".to_vec());
    known
}
