//! `agon run`: a tournament, from a file, from flags, or the one that is built in.

use std::{
    fs::{self, File},
    io::{self, BufWriter, IsTerminal, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{Failed, output::answer};
use crate::{
    cores,
    document::Document,
    file,
    lines::line,
    plan::Plan,
    runner::{Desk, Handed, Job, Run},
    score::Score,
    spec::{GameSpec, PlayerSpec, Said, SeatingRule, Spec},
    table::{Style, report},
};

/// The tournament that is played if nothing else is asked for.
const DEFAULT: &str = include_str!("../default.toml");

/// Plays a round robin: every set of players, as many as the game has seats, meets in all
/// seatings, from the same openings, with the same dice for every seating of one opening.
#[derive(clap::Args)]
#[command(after_long_help = file::KEYS)]
pub(super) struct Args {
    /// A tournament file; without it and without --game, a small tournament that is built in
    file: Option<PathBuf>,
    /// A game to play, such as 'nim(heaps=1+2+3)'; may be repeated, and replaces those of the file
    #[arg(short, long = "game", value_name = "GAME")]
    games: Vec<String>,
    /// A player, such as 'random'; may be repeated, and replaces those of the file
    #[arg(short, long = "player", value_name = "PLAYER")]
    players: Vec<String>,
    /// How many openings every meeting is played from
    #[arg(short, long, value_parser = clap::value_parser!(u64).range(1..))]
    openings: Option<u64>,
    /// How many random plies an opening has
    #[arg(long)]
    plies: Option<u32>,
    /// How many nodes a player may spend on one move
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// After how many plies a game is adjudicated: every seat gets the same
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: Option<u32>,
    /// In which orders those who meet take their seats
    #[arg(long, value_parser = SeatingRule::WORDS)]
    seatings: Option<String>,
    /// The master seed
    #[arg(short, long)]
    seed: Option<u64>,
    /// Let players stay away from games they cannot play
    #[arg(long)]
    skip_unsupported: bool,
    /// How many threads play; all cores unless given. The result is the same
    #[arg(short, long, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Write every game into this file, as one line of JSON each
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<(), Failed> {
    let spec = spec(args)?;
    let tournament = spec.resolve().map_err(Failed::usage)?;
    let plan = Arc::new(Plan::new(tournament).map_err(Failed::usage)?);
    let table = Table {
        score: Score::new(&plan),
        lines: args.records.as_deref().map(Lines::create).transpose()?,
        progress: progress(plan.games()),
    };
    let jobs = args.jobs.map_or_else(cores, usize::from);
    let (mut table, run) = Job::whole(Arc::clone(&plan), jobs).run(table);
    table.progress.finish_and_clear();
    match run {
        Run::Done | Run::Enough | Run::Interrupted => {}
        Run::Failed(error) => return Err(Failed::trouble(error)),
    }
    if let Some(lines) = table.lines.take() {
        lines.publish()?;
    }
    let text = if args.json {
        Document::new(&plan, &table.score).text()
    } else {
        report(&plan, &table.score, style())
    };
    answer(|out| Ok(out.write_all(text.as_bytes())?))
}

/// What file and flags ask for together.
fn spec(args: &Args) -> Result<Spec, Failed> {
    let mut spec = match &args.file {
        Some(path) => {
            let name = path.display().to_string();
            let text = fs::read_to_string(path)
                .map_err(|error| Failed::trouble(format!("{name}: {error}")))?;
            file::read(&name, &text).map_err(Failed::usage)?
        }
        None if args.games.is_empty() && args.players.is_empty() => {
            file::read("the built-in tournament", DEFAULT).map_err(Failed::usage)?
        }
        None => Spec::default(),
    };
    if !args.games.is_empty() {
        let game = |text: &String| GameSpec { game: Said::new(text), ..GameSpec::default() };
        spec.games = args.games.iter().map(game).collect();
    }
    if !args.players.is_empty() {
        let player = |text: &String| PlayerSpec { name: None, player: Said::new(text) };
        spec.players = args.players.iter().map(player).collect();
        // Lists that name players of the file would bring them back.
        spec.games.iter_mut().for_each(|game| game.players = None);
    }
    let flags = crate::spec::Rules {
        openings: args.openings,
        plies: args.plies,
        nodes: args.nodes,
        max_plies: args.max_plies,
        seatings: args.seatings.as_deref().and_then(SeatingRule::of),
    };
    // Flags win over what the file says of all games, and over what it says of one.
    spec.rules = flags.or(spec.rules);
    spec.games.iter_mut().for_each(|game| game.rules = flags.or(game.rules));
    spec.seed = args.seed.or(spec.seed);
    if args.skip_unsupported {
        spec.skip_unsupported = Some(true);
    }
    Ok(spec)
}

/// Where the games of this run are handed in.
struct Table {
    score: Score,
    lines: Option<Lines>,
    progress: ProgressBar,
}

impl Desk for Table {
    fn take(&mut self, game: &Handed<'_>) -> io::Result<ControlFlow<()>> {
        self.score.take(game);
        if let Some(lines) = &mut self.lines {
            lines.write(game)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn settle(&mut self) -> io::Result<()> {
        self.progress.set_position(self.score.games);
        Ok(())
    }
}

/// The file of `--records`: written beside its place, and put there when it is whole.
struct Lines {
    path: PathBuf,
    unfinished: PathBuf,
    out: BufWriter<File>,
}

impl Lines {
    fn create(path: &Path) -> Result<Lines, Failed> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".unfinished");
        let unfinished = path.with_file_name(name);
        let file = File::create(&unfinished)
            .map_err(|error| Failed::trouble(format!("{}: {error}", unfinished.display())))?;
        Ok(Lines { path: path.to_owned(), unfinished, out: BufWriter::new(file) })
    }

    fn write(&mut self, game: &Handed<'_>) -> io::Result<()> {
        let written = self.out.write_all(line(game).as_bytes());
        written.map_err(|error| self.named(&error))
    }

    fn publish(mut self) -> Result<(), Failed> {
        let done = self
            .out
            .flush()
            .and_then(|()| self.out.get_ref().sync_all())
            .and_then(|()| fs::rename(&self.unfinished, &self.path));
        done.map_err(|error| Failed::trouble(self.named(&error)))
    }

    fn named(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {error}", self.unfinished.display()))
    }
}

/// A bar on the terminal of standard error; nothing anywhere else, nor on short runs.
fn progress(games: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = "{wide_bar} {human_pos}/{human_len} games, {per_sec}, {eta} left";
    let style = ProgressStyle::with_template(template).expect("the template is well-formed");
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::hidden());
    bar.set_style(style);
    // The first half second is drawn nowhere: most tournaments are over by then.
    let late = bar.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(500));
        if !late.is_finished() {
            late.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        }
    });
    bar
}

/// Escape sequences are for terminals, and for people who don't mind (<https://no-color.org>).
fn style() -> Style {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if io::stdout().is_terminal() && !unwanted { Style::Terminal } else { Style::Plain }
}
