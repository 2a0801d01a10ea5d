//! `agon learn`: an evaluation of any game, learned by self-play.

mod document;
mod games;

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use agon_arena::keep::{Protected, replace};
use agon_core::Evaluate;
use agon_learn::{Learning, LearningCurve, LearningSpec, ModelKind, Strength};

pub(crate) use self::document::LearnedDocument;
use self::document::words;
use crate::{
    failed::Failed,
    figure::grouped,
    inputs,
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
/// The strength on the way is written beside the file, to FILE.curve.json; `agon report learning` draws it.
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
  agon learn chess --from league.journal -o chess.agon
  agon play othello --against 'alpha-beta(depth=4, heuristic=learned(\"othello.agon\"))'
  agon show --model othello.agon
  agon report learning othello.agon -o curve.svg

Exit codes: 0 done; 1 a file cannot be read or written; 2 the game cannot be learned, or FILE is of another game, \
seed or model; 130 interrupted, with the result so far in the file."
)]
pub(crate) struct Args {
    /// The game, with its options where they are not the usual ones
    game: String,
    /// What to learn
    #[arg(long, value_enum, default_value_t = ModelChoice::Tables)]
    model: ModelChoice,
    /// Learn from the games of these journals or saved games first
    ///
    /// And from no others unless --minutes or --games is given. Journals may be of several tournaments.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "resume")]
    from: Vec<PathBuf>,
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
    /// The seed of everything
    #[arg(long, value_name = "N", value_parser = seeding::seed, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    jobs: Jobs,
    /// Go on with the interrupted learning of this file
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    resume: Option<PathBuf>,
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
/// A measurement on the way takes no longer, and the last one no longer than this.
const MEASURE: Duration = Duration::from_secs(3);
const LAST_MEASURE: Duration = Duration::from_secs(20);

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
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let kind = match args.model {
        ModelChoice::Tables => ModelKind::Tables,
        ModelChoice::Weights => ModelKind::Weights,
        ModelChoice::Compact => ModelKind::Compact,
    };
    let spec = LearningSpec { game: args.game.clone(), seed: args.seed, kind };
    let mut learning = Learning::new(&spec).map_err(Failed::usage)?;
    if args.model == ModelChoice::Weights {
        return weigh(args, learning);
    }
    let place = place(args, &learning);
    let state = beside(&place);
    if args.resume.is_some() {
        learning.load(&state)?;
    } else if state.exists() {
        return Err(Failed::usage(format!(
            "{}: a learning was interrupted here; go on with --resume {}, or remove it",
            state.display(),
            place.display()
        )));
    }
    // A file that can't be written, or may not be replaced, is found out before the first game.
    if args.resume.is_none() {
        inputs::output(&place, false)?;
    }
    let way_on = format!(
        "{} has the state saved last; agon learn with --resume {} goes on",
        state.display(),
        place.display()
    );
    end_when_asked(Arc::default(), move || format!("interrupted; {way_on}"));
    let left_out = games::read(&mut learning, &args.from)?;
    learning.save(&state)?;
    let mut curve = KeptCurve::of(&learning, &place, args.resume.is_some());
    let threads = args.jobs.count();
    learn(&mut learning, args, threads, Some((&state, &mut curve)))?;
    let is_over = args.games.is_none_or(|most| most <= learning.games()) && !signals::is_asked();
    if !is_over {
        learning.save(&state)?;
    }
    let (model, bytes) = learning.model().expect("tables have a file");
    replace(&place, &bytes, Protected::default())?;
    drop(bytes);
    if !is_over {
        return Err(Failed::interrupted(format!(
            "interrupted after {} games, which {} has learned from; agon learn with --resume {} goes on",
            grouped(learning.games()),
            place.display(),
            place.display()
        )));
    }
    // Whether it is there or not, nothing needs it.
    let _ = fs::remove_file(&state);
    let strength =
        if args.unmeasured { None } else { Some(measure(&learning, threads, LAST_MEASURE)?) };
    if let Some(strength) = &strength {
        curve.add(strength)?;
    }
    let file = place.display().to_string();
    let heuristic = format!("learned({})", agon_core::term::quoted(&file));
    let mut learned = LearnedDocument::of(&learning, heuristic, left_out, strength);
    learned.file = Some(file);
    learned.sha256 = Some(model.id().to_owned());
    learned.curve = (!curve.curve.points.is_empty()).then(|| curve.place.display().to_string());
    answer(|out| Ok(if args.json { json(out, &learned) } else { learned.print(out) }?))
}

