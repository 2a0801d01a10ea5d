//! `agon laws`.

mod crate_tests;
mod mutants;

use std::{
    io::{self, Write},
    path::PathBuf,
};

use agon_core::{Explained, NamedGame, options::brief, registry, term::Term};
use agon_laws::{LawError, LawExtent, LawProgress, Looked, PlayerLawError};
use indicatif::HumanCount;
use serde::Serialize;

#[cfg(feature = "shell")]
pub(crate) use self::mutants::MutantsDocument;
use self::mutants::{Checks, examine};
use crate::{
    failed::{Failed, printable},
    figure::grouped,
    jobs::Jobs,
    models,
    output::{answer, json},
    progress::Meanwhile,
};

/// Checks that a game, or a player, keeps what it promises
///
/// A game is walked at random, and in full near its start: its moves, texts, payoffs, keys, odds,
/// symmetries. Without options it is checked with every sample of them, and its description too.
/// With --player, that player is checked at the given games, or at all: that its moves are legal,
/// that the same question gets the same answer, that it keeps to its budget.
///
/// Every part of a check has a budget, counted in the moves of the positions it looks at. Games whose rules are
/// a program, or a sheet too large to be laid out, have a tenth of it or less. What was looked at is said, and which
/// laws were cut short.
///
/// With --mutants faults are planted in the game, one at a time, and it is told which checks find them: the laws, the
/// tests of a crate, recorded plays. What finds none of several has gaps there.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon laws connect-four
  agon laws 'connect-four(width=5)' nim
  agon laws --player 'alpha-beta(depth=3)' tic-tac-toe
  agon laws 'nim(heaps=1+2)' --mutants
  agon laws my-game --mutants --tests games/my-game --records my-game.journal

Exit codes: 0 every law holds, or every fault is found; 1 the tests or records fail without a fault; 2 a name or \
an option is wrong, or the player plays none of the games; 3 a law is broken, or a fault is found by nothing.")]
pub(crate) struct Args {
    /// The games; with --player, all unless given.
    #[arg(value_name = "GAME", required_unless_present = "player")]
    games: Vec<String>,
    /// Check this player instead.
    #[arg(short, long, value_name = "PLAYER")]
    player: Option<String>,
    /// Look at several times as many positions
    #[arg(long, conflicts_with = "player")]
    thorough: bool,
    /// Plant faults in the game, and say which checks find them
    #[arg(long, conflicts_with = "player")]
    mutants: bool,
    /// With --mutants: the crate whose tests are asked too, by its folder
    #[arg(long, value_name = "FOLDER", requires = "mutants")]
    tests: Option<PathBuf>,
    /// With --mutants: the journals whose plays are asked too
    #[arg(long, value_name = "JOURNAL", requires = "mutants", num_args = 1..)]
    records: Vec<PathBuf>,
    #[command(flatten)]
    jobs: Jobs,
    /// Answer with one line of JSON.
    #[arg(long)]
    json: bool,
}

/// What was found, as a document.
#[derive(Default, Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct LawsDocument {
    /// The player; null without --player.
    player: Option<String>,
    /// The games where every law holds.
    kept: Vec<String>,
    /// What was looked at, for each of these games in order; empty with --player.
    looked: Vec<LookedDocument>,
    /// The games that the player cannot play.
    refused: Vec<RefusedGame>,
    /// The first violation, in words; null where there is none.
    broken: Option<String>,
}

/// What was looked at before a game was said to keep every law.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
struct LookedDocument {
    /// The positions near the start at which all laws were checked.
    near: u64,
    /// The positions of random plays at which they were.
    positions: u64,
    /// The random plays.
    plays: u64,
    /// The laws that were cut short by their budgets, each with what was checked of it.
    cut: Vec<String>,
    /// How rules from outside are worked out, and what is certain of them.
    known: Vec<String>,
    /// Remarks on rules from outside, such as names that nothing defines.
    remarks: Vec<String>,
}

impl LookedDocument {
    fn of(looked: Looked, game: &NamedGame) -> LookedDocument {
        let Looked { near, positions, plays, cut, .. } = looked;
        let told = game.start.remarks();
        let remarks = told.all().map(str::to_owned).collect();
        LookedDocument { near, positions, plays, cut, known: told.known, remarks }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "  looked at {} positions near the start, and {} in {} random plays",
            grouped(self.near),
            grouped(self.positions),
            grouped(self.plays)
        )?;
        for cut in &self.cut {
            writeln!(out, "  cut short: {} (--thorough goes on)", printable(cut))?;
        }
        for known in &self.known {
            writeln!(out, "  rules: {}", printable(known))?;
        }
        for remark in &self.remarks {
            writeln!(out, "  remark: {}", printable(remark))?;
        }
        Ok(())
    }
}

