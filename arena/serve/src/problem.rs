//! The error of a request, as it is answered.

use std::{any::Any, fmt};

use agon_core::{BrokenRules, Sentence};
use agon_table::TableError;
use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use maud::Markup;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    quota::UsedUp,
    words::{
        Inset, Language, Said,
        kinds::{Known, brief},
    },
};

/// The error of a request.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    /// In English.
    pub(crate) message: String,
    /// The message for the catalogues of all languages.
    said: Inset,
    /// The field of the form with the mistake, if one has it.
    pub(crate) field: Option<String>,
    /// Whether the same request may succeed in a while.
    pub(crate) is_for_now: bool,
}

/// The same, as a document.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub(crate) struct ProblemDocument<'a> {
    status: u16,
    error: &'a str,
}

impl Problem {
    /// The reason in short, for whoever runs the server: nothing of what was sent.
    pub(crate) fn reason(&self) -> String {
        match &self.said {
            // What failed here, such as the disk.
            _ if self.status == StatusCode::INTERNAL_SERVER_ERROR => {
                let line = self.message.lines().next().unwrap_or_default();
                line.to_owned()
            }
            Inset::Message(id, _) => id.trim_start_matches("problem-").to_owned(),
            _ => self.status.canonical_reason().unwrap_or_default().to_ascii_lowercase(),
        }
    }

    /// The message in a language, if there are words for it.
    pub(crate) fn words(&self, language: Language) -> Option<String> {
        match &self.said {
            Inset::Author(_) => None,
            Inset::Sentence(sentence) => language.said(sentence),
            said => Some(language.tell(said)),
        }
    }

    /// The message on a page in that language.
    pub(crate) fn shown(&self, language: Language) -> Markup {
        language.of_author(self.words(language), &self.message)
    }

    /// The answer with the message in a language, as far as there are words for it.
    pub(crate) fn answer(&self, language: Language) -> Response {
        let told = self.words(language);
        self.document(told.as_deref().unwrap_or(&self.message))
    }

    #[cfg(feature = "sockets")]
    /// The event that tells a listener in a language why nothing more can be told of what happened.
    pub(crate) fn event(&self, language: Language) -> axum::response::sse::Event {
        let told = self.words(language);
        axum::response::sse::Event::default().event("failed").data(told.as_ref().unwrap_or(&self.message))
    }

    fn document(&self, error: &str) -> Response {
        let document = ProblemDocument { status: self.status.as_u16(), error };
        (self.status, Json(document)).into_response()
    }

