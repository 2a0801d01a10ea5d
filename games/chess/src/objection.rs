//! Why a board with well-formed ranks is not a position: the mistake, its place, and what is accepted.

use cozy_chess::{Board, FenParseError};

/// The place of a byte within a field of a FEN, and why it is wrong.
type Objection = (usize, String);

/// Mistakes in the men, in the order of the FEN, and in the side to move: `men` and `mover` are the first two fields.
pub(crate) fn to_men(men: &str, mover: &str) -> Objection {
    let places = |is_counted: &dyn Fn(char) -> bool| -> Vec<usize> {
        men.char_indices().filter(|&(_, c)| is_counted(c)).map(|(at, _)| at).collect()
    };
    for (king, colour) in [('K', "white"), ('k', "black")] {
        let found = places(&|c| c == king);
        if found.len() != 1 {
            let at = found.get(1).copied().unwrap_or(0);
            return (at, format!("expected one {colour} king, found {}", found.len()));
        }
    }
    let ends = [men.find('/').unwrap_or(men.len()), men.rfind('/').unwrap_or(0)];
    if let Some(&at) = places(&|c| "Pp".contains(c)).iter().find(|&&at| at < ends[0] || ends[1] < at) {
        return (at, "expected no pawn on the first rank or the eighth".to_owned());
    }
    for (colour, is_white) in [("white", true), ("black", false)] {
        let is_own = |c: char| c.is_ascii_alphabetic() && c.is_ascii_uppercase() == is_white;
        for (what, most, found) in
            [("men", 16, places(&is_own)), ("pawns", 8, places(&|c| is_own(c) && c.eq_ignore_ascii_case(&'p')))]
        {
            if let Some(&at) = found.get(most) {
                return (at, format!("expected at most {most} {colour} {what}, found {}", found.len()));
            }
        }
    }
    let other = if mover == "w" { "b" } else { "w" };
    let turned = Board::from_fen(&format!("{men} {other} - - 0 1"), false);
    let why = match turned {
        Err(FenParseError::InvalidBoard) => "more than two men give check, or both kings are in check",
        _ => "the king of whoever has moved is in check",
    };
    (0, why.to_owned())
}

/// Mistakes in castling rights, on a board whose `men` are right.
pub(crate) fn to_rights(men: &str, rights: &str) -> Objection {
    let mut found = Vec::new();
    for (at, letter) in rights.char_indices() {
        if !"KQABCDEFGH".contains(letter.to_ascii_uppercase()) {
            let why = format!("expected castling rights such as KQkq or HAha, or `-`, found `{letter}`");
            return (at, why);
        }
        let Some(file) = rook_of(men, letter) else {
            let colour = if letter.is_ascii_uppercase() { "white" } else { "black" };
            let why = format!("`{letter}` needs the {colour} king, and a rook beside it, where they start");
            return (at, why);
        };
        let right = (letter.is_ascii_uppercase(), file);
        if found.contains(&right) {
            return (at, format!("expected each castling right once, found `{letter}` again"));
        }
        found.push(right);
    }
    (0, "expected one rook on either side of each king to castle with".to_owned())
}

/// The file of the rook that a letter of an X-FEN means, if there are such a king and such a rook.
pub(crate) fn rook_of(men: &str, letter: char) -> Option<usize> {
    let is_white = letter.is_ascii_uppercase();
    let mut ranks = men.split('/');
    let (rank, king, rook) = if is_white { (ranks.next_back()?, 'K', 'R') } else { (ranks.next()?, 'k', 'r') };
    let mut squares = Vec::new();
    for c in rank.chars() {
        match c.to_digit(10) {
            Some(empty) => squares.resize(squares.len() + empty as usize, '.'),
            None => squares.push(c),
        }
    }
    let at = squares.iter().position(|&man| man == king)?;
    match letter.to_ascii_uppercase() {
        'K' => squares.iter().rposition(|&man| man == rook).filter(|&file| at < file),
        'Q' => squares.iter().position(|&man| man == rook).filter(|&file| file < at),
        letter @ 'A'..='H' => Some(letter as usize - 'A' as usize).filter(|&file| squares.get(file) == Some(&rook)),
        _ => None,
    }
}

