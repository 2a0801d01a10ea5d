//! A tree that somebody draws, and what each way of searching makes of it.

use axum::response::Response;
use maud::html;

use super::{
    asked::{Answer, Fields, StudyRequest, field},
    examples::TREES,
    layout::Page,
};
use crate::{pool::Worker, sketch::MOST_SEATS, sketch_api::SKETCH_FILES, visitor::Visitor};

/// The ways of searching that are offered, and whether they are asked at once.
const SEARCHES: &[(&str, bool)] = &[
    ("minimax", true),
    ("alpha-beta", true),
    ("alpha-beta(pvs=true)", false),
    ("mtd", false),
    ("averaging(m=2, n=2)", false),
    ("selective(width=2)", false),
    ("expectimax", false),
    ("expectiminimax", false),
    ("max-n", false),
    ("mcts(iterations=100)", false),
];

/// What stands for the game of trees.
const TREE: &str = "tree";

pub(super) async fn page(StudyRequest { app: study, guest, form, .. }: StudyRequest) -> Answer {
    study.on_worker(guest.share(), move |_, worker| Ok(show(worker, &guest, &form))).await
}

fn show(worker: &Worker, guest: &Visitor, form: &Fields) -> Response {
    let say = |id: &str| guest.language.say(id);
    let title = say("sketch-title");
    let trees = TREES.iter().filter_map(|tree| tree.game.strip_prefix(TREE));
    let mut trees: Vec<&str> = trees.map(|tree| &tree[1..tree.len() - 1]).collect();
    trees.dedup();
    let usual = trees.first().copied().unwrap_or("");
    let body = html! {
        h1 { (title) }
        p { (say("sketch-lead")) }
        noscript { p.problem { (say("sketch-noscript")) } }
        div id="sketch" hidden {
            div.inline.controls {
                button type="button" id="sketch-add" { (say("sketch-add")) }
                button type="button" id="sketch-remove" { (say("sketch-remove")) }
                button type="button" id="sketch-left" { (say("sketch-left")) }
                button type="button" id="sketch-right" { (say("sketch-right")) }
                span.pair {
                    label for="sketch-kind" { (say("sketch-kind")) }
                    select id="sketch-kind" {}
                }
                span.pair {
                    label for="sketch-value" id="sketch-asks" { (say("sketch-value")) }
                    input id="sketch-value" inputmode="decimal" autocomplete="off" spellcheck="false";
                }
                span.pair {
                    label for="sketch-share" { (say("sketch-share")) }
                    input id="sketch-share" autocomplete="off" spellcheck="false";
                }
                span.pair {
                    label for="sketch-seats" { (say("sketch-seats")) }
                    select id="sketch-seats" {
                        option value="0" { (say("sketch-one")) }
                        @for seats in 2..=MOST_SEATS {
                            option value=(seats) { (guest.language.say_with("sketch-several", &[("count", &seats)])) }
                        }
                    }
                }
            }
            div.stagebox.paper id="drawn" role="application" aria-label=(say("sketch-tree")) aria-describedby="sketch-keys" {}
            p.quiet id="sketch-keys" { (say("sketch-keys")) " " (say("sketch-drag")) }
            p role="status" id="sketch-said" {}
            p.inline { (say("sketch-files")) @for (ending, name) in SKETCH_FILES { " " a data-form=(ending) download { (name) } } }
        }
        p {
            label for="text" { (say("sketch-text")) }
            input id="text" autocomplete="off" spellcheck="false" value=(field(form, "tree").unwrap_or(usual)) list="trees";
            datalist id="trees" { @for tree in &trees { option value=(tree) {} } }
        }
        section id="compare" hidden aria-labelledby="compared" {
            h2 id="compared" { (say("sketch-compare")) }
            div.inline {
                @for (search, is_asked) in SEARCHES {
                    label { input type="checkbox" name="search" value=(search) checked[*is_asked]; " " code { (search) } }
                }
                button.main type="button" id="run" { (say("sketch-run")) }
            }
            div.wide {
                table id="results" hidden {
                    thead { tr {
                        @for id in ["player", "sketch-move", "sketch-worth", "sketch-nodes", "sketch-saved", "sketch-look"] { th scope="col" { (say(id)) } }
                    } }
                    tbody {}
                }
            }
            p role="status" aria-live="polite" id="compared-said" {}
        }
    };
    Page { title: &title, script: Some("sketch.js"), body }.answer(worker, guest)
}
