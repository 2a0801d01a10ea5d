//! The watchdog's view of one thread: the game in progress, and who has been thinking since when.
//!
//! A player whose time is over receives the stop signal, and most answer then. A thread cannot be
//! stopped from outside: if its player does not answer even so, it is given up. Its game is decided
//! without it, another thread takes its place, and a later answer is ignored. Every such thread
//! goes on using its core, so a player may do that a few times only: see [`Silence`].

use std::{
    fmt,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use agon_core::{AnyMove, Clock, Habits, Seat, StopSignal};

use crate::{
    ask::rules::FaultRule,
    plan::{fixture::Fixture, schedule::Plan, tournament::Section},
    play::{
        clock::{Clocks, LongestTimes, Stopwatch},
        ending::{Ending, Fault},
        forfeit::forfeit,
        record::Record,
        thought::MoveThought,
        tries::GameTries,
    },
};

/// The time to answer after a stop signal before the thread is given up: long enough on a machine with other work.
const GRACE: Duration = Duration::from_millis(250);
/// The same for a separate program: the code that talks to it returns by itself, a moment later if the machine is busy.
const OUTSIDE_GRACE: Duration = Duration::from_secs(5);

/// The reason of a game that is void because it exceeded a limit of this machine, behind its subject.
const TOO_LONG: &str = "took longer than the machine allows that played it";

/// The limit of the machine that was exceeded.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TooLong {
    Move(Duration),
    Game(Duration),
}

impl TooLong {
    /// Why the game is void.
    pub(crate) fn reason(self) -> String {
        let (subject, longest) = match self {
            TooLong::Move(longest) => ("a move", longest),
            TooLong::Game(longest) => ("the game", longest),
        };
        format!("{subject} {TOO_LONG}: {} ms", longest.as_millis())
    }
}

/// Whether that is why a game is void.
pub(crate) fn is_too_long(reason: &str) -> bool {
    let subjects = ["a move ", "the game "];
    subjects.iter().any(|subject| reason.strip_prefix(subject).is_some_and(|rest| rest.starts_with(TOO_LONG)))
}

/// One thread, as the watchdog sees it.
#[derive(Default)]
pub(crate) struct Watch {
    state: Mutex<WatchedGame>,
    /// The stop signal of the player that is thinking there.
    stop: StopSignal,
    /// Whether the run is over, and its game is dropped: the signal is for the player of one move alone.
    is_over: AtomicBool,
    /// The longest times on this machine, whatever the plan says.
    longest: LongestTimes,
    /// By which clock they pass.
    clocks: Clocks,
}

#[derive(Default)]
struct WatchedGame {
    /// The game's index in the run, its number, its moves, thoughts and tries, and the number of moves of its opening.
    index: u64,
    number: u64,
    moves: Vec<AnyMove>,
    thoughts: Vec<MoveThought>,
    tries: GameTries,
    opening: u32,
    thinking: Option<Thinking>,
    is_given_up: bool,
}

/// The player that is thinking, since when, and its limit.
struct Thinking {
    seat: Seat,
    since: Stopwatch,
    /// Milliseconds.
    limit: u64,
    /// Including the margin unknown to the player, and its time after that.
    longest: Duration,
    /// Whether the limit is that of this machine, so that exceeding it is not the player's fault.
    is_of_machine: bool,
}

/// The games that are played just now: those in which a player with a time limit thinks.
#[derive(Default)]
pub struct LiveGames(Mutex<Vec<Weak<Watch>>>);

impl fmt::Debug for LiveGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LiveGames").field(&self.now().len()).finish()
    }
}

impl LiveGames {
    /// Follows one more thread.
    pub(crate) fn add(&self, watch: &Arc<Watch>) {
        let mut all = self.all();
        all.retain(|own| 0 < own.strong_count());
        all.push(Arc::downgrade(watch));
    }

    /// The number of each game and its moves so far, those of its opening too, by number.
    pub fn now(&self) -> Vec<(u64, Vec<AnyMove>)> {
        let threads: Vec<Arc<Watch>> = self.all().iter().filter_map(Weak::upgrade).collect();
        let games = threads.iter().filter_map(|watch| {
            let state = watch.state();
            let is_played = state.thinking.is_some() && !state.is_given_up;
            is_played.then(|| (state.number, state.moves.clone()))
        });
        let mut games: Vec<(u64, Vec<AnyMove>)> = games.collect();
        games.sort_unstable_by_key(|(number, _)| *number);
        games
    }

