//! What the laws say of a game with a fault.

use std::{collections::BTreeMap, panic};

use agon_core::{AnyPosition, Node, Position, Seed};

use super::flaw::{Flaw, PlantedFault, RULES_ALONE};
use crate::{LawExtent, LawProgress, Violation, check_start, oracle::twins_within};

/// What the laws say of a game with a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MutantVerdict {
    /// They find it.
    Broken(Box<Violation>),
    /// They hold, and the game answers otherwise than it should.
    Unseen,
    /// They hold, and no answer was another: the game has nothing that this fault could spoil, or nowhere near enough
    /// positions were looked at.
    NoDifference,
}

/// The random plays along which a game is compared with itself without a fault, and the positions for each of the
/// extent's.
const PLAYS: u64 = 200;
const POSITIONS_EACH: u64 = 2;

/// Checks every law of the game `term` that begins with `start` and has this fault, as
/// [`check_start`] does, and where they hold whether the fault makes any difference.
pub fn judged_by_laws(
    fault: &PlantedFault,
    (term, start): (&str, &AnyPosition),
    extent: LawExtent,
    tell: &mut dyn FnMut(LawProgress<'_>),
) -> MutantVerdict {
    let mutant = fault.planted_in(start);
    if let Err(broken) = check_start(term, &mutant, extent, tell) {
        return MutantVerdict::Broken(broken);
    }
    let positions = POSITIONS_EACH * extent.positions as u64;
    let is_other = fault.flaw.is_of_rules();
    let twin = if is_other { RULES_ALONE.planted_in(start) } else { start.clone() };
    let differs = || match fault.flaw {
        Flaw::KeyOfThirtyTwoBits => has_twins(&mutant, positions, Position::key),
        Flaw::PresentKeyOfEightBits => has_twins(&mutant, positions, Position::present_key),
        _ => twins_within(&mutant, &twin, PLAYS, positions).is_err(),
    };
    match panic::catch_unwind(panic::AssertUnwindSafe(differs)) {
        Ok(false) => MutantVerdict::NoDifference,
        Ok(true) | Err(_) => MutantVerdict::Unseen,
    }
}

/// Whether two positions of so many have one key.
fn has_twins(start: &AnyPosition, positions: u64, key: fn(&AnyPosition) -> u64) -> bool {
    let (mut texts, mut left) = (BTreeMap::new(), positions);
    for play in 0..PLAYS {
        let (mut here, mut stream) = (start.clone(), Seed(play).stream(0));
        loop {
            left -= 1;
            if left == 0 {
                return false;
            }
            // Nobody needs to tell one end from another.
            if here.node() == Node::Terminal {
                break;
            }
            let text = here.to_string();
            if texts.get(&key(&here)).is_some_and(|other| *other != text) {
                return true;
            }
            texts.insert(key(&here), text);
            here.play(here.draw_move(&mut stream));
        }
    }
    false
}
