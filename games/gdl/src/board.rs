//! A board found in the facts: those of three words, two of which are the rows and columns of a grid.

use std::collections::{BTreeMap, BTreeSet};

use agon_core::picture::Grid;

use crate::net::Net;

/// The most rows, and columns, of a board.
const MOST_LINES: usize = 26;

/// The facts that are places, `(cell 1 1 x)`, and what their numbers are.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) functor: String,
    columns: Vec<String>,
    rows: Vec<String>,
    /// The content of most places at the start, if all have one: it means empty.
    pub(crate) empty: Option<String>,
}

/// The words of a fact without inner parentheses.
pub(crate) fn words(fact: &str) -> Option<Vec<&str>> {
    let inner = fact.strip_prefix('(')?.strip_suffix(')')?;
    (!inner.contains('(')).then(|| inner.split(' ').collect())
}

/// Numbers by their size, before words by their letters.
fn in_order(lines: BTreeSet<&str>) -> Vec<String> {
    let mut lines: Vec<&str> = lines.into_iter().collect();
    lines.sort_by_key(|line| (line.parse::<u64>().unwrap_or(u64::MAX), *line));
    lines.into_iter().map(str::to_owned).collect()
}

/// The largest board among the facts of a net.
pub(crate) fn find(net: &Net) -> Option<Board> {
    let mut found: BTreeMap<&str, (BTreeSet<&str>, BTreeSet<&str>)> = BTreeMap::new();
    for fact in &net.texts {
        if let Some(&[functor, column, row, _]) = words(fact).as_deref() {
            let (columns, rows) = found.entry(functor).or_default();
            columns.insert(column);
            rows.insert(row);
        }
    }
    let is_board = |lines: &BTreeSet<&str>| (2..=MOST_LINES).contains(&lines.len());
    let boards = found.into_iter().filter(|(_, (columns, rows))| is_board(columns) && is_board(rows));
    let (functor, (columns, rows)) =
        boards.max_by_key(|(functor, (columns, rows))| (columns.len() * rows.len(), *functor))?;
    let mut lying: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, fact) in net.texts.iter().enumerate() {
        let holds = net.start[number / 64] >> (number % 64) & 1 == 1;
        if let Some(&[other, _, _, value]) = words(fact).as_deref().filter(|_| holds)
            && other == functor
        {
            *lying.entry(value).or_default() += 1;
        }
    }
    let is_full = columns.len() * rows.len() <= lying.values().sum();
    let most = lying.iter().max_by_key(|&(value, count)| (*count, *value));
    let empty = most.filter(|_| is_full).map(|(value, _)| (*value).to_owned());
    Some(Board { functor: functor.to_owned(), columns: in_order(columns), rows: in_order(rows), empty })
}

impl Board {
    pub(crate) fn grid(&self) -> Grid {
        Grid::new(self.columns.len() as u8, self.rows.len() as u8)
    }

    /// The name of a place on the picture.
    pub(crate) fn place(&self, column: &str, row: &str) -> Option<String> {
        let column = self.columns.iter().position(|other| other == column)?;
        let row = self.rows.iter().position(|other| other == row)?;
        Some(self.grid().name(column as u8, row as u8))
    }
}
