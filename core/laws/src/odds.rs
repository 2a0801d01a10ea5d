//! The laws of chance: random moves and playouts come with the probabilities they should have.

use std::collections::BTreeMap;

use agon_core::{AnyPosition, Node, Position, Seat, Seed, Stream, after, all_moves};

use crate::{
    inspection::Inspection,
    plays::WholePlays,
    site::{PAID, Site, pays},
    violation::Violation,
};

/// The number of standard deviations by which a sum may be off. A fair game exceeds it once in three million, and then
/// always, because its streams are fixed.
pub(super) const DEVIATIONS: f64 = 5.0;

/// The most characters of a text that are compared.
const PLACES: usize = 120;

const FAIR: &str = "a random move is drawn as often as any other, an outcome by its weight";
const NEAR: &str = "`playout` near the end goes each way as often as moves drawn one by one";
const PLAYED_FAIRLY: &str = "`playout` ends as often in each way as moves drawn one by one";

/// Draws moves at some positions of random plays, and plays some games out.
pub(super) fn check(walk: &Inspection<'_>, whole: &mut WholePlays) -> Result<(), Box<Violation>> {
    for play in 0..walk.plays.min(6) {
        let mut stream = Seed(play).stream(5);
        let mut site = Site::start(walk.start);
        // A position within the first plies.
        for _ in 0..stream.below(8) {
            if site.here.node() == Node::Terminal {
                break;
            }
            let m = site.here.draw_move(&mut stream);
            site = site.after(m);
        }
        walk.hold(FAIR, &site.path);
        // A draw may look at all moves.
        if 1 < site.moves.len()
            && walk.spend(draws(&site) * site.moves.len() / 40)
            && let Err(found) = drawn_fairly(&site, play)
        {
            site.broken(walk.term, FAIR, &found)?;
        }
    }
    near_ends(walk)?;
    walk.hold(PLAYED_FAIRLY, &[]);
    played_out_fairly(walk, whole)
}

/// Near the end every way to go on is known, so that a few playouts tell whether each is as likely as it should be.
fn near_ends(walk: &Inspection<'_>) -> Result<(), Box<Violation>> {
    for play in 0..walk.plays.min(NEAR_PLAYS) {
        let mut stream = Seed(play).stream(9);
        let mut line = vec![Site::start(walk.start)];
        while let Some(site) = line.last().filter(|site| site.here.node() != Node::Terminal) {
            if !walk.spend(site.moves.len()) {
                walk.allowance.cut(NEAR, &format!("{play} of {NEAR_PLAYS} ends"));
                return Ok(());
            }
            let m = site.here.draw_move(&mut stream);
            let next = site.step(walk.term, m)?;
            line.push(next);
        }
        // The farthest positions from the end from which there are not too many, at two plies in a row: chance may be
        // on one of them alone.
        let mut known = Vec::new();
        for site in line.iter().rev().skip(1) {
            let (mut ends, mut left) = (BTreeMap::new(), NEAR_POSITIONS);
            if !all_ends(&site.here, 1.0, &mut ends, &mut left) {
                break;
            }
            known.push((site, ends));
        }
        for (site, ends) in known.iter().rev().take(2).filter(|(_, ends)| 1 < ends.len()) {
            walk.hold(NEAR, &site.path);
            let draws = NEAR_DRAWS * walk.plays.min(30) / 30;
            if !walk.spend(draws as usize * NEAR_POSITIONS / 4) {
                walk.allowance.cut(NEAR, &format!("{play} of {NEAR_PLAYS} ends"));
                return Ok(());
            }
            let mut stream = Seed(play).stream(10);
            ends_fairly(&site.here, ends, draws, &mut stream).or_else(|found| site.broken(walk.term, NEAR, &found))?;
        }
    }
    Ok(())
}

