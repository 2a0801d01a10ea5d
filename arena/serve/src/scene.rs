//! What is to be seen of a table from one change to the next: made once for all who see the same.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

use agon_arena::play::Stopwatch;
use agon_core::{Clock as _, Seat};
use agon_table::{PlayedClock, Sitter};

use crate::{
    clock_view::ClockView,
    pool::Worker,
    problem::Problem,
    table::{NextMove, TableState},
    view::{TableView, ThoughtNow},
};

/// A table between two changes.
pub(crate) struct Scene {
    /// The number of the change.
    pub(crate) version: u64,
    /// Whether the guest who began it has deleted it.
    pub(crate) is_gone: bool,
    /// Whether something is hidden from somebody now.
    is_secret: bool,
    /// What happens next without a person.
    pub(crate) next: NextMove,
    /// The time that runs for a person: what it is read from, and when it is over.
    pub(crate) runs: Option<(Stopwatch, Duration)>,
    /// The guests at the seats.
    guests: Vec<Option<String>>,
    clock: Option<(PlayedClock, Stopwatch)>,
    /// As those see it who speak for these seats.
    views: Mutex<BTreeMap<Vec<Seat>, Arc<SharedView>>>,
}

impl Scene {
    /// How it stands after that change.
    pub(crate) fn of(state: &TableState, version: u64, is_gone: bool) -> Scene {
        let guest = |sitter: &Sitter| match sitter {
            Sitter::Person { guest } => guest.clone(),
            Sitter::Player { .. } => None,
        };
        Scene {
            version,
            is_gone,
            is_secret: state.is_secret(),
            next: if is_gone { NextMove::Nothing } else { state.next() },
            runs: state.person_runs().map(|(since, left)| (state.time.clone(), since + left)),
            guests: state.sitters().iter().map(guest).collect(),
            clock: state.clock().map(|clock| (clock.clone(), state.time.clone())),
            views: Mutex::default(),
        }
    }

    /// The number of the change that everybody may know; where something is hidden a guest knows that of their view.
    pub(crate) fn open_version(&self) -> Option<u64> {
        (!self.is_secret).then_some(self.version)
    }

    /// As this guest sees it, if it was drawn for somebody who listens and sees it so.
    pub(crate) fn view(&self, guest: &str) -> Option<Arc<SharedView>> {
        self.views().get(&self.seats_of(guest)).cloned()
    }

    /// As this guest sees it, drawn if it was not yet. The state is that of the scene.
    pub(crate) fn drawn(&self, worker: &Worker, id: &str, state: &TableState, guest: &str) -> Arc<SharedView> {
        self.view(guest).unwrap_or_else(|| {
            let view = TableView::of(worker, (id, self.version), state, &self.seats_of(guest));
            Arc::new(SharedView { view, text: OnceLock::new() })
        })
    }

    /// The same, for all who listen and see the same as this guest.
    pub(crate) fn draw(&self, worker: &Worker, id: &str, state: &TableState, guest: &str) -> Arc<SharedView> {
        // Whoever holds the state is alone at this; those who only look don't wait for it.
        let drawn = self.drawn(worker, id, state, guest);
        self.views().insert(self.seats_of(guest), Arc::clone(&drawn));
        drawn
    }

    /// Nobody listens any more.
    pub(crate) fn forget(&self) {
        self.views().clear();
    }

    /// What of a view is as it was drawn, or as it is at this moment: with the clock, and with what is being thought, as
    /// far as it is told there.
    pub(crate) fn now<'a>(&self, shared: &'a SharedView, thinking: Option<ThoughtNow>) -> Cow<'a, TableView> {
        let thinking = shared.heard(thinking);
        let clock = self.clock.as_ref().map(|(clock, time)| ClockView::of(clock, time.elapsed()));
        if thinking.is_none() && clock.is_none() {
            return Cow::Borrowed(&shared.view);
        }
        Cow::Owned(TableView { thinking, clock, ..shared.view.clone() })
    }

    fn seats_of(&self, guest: &str) -> Vec<Seat> {
        let seats = Seat::all(self.guests.len() as u8).zip(&self.guests);
        seats.filter(|(_, own)| own.as_deref() == Some(guest)).map(|(seat, _)| seat).collect()
    }

    fn views(&self) -> MutexGuard<'_, BTreeMap<Vec<Seat>, Arc<SharedView>>> {
        self.views.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A table as some of its guests see it, but for the clock and for what is being thought.
