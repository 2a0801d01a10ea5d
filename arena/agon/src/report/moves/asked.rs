//! Moves judged by what a player says of them.

use std::sync::atomic::{AtomicBool, Ordering};

use agon_core::{
    AnyMove, AnyPosition, Bound, Budget, NamedGame, NamedPlayer, Node, Player, Position, Seat, Seed, Sum, all_moves,
};
use agon_table::{SearchLimits, ask, begin, seat_player};

use crate::failed::Failed;

/// A player at a game.
pub(super) struct AskedJudge {
    game: NamedGame,
    player: NamedPlayer,
    nodes: Option<u64>,
    /// Whether it said how a sample of plays ended.
    is_sample: AtomicBool,
}

impl AskedJudge {
    /// The player at that game.
    ///
    /// # Errors
    ///
    /// Where it cannot play it, or may answer otherwise another time.
    pub(super) fn at(game: &NamedGame, player: &NamedPlayer, nodes: Option<u64>) -> Result<AskedJudge, Failed> {
        let seated = seat_player(player, game)?;
        let habits = seated.habits();
        if !habits.is_reproducible() || habits.outside {
            return Err(Failed::usage(format!(
                "--judge {}: it may say something else when it is asked again; accepted: solve, or a player without a \
                 clock, threads or a program of its own",
                player.term
            )));
        }
        let (game, player) = (game.clone(), player.clone());
        Ok(AskedJudge { game, player, nodes, is_sample: AtomicBool::new(false) })
    }

    /// Whether it said how a sample of plays ended.
    pub(super) fn is_sample(&self) -> bool {
        self.is_sample.load(Ordering::Relaxed)
    }

    /// Another of it, for another thread.
    pub(super) fn seat(&self) -> Result<Box<dyn Player>, Failed> {
        Ok(seat_player(&self.player, &self.game)?)
    }

    /// The values of all moves of `seat` to it, in their order.
    ///
    /// # Errors
    ///
    /// Where it has none.
    pub(super) fn values(&self, player: &mut dyn Player, here: &AnyPosition, seat: Seat) -> Result<Vec<f64>, Failed> {
        let moves = all_moves(here);
        let said = self.ask(player, here, seat)?;
        let known = |m: &AnyMove| said.moves.iter().find(|root| root.m == *m && root.value.is_finite());
        let Some(known) = moves.iter().map(known).collect::<Option<Vec<_>>>() else {
            return Err(self.silent(here));
        };
        if known.iter().all(|root| matches!(root.bound, Bound::Exact | Bound::Sample)) {
            if known.iter().any(|root| root.bound == Bound::Sample) {
                self.is_sample.store(true, Ordering::Relaxed);
            }
            return Ok(known.iter().map(|root| root.value).collect());
        }
        // Moves that were pruned have bounds. Only the positions after them, each asked about for itself, have values
        // that can be compared.
        moves.iter().map(|&m| self.worth(player, &agon_core::after(here, m), seat)).collect()
    }

    /// What a position is worth to `seat`.
    fn worth(&self, player: &mut dyn Player, here: &AnyPosition, seat: Seat) -> Result<f64, Failed> {
        match here.node() {
            Node::Terminal => Ok(here.payoff(seat)),
            Node::Chance => {
                let (mut sum, mut weights) = (0.0, 0.0);
                for m in all_moves(here) {
                    let weight = f64::from(here.weight(m));
                    sum += weight * self.worth(player, &agon_core::after(here, m), seat)?;
                    weights += weight;
                }
                Ok(sum / weights)
            }
            Node::Decision(mover) => {
                let said = self.ask(player, here, mover)?;
                let value = said.value.filter(|value| value.is_finite() && said.bound == Bound::Exact);
                let value = value.ok_or_else(|| self.silent(here))?;
                let facts = here.facts();
                match facts.sum {
                    _ if mover == seat => Ok(value),
                    Sum::Zero if facts.seats == 2 => Ok(0.0 - value),
                    Sum::Constant(sum) if facts.seats == 2 => Ok(sum - value),
                    _ => Err(self.silent(here)),
                }
            }
        }
    }

    /// Asks about a position as if a game began there, so that no answer depends on those before.
    fn ask(
        &self,
        player: &mut dyn Player,
        here: &AnyPosition,
        seat: Seat,
    ) -> Result<agon_core::Decision<AnyMove>, Failed> {
        let mut stream = Seed(0).stream(here.key());
        let limits = SearchLimits { budget: Budget::of(self.nodes), ..SearchLimits::default() };
        begin(player, here, &[])
            .and_then(|()| ask(player, here, seat, &mut stream, limits))
            .map_err(|why| Failed::trouble(format!("{}: {} gave no values: {why}", self.game.term, self.player.term)))
    }

    /// That it has no value for every move.
    fn silent(&self, here: &AnyPosition) -> Failed {
        Failed::usage(format!(
            "--judge {}: it has no value for each move in `{here}` of {}; accepted: solve, or a player that values every \
             move, such as minimax(depth=4) or alpha-beta(depth=6)",
            self.player.term, self.game.term
        ))
    }
}
