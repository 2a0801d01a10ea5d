//! The page of a game: board, players, thoughts, moves.

mod clocks;
mod panel;
mod record;
mod standing;

use std::{
    convert::Infallible,
    sync::{Arc, Mutex, PoisonError},
};

use agon_core::Seat;
use axum::response::{
    IntoResponse, Redirect,
    sse::{Event, KeepAlive, Sse},
};
use futures_util::StreamExt as _;
use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use self::{panel::panel, record::record};
use super::{
    asked::{Answer, PageRequest, field},
    layout::{Page, data},
    steps::plies,
};
use crate::{
    app_state::AppState,
    open_table::OpenTable,
    problem::Problem,
    settings::REFRESH,
    tables::{TableAction, TableEvent, listen, look_and, perform},
    view::TableView,
    visitor::Visitor,
};

pub(super) async fn page(PageRequest { app, guest, path: id, .. }: PageRequest<String>) -> Answer {
    let own = guest.clone();
    let told = look_and(&app, &guest, &id, move |worker, table| {
        let guest = &own;
        let (scene, shared) = table.seen(worker, &guest.id);
        let view = scene.now(&shared, table.thought());
        let help = agon_core::registry::find_game(view.name).map_or("", |plugin| plugin.help);
        let title = format!("{}: {}", guest.language.say("game"), view.game);
        let body = body(guest, &view, help);
        Ok(Page { title: &title, script: Some("table.js"), body }.answer(worker, guest))
    });
    told.await
}

/// Does what a form of the page says, for browsers without scripts.
pub(super) async fn act(
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

/// What a page hears of its table.
#[derive(Serialize)]
struct LiveDocument<'a> {
    view: &'a TableView,
    /// The board and the controls of a game.
    panel: String,
    /// The moves, and what can be done with them.
    record: String,
    /// The text for screen readers.
    said: String,
}

pub(super) async fn live(PageRequest { app, guest, path: id, form, .. }: PageRequest<String>) -> Answer {
    let own = guest.id.clone();
    let looked = look_and(&app, &guest, &id, move |worker, table| {
        Ok((Arc::clone(table), moves(&table.seen(worker, &own).1.view)))
    });
    let (table, mut moves) = looked.await?;
    let plies: Option<usize> = field(&form, "plies").and_then(|text| text.parse().ok());
    moves.truncate(plies.unwrap_or(moves.len()));
    let known = Arc::new(Mutex::new(moves));
    let (own, own_table, asker, language) = (Arc::clone(&app), Arc::clone(&table), guest.clone(), guest.language);
    let stream = listen(app, table, guest, move |heard| {
        let about = (Arc::clone(&own_table), Arc::clone(&known));
        told(Arc::clone(&own), heard, about, asker.clone())
    });
    let stream = stream.map(move |told| Ok::<_, Infallible>(told.unwrap_or_else(|problem| problem.event(language))));
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()).into_response())
}

/// The moves that a listener knows, with who made each.
type Moves = Vec<(Option<Seat>, String)>;

fn moves(view: &TableView) -> Moves {
    view.moves.iter().map(|own| (own.seat.map(|seat| Seat(seat - 1)), own.m.clone())).collect()
}

async fn told(
    app: Arc<AppState>,
    heard: TableEvent,
    (table, known): (Arc<OpenTable>, Arc<Mutex<Moves>>),
    guest: Visitor,
) -> Result<Event, Problem> {
    let told = app.on_worker(guest.share(), move |_, _| {
        let event = match heard {
            TableEvent::Thinking(thought) => {
                let text = thought.as_ref().map(|thinking| thinking.words(guest.language));
                Event::default().event("thinking").json_data(text)
            }
            TableEvent::Changed(scene, shared) => {
                let view = &*scene.now(&shared, table.thought());
                let moves = moves(view);
                let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                let news = known.iter().zip(&moves).take_while(|(old, new)| old == new).count();
                let said = view.said(guest.language, &moves[news..]);
                *known = moves;
                let panel = panel(&guest, view).into_string();
                let record = record(&guest, view).into_string();
                Event::default().event("table").json_data(LiveDocument { view, panel, record, said })
            }
        };
        event.map_err(Problem::trouble)
    });
    told.await
}

fn body(guest: &Visitor, view: &TableView, help: &str) -> Markup {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    html! {
        h1.hidden { (view.game) }
        div.stage.table data-table=(view.id) {
            div.play {
                section.boardbox aria-label=(say("board")) {
                    div.bar id="bar" hidden {
                        div.track role="meter" aria-label=(say("bar-label")) aria-valuemin="0" aria-valuemax="100" aria-valuenow="50" { div.fill {} }
                        span.quiet.told {}
                    }
                    div.board id="board" { (PreEscaped(&view.here.svg)) }
                    div id="several" hidden {}
                    div.under {
                        (plies(language))
                        p.quiet id="chosen" role="status" aria-live="polite" {}
                        button type="button" id="turn" aria-pressed="false" aria-label=(say("turn-board")) title=(say("turn-board")) hidden { "⇅" }
                    }
                }
                div id="panel" tabindex="-1" role="group" aria-label=(say("panel")) { (panel(guest, view)) }
            }
            section id="review" aria-label=(say("review")) hidden {
                button type="button" id="do-review" { (say("review")) }
                p.quiet id="review-said" role="status" aria-live="polite" {}
                ol.rows id="mistakes" {}
                div.curve id="curve" {}
            }
            div id="record" tabindex="-1" role="group" aria-label=(say("moves")) { (record(guest, view)) }
        }
        p.hidden id="aloud" role="status" aria-live="polite" {}
        p.problem id="problem" role="alert" hidden {}
        details {
            summary { (say("rules")) }
            (guest.language.game_rules(view.name, help))
        }
        details id="extras" hidden {
            summary { (say("extras")) }
            p hidden[!view.can_judge] { label { input type="checkbox" id="bar-on"; " " (say("extras-bar")) } }
            p { label { input type="checkbox" id="sounds-on"; " " (say("extras-sounds")) } }
        }
        details {
            summary { (say("keys")) }
            p { (say("keys-text")) }
            p hidden { label { input type="checkbox" id="letters"; " " (say("keys-letters")) } }
        }
        // Without scripts the page asks again by itself while others move.
        @if !view.your_turn && view.ended.is_none() && view.hand_over.is_none() {
            noscript { meta http-equiv="refresh" content=(REFRESH); }
        }
        (data("view", view))
    }
}
