//! The tree of all plays, level by level, and its information sets.

use std::collections::{BTreeMap, VecDeque};

use agon_core::{AnyMove, AnyPosition, Eye, Node, Position, Seat, after, all_moves, view};

/// The bytes for each allowed position: its node, its share of the information sets, and while the tree is walked the
/// position itself.
pub(crate) const BYTES: usize = 500;

/// The bytes that are not counted: those of a game so small that its few positions need more than their share.
const SMALL: usize = 1 << 20;

/// The plays are more than allowed: the limit of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooManyPlays {
    /// They have more positions.
    #[error("the plays of this game have more than {0} positions, each counted as often as it is reached")]
    Positions(usize),
    /// They take more memory than goes with that limit.
    #[error("the plays of this game take more memory than {BYTES} bytes for each of {0} positions")]
    Bytes(usize),
}

/// The kind of a node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// A decision at the information set with this number.
    Set(u32),
    /// A chance node; the probabilities are stored at the nodes below.
    Chance,
    /// The end of a play; its payoffs are stored at this index.
    End(u32),
}

/// A node of the tree: a position, once for each path to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayNode {
    pub(super) act: Act,
    /// The first of the nodes below, which are consecutive, in the order of the moves.
    pub(super) first: u32,
    /// The number of nodes below.
    pub(super) count: u32,
    /// The probability of the chance outcome that led here; one after a decision.
    pub(super) odds: f64,
}

impl PlayNode {
    pub(super) fn below(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// The positions that the seat to act cannot distinguish.
#[derive(Clone, Debug)]
pub struct InformationSet {
    /// The seat to act.
    pub seat: Seat,
    /// One of the positions.
    pub position: AnyPosition,
    /// The number of moves.
    count: usize,
    /// The index of its first move in a strategy.
    pub(super) at: usize,
    /// Its nodes.
    pub(super) nodes: Vec<u32>,
}

impl InformationSet {
    /// The indices of its moves in a strategy.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.at..self.at + self.count
    }

    /// The view of its seat.
    pub fn view(&self) -> String {
        view(&self.position, Eye::Seat(self.seat))
    }

    /// Its moves, in the order of a strategy.
    pub fn moves(&self) -> Vec<AnyMove> {
        all_moves(&self.position)
    }
}

/// The extensive form of a game: all plays, and the information sets.
///
/// A *strategy* of all seats is a list of probabilities, those of the moves of an information set
/// [together](InformationSet::range).
#[derive(Clone, Debug)]
pub struct ExtensiveForm {
    /// Level by level from the root.
    pub(super) nodes: Vec<PlayNode>,
    pub(super) payoffs: Vec<f64>,
    pub(super) seats: u8,
    sets: Vec<InformationSet>,
    /// The sets by seat and view key.
    known: BTreeMap<(u8, u64), u32>,
    moves: usize,
    /// The bytes of all this, and the most while it was walked.
    bytes: usize,
    peak: usize,
}

/// A walk over all plays, which may be interrupted.
#[derive(Clone, Debug)]
pub(crate) struct PlayWalk<P> {
    pub(crate) form: ExtensiveForm,
    /// The positions whose nodes come next, with their probability after a chance node, and their bytes.
    waiting: VecDeque<(P, f64)>,
    waiting_bytes: usize,
}

impl<P: Position> PlayWalk<P> {
    /// A walk that begins at `start`.
    pub(crate) fn new(start: &P) -> PlayWalk<P> {
        PlayWalk {
            form: ExtensiveForm {
                nodes: Vec::new(),
                payoffs: Vec::new(),
                seats: start.facts().seats,
                sets: Vec::new(),
                known: BTreeMap::new(),
                moves: 0,
                bytes: 0,
                peak: 0,
            },
            waiting: VecDeque::from([(start.clone(), 1.0)]),
            waiting_bytes: start.bytes(),
        }
    }

