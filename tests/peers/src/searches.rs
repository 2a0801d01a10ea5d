//! Connect Four on the usual board: alpha-beta, with and without a table, mcts, and proofs.

use std::cell::Cell;

use agon_connect_four::ConnectFour;
use agon_core::{
    AnyMove, AnyPosition, Binding, Decision, Move, Node, Player, Position, Roster, Seed, Turn, inventory, registry,
};
use agon_players::{AlphaBeta, Mcts};
use board_game::{
    ai::{mcts::mcts_build_tree, minimax as board_game_search},
    board::{Board as _, Outcome},
    games::connect4::Connect4,
};
use connect_four_ai::Solver;
use minimax::{Evaluator, IterativeOptions, IterativeSearch, MCTSOptions, MonteCarloTreeSearch, Negamax, Strategy};

use crate::{
    connect_four::{BEFORE, Blind, Centre, Counted, Four, Rules, copying, looked_at, undoing},
    contest::{Row, Side, Unit},
    dice::dice,
};

inventory::submit! {
    Roster(const { &[Binding::of::<ConnectFour, AlphaBeta>(), Binding::of::<ConnectFour, Mcts>()] })
}

/// A player at the usual board, compiled for the game or through virtual calls.
fn seated(player: &str, native: bool) -> Box<dyn Player> {
    let player = registry::player(player).expect("it is a built-in player");
    let start = start();
    assert!(!native || player.is_native_at(&start), "{} is not compiled for the game", player.term);
    let seated = if native { player.seat(&start) } else { player.seat_erased(&start) };
    seated.expect("it can play Connect Four")
}

fn start() -> AnyPosition {
    registry::game("connect-four").expect("it is linked").start
}

fn decide(player: &mut dyn Player, position: &AnyPosition) -> Decision<AnyMove> {
    let Node::Decision(seat) = position.node() else { unreachable!("somebody is to move") };
    let mut stream = Seed(1).stream(0);
    player.begin();
    player.choose(position, &mut Turn::new(seat, &mut stream)).expect("it has a move")
}

/// One decision on the empty board, in nodes.
fn nodes(player: &str, native: bool) -> impl FnMut() -> u64 + 'static {
    let (mut player, start) = (seated(player, native), start());
    move || decide(&mut *player, &start).nodes
}

/// One decision on the empty board.
fn search(player: &str, native: bool) -> impl FnMut() -> u64 + 'static {
    let mut nodes = nodes(player, native);
    move || {
        nodes();
        1
    }
}

/// Won, drawn or lost, for `board-game`; may count the positions that it is asked about.
#[derive(Debug)]
struct Results<const COUNTED: bool>(Cell<u64>);

impl<const COUNTED: bool> board_game_search::Heuristic<Connect4> for Results<COUNTED> {
    type V = i32;

    fn value(&self, board: &Connect4, _: u32) -> i32 {
        if COUNTED {
            self.0.set(self.0.get() + 1);
        }
        match board.outcome() {
            Some(Outcome::WonBy(winner)) if winner == board.next_player() => 1,
            Some(Outcome::WonBy(_)) => -1,
            _ => 0,
        }
    }
    fn merge(old: i32, new: i32) -> (i32, std::cmp::Ordering) {
        (old.max(new), new.cmp(&old))
    }
}

/// The search of `minimax`, from the position before the first.
fn negamax<E: Evaluator>(eval: E, depth: u8) -> impl FnMut() -> i16
where
    E::G: minimax::Game<S = Four, M = u8>,
{
    let mut search = Negamax::new(eval, depth + 1);
    move || {
        search.choose_move(&BEFORE);
        search.root_value()
    }
}

const ALL: (i32, i32) = (-2, 2);

