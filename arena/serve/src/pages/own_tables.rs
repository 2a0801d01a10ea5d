//! The games where a guest sits: found again, and deleted.

use axum::response::{IntoResponse as _, Redirect};
use maud::{Markup, html};

use super::{
    asked::{Answer, Fields, PageRequest, corrected, field},
    layout::{Page, encoded},
    new_table::{read, show},
    rows::{OVER, clearing, deletion, told, turning},
};
use crate::{
    problem::Problem,
    secret::random,
    table::TableLine,
    tables::{Progress, TablesAsked, begin_table, forget_over, forget_table, own_tables},
    visitor::Visitor,
};

pub(super) async fn page(PageRequest { app, guest, form, .. }: PageRequest) -> Answer {
    let asked = asked_of(&form);
    let told = app.on_worker(guest.share(), move |app, worker| {
        let (lines, next) = own_tables(worker, app, &guest.id, &asked)?;
        let title = guest.language.say("home-yours");
        let body = body(&guest, &asked, &lines, next);
        Ok(Page { title: &title, script: None, body }.answer(worker, &guest))
    });
    told.await
}

fn asked_of(form: &Fields) -> TablesAsked {
    let state = match field(form, "state") {
        Some("open") => Some(Progress::Open),
        Some("over") => Some(Progress::Over),
        _ => None,
    };
    let from = field(form, "from").and_then(|text| text.parse().ok()).unwrap_or(0);
    TablesAsked { find: field(form, "find").unwrap_or("").trim().to_owned(), state, from }
}

pub(super) async fn begin(PageRequest { app, guest, form, .. }: PageRequest) -> Answer {
    let asked = form.clone();
    let read =
        app.on_worker(guest.share(), move |_, worker| read(worker, &asked, &random().map_err(Problem::trouble)?));
    let begun = match read.await {
        Ok(new) => begin_table(&app, &guest, new, |_, table| Ok(table.id.clone())).await,
        Err(problem) => Err(problem),
    };
    match begun {
        Ok(id) => Ok(Redirect::to(&format!("/tables/{id}")).into_response()),
        // Without a game there is no form: then the page says that alone.
        Err(problem) => {
            let shown = app.on_worker(guest.share(), move |_, worker| {
                Ok(corrected(show(worker, &guest, &form, Some(&problem))?, &problem))
            });
            shown.await
        }
    }
}

/// Forgets a game, or all that are over.
pub(super) async fn forget(PageRequest { app, guest, path: id, .. }: PageRequest<String>) -> Answer {
    match id.as_str() {
        OVER => forget_over(&app, &guest).await?,
        id => forget_table(&app, &guest, id).await?,
    }
    Ok(Redirect::to("/tables").into_response())
}

fn body(guest: &Visitor, asked: &TablesAsked, lines: &[TableLine], next: Option<usize>) -> Markup {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let state = match asked.state {
        None => "",
        Some(Progress::Open) => "open",
        Some(Progress::Over) => "over",
    };
    let page = |from: usize| format!("/tables?find={}&state={state}&from={from}", encoded(&asked.find));
    html! {
        h1 { (say("home-yours")) }
        form.inline action="/tables" {
            span.pair {
                label for="find-table" { (say("list-find")) }
                input type="search" id="find-table" name="find" value=(asked.find);
            }
            span.pair {
                label for="state" { (say("list-state")) }
                select id="state" name="state" {
                    @for (value, text) in [("", say("list-all")), ("open", say("goes-on")), ("over", say("is-over"))] {
                        option value=(value) selected[value == state] { (text) }
                    }
                }
            }
            button { (say("new-show")) }
        }
        @if lines.is_empty() { p.quiet { (say("list-none")) } }
        ul.rows {
            @for line in lines {
                li.inline {
                    span.fills { (told(language, line)) }
                    @if line.yours {
                        (deletion(guest, "/tables", &line.id, &language.game_told(&line.game)))
                    }
                }
            }
        }
        (turning(language, (asked.from, next), page))
        @if lines.iter().any(|line| line.yours && line.ended != "unfinished") {
            (clearing(guest, "/tables", &say("list-clear-text")))
        }
    }
}
