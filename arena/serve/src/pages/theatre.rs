//! The stage of a search: the tree as a film, its list, and what leads from moment to moment.

use agon_draw::{Phase, TEX_SIGNS};
use maud::{Markup, html};

use super::{layout::data, redeals::redeals, regrets::regrets};
use crate::{
    trees::{KeptTree, TreeView},
    words::Language,
};

/// The most sentences of a story that are shown.
const MOST_SENTENCES: usize = 300;

/// The bar, the stage below it, with the list that says the same, the board, and what a search of hidden
/// information tells beside its tree.
pub(super) fn theatre(language: Language, view: &TreeView) -> Markup {
    let say = |id: &str| language.say(id);
    html! {
        div id="theatre" {
            (bar(language, view))
            div.stage {
                section aria-label=(say("inside-tree")) {
                    div.stagebox id="stage" tabindex="0" role="application" aria-label=(say("film")) aria-describedby="film-keys" {}
                    p.big id="sentence" role="status" aria-live="polite" {}
                    p.problem id="problem" role="alert" hidden {}
                    p.hidden id="fold-said" role="status" aria-live="polite" {}
                    form.inline id="asked" hidden {
                        label for="guess" id="asks" {}
                        input id="guess" autocomplete="off" autocapitalize="none" spellcheck="false";
                        button { (say("quiz-answer")) }
                    }
                    div.tree id="tree" role="tree" aria-label=(say("inside-tree")) hidden {}
                    noscript { p { (say("inside-noscript")) } }
                }
                section.boardbox aria-label=(say("board")) {
                    div.board id="board" {}
                    p.quiet id="simulated" {}
                    dl.entries id="about" {}
                    @if let Some(found) = &view.redeals { (redeals(language, found)) }
                    @if !view.regrets.is_empty() { (regrets(language, &view.regrets)) }
                }
            }
        }
    }
}

/// The question and the answer; text between two \` is code.
pub(super) fn head(text: &str) -> Markup {
    html! {
        p data-tells {
            @for line in text.lines() {
                @for (at, part) in line.split('`').enumerate() {
                    @if at % 2 == 1 { code { (part) } } @else { (part) }
                }
                br;
            }
        }
    }
}

/// The search in sentences: those of its moments.
pub(super) fn story(language: Language, tree: &KeptTree) -> Markup {
    html! {
        details data-tells {
            summary { (language.say("inside-story")) }
            ol.prose {
                @for at in 0..tree.moments().min(MOST_SENTENCES) {
                    li { (tree.sentence(at, language)) }
                }
            }
        }
    }
}

/// What the film is played and stepped with, and what else can be done with it.
fn bar(language: Language, view: &TreeView) -> Markup {
    let (say, moments) = (|id: &str| language.say(id), view.moments);
    html! {
        div.steps id="steps" role="group" aria-label=(say("film-bar")) hidden {
            (transport(language))
            (step("previous-cut", "‹✕", &say("step-previous-cut"), true))
            (step("next-cut", "✕›", &say("step-next-cut"), true))
            (slider(moments, &say("step-slider")))
            button type="button" id="quiz" aria-pressed="false" { (say("quiz")) }
            @let screen = say("film-screen");
            button type="button" id="film-screen" aria-label=(screen) title=(screen) {
                span.arrow { "⤢" }
                span.word { (screen) }
            }
            (more(language, moments))
            @if view.has_plays {
                div.phases role="group" aria-label=(say("phase-bar")) {
                    (step("previous-iteration", "‹", &say("step-previous-iteration"), false))
                    span.quiet id="iteration" {}
                    (step("next-iteration", "›", &say("step-next-iteration"), false))
                    @for phase in Phase::ALL {
                        button type="button" data-step=(phase.name()) { (say(&format!("phase-{}", phase.name()))) }
                    }
                }
            }
        }
    }
}

/// What plays a film and leads from moment to moment.
pub(super) fn transport(language: Language) -> Markup {
    let say = |id: &str| language.say(id);
    html! {
        button.main type="button" id="film-play" { (say("film-play")) }
        (step("first", "«", &say("step-first"), false))
        (step("back", "‹", &say("step-back"), false))
        (step("on", "›", &say("step-on"), false))
        (step("last", "»", &say("step-last"), false))
    }
}

fn step(name: &str, sign: &str, text: &str, has_room: bool) -> Markup {
    html! {
        button type="button" data-step=(name) aria-label=(text) title=(text) {
            span.arrow { (sign) }
            @if has_room { span.word { (text) } }
        }
    }
}

/// Where a film of so many moments is.
pub(super) fn slider(moments: usize, about: &str) -> Markup {
    html! {
        input.slider type="range" id="slider" min="1" max=(moments) value=(moments) aria-label=(about);
        span.quiet id="where" {}
    }
}

/// How fast a film is.
pub(super) fn pace(language: Language) -> Markup {
    let say = |id: &str| language.say(id);
    html! {
        span.pair {
            label for="film-pace" { (say("film-pace")) }
            select id="film-pace" {
                option value="slow" { (say("film-slow")) }
                option value="usual" selected { (say("film-usual")) }
                option value="fast" { (say("film-fast")) }
                option value="fastest" { (say("film-fastest")) }
            }
        }
    }
}

/// The rarely used controls of a film.
fn more(language: Language, moments: usize) -> Markup {
    let say = |id: &str| language.say(id);
    html! {
        details id="more" {
            @let more = say("film-more");
            summary aria-label=(more) title=(more) {
                span.arrow { "⋯" }
                span.word { (more) }
            }
            div.inline.controls {
                (pace(language))
                label { input type="checkbox" id="film-loop"; " " (say("film-loop")) }
            }
            div.inline.controls {
                button type="button" id="film-smaller" aria-label=(say("film-smaller")) { "−" }
                button type="button" id="film-larger" aria-label=(say("film-larger")) { "+" }
                button type="button" id="film-whole" { (say("film-whole")) }
                span.pair {
                    label for="moment" { (say("step-number")) }
                    input type="number" id="moment" min="1" max=(moments) value=(moments);
                }
            }
            div.inline.controls {
                button type="button" id="film-link" { (say("film-link")) }
                span.pair {
                    label for="film-form" { (say("film-form")) }
                    select id="film-form" {
                        option value="svg" { (say("film-svg")) }
                        option value="png" { (say("film-png")) }
                        option value="tikz" { (say("film-tikz")) }
                        option value="film" { (say("film-moving")) }
                    }
                }
                button type="button" id="film-keep" { (say("film-keep")) }
            }
            p.quiet id="film-said" role="status" aria-live="polite" {}
            p.quiet id="film-keys" { (say("film-keys")) }
            (data("tex-signs", &TEX_SIGNS))
        }
    }
}
