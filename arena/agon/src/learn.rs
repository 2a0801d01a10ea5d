//! `agon learn`: an evaluation of any game, learned by self-play.

mod document;
mod files;
mod games;
mod solved;

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use agon_core::Evaluate;
use agon_learn::{Learning, LearningSpec, ModelKind, SolvedDecisions, Strength};

pub(crate) use self::document::LearnedDocument;
use self::{
    document::{match_words, words},
    files::{KeptCurve, LearningFiles},
};
use crate::{
    failed::Failed,
    figure::grouped,
    jobs::Jobs,
    output::{answer, json},
    progress::{Meanwhile, note, rate},
    seeding, signals,
    tournament::end_when_asked,
};

/// Learns an evaluation of a game by self-play
///
/// For games in which everybody sees everything. The result is a file that players use as a heuristic:
/// 'alpha-beta(heuristic=learned("othello.agon"))'. Ctrl-C ends it with the result so far.
///
/// Tables of patterns are fitted to the played games by temporal differences. Patterns are made from where the places
/// of the board lie; a game without a board is learned by its features. One seed and one number of games give one
/// file, byte for byte, on any number of threads.
///
/// The strength on the way is written beside the file, to FILE.curve.json; `agon report learning` draws it. At a game so
/// small that every position is solved, it says how often the choice of `greedy` is a best move, and what it loses. The state of
/// the learning, FILE.learning, is three times as large and stays: from it --resume goes on, now or later. Without it
/// the evaluation is the same.
///
/// --model net learns a net with one hidden layer instead of tables; with --residual it corrects the game's usual heuristic.
/// --keep best writes the best evaluation on the way rather than the last one.
///
/// --model weights learns no tables but the weight of each of the game's features (see `agon games NAME`): within
/// seconds, and printed as a heuristic, weights(…), for every player that takes one.
#[derive(clap::Args)]
#[command(
    after_help = "\
Examples:
  agon learn othello --minutes 1 -o othello.agon
  agon learn breakthrough --model weights",
    after_long_help = "\
More examples:
  agon learn kalah --model compact --games 400000 -o kalah.agon
  agon learn kalah --resume kalah.agon --games 500000
  agon learn backgammon --model net --hidden 80 -o net.agon
  agon learn breakthrough --model net --depth 2 --keep best --minutes 60
  agon learn chess --from league.journal -o chess.agon
  agon play othello --against 'alpha-beta(depth=4, heuristic=learned(\"othello.agon\"))'
  agon show --model othello.agon
  agon report learning othello.agon -o curve.svg

Exit codes: 0 done; 1 a file cannot be read or written; 2 the game cannot be learned, FILE is there already, or \
is of another game, seed or model; 130 interrupted, with the result so far in the file."
)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Args {
    /// The game, with its options where they are not the usual ones
    game: String,
    /// What to learn
    #[arg(long, value_enum, default_value_t = ModelChoice::Tables)]
    model: ModelChoice,
    /// The hidden units of a net: a multiple of 8, from 8 to 256; 32 unless given
    #[arg(long, value_name = "N", value_parser = hidden, conflicts_with = "resume", hide_short_help = true)]
    hidden: Option<u16>,
    /// Let the net correct the game's usual heuristic instead of judging by itself
    #[arg(long, conflicts_with = "resume")]
    residual: bool,
    /// Look this many moves ahead in self-play, from 1 to 6, and learn from what the searches find; 1 unless given
    ///
    /// For games with places and two seats of which one gets what the other loses; slower with each move more.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=6), conflicts_with = "resume")]
    depth: Option<u8>,
    /// Learn from the games of these journals or saved games first
    ///
    /// And from no others unless --minutes or --games is given. Journals may be of several tournaments.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "resume")]
    from: Vec<PathBuf>,
    /// Which evaluation is the result
    ///
    /// For the best, the evaluation so far plays 200 games against the best before it, and takes its place with at least half of the
    /// points: after each 1,024 games, from 8,192 on after each eighth more, and at the end. As long as no file is complete, Ctrl-C
    /// saves the best so far. With --resume as the learning began.
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = KeptChoice::Last, conflicts_with = "resume", hide_short_help = true)]
    keep: KeptChoice,
    /// Write this file; the game's name and `.agon` unless given
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Learn for this many minutes, such as 0.5; one unless --games or --from is given
    #[arg(long, value_name = "N", value_parser = minutes)]
    minutes: Option<f64>,
    /// Learn from this many games in all, whatever time they take
    ///
    /// With --model weights 3000 unless --minutes or --from is given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..1 << 40))]
    games: Option<u64>,
    /// The seed of everything; 1 unless given, or with --resume that of the learning
    #[arg(long, value_name = "N", value_parser = seeding::seed)]
    seed: Option<u64>,
    #[command(flatten)]
    jobs: Jobs,
    /// Go on with the learning of this file, whether it was interrupted or is over
    ///
    /// The result is that of a learning without a pause, byte for byte. The state beside it, FILE.learning, is needed.
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    resume: Option<PathBuf>,
    /// Replace what is at FILE: an evaluation, whose learning is lost, or a journal
    #[arg(long)]
    force: bool,
    /// Do not measure its strength on the way and at the end
    #[arg(long)]
    unmeasured: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// The state is saved at least this often.
