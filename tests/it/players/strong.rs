//! Strong: that it plays what it says it plays, at every game.

use agon_core::{AnyPosition, Node, Position, Seed, Sum, registry};

use proptest::prelude::*;

use super::{ask, ask_within, start, trees};
use crate::workspace;

#[test]
fn it_plays_the_player_that_it_names() {
    workspace::for_each(&workspace::samples(), |game| {
        let mut position = start(game);
        let strong = registry::player("strong(nodes=200)").map_err(|error| error.to_string())?;
        let mut stream = Seed(0).stream(0);
        while position.node() == Node::Chance {
            position.play(position.draw_move(&mut stream));
        }
        if position.node() == Node::Terminal || position.facts().seats > 2 {
            return Ok(());
        }
        // Asked here it knows no more of the game than what follows.
        let choice = strong.choice(&position).ok_or("it chooses nobody")?;
        let plays = ask_within("strong(nodes=200)", &position, Some(200), false);
        let named = ask_within(&choice.term, &position, Some(200), false);
        let why = || format!("{game}: {plays:?}, but {}: {named:?}", choice.term);
        if plays == named { Ok(()) } else { Err(why()) }
    });
}

#[test]
fn its_options_suit_the_game() {
    let term = |game: &str| {
        let strong = registry::player("strong").unwrap();
        strong.choice(&start(game)).expect("it chooses at every game").term
    };
    assert!(term("chess").contains("null-move=true"));
    assert!(!term("othello").contains("null-move"));
    // A ply deeper at every forced move gains where there are few of them.
    for (game, extends) in [
        ("chess", true),
        ("kalah", true),
        ("dots-and-boxes", false),
        ("dots-and-boxes(width=5, height=4)", false),
        ("checkers", false),
        ("hex", false),
    ] {
        assert_eq!(term(game).contains("extensions=true"), extends, "{game}");
    }
    for (game, narrows) in [("amoba", true), ("chinese-checkers(seats=2)", true), ("chess", false), ("hex", false)] {
        assert_eq!(term(game).contains("relevant=true"), narrows, "{game}");
    }
    assert!(term("kalah(payoff=margin)").contains("futility=4.8"), "a tenth of half the range");
    // A search at games of chance and of one seat; plays where several look after their own.
    for game in ["backgammon", "einstein", "pig", "2048", "ghosts"] {
        let term = term(game);
        assert!(term.starts_with("expectiminimax(") && term.contains("nodes=100000"), "{term}");
    }
    assert_eq!(term("pig(players=3)"), "mcts(iterations=10000, plies=6)");
    assert!(term("chinese-checkers").starts_with("max-n("));
}

/// A tree of random plays, where there are enough of them to be better than a search.
#[test]
fn it_uses_playouts_where_the_game_recommends_them() {
    let term = |nodes: u64, position: &AnyPosition| {
        let strong = registry::player(&format!("strong(nodes={nodes})")).unwrap();
        strong.choice(position).expect("it chooses at every game").term
    };
    workspace::for_each(&workspace::samples(), |game| {
        let (position, name) = (start(game), game.split('(').next());
        let facts = position.facts();
        let is_unjudged = name == Some("module") && position.heuristics().is_empty();
        if facts.playouts != (is_unjudged || matches!(name, Some("gdl" | "go"))) {
            return Err(format!("{game} has no reason to say so"));
        }
        // A sheet, and a module without estimates, always says so; its seats, chance and sums take precedence.
        let is_duel = facts.seats == 2 && !facts.hidden && facts.sum != Sum::General;
        if !is_duel {
            return Ok(());
        }
        let is_random = term(1_000_000, &position).contains("rave=");
        if is_random == facts.playouts { Ok(()) } else { Err(format!("{game}: {is_random}")) }
    });
    // The larger the board, the more plays it takes.
    for (game, most, least) in [("go(size=7)", 2_000, 5_000), ("go", 3_000, 10_000), ("go(size=13)", 8_000, 20_000)] {
        assert!(term(most, &start(game)).starts_with("alpha-beta("), "{game}");
        assert!(term(least, &start(game)).starts_with("mcts("), "{game}");
    }
    // And it plays what it names, with its nodes: a play counts for ten of them.
    let position = start("go(size=5)");
    let strong = ask_within("strong(nodes=5000)", &position, None, false);
    let named = ask_within(&term(5_000, &position), &position, None, false);
    assert_eq!(strong, named);
    assert!(term(5_000, &position).starts_with("mcts(iterations=500,"));
}

#[test]
fn a_heuristic_is_passed_on_and_replaces_playouts() {
    for (game, begins) in [
        ("othello", "alpha-beta("),
        ("go", "alpha-beta("),
        ("backgammon", "expectiminimax("),
        ("pig(players=3)", "mcts("),
        ("chinese-checkers", "max-n("),
    ] {
        let position = start(game);
        let heuristic = position.heuristics().last().expect("it has one").name;
        let asked = registry::player(&format!("strong(heuristic={heuristic})")).unwrap();
        let term = asked.choice(&position).expect("it chooses at every game").term;
        assert!(term.starts_with(begins), "{game}: {term}");
        assert!(term.ends_with(&format!(", heuristic={heuristic})")), "{game}: {term}");
        assert!(asked.seat(&position).is_ok(), "{game}");
    }
    // The chosen player refuses one that the game does not have.
    let wrong = registry::player("strong(heuristic=beauty)").unwrap();
    let error = wrong.seat(&start("othello")).err().expect("it has none").to_string();
    assert!(error.contains("option `heuristic` cannot be `beauty`"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300, failure_persistence: None, ..ProptestConfig::default()
    })]

    /// However estimates mislead it: with nodes to spare it sees every end, and no cut by a guess counts as one.
    #[test]
    fn it_plays_small_games_perfectly(tree in trees()) {
        let position = start(&tree);
        let plain = ask("minimax(depth=unlimited)", &position);
        let found = ask("strong(nodes=1000000)", &position);
        prop_assert_eq!(found.value, plain.value);
        let best = plain.moves.iter().find(|root| root.m == found.m).map(|root| root.value);
        prop_assert_eq!(best, plain.value, "{:?}", found);
    }
}

#[test]
fn an_estimate_misleads_it_at_no_short_game() {
    for tree in ["tree([[1]@1~7,[3]@1~0]@2)", "tree([[[-2,3]~4],[1]~-4])"] {
        let (position, best) = (start(tree), ask("minimax(depth=unlimited)", &start(tree)));
        let found = ask("strong", &position);
        assert_eq!((found.m, found.value), (best.m, best.value), "{tree}");
    }
}
