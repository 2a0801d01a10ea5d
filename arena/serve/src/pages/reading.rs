//! What there is to read: a page of each game, with its rules, and of each player, with its idea.

use std::{
    collections::BTreeMap,
    sync::{Mutex, OnceLock, PoisonError},
};

use agon_core::{Budget, Facts, GamePlugin, OptionSpec, PlayerPlugin, Position, Sum, registry};
use agon_draw::{Diagram, Drawing, Signs, Theme};
use agon_table::{SearchLimits, WatchedSearch};
use axum::response::{IntoResponse as _, Response};
use maud::{Markup, PreEscaped, html};

use super::{
    asked::{Answer, StudyRequest, field},
    examples::TREES,
    gallery::card_of,
    inside::drawn_at,
    kinds::by_kind,
    layout::{Page, encoded, token},
    opponents::opponents,
};
use crate::{
    allowed,
    describe::Svg,
    measured::{MeasuredTable, bare},
    place::PlaceQuery,
    pool::Worker,
    problem::Problem,
    view::plain_svg,
    visitor::Visitor,
    words::{Language, with_code},
};

pub(super) async fn game(StudyRequest { app: study, guest, path: name, .. }: StudyRequest<String>) -> Answer {
    let plugin = registry::find_game(&name).map_err(Problem::unknown)?;
    study.on_worker(guest.share(), move |_, worker| Ok(game_page(worker, &guest, plugin))).await
}

fn game_page(worker: &Worker, guest: &Visitor, plugin: &GamePlugin) -> Response {
    let facts = registry::game(plugin.name).map(|game| game.start.facts());
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let told = plugin.told();
    let (rules, sources) = with_sources(&told);
    let title = language.game_name(plugin.name);
    let body = html! {
        h1 { (title) }
        p.lead { (language.game_summary(plugin.name, plugin.summary)) }
        div.stage {
            figure.picture aria-hidden="true" { (thumbnail(worker, plugin.name)) }
            div {
                form.try method="post" action="/tables" { (token(guest))
                    label for="against" { (say("home-against")) }
                    div.inline {
                        (opponents(guest))
                        button.main name="game" value=(plugin.name) { (say("play-this")) }
                    }
                }
                p { a href=(format!("/new?game={}", plugin.name)) { (say("home-choose")) } }
                @if let Ok(facts) = &facts { (in_short(language, facts)) }
            }
        }
        h2 { (say("inside-title")) }
        @if let Some(card) = card_of(worker, guest, plugin.name) { ul.cards.gallery { li { (card) } } }
        p { a href=(format!("/inside?game={}", plugin.name)) { (say("look-inside")) } }
        h2 { (say("rules")) }
        (language.game_rules(plugin.name, rules))
        (cited(language, language.game_sources(plugin.name).as_deref(), sources))
        @if !plugin.options.is_empty() { h2 { (say("options")) } }
        (options(language, plugin.name, plugin.options, |spec| language.game_option(plugin.name, spec.name, spec.meaning)))
        (measured(language, &MeasuredTable::of_game(plugin.name)))
    };
    Page { title: &title, script: None, body }.answer(worker, guest)
}

/// A game as it begins.
fn thumbnail(_: &Worker, name: &str) -> Markup {
    static ALL: OnceLock<BTreeMap<&'static str, String>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let drawn = registry::games().keys().filter_map(|name| {
            let picture = registry::game(name).ok()?.start.picture();
            Some((*name, plain_svg(&Drawing::of(&picture).svg_decorative())))
        });
        drawn.collect()
    });
    html! { (PreEscaped(all.get(name).map_or("", String::as_str))) }
}

/// What holds of a game in every position.
fn in_short(language: Language, facts: &Facts) -> Markup {
    let say = |id: &str| language.say(id);
    let yes = |is_so: bool| say(if is_so { "yes" } else { "no" });
    let sum = match facts.sum {
        Sum::Zero | Sum::Constant(_) if facts.seats == 1 => None,
        Sum::Zero | Sum::Constant(_) => Some(yes(true)),
        Sum::General => Some(yes(false)),
    };
    let payoffs = [facts.min_payoff, facts.max_payoff].map(|payoff| language.figure(payoff));
    let rows = [
        ("facts-seats", Some(facts.seats.to_string())),
        ("facts-chance", Some(yes(facts.chance))),
        ("facts-hidden", Some(yes(facts.hidden))),
        ("facts-sum", sum),
        ("facts-payoffs", Some(payoffs.join(" … "))),
        ("facts-plies", Some(language.count(u64::from(facts.max_plies)))),
    ];
    html! {
        table.facts {
            caption { (say("facts")) }
            tbody {
                @for (name, told) in rows {
                    @if let Some(told) = told { tr { th scope="row" { (say(name)) } td { (told) } } }
                }
            }
        }
    }
}

