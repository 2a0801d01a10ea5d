//! The whole tree, laid flat: what all its positions share.

use std::fmt::Write;

use agon_core::{Facts, Seat, Sum, key_of};

use crate::{
    point::{Acts, Point},
    sets::{Label, Sets},
    syntax::{Kind, Ratio, Sketch, TreeError, Written, gcd, wrong},
};

/// The most lines of a drawing, unless the root's children alone are more.
const MOST_LINES: usize = 200;

/// The tolerance for equal sums of decimal payoffs.
const ROUNDING: f64 = 5e-10;

/// The nodes in breadth-first order, so that children stand side by side.
#[derive(Debug, PartialEq)]
pub(crate) struct Shape {
    pub(crate) facts: Facts,
    /// Sixty-four bits that name the tree.
    pub(crate) fingerprint: u64,
    nodes: Vec<Point>,
    /// For every node, one number per seat: the payoff of a leaf, the estimate of an inner node.
    values: Vec<f64>,
    /// Whether payoffs were written as vectors.
    has_vectors: bool,
    /// The information sets, where any has a name.
    pub(crate) sets: Option<Sets>,
    /// The most branches of one node.
    pub(crate) most_children: u32,
}

impl Shape {
    /// Lays a sketch flat.
    pub(crate) fn of(root: &Sketch) -> Result<Shape, TreeError> {
        let mut written = Vec::new();
        gather(root, &mut written);
        let first = written[0];
        let has_vectors = first.is_vector;
        let seats = if has_vectors { first.numbers.len() } else { 2 };
        let Ok(seats @ 1..) = u8::try_from(seats) else {
            return Err(wrong(first.column, "a payoff for at most 255 seats", &form(first)));
        };
        for other in &written {
            if other.is_vector != has_vectors || other.numbers.len() != first.numbers.len() {
                let expected = format!("{}, as at column {}", form(first), first.column);
                return Err(wrong(other.column, &expected, &form(other)));
            }
        }
        let sum = sum_of(&written);
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in written.iter().flat_map(|written| numbers(written)) {
            least = least.min(value);
            greatest = greatest.max(value);
        }
        let unknown = match sum {
            Sum::Zero => 0.0,
            Sum::Constant(constant) => (constant / f64::from(seats)).clamp(least, greatest),
            Sum::General => 0.0f64.clamp(least, greatest),
        };
        let mut builder = Builder { seats, unknown, points: Vec::new(), values: Vec::new(), labels: Vec::new() };
        let (max_plies, chance) = builder.lay(root)?;
        let Builder { points: nodes, values, labels, .. } = builder;
        // One by one: a slice of them would hash in the machine's byte order.
        let bits: Vec<(u64,)> = values.iter().map(|value| (value.to_bits(),)).collect();
        let fingerprint = key_of(&(seats, &nodes, bits));
        let sets = if labels.is_empty() { None } else { Some(Sets::of(&nodes, seats, labels)?) };
        let fingerprint = sets.as_ref().map_or(fingerprint, |sets| key_of(&(fingerprint, sets.names())));
        let facts = Facts::new(seats, max_plies).with_sum(sum).with_payoffs(least, greatest);
        let facts = if chance { facts.with_chance() } else { facts };
        let hides = sets.as_ref().is_some_and(Sets::hide);
        let facts = if hides { facts.with_hidden() } else { facts };
        let most_children = nodes.iter().map(|point| point.children).max().unwrap_or(0);
        Ok(Shape { facts, fingerprint, nodes, values, has_vectors, sets, most_children })
    }

    #[inline]
    pub(crate) fn point(&self, at: u32) -> &Point {
        &self.nodes[at as usize]
    }

    /// The payoff of a leaf, the estimate of an inner node.
    #[inline]
    pub(crate) fn value(&self, at: u32, seat: Seat) -> f64 {
        self.values[at as usize * usize::from(self.facts.seats) + seat.index()]
    }

