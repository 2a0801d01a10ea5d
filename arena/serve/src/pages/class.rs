//! A room for a class: what the lecturer shows and asks there, and what everybody else sees of that.

use std::{convert::Infallible, sync::Arc};

use axum::{
    http::{HeaderMap, header},
    response::{
        IntoResponse, Redirect, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures_util::stream;
use maud::{Markup, html};

use super::{
    asked::{Answer, Correction, PageRequest, corrected, field},
    code::code,
    layout::{Page, key, token},
};
use crate::{
    app_state::now,
    class::{ClassQuestion, ClassRoom, Listening},
    pool::Worker,
    problem::Problem,
    secret::random,
    showable::showable,
    visitor::Visitor,
    words::Language,
};

/// What a field has for choices before the lecturer writes others.
const LETTERS: &str = "A\nB\nC\nD";

/// Rooms are opened and joined here; a code that was typed leads to its room.
pub(super) async fn page(PageRequest { app, guest, form, .. }: PageRequest) -> Answer {
    let code = field(&form, "code").map(str::to_owned);
    let problem = match &code {
        Some(code) => match app.class_rooms.room(code, now()) {
            Ok(room) => return Ok(Redirect::to(&path(&room)).into_response()),
            Err(problem) => Some(problem.at("code")),
        },
        None => None,
    };
    let own = app.class_rooms.own(&guest.id, now());
    let told = app.on_worker(guest.share(), move |_, worker| {
        let body = doors(&guest, &own, code.as_deref().unwrap_or_default(), Correction(problem.as_ref()));
        let title = guest.language.say("nav-class");
        let page = Page { title: &title, script: None, body }.answer(worker, &guest);
        Ok(match &problem {
            Some(problem) => corrected(page, problem),
            None => page,
        })
    });
    told.await
}

fn doors(guest: &Visitor, own: &[String], code: &str, wrong: Correction<'_>) -> Markup {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    html! {
        h1 { (say("nav-class")) }
        p.lead { (say("class-lead")) }
        h2 { (say("class-join")) }
        form.inline action="/class" {
            span.pair {
                label for="code" { (say("class-code")) }
                input id="code" name="code" value=(code) size="6" maxlength="8" autocomplete="off" autocapitalize="characters" spellcheck="false" required
                    aria-invalid=[wrong.is_invalid("code")] aria-describedby=[wrong.about("code", "")];
            }
            button { (say("class-enter")) }
        }
        (wrong.beside("code", language))
        h2 { (say("class-open")) }
        form method="post" action="/class" { (token(guest)) button.main { (say("class-open")) } }
        @if !own.is_empty() {
            h2 { (say("class-yours")) }
            ul.links { @for code in own { li { a href=(format!("/class/{code}")) { (code) } } } }
        }
    }
}

pub(super) async fn begin(PageRequest { app, guest, .. }: PageRequest) -> Answer {
    let number = random().map_err(Problem::trouble)?;
    let number = u128::from_str_radix(&number, 16).map_err(Problem::trouble)?;
    let room = app.class_rooms.begin(&guest, number, now())?;
    Ok(Redirect::to(&path(&room)).into_response())
}

/// The room, as its owner sees it or as everybody else does.
pub(super) async fn room(
    headers: HeaderMap,
    PageRequest { app, guest, path: code, .. }: PageRequest<String>,
) -> Answer {
    if let Some(code) = code.strip_suffix(".csv") {
        let room = app.class_rooms.room(code, now())?;
        return counted(&guest, &room);
    }
    let room = app.class_rooms.room(&code, now())?;
    let site = site(&headers, app.door.proxy.as_ref().map(crate::public_origin::PublicOrigin::address));
    let told = app
        .on_worker(guest.share(), move |_, worker| Ok(page_of(worker, &guest, &room, &site, &SentOrders::default())));
    told.await
}

/// Where the server is found, as this browser has found it.
fn site(headers: &HeaderMap, proxied: Option<String>) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    proxied.unwrap_or_else(|| format!("http://{host}"))
}

fn path(room: &ClassRoom) -> String {
    format!("/class/{}", room.code)
}

/// What the owner has sent, and what was wrong with it.
#[derive(Default)]
struct SentOrders {
    address: String,
    text: String,
    choices: Option<String>,
    problem: Option<Problem>,
}