pub(super) async fn players(StudyRequest { app: study, guest, .. }: StudyRequest) -> Answer {
    study.on_worker(guest.share(), move |_, worker| Ok(players_page(worker, &guest))).await
}

fn players_page(worker: &Worker, guest: &Visitor) -> Response {
    let title = guest.language.say("nav-players");
    let body = html! {
        h1 { (title) }
        p { (guest.language.say("players-lead")) }
        @for (kind, all) in by_kind(allowed::players()).values() {
            h2 { (guest.language.say(&format!("group-{kind}"))) }
            ul.cards {
                @for plugin in all {
                    li {
                        a.card href=(format!("/players/{}", plugin.name)) {
                            span.name { (plugin.name) }
                            span.quiet { (guest.language.player_summary(plugin.name, plugin.summary)) }
                        }
                    }
                }
            }
        }
    };
    Page { title: &title, script: None, body }.answer(worker, guest)
}

/// A player that may be named here.
fn named(name: &str) -> Result<&'static PlayerPlugin, Problem> {
    let plugin = allowed::players().find(|plugin| plugin.name == name);
    plugin.ok_or_else(|| Problem::missing("no-player", &[("name", &name)]))
}

pub(super) async fn player(StudyRequest { app: study, guest, path: name, .. }: StudyRequest<String>) -> Answer {
    let plugin = named(&name)?;
    study.on_worker(guest.share(), move |_, worker| Ok(player_page(worker, &guest, plugin))).await
}

fn player_page(worker: &Worker, guest: &Visitor, plugin: &'static PlayerPlugin) -> Response {
    let (drawn, fitting) = (drawn(worker, plugin), fitting(worker, plugin));
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let [idea, more, sources] = told(plugin);
    let usual = usual_game(plugin, &fitting);
    let table = options(language, plugin.name, plugin.options, |spec| language.player_option(plugin.name, spec));
    let body = html! {
        h1 { (plugin.name) }
        p.lead { (language.player_summary(plugin.name, plugin.summary)) }
        div.stage.idea {
            div {
                (prose(idea))
                @if !fitting.is_empty() {
                    form.try method="post" action="/tables" { (token(guest))
                        input type="hidden" name="against" value=(plugin.name);
                        label for="game" { (say("player-at")) }
                        div.inline {
                            select id="game" name="game" {
                                @for game in &fitting {
                                    option value=(game) selected[Some(*game) == usual] { (language.game_name(game)) }
                                }
                            }
                            button.main { (say("player-try")) }
                        }
                    }
                }
            }
            @if let Some((game, _)) = &drawn {
                figure {
                    div.wide tabindex="0" role="group" aria-label=(say("player-tree")) {
                        @let source = format!("/players/{}/tree.svg", plugin.name);
                        (drawn_at(&source, &format!("{source}?narrow=true"), &format!("{}: {game}", plugin.name)))
                    }
                    figcaption {
                        (say("player-tree")) " · "
                        a href=(format!("/inside?game={}&player={}", encoded(game), plugin.name)) { (say("look-inside-this")) }
                    }
                }
            }
        }
        @if !more.is_empty() || !plugin.options.is_empty() {
            details id="options" {
                summary { (say("options")) " (" (plugin.options.len()) ")" }
                (prose(more))
                (table)
            }
        }
        (cited(language, None, sources))
        (measured(language, &MeasuredTable::of_player(plugin.name)))
    };
    Page { title: plugin.name, script: None, body }.answer(worker, guest)
}

pub(super) async fn tree(StudyRequest { app: study, guest, path: name, form, .. }: StudyRequest<String>) -> Answer {
    let plugin = named(&name)?;
    let is_narrow = field(&form, "narrow").is_some();
    let picture = study.on_worker(guest.share(), move |_, worker| {
        let missing = || Problem::missing("no-picture", &[("player", &name)]);
        let (_, diagram) = drawn(worker, plugin).ok_or_else(missing)?;
        Ok(Svg::of(worker, Diagram { is_narrow, ..diagram }.svg(Theme::Screen)).into_response())
    });
    picture.await
}

