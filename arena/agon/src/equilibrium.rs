//! `agon solve --method cfr`: strategies from which no seat gains by deviating.

mod document;
mod drawn;
mod kept;
mod learner;

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use agon_core::{Accepted, Position, Seed};
use agon_roster::extensive::{ExtensiveForm, InformationSet, Learning};
use agon_table::GivenPosition;

use self::{
    document::{CourseStage, SetStage},
    kept::{KeptLearning, LearningSubject},
    learner::Learner,
};
pub(crate) use self::{
    document::{EquilibriumDocument, SetLine, strategy, write_strategy},
    drawn::EquilibriumDrawing,
};
use crate::{
    certificate,
    failed::Failed,
    output::{answer, json},
    output_target::OutputTarget,
    progress, seeding,
    signals::{self, LastWords},
};

/// How an equilibrium is looked for.
#[derive(clap::Args)]
#[command(next_help_heading = "With --method cfr")]
pub(crate) struct EquilibriumArgs {
    /// How regrets are added up
    ///
    /// By cfr+ unless given. The rules external and outcome walk a sample of the plays each time, and learn games that
    /// are too large to be walked: then what each seat gets is found by playing, and `NashConv` is not known.
    #[arg(long, value_name = "RULE", value_parser = ["cfr", "cfr+", "dcfr", "linear", "external", "outcome"])]
    rule: Option<String>,
    /// How often all seats learn; 1000 unless given
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    iterations: Option<u64>,
    /// The seed of the sample; 1 unless given
    #[arg(long, value_name = "N", value_parser = seeding::seed, hide_short_help = true)]
    seed: Option<u64>,
    /// Tell how the regrets at this information set went, by what its seat sees
    #[arg(long, value_name = "VIEW", allow_hyphen_values = true, hide_short_help = true)]
    set: Option<String>,
    /// Save the strategies in this file, and continue from it
    ///
    /// It is written once a minute and at the end.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

impl EquilibriumArgs {
    fn rule(&self) -> &str {
        self.rule.as_deref().unwrap_or("cfr+")
    }

    /// Whether a rule is named, and not left to be cfr+.
    pub(crate) fn names_rule(&self) -> bool {
        self.rule.is_some()
    }

