//! The API of tournaments.

use std::{
    convert::Infallible,
    ops::ControlFlow,
    sync::Arc,
    time::{Duration, Instant},
};

use agon_arena::{
    keep::{Detail, read_journal},
    tell::{Csv, Export, JsonLines, Latex, Markdown, Pgn},
};
use agon_core::{Node, Position, notation};
use agon_draw::{Chart, Measure, Panel, Plot, Point, Row, Series, Share, Theme};
use agon_table::pictured;
use axum::{
    Extension, Json, Router,
    extract::{
        Path, Query, State,
        rejection::{JsonRejection, QueryRejection},
    },
    http::{StatusCode, header},
    response::{
        IntoResponse, Response,
        sse::{Event as Told, KeepAlive, Sse},
    },
    routing::{get, post},
};
use futures_util::{Stream, stream};
use serde::{Deserialize, Serialize};
use tokio::time;

use crate::{
    apart::apart,
    body::body,
    drawing::drawing,
    events::{Event, GameRow, Replay, Stage, Standing},
    guest::Guest,
    house::{House, now},
    problem::Problem,
    settings::MOST_ROWS,
    table::Thought,
    view::{PositionView, SCHEMA},
};

type Home = State<Arc<House>>;
type Who = Extension<Guest>;

/// Bytes of what is made to be downloaded.
const MOST_BYTES: usize = 64 << 20;

pub(crate) fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/api/v1/tournaments", get(list).post(begin))
        .route("/api/v1/tournaments/{id}", get(event))
        .route("/api/v1/tournaments/{id}/events", get(events))
        .route("/api/v1/tournaments/{id}/stop", post(stop))
        .route("/api/v1/tournaments/{id}/resume", post(resume))
        .route("/api/v1/tournaments/{id}/games", get(games))
        .route("/api/v1/tournaments/{id}/games/{number}", get(game))
        .route("/api/v1/tournaments/{id}/games/{number}/plies/{ply}", get(ply))
        .route("/api/v1/tournaments/{id}/charts/{kind}", get(chart))
        .route("/api/v1/tournaments/{id}/files/{form}", get(file))
}

#[derive(Serialize)]
struct EventsDocument {
    schema: u32,
    tournaments: Vec<EventLine>,
}

#[derive(Serialize)]
struct EventLine {
    id: String,
    name: String,
    stage: Stage,
    games: u64,
    planned: u64,
}

/// All tournaments, each looked at at least once.
///
/// # Errors
///
/// Where they cannot be listed.
pub(crate) async fn listed(house: &Arc<House>) -> Result<Vec<Arc<Event>>, Problem> {
    /// How long journals are read for this list that nobody has looked at; then it is told without.
    const PATIENCE: Duration = Duration::from_secs(1);
    let own = Arc::clone(house);
    apart(move || {
        let (all, begun) = (own.events.list(), Instant::now());
        let unread = all.iter().rev().filter(|event| event.standing().planned == 0);
        for event in unread.take_while(|_| begun.elapsed() < PATIENCE) {
            event.refresh();
        }
        Ok(all)
    })
    .await
}

