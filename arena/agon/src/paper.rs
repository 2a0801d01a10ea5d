//! Where a drawing goes, and in which form: of a board or a diagram, to a file or standard output.

use std::{
    io::{self, BufWriter, IsTerminal, Write},
    path::{Path, PathBuf},
};

use agon_draw::{Diagram, Letters, Theme};
use serde::Serialize;

use crate::{failed::Failed, inputs, output};

/// How, and where, a diagram is drawn.
#[derive(clap::Args)]
pub(crate) struct Paper {
    /// The form of the drawing
    #[arg(long = "to", value_name = "FORM")]
    form: Option<DiagramForm>,
    /// Write it here instead of standard output; its name says the form unless --to does
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw a tree for a telephone, as SVG or PNG: each position in a line of its own
    #[arg(long)]
    narrow: bool,
    #[command(flatten)]
    inks: Inks,
}

/// The colours and the size of a drawing.
#[derive(clap::Args)]
pub(crate) struct Inks {
    /// The colours of SVG and PNG: those of the screen it is seen on, or always these
    #[arg(long, value_enum, default_value_t = Colours::Screen)]
    theme: Colours,
    /// How many pixels wide a PNG is; unless given 780, or as many as it takes for all to be read
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=16_384))]
    pub(crate) width: Option<u32>,
}

/// What a diagram is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum DiagramForm {
    /// Vector graphics, sharp at any size
    Svg,
    /// Pixels
    Png,
    /// For Graphviz
    Dot,
    /// For LaTeX, with the package tikz
    Tikz,
    /// The diagram as data
    Json,
    /// Lines with colours
    Ansi,
    /// Lines in ASCII
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
    pub(crate) fn theme(&self) -> Theme {
        match self.theme {
            Colours::Screen => Theme::Screen,
            Colours::Light => Theme::Light,
            Colours::Dark => Theme::Dark,
            Colours::Print => Theme::Print,
        }
    }
}

/// A file whose name does not say what is to be written.
pub(crate) fn unknown_type(path: &Path, accepted: &str) -> Failed {
    let what = match path.extension() {
        Some(extension) => format!("unknown file type .{}", extension.display()),
        None => "the name has no file type".to_owned(),
    };
    Failed::usage(format!("{}: {what}; accepted: .{accepted}, or --to FORM", path.display()))
}

