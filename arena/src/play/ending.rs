//! How a game ended, and the fault of a player by which it did.

use std::fmt;

use agon_core::{Seat, Trouble};

use crate::play::bytes::{DecodeError, put, take, take_text};

/// Why a game ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// By its rules.
    #[default]
    Over,
    /// It reached the bound on plies: adjudicated, every seat gets the same.
    TooLong,
    /// The players' values agreed long enough for the arena to decide the game: this seat has lost
    /// and gets the least payoff possible, or with `None` nobody has, and every seat gets the same.
    Agreed(Option<Seat>),
    /// A player's fault, or its [resignation](Fault::Resigned): its seat gets the least payoff possible, the others share
    /// the rest. If the player was [excluded](Fault::Excluded), the game was not played, and no seat gets anything.
    Forfeit(Seat, Fault),
    /// The rules themselves panicked, so the game does not count for any player. The message.
    Void(String),
}

/// A player's fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It chose a move that the rules don't allow: the move's code.
    Illegal(u64),
    /// It panicked: the message.
    Panic(String),
    /// It gave the game up: written down as faults are, and [none](Ending::fault).
    Resigned,
    /// It could not go on: the message.
    Broken(String),
    /// It spent more nodes than it was given.
    Overspent {
        /// The nodes it spent.
        nodes: u64,
        /// Its budget.
        budget: u64,
    },
    /// It thought for longer than this many milliseconds.
    OverTime(u64),
    /// It had this many milliseconds, heard the stop signal, and never answered: its thread was
    /// given up.
    Silent(u64),
    /// The game was not played, because the player had failed to answer, or had broken down, in
    /// this many games of this journal.
    Excluded(u64),
    /// It is a program of its own, and this went wrong: in a word, and in detail.
    Outside(Trouble, String),
}

/// The words of the faults of players in this process.
const OWN: [&str; 8] =
    ["illegal move", "panic", "resigned", "broken", "over budget", "over time", "no answer", "excluded"];

impl Fault {
    /// Every kind's word, in the order of [`kind`](Fault::kind).
    pub const KINDS: [&'static str; OWN.len() + Trouble::ALL.len()] = {
        let mut kinds = [""; OWN.len() + Trouble::ALL.len()];
        let mut at = 0;
        while at < kinds.len() {
            kinds[at] = if at < OWN.len() { OWN[at] } else { Trouble::ALL[at - OWN.len()].word() };
            at += 1;
        }
        kinds
    };

    /// Which kind it is: an index into [`KINDS`](Fault::KINDS).
    pub const fn kind(&self) -> usize {
        match self {
            Fault::Illegal(_) => 0,
            Fault::Panic(_) => 1,
            Fault::Resigned => 2,
            Fault::Broken(_) => 3,
            Fault::Overspent { .. } => 4,
            Fault::OverTime(_) => 5,
            Fault::Silent(_) => 6,
            Fault::Excluded(_) => 7,
            Fault::Outside(trouble, _) => OWN.len() + trouble.number(),
        }
    }

    /// The kind's word.
    pub const fn word(&self) -> &'static str {
        Fault::KINDS[self.kind()]
    }

    /// What happened, beyond the kind's word, if there is anything to be said.
    pub fn detail(&self) -> Option<String> {
        Some(match self {
            Fault::Illegal(code) => format!("move #{code}"),
            Fault::Panic(message) | Fault::Broken(message) | Fault::Outside(_, message) => message.clone(),
            Fault::Resigned => return None,
            Fault::Overspent { nodes, budget } => format!("{nodes} nodes of {budget}"),
            Fault::OverTime(limit) | Fault::Silent(limit) => format!("more than {limit} ms"),
            Fault::Excluded(games) => format!("no answer, or a breakdown, in {games} earlier games"),
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())?;
        self.detail().map_or(Ok(()), |detail| write!(f, ": {detail}"))
    }
}

impl Ending {
    /// One word or two: `over`, `too long`, `adjudicated loss`, `adjudicated draw`, `void`, or the
    /// kind of the fault.
    pub const fn word(&self) -> &'static str {
        match self {
            Ending::Over => "over",
            Ending::TooLong => "too long",
            Ending::Agreed(Some(_)) => "adjudicated loss",
            Ending::Agreed(None) => "adjudicated draw",
            Ending::Forfeit(_, fault) => fault.word(),
            Ending::Void(_) => "void",
        }
    }

    /// Whose fault it was, and which. Whoever resigns has lost, and is not at fault.
    pub const fn fault(&self) -> Option<(Seat, &Fault)> {
        match self {
            Ending::Forfeit(_, Fault::Resigned) => None,
            Ending::Forfeit(seat, fault) => Some((*seat, fault)),
            _ => None,
        }
    }

    /// Whether there was a game at all: not if a player was excluded.
    pub const fn is_played(&self) -> bool {
        !matches!(self, Ending::Forfeit(_, Fault::Excluded(_)))
    }

    /// The byte by which it is encoded.
    pub(super) const fn tag(&self) -> u8 {
        match self {
            Ending::Over => 0,
            Ending::TooLong => 1,
            Ending::Void(_) => 2,
            Ending::Agreed(None) => 3,
            Ending::Agreed(Some(_)) => 4,
            Ending::Forfeit(_, fault) => 8 + fault.kind() as u8,
        }
    }

    /// Appends the details, which follow from neither its tag nor its seat.
    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Ending::Over | Ending::TooLong | Ending::Agreed(_) | Ending::Forfeit(_, Fault::Resigned) => {}
            Ending::Void(text)
            | Ending::Forfeit(_, Fault::Panic(text) | Fault::Broken(text) | Fault::Outside(_, text)) => {
                put(out, text.len() as u64);
                out.extend_from_slice(text.as_bytes());
            }
            Ending::Forfeit(
                _,
                Fault::Illegal(number) | Fault::OverTime(number) | Fault::Silent(number) | Fault::Excluded(number),
            ) => put(out, *number),
            Ending::Forfeit(_, Fault::Overspent { nodes, budget }) => {
                put(out, *nodes);
                put(out, *budget);
            }
        }
    }

    /// Reads the details of an ending with this tag, of this seat if it is of one.
    pub(super) fn decode(tag: u8, seat: Seat, rest: &mut &[u8]) -> Result<Ending, DecodeError> {
        Ok(match tag {
            0 => Ending::Over,
            1 => Ending::TooLong,
            2 => Ending::Void(take_text(rest)?),
            3 => Ending::Agreed(None),
            4 => Ending::Agreed(Some(seat)),
            _ => Ending::Forfeit(seat, take_fault(tag, rest)?),
        })
    }
}

/// Reads the details of a fault with this tag.
fn take_fault(tag: u8, rest: &mut &[u8]) -> Result<Fault, DecodeError> {
    Ok(match tag {
        8 => Fault::Illegal(take(rest)?),
        9 => Fault::Panic(take_text(rest)?),
        10 => Fault::Resigned,
        11 => Fault::Broken(take_text(rest)?),
        12 => Fault::Overspent { nodes: take(rest)?, budget: take(rest)? },
        13 => Fault::OverTime(take(rest)?),
        14 => Fault::Silent(take(rest)?),
        15 => Fault::Excluded(take(rest)?),
        _ => match Trouble::ALL.get(usize::from(tag).wrapping_sub(8 + OWN.len())) {
            Some(&trouble) => Fault::Outside(trouble, take_text(rest)?),
            None => return Err(DecodeError),
        },
    })
}
