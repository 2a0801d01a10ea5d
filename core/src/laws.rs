//! The conformance kit: each law of a trait as a sentence and a check.
//!
//! [`check`] walks a game at random, and in full where it is small, and tries every law at every
//! position. [`check_game`] does so for every sample of its options, and looks at what the game
//! says of itself too. Both run for every registered game; an author calls them for a game of
//! their own. [`check_player`] is the same for a player.
//!
//! A law that can be checked at one position is an entry of [`LAWS`]; what needs more (equal
//! positions reached in two ways, texts that nobody wrote, many random plays, a solved game) has a
//! file of its own beside this one.

mod counting;
mod equality;
mod odds;
mod picture;
mod player;
mod plugin;
mod position;
mod site;
mod sufficient;
#[cfg(test)]
mod tests;
mod text;

use std::collections::BTreeMap;

use self::{
    equality::{Pairs, same_present},
    site::calm,
};
pub use self::{
    player::{Misplay, PlayerLawError, check_player},
    plugin::{check_game, check_plugin},
    position::LAWS,
    site::{Law, Site},
};
use crate::{AnyPosition, NameError, NamedGame, Node, Position, Seed, after, all_moves, registry};

/// A law that a game breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{game} breaks the law: {law}\n  after: {path}\n  position: {position}\n  in full: {debug}\n  \
     found: {found}"
)]
#[non_exhaustive]
pub struct Violation {
    /// The game's term.
    pub game: String,
    /// The law, as a sentence.
    pub law: String,
    /// The moves from the initial position, in the game's notation.
    pub path: String,
    /// The position's text.
    pub position: String,
    /// The position as `Debug` has it, which shows what its text may hide.
    pub debug: String,
    /// What was found.
    pub found: String,
}

/// Why a game could not be found lawful.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LawError {
    /// There is no such game.
    #[error(transparent)]
    Name(#[from] NameError),
    /// It breaks a law.
    #[error(transparent)]
    Broken(#[from] Box<Violation>),
}

/// Checks every law of [`Position`] for the registered game `term`, along random plays and at all
/// positions near the start: at 2,000 positions, or fewer where they have more than forty moves on
/// average, and along 30 plays. A game of hundreds of moves is checked sooner if it writes
/// [`parse_move`](Position::parse_move), which by default writes all moves to read one.
///
/// # Errors
///
/// The first law it breaks, and where; or that there is no such game.
pub fn check(term: &str) -> Result<(), LawError> {
    check_with(term, 2_000, 30)
}

/// The same with `positions` visited in breadth from the start, and `plays` random plays.
///
/// # Errors
///
/// As [`check`].
pub fn check_with(term: &str, positions: usize, plays: u64) -> Result<(), LawError> {
    let NamedGame { term, start, .. } = registry::game(term)?;
    Ok(Inspection { term: &term, start: &start, positions, plays }.check()?)
}

/// Checks every law of [`Position`] for a game that has no name yet, as [`check`] does.
///
/// # Errors
///
/// The first law it breaks, and where.
pub fn check_position<P: Position>(start: &P) -> Result<(), Box<Violation>> {
    let term = start.to_string();
    Inspection { term: &term, start: &start.erase(), positions: 2_000, plays: 30 }.check()
}

/// In breadth so many moves are looked at for each position of the allowance: where there are more,
/// fewer positions.
const MOVES_EACH: usize = 40;

/// A game, and how far its laws are checked.
struct Inspection<'a> {
    term: &'a str,
    start: &'a AnyPosition,
    positions: usize,
    plays: u64,
}

