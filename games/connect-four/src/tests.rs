//! The game against published counts and values, against a slow oracle, and against itself in
//! the other representation.

use std::{collections::BTreeSet, ops::ControlFlow};

use agon_core::{
    AnyPosition, Game, Heuristic, Learnable, Node, Options, Position, Seat, Seed, drawing, registry, term::Term,
};
use agon_laws::{oracle, perft};

use super::{Any, Body, Column, ConnectFour, Shape, Usual};

fn start(options: &str) -> ConnectFour<Any> {
    let term = Term::parse(&format!("connect-four({options})")).unwrap();
    let options = Options::read("connect-four", ConnectFour::<Any>::OPTIONS, &term).unwrap();
    ConnectFour::start(&options).unwrap()
}

fn moves<B: Body>(position: &ConnectFour<B>) -> Vec<Column> {
    let mut list = Vec::new();
    position.moves(&mut list);
    list
}

/// Columns as lists of stones, with the rules in their plainest form.
struct Oracle {
    shape: Shape,
    columns: Vec<Vec<Seat>>,
    mover: Seat,
}

impl Oracle {
    fn new(shape: Shape) -> Oracle {
        Oracle { shape, columns: vec![Vec::new(); shape.width.into()], mover: Seat(0) }
    }

    fn play(&mut self, Column(column): Column) {
        self.columns[usize::from(column)].push(self.mover);
        self.mover = self.mover.opponent();
    }

    /// Every line on the board, as what its squares hold.
    fn lines(&self) -> Vec<Vec<Option<Seat>>> {
        let Shape { width, height, line } = self.shape;
        let cell = |column: i32, row: i32| {
            let inside = (0..i32::from(width)).contains(&column) && (0..i32::from(height)).contains(&row);
            inside.then(|| self.columns[column as usize].get(row as usize).copied())
        };
        let mut lines = Vec::new();
        for row in 0..i32::from(height) {
            for column in 0..i32::from(width) {
                for (across, up) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                    let squares = (0..i32::from(line)).map(|i| cell(column + i * across, row + i * up));
                    lines.extend(squares.collect::<Option<Vec<_>>>());
                }
            }
        }
        lines
    }

    fn winner(&self) -> Option<Seat> {
        Seat::all(2).find(|&seat| self.lines().iter().any(|line| line.iter().all(|&owner| owner == Some(seat))))
    }

    fn legal(&self) -> Vec<Column> {
        let open = |&column: &u8| self.columns[usize::from(column)].len() < usize::from(self.shape.height);
        let columns = if self.winner().is_some() { 0..0 } else { 0..self.shape.width };
        columns.filter(open).map(Column).collect()
    }

    fn estimates(&self) -> [f64; 2] {
        let lines = self.lines();
        let open = |seat| {
            let open = |line: &&Vec<Option<Seat>>| !line.contains(&Some(seat));
            lines.iter().filter(open).count() as f64
        };
        let stones = |seat| lines.iter().flatten().filter(|&&owner| owner == Some(seat)).count() as f64;
        let number = lines.len() as f64;
        [
            (open(Seat(1)) - open(Seat(0))) / number,
            (stones(Seat(0)) - stones(Seat(1))) / number / f64::from(self.shape.line),
        ]
    }

    /// Checks the content of each square as either seat sees it, row by row from the top.
    fn shows_what<B: Body>(&self, position: &ConnectFour<B>) {
        for viewer in Seat::all(2) {
            let rows = (0..usize::from(self.shape.height)).rev();
            let place = |row: usize, column: &Vec<Seat>| match column.get(row) {
                Some(&seat) if seat == viewer => 1,
                Some(_) => 2,
                None if row == column.len() => 3,
                None => 0,
            };
            let expected: Vec<u8> =
                rows.flat_map(|row| self.columns.iter().map(move |column| place(row, column))).collect();
            let mut states = Vec::new();
            assert_eq!(position.states(viewer, &mut states), 4);
            assert_eq!(states, expected, "{position}");
        }
    }

    fn agrees_with<B: Body>(&self, position: &ConnectFour<B>) {
        self.shows_what(position);
        let legal = self.legal();
        assert_eq!(moves(position), legal, "{position}");
        if legal.is_empty() {
            assert_eq!(position.node(), Node::Terminal, "{position}");
            let payoff = match self.winner() {
                None => 0.0,
                Some(Seat(0)) => 1.0,
                Some(_) => -1.0,
            };
            assert_eq!(position.payoff(Seat(0)), payoff, "{position}");
            assert_eq!(position.payoff(Seat(1)), -payoff, "{position}");
            return;
        }
        assert_eq!(position.node(), Node::Decision(self.mover), "{position}");
        for (heuristic, expected) in (0..).zip(self.estimates()) {
            let found = Seat::all(2).map(|seat| position.estimate(Heuristic(heuristic), seat));
            let found: Vec<f64> = found.collect();
            assert!((found[0] - expected).abs() < 1e-12, "{position}: {found:?}, not {expected}");
            assert_eq!(found[0], -found[1]);
        }
        for &m in &legal {
            let completes = |seat| {
                let mut next = Oracle { columns: self.columns.clone(), mover: seat, ..*self };
                next.play(m);
                next.winner().is_some()
            };
            let forcing = Seat::all(2).any(completes);
            assert_eq!(position.is_forcing(m), forcing, "{position} {m}");
        }
    }
}

