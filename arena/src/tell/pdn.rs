//! Games of draughts in PDN: what PGN is for chess.
//!
//! PDN 3.0 (W. Wesselink and others, 2011, pdn.fmjd.org) has PGN's form (*PDN 3.0 Grammar*), a tag `GameType`, squares by numbers,
//! and captures by their ends where those tell which pieces are taken (*PDN 3.0 Restrictions*, 8). A game ends with `*`
//! whatever its result is, which its tag tells (*PDN 3.0 Restrictions*, 4); `1-0` is a win of White's, who moves second in
//! English draughts.

use std::io::{self, Write};

use crate::{
    play::played::Played,
    tell::{export::Export, pgn::Pgn},
};

/// Writes games of draughts as PDN; other games are refused.
#[derive(Default)]
pub struct Pdn(Pgn);

impl Export for Pdn {
    fn game(&mut self, game: &Played<'_>, out: &mut dyn Write) -> io::Result<()> {
        if game.base().scoresheet().tag("GameType").is_none() {
            let term = &game.plan.section(game.fixture).game.term;
            return Err(io::Error::other(format!(
                "PDN is for draughts, and a game of `{term}` is none; accepted: PGN, which has every game"
            )));
        }
        self.0.write(game, Some("*"), out)
    }
}
