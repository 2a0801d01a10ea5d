//! What a plug-in declares of itself, for people.

use std::io::{self, Write};

use agon_core::OptionSpec;
use agon_table::type_name;

use crate::output::paragraph;

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
        paragraph(out, 6, &format!("type: {kind}; default: {default}; accepted: {}", spec.accepted()))?;
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
