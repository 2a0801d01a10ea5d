//! Lines of moves as people write them down: with or without numbers, with or without spaces, or as a game in PGN or PDN.

use std::borrow::Cow;

use agon_core::{
    AnyMove, AnyPosition, Position, all_moves,
    line::{LineError, play_line, read_move, refuse},
    notation,
};

use super::{
    game_type::{Squares, squares_of},
    game_words::{GamesForm, without_remark},
    pgn_games::{GameStep, WrittenGame, read_games, written_place},
};

/// Why a text is no line of moves as people write them down.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrittenError {
    /// A move of it is not legal.
    #[error(transparent)]
    Line(#[from] LineError),
    /// It has so many games.
    #[error("{0} games in one text; accepted: one")]
    Several(usize),
    /// It tells another position than the one at hand.
    #[error("the game begins in `{told}`; here is `{here}`")]
    Elsewhere {
        /// The position where it begins.
        told: String,
        /// The position at hand.
        here: String,
    },
    /// It is of another variant.
    #[error("the game is of the variant `{0}`")]
    Variant(String),
    /// It is no game that can be read, or of another type; here is why.
    #[error("{0}")]
    Unreadable(String),
}

/// Plays the moves of a line from `position`, and lists them: as [`play_line`] reads them; with the numbers that score
/// sheets put before them, `1. e4 c5 2.Nf3`; the main line of a game in PGN, or of draughts in PDN, wherever that says that it
/// [begins](sheet_position); or one after the other without a space, `f5d6c3d3c4`, where there is only one way to read them.
/// Such records leave out passes that are forced.
///
/// # Errors
///
/// The first move that is not legal; `position` is then the one before it. Or why a game in PGN or PDN is no line from
/// there; `position` is then as it was.
pub fn play_written(position: &mut AnyPosition, text: &str) -> Result<Vec<AnyMove>, WrittenError> {
    let mut here = position.clone();
    if let Ok(line) = play_line(&mut here, text) {
        *position = here;
        return Ok(line);
    }
    let is_tagged = text.trim_start().starts_with(TAG);
    let sheet = sheet(text, form(position)).and_then(|sheet| sheet.map(|sheet| fitting(sheet, position)).transpose());
    let reason = match sheet {
        Ok(Some((sheet, squares))) => {
            here.clone_from(position);
            let played = play_sheet(&mut here, &sheet, squares);
            // Without tags it may be a record that leaves something out.
            if played.is_ok() || is_tagged {
                *position = here;
                return played.map_err(WrittenError::Line);
            }
            None
        }
        Err(reason) if is_tagged => return Err(reason),
        Err(WrittenError::Several(count)) => Some(WrittenError::Several(count)),
        _ => None,
    };
    let (start, text) = (position.clone(), without_numbers(text));
    play_line(position, &text).or_else(|error| {
        let Some(line) = cut(&start, &text) else {
            return Err(reason.unwrap_or(WrittenError::Line(error)));
        };
        *position = start;
        for &m in &line {
            position.play(m);
        }
        Ok(line)
    })
}

/// How a tag of PGN begins.
const TAG: char = '[';

/// The position where a game in PGN or PDN begins, in the game's text, if `text` is one that tells it.
pub fn sheet_position(text: &str, start: &AnyPosition) -> Option<String> {
    let sheet = sheet(text, form(start)).ok()??;
    let told = sheet.tag("FEN").or(sheet.tag("Position"))?;
    Some(squares(&sheet, start).unwrap_or(Squares::Numbers).position(told))
}

/// A game, and how it names squares, if it says nothing else than that it begins in this position, by the rules of its
/// game.
fn fitting<'a>(sheet: WrittenGame<'a>, position: &AnyPosition) -> Result<(WrittenGame<'a>, Squares), WrittenError> {
    if let Some((_, variant)) = sheet.other_variant(position) {
        return Err(WrittenError::Variant(variant.to_owned()));
    }
    let squares = squares(&sheet, position).map_err(WrittenError::Unreadable)?;
    if let Some(told) = sheet.tag("FEN").or(sheet.tag("Position")) {
        let told = squares.position(told);
        if !position.parse(&told).is_ok_and(|told| told == *position) {
            return Err(WrittenError::Elsewhere { told, here: position.to_string() });
        }
    }
    Ok((sheet, squares))
}

