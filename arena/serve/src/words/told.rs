//! What players remark, and why one cannot play, told in another language: recognized by what the English says. All else is
//! told by its name: what arises in this room, see `Problem`, what a search did by its phrases, options by their owner, and
//! errors by their kinds.
//!
//! A message of the catalogue `told.en.ftl` is a pattern: what stands between braces is anything, and is
//! translated likewise, where it can be. Of all ways to read a message so, that one is taken that leaves the
//! fewest letters unread. So no other room knows of languages, and a message that nobody has translated is told
//! in English.

use std::{collections::HashMap, sync::OnceLock};

use super::{Language, Said};

const ENGLISH: &str = include_str!("../../locales/told.en.ftl");

/// How deep a message within a message is looked into.
const DEEPEST: usize = 5;
/// In how many ways one pattern is laid over a message.
const MOST_WAYS: usize = 6;
/// What stands between the parts of a list.
const LISTED: &[&str] = &["; ", ", "];
/// A message of more letters is told in English: most of it is what somebody sent.
const LONGEST: usize = 1_200;

/// What messages look like.
struct Pattern {
    id: &'static str,
    /// What stands between the holes, and what each hole is called.
    pieces: Vec<&'static str>,
    holes: Vec<&'static str>,
    letters: usize,
}

impl Pattern {
    fn of(line: &'static str) -> Option<Pattern> {
        let (id, mut rest) = line.split_once(" = ").filter(|_| !line.starts_with('#'))?;
        let (mut pieces, mut holes) = (Vec::new(), Vec::new());
        while let Some((before, after)) = rest.split_once("{ $") {
            let (hole, behind) = after.split_once(" }")?;
            pieces.push(before);
            holes.push(hole);
            rest = behind;
        }
        pieces.push(rest);
        let letters = pieces.iter().map(|piece| piece.len()).sum();
        Some(Pattern { id, pieces, holes, letters })
    }

    /// Whether it only says how messages are put together, `{a}; accepted: {b}`: then a part of it must be
    /// known for it to be of use.
    fn is_shape(&self) -> bool {
        self.id.contains("shape-")
    }

    fn all() -> &'static [Pattern] {
        static ALL: OnceLock<Vec<Pattern>> = OnceLock::new();
        ALL.get_or_init(|| {
            let mut all: Vec<Pattern> = ENGLISH.lines().filter_map(Pattern::of).collect();
            // Those of remarks first.
            all.sort_by_key(|pattern| (!pattern.is_of_search(), std::cmp::Reverse(pattern.letters)));
            all
        })
    }

    /// Whether it is for what players remark: so general that in other texts it would be found by chance.
    fn is_of_search(&self) -> bool {
        self.id.starts_with("search-")
    }

    /// Those for what players remark, and those for all else.
    fn by_room() -> (&'static [Pattern], &'static [Pattern]) {
        let all = Pattern::all();
        all.split_at(all.partition_point(Pattern::is_of_search))
    }

    /// What stands in the holes, if this is such a message: in every way in which it is one, as far as there
    /// are not too many.
    fn ways<'a>(&self, message: &'a str) -> Vec<Vec<&'a str>> {
        let mut ways = Vec::new();
        if let Some((first, others)) = self.pieces.split_first()
            && let Some(rest) = message.strip_prefix(first)
            && others.last().is_none_or(|last| rest.ends_with(last))
        {
            lay(others, rest, &mut Vec::new(), &mut ways);
        }
        ways
    }
}

/// Fills holes so that `pieces` stand behind them, in their order, and the last one at the end.
fn lay<'a>(pieces: &[&str], rest: &'a str, found: &mut Vec<&'a str>, ways: &mut Vec<Vec<&'a str>>) {
    let Some((piece, others)) = pieces.split_first() else {
        if rest.is_empty() {
            ways.push(found.clone());
        }
        return;
    };
    let last = rest.len().checked_sub(piece.len());
    let places: Vec<usize> = if others.is_empty() {
        last.filter(|&at| rest.get(at..) == Some(*piece)).into_iter().collect()
    } else {
        // Pieces may overlap themselves: every place counts.
        (0..=last.unwrap_or(0)).filter(|&at| rest.get(at..).is_some_and(|rest| rest.starts_with(piece))).collect()
    };
    for at in places.into_iter().filter(|&at| 0 < at) {
        if MOST_WAYS <= ways.len() {
            return;
        }
        found.push(&rest[..at]);
        lay(others, &rest[at + piece.len()..], found, ways);
        found.pop();
    }
}

