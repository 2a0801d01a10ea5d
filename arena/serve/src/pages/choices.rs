//! The language and the colours that a guest chooses, and the way back.

use axum::{
    extract::{Path, Query},
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use crate::{
    problem::Problem,
    visitor::{self, PageTheme, set},
    words::Language,
};

#[derive(Deserialize)]
pub(super) struct Back {
    #[serde(default)]
    back: Option<String>,
}

impl Back {
    /// The way back to a page of ours, and nowhere else.
    fn redirect(&self) -> Response {
        let place = self.back.as_deref().and_then(visitor::own_place);
        Redirect::to(place.unwrap_or("/")).into_response()
    }
}

pub(super) async fn language(Path(code): Path<String>, Query(back): Query<Back>) -> Result<Response, Problem> {
    let language = Language::of(&code);
    let language = language.ok_or_else(|| Problem::missing("no-language", &[("code", &code)]))?;
    let mut response = back.redirect();
    set(&mut response, visitor::LANGUAGE, language.code());
    Ok(response)
}

pub(super) async fn theme(Path(name): Path<String>, Query(back): Query<Back>) -> Result<Response, Problem> {
    let theme = PageTheme::of(&name);
    let theme = theme.ok_or_else(|| Problem::missing("no-theme", &[("name", &name)]))?;
    let mut response = back.redirect();
    set(&mut response, visitor::THEME, theme.name());
    Ok(response)
}
