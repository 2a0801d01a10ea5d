//! The coordinates of the knots.
//!
//! Trees are tidy after E. Reingold and J. Tilford, Tidier drawings of trees (1981): a node is above the middle of its
//! children, subtrees are as close as possible without touching, and the mirror image of a tree is drawn as the mirror
//! image. The subtrees of a node are packed once to the left and once to the right, and the mean is used: the only
//! constraints are lower bounds of differences, so any mean of two valid layouts is valid.

use super::{
    Diagram, DiagramNode, Outline,
    dashes::{Dash, LANE, dashes, lanes},
    extent::{Extent, HEIGHT},
    form::KnotForm,
};
use crate::svg::{LETTER, SmallBoard, width_of};

/// The letter sizes of values, notes and link labels.
pub(super) const VALUE: f64 = 24.0;
pub(super) const NOTE: f64 = 13.0;
pub(super) const LABEL: f64 = 15.0;
/// From a line of notes to the next.
pub(super) const LINE: f64 = 16.0;
/// The position of a label along its link.
pub(super) const ALONG: f64 = 0.66;
/// The position of a cross along its link.
pub(super) const ACROSS: f64 = 0.4;
/// From an outline to the value beside it.
pub(super) const BESIDE: f64 = 5.0;
/// Between two knots beside each other.
const GAP: f64 = 14.0;
/// Between two rows.
const DROP: f64 = 62.0;
/// Around everything.
const MARGIN: f64 = 16.0;
/// The distance from a knot of the arc that joins its links.
pub(super) const RADIUS: f64 = 26.0;
/// In an outline: the distance from the left of a knot to the line down from it, the least length of a line to the
/// right, and the gap between two knots.
const TRUNK: f64 = 12.0;
const STUB: f64 = 26.0;
const BETWEEN: f64 = 12.0;

/// The coordinates of all knots.
#[derive(Debug)]
pub(super) struct Places {
    pub(super) spots: Vec<Extent>,
    pub(super) width: f64,
    pub(super) height: f64,
    /// The paths of the dashes between indistinguishable knots.
    pub(super) dashes: Vec<Vec<(f64, f64)>>,
    /// In an outline, the coordinates of the lines down from the knots of each row.
    trunks: Option<Vec<f64>>,
}

/// The path of a link.
pub(super) struct Way {
    /// Through these points.
    pub(super) points: Vec<(f64, f64)>,
    /// The centre of its label.
    pub(super) label: (f64, f64),
    /// The centre of its cross.
    pub(super) cross: (f64, f64),
    /// The point where it is joined to others that belong together.
    pub(super) joint: (f64, f64),
}

impl Places {
    /// Whether this is an outline.
    pub(super) fn is_outline(&self) -> bool {
        self.trunks.is_some()
    }

    /// The path of the link from one knot to another; the first is in this row.
    pub(super) fn way(&self, from: usize, to: usize, row: usize) -> Way {
        let (above, below) = (self.spots[from], self.spots[to]);
        let top = above.y + above.height + 2.0;
        if let Some(trunks) = &self.trunks {
            let (trunk, y) = (trunks[row], below.y + HEIGHT / 2.0);
            let end = below.x - below.width / 2.0 - 2.0;
            return Way {
                points: vec![(trunk, top), (trunk, y), (end, y)],
                label: (trunk + f64::midpoint(STUB, self.stub(row)) - 5.0, y),
                cross: (trunk + STUB / 2.0 - 4.0, y),
                joint: (trunk + STUB / 4.0, y),
            };
        }
        let ((x0, y0), (x1, y1)) = ((above.x, top), (below.x, below.y - 2.0));
        let at = |part: f64| (x0 + part * (x1 - x0), y0 + part * (y1 - y0));
        let length = (x1 - x0).hypot(y1 - y0);
        Way { points: vec![(x0, y0), (x1, y1)], label: at(ALONG), cross: at(ACROSS), joint: at(RADIUS / length) }
    }

    /// The length of a line to the right from the trunks of this row.
    fn stub(&self, row: usize) -> f64 {
        self.trunks.as_ref().map_or(0.0, |trunks| trunks[row + 1] - TRUNK - trunks[row])
    }
}