/// What was made of parts of a message: how many letters of it were read, and what it says. Parts are known by
/// where they are, how long they are, and how deep they may be looked into.
type Read = HashMap<(usize, usize, usize), Option<(usize, String)>>;

impl Language {
    /// An English message in this language; nothing where it has no words for it.
    pub(crate) fn told(self, message: &str) -> Option<String> {
        let (_, others) = Pattern::by_room();
        Translator { language: self, patterns: others, lists: &[], known: Read::new() }.told(message)
    }

    /// What a player remarks on its search, in this language; nothing where it has no words for it.
    pub(crate) fn told_of_search(self, message: &str) -> Option<String> {
        let (of_searches, _) = Pattern::by_room();
        let known = Read::new();
        Translator { language: self, patterns: of_searches, lists: LISTED, known }.told(message)
    }

    /// What a player remarks on its search, in this language, and in English where it has no words for it.
    pub(crate) fn remark(self, message: &str) -> String {
        self.told_of_search(message).unwrap_or_else(|| message.to_owned())
    }
}

/// Reads a message in English, to tell it in another language.
struct Translator {
    language: Language,
    patterns: &'static [Pattern],
    /// What stands between the parts of a list that is told part by part.
    lists: &'static [&'static str],
    known: Read,
}

impl Translator {
    fn told(&mut self, message: &str) -> Option<String> {
        if self.language == Language::English || LONGEST < message.len() {
            return None;
        }
        let (_, told) = self.told_within(message, DEEPEST)?;
        Some(told)
    }

    fn told_within(&mut self, message: &str, deepest: usize) -> Option<(usize, String)> {
        let deepest = deepest.checked_sub(1)?;
        let place = (message.as_ptr() as usize, message.len(), deepest);
        if let Some(found) = self.known.get(&place) {
            return found.clone();
        }
        let list = self.told_list(message, deepest);
        let mut best = list.map(|(letters, told)| (letters, true, told));
        for pattern in self.patterns {
            for holes in pattern.ways(message) {
                let (mut letters, mut is_better) = (pattern.letters, !pattern.is_shape());
                let mut told = Vec::new();
                for hole in holes {
                    let inner = self.told_within(hole, deepest);
                    is_better |= inner.is_some();
                    let (read, text) = inner.unwrap_or_else(|| (0, hole.to_owned()));
                    letters += read;
                    told.push(text);
                }
                // Where nothing else decides, the whole is put together from parts, not a part from wholes.
                let is_shape = pattern.is_shape();
                let is_more = |(most, shape, _): &(usize, bool, String)| (*most, *shape) < (letters, is_shape);
                if is_better && best.as_ref().is_none_or(is_more) {
                    let with = pattern.holes.iter().zip(&told);
                    let with: Vec<(&str, &dyn Said)> = with.map(|(&hole, text)| (hole, text as &dyn Said)).collect();
                    best = Some((letters, is_shape, self.language.say_with(pattern.id, &with)));
                }
            }
        }
        let best = best.map(|(letters, _, told)| (letters, told));
        self.known.insert(place, best.clone());
        best
    }

