//! Random games and perft by the libraries that have rules of chess, Othello and Go, called directly and ended as
//! Agon ends them.

use board_game::{
    board::{Board as _, Outcome, Player},
    games::go::GoBoard,
};
use chess::{ALL_SQUARES, BoardStatus, Color, MoveGen, Piece};
use goban::{
    pieces::stones::Color as Stone,
    rules::{CHINESE, EndGame, GobanSizes, Move, game::Game as Goban},
};

use crate::{
    dice::{Dice, below},
    sample::Played,
};

/// The positions at chess that are drawn although there are moves.
#[derive(Default)]
struct Draws {
    /// What the positions since the last move that cannot be taken back are called.
    past: Vec<u64>,
}

impl Draws {
    /// Whether the position of that name is there for the third time, after a move that can be taken back or not.
    fn is_third(&mut self, name: u64, is_quiet: bool) -> bool {
        if !is_quiet {
            self.past.clear();
        }
        let again = self.past.iter().filter(|&&past| past == name).count();
        self.past.push(name);
        2 <= again
    }
}

/// A random game of chess by the crate `chess`.
pub(crate) fn chess(dice: &mut Dice) -> Played {
    let (mut board, mut draws) = (chess::Board::default(), Draws::default());
    draws.is_third(board.get_hash(), false);
    let (mut plies, mut quiet) = (0, 0);
    let light =
        ALL_SQUARES.iter().filter(|square| (square.get_rank().to_index() + square.get_file().to_index()) % 2 == 1);
    let light = light.fold(chess::EMPTY, |all, &square| all | chess::BitBoard::from_square(square));
    loop {
        let mut moves = MoveGen::new_legal(&board);
        if moves.len() == 0 {
            let mated = board.status() == BoardStatus::Checkmate;
            let winner = if board.side_to_move() == Color::White { -1 } else { 1 };
            return Played { plies: Some(plies), result: if mated { winner } else { 0 } };
        }
        if quiet == 100 {
            return Played { plies: Some(plies), result: 0 };
        }
        let m = moves.nth(below(dice, moves.len() as u32) as usize).expect("it is one of them");
        let is_quiet = board.piece_on(m.get_source()) != Some(Piece::Pawn) && board.piece_on(m.get_dest()).is_none();
        board = board.make_move_new(m);
        plies += 1;
        quiet = if is_quiet { quiet + 1 } else { 0 };
        let men = |piece| *board.pieces(piece);
        let heavy = men(Piece::Pawn) | men(Piece::Rook) | men(Piece::Queen);
        let is_dead = heavy == chess::EMPTY
            && match men(Piece::Knight).popcnt() {
                0 => {
                    let (bishops, dark) = (men(Piece::Bishop), !light);
                    bishops & light == chess::EMPTY || bishops & dark == chess::EMPTY
                }
                1 => men(Piece::Bishop) == chess::EMPTY,
                _ => false,
            };
        if is_dead || draws.is_third(board.get_hash(), is_quiet) {
            return Played { plies: Some(plies), result: 0 };
        }
    }
}

