//! What all pages are asked with, and answer when that is wrong.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::Response};

use super::layout::failure;
use crate::{guest::Guest, house::House, problem::Problem};

/// What a page needs: who asks, and where everything is.
pub(super) type Home = State<Arc<House>>;

/// A page, or why there is none.
pub(super) type Answer = Result<Response, Response>;

/// Tells a problem as a page.
pub(super) fn tell(guest: &Guest) -> impl Fn(Problem) -> Response + '_ {
    move |problem| failure(guest, &problem)
}

/// The form again, as it was sent, on a page that says what is wrong with it.
pub(super) fn corrected(mut page: Response, problem: &Problem) -> Response {
    *page.status_mut() = problem.status;
    page
}

/// The value of a field of a form.
pub(super) fn field<'a>(form: &'a [(String, String)], name: &str) -> Option<&'a str> {
    form.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

/// A form that cannot be read.
pub(super) fn unread(guest: &Guest, message: String) -> Response {
    failure(guest, &Problem::new(StatusCode::BAD_REQUEST, message))
}
