//! One value for a game's rules.

use std::{collections::BTreeMap, fmt::Write as _};

use agon_core::StopSignal;
use sha2::{Digest, Sha256};

use super::{
    classes::{Classes, together},
    graph::{Acting, RulesGraph},
    probability::Fraction,
};

/// The SHA-256 of a game's rules, in hexadecimal digits: equal for two games that [`compare`](super::compare) finds the
/// same, however they were written. `None` if the game was not walked to its end: then [`fingerprint_to`] has one.
///
/// What is hashed is the least graph that has the game's tree: its positions, told apart by what is below them, in an
/// order that depends on nothing else, each with who acts, what is paid, where moves lead and how likely that is.
pub fn fingerprint(graph: &RulesGraph) -> Option<String> {
    if graph.depth().is_some() {
        return None;
    }
    fingerprint_until(graph, None, &StopSignal::new())
}

/// What [`fingerprint`] says of a game that was walked to its end, or [`fingerprint_to`] of its first `plies`; `None` once
/// the signal is given.
pub(super) fn fingerprint_until(graph: &RulesGraph, plies: Option<u32>, stop: &StopSignal) -> Option<String> {
    let found = if let Some(plies) = plies {
        hashed_to(graph, plies, stop)
    } else {
        let mut classes = Classes::of(&[graph], None, graph.is_hidden, stop);
        while classes.refine() {}
        if stop.is_given() {
            return None;
        }
        Quotient::of(graph, &classes).digest(stop)
    };
    (!stop.is_given()).then_some(found)
}

/// The same of the first `plies` plies, to which the game has to be walked or to its end: equal for two games that are
/// the same so far. Whoever walks further finds the same value.
pub fn fingerprint_to(graph: &RulesGraph, plies: u32) -> String {
    hashed_to(graph, plies, &StopSignal::new())
}

fn hashed_to(graph: &RulesGraph, plies: u32, stop: &StopSignal) -> String {
    let mut hashes: Vec<Hash> = graph.nodes.iter().map(|node| sha(&[first(&node.acting)])).collect();
    // In a round all plies but one more are looked at from one ply further down.
    for left in (0..plies).rev() {
        let mut held: Vec<Vec<(Hash, Fraction)>> = vec![Vec::new(); graph.sights as usize];
        for (node, &hash) in graph.nodes.iter().zip(&hashes).filter(|(node, _)| node.level <= left) {
            node.seen.iter().for_each(|&sight| held[sight as usize].push((hash, node.reach)));
        }
        let sights: Vec<Hash> = held.into_iter().map(|held| sha(&written(together(held.into_iter())))).collect();
        let next = graph.nodes.iter().zip(&hashes).map(|(node, &hash)| {
            if left < node.level || stop.is_given() {
                return hash;
            }
            let below = written(together(node.parts(&hashes)));
            let seen = node.seen.iter().map(|&sight| sights[sight as usize].to_vec());
            let parts: Vec<Vec<u8>> = [first(&node.acting)].into_iter().chain(below).chain(seen).collect();
            sha(&parts)
        });
        hashes = next.collect();
    }
    digits(&sha(&[&b"agon rules 1, plies"[..], &plies.to_le_bytes(), &hashes[0]]))
}

