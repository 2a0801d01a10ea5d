//! A search on a stage: a screen on which it is followed moment by moment.
//!
//! Where a position stands does not depend on the moment, so that nothing has to be laid out while somebody steps: each
//! has a place in the row of those below the position above it, and what is shown of a row stands in its middle below that.
//! Of a small tree all rows are shown at once: they are as far apart as in a [diagram](crate::Diagram). Of a larger one a
//! row has room for its own positions alone, because only one position of each is open, and its places are all alike:
//! those of it that are shown stand in the first of them.

use std::fmt::Write as _;

use super::{Search, knot::Signs, picture::label};
use crate::{
    diagram::{HEIGHT, KnotForm, Outline, STAGED, STAGED_ALONG, STAGED_AROUND, offsets},
    svg::{Escaped, Short, width_of},
};

/// From a form to what stands beside it.
const BESIDE: f64 = 6.0;
/// The room of what plays tell.
const PLAYS: f64 = 92.0;
/// The side of a board below a form.
const BOARD: f64 = 44.0;
/// The least room of a move that is crossed out.
const CROSSED: f64 = 30.0;

/// How wide a stage is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageWidth {
    /// As on a desk.
    Wide,
    /// As on a telephone.
    Narrow,
}

/// What a search shows on every stage.
#[derive(Clone, Copy, Debug, Default)]
pub struct StageShows {
    /// Windows of positions.
    pub windows: bool,
    /// What plays have told.
    pub plays: bool,
    /// Small boards below the forms, where the tree is small.
    pub boards: bool,
}

/// The place of a position on a stage, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StagePlace {
    /// Where it stands in the row of those below the position above it.
    pub at: i32,
    /// How far it reaches to the left and to the right of there.
    pub reach: [i32; 2],
}

/// Where the positions of a search stand on a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageLayout {
    /// Whether all of the tree is shown at once.
    pub is_whole: bool,
    /// The place of each position.
    pub places: Vec<StagePlace>,
    /// The moves below each position that are crossed out, as many as are shown: how far behind the last position of
    /// the row; where there is none, in a row of their own.
    pub crossed: Vec<Vec<i32>>,
    /// Of a tree that is shown at once: where the positions stand when only so many have appeared, for each number of them
    /// from one on. No room is kept there for what is to come.
    pub entered: Vec<Vec<i32>>,
}

/// The form of a position on a stage, around its middle.
#[derive(Clone, Debug, PartialEq)]
pub struct StagedForm {
    /// What is written on the line that leads there: a move, or how likely it is.
    pub label: String,
    /// As SVG, with the letters inside.
    pub svg: String,
    /// Where the value stands in it, to the right of the middle; of some forms it stands beside.
    pub inside: Option<i32>,
    /// Where something may stand beside it, to the right of the middle.
    pub beside: i32,
}

impl StageWidth {
    /// All widths.
    pub const ALL: [StageWidth; 2] = [StageWidth::Wide, StageWidth::Narrow];

    /// The most positions of a tree that is shown at once, and its greatest width.
    const fn most(self) -> (usize, f64) {
        match self {
            StageWidth::Wide => (80, 1830.0),
            StageWidth::Narrow => (30, 1830.0),
        }
    }

    /// The least room beside the middle of a form, the gap between two positions, and the room of a window.
    const fn rooms(self) -> (f64, f64, f64) {
        match self {
            StageWidth::Wide => (27.0, 8.0, 142.0),
            StageWidth::Narrow => (18.0, 4.0, 70.0),
        }
    }
}

impl StageLayout {
    /// Moves below a position that are crossed out one by one, at most.
    pub const CROSSED: usize = 3;

    /// From one level of a tree to the next.
    pub fn drop(shows: StageShows) -> i32 {
        96 + if shows.plays { 36 } else { 0 } + if shows.boards { 31 } else { 0 }
    }

