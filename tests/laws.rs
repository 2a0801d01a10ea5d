//! The laws of every registered game, because it is registered: a test for every sample of its
//! options, named by its term, and one for what it says of itself. The laws of every registered
//! player, at a small game of each kind, and of those that play hidden games at all of them.
//!
//! Nowhere else: the tests of a game's own crate have what is true of it alone. `cargo test -p agon-tests
//! --test laws connect-four` checks one game and players at it; `agon laws connect-four` goes many times as far.

use std::{process::ExitCode, thread};

use agon as _;
use agon_core::{Position, registry};
use agon_laws::PlayerLawError;
use libtest_mimic::{Arguments, Failed, Trial};
use outside_game as _;

fn main() -> ExitCode {
    let mut trials = Vec::new();
    for game in registry::games().values() {
        // A game that is a command of this machine is described by its program.
        if !game.is_inside {
            continue;
        }
        trials.push(Trial::test(format!("{} describes itself", game.name), move || Ok(agon_laws::check_plugin(game)?)));
        trials.extend(
            game.sample_terms()
                .map(|term| Trial::test(term.clone(), move || with_room(|| Ok(agon_laws::check_with(&term, 60, 3)?)))),
        );
    }
    for (name, plugin) in registry::players() {
        for game in GAMES {
            let facts = registry::game(game).expect("it is registered").start.facts();
            let plays = plugin.plays.refusal(&facts).is_none() && !OUTSIDE.contains(name);
            trials.push(player_trial(settled(name), game, plays));
        }
    }
    trials.extend(REMEMBERING.iter().map(|player| player_trial(player, "tic-tac-toe", true)));
    let samples = registry::games().values().flat_map(|game| game.sample_terms());
    for game in samples.filter(|term| is_hidden(term)) {
        // Players whose options name another may be refused where that one is.
        let start = registry::game(&game).expect("it is registered").start;
        let plays = |player| registry::player(player).is_ok_and(|it| it.seat(&start).is_ok());
        trials.extend(HIDDEN.iter().map(|player| player_trial(player, &game, plays(player))));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Every kind of game: neither chance nor anything hidden, to be solved or larger; chance; cards.
const GAMES: &[&str] = &["nim(heaps=1+2+3)", "tic-tac-toe", "pig(target=5, turns=3)", "kuhn"];

/// Players whose options say that what they remember of a game may change their moves: that breaks no law.
const REMEMBERING: &[&str] = &[
    "alpha-beta(depth=6, table=1MB, memory=true)",
    "mcts(iterations=50, reuse=true)",
    "mcts(iterations=50, grams=3, replies=2, keep=0.5)",
    "mix(mcts(iterations=50, reuse=true), random)",
];

/// Players of hidden games, settled so that they are quick.
const HIDDEN: &[&str] = &[
    "random",
    "epsilon(pimc(random, deals=2), 0.5)",
    "ismcts(iterations=20)",
    "ismcts(iterations=20, tree=single, choice=share)",
    "mix(random, ismcts(iterations=5))",
    "pimc(greedy, deals=3)",
    "equilibrium(iterations=2, limit=20000)",
    "equilibrium(rule=outcome, iterations=5)",
    "best-response(to=random, limit=20000)",
];

fn is_hidden(term: &str) -> bool {
    registry::game(term).is_ok_and(|game| game.start.facts().hidden)
}

/// People, and programs and files that are not there.
const OUTSIDE: &[&str] = &["follow", "gomocup", "gtp", "human", "process", "uci", "xboard"];

/// The player's term, with the options that it demands.
fn settled(name: &str) -> &str {
    match name {
        "epsilon" => "epsilon(random, 0.3)",
        "mix" => "mix(random, epsilon(random, 0.3)*2)",
        name => name,
    }
}

/// That a player keeps every law at a game; or, if it does not play it, that it says so.
fn player_trial(player: &str, game: &str, plays: bool) -> Trial {
    let (player, game) = (player.to_owned(), game.to_owned());
    Trial::test(format!("{player} at {game}"), move || {
        with_room(|| match (agon_laws::check_player(&player, &game), plays) {
            (Ok(()), true) | (Err(PlayerLawError::Refused(_) | PlayerLawError::Person(_)), false) => Ok(()),
            (Ok(()), false) => Err("it plays a game that it says it does not play".into()),
            (Err(why), _) => Err(why.into()),
        })
    })
}

/// Checks on a thread with the stack that the arena gives to players.
fn with_room(check: impl FnOnce() -> Result<(), Failed> + Send) -> Result<(), Failed> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(agon_core::STACK_SIZE);
        let checking = thread.spawn_scoped(scope, check).expect("there is room for a thread");
        checking.join().unwrap_or_else(|_| Err(Failed::from("a panic, printed above")))
    })
}
