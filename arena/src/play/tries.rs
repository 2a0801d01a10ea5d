//! What players with second tries said in a game, and its bytes.
//!
//! Such a player answers again where it named no legal move. Its wrong words are kept, and what its answers took by its
//! own account; a legal move of which there is nothing more to tell is only counted. In a record they come last: the
//! seats with their counts, and for every try that is kept the plies since the last one, the seat, a byte with the
//! verdict and the parts that are present, and the parts.

use agon_core::{MoveTry, Seat, TryVerdict};

use crate::play::bytes::{DecodeError, put, put_number, take, take_byte, take_number, take_text};

/// What was said in one game by players with second tries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameTries {
    /// The seats of players with second tries that gave an answer, ascending.
    pub seats: Vec<SeatTries>,
    /// The tries of which there is something to tell, in the order in which they came.
    pub kept: Vec<KeptTry>,
}

/// How often a player with second tries answered in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatTries {
    /// Its seat.
    pub seat: Seat,
    /// The moves that it was asked for, and named rightly or wrongly.
    pub moves: u32,
    /// Its answers to these questions: as many, and one more for each that was wrong and followed by another.
    pub tries: u64,
}

/// One try of which there is something to tell.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptTry {
    /// For which move of the record, counted from zero; for one more than there are, where the game ended by it.
    pub ply: u32,
    /// Whose it was.
    pub seat: Seat,
    /// What became of it.
    pub verdict: TryVerdict,
    /// What was said, cut where it is long; empty where it was a legal move, and of tries after the first
    /// [`MOST_TOLD`](GameTries::MOST_TOLD) of a game.
    pub text: String,
    /// The milliseconds since the player was asked, if players have a clock.
    pub time: Option<u64>,
    /// What the answer took by the player's own account: names, ascending, with numbers.
    pub usage: Vec<(String, f64)>,
}

const TIME: u8 = 4;
const USAGE: u8 = 8;

impl GameTries {
    /// So many tries of a game are kept with their texts: a record has a greatest length.
    pub const MOST_TOLD: usize = 10_000;

    /// Whether no player has second tries, or none of them has said anything.
    pub fn are_none(&self) -> bool {
        self.seats.is_empty() && self.kept.is_empty()
    }

    /// Forgets them, for the next game.
    pub(crate) fn clear(&mut self) {
        let GameTries { seats, kept } = self;
        seats.clear();
        kept.clear();
    }

    /// Adds what the player on `seat` `said` when it was asked for this move.
    pub(crate) fn take(&mut self, ply: usize, seat: Seat, said: &mut Vec<MoveTry>, has_clock: bool) {
        let answers = said.iter().filter(|said| said.verdict != TryVerdict::Unasked).count();
        if answers != 0 {
            let at = self.seats.partition_point(|one| one.seat < seat);
            if self.seats.get(at).is_none_or(|one| one.seat != seat) {
                self.seats.insert(at, SeatTries { seat, moves: 0, tries: 0 });
            }
            self.seats[at].moves += 1;
            self.seats[at].tries += answers as u64;
        }
        for MoveTry { verdict, mut text, time, mut usage } in said.drain(..) {
            if verdict == TryVerdict::Legal && usage.is_empty() {
                continue;
            }
            if GameTries::MOST_TOLD <= self.kept.len() {
                (text, usage) = (String::new(), Vec::new());
            }
            let is_timed = has_clock && verdict != TryVerdict::Unasked;
            let time = is_timed.then_some(time.as_millis() as u64);
            self.kept.push(KeptTry { ply: ply as u32, seat, verdict, text, time, usage });
        }
    }

