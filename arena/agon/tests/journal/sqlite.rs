//! A journal as a database, read back.

use rusqlite::{Connection, types::FromSql};
use serde_json::Value;

use crate::agon::Folder;

const SEVERAL: &str = "\
openings = 6
random-plies = 1
skip-unsupported = true
players = ['random', 'minimax(depth=9)', { name = \"it's \\\"b\\\"\", player = 'random' }]
[[games]]
game = 'nim(2+3)'
[[games]]
game = 'pig(target=10)'
max-plies = 9
[[games]]
game = 'tic-tac-toe'
opening-file = 'book.txt'
openings = 3
";

/// All rows of a question with one column.
fn column<T: FromSql>(database: &Connection, question: &str) -> Vec<T> {
    let mut question = database.prepare(question).expect("the question is well-formed");
    let rows = question.query_map([], |row| row.get(0)).expect("it can be asked");
    rows.map(|row| row.expect("a row has one column of that type")).collect()
}

#[test]
fn the_database_holds_what_the_standings_add_up_to() {
    let folder = Folder::with("sqlite", SEVERAL);
    folder.write("book.txt", b"\"Corner\" a1 b2\nb2 a1\n.../.X./O..\n");
    let result: Value = serde_json::from_slice(&folder.done("run t.toml --json")).unwrap();
    folder.done("report games t.journal --to sqlite -o t.db");
    assert!(!folder.path("t.db.unfinished").exists());
    let database = Connection::open(folder.path("t.db")).unwrap();

    assert_eq!(column::<String>(&database, "PRAGMA integrity_check"), ["ok"]);
    assert!(column::<String>(&database, "PRAGMA foreign_key_check").is_empty());
    for (key, expected) in [
        ("schema", &Value::from("agon.sqlite/4")),
        ("fingerprint", &result["fingerprint"]),
        ("identity", &Value::from(identity(&folder))),
    ] {
        let found = column::<String>(&database, &format!("SELECT value FROM meta WHERE key = '{key}'"));
        assert_eq!(&Value::from(found[0].as_str()), expected, "{key}");
    }

    // Points, games, faults and mean payoffs of everybody in every game.
    let sections = result["sections"].as_array().unwrap();
    let mut rows = database.prepare("SELECT * FROM standings WHERE section = ?").unwrap();
    for (number, section) in (1..).zip(sections) {
        let mut found: Vec<(String, i64, f64, f64)> = rows
            .query_map([number], |row| Ok((row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        found.sort_by(|one, other| one.0.cmp(&other.0));
        let mut expected: Vec<(String, i64, f64, f64)> = section["standings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| {
                (
                    row["name"].as_str().unwrap().to_owned(),
                    row["games"].as_i64().unwrap(),
                    row["points"].as_f64().unwrap(),
                    row["mean_payoff"].as_f64().unwrap(),
                )
            })
            .collect();
        expected.sort_by(|one, other| one.0.cmp(&other.0));
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!((&found.0, found.1, found.2), (&expected.0, expected.1, expected.2));
            assert!((found.3 - expected.3).abs() < 1e-9, "{found:?} {expected:?}");
        }
        let games = format!("SELECT count(*) FROM games WHERE section = {number}");
        assert_eq!(column::<i64>(&database, &games), [section["games"].as_i64().unwrap()]);
    }
    let ended = "SELECT DISTINCT ended FROM games WHERE section = 2 ORDER BY 1";
    assert_eq!(column::<String>(&database, ended), ["over", "too long"]);

    // The chosen openings, and games that begin with them.
    let names = "SELECT coalesce(name, '') || '|' || coalesce(position, '') || '|' || moves
                 FROM openings WHERE section = 3 ORDER BY number";
    let expected = ["Corner||a1 b2", "||b2 a1", "|.../.X./O..|"];
    assert_eq!(column::<String>(&database, names), expected);
    let strays = "SELECT count(*) FROM games JOIN openings USING (section)
                  WHERE number = opening AND games.moves NOT LIKE openings.moves || '%'";
    assert_eq!(column::<i64>(&database, strays), [0]);

    // Written again over the old one, it is the same; a failure leaves the old one alone.
    let before = folder.read("t.db");
    folder.done("report games t.journal --to sqlite -o t.db");
    assert_eq!(folder.read("t.db"), before);
    folder.fails(1, "report games nowhere.journal --to sqlite -o t.db");
    assert_eq!(folder.read("t.db"), before);
    assert!(!folder.path("t.db.unfinished").exists());
    assert!(folder.fails(2, "report games t.journal --to sqlite").contains("--out"));
}

/// The identity of the tournament, from the header of its journal.
fn identity(folder: &Folder) -> String {
    let journal = folder.read("t.journal");
    let text = String::from_utf8_lossy(&journal);
    let identity = text.split("\"identity\":\"").nth(1).and_then(|rest| rest.split('"').next());
    identity.expect("the header has an identity").to_owned()
}

#[test]
fn thoughts_stand_in_a_table_of_their_own_and_agree_with_the_lines() {
    let file = "openings = 2\nplayers = ['mix(minimax(depth=2), mcts(iterations=9))', 'minimax']\n\
                games = ['tic-tac-toe']\n\
                thoughts = true\nresign = { value = 1, plies = 3 }\n";
    let folder = Folder::with("sqlite-thoughts", file);
    folder.done("run t.toml");
    folder.done("report games t.journal --to sqlite -o t.db");
    let database = Connection::open(folder.path("t.db")).unwrap();
    let lines = String::from_utf8(folder.done("report games t.journal --to jsonl")).unwrap();
    let mut expected = Vec::new();
    for (game, line) in lines.lines().enumerate() {
        let line: Value = serde_json::from_str(line).unwrap();
        for (ply, thought) in line["thoughts"].as_array().unwrap().iter().enumerate() {
            if !thought.is_null() {
                let value = thought["value"].as_f64().unwrap();
                let (depth, nodes) = (&thought["depth"], &thought["nodes"]);
                let bound = thought["bound"].as_str().unwrap_or("exact");
                let note = thought["note"].as_str().unwrap_or("none");
                expected.push(format!("{game} {ply} {value:?} {bound} {depth} {nodes} {note}"));
            }
        }
    }
    let all = "SELECT format('%d %d %s %s %s %d %s', game, ply, value, bound, coalesce(depth,                'null'), nodes, coalesce(note, 'none')) FROM thoughts";
    assert_eq!(column::<String>(&database, all), expected);
    let rules = "SELECT resign || coalesce(draw, ' alone') FROM sections";
    assert_eq!(column::<String>(&database, rules), ["resign(value=1, plies=3) alone"]);
}

#[test]
fn rounds_are_counted_where_there_are_rounds() {
    let players = "players = ['random', { name = 'b', player = 'random' }, { name = 'c', player = \
                   'random' }, { name = 'd', player = 'random' }]\n";
    let file = format!("format = 'swiss'\nrounds = 3\nopenings = 1\n{players}games = ['nim', 'hex(3)']\n");
    let folder = Folder::with("sqlite-rounds", &file);
    folder.done("run t.toml");
    folder.done("report games t.journal --to sqlite -o t.db");
    let database = Connection::open(folder.path("t.db")).unwrap();
    let rounds = "SELECT section || ':' || round || ':' || count(*) FROM games
                  GROUP BY section, round ORDER BY 1";
    let expected = ["1:1:4", "1:2:4", "1:3:4", "2:1:4", "2:2:4", "2:3:4"];
    assert_eq!(column::<String>(&database, rounds), expected);
}
