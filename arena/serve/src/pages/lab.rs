//! What there is to learn searches with, besides looking at one: to draw, to search by hand, to be asked, to solve.

use axum::response::Response;
use maud::{Markup, html};

use super::{
    asked::{Answer, StudyRequest},
    examples::TREES,
    layout::Page,
    search_form::{SearchAsked, opens},
};
use crate::{pool::Worker, visitor::Visitor, words::Language};

/// The pages, each with its title and what is done there: messages.
const PAGES: [(&str, &str, &str); 5] = [
    ("/race?game=tree([[3,12,8],[2,4,6],[14,5,2]])&player=alpha-beta&player=minimax", "race", "lab-race"),
    ("/sketch", "sketch-title", "lab-sketch"),
    ("/worksheet", "worksheet-title", "lab-worksheet"),
    ("/inside?game=nim(heaps=1%2B2)&player=minimax&solve=yes#solved", "lab-solve-title", "lab-solve"),
    ("/inside?player=alpha-beta", "inside-another", "lab-another"),
];
/// Who searches the tree of the quiz.
const ASKED: &str = "alpha-beta";

pub(super) async fn page(StudyRequest { app: study, guest, .. }: StudyRequest) -> Answer {
    study.on_worker(guest.share(), move |_, worker| Ok(show(worker, &guest))).await
}

fn show(worker: &Worker, guest: &Visitor) -> Response {
    let language = guest.language;
    let title = language.say("nav-lab");
    let body = html! {
        h1 { (title) }
        p { (language.say("lab-lead")) }
        ul.cards {
            @for (address, title, about) in PAGES { li { a.card href=(address) { (words(language, title, about)) } } }
            @for tree in TREES.iter().filter(|tree| tree.player == ASKED) {
                @let asked = SearchAsked { game: tree.game, position: None, moves: &tree.moves, player: tree.player, seed: None };
                li { (opens(guest, &asked, &html! { button.card { (words(language, "quiz", "lab-quiz")) } })) }
            }
        }
    };
    Page { title: &title, script: None, body }.answer(worker, guest)
}

fn words(language: Language, title: &str, about: &str) -> Markup {
    html! {
        span.name { (language.say(title)) }
        span.quiet { (language.say(about)) }
    }
}