/// Finds a place for every knot: of a tree in an outline, if `is_narrow`.
pub(super) fn layout(diagram: &Diagram, is_narrow: bool) -> Places {
    let mut spots: Vec<Extent> = diagram.knots.iter().map(size).collect();
    // The room needed on both sides: by the knot, its value, its notes, and the label of the link to it.
    let mut rooms: Vec<(f64, f64)> = (diagram.knots.iter().zip(&spots))
        .map(|(knot, spot)| {
            let notes = knot.notes.iter().map(|note| width_of(note, NOTE) / 2.0);
            let half = notes.fold((spot.width / 2.0).max(board(knot).0 / 2.0), f64::max);
            (-half, half.max(spot.width / 2.0 + beside(knot)))
        })
        .collect();
    for link in &diagram.links {
        // Two letters of space, so that neighbouring labels do not read as one.
        let label = (width_of(&link.label, LABEL) + 2.0 * LETTER * LABEL) / ALONG / 2.0;
        let room = &mut rooms[link.to];
        *room = (room.0.min(-label), room.1.max(label));
    }
    let is_tree = diagram.links.len() + 1 == diagram.knots.len();
    if is_tree && is_narrow {
        return outline(diagram, spots);
    }
    let places = if is_tree { tidy(diagram, &rooms) } else { layered(diagram, &rooms) };
    let dashes = dashes(diagram, &places, false);
    let (mut tops, mut bottoms) = (Vec::new(), Vec::new());
    let mut y = MARGIN;
    for row in 0..=diagram.knots.iter().map(|knot| knot.row).max().unwrap_or(0) {
        tops.push(y);
        let knots = diagram.knots.iter().zip(&spots).filter(|(knot, _)| knot.row == row);
        y += knots.map(|(_, spot)| spot.height).fold(HEIGHT, f64::max);
        bottoms.push(y);
        y += DROP + LANE * lanes(&dashes, row) as f64;
    }
    let left = places.iter().zip(&rooms).map(|(x, room)| x + room.0).fold(0.0, f64::min);
    let right = places.iter().zip(&rooms).map(|(x, room)| x + room.1).fold(0.0, f64::max);
    for ((spot, knot), x) in spots.iter_mut().zip(&diagram.knots).zip(&places) {
        (spot.x, spot.y) = (x - left + MARGIN, tops[knot.row]);
    }
    let (width, height) = (right - left + 2.0 * MARGIN, y - DROP + MARGIN);
    let dashes = dashes.iter().map(|dash| dash.below(&spots, bottoms[dash.row()])).collect();
    Places { spots, width, height, dashes, trunks: None }
}

/// A tree as an outline: every knot below the one before it, and to the right of the one above it.
fn outline(diagram: &Diagram, mut spots: Vec<Extent>) -> Places {
    let below = diagram.below();
    let rows = diagram.knots.iter().map(|knot| knot.row).max().unwrap_or(0) + 1;
    let mut stubs = vec![STUB; rows];
    for link in &diagram.links {
        let stub = &mut stubs[diagram.knots[link.to].row];
        *stub = stub.max(STUB + width_of(&link.label, LABEL) + 4.0);
    }
    let mut trunks = vec![MARGIN + TRUNK];
    for stub in &stubs[1..] {
        trunks.push(trunks[trunks.len() - 1] + stub + TRUNK);
    }
    let (mut y, mut right) = (MARGIN, 0.0f64);
    let mut next = vec![0];
    while let Some(number) = next.pop() {
        let (knot, spot) = (&diagram.knots[number], &mut spots[number]);
        let notes = knot.notes.iter().map(|note| width_of(note, NOTE) / 2.0);
        let notes = notes.fold(board(knot).0 / 2.0, f64::max);
        let half = spot.width / 2.0;
        (spot.x, spot.y) = (trunks[knot.row] - TRUNK + half.max(notes), y);
        y += spot.height + BETWEEN;
        right = right.max(spot.x + notes.max(half + beside(knot)));
        next.extend(below[number].iter().rev().map(|&link| diagram.links[link].to));
    }
    let tops: Vec<f64> = spots.iter().map(|spot| spot.y).collect();
    let end = |knot: usize| spots[knot].x + spots[knot].width / 2.0 + beside(&diagram.knots[knot]);
    let dashes = dashes(diagram, &tops, true);
    let dashes: Vec<_> = dashes.iter().map(|dash: &Dash| dash.beside(&spots, end)).collect();
    let right = dashes.iter().flatten().map(|&(x, _)| x).fold(right, f64::max);
    let (width, height) = (right + MARGIN, y - BETWEEN + MARGIN);
    Places { spots, width, height, dashes, trunks: Some(trunks) }
}

/// The size of a knot.
fn size(knot: &DiagramNode) -> Extent {
    let width = KnotForm::of(knot.form, &knot.inside, &knot.value, [VALUE, LABEL]).width;
    let height = HEIGHT + board(knot).1 + LINE * knot.notes.len() as f64;
    Extent { x: 0.0, y: 0.0, width, height }
}

/// The width of a knot's board, and its height with the gap above it.
pub(super) fn board(knot: &DiagramNode) -> (f64, f64) {
    knot.board.as_deref().map_or((0.0, 0.0), |picture| {
        let board = SmallBoard::of(picture);
        (board.width(), ABOVE + board.height())
    })
}

