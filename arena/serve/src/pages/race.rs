//! Two to four searches of the same tree side by side, on one clock of positions.

use std::sync::Arc;

use agon_core::registry;
use agon_table::GivenPosition;
use axum::response::Response;
use maud::{Markup, html};
use serde::Serialize;

use super::{
    asked::{Answer, Correction, Fields, StudyRequest, corrected, field},
    layout::{Page, data},
    search_form::{PLACE, PLAYER, SearchAsked, asked_by, place},
    theatre::{pace, slider, transport},
};
use crate::{
    allowed, growth,
    pool::Worker,
    problem::Problem,
    rivals::{Rivals, label},
    study::Study,
    trees::{KeptTree, MOST_RACED, NewTree, TreeView},
    visitor::Visitor,
    words::Language,
};

/// How many searches a race has.
const FEWEST: usize = 2;
const MOST: usize = 4;

/// A search in a race, as its script needs it.
#[derive(Serialize)]
struct RaceLane {
    tree: TreeView,
    clock: Vec<usize>,
}

pub(super) async fn page(StudyRequest { app: study, guest, form, .. }: StudyRequest) -> Answer {
    if field(&form, "game").is_none() {
        return study.on_worker(guest.share(), move |_, worker| Ok(asking(worker, &guest, &form, None))).await;
    }
    let found = searched(&study, &guest, &form).await;
    study
        .on_worker(guest.share(), move |_, worker| {
            let lanes = found.and_then(|trees| {
                trees.into_iter().map(|tree| Ok((clock(&tree)?, tree))).collect::<Result<Vec<_>, Problem>>()
            });
            Ok(match lanes {
                Ok(lanes) => show(worker, &guest, &form, &lanes),
                Err(problem) => corrected(asking(worker, &guest, &form, Some(&problem)), &problem),
            })
        })
        .await
}

