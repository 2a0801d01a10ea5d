//! A game that is a program of its own: `program("python3 mine.py")`.
//!
//! It is the rules service of the line protocol spoken the other way: the program says hello and describes its
//! game, the arena asks; what it asks and keeps is [`agon_protocol::served`]'s.

mod conversation;
mod seal;
mod terms;

use std::sync::Arc;

use agon_core::{GamePlugin, OptionError, OptionSpec, Options, inventory, options::Access};
use agon_protocol::served::{Served, ServedGame, ServedPosition};

pub use self::seal::sealed;
use self::terms::Terms;

/// Games that are programs.
struct Programs;

impl Served for Programs {
    const NAME: &'static str = "program";
    const SUMMARY: &'static str = "a game that is a program of its own, in any language, by the line protocol";
    const HELP: &'static str = "The program says what its game is and answers questions about positions, by \
        lines of JSON; the class agon.Rules of the Python package reads and writes them. What it answers is kept, within `cache`; \
        a process is started for each thread that asks. Games in which it dies, hangs or breaks a promise are \
        void: they count for nobody, and the record says what was wrong. See docs/anywhere.md.";
    const OPTIONS: &'static [OptionSpec] = &terms::OPTIONS;

    fn open(options: &Options) -> Result<Arc<ServedGame>, OptionError> {
        if !Access::now().programs {
            let why = "no program is started for a game that a file or a request names; AGON_PROGRAMS=yes in the environment allows it for files";
            return Err(options.impossible(why));
        }
        if options.text("command").is_empty() {
            return Err(options.wrong("command", "a program and its arguments, such as \"python3 mine.py\""));
        }
        let terms = Terms::of(options)?;
        seal::check(options, &terms.program).map_err(|why| options.impossible(why))?;
        conversation::open(terms).map_err(|why| options.impossible(why))
    }
}

inventory::submit! { GamePlugin::of::<ServedPosition<Programs>>().outside() }
