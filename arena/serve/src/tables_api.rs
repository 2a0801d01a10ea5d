//! Tables as data.

use std::{convert::Infallible, sync::Arc, time::Duration};

use agon_table::StaticValue;
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
use serde::{Deserialize, Serialize};
use tokio::time;

use crate::{
    apart::apart,
    body::{body, whole},
    guest::Guest,
    house::House,
    open_table::OpenTable,
    problem::Problem,
    table::NewTable,
    tables::{
        Deed, Heard, Presence, TableLine, begin_table, listen, load_table, look, own_tables,
        perform,
    },
    view::{PositionView, SCHEMA, TableView, after_ply, thinking},
};

type Home = State<Arc<House>>;
type Who = Extension<Guest>;

pub(crate) fn routes() -> Router<Arc<House>> {
    Router::new()
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
struct TablesDocument {
    schema: u32,
    tables: Vec<TableLine>,
}

async fn tables(
    State(house): Home,
    Extension(guest): Who,
) -> Result<Json<TablesDocument>, Problem> {
    let own = apart(move || own_tables(&house, &guest)).await?;
    Ok(Json(TablesDocument { schema: SCHEMA, tables: own }))
}

async fn begin(
    State(house): Home,
    Extension(guest): Who,
    new: Result<Json<NewTable>, JsonRejection>,
) -> Result<Response, Problem> {
    begun(begin_table(house, guest.clone(), body(new)?).await?, guest.id).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LoadBody {
    /// The line that was saved.
    saved: String,
}

async fn load(
    State(house): Home,
    Extension(guest): Who,
    text: Result<Json<LoadBody>, JsonRejection>,
) -> Result<Response, Problem> {
    begun(load_table(house, guest.clone(), body(text)?.saved).await?, guest.id).await
}

/// The answer to whoever began a game.
async fn begun(table: Arc<OpenTable>, guest: String) -> Result<Response, Problem> {
    let place = [(header::LOCATION, format!("/api/v1/tables/{}", table.id))];
    let view = seen(table, guest).await?;
    Ok((axum::http::StatusCode::CREATED, place, view).into_response())
}

/// A table as a guest sees it.
async fn seen(table: Arc<OpenTable>, guest: String) -> Result<Json<TableView>, Problem> {
    apart(move || Ok(Json(TableView::of(&table, &table.state(), &guest)))).await
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
    seen(table, guest.id).await
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
        Heard::Thinking(thought) => {
            let thought = thinking(thought, &table.state(), &guest);
            Event::default().event("thinking").json_data(thought)
        }
        Heard::Changed => {
            let view = apart(move || Ok(TableView::of(&table, &table.state(), &guest))).await;
            match view {
                Ok(view) => Event::default().event("table").json_data(view),
                Err(problem) => Ok(Event::default().event("failed").data(problem.message)),
            }
        }
    };
    Ok(event.unwrap_or_else(|_| Event::default().event("failed").data("")))
}

async fn saved(
    State(house): Home,
    Extension(guest): Who,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let table = look(&house, &id).await?;
    let line = apart(move || Ok(table.state().saved_for(&guest.id).line() + "\n")).await?;
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

/// How it stands, after something was done.
async fn stands(
    house: &Arc<House>,
    guest: &Guest,
    id: &str,
    deed: Deed,
) -> Result<Json<TableView>, Problem> {
    let table = look(house, id).await?;
    perform(house, &table, guest, deed).await?;
    seen(table, guest.id.clone()).await
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
    #[serde(deserialize_with = "whole")]
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
