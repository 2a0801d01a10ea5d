//! Openings: the random moves before the players take over.
//!
//! Opening `n` of a game is drawn by its own stream, so it can be drawn again alone. Openings
//! whose positions are equal, up to the game's symmetries, would be the same opening twice: such a
//! one is drawn again from the same stream, as long as there are others.

use std::collections::BTreeSet;

use agon_core::{AnyMove, AnyPosition, Node, Position, Seed};

use crate::numbering::{Purpose, stream};

/// The openings of one game in one tournament.
#[derive(Clone, Debug)]
pub struct Openings {
    seed: Seed,
    start: AnyPosition,
    plies: u32,
    /// Which draw of its stream each opening is, for those that were made distinct.
    draws: Vec<u16>,
    /// How many of these equal an earlier one nevertheless.
    repeated: u64,
}

/// No opening of that length leaves anything to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("every opening of {0} plies ends the game; ask for fewer plies")]
pub struct TooLong(pub u32);

impl Openings {
    /// Beyond so many openings of one game, equal ones are not looked for.
    pub const MOST_DISTINCT: u64 = 1 << 16;
    /// So many draws in a row that end the game: there is no other.
    const PATIENCE: u16 = 2_000;
    /// So many draws in a row that were there before: there are no more.
    const TRIES: u16 = 200;

    /// Finds the first `count` openings of `plies` random plies from `start`, as distinct as may
    /// be.
    ///
    /// # Errors
    ///
    /// Where openings of that length end the game.
    pub fn prepare(
        start: &AnyPosition,
        plies: u32,
        count: u64,
        seed: Seed,
    ) -> Result<Openings, TooLong> {
        let mut openings =
            Openings { seed, start: start.clone(), plies, draws: Vec::new(), repeated: 0 };
        if plies == 0 {
            return Ok(openings);
        }
        let (mut position, mut moves) = (start.clone(), Vec::new());
        if !openings.draw(0, &mut position, &mut moves) {
            return Err(TooLong(plies));
        }
        let mut seen = BTreeSet::new();
        let mut exhausted = false;
        for number in 0..count.min(Openings::MOST_DISTINCT) {
            let mut stream = stream(seed, Purpose::Opening, number);
            let (mut draw, mut fresh) = (0, false);
            let mut first = None;
            let tries = if exhausted { 0 } else { Openings::TRIES };
            while draw < Openings::PATIENCE {
                if openings.attempt(&mut stream, &mut position, &mut moves) {
                    first.get_or_insert(draw);
                    fresh = seen.insert(canonical_key(&position));
                    if fresh || first.is_some_and(|first| first + tries <= draw) {
                        break;
                    }
                }
                draw += 1;
            }
            exhausted |= !fresh;
            openings.repeated += u64::from(!fresh);
            let draw = if fresh { Some(draw) } else { first };
            openings.draws.push(draw.ok_or(TooLong(plies))?);
        }
        Ok(openings)
    }

    /// How many of the openings, among the first [`MOST_DISTINCT`](Openings::MOST_DISTINCT), equal
    /// an earlier one because the game has no more of that length.
    pub fn repeated(&self) -> u64 {
        self.repeated
    }

    /// Makes `position` that of opening `number`, and `moves` the moves that lead there.
    pub fn set_up(&self, number: u64, position: &mut AnyPosition, moves: &mut Vec<AnyMove>) {
        moves.clear();
        position.clone_from(&self.start);
        if 0 < self.plies {
            let found = self.draw(number, position, moves);
            assert!(found, "a game of which one opening was found has others");
        }
    }

    /// Draws opening `number`; `false` if none was found in good time.
    fn draw(&self, number: u64, position: &mut AnyPosition, moves: &mut Vec<AnyMove>) -> bool {
        let mut stream = stream(self.seed, Purpose::Opening, number);
        match usize::try_from(number).ok().and_then(|index| self.draws.get(index)) {
            Some(&draw) => {
                (0..=draw).fold(false, |_, _| self.attempt(&mut stream, position, moves))
            }
            None => (0..Openings::PATIENCE).any(|_| self.attempt(&mut stream, position, moves)),
        }
    }

    /// Plays random moves from the start, and says whether the game still goes on after them.
    fn attempt(
        &self,
        stream: &mut agon_core::Stream,
        position: &mut AnyPosition,
        moves: &mut Vec<AnyMove>,
    ) -> bool {
        position.clone_from(&self.start);
        moves.clear();
        for _ in 0..self.plies {
            if position.node() == Node::Terminal {
                return false;
            }
            let m = position.draw_move(stream);
            position.play(m);
            moves.push(m);
        }
        position.node() != Node::Terminal
    }
}

/// The least key among those of the position's images.
fn canonical_key(position: &AnyPosition) -> u64 {
    let images = (1..position.symmetries()).map(|symmetry| position.image(symmetry).key());
    images.fold(position.key(), u64::min)
}

#[cfg(test)]
mod tests {
    use super::{Openings, TooLong};
    use agon_core::{Position, Seed, registry};

    fn texts(game: &str, plies: u32, count: u64) -> (Vec<String>, u64) {
        let start = registry::game(game).unwrap().start;
        let openings = Openings::prepare(&start, plies, count, Seed(5)).unwrap();
        let (mut position, mut moves) = (start.clone(), Vec::new());
        let texts = (0..count).map(|number| {
            openings.set_up(number, &mut position, &mut moves);
            assert_eq!(moves.len(), plies as usize);
            let mut again = start.clone();
            for &m in &moves {
                again.play(m);
            }
            assert_eq!(again, position);
            position.to_string()
        });
        (texts.collect(), openings.repeated())
    }

    #[test]
    fn openings_differ_as_long_as_there_are_others() {
        // One ply from 3+5+7: fifteen positions.
        let (openings, repeated) = texts("nim", 1, 15);
        assert_eq!(repeated, 0);
        let mut sorted = openings.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), 15, "{openings:?}");
        let (more, repeated) = texts("nim", 1, 20);
        assert_eq!(repeated, 5);
        assert_eq!(more[..15], openings, "more openings change no earlier one");
    }

    #[test]
    fn openings_never_end_the_game() {
        let (openings, _) = texts("nim(1+1+1)", 2, 10);
        assert!(openings.iter().all(|text| text != "0+0+0 1"));
        let start = registry::game("nim(1+1+1)").unwrap().start;
        assert_eq!(Openings::prepare(&start, 3, 1, Seed(1)).unwrap_err(), TooLong(3));
    }
}
