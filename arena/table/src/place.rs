//! The state of a game: its rules, the position where its moves begin, and the moves.

use std::path::Path;

use agon_arena::plan::{play_written, sheet_position};
use agon_core::{AnyMove, AnyPosition, Habits, NamedGame, Node, Picture, Position, Seat, Seed, line, registry};

use crate::{
    saved::{self, SavedGame},
    table_error::TableError,
};

/// A position, and how it came about.
#[derive(Clone, Debug)]
pub struct GivenPosition {
    /// The game.
    pub game: NamedGame,
    /// The position where the moves begin: the initial position unless another was given.
    pub base: AnyPosition,
    /// The moves from there.
    pub line: Vec<AnyMove>,
    /// The position after them.
    pub here: AnyPosition,
    /// The file's game, if it comes from one.
    pub saved: Option<SavedGame>,
    /// The seat for which it was [redealt](GivenPosition::redealt), if it was: it cannot be distinguished from the true
    /// position by that seat.
    pub redealt: Option<Seat>,
}

impl GivenPosition {
    /// The position given by a game's term, the text of the position where the moves begin (`None`
    /// for the initial one) and a line of moves.
    ///
    /// # Errors
    ///
    /// If the game, the position or a move is wrong.
    pub fn of(game: &str, position: Option<&str>, moves: &str) -> Result<GivenPosition, TableError> {
        let game = registry::game(game).map_err(TableError::wrong)?;
        GivenPosition::at(game, position, &[moves])
    }

    /// The position of a saved game.
    ///
    /// # Errors
    ///
    /// If the saved game is of a game that is not known here.
    pub fn of_saved(saved: SavedGame) -> Result<GivenPosition, TableError> {
        let site = GivenPosition::of(&saved.game, saved.position.as_deref(), &saved.moves)?;
        Ok(GivenPosition { saved: Some(saved), ..site })
    }

    /// The same; `game` may also be a file of saved games: FILE, FILE#N.
    ///
    /// # Errors
    ///
    /// If the game, the file, the position or a move is wrong.
    pub fn find(text: &str, position: Option<&str>, moves: Option<&str>) -> Result<GivenPosition, TableError> {
        let (game, saved) = match registry::game(text) {
            Ok(game) => (game, None),
            Err(unknown) => match saved::find(text)? {
                Some(saved) => (registry::game(&saved.game).map_err(TableError::wrong)?, Some(saved)),
                // A text with an extension was meant as a file.
                None if Path::new(text).extension().is_some() && !text.contains('(') => {
                    return Err(TableError::trouble(format!("there is no file `{text}`")));
                }
                None => return Err(TableError::wrong(unknown)),
            },
        };
        if saved.is_some() && position.is_some() {
            let what = "a saved game begins where it began; only a game by name takes another position";
            return Err(TableError::wrong(format!("{text}: {what}")));
        }
        let position = position.or(saved.as_ref().and_then(|s| s.position.as_deref()));
        let played = saved.as_ref().map(|saved| saved.moves.as_str());
        let lines: Vec<&str> = [played, moves].into_iter().flatten().collect();
        Ok(GivenPosition { saved: saved.clone(), ..GivenPosition::at(game, position, &lines)? })
    }

    fn at(game: NamedGame, position: Option<&str>, lines: &[&str]) -> Result<GivenPosition, TableError> {
        let wrong = |error: &dyn std::error::Error| TableError::wrong(format!("{}: {error}", game.term));
        let told = lines.first().and_then(|moves| sheet_position(moves, &game.start));
        let base = match position.or(told.as_deref()) {
            None => game.start.clone(),
            Some(text) => game.start.parse(text.trim()).map_err(|error| wrong(&error))?,
        };
        let (mut here, mut line) = (base.clone(), Vec::new());
        for moves in lines {
            line.extend(play_written(&mut here, moves).map_err(|error| wrong(&error))?);
        }
        Ok(GivenPosition { game, base, line, here, saved: None, redealt: None })
    }

    /// Plays a move, which is legal.
    pub fn play(&mut self, m: AnyMove) {
        self.here.play(m);
        self.line.push(m);
    }

    /// The text of the position where the moves begin, unless it is the initial one.
    pub fn other_base(&self) -> Option<String> {
        (self.base != self.game.start).then(|| self.base.to_string())
    }

    /// Goes back to where the moves begin.
    pub fn restart(&mut self) {
        self.here = self.base.clone();
        self.line.clear();
        self.saved = None;
    }

    /// The moves as a line of text.
    pub fn moves(&self) -> String {
        line::write_line(&self.base, &self.line)
    }

    /// Whether this game has hidden information.
    pub fn hides(&self) -> bool {
        self.game.start.facts().hidden
    }

    /// The position as players are asked about it: with hidden information and a seat to act, a redeal for this seat,
    /// drawn from `seed`. It depends on nothing but the seat's view and the seed.
    #[must_use]
    pub fn redealt(self, seed: u64) -> GivenPosition {
        self.shown_to(Habits::NONE, seed)
    }

