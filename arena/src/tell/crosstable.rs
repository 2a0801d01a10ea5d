//! Who stands where, and how each did against each, or at each game: one table, for the terminal, a wiki,
//! a paper and a page.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr;

use crate::{
    ask::format::Format,
    plan::schedule::Plan,
    rating::Group,
    tally::score::{SectionScore, Tally, Total},
    tell::style::Style,
};

/// Rows of cells; the first row is the head.
pub(crate) struct Crosstable {
    rows: Vec<Vec<TableCell>>,
    /// Whether cells that have fewer words are of pairs, not of games.
    has_pairs: bool,
}

#[derive(Default)]
pub(crate) struct TableCell {
    text: String,
    is_left: bool,
    /// Where there is room for less: fewer words, and what they leave out.
    brief: Option<(String, String)>,
}

impl Crosstable {
    /// The entries of a section in the order of the standings, with the columns that are useful
    /// there.
    pub(crate) fn of(plan: &Plan, score: &SectionScore) -> Crosstable {
        let columns = Columns::of(score);
        let (places, breaks) = (score.places(), score.tie_breaks());
        let labels = plan.tournament().labels();
        let mut rows = vec![columns.head(score)];
        for (row, &(place, i)) in places.iter().enumerate() {
            let total = &score.totals[i];
            let name = &labels[score.entries[i]];
            // Who shares a place with the one above is still found in the columns by its row.
            let label = if place == row + 1 { format!("{place}") } else { format!("={place}") };
            let mut cells = vec![TableCell::right(&label), TableCell::left(name)];
            if let Some(swiss) = breaks[i].swiss {
                cells.extend(
                    [swiss.meeting_points, swiss.buchholz_cut1, swiss.buchholz]
                        .map(|value| TableCell::right(&format!("{value:.1}"))),
                );
            }
            if has_berger(score) {
                cells.push(TableCell::right(&format!("{:.2}", breaks[i].sonneborn_berger)));
            }
            let tally = total.tally;
            if columns.others {
                let share = tally.share().map_or("–".to_owned(), |s| format!("{:.1}", 100.0 * s));
                cells.extend(
                    [
                        points(tally),
                        total.games.to_string(),
                        tally.wins.to_string(),
                        tally.draws.to_string(),
                        tally.losses.to_string(),
                        share,
                    ]
                    .map(|text| TableCell::right(&text)),
                );
            } else {
                cells.push(TableCell::right(&total.games.to_string()));
            }
            if columns.payoff {
                cells.push(TableCell::right(&total.mean().map_or("–".to_owned(), thousandths)));
            }
            if columns.faults {
                cells.push(TableCell::right(&total.all_faults().to_string()));
            }
            if columns.others {
                cells.extend(
                    places.iter().map(|&(_, j)| TableCell::pair(i == j, score.tally(i, j))),
                );
            }
            rows.push(cells);
        }
        Crosstable { rows, has_pairs: true }
    }

