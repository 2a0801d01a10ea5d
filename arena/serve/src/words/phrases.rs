//! What a search tells of itself, in each language.

use agon_draw::phrase::{Phrase, PhrasePart};

use super::{Language, Said};

impl Language {
    /// A sentence of a search, or a part of one.
    pub(crate) fn phrase(self, phrase: &Phrase) -> String {
        if self == Language::English {
            return phrase.to_string();
        }
        let parts: Vec<String> = phrase.parts.iter().map(|part| self.phrase_part(part)).collect();
        let with = parts.iter().enumerate();
        let with: Vec<(&str, &dyn Said)> =
            with.map(|(place, text)| (Phrase::letter(place), text as &dyn Said)).collect();
        self.say_with(phrase.id, &with)
    }

    /// What stands in one, or is a line of its own.
    pub(crate) fn phrase_part(self, part: &PhrasePart) -> String {
        match part {
            PhrasePart::Text(text) => text.clone(),
            PhrasePart::Figure(figures) => self.numbers_within(figures),
            PhrasePart::Author(sentence) => self.sentence(sentence),
            PhrasePart::Phrase(phrase) => self.phrase(phrase),
            PhrasePart::Row(parts, between) => {
                let parts: Vec<String> = parts.iter().map(|part| self.phrase_part(part)).collect();
                parts.join(between)
            }
        }
    }

    /// A text, in which the words that are numbers are written as this language does.
    fn numbers_within(self, text: &str) -> String {
        let is_number = |word: &str| {
            let word = word.strip_prefix(['+', '-']).unwrap_or(word);
            let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            word.split_once('.').is_some_and(|(whole, part)| is_digits(whole) && is_digits(part))
        };
        let written = |word| if is_number(word) { self.digits(word) } else { word.to_owned() };
        text.split(' ').map(written).collect::<Vec<String>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Seat;
    use agon_draw::phrase::{Phrase, PhrasePart, figure, number_of, sentences, text};

    use super::Language;

    /// The events of a search, as a lecture has them.
    fn told() -> [Vec<Phrase>; 3] {
        let after = |moves: &str| Phrase::around("search-after", text(moves));
        let held = Phrase::around("search-has", figure("2 ≤ α = 3")).with(number_of(Seat(0)));
        let cut = Phrase::around("search-cut", held.with(figure("3")).with(text("1")));
        let most = Phrase::around("search-most", after("2")).with(figure("2"));
        let count = |name: PhrasePart, visits: usize, mean: &str| {
            Phrase::around("search-count", name).with(figure(visits)).with(figure(mean))
        };
        let counts = PhrasePart::Row(
            vec![
                count(text("d"), 1, "1").into(),
                Phrase::around("search-more-steps", figure(7)).into(),
                count(Phrase::of("search-the-root").into(), 3, "0.3333").into(),
            ],
            "; ",
        );
        let gets = Phrase::around("search-gets", number_of(Seat(0))).with(figure("1"));
        [
            vec![Phrase::around("search-shape-and", most).with(cut), Phrase::around("search-left", text("2, 3"))],
            vec![
                Phrase::around("search-min", after("1 2")).with(number_of(Seat(1))),
                Phrase::around("search-above", figure("0.5")),
            ],
            vec![Phrase::around("search-back-up", figure(3)).with(gets).with(counts)],
        ]
    }

    #[test]
    fn what_a_search_did_is_told_in_the_language_of_the_lecture() {
        let wanted = [
            (
                "After 2 the value is at most 2; cut: 2 ≤ α = 3, seat 1 already has 3 by 1. 2, 3 are not looked at.",
                "2 után az érték legfeljebb 2; levágva: 2 ≤ α = 3, 1. játékosnak már van 3 ezzel: 1. Nem vizsgált lépések: 2, 3.",
            ),
            (
                "After 1 2 seat 2 is to act; it looks for the smallest value. Only values above 0.5 matter.",
                "1 2 után lép: 2. játékos, aki a legkisebb értéket keresi. Csak az számít, ami nagyobb, mint 0,5.",
            ),
            (
                "Iteration 3, back-up: seat 1 gets 1, counts for each position on the way (d: n = 1, mean 1; … 7 more; the root: n = 3, mean 0.3333).",
                "3. iteráció, visszaterjesztés: 1. játékos ennyit kap: 1, az út minden állásának beszámít (d: n = 1, átlag 1; … még 7; gyökér: n = 3, átlag 0,3333).",
            ),
        ];
        for (all, (english, hungarian)) in told().iter().zip(wanted) {
            assert_eq!(sentences(all), english);
            let told =
                |language: Language| all.iter().map(|one| language.phrase(one) + ".").collect::<Vec<_>>().join(" ");
            assert_eq!(told(Language::English), english);
            assert_eq!(told(Language::Hungarian), hungarian);
            assert_ne!(told(Language::Slovenian), english);
        }
    }

    #[test]
    fn numbers_of_a_search_are_written_as_each_language_does() {
        for text in ["e4", "1.e4", "v1.2.3", "(0.5, 1)", "3", "."] {
            assert_eq!(Language::Slovenian.numbers_within(text), text);
        }
        let sum = "+0.70 + 0.78 = -1.48";
        assert_eq!(Language::Slovenian.numbers_within(sum), "+0,70 + 0,78 = -1,48");
        // A move that looks like a number is none.
        let count = Phrase::around("search-count-alone", text("1.5")).with(figure("2.5"));
        assert_eq!(Language::Hungarian.phrase(&count), "1.5: n = 2,5");
    }
}
