//! Who meets whom, where, and from which opening, before anything is played.

use std::fmt::Write as _;

use agon_arena::plan::{Plan, Shard};
use agon_core::options::brief;
use serde::Serialize;

/// The games of a plan, or the first of them; where rounds depend on results, those of the first round.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct Planned {
    /// `agon.plan/1`.
    schema: &'static str,
    /// The identity of the tournament.
    identity: String,
    /// The format of the pairings.
    format: String,
    /// How many games there are.
    games: u64,
    /// False where later rounds depend on results.
    rounds_known: bool,
    /// The games that are listed.
    fixtures: Vec<PlannedGame>,
}

/// One of them.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
struct PlannedGame {
    /// Its number in the plan.
    number: u64,
    /// The game's term.
    game: String,
    /// Its round, from 1, within the plan's blocks.
    round: usize,
    /// Its opening, from 1.
    opening: u64,
    /// The names of the players, in the order of the seats.
    seats: Vec<String>,
}

impl Planned {
    /// At most `most` games of a shard of `plan`.
    pub(crate) fn of(plan: &Plan, shard: Shard, most: u64) -> Planned {
        let tournament = plan.tournament();
        let games = plan.shard_games(shard);
        let planned = |index: u64| {
            let fixture = plan.fixture(plan.shard_number(shard, index));
            let name = |&entry: &usize| tournament.entries[entry].name.clone();
            PlannedGame {
                number: fixture.number,
                game: tournament.sections[fixture.section].game.term.clone(),
                round: fixture.block + 1,
                opening: fixture.opening + 1,
                seats: fixture.seats.iter().map(name).collect(),
            }
        };
        Planned {
            schema: "agon.plan/1",
            identity: tournament.identity(),
            format: tournament.format.to_string(),
            games,
            rounds_known: tournament.format.is_static(),
            fixtures: (0..games.min(most)).map(planned).collect(),
        }
    }

    /// The list, a line for each game.
    pub(crate) fn list(&self) -> String {
        let (mut text, mut round) = (String::new(), None);
        for PlannedGame { number, game, opening, seats, round: own } in &self.fixtures {
            if round.replace(own) != Some(own) {
                let _ = writeln!(text, "\n{}", brief(game));
            }
            let _ = writeln!(text, "{number:>8}  opening {opening}: {}", seats.join(" – "));
        }
        let more = self.games - self.fixtures.len() as u64;
        if more != 0 {
            let _ = writeln!(text, "\n{more} more; all of them with --full");
        }
        text
    }
}
