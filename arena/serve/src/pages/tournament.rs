//! A tournament in progress: how far it is, who leads, how sure that is.

use std::sync::Arc;

use agon_arena::tell::SectionEntry;
use agon_core::{Eye, Position, after};
use agon_draw::Drawing;
use axum::response::{
    Html, IntoResponse, Redirect, Response,
    sse::{Event, KeepAlive, Sse},
};
use maud::{Markup, PreEscaped, html};

use super::{
    asked::{Answer, PageRequest},
    layout::{Page, token},
    replay::games_path,
    rows::OVER,
    standings::{games_played, progress, tables},
};
use crate::{
    downloads::FILES,
    events::{GameNow, GamesAsked, LiveTournament, TournamentStage},
    pool::Worker,
    problem::Problem,
    tournaments_api::{TournamentOrder, forget_over, forget_tournament, listen, look, ordered},
    view::plain_svg,
    visitor::Visitor,
    words::Language,
};

pub(super) async fn page(PageRequest { app, guest, path: id, .. }: PageRequest<String>) -> Answer {
    let event = look(&app, &guest, &id).await?;
    let language = guest.language;
    let now = app.shown(&event, language, move |event| shown(language, event).into_string());
    let now = now.await?;
    let told = app.on_worker(guest.share(), move |_, worker| Ok(page_of(worker, &guest, &event, &now.html)));
    told.await
}

/// The page, with all that changes on it as it is now.
fn page_of(worker: &Worker, guest: &Visitor, event: &LiveTournament, now: &str) -> Response {
    let language = guest.language;
    let is_own = event.is_of(&guest.id);
    let body = html! {
        h1 { bdi { (event.name) } }
        div id="event" data-event=(event.id) data-live=(format!("/tournaments/{}/live", event.id)) data-stage=(event.stage().word()) { (PreEscaped(now)) }
        section aria-labelledby="now" id="playing" hidden {
            h2 id="now" { (language.say("events-now")) }
            ul.boards id="boards" {}
        }
        p.hidden id="aloud" role="status" aria-live="polite" {}
        @if is_own {
            div.actions {
                @for (name, text) in [("stop", language.say("events-halt")), ("resume", language.say("events-resume"))] {
                    form method="post" action=(format!("/tournaments/{}/{name}", event.id)) { (token(guest))
                        button id=(format!("do-{name}")) { (text) }
                    }
                }
            }
            details {
                summary { (language.say("delete")) }
                form method="post" action=(format!("/tournaments/{}/delete", event.id)) { (token(guest))
                    p { (language.say("events-delete-text")) }
                    button id="do-delete" { (language.say("delete")) }
                }
            }
        }
        h2 { (language.say("events-games-list")) }
        p { a href=(format!("/tournaments/{}/games", event.id)) { (language.say("events-all-games")) } }
        p { a href=(format!("/tournaments/{}/wall", event.id)) { (language.say("wall")) } }
        h2 { (language.say("events-files")) }
        ul.links {
            @for form in FILES {
                li { a href=(format!("/api/v1/tournaments/{}/files/{form}", event.id)) download { (form) } }
            }
        }
        noscript { meta http-equiv="refresh" content="5"; }
    };
    Page { title: &event.name, script: Some("live.js"), body }.answer(worker, guest)
}

pub(super) async fn act(PageRequest { app, guest, path: (id, name), .. }: PageRequest<(String, String)>) -> Answer {
    if name == "delete" {
        match id.as_str() {
            OVER => forget_over(&app, &guest).await?,
            id => forget_tournament(&app, &guest, id).await?,
        }
        return Ok(Redirect::to("/tournaments").into_response());
    }
    let order = match name.as_str() {
        "stop" => TournamentOrder::Stop,
        "resume" => TournamentOrder::Resume,
        _ => return Err(Problem::missing("no-deed", &[])),
    };
    ordered(&app, &guest, &id, order).await?;
    Ok(Redirect::to(&format!("/tournaments/{id}")).into_response())
}

pub(super) async fn live(PageRequest { app, guest, path: id, .. }: PageRequest<String>) -> Answer {
    let event = look(&app, &guest, &id).await?;
    let language = guest.language;
    let own = Arc::clone(&app);
    let stream = listen(app, &guest, event, move |event| {
        let app = Arc::clone(&own);
        async move {
            let shown = move |event: &LiveTournament| shown(language, event).into_string();
            let page = app.shown(&event, language, shown).await?;
            Ok(Event::default().event("now").data(&page.json))
        }
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()).into_response())
}

/// Boards that are shown at a time.
const MOST_BOARDS: usize = 6;

/// The games that are played just now, each as a small board: a part of the page.
pub(super) async fn boards(PageRequest { app, guest, path: id, .. }: PageRequest<String>) -> Answer {
    let language = guest.language;
    let boards = app.on_worker(guest.share(), move |app, worker| {
        let games = app.events.get(worker, &id)?.played_now(worker, MOST_BOARDS);
        Ok(html! { @for game in &games { (board(language, game)) } })
    });
    Ok(Html(boards.await?.into_string()).into_response())
}

