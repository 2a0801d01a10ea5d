//! The game against published counts, against a slow oracle, and against itself in the other
//! representation.

use std::{collections::BTreeSet, ops::ControlFlow};

use agon_core::{Node, Position, Seat, Seed, after, all_moves, drawing, registry};
use agon_laws::{
    oracle::{Oracle, Walk},
    perft,
};

use super::{Board, Large, Shape, Small, Square, TicTacToe};

fn start(options: &str) -> TicTacToe {
    registry::start(options).unwrap()
}

/// A board as a plain table, with the rules in their plainest form.
#[derive(Clone)]
struct Slow {
    shape: Shape,
    cells: Vec<Vec<Option<Seat>>>,
    turns: usize,
}

impl Slow {
    fn new(shape: Shape) -> Slow {
        let cells = vec![vec![None; shape.width.into()]; shape.height.into()];
        Slow { shape, cells, turns: 0 }
    }

    fn mover(&self) -> Seat {
        Seat((self.turns % usize::from(self.shape.seats)) as u8)
    }

    /// Every line on the board, as what its squares hold.
    fn lines(&self) -> Vec<Vec<Option<Seat>>> {
        let cell = |column: i32, row: i32| self.cells.get(row as usize)?.get(column as usize).copied();
        let mut lines = Vec::new();
        for row in 0..i32::from(self.shape.height) {
            for column in 0..i32::from(self.shape.width) {
                for (across, up) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                    let squares = (0..i32::from(self.shape.line)).map(|i| cell(column + i * across, row + i * up));
                    lines.extend(squares.collect::<Option<Vec<_>>>());
                }
            }
        }
        lines
    }

    fn winner(&self) -> Option<Seat> {
        let mut seats = Seat::all(self.shape.seats);
        seats.find(|&seat| self.lines().iter().any(|line| line.iter().all(|&owner| owner == Some(seat))))
    }

    fn open_lines(&self, seat: Seat) -> usize {
        let open = |line: &&Vec<Option<Seat>>| line.iter().all(|&owner| owner.is_none() || owner == Some(seat));
        self.lines().iter().filter(open).count()
    }

    fn estimate(&self, seat: Seat) -> f64 {
        let others = Seat::all(self.shape.seats).filter(|&other| other != seat);
        let number = f64::from(self.shape.seats - 1);
        let mean = others.map(|other| self.open_lines(other)).sum::<usize>() as f64 / number;
        (self.open_lines(seat) as f64 - mean) / self.lines().len() as f64 / number
    }

    fn text(&self) -> String {
        let row = |cells: &Vec<Option<Seat>>| {
            cells.iter().map(|owner| owner.map_or('.', |seat| ['X', 'O', 'Y', 'Z'][seat.index()])).collect()
        };
        self.cells.iter().rev().map(row).collect::<Vec<String>>().join("/")
    }

    fn compare(&self, position: &TicTacToe) {
        assert_eq!(position.to_string(), self.text());
        for seat in Seat::all(self.shape.seats).filter(|_| position.node() != Node::Terminal) {
            let found = position.estimate(agon_core::Heuristic(0), seat);
            assert!((found - self.estimate(seat)).abs() < 1e-12, "{position}: {found}");
        }
    }
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        if self.moves().is_empty() { Node::Terminal } else { Node::Decision(self.mover()) }
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.winner().is_some() {
            return moves;
        }
        for (row, cells) in (1..).zip(&self.cells) {
            let free = ('a'..).zip(cells).filter(|(_, owner)| owner.is_none());
            moves.extend(free.map(|(column, _)| format!("{column}{row}")));
        }
        moves
    }

    fn after(&self, m: &str) -> Slow {
        let mut after = Slow { turns: self.turns + 1, ..self.clone() };
        let (column, row) = (m.as_bytes()[0] - b'a', m[1..].parse::<usize>().unwrap() - 1);
        after.cells[row][usize::from(column)] = Some(self.mover());
        after
    }

    fn payoff(&self, seat: Seat) -> f64 {
        match self.winner() {
            None => 0.0,
            Some(winner) if winner == seat => 1.0,
            Some(_) => -1.0 / f64::from(self.shape.seats - 1),
        }
    }
}

