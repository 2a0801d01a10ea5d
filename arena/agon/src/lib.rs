//! The command `agon`: its command line and its exit codes.
//!
//! One file per command; each has its arguments (`Args`) and `run`. An arena of your own is a
//! `main` that names the crates of your games and players, and calls [`main`]:
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     agon::main()
//! }
//! ```

mod analyse;
mod asking;
mod built;
mod certificate;
mod class;
mod compare;
mod dealt;
mod declared;
mod drawn;
#[cfg(feature = "engines")]
mod engine;
mod equilibrium;
mod exploit;
mod failed;
mod figure;
mod follow;
mod foreign;
#[cfg(feature = "shell")]
mod formats;
mod games;
mod help;
mod human;
mod inputs;
mod jobs;
mod junit;
mod laws;
mod learn;
mod man;
#[cfg(feature = "engines")]
mod mcp;
mod merge;
mod misread;
mod model;
mod models;
mod new;
mod one_game;
mod output;
mod output_target;
mod perft;
mod place;
mod planned;
mod play;
mod players;
mod progress;
mod prompt;
#[cfg(feature = "engines")]
mod protocol;
mod quiz;
mod report;
#[cfg(feature = "engines")]
mod rules;
mod run;
mod same;
mod schema;
mod screen;
mod seeding;
#[cfg(feature = "serve")]
mod serve;
mod session;
mod show;
mod signals;
#[cfg(feature = "serve")]
mod site;
mod solution;
mod solve;
mod story;
mod submit;
mod terminal_game;
mod terminal_seat;
mod thinking;
mod tournament;
mod tree;
mod tune;
mod verify;
mod view;
mod watch;
#[cfg(feature = "serve")]
mod watched;
mod worksheet;

use std::{
    ffi::OsString,
    io::{self, Write as _},
    process::ExitCode,
    thread,
};

// Naming the roster links every game and player it names.
use agon_arena::ask::{io_words, read_plain};
use agon_core::{BrokenRules, STACK_SIZE, options::Access, registry};
#[cfg(feature = "models")]
use agon_models as _;
use agon_roster as _;
use anstream::ColorChoice;
use clap::{
    ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand,
    error::{ContextKind, ContextValue, ErrorKind},
};

use crate::{failed::printable, progress::Loudness};

/// The arena where any turn-based game meets any player
#[derive(Parser)]
#[command(
    name = "agon",
    version,
    after_help = "\
Examples:
  agon play connect-four
  agon run -g nim -p random -p 'alpha-beta(depth=4)'
Every command has -h (its help), -q (quiet), -v (verbose) and --color WHEN.",
    after_long_help = "\
Games and players are terms: name, or name(option=value, …), in quotes for a shell; a value may be a term itself. \
Where one is wrong, the message says what and where, what is accepted, and the nearest spelling.

Exit codes: 0 done; 1 it could not be done (a file, the disk); 2 the command was wrong (a name, an option, a move); \
3 a comparison found a difference, a law is broken, or games are missing (report progress --finished); \
4 a comparison found a gain and no loss; \
130 interrupted by Ctrl-C, SIGTERM or SIGHUP, with the results so far.

agon man COMMAND | man -l - shows the page of the manual.

Environment: AGON_JOBS is --jobs of every command that plays or thinks; AGON_PROGRESS is the number of seconds between \
two lines of progress where standard error is no terminal (30); AGON_PROGRAMS=yes lets a game be a program where a \
file names it, and not only where it is typed; NO_COLOR, CLICOLOR and CLICOLOR_FORCE are honoured."
)]
struct Cli {
    /// Colours: auto (where a terminal shows them), always or never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true,
        hide_possible_values = true,
        display_order = 1000
    )]
    color: clap::ColorChoice,
    /// Say nothing on standard error but errors
    #[arg(short, long, global = true, conflicts_with = "verbose", display_order = 1001)]
    quiet: bool,
    /// Report progress on standard error
    #[arg(short, long, global = true, action = ArgAction::SetTrue, display_order = 1002)]
    verbose: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(Box<run::Args>),
    Verify(verify::Args),
    Compare(compare::Args),
    Merge(merge::Args),
    Report(report::Args),
    Tune(Box<tune::Args>),
    Learn(learn::Args),
    Submit(submit::Args),
    Class(Box<class::Args>),
    Games(games::Args),
    Players(players::Args),
    Show(show::Args),
    Analyse(analyse::Args),
    Tree(Box<tree::Args>),
    Play(play::Args),
    Watch(watch::Args),
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    #[cfg(feature = "serve")]
    Site(site::Args),
    Perft(perft::Args),
    Same(same::Args),
    Laws(laws::Args),
    Solve(solve::Args),
    New(new::Args),
    #[cfg(feature = "engines")]
    Engine(engine::Args),
    #[cfg(feature = "engines")]
    Mcp(mcp::Args),
    #[cfg(feature = "engines")]
    Protocol(protocol::Args),
    Schema(schema::Args),
    Man(man::Args),
}

