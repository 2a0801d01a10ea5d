//! Static evaluation of a position, without a search: by heuristic, by feature, by place.

use std::io::{self, Write};

use agon_core::{
    AnyPosition, Contribution, Explained, Featured, Heuristic, Node, Picture, Position, Seat, picture::Piece,
};
use agon_draw::{Drawing, exact, plain};
use serde::Serialize;

use crate::table_error::TableError;

/// The static value of a position, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StaticValue {
    /// The game's term.
    game: String,
    /// The position.
    position: String,
    /// Whether it is a redeal: one that the seat to act cannot tell from the one that was named; left out where
    /// it is not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", schemars(default))]
    redeal: bool,
    /// The estimate of each heuristic, the usual one first.
    heuristics: Vec<HeuristicValue>,
    /// The value of each feature.
    features: Vec<FeatureValue>,
}

/// What one heuristic says, for each seat.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct HeuristicValue {
    /// The heuristic.
    name: &'static str,
    /// Its estimate for each seat.
    estimates: Vec<f64>,
    /// The contribution of each square, if the game provides it.
    parts: Vec<PartValue>,
}

/// What one feature says, for each seat.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct FeatureValue {
    /// The feature.
    name: &'static str,
    /// Its value for each seat.
    values: Vec<f64>,
    /// How many things it counts for each seat, where it counts any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(default))]
    counts: Vec<f64>,
    /// The value of one unit of the feature.
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<f64>,
}

impl FeatureValue {
    fn of(name: &'static str, values: Vec<f64>, unit: Option<f64>) -> FeatureValue {
        let unit = unit.filter(|&unit| 0.0 < unit);
        let counts = unit.iter().flat_map(|unit| values.iter().map(move |value| value / unit));
        FeatureValue { name, counts: counts.map(|count| count.round() + 0.0).collect(), unit, values }
    }

    /// Its values for people: a share of eight things in eighths.
    fn told(&self) -> String {
        let whole = self.unit.map(|unit| (1.0 / unit).round()).filter(|&all| 1.0 < all);
        let Some(all) = whole else { return by_seat(&self.values) };
        let share = |count: &f64| if *count == 0.0 { plain(0.0) } else { format!("{count}/{all}") };
        each_seat(self.counts.iter().map(share))
    }
}

/// What one place counts.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PartValue {
    /// The place.
    name: String,
    /// Its contribution for each seat.
    values: Vec<f64>,
    /// For each seat, its own less those of the others.
    together: Vec<f64>,
    /// The summands.
    terms: Vec<TermValue>,
}

/// What one summand of a place counts, for each seat.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct TermValue {
    /// The summand.
    name: &'static str,
    /// Its contribution for each seat.
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

impl StaticValue {
    /// The evaluation of the position `here` of the game with this term.
    pub fn of(game: &str, here: &AnyPosition) -> StaticValue {
        let seats = || Seat::all(here.facts().seats);
        let is_over = here.node() == Node::Terminal;
        let heuristics = here.heuristics().iter().enumerate().filter(|_| !is_over);
        let feature = |index: usize, seat| {
            let mut values = Vec::new();
            here.feature_values(seat, &mut values);
            values.get(index).copied().unwrap_or(f64::NAN)
        };
        let features = here.features().iter().enumerate().filter(|_| !is_over);
        let mut units = Vec::new();
        here.feature_units(&mut units);
        StaticValue {
            game: game.to_owned(),
            position: here.to_string(),
            redeal: false,
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
                .map(|(index, named)| {
                    let values = seats().map(|seat| feature(index, seat)).collect();
                    FeatureValue::of(named.name, values, units.get(index).copied())
                })
                .collect(),
        }
    }

    /// The same, of a position that is a redeal, or not.
    #[must_use]
    pub fn of_redeal(self, redeal: bool) -> StaticValue {
        StaticValue { redeal, ..self }
    }

    /// The board with the contribution of each free place, by the first heuristic that has one for each place: for the
    /// last seat, minus the others; and an explanation in words.
    ///
    /// # Errors
    ///
    /// If no heuristic has contributions by place.
    pub fn picture(&self, here: &AnyPosition) -> Result<(Picture, String), TableError> {
        let mut picture = here.picture();
        let is_place = |part: &PartValue| picture.cells.iter().any(|cell| cell.name == part.name);
        let counted = self
            .heuristics
            .iter()
            .find(|heuristic| !heuristic.parts.is_empty() && heuristic.parts.iter().all(is_place));
        let Some(HeuristicValue { name, parts, .. }) = counted else {
            let what = "no heuristic of {game} counts place by place, so no board can show it";
            return Err(TableError::wrong(what.replace("{game}", &self.game)));
        };
        let last = usize::from(here.facts().seats) - 1;
        for cell in picture.cells.iter_mut().filter(|cell| cell.pieces.is_empty()) {
            let part = parts.iter().find(|part| part.name == cell.name);
            cell.pieces.extend(part.map(|part| Piece::writing(plain(part.together[last]))));
        }
        Ok((picture, format!("{name}, place by place, seat {}'s less the other's", last + 1)))
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
            for part in heuristic.parts.iter().filter(|part| part.values.iter().any(|&v| v != 0.0)) {
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
            writeln!(out, "  {name:width$}  {}", feature.told())?;
        }
        Ok(())
    }
}

/// `seat 1: 33, seat 2: 23`.
fn by_seat(values: &[f64]) -> String {
    each_seat(values.iter().map(|&value| exact(value)))
}

fn each_seat(values: impl Iterator<Item = String>) -> String {
    let each = values.zip(1..).map(|(value, seat)| format!("seat {seat}: {value}"));
    each.collect::<Vec<_>>().join(", ")
}

/// The places by row and column, with the contribution of each for the last seat, minus the others;
/// in textbook examples the second seat is the one that answers. Nothing if the parts are not places
/// of the board.
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