fn in_both_ways(shape: Shape) -> Vec<TicTacToe> {
    let large = TicTacToe::new(shape, Board::Large(Box::new(Large::new(shape))));
    let small = Small::fits(shape).then(|| TicTacToe::new(shape, Board::Small(Small::new(shape))));
    small.into_iter().chain([large]).collect()
}

#[test]
fn both_representations_agree_with_the_slow_referee() {
    for (width, height, line, seats) in [
        (3, 3, 3, 2),
        (7, 8, 5, 2),
        (7, 8, 8, 2),
        (7, 7, 4, 3),
        (6, 4, 2, 4),
        (1, 8, 3, 2),
        (7, 1, 1, 3),
        (5, 5, 4, 2),
        (8, 3, 3, 2),
        (19, 19, 5, 2),
        (19, 2, 6, 3),
        (2, 19, 7, 4),
        (12, 12, 12, 2),
    ] {
        let shape = Shape { width, height, line, seats };
        let plays = if 100 < shape.area() { 1 } else { 20 };
        for start in in_both_ways(shape) {
            let compare = |fast: &TicTacToe, slow: &Slow| slow.compare(fast);
            Walk { depth: 0, plays }.compare(&start, &Slow::new(shape), compare).unwrap();
        }
    }
}

#[test]
fn clones_change_representation_with_their_source() {
    let [small, large] = &in_both_ways(start("").shape)[..] else { unreachable!() };
    let mut copy = small.clone();
    copy.clone_from(large);
    assert_eq!(copy, *large);
    copy.clone_from(small);
    assert_eq!(copy, *small);
}

/// Nodes, plays and value of the whole tree, for the seat that began.
fn minimax(position: &TicTacToe, line: &mut [TicTacToe], counts: &mut [u64; 2]) -> f64 {
    counts[0] += 1;
    let Node::Decision(mover) = position.node() else {
        counts[1] += 1;
        return position.payoff(Seat(0));
    };
    let [next, line @ ..] = line else { unreachable!() };
    let sign = if mover == Seat(0) { 1.0 } else { -1.0 };
    let mut best = f64::NEG_INFINITY;
    let _ = position.each_move(|m| {
        next.play_from(position, m);
        best = best.max(sign * minimax(next, line, counts));
        ControlFlow::Continue(())
    });
    sign * best
}

#[test]
fn the_whole_tree_has_549946_nodes_and_255168_plays_and_is_a_draw() {
    // Well known; both representations must find them.
    for position in in_both_ways(start("").shape) {
        let (mut line, mut counts) = (vec![position.clone(); 9], [0; 2]);
        assert_eq!(minimax(&position, &mut line, &mut counts), 0.0);
        assert_eq!(counts, [549_946, 255_168]);
    }
}

