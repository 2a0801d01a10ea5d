//! The rules of a game in the words of its disguise.

use std::{collections::BTreeSet, fmt::Write as _};

use agon_core::{NamedGame, Picture, Position, RuleClaim, RuleSaid, Seat, all_moves, notation, registry};

use crate::{
    mask::Mask,
    seen::{seat_name, shown},
};

/// The game behind a disguise.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    game: NamedGame,
}

impl PartialEq for Told {
    fn eq(&self, other: &Told) -> bool {
        self.game.term == other.game.term
    }
}

impl Eq for Told {}

/// As many places are laid out for the reader, and no more.
const MOST_PLACES: usize = 400;

impl Told {
    pub(crate) fn of(game: NamedGame) -> Told {
        Told { game }
    }

    /// Everything that a player is told.
    pub(crate) fn rules(&self, mask: &Mask) -> String {
        let NamedGame { plugin, options, start, .. } = &self.game;
        let words = self.words();
        let name = |what: &str| if words.contains(what) { mask.word(what) } else { mask.noun(what) };
        let facts = start.facts();
        let mut out = String::from("A game in which everything has a made-up name. ");
        let value = |option: &str| options.iter().any(|(spec, _)| spec.name == option).then(|| options.written(option));
        let paragraphs = plugin.rules.split("\n\n").map(|paragraph| fitting(paragraph, &value));
        let rules = paragraphs.collect::<Vec<_>>().join("\n");
        out.push_str(&if rules.is_empty() { "Its rules are not told.".to_owned() } else { renamed(&rules, &name) });
        out.push('\n');
        out.push_str(&facts.sentences());
        let seats: Vec<String> =
            Seat::all(facts.seats).map(|seat| format!("{seat} is {}", seat_name(mask, seat))).collect();
        let _ = write!(out, "\nNames: {}.", seats.join(", "));
        let digits: Vec<String> =
            (0..10).map(|digit| format!("{digit} is {}", mask.word(&digit.to_string()))).collect();
        let _ = write!(out, " Digits: {}.", digits.join(", "));
        out.push_str(&laid_out(mask, &start.picture()));
        out.push_str(
            "\nA move is a word. Every two letters of it stand for one sign, the same in all moves and names of places. A \
             position is a list of facts in no order: a place or a thing, a colon, and what is there, with whose it is before \
             what it is; a place that is not named is empty. Behind `|` is the whole position once more, in numbered \
             pieces whose numbers have names too, in no order.",
        );
        // Claims about rules from outside are of built-in ones.
        let claims = if rules.is_empty() { &[] } else { plugin.claims };
        for claim in claims.iter().filter(|claim| self.is_of(claim)) {
            let _ = write!(out, "\n{}", self.sentence(claim, mask, plugin.rules, &name));
        }
        out
    }

    /// Whether `claim` is about the game with just these options.
    fn is_of(&self, claim: &RuleClaim) -> bool {
        let named = registry::game(&format!("{}({})", self.game.plugin.name, claim.place.options));
        named.is_ok_and(|named| named.term == self.game.term)
    }

    fn sentence(&self, claim: &RuleClaim, mask: &Mask, rules: &str, name: &dyn Fn(&str) -> String) -> String {
        let mut bare = *claim;
        bare.place = claim.place.with("");
        let start = &self.game.start;
        let written = |text: &str| match start.parse(text) {
            Ok(here) if text == claim.place.from => shown(mask, &here),
            _ => mask.word(text),
        };
        let told = bare.sentence(&written);
        let mut nouns: Vec<&str> = bracketed(rules).collect();
        nouns.sort_by_key(|noun| std::cmp::Reverse(noun.len()));
        let Some(at) = told.rfind(claim.why) else { return told };
        let (before, why) = told.split_at(at);
        [before, &named(why, &nouns, name)].concat()
    }

    /// What is a move somewhere: at the beginning, or in a claim.
    fn words(&self) -> BTreeSet<String> {
        let start = &self.game.start;
        let begin = all_moves(start).into_iter().map(|m| notation(start, m));
        let told = self.game.plugin.claims.iter().flat_map(|claim| {
            let last = match claim.said {
                RuleSaid::Legal(m) | RuleSaid::Illegal(m) => Some(m),
                RuleSaid::Pays(_) => None,
            };
            claim.place.moves.iter().copied().chain(last).map(str::to_owned)
        });
        begin.chain(told).collect()
    }
}

/// The words that stand in square brackets.
fn bracketed(rules: &str) -> impl Iterator<Item = &str> {
    rules.split('[').skip(1).filter_map(|rest| rest.split_once(']')).map(|(word, _)| word)
}

/// `rules` with a name for each word in brackets.
fn renamed(rules: &str, name: &dyn Fn(&str) -> String) -> String {
    let mut parts = rules.split('[');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (word, rest) = part.split_once(']').unwrap_or((part, ""));
        out.push_str(&name(word));
        out.push_str(rest);
    }
    out
}

