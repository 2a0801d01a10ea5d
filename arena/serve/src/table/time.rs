//! What the clock of a game means for it: whose time runs, and who has none left.

use std::time::Duration;

use agon_arena::play::{Clocks, Stopwatch, moves_to_come};
use agon_core::{Clock as _, Node, Position as _, Seat};
use agon_table::{End, TIME_IS_UP};

use super::{Sitter, TableState};

impl TableState {
    /// The clock goes by these from now on.
    pub(crate) fn wind(&mut self, clocks: &Clocks) {
        if let Some(clock) = &mut self.clock {
            clock.wind(clocks);
        }
        self.run_clock();
    }

    /// The clock runs for the seat to act, or stands where the game is over or somebody is still waited for.
    pub(super) fn run_clock(&mut self) {
        let is_over = self.ended().is_some();
        let is_full =
            self.sitters.iter().all(|sitter| !matches!(sitter, Sitter::Person { guest: None }));
        let seat = self.mover().filter(|_| is_full);
        if let Some(clock) = &mut self.clock {
            if is_over {
                clock.stop();
            } else {
                clock.run(seat);
            }
        }
    }

    /// Since when the person to move has thought, and what they have left of it; nothing where no person's time runs.
    pub(crate) fn person_runs(&self) -> Option<(Stopwatch, Duration)> {
        let clock = self.clock.as_ref()?;
        let (seat, since, left) = clock.running()?;
        self.sitters[seat.index()].is_person().then(|| (since.clone(), left))
    }

    /// How long the person to move has thought.
    pub(super) fn used(&self) -> Duration {
        self.person_runs().map_or(Duration::ZERO, |(since, _)| since.elapsed())
    }

    /// Ends the game of a person whose time is over; `true` where it has just ended so.
    pub(crate) fn flag(&mut self) -> bool {
        let is_over = self.person_runs().is_some_and(|(since, left)| left <= since.elapsed());
        if is_over && let Some(seat) = self.mover() {
            self.end_in_time_trouble(seat);
        }
        is_over
    }

    /// The time of this seat is over.
    pub(super) fn end_in_time_trouble(&mut self, seat: Seat) {
        if let Some(clock) = &mut self.clock {
            clock.empty(seat);
        }
        self.end = Some(End::Lost(seat, TIME_IS_UP));
        self.turn();
    }

    /// How long whoever is asked about the seat to act may think, where there is a clock.
    pub(crate) fn share_of_time(&self, seat: Seat) -> Option<Duration> {
        let clock = self.clock.as_ref()?;
        let to_come = moves_to_come(&self.site.base.facts(), self.site.line.len());
        Some(clock.left().share(seat, to_come))
    }

    /// The seat that decides here; nobody where chance does.
    pub(super) fn decider(&self) -> Option<Seat> {
        match self.site.here.node() {
            Node::Decision(seat) => Some(seat),
            Node::Chance | Node::Terminal => None,
        }
    }
}
