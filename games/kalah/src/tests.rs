//! The game against published values and a slow oracle.

use std::{collections::BTreeMap, ops::ControlFlow};

use agon_core::{Heuristic, Node, Position, Seat, drawing, registry};
use agon_laws::oracle::{Oracle, Walk};

use super::{House, Kalah, Rules, Side};

fn start(options: &str) -> Kalah {
    registry::start(options).unwrap()
}

/// The margin for the seat to move. Seeds already in the stores do not affect the rest of the play,
/// so positions that differ only in them are solved once.
fn solve(position: &Kalah, known: &mut BTreeMap<(u64, u64), f64>) -> f64 {
    let Node::Decision(mover) = position.node() else { unreachable!() };
    let [lead, _] = position.leads(mover);
    let houses = |side: Side| side.0 & ((1 << (8 * position.rules.pits)) - 1);
    let key = (houses(position.mine), houses(position.theirs));
    if let Some(&gain) = known.get(&key) {
        return lead + gain;
    }
    let mut best = f64::NEG_INFINITY;
    let _ = position.each_move(|m| {
        let mut next = position.clone();
        next.play(m);
        let value = match next.node() {
            Node::Decision(seat) if seat == mover => solve(&next, known),
            Node::Decision(_) => -solve(&next, known),
            _ => next.payoff(mover),
        };
        best = best.max(value);
        ControlFlow::Continue(())
    });
    known.insert(key, best - lead);
    best
}

/// The board as a ring of places, seed by seed, with the rules in their plainest form.
#[derive(Clone)]
struct Slow {
    pits: usize,
    empty_capture: bool,
    margin: bool,
    /// Houses and store of the first seat, then those of the second.
    ring: Vec<u32>,
    mover: usize,
}

impl Slow {
    fn new(game: &Kalah) -> Slow {
        let Rules { empty_capture, margin, .. } = game.rules;
        let pits = usize::from(game.rules.pits);
        let mut ring = vec![u32::from(game.rules.seeds); 2 * pits + 2];
        (ring[pits], ring[2 * pits + 1]) = (0, 0);
        Slow { pits, empty_capture, margin, ring, mover: 0 }
    }

    fn store(&self, seat: usize) -> usize {
        seat * (self.pits + 1) + self.pits
    }

    fn houses(&self, seat: usize) -> std::ops::Range<usize> {
        self.store(seat) - self.pits..self.store(seat)
    }

    fn is_empty(&self, seat: usize) -> bool {
        self.houses(seat).all(|house| self.ring[house] == 0)
    }

    /// Plays the house at `place`.
    fn play(&mut self, mut place: usize) {
        let seeds = std::mem::take(&mut self.ring[place]);
        for _ in 0..seeds {
            place = (place + 1) % self.ring.len();
            if place == self.store(1 - self.mover) {
                place = (place + 1) % self.ring.len();
            }
            self.ring[place] += 1;
        }
        if self.houses(self.mover).contains(&place) && self.ring[place] == 1 {
            let opposite = 2 * self.pits - place;
            if self.ring[opposite] != 0 || self.empty_capture {
                let captured = std::mem::take(&mut self.ring[opposite]) + 1;
                self.ring[place] = 0;
                let store = self.store(self.mover);
                self.ring[store] += captured;
            }
        }
        if self.is_empty(0) || self.is_empty(1) {
            for seat in 0..2 {
                for house in self.houses(seat) {
                    let store = self.store(seat);
                    self.ring[store] += std::mem::take(&mut self.ring[house]);
                }
            }
            self.mover = 0;
        } else if place != self.store(self.mover) {
            self.mover = 1 - self.mover;
        }
    }

    fn text(&self) -> String {
        let side = |seat| {
            let numbers = self.ring[self.houses(seat)].iter().map(u32::to_string);
            format!("{}:{}", numbers.collect::<Vec<_>>().join("."), self.ring[self.store(seat)])
        };
        format!("{} {} {}", side(0), side(1), self.mover + 1)
    }

    fn lead(&self) -> f64 {
        f64::from(self.ring[self.store(0)]) - f64::from(self.ring[self.store(1)])
    }
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        let is_over = self.is_empty(0) && self.is_empty(1);
        if is_over { Node::Terminal } else { Node::Decision(Seat(self.mover as u8)) }
    }

    fn moves(&self) -> Vec<String> {
        let own = &self.ring[self.houses(self.mover)];
        let filled = (1..).zip(own).filter(|&(_, &seeds)| seeds != 0);
        filled.map(|(house, _): (usize, _)| house.to_string()).collect()
    }

    fn after(&self, m: &str) -> Slow {
        let mut after = self.clone();
        after.play(self.houses(self.mover).start + m.parse::<usize>().unwrap() - 1);
        after
    }

    fn payoff(&self, seat: Seat) -> f64 {
        let lead = if seat == Seat(0) { self.lead() } else { -self.lead() };
        if self.margin || lead == 0.0 { lead } else { lead.signum() }
    }
}