    /// The name of the information set that a node is written to belong to.
    pub(crate) fn name(&self, at: u32) -> Option<&str> {
        self.sets.as_ref().and_then(|sets| sets.name(at))
    }

    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The subtree at `at` in brackets, in which `seat` is next in turn.
    pub(crate) fn write(&self, at: u32, seat: Seat, out: &mut String) {
        let point = self.point(at);
        let (open, close, next) = match point.acts {
            Acts::Terminal => return self.write_value(at, out),
            Acts::Decision(mover) => ('[', ']', mover.next(self.facts.seats)),
            Acts::Chance => ('{', '}', seat),
        };
        if let Some(name) = self.name(at) {
            let _ = write!(out, "{name}:");
        }
        out.push(open);
        for child in self.children(at) {
            if child != point.first_child {
                out.push(',');
            }
            if point.acts == Acts::Chance {
                let _ = write!(out, "{}:", self.probability(child));
            }
            self.write(child, next, out);
        }
        out.push(close);
        if let Acts::Decision(mover) = point.acts
            && mover != seat
        {
            let _ = write!(out, "@{}", mover.0 + 1);
        }
        if point.is_estimated {
            out.push('~');
            self.write_value(at, out);
        }
    }

    /// The subtree at `at`, one line per node, cut at a depth where it would be too long.
    pub(crate) fn drawing(&self, at: u32) -> String {
        let mut out = String::new();
        self.draw(at, 0, self.drawn_depth(at), &mut out);
        out.pop();
        out
    }

    /// The drawn depth of the subtree at `at`.
    pub(crate) fn drawn_depth(&self, at: u32) -> usize {
        let (mut depth, mut lines, mut row) = (0, 1, vec![at]);
        loop {
            row = row.into_iter().flat_map(|node| self.children(node)).collect();
            lines += row.len();
            if row.is_empty() || (0 < depth && MOST_LINES < lines) {
                break;
            }
            depth += 1;
        }
        depth
    }

    fn draw(&self, at: u32, indent: usize, depth: usize, out: &mut String) {
        let point = self.point(at);
        match point.acts {
            Acts::Terminal => self.write_value(at, out),
            Acts::Decision(seat) => {
                let _ = write!(out, "{seat}");
                if let Some(name) = self.name(at) {
                    let _ = write!(out, " in {name}");
                }
            }
            Acts::Chance => out.push_str("chance"),
        }
        if point.is_estimated {
            out.push_str(" ~");
            self.write_value(at, out);
        }
        if depth == 0 {
            out.push_str(if point.children == 0 { "\n" } else { " …\n" });
            return;
        }
        out.push('\n');
        for (number, child) in (1..).zip(self.children(at)) {
            let _ = write!(out, "{:indent$}  {number}: ", "");
            if point.acts == Acts::Chance {
                let _ = write!(out, "({}) ", self.probability(child));
            }
            self.draw(child, indent + 2, depth - 1, out);
        }
    }

    pub(crate) fn children(&self, at: u32) -> std::ops::Range<u32> {
        let point = self.point(at);
        point.first_child..point.first_child + point.children
    }

    /// The probability of a child of a chance node.
    pub(crate) fn probability(&self, child: u32) -> Ratio {
        let total = self.children(self.point(child).parent).map(|c| self.point(c).weight);
        let total = total.map(u64::from).sum();
        Ratio::reduced(self.point(child).weight.into(), total)
    }

    pub(crate) fn write_value(&self, at: u32, out: &mut String) {
        if !self.has_vectors {
            let _ = write!(out, "{}", self.value(at, Seat(0)));
            return;
        }
        for seat in Seat::all(self.facts.seats) {
            out.push(if seat == Seat(0) { '(' } else { ',' });
            let _ = write!(out, "{}", self.value(at, seat));
        }
        out.push(')');
    }
}

struct Builder {
    seats: u8,
    /// The estimate of an inner node without a written one.
    unknown: f64,
    points: Vec<Point>,
    values: Vec<f64>,
    labels: Vec<Label>,
}

