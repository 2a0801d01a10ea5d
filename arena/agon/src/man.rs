//! `agon man`: the manual, for `man`, and completions for shells.

use std::path::PathBuf;

#[cfg(feature = "shell")]
use clap_complete::Shell;
#[cfg(not(feature = "shell"))]
type Shell = String;

use crate::failed::Failed;

/// Writes the manual for man, or completions for a shell
///
/// The manual has all of --help, and the keys of everything that is written for programs.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon man tree | man -l -
  agon man --out ~/.local/share/man/man1      then: man agon-tree
  agon man --completions bash > ~/.local/share/bash-completion/completions/agon
  agon man --completions fish > ~/.config/fish/completions/agon.fish

Exit codes: 0 done; 1 a page could not be written; 2 no such command, or no such shell.")]
pub(crate) struct Args {
    /// The page of this command
    command: Option<String>,
    /// Write a page for every command into this folder
    #[arg(short, long, value_name = "FOLDER", conflicts_with = "command")]
    out: Option<PathBuf>,
    /// Write the completions for this shell instead
    #[arg(long, value_name = "SHELL", conflicts_with_all = ["command", "out"])]
    completions: Option<Shell>,
}

#[cfg(feature = "shell")]
pub(crate) fn run(args: &Args, line: clap::Command) -> Result<(), Failed> {
    use agon_arena::ask::io_words;

    use crate::output::answer;
    let mut line = line.mut_subcommands(|command| {
        let written = crate::formats::of_command(command.get_name());
        if written.is_empty() {
            return command;
        }
        let help = command.get_after_long_help().map_or(String::new(), |help| format!("{help}\n\n"));
        command.after_long_help(help + &written)
    });
    if let Some(shell) = args.completions {
        return complete(shell, &mut line);
    }
    if let Some(folder) = &args.out {
        return std::fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(line, folder))
            .map_err(|error| Failed::trouble(format!("{}: {}", folder.display(), io_words(&error))));
    }
    let mut page = line.clone();
    if let Some(name) = &args.command {
        line.build();
        let names: Vec<_> = line.get_subcommands().map(clap::Command::get_name).collect();
        let near = agon_core::nearest(name, names.iter().copied());
        let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        let found = line.find_subcommand(name);
        let none = || Failed::usage(format!("there is no command `{name}`{near}"));
        page = found.ok_or_else(none)?.clone().display_name(format!("agon-{name}"));
    }
    answer(|out| Ok(clap_mangen::Man::new(page).render(out)?))
}

#[cfg(not(feature = "shell"))]
pub(crate) fn run(_: &Args, _: clap::Command) -> Result<(), Failed> {
    Err(Failed::unbuilt("shell"))
}

#[cfg(feature = "shell")]
fn complete(shell: Shell, line: &mut clap::Command) -> Result<(), Failed> {
    use std::io::Write;
    // Written in one piece: the generator panics if the reader closes the pipe early.
    let mut script = Vec::new();
    clap_complete::generate(shell, line, "agon", &mut script);
    crate::output::answer(|out| Ok(out.write_all(&script)?))
}
