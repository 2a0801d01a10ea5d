//! Whose turn it is, at chance nodes too.

use agon_core::{AnyPosition, Learnable, Node, Position, Seat, after, all_moves};

use crate::site::{Site, demand};

/// The most chance nodes in a row that are looked through for whoever acts next.
const DRAWS: u32 = 4;

/// Checks who is on turn.
pub(super) fn check_turn(site: &Site) -> Result<(), String> {
    let turn = site.here.on_turn();
    demand(turn.0 < site.facts().seats, || format!("{turn} on turn"))?;
    match site.here.node() {
        Node::Decision(seat) => demand(turn == seat, || format!("{turn} on turn, {seat} to act")),
        Node::Chance | Node::Terminal => Ok(()),
    }
}

/// Who may act next, after a draw of chance or several.
pub(super) fn next_to_act(site: &Site) -> Vec<Seat> {
    let mut next = Vec::new();
    site.tried().for_each(|(_, m)| act_next(&after(&site.here, m), DRAWS, &mut next));
    next
}

/// Adds who acts next, through some chance nodes by their first and last outcomes.
fn act_next(here: &AnyPosition, draws: u32, next: &mut Vec<Seat>) {
    match here.node() {
        Node::Decision(seat) if !next.contains(&seat) => next.push(seat),
        Node::Chance if draws != 0 => {
            let moves = all_moves(here);
            for m in moves.first().into_iter().chain(moves.last()) {
                act_next(&after(here, *m), draws - 1, next);
            }
        }
        _ => {}
    }
}
