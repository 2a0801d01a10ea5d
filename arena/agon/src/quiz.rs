//! `agon tree --quiz`: asks about a search, and judges the answers.

use std::{
    collections::BTreeSet,
    io::{self, BufRead, IsTerminal, Write},
};

use agon_core::{Node, options::brief};
use agon_draw::{Diagram, Letters, Outline, Search, Signs};
use agon_table::WatchedSearch;

use crate::{
    failed::Failed,
    output::{self, answer},
};

/// Something to be answered about the position with this number.
enum Quizzed {
    Value(usize),
    Cuts(usize),
}

/// The questions, in the order of the search.
fn questions(search: &Search) -> Vec<Quizzed> {
    let (mut questions, mut rest) = (Vec::new(), vec![(0, false)]);
    while let Some((index, is_left)) = rest.pop() {
        let visit = &search.visits[index];
        if search.is_leaf(index) {
            continue;
        }
        if !is_left {
            rest.push((index, true));
            rest.extend(visit.children.iter().rev().map(|&child| (child, false)));
            continue;
        }
        if !visit.value.is_nan() {
            questions.push(Quizzed::Value(index));
        }
        if matches!(visit.node, Node::Decision(_)) && 1 < visit.children.len() + visit.skipped.len() {
            questions.push(Quizzed::Cuts(index));
        }
    }
    questions
}

/// The tree before the search: unknown values are blank, except those that are `known`
/// already, by the numbers of positions.
fn blank(thought: &WatchedSearch, search: &Search, known: &BTreeSet<usize>) -> Diagram {
    let mut diagram = thought.trace.diagram(search, &[], usize::MAX, Signs::Told);
    // Positions are drawn each before those below it, and nothing but what was left out is pale.
    let mut rest = vec![0];
    for knot in &mut diagram.knots {
        let index = if knot.pale { None } else { rest.pop() };
        rest.extend(index.into_iter().flat_map(|index| search.visits[index].children.iter().rev()));
        (knot.strong, knot.pale) = (false, false);
        knot.notes.clear();
        knot.about.clear();
        let is_inner = matches!(knot.form, Outline::Max | Outline::Min | Outline::Chance | Outline::Seat);
        if is_inner && !index.is_some_and(|index| known.contains(&index)) {
            "?".clone_into(&mut knot.value);
        }
    }
    for link in &mut diagram.links {
        (link.strong, link.cut) = (false, false);
    }
    diagram
}

/// How answers are given.
const HOW: &str = "Answer with a number (of a bound its number), or with the moves that are pruned, or\n\
                   none. ? helps and draws the tree again, quit ends the quiz.";

/// After this many questions the tree is out of sight.
const OUT_OF_SIGHT: usize = 5;

/// A quiz that goes on.
struct Quiz<'a> {
    thought: &'a WatchedSearch,
    search: &'a Search,
    lines: io::Lines<io::StdinLock<'static>>,
    is_person: bool,
    /// The positions whose values are known already.
    known: BTreeSet<usize>,
}

/// What became of a question.
enum QuizVerdict {
    Right,
    Wrong,
    /// There are no more answers.
    Over,
}

impl Quiz<'_> {
    fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        let letters = Letters { unicode: true, colour: output::style(false).escapes };
        let diagram = blank(self.thought, self.search, &self.known);
        writeln!(out, "{}\n", diagram.lines(letters))
    }

    /// Asks until there is an answer, and once more if that is wrong.
    fn ask(&mut self, question: &Quizzed, out: &mut dyn Write) -> Result<QuizVerdict, Failed> {
        let (index, form) = match question {
            Quizzed::Value(index) => (*index, "say a number, such as 3 or -1/2; a bound is fine: <=2"),
            Quizzed::Cuts(index) => (*index, "say moves of this position, or none"),
        };
        let mut tries = 2;
        loop {
            if self.is_person {
                write!(out, "> ")?;
            }
            out.flush()?;
            let Some(line) = self.lines.next() else { return Ok(QuizVerdict::Over) };
            let line = line.map_err(|error| Failed::trouble(format!("standard input: {error}")))?;
            match line.trim().to_lowercase().as_str() {
                "?" | "h" | "help" => {
                    self.draw(out)?;
                    writeln!(out, "{HOW}\n   {form}")?;
                    continue;
                }
                "q" | "quit" | "exit" => return Ok(QuizVerdict::Over),
                _ => {}
            }
            let judged = match question {
                Quizzed::Value(_) => judge_value(self.search, index, &line),
                Quizzed::Cuts(_) => judge_cuts(self.search, index, &line),
            };
            let Some((is_right, truth)) = judged else {
                writeln!(out, "   {form}")?;
                continue;
            };
            tries -= 1;
            if !is_right && 0 < tries {
                writeln!(out, "   wrong; once more")?;
                continue;
            }
            let why = self.search.why(index).map_or(String::new(), |why| format!(" ({why})"));
            let verdict = if is_right { "right:" } else { "wrong; the answer is" };
            writeln!(out, "   {verdict} {truth}{why}")?;
            return Ok(if is_right { QuizVerdict::Right } else { QuizVerdict::Wrong });
        }
    }
}

