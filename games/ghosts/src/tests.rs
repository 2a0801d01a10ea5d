//! The maze against a slow twin that keeps characters on a grid.

use agon_core::{Heuristic, Node, Position, Seat, Seed, Sum, after, all_moves, drawing, registry};
use agon_laws::oracle::{Oracle, Walk};

use crate::{Ghosts, GhostsMove, maze::NAMED};

fn start(options: &str) -> Ghosts {
    registry::start(options).unwrap()
}

type Place = (i32, i32);

/// The slow twin: the grid of characters, and everybody by row and column.
#[derive(Clone, Debug)]
struct Slow {
    grid: Vec<Vec<char>>,
    runner: Place,
    ghosts: Vec<Place>,
    turn: usize,
    rounds: u32,
    hunting: bool,
    all: usize,
}

impl Slow {
    fn start(maze: &str, number: usize, rounds: u32, hunting: bool) -> Slow {
        let rows = NAMED.iter().find(|(name, _)| *name == maze).map_or(maze, |(_, rows)| rows);
        let mut grid: Vec<Vec<char>> = rows.split('/').map(|row| row.chars().collect()).collect();
        let (mut runner, mut ghosts, mut all) = ((0, 0), Vec::new(), 0);
        for (r, row) in (0..).zip(&mut grid) {
            for (c, square) in (0..).zip(row) {
                match *square {
                    'P' => runner = (r, c),
                    'G' => ghosts.push((r, c)),
                    '.' => all += 1,
                    _ => {}
                }
            }
        }
        ghosts.truncate(number);
        Slow { grid, runner, ghosts, turn: 0, rounds, hunting, all }
    }

    fn square(&self, (r, c): Place) -> char {
        let row = usize::try_from(r).ok().and_then(|r| self.grid.get(r));
        let square = usize::try_from(c).ok().and_then(|c| row?.get(c));
        square.copied().unwrap_or('#')
    }

    fn left(&self) -> usize {
        self.grid.iter().flatten().filter(|&&square| square == '.').count()
    }

    fn is_caught(&self) -> bool {
        self.ghosts.contains(&self.runner)
    }

    fn is_over(&self) -> bool {
        self.is_caught() || self.left() == 0 || self.rounds == 0
    }

    fn target(&self, word: &str) -> Place {
        let (r, c) = if self.turn == 0 { self.runner } else { self.ghosts[self.turn - 1] };
        match word {
            "up" => (r - 1, c),
            "down" => (r + 1, c),
            "left" => (r, c - 1),
            "right" => (r, c + 1),
            _ => (r, c),
        }
    }

    /// The runner's payoff with its best play.
    fn value(&self) -> f64 {
        let moves = self.moves();
        let below = moves.iter().map(|word| self.after(word).value());
        match self.node() {
            Node::Terminal => self.payoff(Seat(0)),
            Node::Decision(Seat(0)) => below.fold(-1.0, f64::max),
            Node::Decision(_) => below.fold(1.0, f64::min),
            Node::Chance => below.sum::<f64>() / moves.len() as f64,
        }
    }
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        match self.turn {
            _ if self.is_over() => Node::Terminal,
            turn if turn == 0 || self.hunting => Node::Decision(Seat(turn as u8)),
            _ => Node::Chance,
        }
    }

    fn moves(&self) -> Vec<String> {
        if self.is_over() {
            return Vec::new();
        }
        let words = ["up", "right", "down", "left", "stay"].into_iter();
        let allowed = words.filter(|&word| word != "stay" || self.turn == 0);
        allowed.filter(|word| self.square(self.target(word)) != '#').map(str::to_owned).collect()
    }

    fn after(&self, word: &str) -> Slow {
        let (mut next, to) = (self.clone(), self.target(word));
        if self.turn == 0 {
            next.runner = to;
            if !next.is_caught() {
                next.grid[to.0 as usize][to.1 as usize] = '_';
            }
        } else {
            next.ghosts[self.turn - 1] = to;
        }
        next.turn = (self.turn + 1) % (self.ghosts.len() + 1);
        next.rounds -= u32::from(next.turn == 0);
        next
    }

    fn payoff(&self, seat: Seat) -> f64 {
        let eaten = (self.all - self.left()) as f64 / self.all as f64;
        let runner = if self.is_caught() { eaten - 1.0 } else { eaten };
        if seat == Seat(0) { runner } else { -runner / self.ghosts.len() as f64 }
    }
}

