//! A position of every game, after a move, with something to be seen.

use agon_core::{Picture, Position, line, registry};
use {
    agon_2048 as _, agon_amoba as _, agon_backgammon as _, agon_battleship as _, agon_blotto as _,
    agon_breakthrough as _, agon_checkers as _, agon_chess as _, agon_chinese_checkers as _, agon_connect_four as _,
    agon_dots_and_boxes as _, agon_einstein as _, agon_ghosts as _, agon_go as _, agon_goofspiel as _,
    agon_grundy as _, agon_hex as _, agon_kalah as _, agon_kuhn as _, agon_leduc as _, agon_liars_dice as _,
    agon_nim as _, agon_nine_mens_morris as _, agon_oshi_zumo as _, agon_othello as _, agon_pennies as _,
    agon_phantom as _, agon_pig as _, agon_rps as _, agon_tic_tac_toe as _, agon_tiny_bridge as _, agon_tree as _,
    agon_whist as _,
};

/// A position to be drawn.
pub(crate) struct Scene {
    /// The game's name.
    pub(crate) name: &'static str,
    /// The game's term.
    pub(crate) term: String,
    /// What the position looks like, with its last move.
    pub(crate) picture: Picture,
}

/// For each game, the moves played, and the first position if it is not the start.
const SCENES: &[(&str, &str, &str, &str)] = &[
    ("2048", "2048", ".421/7531/621./1... 1200 +", "a1=4"),
    ("amoba", "amoba", "", "f6 g6 g7 f7 e5 h8 h7 d4 f5 g5 f8 e9 c5 d5 i6"),
    ("backgammon", "backgammon", "", "31, 8/5 6/5, 66, 24/18(2) 13/7(2), 52, 13/8 13/11"),
    ("battleship", "battleship", "", "a1-a2 c1-d1 b2-d2 b2-b4 c1 a2 d1 d4 b4 a1"),
    ("blotto", "blotto", "", "3+3+4 5+4+1"),
    ("breakthrough", "breakthrough", "", "d2-d3 e7-e6 d3-d4 e6-e5 d4xe5"),
    ("checkers", "checkers", "W:WK5,13,22:B6,7,15,K26:H0", "5-1"),
    ("chess", "chess", "", "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 f3g5 d7d5 e4d5"),
    ("chinese-checkers", "chinese-checkers", "", "c2-d5 i8-h7 j2-h2 b1-d6"),
    ("connect-four", "connect-four", "", "d c d d c e e f c e f"),
    ("dark-hex", "dark-hex(width=4, height=4)", "", "b3 b3 c2 c3 a1 b4 d2 b2 c1"),
    ("dots-and-boxes", "dots-and-boxes", "", "a1b1 a1a2 b1b2 c3d3 b2c2 a2b2 d2d3 b1c1"),
    ("einstein", "einstein", "", "3 3c4 2 2c2 6 6c5"),
    ("ghosts", "ghosts", "", "right left right right"),
    ("go", "go", "", "E5 E6 D6 C3 G7 D7 C6 F6 E7 C7 B7 D5 C5 D8"),
    ("goofspiel", "goofspiel(cards=4, open=false)", "", "3 2 4 1"),
    ("grundy", "grundy(heap=12)", "", "12:4+8 8:3+5 4:1+3"),
    ("hex", "hex(size=5)", "", "c1 b3 c2 d3 b4 c3 b5 e3 a5 a3"),
    ("kalah", "kalah", "", "3 6 1 2"),
    ("kuhn", "kuhn(seats=3)", "", "3 1 4 p b p"),
    ("leduc", "leduc(suits=true)", "", "Jh Ks r r c Kh c r"),
    ("liars-dice", "liars-dice(dice=2)", "", "3 1 6 2 1-3 2-3"),
    ("nim", "nim", "", "b2"),
    ("nine-mens-morris", "nine-mens-morris", "", "a7 d6 d7 f4 g7xd6"),
    ("oshi-zumo", "oshi-zumo", "", "6 4 5 9 8"),
    ("othello", "othello", "", "d3 c3 c4 e3 f4"),
    ("pennies", "pennies", "", "heads tails"),
    ("phantom-tic-tac-toe", "phantom-tic-tac-toe", "", "b2 b2 a1 a1 c3 c1"),
    ("pig", "pig", "", "5 roll 3 hold 6"),
    ("rps", "rps(rounds=2)", "", "rock paper scissors"),
    ("tic-tac-toe", "tic-tac-toe", "", "b2 a1 c1 a3 a2 c2 b1 c3 b3"),
    ("tiny-bridge", "tiny-bridge", "", "JhAs KhQs 1h 2s"),
    ("tree", "tree([{1/2:[3,12],1/2:8},[2,[4,-6],6],[14,5,2]])", "", ""),
    ("whist", "whist(ranks=3, cards=2)", "", "Qc Kc Ac Qd Kd Ad Qh Kh Qc Kc Ac Kh Qd"),
];

pub(crate) fn all() -> Vec<Scene> {
    SCENES.iter().map(|&(name, term, start, moves)| scene(name, term, start, moves)).collect()
}

/// The position after these moves, the last of them marked.
pub(crate) fn scene(name: &'static str, term: &str, start: &str, moves: &str) -> Scene {
    let game = registry::game(term).expect("a scene names a game");
    let mut here = game.start.clone();
    if !start.is_empty() {
        here = here.parse(start).expect("a scene begins at a position");
    }
    // As on the command line: commas where a move has spaces itself.
    let between = if moves.contains(',') { ", " } else { " " };
    let (before, last) = moves.rsplit_once(between).unwrap_or(("", moves));
    line::play_line(&mut here, before).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut picture = here.picture();
    if !last.is_empty() {
        let m = here.parse_move(last).unwrap_or_else(|| panic!("{name}: {last}"));
        let aim = here.aim(m);
        here.play(m);
        picture = here.picture().after(aim);
    }
    Scene { name, term: game.term, picture }
}