    fn iterations(&self) -> u64 {
        self.iterations.unwrap_or(1000)
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// The names of these options, each with whether it is given.
    pub(crate) fn given(&self) -> [(&'static str, bool); 5] {
        let EquilibriumArgs { rule, iterations, seed, set, resume } = self;
        [
            ("--rule", rule.is_some()),
            ("--iterations", iterations.is_some()),
            ("--seed", seed.is_some()),
            ("--set", set.is_some()),
            ("--resume", resume.is_some()),
        ]
    }
}

/// The search for an equilibrium, and its output.
pub(crate) struct EquilibriumTask<'a> {
    pub(crate) args: &'a EquilibriumArgs,
    pub(crate) site: &'a GivenPosition,
    /// The most positions of all plays to walk, if given.
    pub(crate) limit: Option<usize>,
    /// Whether the strategy is printed.
    pub(crate) strategy: bool,
    /// The file for the strategies in exact fractions, if one is wanted.
    pub(crate) certificate: Option<&'a Path>,
    pub(crate) is_json: bool,
    /// The drawing, if one is wanted.
    pub(crate) draw: Option<EquilibriumDrawing>,
    /// The most positions that a tree is drawn of.
    pub(crate) draw_limit: usize,
    pub(crate) paper: &'a OutputTarget,
}

/// The time between two lines of progress.
const PAUSE: Duration = Duration::from_secs(2);

/// The time between two saves.
const UNKEPT: Duration = Duration::from_secs(60);

/// The default for the positions of all plays to walk; and the default if plays are sampled.
const LIMITS: [usize; 2] = [10_000_000, 100_000];

/// Looks for it, and tells or draws what was found.
///
/// # Errors
///
/// Where the game is too large, there is nothing to choose, a file is wrong, or it is interrupted.
pub(crate) fn run(task: &EquilibriumTask<'_>) -> Result<(), Failed> {
    let EquilibriumTask { args, site, .. } = *task;
    let drawing = drawing(task)?;
    signals::end_by_itself(Failed::INTERRUPTED, LastWords::default);
    let form = walked(task)?;
    let wrong = |what: String| Failed::usage(format!("{}: {what}", site.game.term));
    if let Some(form) = &form {
        if form.sets().is_empty() {
            return Err(wrong("nobody has anything to choose here".to_owned()));
        }
        if let Some(seen) = &args.set {
            find(form, seen).map_err(wrong)?;
        }
    } else if task.certificate.is_some() {
        let what = "to certify strategies all plays must be walked, and there are too many; raise --limit";
        return Err(wrong(what.to_owned()));
    } else if let Some(drawing) = drawing.filter(|drawing| *drawing != EquilibriumDrawing::Set) {
        return Err(wrong(format!(
            "to draw the {} all plays must be walked, and there are too many; raise --limit",
            drawing.name()
        )));
    }
    let subject = LearningSubject {
        game: site.game.term.clone(),
        position: site.here.to_string(),
        rule: args.rule().to_owned(),
        seed: args.seed(),
        set: args.set.clone(),
    };
    let kept = args.resume.as_ref().map(|place| subject.read(place, &site.here)).transpose()?;
    let (course, stages, learnt) = match kept.flatten() {
        Some(KeptLearning { course, stages, learnt }) => (course, stages, Some(learnt)),
        None => (Vec::new(), Vec::new(), None),
    };
    let learner = Learner::of(Learning::named(args.rule()), form.as_ref(), learnt);
    let learner = learner.ok_or_else(|| {
        let what = "of a game with other moves, or learned with another --limit";
        wrong(format!("the saved state is {what}"))
    })?;
    if args.iterations() < learner.iterations() {
        let (made, asked) = (learner.iterations(), args.iterations());
        return Err(wrong(format!("{made} iterations are made already; --iterations {asked} are fewer")));
    }
    let mut lesson = Lesson { task, subject, learner, course, stages };
    lesson.learn()?;
    let document = lesson.document()?;
    // Nobody asks for the strategies of half a run.
    if let (Some(path), Some((form, average)), false) =
        (task.certificate, lesson.learner.average(), document.unfinished)
    {
        certificate::write_equilibrium(path, site, (form, &average))?;
    }
    match (drawing, lesson.learner.average()) {
        (Some(EquilibriumDrawing::Tree), Some((form, average))) => {
            drawn::tree(task.paper, site, form, &average)?;
        }
        (Some(EquilibriumDrawing::Course), _) => drawn::course(task.paper, &document)?,
        (Some(_), _) => {
            drawn::set(task.paper, &document, args.set.as_deref().unwrap_or_default())?;
        }
        (None, _) => {
            let is_json = task.is_json;
            answer(|out| Ok(if is_json { json(out, &document) } else { document.write(out) }?))?;
        }
    }
    if document.unfinished { Err(Failed::interrupted("interrupted")) } else { Ok(()) }
}

/// The learner, and its reports on the way.
struct Lesson<'a> {
    task: &'a EquilibriumTask<'a>,
    subject: LearningSubject,
    learner: Learner<'a>,
    /// After 1, 10, 100, … iterations.
    course: Vec<CourseStage>,
    /// After 1, 2, 5, 10, … iterations.
    stages: Vec<SetStage>,
}

impl Lesson<'_> {
    /// Learns until all iterations are made, or somebody asks it to end.
    fn learn(&mut self) -> Result<(), Failed> {
        let EquilibriumTask { args, site, .. } = *self.task;
        let (mut said, mut written) = (Instant::now(), Instant::now());
        while self.learner.iterations() < args.iterations() && !signals::is_asked() {
            if !self.learner.iterate(&site.here, Seed(args.seed())) {
                // An iteration that was ended in its middle is no state to go on from.
                return Ok(());
            }
            let made = self.learner.iterations();
            if let Some(seen) = args.set.as_ref().filter(|_| is_round(made)) {
                self.stages.extend(self.learner.stage(seen));
            }
            if is_power_of_ten(made) {
                let nash_conv = self.learner.nash_conv();
                let stage = |nash_conv| CourseStage { iterations: made, nash_conv };
                self.course.extend(nash_conv.map(stage));
            } else if PAUSE < said.elapsed() {
                said = Instant::now();
                progress::note(&format!("{made} of {} iterations", args.iterations()));
            }
            if UNKEPT < written.elapsed() {
                written = Instant::now();
                self.keep()?;
            }
        }
        self.keep()
    }

    /// Saves the strategies to their file, if there is one.
    fn keep(&self) -> Result<(), Failed> {
        let Some(place) = &self.task.args.resume else { return Ok(()) };
        let (course, stages) = (self.course.clone(), self.stages.clone());
        self.subject.write(place, &KeptLearning { course, stages, learnt: self.learner.learnt() })
    }

