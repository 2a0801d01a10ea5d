//! Sentences by their names: what a search tells of itself arises as a name with what stands in it, and is put into words
//! at the end, in English by the catalogue here, in other languages by whoever has one.

use std::{collections::BTreeMap, fmt, sync::OnceLock};

use agon_core::{Seat, Sentence};

/// The catalogue in English, in the syntax of [Fluent](https://projectfluent.org): a name and its words on each line,
/// with `{ $a }`, `{ $b }` … where the first, the second … of the parts stand.
pub const PHRASES: &str = include_str!("phrases.en.ftl");

/// A sentence, or a part of one: its name in [`PHRASES`], and what stands in it. Written out it is English.
#[derive(Clone, Debug, PartialEq)]
pub struct Phrase {
    /// The name.
    pub id: &'static str,
    /// What stands in it, in the order of the letters of its places.
    pub parts: Vec<PhrasePart>,
}

/// What stands in a [`Phrase`].
#[derive(Clone, Debug, PartialEq)]
pub enum PhrasePart {
    /// A move, a position, a name: the same in all languages.
    Text(String),
    /// Numbers, written as English does: `0.3846`, `(1, 2.5)`, `≥ 7`.
    Figure(String),
    /// What the author of a player says.
    Author(Sentence),
    /// Another phrase.
    Phrase(Phrase),
    /// Several in a row, and what stands between them.
    Row(Vec<PhrasePart>, &'static str),
}

impl Phrase {
    /// A phrase in which nothing stands.
    pub fn of(id: &'static str) -> Phrase {
        Phrase { id, parts: Vec::new() }
    }

    /// The same with something behind what stands in it already.
    #[must_use]
    pub fn with(mut self, part: impl Into<PhrasePart>) -> Phrase {
        self.parts.push(part.into());
        self
    }

    /// A phrase in which this stands, alone or first.
    pub fn around(id: &'static str, part: impl Into<PhrasePart>) -> Phrase {
        Phrase { id, parts: vec![part.into()] }
    }

    /// What a part is called in the catalogues: the first is `a`.
    pub fn letter(place: usize) -> &'static str {
        const LETTERS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
        LETTERS[place]
    }
}

impl From<Phrase> for PhrasePart {
    fn from(phrase: Phrase) -> PhrasePart {
        PhrasePart::Phrase(phrase)
    }
}

/// A text that is the same in all languages.
pub fn text(text: impl Into<String>) -> PhrasePart {
    PhrasePart::Text(text.into())
}

/// Numbers as English writes them.
pub fn figure(number: impl fmt::Display) -> PhrasePart {
    PhrasePart::Figure(number.to_string())
}

/// The number of a seat, from 1.
pub fn number_of(seat: Seat) -> PhrasePart {
    figure(seat.0 + 1)
}

/// Sentences one after the other, each with its full stop.
pub fn sentences(all: &[Phrase]) -> String {
    all.iter().map(|one| format!("{one}.")).collect::<Vec<String>>().join(" ")
}

/// What each phrase says in English.
fn english(id: &str) -> &'static str {
    static ALL: OnceLock<BTreeMap<&str, &str>> = OnceLock::new();
    let all = ALL.get_or_init(|| PHRASES.lines().filter_map(|line| line.split_once(" = ")).collect());
    // A test sees to it that each is there.
    all.get(id).copied().unwrap_or_default()
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = english(self.id);
        while let Some((before, behind)) = rest.split_once("{ $") {
            let (letter, after) = behind.split_once(" }").unwrap_or((behind, ""));
            f.write_str(before)?;
            let mut parts = self.parts.iter().enumerate();
            if let Some((_, part)) = parts.find(|&(place, _)| Phrase::letter(place) == letter) {
                write!(f, "{part}")?;
            }
            rest = after;
        }
        f.write_str(rest)
    }
}

impl fmt::Display for PhrasePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PhrasePart::Text(text) | PhrasePart::Figure(text) => f.write_str(text),
            PhrasePart::Author(sentence) => write!(f, "{sentence}"),
            PhrasePart::Phrase(phrase) => phrase.fmt(f),
            PhrasePart::Row(parts, between) => {
                for (place, part) in parts.iter().enumerate() {
                    if 0 < place {
                        f.write_str(between)?;
                    }
                    part.fmt(f)?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{PHRASES, Phrase, figure, text};

    #[test]
    fn a_phrase_is_written_with_what_stands_in_it() {
        let place = Phrase::around("search-after", text("1 2"));
        let told = Phrase::around("search-is", place).with(figure("3/8"));
        assert_eq!(told.to_string(), "After 1 2 the value is 3/8");
        // What looks like a place is none where it stands in one.
        let odd = Phrase::around("search-one-left", text("{ $a }"));
        assert_eq!(odd.to_string(), "{ $a } is not looked at");
    }

    /// Every name in the sources is in the catalogue, with as many places as letters, and every one there is used.
    #[test]
    fn the_catalogue_has_what_is_said_and_nothing_else() {
        let mut said = BTreeSet::new();
        let mut folders = ["src", "../table/src"]
            .map(|folder| std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
            .to_vec();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let source = std::fs::read_to_string(&path).unwrap_or_default();
                let source = source.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
                let names = source.split("\"search-").skip(1);
                said.extend(names.filter_map(|rest| Some(format!("search-{}", rest.split_once('"')?.0))));
            }
        }
        let named = |line: &'static str| line.split_once(" = ").map(|(name, _)| name.to_owned());
        let known: BTreeSet<String> = PHRASES.lines().filter_map(named).collect();
        assert_eq!(said, known);
        for line in PHRASES.lines().filter(|line| line.contains(" = ")) {
            let places: BTreeSet<&str> =
                line.split("{ $").skip(1).filter_map(|rest| Some(rest.split_once(" }")?.0)).collect();
            let letters: BTreeSet<&str> = (0..places.len()).map(Phrase::letter).collect();
            assert_eq!(places, letters, "{line}");
        }
    }
}
