//! The players of one thread, on their seats from game to game.

use agon_core::{AnyPosition, Habits, NamedPlayer, Player, SetupError};

use crate::plan::{
    guard::{self, message},
    memory::MOST_KEPT,
};

/// The most players that stay seated on one thread (with at most [`MOST_KEPT`] bytes of tables and trees), besides
/// those of the present game. The players that have not played for longest leave first; players remember nothing between
/// games, so no result depends on it.
const MOST_SEATED: usize = 1024;

/// So many are left when players leave because there are too many: to look for them among all seats takes longer than a
/// game where thousands play, so it is done for some hundreds at a time.
const LEFT_SEATED: usize = MOST_SEATED - MOST_SEATED / 4;

/// Players on numbered seats.
#[derive(Default)]
pub(super) struct SeatedPlayers {
    players: Vec<Option<SeatedPlayer>>,
    /// The number of seated players, and their memory.
    count: usize,
    memory: u64,
    /// The number of games begun.
    games: u64,
}

/// A player on its seat.
pub(super) struct SeatedPlayer {
    /// `Err` if it could not be seated again after a panic: the reason.
    pub(super) player: Result<Box<dyn Player>, String>,
    pub(super) habits: Habits,
    /// The size of its tables and trees, in bytes.
    memory: u64,
    /// In which game of this thread it played last.
    last: u64,
}

impl SeatedPlayers {
    /// Dismisses all, and makes room for this many.
    pub(super) fn dismiss(&mut self, seats: usize) {
        for seated in self.players.drain(..) {
            dismiss(seated);
        }
        (self.count, self.memory) = (0, 0);
        self.players.resize_with(seats, || None);
    }

    /// The next game begins.
    pub(super) fn begin(&mut self) {
        self.games += 1;
    }

    /// Seats this player, if it is not seated yet, for the game with the initial position `start`.
    #[inline]
    pub(super) fn seat(&mut self, number: usize, player: &NamedPlayer, start: &AnyPosition) {
        match &mut self.players[number] {
            Some(seated) => seated.last = self.games,
            None => self.seat_anew(number, || player.seat(start)),
        }
    }

    /// Seats the erased twin of this player on an empty seat.
    pub(super) fn seat_erased(&mut self, number: usize, player: &NamedPlayer, start: &AnyPosition) {
        self.seat_anew(number, || player.seat_erased(start));
    }

    fn seat_anew(&mut self, number: usize, seat: impl FnOnce() -> Result<Box<dyn Player>, SetupError>) {
        let seated = guard::catch(|| {
            let player = seat().map_err(|error| message(&error.to_string()))?;
            let (habits, memory) = (player.habits(), player.memory());
            Ok((player, habits, memory))
        });
        let refused = |reason| (Err(reason), Habits::default(), 0);
        let (player, habits, memory) = match seated {
            Ok(Ok((player, habits, memory))) => (Ok(player), habits, memory),
            Ok(Err(reason)) => refused(reason),
            Err(panic) => refused(message(&format!("panic when seated: {panic}"))),
        };
        self.players[number] = Some(SeatedPlayer { player, habits, memory, last: self.games });
        self.count += 1;
        self.memory += memory;
        self.make_room();
    }

    /// The player seated there.
    pub(super) fn at(&mut self, number: usize) -> Option<&mut SeatedPlayer> {
        self.players[number].as_mut()
    }

    /// The habits of the player seated there.
    pub(super) fn habits(&self, number: usize) -> Option<Habits> {
        self.players[number].as_ref().map(|seated| seated.habits)
    }

    /// Removes the player seated there.
    pub(super) fn unseat(&mut self, number: usize) {
        if let Some(seated) = self.players[number].take() {
            self.count -= 1;
            self.memory -= seated.memory;
            dismiss(Some(seated));
        }
    }

    /// Dismisses players of earlier games while there are too many.
    fn make_room(&mut self) {
        if self.count <= MOST_SEATED && self.memory <= MOST_KEPT {
            return;
        }
        let waiting = self.players.iter().enumerate().filter_map(|(number, seated)| {
            let seated = seated.as_ref().filter(|seated| seated.last < self.games)?;
            Some((seated.last, number))
        });
        let mut waiting: Vec<(u64, usize)> = waiting.collect();
        waiting.sort_unstable();
        let most = if MOST_SEATED < self.count { LEFT_SEATED } else { self.count };
        for (_, number) in waiting {
            if self.count <= most && self.memory <= MOST_KEPT {
                return;
            }
            self.unseat(number);
        }
    }
}

/// Drops a player, even one that panics while it is dropped.
fn dismiss(seated: Option<SeatedPlayer>) {
    // A panic here is no part of any result.
    let _ = guard::catch(|| drop(seated));
}
