//! The page of a game: board, players, thoughts, moves.

mod clocks;
mod heard;
mod panel;
mod record;
#[cfg(feature = "sockets")]
pub(super) mod served;
mod standing;

use axum::response::Response;
use maud::{Markup, PreEscaped, html};

pub(crate) use self::heard::Heard;
use self::{
    heard::PageView,
    panel::panel,
    record::{TypedMoves, record, why},
};
use super::{
    layout::{Page, data},
    steps::plies,
};
use crate::{pool::Worker, table::REFRESH, view::TableView, visitor::Visitor};

/// The page of a game as this guest sees it.
pub(crate) fn show(worker: &Worker, guest: &Visitor, view: &TableView) -> Response {
    let help = agon_core::registry::find_game(view.name).map_or_else(|_| String::new(), agon_core::GamePlugin::told);
    let title = guest.language.game_told(&view.game);
    let body = body(guest, view, &help);
    Page { title: &title, script: Some("table.js"), body }.answer(worker, guest)
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
