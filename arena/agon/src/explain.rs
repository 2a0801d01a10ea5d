//! `agon explain`.

use std::{
    collections::BTreeSet,
    io::{self, BufRead, IsTerminal, Write},
};

use agon_core::Node;
use agon_draw::{Diagram, Letters, Outline, Search, Signs};
use agon_table::WatchedSearch;
use serde::Serialize;

use crate::{
    failed::Failed,
    output::{self, answer, json},
    tree::Asking,
};

/// Tells one search in sentences, or asks about it (--quiz)
///
/// The sentences follow the search as it went: who looks for what, which values matter, what came
/// back, what was cut and why. With --quiz the tree is drawn without its inner values, and you say what
/// comes back at each node, and which moves are not looked at.
#[derive(clap::Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  agon explain 'tree([[3,12,8],[2,4,6],[14,5,2]])' -p alpha-beta
  agon explain 'tree([[3,12,8],[2,4,6],[14,5,2]])' -p alpha-beta --quiz
  printf '3\\nnone\\n2\\n2 3\\n2\\nnone\\n3\\nnone\\n' | agon explain 'tree([[3,12,8],[2,4,6],[14,5,2]])' -p alpha-beta --quiz

Answers, one on each line: a number (a bound counts as its number, a vector is its numbers in order), \
fractions too; or the moves that are not looked at, with spaces or commas between them, or none.

JSON: one object on one line, with the keys game, player, search (its number) and sentences. Not with \
--quiz.

Exit codes: 0 done, with --quiz all right; 1 the player gave no move, or the answers ended too soon; 2 the \
game, the position, a move or a player is wrong, the player tells nothing, or nobody is to act; 3 an \
answer was wrong."
)]
pub(crate) struct Args {
    #[command(flatten)]
    asking: Asking,
    /// Keep so many positions at most; whole plies beyond are only counted
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: usize,
    /// Which search of the root: 1 is the first
    #[arg(long, value_name = "N")]
    search: Option<usize>,
    /// Ask, and judge the answers
    #[arg(long, conflicts_with = "json")]
    quiz: bool,
    /// Answer with one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let thought = args.asking.watch(args.limit, usize::MAX)?;
    let search = thought.search(args.search)?;
    if args.quiz {
        return quiz(&thought, search);
    }
    let sentences = search.story();
    answer(|out| {
        if args.json {
            let (game, player) = (&thought.site.game.term, &thought.player);
            return Ok(json(
                out,
                &StoryDocument { game, player, search: search.number, sentences },
            )?);
        }
        writeln!(out, "{}\n", thought.head(search))?;
        for (number, sentence) in (1..).zip(&sentences) {
            writeln!(out, "{number:4}. {sentence}")?;
        }
        Ok(())
    })
}

/// What is told, as a document.
#[derive(Serialize)]
struct StoryDocument<'a> {
    game: &'a str,
    player: &'a str,
    search: usize,
    sentences: Vec<String>,
}

/// Something to be answered about the position with this number.
enum Quizzed {
    Value(usize),
    Cuts(usize),
}

/// What is asked, in the order in which the search knew it.
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
        if matches!(visit.node, Node::Decision(_)) && 1 < visit.children.len() + visit.skipped.len()
        {
            questions.push(Quizzed::Cuts(index));
        }
    }
    questions
}

/// The tree as it is before it is searched: what is to be found out is blank.
fn blank(mut diagram: Diagram) -> Diagram {
    for knot in &mut diagram.knots {
        (knot.strong, knot.pale) = (false, false);
        knot.notes.clear();
        knot.about.clear();
        if matches!(knot.form, Outline::Max | Outline::Min | Outline::Chance | Outline::Seat) {
            "?".clone_into(&mut knot.value);
        }
    }
    for link in &mut diagram.links {
        (link.strong, link.cut) = (false, false);
    }
    diagram
}

fn quiz(thought: &WatchedSearch, search: &Search) -> Result<(), Failed> {
    let questions = questions(search);
    let diagram = blank(thought.trace.diagram(search, &[], usize::MAX, Signs::Told));
    let letters = Letters { unicode: true, colour: output::style(false).escapes };
    let (mut lines, is_person) = (io::stdin().lock().lines(), io::stdin().is_terminal());
    let (mut right, mut done) = (0, 0);
    answer(|out| {
        let (player, game) = (&thought.player, &thought.site.game.term);
        writeln!(out, "{player} searches {game} from `{}`:\n", thought.site.here)?;
        writeln!(out, "{}\n", diagram.lines(letters))?;
        for (number, question) in (1..).zip(&questions) {
            let (index, asked) = match question {
                Quizzed::Value(index) => (*index, "what value comes back?"),
                Quizzed::Cuts(index) => (*index, "which moves are not looked at?"),
            };
            writeln!(out, "{number}. {}: {asked}", search.place(index))?;
            if is_person {
                write!(out, "> ")?;
            }
            out.flush()?;
            let Some(line) = lines.next() else { break };
            let line = line.map_err(|error| Failed::trouble(format!("standard input: {error}")))?;
            done += 1;
            let (is_right, truth) = match question {
                Quizzed::Value(_) => judge_value(search, index, &line),
                Quizzed::Cuts(_) => judge_cuts(search, index, &line),
            };
            right += usize::from(is_right);
            let why = search.why(index).map_or(String::new(), |why| format!(" ({why})"));
            let verdict = if is_right { "right" } else { "no" };
            writeln!(out, "   {verdict}: {truth}{why}")?;
        }
        writeln!(out, "\n{right} of {} right", questions.len())?;
        Ok(())
    })?;
    if done < questions.len() {
        let missing = questions.len() - done;
        return Err(Failed::trouble(format!("the answers ended {missing} too soon")));
    }
    match done - right {
        0 => Ok(()),
        wrong => Err(Failed::different(format!("{wrong} of {done} answers were wrong"))),
    }
}

/// Whether the numbers of an answer are the value, and the value.
fn judge_value(search: &Search, index: usize, line: &str) -> (bool, String) {
    let visit = &search.visits[index];
    let truth = if visit.payoffs.is_empty() { vec![visit.value] } else { visit.payoffs.clone() };
    let said = numbers(line);
    let is_near = |(said, truth): (&f64, &f64)| (said - truth).abs() < 5e-4;
    (said.len() == truth.len() && said.iter().zip(&truth).all(is_near), visit.worth())
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

/// Whether an answer names the moves that were not looked at, and those.
fn judge_cuts(search: &Search, index: usize, line: &str) -> (bool, String) {
    let visit = &search.visits[index];
    let crossed = visit.children.iter().map(|&child| &search.visits[child]);
    let crossed = crossed.filter(|child| child.is_crossed()).map(|child| child.name.as_str());
    let skipped = visit.skipped.iter().map(|skipped| &*skipped.name);
    let truth: BTreeSet<&str> = skipped.chain(crossed).collect();
    // A move may have spaces itself; then commas stand between moves.
    let is_wide = truth.iter().any(|name| name.contains(' '));
    let words = line.split(|c: char| c == ',' || (c.is_whitespace() && !is_wide)).map(str::trim);
    let said: BTreeSet<&str> =
        words.filter(|word| !word.is_empty() && !["none", "-"].contains(word)).collect();
    let list: Vec<&str> = truth.iter().copied().collect();
    let list = if list.is_empty() { "none".to_owned() } else { list.join(", ") };
    (said == truth, list)
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
