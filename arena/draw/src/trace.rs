//! The record of a search at a position, for drawings, reports and questions.
//!
//! The search itself reports to a [`Trace`] as an [observer](Observer): nothing is searched a second time. A trace
//! stores a limited number of positions. If there are more, whole plies are folded, the deepest first, and counted.

mod chance;
mod data;
mod iterations;
mod knot;
mod lines;
mod means;
mod node;
mod phases;
mod picture;
mod redeals;
mod regrets;
mod search;
mod side;
mod skipped;
mod stage;
mod steps;
mod story;
mod walks;
mod words;

use std::collections::VecDeque;

use agon_core::{
    AnyMove, AnyPosition, Bound, Entered, Iteration, Left, Manner, Node, Observer, Position, Reason, Redeal,
    RegretStage, all_moves, notation,
};

use self::{
    side::Side,
    skipped::{MoveTexts, is_cut},
};

pub use self::{
    data::{NodeData, TraceData},
    iterations::{Phase, TracedIteration},
    knot::Signs,
    lines::{LineTrace, NodeLine, SkippedLine},
    node::TracedNode,
    phases::ucb,
    picture::{Boards, Fit},
    redeals::{RedealData, Redeals, RedealsData, RedealtMoveData},
    regrets::{LearntMoveData, RegretStageData},
    search::Search,
    skipped::Skipped,
    stage::{StageLayout, StagePlace, StageShows, StageWidth, StagedForm},
    steps::WindowStep,
    story::Moment,
    walks::{WalkMean, Walks},
};

/// The record of a search.
#[derive(Clone, Debug)]
pub struct Trace {
    root: AnyPosition,
    /// The most positions stored.
    limit: usize,
    /// The most plies stored below the root.
    depth: usize,
    searches: VecDeque<Search>,
    /// The number of searches forgotten.
    forgotten: usize,
    line: Vec<Pending>,
    /// The notation of the moves that were not searched.
    names: MoveTexts,
    /// The number of positions entered.
    entered: u64,
    /// Until the last one is whole: of the search that goes on.
    deepest: usize,
    /// The seat whose values are stored.
    side: Side,
    /// The iterations of a search whose tree is reported next, as many as positions are stored.
    iterations: Vec<TracedIteration>,
    /// The number of iterations, including those that were too many to be stored.
    iterated: u64,
    /// The number of moves of their simulations.
    simulated: usize,
    /// The redeals reported, if something is hidden.
    redeals: Redeals,
    /// How regrets went, if the player learns by them.
    regrets: Vec<RegretStageData>,
}

/// A position that was entered and not left yet.
#[derive(Clone, Debug)]
struct Pending {
    /// Its index, if it is stored.
    visit: Option<usize>,
    /// The position, if it is stored.
    here: Option<AnyPosition>,
    /// The moves with reports.
    told: Vec<AnyMove>,
    looked: u64,
    /// Whether its values are reported for the other seat.
    is_turned: bool,
}

impl Trace {
    /// A trace of a player's search in `root`, with at most `limit` positions, at most `depth`
    /// plies below it.
    pub fn new(root: &AnyPosition, limit: usize, depth: usize) -> Trace {
        Trace {
            names: MoveTexts::default(),
            root: root.clone(),
            limit: limit.max(1),
            depth,
            searches: VecDeque::new(),
            forgotten: 0,
            line: Vec::new(),
            entered: 0,
            deepest: depth,
            side: Side::of(root),
            iterations: Vec::new(),
            iterated: 0,
            simulated: 0,
            redeals: Redeals::default(),
            regrets: Vec::new(),
        }
    }

    /// The redeals that the search looked at: none where nothing is hidden.
    pub fn redeals(&self) -> &Redeals {
        &self.redeals
    }

    /// How the regrets of the moves went: nothing where the player does not learn by them.
    pub fn regrets(&self) -> &[RegretStageData] {
        &self.regrets
    }

    /// The position where the searches began.
    pub fn position(&self) -> &AnyPosition {
        &self.root
    }

