//! Dashed lines between knots that the seat to act cannot distinguish.
//!
//! They run where nothing is written: in a tree in the gap below the row, in an outline to the right of everything
//! between. Each has a lane of its own there, so no two overlap.

use super::{
    Diagram,
    extent::{Extent, HEIGHT},
};

/// The distance from the end of a row, with its texts, to the first lane, and between lanes.
const FIRST: f64 = 8.0;
pub(super) const LANE: f64 = 9.0;
/// The distance from the centre of a knot at which its dashes begin and end, because links begin at the centre, and one
/// may end where the next begins.
const ASIDE: f64 = 7.0;

/// Two knots that are joined, and in which lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dash {
    one: usize,
    other: usize,
    /// The row in whose gap it runs.
    row: usize,
    lane: usize,
}

/// All dashes of a diagram whose knots have these coordinates across the lanes: in a tree from left to right, in an
/// outline (`is_outline`) from the top down.
pub(super) fn dashes(diagram: &Diagram, places: &[f64], is_outline: bool) -> Vec<Dash> {
    let mut found = Vec::new();
    for alike in &diagram.alike {
        let mut alike = alike.clone();
        alike.sort_by(|&one, &other| places[one].total_cmp(&places[other]));
        let rows = |one: usize, other: usize| diagram.knots[one].row.min(diagram.knots[other].row);
        found.extend(alike.windows(2).map(|two| {
            let row = if is_outline { 0 } else { rows(two[0], two[1]) };
            Dash { one: two[0], other: two[1], row, lane: 0 }
        }));
    }
    found.sort_by(|a, b| a.row.cmp(&b.row).then(places[a.one].total_cmp(&places[b.one])));
    // The first lane in which the last dash ends where this one begins, or before.
    let mut ends: Vec<f64> = Vec::new();
    let mut row = 0;
    for dash in &mut found {
        if dash.row != row {
            (row, ends) = (dash.row, Vec::new());
        }
        let (start, end) = (places[dash.one], places[dash.other]);
        dash.lane = ends.iter().position(|&end| end <= start).unwrap_or(ends.len());
        match ends.get_mut(dash.lane) {
            Some(last) => *last = end,
            None => ends.push(end),
        }
    }
    found
}

/// The number of lanes below a row.
pub(super) fn lanes(dashes: &[Dash], row: usize) -> usize {
    let of_row = dashes.iter().filter(|dash| dash.row == row);
    of_row.map(|dash| dash.lane + 1).max().unwrap_or(0)
}

impl Dash {
    /// The row in whose gap it runs.
    pub(super) const fn row(&self) -> usize {
        self.row
    }

    /// Its way in a tree: down from the one, along the gap below the row that ends at `bottom`, to the other.
    pub(super) fn below(&self, spots: &[Extent], bottom: f64) -> Vec<(f64, f64)> {
        let (one, other) = (spots[self.one], spots[self.other]);
        let lane = bottom + FIRST + LANE * self.lane as f64;
        let from = |spot: Extent, side: f64| {
            let y = if spot.y < lane { spot.y + spot.height + 2.0 } else { spot.y - 2.0 };
            (spot.x + side * ASIDE, y)
        };
        let (start, end) = (from(one, 1.0), from(other, -1.0));
        vec![start, (start.0, lane), (end.0, lane), end]
    }

    /// Its way in an outline: right from the one, down past all that stands between, and back to the other.
    pub(super) fn beside(&self, spots: &[Extent], right: impl Fn(usize) -> f64) -> Vec<(f64, f64)> {
        let (top, bottom) = (spots[self.one].y, spots[self.other].y);
        let between = (0..spots.len()).filter(|&knot| (top..=bottom).contains(&spots[knot].y));
        let lane = between.map(&right).fold(0.0, f64::max) + FIRST + LANE * self.lane as f64;
        let from = |knot: usize, side: f64| (right(knot) + 2.0, spots[knot].y + HEIGHT / 2.0 + side * ASIDE);
        let (start, end) = (from(self.one, 1.0), from(self.other, -1.0));
        vec![start, (lane, start.1), (lane, end.1), end]
    }
}