    /// How far a position reaches down from the middle of its form, where there are boards or none.
    pub fn foot(has_boards: bool) -> i32 {
        let below = if has_boards { 3.0 + BOARD } else { 0.0 };
        (HEIGHT / 2.0 + below) as i32
    }
}

impl Search {
    /// Where the positions stand on a stage of this width, on which they appear at these times.
    pub fn stage(&self, width: StageWidth, shows: StageShows, times: &[u32]) -> StageLayout {
        let (most, broadest) = width.most();
        let rooms: Vec<(f64, f64)> = (0..self.visits.len()).map(|index| self.reach(index, width, shows)).collect();
        let whole = (self.visits.len() <= most)
            .then(|| self.tidy(&rooms, width, |_| true, true))
            .filter(|(_, _, across)| *across <= broadest);
        let is_whole = whole.is_some();
        let (at, crossed, _) = whole.unwrap_or_else(|| self.rows(&rooms, width));
        let has_quiz = is_whole && !shows.plays;
        let mut ends = if has_quiz { times.to_vec() } else { Vec::new() };
        ends.sort_unstable();
        let entered = ends.into_iter().map(|end| {
            let (at, ..) = self.tidy(&rooms, width, |index| times[index] <= end, false);
            at
        });
        let place = |(&at, &(left, right)): (&i32, &(f64, f64))| StagePlace {
            at,
            reach: [whole_pixels(0.0 - left), whole_pixels(right)],
        };
        StageLayout {
            is_whole,
            entered: entered.collect(),
            places: at.iter().zip(&rooms).map(place).collect(),
            crossed,
        }
    }

    /// The form of a position.
    pub fn staged(&self, index: usize) -> StagedForm {
        let (form, inside) = self.form(index);
        let mut svg = String::new();
        form.write(&format!("form {}", form.class()), (0.0, -HEIGHT / 2.0), &mut svg);
        if !inside.is_empty() {
            // Letters that stand alone are in the middle.
            let x = if self.is_inside(index) { form.inside.0 } else { 0.0 };
            let (x, y) = (Short(x), Short(form.inside.1));
            let inside = Escaped(&inside);
            let _ = write!(svg, "<text class=\"inside\" x=\"{x}\" y=\"{y}\">{inside}</text>");
        }
        StagedForm {
            label: label(&self.visits[index], self),
            svg,
            inside: self.is_inside(index).then(|| whole_pixels(form.value)),
            beside: whole_pixels(form.width / 2.0 + BESIDE),
        }
    }