/// Compares playouts from here with the probabilities of all ends.
fn ends_fairly(
    here: &AnyPosition,
    ends: &BTreeMap<String, f64>,
    draws: u64,
    stream: &mut Stream,
) -> Result<(), String> {
    let mut counts: BTreeMap<String, f64> = BTreeMap::new();
    for _ in 0..draws {
        let mut end = here.clone();
        end.playout(stream);
        *counts.entry(end.to_string()).or_default() += 1.0;
    }
    if let Some(end) = counts.keys().find(|end| !ends.contains_key(*end)) {
        return Err(format!("an end that no move leads to: {end}"));
    }
    let count = |end: &String| counts.get(end).copied().unwrap_or_default();
    let pairs = ends.iter().map(|(end, share)| (share * draws as f64, count(end)));
    let out = chi_square_deviations(pairs.clone());
    if out < DEVIATIONS {
        return Ok(());
    }
    let off = |(_, (expected, count)): &(_, (f64, f64))| (expected - count).abs();
    let most = ends.keys().zip(pairs).max_by(|one, other| off(one).total_cmp(&off(other)));
    let told = most.map_or(String::new(), |(end, (expected, count))| {
        format!("{count} of {draws} playouts end in {end}, and {expected:.0} should")
    });
    Err(format!("{told}; {out:.1} deviations"))
}

/// Adds the ends below with their probabilities; false if there are too many positions.
fn all_ends(here: &AnyPosition, share: f64, ends: &mut BTreeMap<String, f64>, left: &mut usize) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    if here.node() == Node::Terminal {
        *ends.entry(here.to_string()).or_default() += share;
        return true;
    }
    let moves = all_moves(here);
    let is_chance = here.node() == Node::Chance;
    let weight = |m| if is_chance { f64::from(here.weight(m)) } else { 1.0 };
    let total: f64 = moves.iter().map(|&m| weight(m)).sum();
    moves.iter().all(|&m| all_ends(&after(here, m), share * weight(m) / total, ends, left))
}

/// Enough to distinguish 75 of 100 from 70.
fn draws(site: &Site) -> usize {
    100 * site.moves.len().clamp(40, 100)
}

/// Pearson's chi-square of the moves drawn at one position.
fn drawn_fairly(site: &Site, play: u64) -> Result<(), String> {
    let is_chance = site.here.node() == Node::Chance;
    let weight = |m| if is_chance { f64::from(site.here.weight(m)) } else { 1.0 };
    let total: f64 = site.moves.iter().map(|&m| weight(m)).sum();
    let draws = draws(site);
    let mut counts = vec![0u32; site.moves.len()];
    let mut stream = Seed(play).stream(6);
    for _ in 0..draws {
        let m = site.here.draw_move(&mut stream);
        counts[site.moves.binary_search(&m).map_err(|_| format!("drew {m}"))?] += 1;
    }
    let expected = |m| draws as f64 * weight(m) / total;
    let pairs = site.moves.iter().zip(&counts).map(|(&m, &count)| (expected(m), count.into()));
    let out = chi_square_deviations(pairs);
    if out < DEVIATIONS {
        return Ok(());
    }
    let count = |(&m, count): (&agon_core::AnyMove, &u32)| format!("{} {count} times", site.name(m));
    let counts: Vec<String> = site.moves.iter().zip(&counts).map(count).collect();
    Err(format!("{out:.1} deviations at {draws} draws: {}", counts.join(", ")))
}

/// The deviation of Pearson's chi-square in standard deviations, from pairs of expected and observed counts. Rare kinds
/// are pooled: the approximation needs some of each.
pub(super) fn chi_square_deviations(pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut chi, mut kinds, mut rare) = (0.0, 0, (0.0, 0.0));
    let mut add = |expected: f64, count: f64| {
        chi += (count - expected).powi(2) / expected;
        kinds += 1;
    };
    for (expected, count) in pairs {
        if 5.0 <= expected {
            add(expected, count);
        } else {
            rare = (rare.0 + expected, rare.1 + count);
        }
    }
    if 0.0 < rare.0 {
        add(rare.0, rare.1);
    }
    if kinds < 2 { 0.0 } else { deviations(chi, f64::from(kinds - 1)) }
}

