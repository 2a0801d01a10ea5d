//! The rules against a slow second implementation, and examples.

use std::{collections::BTreeSet, ops::ControlFlow};

use agon_core::{ForeignNotation, Node, Position, Seat, Seed, all_moves, drawing, line::play_line, registry};
use agon_laws::oracle::{Oracle, Walk};

use crate::Go;

fn go(options: &str) -> Go {
    registry::start(options).unwrap()
}

/// The rules in their plainest form: a board is a list of points, chains are found by walking, the
/// past is the set of all boards.
#[derive(Clone)]
struct Slow {
    size: usize,
    board: Vec<u8>,
    mover: u8,
    passes: u32,
    past: BTreeSet<Vec<u8>>,
}

impl Slow {
    fn new(size: usize) -> Slow {
        let board = vec![2; size * size];
        Slow { size, past: BTreeSet::from([board.clone()]), board, mover: 0, passes: 0 }
    }

    fn beside(&self, at: usize) -> Vec<usize> {
        let (row, column) = (at / self.size, at % self.size);
        let mut list = Vec::new();
        if 0 < row {
            list.push(at - self.size);
        }
        if row + 1 < self.size {
            list.push(at + self.size);
        }
        if 0 < column {
            list.push(at - 1);
        }
        if column + 1 < self.size {
            list.push(at + 1);
        }
        list
    }

    /// The points connected to `at` with the same content, and the contents beside them.
    fn region(&self, board: &[u8], at: usize) -> (BTreeSet<usize>, BTreeSet<u8>) {
        let (mut region, mut around) = (BTreeSet::from([at]), BTreeSet::new());
        let mut open = vec![at];
        while let Some(p) = open.pop() {
            for q in self.beside(p) {
                if board[q] != board[at] {
                    around.insert(board[q]);
                } else if region.insert(q) {
                    open.push(q);
                }
            }
        }
        (region, around)
    }

    fn put(&self, at: usize) -> Option<Vec<u8>> {
        if self.board[at] != 2 {
            return None;
        }
        let mut board = self.board.clone();
        board[at] = self.mover;
        for q in self.beside(at) {
            if board[q] == 1 - self.mover {
                let (chain, around) = self.region(&board, q);
                if !around.contains(&2) {
                    for p in chain {
                        board[p] = 2;
                    }
                }
            }
        }
        let lives = self.region(&board, at).1.contains(&2);
        (lives && !self.past.contains(&board)).then_some(board)
    }

    fn liberties(&self, board: &[u8], at: usize) -> BTreeSet<usize> {
        let chain = self.region(board, at).0;
        chain.into_iter().flat_map(|p| self.beside(p)).filter(|&q| board[q] == 2).collect()
    }

    /// Whether an empty point is an eye of the mover.
    fn is_eye(&self, at: usize) -> bool {
        if !self.beside(at).iter().all(|&q| self.board[q] == self.mover) {
            return false;
        }
        let size = self.size as isize;
        let (row, column) = (at as isize / size, at as isize % size);
        let (mut others, mut beyond) = (0, 0);
        for (up, right) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            let (row, column) = (row + up, column + right);
            if !(0..size).contains(&row) || !(0..size).contains(&column) {
                beyond = 1;
            } else if self.board[(row * size + column) as usize] == 1 - self.mover {
                others += 1;
            }
        }
        others + beyond < 2
    }

    /// Whether a stone of the mover there takes nothing and has one liberty with its chain.
    fn is_self_atari(&self, at: usize) -> bool {
        let mut board = self.board.clone();
        board[at] = self.mover;
        let takes =
            self.beside(at).into_iter().any(|q| board[q] == 1 - self.mover && self.liberties(&board, q).is_empty());
        !takes && self.liberties(&board, at).len() < 2
    }

    fn name(&self, at: usize) -> String {
        let column = char::from(b"ABCDEFGHJ"[at % self.size]);
        format!("{column}{}", at / self.size + 1)
    }

    fn area(&self) -> [i32; 2] {
        let mut area = [0; 2];
        for at in 0..self.board.len() {
            let owner = match self.board[at] {
                2 => {
                    let around = self.region(&self.board, at).1;
                    if around.len() == 1 { around.first().copied() } else { None }
                }
                stone => Some(stone),
            };
            if let Some(owner) = owner {
                area[usize::from(owner)] += 1;
            }
        }
        area
    }
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        if self.passes == 2 { Node::Terminal } else { Node::Decision(Seat(self.mover)) }
    }

    fn moves(&self) -> Vec<String> {
        if self.passes == 2 {
            return Vec::new();
        }
        let points = (0..self.board.len()).filter(|&at| self.put(at).is_some());
        points.map(|at| self.name(at)).chain(["pass".to_owned()]).collect()
    }

    fn after(&self, m: &str) -> Slow {
        let mut after = Slow { mover: 1 - self.mover, passes: self.passes + 1, ..self.clone() };
        if let Some(at) = (0..self.board.len()).find(|&at| self.name(at) == m) {
            after.board = self.put(at).unwrap();
            after.passes = 0;
            after.past.insert(after.board.clone());
        }
        after
    }

    fn payoff(&self, seat: Seat) -> f64 {
        let [black, white] = self.area().map(f64::from);
        // The usual komi.
        let lead = black - white - 7.0;
        let lead = if seat == Seat(0) { lead } else { -lead };
        if lead == 0.0 { 0.0 } else { lead.signum() }
    }
}

