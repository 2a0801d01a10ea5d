//! Games in PGN and PDN as they are read: their tags, and the moves of their main lines.
//!
//! S. J. Edwards, *Standard: Portable Game Notation Specification and Implementation Guide* (1994): the import format
//! (section 3.1) with its comments (5), its escape (6), its tokens (7), tags (8.1) and moves (8.2). Of comments, variations,
//! annotations and results only the end is looked for. Read beyond it is what programs write: a game without a result or
//! without tags, quotation marks within a tag that nothing escapes, signs such as `±` behind a move, `e.p.`, results with a
//! colon, and what a pawn becomes in brackets.
//!
//! PDN 3.0 (W. Wesselink and others, 2011, pdn.fmjd.org) has the same form for draughts; by its chapter *PDN Grammars*,
//! *PDN Reading Grammar*, with results of its own (`2-0`, `1-1`, `0-2`, `0-0`) and positions between strokes in the midst of
//! play (*PDN Extensions*, *Setup commands*). A `*` right behind a move calls it forced (*PDN parsing issues*, *Game Separator
//! (1)*). Read beyond it are blanks within a move, results such as the tag Result has them, and moves without a sign between
//! their squares.

use agon_core::{AnyPosition, fold, unicode::place_behind};

use crate::plan::game_words::{GamesForm, a_move, is_draughts_result, is_result, spaced_move, spaced_result};

/// A mistake in a text: the place of a byte, and the reason.
pub(crate) type PgnMistake = (usize, String);

/// A game as it is written.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct WrittenGame<'a> {
    /// The index of its first byte.
    pub(crate) at: usize,
    /// Places in bytes, names and values, in their order.
    tags: Vec<(usize, &'a str, String)>,
    /// Moves and positions in their order, each with its place in bytes.
    pub(crate) steps: Vec<(usize, GameStep<'a>)>,
}

/// A step of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameStep<'a> {
    Move(&'a str),
    /// The position from which the game goes on.
    Setup(&'a str),
}

impl WrittenGame<'_> {
    /// The first non-empty tag of that name, in any case.
    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        self.placed_tag(name).map(|(_, value)| value)
    }

    /// The same, and where the tag begins.
    pub(crate) fn placed_tag(&self, name: &str) -> Option<(usize, &str)> {
        let named = self.tags.iter().filter(|tag| tag.1.eq_ignore_ascii_case(name));
        let mut values = named.map(|tag| (tag.0, tag.2.trim()));
        values.find(|(_, value)| !["", "?", "-"].contains(value))
    }

    /// The variant that it says it is of, and where, if that has other rules than the game that begins so.
    pub(crate) fn other_variant(&self, start: &AnyPosition) -> Option<(usize, &str)> {
        let own = if start.scoresheet().tag("GameType").is_some() { ENGLISH_DRAUGHTS } else { CHESS };
        self.placed_tag("Variant").filter(|tag| !own.contains(&&*fold(tag.1)))
    }
}

/// Variants, as servers tell them in a tag, that have the rules of chess, from whatever position. PGN with other rules may be
/// of legal moves all the same.
const CHESS: &[&str] = &[
    "standard",
    "normal",
    "chess",
    "classical",
    "fromposition",
    "chess960",
    "960",
    "frc",
    "fischerandom",
    "fischerrandom",
];

/// Those that have the rules of English draughts.
const ENGLISH_DRAUGHTS: &[&str] = &[
    "standard",
    "normal",
    "english",
    "englishdraughts",
    "englishcheckers",
    "checkers",
    "americancheckers",
    "fromposition",
];

/// The line and the column of a byte, as a message has them.
pub(crate) fn written_place(text: &str, at: usize) -> String {
    let (line, column) = place_behind(&text[..at]);
    format!("line {line}, column {column}")
}

/// All games of a text.
///
/// # Errors
///
/// The first place that is not of that form.
pub(crate) fn read_games(text: &str, form: GamesForm) -> Result<Vec<WrittenGame<'_>>, PgnMistake> {
    let mut signs = PgnText { text, at: 0, form, is_first: true };
    let mut games = Vec::new();
    while let Some(game) = signs.game()? {
        games.push(game);
    }
    Ok(games)
}

/// A text, and how far it was read.
struct PgnText<'a> {
    text: &'a str,
    at: usize,
    form: GamesForm,
    /// Whether no game was read before.
    is_first: bool,
}

/// The characters that end a word.
const ENDS: &[char] = &['(', ')', '{', '}', '[', ']', '$', ';', '"'];