    /// The moves that are crossed out on a stage, as many as are shown, each with its label.
    pub fn crossed(&self, index: usize) -> impl Iterator<Item = String> + '_ {
        let skipped = &self.visits[index].skipped;
        let labels = skipped.iter().take(StageLayout::CROSSED).enumerate();
        labels.map(|(number, one)| match skipped.len() - number {
            more @ 2.. if number + 1 == StageLayout::CROSSED => {
                format!("{} +{}", one.name, more - 1)
            }
            _ => one.name.to_string(),
        })
    }

    /// The outline of a position with room for its value, and the letters in it.
    fn form(&self, index: usize) -> (KnotForm, String) {
        let (outline, inside) = self.outline(index, Signs::Told, false);
        let value = if self.is_inside(index) { self.visits[index].told() } else { String::new() };
        (KnotForm::of(outline, &inside, &value, STAGED), inside)
    }

    /// Whether the value of a position stands in its form: nothing more is told of it there.
    fn is_inside(&self, index: usize) -> bool {
        let (outline, _) = self.outline(index, Signs::Told, false);
        let is_told = self.visits[index].sample.is_none();
        is_told && matches!(outline, Outline::Seat | Outline::End | Outline::Guess)
    }

    /// How far a position reaches to both sides of its middle, at any moment.
    fn reach(&self, index: usize, width: StageWidth, shows: StageShows) -> (f64, f64) {
        let visit = &self.visits[index];
        let (least, _, window) = width.rooms();
        let (form, _) = self.form(index);
        let label = f64::midpoint(width_of(&label(visit, self), STAGED[1]), STAGED_AROUND) / STAGED_ALONG;
        let board = if shows.boards { BOARD / 2.0 + 3.0 } else { 0.0 };
        let half = [form.width / 2.0 + 1.0, least, label, board].into_iter().fold(0.0, f64::max);
        let is_open = !visit.children.is_empty() || !visit.skipped.is_empty();
        let window = if is_open && shows.windows { window } else { 0.0 };
        let plays = if shows.plays { PLAYS } else { 0.0 };
        let value = if self.is_inside(index) { 0.0 } else { width_of(&visit.told(), STAGED[0]) };
        let beside = [value, window, plays].into_iter().fold(0.0, f64::max);
        let right = if beside == 0.0 { half } else { form.width / 2.0 + BESIDE + beside };
        (0.0 - half, half.max(right))
    }

    /// Where each of these positions stands below the one above it, as far apart as all that is below them needs; so the
    /// moves that are crossed out, if they are to have room; and how wide all of it is.
    fn tidy(
        &self,
        rooms: &[(f64, f64)],
        width: StageWidth,
        is_there: impl Fn(usize) -> bool,
        has_crossed: bool,
    ) -> (Vec<i32>, Vec<Vec<i32>>, f64) {
        let (mut rooms, mut stubs) = (rooms.to_vec(), vec![Vec::new(); rooms.len()]);
        for (index, stubs) in stubs.iter_mut().enumerate().filter(|_| has_crossed) {
            for label in self.crossed(index) {
                stubs.push(rooms.len());
                rooms.push(stub(&label));
            }
        }
        let below = |knot: usize| {
            let Some(visit) = self.visits.get(knot) else { return Vec::new() };
            let children = visit.children.iter().copied().filter(|&child| is_there(child));
            children.chain(stubs[knot].iter().copied()).collect()
        };
        let (offsets, (left, right)) = offsets(below, &rooms, width.rooms().1);
        let crossed = self.visits.iter().zip(&stubs).map(|(visit, stubs)| {
            let last = visit.children.last().map_or(0.0, |&last| offsets[last]);
            stubs.iter().map(|&stub| whole_pixels(offsets[stub] - last)).collect()
        });
        let crossed = crossed.collect();
        let at = offsets[..self.visits.len()].iter().copied().map(whole_pixels).collect();
        (at, crossed, right - left)
    }

    /// Where each position stands in its row, which has room for nothing but itself: all places of a row are equally far
    /// apart, so that any positions of it can stand in the first of them.
    fn rows(&self, rooms: &[(f64, f64)], width: StageWidth) -> (Vec<i32>, Vec<Vec<i32>>, f64) {
        let (_, gap, _) = width.rooms();
        let (mut at, mut crossed) = (vec![0; rooms.len()], Vec::with_capacity(rooms.len()));
        for (index, visit) in self.visits.iter().enumerate() {
            let below = || visit.children.iter().map(|&child| rooms[child]);
            let left = below().map(|room| 0.0 - room.0).fold(0.0, f64::max);
            let right = below().map(|room| room.1).fold(0.0, f64::max);
            let pitch = left + right + gap;
            for (number, &child) in visit.children.iter().enumerate() {
                at[child] = whole_pixels(number as f64 * pitch);
            }
            let mut behind = if visit.children.is_empty() { None } else { Some(right + gap) };
            let stubs = self.crossed(index).map(|label| {
                let (left, right) = stub(&label);
                let here = behind.map_or(0.0, |behind| behind - left);
                behind = Some(here + right + gap);
                whole_pixels(here)
            });
            crossed.push(stubs.collect());
        }
        (at, crossed, 0.0)
    }
}

/// The room of a move that is crossed out.
fn stub(label: &str) -> (f64, f64) {
    let half = ((width_of(label, STAGED[1]) + STAGED_AROUND) / STAGED_ALONG).max(CROSSED) / 2.0;
    (0.0 - half, half)
}

fn whole_pixels(length: f64) -> i32 {
    length.round() as i32
}
