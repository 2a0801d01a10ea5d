//! Where a person types: with history and completion on a terminal, line by line elsewhere.

use std::io::{self, BufRead, Write};

use agon_arena::ask::io_words;

use crate::failed::Failed;

/// What came of asking.
pub(crate) enum Typed {
    Line(String),
    /// The input has ended, or the person wants to leave.
    End,
}

/// Reads lines, from a terminal or from whatever standard input is.
pub(crate) struct Prompt {
    #[cfg(feature = "editor")]
    editor: Option<editor::LineEditor>,
    /// What is typed in a test, line by line.
    #[cfg(test)]
    script: Option<Script>,
}

/// What is typed in a test, line by line.
#[cfg(test)]
type Script = Box<dyn FnMut() -> Option<String>>;

impl Prompt {
    pub(crate) fn new() -> Prompt {
        Prompt {
            #[cfg(feature = "editor")]
            editor: editor::LineEditor::on_terminal(),
            #[cfg(test)]
            script: None,
        }
    }

    /// One for a test, where this is typed.
    #[cfg(test)]
    pub(crate) fn typed(script: impl FnMut() -> Option<String> + 'static) -> Prompt {
        let mut prompt = Prompt::new();
        prompt.script = Some(Box::new(script));
        prompt
    }

    /// Forgets what was typed, which could be called back.
    #[cfg_attr(not(feature = "editor"), expect(clippy::unused_self, reason = "an editor would have a state"))]
    pub(crate) fn forget(&mut self) {
        #[cfg(feature = "editor")]
        {
            self.editor = editor::LineEditor::on_terminal();
        }
    }

    /// Asks for a line, offering `words` as completions.
    ///
    /// # Errors
    ///
    /// Where the input cannot be read.
    #[cfg_attr(
        not(any(feature = "editor", test)),
        expect(clippy::unused_self, reason = "an editor would have a state")
    )]
    pub(crate) fn read(
        &mut self,
        out: &mut dyn Write,
        prompt: &str,
        words: impl FnOnce() -> Vec<String>,
    ) -> Result<Typed, Failed> {
        #[cfg(test)]
        if let Some(script) = &mut self.script {
            return Ok(script().map_or(Typed::End, Typed::Line));
        }
        #[cfg(feature = "editor")]
        if let Some(editor) = &mut self.editor {
            out.flush()?;
            return editor.read(prompt, words());
        }
        let _ = words;
        loop {
            write!(out, "{prompt}")?;
            out.flush()?;
            // The lock is released: a player may ask a person too.
            match line_of(&mut io::stdin().lock()) {
                Ok(None) => {
                    writeln!(out)?;
                    return Ok(Typed::End);
                }
                Ok(Some(Ok(text))) => return Ok(Typed::Line(text)),
                Ok(Some(Err(why))) => writeln!(out, "{why}")?,
                Err(error) => {
                    let what = format!("the input cannot be read: {}", io_words(&error));
                    return Err(Failed::trouble(what));
                }
            }
        }
    }
}

/// The next line of what is typed; nothing at the end, and why it is refused if it is no text.
pub(crate) fn line_of(input: &mut impl BufRead) -> io::Result<Option<Result<String, &'static str>>> {
    let mut bytes = Vec::new();
    if input.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8(bytes).map_err(|_| "that line is not UTF-8; type it again")))
}

#[cfg(feature = "editor")]
mod editor {
    use std::io::{self, IsTerminal};

    use rustyline::{
        Context, Editor, Helper, completion::Completer, error::ReadlineError, highlight::Highlighter, hint::Hinter,
        history::MemHistory, validate::Validator,
    };

    use crate::{failed::Failed, prompt::Typed, signals};

    /// Completes the last word.
    #[derive(Default)]
    struct Words(Vec<String>);

    impl Completer for Words {
        type Candidate = String;

        fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
            let begun = line[..at].to_lowercase();
            let fits = |word: &&String| word.to_lowercase().starts_with(&begun);
            Ok((0, self.0.iter().filter(fits).cloned().collect()))
        }
    }

    impl Hinter for Words {
        type Hint = String;
    }
    impl Highlighter for Words {}
    impl Validator for Words {}
    impl Helper for Words {}

    /// Edits a line on the terminal.
    pub(super) struct LineEditor(Editor<Words, MemHistory>);

    impl LineEditor {
        /// An editor, if both ends are a terminal.
        pub(super) fn on_terminal() -> Option<LineEditor> {
            if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
                return None;
            }
            let config = rustyline::Config::builder().auto_add_history(true).build();
            let mut editor = Editor::with_history(config, MemHistory::new()).ok()?;
            editor.set_helper(Some(Words::default()));
            Some(LineEditor(editor))
        }

        pub(super) fn read(&mut self, prompt: &str, words: Vec<String>) -> Result<Typed, Failed> {
            self.0.set_helper(Some(Words(words)));
            match signals::editing(|| self.0.readline(prompt)) {
                Ok(line) => Ok(Typed::Line(line)),
                Err(ReadlineError::Eof) => Ok(Typed::End),
                // While a line is edited, Ctrl-C is a key and no signal.
                Err(ReadlineError::Interrupted) => signals::leave(),
                // What is no text is no move either.
                Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                    Ok(Typed::Line(char::REPLACEMENT_CHARACTER.to_string()))
                }
                Err(error) => Err(Failed::trouble(format!("the input cannot be read: {error}"))),
            }
        }
    }
}
