//! A tournament for the wall: its places in large letters, which keep themselves up to date.

use agon_arena::tell::{ResultDocument, SectionEntry};
use axum::response::Response;
use maud::{Markup, html};

use super::{
    asked::{Answer, PageRequest},
    layout::Page,
    tournament::stage,
};
use crate::{
    events::LiveTournament, pool::Worker, standing::LiveStanding, tournaments_api::look_and, visitor::Visitor,
    words::Language,
};

/// Players that are shown.
const MOST: usize = 45;
/// Rows below each other, before there is another column.
const PER_COLUMN: usize = 15;
/// Games whose places are shown beside the mean ranks.
const MOST_GAMES: usize = 5;

/// The latest night of the class, or the latest tournament.
pub(super) async fn latest(PageRequest { app, guest, .. }: PageRequest) -> Answer {
    let told = app.on_worker(guest.share(), move |app, worker| {
        let latest = app.events.latest(worker);
        let Some(event) = latest else {
            let empty = html! { p.big { (guest.language.say("wall-empty")) } };
            return Ok(page_of(worker, &guest, &empty, None));
        };
        event.refresh(worker);
        Ok(on_wall(worker, &guest, &event))
    });
    told.await
}

pub(super) async fn page(PageRequest { app, guest, path: id, .. }: PageRequest<String>) -> Answer {
    let own = guest.clone();
    look_and(&app, &guest, &id, move |_, worker, event| Ok(on_wall(worker, &own, event))).await
}

fn on_wall(worker: &Worker, guest: &Visitor, event: &LiveTournament) -> Response {
    page_of(worker, guest, &shown(worker, guest.language, event), Some(event))
}

fn page_of(worker: &Worker, guest: &Visitor, shown: &Markup, event: Option<&LiveTournament>) -> Response {
    let title = event.map_or_else(|| guest.language.say("wall"), |event| event.name.clone());
    let body = html! {
        div.wall id="wall" { h1 { (title) } (shown) }
        p.hidden.problem id="offline" role="status" {}
        noscript { meta http-equiv="refresh" content="15"; }
    };
    Page { title: &title, script: Some("wall.js"), body }.alone(worker, guest)
}

fn shown(worker: &Worker, language: Language, event: &LiveTournament) -> Markup {
    let standing = event.standing();
    let sheet = match standing.sections() {
        [] => WallSheet { heads: Vec::new(), rows: Vec::new() },
        [section] => WallSheet::of(language, &standing, section),
        sections => WallSheet::overall(language, &standing, sections),
    };
    let columns = sheet.rows.len().div_ceil(PER_COLUMN).max(1);
    let each = sheet.rows.len().div_ceil(columns).max(1);
    // The more there is, the smaller the letters.
    let size = match each {
        0..=8 => "few",
        9..=12 => "some",
        _ => "many",
    };
    let left_out = event.left_out(worker);
    html! {
        p.quiet { (stage(language, event)) }
        progress max=(standing.planned.max(1)) value=(standing.games) aria-label=(language.say("events-done")) {}
        div class=(format!("sheets {size} columns-{}", columns.min(3))) {
            @for rows in sheet.rows.chunks(each) { (sheet.table(rows)) }
        }
        @if !left_out.is_empty() {
            p.quiet { (language.say("wall-left-out")) ": " span lang="en" { (left_out.join("; ")) } }
        }
    }
}

/// The rows: each player's place, name and figures.
struct WallSheet {
    /// What each column is called, and what that means.
    heads: Vec<(String, String)>,
    rows: Vec<Vec<String>>,
}

impl WallSheet {
    /// One game.
    fn of(language: Language, standing: &LiveStanding, section: &SectionEntry) -> WallSheet {
        let say = |id: &str| language.say(id);
        let rows = section.standings.iter().take(MOST).map(|row| {
            let (place, name) = (row.place.to_string(), row.name.clone());
            if section.is_by_payoff() {
                let payoff = row.mean_payoff.map(|mean| language.payoff(mean, row.payoff_error));
                return vec![place, name, payoff.unwrap_or_default()];
            }
            let share = row.tally().share().map_or(String::new(), |share| language.percent(share));
            vec![place, name, share, standing.elo(0, &row.name).unwrap_or_default()]
        });
        let heads = [("#".to_owned(), say("place")), (language.game_told(&section.game), say("player"))];
        let figures = if section.is_by_payoff() {
            vec![(say("mean-payoff"), say("chart-payoffs"))]
        } else {
            vec![("%".to_owned(), say("wall-share")), ("Elo".to_owned(), say("chart-ratings"))]
        };
        WallSheet { heads: heads.into_iter().chain(figures).collect(), rows: rows.collect() }
    }

    /// Several games: the places over all of them, and at some.
    fn overall(language: Language, standing: &LiveStanding, sections: &[SectionEntry]) -> WallSheet {
        let say = |id: &str| language.say(id);
        let mut heads = vec![("#".to_owned(), say("place")), (say("wall-overall"), say("player"))];
        let games = if sections.len() <= MOST_GAMES { sections } else { &[] };
        let played = games.iter().filter(|section| section.standings.iter().any(|row| 0 < row.games));
        heads.extend(played.map(|section| (language.game_told(&section.game), say("place"))));
        let all: Vec<_> = standing.result.iter().flat_map(ResultDocument::overall).collect();
        // Who is as good over all games has the same place.
        let place = |rank: f64| 1 + all.iter().filter(|(_, other, _)| *other < rank).count();
        let rows = all.iter().take(MOST).map(|(name, rank, places)| {
            let places = places.iter().map(|place| place.map_or("–".to_owned(), |p| p.to_string()));
            let first = [place(*rank).to_string(), (*name).to_owned()];
            first.into_iter().chain(places).take(heads.len()).collect()
        });
        let rows = rows.collect();
        WallSheet { heads, rows }
    }

    fn table(&self, rows: &[Vec<String>]) -> Markup {
        html! {
            table {
                thead { tr { @for (head, meaning) in &self.heads { th scope="col" { abbr title=(meaning) { (head) } } } } }
                tbody {
                    @for row in rows {
                        tr {
                            @for (column, text) in row.iter().enumerate() {
                                @if column == 1 { th scope="row" { (text) } } @else { td { (text) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
