//! Nine men's morris against a slow second set of rules.

use std::collections::BTreeMap;

use agon_core::{
    Game, Heuristic, Node, Position, Seat, Seed, laws, line::play_line, notation, perft::perft,
    registry,
};
use agon_nine_mens_morris::Morris;

fn morris(options: &str) -> Morris {
    let term = format!("nine-mens-morris({options})");
    let start = registry::game(&term).expect("the game is registered").start;
    start.downcast::<Morris>().expect("it is morris").clone()
}

#[test]
fn the_laws_hold() {
    for sample in Morris::SAMPLES {
        laws::check_with(&format!("nine-mens-morris({sample})"), 400, 12).unwrap();
    }
}

/// The sixteen lines, read off the board.
const LINES: [[&str; 3]; 16] = [
    ["a7", "d7", "g7"],
    ["b6", "d6", "f6"],
    ["c5", "d5", "e5"],
    ["a4", "b4", "c4"],
    ["e4", "f4", "g4"],
    ["c3", "d3", "e3"],
    ["b2", "d2", "f2"],
    ["a1", "d1", "g1"],
    ["a7", "a4", "a1"],
    ["b6", "b4", "b2"],
    ["c5", "c4", "c3"],
    ["d7", "d6", "d5"],
    ["d3", "d2", "d1"],
    ["e5", "e4", "e3"],
    ["f6", "f4", "f2"],
    ["g7", "g4", "g1"],
];

/// The game once more, with points by name.
#[derive(Clone)]
struct Slow {
    men: BTreeMap<&'static str, char>,
    hands: BTreeMap<char, u32>,
    mover: char,
    quiet: u32,
    flying: bool,
}

#[derive(PartialEq)]
enum End {
    Draw,
    Lost(char),
}

impl Slow {
    fn new(men: u32, flying: bool) -> Slow {
        let hands = [('X', men), ('O', men)].into();
        Slow { men: BTreeMap::new(), hands, mover: 'X', quiet: 0, flying }
    }

    fn points() -> Vec<&'static str> {
        let mut points: Vec<&str> = LINES.into_iter().flatten().collect();
        points.sort_unstable();
        points.dedup();
        points
    }

    fn are_near(one: &str, other: &str) -> bool {
        let steps = LINES.iter().flat_map(|line| [[line[0], line[1]], [line[1], line[2]]]);
        steps.into_iter().any(|step| step == [one, other] || step == [other, one])
    }

    fn on_board(&self, side: char) -> Vec<&'static str> {
        self.men.iter().filter(|(_, man)| **man == side).map(|(point, _)| *point).collect()
    }

    fn is_in_mill(&self, point: &str) -> bool {
        let man = self.men.get(point);
        LINES.iter().any(|line| {
            line.contains(&point) && line.iter().all(|other| self.men.get(other) == man)
        })
    }

    fn other(&self) -> char {
        if self.mover == 'X' { 'O' } else { 'X' }
    }

    /// All turns of the seat to move as they are written, with what they lead to.
    fn turns(&self) -> BTreeMap<String, Slow> {
        let mut turns = BTreeMap::new();
        let own = self.on_board(self.mover);
        let origins: Vec<Option<&str>> = if 0 < self.hands[&self.mover] {
            vec![None]
        } else {
            own.iter().copied().map(Some).collect()
        };
        for origin in origins {
            for to in Slow::points() {
                let reaches = match origin {
                    Some(from) if !(self.flying && own.len() == 3) => Slow::are_near(from, to),
                    _ => true,
                };
                if !reaches || self.men.contains_key(to) {
                    continue;
                }
                let mut after = self.clone();
                let name = if let Some(from) = origin {
                    after.men.remove(from);
                    after.quiet += 1;
                    format!("{from}-{to}")
                } else {
                    *after.hands.get_mut(&self.mover).expect("both have hands") -= 1;
                    after.quiet = 0;
                    to.to_owned()
                };
                after.men.insert(to, self.mover);
                after.mover = self.other();
                if !after.is_in_mill(to) {
                    turns.insert(name, after);
                    continue;
                }
                let theirs = after.on_board(self.other());
                let all_in_mills = theirs.iter().all(|point| after.is_in_mill(point));
                for taken in theirs {
                    if all_in_mills || !after.is_in_mill(taken) {
                        let mut took = after.clone();
                        took.men.remove(taken);
                        took.quiet = 0;
                        turns.insert(format!("{name}x{taken}"), took);
                    }
                }
            }
        }
        turns
    }

    fn end(&self, most_quiet: u32) -> Option<End> {
        let left = self.on_board(self.mover).len() as u32 + self.hands[&self.mover];
        if left < 3 || self.turns().is_empty() {
            Some(End::Lost(self.mover))
        } else {
            (most_quiet <= self.quiet).then_some(End::Draw)
        }
    }
}

