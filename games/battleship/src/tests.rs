//! Battleship against a second telling, and as large as it is known to be.

use std::collections::{BTreeMap, BTreeSet};

use agon_core::{Eye, Node, Position, Seat, Seed, after, all_moves, registry, view};
use agon_laws::oracle::{Oracle, Walk};

use crate::{Battleship, redeal::Known};

fn start(options: &str) -> Battleship {
    registry::start(options).unwrap()
}

type Square = (char, usize);

/// The game as sets of squares with names.
#[derive(Clone)]
struct Slow {
    width: usize,
    height: usize,
    lengths: Vec<usize>,
    limit: usize,
    /// Those of both seats, in order.
    ships: [Vec<(String, BTreeSet<Square>)>; 2],
    shots: Vec<(String, &'static str)>,
}

impl Slow {
    fn new(width: usize, height: usize, lengths: &[usize], limit: usize) -> Slow {
        let ships = [Vec::new(), Vec::new()];
        Slow { width, height, lengths: lengths.to_vec(), limit, ships, shots: Vec::new() }
    }

    fn squares(&self) -> Vec<Square> {
        let columns = ('a'..='z').take(self.width);
        columns.flat_map(|column| (1..=self.height).map(move |row| (column, row))).collect()
    }

    /// The ships of this length that fit between those, by name.
    fn free(&self, length: usize, taken: &[&BTreeSet<Square>]) -> Vec<(String, BTreeSet<Square>)> {
        let board = self.squares();
        let mut found = Vec::new();
        for &(column, row) in &board {
            for is_down in [false, true] {
                let squares: BTreeSet<Square> = (0..length)
                    .map(
                        |step| {
                            if is_down { (column, row + step) } else { (char::from(column as u8 + step as u8), row) }
                        },
                    )
                    .collect();
                let is_on = squares.iter().all(|square| board.contains(square));
                if !is_on || taken.iter().any(|other| !other.is_disjoint(&squares)) {
                    continue;
                }
                let (first, last) = (squares.first().unwrap(), squares.last().unwrap());
                let name = |(column, row): &Square| format!("{column}{row}");
                let (one, other) = (name(first), name(last));
                let name = if one == other { one } else { format!("{one}-{other}") };
                found.push((name, squares));
            }
        }
        found.sort();
        found.dedup();
        found
    }

    /// Whether ships of these lengths have room.
    fn has_room(&self, lengths: &[usize], taken: &[&BTreeSet<Square>]) -> bool {
        let Some((length, rest)) = lengths.split_first() else { return true };
        self.free(*length, taken).iter().any(|(_, squares)| {
            let taken: Vec<_> = taken.iter().copied().chain([squares]).collect();
            self.has_room(rest, &taken)
        })
    }

    fn sunk(&self, seat: usize) -> usize {
        let own = self.shots.iter().enumerate().filter(|(index, _)| index % 2 == seat);
        own.filter(|(_, (_, heard))| *heard == "s").count()
    }
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        let all = self.lengths.len();
        let [first, second] = [0, 1].map(|seat| self.ships[seat].len());
        if first + second < 2 * all {
            Node::Decision(Seat(((first + second) % 2) as u8))
        } else if self.shots.len() == 2 * self.limit || self.sunk(0) == all || self.sunk(1) == all {
            Node::Terminal
        } else {
            Node::Decision(Seat((self.shots.len() % 2) as u8))
        }
    }
    fn moves(&self) -> Vec<String> {
        let Node::Decision(seat) = self.node() else { return Vec::new() };
        let own = &self.ships[seat.index()];
        if own.len() < self.lengths.len() {
            let taken: Vec<_> = own.iter().map(|(_, squares)| squares).collect();
            let free = self.free(self.lengths[own.len()], &taken);
            let may = free.into_iter().filter(|(_, squares)| {
                let taken: Vec<_> = taken.iter().copied().chain([squares]).collect();
                self.has_room(&self.lengths[own.len() + 1..], &taken)
            });
            return may.map(|(name, _)| name).collect();
        }
        let mine = self.shots.iter().skip(seat.index()).step_by(2);
        let shot: Vec<&String> = mine.map(|(name, _)| name).collect();
        let names = self.squares().into_iter().map(|(column, row)| format!("{column}{row}"));
        names.filter(|name| !shot.contains(&name)).collect()
    }
    fn after(&self, m: &str) -> Slow {
        let mut next = self.clone();
        let Node::Decision(seat) = self.node() else { unreachable!() };
        let own = &self.ships[seat.index()];
        if own.len() < self.lengths.len() {
            let free = self.free(self.lengths[own.len()], &[]);
            let ship = free.into_iter().find(|(name, _)| name == m).unwrap();
            next.ships[seat.index()].push(ship);
            return next;
        }
        let mine = self.shots.iter().skip(seat.index()).step_by(2);
        let shot: Vec<&str> = mine.map(|(name, _)| name.as_str()).chain([m]).collect();
        let is_shot = |(column, row): &Square| shot.contains(&&*format!("{column}{row}"));
        let here = (m.chars().next().unwrap(), m[1..].parse().unwrap());
        let met = self.ships[1 - seat.index()].iter().find(|(_, squares)| squares.contains(&here));
        let heard = match met {
            None => "w",
            Some((_, squares)) if squares.iter().all(is_shot) => "s",
            Some(_) => "h",
        };
        next.shots.push((m.to_owned(), heard));
        next
    }
    fn payoff(&self, seat: Seat) -> f64 {
        self.sunk(seat.index()) as f64 - self.sunk(1 - seat.index()) as f64
    }
    fn view(&self, eye: Eye) -> Option<String> {
        let fleet = |seat: usize| {
            let is_own = eye == Eye::Seat(Seat(seat as u8));
            let names = self.ships[seat].iter().map(|(name, _)| if is_own { name } else { "?" });
            names.collect::<Vec<_>>().join(" ")
        };
        let shots: Vec<String> = self.shots.iter().map(|(name, heard)| format!("{name}{heard}")).collect();
        Some(format!("{}|{}/{}", fleet(0), fleet(1), shots.join(" ")))
    }
}