/// The same by the game.
fn value(position: &Ghosts) -> f64 {
    let all = all_moves(position);
    let below = all.iter().map(|&m| value(&after(position, m)));
    match position.node() {
        Node::Terminal => position.payoff(Seat(0)),
        Node::Decision(Seat(0)) => below.fold(-1.0, f64::max),
        Node::Decision(_) => below.fold(1.0, f64::min),
        Node::Chance => {
            let total: u32 = all.iter().map(|&m| position.weight(m)).sum();
            let weighed = all.iter().zip(below).map(|(&m, v)| f64::from(position.weight(m)) * v);
            weighed.sum::<f64>() / f64::from(total)
        }
    }
}

#[test]
fn plays_agree_with_the_slow_rules() {
    for (options, maze, number, rounds, depth) in [
        ("", "court", 2, 50, 6),
        ("maze=tiny, number=1, rounds=9", "tiny", 1, 9, 8),
        ("maze=court, number=4, ghosts=hunting", "court", 4, 50, 0),
        ("maze=ring, ghosts=hunting", "ring", 2, 50, 7),
        ("maze=corridor, number=2", "corridor", 2, 50, 0),
        ("maze=chambers, number=2, rounds=200", "chambers", 2, 200, 0),
        ("maze=..P_G, number=1", "..P_G", 1, 50, 11),
    ] {
        let twin = Slow::start(maze, number, rounds, options.contains("hunting"));
        let (mut caught, mut done) = (0, 0);
        let count = |_: &Ghosts, slow: &Slow| {
            caught += u32::from(slow.is_caught());
            done += u32::from(slow.left() == 0);
        };
        Walk { depth, plays: 300 }.compare(&start(options), &twin, count).unwrap();
        assert!(0 < caught, "{options}");
        assert!(0 < done || maze != "..P_G", "{options}");
    }
}

#[test]
fn values_of_best_play_agree_with_the_slow_rules() {
    for (maze, rounds) in [("tiny", 4), ("P_.G", 5), ("_P_G/.##.", 4)] {
        let mut values = Vec::new();
        for ghosts in ["random", "hunting"] {
            let root = start(&format!("maze={maze}, number=1, ghosts={ghosts}, rounds={rounds}"));
            let expected = Slow::start(maze, 1, rounds, ghosts == "hunting").value();
            let found = value(&root);
            assert!((found - expected).abs() < 1e-12, "{maze} {ghosts}: {found}, not {expected}");
            values.push(found);
        }
        // A ghost that wanders is never worse for the runner than one that hunts.
        assert!(values[1] <= values[0], "{maze}: {values:?}");
    }
}

#[test]
fn small_mazes_have_values_computed_by_hand() {
    // One step to the only pellet.
    assert_eq!(value(&start("maze=.P_G, number=1, rounds=3")), 1.0);
    // The only pellet lies under the ghost's way: it comes to c1 at once, and the runner, which
    // must not meet it, has eaten nothing after two rounds, but lives.
    assert_eq!(value(&start("maze=P_.G, number=1, rounds=2")), 0.0);
    // In a dead end of two squares a ghost can't but catch the runner, or be run into.
    assert_eq!(value(&start("maze=PG., number=1, rounds=1")), -0.5);
    assert_eq!(value(&start("maze=PG., number=1, ghosts=hunting, rounds=1")), -1.0);
}

#[test]
fn a_random_ghost_takes_every_open_way_equally_often() {
    let position = after(&start("maze=../PG/.., number=1"), GhostsMove::Stay);
    assert_eq!(all_moves(&position), [GhostsMove::Up, GhostsMove::Down, GhostsMove::Left]);
    assert!(all_moves(&position).iter().all(|&m| position.weight(m) == 1));
    let (mut stream, mut counts) = (Seed(6).stream(0), [0u32; 5]);
    for _ in 0..30_000 {
        counts[position.draw_move(&mut stream) as usize] += 1;
    }
    // Two degrees of freedom: beyond 18.4 with probability 1 in 10,000.
    let drawn = [counts[0], counts[2], counts[3]];
    let chi: f64 = drawn.iter().map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0).sum();
    assert!(chi < 18.4 && counts[1] + counts[4] == 0, "chi-square {chi} for {counts:?}");
}