impl<'a> PgnText<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn sign(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Skips to `end` and past it; returns the text before it, if it is found.
    fn pass(&mut self, end: char) -> Option<&'a str> {
        let (passed, _) = self.rest().split_once(end)?;
        self.at += passed.len() + end.len_utf8();
        Some(passed)
    }

    fn pass_line(&mut self) {
        let length = self.rest().find(['\n', '\r']).unwrap_or(self.rest().len());
        self.at += length;
    }

    fn pass_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Whether this is the start of a line.
    fn begins_line(&self) -> bool {
        self.text[..self.at].chars().next_back().is_none_or(|c| c == '\n' || c == '\r')
    }

    /// Passes blanks, comments (section 5), and lines that are to be passed (section 6).
    fn pass_comments(&mut self) -> Result<(), PgnMistake> {
        loop {
            self.pass_blanks();
            match self.sign() {
                Some('%') if self.begins_line() => self.pass_line(),
                Some(';') => self.pass_line(),
                Some('{') => {
                    let at = self.at;
                    self.pass('}').ok_or((at, "a comment that is never closed".to_owned()))?;
                }
                _ => return Ok(()),
            }
        }
    }

    /// The next game, if there is one.
    fn game(&mut self) -> Result<Option<WrittenGame<'a>>, PgnMistake> {
        self.pass_comments()?;
        let mut game = WrittenGame { at: self.at, ..WrittenGame::default() };
        while self.sign() == Some('[') {
            let at = self.at;
            let (name, value) = self.tag()?;
            game.tags.push((at, name, value));
            self.pass_comments()?;
        }
        // The starts of open variations.
        let mut open: Vec<usize> = Vec::new();
        let mut is_over = false;
        while let Some(sign) = self.sign().filter(|sign| !is_over && *sign != '[') {
            let at = self.at;
            match sign {
                '(' => {
                    open.push(at);
                    self.at += 1;
                }
                ')' => {
                    open.pop().ok_or((at, "the end of a variation that never began".to_owned()))?;
                    self.at += 1;
                }
                '$' => {
                    let number = &self.rest()[1..];
                    let digits = number.len() - number.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                    if digits == 0 {
                        return Err((at, "expected a number behind `$`".to_owned()));
                    }
                    self.at += 1 + digits;
                }
                '}' | ']' | '"' => {
                    return Err((at, format!("expected a move, a number, a comment or a result, found `{sign}`")));
                }
                '/' if self.form == GamesForm::Pdn => {
                    let position = self.setup()?;
                    if open.is_empty() {
                        game.steps.push((at, GameStep::Setup(position)));
                    }
                }
                _ => {
                    let (result, word) = self.result_or_word(&game);
                    is_over = open.is_empty() && result;
                    let m = a_move(word, self.form).filter(|_| !result && open.is_empty());
                    if let Some((behind, m)) = m {
                        game.steps.push((at + behind, GameStep::Move(m)));
                    }
                }
            }
            self.pass_comments()?;
        }
        if let Some(&at) = open.first() {
            return Err((at, "a variation that is never closed".to_owned()));
        }
        if self.at == game.at {
            return Ok(None);
        }
        // A second result, in most cases. Nobody writes down a game by that alone.
        if !self.is_first && game.tags.is_empty() && game.steps.is_empty() {
            let found = &self.text[game.at..self.at];
            let found = found.split(['\n', '\r']).next().unwrap_or_default().trim_end();
            return Err((
                game.at,
                format!(
                    "`{found:.40}` is no game, and stands behind the result of one; accepted: moves, or tags, of \
                     another game"
                ),
            ));
        }
        self.is_first = false;
        Ok(Some(game))
    }

    /// The position between two strokes.
    fn setup(&mut self) -> Result<&'a str, PgnMistake> {
        let at = self.at;
        self.at += 1;
        let inside = self.pass('/').ok_or((at, "a position that no second `/` ends".to_owned()))?;
        let quoted = inside
            .trim()
            .strip_prefix("FEN")
            .and_then(|value| value.trim_start().strip_prefix('"').and_then(|value| value.strip_suffix('"')));
        quoted.ok_or_else(|| (at, format!("expected a position such as `/FEN \"B:W21:B1\"/`, found `/{inside:.40}/`")))
    }

    /// Passes a word, and returns whether it is a result.
    fn result_or_word(&mut self, game: &WrittenGame<'_>) -> (bool, &'a str) {
        let rest = self.rest();
        if let Some(length) = spaced_result(rest) {
            self.at += length;
            return (true, &rest[..length]);
        }
        if self.form == GamesForm::Pgn {
            let word = self.word_of_chess();
            return (is_result(word), word);
        }
        // Any text may be the result (*Result tag*); one of several words can only be recognised by its tag.
        let result = game.tag("Result").filter(|result| result.contains('-'));
        if let Some(result) = result.filter(|result| {
            let behind = rest.strip_prefix(result);
            behind.is_some_and(|behind| behind.is_empty() || behind.starts_with(char::is_whitespace))
        }) {
            self.at += result.len();
            return (true, &rest[..result.len()]);
        }
        let Some(length) = spaced_move(rest) else {
            let word = self.word();
            return (is_draughts_result(word), word);
        };
        self.at += length;
        let word = [&rest[..length], self.word()].map(str::len);
        let word = &rest[..word[0] + word[1]];
        (is_draughts_result(&word.replace(char::is_whitespace, "")), word)
    }

    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || ENDS.contains(&c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// A word, and what a pawn becomes where it stands behind it in brackets, as people wrote before PGN: `a8(Q)+`.
    fn word_of_chess(&mut self) -> &'a str {
        let rest = self.rest();
        let length = self.word().len();
        let is_promotion = match *self.rest().as_bytes() {
            [b'(', piece, b')', ..] => b"QRBNqrbn".contains(&piece) && ends_a_pawn(&rest[..length]),
            _ => false,
        };
        if !is_promotion {
            return &rest[..length];
        }
        self.at += "(Q)".len();
        &rest[..length + "(Q)".len() + self.word().len()]
    }

    /// A tag: a name and, between quotation marks, its value (8.1.1).
    fn tag(&mut self) -> Result<(&'a str, String), PgnMistake> {
        self.at += 1;
        self.pass_blanks();
        let at = self.at;
        let name = self.word();
        if name.is_empty() {
            return Err((at, "expected the name of a tag".to_owned()));
        }
        self.pass_blanks();
        let at = self.at;
        if self.sign() != Some('"') {
            return Err((at, format!("expected the value of `{name}` between quotation marks")));
        }
        self.at += 1;
        let begun = self.at;
        if let Some(value) = self.quoted() {
            self.pass_blanks();
            if self.sign() == Some(']') {
                self.at += 1;
                return Ok((name, value));
            }
        }
        // Nothing escapes the quotation marks of many a name: the last of the line is meant.
        self.at = begun;
        let rest = self.rest();
        let line = rest.split(['\n', '\r']).next().unwrap_or_default();
        let value = line.trim_end().strip_suffix(']').and_then(|line| line.trim_end().strip_suffix('"'));
        let value = value.ok_or((at, format!("expected `\"]` behind the value of `{name}` in its line")))?;
        self.at += line.len();
        Ok((name, unescaped(value)))
    }

    /// The text up to the closing quotation mark, which is passed as well.
    fn quoted(&mut self) -> Option<String> {
        let (mut value, mut signs) = (String::new(), self.rest().char_indices());
        loop {
            match signs.next()? {
                (at, '"') => {
                    self.at += at + 1;
                    return Some(value);
                }
                (_, '\\') => value.push(signs.next()?.1),
                (_, '\n' | '\r') => return None,
                (_, sign) => value.push(sign),
            }
        }
    }
}

