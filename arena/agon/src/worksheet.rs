//! A sheet of trees to be searched by hand, and one with the solutions: `agon tree --worksheet`.

use std::fmt::Write as _;

use agon_draw::{Diagram, Escaped, Letters, Theme, plainly, tex_text};
use agon_table::{Difficulty, Exercise, Worksheet};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::{asking::Asking, failed::Failed, signals::stop};

/// Where options stand by which one practises.
pub(crate) const EXERCISES: &str = "To practise";

/// The options of a worksheet.
#[derive(clap::Args)]
#[command(next_help_heading = EXERCISES)]
pub(crate) struct WorksheetArgs {
    /// Write N trees to search by hand, and solutions
    ///
    /// As text, html or tikz (LaTeX): GAME, and others drawn by lot from --seed; all are, where GAME is tree and
    /// nothing more.
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=100),
        conflicts_with_all = [
            "quiz", "json", "search", "nodes", "depth", "limit", "stream", "negamax", "boards", "language", "narrow",
            "theme", "width"
        ]
    )]
    pub(crate) worksheet: Option<u16>,
    /// How hard a tree is that is drawn by lot
    #[arg(long, value_name = "HOW", value_parser = difficulties(), default_value = Difficulty::Medium.name(), requires = "worksheet", hide_short_help = true)]
    difficulty: Difficulty,
}

/// Reads a [`Difficulty`].
fn difficulties() -> impl TypedValueParser<Value = Difficulty> {
    let words = Difficulty::ALL.map(|own| PossibleValue::new(own.name()).help(own.meaning()));
    PossibleValuesParser::new(words).map(|word| Difficulty::named(&word).expect("only these words are read"))
}

/// What a sheet is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum WorksheetForm {
    /// Lines in ASCII
    #[value(alias = "txt")]
    Text,
    /// A page that a browser prints, solutions on a page of their own
    #[value(alias = "htm")]
    Html,
    /// For LaTeX, with the package tikz
    Tex,
}

/// The sheet, as lines in ASCII unless a form is named.
///
/// # Errors
///
/// If the game is no tree, or the player cannot play it or reports nothing.
pub(crate) fn sheet(args: &WorksheetArgs, asking: &Asking, form: Option<WorksheetForm>) -> Result<String, Failed> {
    let (site, player, seed) = asking.named()?;
    let mut exercises = Vec::new();
    if !asking.place.is_only(Exercise::GAME) {
        exercises.push(Exercise::of(&site, &player, stop())?);
    }
    let count = usize::from(args.worksheet.unwrap_or(1)) - exercises.len();
    exercises.extend(Exercise::drawn(&player, args.difficulty, seed, count, stop())?);
    let sheet = Worksheet::of(&player, exercises);
    Ok(match form {
        Some(WorksheetForm::Html) => html(&sheet),
        Some(WorksheetForm::Tex) => tex(&sheet),
        None | Some(WorksheetForm::Text) => text(&sheet),
    })
}

fn title(sheet: &Worksheet) -> String {
    format!("Searching by hand: {}", sheet.player)
}

/// The tasks in words, for the search of this name.
fn tasks(sheet: &Worksheet, player: &str) -> Vec<String> {
    sheet.tasks().into_iter().map(|task| task.words(player)).collect()
}

fn text(sheet: &Worksheet) -> String {
    let mut out = format!("{}\n\n", title(sheet));
    for task in tasks(sheet, &sheet.player) {
        let _ = writeln!(out, "- {}", plainly(&task, Letters::PLAIN));
    }
    for (number, exercise) in (1..).zip(&sheet.exercises) {
        let _ = writeln!(out, "\n{number}. {}\n", exercise.game);
        let _ = writeln!(out, "{}", exercise.blank.lines(Letters::PLAIN));
    }
    out.push_str("\nSolutions\n");
    for (number, exercise) in (1..).zip(&sheet.exercises) {
        let _ = writeln!(out, "\n{number}. {}\n", exercise.answer());
        let solved = Diagram { foot: String::new(), ..exercise.solved.clone() };
        let _ = writeln!(out, "{}", solved.lines(Letters::PLAIN));
    }
    out
}

fn html(sheet: &Worksheet) -> String {
    let title = title(sheet);
    let title = Escaped(&title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <h1>{title}</h1>\n<p class=\"who\">Name: <span></span> Date: <span></span></p>\n<ul>\n"
    );
    for task in tasks(sheet, &sheet.player) {
        let _ = writeln!(out, "<li>{}</li>", Escaped(&task));
    }
    out.push_str("</ul>\n<ol>\n");
    for Exercise { game, blank, .. } in &sheet.exercises {
        let svg = blank.svg(Theme::Print);
        let _ = writeln!(out, "<li><code>{}</code>\n{svg}</li>", Escaped(game));
    }
    out.push_str("</ol>\n<h1 class=\"solutions\">Solutions</h1>\n<ol>\n");
    for exercise in &sheet.exercises {
        let svg = exercise.solved.svg(Theme::Print);
        let _ = writeln!(out, "<li>{}\n{svg}</li>", Escaped(&exercise.answer()));
    }
    out.push_str("</ol>\n</html>\n");
    out
}

fn tex(sheet: &Worksheet) -> String {
    /// Where the player's term stands in a task, which is set in other letters.
    const PLAYER: &str = "@";
    let player = typed(&sheet.player);
    let mut out = format!(
        "\\documentclass[a4paper]{{article}}\n\\usepackage[margin=2cm]{{geometry}}\n\\usepackage{{tikz}}\n\
         \\setlength\\parindent{{0pt}}\n\\begin{{document}}\n\\section*{{Searching by hand: \
         {player}}}\nName: \\underline{{\\hspace{{6cm}}}} Date: \\underline{{\\hspace{{3cm}}}}\n\n\\begin{{itemize}}\n"
    );
    for task in tasks(sheet, PLAYER) {
        let _ = writeln!(out, "\\item {}", tex_text(&task).replace(PLAYER, &player));
    }
    out.push_str("\\end{itemize}\n");
    let drawn = |out: &mut String, number: usize, text: &str, diagram: &Diagram| {
        let _ = writeln!(
            out,
            "\n\\begin{{minipage}}{{\\linewidth}}\\textbf{{{number}.}} {text}\n\n\\smallskip\\resizebox{{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}}{{!}}{{%\n{}}}\\end{{minipage}}\n\n\\bigskip",
            diagram.tikz()
        );
    };
    for (number, exercise) in (1..).zip(&sheet.exercises) {
        drawn(&mut out, number, &typed(&exercise.game), &exercise.blank);
    }
    out.push_str("\n\\newpage\n\\section*{Solutions}\n");
    for (number, exercise) in (1..).zip(&sheet.exercises) {
        drawn(&mut out, number, &tex_text(&exercise.answer()), &exercise.solved);
    }
    out.push_str("\\end{document}\n");
    out
}

/// How a page is printed: no tree is torn apart, and the solutions begin a page.
const STYLE: &str = "body{font-family:sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\
svg{display:block;max-width:100%;height:auto;margin:.5rem 0}li{break-inside:avoid}ol>li{margin:1rem 0}\
.who span{display:inline-block;width:12rem;border-bottom:1px solid}.solutions{break-before:page}code{font-size:.9rem}";

/// A term as TeX prints it; lines may end behind commas.
fn typed(term: &str) -> String {
    let term = tex_text(term).replace("$-$", "-").replace(',', ",\\allowbreak{}");
    format!("\\texttt{{{term}}}")
}