    /// The position as a player with these habits is asked about it: as [`redealt`](GivenPosition::redealt), but a player
    /// that decides by its view alone is given no redeal, which may take long.
    #[must_use]
    pub fn shown_to(self, habits: Habits, seed: u64) -> GivenPosition {
        let Node::Decision(seat) = self.here.node() else { return self };
        if !self.hides() || self.redealt == Some(seat) {
            return self;
        }
        let here = if habits.by_view { self.here.clone() } else { deal(&self.here, seat, seed) };
        GivenPosition { game: self.game, base: here.clone(), line: Vec::new(), here, saved: None, redealt: Some(seat) }
    }

    /// With hidden information the number of choices `seat` has made, which it may know; otherwise the number of moves.
    pub fn ply_for(&self, seat: Seat) -> usize {
        if !self.hides() {
            return self.line.len();
        }
        let mut here = self.base.clone();
        let is_own = |m: &&AnyMove| {
            let is_own = here.node() == Node::Decision(seat);
            here.play(**m);
            is_own
        };
        self.line.iter().filter(is_own).count()
    }

    /// The remark that it was redealt, for readers of an analysis.
    pub fn remark(&self) -> Option<String> {
        let seat = self.redealt?;
        Some(format!("a redeal that {seat} cannot tell from the true position"))
    }

    /// Goes back to the last choice of a seat that `is_meant`, and returns the moves taken back;
    /// does nothing, and returns none, if there was no such choice.
    pub fn take_back(&mut self, is_meant: impl Fn(Seat) -> bool) -> Vec<AnyMove> {
        let (mut here, mut last) = (self.base.clone(), None);
        for (ply, &m) in self.line.iter().enumerate() {
            if matches!(here.node(), Node::Decision(seat) if is_meant(seat)) {
                last = Some((ply, here.clone()));
            }
            here.play(m);
        }
        let Some((ply, before)) = last else { return Vec::new() };
        self.here = before;
        self.line.split_off(ply)
    }
}

/// A redeal of `here` for `seat`, drawn from `seed`: it depends on nothing but the seat's view and the seed.
pub(crate) fn deal(here: &AnyPosition, seat: Seat, seed: u64) -> AnyPosition {
    /// The streams of redeals, apart from those of nature and players.
    const DEAL: u64 = 1 << 63;
    here.redeal(seat, &mut Seed(seed).stream(DEAL | u64::from(seat.0)))
}

/// The whole of what `here` looks like, which the moves of `line` led to from `base`, the last of them marked.
pub(crate) fn pictured(base: &AnyPosition, line: &[AnyMove], here: &AnyPosition) -> Picture {
    let Some((&last, before)) = line.split_last() else { return here.picture() };
    let mut there = base.clone();
    for &m in before {
        there.play(m);
    }
    here.picture().after(there.aim(last))
}

#[cfg(test)]
mod tests {
    use agon_core::{Eye, Habits, Node, Position, Seat, view};

    use super::GivenPosition;

    /// Nature takes one of a hundred four times, and all four are seen at the end: a redeal is one of 10^8.
    fn revealing() -> String {
        let numbers = (0..100).map(|n| format!("(n {n})")).collect::<Vec<_>>().concat();
        let sheet = format!(
            "(role a)(role random)(init (step 0)){numbers}(succ 0 1)(succ 1 2)(succ 2 3)(succ 3 4)(succ 4 5)
            (<= (legal random (pick ?k)) (true (step ?s)) (distinct ?s 4) (n ?k))
            (<= (legal a noop) (true (step ?s)) (distinct ?s 4))
            (<= (legal a x) (true (step 4)))(<= (legal a y) (true (step 4)))(<= (legal random noop) (true (step 4)))
            (<= (next (step ?t)) (true (step ?s)) (succ ?s ?t))
            (<= (next (sec ?s ?k)) (true (step ?s)) (does random (pick ?k)))
            (<= (next (sec ?s ?k)) (true (sec ?s ?k)))
            (<= (sees a (was ?i ?j ?k ?l)) (true (step 3)) (true (sec 0 ?i)) (true (sec 1 ?j)) (true (sec 2 ?k))
                (does random (pick ?l)))
            (<= terminal (true (step 5)))(goal a 50)"
        );
        format!("gdl(sheet=\"{}\")", sheet.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn who_decides_by_its_view_is_shown_the_position_without_a_redeal() {
        let picks = (0..4).map(|_| "pick 7").collect::<Vec<_>>().join("; ");
        let games = [("kuhn".to_owned(), None), (revealing(), Some(picks))];
        for (game, moves) in games {
            let mut site = GivenPosition::find(&game, None, moves.as_deref()).unwrap();
            while site.here.node() == Node::Chance {
                let m = site.here.nth(0);
                site.play(m);
            }
            assert_eq!(site.here.node(), Node::Decision(Seat(0)), "{game}");
            // That of the sheet cannot be found: it would unwind.
            let shown = site.clone().shown_to(Habits::NONE.with_by_view(true), 1);
            assert!(shown.here == site.here && shown.line.is_empty() && shown.base == shown.here);
            if game == "kuhn" {
                let eye = Eye::Seat(Seat(0));
                let mut dealt = (0..20).map(|seed| site.clone().redealt(seed).here);
                assert!(dealt.all(|dealt| view(&dealt, eye) == view(&site.here, eye)));
                assert!((0..20).any(|seed| site.clone().redealt(seed).here != site.here));
            }
        }
    }
}
