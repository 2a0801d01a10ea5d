//! Tables as data.

use std::{borrow::Cow, convert::Infallible, sync::Arc, time::Duration};

use agon_table::{SavedGame, StaticValue};
use axum::{
    Extension, Json,
    extract::{Path, State},
    http::header,
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures_util::{Stream, StreamExt as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::time;

use crate::{
    api::{Home, Who},
    app_state::AppState,
    body::whole,
    describe::{Answered, Body, Created, Done, Forgotten, Operation, Preferred, ServerApi, ToldDocument, Wanted},
    open_table::OpenTable,
    pool::Worker,
    problem::Problem,
    review::{ReviewView, ValueView},
    scene::{Scene, SharedView},
    table::{NewTable, TableAction, TableLine},
    tables::{
        Presence, TableEvent, TablesAsked, begin_table, forget_table, listen, load_table, look, look_and, own_tables,
        perform,
    },
    view::{PositionView, SCHEMA, TableView, after_ply},
    visitor::Visitor,
};

/// Adds the routes of tables.
pub(crate) fn routes(api: ServerApi) -> ServerApi {
    api.get("/api/v1/tables", "tables", "The games where the guest sits, the latest first, 50 at a time", tables)
        .post("/api/v1/tables/{id}/delete", "deleteTable", "Delete a game for good; only its beginner can", forget)
        .post("/api/v1/tables", "begin", "Begin a game", begin)
        .post("/api/v1/tables/load", "load", "Continue a saved game", load)
        .get(
            "/api/v1/tables/{id}",
            "table",
            "The state of a game; with `since` and `wait`, after its next change or after `wait` seconds",
            table,
        )
        .get("/api/v1/tables/{id}/events", "events", "A stream of events: `table` (the game) and `thinking`", events)
        .get("/api/v1/tables/{id}/saved", "saved", "The game as `agon play` reads it", saved)
        .get(
            "/api/v1/tables/{id}/worth",
            "worth",
            "The estimate of the position without a search, square by square if the game provides it",
            worth,
        )
        .get("/api/v1/tables/{id}/plies/{ply}", "ply", "The position after the first `ply` moves", ply)
        .get(
            "/api/v1/tables/{id}/plies/{ply}/value",
            "value",
            "The value of that position for the first seat, judged by a strong player",
            judge_ply,
        )
        .post(
            "/api/v1/tables/{id}/review",
            "review",
            "The worst moves of a finished game, judged by a strong player",
            judge,
        )
        .post("/api/v1/tables/{id}/moves", "move", "Play a move", play)
        .post("/api/v1/tables/{id}/sit", "sit", "Sit down at a free seat", sit)
        .post(
            "/api/v1/tables/{id}/{action}",
            "deed",
            "Act at the table: undo, redo, hint, stop, resign, draw, again",
            act,
        )
}

/// The name of the game at a table.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
struct TableId(#[schemars(regex(pattern = "^[0-9a-f]{32}$"))] String);

/// How many moves.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
struct PlyNumber(#[schemars(with = "u64")] String);

/// What.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
struct DeedName(
    #[schemars(extend("enum" = ["uncover", "undo", "redo", "hint", "stop", "resign", "draw", "again"]))] String,
);

#[derive(Serialize, JsonSchema)]
struct TablesDocument {
    schema: u32,
    tables: Vec<TableLine>,
    /// The value of `from` for the next page, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<usize>,
}

async fn tables(
    State(app): Home,
    Extension(guest): Who,
    Wanted(asked): Wanted<TablesAsked>,
) -> Result<ToldDocument<TablesDocument>, Problem> {
    let told = app.on_worker(guest.share(), move |app, worker| {
        let (tables, next) = own_tables(worker, app, &guest.id, &asked)?;
        ToldDocument::of(worker, &TablesDocument { schema: SCHEMA, tables, next })
    });
    told.await
}

async fn forget(
    State(app): Home,
    Extension(guest): Who,
    Path(TableId(id)): Path<TableId>,
) -> Result<Forgotten, Problem> {
    forget_table(&app, &guest, &id).await.map(|()| Forgotten)
}

async fn begin(
    State(app): Home,
    Extension(guest): Who,
    Body(new): Body<NewTable>,
) -> Result<Created<TableView>, Problem> {
    let own = guest.id.clone();
    begin_table(&app, &guest, new, move |worker, table| begun(worker, table, &own)).await
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LoadBody {
    /// The saved line of text.
    saved: String,
}

async fn load(
    State(app): Home,
    Extension(guest): Who,
    Body(text): Body<LoadBody>,
) -> Result<Created<TableView>, Problem> {
    let own = guest.id.clone();
    load_table(&app, &guest, text.saved, move |worker, table| begun(worker, table, &own)).await
}

/// The answer to the guest who began a game.
fn begun(worker: &Worker, table: &OpenTable, guest: &str) -> Result<Created<TableView>, Problem> {
    Ok(Created(format!("/api/v1/tables/{}", table.id), told(worker, table, guest)?))
}

/// A table as a guest sees it.
fn told(worker: &Worker, table: &OpenTable, guest: &str) -> Result<ToldDocument<TableView>, Problem> {
    let (scene, shared) = table.seen(worker, guest);
    written(worker, table, &scene, &shared)
}

/// The same, at this moment.
fn written(
    worker: &Worker,
    table: &OpenTable,
    scene: &Scene,
    shared: &SharedView,
) -> Result<ToldDocument<TableView>, Problem> {
    match scene.now(shared, table.thought()) {
        Cow::Borrowed(_) => Ok(ToldDocument::written(&shared.text(worker)?)),
        Cow::Owned(view) => ToldDocument::of(worker, &view),
    }
}

#[derive(Deserialize, JsonSchema)]
struct Patience {
    /// The version that the client has: the answer comes after the next change, or after `wait`.
    since: Option<u64>,
    /// Seconds, up to 30.
    #[schemars(range(min = 0, max = 30))]
    wait: Option<f64>,
}

async fn table(
    State(app): Home,
    Extension(guest): Who,
    Path(TableId(id)): Path<TableId>,
    Wanted(waited): Wanted<Patience>,
) -> Result<ToldDocument<TableView>, Problem> {
    let (Some(since), Some(wait)) = (waited.since, waited.wait) else {
        let own = guest.id.clone();
        return look_and(&app, &guest, &id, move |worker, table| told(worker, table, &own)).await;
    };
    let table = look(&app, &guest, &id).await?;
    let wait = Duration::from_secs_f64(if wait.is_nan() { 0.0 } else { wait.clamp(0.0, 30.0) });
    let own = guest.id.clone();
    let _here = Presence::at(&table, &guest);
    another(&app, &table, &guest, (since, wait)).await?;
    app.on_worker(guest.share(), move |_, worker| told(worker, &table, &own)).await
}

/// Waits until the guest sees another version, for so long at most. Where something is hidden the version is that of what
/// the guest sees.
async fn another(
    app: &Arc<AppState>,
    table: &Arc<OpenTable>,
    guest: &Visitor,
    (since, wait): (u64, Duration),
) -> Result<(), Problem> {
    let until = time::Instant::now() + wait;
    let mut scenes = table.scenes.subscribe();
    loop {
        scenes.mark_unchanged();
        let version = if let Some(version) = table.scene().open_version() {
            version
        } else {
            let (own, id) = (Arc::clone(table), guest.id.clone());
            let seen = app.on_worker(guest.share(), move |_, worker| Ok(own.seen(worker, &id).1.view.version));
            seen.await?
        };
        if version != since {
            return Ok(());
        }
        tokio::select! {
            changed = time::timeout_at(until, scenes.changed()) => {
                if !matches!(changed, Ok(Ok(()))) {
                    return Ok(());
                }
            }
            () = app.closed() => return Ok(()),
        }
    }
}

async fn events(
    State(app): Home,
    Extension(guest): Who,
    Path(TableId(id)): Path<TableId>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let table = look(&app, &guest, &id).await?;
    let (own, language) = (Arc::clone(&table), guest.language);
    let stream = listen(app, table, guest, move |worker, heard| event(worker, &own, heard));
    let stream = stream.map(move |told| Ok(told.unwrap_or_else(|problem| problem.event(language))));
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

fn event(worker: &Worker, table: &OpenTable, heard: TableEvent) -> Result<Event, Problem> {
    match heard {
        TableEvent::Thinking(thought) => {
            Event::default().event("thinking").json_data(thought).map_err(Problem::trouble)
        }
        TableEvent::Changed(scene, shared) => {
            Ok(Event::default().event("table").data(written(worker, table, &scene, &shared)?.text()))
        }
    }
}

/// A game as a file to download.
struct GameFile(SavedGame);

impl IntoResponse for GameFile {
    fn into_response(self) -> Response {
        let headers = [
            (header::CONTENT_TYPE, "application/json"),
            (header::CONTENT_DISPOSITION, "attachment; filename=\"game.json\""),
        ];
        (headers, self.0.line() + "\n").into_response()
    }
}

impl Answered for GameFile {
    fn describe(operation: &mut Operation<'_>) {
        Json::<SavedGame>::describe(operation);
    }
}

async fn saved(State(app): Home, Extension(guest): Who, Path(TableId(id)): Path<TableId>) -> Result<GameFile, Problem> {
    let own = guest.id.clone();
    let saved = look_and(&app, &guest, &id, move |worker, table| Ok(GameFile(table.state(worker).saved_for(&own)?)));
    saved.await
}

async fn worth(
    State(app): Home,
    Extension(guest): Who,
    Path(TableId(id)): Path<TableId>,
) -> Result<Json<StaticValue>, Problem> {
    let told = look_and(&app, &guest, &id, |worker, table| {
        let site = {
            let state = table.state(worker);
            state.open()?;
            state.site().clone()
        };
        Ok(Json(StaticValue::of(&site.game.term, &site.here)))
    });
    told.await
}

async fn judge(
    State(app): Home,
    Extension(guest): Who,
    Path(TableId(id)): Path<TableId>,
) -> Result<Json<ReviewView>, Problem> {
    let (own, language) = (guest.id.clone(), guest.language);
    let looked = look_and(&app, &guest, &id, move |worker, table| table.state(worker).reviewed(&own));
    let asked = looked.await?;
    app.pool.think(guest.share(), move |thinker| ReviewView::of(thinker, &asked, language)).await.map(Json)
}

async fn judge_ply(
    State(app): Home,
    Extension(guest): Who,
    Path((TableId(id), PlyNumber(ply))): Path<(TableId, PlyNumber)>,
) -> Result<Json<ValueView>, Problem> {
    let own = guest.id.clone();
    let looked = look_and(&app, &guest, &id, move |worker, table| table.state(worker).valued(&own, &ply));
    let asked = looked.await?;
    app.pool.think(guest.share(), move |thinker| ValueView::of(thinker, &asked)).await.map(Json)
}

async fn ply(
    State(app): Home,
    Extension(guest): Who,
    Path((TableId(id), PlyNumber(ply))): Path<(TableId, PlyNumber)>,
) -> Result<ToldDocument<PositionView>, Problem> {
    let told = look_and(&app, &guest, &id, move |worker, table| {
        let state = table.state(worker);
        state.open()?;
        let ply = state.ply(&ply)?;
        let site = state.site();
        let view = after_ply(worker, &site.game.term, &site.base, &site.line[..ply]);
        drop(state);
        ToldDocument::of(worker, &view)
    });
    told.await
}

/// How it stands, after something was done.
async fn stands(
    app: &Arc<AppState>,
    guest: &Visitor,
    id: &str,
    action: TableAction,
    preferred: Preferred,
) -> Result<Done<TableView>, Problem> {
    let own = guest.id.clone();
    let done = perform(app, guest, id, action, move |worker, table| {
        if preferred.is_minimal { Ok(Done::Untold) } else { told(worker, table, &own).map(Done::Told) }
    });
    done.await
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MoveBody {
    #[serde(rename = "move")]
    m: String,
}

async fn play(
    State(app): Home,
    Extension(guest): Who,
    Path(TableId(id)): Path<TableId>,
    preferred: Preferred,
    Body(MoveBody { m }): Body<MoveBody>,
) -> Result<Done<TableView>, Problem> {
    stands(&app, &guest, &id, TableAction::Play(m), preferred).await
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SeatBody {
    #[serde(deserialize_with = "whole")]
    #[schemars(range(min = 1))]
    seat: u8,
}

async fn sit(
    State(app): Home,
    Extension(guest): Who,
    Path(TableId(id)): Path<TableId>,
    preferred: Preferred,
    Body(SeatBody { seat }): Body<SeatBody>,
) -> Result<Done<TableView>, Problem> {
    stands(&app, &guest, &id, TableAction::Sit(seat), preferred).await
}

async fn act(
    State(app): Home,
    Extension(guest): Who,
    Path((TableId(id), DeedName(action))): Path<(TableId, DeedName)>,
    preferred: Preferred,
) -> Result<Done<TableView>, Problem> {
    let action = TableAction::named(&action).ok_or_else(|| Problem::missing("which-deed", &[]))?;
    stands(&app, &guest, &id, action, preferred).await
}
