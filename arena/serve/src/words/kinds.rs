//! Errors of other crates by their kinds: the message of the catalogues, and the values in it. In
//! English that is what the error says itself.

use std::fmt;

use agon_arena::{
    ask::{SpecError, SpecMistake},
    plan::WrittenError,
};
use agon_core::{
    Accepted, NameError, OptionError, OptionSpec, Sentence, SetupError, TextError, line::LineError, options::Kind,
    registry, term::TermError,
};

use super::{Inset, Language};

/// An error that a catalogue knows.
pub(crate) trait Known: fmt::Display {
    /// The message.
    fn told(&self) -> Inset;
}

/// A message with texts in it.
fn message<const N: usize>(id: &'static str, with: [(&'static str, &dyn fmt::Display); N]) -> Inset {
    let with = with.into_iter().map(|(name, text)| (name, Inset::Text(brief(&text.to_string()))));
    Inset::Message(id.to_owned(), with.collect())
}

/// What an author, or a room without kinds, says in English.
fn author(english: &str) -> Inset {
    Inset::Author(brief(english))
}

/// What is said by its name; without one as an author says it.
fn said(sentence: &Sentence) -> Inset {
    if sentence.name().is_some() { Inset::Sentence(sentence.clone()) } else { author(&sentence.to_string()) }
}

/// A text as an error has it. Of a long one, most of which is what somebody sent, the beginning and the end.
pub(crate) fn brief(text: &str) -> String {
    /// Letters of a text that is told whole, and of each of its ends otherwise.
    const LONGEST: usize = 4_000;
    const END: usize = 200;
    let letters = text.chars().count();
    if letters <= LONGEST {
        return text.to_owned();
    }
    let at = |letter: usize| text.char_indices().nth(letter).map_or(text.len(), |(at, _)| at);
    let (first, last) = (at(END), at(letters - END));
    format!("{} … {}", &text[..first], &text[last..])
}

impl Inset {
    /// The message with something else in it.
    fn with(self, name: &'static str, inner: Inset) -> Inset {
        match self {
            Inset::Message(id, mut with) => {
                with.push((name, inner));
                Inset::Message(id, with)
            }
            other => other,
        }
    }

    /// The message, and behind it what could have been meant.
    fn or(self, accepted: &Accepted) -> Inset {
        let all = accepted.all.join(", ");
        let end = match &accepted.nearest {
            Some(near) => message("kind-did-you-mean", [("nearest", near), ("all", &all)]),
            None if accepted.all.is_empty() => message("kind-there-is-none", []),
            None => message("kind-accepted", [("all", &all)]),
        };
        end.with("what", self)
    }

    /// On which line of a file something is wrong, and what, where it says so.
    pub(crate) fn on_line(&self) -> Option<(usize, Inset)> {
        let Inset::Message(id, with) = self else { return None };
        let part = |name: &str| with.iter().find(|(own, _)| *own == name).map(|(_, part)| part);
        match (id.as_str(), part("line")?, part("what")?) {
            ("kind-line", Inset::Text(line), what) => Some((line.parse().ok()?, what.clone())),
            _ => None,
        }
    }

    /// The message, about this game or player.
    pub(crate) fn about(self, owner: &str) -> Inset {
        message("kind-about", [("owner", &owner)]).with("what", self)
    }
}

impl Known for TermError {
    fn told(&self) -> Inset {
        let TermError { text, column, problem } = self;
        message("kind-column", [("text", text), ("column", column)]).with("what", author(problem))
    }
}

impl Known for NameError {
    fn told(&self) -> Inset {
        match self {
            NameError::Term(error) => error.told(),
            NameError::Options(error) => error.told(),
            NameError::Unknown { what: "game", name, accepted } => {
                message("kind-unknown-game", [("name", name)]).or(accepted)
            }
            NameError::Unknown { name, accepted, .. } => message("kind-unknown-player", [("name", name)]).or(accepted),
            other => author(&other.to_string()),
        }
    }
}

impl Known for OptionError {
    fn told(&self) -> Inset {
        match self {
            OptionError::Unknown { owner, option, accepted } => {
                message("kind-unknown-option", [("owner", owner), ("option", option)]).or(accepted)
            }
            OptionError::Value { owner, option, value, accepted } => {
                let about: [(_, &dyn fmt::Display); 3] = [("owner", owner), ("option", option), ("value", value)];
                message("kind-option-value", about).with("accepted", accepted_by(owner, option, accepted))
            }
            OptionError::Twice { owner, option } => {
                message("kind-option-twice", [("owner", owner), ("option", option)])
            }
            OptionError::TooMany { owner, value, takes } if takes.is_empty() => {
                message("kind-takes-none", [("owner", owner), ("value", value)])
            }
            OptionError::TooMany { owner, value, takes } => {
                let takes = takes.join(", ");
                message("kind-too-many", [("owner", owner), ("value", value), ("takes", &takes)])
            }
            OptionError::Impossible { owner, why } => {
                message("kind-about", [("owner", owner)]).with("what", author(why))
            }
            other => author(&other.to_string()),
        }
    }
}

