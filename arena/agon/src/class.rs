//! `agon class`: the players that a class handed in meet.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{SystemTime, UNIX_EPOCH},
};

#[cfg(unix)]
use std::{
    ffi::{CStr, OsStr},
    fs::{File, OpenOptions},
    io::Read as _,
    os::{
        fd::{AsFd, OwnedFd},
        unix::{ffi::OsStrExt as _, fs::OpenOptionsExt as _},
    },
};

use agon_arena::{
    ask::{Located, PlayerSpec, Spec},
    plan::Plan,
};
#[cfg(unix)]
use rustix::{
    fs::{Dir, FileType, Mode, OFlags},
    io::Errno,
};

use crate::{
    failed::Failed,
    progress::note,
    run,
    tournament::{self, Output},
};

/// Bytes of one submission, at most.
const MOST_BYTES: u64 = 64 << 20;
/// Files of one submission, at most.
const MOST_FILES: u32 = 2_000;
/// Nights that begin on one day.
const MOST_NIGHTS: u32 = 100;
/// Bytes that a submission may write to each of the two folders that it can write to in bubblewrap.
const MOST_WRITTEN: u64 = 64 << 20;
/// What a program is told that says it draws at random, and was not expected to.
const DRAWS: &str = "add random=true to its options";

/// Has the players that a class handed in meet: for a line of cron
///
/// In FOLDER there are class.toml, a tournament file with the games, how they are played, and players of
/// the house if you like; and submissions/NAME/player for everybody who takes part: a program that may be
/// executed and speaks Agon's line protocol (agon protocol). What is there is copied first, so that nobody
/// can change a player while it plays. The journal is nights/DATE.journal, in UTC, and those who could not
/// take part are listed beside it with the reason.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon class ~/class                        once, now
  0 22 * * * agon class /home/me/class --quiet      a line of crontab: every night at ten
  agon serve --class ~/class                shows the nights, and /wall a table for the wall

Every submission has a process group and a memory limit of its own, nothing of it outlives its game, and \
its answers have a time limit. In bubblewrap, the default, it sees the programs of this machine and its own \
folder, can change neither, may write 64 MB to /tmp and to /dev/shm each, reaches no network, no other file and \
no other process, and has as many processes at once as --processes says (unless you are root, whom Linux does not count). How much of the processor they \
use only the system can limit: see systemd-run. --sandbox none is for submissions that you would run yourself.

Exit codes: as those of agon run.")]
pub(crate) struct Args {
    /// The folder of the class
    folder: PathBuf,
    /// What keeps submissions from the rest of this machine
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = Sandbox::Bubblewrap)]
    sandbox: Sandbox,
    /// The most memory that each process of a submission may have, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    memory: u64,
    /// How many processes and threads a submission may have at once in bubblewrap
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u64).range(8..=1 << 16))]
    processes: u64,
    /// How many seconds an answer may take where class.toml sets no time
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    patience: u64,
    #[command(flatten)]
    output: Output,
}

