//! `agon class`: the players that a class handed in meet.

mod copied;
mod examined;
mod games;
mod sandbox;

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use agon_arena::{
    ask::{Located, PlayerSpec, Spec, io_words},
    plan::{Plan, Unready},
};
use agon_core::{Trouble, registry};

#[cfg(feature = "shell")]
pub(crate) use self::games::GamesOfClassDocument;
use self::{
    copied::{check_name, copy, may_be_executed},
    games::ClassOfGames,
    sandbox::{Confinement, Sandbox},
};
use crate::{
    failed::Failed,
    progress::note,
    run,
    tournament::{self, Output},
};

/// Nights that begin on one day.
const MOST_NIGHTS: u32 = 100;

/// Has players of a class meet; with --games, examines its games
///
/// FOLDER holds class.toml, a tournament file, and submissions/NAME/player for each participant: an executable
/// program that speaks Agon's line protocol (agon protocol).
///
/// Submissions are copied first. The journal is nights/DATE.journal, in UTC; a list beside it names those who could
/// not take part, with the reason.
///
/// With --games, everything in FOLDER is a game, and each is examined: whether it keeps every law, how large it is,
/// and the value of its first seat. A game is a file NAME.kif or NAME.gdl (a rule sheet), NAME.wasm (a module) or NAME.py
/// (a program in Python), or a folder NAME with one such file, or with an executable program called game.
#[derive(clap::Args)]
#[command(
    after_help = "\
Examples:
  agon class ~/class          once, now
  agon class --games ~/games  a sheet for every game; exit code 3: not lawful",
    after_long_help = "\
More examples:
  0 22 * * * agon class /home/me/class --quiet      a line of crontab: every night at ten
  agon serve --class ~/class                        shows the nights, and /wall a table for the wall

Every submission has a process group and a memory limit of its own, nothing of it outlives its game, and \
its answers have a time limit. In bubblewrap, the default, it sees the programs of this machine and its own \
folder, can change neither, may write 64 MB to /tmp and to /dev/shm each, and reaches no network, file or \
process but its own. Only the system can limit how much of the processor it uses: see systemd-run."
)]
pub(crate) struct Args {
    /// The folder of the class
    folder: PathBuf,
    /// Examine the games in FOLDER instead of having players meet
    #[arg(long, conflicts_with = "watch")]
    games: bool,
    /// With --games: the player at every seat of the measuring plays
    #[arg(long, value_name = "PLAYER", default_value = "random", requires = "games")]
    player: String,
    /// With --games: how many plays measure a game
    #[arg(long, value_name = "N", default_value_t = 200, requires = "games", value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    plays: u64,
    /// With --games: the seconds that one game may take
    #[arg(long, value_name = "SECONDS", default_value_t = 120, requires = "games", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    within: u64,
    /// Examine the game of this term, in the place of a folder
    #[arg(long, hide = true)]
    examine: bool,
    /// What separates submissions from this machine
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = Sandbox::Bubblewrap)]
    sandbox: Sandbox,
    /// The memory limit of each of its processes, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    memory: u64,
    /// How many processes and threads it may have in bubblewrap
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u64).range(8..=1 << 16))]
    processes: u64,
    /// The seconds for an answer where class.toml sets no time
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    patience: u64,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    if args.examine {
        return examined::run(&args.folder.to_string_lossy(), &args.player, args.plays);
    }
    if args.games {
        return games::run(&ClassOfGames {
            folder: &args.folder,
            player: &args.player,
            plays: args.plays,
            within: args.within,
            sandbox: args.sandbox,
            memory: args.memory,
            processes: args.processes,
            patience: args.patience,
            output: &args.output,
        });
    }
    if cfg!(not(all(unix, feature = "engines"))) {
        return Err(Failed::usage("this agon was built without its feature `engines`"));
    }
    let file = args.folder.join("class.toml");
    let mut spec = run::load(&file)?;
    let confinement = Confinement::of(args.sandbox, args.memory, args.processes)?;
    spec.skip_unsupported = Some(true);
    let nights = args.folder.join("nights");
    let said = |path: &Path| {
        let name = path.display().to_string();
        move |error: io::Error| Failed::trouble(format!("{name}: {}", io_words(&error)))
    };
    fs::create_dir_all(&nights).map_err(said(&nights))?;
    let night = tonight(&nights)?;
    let tonight = nights.join(&night);
    let (mut submissions, mut left_out) = (Vec::new(), Vec::new());
    for name in submitted(&args.folder.join("submissions"))? {
        let (from, to) = (args.folder.join("submissions").join(&name), tonight.join(&name));
        match hand_in(&spec, &name, &from, &to, &confinement, args) {
            Ok(submission) => submissions.push(submission),
            Err(why) => left_out.push(TurnedAway { why: format!("{name}: {why}"), name }),
        }
    }
    let plan = admitted(&mut spec, submissions, &mut left_out);
    // The night is verified with the copies of those who play, and with no others.
    for TurnedAway { name, .. } in &left_out {
        let _ = fs::remove_dir_all(tonight.join(name));
    }
    let left_out: Vec<String> = left_out.into_iter().map(|left_out| left_out.why).collect();
    let list = nights.join(format!("{night}.left-out"));
    if left_out.is_empty() {
        let _ = fs::remove_file(&list);
    } else {
        for line in &left_out {
            note(&format!("left out: {line}"));
        }
        fs::write(&list, left_out.join("\n") + "\n").map_err(said(&list))?;
    }
    let plan = plan.map_err(|failed| match left_out.len() {
        0 => failed,
        left_out => failed
            .because(&format!("{left_out} submissions were left out, for the reasons above and in {}", list.display())),
    })?;
    let journal = nights.join(format!("{night}.journal"));
    // Everybody was tried: who does not start another time loses that game, and nobody else's night.
    tournament::play_tried(plan, &journal, &[file], &args.output)
}

