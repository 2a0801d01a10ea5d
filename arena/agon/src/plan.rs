//! `agon plan`: every game of a tournament, before it is played.

use std::{io::Write, path::PathBuf};

use agon_arena::plan::{Fixture, Plan};
use serde::Serialize;

use crate::{
    failed::Failed,
    output::{answer, json},
    run::load,
};

/// Shows who meets whom, where, and from which opening
///
/// Nothing is played. Where rounds depend on results (swiss, knockout, ladder), only the first is
/// known.
#[derive(clap::Args)]
#[command(after_long_help = "\
JSON (agon.plan/1): identity, format, games (how many), rounds_known (false where later rounds depend on \
results), and fixtures, each with number, game, round (counted from 1, within the plan's blocks), opening \
(from 1) and seats, the names in order. Without --full, the first fixtures only.")]
pub(crate) struct Args {
    /// The tournament file
    file: PathBuf,
    /// How many games to list
    #[arg(long, default_value_t = 20, conflicts_with = "full")]
    limit: u64,
    /// List all games
    #[arg(long)]
    full: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct PlanDocument<'a> {
    schema: &'static str,
    identity: String,
    format: String,
    games: u64,
    rounds_known: bool,
    fixtures: Vec<Planned<'a>>,
}

#[derive(Serialize)]
struct Planned<'a> {
    number: u64,
    game: &'a str,
    round: usize,
    opening: u64,
    seats: Vec<&'a str>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let tournament = load(&args.file)?.resolve()?;
    let plan = Plan::new(tournament).map_err(Failed::usage)?;
    let listed = if args.full { plan.games() } else { plan.games().min(args.limit) };
    let format = plan.tournament().format;
    if args.json {
        let document = PlanDocument {
            schema: "agon.plan/1",
            identity: plan.tournament().identity(),
            format: format.to_string(),
            games: plan.games(),
            rounds_known: format.is_static(),
            fixtures: (0..listed).map(|number| game(&plan, &plan.fixture(number))).collect(),
        };
        return answer(|out| Ok(json(out, &document)?));
    }
    answer(|out| {
        let identity: String = plan.tournament().identity().chars().take(12).collect();
        let known = if format.is_static() {
            ""
        } else {
            " in the first round; later ones depend on results"
        };
        writeln!(out, "Plan {identity}: {format}, {} games{known}", plan.games())?;
        let mut fixture = Fixture::default();
        let mut block = None;
        for number in 0..listed {
            plan.fill(number, &mut fixture);
            let Planned { game, opening, seats, .. } = game(&plan, &fixture);
            if block.replace(fixture.block) != Some(fixture.block) {
                writeln!(out, "\n{game}")?;
            }
            writeln!(out, "{number:>8}  opening {opening}: {}", seats.join(" – "))?;
        }
        if listed < plan.games() {
            writeln!(out, "\n{} more; all of them with --full", plan.games() - listed)?;
        }
        Ok(())
    })
}

fn game<'a>(plan: &'a Plan, fixture: &Fixture) -> Planned<'a> {
    let tournament = plan.tournament();
    let name = |&entry: &usize| tournament.entries[entry].name.as_str();
    Planned {
        number: fixture.number,
        game: &tournament.sections[fixture.section].game.term,
        round: fixture.block + 1,
        opening: fixture.opening + 1,
        seats: fixture.seats.iter().map(name).collect(),
    }
}
