//! What each seat of a game with a clock has left, beside who sits there.

use std::time::Duration;

use agon_table::face;
use maud::{Markup, html};

use crate::{view::TableView, words::Language};

/// The clock of a seat, counted from one. It runs on where scripts do, and is announced when it is asked for.
pub(super) fn clock(language: Language, view: &TableView, seat: u8) -> Markup {
    let left = view.clock.as_ref().and_then(|clock| clock.left.get(usize::from(seat) - 1));
    html! {
        @if let Some(left) = left.copied().map(Duration::from_millis) {
            @let (minutes, seconds) = (left.as_secs() / 60, left.as_secs() % 60);
            @let words = language.say_with("js-clock", &[("a", &minutes), ("b", &seconds)]);
            span.clock role="timer" data-clock=(seat) aria-label=(words) { (language.digits(&face(left))) }
        }
    }
}
