//! A game in disguise is that game, and nothing that its players are told says which.

use std::collections::BTreeSet;

use agon_core::{
    AnyPosition, Eye, GamePlugin, Node, Position, Seat, Seed, after, all_moves, notation, options::Kind, registry, view,
};
use agon_laws::{LawExtent, check_within, perft::perft};
use agon_rules::same::{RulesGraph, Verdict, WalkLimits, compare, fingerprint};

use crate::{players::ask, workspace};

/// The games that can be disguised.
fn games() -> Vec<&'static GamePlugin> {
    workspace::games().filter(|game| !game.is_concealed).collect()
}

fn disguised(term: &str, seed: u64) -> String {
    format!("disguise(game={term}, seed={seed})")
}

fn start(term: &str) -> AnyPosition {
    registry::game(term).unwrap().start
}

/// Each word of a text.
fn words(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect()
}

#[test]
fn every_game_is_itself_in_disguise() {
    let walk = |start: &AnyPosition| RulesGraph::of(start, WalkLimits { positions: 1_500, depth: 6 }, &|payoff| payoff);
    workspace::for_each(&games(), |game| {
        let plain = start(game.name);
        let own = walk(&plain);
        for seed in [0, 7, u64::MAX] {
            let hidden = start(&disguised(game.name, seed));
            let other = walk(&hidden);
            if fingerprint(&own) != fingerprint(&other) || !matches!(compare(&own, &other), Verdict::Same { .. }) {
                return Err(format!("{} with seed {seed} is another game", game.name));
            }
            let depth = if 40 < plain.count() || plain.facts().chance { 1 } else { 2 };
            if !plain.facts().chance && perft(&plain, depth) != perft(&hidden, depth) {
                return Err(format!("{} with seed {seed} has other plays", game.name));
            }
        }
        Ok(())
    });
}

#[test]
fn every_game_keeps_the_laws_in_disguise() {
    let extent = LawExtent { positions: 60, plays: 2, moves: 20_000 };
    workspace::for_each(&games(), |game| {
        let term = disguised(game.name, 11);
        check_within(&term, extent, &mut |_| {}).map(drop).map_err(|error| error.to_string())
    });
}

/// In random plays: everything that is shown is made of words of the disguise, and read back; the moves are those of the
/// game, in its order, each with one word, the same in every position.
#[test]
fn whatever_is_shown_is_in_words_of_the_disguise() {
    workspace::for_each(&games(), |game| {
        let (plain, hidden) = (start(game.name), start(&disguised(game.name, 3)));
        let is_word = |text: &str| text.chars().all(|c| c.is_ascii_lowercase());
        let is_shown = |text: &str| text.chars().all(|c| c.is_ascii_lowercase() || " :+-|".contains(c));
        for play in 0..3 {
            let (mut ours, mut theirs, mut stream) = (plain.clone(), hidden.clone(), Seed(5).stream(play));
            while ours.node() != Node::Terminal {
                let moves = all_moves(&ours);
                if moves != all_moves(&theirs) {
                    return Err(format!("{}: other moves at {ours}", game.name));
                }
                for &m in moves.iter().take(40) {
                    let word = notation(&theirs, m);
                    if !is_word(&word) || theirs.parse_move(&word) != Some(m) {
                        return Err(format!("{}: {word} for {} at {ours}", game.name, notation(&ours, m)));
                    }
                }
                let shown = theirs.to_string();
                if !is_shown(&shown) || theirs.parse(&shown).ok().as_ref() != Some(&theirs) {
                    return Err(format!("{}: {shown} for {ours}", game.name));
                }
                let mut eyes = Eye::all(ours.facts().seats).filter(|_| ours.facts().hidden);
                if let Some(eye) = eyes.find(|&eye| !is_shown(&view(&theirs, eye))) {
                    return Err(format!("{}: {eye} sees {} of {ours}", game.name, view(&theirs, eye)));
                }
                let m = ours.draw_move(&mut stream);
                (ours, theirs) = (after(&ours, m), after(&theirs, m));
            }
            for seat in Seat::all(ours.facts().seats) {
                assert_eq!(ours.payoff(seat).to_bits(), theirs.payoff(seat).to_bits());
            }
        }
        Ok(())
    });
}

