//! Charts as SVG: panels below each other, as wide as the widest.

use std::fmt::Write as _;

use super::{
    Chart, Measure, Panel, Plot, Row, Series, Share,
    axis::{Axis, Scale},
    percent,
};
#[cfg(feature = "png")]
use crate::Render;
use crate::{
    Theme,
    svg::{Escaped, LETTER, Short, style, through, width_of, write_letters},
};

/// The width of a panel that needs no other: letters stay readable on a telephone.
const WIDTH: f64 = 600.0;
/// Around everything.
const MARGIN: f64 = 18.0;
/// The sizes of letters: of panel titles, of names and values, of axes.
const HEAD: f64 = 20.0;
const NAME: f64 = 17.0;
const TICK: f64 = 15.0;
/// The distance from the top of a panel to its content, below its two lines of text.
const TOP: f64 = 66.0;
/// The height of a row: a name above its interval.
const ROW: f64 = 52.0;
/// The height of the plot of curves.
const CURVES: f64 = 300.0;
/// The room for the values on the axis of curves.
const GUTTER: f64 = 64.0;
/// The height of a line of the legend.
const LEGEND: f64 = 28.0;
/// The most letters of a name beside cells.
const LONGEST: usize = 32;
/// The number of distinct marks and lines; further series repeat them.
const MARKS: usize = 6;

impl Chart {
    /// As SVG with its own style sheet.
    pub fn svg(&self, theme: Theme) -> String {
        draw(self, "agon", &style::of_charts(".agon", theme), WIDTH)
    }

    /// As SVG without its own style sheet, for a page that includes [`chart_stylesheet`](crate::chart_stylesheet) once.
    /// Panels without a width of their own have this one, so that letters stay legible on a narrow page.
    pub fn svg_unstyled(&self, width: f64) -> String {
        draw(self, "agon-chart", "", width)
    }
}

#[cfg(feature = "png")]
impl Render for Chart {
    fn vectors(&self, theme: Theme) -> String {
        self.svg(theme)
    }
}

/// A drawing of this class and style; its panels have this width unless they need another.
fn draw(chart: &Chart, class: &str, style: &str, usual: f64) -> String {
    let (mut body, mut y, mut width) = (String::new(), MARGIN, usual);
    for panel in &chart.panels {
        let _ = write!(body, "\n<g role=\"group\"><title>{}</title>", Escaped(&panel.about()));
        let mut ink = Ink { out: &mut body, y, width: usual };
        let (right, height) = ink.panel(panel);
        body.push_str("\n</g>");
        width = width.max(right);
        y += height + 2.0 * MARGIN;
    }
    let (width, height) = (Short(width), Short(y - MARGIN));
    let style = if style.is_empty() { String::new() } else { format!("<style>{style}</style>\n") };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{class}\" role=\"group\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n{style}\
         <rect class=\"paper\" x=\"0\" y=\"0\" width=\"{width}\" height=\"{height}\"/>{body}\n</svg>\n",
        Escaped(&chart.title)
    )
}

/// The output, from this height on.
struct Ink<'a> {
    out: &'a mut String,
    y: f64,
    /// The width of a panel that needs no other.
    width: f64,
}

