//! What somebody asks for, as it was said and before anything is looked up: a [`Spec`], in code, in
//! flags or in a [file](read_spec).
//!
//! A [`Spec`] holds games and players as texts ([`GameSpec`], [`PlayerSpec`]), each [`Said`]
//! somewhere, and the [`Rules`] of their tournament: a [`Format`], a [`SeatingRule`], the [`Order`]
//! of openings, a [`FaultRule`]. What is wrong with it is a [`SpecError`], with its place.

pub(crate) mod file;
pub(crate) mod format;
pub(crate) mod plain;
pub(crate) mod rules;
pub(crate) mod said;
pub(crate) mod spec;
pub(crate) mod words;

pub use self::{
    file::{SPEC_KEYS, read_spec},
    format::Format,
    plain::{MOST_DATA, MOST_SETTINGS, read_text},
    rules::{FaultRule, Order, SeatingRule},
    said::{Said, SpecError},
    spec::{GameSpec, PlayerSpec, Rules, Spec},
    words::quoted,
};