/// From an outline to the board below it.
pub(super) const ABOVE: f64 = 3.0;

/// The room that the value needs to the right of an outline without room for it.
fn beside(knot: &DiagramNode) -> f64 {
    match knot.form {
        Outline::Max | Outline::Min | Outline::Chance if !knot.value.is_empty() => {
            BESIDE + width_of(&knot.value, VALUE)
        }
        _ => 0.0,
    }
}

/// The borders of a subtree to the left and to the right of its root, row by row.
type Contour = Vec<(f64, f64)>;

/// A tidy tree: where the middle of each knot is.
fn tidy(diagram: &Diagram, rooms: &[(f64, f64)]) -> Vec<f64> {
    let below = diagram.below();
    let children = |knot: usize| below[knot].iter().map(|&link| diagram.links[link].to).collect();
    let (offsets, _) = offsets(children, rooms, GAP);
    let mut places = vec![0.0; rooms.len()];
    for link in &diagram.links {
        places[link.to] = places[link.from] + offsets[link.to];
    }
    places
}

/// Where each knot of a tidy tree is, from the middle of the one above it, and how far the whole tree reaches to the left
/// and to the right of its root. Knots need the room on both sides and a gap, and stand before those below them.
pub(crate) fn offsets(below: impl Fn(usize) -> Vec<usize>, rooms: &[(f64, f64)], gap: f64) -> (Vec<f64>, (f64, f64)) {
    let mut offsets = vec![0.0; rooms.len()];
    let mut contours: Vec<Contour> = vec![Vec::new(); rooms.len()];
    for knot in (0..rooms.len()).rev() {
        let children = below(knot);
        let subtrees: Vec<Contour> = children.iter().map(|&child| std::mem::take(&mut contours[child])).collect();
        let places = abreast(&subtrees, gap);
        let mut contour = vec![rooms[knot]];
        for ((&child, place), subtree) in children.iter().zip(places).zip(&subtrees) {
            offsets[child] = place;
            for (row, &(left, right)) in subtree.iter().enumerate() {
                let (left, right) = (left + place, right + place);
                match contour.get_mut(row + 1) {
                    Some(so_far) => *so_far = (so_far.0.min(left), so_far.1.max(right)),
                    None => contour.push((left, right)),
                }
            }
        }
        contours[knot] = contour;
    }
    let whole = contours.first().into_iter().flatten();
    let whole = whole.fold((0.0f64, 0.0f64), |all, row| (all.0.min(row.0), all.1.max(row.1)));
    (offsets, whole)
}

/// The places of neighbouring subtrees, relative to the middle between the first and the last.
fn abreast(subtrees: &[Contour], gap: f64) -> Vec<f64> {
    let count = subtrees.len();
    let apart = |one: usize, other: usize| {
        let rows = subtrees[one].iter().zip(&subtrees[other]);
        rows.map(|(one, other)| one.1 - other.0).fold(f64::NEG_INFINITY, f64::max) + gap
    };
    let mut left = vec![0.0f64; count];
    for this in 1..count {
        left[this] = (0..this).map(|other| left[other] + apart(other, this)).fold(0.0, f64::max);
    }
    let mut right = left.clone();
    for this in (0..count.saturating_sub(1)).rev() {
        let places = (this + 1..count).map(|other| right[other] - apart(this, other));
        right[this] = places.fold(f64::INFINITY, f64::min);
    }
    let middle = (left.first().unwrap_or(&0.0) + left.last().unwrap_or(&0.0)) / 2.0;
    left.iter().zip(&right).map(|(left, right)| f64::midpoint(*left, *right) - middle).collect()
}

/// The number of passes that improve the order of a graph's rows.
const SWEEPS: usize = 8;

/// A graph, row by row: each row in the order of the middles of what its knots are joined to above,
/// then below, and so on (K. Sugiyama, S. Tagawa and M. Toda, Methods for visual understanding of
/// hierarchical system structures, 1981).
fn layered(diagram: &Diagram, rooms: &[(f64, f64)]) -> Vec<f64> {
    let rows = diagram.knots.iter().map(|knot| knot.row).max().unwrap_or(0) + 1;
    let mut order: Vec<Vec<usize>> = vec![Vec::new(); rows];
    for (knot, row) in diagram.knots.iter().map(|knot| knot.row).enumerate() {
        order[row].push(knot);
    }
    let mut places = vec![0.0; rooms.len()];
    for row in &order {
        spread(row, rooms, &mut places);
    }
    for sweep in 0..SWEEPS {
        let is_down = sweep % 2 == 0;
        let numbers: Vec<usize> = if is_down { (0..rows).collect() } else { (0..rows).rev().collect() };
        for row in numbers {
            let middle = |knot: usize| {
                let joined = diagram.links.iter().filter_map(|link| match (link.from, link.to) {
                    (from, to) if is_down && to == knot => Some(from),
                    (from, to) if !is_down && from == knot => Some(to),
                    _ => None,
                });
                let (mut sum, mut count) = (0.0, 0.0);
                for other in joined {
                    sum += places[other];
                    count += 1.0;
                }
                if count == 0.0 { places[knot] } else { sum / count }
            };
            let mut wished: Vec<(f64, usize)> = order[row].iter().map(|&knot| (middle(knot), knot)).collect();
            wished.sort_by(|one, other| one.0.total_cmp(&other.0));
            order[row] = wished.iter().map(|&(_, knot)| knot).collect();
            spread(&order[row], rooms, &mut places);
        }
    }
    places
}

