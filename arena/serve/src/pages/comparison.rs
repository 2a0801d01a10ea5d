//! Two results compared.

use std::sync::Arc;

use agon_arena::tell::compare;
use axum::response::Response;
use maud::html;

use super::{
    asked::{Answer, PageRequest, field},
    layout::Page,
};
use crate::{
    events::LiveTournament, pool::Worker, problem::Problem, standing::LiveStanding, tournaments_api::look,
    visitor::Visitor,
};

pub(super) async fn comparison(PageRequest { app, guest, form, .. }: PageRequest) -> Answer {
    let mut sides = Vec::new();
    for name in ["one", "other"] {
        let event = look(&app, &guest, field(&form, name).unwrap_or("")).await?;
        let standing = event.standing();
        if standing.result.is_none() {
            return Err(Problem::conflict("nothing-played", &[]));
        }
        sides.push((event, standing));
    }
    app.on_worker(guest.share(), move |_, worker| Ok(shown(worker, &guest, &sides))).await
}

/// A tournament, and how it stands.
type ComparedSide = (Arc<LiveTournament>, Arc<LiveStanding>);

fn shown(worker: &Worker, guest: &Visitor, sides: &[ComparedSide]) -> Response {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let [one, other] = [0, 1].map(|side: usize| sides[side].1.result.as_ref().expect("both sides have a result"));
    let found = compare(one, other, 0.05);
    let title = say("compare");
    let body = html! {
        h1 { (title) }
        p {
            a href=(format!("/tournaments/{}", sides[0].0.id)) { bdi { (sides[0].0.name) } } " – "
            a href=(format!("/tournaments/{}", sides[1].0.id)) { bdi { (sides[1].0.name) } }
        }
        p.big { @if found.is_equal { (say("compare-equal")) } @else { (say("compare-differ")) } }
        div.wide tabindex="0" role="group" aria-label=(title) {
            table.pairs {
                caption { (say("compare-pairs")) }
                thead { tr { @for head in [say("game"), say("player"), say("against"), say("compare-one"), say("compare-other"), "p".to_owned(), say("significant")] { th scope="col" { (head) } } } }
                tbody {
                    @for pair in &found.pairs {
                        tr {
                            td { (language.game_told(&pair.game)) }
                            th scope="row" { (pair.one) }
                            td { (pair.other) }
                            td { (language.digits(&format!("{:.1} %", pair.before * 100.0))) }
                            td { (language.digits(&format!("{:.1} %", pair.now * 100.0))) }
                            td { (language.digits(&format!("{:.3}", pair.probability))) }
                            td { @if pair.is_significant { (say("yes")) } @else { (say("no")) } }
                        }
                    }
                }
            }
        }
        @if !found.unmatched.is_empty() { ul.rows lang="en" { @for line in &found.unmatched { li { (line) } } } }
    };
    Page { title: &title, script: None, body }.answer(worker, guest)
}
