//! What people do at tables, through the API and on the pages alike.

use std::{sync::Arc, time::Duration};

use agon_table::{End, GameAction, SavedGame, Sitter};
use futures_util::{Stream, stream};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::{sync::watch, time};

use crate::{
    allowed::short,
    driver,
    house::House,
    open_table::{OpenTable, ThoughtNow},
    pool::Worker,
    problem::Problem,
    secret::random,
    store::GuestGames,
    table::{NewTable, TableState},
    view::TableView,
    visitor::Visitor,
};

/// A game in short.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TableLine {
    pub(crate) id: String,
    pub(crate) game: String,
    /// 0 while the moves are secret.
    pub(crate) moves: usize,
    pub(crate) ended: String,
    pub(crate) your_turn: bool,
    /// Whether the guest has begun it, and may delete it.
    pub(crate) yours: bool,
}

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
    house: &House,
    guest: &str,
    asked: &TablesAsked,
) -> Result<(Vec<TableLine>, Option<usize>), Problem> {
    let is_over = asked.state.map(|state| state == Progress::Over);
    let which = GuestGames { find: &asked.find, is_over, from: asked.from };
    // One more says that there is more.
    let mut rows = house.store.of_guest(worker, guest, &which, MOST + 1)?;
    let next = (MOST < rows.len()).then(|| asked.from.saturating_add(MOST));
    rows.truncate(MOST);
    let lines = rows.into_iter().filter_map(|kept| {
        let state = TableState::read(worker, &kept.row).ok()?;
        Some(TableLine {
            game: state.site().game.term.clone(),
            moves: if state.is_secret() { 0 } else { state.site().line.len() },
            ended: state.ended().unwrap_or(End::Quit).word().to_owned(),
            your_turn: state.is_turn_of(&state.seats_of(guest)),
            yours: state.is_owned(guest),
            id: kept.id,
        })
    });
    Ok((lines.collect(), next))
}