async fn list(State(house): Home) -> Result<Json<EventsDocument>, Problem> {
    let lines = listed(&house).await?.into_iter().map(|event| {
        let standing = event.standing();
        EventLine {
            id: event.id.clone(),
            name: event.name.clone(),
            stage: event.stage(),
            games: standing.games,
            planned: standing.planned,
        }
    });
    Ok(Json(EventsDocument { schema: SCHEMA, tournaments: lines.collect() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewEvent {
    #[serde(default)]
    name: Option<String>,
    /// What a file of `agon run` says.
    file: String,
}

fn view(event: &Event) -> Response {
    event.with_view(|view| Json(view).into_response())
}

/// Begins a tournament.
///
/// # Errors
///
/// Where something in it is wrong, or must not be done here.
pub(crate) async fn begin_event(
    house: &Arc<House>,
    guest: &Guest,
    name: String,
    text: String,
) -> Result<Arc<Event>, Problem> {
    let (own, guest) = (Arc::clone(house), guest.id.clone());
    apart(move || own.events.begin(&name, &text, &guest, now())).await
}

async fn begin(
    State(house): Home,
    Extension(guest): Who,
    new: Result<Json<NewEvent>, JsonRejection>,
) -> Result<Response, Problem> {
    let NewEvent { name, file } = body(new)?;
    let event = begin_event(&house, &guest, name.unwrap_or_default(), file).await?;
    Ok((StatusCode::CREATED, view(&event)).into_response())
}

/// A tournament, looked at just now.
///
/// # Errors
///
/// Where there is none of that name.
pub(crate) async fn look(house: &Arc<House>, id: &str) -> Result<Arc<Event>, Problem> {
    let (own, id) = (Arc::clone(house), id.to_owned());
    apart(move || {
        let event = own.events.get(&id)?;
        event.refresh();
        Ok(event)
    })
    .await
}

async fn event(State(house): Home, Path(id): Path<String>) -> Result<Response, Problem> {
    Ok(view(&*look(&house, &id).await?))
}

async fn stop(
    State(house): Home,
    Extension(guest): Who,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    Ok(view(&*ordered(house, guest, id, Order::Stop).await?))
}

async fn resume(
    State(house): Home,
    Extension(guest): Who,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    Ok(view(&*ordered(house, guest, id, Order::Resume).await?))
}

/// What whoever began a tournament may have it do.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order {
    Stop,
    Resume,
}

/// Has a tournament stop, or go on.
///
/// # Errors
///
/// Where it is another's, or cannot.
pub(crate) async fn ordered(
    house: Arc<House>,
    guest: Guest,
    id: String,
    order: Order,
) -> Result<Arc<Event>, Problem> {
    let event = look(&house, &id).await?;
    apart(move || {
        match order {
            Order::Stop => house.events.stop(&event, &guest.id)?,
            Order::Resume => house.events.resume(&event, &guest.id)?,
        }
        Ok(event)
    })
    .await
}

/// Something is another, from now on; first that there is something to be seen.
pub(crate) fn listen(house: Arc<House>, event: Arc<Event>) -> impl Stream<Item = Arc<Event>> {
    /// How often a journal is looked at that is written elsewhere.
    const LOOK: Duration = Duration::from_secs(2);
    let changes = event.changes.subscribe();
    stream::unfold(
        (house, event, changes, true),
        |(house, event, mut changes, is_first)| async move {
            if !is_first {
                loop {
                    tokio::select! {
                        () = house.closed() => return None,
                        changed = changes.changed() => { changed.ok()?; break }
                        () = time::sleep(LOOK) => {
                            let own = Arc::clone(&event);
                            // What goes wrong stands in the event.
                            let _ = apart(move || { own.refresh(); Ok(()) }).await;
                        }
                    }
                }
            }
            changes.borrow_and_update();
            let told = Arc::clone(&event);
            Some((told, (house, event, changes, false)))
        },
    )
}

async fn events(State(house): Home, Path(id): Path<String>) -> Result<Response, Problem> {
    use futures_util::StreamExt as _;
    let event = look(&house, &id).await?;
    let stream = listen(house, event).map(|event| {
        let told = event.with_view(|view| Told::default().event("tournament").json_data(view));
        Ok::<_, Infallible>(told.unwrap_or_default())
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()).into_response())
}

#[derive(Deserialize)]
struct From {
    #[serde(default)]
    from: u64,
}

#[derive(Serialize)]
struct GameRows {
    games: Vec<GameRow>,
}

async fn games(
    State(house): Home,
    Path(id): Path<String>,
    from: Result<Query<From>, QueryRejection>,
) -> Result<Json<GameRows>, Problem> {
    let Query(From { from }) = from.map_err(|error| Problem::wrong(error.body_text()))?;
    apart(move || {
        let event = house.events.get(&id)?;
        Ok(Json(GameRows { games: event.games(from, MOST_ROWS)? }))
    })
    .await
}

/// A game as it can be stepped through, as data.
#[derive(Serialize)]
pub(crate) struct ReplayView {
    #[serde(flatten)]
    pub(crate) row: GameRow,
    pub(crate) moves: Vec<ReplayMove>,
    pub(crate) last: PositionView,
}

/// A move of a game that is stepped through, as data.
#[derive(Serialize)]
pub(crate) struct ReplayMove {
    pub(crate) ply: usize,
    /// Who moved, counted from one; nobody is chance.
    pub(crate) seat: Option<u8>,
    #[serde(rename = "move")]
    pub(crate) m: String,
    pub(crate) thought: Option<Thought>,
}

impl ReplayView {
    pub(crate) fn of(replay: Replay) -> ReplayView {
        let last = at_ply(&replay, replay.moves.len());
        let mut here = replay.base;
        let mut moves = Vec::new();
        for ((ply, m), thought) in (1..).zip(replay.moves).zip(replay.thoughts) {
            let seat = match here.node() {
                Node::Decision(seat) => Some(seat.0 + 1),
                _ => None,
            };
            moves.push(ReplayMove { ply, seat, m: notation(&here, m), thought });
            here.play(m);
        }
        ReplayView { row: replay.row, moves, last }
    }
}

fn at_ply(replay: &Replay, ply: usize) -> PositionView {
    let line = &replay.moves[..ply];
    let mut here = replay.base.clone();
    for &m in line {
        here.play(m);
    }
    PositionView::of(&replay.term, &here, &pictured(&replay.base, line, &here))
}

/// Reads a game of a tournament.
///
/// # Errors
///
/// Where there is none of that number.
pub(crate) async fn replayed(
    house: &Arc<House>,
    id: &str,
    number: &str,
) -> Result<ReplayView, Problem> {
    let (own, id) = (Arc::clone(house), id.to_owned());
    let number = number.parse().map_err(|_| Problem::missing("games have numbers, from 0"))?;
    apart(move || Ok(ReplayView::of(own.events.get(&id)?.replay(number)?))).await
}

async fn game(
    State(house): Home,
    Path((id, number)): Path<(String, String)>,
) -> Result<Json<ReplayView>, Problem> {
    Ok(Json(replayed(&house, &id, &number).await?))
}

async fn ply(
    State(house): Home,
    Path((id, number, ply)): Path<(String, String, String)>,
) -> Result<Json<PositionView>, Problem> {
    let number = number.parse().map_err(|_| Problem::missing("games have numbers, from 0"))?;
    apart(move || {
        let replay = house.events.get(&id)?.replay(number)?;
        let ply = ply.parse::<usize>().ok().filter(|&ply| ply <= replay.moves.len());
        let ply = ply.ok_or_else(|| Problem::missing("there is no such ply"))?;
        Ok(Json(at_ply(&replay, ply)))
    })
    .await
}

async fn chart(
    State(house): Home,
    Path((id, kind)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let event = look(&house, &id).await?;
    let standing = event.standing();
    let panels = match kind.as_str() {
        "ratings.svg" => ratings(&standing),
        "crosstable.svg" => crosstable(&standing),
        "history.svg" => history(&standing),
        _ => {
            return Err(Problem::missing(
                "no such chart; accepted: ratings.svg, crosstable.svg, history.svg",
            ));
        }
    };
    let chart = Chart { title: event.name.clone(), panels };
    apart(move || Ok(drawing(chart.svg(Theme::Screen)))).await
}

/// The game of each section.
fn titles(standing: &Standing) -> Vec<String> {
    standing.tables.iter().map(|table| table.game.clone()).collect()
}

fn ratings(standing: &Standing) -> Vec<Panel> {
    let panels = titles(standing).into_iter().zip(&standing.ratings).map(|(title, rated)| {
        let mut rows: Vec<Row> = rated
            .iter()
            .filter_map(|one| {
                let (value, error) = (one.elo?, one.error.unwrap_or(0.0));
                let measure =
                    Measure { value, low: Some(value - error), high: Some(value + error) };
                Some(Row { name: one.name.clone(), measure })
            })
            .collect();
        rows.sort_by(|one, other| other.measure.value.total_cmp(&one.measure.value));
        Panel { title, plot: Plot::Intervals { unit: "Elo".to_owned(), rows } }
    });
    panels.collect()
}

fn crosstable(standing: &Standing) -> Vec<Panel> {
    let all = titles(standing).into_iter().zip(&standing.names).zip(&standing.shares);
    let panels = all.map(|((title, names), shares)| {
        let cell = |share: &Option<crate::events::PairShare>| {
            share.map(|share| Share { share: share.share, units: share.games })
        };
        let cells = shares.iter().map(|row| row.iter().map(cell).collect()).collect();
        Panel { title, plot: Plot::Shares { names: names.clone(), cells } }
    });
    panels.collect()
}

fn history(standing: &Standing) -> Vec<Panel> {
    let all = titles(standing).into_iter().zip(&standing.names).zip(&standing.history);
    // A curve has two points at least.
    let all = all.filter(|(_, moments)| 1 < moments.len());
    let panels = all.map(|((title, names), moments)| {
        let series = names.iter().enumerate().map(|(entry, name)| {
            let points = moments.iter().filter_map(|moment| {
                let value = moment.elo.get(entry).copied().flatten()?;
                let measure = Measure { value, low: None, high: None };
                Some(Point { at: moment.games.to_string(), measure })
            });
            Series { name: name.clone(), points: points.collect() }
        });
        let series = series.filter(|series: &Series| !series.points.is_empty()).collect();
        let (unit, option) = ("Elo".to_owned(), "games".to_owned());
        Panel { title, plot: Plot::Curves { unit, option, series } }
    });
    panels.collect()
}

/// The files that a tournament can be had as.
pub(crate) const FILES: [&str; 7] = [
    "result.json",
    "games.jsonl",
    "games.csv",
    "tables.md",
    "tables.tex",
    "games.pgn",
    "tournament.journal",
];

async fn file(
    State(house): Home,
    Path((id, form)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let event = look(&house, &id).await?;
    apart(move || {
        let (kind, bytes) = match form.as_str() {
            "result.json" => {
                let standing = event.standing();
                let result = standing.result.as_ref();
                let result = result.ok_or_else(|| Problem::conflict("nothing is played yet"))?;
                ("application/json", result.text().into_bytes())
            }
            "games.jsonl" => ("application/x-ndjson", exported(&event, &mut JsonLines)?),
            "games.csv" => ("text/csv; charset=utf-8", exported(&event, &mut Csv::default())?),
            "tables.md" => ("text/markdown; charset=utf-8", exported(&event, &mut Markdown)?),
            "tables.tex" => ("application/x-tex", exported(&event, &mut Latex)?),
            "games.pgn" => ("application/x-chess-pgn", exported(&event, &mut Pgn::default())?),
            "tournament.journal" => {
                let about = std::fs::metadata(&event.path).map_err(Problem::trouble)?;
                room(about.len() as usize)?;
                let bytes = std::fs::read(&event.path).map_err(Problem::trouble)?;
                ("application/octet-stream", bytes)
            }
            _ => {
                let all = FILES.join(", ");
                return Err(Problem::missing(format!("no such file; accepted: {all}")));
            }
        };
        let headers = [
            (header::CONTENT_TYPE, kind.to_owned()),
            (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{form}\"")),
        ];
        Ok((headers, bytes).into_response())
    })
    .await
}

/// Refuses what is too large to be sent.
fn room(bytes: usize) -> Result<(), Problem> {
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    Err(Problem::full(format!(
        "more than {} MB are not sent; agon export writes it from the journal",
        MOST_BYTES >> 20
    )))
}

fn exported(event: &Event, form: &mut dyn Export) -> Result<Vec<u8>, Problem> {
    let mut out = Vec::new();
    let mut failed = None;
    let read = read_journal(&event.path, Detail::Moves, &mut |game| {
        let written = form.game(game, &mut out).map_err(|error| Problem::wrong(&error));
        match written.and_then(|()| room(out.len())) {
            Ok(()) => Ok(ControlFlow::Continue(())),
            Err(problem) => {
                failed = Some(problem);
                Ok(ControlFlow::Break(()))
            }
        }
    });
    let (plan, score) = read.map_err(Problem::trouble)?;
    if let Some(problem) = failed {
        return Err(problem);
    }
    form.end(&plan, &score, &mut out).map_err(Problem::wrong)?;
    Ok(out)
}