/// A game that is played just now. Nothing is shown of what it hides.
fn board(language: Language, game: &GameNow) -> Markup {
    let here = game.moves.iter().fold(game.base.clone(), |here, &m| after(&here, m));
    let picture = here.picture_for(Eye::Public);
    // How many moves there were may be hidden, too.
    let moves = (!here.facts().hidden).then_some(game.moves.len());
    html! {
        li {
            span.small aria-hidden="true" { (PreEscaped(plain_svg(&Drawing::of(&picture).svg_decorative()))) }
            span { "#" (game.number) " " (game.seats.join(" – ")) }
            span.quiet {
                (language.game_told(&game.term))
                @if let Some(count) = moves { " · " (language.say_with("home-moves", &[("count", &count)])) }
            }
        }
    }
}

/// How far it is, in words.
pub(super) fn stage(language: Language, event: &LiveTournament) -> String {
    let standing = event.standing();
    let mut text = games_played(language, &standing, event.stage().word());
    if let (TournamentStage::Running, Some(left)) = (event.stage(), standing.left) {
        let seconds = left.as_secs() + 1;
        let left = if seconds < 90 {
            language.say_with("events-left-seconds", &[("n", &seconds)])
        } else {
            language.say_with("events-left-minutes", &[("n", &seconds.div_ceil(60))])
        };
        text.extend([" · ", &left]);
    }
    text
}

/// All that changes on the page of a tournament.
fn shown(language: Language, event: &LiveTournament) -> Markup {
    let say = |id: &str| language.say(id);
    let standing = &*event.standing();
    let version = *event.changes.borrow();
    let image = |kind: &str| format!("/api/v1/tournaments/{}/charts/{kind}.svg?{version}", event.id);
    // Before there is something to be seen, no chart is drawn.
    let by_payoff = standing.sections().iter().any(SectionEntry::is_by_payoff);
    let has_elo = standing.ratings.iter().flatten().any(|rated| rated.elo.is_some());
    let is_rated = 0 < standing.games && (has_elo || by_payoff);
    let is_curve = has_elo && standing.history.iter().any(|moments| 1 < moments.len());
    let ratings = if has_elo { "chart-ratings" } else { "chart-payoffs" };
    let charts = [("ratings", say(ratings), is_rated), ("history", say("chart-history"), is_curve)];
    html! {
        (progress(language, standing, event.stage().word(), &stage(language, event)))
        @if let Some(why) = event.failure() { p.problem { (why.shown(language)) } }
        (tables(language, standing, &|game, one, other| {
            let (player, against) = (Some(one.to_owned()), Some(other.to_owned()));
            Some(games_path(&event.id, &GamesAsked { player, against, game: Some(game.to_owned()), from: 0 }))
        }))
        div.side-by-side {
            @for (kind, text, _) in charts.iter().filter(|(_, _, is_there)| *is_there) {
                section {
                    h2 { (text) }
                    div.wide.charts tabindex="0" role="group" aria-label=(text) { img src=(image(kind)) alt=(text); }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use agon_core::{AnyMove, Eye, NamedGame, Node, Position, Seed, registry, view};

    use super::{GameNow, Language, board};

    /// By random plays of every game that hides something: those that nobody outside can tell apart are one board.
    #[test]
    fn the_board_of_a_game_that_is_played_depends_on_what_everybody_sees_alone() {
        let terms = registry::games().values().flat_map(|plugin| plugin.sample_terms());
        let games = terms.map(|term| registry::game(&term).unwrap());
        let mut alike = BTreeSet::new();
        for game in games.filter(|game| game.start.facts().hidden) {
            let mut boards = BTreeMap::new();
            for play in 0..6 {
                let (mut stream, mut here) = (Seed(play).stream(0), game.start.clone());
                let mut moves = Vec::new();
                while here.node() != Node::Terminal {
                    let shown = shown(&game, &moves);
                    let first =
                        boards.entry(view(&here, Eye::Public)).or_insert_with(|| (moves.clone(), shown.clone()));
                    assert_eq!(first.1, shown, "{} {here}", game.term);
                    if first.0 != moves {
                        alike.insert(game.plugin.name);
                    }
                    let m = here.draw_move(&mut stream);
                    here.play(m);
                    moves.push(m);
                }
            }
        }
        assert!(14 <= alike.len(), "{alike:?}");
    }

    fn shown(game: &NamedGame, moves: &[AnyMove]) -> String {
        let (term, base, moves) = (game.term.clone(), game.start.clone(), moves.to_vec());
        let game = GameNow { number: 1, term, seats: Vec::new(), base, moves };
        board(Language::English, &game).into_string()
    }
}