pub(crate) struct SharedView {
    pub(crate) view: TableView,
    /// Written, once somebody wants it so.
    text: OnceLock<Arc<str>>,
}

impl SharedView {
    /// It as JSON.
    pub(crate) fn text(&self, _: &Worker) -> Result<Arc<str>, Problem> {
        if let Some(text) = self.text.get() {
            return Ok(Arc::clone(text));
        }
        let text: Arc<str> = serde_json::to_string(&self.view).map_err(Problem::trouble)?.into();
        Ok(Arc::clone(self.text.get_or_init(|| text)))
    }

    /// What is told of a thought here: hints go to the seat to move; in a game that hides something, nothing else is
    /// shown.
    pub(crate) fn heard(&self, thinking: Option<ThoughtNow>) -> Option<ThoughtNow> {
        let is_open = |thought: &ThoughtNow| !thought.is_hint && !self.view.hidden;
        thinking.filter(|thought| is_open(thought) || self.view.your_turn)
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{AnyPosition, NamedGame, Node, Position, Seat, Seed, registry};
    use agon_table::{GivenPosition, PlayedGame, Sitter};

    use super::{Scene, Worker};
    use crate::table::TableState;

    /// The views of a table after `changes` changes, of these guests: the seats by their numbers, the next number is a
    /// spectator's; each with the answer to an illegal move.
    fn told(
        game: &NamedGame,
        here: &AnyPosition,
        changes: u64,
        guests: impl IntoIterator<Item = u8>,
    ) -> Vec<(String, String)> {
        let worker = &Worker::of_test();
        let (base, line, here) = (here.clone(), Vec::new(), here.clone());
        let game = game.clone();
        let site = GivenPosition { game, base, line, here, saved: None, redealt: None };
        let sitter = |seat: u8| Sitter::Person { guest: Some(seat.to_string()) };
        let sitters = (0..site.here.facts().seats).map(sitter).collect();
        let mut state = TableState::at(worker, PlayedGame::new(site, 7, sitters, None), None);
        let scene = Scene::of(&state, 1 + changes, false);
        let mut view = |guest: u8| {
            let guest = guest.to_string();
            let seen = scene.drawn(worker, "table", &state, &guest);
            let now = state.now();
            let heard = state.play(&guest, "nothing", now).err().unwrap();
            (seen.text(worker).unwrap().to_string(), heard.message)
        };
        guests.into_iter().map(&mut view).collect()
    }

    /// Of every game that hides something, by random plays: a position, and what each seat cannot tell from it.
    #[test]
    fn a_guests_view_depends_on_its_seats_view_alone() {
        let terms = registry::games().values().flat_map(|plugin| plugin.sample_terms());
        let games = terms.map(|term| registry::game(&term).unwrap());
        for game in games.filter(|game| game.start.facts().hidden) {
            let (mut stream, mut here) = (Seed(0).stream(0), game.start.clone());
            let seats = here.facts().seats;
            while here.node() != Node::Terminal {
                let one = told(&game, &here, 0, 0..=seats);
                for (text, _) in &one {
                    assert!(text.contains("\"hidden\":true"), "{text}");
                    assert!(text.contains("\"seed\":null,\"base\":null"), "{text}");
                    assert!(text.contains("\"moves\":[],\"line\":\"\""), "{text}");
                }
                for seat in Seat::all(seats) {
                    let redeal = here.redeal(seat, &mut stream);
                    let other = told(&game, &redeal, 5, [seat.0, seats]);
                    let words = format!("{} {here} {redeal}", game.term);
                    assert_eq!(one[seat.index()], other[0], "{words}");
                    assert_eq!(one.last(), other.last(), "{words}");
                }
                let m = here.draw_move(&mut stream);
                here.play(m);
            }
            // Once it is over, everybody sees everything.
            let end = here.to_string();
            for (text, _) in told(&game, &here, 0, 0..=seats) {
                let view: serde_json::Value = serde_json::from_str(&text).unwrap();
                assert_eq!((&view["position"], &view["seed"]), (&end.as_str().into(), &7.into()));
            }
        }
    }
}
