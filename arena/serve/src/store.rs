//! What outlives the process: a database (`SQLite`) in the server's folder. What was answered is on record
//! before it is answered, so nothing is lost when the process is killed.

use std::{
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
};

use rusqlite::{Connection, OptionalExtension, params};

use crate::problem::Problem;

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

impl Store {
    /// Opens the database in `folder`, and makes it if need be.
    ///
    /// # Errors
    ///
    /// Where that cannot be done, or it is of a later version.
    pub(crate) fn open(folder: &Path) -> Result<Store, String> {
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("{}: {error}", folder.display()))?;
        let path = folder.join("agon.db");
        let named = |error: rusqlite::Error| format!("{}: {error}", path.display());
        let base = Connection::open(&path).map_err(named)?;
        base.busy_timeout(std::time::Duration::from_secs(5)).map_err(named)?;
        base.pragma_update(None, "journal_mode", "WAL").map_err(named)?;
        base.pragma_update(None, "synchronous", "NORMAL").map_err(named)?;
        base.pragma_update(None, "cache_size", -4096).map_err(named)?;
        let version: i64 =
            base.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(named)?;
        if VERSION < version {
            return Err(format!(
                "{}: of version {version}; this agon reads up to {VERSION}",
                path.display()
            ));
        }
        base.execute_batch(
            "CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
             CREATE TABLE IF NOT EXISTS tables (
                 id TEXT PRIMARY KEY, changed INTEGER NOT NULL, plies INTEGER NOT NULL, row TEXT NOT NULL
             ) STRICT;
             CREATE INDEX IF NOT EXISTS tables_by_time ON tables (changed);
             CREATE TABLE IF NOT EXISTS sitters (
                 guest TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (guest, id)
             ) STRICT;",
        )
        .map_err(named)?;
        base.pragma_update(None, "user_version", VERSION).map_err(named)?;
        Ok(Store(Mutex::new(base)))
    }

    /// The secret of that name; `new` is kept if there is none.
    pub(crate) fn secret(&self, name: &str, new: &str) -> Result<String, Problem> {
        let base = self.base();
        base.execute("INSERT OR IGNORE INTO secrets VALUES (?, ?)", params![name, new])?;
        Ok(base.query_row("SELECT value FROM secrets WHERE name = ?", [name], |row| row.get(0))?)
    }

    /// Keeps a game, and who sits there; `now` is in milliseconds since 1970.
    pub(crate) fn put(
        &self,
        id: &str,
        now: i64,
        plies: usize,
        row: &str,
        guests: &[&str],
    ) -> Result<(), Problem> {
        let mut base = self.base();
        let change = base.transaction()?;
        change.execute(
            "INSERT INTO tables VALUES (?1, ?2, ?3, ?4) ON CONFLICT (id) DO UPDATE SET changed = ?2, plies \
             = ?3, row = ?4",
            params![id, now, plies as i64, row],
        )?;
        for guest in guests {
            change.execute("INSERT OR IGNORE INTO sitters VALUES (?, ?)", params![guest, id])?;
        }
        Ok(change.commit()?)
    }

    /// The game of that name, as JSON.
    pub(crate) fn get(&self, id: &str) -> Result<Option<String>, Problem> {
        let base = self.base();
        let found = base.query_row("SELECT row FROM tables WHERE id = ?", [id], |row| row.get(0));
        Ok(found.optional()?)
    }

    /// How many games there are.
    pub(crate) fn count(&self) -> Result<usize, Problem> {
        let count: i64 =
            self.base().query_row("SELECT count(*) FROM tables", [], |row| row.get(0))?;
        Ok(count as usize)
    }

    /// Forgets games in which nobody has moved since `before`, the oldest first, so many at most.
    pub(crate) fn forget_unplayed(&self, before: i64, most: usize) -> Result<usize, Problem> {
        let base = self.base();
        let gone = base.execute(
            "DELETE FROM tables WHERE id IN (SELECT id FROM tables WHERE plies = 0 AND changed < ? ORDER BY \
             changed LIMIT ?)",
            params![before, most as i64],
        )?;
        base.execute("DELETE FROM sitters WHERE id NOT IN (SELECT id FROM tables)", [])?;
        Ok(gone)
    }

    /// Where a guest sits, the latest first, so many at most.
    pub(crate) fn of_guest(&self, guest: &str, most: usize) -> Result<Vec<Kept>, Problem> {
        let base = self.base();
        let mut question = base.prepare_cached(
            "SELECT tables.id, row FROM tables JOIN sitters ON sitters.id = tables.id WHERE guest = ? \
             ORDER BY changed DESC, tables.id LIMIT ?",
        )?;
        let rows = question.query_map(params![guest, most as i64], |row| {
            Ok(Kept { id: row.get(0)?, row: row.get(1)? })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn base(&self) -> MutexGuard<'_, Connection> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
