//! Players are asked: within limits, heard while they think, and never trusted with more than a move.

use std::{fmt::Display, time::Duration};

use agon_arena::{
    plan::{catch, fits_threads},
    play::WallClock,
};
use agon_core::{
    AnyMove, AnyPosition, Beginning, Bound, Budget, Decision, Listener, NamedGame, NamedPlayer,
    Node, Observer, Player, Position, RootMove, Seat, Seed, SetupError, StopSignal, Stream, Turn,
};

use crate::{place::GivenPosition, table_error::TableError};

/// Seats a player at a game. One that is a program of its own gets ready for it.
///
/// # Errors
///
/// Where the player cannot play it.
pub fn seat_player(player: &NamedPlayer, game: &NamedGame) -> Result<Box<dyn Player>, TableError> {
    fits_threads(player).map_err(|why| TableError::wrong(format!("{}: {why}", player.term)))?;
    made_ready(player.seat(&game.start), game)
}

/// A player that was seated at a game, ready for it if it is a program of its own.
///
/// # Errors
///
/// Where the player cannot play it.
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

/// Has a player begin a game that starts at `base`, and tells it the moves of `line` if it follows
/// games and nothing is hidden in this one.
///
/// # Errors
///
/// That it panicked; after that it must not be asked.
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

/// Runs what a player does; `Err` is the message of its panic.
///
/// # Errors
///
/// That message.
pub fn guarded<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    catch(f).map_err(|panic| format!("panic: {panic}"))
}

/// What a player may spend on its answer, how it is stopped, and who is told its best answer so
/// far.
#[derive(Clone, Copy, Default)]
pub struct SearchLimits<'a> {
    /// What it may look at.
    pub budget: Budget,
    /// How long it may think.
    pub deadline: Option<Duration>,
    /// What makes it answer at once.
    pub stop: Option<&'a StopSignal>,
    /// Who hears its best answer so far.
    pub listener: Option<Listener<'a>>,
}

/// Asks a player for its move and for what it thinks. Where something is hidden `here` is
/// [redealt](crate::GivenPosition::redealt), never the true position.
///
/// # Errors
///
/// Why it gave none, that the one it gave is not legal, or that it panicked; after that it must
/// not be asked again.
pub fn ask(
    player: &mut dyn Player,
    here: &AnyPosition,
    seat: Seat,
    stream: &mut Stream,
    asked: SearchLimits<'_>,
) -> Result<Decision<AnyMove>, String> {
    answer(here, seat, stream, asked, |turn| player.choose(here, turn))
}

/// The same, telling `observer` what the search does.
///
/// # Errors
///
/// As with [`ask`].
pub fn ask_watched(
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
    let clock = WallClock::start();
    let turn = Turn::new(seat, stream).within(asked.budget).timed(&clock, asked.deadline);
    let mut turn = turn.until(asked.stop).heard_by(asked.listener).explained(true);
    let decision = guarded(|| choose(&mut turn))?.map_err(|why| why.to_string())?;
    if here.is_legal(decision.m) {
        Ok(decision)
    } else {
        // Where something is hidden the position tells what the seat has seen.
        let place = if here.facts().hidden { "here".to_owned() } else { format!("in `{here}`") };
        Err(format!("it chose {}, which is not legal {place}", decision.m))
    }
}

/// Who draws from a stream of randomness at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawer {
    /// Chance.
    Nature = 0,
    /// The player whose turn it is.
    Player = 1,
    /// Whoever gives hints.
    Adviser = 2,
}

/// What is drawn from at this ply. It depends only on the seed and the ply, so after a move is taken
/// back the same dice come again. Where something is hidden a player's ply is [its own](stream_for).
pub fn stream(seed: u64, ply: usize, drawer: Drawer) -> Stream {
    Seed(seed).stream(3 * ply as u64 + drawer as u64)
}

/// What the player or the adviser of `seat` draws from at `site`: of the ply, or where something is hidden of
/// what that seat knows.
pub fn stream_for(seed: u64, site: &GivenPosition, seat: Seat, drawer: Drawer) -> Stream {
    let ply = site.ply_for(seat);
    if site.hides() {
        let seats = usize::from(site.here.facts().seats);
        return stream(seed, ply * seats + seat.index(), drawer);
    }
    stream(seed, ply, drawer)
}

/// The three best moves that a decision knows of, the one it chose first, with what they are worth where
/// that is known.
pub fn best(decision: &Decision<AnyMove>) -> Vec<(AnyMove, Option<f64>)> {
    let worth = |root: &RootMove<AnyMove>| match root.bound {
        Bound::Exact | Bound::Sample => Some(root.value),
        _ => None,
    };
    let own = decision.moves.iter().find(|root| root.m == decision.m).and_then(worth);
    let mut others: Vec<&RootMove<AnyMove>> = decision
        .moves
        .iter()
        .filter(|root| root.m != decision.m && worth(root).is_some())
        .collect();
    others.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
    let mut best = vec![(decision.m, own.or(decision.value))];
    best.extend(others.into_iter().take(2).map(|root| (root.m, worth(root))));
    best
}
