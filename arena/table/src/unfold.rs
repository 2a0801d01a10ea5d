//! A solved game as a diagram: its graph, its tree, and a strategy in it.

use std::collections::{HashMap, HashSet, VecDeque};

use agon_core::{AnyMove, AnyPosition, Node, Position, Seat, after, all_moves};
use agon_draw::{Diagram, DiagramNode, Link, Outline, plain};
use agon_roster::solve::{Goal, Graph};

use crate::figure::grouped;

/// The drawing of a solved game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// Every position once
    Graph,
    /// A node for each sequence of moves
    Tree,
    /// The tree, and who wins at each node
    Labelled,
    /// The tree as one seat sees it: one of its own moves is enough (or), every move of the others
    /// must do (and, joined by an arc); the strategy is strong
    Strategy,
}

impl Drawn {
    /// All of them.
    pub const ALL: [Drawn; 4] = [Drawn::Graph, Drawn::Tree, Drawn::Labelled, Drawn::Strategy];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Drawn::Graph => "graph",
            Drawn::Tree => "tree",
            Drawn::Labelled => "labelled",
            Drawn::Strategy => "strategy",
        }
    }

    /// What it shows.
    pub const fn meaning(self) -> &'static str {
        match self {
            Drawn::Graph => "Every position once",
            Drawn::Tree => "A node for each sequence of moves",
            Drawn::Labelled => "The tree, and who wins at each node",
            Drawn::Strategy => {
                "The tree as one seat sees it: one of its own moves is enough (or), every move of the \
                 others must do (and, joined by an arc); the strategy is strong"
            }
        }
    }

    /// What has that name.
    pub fn named(name: &str) -> Option<Drawn> {
        Drawn::ALL.into_iter().find(|drawn| drawn.name() == name)
    }
}

/// A view of a solved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameView {
    /// The part to draw.
    pub drawn: Drawn,
    /// The most knots; the rest is folded by whole plies.
    pub most: usize,
    /// For a [strategy](Drawn::Strategy), the seat that sees it: a seat without one sees how every move of its own is
    /// refuted. By default, the first seat that has one.
    pub seat: Option<Seat>,
    /// The play that is marked, in a [graph](Drawn::Graph): legal moves from the root.
    pub play: Vec<AnyMove>,
}

impl GameView {
    /// A view of this part, in at most `most` knots.
    pub const fn of(drawn: Drawn, most: usize) -> GameView {
        GameView { drawn, most, seat: None, play: Vec::new() }
    }
}

/// The game below `root`.
pub fn diagram(graph: &Graph, root: &AnyPosition, view: &GameView) -> Diagram {
    match view.drawn {
        Drawn::Graph => joined(graph, root, view),
        Drawn::Tree | Drawn::Labelled | Drawn::Strategy => tree(graph, root, view),
    }
}

/// The winner at a position, in a word; or the payoff of a single seat.
fn label(graph: &Graph, here: &AnyPosition) -> String {
    let Some(solved) = graph.find(here) else { return String::new() };
    let value = |seat| graph.value_for(seat, solved.value) + 0.0;
    if graph.facts().seats == 1 || graph.facts().chance {
        return plain(value(Seat(0)));
    }
    let gains = |seat| graph.outcome(solved.value, seat).is_gt();
    match Seat::all(2).find(|&seat| gains(seat)) {
        Some(seat) => format!("{} wins", letter(seat)),
        None => "no one wins".to_owned(),
    }
}

fn letter(seat: Seat) -> char {
    char::from(b'A' + seat.0)
}

/// A position as a knot.
fn knot(graph: &Graph, here: &AnyPosition, row: usize, is_labelled: bool) -> DiagramNode {
    let who = label(graph, here);
    let (form, inside) = match here.node() {
        Node::Decision(seat) => (Outline::Seat, letter(seat).to_string()),
        Node::Chance => (Outline::Chance, String::new()),
        Node::Terminal => (Outline::End, String::new()),
    };
    DiagramNode {
        form,
        inside,
        value: here.to_string(),
        notes: if is_labelled { vec![who.clone()] } else { Vec::new() },
        about: if is_labelled { who } else { String::new() },
        row,
        ..DiagramNode::default()
    }
}

/// The graph: each position at its greatest distance from the root, so that all links lead down.
fn joined(graph: &Graph, root: &AnyPosition, GameView { most, play, .. }: &GameView) -> Diagram {
    let most = *most;
    let mut numbers: HashMap<AnyPosition, usize> = HashMap::from([(root.clone(), 0)]);
    let (mut met, mut links) = (vec![root.clone()], Vec::new());
    let (mut rest, mut folded) = (VecDeque::from([0]), vec![0usize]);
    while let Some(from) = rest.pop_front() {
        let here = met[from].clone();
        for m in all_moves(&here) {
            let next = after(&here, m);
            let known = numbers.get(&next).copied();
            if known.is_none() && most <= met.len() {
                folded[from] += 1;
                continue;
            }
            let to = known.unwrap_or_else(|| {
                numbers.insert(next.clone(), met.len());
                rest.push_back(met.len());
                met.push(next);
                folded.push(0);
                met.len() - 1
            });
            links.push(Link { from, to, ..Link::default() });
        }
    }
    let mut rows = vec![0; met.len()];
    // No play is longer than there are positions.
    for _ in 0..met.len() {
        let mut is_settled = true;
        for link in &links {
            if rows[link.to] <= rows[link.from] {
                (rows[link.to], is_settled) = (rows[link.from] + 1, false);
            }
        }
        if is_settled {
            break;
        }
    }
    // The play that is marked, as far as it is drawn.
    let (mut here, mut strong) = (root.clone(), HashSet::new());
    let mut at = Some(0).filter(|_| !play.is_empty());
    for &m in play {
        strong.extend(at);
        here.play(m);
        let to = numbers.get(&here).copied();
        let mut way = links.iter_mut().filter(|link: &&mut Link| Some(link.from) == at);
        if let Some(link) = way.find(|link| Some(link.to) == to) {
            link.strong = true;
        }
        at = to;
    }
    strong.extend(at);
    let knots = met.iter().zip(&rows).zip(&folded).enumerate();
    let knots = knots.map(|(number, ((here, &row), &folded))| {
        let mut knot = knot(graph, here, row, true);
        knot.strong = strong.contains(&number);
        fold(&mut knot, folded as u64);
        knot
    });
    Diagram { knots: knots.collect(), links, ..Diagram::default() }
}

