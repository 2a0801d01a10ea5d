//! The versioned API: data for programs, and for the scripts of the pages. Here what can be played.

use std::sync::Arc;

use agon_core::{GamePlugin, PlayerPlugin, Position, registry};
use agon_table::{DeclaredName, DeclaredOption, Level};
use axum::{
    Extension, Json, Router,
    extract::{Path, Query, State},
    http::header,
    response::{IntoResponse, Response},
    routing::get,
};
use serde::Serialize;

use crate::{
    allowed::Allowed,
    apart::apart,
    guest::Guest,
    house::House,
    place::Place,
    problem::Problem,
    view::{PositionView, SCHEMA},
};

type Home = State<Arc<House>>;
type Who = Extension<Guest>;

pub(crate) fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/api/v1", get(root))
        .route("/api/v1/openapi.json", get(openapi))
        .route("/api/v1/token", get(token))
        .route("/api/v1/status", get(status))
        .route("/api/v1/games", get(games))
        .route("/api/v1/games/{name}", get(game))
        .route("/api/v1/players", get(players))
        .route("/api/v1/players/{name}", get(player))
        .route("/api/v1/position", get(position))
}

#[derive(Serialize)]
struct RootDocument {
    schema: u32,
    version: &'static str,
    description: &'static str,
}

async fn root() -> Json<RootDocument> {
    Json(RootDocument {
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
        description: "/api/v1/openapi.json",
    })
}

async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], include_str!("openapi.json")).into_response()
}

#[derive(Serialize)]
struct TokenDocument {
    token: String,
}

async fn token(Extension(guest): Who) -> Json<TokenDocument> {
    Json(TokenDocument { token: guest.token })
}

#[derive(Serialize)]
struct StatusDocument {
    /// Games in memory.
    open: usize,
    /// Questions that are thought about, and that wait.
    thinking: usize,
    waiting: usize,
}

async fn status(State(house): Home) -> Json<StatusDocument> {
    let (thinking, waiting) = house.pool.load();
    Json(StatusDocument { open: house.open_tables(), thinking, waiting })
}

#[derive(Serialize)]
struct GamesDocument {
    schema: u32,
    games: Vec<GameLine>,
}

#[derive(Serialize)]
struct GameLine {
    name: &'static str,
    summary: &'static str,
    seats: u8,
    chance: bool,
}

async fn games() -> Result<Json<GamesDocument>, Problem> {
    apart(|| {
        let games = registry::games().values().filter_map(|plugin| {
            let facts = registry::game(plugin.name).ok()?.start.facts();
            let (name, summary) = (plugin.name, plugin.summary);
            Some(GameLine { name, summary, seats: facts.seats, chance: facts.chance })
        });
        Ok(Json(GamesDocument { schema: SCHEMA, games: games.collect() }))
    })
    .await
}

#[derive(Serialize)]
struct GameDocument {
    schema: u32,
    name: &'static str,
    summary: &'static str,
    /// Rules, conventions, notation, sources.
    help: &'static str,
    /// With the usual options.
    term: String,
    seats: u8,
    chance: bool,
    options: Vec<DeclaredOption>,
    heuristics: Vec<DeclaredName>,
    levels: Vec<LevelLine>,
}

#[derive(Serialize)]
struct LevelLine {
    name: &'static str,
    player: String,
}

async fn game(Path(name): Path<String>) -> Result<Json<GameDocument>, Problem> {
    let plugin: &'static GamePlugin =
        registry::find_game(&name).map_err(|error| Problem::missing(error.to_string()))?;
    apart(|| {
        let game = registry::game(plugin.name).map_err(Problem::trouble)?;
        let facts = game.start.facts();
        Ok(Json(GameDocument {
            schema: SCHEMA,
            name: plugin.name,
            summary: plugin.summary,
            help: plugin.help,
            seats: facts.seats,
            chance: facts.chance,
            options: plugin.options.iter().map(DeclaredOption::of).collect(),
            heuristics: DeclaredName::list(game.start.heuristics()),
            levels: Level::ALL
                .into_iter()
                .map(|level| LevelLine { name: level.name(), player: level.term(&game.start) })
                .collect(),
            term: game.term,
        }))
    })
    .await
}

#[derive(Serialize)]
struct PlayersDocument {
    schema: u32,
    players: Vec<PlayerDocument>,
}

#[derive(Serialize)]
struct PlayerDocument {
    name: &'static str,
    summary: &'static str,
    help: &'static str,
    options: Vec<DeclaredOption>,
}

impl PlayerDocument {
    fn of(plugin: &PlayerPlugin) -> PlayerDocument {
        PlayerDocument {
            name: plugin.name,
            summary: plugin.summary,
            help: plugin.help,
            options: plugin.options.iter().map(DeclaredOption::of).collect(),
        }
    }
}

async fn players() -> Json<PlayersDocument> {
    let own = Allowed::players();
    Json(PlayersDocument { schema: SCHEMA, players: own.map(PlayerDocument::of).collect() })
}

async fn player(Path(name): Path<String>) -> Result<Json<PlayerDocument>, Problem> {
    let plugin =
        registry::find_player(&name).map_err(|error| Problem::missing(error.to_string()))?;
    let is_own = Allowed::players().any(|own| own.name == plugin.name);
    if !is_own {
        return Err(Problem::missing(format!("{} does not play here", plugin.name)));
    }
    Ok(Json(PlayerDocument::of(plugin)))
}

#[derive(Serialize)]
struct PositionDocument {
    schema: u32,
    game: String,
    #[serde(flatten)]
    here: PositionView,
}

async fn position(
    place: Result<Query<Place>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<PositionDocument>, Problem> {
    let Query(place) = place.map_err(|error| Problem::wrong(error.body_text()))?;
    apart(move || {
        let site = place.find()?;
        let here = PositionView::of(&site.game.term, &site.here, &site.picture());
        Ok(Json(PositionDocument { schema: SCHEMA, game: site.game.term, here }))
    })
    .await
}
