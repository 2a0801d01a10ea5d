//! The laws of a game's policy for playouts, where it has one of its own.

use agon_core::{AnyPosition, Node, Position, Seat, Seed, Stream};

use crate::{inspection::Inspection, site::Site, violation::Violation};

const LEGAL: &str = "a move by the policy is legal, and plays by it end";
const WINS: &str = "plays by the policy win against plays at random more than they lose";

/// The plays in which each seat goes by the policy in turn, and the others draw fairly.
const PLAYS: u64 = 40;

/// Plays of a seat by the policy against the others without.
pub(super) fn check(walk: &Inspection<'_>) -> Result<(), Box<Violation>> {
    let facts = walk.start.facts();
    walk.hold(LEGAL, &[]);
    if !has_own(walk) {
        return Ok(());
    }
    let (mut gain, mut games) = (0.0, 0_u64);
    for play in 0..PLAYS {
        for seat in Seat::all(facts.seats) {
            if !walk.spend(1) {
                walk.allowance.cut(WINS, &format!("{games} plays"));
                return Ok(());
            }
            let paid = played(walk, seat, play)?;
            let own = paid[seat.index()];
            let others = paid.iter().sum::<f64>() - own;
            gain += own - others / f64::from(facts.seats - 1).max(1.0);
            games += 1;
        }
    }
    walk.hold(WINS, &[]);
    if facts.seats < 2 || 0.0 < gain {
        return Ok(());
    }
    let mean = gain / games as f64;
    let found = format!("in {games} plays it was paid {mean:.3} more than the others, in the mean");
    Site::start(walk.start).broken(walk.term, WINS, &found)
}

/// Whether the policy anywhere draws otherwise than fairly.
fn has_own(walk: &Inspection<'_>) -> bool {
    let mut here = walk.start.clone();
    let mut stream = Seed(0).stream(20);
    while here.node() != Node::Terminal {
        let m = here.draw_move(&mut stream.clone());
        if here.policy_move(&mut stream.clone()) != m {
            return true;
        }
        here.play(here.draw_move(&mut stream));
    }
    false
}

/// What is paid at the end of a play in which `seat` alone goes by the policy.
fn played(walk: &Inspection<'_>, seat: Seat, play: u64) -> Result<Vec<f64>, Box<Violation>> {
    let mut stream = Seed(play).stream(21 + u64::from(seat.0));
    let (mut here, mut path) = (walk.start.clone(), Vec::new());
    while here.node() != Node::Terminal {
        walk.hold(LEGAL, &path);
        let m = drawn(&here, seat, &mut stream);
        if !here.is_legal(m) {
            let found = format!("drew {m}");
            let law = (walk.term, LEGAL);
            return Err(Violation::at(law, [walk.start, &here], &path, found));
        }
        path.push(m);
        here.play(m);
    }
    Ok(Seat::all(here.facts().seats).map(|seat| here.payoff(seat)).collect())
}

fn drawn(here: &AnyPosition, seat: Seat, stream: &mut Stream) -> agon_core::AnyMove {
    if here.node() == Node::Decision(seat) { here.policy_move(stream) } else { here.draw_move(stream) }
}

/// The law of this file that is held only where the policy is a game's own.
#[cfg(test)]
pub(super) const SENTENCES: &[&str] = &[WINS];
