//! The page of a game: board, players, thoughts, moves.

use std::{
    convert::Infallible,
    fmt::Write as _,
    sync::{Arc, Mutex, PoisonError},
};

use agon_core::Seat;
use agon_table::row;
use axum::response::{
    IntoResponse, Redirect,
    sse::{Event, KeepAlive, Sse},
};
use futures_util::StreamExt as _;
use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use super::{
    asked::{Answer, PageRequest, field},
    gallery::{SearchAsked, opens},
    layout::{Page, data, encoded, token},
    new_table::level_name,
    steps::{move_list, plies},
};
use crate::{
    house::House,
    open_table::{OpenTable, ThoughtNow},
    problem::Problem,
    settings::REFRESH,
    tables::{Deed, Heard, listen, look, look_and, perform},
    view::{LegalMove, SeatView, TableView, thinking},
    visitor::Visitor,
    words::Language,
};

/// Moves without a place on the board that have buttons of their own: a pass, a slide, a roll.
const MOST_WORDS: usize = 8;

pub(super) async fn page(
    PageRequest { house, guest, path: id, .. }: PageRequest<String>,
) -> Answer {
    let own = guest.clone();
    let told = look_and(&house, &guest, &id, move |worker, table| {
        let guest = &own;
        let view = TableView::of(worker, table, &table.state(worker), &guest.id);
        let help = agon_core::registry::find_game(view.name).map_or("", |plugin| plugin.help);
        let title = format!("{}: {}", guest.language.say("game"), view.game);
        let body = body(guest, &view, help);
        Ok(Page { title: &title, script: Some("table.js"), body }.answer(worker, guest))
    });
    told.await
}

/// Does what a form of the page says, for browsers without scripts.
pub(super) async fn act(
    PageRequest { house, guest, path: (id, name), form, .. }: PageRequest<(String, String)>,
) -> Answer {
    let table = look(&house, &guest, &id).await?;
    let value = |name: &str| field(&form, name).unwrap_or("").to_owned();
    let deed = match name.as_str() {
        "moves" => Some(Deed::Play(value("move"))),
        "sit" => value("seat").parse().ok().map(Deed::Sit),
        name => Deed::named(name),
    };
    let deed = deed.ok_or_else(|| Problem::missing("no-deed", &[]))?;
    perform(&house, &table, &guest, deed).await?;
    Ok(Redirect::to(&format!("/tables/{id}")).into_response())
}

/// What a page hears of its table.
#[derive(Serialize)]
struct LiveDocument {
    view: TableView,
    /// The board and the controls of a game.
    panel: String,
    /// The moves, and what can be done with them.
    record: String,
    /// The text for screen readers.
    said: String,
}

pub(super) async fn live(
    PageRequest { house, guest, path: id, form, .. }: PageRequest<String>,
) -> Answer {
    let looked = look_and(&house, &guest, &id, |worker, table| {
        Ok((Arc::clone(table), table.state(worker).written()))
    });
    let (table, mut moves) = looked.await?;
    let plies: Option<usize> = field(&form, "plies").and_then(|text| text.parse().ok());
    moves.truncate(plies.unwrap_or(moves.len()));
    let known = Arc::new(Mutex::new(moves));
    let (own, own_table) = (Arc::clone(&house), Arc::clone(&table));
    let stream = listen(house, table, guest.clone()).then(move |heard| {
        let about = (Arc::clone(&own_table), Arc::clone(&known));
        told(Arc::clone(&own), heard, about, guest.clone())
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()).into_response())
}

/// The moves that a listener knows, with who made each.
type Moves = Vec<(Option<Seat>, String)>;

