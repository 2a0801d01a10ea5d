//! Pig against the published equations, solved by value iteration.

use agon_core::{Node, Position, Seat, Seed, after, all_moves, registry};
use agon_laws as _;

use crate::{Act, Phase, Pig};

fn start(options: &str) -> Pig {
    registry::start(options).unwrap()
}

fn at(options: &str, text: &str) -> Pig {
    start(options).parse(text).unwrap()
}

/// Neller and Presser's equations: the probability that the mover wins with `own` points against
/// `other` and `turn` points in this turn. Independent of the game.
struct Oracle {
    target: usize,
    win: Vec<f64>,
}

impl Oracle {
    /// The probabilities with best play.
    fn solve(target: usize, sides: usize) -> Oracle {
        Oracle::play(target, sides, |_, _, roll, hold| roll.max(hold))
    }

    /// The probabilities if both seats choose by `choose`, which is given the mover's points, those
    /// of its turn, and what rolling and holding are worth.
    fn play(target: usize, sides: usize, choose: impl Fn(usize, usize, f64, f64) -> f64) -> Oracle {
        let mut oracle = Oracle { target, win: vec![0.0; target * target * target] };
        loop {
            let mut change = 0.0f64;
            for own in (0..target).rev() {
                for other in (0..target).rev() {
                    for turn in (0..target - own).rev() {
                        let faces = (2..=sides).map(|face| oracle.at(own, other, turn + face));
                        let bust = 1.0 - oracle.at(other, own, 0);
                        let roll = (bust + faces.sum::<f64>()) / sides as f64;
                        let hold = 1.0 - oracle.at(other, own + turn, 0);
                        let index = (own * target + other) * target + turn;
                        let win = choose(own, turn, roll, hold);
                        change = change.max((win - oracle.win[index]).abs());
                        oracle.win[index] = win;
                    }
                }
            }
            if change < 1e-12 {
                return oracle;
            }
        }
    }

    fn at(&self, own: usize, other: usize, turn: usize) -> f64 {
        match own + turn {
            reached if self.target <= reached => 1.0,
            _ if self.target <= other => 0.0,
            _ => self.win[(own * self.target + other) * self.target + turn],
        }
    }
}

/// The payoff of the first seat with best play, by the rules of the game as far as its bound of
/// turns; every position once.
fn value(position: &Pig, known: &mut std::collections::BTreeMap<String, f64>) -> f64 {
    let text = position.to_string();
    if let Some(&value) = known.get(&text) {
        return value;
    }
    let moves = all_moves(position);
    let below: Vec<f64> = moves.iter().map(|&m| value(&after(position, m), known)).collect();
    let found = match position.node() {
        Node::Terminal => position.payoff(Seat(0)),
        Node::Decision(Seat(0)) => below.into_iter().fold(f64::NEG_INFINITY, f64::max),
        Node::Decision(_) => below.into_iter().fold(f64::INFINITY, f64::min),
        Node::Chance => {
            let weights: Vec<f64> = moves.iter().map(|&m| position.weight(m).into()).collect();
            let sum: f64 = weights.iter().zip(&below).map(|(weight, value)| weight * value).sum();
            sum / weights.iter().sum::<f64>()
        }
    };
    known.insert(text, found);
    found
}

#[test]
fn the_value_of_best_play_agrees_with_the_published_equations() {
    // Thirty turns each make the bound count for less than the tolerance at these targets.
    for (target, finish) in [(1, "hold"), (5, "hold"), (9, "hold"), (9, "reach"), (12, "reach")] {
        let expected = 2.0 * Oracle::solve(target, 6).at(0, 0, 0) - 1.0;
        let root = start(&format!("target={target}, finish={finish}, turns=30"));
        let found = value(&root, &mut std::collections::BTreeMap::new());
        assert!((found - expected).abs() < 1e-6, "{target} {finish}: {found}, not {expected}");
    }
}

#[test]
fn the_value_of_piglet_is_the_exact_solution_of_its_equations() {
    // Neller and Presser's Piglet to 2, a coin whose heads are one point: six linear equations.
    let oracle = Oracle::solve(4, 2);
    let exact = [((0, 0, 0), 4.0 / 7.0), ((0, 0, 1), 5.0 / 7.0), ((0, 1, 0), 2.0 / 5.0)];
    let more = [((0, 1, 1), 3.0 / 5.0), ((1, 0, 0), 4.0 / 5.0), ((1, 1, 0), 2.0 / 3.0)];
    for ((own, other, turn), probability) in exact.into_iter().chain(more) {
        let found = oracle.at(2 * own, 2 * other, 2 * turn);
        assert!((found - probability).abs() < 1e-9, "{own} {other} {turn}: {found}");
        let seats = format!("{}:{} 1+{}", 2 * own, 2 * other, 2 * turn);
        let text = if turn == 0 { format!("{seats}? 80") } else { format!("{seats} 80") };
        let position = at("target=4, sides=2, turns=40", &text);
        let value = value(&position, &mut std::collections::BTreeMap::new());
        assert!((value - (2.0 * probability - 1.0)).abs() < 1e-6, "{text}: {value}");
    }
}

