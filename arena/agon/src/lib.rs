//! The command `agon`: what is asked, and by which exit code it is answered.
//!
//! One file per command; each has its arguments (`Args`) and `run`. An arena of one's own is a
//! `main` that names the crates of its games and players, and calls [`main`]:
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     agon::main()
//! }
//! ```

mod analyse;
mod compare;
mod completions;
mod declared;
mod desk;
mod export;
mod failed;
mod figure;
mod games;
mod human;
mod merge;
mod new;
mod output;
mod perft;
mod place;
mod plan;
mod play;
mod players;
mod rate;
mod resume;
mod run;
mod show;
mod solve;
mod tune;
mod verify;
mod words;

use std::process::ExitCode;

// Naming the roster links every game and player it names.
use agon_roster as _;
use clap::{CommandFactory, Parser, Subcommand};

/// The arena where any turn-based game meets any player.
#[derive(Parser)]
#[command(
    name = "agon",
    version,
    after_help = "\
Games and players are named by terms: name, or name(option=value, …), where options may be left out, \
and the name of an option too if the values stand in order. A value may be a term itself. In a \
shell, put a term with parentheses between quotes.

Examples:
  agon games
  agon players alpha-beta
  agon show nim --moves 'a3 b5'
  agon analyse 'tree([[3,12,8],[2,4,6],[14,5,2]])' --player 'minimax(depth=2)'

A wrong name, option, value, position or move is answered by one message on standard error: what is \
wrong and where, what is accepted, and the nearest spelling.

Exit codes: 0 done; 1 it could not be done (a file, the disk); 2 the question was wrong (a name, an \
option, a move); 3 a comparison found a difference; 130 interrupted."
)]
struct Cli {
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
    Rate(rate::Args),
    Tune(Box<tune::Args>),
    Plan(plan::Args),
    Games(games::Args),
    Players(players::Args),
    Show(show::Args),
    Analyse(analyse::Args),
    Play(play::Args),
    Perft(perft::Args),
    Solve(solve::Args),
    New(new::Args),
    Completions(completions::Args),
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Run(args) => run::run(&args),
        Command::Resume(args) => resume::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Check(args) => compare::check(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Rate(args) => rate::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Plan(args) => plan::run(&args),
        Command::Games(args) => games::run(&args),
        Command::Players(args) => players::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::New(args) => new::run(&args),
        Command::Completions(args) => completions::run(&args, Cli::command()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => {
            if !failed.message.is_empty() {
                eprintln!("agon: {}", failed.message);
            }
            ExitCode::from(failed.code)
        }
    }
}
