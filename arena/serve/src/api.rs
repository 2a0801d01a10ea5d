//! The versioned API: data for programs, and for the scripts of the pages.

use std::{convert::Infallible, sync::Arc, time::Duration};

use agon_core::{GamePlugin, PlayerPlugin, Position, registry};
use agon_table::{DeclaredName, DeclaredOption, Level, SavedGame, StaticValue};
use axum::{
    Extension, Json, Router,
    extract::{Path, Query, State, rejection::JsonRejection},
    http::header,
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
    routing::{get, post},
};
use futures_util::{Stream, stream};
use serde::{Deserialize, Serialize};
use tokio::{sync::watch, time};

use crate::{
    allowed::{Allowed, short},
    body::body,
    driver,
    guest::Guest,
    house::{House, apart},
    place::Place,
    problem::Problem,
    secret::random,
    table::{NewTable, OpenTable, TableState, Thinking},
    view::{PositionView, SCHEMA, TableView, after_ply},
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
        .route("/api/v1/tables", get(tables).post(begin))
        .route("/api/v1/tables/load", post(load))
        .route("/api/v1/tables/{id}", get(table))
        .route("/api/v1/tables/{id}/events", get(events))
        .route("/api/v1/tables/{id}/saved", get(saved))
        .route("/api/v1/tables/{id}/worth", get(worth))
        .route("/api/v1/tables/{id}/plies/{ply}", get(ply))
        .route("/api/v1/tables/{id}/moves", post(play))
        .route("/api/v1/tables/{id}/sit", post(sit))
        .route("/api/v1/tables/{id}/{action}", post(act))
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

async fn games() -> Json<GamesDocument> {
    let games = registry::games().values().filter_map(|plugin| {
        let facts = registry::game(plugin.name).ok()?.start.facts();
        let (name, summary) = (plugin.name, plugin.summary);
        Some(GameLine { name, summary, seats: facts.seats, chance: facts.chance })
    });
    Json(GamesDocument { schema: SCHEMA, games: games.collect() })
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

#[derive(Serialize)]
struct TablesDocument {
    schema: u32,
    tables: Vec<TableLine>,
}

/// A game in short.
#[derive(Serialize)]
pub(crate) struct TableLine {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) moves: usize,
    pub(crate) ended: String,
    pub(crate) your_turn: bool,
}

/// The games where a guest sits, the latest first.
///
/// # Errors
///
/// Where they cannot be read.
pub(crate) fn own_tables(house: &House, guest: &Guest) -> Result<Vec<TableLine>, Problem> {
    let rows = house.store.of_guest(&guest.id, 50)?;
    let lines = rows.into_iter().filter_map(|kept| {
        let state = TableState::read(&kept.row).ok()?;
        Some(TableLine {
            game: state.site.game.term.clone(),
            moves: state.site.line.len(),
            ended: state.saved().ended,
            your_turn: state.is_turn_of(&guest.id),
            id: kept.id,
        })
    });
    Ok(lines.collect())
}

async fn tables(
    State(house): Home,
    Extension(guest): Who,
) -> Result<Json<TablesDocument>, Problem> {
    let own = apart(move || own_tables(&house, &guest)).await?;
    Ok(Json(TablesDocument { schema: SCHEMA, tables: own }))
}

/// Begins a game, and has its players move.
///
/// # Errors
///
/// Where something in it is wrong, or there is no room.
pub(crate) async fn begin_table(
    house: Arc<House>,
    guest: Guest,
    new: NewTable,
) -> Result<Arc<OpenTable>, Problem> {
    let own = Arc::clone(&house);
    let table = apart(move || {
        let seed = random().map_err(Problem::trouble)?;
        // As people write seeds: not too long.
        let seed = u64::from_str_radix(&seed[..8], 16).unwrap_or(0);
        own.begin(TableState::of(&new, &guest.id, seed)?)
    })
    .await?;
    table.look();
    driver::drive(&house, &table);
    Ok(table)
}

async fn begin(
    State(house): Home,
    Extension(guest): Who,
    new: Result<Json<NewTable>, JsonRejection>,
) -> Result<Response, Problem> {
    let table = begin_table(house, guest.clone(), body(new)?).await?;
    let state = table.state();
    let place = [(header::LOCATION, format!("/api/v1/tables/{}", table.id))];
    let view = Json(TableView::of(&table, &state, &guest.id));
    Ok((axum::http::StatusCode::CREATED, place, view).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LoadBody {
    /// The line that was saved.
    saved: String,
}

/// Goes on with a saved game.
///
/// # Errors
///
/// Where the text is no saved game, or none that is known here.
pub(crate) async fn load_table(
    house: Arc<House>,
    guest: Guest,
    text: String,
) -> Result<Arc<OpenTable>, Problem> {
    let own = Arc::clone(&house);
    let table = apart(move || {
        let last = text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("");
        own.begin(TableState::of_saved(&SavedGame::read(last)?, &guest.id)?)
    })
    .await?;
    table.look();
    driver::drive(&house, &table);
    Ok(table)
}

async fn load(
    State(house): Home,
    Extension(guest): Who,
    text: Result<Json<LoadBody>, JsonRejection>,
) -> Result<Response, Problem> {
    let table = load_table(house, guest.clone(), body(text)?.saved).await?;
    let state = table.state();
    let view = Json(TableView::of(&table, &state, &guest.id));
    Ok((axum::http::StatusCode::CREATED, view).into_response())
}

#[derive(Deserialize)]
struct Waited {
    /// Answer only after another change than this, or after so long.
    #[serde(default)]
    since: Option<u64>,
    /// Seconds.
    #[serde(default)]
    wait: Option<f64>,
}

async fn table(
    State(house): Home,
    Extension(guest): Who,
    Path(id): Path<String>,
    waited: Result<Query<Waited>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<TableView>, Problem> {
    let Query(waited) = waited.map_err(|error| Problem::wrong(error.body_text()))?;
    let table = look(&house, &id).await?;
    if let (Some(since), Some(wait)) = (waited.since, waited.wait) {
        let wait = Duration::from_secs_f64(if wait.is_nan() { 0.0 } else { wait.clamp(0.0, 30.0) });
        let _here = Presence::at(&table);
        let mut changes = table.changes.subscribe();
        let changed = changes.wait_for(|version| *version != since);
        tokio::select! {
            _ = time::timeout(wait, changed) => {}
            () = house.closed() => {}
        }
    }
    apart(move || Ok(Json(TableView::of(&table, &table.state(), &guest.id)))).await
}

/// A table at which somebody looks.
///
/// # Errors
///
/// Where there is none of that name.
pub(crate) async fn look(house: &Arc<House>, id: &str) -> Result<Arc<OpenTable>, Problem> {
    let (own, id) = (Arc::clone(house), id.to_owned());
    let table = apart(move || own.table(&id)).await?;
    table.look();
    driver::drive(house, &table);
    Ok(table)
}

/// Somebody who listens to a table, until it is dropped.
pub(crate) struct Presence(Arc<OpenTable>);

impl Presence {
    pub(crate) fn at(table: &Arc<OpenTable>) -> Presence {
        table.arrive();
        Presence(Arc::clone(table))
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.0.leave();
    }
}

/// What a listener hears of a table.
pub(crate) enum Heard {
    /// It is another now.
    Changed,
    /// Somebody thinks this, or nothing any more.
    Thinking(Option<Thinking>),
}

struct Ear {
    house: Arc<House>,
    table: Arc<OpenTable>,
    changes: watch::Receiver<u64>,
    thinking: watch::Receiver<Option<Thinking>>,
    is_first: bool,
    _here: Presence,
}

/// The least time between two things that are told of one thought.
const PAUSE: Duration = Duration::from_millis(120);

/// What happens at a table, from now on: first that there is something to be seen.
pub(crate) fn listen(house: Arc<House>, table: Arc<OpenTable>) -> impl Stream<Item = Heard> {
    let ear = Ear {
        changes: table.changes.subscribe(),
        thinking: table.thinking.subscribe(),
        is_first: true,
        _here: Presence::at(&table),
        house,
        table,
    };
    driver::drive(&ear.house, &ear.table);
    stream::unfold(ear, |mut ear| async move {
        if ear.is_first {
            ear.is_first = false;
            ear.changes.borrow_and_update();
            return Some((Heard::Changed, ear));
        }
        let house = Arc::clone(&ear.house);
        let heard = tokio::select! {
            () = house.closed() => return None,
            changed = ear.changes.changed() => changed.ok().map(|()| Heard::Changed)?,
            told = ear.thinking.changed() => {
                told.ok()?;
                time::sleep(PAUSE).await;
                Heard::Thinking(ear.thinking.borrow_and_update().clone())
            }
        };
        driver::drive(&ear.house, &ear.table);
        Some((heard, ear))
    })
}

async fn events(
    State(house): Home,
    Extension(guest): Who,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    use futures_util::StreamExt as _;
    let table = look(&house, &id).await?;
    let own = Arc::clone(&table);
    let stream = listen(house, table).then(move |heard| {
        let (table, guest) = (Arc::clone(&own), guest.id.clone());
        async move { told(heard, table, guest).await }
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()).into_response())
}

async fn told(heard: Heard, table: Arc<OpenTable>, guest: String) -> Result<Event, Infallible> {
    let event = match heard {
        Heard::Thinking(thinking) => Event::default().event("thinking").json_data(thinking),
        Heard::Changed => {
            let view = apart(move || Ok(TableView::of(&table, &table.state(), &guest))).await;
            match view {
                Ok(view) => Event::default().event("table").json_data(view),
                Err(problem) => Ok(Event::default().event("error").data(problem.message)),
            }
        }
    };
    Ok(event.unwrap_or_else(|_| Event::default().event("error").data("")))
}

async fn saved(State(house): Home, Path(id): Path<String>) -> Result<Response, Problem> {
    let table = look(&house, &id).await?;
    let line = table.state().saved().line() + "\n";
    let name = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"game.json\""),
    ];
    Ok((name, line).into_response())
}

async fn worth(State(house): Home, Path(id): Path<String>) -> Result<Response, Problem> {
    let table = look(&house, &id).await?;
    apart(move || {
        let site = table.state().site.clone();
        Ok(Json(StaticValue::of(&site.game.term, &site.here)).into_response())
    })
    .await
}

async fn ply(
    State(house): Home,
    Path((id, ply)): Path<(String, String)>,
) -> Result<Json<PositionView>, Problem> {
    let table = look(&house, &id).await?;
    apart(move || {
        let state = table.state();
        let last = state.site.line.len();
        let ply = ply.parse::<usize>().ok().filter(|&ply| ply <= last);
        let ply = ply.ok_or_else(|| {
            Problem::missing(format!("there is no such ply; accepted: 0 to {last}"))
        })?;
        Ok(Json(after_ply(&state, ply)))
    })
    .await
}

/// What can be done at a table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Deed {
    Play(String),
    Sit(u8),
    Undo,
    Redo,
    Hint,
    /// Whoever thinks answers now.
    Stop,
    Resign,
    Draw,
    /// A player that gave no move is asked once more.
    Again,
}

impl Deed {
    /// The deed of that name, if it needs nothing but a name.
    pub(crate) fn named(name: &str) -> Option<Deed> {
        Some(match name {
            "undo" => Deed::Undo,
            "redo" => Deed::Redo,
            "hint" => Deed::Hint,
            "stop" => Deed::Stop,
            "resign" => Deed::Resign,
            "draw" => Deed::Draw,
            "again" => Deed::Again,
            _ => return None,
        })
    }
}

/// Does something at a table.
///
/// # Errors
///
/// Where it cannot be done, or not by this guest.
pub(crate) async fn perform(
    house: &Arc<House>,
    table: &Arc<OpenTable>,
    guest: &Guest,
    deed: Deed,
) -> Result<(), Problem> {
    if deed == Deed::Hint {
        if !table.state().has(&guest.id) {
            return Err(Problem::forbidden("you do not sit at this table"));
        }
        let _here = Presence::at(table);
        return driver::advise(house, table).await;
    }
    let (own_house, own, id) = (Arc::clone(house), Arc::clone(table), guest.id.clone());
    apart(move || {
        let mut state = own.state();
        match deed {
            Deed::Play(text) => {
                short(&text)?;
                state.play(&id, &text)?;
            }
            Deed::Sit(seat) => state.sit(&id, seat)?,
            Deed::Undo => state.undo(&id)?,
            Deed::Redo => state.redo(&id)?,
            Deed::Resign => state.resign(&id)?,
            Deed::Draw => {
                state.draw(&id)?;
            }
            Deed::Stop | Deed::Again => {
                if !state.has(&id) && state.sitters.iter().any(crate::table::Sitter::is_person) {
                    return Err(Problem::forbidden("you do not sit at this table"));
                }
                match &state.stop {
                    Some(stop) if deed == Deed::Stop => stop.give(),
                    _ => {}
                }
                state.fault = None;
            }
            Deed::Hint => {}
        }
        own_house.keep(&own, &state)
    })
    .await?;
    table.changed();
    table.look();
    driver::drive(house, table);
    Ok(())
}

/// How it stands, after something was done.
async fn stands(
    house: &Arc<House>,
    guest: &Guest,
    id: &str,
    deed: Deed,
) -> Result<Json<TableView>, Problem> {
    let table = look(house, id).await?;
    perform(house, &table, guest, deed).await?;
    let guest = guest.id.clone();
    apart(move || Ok(Json(TableView::of(&table, &table.state(), &guest)))).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveBody {
    #[serde(rename = "move")]
    m: String,
}

async fn play(
    State(house): Home,
    Extension(guest): Who,
    Path(id): Path<String>,
    m: Result<Json<MoveBody>, JsonRejection>,
) -> Result<Json<TableView>, Problem> {
    let deed = Deed::Play(body(m)?.m);
    stands(&house, &guest, &id, deed).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeatBody {
    seat: u8,
}

async fn sit(
    State(house): Home,
    Extension(guest): Who,
    Path(id): Path<String>,
    seat: Result<Json<SeatBody>, JsonRejection>,
) -> Result<Json<TableView>, Problem> {
    let deed = Deed::Sit(body(seat)?.seat);
    stands(&house, &guest, &id, deed).await
}

async fn act(
    State(house): Home,
    Extension(guest): Who,
    Path((id, action)): Path<(String, String)>,
) -> Result<Json<TableView>, Problem> {
    let deed = Deed::named(&action).ok_or_else(|| {
        Problem::missing(
            "there is no such deed; accepted: moves, sit, undo, redo, hint, stop, resign, draw, again",
        )
    })?;
    stands(&house, &guest, &id, deed).await
}