impl Known for SetupError {
    fn told(&self) -> Inset {
        match self {
            SetupError::Option(error) => error.told(),
            SetupError::Refused { player, reason, suggestion } => {
                let refused = message("kind-refused", [("player", player)]);
                refused.with("reason", said(reason)).with("way", said(suggestion))
            }
            other => author(&other.to_string()),
        }
    }
}

impl Known for TextError {
    fn told(&self) -> Inset {
        message("kind-no-position", [("text", &self.text)]).with("expected", author(&self.expected))
    }
}

impl Known for LineError {
    fn told(&self) -> Inset {
        let LineError { number, text, position, accepted } = self;
        let about: [(_, &dyn fmt::Display); 3] = [("number", number), ("text", text), ("position", position)];
        message("kind-no-move", about).or(accepted)
    }
}

impl Known for WrittenError {
    fn told(&self) -> Inset {
        match self {
            WrittenError::Line(error) => error.told(),
            WrittenError::Several(count) => message("kind-several-games", [("count", count)]),
            WrittenError::Elsewhere { told, here } => message("kind-game-elsewhere", [("told", told), ("here", here)]),
            WrittenError::Variant(variant) => message("kind-game-variant", [("variant", variant)]),
            WrittenError::Unreadable(why) => author(why),
        }
    }
}

impl Known for SpecMistake {
    fn told(&self) -> Inset {
        match self {
            SpecMistake::Name(error) => error.told(),
            SpecMistake::Key { key, accepted } => message("kind-unknown-key", [("key", key)]).or(accepted),
            SpecMistake::Word { key, word, accepted } => {
                message("kind-no-word", [("key", key), ("word", word)]).or(accepted)
            }
            SpecMistake::Whole { key, value, min, max } => {
                let range = accepted("", &OptionSpec::whole("", *min..=*max, "", ""));
                message("kind-no-number", [("key", key), ("value", value)]).with("range", range)
            }
            SpecMistake::Nobody { name, near } => {
                let what = message("kind-nobody", [("name", name)]);
                message("kind-similar", [("near", near)]).with("what", what)
            }
            SpecMistake::Twice(name) => message("kind-twice", [("name", name)]),
            SpecMistake::NoGame => message("kind-no-game", []),
            other => author(&other.to_string()),
        }
    }
}

impl Known for SpecError {
    fn told(&self) -> Inset {
        let what = self.mistake.told();
        match &self.place {
            None => what,
            Some(place) => match place.split_once(", line ") {
                Some((file, line)) => message("kind-line", [("file", &file), ("line", &line)]).with("what", what),
                None => what.about(place),
            },
        }
    }
}

/// What an option of this game or player takes.
pub(crate) fn accepted(owner: &str, option: &OptionSpec) -> Inset {
    match &option.kind {
        Kind::Whole { min, max: u64::MAX } => message("kind-whole-from", [("min", min)]),
        Kind::Whole { min, max } => message("kind-whole-to", [("min", min), ("max", max)]),
        Kind::Limit { min, max: u64::MAX } => message("kind-limit-from", [("min", min)]),
        Kind::Limit { min, max } => message("kind-limit-to", [("min", min), ("max", max)]),
        Kind::Real { min, max } if *max < f64::MAX => message("kind-real-to", [("min", min), ("max", max)]),
        Kind::Real { min, .. } => message("kind-real-from", [("min", min)]),
        Kind::Flag => message("kind-flag", []),
        Kind::Choice(words) => message("kind-choice", [("words", &words.join(", "))]),
        Kind::Game(_) => message("kind-game", [("term", &"nim(heaps=3+4)")]),
        Kind::Player(_) => message("kind-player", [("term", &"minimax(depth=2)")]),
        // In the words of the author of the game or player.
        _ => {
            let english = option.accepted();
            match Language::of_option("takes", owner, (option.name, &english)) {
                Some(id) => Inset::Message(id, Vec::new()),
                None => author(&english),
            }
        }
    }
}

/// What an option takes, as an error says it: by its declaration, where that says the same.
fn accepted_by(owner: &str, option: &str, said: &Sentence) -> Inset {
    if said.name().is_some() {
        return Inset::Sentence(said.clone());
    }
    let english = &said.to_string();
    let game = registry::find_game(owner).ok().map(|plugin| plugin.options);
    let player = registry::find_player(owner).ok().map(|plugin| plugin.options);
    let mut options = game.into_iter().chain(player).flatten();
    let declared = options.find(|own| own.name == option && own.accepted() == *english);
    declared.map_or_else(|| author(english), |declared| accepted(owner, declared))
}

