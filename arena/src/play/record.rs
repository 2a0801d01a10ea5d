//! One played game as data, and its canonical bytes.
//!
//! The fingerprint is computed from these bytes, and a journal stores them, so their form is fixed
//! for ever: numbers are unsigned LEB128; first the moves and how the game ended ([`act`]), then
//! what follows from them, and last, if they are recorded, the players' thoughts, their objections, and what was said by
//! those with second tries.
//!
//! [`act`]: Record::encode

use agon_core::{AnyMove, Seat};

use crate::play::{
    bytes::{DecodeError, put, put_number, take, take_byte, take_number, take_text},
    ending::Ending,
    thought::{self, MoveThought},
    tries::GameTries,
};

/// One played game. Everything else about it (the entries, the opening) follows from the plan and
/// its number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The number of the game in the plan.
    pub number: u64,
    /// Every move from the initial position, those of the opening and of nature included.
    pub moves: Vec<AnyMove>,
    /// The number of moves that belong to the opening.
    pub opening: u32,
    /// Why it ended.
    pub ending: Ending,
    /// The payoff of each seat; empty if the game is void, or was not played.
    pub payoffs: Vec<f64>,
    /// The players' thoughts about their moves, in order, if they are recorded.
    pub thoughts: Vec<MoveThought>,
    /// The players' objections to the result, each with its seat.
    pub objections: Vec<(Seat, String)>,
    /// What players with second tries said.
    pub tries: GameTries,
}

impl Record {
    /// Appends the canonical bytes to `out`, and returns how many of them are the game itself: its
    /// number, its moves and how it ended. The rest follows from these and the rules, except for
    /// the wording of messages.
    pub fn encode(&self, out: &mut Vec<u8>) -> usize {
        let start = out.len();
        put(out, self.number);
        put(out, self.moves.len() as u64);
        for m in &self.moves {
            put(out, m.0);
        }
        out.push(self.ending.tag());
        if let Ending::Forfeit(seat, _) | Ending::Agreed(Some(seat)) = &self.ending {
            out.push(seat.0);
        }
        let act = out.len() - start;
        let mark = |is_there: bool, mark| if is_there { mark } else { 0 };
        let marks = mark(!self.thoughts.is_empty(), WITH_THOUGHTS)
            | mark(!self.objections.is_empty(), WITH_OBJECTIONS)
            | mark(!self.tries.are_none(), WITH_TRIES);
        put(out, u64::from(self.opening) | marks);
        put(out, self.payoffs.len() as u64);
        for &payoff in &self.payoffs {
            // There is one zero.
            put_number(out, payoff + 0.0);
        }
        self.ending.encode(out);
        if !self.thoughts.is_empty() {
            thought::encode(&self.thoughts, out);
        }
        if !self.objections.is_empty() {
            put(out, self.objections.len() as u64);
            for (seat, text) in &self.objections {
                out.push(seat.0);
                put(out, text.len() as u64);
                out.extend_from_slice(text.as_bytes());
            }
        }
        if !self.tries.are_none() {
            self.tries.encode(out);
        }
        act
    }

    /// Reads a record at the start of `bytes` into `self`. Returns the bytes after it, and how many
    /// of it are the game itself (see [`encode`](Record::encode)).
    ///
    /// # Errors
    ///
    /// If the bytes are not a record; the content of `self` is then unspecified.
    pub fn decode<'a>(&mut self, bytes: &'a [u8]) -> Result<(&'a [u8], usize), DecodeError> {
        let mut rest = bytes;
        self.number = take(&mut rest)?;
        let count = take(&mut rest)?;
        self.moves.clear();
        for _ in 0..count {
            self.moves.push(AnyMove(take(&mut rest)?));
        }
        let tag = take_byte(&mut rest)?;
        let seat = if tag == 4 || 8 <= tag { take_byte(&mut rest)? } else { 0 };
        let act = bytes.len() - rest.len();
        let opening = take(&mut rest)?;
        let marks = WITH_THOUGHTS | WITH_OBJECTIONS | WITH_TRIES;
        self.opening = u32::try_from(opening & !marks).map_err(|_| DecodeError)?;
        let seats = take(&mut rest)?;
        self.payoffs.clear();
        for _ in 0..seats {
            self.payoffs.push(take_number(&mut rest)?);
        }
        self.ending = Ending::decode(tag, Seat(seat), &mut rest)?;
        // Earlier versions gave payoffs to games that were not played.
        if !self.ending.is_played() {
            self.payoffs.clear();
        }
        self.thoughts.clear();
        if opening & WITH_THOUGHTS != 0 {
            thought::decode(&mut rest, self.moves.len(), &mut self.thoughts)?;
        }
        self.objections.clear();
        if opening & WITH_OBJECTIONS != 0 {
            let count = take(&mut rest)?;
            if count == 0 {
                return Err(DecodeError);
            }
            for _ in 0..count {
                let seat = Seat(take_byte(&mut rest)?);
                self.objections.push((seat, take_text(&mut rest)?));
            }
        }
        self.tries.clear();
        if opening & WITH_TRIES != 0 {
            self.tries.decode(&mut rest, self.moves.len())?;
        }
        Ok((rest, act))
    }
}

