//! A tournament as it is asked for, before any name is looked up: a [`Spec`], made in code, by
//! flags or from a [file](read_spec).
//!
//! A [`Spec`] holds games and players as texts ([`GameSpec`], [`PlayerSpec`]), each [`Located`],
//! and the [`Rules`] of their tournament: a [`Format`], a [`SeatingRule`], the [`Order`]
//! of openings, a [`FaultRule`], each of them [`Worded`], and an [`Exclusion`]; where programs play, a [`Secret`]. A mistake in it is a [`SpecError`], with its place.

pub(crate) mod agreement;
pub(crate) mod file;
pub(crate) mod format;
pub(crate) mod located;
pub(crate) mod plain;
pub(crate) mod rules;
pub(crate) mod secret;
pub(crate) mod spec;
pub(crate) mod spec_error;
pub(crate) mod sweep;
pub(crate) mod words;

pub use self::{
    agreement::Agreement,
    file::{SPEC_KEYS, read_spec},
    format::Format,
    located::Located,
    plain::{MOST_DATA, MOST_SETTINGS, read_plain, read_text},
    rules::{Exclusion, FaultRule, Order, SeatingRule, Worded},
    secret::{Secret, SecretChoice},
    spec::{GameSpec, PlayerSpec, Rules, Spec, SpecSize},
    spec_error::{SpecError, SpecMistake},
    words::{count, io_words, json_words, quoted, sha256},
};
