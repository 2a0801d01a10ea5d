//! Measurements of games and players, read from the files that the benches write and that the pages of the docs quote.

use std::sync::OnceLock;

/// Every file with measurements, and what it is about.
const FILES: [(&str, &str); 9] = [
    ("How strong the levels are", include_str!("../measured/levels.csv")),
    ("On against off", include_str!("../measured/ideas.csv")),
    ("The same answer for less", include_str!("../measured/savings.csv")),
    ("Knowing the opponent", include_str!("../measured/opponents.csv")),
    ("The ladder", include_str!("../measured/ladder.csv")),
    ("Games that hide something", include_str!("../measured/hidden.csv")),
    ("`strong` beside the search before it", include_str!("../measured/before.csv")),
    ("Models that come with games", include_str!("../measured/models.csv")),
    ("`strong` with and without these models", include_str!("../measured/strong-models.csv")),
];

/// The columns in which games and players stand.
const TERMS: [&str; 5] = ["game", "player", "against", "opponent", "search"];

/// A table of measurements, or a part of one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MeasuredTable {
    /// What it is about.
    pub(crate) title: &'static str,
    pub(crate) heads: Vec<String>,
    /// Games and players stand between backticks.
    pub(crate) rows: Vec<Vec<String>>,
}

impl MeasuredTable {
    /// All tables, in the order of the files.
    fn all() -> &'static [MeasuredTable] {
        static ALL: OnceLock<Vec<MeasuredTable>> = OnceLock::new();
        ALL.get_or_init(|| FILES.into_iter().map(|(title, text)| MeasuredTable::read(title, text)).collect())
    }

    fn read(title: &'static str, text: &str) -> MeasuredTable {
        let mut lines = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes()).into_records();
        let mut line = || Some(lines.next()?.expect("a file of measurements is CSV"));
        let heads: Vec<String> = line().iter().flatten().map(str::to_owned).collect();
        let rows = std::iter::from_fn(|| {
            let cells = line()?;
            let marked = cells.iter().zip(&heads).map(|(cell, head)| {
                let is_term = TERMS.contains(&&**head) && cell.parse::<f64>().is_err();
                if is_term { format!("`{cell}`") } else { cell.to_owned() }
            });
            Some(marked.collect())
        });
        let rows = rows.collect();
        MeasuredTable { title, heads, rows }
    }

    /// The measurements of a game, with any options.
    pub(crate) fn of_game(name: &str) -> Vec<MeasuredTable> {
        let parts = MeasuredTable::all().iter().filter_map(|table| {
            let column = table.heads.iter().position(|head| head == "game")?;
            let rows = table.about(column, name);
            // A column that says the same everywhere says nothing.
            let is_alike = rows.iter().all(|row| bare(&row[column]) == name);
            let own = MeasuredTable { rows, ..table.clone() };
            Some(if is_alike { own.columns(|at| at != column) } else { own })
        });
        parts.filter(|table| !table.rows.is_empty()).collect()
    }

    /// The measurements of a player, with any options.
    pub(crate) fn of_player(name: &str) -> Vec<MeasuredTable> {
        let parts = MeasuredTable::all().iter().filter_map(|table| {
            let column = table.heads.iter().position(|head| head == "player")?;
            Some(MeasuredTable { rows: table.about(column, name), ..table.clone() })
        });
        parts.filter(|table| !table.rows.is_empty()).collect()
    }

    /// The rows with this name, whatever its options, in a column.
    fn about(&self, column: usize, name: &str) -> Vec<Vec<String>> {
        let is_meant = |row: &&Vec<String>| row.get(column).is_some_and(|cell| head_of(cell) == name);
        self.rows.iter().filter(is_meant).cloned().collect()
    }

    fn columns(&self, is_wanted: impl Fn(usize) -> bool) -> MeasuredTable {
        let keep = |row: &Vec<String>| {
            let wanted = row.iter().enumerate().filter(|(at, _)| is_wanted(*at));
            wanted.map(|(_, cell)| cell.clone()).collect()
        };
        let rows = self.rows.iter().map(keep).collect();
        MeasuredTable { title: self.title, heads: keep(&self.heads), rows }
    }
}

/// A cell without the signs that make it code.
pub(crate) fn bare(cell: &str) -> &str {
    cell.trim_matches('`')
}

/// The name at the beginning of a term that is marked as code; empty if it is not.
fn head_of(cell: &str) -> &str {
    let code = cell.strip_prefix('`').and_then(|cell| cell.strip_suffix('`')).unwrap_or("");
    code.split('(').next().unwrap_or(code)
}

#[cfg(test)]
mod tests {
    use agon_roster as _;

    use super::{MeasuredTable, bare};
    use crate::allowed;

    fn row(tables: &[MeasuredTable], title: &str, first: &str) -> Vec<String> {
        let table = tables.iter().find(|table| table.title == title).unwrap();
        table.rows.iter().find(|row| bare(&row[0]) == first).unwrap().clone()
    }

    #[test]
    fn every_row_has_a_cell_for_every_head() {
        let all = MeasuredTable::all();
        for table in all {
            assert!(!table.rows.is_empty(), "{}: {:?}", table.title, table.heads);
            for row in &table.rows {
                assert_eq!(row.len(), table.heads.len(), "{}: {row:?}", table.title);
            }
        }
    }

    #[test]
    fn games_and_players_have_the_measurements_of_the_tables() {
        let chess = MeasuredTable::of_game("chess");
        assert_eq!(chess[0].heads[0], "medium over easy %");
        assert_eq!(chess[0].rows.len(), 1);
        let nodes = row(&chess, "On against off", "table, hint, killers and history");
        assert_eq!(nodes[1], "5000");
        // The rows of a game with options name the options.
        let go = MeasuredTable::of_game("go");
        assert!(go.iter().any(|table| table.rows.iter().flatten().any(|c| *c == "`go(size=7)`")));
        let kuhn = MeasuredTable::of_game("kuhn");
        assert!(bare(&row(&kuhn, "Games that hide something", "equilibrium")[1]).parse::<f64>().unwrap() < 0.001);
        let greedy = MeasuredTable::of_player("greedy");
        assert_eq!(row(&greedy, "The ladder", "greedy")[1], "`random`");
        assert!(MeasuredTable::of_player("human").is_empty());
    }

    #[test]
    fn most_games_and_players_have_measurements() {
        let games = allowed::games().filter(|game| !MeasuredTable::of_game(game.name).is_empty());
        let players = allowed::players().filter(|own| !MeasuredTable::of_player(own.name).is_empty());
        assert!(20 <= games.count() && 8 <= players.count());
    }
}