/// Added to the number of the opening's moves, which is always smaller, if thoughts follow: so a
/// record without them has the same bytes as before thoughts existed.
const WITH_THOUGHTS: u64 = 1 << 32;

/// The same where objections follow.
const WITH_OBJECTIONS: u64 = 1 << 33;

/// The same where tries follow.
const WITH_TRIES: u64 = 1 << 34;

#[cfg(test)]
mod tests {
    use super::Record;
    use crate::play::{
        ending::{Ending, Fault},
        thought::MoveThought,
        tries::{GameTries, KeptTry, SeatTries},
    };
    use agon_core::{AnyMove, Bound, Seat, Trouble, TryVerdict};

    fn samples() -> Vec<Record> {
        let endings = [
            Ending::Over,
            Ending::TooLong,
            Ending::Void("oh".to_owned()),
            Ending::Forfeit(Seat(0), Fault::Illegal(u64::MAX)),
            Ending::Forfeit(Seat(1), Fault::Panic("index 3 of 2 — out".to_owned())),
            Ending::Forfeit(Seat(2), Fault::Resigned),
            Ending::Forfeit(Seat(0), Fault::Broken(String::new())),
            Ending::Forfeit(Seat(0), Fault::Overspent { nodes: 1 << 40, budget: 5 }),
            Ending::Forfeit(Seat(63), Fault::OverTime(100)),
            Ending::Forfeit(Seat(1), Fault::Silent(100)),
            Ending::Forfeit(Seat(0), Fault::Excluded(3)),
            Ending::Forfeit(Seat(0), Fault::Outside(Trouble::NotStarted, "why".to_owned())),
            Ending::Forfeit(Seat(1), Fault::Outside(Trouble::Disagreed, "what".to_owned())),
            Ending::Agreed(None),
            Ending::Agreed(Some(Seat(1))),
        ];
        let full = MoveThought {
            ply: 2,
            value: Some(-0.25),
            bound: Bound::Sample,
            depth: Some(8),
            nodes: 12034,
            time: Some(700),
            note: Some("seat 1 answers e4 — or so".to_owned()),
        };
        let last = MoveThought { ply: 3, value: Some(1.0), bound: Bound::Lower, ..MoveThought::default() };
        let record = |(number, ending): (u64, Ending)| Record {
            number,
            moves: [0, 127, 128, 1 << 63].map(AnyMove).to_vec(),
            opening: 2,
            payoffs: if ending.is_played() {
                vec![0.5, 0.0, -1.0, 24.0, -12.5, 1e300, f64::from(i32::MIN)]
            } else {
                Vec::new()
            },
            ending,
            // Every other record has some.
            thoughts: if number % 2 == 0 { Vec::new() } else { vec![full.clone(), last.clone()] },
            objections: match number % 3 {
                0 => Vec::new(),
                _ => vec![(Seat(1), "no — not so".to_owned()), (Seat(0), String::new())],
            },
            tries: if number % 4 == 0 { GameTries::default() } else { tries() },
        };
        (0..).step_by(99).zip(endings).map(record).collect()
    }

    /// Of two seats: every verdict, with and without all that may stand beside it.
    fn tries() -> GameTries {
        let seats = [(0, 2, 3), (1, 1, 1)].map(|(seat, moves, tries)| SeatTries { seat: Seat(seat), moves, tries });
        let usage = vec![("cost".to_owned(), 0.25), ("tokens".to_owned(), 812.0)];
        let kept = TryVerdict::ALL.into_iter().zip(1..).map(|(verdict, ply)| KeptTry {
            ply,
            seat: Seat(ply as u8 % 2),
            verdict,
            text: if verdict == TryVerdict::Legal { String::new() } else { "Z9 — or so".to_owned() },
            time: (ply % 2 == 0).then_some(1700),
            usage: if ply < 3 { usage.clone() } else { Vec::new() },
        });
        GameTries { seats: seats.to_vec(), kept: kept.collect() }
    }

