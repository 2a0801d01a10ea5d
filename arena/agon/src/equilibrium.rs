//! `agon equilibrium`.

mod document;
mod drawn;
mod kept;
mod learner;

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use agon_core::{Accepted, AnyPosition, Position, Seed};
use agon_roster::extensive::{ExtensiveForm, InformationSet, Learning};
use agon_table::GivenPosition;

pub(crate) use self::document::{EquilibriumDocument, SetLine, strategy, write_strategy};
use self::{
    document::{CourseStage, SetStage},
    drawn::EquilibriumDrawing,
    kept::{KeptLearning, LearningSubject},
    learner::Learner,
};
use crate::{
    failed::Failed,
    output::{answer, json},
    paper::Paper,
    place::Place,
    progress,
    signals::{self, LastWords},
};

/// Looks for strategies that no seat gains by leaving.
///
/// All plays are walked, with all that is hidden, and strategies learnt by counterfactual regrets. What is
/// told is the average strategy: what each seat gets by it, and `NashConv`, which is what the seats could gain
/// together if each alone turned to its best response. Where two play for payoffs of constant sum it goes to
/// zero.
///
/// The rules external and outcome walk a sample of the plays each time, and learn games that are too large to be
/// walked: then what each seat gets is found by playing, and `NashConv` is not known.
#[derive(clap::Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  agon equilibrium kuhn
  agon equilibrium kuhn --rule dcfr --iterations 10000 --strategy
  agon equilibrium kuhn --rule cfr --set '1?/'
  agon equilibrium kuhn --draw tree --out kuhn.svg
  agon equilibrium leduc --out course.svg
  agon equilibrium leduc --iterations 100000 --resume leduc.state
  agon equilibrium 'goofspiel(cards=6)' --rule external --iterations 10000

Exit codes: 0 done; 1 the game is too large, or a file cannot be written; 2 the game, the position, a move or a file to \
go on from is wrong; 130 interrupted, with what was learnt so far."
)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    /// How regrets are kept: cfr, cfr+, discounted (dcfr), linear; or sampled (external, outcome)
    #[arg(long, value_name = "RULE", default_value = "cfr+", value_parser = ["cfr", "cfr+", "dcfr", "linear", "external", "outcome"])]
    rule: String,
    /// How often all seats learn
    #[arg(short, long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    iterations: u64,
    /// The positions of all plays, each as often as it is reached, of up to 500 bytes each: 10000000 unless given;
    /// where plays are sampled, 100000, and of more only a sample is ever seen
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// The seed of what is sampled
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print the strategy: how likely each move is, by what its seat sees
    #[arg(long)]
    strategy: bool,
    /// Tell how the regrets at this information set went, by what its seat sees
    #[arg(long, value_name = "VIEW", allow_hyphen_values = true)]
    set: Option<String>,
    /// Keep what was learnt in this file, once a minute and at the end, and go on from there if it is there
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Answer with one line of JSON
    #[arg(long, conflicts_with_all = ["draw", "form", "out"])]
    json: bool,
    /// Draw this, where --to or --out alone draws the course
    #[arg(long, value_name = "WHAT", value_enum)]
    draw: Option<EquilibriumDrawing>,
    /// Draw a tree of at most N positions
    #[arg(long, value_name = "N", default_value_t = 200)]
    draw_limit: usize,
    #[command(flatten)]
    paper: Paper,
}

/// How long nothing is said of how far it is.
const PAUSE: Duration = Duration::from_secs(2);

/// How long what is learnt is kept in memory alone.
const UNKEPT: Duration = Duration::from_secs(60);

/// The positions of all plays that are walked, unless it is said, and where plays are sampled.
const LIMITS: [usize; 2] = [10_000_000, 100_000];

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let site = args.place.find()?;
    let drawing = drawing(args, &site)?;
    signals::end_by_itself(Failed::INTERRUPTED, LastWords::default);
    let form = walked(args, &site)?;
    let wrong = |what: String| Failed::usage(format!("{}: {what}", site.game.term));
    if let Some(form) = &form {
        if form.sets().is_empty() {
            return Err(wrong("nobody has anything to choose here".to_owned()));
        }
        if let Some(seen) = &args.set {
            find(form, seen).map_err(wrong)?;
        }
    } else if let Some(drawing) = drawing.filter(|drawing| *drawing != EquilibriumDrawing::Set) {
        return Err(wrong(format!(
            "to draw the {} all plays must be walked, and there are too many; raise --limit",
            drawing.name()
        )));
    }
    let subject = LearningSubject {
        game: site.game.term.clone(),
        position: site.here.to_string(),
        rule: args.rule.clone(),
        seed: args.seed,
        set: args.set.clone(),
    };
    let kept = args.resume.as_ref().map(|place| subject.read(place, &site.here)).transpose()?;
    let (course, stages, learnt) = match kept.flatten() {
        Some(KeptLearning { course, stages, learnt }) => (course, stages, Some(learnt)),
        None => (Vec::new(), Vec::new(), None),
    };
    let learner = Learner::of(Learning::named(&args.rule), form.as_ref(), learnt);
    let learner = learner.ok_or_else(|| {
        let what = "of a game with other moves, or was learnt with another --limit";
        wrong(format!("what was kept is {what}"))
    })?;
    if args.iterations < learner.iterations() {
        let (made, asked) = (learner.iterations(), args.iterations);
        return Err(wrong(format!(
            "{made} iterations are made already; --iterations {asked} are fewer"
        )));
    }
    let mut lesson = Lesson { args, here: &site.here, subject, learner, course, stages };
    lesson.learn()?;
    let document = lesson.document()?;
    match (drawing, lesson.learner.average()) {
        (Some(EquilibriumDrawing::Tree), Some((form, average))) => {
            drawn::tree(&args.paper, &site, form, &average)?;
        }
        (Some(EquilibriumDrawing::Course), _) => drawn::course(&args.paper, &document)?,
        (Some(_), _) => {
            drawn::set(&args.paper, &document, args.set.as_deref().unwrap_or_default())?;
        }
        (None, _) => {
            let is_json = args.json;
            answer(|out| Ok(if is_json { json(out, &document) } else { document.write(out) }?))?;
        }
    }
    if document.unfinished { Err(Failed::interrupted("interrupted")) } else { Ok(()) }
}

