//! The API of tournaments.

use std::{
    convert::Infallible,
    sync::Arc,
    time::{Duration, Instant},
};

use agon_draw::Theme;
use axum::{
    Extension,
    extract::{Path, State},
    response::sse::{Event, KeepAlive, Sse},
};
use futures_util::{Stream, stream};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::time;

use crate::{
    api::{Home, Who},
    app_state::{AppState, now},
    charts::{CHARTS, chart},
    describe::{Body, Created, Download, Forgotten, ServerApi, Svg, ToldDocument, Wanted},
    downloads,
    events::{self, LiveTournament, TournamentStage, TournamentView},
    pool::{PoolThinker, Worker},
    problem::Problem,
    view::SCHEMA,
    visitor::Visitor,
};

/// Adds tournaments to the routes.
pub(crate) fn routes(api: ServerApi) -> ServerApi {
    api.get("/api/v1/tournaments", "tournaments", "Tournaments, the latest first, 50 at a time", list)
        .post("/api/v1/tournaments", "beginTournament", "Begin a tournament", begin)
        .get("/api/v1/tournaments/{id}", "tournament", "The standing of a tournament", tournament)
        .post(
            "/api/v1/tournaments/{id}/delete",
            "deleteTournament",
            "Delete a finished or stopped tournament for good; only its beginner can",
            forget,
        )
        .get(
            "/api/v1/tournaments/{id}/events",
            "tournamentEvents",
            "A stream of events: `tournament`, its standing after every change",
            events,
        )
        .post("/api/v1/tournaments/{id}/stop", "stop", "Stop it; it can be resumed", stop)
        .post("/api/v1/tournaments/{id}/resume", "resume", "Resume it", resume)
        .get("/api/v1/tournaments/{id}/charts/{kind}", "chart", "A chart", drawn)
        .get("/api/v1/tournaments/{id}/files/{form}", "file", "A file to keep", file)
}

/// The name of the tournament.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
pub(crate) struct TournamentId(#[schemars(length(min = 1))] pub(crate) String);

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
    /// The value of `from` for the next page, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<usize>,
}

/// Which tournaments.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct TournamentsAsked {
    /// Only tournaments whose name contains this text.
    #[serde(default)]
    pub(crate) find: String,
    /// Only tournaments in this stage.
    #[serde(default)]
    pub(crate) stage: Option<TournamentStage>,
    /// The number of tournaments to skip.
    #[serde(default)]
    pub(crate) from: usize,
}