async fn told(
    house: Arc<House>,
    heard: Heard,
    (table, known): (Arc<OpenTable>, Arc<Mutex<Moves>>),
    guest: Visitor,
) -> Result<Event, Infallible> {
    let told = house.at_desk(guest.share(), move |_, worker| {
        let event = match heard {
            Heard::Thinking(thought) => {
                let thought = thinking(thought, &table.state(worker), &guest.id);
                let text = thought.as_ref().map(|thinking| thought_words(guest.language, thinking));
                Event::default().event("thinking").json_data(text)
            }
            Heard::Changed => {
                let (view, moves) = {
                    let state = table.state(worker);
                    (TableView::of(worker, &table, &state, &guest.id), state.written())
                };
                let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                let news = known.iter().zip(&moves).take_while(|(old, new)| old == new).count();
                let said = said(guest.language, &view, &moves[news..]);
                *known = moves;
                let panel = panel(&guest, &view).into_string();
                let record = record(&guest, &view).into_string();
                Event::default().event("table").json_data(LiveDocument {
                    view,
                    panel,
                    record,
                    said,
                })
            }
        };
        event.map_err(Problem::trouble)
    });
    let failed = |problem: Problem| Event::default().event("failed").data(problem.message);
    Ok(told.await.unwrap_or_else(failed))
}

fn body(guest: &Visitor, view: &TableView, help: &str) -> Markup {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    html! {
        h1.hidden { (view.game) }
        div.stage.table data-table=(view.id) {
            div.play {
                section.boardbox aria-label=(say("board")) {
                    div.bar id="bar" hidden {
                        div.track role="meter" aria-label=(say("bar-label")) aria-valuemin="0" aria-valuemax="100" aria-valuenow="50" { div.fill {} }
                        span.quiet.told {}
                    }
                    div.board id="board" { (PreEscaped(&view.here.svg)) }
                    div id="several" hidden {}
                    div.under {
                        (plies(language))
                        p.quiet id="chosen" role="status" aria-live="polite" {}
                        button type="button" id="turn" aria-pressed="false" aria-label=(say("turn-board")) title=(say("turn-board")) hidden { "⇅" }
                    }
                }
                div id="panel" tabindex="-1" role="group" aria-label=(say("panel")) { (panel(guest, view)) }
            }
            section id="review" aria-label=(say("review")) hidden {
                button type="button" id="do-review" { (say("review")) }
                p.quiet id="review-said" role="status" aria-live="polite" {}
                ol.rows id="mistakes" {}
                div.curve id="curve" {}
            }
            div id="record" tabindex="-1" role="group" aria-label=(say("moves")) { (record(guest, view)) }
        }
        p.hidden id="aloud" role="status" aria-live="polite" {}
        p.problem id="problem" role="alert" hidden {}
        details {
            summary { (say("rules")) }
            (guest.language.game_rules(view.name, help))
        }
        details id="extras" hidden {
            summary { (say("extras")) }
            p hidden[!view.can_judge] { label { input type="checkbox" id="bar-on"; " " (say("extras-bar")) } }
            p { label { input type="checkbox" id="sounds-on"; " " (say("extras-sounds")) } }
        }
        details {
            summary { (say("keys")) }
            p { (say("keys-text")) }
            p hidden { label { input type="checkbox" id="letters"; " " (say("keys-letters")) } }
        }
        // Without scripts the page asks again by itself while others move.
        @if !view.your_turn && view.ended.is_none() && view.hand_over.is_none() {
            noscript { meta http-equiv="refresh" content=(REFRESH); }
        }
        (data("view", view))
    }
}

