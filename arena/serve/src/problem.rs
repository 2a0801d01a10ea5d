//! What went wrong with a request, as it is answered.

use agon_table::TableError;
use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;

use crate::words::Language;

/// What went wrong with a request.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) message: String,
}

/// The same, as a document.
#[derive(Serialize)]
struct ProblemDocument<'a> {
    status: u16,
    error: &'a str,
}

impl Problem {
    /// The answer with the message in a language, as far as there are words for it.
    pub(crate) fn answer(&self, language: Language) -> Response {
        let told = language.told(&self.message);
        self.document(told.as_deref().unwrap_or(&self.message))
    }

    fn document(&self, error: &str) -> Response {
        let document = ProblemDocument { status: self.status.as_u16(), error };
        (self.status, Json(document)).into_response()
    }

    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Problem {
        Problem { status, message: message.into() }
    }

    /// What was asked is wrong.
    pub(crate) fn wrong(message: impl std::fmt::Display) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, message.to_string())
    }

    /// There is no such thing.
    pub(crate) fn missing(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, message)
    }

    /// It cannot be done as things stand.
    pub(crate) fn conflict(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::CONFLICT, message)
    }

    /// Not by whoever asked.
    pub(crate) fn forbidden(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, message)
    }

    /// There is no room for it.
    pub(crate) fn full(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }

    /// It could not be done: the disk, say.
    pub(crate) fn trouble(message: impl std::fmt::Display) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, message.to_string())
    }
}

impl From<TableError> for Problem {
    fn from(error: TableError) -> Problem {
        match error {
            TableError::Wrong(message) => Problem::wrong(message),
            TableError::Trouble(message) => Problem::conflict(message),
        }
    }
}

impl From<rusqlite::Error> for Problem {
    fn from(error: rusqlite::Error) -> Problem {
        Problem::trouble(format!("the database: {error}"))
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.document(&self.message);
        response.extensions_mut().insert(self);
        response
    }
}
