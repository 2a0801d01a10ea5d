//! How a text becomes another: for a page that has the one before, so that a move is told in some hundred bytes.

use std::fmt::Write as _;

use imara_diff::{Algorithm, Diff, InternedInput, TokenSource};

/// Whether a part of a text begins with this byte, which is compared as one: in documents, most of what changes stands
/// between two of these.
const BEGINS: [bool; 256] = {
    let (marks, mut begins, mut at) = (b"<{[\",% ", [false; 256], 0);
    while at < marks.len() {
        begins[marks[at] as usize] = true;
        at += 1;
    }
    begins
};

/// A text in its parts.
#[derive(Clone)]
struct Parts<'a>(&'a str);

impl<'a> Iterator for Parts<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.0;
        let end = text.bytes().skip(1).position(|byte| BEGINS[usize::from(byte)]).map_or(text.len(), |at| at + 1);
        let (part, rest) = text.split_at_checked(end)?;
        self.0 = rest;
        (!part.is_empty()).then_some(part)
    }
}

impl<'a> TokenSource for Parts<'a> {
    type Token = &'a str;
    type Tokenizer = Parts<'a>;

    fn tokenize(&self) -> Parts<'a> {
        self.clone()
    }

    fn estimate_tokens(&self) -> u32 {
        const LENGTH: usize = 5;
        (self.0.len() / LENGTH) as u32
    }
}

/// How `old` becomes `new`, a line for each step from their beginnings on: `=12` keeps so many units of UTF-16, as scripts
/// count them, `-12` leaves them out, and `+` is followed by what is new. Neither text has line breaks.
pub(crate) fn edits(old: &str, new: &str) -> String {
    let input = InternedInput::new(Parts(old), Parts(new));
    let diff = Diff::compute(Algorithm::Histogram, &input);
    let texts = |tokens: &[imara_diff::Token]| -> Vec<&str> { tokens.iter().map(|&one| input.interner[one]).collect() };
    let units = |from: u32, to: u32| -> usize {
        let parts = texts(&input.before[from as usize..to as usize]);
        parts.into_iter().map(|part| if part.is_ascii() { part.len() } else { part.encode_utf16().count() }).sum()
    };
    let (mut lines, mut at) = (String::new(), 0);
    let count = |lines: &mut String, sign: char, units: usize| {
        if units != 0 {
            let _ = writeln!(lines, "{sign}{units}");
        }
    };
    for hunk in diff.hunks() {
        count(&mut lines, '=', units(at, hunk.before.start));
        count(&mut lines, '-', units(hunk.before.start, hunk.before.end));
        let added = texts(&input.after[hunk.after.start as usize..hunk.after.end as usize]);
        if !added.is_empty() {
            let _ = writeln!(lines, "+{}", added.concat());
        }
        at = hunk.before.end;
    }
    count(&mut lines, '=', units(at, input.before.len() as u32));
    lines.truncate(lines.trim_end_matches('\n').len());
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::edits;

    /// What a page makes of them.
    fn applied(old: &str, edits: &str) -> String {
        let old: Vec<u16> = old.encode_utf16().collect();
        let (mut new, mut at) = (Vec::new(), 0);
        for line in edits.lines() {
            let (sign, rest) = line.split_at(1);
            if sign == "+" {
                new.extend(rest.encode_utf16());
                continue;
            }
            let end = at + rest.parse::<usize>().unwrap();
            new.extend(old[at..end].iter().filter(|_| sign == "="));
            at = end;
        }
        assert_eq!(at, old.len());
        String::from_utf16(&new).unwrap()
    }

    #[test]
    fn a_move_of_many_words_is_told_by_what_changes() {
        let words: Vec<String> = (0..2_000).map(|word| format!("<g class=\"é𝄞\">{word}</g>")).collect();
        let mut changed = words.clone();
        changed[300] = "<b>here</b>".to_owned();
        changed.remove(1_500);
        let (old, new) = (words.concat(), changed.concat());
        let told = edits(&old, &new);
        assert_eq!(applied(&old, &told), new);
        assert!(told.len() < 100, "{told}");
        assert_eq!(edits(&old, &old), format!("={}", old.encode_utf16().count()));
        assert_eq!(edits("", &new), format!("+{new}"));
        assert_eq!(edits("", ""), "");
    }

    proptest! {
        #[test]
        fn every_text_becomes_every_other(old in "[<{,% a-cé𝄞\"]{0,60}", new in "[<{,% a-cé𝄞\"]{0,60}") {
            prop_assert_eq!(applied(&old, &edits(&old, &new)), new);
        }
    }
}
