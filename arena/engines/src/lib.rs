//! Players that are programs of their own, in whatever language, by the protocols that programs for
//! certain games speak, `uci`, `xboard`, `gtp` and `gomocup`; or at every game by Agon's own: `process`.
//!
//! They register as players like any other: to name this crate links them. Which games a protocol
//! is for, and its words for their moves, the games say themselves
//! ([`Position::foreign_setup`](agon_core::Position::foreign_setup)), so a new game is played by such
//! programs without a change here.
//!
//! An engine never stops a tournament. Whatever it does, a game of its own ends by a
//! [`Failure`](agon_core::Failure) that says in a word what was wrong ([`Trouble`](agon_core::Trouble))
//! and in detail what it said last; the next game begins with a new process. Every wait has an end,
//! nothing that an engine prints makes this process grow, and nothing of an engine outlives it: see
//! [`stand_in`].
//!
//! From the process inwards: a program is started as a process, under its warden; a wire carries
//! lines; a talk is a conversation over a wire in which every wait has an end; a tongue is a protocol;
//! an engine seats all of it at a game, with a host for its process and its clock.
#![cfg(unix)]

mod engine;
mod gomocup;
mod gtp;
mod host;
mod json;
mod limits;
mod log;
mod notices;
mod process;
mod program;
mod rehearsal;
mod story;
#[cfg(test)]
mod tests;
mod tongue;
mod uci;
mod warden;
mod wire;
mod xboard;

use agon_core::{OptionSpec, PlayerPlugin, Protocol, inventory};

use crate::engine::Engine;
pub use crate::{rehearsal::rehearse, warden::stand_in};

/// All of them are listed above.
const _: () = assert!(program::OPTIONS.len() == 9 && limits::CLOCKS.len() == 3);

const HELP: &str = "The command is looked for on the path, and where Debian puts games; a path \
    with a slash begins in its folder. A process is started for each seat and thread, used for game \
    after game, and started anew after a fault; nothing of it outlives agon. What goes wrong ends \
    the game by a fault in a word (not started, slow start, refused, crashed, hung, too late, \
    unreadable, flood, wrong protocol, no such move, disagreed) and the last lines it said; after \
    three breakdowns in a journal it is excluded, unless exclude-after says otherwise. Moves, ends and results are judged by our rules. \
    Results under movetime or clock cannot be reproduced. See docs/engines.md.";

const COMMAND: OptionSpec = OptionSpec::quoted(
    "command",
    "a program and its arguments, as a shell has them",
    "",
    "what to run",
);
const ENGINE_OPTIONS: OptionSpec = OptionSpec::quoted(
    "options",
    "NAME=VALUE for each option, divided by semicolons, such as \"Hash=16; Skill Level=5\"; two together are \
     one in a value",
    "",
    "options of the engine, by the names it declares",
);
const INIT: OptionSpec = OptionSpec::quoted(
    "init",
    "lines divided by semicolons",
    "",
    "what it is told as soon as it runs, word for word",
);
const VERDICT: OptionSpec = OptionSpec::flag(
    "verdict",
    "false",
    "at the end it is asked who has won, and another opinion than ours is reported",
);

/// The options that follow those of a protocol.
macro_rules! options {
    ($($own:expr),*) => {{
        const OPTIONS: &[OptionSpec] = &[
            COMMAND,
            $($own,)*
            limits::CLOCKS[0],
            limits::CLOCKS[1],
            limits::CLOCKS[2],
            program::OPTIONS[0],
            program::OPTIONS[1],
            program::OPTIONS[2],
            program::OPTIONS[3],
            program::OPTIONS[4],
            program::OPTIONS[5],
            program::OPTIONS[6],
            program::OPTIONS[7],
            program::OPTIONS[8],
        ];
        OPTIONS
    }};
}

inventory::submit! {
    PlayerPlugin::new(
        Protocol::Gomocup.name(),
        "a program for five in a row, as at the Gomocup",
        HELP,
        options![ENGINE_OPTIONS, INIT],
        Engine::<gomocup::Gomocup>::seat,
    )
}

inventory::submit! {
    PlayerPlugin::new(
        Protocol::Gtp.name(),
        "a program that speaks the Go Text Protocol",
        HELP,
        options![VERDICT, INIT],
        Engine::<gtp::Gtp>::seat,
    )
}

inventory::submit! {
    PlayerPlugin::new(
        Protocol::Xboard.name(),
        "a program that speaks the protocol of xboard",
        HELP,
        options![limits::DEPTH, ENGINE_OPTIONS, INIT],
        Engine::<xboard::Xboard>::seat,
    )
}

inventory::submit! {
    PlayerPlugin::new(
        "process",
        "a program in any language, by the line protocol of Agon",
        HELP,
        options![limits::NODES],
        json::seat,
    )
}

inventory::submit! {
    PlayerPlugin::new(
        Protocol::Uci.name(),
        "a program that speaks the Universal Chess Interface",
        HELP,
        options![limits::NODES, limits::DEPTH, ENGINE_OPTIONS, INIT],
        Engine::<uci::Uci>::seat,
    )
}
