//! What a player is asked at a table, and what it answers.

use std::time::Duration;

use agon_arena::play::Clocks;
use agon_core::{AnyMove, AnyPosition, Clock as _, Decision, Seat, Stream, notation};
use agon_table::{GivenPosition, SearchLimits, StreamUser, ToMove, ask, begin, best};

use crate::{
    player_cache::{PlayerCache, TablePlace},
    pool::PoolThinker,
    problem::Problem,
    table::{Advice, AdvisedMove, TableState},
};

/// What a player is asked.
pub(crate) struct MoveQuestion {
    /// Of which of the positions of its table.
    pub(crate) position_version: u64,
    /// The position: where something is hidden the player is shown no more than it may see.
    pub(crate) site: GivenPosition,
    /// What redeals are drawn from.
    seed: u64,
    pub(crate) seat: Seat,
    pub(crate) term: String,
    /// What it draws from.
    stream: Stream,
    /// How many threads it takes.
    pub(crate) threads: usize,
    /// How long it may think, by the clock of the game.
    deadline: Option<Duration>,
}

/// What a player answered: where, which is what it was shown, and in what time.
pub(crate) struct MoveAnswer {
    pub(crate) here: AnyPosition,
    pub(crate) decision: Decision<AnyMove>,
    pub(crate) used: Duration,
}

impl MoveQuestion {
    /// About the position at hand, for that seat.
    pub(crate) fn of(state: &TableState, seat: Seat, term: String, drawer: StreamUser) -> MoveQuestion {
        let stream = state.stream_for(seat, drawer);
        let (site, seed) = (state.site().clone(), state.seed());
        let deadline = state.share_of_time(seat, state.now());
        let (position_version, threads) = (state.position_version.number(), state.threads);
        MoveQuestion { position_version, site, seed, seat, term, stream, threads, deadline }
    }

    /// The next to a player, where one is to move.
    pub(crate) fn next(state: &TableState) -> Option<MoveQuestion> {
        let ToMove::Player(seat) = state.to_move() else { return None };
        let term = state.sitters()[seat.index()].term().to_owned();
        Some(MoveQuestion::of(state, seat, term, StreamUser::Player))
    }

    /// What is asked for a hint for the position at hand.
    ///
    /// # Errors
    ///
    /// Where the guest does not sit here, nobody is to act, or somebody thinks already.
    pub(crate) fn for_hint(state: &TableState, guest: &str) -> Result<MoveQuestion, Problem> {
        if !state.has(guest) {
            return Err(Problem::forbidden("not-seated", &[]));
        }
        let Some(seat) = state.mover() else {
            return Err(Problem::conflict("no-choice", &[]));
        };
        state.position_version.idle()?;
        if !state.sitters()[seat.index()].is_person() {
            return Err(Problem::conflict("player-thinks", &[]));
        }
        Ok(MoveQuestion::of(state, seat, state.adviser(), StreamUser::Adviser))
    }

    /// After how many moves whoever is asked. Of a game that hides something not even the number of moves is told.
    pub(crate) fn asked(&self) -> (usize, String) {
        let ply = if self.site.hides() { 0 } else { self.site.line.len() };
        (ply, self.term.clone())
    }

    /// The answer, on a thread with a deep stack.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub(crate) fn answer(
        &self,
        thinker: &PoolThinker,
        player_cache: &PlayerCache,
        table: &str,
        clocks: &Clocks,
        listener: &dyn Fn(&AnyPosition, &Decision<AnyMove>),
    ) -> Result<MoveAnswer, String> {
        let MoveQuestion { site, seed, seat, term, stream, deadline, .. } = self;
        let place = TablePlace { table: table.to_owned(), seat: *seat, term: term.clone() };
        let mut player = player_cache.take(thinker, &place, &site.game)?;
        let site = site.clone().shown_to(player.habits(), *seed);
        begin(player.as_mut(), &site.base, &site.line)?;
        let mut stream = stream.clone();
        let listener = |answer: &Decision<AnyMove>| listener(&site.here, answer);
        let clock = clocks.start();
        let limits = SearchLimits {
            deadline: *deadline,
            clock: Some(&clock),
            stop: Some(thinker.stop()),
            listener: Some(&listener),
            ..SearchLimits::default()
        };
        let decision = ask(player.as_mut(), &site.here, *seat, &mut stream, limits)
            .map_err(|why| format!("{term} gave no move: {why}"))?;
        let used = clock.elapsed();
        player_cache.put_back(place, player);
        Ok(MoveAnswer { here: site.here, decision, used })
    }
}

/// A hint: what that player answered after so many moves, or why nothing.
pub(crate) fn advice((ply, player): (usize, String), answer: Result<MoveAnswer, String>) -> Advice {
    let (moves, failure) = match answer {
        Ok(MoveAnswer { here, decision, .. }) => {
            let advised = best(&decision).into_iter().map(|(m, value)| AdvisedMove {
                m: notation(&here, m),
                value: value.filter(|value| value.is_finite()),
            });
            (advised.collect(), None)
        }
        Err(message) => (Vec::new(), Some(message)),
    };
    Advice { ply, player, moves, failure }
}
