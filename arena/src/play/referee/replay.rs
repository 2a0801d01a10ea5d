//! Games that are played again as they were recorded: what is asked anew, and what is taken on trust.

use agon_core::{Habits, Node, Seat};

use super::{ATTEMPTS, OnTrust, Referee};
use crate::{
    ask::rules::FaultRule,
    plan::tournament::Section,
    play::{
        ending::{Ending, Fault},
        record::Record,
    },
};

impl Referee<'_> {
    /// Replays a recorded game: every player is asked anew, except those whose moves depend on a clock, on threads or
    /// on a person; theirs are taken from the record. The reproducible part comes out as recorded.
    pub fn replay(&mut self, recorded: &Record) -> &Record {
        self.script = Some(recorded.clone());
        self.on_trust = OnTrust::default();
        self.play(recorded.number);
        self.script = None;
        &self.record
    }

    /// The same, at the `attempt`th try to play it (see [`attempts`](Referee::attempts)) alone.
    pub(crate) fn replay_attempt(&mut self, recorded: &Record, attempt: u64) -> &Record {
        self.script = Some(recorded.clone());
        self.on_trust = OnTrust::default();
        self.set_up(recorded.number);
        self.attempt(self.plan, attempt);
        self.script = None;
        &self.record
    }

    /// The part of the last replayed game that was taken from its record.
    pub(crate) fn on_trust(&self) -> OnTrust {
        self.on_trust
    }

    /// The most attempts of game `number` that only its record can count: the game may be played again for a fault, and
    /// not everything in it can be reproduced.
    pub(crate) fn attempts(&mut self, number: u64) -> Option<u64> {
        let plan = self.plan;
        plan.fill(number, &mut self.fixture);
        let section = plan.section(&self.fixture);
        let is_fixed = |(entry, habits): (usize, Habits)| {
            !self.fixture.seats.contains(&entry) || habits.is_reproducible() && !habits.outside
        };
        let is_exact = section.move_time.is_none() && section.habits().all(is_fixed);
        (plan.tournament().faults == FaultRule::Replay && !is_exact).then_some(ATTEMPTS)
    }

    /// How a replayed game ended at this point in a way that cannot be reproduced: a thread was given up, a program
    /// broke down or is missing, a player that does not follow the replay broke when it was notified, or players
    /// agreed, one of whom is not asked again. Each only where it is possible. A replay that is for one choice ends
    /// after it.
    pub(super) fn given_up(&mut self, section: &Section) -> Option<Ending> {
        if self.is_repeated() {
            return Some(Ending::TooLong);
        }
        let script = self.script.as_ref()?;
        if script.moves.len() != self.record.moves.len() {
            return None;
        }
        let node = self.truth.node();
        // Players begin, and programs get ready, after the opening; later the seat to move is
        // asked.
        let has_begun = self.opening_moves.len() < self.record.moves.len();
        let is_asked = |seat| !has_begun || node == Node::Decision(seat);
        let is_it = match &script.ending {
            Ending::Forfeit(_, Fault::Excluded(_)) => !has_begun,
            Ending::Forfeit(seat, _) if self.is_absent(*seat) => true,
            Ending::Forfeit(seat, Fault::Silent(_)) => is_asked(*seat) || self.follows(*seat),
            Ending::Forfeit(seat, Fault::Outside(trouble, _)) => trouble.is_breakdown() && is_asked(*seat),
            Ending::Forfeit(seat, Fault::Panic(_)) => self.follows(*seat) && self.is_scripted(section, *seat),
            Ending::Agreed(_) => {
                node != Node::Terminal && Seat::all(section.facts.seats).any(|seat| self.is_scripted(section, seat))
            }
            _ => false,
        };
        let end = is_it.then(|| script.ending.clone());
        self.on_trust.ending |= is_it;
        end
    }

    /// Whether the player on `seat` of a replayed game is not asked, and its move is taken from the
    /// record.
    pub(super) fn is_scripted(&self, section: &Section, seat: Seat) -> bool {
        let is_timed = || self.habits(seat).is_some_and(|habits| !habits.is_reproducible());
        self.script.is_some()
            && (self.repeats_another(seat) || section.move_time.is_some() || is_timed() || self.is_absent(seat))
    }

    /// Whether the player on `seat` is a program that is not on this machine.
    fn is_absent(&self, seat: Seat) -> bool {
        let entry = self.fixture.seats[seat.index()];
        self.absent.contains(&(self.fixture.section, entry))
    }
}
