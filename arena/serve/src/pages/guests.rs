//! What guests use, for the owner of the server.

use axum::response::{IntoResponse as _, Redirect};
use maud::{Markup, html};

use super::{
    asked::{Answer, PageRequest},
    layout::{Page, token},
};
use crate::{
    owner::{GuestUse, OwnerDeed, owned},
    problem::Problem,
    visitor::Visitor,
};

pub(super) async fn page(PageRequest { app, guest, .. }: PageRequest) -> Answer {
    owned(&guest)?;
    let told = app.on_worker(guest.share(), move |app, worker| {
        let title = guest.language.say("guests");
        let body = body(&guest, &app.uses(worker), &app.out());
        Ok(Page { title: &title, script: None, body }.answer(worker, &guest))
    });
    told.await
}

pub(super) async fn act(
    PageRequest { app, guest, path: (alias, action), .. }: PageRequest<(String, String)>,
) -> Answer {
    owned(&guest)?;
    let action = OwnerDeed::named(&action).ok_or_else(|| Problem::missing("nothing-there", &[("place", &action)]))?;
    let done = app.on_worker(guest.share(), move |app, worker| app.deal_with(worker, &alias, action));
    done.await?;
    Ok(Redirect::to("/guests").into_response())
}

fn body(guest: &Visitor, uses: &[GuestUse], out: &[(String, u64)]) -> Markup {
    let language = guest.language;
    let say = |id: &str| language.say(id);
    let mega = |bytes: u64| language.say_with("guests-mega", &[("count", &bytes.div_ceil(1 << 20))]);
    html! {
        h1 { (say("guests")) }
        p.lead { (say("guests-lead")) }
        @if uses.is_empty() { p.quiet { (say("list-none")) } } @else {
            div.wide tabindex="0" role="group" aria-label=(say("guests")) { table {
                thead { tr {
                    th scope="col" { (say("guests-guest")) }
                    th { span.hidden { (say("guests-do")) } }
                    @for id in ["address", "thinks", "waits", "games", "searches", "tournaments", "downloads"] {
                        th scope="col" { (say(&format!("guests-{id}"))) }
                    }
                } }
                tbody { @for own in uses { tr {
                    th scope="row" { code { (own.guest) } }
                    td { div.inline {
                        (button(guest, &own.guest, OwnerDeed::End))
                        (button(guest, &own.guest, OwnerDeed::KeepOut))
                    } }
                    td { code { (own.address) } }
                    td { (own.threads) }
                    td { (own.waiting) }
                    td { (own.games) " · " (mega(own.game_bytes)) }
                    td { (own.searches) " · " (own.positions) }
                    td { (own.tournaments) " · " (mega(own.journal_bytes)) }
                    td { (own.downloads) }
                } } }
            } }
        }
        @if !out.is_empty() {
            h2 { (say("guests-out")) }
            ul.rows { @for (address, minutes) in out { li.inline {
                span.fills { code { (address) } " · " (language.say_with("guests-minutes", &[("count", minutes)])) }
                (button(guest, address, OwnerDeed::LetIn))
            } } }
        }
        p.actions { a.button href="/guests" { (say("guests-again")) } }
    }
}

fn button(guest: &Visitor, alias: &str, action: OwnerDeed) -> Markup {
    let text = guest.language.say(&format!("guests-{}", action.name()));
    html! {
        form method="post" action=(format!("/guests/{alias}/{}", action.name())) { (token(guest))
            button aria-label=(format!("{text}: {alias}")) { (text) }
        }
    }
}
