//! `agon submit`: a tournament as a job for an engine that runs tasks on many machines.

use std::{io::Write, path::PathBuf};

use agon_arena::{
    keep::Header,
    plan::{Plan, Shard},
    tell::{ENGINES, Submission},
};

use crate::{
    built::build,
    failed::Failed,
    output::answer,
    run::{can_be_sharded, load},
    seeding,
};

/// Writes the submission that plays a tournament file in shards
///
/// For a workload manager such as Slurm. The submission is printed; nothing is submitted.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon submit league.toml --for slurm --shards 200 > league.sh
  agon submit league.toml --for kubernetes --image agon:0.1 > league.yaml")]
pub(crate) struct Args {
    /// The tournament file
    file: PathBuf,
    /// What the submission is for
    #[arg(long = "for", value_name = "ENGINE", value_parser = ENGINES)]
    engine: String,
    /// The number of parts; many more than workers, so that none stays idle and a failure costs little;
    /// 100 unless given, or as many as there are meetings
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    shards: Option<u64>,
    /// How many threads play one part
    #[arg(short, long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// The container image that has agon in it, for kubernetes
    #[arg(long, default_value = "agon:latest")]
    image: String,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let tournament = load(&args.file)?.resolve()?;
    can_be_sharded(&tournament)?;
    if tournament.has_secret() && tournament.secret.is_none() {
        return Err(seeding::no_secret());
    }
    let plan = Plan::new(tournament).map_err(Failed::usage)?;
    let (header, identity) = (Header::new(&plan, Shard::WHOLE, build()), plan.tournament().identity());
    let submission = Submission {
        file: &args.file,
        beginning: &header.bytes(),
        identity: &identity,
        shards: args.shards.unwrap_or_else(|| parts(&plan)),
        jobs: args.jobs.into(),
        image: &args.image,
    };
    let text = submission.write(&args.engine).map_err(Failed::usage)?;
    answer(|out| Ok(out.write_all(&text)?))
}

/// A hundred parts, but none that is empty.
fn parts(plan: &Plan) -> u64 {
    let games = |index| plan.shard_games(Shard::part(index, 100));
    (0..100).take_while(|&index| games(index) != 0).count().max(1) as u64
}
