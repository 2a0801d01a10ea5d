//! Looking inside: the tree of a real search, step by step, and small games solved.

use std::sync::Arc;

use agon_core::line;
use agon_table::Drawn;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};

use super::{
    asked::{Answer, Correction, Fields, StudyRequest, corrected, field},
    gallery::gallery,
    layout::{Page, data, encoded, token},
    search_form::{PLACE, PLAYER, SearchAsked, asked_by, place},
    tabs::{TabsCarried, tabs},
    theatre::{head, story, theatre},
};
use crate::{
    allowed, growth, pool::Worker, problem::Problem, rivals::COUNTED_AT_ONCE, study::Study, trees::KeptTree,
    visitor::Visitor, words::Language,
};

pub(super) async fn page(StudyRequest { app: study, guest, form, .. }: StudyRequest) -> Answer {
    study.on_worker(guest.share(), move |_, worker| Ok(show(worker, &guest, &form, None))).await
}

/// Whether the form has a field of that name.
fn is_field(name: &str) -> bool {
    name == PLAYER || PLACE.contains(&name)
}

fn show(worker: &Worker, guest: &Visitor, form: &Fields, problem: Option<&Problem>) -> Response {
    let wrong = Correction(problem);
    let language = guest.language;
    let title = language.say("inside-title");
    // Who comes with a question finds it first, and the gallery behind it.
    let is_asked = form.iter().any(|(name, _)| is_field(name));
    let body = html! {
        h1 { (title) }
        p { (language.say("inside-lead")) }
        @if is_asked { (another(guest, form, wrong, true)) (small(language, form)) }
        @if problem.is_none() { (gallery(worker, guest)) }
        @if !is_asked { (another(guest, form, wrong, false)) }
    };
    Page { title: &title, script: Some("page.js"), body }.answer(worker, guest)
}

/// A game, a position and a player of the reader's own.
fn another(guest: &Visitor, form: &Fields, wrong: Correction<'_>, is_open: bool) -> Markup {
    html! {
        details.another open[is_open] {
            summary { (guest.language.say("inside-another")) }
            (wrong.said(guest.language, is_field))
            (question(guest, form, wrong))
        }
    }
}

/// Which player searches where.
fn question(guest: &Visitor, form: &Fields, wrong: Correction<'_>) -> Markup {
    let language = guest.language;
    let value = |name: &str, usual: &'static str| field(form, name).unwrap_or(usual).to_owned();
    html! {
        form.settings method="post" action="/inside" { (token(guest))
            (place(language, form, wrong))
            p {
                label for="player" { (language.say("inside-player")) }
                input id="player" name="player" aria-invalid=[wrong.is_invalid("player")] aria-describedby=[wrong.about("player", "")] list="players" required spellcheck="false" autocomplete="off"
                    value=(value("player", "alpha-beta"));
                datalist id="players" {
                    @for plugin in allowed::players() { option value=(plugin.name) {} }
                }
                (wrong.beside("player", language))
            }
            p.actions {
                button.main { (language.say("inside-run")) }
                button name="solve" value="yes" { (language.say("inside-solve")) }
            }
        }
    }
}

/// A drawing; on a telephone another one, which is narrow.
pub(super) fn drawn_at(source: &str, narrow: &str, about: &str) -> Markup {
    html! {
        picture {
            source media="(max-width: 600px)" srcset=(narrow);
            img src=(source) loading="lazy" alt=(about);
        }
    }
}

/// A small game, solved and drawn.
fn small(language: Language, form: &Fields) -> Markup {
    let wanted = field(form, "solve").and_then(|_| field(form, "game"));
    html! {
        @if let Some(game) = wanted {
            h2 id="solved" { (language.say("inside-solve")) }
            @for drawn in Drawn::ALL {
                @let text = match drawn {
                    Drawn::Graph => language.say("solved-graph"),
                    Drawn::Tree => language.say("solved-tree"),
                    Drawn::Labelled => language.say("solved-labelled"),
                    Drawn::Strategy => language.say("solved-strategy"),
                };
                @let source = format!(
                    "/api/v1/solved.svg?game={}&position={}&moves={}&draw={}",
                    encoded(game),
                    encoded(field(form, "position").unwrap_or("")),
                    encoded(field(form, "moves").unwrap_or("")),
                    drawn.name()
                );
                details open[drawn == Drawn::Strategy] {
                    summary { (text) }
                    div.wide tabindex="0" role="group" aria-label=(text) {
                        (drawn_at(&source, &format!("{source}&narrow=true"), &format!("{game}: {text}")))
                    }
                    p { a href=(source) { (language.say("as-file")) } }
                }
            }
        }
    }
}

/// The way to the page on which what a form asks for is solved.
fn solving(form: &Fields) -> Response {
    let fields = ["game", "position", "moves", PLAYER]
        .map(|name| format!("{name}={}&", encoded(field(form, name).unwrap_or_default())));
    Redirect::to(&format!("/inside?{}solve=yes", fields.concat())).into_response()
}

