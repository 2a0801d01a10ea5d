//! A question to all in a room, and what they answer.

use std::collections::HashMap;

use crate::problem::Problem;

/// Guests that are in a room at a time, and who answer a question.
pub(crate) const MOST_STUDENTS: usize = 400;
/// Choices of a question.
const MOST_CHOICES: usize = 12;
/// Letters of a question, and of a choice.
const MOST_LETTERS: usize = 300;

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClassQuestion {
    /// Which of the room's it is, counted from 1.
    pub(crate) number: u64,
    /// What is asked; nothing where the lecturer says it aloud.
    pub(crate) text: String,
    pub(crate) choices: Vec<String>,
    /// The choice of each guest.
    answers: HashMap<String, usize>,
}

impl ClassQuestion {
    /// A question with the choices that stand in `lines`, one on each.
    ///
    /// # Errors
    ///
    /// Where there are too few or too many, one stands there twice, or something is too long.
    pub(crate) fn of(number: u64, text: &str, lines: &str) -> Result<ClassQuestion, Problem> {
        let choices: Vec<&str> = lines.lines().map(str::trim).filter(|choice| !choice.is_empty()).collect();
        if !(2..=MOST_CHOICES).contains(&choices.len()) {
            let with: [(&str, &dyn crate::words::Said); 2] = [("most", &MOST_CHOICES), ("count", &choices.len())];
            return Err(Problem::wrong("class-choices", &with).at("choices"));
        }
        let twice = choices.iter().enumerate().find(|(at, choice)| choices[..*at].contains(choice));
        if let Some((_, choice)) = twice {
            return Err(Problem::wrong("class-twice", &[("choice", choice)]).at("choices"));
        }
        let text = text.trim();
        for (field, said) in [("text", text)].into_iter().chain(choices.iter().map(|choice| ("choices", *choice))) {
            if MOST_LETTERS < said.chars().count() {
                return Err(Problem::wrong("class-long", &[("most", &MOST_LETTERS)]).at(field));
            }
        }
        let choices = choices.into_iter().map(str::to_owned).collect();
        Ok(ClassQuestion { number, text: text.to_owned(), choices, answers: HashMap::new() })
    }

    /// Counts an answer, instead of an earlier one of the same guest.
    ///
    /// # Errors
    ///
    /// Where there is no such choice, or too many have answered.
    pub(super) fn answer(&mut self, guest: &str, choice: usize) -> Result<(), Problem> {
        if self.choices.len() <= choice {
            return Err(Problem::wrong("class-choice", &[("last", &self.choices.len())]));
        }
        if MOST_STUDENTS <= self.answers.len() && !self.answers.contains_key(guest) {
            return Err(Problem::full("class-crowd", &[("most", &MOST_STUDENTS)]));
        }
        self.answers.insert(guest.to_owned(), choice);
        Ok(())
    }

    /// What this guest has chosen.
    pub(crate) fn chosen(&self, guest: &str) -> Option<usize> {
        self.answers.get(guest).copied()
    }

    /// How many have chosen each.
    pub(crate) fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.choices.len()];
        for choice in self.answers.values() {
            counts[*choice] += 1;
        }
        counts
    }

    /// How many have answered.
    pub(crate) fn answered(&self) -> usize {
        self.answers.len()
    }
}
