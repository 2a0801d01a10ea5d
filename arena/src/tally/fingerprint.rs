//! One number for all games: equal if and only if every move of every game is.
//!
//! The SHA-256 of, for every game in the order of the plan, its number, its moves (openings and
//! outcomes of chance included) and how it ended, in the bytes of [`Record`](crate::play::record);
//! before the first game of a section, the term of the game, without which moves have no meaning;
//! before a game with a special initial position, that position. How a game ended counts as its
//! last move: resigning is another way of playing than panicking. The wording of messages, the
//! names of players and the seed do not count.

use sha2::{Digest, Sha256};

use crate::{ask::words::hex, play::played::Played};

/// The fingerprint of the games so far.
#[derive(Clone)]
pub struct Fingerprint {
    hasher: Sha256,
    section: Option<usize>,
}

impl Default for Fingerprint {
    fn default() -> Self {
        let mut hasher = Sha256::new();
        hasher.update(b"agon fingerprint 1\n");
        Fingerprint { hasher, section: None }
    }
}

impl Fingerprint {
    /// Takes the next game in.
    pub fn take(&mut self, game: &Played<'_>) {
        if self.section != Some(game.fixture.section) {
            let term = &game.plan.section(game.fixture).game.term;
            self.hasher.update((term.len() as u64).to_le_bytes());
            self.hasher.update(term.as_bytes());
            self.section = Some(game.fixture.section);
        }
        if let Some(position) = game.position() {
            // No game has a number that is written so.
            self.hasher.update([0xff; 10]);
            self.hasher.update((position.len() as u64).to_le_bytes());
            self.hasher.update(position.as_bytes());
        }
        self.hasher.update(&game.bytes[..game.act]);
    }

    /// Sixty-four hexadecimal digits.
    pub fn text(&self) -> String {
        hex(&self.hasher.clone().finalize())
    }
}
