//! Every fast thing agrees with its slow twin: here, native with erased, for every pair.

use agon_core::{
    AnyMove, Budget, Decision, Node, Player, Position, Seed, Turn, notation,
    registry::{self, NamedGame, NamedPlayer},
};

use crate::house;

/// The most nodes a move may cost here; a search that would need more answers within it.
const BUDGET: Budget = Budget::of(Some(2_000));

#[test]
fn native_players_choose_what_erased_ones_do_and_leave_the_position_alone() {
    let mut pairs = Vec::new();
    for sample in house::samples() {
        for &player in registry::players().keys() {
            pairs.push((sample.clone(), quick(player)));
        }
    }
    house::for_each(&pairs, |(game, player)| {
        let game = registry::game(game).map_err(|e| e.to_string())?;
        let player = registry::player(player).map_err(|e| e.to_string())?;
        let Ok(native) = player.seat(&game.start) else { return Ok(()) };
        if native.habits().person {
            return Ok(());
        }
        let seat = || player.seat(&game.start).map_err(|e| e.to_string());
        let erased = player.seat_erased(&game.start).map_err(|e| e.to_string())?;
        let mut twins = Twins { native, erased, used: seat()? };
        (0..2).try_for_each(|seed| same_play(&game, &player, &mut twins, seed))
    });
}

/// The player, with less work than usual where that is not bounded by nodes.
fn quick(player: &str) -> &str {
    match player {
        "perfect" => "perfect(limit=1000)",
        "mcts" => "mcts(iterations=200)",
        other => other,
    }
}

/// One player three times: compiled for the game, through virtual calls, and with a past.
struct Twins {
    native: Box<dyn Player>,
    erased: Box<dyn Player>,
    used: Box<dyn Player>,
}

/// Plays a few moves of a game with both twins, the second of them having played another before.
fn same_play(
    game: &NamedGame,
    player: &NamedPlayer,
    Twins { native, erased, used }: &mut Twins,
    seed: u64,
) -> Result<(), String> {
    native.begin();
    erased.begin();
    let mut position = game.start.clone();
    let mut nature = Seed(seed).stream(0);
    for ply in 0..8 {
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
        let one = ask(native, false)?;
        let other = ask(erased, false)?;
        let fail = |what: &str, found: &Decision<AnyMove>| {
            Err(format!(
                "{} at {} in {before}: {what} {found:?}, not {one:?}",
                player.term, game.term
            ))
        };
        if one != other {
            return fail("erased", &other);
        }
        used.begin();
        let after_another = ask(used, false)?;
        used.begin();
        let explained = ask(used, true)?;
        if ply == 0 && after_another != one {
            return fail("in another game", &after_another);
        }
        if ply == 0 && explained.m != one.m {
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
                return Err(format!(
                    "{}: the line plays {} in {line}",
                    player.term,
                    notation(&line, m)
                ));
            }
            line.play(m);
        }
        position.play(one.m);
    }
    Ok(())
}
