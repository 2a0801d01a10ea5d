//! `agon serve`.

use std::{
    env,
    io::{self, Write},
    net::{IpAddr, Ipv4Addr},
    path::PathBuf,
    time::{Duration, SystemTime},
};

use agon_arena::play::Clocks;
use agon_serve::{FAREWELL, PublicOrigin, ServerLog, Settings};

use crate::{
    built::build,
    class::date,
    failed::Failed,
    jobs::Jobs,
    output::answer,
    progress::{Loudness, note},
    signals::{self, LastWords},
};

/// Opens a server: play, look inside and run tournaments in a browser
///
/// All of it is inside this program, works without a network, and is for this machine alone unless
/// --address says otherwise. Games are stored in a database, and go on after a restart.
#[derive(clap::Args)]
#[command(
    after_help = "\
Examples:
  agon serve --open
  agon serve league.journal         shows a tournament, also while it is played
  agon serve --address 192.168.1.7  for others, who open the printed address

Ctrl-C closes it within three seconds, a second one at once. It has no encryption of its own: put a server for \
others behind a proxy that has, with --behind-proxy, or keep it in a network that you trust.",
    after_long_help = "\
More examples:
  agon serve --port 8000 --folder ~/games
  agon serve --behind-proxy https://arena.example.org    nginx, say, asks it for others
  agon serve --class ~/class         the nights of agon class, and /wall, a table for the wall

It answers only to its own names, and changes something only for its own pages; no command of this \
machine is run because of a request. Finished moves are never lost, even by a kill.

Standard error has a line for the start, the end, and each request that is refused or fails: the address, the method, \
the path, the status and the reason. --quiet leaves them out. /health answers everybody, without a key.

Exit codes: 0 closed; 1 it cannot listen, or its folder cannot be used, such as by a second server; 2 the \
command was wrong."
)]
pub(crate) struct Args {
    /// Journals of tournaments to show, finished or not; they are only read
    #[arg(value_name = "JOURNAL")]
    journal: Vec<PathBuf>,
    /// Show the nights that agon class played in this folder; nothing in it is run
    #[arg(long, value_name = "FOLDER")]
    class: Option<PathBuf>,
    /// The port; 0 is any that is free
    #[arg(long, value_name = "N", default_value_t = 8317)]
    port: u16,
    /// Open it in a browser
    #[arg(long)]
    open: bool,
    /// Where it listens; other machines need the key that is printed
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// A name by which others call this machine; once for each
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// The public address of the proxy that asks for others; its X-Forwarded-For and -Proto are believed
    ///
    /// Everybody then needs the key that is printed. Nobody but the proxy may reach the server itself.
    #[arg(long, value_name = "URL")]
    behind_proxy: Option<PublicOrigin>,
    /// The folder of the games; your own for such data unless given
    #[arg(long, value_name = "FOLDER", env = "AGON_FOLDER", hide_env_values = true)]
    folder: Option<PathBuf>,
    /// First delete games and tournaments untouched for this many days
    ///
    /// Tournaments only if they are over or stopped.
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u16).range(0..))]
    forget: Option<u16>,
    #[command(flatten)]
    jobs: Jobs,
}

/// The pause after each line of the log: a hundred in a second at most.
const BETWEEN_LINES: Duration = Duration::from_millis(10);

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    if args.address.is_unspecified() && args.host.is_empty() && args.behind_proxy.is_none() {
        return Err(Failed::usage(format!(
            "--address {}: by which name will it be called? add --host NAME",
            args.address
        )));
    }
    let folder = match &args.folder {
        Some(folder) => folder.clone(),
        None => own_folder()?,
    };
    let settings = Settings {
        address: args.address,
        port: args.port,
        hosts: args.host.clone(),
        proxy: args.behind_proxy.clone(),
        log: log().map_err(Failed::trouble)?,
        folder,
        journals: args.journal.clone(),
        class: args.class.clone(),
        thinkers: args.jobs.count().min(256),
        clocks: Clocks::default(),
        build: build().to_owned(),
        forget: args.forget.map(|days| Duration::from_secs(86_400 * u64::from(days))),
    };
    let shown = settings.folder.display().to_string();
    // It is meant to be closed so.
    signals::leave_with(LastWords::default);
    signals::end_by_itself(0, LastWords::default);
    let server = agon_serve::serve(settings).map_err(Failed::trouble)?;
    // Answers are given to their ends before, and there is a moment more to leave in.
    let closer = server.closer();
    signals::end_within(0, FAREWELL + Duration::from_millis(500), move || {
        closer.close();
        LastWords::default()
    });
    let address = server.address();
    answer(|out| Ok(writeln!(out, "{address}")?))?;
    if args.forget.is_some() {
        let (games, tournaments) = server.forgotten();
        note(&format!("forgotten: {games} games and {tournaments} tournaments"));
    }
    note(&format!("games are stored in {shown}; Ctrl-C closes the server"));
    note(&format!("for you alone, guests and what they use: {}", server.owner_address()));
    if args.open
        && let Err(error) = opener::open_browser(&address)
    {
        note(&format!("no browser could be opened: {error}"));
    }
    server.run().map_err(Failed::trouble)
}

/// Lines with their time on standard error, unless `--quiet` is given.
fn log() -> io::Result<ServerLog> {
    if !Loudness::Usual.is() {
        return Ok(ServerLog::default());
    }
    ServerLog::by(BETWEEN_LINES, |line| {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let (day, second) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        let now = format!("{}T{hour:02}:{minute:02}:{second:02}Z", date(day));
        // Where nobody reads it, or the disk is full, the server goes on.
        let _ = writeln!(io::stderr(), "agon: {now} {line}");
    })
}

/// The user's folder for such data.
fn own_folder() -> Result<PathBuf, Failed> {
    let named = env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let own = named.or_else(|| Some(env::home_dir()?.join(".local/share")));
    let own = own.ok_or_else(|| Failed::usage("there is no home folder; say --folder FOLDER"))?;
    Ok(own.join("agon"))
}
