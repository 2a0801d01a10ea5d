//! What is claimed where plays can go round is checked by the rules alone, and damage is refused.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use agon_core::{AnyPosition, Node, Position, Seat, StopSignal, after, all_moves, notation, registry};
use agon_players::solve::{Graph, Kept};
use agon_rules::certificate::{
    Refused,
    rounds::{RoundClaim, Worth, check_rounds, endless},
};

const MOST: usize = 1_000_000;

/// White, who moves second in a game, has two kings.
const TWO_KINGS: &str = "W:WK22,K23:BK32";

/// Positions where plays can go round, and what the first seat gets, if it is known without this program.
const SOLVED: &[(&str, &str, Option<f64>)] = &[
    // T. W. Neller and C. G. M. Presser, Optimal play of the dice game Pig (2004): 4 of 7 games.
    ("pig(target=4, sides=2)", "0:0 1+0? 400", Some(1.0 / 7.0)),
    ("pig(target=10)", "", None),
    // Two kings catch one, which every book on checkers begins with.
    ("checkers", TWO_KINGS, Some(-1.0)),
    // Neither of two kings can be caught.
    ("checkers", "W:WK1:BK32", Some(0.0)),
    // A play ends at once, or goes on by both.
    ("grundy(heap=9)", "", None),
];

fn root(term: &str, position: &str) -> AnyPosition {
    let start = registry::game(term).unwrap().start;
    if position.is_empty() { start } else { start.parse(position).unwrap() }
}

/// What a seat is sure of, as it is written down.
fn claim(root: &AnyPosition, graph: &Graph, seat: Seat) -> RoundClaim {
    let kept = graph.kept(root, seat, MOST, &StopSignal::unexpected()).unwrap();
    let worth = |Kept { here, m, least }: &Kept<AnyPosition>| Worth {
        position: here.to_string(),
        r#move: m.map(|m| notation(here, m)),
        least: *least,
    };
    RoundClaim { seat, least: kept[0].least, worths: kept.iter().map(worth).collect() }
}

/// What answers are worth from `root` on, by so many sweeps over all that can be met; nothing where one is missing.
fn slowly(root: &AnyPosition, claim: &RoundClaim, sweeps: usize) -> Option<f64> {
    let answers: BTreeMap<u64, &Worth> =
        claim.worths.iter().map(|worth| (root.parse(&worth.position).unwrap().present_key(), worth)).collect();
    let mut met = BTreeMap::from([(root.present_key(), root.clone())]);
    let mut next = BTreeMap::new();
    let mut waiting = vec![root.clone()];
    while let Some(here) = waiting.pop() {
        let mut moves = all_moves(&here);
        if here.node() == Node::Decision(claim.seat) {
            let answer = answers.get(&here.present_key())?.r#move.as_ref()?;
            moves = vec![here.parse_move(answer).filter(|&m| here.is_legal(m))?];
        }
        let follow = moves.iter().map(|&m| {
            let next = after(&here, m);
            let weight = if here.node() == Node::Chance { here.weight(m) } else { 1 };
            let key = next.present_key();
            if met.insert(key, next.clone()).is_none() {
                waiting.push(next);
            }
            (key, f64::from(weight))
        });
        let follow: Vec<(u64, f64)> = follow.collect();
        next.insert(here.present_key(), follow);
    }
    let mut worths: BTreeMap<u64, f64> = met
        .iter()
        .map(|(&key, here)| {
            let is_over = here.node() == Node::Terminal;
            (key, if is_over { here.payoff(claim.seat) } else { endless(&root.facts()) })
        })
        .collect();
    for _ in 0..sweeps {
        for (key, here) in met.iter().filter(|(_, here)| here.node() != Node::Terminal) {
            let below = next[key].iter().map(|(next, weight)| (worths[next], weight));
            let worth = if here.node() == Node::Chance {
                let (sum, weights) = below.fold((0.0, 0.0), |sum, one| (sum.0 + one.0 * one.1, sum.1 + one.1));
                sum / weights
            } else {
                below.map(|one| one.0).fold(f64::INFINITY, f64::min)
            };
            worths.insert(*key, worth);
        }
    }
    Some(worths[&root.present_key()])
}

