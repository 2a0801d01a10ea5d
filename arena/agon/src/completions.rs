//! `agon completions`.

use crate::failed::Failed;

#[cfg(feature = "shell")]
use clap_complete::Shell;
#[cfg(not(feature = "shell"))]
type Shell = String;

/// Writes a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon completions bash > ~/.local/share/bash-completion/completions/agon
  agon completions fish > ~/.config/fish/completions/agon.fish

Exit codes: 0 done; 2 no such shell.")]
pub(crate) struct Args {
    /// The shell.
    shell: Shell,
}

#[cfg(feature = "shell")]
pub(crate) fn run(args: &Args, mut command: clap::Command) -> Result<(), Failed> {
    use std::io::Write;
    // Written in one piece: the generator panics if the reader closes the pipe early.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "agon", &mut script);
    crate::output::answer(|out| Ok(out.write_all(&script)?))
}

#[cfg(not(feature = "shell"))]
pub(crate) fn run(_: &Args, _: clap::Command) -> Result<(), Failed> {
    Err(Failed::unbuilt("shell"))
}
