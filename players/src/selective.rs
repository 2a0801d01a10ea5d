//! Minimax that searches only selected moves.

use std::ops::ControlFlow;

use agon_core::{
    Algorithm, AnyPosition, Estimator, OptionSpec, Options, PlayerPlugin, Plays, Position, Reason, Seat, SetupError,
    horizon::Window, inventory,
};

use crate::{
    duel::{DUEL, Duel},
    fixed_depth::{FixedDepth, Rule},
    search_frame::{Line, Ply, Watch, at_a_glance, chooses_by_search},
};

/// Minimax that searches only some of the moves at each node: the best by estimate, or those that the game calls
/// relevant.
#[derive(Clone, Debug)]
pub struct Selective {
    /// At most this many moves at a node.
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
    type Memory<P: Position> = Line<P, Vec<(f64, P::Move)>>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        let duel = Duel::of(Self::NAME, options, game, false)?;
        let width = options.limit("width").map_or(usize::MAX, |width| width as usize);
        Ok(Selective { width, relevant: options.flag("relevant"), duel })
    }

    chooses_by_search!(|player, line, position, turn, watch| {
        FixedDepth::new(player, &player.duel, turn, watch).decide(line, position, turn.explain)
    });
}

/// A ply of this search: its moves, each with the estimate after it, larger if better for the seat that plays it.
type Shelf<P> = Ply<P, Vec<(f64, <P as Position>::Move)>>;

impl<P: Position> Rule<P> for Selective {
    type Room = Vec<(f64, P::Move)>;

    fn value<O: Watch>(search: &mut FixedDepth<'_, Self, O>, line: &mut [Shelf<P>], _window: Window) -> f64 {
        let Some((ply, below)) = line.split_first_mut() else { return 0.0 };
        // 1. Count the position. 2. The end of the game, or the horizon.
        let mover = match search.begin(&ply.here, below.len()) {
            ControlFlow::Continue(mover) => mover,
            ControlFlow::Break(value) => return value,
        };
        // 3. Select the moves to search.
        search.select(ply, below, mover);
        // 4. Back up the largest of their values, or the smallest.
        let mut best = if mover == search.me { f64::NEG_INFINITY } else { f64::INFINITY };
        for &(_, m) in &ply.room {
            search.frame.descend(&ply.here, &mut below[0].here, m);
            let value = Self::value(search, below, Window::FULL);
            if search.prefers(mover, value, best) {
                best = value;
                search.frame.extend_line(below.len(), m);
            }
        }
        search.leave(best, Reason::Searched)
    }

    fn list<O: Watch>(
        search: &mut FixedDepth<'_, Self, O>,
        root: &mut Shelf<P>,
        below: &mut [Shelf<P>],
        list: &mut Vec<P::Move>,
    ) {
        search.select(root, below, search.me);
        list.extend(root.room.iter().map(|&(_, m)| m));
    }
}

impl<O: Watch> FixedDepth<'_, Selective, O> {
    /// Fills the list of `ply` with the moves to search, in the game's order.
    fn select<P: Position>(&mut self, ply: &mut Shelf<P>, below: &mut [Shelf<P>], mover: Seat) {
        let Ply { here, room: list } = ply;
        list.clear();
        let mut add = |m| {
            list.push((0.0, m));
            ControlFlow::Continue(())
        };
        let _ = if self.rule.relevant { here.each_relevant(&mut add) } else { here.each_move(add) };
        if self.rule.relevant {
            self.frame.skip_rest(here, Reason::Irrelevant, |m| list.iter().any(|&(_, kept)| kept == m));
        }
        // One ply before the horizon, the best by estimate are those that the search itself would
        // find.
        if list.len() <= self.rule.width || below.len() == 1 {
            return;
        }
        for (promise, m) in list.iter_mut() {
            let after = &mut below[0].here;
            self.frame.descend(here, after, *m);
            let (me, estimator) = (self.me, &self.duel.estimator);
            let Some(value) = self.frame.glance(me, || at_a_glance(estimator, after, me)) else {
                break;
            };
            *promise = if mover == me { value } else { -value };
        }
        // Unstable sorting allocates nothing, and no two moves are equal.
        list.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for &(_, m) in &list[self.rule.width..] {
            self.frame.skip(m, Reason::Unpromising(self.rule.width as u32));
        }
        list.truncate(self.rule.width);
        list.sort_unstable_by_key(|&(_, m)| m);
    }
}

inventory::submit! { PlayerPlugin::of::<Selective>() }
