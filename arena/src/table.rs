//! The result of a tournament as text for people.

use std::fmt::Write;

use crate::{
    format,
    lines::detail,
    plan::Plan,
    rating::Verdict,
    record::Fault,
    score::{Score, SectionScore, Tally},
    spec::SeatingRule,
    tournament::Section,
};

/// How text is set off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Not at all.
    #[default]
    Plain,
    /// By the escape sequences of a terminal.
    Terminal,
}

impl Style {
    fn bold(self, text: &str) -> String {
        match self {
            Style::Plain => text.to_owned(),
            Style::Terminal => format!("\x1b[1m{text}\x1b[0m"),
        }
    }
}

/// Everything `score` has seen of `plan`: for every game a crosstable with the standings, how the
/// seats did, and faults; then the seed and the fingerprint.
pub fn report(plan: &Plan, score: &Score, style: Style) -> String {
    let mut out = String::new();
    for (number, section) in plan.tournament().sections.iter().enumerate() {
        let scored = &score.sections[number];
        let _ =
            writeln!(out, "{}  {}", style.bold(&section.game.term), terms(plan, number, scored));
        out.push_str(&standings(plan, scored, style));
        out.push_str(&seats(section, scored));
        if let Some(order) = final_order(plan, number, score) {
            let names = order.iter().map(|&entry| plan.tournament().entries[entry].name.as_str());
            let _ = writeln!(
                out,
                "Order after the {}: {}",
                plan.tournament().format,
                names.collect::<Vec<_>>().join(", ")
            );
        }
        for absence in plan.tournament().absent.iter().filter(|a| a.section == number) {
            let name = &plan.tournament().entries[absence.entry].name;
            let _ = writeln!(out, "Absent: {name}: {}", absence.reason);
        }
        out.push('\n');
    }
    if let Some(stop) = &plan.tournament().stop {
        let state = stop.state(&score.sections[0]);
        let (low, high) = state.bounds;
        let verdict = match state.verdict {
            Verdict::Null => format!("elo0 = {} is accepted", stop.sprt.elo0),
            Verdict::Alternative => format!("elo1 = {} is accepted", stop.sprt.elo1),
            Verdict::Continue => "undecided".to_owned(),
        };
        let _ = writeln!(
            out,
            "{}: {verdict}; log-likelihood ratio {:.2} ({low:.2}, {high:.2})\n",
            stop.term, state.ratio
        );
    }
    out.push_str(&faults(plan, score));
    let _ = writeln!(out, "Games        {} of {}", score.games, plan.games());
    let _ = writeln!(out, "Seed         {}", plan.tournament().seed.0);
    let _ = writeln!(out, "Fingerprint  {}", score.fingerprint.text());
    out
}

/// Who came first in a knockout or a ladder, and who next.
fn final_order(plan: &Plan, section: usize, score: &Score) -> Option<Vec<usize>> {
    let entries = &plan.tournament().sections[section].entries;
    format::final_order(plan.tournament().format, entries, &plan.history(section, score))
}

/// How the game is played: seats, openings, seatings, limits.
fn terms(plan: &Plan, number: usize, score: &SectionScore) -> String {
    let section = &plan.tournament().sections[number];
    let mut words = vec![count(u64::from(section.facts.seats), "seat")];
    let openings = count(section.openings, "opening");
    let openings = match section.book.len() as u64 {
        0 => openings,
        all if section.openings <= all => format!("{openings} from a file"),
        all => format!("{openings}, {all} from a file"),
    };
    words.push(match section.plies {
        0 if section.book.is_empty() => format!("{openings} from the start"),
        0 => openings,
        plies if !section.book.is_empty() => {
            format!("{openings}, and {}", count(plies.into(), "random ply"))
        }
        plies => format!("{openings} of {}", count(plies.into(), "random ply")),
    });
    if 1 < section.facts.seats {
        words.push(match section.seating {
            SeatingRule::Fixed => "one seating".to_owned(),
            _ => format!("{} seatings each", plan.group(number)),
        });
    }
    if let Some(nodes) = section.budget.nodes {
        words.push(format!("{} a move", count(nodes, "node")));
    }
    words.push(count(score.games, "game"));
    if score.too_long != 0 {
        words.push(format!("{} adjudicated for length", score.too_long));
    }
    if score.copies != 0 {
        words.push(format!("{} of them copies of earlier ones", score.copies));
    }
    if score.void != 0 {
        words.push(format!("{} void", score.void));
    }
    words.join(", ")
}

fn count(number: u64, what: &str) -> String {
    match (number, what.strip_suffix("ply")) {
        (1, _) => format!("1 {what}"),
        (_, Some(stem)) => format!("{number} {stem}plies"),
        (_, None) => format!("{number} {what}s"),
    }
}

