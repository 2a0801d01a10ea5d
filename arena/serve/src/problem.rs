//! What went wrong with a request, as it is answered.

use std::{any::Any, fmt};

use agon_core::BrokenRules;
use agon_table::TableError;
use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use maud::Markup;
use schemars::JsonSchema;
use serde::Serialize;

use crate::words::{
    Inset, Language, Said,
    kinds::{Known, brief},
};

/// What went wrong with a request.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    /// In English.
    pub(crate) message: String,
    /// How it is told in any language.
    said: Inset,
    /// The field of the form that is at fault, if it is one.
    pub(crate) field: Option<String>,
}

/// The same, as a document.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub(crate) struct ProblemDocument<'a> {
    status: u16,
    error: &'a str,
}

impl Problem {
    /// The message in a language, if there are words for it.
    pub(crate) fn words(&self, language: Language) -> Option<String> {
        match &self.said {
            Inset::Author(english) => language.told(english),
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

    fn document(&self, error: &str) -> Response {
        let document = ProblemDocument { status: self.status.as_u16(), error };
        (self.status, Json(document)).into_response()
    }

    /// What arose here: the catalogues tell it by `problem-` and `id`, with these in their places.
    pub(crate) fn said(
        status: StatusCode,
        id: &str,
        with: &[(&'static str, &dyn Said)],
    ) -> Problem {
        let with = with.iter().map(|(name, value)| (*name, value.inset())).collect();
        let said = Inset::Message(format!("problem-{id}"), with);
        Problem { status, message: Language::English.tell(&said), said, field: None }
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
        let field =
            found.and_then(|line| line.split_once(" = ")).map(|(field, _)| field.to_owned());
        let message = Language::English.tell(&said);
        Problem { message, said, field: self.field.or(field), ..self }
    }

    /// The same, about this game.
    #[must_use]
    pub(crate) fn about(self, game: &str) -> Problem {
        let (message, said) = (format!("{game}: {}", self.message), self.said.about(game));
        Problem { message, said, ..self }
    }

    /// What another room, or a library, says in English.
    pub(crate) fn told(status: StatusCode, message: impl fmt::Display) -> Problem {
        let message = message.to_string();
        Problem { status, said: Inset::Author(message.clone()), message, field: None }
    }

    /// What another room says by a kind of error.
    fn of_kind(status: StatusCode, error: &impl Known) -> Problem {
        Problem { status, message: brief(&error.to_string()), said: error.told(), field: None }
    }

    /// What was asked is wrong.
    pub(crate) fn wrong(id: &str, with: &[(&'static str, &dyn Said)]) -> Problem {
        Problem::said(StatusCode::BAD_REQUEST, id, with)
    }

    /// There is no such thing.
    pub(crate) fn missing(id: &str, with: &[(&'static str, &dyn Said)]) -> Problem {
        Problem::said(StatusCode::NOT_FOUND, id, with)
    }

    /// It cannot be done as things stand.
    pub(crate) fn conflict(id: &str, with: &[(&'static str, &dyn Said)]) -> Problem {
        Problem::said(StatusCode::CONFLICT, id, with)
    }

    /// Not by whoever asked.
    pub(crate) fn forbidden(id: &str, with: &[(&'static str, &dyn Said)]) -> Problem {
        Problem::said(StatusCode::FORBIDDEN, id, with)
    }

    /// There is no room for it.
    pub(crate) fn full(id: &str, with: &[(&'static str, &dyn Said)]) -> Problem {
        Problem::said(StatusCode::SERVICE_UNAVAILABLE, id, with)
    }

    /// What was asked is wrong, as another room says it.
    #[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
    pub(crate) fn refused(error: impl Known) -> Problem {
        Problem::of_kind(StatusCode::BAD_REQUEST, &error)
    }

    /// There is no such thing, as another room says it.
    #[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
    pub(crate) fn unknown(error: impl Known) -> Problem {
        Problem::of_kind(StatusCode::NOT_FOUND, &error)
    }

    /// What was asked is wrong, as somebody says it who knows no kinds of errors.
    pub(crate) fn unreadable(message: impl fmt::Display) -> Problem {
        Problem::told(StatusCode::BAD_REQUEST, message)
    }

    /// Work broke down with this panic: where the rules of a game did that somebody brought, what is wrong with them.
    pub(crate) fn broken_down(panic: &(dyn Any + Send)) -> Problem {
        match BrokenRules::of(panic) {
            Some(broken) => Problem::unreadable(broken),
            None => Problem::said(StatusCode::INTERNAL_SERVER_ERROR, "broke-down", &[]),
        }
    }

    /// It could not be done: the disk, say.
    pub(crate) fn trouble(message: impl fmt::Display) -> Problem {
        Problem::told(StatusCode::INTERNAL_SERVER_ERROR, message)
    }
}

impl From<TableError> for Problem {
    fn from(error: TableError) -> Problem {
        match error {
            TableError::Wrong(message) => Problem::unreadable(message),
            TableError::Trouble(message) => Problem::told(StatusCode::CONFLICT, message),
        }
    }
}

impl From<rusqlite::Error> for Problem {
    fn from(error: rusqlite::Error) -> Problem {
        Problem::said(
            StatusCode::INTERNAL_SERVER_ERROR,
            "database",
            &[("error", &error.to_string())],
        )
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.document(&self.message);
        response.extensions_mut().insert(self);
        response
    }
}
