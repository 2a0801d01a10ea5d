//! `agon completions`.

use std::io::Write;

use clap_complete::Shell;

use crate::{failed::Failed, output::answer};

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

pub(crate) fn run(args: &Args, mut command: clap::Command) -> Result<(), Failed> {
    // Written in one piece: the generator panics if the reader closes the pipe early.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "agon", &mut script);
    answer(|out| Ok(out.write_all(&script)?))
}
