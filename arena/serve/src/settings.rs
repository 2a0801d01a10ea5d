//! How the server is set up, and how much of the machine it may use.

use std::{net::IpAddr, path::PathBuf, time::Duration};

use crate::pool::{MostWaiting, PoolSize};

/// How the server is set up.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens.
    pub address: IpAddr,
    /// At which port; any that is free for 0.
    pub port: u16,
    /// Other names by which it may be called, besides that of this machine's own loop.
    pub hosts: Vec<String>,
    /// Where games and tournaments are kept.
    pub folder: PathBuf,
    /// Journals to be shown, which are only read.
    pub journals: Vec<PathBuf>,
    /// The folder of a class, whose nights are shown; nothing in it is run.
    pub class: Option<PathBuf>,
    /// The name of this build, for journals.
    pub build: String,
    /// Games, and tournaments that are over, are forgotten when it opens if nobody has touched them for so long.
    pub forget: Option<Duration>,
    /// How many threads think, in games and searches; a tournament has as many of its own.
    pub thinkers: usize,
}

/// Bytes of a request's body.
pub(crate) const MOST_BODY: usize = 256 << 10;
/// How many games are kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GamesKept {
    pub(crate) all: usize,
    /// Of all who begin them at one address.
    pub(crate) at_address: usize,
    /// Of one guest.
    pub(crate) of_one: usize,
}

/// How many games are kept here.
pub(crate) const GAMES_KEPT: GamesKept =
    GamesKept { all: 20_000, at_address: 10_000, of_one: 2_000 };
/// Games that are held in memory, unless somebody looks at them.
pub(crate) const MOST_OPEN: usize = 2_000;
/// Connections at a time.
pub(crate) const MOST_CONNECTIONS: usize = 1_024;
/// Connections at a time from one address.
pub(crate) const MOST_CONNECTIONS_OF_ONE: usize = 768;
/// The threads that think. Where other machines may ask, one address leaves a quarter of them to the others, one at
/// least, unless there is no more than one.
pub(crate) const fn thinking(threads: usize, is_open: bool) -> PoolSize {
    let threads = if threads == 0 { 1 } else { threads };
    let left = if is_open && 1 < threads { threads.div_ceil(4) } else { 0 };
    let waiting = MostWaiting { most: 256, from_address: 128, of_one: 32 };
    PoolSize { threads, at_address: threads - left, longest: LONGEST_THOUGHT, waiting }
}

/// The threads that make pages, and all that is told: each is soon done.
pub(crate) const DESK: PoolSize = PoolSize {
    threads: 8,
    at_address: 6,
    longest: LONGEST_THOUGHT,
    waiting: MostWaiting {
        most: MOST_CONNECTIONS,
        from_address: MOST_CONNECTIONS_OF_ONE,
        of_one: 256,
    },
};
/// Bytes that one player may want for its tables.
pub(crate) const MOST_MEMORY: u64 = 96 << 20;
/// The places of a board, and legal moves, that a page can show.
pub(crate) const MOST_PLACES: usize = 4_000;
/// Letters of a term, a position or a line of moves.
pub(crate) const MOST_TEXT: usize = 100_000;
/// How long one move, or one hint, is thought about.
pub(crate) const LONGEST_THOUGHT: Duration = Duration::from_secs(60);
/// How often a page without scripts asks again, in seconds.
pub(crate) const REFRESH: u64 = 2;
/// So long after a page was asked for somebody still looks at it: a page without scripts comes again.
pub(crate) const PATIENCE: Duration = Duration::from_secs(2 * REFRESH);
/// So long after whoever listened has left nobody comes back.
pub(crate) const GOODBYE: Duration = Duration::from_millis(900);
/// How long dice, and moves in a game that is only watched, are seen at least.
pub(crate) const PACE: Duration = Duration::from_millis(700);
/// How long headers and bodies may take to arrive.
pub(crate) const ARRIVAL: Duration = Duration::from_secs(10);
/// How long a client may leave unread what was sent.
pub(crate) const UNREAD: Duration = Duration::from_secs(20);

/// Games that are listed at a time.
pub(crate) const MOST_ROWS: usize = 50;

#[cfg(test)]
mod tests {
    use super::thinking;

    #[test]
    fn one_address_leaves_threads_to_others_where_there_may_be_others() {
        for threads in 0..=64 {
            let (alone, open) = (thinking(threads, false), thinking(threads, true));
            assert_eq!(alone.at_address, alone.threads);
            let left = open.threads - open.at_address;
            assert!(1 <= open.at_address && (left == 0) == (threads < 2), "{threads}");
            assert!(left <= threads / 2, "{threads}");
        }
    }
}
