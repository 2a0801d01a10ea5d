//! What authors say of their games and players, in the language of the page.
//!
//! In English that is the author's own text. Other languages have words for the games and players of this
//! house; whatever else plays here is told in English, and marked as such.

use maud::{Markup, html};

use super::Language;

impl Language {
    /// What the catalogue says of `id`, or of one of its attributes.
    fn of_house(self, id: &str, attribute: Option<&str>) -> Option<String> {
        let bundle = self.bundle();
        let message = bundle.get_message(id)?;
        let pattern = match attribute {
            Some(name) => message.get_attribute(name)?.value(),
            None => message.value()?,
        };
        Some(bundle.format_pattern(pattern, None, &mut Vec::new()).into_owned())
    }

    fn of_author(self, own: Option<String>, english: &str) -> Markup {
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

    /// What is said in English, in this language where it has words for it.
    pub(crate) fn message(self, english: &str) -> Markup {
        self.of_author(self.told(english), english)
    }
}

#[cfg(test)]
mod tests {
    use agon_core::registry;
    use agon_roster as _;

    use super::Language;
    use crate::allowed::Allowed;

    #[test]
    fn every_game_and_every_player_is_told_in_every_language() {
        for language in [Language::Hungarian, Language::Slovenian] {
            for (name, plugin) in registry::games() {
                let id = format!("game-{name}");
                assert!(language.of_house(&id, None).is_some(), "{language}: {name}");
                let rules = language.of_house(&id, Some("rules")).unwrap_or_default();
                assert!(60 < rules.len() && !rules.contains("{$"), "{language}: rules of {name}");
                for option in plugin.options {
                    let own = language.of_house(&id, Some(option.name));
                    assert!(own.is_some(), "{language}: {name}({})", option.name);
                    let accepted = option.accepted();
                    assert!(language.told(&accepted).is_some(), "{language}: {accepted}");
                }
            }
            for plugin in Allowed::players() {
                let own = language.of_house(&format!("player-{}", plugin.name), None);
                assert!(own.is_some(), "{language}: {}", plugin.name);
                for text in plugin.options.iter().flat_map(|o| [o.meaning.to_owned(), o.accepted()])
                {
                    assert!(language.told(&text).is_some(), "{language}: {text}");
                }
            }
        }
    }

    #[test]
    fn nothing_is_told_of_games_and_players_that_are_not_there() {
        for language in [Language::Hungarian, Language::Slovenian] {
            for name in super::super::identifiers(language.of_authors()) {
                let (kind, own) = name.split_once('-').unwrap();
                let is_there = match kind {
                    "game" => registry::games().iter().any(|(game, _)| *game == own),
                    _ => Allowed::players().any(|plugin| plugin.name == own),
                };
                assert!(is_there, "{language}: {name}");
            }
        }
    }
}
