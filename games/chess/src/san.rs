//! Moves in score-sheet notation: `Nf3`, `exd5`, `O-O`, `e8=Q#`.
//!
//! The form is that of the PGN standard, section 8.2.3 (S. J. Edwards, *Standard: Portable Game Notation Specification
//! and Implementation Guide*, 1994): a file, a rank or both distinguish men of one kind only where several of them may
//! legally go there. Also accepted are further files and ranks, the dashes of long notation (`Ng1-f3`), `e.p.`,
//! castling with zeros, promotions without `=`, annotation signs, and figurines instead of letters.

use std::{
    borrow::Cow,
    fmt::{self, Write},
};

use cozy_chess::{Board, File, Move, Piece, Rank, Square};

use crate::moves::is_castling;

/// Writes `step`, which is legal on `board`.
pub(crate) fn write(board: &Board, step: Move, out: &mut dyn Write) -> fmt::Result {
    write_body(board, step, out)?;
    let mut after = board.clone();
    after.play_unchecked(step);
    match (after.checkers().is_empty(), after.generate_moves(|_| true)) {
        (true, _) => Ok(()),
        (false, true) => out.write_char('+'),
        (false, false) => out.write_char('#'),
    }
}

fn write_body(board: &Board, step: Move, out: &mut dyn Write) -> fmt::Result {
    let Move { from, to, promotion } = step;
    if is_castling(board, step) {
        return out.write_str(if from < to { "O-O" } else { "O-O-O" });
    }
    let man = board.piece_on(from).expect("a legal move has a man to move");
    if man == Piece::Pawn {
        if from.file() != to.file() {
            write!(out, "{}x", from.file())?;
        }
        write!(out, "{to}")?;
        return promotion.map_or(Ok(()), |piece| write!(out, "={}", letter(piece)));
    }
    out.write_char(letter(man))?;
    let (mut others, mut on_file, mut on_rank) = (false, false, false);
    board.generate_moves_for(board.pieces(man), |moves| {
        if moves.from != from && moves.to.has(to) {
            others = true;
            on_file |= moves.from.file() == from.file();
            on_rank |= moves.from.rank() == from.rank();
        }
        false
    });
    if others && (!on_file || on_rank) {
        write!(out, "{}", from.file())?;
    }
    if on_file {
        write!(out, "{}", from.rank())?;
    }
    let capture = if board.occupied().has(to) { "x" } else { "" };
    write!(out, "{capture}{to}")
}

/// The legal move that `text` writes, with or without the marks for check and mate, and with or
/// without redundant files and ranks; `None` if there is no such move, or more than one.
pub(crate) fn read(board: &Board, text: &str) -> Option<Move> {
    let in_letters = letters_of(text);
    let text = in_letters.trim_end_matches(['+', '#', '!', '?', '†', '‡']);
    let text = text.strip_suffix("e.p.").unwrap_or(text);
    let castling = match text {
        "O-O" | "0-0" => Some("O-O"),
        "O-O-O" | "0-0-0" => Some("O-O-O"),
        _ => None,
    };
    let wanted = if castling.is_some() { None } else { Some(Wanted::of(text)?) };
    let (mut found, mut count) = (None, 0);
    board.generate_moves(|moves| {
        for step in moves {
            let fits = match (&wanted, castling) {
                (Some(wanted), _) => wanted.fits(board, step),
                (None, Some("O-O")) => is_castling(board, step) && step.from < step.to,
                (None, _) => is_castling(board, step) && step.to < step.from,
            };
            if fits {
                found = Some(step);
                count += 1;
            }
        }
        false
    });
    found.filter(|_| count == 1)
}

/// The text with letters for figurines, which are white or black for either mover, and for the multiplication sign.
fn letters_of(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return text.into();
    }
    let letter = |c| match c {
        '♔' | '♚' => Some('K'),
        '♕' | '♛' => Some('Q'),
        '♖' | '♜' => Some('R'),
        '♗' | '♝' => Some('B'),
        '♘' | '♞' => Some('N'),
        '♙' | '♟' => Some('P'),
        '×' => Some('x'),
        // Variation selectors, for text or colour.
        '\u{fe0e}' | '\u{fe0f}' => None,
        other => Some(other),
    };
    text.chars().filter_map(letter).collect()
}