/// What is learnt, and what is told of it as it goes.
struct Lesson<'a> {
    args: &'a Args,
    here: &'a AnyPosition,
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
        let (mut said, mut written) = (Instant::now(), Instant::now());
        while self.learner.iterations() < self.args.iterations && !signals::is_asked() {
            if !self.learner.iterate(self.here, Seed(self.args.seed)) {
                // An iteration that was ended in its middle is no state to go on from.
                return Ok(());
            }
            let made = self.learner.iterations();
            if let Some(seen) = self.args.set.as_ref().filter(|_| is_round(made)) {
                self.stages.extend(self.learner.stage(seen));
            }
            if is_power_of_ten(made) {
                let nash_conv = self.learner.nash_conv();
                let stage = |nash_conv| CourseStage { iterations: made, nash_conv };
                self.course.extend(nash_conv.map(stage));
            } else if PAUSE < said.elapsed() {
                said = Instant::now();
                progress::note(&format!("{made} of {} iterations", self.args.iterations));
            }
            if UNKEPT < written.elapsed() {
                written = Instant::now();
                self.keep()?;
            }
        }
        self.keep()
    }

    /// Writes what was learnt where it is kept, if anywhere.
    fn keep(&self) -> Result<(), Failed> {
        let Some(place) = &self.args.resume else { return Ok(()) };
        let (course, stages) = (self.course.clone(), self.stages.clone());
        self.subject.write(place, &KeptLearning { course, stages, learnt: self.learner.learnt() })
    }

    /// What was learnt, with how it stands now.
    fn document(&mut self) -> Result<EquilibriumDocument, Failed> {
        let Lesson { args, here, learner, course, stages, .. } = self;
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
        let (values, errors) = learner.values(here, Seed(args.seed));
        Ok(EquilibriumDocument {
            schema: "agon.equilibrium/1",
            game: self.subject.game.clone(),
            position: self.subject.position.clone(),
            rule: args.rule.clone(),
            iterations: made,
            unfinished: made < args.iterations,
            positions: learner.average().map(|(form, _)| form.positions()),
            sets: learner.sets(here.facts().seats),
            values,
            errors,
            nash_conv,
            course: course.clone(),
            set: stages.clone(),
            strategy: if args.strategy { learner.strategy() } else { Vec::new() },
        })
    }
}

/// What is drawn, if anything: that can be said before it is learnt.
fn drawing(args: &Args, site: &GivenPosition) -> Result<Option<EquilibriumDrawing>, Failed> {
    let form = args.paper.sheet.form()?;
    let drawing = args.draw.or_else(|| form.map(|_| EquilibriumDrawing::Course));
    let wrong = |what: &str| Failed::usage(format!("{}: {what}", site.game.term));
    match drawing {
        Some(EquilibriumDrawing::Set) if args.set.is_none() => {
            Err(wrong("--draw set: of which information set? Say it with --set VIEW"))
        }
        Some(EquilibriumDrawing::Course | EquilibriumDrawing::Set)
            if !drawn::is_of_charts(form) =>
        {
            Err(wrong("a plot is drawn as svg, png, pdf or json"))
        }
        Some(EquilibriumDrawing::Tree) => {
            // No more is walked than is drawn.
            ExtensiveForm::of(&site.here, args.draw_limit).map_err(|why| {
                wrong(&format!("{why}; raise --draw-limit, or begin later with --moves"))
            })?;
            Ok(drawing)
        }
        _ => Ok(drawing),
    }
}

/// All plays; nothing where they are too many and a sample will do.
fn walked(args: &Args, site: &GivenPosition) -> Result<Option<ExtensiveForm>, Failed> {
    let is_sampled = matches!(Learning::named(&args.rule), Learning::Sampled(_));
    let limit = args.limit.unwrap_or(LIMITS[usize::from(is_sampled)]);
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

/// Gives stages that were kept in a file the names of their moves.
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

/// What is left of a number without its last zeros.
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
/// Where there is none: what is accepted.
fn find(form: &ExtensiveForm, seen: &str) -> Result<(), String> {
    let views: Vec<String> = form.sets().iter().map(InformationSet::view).collect();
    if views.iter().any(|view| view == seen) {
        return Ok(());
    }
    let accepted = Accepted::new(seen, views.iter().map(String::as_str));
    Err(format!("no seat that is to act sees `{seen}`{accepted}"))
}
