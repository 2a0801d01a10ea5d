//! A game that is about to begin: its options, where it begins, who sits where. All of it stands in the
//! address, so that it can be shared.

use std::fmt::Write as _;

use agon_core::{Explained, NamedGame, OptionSpec, Position, Remarks, Seat, options::Kind, registry};
use agon_table::{GivenPosition, Level, ShownPosition, stones};
use axum::response::{IntoResponse as _, Redirect};
use maud::{Markup, PreEscaped, html};

use super::{
    asked::{Answer, Correction, Fields, StudyRequest, field},
    clock_field::{chosen, clock_field},
    layout::{Page, encoded, token},
    opponents::level_name,
    start::ANY,
};
use crate::{
    allowed::{self, OPTION},
    place::PlaceQuery,
    pool::Worker,
    problem::Problem,
    table::NewTable,
    view::PositionView,
    visitor::Visitor,
    words::Language,
};

pub(super) async fn page(StudyRequest { app: study, guest, form, .. }: StudyRequest) -> Answer {
    study.on_worker(guest.share(), move |_, worker| show(worker, &guest, &form, None)).await
}

/// Redirects to the form with these fields in its address, without the token that a sent form has.
pub(super) async fn again(StudyRequest { form, .. }: StudyRequest) -> Answer {
    let fields = form.iter().filter(|(_, value)| !value.is_empty());
    let fields = fields.map(|(name, value)| format!("{}={}", encoded(name), encoded(value)));
    let place = format!("/new?{}", fields.collect::<Vec<String>>().join("&"));
    Ok(Redirect::to(&place).into_response())
}

/// The game that a form names: a term, or a name and the fields of its options.
fn term(form: &[(String, String)]) -> Result<String, Problem> {
    let name = field(form, "game").unwrap_or("").trim();
    if name.is_empty() {
        return Err(Problem::wrong("which-game", &[]));
    }
    let mut options = String::new();
    for (key, value) in form {
        let Some(option) = key.strip_prefix(OPTION) else { continue };
        if !value.trim().is_empty() {
            let comma = if options.is_empty() { "" } else { ", " };
            let _ = write!(options, "{comma}{option}={}", value.trim());
        }
    }
    if options.is_empty() {
        return Ok(name.to_owned());
    }
    let plugin = registry::find_game(name).map_err(Problem::refused)?;
    // The last option may be a list, which is given without its name.
    Ok(format!("{}({})", plugin.name, unnamed(plugin.options, &options, form)))
}

/// The arguments of a term, where an option that takes the rest stands without its name.
fn unnamed(specs: &[OptionSpec], named: &str, form: &[(String, String)]) -> String {
    let takes_rest = |spec: &&OptionSpec| matches!(spec.kind, Kind::List(_) | Kind::Players(..));
    let Some(list) = specs.last().filter(takes_rest) else { return named.to_owned() };
    let others = form.iter().filter_map(|(key, value)| {
        let option = key.strip_prefix(OPTION)?;
        let value = value.trim();
        (!value.is_empty() && option != list.name).then(|| format!("{option}={value}"))
    });
    let own = field(form, &format!("{OPTION}{}", list.name)).map_or("", str::trim);
    let all: Vec<String> = others.chain((!own.is_empty()).then(|| own.to_owned())).collect();
    all.join(", ")
}

/// Plies of a play, at least, for it to be worth an evening.
const WORTHWHILE: u32 = 5;

/// A game for two who see everything, whichever it is.
fn any_game(_: &Worker, drawn: &str) -> Result<&'static str, Problem> {
    let fits = allowed::games().map(|plugin| plugin.name).filter(|name| {
        let facts = registry::game(name).map(|game| game.start.facts());
        facts.is_ok_and(|facts| facts.seats == 2 && !facts.hidden && WORTHWHILE <= facts.max_plies)
    });
    let all: Vec<&str> = fits.collect();
    let number = drawn.bytes().fold(0, |sum, byte| (sum * 31 + usize::from(byte)) % (1 << 20));
    all.get(number % all.len().max(1)).copied().ok_or_else(|| Problem::wrong("which-game", &[]))
}

