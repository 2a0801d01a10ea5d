//! Boards of chess and checkers as texts, read twice: by the games, and by second readers that are written from the
//! standards alone, slow and plain. Both accept and refuse the same, and find the same board.

use agon_core::{Position, registry};

use crate::pgn::untagged;

/// A game of chess, a line break, and a FEN, an X-FEN or an EPD.
pub fn fen(input: &[u8]) -> bool {
    let Some((game, text)) = str::from_utf8(input).ok().and_then(|text| text.split_once('\n')) else {
        return false;
    };
    let any_file = match game {
        "chess" => false,
        "chess(chess960=77)" => true,
        _ => return false,
    };
    // Moves behind a FEN are a form of our own.
    if text.split_whitespace().any(|word| word == "after") {
        return false;
    }
    let start = registry::game(game).expect("it is a game").start;
    let (read, expected) = (start.parse(text), Men::read(untagged(text), any_file));
    let (position, expected) = match (read, expected) {
        (Ok(position), Ok(expected)) => (position, expected),
        (Err(_), Err(_)) => return false,
        (Ok(position), Err(why)) => {
            panic!("`{text}` is read as `{position}`, and should not be: {why}")
        }
        (Err(error), Ok(men)) => panic!("{error}; but it is {men:?}"),
    };
    let written = position.to_string();
    let found = Men::read(&written, any_file).unwrap_or_else(|why| panic!("{written}: {why}"));
    assert_eq!(found, expected.with_legal_passing(), "`{text}` is read as `{written}`");
    assert_eq!(start.parse(&written).expect("what is written can be read"), position, "{written}");
    true
}

/// What a FEN says: PGN standard 16.1 and 16.2, and X-FEN for the letters of castling.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Men {
    /// The ranks from the first, a dot where nobody stands.
    board: Vec<Vec<char>>,
    is_white: bool,
    /// Whose rooks may castle, by their files, in order.
    rights: Vec<(bool, usize)>,
    /// The file of a capture in passing.
    passing: Option<usize>,
    quiet: u32,
    number: u32,
}

