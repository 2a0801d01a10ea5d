//! What the pages say, in each language.

mod authors;
pub(crate) mod kinds;
mod names;
mod phrases;
mod said;

use std::{fmt, sync::OnceLock};

use agon_core::Sentence;
use agon_draw::{phrase::PHRASES, plain};
use agon_table::{Thought, grouped};

use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use serde::Serialize;
use unic_langid::LanguageIdentifier;

pub(crate) use self::authors::with_code;

/// A language of the pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Language {
    /// English.
    #[default]
    English,
    /// Hungarian.
    Hungarian,
    /// Slovenian.
    Slovenian,
}

impl Language {
    pub(crate) const ALL: [Language; 3] = [Language::English, Language::Hungarian, Language::Slovenian];

    /// Its code.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Hungarian => "hu",
            Language::Slovenian => "sl",
        }
    }

    /// What it calls itself.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Hungarian => "Magyar",
            Language::Slovenian => "Slovenščina",
        }
    }

    /// The language with that code.
    pub(crate) fn of(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code() == code)
    }

    /// The best of those that a browser asks for, in its order of preference.
    pub(crate) fn wished(header: &str) -> Language {
        let mut wishes: Vec<(Language, f32)> = header
            .split(',')
            .filter_map(|part| {
                let mut pieces = part.trim().split(';');
                let code = pieces.next()?.split('-').next()?.to_ascii_lowercase();
                let weight = pieces.find_map(|piece| piece.trim().strip_prefix("q="));
                let weight = weight.map_or(Some(1.0), |text| text.parse().ok())?;
                Some((Language::of(&code)?, weight))
            })
            .filter(|&(_, weight)| 0.0 < weight)
            .collect();
        wishes.sort_by(|one, other| other.1.total_cmp(&one.1));
        wishes.first().map_or(Language::English, |&(language, _)| language)
    }

    /// The text of its catalogue.
    const fn source(self) -> &'static str {
        match self {
            Language::English => include_str!("../locales/en.ftl"),
            Language::Hungarian => include_str!("../locales/hu.ftl"),
            Language::Slovenian => include_str!("../locales/sl.ftl"),
        }
    }

    /// The catalogue of sentences that have names; in English they speak for themselves.
    const fn of_sentences(self) -> &'static str {
        match self {
            Language::English => "",
            Language::Hungarian => include_str!("../locales/said.hu.ftl"),
            Language::Slovenian => include_str!("../locales/said.sl.ftl"),
        }
    }

    /// The catalogue of what options mean and take.
    const fn of_options(self) -> &'static str {
        match self {
            Language::English => include_str!("../locales/options.en.ftl"),
            Language::Hungarian => include_str!("../locales/options.hu.ftl"),
            Language::Slovenian => include_str!("../locales/options.sl.ftl"),
        }
    }

    /// The catalogue of what a search tells of itself.
    const fn of_searches(self) -> &'static str {
        match self {
            Language::English => PHRASES,
            Language::Hungarian => include_str!("../locales/phrases.hu.ftl"),
            Language::Slovenian => include_str!("../locales/phrases.sl.ftl"),
        }
    }

    /// The catalogue of games and players; in English they speak for themselves.
    const fn of_authors(self) -> &'static str {
        match self {
            Language::English => "",
            Language::Hungarian => include_str!("../locales/games.hu.ftl"),
            Language::Slovenian => include_str!("../locales/games.sl.ftl"),
        }
    }

    /// The catalogue of what games are called.
    const fn of_names(self) -> &'static str {
        match self {
            Language::English => include_str!("../locales/names.en.ftl"),
            Language::Hungarian => include_str!("../locales/names.hu.ftl"),
            Language::Slovenian => include_str!("../locales/names.sl.ftl"),
        }
    }

    fn bundle(self) -> &'static FluentBundle<FluentResource> {
        static BUNDLES: OnceLock<Vec<FluentBundle<FluentResource>>> = OnceLock::new();
        let all = BUNDLES.get_or_init(|| Language::ALL.map(read).into_iter().collect());
        &all[self as usize]
    }

    /// What it says for `id`.
    pub(crate) fn say(self, id: &str) -> String {
        self.say_with(id, &[])
    }

    /// What it says for `id`, with these in their places.
    pub(crate) fn say_with(self, id: &str, with: &[(&str, &dyn Said)]) -> String {
        let bundle = self.bundle();
        let Some(pattern) = bundle.get_message(id).and_then(|message| message.value()) else {
            return id.to_owned();
        };
        let mut arguments = FluentArgs::new();
        for (name, value) in with {
            let value = match value.inset() {
                Inset::Number(number) => FluentValue::from(number),
                other => FluentValue::from(self.tell(&other)),
            };
            arguments.set(*name, value);
        }
        bundle.format_pattern(pattern, Some(&arguments), &mut Vec::new()).into_owned()
    }

    /// What stands in a message, or is one, in this language as far as it has words for it.
    pub(crate) fn tell(self, inset: &Inset) -> String {
        match inset {
            Inset::Text(text) => text.clone(),
            Inset::Number(number) => number.to_string(),
            Inset::Author(english) => english.clone(),
            Inset::Sentence(sentence) => self.sentence(sentence),
            Inset::Message(id, with) => {
                let with = with.iter().map(|(name, inner)| (*name, inner as &dyn Said));
                self.say_with(id, &with.collect::<Vec<_>>())
            }
        }
    }

    /// A number as it is written: with no more decimals than it needs.
    pub(crate) fn figure(self, value: f64) -> String {
        self.digits(&plain(value))
    }

    /// A share in percent: with one digit unless it is whole, so that the two of a pair add up.
    pub(crate) fn percent(self, share: f64) -> String {
        self.figure((1000.0 * share).round() / 10.0)
    }

    /// What somebody gets, to three decimals with its sign, and half of its interval where that is known.
    pub(crate) fn payoff(self, mean: f64, error: Option<f64>) -> String {
        let rounded = |value: f64| (value * 1000.0).round() / 1000.0 + 0.0;
        let sign = if 0.0 < rounded(mean) { "+" } else { "" };
        let error = error.map(|error| format!(" ± {}", self.figure(rounded(error))));
        format!("{sign}{}{}", self.figure(rounded(mean)), error.unwrap_or_default())
    }

    /// What a player thought, in one line, of figures and moves alone.
    pub(crate) fn thought(self, thought: &Thought) -> String {
        let mut words = Vec::new();
        words.extend(thought.value.map(|value| thought.bound.sign().to_owned() + &self.figure(value)));
        words.extend(thought.depth.map(|depth| format!("/{depth}")));
        if 0 < thought.nodes {
            words.push(self.count(thought.nodes));
        }
        words.push(thought.line.clone());
        words.join("  ")
    }

    /// A number of things.
    pub(crate) fn count(self, number: u64) -> String {
        self.digits(&grouped(number))
    }

    /// Digits as English writes them, with the signs of this language between them.
    pub(crate) fn digits(self, english: &str) -> String {
        let [point, comma] = match self {
            Language::English => ['.', ','],
            Language::Hungarian => [',', '\u{a0}'],
            Language::Slovenian => [',', '.'],
        };
        let sign = |letter| match letter {
            '.' => point,
            ',' => comma,
            letter => letter,
        };
        english.chars().map(sign).collect()
    }

    /// The messages for scripts, whose names begin so.
    pub(crate) fn for_scripts(self) -> Scripted {
        Scripted(self)
    }
}

