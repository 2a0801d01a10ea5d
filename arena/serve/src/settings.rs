//! The settings of the server, and its limits.

use std::{net::IpAddr, path::PathBuf, time::Duration};

use agon_arena::play::Clocks;

use crate::{
    pool::{MostTasks, PoolSize},
    public_origin::PublicOrigin,
    quota::QuotaSize,
    server_log::ServerLog,
    table::REFRESH,
};

/// The settings of the server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address on which it listens.
    pub address: IpAddr,
    /// The port; 0 takes any free one.
    pub port: u16,
    /// Host names that it answers to, besides those of the loopback address.
    pub hosts: Vec<String>,
    /// Where it is found, if it stands behind a proxy, which then has to be the only one that reaches it: its headers say
    /// who asks.
    pub proxy: Option<PublicOrigin>,
    /// The folder of games and tournaments.
    pub folder: PathBuf,
    /// Journals to show; they are only read.
    pub journals: Vec<PathBuf>,
    /// The folder of a class whose nights to show; nothing in it is run.
    pub class: Option<PathBuf>,
    /// The name of this build, for journals.
    pub build: String,
    /// The age at which untouched games and finished tournaments are deleted at the start; none keeps all.
    pub forget: Option<Duration>,
    /// The threads for games and searches; tournaments have as many of their own.
    pub thinkers: usize,
    /// Where the time of games with a clock is read.
    pub clocks: Clocks,
    /// Where it is told what was refused and what failed.
    pub log: ServerLog,
}

/// Bytes of a request's body.
pub(crate) const MOST_BODY: usize = 256 << 10;
/// Limits on stored games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GamesKept {
    pub(crate) all: usize,
    /// Of all guests of one address.
    pub(crate) at_address: usize,
    /// Of one guest.
    pub(crate) of_one: usize,
}

/// The limits on stored games.
pub(crate) const GAMES_KEPT: GamesKept = GamesKept { all: 20_000, at_address: 10_000, of_one: 2_000 };
/// Games that are held in memory, unless somebody looks at them.
pub(crate) const MOST_OPEN: usize = 2_000;
/// Connections at a time.
pub(crate) const MOST_CONNECTIONS: usize = 1_024;
/// Connections at a time from one address.
pub(crate) const MOST_CONNECTIONS_OF_ONE: usize = 768;
/// The threads that think. Where other machines may ask, one address leaves a quarter of them to the others, one at
/// least, unless there is no more than one. What has had its turn goes on in the background, of which one guest has less
/// than half of what an address may have: others find room there as well.
pub(crate) const fn thinking(threads: usize, is_open: bool) -> PoolSize {
    let threads = if threads == 0 { 1 } else { threads };
    let left = if is_open && 1 < threads { threads.div_ceil(4) } else { 0 };
    let all = threads + if threads < BACKGROUND { BACKGROUND } else { threads };
    let from_address = if is_open { all - all.div_ceil(4) } else { all };
    let of_one = (from_address - 1) / 2;
    PoolSize {
        threads,
        at_address: threads - left,
        slice: SLICE,
        turn: 1,
        patience: Duration::MAX,
        begun: MostTasks { all, from_address, of_one },
        waiting: MostTasks { all: 256, from_address: 128, of_one: 32 },
        longest: LONGEST_THOUGHT,
    }
}

/// How long work has a thread to itself.
const SLICE: Duration = Duration::from_millis(100);
/// How much may go on in the background, at least.
const BACKGROUND: usize = 6;

/// The threads for pages and documents, which take little time each: no more work at a time than there are processors, so
/// that each is done soon, and on large machines one address leaves some to the others.
pub(crate) fn quick(processors: usize) -> PoolSize {
    let threads = processors.clamp(2, QUICK.all);
    PoolSize {
        threads,
        at_address: threads - threads / 4,
        slice: SLICE,
        turn: 1,
        patience: SLICE / 2,
        begun: QUICK,
        waiting: MostTasks { all: MOST_CONNECTIONS, from_address: MOST_CONNECTIONS_OF_ONE, of_one: 256 },
        longest: LONGEST_THOUGHT,
    }
}

/// How many pages and documents may be made at a time, with those that take long.
const QUICK: MostTasks = MostTasks { all: 8, from_address: 6, of_one: 6 };
/// Tournaments are played one at a time, for ten minutes while others wait. How many there are is counted elsewhere.
pub(crate) const TOURNAMENTS: PoolSize = PoolSize {
    threads: 1,
    at_address: 1,
    slice: Duration::from_secs(1),
    turn: 600,
    patience: Duration::MAX,
    begun: MostTasks { all: 1, from_address: 1, of_one: 1 },
    waiting: MostTasks { all: usize::MAX, from_address: usize::MAX, of_one: usize::MAX },
    longest: Duration::MAX,
};
pub(crate) use crate::pool::LONGEST_THOUGHT;
/// How long a page counts as watched after a request; a page without scripts reloads within it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(2 * REFRESH);
/// How long a game counts as watched after its last listener has left.
pub(crate) const GOODBYE: Duration = Duration::from_millis(900);
/// How long headers and bodies may take to arrive.
pub(crate) const ARRIVAL: Duration = Duration::from_secs(10);
/// How long a client may leave an answer unread.
pub(crate) const UNREAD: Duration = Duration::from_secs(20);

