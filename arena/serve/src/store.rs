//! What outlives the process: a database (`SQLite`) in the server's folder. What was answered is on record
//! before it is answered, so nothing is lost when the process is killed.

use std::{
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
};

use agon_table::UNFINISHED;
use rusqlite::{Connection, ErrorCode, OptionalExtension, ToSql, named_params, params, params_from_iter};

use crate::{files, pool::Worker, problem::Problem};

/// The version of its tables.
const VERSION: i64 = 1;

/// The database.
pub(crate) struct Store(Mutex<Connection>);

/// A game on record, in short.
pub(crate) struct Kept {
    pub(crate) id: String,
    /// The row, as JSON.
    pub(crate) row: String,
}

/// Whose games.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Beginner<'a> {
    Anybody,
    /// Those that this guest has begun.
    Guest(&'a str),
    /// Those that were begun at this address.
    Address(&'a str),
}

/// Games that can be forgotten. Times are in milliseconds since 1970.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unmissed<'a> {
    pub(crate) of: Beginner<'a>,
    /// Those that are over since before this.
    pub(crate) over_before: i64,
    /// Those that nobody has touched since before this, however they stand.
    pub(crate) any_before: i64,
}

/// Which of the games where a guest sits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GuestGames<'a> {
    /// Those of a game whose term has this text.
    pub(crate) find: &'a str,
    /// Only finished games, or only unfinished ones; all if `None`.
    pub(crate) is_over: Option<bool>,
    /// The number of games that are skipped.
    pub(crate) from: usize,
}

/// Removes all that is kept of a game.
fn remove(base: &Connection, id: &str) -> Result<(), rusqlite::Error> {
    for table in ["tables", "sitters", "owners", "addresses"] {
        base.execute(&format!("DELETE FROM {table} WHERE id = ?"), [id])?;
    }
    Ok(())
}

/// The database at `path`. On a full disk there is no room for the file by which programs share it: alone it is read
/// without one, and written again when there is room.
fn opened(path: &Path, is_alone: bool) -> Result<Connection, rusqlite::Error> {
    let base = Connection::open(path)?;
    base.busy_timeout(std::time::Duration::from_secs(5))?;
    if is_alone {
        base.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    }
    base.pragma_update(None, "journal_mode", "WAL")?;
    base.pragma_update(None, "synchronous", "NORMAL")?;
    base.pragma_update(None, "cache_size", -4096)?;
    version(&base)?;
    Ok(base)
}

/// The version of the tables in it.
fn version(base: &Connection) -> Result<i64, rusqlite::Error> {
    base.query_row("PRAGMA user_version", [], |row| row.get(0))
}

