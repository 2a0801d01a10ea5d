//! One position, one list of moves and one line per ply: all the room a search needs.

use agon_core::{Estimator, Node, Position};

/// The room of one ply.
pub(crate) struct Ply<P: Position> {
    /// The position searched at this ply.
    pub(crate) position: P,
    /// Its moves.
    pub(crate) moves: Vec<P::Move>,
    /// The line expected from here on.
    pub(crate) line: Vec<P::Move>,
    /// How likely each move is, up to a factor.
    pub(crate) weights: Vec<f64>,
    /// The least that each move can be worth.
    pub(crate) low: Vec<f64>,
    /// The most that each move can be worth.
    pub(crate) high: Vec<f64>,
    /// What the position is worth to each seat.
    pub(crate) vector: Vec<f64>,
}

/// The plies from the root down. It grows as a search goes deeper, and keeps its room.
pub struct Stack<P: Position>(Vec<Ply<P>>);

impl<P: Position> Default for Stack<P> {
    fn default() -> Self {
        Stack(Vec::new())
    }
}

impl<P: Position> Stack<P> {
    /// Begins a search at `position`, which `estimator` will be asked about.
    pub(crate) fn start(&mut self, position: &P, estimator: &Estimator) {
        match self.0.first_mut() {
            Some(root) => root.position.clone_from(position),
            None => self.push(position.clone()),
        }
        estimator.announce(&mut self.0[0].position);
    }

    /// The ply number `ply`, the root being number 0.
    #[inline]
    pub(crate) fn at(&mut self, ply: usize) -> &mut Ply<P> {
        &mut self.0[ply]
    }

    /// Lists the moves at `ply`, and counts them.
    #[inline]
    pub(crate) fn list_moves(&mut self, ply: usize) -> usize {
        let Ply { position, moves, .. } = &mut self.0[ply];
        position.moves(moves);
        moves.len()
    }

    /// Puts the position after move number `index` of `ply` at the next ply.
    #[inline]
    pub(crate) fn descend(&mut self, ply: usize, index: usize) {
        if self.0.len() == ply + 1 {
            self.push(self.0[ply].position.clone());
        }
        let (above, below) = self.0.split_at_mut(ply + 1);
        let here = &above[ply];
        below[0].position.play_from(&here.position, here.moves[index]);
    }

    /// Weighs the outcomes of the chance node at `ply`, lists them, and gives their total weight.
    pub(crate) fn list_outcomes(&mut self, ply: usize) -> f64 {
        let Ply { position, moves, weights, .. } = &mut self.0[ply];
        position.moves(moves);
        weights.clear();
        weights.extend(moves.iter().map(|&m| f64::from(position.weight(m))));
        weights.iter().sum()
    }

    /// The depth left below the chance node at `ply`, where `depth` is left; `None` where none is.
    /// Dice cost no depth, but for dice thrown right after others: they cost one, or a play could
    /// go on for ever between two decisions.
    #[inline]
    pub(crate) fn below_chance(&self, ply: usize, depth: u32) -> Option<u32> {
        let follows = 0 < ply && self.0[ply - 1].position.node() == Node::Chance;
        depth.checked_sub(u32::from(follows))
    }

    /// The line at `ply` becomes move number `index` and the line at the next ply.
    pub(crate) fn extend_line(&mut self, ply: usize, index: usize) {
        let (above, below) = self.0.split_at_mut(ply + 1);
        let here = &mut above[ply];
        here.line.clear();
        here.line.push(here.moves[index]);
        here.line.extend_from_slice(&below[0].line);
    }

    /// At a node of chance the expected line goes on with move number `index`, of this weight, if
    /// it is the likeliest so far.
    pub(crate) fn follow(
        &mut self,
        likeliest: &mut Likeliest,
        ply: usize,
        index: usize,
        weight: f64,
    ) {
        if likeliest.weight <= weight {
            likeliest.is_alone = likeliest.weight < weight;
            likeliest.weight = weight;
            self.extend_line(ply, index);
        }
    }

    /// The expected line ends where several moves are equally likely.
    pub(crate) fn end_line(&mut self, likeliest: &Likeliest, ply: usize) {
        if !likeliest.is_alone {
            self.0[ply].line.clear();
        }
    }

    /// Two neighbouring plies: the one numbered `ply`, and the next.
    #[inline]
    pub(crate) fn pair(&mut self, ply: usize) -> (&mut Ply<P>, &mut Ply<P>) {
        let (above, below) = self.0.split_at_mut(ply + 1);
        (&mut above[ply], &mut below[0])
    }

    fn push(&mut self, position: P) {
        self.0.push(Ply {
            position,
            moves: Vec::new(),
            line: Vec::new(),
            weights: Vec::new(),
            low: Vec::new(),
            high: Vec::new(),
            vector: Vec::new(),
        });
    }
}

/// The weight of the likeliest move at a node of chance, and whether no other has it.
#[derive(Default)]
pub(crate) struct Likeliest {
    weight: f64,
    is_alone: bool,
}
