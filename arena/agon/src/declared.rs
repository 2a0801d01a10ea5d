//! What a plug-in declares of itself, for people and for scripts.

use std::io::{self, Write};

use agon_core::{Named, OptionSpec, options::Kind};
use serde::Serialize;
use serde_json::Value;

use crate::output::paragraph;

/// One option, as a document.
#[derive(Serialize)]
pub(crate) struct DeclaredOption {
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
    pub(crate) fn of(spec: &OptionSpec) -> DeclaredOption {
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
pub(crate) struct DeclaredName {
    name: &'static str,
    summary: &'static str,
}

impl DeclaredName {
    pub(crate) fn list(names: &[Named]) -> Vec<DeclaredName> {
        let entry = |named: &Named| DeclaredName { name: named.name, summary: named.summary };
        names.iter().map(entry).collect()
    }
}

/// Writes the options for people.
pub(crate) fn write_options(out: &mut dyn Write, specs: &[OptionSpec]) -> io::Result<()> {
    if specs.is_empty() {
        return writeln!(out, "\nOptions: none");
    }
    writeln!(out, "\nOptions, in the order in which they may be given without a name")?;
    for spec in specs {
        let default = if spec.default.is_empty() { "none" } else { spec.default };
        let kind = type_name(spec.kind);
        writeln!(out, "  {}", spec.name)?;
        paragraph(out, 6, spec.meaning)?;
        paragraph(
            out,
            6,
            &format!("type: {kind}; default: {default}; accepted: {}", spec.accepted()),
        )?;
    }
    Ok(())
}

/// Writes names and what they stand for under `title`; nothing where there are none.
pub(crate) fn write_names(
    out: &mut dyn Write,
    title: &str,
    names: impl IntoIterator<Item = (&'static str, &'static str)>,
) -> io::Result<()> {
    let names: Vec<_> = names.into_iter().collect();
    let width = names.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    if !names.is_empty() && !title.is_empty() {
        writeln!(out, "\n{title}")?;
    }
    let indent = if title.is_empty() { 0 } else { 2 };
    for (name, summary) in names {
        writeln!(out, "{:indent$}{name:width$}  {summary}", "")?;
    }
    Ok(())
}

fn type_name(kind: Kind) -> &'static str {
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