#[test]
fn values_are_certified_for_both_seats() {
    for &(term, position, known) in SOLVED {
        let root = root(term, position);
        let graph = Graph::iterate(&root, MOST).unwrap();
        let value = graph.find(&root).unwrap().value;
        if let Some(known) = known {
            assert!((value - known).abs() < 1e-9, "{term}: {value}");
        }
        for seat in Seat::all(2) {
            let own = graph.value_for(seat, value);
            if own == root.facts().min_payoff {
                continue;
            }
            let claim = claim(&root, &graph, seat);
            assert!(own - 1e-9 < claim.least && claim.least <= own, "{term}: {} of {own}", claim.least);
            check_rounds(&root, &claim).unwrap_or_else(|why| panic!("{term}, {seat}: {why}"));
            let more = RoundClaim { least: claim.least.next_up(), ..claim };
            assert!(matches!(check_rounds(&root, &more), Err(Refused::Less { .. })), "{term}");
        }
    }
}

#[test]
fn no_damaged_claim_holds_that_is_worth_less() {
    let (mut refused, mut held) = (0, 0);
    for (term, position) in [("pig(target=4, sides=2)", ""), ("checkers", "W:WK1:BK32"), ("checkers", TWO_KINGS)] {
        let root = root(term, position);
        let graph = Graph::iterate(&root, MOST).unwrap();
        for seat in Seat::all(2) {
            let whole = claim(&root, &graph, seat);
            if whole.least <= root.facts().min_payoff {
                continue;
            }
            let step = (whole.worths.len() / 16).max(1);
            for (index, Worth { position, r#move, least }) in whole.worths.iter().enumerate().step_by(step) {
                let damaged = |with: &dyn Fn(&mut RoundClaim)| {
                    let mut other = whole.clone();
                    with(&mut other);
                    (check_rounds(&root, &other), other)
                };
                let (gone, _) = damaged(&|other| drop(other.worths.remove(index)));
                assert!(matches!(gone, Err(Refused::Missing(_))), "{term}: {gone:?}");
                let (twice, _) = damaged(&|other| other.worths.push(other.worths[index].clone()));
                let answer = whole.worths.len();
                assert_eq!(twice, Err(Refused::Twice { answer, position: position.clone() }), "{term}");
                let (raised, _) = damaged(&|other| other.worths[index].least = least + 1e-3);
                assert!(raised.is_err(), "{term}: {position}");
                let (wrong, _) = damaged(&|other| other.worths[index].r#move = Some("nowhere".to_owned()));
                assert_eq!(wrong.unwrap_err().answer(), Some(index), "{term}");
                if r#move.is_none() {
                    continue;
                }
                let (silent, _) = damaged(&|other| other.worths[index].r#move = None);
                assert_eq!(silent, Err(Refused::Missing(position.clone())), "{term}");
                let here = root.parse(position).unwrap();
                for m in all_moves(&here) {
                    let (checked, other) = damaged(&|other| other.worths[index].r#move = Some(notation(&here, m)));
                    if checked.is_ok() {
                        let worth = slowly(&root, &other, 200);
                        assert!(worth.is_some_and(|worth| other.least <= worth), "{term}: {worth:?}");
                        held += 1;
                    } else {
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(15 < refused && 15 < held, "{refused} refused, {held} held");
}

/// Worths that hold step by step are not enough: White wins there, and moves about for ever.
#[test]
fn a_win_that_never_comes_is_refused() {
    let (root, white) = (root("checkers", TWO_KINGS), Seat(1));
    let graph = Graph::iterate(&root, MOST).unwrap();
    let (mut keys, mut worths) = (BTreeSet::from([root.present_key()]), Vec::new());
    let mut waiting = VecDeque::from([root.clone()]);
    while let Some(here) = waiting.pop_front() {
        // The first move that keeps the win and does not end the game, if there is one.
        let own = here.node() == Node::Decision(white);
        let mut moves = all_moves(&here);
        if own {
            moves.retain(|&m| graph.find(&after(&here, m)).unwrap().value == -1.0);
            moves.sort_by_key(|&m| after(&here, m).node() == Node::Terminal);
            moves.truncate(1);
        }
        let next = moves.iter().map(|&m| after(&here, m)).filter(|next| next.node() != Node::Terminal);
        waiting.extend(next.filter(|next| keys.insert(next.present_key())));
        let r#move = own.then(|| notation(&here, moves[0]));
        worths.push(Worth { position: here.to_string(), r#move, least: 1.0 });
    }
    let claim = RoundClaim { seat: white, least: 1.0, worths };
    let refused = check_rounds(&root, &claim);
    assert!(matches!(refused, Err(Refused::Circle(_))), "{refused:?}");
    assert!(slowly(&root, &claim, 100).is_some_and(|worth| worth == 0.0));
}