    /// A list each part of which can be told: reasons behind what they are of, what each seat gets.
    fn told_list(&mut self, message: &str, deepest: usize) -> Option<(usize, String)> {
        let lists = self.lists.iter().filter(|sign| message.contains(**sign));
        lists.copied().find_map(|sign| {
            let parts = message.split(sign).map(|part| self.told_within(part, deepest));
            let parts = parts.collect::<Option<Vec<(usize, String)>>>()?;
            let letters = parts.iter().map(|(letters, _)| letters).sum();
            let told: Vec<String> = parts.into_iter().map(|(_, told)| told).collect();
            Some((letters, told.join(sign)))
        })
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{SetupError, ShippedModel, registry};
    use agon_models as _;
    use agon_roster as _;
    use agon_table::SavedGame;

    use super::{Language, Pattern};

    #[test]
    fn messages_are_told_in_the_language_of_the_page() {
        for (english, hungarian) in [
            ("greedy asks for a heuristic, and it has none", "greedy heurisztikát kíván, és ennek a játéknak nincs"),
            (
                "no saved game: x; accepted: a line that `save` wrote",
                "nem mentett játszma: x; lehet: egy sor, amelyet a mentés írt",
            ),
        ] {
            assert_eq!(Language::Hungarian.told(english).as_deref(), Some(hungarian));
            assert!(Language::Slovenian.told(english).is_some(), "{english}");
        }
        assert_eq!(Language::Hungarian.told("hex: of this nobody has thought"), None);
        assert_eq!(Language::English.told("true or false"), None);
    }

    #[test]
    fn every_pattern_is_found_by_what_it_says_whatever_its_holes_end_in() {
        let mut signs: Vec<char> = Pattern::all()
            .iter()
            .flat_map(|pattern| &pattern.pieces)
            .flat_map(|piece| [piece.chars().next(), piece.chars().last()])
            .flatten()
            .filter(|sign| !sign.is_alphanumeric())
            .collect();
        signs.sort_unstable();
        signs.dedup();
        assert!(signs.contains(&'`') && signs.contains(&':'), "{signs:?}");
        let values: Vec<String> = signs
            .iter()
            .filter(|sign| **sign != ' ')
            .flat_map(|sign| [format!("17{sign}"), format!("{sign}17"), format!("{sign}17{sign}")])
            .chain(["17".to_owned()])
            .collect();
        for pattern in Pattern::all() {
            for value in &values {
                let message = pattern.pieces.join(value);
                let is_meant = |holes: &Vec<&str>| holes.iter().all(|hole| hole == value);
                assert!(pattern.ways(&message).iter().any(is_meant), "{message}");
            }
        }
        assert!(15 < Pattern::all().len());
    }

    /// What is wrong with saved games and players that cannot play.
    fn said() -> Vec<String> {
        let saved = SavedGame::read("x").err().map(|error| error.to_string());
        let refused = [
            ("mcts(estimate=0.5)", "nim"),
            ("greedy(heuristic=learned)", "chess"),
            ("greedy(heuristic=learned)", "othello(size=6)"),
        ]
        .into_iter()
        .flat_map(|(player, game)| {
            let start = registry::game(game).unwrap().start;
            let refused = registry::player(player).unwrap().seat(&start).err().expect("refused");
            match refused {
                SetupError::Refused { reason, suggestion, .. } => vec![reason, suggestion],
                other => vec![other.to_string()],
            }
        });
        // What a build says that has none.
        let none = ShippedModel::instead(&[]);
        saved.into_iter().chain(refused).chain([none]).collect()
    }

    #[test]
    fn every_message_is_told_in_every_language() {
        // Words of the language itself, which are the same in all of them, and numbers.
        let is_word = |c: char| c.is_alphabetic() && c.is_lowercase();
        let mut untold = Vec::new();
        for text in said() {
            let text = text.strip_prefix("accepted: ").unwrap_or(&text);
            let is_sentence = text.split(' ').filter(|word| word.chars().any(is_word)).count() > 1;
            let is_told =
                [Language::Hungarian, Language::Slovenian].iter().all(|language| language.told(text).is_some());
            if is_sentence && !is_told {
                untold.push(text.to_owned());
            }
        }
        untold.sort();
        untold.dedup();
        assert!(untold.is_empty(), "{}", untold.join("\n"));
    }

    #[test]
    fn every_message_is_one_that_somebody_says() {
        let said = said();
        let silent = |pattern: &&Pattern| {
            // Alone, or with what is accepted behind it, or there itself.
            let is_part = |text: &str| {
                let ends = text.match_indices("; ").map(|(at, _)| at).chain([text.len()]);
                let begins = text.match_indices("; accepted: ").map(|(at, sign)| at + sign.len());
                let begins: Vec<usize> = begins.chain([0]).collect();
                let ends: Vec<usize> = ends.collect();
                let parts = begins.iter().flat_map(|&from| ends.iter().map(move |&to| (from, to)));
                parts.filter(|(from, to)| from < to).any(|(from, to)| !pattern.ways(&text[from..to]).is_empty())
            };
            !said.iter().any(|text| is_part(text))
        };
        // What searches say has a test of its own.
        let told = Pattern::all().iter().filter(|pattern| !pattern.id.starts_with("search-"));
        let silent: Vec<&str> = told.filter(silent).map(|pattern| pattern.id).collect();
        assert!(silent.is_empty(), "{silent:?}");
    }

    #[test]
    fn a_message_that_is_made_to_be_ambiguous_is_told_soon() {
        let begun = std::time::Instant::now();
        for piece in [": ", "; accepted: ", "`, `", " cannot be `", "unknown game `"] {
            for times in [20, 200, 20_000] {
                let _ = Language::Hungarian.told(&format!("hex{}`x`", piece.repeat(times)));
            }
        }
        assert!(begun.elapsed() < std::time::Duration::from_secs(60), "{:?}", begun.elapsed());
    }
}
