//! A plug-in's declarations, as documents.

use agon_core::{AnyPosition, Named, OptionSpec, Position, ShippedModel, models::MODEL, options::Kind};
use serde::Serialize;
use serde_json::Value;

/// One option, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeclaredOption {
    /// Its name.
    name: &'static str,
    /// `whole`, `limit`, `real`, `flag`, `choice`, `text`, `player` or `list`.
    r#type: &'static str,
    /// The default; null if there is none.
    default: Option<&'static str>,
    /// The least number; null where there is none.
    min: Value,
    /// The greatest.
    max: Value,
    /// The words a `choice` takes; otherwise empty.
    choices: &'static [&'static str],
    /// The accepted values, in words.
    accepted: String,
    /// Its effect.
    meaning: &'static str,
}

impl DeclaredOption {
    /// The document of this declaration.
    pub fn of(spec: &OptionSpec) -> DeclaredOption {
        let (min, max) = range(spec.kind);
        DeclaredOption {
            name: spec.name,
            r#type: type_name(spec.kind),
            default: (!spec.default.is_empty()).then_some(spec.default),
            min,
            max,
            choices: if let Kind::Choice(words) = spec.kind { words } else { &[] },
            accepted: spec.accepted(),
            meaning: spec.meaning,
        }
    }
}

/// A heuristic or a feature, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeclaredName {
    /// Its name.
    name: &'static str,
    /// A description of one line.
    summary: &'static str,
}

impl DeclaredName {
    /// The documents of these declarations.
    pub fn list(names: &[Named]) -> Vec<DeclaredName> {
        let entry = |named: &Named| DeclaredName { name: named.name, summary: named.summary };
        names.iter().map(entry).collect()
    }
}

/// The heuristics of the game that begins with `start`, the usual one first; the last is learned, where one comes with
/// the game.
pub fn heuristics_of(start: &AnyPosition) -> Vec<Named> {
    let learned = Named::new(MODEL, "what positions were worth in games against itself");
    let shipped = ShippedModel::of(start).filter(|model| (model.read)().fits(start).is_ok());
    start.heuristics().iter().copied().chain(shipped.map(|_| learned)).collect()
}

/// The word for a kind of option.
pub fn type_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Whole { .. } => "whole",
        Kind::Limit { .. } => "limit",
        Kind::Real { .. } => "real",
        Kind::Flag => "flag",
        Kind::Choice(_) => "choice",
        Kind::Text(_) | Kind::Quoted(_) | Kind::Document(..) | Kind::Binary(_) => "text",
        Kind::Game(_) => "game",
        Kind::Player(_) => "player",
        Kind::List(_) | Kind::Players(..) => "list",
        _ => "other",
    }
}

/// The least and the greatest number; `null` where there is no bound.
fn range(kind: Kind) -> (Value, Value) {
    match kind {
        Kind::Whole { min, max } | Kind::Limit { min, max } => {
            (min.into(), if max == u64::MAX { Value::Null } else { max.into() })
        }
        // An infinite bound becomes `null` by itself.
        Kind::Real { min, max } => (min.into(), max.into()),
        _ => (Value::Null, Value::Null),
    }
}
