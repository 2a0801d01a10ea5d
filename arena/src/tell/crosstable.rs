//! The standings, with each entry's results against each other, or at each game: one table, for the terminal, a wiki, a
//! paper and a page.

use std::{collections::BTreeMap, fmt::Write as _, iter};

use unicode_width::UnicodeWidthStr;

use crate::{
    ask::format::Format,
    tally::{
        ratings::{Rated, RatedBound},
        totals::Tally,
    },
    tell::{
        section_entry::{SectionEntry, StandingEntry, TriesEntry},
        style::Style,
    },
};

/// What tables call players, by their names.
pub(super) type PlayerLabels<'a> = BTreeMap<&'a str, &'a str>;

/// Rows of cells; the first row is the head.
pub(crate) struct Crosstable {
    rows: Vec<Vec<TableCell>>,
    /// Whether cells with short forms are of pairs, rather than games.
    has_pairs: bool,
    /// How many players there are, if the columns of pairs are left out because these are too many to be read.
    crowd: Option<usize>,
}

#[derive(Clone, Default)]
pub(crate) struct TableCell {
    text: String,
    is_left: bool,
    /// For narrow tables: a short form, and the part that it omits.
    brief: Option<(String, String)>,
}

impl Crosstable {
    /// The players of a section in the order of the standings, called by their labels, with the columns that are
    /// useful there.
    pub(super) fn of(section: &SectionEntry, format: Format, by: &PlayerLabels<'_>) -> Crosstable {
        let crowd = Some(section.standings.len()).filter(|&players| MOST_CROSSED < players && section.seats != 1);
        Crosstable { crowd, ..Crosstable::with(&columns(section, format, by)) }
    }

    /// The same for paper: the most informative columns, as many as fit.
    pub(super) fn on_paper(of: &SectionEntry, format: Format, by: &PlayerLabels<'_>) -> Crosstable {
        const MOST_TOLD: [&str; 10] = ["#", "player", "Elo", "points", "games", "%", "mean payoff", "W", "D", "L"];
        let columns = columns(of, format, by);
        let called = |name: &&str| columns.iter().find(|column| column[0].text == **name).cloned();
        let mut chosen: Vec<Vec<TableCell>> = MOST_TOLD.iter().filter_map(called).collect();
        // The columns that may be omitted, the last first.
        let results = chosen.iter().position(|column| column[0].text == "W");
        let mut less: Vec<usize> = results.into_iter().chain([chosen.len()]).collect();
        let is_of_pair = |column: &&Vec<TableCell>| column[0].brief.is_some();
        let short = |cell: &TableCell| TableCell::right(cell.short());
        let pairs = columns.iter().filter(is_of_pair);
        chosen.extend(pairs.map(|column| column.iter().map(short).collect()));
        let mut table = Crosstable::with(&chosen);
        while let Some(columns) = less.pop().filter(|_| TEXT_WIDTH < table.points()) {
            table.rows.iter_mut().for_each(|row| row.truncate(columns));
        }
        table
    }

    /// A table of columns that start with their heads.
    fn with(columns: &[Vec<TableCell>]) -> Crosstable {
        let rows = columns.first().map_or(0, Vec::len);
        let row = |row: usize| columns.iter().map(|column| column[row].clone()).collect();
        Crosstable { rows: (0..rows).map(row).collect(), has_pairs: true, crowd: None }
    }

    /// Whether a column has this name.
    pub(crate) fn has(&self, column: &str) -> bool {
        self.rows[0].iter().any(|cell| cell.text == column)
    }

    /// Its width on paper, in points.
    fn points(&self) -> usize {
        self.widths(|cell| self.set(cell)).iter().map(|width| 5 * width + 12).sum()
    }

    /// A table of players and games.
    pub(crate) fn over_games(rows: Vec<Vec<TableCell>>) -> Crosstable {
        Crosstable { rows, has_pairs: false, crowd: None }
    }

