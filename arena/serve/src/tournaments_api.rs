//! The API of tournaments.

use std::{
    convert::Infallible,
    sync::Arc,
    time::{Duration, Instant},
};

use agon_core::{Node, Position, StopSignal, notation};
use agon_draw::Theme;
use axum::{
    Extension, Json,
    extract::{Path, State},
    response::sse::{Event, KeepAlive, Sse},
};
use futures_util::{Stream, StreamExt as _, stream};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::time;

use crate::{
    apart::{DeskShare, apart, apart_until, asked_by},
    api::{Home, Who},
    charts::{CHARTS, chart},
    describe::{Api, Body, Created, Download, Forgotten, Svg, ToldDocument, Wanted},
    downloads,
    events::{GameRow, GamesAsked, LiveTournament, Replay, Stage, TournamentView},
    house::{House, now},
    problem::Problem,
    table::Thought,
    view::{PositionView, SCHEMA, after_ply},
    visitor::Visitor,
};

/// Adds tournaments to the routes.
pub(crate) fn routes(api: Api) -> Api {
    api.get(
        "/api/v1/tournaments",
        "tournaments",
        "Tournaments, the latest first, 50 at a time",
        list,
    )
    .post("/api/v1/tournaments", "beginTournament", "Begin a tournament", begin)
    .get("/api/v1/tournaments/{id}", "tournament", "How a tournament stands", tournament)
    .post(
        "/api/v1/tournaments/{id}/delete",
        "deleteTournament",
        "Forget a tournament that is over or stopped for good, as whoever began it",
        forget,
    )
    .get(
        "/api/v1/tournaments/{id}/events",
        "tournamentEvents",
        "The same, whenever it changes: events `tournament`",
        events,
    )
    .post("/api/v1/tournaments/{id}/stop", "stop", "Stop it; it can go on", stop)
    .post("/api/v1/tournaments/{id}/resume", "resume", "Have it go on", resume)
    .get("/api/v1/tournaments/{id}/games", "tournamentGames", "Games, 50 at a time", games)
    .get(
        "/api/v1/tournaments/{id}/games/{number}",
        "tournamentGame",
        "A game with its moves, and what was thought of them",
        game,
    )
    .get(
        "/api/v1/tournaments/{id}/games/{number}/plies/{ply}",
        "tournamentPly",
        "A position of a game",
        ply,
    )
    .get("/api/v1/tournaments/{id}/charts/{kind}", "chart", "A chart", drawn)
    .get("/api/v1/tournaments/{id}/files/{form}", "file", "A file to keep", file)
}

