//! What a plug-in declares of itself, as documents.

use agon_core::{Named, OptionSpec, options::Kind};
use serde::Serialize;
use serde_json::Value;

/// One option, as a document.
#[derive(Serialize)]
pub struct DeclaredOption {
    name: &'static str,
    r#type: &'static str,
    /// `null` where there is none.
    default: Option<&'static str>,
    /// `null` where there is none.
    min: Value,
    max: Value,
    /// The words a `choice` takes; otherwise empty.
    choices: &'static [&'static str],
    accepted: String,
    meaning: &'static str,
}

impl DeclaredOption {
    /// Of this declaration.
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
pub struct DeclaredName {
    name: &'static str,
    summary: &'static str,
}

impl DeclaredName {
    /// Of each of these.
    pub fn list(names: &[Named]) -> Vec<DeclaredName> {
        let entry = |named: &Named| DeclaredName { name: named.name, summary: named.summary };
        names.iter().map(entry).collect()
    }
}

/// The word for a kind of option.
pub fn type_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Whole { .. } => "whole",
        Kind::Limit { .. } => "limit",
        Kind::Real { .. } => "real",
        Kind::Flag => "flag",
        Kind::Choice(_) => "choice",
        Kind::Text(_) | Kind::Quoted(_) => "text",
        Kind::Player => "player",
        Kind::List(_) | Kind::Players(_) => "list",
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
        Kind::Flag
        | Kind::Choice(_)
        | Kind::Text(_)
        | Kind::Quoted(_)
        | Kind::Player
        | Kind::Players(_)
        | Kind::List(_) => (Value::Null, Value::Null),
    }
}
