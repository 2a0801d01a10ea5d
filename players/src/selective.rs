//! Minimax that looks only at the moves judged worth it.

use std::ops::ControlFlow;

use agon_core::{
    Algorithm, AnyPosition, Decision, Estimator, Node, OptionSpec, Options, PlayerPlugin, Plays,
    Position, Reason, Seat, SetupError, Turn, inventory,
};

use crate::{
    duel::{DUEL, Duel},
    fixed_depth::{Rule, Search},
    spine::{EVERYTHING, Line, Ply, Watch, at_a_glance, chooses_by_search},
};

/// Minimax that tries only some of the moves at each node: the most promising, or those that the game
/// calls relevant.
#[derive(Clone, Debug)]
pub struct Selective {
    /// At most so many moves at a node.
    width: usize,
    /// Only the moves the game calls relevant.
    relevant: bool,
    duel: Duel,
}

impl Algorithm for Selective {
    const NAME: &'static str = "selective";
    const SUMMARY: &'static str = "minimax that looks at the promising moves only";
    const HELP: &'static str = "At every node it looks only at the moves that the game calls \
        relevant (relevant=true), and among them only at the `width` best for the seat to act by \
        the estimate of the position after them, the first of equals. Positions estimated for \
        this choice count as looked at. Not exact: the best move may not be among them. \
        Source: C. E. Shannon, Programming a computer for playing chess (1950), type B.";
    const PLAYS: Plays = DUEL;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::limit("width", 1..=1000, "8", "moves to look at, the best by estimate"),
        Duel::depth_option("4"),
        OptionSpec::flag("relevant", "true", "only the moves that the game calls relevant"),
        Estimator::OPTION,
    ];
    type Memory<P: Position> = Line<P, Vec<Candidate<P::Move>>>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        let duel = Duel::of(Self::NAME, options, game, false)?;
        let width = options.limit("width").map_or(usize::MAX, |width| width as usize);
        Ok(Selective { width, relevant: options.flag("relevant"), duel })
    }

    chooses_by_search!();
}

impl Selective {
    fn search<P: Position>(
        &self,
        line: &mut Line<P, Vec<Candidate<P::Move>>>,
        position: &P,
        turn: &Turn<'_>,
        watch: impl Watch,
    ) -> Decision<P::Move> {
        Search::new(self, &self.duel, turn, watch).decide(line, position, turn.explain)
    }
}

/// A move that may be worth a look.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<M> {
    m: M,
    /// The estimate after it, larger where the seat that plays it would like it better.
    promise: f64,
}

/// A ply of this search.
type Shelf<P> = Ply<P, Vec<Candidate<<P as Position>::Move>>>;

impl<P: Position> Rule<P> for Selective {
    type Room = Vec<Candidate<P::Move>>;

    fn value<O: Watch>(
        search: &mut Search<'_, Self, O>,
        line: &mut [Shelf<P>],
        _window: [f64; 2],
    ) -> f64 {
        search.value(line)
    }

    fn list<O: Watch>(
        search: &mut Search<'_, Self, O>,
        root: &mut Shelf<P>,
        below: &mut [Shelf<P>],
        mover: Seat,
        list: &mut Vec<P::Move>,
    ) {
        search.select(root, below, mover);
        list.extend(root.room.iter().map(|candidate| candidate.m));
    }
}

impl<O: Watch> Search<'_, Selective, O> {
    /// The value for MAX of the first position of `line`, looking as far as the line goes.
    fn value<P: Position>(&mut self, line: &mut [Shelf<P>]) -> f64 {
        let Some((ply, below)) = line.split_first_mut() else { return 0.0 };
        // 1. Count the position.
        if !self.enter(below.len(), EVERYTHING) {
            return 0.0;
        }
        // 2. The end of the game, or of the look.
        let mover = match ply.here.node() {
            Node::Decision(mover) => mover,
            Node::Terminal => return self.leave(ply.here.payoff(self.me), Reason::Terminal),
            Node::Chance => unreachable!("games with chance are refused"),
        };
        if below.is_empty() {
            let guess = self.guess(&ply.here);
            return self.leave(guess, Reason::Horizon);
        }
        // 3. Choose the moves worth a look.
        self.select(ply, below, mover);
        // 4. Back up the largest of their values, or the smallest.
        let mut best = if mover == self.me { f64::NEG_INFINITY } else { f64::INFINITY };
        for &Candidate { m, .. } in &ply.room {
            self.spine.descend(&ply.here, &mut below[0].here, m);
            let value = self.value(below);
            if self.prefers(mover, value, best) {
                best = value;
                self.spine.extend_line(below.len(), m);
            }
        }
        self.leave(best, Reason::Searched)
    }

    /// Fills the list of `ply` with the moves to look at, in the game's order.
    fn select<P: Position>(&mut self, ply: &mut Shelf<P>, below: &mut [Shelf<P>], mover: Seat) {
        let Ply { here, room: list } = ply;
        list.clear();
        let mut add = |m| {
            list.push(Candidate { m, promise: 0.0 });
            ControlFlow::Continue(())
        };
        let _ = if self.rule.relevant { here.each_relevant(&mut add) } else { here.each_move(add) };
        if self.rule.relevant {
            self.spine.skip_rest(here, Reason::Irrelevant, |m| list.iter().any(|kept| kept.m == m));
        }
        // One ply before the horizon the best by estimate is what the search itself would find.
        if list.len() <= self.rule.width || below.len() == 1 {
            return;
        }
        for candidate in list.iter_mut() {
            let after = &mut below[0].here;
            self.spine.descend(here, after, candidate.m);
            let (me, estimator) = (self.me, &self.duel.estimator);
            let Some(value) = self.spine.glance(me, || at_a_glance(estimator, after, me)) else {
                break;
            };
            candidate.promise = if mover == me { value } else { -value };
        }
        // Unstable sorting allocates nothing, and no two candidates are equal.
        list.sort_unstable_by(|a, b| b.promise.total_cmp(&a.promise).then(a.m.cmp(&b.m)));
        for candidate in &list[self.rule.width..] {
            self.spine.skip(candidate.m, Reason::Unpromising(self.rule.width as u32));
        }
        list.truncate(self.rule.width);
        list.sort_unstable_by_key(|candidate| candidate.m);
    }
}

inventory::submit! { PlayerPlugin::of::<Selective>() }
