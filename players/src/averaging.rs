//! (m,n)-averaging: minimax that smooths the errors of the heuristic.

use std::ops::ControlFlow;

use agon_core::{
    Algorithm, AnyPosition, Decision, Estimator, Node, OptionSpec, Options, PlayerPlugin, Position,
    RootMove, Seat, SetupError, Turn, inventory,
};

use crate::{
    duel::Duel,
    fixed_depth::{Best, FixedDepth, Line, Ply, decide, exact},
    tally::Tally,
};

/// See the module.
#[derive(Clone, Debug)]
pub struct Averaging {
    m: usize,
    n: usize,
    duel: Duel,
}

impl Algorithm for Averaging {
    const NAME: &'static str = "averaging";
    const SUMMARY: &'static str = "minimax that averages the best few moves instead of the best";
    const HELP: &'static str = "The value of a position where MAX, the seat that chooses, is to \
        act is the mean of its m largest children; where MIN is, the mean of its n smallest. A \
        position with fewer children averages those it has. It plays the move to the largest \
        child, the first of equals. (1,1) is minimax. \
        Source: J. R. Slagle and J. K. Dixon, Experiments with the M & N tree-searching program \
        (1970).";
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::whole("m", 1..=1000, "2", "how many of its own moves it averages"),
        OptionSpec::whole("n", 1..=1000, "2", "how many of the opponent's moves it averages"),
        Duel::depth_option("3"),
        Estimator::OPTION,
    ];
    type Memory<P: Position> = Line<P, Vec<f64>>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        let duel = Duel::of(Self::NAME, options, game, false)?;
        Ok(Averaging { m: options.whole("m"), n: options.whole("n"), duel })
    }

    fn choose<P: Position>(
        &self,
        line: &mut Line<P, Vec<f64>>,
        position: &P,
        turn: &mut Turn<'_>,
    ) -> Decision<P::Move> {
        let mut search = Search { settings: self, max: turn.seat, tally: Tally::new(None) };
        decide(&mut search, line, &self.duel, position, turn, turn.budget.nodes)
    }
}

struct Search<'a> {
    settings: &'a Averaging,
    /// The seat whose payoffs the values are; the other is MIN.
    max: Seat,
    tally: Tally,
}

impl<P: Position> FixedDepth<P> for Search<'_> {
    type Room = Vec<f64>;

    fn best(
        &mut self,
        line: &mut [Ply<P, Vec<f64>>],
        mover: Seat,
        mut moves: Option<&mut Vec<RootMove<P::Move>>>,
    ) -> Option<Best<P::Move>> {
        if !self.tally.look() {
            return None;
        }
        let (root, below) = line.split_first_mut().expect("a line begins somewhere");
        let is_max = mover == self.max;
        let most = if is_max { self.settings.m } else { self.settings.n };
        let mut best: Option<Best<P::Move>> = None;
        root.room.clear();
        let _ = root.here.each_move(|m| {
            below[0].here.play_from(&root.here, m);
            let value = self.value(below);
            if self.tally.is_stopped() {
                return ControlFlow::Break(());
            }
            if best.is_none_or(|best| prefers(is_max, value, best.value)) {
                best = Some(Best { m, value });
            }
            keep_best(&mut root.room, most, is_max, value);
            if let Some(moves) = &mut moves {
                moves.push(exact(m, value));
            }
            ControlFlow::Continue(())
        });
        best.map(|best| Best { value: mean(&root.room), ..best })
    }

    fn tally(&mut self) -> &mut Tally {
        &mut self.tally
    }
}

impl Search<'_> {
    /// The value for MAX of the first position of `line`, looking as far as the line goes.
    fn value<P: Position>(&mut self, line: &mut [Ply<P, Vec<f64>>]) -> f64 {
        let Some((ply, below)) = line.split_first_mut() else { return 0.0 };
        let here = &ply.here;
        // 1. Count the position.
        if !self.tally.look() {
            return 0.0;
        }
        // 2. The end of the game, or of the look.
        let mover = match here.node() {
            Node::Decision(mover) => mover,
            Node::Terminal => return here.payoff(self.max),
            Node::Chance => unreachable!("games with chance are refused"),
        };
        if below.is_empty() {
            self.tally.see_horizon();
            return self.settings.duel.estimator.estimate(here, self.max);
        }
        // 3. Back up the mean of the m largest, or of the n smallest.
        let is_max = mover == self.max;
        let most = if is_max { self.settings.m } else { self.settings.n };
        ply.room.clear();
        let _ = here.each_move(|m| {
            below[0].here.play_from(here, m);
            let value = self.value(below);
            keep_best(&mut ply.room, most, is_max, value);
            ControlFlow::Continue(())
        });
        mean(&ply.room)
    }
}

/// Puts `value` in its place among the `most` best, best first, if it is one of them.
fn keep_best(best: &mut Vec<f64>, most: usize, is_max: bool, value: f64) {
    let worse = |&kept: &f64| !prefers(is_max, value, kept);
    let place = best.partition_point(worse);
    if place < most {
        best.truncate(most - 1);
        best.insert(place, value);
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Whether MAX, or MIN, would rather have `value` than `best`.
fn prefers(is_max: bool, value: f64, best: f64) -> bool {
    if is_max { best < value } else { value < best }
}

inventory::submit! { PlayerPlugin::of::<Averaging>() }
