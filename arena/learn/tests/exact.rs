//! The exact strength of an evaluation is what a slow and plain computation finds.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{collections::BTreeSet, sync::Arc};

use agon_core::{AnyPosition, Evaluate, Learned, Node, Position, Seat, after, all_moves, models};
use agon_learn::{ExactStrength, Learning, LearningSpec, ModelKind, SolvedDecisions};
use agon_roster::solve::Graph;

fn learning(game: &str, kind: ModelKind, games: u64) -> Learning {
    let spec = LearningSpec::new(game, 7, kind);
    let mut learning = Learning::new(&spec).unwrap();
    while learning.generation(2, games, &|| false) {}
    learning
}

/// All decisions of the game, with the values of the solver.
fn solved(learning: &Learning) -> SolvedDecisions {
    let start = &learning.game().start;
    let graph = Graph::solve(start, 100_000, false).unwrap();
    SolvedDecisions::of(start, &|position, seat| graph.value_for(seat, graph.find(position).unwrap().value))
}

fn exact(learning: &Learning) -> ExactStrength {
    learning.exact(&solved(learning), &|| false).unwrap().unwrap()
}

fn estimates(learning: &Learning) -> Learned {
    let (model, _) = learning.model().unwrap();
    Learned::new(Arc::new(model), &learning.game().start).unwrap()
}

/// Sums over positions: how many, the parts of their choices that are best, and what these lose.
#[derive(Default)]
struct Sums(u64, f64, f64);

impl Sums {
    /// Adds a position by what each of its moves seems to be worth, and is worth.
    fn add(&mut self, moves: &[(f64, f64)]) {
        let most = |values: &mut dyn Iterator<Item = f64>| values.reduce(f64::max).unwrap();
        let seems = most(&mut moves.iter().map(|one| one.0));
        let best = most(&mut moves.iter().map(|one| one.1));
        let chosen: Vec<f64> = moves.iter().filter(|one| one.0 == seems).map(|one| one.1).collect();
        let right = chosen.iter().filter(|&&worth| (best - worth).abs() < 1e-9).count();
        self.0 += 1;
        self.1 += right as f64 / chosen.len() as f64;
        self.2 += chosen.iter().map(|worth| best - worth).sum::<f64>() / chosen.len() as f64;
    }

    fn is(&self, found: &ExactStrength, what: &str) {
        let Sums(positions, optimal, regret) = *self;
        let ExactStrength { positions: counted, optimal: share, regret: lost } = *found;
        assert_eq!(counted, positions, "{what}");
        let n = positions as f64;
        assert!((share - optimal / n).abs() < 1e-9, "{what}: {share}, not {}", optimal / n);
        assert!((lost - regret / n).abs() < 1e-9, "{what}: {lost}, not {}", regret / n);
    }
}

/// A board of tic-tac-toe, written down once more: 1 and -1 for the marks of the seats, 0 for none.
type Marks = [i8; 9];

fn winner(marks: &Marks) -> i8 {
    const LINES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    let owner = |line: &[usize; 3]| match line.map(|at| marks[at]) {
        [1, 1, 1] => 1,
        [-1, -1, -1] => -1,
        _ => 0,
    };
    LINES.iter().map(owner).find(|&owner| owner != 0).unwrap_or(0)
}

fn free(marks: &Marks) -> Vec<usize> {
    if winner(marks) != 0 { Vec::new() } else { (0..9).filter(|&at| marks[at] == 0).collect() }
}

fn with(marks: &Marks, at: usize, mark: i8) -> Marks {
    let mut after = *marks;
    after[at] = mark;
    after
}

/// What the board is worth to the seat with `mark`, which is to move.
fn minimax(marks: &Marks, mark: i8) -> i8 {
    let replies = free(marks).into_iter().map(|at| -minimax(&with(marks, at, mark), -mark));
    replies.max().unwrap_or(winner(marks) * mark)
}

/// Every board from `marks` on that was not met before, together with the position that the game makes of it.
fn walk(
    (marks, mark, here): (&Marks, i8, &AnyPosition),
    met: &mut BTreeSet<Marks>,
    found: &mut dyn FnMut(&Marks, i8, &AnyPosition),
) {
    if !met.insert(*marks) || free(marks).is_empty() {
        return;
    }
    found(marks, mark, here);
    for (at, m) in free(marks).into_iter().zip(all_moves(here)) {
        walk((&with(marks, at, mark), -mark, &after(here, m)), met, found);
    }
}

