//! The page of a tournament in a folder of files: its address says all of it, and the page has it played. And the form for one.

use std::sync::Arc;

use axum::{Json, response::IntoResponse as _};
use maud::{Markup, html};
use serde::Serialize;

use super::{
    asked::{Answer, Fields, PageRequestTo, corrected, field},
    layout::Page,
    standings::{games_played, progress, tables},
    tournament_form::{asked_for, beside_form, new_tournament},
};
use crate::{
    addresses::housed,
    pool::PoolThinker,
    problem::Problem,
    site_tournament::{FILES, SiteTournament},
    standing::LiveStanding,
    visitor::Visitor,
    words::Language,
};

type Request<P = ()> = PageRequestTo<Arc<SiteTournament>, P>;

/// Games that one question has played, at most.
const MOST_AT_ONCE: u64 = 10_000;

pub(super) async fn form(Request { guest, form, .. }: Request) -> Answer {
    Ok(asking(&guest, &form, None))
}

/// The form for a tournament, as it was sent if something is wrong with it.
fn asking(guest: &Visitor, form: &Fields, wrong: Option<&Problem>) -> axum::response::Response {
    let title = guest.language.say("nav-tournaments");
    let body = html! {
        h1 { (title) }
        p { (guest.language.say("site-tournaments")) }
        (new_tournament(guest, form, wrong))
    };
    Page { title: &title, script: Some("page.js"), body }
        .answer(&PoolThinker::until(agon_core::StopSignal::new()), guest)
}

/// The tournament, before its first game.
pub(super) async fn page(Request { app: own, guest, form, .. }: Request<String>) -> Answer {
    let (text, language) = (asked_for(&form), guest.language);
    let (standing, _) = match own.play(&text, 0) {
        Ok(told) => told,
        Err(problem) => {
            let problem = beside_form(problem, &form, &text);
            return Ok(corrected(asking(&guest, &form, Some(&problem)), &problem));
        }
    };
    let name = field(&form, "name").unwrap_or("").trim();
    let title = if name.is_empty() { language.say("nav-tournaments") } else { name.to_owned() };
    let body = html! {
        h1 { bdi { (title) } }
        div.actions {
            button id="do-stop" { (language.say("events-halt")) }
            button id="do-resume" disabled { (language.say("events-resume")) }
            a.button.plain href="/tournaments#new" { (language.say("events-new")) }
        }
        div id="event" { (shown(language, &standing, "running")) }
        p.problem id="problem" role="alert" hidden {}
        p.hidden id="aloud" role="status" aria-live="polite" {}
        h2 { (language.say("events-files")) }
        ul.links {
            @for name in FILES { li { a href=(format!("/api/v1/tournaments/0/files/{name}")) download=(name) { (name) } } }
        }
    };
    let thinker = PoolThinker::until(agon_core::StopSignal::new());
    Ok(Page { title: &title, script: Some("rounds.js"), body }.answer(&thinker, &guest))
}

/// What comes of some games.
#[derive(Serialize)]
struct Stepped {
    /// All that changes on the page.
    html: String,
    /// What is said of it aloud.
    stage: String,
    over: bool,
}

/// Plays the next games, as many as are asked for.
pub(super) async fn step(Request { app: own, guest, form, .. }: Request) -> Answer {
    let (fields, games): (Fields, Fields) = form.into_iter().partition(|(name, _)| name != "at-once");
    let games = field(&games, "at-once").and_then(|games| games.parse().ok()).unwrap_or(1);
    let (standing, over) = own.play(&asked_for(&fields), MOST_AT_ONCE.min(games))?;
    let (language, stage) = (guest.language, if over { "over" } else { "running" });
    let html = housed(&shown(language, &standing, stage).into_string(), "", |_| None);
    Ok(Json(Stepped { html, stage: games_played(language, &standing, stage), over }).into_response())
}

/// All that changes on the page.
fn shown(language: Language, standing: &LiveStanding, stage: &str) -> Markup {
    html! {
        (progress(language, standing, stage, &games_played(language, standing, stage)))
        (tables(language, standing, &|_, _, _| None))
        @if stage == "over" && standing.ratings.iter().flatten().any(|rated| rated.elo.is_some()) {
            section {
                h2 { (language.say("chart-ratings")) }
                div.wide.charts tabindex="0" role="group" aria-label=(language.say("chart-ratings")) {
                    img src="/api/v1/tournaments/0/charts/ratings.svg" alt=(language.say("chart-ratings"));
                }
            }
        }
    }
}