/// Writes the number of moves that are not drawn.
fn fold(knot: &mut DiagramNode, moves: u64) {
    if 0 < moves {
        let note = format!("… {} more", grouped(moves));
        let about = std::mem::take(&mut knot.about);
        knot.about = if about.is_empty() { note.clone() } else { format!("{about}; {note}") };
        knot.notes.push(note);
    }
}

/// The strategy to draw, and its point of view: that of its own seat, or of the other, whose every
/// move it refutes.
#[derive(Clone, Copy)]
struct Strategy {
    goal: Goal,
    viewer: Seat,
}

impl Strategy {
    fn of(graph: &Graph, root: &AnyPosition, seat: Option<Seat>) -> Option<Strategy> {
        let goals = Goal::at(graph, root);
        let own = goals.iter().find(|goal| seat.is_none_or(|seat| seat == goal.seat));
        let goal = *own.or(goals.first())?;
        Some(Strategy { goal, viewer: seat.unwrap_or(goal.seat) })
    }

    fn is_refuted(self) -> bool {
        self.viewer != self.goal.seat
    }

    /// A description, in a line.
    fn words(self, seats: u8) -> String {
        let (viewer, hero) = (letter(self.viewer), letter(self.goal.seat));
        let kind = match self.goal {
            _ if seats == 1 => "best",
            Goal { is_win: true, .. } => "winning",
            Goal { is_win: false, .. } => "non-losing",
        };
        if self.is_refuted() {
            format!("{viewer} has no {kind} strategy: {hero} has an answer to every move; those are strong")
        } else {
            format!("a {kind} strategy of {hero} is strong")
        }
    }
}

/// The tree, with whole plies only.
fn tree(graph: &Graph, root: &AnyPosition, wanted: &GameView) -> Diagram {
    let GameView { drawn: view, most, seat, .. } = *wanted;
    let strategy = (view == Drawn::Strategy).then(|| Strategy::of(graph, root, seat)).flatten();
    let goal = strategy.map(|strategy| strategy.goal);
    let chosen = goal.map(|goal| chosen(graph, root, goal, most)).unwrap_or_default();
    let foot = strategy.map_or_else(String::new, |s| s.words(graph.facts().seats));
    let mut diagram = Diagram { foot, ..Diagram::default() };
    // One ply after the other; a node is its position, and whether the strategy leads there.
    let mut ply = vec![(root.clone(), None, goal.is_some())];
    let mut row = 0;
    while !ply.is_empty() {
        let mut below: Vec<(AnyPosition, Option<usize>, bool)> = Vec::new();
        for (here, above, is_strong) in &ply {
            let mut knot = knot(graph, here, row, view != Drawn::Tree);
            knot.strong = *is_strong;
            if let Some(Strategy { viewer, .. }) = strategy {
                knot.all = matches!(here.node(), Node::Decision(seat) if seat != viewer);
                let kind = match here.node() {
                    Node::Terminal => "leaf",
                    _ if knot.all => "and",
                    _ => "or",
                };
                knot.about = format!("{kind}; {}", knot.about);
            }
            let number = diagram.add(knot);
            if let Some(from) = *above {
                diagram.links.push(Link { from, to: number, strong: *is_strong, ..Link::default() });
            }
            for m in all_moves(here) {
                let is_answer = match (here.node(), goal) {
                    (Node::Decision(seat), Some(goal)) if seat == goal.seat => chosen.get(here) == Some(&m),
                    _ => true,
                };
                below.push((after(here, m), Some(number), *is_strong && is_answer));
            }
        }
        if most < diagram.knots.len() + below.len() {
            for (_, above, _) in &below {
                diagram.knots[above.expect("a ply is below another")].all = false;
            }
            let parents: HashSet<usize> = below.iter().filter_map(|&(_, above, _)| above).collect();
            let mut parents: Vec<usize> = parents.into_iter().collect();
            parents.sort_unstable();
            for parent in parents {
                let count = below.iter().filter(|below| below.1 == Some(parent)).count();
                fold(&mut diagram.knots[parent], count as u64);
            }
            break;
        }
        (ply, row) = (below, row + 1);
    }
    diagram
}

/// The strategy's answer at each of its own positions, as far as the drawing can go.
fn chosen(graph: &Graph, root: &AnyPosition, goal: Goal, most: usize) -> HashMap<AnyPosition, AnyMove> {
    goal.answers(graph, root, most).unwrap_or_default().into_iter().collect()
}