#[test]
fn games_and_views_agree_with_the_slow_rules() {
    for (width, height, ships, shots, depth, plays) in [
        (2, 2, &[1][..], 2, 20, 0),
        (2, 2, &[1, 2], 2, 20, 0),
        (3, 1, &[1, 1], 3, 20, 0),
        (3, 2, &[3, 2], 2, 5, 50),
        (4, 4, &[1, 2, 3], 10, 1, 40),
        (6, 6, &[2, 3, 4], 20, 0, 10),
    ] {
        let names: Vec<String> = ships.iter().map(usize::to_string).collect();
        let names = names.join("+");
        let game = start(&format!("width={width}, height={height}, ships={names}, shots={shots}"));
        let slow = Slow::new(width, height, ships, shots);
        Walk { depth, plays }.compare(&game, &slow, |_, _| ()).unwrap();
    }
}

/// More than the tests above walk by far.
#[test]
#[ignore = "takes long"]
fn a_hundred_thousand_plies_agree_with_the_slow_rules() {
    let mut plies = 0;
    let game = start("width=6, height=6, ships=2+3+4, shots=20");
    let walk = Walk { depth: 0, plays: 2_700 };
    walk.compare(&game, &Slow::new(6, 6, &[2, 3, 4], 20), |here, _| {
        plies += u32::from(here.node() != Node::Terminal);
    })
    .unwrap();
    assert!(100_000 <= plies, "{plies}");
}

/// Counts the positions of all plays, and collects the views of the seat to act.
fn gather(here: &Battleship, count: &mut u32, sets: &mut [BTreeSet<u64>; 2]) {
    *count += 1;
    if let Node::Decision(seat) = here.node() {
        sets[seat.index()].insert(here.view_key(Eye::Seat(seat)));
    }
    for m in all_moves(here) {
        gather(&after(here, m), count, sets);
    }
}

/// The expected payoff of `seat` if all moves are random.
fn by_chance(here: &Battleship, seat: Seat) -> f64 {
    if here.node() == Node::Terminal {
        return here.payoff(seat);
    }
    let moves = all_moves(here);
    moves.iter().map(|&m| by_chance(&after(here, m), seat)).sum::<f64>() / moves.len() as f64
}

#[test]
fn the_size_of_the_game_is_as_published() {
    for (ships, histories, sets, value) in [("1", 1_573, [53, 109], 0.125), ("1+2", 13_685, [397, 1_189], 0.0)] {
        let game = start(&format!("width=2, height=2, ships={ships}, shots=2"));
        let mut found = [BTreeSet::new(), BTreeSet::new()];
        let mut count = 0;
        gather(&game, &mut count, &mut found);
        assert_eq!(count, histories);
        assert_eq!(found.map(|sets| sets.len()), sets);
        // Random shots and random hiding give the value: all squares are equivalent.
        let random = by_chance(&game, Seat(0));
        assert!((random - value).abs() < 1e-12, "{random}");
    }
}

#[test]
fn redeals_put_ships_where_shots_have_hit_and_nowhere_else() {
    let game = start("width=4, height=4, ships=1+2+3, shots=10");
    let here = game.parse("a1 a2-b2 a3-c3|d4 a1-a2 c1-c3/a1h b1w a2s b2h c2h d4w").unwrap();
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..300 {
        let redeal = here.redeal(Seat(0), &mut Seed(seed).stream(0));
        assert_eq!(view(&redeal, Eye::Seat(Seat(0))), view(&here, Eye::Seat(Seat(0))));
        *seen.entry(redeal.to_string()).or_default() += 1;
    }
    assert!(20 < seen.len(), "{seen:?}");
}

#[test]
fn impossible_fleets_are_refused() {
    for options in [
        "ships=6+6",
        "ships=5",
        "width=6, height=6, ships=2+3+3+4",
        "width=2, height=2, ships=2+2+1, shots=2",
        "shots=17",
        "width=2, height=1, ships=2",
    ] {
        assert!(registry::start::<Battleship>(options).is_err(), "{options}");
    }
}

/// However a play went, a fleet is found among few: as work, which no machine makes shorter or longer.
#[test]
fn a_redeal_takes_little_work() {
    for (options, typical, most) in [
        ("", 10, 200),
        ("width=6, height=6, ships=2+3+4, shots=36", 150, 20_000),
        ("width=5, height=5, ships=1+2+3, shots=25", 60, 10_000),
    ] {
        let (mut all, mut stream) = (Vec::new(), Seed(3).stream(0));
        for _ in 0..150 {
            let mut here = start(options);
            while here.node() != Node::Terminal {
                for owner in [Seat(0), Seat(1)] {
                    let mut known = Known::of(&here, owner);
                    known.draw(&mut stream);
                    all.push(known.work());
                }
                here.play(here.nth(stream.below(here.count() as u32) as usize));
            }
        }
        all.sort_unstable();
        let (middle, last) = (all[all.len() / 2], all[all.len() - 1]);
        let mean = all.iter().sum::<u64>() / all.len() as u64;
        println!("{options}: {middle} in the middle, {mean} in the mean, {last} at most");
        assert!(middle <= typical && last <= most, "{options}: {middle}, {last}");
    }
}