/// `minimax` alone looks at more positions: it goes on after a win, in search of a quicker one. Everybody's time is
/// divided by the positions of their own.
///
/// # Errors
///
/// Where the searches do not find the same value, or not among as many positions.
pub(crate) fn plain(depth: u8) -> Result<Row, String> {
    let term = format!("alpha-beta(depth={depth}, heuristic=none)");
    let agon = decide(&mut *seated(&term, true), &start());
    let erased = decide(&mut *seated(&term, false), &start());
    let (mut copied, mut undone, results) = (0, 0, Results::<true>(Cell::new(0)));
    let value = copying(Four::EMPTY, depth.into(), ALL, &mut copied);
    undoing(&mut Four::EMPTY.clone(), depth.into(), ALL, &mut undone);
    let theirs = board_game_search::minimax_value(&Connect4::default(), &results, depth.into());
    let mut of_minimax = 0;
    let counted = looked_at(|| of_minimax = negamax(Blind(Counted), depth)());
    let values = (agon.value, value, theirs, of_minimax);
    let counts = [agon.nodes, erased.nodes, copied, undone, results.0.get()];
    if values != (Some(0.0), 0, 0, 0) || counts != [copied; 5] {
        return Err(format!(
            "Connect Four to depth {depth}: the values are {values:?}, the numbers of positions {counts:?}"
        ));
    }
    let (board, results) = (Connect4::default(), Results::<false>(Cell::new(0)));
    let mut peer = negamax(Blind(Rules), depth);
    Ok(Row::new(format!("Connect Four, alpha-beta to depth {depth}, no heuristic"), Unit::Nanoseconds("node"))
        .with(Side::Agon, "native", nodes(&term, true))
        .with(Side::Agon, "erased", nodes(&term, false))
        .with(Side::Peer, "minimax", move || {
            peer();
            counted
        })
        .with(Side::Peer, "board-game", move || {
            board_game_search::minimax_value(&board, &results, depth.into());
            copied
        })
        .with(Side::Hand, "copying", move || {
            let mut nodes = 0;
            copying(Four::EMPTY, depth.into(), ALL, &mut nodes);
            nodes
        })
        .with(Side::Hand, "undoing", move || {
            let mut nodes = 0;
            undoing(&mut Four::EMPTY.clone(), depth.into(), ALL, &mut nodes);
            nodes
        }))
}

/// One search by `minimax` with a table, deeper and deeper.
fn deepening(depth: u8, options: IterativeOptions) -> impl FnMut() -> i16 {
    move || {
        let mut search = IterativeSearch::new(Centre, options);
        search.set_max_depth(depth);
        search.choose_move(&Four::EMPTY);
        search.root_value()
    }
}

/// The lines of the board, times the stones of a line: what Agon divides the heuristic by.
const SCALE: f64 = 69.0 * 4.0;

/// # Errors
///
/// Where the searches do not find the same value.
pub(crate) fn with_table(depth: u8) -> Result<Row, String> {
    let term = format!(
        "alpha-beta(depth={depth}, heuristic=centre, deepening=true, table=4MB, pvs=true, symmetry=true, hint=true)"
    );
    let agon = decide(&mut *seated(&term, true), &start()).value.map(|value| value * SCALE);
    let plain = IterativeOptions::new();
    let counter = plain.with_countermoves().with_countermove_history();
    // Its own table has 1 MB, and is filled anew for every search.
    let sized = |options: IterativeOptions, kilobytes: usize| options.with_table_byte_size(kilobytes << 10);
    let options = [
        ("minimax", plain),
        ("minimax, mtdf", plain.with_mtdf()),
        ("minimax, countermoves", counter),
        ("minimax, countermoves, 64 kB", sized(counter, 64)),
        ("minimax, countermoves, 256 kB", sized(counter, 256)),
        ("minimax, countermoves, two plies at a time", counter.with_double_step_increment()),
        ("minimax, countermoves, two plies at a time, 256 kB", sized(counter.with_double_step_increment(), 256)),
        ("minimax, countermoves, aspiration", counter.with_aspiration_window(5)),
    ];
    let mut row =
        Row::new(format!("Connect Four, deepening with a table to depth {depth}"), Unit::Milliseconds("search"))
            .with(Side::Agon, "native", search(&term, true))
            .with(Side::Agon, "erased", search(&term, false))
            .with(Side::Agon, "table of 256 kB", search(&term.replace("4MB", "256kB"), true));
    for (name, options) in options {
        let mut work = deepening(depth, options);
        let found = work();
        if agon.is_none_or(|agon| 1e-9 < (agon - f64::from(found)).abs()) {
            return Err(format!("Connect Four with a table to depth {depth}: {name} finds {found}, Agon {agon:?}"));
        }
        row = row.with(Side::Peer, name, move || {
            work();
            1
        });
    }
    Ok(row)
}

