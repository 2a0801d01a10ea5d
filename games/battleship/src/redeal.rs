//! Random fleets with their probabilities given the results of the shots.
//!
//! The result of a shot depends only on the ship at its square, if any. So each ship may be wherever its squares agree
//! with the results of all shots at them, and a fleet fits if its ships do, do not overlap, and cover all hits. Fleets
//! are placed ship by ship in such places, and accepted by the ratio of their true probability to that of being placed;
//! if none of a few is accepted, all that fit are listed. Either way the probabilities are those of the definition, to
//! about one part in 10¹⁰, and the work has a bound.

use agon_core::{Seat, Stream};

use crate::{Battleship, Berth, Heard, MOST_SHIPS, Place, Rules};

/// The number of fleets placed at random before all are listed.
const TRIES: usize = 48;

/// The probability of one, in parts.
const WHOLE: u64 = 1 << 60;

/// The ships of a fleet that are placed, and how many.
type Fleet = ([Berth; MOST_SHIPS], usize);

/// A seat's knowledge of the other's board: every shot in order.
pub(crate) struct Known {
    /// The number of ships placed.
    placed: usize,
    /// The berths of each ship on an empty board, with their squares.
    berths: Vec<Vec<(Berth, u64)>>,
    /// Those of them of which the same would have been heard.
    fitting: Vec<Vec<(Berth, u64)>>,
    /// The least number of the first ship's berths that remain, wherever the ships before are.
    least: [usize; MOST_SHIPS],
    /// Whether other ships can leave a ship without room.
    is_narrow: bool,
    hits: u64,
    /// The number of fleets placed or listed, whole or in part: the work of a redeal.
    work: u64,
}

impl Known {
    /// The other seat's knowledge of the fleet of `owner`.
    pub(crate) fn of(position: &Battleship, owner: Seat) -> Known {
        let shots = position.shots().iter().enumerate();
        let others = shots.filter(|(index, _)| index % 2 != owner.index());
        let shots: Vec<_> = others.map(|(_, shot)| (shot.square, shot.heard)).collect();
        let hits = shots.iter().filter(|(_, heard)| *heard != Heard::Water);
        let hits = hits.fold(0, |mask, (square, _)| mask | 1u64 << square);
        let (rules, placed) = (position.rules, position.placed(owner));
        let of = |ship| rules.all_berths(ship).map(move |berth| (berth, rules.mask(berth, ship)));
        let berths: Vec<Vec<_>> = (0..rules.fleet()).map(|ship| of(ship).collect()).collect();
        let fits = |&&(_, mask): &&(Berth, u64)| sounds(mask, &shots);
        let fitting = berths[..placed].iter();
        let fitting = fitting.map(|of| of.iter().filter(fits).copied().collect()).collect();
        let mut known = Known { placed, berths, fitting, least: [0; MOST_SHIPS], is_narrow: false, hits, work: 0 };
        known.count(rules);
        known
    }

    /// A square lies in two berths for each square of a ship, at most: that many are lost with it.
    fn count(&mut self, rules: Rules) {
        let length = |ship: usize| usize::from(rules.ships[ship]);
        let all: usize = (0..rules.fleet()).map(length).sum();
        let mut before = 0;
        for ship in 0..rules.fleet() {
            let lost = |squares: usize| 2 * length(ship) * squares;
            self.is_narrow |= self.berths[ship].len() <= lost(all - length(ship));
            self.least[ship] = self.berths[ship].len().saturating_sub(lost(before)).max(1);
            before += length(ship);
        }
        if self.is_narrow {
            self.least = [1; MOST_SHIPS];
        }
    }

    /// A fleet, as likely as it is.
    pub(crate) fn draw(&mut self, stream: &mut Stream) -> [Place; MOST_SHIPS] {
        let mut fleet = (0..TRIES).find_map(|_| self.place(stream));
        if fleet.is_none() {
            let mut all = Vec::new();
            self.list(&mut ([Berth::default(); MOST_SHIPS], 0), 0, WHOLE, &mut all);
            let total: u64 = all.iter().map(|(share, _)| share).sum();
            let mut left = ((u128::from(stream.bits()) * u128::from(total)) >> 64) as u64;
            for (share, one) in all {
                if left < share {
                    fleet = Some(one);
                    break;
                }
                left -= share;
            }
        }
        let (berths, placed) = fleet.expect("the true fleet fits");
        let mut places = [Place::None; MOST_SHIPS];
        for (place, berth) in places.iter_mut().zip(&berths[..placed]) {
            *place = Place::At(*berth);
        }
        places
    }