/// Who is to race: each once.
fn players(form: &Fields) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for (_, text) in form.iter().filter(|(name, _)| name == PLAYER) {
        let text = text.trim();
        if !text.is_empty() && !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

/// What all of them find, one after the other.
async fn searched(study: &Arc<Study>, guest: &Visitor, form: &Fields) -> Result<Vec<Arc<KeptTree>>, Problem> {
    let wrong = || Problem::wrong("race-players", &[("fewest", &(FEWEST as u64)), ("most", &(MOST as u64))]).at(PLAYER);
    let players = players(form);
    if !(FEWEST..=MOST).contains(&players.len()) {
        return Err(wrong());
    }
    let place = asked_by(form)?;
    let mut found: Vec<Arc<KeptTree>> = Vec::new();
    for player in players {
        let new = NewTree { player: player.to_owned(), ..place.clone() };
        let id = growth::grow(study, guest.share(), new, |_, tree| Ok(tree.id.clone())).await?;
        // One that is written in two ways is the same.
        if found.iter().all(|tree| tree.id != id) {
            found.push(study.on_worker(guest.share(), move |study, worker| study.trees.get(worker, &id)).await?);
        }
    }
    if found.len() < FEWEST { Err(wrong()) } else { Ok(found) }
}

/// The clock of a search that is small enough.
fn clock(tree: &KeptTree) -> Result<Vec<usize>, Problem> {
    tree.clock().ok_or_else(|| {
        let (player, most) = (&tree.thought.player, MOST_RACED as u64);
        Problem::wrong("race-large", &[("player", player), ("most", &most)]).at(PLAYER)
    })
}

/// The page without a race.
fn asking(worker: &Worker, guest: &Visitor, form: &Fields, problem: Option<&Problem>) -> Response {
    let language = guest.language;
    let title = language.say("race");
    let body = html! {
        h1 { (title) }
        p { (language.say("race-lead")) }
        (question(language, form, Correction(problem)))
    };
    Page { title: &title, script: None, body }.answer(worker, guest)
}

fn show(worker: &Worker, guest: &Visitor, form: &Fields, lanes: &[(Vec<usize>, Arc<KeptTree>)]) -> Response {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let site = &lanes[0].1.thought.site;
    let title = format!("{}: {}", say("race"), language.game_told(&site.game.term));
    let last = lanes.iter().map(|(clock, _)| clock.len()).max().unwrap_or(1);
    let all: Vec<RaceLane> =
        lanes.iter().map(|(clock, tree)| RaceLane { tree: tree.view(language), clock: clock.clone() }).collect();
    let body = html! {
        h1 { (title) }
        p { (say("race-lead")) }
        div id="race" {
            div.steps id="steps" role="group" aria-label=(say("film-bar")) hidden {
                (transport(language))
                (slider(last, &say("race-slider")))
                (pace(language))
                button type="button" id="film-link" { (say("film-link")) }
                span.quiet id="film-said" role="status" aria-live="polite" {}
            }
            p.problem id="problem" role="alert" hidden {}
            div.lanes {
                @for (clock, tree) in lanes { (lane(language, clock, tree)) }
            }
        }
        (others(language, worker, site, &lanes[0].1, lanes))
        details.another {
            summary { (say("race-another")) }
            (question(language, form, Correction(None)))
        }
        (data("race-data", &all))
    };
    Page { title: &title, script: Some("race.js"), body }.answer(worker, guest)
}

/// One of the searches; its script hides what it has found until it has found it.
fn lane(language: Language, clock: &[usize], tree: &KeptTree) -> Markup {
    let player = tree.thought.player.as_str();
    let site = &tree.thought.site;
    let (base, moves) = (site.other_base(), site.moves());
    let (game, position) = (site.game.term.as_str(), base.as_deref());
    let asked = SearchAsked { game, position, moves: &moves, player, seed: Some(tree.seed()) };
    let there = format!("/inside/{}{}", tree.id, asked.query());
    let choice = tree.effort.choice(language);
    html! {
        section.lane aria-label=(player) {
            h2 lang="en" { a href=(there) { (player) } }
            div.stagebox role="img" aria-label=(format!("{player}: {}", language.say("inside-tree"))) {}
            meter min="0" max=(clock.len()) value=(clock.len()) aria-label=(language.say("race-slider")) {}
            p.found { @if let Some(choice) = choice { b { (choice) } " · " } (tree.effort.words(language)) }
            p.now {}
        }
    }
}

/// Who else can search the same tree, to be chosen from.
fn others(
    language: Language,
    worker: &Worker,
    site: &GivenPosition,
    first: &KeptTree,
    lanes: &[(Vec<usize>, Arc<KeptTree>)],
) -> Markup {
    let racing: Vec<&str> = lanes.iter().map(|(_, tree)| tree.thought.player.as_str()).collect();
    let labels: Vec<String> = racing.iter().flat_map(|term| registry::player(term)).map(|one| label(&one)).collect();
    let rivals = Rivals::of(worker, first, None, None).all;
    let offered = rivals.iter().filter(|rival| !labels.contains(&rival.label)).map(|rival| rival.term.as_str());
    let all: Vec<&str> = racing.iter().copied().chain(offered).collect();
    html! {
        form.settings method="get" action="/race" {
            fieldset {
                legend { (language.say_with("race-who", &[("fewest", &(FEWEST as u64)), ("most", &(MOST as u64))])) }
                input type="hidden" name="game" value=(site.game.term);
                @if let Some(base) = site.other_base() { input type="hidden" name="position" value=(base); }
                input type="hidden" name="moves" value=(site.moves());
                input type="hidden" name="seed" value=(first.seed());
                @for term in all {
                    label { input type="checkbox" name=(PLAYER) value=(term) checked[racing.contains(&term)]; " " span lang="en" { (term) } }
                }
            }
            button { (language.say("race")) }
        }
    }
}

/// Who races where.
fn question(language: Language, form: &Fields, wrong: Correction<'_>) -> Markup {
    let mut players = players(form);
    if players.is_empty() {
        players.extend(["alpha-beta", "minimax"]);
    }
    players.resize(players.len().max(MOST), "");
    html! {
        (wrong.said(language, |name| name == PLAYER || PLACE.contains(&name)))
        form.settings method="get" action="/race" {
            (place(language, form, wrong))
            fieldset {
                legend { (language.say_with("race-who", &[("fewest", &(FEWEST as u64)), ("most", &(MOST as u64))])) }
                @for (at, player) in players.iter().enumerate() {
                    input name=(PLAYER) aria-label=(language.say_with("race-player", &[("number", &(at as u64 + 1))]))
                        aria-invalid=[wrong.is_invalid(PLAYER)] aria-describedby=[wrong.about(PLAYER, "")] list="players" spellcheck="false" autocomplete="off" value=(player);
                }
                (wrong.beside(PLAYER, language))
                datalist id="players" {
                    @for plugin in allowed::players() { option value=(plugin.name) {} }
                }
            }
            p.actions { button.main { (language.say("race")) } }
        }
    }
}
