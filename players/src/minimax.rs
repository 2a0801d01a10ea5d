//! Minimax to a fixed depth: the definition, and the oracle of all faster searches.

use std::ops::ControlFlow;

use agon_core::{
    Algorithm, AnyPosition, Estimator, OptionSpec, Options, PlayerPlugin, Plays, Position, Reason, SetupError,
    horizon::Window, inventory,
};

use crate::{
    duel::{DUEL, Duel},
    fixed_depth::{FixedDepth, Rule},
    search_frame::{Line, Ply, Watch, chooses_by_search},
};

/// Minimax to a fixed depth, without pruning: slow, and correct by definition.
#[derive(Clone, Debug)]
pub struct Minimax(Duel);

impl Algorithm for Minimax {
    const NAME: &'static str = "minimax";
    const ALIASES: &'static [&'static str] = &["negamax"];
    const SUMMARY: &'static str = "the best move if the opponent plays the best moves too";
    const HELP: &'static str = "MAX, the seat that chooses, takes the largest value of its moves, \
        MIN the smallest; where the depth ends the heuristic estimates. The first of equal moves \
        wins. Turns need not alternate. Under a budget it searches to depth 1, 2, 3 … and answers \
        with the last depth it finished. \
        Source: C. E. Shannon, Programming a computer for playing chess (1950).";
    const PLAYS: Plays = DUEL;
    const OPTIONS: &'static [OptionSpec] = &[Duel::depth_option("3"), Estimator::OPTION];
    type Memory<P: Position> = Line<P>;

    fn configure(options: &Options, game: &AnyPosition) -> Result<Self, SetupError> {
        Ok(Minimax(Duel::of(Self::NAME, options, game, false)?))
    }

    chooses_by_search!(|player, line, position, turn, watch| {
        FixedDepth::new(player, &player.0, turn, watch).decide(line, position, turn.explain)
    });
}

impl<P: Position> Rule<P> for Minimax {
    type Room = ();

    fn value<O: Watch>(search: &mut FixedDepth<'_, Self, O>, line: &mut [Ply<P>], _window: Window) -> f64 {
        let Some((ply, below)) = line.split_first_mut() else { return 0.0 };
        let here = &ply.here;
        // 1. Count the position. 2. The end of the game, or the horizon.
        let mover = match search.begin(here, below.len()) {
            ControlFlow::Continue(mover) => mover,
            ControlFlow::Break(value) => return value,
        };
        // 3. Back up the largest value, or the smallest.
        let mut best = if mover == search.me { f64::NEG_INFINITY } else { f64::INFINITY };
        let _ = here.each_move(|m| {
            search.frame.descend(here, &mut below[0].here, m);
            let value = Self::value(search, below, Window::FULL);
            if search.prefers(mover, value, best) {
                best = value;
                search.frame.extend_line(below.len(), m);
            }
            ControlFlow::Continue(())
        });
        search.leave(best, Reason::Searched)
    }
}

inventory::submit! { PlayerPlugin::of::<Minimax>() }
