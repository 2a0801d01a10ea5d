//! A search as a diagram.

use agon_core::{
    AnyMove, AnyPosition, Bound, Node, Picture, Position, Reason,
    picture::{Cell, Shape},
};

use super::{Search, Skipped, Trace, TracedNode, knot::Signs, words::vector};
use crate::{
    diagram::{Diagram, DiagramNode, Link},
    figure::{exact, share},
    svg::SmallBoard,
};

/// Whether a tree shows the board of each position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Boards {
    /// If boards are small, and the tree is not too wide for them.
    Auto,
    /// Wherever the game has boards that are recognised when they are small.
    Always,
    /// Nowhere.
    #[default]
    Never,
}

/// Up to this many moves of a position that were not searched are drawn one by one.
const FEW: usize = 6;

/// The changes to a picture that made it fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// Nothing.
    Whole,
    /// At most this many moves of each position are drawn one by one.
    Folded(usize),
    /// It is drawn upright, each position in a line of its own.
    Upright,
}

impl Trace {
    /// The search as a tree of at most `most` knots; `line` is the expected line, whose links are
    /// drawn strong.
    pub fn diagram(&self, search: &Search, line: &[AnyMove], most: usize, signs: Signs) -> Diagram {
        Trace::with_siblings(search, line, (most, usize::MAX), signs, None)
    }

    /// The same, fitted to this width in pixels: neighbouring moves are folded until it fits, except the expected ones;
    /// if that is not enough the tree is drawn upright. Boards are drawn as requested.
    pub fn fitted(
        &self,
        search: &Search,
        line: &[AnyMove],
        most: usize,
        signs: Signs,
        (width, boards): (f64, Boards),
    ) -> (Diagram, Fit) {
        let drawn = |siblings, boards_of| Trace::with_siblings(search, line, (most, siblings), signs, boards_of);
        let fits = |diagram: &Diagram| diagram.width() <= width;
        let whole = drawn(usize::MAX, None);
        let plain = if fits(&whole) {
            (whole, Fit::Whole)
        } else {
            foldings(|siblings| drawn(siblings, None), 2, width)
                .unwrap_or((Diagram { is_narrow: true, ..whole }, Fit::Upright))
        };
        if boards == Boards::Never || board(&self.root, &self.root, None).is_none() {
            return plain;
        }
        let all = drawn(usize::MAX, Some(&self.root));
        if fits(&all) {
            return (all, Fit::Whole);
        }
        let fewest = match (boards, plain.1) {
            (Boards::Always, _) => 2,
            // Boards are worth half of the moves that are drawn, and not that a whole tree is folded.
            (_, Fit::Folded(siblings)) => (siblings / 2).max(2),
            _ => return plain,
        };
        let folded = foldings(|siblings| drawn(siblings, Some(&self.root)), fewest, width);
        match (folded, boards) {
            (Some(folded), _) => folded,
            (None, Boards::Always) => (Diagram { is_narrow: true, ..all }, Fit::Upright),
            (None, _) => plain,
        }
    }

    /// The search as a tree of at most `most` knots, with a limit of moves of each position drawn one by one; with
    /// boards, if its root is known.
    fn with_siblings(
        search: &Search,
        line: &[AnyMove],
        (most, siblings): (usize, usize),
        signs: Signs,
        boards_of: Option<&AnyPosition>,
    ) -> Diagram {
        let strong = search.follow(line.iter().copied());
        let deepest = deepest(search, most);
        let mut diagram = Diagram::default();
        // A position, and the knot above it.
        let mut rest = vec![(0, None)];
        while let Some((index, above)) = rest.pop() {
            let visit = &search.visits[index];
            let is_strong = strong.contains(&index);
            let below = if visit.ply < deepest {
                visit.folded(&search.visits)
            } else {
                visit.looked.saturating_sub(visit.times)
            };
            let mut knot = search.knot(index, signs, below);
            knot.strong = is_strong;
            knot.board = boards_of.and_then(|root| board_at(root, search, index));
            let number = diagram.add(knot);
            if let Some(from) = above {
                let link =
                    Link { from, to: number, label: label(visit, search), strong: is_strong, cut: visit.is_crossed() };
                diagram.links.push(link);
            }
            if visit.ply < deepest {
                let (drawn, folded) = split(search, index, &strong, siblings);
                rest.extend(drawn.iter().rev().map(|&child| (child, Some(number))));
                fold_beside(search, index, &folded, (number, signs), &mut diagram);
                leave_out(search, index, (number, siblings), &mut diagram);
            }
        }
        in_order(&mut diagram);
        diagram
    }
}

