//! `players/STRENGTH.md` says what its data say, and the data have every match that was asked for.

use std::{collections::BTreeSet, fs};

use agon_core::{Seed, registry};
use agon_roster::extensive::{ExtensiveForm, reached_strategy_of};

use crate::workspace;

/// The players whose exploitability is computed here, because that takes little.
const QUICK: &[&str] = &["random", "pimc", "ismcts(iterations=100, choice=share)", "equilibrium(iterations=100)"];

/// The games of this many positions at most, where that takes little.
const SMALL: usize = 15_000;

/// A table: the names of its columns, and its rows.
struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Where the column of this name is.
    fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column == name)
    }

    /// The cells of a row under these columns.
    fn cells<'a>(&'a self, names: &'a [&str]) -> impl Iterator<Item = Vec<&'a str>> {
        let at: Vec<usize> = names.iter().map(|name| self.column(name).unwrap_or_else(|| panic!("{name}"))).collect();
        self.rows.iter().map(move |row| at.iter().map(|&at| &*row[at]).collect())
    }
}

/// A file of `docs/data`.
fn data(name: &str) -> Table {
    let mut reader = csv::Reader::from_path(workspace::root().join("docs/data").join(name)).unwrap();
    let columns = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let rows = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect());
    Table { columns, rows: rows.collect() }
}

fn page() -> String {
    fs::read_to_string(workspace::root().join("players/STRENGTH.md")).unwrap()
}

/// The tables of a page that stand after `<!-- of FILE -->`, with their file.
fn tables(page: &str) -> Vec<(&str, Table)> {
    let cells = |line: &str| -> Vec<String> {
        let cells = line.trim_start_matches("| ").trim_end_matches(" |").split(" | ");
        cells.map(|cell| cell.trim_matches([' ', '|']).replace(['`', '—'], "").replace('−', "-")).collect()
    };
    let parts = page.split("<!-- of ").skip(1).map(|part| part.split_once(" -->\n").unwrap());
    let table = |(file, rest): (_, &str)| {
        let mut lines = rest.lines().take_while(|line| line.starts_with('|'));
        let columns = cells(lines.next().expect("a table stands below the comment"));
        (file, Table { columns, rows: lines.skip(1).map(cells).collect() })
    };
    parts.map(table).collect()
}

/// What a page has that its files have not.
fn faults(page: &str, file: impl Fn(&str) -> Table) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, table) in tables(page) {
        let columns: Vec<&str> = table.columns.iter().map(String::as_str).collect();
        let all = file(name);
        let known: BTreeSet<Vec<&str>> = all.cells(&columns).collect();
        let strange = table.rows.iter().filter(|row| {
            let row: Vec<&str> = row.iter().map(String::as_str).collect();
            !known.contains(&row)
        });
        faults.extend(strange.map(|row| format!("{name} has no row {row:?}")));
    }
    faults
}

#[test]
fn every_row_of_strength_and_of_the_readme_is_one_of_its_data() {
    let page = page();
    assert!(8 <= tables(&page).len() && tables(&page).iter().all(|(_, table)| !table.rows.is_empty()));
    let readme = fs::read_to_string(workspace::root().join("README.md")).unwrap();
    assert_eq!(tables(&readme).len(), 1);
    let faults = [&page, &readme].map(|page| faults(page, data)).concat();
    assert!(faults.is_empty(), "{faults:#?}");
    for entry in fs::read_dir(workspace::root().join("docs/data")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let others =
            ["games", "levels", "numbers", "players"].map(|page| workspace::root().join(format!("docs/{page}.md")));
        let others = others.map(|page| fs::read_to_string(page).unwrap());
        let is_led_to = page.contains(&format!("](../docs/data/{name})"))
            || others.iter().any(|page| page.contains(&format!("](data/{name})")));
        assert!(is_led_to, "no page leads to {name}");
    }
}