/// A game that the player cannot play.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
struct RefusedGame {
    /// The game's term.
    game: String,
    /// Why not.
    reason: String,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    if args.mutants {
        return plant_in(args);
    }
    let mut found = LawsDocument::default();
    match &args.player {
        None => check_games(args, &mut found)?,
        Some(player) => {
            let player = models::player(player)?.term;
            // A game that needs options cannot be meant.
            let begins = |name: &&&str| registry::game(name).is_ok();
            let all = || registry::games().keys().filter(begins).map(|&n| n.to_owned()).collect();
            let games = if args.games.is_empty() { all() } else { args.games.clone() };
            check_player(&player, &games, &mut found)?;
            found.player = Some(player);
        }
    }
    answer(|out| {
        if args.json {
            return Ok(json(out, &found)?);
        }
        let mut looked = found.looked.iter();
        for game in &found.kept {
            match &found.player {
                Some(player) => writeln!(out, "{player} at {}: every law holds", brief(game))?,
                None => writeln!(out, "{}: every law holds", brief(game))?,
            }
            looked.next().map_or(Ok(()), |looked| looked.write(out))?;
        }
        for RefusedGame { game, reason } in &found.refused {
            writeln!(out, "{}: not checked: {}", brief(game), brief(reason))?;
        }
        Ok(())
    })?;
    match found.broken {
        Some(broken) => Err(Failed::different(broken)),
        None if found.kept.is_empty() => Err(Failed::usage("nothing could be checked")),
        None => Ok(()),
    }
}

/// Plants faults in one game, and says who finds them.
fn plant_in(args: &Args) -> Result<(), Failed> {
    let [text] = &args.games[..] else {
        return Err(Failed::usage("--mutants: there is more than one game; accepted: one"));
    };
    let game = registry::game(text).map_err(Failed::usage)?;
    let extent = LawExtent::of(&game, args.thorough);
    agon_laws::check_within(&game.term, extent, &mut |_| {}).map_err(|error| match error {
        LawError::Broken(broken) => Failed::different(broken),
        error => Failed::usage(error),
    })?;
    let (tests, records) = (args.tests.as_deref(), &args.records[..]);
    let checks = Checks { extent, jobs: args.jobs.count(), tests, records };
    let found = examine(&game, &checks)?;
    answer(|out| {
        if args.json { json(out, &found) } else { found.write(out, &checks) }?;
        Ok(())
    })?;
    if found.is_complete() { Ok(()) } else { Err(Failed::different("")) }
}

/// Checks games until one breaks a law.
fn check_games(args: &Args, found: &mut LawsDocument) -> Result<(), Failed> {
    let (meanwhile, mut checks) = (Meanwhile::new(), 0u64);
    let mut tell = |LawProgress { game, law, share }: LawProgress<'_>| {
        checks += 1;
        meanwhile.say(|| {
            let done = format!("check {} ({:.0} %)", HumanCount(checks), 100.0 * share);
            format!("{}, {done}: {law}", brief(game))
        });
    };
    for text in &args.games {
        let term = Term::parse(text).map_err(Failed::usage)?;
        let plugin = registry::find_game(&term.name).map_err(Failed::usage)?;
        // Without options it is every sample, whether or not the usual options are one.
        let terms: Vec<String> =
            if term.arguments.is_empty() { plugin.sample_terms().collect() } else { vec![text.clone()] };
        // What can only be played with options has no samples; its description is its author's.
        let is_usual = !plugin.samples.is_empty();
        let mut checked = if is_usual { agon_laws::check_plugin(plugin) } else { Ok(()) };
        for term in terms {
            if checked.is_err() {
                break;
            }
            let game = registry::game(&term).map_err(Failed::usage)?;
            let extent = LawExtent::of(&game, args.thorough);
            checked = agon_laws::check_within(&term, extent, &mut tell).map(|looked| {
                found.looked.push(LookedDocument::of(looked, &game));
                found.kept.push(game.term);
            });
        }
        match checked {
            Ok(()) => {}
            Err(LawError::Broken(broken)) => {
                found.broken = Some(broken.to_string());
                return Ok(());
            }
            Err(error) => return Err(Failed::usage(error)),
        }
    }
    Ok(())
}

/// Checks a player at games until it breaks a law.
fn check_player(player: &str, games: &[String], found: &mut LawsDocument) -> Result<(), Failed> {
    let (meanwhile, mut checks) = (Meanwhile::new(), 0u64);
    let mut tell = |game: &str, law: &str| {
        checks += 1;
        meanwhile.say(|| {
            let at = format!("{} at {}", brief(player), brief(game));
            format!("{at}, check {}: {law}", HumanCount(checks))
        });
    };
    for text in games {
        let game = registry::game(text).map_err(Failed::usage)?.term;
        match agon_laws::check_player_told(player, &game, &mut tell) {
            Ok(()) => found.kept.push(game),
            Err(PlayerLawError::Refused(reason)) => {
                found.refused.push(RefusedGame { game, reason: reason.to_string() });
            }
            Err(PlayerLawError::Broken(broken)) => {
                found.broken = Some(broken.to_string());
                return Ok(());
            }
            Err(error) => return Err(Failed::usage(error)),
        }
    }
    Ok(())
}