/// Random plays whose ends are looked at, the most positions from one position on, and playouts from there.
const NEAR_PLAYS: u64 = 8;
const NEAR_POSITIONS: usize = 60;
const NEAR_DRAWS: u64 = 400;

/// The most moves played in playouts, for thirty plays.
const PLAYED_OUT: u64 = 60_000;

/// The chi-square of two samples, playouts and plays made move by move: of their payoffs, and of
/// the characters at each place of their final texts.
fn played_out_fairly(walk: &Inspection<'_>, whole: &mut WholePlays) -> Result<(), Box<Violation>> {
    let broken = |found: String| Site::start(walk.start).broken(walk.term, PLAYED_FAIRLY, &found);
    let (start, walked) = (walk.start, walk.plays);
    let mut payoffs: BTreeMap<Vec<u64>, [f64; 2]> = BTreeMap::new();
    let mut signs: BTreeMap<(usize, char), [f64; 2]> = BTreeMap::new();
    let (mut plays, mut played) = (0, 0);
    while plays < 20 * walked.min(15) || (plays < 1_000 && played < PLAYED_OUT * walked / 30) {
        let play = plays;
        if !walk.spend(1) {
            walk.allowance.cut(PLAYED_FAIRLY, &format!("{plays} plays of each kind"));
            break;
        }
        plays += 1;
        for way in 0..2 {
            let mut stream = Seed(play).stream(7 + way);
            let mut position = start.clone();
            if way == 0 {
                position.playout(&mut stream);
            } else {
                while position.node() != Node::Terminal {
                    // Once for this play, once for the playout.
                    walk.spend(2 * position.count());
                    position.play(position.draw_move(&mut stream));
                    played += 1;
                }
            }
            if position.node() != Node::Terminal {
                return broken(format!("left in {position}, where the game goes on"));
            }
            pays(&position).map_err(|found| {
                let line = [walk.start, &position];
                Violation::at((walk.term, PAID), line, &[], format!("{found} in {position}"))
            })?;
            whole.end(&position);
            let seats = Seat::all(start.facts().seats);
            let paid = seats.map(|seat| position.payoff(seat).to_bits()).collect();
            payoffs.entry(paid).or_default()[way as usize] += 1.0;
            for place in position.to_string().chars().enumerate().take(PLACES) {
                signs.entry(place).or_default()[way as usize] += 1.0;
            }
        }
    }
    let plays = plays as f64;
    for ((place, sign), [one, other]) in signs {
        let share = (one + other) / (2.0 * plays);
        let spread = (2.0 * plays * share * (1.0 - share)).sqrt();
        // Hundreds of places are compared, and they are not independent.
        if 10.0 < one + other && (DEVIATIONS + 1.0) * spread < (one - other).abs() {
            return broken(format!(
                "of {plays} ends {one} have {sign:?} as sign {place} of their text, move by move \
                 {other}"
            ));
        }
    }
    let (mut chi, mut kinds, mut rare) = (0.0, 0, [0.0; 2]);
    let mut add = |[one, other]: [f64; 2]| {
        chi += (one - other).powi(2) / (one + other);
        kinds += 1;
    };
    for pair in payoffs.values() {
        if 10.0 <= pair[0] + pair[1] {
            add(*pair);
        } else {
            rare = [rare[0] + pair[0], rare[1] + pair[1]];
        }
    }
    if 0.0 < rare[0] + rare[1] {
        add(rare);
    }
    if kinds < 2 || deviations(chi, f64::from(kinds - 1)) < DEVIATIONS {
        return Ok(());
    }
    let tell = |(paid, [one, other]): (&Vec<u64>, &[f64; 2])| {
        let paid: Vec<f64> = paid.iter().map(|&bits| f64::from_bits(bits)).collect();
        format!("payoffs {paid:?} {one} times, move by move {other}")
    };
    let all: Vec<String> = payoffs.iter().map(tell).collect();
    broken(format!("chi-square {chi:.1}: {}", all.join("; ")))
}

/// The deviation of a chi-square in standard deviations, by the approximation of Wilson and
/// Hilferty (1931).
fn deviations(chi: f64, freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    ((chi / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}
