//! 2048 against a slow twin: an array of numbers and loops.

use agon_core::{Heuristic, Node, Position, Seat, Symmetric, after, all_moves, registry};
use agon_laws::oracle::{Oracle, Walk};

use crate::{Board, SlideOrTile, Way};

fn start(options: &str) -> Board {
    registry::start(options).unwrap()
}

/// The slow twin: rows of numbers, and whether a tile is to come.
#[derive(Clone, Debug, PartialEq)]
struct Slow {
    size: usize,
    goal: u32,
    rows: Vec<Vec<u32>>,
    points: u32,
    coming: bool,
}

impl Slow {
    fn start(size: usize, goal: u32) -> Slow {
        Slow { size, goal, rows: vec![vec![0; size]; size], points: 0, coming: true }
    }

    /// The squares of a line, from the side to which it slides.
    fn line(&self, way: &str, line: usize) -> Vec<(usize, usize)> {
        let steps = 0..self.size;
        match way {
            "up" => steps.map(|step| (step, line)).collect(),
            "down" => steps.rev().map(|step| (step, line)).collect(),
            "left" => steps.map(|step| (line, step)).collect(),
            _ => steps.rev().map(|step| (line, step)).collect(),
        }
    }

    fn slid(&self, way: &str) -> Slow {
        let mut after = self.clone();
        for line in 0..self.size {
            let squares = self.line(way, line);
            let mut tiles: Vec<u32> = squares.iter().map(|&(r, c)| self.rows[r][c]).filter(|&tile| tile != 0).collect();
            let mut index = 1;
            while index < tiles.len() {
                if tiles[index - 1] == tiles[index] {
                    tiles[index - 1] *= 2;
                    after.points += tiles[index - 1];
                    tiles.remove(index);
                }
                index += 1;
            }
            tiles.resize(self.size, 0);
            for ((r, c), tile) in squares.into_iter().zip(tiles) {
                after.rows[r][c] = tile;
            }
        }
        after.coming = true;
        after
    }

    fn all(&self) -> impl Iterator<Item = u32> + '_ {
        self.rows.iter().flatten().copied()
    }

    fn has_goal(&self) -> bool {
        self.all().any(|tile| tile == self.goal)
    }
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        match self.moves().is_empty() {
            true => Node::Terminal,
            false if self.coming => Node::Chance,
            false => Node::Decision(Seat(0)),
        }
    }

    fn moves(&self) -> Vec<String> {
        if self.has_goal() {
            return Vec::new();
        }
        if !self.coming {
            let ways = ["up", "right", "down", "left"].into_iter();
            return ways.filter(|way| self.slid(way).rows != self.rows).map(str::to_owned).collect();
        }
        let mut moves = Vec::new();
        for (row, tiles) in (1..).zip(&self.rows) {
            for (column, _) in ('a'..).zip(tiles).filter(|&(_, &tile)| tile == 0) {
                moves.extend([2, 4].map(|tile| format!("{column}{row}={tile}")));
            }
        }
        moves
    }

    fn after(&self, m: &str) -> Slow {
        let [column, row, b'=', tile] = *m.as_bytes() else { return self.slid(m) };
        let mut after = self.clone();
        after.rows[usize::from(row - b'1')][usize::from(column - b'a')] = (tile - b'0').into();
        after.coming = self.all().all(|tile| tile == 0);
        after
    }

    fn payoff(&self, _: Seat) -> f64 {
        let unit = (self.goal.ilog2() - 1) * self.goal;
        f64::from(self.points) / f64::from(unit)
    }
}

#[test]
fn plays_agree_with_the_slow_rules() {
    for (options, size, goal, depth) in [
        ("", 4, 2048, 3),
        ("goal=64", 4, 64, 2),
        ("size=3, goal=64", 3, 64, 4),
        ("size=2, goal=8", 2, 8, 7),
        ("size=2, goal=16", 2, 16, 4),
    ] {
        let (mut ends, mut reached) = (0, 0);
        let compare = |fast: &Board, slow: &Slow| {
            for (row, line) in slow.rows.iter().enumerate() {
                for (column, &tile) in line.iter().enumerate() {
                    let found = fast.tile(row as u8, column as u8);
                    assert_eq!(u32::from(found != 0) << found, tile, "{fast}");
                }
            }
            assert_eq!(fast.points, slow.points);
            ends += u32::from(fast.node() == Node::Terminal);
            reached += u32::from(slow.has_goal());
        };
        let twin = Slow::start(size, goal);
        Walk { depth, plays: 200 }.compare(&start(options), &twin, compare).unwrap();
        // Both ends were met, but for the usual goal, which is beyond random play.
        assert!(goal == 2048 || (0 < reached && reached < ends), "{options}: {reached} of {ends}");
    }
}