impl Store {
    /// Opens the database in `folder`, and makes it if need be.
    ///
    /// # Errors
    ///
    /// Where that cannot be done, or it is of a later version.
    pub(crate) fn open(folder: &Path) -> Result<Store, String> {
        let path = folder.join("agon.db");
        // What `SQLite` writes beside it is as private as it.
        files::file(&path)
            .and_then(|()| files::mend(folder, &["db", "db-wal", "db-shm"]))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let named = |error: rusqlite::Error| {
            let what = match error.sqlite_error_code() {
                Some(ErrorCode::NotADatabase) => "this is no database",
                Some(ErrorCode::DatabaseCorrupt) => "this database is damaged",
                _ => return format!("{}: {error}", path.display()),
            };
            let advice = "move it away, and the server begins with an empty one; or put a copy in its place";
            format!("{}: {what} of games: {advice}", path.display())
        };
        let base = opened(&path, false).or_else(|error| match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure | ErrorCode::CannotOpen) => opened(&path, true),
            _ => Err(error),
        });
        let base = base.map_err(named)?;
        let version = version(&base).map_err(named)?;
        if VERSION < version {
            return Err(format!("{}: of version {version}; this agon reads up to {VERSION}", path.display()));
        }
        base.execute_batch(
            "CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
             CREATE TABLE IF NOT EXISTS tables (
                 id TEXT PRIMARY KEY, changed INTEGER NOT NULL, plies INTEGER NOT NULL, row TEXT NOT NULL
             ) STRICT;
             CREATE INDEX IF NOT EXISTS tables_by_time ON tables (changed);
             CREATE TABLE IF NOT EXISTS sitters (
                 guest TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (guest, id)
             ) STRICT;
             CREATE TABLE IF NOT EXISTS owners (id TEXT PRIMARY KEY, guest TEXT NOT NULL) STRICT;
             CREATE INDEX IF NOT EXISTS owners_by_guest ON owners (guest);
             CREATE TABLE IF NOT EXISTS addresses (id TEXT PRIMARY KEY, address TEXT NOT NULL) STRICT;
             CREATE INDEX IF NOT EXISTS addresses_by_address ON addresses (address);",
        )
        .map_err(named)?;
        // On a full disk what is there already can be read.
        if version < VERSION {
            base.pragma_update(None, "user_version", VERSION).map_err(named)?;
        }
        Ok(Store(Mutex::new(base)))
    }

    /// The secret of that name; `new` is kept if there is none.
    pub(crate) fn secret(&self, worker: &Worker, name: &str, new: &str) -> Result<String, Problem> {
        let base = self.base(worker);
        let ask = "SELECT value FROM secrets WHERE name = ?";
        if let Some(known) = base.query_row(ask, [name], |row| row.get(0)).optional()? {
            return Ok(known);
        }
        base.execute("INSERT INTO secrets VALUES (?, ?)", params![name, new])?;
        Ok(new.to_owned())
    }

    /// Keeps a game, who sits there, and who has begun it; `now` is in milliseconds since 1970.
    pub(crate) fn put(
        &self,
        worker: &Worker,
        (id, now): (&str, i64),
        plies: usize,
        row: &str,
        guests: &[&str],
        (owner, address): (&str, &str),
    ) -> Result<(), Problem> {
        let mut base = self.base(worker);
        let change = base.transaction()?;
        let run = |question: &str, with: &[&dyn ToSql]| change.prepare_cached(question)?.execute(with);
        run(
            "INSERT INTO tables VALUES (?1, ?2, ?3, ?4) ON CONFLICT (id) DO UPDATE SET changed = ?2, plies \
             = ?3, row = ?4",
            params![id, now, plies as i64, row],
        )?;
        run("INSERT OR IGNORE INTO owners VALUES (?, ?)", params![id, owner])?;
        run("INSERT OR IGNORE INTO addresses VALUES (?, ?)", params![id, address])?;
        for guest in guests {
            run("INSERT OR IGNORE INTO sitters VALUES (?, ?)", params![guest, id])?;
        }
        Ok(change.commit()?)
    }

    /// The game of that name, as JSON.
    pub(crate) fn get(&self, worker: &Worker, id: &str) -> Result<Option<String>, Problem> {
        let base = self.base(worker);
        let found = base.query_row("SELECT row FROM tables WHERE id = ?", [id], |row| row.get(0));
        Ok(found.optional()?)
    }

    /// How many games somebody has begun.
    pub(crate) fn count(&self, worker: &Worker, of: Beginner<'_>) -> Result<usize, Problem> {
        let base = self.base(worker);
        let count = |question: &str, with: &[&str]| {
            base.query_row(question, params_from_iter(with), |row| row.get::<_, i64>(0))
        };
        let count = match of {
            Beginner::Anybody => count("SELECT count(*) FROM tables", &[]),
            Beginner::Guest(guest) => count("SELECT count(*) FROM owners WHERE guest = ?", &[guest]),
            Beginner::Address(address) => count("SELECT count(*) FROM addresses WHERE address = ?", &[address]),
        };
        Ok(count? as usize)
    }

    /// Deletes such games, the oldest first, at most this number, and returns which.
    pub(crate) fn forget(&self, worker: &Worker, which: &Unmissed<'_>, most: usize) -> Result<Vec<String>, Problem> {
        let (guest, address) = match which.of {
            Beginner::Anybody => (None, None),
            Beginner::Guest(guest) => (Some(guest), None),
            Beginner::Address(address) => (None, Some(address)),
        };
        let mut base = self.base(worker);
        let change = base.transaction()?;
        let gone: Vec<String> = {
            let mut question = change.prepare_cached(
                "SELECT id FROM tables WHERE (:guest IS NULL OR id IN (SELECT id FROM owners WHERE guest = :guest))
                 AND (:address IS NULL OR id IN (SELECT id FROM addresses WHERE address = :address))
                 AND (changed < :any OR (changed < :over AND json_extract(row, '$.saved.ended') <> :unfinished))
                 ORDER BY changed, id LIMIT :most",
            )?;
            let rows = question.query_map(
                named_params! {
                    ":guest": guest,
                    ":address": address,
                    ":any": which.any_before,
                    ":over": which.over_before,
                    ":unfinished": UNFINISHED,
                    ":most": i64::try_from(most).unwrap_or(i64::MAX),
                },
                |row| row.get(0),
            )?;
            rows.collect::<Result<_, _>>()?
        };
        for id in &gone {
            remove(&change, id)?;
        }
        change.commit()?;
        Ok(gone)
    }

    /// Gives back the room of what was forgotten.
    pub(crate) fn shrink(&self, worker: &Worker) -> Result<(), Problem> {
        Ok(self.base(worker).execute_batch("VACUUM")?)
    }

    /// Forgets a game.
    pub(crate) fn remove(&self, worker: &Worker, id: &str) -> Result<(), Problem> {
        let mut base = self.base(worker);
        let change = base.transaction()?;
        remove(&change, id)?;
        Ok(change.commit()?)
    }

    /// The games in which a guest sits, the latest first, at most this number.
    pub(crate) fn of_guest(
        &self,
        worker: &Worker,
        guest: &str,
        which: &GuestGames<'_>,
        most: usize,
    ) -> Result<Vec<Kept>, Problem> {
        let base = self.base(worker);
        let mut question = base.prepare_cached(
            "SELECT tables.id, row FROM tables JOIN sitters ON sitters.id = tables.id WHERE guest = :guest
             AND instr(lower(json_extract(row, '$.saved.game')), lower(:find)) > 0
             AND (:over IS NULL OR :over = (json_extract(row, '$.saved.ended') <> :unfinished))
             ORDER BY changed DESC, tables.id LIMIT :most OFFSET :from",
        )?;
        let number = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        let rows = question.query_map(
            named_params! {
                ":guest": guest,
                ":find": which.find,
                ":over": which.is_over,
                ":unfinished": UNFINISHED,
                ":most": number(most),
                ":from": number(which.from),
            },
            |row| Ok(Kept { id: row.get(0)?, row: row.get(1)? }),
        )?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn base(&self, _: &Worker) -> MutexGuard<'_, Connection> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::{Beginner, GuestGames, Store, Unmissed, Worker};

    #[test]
    fn games_of_a_guest_are_found_by_name_and_state_and_forgotten() {
        let folder = env::temp_dir().join(format!("agon-store-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (store, worker) = (Store::open(&folder).unwrap(), &Worker::of_test());
        let games = [("a", "hex(size=5)", "unfinished"), ("b", "nim", "over"), ("c", "Hex", "over")];
        for (at, (id, game, ended)) in (1..).zip(games) {
            let row = format!(r#"{{"saved":{{"game":"{game}","ended":"{ended}"}}}}"#);
            store.put(worker, (id, at), 1, &row, &["ann", "ben"], ("ann", "here")).unwrap();
        }
        let found = |guest: &str, which: GuestGames<'_>, most: usize| {
            let rows = store.of_guest(worker, guest, &which, most).unwrap();
            rows.into_iter().map(|kept| kept.id).collect::<String>()
        };
        let all = GuestGames::default();
        assert_eq!(found("ann", all, 9), "cba");
        assert_eq!(found("ben", all, 2), "cb");
        assert_eq!(found("ben", GuestGames { from: 2, ..all }, 2), "a");
        assert_eq!(found("zoe", all, 9), "");
        assert_eq!(found("ann", GuestGames { find: "hEX", ..all }, 9), "ca");
        // Signs that mean something elsewhere are signs.
        assert_eq!(found("ann", GuestGames { find: "%", ..all }, 9), "");
        assert_eq!(found("ann", GuestGames { is_over: Some(false), ..all }, 9), "a");
        assert_eq!(found("ann", GuestGames { find: "hex", is_over: Some(true), from: 0 }, 9), "c");
        store.remove(worker, "b").unwrap();
        assert_eq!(found("ann", all, 9), "ca");
        assert_eq!(store.get(worker, "b").unwrap(), None);
        let count = |of: Beginner<'_>| store.count(worker, of).unwrap();
        assert_eq!((count(Beginner::Anybody), count(Beginner::Guest("ann"))), (2, 2));
        assert_eq!((count(Beginner::Address("here")), count(Beginner::Guest("ben"))), (2, 0));
        for of in [Beginner::Guest("ben"), Beginner::Address("there")] {
            let over = Unmissed { of, over_before: 9, any_before: 9 };
            assert!(store.forget(worker, &over, 9).unwrap().is_empty(), "{of:?}");
        }
        let over = Unmissed { of: Beginner::Address("here"), over_before: 9, any_before: 0 };
        assert_eq!(store.forget(worker, &over, 9).unwrap(), ["c"]);
        assert_eq!(found("ben", all, 9), "a");
        assert_eq!(count(Beginner::Address("here")), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
