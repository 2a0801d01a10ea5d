//! The declarations of a registered game: its name, its options, its samples.

use agon_core::{AnyPosition, GamePlugin, OptionSpec, fold, options::Kind, registry, term::Term};

use crate::{
    claims::fault_told,
    violation::{LawError, Violation},
};

/// Checks the declarations of a game: names can be typed, every option has a meaning and a valid default, the samples are
/// different games, including the default one, and what is said of the rules holds.
///
/// # Errors
///
/// The first fault found.
pub fn check_plugin(plugin: &GamePlugin) -> Result<(), LawError> {
    let found = check_words(plugin.name, plugin.summary, plugin.options)
        .or_else(|| plugin.aliases.iter().find_map(|alias| check_alias(plugin.name, alias)))
        .or_else(|| check_samples(plugin))
        .or_else(|| check_effects(plugin))
        .or_else(|| fault_told(plugin));
    match found {
        None => Ok(()),
        Some((law, found)) => Err(Box::new(Violation {
            game: plugin.name.to_owned(),
            law: law.to_owned(),
            path: String::new(),
            position: "none: this is about the game's description".to_owned(),
            debug: format!("{plugin:?}"),
            found,
        })
        .into()),
    }
}

type Wrong = Option<(&'static str, String)>;

fn check_words(name: &str, summary: &str, options: &[OptionSpec]) -> Wrong {
    let is_line = |text: &str| !text.trim().is_empty() && !text.contains('\n');
    if !is_name(name) {
        return Some(("a name is lower case, digits and hyphens", format!("{name:?}")));
    }
    if !is_line(summary) {
        return Some(("a summary is one line", format!("{summary:?}")));
    }
    for (index, option) in options.iter().enumerate() {
        let of = |what: &str| format!("{what} of option {:?}", option.name);
        if !is_name(option.name) {
            return Some(("a name is lower case, digits and hyphens", of("the name")));
        }
        if options[..index].iter().any(|other| fold(other.name) == fold(option.name)) {
            return Some(("no two options share a name", of("the name")));
        }
        if !is_line(option.meaning) {
            return Some(("every option has a meaning of one line", of("the meaning")));
        }
        if let Err(accepted) = option.canonical(option.default) {
            let found = format!("{} {:?}; accepted: {accepted}", of("the default"), option.default);
            return Some(("every option accepts its default", found));
        }
        if index + 1 < options.len() && option.takes_the_rest() {
            return Some(("only the last option takes the rest", of("the kind")));
        }
    }
    None
}

fn is_name(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !fold(name).is_empty() && name.chars().all(is_letter)
}

fn check_alias(name: &str, alias: &str) -> Wrong {
    let law = "an alias is a name that can be typed, and another than the game's own";
    let is_typed = Term::parse(alias).is_ok_and(|term| term.name == alias);
    let is_new = !fold(alias).is_empty() && fold(alias) != fold(name);
    if is_typed && is_new { None } else { Some((law, format!("{alias:?}"))) }
}

fn check_samples(plugin: &GamePlugin) -> Wrong {
    let mut terms: Vec<(String, AnyPosition)> = Vec::new();
    for sample in plugin.sample_terms() {
        let game = match registry::game(&sample) {
            Ok(game) => game,
            Err(error) => return Some(("every sample is a game", format!("{sample}: {error}"))),
        };
        let law = "the canonical text of a game names the same game";
        match registry::game(&game.term) {
            Ok(again) if again.term == game.term && again.start == game.start => {}
            Ok(again) => {
                let found = format!("{sample} is {}, and that is {}", game.term, again.term);
                return Some((law, found));
            }
            Err(error) => return Some((law, format!("{sample} is {}: {error}", game.term))),
        }
        if game.start.to_string().is_empty() {
            return Some(("every position has a text", sample));
        }
        let twin = terms.iter().find(|(term, start)| *term != game.term && *start == game.start);
        if let Some((term, _)) = twin {
            let found = format!("{term} and {} begin with equal positions", game.term);
            return Some(("different options make different games", found));
        }
        terms.push((game.term, game.start));
    }
    let mut terms: Vec<String> = terms.into_iter().map(|(term, _)| term).collect();
    if !terms.iter().any(|term| term == plugin.name) {
        let found = format!("samples {:?}", plugin.samples);
        return Some(("the usual game is among the samples", found));
    }
    terms.sort_unstable();
    terms.dedup();
    let least = if plugin.options.is_empty() { 1 } else { 3 };
    if terms.len() < least {
        let found = format!("only {terms:?}");
        return Some(("a game with options has at least three different samples", found));
    }
    None
}

/// Checks that every option with guessable alternative values changes the game with one of them, in some sample.
fn check_effects(plugin: &GamePlugin) -> Wrong {
    for option in plugin.options {
        let mut tried = Vec::new();
        let mut has_effect = false;
        for sample in plugin.samples {
            let Ok(usual) = registry::game(&format!("{}({sample})", plugin.name)) else { continue };
            for value in others(option) {
                let join = if sample.is_empty() { "" } else { ", " };
                let term = format!("{}({sample}{join}{}={value})", plugin.name, option.name);
                // Refused, or given twice.
                let Ok(other) = registry::game(&term) else { continue };
                has_effect |= other.start != usual.start;
                tried.push(term);
            }
        }
        if !has_effect && !tried.is_empty() {
            let found = format!("{} begin as without {:?}", tried.join(", "), option.name);
            return Some(("every option makes a difference", found));
        }
    }
    None
}

/// Some other values than the default, if they can be guessed: neighbours of a number, the other words.
fn others(option: &OptionSpec) -> Vec<String> {
    let around = |min: u64, max: u64| {
        let usual = option.default.parse::<u64>().unwrap_or(min);
        let near = [usual.checked_sub(1), usual.checked_add(1), Some(min)];
        let near = near.into_iter().flatten().filter(|n| (min..=max).contains(n));
        near.map(|number| number.to_string()).collect()
    };
    let mut others: Vec<String> = match option.kind {
        Kind::Whole { min, max } | Kind::Limit { min, max } => around(min, max),
        Kind::Real { min, max } => [min, max].map(|number| number.to_string()).into(),
        Kind::Flag => ["true", "false"].map(str::to_owned).into(),
        Kind::Choice(words) => words.iter().map(|&word| word.to_owned()).collect(),
        _ => Vec::new(),
    };
    let usual = option.canonical(option.default);
    others.retain(|other| option.canonical(other) != usual);
    others
}
