//! How many threads a command uses.

use agon_arena::cores;

/// No command uses more threads.
const MOST: u16 = 4096;

/// How many threads a command uses: as its option or the environment says, or all cores.
#[derive(clap::Args)]
pub(crate) struct Jobs {
    /// Threads; all cores unless given
    ///
    /// The result is the same on any number of them.
    #[arg(
        short,
        long,
        alias = "concurrency",
        value_name = "N",
        env = "AGON_JOBS",
        hide_env_values = true,
        value_parser = read
    )]
    jobs: Option<Threads>,
}

/// A number of threads; `None` where an empty text says nothing.
#[derive(Clone, Copy)]
struct Threads(Option<u16>);

impl Jobs {
    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.jobs.and_then(|threads| threads.0).map_or_else(cores, usize::from)
    }
}

fn read(text: &str) -> Result<Threads, String> {
    if text.is_empty() {
        // As a variable that is set to nothing.
        return Ok(Threads(None));
    }
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.map(|number| Threads(Some(number))).ok_or_else(|| format!("accepted: 1 to {MOST}"))
}
