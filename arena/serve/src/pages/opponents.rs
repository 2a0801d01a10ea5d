//! Whom one can play against: levels, another person.

use agon_table::Level;
use maud::{Markup, html};

use crate::{visitor::Visitor, words::Language};

/// Whom one can play against by one click.
pub(super) fn opponents(guest: &Visitor) -> Markup {
    let language = guest.language;
    html! {
        select id="against" name="against" {
            @for level in Level::ALL {
                option value=(format!("level:{}", level.name())) selected[level == Level::Medium] { (level_name(language, level.name())) }
            }
            option value="me" { (language.say("home-together")) }
            @if guest.has_server { option value="open" { (language.say("who-open")) } }
        }
    }
}

/// What a level is called.
pub(super) fn level_name(language: Language, name: &str) -> String {
    match name {
        "easy" => language.say("level-easy"),
        "medium" => language.say("level-medium"),
        "hard" => language.say("level-hard"),
        "strongest" => language.say("level-strongest"),
        other => other.to_owned(),
    }
}
