//! `agon run`: a tournament, from a file, from flags, or the one that is built in.

mod part;
mod spec;

use std::{
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use agon_arena::{
    ask::{Exclusion, FaultRule, Format, SPEC_KEYS, SecretChoice, Worded},
    keep::{Reader, is_journal},
    plan::{OPENINGS_FORM, Plan, Section, Shard, fits_memory, forecast, memory_words},
    play::{Estimate, estimate},
};
use agon_core::Habits;
use clap::builder::{PossibleValuesParser, RangedU64ValueParser};
use indicatif::HumanDuration;

use self::part::PartFlags;
use crate::{
    failed::Failed,
    figure::grouped,
    models,
    output::{answer, json},
    planned::Planned,
    progress::note,
    seeding,
    tournament::{self, Keeping, Output},
};

pub(crate) use self::{part::can_be_sharded, spec::load};

const MEETINGS: &str = "Who meets whom";
const LIMITS: &str = "Limits and faults";
/// How many games a plan lists, unless all are asked for.
const LISTED: u64 = 20;

/// Plays a tournament: of a file, of options, or the built-in one
///
/// Every set of players, as many as the game has seats, meets in all seatings, from the same
/// openings, with the same dice for every seating of one opening.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon run league.toml
  agon run -g connect-four -p random -p 'mcts(iterations={100,300})' -n 20
The keys of a tournament file are in docs/tournament.md and in agon man run.")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Args {
    /// A tournament file, or a journal to go on with
    ///
    /// Without it and without --game, a small built-in tournament is played.
    file: Option<PathBuf>,
    /// A game, such as 'nim(heaps=1+2+3)'; once for each
    ///
    /// They replace those of the file. A value between braces is a sweep: `hex(size={5,7})` is two games.
    #[arg(short, long = "game", value_name = "GAME")]
    games: Vec<String>,
    /// A player, such as 'random'; once for each
    ///
    /// They replace those of the file. A value between braces is a sweep: `mcts(iterations={100,300})` signs up
    /// two players. NAME=PLAYER gives it a name: `new=alpha-beta(depth=4)`.
    #[arg(short, long = "player", value_name = "PLAYER")]
    players: Vec<String>,
    /// How many openings each meeting is played from
    ///
    /// Unless given, 10; all of --opening-file; with --stop as many as it takes.
    #[arg(short = 'n', long, value_name = "COUNT", value_parser = from_one())]
    openings: Option<u64>,
    /// Take the openings from this file
    ///
    /// The first of them or, without --openings, all.
    #[arg(long, alias = "book", value_name = "FILE", help_heading = "Openings", hide_short_help = true)]
    opening_file: Option<String>,
    /// How many random plies an opening has
    ///
    /// One from a file has them after the moves there.
    #[arg(long, value_name = "PLIES", help_heading = "Openings", hide_short_help = true)]
    random_plies: Option<u32>,
    /// How many nodes a player may spend on one move
    #[arg(long, value_name = "COUNT", value_parser = from_one())]
    nodes: Option<u64>,
    /// Milliseconds that a player may think about one move
    ///
    /// Results that go by a clock cannot be reproduced.
    #[arg(long, alias = "movetime", value_name = "MS", value_parser = from_one())]
    move_time: Option<u64>,
    /// After how many plies a game is adjudicated: every seat gets the same
    #[arg(
        long,
        hide_short_help = true,
        value_name = "PLIES",
        help_heading = LIMITS,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    max_plies: Option<u32>,
    /// End a game that is lost: 'value=0.9, plies=6'
    ///
    /// A game is lost where both players report for this many plies that the same one loses, by at least this value.
    #[arg(long, value_name = "RULE", help_heading = LIMITS, hide_short_help = true)]
    resign: Option<String>,
    /// End a game that is drawn: 'value=0.05, plies=12, from=40'
    ///
    /// A game is drawn where both players report for this many plies, from this ply on, values this near to a draw.
    #[arg(long, value_name = "RULE", help_heading = LIMITS, hide_short_help = true)]
    draw: Option<String>,
    /// The master seed, or 'random' for one that nobody can guess
    #[arg(short, long, value_name = "N", value_parser = seeding::seed)]
    seed: Option<u64>,
    /// What programs must not know of dice and cards: 32 hexadecimal digits, or 'none'
    ///
    /// Drawn with the seed where a program plays at dice or cards, or draws itself. Unless given it is that of the
    /// journal, or a new one, which the result states. With 'none' the seed alone decides: for programs of one's own,
    /// which do not look for it.
    #[arg(long, value_name = "HEX", hide_short_help = true)]
    secret: Option<SecretChoice>,
    /// Leave players out of games they cannot play
    #[arg(long, help_heading = MEETINGS, hide_short_help = true)]
    skip_unsupported: bool,
    /// Who meets whom
    ///
    /// In a knockout a tied meeting is played again up to three times; then whoever signed up first goes on, as the
    /// result says.
    #[arg(long, value_name = "FORMAT", value_parser = Format::WORDS)]
    format: Option<String>,
    /// How many rounds a swiss or a ladder has
    #[arg(
        long,
        hide_short_help = true,
        value_name = "COUNT",
        help_heading = MEETINGS,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    rounds: Option<u32>,
    /// What happens to a game in which a player is at fault
    #[arg(long, value_name = "RULE", help_heading = LIMITS, value_parser = words::<FaultRule>(), hide_short_help = true)]
    faults: Option<String>,
    /// Exclude a player after this many games without an answer; 3, or `never`
    ///
    /// A game in which its program breaks down counts too. Its later games are not played, and count for nobody.
    #[arg(long, value_name = "GAMES", help_heading = LIMITS, hide_short_help = true)]
    exclude_after: Option<Exclusion>,
    /// End a match of two when its result is clear
    ///
    /// A sequential test between two differences in Elo: 'sprt(elo0=0, elo1=5)'.
    #[arg(long, value_name = "RULE")]
    stop: Option<String>,
    /// Keep the journal here, or go on where it ends
    ///
    /// With a tournament file it stands beside that unless given. If there is one, the run goes on where it
    /// ends.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Keep value, depth and nodes of every move
    ///
    /// They stand in the journal and in --records: see agon report games.
    #[arg(long, help_heading = tournament::KEPT, hide_short_help = true)]
    thoughts: bool,
    /// Keep no journal
    #[arg(long, conflicts_with = "journal")]
    no_journal: bool,
    #[command(flatten)]
    part: PartFlags,
    /// Print the plan and what it takes; play nothing
    ///
    /// Who meets whom, memory, time (by a second or two of its games), what would mislead, and the first games; with
    /// --full all of them.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    keeping: Keeping,
}

