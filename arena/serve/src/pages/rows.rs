//! What every list that grows has: how to delete a row of it, or all that are over, and its further pages.

use maud::{Markup, html};

use super::layout::token;
use crate::{table::TableLine, visitor::Visitor, words::Language};

/// What stands for all that are over, where one row of a list is named otherwise.
pub(super) const OVER: &str = "over";

/// A button that deletes one row of the list at `place`; `name` tells it from those of other rows.
pub(super) fn deletion(guest: &Visitor, place: &str, id: &str, name: &str) -> Markup {
    let text = guest.language.say("delete");
    html! {
        form method="post" action=(format!("{place}/{id}/delete")) { (token(guest))
            button aria-label=(format!("{text}: {name}")) { (text) }
        }
    }
}

/// Deletes all of the list at `place` that are over, once that was read and pressed; `text` says what is lost.
pub(super) fn clearing(guest: &Visitor, place: &str, text: &str) -> Markup {
    html! {
        details {
            summary { (guest.language.say("list-clear")) }
            form method="post" action=(format!("{place}/{OVER}/delete")) { (token(guest))
                p { (text) }
                button { (guest.language.say("delete")) }
            }
        }
    }
}

/// Leads to the first page, and to the one after this; `page` is the address of the page from a row on.
pub(super) fn turning(
    language: Language,
    (from, next): (usize, Option<usize>),
    page: impl Fn(usize) -> String,
) -> Markup {
    html! {
        p.actions {
            @if 0 < from { a.button href=(page(0)) { (language.say("list-first")) } }
            @if let Some(next) = next { a.button href=(page(next)) { (language.say("list-older")) } }
        }
    }
}

/// A game in a line.
pub(super) fn told(language: Language, line: &TableLine) -> Markup {
    let say = |id: &str| language.say(id);
    html! {
        a href=(format!("/tables/{}", line.id)) { (language.game_told(&line.game)) }
        span.quiet {
            " " (language.say_with("home-moves", &[("count", &line.moves)])) " · "
            @match line.ended.as_str() {
                "unfinished" => @if line.your_turn { strong { (say("your-move")) } } @else { (say("goes-on")) },
                _ => (say("is-over")),
            }
        }
    }
}