/// Who does not take part, and why, with the name.
struct TurnedAway {
    name: String,
    why: String,
}

/// A submission that can be started.
struct ClassEntry {
    name: String,
    /// The options that say how.
    options: String,
    /// Whether it has declared that it draws at random.
    is_random: bool,
}

impl ClassEntry {
    fn term(&self) -> String {
        let ClassEntry { options, is_random, .. } = self;
        format!("process({options}{})", if *is_random { ", random=true" } else { "" })
    }

    fn signed_up(&self) -> PlayerSpec {
        PlayerSpec { name: Some(self.name.clone()), player: Located::new(self.term()) }
    }
}

/// The tournament without those that do not start. Each is started at each of its games. What a program prints is told,
/// and decides nothing.
fn admitted(spec: &mut Spec, mut submissions: Vec<ClassEntry>, left_out: &mut Vec<TurnedAway>) -> Result<Plan, Failed> {
    let own = spec.players.len();
    let sign_up = |spec: &mut Spec, submissions: &[ClassEntry]| {
        spec.players.truncate(own);
        spec.players.extend(submissions.iter().map(ClassEntry::signed_up));
    };
    loop {
        sign_up(spec, &submissions);
        let tournament = match spec.resolve() {
            Ok(tournament) => tournament,
            Err(_) if leaves_out(spec, own, &mut submissions, left_out) => continue,
            Err(error) => return Err(error.into()),
        };
        let unready: Vec<Unready> = tournament.unready().collect();
        let name_of = |unready: &Unready| &*tournament.entries[unready.entry].name;
        // Who says that it draws at random is believed, once, and all are tried again.
        let mut is_believed = false;
        for submission in submissions.iter_mut().filter(|submission| !submission.is_random) {
            submission.is_random = unready
                .iter()
                .any(|unready| unready.trouble == Some(Trouble::Undeclared) && name_of(unready) == submission.name);
            is_believed |= submission.is_random;
        }
        if is_believed {
            continue;
        }
        // Players of the house that do not start are the teacher's business.
        let mut of_house: Vec<&Unready> = unready.iter().collect();
        submissions.retain(|submission| {
            let is_its = |unready: &Unready| name_of(unready) == submission.name;
            of_house.retain(|unready| !is_its(unready));
            let first = unready.iter().find(|unready| is_its(unready));
            if let Some(unready) = first {
                let (name, why) = (submission.name.clone(), unready.why.to_string());
                left_out.push(TurnedAway { name, why });
            }
            first.is_none()
        });
        if let Some(unready) = of_house.first() {
            return Err(Failed::usage(&unready.why));
        }
        if unready.is_empty() {
            return Plan::new(tournament).map_err(Failed::usage);
        }
        sign_up(spec, &submissions);
        return Plan::new(spec.resolve()?).map_err(Failed::usage);
    }
}

