//! Redeals of a view for which nearly all sequences of attempts would have ended the game.

use std::collections::BTreeMap;

use agon_core::{Eye, Seat, Seed};

use super::Attempts;

fn played(is_abrupt: bool, text: &str) -> Attempts {
    Attempts::new(4, 4, is_abrupt).parse(&format!("/{text}"), |_| false).unwrap()
}

fn view(attempts: &Attempts, eye: Eye) -> String {
    let mut text = String::new();
    attempts.write_view(eye, false, &mut text).unwrap();
    text
}

#[test]
fn redeals_that_would_have_won_are_rejected_however_rare_the_others_are() {
    // The other may have put its four marks in any order, but b2 by its second turn: 12 orders, where it ran
    // into nothing. Where an attempt is a turn, it ran into one of the marks that were there: in
    // its first turn 1, then 2, 2, 3 and 4. That leaves 1, 1, 2, 2 and 2 turns for b2, and 6 orders
    // for the rest.
    let abrupt = 6 * (1 + 2 + 2 * (2 + 3 + 4));
    for (is_abrupt, text, ran_into, count) in
        [(false, "a1 a2 b1 b2 b2! c1 c2 d1 d2", 1, 12), (true, "a1 a2 b1 b2 b2! c2 c1 d2 a4 a4!", 2, abrupt)]
    {
        let truth = played(is_abrupt, text);
        let seen = view(&truth, Eye::Seat(Seat(0)));
        let marks = truth.marks(Seat(1));
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        let mut stream = Seed(1).stream(0);
        for _ in 0..3_000 {
            let redeal = truth.redeal(Seat(0), |other| other != marks, &mut stream);
            assert_eq!(view(&redeal, Eye::Seat(Seat(0))), seen);
            assert_eq!(redeal.marks(Seat(1)), marks, "{redeal}");
            *counts.entry(redeal.to_string()).or_default() += 1;
        }
        counts.retain(|text, _| text.matches('!').count() == ran_into);
        assert_eq!(counts.len(), count, "{counts:?}");
        let total: u32 = counts.values().sum();
        let mean = total / count as u32;
        assert!(counts.values().all(|&n| mean / 4 < n && n < 3 * mean), "{counts:?}");
    }
}

#[test]
fn views_contain_own_attempts_and_the_seat_to_move() {
    let classical = played(false, "b2 b2! a1 a1! c3 c3!");
    assert_eq!(view(&classical, Eye::Seat(Seat(0))), "b2 a1! c3 O");
    assert!(Attempts::new(4, 4, false).parse("/b2 b2! a1 a1! c3 c3!", |_| false).is_ok());
    assert!(Attempts::new(4, 4, false).parse("/b2 b2! a1 a1 c3", |_| false).is_err());
    assert!(Attempts::new(4, 4, false).parse("/b2 b2! a1", Attempts::is_full).is_ok());
    assert_eq!(view(&played(true, "b2 b2! a1 a1!"), Eye::Seat(Seat(1))), "b2! a1! X");
    assert_eq!(view(&played(true, "b2 b2! a1"), Eye::Public), "3 O");
    assert_eq!(view(&played(false, "b2 b2! a1"), Eye::Public), "2 X");
}
