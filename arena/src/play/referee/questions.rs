//! What players are asked, other than for a move of a plain game: to get ready, to begin, and for a move with all that
//! comes with it.

use agon_core::{AnyMove, Beginning, Bound, Clock, Seat, Turn};

use super::{Referee, TAKEN};
use crate::{
    plan::{
        numbering::{Purpose, stream},
        tournament::Section,
    },
    play::{
        ending::{Ending, Fault},
        judge::{deadline, fault, overspent},
        seated::SeatedPlayer,
        thought::MoveThought,
        watch::TooLong,
    },
};

impl Referee<'_> {
    /// Asks the player on `seat`; returns its move and the value it reported, or its fault. Its
    /// thought is recorded if requested.
    pub(super) fn ask(
        &mut self,
        section: &Section,
        seat: Seat,
        asked: &mut Option<Seat>,
    ) -> Result<(AnyMove, Option<f64>), Fault> {
        let number = self.slot(seat.index());
        let seated = self.players.at(number).expect(TAKEN);
        let player = match &mut seated.player {
            Ok(player) => player,
            Err(reason) => return Err(Fault::Broken(reason.clone())),
        };
        // Preparing the position shown takes none of the player's time, and cannot be its fault.
        let shown = self.truth.shown_to(seat, seated.habits);
        let own = &mut self.streams[seat.index()];
        let stop = self.watch.as_ref().map_or(&self.silent, |watch| watch.stop());
        let mut turn = Turn::new(seat, own).within(section.budget).until(Some(stop)).noting(&mut self.said);
        // Reading the time takes as long as a fast game's move, so it is read only if needed.
        let has_clock = seated.habits.clock || section.move_time.is_some();
        let clock = has_clock.then(|| self.clocks.start());
        let of_machine = self.watch.as_ref().and_then(|watch| watch.limit_at(section));
        let begun = of_machine.map(|longest| (longest, self.clocks.start()));
        if let Some(clock) = &clock {
            turn = turn.timed(clock, section.move_time.map(deadline));
        }
        *asked = Some(seat);
        if let Some(watch) = self.watch.as_ref().filter(|watch| watch.is_timed(section)) {
            let who = (seat, seated.habits);
            watch.ask(who, &self.record, self.opening_moves.len(), section);
        }
        let ply = self.record.moves.len();
        let answer = match &mut self.repeated {
            Some(choice) if choice.ply == ply => (choice.ask)(player.as_mut(), shown, &mut turn),
            _ => player.choose(shown, &mut turn),
        };
        *asked = None;
        let taken = clock.map(|clock| clock.elapsed());
        if let Some(watch) = self.watch.as_ref().filter(|watch| watch.is_timed(section)) {
            watch.answered();
        }
        self.record.tries.take(ply, seat, &mut self.said, has_clock);
        if let Some((longest, _)) = begun.filter(|(longest, begun)| *longest < begun.elapsed()) {
            self.too_long = Some(TooLong::Move(longest));
            return Err(Fault::OverTime(longest.as_millis() as u64));
        }
        self.has_time()?;
        if let Some(limit) = section.move_time
            && section.longest_move() < taken
        {
            return Err(Fault::OverTime(limit));
        }
        let decision = answer.as_ref().map_err(fault)?;
        if let Some(fault) = overspent(decision.nodes, section) {
            return Err(fault);
        }
        let value = decision.value.filter(|value| value.is_finite());
        if self.plan.tournament().thoughts {
            if !self.truth.is_legal(decision.m) {
                return Err(Fault::Illegal(decision.m.0));
            }
            let thought = MoveThought {
                ply: self.record.moves.len() as u32,
                value,
                bound: if value.is_some() { decision.bound } else { Bound::Exact },
                depth: decision.depth,
                nodes: decision.nodes,
                time: taken.map(|taken| taken.as_millis() as u64),
                note: decision.remarks(self.truth.last_shown()).map(|note| note.to_string()),
            };
            self.record.thoughts.extend(Some(thought).filter(|thought| !thought.is_empty()));
        }
        Ok((decision.m, value))
    }

    /// Waits until all programs that will be asked are ready; no clock measures that.
    pub(super) fn make_ready(&mut self, section: &Section, index: u64, asked: &mut Option<Seat>) -> Option<Ending> {
        for seat in Seat::all(section.facts.seats) {
            if self.is_scripted(section, seat) {
                continue;
            }
            let number = self.slot(seat.index());
            let seated = self.players.at(number).filter(|seated| seated.habits.outside);
            if let Some(SeatedPlayer { player: Ok(player), .. }) = seated {
                // The first number of its stream, from which nothing else is drawn.
                let seed = self.plan.tournament().seed_of_programs();
                let seed = stream(seed, Purpose::Seat(seat), index).bits();
                *asked = Some(seat);
                let beginning = Beginning { seed, ..section.beginning(seat) };
                let is_ready = player.ready(&beginning);
                *asked = None;
                if let Err(failure) = is_ready {
                    return Some(Ending::Forfeit(seat, fault(&failure)));
                }
            }
        }
        None
    }

    /// Tells every player that the game begins.
    pub(super) fn begin(&mut self, section: &Section, asked: &mut Option<Seat>) {
        for seat in Seat::all(section.facts.seats) {
            let number = self.slot(seat.index());
            if let Some(SeatedPlayer { player: Ok(player), habits, .. }) = self.players.at(number) {
                *asked = Some(seat);
                if let Some(watch) = self.watch.as_ref().filter(|watch| watch.is_timed(section)) {
                    watch.ask((seat, *habits), &self.record, self.opening_moves.len(), section);
                }
                player.begin();
                *asked = None;
            }
        }
    }
}