/// # Errors
///
/// Where one does not do as many iterations as asked.
pub(crate) fn mcts(iterations: u32) -> Result<Row, String> {
    let term = format!("mcts(iterations={iterations})");
    let mut player = seated(&term, true);
    let board = Connect4::default();
    let mut options = MonteCarloTreeSearch::<Rules>::new(MCTSOptions::default().with_num_threads(1));
    options.set_max_rollouts(iterations);
    let mut random = dice();
    let tree = mcts_build_tree(&board, iterations.into(), 1.4, &mut random);
    let visits = tree.nodes[0].visits;
    if visits != i64::from(iterations) {
        return Err(format!("board-game's tree has {visits} visits, not {iterations}"));
    }
    // The root is a node as well.
    let nodes = decide(&mut *player, &start()).nodes;
    if nodes != u64::from(iterations) + 1 {
        return Err(format!("Agon's tree has {nodes} nodes after {iterations} iterations"));
    }
    let start = start();
    Ok(Row::new(format!("Connect Four, mcts of {iterations} iterations"), Unit::PerSecond("iterations"))
        .with(Side::Agon, "native", move || {
            decide(&mut *player, &start);
            iterations.into()
        })
        .with(Side::Agon, "erased", {
            let mut search = search(&term, false);
            move || {
                search();
                iterations.into()
            }
        })
        .with(Side::Peer, "minimax", move || {
            options.choose_move(&Four::EMPTY);
            iterations.into()
        })
        .with(Side::Peer, "board-game", move || {
            let tree = mcts_build_tree(&board, iterations.into(), 1.4, &mut random);
            tree.nodes[0].visits as u64
        }))
}

/// Positions that random games pass through with 22 to 28 stones on the board.
fn halfway(count: usize) -> Vec<(AnyPosition, connect_four_ai::Position)> {
    let mut stream = Seed(22).stream(0);
    let mut found = Vec::new();
    while found.len() < count {
        let (mut here, mut there) = (start(), connect_four_ai::Position::new());
        let stones = 22 + stream.below(7);
        for _ in 0..stones {
            if here.node() == Node::Terminal {
                break;
            }
            let m = here.draw_move(&mut stream);
            there.play(m.code() as usize);
            here.play(m);
        }
        if here.node() != Node::Terminal {
            found.push((here, there));
        }
    }
    found
}

/// # Errors
///
/// Where a result differs.
pub(crate) fn proofs(positions: usize) -> Result<Row, String> {
    let positions = halfway(positions);
    let (mut solve, mut solver) = (seated("solve(table=64kB)", false), Solver::empty());
    for (here, there) in &positions {
        let (agon, peer) = (decide(&mut *solve, here).value, solver.solve(there));
        if agon != Some(f64::from(peer.signum())) {
            return Err(format!("{here}: connect-four-ai finds {peer}, Agon {agon:?}"));
        }
    }
    let agon = |term: &str| {
        let mut player = seated(term, false);
        let positions: Vec<AnyPosition> = positions.iter().map(|(here, _)| here.clone()).collect();
        move || {
            for here in &positions {
                decide(&mut *player, here);
            }
            positions.len() as u64
        }
    };
    let count = positions.len() as u64;
    Ok(Row::new("Connect Four, won, drawn or lost with 22 to 28 stones", Unit::Microseconds("position"))
        .with(Side::Agon, "default", agon("solve"))
        .with(Side::Agon, "table of 64 kB", agon("solve(table=64kB)"))
        .with(Side::Peer, "connect-four-ai, exact distance", {
            let positions: Vec<connect_four_ai::Position> = positions.iter().map(|(_, there)| *there).collect();
            move || {
                for there in &positions {
                    solver.reset();
                    solver.solve(there);
                }
                count
            }
        }))
}