/// The first folding no wider than this in pixels: with as many neighbouring moves as possible, and at least `fewest`.
fn foldings(drawn: impl Fn(usize) -> Diagram, fewest: usize, width: f64) -> Option<(Diagram, Fit)> {
    let all = (fewest..=8).rev().map(|siblings| (drawn(siblings), Fit::Folded(siblings)));
    all.into_iter().find(|(folded, _)| folded.width() <= width)
}

/// The board of the position with this number, if it is to be recognised.
fn board_at(root: &AnyPosition, search: &Search, index: usize) -> Option<Box<Picture>> {
    let visit = &search.visits[index];
    let above = visit.parent.map(|parent| &search.visits[parent]);
    let before = above.and_then(|above| root.parse(&above.position).ok()).zip(visit.entered.by);
    board(root, &root.parse(&visit.position).ok()?, before)
}

/// The board of a position without labels and trays, with the move that led there marked; `None` for games with hidden
/// information, without a board, or that are trees, and for boards that are too large.
fn board(root: &AnyPosition, here: &AnyPosition, before: Option<(AnyPosition, AnyMove)>) -> Option<Box<Picture>> {
    let mut picture = here.picture();
    let is_tree = |cell: &Cell| matches!(cell.shape, Shape::Choice(_) | Shape::Chance);
    if root.facts().hidden || picture.cells.is_empty() || picture.cells.iter().any(is_tree) {
        return None;
    }
    picture.labels.clear();
    picture.trays.clear();
    let picture = match before {
        Some((before, m)) => picture.after(before.aim(m)),
        None => picture,
    };
    SmallBoard::of(&picture).is_legible().then(|| Box::new(picture))
}

/// The moves of a position that are drawn one by one, the expected one and the first of the others, and those that are
/// folded.
fn split(search: &Search, index: usize, strong: &[usize], siblings: usize) -> (Vec<usize>, Vec<usize>) {
    let children = &search.visits[index].children;
    if children.len() <= siblings.saturating_add(1) {
        return (children.clone(), Vec::new());
    }
    let mut left = siblings - usize::from(children.iter().any(|child| strong.contains(child)));
    children.iter().partition(|child| {
        let is_drawn = strong.contains(child) || 0 < left;
        if is_drawn && !strong.contains(child) {
            left -= 1;
        }
        is_drawn
    })
}

/// Draws moves as one: how many, and how much they are worth at most, or at least.
fn fold_beside(search: &Search, index: usize, folded: &[usize], (from, signs): (usize, Signs), diagram: &mut Diagram) {
    let visit = &search.visits[index];
    let nodes: Vec<&TracedNode> = folded.iter().map(|&child| &search.visits[child]).collect();
    let [_, ..] = nodes.as_slice() else { return };
    let is_max = visit.is_max();
    let worst = if is_max { Bound::Lower } else { Bound::Upper };
    let is_known = visit.payoffs.is_empty()
        && visit.sample.is_none()
        && matches!(visit.node, Node::Decision(_))
        && !search.is_mean(visit)
        && nodes.iter().all(|node| node.bound != worst && !node.value.is_nan());
    let values = nodes.iter().map(|node| node.value);
    let notes = if !is_known || signs == Signs::Mover {
        Vec::new()
    } else if is_max {
        vec![format!("all ≤ {}", exact(values.fold(f64::NEG_INFINITY, f64::max)))]
    } else {
        vec![format!("all ≥ {}", exact(values.fold(f64::INFINITY, f64::min)))]
    };
    let names: Vec<&str> = nodes.iter().map(|node| node.name.as_str()).collect();
    let odds: Option<Vec<f64>> = nodes.iter().map(|node| node.entered.probability).collect();
    let label = match (odds, nodes.len()) {
        (Some(odds), count) => format!("{count} more: {}", share(odds.iter().sum())),
        (None, 1) => "1 more move".to_owned(),
        (None, count) => format!("{count} more moves"),
    };
    let to = diagram.add(DiagramNode {
        value: "…".to_owned(),
        about: notes.iter().cloned().chain([names.join(", ")]).collect::<Vec<_>>().join("; "),
        notes,
        row: visit.ply + 1,
        pale: true,
        ..DiagramNode::default()
    });
    diagram.links.push(Link { from, to, label, ..Link::default() });
}