/// What keeps a submission from the rest of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Sandbox {
    /// Bubblewrap: namespaces of its own, no network, nothing that it could write to
    Bubblewrap,
    /// Nothing: it may do whatever you may
    None,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    if cfg!(not(all(unix, feature = "engines"))) {
        return Err(Failed::usage("this agon was built without its feature `engines`"));
    }
    let file = args.folder.join("class.toml");
    let mut spec = run::load(&file)?;
    let sandbox = match args.sandbox {
        Sandbox::Bubblewrap => Some(try_bubblewrap(args)?),
        Sandbox::None => None,
    };
    spec.skip_unsupported = Some(true);
    let nights = args.folder.join("nights");
    let said = |path: &Path| {
        let name = path.display().to_string();
        move |error: io::Error| Failed::trouble(format!("{name}: {error}"))
    };
    fs::create_dir_all(&nights).map_err(said(&nights))?;
    let night = tonight(&nights)?;
    let tonight = nights.join(&night);
    let mut left_out = Vec::new();
    let own = spec.players.len();
    for name in submitted(&args.folder.join("submissions"))? {
        let (from, to) = (args.folder.join("submissions").join(&name), tonight.join(&name));
        match hand_in(&spec, &name, &from, &to, sandbox.as_deref(), args) {
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
    let said = |error: io::Error| Failed::trouble(format!("{}: {error}", folder.display()));
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
    sandbox: Option<&[String]>,
    args: &Args,
) -> Result<PlayerSpec, String> {
    if 40 < name.chars().count()
        || name.contains(|c: char| !c.is_alphanumeric() && !"-_ ".contains(c))
    {
        return Err(
            "its name has more than 40 signs, or others than letters, digits, spaces, - and _"
                .to_owned(),
        );
    }
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
    let folder = std::path::absolute(to).map_err(|error| error.to_string())?;
    let folder = folder.to_str().ok_or("the path of its folder is no text")?;
    let limits = format!("memory={}, patience={}", args.memory, args.patience);
    let term = match sandbox {
        Some(words) => {
            let crowd = crowd(args.processes);
            let own = ["--ro-bind", folder, "/player", "--remount-ro", "/", "--chdir", "/player"];
            let words = words.iter().map(String::as_str).chain(own);
            let command = shlex::try_join(words.chain(["--", "prlimit", &crowd, "./player"]));
            let command = command.map_err(|error| error.to_string())?;
            format!("process(command={}, {limits})", quoted(&command))
        }
        None => {
            format!("process(command=\"./player\", folder={}, {limits})", quoted(folder))
        }
    };
    Ok(PlayerSpec { name: Some(name.to_owned()), player: Located::new(term) })
}

/// A text between quotation marks, as terms have it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// What bubblewrap is told of every submission: programs and libraries to be read, two folders in memory, so
/// large and no larger, and nothing else.
fn bubblewrap(memory: u64) -> Vec<String> {
    let room = MOST_WRITTEN.min(memory << 20).to_string();
    let mut words = vec!["bwrap", "--unshare-all", "--unshare-user", "--die-with-parent"];
    words.extend(["--new-session", "--clearenv"]);
    words.extend(["--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin", "--setenv", "HOME", "/tmp"]);
    for folder in ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/alternatives"] {
        words.extend(["--ro-bind-try", folder, folder]);
    }
    words.extend(["--proc", "/proc", "--dev", "/dev", "--size", &room, "--tmpfs", "/dev/shm"]);
    words.extend(["--remount-ro", "/dev", "--size", &room, "--tmpfs", "/tmp"]);
    words.into_iter().map(str::to_owned).collect()
}

/// What `prlimit` is told inside, where processes are counted from none.
fn crowd(processes: u64) -> String {
    format!("--nproc={processes}")
}

/// What bubblewrap is told here, where it works: most versions can also keep a submission from namespaces of
/// its own, by which it reaches more of the kernel.
fn try_bubblewrap(args: &Args) -> Result<Vec<String>, Failed> {
    let words = bubblewrap(args.memory);
    let mut strict = words.clone();
    strict.push("--disable-userns".to_owned());
    let tried = try_words(&strict, args.processes).map(|()| strict);
    tried.or_else(|_| try_words(&words, args.processes).map(|()| words)).map_err(|why| {
        Failed::trouble(format!(
            "bubblewrap does not work here: {why}; install it (apt install bubblewrap), or say --sandbox none if \
             you would run every submission yourself"
        ))
    })
}

