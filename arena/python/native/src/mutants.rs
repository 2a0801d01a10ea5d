//! Faults that are planted in games, and what the laws say of them.

use agon_core::{BrokenRules, StopSignal};
use agon_laws::{
    LawExtent,
    mutants::{FAULTS, FaultKind, MutantVerdict, find, judged_by_laws, plant},
};
use pyo3::prelude::*;

use crate::{
    apart::apart,
    errors::wrong,
    known::{forget_all, game},
};

/// All faults: their names, what is wrong, and whether it is the rules or a promise.
#[pyfunction]
pub(crate) fn faults() -> Vec<(&'static str, &'static str, &'static str)> {
    let kind = |kind| if kind == FaultKind::Rules { "rules" } else { "promise" };
    FAULTS.iter().map(|fault| (fault.name, fault.meaning, kind(fault.kind()))).collect()
}

/// Whether a fault makes a difference in a game, and the law that finds it.
#[pyfunction]
pub(crate) fn judged(py: Python<'_>, term: &str, fault: &str) -> PyResult<(bool, Option<String>)> {
    let (game, fault) = (game(term)?, find(fault).map_err(wrong)?);
    let stop = StopSignal::new();
    let extent = LawExtent::of(&game, false);
    let work = || {
        judged_by_laws(fault, (&game.term, &game.start), extent, &mut |_| {
            if stop.is_given() {
                BrokenRules::give_up("interrupted");
            }
        })
    };
    Ok(match apart(py, || stop.give(), work)? {
        MutantVerdict::Broken(broken) => (true, Some(broken.law)),
        MutantVerdict::Unseen => (true, None),
        MutantVerdict::NoDifference => (false, None),
    })
}

/// Plants a fault in every game from now on, or takes it away.
#[pyfunction]
#[pyo3(signature = (fault = None))]
pub(crate) fn planted(fault: Option<&str>) -> PyResult<()> {
    plant(fault.map(find).transpose().map_err(wrong)?);
    forget_all();
    Ok(())
}
