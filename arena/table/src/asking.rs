//! Players are asked: within limits, heard while they think, and never trusted with more than a move.

use std::{fmt::Display, time::Duration};

use agon_arena::{
    plan::{catch, fits_threads},
    play::WallClock,
};
use agon_core::{
    AnyMove, AnyPosition, Beginning, Bound, Budget, Clock, Decision, Listener, NamedGame, NamedPlayer, Node, Observer,
    Player, Position, RootMove, Seat, Seed, SetupError, StopSignal, Stream, Turn,
};

use crate::{place::GivenPosition, table_error::TableError};

/// Seats a player at a game. A separate program gets ready for it.
///
/// # Errors
///
/// If the player cannot play it.
pub fn seat_player(player: &NamedPlayer, game: &NamedGame) -> Result<Box<dyn Player>, TableError> {
    fits_threads(player).map_err(|why| TableError::wrong(format!("{}: {why}", player.term)))?;
    made_ready(player.seat(&game.start), game)
}

/// A player seated at a game; a separate program gets ready for it.
///
/// # Errors
///
/// If the player cannot play it.
pub(crate) fn made_ready(
    seated: Result<Box<dyn Player>, SetupError>,
    game: &NamedGame,
) -> Result<Box<dyn Player>, TableError> {
    let wrong = |why: &dyn Display| TableError::wrong(format!("{}: {why}", game.term));
    let mut seated = seated.map_err(|why| wrong(&why))?;
    if seated.habits().outside {
        let seat = match game.start.node() {
            Node::Decision(seat) => seat,
            Node::Chance | Node::Terminal => Seat(0),
        };
        let ready = seated.ready(&Beginning::of(game, seat));
        ready.map_err(|why| wrong(&why))?;
    }
    Ok(seated)
}

/// Begins a game that starts at `base` with a player, and passes it the moves of `line` if it
/// follows games and this one has no hidden information.
///
/// # Errors
///
/// If it panicked; it must not be asked again.
pub fn begin(player: &mut dyn Player, base: &AnyPosition, line: &[AnyMove]) -> Result<(), String> {
    guarded(|| {
        player.begin();
        if player.habits().follows && !base.facts().hidden {
            let mut here = base.clone();
            for &m in line {
                player.played(&here, m);
                here.play(m);
            }
        }
    })
}

/// Runs code of a player; `Err` is the message of its panic.
///
/// # Errors
///
/// If it panicked: the message.
pub fn guarded<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    catch(f).map_err(|panic| format!("panic: {panic}"))
}

/// The limits of a player's answer: its budget, its stop signal, and the listener to its best
/// answer so far.
#[derive(Clone, Copy, Default)]
pub struct SearchLimits<'a> {
    /// The most positions it may look at.
    pub budget: Budget,
    /// The most time it may take.
    pub deadline: Option<Duration>,
    /// The clock that measures it, which has just begun; the machine's unless given.
    pub clock: Option<&'a dyn Clock>,
    /// The signal to answer at once.
    pub stop: Option<&'a StopSignal>,
    /// Receives its best answer so far.
    pub listener: Option<Listener<'a>>,
}

/// Asks a player for its move and its analysis. With hidden information, `here` is a
/// [redeal](crate::GivenPosition::redealt), never the true position.
///
/// # Errors
///
/// If it gave no move: why; if its move is illegal, or it panicked. It must not be asked again
/// after a panic.
pub fn ask(
    player: &mut dyn Player,
    here: &AnyPosition,
    seat: Seat,
    stream: &mut Stream,
    asked: SearchLimits<'_>,
) -> Result<Decision<AnyMove>, String> {
    answer(here, seat, stream, asked, |turn| player.choose(here, turn))
}

/// The same, reporting each step of the search to `observer`.
///
/// # Errors
///
/// As [`ask`].
pub(crate) fn ask_watched(
    player: &mut dyn Player,
    here: &AnyPosition,
    seat: Seat,
    stream: &mut Stream,
    asked: SearchLimits<'_>,
    observer: &mut dyn Observer,
) -> Result<Decision<AnyMove>, String> {
    answer(here, seat, stream, asked, |turn| player.choose_watched(here, turn, observer))
}

fn answer(
    here: &AnyPosition,
    seat: Seat,
    stream: &mut Stream,
    asked: SearchLimits<'_>,
    choose: impl FnOnce(&mut Turn<'_>) -> Result<Decision<AnyMove>, agon_core::Failure>,
) -> Result<Decision<AnyMove>, String> {
    let own = WallClock::start();
    let clock = asked.clock.unwrap_or(&own);
    let turn = Turn::new(seat, stream).within(asked.budget).timed(clock, asked.deadline);
    let mut turn = turn.until(asked.stop).heard_by(asked.listener).explained(true);
    let decision = guarded(|| choose(&mut turn))?.map_err(|why| why.to_string())?;
    if here.is_legal(decision.m) {
        Ok(decision)
    } else {
        // With hidden information, the position's text would disclose the seat's view.
        let place = if here.facts().hidden { "here".to_owned() } else { format!("in `{here}`") };
        Err(format!("it chose {}, which is not legal {place}", decision.m))
    }
}

/// The users of random streams at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamUser {
    /// Chance.
    Nature = 0,
    /// The player to move.
    Player = 1,
    /// The player that gives hints.
    Adviser = 2,
}

/// The stream at this ply. It depends only on the seed and the ply, so the same dice come again after a move was taken
/// back. With hidden information a player's ply is its own.
pub fn stream(seed: u64, ply: usize, drawer: StreamUser) -> Stream {
    Seed(seed).stream(3 * ply as u64 + drawer as u64)
}

/// The stream of the player or the adviser of `seat` at `site`: by the ply, or with hidden information by the seat's
/// own choices.
pub(crate) fn stream_for(seed: u64, site: &GivenPosition, seat: Seat, drawer: StreamUser) -> Stream {
    let ply = site.ply_for(seat);
    if site.hides() {
        let seats = usize::from(site.here.facts().seats);
        return stream(seed, ply * seats + seat.index(), drawer);
    }
    stream(seed, ply, drawer)
}

/// The three best moves of a decision, the chosen one first, with their values where known.
pub fn best(decision: &Decision<AnyMove>) -> Vec<(AnyMove, Option<f64>)> {
    let worth = |root: &RootMove<AnyMove>| match root.bound {
        Bound::Exact | Bound::Sample => Some(root.value),
        _ => None,
    };
    let own = decision.moves.iter().find(|root| root.m == decision.m).and_then(worth);
    let mut others: Vec<&RootMove<AnyMove>> =
        decision.moves.iter().filter(|root| root.m != decision.m && worth(root).is_some()).collect();
    others.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
    let mut best = vec![(decision.m, own.or(decision.value))];
    best.extend(others.into_iter().take(2).map(|root| (root.m, worth(root))));
    best
}