/// The parts of a text for a move that is not castling.
struct Wanted {
    man: Piece,
    file: Option<File>,
    rank: Option<Rank>,
    takes: bool,
    to: Square,
    promotion: Option<Piece>,
}

impl Wanted {
    fn of(text: &str) -> Option<Wanted> {
        let of_letter = |c: char| Piece::ALL.into_iter().find(|&piece| letter(piece) == c);
        let (man, rest) = match text.chars().next().and_then(of_letter) {
            Some(man) => (man, &text[1..]),
            None => (Piece::Pawn, text),
        };
        let (rest, promotion) = match rest.chars().last().and_then(of_letter) {
            Some(piece) if man == Piece::Pawn => {
                let rest = &rest[..rest.len() - 1];
                (rest.strip_suffix('=').unwrap_or(rest), Some(piece))
            }
            _ => (rest, None),
        };
        let at = rest.len().checked_sub(2)?;
        let to: Square = rest.get(at..)?.parse().ok()?;
        let before = &rest[..at];
        // In long notation a stroke stands where nothing is taken; a colon is an old sign for taking.
        let taking = before.strip_suffix(['x', ':']);
        let stroke = before.strip_suffix('-').filter(|before| !before.is_empty());
        let (before, takes) = (taking.or(stroke).unwrap_or(before), taking.is_some());
        let (mut file, mut rank) = (None, None);
        for c in before.chars() {
            let text = c.to_string();
            match (text.parse::<File>(), text.parse::<Rank>()) {
                (Ok(one), _) if file.is_none() && rank.is_none() => file = Some(one),
                (_, Ok(one)) if rank.is_none() => rank = Some(one),
                _ => return None,
            }
        }
        Some(Wanted { man, file, rank, takes, to, promotion })
    }

    fn fits(&self, board: &Board, step: Move) -> bool {
        let is_pawn = self.man == Piece::Pawn;
        let takes = board.occupied().has(step.to) || is_pawn && step.from.file() != step.to.file();
        board.piece_on(step.from) == Some(self.man)
            && !is_castling(board, step)
            && step.to == self.to
            && step.promotion == self.promotion
            && takes == self.takes
            // A pawn that takes is named by its file.
            && (!is_pawn || !takes || self.file.is_some())
            && self.file.is_none_or(|file| step.from.file() == file)
            && self.rank.is_none_or(|rank| step.from.rank() == rank)
    }
}

