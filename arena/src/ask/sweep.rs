//! Several players, or games, in one term: `mcts(iterations={100,300})` is two of them.

use agon_core::term::{Quotes, TermError, split_list};

/// The most players, or games, that one text may expand to.
const MOST: usize = 1000;

/// The terms of `text`: a value between braces after `=` takes each of its parts in turn. Several such values give
/// every combination, in which the last one changes first.
///
/// # Errors
///
/// If braces are empty or not closed, or there are too many combinations.
pub(crate) fn expand(text: &str) -> Result<Vec<String>, TermError> {
    let (lists, rest) = lists(text)?;
    let mut terms = vec![String::new()];
    for (before, values) in &lists {
        terms =
            terms.iter().flat_map(|term| values.iter().map(move |value| format!("{term}{before}{value}"))).collect();
    }
    for term in &mut terms {
        term.push_str(rest);
    }
    Ok(terms)
}

/// The number of those terms.
///
/// # Errors
///
/// As [`expand`].
pub(crate) fn count(text: &str) -> Result<u64, TermError> {
    Ok(lists(text)?.0.iter().map(|(_, values)| values.len() as u64).product())
}

/// The text before a list of values, and the values.
type Swept<'a> = (&'a str, Vec<&'a str>);

/// The lists of values in a text, and the text after the last of them.
fn lists(text: &str) -> Result<(Vec<Swept<'_>>, &str), TermError> {
    let wrong = |at: usize, problem: String| TermError {
        text: text.to_owned(),
        column: text[..at].chars().count() + 1,
        problem,
    };
    let (mut lists, mut combinations, mut from) = (Vec::new(), 1, 0);
    let mut quotes = Quotes::default();
    let is_brace = |&(at, c): &(usize, char)| !quotes.holds(at, c) && matches!(c, '{' | '}');
    let braces: Vec<(usize, char)> = text.char_indices().filter(is_brace).collect();
    let next = |from: usize, brace: char| braces.iter().find(|&&(at, c)| from <= at && c == brace).map(|&(at, _)| at);
    while let Some(open) = next(from, '{') {
        let Some(close) = next(open, '}') else {
            return Err(wrong(open, "this bracket is never closed by `}`".to_owned()));
        };
        if !text[..open].trim_end().ends_with('=') {
            return Err(wrong(open, "a list of values stands after `option=`".to_owned()));
        }
        let values = split_list(&text[open + 1..close]);
        if values.is_empty() {
            return Err(wrong(open, "no value between the braces".to_owned()));
        }
        combinations *= values.len();
        if MOST < combinations {
            return Err(wrong(open, format!("more than {MOST} combinations")));
        }
        lists.push((&text[from..open], values));
        from = close + 1;
    }
    Ok((lists, &text[from..]))
}

#[cfg(test)]
mod tests {
    use super::{count, expand};

    #[test]
    fn every_combination_is_a_player_and_mistakes_have_their_column() {
        assert_eq!(expand("random").unwrap(), ["random"]);
        let expected = ["m(a=1, b=x)", "m(a=1, b=y)", "m(a=2, b=x)", "m(a=2, b=y)"];
        assert_eq!(expand("m(a={1, 2}, b={x,y})").unwrap(), expected);
        assert_eq!(expand("m(p=k(a={1,2}))").unwrap(), ["m(p=k(a=1))", "m(p=k(a=2))"]);
        assert_eq!(expand("m(a={1,{2})").unwrap(), ["m(a=1)", "m(a={2)"]);
        assert_eq!(count("m(a={1, 2}, b={x,y,z})").unwrap(), 6);
        let quoted = "u(a=\"{1,2}\", b={1,2})";
        assert_eq!(expand(quoted).unwrap(), ["u(a=\"{1,2}\", b=1)", "u(a=\"{1,2}\", b=2)"]);
        for (text, message) in [
            ("m(a={1,2)", "column 5: this bracket is never closed by `}`"),
            ("m({1,2})", "column 3: a list of values stands after `option=`"),
            ("m(a={})", "column 5: no value between the braces"),
        ] {
            let error = expand(text).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
