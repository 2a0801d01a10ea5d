//! A tournament that is asked for: priced by what it names before anything is looked up, by its games and random
//! plies before anything is drawn, and only then laid out.

use agon_arena::{
    Plan,
    ask::{Spec, read_spec},
    plan::{Undrawn, fits_memory},
};

use crate::{
    allowed,
    pool::{LONGEST_THOUGHT, PoolThinker},
    problem::Problem,
    words::Said,
};

/// Players of one tournament, at most.
const MOST_PLAYERS: u64 = 200;
/// Games that one tournament names.
const MOST_NAMED: u64 = 100;
/// Players that are asked whether they can play, in all games together.
const MOST_SEATS: u64 = 2_000;
/// Bytes of all the names.
const MOST_NAMES: u64 = 1 << 20;
/// Games of one tournament.
const MOST_GAMES: u64 = 200_000;
/// Random plies of all openings together.
const MOST_RANDOM: u64 = 2_000_000;

/// The plan of a tournament file, to be played on `jobs` threads; gives up when stopped.
///
/// # Errors
///
/// If the file has a mistake, asks for something that is not allowed here, or exceeds a limit.
pub(crate) fn lay_out(thinker: &PoolThinker, text: &str, jobs: usize) -> Result<Plan, Problem> {
    let mut spec = read_spec("tournament", text).map_err(Problem::refused)?;
    // A match that goes on until it is clear has an end here all the same: two seatings of each opening.
    if spec.stop.is_some() && spec.rules.openings.is_none() {
        spec.rules.openings = Some(MOST_GAMES / 2);
    }
    if let Some(file) = spec.opening_files().next() {
        return Err(Problem::forbidden("opening-file", &[("file", &file)]));
    }
    priced(&spec)?;
    let laid_out = resolved(thinker, &spec, jobs);
    // An error of a plan that was given up half-way means nothing.
    if thinker.stop().is_given() {
        let seconds = LONGEST_THOUGHT.as_secs();
        return Err(Problem::full("laid-out-late", &[("seconds", &seconds)]));
    }
    laid_out
}

/// Refuses what names too much: of a sweep each player and each game counts, and none is made.
fn priced(spec: &Spec) -> Result<(), Problem> {
    for player in &spec.players {
        allowed::short(&player.player.text).map_err(|problem| problem.at("players"))?;
    }
    for game in &spec.games {
        allowed::short(&game.game.text).map_err(|problem| problem.at("games"))?;
        for player in game.players.iter().flatten() {
            allowed::short(&player.text).map_err(|problem| problem.at("players"))?;
        }
    }
    let size = spec.size();
    let (players, games) = ((size.players, MOST_PLAYERS), (size.games, MOST_NAMED));
    within(players, |with| Problem::wrong("players-many", with).at("players"))?;
    within(games, |with| Problem::wrong("games-named", with).at("games"))?;
    let (seats, names) = ((size.seats, MOST_SEATS), (size.bytes, MOST_NAMES));
    within(seats, |with| Problem::wrong("seats-many", with).at("players"))?;
    within(names, |with| Problem::wrong("names-long", with).at("players"))
}

/// Refuses a number above its limit.
fn within(
    (count, most): (u64, u64),
    refused: impl FnOnce(&[(&'static str, &dyn Said)]) -> Problem,
) -> Result<(), Problem> {
    if count <= most { Ok(()) } else { Err(refused(&[("count", &count), ("most", &most)])) }
}

fn resolved(thinker: &PoolThinker, spec: &Spec, jobs: usize) -> Result<Plan, Problem> {
    let stop = thinker.stop();
    // To seat a player starts no program, so everybody is known before anybody is refused.
    let tournament = spec.resolve_until(stop).map_err(Problem::refused)?;
    for entry in &tournament.entries {
        // Also one that no game is left for.
        allowed::admit(&entry.player).map_err(|problem| problem.at("players"))?;
    }
    for section in &tournament.sections {
        let game = &section.game;
        allowed::position(thinker, &game.start, &game.term).map_err(|problem| problem.at("games"))?;
        for &entry in &section.entries {
            if stop.is_given() {
                break;
            }
            let term = &tournament.entries[entry].player.term;
            let seated = allowed::player(thinker, term, game, jobs);
            seated.map_err(|problem| problem.at("players"))?;
        }
    }
    fits_memory(&tournament, jobs).map_err(Problem::unreadable)?;
    let undrawn = Undrawn::new(tournament).map_err(Problem::refused)?;
    let (games, plies) = ((undrawn.games(), MOST_GAMES), (undrawn.plies(), MOST_RANDOM));
    within(games, |with| Problem::wrong("games-many", with).at("openings"))?;
    within(plies, |with| Problem::wrong("plies-many", with).at("random-plies"))?;
    undrawn.draw(stop).map_err(Problem::refused)
}
