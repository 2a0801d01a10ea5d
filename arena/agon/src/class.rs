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
    plan::Plan,
};

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
/// What a program is told that says it draws at random, and was not expected to.
const DRAWS: &str = "add random=true to its options";

/// Has players of a class meet; with --games, examines its games
///
/// In FOLDER there are class.toml, a tournament file, and submissions/NAME/player for everybody who takes
/// part: an executable program that speaks Agon's line protocol (agon protocol). What is there is copied first.
/// The journal is nights/DATE.journal, in UTC, and those who could not take part are listed beside it with the
/// reason.
///
/// With --games, everything in FOLDER is a game, and each is examined: whether it keeps every law, how large it is,
/// what its first seat is worth. A game is a file NAME.kif or NAME.gdl (a rule sheet), NAME.wasm (a module) or NAME.py
/// (a program in Python), or a folder NAME with one such file, or with an executable program called game.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon class ~/class                        once, now
  0 22 * * * agon class /home/me/class --quiet      a line of crontab: every night at ten
  agon serve --class ~/class                shows the nights, and /wall a table for the wall
  agon class --games ~/games                a sheet for every game; exit code 3 unless all keep every law

Every submission has a process group and a memory limit of its own, nothing of it outlives its game, and \
its answers have a time limit. In bubblewrap, the default, it sees the programs of this machine and its own \
folder, can change neither, may write 64 MB to /tmp and to /dev/shm each, and reaches no network, file or \
process but its own. Only the system can limit how much of the processor it uses: see systemd-run.")]
pub(crate) struct Args {
    /// The folder of the class
    folder: PathBuf,
    /// Examine the games that are in FOLDER, instead of having players meet
    #[arg(long, conflicts_with_all = ["records", "watch", "force", "mixed_builds"])]
    games: bool,
    /// With --games: the player of whom so many sit at a game, to tell what its first seat is worth
    #[arg(long, value_name = "PLAYER", default_value = "random", requires = "games")]
    player: String,
    /// With --games: how many plays a game is measured by
    #[arg(long, value_name = "N", default_value_t = 200, requires = "games", value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    plays: u64,
    /// With --games: how many seconds the examination of a game may take
    #[arg(long, value_name = "SECONDS", default_value_t = 120, requires = "games", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    within: u64,
    /// Examine the game of this term, in the place of a folder
    #[arg(long, hide = true)]
    examine: bool,
    /// What keeps submissions from the rest of this machine
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = Sandbox::Bubblewrap)]
    sandbox: Sandbox,
    /// The memory limit of each process of a submission, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    memory: u64,
    /// How many processes and threads a submission may have in bubblewrap
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u64).range(8..=1 << 16))]
    processes: u64,
    /// How many seconds an answer may take where class.toml sets no time
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
    let mut left_out = Vec::new();
    let own = spec.players.len();
    for name in submitted(&args.folder.join("submissions"))? {
        let (from, to) = (args.folder.join("submissions").join(&name), tonight.join(&name));
        match hand_in(&spec, &name, &from, &to, &confinement, args) {
            Ok(player) => spec.players.push(player),
            Err(why) => left_out.push(format!("{name}: {why}")),
        }
    }
    let plan = admitted(&mut spec, own, &mut left_out);
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
        left_out => failed.because(&format!(
            "{left_out} submissions were left out, for the reasons above and in {}",
            list.display()
        )),
    })?;
    let journal = nights.join(format!("{night}.journal"));
    // Everybody was tried: who does not start another time loses that game, and nobody else's night.
    tournament::play_tried(plan, &journal, &[file], &args.output)
}

/// The tournament without those that do not start. Each is started at each of its games.
fn admitted(spec: &mut Spec, own: usize, left_out: &mut Vec<String>) -> Result<Plan, Failed> {
    let tournament = spec.resolve()?;
    let mut unready: Vec<(String, String)> = Vec::new();
    for (entry, why) in tournament.unready() {
        let name = &tournament.entries[entry].name;
        if unready.iter().all(|(other, _)| other != name) {
            unready.push((name.clone(), why.to_string()));
        }
    }
    // Who says that it draws at random is believed, and tried again.
    let mut is_believed = false;
    for player in &mut spec.players[own..] {
        let draws = |(name, why): &(String, String)| {
            player.name.as_deref() == Some(name) && why.contains(DRAWS)
        };
        let term = player.player.text.strip_suffix(')');
        if let Some(term) = term.filter(|_| unready.iter().any(draws)) {
            player.player = Located::new(format!("{term}, random=true)"));
            is_believed = true;
        }
    }
    if is_believed {
        return admitted(spec, own, left_out);
    }
    let mut index = 0;
    spec.players.retain(|player| {
        index += 1;
        // Players of the house that do not start are the teacher's business.
        let name = player.name.as_deref().filter(|_| own < index);
        let found = unready.iter().find(|(other, _)| name == Some(other));
        found.inspect(|(_, why)| left_out.push(why.clone())).is_none()
    });
    let house = spec.players[..own].iter();
    let is_of_house =
        |name: &str| house.clone().any(|p| p.name.as_deref().unwrap_or(&p.player.text) == name);
    if let Some((_, why)) = unready.iter().find(|(name, _)| is_of_house(name)) {
        return Err(Failed::usage(why));
    }
    if unready.is_empty() {
        return Plan::new(tournament).map_err(Failed::usage);
    }
    Plan::new(spec.resolve()?).map_err(Failed::usage)
}

/// The names of the submissions, sorted.
fn submitted(folder: &Path) -> Result<Vec<String>, Failed> {
    let said =
        |error: io::Error| Failed::trouble(format!("{}: {}", folder.display(), io_words(&error)));
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

/// Copies a submission, and signs it up.
fn hand_in(
    spec: &Spec,
    name: &str,
    from: &Path,
    to: &Path,
    confinement: &Confinement,
    args: &Args,
) -> Result<PlayerSpec, String> {
    check_name(name)?;
    let is_taken =
        |other: &PlayerSpec| other.name.as_deref() == Some(name) || other.player.text == name;
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
    let term = format!("process({start}, memory={}, patience={})", args.memory, args.patience);
    Ok(PlayerSpec { name: Some(name.to_owned()), player: Located::new(term) })
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
        // Whoever makes the folder has the name.
        match fs::create_dir(nights.join(&name)) {
            Ok(()) => return Ok(name),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(Failed::trouble(format!("{}: {error}", nights.display()))),
        }
    }
    Err(Failed::trouble(format!("{}: too many nights of {date}", nights.display())))
}

/// The date of a day since 1970, in the Gregorian calendar.
fn date(days: u64) -> String {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
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
