//! Why a player chose its move, told of each kind of search.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use agon_core::{line, registry};
use agon_draw::phrase::sentences;
use agon_roster as _;
use agon_table::{GivenPosition, SearchLimits, WatchedSearch};

/// The sentences about what a player chooses at a game after these moves, where another may have been played.
fn told(game: &str, moves: &str, player: &str, played: &str) -> String {
    let game = registry::game(game).unwrap();
    let base = game.start.clone();
    let mut site = GivenPosition { game, line: Vec::new(), here: base.clone(), base, saved: None, redealt: None };
    for m in moves.split_whitespace() {
        site.play(line::read_move(&site.here, m).unwrap());
    }
    let played = line::read_move(&site.here, played);
    let player = registry::player(player).unwrap();
    let watched = WatchedSearch::of(site, &player, 1, SearchLimits::default(), (100_000, usize::MAX)).unwrap();
    sentences(&watched.why(watched.trace.last().unwrap(), played))
}

/// Game, moves, player, what was played; and on the next line what is told. At pig chance draws first; proof numbers know
/// one move that wins at nim, and selective search two moves: of others nothing is
/// said, nor what a whole tree would have cost, which may have another value.
const TOLD: &str = "\
tree([[3,12,8],[2,4,6],[14,5,2]]) | - | minimax | -
    minimax plays 1 and expects 1 then: worth 3 to seat 1. The best other move is 2: 1 less. It looked at 13 positions.
tree([[3,12,8],[2,4,6],[14,5,2]]) | - | alpha-beta | -
    alpha-beta plays 1 and expects 1 then: worth 3 to seat 1. No other move is worth more than 2. It looked at 11 of 13 positions of the whole tree: 15 % are saved.
tree([[3,12,8],[2,4,6],[14,5,2]]) | - | alpha-beta | 2
    alpha-beta plays 1 and expects 1 then: worth 3 to seat 1. 2 was played: at least 1 less. It looked at 11 of 13 positions of the whole tree: 15 % are saved.
tree([[3,12,8],[2,4,6],[14,5,2]]) | 2 | minimax | -
    minimax plays 1: worth -2 to seat 2. The best other move is 2: 2 less. It looked at 4 positions.
tic-tac-toe | b2 a1 | alpha-beta | c1
    alpha-beta plays c2 and expects a2 a3 c1 then: worth +0.13 to seat 1. c1 was played: at least 0.13 less. It looked at 262 of 980 positions of the whole tree: 73 % are saved.
connect-four | d c | alpha-beta(depth=4) | -
    alpha-beta plays d and expects d d d then: worth +0.01 to seat 1. No other move is worth more than +0.01. It looked at 720 of 2,801 positions of the whole tree: 74 % are saved.
connect-four | d c | mcts(iterations=500) | a
    mcts(iterations=500) plays d and expects d d a then: worth about +0.41 to seat 1. a was played: worth +0.16, 0.25 less.
pig | - | expectimax(depth=4) | -
    -
chinese-checkers | - | max-n(depth=1) | -
    max-n(depth=1) plays b1-d4: worth +0.01 to seat 1. b1-d6 is worth the same. It looked at 11 positions.
kuhn | 3 2 | ismcts(iterations=200) | -
    ismcts(iterations=200) plays b: worth about +1.19 to seat 1. b was tried 104 times of 200; next comes p, 96 times, with a mean of +1.17.
kuhn | 3 2 | equilibrium | -
    equilibrium plays b: worth about +1.17 to seat 1. It draws its move: b in 65 of 100 cases, p in 35. It looked at 3 positions.
connect-four | d c | selective(width=2, depth=2) | -
    selective(width=2, depth=2) plays c and expects c then: worth -0.01 to seat 1. It looked at 24 positions.
nim(heaps=1) | - | minimax | -
    minimax plays a1: worth 1 to seat 1. There is no other move. It looked at 2 positions.
nim | - | greedy | -
    greedy plays a1: worth 0 to seat 1. a2 is worth the same. It looked at 16 positions.
nim | - | mtd(depth=4) | -
    mtd plays a1 and expects a1 a1 b1 then: worth 0 to seat 1. No other move is worth more than 0. In 8 searches it looked at 806 positions.
nim | - | pns | -
    pns plays b1: worth 1 to seat 1. It looked at 3,069 positions.
nim | - | perfect | -
    perfect plays a1 and expects b1 c1 a1 c1 a1 c1 b1 c1 … then: worth 1 to seat 1. b1 is worth the same. It looked at 16 positions.
nim(heaps=1+2) | - | perfect | -
    perfect plays b1 and expects a1 b1 then: worth 1 to seat 1. The best other move is a1: 2 less. It looked at 4 positions.
";

#[test]
fn the_reason_is_the_line_what_others_lack_and_how_much_was_looked_at() {
    let lines: Vec<&str> = TOLD.lines().collect();
    for two in lines.chunks(2) {
        let asked: Vec<&str> = two[0].split(" | ").map(|part| part.trim_matches('-')).collect();
        let [game, moves, player, played] = asked[..] else { panic!("{}", two[0]) };
        assert_eq!(told(game, moves, player, played), two[1].trim().trim_matches('-'), "{}", two[0]);
    }
}
