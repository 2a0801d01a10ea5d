//! The rules against published counts and a slow second implementation.

use std::collections::BTreeMap;

use agon_core::{
    AnyPosition, ForeignNotation, Node, Position, Seat, Seed, after, all_moves, line::play_line, notation, registry,
};
use agon_laws::perft::perft;

use crate::Checkers;

fn checkers(options: &str) -> Checkers {
    registry::start(options).unwrap()
}

fn at(text: &str) -> Checkers {
    checkers("").parse(text).unwrap()
}

#[test]
fn counts_are_the_published_ones() {
    // Source: Aart Bik, Perft for Checkers, www.aartbik.com.
    let counts = [7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564];
    let start = checkers("");
    let erased = AnyPosition::of(&start);
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&start, depth), count, "{depth} plies");
        if depth < 8 {
            assert_eq!(perft(&erased, depth), count, "{depth} plies, erased");
        }
    }
}

/// A board of rows and columns, with letters for pieces.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Slow {
    board: [[char; 8]; 8],
    black_moves: bool,
}

impl Slow {
    fn of(position: &Checkers) -> Slow {
        let picture = position.picture();
        let mut board = [[' '; 8]; 8];
        for cell in &picture.cells {
            let letter = cell.pieces.first().map_or(".", |piece| &piece.letter);
            board[cell.y as usize][cell.x as usize] = letter.chars().next().unwrap();
        }
        Slow { board, black_moves: position.mover == Seat(0) }
    }

    fn get(&self, row: i32, column: i32) -> Option<char> {
        let row = self.board.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    fn ways(piece: char) -> &'static [(i32, i32)] {
        match piece {
            'b' => &[(1, -1), (1, 1)],
            'w' => &[(-1, -1), (-1, 1)],
            _ => &[(-1, -1), (-1, 1), (1, -1), (1, 1)],
        }
    }

    fn name(row: i32, column: i32) -> String {
        (row * 4 + column / 2 + 1).to_string()
    }

    /// Moves the piece, and crowns it.
    fn lift(&self, from: (i32, i32), to: (i32, i32)) -> (Slow, bool) {
        let mut next = self.clone();
        let piece = self.get(from.0, from.1).unwrap();
        let crowned = (piece == 'b' && to.0 == 7) || (piece == 'w' && to.0 == 0);
        next.board[from.0 as usize][from.1 as usize] = '.';
        next.board[to.0 as usize][to.1 as usize] = if crowned { piece.to_ascii_uppercase() } else { piece };
        (next, crowned)
    }

    fn captures(&self, at: (i32, i32), path: &str, all: &mut BTreeMap<String, Slow>) -> bool {
        let piece = self.get(at.0, at.1).unwrap();
        let mut any = false;
        for (dr, dc) in Slow::ways(piece) {
            let over = (at.0 + dr, at.1 + dc);
            let to = (at.0 + 2 * dr, at.1 + 2 * dc);
            let victim = self.get(over.0, over.1).unwrap_or(' ').to_ascii_lowercase();
            let is_other = victim == if self.black_moves { 'w' } else { 'b' };
            if is_other && self.get(to.0, to.1) == Some('.') {
                any = true;
                let (mut next, crowned) = self.lift(at, to);
                next.board[over.0 as usize][over.1 as usize] = '.';
                let path = format!("{path}x{}", Slow::name(to.0, to.1));
                if crowned || !next.captures(to, &path, all) {
                    next.black_moves = !self.black_moves;
                    all.insert(path, next);
                }
            }
        }
        any
    }

    /// Every move, with all its squares, and where it leads.
    fn moves(&self) -> BTreeMap<String, Slow> {
        let (mut captures, mut steps) = (BTreeMap::new(), BTreeMap::new());
        for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
            let piece = self.get(row, column).unwrap();
            let own = if self.black_moves { 'b' } else { 'w' };
            if piece.to_ascii_lowercase() != own {
                continue;
            }
            self.captures((row, column), &Slow::name(row, column), &mut captures);
            for (dr, dc) in Slow::ways(piece) {
                let to = (row + dr, column + dc);
                if self.get(to.0, to.1) == Some('.') {
                    let (mut next, _) = self.lift((row, column), to);
                    next.black_moves = !self.black_moves;
                    let text = [Slow::name(row, column), Slow::name(to.0, to.1)].join("-");
                    steps.insert(text, next);
                }
            }
        }
        if captures.is_empty() { steps } else { captures }
    }
}

fn compare(position: &Checkers) -> usize {
    let moves = all_moves(position);
    let found: BTreeMap<String, Slow> = moves.iter().map(|&m| (m.to_string(), Slow::of(&after(position, m)))).collect();
    assert_eq!(found, Slow::of(position).moves(), "{position}");
    assert_eq!(found.len(), position.count(), "{position}");
    moves.iter().map(|m| if m.is_capture() { m.ways().count() } else { 0 }).max().unwrap_or(0)
}

