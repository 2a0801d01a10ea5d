//! Errors in another language: what is wrong is said in English first, by whatever room knows it, and found
//! again here by what it says.
//!
//! A message of the catalogue `told.en.ftl` is a pattern: what stands between braces is anything, and is
//! translated likewise, where it can be. Of all ways to read a message so, that one is taken that leaves the
//! fewest letters unread. So no other room knows of languages, and a message that nobody has translated is told
//! in English.

use std::{collections::HashMap, sync::OnceLock};

use super::{Language, Said};

const ENGLISH: &str = include_str!("../../locales/told.en.ftl");

/// How deep a message within a message is looked into.
const DEEPEST: usize = 4;
/// In how many ways one pattern is laid over a message.
const MOST_WAYS: usize = 6;
/// A message of more letters is told in English: most of it is what somebody sent.
const LONGEST: usize = 1_200;

/// What messages look like.
struct Pattern {
    id: &'static str,
    /// What stands between the holes, and what each hole is called.
    pieces: Vec<&'static str>,
    holes: Vec<&'static str>,
    letters: usize,
}

impl Pattern {
    fn of(line: &'static str) -> Option<Pattern> {
        let (id, mut rest) = line.split_once(" = ").filter(|_| !line.starts_with('#'))?;
        let (mut pieces, mut holes) = (Vec::new(), Vec::new());
        while let Some((before, after)) = rest.split_once("{ $") {
            let (hole, behind) = after.split_once(" }")?;
            pieces.push(before);
            holes.push(hole);
            rest = behind;
        }
        pieces.push(rest);
        let letters = pieces.iter().map(|piece| piece.len()).sum();
        Some(Pattern { id, pieces, holes, letters })
    }

    /// Whether it only says how messages are put together, `{a}; accepted: {b}`: then a part of it must be
    /// known for it to be of use.
    fn is_shape(&self) -> bool {
        self.id.starts_with("shape-")
    }

    fn all() -> &'static [Pattern] {
        static ALL: OnceLock<Vec<Pattern>> = OnceLock::new();
        ALL.get_or_init(|| {
            let mut all: Vec<Pattern> = ENGLISH.lines().filter_map(Pattern::of).collect();
            all.sort_by_key(|pattern| std::cmp::Reverse(pattern.letters));
            all
        })
    }

    /// What stands in the holes, if this is such a message: in every way in which it is one, as far as there
    /// are not too many.
    fn ways<'a>(&self, message: &'a str) -> Vec<Vec<&'a str>> {
        let mut ways = Vec::new();
        if let Some((first, others)) = self.pieces.split_first()
            && let Some(rest) = message.strip_prefix(first)
            && others.last().is_none_or(|last| rest.ends_with(last))
        {
            lay(others, rest, &mut Vec::new(), &mut ways);
        }
        ways
    }
}

/// Fills holes so that `pieces` stand behind them, in their order, and the last one at the end.
fn lay<'a>(pieces: &[&str], rest: &'a str, found: &mut Vec<&'a str>, ways: &mut Vec<Vec<&'a str>>) {
    let Some((piece, others)) = pieces.split_first() else {
        if rest.is_empty() {
            ways.push(found.clone());
        }
        return;
    };
    let last = rest.len().checked_sub(piece.len());
    let places: Vec<usize> = if others.is_empty() {
        last.filter(|&at| rest.get(at..) == Some(*piece)).into_iter().collect()
    } else {
        // Pieces may overlap themselves: every place counts.
        (0..=last.unwrap_or(0))
            .filter(|&at| rest.get(at..).is_some_and(|rest| rest.starts_with(piece)))
            .collect()
    };
    for at in places.into_iter().filter(|&at| 0 < at) {
        if MOST_WAYS <= ways.len() {
            return;
        }
        found.push(&rest[..at]);
        lay(others, &rest[at + piece.len()..], found, ways);
        found.pop();
    }
}

/// What was made of parts of a message: how many letters of it were read, and what it says. Parts are known by
/// where they are, how long they are, and how deep they may be looked into.
type Known = HashMap<(usize, usize, usize), Option<(usize, String)>>;

