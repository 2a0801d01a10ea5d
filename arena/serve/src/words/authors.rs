//! What authors say of their games and players, in the language of the page.
//!
//! In English that is the author's own text. Other languages have words for the games and players of these
//! sources; whatever else plays here is told in English, and marked as such.

use agon_core::{
    Explained as _, NamedGame, OptionSpec, RuleClaim, RulePlace, RuleSaid, inventory, registry::Translation,
};
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

    /// Where the rules of a game are from, with notes.
    pub(crate) fn game_sources(self, name: &str) -> Option<String> {
        self.of_house(&format!("game-{name}"), Some("sources"))
    }

    /// What is said of a game beside its summary and sources, in paragraphs: its rules, then how it is written.
    fn told(self, name: &str) -> Option<String> {
        let id = format!("game-{name}");
        let parts = ["rules", "help"].into_iter().filter_map(|part| self.of_house(&id, Some(part)));
        let told = parts.collect::<Vec<_>>().join("\n\n");
        (!told.is_empty()).then_some(told)
    }

    /// The rules, as a player is told them; `None` of those that come from outside.
    fn rules(self, game: &NamedGame) -> Option<String> {
        if game.start.rules().is_some() {
            return None;
        }
        let claims = game.plugin.claims.iter().map(|claim| format!("\n{}", self.claim(claim)));
        let sources = self.game_sources(game.plugin.name);
        let sources = sources.map(|sources| format!("\n\n{}: {sources}", self.say("sources")));
        Some([self.told(game.plugin.name)?].into_iter().chain(sources).chain(claims).collect())
    }

    /// What a game says of its rules, without the reason, which is in its author's words.
    fn claim(self, claim: &RuleClaim) -> String {
        let RulePlace { options, from, moves, .. } = claim.place;
        let quoted = |texts: &[&str]| texts.iter().map(|text| format!("`{text}`")).collect::<Vec<_>>().join(" ");
        let said = |id: &str, name: &str, text: String| self.say_with(id, &[(name, &text)]);
        let mut parts = Vec::new();
        if !options.is_empty() {
            parts.push(said("claim-options", "options", quoted(&[options])));
        }
        if !from.is_empty() {
            parts.push(said("claim-position", "position", quoted(&[from])));
        } else if moves.is_empty() {
            parts.extend(self.of_house("claim-beginning", None));
        }
        if !moves.is_empty() {
            parts.push(said("claim-moves", "moves", quoted(moves)));
        }
        parts.push(match claim.said {
            RuleSaid::Legal(m) => said("claim-legal", "move", quoted(&[m])),
            RuleSaid::Illegal(m) => said("claim-illegal", "move", quoted(&[m])),
            RuleSaid::Pays(payoffs) => {
                let payoffs: Vec<String> = payoffs.iter().map(f64::to_string).collect();
                said("claim-pays", "payoffs", payoffs.join("; "))
            }
        });
        let text = parts.join(", ");
        let mut letters = text.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters).chain(['.']).collect()
    }

    /// The rules of a game, in paragraphs.
    pub(crate) fn game_rules(self, name: &str, english: &str) -> Markup {
        let own = self.told(name);
        let text = own.as_deref().unwrap_or(english);
        let is_english = own.is_none() && self != Language::English;
        html! {
            @if !text.is_empty() {
                div.prose lang=[is_english.then_some("en")] {
                    @for part in text.split("\n\n") { p { (with_code(part)) } }
                }
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
            known => with_code(&self.tell(&known)),
        }
    }
}

/// A text in which what stands in backquotes is typed so.
pub(crate) fn with_code(text: &str) -> Markup {
    html! {
        @for (number, part) in text.split('`').enumerate() {
            @if number % 2 == 0 { (part) } @else { code { (part) } }
        }
    }
}

inventory::submit! { Translation { language: "hu", rules: |game| Language::Hungarian.rules(game) } }
inventory::submit! { Translation { language: "sl", rules: |game| Language::Slovenian.rules(game) } }

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use agon_core::{OptionSpec, registry};
    use agon_roster as _;

    use super::{Inset, Language, kinds};
    use crate::{allowed, pages::with_sources};

    /// Whether this language has the accepted values of an option, and English the author's own words.
    fn is_accepted(language: Language, owner: &str, option: &OptionSpec) -> bool {
        let told = kinds::accepted(owner, option);
        assert_eq!(Language::English.tell(&told), option.accepted());
        !matches!(told, Inset::Author(_)) && language.tell(&told) != option.accepted()
    }

    /// What sentences about the rules are made of.
    const CLAIM_PARTS: [&str; 7] = ["options", "position", "beginning", "moves", "legal", "illegal", "pays"];

    #[test]
    fn players_are_told_the_rules_in_every_language() {
        for language in [Language::Hungarian, Language::Slovenian] {
            for part in CLAIM_PARTS {
                assert!(language.of_house(&format!("claim-{part}"), None).is_some(), "{language}: {part}");
            }
            for plugin in allowed::games().filter(|plugin| !plugin.rules.is_empty()) {
                let game = registry::game(plugin.name).unwrap();
                let (told, rules) = game.rules_in(&format!("{}-XX", language.code()));
                assert_eq!(told, language.code(), "{}", plugin.name);
                let claims = rules.lines().rev().take(plugin.claims.len());
                for (line, claim) in claims.zip(plugin.claims.iter().rev()) {
                    assert!(claim.place.moves.iter().all(|m| line.contains(m)), "{language}: {line}");
                    assert!(line.ends_with('.') && !line.contains("claim-"), "{language}: {line}");
                }
                assert!(!rules.contains(['[', ']']) || plugin.name == "tree", "{language}: {rules}");
            }
        }
    }

    /// What stands in backquotes.
    fn spans(text: &str) -> BTreeSet<&str> {
        text.split('`').skip(1).step_by(2).collect()
    }

    #[test]
    fn every_game_and_player_is_translated() {
        for language in [Language::Hungarian, Language::Slovenian] {
            for plugin in allowed::games() {
                let name = plugin.name;
                let id = format!("game-{name}");
                assert!(language.of_house(&id, None).is_some(), "{language}: {name}");
                let (help, sources) = with_sources(plugin.help);
                for (part, english) in [("rules", plugin.rules), ("help", help), ("sources", sources)] {
                    let told = language.of_house(&id, Some(part)).unwrap_or_default();
                    assert_eq!(told.is_empty(), english.is_empty(), "{language}: {part} of {name}");
                    assert_eq!(spans(&told), spans(english), "{language}: {part} of {name}");
                    let [ours, theirs] = [&told, english].map(|text| text.split_whitespace().count());
                    let is_whole = ours * 20 >= theirs * 11 && ours * 2 <= theirs * 3;
                    assert!(is_whole && !told.contains("{$"), "{language}: {part} of {name}: {ours} words of {theirs}");
                }
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
                    "claim" => CLAIM_PARTS.contains(&own),
                    _ => allowed::players().any(|plugin| plugin.name == own),
                };
                assert!(is_there, "{language}: {name}");
            }
        }
    }
}
