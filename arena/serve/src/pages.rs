//! Pages for people: useful without scripts where they can be.

mod alone;
mod asked;
#[cfg(feature = "sockets")]
mod choices;
#[cfg(feature = "sockets")]
mod class;
mod clock_field;
#[cfg(feature = "sockets")]
mod code;
#[cfg(feature = "sockets")]
mod comparison;
mod examples;
mod faces;
mod gallery;
mod groups;
#[cfg(feature = "sockets")]
mod guests;
#[cfg(feature = "sockets")]
mod home;
mod inside;
mod kinds;
mod lab;
mod layout;
mod midgame;
mod new_table;
mod opponents;
#[cfg(feature = "sockets")]
mod own_tables;
mod race;
mod reading;
mod redeals;
mod regrets;
#[cfg(feature = "sockets")]
mod replay;
mod rows;
mod running;
mod search_form;
mod site_table;
mod site_tournament;
mod sketch;
mod standings;
mod start;
mod steps;
mod table_page;
mod tabs;
mod theatre;
#[cfg(feature = "sockets")]
mod tournament;
mod tournament_form;
#[cfg(feature = "sockets")]
mod tournaments;
#[cfg(feature = "sockets")]
mod wall;
mod worksheet;

use std::sync::Arc;

use axum::{
    Router,
    http::Uri,
    routing::{get, post},
};

#[cfg(feature = "sockets")]
use crate::app_state::AppState;
use crate::{problem::Problem, site_tables::SiteTables, site_tournament::SiteTournament, study::Study};

pub use self::alone::StagePage;
pub(crate) use self::layout::{failure, threshold};
#[cfg(test)]
pub(crate) use self::reading::with_sources;
pub(crate) use self::table_page::Heard;

/// The pages of a folder of files.
pub(crate) fn site_routes() -> Router<Arc<Study>> {
    study_routes().route("/", get(start::of_site))
}

/// The pages of games there.
pub(crate) fn site_tables() -> Router<Arc<SiteTables>> {
    Router::new().route("/tables", get(site_table::list)).route("/tables/{id}", get(site_table::page))
}

/// The pages of a tournament there.
pub(crate) fn site_tournaments() -> Router<Arc<SiteTournament>> {
    Router::new()
        .route("/tournaments", get(site_tournament::form))
        .route("/tournaments/{id}", get(site_tournament::page))
        .route("/api/v1/tournaments/0/games", get(site_tournament::step))
}

/// The pages that need no more of the server than its study.
pub(crate) fn study_routes() -> Router<Arc<Study>> {
    Router::new()
        .route("/games/{name}", get(reading::game))
        .route("/players", get(reading::players))
        .route("/players/{name}", get(reading::player))
        .route("/players/{name}/tree.svg", get(reading::tree))
        .route("/inside", get(inside::page).post(inside::run))
        .route("/inside/{id}", get(inside::tree))
        .route("/lab", get(lab::page))
        .route("/new", get(new_table::page).post(new_table::again))
        .route("/race", get(race::page))
        .route("/sketch", get(sketch::page))
        .route("/worksheet", get(worksheet::page))
        .route("/worksheet/tree.svg", get(worksheet::tree))
}

#[cfg(feature = "sockets")]
pub(crate) fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/", get(home::page))
        .route("/tables", get(own_tables::page).post(own_tables::begin))
        .route("/tables/{id}/delete", post(own_tables::forget))
        .route("/load", post(home::load))
        .route("/tables/{id}", get(table_page::served::page))
        .route("/tables/{id}/live", get(table_page::served::live))
        .route("/tables/{id}/{action}", post(table_page::served::act))
        .route("/tournaments", get(tournaments::list).post(tournaments::begin))
        .route("/tournaments/{id}", get(tournament::page))
        .route("/tournaments/{id}/wall", get(wall::page))
        .route("/wall", get(wall::latest))
        .route("/tournaments/{id}/live", get(tournament::live))
        .route("/tournaments/{id}/boards", get(tournament::boards))
        .route("/tournaments/{id}/games", get(replay::games))
        .route("/tournaments/{id}/games/{number}", get(replay::game))
        .route("/tournaments/{id}/{action}", post(tournament::act))
        .route("/class", get(class::page).post(class::begin))
        .route("/class/{code}", get(class::room))
        .route("/class/{code}/live", get(class::live))
        .route("/class/{code}/{action}", post(class::act))
        .route("/compare", get(comparison::comparison))
        .route("/guests", get(guests::page))
        .route("/guests/{guest}/{action}", post(guests::act))
        .route("/language/{code}", get(choices::language))
        .route("/theme/{name}", get(choices::theme))
}

/// There is no such page.
pub(crate) async fn nowhere(uri: Uri) -> Problem {
    Problem::missing("nothing-there", &[("place", &uri.path())])
}
