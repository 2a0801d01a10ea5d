//! Charts of results: values with intervals, scores against opponents, strength over an option.
//!
//! A chart is data first: its numbers can be written unchanged ([`Chart::csv`], or by serde). Series differ by marks
//! and lines, and cells show their numbers: no information is in colour alone.

mod axis;
mod svg;

use serde::{Deserialize, Serialize};

use crate::plain;

/// Panels below each other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chart {
    /// A title of one line.
    pub title: String,
    /// The panels, from the top.
    pub panels: Vec<Panel>,
}

/// One picture of a chart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Panel {
    /// Its subject, such as a game.
    pub title: String,
    /// The data that it draws.
    #[serde(flatten)]
    pub plot: Plot,
}

/// The data of a panel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Plot {
    /// A row for each name, with its value and the interval around it.
    Intervals {
        /// The meaning of the values.
        unit: String,
        /// From the top.
        rows: Vec<Row>,
    },
    /// A cell for each pair: what share the one of the row had against the one of the column.
    Shares {
        /// The names of row and column 1, 2, ….
        names: Vec<String>,
        /// Row by row; null for players that never met.
        cells: Vec<Vec<Option<Share>>>,
    },
    /// Values over an option.
    Curves {
        /// The meaning of the values.
        unit: String,
        /// The option on the horizontal axis.
        option: String,
        /// Those that belong together.
        series: Vec<Series>,
        /// Whether the values, all of them above zero, stand by their logarithms.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        powers: bool,
    },
}

/// A name and its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Row {
    /// Whose value it is.
    pub name: String,
    /// The value.
    #[serde(flatten)]
    pub measure: Measure,
}

/// A value, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Measure {
    /// The value; nothing where only a bound is known, which is the one end that there is.
    pub value: Option<f64>,
    /// The ends of its interval; nothing on a side where it has none.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

/// What share of the points one had against another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Share {
    /// From 0 to 1.
    pub share: f64,
    /// Of how many games, or openings.
    pub units: u64,
}

/// Values that belong together, joined by a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Series {
    /// The other options, which they share.
    pub name: String,
    /// In the order of the axis.
    pub points: Vec<Point>,
    /// Whether the ends are the least and the greatest of several values, of which the value is the mean: a band around the line.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub band: bool,
}

/// A value over a value of an option.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Point {
    /// The option's value: a number, or a word.
    pub at: String,
    /// What stands over it.
    #[serde(flatten)]
    pub measure: Measure,
}

impl Measure {
    /// A value and half its interval, such as `+120 ± 15`; `≥ 300` where only a bound is known.
    pub fn words(&self) -> String {
        match (self.low, self.high) {
            (Some(low), Some(high)) => {
                let value = self.value.unwrap_or(f64::midpoint(low, high));
                let half = (high - low) / 2.0;
                let digits = digits(half);
                // Unequal halves are both written.
                if (high - value - half).abs() < 0.5 * 10f64.powi(-(digits as i32)) {
                    format!("{value:+.digits$} ± {half:.digits$}")
                } else {
                    format!("{value:+.digits$} ({low:+.digits$} to {high:+.digits$})")
                }
            }
            (Some(low), None) => format!("≥ {low:+.0}"),
            (None, Some(high)) => format!("≤ {high:+.0}"),
            (None, None) => match self.place() {
                // Probabilities and regrets need more than whole numbers.
                value if value.abs() < 10.0 => few(value),
                value => format!("{value:+.0}"),
            },
        }
    }

    /// The mean of several values, with the least and the greatest of them.
    fn spread(&self) -> String {
        let (Some(low), Some(high)) = (self.low, self.high) else { return self.words() };
        let digits = digits((high - low) / 2.0);
        format!("{:+.digits$} ({low:+.digits$} to {high:+.digits$})", self.place())
    }

    /// Where its mark is drawn.
    pub(super) fn place(&self) -> f64 {
        self.value.or(self.low).or(self.high).unwrap_or_default()
    }
}

/// The number of decimals that shows two digits of the half-width of an interval, but no decimals
/// for tens.
fn digits(half: f64) -> usize {
    if half <= 0.0 || !half.is_finite() {
        return 0;
    }
    (1.0 - half.log10().floor()).clamp(0.0, 6.0) as usize
}

/// Four digits, wherever they begin.
fn few(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value:+}");
    }
    let digits = (3.0 - value.abs().log10().floor()).clamp(0.0, 15.0);
    format!("{value:+.0$}", digits as usize)
}

impl Series {
    /// What stands over a point, in words.
    fn words(&self, point: &Point) -> String {
        if self.band { point.measure.spread() } else { point.measure.words() }
    }
}

impl Chart {
    /// The numbers as rows of a table, the first of which names the columns. Panels of one kind have the
    /// same columns.
    pub fn table(&self) -> Vec<Vec<String>> {
        let ends = |measure: &Measure| {
            let end = |end: Option<f64>| end.map_or_else(String::new, |end| end.to_string());
            [measure.value, measure.low, measure.high].map(end)
        };
        let mut table: Vec<Vec<String>> = Vec::new();
        for Panel { title, plot } in &self.panels {
            let head: &[&str] = match plot {
                Plot::Intervals { .. } => &["panel", "name", "value", "low", "high"],
                Plot::Shares { .. } => &["panel", "name", "against", "share", "units"],
                Plot::Curves { .. } => &["panel", "series", "at", "value", "low", "high"],
            };
            let head: Vec<String> = head.iter().map(|&word| word.to_owned()).collect();
            if table.first() != Some(&head) {
                table.push(head);
            }
            match plot {
                Plot::Intervals { rows, .. } => table.extend(
                    rows.iter()
                        .map(|row| [title.clone(), row.name.clone()].into_iter().chain(ends(&row.measure)).collect()),
                ),
                Plot::Shares { names, cells } => {
                    for (name, row) in names.iter().zip(cells) {
                        for (other, cell) in names.iter().zip(row) {
                            if let Some(Share { share, units }) = cell {
                                let said = [title, name, other].map(String::clone);
                                let figures = [share.to_string(), units.to_string()];
                                table.push(said.into_iter().chain(figures).collect());
                            }
                        }
                    }
                }
                Plot::Curves { series, .. } => {
                    for Series { name, points, .. } in series {
                        table.extend(points.iter().map(|point| {
                            let said = [title, name, &point.at].map(String::clone);
                            said.into_iter().chain(ends(&point.measure)).collect()
                        }));
                    }
                }
            }
        }
        table
    }
}

impl Panel {
    /// All there is to see, in words.
    fn about(&self) -> String {
        let said = match &self.plot {
            Plot::Intervals { unit, rows } => {
                let rows = rows.iter().map(|row| format!("{} {}", row.name, row.measure.words()));
                format!("{unit}: {}", rows.collect::<Vec<_>>().join("; "))
            }
            Plot::Shares { names, .. } => {
                format!("shares of points, each against each, of {}", names.join("; "))
            }
            Plot::Curves { unit, option, series, .. } => {
                let one = |series: &Series| {
                    let points = series.points.iter();
                    let points = points.map(|point| format!("{}: {}", point.at, series.words(point)));
                    format!("{} {}", series.name, points.collect::<Vec<_>>().join(", "))
                };
                let all: Vec<String> = series.iter().map(one).collect();
                format!("{unit} over {option}: {}", all.join("; "))
            }
        };
        format!("{}. {said}", self.title)
    }
}

/// A share in percent, as cells have it: with one digit unless it is whole, so that the two of a pair add up.
fn percent(share: f64) -> String {
    plain((1000.0 * share).round() / 10.0)
}
