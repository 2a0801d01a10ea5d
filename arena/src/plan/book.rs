//! Chosen openings: a file of moves and positions.
//!
//! A tournament depends on the contents of the file, not on the file: the openings it can use
//! become part of the tournament when the file is read, so its journal no longer needs the file.
//!
//! Lines, their names and their comments are a form of our own. What moves and positions in them mean, and whether a text is FEN,
//! EPD or PDN, is for the game to say; recorded games, in PGN or PDN, are read by `recorded`.

use std::path::Path;

use agon_core::{AnyPosition, Seed};

use crate::{
    ask::{located::Located, plain, rules::Order, spec_error::SpecError, words::io_words},
    plan::{
        book_opening::BookOpening,
        game_words::GamesForm,
        numbering::{Purpose, stream},
        pgn_games::written_place,
        recorded::recorded_openings,
    },
};

/// The form of a file of openings, for help and documentation.
pub const OPENINGS_FORM: &str = "\
A file of openings has one opening a line: moves in the game's own notation, as they are
typed when it is played, or a position in the game's own text, as it is shown.
Numbers may stand before moves, as in `1. e4 c5 2. Nf3`. Chess reads its moves as score
sheets have them too, and positions as FEN and EPD:

  # Comments begin with a hash.
  e2e4 e7e5 g1f3
  \"Sicilian\" e4 c5        # a name, if there is one, stands in quotes before it
  rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2

A line that can be read as moves is moves; `moves` or `position` before it says which it is.
A file whose name ends with `.pgn` is PGN: each of its games is an opening, with the main line's
moves from where its tag FEN says, and the name that its tags Opening and Variation, or ECO, tell.
So are those of a file of draughts in PDN, `.pdn`, whose tag GameType says no other game.
Where more openings are asked for than there are, they begin again with the first.";

/// Reads the file of openings of a game with the initial position `start`: the first `most` of
/// them, in `order`. Every line of the file is checked, needed or not.
///
/// # Errors
///
/// If the file cannot be read or has no opening; otherwise the first line that is not an opening,
/// the reason, and the accepted form.
pub fn read_openings(
    file: &Located,
    start: &AnyPosition,
    order: Order,
    seed: Seed,
    most: u64,
) -> Result<Vec<BookOpening>, SpecError> {
    let path = Path::new(&file.text);
    let name = path.display();
    let is = |kind| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(kind));
    let has_games = is("pgn") || is("pdn");
    let is_draughts = start.scoresheet().tag("GameType").is_some();
    if is("pdn") && !is_draughts {
        let message = format!("{name}: games of draughts, and this is another game; accepted: {OTHER_FILES}");
        return Err(SpecError::at(&file.place, message));
    }
    let form = if is_draughts { GamesForm::Pdn } else { GamesForm::Pgn };
    // The standards have these characters, or may have them (PGN, 4.1, PDN, *Character encoding*).
    let read = if has_games || is("epd") { plain::read_latin_text } else { plain::read_text };
    let text = read(path, plain::MOST_DATA)
        .map_err(|error| SpecError::at(&file.place, format!("{name}: {}", io_words(&error))).trouble())?;
    if has_games {
        let mut openings = recorded_openings(&text, start, form)
            .map_err(|(at, why)| SpecError::at(&format!("{name}, {}", written_place(&text, at)), why))?;
        if openings.is_empty() {
            let standard = if is_draughts { "PDN" } else { "PGN" };
            let message = format!("{name}: no game in it; accepted: games in {standard}");
            return Err(SpecError::at(&file.place, message));
        }
        choose(&mut openings, order, seed, most);
        return Ok(openings);
    }
    // A carriage return alone, as on old machines, also ends a line.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = without_comment(line);
        if !line.is_empty() {
            lines.push(line);
            BookOpening::read(line, start)
                .map_err(|message| SpecError::at(&format!("{name}, line {number}"), message))?;
        }
    }
    if lines.is_empty() {
        let message = format!(
            "{name}: no opening in it; accepted: one opening a line, moves or a \
        position"
        );
        return Err(SpecError::at(&file.place, message));
    }
    choose(&mut lines, order, seed, most);
    let read = |line: &&str| BookOpening::read(line, start).expect("all lines were read before");
    Ok(lines.iter().map(read).collect())
}

/// The files that may have openings of a game that is no draughts.
const OTHER_FILES: &str = "games in PGN, in a file whose name ends with `.pgn`, or one opening a line";

/// Keeps the first `most`, in `order`.
fn choose<T>(openings: &mut Vec<T>, order: Order, seed: Seed, most: u64) {
    if order == Order::Random {
        stream(seed, Purpose::Book, 0).shuffle(openings);
    }
    openings.truncate(usize::try_from(most).unwrap_or(usize::MAX));
}

/// The line up to a `#` that begins it or stands after white space, but not between quotation marks;
/// without white space around.
pub fn without_comment(line: &str) -> &str {
    let line = line.trim();
    let (mut is_quoted, mut is_apart) = (false, true);
    for (at, c) in line.char_indices() {
        match c {
            // A mark that is never closed protects nothing.
            '"' => is_quoted = !is_quoted && line[at + 1..].contains('"'),
            '#' if is_apart && !is_quoted => return line[..at].trim_end(),
            _ => {}
        }
        is_apart = c.is_whitespace();
    }
    line
}

#[cfg(test)]
mod tests {
    use super::{BookOpening, read_openings, without_comment};
    use crate::ask::{Located, Order};
    use agon_core::{Seed, registry};
    use std::fs;

