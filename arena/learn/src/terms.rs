//! Terms that name learned evaluations: reading a term also reads the files that it names.
//!
//! The term `learned("c4.agon")` becomes `learned("c4.agon",sha256=…)`, and is then valid for this file
//! alone. Files are read by calls of this module only, and no text that comes over a network is passed to
//! it.

use std::path::Path;

use agon_core::{
    models::{MODEL, ModelName, is_known},
    term::{Quotes, Term},
};

use crate::model::{LearnedModel, ModelError};

/// `text`, a term or several, with the hash of every learned evaluation that it names. Their files are read,
/// and searches know them from now on.
///
/// # Errors
///
/// Where a file can't be read, is no learned evaluation, or another one than the text says.
pub fn with_models(text: &str) -> Result<String, ModelError> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((begin, end)) = next_model(rest) {
        let term = Term::parse(&rest[begin..end]).map_err(|error| ModelError::Term(error.to_string()))?;
        let name = ModelName::of(&term).map_err(|form| ModelError::Term(format!("`{term}`; accepted: {form}")))?;
        out.push_str(&rest[..begin]);
        out.push_str(&read(name)?.term());
        rest = &rest[end..];
    }
    out.push_str(rest);
    Ok(out)
}

/// Reads the file of that name, unless it is known, and adds its hash.
fn read(name: ModelName) -> Result<ModelName, ModelError> {
    if name.hash.as_deref().is_some_and(is_known) {
        return Ok(name);
    }
    let model = LearnedModel::read(Path::new(&name.file))?;
    let found = agon_core::Evaluate::id(&model).to_owned();
    if let Some(expected) = name.hash.as_ref().filter(|hash| **hash != found) {
        let expected = expected.clone();
        return Err(ModelError::Another { path: name.file, found, expected });
    }
    model.register();
    Ok(ModelName { hash: Some(found), ..name })
}

/// Where the next `learned(…)` of a text begins and ends: outside of quotation marks, and no part of another
/// name.
fn next_model(text: &str) -> Option<(usize, usize)> {
    let mut quotes = Quotes::default();
    let mut is_inside_name = false;
    let mut begin = None;
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        let is_quoted = quotes.holds(at, c);
        match begin {
            None if !is_quoted && !is_inside_name => {
                let rest = text[at..].strip_prefix(MODEL).map(str::trim_start);
                begin = rest.filter(|rest| rest.starts_with('(')).map(|_| at);
            }
            None => {}
            Some(_) if is_quoted => {}
            Some(from) => match c {
                '(' => depth += 1,
                ')' => {
                    depth -= 1;
                    if depth == 0 {
                        return Some((from, at + 1));
                    }
                }
                _ => {}
            },
        }
        is_inside_name = !is_quoted && (c.is_alphanumeric() || c == '-' || c == '_');
    }
    None
}

#[cfg(test)]
mod tests {
    use super::next_model;

    #[test]
    fn models_are_found_at_any_depth_of_a_term() {
        for (text, found) in [
            (r#"greedy(heuristic=learned("a.agon"))"#, Some(r#"learned("a.agon")"#)),
            (
                r#"p(one=q(heuristic = learned ("a (b).agon", sha256=1)), d=2)"#,
                Some(r#"learned ("a (b).agon", sha256=1)"#),
            ),
            (r#"x(a="learned(\"b\")")"#, None),
            ("unlearned(b)", None),
            ("learned", None),
            ("learned(", None),
            ("greedy(heuristic=usual)", None),
        ] {
            let part = next_model(text).map(|(begin, end)| &text[begin..end]);
            assert_eq!(part, found, "{text}");
        }
    }
}