/// Leaves out those with whom there is no such tournament, and says whether there were any. The house is given company,
/// so that nobody is left out because others are too few.
fn leaves_out(spec: &Spec, own: usize, submissions: &mut Vec<ClassEntry>, left_out: &mut Vec<TurnedAway>) -> bool {
    let mut tried = spec.clone();
    tried.players.truncate(own);
    for name in ["company (1)", "company (2)"] {
        let player = Located::new("random".to_owned());
        tried.players.push(PlayerSpec { name: Some(name.to_owned()), player });
    }
    if tried.resolve().is_err() {
        return false;
    }
    let before = submissions.len();
    submissions.retain(|submission| {
        tried.players.push(submission.signed_up());
        let Err(error) = tried.resolve() else { return true };
        tried.players.pop();
        let name = submission.name.clone();
        left_out.push(TurnedAway { why: format!("{name}: {error}"), name });
        false
    });
    submissions.len() < before
}

/// The names of the submissions, sorted.
fn submitted(folder: &Path) -> Result<Vec<String>, Failed> {
    let said = |error: io::Error| Failed::trouble(format!("{}: {}", folder.display(), io_words(&error)));
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(said)? {
        let entry = entry.map_err(said)?;
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if let (true, Ok(name)) = (is_folder, entry.file_name().into_string()) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// Copies a submission.
fn hand_in(
    spec: &Spec,
    name: &str,
    from: &Path,
    to: &Path,
    confinement: &Confinement,
    args: &Args,
) -> Result<ClassEntry, String> {
    check_name(name)?;
    let is_taken = |other: &PlayerSpec| other.name.as_deref() == Some(name) || other.player.text == name;
    if spec.players.iter().any(is_taken) {
        return Err("another player has this name".to_owned());
    }
    copy(from, to).map_err(|error| error.to_string())?;
    let program = to.join("player");
    if !program.is_file() {
        return Err("there is no file `player`".to_owned());
    }
    if !may_be_executed(&program) {
        return Err("the file `player` may not be executed: chmod +x player".to_owned());
    }
    let start = confinement.start(to, "/player", &["./player"])?;
    let options = format!("{start}, memory={}, patience={}", args.memory, args.patience);
    let submission = ClassEntry { name: name.to_owned(), options, is_random: false };
    // What cannot be looked up would end the night.
    registry::player(&submission.term()).map_err(|error| error.to_string())?;
    Ok(submission)
}

/// A name for what begins now that no night has yet: the date, and a number where it is not the first.
fn tonight(nights: &Path) -> Result<String, Failed> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let date = date(since.as_secs() / 86_400);
    let names = (1..MOST_NIGHTS).map(|number| match number {
        1 => date.clone(),
        number => format!("{date}-{number:02}"),
    });
    for name in names {
        // The process that makes the folder has the name.
        match fs::create_dir(nights.join(&name)) {
            Ok(()) => return Ok(name),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(Failed::trouble(format!("{}: {error}", nights.display()))),
        }
    }
    Err(Failed::trouble(format!("{}: too many nights of {date}", nights.display())))
}

/// The date of a day since 1970, in the Gregorian calendar.
pub(crate) fn date(days: u64) -> String {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut year, mut left) = (1970, days);
    while (365 + u64::from(is_leap(year))) <= left {
        left -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", left + 1)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_have_their_dates() {
        for (days, text) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (789, "1972-02-29"),
            (11_016, "2000-02-29"),
            (19_722, "2023-12-31"),
            (19_723, "2024-01-01"),
            (20_088, "2024-12-31"),
        ] {
            assert_eq!(date(days), text);
        }
    }
}