/// What its author says of a player: the idea; what options change, and what holds now and then, which is for whoever
/// asks; and the sources.
fn told(plugin: &PlayerPlugin) -> [&'static str; 3] {
    let (told, sources) = with_sources(plugin.help);
    let (idea, more) = told.split_once("\n\n").unwrap_or((told, ""));
    [idea, more, sources]
}

/// Positions that a player may look at for the picture of its page.
const FEW_NODES: u64 = 2_000;
/// How many of them the picture shows.
const MOST_DRAWN: usize = 40;

/// What a player does at the first of the textbooks' trees that it can play, drawn: the game, and the drawing. Nothing
/// where it reports nothing.
fn drawn(worker: &Worker, plugin: &'static PlayerPlugin) -> Option<(&'static str, Diagram)> {
    type Pictures = BTreeMap<&'static str, Option<(&'static str, Diagram)>>;
    static ALL: OnceLock<Mutex<Pictures>> = OnceLock::new();
    let mut all = ALL.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    all.entry(plugin.name)
        .or_insert_with(|| TREES.iter().find_map(|tree| Some((tree.game, search(worker, plugin, tree.game)?))))
        .clone()
}

/// What a player with its usual options searches at the beginning of a game, drawn.
fn search(worker: &Worker, plugin: &PlayerPlugin, game: &str) -> Option<Diagram> {
    let place = PlaceQuery { game: game.to_owned(), position: None, moves: None };
    let site = place.find(worker).ok()?;
    let player = allowed::player(worker, plugin.name, &site.game, 1).ok()?;
    let limits = SearchLimits { budget: Budget::of(Some(FEW_NODES)), ..SearchLimits::default() };
    let watched = WatchedSearch::of(site, &player, 1, limits, (10_000, usize::MAX)).ok()?;
    let found = watched.search(None).ok()?;
    Some(watched.diagram(found, MOST_DRAWN, Signs::Told))
}

/// The names of the games that a player can play; none if it needs options.
fn fitting(worker: &Worker, plugin: &PlayerPlugin) -> Vec<&'static str> {
    static ALL: OnceLock<Vec<(&'static str, Facts)>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let known = |name| Some((name, registry::game(name).ok()?.start.facts()));
        allowed::games().filter_map(|game| known(game.name)).collect()
    });
    let can = all.iter().filter(|(_, facts)| plugin.plays.refusal(facts).is_none());
    let can: Vec<&str> = can.map(|(name, _)| *name).collect();
    let first = can.first().and_then(|name| allowed::game(worker, name).ok());
    let is_told = first.is_some_and(|game| allowed::player(worker, plugin.name, &game, 1).is_ok());
    if is_told { can } else { Vec::new() }
}

