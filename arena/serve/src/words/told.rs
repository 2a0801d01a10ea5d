//! Errors in another language: what is wrong is said in English first, by whatever room knows it, and found
//! again here by what it says.
//!
//! A message of the catalogue `told.en.ftl` is a pattern: what stands between braces is anything. The pattern
//! with the most letters of its own wins; what it lets through is translated likewise, where it can be. So
//! no other room knows of languages, and a message that nobody has translated is told in English.

use std::sync::OnceLock;

use super::{Language, Said};

const ENGLISH: &str = include_str!("../../locales/told.en.ftl");

/// How deep a message within a message is looked into.
const DEEPEST: usize = 4;

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

    /// What stands in the holes, if this is such a message.
    fn holes<'a>(&self, message: &'a str) -> Option<Vec<&'a str>> {
        let (first, others) = self.pieces.split_first()?;
        let mut rest = message.strip_prefix(first)?;
        let mut found = Vec::new();
        for (number, piece) in others.iter().enumerate() {
            let is_last = number + 1 == others.len();
            let at = if is_last {
                rest.len().checked_sub(piece.len()).filter(|&at| rest.get(at..) == Some(*piece))
            } else {
                rest.find(piece)
            };
            let at = at.filter(|&at| 0 < at)?;
            found.push(&rest[..at]);
            rest = &rest[at + piece.len()..];
        }
        rest.is_empty().then_some(found)
    }
}

impl Language {
    /// An English message in this language; nothing where it has no words for it.
    pub(crate) fn told(self, message: &str) -> Option<String> {
        if self == Language::English { None } else { self.told_within(message, DEEPEST) }
    }

    fn told_within(self, message: &str, deepest: usize) -> Option<String> {
        let deepest = deepest.checked_sub(1)?;
        Pattern::all().iter().find_map(|pattern| {
            let mut is_better = !pattern.is_shape();
            let told: Vec<String> = pattern
                .holes(message)?
                .into_iter()
                .map(|hole| {
                    let inner = self.told_within(hole, deepest);
                    is_better |= inner.is_some();
                    inner.unwrap_or_else(|| hole.to_owned())
                })
                .collect();
            let with: Vec<(&str, &dyn Said)> = pattern
                .holes
                .iter()
                .zip(&told)
                .map(|(&hole, text)| (hole, text as &dyn Said))
                .collect();
            is_better.then(|| self.say_with(pattern.id, &with))
        })
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
    fn every_pattern_is_found_by_what_it_says() {
        for pattern in Pattern::all() {
            let message = pattern.pieces.join("17");
            let holes = pattern.holes(&message).expect(pattern.id);
            assert!(holes.iter().all(|hole| *hole == "17"), "{message}");
        }
        assert!(90 < Pattern::all().len());
    }
}
