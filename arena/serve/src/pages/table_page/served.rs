//! The page of a game as the server shows it, and what is done there.

use std::{
    convert::Infallible,
    sync::{Arc, Mutex, PoisonError},
};

use axum::response::{
    IntoResponse as _, Redirect,
    sse::{Event, KeepAlive, Sse},
};
use futures_util::StreamExt as _;

use super::{Heard, show};
use crate::{
    open_table::OpenTable,
    pages::asked::{Answer, PageRequest, field},
    problem::Problem,
    table::TableAction,
    tables::{TableEvent, listen, look_and, perform},
    visitor::Visitor,
};

pub(crate) async fn page(PageRequest { app, guest, path: id, .. }: PageRequest<String>) -> Answer {
    let own = guest.clone();
    let told = look_and(&app, &guest, &id, move |worker, table| {
        let (scene, shared) = table.seen(worker, &own.id);
        Ok(show(worker, &own, &scene.now(&shared, table.thought())))
    });
    told.await
}

/// Does what a form of the page says, for browsers without scripts.
pub(crate) async fn act(
    PageRequest { app, guest, path: (id, name), form, .. }: PageRequest<(String, String)>,
) -> Answer {
    let value = |name: &str| field(&form, name).unwrap_or("").to_owned();
    let action = match name.as_str() {
        "moves" => Some(TableAction::Play(value("move"))),
        "sit" => value("seat").parse().ok().map(TableAction::Sit),
        name => TableAction::named(name),
    };
    let action = action.ok_or_else(|| Problem::missing("no-deed", &[]))?;
    perform(&app, &guest, &id, action, |_, _| Ok(())).await?;
    Ok(Redirect::to(&format!("/tables/{id}")).into_response())
}

pub(crate) async fn live(PageRequest { app, guest, path: id, form, .. }: PageRequest<String>) -> Answer {
    let own = guest.id.clone();
    let plies: Option<usize> = field(&form, "plies").and_then(|text| text.parse().ok());
    let looked = look_and(&app, &guest, &id, move |worker, table| {
        Ok((Arc::clone(table), Heard::after(&table.seen(worker, &own).1.view, plies)))
    });
    let (table, heard) = looked.await?;
    let heard = Mutex::new(heard);
    let (own, asker, language) = (Arc::clone(&table), guest.clone(), guest.language);
    let stream = listen(app, table, guest, move |_, event| told(&own, event, &heard, &asker));
    let stream = stream.map(move |told| Ok::<_, Infallible>(told.unwrap_or_else(|problem| problem.event(language))));
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()).into_response())
}

fn told(table: &OpenTable, event: TableEvent, heard: &Mutex<Heard>, guest: &Visitor) -> Result<Event, Problem> {
    match event {
        TableEvent::Thinking(thought) => {
            let text = thought.as_ref().map(|thinking| thinking.words(guest.language));
            Event::default().event("thinking").json_data(text).map_err(Problem::trouble)
        }
        TableEvent::Changed(scene, shared) => {
            let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
            let news = heard.news(guest, &scene.now(&shared, table.thought()))?;
            Ok(Event::default().event("table").data(news))
        }
    }
}
