//! Sentences of games, players and rooms that know of no language, told by their names; one without a name, or that nobody
//! has translated, is told in English.

use agon_core::Sentence;

use super::{Language, Said};

impl Language {
    /// A sentence in this language; nothing where it has no words for it.
    pub(crate) fn said(self, sentence: &Sentence) -> Option<String> {
        let id = format!("said-{}", sentence.name()?);
        self.bundle().get_message(&id)?;
        let parts: Vec<(&str, String)> =
            sentence.parts().iter().map(|(place, part)| (*place, self.sentence(part))).collect();
        let with: Vec<(&str, &dyn Said)> = parts.iter().map(|(place, text)| (*place, text as &dyn Said)).collect();
        Some(self.say_with(&id, &with))
    }

    /// A sentence in this language, and in English where it has no words for it.
    pub(crate) fn sentence(self, sentence: &Sentence) -> String {
        self.said(sentence).unwrap_or_else(|| sentence.to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, fs, path::Path};

    use agon_core::Sentence;

    use super::Language;
    use crate::words::identifiers;

    /// The sentences that the sources have, with their English words, by name.
    fn named() -> BTreeMap<String, String> {
        fn read(folder: &Path, found: &mut BTreeMap<String, String>) {
            for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if entry.is_dir() {
                    read(&entry, found);
                } else if entry.extension().is_some_and(|end| end == "rs") && !entry.ends_with("sentence.rs") {
                    let source = fs::read_to_string(&entry).unwrap();
                    for after in source.split("Sentence::named(").skip(1) {
                        let mut strings = after.split('"').skip(1).step_by(2);
                        let name = strings.next().unwrap();
                        assert!(
                            name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'),
                            "{}: {name}",
                            entry.display()
                        );
                        let twice = found.insert(name.to_owned(), words_of(after));
                        assert!(twice.is_none(), "two sentences are called {name}");
                    }
                }
            }
        }
        let mut found = BTreeMap::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for folder in ["core/src", "players/src", "arena/table/src"] {
            read(&root.join(folder), &mut found);
        }
        found
    }

    /// The English words of a sentence: the string behind its name.
    fn words_of(after: &str) -> String {
        let argument = after.split_once(',').unwrap().1.trim_start();
        let text = argument.strip_prefix('"').expect("the words of a sentence stand beside its name");
        let end = text.match_indices('"').find(|(at, _)| !text[..*at].ends_with('\\')).unwrap().0;
        text[..end].to_owned()
    }

    /// The names between `open` and `close`, in order.
    fn places(text: &str, open: &str, close: &str) -> Vec<String> {
        let mut found: Vec<String> =
            text.split(open).skip(1).map(|rest| rest.split(close).next().unwrap().trim().to_owned()).collect();
        found.sort();
        found
    }

    #[test]
    fn every_sentence_has_words_in_every_language_and_no_words_are_unused() {
        let named = named();
        assert!(30 < named.len(), "{named:?}");
        for language in [Language::Hungarian, Language::Slovenian] {
            let source = language.of_sentences();
            let known = identifiers(source);
            let unused: Vec<&String> = known.iter().filter(|id| !named.contains_key(&id["said-".len()..])).collect();
            assert!(unused.is_empty(), "{language}: {unused:?}");
            for (name, english) in &named {
                let line = source.lines().find_map(|line| line.strip_prefix(&format!("said-{name} = ")));
                let line = line.unwrap_or_else(|| panic!("{language}: {name}"));
                assert_eq!(places(line, "{ $", "}"), places(english, "{", "}"), "{language}: {name}");
            }
        }
    }

    #[test]
    fn a_sentence_is_told_with_what_stands_in_it() {
        let note = Sentence::named("takes-others", "takes the others for {player}").with("player", "greedy");
        let whole = Sentence::named("noted", "{first}: {second}").with("first", note).with("second", "all is well");
        assert_eq!(Language::Hungarian.sentence(&whole), "a többieket ilyennek hiszi: greedy: all is well");
        assert_eq!(Language::English.sentence(&whole), "takes the others for greedy: all is well");
        assert_eq!(Language::Slovenian.said(&"all is well".into()), None);
        assert_eq!(Language::Slovenian.said(&Sentence::named("nobody-knows", "x")), None);
    }
}
