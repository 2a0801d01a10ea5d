//! A walk through a game: its extent, and the law under check.

use std::cell::{Cell, RefCell};

use super::{calm::calm, position::LAWS, site::Site, violation::Violation};
use crate::{AnyMove, AnyPosition, Position};

/// Receives a game's term and the sentence of a law.
type Tell<'a> = dyn FnMut(&str, &str) + 'a;

/// A game, and the extent of its check.
pub(super) struct Inspection<'a> {
    pub(super) term: &'a str,
    pub(super) start: &'a AnyPosition,
    pub(super) positions: usize,
    pub(super) plays: u64,
    /// Called with every law before it is checked.
    tell: RefCell<&'a mut Tell<'a>>,
    law: Cell<&'static str>,
    /// The moves to the position under check.
    path: RefCell<Vec<AnyMove>>,
}

impl<'a> Inspection<'a> {
    /// A walk that visits this many positions in breadth, and plays this many random plays.
    pub(super) fn new(
        (term, start): (&'a str, &'a AnyPosition),
        positions: usize,
        plays: u64,
        tell: &'a mut Tell<'a>,
    ) -> Inspection<'a> {
        let law = Cell::new("whatever may be asked is answered without a panic");
        let (tell, path) = (RefCell::new(tell), RefCell::default());
        Inspection { term, start, positions, plays, tell, law, path }
    }

    /// Sets the law under check and its position, the one after `path`: a panic now counts as breaking it there.
    pub(super) fn hold(&self, law: &'static str, path: &[AnyMove]) {
        self.law.set(law);
        path.clone_into(&mut self.path.borrow_mut());
        (self.tell.borrow_mut())(self.term, law);
    }

    /// The moves to the position under check.
    pub(super) fn path(&self) -> Vec<AnyMove> {
        self.path.borrow().clone()
    }

    /// The result of `check`. A panic in it breaks the law under check.
    pub(super) fn guarded(
        &self,
        check: impl FnOnce() -> Result<(), Box<Violation>>,
    ) -> Result<(), Box<Violation>> {
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
