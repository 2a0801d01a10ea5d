//! How the game stands, who sits where, and what can be done: all that is needed to play.

use maud::{Markup, html};

use super::clocks::clock;
use crate::{
    pages::layout::{key, token},
    view::{LegalMove, SeatView, TableView},
    visitor::Visitor,
};

/// Moves without a place on the board that have buttons of their own: a pass, a slide, a roll.
pub(super) const MOST_WORDS: usize = 8;

/// How the game stands, who sits where, and what can be done: all that is needed to play.
pub(super) fn panel(guest: &Visitor, view: &TableView) -> Markup {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let action = |name: &str| format!("/tables/{}/{name}", view.id);
    let button = |name: &'static str, text: String, is_on: bool| {
        html! {
            form method="post" action=(action(name)) data-deed=(name) { (token(guest))
                button id=(format!("do-{name}")) disabled[!is_on] { (text) }
            }
        }
    };
    let is_over = view.ended.is_some();
    let words = view.words();
    html! {
        section.status {
            p.big id="status" { (view.status(language)) }
            @if let Some(why) = &view.fault {
                p.problem { (language.say_with("fault", &[("why", why)])) }
                (button("again", say("do-again"), true))
            }
            @if let Some(seat) = view.offer.filter(|_| !is_over) {
                @let is_player = |own: &&SeatView| own.kind == "player" && own.seat != seat;
                @match view.seats.iter().find(is_player) {
                    // It was asked at once, and did not agree.
                    Some(player) => p { (language.say_with("draw-declined", &[("seat", &player.seat)])) },
                    None => p { (language.say_with("draw-offered", &[("seat", &seat)])) },
                }
            }
            p.thinking id="thinking" {
                @if let Some(thinking) = &view.thinking { (thinking.words(language)) }
            }
            @if is_over { (again(guest, view)) }
            @if let Some(seat) = view.hand_over {
                (button("uncover", language.say_with("do-uncover", &[("seat", &seat)]), true))
            }
            @if view.seated && !is_over && view.seats.iter().any(|seat| seat.kind == "open") {
                p { label for="address" { (say("waits-for-other")) } }
                input id="address" readonly value=(format!("/tables/{}{}", view.id, key(guest, '?')));
            }
        }
        (sitters(guest, view))
        @if view.your_turn && (1..=MOST_WORDS).contains(&words.len()) {
            form.actions.words method="post" action=(action("moves")) data-deed="moves" lang="en" { (token(guest))
                @for legal in &words { button name="move" value=(legal.m) { (legal.m) } }
            }
        }
        div.actions.deeds {
            @if view.seated {
                (button("undo", say("do-undo"), view.can_undo))
                (button("redo", say("do-redo"), 0 < view.redo))
                (button("hint", say("do-hint"), view.your_turn))
            }
            // Without a server nothing is heard while somebody thinks.
            @if guest.has_server { (button("stop", say("do-stop"), view.thinking.is_some())) }
            @if view.seated && !is_over {
                @if 1 < view.seats.len() { (button("draw", say("do-draw"), true)) }
                (button("resign", say("do-resign"), true))
            }
        }
        @if let Some(advice) = &view.advice {
            section.advice aria-label=(say("do-hint")) {
                @if let Some(why) = &advice.failure { p.problem { (language.say_with("fault", &[("why", why)])) } }
                ol {
                    @for advised in &advice.moves {
                        li { strong { (advised.m) } @if let Some(value) = advised.value { " " span.quiet { (language.figure(value)) } } }
                    }
                }
                p.quiet { (advice.player) }
            }
        }
    }
}

/// Who sits where, and what everybody got.
fn sitters(guest: &Visitor, view: &TableView) -> Markup {
    let language = guest.language;
    let is_over = view.ended.is_some();
    html! {
        section aria-label=(language.say("seats")) {
            ul.seats.timed[view.clock.is_some()] {
                @for seat in &view.seats {
                    li.now[!is_over && view.here.seat == Some(seat.seat)] {
                        span.quiet { (seat.seat) } " " span.who { (seat.who(language)) }
                        @if let Some(pieces) = &seat.pieces { span.quiet lang="en" { " · " (pieces) } }
                        @if let Some(payoff) = view.ended.as_ref().and_then(|end| end.payoffs.get(usize::from(seat.seat) - 1)) {
                            strong { " " (language.figure(*payoff)) }
                        }
                        (clock(language, view, seat.seat))
                        @if seat.kind == "open" && !view.seated {
                            form method="post" action=(format!("/tables/{}/sit", view.id)) data-deed="sit" { (token(guest))
                                input type="hidden" name="seat" value=(seat.seat);
                                button { (language.say("sit")) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The same game once more: who sits here stays, or everybody moves on by a seat; a seat of somebody else is free
/// again.
fn again(guest: &Visitor, view: &TableView) -> Markup {
    let language = guest.language;
    let count = view.seats.len();
    let is_alike = view.seats.iter().all(|seat| seat.yours);
    html! {
        div.actions {
            (once_more(guest, view, 0, &html! { button.main id="play-again" { (language.say("play-again")) } }))
            @if 1 < count && !is_alike {
                (once_more(guest, view, 1, &html! { button id="play-other" { (language.say("play-other")) } }))
            }
        }
    }
}

/// A form that begins the game again, with everybody moved on by some seats.
fn once_more(guest: &Visitor, view: &TableView, further: usize, button: &Markup) -> Markup {
    let count = view.seats.len();
    html! {
        form method="post" action="/tables" { (token(guest))
            input type="hidden" name="game" value=(view.game);
            @if let Some(base) = &view.base { input type="hidden" name="position" value=(base); }
            @if let Some(clock) = &view.clock { input type="hidden" name="clock" value=(clock.control); }
            @for (at, seat) in view.seats.iter().enumerate() {
                @let number = (at + further) % count + 1;
                @let (who, player) = match (&seat.level, &seat.player) {
                    (Some(level), _) => (format!("level:{level}"), None),
                    (None, Some(player)) => ("player".to_owned(), Some(player)),
                    (None, None) if seat.yours => ("me".to_owned(), None),
                    (None, None) => ("open".to_owned(), None),
                };
                input type="hidden" name=(format!("seat{number}")) value=(who);
                @if let Some(player) = player { input type="hidden" name=(format!("player{number}")) value=(player); }
            }
            (button)
        }
    }
}

impl TableView {
    /// Moves without a place on the board: nothing there can be pointed at for them.
    pub(super) fn words(&self) -> Vec<&LegalMove> {
        self.here.legal.iter().filter(|legal| legal.aim.paths.is_empty()).collect()
    }
}