/// Puts the knots of one row side by side, in the middle.
fn spread(row: &[usize], rooms: &[(f64, f64)], places: &mut [f64]) {
    let all: f64 = row.iter().map(|&knot| rooms[knot].1 - rooms[knot].0 + 2.0 * GAP).sum();
    let mut left = -all / 2.0;
    for &knot in row {
        places[knot] = left + GAP - rooms[knot].0;
        left += rooms[knot].1 - rooms[knot].0 + 2.0 * GAP;
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Diagram, DiagramNode, Link, Outline},
        HEIGHT, Places, beside, layout,
    };

    /// A tree of two levels of choices in which what ends stands between nodes that are alike, and sets cross.
    fn crossed() -> Diagram {
        let mut diagram = Diagram::default();
        let mut knot = |from: Option<usize>, value: &str| {
            let row = from.map_or(0, |from| diagram.knots[from].row + 1);
            let form = if value.is_empty() { Outline::Seat } else { Outline::Bare };
            let notes = vec!["?12/pb".to_owned(); usize::from(value.is_empty())];
            let to = diagram.add(DiagramNode { form, row, notes, value: value.into(), ..DiagramNode::default() });
            if let Some(from) = from {
                let label = "p .33".to_owned();
                diagram.links.push(Link { from, to, label, ..Link::default() });
            }
            to
        };
        let root = knot(None, "");
        let (mut sets, mut rows) = (vec![Vec::new(); 3], Vec::new());
        for first in 0..3 {
            let above = knot(Some(root), "");
            rows.push(above);
            for second in 0..4 {
                let ends = second % 2 == 0;
                let below = knot(Some(above), if ends { "-2" } else { "" });
                if !ends {
                    sets[(first + second) % 3].push(below);
                    knot(Some(below), "1");
                    knot(Some(below), "-1");
                }
            }
        }
        diagram.alike = vec![rows];
        diagram.alike.extend(sets);
        diagram
    }

    /// All pieces of all dashes, by the dash they are of.
    fn pieces(places: &Places) -> Vec<(usize, [(f64, f64); 2])> {
        let of = |(number, way): (usize, &Vec<(f64, f64)>)| {
            way.windows(2).map(|two| (number, [two[0], two[1]])).collect::<Vec<_>>()
        };
        places.dashes.iter().enumerate().flat_map(of).collect()
    }

    #[test]
    fn dashes_cross_no_text_and_do_not_overlap() {
        let diagram = crossed();
        for is_narrow in [false, true] {
            let places = layout(&diagram, is_narrow);
            let pieces = pieces(&places);
            assert_eq!(places.dashes.len(), 2 + 3);
            let touch = |a: (f64, f64), b: (f64, f64)| a.0.max(b.0) < a.1.min(b.1);
            let span = |a: f64, b: f64| (a.min(b), a.max(b));
            for &(number, [(x0, y0), (x1, y1)]) in &pieces {
                assert!(x0 == x1 || y0 == y1);
                for (knot, spot) in diagram.knots.iter().zip(&places.spots) {
                    let end = spot.x + spot.width / 2.0 + beside(knot);
                    let across = touch(span(x0, x1 + 0.1), (spot.x - spot.width / 2.0, end));
                    let down = touch(span(y0, y1 + 0.1), (spot.y, spot.y + HEIGHT));
                    assert!(!(across && down), "narrow: {is_narrow}, dash {number}, {spot:?}");
                }
                for &(other, [(x2, y2), (x3, y3)]) in &pieces {
                    let is_level = y0 == y1 && y2 == y3 && y0 == y2;
                    let is_upright = x0 == x1 && x2 == x3 && x0 == x2;
                    let along = is_level && touch(span(x0, x1), span(x2, x3))
                        || is_upright && touch(span(y0, y1), span(y2, y3));
                    assert!(number == other || !along, "narrow: {is_narrow}, {number}, {other}");
                }
                assert!(x0.max(x1) < places.width && y0.max(y1) < places.height);
            }
        }
    }
}
