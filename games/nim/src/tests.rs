//! Nim against Bouton's theorem: who wins a position is read off the heaps, without a search.

use agon_core::{Node, Position, Seat, after, all_moves, registry};
use agon_laws as _;

use crate::Nim;

/// Whether the mover wins if both play the best, by looking at everything.
fn wins(here: &Nim) -> bool {
    match here.node() {
        Node::Terminal => 0.0 < here.payoff(here.mover),
        _ => all_moves(here).into_iter().any(|m| !wins(&after(here, m))),
    }
}

/// The same by the theorem: the mover loses where the heaps, added in binary without carrying, are nothing. In misère play
/// that is so while one heap holds two or more; of heaps of one the mover must leave an even number.
fn by_bouton(heaps: &[u8], is_misere: bool) -> bool {
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let is_small = heaps.iter().all(|&heap| heap < 2);
    if is_misere && is_small { sum == 0 } else { sum != 0 }
}

#[test]
fn the_winner_is_the_one_of_the_theorem() {
    let mut met = [0; 2];
    for is_misere in [false, true] {
        let start: Nim = registry::start(&format!("heaps=3+4+2+2, misere={is_misere}")).unwrap();
        for number in 0..4 * 5 * 3 * 3 {
            let heaps = [number % 4, number / 4 % 5, number / 20 % 3, number / 60].map(|n| n as u8);
            let text = heaps.map(|heap| heap.to_string()).join("+");
            let here = start.parse(&format!("{text} 2")).unwrap();
            let is_won = by_bouton(&heaps, is_misere);
            assert_eq!(wins(&here), is_won, "{here} misère: {is_misere}");
            met[usize::from(is_won)] += 1;
        }
    }
    assert!(40 < met[0] && 200 < met[1], "{met:?}");
}

#[test]
fn whoever_takes_the_last_wins_and_in_misere_play_loses() {
    for (is_misere, payoff) in [(false, 1.0), (true, -1.0)] {
        let start: Nim = registry::start(&format!("heaps=2, misere={is_misere}")).unwrap();
        let end = after(&start, all_moves(&start)[1]);
        assert_eq!(end.node(), Node::Terminal);
        assert_eq!([end.payoff(Seat(0)), end.payoff(Seat(1))], [payoff, -payoff]);
    }
}