/// Plain alpha-beta from the view of the seat to move; `counts` its nodes.
fn alpha_beta(position: &TicTacToe, line: &mut [TicTacToe], window: [f64; 2], nodes: &mut u64) -> f64 {
    *nodes += 1;
    let Node::Decision(mover) = position.node() else {
        // The seat that would be next.
        return position.payoff(position.mover);
    };
    assert_eq!(mover, position.mover);
    let [next, line @ ..] = line else { unreachable!() };
    let [mut alpha, beta] = window;
    let mut best = f64::NEG_INFINITY;
    let _ = position.each_move(|m| {
        next.play_from(position, m);
        let value = -alpha_beta(next, line, [-beta, -alpha], nodes);
        if best < value {
            best = value;
            alpha = alpha.max(value);
        }
        if alpha < beta { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    best
}

fn solve(options: &str) -> (f64, u64) {
    let position = start(options);
    let mut line = vec![position.clone(); position.count()];
    let mut nodes = 0;
    let value = alpha_beta(&position, &mut line, [f64::NEG_INFINITY, f64::INFINITY], &mut nodes);
    (value, nodes)
}

#[test]
fn alpha_beta_in_row_order_visits_18297_nodes() {
    assert_eq!(solve(""), (0.0, 18_297));
}

#[test]
fn small_members_of_the_family_have_their_known_values() {
    // J. W. H. M. Uiterwijk and H. J. van den Herik, The advantage of the initiative, 2000: two in
    // a row is won wherever there are three squares, three in a row from 4 x 3 on, four not yet.
    for (options, value) in [
        ("2, 2, 2", 1.0),
        ("1, 1, 1", 1.0),
        ("2, 1, 2", 0.0),
        ("3, 2, 3", 0.0),
        ("5, 2, 3", 0.0),
        ("4, 3, 3", 1.0),
        ("3, 4, 3", 1.0),
        ("4, 3, 4", 0.0),
    ] {
        assert_eq!(solve(options).0, value, "{options}");
    }
}

#[test]
fn there_are_5478_positions() {
    let mut seen = BTreeSet::new();
    let mut queue = vec![start("")];
    while let Some(position) = queue.pop() {
        if !seen.insert(position.to_string()) {
            continue;
        }
        queue.extend(all_moves(&position).into_iter().map(|m| after(&position, m)));
    }
    assert_eq!(seen.len(), 5_478);
}

#[test]
fn move_sequences_are_counted_as_published() {
    // Well known: 1,440, 5,328, 47,952 and 72,576 plays end by a line after five to eight marks,
    // and 127,872 last to the ninth.
    let counts: Vec<u64> = (0..=9).map(|depth| perft::perft(&start(""), depth)).collect();
    assert_eq!(counts, [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]);
}

#[test]
fn malformed_and_unreachable_positions_are_refused() {
    let position = start("");
    for text in [
        "",
        ".../.../..",
        ".../.../....",
        ".../.../.../...",
        "X../X../...",
        "O../.../...",
        ".../.../..Y",
        ".../.../..x",
        "XXX/OOO/...",
        "XX./OOO/..X/",
        "XXX/OO./..O",
    ] {
        assert!(position.parse(text).is_err(), "{text}");
    }
    let won = position.parse("XXX/OO./...").unwrap();
    assert_eq!((won.node(), won.payoff(Seat(0)), won.payoff(Seat(1))), (Node::Terminal, 1.0, -1.0));
    let going = position.parse("XX./OO./...").unwrap();
    assert_eq!(going.node(), Node::Decision(Seat(0)));
    let doubled = position.parse("XXX/XOO/XOO").unwrap();
    assert_eq!(doubled.payoff(Seat(0)), 1.0);
}

#[test]
fn squares_are_named_from_the_bottom_left() {
    let mut position = start("width=12, height=10, line=5");
    position.play(position.parse_move("b1").unwrap());
    position.play(position.parse_move("l10").unwrap());
    let drawing = drawing(&position);
    let lines: Vec<&str> = drawing.lines().collect();
    assert_eq!(lines[0], "10 . . . . . . . . . . . O");
    assert_eq!(lines[9], " 1 . X . . . . . . . . . .");
    assert_eq!(lines[10], "   a b c d e f g h i j k l");
    for text in ["b1", "m1", "a11", "a0", "a01", "a+1", "A1", "a", ""] {
        assert_eq!(position.parse_move(text), None, "{text}");
    }
}

#[test]
fn hints_count_the_lines_through_a_square() {
    for options in ["", "7, 8, 4", "19, 5, 5", "4, 2, 3"] {
        let position = start(options);
        let all: i32 = all_moves(&position).iter().map(|&m| position.hint(m)).sum();
        let shape = position.shape;
        assert_eq!(all as u32, shape.lines() * u32::from(shape.line), "{options}");
    }
    let corner = Square::new(0, 0).unwrap();
    let hints = [corner, Square::new(1, 0).unwrap(), Square::new(1, 1).unwrap()];
    assert_eq!(hints.map(|m| start("").hint(m)), [3, 2, 4]);
}

#[test]
fn a_line_that_fits_nowhere_is_refused() {
    let error = registry::game("tic-tac-toe(3, 2, 4)").unwrap_err().to_string();
    assert!(error.contains("no line of 4 fits on a board of 3 x 2"), "{error}");
}

#[test]
fn random_play_of_three_seats_is_zero_sum() {
    let mut stream = Seed(9).stream(0);
    let mut position = start("5, 5, 3, 3");
    position.playout(&mut stream);
    let sum: f64 = Seat::all(3).map(|seat| position.payoff(seat)).sum();
    assert_eq!(sum, 0.0);
}