/// How a game names squares.
fn squares(sheet: &WrittenGame<'_>, start: &AnyPosition) -> Result<Squares, String> {
    match (start.scoresheet().tag("GameType"), sheet.tag("GameType")) {
        (Some(own), Some(written)) => squares_of(written, own),
        _ => Ok(Squares::Numbers),
    }
}

fn form(start: &AnyPosition) -> GamesForm {
    if start.scoresheet().tag("GameType").is_some() { GamesForm::Pdn } else { GamesForm::Pgn }
}

/// What a word of a game is, where moves are expected.
pub(super) enum SheetWord {
    Move(AnyMove),
    /// What says nothing beside the move before it.
    Remark,
    Wrong,
}

/// Reads a word of a game. In chess a remark may follow a move; where moves may be letters alone, it cannot be told from one.
pub(super) fn read_word(here: &AnyPosition, word: &str) -> SheetWord {
    if let Some(m) = read_move(here, word) {
        return SheetWord::Move(m);
    }
    if form(here) == GamesForm::Pdn || !has_figures(here) {
        return SheetWord::Wrong;
    }
    match without_remark(word) {
        "" => SheetWord::Remark,
        m => read_move(here, m).map_or(SheetWord::Wrong, SheetWord::Move),
    }
}

/// Whether every move has a figure in it.
fn has_figures(here: &AnyPosition) -> bool {
    all_moves(here).into_iter().all(|m| notation(here, m).contains(|c: char| c.is_ascii_digit()))
}

/// The game of a text that has one with tags, or with a result or remarks behind numbered moves; nothing where it has no
/// moves.
fn sheet(text: &str, form: GamesForm) -> Result<Option<WrittenGame<'_>>, WrittenError> {
    if !text.trim_start().starts_with(TAG) && matches!(without_numbers(text), Cow::Borrowed(_)) {
        return Ok(None);
    }
    let games = read_games(text, form)
        .map_err(|(at, why)| WrittenError::Unreadable(format!("{}: {why}", written_place(text, at))))?;
    let [game] = <[_; 1]>::try_from(games).map_err(|games| WrittenError::Several(games.len()))?;
    // A tag alone is a position.
    let has_moves = !game.steps.is_empty() && game.steps.iter().all(|(_, step)| matches!(step, GameStep::Move(_)));
    Ok(has_moves.then_some(game))
}

fn play_sheet(
    position: &mut AnyPosition,
    sheet: &WrittenGame<'_>,
    squares: Squares,
) -> Result<Vec<AnyMove>, LineError> {
    let mut line = Vec::new();
    for (_, step) in &sheet.steps {
        let GameStep::Move(word) = step else { continue };
        let numbered = squares.line(word);
        let m = match read_word(position, numbered.as_deref().unwrap_or(word)) {
            SheetWord::Move(m) => m,
            SheetWord::Remark if !line.is_empty() => continue,
            _ => return Err(refuse(position, line.len() + 1, word)),
        };
        position.play(m);
        line.push(m);
    }
    Ok(line)
}

/// `e4 c5 Nf3` of `1. e4 c5 2.Nf3`; anything else as it is.
pub(super) fn without_numbers(text: &str) -> Cow<'_, str> {
    let after_number = |word: &str| {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let dots = rest.trim_start_matches('.');
        (rest.len() < word.len() && dots.len() < rest.len()).then_some(word.len() - dots.len())
    };
    if text.split_whitespace().next().and_then(after_number).is_none() {
        return Cow::Borrowed(text);
    }
    let words = text.split_whitespace().map(|word| &word[after_number(word).unwrap_or(0)..]);
    Cow::Owned(words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "))
}

/// The moves of words that are moves, or several without a space between them; nothing unless there is exactly one way
/// to cut them.
fn cut(start: &AnyPosition, text: &str) -> Option<Vec<AnyMove>> {
    let (mut here, mut line) = (start.clone(), Vec::new());
    for word in text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()) {
        let moves = match read_move(&here, word) {
            Some(m) => vec![m],
            None => Cuts::of(&here, &word.to_lowercase())?,
        };
        for &m in &moves {
            here.play(m);
        }
        line.extend(moves);
    }
    Some(line)
}

