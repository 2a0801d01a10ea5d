//! The API of the games of tournaments.

use std::sync::Arc;

use agon_core::{Node, Position, notation};
use agon_table::Thought;
use axum::{
    Extension,
    extract::{Path, State},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    api::{Home, Who},
    app_state::AppState,
    describe::{ServerApi, ToldDocument, Wanted},
    events::{GameRow, GamesAsked, Replay},
    pool::Worker,
    problem::Problem,
    tournaments_api::TournamentId,
    view::{PositionView, after_ply},
    visitor::Visitor,
};

/// Adds the games of tournaments to the routes.
pub(crate) fn routes(api: ServerApi) -> ServerApi {
    api.get("/api/v1/tournaments/{id}/games", "tournamentGames", "Games, 50 at a time", games)
        .get(
            "/api/v1/tournaments/{id}/games/{number}",
            "tournamentGame",
            "A game with its moves and the players' thoughts on them",
            game,
        )
        .get("/api/v1/tournaments/{id}/games/{number}/plies/{ply}", "tournamentPly", "A position of a game", ply)
}

/// The number of the game in the plan, from 0.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
pub(crate) struct GameNumber(#[schemars(with = "u64")] pub(crate) String);

impl GameNumber {
    fn read(&self) -> Result<u64, Problem> {
        self.0.parse().map_err(|_| Problem::missing("game-number", &[]))
    }
}

/// After how many moves.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
struct ReplayPly(#[schemars(with = "u64")] String);

#[derive(Serialize, JsonSchema)]
struct GameRows {
    games: Vec<GameRow>,
    /// The number of the first game of the next page, if there may be one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<u64>,
}

async fn games(
    State(app): Home,
    Extension(guest): Who,
    Path(TournamentId(id)): Path<TournamentId>,
    Wanted(asked): Wanted<GamesAsked>,
) -> Result<ToldDocument<GameRows>, Problem> {
    let told = app.on_worker(guest.share(), move |app, worker| {
        let (games, next) = app.events.get(worker, &id)?.games(worker, &asked)?;
        ToldDocument::of(worker, &GameRows { games, next })
    });
    told.await
}

/// A game for replay, as data.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ReplayView {
    #[serde(flatten)]
    pub(crate) row: GameRow,
    pub(crate) moves: Vec<ReplayMove>,
    pub(crate) last: PositionView,
    /// For the page: the terms of those who play, and where the moves begin unless it is the game's beginning.
    #[serde(skip)]
    pub(crate) players: Vec<String>,
    #[serde(skip)]
    pub(crate) other_base: Option<String>,
}

/// A move of a game for replay, as data.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ReplayMove {
    pub(crate) ply: usize,
    /// The seat that moved, counted from one; absent for chance.
    pub(crate) seat: Option<u8>,
    #[serde(rename = "move")]
    pub(crate) m: String,
    pub(crate) thought: Option<Thought>,
}

impl ReplayView {
    pub(crate) fn of(worker: &Worker, replay: Replay) -> ReplayView {
        let last = replay.at(worker, replay.moves.len());
        let mut here = replay.base.clone();
        let mut moves = Vec::new();
        for ((ply, &m), thought) in (1..).zip(&replay.moves).zip(&replay.thoughts) {
            let seat = match here.node() {
                Node::Decision(seat) => Some(seat.0 + 1),
                _ => None,
            };
            moves.push(ReplayMove { ply, seat, m: notation(&here, m), thought: thought.clone() });
            here.play(m);
        }
        let Replay { row, players, other_base, .. } = replay;
        ReplayView { row, moves, last, players, other_base }
    }
}

impl Replay {
    /// The position after this many moves, of which it has at least as many.
    fn at(&self, worker: &Worker, ply: usize) -> PositionView {
        after_ply(worker, &self.term, &self.base, &self.moves[..ply])
    }
}

/// What `make` makes of a game of a tournament.
///
/// # Errors
///
/// Where there is none of that number.
pub(crate) async fn replayed<T: Send + 'static>(
    app: &Arc<AppState>,
    guest: &Visitor,
    (id, number): (&str, &GameNumber),
    make: impl FnOnce(&Worker, &ReplayView) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let (id, number) = (id.to_owned(), number.read()?);
    let made = app.on_worker(guest.share(), move |app, worker| {
        let replay = app.events.get(worker, &id)?.replay(worker, number)?;
        make(worker, &ReplayView::of(worker, replay))
    });
    made.await
}

async fn game(
    State(app): Home,
    Extension(guest): Who,
    Path((TournamentId(id), number)): Path<(TournamentId, GameNumber)>,
) -> Result<ToldDocument<ReplayView>, Problem> {
    replayed(&app, &guest, (&id, &number), ToldDocument::of).await
}

async fn ply(
    State(app): Home,
    Extension(guest): Who,
    Path((TournamentId(id), number, ReplayPly(ply))): Path<(TournamentId, GameNumber, ReplayPly)>,
) -> Result<ToldDocument<PositionView>, Problem> {
    let number = number.read()?;
    let told = app.on_worker(guest.share(), move |app, worker| {
        let replay = app.events.get(worker, &id)?.replay(worker, number)?;
        let ply = ply.parse::<usize>().ok().filter(|&ply| ply <= replay.moves.len());
        let ply = ply.ok_or_else(|| Problem::missing("no-ply", &[]))?;
        ToldDocument::of(worker, &replay.at(worker, ply))
    });
    told.await
}
