//! Games by their graphs: plays of different lengths lead to one position, and everything that a search goes by is
//! drawn at random.

use std::{
    fmt,
    hash::{Hash, Hasher},
    ops::ControlFlow,
    sync::Arc,
};

use agon_core::{AnyMove, AnyPosition, Facts, Heuristic, Named, Node, Position, Seat, Sum, TextError};
use proptest::prelude::*;

/// The least and the greatest payoff.
const BOUNDS: (f64, f64) = (-2.0, 2.0);

/// A game by its graph: ways lead from a place to places with higher numbers, so a place may be reached
/// in one move or in many.
#[derive(Debug)]
struct Graph {
    seats: u8,
    chance: bool,
    places: Vec<Place>,
    /// What moves are hinted at by, besides where they lead.
    salt: usize,
}

#[derive(Clone, Debug)]
struct Place {
    node: Node,
    ways: Vec<Way>,
    /// What each seat gets if the game ends here, or looks like getting.
    payoffs: Vec<i8>,
    /// Where it leads to give the turn away, if one may: to a place where another seat is to act.
    pass: Option<usize>,
}

/// Where a move leads, with what weight by chance, and whether it is forcing.
#[derive(Clone, Copy, Debug)]
struct Way {
    to: usize,
    weight: u32,
    forcing: bool,
}

/// A place of a graph where a play has come to.
#[derive(Clone, Debug)]
struct At {
    graph: Arc<Graph>,
    at: usize,
}

impl At {
    fn place(&self) -> &Place {
        &self.graph.places[self.at]
    }

    fn way(&self, m: AnyMove) -> Way {
        self.place().ways[m.0 as usize]
    }
}

impl PartialEq for At {
    fn eq(&self, other: &At) -> bool {
        self.at == other.at
    }
}

impl Eq for At {}

impl Hash for At {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.at.hash(state);
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.at)
    }
}

impl Position for At {
    type Move = AnyMove;

    fn facts(&self) -> Facts {
        let Graph { seats, chance, ref places, .. } = *self.graph;
        let sum = if seats == 2 { Sum::Zero } else { Sum::General };
        let facts = Facts::new(seats, places.len() as u32);
        let facts = facts.with_sum(sum).with_payoffs(BOUNDS.0, BOUNDS.1);
        let facts = if places.iter().any(|place| place.pass.is_some()) { facts.with_passes() } else { facts };
        if chance { facts.with_chance() } else { facts }
    }
    fn node(&self) -> Node {
        self.place().node
    }
    fn each_move(&self, visit: impl FnMut(AnyMove) -> ControlFlow<()>) -> ControlFlow<()> {
        (0..self.place().ways.len() as u64).map(AnyMove).try_for_each(visit)
    }
    fn play(&mut self, m: AnyMove) {
        self.at = self.way(m).to;
    }
    fn payoff(&self, seat: Seat) -> f64 {
        f64::from(self.place().payoffs[seat.index()])
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let at = text.parse().map_err(|_| TextError::new(text, "a place"))?;
        Ok(At { graph: Arc::clone(&self.graph), at })
    }
    fn weight(&self, outcome: AnyMove) -> u32 {
        self.way(outcome).weight
    }
    fn heuristics(&self) -> &'static [Named] {
        const { &[Named::new("looks", "what it looks like")] }
    }
    fn estimate(&self, _heuristic: Heuristic, seat: Seat) -> f64 {
        self.payoff(seat)
    }
    fn is_forcing(&self, m: AnyMove) -> bool {
        self.way(m).forcing
    }
    fn hint(&self, m: AnyMove) -> i32 {
        (self.way(m).to.wrapping_mul(2 * self.graph.salt + 1) % 7 % 3) as i32
    }
    fn pass(&mut self) -> bool {
        let pass = self.place().pass;
        self.at = pass.unwrap_or(self.at);
        pass.is_some()
    }
}

/// A place of a graph: the kind of node or seat to act, as a number; payoffs; and the edges, each with the number of
/// places that it leads ahead.
type Written = (u8, [i8; 3], Vec<(usize, u32, bool)>);

