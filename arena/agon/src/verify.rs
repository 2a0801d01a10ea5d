//! `agon verify`: plays the games of a journal again and compares.

use std::{io::Write, path::PathBuf};

use agon_arena::{
    cores,
    keep::{JournalError, Verification, verify},
};

use crate::{failed::Failed, output::answer, progress::Counting};

/// Plays every game of a journal again; finds the first difference
///
/// It checks every move against the rules, draws openings and dice anew, and asks every player
/// again whose moves can be reproduced. Exit code 3 with the first difference.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The journal
    journal: PathBuf,
    /// How many threads play; all cores unless given
    #[arg(short, long, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let jobs = args.jobs.map_or_else(cores, usize::from);
    let mut counting = Counting::of("games");
    let verdict =
        verify(&args.journal, jobs, &mut |done, of| counting.tick(done, of)).map_err(|error| {
            match error {
                JournalError::Forged { .. } => Failed::different(error),
                _ => error.into(),
            }
        })?;
    match verdict {
        Verification::Same { games, fingerprint } => answer(|out| {
            writeln!(out, "{games} games, all as recorded")?;
            Ok(writeln!(out, "Fingerprint  {fingerprint}")?)
        }),
        Verification::Different(difference) => Err(Failed::different(difference)),
    }
}
