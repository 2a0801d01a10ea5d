//! A journal in other formats: lines of JSON, a spreadsheet.

use std::io::{self, Write};

use csv::Terminator;

use crate::{
    plan::{half_points::HalfPoints, schedule::Plan, tournament::Section},
    play::{played::Played, record::Record},
    tally::score::Score,
    tell::lines::line,
};

/// A format that is written game by game.
pub trait Export {
    /// Writes the next game; nothing, if the format has totals only.
    ///
    /// # Errors
    ///
    /// Those of `out`, and where the format has no such games.
    fn game(&mut self, _game: &Played<'_>, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Writes the end, after the last game.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    fn end(&mut self, plan: &Plan, score: &Score, out: &mut dyn Write) -> io::Result<()> {
        let _ = (plan, score, out);
        Ok(())
    }
}

/// Every game as one line of JSON.
pub struct JsonLines;

impl Export for JsonLines {
    fn game(&mut self, game: &Played<'_>, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(line(game).as_bytes())
    }
}

const COLUMNS: [&str; 14] = [
    "number",
    "game",
    "opening",
    "seat",
    "name",
    "player",
    "payoff",
    "points",
    "ended",
    "at_fault",
    "plies",
    "moves",
    "opening_name",
    "position",
];

/// Columns of their own where a player has second tries: the moves that a seat was asked for, and its answers.
const TRIED: [&str; 2] = ["asked", "tries"];

/// Comma-separated values (RFC 4180), one line for every seat of every game. With recorded thoughts
/// there is one more column, with one word for each move; and where a player has second tries two, empty for the others.
#[derive(Default)]
pub struct Csv {
    has_begun: bool,
}

impl Export for Csv {
    fn game(&mut self, game: &Played<'_>, out: &mut dyn Write) -> io::Result<()> {
        let mut out = csv::WriterBuilder::new().terminator(Terminator::CRLF).from_writer(out);
        let tournament = game.plan.tournament();
        let mut habits = tournament.sections.iter().flat_map(Section::habits);
        let has_tries = habits.any(|(_, habits)| habits.tries);
        if !self.has_begun {
            self.has_begun = true;
            let thoughts = tournament.thoughts.then_some("thoughts");
            let tried = TRIED.into_iter().filter(|_| has_tries);
            out.write_record(COLUMNS.into_iter().chain(thoughts).chain(tried))?;
        }
        let (section, record) = (game.plan.section(game.fixture), game.record);
        let moves = agon_core::line::write_line(&game.base(), &record.moves);
        let thoughts = tournament.thoughts.then(|| thoughts(record));
        for (seat, &entry) in game.fixture.seats.iter().enumerate() {
            let entry = &tournament.entries[entry];
            let payoff = record.payoffs.get(seat);
            let points = points(record, seat);
            let is_at_fault = record.ending.fault().is_some_and(|(at, _)| at.index() == seat);
            let number = |value: Option<f64>| value.map(|v| v.to_string()).unwrap_or_default();
            let fields = [
                record.number.to_string(),
                section.game.term.clone(),
                game.fixture.opening.to_string(),
                (seat + 1).to_string(),
                entry.name.clone(),
                entry.player.term.clone(),
                number(payoff.copied()),
                number(points),
                record.ending.word().to_owned(),
                is_at_fault.to_string(),
                record.moves.len().to_string(),
                moves.clone(),
                game.chosen().and_then(|c| c.name.clone()).unwrap_or_default(),
                game.position().unwrap_or_default().to_owned(),
            ];
            let tries = record.tries.seats.iter().find(|one| one.seat.index() == seat);
            let tried = tries.map_or_else(Default::default, |one| [one.moves.to_string(), one.tries.to_string()]);
            out.write_record(fields.iter().chain(&thoughts).chain(tried.iter().filter(|_| has_tries)))?;
        }
        out.flush()
    }
}

/// The thoughts about every move, in order and separated by spaces: value, depth, nodes and, with a
/// clock, milliseconds, such as `0.31/8/12034`; empty parts were not reported, and `-` means no
/// thought. A word at the end marks the value as a bound or the mean of a sample.
fn thoughts(record: &Record) -> String {
    let mut words = vec!["-".to_owned(); record.moves.len()];
    for thought in &record.thoughts {
        let [value, depth, time, bound] = [
            thought.value.map(|value| value.to_string()),
            thought.depth.map(|depth| depth.to_string()),
            thought.time.map(|time| format!("/{time}")),
            thought.bound_name().map(|bound| format!("/{bound}")),
        ]
        .map(Option::unwrap_or_default);
        words[thought.ply as usize] = format!("{value}/{depth}/{}{time}{bound}", thought.nodes);
    }
    words.join(" ")
}

/// The points of one seat: for every other one, one if it got less and half if it got the same;
/// `None` where the game is void or was not played.
pub(crate) fn points(record: &Record, seat: usize) -> Option<f64> {
    let own = record.payoffs.get(seat)?;
    let others = record.payoffs.iter().enumerate().filter(|&(other, _)| other != seat);
    Some(others.map(|(_, other)| HalfPoints::of(own, other)).sum::<HalfPoints>().points())
}