#[test]
fn hunting_ghosts_are_seats_that_share_the_opposite_payoff() {
    let root = start("maze=ring, ghosts=hunting");
    let facts = root.facts();
    assert_eq!((facts.seats, facts.chance, facts.sum), (3, false, Sum::Zero));
    let caught = root.parse("a1 a1+c5 ffe over");
    assert!(caught.is_err(), "pellets that never were");
    let pellets = root.now.pellets;
    let caught = root.parse(&format!("a2 a2+c5 {pellets:x} over")).unwrap();
    assert_eq!([0, 1, 2].map(|seat| caught.payoff(Seat(seat))), [-1.0, 0.5, 0.5]);
    assert_eq!(start("maze=ring").facts().seats, 1);
}

#[test]
fn estimates_fear_ghosts_and_like_pellets() {
    let root = start("maze=P_.____.G, number=1");
    let estimate = |text: &str| root.parse(text).unwrap().estimate(Heuristic(0), Seat(0));
    assert!(estimate("a1 h1 84 1 9") < estimate("b1 h1 84 1 9"));
    assert!(estimate("b1 c1 84 1 9") < estimate("b1 h1 84 1 9"));
    assert!(estimate("a1 h1 84 1 9") < estimate("c1 h1 80 1 9"));
}

#[test]
fn a_runner_that_walks_into_a_ghost_eats_nothing_there() {
    let mut here = start("maze=P_.G, number=1, ghosts=hunting");
    for m in [GhostsMove::Right, GhostsMove::Left, GhostsMove::Right] {
        here.play(m);
    }
    assert_eq!((here.node(), here.payoff(Seat(0))), (Node::Terminal, -1.0));
}

#[test]
fn a_maze_between_quotation_marks_is_the_same() {
    let term = |text: &str| registry::game(text).unwrap().term;
    assert_eq!(term(r#"ghosts(maze="P../.#./..G", number=1)"#), term("ghosts(maze=P../.#./..G, number=1)"));
    let error = registry::game(r#"ghosts(maze="P../.#./.G", number=1)"#).unwrap_err().to_string();
    assert!(error.contains("row 3 has another length than row 1"), "{error}");
}

#[test]
fn errors_about_mazes_name_the_mistake() {
    for (options, message) in [
        ("maze=P.#G", "accepted: a way from every square to every other; row 1, column 4 has none"),
        ("maze=P.G", "the maze has 1 ghost(s) (G), and number=2 wants more"),
        ("maze=palace", "accepted: # (wall), . (pellet), _ (floor), P (runner) or G (ghost) in row"),
    ] {
        let error = registry::game(&format!("ghosts({options})")).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn invalid_positions_are_refused() {
    let root = start("maze=P_.____.G, number=1");
    for text in [
        "",
        "a1 i1 84",
        "a1 i1 84 1",
        "a1 i1 84 3 9",
        "a1 i1 84 0 9",
        "a1 i1 84 1 51",
        "a1 i1 84 1 0",
        "a1 i1 85 1 9",
        "j1 i1 84 1 9",
        "a1 i1+h1 84 1 9",
        "a1 a1 84 1 9",
        "a1 i1 0 1 9",
        "c1 i1 84 1 9",
        "a1 i1 084 1 9",
        "a1 i1 84 1 9 9",
        "a1 i1 84 01 9",
    ] {
        assert!(root.parse(text).is_err(), "{text}");
    }
    for text in ["a1 i1 84 1 9", "c1 i1 80 2 1", "c1 i1 80 over", "c1 c1 84 over", "a1 i1 0 over"] {
        assert_eq!(root.parse(text).unwrap().to_string(), text);
    }
}

#[test]
fn a_drawing_has_pellets_bare_floor_and_the_seat_to_move() {
    let root = start("maze=P_.G, number=1");
    let letters = "1 P   . 1\n  a b c d\nto move: the runner\nrounds left: 50";
    assert_eq!(drawing(&root), letters);
    let on_a_pellet = root.parse("a1 c1 4 1 9").unwrap();
    let letters = "1 P   1\n  a b c d\nto move: the runner\nrounds left: 9";
    assert_eq!(drawing(&on_a_pellet), letters);
}
