//! The first page: your games, and all that can be played.

use agon_core::GamePlugin;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};

use super::{
    asked::{Answer, PageRequest, field},
    faces::face,
    groups::grouped,
    layout::{Page, token},
    new_table::ANY,
    opponents::opponents,
    own_tables::told,
    running::running,
};
use crate::{
    allowed,
    pool::Worker,
    tables::{TableLine, TablesAsked, load_table, own_tables},
    visitor::Visitor,
    words::Language,
};

pub(super) async fn page(PageRequest { app, guest, .. }: PageRequest) -> Answer {
    let told = app.on_worker(guest.share(), move |app, worker| {
        let (own, _) = own_tables(worker, app, &guest.id, &TablesAsked::default())?;
        Ok(show(worker, &guest, &own))
    });
    told.await
}

fn show(worker: &Worker, guest: &Visitor, own: &[TableLine]) -> Response {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let title = say("home-title");
    let body = html! {
        div.opening {
            div {
                h1 { (title) }
                p.lead { (language.say_with("home-lead", &[("games", &allowed::games().count()), ("players", &allowed::players().count())])) }
                (ways(guest))
            }
            @if let Some(search) = running(worker, guest) { (search) }
        }
        @if !own.is_empty() { (yours(language, own)) }
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
                    ul.games { @for plugin in games { li { (card(worker, language, plugin)) } } }
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
                (opponents(language))
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
fn card(worker: &Worker, language: Language, plugin: &GamePlugin) -> Markup {
    let name = plugin.name;
    let title = language.game_name(name);
    html! {
        button.face form=(FORM) name="game" value=(name) {
            span.hidden { (language.say_with("home-play", &[("game", &title)])) }
            span.drawn aria-hidden="true" { (face(worker, name)) }
        }
        a.name href=(format!("/games/{name}")) { (title) }
        span.quiet { (language.game_summary(name, plugin.summary)) }
    }
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
