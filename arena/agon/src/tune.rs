//! `agon tune`: fits the weights of a player's heuristic.

use std::{
    io::Write,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use agon_arena::{
    keep::StateError,
    rating::finite,
    tune::{Gain, Interrupted, Tuning, TuningSpec, Went},
};
use agon_learn::with_models;
use serde::Serialize;

use crate::{
    failed::Failed,
    figure::{grouped, plain},
    jobs::Jobs,
    output::{answer, json},
    progress::progress,
    seeding, signals,
    tournament::end_when_asked,
};

/// Fits the weights of a player's heuristic by self-play
///
/// For games of two seats, over the features that the game declares (see `agon games NAME`). At the end the tuned
/// player meets the one it began as: its gain in Elo, with the 95 % interval.
///
/// By SPSA (J. C. Spall, 1992): every iteration shifts all weights at once, each up or down by chance, plays the player
/// with the shifted weights against the player with the opposite shift, and moves the weights towards the winner. The
/// match at the end is played from other openings.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon tune othello -p 'alpha-beta(depth=2)' --state othello.json
  agon tune 'othello(size=6)' -p 'alpha-beta(depth=2)' --start corners=1")]
pub(crate) struct Args {
    /// The game, with its options where they are not the usual ones
    game: String,
    /// The player to tune; its `heuristic` is replaced by the weights
    #[arg(short, long, value_name = "TERM")]
    player: String,
    /// Begin with weights such as 'corners=1,mobility=0.5', others zero
    ///
    /// Unless given, with those of the player.
    #[arg(long, value_name = "WEIGHTS", allow_hyphen_values = true)]
    start: Option<String>,
    /// How many steps to make
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..1 << 40))]
    iterations: u64,
    /// How many pairs of games each step rests on
    ///
    /// A pair is one opening in both seatings, with the same dice.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..1 << 32))]
    pairs: u64,
    /// How many random plies an opening has
    #[arg(long, value_name = "N", default_value_t = 4)]
    random_plies: u32,
    /// The seed of everything
    #[arg(long, value_name = "N", value_parser = seeding::seed, default_value_t = 1)]
    seed: u64,
    /// Keep the state in this file, and go on from it if it exists
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// The opponent at the end; the player as it began unless given
    #[arg(long, value_name = "TERM")]
    against: Option<String>,
    /// How many pairs of games they play; 0 for no match
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(..1 << 32))]
    match_pairs: u64,
    #[command(flatten)]
    jobs: Jobs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// The state is written at most this often: what a kill can cost.
const SAVE_EVERY: Duration = Duration::from_millis(200);

