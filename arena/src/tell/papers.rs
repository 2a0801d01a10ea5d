//! The tables of a result for a wiki page, a paper or a spreadsheet.

use std::fmt::Write;

use agon_core::options::brief;
use csv::Terminator;

use crate::tell::{
    crosstable::Crosstable,
    document::ResultDocument,
    overall::{GameRank, Overall, OverallEntry},
};

const COLUMNS: [&str; 11] =
    ["name", "player", "game", "place", "rank", "share", "mean_payoff", "mean_rank", "games", "others_ahead", "error"];

impl ResultDocument {
    /// The tables as Markdown.
    pub fn markdown(&self) -> String {
        let (mut out, labels) = (String::new(), self.labels());
        for section in &self.sections {
            let table = Crosstable::of(section, self.format(), &labels);
            let _ = writeln!(out, "## {}\n", escape(&brief(&section.game)));
            let _ = writeln!(out, "{}\n", escape(&section.terms()));
            let _ = writeln!(out, "{}", table.markdown(&escape));
            if let Some(note) = table.crowded() {
                let _ = writeln!(out, "({})\n", escape(&note));
            }
            for note in self.notes(section) {
                let _ = writeln!(out, "{}\n", escape(&note));
            }
        }
        if let Some(overall) = &self.overall {
            let _ = writeln!(out, "## All games\n\n{}\n", escape(&overall.note()));
            let _ = writeln!(out, "{}", overall.table(&labels).markdown(&escape));
        }
        for line in self.memory_in_words() {
            let _ = writeln!(out, "{}\n", escape(&line));
        }
        let _ = writeln!(out, "Seed {}, fingerprint `{}`.", self.seed, self.fingerprint);
        out
    }

    /// The tables as LaTeX, one `table` for each game and one over all: what `\input` takes.
    pub fn latex(&self) -> String {
        let (mut out, labels) = (String::new(), self.labels());
        for section in &self.sections {
            let table = Crosstable::on_paper(section, self.format(), &labels);
            let elo = if table.has("Elo") { "; Elo with 95 % intervals" } else { "" };
            let caption = format!("{}: {}{elo}.", brief(&section.game), section.terms());
            let _ = writeln!(out, "\\begin{{table}}\n\\centering");
            out.push_str(&table.latex(&escape_latex));
            let _ = writeln!(out, "\\caption{{{}}}\n\\end{{table}}\n", escape_latex(&caption));
        }
        if let Some(overall) = &self.overall {
            let _ = writeln!(out, "\\begin{{table}}\n\\centering");
            out.push_str(&overall.table(&labels).latex(&escape_latex));
            let caption = escape_latex(&overall.note());
            let _ = writeln!(out, "\\caption{{{caption}.}}\n\\end{{table}}\n");
        }
        let _ = writeln!(out, "% Seed {}, fingerprint {}.", self.seed, self.fingerprint);
        out
    }

    /// Places, ranks and scores as comma-separated values (RFC 4180): one line for every player at every game.
    pub fn ranks(&self) -> String {
        let names: Vec<&str> = self.players.iter().map(|player| &*player.name).collect();
        let (overall, terms) = (Overall::of_any(&names, &self.sections), self.terms());
        let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        let mut rows = vec![COLUMNS.map(str::to_owned)];
        for OverallEntry { name, mean_rank, others_ahead, error, at } in &overall.players {
            let played = at.iter().flatten().count();
            for (game, at) in overall.games.iter().zip(at) {
                let Some(GameRank { place, rank, share, mean_payoff, .. }) = at else { continue };
                rows.push([
                    name.clone(),
                    terms.get(&**name).copied().unwrap_or_default().to_owned(),
                    game.clone(),
                    place.to_string(),
                    rank.to_string(),
                    number(*share),
                    number(*mean_payoff),
                    number(*mean_rank),
                    played.to_string(),
                    others_ahead.to_string(),
                    number(*error),
                ]);
            }
        }
        let mut out = csv::WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
        for row in &rows {
            out.write_record(row).expect("memory takes rows of one length");
        }
        let bytes = out.into_inner().expect("memory takes all");
        String::from_utf8(bytes).expect("texts make a text")
    }
}

/// Escapes characters with a meaning in LaTeX.
fn escape_latex(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '|' => out.push_str("\\textbar{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '–' => out.push_str("--"),
            '±' => out.push_str("$\\pm$"),
            '≥' => out.push_str("$\\geq$"),
            '≤' => out.push_str("$\\leq$"),
            '·' => out.push_str("\\textperiodcentered{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => out.extend(['\\', c]),
            '\n' => out.push(' '),
            _ => out.push(c),
        }
    }
    out
}

/// Escapes characters with a meaning in Markdown.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\`*_[]<>|~&$".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