/// What a tournament file and a file of openings hold, for the manual.
pub(crate) fn files() -> String {
    format!("{SPEC_KEYS}\n\n{OPENINGS_FORM}")
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    if let Some(path) = args.file.as_deref().filter(|path| goes_on(args, path)) {
        return go_on(args, path);
    }
    let (tournament, opening_files) = match &args.file {
        Some(path) if is_journal(path) => (args.kept(path)?, Vec::new()),
        _ => {
            let mut spec = args.spec()?;
            models::read_for(&mut spec)?;
            let files = spec.opening_files().map(PathBuf::from).collect();
            (spec.resolve()?, files)
        }
    };
    let mut plan = Plan::new(tournament).map_err(Failed::usage)?;
    if let Some(path) = &args.part.after {
        plan = seeding::with_that_of(plan, &Reader::open(path)?)?;
    }
    let Some((plan, shard)) = args.part.of(plan, args.keeping.mixed_builds)? else {
        note("nothing is left to play");
        return Ok(());
    };
    if args.dry_run {
        let planned = Planned::of(&plan, shard, if args.output.full { u64::MAX } else { LISTED });
        if args.output.json {
            return answer(|out| Ok(json(out, &planned)?));
        }
        let mut text = forecast(&plan, shard);
        let jobs = args.output.jobs(plan.shard_games(shard));
        let room = fits_memory(plan.tournament(), jobs);
        match (&room, memory_words(plan.tournament(), jobs)) {
            (Err(message), _) => text.extend(["Memory: too little, ", message, "\n"]),
            (Ok(()), Some(words)) => text.extend(["Memory: ", &words, "\n"]),
            (Ok(()), None) => {}
        }
        let list = planned.list();
        if room.is_ok() {
            text.push_str(&time_words(plan, shard, jobs));
        }
        text.push_str(&list);
        return answer(|out| Ok(out.write_all(text.as_bytes())?));
    }
    let journal = match (&args.journal, &args.file) {
        _ if args.no_journal => None,
        (Some(path), _) => Some(path.clone()),
        (None, Some(file)) => Some(args.part.journal_beside(file, shard)),
        (None, None) => None,
    };
    let inputs = args.file.iter().chain(&args.part.after).cloned().chain(opening_files);
    tournament::play(plan, shard, journal.as_deref(), &inputs.collect::<Vec<_>>(), &args.output, &args.keeping)
}