/// The game that a form asks for; whichever it is is drawn by `drawn`.
///
/// # Errors
///
/// Where the form names none, or something in it is wrong.
pub(crate) fn read(worker: &Worker, form: &[(String, String)], drawn: &str) -> Result<NewTable, Problem> {
    let term = match field(form, "game") {
        Some(ANY) => any_game(worker, drawn)?.to_owned(),
        _ => term(form)?,
    };
    let game = allowed::game(worker, &term)?;
    let facts = game.start.facts();
    // If only the opponent is named, the guest moves first. Two people cannot share a screen in a game that hides something.
    let against = match field(form, "against") {
        Some("me") if facts.hidden => Some("open"),
        other => other,
    };
    let seats = (1..=facts.seats).map(|seat| {
        let usual = against.filter(|_| 1 < seat).unwrap_or("me");
        let chosen = field(form, &format!("seat{seat}")).unwrap_or(usual);
        match chosen {
            "player" => field(form, &format!("player{seat}")).unwrap_or("").trim().to_owned(),
            chosen => chosen.to_owned(),
        }
    });
    let text = |name: &str| field(form, name).map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    let seed = match text("seed") {
        None => None,
        Some(text) => Some(text.parse().map_err(|_| Problem::wrong("seed", &[("seed", &text)]).at("seed"))?),
    };
    Ok(NewTable {
        game: game.term.clone(),
        position: text("position"),
        moves: text("moves"),
        seats: seats.collect(),
        seed,
        hints: text("hints"),
        clock: chosen(form),
    })
}

/// The form, as it was filled in.
///
/// # Errors
///
/// Where there is no such game.
pub(crate) fn show(
    worker: &Worker,
    guest: &Visitor,
    form: &Fields,
    wrong_with_it: Option<&Problem>,
) -> Result<axum::response::Response, Problem> {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let written = term(form)?;
    let (game, wrong) = match allowed::game(worker, &written) {
        Ok(game) => (game, None),
        Err(problem) => {
            // With wrong options the form is shown again, with what is wrong.
            let name = written.split('(').next().unwrap_or("");
            let known = registry::find_game(name).ok();
            match known.and_then(|plugin| allowed::game(worker, plugin.name).ok()) {
                Some(game) if written.contains('(') => (game, Some(problem)),
                _ => return Err(problem),
            }
        }
    };
    let place = PlaceQuery {
        game: game.term.clone(),
        position: field(form, "position").map(str::to_owned),
        moves: field(form, "moves").map(str::to_owned),
    };
    let (site, wrong) = match place.find(worker) {
        Ok(site) => (Some(site), wrong),
        Err(problem) => (None, wrong.or(Some(problem))),
    };
    let wrong = wrong_with_it.cloned().or(wrong);
    let at_fault = Correction(wrong.as_ref());
    let title = language.say_with("new-title", &[("game", &language.game_name(game.plugin.name))]);
    let facts = game.start.facts();
    let players: Vec<&str> = allowed::players().map(|plugin| plugin.name).collect();
    let body = html! {
        h1 { (title) }
        p { (language.game_summary(game.plugin.name, game.plugin.summary)) }
        (at_fault.said(language, |name| has_field(guest, &game, name)))
        div.stage {
            section.boardbox aria-label=(say("board")) {
                @if let Some(site) = &site { (drawn(worker, site)) }
            }
            form.settings method="post" action="/tables" { (token(guest))
                input type="hidden" name="game" value=(game.plugin.name);
                fieldset {
                    legend { (say("new-seats")) }
                    @for seat in Seat::all(facts.seats) {
                        (seat_field(guest, &game, seat, (form, at_fault)))
                    }
                    @if has_clock(guest, &game) { (clock_field(language, (form, at_fault))) }
                    datalist id="players" { @for name in &players { option value=(name) {} } }
                }
                p.actions {
                    button.main { (say("new-begin")) }
                }
                @if !game.plugin.options.is_empty() {
                    details open[form.iter().any(|(key, _)| key.starts_with(OPTION))] {
                        summary { (say("new-options")) }
                        div {
                            @for spec in game.plugin.options {
                                (option_field(language, &game, spec, (&value_of(&game, spec, form, wrong.is_some()), at_fault)))
                            }
                        }
                        button formaction="/new" formnovalidate { (say("new-show")) }
                    }
                }
                details open[place.position.is_some() || place.moves.is_some()] {
                    summary { (say("new-from")) }
                    p {
                        label for="position" { (say("new-position")) }
                        input id="position" name="position" aria-invalid=[at_fault.is_invalid("position")] aria-describedby=[at_fault.about("position", "")] value=(place.position.as_deref().unwrap_or("")) spellcheck="false" autocomplete="off";
                        (at_fault.beside("position", language))
                    }
                    p {
                        label for="moves" { (say("new-moves")) }
                        textarea id="moves" name="moves" aria-invalid=[at_fault.is_invalid("moves")] aria-describedby=[at_fault.about("moves", "")] rows="2" spellcheck="false" autocomplete="off" { (place.moves.as_deref().unwrap_or("")) }
                        (at_fault.beside("moves", language))
                    }
                    p {
                        label for="hints" { (say("new-hints")) }
                        input id="hints" name="hints" aria-invalid=[at_fault.is_invalid("hints")] aria-describedby=[at_fault.about("hints", "")] list="players" value=(field(form, "hints").unwrap_or("")) spellcheck="false" autocomplete="off";
                        (at_fault.beside("hints", language))
                    }
                    p {
                        label for="seed" { (say("new-seed")) }
                        input id="seed" name="seed" aria-invalid=[at_fault.is_invalid("seed")] aria-describedby=[at_fault.about("seed", "")] inputmode="numeric" value=(field(form, "seed").unwrap_or("")) autocomplete="off";
                        (at_fault.beside("seed", language))
                    }
                    button formaction="/new" formnovalidate { (say("new-show")) }
                }
            }
        }
        (remarks(language, &game.start.remarks()))
        details {
            summary { (say("rules")) }
            (language.game_rules(game.plugin.name, &game.plugin.told()))
        }
    };
    Ok(Page { title: &title, script: Some("page.js"), body }.answer(worker, guest))
}