/// At which of them it is tried: at one that ends soon, if it looks at everything.
fn usual_game(plugin: &PlayerPlugin, fitting: &[&'static str]) -> Option<&'static str> {
    /// What keeps a search short.
    const LIMITS: [&str; 3] = ["depth", "iterations", "deals"];
    let is_limited = |spec: &OptionSpec| LIMITS.contains(&spec.name) && spec.default != "unlimited";
    let is_quick = plugin.options.is_empty() || plugin.options.iter().any(is_limited);
    let mut usual =
        ["connect-four", "tic-tac-toe", "pig", "kuhn", "chinese-checkers"].into_iter().skip(usize::from(!is_quick));
    usual.find(|game| fitting.contains(game)).or(fitting.first().copied())
}

/// A text, and the sources that its author names at its end.
pub(crate) fn with_sources(help: &str) -> (&str, &str) {
    let found = ["Source: ", "Sources: "].iter().find_map(|word| {
        let at = help.rfind(word)?;
        Some((help[..at].trim_end(), &help[at + word.len()..]))
    });
    found.unwrap_or((help, ""))
}

/// The sources, one a line: as this language has its `own` text of them, or in English.
fn cited(language: Language, own: Option<&str>, english: &str) -> Markup {
    let sources = own.unwrap_or(english);
    html! {
        @if !sources.is_empty() {
            h2 { (language.say("sources")) }
            ul.prose lang=[own.is_none().then_some("en")] {
                @for source in sources.trim_end_matches('.').split("; ") { li { (source) } }
            }
        }
    }
}

/// A text of paragraphs.
fn prose(text: &str) -> Markup {
    html! {
        @if !text.is_empty() {
            div.prose lang="en" { @for part in text.split("\n\n") { p { (with_code(part)) } } }
        }
    }
}

/// What can be set, and to what.
fn options(language: Language, owner: &str, specs: &[OptionSpec], meaning: impl Fn(&OptionSpec) -> Markup) -> Markup {
    let say = |id: &str| language.say(id);
    html! {
        @if !specs.is_empty() {
            div.wide tabindex="0" role="group" aria-label=(say("options")) {
                table.words {
                    thead {
                        tr {
                            @for head in ["option", "usually", "meaning", "accepted"] { th scope="col" { (say(head)) } }
                        }
                    }
                    tbody {
                        @for spec in specs {
                            tr {
                                th scope="row" { code { (spec.name) } }
                                td { @if spec.default.is_empty() { "–" } @else { code { (spec.default) } } }
                                td { (meaning(spec)) }
                                td { (language.accepted(owner, spec)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Tables of measurements.
fn measured(language: Language, tables: &[MeasuredTable]) -> Markup {
    let say = |id: &str| language.say(id);
    let cell = |text: &str| {
        html! { @if text.starts_with('`') { code { (bare(text)) } } @else { (text) } }
    };
    html! {
        @if !tables.is_empty() {
            h2 { (say("measured")) }
            p { (say("measured-lead")) }
            @for (number, table) in tables.iter().enumerate() {
                @let title = format!("measured-{number}");
                div.wide tabindex="0" role="group" aria-labelledby=(title) lang="en" {
                    table.words {
                        caption id=(title) { (table.title.replace('`', "")) }
                        thead { tr { @for head in &table.heads { th scope="col" { (cell(head)) } } } }
                        tbody {
                            @for row in &table.rows {
                                tr { @for text in row { td { (cell(text)) } } }
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
    use agon_roster as _;

    use super::{Diagram, Worker, drawn, fitting, told, usual_game, with_sources};
    use crate::allowed;

    #[test]
    fn sources_stand_apart_from_what_they_are_sources_of() {
        let text = "Rules. Sources: A. Author, Title (1950); B. Author, Other (1960).";
        let (rules, sources) = with_sources(text);
        assert_eq!((rules, sources.len()), ("Rules.", text.len() - "Rules. Sources: ".len()));
        assert_eq!(with_sources("Rules."), ("Rules.", ""));
        for help in allowed::games().map(agon_core::GamePlugin::told) {
            let (rules, sources) = with_sources(&help);
            assert_eq!(help.contains("Source"), !sources.is_empty(), "{help}");
            assert!(!rules.contains("Source"), "{rules}");
        }
    }

    #[test]
    fn the_idea_of_every_player_is_told_in_a_hundred_words() {
        for plugin in allowed::players() {
            let [idea, ..] = told(plugin);
            assert!(idea.split_whitespace().count() <= 100, "{}: {idea}", plugin.name);
        }
    }

    #[test]
    fn every_player_is_tried_at_a_game_that_it_can_play() {
        let worker = &Worker::of_test();
        for plugin in allowed::players() {
            let fitting = fitting(worker, plugin);
            let is_told = !["epsilon", "mix"].contains(&plugin.name);
            assert_eq!(is_told, usual_game(plugin, &fitting).is_some(), "{}", plugin.name);
            for game in fitting {
                let game = allowed::game(worker, game).unwrap();
                assert!(allowed::player(worker, plugin.name, &game, 1).is_ok(), "{} {}", plugin.name, game.term);
            }
        }
    }

    #[test]
    fn searches_that_report_are_drawn() {
        let plugin = |name: &str| allowed::players().find(|own| own.name == name).unwrap();
        let pictured = |name: &str| drawn(&Worker::of_test(), plugin(name));
        for name in ["minimax", "alpha-beta", "mcts", "expectiminimax", "max-n", "mtd"] {
            let (game, diagram) = pictured(name).unwrap();
            assert!(game.starts_with("tree(") && 1 < diagram.knots.len(), "{name}");
            let narrow = Diagram { is_narrow: true, ..diagram };
            // A telephone has 390, less what is beside and around it.
            assert!(narrow.width() <= 340.0, "{name}: {}", narrow.width());
        }
        assert!(pictured("random").is_none());
    }
}