impl Men {
    fn read(text: &str, any_file: bool) -> Result<Men, &'static str> {
        let words = words(text)?;
        let [men, mover, rights, passing, rest @ ..] = &words[..] else {
            return Err("four fields");
        };
        let board = rows(men)?;
        let is_white = match &**mover {
            "w" => true,
            "b" => false,
            _ => return Err("w or b"),
        };
        let mut read = Men { board, is_white, rights: Vec::new(), passing: None, quiet: 0, number: 1 };
        read.check()?;
        read.read_rights(rights, any_file)?;
        read.read_passing(passing)?;
        read.read_counts(rest)?;
        Ok(read)
    }

    fn at(&self, file: i32, rank: i32) -> char {
        let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
        if on_board { self.board[rank as usize][file as usize] } else { ' ' }
    }

    fn count(&self, is_counted: impl Fn(char) -> bool) -> usize {
        self.board.iter().flatten().filter(|&&man| is_counted(man)).count()
    }

    /// Where the king of a side stands.
    fn king(&self, is_white: bool) -> (i32, i32) {
        let king = if is_white { 'K' } else { 'k' };
        let squares = (0..64).map(|square| (square % 8, square / 8));
        let mut found = squares.filter(|&(file, rank)| self.at(file, rank) == king);
        found.next().expect("there is one king a side")
    }

    /// The squares from which men of a side attack a square.
    fn attackers(&self, is_white: bool, (file, rank): (i32, i32)) -> Vec<(i32, i32)> {
        const LINES: [(i32, i32); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
        const LEAPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        let mut found = Vec::new();
        let own = |man: char| if is_white { man } else { man.to_ascii_lowercase() };
        for (x, y) in LEAPS {
            if self.at(file + x, rank + y) == own('N') {
                found.push((file + x, rank + y));
            }
        }
        for (number, (x, y)) in LINES.into_iter().enumerate() {
            let is_straight = number < 4;
            for far in 1..8 {
                let here = (file + far * x, rank + far * y);
                let man = self.at(here.0, here.1);
                if man == '.' {
                    continue;
                }
                let slides = man == own('Q') || man == own(if is_straight { 'R' } else { 'B' });
                let steps = far == 1 && man == own('K');
                // A pawn of White attacks upwards, so it stands below.
                let forward = if is_white { -1 } else { 1 };
                let takes = far == 1 && !is_straight && y == forward && man == own('P');
                if slides || steps || takes {
                    found.push(here);
                }
                break;
            }
        }
        found
    }

    fn check(&self) -> Result<(), &'static str> {
        if self.count(|man| man == 'K') != 1 || self.count(|man| man == 'k') != 1 {
            return Err("one king a side");
        }
        let (white, black) = (self.count(|man| man.is_ascii_uppercase()), self.count(|man| man.is_ascii_lowercase()));
        if 16 < white || 16 < black || 8 < self.count(|man| man == 'P') || 8 < self.count(|man| man == 'p') {
            return Err("sixteen men and eight pawns");
        }
        if self.board[0].iter().chain(&self.board[7]).any(|man| "Pp".contains(*man)) {
            return Err("no pawn on the first rank or the last");
        }
        if !self.attackers(self.is_white, self.king(!self.is_white)).is_empty() {
            return Err("nobody leaves a king in check");
        }
        if 2 < self.attackers(!self.is_white, self.king(self.is_white)).len() {
            return Err("two give check at most");
        }
        Ok(())
    }

    fn read_rights(&mut self, text: &str, any_file: bool) -> Result<(), &'static str> {
        for letter in text.chars().filter(|_| text != "-") {
            let is_white = letter.is_ascii_uppercase();
            let (row, rook) = if is_white { (0, 'R') } else { (7, 'r') };
            let (king, rank) = self.king(is_white);
            if rank != row {
                return Err("the king who castles is at home");
            }
            let stands = |file: &i32| self.at(*file, row) == rook;
            let file = match letter.to_ascii_uppercase() {
                'K' => (king + 1..8).rev().find(stands),
                'Q' => (0..king).find(stands),
                file @ 'A'..='H' => Some(file as i32 - 'A' as i32).filter(stands),
                _ => None,
            };
            let file = file.ok_or("there is a rook to castle with")?;
            let is_same_side = |other: &(bool, usize)| other.0 == is_white && (king < other.1 as i32) == (king < file);
            if self.rights.iter().any(is_same_side) {
                return Err("each side castles with one rook");
            }
            if !any_file && (king != 4 || ![0, 7].contains(&file)) {
                return Err("kings and rooks stand where they start");
            }
            self.rights.push((is_white, file as usize));
        }
        self.rights.sort_unstable();
        Ok(())
    }

    fn read_passing(&mut self, text: &str) -> Result<(), &'static str> {
        if text == "-" {
            return Ok(());
        }
        let signs: Vec<char> = text.chars().collect();
        let [file @ 'a'..='h', rank] = signs[..] else { return Err("a square, or `-`") };
        let file = file as i32 - 'a' as i32;
        // From where the pawn came, over which square, and where it stands.
        let (expected, pawn, rows) = if self.is_white { ('6', 'p', [6, 5, 4]) } else { ('3', 'P', [1, 2, 3]) };
        let [from, over, to] = rows.map(|row| self.at(file, row));
        if rank != expected || from != '.' || over != '.' || to != pawn {
            return Err("a pawn has just passed");
        }
        // Whoever gives check is that pawn, or stood behind it.
        let mut before = self.clone();
        before.board[rows[0] as usize][file as usize] = pawn;
        before.board[rows[2] as usize][file as usize] = '.';
        let checks = self.attackers(!self.is_white, self.king(self.is_white));
        let before = before.attackers(!self.is_white, self.king(self.is_white));
        if checks.iter().any(|&check| check != (file, rows[2]) && before.contains(&check)) {
            return Err("check that was there before the pawn passed");
        }
        self.passing = Some(file as usize);
        Ok(())
    }

    /// Two numbers, or else operations, of which two tell them (16.2.5).
    fn read_counts(&mut self, words: &[String]) -> Result<(), &'static str> {
        let number = |word: &str, most: u32| {
            let is_whole = word.chars().all(|c| c.is_ascii_digit());
            let read = word.parse::<u32>().ok().filter(|number| is_whole && *number <= most);
            read.ok_or("a whole number that is not too large")
        };
        let mut operations = words;
        if words.first().is_some_and(|word| word.chars().all(|c| c.is_ascii_digit())) {
            let [quiet, moves, rest @ ..] = words else { return Err("two counts") };
            // A semicolon may stand behind them at once.
            let moves = moves.strip_suffix(';').unwrap_or(moves);
            (self.quiet, self.number) = (number(quiet, 100)?, number(moves, 65535)?);
            operations = rest;
        }
        // Put together again, and taken apart at every semicolon that no quotation marks hide.
        let (mut parts, mut is_quoted) = (vec![String::new()], false);
        for c in operations.join(" ").chars() {
            is_quoted ^= c == '"';
            match c {
                ';' if !is_quoted => parts.push(String::new()),
                _ => parts.last_mut().expect("there is one").push(c),
            }
        }
        let mut counts = Vec::new();
        for part in parts {
            let words = self::words(&part)?;
            let Some(first) = words.first() else { continue };
            if counts.contains(first) {
                return Err("each count once");
            }
            counts.extend(["hmvc", "fmvn"].contains(&&**first).then(|| first.clone()));
            match (&**first, &words[1..]) {
                ("hmvc", [count]) => self.quiet = number(count, 100)?,
                ("fmvn", [count]) => self.number = number(count, 65535)?,
                (first, _) => {
                    let code = first.split('"').next().unwrap_or_default();
                    let is_letter = code.starts_with(|c: char| c.is_ascii_alphabetic());
                    let is_code = code.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                    if !is_letter || !is_code || ["hmvc", "fmvn"].contains(&code) {
                        return Err("an operation");
                    }
                }
            }
        }
        // Many programs write nought where they do not count.
        self.number = self.number.max(1);
        Ok(())
    }

    /// The same, with a capture in passing only where a pawn may make it.
    fn with_legal_passing(mut self) -> Men {
        let Some(file) = self.passing else { return self };
        let (pawn, from, to) = if self.is_white { ('P', 4, 5) } else { ('p', 3, 2) };
        let is_legal = [file.wrapping_sub(1), file + 1].into_iter().any(|taker| {
            if self.board[from].get(taker) != Some(&pawn) {
                return false;
            }
            let mut after = self.clone();
            (after.board[from][taker], after.board[from][file]) = ('.', '.');
            after.board[to][file] = pawn;
            after.attackers(!self.is_white, after.king(self.is_white)).is_empty()
        });
        self.passing = self.passing.filter(|_| is_legal);
        self
    }
}