/// The crosstable, in order of standing.
fn standings(plan: &Plan, score: &SectionScore, style: Style) -> String {
    let places = score.places();
    let many_seats = score.seats.len();
    let with_payoff = many_seats != 2 || score.is_graded;
    let mut table = Table::default();
    let mut head = vec![Cell::right("#"), Cell::left("player")];
    if many_seats == 1 {
        head.push(Cell::right("games"));
    } else {
        head.extend(["points", "games", "W", "D", "L", "%"].map(Cell::right));
    }
    if with_payoff {
        head.push(Cell::right("mean payoff"));
    }
    let with_faults = score.totals.iter().any(|total| total.all_faults() != 0);
    if with_faults {
        head.push(Cell::right("faults"));
    }
    if many_seats != 1 {
        head.extend((1..=places.len()).map(|n| Cell::right(&format!("{n}: pts W-D-L"))));
    }
    table.rows.push(head);
    for (row, &(place, i)) in places.iter().enumerate() {
        let total = &score.totals[i];
        let name = &plan.tournament().entries[score.entries[i]].name;
        // Who shares a place with the one above is still found in the columns by its row.
        let label = if place == row + 1 { format!("{place}") } else { format!("={place}") };
        let mut cells = vec![Cell::right(&label), Cell::left(name)];
        let tally = total.tally;
        if many_seats == 1 {
            cells.push(Cell::right(&total.games.to_string()));
        } else {
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
                .map(|text| Cell::right(&text)),
            );
        }
        if with_payoff {
            let mean = total.mean().map_or("–".to_owned(), |mean| format!("{mean:.3}"));
            cells.push(Cell::right(&mean));
        }
        if with_faults {
            cells.push(Cell::right(&total.all_faults().to_string()));
        }
        if many_seats != 1 {
            cells.extend(places.iter().map(|&(_, j)| {
                let pair = score.pairs[i][j];
                Cell::right(&match (i == j, pair.games()) {
                    (true, _) => "·".to_owned(),
                    (_, 0) => "–".to_owned(),
                    _ => {
                        format!("{} {}-{}-{}", points(pair), pair.wins, pair.draws, pair.losses)
                    }
                })
            }));
        }
        table.rows.push(cells);
    }
    table.text(style)
}

fn points(tally: Tally) -> String {
    format!("{:.1}", tally.points())
}

/// First-seat advantage: how each seat did, whoever sat there.
fn seats(section: &Section, score: &SectionScore) -> String {
    if section.facts.seats < 2 || score.games == 0 {
        return String::new();
    }
    let one = |(index, total): (usize, &crate::score::Total)| {
        let Tally { wins, draws, losses } = total.tally;
        let share = total.tally.share().unwrap_or(0.5) * 100.0;
        let mut text = format!("seat {} {share:.1} % (W{wins} D{draws} L{losses})", index + 1);
        if let Some(mean) = total.mean().filter(|_| section.facts.seats != 2 || score.is_graded) {
            let _ = write!(text, " mean payoff {mean:.3}");
        }
        text
    };
    let all: Vec<String> = score.seats.iter().enumerate().map(one).collect();
    format!("Seats: {}\n", all.join("; "))
}

/// Who did what wrong how often, and the first of these games.
fn faults(plan: &Plan, score: &Score) -> String {
    if score.faults.is_empty() {
        return String::new();
    }
    let tournament = plan.tournament();
    let mut out = "Faults\n".to_owned();
    for (entry, signed_up) in tournament.entries.iter().enumerate() {
        let mut counts = [0; Fault::KINDS.len()];
        for section in &score.sections {
            if let Ok(i) = section.entries.binary_search(&entry) {
                let faults = &section.totals[i].faults;
                counts.iter_mut().zip(faults).for_each(|(count, fault)| *count += fault);
            }
        }
        let counts = counts.iter().zip(Fault::KINDS).filter(|&(&count, _)| count != 0);
        let text: Vec<String> = counts.map(|(count, kind)| format!("{kind} {count}")).collect();
        if !text.is_empty() {
            let _ = writeln!(out, "  {}: {}", signed_up.name, text.join(", "));
        }
    }
    let shown = 10;
    for fault in score.faults.iter().take(shown) {
        let who = fault.entry.map_or("nobody", |entry| &tournament.entries[entry].name);
        let game = &tournament.sections[fault.section].game.term;
        let _ = write!(out, "  game {} ({game}): {who}: {}", fault.number, fault.ending.word());
        let _ = match detail(&fault.ending) {
            Some(detail) => writeln!(out, ": {detail}"),
            None => writeln!(out),
        };
    }
    if shown < score.faults.len() {
        let _ = writeln!(out, "  …");
    }
    out.push('\n');
    out
}

/// Rows of cells, in columns as wide as their widest.
#[derive(Default)]
struct Table {
    rows: Vec<Vec<Cell>>,
}

struct Cell {
    text: String,
    is_left: bool,
}

impl Cell {
    fn right(text: &str) -> Cell {
        Cell { text: text.to_owned(), is_left: false }
    }

    fn left(text: &str) -> Cell {
        Cell { text: text.to_owned(), is_left: true }
    }
}

impl Table {
    fn text(&self, style: Style) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut widths = vec![0; columns];
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.text.chars().count());
            }
        }
        let mut out = String::new();
        for (number, row) in self.rows.iter().enumerate() {
            let mut line = String::new();
            for (width, cell) in widths.iter().zip(row) {
                let gap = " ".repeat(width - cell.text.chars().count());
                let (before, after) = if cell.is_left { ("", &gap[..]) } else { (&gap[..], "") };
                let _ = write!(line, "  {before}{}{after}", cell.text);
            }
            let line = line.trim_end();
            out.push_str(&if number == 0 { style.bold(line) } else { line.to_owned() });
            out.push('\n');
        }
        out
    }
}