/// Forgets all games that this guest has begun and that are over.
///
/// # Errors
///
/// Where they cannot be read or removed.
pub(crate) async fn forget_over(house: &Arc<House>, guest: &Visitor) -> Result<(), Problem> {
    let id = guest.id.clone();
    let forgotten = house.at_desk(guest.share(), move |house, worker| {
        let mut asked = TablesAsked { state: Some(Progress::Over), ..TablesAsked::default() };
        loop {
            let (lines, next) = own_tables(worker, house, &id, &asked)?;
            let own = lines.iter().filter(|line| line.yours);
            // Those of others stay, and are passed over.
            asked.from += lines.len() - own.clone().count();
            own.clone().try_for_each(|line| house.remove(worker, &line.id, &id))?;
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
pub(crate) async fn forget_table(
    house: &Arc<House>,
    guest: &Visitor,
    id: &str,
) -> Result<(), Problem> {
    let (own, id) = (guest.id.clone(), id.to_owned());
    house.at_desk(guest.share(), move |house, worker| house.remove(worker, &id, &own)).await
}

/// Begins a game, and has its players move.
///
/// # Errors
///
/// Where something in it is wrong, or there is no room.
pub(crate) async fn begin_table(
    house: &Arc<House>,
    guest: &Visitor,
    new: NewTable,
) -> Result<Arc<OpenTable>, Problem> {
    let share = guest.share();
    let begun = house.at_desk(guest.share(), move |house, worker| {
        let drawn = (drawn_seed()?, house.pool.at_most());
        seated(house, worker, TableState::of(worker, &new, &share, drawn)?)
    });
    begun.await
}

/// A game that begins, whose players move from now on.
fn seated(
    house: &Arc<House>,
    worker: &Worker,
    state: TableState,
) -> Result<Arc<OpenTable>, Problem> {
    let table = house.begin(worker, state)?;
    table.look();
    driver::drive(house, worker, &table);
    Ok(table)
}

/// A seed that nobody can guess: as large as every program can read a number, so that dice that have fallen don't
/// tell it.
fn drawn_seed() -> Result<u64, Problem> {
    let seed = random().map_err(Problem::trouble)?;
    Ok(u64::from_str_radix(&seed[..13], 16).unwrap_or(0))
}

/// Goes on with a saved game.
///
/// # Errors
///
/// Where the text is no saved game, or none that is known here.
pub(crate) async fn load_table(
    house: &Arc<House>,
    guest: &Visitor,
    text: String,
) -> Result<Arc<OpenTable>, Problem> {
    let share = guest.share();
    let begun = house.at_desk(guest.share(), move |house, worker| {
        let last = text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("");
        let (saved, drawn) = (SavedGame::read(last)?, (drawn_seed()?, house.pool.at_most()));
        seated(house, worker, TableState::of_saved(worker, &saved, &share, drawn)?)
    });
    begun.await
}

/// A table at which a guest looks, and what is made of it.
///
/// # Errors
///
/// Where there is none of that name; what `make` says.
pub(crate) async fn look_and<T: Send + 'static>(
    house: &Arc<House>,
    guest: &Visitor,
    id: &str,
    make: impl FnOnce(&Worker, &Arc<OpenTable>) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let id = id.to_owned();
    let looked = house.at_desk(guest.share(), move |house, worker| {
        let table = house.table(worker, &id)?;
        table.look();
        driver::drive(house, worker, &table);
        make(worker, &table)
    });
    looked.await
}

/// A table at which a guest looks.
///
/// # Errors
///
/// Where there is none of that name.
pub(crate) async fn look(
    house: &Arc<House>,
    guest: &Visitor,
    id: &str,
) -> Result<Arc<OpenTable>, Problem> {
    look_and(house, guest, id, |_, table| Ok(Arc::clone(table))).await
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
    /// The table has changed.
    Changed,
    /// Somebody thinks this, or nothing any more.
    Thinking(Option<ThoughtNow>),
}

struct Ear {
    house: Arc<House>,
    table: Arc<OpenTable>,
    guest: Visitor,
    /// The version that was heard of last.
    known: Option<u64>,
    changes: watch::Receiver<u64>,
    thinking: watch::Receiver<Option<ThoughtNow>>,
    is_first: bool,
    _here: Presence,
}

/// The least time between two things that are told of one thought.
const PAUSE: Duration = Duration::from_millis(120);

/// What happens at a table, from now on, as this guest hears it: first that there is something to be seen.
pub(crate) fn listen(
    house: Arc<House>,
    table: Arc<OpenTable>,
    guest: Visitor,
) -> impl Stream<Item = Heard> {
    let ear = Ear {
        changes: table.changes.subscribe(),
        thinking: table.thinking.subscribe(),
        is_first: true,
        _here: Presence::at(&table),
        house,
        table,
        guest,
        known: None,
    };
    stream::unfold(ear, async |mut ear| {
        loop {
            let heard = ear.next().await?;
            if ear.is_for_guest(&heard).await {
                return Some((heard, ear));
            }
        }
    })
}

impl Ear {
    /// What happens next; nothing any more when the house closes.
    async fn next(&mut self) -> Option<Heard> {
        if self.is_first {
            self.is_first = false;
            self.changes.borrow_and_update();
            return Some(Heard::Changed);
        }
        let house = Arc::clone(&self.house);
        let heard = tokio::select! {
            () = house.closed() => return None,
            changed = self.changes.changed() => changed.ok().map(|()| Heard::Changed)?,
            told = self.thinking.changed() => {
                told.ok()?;
                time::sleep(PAUSE).await;
                Heard::Thinking(self.thinking.borrow_and_update().clone())
            }
        };
        if self.table.is_gone() {
            return None;
        }
        Some(heard)
    }

    /// Whether the guest may hear it: where something is hidden not that others think, nor that something
    /// changed which the guest doesn't see.
    async fn is_for_guest(&mut self, heard: &Heard) -> bool {
        let (table, guest) = (Arc::clone(&self.table), self.guest.id.clone());
        let (is_thought, hides) = (matches!(heard, Heard::Thinking(_)), self.table.hides);
        if is_thought && !hides {
            return true;
        }
        let looked = self.house.at_desk(self.guest.share(), move |house, worker| {
            if !is_thought {
                driver::drive(house, worker, &table);
            }
            let state = table.state(worker);
            if !state.is_secret() {
                return Ok((true, None));
            }
            if is_thought {
                return Ok((state.is_turn_of(&state.seats_of(&guest)), None));
            }
            Ok((true, Some(TableView::of(worker, &table, &state, &guest).version)))
        });
        // What cannot be looked at is told, and says so itself.
        let Ok((is_told, version)) = looked.await else { return true };
        if is_thought || version.is_none() {
            return is_told;
        }
        let is_new = self.known != version;
        self.known = version;
        is_new
    }
}

/// What can be done at a table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Deed {
    Play(String),
    Sit(u8),
    /// By the rules of the game's table.
    Act(GameAction),
    Hint,
    /// Whoever thinks answers now.
    Stop,
    /// A player that gave no move is asked once more.
    Again,
}

impl Deed {
    /// The deed of that name, if it needs nothing but a name.
    pub(crate) fn named(name: &str) -> Option<Deed> {
        Some(match name {
            "uncover" => Deed::Act(GameAction::Uncover),
            "undo" => Deed::Act(GameAction::Undo),
            "redo" => Deed::Act(GameAction::Redo),
            "resign" => Deed::Act(GameAction::Resign),
            "draw" => Deed::Act(GameAction::Draw),
            "hint" => Deed::Hint,
            "stop" => Deed::Stop,
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
    guest: &Visitor,
    deed: Deed,
) -> Result<(), Problem> {
    if deed == Deed::Hint {
        let _here = Presence::at(table);
        return driver::advise(house, table, guest).await;
    }
    let (own, id) = (Arc::clone(table), guest.id.clone());
    let done = house.at_desk(guest.share(), move |house, worker| {
        let mut state = own.state(worker);
        let now = state.now();
        if state.flag(now) {
            let kept = house.keep(worker, &own, &state);
            own.changed(&state);
            kept?;
        }
        match deed {
            Deed::Play(text) => {
                short(&text)?;
                state.play(&id, &text, now)?;
            }
            Deed::Sit(seat) => state.sit(&id, seat, now)?,
            Deed::Act(action) => state.act(&id, action, now)?,
            Deed::Stop | Deed::Again => {
                if !state.has(&id) && state.sitters().iter().any(Sitter::is_person) {
                    return Err(Problem::forbidden("not-seated", &[]));
                }
                if deed == Deed::Stop {
                    own.epoch.hurry();
                }
                state.fault = None;
            }
            Deed::Hint => {}
        }
        house.settle(worker, &own, &mut state)?;
        drop(state);
        own.look();
        driver::drive(house, worker, &own);
        Ok(())
    });
    done.await
}
