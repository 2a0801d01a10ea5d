//! What a certificate says to do: read from its text, to be played.

use std::collections::BTreeMap;

use agon_core::{AnyPosition, Position as _, Seat, registry};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    AnswerLine, CertificateDocument, ClaimLine,
    equilibrium::{EquilibriumLine, SharesLine},
    rounds::{RoundClaimLine, WorthLine},
};

/// Moves by what a seat sees, or by the position.
type BySeat<T> = BTreeMap<(Seat, String), T>;

/// The strategies of a certificate.
pub(crate) struct WrittenStrategies {
    /// The game's term.
    pub(crate) game: String,
    /// Its initial position.
    pub(crate) start: AnyPosition,
    /// Answers to positions.
    answers: BySeat<String>,
    /// Answers to positions whatever came before, by their [present](Position::present_key).
    present: BTreeMap<(Seat, u64), String>,
    /// By what a seat sees: the common denominator, and moves with their numerators.
    pub(crate) shares: BySeat<(u32, Vec<(String, u32)>)>,
}

/// What is wrong with a text.
fn wrong(number: usize, why: &dyn std::fmt::Display) -> String {
    format!("line {number} of its certificate: {why}")
}

/// What a line says.
fn read<T: DeserializeOwned>((number, line): (usize, Value)) -> Result<T, String> {
    T::deserialize(line).map_err(|why| wrong(number, &why))
}

/// The seat that a line names, counted from 1.
fn seat_of(number: usize, seat: u8) -> Result<Seat, String> {
    seat.checked_sub(1).map(Seat).ok_or_else(|| wrong(number, &"there is no seat 0"))
}

impl WrittenStrategies {
    /// Reads the text of a certificate, its lines one after the other.
    ///
    /// # Errors
    ///
    /// Where it is none.
    pub(crate) fn of(text: &str) -> Result<WrittenStrategies, String> {
        let lines = serde_json::Deserializer::from_str(text).into_iter::<Value>();
        let lines = lines.collect::<Result<Vec<_>, _>>().map_err(|why| format!("its certificate is broken: {why}"))?;
        let mut lines = (1..).zip(lines);
        let Some(first) = lines.next() else { return Err("its certificate is empty".to_owned()) };
        let CertificateDocument { game, .. } = read(first)?;
        let start = registry::game(&game).map_err(|why| wrong(1, &why))?.start;
        let mut found = WrittenStrategies {
            game,
            start,
            shares: BTreeMap::new(),
            answers: BTreeMap::new(),
            present: BTreeMap::new(),
        };
        while let Some(line) = lines.next() {
            if line.1.get("nash_conv").is_some() {
                let EquilibriumLine { sets, .. } = read(line)?;
                for line in lines.by_ref().take(sets) {
                    found.take_shares(line)?;
                }
                continue;
            }
            let number = line.0;
            if line.1.get("worths").is_some() {
                let RoundClaimLine { seat, worths, .. } = read(line)?;
                let seat = seat_of(number, seat)?;
                for line in lines.by_ref().take(worths) {
                    found.take_worth(seat, line)?;
                }
                continue;
            }
            let ClaimLine { seat, answers, .. } = read(line)?;
            let seat = seat_of(number, seat)?;
            for line in lines.by_ref().take(answers) {
                let AnswerLine { position, r#move } = read(line)?;
                found.answers.insert((seat, position), r#move);
            }
        }
        Ok(found)
    }

    fn take_worth(&mut self, seat: Seat, line: (usize, Value)) -> Result<(), String> {
        let number = line.0;
        let WorthLine { position, r#move, .. } = read(line)?;
        if let Some(answer) = r#move {
            let here = self.start.parse(&position).map_err(|why| wrong(number, &why))?;
            self.present.insert((seat, here.present_key()), answer);
        }
        Ok(())
    }

    /// What the seat answers to a position.
    pub(crate) fn answer(&self, seat: Seat, here: &AnyPosition) -> Option<&String> {
        let by_text = self.answers.get(&(seat, here.to_string()));
        by_text.or_else(|| self.present.get(&(seat, here.present_key())))
    }

    fn take_shares(&mut self, line: (usize, Value)) -> Result<(), String> {
        let number = line.0;
        let SharesLine { seat, view, of, moves } = read(line)?;
        let seat = seat_of(number, seat)?;
        let sum = moves.iter().map(|share| u128::from(share.parts)).sum::<u128>();
        let of = u32::try_from(of).ok().filter(|of| *of != 0 && sum == u128::from(*of));
        let of =
            of.ok_or_else(|| wrong(number, &format!("the moves do not add up to one, or to more than {}", u32::MAX)))?;
        // None is larger than their sum.
        let moves = moves.into_iter().map(|share| (share.r#move, share.parts as u32)).collect();
        self.shares.insert((seat, view), (of, moves));
        Ok(())
    }

    /// Whether this game is the one that the certificate is of.
    pub(crate) fn is_of(&self, game: &AnyPosition) -> bool {
        self.start == *game && self.start.facts() == game.facts()
    }
}
