//! Games whose moves wait for the judge: each position is judged once, on several threads where that takes time, and
//! games are added up in the order in which they were read.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use agon_arena::{
    plan::Plan,
    play::Played,
    tally::{CostlyGame, GameCosts, JudgedMove, MoveCosts},
};
use agon_core::{AnyPosition, Node, Position, STACK_SIZE, Seat, all_moves};
use indicatif::ProgressBar;

use super::judge::{Bench, Judge};
use crate::{failed::Failed, progress::progress};

/// The most choices that wait, and positions among them that take time.
const MOST_CHOICES: usize = 1 << 18;
const MOST_ASKED: usize = 1 << 14;
/// The most values that are remembered, some 32 MB.
const MOST_VALUES: usize = 1 << 22;

/// A choice: who made it when, of which position at which bench, and which of the moves was chosen.
struct Choice {
    seat: Seat,
    ply: u32,
    position: (usize, u64),
    index: usize,
}

/// A position that waits to be judged.
struct Question {
    position: (usize, u64),
    here: AnyPosition,
    seat: Seat,
}

/// The games that were read.
pub(super) struct WaitingGames {
    costs: MoveCosts,
    judge: Judge,
    within: Option<f64>,
    jobs: usize,
    /// By the game's term.
    benches: Vec<(String, Bench)>,
    games: Vec<(CostlyGame, Vec<Choice>, Vec<Seat>)>,
    choices: usize,
    questions: Vec<Question>,
    /// What each move costs, by bench and the position's key; nothing while it waits.
    known: BTreeMap<(usize, u64), Box<[f64]>>,
    values: usize,
}

/// What the judge found.
pub(super) struct Judged {
    pub(super) judge: Judge,
    pub(super) within: Option<f64>,
    pub(super) benches: Vec<(String, Bench)>,
    pub(super) games: Vec<GameCosts>,
}

impl WaitingGames {
    /// No games yet.
    pub(super) fn new(costs: MoveCosts, judge: Judge, within: Option<f64>, jobs: usize) -> WaitingGames {
        WaitingGames {
            costs,
            judge,
            within,
            jobs: jobs.max(1),
            benches: Vec::new(),
            games: Vec::new(),
            choices: 0,
            questions: Vec::new(),
            known: BTreeMap::new(),
            values: 0,
        }
    }

    /// Games of that plan follow.
    pub(super) fn begin(&mut self, plan: &Plan) {
        self.costs.begin(plan);
    }

    /// Takes a game.
    ///
    /// # Errors
    ///
    /// Where its moves cannot be judged.
    pub(super) fn take(&mut self, played: &Played<'_>) -> Result<(), Failed> {
        let Some(entered) = self.costs.enter(played) else { return Ok(()) };
        let game = &played.plan.section(played.fixture).game;
        let place = self.benches.iter().position(|(term, _)| *term == game.term);
        let place = if let Some(place) = place {
            place
        } else {
            self.benches.push((game.term.clone(), self.judge.bench(game)?));
            self.benches.len() - 1
        };
        let record = played.record;
        let base = played.base();
        let mut here = base.clone();
        let (opening, rest) = record.moves.split_at(record.opening as usize);
        for &m in opening {
            here.play(m);
        }
        if !rest.is_empty() {
            self.benches[place].1.prepare(&base, &here)?;
        }
        let (mut choices, mut forced) = (Vec::new(), Vec::new());
        for (ply, &m) in (record.opening..).zip(rest) {
            if let Node::Decision(seat) = here.node() {
                let moves = all_moves(&here);
                if moves.len() == 1 {
                    forced.push(seat);
                } else {
                    let position = (place, here.key());
                    let index = moves.iter().position(|&other| other == m).expect("recorded moves are legal");
                    if !self.known.contains_key(&position) {
                        let regrets = if let Some(values) = self.benches[place].1.values(&here, seat, &moves)? {
                            regrets(&values, &here)
                        } else {
                            self.questions.push(Question { position, here: here.clone(), seat });
                            Box::default()
                        };
                        self.values += moves.len();
                        self.known.insert(position, regrets);
                    }
                    choices.push(Choice { seat, ply, position, index });
                }
            }
            here.play(m);
        }
        self.choices += choices.len();
        self.games.push((entered, choices, forced));
        if MOST_CHOICES <= self.choices || MOST_ASKED <= self.questions.len() {
            self.judge_all(&ProgressBar::hidden())?;
        }
        Ok(())
    }