    /// An error of this crate: the message `problem-ID` of the catalogues, with these values.
    pub(crate) fn said(status: StatusCode, id: &str, with: &[(&'static str, &dyn Said)]) -> Problem {
        let with = with.iter().map(|(name, value)| (*name, value.inset())).collect();
        let said = Inset::Message(format!("problem-{id}"), with);
        Problem { status, message: Language::English.tell(&said), said, field: None, is_for_now: false }
    }

    /// The same, where this field of a form is at fault.
    #[must_use]
    pub(crate) fn at(self, field: &str) -> Problem {
        Problem { field: Some(field.to_owned()), ..self }
    }

    /// The same about a form that was written as this file, with one field on each line: beside the field, and
    /// without the line, which nobody who fills in a form has seen.
    #[must_use]
    pub(crate) fn beside_field(self, file: &str) -> Problem {
        let Some((line, said)) = self.said.on_line() else { return self };
        let found = line.checked_sub(1).and_then(|before| file.lines().nth(before));
        let field = found.and_then(|line| line.split_once(" = ")).map(|(field, _)| field.to_owned());
        let message = Language::English.tell(&said);
        Problem { message, said, field: self.field.or(field), ..self }
    }

    /// The same, about this game.
    #[must_use]
    pub(crate) fn about(self, game: &str) -> Problem {
        let (message, said) = (format!("{game}: {}", self.message), self.said.about(game));
        Problem { message, said, ..self }
    }

    /// An error of another crate, in English.
    pub(crate) fn told(status: StatusCode, message: impl fmt::Display) -> Problem {
        let message = message.to_string();
        Problem { status, said: Inset::Author(message.clone()), message, field: None, is_for_now: false }
    }

    /// An error of another crate that has a name, or is told in English.
    fn of_sentence(status: StatusCode, sentence: Sentence) -> Problem {
        let message = brief(&sentence.to_string());
        let said = if sentence.name().is_some() { Inset::Sentence(sentence) } else { Inset::Author(message.clone()) };
        Problem { status, message, said, field: None, is_for_now: false }
    }

    /// An error of another crate that has a kind.
    fn of_kind(status: StatusCode, error: &impl Known) -> Problem {
        Problem { status, message: brief(&error.to_string()), said: error.told(), field: None, is_for_now: false }
    }

    /// The request has a mistake.
    pub(crate) fn wrong(id: &str, with: &[(&'static str, &dyn Said)]) -> Problem {
        Problem::said(StatusCode::BAD_REQUEST, id, with)
    }

    /// There is no such thing.
    pub(crate) fn missing(id: &str, with: &[(&'static str, &dyn Said)]) -> Problem {
        Problem::said(StatusCode::NOT_FOUND, id, with)
    }

    /// The request conflicts with the current state.
    pub(crate) fn conflict(id: &str, with: &[(&'static str, &dyn Said)]) -> Problem {
        Problem::said(StatusCode::CONFLICT, id, with)
    }

    /// This guest may not do that.
    pub(crate) fn forbidden(id: &str, with: &[(&'static str, &dyn Said)]) -> Problem {
        Problem::said(StatusCode::FORBIDDEN, id, with)
    }

    /// Whether too much waited already: the same may succeed a little later. What took too long would do so again.
    pub(crate) fn is_of_queue(&self) -> bool {
        matches!(&self.said, Inset::Message(id, _) if id.starts_with("problem-queue-"))
    }

    /// There is no room for it.
    pub(crate) fn full(id: &str, with: &[(&'static str, &dyn Said)]) -> Problem {
        Problem::said(StatusCode::SERVICE_UNAVAILABLE, id, with)
    }

    /// The same, of which there is no room just now, as whose part is used up; in a while there is.
    #[must_use]
    pub(crate) fn later(self, whose: UsedUp) -> Problem {
        let status = match whose {
            UsedUp::Guest | UsedUp::Address => StatusCode::TOO_MANY_REQUESTS,
            UsedUp::All => StatusCode::SERVICE_UNAVAILABLE,
        };
        Problem { status, is_for_now: true, ..self }
    }

    /// The request has a mistake, found by another crate.
    #[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
    pub(crate) fn refused(error: impl Known) -> Problem {
        Problem::of_kind(StatusCode::BAD_REQUEST, &error)
    }

    /// There is no such thing, found by another crate.
    #[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
    pub(crate) fn unknown(error: impl Known) -> Problem {
        Problem::of_kind(StatusCode::NOT_FOUND, &error)
    }

    /// The request has a mistake, with an error that has no kind.
    pub(crate) fn unreadable(message: impl fmt::Display) -> Problem {
        Problem::told(StatusCode::BAD_REQUEST, message)
    }

    /// Work panicked; if foreign rules of a game caused it, the error has their mistake.
    pub(crate) fn broken_down(panic: &(dyn Any + Send)) -> Problem {
        match BrokenRules::of(panic) {
            Some(broken) => Problem::unreadable(broken),
            None => Problem::said(StatusCode::INTERNAL_SERVER_ERROR, "broke-down", &[]),
        }
    }

    /// The server failed, such as by a full disk.
    pub(crate) fn trouble(message: impl fmt::Display) -> Problem {
        Problem::told(StatusCode::INTERNAL_SERVER_ERROR, message)
    }
}

impl From<TableError> for Problem {
    fn from(error: TableError) -> Problem {
        match error {
            TableError::Wrong(sentence) => Problem::of_sentence(StatusCode::BAD_REQUEST, sentence),
            TableError::Trouble(sentence) => Problem::of_sentence(StatusCode::CONFLICT, sentence),
        }
    }
}

#[cfg(feature = "sockets")]
impl From<rusqlite::Error> for Problem {
    fn from(error: rusqlite::Error) -> Problem {
        Problem::said(StatusCode::INTERNAL_SERVER_ERROR, "database", &[("error", &error.to_string())])
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.document(&self.message);
        response.extensions_mut().insert(self);
        response
    }
}