    /// The stored searches, in order: at least the last one, if there was any.
    pub fn searches(&self) -> impl DoubleEndedIterator<Item = &Search> + ExactSizeIterator {
        self.searches.iter()
    }

    /// The search with this number, counted from one, if it is stored.
    pub fn search(&self, number: usize) -> Option<&Search> {
        self.searches.get(number.checked_sub(self.forgotten + 1)?)
    }

    /// The last search that was not stopped, or else the last.
    pub fn last(&self) -> Option<&Search> {
        let is_whole = |search: &&Search| search.root().why != Reason::Stopped;
        self.searches.iter().rev().find(is_whole).or(self.searches.back())
    }

    /// The number of searches, including those forgotten.
    pub fn count(&self) -> usize {
        self.forgotten + self.searches.len()
    }

    /// The number of positions entered.
    pub fn entered(&self) -> u64 {
        self.entered
    }

    fn kept(&self) -> usize {
        self.searches.iter().map(|search| search.visits.len()).sum()
    }

    /// Makes room for one more: forgets the earliest searches, then folds the deepest plies of this
    /// one.
    fn make_room(&mut self) {
        while self.limit <= self.kept() && 1 < self.searches.len() {
            self.searches.pop_front();
            self.forgotten += 1;
        }
        while self.limit <= self.kept() && 0 < self.deepest {
            let Some(search) = self.searches.back_mut() else { return };
            let deepest = search.visits.iter().map(|visit| visit.ply).max().unwrap_or(0);
            self.deepest = deepest.saturating_sub(1).min(self.deepest - 1);
            let places = search.fold(self.deepest);
            for open in &mut self.line {
                open.visit = open.visit.and_then(|index| places[index]);
                if open.visit.is_none() {
                    open.here = None;
                }
            }
        }
    }

    /// Stores the position just entered, if there is room.
    fn keep(&mut self, entered: Entered, order: u64) -> Pending {
        let (entered, is_turned) = self.side.entered(entered);
        let unkept = Pending { visit: None, here: None, told: Vec::new(), looked: 1, is_turned };
        let ply = self.line.len();
        if self.deepest < ply {
            return unkept;
        }
        let Some(here) = self.arrive(entered) else { return unkept };
        let parent = self.line.last().and_then(|above| above.visit);
        if let Some(index) = parent.and_then(|parent| self.again(parent, &entered)) {
            let search = self.searches.back_mut().expect("a position is below a root");
            let visit = &mut search.visits[index];
            if visit.is_glance() {
                visit.glance = Some(visit.value);
            } else {
                visit.goes_on = true;
            }
            (visit.entered, visit.order) = (entered, order);
            visit.times += 1;
            return Pending { visit: Some(index), here: Some(here), ..unkept };
        }
        self.make_room();
        if self.deepest < ply {
            return unkept;
        }
        let (above, line) = (self.line.last(), &self.line);
        let name = match (above.and_then(|above| above.here.as_ref()), entered.by) {
            (Some(before), Some(m)) => notation(before, m),
            _ => String::new(),
        };
        // Folding may have moved the positions above.
        let parent = line.last().and_then(|above| above.visit);
        let Some(search) = self.searches.back_mut() else { return unkept };
        let index = search.visits.len();
        search.visits.push(TracedNode {
            parent,
            children: Vec::new(),
            ply,
            name,
            position: here.to_string(),
            node: here.node(),
            entered,
            order,
            value: f64::NAN,
            bound: Bound::Exact,
            why: Reason::Stopped,
            payoffs: Vec::new(),
            sample: None,
            averaged: 0,
            glance: None,
            skipped: Vec::new(),
            looked: 0,
            times: 1,
            goes_on: false,
        });
        if let Some(parent) = parent {
            search.visits[parent].children.push(index);
        }
        Pending { visit: Some(index), here: Some(here), ..unkept }
    }

