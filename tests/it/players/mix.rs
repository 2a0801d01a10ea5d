//! Players made of players: how often each part is asked, and refused mixtures.

use agon_core::registry;

use super::table::{Question, refusal};

/// How often the first move is played in a thousand turns, each with a stream of its own.
fn firsts(player: &str, game: &str) -> u32 {
    let first = |seed| Question { seed, ..Question::new(player, game) }.ask().m.0 == 1;
    (0..1000).map(|seed| u32::from(first(seed))).sum()
}

#[test]
fn each_part_is_chosen_as_often_as_its_weight() {
    // Minimax takes the first move, greedy the second. Standard deviation: 12.6.
    let game = "tree([[5,5]~0,[0,0]~5])";
    let first = firsts("mix(minimax(depth=2)*4, greedy)", game);
    assert!((750..850).contains(&first), "{first} of 1000");
    assert_eq!(firsts("mix(minimax(depth=2))", game), 1000);
}

#[test]
fn epsilon_plays_at_random_with_its_probability() {
    // A random move is the first in one of four; the other is right away. Expected: 775.
    let game = "tree([5,0,0,0])";
    let first = firsts("epsilon(minimax(depth=1), 0.3)", game);
    assert!((725..825).contains(&first), "{first} of 1000");
    assert_eq!(firsts("epsilon(greedy, 0)", game), 1000);
    let always = firsts("epsilon(greedy, 1)", game);
    assert!((200..300).contains(&always), "{always} of 1000");
}

#[test]
fn a_mixture_depends_on_everything_its_parts_depend_on() {
    let game = registry::game("nim").unwrap();
    let habits = |player| registry::player(player).unwrap().seat(&game.start).unwrap().habits();
    assert!(habits("mix(minimax*0.8, greedy*0.2)").random);
    assert!(habits("epsilon(mix(greedy), 0.2)").random);
    assert!(!habits("mix(minimax, random)").clock);
}

#[test]
fn equal_mixtures_print_equally() {
    for (text, printed) in [
        ("mix(random*1)", "mix(random)"),
        ("mix( random * 3 )", "mix(random)"),
        ("mix(minimax(3)*0.80, random*1)", "mix(minimax*0.8, random)"),
        ("mix(players=random, mix(greedy*1)*2)", "mix(random, mix(greedy)*2)"),
        ("epsilon(mix(random*1.0), .1)", "epsilon(player=mix(random))"),
        ("expectimax(opponent=mix(random*1))", "expectimax(opponent=mix(random))"),
    ] {
        let term = registry::player(text).unwrap().term;
        assert_eq!(term, printed, "{text}");
        assert_eq!(registry::player(&term).unwrap().term, term);
    }
}

#[test]
fn misspelt_parts_are_refused_when_they_are_read() {
    for (player, part) in [
        ("mix(minimax*0)", "not `minimax*0`"),
        ("mix(minimax*x)", "not `minimax*x`"),
        ("mix(random, minimaks*2)", "did you mean `minimax`?"),
        ("mix(minimax(dept=2))", "did you mean `depth`?"),
        ("epsilon(minimaks)", "did you mean `minimax`?"),
        ("epsilon(mix(minimax(dept=2)))", "did you mean `depth`?"),
        ("expectimax(opponent=mix(minimaks))", "did you mean `minimax`?"),
    ] {
        let text = registry::player(player).unwrap_err().to_string();
        assert!(text.contains(part), "{player}: {text}");
    }
}

#[test]
fn mixtures_without_parts_or_with_unfit_parts_are_refused() {
    for (player, part) in [("mix", "players with their weights"), ("epsilon", "such as minimax(depth=2)")] {
        let text = refusal(player, "nim");
        assert!(text.contains(part), "{player}: {text}");
    }
    let text = refusal("mix(random, minimax)", "tree([(1,2,3),(4,5,6)])");
    assert!(text.starts_with("minimax cannot play this game"), "{text}");
}
