//! What a player is asked at a table, and what it answers.

use std::time::Duration;

use agon_arena::play::Clocks;
use agon_core::{AnyMove, AnyPosition, Clock as _, Decision, Seat, Stream};
use agon_table::{GivenPosition, SearchLimits, StreamUser, ToMove, ask, begin};

use crate::{
    player_cache::{PlayerCache, TablePlace},
    pool::PoolThinker,
    table::TableState,
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
