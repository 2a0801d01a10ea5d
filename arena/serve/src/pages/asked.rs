//! What all pages are asked with, and what they answer.

use std::sync::Arc;

use axum::{
    Extension, Form, RequestExt as _, RequestPartsExt as _,
    extract::{FromRequest, Path, Request},
    http::header,
    response::Response,
};
use maud::{Markup, html};
use serde::de::DeserializeOwned;

#[cfg(feature = "sockets")]
use crate::app_state::AppState;
use crate::{
    problem::Problem,
    study::Study,
    visitor::{TOKEN_FIELD, Visitor},
    words::Language,
};

/// The fields of a form, sent or in the address.
pub(super) type Fields = Vec<(String, String)>;

/// A page, or why there is none: that is made a page at the door.
pub(super) type Answer = Result<Response, Problem>;

/// The request of a page that needs no more of the server than its study.
pub(super) type StudyRequest<P = ()> = PageRequestTo<Arc<Study>, P>;

/// The request of a page that may need anything.
#[cfg(feature = "sockets")]
pub(super) type PageRequest<P = ()> = PageRequestTo<Arc<AppState>, P>;

/// Who asks for a page, where everything is, and what stands in the path and the form.
pub(super) struct PageRequestTo<S, P = ()> {
    pub(super) app: S,
    pub(super) guest: Visitor,
    pub(super) path: P,
    pub(super) form: Fields,
}

impl<P: DeserializeOwned + Send + 'static, S: Clone + Send + Sync> FromRequest<S> for PageRequestTo<S, P> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &S) -> Result<PageRequestTo<S, P>, Problem> {
        let (mut parts, body) = request.into_parts();
        let outside = |error: &dyn std::fmt::Display| Problem::trouble(error);
        let Extension(guest) = parts.extract::<Extension<Visitor>>().await.map_err(|error| outside(&error))?;
        let Path(path) = parts.extract::<Path<P>>().await.map_err(|error| Problem::unreadable(error.body_text()))?;
        let is_empty = parts.method == axum::http::Method::POST && !parts.headers.contains_key(header::CONTENT_TYPE);
        let form = if is_empty {
            Fields::new()
        } else {
            let form = Request::from_parts(parts, body).extract::<Form<Fields>, _>().await;
            let mut form = form.map_err(|error| Problem::unreadable(error.body_text()))?.0;
            // It was seen at the door, and goes no further.
            form.retain(|(name, _)| name != TOKEN_FIELD);
            form
        };
        Ok(PageRequestTo { app: app.clone(), guest, path, form })
    }
}

/// The form again, as it was sent, on a page that says what is wrong with it.
pub(super) fn corrected(mut page: Response, problem: &Problem) -> Response {
    *page.status_mut() = problem.status;
    page
}

/// What a page says of a form that was wrong: the reason, and which field is at fault.
#[derive(Clone, Copy)]
pub(super) struct Correction<'a>(pub(super) Option<&'a Problem>);

impl Correction<'_> {
    /// The name of the reason among the parts of the page.
    const ID: &'static str = "wrong";

    /// The reason, said aloud, where none of these fields is at fault: it stands beside that otherwise.
    pub(super) fn said(self, language: Language, has: impl Fn(&str) -> bool) -> Markup {
        let problem = self.0.filter(|problem| !problem.field.as_deref().is_some_and(has));
        html! { @if let Some(problem) = problem { (told(problem, language)) } }
    }

    /// The reason, where the field of that name is at fault.
    pub(super) fn beside(self, field: &str, language: Language) -> Markup {
        let problem = self.0.filter(|problem| problem.field.as_deref() == Some(field));
        html! { @if let Some(problem) = problem { (told(problem, language)) } }
    }

    /// Whether the field of that name is at fault, as `aria-invalid` has it.
    pub(super) fn is_invalid(self, field: &str) -> Option<&'static str> {
        (self.0?.field.as_deref() == Some(field)).then_some("true")
    }

    /// The parts of the page that say something of that field, as `aria-describedby` has them: `own`, unless
    /// that is empty, and the reason where the field is at fault.
    pub(super) fn about(self, field: &str, own: &str) -> Option<String> {
        let reason = self.is_invalid(field).map(|_| Correction::ID);
        let parts: Vec<&str> = [reason, Some(own)].into_iter().flatten().filter(|id| !id.is_empty()).collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    }
}

fn told(problem: &Problem, language: Language) -> Markup {
    html! { span.problem id=(Correction::ID) role="alert" { (problem.shown(language)) } }
}

/// The value of a field of a form.
pub(super) fn field<'a>(form: &'a [(String, String)], name: &str) -> Option<&'a str> {
    form.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}
