//! max^n: every seat maximises its own payoff, for any number of seats and any payoffs.

use agon_core::{
    Algorithm, AnyPosition, Bound, Estimator, Facts, Left, Node, OptionSpec, Options, PlayerPlugin, Position, Reason,
    Seat, SetupError, Sum, horizon::Window, inventory,
};

use crate::{
    depth,
    search::{self, Spent},
    search_frame::{Ply, Watch, chooses_by_search},
    stack::{Likeliest, Room, Stack},
};

/// The max^n search: every seat maximises its own payoff, for any number of seats and any payoffs.
pub struct MaxN {
    depth: Option<u32>,
    estimator: Estimator,
    facts: Facts,
    prunes: bool,
    /// The constant sum of payoffs and estimates, if there is one and pruning is enabled.
    sum: Option<f64>,
    /// The tolerance of sums.
    margin: f64,
}

impl Algorithm for MaxN {
    const NAME: &'static str = "max-n";
    const SUMMARY: &'static str = "every seat takes what is best for itself, however many there are";
    const HELP: &'static str = "The value of a position is a vector, one number for each seat; the \
        seat to move takes the move with the largest number of its own, the first of equals. A \
        chance node is worth the mean of its outcomes' vectors. Any number of seats, any payoffs. \
        The depth counts decisions: dice cost none, unless they follow other dice, and the \
        heuristic is asked after them.\n\nPruning changes nothing but the work: no seat looks further \
        when it has all it can get. Where payoffs add up to a constant, none looks at a move once \
        what it leaves for the seat before it is too little (shallow pruning; deeper pruning would \
        not be sound). Both need values near the bounds of the payoffs: among estimates in the \
        middle \
        nothing is left out. Sources: C. Luckhardt and K. Irani, An algorithmic solution of n-person games \
        (1986); R. Korf, Multi-player alpha-beta pruning (1991).";
    const OPTIONS: &'static [OptionSpec] = &[
        depth::option("3", "how many decisions to look ahead"),
        OptionSpec::flag("prune", "true", "leave out what cannot change the move or its value"),
        Estimator::OPTION,
    ];
    type Memory<P: Position> = Stack<P>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        let facts = game.facts();
        let estimator = Estimator::of(options, game)?;
        let prunes = options.flag("prune");
        let margin = facts.min_payoff.abs().max(facts.max_payoff.abs()) * 1e-9;
        let sum = match facts.sum {
            Sum::Zero => Some(0.0),
            Sum::Constant(sum) => Some(sum),
            Sum::General => None,
        };
        let adds_up = |sum: &f64| match &estimator {
            Estimator::Named(_) => true,
            Estimator::Nothing(value) => (value * f64::from(facts.seats) - sum).abs() <= margin,
            Estimator::Weights { .. } => false,
            Estimator::Learned(_) => facts.seats == 2,
        };
        let sum = sum.filter(|_| prunes).filter(adds_up);
        let depth = depth::read(Self::NAME, options, game, false)?;
        Ok(MaxN { depth, estimator, facts, prunes, sum, margin })
    }

    chooses_by_search!(|player, stack, position, turn, watch| {
        let search = MaxNSearch::new(player, &player.estimator, stack, position, turn, watch);
        search.decide(player.depth, |search, depth, best| {
            if let Some(most) = best.filter(|&most| search.is_all(most)) {
                return Ok((most, Bound::Upper));
            }
            let me = search.me;
            let is_whole = search.value(1, depth, best.map(|most| (me, most)))?;
            Ok(match best {
                Some(most) if !is_whole => (most, Bound::Upper),
                _ => (search.stack.at(1).room.vector[me.index()], Bound::Exact),
            })
        })
    });
}

inventory::submit! { PlayerPlugin::of::<MaxN>() }

/// The seat of the node above, and the payoff it already has: it rejects vectors that give it no
/// more.
type Rival = Option<(Seat, f64)>;

type MaxNSearch<'a, P, O> = search::Search<'a, P, &'a MaxN, O>;

