//! The shortest play that shows a difference.

use std::{collections::BTreeMap, fmt};

use agon_core::{AnyMove, AnyPosition, Node, Position as _, Seat, notation};

use super::{
    classes::{Classes, together},
    graph::{Acting, GraphNode, RulesGraph},
    probability::Fraction,
};

/// A play of each of two games, alike until its last position, and what differs there.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The moves of both plays, as each game writes them.
    pub plays: [Vec<String>; 2],
    /// Where they lead.
    pub positions: [AnyPosition; 2],
    /// What differs.
    pub what: Unlike,
}

/// What differs in two positions.
#[derive(Clone, Debug, PartialEq)]
pub enum Unlike {
    /// Who acts: a seat, chance, or nobody because the game is over.
    Acting([Node; 2]),
    /// What the seats get at the end.
    Payoffs([Vec<f64>; 2]),
    /// How many moves there are, or outcomes of chance; and those of each game that lead where none of the other's does.
    Moves {
        /// How many.
        counts: [usize; 2],
        /// Those without a counterpart.
        only: [Vec<String>; 2],
    },
    /// How likely the outcomes of chance are that are alike.
    Odds,
    /// Which positions this seat cannot tell from this one.
    Sight(Seat),
    /// In one of them alone something is hidden.
    Hidden([bool; 2]),
}

impl Difference {
    /// What differs, in a word: one of [`KINDS`](Difference::KINDS).
    pub fn kind(&self) -> &'static str {
        let number = match self.what {
            Unlike::Acting(_) => 0,
            Unlike::Payoffs(_) => 1,
            Unlike::Moves { .. } => 2,
            Unlike::Odds => 3,
            Unlike::Sight(_) => 4,
            Unlike::Hidden(_) => 5,
        };
        Difference::KINDS[number]
    }

    /// All words for what may differ: who acts, what the seats get, the moves, the odds of chance, what a seat cannot tell
    /// apart, and whether anything is hidden.
    pub const KINDS: [&'static str; 6] = ["acting", "payoffs", "moves", "odds", "sight", "hidden"];

    pub(super) fn at_start(graphs: [&RulesGraph; 2], what: Unlike) -> Difference {
        let positions = graphs.map(|graph| graph.nodes[0].position.clone());
        Difference { plays: [Vec::new(), Vec::new()], positions, what }
    }
}

/// What differs, in words: of the first game as "there", of the second as "here".
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            Unlike::Acting([there, here]) => write!(f, "there {there}, here {here}"),
            Unlike::Payoffs([there, here]) => {
                write!(f, "the game is over: there the seats get {}, here {}", figures(there), figures(here))
            }
            Unlike::Moves { counts, only } => {
                let moves = if self.positions[0].node() == Node::Chance { "outcomes" } else { "moves" };
                let [there, here] = only.each_ref().map(|only| without_counterpart(only));
                write!(f, "there {} {moves}{there}, here {}{here}", counts[0], counts[1])
            }
            Unlike::Odds => f.write_str("chance draws what is alike with other odds"),
            Unlike::Sight(seat) => write!(f, "{seat} cannot tell the same positions from this one in both"),
            Unlike::Hidden(_) => f.write_str("in one of them alone something is hidden"),
        }
    }
}