impl Language {
    /// An English message in this language; nothing where it has no words for it.
    pub(crate) fn told(self, message: &str) -> Option<String> {
        if self == Language::English || LONGEST < message.len() {
            return None;
        }
        let (_, told) = self.told_within(message, DEEPEST, &mut Known::new())?;
        Some(told)
    }

    fn told_within(
        self,
        message: &str,
        deepest: usize,
        known: &mut Known,
    ) -> Option<(usize, String)> {
        let deepest = deepest.checked_sub(1)?;
        let place = (message.as_ptr() as usize, message.len(), deepest);
        if let Some(found) = known.get(&place) {
            return found.clone();
        }
        let mut best: Option<(usize, bool, String)> = None;
        for pattern in Pattern::all() {
            for holes in pattern.ways(message) {
                let (mut letters, mut is_better) = (pattern.letters, !pattern.is_shape());
                let mut told = Vec::new();
                for hole in holes {
                    let inner = self.told_within(hole, deepest, known);
                    is_better |= inner.is_some();
                    let (read, text) = inner.unwrap_or_else(|| (0, hole.to_owned()));
                    letters += read;
                    told.push(text);
                }
                // Where nothing else decides, the whole is put together from parts, not a part from wholes.
                let is_shape = pattern.is_shape();
                let is_more = |(most, shape, _): &(usize, bool, String)| {
                    (*most, *shape) < (letters, is_shape)
                };
                if is_better && best.as_ref().is_none_or(is_more) {
                    let with = pattern.holes.iter().zip(&told);
                    let with: Vec<(&str, &dyn Said)> =
                        with.map(|(&hole, text)| (hole, text as &dyn Said)).collect();
                    best = Some((letters, is_shape, self.say_with(pattern.id, &with)));
                }
            }
        }
        let best = best.map(|(letters, _, told)| (letters, told));
        known.insert(place, best.clone());
        best
    }
}

#[cfg(test)]
mod tests {
    use super::{Language, Pattern};

    #[test]
    fn messages_are_told_in_the_language_of_the_page() {
        for (english, hungarian) in [
            ("there is no tournament of that name", "nincs ilyen nevű verseny"),
            (
                "unknown game `nimm`; did you mean `nim`? accepted: nim, hex",
                "ismeretlen játék: `nimm`; erre gondolt: `nim`? lehet: nim, hex",
            ),
            (
                "nim: option `heaps` cannot be `x`; accepted: a whole number from 1 to 3",
                "nim: a beállítás (`heaps`) nem lehet `x`; lehet: egész szám 1 és 3 között",
            ),
            ("hex: you do not sit at this table", "hex: Ön nem ül ennél az asztalnál"),
        ] {
            assert_eq!(Language::Hungarian.told(english).as_deref(), Some(hungarian));
            assert!(Language::Slovenian.told(english).is_some(), "{english}");
        }
        assert_eq!(Language::Hungarian.told("hex: of this nobody has thought"), None);
        assert_eq!(Language::English.told("there is no such ply"), None);
    }

    /// The text that follows, as Rust writes it: `"…\"…"`, over several lines.
    fn literal(source: &str) -> Option<String> {
        let mut signs = source.strip_prefix('"')?.chars();
        let mut text = String::new();
        loop {
            match signs.next()? {
                '"' => return Some(text),
                '\\' => match signs.next()? {
                    '\n' => {
                        let rest = signs.as_str().trim_start();
                        signs = rest.chars();
                    }
                    sign => text.push(sign),
                },
                sign => text.push(sign),
            }
        }
    }