/// Whether a word, behind a number if it has one, brings a pawn to its last square: `8. a8`, `exd8`.
fn ends_a_pawn(word: &str) -> bool {
    let m = word.rsplit(['.', '…']).next().unwrap_or_default();
    let m = match *m.as_bytes() {
        [b'a'..=b'h', b'x', ..] => &m[2..],
        _ => m,
    };
    matches!(*m.as_bytes(), [b'a'..=b'h', b'1' | b'8'])
}

/// The value of a tag, with its escapes resolved.
fn unescaped(value: &str) -> String {
    value.replace("\\\"", "\"").replace("\\\\", "\\")
}

#[cfg(test)]
mod tests {
    use super::{GameStep, GamesForm, read_games, written_place};

    /// The moves of each game, and the positions, in strokes, between them.
    fn steps(text: &str, form: GamesForm) -> Vec<String> {
        let games = read_games(text, form);
        let games = games.unwrap_or_else(|(at, why)| panic!("{at}: {why} in {text}"));
        let step = |&(at, step): &(usize, GameStep<'_>)| match step {
            GameStep::Move(m) => {
                assert!(text[at..].starts_with(m), "{m} in {text}");
                m.to_owned()
            }
            GameStep::Setup(position) => {
                assert!(text[at..].starts_with('/'), "{position} in {text}");
                format!("/{position}/")
            }
        };
        let line = |steps: &[_]| steps.iter().map(step).collect::<Vec<_>>().join(" ");
        games.iter().map(|game| line(&game.steps)).collect()
    }