#[test]
fn whole_games_agree_with_the_slow_rules() {
    let mut longest = 0;
    for seed in 0..200 {
        let mut position = checkers("");
        let mut stream = Seed(seed).stream(0);
        while position.node() != Node::Terminal {
            longest = longest.max(compare(&position));
            position.play(position.draw_move(&mut stream));
        }
    }
    assert!(3 <= longest, "at most {longest} captures in one move");
}

#[test]
fn random_positions_with_many_kings_agree_with_the_slow_rules() {
    let mut stream = Seed(2).stream(0);
    let mut longest = 0;
    for _ in 0..3_000 {
        let (mut lists, chance) = ([Vec::new(), Vec::new()], 2 + stream.below(8));
        for square in 1..=32u32 {
            let seat = stream.below(chance) as usize;
            if seat < 2 && lists[seat].len() < 12 {
                let last = if seat == 0 { 28 < square } else { square < 5 };
                let king = if last || stream.below(2) == 0 { "K" } else { "" };
                lists[seat].push(format!("{king}{square}"));
            }
        }
        let mover = ["B", "W"][stream.below(2) as usize];
        let [black, white] = lists.map(|list| list.join(","));
        longest = longest.max(compare(&at(&format!("{mover}:W{white}:B{black}:H0"))));
    }
    assert!(5 <= longest, "at most {longest} captures in one move");
}

#[test]
fn moves_are_written_short_unless_ambiguous() {
    for (position, written) in [
        ("B:W21:B11:H0", "11-15 11-16"),
        ("B:W15:B11,1:H0", "11x18"),
        ("B:W15,22:B11:H0", "11x25"),
        // Around either side to the same square.
        ("B:W6,7,14,15:B2:H0", "2x9x18 2x11x18"),
        // A man that becomes a king stops.
        ("B:W25,26:B21:H0", "21x30"),
        // A king that comes back to where it started, either way around.
        ("B:W6,7,14,15:BK2:H0", "2x9x18x11x2 2x11x18x9x2"),
    ] {
        let position = at(position);
        let moves = all_moves(&position);
        let all: Vec<String> = moves.iter().map(|&m| notation(&position, m)).collect();
        assert_eq!(all.join(" "), written, "{position}");
        assert_eq!(position.parse_move(&moves[0].to_string()), Some(moves[0]));
    }
}

#[test]
fn moves_are_read_in_every_form_of_the_standard() {
    for (position, text, own) in [
        ("B:W21:B11,1", "11-15", Some("11-15")),
        ("B:W21:B11,1", "01-05", Some("1-5")),
        ("B:W21:B11,1", "1115", Some("11-15")),
        ("B:W21:B11,1", "0105", Some("1-5")),
        ("B:W21:B11,1", "11 - 15", Some("11-15")),
        ("B:W15:B11,1", "11x18", Some("11x18")),
        ("B:W15:B11,1", "11:18", Some("11x18")),
        ("B:W15:B11,1", "11-18", Some("11x18")),
        ("B:W15:B11,1", "1118", Some("11x18")),
        ("B:W15,22:B11", "11x18x25", Some("11x18x25")),
        ("B:W15,22:B11", "11:18:25", Some("11x18x25")),
        ("B:W15,22:B11", "11x25", Some("11x18x25")),
        // A capture goes on while it can.
        ("B:W15,22:B11", "11x18", None),
        // Which pieces are taken, the ends do not tell; all squares do.
        ("B:W6,7,14,15:B2", "2x18", None),
        ("B:W6,7,14,15:B2", "2:11:18", Some("2x11x18")),
        // Either way around takes the same pieces.
        ("B:W6,7,14,15:BK2", "2x2", Some("2x9x18x11x2")),
        ("B:W21:B11,1", "11-", None),
        ("B:W21:B11,1", "-11-15", None),
        ("B:W21:B11,1", "11--15", None),
        ("B:W21:B11,1", "011-15", None),
        ("B:W21:B11,1", "11-+15", None),
        ("B:W21:B11,1", "115", None),
        ("B:W21:B11,1", "11-33", None),
        ("B:W21:B11,1", "11-0", None),
        ("B:W21:B11,1", "1\u{e9}5", None),
        ("B:W21:B11,1", "", None),
    ] {
        let position = at(position);
        let read = position.parse_move(text).map(|m| m.to_string());
        assert_eq!(read.as_deref(), own, "{text} in {position}");
    }
}

#[test]
fn a_score_sheet_has_the_head_of_pdn() {
    let head = |position: &str| {
        let sheet = at(position).scoresheet();
        assert_eq!((sheet.white, sheet.number, sheet.tag("GameType")), (Seat(1), 1, Some("21")));
        assert_eq!(sheet.tag("SetUp"), sheet.tag("FEN").map(|_| "1"));
        sheet.tag("FEN").map(str::to_owned)
    };
    let usual = "W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
    assert_eq!(head(&format!("B:{usual}")), None);
    for (position, fen) in [
        (format!("W:{usual}"), format!("W:{usual}")),
        (format!("B:{usual}:H5"), format!("B:{usual}:H5")),
        ("W:WK5,21:B1:F9".to_owned(), "W:WK5,21:B1".to_owned()),
    ] {
        assert_eq!(head(&position), Some(fen));
    }
}

