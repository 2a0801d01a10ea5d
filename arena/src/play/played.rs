//! A game that was played, with its place in the plan.

use agon_core::AnyPosition;

use crate::{
    plan::{book_opening::BookOpening, fixture::Fixture, schedule::Plan},
    play::record::Record,
};

/// One played game.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The game's place in it.
    pub fixture: &'a Fixture,
    /// Its record.
    pub record: &'a Record,
    /// The canonical bytes of the record.
    pub bytes: &'a [u8],
    /// The number of bytes that are the game itself.
    pub act: usize,
}

impl Played<'_> {
    /// The opening that was chosen for it, if it was.
    pub fn chosen(&self) -> Option<&BookOpening> {
        self.plan.openings(self.fixture.section).chosen(self.fixture.opening)
    }

    /// The text of the position where its moves begin, if that is not the initial one.
    pub fn position(&self) -> Option<&str> {
        self.chosen().and_then(|chosen| chosen.position.as_deref())
    }

    /// The position where its moves begin.
    pub fn base(&self) -> AnyPosition {
        self.plan.openings(self.fixture.section).base(self.fixture.opening)
    }
}