    fn moves(text: &str) -> Vec<String> {
        steps(text, GamesForm::Pgn)
    }

    #[test]
    fn moves_are_read_without_what_stands_around_them() {
        for (text, expected) in [
            ("1. e4 e5 2. Nf3 *", "e4 e5 Nf3"),
            ("1.e4 e5 2.Nf3", "e4 e5 Nf3"),
            ("1 e4 1... e5 2. ... Nf3 1-0", "e4 e5 Nf3"),
            ("1.e4! e5?! 2.Nf3!? ± Nc6 $13 $1", "e4 e5 Nf3 Nc6"),
            ("1. e4 {best; by test (always) [%clk 1:00]} e5 {} 2. Nf3 ; so\nNc6", "e4 e5 Nf3 Nc6"),
            ("1. e4 (1. d4 d5 (1... Nf6 {)} 2. c4) 2. c4$2) e5 1/2-1/2", "e4 e5"),
            ("%e3\n1. e4\n%\r\n e5\n", "e4 e5"),
            ("1. exd6 e.p. exd6e.p. 2. O-O 0-0-0", "exd6 exd6 O-O 0-0-0"),
            ("1. -- Z0 2. e4", "-- Z0 e4"),
            ("1…e5 2. Nf3‼ 1–0", "e5 Nf3"),
            ("{only a comment} *", ""),
            ("11. 11-15 23-19 12. 8x11", "11-15 23-19 8x11"),
            ("1. e4 e5 1 - 0", "e4 e5"),
            ("1. e4 +- e5± 2. Nf3∞ -+ Nc6!? = 3. Bb5 +/- a6?∓", "e4 e5 Nf3 Nc6 Bb5 a6"),
            ("7. a8(Q) b1(n)+ 8.exd8(R)!? (8. cxb8(Q) c1(B)) 8...h1", "a8(Q) b1(n)+ exd8(R) h1"),
            // Otherwise a letter in brackets is a comment of old.
            ("1. e4(N) Nb8(N) 2. a8 (Q) a8(K) Ra1(R)", "e4 Nb8 a8 a8 Ra1"),
        ] {
            assert_eq!(moves(text), [expected], "{text}");
        }
        assert_eq!(moves(""), [] as [&str; 0]);
        assert_eq!(moves("; nothing\n{at all}\n"), [] as [&str; 0]);
    }

    #[test]
    fn games_end_with_their_result_or_where_others_begin() {
        let one = "[Event \"a\"]\n[Site \"?\"]\n\n1. e4 1-0\n\n";
        for end in ["\n", "\r\n", "\r"] {
            let text = one.repeat(2).replace('\n', end);
            assert_eq!(moves(&text), ["e4", "e4"]);
        }
        assert_eq!(moves("1. e4 * 1. d4 * 1. c4"), ["e4", "d4", "c4"]);
        // Blanks in a result do not join it to the next game.
        for result in ["1 - 0", "0 -1", "1/2 – 1/2", "½- ½", "1 : 0", "0: 1", "1/2 :1/2", "½ : ½", "1/2:1/2"] {
            assert_eq!(moves(&format!("1. e4 e5 {result}\n1. Nf3 *")), ["e4 e5", "Nf3"]);
        }
        assert_eq!(moves("[A \"\"] 1. e4 [A \"\"] 1. d4"), ["e4", "d4"]);
        assert_eq!(moves("[A \"\"]\n\n[B \"\"]\n\n\n1. e4"), ["e4"]);
        assert_eq!(moves("1. e4 ( 1. d4 1-0 ) e5 0-1"), ["e4 e5"]);
    }