    /// The number of fleets examined so far.
    #[cfg(test)]
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// Whether the ships from `ship` on have room beside the occupied squares.
    fn has_room(&self, ship: usize, taken: u64) -> bool {
        self.berths.get(ship).is_none_or(|berths| {
            let mut free = berths.iter().filter(|(_, mask)| mask & taken == 0);
            free.any(|(_, mask)| self.has_room(ship + 1, taken | mask))
        })
    }

    /// Those of `berths` in which a ship may be placed beside the occupied squares, as [`Rules::berths`] defines.
    fn free<'a>(&'a self, berths: &'a [(Berth, u64)], ship: usize, taken: u64) -> impl Iterator<Item = (Berth, u64)> {
        let may = move |&(_, mask): &(Berth, u64)| {
            mask & taken == 0 && (!self.is_narrow || self.has_room(ship + 1, taken | mask))
        };
        berths.iter().copied().filter(may)
    }

    /// A fleet placed at random where each ship may lie, if it is accepted: of all that fit each is with the
    /// probability that it is placed as the rules have it, but for a factor that is the same for all.
    fn place(&mut self, stream: &mut Stream) -> Option<Fleet> {
        self.work += 1;
        let (mut fleet, mut taken) = ([Berth::default(); MOST_SHIPS], 0);
        for ship in 0..self.placed {
            let (all, fitting) = (&self.berths[ship], &self.fitting[ship]);
            let free = self.free(all, ship, taken).count();
            let may = self.free(fitting, ship, taken).count();
            // It came up with one in `may`, and is to with one in `free`; `may` is no more than all that fit,
            // and `free` no less than the least.
            let (most, least) = (fitting.len(), self.least[ship]);
            let (num, den) = if most < least { (may * least, free * most) } else { (may, free) };
            if num == 0 || num <= stream.below(den as u32) as usize {
                return None;
            }
            let nth = stream.below(may as u32) as usize;
            let (berth, mask) = self.free(fitting, ship, taken).nth(nth)?;
            fleet[ship] = berth;
            taken |= mask;
        }
        (self.hits & !taken == 0).then_some((fleet, self.placed))
    }

    /// All fleets that fit and begin like this one, which is so likely, with their shares.
    fn list(&mut self, fleet: &mut Fleet, taken: u64, share: u64, all: &mut Vec<(u64, Fleet)>) {
        self.work += 1;
        let ship = fleet.1;
        if ship == self.placed {
            all.push((share, *fleet));
            return;
        }
        let length = |ship: usize| self.fitting[ship].first().map_or(0, |(_, m)| m.count_ones());
        let room: u32 = (ship..self.placed).map(length).sum();
        if room < (self.hits & !taken).count_ones() {
            return;
        }
        let share = share / self.free(&self.berths[ship], ship, taken).count() as u64;
        // The last ship lies under all that was hit and is not found yet.
        let under = if ship + 1 == self.placed { self.hits & !taken } else { 0 };
        for index in 0..self.fitting[ship].len() {
            let (berth, mask) = self.fitting[ship][index];
            let has_room = || !self.is_narrow || self.has_room(ship + 1, taken | mask);
            if mask & taken == 0 && mask & under == under && has_room() {
                fleet.0[ship] = berth;
                fleet.1 = ship + 1;
                self.list(fleet, taken | mask, share, all);
                fleet.1 = ship;
            }
        }
    }
}

/// Whether a ship on those squares agrees with the results of the shots that met it.
fn sounds(mask: u64, shots: &[(u8, Heard)]) -> bool {
    let mut shot = 0;
    shots.iter().all(|&(square, heard)| {
        shot |= 1 << square;
        mask >> square & 1 == 0 || heard == if mask & !shot == 0 { Heard::Sunk } else { Heard::Hit }
    })
}