#[test]
fn a_seat_that_cannot_move_loses_and_quiet_games_are_drawn() {
    for (arguments, start, line, value) in [
        ("", "B:W15:B11:H0", "11x18", 1.0),
        ("giveaway=true", "B:W15:B11:H0", "11x18", -1.0),
        // White's last man is blocked.
        ("", "B:W13:B2,9:H0", "2-6", 1.0),
        ("quiet=2", "B:WK32:BK1:H0", "1-5 32-27", 0.0),
        ("quiet=2", "B:WK32:BK1:H1", "1-5", 0.0),
    ] {
        let mut position = checkers(arguments).parse(start).unwrap();
        play_line(&mut position, line).unwrap();
        assert_eq!(position.node(), Node::Terminal, "{start} {line}");
        assert_eq!(position.payoff(Seat(0)), value, "{start} {line}");
    }
    let mut position = at("B:WK32:BK1,9:H70");
    play_line(&mut position, "9-13").unwrap();
    assert!(position.to_string().ends_with(":H0"), "{position}");
}

#[test]
fn positions_are_read_as_other_programs_write_them() {
    for (text, own) in [
        ("B:W21:B1", "B:W21:B1:H0"),
        ("W:B1:W21", "W:W21:B1:H0"),
        ("W:W21,K5:B1-3.", "W:WK5,21:B1,2,3:H0"),
        ("B:W21-32:B1-12", &checkers("").to_string()),
        // The counts may be in either order, and the move number is not part of the position.
        ("W:W21,22:B1,2:H3:F7", "W:W21,22:B1,2:H3"),
        ("W:W21,22:B1,2:F7:H3", "W:W21,22:B1,2:H3"),
        ("W:B1,2:W21,22:F1", "W:W21,22:B1,2:H0"),
        ("B:W21,22:B1,2:H80:F400.", "B:W21,22:B1,2:H80"),
        ("B:W:B1:H3", "B:W:B1:H3"),
    ] {
        assert_eq!(checkers("").parse(text).unwrap().to_string(), own);
    }
}

#[test]
fn wrong_texts_are_refused_with_their_column() {
    for (text, message) in [
        ("", "column 1: expected who moves"),
        ("B", "column 2: expected the pieces of both sides"),
        ("B:W21", "column 6: expected the pieces of both sides"),
        ("B:W21:H3", "column 7: expected the pieces of both sides"),
        ("B:W21:W1", "column 8: expected a king on square 1"),
        ("B:W21:WK1", "column 7: expected the pieces of each side once"),
        ("B:W21:B1:H", "column 11: expected a whole number from 0 to 80, found ``"),
        ("B:W21-40:B1", "column 7: expected a whole number from 1 to 32, found `40`"),
        ("B:W21-20:B1", "column 4: expected squares from the lower"),
        ("B:W21-:B1", "column 7: expected a whole number"),
        ("X:W21:B1:H0", "column 1: expected who moves"),
        ("B:W21:B21:H0", "column 7: expected one piece on each square, found two on 21"),
        ("B:W1:B5:H0", "column 4: expected a king on square 1"),
        ("B:W21:B33:H0", "column 8: expected a whole number from 1 to 32, found `33`"),
        ("B:W+21:B3:H0", "column 4: expected a whole number from 1 to 32, found `+21`"),
        ("B:W21,:B3:H0", "column 7: expected a whole number"),
        ("B:W21:B1,1:H0", "column 10: expected each square once, found 1 again"),
        ("B:W21:B1:H81", "column 11: expected a whole number from 0 to 80, found `81`"),
        ("B:W21:B1:H+3", "column 11: expected a whole number"),
        ("B:W21:B1,2,3,4,5,6,7,8,9,10,11,12,13:H0", "column 8: expected at most 12 pieces"),
        ("B:W21:B1:H3:H3", "column 13: expected each count once"),
        ("B:W21:B1:F3:H3:F4", "column 16: expected each count once"),
        ("B:W21:B1:H3:F", "column 14: expected a whole number"),
        ("B:W21:B1:H3:F1x", "column 14: expected a whole number"),
        ("B:W21:B1:H3:", "column 13: expected H and quiet plies, or F and a number, found ``"),
        ("B:W21:B1:G3", "column 10: expected H and quiet plies"),
        ("B:W21:B1:H3:\u{e9}:x", "column 13: expected H and quiet plies"),
        ("B:W21:B1..", "column 8: expected a whole number from 1 to 32, found `1.`"),
        ("B:W21:B1:H3..", "column 11: expected a whole number from 0 to 80, found `3.`"),
        ("B:H3:W21:B1", "column 3: expected the pieces of both sides"),
        ("B:W21:B1:H3:WK2", "column 13: expected H and quiet plies"),
    ] {
        let error = checkers("").parse(text).err().unwrap().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}
