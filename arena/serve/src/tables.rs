//! What people do at tables, through the API and on the pages alike.

use std::{sync::Arc, time::Duration};

use agon_table::SavedGame;
use futures_util::{Stream, stream};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::{sync::watch, time};

use crate::{
    app_state::AppState,
    driver,
    open_table::OpenTable,
    pool::Worker,
    problem::Problem,
    scene::{Scene, SharedView},
    secret::random,
    store::GuestGames,
    table::{NewTable, TableAction, TableLine, TableState},
    view::ThoughtNow,
    visitor::Visitor,
};

/// Which of the games where a guest sits.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct TablesAsked {
    /// Those of a game whose term has this text.
    #[serde(default)]
    pub(crate) find: String,
    /// Those that go on, or that are over.
    #[serde(default)]
    pub(crate) state: Option<Progress>,
    /// So many are left out.
    #[serde(default)]
    pub(crate) from: usize,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Progress {
    Open,
    Over,
}

/// Games of a guest that are told at a time.
const MOST: usize = 50;

/// The games where a guest sits, the latest first, and how many are left out before the next of them.
///
/// # Errors
///
/// Where they cannot be read.
pub(crate) fn own_tables(
    worker: &Worker,
    app: &AppState,
    guest: &str,
    asked: &TablesAsked,
) -> Result<(Vec<TableLine>, Option<usize>), Problem> {
    let is_over = asked.state.map(|state| state == Progress::Over);
    let which = GuestGames { find: &asked.find, is_over, from: asked.from };
    // One more says that there is more.
    let mut rows = app.store.of_guest(worker, guest, &which, MOST + 1)?;
    let next = (MOST < rows.len()).then(|| asked.from.saturating_add(MOST));
    rows.truncate(MOST);
    let lines = rows.into_iter().filter_map(|kept| {
        let state = TableState::read(worker, &kept.row).ok()?;
        Some(TableLine::of(kept.id, &state, guest))
    });
    Ok((lines.collect(), next))
}

/// Forgets all games that this guest has begun and that are over.
///
/// # Errors
///
/// Where they cannot be read or removed.
pub(crate) async fn forget_over(app: &Arc<AppState>, guest: &Visitor) -> Result<(), Problem> {
    let id = guest.id.clone();
    let forgotten = app.on_worker(guest.share(), move |app, worker| {
        let mut asked = TablesAsked { state: Some(Progress::Over), ..TablesAsked::default() };
        loop {
            let (lines, next) = own_tables(worker, app, &id, &asked)?;
            let own = lines.iter().filter(|line| line.yours);
            // Those of others stay, and are passed over.
            asked.from += lines.len() - own.clone().count();
            own.clone().try_for_each(|line| app.remove(worker, &line.id, &id))?;
            if next.is_none() {
                return Ok(());
            }
        }
    });
    forgotten.await
}

/// Forgets a game that this guest has begun.
///
/// # Errors
///
/// Where there is none, or somebody else began it.
pub(crate) async fn forget_table(app: &Arc<AppState>, guest: &Visitor, id: &str) -> Result<(), Problem> {
    let (own, id) = (guest.id.clone(), id.to_owned());
    app.on_worker(guest.share(), move |app, worker| app.remove(worker, &id, &own)).await
}

/// Begins a game, and makes something of it.
///
/// # Errors
///
/// Where something in it is wrong, or there is no room; what `make` says.
pub(crate) async fn begin_table<T: Send + 'static>(
    app: &Arc<AppState>,
    guest: &Visitor,
    new: NewTable,
    make: impl FnOnce(&Worker, &Arc<OpenTable>) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let share = guest.share();
    let begun = app.on_worker(guest.share(), move |app, worker| {
        let drawn = (drawn_seed()?, app.pool.at_most());
        let table = app.begin(worker, TableState::of(worker, &new, &share, drawn)?)?;
        look_at(app, &table);
        make(worker, &table)
    });
    begun.await
}

/// A seed that nobody can guess: as large as every program can read a number, so that dice that have fallen don't
/// tell it.
fn drawn_seed() -> Result<u64, Problem> {
    let seed = random().map_err(Problem::trouble)?;
    Ok(u64::from_str_radix(&seed[..13], 16).unwrap_or(0))
}

/// Goes on with a saved game, and makes something of it.
///
/// # Errors
///
/// Where the text is no saved game, or none that is known here; what `make` says.
pub(crate) async fn load_table<T: Send + 'static>(
    app: &Arc<AppState>,
    guest: &Visitor,
    text: String,
    make: impl FnOnce(&Worker, &Arc<OpenTable>) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let share = guest.share();
    let begun = app.on_worker(guest.share(), move |app, worker| {
        let last = text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("");
        let (saved, drawn) = (SavedGame::read(last)?, (drawn_seed()?, app.pool.at_most()));
        let state = TableState::of_saved(worker, &saved, &share, drawn)?;
        let table = app.begin(worker, state)?;
        look_at(app, &table);
        make(worker, &table)
    });
    begun.await
}

