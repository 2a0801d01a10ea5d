//! Whether a capture wins or keeps material, by the captures that may follow on its square.
//!
//! Static exchange evaluation: the men that attack one square capture there in turn, the least
//! valuable first, and either side stops when that is better. Pins and other squares are ignored.

use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};

/// Pawns, knights, bishops, rooks, queens; and a king, for which nothing is enough.
const WORTH: [i32; 6] = [100, 300, 300, 500, 900, 10_000];

/// Whether `step`, a capture, loses nothing by further captures on its square.
#[inline]
pub(crate) fn holds(board: &Board, step: cozy_chess::Move) -> bool {
    let man = board.piece_on(step.from).expect("a legal move has a man to move");
    // Without a man on the target square, it is a pawn captured en passant.
    let victim = board.piece_on(step.to).unwrap_or(Piece::Pawn);
    let (risked, won) = (WORTH[man as usize], WORTH[victim as usize]);
    if risked <= won {
        return true;
    }
    let left = board.occupied() - step.from.bitboard();
    lost(board, step.to, left, !board.side_to_move(), risked) <= won
}

/// The gain of `side` on `square`, where a man worth `stake` is, with the men of `occupied`.
fn lost(board: &Board, square: Square, occupied: BitBoard, side: Color, stake: i32) -> i32 {
    let Some((from, worth)) = least_attacker(board, square, occupied, side) else { return 0 };
    let left = occupied - from.bitboard();
    (stake - lost(board, square, left, !side, worth)).max(0)
}

/// The least man of `side` among `occupied` that attacks `square`, and its worth.
fn least_attacker(board: &Board, square: Square, occupied: BitBoard, side: Color) -> Option<(Square, i32)> {
    let own = occupied & board.colors(side);
    let of = |piece: Piece| own & board.pieces(piece);
    let found =
        |piece: Piece, from: BitBoard| (of(piece) & from).next_square().map(|square| (square, WORTH[piece as usize]));
    found(Piece::Pawn, get_pawn_attacks(square, !side))
        .or_else(|| found(Piece::Knight, get_knight_moves(square)))
        .or_else(|| found(Piece::Bishop, get_bishop_moves(square, occupied)))
        .or_else(|| found(Piece::Rook, get_rook_moves(square, occupied)))
        .or_else(|| {
            let lines = get_bishop_moves(square, occupied) | get_rook_moves(square, occupied);
            found(Piece::Queen, lines)
        })
        .or_else(|| found(Piece::King, get_king_moves(square)))
}

#[cfg(test)]
mod tests {
    use cozy_chess::{Board, Move};

    use super::holds;

    /// Exchanges with a name, and whether they hold.
    #[test]
    fn exchanges_are_counted_to_their_end() {
        for (fen, step, expected) in [
            // An unguarded pawn; one guarded by a pawn; a capture by a pawn.
            ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", true),
            ("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", false),
            ("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", true),
            // A rook behind a rook makes up for one guard, not for two.
            ("4k3/8/4p3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", false),
            ("4k3/8/5n2/3n4/8/8/3R4/3RK3 w - - 0 1", "d2d5", true),
            ("4k3/8/3r1n2/3n4/8/8/3R4/3RK3 w - - 0 1", "d2d5", false),
            // The king takes a man that is no longer guarded.
            ("8/8/8/2k5/3p4/8/8/3RK3 w - - 0 1", "d1d4", false),
            ("8/8/8/2k5/3p4/4P3/8/3RK3 w - - 0 1", "d1d4", true),
            // Knight for knight; queen for knight; a pawn in passing.
            ("4k3/8/2p5/3n4/8/2N5/8/4K3 w - - 0 1", "c3d5", true),
            ("4k3/8/2p5/3n4/8/8/8/3QK3 w - - 0 1", "d1d5", false),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", true),
        ] {
            let board: Board = fen.parse().unwrap();
            let step: Move = step.parse().unwrap();
            assert!(board.is_legal(step), "{step} in {fen}");
            assert_eq!(holds(&board, step), expected, "{step} in {fen}");
        }
    }
}
