//! One play of every sample of every registered game, written down.
//!
//! Change a rule, a notation, an estimate or a random stream, and a snapshot says so.

use std::{collections::BTreeSet, fmt::Write, fs};

use agon_core::{
    Heuristic, Node, Position, Seat, Seed, drawing, notation,
    registry::{self, NamedGame},
};

use crate::workspace;

#[test]
fn every_game_replays_its_recorded_playthroughs() {
    let mut expected = BTreeSet::new();
    for plugin in registry::games().values() {
        for (index, term) in plugin.sample_terms().enumerate() {
            let name = format!("{}-{}", plugin.name, index + 1);
            let game = registry::game(&term).unwrap();
            insta::with_settings!({ snapshot_path => "snapshots/playthroughs", prepend_module_to_snapshot => false, omit_expression => true }, {
                insta::assert_snapshot!(name.clone(), playthrough(&game));
            });
            expected.insert(format!("{name}.snap"));
        }
    }
    let folder = workspace::root().join("tests/it/snapshots/playthroughs");
    let found: BTreeSet<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.starts_with('.'))
        .collect();
    let stale: Vec<_> = found.difference(&expected).collect();
    assert!(stale.is_empty(), "no game plays these any more: {stale:?}");
}

/// A random play: every ply in short at the beginning and at the end, some in between; drawings of
/// a few positions.
fn playthrough(game: &NamedGame) -> String {
    let mut plies = Vec::new();
    let mut stream = Seed(1).stream(0);
    let mut position = game.start.clone();
    while position.node() != Node::Terminal {
        let m = position.draw_move(&mut stream);
        plies.push((position.clone(), m));
        position.play(m);
    }
    let facts = game.start.facts();
    let mut text = String::new();
    writeln!(text, "game: {}\nfacts: {facts:?}\n\n{}\n", game.term, drawing(&game.start)).unwrap();
    let last = plies.len().saturating_sub(1);
    for (ply, (here, m)) in plies.iter().enumerate() {
        if 6 <= ply && ply + 3 <= last && ply % (1 + last / 12) != 0 {
            continue;
        }
        let who = match here.node() {
            Node::Decision(seat) => seat.to_string(),
            Node::Chance => format!("chance {}", here.weight(*m)),
            Node::Terminal => unreachable!("the play is over"),
        };
        let (count, written) = (here.count(), notation(here, *m));
        write!(text, "{ply}. {who} plays {written}, one of {count}, in {here}").unwrap();
        for (index, heuristic) in here.heuristics().iter().enumerate() {
            let value = here.estimate(Heuristic(index as u8), Seat(0));
            write!(text, "; {heuristic} {value:.4}").unwrap();
        }
        text.push('\n');
        if ply == last / 2 {
            writeln!(text, "\n{}\n", drawing(here)).unwrap();
        }
    }
    let payoffs: Vec<f64> = Seat::all(facts.seats).map(|seat| position.payoff(seat)).collect();
    writeln!(text, "\n{}\n", drawing(&position)).unwrap();
    write!(text, "after {} plies: {position}\npayoffs: {payoffs:?}", plies.len()).unwrap();
    text
}