/// What was found, as a document.
#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
pub(crate) struct Tuned {
    /// `agon.tuning/1`.
    schema: &'static str,
    /// The game's term.
    game: String,
    /// The tuned player.
    player: String,
    /// Its heuristic alone.
    heuristic: String,
    /// Feature by feature.
    weights: Vec<Weight>,
    /// How many steps were made.
    iterations: u64,
    /// How many pairs of games each rests on.
    pairs: u64,
    /// How many random plies an opening has.
    random_plies: u32,
    /// The seed.
    seed: u64,
    /// How many games were played for the weights.
    games: u64,
    /// The match at the end; null for --match-pairs 0.
    #[serde(rename = "match")]
    met: Option<Match>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
struct Weight {
    /// The name of the feature.
    feature: &'static str,
    /// Its weight at the beginning.
    start: f64,
    /// Its weight now, to four digits.
    tuned: f64,
    /// Its standard deviation in random games.
    spread: f64,
}

#[derive(Serialize)]
#[cfg_attr(feature = "shell", derive(schemars::JsonSchema))]
struct Match {
    /// The opponent.
    against: String,
    /// How many pairs of games brought 0, ½, 1, 1½ and 2 points.
    pairs: [u64; 5],
    /// Games that are move for move an earlier one, and are not counted.
    copies: u64,
    /// Warnings about it.
    warnings: Vec<String>,
    /// Points per game.
    score: f64,
    /// The difference in Elo; null where it is infinite.
    elo: Option<f64>,
    /// The lower end of the 95 % interval; null where there is none.
    low: Option<f64>,
    /// The upper end.
    high: Option<f64>,
    /// The probability that the tuned player is the stronger.
    superiority: f64,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let mut tuning = Tuning::new(&TuningSpec {
        game: args.game.clone(),
        player: with_models(&args.player)?,
        start: args.start.clone(),
        iterations: args.iterations,
        pairs: args.pairs,
        plies: args.random_plies,
        seed: args.seed,
    })
    .map_err(Failed::usage)?;
    let against = args.against.clone().unwrap_or_else(|| tuning.start_term());
    if args.match_pairs != 0 {
        // Found out now rather than after hours of tuning.
        tuning.check_match(&against, args.match_pairs).map_err(Failed::usage)?;
    }
    let jobs = args.jobs.count();
    let way_on = way_on(args);
    end_when_asked(Arc::default(), move || format!("interrupted; {way_on}"));
    let interrupted: Interrupted = Arc::new(signals::is_asked);
    climb(&mut tuning, args, jobs, &interrupted)?;
    let gain = match args.match_pairs {
        0 => None,
        pairs => match tuning.gain(&against, pairs, jobs, &interrupted) {
            Ok(Went::Done(gain)) => Some(gain),
            Ok(Went::Interrupted) => return Err(stopped(&tuning, args)),
            Err(error) => return Err(Failed::trouble(error)),
        },
    };
    let tuned = Tuned::new(&tuning, args, gain, against);
    answer(|out| {
        let written = if args.json { json(out, &tuned) } else { tuned.print(out) };
        Ok(written?)
    })
}

/// Makes the steps that are left, keeping the state.
fn climb(tuning: &mut Tuning, args: &Args, jobs: usize, interrupted: &Interrupted) -> Result<(), Failed> {
    if let Some(path) = &args.state {
        tuning.load(path)?;
        // A file that can't be written is found out before the first step.
        tuning.save(path)?;
    }
    let bar = progress("iterations", tuning.iterations(), tuning.done());
    let mut saved = Instant::now();
    while tuning.done() < tuning.iterations() {
        let went = tuning.step(jobs, interrupted).map_err(Failed::trouble)?;
        bar.set_position(tuning.done());
        let is_last = went == Went::Interrupted || tuning.done() == tuning.iterations();
        if let Some(path) = args.state.as_ref().filter(|_| is_last || SAVE_EVERY < saved.elapsed()) {
            tuning.save(path)?;
            saved = Instant::now();
        }
        if went == Went::Interrupted {
            bar.finish_and_clear();
            return Err(stopped(tuning, args));
        }
    }
    bar.finish_and_clear();
    Ok(())
}

fn stopped(tuning: &Tuning, args: &Args) -> Failed {
    let (done, all) = (tuning.done(), tuning.iterations());
    let way_on = match &args.state {
        Some(path) => format!(", which {} has kept; the same command goes on", path.display()),
        None => "; without --state they are lost".to_owned(),
    };
    Failed::interrupted(format!("interrupted after {done} of {all} iterations{way_on}"))
}

/// How it goes on if it has to be left in the middle of a step.
fn way_on(args: &Args) -> String {
    match &args.state {
        Some(path) => {
            format!("{} has the state saved last; the same command goes on", path.display())
        }
        None => "without --state all iterations are lost".to_owned(),
    }
}

impl From<StateError> for Failed {
    fn from(error: StateError) -> Failed {
        match error {
            StateError::Io { .. } => Failed::trouble(error),
            StateError::Output(error) => error.into(),
            StateError::NotOne { .. } | StateError::Foreign { .. } => Failed::usage(error),
        }
    }
}

impl Tuned {
    fn new(tuning: &Tuning, args: &Args, gain: Option<Gain>, against: String) -> Tuned {
        let all = tuning.features().iter().zip(tuning.start()).zip(tuning.weights());
        let weights = all.zip(tuning.spreads()).map(|(((feature, &start), tuned), &spread)| Weight {
            feature: feature.name,
            start,
            tuned,
            spread,
        });
        Tuned {
            schema: "agon.tuning/1",
            game: tuning.game().term.clone(),
            player: tuning.tuned_term(),
            heuristic: tuning.tuned_heuristic(),
            weights: weights.collect(),
            iterations: args.iterations,
            pairs: args.pairs,
            random_plies: args.random_plies,
            seed: args.seed,
            games: 2 * args.pairs * args.iterations,
            met: gain.map(|gain| Match::new(gain, against)),
        }
    }

    fn print(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{}: {}", self.game, self.player)?;
        writeln!(
            out,
            "{} iterations of {} pairs, {} games, seed {}",
            grouped(self.iterations),
            self.pairs,
            grouped(self.games),
            self.seed
        )?;
        let width = self.weights.iter().map(|weight| weight.feature.len()).max().unwrap_or(0);
        let width = width.max("feature".len());
        writeln!(out, "\n  {:width$}  {:>10}  {:>10}  {:>10}", "feature", "start", "tuned", "spread")?;
        for weight in &self.weights {
            let [start, tuned, spread] = [weight.start, weight.tuned, weight.spread].map(plain);
            writeln!(out, "  {:width$}  {start:>10}  {tuned:>10}  {spread:>10}", weight.feature)?;
        }
        self.met.as_ref().map_or(Ok(()), |met| met.print(out))
    }
}

impl Match {
    fn new(gain: Gain, against: String) -> Match {
        let difference = gain.difference;
        Match {
            against,
            pairs: gain.counts,
            copies: gain.copies,
            warnings: gain.warnings,
            score: difference.score,
            elo: finite(difference.elo),
            low: finite(difference.interval.0),
            high: finite(difference.interval.1),
            superiority: difference.superiority,
        }
    }

    fn print(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let pairs: u64 = self.pairs.iter().sum();
        let elo = match (self.elo, self.low, self.high) {
            (Some(elo), Some(low), Some(high)) => {
                format!("{elo:+.1} Elo, 95 % from {low:+.1} to {high:+.1}")
            }
            (Some(elo), _, _) => format!("{elo:+.1} Elo, without a bound on one side"),
            (None, Some(low), _) => format!("at least {low:+.1} Elo (95 %, one-sided)"),
            (None, _, Some(high)) => format!("at most {high:+.1} Elo (95 %, one-sided)"),
            (None, None, None) => "no difference can be computed".to_owned(),
        };
        writeln!(out, "\nAgainst {} over {} pairs: {elo}", self.against, grouped(pairs))?;
        writeln!(
            out,
            "  {:.1} % of the points, stronger with {:.1} %; pairs by points 0, ½, 1, 1½, 2: {:?}",
            100.0 * self.score,
            100.0 * self.superiority,
            self.pairs
        )?;
        if self.copies != 0 {
            writeln!(out, "  {} games are copies of earlier ones, and not counted", grouped(self.copies))?;
        }
        for warning in &self.warnings {
            writeln!(out, "  Warning: {warning}")?;
        }
        Ok(())
    }
}