const SAVE_EVERY: Duration = Duration::from_secs(60);
/// Strength is measured first after this time, and from then on for a tenth of the time that learning takes.
const FIRST_MEASURE: Duration = Duration::from_secs(5);
const SHARE: u32 = 10;
/// A measurement by games on the way takes no longer, and the last one no longer than this.
const MEASURE: Duration = Duration::from_secs(3);
const LAST_MEASURE: Duration = Duration::from_secs(20);

/// The seed, unless the user says which.
const SEED: u64 = 1;

/// The hidden units of a net, unless the user says how many.
const HIDDEN: u16 = 32;

/// The games that suffice to judge named weights.
const WEIGHING: u64 = 3000;

/// The task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ModelChoice {
    /// Tables of patterns, in a file
    Tables,
    /// A weight for each of the game's features, as a term
    Weights,
    /// Tables in a file a quarter as large, whose weights are rounded to a byte each
    Compact,
    /// A net with one hidden layer that sees the state of every place, in a small file
    Net,
}

/// The evaluation that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum KeptChoice {
    /// That of all games
    Last,
    /// The best of those on the way, by matches between them
    Best,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let kind = match args.model {
        ModelChoice::Tables => ModelKind::Tables,
        ModelChoice::Weights => ModelKind::Weights,
        ModelChoice::Compact => ModelKind::Compact,
        ModelChoice::Net => ModelKind::Net { hidden: args.hidden.unwrap_or(HIDDEN), residual: args.residual },
    };
    if args.model != ModelChoice::Net {
        let given = [("--hidden", args.hidden.is_some()), ("--residual", args.residual)];
        if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
            return Err(Failed::usage(format!("{option} belongs to a net: accepted with --model net")));
        }
    }
    let mut spec = LearningSpec::new(&args.game, args.seed.unwrap_or(SEED), kind);
    spec.depth = args.depth.unwrap_or(1);
    spec.keeps_best = args.keep == KeptChoice::Best;
    if let Some(model) = &args.resume {
        spec = spec.resuming(&LearningFiles::state_of(model));
        // Another one than that of the state is refused when that is loaded.
        spec.seed = args.seed.unwrap_or(spec.seed);
    }
    let mut learning = Learning::new(&spec).map_err(Failed::usage)?;
    if args.model == ModelChoice::Weights {
        return weigh(args, learning);
    }
    let mut files = LearningFiles::of(place(args, &learning), args.force);
    if args.resume.is_some() {
        files.resume(&mut learning, args.games)?;
    } else {
        files.begin(&learning)?;
    }
    let place = files.model.display().to_string();
    let way_on =
        format!("{} has the state saved last; agon learn with --resume {place} goes on", files.state.display());
    end_when_asked(Arc::default(), move || format!("interrupted; {way_on}"));
    let left_out = games::read(&mut learning, &args.from)?;
    files.keep(&learning)?;
    let earlier = args.resume.is_some().then(|| files.had.max(learning.games()));
    let mut curve = KeptCurve::of(&learning, &files.model, earlier);
    let threads = args.jobs.count();
    let solved = if args.unmeasured { None } else { solved::decisions(&learning) };
    learn(&mut learning, args, threads, solved.as_ref(), Some((&files, &mut curve)))?;
    files.keep(&learning)?;
    let played = learning.games();
    let learning = learning.settle(threads, &asked())?;
    let (model, bytes) = learning.model().expect("tables have a file");
    files.publish(&learning, played, &bytes)?;
    drop(bytes);
    // All games that were asked for are a result, even if somebody asked to stop by then; but not without the match for it.
    let compared = learning.best().is_none_or(|best| best.compared == played);
    let is_over = args.games.map_or(!signals::is_asked(), |most| most <= played && compared);
    if !is_over {
        let played = grouped(played.max(files.had));
        let has = match learning.best() {
            None => format!("which {place} has learned from"),
            Some(_) => format!("of which {place} has the best evaluation so far"),
        };
        return Err(Failed::interrupted(format!(
            "interrupted after {played} games, {has}; agon learn with --resume {place} goes on"
        )));
    }
    let strength =
        if args.unmeasured { None } else { Some(measure(&learning, threads, LAST_MEASURE, solved.as_ref())?) };
    if let Some(strength) = &strength {
        curve.add(strength)?;
    }
    let heuristic = format!("learned({})", agon_core::term::quoted(&place));
    let mut learned = LearnedDocument::of(&learning, heuristic, left_out, strength);
    learned.played = played;
    learned.file = Some(place);
    learned.sha256 = Some(model.id().to_owned());
    learned.curve = (!curve.curve.points.is_empty()).then(|| curve.place.display().to_string());
    answer(|out| Ok(if args.json { json(out, &learned) } else { learned.print(out) }?))
}

