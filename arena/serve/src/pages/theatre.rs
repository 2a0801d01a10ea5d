//! The stage of a search: the tree as a film, its list, and what leads from moment to moment.

use maud::{Markup, html};

use crate::{trees::KeptTree, words::Language};

/// Sentences of a story that are told.
const MOST_SENTENCES: usize = 300;

/// The stage, with the list that says the same, and the board.
pub(super) fn theatre(language: Language, moments: usize) -> Markup {
    let say = |id: &str| language.say(id);
    html! {
        div id="theatre" {
            (steps(language, moments))
            div.stage {
                section aria-label=(say("inside-tree")) {
                    (film(language))
                    div.tree id="tree" role="tree" aria-label=(say("inside-tree")) hidden {}
                    noscript { p { (say("inside-noscript")) } }
                }
                section.boardbox aria-label=(say("board")) {
                    div.board id="board" {}
                    dl.entries id="about" {}
                }
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

/// What leads from one moment of a search to another, and what happens there in words.
fn steps(language: Language, moments: usize) -> Markup {
    let say = |id: &str| language.say(id);
    html! {
        div.steps id="steps" hidden {
            div.actions {
                button type="button" data-step="first" { (say("step-first")) }
                button type="button" data-step="back" { (say("step-back")) }
                button type="button" data-step="on" { (say("step-on")) }
                button type="button" data-step="last" { (say("step-last")) }
                button type="button" data-step="previous-cut" { (say("step-previous-cut")) }
                button type="button" data-step="next-cut" { (say("step-next-cut")) }
                button type="button" id="quiz" aria-pressed="false" { (say("quiz")) }
            }
            div.inline {
                span.quiet id="where" {}
                input.slider type="range" id="slider" min="1" max=(moments) value=(moments) aria-label=(say("step-slider"));
                label for="moment" { (say("step-number")) }
                input type="number" id="moment" min="1" max=(moments) value=(moments);
            }
            p.big id="sentence" role="status" aria-live="polite" {}
            form.inline id="asked" hidden {
                label for="guess" id="asks" {}
                input id="guess" autocomplete="off" autocapitalize="none" spellcheck="false";
                button { (say("quiz-answer")) }
            }
        }
    }
}

/// The tree as a film, and what it is played with.
fn film(language: Language) -> Markup {
    let say = |id: &str| language.say(id);
    html! {
        div.stagebox id="stage" tabindex="0" role="application" aria-label=(say("film")) aria-describedby="film-keys" {}
        div.inline.controls id="film" {
            button type="button" id="film-play" aria-pressed="false" { (say("film-play")) }
            label for="film-pace" { (say("film-pace")) }
            select id="film-pace" {
                option value="slow" { (say("film-slow")) }
                option value="usual" selected { (say("film-usual")) }
                option value="fast" { (say("film-fast")) }
                option value="fastest" { (say("film-fastest")) }
            }
            label { input type="checkbox" id="film-loop"; " " (say("film-loop")) }
            button type="button" id="film-smaller" aria-label=(say("film-smaller")) { "−" }
            button type="button" id="film-larger" aria-label=(say("film-larger")) { "+" }
            button type="button" id="film-whole" { (say("film-whole")) }
            button type="button" id="film-screen" { (say("film-screen")) }
            button type="button" id="film-link" { (say("film-link")) }
            label for="film-form" { (say("film-form")) }
            select id="film-form" {
                option value="svg" { (say("film-svg")) }
                option value="png" { (say("film-png")) }
                option value="tikz" { (say("film-tikz")) }
                option value="film" { (say("film-moving")) }
            }
            button type="button" id="film-keep" { (say("film-keep")) }
        }
        p.quiet id="film-keys" { (say("film-keys")) }
        p.quiet id="film-said" role="status" aria-live="polite" {}
    }
}
