//! (m,n)-averaging: minimax that smooths the errors of the heuristic.

use std::ops::ControlFlow;

use agon_core::{
    Algorithm, AnyPosition, Bound, Estimator, Left, OptionSpec, Options, PlayerPlugin, Plays, Position, Reason,
    RootMove, SetupError, horizon::Window, inventory,
};

use crate::{
    duel::{DUEL, Duel},
    fixed_depth::{FixedDepth, Rule},
    search_frame::{Line, Ply, Watch, chooses_by_search},
};

/// (m,n)-averaging: minimax that backs up a weighted mean of the best moves instead of the best alone,
/// which smooths the errors of the heuristic.
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
    const PLAYS: Plays = DUEL;
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

    chooses_by_search!(|player, line, position, turn, watch| {
        FixedDepth::new(player, &player.duel, turn, watch).decide(line, position, turn.explain)
    });
}

impl<P: Position> Rule<P> for Averaging {
    type Room = Vec<f64>;

    fn value<O: Watch>(search: &mut FixedDepth<'_, Self, O>, line: &mut [Ply<P, Vec<f64>>], _window: Window) -> f64 {
        let Some((ply, below)) = line.split_first_mut() else { return 0.0 };
        let here = &ply.here;
        // 1. Count the position. 2. The end of the game, or the horizon.
        let mover = match search.begin(here, below.len()) {
            ControlFlow::Continue(mover) => mover,
            ControlFlow::Break(value) => return value,
        };
        // 3. Back up the mean of the m largest values, or of the n smallest.
        let is_max = mover == search.me;
        let most = search.rule.most(is_max);
        ply.room.clear();
        let _ = here.each_move(|m| {
            search.frame.descend(here, &mut below[0].here, m);
            let value = Self::value(search, below, Window::FULL);
            if ply.room.first().is_none_or(|&best| prefers(is_max, value, best)) {
                search.frame.extend_line(below.len(), m);
            }
            keep_best(&mut ply.room, most, is_max, value);
            ControlFlow::Continue(())
        });
        let value = mean(&ply.room);
        search.frame.tell(Left::new(value, Bound::Exact, Reason::Searched).with_averaged(most));
        value
    }

    fn worth(&self, moves: &[RootMove<P::Move>], _best: f64) -> f64 {
        let mut best = Vec::new();
        for known in moves {
            keep_best(&mut best, self.m, true, known.value);
        }
        mean(&best)
    }

    fn averaged(&self) -> usize {
        self.m
    }
}

impl Averaging {
    /// The number of moves of MAX or MIN that are averaged.
    fn most(&self, is_max: bool) -> usize {
        if is_max { self.m } else { self.n }
    }
}

/// Inserts `value` into the `most` best, best first, if it is among them.
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

/// Whether MAX, or MIN, prefers `value` to `best`.
fn prefers(is_max: bool, value: f64, best: f64) -> bool {
    if is_max { best < value } else { value < best }
}

inventory::submit! { PlayerPlugin::of::<Averaging>() }