/// The board in words of 128 bits, and in words of 64 where it is small.
fn in_both_ways(shape: Shape) -> Vec<ConnectFour<Any>> {
    let small = Any::empty(shape).filter(Any::is_narrow);
    small.into_iter().chain([Any::wide(shape)]).map(ConnectFour).collect()
}

#[test]
fn both_representations_agree_with_the_slow_oracle() {
    let mut stream = Seed(5).stream(0);
    for (width, height, line) in [
        (7, 6, 4),
        (7, 8, 4),
        (7, 8, 8),
        (5, 8, 3),
        (6, 4, 5),
        (1, 8, 3),
        (7, 1, 4),
        (4, 4, 2),
        (2, 2, 1),
        (8, 8, 4),
        (15, 8, 7),
        (7, 15, 5),
        (9, 12, 6),
    ] {
        let shape = Shape { width, height, line };
        for _ in 0..if shape.is_narrow() { 12 } else { 3 } {
            let mut positions = in_both_ways(shape);
            let mut oracle = Oracle::new(shape);
            loop {
                for position in &positions {
                    oracle.agrees_with(position);
                    assert_eq!(*position, position.parse(&positions[0].to_string()).unwrap());
                }
                if positions[0].node() == Node::Terminal {
                    break;
                }
                let m = positions[0].draw_move(&mut stream);
                oracle.play(m);
                for position in &mut positions {
                    position.play(m);
                }
            }
        }
    }
}

#[test]
fn the_usual_board_behaves_like_the_general_one() {
    let usual = registry::start::<ConnectFour<Usual>>("").unwrap();
    let mut both = [AnyPosition::new(usual), AnyPosition::new(start(""))];
    oracle::twins(&both[0], &both[1], 200).unwrap();
    let (mut stream, mut states) = (Seed(8).stream(0), [Vec::new(), Vec::new()]);
    while both[0].node() != Node::Terminal {
        let m = both[0].draw_move(&mut stream);
        for (here, states) in both.iter_mut().zip(&mut states) {
            here.play(m);
            here.states(Seat(0), states);
        }
        assert_eq!(states[0], states[1], "{}", both[0]);
    }
    let plays_usual = |options: &str| {
        let game = registry::game(&format!("connect-four({options})")).unwrap();
        game.start.downcast::<ConnectFour<Usual>>().is_some()
    };
    assert!(plays_usual("") && !plays_usual("line=5") && !plays_usual("height=7"));
}

#[test]
fn nth_agrees_with_the_order_of_moves() {
    let mut stream = Seed(6).stream(0);
    for options in ["", "7, 8, 5", "12, 8, 4"] {
        let mut position = start(options);
        while position.node() != Node::Terminal {
            let list = moves(&position);
            assert_eq!(position.count(), list.len());
            assert!(list.iter().enumerate().all(|(n, &m)| position.nth(n) == m));
            position.play(position.draw_move(&mut stream));
        }
    }
}

