//! The law that the bytes learned evaluations read distinguish positions.

use std::collections::BTreeSet;

use agon_core::{Learnable, Node, Position, Seed, drawing};

use crate::{inspection::Inspection, violation::Violation};

/// Of ten positions that look different, this many must have different bytes.
const OF_TEN: usize = 9;

/// The number of random plays, and the most positions.
const PLAYS: u64 = 20;
const POSITIONS: usize = 2_000;

const DIFFERENT: &str = "nine of ten positions that look different have different bytes of places";

/// Decision nodes of random plays.
pub(super) fn check(walk: &Inspection<'_>) -> Result<(), Box<Violation>> {
    let mut bytes = Vec::new();
    if walk.start.states(walk.start.on_turn(), &mut bytes) == 0 {
        return Ok(());
    }
    walk.hold(DIFFERENT, &[]);
    let (mut positions, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let mut example = (walk.start.clone(), Vec::new());
    'plays: for play in 0..PLAYS {
        let (mut here, mut path) = (walk.start.clone(), Vec::new());
        let mut stream = Seed(play).stream(0);
        while here.node() != Node::Terminal && positions.len() < POSITIONS {
            if let Node::Decision(seat) = here.node()
                && positions.insert((seat, drawing(&here)))
            {
                here.states(seat, &mut bytes);
                let certain = here.secured(seat).to_bits();
                if !seen.insert((seat, certain, bytes.clone())) {
                    example = (here.clone(), path.clone());
                }
            }
            if !walk.spend(here.count()) {
                walk.allowance.cut(DIFFERENT, &format!("{} positions", positions.len()));
                break 'plays;
            }
            let m = here.draw_move(&mut stream);
            path.push(m);
            here.play(m);
        }
    }
    if 10 * seen.len() < OF_TEN * positions.len() {
        let found = format!("{} positions, and {} of their bytes", positions.len(), seen.len());
        let law = (walk.term, DIFFERENT);
        let (here, path) = example;
        return Err(Violation::at(law, [walk.start, &here], &path, found));
    }
    Ok(())
}