impl Paper {
    /// The form that is asked for, if one is.
    ///
    /// # Errors
    ///
    /// Where a file is to be written whose name says no form.
    pub(crate) fn form(&self) -> Result<Option<DiagramForm>, Failed> {
        let (None, Some(path)) = (self.form, &self.out) else { return Ok(self.form) };
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("svg") => Ok(Some(DiagramForm::Svg)),
            Some("png") => Ok(Some(DiagramForm::Png)),
            Some("dot" | "gv") => Ok(Some(DiagramForm::Dot)),
            Some("tikz" | "tex") => Ok(Some(DiagramForm::Tikz)),
            Some("json") => Ok(Some(DiagramForm::Json)),
            Some("txt") => Ok(Some(DiagramForm::Text)),
            _ => Err(unknown_type(path, "svg, .png, .dot, .tikz, .json or .txt")),
        }
    }

    /// Whether a drawing of that form has a width: then it is to be read at once, and not too wide.
    pub(crate) fn is_page(&self, form: Option<DiagramForm>) -> bool {
        let pages = [DiagramForm::Svg, DiagramForm::Png, DiagramForm::Tikz];
        !self.narrow && form.is_some_and(|form| pages.contains(&form))
    }

    /// Draws `diagram`; above lines stands `head`.
    ///
    /// # Errors
    ///
    /// Where the file cannot be written, or pixels would go to a terminal.
    pub(crate) fn draw(
        &self,
        form: Option<DiagramForm>,
        diagram: &Diagram,
        head: &str,
    ) -> Result<(), Failed> {
        let is_narrow = self.narrow || diagram.is_narrow;
        let diagram = &Diagram { is_narrow, ..diagram.clone() };
        let lines = |letters| format!("{head}\n\n{}\n", diagram.lines(letters)).into_bytes();
        let drawn = match form {
            Some(DiagramForm::Svg) => diagram.svg(self.inks.theme()).into_bytes(),
            Some(DiagramForm::Dot) => diagram.dot().into_bytes(),
            Some(DiagramForm::Tikz) => diagram.tikz().into_bytes(),
            Some(DiagramForm::Png) => return self.pixels(&self.png(diagram)?),
            Some(DiagramForm::Ansi) => lines(Letters::RICH),
            Some(DiagramForm::Text | DiagramForm::Json) => lines(Letters::PLAIN),
            None => lines(Letters { unicode: true, colour: output::style(false).escapes }),
        };
        self.write(&drawn)
    }

    /// Writes what was drawn.
    ///
    /// # Errors
    ///
    /// Where it cannot be written.
    pub(crate) fn write(&self, drawn: &[u8]) -> Result<(), Failed> {
        deliver(self.out.as_deref(), drawn)
    }

    /// Has `write` write, a piece at a time.
    ///
    /// # Errors
    ///
    /// Those of `write`, or where the file cannot be written.
    pub(crate) fn stream(
        &self,
        write: impl FnOnce(&mut dyn Write) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        let Some(path) = &self.out else { return output::answer(|out| write(out)) };
        let trouble = |error: io::Error| Failed::trouble(format!("{}: {error}", path.display()));
        let mut unfinished = inputs::output(path, false)?;
        let mut out = BufWriter::new(unfinished.file());
        write(&mut out)?;
        out.flush().map_err(trouble)?;
        drop(out);
        Ok(unfinished.publish()?)
    }

    fn pixels(&self, drawn: &[u8]) -> Result<(), Failed> {
        deliver_pixels(self.out.as_deref(), drawn)
    }

    #[cfg(feature = "png")]
    fn png(&self, diagram: &Diagram) -> Result<Vec<u8>, Failed> {
        /// Smaller letters, in pixels, nobody reads.
        const LEAST: f64 = 7.0;
        let letters = self.inks.width.map(|width| diagram.smallest_letters(width));
        if letters.is_some_and(|letters| letters < LEAST) {
            crate::progress::note(
                "nobody will read letters so small: draw it --narrow, or less of it (--depth, --limit)",
            );
        }
        diagram.png(self.inks.theme(), self.inks.width).map_err(Failed::trouble)
    }

    #[cfg(not(feature = "png"))]
    #[expect(clippy::unused_self, reason = "as with the feature")]
    fn png(&self, _: &Diagram) -> Result<Vec<u8>, Failed> {
        Err(without_png())
    }
}

/// That there are no pixels.
#[cfg(not(feature = "png"))]
pub(crate) fn without_png() -> Failed {
    Failed::usage(Failed::unbuilt("png").message + "; use --to svg")
}

/// A document on one line.
///
/// # Errors
///
/// Where it cannot be written.
pub(crate) fn document(document: &impl Serialize) -> Result<Vec<u8>, Failed> {
    let mut bytes = Vec::new();
    output::json(&mut bytes, document)?;
    Ok(bytes)
}

/// Writes a drawing to a file, or to standard output.
///
/// # Errors
///
/// Where it cannot be written.
pub(crate) fn deliver(path: Option<&Path>, drawn: &[u8]) -> Result<(), Failed> {
    let Some(path) = path else {
        return output::answer(|out| Ok(out.write_all(drawn)?));
    };
    let trouble = |error: io::Error| Failed::trouble(format!("{}: {error}", path.display()));
    let mut unfinished = inputs::output(path, false)?;
    unfinished.file().write_all(drawn).map_err(trouble)?;
    Ok(unfinished.publish()?)
}

/// The same for pixels, which a terminal cannot show.
///
/// # Errors
///
/// Where they cannot be written, or would go to a terminal.
pub(crate) fn deliver_pixels(path: Option<&Path>, drawn: &[u8]) -> Result<(), Failed> {
    if path.is_none() && io::stdout().is_terminal() {
        return Err(Failed::usage("a terminal cannot show a PNG: name a file with --out"));
    }
    deliver(path, drawn)
}
