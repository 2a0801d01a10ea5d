//! Random games to the end, and perft.

use agon_chess::Chess;
use agon_connect_four::ConnectFour;
use agon_core::{Game, Node, Seat, Seed, registry};
use agon_go::Go;
use agon_laws::perft;
use agon_othello::Othello;
use agon_tic_tac_toe::TicTacToe;
use board_game::{
    board::AltBoard,
    games::{
        chess::{ChessBoard, Rules},
        connect4::Connect4,
        go::{GoBoard, Komi},
        ttt::TTTBoard,
    },
    util::game_stats::perft_naive,
};
use minimax::{MCTSOptions, RolloutPolicy};

use crate::{
    boards, connect_four,
    contest::{Row, Side, Unit},
    dice::{Dice, dice},
    sample::{Played, Sample},
    tic_tac_toe,
};

/// A row of random games, `count` at a time, after the same number by all libraries were compared.
struct Playouts {
    row: Row,
    term: &'static str,
    batch: u64,
    agon: Sample,
    trials: usize,
    wrong: Result<(), String>,
}

impl Playouts {
    fn new<G: Game>(term: &'static str, batch: u64, trials: usize) -> Playouts {
        let start = registry::start::<G>(&options_of(term)).expect("the game is linked");
        let mut stream = Seed(2).stream(0);
        let agon = Sample::of(trials, || {
            let (mut position, mut plies) = (start.clone(), 0);
            while position.node() != Node::Terminal {
                position.play(position.draw_move(&mut stream));
                plies += 1;
            }
            // The timed version plays to the end without counting plies.
            let mut position = start.clone();
            position.playout(&mut stream);
            Played { plies: Some(plies), result: position.payoff(Seat(0)).total_cmp(&0.0) as i32 }
        });
        let mut first = start;
        first.keep(None);
        let (mut position, mut stream) = (first.clone(), Seed(1).stream(0));
        let row = Row::new(format!("random games: `{term}`"), Unit::PerSecond("games"));
        let row = row.with(Side::Agon, "native", move || {
            for _ in 0..batch {
                position.clone_from(&first);
                position.playout(&mut stream);
            }
            batch
        });
        Playouts { row, term, batch, agon, trials, wrong: Ok(()) }
    }

    fn with(mut self, side: Side, name: &'static str, play: impl Fn(&mut Dice) -> Played + 'static) -> Playouts {
        let (mut dice, batch) = (dice(), self.batch);
        let theirs = Sample::of(self.trials, || play(&mut dice));
        if self.wrong.is_ok() {
            self.wrong = self.agon.is_like(&theirs, &format!("{}, {name}", self.term));
        }
        self.row = self.row.with(side, name, move || {
            for _ in 0..batch {
                std::hint::black_box(play(&mut dice));
            }
            batch
        });
        self
    }

    fn done(self) -> Result<Row, String> {
        self.wrong.map(|()| self.row)
    }
}

fn options_of(term: &str) -> String {
    let inside = term.split_once('(').map_or("", |(_, rest)| rest);
    inside.trim_end_matches(')').to_owned()
}

/// A random game by `board-game`.
fn by_board_game<B: AltBoard + Default>(dice: &mut Dice) -> Played {
    let (mut board, mut plies) = (B::default(), 0);
    loop {
        board.play_random_available_move(dice).expect("the game goes on");
        plies += 1;
        if let Some(outcome) = board.outcome() {
            return Played { plies: Some(plies), result: boards::result(outcome) };
        }
    }
}

/// A random game by `minimax`, which does not report its length.
fn by_minimax<P>(policy: P, start: <P::G as minimax::Game>::S) -> impl Fn(&mut Dice) -> Played
where
    P: RolloutPolicy,
    <P::G as minimax::Game>::S: Clone,
{
    let options = MCTSOptions::default();
    // Its results are for the seat that moved before the first move.
    move |_| Played { plies: None, result: -policy.rollout(&options, &start) }
}

/// # Errors
///
/// Where somebody plays another game.
pub(crate) fn connect_four(scale: usize) -> Result<Row, String> {
    Playouts::new::<ConnectFour>("connect-four", 1000, 2000 * scale)
        .with(Side::Peer, "board-game", by_board_game::<Connect4>)
        .with(Side::Peer, "minimax", by_minimax(connect_four::Rollout, connect_four::Four::EMPTY))
        .with(Side::Hand, "7 × 6", connect_four::playout)
        .done()
}

/// # Errors
///
/// Where somebody plays another game.
pub(crate) fn tic_tac_toe(scale: usize) -> Result<Row, String> {
    Playouts::new::<TicTacToe>("tic-tac-toe", 1000, 2000 * scale)
        .with(Side::Peer, "board-game", by_board_game::<TTTBoard>)
        .with(Side::Peer, "minimax", by_minimax(tic_tac_toe::Rollout, tic_tac_toe::Three::default()))
        .with(Side::Hand, "3 × 3", tic_tac_toe::playout)
        .done()
}

/// # Errors
///
/// Where somebody plays another game.
pub(crate) fn chess(scale: usize) -> Result<Row, String> {
    Playouts::new::<Chess>("chess", 50, 100 * scale)
        .with(Side::Peer, "chess", boards::chess)
        .with(Side::Hand, "by cozy-chess, Agon's own rules", boards::cozy_chess)
        .done()
}

/// # Errors
///
/// Where somebody plays another game.
pub(crate) fn othello(scale: usize) -> Result<Row, String> {
    Playouts::new::<Othello>("othello", 500, 500 * scale).with(Side::Peer, "magpie", boards::othello).done()
}

/// # Errors
///
/// Where somebody plays another game.
pub(crate) fn go(scale: usize) -> Result<Row, String> {
    let komi = GoBoard::new(9, Komi::new(15), board_game::games::go::Rules::cgos());
    Playouts::new::<Go>("go(size=9, komi=7.5)", 50, 50 * scale)
        .with(Side::Peer, "board-game", move |dice| boards::board_game_go(&komi, GO_PLIES, dice))
        .with(Side::Peer, "goban", |dice| boards::goban(GO_PLIES, dice))
        .done()
}

/// Agon's bound on the length of a game of Go on 9 × 9 points.
const GO_PLIES: u32 = 8 * 81;

/// # Errors
///
/// Where somebody counts other numbers.
pub(crate) fn chess_perft(depth: u32) -> Result<Row, String> {
    let start = registry::start::<Chess>("").expect("the game is linked");
    let leaves = perft::perft(&start, depth);
    let (board, inner) = (cozy_chess::Board::default(), chess::Board::default());
    let theirs = ChessBoard::default_with_rules(Rules::unlimited());
    let by_chess = move || chess::MoveGen::movegen_perft_test(&inner, depth as usize) as u64;
    let counts = [
        ("chess", by_chess()),
        ("board-game", perft_naive(&theirs, depth)),
        ("cozy-chess", boards::cozy_perft(&board, depth)),
    ];
    for (name, count) in counts {
        if count != leaves {
            return Err(format!("perft({depth}) of chess: {name} counts {count}, Agon {leaves}"));
        }
    }
    Ok(Row::new(format!("chess, perft({depth})"), Unit::PerSecond("leaves"))
        .with(Side::Agon, "native", move || perft::perft(&start, depth))
        .with(Side::Peer, "chess", by_chess)
        .with(Side::Peer, "board-game", move || perft_naive(&theirs, depth))
        .with(Side::Hand, "by cozy-chess, Agon's own rules", move || boards::cozy_perft(&board, depth)))
}