/// Learns named weights, and prints them.
fn weigh(args: &Args, mut learning: Learning) -> Result<(), Failed> {
    if args.out.is_some() || args.resume.is_some() || args.force {
        return Err(Failed::usage(
            "--model weights learns a term, which is printed within seconds; there is no file to be \
             written, replaced, or gone on with",
        ));
    }
    end_when_asked(Arc::default(), || "interrupted; nothing was learned".to_owned());
    let threads = args.jobs.count();
    let left_out = games::read(&mut learning, &args.from)?;
    learn(&mut learning, args, threads, None, None)?;
    let is_over = !signals::is_asked();
    let strength = if args.unmeasured || !is_over {
        None
    } else {
        let solved = solved::decisions(&learning);
        Some(measure(&learning, threads, LAST_MEASURE, solved.as_ref())?)
    };
    learning.check().map_err(Failed::trouble)?;
    let heuristic = learning.weights_term().expect("they were learned");
    let learned = LearnedDocument::of(&learning, heuristic, left_out, strength);
    answer(|out| Ok(if args.json { json(out, &learned) } else { learned.print(out) }?))?;
    if is_over {
        return Ok(());
    }
    Err(Failed::interrupted(format!("interrupted after {} games", grouped(learning.games()))))
}

/// Learns until the time is over, the games are played, or somebody asks to stop.
/// The state and the curve are kept meanwhile.
fn learn(
    learning: &mut Learning,
    args: &Args,
    threads: usize,
    solved: Option<&SolvedDecisions>,
    mut kept: Option<(&LearningFiles, &mut KeptCurve)>,
) -> Result<(), Failed> {
    let (begun, first) = (Instant::now(), learning.games());
    let is_said = args.games.is_some() || args.minutes.is_some();
    if !is_said && !args.from.is_empty() {
        return Ok(());
    }
    let is_weighing = args.model == ModelChoice::Weights;
    let most = args.games.or((is_weighing && !is_said).then_some(WEIGHING));
    let minutes = args.minutes.or(most.is_none().then_some(1.0));
    let most = most.unwrap_or(u64::MAX);
    let time = minutes.map_or(Duration::MAX, |minutes| Duration::from_secs_f64(60.0 * minutes));
    let mut saved = Instant::now();
    let mut next_measure = FIRST_MEASURE;
    let mut measuring = Duration::ZERO;
    // What needs no games is measured after 16, 32, 64, … of them, whatever time it is.
    let after = |games: u64| (games + 1).next_power_of_two();
    let mut next_exact = after(first);
    let meanwhile = Meanwhile::new();
    // The last games of a finished learning may be missing from its state, and cost no time of this one.
    let had = kept.as_ref().map_or(0, |(files, _)| files.had);
    while learning.games() < had || begun.elapsed() < time {
        if let Some((files, _)) = &kept
            && learning.passes(most)
        {
            // It is the last generation, and perhaps a part of one: then the state is that before it.
            files.keep(learning)?;
        }
        if let Some(found) = learning.compare(threads, &asked())? {
            note(&match_words(&found));
        }
        if !learning.generation(threads, most, &signals::is_asked) {
            break;
        }
        let learned = begun.elapsed().saturating_sub(measuring).as_secs_f64();
        meanwhile.say(|| {
            let pace = rate((learning.games() - first) as f64 / learned.max(0.001));
            format!("{} games, {pace}", grouped(learning.games()))
        });
        let Some((files, curve)) = &mut kept else { continue };
        if SAVE_EVERY < saved.elapsed() {
            files.keep(learning)?;
            saved = Instant::now();
        }
        if args.unmeasured {
            continue;
        }
        let before = Instant::now();
        if next_measure < begun.elapsed() {
            let strength = measure(learning, threads, MEASURE, solved)?;
            if !strength.measured.is_empty() || strength.exact.is_some() {
                let pace = rate((learning.games() - first) as f64 / learned.max(0.001));
                let games = grouped(strength.games);
                note(&format!("{games} games, {pace}: {}", words(&strength)));
                curve.add(&strength)?;
            }
            measuring += before.elapsed();
            let pause = (SHARE * before.elapsed()).max(begun.elapsed() / 2);
            next_measure = begun.elapsed() + pause;
        } else if let Some(solved) = solved
            && next_exact <= learning.games()
        {
            let exact = learning.exact(solved, &signals::is_asked)?;
            curve.add(&Strength { games: learning.games(), measured: Vec::new(), exact })?;
            measuring += before.elapsed();
        }
        if next_exact <= learning.games() {
            next_exact = after(learning.games());
        }
    }
    Ok(())
}