fn figures(payoffs: &[f64]) -> String {
    payoffs.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Moves without a counterpart, the first of them.
fn without_counterpart(moves: &[String]) -> String {
    const MOST: usize = 8;
    let more = if MOST < moves.len() { ", …" } else { "" };
    match moves {
        [] => String::new(),
        moves => format!(" ({} like no other{more})", moves[..moves.len().min(MOST)].join(", ")),
    }
}

/// The play to what differs first in two games whose starts the last round tells apart.
pub(super) fn find([one, other]: [&RulesGraph; 2], classes: &Classes<'_>) -> Difference {
    let mut at = [0, 0];
    let mut plays = [Vec::new(), Vec::new()];
    let mut round = classes.last();
    loop {
        let nodes = [&one.nodes[at[0]], &other.nodes[at[1]]];
        let ends = |what| Difference { plays: plays.clone(), positions: nodes.map(|node| node.position.clone()), what };
        match [&nodes[0].acting, &nodes[1].acting] {
            [Acting::Nobody(mine), Acting::Nobody(theirs)] if mine != theirs => {
                let paid = |bits: &Vec<u64>| bits.iter().map(|&bits| f64::from_bits(bits)).collect();
                return ends(Unlike::Payoffs([paid(mine), paid(theirs)]));
            }
            [mine, theirs] if mine != theirs => return ends(Unlike::Acting(nodes.map(|node| node.position.node()))),
            _ => {}
        }
        // They are told apart by what is below them.
        let before = round - 1;
        let below = [0, 1].map(|game: usize| {
            let node = nodes[game];
            let odds = node.odds.iter().copied().chain(std::iter::repeat(Fraction::ZERO));
            let class = |&below: &u32| classes.at(game, below as usize, before);
            node.below.iter().zip(odds).map(|(below, odds)| (class(below), odds, *below)).collect::<Vec<_>>()
        });
        let lone = [0, 1].map(|game: usize| alone(&below[game], &below[1 - game]));
        if lone.iter().all(Vec::is_empty) {
            return ends(Unlike::Odds);
        }
        let counts = nodes.map(|node| node.below.len());
        let is_chance = nodes[0].acting == Acting::Chance;
        if lone.iter().any(Vec::is_empty) || !is_chance && counts[0] != counts[1] {
            let names = |game: usize| {
                let graph = [one, other][game];
                lone[game].iter().map(|&to| written(graph.moves_between(at[game], to as usize)).join(" ")).collect()
            };
            return ends(Unlike::Moves { counts, only: [names(0), names(1)] });
        }
        // The two that are alike for longest, so that the plays are: they differ one round later.
        let alike = |mine: u32, theirs: u32| {
            let is_alike =
                |round: &usize| classes.at(0, mine as usize, *round) == classes.at(1, theirs as usize, *round);
            (0..before).rev().find(is_alike).map_or(0, |round| round + 1)
        };
        let pairs = lone[0].iter().flat_map(|&mine| lone[1].iter().map(move |&theirs| (mine, theirs)));
        let best = pairs.rev_max_by_key(|&(mine, theirs)| alike(mine, theirs));
        let Some((mine, theirs)) = best else { return ends(Unlike::Odds) };
        round = alike(mine, theirs);
        for (game, to) in [mine, theirs].into_iter().enumerate() {
            let graph = [one, other][game];
            plays[game].extend(written(graph.moves_between(at[game], to as usize)));
            at[game] = to as usize;
        }
    }
}

/// The first play to a position from which a seat cannot tell others than in the other game, of two games that are the
/// same for whoever sees everything: `classes` tells apart what is not, in its last round.
pub(super) fn find_sight(graphs: [&RulesGraph; 2], classes: &Classes<'_>, depth: Option<u32>) -> Difference {
    // What a seat sees is which positions look so, and how likely each is.
    let mut ids: BTreeMap<Vec<(u32, Fraction)>, u32> = BTreeMap::new();
    let looks = [0, 1].map(|game: usize| {
        let (graph, own) = (graphs[game], classes.of_graph(game).0);
        let mut held = vec![Vec::new(); graph.sights as usize];
        for (node, &class) in graph.nodes.iter().zip(own) {
            node.seen.iter().for_each(|&sight| held[sight as usize].push((class, node.reach)));
        }
        let number = |held: Vec<(u32, Fraction)>| {
            let next = ids.len() as u32;
            *ids.entry(together(held.into_iter())).or_insert(next)
        };
        let held: Vec<u32> = held.into_iter().map(number).collect();
        // Of each position: its ply, itself, and what each seat sees.
        let of_node = |(node, &class): (&GraphNode, &u32)| {
            let seen: Vec<u32> = node.seen.iter().map(|&sight| held[sight as usize]).collect();
            (node.level, class, seen)
        };
        graph.nodes.iter().zip(own).map(of_node).collect::<Vec<_>>()
    });
    let last = depth.unwrap_or(u32::MAX);
    for (mine, (level, class, seen)) in looks[0].iter().enumerate().filter(|(_, look)| look.0 <= last) {
        let is_alike = |other: &&(u32, u32, Vec<u32>)| (other.0, other.1) == (*level, *class);
        if looks[1].iter().filter(is_alike).any(|other| other.2 == *seen) {
            continue;
        }
        let Some(theirs) = looks[1].iter().position(|other| is_alike(&other)) else { continue };
        let seat = seen.iter().zip(&looks[1][theirs].2).position(|(one, other)| one != other).unwrap_or_default();
        let at = [mine, theirs];
        return Difference {
            plays: [0, 1].map(|game: usize| graphs[game].play_to(at[game])),
            positions: [0, 1].map(|game: usize| graphs[game].nodes[at[game]].position.clone()),
            what: Unlike::Sight(Seat(seat as u8)),
        };
    }
    Difference::at_start(graphs, Unlike::Sight(Seat(0)))
}

impl RulesGraph {
    /// The moves of a play to this position.
    fn play_to(&self, node: usize) -> Vec<String> {
        let mut line = Vec::new();
        let mut at = node;
        while let Some(above) = self.nodes.iter().position(|above| above.below.contains(&(at as u32))) {
            line.splice(0..0, written(self.moves_between(above, at)));
            at = above;
        }
        line
    }
}

/// Those that are more in one list than in the other, by their classes; of what chance draws those that are not in the
/// other at all.
fn alone(own: &[(u32, Fraction, u32)], others: &[(u32, Fraction, u32)]) -> Vec<u32> {
    let mut left: Vec<u32> = others.iter().map(|&(class, ..)| class).collect();
    let is_alone = |&&(class, odds, _): &&(u32, Fraction, u32)| match left.iter().position(|&other| other == class) {
        Some(at) => {
            if odds == Fraction::ZERO {
                left.swap_remove(at);
            }
            false
        }
        None => true,
    };
    own.iter().filter(is_alone).map(|&(.., to)| to).collect()
}

fn written(line: Vec<(AnyPosition, AnyMove)>) -> Vec<String> {
    line.into_iter().map(|(position, m)| notation(&position, m)).collect()
}

/// The first of those with the greatest key.
trait FirstMax: Iterator + Sized {
    fn rev_max_by_key<K: Ord>(self, key: impl Fn(&Self::Item) -> K) -> Option<Self::Item> {
        self.fold(None, |best: Option<(K, Self::Item)>, one| {
            let own = key(&one);
            match best {
                Some(best) if own <= best.0 => Some(best),
                _ => Some((own, one)),
            }
        })
        .map(|(_, one)| one)
    }
}

impl<I: Iterator> FirstMax for I {}