    /// The same for a page of paper: with ratings where all can be compared, and as many columns as it has
    /// room for.
    pub(crate) fn on_paper(plan: &Plan, score: &SectionScore) -> Crosstable {
        let columns = Columns::of(score);
        let elo = Elo::of(score);
        let (places, labels) = (score.places(), plan.tournament().labels());
        let right = |texts: &[&str]| -> Vec<TableCell> {
            texts.iter().map(|text| TableCell::right(text)).collect()
        };
        let mut rows = vec![right(&["#"])];
        rows[0].push(TableCell::left("player"));
        rows[0].extend(elo.is_some().then(|| TableCell::right("Elo")));
        rows[0].extend(right(if columns.others { &["points", "games", "%"] } else { &["games"] }));
        rows[0].extend(columns.payoff.then(|| TableCell::right("mean payoff")));
        // What may be left out, the last first.
        let mut less = Vec::new();
        if columns.others {
            less.push(rows[0].len());
            rows[0].extend(right(&["W", "D", "L"]));
            less.push(rows[0].len());
            rows[0].extend((1..=places.len()).map(|n| TableCell::right(&n.to_string())));
        }
        for (row, &(place, i)) in places.iter().enumerate() {
            let Total { games, tally, .. } = score.totals[i];
            let name = &labels[score.entries[i]];
            let label = if place == row + 1 { format!("{place}") } else { format!("={place}") };
            let mut cells = vec![TableCell::right(&label), TableCell::left(name)];
            cells.extend(elo.as_ref().map(|elo| TableCell::right(&elo.words(i))));
            let share = tally.share().map_or("–".to_owned(), |s| format!("{:.1}", 100.0 * s));
            let (points, games) = (points(tally), games.to_string());
            let all = [points.as_str(), games.as_str(), share.as_str()];
            cells.extend(right(if columns.others { &all } else { &all[1..2] }));
            let mean = score.totals[i].mean().map_or("–".to_owned(), thousandths);
            cells.extend(columns.payoff.then(|| TableCell::right(&mean)));
            if columns.others {
                let Tally { wins, draws, losses } = tally;
                cells.extend([wins, draws, losses].map(|n| TableCell::right(&n.to_string())));
                let short = |&(_, j): &(usize, usize)| {
                    TableCell::right(TableCell::pair(i == j, score.tally(i, j)).short())
                };
                cells.extend(places.iter().map(short));
            }
            rows.push(cells);
        }
        let mut table = Crosstable { rows, has_pairs: true };
        while let Some(columns) = less.pop().filter(|_| TEXT_WIDTH < table.points()) {
            table.rows.iter_mut().for_each(|row| row.truncate(columns));
        }
        table
    }

    /// Whether a column is called so.
    pub(crate) fn has(&self, column: &str) -> bool {
        self.rows[0].iter().any(|cell| cell.text == column)
    }

    /// How wide it is in the letters that papers are set in, in points.
    fn points(&self) -> usize {
        self.widths(|cell| self.set(cell)).iter().map(|width| 5 * width + 12).sum()
    }

    /// A table of players and games.
    pub(crate) fn over_games(rows: Vec<Vec<TableCell>>) -> Crosstable {
        Crosstable { rows, has_pairs: false }
    }