/// How the game stands, who sits where, and what can be done: all that is needed to play.
fn panel(guest: &Visitor, view: &TableView) -> Markup {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let deed = |name: &str| format!("/tables/{}/{name}", view.id);
    let button = |name: &'static str, text: String, is_on: bool| {
        html! {
            form method="post" action=(deed(name)) data-deed=(name) { (token(guest))
                button id=(format!("do-{name}")) disabled[!is_on] { (text) }
            }
        }
    };
    let is_over = view.ended.is_some();
    let words = words(view);
    html! {
        section.status {
            p.big id="status" { (status(language, view)) }
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
                @if let Some(thinking) = &view.thinking { (thought_words(language, thinking)) }
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
            form.actions.words method="post" action=(deed("moves")) data-deed="moves" lang="en" { (token(guest))
                @for legal in &words { button name="move" value=(legal.m) { (legal.m) } }
            }
        }
        div.actions.deeds {
            @if view.seated {
                (button("undo", say("do-undo"), view.can_undo))
                (button("redo", say("do-redo"), 0 < view.redo))
                (button("hint", say("do-hint"), view.your_turn))
            }
            (button("stop", say("do-stop"), view.thinking.is_some()))
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

/// Moves without a place on the board: nothing there can be pointed at for them.
fn words(view: &TableView) -> Vec<&LegalMove> {
    view.here.legal.iter().filter(|legal| legal.aim.paths.is_empty()).collect()
}

/// The legal moves to be typed or chosen, those that were played, and what can be done with them.
fn record(guest: &Visitor, view: &TableView) -> Markup {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let action = format!("/tables/{}/moves", view.id);
    html! {
        @if view.your_turn {
            details.legal open[MOST_WORDS < words(view).len()] {
                summary { (language.say_with("legal", &[("count", &view.here.legal_count)])) }
                form.typed method="post" action=(action) data-deed="moves" { (token(guest))
                    label for="typed" { (say("your-move")) }
                    input id="typed" name="move" list="legal" autocomplete="off" spellcheck="false" autocapitalize="none" required;
                    datalist id="legal" { @for legal in &view.here.legal { option value=(legal.m) {} } }
                    button { (say("play-move")) }
                }
                form.chips method="post" action=(action) data-deed="moves" { (token(guest))
                    @for legal in view.here.legal.iter().take(300) {
                        button name="move" value=(legal.m) { (legal.m) }
                    }
                }
            }
        }
        section aria-label=(say("moves")) {
            h2 { (say("moves")) }
            @if view.moves.is_empty() && !view.hidden { p.quiet { (say("no-moves")) } }
            (move_list(language, view.moves.iter().map(|m| (m.seat, m.sheet.as_str(), m.thought.as_ref()))))
        }
        @if view.hidden { p { code { (view.here.position) } } p.quiet { (say("hidden-until-over")) } } @else { (keep_and_share(guest, view)) }
        div id="worth" {}
    }
}

/// Who sits where, and what everybody got.
fn sitters(guest: &Visitor, view: &TableView) -> Markup {
    let language = guest.language;
    let is_over = view.ended.is_some();
    html! {
        section aria-label=(language.say("seats")) {
            ul.seats {
                @for seat in &view.seats {
                    li.now[!is_over && view.here.seat == Some(seat.seat)] {
                        span.quiet { (seat.seat) } " " span.who { (who(language, seat)) }
                        @if let Some(pieces) = &seat.pieces { span.quiet lang="en" { " · " (pieces) } }
                        @if let Some(payoff) = view.ended.as_ref().and_then(|end| end.payoffs.get(usize::from(seat.seat) - 1)) {
                            strong { " " (language.figure(*payoff)) }
                        }
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

fn keep_and_share(guest: &Visitor, view: &TableView) -> Markup {
    let say = |id: &str| guest.language.say(id);
    html! {
        section aria-label=(say("share")) {
            h2 { (say("share")) }
            ul.links {
                li { a href=(share(view) + &key(guest, '&')) { (say("share-link")) } }
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

/// Who sits there.
fn who(language: Language, seat: &SeatView) -> String {
    match (seat.kind, seat.yours, &seat.level, &seat.player) {
        (_, true, _, _) => language.say("who-you"),
        ("open", ..) => language.say("who-nobody"),
        (_, _, Some(level), _) => level_name(language, level),
        (_, _, _, Some(player)) => player.clone(),
        _ => language.say("who-other"),
    }
}

/// How the game stands, in a sentence.
fn status(language: Language, view: &TableView) -> String {
    if let Some(end) = &view.ended {
        let named = |seat: &u8| {
            let own = view.seats.iter().find(|own| own.seat == *seat);
            own.map_or(String::new(), |own| {
                format!("{} ({})", language.say_with("seat", &[("seat", seat)]), who(language, own))
            })
        };
        let mut text = match (end.why, end.loser) {
            ("draw agreed", _) => language.say("end-agreed"),
            (_, Some(seat)) => language.say_with("end-resigned", &[("seat", &seat)]),
            _ => language.say("end-over"),
        };
        text.push(' ');
        text.push_str(&match end.winners.as_slice() {
            _ if view.seats.len() == 1 => {
                let payoff = language.figure(end.payoffs.first().copied().unwrap_or(0.0));
                language.say_with("end-got", &[("payoff", &payoff)])
            }
            all if all.len() == view.seats.len() => language.say("end-draw"),
            [one]
                if view.seats.iter().any(|seat| seat.seat == *one && seat.yours)
                    && !view.others =>
            {
                language.say("end-you")
            }
            [one] => language.say_with("end-wins", &[("who", &named(one))]),
            several => {
                let all: Vec<String> = several.iter().map(named).collect();
                language.say_with("end-share", &[("who", &all.join(", "))])
            }
        });
        return text;
    }
    if let Some(seat) = view.hand_over {
        return language.say_with("hand-over", &[("seat", &seat)]);
    }
    match view.here.seat {
        None if view.here.node == "waiting" => language.say("others-act"),
        None => language.say("chance-draws"),
        Some(seat) if view.your_turn => {
            let own = view.seats.iter().filter(|seat| seat.yours).count();
            if own == 1 {
                language.say("your-turn")
            } else {
                language.say_with("turn", &[("seat", &seat)])
            }
        }
        Some(seat) => {
            let sitter = &view.seats[usize::from(seat) - 1];
            match sitter.kind {
                "open" => language.say("waits-for-other"),
                _ => language.say_with("turn", &[("seat", &seat)]),
            }
        }
    }
}

/// The text for screen readers after a change: the new moves, and whose turn it is.
fn said(language: Language, view: &TableView, news: &[(Option<Seat>, String)]) -> String {
    let mut text = String::new();
    for (seat, m) in news {
        text += &match seat {
            Some(seat) => language.say_with("said-move", &[("seat", &(seat.0 + 1)), ("move", m)]),
            None => language.say_with("said-chance", &[("move", m)]),
        };
        text.push(' ');
    }
    text + &status(language, view)
}

/// What somebody thinks, in a line.
fn thought_words(language: Language, thinking: &ThoughtNow) -> String {
    let head = if thinking.is_hint {
        language.say("thinks-hint")
    } else {
        language.say_with("thinks", &[("seat", &thinking.seat)])
    };
    match &thinking.best {
        Some(best) => format!("{head} {}", best.words(language)),
        None => head,
    }
}

/// The search for the last move, and what a player searches where the game is now, each on the stage by one click.
fn inside(guest: &Visitor, view: &TableView) -> Markup {
    let language = guest.language;
    let player = |seat: Option<u8>| {
        let is_asked = |own: &&SeatView| Some(own.seat) == seat && own.player.is_some();
        let found = view.seats.iter().find(is_asked);
        let found = found.or_else(|| view.seats.iter().find(|own| own.player.is_some()));
        found.and_then(|own| own.player.as_deref()).unwrap_or("alpha-beta(depth=4)")
    };
    let search = |moves: &str, seat: Option<u8>, button: &Markup| {
        let (game, position) = (&view.game, view.base.as_deref());
        opens(guest, &SearchAsked { game, position, moves, player: player(seat) }, button)
    };
    let last = view.moves.iter().rposition(|m| m.seat.is_some());
    html! {
        @if let Some(at) = last {
            @let before: Vec<String> = view.moves[..at].iter().map(|m| m.m.clone()).collect();
            @let why = language.say_with("why", &[("move", &view.moves[at].m)]);
            // Scripts ask for the move that is looked at.
            li id="why" { (search(&row(&before), view.moves[at].seat, &html! { button id="do-why" { (why) } })) }
        }
        @if view.here.seat.is_some() && view.ended.is_none() {
            @let text = language.say("look-inside");
            li { (search(&view.line, view.here.seat, &html! { button id="do-inside" { (text) } })) }
        }
    }
}

/// What an address needs to be opened by others.
fn key(guest: &Visitor, sign: char) -> String {
    guest.key.as_ref().map_or_else(String::new, |key| format!("{sign}key={key}"))
}

/// The address that holds the whole game.
fn share(view: &TableView) -> String {
    let mut address = format!("/new?game={}", encoded(&view.game));
    if let Some(base) = &view.base {
        let _ = write!(address, "&position={}", encoded(base));
    }
    if !view.line.is_empty() {
        let _ = write!(address, "&moves={}", encoded(&view.line));
    }
    for seat in &view.seats {
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
    // Where another person may sit down nobody chooses it.
    if let Some(seed) = view.seed
        && view.seats.iter().all(|seat| seat.kind != "open")
    {
        let _ = write!(address, "&seed={seed}");
    }
    address
}