/// What is to be said of rules that came from outside, in English, as they are written.
fn remarks(language: Language, told: &Remarks) -> Markup {
    let all: Vec<&str> = told.all().chain(told.known.iter().map(String::as_str)).collect();
    html! {
        @if !all.is_empty() {
            section.remarks {
                h2 { (language.say("new-remarks")) }
                ul lang="en" { @for remark in all { li { (remark) } } }
            }
        }
    }
}

/// Whether time can be counted: a page without a server has no clock.
fn has_clock(guest: &Visitor, game: &NamedGame) -> bool {
    guest.has_server && !game.start.facts().hidden
}

/// Whether the form has a field of that name.
fn has_field(guest: &Visitor, game: &NamedGame, name: &str) -> bool {
    let is_option = |name: &str| game.plugin.options.iter().any(|option| option.name == name);
    ["position", "moves", "hints", "seed"].contains(&name)
        || (name == "clock" && has_clock(guest, game))
        || name.strip_prefix(OPTION).is_some_and(is_option)
        || Seat::all(game.start.facts().seats).any(|seat| name == format!("player{}", seat.0 + 1))
}

fn drawn(worker: &Worker, site: &GivenPosition) -> Markup {
    let view = PositionView::of(worker, &site.game.term, &ShownPosition::whole(site));
    html! { div.board { (PreEscaped(view.svg)) } }
}