impl Inspection<'_> {
    fn check(&self) -> Result<(), Box<Violation>> {
        calm(|| self.check_all()).unwrap_or_else(|found| {
            let law = "whatever may be asked is answered without a panic";
            Site::start(self.start).broken(self.term, law, &format!("somewhere in a play, {found}"))
        })
    }

    fn check_all(&self) -> Result<(), Box<Violation>> {
        let mut pairs = Pairs::default();
        self.breadth(&mut pairs)?;
        self.depth(&mut pairs)?;
        let mut leaves_out = false;
        for play in 0..self.plays {
            leaves_out |= self.random_play(play)?;
        }
        text::check(self)?;
        odds::check(self)?;
        if leaves_out {
            sufficient::check(self)?;
        }
        Ok(())
    }

    /// Visits positions breadth first, equal ones once, until the allowance is used up.
    fn breadth(&self, pairs: &mut Pairs) -> Result<(), Box<Violation>> {
        let mut seen: BTreeMap<String, u64> = BTreeMap::new();
        let mut keys: BTreeMap<u64, AnyPosition> = BTreeMap::new();
        let mut present: BTreeMap<u64, AnyPosition> = BTreeMap::new();
        let mut moves_left = MOVES_EACH * self.positions;
        let mut queue = std::collections::VecDeque::from([Site::start(self.start)]);
        while let Some(site) = queue.pop_front() {
            site.check_all(self.term)?;
            moves_left = moves_left.saturating_sub(site.moves.len());
            if moves_left == 0 {
                break;
            }
            if let Some(other) = present.insert(site.here.present_key(), site.here.clone())
                && let Err(found) = same_present(&site.here, &other)
            {
                let law = "positions of one present key differ in nothing but their past";
                site.broken(self.term, law, &format!("{found}; the other is {other}"))?;
            }
            for &m in &site.moves {
                if self.positions <= seen.len() {
                    break;
                }
                let next = site.step(self.term, m)?;
                let (text, key) = (next.here.to_string(), next.here.key());
                if let Some(&other) = seen.get(&text)
                    && other != key
                {
                    next.broken(self.term, "equal positions have equal keys", &text)?;
                }
                if let Some(other) = keys.get(&key) {
                    pairs.check(self.term, &next, other)?;
                }
                if seen.insert(text, key).is_none() {
                    keys.insert(key, next.here.clone());
                    queue.push_back(next);
                }
            }
        }
        Ok(())
    }

    /// Compares the keys of many positions in depth: those of the breadth are all near the start.
    fn depth(&self, pairs: &mut Pairs) -> Result<(), Box<Violation>> {
        let mut known: BTreeMap<u64, AnyPosition> = BTreeMap::new();
        let mut path = Vec::new();
        let mut line = vec![(self.start.clone(), all_moves(self.start))];
        while let Some((here, moves)) =
            line.last_mut().filter(|_| known.len() < 10 * self.positions)
        {
            let Some(m) = moves.pop() else {
                line.pop();
                path.pop();
                continue;
            };
            let next = after(here, m);
            path.push(m);
            let Some(other) = known.insert(next.key(), next.clone()) else {
                let moves = all_moves(&next);
                line.push((next, moves));
                continue;
            };
            let site = Site::at(self.start.clone(), next, path.clone(), Vec::new());
            pairs.check(self.term, &site, &other)?;
            path.pop();
        }
        Ok(())
    }

    /// Checks all laws along one random play, and says whether any position of it left moves out
    /// of those that suffice.
    fn random_play(&self, play: u64) -> Result<bool, Box<Violation>> {
        let mut stream = Seed(play).stream(0);
        let mut site = Site::start(self.start);
        let most = self.start.facts().max_plies;
        let mut leaves_out = false;
        while site.here.node() != Node::Terminal {
            if most as usize <= site.path.len() {
                let found = format!("still going on after {} plies", site.path.len());
                site.broken(self.term, "a play ends within the declared number of plies", &found)?;
            }
            let m = site.here.draw_move(&mut stream);
            if !site.moves.contains(&m) {
                let found = format!("drew {}", site.name(m));
                site.broken(self.term, "a random move is a legal one", &found)?;
            }
            leaves_out |= site.sufficient().len() < site.moves.len();
            site = site.step(self.term, m)?;
            site.check_all(self.term)?;
        }
        Ok(leaves_out)
    }
}