#[test]
fn random_games_are_those_of_the_slow_rules() {
    let (mut flights, mut blocked, mut draws) = (0, 0, 0);
    let boards = [
        (9, true, 100, 40),
        (9, false, 100, 40),
        (4, true, 12, 60),
        (3, true, 6, 60),
        (7, false, 30, 60),
    ];
    for (men, flying, quiet, games) in boards {
        let start = morris(&format!("men={men}, flying={flying}, quiet={quiet}"));
        for number in 0..games {
            let mut stream = Seed(number).stream(u64::from(men));
            let (mut fast, mut slow) = (start.clone(), Slow::new(men, flying));
            loop {
                let turns = slow.turns();
                let end = slow.end(quiet);
                let mut moves = Vec::new();
                fast.moves(&mut moves);
                let mut written: Vec<String> = moves.iter().map(|&m| notation(&fast, m)).collect();
                written.sort_unstable();
                if let Some(end) = end {
                    assert_eq!((fast.node(), written.len()), (Node::Terminal, 0), "{fast}");
                    let lost = if end == End::Lost('X') { -1.0 } else { 1.0 };
                    let payoff = if end == End::Draw { 0.0 } else { lost };
                    assert_eq!(
                        (fast.payoff(Seat(0)), fast.payoff(Seat(1))),
                        (payoff, 0.0 - payoff)
                    );
                    draws += u32::from(end == End::Draw);
                    blocked += u32::from(turns.is_empty());
                    break;
                }
                assert!(written.iter().eq(turns.keys()), "{fast}: {written:?}");
                let m = fast.draw_move(&mut stream);
                let is_flight = notation(&fast, m)
                    .split_once('-')
                    .is_some_and(|(from, to)| !Slow::are_near(from, &to[..2]));
                flights += u32::from(is_flight);
                slow = turns[&notation(&fast, m)].clone();
                fast.play(m);
            }
        }
    }
    assert!(20 < flights && 20 < draws && 0 < blocked, "{flights} {draws} {blocked}");
}

#[test]
fn perft_counts_are_those_of_the_slow_rules() {
    fn count(slow: &Slow, quiet: u32, depth: u32) -> u64 {
        if slow.end(quiet).is_some() {
            return 0;
        }
        let turns = slow.turns();
        if depth == 1 {
            turns.len() as u64
        } else {
            turns.values().map(|t| count(t, quiet, depth - 1)).sum()
        }
    }
    let found = |options: &str, depth| perft(&morris(options), depth, &mut Vec::new());
    for depth in 1..=3 {
        assert_eq!(found("", depth), count(&Slow::new(9, true), 100, depth), "depth {depth}");
    }
    // From a middle game, with captures at once.
    let text = "X.X..O../.X.O..X./O...X..O O 0 0 7";
    let mut slow = Slow::new(9, true);
    slow.hands = [('X', 0), ('O', 0)].into();
    (slow.mover, slow.quiet) = ('O', 7);
    for (point, man) in [("a7", 'X'), ("g7", 'X'), ("d1", 'O'), ("d6", 'X'), ("f4", 'O')] {
        slow.men.insert(point, man);
    }
    for (point, man) in [("b2", 'X'), ("c5", 'O'), ("e3", 'X'), ("c4", 'O')] {
        slow.men.insert(point, man);
    }
    let position = morris("").parse(text).unwrap();
    for depth in 1..=4 {
        let expected = count(&slow, 100, depth);
        assert_eq!(perft(&position, depth, &mut Vec::new()), expected, "depth {depth}");
    }
}

#[test]
fn perft_of_the_usual_game_is_pinned() {
    // No published table is known. Until the fifth ply, the first that can close a mill, men are
    // put on free points: 24 · 23 · 22 · 21. Of the 20 · 255,024 fifth plies those that close one
    // of the 16 lines, 16 · 3! · 21 · 20 of them, come twice, as either of two men can be taken.
    let closing = 16 * 6 * 21 * 20;
    let expected = [24, 24 * 23, 24 * 23 * 22, 24 * 23 * 22 * 21, 255_024 * 20 + closing];
    for (depth, expected) in (1..).zip(expected) {
        assert_eq!(perft(&morris(""), depth, &mut Vec::new()), expected, "depth {depth}");
    }
}

#[test]
fn men_in_mills_are_taken_only_where_all_are() {
    let takes = |text: &str| {
        let position = morris("").parse(text).unwrap();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let written = moves.iter().map(|&m| notation(&position, m));
        let takes: Vec<String> = written.filter(|name| name.contains('x')).collect();
        takes.join(" ")
    };
    assert_eq!(takes("XX..OOO./......../........ X 6 6 0"), "g7xg1 g7xd1 g7xa1");
    assert_eq!(takes("XX..OOO./...O..../........ X 6 5 0"), "g7xf4");
    // Two mills at once take one man.
    assert_eq!(takes("XX.XX.../......../OO...... X 5 7 0"), "g7xc5 g7xd5");
    let mut position = morris("");
    play_line(&mut position, "a7 a1 d7 d1 g7xa1").unwrap();
    assert_eq!(position.to_string(), "XXX..O../......../........ O 6 7 0");
}

#[test]
fn heuristics_count_what_they_say() {
    let position = morris("").parse("XXX..O../......../O....... X 3 4 0").unwrap();
    let mut values = Vec::new();
    position.feature_values(Seat(0), &mut values);
    // X may step from a7 to a4, d7 to d6, g7 to g4; O from d1 to a1, g1, d2, and c5 to d5, c4.
    assert_eq!(values, [0.0, 1.0 / 9.0, -2.0 / 8.0]);
    assert_eq!(position.estimate(Heuristic(1), Seat(1)), -1.0 / 9.0);
    let lines: Vec<String> = position.drawing().lines().map(str::to_owned).collect();
    assert_eq!(
        (&*lines[0], &*lines[2], &*lines[6]),
        ("7 X-----X-----X", "5 | | O-.-. | |", "1 .-----O-----.")
    );
    assert_eq!(lines[8], "to place: X 3, O 4");
}

#[test]
fn what_is_no_position_is_refused() {
    let start = morris("men=3");
    for text in [
        "",
        "......../......../........ X 3 3",
        "......../......../....... X 3 3 0",
        "......../......../........ Z 3 3 0",
        "......../......../........ X 4 3 0",
        "X......./......../........ X 3 2 0",
        "X......./......../........ O 2 3 101",
        "X......./......../.......Y O 2 3 0",
    ] {
        assert!(start.parse(text).is_err(), "{text}");
    }
}
