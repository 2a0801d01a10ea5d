//! Dark Hex: what wins in plain words, figures of others, and views.

use std::collections::BTreeSet;

use agon_core::{Eye, Node, Position, Seat, Seed, after, all_moves, drawing_for, line::play_line, registry, view};

use super::{Board, Slow, decisions_compared, phantom};
use crate::{Chain, DarkHex};

fn slow(width: usize, height: usize, is_abrupt: bool) -> Slow {
    Slow::new(vec![vec!['.'; width]; height], is_abrupt, 0, is_joined)
}

/// Whether a chain of this letter joins its two edges.
fn is_joined(board: &Board, letter: char, _length: i32) -> bool {
    let (height, width) = (board.len() as i32, board[0].len() as i32);
    let all = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
    let own: Vec<(i32, i32)> = all.filter(|&(row, column)| board[row as usize][column as usize] == letter).collect();
    let along = |&(row, column): &(i32, i32)| if letter == 'X' { row } else { column };
    let last = if letter == 'X' { height } else { width } - 1;
    let mut chain: Vec<_> = own.iter().copied().filter(|at| along(at) == 0).collect();
    let mut next = 0;
    while next < chain.len() {
        let (row, column) = chain[next];
        for (down, right) in [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)] {
            let at = (row + down, column + right);
            if own.contains(&at) && !chain.contains(&at) {
                chain.push(at);
            }
        }
        next += 1;
    }
    chain.iter().any(|at| along(at) == last)
}

#[test]
fn games_agree_with_the_slow_rules() {
    for (width, height, is_abrupt, depth, plays) in [
        (2, 2, false, 9, 0),
        (2, 2, true, 9, 0),
        (3, 2, true, 4, 100),
        (2, 5, false, 3, 100),
        (3, 3, false, 3, 100),
        (5, 5, true, 1, 100),
        (12, 2, false, 1, 50),
    ] {
        let start = phantom::<Chain>(&format!("{width}, {height}, abrupt={is_abrupt}"));
        decisions_compared(&start, &slow(width, height, is_abrupt), depth, plays);
    }
}

/// More than the tests above walk by far.
#[test]
#[ignore = "takes long"]
fn a_hundred_thousand_plies_agree_with_the_slow_rules() {
    let start = phantom::<Chain>("5, 5, abrupt=false");
    let plies = decisions_compared(&start, &slow(5, 5, false), 0, 4_000);
    assert!(100_000 <= plies, "{plies}");
}

/// Views of each seat at its decisions.
type Sets = [BTreeSet<String>; 2];

/// The number of histories, and the information sets: the true ones, and those that would exist if
/// a seat knew how often the other had tried.
fn sizes(here: &DarkHex, sets: &mut Sets, leaky: &mut Sets, tried: [u8; 2]) -> usize {
    let mut after_this = tried;
    if let Node::Decision(seat) = here.node() {
        let seen = view(here, Eye::Seat(seat));
        leaky[seat.index()].insert(format!("{seen} {}", tried[seat.opponent().index()]));
        sets[seat.index()].insert(seen);
        after_this[seat.index()] += 1;
    }
    let moves = all_moves(here).into_iter();
    moves.map(|m| sizes(&after(here, m), sets, leaky, after_this)).sum::<usize>() + 1
}

#[test]
fn histories_and_information_sets_are_as_many_as_published() {
    // Counted by OpenSpiel 2.0.2 too; its views show how often the other has tried.
    for (options, histories, own_sets, leaky_sets) in [
        ("2, 2", 441, [17, 53], [33, 101]),
        ("2, 2, abrupt=true", 471, [59, 35], [59, 35]),
        ("3, 2", 104_229, [697, 1_811], [2_053, 5_193]),
    ] {
        let (mut sets, mut leaky) = Default::default();
        let found = sizes(&phantom::<Chain>(options), &mut sets, &mut leaky, [0, 0]);
        assert_eq!(
            (found, sets.map(|sets| sets.len()), leaky.map(|sets| sets.len())),
            (histories, own_sets, leaky_sets),
            "{options}"
        );
    }
}

#[test]
fn redeals_of_large_boards_look_the_same() {
    for (options, plays) in [("5, 5", 20), ("5, 5, abrupt=true", 20), ("12, 2", 20)] {
        let start = phantom::<Chain>(options);
        for play in 0..plays {
            let mut stream = Seed(play).stream(0);
            let mut position = start.clone();
            while position.node() != Node::Terminal {
                for seat in Seat::all(2) {
                    let redeal = position.redeal(seat, &mut stream);
                    let eye = Eye::Seat(seat);
                    assert_eq!(view(&redeal, eye), view(&position, eye), "{position}: {redeal}");
                    assert_ne!(redeal.node(), Node::Terminal, "{position}: {redeal}");
                }
                position.play(position.draw_move(&mut stream));
            }
        }
    }
}

#[test]
fn a_seat_sees_its_own_stones_and_those_it_ran_into() {
    let mut position = phantom::<Chain>("");
    play_line(&mut position, "b2 b2 a1 a1 c3").unwrap();
    assert_eq!(position.to_string(), "/b2 b2! a1 a1! c3");
    let drawings: Vec<String> = Eye::all(2).map(|eye| drawing_for(&position, eye)).collect();
    assert_eq!(drawings[0], drawing_for(&phantom::<Chain>(""), Eye::Public));
    assert_ne!(drawings[1], drawings[2]);
    let seen = |eye| position.picture_for(eye).cells.iter().map(|c| c.pieces.len()).sum::<usize>();
    assert_eq!(Eye::all(2).map(seen).collect::<Vec<_>>(), [0, 3, 2]);
}

#[test]
fn boards_that_are_too_large_are_refused() {
    let message = registry::start::<DarkHex>("5, 6").unwrap_err().to_string();
    assert!(message.contains("at most 25 squares"), "{message}");
}
