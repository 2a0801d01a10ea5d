//! Limits of a module, so that any module answers soon and in little memory.

use std::sync::LazyLock;

use wasmi::{Config, Engine, Store, StoreLimits, StoreLimitsBuilder};

/// The most bytes of a module.
pub(crate) const MOST_MODULE: usize = 1 << 20;
/// The most bytes of a position.
pub(crate) const MOST_POSITION: u32 = 1024;
/// The most moves of a position.
pub(crate) const MOST_MOVES: usize = 1 << 16;
/// The most seats.
pub(crate) const MOST_SEATS: i32 = 16;
/// The most plies of a play.
pub(crate) const MOST_PLIES: i32 = 1_000_000;
/// The greatest payoff, and the least with a minus.
pub(crate) const MOST_PAYOFF: i32 = 1_000_000;
/// The most rows and columns.
pub(crate) const MOST_SIDE: i32 = 26;
/// The most bytes of a move in words.
pub(crate) const MOST_WORD: usize = 80;
/// The most bytes of a drawing.
pub(crate) const MOST_DRAWING: usize = 1 << 14;
/// The most bytes of what the author says of the rules.
pub(crate) const MOST_RULES: usize = 1 << 14;
/// The most steps of one call.
pub(crate) const MOST_STEPS: u64 = 20_000_000;
/// The most steps in which a module is tried out before it is played.
pub(crate) const MOST_TRIED: u64 = 100_000_000;
/// The most distinct move numbers of a module.
pub(crate) const MOST_NUMBERS: i32 = 1 << 16;
/// The most memory of one instance.
const MOST_MEMORY: usize = 4 << 20;
/// The most places of its tables.
const MOST_PLACES: usize = 10_000;
/// The deepest calls, and the most bytes of all their variables.
const MOST_CALLS: usize = 1_000;
const MOST_STACK: usize = 1 << 20;

/// Whole numbers, one memory, nothing that runs by itself: the same answers on every machine.
static CONFIG: LazyLock<Config> = LazyLock::new(|| {
    let mut config = Config::default();
    config
        .consume_fuel(true)
        .floats(false)
        .allow_start_fn(false)
        .wasm_multi_memory(false)
        .ignore_custom_sections(true)
        .set_max_recursion_depth(MOST_CALLS)
        .set_max_stack_height(MOST_STACK);
    config
});

/// An engine for one module, dropped together with its compiled code.
pub(crate) fn engine() -> Engine {
    Engine::new(&CONFIG)
}

/// A store for one instance.
pub(crate) fn store(engine: &Engine) -> Store<StoreLimits> {
    let limits = StoreLimitsBuilder::new()
        .memory_size(MOST_MEMORY)
        .table_elements(MOST_PLACES)
        .instances(1)
        .memories(1)
        .tables(1)
        .build();
    let mut store = Store::new(engine, limits);
    store.limiter(|limits| limits);
    store
}