/// Who sits at this seat, as it is chosen.
fn seat_field(guest: &Visitor, game: &NamedGame, seat: Seat, (form, wrong): (&Fields, Correction<'_>)) -> Markup {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let number = seat.0 + 1;
    let pieces = stones(&game.start, seat);
    let (select, text) = (format!("seat{number}"), format!("player{number}"));
    let usual = if number == 1 { "me" } else { field(form, "against").unwrap_or("level:medium") };
    let chosen = field(form, &select).unwrap_or(usual);
    let is_known = ["me", "open"].contains(&chosen) || chosen.starts_with("level:");
    let player = field(form, &text).unwrap_or(if is_known || chosen == "player" { "" } else { chosen });
    let chosen = if is_known { chosen } else { "player" };
    html! {
        div.seat {
            label for=(select) {
                (language.say_with("seat", &[("seat", &number)]))
                @if let Some(pieces) = &pieces { span.quiet lang="en" { " · " (pieces) } }
            }
            select id=(select) name=(select) data-seat {
                option value="me" selected[chosen == "me"] { (say("who-me")) }
                @if guest.has_server { option value="open" selected[chosen == "open"] { (say("who-open")) } }
                @for level in Level::ALL {
                    @let value = format!("level:{}", level.name());
                    option value=(value) selected[chosen == value] { (level_name(language, level.name())) }
                }
                option value="player" selected[chosen == "player"] { (say("who-player")) }
            }
            span.term {
                label.hidden for=(text) { (language.say_with("seat-player", &[("seat", &number)])) }
                input id=(text) name=(text) aria-invalid=[wrong.is_invalid(&text)] aria-describedby=[wrong.about(&text, "")] list="players" value=(player) placeholder="alpha-beta(depth=6)"
                    spellcheck="false" autocomplete="off";
                (wrong.beside(&text, language))
            }
        }
    }
}

/// The content of an option's field: the guest's text, or the game's value.
fn value_of(game: &NamedGame, spec: &OptionSpec, form: &Fields, is_wrong: bool) -> String {
    if let Some(value) = field(form, &format!("{OPTION}{}", spec.name)) {
        return value.to_owned();
    }
    if is_wrong { spec.default.to_owned() } else { game.options.written(spec.name) }
}

/// The field of an option, made from its declaration.
fn option_field(
    language: Language,
    game: &NamedGame,
    spec: &OptionSpec,
    (value, wrong): (&str, Correction<'_>),
) -> Markup {
    let name = format!("{OPTION}{}", spec.name);
    let own = format!("about-{}", spec.name);
    let (is_invalid, about) = (wrong.is_invalid(&name), wrong.about(&name, &own));
    html! {
        p.option {
            label for=(name) { (spec.name) }
            @match spec.kind {
                Kind::Flag => {
                    select id=(name) name=(name) aria-invalid=[is_invalid] aria-describedby=[&about] {
                        @for word in ["true", "false"] { option value=(word) selected[value == word] { (word) } }
                    }
                }
                Kind::Choice(words) => {
                    select id=(name) name=(name) aria-invalid=[is_invalid] aria-describedby=[&about] {
                        @for word in words { option value=(word) selected[value == *word] { (word) } }
                    }
                }
                Kind::Whole { min, max } => {
                    input type="number" id=(name) name=(name) value=(value) min=(min)
                        max=[(max != u64::MAX).then_some(max)] aria-invalid=[is_invalid] aria-describedby=[&about];
                }
                Kind::Real { min, max } => {
                    input type="number" step="any" id=(name) name=(name) value=(value)
                        min=[min.is_finite().then_some(min)] max=[max.is_finite().then_some(max)]
                        aria-invalid=[is_invalid] aria-describedby=[&about];
                }
                Kind::Player(_) | Kind::Players(..) => {
                    input id=(name) name=(name) value=(value) list="players" spellcheck="false"
                        autocomplete="off" aria-invalid=[is_invalid] aria-describedby=[&about];
                }
                _ => {
                    input id=(name) name=(name) value=(value) spellcheck="false" autocomplete="off"
                        aria-invalid=[is_invalid] aria-describedby=[&about];
                }
            }
            (wrong.beside(&name, language))
            span.quiet id=(own) {
                (language.game_option(game.plugin.name, spec.name, spec.meaning))
                " (" (language.accepted(game.plugin.name, spec)) ")"
            }
        }
    }
}