/// A graph in which `seats` seats act, and chance if wanted.
pub(super) fn graphs(seats: u8, chance: bool) -> impl Strategy<Value = AnyPosition> {
    places(seats, chance).prop_map(move |places| built(seats, chance, places, 0))
}

/// The same graph several times: moves are hinted at otherwise each time.
pub(super) fn alike(seats: u8, chance: bool) -> impl Strategy<Value = Vec<AnyPosition>> {
    let all = move |places: Vec<Place>| (0..6).map(|salt| built(seats, chance, places.clone(), salt)).collect();
    places(seats, chance).prop_map(all)
}

/// A graph of two seats, in some of whose places the turn can be given away.
pub(super) fn passing() -> impl Strategy<Value = AnyPosition> {
    let ahead = prop::collection::vec(prop::option::weighted(0.6, 1usize..=5), 18);
    (places(2, false), ahead).prop_map(|(mut places, ahead)| {
        for (at, ahead) in ahead.into_iter().enumerate().take(places.len()) {
            let to = ahead.map(|ahead| at + ahead).filter(|&to| to < places.len());
            let is_other = |&to: &usize| match (places[at].node, places[to].node) {
                (Node::Decision(here), Node::Decision(there)) => here != there,
                _ => false,
            };
            places[at].pass = to.filter(is_other);
        }
        built(2, false, places, 0)
    })
}

/// A graph of two seats in which the second is in zugzwang after the first one's second move: it looks like winning,
/// to give the turn away would win, and its only move loses.
pub(super) fn zugzwang() -> AnyPosition {
    let ways = |to: &[usize]| -> Vec<Way> { to.iter().map(|&to| Way { to, weight: 1, forcing: false }).collect() };
    let place = |node: Node, payoff: i8, to: &[usize]| Place {
        node,
        ways: ways(to),
        payoffs: vec![payoff, -payoff],
        pass: None,
    };
    let [first, second] = [0, 1].map(|seat| Node::Decision(Seat(seat)));
    let mut places = vec![
        place(first, 0, &[1, 2]),
        place(Node::Terminal, 0, &[]),
        place(second, -2, &[4]),
        place(first, -2, &[5]),
        place(Node::Terminal, 1, &[]),
        place(Node::Terminal, -2, &[]),
    ];
    places[2].pass = Some(3);
    built(2, false, places, 0)
}

fn built(seats: u8, chance: bool, places: Vec<Place>, salt: usize) -> AnyPosition {
    AnyPosition::new(At { graph: Arc::new(Graph { seats, chance, places, salt }), at: 0 })
}

fn places(seats: u8, chance: bool) -> impl Strategy<Value = Vec<Place>> {
    let way = (prop_oneof![3 => 1usize..=2, 2 => 3usize..=5], 1u32..4, prop::bool::weighted(0.3));
    let place = (any::<u8>(), [-2i8..=2, -2i8..=2, -2i8..=2], prop::collection::vec(way, 0..=3));
    prop::collection::vec(place, 4..=18).prop_map(move |written: Vec<Written>| {
        let last = written.len() - 1;
        let place = |(at, (who, payoffs, ways)): (usize, &Written)| {
            let mut ways: Vec<Way> = ways
                .iter()
                .map(|&(ahead, weight, forcing)| Way { to: at + ahead, weight, forcing })
                .filter(|way| way.to <= last)
                .collect();
            if at == 0 && ways.is_empty() {
                ways.push(Way { to: 1, weight: 1, forcing: false });
            }
            let node = match who % (seats + u8::from(chance)) {
                _ if ways.is_empty() => Node::Terminal,
                _ if at == 0 => Node::Decision(Seat(0)),
                seat if seat < seats => Node::Decision(Seat(seat)),
                _ => Node::Chance,
            };
            let mut payoffs = payoffs.to_vec();
            if seats == 2 {
                payoffs = vec![payoffs[0], -payoffs[0]];
            }
            Place { node, ways, payoffs, pass: None }
        };
        written.iter().enumerate().map(place).collect()
    })
}