/// The name of the tournament.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
struct TournamentId(#[schemars(length(min = 1))] String);

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

/// Which.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
struct ChartName(#[schemars(extend("enum" = CHARTS))] String);

/// Which.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
struct FileName(#[schemars(extend("enum" = downloads::FILES))] String);

#[derive(Serialize, JsonSchema)]
struct TournamentsDocument {
    schema: u32,
    tournaments: Vec<TournamentLine>,
    /// How many are left out before the next of them, if there are more.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<usize>,
}

/// Which tournaments.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct TournamentsAsked {
    /// Those whose name has this text.
    #[serde(default)]
    pub(crate) find: String,
    /// Those that are so far.
    #[serde(default)]
    pub(crate) stage: Option<Stage>,
    /// So many are left out.
    #[serde(default)]
    pub(crate) from: usize,
}

impl TournamentsAsked {
    /// Those of all that are asked for, the latest first, and how many are left out before the next of them.
    pub(crate) fn of(
        &self,
        all: &[Arc<LiveTournament>],
    ) -> (Vec<Arc<LiveTournament>>, Option<usize>) {
        /// So many are told at a time.
        const MOST: usize = 50;
        let find = self.find.to_lowercase();
        let is_meant = |event: &&Arc<LiveTournament>| {
            event.name.to_lowercase().contains(&find)
                && self.stage.is_none_or(|stage| stage == event.stage())
        };
        let mut meant = all.iter().rev().filter(is_meant).skip(self.from);
        let some: Vec<_> = meant.clone().take(MOST).map(Arc::clone).collect();
        let next = meant.nth(MOST).map(|_| self.from.saturating_add(MOST));
        (some, next)
    }
}

#[derive(Serialize, JsonSchema)]
struct TournamentLine {
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
pub(crate) async fn listed(house: &Arc<House>) -> Result<Vec<Arc<LiveTournament>>, Problem> {
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

async fn list(
    State(house): Home,
    Wanted(asked): Wanted<TournamentsAsked>,
) -> Result<Json<TournamentsDocument>, Problem> {
    let (some, next) = asked.of(&listed(&house).await?);
    let lines = some.into_iter().map(|event| {
        let standing = event.standing();
        TournamentLine {
            id: event.id.clone(),
            name: event.name.clone(),
            stage: event.stage(),
            games: standing.games,
            planned: standing.planned,
        }
    });
    Ok(Json(TournamentsDocument { schema: SCHEMA, tournaments: lines.collect(), next }))
}

/// Forgets a tournament.
///
/// # Errors
///
/// Where it is another's, or is played.
pub(crate) async fn forget_tournament(
    house: &Arc<House>,
    guest: &Visitor,
    id: &str,
) -> Result<(), Problem> {
    let event = look(house, id).await?;
    let (own, guest) = (Arc::clone(house), guest.id.clone());
    apart(move || own.events.remove(&event, &guest)).await
}

async fn forget(
    State(house): Home,
    Extension(guest): Who,
    Path(TournamentId(id)): Path<TournamentId>,
) -> Result<Forgotten, Problem> {
    forget_tournament(&house, &guest, &id).await.map(|()| Forgotten)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewTournament {
    #[serde(default)]
    name: Option<String>,
    /// What a file of `agon run` says.
    file: String,
}

/// Begins a tournament.
///
/// # Errors
///
/// Where something in it is wrong, or must not be done here.
pub(crate) async fn begin_tournament(
    house: &Arc<House>,
    guest: &Visitor,
    name: String,
    text: String,
) -> Result<Arc<LiveTournament>, Problem> {
    let (own, share) = (Arc::clone(house), guest.share());
    let begun = move |stop: &StopSignal| own.events.begin(&name, &text, &share, now(), stop);
    house.pool.think(guest.share(), begun).await
}

async fn begin(
    State(house): Home,
    Extension(guest): Who,
    Body(NewTournament { name, file }): Body<NewTournament>,
) -> Result<Created<TournamentView>, Problem> {
    let event = begin_tournament(&house, &guest, name.unwrap_or_default(), file).await?;
    Ok(Created(format!("/api/v1/tournaments/{}", event.id), event.view()))
}

/// A tournament, looked at just now.
///
/// # Errors
///
/// Where there is none of that name.
pub(crate) async fn look(house: &Arc<House>, id: &str) -> Result<Arc<LiveTournament>, Problem> {
    let (own, id) = (Arc::clone(house), id.to_owned());
    apart(move || {
        let event = own.events.get(&id)?;
        event.refresh();
        Ok(event)
    })
    .await
}

async fn tournament(
    State(house): Home,
    Path(TournamentId(id)): Path<TournamentId>,
) -> Result<ToldDocument<TournamentView>, Problem> {
    viewed(look(&house, &id).await?).await
}

/// How a tournament stands, as data.
async fn viewed(event: Arc<LiveTournament>) -> Result<ToldDocument<TournamentView>, Problem> {
    apart(move || ToldDocument::of(&event.view())).await
}

async fn stop(
    State(house): Home,
    Extension(guest): Who,
    Path(TournamentId(id)): Path<TournamentId>,
) -> Result<ToldDocument<TournamentView>, Problem> {
    viewed(ordered(house, guest, id, TournamentOrder::Stop).await?).await
}

async fn resume(
    State(house): Home,
    Extension(guest): Who,
    Path(TournamentId(id)): Path<TournamentId>,
) -> Result<ToldDocument<TournamentView>, Problem> {
    viewed(ordered(house, guest, id, TournamentOrder::Resume).await?).await
}

/// What whoever began a tournament may have it do.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TournamentOrder {
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
    guest: Visitor,
    id: String,
    order: TournamentOrder,
) -> Result<Arc<LiveTournament>, Problem> {
    let event = look(&house, &id).await?;
    apart(move || {
        match order {
            TournamentOrder::Stop => house.events.stop(&event, &guest.id)?,
            TournamentOrder::Resume => house.events.resume(&event, &guest.id)?,
        }
        Ok(event)
    })
    .await
}

/// Yields the tournament at once, and then after every change.
pub(crate) fn listen(
    house: Arc<House>,
    event: Arc<LiveTournament>,
) -> impl Stream<Item = Arc<LiveTournament>> {
    /// How often a journal is looked at that is written elsewhere.
    const LOOK: Duration = Duration::from_secs(2);
    let (changes, asker) = (event.changes.subscribe(), DeskShare::here());
    stream::unfold((changes, true), move |(mut changes, is_first)| {
        let (house, event) = (Arc::clone(&house), Arc::clone(&event));
        asked_by(asker.clone(), async move {
            if !is_first {
                loop {
                    let own = Arc::clone(&event);
                    tokio::select! {
                        () = house.closed() => return None,
                        changed = changes.changed() => { changed.ok()?; break }
                        () = time::sleep(LOOK) => {
                            // What goes wrong stands in the event.
                            let _ = apart(move || { own.refresh(); Ok(()) }).await;
                        }
                    }
                }
            }
            changes.borrow_and_update();
            Some((event, (changes, false)))
        })
    })
}

async fn events(
    State(house): Home,
    Path(TournamentId(id)): Path<TournamentId>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let (event, asker) = (look(&house, &id).await?, DeskShare::here());
    let stream = listen(house, event).then(move |event| {
        asked_by(asker.clone(), async move {
            let told = apart(move || {
                let told = Event::default().event("tournament").json_data(event.view());
                told.map_err(Problem::trouble)
            });
            Ok(told.await.unwrap_or_default())
        })
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

#[derive(Serialize, JsonSchema)]
struct GameRows {
    games: Vec<GameRow>,
    /// The number from which on there may be more.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<u64>,
}

async fn games(
    State(house): Home,
    Path(TournamentId(id)): Path<TournamentId>,
    Wanted(asked): Wanted<GamesAsked>,
) -> Result<Json<GameRows>, Problem> {
    apart(move || {
        let (games, next) = house.events.get(&id)?.games(&asked)?;
        Ok(Json(GameRows { games, next }))
    })
    .await
}

/// A game as it can be stepped through, as data.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ReplayView {
    #[serde(flatten)]
    pub(crate) row: GameRow,
    pub(crate) moves: Vec<ReplayMove>,
    pub(crate) last: PositionView,
}

/// A move of a game that is stepped through, as data.
#[derive(Serialize, JsonSchema)]
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
    after_ply(&replay.term, &replay.base, &replay.moves[..ply])
}

/// Reads a game of a tournament, and makes something of it.
///
/// # Errors
///
/// Where there is none of that number.
pub(crate) async fn replayed<T: Send + 'static>(
    house: &Arc<House>,
    id: &str,
    number: &GameNumber,
    make: impl FnOnce(&ReplayView) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let (own, id, number) = (Arc::clone(house), id.to_owned(), number.read()?);
    apart(move || make(&ReplayView::of(own.events.get(&id)?.replay(number)?))).await
}

async fn game(
    State(house): Home,
    Path((TournamentId(id), number)): Path<(TournamentId, GameNumber)>,
) -> Result<ToldDocument<ReplayView>, Problem> {
    replayed(&house, &id, &number, ToldDocument::of).await
}

async fn ply(
    State(house): Home,
    Path((TournamentId(id), number, ReplayPly(ply))): Path<(TournamentId, GameNumber, ReplayPly)>,
) -> Result<Json<PositionView>, Problem> {
    let number = number.read()?;
    apart(move || {
        let replay = house.events.get(&id)?.replay(number)?;
        let ply = ply.parse::<usize>().ok().filter(|&ply| ply <= replay.moves.len());
        let ply = ply.ok_or_else(|| Problem::missing("no-ply", &[]))?;
        Ok(Json(at_ply(&replay, ply)))
    })
    .await
}

async fn drawn(
    State(house): Home,
    Path((TournamentId(id), ChartName(name))): Path<(TournamentId, ChartName)>,
) -> Result<Svg, Problem> {
    let event = look(&house, &id).await?;
    apart(move || {
        let chart = chart(&name, &event.name, &event.standing())
            .ok_or_else(|| Problem::missing("no-chart", &[("all", &(CHARTS.join(", ")))]))?;
        Ok(Svg(chart.svg(Theme::Screen)))
    })
    .await
}

async fn file(
    State(house): Home,
    Path((TournamentId(id), FileName(name))): Path<(TournamentId, FileName)>,
) -> Result<Download, Problem> {
    let event = look(&house, &id).await?;
    apart_until(move |stop| downloads::file(&event, name, stop)).await
}
