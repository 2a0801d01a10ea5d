//! The laws of symmetries: what must be unchanged under them.

use agon_core::{AnyMove, AnyPosition, Featured, Heuristic, Node, Position, Symmetric, all_moves};

use crate::site::{Site, demand, listed, names};

/// Runs `check` under every symmetry except the identity, and names the first under which it fails.
pub(super) fn under_each_symmetry(site: &Site, check: fn(&Site, usize) -> Result<(), String>) -> Result<(), String> {
    (1..site.here.symmetries())
        .try_for_each(|symmetry| check(site, symmetry).map_err(|found| format!("number {symmetry}: {found}")))
}

/// Checks nodes, moves, the positions they lead to, and payoffs.
pub(super) fn carries_play(site: &Site, symmetry: usize) -> Result<(), String> {
    let here = &site.here;
    let image = here.image(symmetry);
    demand(image.node() == here.node(), || format!("the node of {image}"))?;
    let moves = all_moves(&image);
    let expected = images(here, &site.moves, symmetry);
    demand(moves == expected, || format!("moves {}; not {}", names(&image, &moves), names(&image, &expected)))?;
    for (_, m) in site.tried() {
        let (mut one, mut other) = (here.clone(), image.clone());
        one.play(m);
        other.play(here.image_of_move(m, symmetry));
        let one = one.image(symmetry);
        demand(one == other, || format!("after {} {one:?}, not {other:?}", site.name(m)))?;
    }
    if here.node() == Node::Terminal {
        for seat in site.seats() {
            let same = here.payoff(seat) == image.payoff(seat);
            demand(same, || format!("another payoff for {seat}"))?;
        }
    }
    Ok(())
}

/// Checks weights, relevant moves, estimates and features.
pub(super) fn carries_advice(site: &Site, symmetry: usize) -> Result<(), String> {
    let here = &site.here;
    let image = here.image(symmetry);
    let is_close = |one: f64, other: f64| (one - other).abs() <= 1e-9 * one.abs().max(1.0);
    match here.node() {
        Node::Terminal => return Ok(()),
        Node::Chance => {
            for &m in &site.moves {
                let (weight, other) = (here.weight(m), image.weight(here.image_of_move(m, symmetry)));
                let name = || format!("{} weighs {weight}, its image {other}", site.name(m));
                demand(weight == other, name)?;
            }
        }
        Node::Decision(_) => {
            let relevant = listed(|visit| here.each_relevant(visit));
            let found = listed(|visit| image.each_relevant(visit));
            demand(found == images(here, &relevant, symmetry), || {
                format!("relevant {}; in the image {}", site.names(&relevant), names(&image, &found))
            })?;
        }
    }
    let (mut values, mut others) = (Vec::new(), Vec::new());
    for seat in site.seats() {
        for (index, named) in here.heuristics().iter().enumerate() {
            let heuristic = Heuristic(index as u8);
            let (one, other) = (here.estimate(heuristic, seat), image.estimate(heuristic, seat));
            demand(is_close(one, other), || format!("{} {one} for {seat}, in the image {other}", named.name))?;
        }
        here.feature_values(seat, &mut values);
        image.feature_values(seat, &mut others);
        for ((one, other), named) in values.iter().zip(&others).zip(here.features()) {
            demand(is_close(*one, *other), || format!("{} {one} for {seat}, in the image {other}", named.name))?;
        }
    }
    Ok(())
}

/// The images of moves, in order.
fn images(here: &AnyPosition, moves: &[AnyMove], symmetry: usize) -> Vec<AnyMove> {
    let mut images: Vec<AnyMove> = moves.iter().map(|&m| here.image_of_move(m, symmetry)).collect();
    images.sort_unstable();
    images
}
