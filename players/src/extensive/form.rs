//! The tree of all plays, level by level, and its information sets.

use std::collections::BTreeMap;

use agon_core::{AnyMove, AnyPosition, Eye, Node, Position, Seat, after, all_moves, view};

/// More positions than were allowed are in reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the plays of this game have more than {0} positions, each counted as often as it is reached"
)]
pub struct TooManyPlays(pub usize);

/// Who acts at a node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// A seat that sees the information set of this number.
    Set(u32),
    /// Nature; the probabilities stand with the nodes below.
    Chance,
    /// Nobody; the payoffs stand at this place.
    End(u32),
}

/// A position, as often as it is reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayNode {
    pub(super) act: Act,
    /// The first of the nodes below, which stand together, in the order of the moves.
    pub(super) first: u32,
    /// How many there are.
    pub(super) count: u32,
    /// How likely nature leads here, where it acted last; one elsewhere.
    pub(super) odds: f64,
}

impl PlayNode {
    pub(super) fn below(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// Positions that the seat to act cannot tell from each other.
#[derive(Clone, Debug)]
pub struct InformationSet {
    /// Who is to act.
    pub seat: Seat,
    /// One of the positions.
    pub position: AnyPosition,
    /// How many moves it has.
    count: usize,
    /// Where its moves begin in a strategy.
    pub(super) at: usize,
    /// Its nodes.
    pub(super) nodes: Vec<u32>,
}

impl InformationSet {
    /// Where the probabilities of its moves stand in a strategy.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.at..self.at + self.count
    }

    /// What its seat sees.
    pub fn view(&self) -> String {
        view(&self.position, Eye::Seat(self.seat))
    }

    /// Its moves, in the order of a strategy.
    pub fn moves(&self) -> Vec<AnyMove> {
        all_moves(&self.position)
    }
}

/// All plays of a game, and what their seats see.
///
/// A *strategy* of all seats is a list of probabilities, those of the moves of an information set
/// [together](InformationSet::range).
#[derive(Clone, Debug)]
pub struct ExtensiveForm {
    /// From the beginning on, each level after the one above it.
    pub(super) nodes: Vec<PlayNode>,
    pub(super) payoffs: Vec<f64>,
    pub(super) seats: u8,
    sets: Vec<InformationSet>,
    /// The sets by seat and key of the view.
    known: BTreeMap<(u8, u64), u32>,
    moves: usize,
}

impl ExtensiveForm {
    /// Walks all plays from `start` on, of at most `limit` positions.
    ///
    /// # Errors
    ///
    /// Where there are more.
    pub fn of<P: Position>(start: &P, limit: usize) -> Result<ExtensiveForm, TooManyPlays> {
        let form = ExtensiveForm::of_while(start, limit, &mut || true)?;
        Ok(form.expect("nobody ends the walk"))
    }

    /// The same as long as `goes_on` says so, and nothing once it does not.
    ///
    /// # Errors
    ///
    /// Where there are more.
    pub fn of_while<P: Position>(
        start: &P,
        limit: usize,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<ExtensiveForm>, TooManyPlays> {
        let mut form = ExtensiveForm {
            nodes: Vec::new(),
            payoffs: Vec::new(),
            seats: start.facts().seats,
            sets: Vec::new(),
            known: BTreeMap::new(),
            moves: 0,
        };
        let mut level = vec![(start.clone(), 1.0)];
        let mut reached = 1;
        while !level.is_empty() {
            let mut next = Vec::new();
            for (here, odds) in level {
                if !goes_on() {
                    return Ok(None);
                }
                let moves = all_moves(&here);
                reached += moves.len();
                if limit < reached {
                    return Err(TooManyPlays(limit));
                }
                let act = form.act(&here, &moves);
                let first = (reached - moves.len()) as u32;
                form.nodes.push(PlayNode { act, first, count: moves.len() as u32, odds });
                let weight = |m| match act {
                    Act::Chance => f64::from(here.weight(m)),
                    Act::Set(_) | Act::End(_) => 1.0,
                };
                let total = match act {
                    Act::Chance => moves.iter().map(|&m| weight(m)).sum(),
                    Act::Set(_) | Act::End(_) => 1.0,
                };
                next.extend(moves.iter().map(|&m| (after(&here, m), weight(m) / total)));
            }
            level = next;
        }
        Ok(Some(form))
    }

    /// Who acts at the next node.
    fn act<P: Position>(&mut self, here: &P, moves: &[P::Move]) -> Act {
        let seat = match here.node() {
            Node::Chance => return Act::Chance,
            Node::Terminal => {
                let at = self.payoffs.len() as u32;
                self.payoffs.extend(Seat::all(self.seats).map(|seat| here.payoff(seat)));
                return Act::End(at);
            }
            Node::Decision(seat) => seat,
        };
        let (node, next) = (self.nodes.len() as u32, self.sets.len() as u32);
        let key = (seat.0, here.view_key(Eye::Seat(seat)));
        let number = *self.known.entry(key).or_insert(next);
        if number == next {
            self.sets.push(InformationSet {
                seat,
                position: here.erase(),
                count: moves.len(),
                at: self.moves,
                nodes: Vec::new(),
            });
            self.moves += moves.len();
        }
        self.sets[number as usize].nodes.push(node);
        Act::Set(number)
    }

    /// How many positions the plays have, each counted as often as it is reached.
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// The number of seats.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// The information sets, in the order in which they are first met, level by level.
    pub fn sets(&self) -> &[InformationSet] {
        &self.sets
    }

    /// How many information sets a seat has.
    pub fn sets_of(&self, seat: Seat) -> usize {
        self.sets.iter().filter(|set| set.seat == seat).count()
    }

    /// The information set of `seat` where it is to act in `position`.
    pub fn find<P: Position>(&self, position: &P, seat: Seat) -> Option<&InformationSet> {
        let number = self.known.get(&(seat.0, position.view_key(Eye::Seat(seat))))?;
        self.sets.get(*number as usize).filter(|set| set.count == position.count())
    }

    /// How many probabilities a strategy of all seats has.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// The strategy in which all moves of a seat are equally likely.
    pub fn uniform(&self) -> Vec<f64> {
        let mut strategy = vec![0.0; self.moves];
        for set in &self.sets {
            strategy[set.range()].fill(1.0 / set.count as f64);
        }
        strategy
    }

    /// What every seat gets on average if all keep to `strategy`.
    pub fn values(&self, strategy: &[f64]) -> Vec<f64> {
        let mut reach = vec![0.0; self.nodes.len()];
        let mut values = vec![0.0; usize::from(self.seats)];
        reach[0] = 1.0;
        for (number, node) in self.nodes.iter().enumerate() {
            match node.act {
                Act::End(at) => {
                    let payoffs = &self.payoffs[at as usize..][..values.len()];
                    for (value, payoff) in values.iter_mut().zip(payoffs) {
                        *value += reach[number] * payoff;
                    }
                }
                Act::Chance => {
                    for below in node.below() {
                        reach[below] = reach[number] * self.nodes[below].odds;
                    }
                }
                Act::Set(set) => {
                    let set = &self.sets[set as usize];
                    for (below, share) in node.below().zip(&strategy[set.range()]) {
                        reach[below] = reach[number] * share;
                    }
                }
            }
        }
        values
    }
}
