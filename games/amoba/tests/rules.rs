//! Amőba against a slow second set of rules, and its heuristic against the book and by definition.

use agon_amoba::{Amoba, AmobaMove};
use agon_core::{
    Explained, Heuristic, Node, Position, Seat, Seed, all_moves, drawing, line::play_line, notation, registry,
};
use agon_laws::{
    oracle::{Oracle, Walk},
    perft::perft,
};

fn amoba(options: &str) -> Amoba {
    registry::start(options).expect("the options are right")
}

fn relevant(position: &Amoba) -> Vec<AmobaMove> {
    let mut list = Vec::new();
    let _ = position.each_relevant(|m| {
        list.push(m);
        std::ops::ControlFlow::Continue(())
    });
    list
}

#[test]
fn the_laws_hold_on_the_smallest_board_and_a_large_one() {
    agon_laws::check_with("amoba(size=3, line=3)", 6_000, 30).unwrap();
    agon_laws::check_with("amoba(size=20)", 40, 3).unwrap();
}

/// The example of the course text.
const BOOK: &str = "12/12/12/4XOX5/3XOXO5/3XOXOO4/5O6/4X7/12/12/12/12 X";

#[test]
fn the_example_square_has_the_value_in_the_book() {
    let position = amoba("").parse(BOOK).unwrap();
    // Row 6 from the top and column 4, both counted from zero: row 6 from the bottom, column e.
    let square = position.parse_move("e6").unwrap();
    let [row, column, falling, rising] = position.worth(square, Seat(0));
    assert_eq!((falling, column, rising, row), (21, 5, 6, 1));
    assert_eq!(position.worth(square, Seat(0)).iter().sum::<i32>(), 33);
    assert_eq!(position.worth(square, Seat(1)).iter().sum::<i32>(), 23);
    // The book's value is O's less X's: -10.
    let parts = position.parts(Heuristic(0));
    assert_eq!(parts.len(), all_moves(&position).len());
    let part = parts.iter().find(|part| part.name == "e6").unwrap();
    assert_eq!(part.values, [33.0, 23.0]);
    let first: Vec<_> = part.terms.iter().map(|(name, values)| (*name, values[0])).collect();
    assert_eq!(first, [("row", 1.0), ("column", 5.0), ("falling", 21.0), ("rising", 6.0)]);
}

#[test]
fn the_parts_of_the_squares_sum_to_the_estimate() {
    let position = amoba("").parse(BOOK).unwrap();
    let sum: f64 = position.parts(Heuristic(0)).iter().map(|p| p.values[0] - p.values[1]).sum();
    let scaled = position.estimate(Heuristic(0), Seat(0));
    assert!(sum != 0.0 && (sum < 0.0) == (scaled < 0.0));
    // value / (|value| + c) for some c, the same at another position.
    let half = |sum: f64, scaled: f64| sum / scaled - sum.abs();
    let after = agon_core::after(&position, position.parse_move("e6").unwrap());
    let other: f64 = after.parts(Heuristic(0)).iter().map(|p| p.values[0] - p.values[1]).sum();
    let difference = half(sum, scaled) - half(other, after.estimate(Heuristic(0), Seat(0)));
    assert!(difference.abs() < 1e-6, "{difference}");
}

#[test]
fn the_machine_of_the_book_considers_57_squares() {
    let position = amoba("").parse(BOOK).unwrap();
    assert_eq!(relevant(&position).len(), 57);
    assert_eq!(relevant(&amoba("15")), [AmobaMove { row: 7, column: 7 }]);
    let middle = [(5, 5), (5, 6), (6, 5), (6, 6)].map(|(row, column)| AmobaMove { row, column });
    assert_eq!(relevant(&amoba("12")), middle);
}

/// The game once more on a table of letters, slow and plain; the heuristic by its definition.
#[derive(Clone)]
struct Slow {
    size: i32,
    line: i32,
    exact: bool,
    stones: Vec<Vec<char>>,
    /// Who moves, and whether the last stone has won.
    mover: usize,
    is_won: bool,
}

const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (-1, 1), (1, 1)];

impl Slow {
    fn new(size: i32, line: i32, exact: bool) -> Slow {
        let stones = vec![vec!['.'; size as usize]; size as usize];
        Slow { size, line, exact, stones, mover: 0, is_won: false }
    }

