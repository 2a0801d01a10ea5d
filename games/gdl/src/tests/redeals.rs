//! Redeals of sheets that say what each role sees, against all plays that fit what a seat saw.

use std::collections::BTreeMap;

use agon_core::{Eye, Node, Position, Seat, Seed, all_moves, view};

use super::game;
use crate::{
    Gdl,
    own::SHEETS,
    past::{Past, Sight},
    sheet::Settings,
};

fn past(position: &Gdl) -> &Past {
    position.past.as_ref().unwrap()
}

/// Adds every play below that has the view, with its probability, in the slow and obvious way.
fn all(here: &Gdl, seat: Seat, log: &str, wanted: &str, share: f64, found: &mut BTreeMap<String, f64>) {
    let so_far = &past(here).logs[seat.index()];
    if !log.starts_with(so_far.as_str()) {
        return;
    }
    if view(here, Eye::Seat(seat)) == wanted {
        *found.entry(here.to_string()).or_default() += share;
    }
    if here.node() == Node::Terminal {
        return;
    }
    let moves = all_moves(here);
    let own = here.node() == Node::Decision(seat);
    let share = if own { share } else { share / moves.len() as f64 };
    for m in moves {
        let mut next = here.clone();
        next.play(m);
        all(&next, seat, log, wanted, share, found);
    }
}

/// How far `draws` redeals are from their proportions: half the sum of the differences; and how far
/// they may be.
fn distance(here: &Gdl, seat: Seat, most: usize, work: u64, draws: u64) -> (f64, f64) {
    let start = Gdl::start_of(here.game.clone());
    let log = past(here).logs[seat.index()].clone();
    let wanted = view(here, Eye::Seat(seat));
    let mut expected = BTreeMap::new();
    all(&start, seat, &log, &wanted, 1.0, &mut expected);
    let total: f64 = expected.values().sum();
    let sight = Sight { seat, log, rounds: past(here).rounds, view: here.seen_by(seat) };
    let mut drawn: BTreeMap<String, f64> = BTreeMap::new();
    for number in 0..draws {
        let stream = &mut Seed(number + 1).stream(0);
        let Some(belief) = sight.believe(&start, most, work, stream).0 else { continue };
        let found = belief.draw(&start, stream);
        assert_eq!(view(&found, Eye::Seat(seat)), wanted);
        assert!(expected.contains_key(&found.to_string()), "{found}");
        *drawn.entry(found.to_string()).or_default() += 1.0;
    }
    let all: f64 = drawn.values().sum();
    assert!(0.0 < all, "none of {draws}");
    let far =
        expected.iter().map(|(text, share)| (share / total - drawn.get(text).unwrap_or(&0.0) / all).abs() / 2.0).sum();
    // On average, proportions of this number of draws are off by less than half of this.
    (far, (expected.len() as f64 / all).sqrt())
}

#[test]
fn plays_are_redealt_in_their_proportions() {
    let krieg = game("sheet=krieg-tic-tac-toe");
    for (text, seat) in [
        ("; mark 2 2 ; mark 2 2 ; mark 1 1", 0),
        ("; mark 2 2 ; mark 2 2 ; mark 1 1", 1),
        ("; mark 1 1 ; mark 1 2 ; mark 2 2", 1),
    ] {
        let here = krieg.parse(text).unwrap();
        // Beyond `most` positions a sample of them is drawn, and a sample of the moves where the work for all is too
        // much; both lead to the same proportions.
        for (most, work) in [(2_000, 1 << 40), (12, 1 << 40), (2_000, 60_000)] {
            let (far, allowed) = distance(&here, Seat(seat), most, work, 400);
            assert!(far < allowed, "{text}, {most}, {work}: {far}, {allowed}");
        }
    }
    for sheet in ["kuhn", "monty-hall"] {
        let mut here = game(&format!("sheet={sheet}"));
        for play in 0..3 {
            here.play(here.draw_move(&mut Seed(play).stream(1)));
            for seat in Seat::all(here.facts().seats) {
                let (far, allowed) = distance(&here, seat, 2_000, 1 << 40, 400);
                assert!(far < allowed, "{sheet} {here}: {far}, {allowed}");
            }
            if here.node() == Node::Terminal {
                break;
            }
        }
    }
}

#[test]
fn a_long_play_with_many_worlds_is_redealt_to_its_view() {
    let krieg = game("sheet=krieg-tic-tac-toe");
    for play in 0..4 {
        let mut here = krieg.clone();
        let mut stream = Seed(play).stream(0);
        while here.node() != Node::Terminal {
            for seat in Seat::all(2) {
                let redeal = here.redeal(seat, &mut stream);
                assert_eq!(view(&redeal, Eye::Seat(seat)), view(&here, Eye::Seat(seat)));
            }
            here.play(here.draw_move(&mut stream));
        }
    }
}

#[test]
fn what_was_redealt_before_changes_no_redeal() {
    let is_krieg = |(name, _): &&(&str, &str)| *name == "krieg-tic-tac-toe";
    let text = SHEETS.iter().find(is_krieg).unwrap().1;
    for lay_out in [true, false] {
        let krieg = Gdl::with(&crate::on_one_line(text), Settings { lay_out, ..Settings::default() }).unwrap();
        let here = krieg.parse("; mark 2 2 ; mark 2 2 ; mark 1 1 ; mark 3 3").unwrap();
        // Some redeals, and the work of an attempt that must draw positions and moves.
        let redealt = |here: &Gdl| {
            let at = |number| here.redeal(Seat(1), &mut Seed(number).stream(0)).to_string();
            let start = Gdl::start_of(here.game.clone());
            let (log, view) = (past(here).logs[1].clone(), here.seen_by(Seat(1)));
            let sight = Sight { seat: Seat(1), log, rounds: past(here).rounds, view };
            let work = sight.believe(&start, 12, 60_000, &mut Seed(1).stream(0)).1;
            ((0..20).map(at).collect::<Vec<_>>(), work)
        };
        let fresh = std::thread::scope(|scope| scope.spawn(|| redealt(&here)).join().unwrap());
        assert_eq!(redealt(&here), fresh);
        let other = krieg.parse("; mark 1 1 ; mark 1 2 ; mark 2 2").unwrap();
        redealt(&other);
        assert_eq!(redealt(&here), fresh);
        let same = krieg.parse("; mark 2 2 ; mark 2 2 ; mark 1 1 ; mark 3 1").unwrap();
        assert_eq!(view(&same, Eye::Seat(Seat(1))), view(&here, Eye::Seat(Seat(1))));
        assert_eq!(redealt(&same), fresh);
    }
}

#[test]
fn pictures_of_a_redeal_equal_those_of_the_position() {
    for (name, _) in SHEETS {
        let start = game(&format!("sheet={name}"));
        if !start.facts().hidden {
            continue;
        }
        for play in 0..3 {
            let (mut here, mut stream) = (start.clone(), Seed(play).stream(0));
            while here.node() != Node::Terminal {
                for seat in Seat::all(here.facts().seats) {
                    let (eye, redeal) = (Eye::Seat(seat), here.redeal(seat, &mut stream));
                    assert_eq!(redeal.picture_for(eye), here.picture_for(eye), "{name} {here}");
                    let (one, other) = (redeal.picture_for(Eye::Public), here.picture_for(Eye::Public));
                    assert_eq!(one, other, "{name} {here}");
                }
                here.play(here.draw_move(&mut stream));
            }
        }
    }
}
