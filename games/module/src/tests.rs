//! The built-in modules compared with our own games, and with themselves in different uses.

#[path = "../tests/heap/mod.rs"]
mod heap;

use agon_core::{AnyPosition, Explained, Learnable, Node, Position, Seat, Seed, registry};
use agon_laws::perft::perft;

use crate::{
    Module,
    limits::{MOST_STEPS, MOST_TRIED},
    loaded::Loaded,
    own::MODULES,
};

fn game(name: &str) -> Module {
    registry::start(&format!("file={name}")).unwrap()
}

#[test]
fn the_laws_hold_for_every_module() {
    for (name, _) in MODULES {
        agon_laws::check_with(&format!("module(file={name})"), 60, 3).unwrap();
    }
}

#[test]
fn players_are_told_what_the_author_says_and_what_is_declared() {
    let rules = |module: &Module| module.rules().unwrap();
    let declared = "There are 3 seats, and chance, which draws outcomes by their weights. Nothing is hidden. A play has 48 moves \
                    at most, outcomes of chance counted. At its end a seat gets from -1 to 2; what all seats get adds up to 0.";
    assert!(rules(&game("dice-race")).ends_with(declared), "{}", rules(&game("dice-race")));
    let spoken = &[("rules", "(result i32) i32.const 900")];
    let heap = heap::heap(spoken, "(data (i32.const 900) \"Take one or two;\\0athe last wins.\")");
    let told = rules(&Module::of_bytes(&heap).unwrap());
    assert!(told.starts_with("Take one or two;\nthe last wins.\n\nThere are 2 seats. "), "{told}");
}

#[test]
fn a_slow_module_is_tried_out_with_few_steps() {
    // Each question takes nearly as many steps as it may: a few of them are enough.
    let steps = Loaded::read(&heap::slow_module()).unwrap().try_out().unwrap();
    assert!((MOST_TRIED..MOST_TRIED + 3 * MOST_STEPS).contains(&steps), "{steps} steps");
}

#[test]
fn perft_counts_are_those_of_the_literature() {
    assert_eq!(perft(&game("tic-tac-toe"), 9), 127_872);
    assert_eq!(perft(&game("connect-four"), 6), 117_649);
}

#[test]
fn playouts_agree_with_plays_move_by_move() {
    // The instance of a playout ends where single moves end, regardless of other calls in between.
    for (name, _) in MODULES {
        let start = game(name);
        for play in 0..40 {
            let mut fast = start.clone();
            fast.playout(&mut Seed(play).stream(0));
            let (mut slow, mut stream) = (start.clone(), Seed(play).stream(0));
            while slow.node() != Node::Terminal {
                let m = if slow.node() == Node::Chance {
                    slow.draw_move(&mut stream)
                } else {
                    slow.nth(stream.below(slow.count() as u32) as usize)
                };
                slow.play(m);
            }
            assert_eq!(fast, slow, "{name}");
        }
    }
}

#[test]
fn threads_and_other_games_in_between_change_nothing() {
    let play = |stream: u64| {
        let mut stream = Seed(9).stream(stream);
        let mut line: Vec<Module> = MODULES.iter().map(|(name, _)| game(name)).collect();
        let mut texts = Vec::new();
        for ply in 0..30 {
            let number = ply % line.len();
            let here = &mut line[number];
            if here.node() == Node::Terminal {
                continue;
            }
            let m = here.draw_move(&mut stream);
            here.play(m);
            texts.push(here.to_string());
        }
        texts
    };
    let alone: Vec<_> = (0..4).map(play).collect();
    let beside = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|stream| scope.spawn(move || play(stream))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    assert_eq!(alone, beside);
}

#[test]
fn the_bytes_of_a_module_are_its_identity() {
    let (_, bytes) = MODULES[0];
    let text = agon_core::options::written_bytes(bytes);
    let named = registry::game(&format!("module(file=\"{text}\")")).unwrap();
    assert_eq!(named.term, format!("module(file=\"{text}\")"));
    assert_eq!(registry::game(&named.term).unwrap().start, AnyPosition::new(game(MODULES[0].0)));
    let error = registry::game("module(file=tictactoe)").unwrap_err().to_string();
    assert!(error.contains("did you mean `tic-tac-toe`?"), "{error}");
}

#[test]
fn a_module_may_declare_a_bound_on_its_moves() {
    assert_eq!(game("tic-tac-toe").numbers(), 9);
    assert_eq!(game("connect-four").numbers(), 0);
}

#[test]
fn printable_positions_are_written_as_letters() {
    let here = game("tic-tac-toe").parse("X.O\\58..O..").unwrap();
    assert_eq!(here.to_string(), "X.OX..O..");
    assert_eq!(here.node(), Node::Decision(Seat(0)));
    for text in ["X.OX..O", "X.OX..O..\\", "XXX......", "X.OX..O.\\zz", "X.OX..O. "] {
        assert!(here.parse(text).is_err(), "{text}");
    }
}