/// Whether a journal is to be gone on with, and not its tournament played anew or in parts.
fn goes_on(args: &Args, path: &Path) -> bool {
    let is_named = path.extension().is_some_and(|ending| ending == "journal");
    let is_elsewhere = args.journal.is_some() || args.no_journal || args.dry_run;
    (is_named || is_journal(path)) && !is_elsewhere && !args.part.is_asked()
}

/// Plays the rest of a journal, which holds the whole tournament.
fn go_on(args: &Args, path: &Path) -> Result<(), Failed> {
    args.kept(path)?;
    let reader = Reader::open(path)?;
    let (plan, shard) = (reader.plan()?, reader.header().shard());
    drop(reader);
    tournament::play(plan, shard, Some(path), &[], &args.output, &args.keeping)
}

/// How long it will take, as a line; nothing where persons play.
fn time_words(plan: Plan, shard: Shard, jobs: usize) -> String {
    let has_person = |section: &Section| section.habits().any(|(_, habits): (usize, Habits)| habits.person);
    let tournament = plan.tournament();
    if tournament.goes_on_until_clear() || tournament.sections.iter().any(has_person) {
        return String::new();
    }
    let games = plan.shard_games(shard);
    let Estimate { played, time, is_least } = estimate(&Arc::new(plan), shard, jobs, PATIENCE);
    let about = if is_least { "more than" } else { "about" };
    let (played, games) = (grouped(played), grouped(games));
    format!("Time: {about} {} on {jobs} threads, an estimate by {played} of the {games} games\n", HumanDuration(time))
}

/// For how long games are played to estimate how long all of them will take.
const PATIENCE: Duration = Duration::from_millis(1500);

/// Reads a whole number that is not 0.
fn from_one() -> RangedU64ValueParser {
    clap::value_parser!(u64).range(1..)
}

/// Reads one of the words of a choice.
fn words<T: Worded>() -> PossibleValuesParser {
    PossibleValuesParser::new(T::words())
}

#[cfg(test)]
mod tests {
    use super::SPEC_KEYS;

    /// Written anew with `UPDATE_DOCS=1`.
    #[test]
    fn the_page_of_tournament_files_has_every_key() {
        let place = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tournament.md");
        let written = std::fs::read_to_string(place).unwrap_or_default();
        let mut page = written.clone();
        let (begin, end) = ("<!-- keys -->\n", "<!-- /keys -->");
        let from = page.find(begin).expect("the page has the mark") + begin.len();
        let to = from + page[from..].find(end).expect("the mark ends");
        page.replace_range(from..to, &format!("```text\n{SPEC_KEYS}\n```\n"));
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(place, &page).unwrap();
        }
        assert!(written == page, "UPDATE_DOCS=1 cargo test -p agon --lib tournament_files");
    }
}