    /// The stones of a position, from its text.
    fn of(position: &Amoba, size: i32, line: i32) -> Slow {
        let mut slow = Slow::new(size, line, false);
        let drawing = drawing(position);
        for (row, text) in drawing.lines().take(size as usize).enumerate() {
            slow.stones[size as usize - 1 - row] =
                text.replace('*', " ").split_whitespace().skip(1).flat_map(str::chars).collect();
        }
        slow
    }

    fn at(&self, row: i32, column: i32) -> char {
        let inside = (0..self.size).contains(&row) && (0..self.size).contains(&column);
        if inside { self.stones[row as usize][column as usize] } else { '#' }
    }

    /// Whether the stone on the square is in a row that wins.
    fn wins(&self, row: i32, column: i32) -> bool {
        let stone = self.at(row, column);
        DIRECTIONS.iter().any(|(down, right)| {
            let run = |sign: i32| {
                (1..).take_while(move |i| self.at(row + sign * i * down, column + sign * i * right) == stone)
            };
            let len = run(1).count() + run(-1).count() + 1;
            if self.exact { len == self.line as usize } else { self.line as usize <= len }
        })
    }

    fn squares(&self) -> Vec<(i32, i32)> {
        (0..self.size).flat_map(|row| (0..self.size).map(move |column| (row, column))).collect()
    }

    fn empty(&self) -> Vec<(i32, i32)> {
        self.squares().into_iter().filter(|&(row, column)| self.at(row, column) == '.').collect()
    }

    /// The value of an empty square to the side with these stones.
    fn worth(&self, (row, column): (i32, i32), side: char) -> i32 {
        let worth = |stones: i32| match self.line - stones {
            0 => 10_000,
            1 => 100,
            2 => 25,
            3 => 5,
            _ => 1,
        };
        let mut sum = 0;
        for (down, right) in DIRECTIONS {
            for first in 1 - self.line..=0 {
                let window: Vec<char> = (first..first + self.line)
                    .map(|i| if i == 0 { side } else { self.at(row + i * down, column + i * right) })
                    .collect();
                if window.iter().all(|&c| c == side || c == '.') {
                    sum += worth(window.iter().filter(|&&c| c == side).count() as i32);
                }
            }
        }
        sum
    }

    /// X's value of the board.
    fn value(&self) -> i32 {
        let empty = self.empty();
        empty.iter().map(|&at| self.worth(at, 'X') - self.worth(at, 'O')).sum()
    }

    fn relevant(&self) -> usize {
        let is_near = |(row, column): (i32, i32)| {
            self.squares().iter().any(|&(r, c)| self.at(r, c) != '.' && (r - row).abs() <= 2 && (c - column).abs() <= 2)
        };
        self.empty().iter().filter(|&&at| is_near(at)).count()
    }
}

#[test]
fn the_heuristic_agrees_with_its_definition() {
    for (size, line) in [(12, 5), (15, 5), (6, 4), (7, 6), (5, 3), (19, 5)] {
        let start = amoba(&format!("size={size}, line={line}"));
        for number in 0..12 {
            let mut stream = Seed(number).stream(size);
            let mut kept = start.clone();
            kept.keep(Some(Heuristic(0)));
            for ply in 0..120 {
                if kept.node() == Node::Terminal {
                    break;
                }
                let m = kept.draw_move(&mut stream);
                kept.play(m);
                if ply % 7 == 0 {
                    let slow = Slow::of(&kept, size as i32, line);
                    let fresh = start.parse(&kept.to_string()).unwrap();
                    assert_eq!(kept.value(Seat(0)), slow.value(), "kept: {kept}");
                    assert_eq!(fresh.value(Seat(0)), slow.value(), "from scratch: {kept}");
                    assert_eq!(fresh.value(Seat(1)), -slow.value());
                    for (row, column) in slow.empty() {
                        let square = AmobaMove { row: row as u8, column: column as u8 };
                        let [own, other] = if ply % 2 == 0 { ['O', 'X'] } else { ['X', 'O'] };
                        let [own, other] = [own, other].map(|side| slow.worth((row, column), side));
                        assert_eq!(kept.hint(square), 2 * own + other, "{square}: {kept}");
                        for (seat, side) in [(Seat(0), 'X'), (Seat(1), 'O')] {
                            let worth: i32 = kept.worth(square, seat).iter().sum();
                            assert_eq!(worth, slow.worth((row, column), side), "{square}: {kept}");
                        }
                    }
                    if kept.node() != Node::Terminal {
                        assert_eq!(relevant(&kept).len(), slow.relevant(), "{kept}");
                    }
                }
            }
        }
    }
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        let is_over = self.is_won || self.empty().is_empty();
        if is_over { Node::Terminal } else { Node::Decision(Seat(self.mover as u8)) }
    }

    fn moves(&self) -> Vec<String> {
        let squares = if self.is_won { Vec::new() } else { self.empty() };
        let name = |(row, column)| format!("{}{}", char::from(b'a' + column as u8), row + 1);
        squares.into_iter().map(name).collect()
    }

    fn after(&self, m: &str) -> Slow {
        let mut after = Slow { mover: 1 - self.mover, ..self.clone() };
        let column = usize::from(m.as_bytes()[0] - b'a');
        let row = m[1..].parse::<usize>().expect("a number follows the letter") - 1;
        after.stones[row][column] = ['X', 'O'][self.mover];
        after.is_won = after.wins(row as i32, column as i32);
        after
    }

    fn payoff(&self, seat: Seat) -> f64 {
        match self.is_won {
            false => 0.0,
            true if seat.index() == self.mover => -1.0,
            true => 1.0,
        }
    }
}

