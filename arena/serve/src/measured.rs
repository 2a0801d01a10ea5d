//! Measurements of games and players, read from the tables that the benches write.

/// Every page with measurements.
const PAGES: [&str; 2] = [include_str!("../measured/levels.md"), include_str!("../measured/players.md")];

/// A table of measurements, or a part of one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MeasuredTable {
    /// The heading above it.
    pub(crate) title: &'static str,
    pub(crate) heads: Vec<&'static str>,
    pub(crate) rows: Vec<Vec<&'static str>>,
}

impl MeasuredTable {
    /// All tables of the pages, in their order.
    fn all() -> Vec<MeasuredTable> {
        let mut found: Vec<MeasuredTable> = Vec::new();
        for page in PAGES {
            let (mut title, mut is_open) = ("", false);
            for line in page.lines() {
                if let Some(heading) = line.trim_start_matches('#').strip_prefix(' ')
                    && line.starts_with('#')
                {
                    title = heading;
                }
                let cells = cells(line);
                match found.last_mut() {
                    _ if cells.is_empty() => is_open = false,
                    Some(table) if is_open => {
                        // Below the heads stands a line that only aligns.
                        if !cells.iter().all(|cell| cell.chars().all(|c| "-:".contains(c))) {
                            table.rows.push(cells);
                        }
                    }
                    _ => {
                        found.push(MeasuredTable { title, heads: cells, rows: Vec::new() });
                        is_open = true;
                    }
                }
            }
        }
        found
    }

    /// The measurements of a game, with any options.
    pub(crate) fn of_game(name: &str) -> Vec<MeasuredTable> {
        let parts = MeasuredTable::all().into_iter().filter_map(|table| {
            if let Some(column) = table.heads.iter().position(|head| *head == "game") {
                let rows = table.about(column, name);
                // A column that says the same everywhere says nothing.
                let is_alike = rows.iter().all(|row| bare(row[column]) == name);
                let own = MeasuredTable { rows, ..table };
                return Some(if is_alike { own.columns(|at| at != column) } else { own });
            }
            // Each game has a column.
            let is_meant = |(at, head): (usize, &&str)| at == 0 || head_of(head) == name;
            let meant: Vec<bool> = table.heads.iter().enumerate().map(is_meant).collect();
            (1 < meant.iter().filter(|is_meant| **is_meant).count()).then(|| table.columns(|at| meant[at]))
        });
        parts.filter(|table| !table.rows.is_empty()).collect()
    }

    /// The measurements of a player, with any options.
    pub(crate) fn of_player(name: &str) -> Vec<MeasuredTable> {
        // Whatever a table is about stands first in its rows.
        let parts = MeasuredTable::all().into_iter().map(|table| MeasuredTable { rows: table.about(0, name), ..table });
        parts.filter(|table| !table.rows.is_empty()).collect()
    }

    /// The rows with this name, whatever its options, in a column.
    fn about(&self, column: usize, name: &str) -> Vec<Vec<&'static str>> {
        let is_meant = |row: &&Vec<&str>| row.get(column).is_some_and(|cell| head_of(cell) == name);
        self.rows.iter().filter(is_meant).cloned().collect()
    }

    fn columns(&self, is_wanted: impl Fn(usize) -> bool) -> MeasuredTable {
        let keep = |row: &Vec<&'static str>| {
            let wanted = row.iter().enumerate().filter(|(at, _)| is_wanted(*at));
            wanted.map(|(_, cell)| *cell).collect()
        };
        let rows = self.rows.iter().map(keep).collect();
        MeasuredTable { title: self.title, heads: keep(&self.heads), rows }
    }
}

/// The cells of a line of a table; none where it is no such line.
fn cells(line: &'static str) -> Vec<&'static str> {
    let inner = line.strip_prefix('|').and_then(|line| line.strip_suffix('|'));
    inner.map_or_else(Vec::new, |inner| inner.split('|').map(str::trim).collect())
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

    fn row(tables: &[MeasuredTable], title: &str, first: &str) -> Vec<&'static str> {
        let table = tables.iter().find(|table| table.title == title).unwrap();
        table.rows.iter().find(|row| bare(row[0]) == first).unwrap().clone()
    }

    #[test]
    fn every_row_has_a_cell_for_every_head() {
        let all = MeasuredTable::all();
        assert!(8 < all.len(), "{} tables", all.len());
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
        assert_eq!(chess[0].heads, ["medium over easy", "hard over medium", "strongest over hard"]);
        assert_eq!(chess[0].rows.len(), 1);
        let nodes = row(&chess, "On against off", "table, hint, killers and history");
        assert_eq!(nodes[1], "5000");
        // The rows of a game with options name the options.
        let go = MeasuredTable::of_game("go");
        assert!(go.iter().any(|table| table.rows.iter().flatten().any(|c| *c == "`go(size=7)`")));
        let kuhn = MeasuredTable::of_game("kuhn");
        assert_eq!(kuhn.last().unwrap().heads, ["player", "`kuhn`"]);
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
