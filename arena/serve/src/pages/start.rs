//! The first page: your games, and all that can be played.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use agon_core::{Position, registry};
use agon_draw::Drawing;
use axum::{
    Extension, Form,
    extract::{State, rejection::FormRejection},
    response::{IntoResponse, Redirect, Response},
};
use maud::{Markup, PreEscaped, html};

use super::{
    asked::{Answer, Home, field, tell, unread},
    layout::{Page, action},
};
use crate::{
    apart::apart,
    guest::Guest,
    tables::{TableLine, load_table, own_tables},
    view::plain_svg,
};

pub(super) async fn page(State(house): Home, Extension(guest): Extension<Guest>) -> Answer {
    let (own_house, own_guest) = (Arc::clone(&house), guest.clone());
    let shown = apart(move || Ok(show(&own_guest, &own_tables(&own_house, &own_guest)?)));
    shown.await.map_err(tell(&guest))
}

fn show(guest: &Guest, own: &[TableLine]) -> Response {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let title = say("home-title");
    let body = html! {
        h1 { (title) }
        @if !own.is_empty() {
            section aria-labelledby="yours" {
                h2 id="yours" { (say("home-yours")) }
                ul.rows {
                    @for line in own.iter().take(12) {
                        li {
                            a href=(format!("/tables/{}", line.id)) { (line.game) }
                            span.quiet {
                                " " (language.say_with("home-moves", &[("count", &line.moves)])) " · "
                                @match line.ended.as_str() {
                                    "unfinished" => @if line.your_turn { strong { (say("your-move")) } } @else { (say("goes-on")) },
                                    _ => (say("is-over")),
                                }
                            }
                        }
                    }
                }
            }
        }
        section aria-labelledby="all" {
            h2 id="all" { (say("home-games")) }
            ul.cards {
                @for (name, plugin) in registry::games() {
                    li {
                        a.card href=(format!("/new?game={name}")) {
                            span.small aria-hidden="true" { (thumbnail(name)) }
                            span.name { (name) }
                            span.quiet { (guest.language.game_summary(name, plugin.summary)) }
                        }
                    }
                }
            }
        }
        section aria-labelledby="load" {
            h2 id="load" { (say("load-title")) }
            form method="post" action=(action("/load", guest)) {
                p {
                    label for="saved" { (say("load-label")) }
                    textarea id="saved" name="saved" rows="3" required spellcheck="false" {}
                }
                button { (say("load-button")) }
            }
        }
    };
    Page { title: &title, script: Some("page.js"), body }.answer(guest)
}

pub(super) async fn load(
    State(house): Home,
    Extension(guest): Extension<Guest>,
    form: Result<Form<Vec<(String, String)>>, FormRejection>,
) -> Answer {
    let Form(form) = form.map_err(|error| unread(&guest, error.body_text()))?;
    let text = field(&form, "saved").unwrap_or("").to_owned();
    let table = load_table(house, guest.clone(), text).await.map_err(tell(&guest))?;
    let there: Response = Redirect::to(&format!("/tables/{}", table.id)).into_response();
    Ok(there)
}

/// A game as it begins, small.
fn thumbnail(name: &str) -> Markup {
    static ALL: OnceLock<BTreeMap<&'static str, String>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let drawn = registry::games().keys().filter_map(|name| {
            let picture = registry::game(name).ok()?.start.picture();
            Some((*name, plain_svg(&Drawing::of(&picture).svg_unstyled())))
        });
        drawn.collect()
    });
    html! { (PreEscaped(all.get(name).map_or("", String::as_str))) }
}