/// The commands of a feature that this build does without, each with the name of the feature.
const UNBUILT: &[(&str, &str)] = &[
    #[cfg(not(feature = "serve"))]
    ("serve", "serve"),
    #[cfg(not(feature = "serve"))]
    ("site", "serve"),
    #[cfg(not(feature = "engines"))]
    ("engine", "engines"),
    #[cfg(not(feature = "engines"))]
    ("mcp", "engines"),
    #[cfg(not(feature = "engines"))]
    ("protocol", "engines"),
];

/// The command line, the help of each command on a screen.
fn command_line() -> clap::Command {
    help::on_screens(Cli::command())
}

/// The command line for the manual, which has the keys of tournament files too.
fn manual() -> clap::Command {
    help::at_length(Cli::command().mut_subcommand("run", |run| run.after_long_help(run::files())))
}

/// Runs the command line of the house's own program, whose games and players are those of its sources.
#[doc(hidden)]
pub fn main_of_house() -> ExitCode {
    built::of_house();
    main()
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    #[cfg(all(unix, feature = "engines"))]
    if let Some(code) = agon_engines::stand_in() {
        return code;
    }
    // Players asked from here have as much stack as in a tournament.
    let thread = std::thread::Builder::new().stack_size(agon_core::STACK_SIZE).spawn(obey);
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => signals::exit_code(code),
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => {
            eprintln!("agon: no thread could be started: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Reads a file that a game's options name.
fn read_named(name: &str) -> Result<Vec<u8>, String> {
    read_plain(std::path::Path::new(name), MOST_SHEET).map_err(|error| io_words(&error))
}

/// A file that a game's options name may be so long, in bytes.
const MOST_SHEET: u64 = 4 << 20;

/// Does what the command line says.
fn obey() -> u8 {
    // Whatever takes long comes after this.
    if let Err(error) = signals::listen() {
        eprintln!("agon: nobody could listen to Ctrl-C: {error}");
        return 1;
    }
    let words = foreign::in_our_words(std::env::args_os().collect());
    // The screens are made only where one may be shown: that takes longer than most commands.
    let mut line = Cli::command();
    let mut understood = understand(&mut line, &words);
    if understood.is_err() {
        line = command_line();
        understood = understand(&mut line, &words);
    }
    let cli = match understood {
        Ok(cli) => cli,
        Err(error) => return misread(&mut line, &words, &error),
    };
    match cli.color {
        clap::ColorChoice::Auto => ColorChoice::Auto,
        clap::ColorChoice::Always => ColorChoice::Always,
        clap::ColorChoice::Never => ColorChoice::Never,
    }
    .write_global();
    match (cli.quiet, cli.verbose) {
        (true, _) => Loudness::Quiet.set(),
        (_, true) => Loudness::Verbose.set(),
        _ => {}
    }
    access(&cli.command).set();
    match roomy(cli.command) {
        Ok(()) => 0,
        Err(failed) => {
            let failed = failed.naming_features().naming_commands();
            if !failed.message.is_empty() {
                eprintln!("agon: {}", printable(&failed.message));
            }
            failed.code
        }
    }
}

/// What the words say on this command line.
fn understand(line: &mut clap::Command, words: &[OsString]) -> Result<Cli, clap::Error> {
    let asked = line.try_get_matches_from_mut(words)?;
    inputs::note(line, &asked);
    Cli::from_arg_matches(&asked)
}

/// Reports a mistake in the command line in the style of all other messages; or prints the
/// help that was asked for.
fn misread(line: &mut clap::Command, words: &[OsString], error: &clap::Error) -> u8 {
    if error.kind() == ErrorKind::DisplayVersion {
        // The version alone would not say whose journals it goes on with; and nobody may be reading.
        let _ = writeln!(io::stdout(), "{}", built::build());
        return 0;
    }
    if error.kind() == ErrorKind::DisplayHelp {
        // Nobody may be reading.
        let _ = error.print();
        return 0;
    }
    if let [_, help, "-h" | "--help"] =
        words.iter().map(|word| word.to_str().unwrap_or_default()).collect::<Vec<_>>()[..]
        && help == "help"
    {
        let _ = line.print_help();
        return 0;
    }
    if let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand)
        && let Some((_, feature)) = UNBUILT.iter().find(|(command, _)| command == name)
    {
        eprintln!("agon: {}", failed::Failed::unbuilt(feature).message);
        return 2;
    }
    match misread::message(line, words, error) {
        Some(text) => eprintln!("agon: {}", printable(&text)),
        None => eprint!("{}", printable(&error.render().to_string())),
    }
    2
}

/// Answers on a thread whose stack has room for the deepest search.
fn roomy(command: Command) -> Result<(), failed::Failed> {
    let thread = thread::Builder::new().stack_size(STACK_SIZE);
    let answered = thread.spawn(|| answer(command)).map_err(failed::Failed::trouble)?.join();
    answered.unwrap_or_else(|panic| {
        // A game of the user's own that breaks a promise is answered as any other mistake.
        match BrokenRules::of(&*panic) {
            Some(broken) => Err(failed::Failed::trouble(broken)),
            None => std::panic::resume_unwind(panic),
        }
    })
}

/// What terms may reach outside: files that they name, and programs where [they may](starts_programs). A server reads
/// no file and starts no program because a request names it.
fn access(command: &Command) -> Access {
    #[cfg(feature = "serve")]
    if matches!(command, Command::Serve(_)) {
        return Access::default();
    }
    Access { reader: Some(read_named), programs: starts_programs(command) }
}

/// Whether a game may be a program: where the typed command names it. A file that somebody else wrote names commands
/// of theirs: then the environment must allow it. Tournament files name players that are programs too, and are read
/// before they are run.
fn starts_programs(command: &Command) -> bool {
    let is_typed = || {
        let outside = registry::games().values().filter(|game| !game.is_inside);
        let named: Vec<String> = outside.map(|game| format!("{}(", game.name)).collect();
        let names = |word: OsString| named.iter().any(|name| word.to_string_lossy().contains(name));
        std::env::args_os().skip(1).any(names)
    };
    let is_allowed = || std::env::var_os("AGON_PROGRAMS").is_some_and(|says| says == "yes");
    match command {
        Command::Run(_) | Command::Tune(_) => true,
        _ => is_typed() || is_allowed(),
    }
}

fn answer(command: Command) -> Result<(), failed::Failed> {
    match command {
        Command::Run(args) => run::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Learn(args) => learn::run(&args),
        Command::Submit(args) => submit::run(&args),
        Command::Class(args) => class::run(&args),
        Command::Games(args) => games::run(&args),
        Command::Players(args) => players::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Tree(args) => tree::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Watch(args) => watch::run(&args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args),
        #[cfg(feature = "serve")]
        Command::Site(args) => site::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Same(args) => same::run(&args),
        Command::Laws(args) => laws::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::New(args) => new::run(&args),
        #[cfg(feature = "engines")]
        Command::Engine(args) => engine::run(&args),
        #[cfg(feature = "engines")]
        Command::Mcp(args) => mcp::run(&args),
        #[cfg(feature = "engines")]
        Command::Protocol(args) => protocol::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Man(args) => man::run(&args, manual()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::{Cli, UNBUILT, command_line};

    #[test]
    fn a_command_is_built_or_its_feature_is_named() {
        let line = command_line();
        for name in ["serve", "engine", "mcp", "protocol"] {
            let is_built = line.find_subcommand(name).is_some();
            assert_ne!(is_built, UNBUILT.iter().any(|(command, _)| *command == name), "{name}");
        }
        let features = include_str!("../Cargo.toml");
        for (_, feature) in UNBUILT {
            assert!(features.contains(&format!("\n{feature} = [")), "{feature}");
        }
    }

    /// The command lines of a page: what stands in its blocks for a shell and begins with `agon`.
    fn command_lines(page: &str) -> Vec<String> {
        let mut lines = Vec::new();
        let mut is_shell = false;
        for line in page.lines() {
            if let Some(kind) = line.strip_prefix("```") {
                is_shell = kind == "sh";
            } else if is_shell && line.starts_with("agon ") {
                lines.push(line.to_owned());
            }
        }
        lines
    }

    #[test]
    fn every_command_line_of_the_pages_is_understood() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let pages = std::fs::read_dir(format!("{root}/docs")).unwrap().map(|e| e.unwrap().path());
        let pages = pages.chain([format!("{root}/README.md").into()]);
        let mut read = 0;
        for page in pages.filter(|page| page.extension().is_some_and(|e| e == "md")) {
            for line in command_lines(&std::fs::read_to_string(&page).unwrap()) {
                let is_unbuilt = |(name, _): &(&str, &str)| line[5..].split(' ').next() == Some(*name);
                if UNBUILT.iter().any(is_unbuilt) {
                    continue;
                }
                // What a shell would do with the rest is its own affair.
                let words = shlex::split(&line).unwrap();
                let end = words.iter().position(|w| ["|", ">", "&&", ";"].contains(&w.as_str()));
                let words = &words[..end.unwrap_or(words.len())];
                let told = command_line().try_get_matches_from(words);
                // It is read without the screens of help first.
                assert_eq!(Cli::command().try_get_matches_from(words).is_ok(), told.is_ok(), "{line}");
                if let Err(error) = told {
                    let is_help = error.kind() == clap::error::ErrorKind::DisplayHelp;
                    assert!(is_help, "{}: {line}\n{error}", page.display());
                }
                read += 1;
            }
        }
        assert!(60 < read, "{read} command lines");
    }
}
