//! The clock of a game that is about to begin, as it is chosen.

use agon_table::GameClock;
use maud::{Markup, html};

use super::asked::{Correction, Fields, field};
use crate::words::Language;

/// What stands for a clock that is typed.
const OWN: &str = "own";

/// The clock that a form names; an empty text where one was to be typed.
pub(super) fn chosen(form: &[(String, String)]) -> Option<String> {
    let named = match field(form, "clock")? {
        OWN => field(form, "clock-own").unwrap_or(""),
        "" => return None,
        usual => usual,
    };
    Some(named.trim().to_owned())
}

/// The field for it: a usual one, or any other as a text.
pub(super) fn clock_field(language: Language, (form, wrong): (&Fields, Correction<'_>)) -> Markup {
    let say = |id: &str| language.say(id);
    let named = chosen(form);
    let read = |text: &str| text.parse::<GameClock>().ok();
    let meant = named.as_deref().and_then(read);
    let usual = GameClock::USUAL.into_iter().find(|usual| meant.is_some() && read(usual) == meant);
    let own = named.filter(|_| usual.is_none());
    html! {
        div.seat {
            label for="clock" { (say("new-clock")) }
            select id="clock" name="clock" data-seat {
                option value="" { (say("clock-none")) }
                @for text in GameClock::USUAL { option value=(text) selected[usual == Some(text)] { (text) } }
                option value=(OWN) selected[own.is_some()] { (say("clock-own")) }
            }
            span.term {
                label.hidden for="clock-own" { (say("clock-typed")) }
                input id="clock-own" name="clock-own" aria-invalid=[wrong.is_invalid("clock")] aria-describedby=[wrong.about("clock", "clock-about")]
                    value=[own] placeholder="4:57/5:00+3" spellcheck="false" autocomplete="off";
                span.quiet id="clock-about" { (say("clock-about")) }
                (wrong.beside("clock", language))
            }
        }
    }
}
