//! Phantom tic-tac-toe: what wins in plain words, a count by hand, and views.

use agon_core::{Eye, Node, Position, Seat, drawing_for, line::play_line, view};
use agon_laws::perft;

use super::{Board, Slow, decisions_compared, phantom};
use crate::Row;

fn slow(is_abrupt: bool, size: usize, length: i32) -> Slow {
    Slow::new(vec![vec!['.'; size]; size], is_abrupt, length, has_row)
}

/// Whether so many of this letter stand in a row.
fn has_row(board: &Board, letter: char, length: i32) -> bool {
    let size = board.len() as i32;
    let at = |row: i32, column: i32| board.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied();
    let all = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
    let mut rows = all.flat_map(|at| [(0, 1), (1, 0), (1, 1), (1, -1)].map(|step| (at, step)));
    rows.any(|((row, column), (up, right))| (0..length).all(|n| at(row + n * up, column + n * right) == Some(letter)))
}

#[test]
fn games_agree_with_the_slow_rules() {
    for (options, is_abrupt, size, length, depth) in [
        ("", false, 3, 3, 4),
        ("abrupt=true", true, 3, 3, 4),
        ("size=2, line=2", false, 2, 2, 9),
        ("abrupt=true, size=4, line=3", true, 4, 3, 2),
        ("size=5, line=4", false, 5, 4, 1),
    ] {
        decisions_compared(&phantom::<Row>(options), &slow(is_abrupt, size, length), depth, 200);
    }
}

/// More than the tests above walk by far.
#[test]
#[ignore = "takes long"]
fn a_hundred_thousand_plies_agree_with_the_slow_rules() {
    let plies = decisions_compared(&phantom::<Row>(""), &slow(false, 3, 3), 0, 11_000);
    assert!(100_000 <= plies, "{plies}");
}

#[test]
fn the_smallest_boards_are_counted_by_hand() {
    // The first seat chooses among 4 squares. The second finds an empty one at once, 3 of 4, or after the
    // mark, 3 more; it knows as much as before, or 4 squares it ran into. The first wins on any
    // empty square, 2 of 3, or runs into the mark and wins on the other 2.
    let histories = 1 + 4 + 4 * 4 + 4 * 3 + 4 * 6 * 3 + 4 * 6 * 2;
    let found = perft::histories(&phantom::<Row>("size=2, line=2"));
    assert_eq!(found, (histories, vec![1 + 4 + 4 * 3, 1 + 4]));
}

#[test]
fn a_seat_sees_its_own_marks_and_those_it_ran_into() {
    let mut position = phantom::<Row>("");
    play_line(&mut position, "b2 b2 a1 a1 c3").unwrap();
    assert_eq!(position.to_string(), "/b2 b2! a1 a1! c3");
    assert_eq!(view(&position, Eye::Seat(Seat(0))), "b2 a1! c3 O");
    assert_eq!(view(&position, Eye::Seat(Seat(1))), "b2! a1 O");
    let marks = |eye| {
        let drawing = drawing_for(&position, eye);
        ['X', 'O'].map(|letter| drawing.matches(letter).count())
    };
    assert_eq!(marks(Eye::Public), [0, 0]);
    assert_eq!(marks(Eye::Seat(Seat(0))), [2, 1]);
    assert_eq!(marks(Eye::Seat(Seat(1))), [1, 1]);
}

#[test]
fn a_failed_attempt_loses_the_turn_if_abrupt() {
    let mut position = phantom::<Row>("abrupt=true");
    play_line(&mut position, "b2 b2 a1 a1 c3").unwrap();
    assert_eq!((position.node(), position.payoff(Seat(0))), (Node::Terminal, 1.0));
    assert_eq!(view(&position, Eye::Public), "/b2 b2! a1 a1! c3 over");
}