    fn all(&self) -> MutexGuard<'_, Vec<Weak<Watch>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watch {
    /// A thread with these limits by `clocks`, whatever the plan says.
    pub(crate) fn new(longest: LongestTimes, clocks: Clocks) -> Watch {
        Watch { longest, clocks, ..Watch::default() }
    }

    /// By which clock players have their time here.
    pub(crate) fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The limit of this machine for a move of `section`, if it is less than the plan's.
    pub(crate) fn limit_at(&self, section: &Section) -> Option<Duration> {
        self.longest.of_move.filter(|longest| section.longest_move().is_none_or(|own| *longest < own))
    }

    /// The limit of this machine for a game.
    pub(crate) fn limit_of_game(&self) -> Option<Duration> {
        self.longest.of_game
    }

    /// The run is over: whoever thinks is to answer, and the game goes no further.
    pub(crate) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.stop.give();
    }

    /// Whether the run is over.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Whether players at the games of `section` have a time limit, of the plan or of this machine.
    pub(crate) fn is_timed(&self, section: &Section) -> bool {
        self.longest.of_move.is_some() || section.move_time.is_some()
    }

    /// The stop signal for players that think on this thread.
    pub(crate) fn stop(&self) -> &StopSignal {
        &self.stop
    }

    /// Game `number` begins, at `index` in the run.
    pub(crate) fn begin(&self, index: u64, number: u64) {
        let mut state = self.state();
        state.index = index;
        state.number = number;
    }

    /// The game is played from its opening on.
    pub(crate) fn restart(&self) {
        let mut state = self.state();
        state.moves.clear();
        state.thoughts.clear();
        state.tries.clear();
    }

    /// The player on `seat` is asked, after the moves of `record`, and has the time limit of `section`.
    pub(crate) fn ask(&self, (seat, habits): (Seat, Habits), record: &Record, opening: usize, section: &Section) {
        let grace = if habits.outside { OUTSIDE_GRACE } else { GRACE };
        let of_machine = self.limit_at(section);
        let longest = of_machine.or(section.longest_move()).map(|longest| longest + grace);
        let limit = of_machine.map(|limit| limit.as_millis() as u64).or(section.move_time);
        let (limits, is_of_machine) = (limit.zip(longest), of_machine.is_some());
        let mut state = self.state();
        self.stop.withdraw();
        // What is known need not be taken again: of a long game that would take longer with every move.
        let WatchedGame { moves, thoughts, tries, .. } = &mut *state;
        moves.extend_from_slice(&record.moves[moves.len()..]);
        thoughts.extend_from_slice(&record.thoughts[thoughts.len()..]);
        tries.seats.clone_from(&record.tries.seats);
        tries.kept.extend_from_slice(&record.tries.kept[tries.kept.len()..]);
        state.opening = opening as u32;
        state.thinking = limits.map(|(limit, longest)| {
            let since = self.clocks.start();
            Thinking { seat, since, limit, longest, is_of_machine }
        });
    }

    /// It has answered, or panicked.
    pub(crate) fn answered(&self) {
        self.state().thinking = None;
    }

    /// Whether this thread has been given up.
    pub(crate) fn is_given_up(&self) -> bool {
        self.state().is_given_up
    }

    /// Sends the stop signal to a player whose time is over; if it was sent long ago, gives the
    /// thread up and returns the index and the record of its game.
    pub(crate) fn give_up(&self, plan: &Plan) -> Option<(u64, Record)> {
        let mut state = self.state();
        let &Thinking { seat, ref since, limit, longest, is_of_machine } = state.thinking.as_ref()?;
        let thought = since.elapsed();
        if thought <= Duration::from_millis(limit) || state.is_given_up {
            return None;
        }
        self.stop.give();
        if thought <= longest {
            return None;
        }
        state.is_given_up = true;
        let mut record = Record {
            number: state.number,
            moves: std::mem::take(&mut state.moves),
            opening: state.opening,
            ending: if is_of_machine {
                Ending::Void(TooLong::Move(Duration::from_millis(limit)).reason())
            } else {
                Ending::Forfeit(seat, Fault::Silent(limit))
            },
            payoffs: Vec::new(),
            thoughts: std::mem::take(&mut state.thoughts),
            objections: Vec::new(),
            tries: std::mem::take(&mut state.tries),
        };
        if !is_of_machine {
            pay(plan, &plan.fixture(state.number), seat, &mut record);
        }
        Some((state.index, record))
    }

    fn state(&self) -> MutexGuard<'_, WatchedGame> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes `record` that of a game which a silent player forfeits.
