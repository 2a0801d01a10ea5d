//! Every fast thing agrees with its slow twin: here, native with erased, for every pair that is
//! compiled; and every player plays by the rules, or refuses as it is known to.

use std::{
    fmt::Write,
    sync::atomic::{AtomicUsize, Ordering},
};

use agon_core::{
    AnyMove, Budget, Decision, Node, Player, Position, Seed, Turn, notation,
    registry::{self, GamePlugin, NamedGame, NamedPlayer},
};

use crate::workspace;

/// Whether players are compiled for every game, and each pair is played for longer.
const WHOLE: bool = cfg!(feature = "native");

/// The most nodes a move may cost here; a search that would need more answers within it.
const BUDGET: Budget = Budget::of(Some(if WHOLE { 2_000 } else { 1_000 }));

/// Games that each pair begins, and the plies of each.
const GAMES: u64 = if WHOLE { 2 } else { 1 };
const PLIES: u64 = if WHOLE { 8 } else { 2 };

#[test]
fn compiled_and_virtual_players_choose_the_same_legal_moves() {
    let mut pairs = Vec::new();
    for game in workspace::games() {
        for (at, sample) in game.sample_terms().enumerate() {
            if at == 0 {
                pairs.push((sample.clone(), "mcts(iterations=30, grams=3, replies=2)"));
            }
            for (number, &player) in registry::players().keys().enumerate() {
                // All players at each game; at its further samples a third of them, others at each.
                if WHOLE || at == 0 || (at + number) % 3 == 0 {
                    pairs.push((sample.clone(), quick(player)));
                }
            }
        }
    }
    let (seats, compiled) = (AtomicUsize::new(0), AtomicUsize::new(0));
    workspace::for_each(&pairs, |(game, player)| {
        let game = registry::game(game).map_err(|e| e.to_string())?;
        let player = registry::player(player).map_err(|e| e.to_string())?;
        // Refusals are in the snapshot below.
        let Ok(seated) = player.seat(&game.start) else { return Ok(()) };
        if seated.habits().person || seated.habits().outside {
            return Ok(());
        }
        seats.fetch_add(1, Ordering::Relaxed);
        let used = player.seat(&game.start).map_err(|e| e.to_string())?;
        let mut erased = None;
        if player.is_native_at(&game.start) {
            compiled.fetch_add(1, Ordering::Relaxed);
            erased = Some(player.seat_erased(&game.start).map_err(|e| e.to_string())?);
        }
        let mut twins = Twins { seated, erased, used };
        (0..GAMES).try_for_each(|seed| same_play(&game, &player, &mut twins, seed))
    });
    let compiled = compiled.into_inner();
    let seated = seats.into_inner();
    let least = if WHOLE { seated / 5 } else { seated / 40 };
    assert!(least < compiled, "only {compiled} of {seated} pairs have twins");
}

#[test]
fn players_refuse_the_listed_games() {
    let mut text = String::new();
    for &player in registry::players().keys() {
        let player = registry::player(quick(player)).unwrap();
        let games: Vec<String> = workspace::games().flat_map(|game| refused(&player, game)).collect();
        writeln!(text, "{}\n{}", player.term, games.concat()).unwrap();
    }
    insta::assert_snapshot!(text);
}

/// The samples of a game that a player does not sit down at, a line each; the game alone where
/// those are all it has.
fn refused(player: &NamedPlayer, plugin: &GamePlugin) -> Vec<String> {
    let samples: Vec<NamedGame> = plugin.sample_terms().map(|term| registry::game(&term).unwrap()).collect();
    let refused: Vec<String> = samples
        .iter()
        .filter(|game| player.seat(&game.start).is_err())
        .map(|game| format!("  {}\n", game.term))
        .collect();
    if refused.len() == samples.len() { vec![format!("  {}: all\n", plugin.name)] } else { refused }
}

/// The player, with less work than usual where that is not bounded by nodes.
fn quick(player: &str) -> &str {
    match player {
        // Seated, and never asked.
        "gomocup" => "gomocup(command=true)",
        "gtp" => "gtp(command=true)",
        "process" => "process(command=true)",
        "uci" => "uci(command=true, depth=1)",
        "xboard" => "xboard(command=true, depth=1)",
        "perfect" => "perfect(limit=1000)",
        "mcts" => "mcts(iterations=200)",
        "ismcts" => "ismcts(iterations=100)",
        "pimc" => "pimc(deals=4)",
        "equilibrium" => "equilibrium(iterations=10, limit=2000)",
        "best-response" => "best-response(limit=2000)",
        // They are made of others.
        "epsilon" => "epsilon(greedy)",
        "mix" => "mix(random, greedy)",
        other => other,
    }
}

/// One player as it is seated, through virtual calls where that is another, and with a past.
struct Twins {
    seated: Box<dyn Player>,
    erased: Option<Box<dyn Player>>,
    used: Box<dyn Player>,
}

