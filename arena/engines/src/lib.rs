//! Players that are programs of their own, in whatever language, by the protocols that programs for
//! certain games speak, `uci`, `xboard`, `gtp` and `gomocup`; or at every game by Agon's own: `process`.
//!
//! They register as players like any other: to name this crate links them. Which games a protocol
//! is for, and its words for their moves, the games say themselves
//! ([`ForeignNotation::foreign_setup`](agon_core::ForeignNotation::foreign_setup)), so a new game is played by such
//! programs without a change here.
//!
//! An engine never stops a tournament. Whatever it does, a game of its own ends by a
//! [`Failure`](agon_core::Failure) that names the fault in a word ([`Trouble`](agon_core::Trouble))
//! and quotes the engine's last output; the next game begins with a new process. Every wait has an end,
//! nothing that an engine prints makes this process grow, and nothing of an engine outlives it: see
//! [`stand_in`].
//!
//! From the process inwards: a program is started as a process, under its warden; a wire carries
//! lines; a talk is a conversation over a wire in which every wait has an end; a protocol says what its lines mean;
//! an engine seats all of it at a game, with a host for its process and its clock.
#![cfg(unix)]

mod ended;
mod engine;
mod engine_protocol;
mod gomocup;
mod gtp;
mod host;
mod json;
mod limits;
mod log;
mod messages;
mod notices;
mod own_file;
mod printed;
mod process;
mod program;
mod refusal;
mod rehearsal;
mod served;
mod story;
mod tail;
#[cfg(test)]
mod tests;
mod tries;
mod uci;
mod warden;
mod wire;
mod xboard;

use agon_core::{OptionSpec, PlayerPlugin, Plays, Protocol, inventory};

use crate::{engine::Engine, program::COMMAND};
pub use crate::{rehearsal::rehearse, served::sealed, warden::stand_in};

const HELP: &str = "uci, xboard, gtp and gomocup play the games that their protocol has words for, process plays \
    any. The command is looked for on the path, and where Debian puts games; a path \
    with a slash begins in its folder. A process is started for each seat and thread, used for game \
    after game, and started anew after a fault; nothing of it outlives agon. What goes wrong ends \
    the game by a fault in a word (not started, slow start, refused, crashed, hung, too late, \
    unreadable, flood, wrong protocol, no such move, disagreed, undeclared) and the last lines it said; after \
    three breakdowns in a journal it is excluded, unless exclude-after says otherwise. Moves, ends and results are judged by our rules. \
    Results under movetime or clock cannot be reproduced. See docs/engines.md.";

const ENGINE_OPTIONS: OptionSpec = OptionSpec::quoted(
    "options",
    "NAME=VALUE for each option, divided by semicolons, such as \"Hash=16; Skill Level=5\"; two together are \
     one in a value",
    "",
    "options of the engine, by the names it declares",
);
const INIT: OptionSpec =
    OptionSpec::quoted("init", "lines divided by semicolons", "", "what it is told as soon as it runs, word for word");
const VERDICT: OptionSpec = OptionSpec::flag(
    "verdict",
    "false",
    "at the end it is asked who has won, and another opinion than ours is reported",
);

/// How many options all of them have.
const SHARED: usize = 1 + limits::CLOCKS.len() + program::OPTIONS.len();

/// The command, the options of a protocol, and those that all of them have.
const fn options<const OWN: usize, const ALL: usize>(own: [OptionSpec; OWN]) -> [OptionSpec; ALL] {
    assert!(ALL == OWN + SHARED, "every option has a place");
    let (mut all, mut at) = ([COMMAND; ALL], 1);
    let parts: [&[OptionSpec]; 3] = [&own, &limits::CLOCKS, &program::OPTIONS];
    let mut part = 0;
    while part < parts.len() {
        let mut index = 0;
        while index < parts[part].len() {
            all[at] = parts[part][index];
            (at, index) = (at + 1, index + 1);
        }
        part += 1;
    }
    all
}

/// What a game must be like that the protocols for certain games could have words for.
const FOREIGN: Plays = Plays::ANYTHING.with_seats(2, 2).without_chance();

inventory::submit! {
    PlayerPlugin::new(
        Protocol::Gomocup.name(),
        "a program for five in a row, as at the Gomocup",
        HELP,
        &const { options::<2, { 2 + SHARED }>([ENGINE_OPTIONS, INIT]) },
        Engine::<gomocup::Gomocup>::seat,
    )
    .playing(FOREIGN)
}

inventory::submit! {
    PlayerPlugin::new(
        Protocol::Gtp.name(),
        "a program that speaks the Go Text Protocol",
        HELP,
        &const { options::<2, { 2 + SHARED }>([VERDICT, INIT]) },
        Engine::<gtp::Gtp>::seat,
    )
    .playing(FOREIGN)
}

inventory::submit! {
    PlayerPlugin::new(
        Protocol::Xboard.name(),
        "a program that speaks the protocol of xboard",
        HELP,
        &const { options::<3, { 3 + SHARED }>([limits::DEPTH, ENGINE_OPTIONS, INIT]) },
        Engine::<xboard::Xboard>::seat,
    )
    .playing(FOREIGN)
}

inventory::submit! {
    PlayerPlugin::new(
        "process",
        "a program in any language, by the line protocol of Agon",
        HELP,
        &const { options::<2, { 2 + SHARED }>([limits::NODES, tries::RETRIES]) },
        json::seat,
    )
    .playing(Plays::ANYTHING.with_hidden())
}

inventory::submit! {
    PlayerPlugin::new(
        Protocol::Uci.name(),
        "a program that speaks the Universal Chess Interface",
        HELP,
        &const { options::<4, { 4 + SHARED }>([limits::NODES, limits::DEPTH, ENGINE_OPTIONS, INIT]) },
        Engine::<uci::Uci>::seat,
    )
    .playing(FOREIGN)
}
