//! The picture of the tree.

use agon_core::{
    Aim, Node, Picture, Position,
    picture::{Cell, Piece, Shape, Stroke},
};

use crate::{Branch, Tree};

/// The height of a row of nodes.
const ROW: f64 = 1.7;

/// The subtree below the position, as deep as there is room for; nodes by the moves from the root.
pub(crate) fn of(tree: &Tree) -> Picture {
    let mut picture = Picture::new();
    let depth = tree.shape.drawn_depth(tree.at);
    place(tree, tree.at, 0, depth, &mut 0.0, &mut picture);
    picture.text = Some(tree.shape.drawing(tree.at));
    picture
}

/// Places a node and all below it from `free` to the right, and returns where the node is: above
/// the middle of its children.
fn place(tree: &Tree, at: u32, row: usize, depth: usize, free: &mut f64, picture: &mut Picture) -> f64 {
    let y = row as f64 * ROW;
    let here = Tree { at, ..tree.clone() };
    let index = picture.cells.len();
    // Before its children, as it is read.
    picture.add(Cell::new(here.to_string(), 0.0, y, Shape::Chance));
    let children: Vec<u32> = if depth == 0 { Vec::new() } else { tree.shape.children(at).collect() };
    let written = written(tree, at, depth);
    let mut places = Vec::new();
    for &child in &children {
        places.push(place(tree, child, row + 1, depth - 1, free, picture));
    }
    let x = if let [first, .., last] | [first @ last] = places[..] {
        f64::midpoint(first, last)
    } else {
        let width = width(&written);
        *free += width + 0.15;
        *free - 0.15 - width / 2.0
    };
    for ((number, &child), &below) in (1..).zip(&children).zip(&places) {
        let is_drawn = here.node() == Node::Chance;
        let label = if is_drawn { tree.shape.probability(child).to_string() } else { number.to_string() };
        picture.strokes.push(Stroke::new((x, y), (below, y + ROW)).label(label));
    }
    let cell = &mut picture.cells[index];
    cell.x = x;
    (cell.shape, cell.about) = match here.node() {
        Node::Decision(seat) => (Shape::Choice(seat), format!("{seat} to move")),
        Node::Chance => (Shape::Chance, "chance".to_owned()),
        Node::Terminal => (Shape::Box { width: width(&written), height: 0.6 }, "end".to_owned()),
    };
    if !written.is_empty() {
        cell.pieces.push(Piece::writing(written));
    }
    x
}

/// The payoff, the estimate, or that there is more below.
fn written(tree: &Tree, at: u32, depth: usize) -> String {
    let mut written = String::new();
    let point = tree.shape.point(at);
    written.push_str(tree.shape.name(at).unwrap_or_default());
    if !written.is_empty() && point.is_estimated {
        written.push(' ');
    }
    if point.node() == Node::Terminal || point.is_estimated {
        tree.shape.write_value(at, &mut written);
    }
    if depth == 0 && 0 < point.children {
        written.push('…');
    }
    written
}

fn width(written: &str) -> f64 {
    (0.24 * written.chars().count() as f64 + 0.2).max(0.85)
}

pub(crate) fn aim(tree: &Tree, Branch(number): Branch) -> Aim {
    let at = tree.shape.point(tree.at).first_child + number - 1;
    Aim::at(Tree { at, ..tree.clone() })
}
