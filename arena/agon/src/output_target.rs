//! Where an answer goes, and in which form: tables, games, drawings, to a file or standard output.

use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

#[cfg(feature = "png")]
use agon_draw::Render;
use agon_draw::{Diagram, Letters, Theme};
use clap::ValueEnum;
use serde::Serialize;

use agon_arena::ask::io_words;

use crate::{failed::Failed, inputs, output};

/// Where something is written, and in which form.
#[derive(clap::Args)]
pub(crate) struct Sheet<F: ValueEnum + Send + Sync + 'static> {
    /// The form
    #[arg(long = "to", value_name = "FORM", value_enum)]
    form: Option<F>,
    /// Write it here; the name says the form unless --to does
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

impl<F: ValueEnum + Send + Sync> Sheet<F> {
    /// The form that is asked for, if one is.
    ///
    /// # Errors
    ///
    /// Where a file is to be written whose name says no form.
    pub(crate) fn form(&self) -> Result<Option<F>, Failed> {
        form_of(self.form.as_ref(), self.out.as_deref())
    }

    /// The form that is named, whatever the file is called.
    pub(crate) fn named(&self) -> Option<&F> {
        self.form.as_ref()
    }

    /// Writes it.
    pub(crate) fn write(&self, bytes: &[u8]) -> Result<(), Failed> {
        deliver(self.out.as_deref(), bytes)
    }

    /// Has `write` write, a piece at a time.
    ///
    /// # Errors
    ///
    /// Those of `write`, or where the file cannot be written.
    pub(crate) fn stream(&self, write: impl FnOnce(&mut dyn Write) -> Result<(), Failed>) -> Result<(), Failed> {
        self.stream_over(false, write)
    }

    /// The same, where `force` lets it replace a journal.
    pub(crate) fn stream_over(
        &self,
        force: bool,
        write: impl FnOnce(&mut dyn Write) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        let Some(path) = &self.out else { return output::answer(|out| write(out)) };
        let trouble = |error: io::Error| Failed::trouble(format!("{}: {}", path.display(), io_words(&error)));
        let mut unfinished = inputs::output(path, force)?;
        let mut out = BufWriter::new(unfinished.file());
        write(&mut out)?;
        out.flush().map_err(trouble)?;
        drop(out);
        Ok(unfinished.publish()?)
    }
}

/// The form that is asked for: by its name, or by what the name of the file ends with, which is the name
/// of a form or another for it.
///
/// # Errors
///
/// Where a file is to be written whose name says no form.
pub(crate) fn form_of<F: ValueEnum>(asked: Option<&F>, out: Option<&Path>) -> Result<Option<F>, Failed> {
    let (None, Some(path)) = (asked, out) else { return Ok(asked.cloned()) };
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    if let (false, Ok(form)) = (ending.is_empty(), F::from_str(ending, true)) {
        return Ok(Some(form));
    }
    let what = match path.extension() {
        Some(extension) => format!("unknown file type .{}", extension.display()),
        None => "the name has no file type".to_owned(),
    };
    let values = F::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let mut endings: Vec<String> =
        values.filter_map(|value| value.get_name_and_aliases().last().map(|word| format!(".{word}"))).collect();
    let last = endings.pop().unwrap_or_default();
    let accepted = endings.join(", ");
    Err(Failed::usage(format!("{}: {what}; accepted: {accepted} or {last}, or --to FORM", path.display())))
}

/// How, and where, a diagram is drawn.
#[derive(clap::Args)]
pub(crate) struct OutputTarget<F: ValueEnum + Send + Sync + 'static = DiagramForm> {
    #[command(flatten)]
    pub(crate) sheet: Sheet<F>,
    /// Draw a tree upright, as SVG, PNG or PDF: each position in a line of its own
    #[arg(long, hide_short_help = true)]
    narrow: bool,
    #[command(flatten)]
    pub(crate) inks: Inks,
}

/// The colours and the size of a drawing.
#[derive(clap::Args)]
pub(crate) struct Inks {
    /// The colours of SVG, PNG and PDF
    #[arg(long, value_enum, default_value_t = Colours::Screen, hide_short_help = true)]
    theme: Colours,
    /// How wide a PNG is; unless given 780, or what it takes for all to be read
    #[arg(long, value_name = "PIXELS", hide_short_help = true, value_parser = clap::value_parser!(u32).range(16..=16_384))]
    pub(crate) width: Option<u32>,
}

/// What a diagram is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum DiagramForm {
    /// Vector graphics, sharp at any size
    Svg,
    /// Pixels
    Png,
    /// A page
    Pdf,
    /// For Graphviz
    #[value(alias = "gv")]
    Dot,
    /// For LaTeX, with the package tikz
    #[value(alias = "tex")]
    Tikz,
    /// The diagram as data
    Json,
    /// Lines with colours
    Ansi,
    /// Lines in ASCII
    #[value(alias = "txt")]
    Text,
}

/// The colours of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Colours {
    /// Light or dark as the screen is; in grey when printed
    Screen,
    /// For a light background
    Light,
    /// For a dark background
    Dark,
    /// In grey, for paper
    Print,
}