#[test]
fn holding_at_twenty_or_goal_wins_with_the_published_probability() {
    // T. W. Neller, First-player advantage (Nifty Assignments 2010): about 0.5347.
    let hold_at_20 = |own, turn, roll, hold| {
        if turn < 20 && own + turn < 100 { roll } else { hold }
    };
    let found = Oracle::play(100, 6, hold_at_20).at(0, 0, 0);
    assert!((found - 0.5347).abs() < 5e-5, "{found}");
}

#[test]
fn in_the_usual_game_the_advantage_of_the_first_seat_is_small() {
    // The solution of the equations, computed here.
    let found = Oracle::solve(100, 6).at(0, 0, 0);
    assert!((found - 0.5306).abs() < 5e-5, "{found}");
}

#[test]
fn a_turn_follows_the_rules() {
    let mut game = start("");
    assert_eq!(game.node(), Node::Chance);
    for (act, text) in [
        (Act::Face(6), "0:0 1+6 400"),
        (Act::Roll, "0:0 1+6? 400"),
        (Act::Face(4), "0:0 1+10 400"),
        (Act::Hold, "10:0 2+0? 399"),
        (Act::Face(3), "10:0 2+3 399"),
        (Act::Roll, "10:0 2+3? 399"),
        (Act::Face(1), "10:0 1+0? 398"),
    ] {
        assert!(game.is_legal(act));
        game.play(act);
        assert_eq!(game.to_string(), text);
    }
}

#[test]
fn the_option_finish_ends_a_game_by_holding_or_by_reaching() {
    let mut held = at("", "95:0 1+3? 11");
    held.play(Act::Face(6));
    assert_eq!((held.node(), held.count()), (Node::Decision(Seat(0)), 2));
    held.play(Act::Hold);
    assert_eq!((held.node(), held.to_string().as_str()), (Node::Terminal, "104:0 over"));
    let mut reached = at("finish=reach", "95:0 1+3? 11");
    reached.play(Act::Face(6));
    assert_eq!(held.to_string(), reached.to_string());
    assert_eq!([reached.payoff(Seat(0)), reached.payoff(Seat(1))], [1.0, -1.0]);
    // A turn that has the target all by itself can only be held.
    assert_eq!(at("", "50:0 1+103 11").count(), 1);
}

#[test]
fn the_last_turn_decides_by_points_and_equal_points_draw() {
    let mut last = at("players=3", "40:50:40 3+9 1");
    last.play(Act::Hold);
    assert_eq!(Seat::all(3).map(|seat| last.payoff(seat)).collect::<Vec<_>>(), [-0.5, 1.0, -0.5]);
    let mut equal = at("players=3", "40:50:40 3+10 1");
    equal.play(Act::Hold);
    assert_eq!(equal.node(), Node::Terminal);
    assert_eq!(Seat::all(3).map(|seat| equal.payoff(seat)).collect::<Vec<_>>(), [0.0; 3]);
}

#[test]
fn the_bound_on_the_length_of_a_turn_holds() {
    for (options, rolls) in [("target=3", 2), ("target=4", 2), ("target=100", 50)] {
        let mut game = start(&format!("{options}, turns=1"));
        let mut plies = 0;
        while game.mover == Seat(0) {
            let two = if game.phase == Phase::Die { Act::Face(2) } else { game.nth(0) };
            game.play(two);
            plies += 1;
            if game.phase == Phase::Over {
                break;
            }
        }
        assert_eq!(plies, 2 * rolls);
        assert_eq!(game.facts().max_plies, 2 * 2 * rolls);
    }
}

#[test]
fn every_face_of_the_die_is_drawn_about_equally_often() {
    let (game, mut stream, mut counts) = (start(""), Seed(5).stream(0), [0u32; 6]);
    for _ in 0..60_000 {
        if let Act::Face(face) = game.draw_move(&mut stream) {
            counts[usize::from(face) - 1] += 1;
        }
    }
    // Five degrees of freedom: beyond 25.7 with probability 1 in 10,000.
    let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0).sum();
    assert!(chi < 25.7, "chi-square {chi} for {counts:?}");
}

#[test]
fn invalid_positions_are_refused() {
    for text in [
        "",
        "0:0",
        "0:0 1+0 400",
        "0:0 1+1? 400",
        "0:0 3+0? 400",
        "0:0 1+0? 401",
        "0:0 1+0? 0",
        "0:0:0 1+0? 4",
        "0 1+0? 4",
        "100:0 1+0? 4",
        "205:0 over",
        "0:0 1+0? 4 5",
        "0:0 1+100? 4",
        "00:0 1+0? 4",
        "0:0 over 3",
        "-1:0 over",
        "0:0 0+0? 4",
    ] {
        assert!(start("").parse(text).is_err(), "{text}");
    }
    assert!(start("finish=reach").parse("95:0 1+5 7").is_err());
    assert!(start("").parse("95:0 1+5 7").is_ok());
}
