//! Which build of agon this is.

use std::{
    env, fs,
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use agon_arena::keep::checksum;

/// What it was made of, as far as that is known when it is compiled.
const BUILD: &str = env!("AGON_BUILD");

/// Whether this is the command of the house, with no other games and players than those of the house.
static IS_OF_HOUSE: AtomicBool = AtomicBool::new(false);

/// Says that it is.
pub(crate) fn of_house() {
    IS_OF_HOUSE.store(true, Ordering::Relaxed);
}

/// This build of agon, as journals name it. In an arena of somebody's own, what its games and players are
/// is known from the program alone, so its name has the program's checksum.
pub(crate) fn build() -> &'static str {
    static NAME: OnceLock<String> = OnceLock::new();
    NAME.get_or_init(|| {
        if IS_OF_HOUSE.load(Ordering::Relaxed) {
            return BUILD.to_owned();
        }
        let program = env::current_exe().and_then(fs::read);
        let named = program.map(|program| format!("{BUILD} in {:08x}", checksum(&program)));
        named.unwrap_or_else(|_| BUILD.to_owned())
    })
}