/// Learns named weights, and prints them.
fn weigh(args: &Args, mut learning: Learning) -> Result<(), Failed> {
    if args.out.is_some() || args.resume.is_some() {
        return Err(Failed::usage(
            "--model weights learns a term, which is printed within seconds; there is no file to be \
             written, or to go on with",
        ));
    }
    end_when_asked(Arc::default(), || "interrupted; nothing was learned".to_owned());
    let threads = args.jobs.count();
    let left_out = games::read(&mut learning, &args.from)?;
    learn(&mut learning, args, threads, None)?;
    let is_over = !signals::is_asked();
    let strength = if args.unmeasured || !is_over {
        None
    } else {
        Some(measure(&learning, threads, LAST_MEASURE)?)
    };
    let heuristic = learning.weights_term().expect("they were learned");
    let learned = LearnedDocument::of(&learning, heuristic, left_out, strength);
    answer(|out| Ok(if args.json { json(out, &learned) } else { learned.print(out) }?))?;
    if is_over {
        return Ok(());
    }
    Err(Failed::interrupted(format!("interrupted after {} games", grouped(learning.games()))))
}

/// Learns until the time is over, the games are played, or somebody asks to stop.
/// The state and the curve are saved meanwhile.
fn learn(
    learning: &mut Learning,
    args: &Args,
    threads: usize,
    mut kept: Option<(&Path, &mut KeptCurve)>,
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
    let meanwhile = Meanwhile::new();
    while begun.elapsed() < time && learning.generation(threads, most, &signals::is_asked) {
        let learned = begun.elapsed().saturating_sub(measuring).as_secs_f64();
        meanwhile.say(|| {
            let pace = rate((learning.games() - first) as f64 / learned.max(0.001));
            format!("{} games, {pace}", grouped(learning.games()))
        });
        let Some((state, curve)) = &mut kept else { continue };
        if SAVE_EVERY < saved.elapsed() {
            learning.save(state)?;
            saved = Instant::now();
        }
        if !args.unmeasured && next_measure < begun.elapsed() {
            let before = Instant::now();
            let strength = measure(learning, threads, MEASURE)?;
            if !strength.measured.is_empty() {
                let pace = rate((learning.games() - first) as f64 / learned.max(0.001));
                let games = grouped(strength.games);
                note(&format!("{games} games, {pace}: {}", words(&strength)));
                curve.add(&strength)?;
            }
            measuring += before.elapsed();
            let pause = (SHARE * before.elapsed()).max(begun.elapsed() / 2);
            next_measure = begun.elapsed() + pause;
        }
    }
    Ok(())
}

/// The curve of a learning, and the file that has it.
struct KeptCurve {
    curve: LearningCurve,
    place: PathBuf,
}

impl KeptCurve {
    /// The curve beside `model`: with its former points, if learning continues.
    fn of(learning: &Learning, model: &Path, is_resumed: bool) -> KeptCurve {
        let place = LearningCurve::place(model);
        if is_resumed {
            return KeptCurve { curve: LearningCurve::resumed(learning, &place), place };
        }
        // One of before is of another file.
        let _ = fs::remove_file(&place);
        KeptCurve { curve: LearningCurve::of(learning), place }
    }

    /// Keeps what was measured now; in the place of what was measured after as many games.
    fn add(&mut self, strength: &Strength) -> Result<(), Failed> {
        self.curve.points.retain(|point| point.games < strength.games);
        if !strength.measured.is_empty() {
            self.curve.points.push(strength.clone());
        }
        Ok(self.curve.save(&self.place)?)
    }
}

/// How strong it is, measured for no longer than `time`.
fn measure(learning: &Learning, threads: usize, time: Duration) -> Result<Strength, Failed> {
    let stop: Arc<dyn Fn() -> bool + Send + Sync> = Arc::new(signals::is_asked);
    Ok(learning.strength(threads, Instant::now() + time, &stop)?)
}

/// The file that is learned.
fn place(args: &Args, learning: &Learning) -> PathBuf {
    match (&args.resume, &args.out) {
        (Some(path), _) | (None, Some(path)) => path.clone(),
        (None, None) => PathBuf::from(format!("{}.agon", learning.game().plugin.name)),
    }
}

/// The file from which a learning goes on: beside what it learns.
fn beside(place: &Path) -> PathBuf {
    let mut name = OsString::from(place);
    name.push(".learning");
    PathBuf::from(name)
}

fn minutes(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|minutes| (0.001..=1e6).contains(minutes));
    number.ok_or_else(|| "accepted: minutes from 0.001 to 1000000".to_owned())
}
