//! A position as a drawing: for a terminal, a page, a document.

use std::path::PathBuf;

use agon_core::{AnyPosition, Node, Position};
use agon_draw::{Drawing, Letters};
use agon_table::GivenPosition;

#[cfg(not(feature = "png"))]
use crate::paper::without_png;
use crate::{
    failed::Failed,
    paper::{Inks, deliver, deliver_pixels, unknown_type},
};

/// How, and where, a position is drawn.
#[derive(clap::Args)]
pub(crate) struct Screen {
    /// Draw only the board: as SVG, as PNG, in colours for a terminal, in plain letters. The last
    /// move and a line that won are marked
    #[arg(long = "to", value_name = "FORM", conflicts_with_all = ["json", "batch"])]
    form: Option<Form>,
    /// Write the drawing here instead of standard output; its name says the form unless --to does
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["json", "batch"])]
    out: Option<PathBuf>,
    #[command(flatten)]
    inks: Inks,
}

/// What a position is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Form {
    /// Vector graphics, sharp at any size
    Svg,
    /// Pixels
    Png,
    /// Letters with colours
    Ansi,
    /// Plain letters
    Text,
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
            _ => Err(unknown_type(path, "svg, .png or .txt")),
        }
    }

    /// Draws the position.
    ///
    /// # Errors
    ///
    /// Where the file cannot be written, or pixels would go to a terminal.
    pub(crate) fn draw(&self, form: Form, site: &GivenPosition) -> Result<(), Failed> {
        let picture = site.picture();
        let about = about(&site.here);
        let drawing = Drawing::of(&picture).title(&site.game.term).about(&about);
        let drawn = match form {
            Form::Svg => drawing.svg(self.inks.theme()).into_bytes(),
            Form::Ansi => (drawing.letters(Letters::RICH) + "\n").into_bytes(),
            Form::Text => (drawing.letters(Letters::PLAIN) + "\n").into_bytes(),
            Form::Png => return deliver_pixels(self.out.as_deref(), &self.png(&drawing)?),
        };
        deliver(self.out.as_deref(), &drawn)
    }

    #[cfg(feature = "png")]
    fn png(&self, drawing: &Drawing<'_>) -> Result<Vec<u8>, Failed> {
        drawing.png(self.inks.theme(), self.inks.width).map_err(Failed::trouble)
    }

    #[cfg(not(feature = "png"))]
    #[expect(clippy::unused_self, reason = "as with the feature")]
    fn png(&self, _: &Drawing<'_>) -> Result<Vec<u8>, Failed> {
        Err(without_png())
    }
}

/// Who acts, for those who cannot see the board.
fn about(here: &AnyPosition) -> String {
    match here.node() {
        Node::Decision(seat) => format!("{seat} to act"),
        Node::Chance => "chance to act".to_owned(),
        Node::Terminal => "the game is over".to_owned(),
    }
}