#[test]
fn games_agree_with_the_slow_rules() {
    let mut refused = 0;
    for (size, depth, plays) in [(5, 2, 100), (6, 2, 100), (9, 1, 0)] {
        let compare = |fast: &Go, slow: &Slow| {
            let is_refused = |&p: &_| fast.board.effect(p, fast.mover.0).is_some_and(|e| fast.past.has(e.hash));
            refused += fast.board.each_empty().filter(is_refused).count();
            assert_eq!(fast.board.area(), slow.area(), "{fast}");
            let [black, white] = slow.area();
            assert_eq!(fast.lead(), Some(f64::from(black - white) - 7.0), "{fast}");
            same_chains(fast, slow);
        };
        let start = go(&format!("size={size}"));
        Walk { depth, plays }.compare(&start, &Slow::new(size), compare).unwrap();
    }
    // Superko beyond the simple ko is the difficult part, so it must have occurred.
    assert!(20 < refused, "superko refused {refused} moves");
}

/// Compares what the policy goes by.
fn same_chains(fast: &Go, slow: &Slow) {
    let board = &fast.board;
    for (at, p) in board.points().enumerate() {
        if slow.board[at] == 2 {
            assert_eq!(board.is_eye(p, slow.mover), slow.is_eye(at), "{fast} {at}");
            assert_eq!(board.is_self_atari(p, slow.mover), slow.is_self_atari(at), "{fast} {at}");
        } else {
            let liberties = slow.liberties(&slow.board, at);
            assert_eq!(board.few_liberties(p) as usize, liberties.len().min(3), "{fast} {at}");
            assert_eq!(board.last_liberty(p).is_some(), liberties.len() == 1, "{fast} {at}");
        }
    }
    if slow.passes < 2 {
        let m = fast.policy_move(&mut Seed(slow.past.len() as u64).stream(1));
        let named = (0..slow.board.len()).find(|&at| slow.name(at) == m.to_string());
        if let Some(at) = named {
            assert!(slow.put(at).is_some() && !slow.is_eye(at), "{fast} {m}");
        }
    }
}

/// Whether the policy plays one of these words, every time.
fn answers(position: &Go, words: &[&str]) -> bool {
    (0..100).all(|play| {
        let m = position.policy_move(&mut Seed(play).stream(0)).to_string();
        words.contains(&m.as_str())
    })
}

#[test]
fn the_policy_takes_and_saves_beside_the_last_move_and_leaves_eyes_alone() {
    let start = go("size=7");
    for (line, answered) in [
        // White's last stone stands with one liberty: it is taken.
        ("D4 E1 D3 E2 C4 E3 D2 A1 B2 D1", &["C1"][..]),
        // A black stone was left with one liberty: it runs, or nothing else beside it is taken.
        ("D4 D5 G7 C4 G6 E4", &["D3"]),
    ] {
        let mut position = start.clone();
        play_line(&mut position, line).unwrap();
        assert!(answers(&position, answered), "{line}: {}", drawing(&position));
    }
    // Two eyes of Black's, and nothing else to do: whoever could fill them passes.
    let eyes = start.parse("7/7/7/7/XXXXXXX/XX1X1XX/XXXXXXX X").unwrap();
    let filled = ["C2", "E2"];
    for play in 0..100 {
        let m = eyes.policy_move(&mut Seed(play).stream(0)).to_string();
        assert!(!filled.contains(&m.as_str()), "{m}");
    }
    // Plays by it end soon, with every stone that is left alive.
    let (mut plies, mut passed) = (0, 0);
    for play in 0..50 {
        let (mut here, mut stream) = (go("size=9"), Seed(play).stream(0));
        while here.node() != Node::Terminal {
            here.play(here.policy_move(&mut stream));
            plies += 1;
        }
        passed += u32::from(here.passes == 2);
    }
    assert!(plies / 50 < 140 && 48 <= passed, "{plies} plies, {passed} of 50 by passes");
}

