//! Equal positions are interchangeable: every question, now or later, has the same answer.

use agon_core::{AnyMove, AnyPosition, Featured, Heuristic, Learnable, Node, Position, Seat, Seed, all_moves};

use crate::{
    calm::calm,
    site::{Site, demand, listed, name, names},
    violation::Violation,
};

const LAW: &str = "equal positions have equal nodes, moves, weights, payoffs, estimates and futures";

/// The number of pairs of equal positions that are all followed into their future; later only some
/// are.
const FOLLOWED: u64 = 150;

/// Pairs of positions with one key, as a walk meets them.
#[derive(Default)]
pub(super) struct Pairs {
    met: u64,
}

impl Pairs {
    /// Checks that `site` is the same position as `other`, which has the same key: by their answers
    /// here, and for some pairs along a random play.
    pub(super) fn check(&mut self, game: &str, site: &Site, other: &AnyPosition) -> Result<(), Box<Violation>> {
        // With 64-bit keys even one collision here indicates a mistake.
        if site.here != *other {
            let found = format!("the key of {other}");
            site.broken(game, "different positions have different keys", &found)?;
        }
        self.met += 1;
        let agree = calm(|| {
            same_here(&site.here, other)?;
            // All of the first pairs, then fewer and fewer.
            let is_followed = self.met <= FOLLOWED || self.met.is_power_of_two();
            if is_followed { same_future(&site.here, other, self.met) } else { Ok(()) }
        });
        agree.and_then(|agree| agree).or_else(|found| {
            let found = format!("{found}; the other is {other}, in full {other:?}");
            site.broken(game, LAW, &found)
        })
    }
}

/// Whether two equal positions play out alike, move for move.
pub(super) fn same_future(one: &AnyPosition, other: &AnyPosition, play: u64) -> Result<(), String> {
    let (mut one, mut other) = (one.clone(), other.clone());
    let mut stream = Seed(play).stream(2);
    let most = one.facts().max_plies;
    for ply in 0..most {
        // Where a game goes on without a move, that law finds it in its place.
        if one.node() == Node::Terminal || one.count() == 0 {
            return Ok(());
        }
        let m = one.draw_move(&mut stream);
        one.play(m);
        other.play(m);
        let later = |found| format!("{} plies later, {found}", ply + 1);
        demand(one == other, || later(format!("{one} and {other}")))?;
        same_here(&one, &other).map_err(later)?;
    }
    Ok(())
}

/// Whether two positions with the same [present key](Position::present_key) differ in nothing but
/// their past, while the game goes on in both.
pub(super) fn same_present(one: &AnyPosition, other: &AnyPosition) -> Result<(), String> {
    let (node, twin) = (one.node(), other.node());
    if node == Node::Terminal || twin == Node::Terminal {
        // A play may end because of its past.
        return Ok(());
    }
    demand(node == twin, || format!("{node}; and {twin}"))?;
    demand(one.picture().cells == other.picture().cells, || "another board".to_owned())?;
    let (moves, twins) = (all_moves(one), all_moves(other));
    demand(moves == twins, || format!("moves {}; and {}", names(one, &moves), names(other, &twins)))?;
    same_estimates(one, other)
}

/// Whether two equal positions answer every question alike.
pub(super) fn same_here(one: &AnyPosition, other: &AnyPosition) -> Result<(), String> {
    let (key, twin) = (one.present_key(), other.present_key());
    demand(key == twin, || format!("present key {key:x} and {twin:x}"))?;
    let (node, twin) = (one.node(), other.node());
    demand(node == twin, || format!("{node}; and {twin}"))?;
    let differ = |what: &str, moves: &[AnyMove], twins: &[AnyMove]| {
        format!("{what} {}; and {}", names(one, moves), names(other, twins))
    };
    let (moves, twins) = (all_moves(one), all_moves(other));
    demand(moves == twins, || differ("moves", &moves, &twins))?;
    let seats = one.facts().seats;
    match node {
        Node::Terminal => alike("payoffs", seats, |seat| (one.payoff(seat), other.payoff(seat)))?,
        Node::Chance => {
            for &m in &moves {
                let (weight, twin) = (one.weight(m), other.weight(m));
                demand(weight == twin, || format!("weights of {} {weight} and {twin}", name(one, m)))?;
            }
        }
        Node::Decision(_) => {
            let relevant = |position: &AnyPosition| listed(|visit| position.each_relevant(visit));
            let (some, twins) = (relevant(one), relevant(other));
            demand(some == twins, || differ("relevant moves", &some, &twins))?;
            let enough = |position: &AnyPosition| listed(|visit| position.each_sufficient(visit));
            let (some, twins) = (enough(one), enough(other));
            demand(some == twins, || differ("sufficient moves", &some, &twins))?;
            for &m in &moves {
                let (hint, twin) = (one.hint(m), other.hint(m));
                demand(hint == twin, || format!("hint of {} {hint} and {twin}", name(one, m)))?;
                let (forcing, twin) = (one.is_forcing(m), other.is_forcing(m));
                demand(forcing == twin, || format!("{} forcing: {forcing} and {twin}", name(one, m)))?;
            }
            let (forced, twin) = (one.is_forced(), other.is_forced());
            demand(forced == twin, || format!("forced: {forced} and {twin}"))?;
        }
    }
    let (lead, twin) = (one.lead(), other.lead());
    demand(lead == twin, || format!("lead {lead:?} and {twin:?}"))?;
    if node != Node::Terminal {
        same_estimates(one, other)?;
    }
    same_bytes(one, other)?;
    let (mut values, mut twins) = (Vec::new(), Vec::new());
    for seat in Seat::all(seats) {
        one.feature_values(seat, &mut values);
        other.feature_values(seat, &mut twins);
        demand(values == twins, || format!("features of {seat} {values:?} and {twins:?}"))?;
    }
    Ok(())
}

/// Compares the bytes that learned evaluations read.
fn same_bytes(one: &AnyPosition, other: &AnyPosition) -> Result<(), String> {
    let (turn, twin) = (one.on_turn(), other.on_turn());
    demand(turn == twin, || format!("on turn: {turn} and {twin}"))?;
    let (mut bytes, mut twins) = (Vec::new(), Vec::new());
    for seat in Seat::all(one.facts().seats) {
        one.states(seat, &mut bytes);
        other.states(seat, &mut twins);
        demand(bytes == twins, || format!("places for {seat} {bytes:?} and {twins:?}"))?;
    }
    alike("certain payoffs", one.facts().seats, |seat| (one.secured(seat), other.secured(seat)))
}

fn same_estimates(one: &AnyPosition, other: &AnyPosition) -> Result<(), String> {
    let seats = one.facts().seats;
    for (index, named) in one.heuristics().iter().enumerate() {
        let heuristic = Heuristic(index as u8);
        alike(named.name, seats, |seat| (one.estimate(heuristic, seat), other.estimate(heuristic, seat)))?;
    }
    Ok(())
}

fn alike(what: &str, seats: u8, of: impl Fn(Seat) -> (f64, f64)) -> Result<(), String> {
    for seat in Seat::all(seats) {
        let (value, twin) = of(seat);
        demand((value - twin).abs() <= 1e-12, || format!("{what} of {seat} {value} and {twin}"))?;
    }
    Ok(())
}