/// What stands in a message.
#[derive(Clone, Debug)]
pub(crate) enum Inset {
    Text(String),
    Number(u64),
    /// What an author says in English.
    Author(String),
    /// What is said by its name, or in English.
    Sentence(Sentence),
    /// Another message of the catalogues, and what stands in that.
    Message(String, Vec<(&'static str, Inset)>),
}

/// What can stand in a message.
pub(crate) trait Said {
    fn inset(&self) -> Inset;
}

impl Said for Inset {
    fn inset(&self) -> Inset {
        self.clone()
    }
}

impl Said for usize {
    fn inset(&self) -> Inset {
        Inset::Number(*self as u64)
    }
}

impl Said for u64 {
    fn inset(&self) -> Inset {
        Inset::Number(*self)
    }
}

impl Said for u8 {
    fn inset(&self) -> Inset {
        Inset::Number(u64::from(*self))
    }
}

impl Said for String {
    fn inset(&self) -> Inset {
        Inset::Text(self.clone())
    }
}

impl Said for &str {
    fn inset(&self) -> Inset {
        Inset::Text((*self).to_owned())
    }
}

/// The messages for scripts in one language, as an object of texts. Where something is put in, it
/// stands between braces.
pub(crate) struct Scripted(Language);

/// How the names of messages for scripts begin.
const SCRIPT: &str = "js-";

impl Serialize for Scripted {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = identifiers(Language::English.source());
        let own = names.into_iter().filter(|name| name.starts_with(SCRIPT));
        serializer.collect_map(own.map(|name| {
            let text = self.0.say_with(&name, &[("a", &"{a}"), ("b", &"{b}"), ("c", &"{c}")]);
            (name[SCRIPT.len()..].to_owned(), text)
        }))
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

fn read(language: Language) -> FluentBundle<FluentResource> {
    let id: LanguageIdentifier = language.code().parse().expect("our codes are well formed");
    let mut bundle = FluentBundle::new_concurrent(vec![id]);
    bundle.set_use_isolating(false);
    for source in [
        language.source(),
        language.of_sentences(),
        language.of_options(),
        language.of_searches(),
        language.of_authors(),
        language.of_names(),
    ] {
        // A test reads all of them without an error.
        let resource = FluentResource::try_new(source.to_owned()).unwrap_or_else(|(resource, _)| resource);
        bundle.add_resource_overriding(resource);
    }
    bundle
}

/// The names of the messages of a catalogue, in its order.
fn identifiers(source: &str) -> Vec<String> {
    let named = source.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
    named.filter_map(|line| Some(line.split_once('=')?.0.trim().to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use fluent_bundle::FluentResource;

    use super::{Language, identifiers};

    /// What is put into each message, by name.
    fn variables(source: &str) -> BTreeMap<String, BTreeSet<String>> {
        let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut name = String::new();
        for line in source.lines() {
            if line.starts_with(|c: char| c.is_ascii_lowercase()) {
                name = line.split_once('=').unwrap().0.trim().to_owned();
            }
            if line.starts_with('#') {
                continue;
            }
            let own = all.entry(name.clone()).or_default();
            for piece in line.split('$').skip(1) {
                let end = piece.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(piece.len());
                own.insert(piece[..end].to_owned());
            }
        }
        all
    }

    #[test]
    fn every_language_says_everything_with_the_same_things_put_in() {
        for catalogue in [Language::source, Language::of_options, Language::of_searches, Language::of_names] {
            says_everything(catalogue);
        }
        for language in Language::ALL {
            let authors = FluentResource::try_new(language.of_authors().to_owned());
            assert!(authors.is_ok(), "{language}");
        }
    }

    fn says_everything(catalogue: impl Fn(Language) -> &'static str) {
        let english = catalogue(Language::English);
        for language in Language::ALL {
            let source = catalogue(language);
            assert!(FluentResource::try_new(source.to_owned()).is_ok(), "{language}");
            let names = identifiers(source);
            let unique: BTreeSet<&String> = names.iter().collect();
            assert_eq!(names.len(), unique.len(), "{language} says something twice");
            assert_eq!(identifiers(english), names, "{language}");
            assert_eq!(variables(english), variables(source), "{language}");
        }
    }

    #[test]
    fn numbers_are_written_as_each_language_writes_them() {
        for (language, half, many) in [
            (Language::English, "-0.0655", "1,234,567"),
            (Language::Hungarian, "-0,0655", "1\u{a0}234\u{a0}567"),
            (Language::Slovenian, "-0,0655", "1.234.567"),
        ] {
            assert_eq!(language.figure(-0.0655), half);
            assert_eq!(language.figure(213.0), "213");
            // The two of a pair add up.
            assert_eq!([language.percent(0.5), language.percent(1.0)], ["50", "100"]);
            let shares = [0.725, 0.275].map(|share| language.percent(share).replace(',', "."));
            assert_eq!(shares, ["72.5", "27.5"]);
            assert_eq!(language.count(1_234_567), many);
        }
    }

    /// Neither an article nor an ending follows a number's sound by itself.
    #[test]
    fn hungarian_never_guesses_how_a_number_is_spoken() {
        for catalogue in [
            Language::source,
            Language::of_sentences,
            Language::of_options,
            Language::of_searches,
            Language::of_authors,
            Language::of_names,
        ] {
            let source = catalogue(Language::Hungarian);
            for guess in ["A(z)", "a(z)", "}-t", "}-n", "}-h", "}-b", "}-r", "} -"] {
                let found: Vec<&str> = source.lines().filter(|line| line.contains(guess)).collect();
                assert!(found.is_empty(), "{guess}: {found:?}");
            }
        }
        for (seat, told) in [(1u8, "Az 1. játékos lép."), (2, "A 2. játékos lép."), (5, "Az 5. játékos lép.")]
        {
            assert_eq!(Language::Hungarian.say_with("turn", &[("seat", &seat)]), told);
        }
    }

    /// Scripts put numbers into texts that have no plural forms: no noun may follow the number.
    #[test]
    fn numbers_of_scripts_follow_their_noun() {
        for language in Language::ALL {
            for name in ["js-visits", "js-folded"] {
                let text = language.say_with(name, &[("a", &"{a}")]);
                assert!(text.ends_with(": {a}"), "{language}: {text}");
            }
        }
    }

    #[test]
    fn no_catalogue_is_a_copy_of_the_english_one() {
        for language in [Language::Hungarian, Language::Slovenian] {
            let names = identifiers(Language::English.source());
            let same: Vec<&String> = names.iter().filter(|n| language.say(n) == Language::English.say(n)).collect();
            assert!(same.len() * 8 < names.len(), "{language}: {same:?}");
        }
    }

    /// Every message that a page or a script asks for is there.
    #[test]
    fn every_message_that_is_asked_for_is_in_the_catalogue() {
        let names: BTreeSet<String> = identifiers(Language::English.source()).into_iter().collect();
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        let (mut asked, mut problems) = (BTreeSet::new(), BTreeSet::new());
        let mut folders = vec![std::path::PathBuf::from(root)];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let text = std::fs::read_to_string(&path).unwrap();
                let text = text.split("#[cfg(test)]\nmod ").next().unwrap().to_owned();
                for opening in ["say(", "say_with("] {
                    // The name may stand on a line of its own.
                    let calls = text.split(opening).skip(1).filter_map(|call| call.trim_start().strip_prefix('"'));
                    asked.extend(calls.filter_map(|call| Some(call.split_once('"')?.0.to_owned())));
                }
                // A problem names its message, after the status if that is an unusual one.
                for call in text.split("Problem::").skip(1) {
                    let (made, with) = call.split_once('(').unwrap_or((call, ""));
                    let with = with.split_once("StatusCode::").map_or(with, |(before, behind)| {
                        if before.trim().is_empty() {
                            behind.split_once(',').map_or("", |(_, behind)| behind)
                        } else {
                            with
                        }
                    });
                    let kinds = ["said", "wrong", "missing", "conflict", "forbidden", "full"];
                    if let Some(id) = with.trim_start().strip_prefix('"')
                        && kinds.contains(&made)
                    {
                        problems.insert(format!("problem-{}", id.split('"').next().unwrap()));
                    }
                }
            }
        }
        let missing: Vec<&String> = asked.difference(&names).collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert!(40 < asked.len());
        let told = names.iter().filter(|name| name.starts_with("problem-"));
        assert_eq!(told.cloned().collect::<BTreeSet<String>>(), problems);
        // No message is unused, except those whose names are composed.
        let assets = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
        let files = std::fs::read_dir(assets).unwrap().map(|entry| entry.unwrap().path());
        let scripts = files.filter(|path| path.extension().is_some_and(|end| end == "js"));
        let script: String = scripts.map(|path| std::fs::read_to_string(path).unwrap()).collect();
        for name in names.iter().filter_map(|name| name.strip_prefix("js-")) {
            assert!(script.contains(&format!("'{name}'")), "no script asks for {name}");
        }
        for piece in script.split("say('").skip(1) {
            let name = format!("js-{}", piece.split('\'').next().unwrap());
            assert!(names.contains(&name), "{name} is asked for, and there is none");
        }
    }

    #[test]
    fn a_browser_gets_the_language_it_likes_best() {
        for (header, language) in [
            ("hu-HU,hu;q=0.9,en;q=0.8", Language::Hungarian),
            ("de-DE, sl;q=0.5, en;q=0.3", Language::Slovenian),
            ("fr", Language::English),
            ("", Language::English),
            ("en;q=0.1, hu;q=0.7", Language::Hungarian),
            ("hu;q=0, sl", Language::Slovenian),
            ("sl;q=x, hu;q=0.2", Language::Hungarian),
        ] {
            assert_eq!(Language::wished(header), language, "{header}");
        }
    }
}