/// Bytes of games in memory, by [an estimate](crate::table::TableState::weight).
pub(crate) const OPEN_BYTES: QuotaSize = QuotaSize { all: 160 << 20, at_address: 128 << 20, of_one: 64 << 20 };
/// Bytes of the journals of tournaments begun here.
pub(crate) const JOURNAL_BYTES: QuotaSize = QuotaSize { all: 8 << 30, at_address: 2 << 30, of_one: 512 << 20 };
/// Downloads at a time.
pub(crate) const DOWNLOADS: QuotaSize = QuotaSize { all: 16, at_address: 8, of_one: 4 };
/// Bytes of a file that is made for a download. Journals are sent as they are, however large.
pub(crate) const MOST_MADE: u64 = 64 << 20;
/// Bytes of a download that are in memory at a time.
pub(crate) const PIECE: usize = 128 << 10;

/// Games that are listed at a time.
pub(crate) const MOST_ROWS: usize = 50;

#[cfg(test)]
mod tests {
    use super::{
        ARRIVAL, DOWNLOADS, GAMES_KEPT, GamesKept, JOURNAL_BYTES, LONGEST_THOUGHT, MOST_BODY, MOST_CONNECTIONS,
        MOST_CONNECTIONS_OF_ONE, MostTasks, OPEN_BYTES, QUICK, QuotaSize, thinking,
    };
    use crate::{
        class::{HOURS, MOST_STUDENTS, ROOMS},
        events::{MOST_EVENTS, MOST_EVENTS_OF_ADDRESS, MOST_EVENTS_OF_ONE},
    };

    #[test]
    fn the_page_says_what_a_guest_may_cost() {
        let docs = include_str!("../../../docs/server.md");
        let grouped = |number: u64| match number {
            0..1000 => number.to_string(),
            _ => format!("{},{:03}", number / 1000, number % 1000),
        };
        let row = |what: &str, [one, address, all]: [u64; 3], unit: &str| {
            let [one, address, all] = [one, address, all].map(|most| match most {
                0 => String::new(),
                most => format!(" {}{unit}", grouped(most)),
            });
            let row = format!("| {what} |{one} |{address} |{all} |\n");
            assert!(docs.contains(&row), "{row}");
        };
        let quota = |QuotaSize { all, at_address, of_one }, by| [of_one, at_address, all].map(|most: u64| most / by);
        row("memory of open games, by an estimate", quota(OPEN_BYTES, 1 << 20), " MB");
        row("journals of tournaments", quota(JOURNAL_BYTES, 1 << 20), " MB");
        row("downloads at a time", quota(DOWNLOADS, 1), "");
        let GamesKept { all, at_address, of_one } = GAMES_KEPT;
        row("stored games", [of_one, at_address, all].map(|most| most as u64), "");
        let events = [MOST_EVENTS_OF_ONE, MOST_EVENTS_OF_ADDRESS, MOST_EVENTS];
        row("stored tournaments", events.map(|most| most as u64), "");
        let tasks = |what: &str, MostTasks { all, from_address, of_one }| {
            row(what, [of_one, from_address, all].map(|most| most as u64), "");
        };
        let two = thinking(2, true);
        tasks("questions that are thought about, with `--jobs 2`", two.begun);
        tasks("questions that wait for a thinking thread", two.waiting);
        tasks("pages and drawings that are made", QUICK);
        row("rooms for a lecture", quota(ROOMS, 1), "");
        let room = format!("nobody has used it for {HOURS} hours. At most {MOST_STUDENTS} students are in a room.");
        assert!(docs.replace('\n', " ").contains(&room), "{room}");
        row("connections", [0, MOST_CONNECTIONS_OF_ONE as u64, MOST_CONNECTIONS as u64], "");
        let times = format!(
            "takes {} s of a thread at most, a request's body {} kB and {} s",
            LONGEST_THOUGHT.as_secs(),
            MOST_BODY >> 10,
            ARRIVAL.as_secs()
        );
        assert!(docs.contains(&times), "{times}");
    }

    #[test]
    fn one_address_leaves_threads_to_others_where_there_may_be_others() {
        for threads in 0..=64 {
            let (alone, open) = (thinking(threads, false), thinking(threads, true));
            assert_eq!(alone.at_address, alone.threads);
            let left = open.threads - open.at_address;
            assert!(1 <= open.at_address && (left == 0) == (threads < 2), "{threads}");
            assert!(left <= threads / 2, "{threads}");
            for size in [alone, open] {
                let MostTasks { all, from_address, of_one } = size.begun;
                assert!(size.threads < all && 2 <= of_one && 2 * of_one < from_address, "{threads}");
                assert!(from_address <= all, "{threads}");
            }
            assert!(open.begun.from_address < open.begun.all, "{threads}");
        }
    }
}
