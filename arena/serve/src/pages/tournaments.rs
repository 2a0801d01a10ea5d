//! Tournaments: the list, the form, one of them as it is played, its games, two results compared.

use std::{convert::Infallible, fmt::Write as _, sync::Arc};

use agon_arena::{
    rating::Verdict,
    tally::{Summary, compare},
    tell::ResultDocument,
};

use axum::{
    Extension, Form,
    extract::{
        Path, Query, State,
        rejection::{FormRejection, QueryRejection},
    },
    response::{
        IntoResponse, Redirect, Response,
        sse::{Event as Told, KeepAlive, Sse},
    },
};
use futures_util::StreamExt as _;
use maud::{Markup, PreEscaped, html};

use super::{
    asked::{Answer, Home, corrected, field, tell, unread},
    layout::{Page, action, data},
};
use crate::{
    apart::apart,
    events::{Event, Gauge, Stage, Standing, TableRow},
    events_api::{FILES, Order, ReplayView, begin_event, listed, listen, look, ordered, replayed},
    guest::Guest,
    problem::Problem,
    settings::MOST_ROWS,
    words::Language,
};

type Fields = Vec<(String, String)>;

/// What the form begins with.
const EXAMPLE: &str = "seed = 1
openings = 20
random-plies = 2
thoughts = true
players = [\"random\", \"alpha-beta(depth=2)\", \"mcts(iterations=100)\"]
games = [\"tic-tac-toe\", \"connect-four\"]
";

pub(super) async fn list(State(house): Home, Extension(guest): Extension<Guest>) -> Answer {
    let events = listed(&house).await.map_err(tell(&guest))?;
    Ok(show_list(&guest, &events, &Fields::new(), None))
}

/// All tournaments, and the form for another, as it was sent if something is wrong with it.
fn show_list(
    guest: &Guest,
    events: &[Arc<Event>],
    form: &Fields,
    wrong: Option<&Problem>,
) -> Response {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let title = say("nav-tournaments");
    let value = |name: &str, usual: &'static str| field(form, name).unwrap_or(usual).to_owned();
    let chosen = value("format", "round-robin");
    let body = html! {
        h1 { (title) }
        @if events.is_empty() { p.quiet { (say("events-none")) } }
        @else {
            ul.rows {
                @for event in events {
                    li {
                        a href=(format!("/tournaments/{}", event.id)) { (event.name) }
                        " " span.quiet { (stage(language, event)) }
                    }
                }
            }
        }
        @if 1 < events.len() {
            form.inline action="/compare" {
                // The last two, unless others are chosen.
                @for (name, label, back) in [("one", say("compare-one"), 2), ("other", say("compare-other"), 1)] {
                    label for=(name) { (label) }
                    select id=(name) name=(name) {
                        @for (number, event) in events.iter().enumerate() {
                            option value=(event.id) selected[number + back == events.len()] { (event.name) }
                        }
                    }
                }
                button { (say("compare")) }
            }
        }
        h2 { (say("events-new")) }
        @if let Some(problem) = wrong { p.problem role="alert" { (language.message(&problem.message)) } }
        form.settings method="post" action=(action("/tournaments", guest)) {
            p {
                label for="name" { (say("events-name")) }
                input id="name" name="name" autocomplete="off" maxlength="100" value=(value("name", ""));
            }
            p {
                label for="players" { (say("events-players")) }
                textarea id="players" name="players" rows="4" spellcheck="false" { (value("players", "random\nalpha-beta(depth=2)\nmcts(iterations=100)")) }
            }
            p {
                label for="games" { (say("events-games")) }
                textarea id="games" name="games" rows="2" spellcheck="false" { (value("games", "tic-tac-toe\nconnect-four")) }
            }
            div.fields {
                @for (name, label, usual) in [
                    ("openings", say("events-openings"), "20"),
                    ("random-plies", say("events-plies"), "2"),
                    ("seed", say("new-seed"), "1"),
                    ("nodes", say("events-nodes"), ""),
                ] {
                    p {
                        label for=(name) { (label) }
                        input type="number" min="0" id=(name) name=(name) value=(value(name, usual));
                    }
                }
                p {
                    label for="stop" { (say("events-stop")) }
                    input id="stop" name="stop" value=(value("stop", "")) placeholder="sprt(0, 10)" autocomplete="off" spellcheck="false";
                }
                p {
                    label for="format" { (say("events-format")) }
                    select id="format" name="format" {
                        @for word in ["round-robin", "gauntlet", "swiss", "knockout", "ladder"] {
                            option value=(word) selected[word == chosen] { (word) }
                        }
                    }
                }
            }
            p.actions { button.main { (say("events-begin")) } }
        }
        details open[field(form, "file").is_some()] {
            summary { (say("events-file")) }
            form.settings method="post" action=(action("/tournaments", guest)) {
                p {
                    label for="file" { (say("events-file-text")) }
                    textarea id="file" name="file" rows="9" spellcheck="false" required { (value("file", EXAMPLE)) }
                }
                p.actions { button { (say("events-begin")) } }
            }
        }
    };
    Page { title: &title, script: Some("page.js"), body }.answer(guest)
}

pub(super) async fn begin(
    State(house): Home,
    Extension(guest): Extension<Guest>,
    form: Result<Form<Fields>, FormRejection>,
) -> Answer {
    let Form(form) = form.map_err(|error| unread(&guest, error.body_text()))?;
    let text = field(&form, "file").map_or_else(|| written(&form), str::to_owned);
    let name = field(&form, "name").unwrap_or("").to_owned();
    let event = match begin_event(&house, &guest, name, text).await {
        Ok(event) => event,
        Err(problem) => {
            let events = listed(&house).await.map_err(tell(&guest))?;
            return Err(corrected(show_list(&guest, &events, &form, Some(&problem)), &problem));
        }
    };
    Ok(Redirect::to(&format!("/tournaments/{}", event.id)).into_response())
}

/// The form as a file of `agon run`.
fn written(form: &Fields) -> String {
    let mut text = String::from("thoughts = true\n");
    for name in ["openings", "random-plies", "seed", "nodes"] {
        let value = field(form, name).unwrap_or("").trim();
        if !value.is_empty() {
            let _ = writeln!(text, "{name} = {value}");
        }
    }
    for name in ["stop", "format"] {
        let value = field(form, name).unwrap_or("").trim();
        if !value.is_empty() {
            let _ = writeln!(text, "{name} = {}", quoted(value));
        }
    }
    for name in ["players", "games"] {
        let lines = field(form, name).unwrap_or("").lines().map(str::trim);
        let all: Vec<String> = lines.filter(|line| !line.is_empty()).map(quoted).collect();
        let _ = writeln!(text, "{name} = [{}]", all.join(", "));
    }
    text
}

/// A text as files have it: JSON's signs are TOML's.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

pub(super) async fn page(
    State(house): Home,
    Extension(guest): Extension<Guest>,
    Path(id): Path<String>,
) -> Answer {
    let event = look(&house, &id).await.map_err(tell(&guest))?;
    let language = guest.language;
    let is_own = event.guest.as_deref() == Some(guest.id.as_str());
    let body = html! {
        h1 { (event.name) }
        div id="event" data-event=(event.id) data-stage=(stage_word(event.stage())) { (shown(language, &event)) }
        p.hidden id="aloud" role="status" aria-live="polite" {}
        @if is_own {
            div.actions {
                @for (name, text) in [("stop", language.say("events-halt")), ("resume", language.say("events-resume"))] {
                    form method="post" action=(action(&format!("/tournaments/{}/{name}", event.id), &guest)) {
                        button id=(format!("do-{name}")) { (text) }
                    }
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
    Ok(Page { title: &event.name, script: Some("tournament.js"), body }.answer(&guest))
}

pub(super) async fn act(
    State(house): Home,
    Extension(guest): Extension<Guest>,
    Path((id, name)): Path<(String, String)>,
) -> Answer {
    let order = match name.as_str() {
        "stop" => Order::Stop,
        "resume" => Order::Resume,
        _ => return Err(tell(&guest)(Problem::missing("there is no such deed"))),
    };
    ordered(house, guest.clone(), id.clone(), order).await.map_err(tell(&guest))?;
    Ok(Redirect::to(&format!("/tournaments/{id}")).into_response())
}

pub(super) async fn live(
    State(house): Home,
    Extension(guest): Extension<Guest>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let event = look(&house, &id).await?;
    let language = guest.language;
    let own = Arc::clone(&house);
    let stream = listen(house, event).then(move |event| {
        let house = Arc::clone(&own);
        async move {
            let told = apart(move || {
                Ok(house.shown(&event, language, || shown(language, &event).into_string()))
            });
            let told = told.await.unwrap_or_else(|problem| problem.message.into());
            Ok::<_, Infallible>(
                Told::default().event("tournament").json_data(&*told).unwrap_or_default(),
            )
        }
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()).into_response())
}

const fn stage_word(stage: Stage) -> &'static str {
    match stage {
        Stage::Waiting => "waiting",
        Stage::Running => "running",
        Stage::Stopped => "stopped",
        Stage::Over => "over",
        Stage::Read => "read",
    }
}

/// How far it is, in words.
pub(super) fn stage(language: Language, event: &Event) -> String {
    let standing = event.standing();
    let word = match event.stage() {
        Stage::Waiting => language.say("stage-waiting"),
        Stage::Running => language.say("stage-running"),
        Stage::Stopped => language.say("stage-stopped"),
        Stage::Over => language.say("stage-over"),
        Stage::Read => language.say("stage-read"),
    };
    let games = language
        .say_with("events-progress", &[("games", &standing.games), ("planned", &standing.planned)]);
    format!("{word} · {games}")
}

/// All that changes on the page of a tournament.
fn shown(language: Language, event: &Event) -> Markup {
    let say = |id: &str| language.say(id);
    let standing = event.standing();
    let version = *event.changes.borrow();
    let image =
        |kind: &str| format!("/api/v1/tournaments/{}/charts/{kind}.svg?{version}", event.id);
    // Before there is something to be seen, no chart is drawn.
    let is_rated =
        0 < standing.games && standing.ratings.iter().flatten().any(|rated| rated.elo.is_some());
    let is_curve = is_rated && standing.history.iter().any(|moments| 1 < moments.len());
    let charts =
        [("ratings", say("chart-ratings"), is_rated), ("history", say("chart-history"), is_curve)];
    html! {
        p.quiet {
            (language.say_with("events-seed", &[("seed", &standing.seed)]))
            @if 0 < standing.games { " · " (say("events-fingerprint")) " " code { (standing.fingerprint) } }
        }
        p.big id="stage" data-stage=(stage_word(event.stage())) { (stage(language, event)) }
        progress max=(standing.planned.max(1)) value=(standing.games) aria-label=(say("events-done")) {}
        @if let Some(why) = event.failure() { p.problem { (language.message(&why)) } }
        @if let Some(gauge) = &standing.gauge {
            (match_so_far(language, gauge))
        }
        @for (index, table) in standing.tables.iter().enumerate() {
            section {
                h2 { (table.game) }
                (standings(language, &standing, index, &table.rows))
                (crosstable(language, &standing, index, &table.rows))
            }
        }
        @if !standing.faults.is_empty() {
            section {
                h2 { (say("faults")) }
                ul.rows lang="en" { @for fault in standing.faults.iter().take(50) { li { (fault) } } }
            }
        }
        @for (kind, text, _) in charts.iter().filter(|(_, _, is_there)| *is_there) {
            h2 { (text) }
            div.wide tabindex="0" role="group" aria-label=(text) { img src=(image(kind)) alt=(text); }
        }
    }
}

/// What a match that may end early asks, and how sure the answer is.
fn match_so_far(language: Language, gauge: &Gauge) -> Markup {
    let [one, other] = &gauge.sides;
    let [low, high] = gauge.elo.map(|elo| language.figure(elo));
    let question = language.say_with("gauge", &[("one", one), ("other", other), ("elo", &high)]);
    let answer = match gauge.verdict {
        Verdict::Null => language.say_with("gauge-null", &[("elo", &low)]),
        Verdict::Alternative => language.say_with("gauge-alternative", &[("elo", &high)]),
        Verdict::Continue => language.say("gauge-open"),
    };
    let thousandths = |value: f64| language.figure((value * 1000.0).round() / 1000.0);
    html! {
        section aria-label=(question) {
            h2 { (question) }
            p { (gauge.rule) " · " strong { (answer) } }
            meter min=(gauge.bounds.0) max=(gauge.bounds.1) value=(gauge.ratio) aria-label=(question) {}
            p.quiet {
                (language.say_with("gauge-words", &[
                    ("ratio", &thousandths(gauge.ratio)),
                    ("low", &thousandths(gauge.bounds.0)),
                    ("high", &thousandths(gauge.bounds.1)),
                ]))
            }
        }
    }
}

fn standings(language: Language, standing: &Standing, index: usize, rows: &[TableRow]) -> Markup {
    let say = |id: &str| language.say(id);
    let elo = |name: &str| {
        let rated = standing.ratings.get(index)?.iter().find(|rated| rated.name == name)?;
        let (elo, error) = (rated.elo?, rated.error);
        Some(error.map_or_else(|| format!("{elo:.0}"), |error| format!("{elo:.0} ± {error:.0}")))
    };
    html! {
        div.wide tabindex="0" role="group" aria-label=(say("standings")) {
            table.standings {
                caption { (say("standings")) }
                thead {
                    tr {
                        @for head in [say("place"), say("player"), say("points"), say("games"), say("won"), say("drawn"), say("lost"), "Elo".to_owned(), say("faults")] {
                            th scope="col" { (head) }
                        }
                    }
                }
                tbody {
                    @for row in rows {
                        tr {
                            td { (row.place) }
                            th scope="row" { (row.name) }
                            td { (language.figure(row.points)) }
                            td { (row.games) }
                            td { (row.tally.wins) }
                            td { (row.tally.draws) }
                            td { (row.tally.losses) }
                            td { (elo(&row.name).unwrap_or_default()) }
                            td { (row.faults) }
                        }
                    }
                }
            }
        }
    }
}

/// Who scored what against whom: a share, and a shade for it.
fn crosstable(language: Language, standing: &Standing, index: usize, rows: &[TableRow]) -> Markup {
    let (Some(names), Some(shares)) = (standing.names.get(index), standing.shares.get(index))
    else {
        return html! {};
    };
    // In the order of their places, as the table above.
    let place = |row: &TableRow| names.iter().position(|name| *name == row.name);
    let order: Vec<usize> = rows.iter().filter_map(place).collect();
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
                                th scope="row" { (number + 1) " " (names[own]) }
                                @for &other in &order {
                                    @match &shares[own][other] {
                                        Some(cell) => td class=(format!("h{}", (cell.share * 10.0).round() as u8)) { (format!("{:.0} %", cell.share * 100.0)) },
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

pub(super) async fn games(
    State(house): Home,
    Extension(guest): Extension<Guest>,
    Path(id): Path<String>,
    form: Result<Query<Fields>, QueryRejection>,
) -> Answer {
    let Query(form) = form.map_err(|error| unread(&guest, error.body_text()))?;
    let from: u64 = field(&form, "from").and_then(|text| text.parse().ok()).unwrap_or(0);
    let event = look(&house, &id).await.map_err(tell(&guest))?;
    let own = Arc::clone(&event);
    let rows = apart(move || own.games(from, MOST_ROWS)).await.map_err(tell(&guest))?;
    let language = guest.language;
    let title = language.say("events-games-list");
    let body = html! {
        h1 { (event.name) ": " (title) }
        p { a href=(format!("/tournaments/{id}")) { (event.name) } }
        @if rows.is_empty() { p.quiet { (language.say("events-no-games")) } }
        ul.rows {
            @for row in &rows {
                li {
                    a href=(format!("/tournaments/{id}/games/{}", row.number)) { "#" (row.number) " " (row.game) }
                    " " (row.seats.join(" – "))
                    span.quiet { " · " (row.ended) " · " (row.payoffs.iter().map(|&p| language.figure(p)).collect::<Vec<_>>().join(" : ")) }
                }
            }
        }
        p.actions {
            @if 0 < from { a.button href=(format!("/tournaments/{id}/games?from={}", from.saturating_sub(MOST_ROWS as u64))) { (language.say("earlier")) } }
            @if rows.len() == MOST_ROWS { a.button href=(format!("/tournaments/{id}/games?from={}", from.saturating_add(MOST_ROWS as u64))) { (language.say("later")) } }
        }
    };
    Ok(Page { title: &title, script: None, body }.answer(&guest))
}

pub(super) async fn game(
    State(house): Home,
    Extension(guest): Extension<Guest>,
    Path((id, number)): Path<(String, String)>,
) -> Answer {
    let replay = replayed(&house, &id, &number).await.map_err(tell(&guest))?;
    let language = guest.language;
    let title = format!("{} #{}", replay.row.game, replay.row.number);
    let body = html! {
        h1 { (title) }
        p { a href=(format!("/tournaments/{id}/games")) { (language.say("events-all-games")) } }
        p lang="en" { (replay.row.seats.join(" – ")) " · " (replay.row.ended) " · " (replay.row.payoffs.iter().map(|&p| language.figure(p)).collect::<Vec<_>>().join(" : ")) }
        (board(language, &replay))
        (data("replay", &Where { path: format!("/api/v1/tournaments/{id}/games/{number}"), plies: replay.moves.len() }))
    };
    Ok(Page { title: &title, script: Some("replay.js"), body }.answer(&guest))
}

/// Where the script finds the positions.
#[derive(serde::Serialize)]
struct Where {
    path: String,
    plies: usize,
}

fn board(language: Language, replay: &ReplayView) -> Markup {
    let say = |id: &str| language.say(id);
    html! {
        div.stage {
            section.boardbox aria-label=(say("board")) {
                div.board id="board" { (PreEscaped(&replay.last.svg)) }
                p.quiet id="chosen" role="status" aria-live="polite" {}
                p.plies id="plies" hidden {
                    button type="button" data-ply="first" aria-label=(say("ply-first")) { "«" }
                    button type="button" data-ply="back" aria-label=(say("ply-back")) { "‹" }
                    button type="button" data-ply="on" aria-label=(say("ply-on")) { "›" }
                    button type="button" data-ply="last" aria-label=(say("ply-last")) { "»" }
                }
            }
            section aria-label=(say("moves")) {
                h2 { (say("moves")) }
                ol.moves id="moves" tabindex="0" aria-label=(say("moves")) {
                    @for m in &replay.moves {
                        li data-ply=(m.ply) {
                            span.quiet { @match m.seat { Some(seat) => (seat), None => "⚄" } }
                            " " strong { (m.m) }
                            @if let Some(thought) = &m.thought { span.quiet.thought { " " (thought.words(language)) } }
                        }
                    }
                }
            }
        }
    }
}

pub(super) async fn comparison(
    State(house): Home,
    Extension(guest): Extension<Guest>,
    form: Result<Query<Fields>, QueryRejection>,
) -> Answer {
    let Query(form) = form.map_err(|error| unread(&guest, error.body_text()))?;
    let mut sides = Vec::new();
    for name in ["one", "other"] {
        let id = field(&form, name).unwrap_or("");
        let event = look(&house, id).await.map_err(tell(&guest))?;
        let standing = event.standing();
        let text = standing.result.as_ref().map(ResultDocument::text);
        let text = text.ok_or_else(|| tell(&guest)(Problem::conflict("nothing is played yet")))?;
        let summary = Summary::read(&text).map_err(|error| tell(&guest)(Problem::wrong(error)))?;
        sides.push((event, summary));
    }
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let found = compare(&sides[0].1, &sides[1].1, 0.05);
    let title = say("compare");
    let body = html! {
        h1 { (title) }
        p {
            a href=(format!("/tournaments/{}", sides[0].0.id)) { (sides[0].0.name) } " – "
            a href=(format!("/tournaments/{}", sides[1].0.id)) { (sides[1].0.name) }
        }
        p.big { @if found.is_equal { (say("compare-equal")) } @else { (say("compare-differ")) } }
        div.wide tabindex="0" role="group" aria-label=(title) {
            table.pairs {
                caption { (say("compare-pairs")) }
                thead { tr { @for head in [say("game"), say("player"), say("against"), say("compare-one"), say("compare-other"), "p".to_owned(), say("significant")] { th scope="col" { (head) } } } }
                tbody {
                    @for pair in &found.pairs {
                        tr {
                            td { (pair.game) }
                            th scope="row" { (pair.one) }
                            td { (pair.other) }
                            td { (language.digits(&format!("{:.1} %", pair.before * 100.0))) }
                            td { (language.digits(&format!("{:.1} %", pair.now * 100.0))) }
                            td { (language.digits(&format!("{:.3}", pair.probability))) }
                            td { @if pair.is_significant { (say("yes")) } @else { (say("no")) } }
                        }
                    }
                }
            }
        }
        @if !found.unmatched.is_empty() { ul.rows lang="en" { @for line in &found.unmatched { li { (line) } } } }
    };
    Ok(Page { title: &title, script: None, body }.answer(&guest))
}
