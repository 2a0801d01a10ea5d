//! What a search did at a position, kept to be drawn, told and asked about.
//!
//! A [`Trace`] is told by the search itself, through the door for [observers](Observer): nothing is
//! searched a second time. It keeps no more positions than it may. Where there are more, whole plies
//! are folded, the deepest first, and counted.

mod chance;
mod data;
mod iterations;
mod lines;
mod means;
mod picture;
mod side;
mod steps;
mod story;
mod walks;
mod words;

use std::{
    collections::{HashSet, VecDeque},
    sync::Arc,
};

use agon_core::{
    AnyMove, AnyPosition, Bound, Entered, Iteration, Left, Manner, Node, Observer, Position,
    Reason, Sampled, Seat, all_moves, notation,
};

use self::side::Side;

pub use self::{
    data::{NodeData, TraceData},
    iterations::{Phase, TracedIteration, ucb},
    lines::{LineTrace, NodeLine, SkippedLine},
    picture::{Boards, Fit, Signs},
    steps::WindowStep,
    story::Moment,
    walks::{WalkMean, Walks},
};

/// What a search did.
#[derive(Clone, Debug)]
pub struct Trace {
    root: AnyPosition,
    /// The most positions that are kept.
    limit: usize,
    /// The most plies below the root that are kept.
    depth: usize,
    searches: VecDeque<Search>,
    /// How many searches were forgotten.
    forgotten: usize,
    line: Vec<Pending>,
    /// How the moves that were not looked at are written.
    names: MoveTexts,
    /// How many positions were entered.
    entered: u64,
    /// Until the last one is whole: of the search that goes on.
    deepest: usize,
    /// The plays of a search whose tree is told next.
    played: Vec<WalkDown>,
    /// How many of them there were, those that were too many to be kept counted.
    plays: usize,
    /// Whose values are kept.
    side: Side,
    /// What was told of iterations since the last search of the root.
    iterations: Vec<TracedIteration>,
    iterated: u64,
}

/// One search of the root: to one depth, in one window.
#[derive(Clone, Debug)]
pub struct Search {
    /// Its number, counted from one.
    pub number: usize,
    /// The positions that are kept, each before those below it; the root is the first.
    pub visits: Vec<TracedNode>,
    /// The first iterations, where it is a search by plays.
    pub iterations: Vec<TracedIteration>,
    /// How many iterations there were.
    pub iterated: u64,
    /// Its plays in their order, where it is one that plays and tells all of them.
    played: Vec<WalkDown>,
}

/// One play of a search.
#[derive(Clone, Debug, PartialEq)]
struct WalkDown {
    /// From the root to where the tree ended.
    moves: Box<[AnyMove]>,
    /// What came of it for each seat.
    payoffs: Box<[f64]>,
}

/// A position that was entered, and what came of it.
#[derive(Clone, Debug)]
pub struct TracedNode {
    /// The number of the position before it.
    pub parent: Option<usize>,
    /// The numbers of those entered from here, in their order, as far as they are kept.
    pub children: Vec<usize>,
    /// How far from the root.
    pub ply: usize,
    /// The move that leads here, as it is written; empty at the root.
    pub name: String,
    /// The position, in its game's text.
    pub position: String,
    /// Who acts here.
    pub node: Node,
    /// What was told when it was entered.
    pub entered: Entered,
    /// When it was entered, counted from one over all searches.
    pub order: u64,
    /// What it is worth; no number where nothing is known.
    pub value: f64,
    /// How exactly.
    pub bound: Bound,
    /// Why it was searched no further.
    pub why: Reason,
    /// What it is worth to each seat, where the search keeps all.
    pub payoffs: Vec<f64>,
    /// What the value is the mean of, where it is one of plays.
    pub sample: Option<Sampled>,
    /// How many of the best moves the value is the mean of, where moves are averaged; else zero.
    pub averaged: usize,
    /// What it was estimated at when moves were chosen, before it was searched.
    pub glance: Option<f64>,
    /// The moves that were not looked at.
    pub skipped: Vec<Skipped>,
    /// How many positions were entered from here down, this one counted.
    pub looked: u64,
    /// How often this one was entered.
    pub times: u64,
    /// Whether it was entered again to go on where it was left.
    goes_on: bool,
}