/// The words of a text; blanks between quotation marks end none.
fn words(text: &str) -> Result<Vec<String>, &'static str> {
    let (mut words, mut is_quoted) = (vec![String::new()], false);
    for c in text.chars() {
        is_quoted ^= c == '"';
        if c.is_whitespace() && !is_quoted {
            words.push(String::new());
        } else {
            words.last_mut().expect("there is one").push(c);
        }
    }
    words.retain(|word| !word.is_empty());
    if is_quoted { Err("a quotation mark that is closed") } else { Ok(words) }
}

/// The ranks of a board from the first (16.1.3.1).
fn rows(text: &str) -> Result<Vec<Vec<char>>, &'static str> {
    let mut rows = Vec::new();
    for row in text.split('/') {
        let (mut squares, mut was_digit) = (Vec::new(), false);
        for c in row.chars() {
            match c {
                '1'..='8' if !was_digit => squares.extend(vec!['.'; c as usize - '0' as usize]),
                _ if "PNBRQKpnbrqk".contains(c) => squares.push(c),
                _ => return Err("men, and one digit for empty squares"),
            }
            was_digit = c.is_ascii_digit();
        }
        if squares.len() != 8 {
            return Err("eight squares a rank");
        }
        rows.insert(0, squares);
    }
    if rows.len() == 8 { Ok(rows) } else { Err("eight ranks") }
}

/// Boards of chess that are accepted.
pub fn known_fen() -> Vec<Vec<u8>> {
    let usual = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w HAha f6 0 3",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 13 40",
        "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 0",
        "3rk3/8/8/3pP3/8/8/8/3K4 w - d6 0 2",
        "4k3/8/8/8/8/5n2/8/4K2r w - - 99 60",
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"x; # y\"; bm Rd8#; c0 \"hmvc 99\";",
        "4k3/8/8/8/8/8/8/4K2R w K - hmvc 37; fmvn 60; acd 3;",
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 3 9\"]",
        "4k3/8/8/8/8/8/8/4K2R w K - 5 9 ce +17; pv O-O Kd7",
    ];
    let any_file = [
        "1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1",
        "1r3k1r/8/8/8/8/8/8/1R3K1R b KQkq - 4 7",
        "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1",
        "rr2k1rr/8/8/8/8/8/8/RR2K1RR w KBq - 0 1",
    ];
    let each = |game: &'static str| move |text: &str| format!("{game}\n{text}").into_bytes();
    let usual = usual.into_iter();
    usual.clone().map(each("chess")).chain(usual.chain(any_file).map(each("chess(chess960=77)"))).collect()
}

