//! One choice of a recorded game, which its player can be asked for once more.

use agon_core::{AnyPosition, Habits, NamedGame, Node, Position, Seat};

use crate::{
    ask::rules::FaultRule,
    keep::verify::{Mismatch, difference},
    plan::{
        fixture::Fixture,
        schedule::Plan,
        tournament::{Entry, Section},
    },
    play::{
        record::Record,
        referee::{ATTEMPTS, Referee},
        repeated::AskAgain,
    },
};

/// A move of a recorded game that a player has chosen, and would choose again.
pub struct RecordedChoice<'p> {
    plan: &'p Plan,
    record: &'p Record,
    fixture: Fixture,
    seat: Seat,
    ply: usize,
    here: AnyPosition,
}

impl<'p> RecordedChoice<'p> {
    /// The choice after `ply` moves of a game whose moves are legal.
    ///
    /// # Errors
    ///
    /// If there is no such move, no player chose it, or its player cannot be asked the same again: the reason, which
    /// counts moves from one.
    pub fn of(plan: &'p Plan, record: &'p Record, ply: usize) -> Result<Self, String> {
        let (game, moves) = (record.number, record.moves.len());
        if moves <= ply {
            return Err(format!("game {game} has {moves} moves; there is no move {}", ply + 1));
        }
        let fixture = plan.fixture(game);
        let mut here = plan.openings(fixture.section).base(fixture.opening);
        for &m in &record.moves[..ply] {
            here.play(m);
        }
        let nobody = |what| Err(format!("move {} of game {game} is {what}", ply + 1));
        let Node::Decision(seat) = here.node() else {
            return nobody("drawn by chance: no player searched for it");
        };
        if ply < record.opening as usize {
            return nobody("of the opening: no player searched for it");
        }
        let choice = RecordedChoice { plan, record, fixture, seat, ply, here };
        match choice.unrepeatable() {
            Some(why) => {
                let name = &choice.entry().name;
                Err(format!("move {} of game {game} is by {name}, {why}", ply + 1))
            }
            None => Ok(choice),
        }
    }

    /// Why the player cannot be asked the same again, if so.
    fn unrepeatable(&self) -> Option<&'static str> {
        let index = self.fixture.seats[self.seat.index()];
        let mut habits = self.section().habits();
        let (_, habits) = habits.find(|&(entry, _)| entry == index)?;
        let Habits { clock, threads, person, outside, .. } = habits;
        match () {
            () if person => Some("a person, who cannot be asked again"),
            () if outside => Some("a program of its own, which reports no search"),
            () if threads => Some("which searches with several threads, never the same twice"),
            () if clock || self.section().move_time.is_some() => {
                Some("which played by the clock: its search never comes the same twice")
            }
            () => None,
        }
    }

    /// Asks the player again, by `ask`, for this choice: in the position that it was shown, with its stream, and with
    /// what it remembered, as it is asked for its earlier moves too.
    ///
    /// # Errors
    ///
    /// If it chooses otherwise, now or before: the first difference.
    pub fn ask_again(&self, ask: Box<AskAgain<'p>>) -> Result<(), Mismatch> {
        let RecordedChoice { plan, record, seat, ply, .. } = *self;
        let attempt = self.attempt()?;
        let mut referee = Referee::new(plan);
        let got = referee.replay_to(record, attempt, (seat, ply), ask);
        let moves = record.moves[..=ply].to_vec();
        let expected = Record { moves, number: record.number, ..got.clone() };
        difference(plan, &expected, got).map_or(Ok(()), Err)
    }

    /// At which attempt the game came out as recorded: only there are its players' streams those of the record.
    fn attempt(&self) -> Result<u64, Mismatch> {
        if self.plan.tournament().faults != FaultRule::Replay {
            return Ok(0);
        }
        let unready: Vec<_> = self.plan.tournament().unready().collect();
        let mut referee = Referee::new(self.plan).without(&unready);
        let mut first = None;
        for attempt in 0..ATTEMPTS {
            let got = referee.replay_attempt(self.record, attempt);
            match difference(self.plan, self.record, got) {
                None => return Ok(attempt),
                Some(found) => drop(first.get_or_insert(found)),
            }
        }
        Err(first.expect("a game is tried at least once"))
    }

    /// The section of its game.
    pub fn section(&self) -> &'p Section {
        self.plan.section(&self.fixture)
    }

    /// The game.
    pub fn game(&self) -> &'p NamedGame {
        &self.section().game
    }

    /// The player that chose.
    pub fn entry(&self) -> &'p Entry {
        &self.plan.tournament().entries[self.fixture.seats[self.seat.index()]]
    }

    /// Its seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The record of its game.
    pub fn record(&self) -> &'p Record {
        self.record
    }

    /// How many moves came before it.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// The position where the moves of its game begin.
    pub fn base(&self) -> AnyPosition {
        self.plan.openings(self.fixture.section).base(self.fixture.opening)
    }

    /// The true position before it.
    pub fn here(&self) -> &AnyPosition {
        &self.here
    }
}