    /// What was learnt, with how it stands now.
    fn document(&mut self) -> Result<EquilibriumDocument, Failed> {
        let Lesson { task, learner, course, stages, .. } = self;
        let (args, here) = (task.args, &task.site.here);
        let (made, nash_conv) = (learner.iterations(), learner.nash_conv());
        if let Some(nash_conv) = nash_conv.filter(|_| !is_power_of_ten(made)) {
            course.push(CourseStage { iterations: made, nash_conv });
        }
        if let Some(seen) = &args.set {
            let last = learner.stage(seen);
            if !is_round(made) {
                stages.extend(last.clone());
            }
            name_moves(stages, last.as_ref());
            if stages.is_empty() {
                let why = format!("no seat that was to act has seen `{seen}`");
                return Err(Failed::usage(format!("{}: {why}", self.subject.game)));
            }
        }
        let (values, errors) = learner.values(here, Seed(args.seed()));
        Ok(EquilibriumDocument {
            schema: "agon.equilibrium/1",
            game: self.subject.game.clone(),
            position: self.subject.position.clone(),
            rule: args.rule().to_owned(),
            iterations: made,
            unfinished: made < args.iterations(),
            positions: learner.average().map(|(form, _)| form.positions()),
            sets: learner.sets(here.facts().seats),
            values,
            errors,
            nash_conv,
            course: course.clone(),
            set: stages.clone(),
            strategy: if task.strategy { learner.strategy() } else { Vec::new() },
        })
    }
}

/// The drawing, if one is wanted: known before learning.
fn drawing(task: &EquilibriumTask<'_>) -> Result<Option<EquilibriumDrawing>, Failed> {
    let EquilibriumTask { args, site, .. } = *task;
    let form = task.paper.sheet.form()?;
    let drawing = task.draw.or_else(|| form.map(|_| EquilibriumDrawing::Course));
    let wrong = |what: &str| Failed::usage(format!("{}: {what}", site.game.term));
    match drawing {
        Some(EquilibriumDrawing::Set) if args.set.is_none() => {
            Err(wrong("--draw set: of which information set? Say it with --set VIEW"))
        }
        Some(EquilibriumDrawing::Course | EquilibriumDrawing::Set) if !drawn::is_of_charts(form) => {
            Err(wrong("a plot is drawn as svg, png, pdf or json"))
        }
        Some(EquilibriumDrawing::Tree) => {
            // No more is walked than is drawn.
            ExtensiveForm::of(&site.here, task.draw_limit)
                .map_err(|why| wrong(&format!("{why}; raise --draw-limit, or begin later with --moves")))?;
            Ok(drawing)
        }
        _ => Ok(drawing),
    }
}

/// All plays; nothing where they are too many and a sample will do.
fn walked(task: &EquilibriumTask<'_>) -> Result<Option<ExtensiveForm>, Failed> {
    let site = task.site;
    let is_sampled = matches!(Learning::named(task.args.rule()), Learning::Sampled(_));
    let limit = task.limit.unwrap_or(LIMITS[usize::from(is_sampled)]);
    match ExtensiveForm::of_while(&site.here, limit, &mut || !signals::is_asked()) {
        Ok(Some(form)) => Ok(Some(form)),
        Ok(None) => Err(Failed::interrupted("interrupted")),
        Err(_) if is_sampled => Ok(None),
        Err(why) => Err(Failed::trouble(format!(
            "{}: {why}; raise --limit, or sample the plays: --rule external",
            site.game.term
        ))),
    }
}

/// Gives stages from a file the names of their moves.
fn name_moves(stages: &mut [SetStage], last: Option<&SetStage>) {
    let Some(last) = last else { return };
    for stage in stages {
        for (to, from) in stage.moves.iter_mut().zip(&last.moves) {
            to.r#move.clone_from(&from.r#move);
        }
    }
}

fn is_power_of_ten(number: u64) -> bool {
    first_digit(number) == 1
}

/// 1, 2, 5, 10, 20, 50, …
fn is_round(number: u64) -> bool {
    [1, 2, 5].contains(&first_digit(number))
}

/// A number without its trailing zeros.
fn first_digit(mut number: u64) -> u64 {
    while number != 0 && number.is_multiple_of(10) {
        number /= 10;
    }
    number
}

/// That there is an information set where its seat sees this.
///
/// # Errors
///
/// The accepted form, if there is none.
fn find(form: &ExtensiveForm, seen: &str) -> Result<(), String> {
    let views: Vec<String> = form.sets().iter().map(InformationSet::view).collect();
    if views.iter().any(|view| view == seen) {
        return Ok(());
    }
    let accepted = Accepted::new(seen, views.iter().map(String::as_str));
    Err(format!("no seat that is to act sees `{seen}`{accepted}"))
}
