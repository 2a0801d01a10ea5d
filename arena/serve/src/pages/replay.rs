//! The games of a tournament, and one of them to be stepped through.

use axum::response::Response;
use maud::{Markup, PreEscaped, html};

use super::{
    asked::{Answer, PageRequest, field},
    layout::{Page, data, encoded},
    search_form::{SearchAsked, opens},
    steps::{move_list, plies},
};
use crate::{
    events::{GameRow, GamesAsked, LiveTournament},
    games_api::{GameNumber, ReplayView, replayed},
    pool::Worker,
    settings::MOST_ROWS,
    tournaments_api::look_and,
    visitor::Visitor,
    words::Language,
};

pub(super) async fn games(PageRequest { app, guest, path: id, form, .. }: PageRequest<String>) -> Answer {
    let text = |name: &str| field(&form, name).filter(|text| !text.is_empty()).map(str::to_owned);
    let from = text("from").and_then(|text| text.parse().ok()).unwrap_or(0);
    let (player, against, game) = (text("player"), text("against"), text("game"));
    let asked = GamesAsked { from, player, against, game };
    let own = guest.clone();
    let told = look_and(&app, &guest, &id, move |_, worker, event| {
        let (rows, next) = event.games(worker, &asked)?;
        Ok(listed(worker, &own, event, &asked, (&rows[..], next)))
    });
    told.await
}

/// The games that were asked for, and the number from which on there may be more.
fn listed(
    worker: &Worker,
    guest: &Visitor,
    event: &LiveTournament,
    asked: &GamesAsked,
    (rows, next): (&[GameRow], Option<u64>),
) -> Response {
    let (language, id, from) = (guest.language, &event.id, asked.from);
    let path = games_path(id, asked);
    let of = [&asked.game, &asked.player, &asked.against].map(|text| text.as_deref());
    let of: Vec<&str> = of.into_iter().flatten().collect();
    let title = language.say("events-games-list");
    let body = html! {
        h1 { bdi { (event.name) } ": " (title) }
        p { a href=(format!("/tournaments/{id}")) { bdi { (event.name) } } }
        @if asked.names_some() {
            p lang="en" { (of.join(" · ")) }
            p { a href=(format!("/tournaments/{id}/games")) { (language.say("events-all-games")) } }
        }
        @if rows.is_empty() { p.quiet { (language.say("events-no-games")) } }
        ul.rows {
            @for row in rows {
                li {
                    a href=(format!("/tournaments/{id}/games/{}", row.number)) { "#" (row.number) " " (language.game_told(&row.game)) }
                    " " (row.seats.join(" – "))
                    span.quiet { " · " (row.ended) " · " (payoffs(language, row)) }
                }
            }
        }
        p.actions {
            @if 0 < from && !asked.names_some() { a.button href=(format!("{path}from={}", from.saturating_sub(MOST_ROWS as u64))) { (language.say("earlier")) } }
            @if let Some(next) = next { a.button href=(format!("{path}from={next}")) { (language.say("later")) } }
        }
    };
    Page { title: &title, script: None, body }.answer(worker, guest)
}

pub(super) async fn game(
    PageRequest { app, guest, path: (id, number), .. }: PageRequest<(String, GameNumber)>,
) -> Answer {
    let (own, own_id) = (guest.clone(), id.clone());
    let told = replayed(&app, &guest, (&id, &number), move |worker, replay| Ok(stepped(worker, &own, &own_id, replay)));
    told.await
}

/// A game, to be stepped through.
fn stepped(worker: &Worker, guest: &Visitor, id: &str, replay: &ReplayView) -> Response {
    let (language, number) = (guest.language, replay.row.number);
    let title = format!("{} #{number}", language.game_told(&replay.row.game));
    let body = html! {
        h1 { (title) }
        p { a href=(format!("/tournaments/{id}/games")) { (language.say("events-all-games")) } }
        p lang="en" { (replay.row.seats.join(" – ")) " · " (replay.row.ended) " · " (payoffs(language, &replay.row)) }
        (board(guest, replay))
        (data("replay", &Where {
            path: format!("/api/v1/tournaments/{id}/games/{number}"),
            plies: replay.moves.len(),
            moves: replay.moves.iter().map(|own| (own.seat, &*own.m)).collect(),
            players: &replay.players,
        }))
    };
    Page { title: &title, script: Some("replay.js"), body }.answer(worker, guest)
}

/// Where these games are listed, up to the number of the first.
pub(super) fn games_path(id: &str, asked: &GamesAsked) -> String {
    let mut path = format!("/tournaments/{id}/games?");
    for (name, text) in [("game", &asked.game), ("player", &asked.player), ("against", &asked.against)] {
        if let Some(text) = text {
            path.extend([name, "=", &encoded(text).to_string(), "&"]);
        }
    }
    path
}

/// Where the script finds the positions, and what it has "Why?" ask.
#[derive(serde::Serialize)]
struct Where<'a> {
    path: String,
    plies: usize,
    moves: Vec<(Option<u8>, &'a str)>,
    players: &'a [String],
}

fn board(guest: &Visitor, replay: &ReplayView) -> Markup {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    // What is asked is known to the script alone, which shows the move.
    let (game, position) = (replay.row.game.as_str(), replay.other_base.as_deref());
    let asked = SearchAsked { game, position, moves: "", player: "", seed: None };
    let button = html! {
        input type="hidden" name="played";
        button id="do-why" {}
    };
    html! {
        div.stage {
            section.boardbox aria-label=(say("board")) {
                div.board id="board" { (PreEscaped(&replay.last.svg)) }
                p.quiet id="chosen" role="status" aria-live="polite" {}
                (plies(language))
                div id="why" hidden { (opens(guest, &asked, &button)) }
            }
            section aria-label=(say("moves")) {
                h2 { (say("moves")) }
                (move_list(language, replay.moves.iter().map(|m| (m.seat, m.m.as_str(), m.thought.as_ref()))))
            }
        }
    }
}

/// What everybody got.
fn payoffs(language: Language, row: &GameRow) -> String {
    let all = row.payoffs.iter().map(|&payoff| language.figure(payoff));
    all.collect::<Vec<String>>().join(" : ")
}
