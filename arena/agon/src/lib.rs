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
mod built;
mod class;
mod compare;
mod completions;
mod declared;
#[cfg(feature = "engines")]
mod engine;
mod explain;
mod export;
mod failed;
mod figure;
mod game_clock;
mod games;
mod human;
mod inputs;
mod jobs;
#[cfg(feature = "junit")]
mod junit;
mod laws;
mod man;
mod merge;
mod new;
mod one_game;
mod output;
mod paper;
mod perft;
mod place;
mod plan;
mod play;
mod players;
mod plot;
mod progress;
mod prompt;
#[cfg(feature = "engines")]
mod protocol;
mod rate;
mod rated;
mod report;
mod resume;
#[cfg(feature = "engines")]
mod rules;
mod run;
mod scales;
mod screen;
#[cfg(feature = "serve")]
mod serve;
mod session;
mod show;
mod signals;
mod solution;
mod solve;
mod status;
mod submit;
mod swept;
mod thinking;
mod tournament;
mod tree;
mod tune;
mod verify;
mod view;
mod watch;
#[cfg(feature = "serve")]
mod watched;

use std::{
    fmt::Write as _,
    io::{self, Write as _},
    process::ExitCode,
    thread,
};

// Naming the roster links every game and player it names.
use agon_core::STACK_SIZE;
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
agon COMMAND -h: the options of a command; --help: all of its documentation.",
    after_long_help = "\
Games and players are named by terms: name, or name(option=value, …). Options may be left out, and \
so may their names if the values stand in order. A value may be a term itself. In a shell, quote a \
term with parentheses.

Examples:
  agon games
  agon players alpha-beta
  agon show nim --moves 'a3 b5'
  agon analyse 'tree([[3,12,8],[2,4,6],[14,5,2]])' --player 'minimax(depth=2)'

A wrong name, option, value, position or move is answered by one message on standard error: what is \
wrong and where, what is accepted, and the nearest spelling.

Environment: AGON_JOBS is --jobs of every command that plays or thinks; AGON_PROGRESS is how many seconds pass between two lines of progress \
where standard error is no terminal (30); NO_COLOR, CLICOLOR and CLICOLOR_FORCE are honoured.

Exit codes: 0 done; 1 it could not be done (a file, the disk); 2 the command was wrong (a name, an \
option, a move); 3 a comparison found a difference, or status --finished something missing; 130 \
interrupted by Ctrl-C, SIGTERM or SIGHUP: within a second, with what there is so far."
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
    /// Say on standard error what is being done
    #[arg(short, long, global = true, action = ArgAction::SetTrue, display_order = 1002)]
    verbose: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(Box<run::Args>),
    Resume(resume::Args),
    Verify(verify::Args),
    Check(compare::CheckArgs),
    Compare(compare::Args),
    Merge(merge::Args),
    Export(export::Args),
    Report(report::Args),
    Status(status::Args),
    Rate(rate::Args),
    Plot(plot::Args),
    Tune(Box<tune::Args>),
    Plan(plan::Args),
    Submit(submit::Args),
    Class(Box<class::Args>),
    Games(games::Args),
    Players(players::Args),
    Show(show::Args),
    Analyse(analyse::Args),
    Tree(Box<tree::Args>),
    Explain(explain::Args),
    Play(play::Args),
    Watch(watch::Args),
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    Perft(perft::Args),
    Laws(laws::Args),
    Solve(solve::Args),
    New(new::Args),
    #[cfg(feature = "engines")]
    Rules(rules::Args),
    #[cfg(feature = "engines")]
    Engine(engine::Args),
    #[cfg(feature = "engines")]
    Protocol(protocol::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// The commands as a newcomer looks for them. A test holds that each stands in one group.
const GROUPS: &[(&str, &[&str])] = &[
    (
        "Look around",
        &[
            "games",
            "players",
            "show",
            "analyse",
            "tree",
            "explain",
            "play",
            "watch",
            #[cfg(feature = "serve")]
            "serve",
            "perft",
            "solve",
            "laws",
        ],
    ),
    (
        "Tournaments",
        &["plan", "run", "resume", "report", "export", "rate", "plot", "tune", "class"],
    ),
    ("Compare", &["verify", "check", "compare"]),
    ("More than one machine", &["submit", "status", "merge"]),
    (
        "Your own",
        &[
            "new",
            #[cfg(feature = "engines")]
            "engine",
            #[cfg(feature = "engines")]
            "rules",
            #[cfg(feature = "engines")]
            "protocol",
        ],
    ),
    ("This command", &["completions", "man", "help"]),
];

/// The commands of a feature that this build does without, each with the name of the feature.
const UNBUILT: &[(&str, &str)] = &[
    #[cfg(not(feature = "serve"))]
    ("serve", "serve"),
    #[cfg(not(feature = "engines"))]
    ("engine", "engines"),
    #[cfg(not(feature = "engines"))]
    ("rules", "engines"),
    #[cfg(not(feature = "engines"))]
    ("protocol", "engines"),
];

/// The command line, its commands in groups.
fn command_line() -> clap::Command {
    let mut command = Cli::command();
    command.build();
    let mut list = String::new();
    for (title, names) in GROUPS {
        let _ = writeln!(list, "{title}:");
        for name in *names {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about);
            let _ = writeln!(list, "  {name:<12} {}", about.cloned().unwrap_or_default());
        }
        list.push('\n');
    }
    let template = format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n\n{list}Options:\n{{options}}{{after-help}}"
    );
    Cli::command().help_template(template)
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

