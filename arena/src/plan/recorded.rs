//! Openings that are recorded games, in PGN or PDN.

use std::borrow::Cow;

use agon_core::{AnyPosition, Position, fold, line::refuse};

use crate::plan::{
    book_opening::BookOpening,
    game_type::{Squares, is_lettered, squares_of},
    game_words::GamesForm,
    pgn_games::{GameStep, PgnMistake, WrittenGame, read_games},
    written::{SheetWord, read_word},
};

/// The openings of all games of a text.
///
/// # Errors
///
/// The first place that is no game, or a game that is no opening of one that begins with `start`, and why.
pub(super) fn recorded_openings(
    text: &str,
    start: &AnyPosition,
    form: GamesForm,
) -> Result<Vec<BookOpening>, PgnMistake> {
    let games = read_games(text, form)?;
    games.iter().map(|game| of_game(game, start)).collect()
}

fn of_game(game: &WrittenGame<'_>, start: &AnyPosition) -> Result<BookOpening, PgnMistake> {
    let sheet = start.scoresheet();
    if let Some((at, variant)) = game.other_variant(start) {
        return Err((at, format!("the game is of the variant `{variant}`")));
    }
    let squares = match (sheet.tag("GameType"), game.placed_tag("GameType")) {
        (Some(own), Some((at, written))) => squares_of(written, own).map_err(|why| (at, why))?,
        _ => Squares::Numbers,
    };
    let name = match (game.tag("Opening"), game.tag("Variation")) {
        (Some(opening), Some(variation)) => Some(format!("{opening}: {variation}")),
        (opening, _) => opening.or(game.tag("ECO")).map(str::to_owned),
    };
    // A name is written between quotation marks on a line.
    let name = name.map(|name| name.replace('"', "'").replace(char::is_control, " "));
    let of_960 = |text: &str| CHESS_960.contains(&&*fold(text));
    // Its positions are none of the usual game, which has other rules for castling.
    let is_other =
        sheet.tag("GameType").is_none() && sheet.tag("Variant").is_none() && game.tag("Variant").is_some_and(of_960);
    let hint = if is_other { "; chess960 is the game `chess(chess960=0)`" } else { "" };
    let parse = |(at, text): (usize, &str)| {
        let read = start.parse(&squares.position(text));
        read.map_err(|error| (at, format!("{error}{hint}")))
    };
    let told = game.placed_tag("FEN").or(game.placed_tag("Position"));
    let mut position = told.map(parse).transpose()?;
    // Word by word: what says nothing beside a move is no part of it.
    let (mut here, mut moves) = (position.as_ref().unwrap_or(start).clone(), Vec::new());
    let mut number = 0;
    for &(at, step) in &game.steps {
        let word = match step {
            GameStep::Move(word) => word,
            // The moves before it lead to no position of the opening.
            GameStep::Setup(text) => {
                here = parse((at, text))?;
                position = Some(here.clone());
                moves.clear();
                continue;
            }
        };
        let numbered = squares.line(word).map_or(Cow::Borrowed(word), Cow::Owned);
        let found = match read_word(&here, &numbered) {
            SheetWord::Remark if 0 < number => continue,
            SheetWord::Move(m) => Some(m),
            _ => None,
        };
        number += 1;
        let m = found.ok_or_else(|| {
            let why = match squares {
                Squares::Numbers if sheet.tag("GameType").is_some() && is_lettered(word) => format!(
                    "move {number} of the line, `{word}`, names squares by letters; accepted: that where the tag \
                     GameType tells it, such as `21,B,8,8,A0,0`"
                ),
                _ => refuse(&here, number, word).to_string(),
            };
            (at, why)
        })?;
        here.play(m);
        moves.push(m);
    }
    BookOpening::checked(name.as_deref(), position, moves, start)
        .map_err(|why| (game.steps.last().map_or(game.at, |step| step.0), why))
}

/// Those of them whose pieces begin elsewhere.
const CHESS_960: &[&str] = &["chess960", "960", "frc", "fischerandom", "fischerrandom"];

#[cfg(test)]
mod tests {
    use crate::{
        ask::{Located, Order},
        plan::{book::read_openings, book_opening::BookOpening},
    };
    use agon_core::{
        AnyMove, AnyPosition, Node, Position, Seed, Stream, after, all_moves, line::write_line, notation, registry,
    };
    use std::{collections::BTreeSet, fmt::Write, fs};