    #[test]
    fn records_survive_their_bytes() {
        let mut bytes = Vec::new();
        for record in samples() {
            record.encode(&mut bytes);
        }
        let (mut rest, mut read) = (&bytes[..], Record::default());
        for record in samples() {
            rest = read.decode(rest).unwrap().0;
            assert_eq!(read, record);
        }
        assert!(rest.is_empty());
    }

    #[test]
    fn no_beginning_of_a_record_is_a_record() {
        for record in samples() {
            let mut bytes = Vec::new();
            record.encode(&mut bytes);
            for length in 0..bytes.len() {
                assert!(Record::default().decode(&bytes[..length]).is_err(), "{length}");
            }
        }
    }

    #[test]
    fn negative_zero_is_written_as_zero() {
        let [mut bytes, mut expected] = [Vec::new(), Vec::new()];
        Record { payoffs: vec![-0.0], ..Record::default() }.encode(&mut bytes);
        Record { payoffs: vec![0.0], ..Record::default() }.encode(&mut expected);
        assert_eq!(bytes, expected);
        // The form of earlier versions.
        let old = [&expected[..expected.len() - 1], &[0], &(-0.0f64).to_le_bytes()].concat();
        let mut read = Record::default();
        assert!(read.decode(&old).unwrap().0.is_empty());
        assert_eq!(read.payoffs[0].to_bits(), 0);
    }

    #[test]
    fn an_unplayed_game_has_no_payoffs() {
        let ending = Ending::Forfeit(Seat(0), Fault::Excluded(3));
        let number = 9;
        let unpaid = Record { number, ending, ..Record::default() };
        let paid = Record { payoffs: vec![-1.0, 1.0], ..unpaid.clone() };
        let [mut old, mut new, mut read] = [Vec::new(), Vec::new(), Vec::new()];
        let acts = [paid.encode(&mut old), unpaid.encode(&mut new)];
        // The game alone, which the fingerprint is taken of, has the same bytes.
        assert!(acts[0] == acts[1] && old[..acts[0]] == new[..acts[0]] && old != new);
        for bytes in [&old, &new] {
            let mut record = Record::default();
            assert!(record.decode(bytes).unwrap().0.is_empty());
            assert_eq!(record, unpaid);
            read.clear();
            record.encode(&mut read);
            assert_eq!(read, new);
        }
    }

    #[test]
    fn every_record_has_one_encoding_only() {
        // Any byte of a record changed: the result is no record, or is written as it was read.
        for record in samples() {
            let mut bytes = Vec::new();
            record.encode(&mut bytes);
            for at in 0..bytes.len() {
                for byte in 0..=255 {
                    let (mut changed, mut read, mut again) = (bytes.clone(), Record::default(), Vec::new());
                    changed[at] = byte;
                    if let Ok((rest, _)) = read.decode(&changed) {
                        let length = changed.len() - rest.len();
                        read.encode(&mut again);
                        let is_zero = again != changed[..length] && read.payoffs.contains(&0.0);
                        let is_unpaid = !read.ending.is_played();
                        assert!(is_zero || is_unpaid || again == changed[..length], "{changed:?}: {read:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_bytes_of_a_game_never_change() {
        let record = Record {
            number: 300,
            moves: vec![AnyMove(4), AnyMove(200)],
            opening: 1,
            ending: Ending::Over,
            payoffs: vec![1.0, -1.0],
            ..Record::default()
        };
        let mut bytes = Vec::new();
        assert_eq!(record.encode(&mut bytes), 7);
        assert_eq!(bytes, [0xac, 2, 2, 4, 0xc8, 1, 0, 1, 2, 3, 4]);
        let value = Some(1.0);
        let thought = MoveThought { ply: 1, value, depth: Some(8), nodes: 300, ..MoveThought::default() };
        bytes.clear();
        assert_eq!(Record { thoughts: vec![thought], ..record }.encode(&mut bytes), 7);
        let whole =
            [&[0xac, 2, 2, 4, 0xc8, 1, 0][..], &[0x81, 0x80, 0x80, 0x80, 0x10, 2, 3, 4], &[1, 1, 7, 3, 8, 0xac, 2]];
        assert_eq!(bytes, whole.concat());
    }
}
