//! Names as people type them: case, accents, spaces, hyphens and underscores make no difference.

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization;

use crate::options::{Accepted, NameError, nearest};

/// What is left of a name when everything is dropped that people write in one way or another:
/// `Connect Four`, `connect_four` and `connect-four` are `connectfour`, `Amőba` is `amoba`.
pub fn fold(name: &str) -> String {
    name.nfd().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Things that are found by any of their names.
#[derive(Debug)]
pub(crate) struct Names<T: 'static> {
    what: &'static str,
    /// By the name that is printed.
    pub(crate) printed: BTreeMap<&'static str, &'static T>,
    /// By every folded name, with the printed one.
    folded: BTreeMap<String, &'static str>,
}

impl<T> Names<T> {
    /// Collects things of one kind (`game`, `player`), each with its name and its other names.
    ///
    /// Two that share a folded name are a mistake in what is linked, and panic: neither may win by
    /// link order.
    pub(crate) fn collect(
        what: &'static str,
        all: impl Iterator<Item = (&'static str, &'static [&'static str], &'static T)>,
    ) -> Names<T> {
        let mut names = Names { what, printed: BTreeMap::new(), folded: BTreeMap::new() };
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

    /// The one that `name` means.
    pub(crate) fn find(&self, name: &str) -> Result<&'static T, NameError> {
        let folded = fold(name);
        if let Some(printed) = self.folded.get(&folded) {
            return Ok(self.printed[printed]);
        }
        let all = self.printed.keys().map(|&name| name.to_owned()).collect();
        let words = self.folded.keys().map(String::as_str);
        let nearest = nearest(&folded, words).map(|near| self.folded[near].to_owned());
        let accepted = Accepted { nearest, all };
        Err(NameError::Unknown { what: self.what, name: name.to_owned(), accepted })
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::{Names, fold};

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
        for (typed, name) in
            [("C4", "connect-four"), ("connect four", "connect-four"), ("Gomoku", "amoba")]
        {
            assert_eq!(known.find(typed).unwrap().0, name);
        }
        let error = known.find("gomuku").unwrap_err().to_string();
        let expected = "unknown game `gomuku`; did you mean `amoba`? accepted: amoba, connect-four";
        assert_eq!(error, expected);
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
}