/// A board of checkers as PDN 3.0 has it, read twice.
pub fn pdn(input: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(input) else { return false };
    let start = registry::game("checkers").expect("it is a game").start;
    let (position, expected) = match (start.parse(text), Pieces::read(untagged(text))) {
        (Ok(position), Ok(expected)) => (position, expected),
        (Err(_), Err(_)) => return false,
        (Ok(position), Err(why)) => {
            panic!("`{text}` is read as `{position}`, and should not be: {why}")
        }
        (Err(error), Ok(pieces)) => panic!("{error}; but it is {pieces:?}"),
    };
    let written = position.to_string();
    assert_eq!(Pieces::read(&written), Ok(expected), "`{text}` is read as `{written}`");
    assert_eq!(start.parse(&written).expect("what is written can be read"), position, "{written}");
    true
}

/// What a FEN of PDN says: who moves, what stands on the squares 1 to 32, and how many plies were quiet.
#[derive(Debug, PartialEq, Eq)]
struct Pieces {
    mover: char,
    /// Letters of colours, small where they are men; a dot where nobody stands.
    board: [char; 32],
    quiet: u32,
}

impl Pieces {
    fn read(text: &str) -> Result<Pieces, &'static str> {
        let parts: Vec<&str> = text.strip_suffix('.').unwrap_or(text).split(':').collect();
        let [mover @ ("B" | "W"), one, other, counts @ ..] = &parts[..] else {
            return Err("three parts");
        };
        let mut read = Pieces { mover: if *mover == "B" { 'B' } else { 'W' }, board: ['.'; 32], quiet: 0 };
        let colours: Vec<char> = [one, other].iter().filter_map(|side| side.chars().next()).collect();
        if colours != ['B', 'W'] && colours != ['W', 'B'] {
            return Err("the pieces of both sides");
        }
        for side in [one, other] {
            read.put(&side[..1], &side[1..])?;
        }
        let mut letters = String::new();
        for count in counts {
            let letter = count.chars().next().filter(|c| "HF".contains(*c)).ok_or("H or F")?;
            if letters.contains(letter) {
                return Err("each count once");
            }
            letters.push(letter);
            let number = whole(&count[1..])?;
            if letter == 'H' {
                // As many plies as this may pass without a capture or a move of a man.
                read.quiet = Some(number).filter(|n| *n <= 80).ok_or("too many")?;
            }
        }
        Ok(read)
    }

    fn put(&mut self, colour: &str, list: &str) -> Result<(), &'static str> {
        let is_black = colour == "B";
        let mut count = 0;
        for piece in list.split(',').filter(|_| !list.is_empty()) {
            let (is_king, numbers) = match piece.strip_prefix('K') {
                Some(numbers) => (true, numbers),
                None => (false, piece),
            };
            let ends: Vec<&str> = numbers.splitn(2, '-').collect();
            let (first, last) = (whole(ends[0])?, whole(ends[ends.len() - 1])?);
            if first < 1 || 32 < last || last < first {
                return Err("squares from 1 to 32, the lower first");
            }
            for square in first..=last {
                let is_at_end = if is_black { 28 < square } else { square < 5 };
                if self.board[square as usize - 1] != '.' || !is_king && is_at_end {
                    return Err("an empty square, and men not where they become kings");
                }
                let letter = if is_black { 'B' } else { 'W' };
                self.board[square as usize - 1] = if is_king { letter } else { letter.to_ascii_lowercase() };
                count += 1;
            }
        }
        if count <= 12 { Ok(()) } else { Err("twelve pieces") }
    }
}

fn whole(text: &str) -> Result<u32, &'static str> {
    let is_whole = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    text.parse().ok().filter(|_| is_whole).ok_or("a whole number")
}

/// Boards of checkers that are accepted.
pub fn known_pdn() -> Vec<Vec<u8>> {
    [
        "B:W21-32:B1-12:H0",
        "W:W21,K22:B1,2:H3:F7",
        "W:B1,2,K29:WK1-2,31.",
        "B:WK5:BK32:F12:H7",
        "B:W:B1:H80",
        " [FEN\"B:W21-32:B1-12\"]",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}