#[test]
fn plays_agree_with_the_slow_referee() {
    let agree = |options: &str, walk: Walk| {
        let game = start(options);
        let total = if game.rules.margin { 1.0 } else { f64::from(game.rules.total()) };
        let compare = |fast: &Kalah, slow: &Slow| {
            assert_eq!(fast.to_string(), slow.text(), "{options}");
            if fast.node() != Node::Terminal {
                let estimate = fast.estimate(Heuristic(0), Seat(0));
                assert!((estimate - slow.lead() / total).abs() < 1e-12, "{fast}");
            }
        };
        walk.compare(&game, &Slow::new(&game), compare).unwrap();
    };
    for pits in 1..=7 {
        for (seeds, options) in [(1, ""), (2, ", false"), (4, ", payoff=margin"), (9, ""), (18, ", false, margin")] {
            agree(&format!("{pits}, {seeds}{options}"), Walk { depth: 0, plays: 20 });
        }
    }
    for (options, depth) in [("", 5), ("3, 2", 11), ("2, 3, false", 11), ("7, 18", 3)] {
        agree(options, Walk { depth, plays: 0 });
    }
}

#[test]
fn small_games_have_their_published_values() {
    // G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah (2000), table of results by houses and
    // counters, for the seat that begins. Five houses of two are a draw only with captures of empty
    // houses.
    for (pits, published) in [(1, "DLWLWD"), (2, "WLLLWW"), (3, "DWWWWL"), (4, "WW"), (5, "DD"), (6, "W")] {
        for (seeds, result) in (1..).zip(published.chars()) {
            let game = start(&format!("{pits}, {seeds}, payoff=margin"));
            let value = solve(&game, &mut BTreeMap::new());
            let found = match value {
                0.0 => 'D',
                value if 0.0 < value => 'W',
                _ => 'L',
            };
            assert_eq!(found, result, "{pits} houses, {seeds} seeds: {value}");
        }
    }
}

#[test]
fn the_capture_of_an_empty_house_changes_the_margin_of_some_games() {
    // No published numbers; those of a search written apart, in another language.
    let value = |options: &str| solve(&start(options), &mut BTreeMap::new());
    assert_eq!(value("2, 4, true, margin"), -12.0);
    assert_eq!(value("2, 4, false, margin"), -10.0);
}

#[test]
fn turns_captures_and_the_end_follow_the_rules() {
    let after = |options: &str, text: &str, house: &str| {
        let mut position = start(options).parse(text).unwrap();
        position.play(position.parse_move(house).unwrap());
        position.to_string()
    };
    // The last seed in the store: another turn.
    assert_eq!(after("", "4.4.4.4.4.4:0 4.4.4.4.4.4:0 1", "3"), "4.4.0.5.5.5:1 4.4.4.4.4.4:0 1");
    // The last seed in an own empty house, five seeds opposite.
    assert_eq!(after("3, 4", "1.0.4:6 4.5.3:1 1", "1"), "0.0.4:12 4.0.3:1 2");
    // The same with nothing opposite, by either rule.
    assert_eq!(after("3, 4", "1.0.4:9 4.0.3:3 1", "1"), "0.0.4:10 4.0.3:3 2");
    assert_eq!(after("3, 4, false", "1.0.4:9 4.0.3:3 1", "1"), "0.1.4:9 4.0.3:3 2");
    // A whole lap ends where it began, in the house just emptied.
    assert_eq!(after("3, 4", "0.7.1:2 2.3.4:5 1", "2"), "1.0.2:8 3.0.5:5 2");
    // A seat that empties its own side leaves the rest to the other; the store of the other is skipped.
    assert_eq!(after("3, 4", "0.0.1:9 5.2.1:6 1", "3"), "0.0.0:10 0.0.0:14 1");
    assert_eq!(after("3, 4", "4.3.1:8 0.0.8:0 2", "3"), "5.4.2:8 1.1.1:2 2");
}

#[test]
fn invalid_positions_are_refused() {
    let game = start("");
    for text in [
        "",
        "4.4.4.4.4.4:0 4.4.4.4.4.4:0",
        "4.4.4.4.4.4:0 4.4.4.4.4.4:0 3",
        "4.4.4.4.4.4:0 4.4.4.4.4.4:0 1 ",
        "4.4.4.4.4.4:0 4.4.4.4.4.4:1 1",
        "4.4.4.4.4:0 4.4.4.4.4.4:4 1",
        "4.4.4.4.4.4.0:0 4.4.4.4.4.4:0 1",
        "4.4.4.4.4.+4:0 4.4.4.4.4.4:0 1",
        "4.4.4.4.4.4:0 0.0.0.0.0.0:24 1",
        "0.0.0.0.0.0:24 0.0.0.0.0.0:24 2",
        "300.4.4.4.4.4:0 4.4.4.4.4.4:0 1",
    ] {
        assert!(game.parse(text).is_err(), "{text}");
    }
    let over = game.parse("0.0.0.0.0.0:25 0.0.0.0.0.0:23 1").unwrap();
    assert_eq!((over.node(), over.payoff(Seat(1))), (Node::Terminal, -1.0));
}

#[test]
fn the_drawing_shows_the_board_from_the_first_seat() {
    let position = start("3, 4").parse("1.0.4:6 4.5.3:1 2").unwrap();
    assert!(drawing(&position).starts_with("  3 2 1\n  3 5 4\n1       6\n  1 0 4\n  1 2 3\n"));
}

#[test]
fn hints_put_extra_turns_first_and_then_captures() {
    let position = start("3, 4").parse("1.0.1:9 4.5.3:1 1").unwrap();
    assert!(position.hint(House(0)) < position.hint(House(2)));
    assert!(position.is_forcing(House(0)) && position.is_forcing(House(2)));
    let quiet = start("3, 4").parse("1.1.4:5 4.5.3:1 1").unwrap();
    assert!(!quiet.is_forcing(House(0)) && quiet.hint(House(0)) == 0);
}