#[test]
fn a_figure_that_its_data_do_not_have_is_found() {
    let file = |_: &str| Table {
        columns: ["game", "idea", "Elo"].map(str::to_owned).to_vec(),
        rows: vec![["chess", "pvs", "-5"].map(str::to_owned).to_vec()],
    };
    let page =
        |elo: &str| format!("Text.\n<!-- of x.csv -->\n| game | Elo |\n|---|---:|\n| `chess` | {elo} |\n\nMore.\n");
    assert_eq!(faults(&page("−5"), file), [""; 0]);
    assert_eq!(faults(&page("+5"), file).len(), 1);
}

#[test]
fn the_data_of_strength_have_every_match_of_the_bench_in_its_order() {
    let text = fs::read_to_string(workspace::root().join("tests/benches/strength.txt")).unwrap();
    let mut asked: [Vec<Vec<&str>>; 4] = Default::default();
    let mut kind = "";
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[') {
            kind = name.trim_end_matches(']');
            continue;
        }
        let fields: Vec<&str> = line.split(" | ").collect();
        match (kind, &fields[..]) {
            ("ideas", [game, _, openings, nodes, idea, ..]) => asked[0].push(vec![idea, game, nodes, openings]),
            ("savings", [game, idea, ..]) => asked[1].push(vec![idea, game]),
            ("models", [game, opponent, player]) => asked[2].push(vec![player, opponent, game]),
            ("ladders", [game, _, openings, rung, below]) => asked[3].push(vec![rung, below, game, openings]),
            other => unreachable!("{other:?}"),
        }
    }
    let files: [(&str, &[&str]); 4] = [
        ("ideas.csv", &["idea", "game", "nodes", "openings"]),
        ("savings.csv", &["idea", "game"]),
        ("opponents.csv", &["player", "opponent", "game"]),
        ("ladder.csv", &["player", "against", "game", "openings"]),
    ];
    for ((file, columns), asked) in files.into_iter().zip(asked) {
        let table = data(file);
        let has: Vec<Vec<&str>> = table.cells(columns).collect();
        assert!(!asked.is_empty() && has == asked, "{file} is not what tests/benches/strength.txt asks for");
    }
}

#[test]
fn every_player_is_measured_at_every_game_that_hides_something() {
    let table = data("hidden.csv");
    let pairs: Vec<Vec<&str>> = table.cells(&["game", "player"]).collect();
    let games: BTreeSet<&str> = pairs.iter().map(|pair| pair[0]).collect();
    let players: BTreeSet<&str> = pairs.iter().map(|pair| pair[1]).collect();
    let all: BTreeSet<Vec<&str>> = games.iter().flat_map(|&game| players.iter().map(move |&p| vec![game, p])).collect();
    assert_eq!(pairs.len(), all.len());
    assert_eq!(pairs.into_iter().collect::<BTreeSet<_>>(), all);
    for game in ["kuhn", "leduc", "goofspiel", "liars-dice", "oshi-zumo", "dark-hex", "battleship"] {
        assert!(games.iter().any(|term| term.split('(').next() == Some(game)), "{game} is not measured");
    }
    assert!(9 <= games.len() && 13 <= players.len(), "{games:?} {players:?}");
}

/// Which the command of the page prints as well.
#[test]
fn what_can_be_won_from_quick_players_is_as_the_data_have_it() {
    let table = data("hidden.csv");
    let rows: Vec<Vec<&str>> = table.cells(&["game", "player", "exploitability"]).collect();
    let mut compared = 0;
    for of_a_game in rows.chunk_by(|one, next| one[0] == next[0]) {
        let start = registry::game(of_a_game[0][0]).unwrap().start;
        let form = ExtensiveForm::of(&start, SMALL).unwrap();
        for row in of_a_game.iter().filter(|row| QUICK.contains(&row[1])) {
            let named = registry::player(row[1]).unwrap();
            let strategy = reached_strategy_of(&form, &start, &named, Seed(1), 1).unwrap();
            let found = form.nash_conv(&strategy) / f64::from(form.seats());
            assert_eq!(format!("{:.4}", found.abs()), row[2], "{} at {}", row[1], row[0]);
            compared += 1;
        }
    }
    assert!(36 <= compared, "{compared}");
}