    /// Text in columns as wide as their widest cell. If that is too wide for `style`, cells of pairs have their points
    /// only, or are left out, and then columns that follow from others; the last line says so.
    pub(crate) fn text(&self, style: Style) -> String {
        let fits = |widths: &[usize]| {
            let whole: usize = widths.iter().map(|width| 2 + width).sum();
            style.width.is_none_or(|width| whole <= width)
        };
        let full = self.widths(TableCell::full);
        let crowd = self.crowded().map_or(String::new(), |note| format!("  ({note})\n"));
        if fits(&full) {
            return self.columns(&full, style, TableCell::full) + &crowd;
        }
        let mut table = Crosstable { rows: self.rows.clone(), ..*self };
        let mut missing = Vec::new();
        if !fits(&table.widths(TableCell::short)) {
            let pairs = self.rows[0].iter().position(|cell| cell.brief.is_some());
            table.rows.iter_mut().for_each(|row| row.truncate(pairs.unwrap_or(row.len())));
            missing.extend(pairs.map(|_| if self.has_pairs { "pairs" } else { "ranks by game" }));
        }
        for columns in LEAST_TOLD {
            if !fits(&table.widths(TableCell::short)) {
                missing.extend(columns.iter().filter(|column| table.leave_out(column)));
            }
        }
        let mut out = table.columns(&table.widths(TableCell::short), style, TableCell::short);
        out.push_str(&crowd);
        let note = match &missing[..] {
            [] if self.crowd.is_some() => return out,
            [] if self.has_pairs => "pairs by points alone".to_owned(),
            [] => "ranks alone".to_owned(),
            missing => format!("without {}", missing.join(", ")),
        };
        let whole = style.whole.map_or(String::new(), |how| format!("; {how}"));
        let _ = writeln!(out, "  ({note}: the whole table is too wide{whole})");
        out
    }

    /// Leaves out the column with this name; returns whether there is one.
    fn leave_out(&mut self, column: &str) -> bool {
        let at = self.rows[0].iter().position(|cell| cell.text == column);
        if let Some(at) = at {
            self.rows.iter_mut().for_each(|row| drop(row.remove(at)));
        }
        at.is_some()
    }