/// Plays a few moves of a game with all of them, the last having played another before.
fn same_play(
    game: &NamedGame,
    player: &NamedPlayer,
    Twins { seated, erased, used }: &mut Twins,
    seed: u64,
) -> Result<(), String> {
    seated.begin();
    if let Some(erased) = erased {
        erased.begin();
    }
    let mut position = game.start.clone();
    let mut nature = Seed(seed).stream(0);
    for ply in 0..PLIES {
        let seat = match position.node() {
            Node::Terminal => break,
            Node::Chance => {
                let m = position.draw_move(&mut nature);
                position.play(m);
                continue;
            }
            Node::Decision(seat) => seat,
        };
        let before = position.clone();
        let ask = |player: &mut Box<dyn Player>, explain: bool| {
            let mut stream = Seed(seed).stream(1 + ply);
            let mut turn = Turn::new(seat, &mut stream).within(BUDGET).explained(explain);
            player.choose(&position, &mut turn).map_err(|e| e.to_string())
        };
        let one = ask(seated, false)?;
        let fail = |what: &str, found: &Decision<AnyMove>| {
            Err(format!("{} at {} in {before}: {what} {found:?}, not {one:?}", player.term, game.term))
        };
        if let Some(erased) = erased {
            let other = ask(erased, false)?;
            if one != other {
                return fail("erased", &other);
            }
        }
        used.begin();
        if ply == 0 {
            let after_another = ask(used, false)?;
            if after_another != one {
                return fail("in another game", &after_another);
            }
            used.begin();
        }
        let mut stream = Seed(seed).stream(1 + ply);
        let mut turn = Turn::new(seat, &mut stream).within(BUDGET);
        let (m, nodes) = used.choose_move(&position, &mut turn).map_err(|e| e.to_string())?;
        if m != one.m || (ply == 0 && nodes != one.nodes) {
            return fail("asked for its move alone", &Decision::just(m).with_nodes(nodes));
        }
        used.begin();
        let explained = ask(used, true)?;
        if explained.m != one.m {
            return fail("when asked to explain", &explained);
        }
        if position != before || position.to_string() != before.to_string() {
            return fail("changed the position", &one);
        }
        if !position.is_legal(one.m) {
            return fail("illegal", &one);
        }
        if BUDGET.nodes.is_some_and(|most| most < one.nodes) {
            return fail("over budget", &one);
        }
        for value in one.value.iter().chain(explained.moves.iter().map(|m| &m.value)) {
            let facts = position.facts();
            if !(facts.min_payoff - 1e-9..=facts.max_payoff + 1e-9).contains(value) {
                return fail("value out of bounds", &explained);
            }
        }
        let mut line = position.clone();
        for &m in &explained.pv {
            if !line.is_legal(m) {
                return Err(format!("{}: the line plays {} in {line}", player.term, notation(&line, m)));
            }
            line.play(m);
        }
        position.play(one.m);
    }
    Ok(())
}

/// Players whose options let them remember, or take every part of a search there is.
const REMEMBERING: &[&str] = &[
    "alpha-beta(depth=unlimited, nodes=3000, table=1MB, memory=true)",
    "alpha-beta(depth=3, table=64kB, memory=true, grafts=true, history=true, killers=true)",
    "alpha-beta(depth=4, table=64kB, memory=true, pvs=true, aspiration=0.1, quick=true)",
    "mtd(depth=4, table=64kB)",
    "mcts(iterations=300, reuse=true)",
    "mcts(iterations=100, grams=3, replies=2, keep=0.5, reuse=true)",
    "solve(nodes=2000)",
    "pns(nodes=2000)",
    "expectiminimax(depth=2, table=64kB)",
    "max-n(depth=2)",
    "best-reply(depth=3)",
    "selective",
];

#[test]
fn explaining_a_move_changes_no_move_of_the_game() {
    let games = ["connect-four", "othello(size=6)", "tic-tac-toe", "einstein", "kalah(pits=4)"];
    let pairs: Vec<_> = games.iter().flat_map(|game| REMEMBERING.iter().map(move |player| (*game, *player))).collect();
    workspace::for_each(&pairs, |(game, player)| {
        let game = registry::game(game).map_err(|e| e.to_string())?;
        let player = registry::player(player).map_err(|e| e.to_string())?;
        if player.plugin.plays.refusal(&game.start.facts()).is_some() {
            return Ok(());
        }
        let seat = || player.seat(&game.start).map_err(|e| e.to_string());
        let (mut silent, mut talking) = (seat()?, seat()?);
        let (mut position, mut nature) = (game.start.clone(), Seed(5).stream(0));
        for ply in 0..16 {
            let Node::Decision(mover) = position.node() else {
                if position.node() == Node::Terminal {
                    break;
                }
                position.play(position.draw_move(&mut nature));
                continue;
            };
            let ask = |player: &mut Box<dyn Player>, explain| {
                let mut stream = Seed(5).stream(1 + ply);
                let mut turn = Turn::new(mover, &mut stream).explained(explain);
                player.choose(&position, &mut turn).map_err(|e| e.to_string())
            };
            let (one, other) = (ask(&mut silent, false)?, ask(&mut talking, true)?);
            if (one.m, one.value, one.nodes) != (other.m, other.value, other.nodes) {
                return Err(format!("{} in {position}: {one:?}, explained {other:?}", player.term));
            }
            if !other.moves.iter().all(|root| position.is_legal(root.m)) {
                return Err(format!("{} in {position}: explains {other:?}", player.term));
            }
            position.play(one.m);
        }
        Ok(())
    });
}