fn try_words(words: &[String], processes: u64) -> Result<(), String> {
    let mut tried = Command::new(&words[0]);
    tried.args(&words[1..]).args(["--remount-ro", "/", "--", "prlimit", &crowd(processes), "true"]);
    tried.stdin(Stdio::null());
    match tried.output() {
        Ok(done) if done.status.success() => Ok(()),
        Ok(done) => Err(String::from_utf8_lossy(&done.stderr).trim().to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Whether this system lets anybody start it.
fn may_be_executed(program: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        program.metadata().is_ok_and(|about| about.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    program.is_file()
}

/// Copies what is in a folder: plain files and folders. A link might lead to files that are not for everybody.
/// Whoever owns what is there may exchange it at any moment: so only what is open already is asked what it is.
#[cfg(unix)]
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut room = (MOST_BYTES, MOST_FILES);
    let folder = rustix::fs::open(from, plain() | OFlags::DIRECTORY, Mode::empty())?;
    copy_folder(&folder, to, &mut room)
}

/// How a file or a folder is opened: never through a link, and without waiting for anybody.
#[cfg(unix)]
fn plain() -> OFlags {
    OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC
}

#[cfg(unix)]
fn copy_folder(folder: &OwnedFd, to: &Path, room: &mut (u64, u32)) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in Dir::read_from(folder.as_fd())? {
        let entry = entry?;
        let name: &CStr = entry.file_name();
        if [c".", c".."].contains(&name) {
            continue;
        }
        room.1 = room
            .1
            .checked_sub(1)
            .ok_or_else(|| io::Error::other(format!("it has more than {MOST_FILES} files")))?;
        let opened = match rustix::fs::openat(folder, name, plain(), Mode::empty()) {
            Ok(opened) => opened,
            // A link, or a door of another program.
            Err(Errno::LOOP | Errno::MLINK | Errno::NXIO) => continue,
            Err(error) => return Err(error.into()),
        };
        let target = to.join(OsStr::from_bytes(name.to_bytes()));
        let about = rustix::fs::fstat(&opened)?;
        match FileType::from_raw_mode(about.st_mode) {
            FileType::Directory => copy_folder(&opened, &target, room)?,
            FileType::RegularFile => {
                let is_program = Mode::from_raw_mode(about.st_mode).contains(Mode::XUSR);
                let mode = if is_program { 0o755 } else { 0o644 };
                let mut written =
                    OpenOptions::new().write(true).create_new(true).mode(mode).open(&target)?;
                // It may grow meanwhile.
                let bytes = io::copy(&mut File::from(opened).take(room.0 + 1), &mut written)?;
                room.0 = room.0.checked_sub(bytes).ok_or_else(|| {
                    io::Error::other(format!("it has more than {} MB", MOST_BYTES >> 20))
                })?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Never called: the command says first that it is not for this system.
#[cfg(not(unix))]
fn copy(_from: &Path, _to: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
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
    use super::{date, quoted};

    /// Whoever owns a submission exchanges a file for a link to another's, as often as they can.
    #[cfg(unix)]
    #[test]
    fn a_link_is_never_followed_however_quickly_it_takes_the_place_of_a_file() {
        use std::{
            fs,
            os::unix::fs::symlink,
            sync::atomic::{AtomicBool, Ordering},
            thread,
        };
        let place = std::env::temp_dir().join(format!("agon-class-{}", std::process::id()));
        let _ = fs::remove_dir_all(&place);
        let (from, secret) = (place.join("from"), place.join("secret"));
        fs::create_dir_all(&from).unwrap();
        fs::create_dir_all(&secret).unwrap();
        fs::write(secret.join("key"), "secret").unwrap();
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                let (file, folder) = (from.join("file"), from.join("folder"));
                while !is_over.load(Ordering::Relaxed) {
                    fs::write(from.join("new"), "own").unwrap();
                    fs::rename(from.join("new"), &file).unwrap();
                    fs::create_dir(&folder).unwrap();
                    fs::remove_dir(&folder).unwrap();
                    symlink(secret.join("key"), from.join("link")).unwrap();
                    fs::rename(from.join("link"), &file).unwrap();
                    symlink(&secret, &folder).unwrap();
                    fs::remove_file(&folder).unwrap();
                }
            });
            let mut copied = 0;
            for round in 0..300 {
                let to = place.join(format!("to-{round}"));
                // What goes in between is an error, and the submission is left out.
                let _ = super::copy(&from, &to);
                let text = fs::read_to_string(to.join("file")).unwrap_or_default();
                assert_ne!(text, "secret");
                assert!(!to.join("folder/key").exists());
                copied += usize::from(text == "own");
                let _ = fs::remove_dir_all(to);
            }
            is_over.store(true, Ordering::Relaxed);
            assert!(0 < copied, "nothing was ever copied");
        });
        fs::remove_dir_all(&place).unwrap();
    }

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

    #[test]
    fn what_stands_in_a_term_is_read_back() {
        let command = "bwrap -- 'a \"b\" \\ c'";
        let term = format!("process(command={})", quoted(command));
        let named = agon_core::registry::player(&term)
            .map(|named| named.options.text("command").to_owned());
        if cfg!(all(unix, feature = "engines")) {
            assert_eq!(named.unwrap(), command);
        }
    }
}
