//! A position as a drawing: for a terminal, a page, a document.

use std::path::PathBuf;

use agon_core::Picture;
use agon_draw::{Drawing, Letters};
use agon_table::{SeenNode, ShownPosition};

use crate::{
    failed::Failed,
    output_target::{Inks, Rendered, deliver, form_of},
};

/// How, and where, a position is drawn.
#[derive(clap::Args)]
pub(crate) struct Screen {
    /// Draw only the board
    #[arg(long = "to", value_name = "FORM", conflicts_with = "json")]
    form: Option<Form>,
    /// Write it here; the name says the form unless --to does
    #[arg(short, long, value_name = "FILE", conflicts_with = "json")]
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
    /// A page
    Pdf,
    /// Letters with colours
    Ansi,
    /// Plain letters
    #[value(alias = "txt")]
    Text,
}

impl Screen {
    /// The form that is asked for, if a drawing is.
    ///
    /// # Errors
    ///
    /// Where a file is to be written whose name says no form.
    pub(crate) fn form(&self) -> Result<Option<Form>, Failed> {
        form_of(self.form.as_ref(), self.out.as_deref())
    }

    /// Draws the position as it is shown, of the game with this term.
    ///
    /// # Errors
    ///
    /// Where the file cannot be written, or pixels would go to a terminal.
    pub(crate) fn draw(&self, form: Form, game: &str, shown: &ShownPosition<'_>) -> Result<(), Failed> {
        self.draw_picture(form, game, (&shown.picture(), &about(shown.node())))
    }

    /// Draws a board of the game with this term, and says in words what it shows.
    pub(crate) fn draw_picture(
        &self,
        form: Form,
        game: &str,
        (picture, about): (&Picture, &str),
    ) -> Result<(), Failed> {
        let drawing = Drawing::of(picture).title(game).about(about);
        let out = self.out.as_deref();
        let drawn = match form {
            Form::Svg => drawing.svg(self.inks.theme()).into_bytes(),
            Form::Ansi => (drawing.letters(Letters::RICH) + "\n").into_bytes(),
            Form::Text => (drawing.letters(Letters::PLAIN) + "\n").into_bytes(),
            Form::Png => return self.inks.render(&drawing, Rendered::Png, out),
            Form::Pdf => return self.inks.render(&drawing, Rendered::Pdf, out),
        };
        deliver(out, &drawn)
    }
}

/// Who acts, for those who cannot see the board.
fn about(node: SeenNode) -> String {
    match node {
        SeenNode::Decision(seat) => format!("{seat} to act"),
        SeenNode::Chance => "chance to act".to_owned(),
        SeenNode::Waiting => "others to act".to_owned(),
        SeenNode::Terminal => "the game is over".to_owned(),
    }
}
