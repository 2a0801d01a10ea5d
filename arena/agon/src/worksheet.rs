//! A sheet of trees to be searched by hand, and one with the solutions: `agon tree --worksheet`.

use std::fmt::Write as _;

use agon_draw::{Diagram, Letters, Theme, tex_text};
use agon_table::{Difficulty, Exercise};
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
    PossibleValuesParser::new(words)
        .map(|word| Difficulty::named(&word).expect("only these words are read"))
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
pub(crate) fn sheet(
    args: &WorksheetArgs,
    asking: &Asking,
    form: Option<WorksheetForm>,
) -> Result<String, Failed> {
    let (site, player, seed) = asking.named()?;
    let mut exercises = Vec::new();
    if !asking.place.is_only(Exercise::GAME) {
        exercises.push(Exercise::of(&site, &player, stop())?);
    }
    let count = usize::from(args.worksheet.unwrap_or(1)) - exercises.len();
    exercises.extend(Exercise::drawn(&player, args.difficulty, seed, count, stop())?);
    let sheet = Worksheet { player: player.term.clone(), exercises };
    Ok(match form {
        Some(WorksheetForm::Html) => sheet.html(),
        Some(WorksheetForm::Tex) => sheet.tex(),
        None | Some(WorksheetForm::Text) => sheet.text(),
    })
}

/// The exercises, and who is asked for the solutions.
struct Worksheet {
    player: String,
    exercises: Vec<Exercise>,
}

impl Worksheet {
    fn title(&self) -> String {
        format!("Searching by hand: {}", self.player)
    }

    /// The tasks for every tree.
    fn tasks(&self) -> Vec<String> {
        let any = |holds: fn(&Diagram) -> bool| {
            self.exercises.iter().any(|exercise| holds(&exercise.solved))
        };
        let mut tasks = vec!["Write its value into every node.".to_owned()];
        if any(Diagram::has_windows) {
            tasks.push(
                "Write the window (alpha, beta) beside every node, unless it is (-inf, inf)."
                    .to_owned(),
            );
        }
        if any(Diagram::has_cuts) {
            tasks.push(format!(
                "Cross out the nodes that {} does not look at, from left to right.",
                self.player
            ));
        }
        tasks.push("Which move is best, and what is its value?".to_owned());
        tasks
    }

    fn text(&self) -> String {
        let mut out = format!("{}\n\n", self.title());
        for task in self.tasks() {
            let _ = writeln!(out, "- {task}");
        }
        for (number, exercise) in (1..).zip(&self.exercises) {
            let _ = writeln!(out, "\n{number}. {}\n", exercise.game);
            let _ = writeln!(out, "{}", exercise.blank.lines(Letters::PLAIN));
        }
        out.push_str("\nSolutions\n");
        for (number, exercise) in (1..).zip(&self.exercises) {
            let _ = writeln!(out, "\n{number}. {}\n", answer(exercise));
            let solved = Diagram { foot: String::new(), ..exercise.solved.clone() };
            let _ = writeln!(out, "{}", solved.lines(Letters::PLAIN));
        }
        out
    }

    fn html(&self) -> String {
        let title = escaped(&self.title());
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
             <h1>{title}</h1>\n<p class=\"who\">Name: <span></span> Date: <span></span></p>\n<ul>\n"
        );
        for task in self.tasks() {
            let _ = writeln!(out, "<li>{}</li>", escaped(&task));
        }
        out.push_str("</ul>\n<ol>\n");
        for Exercise { game, blank, .. } in &self.exercises {
            let svg = blank.svg(Theme::Print);
            let _ = writeln!(out, "<li><code>{}</code>\n{svg}</li>", escaped(game));
        }
        out.push_str("</ol>\n<h1 class=\"solutions\">Solutions</h1>\n<ol>\n");
        for exercise in &self.exercises {
            let svg = exercise.solved.svg(Theme::Print);
            let _ = writeln!(out, "<li>{}\n{svg}</li>", escaped(&answer(exercise)));
        }
        out.push_str("</ol>\n</html>\n");
        out
    }

    fn tex(&self) -> String {
        let mut out = format!(
            "\\documentclass[a4paper]{{article}}\n\\usepackage[margin=2cm]{{geometry}}\n\\usepackage{{tikz}}\n\
             \\setlength\\parindent{{0pt}}\n\\begin{{document}}\n\\section*{{Searching by hand: \
             {}}}\nName: \\underline{{\\hspace{{6cm}}}} Date: \\underline{{\\hspace{{3cm}}}}\n\n\\begin{{itemize}}\n",
            typed(&self.player)
        );
        for task in self.tasks() {
            let task = task.replace(&self.player, &typed(&self.player));
            let _ = writeln!(out, "\\item {task}");
        }
        out.push_str("\\end{itemize}\n");
        let drawn = |out: &mut String, number: usize, text: &str, diagram: &Diagram| {
            let _ = writeln!(
                out,
                "\n\\begin{{minipage}}{{\\linewidth}}\\textbf{{{number}.}} {text}\n\n\\smallskip\\resizebox{{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}}{{!}}{{%\n{}}}\\end{{minipage}}\n\n\\bigskip",
                diagram.tikz()
            );
        };
        for (number, exercise) in (1..).zip(&self.exercises) {
            drawn(&mut out, number, &typed(&exercise.game), &exercise.blank);
        }
        out.push_str("\n\\newpage\n\\section*{Solutions}\n");
        for (number, exercise) in (1..).zip(&self.exercises) {
            let words = tex_text(&answer(exercise));
            drawn(&mut out, number, &words, &exercise.solved);
        }
        out.push_str("\\end{document}\n");
        out
    }
}

/// How a page is printed: no tree is torn apart, and the solutions begin a page.
const STYLE: &str = "body{font-family:sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\
svg{display:block;max-width:100%;height:auto;margin:.5rem 0}li{break-inside:avoid}ol>li{margin:1rem 0}\
.who span{display:inline-block;width:12rem;border-bottom:1px solid}.solutions{break-before:page}code{font-size:.9rem}";

/// What the sheet of solutions says of a tree.
fn answer(exercise: &Exercise) -> String {
    let Exercise { chosen, worth, saved, .. } = exercise;
    let mut text = match chosen {
        Some(chosen) => format!("Best: move {chosen}, worth {worth}."),
        None => format!("Worth {worth}."),
    };
    if let Some(saved) = saved {
        let _ = write!(text, " {saved}.");
    }
    text
}

/// Text as HTML has it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A term as TeX prints it; lines may end behind commas.
fn typed(term: &str) -> String {
    let term = tex_text(term).replace("$-$", "-").replace(',', ",\\allowbreak{}");
    format!("\\texttt{{{term}}}")
}