impl<P: Position, O: Watch> MaxNSearch<'_, P, O> {
    /// Stores the value of the position at `ply` for each seat in its vector. Returns whether that
    /// is exact: otherwise `rival` rejects it.
    fn value(&mut self, ply: usize, depth: u32, rival: Rival) -> Result<bool, Spent> {
        let depth = self.enter(ply, depth, Window::FULL)?;
        let found = self.search(ply, depth, rival);
        if O::ON {
            let me = self.me.index();
            let own = self.stack.at(ply).room.vector.get(me).copied().unwrap_or(f64::NAN);
            let (why, bound) = self.ended(ply, Window::FULL, found.map(|_| own));
            let left = match found {
                Ok(true) => Left::new(own, bound, why).with_payoffs(&self.stack.at(ply).room.vector),
                // A vector that the rival rejects says nothing about the others' payoffs.
                Ok(false) => Left::new(f64::NAN, Bound::Upper, Reason::Refuted),
                Err(Spent) => Left::new(f64::NAN, bound, why),
            };
            self.frame.tell(left);
        }
        found
    }

    #[inline]
    fn search(&mut self, ply: usize, depth: u32, rival: Rival) -> Result<bool, Spent> {
        let seats = Seat::all(self.rule.facts.seats);
        let Ply { here, room: Room { vector, .. } } = self.stack.at(ply);
        match here.node() {
            Node::Terminal => {
                vector.clear();
                vector.extend(seats.map(|seat| here.payoff(seat)));
                return Ok(true);
            }
            Node::Chance => {
                if let Some(below) = self.stack.below_chance(ply, depth) {
                    return self.chance(ply, below);
                }
            }
            Node::Decision(seat) if 0 < depth => return self.decision(ply, depth, seat, rival),
            Node::Decision(_) => {}
        }
        self.frame.node_budget.see_horizon();
        if O::ON {
            self.why = Some((Reason::Horizon, Bound::Exact));
        }
        let estimator = self.estimator;
        let Ply { here, room: Room { vector, .. } } = self.stack.at(ply);
        vector.clear();
        vector.extend(seats.map(|seat| estimator.estimate(here, seat)));
        Ok(true)
    }

    fn decision(&mut self, ply: usize, depth: u32, seat: Seat, rival: Rival) -> Result<bool, Spent> {
        let rival = rival.filter(|&(other, _)| other != seat);
        let mut best: Option<f64> = None;
        for index in 0..self.stack.list_moves(ply) {
            self.descend(ply, index);
            let is_whole = self.value(ply + 1, depth - 1, best.map(|most| (seat, most)))?;
            let value = self.stack.at(ply + 1).room.vector[seat.index()];
            if !is_whole || best.is_some_and(|most| value <= most) {
                continue;
            }
            best = Some(value);
            let (here, next) = self.stack.pair(ply);
            here.room.vector.clone_from(&next.room.vector);
            if self.explain {
                self.stack.extend_line(ply, index);
            }
            // 1. Immediate pruning: the value is the greatest possible.
            if self.is_all(value) {
                if O::ON {
                    self.why = Some((Reason::Enough, Bound::Exact));
                }
                return Ok(true);
            }
            // 2. Shallow pruning: the most that is left for the seat above is not enough.
            if let (Some((_, has)), Some(sum)) = (rival, self.rule.sum) {
                let facts = &self.rule.facts;
                let others = f64::from(facts.seats - 2) * facts.min_payoff;
                if sum - value - others <= has - self.rule.margin {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn chance(&mut self, ply: usize, depth: u32) -> Result<bool, Spent> {
        let total = self.stack.list_outcomes(ply);
        let facts = self.rule.facts;
        let room = &mut self.stack.at(ply).room;
        room.vector.clear();
        room.vector.resize(usize::from(facts.seats), 0.0);
        let mut follow = Likeliest::default();
        for index in 0..room.moves.len() {
            self.descend(ply, index);
            let weight = self.stack.at(ply).room.weights[index];
            self.frame.next(|next| next.probability = Some(weight / total));
            self.value(ply + 1, depth, None)?;
            let (here, next) = self.stack.pair(ply);
            for (sum, value) in here.room.vector.iter_mut().zip(&next.room.vector) {
                *sum += weight * value;
            }
            if self.explain {
                self.stack.follow(&mut follow, ply, index, weight);
            }
        }
        self.stack.end_line(&follow, ply);
        for value in &mut self.stack.at(ply).room.vector {
            // Rounding must not lift a mean above the greatest payoff.
            *value = (*value / total).clamp(facts.min_payoff, facts.max_payoff);
        }
        Ok(true)
    }

    /// Whether this is the greatest possible payoff.
    #[inline]
    fn is_all(&self, value: f64) -> bool {
        self.rule.prunes && self.rule.facts.max_payoff <= value
    }
}