    /// Goes on, over at most `limit` positions in all, while `goes_on` returns true. Returns whether it is complete.
    ///
    /// # Errors
    ///
    /// If there are more positions, or they take more memory than goes with that limit.
    pub(crate) fn go_on(&mut self, limit: usize, goes_on: &mut dyn FnMut() -> bool) -> Result<bool, TooManyPlays> {
        while goes_on() {
            let Some((here, odds)) = self.waiting.pop_front() else { return Ok(true) };
            self.waiting_bytes -= here.bytes();
            let PlayWalk { form, waiting, waiting_bytes } = self;
            let moves = all_moves(&here);
            // Level by level: those that wait come before the next ones below.
            let first = form.nodes.len() + 1 + waiting.len();
            if limit < first + moves.len() {
                return Err(TooManyPlays::Positions(limit));
            }
            let act = form.act(&here, &moves);
            let (first, count) = (first as u32, moves.len() as u32);
            form.nodes.push(PlayNode { act, first, count, odds });
            form.bytes += size_of::<PlayNode>();
            let weight = |m| match act {
                Act::Chance => f64::from(here.weight(m)),
                Act::Set(_) | Act::End(_) => 1.0,
            };
            let total = match act {
                Act::Chance => moves.iter().map(|&m| weight(m)).sum(),
                Act::Set(_) | Act::End(_) => 1.0,
            };
            for &m in &moves {
                let next = after(&here, m);
                *waiting_bytes += next.bytes();
                form.peak = form.peak.max(form.bytes + *waiting_bytes);
                form.fits(limit)?;
                waiting.push_back((next, weight(m) / total));
            }
        }
        Ok(false)
    }
}

impl ExtensiveForm {
    /// Walks all plays from `start` on, of at most `limit` positions, in at most 500 bytes for each of these.
    ///
    /// # Errors
    ///
    /// If there are more.
    pub fn of<P: Position>(start: &P, limit: usize) -> Result<ExtensiveForm, TooManyPlays> {
        let form = ExtensiveForm::of_while(start, limit, &mut || true)?;
        Ok(form.expect("nobody ends the walk"))
    }

    /// The same while `goes_on` returns true; `None` once it does not.
    ///
    /// # Errors
    ///
    /// If there are more positions.
    pub fn of_while<P: Position>(
        start: &P,
        limit: usize,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<ExtensiveForm>, TooManyPlays> {
        let mut walk = PlayWalk::new(start);
        Ok(if walk.go_on(limit, goes_on)? { Some(walk.form) } else { None })
    }

    /// The kind of the next node.
    fn act<P: Position>(&mut self, here: &P, moves: &[P::Move]) -> Act {
        let seat = match here.node() {
            Node::Chance => return Act::Chance,
            Node::Terminal => {
                let at = self.payoffs.len() as u32;
                self.bytes += usize::from(self.seats) * size_of::<f64>();
                self.payoffs.extend(Seat::all(self.seats).map(|seat| here.payoff(seat)));
                return Act::End(at);
            }
            Node::Decision(seat) => seat,
        };
        let (node, next) = (self.nodes.len() as u32, self.sets.len() as u32);
        let key = (seat.0, here.view_key(Eye::Seat(seat)));
        let number = *self.known.entry(key).or_insert(next);
        self.bytes += size_of::<u32>();
        if number == next {
            let position = AnyPosition::of(here);
            let in_tree = 2 * size_of::<((u8, u64), u32)>();
            self.bytes += size_of::<InformationSet>() + position.bytes() + in_tree;
            self.sets.push(InformationSet { seat, position, count: moves.len(), at: self.moves, nodes: Vec::new() });
            self.moves += moves.len();
        }
        self.sets[number as usize].nodes.push(node);
        Act::Set(number)
    }

    /// The number of positions, each counted once for each path to it.
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it could be walked with this limit of positions.
    ///
    /// # Errors
    ///
    /// If not.
    pub fn fits(&self, limit: usize) -> Result<(), TooManyPlays> {
        if limit < self.nodes.len() {
            return Err(TooManyPlays::Positions(limit));
        }
        if limit.saturating_mul(BYTES).saturating_add(SMALL) < self.peak {
            return Err(TooManyPlays::Bytes(limit));
        }
        Ok(())
    }

    /// The number of seats.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// The information sets, in the order in which they are first met, level by level.
    pub fn sets(&self) -> &[InformationSet] {
        &self.sets
    }

    /// The number of information sets of a seat.
    pub fn sets_of(&self, seat: Seat) -> usize {
        self.sets.iter().filter(|set| set.seat == seat).count()
    }

    /// The information set of `seat`, which is to act in `position`.
    pub fn find<P: Position>(&self, position: &P, seat: Seat) -> Option<&InformationSet> {
        let number = self.known.get(&(seat.0, position.view_key(Eye::Seat(seat))))?;
        self.sets.get(*number as usize).filter(|set| set.count == position.count())
    }

    /// The number of probabilities in a strategy of all seats.
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

    /// The expected payoff of every seat if all play by `strategy`.
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