fn written(parts: Vec<(Hash, Fraction)>) -> Vec<Vec<u8>> {
    parts.into_iter().map(|(hash, odds)| [&hash[..], &odds.bytes()].concat()).collect()
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

/// A position of the least graph.
struct Class {
    first: Vec<u8>,
    below: Vec<(u32, Fraction)>,
    seen: Vec<u32>,
}

/// The least graph with the same tree.
struct Quotient {
    classes: BTreeMap<u32, Class>,
    /// What is seen: which positions look so, and how likely each is.
    sights: BTreeMap<u32, Vec<(u32, Fraction)>>,
    start: u32,
    rounds: usize,
}

type Hash = [u8; 32];

impl Quotient {
    fn of(graph: &RulesGraph, classes: &Classes<'_>) -> Quotient {
        let (of_nodes, of_sights) = classes.of_graph(0);
        let (mut all, mut sights) = (BTreeMap::new(), BTreeMap::new());
        let mut held: Vec<Vec<(u32, Fraction)>> = vec![Vec::new(); of_sights.len()];
        for (node, &class) in graph.nodes.iter().zip(of_nodes) {
            for &sight in &node.seen {
                held[sight as usize].push((class, node.reach));
            }
            all.entry(class).or_insert_with(|| Class {
                first: first(&node.acting),
                below: together(node.parts(of_nodes)),
                seen: node.seen.iter().map(|&sight| of_sights[sight as usize]).collect(),
            });
        }
        for (held, &class) in held.into_iter().zip(of_sights) {
            sights.entry(class).or_insert_with(|| together(held.into_iter()));
        }
        Quotient { classes: all, sights, start: of_nodes[0], rounds: classes.last() }
    }

    fn digest(&self, stop: &StopSignal) -> String {
        // As many rounds as it took to tell all apart tell all apart again, by what no numbering has a part in.
        let mut hashes: BTreeMap<u32, Hash> =
            self.classes.iter().map(|(&class, own)| (class, sha(&[&own.first]))).collect();
        for _ in 0..self.rounds {
            if stop.is_given() {
                break;
            }
            let seen = self.seen(&hashes);
            hashes = self.classes.iter().map(|(&class, own)| (class, own.hash(&hashes, &seen))).collect();
        }
        let seen = self.seen(&hashes);
        // All of it, in the order of these, with places for numbers.
        let place_of = |hashes: &BTreeMap<u32, Hash>| -> BTreeMap<u32, u32> {
            let mut order: Vec<(&Hash, u32)> = hashes.iter().map(|(&class, hash)| (hash, class)).collect();
            order.sort_unstable();
            order.into_iter().zip(0..).map(|((_, class), place)| (class, place)).collect()
        };
        let (places, sights) = (place_of(&hashes), place_of(&seen));
        let mut text = Sha256::new();
        text.update(b"agon rules 1");
        text.update(places[&self.start].to_le_bytes());
        let mut order: Vec<(u32, u32)> = places.iter().map(|(&class, &place)| (place, class)).collect();
        order.sort_unstable();
        let parts = |text: &mut Sha256, parts: &[(u32, Fraction)]| {
            let mut parts: Vec<(u32, Fraction)> = parts.iter().map(|&(class, odds)| (places[&class], odds)).collect();
            parts.sort_unstable();
            text.update((parts.len() as u64).to_le_bytes());
            for (place, odds) in parts {
                text.update(place.to_le_bytes());
                text.update(odds.bytes());
            }
        };
        for (_, class) in order {
            let own = &self.classes[&class];
            text.update((own.first.len() as u64).to_le_bytes());
            text.update(&own.first);
            parts(&mut text, &own.below);
            for sight in &own.seen {
                text.update(sights[sight].to_le_bytes());
            }
        }
        let mut order: Vec<(u32, u32)> = sights.iter().map(|(&class, &place)| (place, class)).collect();
        order.sort_unstable();
        for (_, class) in order {
            parts(&mut text, &self.sights[&class]);
        }
        digits(&text.finalize())
    }

    fn seen(&self, hashes: &BTreeMap<u32, Hash>) -> BTreeMap<u32, Hash> {
        self.sights.iter().map(|(&class, held)| (class, sha(&hashed(held, hashes)))).collect()
    }
}

impl Class {
    fn hash(&self, hashes: &BTreeMap<u32, Hash>, seen: &BTreeMap<u32, Hash>) -> Hash {
        let below = hashed(&self.below, hashes);
        let seen = self.seen.iter().map(|sight| seen[sight].to_vec());
        let parts: Vec<Vec<u8>> = [self.first.clone()].into_iter().chain(below).chain(seen).collect();
        sha(&parts)
    }
}

/// Parts by their hashes, in the order of these.
fn hashed(parts: &[(u32, Fraction)], hashes: &BTreeMap<u32, Hash>) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> =
        parts.iter().map(|(class, odds)| [&hashes[class][..], &odds.bytes()].concat()).collect();
    all.sort_unstable();
    all
}

/// Who acts, or what is paid, as bytes.
fn first(acting: &Acting) -> Vec<u8> {
    match acting {
        Acting::Seat(seat) => vec![1, *seat],
        Acting::Chance => vec![2],
        Acting::Nobody(payoffs) => [3].into_iter().chain(payoffs.iter().flat_map(|bits| bits.to_le_bytes())).collect(),
    }
}

/// The hash of parts, each with its length before it.
fn sha(parts: &[impl AsRef<[u8]>]) -> Hash {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.as_ref().len() as u64).to_le_bytes());
        hash.update(part.as_ref());
    }
    hash.finalize().into()
}
