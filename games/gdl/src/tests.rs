//! Sheets against a direct evaluator, against our own games, and against the laws.

mod corners;
mod hostile;
mod large;
mod proofs;
mod random;
mod redeals;
mod rounds;
mod slow;
mod told;

use std::sync::Arc;

use agon_core::{Node, Position, Seat, Seed, registry};
use agon_laws::{oracle::Walk, perft::perft};

use self::slow::{Sheet as SlowSheet, Slow};
use crate::{
    Described, Gdl, KEPT, KEPT_BYTES, keep,
    own::SHEETS,
    sheet::{Settings, Sheet},
};

fn game(options: &str) -> Gdl {
    registry::start(options).unwrap()
}

#[test]
fn the_laws_hold_for_every_sheet() {
    for (name, _) in SHEETS {
        agon_laws::check_with(&format!("gdl(sheet={name})"), 60, 3).unwrap();
    }
}

#[test]
fn built_in_sheets_have_no_remarks() {
    for (name, _) in SHEETS {
        let start = game(&format!("sheet={name}"));
        assert_eq!(start.sheet().remarks(), [], "{name}");
        assert!(start.sheet().size().is_some(), "{name}");
    }
}

#[test]
fn stored_sheets_are_few_and_of_few_bytes() {
    let text = "(role a)(init (at 0))(legal a go)(<= terminal (true (at 1)))(goal a 50)";
    let of = |bytes| {
        let sheet = Sheet::read(text).unwrap();
        Arc::new(Described { sheet, source: String::new(), bytes })
    };
    let mut known = Vec::new();
    for _ in 0..2 * KEPT {
        keep(&mut known, of(1));
    }
    assert_eq!(known.len(), KEPT);
    for _ in 0..KEPT {
        let large = of(KEPT_BYTES / 3);
        keep(&mut known, large);
    }
    assert_eq!(known.len(), 4, "three beside the newest");
    let gone = keep(&mut known, of(2 * KEPT_BYTES));
    assert_eq!((known.len(), gone.len()), (4, 1));
    keep(&mut known, of(1));
    assert_eq!(known.len(), 1, "there is no room beside the newest for one of twice the bytes");
}

#[test]
fn bytes_of_a_sheet_grow_with_all_that_it_has() {
    let bytes = |text: &str| Gdl::of_sheet(text).unwrap().game.bytes;
    let frame = "(role a)(legal a go)(<= terminal (true (at 1)))(goal a 50)";
    let many = |of: &str| (0..1_000).map(|n| of.replace('#', &n.to_string())).collect::<String>();
    let facts = bytes(&format!("{frame}{}", many("(init (at #))")));
    assert!(70_000 < facts && facts < 400_000, "{facts}");
    let moves = bytes(&format!("{frame}(init (at 0)){}", many("(legal a (move #))")));
    assert!(70_000 < moves && moves < 400_000, "{moves}");
    // A rule that grows without end is not laid out.
    let endless = "(init (m z))(<= (next (m (s ?x))) (true (m ?x)))";
    let listed = bytes(&format!("{frame}{endless}{}", many("(init (at #))")));
    assert!(70_000 < listed && listed < 800_000, "{listed}");
}

/// Compares a sheet with the slow rules, facts included.
fn compare(name: &str, start: &Gdl, slow: &Slow, walk: Walk) {
    walk.compare(start, slow, |here, slow| {
        assert_eq!(here.fact_texts(), slow.texts(), "{name}");
        if here.node() == Node::Terminal {
            for seat in Seat::all(here.facts().seats) {
                let goals = slow.goals(seat.index());
                let one = if let [goal] = goals[..] { Some(goal as u8) } else { None };
                assert_eq!(here.goal(seat), one, "{name}: {here}");
            }
        }
    })
    .unwrap();
}

#[test]
fn sheets_agree_with_the_slow_rules() {
    for (name, text) in SHEETS {
        let start = game(&format!("sheet={name}"));
        let plies = start.sheet().counts_plies.then_some(1_000);
        let slow = Slow::start(SlowSheet::new(text, plies));
        let (depth, plays) = match *name {
            "othello" | "breakthrough" => (0, 0),
            "eight-queens" | "connect-four" => (1, 1),
            _ => (2, 4),
        };
        compare(name, &start, &slow, Walk { depth, plays });
    }
}

#[test]
fn sheets_that_are_not_laid_out_agree_with_the_slow_rules() {
    for (name, text) in SHEETS {
        if ["othello", "breakthrough", "connect-four", "eight-queens"].contains(name) {
            continue;
        }
        let settings = Settings { lay_out: false, ..Settings::default() };
        let start = Gdl::with(&crate::on_one_line(text), settings).unwrap();
        assert!(start.sheet().size().is_none());
        let slow = Slow::start(SlowSheet::new(text, Some(1_000)));
        compare(name, &start, &slow, Walk { depth: 1, plays: 3 });
    }
}

/// A ring of nodes, whose recursion leads back to itself; with bare variables, `or` and capitalised keywords.
const RING: &str = "
    (ROLE x)
    (node a) (node b) (node c) (node d)
    (edge a b) (edge b c) (edge c d) (edge d a)
    (<= (joined ?p ?q) (or (edge ?p ?q) (edge ?q ?p)))
    (init (marked a))
    (<= (legal x (mark ?n)) (node ?n) (not (true (marked ?n))))
    (<= (legal x (clear ?n)) (true (marked ?n)))
    (<= (reached a) (true (marked a)))
    (<= (reached ?q) (reached ?p) (joined ?p ?q) (true (marked ?q)))
    (<= (drops (marked ?n)) (does x (clear ?n)))
    (<= (drops (last ?m)) (true (last ?m)))
    (<= (next ?f) (true ?f) (not (drops ?f)))
    (<= (next (marked ?n)) (does x (mark ?n)))
    (<= (next (last ?m)) (does ?r ?m))
    (<= terminal (reached a) (reached b) (reached c) (reached d))
    (<= (goal x 100) terminal)
    (<= (goal x 0) (not terminal))";