/// Mistakes in the en passant square.
pub(crate) fn to_passing(mover: &str, passing: &str) -> Objection {
    let rank = if mover == "w" { '6' } else { '3' };
    let is_square = matches!(passing.as_bytes(), [b'a'..=b'h', to] if char::from(*to) == rank);
    let why = if is_square {
        format!("no pawn has just passed over `{passing}`")
    } else {
        format!("expected `-`, or a square of rank {rank} that a pawn has just passed over, found `{passing}`")
    };
    (0, why)
}

#[cfg(test)]
mod tests {
    use agon_core::{Position, registry};

    #[test]
    fn errors_about_positions_give_reason_and_place() {
        let start = registry::game("chess").unwrap().start;
        for (text, place, why) in [
            ("8/2K5/8/8/2K1NB2/8/8/8 w - - 96 46", 12, "expected one white king, found 2"),
            ("8/8/8/8/8/8/8/4K3 w - - 0 1", 1, "expected one black king, found 0"),
            ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", 4, "no pawn on the first rank or the eighth"),
            ("4k3/8/8/8/8/8/8/3pK3 w - - 0 1", 18, "no pawn on the first rank or the eighth"),
            ("4k3/8/8/8/pppppppp/p7/8/4K3 w - - 0 1", 20, "at most 8 black pawns, found 9"),
            ("4k3/8/8/NNNNNNNN/NNNNNNNN/8/8/4K3 w - - 0 1", 32, "at most 16 white men, found 17"),
            ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", 1, "the king of whoever has moved is in check"),
            ("4k3/8/8/1b3b2/8/3K4/1n6/8 w - - 0 1", 1, "more than two men give check"),
            ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", 21, "expected `w` or `b`, found `W`"),
            ("4k3/8/8/8/8/8/8/4K2R w KX - 0 1", 25, "found `X`"),
            ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", 25, "`Q` needs the white king, and a rook beside it"),
            ("4k3/8/8/8/8/8/8/4K2R w Kk - 0 1", 25, "`k` needs the black king, and a rook beside it"),
            ("4k3/8/8/8/8/8/8/4K2R w KH - 0 1", 25, "each castling right once, found `H` again"),
            ("4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", 25, "one rook on either side"),
            ("4k3/8/8/8/8/8/8/4K3 w -- - 0 1", 23, "castling rights such as KQkq or HAha, or `-`"),
            ("4k3/8/8/8/P7/8/8/4K3 w - a3 0 1", 26, "expected `-`, or a square of rank 6"),
            ("4k3/8/8/8/P7/8/8/4K3 b - A3 0 1", 26, "expected `-`, or a square of rank 3"),
            ("4k3/8/8/8/P7/8/8/4K3 b - b3 0 1", 26, "no pawn has just passed over `b3`"),
            ("4k3/8/8/8/8/8/8/4K3 w - – 0 1", 25, "expected `-`, or a square"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0", 27, "expected two counts, found one"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", 29, "expected the number of the move, found `-1`"),
        ] {
            let error = start.parse(text).unwrap_err().to_string();
            assert!(error.contains(&format!("column {place}: ")), "{text}: {error}");
            assert!(error.contains(why), "{text}: {error}");
        }
        // Many a file has a semicolon behind each of its lines.
        let usual = "4k3/8/8/8/8/8/8/4K2R w K - 3 9";
        for text in ["~;", "~ ;", "~; id \"x\";", "~ ;D1 20 ;D2 400 ;"] {
            let read = start.parse(&text.replace('~', usual)).unwrap();
            assert_eq!(read.to_string(), usual, "{text}");
        }
    }
}
