//! The first page: a search that runs, ways on, and all that can be played.

use agon_core::GamePlugin;
use axum::response::Response;
use maud::{Markup, html};

use super::{
    asked::{Answer, StudyRequest},
    faces::face,
    groups::grouped,
    layout::{Page, token},
    opponents::opponents,
    running::running,
};
use crate::{allowed, pool::Worker, visitor::Visitor};

/// The first page where there is no server.
pub(super) async fn of_site(StudyRequest { app: study, guest, .. }: StudyRequest) -> Answer {
    let own = html! { p { a href="/tables" { (guest.language.say("home-yours")) } } };
    study.on_worker(guest.share(), move |_, worker| Ok(show(worker, &guest, &own))).await
}

/// The page, with what is the guest's own.
pub(super) fn show(worker: &Worker, guest: &Visitor, own: &Markup) -> Response {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let (title, lead) = if guest.has_server { ("home-title", "home-lead") } else { ("site-title", "site-lead") };
    let title = say(title);
    let body = html! {
        div.opening {
            div {
                h1 { (title) }
                p.lead { (language.say_with(lead, &[("games", &allowed::games().count()), ("players", &allowed::players().count())])) }
                (ways(guest))
            }
            @if let Some(search) = running(worker, guest) { (search) }
        }
        (own)
        section aria-labelledby="all" {
            div.inline {
                h2 id="all" { (say("home-games")) }
                button form=(FORM) name="game" value=(ANY) { (say("home-any")) }
                input type="search" id="find" hidden aria-label=(say("home-find")) placeholder=(say("home-find"));
            }
            @for (group, games) in grouped() {
                @let id = format!("group-{}", group.name());
                section.group aria-labelledby=(id) {
                    h3 id=(id) { (say(&id)) }
                    ul.games { @for plugin in games { li { (card(worker, guest, plugin)) } } }
                }
            }
        }
        section aria-labelledby="load" {
            h2 id="load" { (say("load-title")) }
            form method="post" action="/load" { (token(guest))
                p {
                    label for="saved" { (say("load-label")) }
                    textarea id="saved" name="saved" rows="3" required spellcheck="false" {}
                }
                button { (say("load-button")) }
            }
        }
    };
    Page { title: &title, script: Some("home.js"), body }.answer(worker, guest)
}

/// What stands for a game, whichever it is.
pub(super) const ANY: &str = "any";
/// The form that begins a game: its buttons stand on all boards of the page.
const FORM: &str = "begin";
/// The game that begins by the largest button, where it is here.
const FIRST: &str = "connect-four";

/// Against whom, and the three ways on: a game at once, a search, a tournament.
fn ways(guest: &Visitor) -> Markup {
    let language = guest.language;
    let first =
        allowed::games().find(|plugin| plugin.name == FIRST).or_else(|| grouped().values().flatten().next().copied());
    html! {
        form id=(FORM) method="post" action="/tables" { (token(guest))
            div.inline {
                label for="against" { (language.say("home-against")) }
                (opponents(guest))
            }
            p.actions {
                @if let Some(plugin) = first {
                    button.main name="game" value=(plugin.name) {
                        (language.say_with("home-play", &[("game", &language.game_name(plugin.name))]))
                    }
                }
                a.button.plain href="/inside" { (language.say("nav-inside")) }
                a.button.plain href="/tournaments#new" { (language.say("home-run")) }
            }
        }
    }
}

/// A game: its board begins a game, and its name leads to its page.
fn card(worker: &Worker, guest: &Visitor, plugin: &GamePlugin) -> Markup {
    let (name, language) = (plugin.name, guest.language);
    let title = language.game_name(name);
    let about = format!("/games/{name}");
    let drawn = html! { span.drawn aria-hidden="true" { (face(worker, name)) } };
    html! {
        button.face form=(FORM) name="game" value=(name) {
            span.hidden { (language.say_with("home-play", &[("game", &title)])) }
            (drawn)
        }
        a.name href=(about) { (title) }
        span.quiet { (language.game_summary(name, plugin.summary)) }
    }
}