#[test]
fn at_tic_tac_toe_it_is_what_minimax_finds_board_by_board() {
    let mut before = None;
    for (kind, games) in
        [(ModelKind::Tables, 0), (ModelKind::Tables, 16), (ModelKind::Tables, 4000), (ModelKind::Compact, 4000)]
    {
        let learning = learning("tic-tac-toe", kind, games);
        let evaluation = estimates(&learning);
        let mut sums = Sums::default();
        // Those of a player that draws any move.
        let mut random = Sums::default();
        let start = (&[0; 9], 1, &learning.game().start);
        walk(start, &mut BTreeSet::new(), &mut |marks, mark, here| {
            let seat = Seat(u8::from(mark < 0));
            assert_eq!(here.node(), Node::Decision(seat));
            let moves: Vec<(f64, f64)> = free(marks)
                .into_iter()
                .zip(all_moves(here))
                .map(|(at, m)| {
                    let marks = with(marks, at, mark);
                    let worth = f64::from(-minimax(&marks, -mark));
                    let is_over = free(&marks).is_empty();
                    let seems = if is_over { worth } else { evaluation.estimate(&after(here, m), seat) };
                    (seems, worth)
                })
                .collect();
            sums.add(&moves);
            let alike: Vec<(f64, f64)> = moves.iter().map(|&(_, worth)| (0.0, worth)).collect();
            random.add(&alike);
        });
        let found = exact(&learning);
        sums.is(&found, &format!("{kind:?} after {games}"));
        assert_eq!(found.positions, 4520);
        // Without a game learned from it sees the end of a game, and nothing else.
        if games == 0 {
            assert!(random.1 / 4520.0 < found.optimal);
            assert!(found.regret < random.2 / 4520.0);
        }
        if let Some((optimal, regret)) = before
            && kind == ModelKind::Tables
        {
            assert!(optimal < found.optimal && found.regret < regret, "{games}: {found:?}");
        }
        before = Some((found.optimal, found.regret));
    }
}

/// What a position is worth to a seat, by the rules alone.
fn worth(here: &AnyPosition, seat: Seat) -> f64 {
    let replies = || all_moves(here).into_iter().map(|m| (m, worth(&after(here, m), seat)));
    match here.node() {
        Node::Terminal => here.payoff(seat),
        Node::Decision(mover) if mover == seat => replies().map(|one| one.1).reduce(f64::max).unwrap(),
        Node::Decision(_) => replies().map(|one| one.1).reduce(f64::min).unwrap(),
        Node::Chance => {
            let weighed = replies().map(|(m, worth)| (f64::from(here.weight(m)), worth));
            let (sum, all) =
                weighed.fold((0.0, 0.0), |(sum, all), (weight, worth)| (sum + weight * worth, all + weight));
            sum / all
        }
    }
}

/// Every position in reach, each once; compared one by one.
fn reach(here: &AnyPosition, met: &mut Vec<AnyPosition>) {
    if met.contains(here) {
        return;
    }
    met.push(here.clone());
    for m in all_moves(here) {
        reach(&after(here, m), met);
    }
}

#[test]
fn at_small_games_with_and_without_chance_it_is_what_plain_recursion_finds() {
    for (game, games) in [
        ("nim(heaps=1+2+2)", 200),
        ("grundy", 50),
        ("pig(target=3, sides=2, turns=2)", 100),
        ("dots-and-boxes(width=1, height=1)", 50),
        ("2048(size=2, goal=8)", 50),
    ] {
        let learning = learning(game, ModelKind::Tables, games);
        let evaluation = estimates(&learning);
        let mut met = Vec::new();
        reach(&learning.game().start, &mut met);
        let mut sums = Sums::default();
        for here in &met {
            let Node::Decision(seat) = here.node() else { continue };
            let glance = |after: &AnyPosition| match after.node() {
                Node::Terminal => after.payoff(seat),
                _ => evaluation.estimate(after, seat),
            };
            let seems = |here: &AnyPosition| {
                if here.node() != Node::Chance {
                    return glance(here);
                }
                let (mut sum, mut all) = (0.0, 0.0);
                for m in all_moves(here) {
                    let weight = f64::from(here.weight(m));
                    sum += weight * glance(&after(here, m));
                    all += weight;
                }
                sum / all
            };
            let moves = all_moves(here).into_iter().map(|m| after(here, m));
            let moves: Vec<(f64, f64)> = moves.map(|after| (seems(&after), worth(&after, seat))).collect();
            sums.add(&moves);
        }
        sums.is(&exact(&learning), game);
    }
}

#[test]
fn it_has_one_result_stops_when_asked_and_leaves_no_model_registered() {
    let learning = learning("tic-tac-toe", ModelKind::Tables, 64);
    let solved = solved(&learning);
    let found = |stop: &dyn Fn() -> bool| learning.exact(&solved, stop).unwrap();
    assert_eq!(found(&|| false), found(&|| false));
    assert!(found(&|| false).is_some());
    assert_eq!(found(&|| true), None);
    let asked = std::cell::Cell::new(0);
    let later = || asked.replace(asked.get() + 1) == 3;
    assert_eq!(found(&later), None);
    assert!(!models::is_known(learning.model().unwrap().0.id()));
}