fn page_of(worker: &Worker, guest: &Visitor, room: &ClassRoom, site: &str, sent: &SentOrders) -> Response {
    let language = guest.language;
    let title = language.say_with("class-title", &[("code", &room.code)]);
    let is_own = room.is_owned(&guest.id);
    let shown = room.view().shown;
    let body = html! {
        h1 { (title) }
        @if is_own { (join(guest, room, site)) }
        div id="event" data-live=(format!("{}/live", path(room))) data-stage=(stage(guest, room)) { (told(guest, room)) }
        @if is_own { (orders(guest, room, sent)) } @else {
            iframe.shown id="shown" src=(shown.as_deref().unwrap_or_default()) title=(language.say("class-frame")) hidden[shown.is_none()] {}
        }
        p.hidden id="aloud" role="status" aria-live="polite" {}
        // What the owner types is not taken away.
        @if !is_own { noscript { meta http-equiv="refresh" content="15"; } }
    };
    Page { title: &title, script: Some("live.js"), body }.answer(worker, guest)
}

/// How others come in.
fn join(guest: &Visitor, room: &ClassRoom, site: &str) -> Markup {
    let address = format!("{site}{}{}", path(room), key(guest, '?'));
    html! {
        p { (guest.language.say("class-join-at")) }
        div.class-join {
            div {
                p.class-code { (room.code) }
                p { a href=(address) { (address) } }
            }
            (code(&address, &address))
        }
    }
}

/// What the owner can do.
fn orders(guest: &Visitor, room: &ClassRoom, sent: &SentOrders) -> Markup {
    let (language, wrong) = (guest.language, Correction(sent.problem.as_ref()));
    let say = |id: &str| language.say(id);
    let choices = sent.choices.as_deref().unwrap_or(LETTERS);
    html! {
        div.side-by-side {
            section aria-labelledby="show" {
                h2 id="show" { (say("class-show")) }
                form method="post" action=(format!("{}/show", path(room))) { (token(guest))
                    label for="address" { (say("class-address")) }
                    input id="address" name="address" value=(sent.address) placeholder="/inside" autocomplete="off" spellcheck="false" required
                        aria-invalid=[wrong.is_invalid("address")] aria-describedby=[wrong.about("address", "address-help")];
                    (wrong.beside("address", language))
                    p.quiet id="address-help" { (say("class-address-help")) }
                    button.main { (say("class-show")) }
                }
            }
            section aria-labelledby="ask" {
                h2 id="ask" { (say("class-ask")) }
                form method="post" action=(format!("{}/ask", path(room))) { (token(guest))
                    label for="text" { (say("class-question")) }
                    input id="text" name="text" value=(sent.text) autocomplete="off"
                        aria-invalid=[wrong.is_invalid("text")] aria-describedby=[wrong.about("text", "")];
                    (wrong.beside("text", language))
                    label for="choices" { (say("class-choices-label")) }
                    textarea id="choices" name="choices" rows="4" required
                        aria-invalid=[wrong.is_invalid("choices")] aria-describedby=[wrong.about("choices", "")] { (choices) }
                    (wrong.beside("choices", language))
                    div.actions {
                        button.main { (say("class-ask")) }
                        button formaction=(format!("{}/end", path(room))) formnovalidate { (say("class-end")) }
                    }
                }
                p { a href=(format!("{}.csv", path(room))) download { (say("class-csv")) } }
            }
        }
    }
}

/// What changes when something is to be said aloud: never for the owner, who sees the bars grow.
fn stage(guest: &Visitor, room: &ClassRoom) -> String {
    if room.is_owned(&guest.id) {
        return String::new();
    }
    let view = room.view();
    format!("{} {}", view.asked.map_or(0, |asked| asked.number), view.shown.unwrap_or_default())
}

/// All that changes on the page.
fn told(guest: &Visitor, room: &ClassRoom) -> Markup {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let view = room.view();
    let is_own = room.is_owned(&guest.id);
    html! {
        p id="stage" data-stage=(stage(guest, room)) data-shown=(view.shown.as_deref().unwrap_or_default()) {
            @match &view.shown {
                Some(_) => { (say(if is_own { "class-shown-now" } else { "class-shows" })) }
                None => { (say(if is_own { "class-nothing-yet" } else { "class-waits" })) }
            }
            @if !is_own && view.asked.is_some() { " " (say("class-asked")) }
            @if let Some(address) = &view.shown {
                " " a href=(address) { @if is_own { (address) } @else { (say("class-alone")) } }
            }
        }
        @if is_own { p.big { (language.say_with("class-present", &[("count", &view.present)])) } }
        @if let Some(asked) = &view.asked {
            section.ask aria-labelledby="asked" {
                h2 id="asked" { @if asked.text.is_empty() { (say("class-which")) } @else { bdi { (asked.text) } } }
                @if is_own { (bars(language, asked)) } @else { (buttons(guest, room, asked)) }
            }
        }
    }
}

