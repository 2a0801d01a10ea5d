//! A journal as a database, to be queried.

use std::{
    collections::BTreeSet,
    io::{self, Write},
    path::Path,
};

use agon_core::line::write_line;
use rusqlite::{Connection, params};

use crate::{
    ask::rules::Worded,
    plan::schedule::Plan,
    play::{played::Played, thought::MoveThought},
    tally::score::Score,
    tell::{
        export::{Export, points},
        lines::{TryEntry, detail},
    },
};

/// The tables, as they are made, and as help shows them.
const SCHEMA: &str = "\
CREATE TABLE meta (         -- what this file is: schema, agon (its version), identity (of the
  key TEXT PRIMARY KEY,     -- tournament), fingerprint (of the games), games (how many)
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE tournament (   -- one row
  seed TEXT NOT NULL,       -- a whole number of up to 64 bits
  format TEXT NOT NULL,
  rounds INTEGER,           -- as asked for; NULL: as many as it takes
  faults TEXT NOT NULL,     -- what became of games with a fault: forfeit, replay, stop
  stop TEXT,                -- the rule by which it might end early
  canonical TEXT NOT NULL   -- all that the results depend on, as JSON
) STRICT;
CREATE TABLE players (
  id INTEGER PRIMARY KEY,   -- in the order of signing up, from 1
  name TEXT NOT NULL UNIQUE,
  player TEXT NOT NULL      -- the player with its options
) STRICT;
CREATE TABLE sections (     -- what is played
  id INTEGER PRIMARY KEY,   -- from 1
  game TEXT NOT NULL,       -- the game with its options
  seats INTEGER NOT NULL,
  openings INTEGER NOT NULL,
  random_plies INTEGER NOT NULL,
  seatings TEXT NOT NULL,
  nodes INTEGER,            -- limits: NULL is none
  move_time INTEGER,        -- milliseconds
  max_plies INTEGER NOT NULL,
  resign TEXT,              -- the rules by which agreed values end a game; NULL is none
  draw TEXT
) STRICT;
CREATE TABLE openings (     -- those that were played
  section INTEGER NOT NULL REFERENCES sections,
  number INTEGER NOT NULL,  -- from 0, as everywhere
  name TEXT,                -- of an opening from a file
  position TEXT,            -- where its games begin; NULL is the game's own start
  moves TEXT NOT NULL,      -- the opening's moves, from there
  PRIMARY KEY (section, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE games (
  id INTEGER PRIMARY KEY,   -- the number in the plan, from 0, as everywhere
  section INTEGER NOT NULL REFERENCES sections,
  opening INTEGER NOT NULL,
  round INTEGER,            -- from 1, in formats of rounds
  ended TEXT NOT NULL,      -- over, too long, adjudicated loss or draw, void, or the fault
  detail TEXT,              -- the fault's message
  plies INTEGER NOT NULL,   -- with those of the opening
  moves TEXT NOT NULL,      -- all of them, the opening's and chance's too
  FOREIGN KEY (section, opening) REFERENCES openings
) STRICT;
CREATE TABLE seats (        -- who sat where, and what came of it
  game INTEGER NOT NULL REFERENCES games,
  seat INTEGER NOT NULL,    -- from 1
  player INTEGER NOT NULL REFERENCES players,
  payoff REAL,              -- NULL if the game is void or was not played
  points REAL,              -- one for every other seat that got less, half for the same
  fault TEXT,               -- what this player did wrong, if it did
  PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE thoughts (     -- what players thought of their moves, where that is kept
  game INTEGER NOT NULL REFERENCES games,
  ply INTEGER NOT NULL,     -- from 0: which of the moves
  value REAL,               -- in payoffs, for who chose; NULL is not told
  bound TEXT,               -- exact as far as the search went, lower, upper, or sample; NULL without value
  depth INTEGER,
  nodes INTEGER NOT NULL,
  time INTEGER,             -- milliseconds, where players go by a clock
  note TEXT,                -- what else the player had to say
  PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
CREATE TABLE tries (        -- what players with second tries said, where there is something to tell
  game INTEGER NOT NULL REFERENCES games,
  number INTEGER NOT NULL,  -- from 0, in the order in which they came
  ply INTEGER NOT NULL,     -- for which of the moves; one more than there are, where the game ended by it
  seat INTEGER NOT NULL,    -- from 1
  verdict TEXT NOT NULL,    -- illegal, unreadable, unasked; or legal, where it tells its usage
  text TEXT NOT NULL,       -- its beginning; empty of a legal move
  time INTEGER,             -- milliseconds, where players go by a clock
  usage TEXT NOT NULL,      -- what the answer took, by the program's own account: numbers by name, as JSON
  PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX games_by_opening ON games (section, opening);
CREATE INDEX seats_by_player ON seats (player, game);
CREATE VIEW standings AS    -- points of everybody in every section
  SELECT section, name, count(points) AS games, total(points) AS points,
         avg(payoff) AS mean_payoff, count(fault) AS faults
  FROM seats JOIN games ON game = games.id JOIN players ON seats.player = players.id
  GROUP BY section, seats.player ORDER BY section, points DESC;
";

/// The form of the tables; it changes when they do.
const VERSION: &str = "agon.sqlite/4";

/// Writes a journal as an `SQLite` database, whose schema documents its tables.
pub struct Sqlite {
    database: Connection,
    has_begun: bool,
    /// The openings that are there already, by section and number.
    openings: BTreeSet<(usize, u64)>,
    /// The block of the first game of the section that is being written.
    first: Option<(usize, usize)>,
}

impl Sqlite {
    /// A database without games at `path`, where an empty file may exist. It is complete only after
    /// [`end`](Export::end).
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn create(path: &Path) -> io::Result<Sqlite> {
        let database = Connection::open(path).map_err(io::Error::other)?;
        // A file that is thrown away unless it becomes whole needs no journal of its own.
        let begin = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;";
        database.execute_batch(begin).and_then(|()| database.execute_batch(SCHEMA)).map_err(io::Error::other)?;
        Ok(Sqlite { database, has_begun: false, openings: BTreeSet::new(), first: None })
    }

    fn add(&mut self, game: &Played<'_>) -> rusqlite::Result<()> {
        let (fixture, record, base) = (game.fixture, game.record, game.base());
        let section = fixture.section as i64 + 1;
        let opening = number(fixture.opening);
        if self.openings.insert((fixture.section, fixture.opening)) {
            let moves = &record.moves[..record.opening as usize];
            self.database.prepare_cached("INSERT INTO openings VALUES (?, ?, ?, ?, ?)")?.execute(params![
                section,
                opening,
                game.chosen().and_then(|chosen| chosen.name.as_deref()),
                game.position(),
                write_line(&base, moves),
            ])?;
        }
        let (_, first) = match self.first {
            Some(first) if first.0 == fixture.section => first,
            _ => *self.first.insert((fixture.section, fixture.block)),
        };
        let round = game.plan.is_round(fixture).then_some((fixture.block - first) as i64 + 1);
        let id = number(record.number);
        self.database.prepare_cached("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)")?.execute(params![
            id,
            section,
            opening,
            round,
            record.ending.word(),
            detail(record),
            record.moves.len() as i64,
            write_line(&base, &record.moves),
        ])?;
        let mut seats = self.database.prepare_cached("INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?)")?;
        for (seat, &entry) in fixture.seats.iter().enumerate() {
            let fault = record.ending.fault().filter(|(at, _)| at.index() == seat);
            seats.execute(params![
                id,
                seat as i64 + 1,
                entry as i64 + 1,
                record.payoffs.get(seat),
                points(record, seat),
                fault.map(|(_, fault)| fault.word()),
            ])?;
        }
        let mut thoughts = self.database.prepare_cached("INSERT INTO thoughts VALUES (?, ?, ?, ?, ?, ?, ?, ?)")?;
        for thought in &record.thoughts {
            let MoveThought { ply, value, bound, depth, nodes, time, note } = thought;
            let (bound, time) = (value.map(|_| bound.name()), time.map(number));
            thoughts.execute(params![id, ply, value, bound, depth, number(*nodes), time, note])?;
        }
        let mut tries = self.database.prepare_cached("INSERT INTO tries VALUES (?, ?, ?, ?, ?, ?, ?, ?)")?;
        for (at, one) in (0i64..).zip(&record.tries.kept) {
            let TryEntry { ply, seat, verdict, text, time, usage } = TryEntry::of(one);
            let usage = serde_json::to_string(&usage).expect("names and numbers are always JSON");
            tries.execute(params![id, at, ply, seat, verdict, text, time.map(number), usage])?;
        }
        Ok(())
    }

    /// Writes everything known before the first game.
    fn begin(&mut self, plan: &Plan) -> rusqlite::Result<()> {
        self.has_begun = true;
        let (database, tournament) = (&self.database, plan.tournament());
        database.execute(
            "INSERT INTO tournament VALUES (?, ?, ?, ?, ?, ?)",
            params![
                tournament.seed.0.to_string(),
                tournament.format.word(),
                tournament.format.asked_rounds(),
                tournament.faults.word(),
                tournament.stop.as_ref().map(|stop| stop.term.as_str()),
                tournament.canonical(),
            ],
        )?;
        for (id, entry) in (1i64..).zip(&tournament.entries) {
            database.execute("INSERT INTO players VALUES (?, ?, ?)", params![id, entry.name, entry.player.term])?;
        }
        for (id, section) in (1i64..).zip(&tournament.sections) {
            database.execute(
                "INSERT INTO sections VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                params![
                    id,
                    section.game.term,
                    section.facts.seats,
                    number(section.openings),
                    section.plies,
                    section.seating.word(),
                    section.budget.nodes.map(number),
                    section.move_time.map(number),
                    section.max_plies,
                    section.resign.as_ref().map(|rule| rule.term.as_str()),
                    section.draw.as_ref().map(|rule| rule.term.as_str()),
                ],
            )?;
        }
        Ok(())
    }

    /// Writes everything known after the last one.
    fn finish(&mut self, plan: &Plan, score: &Score) -> rusqlite::Result<()> {
        for (key, value) in [
            ("schema", VERSION.to_owned()),
            ("agon", env!("CARGO_PKG_VERSION").to_owned()),
            ("identity", plan.tournament().identity()),
            ("fingerprint", score.fingerprint.text()),
            ("games", score.games.to_string()),
        ] {
            self.database.execute("INSERT INTO meta VALUES (?, ?)", params![key, value])?;
        }
        self.database.execute_batch("COMMIT; PRAGMA optimize;")
    }
}

impl Export for Sqlite {
    fn game(&mut self, game: &Played<'_>, _out: &mut dyn Write) -> io::Result<()> {
        if !self.has_begun {
            self.begin(game.plan).map_err(io::Error::other)?;
        }
        self.add(game).map_err(io::Error::other)
    }

    fn end(&mut self, plan: &Plan, score: &Score, _out: &mut dyn Write) -> io::Result<()> {
        if !self.has_begun {
            self.begin(plan).map_err(io::Error::other)?;
        }
        self.finish(plan, score).map_err(io::Error::other)
    }
}

/// A count as a signed number of the database; too large ones become the largest.
fn number(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
