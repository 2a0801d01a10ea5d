//! The laws that hold along whole plays, and over many of them.

use agon_core::{Explained, Heuristic, Learnable, Node, Position, Seat, Sum};

use crate::{
    inspection::Inspection,
    site::{Site, demand},
    turn::next_to_act,
    violation::Violation,
};

const SECURED: &str = "a certain payoff never falls along a play, and the last one is paid at least";
const LEADS: &str = "whoever is ahead before the end mostly is ahead at the end";
const PARTS: &str =
    "an estimate is not lower where a seat's own parts are more than those of the others than where less";
const TURN: &str = "on turn at a chance node is mostly a seat that acts after some outcome";
const SWAPS: &str = "where an evaluation learned for one seat holds for all, each sees its own pieces as its own";
const WIDE: &str = "declared plies and payoffs are not absurdly more than a play can have";

/// Before the end somebody is ahead, and who that is says something about the end, in this many plays at least.
const LEADS_ENOUGH: u64 = 10;

/// Chance nodes after which somebody acts.
const TURNS_ENOUGH: u64 = 10;

/// The positions whose parts are compared with their estimates.
const MOST_PARTS: usize = 2_000;

/// Positions with pieces of seats, one of which at least must look different to another seat.
const LOOKED_ENOUGH: u64 = 20;

/// Declared plies and payoffs may be this many times those of the longest random play, and of all ends.
const TIMES_AS_WIDE: f64 = 5_000.0;

/// What was met on the way, of several plays.
#[derive(Default)]
pub(super) struct WholePlays {
    /// The payoffs that the seats were certain of, in this play; and whether any ever was one.
    secured: Vec<f64>,
    says_secured: bool,
    /// By how much the first seat was ahead last, in this play, while it went on.
    ahead: f64,
    /// How many plays ended as the lead before the end said, and how many against it.
    leads: [u64; 2],
    /// For each heuristic, the parts of the first seat less those of the others, and its estimate.
    parts: Vec<Vec<(f64, f64)>>,
    /// How many positions with pieces of seats were seen, and how many of them the seats see differently.
    looked: [u64; 2],
    /// How many chance nodes were met after which the seat on turn may act, and how many after which it does not.
    turns: [u64; 2],
    /// The plies of the longest play that came to its end; zero where none did.
    longest: usize,
    paid: Option<(f64, f64)>,
}

impl WholePlays {
    /// A play begins.
    pub(super) fn begin(&mut self) {
        self.secured.clear();
        self.ahead = 0.0;
        self.says_secured = false;
    }

    /// It comes to a position.
    pub(super) fn come(&mut self, term: &str, site: &Site) -> Result<(), Box<Violation>> {
        self.secure(site).or_else(|found| site.broken(term, SECURED, &found))?;
        self.look(site).or_else(|found| site.broken(term, SWAPS, &found))?;
        let here = &site.here;
        if here.node() == Node::Chance && 0 < here.states(here.on_turn(), &mut Vec::new()) {
            let next = next_to_act(site);
            let is_next = next.is_empty() || next.contains(&here.on_turn());
            self.turns[usize::from(!is_next)] += 1;
        }
        if here.node() != Node::Terminal {
            self.ahead = here.lead().unwrap_or(0.0);
            self.weigh(site);
            return Ok(());
        }
        if let Some(last) = here.lead().filter(|last| last * self.ahead != 0.0) {
            self.leads[usize::from((last < 0.0) != (self.ahead < 0.0))] += 1;
        }
        self.longest = self.longest.max(site.path.len());
        self.end(here);
        Ok(())
    }

    /// A play has ended there.
    pub(super) fn end(&mut self, here: &impl Position) {
        for seat in Seat::all(here.facts().seats) {
            let paid = here.payoff(seat);
            let (least, most) = self.paid.unwrap_or((paid, paid));
            self.paid = Some((least.min(paid), most.max(paid)));
        }
    }

    fn secure(&mut self, site: &Site) -> Result<(), String> {
        let now: Vec<f64> = site.seats().map(|seat| site.here.secured(seat)).collect();
        for ((seat, before), now) in site.seats().zip(&self.secured).zip(&now) {
            demand(*before <= now + 1e-9, || format!("{now} for certain for {seat}, and {before} one ply before"))?;
        }
        self.says_secured |= now.iter().any(|secured| *secured != 0.0);
        let is_end = site.here.node() == Node::Terminal && site.facts().sum == Sum::General;
        if is_end && self.says_secured {
            for (seat, secured) in site.seats().zip(&now) {
                let payoff = site.here.payoff(seat);
                demand(*secured <= payoff + 1e-9, || format!("{secured} for certain, and {payoff} paid, for {seat}"))?;
            }
        }
        self.secured = now;
        Ok(())
    }

