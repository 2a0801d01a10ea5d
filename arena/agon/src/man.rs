//! `agon man`: the manual, for `man`.

use std::path::PathBuf;

use crate::failed::Failed;

/// Writes the manual pages, for man
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon man > agon.1
  agon man --out ~/.local/share/man/man1      one page for every command: man agon-run

Exit codes: 0 done; 1 a page could not be written.")]
pub(crate) struct Args {
    /// Write a page for every command into this folder, instead of the first to standard output
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

#[cfg(feature = "shell")]
pub(crate) fn run(args: &Args, command: clap::Command) -> Result<(), Failed> {
    use crate::output::answer;
    match &args.out {
        Some(folder) => clap_mangen::generate_to(command, folder)
            .map_err(|error| Failed::trouble(format!("{}: {error}", folder.display()))),
        None => answer(|out| Ok(clap_mangen::Man::new(command).render(out)?)),
    }
}

#[cfg(not(feature = "shell"))]
pub(crate) fn run(_: &Args, _: clap::Command) -> Result<(), Failed> {
    Err(Failed::unbuilt("shell"))
}