/// A random game of chess by `cozy-chess`, whose rules are Agon's too.
pub(crate) fn cozy_chess(dice: &mut Dice) -> Played {
    use cozy_chess::{BitBoard, Board, Color, Piece};
    let (mut board, mut draws) = (Board::default(), Draws::default());
    draws.is_third(board.hash(), false);
    let mut plies = 0;
    loop {
        let mut lists = [None; 18];
        let (mut used, mut count) = (0, 0);
        board.generate_moves(|moves| {
            count += moves.len();
            lists[used] = Some(moves);
            used += 1;
            false
        });
        if count == 0 {
            let winner = if board.side_to_move() == Color::White { -1 } else { 1 };
            let result = if board.checkers().is_empty() { 0 } else { winner };
            return Played { plies: Some(plies), result };
        }
        if 100 <= board.halfmove_clock() {
            return Played { plies: Some(plies), result: 0 };
        }
        let mut n = below(dice, count as u32) as usize;
        for moves in lists.into_iter().flatten() {
            if n < moves.len() {
                let m = moves.into_iter().nth(n).expect("it is one of them");
                board.play_unchecked(m);
                break;
            }
            n -= moves.len();
        }
        plies += 1;
        let men = |piece| board.pieces(piece);
        let is_dead = (men(Piece::Pawn) | men(Piece::Rook) | men(Piece::Queen)).is_empty()
            && match men(Piece::Knight).len() {
                0 => {
                    let bishops = men(Piece::Bishop);
                    bishops.is_subset(BitBoard::DARK_SQUARES) || bishops.is_subset(BitBoard::LIGHT_SQUARES)
                }
                1 => men(Piece::Bishop).is_empty(),
                _ => false,
            };
        if is_dead || draws.is_third(board.hash(), board.halfmove_clock() != 0) {
            return Played { plies: Some(plies), result: 0 };
        }
    }
}

/// Perft of chess by `cozy-chess`, whose rules are Agon's too.
pub(crate) fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            count += moves.len() as u64;
        } else {
            for m in moves {
                let mut after = board.clone();
                after.play_unchecked(m);
                count += cozy_perft(&after, depth - 1);
            }
        }
        false
    });
    count
}

/// A random game of Othello by `magpie`.
pub(crate) fn othello(dice: &mut Dice) -> Played {
    use magpie::othello::{Board, Stone};
    let (mut board, mut mover, mut plies) = (Board::standard(), Stone::Black, 0);
    loop {
        let moves = board.moves_for(mover);
        if moves.is_empty() {
            if board.moves_for(mover.flip()).is_empty() {
                let discs = |stone| i32::from(board.bits_for(stone).count_set());
                let lead = discs(Stone::Black) - discs(Stone::White);
                return Played { plies: Some(plies), result: lead.signum() };
            }
        } else {
            let n = below(dice, u32::from(moves.count_set())) as usize;
            board.play(mover, moves.hot_bits().nth(n).expect("it is one of them"));
        }
        // A pass is a ply.
        plies += 1;
        mover = mover.flip();
    }
}

/// A random game of Go by `board-game`.
pub(crate) fn board_game_go(start: &GoBoard, most: u32, dice: &mut Dice) -> Played {
    let (mut board, mut plies) = (start.clone(), 0);
    let outcome = loop {
        board.play_random_available_move(dice).expect("the game goes on");
        plies += 1;
        if let Some(outcome) = board.outcome() {
            break outcome;
        }
        if plies == most {
            break board.current_score().to_outcome(board.komi());
        }
    };
    Played { plies: Some(plies), result: result(outcome) }
}

pub(crate) fn result(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::WonBy(Player::A) => 1,
        Outcome::WonBy(Player::B) => -1,
        Outcome::Draw => 0,
    }
}

/// A random game of Go by `goban`: free points, or a pass, are drawn until one is legal.
pub(crate) fn goban(most: u32, dice: &mut Dice) -> Played {
    let (mut game, mut plies) = (Goban::new(GobanSizes::Nine, CHINESE), 0);
    while !game.is_over() && plies < most {
        let mut points = game.pseudo_legals_vec();
        loop {
            let n = below(dice, points.len() as u32 + 1) as usize;
            if n == points.len() {
                game.play(Move::Pass);
                break;
            }
            let point = points[n];
            if game.check_point(point).is_none() {
                game.play(point.into());
                break;
            }
            points.swap_remove(n);
        }
        plies += 1;
    }
    let (black, white) = game.calculate_score();
    let result = match game.outcome() {
        Some(EndGame::WinnerByScore(Stone::Black, _)) => 1,
        Some(EndGame::WinnerByScore(..)) => -1,
        Some(_) => 0,
        None if white < black => 1,
        None => -1,
    };
    Played { plies: Some(plies), result }
}
