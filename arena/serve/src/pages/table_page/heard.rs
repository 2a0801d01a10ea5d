//! What the page of a game hears: how the game stands, told by what has changed.

use agon_core::Seat;
use agon_draw::{Drawing, PlaceData};
use maud::Markup;
use serde::Serialize;

use super::{
    panel::panel,
    record::{TypedMoves, record},
};
use crate::{
    addresses::housed,
    clock_view::ClockView,
    problem::Problem,
    table::Advice,
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

/// What a page has heard.
#[derive(Default)]
pub(crate) struct Heard {
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
    /// What a page has heard that shows so many moves of this game, or all.
    pub(crate) fn after(view: &TableView, plies: Option<usize>) -> Heard {
        let mut moves = moves(view);
        moves.truncate(plies.unwrap_or(moves.len()));
        Heard { moves, ..Heard::default() }
    }

    /// What has to be told of a view, so that the page has it.
    ///
    /// # Errors
    ///
    /// Where it cannot be written.
    #[cfg(feature = "sockets")]
    pub(crate) fn news(&mut self, guest: &Visitor, view: &TableView) -> Result<String, Problem> {
        let told = self.members(guest, view)?;
        let news = crate::edits::edits(&self.told, &told);
        self.told = told;
        Ok(news)
    }

    /// The same for a page that has heard nothing of what is told.
    ///
    /// # Errors
    ///
    /// Where it cannot be written.
    pub(crate) fn whole(&mut self, guest: &Visitor, view: &TableView) -> Result<String, Problem> {
        Ok(format!("+{}", self.members(guest, view)?.concat()))
    }

    /// The members of the document that tells a view, after what was heard.
    fn members(&mut self, guest: &Visitor, view: &TableView) -> Result<[String; 5], Problem> {
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
            member(",\"panel\":", &placed(guest, panel(guest, view)))?,
            member(",\"record\":", &placed(guest, record(guest, view, TypedMoves::LeftOut)))?,
            member(",\"said\":", &view.said(guest.language, &moves[known..]))? + "}",
        ];
        self.moves = moves;
        Ok(told)
    }
}

/// A part of a page with the addresses that lead on from where the guest is.
fn placed(guest: &Visitor, part: Markup) -> String {
    let text = part.into_string();
    if guest.has_server { text } else { housed(&text, "", |_| None) }
}

/// A member of a document, behind its name.
fn member(name: &str, value: &(impl Serialize + ?Sized)) -> Result<String, Problem> {
    Ok(name.to_owned() + &serde_json::to_string(value).map_err(Problem::trouble)?)
}