    /// Compares what two seats see.
    fn look(&mut self, site: &Site) -> Result<(), String> {
        let here = &site.here;
        if here.facts().seats < 2 || !here.swaps() {
            return Ok(());
        }
        let (mut first, mut second) = (Vec::new(), Vec::new());
        let cells = here.picture().cells;
        let owned = cells.iter().flat_map(|cell| &cell.pieces).any(|piece| piece.seat.is_some());
        if here.states(Seat(0), &mut first) == 0 || !owned {
            return Ok(());
        }
        here.states(Seat(1), &mut second);
        self.looked[0] += 1;
        self.looked[1] += u64::from(first != second);
        // The same pieces by other bytes: each kind of places is as numerous as some kind to the other.
        let kinds = |bytes: &[u8]| {
            let mut counts = [0_u32; 256];
            bytes.iter().take(cells.len()).for_each(|&byte| counts[usize::from(byte)] += 1);
            counts.sort_unstable();
            counts
        };
        demand(kinds(&first) == kinds(&second), || {
            format!("seat 1 sees {first:?}, seat 2 sees {second:?}: not the same pieces, turned")
        })
    }

    /// Notes the parts of every estimate.
    fn weigh(&mut self, site: &Site) {
        let here = &site.here;
        self.parts.resize(here.heuristics().len(), Vec::new());
        for (index, known) in self.parts.iter_mut().enumerate() {
            let heuristic = Heuristic(index as u8);
            let parts = here.parts(heuristic);
            if !parts.is_empty() && known.len() < MOST_PARTS {
                let own = |values: &[f64]| values[0] - values[1..].iter().sum::<f64>();
                let sum = parts.iter().map(|part| own(&part.values)).sum();
                known.push((sum, here.estimate(heuristic, Seat(0))));
            }
        }
    }

    /// Checks what all plays together say.
    pub(super) fn check(self, walk: &Inspection<'_>) -> Result<(), Box<Violation>> {
        let start = Site::start(walk.start);
        walk.hold(LEADS, &[]);
        let [agree, disagree] = self.leads;
        if LEADS_ENOUGH <= agree + disagree && agree < disagree {
            let found = format!("{disagree} of {} plays ended against it", agree + disagree);
            start.broken(walk.term, LEADS, &found)?;
        }
        walk.hold(TURN, &[]);
        let [right, wrong] = self.turns;
        if TURNS_ENOUGH <= right + wrong && right < wrong {
            let found = format!("at {wrong} of {} chance nodes it is another", right + wrong);
            start.broken(walk.term, TURN, &found)?;
        }
        walk.hold(PARTS, &[]);
        for (known, named) in self.parts.iter().zip(walk.start.heuristics()) {
            let of = |is_meant: fn(f64) -> bool| known.iter().copied().filter(move |(sum, _)| is_meant(*sum));
            let by_estimate = |one: &(f64, f64), other: &(f64, f64)| one.1.total_cmp(&other.1);
            let behind = of(|sum| sum < -1e-9).max_by(by_estimate);
            let ahead = of(|sum| 1e-9 < sum).min_by(by_estimate);
            if let (Some((less, high)), Some((more, low))) = (behind, ahead)
                && low + 1e-9 < high
            {
                let found = format!(
                    "by {}, {low} where seat 1 has {more} more than the others, and {high} where it has \
                     {} less",
                    named.name, -less
                );
                start.broken(walk.term, PARTS, &found)?;
            }
        }
        walk.hold(SWAPS, &[]);
        if LOOKED_ENOUGH <= self.looked[0] && self.looked[1] == 0 {
            let found = format!("at {} positions both see the same", self.looked[0]);
            start.broken(walk.term, SWAPS, &found)?;
        }
        walk.hold(WIDE, &[]);
        self.wide(walk).or_else(|found| start.broken(walk.term, WIDE, &found))
    }

    /// Compares what was declared with what was met.
    fn wide(&self, walk: &Inspection<'_>) -> Result<(), String> {
        let facts = walk.start.facts();
        let times = f64::from(facts.max_plies) / self.longest as f64;
        // Where the budget ended before any play did, nobody knows how long one is.
        demand(self.longest == 0 || times <= TIMES_AS_WIDE, || {
            format!(
                "{} plies declared, {times:.0} times the {} of the longest random play",
                facts.max_plies, self.longest
            )
        })?;
        let Some((least, most)) = self.paid.filter(|(least, most)| least < most) else {
            return Ok(());
        };
        let times = (facts.max_payoff - facts.min_payoff) / (most - least);
        demand(times <= TIMES_AS_WIDE, || {
            format!(
                "payoffs from {} to {} declared, {times:.0} times as wide as from {least} to {most}, \
                 which were paid",
                facts.min_payoff, facts.max_payoff
            )
        })
    }
}

/// The laws of this file that are not held one by one.
#[cfg(test)]
pub(super) const SENTENCES: &[&str] = &[SECURED];
