//! `agon verify`: plays the games of a journal again and compares.

use std::{io::Write, path::PathBuf};

use agon_arena::{
    ask::count,
    keep::{JournalError, Mismatch, Reader, Unproved, Verification, verify},
};
use serde::Serialize;

use crate::{
    certificate,
    failed::Failed,
    jobs::Jobs,
    models,
    output::{answer, json},
    progress::Counting,
};

/// Plays every game of a journal again; finds the first difference
///
/// Every move is checked against the rules, openings and dice are drawn anew, and every player whose moves
/// can be reproduced is asked again. The rest is not verified, and listed: moves of persons, of players that
/// go by a clock or by several threads and of programs that are not on this machine, and endings that do not come
/// again when asked for.
///
/// A journal also keeps the fingerprint of each game's rules, as agon same has it; other rules are a difference.
///
/// Or checks a certificate of agon solve, against the rules of its game alone.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon verify league.journal
  agon verify 1-of-2.journal 2-of-2.journal --json

Exit codes: 0 no difference; 1 a journal cannot be read; 3 a difference, the first of which is printed.")]
pub(crate) struct Args {
    /// Journals of one tournament, or a certificate
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,
    #[command(flatten)]
    jobs: Jobs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// The result, as a document.
#[derive(Default, Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct VerificationDocument {
    /// `agon.verify/1`.
    schema: &'static str,
    /// Whether all games are as recorded.
    same: bool,
    /// How many there are; null unless they are.
    games: Option<u64>,
    /// That of all of them.
    fingerprint: Option<String>,
    /// Results that playing again cannot verify.
    on_trust: Option<Unproved>,
    /// The programs that are not ready on this machine, and why.
    not_here: Vec<String>,
    /// The first difference, if there is one.
    difference: Option<Mismatch>,
    /// The game that has other rules than when it was played, by its fingerprint in the journal; null if none has.
    other_rules: Option<String>,
}

impl VerificationDocument {
    fn new() -> VerificationDocument {
        VerificationDocument { schema: "agon.verify/1", ..VerificationDocument::default() }
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    if let Some(path) = args.journals.iter().find(|path| certificate::is_one(path)) {
        if 1 < args.journals.len() {
            return Err(Failed::usage(format!("{}: a certificate, which is verified alone", path.display())));
        }
        return certificate::check(path, args.json);
    }
    for journal in &args.journals {
        models::read_again(&Reader::open(journal)?.tournament()?)?;
    }
    let mut counting = Counting::of("games");
    let verdict = verify(&args.journals, args.jobs.count(), &mut |done, of| counting.tick(done, of)).map_err(
        |error| match error {
            JournalError::Forged { .. } => Failed::different(error),
            _ => error.into(),
        },
    )?;
    drop(counting);
    match verdict {
        Verification::Same { games, fingerprint, on_trust, not_here } if args.json => {
            let verdict = VerificationDocument {
                same: true,
                games: Some(games),
                fingerprint: Some(fingerprint),
                on_trust: Some(on_trust),
                not_here,
                ..VerificationDocument::new()
            };
            answer(|out| Ok(json(out, &verdict)?))
        }
        Verification::Same { games, fingerprint, on_trust, not_here } => answer(|out| {
            writeln!(out, "{games} games, all as recorded")?;
            writeln!(out, "Fingerprint  {fingerprint}")?;
            let words = trusted(on_trust);
            if !words.is_empty() {
                writeln!(out, "On trust     {words}")?;
            }
            for program in not_here {
                writeln!(out, "Not here     {program}")?;
            }
            Ok(())
        }),
        Verification::OtherRules { game, extent } => {
            let message = format!(
                "all games are as recorded, and {game} has other rules than when they were played, by the \
                 fingerprint {extent}"
            );
            if args.json {
                let verdict =
                    VerificationDocument { same: false, other_rules: Some(game), ..VerificationDocument::new() };
                answer(|out| Ok(json(out, &verdict)?))?;
            }
            Err(Failed::different(message))
        }
        Verification::Different(found) => {
            let message = found.to_string();
            if args.json {
                let other_rules = found.other_rules.then(|| found.term.clone());
                let verdict =
                    VerificationDocument { difference: Some(found), other_rules, ..VerificationDocument::new() };
                answer(|out| Ok(json(out, &verdict)?))?;
            }
            Err(Failed::different(message))
        }
    }
}

/// What was not verified, in words.
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
        parts.push(format!("that {} ended the process or took too long", count(void, "void game")));
    }
    parts.join("; ")
}
