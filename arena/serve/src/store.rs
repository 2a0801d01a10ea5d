//! What outlives the process: a database (`SQLite`) in the server's folder. What was answered is on record
//! before it is answered, so nothing is lost when the process is killed.

use std::{
    fs, io,
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
};

use agon_table::UNFINISHED;
use rusqlite::{Connection, ErrorCode, OptionalExtension, named_params, params};

use crate::{apart::may_wait, problem::Problem};

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

/// Games that nobody is likely to miss. Times are in milliseconds since 1970.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unmissed<'a> {
    /// Those that this guest has begun; anybody's, unless it is named.
    pub(crate) owner: Option<&'a str>,
    /// Those that are over, or were never begun, since before this.
    pub(crate) over_before: i64,
    /// Those that nobody has touched since before this.
    pub(crate) any_before: i64,
}

/// Which of the games where a guest sits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GuestGames<'a> {
    /// Those of a game whose term has this text.
    pub(crate) find: &'a str,
    /// Those that are over, or that are not; all, unless it is said.
    pub(crate) is_over: Option<bool>,
    /// So many are left out.
    pub(crate) from: usize,
}

/// Removes all that is kept of a game.
fn remove(base: &Connection, id: &str) -> Result<(), rusqlite::Error> {
    for table in ["tables", "sitters", "owners"] {
        base.execute(&format!("DELETE FROM {table} WHERE id = ?"), [id])?;
    }
    Ok(())
}

impl Store {
    /// Opens the database in `folder`, and makes it if need be.
    ///
    /// # Errors
    ///
    /// Where that cannot be done, or it is of a later version.
    pub(crate) fn open(folder: &Path) -> Result<Store, String> {
        private_folder(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let path = folder.join("agon.db");
        private_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let named = |error: rusqlite::Error| {
            let what = match error.sqlite_error_code() {
                Some(ErrorCode::NotADatabase) => "this is no database",
                Some(ErrorCode::DatabaseCorrupt) => "this database is damaged",
                _ => return format!("{}: {error}", path.display()),
            };
            let advice =
                "move it away, and the server begins with an empty one; or put a copy in its place";
            format!("{}: {what} of games: {advice}", path.display())
        };
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
             ) STRICT;
             CREATE TABLE IF NOT EXISTS owners (id TEXT PRIMARY KEY, guest TEXT NOT NULL) STRICT;
             CREATE INDEX IF NOT EXISTS owners_by_guest ON owners (guest);",
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

    /// Keeps a game, who sits there, and who has begun it; `now` is in milliseconds since 1970.
    pub(crate) fn put(
        &self,
        id: &str,
        now: i64,
        plies: usize,
        row: &str,
        guests: &[&str],
        owner: &str,
    ) -> Result<(), Problem> {
        let mut base = self.base();
        let change = base.transaction()?;
        change.execute(
            "INSERT INTO tables VALUES (?1, ?2, ?3, ?4) ON CONFLICT (id) DO UPDATE SET changed = ?2, plies \
             = ?3, row = ?4",
            params![id, now, plies as i64, row],
        )?;
        change.execute("INSERT OR IGNORE INTO owners VALUES (?, ?)", params![id, owner])?;
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

    /// How many of them a guest has begun.
    pub(crate) fn count_of(&self, owner: &str) -> Result<usize, Problem> {
        let count: i64 = self.base().query_row(
            "SELECT count(*) FROM owners WHERE guest = ?",
            [owner],
            |row| row.get(0),
        )?;
        Ok(count as usize)
    }

    /// Who has begun the most of them.
    pub(crate) fn greediest(&self) -> Result<String, Problem> {
        let found = self.base().query_row(
            "SELECT guest FROM owners GROUP BY guest ORDER BY count(*) DESC, guest LIMIT 1",
            [],
            |row| row.get(0),
        );
        Ok(found.optional()?.unwrap_or_default())
    }

    /// Forgets such games, the oldest first, so many at most, and says which.
    pub(crate) fn forget(&self, which: &Unmissed<'_>, most: usize) -> Result<Vec<String>, Problem> {
        let mut base = self.base();
        let change = base.transaction()?;
        let gone: Vec<String> = {
            let mut question = change.prepare_cached(
                "SELECT id FROM tables WHERE (:owner IS NULL OR id IN (SELECT id FROM owners WHERE guest = :owner))
                 AND (changed < :any OR (changed < :over AND
                     (plies = 0 OR json_extract(row, '$.saved.ended') <> :unfinished)))
                 ORDER BY changed, id LIMIT :most",
            )?;
            let rows = question.query_map(
                named_params! {
                    ":owner": which.owner,
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
    pub(crate) fn shrink(&self) -> Result<(), Problem> {
        Ok(self.base().execute_batch("VACUUM")?)
    }

    /// Forgets a game.
    pub(crate) fn remove(&self, id: &str) -> Result<(), Problem> {
        let mut base = self.base();
        let change = base.transaction()?;
        remove(&change, id)?;
        Ok(change.commit()?)
    }

    /// Where a guest sits, the latest first, so many at most.
    pub(crate) fn of_guest(
        &self,
        guest: &str,
        which: &GuestGames<'_>,
        most: usize,
    ) -> Result<Vec<Kept>, Problem> {
        let base = self.base();
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

    fn base(&self) -> MutexGuard<'_, Connection> {
        debug_assert!(may_wait(), "the database is asked where nobody may wait");
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes a folder, if need be, that nobody else can look into.
pub(crate) fn private_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Makes a file, if need be, that nobody else can read: what `SQLite` writes beside it is as private as it.
fn private_file(path: &Path) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    #[cfg(unix)]
    if file.metadata().is_ok_and(|about| about.is_file()) {
        use std::os::unix::fs::PermissionsExt as _;
        let private = || fs::Permissions::from_mode(0o600);
        file.set_permissions(private())?;
        for beside in ["agon.db-wal", "agon.db-shm"] {
            let beside = path.with_file_name(beside);
            if beside.is_file() {
                fs::set_permissions(beside, private())?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::{GuestGames, Store, Unmissed};

    #[test]
    fn games_of_a_guest_are_found_by_name_and_state_and_forgotten() {
        let folder = env::temp_dir().join(format!("agon-store-{}", process::id()));
        let store = Store::open(&folder).unwrap();
        let games =
            [("a", "hex(size=5)", "unfinished"), ("b", "nim", "over"), ("c", "Hex", "over")];
        for (at, (id, game, ended)) in (1..).zip(games) {
            let row = format!(r#"{{"saved":{{"game":"{game}","ended":"{ended}"}}}}"#);
            store.put(id, at, 1, &row, &["ann", "ben"], "ann").unwrap();
        }
        let found = |guest: &str, which: GuestGames<'_>, most: usize| {
            let rows = store.of_guest(guest, &which, most).unwrap();
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
        store.remove("b").unwrap();
        assert_eq!((found("ann", all, 9).as_str(), store.count().unwrap()), ("ca", 2));
        assert_eq!((store.get("b").unwrap(), store.count_of("ann").unwrap()), (None, 2));
        let over = Unmissed { owner: None, over_before: 9, any_before: 0 };
        assert_eq!(store.forget(&over, 9).unwrap(), ["c"]);
        assert_eq!(found("ben", all, 9), "a");
        fs::remove_dir_all(&folder).unwrap();
    }
}