/// A move that was not looked at.
#[derive(Clone, Debug)]
pub struct Skipped {
    /// The move, as it is written.
    pub name: Arc<str>,
    /// Why not.
    pub why: Reason,
    /// What it pays to each seat, where it ends the game.
    pub payoffs: Box<[f64]>,
}

/// A position that was entered and not left yet.
#[derive(Clone, Debug)]
struct Pending {
    /// Where it is kept.
    visit: Option<usize>,
    /// The position, if it is kept.
    here: Option<AnyPosition>,
    /// The moves of which something was told.
    told: Vec<AnyMove>,
    looked: u64,
    /// Whether its values are told of the other seat.
    is_turned: bool,
}

impl TracedNode {
    /// Whether it was only estimated, to choose among the moves.
    pub fn is_glance(&self) -> bool {
        self.entered.look == Manner::Glance
    }

    /// How many positions below it were entered and are not kept; `kept` are its search's.
    pub fn folded(&self, kept: &[TracedNode]) -> u64 {
        let below: u64 = self.children.iter().map(|&child| kept[child].looked).sum();
        self.looked.saturating_sub(self.times + below)
    }

    /// Whether it was estimated when moves were chosen, and then not looked at.
    pub fn is_crossed(&self) -> bool {
        self.is_glance() && !matches!(self.why, Reason::Horizon | Reason::Terminal)
    }
}

impl Search {
    /// The position where it began.
    pub fn root(&self) -> &TracedNode {
        &self.visits[0]
    }

    /// Whether the value of a position is a mean over its moves.
    pub fn is_mean(&self, visit: &TracedNode) -> bool {
        visit.children.iter().any(|&child| self.visits[child].entered.probability.is_some())
    }

    /// Notes that `m` was not looked at in `here`, which is kept at `index`. What was glanced at is
    /// kept with its estimate.
    fn skip(
        &mut self,
        index: usize,
        here: &AnyPosition,
        m: AnyMove,
        why: Reason,
        names: &mut MoveTexts,
    ) {
        let mut children = self.visits[index].children.iter().copied();
        let is_glanced = |&child: &usize| {
            self.visits[child].entered.by == Some(m) && self.visits[child].is_glance()
        };
        match children.find(is_glanced) {
            Some(child) => self.visits[child].why = why,
            None => self.visits[index].skipped.push(Skipped::of(here, m, why, names)),
        }
    }

    /// The numbers of the positions along `line`, from the root on, as far as they were entered and
    /// kept. Of several looks at a position the last counts.
    pub fn follow(&self, line: &[AnyMove]) -> Vec<usize> {
        let mut path = vec![0];
        for &m in line {
            let here = &self.visits[path[path.len() - 1]];
            let is_next = |&&child: &&usize| self.visits[child].entered.by == Some(m);
            let Some(&child) = here.children.iter().rev().find(is_next) else { break };
            path.push(child);
        }
        path
    }
}