    /// Judges what waits, and adds it up.
    fn judge_all(&mut self, bar: &ProgressBar) -> Result<(), Failed> {
        let questions = std::mem::take(&mut self.questions);
        for (question, values) in questions.iter().zip(answers(&self.benches, &questions, self.jobs, bar)) {
            self.known.insert(question.position, regrets(&values?, &question.here));
        }
        for (game, choices, forced) in self.games.drain(..) {
            let judged = |choice: &Choice| {
                let within = self.benches[choice.position.0].1.within(self.within);
                let regret = self.known[&choice.position][choice.index];
                JudgedMove { seat: choice.seat, ply: choice.ply, regret, is_best: regret <= within }
            };
            self.costs.add(&game, &choices.iter().map(judged).collect::<Vec<_>>(), &forced);
        }
        self.choices = 0;
        if MOST_VALUES <= self.values {
            self.known.clear();
            self.values = 0;
        }
        Ok(())
    }

    /// All games were read.
    ///
    /// # Errors
    ///
    /// Where a move cannot be judged.
    pub(super) fn finish(mut self) -> Result<Judged, Failed> {
        let bar = progress("positions", self.questions.len() as u64, 0);
        let done = self.judge_all(&bar);
        bar.finish_and_clear();
        done?;
        Ok(Judged { judge: self.judge, within: self.within, benches: self.benches, games: self.costs.costs() })
    }
}

/// What each move costs. Values that differ by rounding alone are equal.
fn regrets(values: &[f64], here: &AnyPosition) -> Box<[f64]> {
    let facts = here.facts();
    let rounding = 1e-9 * (facts.max_payoff - facts.min_payoff);
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let regret = |value: &f64| if best - value <= rounding { 0.0 } else { best - value };
    values.iter().map(regret).collect()
}

/// The answers to questions, in their order; after the first that fails there may be fewer.
fn answers(
    benches: &[(String, Bench)],
    questions: &[Question],
    jobs: usize,
    bar: &ProgressBar,
) -> Vec<Result<Vec<f64>, Failed>> {
    let (next, end) = (AtomicUsize::new(0), AtomicUsize::new(questions.len()));
    let all = Mutex::new(BTreeMap::new());
    let work = || {
        // One player at a time: questions about one game stand together mostly.
        let mut seated = None;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            // What comes before a failure is answered all the same, so that the first one is told.
            if end.load(Ordering::Relaxed) <= number {
                return;
            }
            let Question { position: (place, _), here, seat } = &questions[number];
            let Bench::Asked(judge) = &benches[*place].1 else { unreachable!("the others answer at once") };
            let player = match seated.take() {
                Some((known, player)) if known == *place => Ok(player),
                _ => judge.seat(),
            };
            let answer = player.and_then(|mut player| {
                let values = judge.values(player.as_mut(), here, *seat);
                seated = Some((*place, player));
                values
            });
            if answer.is_err() {
                end.fetch_min(number, Ordering::Relaxed);
            }
            bar.inc(1);
            all.lock().unwrap_or_else(PoisonError::into_inner).insert(number, answer);
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs.min(questions.len()) {
            // A search that a run had room for has room here.
            let thread = thread::Builder::new().stack_size(STACK_SIZE);
            thread.spawn_scoped(scope, work).expect("a thread can be had");
        }
    });
    all.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect()
}