/// The English letter of a man; pawns have none on a score sheet.
fn letter(piece: Piece) -> char {
    char::from(piece).to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use agon_core::{Node, Position, Seed, line::play_line, registry, scored};

    /// The score sheet of a play of `line`, moves without their numbers.
    fn sheet(game: &str, line: &str) -> String {
        let mut position = registry::game(game).unwrap().start;
        let words = line.split_whitespace().map(|word| {
            let m = position.parse_move(word).unwrap_or_else(|| panic!("{word} in {position}"));
            let text = scored(&position, m);
            position.play(m);
            text
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn published_games_are_written_as_published() {
        for game in [
            // Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
            "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 \
             Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
            // Fischer against Spassky, 1992, game 29: the example of the PGN standard.
            "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 c4 c6 cxb5 \
             axb5 Nc3 Bb7 Bg5 b4 Nb1 h6 Bh4 c5 dxe5 Nxe4 Bxe7 Qxe7 exd6 Qf6 Nbd2 Nxd6 Nc4 Nxc4 \
             Bxc4 Nb6 Ne5 Rae8 Bxf7+ Rxf7 Nxf7 Rxe1+ Qxe1 Kxf7 Qe3 Qg5 Qxg5 hxg5 b3 Ke6 a3 Kd6 \
             axb4 cxb4 Ra5 Nd5 f3 Bc8 Kf2 Bf5 Ra7 g6 Ra6+ Kc5 Ke1 Nf4 g3 Nxh3 Kd2 Kb5 Rd6 Kc5 \
             Ra6 Nf2 g4 Bd3 Re6",
        ] {
            let game = game.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(sheet("chess", &game), game);
        }
    }

    #[test]
    fn ambiguous_moves_are_disambiguated_as_briefly_as_possible() {
        for (fen, m, expected) in [
            // By file, by rank, by both; a pinned man needs no telling apart.
            ("4k3/8/8/8/8/8/8/RK5R w - - 0 1", "h1d1", "Rd1"),
            ("4k3/8/8/8/8/4K3/8/R6R w - - 0 1", "h1d1", "Rhd1"),
            ("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"),
            ("6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
            ("6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "e4e1", "Qee1"),
            ("6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h1e1", "Q1e1"),
            ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
            ("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "g1e2", "Nge2"),
            // Pawns: promotion, captures, en passant, and checks.
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"),
            ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "axb8=N"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "exd6"),
            ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4d3", "exd3"),
            // Castling with check, and mate.
            ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
            ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"),
            ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#"),
            ("1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1", "f1b1", "O-O-O"),
        ] {
            let start = registry::game(&format!("chess(fen={fen})")).unwrap().start;
            let m = start.parse_move(m).unwrap_or_else(|| panic!("{m} in {fen}"));
            assert_eq!(scored(&start, m), expected, "{fen}");
            assert_eq!(start.parse_move(expected), Some(m), "{fen}");
        }
    }

    #[test]
    fn every_legal_move_has_its_own_notation_and_is_read_back() {
        let mut seen = BTreeSet::new();
        for (seed, game) in (0..60).zip(["chess", "chess(chess960=77)"].into_iter().cycle()) {
            let mut stream = Seed(seed).stream(0);
            let mut position = registry::game(game).unwrap().start;
            while position.node() != Node::Terminal {
                let mut moves = Vec::new();
                position.moves(&mut moves);
                let texts: BTreeSet<String> = moves.iter().map(|&m| scored(&position, m)).collect();
                assert_eq!(texts.len(), moves.len(), "{position}");
                for &m in &moves {
                    let text = scored(&position, m);
                    assert_eq!(position.parse_move(&text), Some(m), "{text} in {position}");
                    let bare = text.trim_end_matches(['+', '#']);
                    assert_eq!(position.parse_move(bare), Some(m), "{bare} in {position}");
                }
                seen.extend(texts.into_iter().filter(|text| !text.starts_with(char::is_lowercase)));
                position.play_from(&position.clone(), {
                    let count = moves.len() as u32;
                    moves[stream.below(count) as usize]
                });
            }
        }
        // The plays met everything there is to be written.
        for mark in ["O-O", "O-O-O", "N1", "Rad", "Qx", "#", "+"] {
            assert!(seen.iter().any(|text| text.contains(mark)), "{mark}");
        }
    }

    #[test]
    fn ambiguous_and_illegal_moves_are_refused() {
        let start = registry::game("chess(fen=4k3/8/8/8/8/4K3/8/R6R w - - 0 1)").unwrap().start;
        for text in ["Rd1", "Nd1", "d1", "Rxh8", "O-O", "", "+", "R", "Rhhd1", "=Q", "é1"] {
            assert_eq!(start.parse_move(text), None, "{text}");
        }
        let mut usual = registry::game("chess").unwrap().start;
        play_line(&mut usual, "e4 d5 exd5 Ngf6 0-0").unwrap_err();
        assert_eq!(usual.parse_move("d4"), usual.parse_move("d2d4"));
    }

    #[test]
    fn long_and_old_notations_are_read() {
        for (fen, texts, expected) in [
            ("4k3/8/8/8/8/8/8/4K1NR w K - 0 1", "Ng1-f3 Ng1f3 Nf3! Nf3!?", "g1f3"),
            ("4k3/8/8/8/8/8/8/4K1NR w K - 0 1", "O-O 0-0 O-O+", ""),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O 0-0 O-O+ 0-0+!", "e1g1"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2-e4 e4 e2e4", "e2e4"),
            ("4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1", "Nc3xd5 Nxd5 N:d5 Nc3:d5 ♘xd5 ♞\u{fe0e}×d5 ♘c3×d5+", "c3d5"),
            ("4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1", "Nc3-d5 Nd5 Nc3xe4 Nc3--e4 -e4 N- ♗xd5 ♘ ×d5", ""),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6 exd6e.p. e5xd6 e:d6 exd6e.p.+", "e5d6"),
            ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=Q+ a7xb8Q axb8Q+ axb8=♕+ a×b8♛", "a7b8q"),
        ] {
            let start = registry::game(&format!("chess(fen={fen})")).unwrap().start;
            let expected = Some(expected).filter(|m| !m.is_empty());
            let expected = expected.map(|m| start.parse_move(m).unwrap());
            for text in texts.split(' ') {
                assert_eq!(start.parse_move(text), expected, "{text} in {fen}");
            }
        }
    }
}