pub(super) async fn run(StudyRequest { app: study, guest, form, .. }: StudyRequest) -> Answer {
    if field(&form, "solve").is_some() {
        return Ok(solving(&form));
    }
    let new = match asked_by(&form) {
        Ok(new) => new,
        Err(problem) => return wrong(&study, guest, form, problem).await,
    };
    let carried = TabsCarried::of(&form);
    let asked = SearchAsked {
        game: &new.game,
        position: new.position.as_deref(),
        moves: new.moves.as_deref().unwrap_or(""),
        player: &new.player,
        seed: new.seed,
    };
    let search = new.search.map(|search| format!("&search={search}")).unwrap_or_default();
    let there = format!("{}{}{search}", asked.query(), carried.address());
    let grown = growth::grow(&study, guest.share(), new, move |thinker, tree| {
        carried.rivals(thinker, tree).count(thinker, tree, COUNTED_AT_ONCE);
        Ok(tree.id.clone())
    });
    match grown.await {
        Ok(id) => Ok(Redirect::to(&format!("/inside/{id}{there}")).into_response()),
        Err(problem) => wrong(&study, guest, form, problem).await,
    }
}

/// The page with its form as it was filled in, and what is wrong with it.
async fn wrong(study: &Arc<Study>, guest: Visitor, form: Fields, problem: Problem) -> Answer {
    let shown = study.on_worker(guest.share(), move |_, worker| {
        Ok(corrected(show(worker, &guest, &form, Some(&problem)), &problem))
    });
    shown.await
}

pub(super) async fn tree(StudyRequest { app: study, guest, path, form, .. }: StudyRequest<String>) -> Answer {
    let asked = path.clone();
    let is_there = study.on_worker(guest.share(), move |study, worker| Ok(study.trees.get(worker, &asked).is_ok()));
    let mut id = path;
    // What is forgotten is searched again: all that was asked stands in the address.
    if !is_there.await? && field(&form, "game").is_some() {
        if field(&form, "solve").is_some() {
            return Ok(solving(&form));
        }
        let carried = TabsCarried::of(&form);
        let again = match asked_by(&form) {
            Ok(new) => {
                growth::grow(&study, guest.share(), new, move |thinker, tree| {
                    carried.rivals(thinker, tree).count(thinker, tree, COUNTED_AT_ONCE);
                    Ok(tree.id.clone())
                })
                .await
            }
            Err(problem) => Err(problem),
        };
        match again {
            Ok(found) => id = found,
            Err(problem) => return wrong(&study, guest, form, problem).await,
        }
    }
    let told = study.on_worker(guest.share(), move |study, worker| {
        let Ok(tree) = study.trees.get(worker, &id) else {
            // It is forgotten, and cannot be searched again.
            let title = guest.language.say("inside-title");
            let body = html! {
                h1 { (title) }
                p.problem role="status" { (guest.language.say("inside-forgotten")) }
                (question(&guest, &form, Correction(None)))
            };
            let page = Page { title: &title, script: Some("page.js"), body };
            return Ok(page.answer(worker, &guest));
        };
        let title = format!(
            "{}: {}",
            guest.language.say("inside-title"),
            guest.language.game_told(&tree.thought.site.game.term)
        );
        let body = grown(worker, study, &guest, &tree, &TabsCarried::of(&form));
        Ok(Page { title: &title, script: Some("tree.js"), body }.answer(worker, &guest))
    });
    told.await
}

fn grown(worker: &Worker, study: &Study, guest: &Visitor, tree: &Arc<KeptTree>, carried: &TabsCarried) -> Markup {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let view = tree.view(language);
    let site = &tree.thought.site;
    html! {
        h1 { (say("inside-title")) ": " (language.game_name(site.game.plugin.name)) " · " (tree.thought.player) }
        (tabs(worker, study, guest, tree, carried))
        @if let Some(why) = why(language, tree, carried) { p.big id="why" data-tells { (why) } }
        (theatre(language, &view))
        (head(&view.head))
        @if 1 < tree.thought.trace.count() {
            form.inline method="post" action="/inside" { (token(guest))
                input type="hidden" name="game" value=(site.game.term);
                input type="hidden" name="position" value=(site.other_base().unwrap_or_default());
                input type="hidden" name="moves" value=(site.moves());
                input type="hidden" name="player" value=(tree.thought.player);
                span.pair {
                    label for="search" { (say("inside-search")) }
                    input type="number" id="search" name="search" min="1" max=(tree.thought.trace.count()) value=(tree.search().number);
                }
                button { (say("new-show")) }
            }
        }
        details data-tells {
            summary { (say("inside-picture")) }
            div.wide tabindex="0" role="group" aria-label=(say("inside-picture")) {
                @let source = format!("/api/v1/trees/{}/picture.svg", tree.id);
                (drawn_at(&source, &format!("{source}?narrow=true"), &view.head))
            }
        }
        (story(language, tree))
        (data("tree-data", &view))
    }
}

/// Why the player chose its move, and what the one that was played lacks.
fn why(language: Language, tree: &KeptTree, carried: &TabsCarried) -> Option<String> {
    let played = carried.played.as_ref().and_then(|text| line::read_move(&tree.thought.site.here, text));
    let told = tree.thought.why(tree.search(), played);
    let told: Vec<String> = told.iter().map(|one| language.phrase(one) + ".").collect();
    (!told.is_empty()).then(|| told.join(" "))
}
