//! Players that follow the game: they hear of every move, and of the end.

use agon_core::{Position, Seat};

use super::{Referee, Told};
use crate::{
    plan::{guard, tournament::Section},
    play::{
        ending::{Ending, Fault},
        seated::SeatedPlayer,
    },
};

impl Referee<'_> {
    /// Finds the followers of the game, and passes the opening to them.
    pub(super) fn tell_opening(&mut self, section: &Section) -> Option<Ending> {
        for seat in Seat::all(section.facts.seats) {
            if self.follows(seat) && !self.truth.hides() && !self.is_scripted(section, seat) {
                self.followers.push(seat);
            }
        }
        if self.followers.is_empty() {
            return None;
        }
        self.before.clone_from(&section.game.start);
        let mut end = None;
        for index in 0..self.opening_moves.len() {
            let m = self.opening_moves[index];
            end = end.or(self.tell(section, Told::Move(m)));
            self.before.play(m);
        }
        end
    }

    /// Whether the player on `seat` follows the game.
    pub(super) fn follows(&self, seat: Seat) -> bool {
        self.habits(seat).is_some_and(|habits| habits.follows)
    }

    /// Notifies followers. One that panics forfeits the game, and is not notified again; the others
    /// are.
    pub(super) fn tell(&mut self, section: &Section, told: Told) -> Option<Ending> {
        let mut end = None;
        let mut next = 0;
        while let Some(&seat) = self.followers.get(next) {
            next += 1;
            let number = self.slot(seat.index());
            let Some(SeatedPlayer { player: Ok(player), habits, .. }) = self.players.at(number) else {
                continue;
            };
            if let Some(watch) = self.watch.as_ref().filter(|watch| watch.is_timed(section)) {
                watch.ask((seat, *habits), &self.record, self.opening_moves.len(), section);
            }
            let objections = &mut self.record.objections;
            let heard = guard::catch_telling(|| match told {
                Told::Move(m) => player.played(&self.before, m),
                Told::End => {
                    let last = self.truth.open().unwrap_or(&self.before);
                    player.end(last, &self.record.payoffs);
                    objections.extend(player.objection().map(|text| (seat, text)));
                }
            });
            if let Some(watch) = self.watch.as_ref().filter(|watch| watch.is_timed(section)) {
                watch.answered();
            }
            if let Err(caught) = heard {
                next -= 1;
                self.followers.remove(next);
                self.players.unseat(number);
                end = end.or(Some(if caught.is_of_rules {
                    Ending::Void(caught.message)
                } else {
                    Ending::Forfeit(seat, Fault::Panic(caught.message))
                }));
            }
        }
        end
    }
}
