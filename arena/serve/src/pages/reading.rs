//! What there is to read: the rules of a game, the options of a player.

use agon_core::{OptionSpec, registry};
use axum::{Extension, extract::Path};
use maud::{Markup, html};

use super::{
    asked::{Answer, tell},
    layout::Page,
};
use crate::{allowed::Allowed, guest::Guest, problem::Problem, words::Language};

pub(super) async fn game(Extension(guest): Extension<Guest>, Path(name): Path<String>) -> Answer {
    let plugin = registry::find_game(&name)
        .map_err(|error| tell(&guest)(Problem::missing(error.to_string())))?;
    let language = guest.language;
    let body = html! {
        h1 { (plugin.name) }
        p { (language.game_summary(plugin.name, plugin.summary)) }
        p { a.button href=(format!("/new?game={}", plugin.name)) { (language.say("play-this")) } }
        (language.game_rules(plugin.name, plugin.help))
        (options(language, plugin.options, |spec| language.game_option(plugin.name, spec.name, spec.meaning)))
    };
    Ok(Page { title: plugin.name, script: None, body }.answer(&guest))
}

pub(super) async fn players(Extension(guest): Extension<Guest>) -> Answer {
    let title = guest.language.say("nav-players");
    let body = html! {
        h1 { (title) }
        p { (guest.language.say("players-lead")) }
        dl.entries {
            @for plugin in Allowed::players() {
                dt { a href=(format!("/players/{}", plugin.name)) { (plugin.name) } }
                dd { (guest.language.player_summary(plugin.name, plugin.summary)) }
            }
        }
    };
    Ok(Page { title: &title, script: None, body }.answer(&guest))
}

pub(super) async fn player(Extension(guest): Extension<Guest>, Path(name): Path<String>) -> Answer {
    let missing = || Problem::missing(format!("no player `{name}` plays here"));
    let plugin = Allowed::players().find(|plugin| plugin.name == name);
    let plugin = plugin.ok_or_else(|| tell(&guest)(missing()))?;
    let body = html! {
        h1 { (plugin.name) }
        p { (guest.language.player_summary(plugin.name, plugin.summary)) }
        (prose(plugin.help))
        (options(guest.language, plugin.options, |spec| guest.language.message(spec.meaning)))
    };
    Ok(Page { title: plugin.name, script: None, body }.answer(&guest))
}

/// A text of paragraphs.
fn prose(text: &str) -> Markup {
    html! {
        @if !text.is_empty() {
            div.prose lang="en" { @for part in text.split("\n\n") { p { (part) } } }
        }
    }
}

/// What can be set, and to what.
fn options(
    language: Language,
    specs: &[OptionSpec],
    meaning: impl Fn(&OptionSpec) -> Markup,
) -> Markup {
    html! {
        @if !specs.is_empty() {
            h2 { (language.say("options")) }
            dl.entries {
                @for spec in specs {
                    dt { code { (spec.name) } @if !spec.default.is_empty() { " = " code { (spec.default) } } }
                    dd { (meaning(spec)) " (" (language.message(&spec.accepted())) ")" }
                }
            }
        }
    }
}
