//! Pages for people: useful without scripts where they can be.

mod asked;
mod inside;
mod layout;
mod new_table;
mod reading;
mod start;
mod table_page;
mod tournaments;
mod wall;

use std::sync::Arc;

use axum::{
    Extension, Router,
    extract::{Path, Query},
    http::Uri,
    response::{IntoResponse, Redirect, Response},
    routing::{get, post},
};
use serde::Deserialize;

use crate::{
    guest::{self, Guest, Theme, set},
    house::House,
    problem::Problem,
    words::Language,
};

pub(crate) use self::layout::{failure, threshold};

pub(crate) fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/", get(start::page))
        .route("/new", get(new_table::page))
        .route("/tables", post(new_table::begin))
        .route("/load", post(start::load))
        .route("/tables/{id}", get(table_page::page))
        .route("/tables/{id}/live", get(table_page::live))
        .route("/tables/{id}/{action}", post(table_page::act))
        .route("/games/{name}", get(reading::game))
        .route("/players", get(reading::players))
        .route("/players/{name}", get(reading::player))
        .route("/inside", get(inside::page).post(inside::run))
        .route("/inside/{id}", get(inside::tree))
        .route("/tournaments", get(tournaments::list).post(tournaments::begin))
        .route("/tournaments/{id}", get(tournaments::page))
        .route("/tournaments/{id}/wall", get(wall::page))
        .route("/wall", get(wall::latest))
        .route("/tournaments/{id}/live", get(tournaments::live))
        .route("/tournaments/{id}/games", get(tournaments::games))
        .route("/tournaments/{id}/games/{number}", get(tournaments::game))
        .route("/tournaments/{id}/{action}", post(tournaments::act))
        .route("/compare", get(tournaments::comparison))
        .route("/language/{code}", get(language))
        .route("/theme/{name}", get(theme))
}

/// There is no such page.
pub(crate) async fn nowhere(Extension(guest): Extension<Guest>, uri: Uri) -> Response {
    let problem = Problem::missing(format!("there is nothing at {}", uri.path()));
    if uri.path().starts_with("/api/") {
        return problem.into_response();
    }
    failure(&guest, &problem)
}

#[derive(Deserialize)]
struct Back {
    #[serde(default)]
    back: Option<String>,
}

impl Back {
    /// The way back to a page of ours, and nowhere else.
    fn redirect(&self) -> Response {
        let place = self.back.as_deref().and_then(guest::own_place);
        Redirect::to(place.unwrap_or("/")).into_response()
    }
}

async fn language(
    Extension(guest): Extension<Guest>,
    Path(code): Path<String>,
    Query(back): Query<Back>,
) -> Response {
    let Some(language) = Language::of(&code) else {
        return failure(&guest, &Problem::missing(format!("no language `{code}`")));
    };
    let mut response = back.redirect();
    set(&mut response, guest::LANGUAGE, language.code());
    response
}

async fn theme(
    Extension(guest): Extension<Guest>,
    Path(name): Path<String>,
    Query(back): Query<Back>,
) -> Response {
    let Some(theme) = Theme::of(&name) else {
        return failure(&guest, &Problem::missing(format!("no theme `{name}`")));
    };
    let mut response = back.redirect();
    set(&mut response, guest::THEME, theme.name());
    response
}