    /// Appends the bytes of tries, of which there are some.
    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        put(out, self.seats.len() as u64);
        for &SeatTries { seat, moves, tries } in &self.seats {
            out.push(seat.0);
            put(out, moves.into());
            put(out, tries);
        }
        put(out, self.kept.len() as u64);
        let mut last = 0;
        for kept in &self.kept {
            put(out, u64::from(kept.ply - last));
            last = kept.ply;
            out.push(kept.seat.0);
            out.push(kept.told());
            put_text(out, &kept.text);
            if let Some(time) = kept.time {
                put(out, time);
            }
            if !kept.usage.is_empty() {
                put(out, kept.usage.len() as u64);
                for (name, number) in &kept.usage {
                    put_text(out, name);
                    // There is one zero.
                    put_number(out, number + 0.0);
                }
            }
        }
    }

    /// Reads the tries of a game of this many `plies` from the start of `rest`.
    pub(crate) fn decode(&mut self, rest: &mut &[u8], plies: usize) -> Result<(), DecodeError> {
        for _ in 0..take(rest)? {
            let seat = Seat(take_byte(rest)?);
            let moves = u32::try_from(take(rest)?).map_err(|_| DecodeError)?;
            let tries = take(rest)?;
            if self.seats.last().is_some_and(|last| seat <= last.seat) || moves == 0 || tries < moves.into() {
                return Err(DecodeError);
            }
            self.seats.push(SeatTries { seat, moves, tries });
        }
        let mut last = 0u64;
        for _ in 0..take(rest)? {
            last = last.checked_add(take(rest)?).filter(|&ply| ply <= plies as u64).ok_or(DecodeError)?;
            let ply = u32::try_from(last).map_err(|_| DecodeError)?;
            self.kept.push(KeptTry::decode(rest, ply)?);
        }
        if self.are_none() { Err(DecodeError) } else { Ok(()) }
    }
}

impl KeptTry {
    fn told(&self) -> u8 {
        let if_told = |is_told, bit| if is_told { bit } else { 0 };
        self.verdict.number() as u8 | if_told(self.time.is_some(), TIME) | if_told(!self.usage.is_empty(), USAGE)
    }

    /// The try for this move, from the start of `rest`.
    fn decode(rest: &mut &[u8], ply: u32) -> Result<KeptTry, DecodeError> {
        let (seat, told) = (Seat(take_byte(rest)?), take_byte(rest)?);
        let verdict = TryVerdict::ALL[usize::from(told) % TryVerdict::ALL.len()];
        let text = take_text(rest)?;
        let time = if told & TIME == 0 { None } else { Some(take(rest)?) };
        let mut usage: Vec<(String, f64)> = Vec::new();
        let names = if told & USAGE == 0 { 0 } else { take(rest)? };
        for _ in 0..names {
            let (name, number) = (take_text(rest)?, take_number(rest)?);
            if !number.is_finite() || usage.last().is_some_and(|(last, _)| name <= *last) {
                return Err(DecodeError);
            }
            usage.push((name, number));
        }
        let kept = KeptTry { ply, seat, verdict, text, time, usage };
        // An unknown bit, or no name where there should be some.
        if kept.told() == told { Ok(kept) } else { Err(DecodeError) }
    }
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    put(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use agon_core::{MoveTry, Seat, TryVerdict};

    use super::{GameTries, SeatTries};

    fn said(verdict: TryVerdict, text: &str) -> MoveTry {
        MoveTry { verdict, text: text.to_owned(), time: Duration::from_millis(7), usage: Vec::new() }
    }

    #[test]
    fn words_are_counted_and_what_there_is_to_tell_is_kept() {
        let mut tries = GameTries::default();
        let told = MoveTry { usage: vec![("tokens".to_owned(), 3.0)], ..said(TryVerdict::Legal, "") };
        for (ply, seat, words) in [
            (2, 1, vec![said(TryVerdict::Legal, "")]),
            (3, 0, vec![said(TryVerdict::Illegal, "Z9"), said(TryVerdict::Unreadable, "?"), told]),
            (5, 0, vec![said(TryVerdict::Unasked, "late"), said(TryVerdict::Legal, "")]),
            // Silence.
            (6, 1, Vec::new()),
        ] {
            let mut words = words;
            tries.take(ply, Seat(seat), &mut words, ply == 3);
            assert!(words.is_empty());
        }
        let counts = |seat, moves, tries| SeatTries { seat: Seat(seat), moves, tries };
        assert_eq!(tries.seats, [counts(0, 2, 4), counts(1, 1, 1)]);
        let kept: Vec<_> = tries.kept.iter().map(|kept| (kept.ply, &*kept.text, kept.time)).collect();
        assert_eq!(kept, [(3, "Z9", Some(7)), (3, "?", Some(7)), (3, "", Some(7)), (5, "late", None)]);
    }

    #[test]
    fn a_game_has_room_for_so_many_texts() {
        let mut tries = GameTries::default();
        let mut words = vec![said(TryVerdict::Illegal, "Z9"); GameTries::MOST_TOLD + 1];
        tries.take(0, Seat(0), &mut words, false);
        assert_eq!(tries.seats[0].tries, GameTries::MOST_TOLD as u64 + 1);
        assert_eq!(tries.kept.len(), GameTries::MOST_TOLD + 1);
        let [.., before, last] = &tries.kept[..] else { panic!("there are two") };
        assert_eq!((&*before.text, &*last.text), ("Z9", ""));
    }
}
