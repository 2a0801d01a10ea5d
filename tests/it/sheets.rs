//! Sheets of rules and modules beside the native games: the same game in another language.

use agon_arena::{Ending, Spec};
use agon_core::{
    AnyPosition, Node, Position, Seat, Seed, after, all_moves, notation, options::written_bytes, registry,
};
use agon_laws::perft::perft;

/// Plays a game of a sheet or module beside one of our own: the seats to act, the legal moves, and the payoffs.
fn beside(told: &str, own: &str, plays: u64, renamed: impl Fn(&str) -> String) {
    let start = registry::game(told).unwrap().start;
    let own: AnyPosition = registry::game(own).unwrap().start;
    for play in 0..plays {
        let mut stream = Seed(play).stream(0);
        let (mut here, mut there) = (start.clone(), own.clone());
        loop {
            // Where nobody has a choice, a sheet does not say whose move it is.
            if here.count() != 1 {
                assert_eq!(here.node(), there.node(), "{here} {there}");
            }
            let mut ours: Vec<String> = all_moves(&here).into_iter().map(|m| renamed(&notation(&here, m))).collect();
            let mut theirs: Vec<String> = all_moves(&there).into_iter().map(|m| bare(&notation(&there, m))).collect();
            ours.sort();
            theirs.sort();
            assert_eq!(ours, theirs, "{here} {there}");
            if here.node() == Node::Terminal {
                let both = [0, 1].map(|seat| (here.payoff(Seat(seat)), there.payoff(Seat(seat))));
                assert!(both.iter().all(|(one, other)| one == other), "{here} {there} {both:?}");
                break;
            }
            let m = here.draw_move(&mut stream);
            let text = renamed(&notation(&here, m));
            let theirs = all_moves(&there).into_iter().find(|&m| bare(&notation(&there, m)) == text);
            there = after(&there, theirs.unwrap());
            here.play(m);
        }
    }
}

/// A move without what says whether it takes something.
fn bare(m: &str) -> String {
    m.replace(['-', 'x'], "")
}

fn letter(number: &str) -> char {
    (b'a' + number.parse::<u8>().unwrap() - 1).into()
}

#[test]
fn sheets_agree_with_the_native_games() {
    beside("gdl", "tic-tac-toe", 200, |m| {
        let words: Vec<&str> = m.split(' ').collect();
        format!("{}{}", letter(words[1]), words[2])
    });
    beside("gdl(sheet=connect-four)", "connect-four", 100, |m| letter(m.strip_prefix("drop ").unwrap()).to_string());
    beside("gdl(sheet=breakthrough)", "breakthrough", 30, |m| {
        let w: Vec<&str> = m.split(' ').collect();
        format!("{}{}{}{}", letter(w[1]), w[2], letter(w[3]), w[4])
    });
    beside("gdl(sheet=othello)", "othello", 30, |m| {
        m.strip_prefix("place ").map_or("pass".to_owned(), |place| place.replace(' ', ""))
    });
}

#[test]
fn modules_agree_with_the_native_games() {
    beside("module", "tic-tac-toe", 300, str::to_owned);
    beside("module(file=connect-four)", "connect-four", 100, str::to_owned);
    let leaves = |term: &str, plies| perft(&registry::game(term).unwrap().start, plies);
    assert_eq!(leaves("module", 9), leaves("tic-tac-toe", 9));
    assert_eq!(leaves("module(file=connect-four)", 5), leaves("connect-four", 5));
}

/// A heap of thirty from which one or two are taken; it fails after one was taken fifteen times in a row, which random
/// plays rarely reach. A position is the number left, the seat to move, and how often one was taken last.
const TRAP: &str = r#"(module (memory (export "memory") 1)
    (func $left (result i32) (i32.sub (i32.load8_u (i32.const 64)) (i32.const 65)))
    (func $mover (result i32) (i32.load8_u (i32.const 65)))
    (func $ones (result i32) (i32.sub (i32.load8_u (i32.const 66)) (i32.const 65)))
    (func $turn (result i32)
      (if (i32.eq (call $ones) (i32.const 15)) (then unreachable))
      (if (result i32) (i32.eqz (call $left))
        (then (i32.const -1)) (else (i32.sub (call $mover) (i32.const 48)))))
    (func (export "position") (result i32) i32.const 64)
    (func (export "size") (result i32) i32.const 3)
    (func (export "codes") (result i32) i32.const 128)
    (func (export "plies") (result i32) i32.const 30)
    (func (export "start") (result i32)
      (i32.store8 (i32.const 64) (i32.const 95)) (i32.store16 (i32.const 65) (i32.const 0x4131)) (call $turn))
    (func (export "check") (result i32) (call $turn))
    (func (export "moves") (result i32)
      (i32.store (i32.const 128) (i32.const 1)) (i32.store (i32.const 132) (i32.const 2))
      (if (result i32) (i32.eq (call $left) (i32.const 1)) (then (i32.const 1)) (else (i32.const 2))))
    (func (export "play") (param i32) (result i32)
      (i32.store8 (i32.const 64) (i32.sub (i32.load8_u (i32.const 64)) (local.get 0)))
      (i32.store8 (i32.const 65) (i32.sub (i32.const 99) (call $mover)))
      (i32.store8 (i32.const 66)
        (if (result i32) (i32.eq (local.get 0) (i32.const 1))
          (then (i32.add (i32.load8_u (i32.const 66)) (i32.const 1))) (else (i32.const 65))))
      (call $turn))
    (func (export "payoff") (param i32) (result i32)
      (if (result i32) (i32.eq (local.get 0) (i32.sub (call $mover) (i32.const 48)))
        (then (i32.const -1)) (else (i32.const 1)))))"#;

#[test]
fn a_module_that_fails_deep_in_a_search_costs_no_player_the_game() {
    let game = format!("module(file=\"{}\")", written_bytes(&wat::parse_str(TRAP).unwrap()));
    // Nobody else sees what this player finds: it looks fifteen plies ahead, and tries one first.
    let spec = Spec::default().game(&game).player("minimax(depth=15)").player("random");
    let score = agon_arena::play(&spec.openings(1, 0)).unwrap();
    assert_eq!(score.sections[0].void, 2);
    for faulty in &score.faults {
        assert_eq!(faulty.entry, None, "{:?}", faulty.ending);
        let Ending::Void(why) = &faulty.ending else { panic!("{:?}", faulty.ending) };
        assert!(why.contains("the game's module: in `") && why.contains("`play` fails"), "{why}");
    }
}
