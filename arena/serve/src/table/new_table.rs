//! A game that is to begin, as it is asked for.

use agon_core::Position as _;
use agon_table::{ClockError, GameClock, GivenPosition, PlayedClock, PlayedGame, Sitter};
use schemars::JsonSchema;
use serde::Deserialize;

use super::TableState;
use crate::{
    allowed::{self, short},
    body::maybe_whole,
    place::given,
    pool::Worker,
    problem::Problem,
    share::GuestShare,
    words::Said,
};

/// A game that is to begin, as it is asked for.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTable {
    /// The game's term.
    pub(crate) game: String,
    /// Where the moves begin.
    #[serde(default)]
    pub(crate) position: Option<String>,
    /// The moves that were played, or a game in PGN or PDN.
    #[serde(default)]
    pub(crate) moves: Option<String>,
    /// Who sits where: `me`, `open` (another person), `level:easy` (medium, hard, strongest), or a player's
    /// term; the guest everywhere, if empty.
    #[serde(default)]
    pub(crate) seats: Vec<String>,
    /// What chance and the players draw from. Where another person may sit down nobody chooses it.
    #[serde(default, deserialize_with = "maybe_whole")]
    pub(crate) seed: Option<u64>,
    /// Who gives hints.
    #[serde(default)]
    pub(crate) hints: Option<String>,
    /// A clock, as `agon play --clock` reads it: minutes for each seat, and seconds added after every move, `5+3`;
    /// minutes may have seconds, and each seat a time of its own, `4:57/5:00+3`. Without one no time is counted. The
    /// server counts it, from each seat's second move on.
    #[serde(default)]
    pub(crate) clock: Option<String>,
}

/// A seat for another person.
const OPEN: &str = "open";

/// Whether another person may sit down at one of these seats.
pub(super) fn has_open(seats: &[String]) -> bool {
    seats.iter().any(|who| who.trim() == OPEN)
}

impl NewTable {
    /// Refuses a game with hidden information where the guest who begins it would know or see the hidden part.
    fn keep_hidden(&self, site: &GivenPosition) -> Result<(), Problem> {
        let about: [(&str, &dyn Said); 1] = [("game", &site.game.term)];
        if self.seed.is_some() || !site.line.is_empty() || site.other_base().is_some() {
            return Err(Problem::wrong("hidden-begins", &about));
        }
        // Nobody may see two hands in a game against somebody who sees one.
        let own = self.seats.iter().filter(|text| text.trim() == "me").count();
        if 1 < own && has_open(&self.seats) {
            return Err(Problem::wrong("hidden-seats", &about));
        }
        Ok(())
    }
}

impl TableState {
    /// A new game.
    ///
    /// # Errors
    ///
    /// Where the game, the position, a move or a player is wrong.
    pub(crate) fn of(
        worker: &Worker,
        new: &NewTable,
        own: &GuestShare,
        (seed, threads): (u64, usize),
    ) -> Result<TableState, Problem> {
        let guest = own.name.as_str();
        let moves = new.moves.as_deref().unwrap_or("");
        for text in [Some(moves), new.position.as_deref()].into_iter().flatten() {
            short(text)?;
        }
        if new.seed.is_some() && has_open(&new.seats) {
            return Err(Problem::wrong("others-seed", &[]).at("seed"));
        }
        let game = allowed::game(worker, &new.game)?;
        let site = given(worker, game, new.position.as_deref(), moves)?;
        if site.hides() {
            new.keep_hidden(&site)?;
        }
        let seats = usize::from(site.here.facts().seats);
        if new.seats.len() != seats && !new.seats.is_empty() {
            return Err(Problem::wrong(
                "seats",
                &[("game", &site.game.term), ("named", &new.seats.len()), ("seats", &seats)],
            ));
        }
        let mut sitters = Vec::new();
        for seat in 0..seats {
            let text = new.seats.get(seat).map_or("me", |text| text.trim());
            sitters.push(match text {
                "me" => Sitter::Person { guest: Some(guest.to_owned()) },
                OPEN => Sitter::Person { guest: None },
                text => {
                    let named = allowed::player(worker, text, &site.game, threads);
                    let named = named.map_err(|problem| problem.at(&format!("player{}", seat + 1)))?;
                    let term = named.term;
                    let level = text.strip_prefix("level:").map(str::to_owned);
                    Sitter::Player { term, level }
                }
            });
        }
        let adviser = match new.hints.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
            Some(text) => {
                let named = allowed::player(worker, text, &site.game, threads);
                Some(named.map_err(|problem| problem.at("hints"))?.term)
            }
            None => None,
        };
        let clock = match new.clock.as_deref() {
            // Whose time runs would tell who acts in secret.
            Some(_) if site.hides() => {
                let about: [(&str, &dyn Said); 1] = [("game", &site.game.term)];
                return Err(Problem::wrong("clock-hidden", &about).at("clock"));
            }
            Some(text) => {
                short(text)?;
                Some(clock(text, &site)?)
            }
            None => None,
        };
        let others = sitters.iter().any(|sitter| sitter.is_person() && !sitter.is(guest));
        // As people write seeds: not too long.
        let drawn = if others || site.hides() { seed } else { seed & 0xffff_ffff };
        let game = PlayedGame::new(site, new.seed.unwrap_or(drawn), sitters, clock);
        let mut state = TableState::at(worker, game, adviser);
        (state.owner, state.address) = (own.name.clone(), own.address.clone());
        Ok(state)
    }
}

/// The clock of a game, as it is asked for.
///
/// # Errors
///
/// Where the text is no clock, or one for another number of seats.
fn clock(text: &str, site: &GivenPosition) -> Result<PlayedClock, Problem> {
    let clock: GameClock = text.trim().parse().map_err(|error: ClockError| {
        let problem = match &error.nearest {
            Some(near) => Problem::wrong("clock-near", &[("clock", &text), ("nearest", near)]),
            None => Problem::wrong("clock", &[("clock", &text)]),
        };
        problem.at("clock")
    })?;
    let (named, seats) = (clock.seats(), site.here.facts().seats);
    let begun = clock.among(seats).ok_or_else(|| {
        let about: [(&str, &dyn Said); 3] = [("game", &site.game.term), ("named", &named), ("seats", &seats)];
        Problem::wrong("clock-seats", &about).at("clock")
    })?;
    Ok(PlayedClock::new(text.trim(), begun, site.line.len()))
}