#[test]
fn games_agree_with_the_slow_rules() {
    let mut ends = [0, 0];
    for (size, line, exact) in [(12, 5, false), (6, 3, true), (5, 4, false), (9, 4, true), (4, 4, true)] {
        let start = amoba(&format!("size={size}, line={line}, exact={exact}"));
        let count = |fast: &Amoba, slow: &Slow| {
            ends[usize::from(slow.is_won)] += u32::from(fast.node() == Node::Terminal);
        };
        let slow = Slow::new(size, line, exact);
        let plays = if size == 12 { 40 } else { 120 };
        Walk { depth: 1, plays }.compare(&start, &slow, count).unwrap();
    }
    assert!(40 < ends[0] && 40 < ends[1], "draws and wins: {ends:?}");
}

#[test]
fn three_in_a_row_on_three_by_three_is_tic_tac_toe() {
    // 255,168 games in all, as is well known; by their plies.
    let start = amoba("size=3, line=3");
    let counts: Vec<u64> = (1..=9).map(|depth| perft(&start, depth)).collect();
    assert_eq!(counts, [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]);
    let drawn_or_won_at_last = counts[8];
    let won_before: u64 =
        [(4, 4), (5, 3), (6, 2), (7, 1)].iter().map(|&(ply, left)| counts[ply] - counts[ply + 1] / left).sum();
    assert_eq!(won_before + drawn_or_won_at_last, 255_168);
}

#[test]
fn overlines_win_unless_they_must_be_exact() {
    for (exact, payoff) in [(false, Some(1.0)), (true, None)] {
        let mut position = amoba(&format!("size=9, exact={exact}"));
        play_line(&mut position, "a1 a9 b1 c9 c1 e9 e1 g9 f1 i9 d1").unwrap();
        let found = (position.node() == Node::Terminal).then(|| position.payoff(Seat(0)));
        assert_eq!(found, payoff, "exact: {exact}");
    }
}

#[test]
fn fours_are_forcing_and_wins_come_first() {
    let mut position = amoba("9");
    play_line(&mut position, "c3 c9 d3 e9 e3 g9").unwrap();
    let forcing: Vec<String> =
        all_moves(&position).into_iter().filter(|&m| position.is_forcing(m)).map(|m| notation(&position, m)).collect();
    // X makes a four: b3 and f3 adjoin the three, a3 and g3 leave one square between.
    assert_eq!(forcing, ["a3", "b3", "f3", "g3"]);
    play_line(&mut position, "f3 a9").unwrap();
    let best = all_moves(&position).into_iter().max_by_key(|&m| position.hint(m)).unwrap();
    assert!(["b3", "g3"].contains(&notation(&position, best).as_str()));
}

#[test]
fn invalid_positions_are_refused() {
    let start = amoba("size=5, line=3");
    for text in [
        "",
        "5/5/5/5/5",
        "5/5/5/5/5 Z",
        "5/5/5/5 X",
        "5/5/5/5/6 X",
        "5/5/5/5/4XX X",
        "5/5/5/5/99999999999999999 X",
        "5/5/5/5/XXX2 X",
    ] {
        assert!(start.parse(text).is_err(), "{text}");
    }
    assert_eq!(start.parse("5/5/5/5/XXX2 O").unwrap().payoff(Seat(0)), 1.0);
    assert!(registry::game("amoba(size=4)").is_err());
}