fn pay(plan: &Plan, fixture: &Fixture, seat: Seat, record: &mut Record) {
    // A player that doesn't answer once would not the next time: such a game is not tried again.
    if plan.tournament().faults != FaultRule::Replay {
        forfeit(&plan.section(fixture).facts, seat, &mut record.payoffs);
    }
}

/// The seat that failed to answer, or whose program broke down.
pub(crate) fn silent_seat(record: &Record) -> Option<Seat> {
    match record.ending {
        Ending::Forfeit(seat, Fault::Silent(_)) => Some(seat),
        Ending::Forfeit(seat, Fault::Outside(trouble, _)) if trouble.is_breakdown() => Some(seat),
        _ => None,
    }
}

/// The failures to answer so far, in the games of a journal in their order.
///
/// A player that fails to answer, or breaks down as a separate program, in as many games of a journal as [`Exclusion`]
/// allows is excluded: its later games there are not played, and pay nothing. Games count in the order of the plan, so
/// the rule does not depend on threads. Each journal counts for itself: every shard, and every block played separately,
/// starts from zero.
///
/// [`Exclusion`]: crate::ask::Exclusion
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Silence {
    /// In how many games, by entry.
    games: Vec<u64>,
}

impl Silence {
    /// Takes the next game.
    pub fn take(&mut self, fixture: &Fixture, record: &Record) {
        if let Some(seat) = silent_seat(record) {
            self.add(fixture.seats[seat.index()]);
        }
    }

    /// One more game in which `entry` gave no answer.
    pub(crate) fn add(&mut self, entry: usize) {
        if self.games.len() <= entry {
            self.games.resize(entry + 1, 0);
        }
        self.games[entry] += 1;
    }

    /// The record of a game with an excluded player, naming the first such seat: it ends after the opening, without
    /// payoffs.
    pub(crate) fn excluded(&self, plan: &Plan, fixture: &Fixture) -> Option<Record> {
        let mut seats = Seat::all(fixture.seats.len() as u8);
        seats.find_map(|seat| self.excluded_at(plan, fixture, seat))
    }

    /// The record of a game that is not played because the player on `seat` is excluded; `None` if it is not.
    pub(crate) fn excluded_at(&self, plan: &Plan, fixture: &Fixture, seat: Seat) -> Option<Record> {
        let most = plan.tournament().exclusion.limit()?;
        let entry = *fixture.seats.get(seat.index())?;
        if self.games.get(entry).copied().unwrap_or_default() < most {
            return None;
        }
        let ending = Ending::Forfeit(seat, Fault::Excluded(most));
        let mut record = Record { number: fixture.number, ending, ..Record::default() };
        let mut position = plan.section(fixture).game.start.clone();
        plan.openings(fixture.section).set_up(fixture.opening, &mut position, &mut record.moves);
        record.opening = record.moves.len() as u32;
        Some(record)
    }
}

#[cfg(test)]
mod tests {
    use super::{Arc, Clocks, Duration, LiveGames, Seat, Thinking, Watch};

    #[test]
    fn games_are_seen_while_somebody_thinks_in_them_and_by_their_numbers() {
        let live = LiveGames::default();
        let threads = [7, 3].map(|number| {
            let watch = Arc::new(Watch::default());
            live.add(&watch);
            watch.begin(0, number);
            watch
        });
        let numbers = || live.now().into_iter().map(|(number, _)| number).collect::<Vec<_>>();
        assert!(numbers().is_empty(), "nobody thinks yet");
        for watch in &threads {
            let (since, longest) = (Clocks::default().start(), Duration::from_secs(60));
            let (seat, limit) = (Seat(0), 60_000);
            watch.state().thinking = Some(Thinking { seat, since, limit, longest, is_of_machine: false });
        }
        assert_eq!(numbers(), [3, 7]);
        threads[1].answered();
        assert_eq!(numbers(), [7]);
        threads[0].state().is_given_up = true;
        assert!(numbers().is_empty(), "nobody listens to it any more");
        drop(threads);
        assert!(live.all().iter().all(|thread| thread.strong_count() == 0));
    }
}
