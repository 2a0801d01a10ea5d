//! The first page where there is a server: the guest's games besides, and what begins one that was saved.

use axum::response::{IntoResponse, Redirect};
use maud::{Markup, html};

use super::{
    asked::{Answer, PageRequest, field},
    rows::told,
    start::show,
};
use crate::{
    table::TableLine,
    tables::{TablesAsked, load_table, own_tables},
    words::Language,
};

pub(super) async fn page(PageRequest { app, guest, .. }: PageRequest) -> Answer {
    let told = app.on_worker(guest.share(), move |app, worker| {
        let (own, _) = own_tables(worker, app, &guest.id, &TablesAsked::default())?;
        let own = if own.is_empty() {
            html! {}
        } else {
            yours(guest.language, &own)
        };
        Ok(show(worker, &guest, &own))
    });
    told.await
}

/// Games that are shown at once.
const LATEST: usize = 4;

/// The guest's latest games, and the way to all of them.
fn yours(language: Language, own: &[TableLine]) -> Markup {
    let say = |id: &str| language.say(id);
    html! {
        section aria-labelledby="yours" {
            h2 id="yours" { (say("home-yours")) }
            ul.rows { @for line in own.iter().take(LATEST) { li { (told(language, line)) } } }
            p { a href="/tables" { (say("home-all-yours")) } }
        }
    }
}

pub(super) async fn load(PageRequest { app, guest, form, .. }: PageRequest) -> Answer {
    let text = field(&form, "saved").unwrap_or("").to_owned();
    let id = load_table(&app, &guest, text, |_, table| Ok(table.id.clone())).await?;
    Ok(Redirect::to(&format!("/tables/{id}")).into_response())
}
