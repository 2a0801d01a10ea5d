//! The redeals of a search of hidden information, as a table beside its tree.

use agon_draw::{RedealData, RedealsData, RedealtMoveData};
use maud::{Markup, html};

use crate::words::Language;

/// Redeals that are named, at most.
const MOST_NAMED: usize = 12;

/// A row for each redeal: how often it was drawn, and what the search found there.
pub(super) fn redeals(language: Language, found: &RedealsData) -> Markup {
    let say = |id: &str| language.say(id);
    let named = &found.listed[..found.listed.len().min(MOST_NAMED)];
    let others = found.drawn - named.iter().map(|redeal| redeal.times).sum::<u64>();
    html! {
        div.wide tabindex="0" role="group" aria-labelledby="redeals-drawn" {
            table.words id="redeals" {
                caption id="redeals-drawn" {
                    (language.say_with("redeals-drawn", &[("count", &language.count(found.drawn))]))
                }
                thead { tr {
                    th scope="col" { (say("redeals-position")) }
                    th scope="col" { (say("redeals-times")) }
                    th scope="col" { (say("redeals-moves")) }
                } }
                tbody {
                    @for redeal in named { (row(language, redeal)) }
                    @if others != 0 {
                        tr {
                            th scope="row" { (say("redeals-others")) }
                            td { (times(language, others, others as f64 / found.drawn as f64)) }
                            td {}
                        }
                    }
                }
            }
        }
        p.quiet { (say("redeals-about")) }
    }
}

fn row(language: Language, redeal: &RedealData) -> Markup {
    html! {
        tr {
            th scope="row" {
                button type="button" data-position=(redeal.position) { code { (redeal.position) } }
            }
            td { (times(language, redeal.times, redeal.share)) }
            td { @for known in &redeal.moves { (told(language, known)) br; } }
        }
    }
}

/// How often, as a bar and in figures.
fn times(language: Language, times: u64, share: f64) -> Markup {
    html! {
        meter min="0" max="1" value=(share) aria-hidden="true" {}
        (language.count(times)) " (" (language.percent(share)) " %)"
    }
}

fn told(language: Language, known: &RedealtMoveData) -> String {
    let (m, count) = (&known.m, language.count(known.chosen));
    match known.rounded() {
        Some(mean) => {
            language.say_with("redeals-mean", &[("move", m), ("count", &count), ("mean", &language.figure(mean))])
        }
        None => language.say_with("redeals-move", &[("move", m), ("count", &count)]),
    }
}
