//! Positions of Pig as text.

use std::fmt;

use agon_core::{Seat, TextError};

use crate::{MOST_SEATS, Phase, Pig, Rules};

/// The points of the seats, the mover and its turn's points, and the turns left: `31:45 2+8 391`,
/// with `?` after the turn's points while the die rolls; `103:45 over` at the end.
impl fmt::Display for Pig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, points) in self.held().iter().enumerate() {
            write!(f, "{}{points}", if index == 0 { "" } else { ":" })?;
        }
        let rolling = match self.phase {
            Phase::Over => return f.write_str(" over"),
            Phase::Die => "?",
            Phase::Choice => "",
        };
        write!(f, " {}+{}{rolling} {}", self.mover.0 + 1, self.turn, self.turns_left)
    }
}

/// Reads a position of the game that `like` is one of.
pub(crate) fn read(like: &Pig, text: &str) -> Result<Pig, TextError> {
    let Rules { target, seats, sides, turns, .. } = like.rules;
    let wrong = || {
        TextError::new(text, format!("the points of {seats} seats, who moves with how many, and turns left: `{like}`"))
    };
    let mut words = text.split(' ');
    let mut position = like.clone();
    position.points = [0; MOST_SEATS];
    let mut held = words.next().ok_or_else(wrong)?.split(':');
    let most_turn = target - 1 + u16::from(sides);
    let most_held = target - 1 + most_turn;
    for points in &mut position.points[..usize::from(seats)] {
        let found = held.next().and_then(number).filter(|&points| points <= most_held);
        *points = found.ok_or_else(wrong)?;
    }
    let turn = words.next().ok_or_else(wrong)?;
    if turn == "over" {
        position.end();
    } else {
        let (mover, turn) = turn.split_once('+').ok_or_else(wrong)?;
        let (turn, phase) = match turn.strip_suffix('?') {
            Some(turn) => (turn, Phase::Die),
            None => (turn, Phase::Choice),
        };
        let mover = number(mover).filter(|mover| (1..=u16::from(seats)).contains(mover));
        position.mover = Seat(mover.ok_or_else(wrong)? as u8 - 1);
        position.turn = number(turn).filter(|&turn| turn <= most_turn).ok_or_else(wrong)?;
        position.phase = phase;
        let left = words.next().and_then(number).filter(|left| (1..=turns).contains(left));
        position.turns_left = left.ok_or_else(wrong)?;
    }
    // A seat that holds enough has won; no seat chooses before a roll, or rolls where it is not allowed.
    let is_won = position.held().iter().any(|points| target <= *points);
    let is_possible = match position.phase {
        Phase::Over => true,
        Phase::Choice => !is_won && 2 <= position.turn,
        Phase::Die => !is_won && position.turn != 1 && position.may_roll(),
    };
    let is_open = position.phase == Phase::Over || position.rules.must_hold || !position.has_reached();
    let is_all = held.next().is_none() && words.next().is_none();
    if is_possible && is_open && is_all { Ok(position) } else { Err(wrong()) }
}

/// A number without a sign or zeros before it: there is one text for each.
fn number(word: &str) -> Option<u16> {
    word.parse::<u16>().ok().filter(|number| number.to_string() == word)
}