    /// The position just entered, if the one before it is stored.
    fn arrive(&self, entered: Entered) -> Option<AnyPosition> {
        let Some(above) = self.line.last() else { return Some(self.root.clone()) };
        let mut here = above.here.clone()?;
        match entered.by {
            Some(m) => here.play(m),
            None => {
                here.pass();
            }
        }
        Some(here)
    }

    /// The index of the position just entered, if it is stored already: it was estimated, or left
    /// to be continued.
    fn again(&self, parent: usize, entered: &Entered) -> Option<usize> {
        let visits = &self.searches.back()?.visits;
        let above = &visits[parent];
        let is_one = |&&child: &&usize| {
            let child = &visits[child];
            let is_open = matches!(child.why, Reason::Unvisited | Reason::Postponed);
            child.entered.by == entered.by && (child.is_glance() || is_open || above.goes_on)
        };
        above.children.iter().find(is_one).copied()
    }
}

impl Observer for Trace {
    fn entered(&mut self, entered: Entered) {
        self.entered += 1;
        if self.line.is_empty() {
            self.deepest = self.depth;
            let number = self.count() + 1;
            let (iterations, iterated) = (std::mem::take(&mut self.iterations), self.iterated);
            (self.iterated, self.simulated) = (0, 0);
            self.searches.push_back(Search {
                number,
                visits: Vec::new(),
                iterations,
                iterated,
                // Each is told in four sentences and more.
                listed: (self.limit / 5).clamp(1, 1000),
                from: self.root.clone(),
            });
        }
        if let (Some(above), Some(m)) = (self.line.last_mut(), entered.by)
            && above.visit.is_some()
            && entered.look != Manner::Glance
        {
            above.told.push(m);
        }
        let open = self.keep(entered, self.entered);
        self.line.push(open);
    }

    fn left(&mut self, left: Left<'_>) {
        let Some(open) = self.line.pop() else { return };
        let left = if open.is_turned { side::turned(left) } else { left };
        if let Some(above) = self.line.last_mut() {
            above.looked += open.looked;
        }
        let (Some(index), Some(here)) = (open.visit, open.here) else { return };
        let Some(search) = self.searches.back_mut() else { return };
        let visit = &mut search.visits[index];
        (visit.value, visit.bound, visit.why) = (left.value, left.bound, left.why);
        visit.payoffs = left.payoffs.to_vec();
        (visit.sample, visit.averaged) = (left.sample, left.averaged);
        visit.looked += open.looked;
        if is_cut(left.why) && here.node() != Node::Terminal {
            let rest = all_moves(&here).into_iter().filter(|m| !open.told.contains(m));
            for m in rest {
                search.skip(index, &here, m, left.why, &mut self.names);
            }
        }
        // There are many of them, and no more come.
        search.visits[index].skipped.shrink_to_fit();
        search.visits[index].children.shrink_to_fit();
    }

    fn skipped(&mut self, m: AnyMove, why: Reason) {
        let Some(open) = self.line.last_mut() else { return };
        let (Some(index), Some(here)) = (open.visit, &open.here) else { return };
        open.told.push(m);
        let Some(search) = self.searches.back_mut() else { return };
        search.skip(index, here, m, why, &mut self.names);
    }

    fn iterated(&mut self, iteration: Iteration<'_>) {
        // One below a position is of another search.
        if !self.line.is_empty() {
            return;
        }
        self.iterated += 1;
        if self.iterations.len() < self.limit {
            // There are no more of these moves than positions.
            let is_known = self.simulated + iteration.simulated.len() <= self.limit;
            let simulated = if is_known { iteration.simulated } else { &[] };
            self.simulated += simulated.len();
            let iteration = iteration.with_simulated(simulated);
            self.iterations.push(TracedIteration::of(iteration));
        }
    }

    fn redealt(&mut self, redeal: Redeal<'_>) {
        self.redeals.add(redeal);
    }

    fn learnt(&mut self, stage: RegretStage<'_>) {
        self.regrets.push(RegretStageData::of(&self.root, stage));
    }
}