/// A bar for each choice, with what it stands for in figures.
fn bars(language: Language, asked: &ClassQuestion) -> Markup {
    let answered = asked.answered();
    html! {
        table.counted {
            tbody { @for (choice, count) in asked.choices.iter().zip(asked.counts()) { tr {
                th scope="row" { bdi { (choice) } }
                td { meter min="0" max=(answered.max(1)) value=(count) aria-hidden="true" {} }
                td { (count) " (" (100 * count / answered.max(1)) " %)" }
            } } }
        }
        p.quiet { (language.say_with("class-answered", &[("count", &answered)])) }
    }
}

/// A button for each choice; another one takes the place of the first.
fn buttons(guest: &Visitor, room: &ClassRoom, asked: &ClassQuestion) -> Markup {
    let chosen = asked.chosen(&guest.id);
    html! {
        form.actions.choose method="post" action=(format!("{}/answer", path(room))) { (token(guest))
            input type="hidden" name="question" value=(asked.number);
            @for (number, choice) in asked.choices.iter().enumerate() {
                button name="choice" value=(number + 1) aria-pressed=((chosen == Some(number)).to_string()) { bdi { (choice) } }
            }
        }
        @if let Some(choice) = chosen.and_then(|number| asked.choices.get(number)) {
            p.quiet { (guest.language.say_with("class-your-answer", &[("choice", choice)])) }
        }
    }
}

/// How often each choice of each question was made, as CSV.
fn counted(guest: &Visitor, room: &ClassRoom) -> Answer {
    room.owned(guest)?;
    let mut table = csv::Writer::from_writer(Vec::new());
    let mut write = |row: [&str; 4]| table.write_record(row).map_err(Problem::trouble);
    write(["question", "text", "choice", "answers"])?;
    for asked in room.questions() {
        for (choice, count) in asked.choices.iter().zip(asked.counts()) {
            write([&asked.number.to_string(), &asked.text, choice, &count.to_string()])?;
        }
    }
    let bytes = table.into_inner().map_err(Problem::trouble)?;
    let name = format!("attachment; filename=\"{}.csv\"", room.code);
    let kind = "text/csv; charset=utf-8".to_owned();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], bytes).into_response())
}

/// What somebody in the room does there.
pub(super) async fn act(
    headers: HeaderMap,
    PageRequest { app, guest, path: (code, action), form }: PageRequest<(String, String)>,
) -> Answer {
    let room = app.class_rooms.room(&code, now())?;
    let text = |name: &str| field(&form, name).unwrap_or_default().to_owned();
    let done = match action.as_str() {
        "answer" => {
            let number = |name: &str| field(&form, name).and_then(|text| text.parse::<usize>().ok());
            // Nothing stands for none of the choices, of which the first is 1.
            let choice = number("choice").and_then(|choice| choice.checked_sub(1)).unwrap_or(usize::MAX);
            room.answer(&guest.id, number("question").unwrap_or_default() as u64, choice)
        }
        "show" => {
            room.owned(&guest)?;
            let address = text("address");
            let shown = app.on_worker(guest.share(), move |app, worker| showable(worker, app, &address));
            shown.await.map(|address| room.show(address))
        }
        "ask" => {
            room.owned(&guest)?;
            room.ask(&text("text"), &text("choices"))
        }
        "end" => {
            room.owned(&guest)?;
            room.end_question();
            Ok(())
        }
        _ => return Err(Problem::missing("no-deed", &[])),
    };
    match done {
        Ok(()) => Ok(Redirect::to(&path(&room)).into_response()),
        Err(problem) if problem.field.is_some() => {
            let site = site(&headers, app.door.proxy.as_ref().map(crate::public_origin::PublicOrigin::address));
            let choices = field(&form, "choices").map(str::to_owned);
            let (address, text) = (text("address"), text("text"));
            let shown = app.on_worker(guest.share(), move |_, worker| {
                let sent = SentOrders { address, text, choices, problem: Some(problem.clone()) };
                Ok(corrected(page_of(worker, &guest, &room, &site, &sent), &problem))
            });
            shown.await
        }
        Err(problem) => Err(problem),
    }
}

/// Tells a page in the room what it shows: at once, then after every change.
pub(super) async fn live(PageRequest { app, guest, path: code, .. }: PageRequest<String>) -> Answer {
    let room = app.class_rooms.room(&code, now())?;
    let listening = Listening::begin(&room, &guest.id)?;
    let changes = listening.changes();
    let stream = stream::unfold((listening, changes, true), move |(listening, mut changes, is_first)| {
        let (app, guest) = (Arc::clone(&app), guest.clone());
        async move {
            if !is_first {
                tokio::select! {
                    () = app.closed() => return None,
                    changed = changes.changed() => changed.ok()?,
                }
            }
            changes.borrow_and_update();
            let page = told(&guest, &listening.room).into_string();
            let event = Event::default().event("now").json_data(page).ok()?;
            Some((Ok::<_, Infallible>(event), (listening, changes, false)))
        }
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()).into_response())
}
