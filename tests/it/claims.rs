//! The rules as players are told them: every sentence that can be tried is true, and every way in which a play ends is
//! among them.

use std::collections::{BTreeMap, BTreeSet};

use agon_core::{
    AnyPosition, Explained, Extras, GamePlugin, Node, Position, RuleClaim, RuleSaid, Seat, Seed, registry,
};
use agon_laws::try_claim;

use crate::workspace;

/// How many random plays of each game are looked at.
const PLAYS: u64 = 10_000;

/// How a play ended: by the game's word for it, and the signs of what the seats got.
type Ended = (&'static str, Vec<i8>);

fn ended(here: &AnyPosition) -> Ended {
    let sign = |payoff: f64| if payoff == 0.0 { 0 } else { payoff.signum() as i8 };
    let mut signs: Vec<i8> = Seat::all(here.facts().seats).map(|seat| sign(here.payoff(seat))).collect();
    // Who of them it is makes no difference.
    signs.sort_unstable();
    (Extras::ending(here), signs)
}

/// The end of a play that `claim` is about.
fn end_of(plugin: &GamePlugin, claim: &RuleClaim) -> Ended {
    let game = registry::game(&format!("{}({})", plugin.name, claim.place.options)).unwrap();
    let from = claim.place.from;
    let mut here = if from.is_empty() { game.start } else { game.start.parse(from).unwrap() };
    for word in claim.place.moves {
        here.play(here.parse_move(word).unwrap());
    }
    ended(&here)
}

#[test]
fn every_game_tells_its_rules_and_can_be_tried() {
    for game in workspace::games() {
        let start = registry::game(game.name).unwrap().start;
        assert!(!game.rules.is_empty() || start.rules().is_some(), "{} tells no rules", game.name);
        let has = |is_one: fn(&RuleSaid) -> bool| game.claims.iter().any(|claim| is_one(&claim.said));
        assert!(has(|said| matches!(said, RuleSaid::Legal(_))), "{}: no legal move", game.name);
        assert!(has(|said| matches!(said, RuleSaid::Illegal(_))), "{}: no illegal move", game.name);
        assert!(has(|said| matches!(said, RuleSaid::Pays(_))), "{}: no end", game.name);
        for claim in game.claims {
            if let Err(found) = try_claim(game, claim) {
                panic!("{}: {claim}\n{found}", game.name);
            }
        }
    }
}

#[test]
fn the_contrary_of_every_claim_is_found_to_be_false() {
    for game in workspace::games() {
        for claim in game.claims {
            let said = match claim.said {
                RuleSaid::Legal(m) => RuleSaid::Illegal(m),
                RuleSaid::Illegal(m) => RuleSaid::Legal(m),
                RuleSaid::Pays(payoffs) => {
                    let others: Vec<f64> = payoffs.iter().map(|payoff| 0.5 - payoff).collect();
                    RuleSaid::Pays(others.leak())
                }
            };
            let mut contrary = *claim;
            contrary.said = said;
            assert!(try_claim(game, &contrary).is_err(), "{}: {contrary}", game.name);
        }
    }
}

#[test]
fn rules_are_told_without_the_name_of_the_game() {
    for game in workspace::games() {
        let words = |text: &str| text.to_lowercase().replace(['[', ']'], "");
        let name = words(game.name).replace('-', " ");
        // An option is called by its name, also where that is the game's own word.
        let told = words(game.rules).split('`').step_by(2).collect::<Vec<_>>().join(",");
        let mut parts = told.split(|c: char| !c.is_alphanumeric() && c != ' ');
        let is_named = |part: &str| format!(" {part} ").contains(&format!(" {name} "));
        // `go` and `tree` are words of every day.
        assert!(game.name.len() < 5 || !parts.any(is_named), "{}: {}", game.name, game.rules);
    }
}

/// Every way in which random plays of the usual game end is told with an example.
#[test]
fn every_way_in_which_a_play_ends_is_told() {
    let games: Vec<_> = workspace::games().collect();
    workspace::for_each(&games, |game| {
        let untold = untold(game);
        if untold.is_empty() { Ok(()) } else { Err(untold.join("\n")) }
    });
}

/// The ends of random plays of the usual game of which no claim tells.
fn untold(game: &'static GamePlugin) -> Vec<String> {
    let is_end = |claim: &&RuleClaim| matches!(claim.said, RuleSaid::Pays(_));
    let told: BTreeSet<Ended> = game.claims.iter().filter(is_end).map(|claim| end_of(game, claim)).collect();
    let start = registry::game(game.name).unwrap().start;
    let (mut here, mut found) = (start.clone(), BTreeMap::new());
    for play in 0..PLAYS {
        here.clone_from(&start);
        let mut stream = Seed(62).stream(play);
        while here.node() != Node::Terminal {
            let m = here.draw_move(&mut stream);
            here.play(m);
        }
        found.entry(ended(&here)).or_insert_with(|| here.to_string());
    }
    let untold = found.into_iter().filter(|(ended, _)| !told.contains(ended));
    untold.map(|(ended, text)| format!("{}: {ended:?} at {text}", game.name)).collect()
}