#[cfg(test)]
mod tests {
    use agon_arena::{ask::read_spec, plan::play_written};
    use agon_core::{OptionSpec, Position as _, line, registry};
    use agon_roster as _;

    use super::{Inset, Known};
    use crate::words::{Language, identifiers};

    /// The names of the messages that it is told by.
    fn names(told: &Inset, found: &mut Vec<String>) {
        if let Inset::Message(id, with) = told {
            found.push(id.clone());
            for (_, inner) in with {
                names(inner, found);
            }
        }
    }

    #[test]
    fn every_kind_says_in_english_what_the_error_says_and_something_else_elsewhere() {
        let games = ["nim(", "nimm", "zzz", "nim(x=1)", "connect-four(width=0)", "chess(chess960=x)"];
        let games = games.into_iter().chain([
            "connect-four(width=5, width=6)",
            "tic-tac-toe(3, 3, 3, 2, 5)",
            "amoba(5, 5, 5, 5, 5)",
        ]);
        let players = ["randum", "alpha-beta(depth=0)", "mcts(iterations=x)", "minimax(depth=2, depth=3)"];
        let players = players.into_iter().chain(["mix(random*x)", "expectimax(prune=x)", "random(1)", "random(x=1)"]);
        let chess = registry::game("chess").expect("chess is a game");
        let kuhn = registry::game("kuhn").expect("kuhn is a game");
        let refused = registry::player("minimax").ok().and_then(|player| player.seat(&kuhn.start).err());
        let mut stuck = registry::game("nim(1)").expect("nim is a game").start;
        let late = line::play_line(&mut stuck, "1-1 1-1").err();
        let lines = ["e2e5", "zz"].into_iter().filter_map(|t| line::play_line(&mut chess.start.clone(), t).err());
        let written = [
            "1. e4 * 1. d4 *",
            "[FEN \"8/8/8/8/8/8/8/K1k5 w - - 0 1\"] 1. Ka2 *",
            "[Variant \"Atomic\"] 1. e4 *",
            "zz",
        ];
        let written = written.into_iter().filter_map(|text| play_written(&mut chess.start.clone(), text).err());
        let files = ["x = 1", "openings = -1", "openings = 0.5", "random-plies = 10001", "seatings = \"al\""]
            .into_iter()
            .filter_map(|text| read_spec("x", text).err());
        let files = files.chain(
            [
                "players = [\"rando\"]",
                "players = [\"random\"]",
                "players = [\"random\"]\ngames = [\"nimm\"]",
                "players = [\"random\"]\ngames = [{ game = \"nim\", players = [\"random\", \"random\"] }]",
                "players = [{ name = \"mine\", player = \"random\" }]\ngames = [{ game = \"nim\", players = [\"mime\"] }]",
            ]
                .into_iter()
                .filter_map(|text| read_spec("x", text).ok()?.resolve().err()),
        );
        let errors: Vec<Box<dyn Known>> = games
            .map(|text| registry::game(text).expect_err(text))
            .chain(players.map(|text| registry::player(text).expect_err(text)))
            .map(|error| Box::new(error) as Box<dyn Known>)
            .chain(refused.map(|error| Box::new(error) as Box<dyn Known>))
            .chain(chess.start.parse("x").err().map(|error| Box::new(error) as Box<dyn Known>))
            .chain(late.into_iter().chain(lines).map(|error| Box::new(error) as Box<dyn Known>))
            .chain(written.map(|error| Box::new(error) as Box<dyn Known>))
            .chain(files.map(|error| Box::new(error) as Box<dyn Known>))
            .collect();
        let mut found = Vec::new();
        for error in &errors {
            let (english, told) = (error.to_string(), error.told());
            assert_eq!(Language::English.tell(&told), english);
            for language in [Language::Hungarian, Language::Slovenian] {
                assert_ne!(language.tell(&told), english);
            }
            names(&told, &mut found);
            names(&told.about("nim"), &mut found);
        }
        let games = registry::games().values().map(|plugin| plugin.options);
        let players = registry::players().values().map(|plugin| plugin.options);
        for option in games.chain(players).flatten().chain(&[OptionSpec::whole("", 0..=u64::MAX, "", "")]) {
            names(&super::accepted("", option), &mut found);
        }
        let mut all = identifiers(include_str!("../../locales/en.ftl"));
        all.retain(|name| name.starts_with("kind-") && !found.contains(name));
        assert!(all.is_empty(), "nobody says {all:?}");
    }
}
