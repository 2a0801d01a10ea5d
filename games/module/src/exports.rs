//! The exports of a module: functions with their parameters and results.

use agon_core::nearest;
use wasmi::{ExternType, Instance, Module, Store, StoreLimits, TypedFunc, ValType};

/// The functions that every module exports, each with how many numbers it takes.
const NEEDED: [(&str, usize); 9] = [
    ("position", 0),
    ("size", 0),
    ("codes", 0),
    ("plies", 0),
    ("start", 0),
    ("check", 0),
    ("moves", 0),
    ("play", 1),
    ("payoff", 1),
];

/// The optional exports.
const OFFERED: [(&str, usize); 16] = [
    ("seats", 0),
    ("numbers", 0),
    ("chance", 0),
    ("min_payoff", 0),
    ("max_payoff", 0),
    ("total", 0),
    ("general", 0),
    ("weight", 1),
    ("word", 1),
    ("drawing", 0),
    ("columns", 0),
    ("rows", 0),
    ("piece", 1),
    ("aim", 1),
    ("estimate", 1),
    ("rules", 0),
];

/// Its memory.
pub(crate) const MEMORY: &str = "memory";

/// A function that takes nothing.
pub(crate) type Told = TypedFunc<(), i32>;
/// A function that takes a number.
pub(crate) type Asked = TypedFunc<i32, i32>;

/// The functions of one instance that are called while a game is played.
#[derive(Clone, Copy)]
pub(crate) struct Exports {
    pub(crate) start: Told,
    pub(crate) check: Told,
    pub(crate) moves: Told,
    pub(crate) play: Asked,
    pub(crate) payoff: Asked,
    pub(crate) weight: Option<Asked>,
    pub(crate) word: Option<Asked>,
    pub(crate) drawing: Option<Told>,
    pub(crate) piece: Option<Asked>,
    pub(crate) aim: Option<Asked>,
    pub(crate) estimate: Option<Asked>,
}

/// Checks that a module has all required exports with the right types.
///
/// # Errors
///
/// If one is missing or has other parameters or results.
pub(crate) fn check(module: &Module) -> Result<(), String> {
    if let Some(import) = module.imports().next() {
        let (from, name) = (import.module(), import.name());
        return Err(format!("it imports `{from}.{name}`: a module of rules gets nothing from outside"));
    }
    match module.get_export(MEMORY) {
        Some(ExternType::Memory(_)) => {}
        Some(_) => return Err(format!("`{MEMORY}` is exported, and is no memory")),
        None => return Err(missing(module, MEMORY)),
    }
    for (name, takes) in NEEDED {
        match module.get_export(name) {
            Some(found) => is_as_it_must_be(name, takes, &found)?,
            None => return Err(missing(module, name)),
        }
    }
    for (name, takes) in OFFERED {
        if let Some(found) = module.get_export(name) {
            is_as_it_must_be(name, takes, &found)?;
        }
    }
    Ok(())
}

fn missing(module: &Module, name: &str) -> String {
    let exported: Vec<&str> = module.exports().map(|export| export.name()).collect();
    let known = |other: &&str| NEEDED.iter().chain(&OFFERED).any(|(known, _)| known == other);
    let unknown = exported.iter().copied().filter(|other| !known(other));
    if let Some(near) = nearest(name, unknown) {
        return format!("it exports no `{name}`; is it `{near}`?");
    }
    let needed: Vec<&str> = NEEDED.iter().map(|(name, _)| *name).collect();
    format!("it exports no `{name}`; a module exports {MEMORY}, {}", needed.join(", "))
}

fn is_as_it_must_be(name: &str, takes: usize, found: &ExternType) -> Result<(), String> {
    let ExternType::Func(found) = found else {
        return Err(format!("`{name}` is exported, and is no function"));
    };
    let is_right = found.params().len() == takes
        && found.params().iter().chain(found.results()).all(|number| *number == ValType::I32)
        && found.results().len() == 1;
    if is_right {
        return Ok(());
    }
    let takes = if takes == 0 { "nothing" } else { "one i32" };
    Err(format!(
        "`{name}` takes {:?} and gives {:?}; it must take {takes} and give one i32",
        found.params(),
        found.results()
    ))
}

impl Exports {
    /// Those of an instance of a module that was [checked](check).
    pub(crate) fn of(instance: Instance, store: &Store<StoreLimits>) -> Exports {
        let told = |name| instance.get_typed_func(store, name).expect("it was checked");
        let asked = |name| instance.get_typed_func(store, name).expect("it was checked");
        let may = |name| instance.get_typed_func(store, name).ok();
        Exports {
            start: told("start"),
            check: told("check"),
            moves: told("moves"),
            play: asked("play"),
            payoff: asked("payoff"),
            weight: may("weight"),
            word: may("word"),
            drawing: instance.get_typed_func(store, "drawing").ok(),
            piece: may("piece"),
            aim: may("aim"),
            estimate: may("estimate"),
        }
    }
}