    fn read(game: &str, line: &str) -> Result<BookOpening, String> {
        BookOpening::read(without_comment(line), &registry::game(game).unwrap().start)
    }

    #[test]
    fn a_line_is_moves_or_a_position_with_a_name_or_without() {
        let nim = |line: &str| {
            let chosen = read("nim", line).unwrap();
            (chosen.name.unwrap_or_default(), chosen.position, chosen.moves.len())
        };
        for (line, name, position, moves) in [
            ("a2 b1", "", None, 2),
            ("  a2 b1  # two moves", "", None, 2),
            ("\"A name: #1\" a2", "A name: #1", None, 1),
            ("2+2+7 2", "", Some("2+2+7 2"), 0),
            ("\"x\" position 2+2+7 2", "x", Some("2+2+7 2"), 0),
            ("moves a1,b2", "", None, 2),
            ("position 3+5+7 1", "", None, 0),
            ("\"the start\"", "the start", None, 0),
            ("moves", "", None, 0),
            ("1. a2 b1 2. c1", "", None, 3),
            ("1.a2 b1 2.c1", "", None, 3),
        ] {
            let expected = (name.to_owned(), position.map(str::to_owned), moves);
            assert_eq!(nim(line), expected, "{line}");
        }
    }

    #[test]
    fn no_comment_begins_between_quotation_marks() {
        let board = "4k3/8/8/8/8/8/8/4K2R w K -";
        for (line, name, counts) in [
            ("~ id \"test #3\"; hmvc 37; fmvn 60;", None, "37 60"),
            ("\"A # b\" ~ hmvc 3; id \"# c\"; fmvn 2; # \"d\" #", Some("A # b"), "3 2"),
            ("~ hmvc 3; # id \"x\"; fmvn 2;", None, "3 1"),
            ("~ c0 \"see; hmvc 99 ; x\";", None, "0 1"),
            ("~ id \"x after y\"; fmvn 0;", None, "0 1"),
            ("position ~ 4 0", None, "4 1"),
            ("[FEN \"~ 4 7\"]", None, "4 7"),
            ("\"B\" [FEN  \"~ 4 7\" ] # so", Some("B"), "4 7"),
        ] {
            let chosen = read("chess", &line.replace('~', board)).unwrap();
            assert_eq!(chosen.name.as_deref(), name, "{line}");
            assert_eq!(chosen.position, Some(format!("{board} {counts}")), "{line}");
        }
        for (line, bare) in [("a2 \"b # c", "a2 \"b"), ("# \"a\"", ""), ("a#b \"c #d\"#e #f", "a#b \"c #d\"#e")] {
            assert_eq!(without_comment(line), bare, "{line}");
        }
    }

    #[test]
    fn a_bad_opening_is_refused_with_the_reason() {
        for (game, line, message) in [
            ("nim", "a2 a2", "move 2 of the line, `a2`, is not legal in `1+5+7 2`; did you mean"),
            ("nim", "d9", "neither moves nor a position: move 1 of the line, `d9`"),
            ("nim", "position a2", "`a2` is not a position here"),
            ("nim", "moves 2+2+7 2", "move 1 of the line"),
            ("nim(1+1)", "a1 b1", "the game is over in `0+0 1`"),
            ("nim", "0+0+0 1", "the game is over"),
            ("nim", "\"x a2", "never closed"),
            ("pig", "7", "move 1 of the line, `7`, is not legal in `0:0 1+0? 400`; did you mean `1`?"),
            ("chess", "e4 e5 Ke3", "move 3 of the line, `Ke3`, is not legal"),
            ("chess", "4k3/8/8/44/8/8/8/4K2R w K - 0 1", "(column 10: expected one digit"),
            ("chess", "position 4k3/8/8/8/8/8/4K2R w K - 0 1", "(column 19: expected eight ranks"),
            ("chess", "[FEN \"4k3/8/8/8/8/8/4K2R w K - 0 1\"]", "(column 19: expected eight ranks"),
            ("chess", "[FEM \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]", "is not a position here"),
            ("chess", "4k3/8/8/8/8/8/8/4K2R w K - id \"x; # y", "(column 31: the quotation mark"),
        ] {
            let error = read(game, line).unwrap_err();
            assert!(error.contains(message), "{line}: {error}");
        }
    }

    /// The openings read from a file of that name.
    fn of_file(game: &str, name: &str, bytes: &[u8]) -> Result<Vec<BookOpening>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let start = registry::game(game).unwrap().start;
        let file = Located::new(path.display().to_string());
        read_openings(&file, &start, Order::Sequential, Seed(1), 9)
            .map_err(|error| error.to_string().replace(&*folder.path().display().to_string(), ""))
    }

    #[test]
    fn lines_end_as_on_any_machine() {
        let expected = of_file("nim", "a.txt", b"a1 b2\n\n# c\nb1").unwrap();
        for text in ["a1 b2\r\n\r\n# c\r\nb1\r\n", "a1 b2\r\r# c\rb1", "\u{feff}a1 b2\r# c\nb1\r"] {
            assert_eq!(of_file("nim", "a.txt", text.as_bytes()).unwrap(), expected, "{text:?}");
        }
        let said = of_file("nim", "a.txt", b"a1\r\rz9\r").unwrap_err();
        assert!(said.contains("/a.txt, line 3: "), "{said}");
    }
}
