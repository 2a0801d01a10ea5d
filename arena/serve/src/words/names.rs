//! What people call a game. Where a game is typed, and in what programs read, it has its identifier.

use super::Language;

impl Language {
    /// What a game with this identifier is called; one that no catalogue has by its identifier, written as a name.
    pub(crate) fn game_name(self, name: &str) -> String {
        self.known_name(name).unwrap_or_else(|| written(name))
    }

    /// The game of a term, by its name and what the term says besides.
    pub(crate) fn game_told(self, term: &str) -> String {
        match term.split_once('(') {
            None => self.game_name(term),
            Some((name, options)) => format!("{} ({options}", self.game_name(name)),
        }
    }

    /// The name that the catalogue has.
    fn known_name(self, name: &str) -> Option<String> {
        self.of_house(&format!("name-{name}"), None)
    }
}

/// An identifier as people write names: with spaces, and a capital at its beginning.
fn written(name: &str) -> String {
    let mut letters = name.chars().map(|letter| if matches!(letter, '-' | '_') { ' ' } else { letter });
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use agon_core::registry;
    use agon_roster as _;

    use super::Language;

    #[test]
    fn every_game_has_a_name_of_its_own_in_every_language() {
        for language in Language::ALL {
            let mut seen = BTreeSet::new();
            for name in registry::games().keys() {
                let own = language.known_name(name);
                let own = own.unwrap_or_else(|| panic!("{language} has no name for {name}"));
                assert!(seen.insert(own.to_lowercase()), "{language}: two games are called {own}");
                assert!(own.chars().next().is_some_and(|first| !first.is_lowercase()), "{language}: {own}");
            }
        }
    }

    #[test]
    fn a_game_of_somebody_else_is_called_as_it_is_written() {
        for (name, told) in [("my-game", "My game"), ("élan_vital", "Élan vital"), ("x", "X"), ("", "")] {
            assert_eq!(Language::Slovenian.game_name(name), told);
        }
    }

    #[test]
    fn a_term_is_told_by_the_name_of_its_game() {
        for (language, told) in [
            (Language::English, "Connect Four (width=5, height=4)"),
            (Language::Hungarian, "Négyet egy sorba (width=5, height=4)"),
        ] {
            assert_eq!(language.game_told("connect-four(width=5, height=4)"), told);
        }
        assert_eq!(Language::Slovenian.game_told("chess"), "Šah");
        assert_eq!(Language::English.game_told("tree([[3,(1,2)],2])"), "Game Tree ([[3,(1,2)],2])");
    }
}