/// A table at which a guest looks, and what is made of it.
///
/// # Errors
///
/// Where there is none of that name; what `make` says.
pub(crate) async fn look_and<T: Send + 'static>(
    app: &Arc<AppState>,
    guest: &Visitor,
    id: &str,
    make: impl FnOnce(&Worker, &Arc<OpenTable>) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let id = id.to_owned();
    let looked = app.on_worker(guest.share(), move |app, worker| make(worker, &found(app, worker, &id)?));
    looked.await
}

/// The table of that name, at which somebody looks.
fn found(app: &Arc<AppState>, worker: &Worker, id: &str) -> Result<Arc<OpenTable>, Problem> {
    let table = app.table(worker, id)?;
    look_at(app, &table);
    if table.is_clocked {
        driver::end_if_over(app, worker, &table);
    }
    Ok(table)
}

/// Somebody looks at a table: from now on it is attended to.
fn look_at(app: &Arc<AppState>, table: &Arc<OpenTable>) {
    table.attention.look();
    driver::attend(app, table);
}

/// A table at which a guest looks: found without a thread where it is in memory, and no clock has to be looked at.
///
/// # Errors
///
/// Where there is none of that name.
pub(crate) async fn look(app: &Arc<AppState>, guest: &Visitor, id: &str) -> Result<Arc<OpenTable>, Problem> {
    if let Some(table) = app.held(id).filter(|table| !table.is_clocked) {
        look_at(app, &table);
        return Ok(table);
    }
    look_and(app, guest, id, |_, table| Ok(Arc::clone(table))).await
}

/// A guest who listens to a table, until this is dropped.
pub(crate) struct Presence {
    table: Arc<OpenTable>,
    guest: String,
}

impl Presence {
    pub(crate) fn at(table: &Arc<OpenTable>, guest: &Visitor) -> Presence {
        table.attention.arrive(&guest.id);
        Presence { table: Arc::clone(table), guest: guest.id.clone() }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        if self.table.attention.leave(&self.guest) {
            self.table.scene().forget();
        }
    }
}

/// What a listener hears of a table.
pub(crate) enum TableEvent {
    /// The table has changed, and looks like this now.
    Changed(Arc<Scene>, Arc<SharedView>),
    /// Somebody thinks this, or nothing any more.
    Thinking(Option<ThoughtNow>),
}

/// Who makes of what happens what is told of it.
pub(crate) trait Teller<T>: Fn(&Worker, TableEvent) -> Result<T, Problem> + Send + Sync + 'static {}

impl<T, F: Fn(&Worker, TableEvent) -> Result<T, Problem> + Send + Sync + 'static> Teller<T> for F {}

struct Subscription {
    app: Arc<AppState>,
    table: Arc<OpenTable>,
    guest: Visitor,
    /// Where something is hidden, the version that was told last: of what the guest doesn't see nothing is told.
    known: Option<u64>,
    scenes: watch::Receiver<Arc<Scene>>,
    thinking: watch::Receiver<Option<ThoughtNow>>,
    is_first: bool,
    _here: Presence,
}

/// The least time between two things that are told of one thought.
const PAUSE: Duration = Duration::from_millis(120);

/// What happens at a table, from now on, told to this guest by `tell`: first how it stands. Where there is no room to
/// tell a change, it is told once there is.
pub(crate) fn listen<T: Send + 'static>(
    app: Arc<AppState>,
    table: Arc<OpenTable>,
    guest: Visitor,
    tell: impl Teller<T>,
) -> impl Stream<Item = Result<T, Problem>> {
    let subscription = Subscription {
        scenes: table.scenes.subscribe(),
        thinking: table.thinking.subscribe(),
        is_first: true,
        _here: Presence::at(&table, &guest),
        app,
        table,
        guest,
        known: None,
    };
    stream::unfold((subscription, Arc::new(tell)), async |(mut subscription, tell)| {
        loop {
            let is_thought = subscription.wait().await?;
            let told = if is_thought {
                // The next one comes soon.
                subscription.think(&tell).await.unwrap_or_default().map(Ok)
            } else {
                loop {
                    let told = subscription.look(&tell).await;
                    if !subscription.app.comes_again(&told).await? {
                        break told.transpose();
                    }
                }
            };
            if let Some(told) = told {
                return Some((told, (subscription, tell)));
            }
        }
    })
}

impl Subscription {
    /// Waits until something happens, and whether it is that somebody thinks; nothing any more when the server closes or
    /// the table is gone.
    async fn wait(&mut self) -> Option<bool> {
        if self.is_first {
            self.is_first = false;
            return Some(false);
        }
        let app = Arc::clone(&self.app);
        let is_thought = tokio::select! {
            () = app.closed() => return None,
            changed = self.scenes.changed() => {
                changed.ok()?;
                false
            }
            told = self.thinking.changed() => {
                told.ok()?;
                // What comes of it is told at once.
                tokio::select! {
                    () = time::sleep(PAUSE) => true,
                    changed = self.scenes.changed() => {
                        changed.ok()?;
                        false
                    }
                }
            }
        };
        (!self.table.is_gone()).then_some(is_thought)
    }