/// `text` with a name for each of the `nouns`, the longest first, where it is a word or the plural of one.
fn named(text: &str, nouns: &[&str], name: &dyn Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut rest = text;
    let mut before = ' ';
    while let Some(c) = rest.chars().next() {
        let is_begin = !before.is_alphanumeric();
        let is_end = |tail: &str| !tail.starts_with(char::is_alphanumeric);
        let found = nouns.iter().filter(|_| is_begin).find_map(|noun| {
            let tail = rest.strip_prefix(noun)?;
            (is_end(tail) || is_end(tail.strip_prefix('s')?)).then_some((*noun, tail))
        });
        let taken = if let Some((noun, tail)) = found {
            out.push_str(&name(noun));
            rest.len() - tail.len()
        } else {
            out.push(c);
            c.len_utf8()
        };
        before = rest[..taken].chars().next_back().unwrap_or(' ');
        rest = &rest[taken..];
    }
    out
}

/// The sentences of a paragraph that hold with the options as they are, and numbers in the place of the options' names. A
/// sentence about any other value is left out: a text would tell which game it is.
fn fitting(rules: &str, value: &dyn Fn(&str) -> Option<String>) -> String {
    let is_so = |condition: &str| {
        let parts = condition.split_once('=');
        parts.is_some_and(|(option, wanted)| value(option).is_some_and(|has| has == wanted))
    };
    let mut out = Vec::new();
    for sentence in sentences(rules) {
        let with = sentence.strip_prefix("With `").map(|rest| (rest, true));
        let bound = with.or_else(|| sentence.strip_prefix("Without `").map(|rest| (rest, false)));
        let Some((rest, wanted)) = bound else {
            out.push(sentence.to_owned());
            continue;
        };
        let (condition, said) = rest.split_once("`, ").unwrap_or((rest, ""));
        if is_so(condition) == wanted {
            let mut said = said.to_owned();
            if let Some(first) = said.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            out.push(said);
        }
    }
    let numbers = |option: &str| value(option).filter(|value| is_numbers(value));
    let valued = |sentence: &String| {
        let mut parts = sentence.split('`').enumerate();
        parts.try_fold(String::new(), |so_far, (number, part)| {
            let part = if number % 2 == 0 { part.to_owned() } else { numbers(part)? };
            Some(so_far + &part)
        })
    };
    out.iter().filter_map(valued).collect::<Vec<_>>().join(" ")
}

/// Whether a value is a number, or several with a plus between them.
fn is_numbers(value: &str) -> bool {
    value.split('+').all(|number| number.parse::<f64>().is_ok_and(f64::is_finite))
}

/// The sentences of a text.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.find(". ").map_or(rest.len(), |at| at + 1);
        let (sentence, more) = rest.split_at(end);
        rest = more.trim_start();
        Some(sentence)
    })
}

/// The places of a board, row by row.
fn laid_out(mask: &Mask, picture: &Picture) -> String {
    if picture.cells.is_empty() || MOST_PLACES < picture.cells.len() {
        return String::new();
    }
    let mut cells: Vec<_> = picture.cells.iter().collect();
    cells.sort_by(|one, other| one.y.total_cmp(&other.y).then(one.x.total_cmp(&other.x)));
    let least = cells.iter().map(|cell| cell.x).fold(f64::INFINITY, f64::min);
    let mut out = String::from("\nPlaces, row by row from the top, each row from the left");
    let rows: Vec<_> = cells.chunk_by(|one, other| (one.y - other.y).abs() < 1e-9).collect();
    let is_even = |row: &&[&agon_core::picture::Cell]| {
        row.iter().enumerate().all(|(at, cell)| (cell.x - least - at as f64).abs() < 1e-9)
    };
    let is_grid = rows.iter().all(is_even);
    out.push_str(if is_grid { ":" } else { ", with how far to the right each is:" });
    for (number, row) in rows.iter().enumerate() {
        out.push_str(if number == 0 { " " } else { " / " });
        let names = row.iter().map(|cell| {
            let name = mask.word(&cell.name);
            let right = ((cell.x - least) * 100.0).round() / 100.0;
            if is_grid { name } else { format!("{name} {right}") }
        });
        out.push_str(&names.collect::<Vec<_>>().join(" "));
    }
    out.push('.');
    out
}

#[cfg(test)]
mod tests {
    use super::{fitting, named, renamed};

    #[test]
    fn of_the_rules_those_are_told_that_hold() {
        let value = |option: &str| {
            let values = [("size", "3+4"), ("misere", "false"), ("board", "court"), ("order", "")];
            let found = values.into_iter().find(|(name, _)| *name == option);
            found.map(|(_, value)| value.to_owned())
        };
        let rules = "There are `size` [heap]s. The `board` is named. An `order` of `size`. With `misere=true`, the last loses. With `misere=false`, the last wins. \
            Without `size=3+4`, never. Without `size=4`, the end.";
        assert_eq!(fitting(rules, &value), "There are 3+4 [heap]s. The last wins. The end.");
    }

    #[test]
    fn things_have_other_names_alone_and_in_the_plural() {
        let name = |what: &str| format!("<{what}>");
        assert_eq!(renamed("A [king] and two [pawn]s.", &name), "A <king> and two <pawn>s.");
        let told = named("kings, a king, kingly, a king side of the pawns", &["king side", "pawn", "king"], &name);
        assert_eq!(told, "<king>s, a <king>, kingly, a <king side> of the <pawn>s");
    }
}
