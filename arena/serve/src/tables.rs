//! What people do at tables, through the API and on the pages alike.

use std::{sync::Arc, time::Duration};

use agon_table::SavedGame;
use futures_util::{Stream, stream};
use serde::Serialize;
use tokio::{sync::watch, time};

use crate::{
    allowed::short,
    apart::apart,
    driver,
    guest::Guest,
    house::House,
    open_table::{OpenTable, Thinking},
    problem::Problem,
    secret::random,
    table::{NewTable, Sitter, TableState},
};

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
        // As large as every program can read a number, so that dice that have fallen don't tell it.
        let seed = u64::from_str_radix(&seed[..13], 16).unwrap_or(0);
        own.begin(TableState::of(&new, &guest.id, seed)?)
    })
    .await?;
    table.look();
    driver::drive(&house, &table);
    Ok(table)
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
                if !state.has(&id) && state.sitters.iter().any(Sitter::is_person) {
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