/// The rules as they are told of a game in disguise name neither it nor its things, and are told by example too.
#[test]
fn the_rules_of_a_disguise_do_not_give_the_game_away() {
    // Words that mean something else too.
    const COMMON: [&str; 12] = ["", "game", "one", "place", "move", "seat", "word", "two", "list", "of", "the", "in"];
    let common: BTreeSet<String> = COMMON.map(str::to_owned).into();
    for game in games() {
        let things = game.rules.split('[').skip(1).filter_map(|rest| rest.split_once(']'));
        let telling: BTreeSet<String> = things.flat_map(|(thing, _)| words(thing)).collect();
        let telling: Vec<&String> =
            telling.difference(&common).filter(|word| 3 < word.len() && word.parse::<u64>().is_err()).collect();
        for (number, term) in [game.name.to_owned()].into_iter().chain(game.sample_terms()).enumerate() {
            let plain = registry::game(&term).unwrap();
            let rules = registry::game(&disguised(&plain.term, number as u64)).unwrap().rules();
            let said = words(&rules);
            let spaced = |text: &str| format!(" {} ", text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), " "));
            let names = [game.name].into_iter().chain(game.aliases.iter().copied());
            for name in names.filter(|name| 3 < name.len() && name.parse::<u64>().is_err()) {
                assert!(!spaced(&rules).contains(&spaced(name)), "{term}: {name} in {rules}");
            }
            let told: Vec<_> = telling.iter().filter(|word| said.contains(**word)).collect();
            assert!(told.is_empty(), "{term}: {told:?} in {rules}");
            // Values that are texts, and holes where one stood.
            for (spec, _) in plain.options.iter().filter(|(spec, _)| !matches!(spec.kind, Kind::Choice(_))) {
                let value = plain.options.written(spec.name);
                let is_number = value.split('+').all(|number| number.parse::<f64>().is_ok());
                let is_flag = matches!(spec.kind, Kind::Flag);
                assert!(
                    is_number || is_flag || value.len() < 3 || !rules.contains(&value),
                    "{term}: {value} in {rules}"
                );
            }
            let is_own = |line: &&str| !line.contains("outcomes of chance counted");
            let prose = rules.lines().take_while(is_own).collect::<Vec<_>>().join("\n");
            for hole in ["`", "  ", " ,", " .", "chess", "option"] {
                assert!(!prose.contains(hole), "{term}: {prose}");
            }
            if game.rules.is_empty() {
                assert!(prose.ends_with("Its rules are not told."), "{term}: {rules}");
                assert!(!rules.contains("may be played"), "{term}: {rules}");
            } else if number == 0 {
                assert!(game.claims.is_empty() || 5 < rules.lines().count(), "{term}: {rules}");
            }
        }
    }
}

/// The same seed gives the same choices, as long as a player goes by the rules.
#[test]
fn players_choose_the_same_in_disguise() {
    for (game, players) in [
        ("tic-tac-toe", &["minimax(depth=3)", "alpha-beta(depth=5)", "mcts(iterations=200)", "perfect", "greedy"][..]),
        ("connect-four(width=5, height=4)", &["alpha-beta(depth=5, table=1MB)", "mcts(iterations=100)", "random"]),
        ("pig(target=20)", &["expectimax(depth=2)", "mcts(iterations=50)"]),
        ("kuhn", &["ismcts(iterations=80)", "pimc(deals=8)", "equilibrium"]),
        ("chess", &["alpha-beta(depth=2)", "mcts(iterations=20, playout=policy)"]),
    ] {
        for player in players {
            let played = [game.to_owned(), disguised(game, 4)].map(|term| {
                let (mut here, mut chosen, mut dice) = (start(&term), Vec::new(), Seed(1).stream(0));
                while here.node() != Node::Terminal && chosen.len() < 8 {
                    let m = match here.node() {
                        Node::Decision(_) => ask(player, &here).m,
                        _ => here.draw_move(&mut dice),
                    };
                    chosen.push(m);
                    here.play(m);
                }
                chosen
            });
            assert_eq!(played[0], played[1], "{player} at {game}");
        }
    }
}

#[test]
fn what_cannot_be_disguised_is_refused() {
    for (term, why) in [
        ("disguise(game=chess(", "never closed"),
        ("disguise(game=ches)", "did you mean `chess`?"),
        ("disguise(game=nim(heaps=300))", "option `game` cannot be"),
        ("disguise(game=disguise)", "not in disguise yet"),
        ("disguise(game=disguise(game=nim))", "not in disguise yet"),
        ("disguise(seed=-1)", "option `seed` cannot be `-1`"),
    ] {
        let error = registry::game(term).unwrap_err().to_string();
        assert!(error.contains(why), "{term}: {error}");
    }
    // Equal disguises have equal terms.
    assert_eq!(registry::game("disguise(ttt)").unwrap().term, "disguise");
    let nim = "disguise(game=nim(heaps=3+4), seed=5)";
    assert_eq!(registry::game("masked(Nim( 3+4 ), 5)").unwrap().term, nim);
    assert_eq!(registry::game(nim).unwrap().term, nim);
    let here = start("disguise");
    for text in ["", "|", "ka", "ka:bu | bu", "| bubu:baba", "| bubu"] {
        assert!(here.parse(text).is_err(), "{text}");
    }
    // Facts that its text does not bear out.
    let played = after(&here, all_moves(&here)[0]);
    let (_, pieces) =
        played.to_string().split_once('|').map(|(facts, pieces)| (facts.to_owned(), pieces.to_owned())).unwrap();
    assert!(here.parse(&format!("|{pieces}")).is_err());
}