#[test]
fn a_new_tile_is_a_two_nine_times_in_ten() {
    let position = start("").parse("1.../..../..../...1 0 +").unwrap();
    let all = all_moves(&position);
    assert_eq!(all.len(), 28);
    let weight = |is: bool| -> u32 {
        let wanted = |m: &&SlideOrTile| matches!(m, SlideOrTile::Tile { is_four, .. } if *is_four == is);
        all.iter().filter(wanted).map(|&m| position.weight(m)).sum()
    };
    assert_eq!((weight(false), weight(true)), (9 * 14, 14));
}

#[test]
fn the_goal_ends_the_game_and_pays() {
    let mut position = start("size=2, goal=8").parse("22/1. 8").unwrap();
    position.play(SlideOrTile::Slide(Way::Left));
    assert_eq!((position.node(), position.to_string().as_str()), (Node::Terminal, "3./1. 16"));
    // The unit is (3 − 1) · 8.
    assert_eq!(position.payoff(Seat(0)), 1.0);
    let mut position = start("size=2, goal=8, payoff=goal").parse("22/1. 0").unwrap();
    position.play(SlideOrTile::Slide(Way::Left));
    assert_eq!(position.payoff(Seat(0)), 1.0);
    let stuck = start("size=2, goal=8, payoff=goal").parse("12/21 0").unwrap();
    assert_eq!((stuck.node(), stuck.payoff(Seat(0))), (Node::Terminal, 0.0));
}

#[test]
fn the_bounds_on_points_and_plies_hold_where_they_are_tight() {
    // On the smallest board, every play there is: the most points, and the longest play.
    fn walk(position: &Board, plies: u32, most: &mut (u32, u32)) {
        *most = (most.0.max(position.points), most.1.max(plies));
        for m in all_moves(position) {
            walk(&after(position, m), plies + 1, most);
        }
    }
    let root = start("size=2, goal=8");
    let mut most = (0, 0);
    walk(&root, 0, &mut most);
    let facts = root.facts();
    let paid = f64::from(most.0) / f64::from(root.rules.unit());
    assert!(paid <= facts.max_payoff && most.1 <= facts.max_plies);
    // The bounds are no wild guesses.
    assert!(facts.max_payoff <= 3.0 * paid && facts.max_plies <= 3 * most.1, "{most:?}");
}

#[test]
fn estimates_prefer_order_and_room() {
    let at = |text: &str| start("").parse(text).unwrap();
    let snake = |text: &str| at(text).estimate(Heuristic(0), Seat(0));
    assert!(snake("6431/..../..../..1. 340") < snake("6543/1.../..../.... 400"));
    assert!(snake("..../.65./.13./.... 400") < snake("65../31../..../.... 400"));
    // The same from every corner and along both sides.
    let position = at("6543/..12/..../.1.. 400");
    for symmetry in 0..8 {
        let image = position.image(symmetry).estimate(Heuristic(0), Seat(0));
        assert_eq!(image, position.estimate(Heuristic(0), Seat(0)));
    }
    let room = |text: &str| at(text).estimate(Heuristic(1), Seat(0));
    assert!(room("6543/1.1./..../.... 400") < room("6543/1.../..../.... 400"));
}

#[test]
fn invalid_positions_are_refused() {
    for text in [
        "",
        "..../..../..../....",
        "..../..../..../.... 0",
        "1.../..../..../.... 0",
        "11../..../..../.... -1",
        "11../..../..../.... 00",
        "11../..../..../... 0",
        "11../..../..../..../.... 0",
        "c1../..../..../.... 0",
        "11../..../..../.... 0 x",
        "11../..../..../.... 0 + +",
        "1212/2121/1212/2121 0 +",
        "b1../..../..../.... 0 +",
        "a1../..../..../.... 0",
        "a1../..../..../.... 9222",
        "22../..../..../.... 6",
        "22../..../..../.... 12",
        "11../..../..../.... 999999999",
    ] {
        assert!(start("").parse(text).is_err(), "{text}");
    }
    assert!(start("size=2, goal=8").parse("22/22 32").is_err());
    assert!(start("payoff=goal").parse("11../..../..../.... 4").is_err());
    assert_eq!(start("").parse("1212/2121/1212/2121 8").unwrap().node(), Node::Terminal);
}