    /// Tells what is being thought; nothing where it is hidden from the guest.
    async fn think<T: Send + 'static>(&mut self, tell: &Arc<impl Teller<T>>) -> Result<Option<T>, Problem> {
        let thought = self.thinking.borrow_and_update().clone();
        let (table, guest, tell) = (Arc::clone(&self.table), self.guest.id.clone(), Arc::clone(tell));
        let told = self.app.tell(self.guest.share(), move |worker| {
            let (_, shared) = table.seen(worker, &guest);
            let is_told = !shared.view.hidden || shared.view.your_turn;
            is_told.then(|| tell(worker, TableEvent::Thinking(shared.heard(thought)))).transpose()
        });
        told.await
    }

    /// Tells how the table stands; nothing where what has changed is hidden from the guest.
    async fn look<T: Send + 'static>(&mut self, tell: &Arc<impl Teller<T>>) -> Result<Option<T>, Problem> {
        self.scenes.mark_unchanged();
        let (table, guest, tell, known) =
            (Arc::clone(&self.table), self.guest.id.clone(), Arc::clone(tell), self.known);
        let told = self.app.tell(self.guest.share(), move |worker| {
            let (scene, shared) = table.seen(worker, &guest);
            let version = shared.view.hidden.then_some(shared.view.version);
            if version.is_some() && known == version {
                return Ok(None);
            }
            Ok(Some((version, tell(worker, TableEvent::Changed(scene, shared))?)))
        });
        let Some((version, told)) = told.await? else { return Ok(None) };
        self.known = version;
        Ok(Some(told))
    }
}

/// Does something at the table of that name, and makes something of how it stands then.
///
/// # Errors
///
/// Where there is none, or it cannot be done, or not by this guest; what `make` says.
pub(crate) async fn perform<T: Send + 'static>(
    app: &Arc<AppState>,
    guest: &Visitor,
    id: &str,
    action: TableAction,
    make: impl FnOnce(&Worker, &Arc<OpenTable>) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    if action == TableAction::Hint {
        let table = look(app, guest, id).await?;
        let here = Presence::at(&table, guest);
        driver::advise(app, &table, guest).await?;
        drop(here);
        return app.on_worker(guest.share(), move |_, worker| make(worker, &table)).await;
    }
    let (own, id) = (guest.id.clone(), id.to_owned());
    let done = app.on_worker(guest.share(), move |app, worker| {
        let table = found(app, worker, &id)?;
        act(app, worker, &table, &own, action)?;
        make(worker, &table)
    });
    done.await
}

/// Does something at a table that takes no time.
fn act(app: &AppState, worker: &Worker, table: &OpenTable, guest: &str, action: TableAction) -> Result<(), Problem> {
    let mut state = table.state(worker);
    let now = state.now();
    if state.flag(now) {
        let kept = app.keep(worker, table, &state);
        table.changed(&state);
        kept?;
    }
    state.perform(guest, action, now)?;
    app.settle(worker, table, &mut state)
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        net::Ipv4Addr,
        sync::{
            Arc,
            atomic::{AtomicUsize, Ordering},
        },
    };

    use axum::http::{HeaderMap, Uri};
    use futures_util::StreamExt as _;
    use tokio::runtime::Runtime;

    use super::{TableEvent, begin_table, listen};
    use crate::{app_state::AppState, pool::Worker, problem::Problem, table::NewTable, visitor::Visitor};

    /// A page that is not told of the last change stands still until the next.
    #[test]
    fn what_there_was_no_room_to_tell_is_told_later() {
        let runtime = Runtime::new().unwrap();
        let (app, folder) = AppState::of_test("ear", Ipv4Addr::LOCALHOST, 1, runtime.handle().clone());
        let guest = Visitor::outside(&HeaderMap::new(), &Uri::from_static("/"));
        let new = NewTable { game: "nim".to_owned(), seats: vec!["me".to_owned(); 2], ..NewTable::default() };
        for (refused, failures, told) in [
            (Problem::full("queue-full", &[("count", &1_u64)]), 2, true),
            (Problem::full("ended", &[]), 1, false),
            (Problem::conflict("no-choice", &[]), 1, false),
        ] {
            let tries = Arc::new(AtomicUsize::new(0));
            let (own, refusal) = (Arc::clone(&tries), refused.clone());
            let tell = move |_: &Worker, heard: TableEvent| {
                let is_refused = own.fetch_add(1, Ordering::Relaxed) < failures;
                let TableEvent::Changed(_, shared) = heard else { panic!("nobody thinks") };
                if is_refused { Err(refusal.clone()) } else { Ok(shared.view.version) }
            };
            let heard = runtime.block_on(async {
                let begun = begin_table(&app, &guest, new.clone(), |_, table| Ok(table.clone()));
                let mut subscription = Box::pin(listen(app.clone(), begun.await.unwrap(), guest.clone(), tell));
                subscription.next().await.unwrap()
            });
            assert_eq!(heard.ok(), told.then_some(1), "{refused:?}");
            assert_eq!(tries.load(Ordering::Relaxed), failures + usize::from(told), "{refused:?}");
        }
        app.closing.send_replace(true);
        app.pool.close();
        drop((app, runtime));
        let _ = fs::remove_dir_all(folder);
    }
}