#[test]
fn recursive_rules_have_their_least_model() {
    for lay_out in [true, false] {
        let settings = Settings { lay_out, plies: 14, ..Settings::default() };
        let start = Gdl::with(&crate::on_one_line(RING), settings).unwrap();
        let slow = Slow::start(SlowSheet::new(&RING.replace("ROLE", "role"), Some(14)));
        compare("ring", &start, &slow, Walk { depth: 4, plays: 40 });
        agon_laws::check_position(&start).unwrap();
    }
}

#[test]
fn negation_in_a_loop_of_names_is_sound_if_no_atom_depends_on_itself() {
    let text = RING.replace("(goal x 0) (not terminal)", "(goal x 0) (not (goal x 100))");
    let mut here = Gdl::of_sheet(&text).unwrap();
    let remark = here.sheet().remarks()[0].to_string();
    assert!(remark.contains("negation in a loop: `goal` needs `not goal` in line 18"), "{remark}");
    assert_eq!(here.goal(Seat(0)), Some(0));
    for m in ["mark b", "mark d", "mark c"] {
        here.play(here.parse_move(m).unwrap());
    }
    assert_eq!((here.node(), here.goal(Seat(0))), (Node::Terminal, Some(100)));
    let text = text.replace("(not (goal x 100))", "(not (goal x 0))");
    let error = Gdl::of_sheet(&text).unwrap_err().to_string();
    assert!(error.contains("whether `(goal x 0)` holds depends on itself by a `not`"), "{error}");
}

#[test]
fn playouts_agree_with_plays_move_by_move() {
    // The machine of a playout ends where single moves end, whichever machine began.
    for (name, _) in SHEETS {
        let start = game(&format!("sheet={name}"));
        for play in 0..6 {
            let mut fast = start.clone();
            fast.playout(&mut Seed(play).stream(0));
            let mut slow = start.clone();
            let mut stream = Seed(play).stream(0);
            while slow.node() != Node::Terminal {
                let n = if slow.count() == 1 { 0 } else { stream.below(slow.count() as u32) };
                slow.play(slow.nth(n as usize));
            }
            if start.past.is_none() {
                assert_eq!(fast, slow, "{name}");
            }
        }
    }
}

#[test]
fn perft_counts_are_those_of_the_literature() {
    assert_eq!(perft(&game(""), 9), 127_872);
    assert_eq!(perft(&game("sheet=connect-four"), 6), 117_649);
    assert_eq!(perft(&game("sheet=othello"), 5), 1_396);
}

#[test]
fn sheets_of_kuhn_and_monty_hall_show_the_right_views() {
    let start = game("sheet=kuhn");
    assert!(start.facts().hidden && start.facts().chance);
    assert_eq!(start.facts().max_plies, 1_003);
    let here = start.parse("; deal jack king ; check").unwrap();
    let view = agon_core::view(&here, agon_core::Eye::Seat(Seat(1)));
    assert_eq!(view, "= card king; = check; bet | check?");
    let mut wins = 0;
    for play in 0..300 {
        let mut here = game("sheet=monty-hall");
        let mut stream = Seed(play).stream(0);
        while here.node() != Node::Terminal {
            let switch = here.parse_move("switch");
            let m = switch.unwrap_or_else(|| here.draw_move(&mut stream));
            here.play(m);
        }
        wins += u32::from(here.payoff(Seat(0)) == 100.0);
    }
    assert!((170..230).contains(&wins), "{wins} of 300, where two thirds are expected");
}

#[test]
fn provable_facts_are_found() {
    let hanoi = game("sheet=hanoi").facts();
    assert_eq!((hanoi.seats, hanoi.max_plies), (1, 20));
    let tron = game("sheet=tron").facts();
    assert!(tron.hidden && tron.is_two_seat_zero_sum());
    assert!(!game("sheet=tron, order=open").facts().hidden);
    assert!(!game("sheet=connect-four").facts().hidden);
    assert_eq!(game("sheet=nim, payoff=goals").facts().max_payoff, 100.0);
}

#[test]
fn a_board_is_recognised_in_the_facts() {
    let mut here = game("");
    for text in ["mark 2 2", "mark 1 3"] {
        let m = here.parse_move(text).unwrap();
        assert_eq!(here.aim(m).paths.len(), 1, "{text}");
        here.play(m);
    }
    let picture = here.picture();
    assert_eq!(picture.cells.len(), 9);
    assert_eq!(picture.cell("b2").unwrap().text(), "b2: x");
    assert_eq!(picture.cell("a3").unwrap().text(), "a3: o");
    assert_eq!(picture.cell("a1").unwrap().text(), "a1: empty");
    let othello = game("sheet=othello");
    assert_eq!(othello.picture().cells.len(), 64);
    let m = othello.parse_move("place d 3").unwrap();
    assert_eq!(othello.aim(m).paths, [["d3"]]);
    let breakthrough = game("sheet=breakthrough");
    let m = breakthrough.parse_move("move 1 2 2 3").unwrap();
    assert_eq!(breakthrough.aim(m).paths, [["a2", "b3"]]);
    assert!(game("sheet=kuhn").picture().text.is_some());
}
