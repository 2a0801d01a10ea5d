//! How a text becomes another: for a page that has the one before, so that a move is told in some hundred bytes.

use std::{fmt::Write as _, iter::zip};

use imara_diff::{Algorithm, Diff, InternedInput, Token, TokenSource};

/// At which bytes a part of a text begins, which is compared as one.
type Marks = [bool; 256];

/// The marks of the parts in which texts are compared, first in whole elements and objects, then what is left of them: in
/// documents, most of what changes stands between two of these.
const MARKS: [&Marks; 2] = [&marks(b"<{["), &marks(b"<{[\",% ")];

const fn marks(bytes: &[u8]) -> Marks {
    let (mut marks, mut at) = ([false; 256], 0);
    while at < bytes.len() {
        marks[bytes[at] as usize] = true;
        at += 1;
    }
    marks
}

/// A text in its parts.
#[derive(Clone)]
struct Parts<'a> {
    text: &'a str,
    marks: &'a Marks,
}

impl<'a> Iterator for Parts<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.text;
        let end = text.bytes().skip(1).position(|byte| self.marks[usize::from(byte)]).map_or(text.len(), |at| at + 1);
        let (part, rest) = text.split_at_checked(end)?;
        self.text = rest;
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
        const LENGTH: usize = 16;
        (self.text.len() / LENGTH) as u32
    }
}

/// The length of a text as scripts count it, in units of UTF-16.
fn units(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.encode_utf16().count() }
}

/// How texts become others, a line for each step.
#[derive(Default)]
struct Steps {
    lines: String,
    /// The units kept since the last line.
    kept: usize,
}

impl Steps {
    fn keep(&mut self, text: &str) {
        self.kept += units(text);
    }

    /// Leaves a text out, and puts another in its place.
    fn replace(&mut self, old: &str, new: &str) {
        if old.is_empty() && new.is_empty() {
            return;
        }
        self.end();
        self.count('-', units(old));
        if !new.is_empty() {
            let _ = writeln!(self.lines, "+{new}");
        }
    }

    /// The last line.
    fn end(&mut self) {
        self.count('=', self.kept);
        self.kept = 0;
    }

    fn count(&mut self, sign: char, units: usize) {
        if units != 0 {
            let _ = writeln!(self.lines, "{sign}{units}");
        }
    }

    /// Of two texts, by parts of these marks.
    fn compare(&mut self, old: &str, new: &str, marks: &[&Marks]) {
        // Most is as it was at both ends: that is seen sooner than it is taken apart.
        let (first, old) = old.split_at(alike_first(old, new));
        let new = &new[first.len()..];
        let (old, last) = old.split_at(old.len() - alike_last(old, new));
        let new = &new[..new.len() - last.len()];
        self.keep(first);
        match marks {
            [marks, finer @ ..] if !old.is_empty() && !new.is_empty() => self.compare_parts((old, new), marks, finer),
            _ => self.replace(old, new),
        }
        self.keep(last);
    }

    fn compare_parts(&mut self, (mut old, mut new): (&str, &str), marks: &Marks, finer: &[&Marks]) {
        let input = InternedInput::new(Parts { text: old, marks }, Parts { text: new, marks });
        let length = |tokens: &[Token]| tokens.iter().map(|&one| input.interner[one].len()).sum::<usize>();
        let mut at = 0;
        for hunk in Diff::compute(Algorithm::Histogram, &input).hunks() {
            let [from, to, begin, end] =
                [hunk.before.start, hunk.before.end, hunk.after.start, hunk.after.end].map(|place| place as usize);
            let (kept, changed) = old.split_at(length(&input.before[at..from]));
            let (changed, rest) = changed.split_at(length(&input.before[from..to]));
            self.keep(kept);
            let (added, rest_new) = new[kept.len()..].split_at(length(&input.after[begin..end]));
            self.compare(changed, added, finer);
            (old, new, at) = (rest, rest_new, to);
        }
        self.keep(old);
    }
}

/// How many bytes both texts begin with, in whole letters.
fn alike_first(old: &str, new: &str) -> usize {
    let mut alike = zip(old.bytes(), new.bytes()).take_while(|(old, new)| old == new).count();
    while !old.is_char_boundary(alike) {
        alike -= 1;
    }
    alike
}

/// How many bytes both texts end with, in whole letters.
fn alike_last(old: &str, new: &str) -> usize {
    let mut alike = zip(old.bytes().rev(), new.bytes().rev()).take_while(|(old, new)| old == new).count();
    while !old.is_char_boundary(old.len() - alike) {
        alike -= 1;
    }
    alike
}

/// How the texts of `old`, one behind the other, become those of `new`, a line for each step from the beginning on: `=12`
/// keeps so many units of UTF-16, as scripts count them, `-12` leaves them out, and `+` is followed by what is new. Each
/// text is compared with the one at its place. No text has line breaks.
pub(crate) fn edits<const N: usize>(old: &[String; N], new: &[String; N]) -> String {
    let mut steps = Steps::default();
    for (old, new) in zip(old, new) {
        steps.compare(old, new, &MARKS);
    }
    steps.end();
    steps.lines.pop();
    steps.lines
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

    /// The edits between two texts.
    fn edited(old: &str, new: &str) -> String {
        edits(&[old.to_owned()], &[new.to_owned()])
    }

    #[test]
    fn a_move_of_many_words_is_told_by_what_changes() {
        let words: Vec<String> = (0..2_000).map(|word| format!("<g class=\"é𝄞\">{word}</g>")).collect();
        let mut changed = words.clone();
        changed[300] = "<b>here</b>".to_owned();
        changed.remove(1_500);
        let (old, new) = (words.concat(), changed.concat());
        let told = edited(&old, &new);
        assert_eq!(applied(&old, &told), new);
        assert!(told.len() < 100, "{told}");
        assert_eq!(edited(&old, &old), format!("={}", old.encode_utf16().count()));
        assert_eq!(edited("", &new), format!("+{new}"));
        assert_eq!(edited("", ""), "");
    }

    proptest! {
        #[test]
        fn every_text_becomes_every_other(
            old in ["[<{,% a-cé𝄞\"]{0,60}", "[é𝄞è]{0,9}"],
            new in ["[<{,% a-cé𝄞\"]{0,60}", "[é𝄞è]{0,9}"],
        ) {
            prop_assert_eq!(applied(&old.concat(), &edits(&old, &new)), new.concat());
        }
    }
}