    #[test]
    fn games_of_draughts_are_read_as_their_standard_and_as_programs_write_them() {
        for (text, expected) in [
            ("1. 11-15 23-19 2. 8x11 *", &["11-15 23-19 8x11"][..]),
            ("1.11-15! 22-18?? (1... 23-19 2-0) 2.15x22(!) $7 25x18(?) 2-0", &["11-15 22-18 15x22 25x18"]),
            ("1. 11-15* 22-18*! 2. 15x22 1-1 1. 12-16 0-2", &["11-15 22-18 15x22", "12-16"]),
            ("1. ... 22-18 2... 24-20 0-0", &["22-18 24-20"]),
            ("1 1115 2319 2 0811 *", &["1115 2319 0811"]),
            ("1. 11 - 15 22 -18! 2. 15 x 22 x 31 3 9- 14{a} 1 - 0", &["11 - 15 22 -18 15 x 22 x 31 9- 14"]),
            ("1.11 - 15(2. 1 - 5)1-18 1-1 1-18", &["11 - 15 1-18", "1-18"]),
            ("1. 2-0", &[""]),
            ("41. - - 1-1", &[""]),
            ("1. a3-b4 c5xa3 *", &["a3-b4 c5xa3"]),
            ("/FEN \"W:W31:B1\"/ 1... 31-26 (/FEN \"\"/ 1-5) /FEN \"B:B1:W5\"/ *", &["/W:W31:B1/ 31-26 /B:B1:W5/"]),
            ("[Result \"1+ - 1-\"]\n1. 11-15 1+ - 1-\n[A \"\"]\n1. 9-14", &["11-15", "9-14"]),
            ("[Result \"1-0\"] 1-05 1-0 2-6", &["1-05", "2-6"]),
            ("1. 111825 22x15x8", &["111825 22x15x8"]),
        ] {
            assert_eq!(steps(text, GamesForm::Pdn), expected, "{text}");
        }
        for (text, column, why) in [
            ("1. 9-14 /FEN \"B:W1:B2\"", 9, "a position that no second `/` ends"),
            ("1. 9-14 /B:W1:B2/", 9, "expected a position such as `/FEN \"B:W21:B1\"/`, found `/B:W1:B2/`"),
            ("1. 9-14 ) 2-0", 9, "the end of a variation that never began"),
            ("1. 9-14 {2-0", 9, "a comment that is never closed"),
            ("1. 9-14 (2-6 2-0", 9, "a variation that is never closed"),
            ("[GameType 21]", 11, "the value of `GameType` between quotation marks"),
        ] {
            let (at, said) = read_games(text, GamesForm::Pdn).unwrap_err();
            assert_eq!(written_place(text, at), format!("line 1, column {column}"), "{text}");
            assert!(said.contains(why), "{text}: {said}");
        }
    }

    #[test]
    fn tags_are_read_as_the_standard_and_as_programs_write_them() {
        let text = "[ White  \"a \\\"b\\\" \\\\\" ]\r\n[Black \"The \"Rock\" C\"]\n[fen \"8/8 w\"] [Round \"?\"]\n\
                    [Event \"\"]\n\n*";
        let games = read_games(text, GamesForm::Pgn).unwrap();
        let tag = |name| games[0].tag(name);
        assert_eq!(tag("White"), Some("a \"b\" \\"));
        assert_eq!(tag("Black"), Some("The \"Rock\" C"));
        assert_eq!(tag("FEN"), Some("8/8 w"));
        assert_eq!((tag("Round"), tag("Event"), tag("Site")), (None, None, None));
    }

    #[test]
    fn bad_pgn_is_refused_with_its_place() {
        for (text, place, why) in [
            ("1. e4 {never", "line 1, column 7", "a comment that is never closed"),
            ("1. e4\né (1. d4 (", "line 2, column 3", "a variation that is never closed"),
            ("1. e4 ) e5", "line 1, column 7", "the end of a variation that never began"),
            ("1. e4 } e5", "line 1, column 7", "found `}`"),
            ("[Event \"a\"\n[Site \"b\"]", "line 1, column 8", "expected `\"]` behind the value of `Event`"),
            ("[FEN 8/8 w]", "line 1, column 6", "the value of `FEN` between quotation marks"),
            ("[\"a\"]", "line 1, column 2", "the name of a tag"),
            ("1. e4 $ e5", "line 1, column 7", "expected a number behind `$`"),
            ("[Event \"", "line 1, column 8", "expected `\"]`"),
            ("1. e4 1-0 {so} *", "line 1, column 16", "`*` is no game, and stands behind the result of one"),
            ("1. e4 1/2 : 0", "line 1, column 11", "`: 0` is no game"),
            ("1. e4 1-0\n[A \"\"] *\n\n1. (1. e4) 1-0 1. d4", "line 4, column 1", "`1. (1. e4) 1-0` is no game"),
            ("1. e4 1/2 1 : 0 1. d4", "line 1, column 11", "`1 : 0` is no game"),
        ] {
            let (at, said) = read_games(text, GamesForm::Pgn).unwrap_err();
            assert_eq!(written_place(text, at), place, "{text}");
            assert!(said.contains(why), "{text}: {said}");
        }
    }
}
