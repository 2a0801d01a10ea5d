//! Tic-tac-toe, random moves against random moves, through all that a tournament needs, on one thread.

use std::{io, ops::ControlFlow, sync::Arc};

use agon_arena::{Job, Met, Plan, Recorder, Score, Spec};
use agon_core::{Binding, Roster, inventory};
use agon_players::Random;
use agon_tic_tac_toe::TicTacToe;
use board_game::{ai::simple::RandomBot, games::ttt::TTTBoard, util::bot_game};
use minimax::util::battle_royale;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::{
    boards,
    contest::{Row, Side, Unit},
    dice::dice,
    sample::{Played, Sample},
    tic_tac_toe::{self, Rules},
};

inventory::submit! {
    Roster(const { &[Binding::of::<TicTacToe, Random>()] })
}

fn tournament(openings: u64) -> Arc<Plan> {
    let spec = Spec::default()
        .game("tic-tac-toe")
        .player("random")
        .player_named("other", "random")
        .openings(openings, 0)
        .seed(1);
    let tournament = spec.resolve().expect("the tournament is sound");
    Arc::new(Plan::new(tournament).expect("the tournament is sound"))
}

/// Keeps how the games went.
struct Games(Vec<Played>);

impl Recorder for Games {
    fn take(&mut self, game: &agon_arena::Played<'_>) -> io::Result<ControlFlow<()>> {
        let plies = Some(game.record.moves.len() as u32);
        self.0.push(Played { plies, result: game.record.payoffs[0] as i32 });
        Ok(ControlFlow::Continue(()))
    }
    fn last_round(&self) -> &[Met] {
        &[]
    }
}

fn by_minimax() -> Played {
    let (mut one, mut other) = (minimax::Random::<Rules>::new(), minimax::Random::<Rules>::new());
    let winner = battle_royale(&mut one, &mut other);
    Played { plies: None, result: winner.map_or(0, |winner| if winner == 0 { 1 } else { -1 }) }
}

/// Pairs of games by `board-game`, in each of which each bot begins once.
fn by_board_game(pairs: u32, pool: &ThreadPool) -> Vec<bot_game::Replay<TTTBoard>> {
    let bot = || RandomBot::new(rand::thread_rng());
    pool.install(|| bot_game::run(TTTBoard::default, bot, bot, pairs, true, |_, _| ()).replays)
}

/// # Errors
///
/// Where somebody plays other games.
pub(crate) fn random(scale: usize) -> Result<Row, String> {
    let pairs = 1000 * scale as u64;
    let (games, ..) = Job::whole(tournament(pairs), 1).run(Games(Vec::new()));
    let mut games = games.0.into_iter();
    let agon = Sample::of(games.len(), || games.next().expect("there are as many"));
    agon.is_like(&Sample::of(2 * pairs as usize, by_minimax), "tournament, minimax")?;
    let pool = ThreadPoolBuilder::new().num_threads(1).build().expect("there is a thread");
    let mut replays = by_board_game(pairs as u32, &pool)
        .into_iter()
        .map(|game| Played { plies: Some(game.moves.len() as u32), result: boards::result(game.outcome) });
    let replays = Sample::of(replays.len(), || replays.next().expect("there are as many"));
    agon.is_like(&replays, "tournament, board-game")?;
    let plan = tournament(50_000);
    let mut random = dice();
    Ok(Row::new("tournament of random moves: `tic-tac-toe`, one thread", Unit::PerSecond("games"))
        .with(Side::Agon, "native", move || Job::whole(Arc::clone(&plan), 1).run(Score::new(&plan)).0.games)
        .with(Side::Peer, "minimax, which keeps nothing", || {
            (0..10_000).for_each(|_| {
                std::hint::black_box(by_minimax());
            });
            10_000
        })
        .with(Side::Peer, "board-game", move || by_board_game(5_000, &pool).len() as u64)
        .with(Side::Hand, "3 × 3, which plays alone", move || {
            (0..10_000).for_each(|_| {
                std::hint::black_box(tic_tac_toe::playout(&mut random));
            });
            10_000
        }))
}
