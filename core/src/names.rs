//! Names as people type them: case, accents, spaces, hyphens and underscores make no difference.

use std::{
    collections::BTreeMap,
    fmt::{self, Debug},
};

use unicode_normalization::UnicodeNormalization;

/// A name without case, accents, spaces, hyphens and underscores: `Connect Four`, `connect_four`
/// and `connect-four` become `connectfour`, `Amőba` becomes `amoba`.
pub fn fold(name: &str) -> String {
    name.nfd().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The end of a message about an unknown word: the nearest known one, and all known ones.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Accepted {
    /// The nearest word, if one is near.
    pub nearest: Option<String>,
    /// All the words.
    pub all: Vec<String>,
}

impl Accepted {
    /// The known words, and the one among them nearest to `word`.
    pub fn new<'a>(word: &str, words: impl Iterator<Item = &'a str>) -> Accepted {
        let all: Vec<String> = words.map(str::to_owned).collect();
        let nearest = nearest(word, all.iter().map(String::as_str)).map(str::to_owned);
        Accepted { nearest, all }
    }
}

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(nearest) = &self.nearest {
            write!(f, "; did you mean `{nearest}`?")?;
        }
        let separator = if self.nearest.is_some() { " " } else { "; " };
        if self.all.is_empty() {
            return write!(f, "{separator}there is none");
        }
        write!(f, "{separator}accepted: {}", self.all.join(", "))
    }
}

/// The word nearest to `word` in spelling, if any is near enough to have been meant.
pub fn nearest<'a>(word: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let mut best: Option<(usize, &str)> = None;
    for candidate in words {
        let distance = strsim::damerau_levenshtein(&word, candidate);
        let is_prefix = word.len() > 2 && candidate.starts_with(&word);
        let distance = if is_prefix { 1 } else { distance };
        if distance <= 1 + candidate.len() / 4 && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Things that are found by any of their names.
#[derive(Debug)]
pub(crate) struct Names<T: 'static> {
    /// By the name that is printed.
    pub(crate) printed: BTreeMap<&'static str, &'static T>,
    /// By every folded name, with the printed one.
    folded: BTreeMap<String, &'static str>,
}

impl<T> Names<T> {
    /// Collects things of one kind (`game`, `player`), each with its name and its other names.
    ///
    /// Panics if two share a folded name, a mistake in the linked crates: link order must not
    /// decide between them.
    pub(crate) fn collect(
        what: &'static str,
        all: impl Iterator<Item = (&'static str, &'static [&'static str], &'static T)>,
    ) -> Names<T> {
        let mut names = Names { printed: BTreeMap::new(), folded: BTreeMap::new() };
        for (name, aliases, thing) in all {
            let is_first = names.printed.insert(name, thing).is_none();
            assert!(is_first, "two {what}s are called `{name}`");
            for alias in [name].iter().chain(aliases) {
                let other = names.folded.insert(fold(alias), name).unwrap_or(name);
                assert!(other == name, "`{alias}` names two {what}s, `{other}` and `{name}`");
            }
        }
        names
    }

    /// The thing called `name`; otherwise the accepted names.
    pub(crate) fn find(&self, name: &str) -> Result<&'static T, Accepted> {
        let folded = fold(name);
        if let Some(printed) = self.folded.get(&folded) {
            return Ok(self.printed[printed]);
        }
        let all = self.printed.keys().map(|&name| name.to_owned()).collect();
        let words = self.folded.keys().map(String::as_str);
        let nearest = nearest(&folded, words).map(|near| self.folded[near].to_owned());
        Err(Accepted { nearest, all })
    }
}

/// Things by name, of which no two may share one.
pub(crate) fn unique<K: Ord + Debug, V>(entries: impl Iterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    for (name, plugin) in entries {
        let text = format!("{name:?}");
        assert!(map.insert(name, plugin).is_none(), "two plug-ins are called {text}");
    }
    map
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::{Names, fold, nearest};

    type Entry = (&'static str, &'static [&'static str]);

    fn names(all: &'static [Entry]) -> Names<Entry> {
        Names::collect("game", all.iter().map(|entry| (entry.0, entry.1, entry)))
    }

    #[test]
    fn names_are_read_in_any_spelling() {
        for (typed, folded) in [
            ("connect-four", "connectfour"),
            ("Connect Four", "connectfour"),
            ("CONNECT_four", "connectfour"),
            ("Amőba", "amoba"),
            ("amo\u{30b}ba", "amoba"),
            ("2048", "2048"),
        ] {
            assert_eq!(fold(typed), folded);
        }
        let known = names(&[("connect-four", &["c4"]), ("amoba", &["gomoku"])]);
        for (typed, name) in [("C4", "connect-four"), ("connect four", "connect-four"), ("Gomoku", "amoba")] {
            assert_eq!(known.find(typed).unwrap().0, name);
        }
        let error = known.find("gomuku").unwrap_err().to_string();
        assert_eq!(error, "; did you mean `amoba`? accepted: amoba, connect-four");
    }

    #[test]
    fn two_games_never_share_a_name() {
        const CLASHES: [&[Entry]; 4] = [
            &[("go", &[]), ("go", &[])],
            &[("go", &[]), ("g-o", &[])],
            &[("go", &["hex"]), ("hex", &[])],
            &[("go", &["Baduk"]), ("hex", &["baduk"])],
        ];
        for clash in CLASHES {
            assert!(catch_unwind(|| names(clash)).is_err(), "{clash:?}");
        }
        assert_eq!(names(&[("go", &["g-o", "GO"])]).printed.len(), 1);
    }

    #[test]
    fn the_nearest_word_is_near() {
        let words = || ["alpha-beta", "minimax", "random"].into_iter();
        assert_eq!(nearest("alfa-beta", words()), Some("alpha-beta"));
        assert_eq!(nearest("Minimax", words()), Some("minimax"));
        assert_eq!(nearest("rand", words()), Some("random"));
        assert_eq!(nearest("chess", words()), None);
    }
}
