//! The moves of a game, and what can be done with them: typed, kept, shared, looked into.

use std::fmt::Write as _;

use agon_table::row;
use maud::{Markup, html};

use super::panel::MOST_WORDS;
use crate::{
    pages::{
        layout::{encoded, key, token},
        search_form::{SearchAsked, opens},
        steps::move_list,
    },
    view::{SeatView, TableView},
    visitor::Visitor,
};

/// The most legal moves that are buttons.
const MOST_CHIPS: usize = 300;

/// Whether moves are written where one is typed or chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TypedMoves {
    Listed,
    /// Scripts write them.
    LeftOut,
}

/// The legal moves to be typed or chosen, those that were played, and what can be done with them.
pub(super) fn record(guest: &Visitor, view: &TableView, typed: TypedMoves) -> Markup {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let action = format!("/tables/{}/moves", view.id);
    let listed = if typed == TypedMoves::Listed { &view.here.legal[..] } else { &[] };
    html! {
        // What is hidden now is wanted at the next turn.
        @if view.your_turn || view.seated && view.ended.is_none() {
            details.legal hidden[!view.your_turn] open[view.your_turn && MOST_WORDS < view.words().len()] {
                summary { (language.say_with("legal", &[("count", &view.here.legal_count)])) }
                form.typed method="post" action=(action) data-deed="moves" { (token(guest))
                    label for="typed" { (say("your-move")) }
                    input id="typed" name="move" list="legal" autocomplete="off" spellcheck="false" autocapitalize="none" required;
                    datalist id="legal" { @for legal in listed { option value=(legal.m) {} } }
                    button { (say("play-move")) }
                }
                form.chips method="post" action=(action) data-deed="moves" { (token(guest))
                    @for legal in listed.iter().take(MOST_CHIPS) {
                        button name="move" value=(legal.m) { (legal.m) }
                    }
                }
            }
        }
        section aria-label=(say("moves")) {
            h2 { (say("moves")) }
            @if view.moves.is_empty() && !view.hidden { p.quiet { (say("no-moves")) } }
            (move_list(language, view.moves.iter().map(|m| (m.seat, m.sheet.as_str(), m.thought.as_ref()))))
            // An end that no move made stands behind them.
            @if let Some(end) = view.ended.as_ref().filter(|end| end.why != "over") { p id="moves-end" { (end.reason(language)) } }
        }
        @if view.hidden { p { code { (view.here.position) } } p.quiet { (say("hidden-until-over")) } } @else { (keep_and_share(guest, view)) }
        div id="worth" {}
    }
}

fn keep_and_share(guest: &Visitor, view: &TableView) -> Markup {
    let say = |id: &str| guest.language.say(id);
    html! {
        section aria-label=(say("share")) {
            h2 { (say("share")) }
            ul.links {
                li { a href=(view.address() + &key(guest, '&')) { (say("share-link")) } }
                li { a href=(format!("/api/v1/tables/{}/saved", view.id)) download="game.json" { (say("share-save")) } }
                (inside(guest, view))
                li { button type="button" id="overlay" hidden { (say("overlay")) } }
            }
            @if !view.seated && view.seats.iter().any(|seat| seat.kind == "open") {
                p.quiet { (say("share-others")) }
            }
        }
    }
}

/// The search for the last move; scripts ask for the one that is looked at.
pub(super) fn why(guest: &Visitor, view: &TableView) -> Markup {
    // Where something is hidden nothing is told before the end.
    let last = view.moves.iter().rposition(|m| m.seat.is_some()).filter(|_| !view.hidden);
    let before: Vec<String> = view.moves[..last.unwrap_or(0)].iter().map(|m| m.m.clone()).collect();
    let asked = last.map(|at| &view.moves[at]);
    let button = html! {
        input type="hidden" name="played" value=(asked.map_or("", |m| &m.m));
        button id="do-why" { @if let Some(m) = asked { (guest.language.say_with("why", &[("move", &m.sheet)])) } }
    };
    html! {
        div id="why" hidden[last.is_none()] {
            (search(guest, view, &row(&before), asked.and_then(|m| m.seat), &button))
        }
    }
}

/// What a player searches where the game is now, on the stage by one click.
fn inside(guest: &Visitor, view: &TableView) -> Markup {
    let button = html! { button id="do-inside" { (guest.language.say("look-inside")) } };
    html! {
        @if view.ended.is_none() {
            li hidden[view.here.seat.is_none()] { (search(guest, view, &view.line, view.here.seat, &button)) }
        }
    }
}

/// A form that has the player of a seat search the position after these moves, or else another player.
fn search(guest: &Visitor, view: &TableView, moves: &str, seat: Option<u8>, button: &Markup) -> Markup {
    let is_asked = |own: &&SeatView| Some(own.seat) == seat && own.player.is_some();
    let found = view.seats.iter().find(is_asked);
    let found = found.or_else(|| view.seats.iter().find(|own| own.player.is_some()));
    let player = found.and_then(|own| own.player.as_deref()).unwrap_or("alpha-beta(depth=4)");
    let (game, position) = (&view.game, view.base.as_deref());
    opens(guest, &SearchAsked { game, position, moves, player, seed: None }, button)
}

impl TableView {
    /// The address that holds the whole game.
    fn address(&self) -> String {
        let mut address = format!("/new?game={}", encoded(&self.game));
        if let Some(base) = &self.base {
            let _ = write!(address, "&position={}", encoded(base));
        }
        if !self.line.is_empty() {
            let _ = write!(address, "&moves={}", encoded(&self.line));
        }
        for seat in &self.seats {
            let _ = match (&seat.player, &seat.level, seat.kind) {
                (_, Some(level), _) => write!(address, "&seat{}=level:{level}", seat.seat),
                (Some(player), ..) => {
                    let (number, player) = (seat.seat, encoded(player));
                    write!(address, "&seat{number}=player&player{number}={player}")
                }
                (.., "open") => write!(address, "&seat{}=open", seat.seat),
                _ => write!(address, "&seat{}=me", seat.seat),
            };
        }
        if let Some(clock) = &self.clock {
            let _ = write!(address, "&clock={}", encoded(&clock.control));
        }
        // Where another person may sit down nobody chooses it.
        if let Some(seed) = self.seed
            && self.seats.iter().all(|seat| seat.kind != "open")
        {
            let _ = write!(address, "&seed={seed}");
        }
        address
    }
}