    /// In columns as wide as their widest cell. Where that is too wide for `style`, pairs have
    /// their points only, or are left out altogether, and the last line says so.
    pub(crate) fn text(&self, style: Style) -> String {
        let fits = |widths: &[usize]| {
            let whole: usize = widths.iter().map(|width| 2 + width).sum();
            style.width.is_none_or(|width| whole <= width)
        };
        let full = self.widths(TableCell::full);
        if fits(&full) {
            return self.columns(&full, style, TableCell::full);
        }
        let mut widths = self.widths(TableCell::short);
        let pairs = self.rows[0].iter().position(|cell| cell.brief.is_some());
        let note = if fits(&widths) {
            if self.has_pairs { "pairs by points alone" } else { "ranks alone" }
        } else {
            widths.truncate(pairs.unwrap_or(widths.len()));
            if self.has_pairs { "no pairs" } else { "mean ranks alone" }
        };
        let mut out = self.columns(&widths, style, TableCell::short);
        if pairs.is_some() {
            let _ = writeln!(out, "  ({note}: the whole table is too wide; --full shows it)");
        }
        out
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

    /// As many columns as there are widths.
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

    /// As a table of Markdown; `escape` makes text harmless there.
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

    /// As a table of LaTeX, in letters so small that it fits; `escape` makes text harmless there.
    pub(crate) fn latex(&self, escape: &dyn Fn(&str) -> String) -> String {
        let size = match self.points() {
            wide if wide <= TEXT_WIDTH => "",
            wide if 9 * wide <= 10 * TEXT_WIDTH => "\\small\n",
            _ => "\\footnotesize\n",
        };
        let sides = self.rows[0].iter().map(|cell| if cell.is_left { 'l' } else { 'r' });
        let mut out =
            format!("{size}\\begin{{tabular}}{{{}}}\n\\hline\n", sides.collect::<String>());
        for (number, row) in self.rows.iter().enumerate() {
            let cells: Vec<String> = row.iter().map(|cell| escape(self.set(cell))).collect();
            let line = if number == 0 || number + 1 == self.rows.len() { " \\hline" } else { "" };
            let _ = writeln!(out, "{} \\\\{line}", cells.join(" & "));
        }
        out.push_str("\\end{tabular}\n");
        out
    }

    /// What a page of paper has room for.
    fn set<'a>(&self, cell: &'a TableCell) -> &'a str {
        if self.has_pairs { cell.short() } else { cell.full() }
    }

    /// Where the columns of pairs begin, if a page is spared them: of many entries they are many times
    /// as many, and nobody finds anything there.
    pub(crate) fn spared(&self) -> Option<usize> {
        const MOST: usize = 100;
        let pairs = self.rows[0].iter().position(|cell| cell.brief.is_some());
        pairs.filter(|_| self.has_pairs && MOST < self.rows.len())
    }

    /// As a table of HTML; `escape` makes text harmless there.
    pub(crate) fn html(&self, escape: &dyn Fn(&str) -> String) -> String {
        let mut out = "<table>".to_owned();
        for (number, row) in self.rows.iter().enumerate() {
            let row = &row[..self.spared().unwrap_or(row.len())];
            out.push_str("<tr>");
            let tag = if number == 0 { "th" } else { "td" };
            for cell in row {
                let (text, title) = match &cell.brief {
                    Some((text, title)) if self.has_pairs => {
                        (text, format!(" title='{}'", escape(title)))
                    }
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

/// The width of a page of LaTeX's class `article`, in points.
const TEXT_WIDTH: usize = 345;

/// Ratings that all belong to one scale.
struct Elo(Vec<String>);

impl Elo {
    /// Those of a section, if all of its players can be compared.
    fn of(score: &SectionScore) -> Option<Elo> {
        let table = score.ratings()?;
        let rated = |group: &&Group| group.is_rated() && 1 < group.entries.len();
        if table.groups.iter().filter(rated).count() != 1 {
            return None;
        }
        let mut words = vec!["–".to_owned(); score.entries.len()];
        for (group, bound) in table.groups.iter().zip(&table.bounds) {
            for (&entry, rating) in group.entries.iter().zip(&group.ratings) {
                words[entry] = match bound {
                    Some(bound) => {
                        let sign = if bound.is_least { '≥' } else { '≤' };
                        format!("{sign} {:+.0}", bound.elo)
                    }
                    None if rated(&group) => format!("{:+.0} ± {:.0}", rating.elo, rating.error),
                    None => continue,
                };
            }
        }
        Some(Elo(words))
    }

    fn words(&self, i: usize) -> String {
        self.0[i].clone()
    }
}

/// Which columns are useful, besides those of tie-breaks.
struct Columns {
    /// Whether there are others to score against.
    others: bool,
    payoff: bool,
    faults: bool,
}

impl Columns {
    fn of(score: &SectionScore) -> Columns {
        Columns {
            others: score.seats.len() != 1,
            payoff: score.seats.len() != 2 || score.is_graded,
            faults: score.totals.iter().any(|total| total.all_faults() != 0),
        }
    }

    fn head(&self, score: &SectionScore) -> Vec<TableCell> {
        let mut head = vec![TableCell::right("#"), TableCell::left("player")];
        if matches!(score.format, Format::Swiss { .. }) {
            head.extend(["meetings", "BH1", "BH"].map(TableCell::right));
        }
        if has_berger(score) {
            head.push(TableCell::right("SB"));
        }
        if self.others {
            head.extend(["points", "games", "W", "D", "L", "%"].map(TableCell::right));
        } else {
            head.push(TableCell::right("games"));
        }
        if self.payoff {
            head.push(TableCell::right("mean payoff"));
        }
        if self.faults {
            head.push(TableCell::right("faults"));
        }
        if self.others {
            head.extend((1..=score.entries.len()).map(|n| TableCell {
                brief: Some((n.to_string(), "points, W-D-L".to_owned())),
                ..TableCell::right(&format!("{n}: pts W-D-L"))
            }));
        }
        head
    }
}

/// Whether Sonneborn–Berger can tell anything: not in a match of all, nor where one meets all.
pub(crate) fn has_berger(score: &SectionScore) -> bool {
    let seats = score.seats.len();
    match score.format {
        Format::RoundRobin => 1 < seats && seats < score.entries.len(),
        Format::Swiss { .. } => true,
        _ => false,
    }
}

/// A number with three decimals; nothing is less than nothing.
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

    /// What is said where there is no room for all.
    fn short(&self) -> &str {
        self.brief.as_ref().map_or(&self.text, |(text, _)| text)
    }

    pub(crate) fn right(text: &str) -> TableCell {
        TableCell { text: text.to_owned(), ..TableCell::default() }
    }

    pub(crate) fn left(text: &str) -> TableCell {
        TableCell { is_left: true, ..TableCell::right(text) }
    }

    /// A text, and what is said where there is no room for it.
    pub(crate) fn briefly(text: &str, brief: &str) -> TableCell {
        TableCell { brief: Some((brief.to_owned(), String::new())), ..TableCell::right(text) }
    }

    /// How one did against another.
    fn pair(is_itself: bool, pair: Tally) -> TableCell {
        if is_itself {
            return TableCell::right("·");
        }
        if pair.games() == 0 {
            return TableCell::right("–");
        }
        let (points, results) =
            (points(pair), format!("{}-{}-{}", pair.wins, pair.draws, pair.losses));
        TableCell {
            brief: Some((points.clone(), results.clone())),
            ..TableCell::right(&format!("{points} {results}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Crosstable, Style, TableCell, thousandths};

    fn table(players: usize) -> Crosstable {
        let head = [TableCell::right("#"), TableCell::left("player")].into_iter().chain(
            (0..players).map(|n| TableCell {
                brief: Some((n.to_string(), String::new())),
                ..TableCell::right("1: pts W-D-L")
            }),
        );
        let row = |n: usize| {
            let pairs = (0..players).map(|_| TableCell {
                brief: Some(("12.5".to_owned(), String::new())),
                ..TableCell::right("12.5 10-5-10")
            });
            [TableCell::right(&n.to_string()), TableCell::left("amőba 囲碁")]
                .into_iter()
                .chain(pairs)
                .collect()
        };
        let rows = std::iter::once(head.collect()).chain((1..=players).map(row)).collect();
        Crosstable { rows, has_pairs: true }
    }

    #[test]
    fn a_table_is_no_wider_than_the_screen_and_says_what_it_leaves_out() {
        use unicode_width::UnicodeWidthStr;
        for players in [2, 5, 10, 12, 200] {
            let (table, width) = (table(players), 80);
            let full = table.text(Style::default());
            let fitted = table.text(Style { width: Some(width), ..Style::default() });
            let widest = |text: &str| text.lines().map(UnicodeWidthStr::width).max().unwrap();
            assert!(widest(&fitted) <= width, "{fitted}");
            assert_eq!(fitted == full, widest(&full) <= width);
            assert_eq!(fitted.contains("--full"), width < widest(&full));
            assert_eq!(fitted.contains("12.5"), players <= 10, "{fitted}");
            // Wide letters keep the columns straight.
            let widths: Vec<usize> = full.lines().map(UnicodeWidthStr::width).collect();
            assert!(widths.iter().all(|&width| width == widths[0]), "{full}");
        }
    }

    #[test]
    fn nothing_has_no_sign() {
        assert_eq!(
            [-0.0001, -0.0, 0.0004, -0.25].map(thousandths),
            ["0.000", "0.000", "0.000", "-0.250"]
        );
    }
}
