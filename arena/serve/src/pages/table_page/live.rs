//! What the page of a game hears: how the game stands, told by what has changed.

use std::{
    convert::Infallible,
    sync::{Arc, Mutex, PoisonError},
};

use agon_core::Seat;
use agon_draw::{Drawing, PlaceData};
use axum::response::{
    IntoResponse,
    sse::{Event, KeepAlive, Sse},
};
use futures_util::StreamExt as _;
use serde::Serialize;

use super::{
    panel::panel,
    record::{TypedMoves, record},
};
use crate::{
    clock_view::ClockView,
    edits::edits,
    open_table::OpenTable,
    pages::asked::{Answer, PageRequest, field},
    problem::Problem,
    table::Advice,
    tables::{TableEvent, listen, look_and},
    view::{EndView, LegalMove, MoveView, NewPiece, SeatView, TableView},
    visitor::Visitor,
};

/// What the scripts of the page know of a game, besides what is drawn and written there.
#[derive(Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "a document says what it says")]
pub(super) struct PageView<'a> {
    version: u64,
    node: &'static str,
    seat: Option<u8>,
    seats: &'a [SeatView],
    moves: &'a [MoveView],
    /// Those of the guest's own last turn; where something is hidden, of this one alone.
    legal: Vec<Way<'a>>,
    places: Vec<PlaceData<'a>>,
    your_turn: bool,
    seated: bool,
    can_judge: bool,
    can_review: bool,
    ended: &'a Option<EndView>,
    advice: &'a Option<Advice>,
    clock: &'a Option<ClockView>,
}

/// A legal move, the places that it points at, and the piece that it leaves where that is to be chosen.
type Way<'a> = (&'a str, &'a [Vec<String>], Option<&'a NewPiece>);

impl PageView<'_> {
    /// Of a game, with those legal moves.
    pub(super) fn of<'a>(view: &'a TableView, legal: &'a [LegalMove]) -> PageView<'a> {
        PageView {
            version: view.version,
            node: view.here.node,
            seat: view.here.seat,
            seats: &view.seats,
            moves: &view.moves,
            legal: legal.iter().map(|own| (&*own.m, &*own.aim.paths, own.becomes.as_ref())).collect(),
            places: Drawing::of(&view.here.picture).places().collect(),
            your_turn: view.your_turn,
            seated: view.seated,
            can_judge: view.can_judge,
            can_review: view.can_review,
            ended: &view.ended,
            advice: &view.advice,
            clock: &view.clock,
        }
    }
}

pub(crate) async fn live(PageRequest { app, guest, path: id, form, .. }: PageRequest<String>) -> Answer {
    let own = guest.id.clone();
    let looked = look_and(&app, &guest, &id, move |worker, table| {
        Ok((Arc::clone(table), moves(&table.seen(worker, &own).1.view)))
    });
    let (table, mut moves) = looked.await?;
    let plies: Option<usize> = field(&form, "plies").and_then(|text| text.parse().ok());
    moves.truncate(plies.unwrap_or(moves.len()));
    let heard = Mutex::new(Heard { moves, ..Heard::default() });
    let (own, asker, language) = (Arc::clone(&table), guest.clone(), guest.language);
    let stream = listen(app, table, guest, move |_, event| told(&own, event, &heard, &asker));
    let stream = stream.map(move |told| Ok::<_, Infallible>(told.unwrap_or_else(|problem| problem.event(language))));
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()).into_response())
}

/// What a page has heard.
#[derive(Default)]
struct Heard {
    moves: Moves,
    /// The legal moves at the guest's own last turn: mostly those of the next.
    legal: Vec<LegalMove>,
    /// The document that it had last, in its members: what the scripts know of the game, the board as SVG, how it stands
    /// with the controls of a game, the moves with what can be done with them, and the text for screen readers.
    told: [String; 5],
}

/// Moves, with who made each.
type Moves = Vec<(Option<Seat>, String)>;

fn moves(view: &TableView) -> Moves {
    view.moves.iter().map(|own| (own.seat.map(|seat| Seat(seat - 1)), own.m.clone())).collect()
}

impl Heard {
    /// What has to be told of a view, so that the page has it.
    fn news(&mut self, guest: &Visitor, view: &TableView) -> Result<String, Problem> {
        let moves = moves(view);
        let known = self.moves.iter().zip(&moves).take_while(|(old, new)| old == new).count();
        if view.your_turn {
            self.legal.clone_from(&view.here.legal);
        } else if view.hidden {
            // Whoever looks next at this screen may be another.
            self.legal.clear();
        }
        let told = [
            member("{\"view\":", &PageView::of(view, &self.legal))?,
            member(",\"svg\":", &view.here.svg)?,
            member(",\"panel\":", &panel(guest, view).into_string())?,
            member(",\"record\":", &record(guest, view, TypedMoves::LeftOut).into_string())?,
            member(",\"said\":", &view.said(guest.language, &moves[known..]))? + "}",
        ];
        let news = edits(&self.told, &told);
        (self.moves, self.told) = (moves, told);
        Ok(news)
    }
}

/// A member of a document, behind its name.
fn member(name: &str, value: &(impl Serialize + ?Sized)) -> Result<String, Problem> {
    Ok(name.to_owned() + &serde_json::to_string(value).map_err(Problem::trouble)?)
}

fn told(table: &OpenTable, event: TableEvent, heard: &Mutex<Heard>, guest: &Visitor) -> Result<Event, Problem> {
    match event {
        TableEvent::Thinking(thought) => {
            let text = thought.as_ref().map(|thinking| thinking.words(guest.language));
            Event::default().event("thinking").json_data(text).map_err(Problem::trouble)
        }
        TableEvent::Changed(scene, shared) => {
            let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
            let news = heard.news(guest, &scene.now(&shared, table.thought()))?;
            Ok(Event::default().event("table").data(news))
        }
    }
}
