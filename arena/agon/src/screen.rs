//! A position as a drawing: for a terminal, a page, a document.

use std::{
    io::{self, IsTerminal, Write},
    path::PathBuf,
};

use agon_arena::keep::{Protected, Unfinished};
use agon_core::{AnyMove, AnyPosition, Node, Picture, Position, after};
use agon_draw::{Drawing, Letters, Theme};

use crate::{failed::Failed, output::answer, place::GivenPosition};

/// How, and where, a position is drawn.
#[derive(clap::Args)]
pub(crate) struct Screen {
    /// Draw the board alone: as SVG, as PNG, in colours for a terminal, in plain letters. The last
    /// move and a line that won are marked
    #[arg(long = "to", value_name = "FORM", conflicts_with_all = ["json", "batch"])]
    form: Option<Form>,
    /// Write the drawing here instead of standard output; its name says the form unless --to does
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["json", "batch"])]
    out: Option<PathBuf>,
    /// The colours of SVG and PNG: those of the screen it is seen on, or always these
    #[arg(long, value_enum, default_value_t = Colours::Screen)]
    theme: Colours,
    /// How many pixels wide a PNG is
    #[arg(long, value_name = "PIXELS", default_value_t = 780, value_parser = clap::value_parser!(u32).range(16..=16_384))]
    width: u32,
}

/// What a position is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Form {
    /// A page's own form: sharp at any size
    Svg,
    /// Pixels
    Png,
    /// Letters with colours
    Ansi,
    /// Plain letters
    Text,
}

/// The colours of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Colours {
    /// As the screen is, bright or dark; printed, in grey
    Screen,
    /// For a bright ground
    Light,
    /// For a dark ground
    Dark,
    /// In grey, for paper
    Print,
}

impl Screen {
    /// The form that is asked for, if a drawing is.
    ///
    /// # Errors
    ///
    /// Where a file is to be written whose name says no form.
    pub(crate) fn form(&self) -> Result<Option<Form>, Failed> {
        let (None, Some(path)) = (self.form, &self.out) else { return Ok(self.form) };
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("svg") => Ok(Some(Form::Svg)),
            Some("png") => Ok(Some(Form::Png)),
            Some("txt") => Ok(Some(Form::Text)),
            _ => Err(Failed::usage(format!("{}: say --to svg, png, ansi or text", path.display()))),
        }
    }

    /// Draws the position.
    ///
    /// # Errors
    ///
    /// Where the file cannot be written, or pixels would go to a terminal.
    pub(crate) fn draw(&self, form: Form, site: &GivenPosition) -> Result<(), Failed> {
        let picture = pictured(&site.base, &site.line, &site.here);
        let about = about(&site.here);
        let drawing = Drawing::of(&picture).title(&site.game.term).about(&about);
        let drawn = match form {
            Form::Svg => drawing.svg(self.theme()).into_bytes(),
            Form::Ansi => (drawing.letters(Letters::RICH) + "\n").into_bytes(),
            Form::Text => (drawing.letters(Letters::PLAIN) + "\n").into_bytes(),
            Form::Png => self.png(&drawing)?,
        };
        let Some(path) = &self.out else {
            if form == Form::Png && io::stdout().is_terminal() {
                return Err(Failed::usage("pixels are no letters: name a file with --out"));
            }
            return answer(|out| Ok(out.write_all(&drawn)?));
        };
        let trouble = |error: io::Error| Failed::trouble(format!("{}: {error}", path.display()));
        let mut unfinished = Unfinished::of(path, Protected { inputs: &[], force: false })?;
        unfinished.file().write_all(&drawn).map_err(trouble)?;
        Ok(unfinished.publish()?)
    }

    fn theme(&self) -> Theme {
        match self.theme {
            Colours::Screen => Theme::Screen,
            Colours::Light => Theme::Light,
            Colours::Dark => Theme::Dark,
            Colours::Print => Theme::Print,
        }
    }

    #[cfg(feature = "png")]
    fn png(&self, drawing: &Drawing<'_>) -> Result<Vec<u8>, Failed> {
        drawing.png(self.theme(), self.width).map_err(Failed::trouble)
    }

    #[cfg(not(feature = "png"))]
    fn png(&self, _: &Drawing<'_>) -> Result<Vec<u8>, Failed> {
        let _ = self.width;
        Err(Failed::usage(
            "this agon is built without PNG, which is its feature `png`; use --to svg",
        ))
    }
}

/// What `here` looks like, which the moves of `line` led to from `base`, the last of them marked.
pub(crate) fn pictured(base: &AnyPosition, line: &[AnyMove], here: &AnyPosition) -> Picture {
    let Some((&last, before)) = line.split_last() else { return here.picture() };
    let before = before.iter().fold(base.clone(), |position, &m| after(&position, m));
    here.picture().after(before.aim(last))
}

/// Who acts, for those who cannot see the board.
fn about(here: &AnyPosition) -> String {
    match here.node() {
        Node::Decision(seat) => format!("{seat} to act"),
        Node::Chance => "chance to act".to_owned(),
        Node::Terminal => "the game is over".to_owned(),
    }
}
