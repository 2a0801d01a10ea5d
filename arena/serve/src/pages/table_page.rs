//! The page of a game: board, players, thoughts, moves.

mod clocks;
mod live;
mod panel;
mod record;
mod standing;

use axum::response::{IntoResponse, Redirect};
use maud::{Markup, PreEscaped, html};

pub(super) use self::live::live;
use self::{
    live::PageView,
    panel::panel,
    record::{TypedMoves, record, why},
};
use super::{
    asked::{Answer, PageRequest, field},
    layout::{Page, data},
    steps::plies,
};
use crate::{
    problem::Problem,
    settings::REFRESH,
    tables::{TableAction, look_and, perform},
    view::TableView,
    visitor::Visitor,
};

pub(super) async fn page(PageRequest { app, guest, path: id, .. }: PageRequest<String>) -> Answer {
    let own = guest.clone();
    let told = look_and(&app, &guest, &id, move |worker, table| {
        let guest = &own;
        let (scene, shared) = table.seen(worker, &guest.id);
        let view = scene.now(&shared, table.thought());
        let help =
            agon_core::registry::find_game(view.name).map_or_else(|_| String::new(), agon_core::GamePlugin::told);
        let title = guest.language.game_told(&view.game);
        let body = body(guest, &view, &help);
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

fn body(guest: &Visitor, view: &TableView, help: &str) -> Markup {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    html! {
        h1.hidden { (language.game_told(&view.game)) }
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
                        (why(guest, view))
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
            div id="record" tabindex="-1" role="group" aria-label=(say("moves")) { (record(guest, view, TypedMoves::Listed)) }
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
        (data("view", &PageView::of(view, &view.here.legal)))
    }
}