impl TournamentsAsked {
    /// Those of all that are asked for, the latest first, and how many are left out before the next of them.
    pub(crate) fn of(&self, all: &[Arc<LiveTournament>]) -> (Vec<Arc<LiveTournament>>, Option<usize>) {
        /// The most tournaments on one page.
        const MOST: usize = 50;
        let find = self.find.to_lowercase();
        let is_meant = |event: &&Arc<LiveTournament>| {
            event.name.to_lowercase().contains(&find) && self.stage.is_none_or(|stage| stage == event.stage())
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
    stage: TournamentStage,
    games: u64,
    planned: u64,
}

/// All tournaments, each looked at at least once.
pub(crate) fn listed(worker: &Worker, app: &AppState) -> Vec<Arc<LiveTournament>> {
    /// The longest time spent on journals that were never read; those that remain are listed without results.
    const PATIENCE: Duration = Duration::from_secs(1);
    let (all, begun) = (app.events.list(worker), Instant::now());
    let unread = all.iter().rev().filter(|event| event.standing().planned == 0);
    for event in unread.take_while(|_| begun.elapsed() < PATIENCE) {
        event.refresh(worker);
    }
    all
}

async fn list(
    State(app): Home,
    Extension(guest): Who,
    Wanted(asked): Wanted<TournamentsAsked>,
) -> Result<ToldDocument<TournamentsDocument>, Problem> {
    let told = app.on_worker(guest.share(), move |app, worker| {
        let (some, next) = asked.of(&listed(worker, app));
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
        let tournaments = lines.collect();
        ToldDocument::of(worker, &TournamentsDocument { schema: SCHEMA, tournaments, next })
    });
    told.await
}

/// Deletes a tournament.
///
/// # Errors
///
/// If another guest began it, or it is being played.
pub(crate) async fn forget_tournament(app: &Arc<AppState>, guest: &Visitor, id: &str) -> Result<(), Problem> {
    let own = guest.id.clone();
    let forgotten = look_and(app, guest, id, move |app, worker, event| app.events.remove(worker, event, &own));
    forgotten.await
}

/// Deletes all tournaments that this guest has begun and that are over.
///
/// # Errors
///
/// If one of them cannot be deleted.
pub(crate) async fn forget_over(app: &Arc<AppState>, guest: &Visitor) -> Result<(), Problem> {
    let own = guest.id.clone();
    let forgotten = app.on_worker(guest.share(), move |app, worker| {
        let mut over = app.events.list(worker);
        over.retain(|event| event.is_of(&own) && event.stage() == TournamentStage::Over);
        over.iter().try_for_each(|event| app.events.remove(worker, event, &own))
    });
    forgotten.await
}

async fn forget(
    State(app): Home,
    Extension(guest): Who,
    Path(TournamentId(id)): Path<TournamentId>,
) -> Result<Forgotten, Problem> {
    forget_tournament(&app, &guest, &id).await.map(|()| Forgotten)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewTournament {
    #[serde(default)]
    name: Option<String>,
    /// The text of a tournament file, as `agon run` reads it.
    file: String,
}

/// Begins a tournament.
///
/// # Errors
///
/// If the file has a mistake, or asks for something that this server does not allow.
pub(crate) async fn begin_tournament(
    app: &Arc<AppState>,
    guest: &Visitor,
    name: String,
    text: String,
) -> Result<Arc<LiveTournament>, Problem> {
    let (own, share) = (Arc::clone(app), guest.share());
    let begun = move |thinker: &PoolThinker| own.events.begin(thinker, &name, &text, &share, now());
    app.pool.think(guest.share(), begun).await
}

async fn begin(
    State(app): Home,
    Extension(guest): Who,
    Body(NewTournament { name, file }): Body<NewTournament>,
) -> Result<Created<TournamentView>, Problem> {
    let event = begin_tournament(&app, &guest, name.unwrap_or_default(), file).await?;
    let told = app.on_worker(guest.share(), move |_, worker| {
        let place = format!("/api/v1/tournaments/{}", event.id);
        Ok(Created(place, ToldDocument::of(worker, &event.view())?))
    });
    told.await
}

/// What `make` makes of a tournament's latest state.
///
/// # Errors
///
/// Where there is none of that name; what `make` says.
pub(crate) async fn look_and<T: Send + 'static>(
    app: &Arc<AppState>,
    guest: &Visitor,
    id: &str,
    make: impl FnOnce(&AppState, &Worker, &Arc<LiveTournament>) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let id = id.to_owned();
    let looked = app.on_worker(guest.share(), move |app, worker| {
        let event = app.events.get(worker, &id)?;
        event.refresh(worker);
        make(app, worker, &event)
    });
    looked.await
}

/// The latest state of a tournament.
///
/// # Errors
///
/// Where there is none of that name.
pub(crate) async fn look(app: &Arc<AppState>, guest: &Visitor, id: &str) -> Result<Arc<LiveTournament>, Problem> {
    look_and(app, guest, id, |_, _, event| Ok(Arc::clone(event))).await
}

async fn tournament(
    State(app): Home,
    Extension(guest): Who,
    Path(TournamentId(id)): Path<TournamentId>,
) -> Result<ToldDocument<TournamentView>, Problem> {
    look_and(&app, &guest, &id, |_, worker, event| ToldDocument::of(worker, &event.view())).await
}

async fn stop(
    State(app): Home,
    Extension(guest): Who,
    Path(TournamentId(id)): Path<TournamentId>,
) -> Result<ToldDocument<TournamentView>, Problem> {
    ordered(&app, &guest, &id, TournamentOrder::Stop).await
}

async fn resume(
    State(app): Home,
    Extension(guest): Who,
    Path(TournamentId(id)): Path<TournamentId>,
) -> Result<ToldDocument<TournamentView>, Problem> {
    ordered(&app, &guest, &id, TournamentOrder::Resume).await
}

/// An order to a tournament; only its beginner may give one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TournamentOrder {
    Stop,
    Resume,
}

/// Stops or resumes a tournament, and answers with its standing.
///
/// # Errors
///
/// If another guest began it, or it is in the wrong stage.
pub(crate) async fn ordered(
    app: &Arc<AppState>,
    guest: &Visitor,
    id: &str,
    order: TournamentOrder,
) -> Result<ToldDocument<TournamentView>, Problem> {
    let own = guest.id.clone();
    let done = look_and(app, guest, id, move |app, worker, event| {
        match order {
            TournamentOrder::Stop => {
                event.owned(&own)?;
                events::stop(worker, event)?;
            }
            TournamentOrder::Resume => app.events.resume(worker, event, &own)?,
        }
        ToldDocument::of(worker, &event.view())
    });
    done.await
}

/// Tells this guest of the tournament by `tell`: at once, then after every change. Where there is no room to tell a
/// change, it is told once there is.
pub(crate) fn listen<Tell, Told>(
    app: Arc<AppState>,
    guest: &Visitor,
    event: Arc<LiveTournament>,
    tell: Tell,
) -> impl Stream<Item = Result<Event, Infallible>> + use<Tell, Told>
where
    Tell: Fn(Arc<LiveTournament>) -> Told + Clone,
    Told: Future<Output = Result<Event, Problem>>,
{
    /// How often to read on in a journal that another process writes.
    const LOOK: Duration = Duration::from_secs(2);
    let (changes, share, language) = (event.changes.subscribe(), guest.share(), guest.language);
    stream::unfold((changes, true), move |(mut changes, is_first)| {
        let (app, event, share) = (Arc::clone(&app), Arc::clone(&event), share.clone());
        let tell = tell.clone();
        async move {
            if !is_first {
                loop {
                    let own = Arc::clone(&event);
                    tokio::select! {
                        () = app.closed() => return None,
                        changed = changes.changed() => { changed.ok()?; break }
                        () = time::sleep(LOOK) => {
                            // What goes wrong stands in the event.
                            let looked = app.on_worker(share.clone(), move |_, worker| {
                                own.refresh(worker);
                                Ok(())
                            });
                            let _ = looked.await;
                        }
                    }
                }
            }
            changes.borrow_and_update();
            let told = loop {
                let told = tell(Arc::clone(&event)).await;
                if !app.comes_again(&told).await? {
                    break told.unwrap_or_else(|problem| problem.event(language));
                }
            };
            Some((Ok(told), (changes, false)))
        }
    })
}

async fn events(
    State(app): Home,
    Extension(guest): Who,
    Path(TournamentId(id)): Path<TournamentId>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let event = look(&app, &guest, &id).await?;
    let (own, share) = (Arc::clone(&app), guest.share());
    let stream = listen(app, &guest, event, move |event| {
        let (app, share) = (Arc::clone(&own), share.clone());
        async move {
            let told = app.on_worker(share, move |_, _| {
                let told = Event::default().event("tournament").json_data(event.view());
                told.map_err(Problem::trouble)
            });
            told.await
        }
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

async fn drawn(
    State(app): Home,
    Extension(guest): Who,
    Path((TournamentId(id), ChartName(name))): Path<(TournamentId, ChartName)>,
) -> Result<Svg, Problem> {
    let drawn = look_and(&app, &guest, &id, move |_, worker, event| {
        let chart = chart(worker, &name, &event.name, &event.standing())
            .ok_or_else(|| Problem::missing("no-chart", &[("all", &(CHARTS.join(", ")))]))?;
        Ok(Svg::of(worker, chart.svg(Theme::Screen)))
    });
    drawn.await
}

async fn file(
    State(app): Home,
    Extension(guest): Who,
    Path((TournamentId(id), FileName(name))): Path<(TournamentId, FileName)>,
) -> Result<Download, Problem> {
    let event = look(&app, &guest, &id).await?;
    let portion = app.downloads.admit(&guest.share())?;
    let own = Arc::clone(&app);
    let made = move |thinker: &PoolThinker| own.downloads.file(thinker, &event, &name, portion);
    let file = app.pool.think(guest.share(), made).await?;
    Ok(file.sent(&app, guest.share()))
}