impl Ink<'_> {
    /// Draws a panel; gives its right edge and its height.
    fn panel(&mut self, panel: &Panel) -> (f64, f64) {
        let said = match &panel.plot {
            Plot::Intervals { unit, .. } | Plot::Curves { unit, .. } => unit,
            Plot::Shares { .. } => "share of the points in %, row against column",
        };
        let room = self.width - 2.0 * MARGIN;
        self.text("head", HEAD, (MARGIN, 20.0), &short(&panel.title, room, HEAD));
        self.text("name", TICK, (MARGIN, 44.0), &short(said, room, TICK));
        match &panel.plot {
            Plot::Intervals { rows, .. } => (self.width, self.intervals(rows)),
            Plot::Shares { names, cells } => self.shares(names, cells),
            Plot::Curves { option, series, powers, .. } => (self.width, self.curves(option, series, *powers)),
        }
    }

    fn intervals(&mut self, rows: &[Row]) -> f64 {
        let (left, right) = (MARGIN + 26.0, self.width - MARGIN - 26.0);
        let axis = Axis::over(rows.iter().flat_map(|row| row.measure.ends()), 6);
        let x = |value: f64| left + (right - left) * axis.part(value);
        let bottom = TOP + ROW * rows.len() as f64;
        for &tick in &axis.ticks {
            let class = if tick == 0.0 { "nought" } else { "grid" };
            self.path(class, &[(x(tick), TOP), (x(tick), bottom)]);
            self.text("tick", TICK, (x(tick), bottom + 20.0), &Axis::text(tick));
        }
        for (row, top) in rows.iter().zip((0..).map(|n| TOP + ROW * f64::from(n))) {
            let words = row.measure.words();
            let room = self.width - 2.0 * MARGIN - width_of(&words, NAME) - 12.0;
            let _ = write!(self.out, "\n<g><title>{}: {words}</title>", Escaped(&row.name));
            self.text("name", NAME, (MARGIN, top + 19.0), &short(&row.name, room, NAME));
            self.text("figure", NAME, (self.width - MARGIN, top + 19.0), &words);
            let (y, Measure { low, high, .. }) = (top + 37.0, row.measure);
            let (value, is_bound) = (row.measure.place(), row.measure.value.is_none());
            let from = low.map_or(x(value), x);
            let to = high.map_or(x(value), x);
            let (from, to) = match (is_bound, high) {
                (true, None) => (x(value), right + 20.0),
                (true, Some(_)) => (left - 20.0, x(value)),
                _ => (from, to),
            };
            self.path("whisker", &[(from, y), (to, y)]);
            if is_bound {
                let (end, back) = if high.is_none() { (to, -9.0) } else { (from, 9.0) };
                self.path("whisker", &[(end + back, y - 6.0), (end, y), (end + back, y + 6.0)]);
            } else if low.is_some() {
                for end in [from, to] {
                    self.path("whisker", &[(end, y - 6.0), (end, y + 6.0)]);
                }
            }
            self.mark(if is_bound { "mark open s0" } else { "mark s0" }, 0, (x(value), y));
            self.out.push_str("</g>");
        }
        bottom + 26.0
    }

    fn shares(&mut self, names: &[String], cells: &[Vec<Option<Share>>]) -> (f64, f64) {
        let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).min(LONGEST);
        let number = width_of(&names.len().to_string(), NAME);
        let left = MARGIN + number + 12.0 + LETTER * NAME * longest as f64 + 12.0;
        let side = ((self.width - MARGIN - left) / names.len().max(1) as f64).clamp(42.0, 60.0);
        let at = |n: usize| side * n as f64;
        for (row, name) in names.iter().enumerate() {
            let y = TOP + 8.0 + at(row) + side / 2.0 + 6.0;
            self.text("figure", NAME, (MARGIN + number, y), &(row + 1).to_string());
            let room = LETTER * NAME * LONGEST as f64;
            self.text("name", NAME, (MARGIN + number + 12.0, y), &short(name, room, NAME));
            let middle = left + at(row) + side / 2.0;
            self.text("tick", TICK, (middle, TOP), &(row + 1).to_string());
        }
        for (row, line) in cells.iter().enumerate() {
            for (column, cell) in line.iter().enumerate() {
                let (x, y) = (left + at(column), TOP + 8.0 + at(row));
                let (one, other) = (&names[row], &names[column]);
                let (class, text, about) = match cell {
                    _ if row == column => ("self".to_owned(), String::new(), String::new()),
                    None => ("never".to_owned(), "–".to_owned(), "never met".to_owned()),
                    Some(Share { share, units }) => (
                        format!("c{}", (10.0 * share).round()),
                        percent(*share),
                        format!("{} % of {units}", percent(*share)),
                    ),
                };
                let _ = write!(
                    self.out,
                    "\n<g><title>{} against {}: {about}</title><rect class=\"cell {class}\" x=\"{}\" \
                     y=\"{}\" width=\"{}\" height=\"{}\"/>",
                    Escaped(one),
                    Escaped(other),
                    Short(x),
                    Short(self.y + y),
                    Short(side),
                    Short(side)
                );
                if row == column {
                    self.path("grid", &[(x, y + side), (x + side, y)]);
                } else {
                    let middle = (x + side / 2.0, y + side / 2.0 + 6.0);
                    self.text(&format!("on {class}"), NAME, middle, &text);
                }
                self.out.push_str("</g>");
            }
        }
        (left + at(names.len()) + MARGIN, TOP + 8.0 + at(names.len()))
    }

    fn curves(&mut self, option: &str, series: &[Series], powers: bool) -> f64 {
        let (left, right) = (MARGIN + GUTTER, self.width - MARGIN - 26.0);
        let bottom = TOP + CURVES;
        let points = || series.iter().flat_map(|series| &series.points);
        let scaled = |value: f64| if powers { value.max(f64::MIN_POSITIVE).log10() } else { value };
        let ends = points().flat_map(|point| point.measure.ends()).map(scaled);
        let scale = Scale::of(points().map(|point| point.at.as_str()));
        // A single value is shown by its height above zero.
        let nought = (scale.places.len() == 1).then_some(0.0);
        let axis = if powers { Axis::of_powers(ends) } else { Axis::over(ends.chain(nought), 6) };
        let at = |scaled: f64| bottom - CURVES * axis.part(scaled);
        let y = |value: f64| at(scaled(value));
        // The first and the last stand a little inside, so that marks beside each other have room.
        let x = |at: &str| left + 26.0 + (right - left - 26.0) * scale.place(at);
        for &tick in &axis.ticks {
            let class = if tick == 0.0 && !powers { "nought" } else { "grid" };
            let text = if powers { Axis::power(tick) } else { Axis::text(tick) };
            self.path(class, &[(left, at(tick)), (right + 20.0, at(tick))]);
            self.text("figure", TICK, (left - 8.0, at(tick) + 5.0), &text);
        }
        let mut free = f64::NEG_INFINITY;
        for (text, _) in &scale.places {
            let half = width_of(text, TICK) / 2.0;
            self.path("axis", &[(x(text), bottom), (x(text), bottom + 6.0)]);
            if free < x(text) - half {
                self.text("tick", TICK, (x(text), bottom + 22.0), text);
                free = x(text) + half + 8.0;
            }
        }
        self.path("axis", &[(left, bottom), (right + 20.0, bottom)]);
        let said = format!("{option}{}", scale.note);
        self.text("tick", NAME, (f64::midpoint(left, right), bottom + 46.0), &said);
        for (number, one) in series.iter().enumerate() {
            let apart = 14.0_f64.min(52.0 / series.len() as f64);
            let shift = apart * (number as f64 - (series.len() as f64 - 1.0) / 2.0);
            let place = |point: &super::Point| (x(&point.at) + shift, y(point.measure.place()));
            let class = format!("s{}", number % MARKS);
            let line: Vec<(f64, f64)> = one.points.iter().map(place).collect();
            if one.band {
                let ends = |end: fn(&Measure) -> Option<f64>| {
                    one.points.iter().map(move |point| (place(point).0, y(end(&point.measure).unwrap_or_default())))
                };
                let around: Vec<(f64, f64)> = ends(|it| it.high).chain(ends(|it| it.low).rev()).collect();
                self.path(&format!("band {class}"), &around);
            }
            self.path(&format!("curve {class}"), &line);
            for point in &one.points {
                let words = one.words(point);
                let _ = write!(
                    self.out,
                    "\n<g><title>{}, {} {}: {words}</title>",
                    Escaped(&one.name),
                    Escaped(option),
                    Escaped(&point.at)
                );
                // A band of one point is no area.
                if !one.band || one.points.len() == 1 {
                    self.upright(&class, point.measure, place(point), &y);
                }
                let open = if point.measure.value.is_none() { "mark open" } else { "mark" };
                self.mark(&format!("{open} {class}"), number, place(point));
                self.out.push_str("</g>");
            }
        }
        let mut line = bottom + 78.0;
        for (number, one) in series.iter().enumerate() {
            let class = format!("s{}", number % MARKS);
            self.path(&format!("curve {class}"), &[(left, line - 6.0), (left + 48.0, line - 6.0)]);
            self.mark(&format!("mark {class}"), number, (left + 24.0, line - 6.0));
            let room = self.width - MARGIN - left - 58.0;
            self.text("name", NAME, (left + 58.0, line), &short(&one.name, room, NAME));
            line += LEGEND;
        }
        line - LEGEND + 8.0
    }

    /// The interval of a value in a plot of curves, or the arrow of a bound.
    fn upright(&mut self, class: &str, measure: Measure, (x, at): (f64, f64), y: &dyn Fn(f64) -> f64) {
        let class = &format!("whisker {class}");
        match (measure.low, measure.high) {
            (Some(low), Some(high)) => {
                self.path(class, &[(x, y(low)), (x, y(high))]);
                for end in [low, high] {
                    self.path(class, &[(x - 6.0, y(end)), (x + 6.0, y(end))]);
                }
            }
            (None, None) => {}
            (low, _) => {
                let (end, back) = if low.is_some() { (at - 26.0, 8.0) } else { (at + 26.0, -8.0) };
                self.path(class, &[(x, at), (x, end)]);
                self.path(class, &[(x - 6.0, end + back), (x, end), (x + 6.0, end + back)]);
            }
        }
    }

    /// A line through these points.
    fn path(&mut self, class: &str, points: &[(f64, f64)]) {
        let d = through(points.iter().map(|&(x, y)| (x, self.y + y)));
        let _ = write!(self.out, "\n<path class=\"{class}\" d=\"{d}\"/>");
    }

    /// The mark of a series: a circle, a square, a triangle, a diamond, a triangle that points down, a star.
    fn mark(&mut self, class: &str, number: usize, (x, y): (f64, f64)) {
        let corners: &[(f64, f64)] = match number % MARKS {
            0 => {
                let (x, y) = (Short(x), Short(self.y + y));
                let _ = write!(self.out, "\n<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"7\"/>");
                return;
            }
            1 => &[(-6.5, -6.5), (6.5, -6.5), (6.5, 6.5), (-6.5, 6.5)],
            2 => &[(0.0, -8.5), (8.0, 6.0), (-8.0, 6.0)],
            3 => &[(0.0, -9.0), (8.0, 0.0), (0.0, 9.0), (-8.0, 0.0)],
            4 => &[(0.0, 8.5), (8.0, -6.0), (-8.0, -6.0)],
            _ => {
                &[(-7.0, -7.0), (0.0, -3.0), (7.0, -7.0), (3.0, 0.0), (7.0, 7.0), (0.0, 3.0), (-7.0, 7.0), (-3.0, 0.0)]
            }
        };
        let d = through(corners.iter().map(|(right, down)| (x + right, self.y + y + down)));
        let _ = write!(self.out, "\n<path class=\"{class}\" d=\"{d}Z\"/>");
    }

    fn text(&mut self, class: &str, size: f64, (x, y): (f64, f64), text: &str) {
        self.out.push('\n');
        write_letters(class, size, (x, self.y + y), text, self.out);
    }
}

impl Measure {
    /// All that must be on the axis.
    fn ends(&self) -> impl Iterator<Item = f64> {
        [self.value, self.low, self.high].into_iter().flatten()
    }
}

/// As much of a text as fits in the room.
fn short(text: &str, room: f64, size: f64) -> String {
    let most = (room / (LETTER * size)) as usize;
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    kept + "…"
}