#[test]
fn move_sequences_are_counted_as_published() {
    // Well known perft numbers of the game. Up to the sixth ply no column can be full and only the
    // seventh stone can end a play.
    let counts: Vec<u64> = (0..=8).map(|depth| perft::perft(&start(""), depth)).collect();
    assert_eq!(counts, [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]);
}

#[test]
fn positions_are_counted_as_published() {
    // J. Tromp, OEIS A212693: legal 7 x 6 positions after n plies.
    let published = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275];
    let mut level = BTreeSet::from([start("").to_string()]);
    for (ply, count) in published.into_iter().enumerate() {
        assert_eq!(level.len(), count, "ply {ply}");
        let mut next = BTreeSet::new();
        for text in &level {
            let position = start("").parse(text).unwrap();
            for m in moves(&position) {
                let mut after = position.clone();
                after.play(m);
                next.insert(after.to_string());
            }
        }
        level = next;
    }
}

/// Alpha-beta in the order of the hints, from the view of the seat to move.
fn alpha_beta(position: &ConnectFour<Any>, line: &mut [ConnectFour<Any>], alpha: f64, beta: f64) -> f64 {
    let Node::Decision(_) = position.node() else { return position.payoff(position.0.mover()) };
    let [next, line @ ..] = line else { unreachable!() };
    let (mut alpha, mut best) = (alpha, f64::NEG_INFINITY);
    let mut list = [Column(0); 15];
    let list = &mut list[..position.count()];
    for (n, m) in list.iter_mut().enumerate() {
        *m = position.nth(n);
    }
    list.sort_by_key(|&m| -position.hint(m));
    for &m in list.iter() {
        next.play_from(position, m);
        best = best.max(-alpha_beta(next, line, -beta, -alpha));
        alpha = alpha.max(best);
        if beta <= alpha {
            break;
        }
    }
    best
}

