//! Keys of positions. Which entry of a table gives way to which depends on them, and so do the
//! positions that a search looks at: they are the same on every machine.

use std::fmt::Write;

use agon_core::{Eye, Node, Position, Seed, registry};

#[test]
fn keys_never_change_and_depend_on_no_machine() {
    let mut text = String::new();
    for game in registry::games().values() {
        for term in game.sample_terms() {
            let (mut here, mut stream) = (registry::game(&term).unwrap().start, Seed(5).stream(0));
            for _ in 0..9 {
                if here.node() == Node::Terminal {
                    break;
                }
                here.play(here.draw_move(&mut stream));
            }
            writeln!(text, "{term}: {:016x}", here.key()).unwrap();
        }
    }
    insta::assert_snapshot!(text);
}

/// A key notices where numbers are hashed in the machine's order; without debug assertions it does not.
#[cfg(debug_assertions)]
#[test]
fn no_key_depends_on_the_byte_order_of_the_machine() {
    for game in registry::games().values() {
        for term in game.sample_terms() {
            let (mut here, mut stream) = (registry::game(&term).unwrap().start, Seed(5).stream(1));
            loop {
                let _ = (here.key(), here.present_key());
                for eye in Eye::all(here.facts().seats) {
                    let _ = here.view_key(eye);
                }
                if here.node() == Node::Terminal {
                    break;
                }
                here.play(here.draw_move(&mut stream));
            }
        }
    }
}
