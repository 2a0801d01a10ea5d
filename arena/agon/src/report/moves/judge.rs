//! Who judges moves, and its bench at each game.

use agon_core::{AnyMove, AnyPosition, NamedGame, NamedPlayer, Position, Seat};
use agon_roster::extensive::{CfrRule, Learning};

use super::{asked::AskedJudge, profile::ProfileJudge, solver::SolverJudge};
use crate::{
    failed::{Failed, only},
    models,
};

/// The word for the exact solver.
const SOLVE: &str = "solve";
/// The player that judges where something is hidden.
const EQUILIBRIUM: &str = "equilibrium";

/// Who judges.
pub(super) enum Judge {
    /// The exact values, of no more positions than this.
    Solver(Option<usize>),
    /// The values against a strategy that is learned at all plays of the game.
    Equilibrium { term: String, rule: CfrRule, iterations: u64, limit: Option<usize> },
    /// What a player says that may look at so many positions.
    Player(NamedPlayer, Option<u64>),
}

impl Judge {
    /// The judge of that name.
    ///
    /// # Errors
    ///
    /// Where nobody is called so, or limits are not for it.
    pub(super) fn named(text: &str, limit: Option<usize>, nodes: Option<u64>) -> Result<Judge, Failed> {
        let (limited, counted) = ([("--limit", limit.is_some())], [("--nodes", nodes.is_some())]);
        if text.trim() == SOLVE {
            only("for a player as a judge", &counted)?;
            return Ok(Judge::Solver(limit));
        }
        let player = models::player(text)?;
        if player.plugin.name != EQUILIBRIUM {
            only("for --judge solve and --judge equilibrium", &limited)?;
            return Ok(Judge::Player(player, nodes));
        }
        only("for a player that is asked about a position", &counted)?;
        let Learning::Whole(rule) = Learning::named(player.options.text("rule")) else {
            let term = player.term;
            let what = "it samples plays, from which no move's value follows; accepted: rule=cfr+, cfr, dcfr, linear";
            return Err(Failed::usage(format!("--judge {term}: {what}")));
        };
        let iterations = player.options.whole("iterations");
        Ok(Judge::Equilibrium { term: player.term, rule, iterations, limit })
    }

    /// Its name.
    pub(super) fn term(&self) -> &str {
        match self {
            Judge::Solver(_) => SOLVE,
            Judge::Equilibrium { term, .. } => term,
            Judge::Player(player, _) => &player.term,
        }
    }

    /// Seats it at a game.
    ///
    /// # Errors
    ///
    /// Where it cannot judge that.
    pub(super) fn bench(&self, game: &NamedGame) -> Result<Bench, Failed> {
        let (facts, term) = (game.start.facts(), &game.term);
        if facts.hidden && !matches!(self, Judge::Equilibrium { .. }) {
            return Err(Failed::usage(format!(
                "{term} hides something from a seat, and no move is judged by what its seat does not see; use --judge \
                 {EQUILIBRIUM}"
            )));
        }
        Ok(match self {
            &Judge::Solver(limit) => Bench::Solver(SolverJudge::at(game, limit)),
            &Judge::Equilibrium { rule, iterations, limit, .. } => {
                Bench::Profile(ProfileJudge::at(game, (rule, iterations), limit))
            }
            Judge::Player(player, nodes) => Bench::Asked(AskedJudge::at(game, player, *nodes)?),
        })
    }
}

/// A judge at a game.
pub(super) enum Bench {
    Solver(SolverJudge),
    Profile(ProfileJudge),
    /// It takes its time, and is asked on several threads.
    Asked(AskedJudge),
}

impl Bench {
    /// What a best move may cost, unless that is given.
    pub(super) fn within(&self, given: Option<f64>) -> f64 {
        given.unwrap_or(match self {
            Bench::Profile(judge) => judge.rounding(),
            Bench::Solver(_) | Bench::Asked(_) => 0.0,
        })
    }

    /// Gets ready for games from `base` whose players chose from `first` on.
    ///
    /// # Errors
    ///
    /// Where they are too large for it.
    pub(super) fn prepare(&mut self, base: &AnyPosition, first: &AnyPosition) -> Result<(), Failed> {
        match self {
            Bench::Solver(judge) => judge.prepare(base, first),
            Bench::Profile(judge) => judge.prepare(base),
            Bench::Asked(_) => Ok(()),
        }
    }

    /// The values of `moves`, all that `seat` has, to that seat; nothing where they take time.
    ///
    /// # Errors
    ///
    /// Where it has none.
    pub(super) fn values(&self, here: &AnyPosition, seat: Seat, moves: &[AnyMove]) -> Result<Option<Vec<f64>>, Failed> {
        match self {
            Bench::Solver(judge) => judge.values(here, seat, moves).map(Some),
            Bench::Profile(judge) => judge.values(here, seat).map(Some),
            Bench::Asked(_) => Ok(None),
        }
    }
}
