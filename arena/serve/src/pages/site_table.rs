//! The page of a game in a folder of files: its address names it, or says how it begins. And the list of them.

use std::sync::Arc;

use axum::response::{IntoResponse as _, Redirect};

use maud::html;

use super::{
    asked::{Answer, PageRequestTo, corrected, field},
    layout::Page,
    new_table,
    rows::told,
    table_page,
};
use crate::{
    pool::{PoolThinker, Worker},
    problem::Problem,
    site_tables::SiteTables,
};

pub(crate) async fn page(
    PageRequestTo { app: tables, guest, form, .. }: PageRequestTo<Arc<SiteTables>, String>,
) -> Answer {
    let thinker = PoolThinker::until(agon_core::StopSignal::new());
    let worker: &Worker = &thinker;
    if let Some(id) = field(&form, "table") {
        return Ok(table_page::show(worker, &guest, &tables.view(id, &guest)?));
    }
    let begun = match (field(&form, "saved"), field(&form, "game")) {
        (Some(text), _) => tables.load(&guest, text),
        (None, None) => return Err(Problem::missing("no-table", &[])),
        (None, Some(_)) => new_table::read(worker, &form, &tables.chance()).and_then(|new| tables.begin(&guest, &new)),
    };
    match begun {
        Ok(id) => Ok(Redirect::to(&format!("/tables/{id}")).into_response()),
        // Without a game there is no form: then the page says that alone.
        Err(problem) => Ok(corrected(new_table::show(worker, &guest, &form, Some(&problem))?, &problem)),
    }
}

pub(crate) async fn list(PageRequestTo { app: tables, guest, form, .. }: PageRequestTo<Arc<SiteTables>>) -> Answer {
    let thinker = PoolThinker::until(agon_core::StopSignal::new());
    if let Some(id) = field(&form, "delete") {
        tables.delete(id);
    }
    let (language, lines) = (guest.language, tables.lines(&guest));
    let title = language.say("home-yours");
    let body = html! {
        h1 { (title) }
        @if lines.is_empty() { p.quiet { (language.say("list-none")) } }
        ul.rows {
            @for line in &lines {
                li.inline {
                    span.fills { (told(language, line)) }
                    form action="/tables" {
                        input type="hidden" name="delete" value=(line.id);
                        button aria-label=(format!("{}: {}", language.say("delete"), language.game_told(&line.game))) { (language.say("delete")) }
                    }
                }
            }
        }
    };
    Ok(Page { title: &title, script: None, body }.answer(&thinker, &guest))
}