impl Inks {
    /// The colours of a page: its own name for them.
    #[cfg(feature = "serve")]
    pub(crate) const fn of_page(&self) -> &'static str {
        match self.theme {
            Colours::Screen => "auto",
            Colours::Light | Colours::Print => "light",
            Colours::Dark => "dark",
        }
    }

    pub(crate) fn theme(&self) -> Theme {
        match self.theme {
            Colours::Screen => Theme::Screen,
            Colours::Light => Theme::Light,
            Colours::Dark => Theme::Dark,
            Colours::Print => Theme::Print,
        }
    }
}

impl<F: ValueEnum + Send + Sync> OutputTarget<F> {
    /// Whether a tree is to stand upright.
    pub(crate) const fn is_upright(&self) -> bool {
        self.narrow
    }

    /// Whether a drawing of that form has a width: then it is to be read at once, and not too wide.
    pub(crate) fn is_page(&self, form: Option<DiagramForm>) -> bool {
        let pages = [DiagramForm::Svg, DiagramForm::Png, DiagramForm::Pdf, DiagramForm::Tikz];
        !self.narrow && form.is_some_and(|form| pages.contains(&form))
    }

    /// Draws `diagram`; above lines stands `head`.
    ///
    /// # Errors
    ///
    /// Where the file cannot be written, or pixels would go to a terminal.
    pub(crate) fn draw(&self, form: Option<DiagramForm>, diagram: &Diagram, head: &str) -> Result<(), Failed> {
        let is_narrow = self.narrow || diagram.is_narrow;
        let diagram = &Diagram { is_narrow, ..diagram.clone() };
        let lines = |letters| format!("{head}\n\n{}\n", diagram.lines(letters)).into_bytes();
        let out = self.sheet.out.as_deref();
        let drawn = match form {
            Some(DiagramForm::Svg) => diagram.svg(self.inks.theme()).into_bytes(),
            Some(DiagramForm::Dot) => diagram.dot().into_bytes(),
            Some(DiagramForm::Tikz) => diagram.tikz().into_bytes(),
            Some(DiagramForm::Png) => {
                self.doubt_letters(diagram);
                return self.inks.render(diagram, Rendered::Png, out);
            }
            Some(DiagramForm::Pdf) => return self.inks.render(diagram, Rendered::Pdf, out),
            Some(DiagramForm::Ansi) => lines(Letters::RICH),
            Some(DiagramForm::Text | DiagramForm::Json) => lines(Letters::PLAIN),
            None => lines(Letters { unicode: true, colour: output::style(false).escapes }),
        };
        deliver(out, &drawn)
    }

    /// Says so where nobody will read the letters of a PNG.
    fn doubt_letters(&self, diagram: &Diagram) {
        /// Smaller letters, in pixels, nobody reads.
        const LEAST: f64 = 7.0;
        let letters = self.inks.width.map(|width| diagram.smallest_letters(width));
        if letters.is_some_and(|letters| letters < LEAST) {
            crate::progress::note(
                "the text would be too small to read: draw it --narrow, or less of it (--depth, --limit)",
            );
        }
    }
}

/// A form that is made of vector graphics, and cannot be shown in a terminal.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rendered {
    Png,
    Pdf,
}

impl Inks {
    /// Draws it in pixels or on a page.
    ///
    /// # Errors
    ///
    /// Where it cannot be written, or would go to a terminal.
    #[cfg(feature = "png")]
    pub(crate) fn render(&self, drawn: &impl Render, form: Rendered, out: Option<&Path>) -> Result<(), Failed> {
        if out.is_none() && io::IsTerminal::is_terminal(&io::stdout()) {
            let form = format!("{form:?}").to_uppercase();
            return Err(Failed::usage(format!("a terminal cannot show a {form}: name a file with --out")));
        }
        let bytes = match form {
            Rendered::Png => drawn.png(self.theme(), self.width),
            Rendered::Pdf => drawn.pdf(self.theme()),
        };
        deliver(out, &bytes.map_err(Failed::trouble)?)
    }

    /// That it cannot.
    #[cfg(not(feature = "png"))]
    #[expect(clippy::unused_self, reason = "as with the feature")]
    pub(crate) fn render<D>(&self, _: &D, _: Rendered, _: Option<&Path>) -> Result<(), Failed> {
        Err(Failed::usage(Failed::unbuilt("png").message + "; use --to svg"))
    }
}

/// A document on one line.
pub(crate) fn document(document: &impl Serialize) -> Result<Vec<u8>, Failed> {
    let mut bytes = Vec::new();
    output::json(&mut bytes, document)?;
    Ok(bytes)
}

/// Writes a drawing to a file, or to standard output.
pub(crate) fn deliver(path: Option<&Path>, drawn: &[u8]) -> Result<(), Failed> {
    let Some(path) = path else {
        return output::answer(|out| Ok(out.write_all(drawn)?));
    };
    let trouble = |error: io::Error| Failed::trouble(format!("{}: {}", path.display(), io_words(&error)));
    let mut unfinished = inputs::output(path, false)?;
    unfinished.file().write_all(drawn).map_err(trouble)?;
    Ok(unfinished.publish()?)
}