/// A search for all ways to cut a word into moves.
struct Cuts {
    /// The moves so far.
    line: Vec<AnyMove>,
    /// The first way.
    found: Option<Vec<AnyMove>>,
    /// How many there are.
    ways: u32,
    /// How many positions may still be looked at.
    left: u32,
}

impl Cuts {
    /// No word is looked at longer.
    const MOST: u32 = 10_000;

    /// The moves of `word`, in small letters, if there is exactly one way to cut it.
    fn of(here: &AnyPosition, word: &str) -> Option<Vec<AnyMove>> {
        let mut cuts = Cuts { line: Vec::new(), found: None, ways: 0, left: Cuts::MOST };
        cuts.seek(here, word);
        cuts.found.filter(|_| cuts.ways == 1 && cuts.left != 0)
    }

    fn seek(&mut self, here: &AnyPosition, rest: &str) {
        if rest.is_empty() {
            self.ways += 1;
            self.found.get_or_insert_with(|| self.line.clone());
            return;
        }
        self.left = self.left.saturating_sub(1);
        if self.left == 0 || 1 < self.ways {
            return;
        }
        let moves = all_moves(here);
        let is_forced_pass = moves.len() == 1 && notation(here, moves[0]) == "pass";
        for m in moves {
            let written = notation(here, m).to_lowercase();
            let after = match rest.strip_prefix(&*written) {
                Some(after) if !written.is_empty() => after,
                _ if is_forced_pass => rest,
                _ => continue,
            };
            let mut next = here.clone();
            next.play(m);
            self.line.push(m);
            self.seek(&next, after);
            self.line.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Node, Position, Seed, all_moves, line::notations, registry};

    use super::{WrittenError, play_written, sheet_position};

    #[test]
    fn numbers_and_missing_spaces_change_nothing() {
        for (game, texts) in [
            ("chess", &["e4 e5 Nf3", "1. e4 e5 2. Nf3", "1.e2e4 e7e5 2.g1f3", "e2e4e7e5g1f3"][..]),
            (
                "othello",
                &["f5 d6 c3 d3 c4", "1. f5 d6 2. c3 d3 3. c4", "f5d6c3d3c4", "F5D6 c3d3c4", "1. f5d6 2. c3d3c4"],
            ),
        ] {
            let Ok(game) = registry::game(game) else { continue };
            let mut lines = texts
                .iter()
                .map(|text| play_written(&mut game.start.clone(), text).unwrap_or_else(|e| panic!("{text}: {e}")));
            let first = lines.next().unwrap();
            assert!(lines.all(|line| line == first), "{texts:?}");
        }
    }

    #[test]
    fn draughts_are_read_by_numbers_and_by_letters() {
        let start = registry::game("checkers").unwrap().start;
        let read = |text: &str| play_written(&mut start.clone(), text);
        let plain = read("11-15 23-19 8-11").unwrap();
        for text in [
            "[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 *",
            "[GameType \"21,B,8,8,N1,0\"]\n\n1. 11-15 23-19 2. 8-11 *",
            "[GameType \"21,B,8,8,A0,0\"]\n\n1. c3-d4 d6-c5 2. b2-c3 *",
        ] {
            assert_eq!(read(text).as_ref(), Ok(&plain), "{text}");
        }
        let from = "[GameType \"21,B,8,8,A0,0\"]\n[FEN \"B:Wh8:Ba1\"]\n\n1. a1-b2 *";
        let told = sheet_position(from, &start).unwrap();
        let mut here = start.parse(&told).unwrap_or_else(|error| panic!("{told}: {error}"));
        assert_eq!(play_written(&mut here, from).map(|line| line.len()), Ok(1));
        let said = read("[GameType \"20\"]\n\n1. 32-28 *").unwrap_err().to_string();
        assert!(said.starts_with("the game is of type `20`, "), "{said}");
    }

    #[test]
    fn a_game_in_pgn_is_its_main_line_from_where_its_tag_says() {
        let game = registry::game("chess").unwrap();
        let read = |text: &str| play_written(&mut game.start.clone(), text);
        let plain = read("e4 e5 Qh5 Ke7 Qxe5").unwrap();
        for text in [
            "[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 {a comment (so)} (2. Nf3 Nc6) 2... Ke7?? 3. Qxe5# 1-0\n",
            "[Event \"one line\"] 1. e4 e5 2. Qh5 Ke7 $4 3. Qxe5# *",
            "1. e4 e5 2. Qh5!? Ke7 3. Qxe5# 1-0",
        ] {
            assert_eq!(read(text).unwrap(), plain, "{text}");
            assert_eq!(sheet_position(text, &game.start), None, "{text}");
        }
        let wrong = read("[Event \"?\"]\n\n1. e4 e5 2. Qh6 Nf6 1-0").unwrap_err();
        assert!(matches!(&wrong, WrittenError::Line(line) if (line.number, &*line.text) == (3, "Qh6")), "{wrong}");
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. e4 Kd7 *");
        assert_eq!(sheet_position(&text, &game.start).as_deref(), Some(fen));
        assert!(read(&format!("[FEN \"{fen}\"]")).is_err());
        assert!(read("[Variant \"Standard\"]\n\n1. e4 e5 *").is_ok());
        // Two games are no line; nor is one from another position, by other rules, or without an end.
        for (text, why) in [
            ("[White \"a\"]\n\n1. e4 1-0\n\n[White \"b\"]\n\n1. d4 1-0\n", "2 games in one text"),
            ("1. e4 1-0 1. d4 1-0 1. c4 1-0", "3 games in one text"),
            (&text, "the game begins in `4k3/8/8/8/8/8/4P3/4K3 w - - 0 1`; here is `rnbqkbnr/"),
            ("[Variant \"Atomic\"]\n\n1. e4 e5 *", "the game is of the variant `Atomic`"),
            ("[White \"a\"]\n\n1. e4 {so", "line 3, column 7: a comment that is never closed"),
        ] {
            let said = read(text).unwrap_err().to_string();
            assert!(said.contains(why), "{text}: {said}");
        }
        // Only where moves have figures can a letter be a remark.
        let kuhn = registry::game("kuhn").unwrap().start;
        assert!(play_written(&mut kuhn.clone(), "1. 3 2 2. b b").is_ok());
        assert!(play_written(&mut kuhn.clone(), "1. 3 2 2. b D b").is_err());
        let mut here = game.start.parse(fen).unwrap();
        assert_eq!(notations(&here.clone(), &play_written(&mut here, &text).unwrap()), ["e2e4", "e8d7"]);
    }

    #[test]
    fn records_of_othello_leave_out_passes() {
        let start = registry::game("othello").unwrap().start;
        let mut passed = 0;
        for seed in 0..200 {
            let (mut here, mut line) = (start.clone(), Vec::new());
            let mut stream = Seed(seed).stream(0);
            while here.node() != Node::Terminal {
                let m = here.draw_move(&mut stream);
                here.play(m);
                line.push(m);
            }
            let words = notations(&start, &line);
            passed += words.iter().filter(|word| *word == "pass").count();
            let record: String = words.iter().filter(|w| *w != "pass").map(String::as_str).collect();
            let mut read = start.clone();
            assert_eq!(play_written(&mut read, &record).unwrap(), line, "{record}");
            assert_eq!(read, here);
        }
        assert!(20 < passed, "{passed}");
    }

    #[test]
    fn what_can_be_cut_in_two_ways_is_refused_and_nothing_is_played() {
        let start = registry::game("chess").unwrap().start;
        for text in ["e2e4e7e", "e2e4 e7e5e7e5", "1. e4 e5 2. Nf6"] {
            let mut here = start.clone();
            let WrittenError::Line(error) = play_written(&mut here, text).unwrap_err() else { panic!("{text}") };
            assert_eq!(error.position, here.to_string(), "{text}");
            assert!(!all_moves(&here).is_empty());
        }
    }
}
