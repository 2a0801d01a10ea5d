//! A tournament in progress: how far it is, who leads, how sure that is.

use std::sync::Arc;

use agon_arena::{
    rating::Verdict,
    tell::{FaultEntry, ResultDocument, SectionEntry, StandingEntry},
};
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
};
use crate::{
    downloads::FILES,
    events::{GameNow, GamesAsked, LiveStanding, LiveTournament, TournamentStage},
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
        div id="event" data-event=(event.id) data-stage=(event.stage().word()) { (PreEscaped(now)) }
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
    Page { title: &event.name, script: Some("tournament.js"), body }.answer(worker, guest)
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
            Ok(Event::default().event("tournament").data(&page.json))
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
    let word = language.say(&format!("stage-{}", event.stage().word()));
    let games = language.say_with("events-progress", &[("games", &standing.games), ("planned", &standing.planned)]);
    let mut text = format!("{word} · {games}");
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
    let standing = event.standing();
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
        @if let Some(result) = &standing.result {
            p.quiet {
                (language.say_with("events-seed", &[("seed", &result.seed)]))
                @if 0 < result.games { " · " (say("events-fingerprint")) " " code { (result.fingerprint) } }
            }
        }
        p.big id="stage" data-stage=(event.stage().word()) { (stage(language, event)) }
        progress max=(standing.planned.max(1)) value=(standing.games) aria-label=(say("events-done")) {}
        @if let Some(why) = event.failure() { p.problem { (why.shown(language)) } }
        @if let Some(result) = &standing.result {
            (match_so_far(language, result))
        }
        @for (index, played) in standing.sections().iter().enumerate() {
            section {
                h2 { a href=(format!("/games/{}", played.game_name())) { (language.game_told(&played.game)) } }
                div.side-by-side {
                    (standings(language, &standing, index, played))
                    (crosstable(language, &event.id, &standing, index, played))
                }
                @if let Some(known) = played.first_seat.and_then(|first| first.with_interval()) {
                    @let [elo, low, high] = known.map(|elo| language.figure(elo.round()));
                    p.quiet {
                        (language.say_with("events-first-seat", &[("elo", &elo), ("low", &low), ("high", &high)]))
                    }
                }
            }
        }
        @let faults = standing.result.iter().flat_map(|result| &result.faults).take(50).map(fault).collect::<Vec<_>>();
        @if !faults.is_empty() {
            section {
                h2 { (say("faults")) }
                ul.rows lang="en" { @for fault in faults { li { (fault) } } }
            }
        }
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

/// A game that did not end by its rules, in words.
fn fault(fault: &FaultEntry) -> String {
    let FaultEntry { number, game, ended, .. } = fault;
    let why = fault.detail.as_ref().filter(|_| fault.name.is_none());
    let why = why.map_or_else(String::new, |why| format!(": {why}"));
    let who = fault.name.as_ref().map_or_else(String::new, |name| format!(" · {name}"));
    format!("#{number} {game} · {ended}{why}{who}")
}

/// What a match that may end early asks, and how sure the answer is; nothing of another tournament.
fn match_so_far(language: Language, result: &ResultDocument) -> Markup {
    let stop = result.stop.as_ref();
    let (Some((stop, rule)), [one, other, ..]) =
        (stop.and_then(|stop| Some((stop, stop.stop_rule()?))), &result.players[..])
    else {
        return html! {};
    };
    let [low, high] = [rule.sprt.elo0, rule.sprt.elo1].map(|elo| language.figure(elo));
    // Elo of payoffs: one is a 347th of a standard deviation.
    let [asked, null, alternative] = if result.sections.iter().any(SectionEntry::is_by_payoff) {
        ["gauge-payoff", "gauge-payoff-null", "gauge-payoff-alternative"]
    } else {
        ["gauge", "gauge-null", "gauge-alternative"]
    };
    let question = language.say_with(asked, &[("one", &one.name), ("other", &other.name), ("elo", &high)]);
    let answer = match stop.verdict() {
        Verdict::Null => language.say_with(null, &[("elo", &low)]),
        Verdict::Alternative => language.say_with(alternative, &[("elo", &high)]),
        Verdict::Continue => language.say("gauge-open"),
    };
    let thousandths = |value: f64| language.figure((value * 1000.0).round() / 1000.0);
    let (ratio, (least, greatest)) = (stop.log_likelihood_ratio, stop.bounds);
    html! {
        section aria-label=(question) {
            h2 { (question) }
            p { (stop.rule) " · " strong { (answer) } }
            meter min=(least) max=(greatest) value=(ratio) aria-label=(question) {}
            p.quiet {
                (language.say_with("gauge-words", &[
                    ("ratio", &thousandths(ratio)),
                    ("low", &thousandths(least)),
                    ("high", &thousandths(greatest)),
                ]))
            }
        }
    }
}

fn standings(language: Language, standing: &LiveStanding, index: usize, section: &SectionEntry) -> Markup {
    let say = |id: &str| language.say(id);
    // As everywhere: where payoffs decide they stand first, and nobody has an Elo.
    let is_by_payoff = section.is_by_payoff();
    let is_beside = section.has_payoff_errors() && !is_by_payoff;
    let payoff = |is_there: bool| is_there.then(|| say("mean-payoff"));
    let elo = (!is_by_payoff).then(|| "Elo".to_owned());
    let counts = ["points", "games", "won", "drawn", "lost"].map(say);
    let heads = [say("place"), say("player")].into_iter().chain(payoff(is_by_payoff));
    let has_tries = section.standings.iter().any(|row| row.tries.is_some());
    let tries = ["tries-per-move", "lost-by-words"].into_iter().filter(|_| has_tries).map(say);
    let heads = heads.chain(counts).chain(payoff(is_beside)).chain(elo).chain([say("faults")]).chain(tries);
    html! {
        div.wide tabindex="0" role="group" aria-label=(say("standings")) {
            table.standings {
                caption { (say("standings")) }
                thead {
                    tr {
                        @for head in heads {
                            th scope="col" { (head) }
                        }
                    }
                }
                tbody {
                    @for row in &section.standings {
                        tr {
                            td { (row.place) }
                            th scope="row" {
                                @match standing.players.get(&row.name) {
                                    Some(player) => a href=(format!("/players/{player}")) { (row.name) },
                                    None => (row.name),
                                }
                            }
                            @if is_by_payoff { td { (paid(language, row)) } }
                            td { (language.figure(row.points)) }
                            td { (row.games) }
                            td { (row.wins) }
                            td { (row.draws) }
                            td { (row.losses) }
                            @if is_beside { td { (paid(language, row)) } }
                            @if !is_by_payoff { td { (standing.elo(index, &row.name).unwrap_or_default()) } }
                            td { (row.all_faults()) }
                            @if has_tries {
                                td { (row.tries.map_or("–".to_owned(), |tries| language.figure(hundredths(tries.per_move)))) }
                                td { (row.tries.map_or("–".to_owned(), |tries| tries.games_lost.to_string())) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// What an entry gets a game.
fn paid(language: Language, row: &StandingEntry) -> String {
    row.mean_payoff.map_or("–".to_owned(), |mean| language.payoff(mean, row.payoff_error))
}

/// The crosstable: a share, or if payoffs decide the payoff beyond the mean of both, and a
/// shade for it.
fn crosstable(
    language: Language,
    id: &str,
    standing: &LiveStanding,
    index: usize,
    SectionEntry { game, standings, .. }: &SectionEntry,
) -> Markup {
    let (Some(names), Some(shares)) = (standing.ratings.get(index), standing.shares.get(index)) else {
        return html! {};
    };
    // In the order of their places, as the table above.
    let place = |row: &StandingEntry| names.iter().position(|own| own.name == row.name);
    let order: Vec<usize> = standings.iter().filter_map(place).collect();
    html! {
        @if names.len() <= 40 {
            div.wide tabindex="0" role="group" aria-label=(language.say("crosstable")) {
                table.heat {
                    caption { (language.say("crosstable")) }
                    thead {
                        tr {
                            th scope="col" { (language.say("player")) }
                            @for number in 1..=order.len() { th scope="col" { (number) } }
                        }
                    }
                    tbody {
                        @for (number, &own) in order.iter().enumerate() {
                            tr {
                                th scope="row" { (number + 1) " " (names[own].name) }
                                @for &other in &order {
                                    @match &shares[own][other] {
                                        Some(cell) => td class=(format!("h{}", (cell.share * 10.0).round() as u8)) {
                                            a href=(games_path(id, &GamesAsked {
                                                player: Some(names[own].name.clone()),
                                                against: Some(names[other].name.clone()),
                                                game: Some(game.clone()),
                                                from: 0,
                                            })) {
                                                @match cell.payoff {
                                                    Some(payoff) => (language.payoff(payoff, None)),
                                                    None => { (language.percent(cell.share)) " %" },
                                                }
                                            }
                                        },
                                        None => td { "·" },
                                    }
                                }
                            }
                        }
                    }
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
