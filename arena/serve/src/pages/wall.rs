//! A tournament for the wall: its places in large letters, which keep themselves up to date.

use std::sync::Arc;

use agon_arena::tell::ResultDocument;
use axum::{
    Extension,
    extract::{Path, State},
};
use maud::{Markup, html};

use super::{
    asked::{Answer, Home, tell},
    layout::Page,
    tournaments::stage,
};
use crate::{
    apart::apart,
    events::{Event, SectionTable, Standing},
    events_api::look,
    guest::Guest,
    words::Language,
};

/// Players that are shown.
const MOST: usize = 45;
/// Rows below each other, before there is another column.
const PER_COLUMN: usize = 15;
/// Games whose places are shown beside the mean ranks.
const MOST_GAMES: usize = 5;

/// The latest night of the class, or the latest tournament.
pub(super) async fn latest(State(house): Home, Extension(guest): Extension<Guest>) -> Answer {
    let own = Arc::clone(&house);
    let latest = apart(move || Ok(own.events.latest())).await.map_err(tell(&guest))?;
    let Some(event) = latest else {
        return Ok(page_of(&guest, &html! { p.big { (guest.language.say("wall-empty")) } }, None));
    };
    page(State(house), Extension(guest), Path(event.id.clone())).await
}

pub(super) async fn page(
    State(house): Home,
    Extension(guest): Extension<Guest>,
    Path(id): Path<String>,
) -> Answer {
    let event = look(&house, &id).await.map_err(tell(&guest))?;
    let own = guest.clone();
    let page = apart(move || Ok(page_of(&own, &shown(own.language, &event), Some(&event))));
    page.await.map_err(tell(&guest))
}

fn page_of(guest: &Guest, shown: &Markup, event: Option<&Event>) -> axum::response::Response {
    let title = event.map_or_else(|| guest.language.say("wall"), |event| event.name.clone());
    let body = html! {
        div.wall id="wall" { h1 { (title) } (shown) }
        p.hidden.problem id="offline" role="status" {}
        noscript { meta http-equiv="refresh" content="15"; }
    };
    Page { title: &title, script: Some("wall.js"), body }.alone(guest)
}

fn shown(language: Language, event: &Event) -> Markup {
    let standing = event.standing();
    let sheet = match &standing.tables[..] {
        [] => Sheet { heads: Vec::new(), rows: Vec::new() },
        [table] => Sheet::of(language, &standing, table),
        tables => Sheet::overall(language, &standing, tables),
    };
    let columns = sheet.rows.len().div_ceil(PER_COLUMN).max(1);
    let each = sheet.rows.len().div_ceil(columns).max(1);
    // The more there is, the smaller the letters.
    let size = match each {
        0..=8 => "few",
        9..=12 => "some",
        _ => "many",
    };
    let left_out = event.left_out();
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

/// What is shown: for each player its place, its name, and some figures.
struct Sheet {
    /// What each column is called, and what that means.
    heads: Vec<(String, String)>,
    rows: Vec<Vec<String>>,
}

impl Sheet {
    /// One game.
    fn of(language: Language, standing: &Standing, table: &SectionTable) -> Sheet {
        let say = |id: &str| language.say(id);
        let elo = |name: &str| {
            let rated = standing.ratings.first()?.iter().find(|rated| rated.name == name)?;
            let (elo, error) = (rated.elo?, rated.error);
            Some(error.map_or(format!("{elo:.0}"), |error| format!("{elo:.0} ± {error:.0}")))
        };
        let rows = table.rows.iter().take(MOST).map(|row| {
            let share = row.tally.share().map_or(String::new(), |s| format!("{:.0}", s * 100.0));
            vec![row.place.to_string(), row.name.clone(), share, elo(&row.name).unwrap_or_default()]
        });
        let heads = [("#".to_owned(), say("place")), (table.game.clone(), say("player"))];
        let figures = [("%", say("wall-share")), ("Elo", say("chart-ratings"))];
        let figures = figures.map(|(head, meaning)| (head.to_owned(), meaning));
        Sheet { heads: heads.into_iter().chain(figures).collect(), rows: rows.collect() }
    }

    /// Several games: mean ranks, and the places at some of them.
    fn overall(language: Language, standing: &Standing, tables: &[SectionTable]) -> Sheet {
        let say = |id: &str| language.say(id);
        let mut heads =
            vec![("#".to_owned(), say("wall-rank")), (say("wall-overall"), say("player"))];
        let games = if tables.len() <= MOST_GAMES { tables } else { &[] };
        let played = games.iter().filter(|table| table.rows.iter().any(|row| 0 < row.games));
        heads.extend(played.map(|table| (table.game.clone(), say("place"))));
        let all = standing.result.iter().flat_map(ResultDocument::overall);
        let rows = all.take(MOST).map(|(name, rank, places)| {
            let rank = language.figure((rank * 10.0).round() / 10.0);
            let places =
                places.iter().map(|place| place.map_or("–".to_owned(), |p| p.to_string()));
            [rank, name.to_owned()].into_iter().chain(places).take(heads.len()).collect()
        });
        let rows = rows.collect();
        Sheet { heads, rows }
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