    /// The same with something in every hole.
    fn filled(text: &str) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            filled += before;
            filled += "17";
            rest = after.split_once('}').map_or("", |(_, behind)| behind);
        }
        filled + rest
    }

    #[test]
    fn every_error_of_this_server_is_told_in_every_language() {
        let mut folders =
            vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))];
        let (mut asked, mut missing) = (0, Vec::new());
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let source = std::fs::read_to_string(&path).unwrap();
                let source = source.split("#[cfg(test)]").next().unwrap();
                for made in ["wrong", "missing", "conflict", "forbidden", "full", "trouble", "new"]
                {
                    for call in source.split(&format!("Problem::{made}(")).skip(1) {
                        let call = call.trim_start();
                        let call = call.strip_prefix("StatusCode::").map_or(call, |status| {
                            status.split_once(',').map_or("", |(_, text)| text).trim_start()
                        });
                        let call = call.strip_prefix("format!(").unwrap_or(call).trim_start();
                        let Some(text) = literal(call) else { continue };
                        asked += 1;
                        if Language::Slovenian.told(&filled(&text)).is_none() {
                            missing.push(text);
                        }
                    }
                }
            }
        }
        assert!(missing.is_empty(), "{missing:#?}");
        assert!(40 < asked, "{asked}");
    }

    #[test]
    fn every_pattern_is_found_by_what_it_says_whatever_its_holes_end_in() {
        let mut signs: Vec<char> = Pattern::all()
            .iter()
            .flat_map(|pattern| &pattern.pieces)
            .flat_map(|piece| [piece.chars().next(), piece.chars().last()])
            .flatten()
            .filter(|sign| !sign.is_alphanumeric())
            .collect();
        signs.sort_unstable();
        signs.dedup();
        assert!(signs.contains(&'`') && signs.contains(&'"'), "{signs:?}");
        let values: Vec<String> = signs
            .iter()
            .filter(|sign| **sign != ' ')
            .flat_map(|sign| [format!("17{sign}"), format!("{sign}17"), format!("{sign}17{sign}")])
            .chain(["17".to_owned()])
            .collect();
        for pattern in Pattern::all() {
            for value in &values {
                let message = pattern.pieces.join(value);
                let is_meant = |holes: &Vec<&str>| holes.iter().all(|hole| hole == value);
                assert!(pattern.ways(&message).iter().any(is_meant), "{message}");
            }
        }
        assert!(90 < Pattern::all().len());
    }

    /// What is wrong, and behind it what is accepted: whatever signs the two end in.
    #[test]
    fn a_message_of_two_parts_is_told_part_by_part() {
        let parts: Vec<&Pattern> = Pattern::all()
            .iter()
            .filter(|pattern| !pattern.is_shape() && pattern.id.starts_with("told-"))
            .collect();
        let shape = Pattern::all().iter().find(|pattern| pattern.id == "shape-accepted").unwrap();
        // What is accepted is told by patterns that begin so.
        let accepted: Vec<&&Pattern> = parts
            .iter()
            .filter(|pattern| {
                let begins = |word: &&str| pattern.pieces[0].starts_with(*word);
                ["a whole number", "a number", "one of ", "a player, ", "a tree "]
                    .iter()
                    .any(begins)
            })
            .collect();
        let mut asked = 0;
        for language in [Language::Hungarian, Language::Slovenian] {
            for wrong in &parts {
                let wrong = wrong.pieces.join("x");
                if wrong.contains("; ") {
                    // It has a part behind itself already.
                    continue;
                }
                for right in &accepted {
                    let right = right.pieces.join("17");
                    let message = [wrong.as_str(), right.as_str()].join(shape.pieces[1]);
                    let (a, b) = (language.told(&wrong).unwrap(), language.told(&right).unwrap());
                    let wanted = language.say_with(shape.id, &[("a", &a), ("b", &b)]);
                    assert_eq!(language.told(&message), Some(wanted), "{message}");
                    asked += 1;
                }
            }
        }
        assert!(1000 < asked, "{asked}");
        let found = Language::Hungarian.told(
            "alpha-beta(depth=x): option `depth` cannot be `x`; accepted: a whole number from 1 to 1000, or `unlimited`",
        );
        assert!(found.as_ref().is_some_and(|text| !text.contains(" or ")), "{found:?}");
    }

    #[test]
    fn a_message_that_is_made_to_be_ambiguous_is_told_soon() {
        let begun = std::time::Instant::now();
        for piece in [": ", "; accepted: ", "`, `", " cannot be `", "unknown game `"] {
            for times in [20, 200, 20_000] {
                let _ = Language::Hungarian.told(&format!("hex{}`x`", piece.repeat(times)));
            }
        }
        assert!(begun.elapsed() < std::time::Duration::from_secs(20), "{:?}", begun.elapsed());
    }
}