/// Does what the command line says.
fn obey() -> u8 {
    // Whatever takes long comes after this.
    if let Err(error) = signals::listen() {
        eprintln!("agon: nobody could listen to Ctrl-C: {error}");
        return 1;
    }
    let mut line = command_line();
    let asked = line.try_get_matches_from_mut(std::env::args_os());
    let cli = asked.and_then(|asked| {
        inputs::note(&line, &asked);
        Cli::from_arg_matches(&asked)
    });
    let cli = match cli {
        Ok(cli) => cli,
        Err(error) => return misread(&error),
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
    match roomy(cli.command) {
        Ok(()) => 0,
        Err(failed) => {
            let failed = failed.naming_features();
            if !failed.message.is_empty() {
                eprintln!("agon: {}", printable(&failed.message));
            }
            failed.code
        }
    }
}

/// Reports what is wrong with the command line in the style of all other messages; or prints the
/// help that was asked for.
fn misread(error: &clap::Error) -> u8 {
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
    if let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand)
        && let Some((_, feature)) = UNBUILT.iter().find(|(command, _)| command == name)
    {
        eprintln!("agon: {}", failed::Failed::unbuilt(feature).message);
        return 2;
    }
    let text = without_endless_ranges(&printable(&error.render().to_string()));
    let flag = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(flag)) if error.kind() == ErrorKind::UnknownArgument => flag,
        _ => "",
    };
    match MISTAKEN.iter().find(|(mistaken, _)| *mistaken == flag) {
        Some((_, meant)) => eprintln!("agon: unexpected argument '{flag}': {meant}"),
        None => match text.strip_prefix("error: ") {
            Some(text) => eprint!("agon: {text}"),
            None => eprint!("{text}"),
        },
    }
    2
}

/// Options that people look for, and what they are looking for.
const MISTAKEN: &[(&str, &str)] = &[
    (
        "--games",
        "-n N (--openings N) says how many openings are played, each once in every seating; -g GAME \
         names a game",
    ),
    ("--rounds", "-n N (--openings N) says how many openings are played"),
    ("--players", "-p PLAYER names a player; say it once for each"),
];

/// The same, where an end of a range that is only that of its type is not said.
fn without_endless_ranges(text: &str) -> String {
    let endless = [u64::MAX.to_string(), usize::MAX.to_string()];
    let mut said = text.to_owned();
    for end in endless {
        while let Some(at) = said.find(&format!("..{end}")) {
            let Some(begin) = said[..at].rfind(" is not in ") else { break };
            let least = said[begin + " is not in ".len()..at].to_owned();
            let behind = said[at + 2 + end.len()..].trim_start_matches('=').to_owned();
            said = format!("{} is too small: at least {least}{behind}", &said[..begin]);
        }
    }
    said
}

/// Answers on a thread whose stack has room for the deepest search.
fn roomy(command: Command) -> Result<(), failed::Failed> {
    let thread = thread::Builder::new().stack_size(STACK_SIZE);
    let answered = thread.spawn(|| answer(command)).map_err(failed::Failed::trouble)?.join();
    answered.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn answer(command: Command) -> Result<(), failed::Failed> {
    match command {
        Command::Run(args) => run::run(&args),
        Command::Resume(args) => resume::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Check(args) => compare::check(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Status(args) => status::run(&args),
        Command::Rate(args) => rate::run(&args),
        Command::Plot(args) => plot::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Plan(args) => plan::run(&args),
        Command::Submit(args) => submit::run(&args),
        Command::Class(args) => class::run(&args),
        Command::Games(args) => games::run(&args),
        Command::Players(args) => players::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Tree(args) => tree::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Watch(args) => watch::run(&args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Laws(args) => laws::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::New(args) => new::run(&args),
        #[cfg(feature = "engines")]
        Command::Rules(args) => rules::run(&args),
        #[cfg(feature = "engines")]
        Command::Engine(args) => engine::run(&args),
        #[cfg(feature = "engines")]
        Command::Protocol(args) => protocol::run(&args),
        Command::Completions(args) => completions::run(&args, command_line()),
        Command::Man(args) => man::run(&args, command_line()),
    }
}

#[cfg(test)]
mod tests {
    use super::{GROUPS, UNBUILT, command_line};

    #[test]
    fn every_command_stands_in_one_group_and_says_in_one_line_what_it_does() {
        let mut command = command_line();
        command.build();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        grouped.sort_unstable();
        let mut all: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        all.sort_unstable();
        assert_eq!(grouped, all);
        for command in command.get_subcommands() {
            let about = command.get_about().expect("every command says what it does").to_string();
            assert!(about.chars().count() <= 66, "{}: {about}", command.get_name());
            assert!(!about.contains('\n') && !about.ends_with('.'), "{about}");
        }
    }

    #[test]
    fn a_command_is_built_or_its_feature_is_named() {
        let line = command_line();
        for name in ["serve", "engine", "rules", "protocol"] {
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
                let is_unbuilt =
                    |(name, _): &(&str, &str)| line[5..].split(' ').next() == Some(*name);
                if UNBUILT.iter().any(is_unbuilt) {
                    continue;
                }
                // What a shell would do with the rest is its own affair.
                let words = shlex::split(&line).unwrap();
                let end = words.iter().position(|w| ["|", ">", "&&", ";"].contains(&w.as_str()));
                let words = &words[..end.unwrap_or(words.len())];
                if let Err(error) = command_line().try_get_matches_from(words) {
                    let is_help = error.kind() == clap::error::ErrorKind::DisplayHelp;
                    assert!(is_help, "{}: {line}\n{error}", page.display());
                }
                read += 1;
            }
        }
        assert!(60 < read, "{read} command lines");
    }
}
