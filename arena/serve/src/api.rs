//! The versioned API: data for programs, and for the scripts of the pages. Here what can be played.

use std::sync::Arc;

use agon_core::{GamePlugin, PlayerPlugin, Position, registry};
use agon_table::{DeclaredName, DeclaredOption, Level, ShownPosition, heuristics_of};
use axum::{
    Extension, Json,
    extract::{Path, State},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    allowed,
    describe::{StudyApi, ToldDocument, Wanted},
    place::PlaceQuery,
    problem::Problem,
    study::Study,
    view::{PositionView, SCHEMA},
    visitor::Visitor,
};

/// What a route is given: all of the server, or the study of it.
#[cfg(feature = "sockets")]
pub(crate) type Home = State<Arc<crate::app_state::AppState>>;
/// See `Home`.
pub(crate) type AtStudy = State<Arc<Study>>;
/// Who asks.
pub(crate) type Who = Extension<Visitor>;

/// Adds what can be played to the routes.
pub(crate) fn routes(api: StudyApi) -> StudyApi {
    api.get("/api/v1/games", "games", "The games", games)
        .get("/api/v1/games/{name}", "game", "A game: rules, options, heuristics, levels", game)
        .get("/api/v1/players", "players", "The players", players)
        .get("/api/v1/players/{name}", "player", "A player and its options", player)
        .get(
            "/api/v1/position",
            "position",
            "A position: its drawing, and the legal moves with what they point at",
            position,
        )
}

/// The game's name, without options.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
struct GameName(#[schemars(length(min = 1))] String);

/// The player's name, without options.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
struct PlayerName(#[schemars(length(min = 1))] String);

#[derive(Serialize, JsonSchema)]
struct GameList {
    schema: u32,
    games: Vec<GameSummary>,
}

#[derive(Serialize, JsonSchema)]
struct GameSummary {
    name: &'static str,
    summary: &'static str,
    seats: u8,
    chance: bool,
}

async fn games(State(study): AtStudy, Extension(guest): Who) -> Result<ToldDocument<GameList>, Problem> {
    let told = study.on_worker(guest.share(), |_, worker| {
        let games = allowed::games().filter_map(|plugin| {
            let facts = registry::game(plugin.name).ok()?.start.facts();
            let (name, summary) = (plugin.name, plugin.summary);
            Some(GameSummary { name, summary, seats: facts.seats, chance: facts.chance })
        });
        ToldDocument::of(worker, &GameList { schema: SCHEMA, games: games.collect() })
    });
    told.await
}

#[derive(Serialize, JsonSchema)]
struct GameDocument {
    schema: u32,
    name: &'static str,
    summary: &'static str,
    /// Rules, conventions, notation, sources.
    help: String,
    /// With the usual options.
    term: String,
    seats: u8,
    chance: bool,
    options: Vec<DeclaredOption>,
    heuristics: Vec<DeclaredName>,
    levels: Vec<LevelLine>,
}

#[derive(Serialize, JsonSchema)]
struct LevelLine {
    name: &'static str,
    player: String,
}

async fn game(
    State(study): AtStudy,
    Extension(guest): Who,
    Path(GameName(name)): Path<GameName>,
) -> Result<ToldDocument<GameDocument>, Problem> {
    let plugin: &'static GamePlugin = registry::find_game(&name).map_err(Problem::unknown)?;
    let told = study.on_worker(guest.share(), |_, worker| {
        let game = registry::game(plugin.name).map_err(Problem::refused)?;
        let facts = game.start.facts();
        let document = GameDocument {
            schema: SCHEMA,
            name: plugin.name,
            summary: plugin.summary,
            help: plugin.told(),
            seats: facts.seats,
            chance: facts.chance,
            options: plugin.options.iter().map(DeclaredOption::of).collect(),
            heuristics: DeclaredName::list(&heuristics_of(&game.start)),
            levels: Level::ALL
                .into_iter()
                .map(|level| LevelLine { name: level.name(), player: level.term(&game.start) })
                .collect(),
            term: game.term,
        };
        ToldDocument::of(worker, &document)
    });
    told.await
}

#[derive(Serialize, JsonSchema)]
struct PlayerList {
    schema: u32,
    players: Vec<PlayerDocument>,
}

#[derive(Serialize, JsonSchema)]
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

async fn players() -> Json<PlayerList> {
    let own = allowed::players();
    Json(PlayerList { schema: SCHEMA, players: own.map(PlayerDocument::of).collect() })
}

async fn player(Path(PlayerName(name)): Path<PlayerName>) -> Result<Json<PlayerDocument>, Problem> {
    let plugin = registry::find_player(&name).map_err(Problem::unknown)?;
    let is_own = allowed::players().any(|own| own.name == plugin.name);
    if !is_own {
        return Err(Problem::missing("not-here", &[("player", &plugin.name)]));
    }
    Ok(Json(PlayerDocument::of(plugin)))
}

#[derive(Serialize, JsonSchema)]
struct PlaceView {
    schema: u32,
    game: String,
    #[serde(flatten)]
    here: PositionView,
}

async fn position(
    State(study): AtStudy,
    Extension(guest): Who,
    Wanted(place): Wanted<PlaceQuery>,
) -> Result<ToldDocument<PlaceView>, Problem> {
    let told = study.on_worker(guest.share(), move |_, worker| {
        let site = place.find(worker)?;
        let here = PositionView::of(worker, &site.game.term, &ShownPosition::whole(&site));
        ToldDocument::of(worker, &PlaceView { schema: SCHEMA, game: site.game.term, here })
    });
    told.await
}