/// The number of plies that can be drawn with at most `most` knots.
fn deepest(search: &Search, most: usize) -> usize {
    let mut counts: Vec<usize> = Vec::new();
    for visit in &search.visits {
        counts.resize(counts.len().max(visit.ply + 2), 0);
        counts[visit.ply] += 1;
        counts[visit.ply + 1] += visit.skipped.len().min(if visit.skipped.len() <= FEW { FEW } else { 1 });
    }
    let mut sum = 0;
    let fits = counts.iter().take_while(|&&count| {
        sum += count;
        sum <= most.max(1)
    });
    fits.count().saturating_sub(1)
}

/// The links from each knot in the order of drawing: entered ones first.
fn in_order(diagram: &mut Diagram) {
    let cut: Vec<bool> = diagram.knots.iter().map(|knot| knot.pale).collect();
    diagram.links.sort_by_key(|link| (link.from, cut[link.to], link.to));
}

/// The move, or how likely it is.
pub(super) fn label(visit: &TracedNode, search: &Search) -> String {
    let above = visit.parent.map(|parent| search.visits[parent].node);
    match (visit.entered.probability, above) {
        // Outcomes that are only numbered carry no further information.
        (Some(probability), Some(Node::Chance)) if is_numbered(visit, search) => share(probability),
        (Some(probability), _) => format!("{}: {}", visit.name, share(probability)),
        _ if visit.name.is_empty() && visit.parent.is_some() => "pass".to_owned(),
        _ => visit.name.clone(),
    }
}

/// Whether the name of a move is its number among those searched.
fn is_numbered(visit: &TracedNode, search: &Search) -> bool {
    let Some(above) = visit.parent else { return false };
    let named = |&child: &usize| search.visits[child].name == visit.name;
    let place = search.visits[above].children.iter().position(named);
    place.is_some_and(|place| visit.name == (place + 1).to_string())
}

/// Adds the moves below a knot that were not searched.
fn leave_out(search: &Search, index: usize, (from, siblings): (usize, usize), diagram: &mut Diagram) {
    let visit = &search.visits[index];
    let row = visit.ply + 1;
    let mut add = |label: String, value: String, about: String| {
        let to = diagram.add(DiagramNode { value, about, row, pale: true, ..DiagramNode::default() });
        diagram.links.push(Link { from, to, label, cut: true, ..Link::default() });
    };
    if visit.skipped.len() <= FEW.min(siblings) {
        for skipped in &visit.skipped {
            let about = search.why_skipped(index, skipped).to_string();
            add(skipped.name.to_string(), paid(skipped, visit), about);
        }
        return;
    }
    // Many at once, by their reasons.
    let mut reasons: Vec<(Reason, usize)> = Vec::new();
    for skipped in &visit.skipped {
        match reasons.iter_mut().find(|(why, _)| *why == skipped.why) {
            Some((_, count)) => *count += 1,
            None => reasons.push((skipped.why, 1)),
        }
    }
    for (why, count) in reasons {
        let one = visit.skipped.iter().find(|skipped| skipped.why == why);
        let about = one.map(|one| search.why_skipped(index, one).to_string()).unwrap_or_default();
        let label = if count == 1 { "1 move".to_owned() } else { format!("{count} moves") };
        add(label, "…".to_owned(), about);
    }
}

/// The payoff of a move that was not searched, if it ends the game.
fn paid(skipped: &Skipped, visit: &TracedNode) -> String {
    match skipped.payoffs.get(visit.entered.seat.index()) {
        Some(_) if 2 < skipped.payoffs.len() => vector(&skipped.payoffs, Bound::Exact),
        Some(&payoff) => exact(payoff),
        None => "…".to_owned(),
    }
}