/// Asks about every position of this search.
///
/// # Errors
///
/// Where an answer was wrong, or the answers ended too soon.
pub(crate) fn run(thought: &WatchedSearch, search: &Search) -> Result<(), Failed> {
    let questions = questions(search);
    let (lines, is_person) = (io::stdin().lock().lines(), io::stdin().is_terminal());
    let mut quiz = Quiz { thought, search, lines, is_person, known: BTreeSet::new() };
    let (mut right, mut done) = (0, 0);
    answer(|out| {
        let (player, game) = (&thought.player, brief(&thought.site.game.term));
        let remark = thought.site.remark().map_or(String::new(), |remark| format!(", {remark}"));
        writeln!(out, "{player} searches {game} from `{}`{remark}:\n", thought.site.here)?;
        quiz.draw(out)?;
        writeln!(out, "{HOW}\n")?;
        for (number, question) in questions.iter().enumerate() {
            if is_person && 0 < number && number % OUT_OF_SIGHT == 0 {
                writeln!(out)?;
                quiz.draw(out)?;
            }
            let (index, asked) = match question {
                Quizzed::Value(index) => (*index, "what value comes back? (a number)"),
                Quizzed::Cuts(index) => (*index, "which moves are pruned? (moves, or none)"),
            };
            writeln!(out, "{}. {}: {asked}", number + 1, search.place(index))?;
            match quiz.ask(question, out)? {
                QuizVerdict::Over => break,
                QuizVerdict::Right => right += 1,
                QuizVerdict::Wrong => {}
            }
            done += 1;
            if let Quizzed::Value(index) = question {
                quiz.known.insert(*index);
            }
        }
        writeln!(out, "\n{right} of {} right", questions.len())?;
        Ok(())
    })?;
    match questions.len() - done {
        0 => {}
        1 => return Err(Failed::trouble("the quiz ended with 1 question unanswered")),
        missing => {
            let what = format!("the quiz ended with {missing} questions unanswered");
            return Err(Failed::trouble(what));
        }
    }
    match done - right {
        0 => Ok(()),
        1 => Err(Failed::different(format!("1 of {done} answers was wrong"))),
        wrong => Err(Failed::different(format!("{wrong} of {done} answers were wrong"))),
    }
}

/// Whether the numbers of an answer are the value, and the value; nothing where they are no such numbers.
fn judge_value(search: &Search, index: usize, line: &str) -> Option<(bool, String)> {
    let visit = &search.visits[index];
    let truth = if visit.payoffs.is_empty() { vec![visit.value] } else { visit.payoffs.clone() };
    let said = numbers(line);
    let is_near = |(said, truth): (&f64, &f64)| (said - truth).abs() < 5e-4;
    let is_right = said.iter().zip(&truth).all(is_near);
    (said.len() == truth.len()).then(|| (is_right, visit.worth()))
}

/// The numbers of a text: decimals and fractions.
fn numbers(text: &str) -> Vec<f64> {
    let text = text.replace('−', "-").replace(',', " ");
    let words = text.split(|c: char| !(c.is_ascii_digit() || "+-./".contains(c)));
    let number = |word: &str| match word.split_once('/') {
        Some((over, under)) => Some(over.parse::<f64>().ok()? / under.parse::<f64>().ok()?),
        None => word.parse().ok(),
    };
    words.filter_map(number).collect()
}

/// Whether an answer names the moves that were not looked at, and those; nothing where it names what is no
/// move there, or nothing at all.
fn judge_cuts(search: &Search, index: usize, line: &str) -> Option<(bool, String)> {
    let visit = &search.visits[index];
    let below = || visit.children.iter().map(|&child| &search.visits[child]);
    let crossed = below().filter(|child| child.is_crossed()).map(|child| child.name.as_str());
    let skipped = || visit.skipped.iter().map(|skipped| &*skipped.name);
    let truth: BTreeSet<&str> = skipped().chain(crossed).collect();
    let moves: BTreeSet<&str> = skipped().chain(below().map(|child| child.name.as_str())).collect();
    // A move may have spaces itself; then commas stand between moves.
    let is_wide = moves.iter().any(|name| name.contains(' '));
    let words = line.split(|c: char| c == ',' || (c.is_whitespace() && !is_wide)).map(str::trim);
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let is_none = |word: &&str| word.eq_ignore_ascii_case("none") || *word == "-";
    let said: BTreeSet<&str> = words.iter().copied().filter(|word| !is_none(word)).collect();
    if words.is_empty() || !said.is_subset(&moves) {
        return None;
    }
    let list: Vec<&str> = truth.iter().copied().collect();
    let list = if list.is_empty() { "none".to_owned() } else { list.join(", ") };
    Some((said == truth, list))
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn an_answer_may_be_a_bound_a_fraction_or_a_vector() {
        assert_eq!(numbers("≤ 2"), [2.0]);
        assert_eq!(numbers("-1/2"), [-0.5]);
        assert_eq!(numbers("(5, 2, 5)"), [5.0, 2.0, 5.0]);
        assert_eq!(numbers("−3.25"), [-3.25]);
        assert_eq!(numbers("I don't know"), [] as [f64; 0]);
    }
}
