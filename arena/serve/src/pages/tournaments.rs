//! All tournaments, and the form for another.

use std::sync::Arc;

use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};

use super::{
    asked::{Answer, Fields, PageRequest, corrected, field},
    layout::{Page, encoded},
    rows::{clearing, deletion, turning},
    tournament::stage,
    tournament_form::{asked_for, beside_form, new_tournament},
};
use crate::{
    events::{LiveTournament, TournamentStage},
    pool::Worker,
    problem::Problem,
    tournaments_api::{TournamentsAsked, begin_tournament, listed},
    visitor::Visitor,
};

pub(super) async fn list(PageRequest { app, guest, form, .. }: PageRequest) -> Answer {
    let told = app.on_worker(guest.share(), move |app, worker| {
        Ok(show_list(worker, &guest, &listed(worker, app), (&form, None)))
    });
    told.await
}

/// Which of them are listed.
fn asked(form: &Fields) -> TournamentsAsked {
    let text = |name: &str| field(form, name).unwrap_or("").trim().to_owned();
    let stage = TournamentStage::ALL.into_iter().find(|stage| stage.word() == text("stage"));
    TournamentsAsked { find: text("find"), stage, from: text("from").parse().unwrap_or(0) }
}

/// Those of the tournaments that are asked for, and how others are.
fn listing(guest: &Visitor, all: &[Arc<LiveTournament>], form: &Fields) -> Markup {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let asked = asked(form);
    let (some, next) = asked.of(all);
    let word = asked.stage.map_or("", TournamentStage::word);
    let page = |from: usize| format!("/tournaments?find={}&stage={word}&from={from}", encoded(&asked.find));
    html! {
        @if all.is_empty() { p.quiet { (say("events-none")) } }
        @else {
            form.inline action="/tournaments" {
                span.pair {
                    label for="find-event" { (say("list-find")) }
                    input type="search" id="find-event" name="find" value=(asked.find);
                }
                span.pair {
                    label for="stage" { (say("list-state")) }
                    select id="stage" name="stage" {
                        option value="" { (say("list-all")) }
                        @for stage in TournamentStage::ALL {
                            option value=(stage.word()) selected[Some(stage) == asked.stage] { (say(&format!("stage-{}", stage.word()))) }
                        }
                    }
                }
                button { (say("new-show")) }
            }
            @if some.is_empty() { p.quiet { (say("list-none")) } }
            ul.rows {
                @for event in &some {
                    li.inline {
                        span.fills {
                            a href=(format!("/tournaments/{}", event.id)) { bdi { (event.name) } }
                            " " span.quiet { (stage(language, event)) }
                        }
                        @if event.is_of(&guest.id) && event.is_resting() {
                            (deletion(guest, "/tournaments", &event.id, &event.name))
                        }
                    }
                }
            }
            (turning(language, (asked.from, next), page))
            @if all.iter().any(|event| event.is_of(&guest.id) && event.stage() == TournamentStage::Over) {
                (clearing(guest, "/tournaments", &say("events-clear-text")))
            }
        }
    }
}

/// All tournaments, and the form for another, as it was sent if something is wrong with it.
fn show_list(
    worker: &Worker,
    guest: &Visitor,
    events: &[Arc<LiveTournament>],
    (form, wrong): (&Fields, Option<&Problem>),
) -> Response {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let title = say("nav-tournaments");
    let body = html! {
        h1 { (title) }
        (listing(guest, events, form))
        @if 1 < events.len() {
            form.inline action="/compare" {
                // The last two, unless others are chosen.
                @for (name, label, back) in [("one", say("compare-one"), 2), ("other", say("compare-other"), 1)] {
                    span.pair {
                        label for=(name) { (label) }
                        select id=(name) name=(name) {
                            @for (number, event) in events.iter().enumerate() {
                                option value=(event.id) selected[number + back == events.len()] { (event.name) }
                            }
                        }
                    }
                }
                button { (say("compare")) }
            }
        }
        (new_tournament(guest, form, wrong))
    };
    Page { title: &title, script: Some("page.js"), body }.answer(worker, guest)
}

pub(super) async fn begin(PageRequest { app, guest, form, .. }: PageRequest) -> Answer {
    let text = asked_for(&form);
    let name = field(&form, "name").unwrap_or("").to_owned();
    let event = match begin_tournament(&app, &guest, name, text.clone()).await {
        Ok(event) => event,
        Err(problem) => {
            let problem = beside_form(problem, &form, &text);
            let told = app.on_worker(guest.share(), move |app, worker| {
                let events = listed(worker, app);
                let page = show_list(worker, &guest, &events, (&form, Some(&problem)));
                Ok(corrected(page, &problem))
            });
            return told.await;
        }
    };
    Ok(Redirect::to(&format!("/tournaments/{}", event.id)).into_response())
}
