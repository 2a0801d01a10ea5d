//! The laws of the bytes that learned evaluations read.

use std::collections::BTreeMap;

use agon_core::{
    Learnable, Node, Position, Seat, Sum, Symmetric,
    picture::{Cell, Piece},
};

use crate::site::{Site, demand};

/// Checks the number of bytes, their bound, and how they match the picture.
pub(super) fn check_bytes(site: &Site) -> Result<(), String> {
    let (mut bytes, mut first) = (Vec::new(), Vec::new());
    for seat in site.seats() {
        let number = site.here.states(seat, &mut bytes);
        let expected = site.start.states(seat, &mut first);
        demand(number == expected && bytes.len() == first.len(), || {
            let (found, was) = (bytes.len(), first.len());
            format!("{found} bytes below {number}, at first {was} below {expected}")
        })?;
        if number == 0 {
            demand(bytes.is_empty(), || "bytes of a game without places".to_owned())?;
            return Ok(());
        }
        if let Some(large) = bytes.iter().find(|&&byte| number <= byte) {
            return Err(format!("a byte {large}, not below {number}"));
        }
        let cells = site.here.picture().cells;
        demand(cells.len() <= bytes.len(), || format!("{} bytes for {} places", bytes.len(), cells.len()))?;
        // For other seats the board may be turned.
        if seat == Seat(0) {
            looks_as_told(&cells, &bytes)?;
        }
        // A symmetry may rename pieces, but leaves as many places empty.
        let nothing = |bytes: &[u8]| bytes.iter().map(|&byte| usize::from(byte == 0)).sum::<usize>();
        for symmetry in 1..site.here.symmetries() {
            let mut image = Vec::new();
            site.here.image(symmetry).states(seat, &mut image);
            demand(nothing(&image) == nothing(&bytes), || {
                format!("symmetry number {symmetry} changes how many bytes are zero")
            })?;
        }
    }
    Ok(())
}

/// Checks that places with different pieces, whatever their number, have different bytes.
fn looks_as_told(cells: &[Cell], bytes: &[u8]) -> Result<(), String> {
    let mut shown: BTreeMap<u8, &Cell> = BTreeMap::new();
    for (cell, &byte) in cells.iter().zip(bytes) {
        let other = *shown.entry(byte).or_insert(cell);
        let is_alike = |(one, other): (&Piece, &Piece)| one.clone().count(1) == other.clone().count(1);
        let are_alike = cell.pieces.len() == other.pieces.len() && cell.pieces.iter().zip(&other.pieces).all(is_alike);
        demand(are_alike, || format!("{} and {} both have the byte {byte}", other.text(), cell.text()))?;
    }
    Ok(())
}

/// Checks the bound of move numbers, and the numbers of the legal moves.
pub(super) fn check_numbers(site: &Site) -> Result<(), String> {
    let (bound, expected) = (site.here.numbers(), site.start.numbers());
    demand(bound == expected, || format!("{bound} numbers, at first {expected}"))?;
    if bound == 0 || !matches!(site.here.node(), Node::Decision(_)) {
        return Ok(());
    }
    let mut numbers = BTreeMap::new();
    for &m in &site.moves {
        let number = site.here.number(m);
        demand(number < bound, || format!("{} has number {number}, not below {bound}", site.name(m)))?;
        if let Some(other) = numbers.insert(number, m) {
            return Err(format!("{} and {} both have number {number}", site.name(other), site.name(m)));
        }
    }
    let mut visited = Vec::new();
    site.here.each_number(&mut |number| visited.push(number));
    let listed: Vec<u32> = site.moves.iter().map(|&m| site.here.number(m)).collect();
    demand(visited == listed, || format!("numbers visited {visited:?}, of moves {listed:?}"))?;
    for (_, m) in site.tried() {
        let back = site.here.numbered(site.here.number(m));
        demand(back == Some(m), || {
            let back = back.map_or("nothing".to_owned(), |back| site.name(back));
            format!("the number of {} is that of {back}", site.name(m))
        })?;
        let (here, at_first) = (site.here.number(m), site.start.number(m));
        demand(here == at_first, || format!("{} has number {here}, and {at_first} at first", site.name(m)))?;
    }
    Ok(())
}

/// Checks that the secured payoff is paid in the end.
pub(super) fn check_secured(site: &Site) -> Result<(), String> {
    for seat in site.seats() {
        let secured = site.here.secured(seat);
        demand(secured.is_finite(), || format!("{secured} for {seat}"))?;
        let is_final = site.here.node() == Node::Terminal && site.facts().sum == Sum::General;
        if is_final && secured != 0.0 {
            let payoff = site.here.payoff(seat);
            demand(secured <= payoff + 1e-9, || format!("{secured} for certain, and {payoff} paid, for {seat}"))?;
        }
    }
    Ok(())
}
