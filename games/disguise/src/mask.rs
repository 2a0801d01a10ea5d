//! The words of a disguise: a letter of a game's texts is a syllable, the same everywhere, by a shuffle of the seed.

use agon_core::{Seed, Stream, key_of};

const CONSONANTS: &[u8; 17] = b"bdfghjklmnprstvwz";
const VOWELS: &[u8; 6] = b"aeiouy";
/// How many syllables there are.
const SYLLABLES: usize = CONSONANTS.len() * VOWELS.len();
/// The characters that have a syllable each: those of ASCII from the space to the tilde.
const FIRST: u8 = b' ';
const LAST: u8 = b'~';
/// The syllable before and behind the digits of any other character.
const OTHER: usize = (LAST - FIRST) as usize + 1;
/// The names of two syllables: so many pieces of a text have one.
const NAMES: usize = SYLLABLES * SYLLABLES;

/// The words of one disguise.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Mask {
    seed: Seed,
    /// The syllable of each character, and what it stands for.
    syllables: [u8; SYLLABLES],
    characters: [u8; SYLLABLES],
    /// How names of two syllables are shuffled.
    turn: usize,
}

impl Mask {
    pub(crate) fn new(seed: u64) -> Mask {
        let seed = Seed(seed);
        let mut stream = seed.stream(0);
        let syllables = shuffled(&mut stream);
        let mut characters = [0; SYLLABLES];
        for (character, &syllable) in (0..).zip(&syllables) {
            characters[usize::from(syllable)] = character;
        }
        let turn = stream.below(NAMES as u32) as usize;
        Mask { seed, syllables, characters, turn }
    }

    /// A text of the game as a word; different texts are different words.
    pub(crate) fn word(&self, text: &str) -> String {
        let mut word = String::with_capacity(2 * text.len());
        for c in text.chars() {
            if let Ok(byte @ FIRST..=LAST) = u8::try_from(c) {
                self.write(usize::from(byte - FIRST), &mut word);
            } else {
                self.write(OTHER, &mut word);
                for digit in format!("{:x}", u32::from(c)).bytes() {
                    self.write(usize::from(digit - FIRST), &mut word);
                }
                self.write(OTHER, &mut word);
            }
        }
        word
    }

    fn write(&self, character: usize, word: &mut String) {
        write_syllable(self.syllables[character].into(), word);
    }

    /// The text that has this word.
    pub(crate) fn text(&self, word: &str) -> Option<String> {
        let mut text = String::with_capacity(word.len() / 2);
        let (pairs, rest) = word.as_bytes().as_chunks::<2>();
        let mut pairs = pairs.iter().map(|pair| Some(usize::from(self.characters[syllable(*pair)?])));
        while let Some(character) = pairs.next() {
            match character? {
                OTHER => {
                    let mut code = 0;
                    loop {
                        let digit = match pairs.next()?? {
                            OTHER => break,
                            character => char::from(FIRST + u8::try_from(character).ok()?),
                        };
                        code = code * 16 + digit.to_digit(16).filter(|_| code < 1 << 24)?;
                    }
                    text.push(char::from_u32(code)?);
                }
                character if character < OTHER => text.push((FIRST + character as u8).into()),
                _ => return None,
            }
        }
        // Only one word has this text: not one with more digits than it needs.
        (rest.is_empty() && self.word(&text) == word).then_some(text)
    }

    /// The name of something that has no text in the game: the same for the same word.
    pub(crate) fn noun(&self, what: &str) -> String {
        let mut name = String::new();
        let mut left = key_of(&(self.seed.0, what));
        for _ in 0..3 {
            write_syllable((left % SYLLABLES as u64) as usize, &mut name);
            left /= SYLLABLES as u64;
        }
        name
    }

    /// The name of the piece of a text with this number; all have different ones.
    pub(crate) fn name(&self, number: usize) -> String {
        // The factor has no divisor in common with the number of names.
        let place = (number % NAMES * 7_919 + self.turn) % NAMES;
        let mut name = String::new();
        write_syllable(place / SYLLABLES, &mut name);
        write_syllable(place % SYLLABLES, &mut name);
        let mut more = number / NAMES;
        while 0 < more {
            write_syllable(more % SYLLABLES, &mut name);
            more /= SYLLABLES;
        }
        name
    }
}

/// All syllables, in an order that is drawn.
fn shuffled(stream: &mut Stream) -> [u8; SYLLABLES] {
    let mut all = std::array::from_fn(|number| number as u8);
    for last in (1..SYLLABLES).rev() {
        all.swap(last, stream.below(last as u32 + 1) as usize);
    }
    all
}

fn write_syllable(number: usize, out: &mut String) {
    out.push(CONSONANTS[number / VOWELS.len()].into());
    out.push(VOWELS[number % VOWELS.len()].into());
}

/// The number of a syllable.
fn syllable([consonant, vowel]: [u8; 2]) -> Option<usize> {
    let consonant = CONSONANTS.iter().position(|&known| known == consonant)?;
    Some(consonant * VOWELS.len() + VOWELS.iter().position(|&known| known == vowel)?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Mask, NAMES};

    #[test]
    fn every_text_has_a_word_of_its_own() {
        for seed in 0..20 {
            let mask = Mask::new(seed);
            for text in ["", "b2", "e2-e4", "24/18 13/11", "3+3+4", "amőba 🂠", "(mark 1 1)", "\u{0}\n\u{10ffff}"] {
                let word = mask.word(text);
                assert!(word.bytes().all(|byte| byte.is_ascii_lowercase()), "{text}: {word}");
                assert_eq!(mask.text(&word).as_deref(), Some(text), "{word}");
            }
            let all: BTreeSet<String> = (' '..='~').map(|c| mask.word(&c.to_string())).collect();
            assert_eq!(all.len(), 95);
        }
        assert_ne!(Mask::new(1).word("b2"), Mask::new(2).word("b2"));
    }

    #[test]
    fn what_is_no_word_is_not_read() {
        let mask = Mask::new(7);
        let other = mask.word("é").split_at(2).0.to_owned();
        let digit = |digit: &str| mask.word(digit);
        for wrong in [
            "b".to_owned(),
            "bb".to_owned(),
            "Ba".to_owned(),
            "b2".to_owned(),
            other.clone(),
            [&*other, &digit("e"), &digit("9")].concat(),
            // A nought before, an ASCII letter by its number, more than there is, and no digit.
            [&*other, &digit("0"), &digit("e"), &digit("9"), &other].concat(),
            [&*other, &digit("6"), &digit("1"), &other].concat(),
            [&other, &*digit("1").repeat(9), &other].concat(),
            [&*other, &digit("x"), &other].concat(),
            [&*other, &other].concat(),
        ] {
            assert_eq!(mask.text(&wrong), None, "{wrong}");
        }
    }

    #[test]
    fn pieces_of_a_text_have_different_names() {
        let mask = Mask::new(3);
        let names: BTreeSet<String> = (0..2 * NAMES + 5).map(|number| mask.name(number)).collect();
        assert_eq!(names.len(), 2 * NAMES + 5);
    }
}
