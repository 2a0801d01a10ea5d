//! The tables of a journal for a wiki page or a paper.

use std::io::{self, Write};

use agon_core::options::brief;

use crate::{
    plan::schedule::Plan,
    tally::score::Score,
    tell::{
        crosstable::Crosstable,
        export::Export,
        overall::Overall,
        report::{notes, terms},
    },
};

/// The tables as Markdown.
pub struct Markdown;

impl Export for Markdown {
    fn end(&mut self, plan: &Plan, score: &Score, out: &mut dyn Write) -> io::Result<()> {
        let tournament = plan.tournament();
        for (number, section) in tournament.sections.iter().enumerate() {
            let scored = &score.sections[number];
            writeln!(out, "## {}\n", escape(&brief(&section.game.term)))?;
            writeln!(out, "{}\n", escape(&terms(plan, number, scored)))?;
            writeln!(out, "{}", Crosstable::of(plan, score, number).markdown(&escape))?;
            for note in notes(plan, number, scored) {
                writeln!(out, "{}\n", escape(&note))?;
            }
        }
        if let Some(overall) = Overall::of(plan, score) {
            writeln!(out, "## All games\n\n{}\n", escape(&overall.note()))?;
            writeln!(out, "{}", overall.table().markdown(&escape))?;
        }
        writeln!(out, "Seed {}, fingerprint `{}`.", tournament.seed.0, score.fingerprint.text())
    }
}

/// The tables as LaTeX, one `table` for each game and one over all: what `\\input` takes.
pub struct Latex;

impl Export for Latex {
    fn end(&mut self, plan: &Plan, score: &Score, out: &mut dyn Write) -> io::Result<()> {
        let tournament = plan.tournament();
        for (number, section) in tournament.sections.iter().enumerate() {
            let scored = &score.sections[number];
            let table = Crosstable::on_paper(plan, score, number);
            let elo = if table.has("Elo") { "; Elo with 95 % intervals" } else { "" };
            let terms = terms(plan, number, scored);
            let caption = format!("{}: {terms}{elo}.", brief(&section.game.term));
            writeln!(out, "\\begin{{table}}\n\\centering")?;
            write!(out, "{}", table.latex(&escape_latex))?;
            writeln!(out, "\\caption{{{}}}\n\\end{{table}}\n", escape_latex(&caption))?;
        }
        if let Some(overall) = Overall::of(plan, score) {
            writeln!(out, "\\begin{{table}}\n\\centering")?;
            write!(out, "{}", overall.table().latex(&escape_latex))?;
            let caption = escape_latex(&overall.note());
            writeln!(out, "\\caption{{{caption}.}}\n\\end{{table}}\n")?;
        }
        let fingerprint = score.fingerprint.text();
        writeln!(out, "% Seed {}, fingerprint {fingerprint}.", tournament.seed.0)
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
