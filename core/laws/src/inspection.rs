//! A walk through a game: its extent, and the law under check.

use std::cell::{Cell, RefCell};

use agon_core::{AnyMove, AnyPosition, Position};

use crate::{
    calm::calm,
    extent::{LawBudget, LawExtent, LawPart},
    position::LAWS,
    site::Site,
    violation::Violation,
};

/// How far a check is.
#[derive(Clone, Copy, Debug)]
pub struct LawProgress<'a> {
    /// The game's term.
    pub game: &'a str,
    /// The sentence of the law under check.
    pub law: &'a str,
    /// The part of all budgets that is used up, from 0 to 1: what is small needs only part of them.
    pub share: f64,
}

/// Hears how far a check is.
type Tell<'a> = dyn FnMut(LawProgress<'_>) + 'a;

/// A game, and the extent of its check.
pub(super) struct Inspection<'a> {
    pub(super) term: &'a str,
    pub(super) start: &'a AnyPosition,
    pub(super) positions: usize,
    pub(super) plays: u64,
    pub(super) allowance: LawBudget,
    /// Called with every law before it is checked.
    tell: RefCell<&'a mut Tell<'a>>,
    law: Cell<&'static str>,
    /// The moves to the position under check.
    path: RefCell<Vec<AnyMove>>,
}

impl<'a> Inspection<'a> {
    /// A walk that goes so far.
    pub(super) fn new(
        (term, start): (&'a str, &'a AnyPosition),
        extent: LawExtent,
        tell: &'a mut Tell<'a>,
    ) -> Inspection<'a> {
        let law = Cell::new("whatever may be asked is answered without a panic");
        let (tell, path) = (RefCell::new(tell), RefCell::default());
        let allowance = LawBudget::of(extent);
        let LawExtent { positions, plays, .. } = extent;
        Inspection { term, start, positions, plays, allowance, tell, law, path }
    }

    /// Sets the law under check and its position, the one after `path`: a panic now counts as breaking it there.
    pub(super) fn hold(&self, law: &'static str, path: &[AnyMove]) {
        self.law.set(law);
        path.clone_into(&mut self.path.borrow_mut());
        self.tell();
    }

    fn tell(&self) {
        let (game, law, share) = (self.term, self.law.get(), self.allowance.share());
        (self.tell.borrow_mut())(LawProgress { game, law, share });
    }

    /// Begins a part of the checks, with a budget of its own.
    pub(super) fn begin(&self, part: LawPart) {
        self.allowance.begin(part);
    }

    /// Subtracts the moves of a position that was looked at from the budget. Whether there is something left.
    pub(super) fn spend(&self, moves: usize) -> bool {
        self.tell();
        self.allowance.spend(moves)
    }

    /// The moves to the position under check.
    pub(super) fn path(&self) -> Vec<AnyMove> {
        self.path.borrow().clone()
    }

    /// The result of `check`. A panic in it breaks the law under check.
    pub(super) fn guarded(&self, check: impl FnOnce() -> Result<(), Box<Violation>>) -> Result<(), Box<Violation>> {
        calm(check).unwrap_or_else(|found| {
            let path = self.path.borrow();
            let there = || {
                let mut here = self.start.clone();
                path.iter().for_each(|&m| here.play(m));
                here
            };
            let here = calm(there).unwrap_or_else(|_| self.start.clone());
            Err(Violation::at((self.term, self.law.get()), [self.start, &here], &path, found))
        })
    }

    /// Checks every law that can be checked at one position.
    pub(super) fn check_site(&self, site: &Site) -> Result<(), Box<Violation>> {
        for law in LAWS {
            self.hold(law.sentence, &site.path);
            if let Err(found) = calm(|| (law.check)(site)).and_then(|checked| checked) {
                site.broken(self.term, law.sentence, &found)?;
            }
        }
        Ok(())
    }
}
