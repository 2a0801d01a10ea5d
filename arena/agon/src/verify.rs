//! `agon verify`: plays the games of a journal again and compares.

use std::{io::Write, path::PathBuf};

use agon_arena::{
    ask::count,
    keep::{JournalError, Mismatch, Unproved, Verification, verify},
};
use serde::Serialize;

use crate::{
    failed::Failed,
    jobs::Jobs,
    output::{answer, json},
    progress::Counting,
};

/// Plays every game of a journal again; finds the first difference
///
/// It checks every move against the rules, draws openings and dice anew, and asks every player
/// again whose moves can be reproduced. What cannot be is taken on trust, and told: moves of players that go
/// by a clock, by several threads, or are persons; how a game ended that a program broke down in, or a player
/// gave no answer; games that are void because they ended the process. Exit code 3 with the first difference.
#[derive(clap::Args)]
#[command(after_help = "\
Keys of --json: schema (agon.verify/1); same: whether all are as recorded; games, fingerprint and on_trust \
(void, endings: games; moves, of players in so many games), or null; difference: game, term, ply (from 0), \
expected and got, or null.")]
pub(crate) struct Args {
    /// The journal
    journal: PathBuf,
    #[command(flatten)]
    jobs: Jobs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// What was found, as a document.
#[derive(Serialize)]
struct VerificationDocument {
    schema: &'static str,
    same: bool,
    games: Option<u64>,
    fingerprint: Option<String>,
    on_trust: Option<Unproved>,
    difference: Option<Mismatch>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let mut counting = Counting::of("games");
    let verdict = verify(&args.journal, args.jobs.count(), &mut |done, of| counting.tick(done, of))
        .map_err(|error| match error {
            JournalError::Forged { .. } => Failed::different(error),
            _ => error.into(),
        })?;
    drop(counting);
    let schema = "agon.verify/1";
    match verdict {
        Verification::Same { games, fingerprint, on_trust } if args.json => {
            let (games, fingerprint, on_trust) = (Some(games), Some(fingerprint), Some(on_trust));
            let same = true;
            let verdict = VerificationDocument {
                schema,
                same,
                games,
                fingerprint,
                on_trust,
                difference: None,
            };
            answer(|out| Ok(json(out, &verdict)?))
        }
        Verification::Same { games, fingerprint, on_trust } => answer(|out| {
            writeln!(out, "{games} games, all as recorded")?;
            writeln!(out, "Fingerprint  {fingerprint}")?;
            let words = trusted(on_trust);
            if !words.is_empty() {
                writeln!(out, "On trust     {words}")?;
            }
            Ok(())
        }),
        Verification::Different(found) => {
            let message = found.to_string();
            if args.json {
                let (games, fingerprint, on_trust) = (None, None, None);
                let (same, difference) = (false, Some(found));
                let verdict =
                    VerificationDocument { schema, same, games, fingerprint, on_trust, difference };
                answer(|out| Ok(json(out, &verdict)?))?;
            }
            Err(Failed::different(message))
        }
    }
}

/// What was taken on trust, in words.
fn trusted(on_trust: Unproved) -> String {
    let Unproved { void, endings, games, moves } = on_trust;
    let mut parts = Vec::new();
    if moves != 0 {
        let (moves, games) = (count(moves, "move"), count(games, "game"));
        parts.push(format!("{moves} in {games} by players that nobody can ask again"));
    }
    if endings != 0 {
        parts.push(format!("how {} ended", count(endings, "game")));
    }
    if void != 0 {
        parts.push(format!("that {} ended the process", count(void, "void game")));
    }
    parts.join("; ")
}
