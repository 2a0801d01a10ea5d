//! What authors say of their games and players, in the language of the page.
//!
//! In English that is the author's own text. Other languages have words for the games and players of these
//! sources; whatever else plays here is told in English, and marked as such.

use agon_core::OptionSpec;
use maud::{Markup, html};

use super::{Inset, Language, kinds};

impl Language {
    /// What the catalogue says of `id`, or of one of its attributes.
    pub(super) fn of_house(self, id: &str, attribute: Option<&str>) -> Option<String> {
        let bundle = self.bundle();
        let message = bundle.get_message(id)?;
        let pattern = match attribute {
            Some(name) => message.get_attribute(name)?.value(),
            None => message.value()?,
        };
        Some(bundle.format_pattern(pattern, None, &mut Vec::new()).into_owned())
    }

    /// What somebody says in English, or what this language has for it.
    pub(crate) fn of_author(self, own: Option<String>, english: &str) -> Markup {
        match own {
            Some(own) => html! { (own) },
            None if self == Language::English => html! { (english) },
            None => html! { span lang="en" { (english) } },
        }
    }

    /// A game in one line.
    pub(crate) fn game_summary(self, name: &str, english: &str) -> Markup {
        self.of_author(self.of_house(&format!("game-{name}"), None), english)
    }

    /// The rules of a game, in paragraphs.
    pub(crate) fn game_rules(self, name: &str, english: &str) -> Markup {
        let own = self.of_house(&format!("game-{name}"), Some("rules"));
        let text = own.as_deref().unwrap_or(english);
        let is_english = own.is_none() && self != Language::English;
        html! {
            @if !text.is_empty() {
                div.prose lang=[is_english.then_some("en")] { @for part in text.split("\n\n") { p { (part) } } }
            }
        }
    }

    /// What an option of a game means.
    pub(crate) fn game_option(self, game: &str, option: &str, english: &str) -> Markup {
        self.of_author(self.of_house(&format!("game-{game}"), Some(option)), english)
    }

    /// A player in one line.
    pub(crate) fn player_summary(self, name: &str, english: &str) -> Markup {
        self.of_author(self.of_house(&format!("player-{name}"), None), english)
    }

    /// What an option of a player means.
    pub(crate) fn player_option(self, player: &str, option: &OptionSpec) -> Markup {
        let id = Language::of_option("option", player, (option.name, option.meaning));
        self.of_author(id.and_then(|id| self.of_house(&id, None)), option.meaning)
    }

    /// The message of the catalogues about an option of a game or player, whose author says this in English: an own one, or
    /// that of all options of this name. If the author says something else, there is none.
    pub(crate) fn of_option(kind: &str, owner: &str, (option, english): (&str, &str)) -> Option<String> {
        let all = [format!("{kind}-{owner}-{option}"), format!("{kind}-{option}")];
        let is_meant = |id: &String| Language::English.of_house(id, None).is_some_and(|known| known == english);
        all.into_iter().find(is_meant)
    }

    /// What an option of this game or player takes.
    pub(crate) fn accepted(self, owner: &str, option: &OptionSpec) -> Markup {
        match kinds::accepted(owner, option) {
            Inset::Author(english) => self.of_author(None, &english),
            known => html! { (self.tell(&known)) },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use agon_core::OptionSpec;
    use agon_roster as _;

    use super::{Inset, Language, kinds};
    use crate::allowed;

    /// Whether this language has the accepted values of an option, and English the author's own words.
    fn is_accepted(language: Language, owner: &str, option: &OptionSpec) -> bool {
        let told = kinds::accepted(owner, option);
        assert_eq!(Language::English.tell(&told), option.accepted());
        !matches!(told, Inset::Author(_)) && language.tell(&told) != option.accepted()
    }

    #[test]
    fn every_game_and_player_is_translated() {
        for language in [Language::Hungarian, Language::Slovenian] {
            for plugin in allowed::games() {
                let name = plugin.name;
                let id = format!("game-{name}");
                assert!(language.of_house(&id, None).is_some(), "{language}: {name}");
                let rules = language.of_house(&id, Some("rules")).unwrap_or_default();
                assert!(60 < rules.len() && !rules.contains("{$"), "{language}: rules of {name}");
                for option in plugin.options {
                    let own = language.of_house(&id, Some(option.name));
                    assert!(own.is_some(), "{language}: {name}({})", option.name);
                    let is_told = is_accepted(language, name, option);
                    assert!(is_told, "{language}: {}", option.accepted());
                }
            }
            for plugin in allowed::players() {
                let own = language.of_house(&format!("player-{}", plugin.name), None);
                assert!(own.is_some(), "{language}: {}", plugin.name);
                for option in plugin.options {
                    let told = language.player_option(plugin.name, option).into_string();
                    assert!(!told.contains("lang="), "{language}: {}", option.meaning);
                    let is_told = is_accepted(language, plugin.name, option);
                    assert!(is_told, "{language}: {}", option.accepted());
                }
            }
        }
    }

    /// In English they are what authors say, each once for all options of one name that mean the same.
    #[test]
    fn every_message_about_options_is_of_one() {
        let mut known = BTreeSet::new();
        for plugin in allowed::players() {
            for option in plugin.options {
                let about = (option.name, option.meaning);
                known.extend(Language::of_option("option", plugin.name, about));
                let about = (option.name, &*option.accepted());
                known.extend(Language::of_option("takes", plugin.name, about));
            }
        }
        for plugin in allowed::games() {
            for option in plugin.options {
                let about = (option.name, &*option.accepted());
                known.extend(Language::of_option("takes", plugin.name, about));
            }
        }
        let all = super::super::identifiers(Language::English.of_options());
        let unused: Vec<&String> = all.iter().filter(|id| !known.contains(*id)).collect();
        assert!(unused.is_empty() && 60 < all.len(), "{unused:?}");
        let mine = "what mine does";
        assert_eq!(Language::of_option("option", "mine", ("depth", mine)), None);
    }

    #[test]
    fn no_translation_is_unused() {
        for language in [Language::Hungarian, Language::Slovenian] {
            for name in super::super::identifiers(language.of_authors()) {
                let (kind, own) = name.split_once('-').unwrap();
                let is_there = match kind {
                    "game" => allowed::games().any(|game| game.name == own),
                    _ => allowed::players().any(|plugin| plugin.name == own),
                };
                assert!(is_there, "{language}: {name}");
            }
        }
    }
}