    /// The openings of a file of that name.
    fn of_file(game: &str, name: &str, bytes: &[u8]) -> Result<Vec<BookOpening>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let start = registry::game(game).unwrap().start;
        let file = Located::new(path.display().to_string());
        read_openings(&file, &start, Order::Sequential, Seed(1), 999)
            .map_err(|error| error.to_string().replace(&*folder.path().display().to_string(), ""))
    }

    const GAMES: &str = "[Event \"Öpen\"]\n[Opening \"Réti\"]\n[Variation \"so \"called\"\"]\n[Result \"1-0\"]\n\n\
        1. Nf3 {quiet} (1. e4 e5) d5 2. c4 $1 1-0\n\n\
        [ECO \"B20\"]\n\n1.e4 c5 *\n\n\
        [SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 3 9\"]\n\n9. O-O+ Kd7 1/2-1/2\n";

    #[test]
    fn games_in_pgn_are_openings_whatever_their_bytes_are() {
        let line = |moves: &str| BookOpening::read(moves, &registry::game("chess").unwrap().start).unwrap();
        let latin = GAMES.chars().map(|c| c as u8).collect::<Vec<_>>();
        let marked = format!("\u{feff}{GAMES}");
        let units = marked.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
        let crlf = GAMES.replace('\n', "\r\n").into_bytes();
        for bytes in [GAMES.as_bytes(), &latin, marked.as_bytes(), &units, &crlf] {
            let read = of_file("chess", "a.PGN", bytes).unwrap();
            assert_eq!(read[0], line("\"Réti: so 'called'\" Nf3 d5 c4"));
            assert_eq!(read[1], line("\"B20\" e4 c5"));
            let chosen = &read[2];
            let base = chosen.base(&registry::game("chess").unwrap().start);
            assert_eq!(base.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 3 9");
            assert_eq!((read.len(), chosen.moves.len()), (3, 2));
        }
        let epd = b"4k3/8/8/8/8/8/8/4K2R w K - id \"R\xe9ti\";\r\n";
        assert_eq!(of_file("chess", "a.epd", epd).unwrap().len(), 1);
        assert!(of_file("chess", "a.txt", epd).unwrap_err().contains("line 1, column 33"));
        // Another file has an opening a line.
        assert!(of_file("chess", "a.txt", GAMES.as_bytes()).is_err());
        let promoted = "[FEN \"3r4/P3P2k/8/8/8/8/p7/7K w - - 0 1\"]\n1.a8(Q)! (1. a8=N) a1(n)+ 2. exd8(R) *";
        let read = of_file("chess", "a.pgn", promoted.as_bytes()).unwrap();
        let base = registry::game("chess").unwrap().start.parse("3r4/P3P2k/8/8/8/8/p7/7K w - - 0 1");
        assert_eq!(
            write_line(&base.unwrap(), &read[0].moves),
            "a7a8q a2a1n e7d8r",
            "what a pawn becomes may stand in brackets"
        );
        let of_960 = "[Variant \"Chess960\"]\n[FEN \"1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1\"]\n1. O-O-O *";
        assert_eq!(of_file("chess(chess960=0)", "a.pgn", of_960.as_bytes()).unwrap().len(), 1);
    }

    #[test]
    fn a_bad_game_in_pgn_is_reported_with_its_place() {
        for (text, message) in [
            ("1. e4\n1... e5 2. Ke3", "/a.pgn, line 2, column 12: move 3 of the line, `Ke3`, is not legal"),
            ("1. e4 --", "/a.pgn, line 1, column 7: move 2 of the line, `--`, is not legal"),
            ("1. e4 e5 2. Z0", "/a.pgn, line 1, column 13: move 3 of the line, `Z0`, is not legal"),
            ("1. e4 null", "/a.pgn, line 1, column 7: move 2 of the line, `null`, is not legal"),
            ("1. N e4", "/a.pgn, line 1, column 4: move 1 of the line, `N`, is not legal"),
            ("1. e4 NN", "/a.pgn, line 1, column 7: move 2 of the line, `NN`, is not legal"),
            ("1. e4 ep5", "/a.pgn, line 1, column 7: move 2 of the line, `ep5`, is not legal"),
            ("1. e4 1/2 : 0", "/a.pgn, line 1, column 11: `: 0` is no game"),
            ("1. e4 e5 1-0 0 : 1", "/a.pgn, line 1, column 14: `0 : 1` is no game"),
            ("1. e4 {", "/a.pgn, line 1, column 7: a comment that is never closed"),
            ("\n[FEN \"8/8 w\"]\n*", "/a.pgn, line 2, column 1: `8/8 w` is not a position"),
            ("[Variant \"Atomic\"] 1. e4 *", "/a.pgn, line 1, column 1: the game is of the variant `Atomic`"),
            (
                "[Variant \"fischerandom\"]\n\
                 [FEN \"nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1\"]\n*",
                "where they start; chess960 is the game `chess(chess960=0)`",
            ),
            ("1. f3 e5 2. g4 Qh4# 0-1", "/a.pgn, line 1, column 16: the game is over in `"),
            ("; nothing", "/a.pgn: no game in it"),
        ] {
            let said = of_file("chess", "a.pgn", text.as_bytes()).unwrap_err();
            assert!(said.contains(message), "{text}: {said}");
        }
    }

    #[test]
    fn remarks_behind_a_move_and_colons_in_a_result_are_read_as_meant() {
        let start = registry::game("chess").unwrap().start;
        let line = |moves: &str| BookOpening::read(moves, &start).unwrap();
        for end in ["1/2 : 1/2", "1 : 0", "0 :1", "½: ½", "1/2:1/2", "1-0", "*", ""] {
            let text = format!("1. e4 N e5 D 2. Nf3 TN +- Nc6 {end}");
            assert_eq!(of_file("chess", "a.pgn", text.as_bytes()), Ok(vec![line("e4 e5 Nf3 Nc6")]));
        }
        for capture in [
            "exf6ep",
            "exf6/ep",
            "exf6e.p.",
            "exf6 e.p.",
            "exf6 ep",
            "exf6/e.p.!",
            "exf6 e.p N",
            "e5xf6ep",
            "exf6 +/-",
            "exf6=",
            "exf6⩲",
        ] {
            let text = format!("1. e4 e6 2. e5 f5 3. {capture} Nxf6 1 : 0\n\n1. d4 *");
            let expected = vec![line("e4 e6 e5 f5 exf6 Nxf6"), line("d4")];
            assert_eq!(of_file("chess", "a.pgn", text.as_bytes()), Ok(expected), "{capture}");
        }
    }

    /// Who moves, and the pieces by their squares, a small letter for a man: of a position as it is written.
    fn pieces(position: &AnyPosition) -> (char, [char; 33]) {
        let text = position.to_string();
        let mut board = ['.'; 33];
        for side in text.split(':').skip(1).take(2) {
            let colour = side.chars().next().unwrap();
            for piece in side[1..].split(',').filter(|piece| !piece.is_empty()) {
                let king = piece.strip_prefix('K');
                let letter = if king.is_some() { colour } else { colour.to_ascii_lowercase() };
                board[king.unwrap_or(piece).parse::<usize>().unwrap()] = letter;
            }
        }
        (text.chars().next().unwrap(), board)
    }

    /// The ends of a move, as the boards before and after it tell them, and whether something was captured. None where it ends
    /// where it began.
    fn ends(position: &AnyPosition, m: AnyMove) -> Option<(usize, usize, bool)> {
        let ((mover, old), (_, new)) = (pieces(position), pieces(&after(position, m)));
        let own = |c: char| c.eq_ignore_ascii_case(&mover);
        let from = (1..33).find(|&n| own(old[n]) && !own(new[n]))?;
        let to = (1..33).find(|&n| !own(old[n]) && own(new[n]))?;
        let count = |board: &[char]| board.iter().filter(|c| **c != '.').count();
        Some((from, to, count(&new) < count(&old)))
    }

    /// A move as somebody may write it.
    fn written(position: &AnyPosition, m: AnyMove, letters: bool, stream: &mut Stream) -> String {
        let alike = |a: &(usize, usize, bool)| {
            let all = all_moves(position).into_iter().filter(|&m| ends(position, m) == Some(*a));
            all.map(|m| after(position, m).to_string()).collect::<BTreeSet<_>>().len()
        };
        let Some((from, to, takes)) = ends(position, m).filter(|ends| alike(ends) == 1) else {
            return notation(position, m);
        };
        // Square 1 is g1 for Black, and 4 is a1.
        let name = |n: usize| {
            let (row, place) = ((n - 1) / 4, (n - 1) % 4);
            let column = 6 - 2 * place + row % 2;
            format!("{}{}", char::from(b'a' + column as u8), row + 1)
        };
        if letters {
            let sign = ["-", "x", ":", ""][stream.below(4) as usize];
            return format!("{}{sign}{}", name(from), name(to));
        }
        let sign = if takes { "x" } else { "-" };
        match stream.below(8) {
            0 => format!("{from:02}{sign}{to:02}"),
            1 => format!("{from:02}{to:02}"),
            2 => format!("{from} {sign} {to}"),
            3 => format!("{from}:{to}"),
            4 => format!("{from}-{to}"),
            _ => format!("{from}{sign}{to}"),
        }
    }

    #[test]
    fn random_games_of_draughts_are_read_as_they_were_written() {
        let mut stream = Seed(30).stream(0);
        let (mut text, mut played) = (String::from("\u{feff}"), Vec::new());
        let mut captures = 0;
        for game in 0..120 {
            let mut here = registry::game("checkers").unwrap().start;
            let letters = game % 4 == 3;
            let kind = ["", "[GameType \"21\"]\n", "[GameType \"21,B,8,8,N1,0\"]\n", "[GameType \"21,B,8,8,A0,0\"]\n"];
            let _ = write!(text, "[Event \"{game}\"]\n{}", kind[game % 4]);
            // Some begin later.
            if game % 3 == 1 {
                for _ in 0..stream.below(40) {
                    let m = here.draw_move(&mut stream);
                    if after(&here, m).node() != Node::Terminal {
                        here.play(m);
                    }
                }
                let _ = write!(text, "[SetUp \"1\"]\n[FEN \"{here}\"]\n");
            }
            text += "\n";
            let (mut line, plies) = (vec![here.to_string()], 1 + stream.below(70));
            let (mut number, begins) = (1, here.to_string().starts_with('B'));
            for ply in 0..plies {
                let m = here.draw_move(&mut stream);
                if after(&here, m).node() == Node::Terminal {
                    break;
                }
                captures += u32::from(notation(&here, m).contains('x'));
                let _ = match (begins == (ply % 2 == 0), stream.below(3)) {
                    (true, 0) => write!(text, "{number}."),
                    (true, _) => write!(text, "{number}. "),
                    (false, 0) => write!(text, "{number}... "),
                    (false, _) => Ok(()),
                };
                number += u32::from(begins != (ply % 2 == 0));
                text += &written(&here, m, letters, &mut stream);
                text += ["", "!", "(?)", "*", " $7", " {so; [%clk 1:00] (1-0)}", " (1-5 (2-6) 2-0)", ""]
                    [stream.below(8) as usize];
                text += ["\n", " "][stream.below(2) as usize];
                here.play(m);
                line.push(here.to_string());
            }
            text += ["*", "1-0", "2-0", "1-1", "0-2", "0-0", "1/2-1/2", "1 - 0"][stream.below(8) as usize];
            text += "\n\n";
            played.push(line);
        }
        assert!(300 < captures, "{captures}");
        let start = registry::game("checkers").unwrap().start;
        for (name, text) in [("a.pdn", text.clone()), ("a.PDN", text.replace('\n', "\r\n")), ("a.pgn", text.clone())] {
            let read = of_file("checkers", name, text.as_bytes()).unwrap_or_else(|e| panic!("{e} in {text}"));
            assert_eq!(read.len(), played.len());
            for (opening, line) in read.iter().zip(&played) {
                let mut here = opening.base(&start);
                let mut again = vec![here.to_string()];
                for &m in &opening.moves {
                    here.play(m);
                    again.push(here.to_string());
                }
                assert_eq!(again, *line);
            }
        }
    }

    #[test]
    fn a_server_may_name_the_draughts_beside_their_number() {
        let game = "[GameType \"21\"]\n[Variant \"NAME\"]\n\n1. 11-15 { [%clock w0:05:00 B0:05:00] } 22-18 *";
        for name in ["English", "english draughts", "Standard", "From Position", "Checkers"] {
            let read = of_file("checkers", "a.pdn", game.replace("NAME", name).as_bytes());
            assert_eq!(read.map(|read| read[0].moves.len()), Ok(2), "{name}");
        }
    }

    #[test]
    fn a_mistake_in_a_game_of_draughts_is_reported_with_its_place() {
        let text = "1. 11-15 22-18 2. 15x22 25x18! 3. 12-16 ; so\n18-14 4. 9x18 23x14 *";
        assert_eq!(of_file("checkers", "a.pdn", text.as_bytes()).unwrap()[0].moves.len(), 8);
        let place = |at: usize| {
            let (line, before) = (text[..at].matches('\n').count() + 1, text[..at].rsplit('\n').next());
            format!("/a.pdn, line {line}, column {}: ", before.unwrap().len() + 1)
        };
        // A sign that is accepted nowhere, at every place but in the comment.
        let comment = text.find(';').unwrap()..text.find('\n').unwrap();
        for at in (0..text.len()).filter(|at| !comment.contains(at) && *at != comment.end) {
            let mut damaged = text.to_owned();
            damaged.insert(at, '}');
            let said = of_file("checkers", "a.pdn", damaged.as_bytes()).unwrap_err();
            assert!(said.contains(&place(at)), "{damaged}: {said}");
        }
        // A move that is none, in the place of each.
        let mut moves =
            text.match_indices(['-', 'x']).filter(|(at, _)| text[at + 1..].starts_with(|c: char| c.is_ascii_digit()));
        let begins: Vec<usize> = moves.by_ref().map(|(at, _)| text[..at].rfind([' ', '\n']).unwrap() + 1).collect();
        assert_eq!(begins.len(), 8);
        for (number, &at) in (1..).zip(&begins) {
            for wrong in ["1-2", "33-34", "a3-b4", "0-5", "112233", "xx"] {
                let end = at + text[at..].find([' ', '!', '\n']).unwrap();
                let damaged = [&text[..at], wrong, &text[end..]].concat();
                let said = of_file("checkers", "a.pdn", damaged.as_bytes()).unwrap_err();
                let expected = format!("{}move {number} of the line, `{wrong}`, ", place(at));
                assert!(said.contains(&expected), "{damaged}: {said}");
            }
        }
        for (game, text, message) in [
            (
                "checkers",
                "[Event \"a\"]\n[GameType \"20,W,10,10,N2,0\"]\n1. 32-28 *",
                "/a.pdn, line 2, column 1: the game is of type `20,W,10,10,N2,0`, international draughts; accepted: 21, English draughts",
            ),
            (
                "checkers",
                "[GameType \"21\"]\n[Variant \"Russian\"]\n*",
                "/a.pdn, line 2, column 1: the game is of the variant `Russian`",
            ),
            ("checkers", "[FEN \"B:W21:B21\"]\n*", "/a.pdn, line 1, column 1: `B:W21:B21` is not a position"),
            ("checkers", "1. 11-15 /FEN \"B:W21\"/ *", "/a.pdn, line 1, column 10: `B:W21` is not a position"),
            (
                "checkers",
                "[FEN \"B:W6,7,14,15:B2\"]\n1. 2x18 *",
                "line 2, column 4: move 1 of the line, `2x18`, is not legal in `B:W6,7,14,15:B2:H0`; did you mean `2x9x18`? accepted: 2x9x18, 2x11x18",
            ),
            ("checkers", "1. c3-d4", "names squares by letters; accepted: that where the tag GameType tells it"),
            ("checkers", "[FEN \"B:WK32:BK1\"] 1. 1-6 32-28 *  [FEN \"W:W:BK1\"] *", "column 36: the game is over in"),
            ("checkers", "; none", "/a.pdn: no game in it; accepted: games in PDN"),
            ("chess", "1. e4 *", "/a.pdn: games of draughts, and this is another game; accepted: games in PGN"),
        ] {
            let said = of_file(game, "a.pdn", text.as_bytes()).unwrap_err();
            assert!(said.contains(message), "{text}: {said}");
        }
    }

    #[test]
    fn a_game_of_draughts_goes_on_from_where_it_is_set_up() {
        let text = "[GameType \"21,B,8,8,A3,0\"]\n[FEN \"B:WKa1:Bb8,d8\"]\n1. b8-c7 /FEN \"W:WKa1:Bd8\"/ 1... a1b2 (/FEN \"B:W:B\"/) *";
        let read = of_file("checkers", "a.pdn", text.as_bytes()).unwrap();
        assert_eq!(read[0].position.as_deref(), Some("W:WK29:B2:H0"));
        assert_eq!(read[0].moves.len(), 1);
        // The moves before it must be legal.
        let said = of_file("checkers", "a.pdn", text.replace("b8-c7", "b8-d6").as_bytes()).unwrap_err();
        assert!(said.contains("line 3, column 4: move 1 of the line, `b8-d6`, is not legal"), "{said}");
    }
}