#[test]
fn random_moves_are_legal_and_about_equally_likely() {
    let mut position = go("size=5");
    play_line(&mut position, "A2 A1 B1 C3 B2 D4 C1 E5").unwrap();
    let moves = all_moves(&position);
    let mut counts = vec![0u32; moves.len()];
    let mut stream = Seed(3).stream(0);
    for _ in 0..1_000 * moves.len() {
        let m = position.draw_move(&mut stream);
        counts[moves.binary_search(&m).unwrap()] += 1;
    }
    let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 1000.0).powi(2) / 1000.0).sum();
    // Beyond 51.2 with probability 1 in 10,000 for 20 degrees of freedom; there are fewer.
    assert!(moves.len() <= 21 && chi < 51.2, "chi-square {chi} for {counts:?}");
}

#[test]
fn stones_are_captured_and_boards_never_repeat() {
    let mut position = go("size=5");
    // A ko around C3 and D3.
    play_line(&mut position, "C4 D4 B3 E3 C2 D2 D3 C3").unwrap();
    assert!(position.parse_move("D3").is_none(), "{}", drawing(&position));
    play_line(&mut position, "pass pass").unwrap();
    assert_eq!(position.node(), Node::Terminal);
    // A pass does not lift the ban, a stone elsewhere does.
    let mut position = go("size=5");
    play_line(&mut position, "C4 D4 B3 E3 C2 D2 D3 C3 A1 A5").unwrap();
    assert!(position.parse_move("D3").is_some());
    // No stone where it would have no liberty.
    let mut position = go("size=5");
    play_line(&mut position, "A2 E5 B1").unwrap();
    assert!(position.parse_move("A1").is_none());
}

#[test]
fn the_area_and_the_komi_decide() {
    for (arguments, line, black) in [
        ("size=5, komi=0", "pass pass", 0.0),
        ("size=5, komi=0.5", "pass pass", -1.0),
        ("size=5, komi=25", "C3 pass pass", 0.0),
        ("size=5, komi=24.5", "C3 pass pass", 1.0),
        ("size=5, komi=-0.5", "pass pass", 1.0),
        // One stone each, and the rest belongs to neither.
        ("size=5, komi=0", "C3 D4 pass pass", 0.0),
    ] {
        let mut position = go(arguments);
        play_line(&mut position, line).unwrap();
        assert_eq!(position.node(), Node::Terminal);
        assert_eq!(position.payoff(Seat(0)), black, "{arguments} {line}");
    }
}

#[test]
fn texts_are_read_back_and_invalid_ones_refused() {
    let start = go("size=5");
    let mut position = start.parse("5/1X3/XOX2/5/5 X B2 pass").unwrap();
    assert_eq!(position.to_string(), "5/1X3/XOX2/5/5 X B2 pass");
    assert!(drawing(&position).contains("3 X . X . ."), "{}", drawing(&position));
    play_line(&mut position, "A1").unwrap();
    for text in ["", "5/5/5/5/5", "5/5/5/5 X", "5/5/5/5/6 X", "5/5/5/5/4Z X", "5/5/5/X4/OX3 X", "5/5/5/5/5 X C9"] {
        assert!(start.parse(text).is_err(), "{text}");
    }
}

#[test]
fn equal_pasts_make_equal_positions() {
    let (mut one, mut other) = (go("size=5"), go("size=5"));
    // The same boards in another order: a stone and a pass, a pass and a stone.
    play_line(&mut one, "C3 pass pass").unwrap();
    play_line(&mut other, "C3 pass pass").unwrap();
    assert!(one == other && one.key() == other.key());
    let (mut one, mut other) = (go("size=5"), go("size=5"));
    play_line(&mut one, "C3 D4 B2").unwrap();
    play_line(&mut other, "B2 D4 C3").unwrap();
    assert_ne!(one, other, "either could still come back to another board");
    assert_ne!(one.key(), other.key());
    let mut visits = 0;
    let _ = one.each_move(|_| {
        visits += 1;
        ControlFlow::Continue(())
    });
    assert_eq!(visits, 23);
}