impl Trace {
    /// A trace of what a player does in `root`, which keeps at most so many positions, at most so
    /// many plies below it.
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
            played: Vec::new(),
            plays: 0,
            side: Side::of(root),
            iterations: Vec::new(),
            iterated: 0,
        }
    }

    /// The position where the searches began.
    pub fn position(&self) -> &AnyPosition {
        &self.root
    }

    /// The searches that are kept, in their order: at least the last, if there was one.
    pub fn searches(&self) -> impl DoubleEndedIterator<Item = &Search> + ExactSizeIterator {
        self.searches.iter()
    }

    /// The search with this number, counted from one, if it is kept.
    pub fn search(&self, number: usize) -> Option<&Search> {
        self.searches.get(number.checked_sub(self.forgotten + 1)?)
    }

    /// The last search that was not stopped, or else the last.
    pub fn last(&self) -> Option<&Search> {
        let is_whole = |search: &&Search| search.root().why != Reason::Stopped;
        self.searches.iter().rev().find(is_whole).or(self.searches.back())
    }

    /// How many searches there were, those forgotten counted.
    pub fn count(&self) -> usize {
        self.forgotten + self.searches.len()
    }

    /// How many positions were entered.
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
            fold(&mut search.visits, self.deepest, &mut self.line);
        }
    }

    /// Keeps what was just entered, if there is room.
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
        // Folding may have moved what is above.
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

    /// The position that was just entered, if the one before it is kept.
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

    /// Where the position is kept already that was just entered: it was glanced at, or left to be
    /// gone on with.
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
            // Where one is missing, the others tell no story.
            let is_whole = self.plays == self.played.len();
            let played = std::mem::take(&mut self.played);
            let played = if is_whole { played } else { Vec::new() };
            self.plays = 0;
            let (iterations, iterated) = (std::mem::take(&mut self.iterations), self.iterated);
            self.iterated = 0;
            self.searches.push_back(Search {
                number,
                visits: Vec::new(),
                iterations,
                iterated,
                played,
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
        self.iterated += 1;
        if self.iterations.len() < iterations::kept(self.limit) {
            self.iterations.push(TracedIteration::of(&self.root, iteration));
        }
    }

    fn played(&mut self, moves: &[AnyMove], payoffs: &[f64]) {
        if !self.line.is_empty() {
            return;
        }
        self.plays += 1;
        if self.plays <= self.limit {
            self.played.push(WalkDown { moves: moves.into(), payoffs: payoffs.into() });
        }
    }
}

/// Moves as they are written, each text once: there are millions of moves in a large tree, and few texts.
#[derive(Clone, Debug, Default)]
struct MoveTexts(HashSet<Arc<str>>);

impl MoveTexts {
    fn keep(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.0.get(name) {
            return Arc::clone(known);
        }
        let kept: Arc<str> = name.into();
        self.0.insert(Arc::clone(&kept));
        kept
    }
}

impl Skipped {
    fn of(here: &AnyPosition, m: AnyMove, why: Reason, names: &mut MoveTexts) -> Skipped {
        let after = agon_core::after(here, m);
        let payoffs = match after.node() {
            Node::Terminal => {
                Seat::all(here.facts().seats).map(|seat| after.payoff(seat)).collect()
            }
            _ => Box::default(),
        };
        Skipped { name: names.keep(&notation(here, m)), why, payoffs }
    }
}

/// Whether the moves of which nothing was told were not looked at for this reason.
fn is_cut(why: Reason) -> bool {
    matches!(
        why,
        Reason::Refuted
            | Reason::RefutedByPass
            | Reason::Enough
            | Reason::Tried
            | Reason::Searched
            | Reason::Stopped
    )
}

/// Forgets what is more than `deepest` plies below the root, there and on the line.
fn fold(visits: &mut Vec<TracedNode>, deepest: usize, line: &mut [Pending]) {
    let mut places = vec![None; visits.len()];
    let mut kept = 0;
    for (index, visit) in visits.iter().enumerate() {
        if visit.ply <= deepest {
            places[index] = Some(kept);
            kept += 1;
        }
    }
    visits.retain(|visit| visit.ply <= deepest);
    let moved = |index: usize| places[index];
    for visit in visits.iter_mut() {
        visit.parent = visit.parent.and_then(moved);
        visit.children = visit.children.iter().filter_map(|&child| places[child]).collect();
    }
    for open in line {
        open.visit = open.visit.and_then(moved);
        if open.visit.is_none() {
            open.here = None;
        }
    }
}
