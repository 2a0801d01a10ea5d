//! A search as a diagram.

use agon_core::{
    AnyMove, AnyPosition, Bound, Node, Picture, Position, Reason, Seat,
    picture::{Cell, Shape},
};

use super::{
    Search, Skipped, Trace, TracedNode,
    phases::ucb,
    words::{bounded, look, vector},
};
use crate::{
    diagram::{Diagram, Knot, Link, Outline},
    figure::{exact, plain, share},
    svg::SmallBoard,
};

/// The point of view of written values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Signs {
    /// As reported: of the seat that the search is for.
    #[default]
    Told,
    /// Of the seat to act, as in negamax.
    Mover,
}

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
        let drawn = |siblings, boards_of| {
            Trace::with_siblings(search, line, (most, siblings), signs, boards_of)
        };
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
        let strong = search.follow(line);
        let deepest = deepest(search, most);
        let mut diagram = Diagram::default();
        // A position, and the knot above it.
        let mut rest = vec![(0, None)];
        while let Some((index, above)) = rest.pop() {
            let visit = &search.visits[index];
            let is_strong = strong.contains(&index);
            let mut knot = knot(search, index, signs);
            knot.strong = is_strong;
            knot.board = boards_of.and_then(|root| board_at(root, search, index));
            let number = diagram.add(knot);
            if let Some(from) = above {
                let link = Link {
                    from,
                    to: number,
                    label: label(visit, search),
                    strong: is_strong,
                    cut: visit.is_crossed(),
                };
                diagram.links.push(link);
            }
            if visit.ply < deepest {
                let (drawn, folded) = split(search, index, &strong, siblings);
                rest.extend(drawn.iter().rev().map(|&child| (child, Some(number))));
                fold_beside(search, index, &folded, (number, signs), &mut diagram);
                leave_out(search, index, (number, siblings), &mut diagram);
            }
            let folded = if visit.ply < deepest {
                visit.folded(&search.visits)
            } else {
                visit.looked.saturating_sub(visit.times)
            };
            if 0 < folded {
                diagram.knots[number].notes.push(format!("… {folded} below"));
                add_word(&mut diagram.knots[number].about, &format!("… {folded} more below"));
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
fn board(
    root: &AnyPosition,
    here: &AnyPosition,
    before: Option<(AnyPosition, AnyMove)>,
) -> Option<Box<Picture>> {
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
fn split(
    search: &Search,
    index: usize,
    strong: &[usize],
    siblings: usize,
) -> (Vec<usize>, Vec<usize>) {
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
fn fold_beside(
    search: &Search,
    index: usize,
    folded: &[usize],
    (from, signs): (usize, Signs),
    diagram: &mut Diagram,
) {
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
    let to = diagram.add(Knot {
        value: "…".to_owned(),
        about: notes.iter().cloned().chain([names.join(", ")]).collect::<Vec<_>>().join("; "),
        notes,
        row: visit.ply + 1,
        pale: true,
        ..Knot::default()
    });
    diagram.links.push(Link { from, to, label, ..Link::default() });
}

/// The number of plies that can be drawn with at most `most` knots.
fn deepest(search: &Search, most: usize) -> usize {
    let mut counts: Vec<usize> = Vec::new();
    for visit in &search.visits {
        counts.resize(counts.len().max(visit.ply + 2), 0);
        counts[visit.ply] += 1;
        counts[visit.ply + 1] +=
            visit.skipped.len().min(if visit.skipped.len() <= FEW { FEW } else { 1 });
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
fn label(visit: &TracedNode, search: &Search) -> String {
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

/// Appends a few words.
fn add_word(text: &mut String, word: &str) {
    if !text.is_empty() {
        text.push_str("; ");
    }
    text.push_str(word);
}

/// The letter of a seat: A moves first.
pub(super) fn letter(seat: Seat) -> String {
    match u8::try_from(seat.index()) {
        Ok(index @ 0..26) => char::from(b'A' + index).to_string(),
        _ => (seat.index() + 1).to_string(),
    }
}

impl TracedNode {
    /// The text of its value, from the point of view of the seat to act if requested.
    fn written(&self, search: &Search, signs: Signs) -> String {
        let to = match self.node {
            Node::Decision(seat) => Some(seat),
            // The end of a play is of the level of the seat that would be next.
            _ => self.parent.and_then(|parent| match search.visits[parent].node {
                Node::Decision(seat) => Some(seat.opponent()),
                _ => None,
            }),
        };
        if signs == Signs::Told || to.is_none_or(|to| to == self.entered.seat) {
            return self.worth();
        }
        let bound = match self.bound {
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
            bound => bound,
        };
        bounded(0.0 - self.value, bound)
    }
}

fn knot(search: &Search, index: usize, signs: Signs) -> Knot {
    let visit = &search.visits[index];
    let is_guess = matches!(visit.why, Reason::Horizon | Reason::Quiet | Reason::Hopeless)
        || visit.is_crossed();
    let form = match visit.node {
        Node::Terminal => Outline::End,
        _ if is_guess => Outline::Guess,
        Node::Chance => Outline::Chance,
        Node::Decision(_) if !visit.payoffs.is_empty() || visit.sample.is_some() => Outline::Seat,
        // A seat that is believed to choose by chance.
        Node::Decision(_) if search.is_mean(visit) => Outline::Chance,
        // Negamax: the seat to act takes the largest of its own values.
        Node::Decision(_) if signs == Signs::Mover => Outline::Max,
        Node::Decision(seat) if seat == visit.entered.seat => Outline::Max,
        Node::Decision(_) => Outline::Min,
    };
    let inside = match visit.node {
        Node::Decision(seat) if form != Outline::Guess => letter(seat),
        _ => String::new(),
    };
    let mut notes = Vec::new();
    if form != Outline::End && form != Outline::Guess {
        notes.extend(visit.window());
    }
    notes.extend(look(visit.entered.look).filter(|_| !visit.is_glance()));
    notes.extend(short(search, index));
    if let Some(sample) = visit.sample {
        notes.push(format!("n = {}", sample.visits));
        if sample.term.is_finite() && visit.bound == Bound::Sample {
            notes.push(ucb([sample.share, sample.term]));
        }
    }
    if search.is_counted(index) {
        notes.push("counts".to_owned());
    }
    if let Some(mean) = search.mean_in_words(index) {
        notes.push(mean);
    }
    Knot {
        form,
        inside,
        value: written(search, visit, signs),
        notes,
        about: about(search, index),
        row: visit.ply,
        ..Knot::default()
    }
}

fn written(search: &Search, visit: &TracedNode, signs: Signs) -> String {
    if visit.sample.is_some() && visit.bound == Bound::Sample {
        return plain(round(visit.value));
    }
    visit.written(search, signs)
}

/// With two digits: a mean is not known better.
fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// Why it was searched no further, in a few letters.
fn short(search: &Search, index: usize) -> Option<String> {
    let visit = &search.visits[index];
    let [alpha, beta] = visit.entered.window;
    match visit.why {
        Reason::Refuted if visit.value.is_nan() => Some("cut".to_owned()),
        Reason::Refuted if alpha.next_up() == beta => Some("cut".to_owned()),
        Reason::Refuted if beta <= visit.value => {
            Some(format!("{} ≥ β = {}", exact(visit.value), exact(beta)))
        }
        Reason::Refuted => Some(format!("{} ≤ α = {}", exact(visit.value), exact(alpha))),
        Reason::RefutedByPass => Some("null move".to_owned()),
        Reason::Hopeless => Some("hopeless".to_owned()),
        Reason::Enough => Some("enough".to_owned()),
        Reason::Tried => Some("one tried".to_owned()),
        Reason::Known(Some(depth)) => Some(format!("table, depth {depth}")),
        Reason::Known(None) => Some("table".to_owned()),
        Reason::Quiet => Some("quiet".to_owned()),
        Reason::Solved => Some("solved".to_owned()),
        Reason::Stopped => Some("stopped".to_owned()),
        Reason::Unpromising(width) => Some(format!("not best {width}")),
        Reason::Unbelieved => Some("not believed".to_owned()),
        Reason::Unvisited => Some("not visited".to_owned()),
        Reason::Postponed => Some("postponed".to_owned()),
        _ => None,
    }
}

/// The complete description.
fn about(search: &Search, index: usize) -> String {
    let visit = &search.visits[index];
    let mut about = String::new();
    let is_leaf = matches!(visit.why, Reason::Terminal | Reason::Horizon | Reason::Quiet);
    if let Some(window) = visit.window().filter(|_| !is_leaf) {
        let asked = if window.ends_with('?') { "asked" } else { "window" };
        add_word(&mut about, &format!("{asked} {window}"));
    }
    if let Some(steps) = search.steps_in_words(index) {
        add_word(&mut about, &steps);
    }
    if visit.entered.seat != search.root().entered.seat && visit.payoffs.is_empty() {
        add_word(&mut about, &format!("{}'s value", visit.entered.seat));
    }
    if let Some(look) = look(visit.entered.look).filter(|_| !visit.is_crossed()) {
        add_word(&mut about, &look);
    }
    if let Some(why) = search.why(index).filter(|_| visit.why != Reason::Terminal) {
        add_word(&mut about, &why);
    }
    if let Some(glance) = visit.glance {
        add_word(&mut about, &format!("estimated at {} before", exact(glance)));
    }
    if let Some(sample) = visit.sample {
        let visits = sample.visits;
        let plays = if visits == 1 { "1 visit".to_owned() } else { format!("{visits} visits") };
        add_word(&mut about, &format!("{plays}, the first in iteration {}", sample.first));
        if sample.term.is_finite() && visit.bound == Bound::Sample {
            add_word(&mut about, &ucb([sample.share, sample.term]));
        }
    }
    if let Some(mean) = search.mean_in_words(index) {
        add_word(&mut about, &mean);
    }
    if search.is_counted(index) {
        add_word(&mut about, "counts");
    }
    about
}

/// Adds the moves below a knot that were not searched.
fn leave_out(
    search: &Search,
    index: usize,
    (from, siblings): (usize, usize),
    diagram: &mut Diagram,
) {
    let visit = &search.visits[index];
    let row = visit.ply + 1;
    let mut add = |label: String, value: String, about: String| {
        let to = diagram.add(Knot { value, about, row, pale: true, ..Knot::default() });
        diagram.links.push(Link { from, to, label, cut: true, ..Link::default() });
    };
    if visit.skipped.len() <= FEW.min(siblings) {
        for skipped in &visit.skipped {
            let about = search.why_skipped(index, skipped);
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
        let about = one.map(|one| search.why_skipped(index, one)).unwrap_or_default();
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
