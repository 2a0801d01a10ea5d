//! Sentences for people: in English, each with the name by which another language finds its own words.

use std::fmt;

/// A sentence, or a part of one. Written out it is English; whoever has a catalogue of another language tells it by its
/// name and what stands in it.
///
/// ```
/// use agon_core::Sentence;
///
/// let words = Sentence::named("takes-others", "takes the others for {player}").with("player", "greedy");
/// assert_eq!(words.to_string(), "takes the others for greedy");
/// // Without a name it is told in English everywhere.
/// assert_eq!(Sentence::from("no plan").name(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence(Box<Words>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Words {
    /// As it stands.
    Plain(String),
    /// `words` with what stands between braces replaced by the parts of these names.
    Named { name: &'static str, words: &'static str, parts: Vec<(&'static str, Sentence)> },
}

impl Sentence {
    /// A sentence with a name, of lower-case letters and hyphens, of its own. In the English `words` a part stands where its
    /// name is, between braces.
    pub fn named(name: &'static str, words: &'static str) -> Sentence {
        Sentence(Box::new(Words::Named { name, words, parts: Vec::new() }))
    }

    /// The same with this in the place of that name; one without a name has no places, and stays as it is.
    #[must_use]
    pub fn with(mut self, place: &'static str, part: impl Into<Sentence>) -> Sentence {
        if let Words::Named { parts, .. } = &mut *self.0 {
            parts.push((place, part.into()));
        }
        self
    }

    /// Its name, if it has one.
    pub fn name(&self) -> Option<&'static str> {
        match &*self.0 {
            Words::Plain(_) => None,
            Words::Named { name, .. } => Some(name),
        }
    }

    /// What stands in it, by the names of the places.
    pub fn parts(&self) -> &[(&'static str, Sentence)] {
        match &*self.0 {
            Words::Plain(_) => &[],
            Words::Named { parts, .. } => parts,
        }
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut rest, parts) = match &*self.0 {
            Words::Plain(text) => return f.write_str(text),
            Words::Named { words, parts, .. } => (*words, parts),
        };
        while let Some((before, place, after)) = hole(rest) {
            f.write_str(before)?;
            match parts.iter().find(|(own, _)| *own == place) {
                Some((_, part)) => write!(f, "{part}")?,
                None => write!(f, "{{{place}}}")?,
            }
            rest = after;
        }
        f.write_str(rest)
    }
}

/// The first place of a sentence: what is before it, its name, and what is behind it.
fn hole(words: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = words.split_once('{')?;
    let (place, after) = rest.split_once('}')?;
    Some((before, place, after))
}

impl From<String> for Sentence {
    fn from(text: String) -> Sentence {
        Sentence(Box::new(Words::Plain(text)))
    }
}

impl From<&str> for Sentence {
    fn from(text: &str) -> Sentence {
        text.to_owned().into()
    }
}

#[cfg(test)]
mod tests {
    use super::Sentence;

    #[test]
    fn parts_stand_in_their_places_whatever_they_say() {
        let inner = Sentence::named("inner", "one of {count}").with("count", "3");
        let whole = Sentence::named("outer", "{a}: {b} ({a})").with("b", inner).with("a", "{b}");
        assert_eq!(whole.to_string(), "{b}: one of 3 ({b})");
        assert_eq!(whole.name(), Some("outer"));
        assert_eq!(whole.parts()[0].1.name(), Some("inner"));
        assert_eq!(Sentence::named("bare", "{a} }{").to_string(), "{a} }{");
        assert_eq!(Sentence::from("{a}").with("a", "1").to_string(), "{a}");
    }
}