/// How strong it is: by games for no longer than `time`, and where its game is `solved` by all its choices.
fn measure(
    learning: &Learning,
    threads: usize,
    time: Duration,
    solved: Option<&SolvedDecisions>,
) -> Result<Strength, Failed> {
    let mut strength = learning.strength(threads, Instant::now() + time, &asked())?;
    if let Some(solved) = solved {
        strength.exact = learning.exact(solved, &signals::is_asked)?;
    }
    Ok(strength)
}

/// Whether somebody asked to stop, for whoever plays matches.
fn asked() -> Arc<dyn Fn() -> bool + Send + Sync> {
    Arc::new(signals::is_asked)
}

/// The file that is learned.
fn place(args: &Args, learning: &Learning) -> PathBuf {
    match (&args.resume, &args.out) {
        (Some(path), _) | (None, Some(path)) => path.clone(),
        (None, None) => PathBuf::from(format!("{}.agon", learning.game().plugin.name)),
    }
}

fn hidden(text: &str) -> Result<u16, String> {
    let number = text.parse().ok();
    let number = number.filter(|units: &u16| units.is_multiple_of(8) && (8..=256).contains(units));
    number.ok_or_else(|| "accepted: a multiple of 8, from 8 to 256".to_owned())
}

fn minutes(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|minutes| (0.001..=1e6).contains(minutes));
    number.ok_or_else(|| "accepted: minutes from 0.001 to 1000000".to_owned())
}