impl Builder {
    /// Lays out all nodes; returns the depth of the tree, and whether it has chance nodes.
    fn lay(&mut self, root: &Sketch) -> Result<(u32, bool), TreeError> {
        let (mut depth, mut has_chance) = (0, false);
        let mut row = vec![(root, Seat(0), 0, 1)];
        loop {
            let mut next = Vec::new();
            let base = (self.points.len() + row.len()) as u32;
            for (sketch, seat, parent, weight) in row {
                let (at, first_child) = (self.points.len() as u32, base + next.len() as u32);
                let acts = match &sketch.kind {
                    Kind::Payoff(_) => Acts::Terminal,
                    Kind::Decision { label, seat: written, children } => {
                        let column = sketch.column;
                        let label = label.clone().map(|name| Label { at, column, name });
                        self.labels.extend(label);
                        let mover = self.mover(*written, seat)?;
                        let following = mover.next(self.seats);
                        next.extend(children.iter().map(|child| (child, following, at, 1)));
                        Acts::Decision(mover)
                    }
                    Kind::Chance(children) => {
                        has_chance = true;
                        let weights = weights(sketch.column, children)?;
                        let pairs = children.iter().zip(weights);
                        next.extend(pairs.map(|((_, child), weight)| (child, seat, at, weight)));
                        Acts::Chance
                    }
                };
                let children = base + next.len() as u32 - first_child;
                let is_estimated = sketch.estimate.is_some();
                self.points.push(Point { first_child, children, parent, weight, acts, is_estimated });
                match (&sketch.kind, &sketch.estimate) {
                    (Kind::Payoff(written), _) | (_, Some(written)) => {
                        self.values.extend(numbers(written));
                    }
                    _ => self.values.extend((0..self.seats).map(|_| self.unknown)),
                }
            }
            if next.is_empty() {
                return Ok((depth, has_chance));
            }
            depth += 1;
            row = next;
        }
    }

    fn mover(&self, written: Option<(usize, u64)>, next: Seat) -> Result<Seat, TreeError> {
        match written {
            None => Ok(next),
            Some((_, number)) if (1..=u64::from(self.seats)).contains(&number) => Ok(Seat(number as u8 - 1)),
            Some((column, number)) => {
                let expected = format!("a seat from 1 to {}", self.seats);
                Err(wrong(column, &expected, &format!("`{number}`")))
            }
        }
    }
}

/// All payoffs and estimates, as written; a payoff first.
fn gather<'a>(sketch: &'a Sketch, all: &mut Vec<&'a Written>) {
    match &sketch.kind {
        Kind::Payoff(written) => all.push(written),
        Kind::Decision { children, .. } => children.iter().for_each(|child| gather(child, all)),
        Kind::Chance(children) => children.iter().for_each(|(_, child)| gather(child, all)),
    }
    all.extend(&sketch.estimate);
}

/// One number per seat; a number written alone is won by the first seat and lost by the second.
fn numbers(written: &Written) -> impl Iterator<Item = f64> {
    let other = if written.is_vector { None } else { Some(0.0 - written.numbers[0]) };
    written.numbers.iter().copied().chain(other)
}

/// The sum of payoffs and estimates, if it is always the same.
fn sum_of(all: &[&Written]) -> Sum {
    let total = |written: &Written| numbers(written).sum::<f64>();
    let first = total(all[0]);
    let constant = if first.abs() < ROUNDING { 0.0 } else { first };
    if all.iter().any(|written| ROUNDING < (total(written) - constant).abs()) {
        Sum::General
    } else if constant == 0.0 {
        Sum::Zero
    } else {
        Sum::Constant(constant)
    }
}

/// The finding before a sum of probabilities other than 1.
pub(crate) const SUM: &str = "a sum of ";

/// The least whole weights that are in proportion to the probabilities.
fn weights(column: usize, children: &[(Ratio, Sketch)]) -> Result<Vec<u32>, TreeError> {
    let large = || {
        let expected = "probabilities whose common denominator is below 2^32";
        wrong(column, expected, "finer ones")
    };
    let mut common = 1u64;
    for (ratio, _) in children {
        common = common / gcd(common, ratio.under) * ratio.under;
        // Both factors were below 2^32, or `ratio.under` is too large by itself.
        if u64::from(u32::MAX) < common.max(ratio.under) {
            return Err(large());
        }
    }
    let (mut weights, mut total) = (Vec::with_capacity(children.len()), 0u64);
    for (ratio, _) in children {
        let weight = ratio.over.saturating_mul(common / ratio.under);
        total = total.saturating_add(weight);
        weights.push(weight as u32);
    }
    if total != common {
        let found = format!("{SUM}{}", Ratio::reduced(total, common));
        return Err(wrong(column, "probabilities that add up to 1", &found));
    }
    Ok(weights)
}

fn form(written: &Written) -> String {
    match written.numbers.len() {
        _ if !written.is_vector => "a single number".to_owned(),
        1 => "a vector of one number".to_owned(),
        n => format!("a vector of {n} numbers"),
    }
}