/// The value for the seat to move by plain minimax, over all moves or the sufficient ones.
fn minimax(position: &ConnectFour<Any>, all: bool) -> f64 {
    if position.node() == Node::Terminal {
        return position.payoff(position.0.mover());
    }
    let mut list = Vec::new();
    let mut add = |m| {
        list.push(m);
        ControlFlow::Continue(())
    };
    let _ = if all { position.each_move(&mut add) } else { position.each_sufficient(&mut add) };
    assert!(list.is_sorted() && list.iter().all(|&m| position.is_legal(m)), "{position}");
    let value = |&m: &Column| {
        let mut after = position.clone();
        after.play(m);
        -minimax(&after, all)
    };
    list.iter().map(value).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn the_moves_that_suffice_have_the_value_of_all_moves() {
    let mut stream = Seed(9).stream(0);
    for options in ["4, 4", "7, 6", "7, 8, 5", "3, 4, 3", "7, 2, 3", "2, 2, 1", "9, 2"] {
        let (mut narrowed, mut tried) = (0, 0);
        for _ in 0..2000 {
            let mut position = start(options);
            // Until few squares are left, if the random game lasts so long.
            let mut left = position.facts().max_plies;
            while 7 < left && position.node() != Node::Terminal {
                position.play(position.draw_move(&mut stream));
                left -= 1;
            }
            if position.node() == Node::Terminal || 100 < tried {
                continue;
            }
            tried += 1;
            let position = &position;
            assert_eq!(minimax(position, false), minimax(position, true), "{position}");
            let mut count = 0;
            let _ = position.each_sufficient(|_| {
                count += 1;
                ControlFlow::Continue(())
            });
            narrowed += u32::from(count < position.count());
        }
        let is_wide = options == "9, 2";
        assert!(0 < tried && (is_wide || 0 < narrowed), "{options}: {narrowed} of {tried}");
    }
}

#[test]
fn hints_count_threats_in_positions_with_enough_stones() {
    let hints = |text: &str| -> Vec<i32> {
        let position = start("").parse(text).unwrap();
        moves(&position).iter().map(|&m| position.hint(m)).collect()
    };
    assert_eq!(hints("-/-/XO/XO/-/-/-"), [-6, -4, -2, 0, -2, -4, -6], "only the centre");
    // X has two side by side at the bottom. A third makes a threat on each open side of it: one at
    // a or f, two at b or e. On top of the others there is nothing to gain.
    assert_eq!(hints("-/-/XOXOX/XOXOX/-/-/OO"), [24, 56, -2, 0, 58, 26, -6]);
}

#[test]
fn small_boards_have_their_known_values() {
    // J. Tromp, John's Connect Four Playground: 4 x 4, 4 x 5 and 5 x 4 are draws.
    for options in ["4, 4", "4, 5", "5, 4"] {
        let position = start(options);
        let mut line = vec![position.clone(); position.facts().max_plies as usize];
        assert_eq!(alpha_beta(&position, &mut line, -1.0, 1.0), 0.0, "{options}");
    }
    let position = start("4, 4, 3");
    let mut line = vec![position.clone(); 16];
    assert_eq!(alpha_beta(&position, &mut line, -1.0, 1.0), 1.0);
}

#[test]
fn breaking_off_ends_the_visit_of_moves() {
    let mut visits = 0;
    let _ = start("").each_move(|_| {
        visits += 1;
        ControlFlow::Break(())
    });
    assert_eq!(visits, 1);
}

#[test]
fn malformed_and_unreachable_positions_are_refused() {
    let position = start("");
    for text in [
        "",
        "-/-/-/-/-/-",
        "-/-/-/-/-/-/-/-",
        "O/-/-/-/-/-/-",
        "XX/-/-/-/-/-/-",
        "-/-/-/ZX/-/-/-",
        "-//-/-/-/-/-",
        "XOXOXOX/-/-/-/-/-/-",
        "X-/-/-/-/-/-/-",
        "XXXX/OOOO/-/-/-/-/-",
        "XXXX/O/O/O/O/-/-",
    ] {
        assert!(position.parse(text).is_err(), "{text}");
    }
    let won = position.parse("XXXX/OOO/-/-/-/-/-").unwrap();
    assert_eq!((won.node(), won.payoff(Seat(0))), (Node::Terminal, 1.0));
    let going = position.parse("XXX/OOO/-/-/-/-/-").unwrap();
    assert_eq!(going.node(), Node::Decision(Seat(0)));
    assert!(going.is_forcing(Column(0)) && going.is_forcing(Column(1)));
    assert!(!going.is_forcing(Column(2)));
}

#[test]
fn stones_fall_and_columns_are_named_by_letters() {
    let mut position = start("");
    for text in ["d", "d", "a"] {
        position.play(position.parse_move(text).unwrap());
    }
    assert_eq!(position.to_string(), "X/-/-/XO/-/-/-");
    let drawing = drawing(&position);
    assert_eq!(drawing.lines().skip(4).collect::<Vec<_>>(), ["2 . . . O . . .", "1 X . . X . . .", "  a b c d e f g"]);
    for text in ["h", "D", "d1", "", "`", "{"] {
        assert_eq!(position.parse_move(text), None, "{text}");
    }
    assert!(!position.is_legal(Column(7)) && !position.is_legal(Column(255)));
}

#[test]
fn hints_prefer_the_centre() {
    let hints = |options| moves(&start(options)).iter().map(|&m| start(options).hint(m)).collect();
    let seven: Vec<i32> = hints("");
    assert_eq!(seven, [-6, -4, -2, 0, -2, -4, -6]);
    let four: Vec<i32> = hints("4, 4");
    assert_eq!(four, [-3, -1, -1, -3]);
}

#[test]
fn boards_out_of_reach_are_refused() {
    for (options, message) in [
        ("3, 3", "no line of 4 fits on a board of 3 x 3"),
        ("15, 9", "15 x 9 is too large: (width + 1) x height may be 128 at most"),
    ] {
        let error = registry::game(&format!("connect-four({options})")).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}