    fn widths(&self, text: impl Fn(&TableCell) -> &str) -> Vec<usize> {
        let mut widths = vec![0; self.rows.iter().map(Vec::len).max().unwrap_or(0)];
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(text(cell).width());
            }
        }
        widths
    }

    /// The first columns, as many as there are widths.
    fn columns(&self, widths: &[usize], style: Style, text: impl Fn(&TableCell) -> &str) -> String {
        let mut out = String::new();
        for (number, row) in self.rows.iter().enumerate() {
            let mut line = String::new();
            for (width, cell) in widths.iter().zip(row) {
                let text = text(cell);
                let gap = " ".repeat(width - text.width());
                let (before, after) = if cell.is_left { ("", &gap[..]) } else { (&gap[..], "") };
                let _ = write!(line, "  {before}{text}{after}");
            }
            let line = line.trim_end();
            out.push_str(&if number == 0 { style.bold(line) } else { line.to_owned() });
            out.push('\n');
        }
        out
    }

    /// As a Markdown table; `escape` escapes text.
    pub(crate) fn markdown(&self, escape: &dyn Fn(&str) -> String) -> String {
        let mut out = String::new();
        for (number, row) in self.rows.iter().enumerate() {
            for cell in row {
                let _ = write!(out, "| {} ", escape(&cell.text));
            }
            out.push_str("|\n");
            if number == 0 {
                for cell in row {
                    out.push_str(if cell.is_left { "|:--" } else { "|--:" });
                }
                out.push_str("|\n");
            }
        }
        out
    }

    /// As a LaTeX table, in letters small enough to fit; `escape` escapes text.
    pub(crate) fn latex(&self, escape: &dyn Fn(&str) -> String) -> String {
        let size = match self.points() {
            wide if wide <= TEXT_WIDTH => "",
            wide if 9 * wide <= 10 * TEXT_WIDTH => "\\small\n",
            _ => "\\footnotesize\n",
        };
        let sides = self.rows[0].iter().map(|cell| if cell.is_left { 'l' } else { 'r' });
        let mut out = format!("{size}\\begin{{tabular}}{{{}}}\n\\hline\n", sides.collect::<String>());
        for (number, row) in self.rows.iter().enumerate() {
            let cells: Vec<String> = row.iter().map(|cell| escape(self.set(cell))).collect();
            let line = if number == 0 || number + 1 == self.rows.len() { " \\hline" } else { "" };
            let _ = writeln!(out, "{} \\\\{line}", cells.join(" & "));
        }
        out.push_str("\\end{tabular}\n");
        out
    }

    /// The form of a cell that fits on paper.
    fn set<'a>(&self, cell: &'a TableCell) -> &'a str {
        if self.has_pairs { cell.short() } else { cell.full() }
    }

    /// What is said where there are no columns of pairs, because there would be too many.
    pub(crate) fn crowded(&self) -> Option<String> {
        let players = self.crowd?;
        Some(format!(
            "without pairs: {players} players are too many for a crosstable; the result as data has all pairs that met"
        ))
    }

    /// As an HTML table; `escape` escapes text.
    pub(crate) fn html(&self, escape: &dyn Fn(&str) -> String) -> String {
        let mut out = "<table>".to_owned();
        for (number, row) in self.rows.iter().enumerate() {
            out.push_str("<tr>");
            let tag = if number == 0 { "th" } else { "td" };
            for cell in row {
                let (text, title) = match &cell.brief {
                    Some((text, title)) if self.has_pairs => (text, format!(" title='{}'", escape(title))),
                    _ => (&cell.text, String::new()),
                };
                let class = if cell.is_left { " class=l" } else { "" };
                let scope = if number == 0 { " scope=col" } else { "" };
                let _ = write!(out, "<{tag}{scope}{class}{title}>{}", escape(text));
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</table>\n");
        out
    }
}

/// With more players than this a table has no columns of pairs: of a league hardly anybody met anybody, and the cells
/// would take the square of its players.
const MOST_CROSSED: usize = 100;

/// Columns left out for lack of room, which follow from others, in this order.
const LEAST_TOLD: [&[&str]; 4] = [&["SB"], &["BH1", "BH"], &["W", "D", "L"], &["games"]];

/// The width of a page of LaTeX's class `article`, in points.
const TEXT_WIDTH: usize = 345;

/// The ratings of a section in words, by name, if all of them belong to one scale.
fn elo(groups: &[Vec<Rated>]) -> Option<BTreeMap<&str, String>> {
    let is_rated = |group: &&Vec<Rated>| 1 < group.len() && group.iter().all(|one| one.elo.is_some());
    if groups.iter().filter(is_rated).count() != 1 {
        return None;
    }
    let words = |rated: &Rated| match (rated.bound, rated.elo.zip(rated.error)) {
        (Some(RatedBound { at_least: Some(elo), .. }), _) => format!("≥ {:+.0}", whole(elo)),
        (Some(RatedBound { at_most, .. }), _) => {
            format!("≤ {:+.0}", whole(at_most.unwrap_or_default()))
        }
        (None, Some((elo, error))) => format!("{:+.0} ± {error:.0}", whole(elo)),
        (None, None) => "–".to_owned(),
    };
    Some(groups.iter().flatten().map(|one| (&*one.name, words(one))).collect())
}

/// A number without its decimals, and without a negative zero.
fn whole(number: f64) -> f64 {
    number.round() + 0.0
}

/// All columns that are useful for a section, each with its head.
fn columns(section: &SectionEntry, format: Format, by: &PlayerLabels<'_>) -> Vec<Vec<TableCell>> {
    let standings = &section.standings;
    let with = |head: TableCell, cell: &dyn Fn(&StandingEntry) -> TableCell| -> Vec<TableCell> {
        iter::once(head).chain(standings.iter().map(cell)).collect()
    };
    let right = |head: &str, text: &dyn Fn(&StandingEntry) -> String| {
        with(TableCell::right(head), &|one| TableCell::right(&text(one)))
    };
    // Entries that share a place with the one above are still found by row.
    let place = |(row, &StandingEntry { place, .. }): (usize, &StandingEntry)| {
        TableCell::right(&if place == row + 1 { format!("{place}") } else { format!("={place}") })
    };
    let numbers = iter::once(TableCell::right("#")).chain(standings.iter().enumerate().map(place));
    let mut found = vec![numbers.collect()];
    found.push(with(TableCell::left("player"), &|one| {
        TableCell::left(by.get(&*one.name).copied().unwrap_or(&one.name))
    }));
    let mean = |one: &StandingEntry| match (one.mean_payoff, one.payoff_error) {
        (Some(mean), Some(error)) => format!("{} ± {}", signed(mean), thousandths(error)),
        (Some(mean), None) => signed(mean),
        (None, _) => "–".to_owned(),
    };
    if section.is_by_payoff() {
        found.push(right("mean payoff", &mean));
    } else if let Some(elo) = elo(&section.ratings) {
        found.push(right("Elo", &|one| elo.get(&*one.name).map_or("–", String::as_str).to_owned()));
    }
    if matches!(format, Format::Swiss { .. }) {
        let tenths = |value: Option<f64>| format!("{:.1}", value.unwrap_or_default());
        found.push(right("meetings", &|one| tenths(one.meeting_points)));
        found.push(right("BH1", &|one| tenths(one.buchholz_cut1)));
        found.push(right("BH", &|one| tenths(one.buchholz)));
    }
    if has_berger(section, format) {
        let berger = |one: &StandingEntry| one.sonneborn_berger.unwrap_or_default();
        found.push(right("SB", &|one| format!("{:.2}", berger(one))));
    }
    let games = right("games", &|one| one.games.to_string());
    // Whether there are other seats to score against.
    let has_others = section.seats != 1;
    if has_others {
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        found.push(right("points", &|one| points(one.tally())));
        found.push(games);
        found.push(right("W", &|one| one.wins.to_string()));
        found.push(right("D", &|one| one.draws.to_string()));
        found.push(right("L", &|one| one.losses.to_string()));
        found.push(right("%", &|one| one.tally().share().map_or("–".to_owned(), percent)));
    } else {
        found.push(games);
    }
    if !section.is_by_payoff() && (section.seats != 2 || section.graded) {
        found.push(right("mean payoff", &mean));
    }
    if standings.iter().any(|one| one.all_faults() != 0) {
        found.push(right("faults", &|one| one.all_faults().to_string()));
    }
    if standings.iter().any(|one| one.tries.is_some()) {
        let tried = |one: &StandingEntry, text: &dyn Fn(TriesEntry) -> String| one.tries.map_or("–".to_owned(), text);
        found.push(right("tries", &|one| tried(one, &|tries| format!("{:.2}", tries.per_move))));
        found.push(right("by words", &|one| tried(one, &|tries| tries.games_lost.to_string())));
    }
    if !has_others || MOST_CROSSED < standings.len() {
        return found;
    }
    let met = section.met();
    for (n, other) in (1..).zip(standings) {
        let made = |one: &StandingEntry| met.get(&(&*one.name, &*other.name)).copied();
        if section.is_by_payoff() {
            let cell = |one: &_| made(one).and_then(|(_, payoff)| payoff);
            found.push(right(&format!("{n}: payoff"), &|one| cell(one).map_or("·".to_owned(), signed)));
            continue;
        }
        let head = TableCell {
            brief: Some((format!("{n}"), "points, W-D-L".to_owned())),
            ..TableCell::right(&format!("{n}: pts W-D-L"))
        };
        let tally = |one: &_| made(one).map_or_else(Tally::default, |(tally, _)| tally);
        found.push(with(head, &|one| TableCell::pair(one.name == other.name, tally(one))));
    }
    found
}

/// Whether Sonneborn–Berger is informative: not in a match of all, and not if one entry meets all.
pub(super) fn has_berger(section: &SectionEntry, format: Format) -> bool {
    let seats = usize::from(section.seats);
    match format {
        Format::RoundRobin if section.is_by_payoff() => false,
        Format::RoundRobin => 1 < seats && seats < section.standings.len(),
        Format::Swiss { .. } => true,
        _ => false,
    }
}

/// A number with three decimals; nothing is less than nothing.
fn signed(value: f64) -> String {
    match thousandths(value) {
        text if 0.0 < value => format!("+{text}"),
        text => text,
    }
}

pub(crate) fn thousandths(value: f64) -> String {
    match format!("{value:.3}") {
        text if text == "-0.000" => "0.000".to_owned(),
        text => text,
    }
}

fn points(tally: Tally) -> String {
    format!("{:.1}", tally.points())
}

impl TableCell {
    fn full(&self) -> &str {
        &self.text
    }

    /// The short form.
    fn short(&self) -> &str {
        self.brief.as_ref().map_or(&self.text, |(text, _)| text)
    }

    pub(crate) fn right(text: &str) -> TableCell {
        TableCell { text: text.to_owned(), ..TableCell::default() }
    }

    pub(crate) fn left(text: &str) -> TableCell {
        TableCell { is_left: true, ..TableCell::right(text) }
    }

    /// A text, with its short form.
    pub(crate) fn briefly(text: &str, brief: &str) -> TableCell {
        TableCell { brief: Some((brief.to_owned(), String::new())), ..TableCell::right(text) }
    }

    /// The result of one entry against another.
    fn pair(is_itself: bool, pair: Tally) -> TableCell {
        if is_itself {
            return TableCell::right("·");
        }
        if pair.games() == 0 {
            return TableCell::right("–");
        }
        let (points, results) = (points(pair), format!("{}-{}-{}", pair.wins, pair.draws, pair.losses));
        TableCell { brief: Some((points.clone(), results.clone())), ..TableCell::right(&format!("{points} {results}")) }
    }
}

#[cfg(test)]
mod tests;
