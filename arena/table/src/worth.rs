//! What a position looks worth without a search: by heuristic, feature by feature, place by place.

use std::io::{self, Write};

use agon_core::{AnyPosition, Contribution, Heuristic, Node, Position, Seat};
use agon_draw::{Drawing, plain};
use serde::Serialize;

/// The static value of a position, as a document.
#[derive(Serialize)]
pub struct StaticValue<'a> {
    game: &'a str,
    position: String,
    heuristics: Vec<HeuristicValue>,
    features: Vec<FeatureValue>,
}

/// What one heuristic says, for each seat.
#[derive(Serialize)]
struct HeuristicValue {
    name: &'static str,
    estimates: Vec<f64>,
    /// What is counted, as the game counts it.
    parts: Vec<PartValue>,
}

/// What one feature says, for each seat.
#[derive(Serialize)]
struct FeatureValue {
    name: &'static str,
    values: Vec<f64>,
}

/// What one place counts.
#[derive(Serialize)]
struct PartValue {
    name: String,
    /// For each seat.
    values: Vec<f64>,
    /// For each seat, its own less those of the others.
    together: Vec<f64>,
    terms: Vec<TermValue>,
}

/// What one summand of a place counts, for each seat.
#[derive(Serialize)]
struct TermValue {
    name: &'static str,
    values: Vec<f64>,
}

impl PartValue {
    fn of(part: Contribution) -> PartValue {
        let all: f64 = part.values.iter().sum();
        let terms = part.terms.into_iter().map(|(name, values)| TermValue { name, values });
        PartValue {
            together: part.values.iter().map(|own| own - (all - own)).collect(),
            name: part.name,
            terms: terms.collect(),
            values: part.values,
        }
    }
}

impl StaticValue<'_> {
    /// Of the position `here` of the game with this term.
    pub fn of<'a>(game: &'a str, here: &AnyPosition) -> StaticValue<'a> {
        let seats = || Seat::all(here.facts().seats);
        let is_over = here.node() == Node::Terminal;
        let heuristics = here.heuristics().iter().enumerate().filter(|_| !is_over);
        let feature = |index: usize, seat| {
            let mut values = Vec::new();
            here.feature_values(seat, &mut values);
            values.get(index).copied().unwrap_or(f64::NAN)
        };
        let features = here.features().iter().enumerate().filter(|_| !is_over);
        StaticValue {
            game,
            position: here.to_string(),
            heuristics: heuristics
                .map(|(index, named)| {
                    let heuristic = Heuristic(index as u8);
                    HeuristicValue {
                        name: named.name,
                        estimates: seats().map(|seat| here.estimate(heuristic, seat)).collect(),
                        parts: here.parts(heuristic).into_iter().map(PartValue::of).collect(),
                    }
                })
                .collect(),
            features: features
                .map(|(index, named)| FeatureValue {
                    name: named.name,
                    values: seats().map(|seat| feature(index, seat)).collect(),
                })
                .collect(),
        }
    }

    /// Writes it for people.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    pub fn write(&self, out: &mut dyn Write, here: &AnyPosition) -> io::Result<()> {
        writeln!(out, "{}: `{}`, without a search", self.game, self.position)?;
        if here.node() == Node::Terminal {
            return writeln!(out, "\nthe game is over: nothing is left to be guessed at");
        }
        if self.heuristics.is_empty() {
            writeln!(out, "\nthis game offers no heuristic")?;
        }
        for heuristic in &self.heuristics {
            writeln!(out, "\nheuristic {}: {}", heuristic.name, by_seat(&heuristic.estimates))?;
            if heuristic.parts.is_empty() {
                writeln!(out, "  it is counted as a whole, not place by place")?;
                continue;
            }
            let count = heuristic.estimates.len();
            let sum = |seat: usize| heuristic.parts.iter().map(|part| part.together[seat]).sum();
            let sums: Vec<f64> = (0..count).map(sum).collect();
            writeln!(out, "  together, before it is scaled: {}", by_seat(&sums))?;
            grid(out, &heuristic.parts, here)?;
            let width = heuristic.parts.iter().map(|part| part.name.chars().count()).max();
            for part in heuristic.parts.iter().filter(|part| part.values.iter().any(|&v| v != 0.0))
            {
                let terms = part.terms.iter().map(|term| {
                    let values: Vec<String> = term.values.iter().map(|&v| plain(v)).collect();
                    format!("{} {}", term.name, values.join(":"))
                });
                writeln!(
                    out,
                    "  {:width$}  {}; together {} ({})",
                    part.name,
                    by_seat(&part.values),
                    part.together.iter().map(|&v| plain(v)).collect::<Vec<_>>().join(":"),
                    terms.collect::<Vec<_>>().join(", "),
                    width = width.unwrap_or(0)
                )?;
            }
        }
        if !self.features.is_empty() {
            writeln!(out, "\nfeatures")?;
        }
        let width = self.features.iter().map(|feature| feature.name.chars().count()).max();
        for feature in &self.features {
            let (name, width) = (feature.name, width.unwrap_or(0));
            writeln!(out, "  {name:width$}  {}", by_seat(&feature.values))?;
        }
        Ok(())
    }
}

/// `seat 1: 33, seat 2: 23`.
fn by_seat(values: &[f64]) -> String {
    let each =
        values.iter().zip(1..).map(|(&value, seat)| format!("seat {seat}: {}", plain(value)));
    each.collect::<Vec<_>>().join(", ")
}

/// Places by row and column, with what each counts for the seat that is last, less the others: who
/// answers in the texts is the second. Nothing where the parts are no places of the board.
fn grid(out: &mut dyn Write, parts: &[PartValue], here: &AnyPosition) -> io::Result<()> {
    let picture = here.picture();
    let data = Drawing::of(&picture).data();
    if !parts.iter().all(|part| data.cells.iter().any(|cell| cell.name == part.name)) {
        return Ok(());
    }
    let last = usize::from(here.facts().seats) - 1;
    writeln!(out, "  place by place, seat {}'s less the other's:\n", last + 1)?;
    let mut rows: Vec<(f64, Vec<(f64, String)>)> = Vec::new();
    for cell in &data.cells {
        let text = match parts.iter().find(|part| part.name == cell.name) {
            Some(part) => plain(part.together[last]),
            None => cell.pieces.last().map_or(".".to_owned(), |piece| piece.letter.clone()),
        };
        match rows.iter_mut().find(|(y, _)| *y == cell.y) {
            Some((_, row)) => row.push((cell.x, text)),
            None => rows.push((cell.y, vec![(cell.x, text)])),
        }
    }
    rows.sort_by(|one, other| one.0.total_cmp(&other.0));
    let texts = rows.iter().flat_map(|(_, row)| row);
    let width = texts.map(|(_, text)| text.chars().count()).max().unwrap_or(0) + 1;
    for (_, row) in &mut rows {
        row.sort_by(|one, other| one.0.total_cmp(&other.0));
        write!(out, "   ")?;
        for (_, text) in row {
            write!(out, "{text:>width$}")?;
        }
        writeln!(out)?;
    }
    writeln!(out)
}
