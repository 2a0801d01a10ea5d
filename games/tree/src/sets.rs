//! Information sets: the nodes that the seat to act cannot distinguish.

use std::collections::BTreeMap;

use agon_core::{Node, Seat, Stream};

use crate::{
    point::Point,
    syntax::{TreeError, wrong},
};

/// Each seat's knowledge at each node of a tree with named sets.
#[derive(Debug, PartialEq)]
pub(crate) struct Sets {
    seats: u8,
    /// By node.
    names: BTreeMap<u32, String>,
    /// For every node and seat.
    sights: Vec<Sight>,
    /// The inner nodes that a seat cannot distinguish, each with its probability apart from the
    /// seat's own choices.
    alike: BTreeMap<(Seat, Sight), Vec<(u32, f64)>>,
}

/// A seat's knowledge at an inner node. A set is identified by its first node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sight {
    /// It has not chosen yet, and is not to choose.
    Nothing,
    /// Its last choice, and where it was made; the seat is not to choose.
    After(u32, u32),
    /// It is to choose.
    Turn(u32),
}

/// The name of an information set, as it was written before a node.
pub(crate) struct Label {
    pub(crate) at: u32,
    pub(crate) column: usize,
    pub(crate) name: String,
}

impl Sets {
    /// Gathers the nodes by the names that are written before them.
    pub(crate) fn of(points: &[Point], seats: u8, labels: Vec<Label>) -> Result<Sets, TreeError> {
        let mut firsts: BTreeMap<&str, &Label> = BTreeMap::new();
        let mut set_of: Vec<u32> = (0..points.len() as u32).collect();
        for label in &labels {
            let first = *firsts.entry(&label.name).or_insert(label);
            set_of[label.at as usize] = first.at;
            same_turn(points, first, label)?;
        }
        let lasts = lasts(points, seats, &set_of);
        let place = |at: u32, seat: Seat| at as usize * usize::from(seats) + seat.index();
        for label in &labels {
            let first = firsts[&*label.name];
            let Node::Decision(seat) = points[first.at as usize].node() else { continue };
            if lasts[place(first.at, seat)] != lasts[place(label.at, seat)] {
                let expected = format!(
                    "the same choices of {seat} before every node of {}, as at column {}",
                    label.name, first.column
                );
                return Err(wrong(label.column, &expected, "others"));
            }
        }
        let mut sights = lasts;
        for (at, point) in (0..).zip(points) {
            if let Node::Decision(seat) = point.node() {
                sights[place(at, seat)] = Sight::Turn(set_of[at as usize]);
            }
        }
        let alike = alike(points, seats, &sights);
        let names = labels.into_iter().map(|label| (label.at, label.name)).collect();
        Ok(Sets { seats, names, sights, alike })
    }

    /// The names of sets, by node.
    pub(crate) fn names(&self) -> Vec<(u32, &str)> {
        self.names.iter().map(|(at, name)| (*at, &**name)).collect()
    }

    /// The name that is written before a node.
    pub(crate) fn name(&self, at: u32) -> Option<&str> {
        self.names.get(&at).map(|name| &**name)
    }

    /// Whether some set has several nodes.
    pub(crate) fn hide(&self) -> bool {
        let mut names: Vec<&str> = self.names.values().map(|name| &**name).collect();
        names.sort_unstable();
        names.windows(2).any(|pair| pair[0] == pair[1])
    }

    pub(crate) fn sight(&self, at: u32, seat: Seat) -> Sight {
        self.sights[at as usize * usize::from(self.seats) + seat.index()]
    }

    /// A node that looks the same to `seat` as this one, which is not the end, drawn as likely as it is.
    pub(crate) fn redeal(&self, at: u32, seat: Seat, stream: &mut Stream) -> u32 {
        let Some(nodes) = self.alike.get(&(seat, self.sight(at, seat))) else { return at };
        let total: f64 = nodes.iter().map(|(_, weight)| weight).sum();
        let mut left = stream.unit() * total;
        let drawn = nodes.iter().find(|(_, weight)| {
            left -= weight;
            left < 0.0
        });
        drawn.or(nodes.last()).map_or(at, |(node, _)| *node)
    }
}

/// Checks that two nodes with one name have the same seat and the same number of moves.
fn same_turn(points: &[Point], first: &Label, other: &Label) -> Result<(), TreeError> {
    let (one, two) = (&points[first.at as usize], &points[other.at as usize]);
    let as_there = |what: String| format!("{what} at every node of {}, as at column {}", other.name, first.column);
    if one.node() != two.node() {
        let (expected, found) = (as_there(one.node().to_string()), two.node().to_string());
        return Err(wrong(other.column, &expected, &found));
    }
    if one.children != two.children {
        let expected = as_there(format!("as many moves ({})", one.children));
        return Err(wrong(other.column, &expected, &two.children.to_string()));
    }
    Ok(())
}

/// The last choice of every seat before every node, where sets are identified by their first node.
fn lasts(points: &[Point], seats: u8, set_of: &[u32]) -> Vec<Sight> {
    let mut lasts: Vec<Sight> = Vec::with_capacity(points.len() * usize::from(seats));
    // Parents come first.
    for (at, point) in (0..).zip(points) {
        let parent = point.parent as usize;
        for seat in Seat::all(seats) {
            lasts.push(match points[parent].node() {
                _ if at == 0 => Sight::Nothing,
                Node::Decision(mover) if mover == seat => {
                    Sight::After(set_of[parent], at + 1 - points[parent].first_child)
                }
                _ => lasts[parent * usize::from(seats) + seat.index()],
            });
        }
    }
    lasts
}

/// The inner nodes, by each seat's knowledge there.
fn alike(points: &[Point], seats: u8, sights: &[Sight]) -> BTreeMap<(Seat, Sight), Vec<(u32, f64)>> {
    let mut alike: BTreeMap<(Seat, Sight), Vec<(u32, f64)>> = BTreeMap::new();
    for seat in Seat::all(seats) {
        let mut reached: Vec<f64> = Vec::with_capacity(points.len());
        for (at, point) in (0..).zip(points) {
            let parent = &points[point.parent as usize];
            let share = match parent.node() {
                _ if at == 0 => 1.0,
                Node::Decision(mover) if mover == seat => 1.0,
                Node::Chance => {
                    let children = parent.first_child..parent.first_child + parent.children;
                    let total = children.map(|child| f64::from(points[child as usize].weight));
                    f64::from(point.weight) / total.sum::<f64>()
                }
                _ => 1.0 / f64::from(parent.children),
            };
            let before = if at == 0 { 1.0 } else { reached[point.parent as usize] };
            reached.push(before * share);
            if point.node() != Node::Terminal {
                let sight = sights[at as usize * usize::from(seats) + seat.index()];
                alike.entry((seat, sight)).or_default().push((at, before * share));
            }
        }
    }
    alike
}
