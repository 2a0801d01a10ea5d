//! The fault that all games of this process have, if they are meant to have one.

use std::{
    any::Any,
    sync::{PoisonError, RwLock},
};

use agon_core::{AnyPosition, Graft, Position};

use super::{flaw::PlantedFault, mutant::Mutant};

/// The fault of every game in this process.
static PLANTED: RwLock<Option<&'static PlantedFault>> = RwLock::new(None);

/// Puts a fault into every game that is named, or whose check begins, from now on in this process; or takes it away.
pub fn plant(fault: Option<&'static PlantedFault>) {
    *PLANTED.write().unwrap_or_else(PoisonError::into_inner) = fault;
}

/// The fault in every game of this process, if there is one.
///
/// # Panics
///
/// With the feature `mutants`, if the variable `AGON_MUTANT` has no name of a fault.
pub fn planted() -> Option<&'static PlantedFault> {
    let planted = *PLANTED.read().unwrap_or_else(PoisonError::into_inner);
    planted.or_else(of_the_environment)
}

#[cfg(feature = "mutants")]
fn of_the_environment() -> Option<&'static PlantedFault> {
    static OUTSIDE: std::sync::OnceLock<Option<&'static PlantedFault>> = std::sync::OnceLock::new();
    *OUTSIDE.get_or_init(|| {
        let name = std::env::var("AGON_MUTANT").ok()?;
        Some(super::flaw::find(&name).unwrap_or_else(|error| panic!("AGON_MUTANT: {error}")))
    })
}

#[cfg(not(feature = "mutants"))]
fn of_the_environment() -> Option<&'static PlantedFault> {
    None
}

impl PlantedFault {
    /// `start` with this fault, and with it every position that follows.
    pub fn planted_in(&self, start: &AnyPosition) -> AnyPosition {
        AnyPosition::new(Mutant::new(start.clone(), self.flaw))
    }
}

agon_core::inventory::submit! { Graft(grown) }

/// `start` with the fault of this process, if there is one and it is not there already.
pub(crate) fn grown(start: AnyPosition) -> AnyPosition {
    match planted() {
        Some(fault) if start.downcast::<Mutant<AnyPosition>>().is_none() => fault.planted_in(&start),
        _ => start,
    }
}

/// The same for a position whose type is known: `None` where it stays as it is.
pub(crate) fn mutant_of<P: Position>(start: &P) -> Option<Mutant<P>> {
    let fault = planted()?;
    let is_one = (start as &dyn Any)
        .downcast_ref::<AnyPosition>()
        .is_some_and(|start| start.downcast::<Mutant<AnyPosition>>().is_some());
    (!is_one).then(|| Mutant::new(start.clone(), fault.flaw))
}
