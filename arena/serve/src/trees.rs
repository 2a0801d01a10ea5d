//! Recorded searches for the page "Look inside": the latest few, in memory.

mod boards;
mod shelf;
mod simulated;

use std::{
    collections::{BTreeSet, HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use agon_core::{Bound, Node, Position, Reason, Sum};
use agon_draw::{
    Diagram, Moment, NodeData, RedealsData, RegretStageData, Search, Signs, Walks, known, share,
    ucb,
};
use agon_roster::solve::{Graph, Unsolved};
use agon_table::{Drawn, GameView, GivenPosition, WatchedSearch, diagram};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::simulated::SimulatedView;
use crate::{
    body::maybe_whole,
    effort::SearchEffort,
    place::PlaceQuery,
    pool::{PoolThinker, Worker},
    problem::Problem,
    secret::random,
    view::SCHEMA,
    words::Language,
};

/// The most positions that are recorded of one search.
pub(crate) const MOST_NODES: usize = 100_000;
/// Positions of all searches together.
const MOST_KEPT: usize = 250_000;
/// Searches, however small.
const MOST_TREES: usize = 40;
/// The most children on one page.
pub(crate) const MOST_CHILDREN: usize = 200;
/// Positions that a picture of a search shows.
const MOST_DRAWN: usize = 150;
/// Positions of a game that is solved to be drawn.
const MOST_SOLVED: usize = 100_000;

/// The searches that can be looked into.
#[derive(Default)]
pub(crate) struct Trees(Mutex<VecDeque<Arc<KeptTree>>>);

/// A search that was watched.
pub(crate) struct KeptTree {
    pub(crate) id: String,
    pub(crate) thought: WatchedSearch,
    /// The number of the search of the root that is looked into.
    number: usize,
    /// What happened, in its order.
    moments: Vec<Moment>,
    /// When each position was entered and left, by its number.
    spans: Vec<(u32, u32)>,
    /// The moments at which something was cut.
    cuts: Vec<u32>,
    /// Of a search that plays: its plays, each of them a moment.
    plays: Option<Walks>,
    /// Whether any position was searched in a window.
    has_windows: bool,
    /// How much it looked at.
    pub(crate) effort: SearchEffort,
    /// Its upper plies.
    pub(crate) picture: Diagram,
    /// How much others look at who search the same, by their terms, as far as it was counted.
    efforts: Mutex<HashMap<String, SearchEffort>>,
}

/// A search that is asked for.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTree {
    /// The game's term.
    pub(crate) game: String,
    /// Where the moves begin.
    pub(crate) position: Option<String>,
    /// The moves played from there.
    pub(crate) moves: Option<String>,
    /// The player's term, or a level.
    pub(crate) player: String,
    /// What a player that draws draws from.
    #[serde(default, deserialize_with = "maybe_whole")]
    pub(crate) seed: Option<u64>,
    /// The number of recorded positions.
    #[serde(default, deserialize_with = "maybe_whole")]
    pub(crate) limit: Option<usize>,
    /// Which search of the root, counted from one; the last that was not stopped, unless given.
    #[serde(default, deserialize_with = "maybe_whole")]
    pub(crate) search: Option<usize>,
}

/// A search in short, as data.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TreeView {
    schema: u32,
    id: String,
    /// The question and the answer, in words.
    pub(crate) head: String,
    pub(crate) game: String,
    player: String,
    #[serde(rename = "move")]
    m: String,
    value: Option<f64>,
    /// The same as it is written.
    worth: String,
    /// Which search of the root this is, and how many there were.
    search: usize,
    searches: usize,
    /// How many of them went to the depth of this one, and the positions that these looked at.
    alike: usize,
    looked: u64,
    /// Positions that were entered, in all searches, and that are kept of this one.
    entered: u64,
    pub(crate) kept: usize,
    pub(crate) moments: usize,
    cuts: usize,
    /// Whether any position was searched in a window.
    has_windows: bool,
    /// Whether each moment is a play, with its way through the tree.
    has_plays: bool,
    /// Whether the positions below one come with small boards, if these are asked for.
    has_boards: bool,
    /// The redeals that the search looked at, where something is hidden and the player reports them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) redeals: Option<RedealsData>,
    /// How the regrets went at the root, if the player learns by them: after 1, 10, 100, … iterations and after all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) regrets: Vec<RegretStageData>,
    root: NodeView,
}

/// A position of a search, as data.
#[derive(Serialize, JsonSchema)]
pub(crate) struct NodeView {
    #[serde(flatten)]
    node: NodeData,
    /// The moments at which it was entered and left, counted from zero.
    entered_at: u32,
    left_at: u32,
    /// The number of recorded positions entered from here.
    children: usize,
    /// What it is worth, as sentences and drawings write it: `3/8`, `≥ 7`, `(1, 2, 6)`.
    worth: String,
    /// How likely the move that leads here is, as it is written: `1/2`.
    odds: Option<String>,
    /// Its window, from each moment on at which that became another; nothing where it has none.
    edges: Vec<EdgesView>,
    /// Whether the value is a mean of those below, and not one of them.
    is_mean: bool,
    /// All moves that were not searched: those of `skipped`, and those that were only glanced at.
    left_out: Vec<String>,
    /// The position as a small drawing, where that is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
}

/// A window from a moment on, as data.
#[derive(Serialize, JsonSchema)]
struct EdgesView {
    /// The moment.
    at: u32,
    /// Its edges, as they are written.
    alpha: String,
    beta: String,
}

/// The positions below one, as data.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ChildrenView {
    from: usize,
    of: usize,
    nodes: Vec<NodeView>,
}

/// A moment of a search, as data.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MomentView {
    moment: usize,
    of: usize,
    /// `entered`, `left`, or `leaf` where it is both; `played` where a moment is a play.
    #[schemars(extend("enum" = ["entered", "left", "leaf", "played"]))]
    what: &'static str,
    node: NodeView,
    /// The numbers of the positions from the root to it.
    path: Vec<usize>,
    /// For each of them, where among its parent's children it stands.
    places: Vec<usize>,
    /// What happened, in words of the language that is asked for.
    pub(crate) sentence: String,
    /// The next moment at which something was cut, and the last before this.
    next_cut: Option<u32>,
    previous_cut: Option<u32>,
    /// Where moments are plays: what is known then of positions on the way, those beside them, and those
    /// that were asked for.
    samples: Vec<SampleView>,
    /// Where the moment is a play: its moves below the tree, with the positions after them.
    simulated: Vec<SimulatedView>,
}

/// The statistics of a position after some iterations, as data.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
struct SampleView {
    id: usize,
    visits: usize,
    mean: f64,
    /// The mean as sentences write it.
    worth: String,
    /// The mean for the seat that chose it, on the scale 0 to 1.
    share: f64,
    /// The exploration bonus added to it when the next move is selected.
    term: Option<f64>,
    /// Both in words: `UCB 0.70 + 0.78 = 1.48`.
    ucb: Option<String>,
}

impl NewTree {
    pub(crate) fn place(&self) -> PlaceQuery {
        PlaceQuery {
            game: self.game.clone(),
            position: self.position.clone(),
            moves: self.moves.clone(),
        }
    }
}

impl Trees {
    /// Keeps a search, for which the oldest make room: a while, as they may be large.
    pub(crate) fn keep(&self, _: &Worker, tree: &Arc<KeptTree>) {
        let mut gone = Vec::new();
        let mut kept = self.kept();
        kept.push_back(Arc::clone(tree));
        while MOST_TREES < kept.len()
            || 1 < kept.len() && MOST_KEPT < kept.iter().map(|tree| tree.spans.len()).sum()
        {
            gone.extend(kept.pop_front());
        }
        drop(kept);
        drop(gone);
    }

    /// How many are kept.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.kept().len()
    }

    /// The search of that name, on a thread that may wait: to describe it takes a while.
    ///
    /// # Errors
    ///
    /// Where it is forgotten.
    pub(crate) fn get(&self, _: &Worker, id: &str) -> Result<Arc<KeptTree>, Problem> {
        let kept = self.kept();
        let found = kept.iter().find(|tree| tree.id == id).map(Arc::clone);
        found.ok_or_else(|| Problem::missing("search-gone", &[]))
    }

    /// The latest search of the same position by that player, if it is kept.
    pub(crate) fn by(&self, _: &Worker, site: &GivenPosition, term: &str) -> Option<Arc<KeptTree>> {
        let is_meant = |tree: &&Arc<KeptTree>| {
            let own = &tree.thought.site;
            tree.thought.player == term
                && own.game.term == site.game.term
                && own.line == site.line
                && own.base == site.base
        };
        self.kept().iter().rev().find(is_meant).map(Arc::clone)
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Arc<KeptTree>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl KeptTree {
    /// The record of the search with this number, or of the last that was not stopped, with all about it that takes
    /// longer to be found out than a page may.
    ///
    /// # Errors
    ///
    /// Where there is no such search.
    pub(crate) fn of(
        _: &PoolThinker,
        thought: WatchedSearch,
        number: Option<usize>,
    ) -> Result<KeptTree, Problem> {
        let search = thought.search(number)?;
        let number = search.number;
        let mut moments = search.moments();
        let mut spans = vec![(u32::MAX, 0); search.visits.len()];
        let mut cuts = Vec::new();
        for (at, moment) in (0u32..).zip(&moments) {
            let (first, last) = &mut spans[moment.node];
            *first = at.min(*first);
            *last = at;
            let is_end = moment.is_left || search.is_leaf(moment.node);
            if is_end && !search.visits[moment.node].skipped.is_empty() {
                cuts.push(at);
            }
        }
        let plays = search.plays();
        if let Some(plays) = &plays {
            for (index, span) in spans.iter_mut().enumerate() {
                let first = plays.first(index).map_or(u32::MAX, |first| first as u32);
                *span = (first, first);
            }
            (moments, cuts) = (Vec::new(), Vec::new());
        }
        let has_windows = search.visits.iter().any(|visit| visit.window().is_some());
        let id = random().map_err(Problem::trouble)?;
        let (effort, efforts) = (SearchEffort::of(&thought, search), Mutex::default());
        let picture = thought.diagram(search, MOST_DRAWN, Signs::Told);
        Ok(KeptTree {
            id,
            thought,
            number,
            moments,
            spans,
            cuts,
            plays,
            has_windows,
            effort,
            picture,
            efforts,
        })
    }

    /// How many moments there are.
    pub(crate) fn moments(&self) -> usize {
        self.plays.as_ref().map_or(self.moments.len(), Walks::count)
    }

    /// How much a player looks at who searches the same, if that was counted.
    pub(crate) fn effort_of(&self, term: &str) -> Option<SearchEffort> {
        self.efforts().get(term).copied()
    }

    /// Keeps how much a player looks at who searches the same.
    pub(crate) fn keep_effort(&self, term: &str, effort: SearchEffort) {
        self.efforts().insert(term.to_owned(), effort);
    }

    fn efforts(&self) -> MutexGuard<'_, HashMap<String, SearchEffort>> {
        self.efforts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn search(&self) -> &Search {
        self.thought.search(Some(self.number)).expect("it was found before")
    }

    /// The search in short, with texts in a language.
    pub(crate) fn view(&self, language: Language) -> TreeView {
        let search = self.search();
        let WatchedSearch { site, player, trace, .. } = &self.thought;
        let decision = self.thought.decision();
        let worth = decision.and_then(|found| Some((found.value?, found.bound)));
        let worth = worth.map(|(value, bound)| bound.sign().to_owned() + &known(value, bound));
        let (alike, looked) = SearchEffort::counted(&self.thought, search);
        TreeView {
            schema: SCHEMA,
            id: self.id.clone(),
            head: self.head(language),
            game: site.game.term.clone(),
            player: player.clone(),
            m: decision.map_or_else(String::new, |found| agon_core::notation(&site.here, found.m)),
            value: decision.and_then(|found| found.value).filter(|value| value.is_finite()),
            worth: worth.unwrap_or_else(|| search.root().told()),
            search: self.number,
            searches: trace.count(),
            alike,
            looked,
            entered: trace.entered(),
            kept: search.visits.len(),
            moments: self.moments(),
            cuts: self.cuts.len(),
            has_windows: self.has_windows,
            has_plays: self.plays.is_some(),
            has_boards: self.has_small_boards(),
            redeals: trace.redeals().data(),
            regrets: trace.regrets().to_vec(),
            root: self.node(0, language),
        }
    }

    /// The question and the answer, line by line.
    fn head(&self, language: Language) -> String {
        let head = self.thought.head(self.search());
        let lines: Vec<String> = head.lines().map(|line| language.search_told(line)).collect();
        lines.join("\n")
    }

    fn node(&self, index: usize, language: Language) -> NodeView {
        let search = self.search();
        let (entered_at, left_at) = self.spans[index];
        let visit = &search.visits[index];
        let mut node = search.node(index);
        // Most are of one reason.
        let mut told: HashMap<String, String> = HashMap::new();
        let reasons = node.skipped.iter_mut().map(|skipped| &mut skipped.reason);
        for reason in node.reason.iter_mut().chain(reasons) {
            let known = told.entry(reason.clone());
            reason.clone_from(known.or_insert_with_key(|english| language.search_told(english)));
        }
        let crossed = visit.children.iter().map(|&child| &search.visits[child]);
        let crossed = crossed.filter(|child| child.is_crossed()).map(|child| child.name.clone());
        let skipped = visit.skipped.iter().map(|skipped| skipped.name.to_string());
        NodeView {
            odds: node.probability.map(share),
            edges: self.edges(index, &node),
            node,
            entered_at,
            left_at,
            children: visit.children.len(),
            worth: visit.told(),
            is_mean: is_mean(search, index),
            left_out: skipped.chain(crossed).collect(),
            board: None,
        }
    }

    /// The window of a position as it was entered, and after each move that narrowed it.
    fn edges(&self, index: usize, node: &NodeData) -> Vec<EdgesView> {
        let search = self.search();
        let visit = &search.visits[index];
        let has_window = self.has_windows
            && matches!(visit.node, Node::Decision(_))
            && visit.payoffs.is_empty()
            && !is_mean(search, index);
        if !has_window {
            return Vec::new();
        }
        let own = |at, [alpha, beta]: [String; 2]| EdgesView { at, alpha, beta };
        let narrowed = node.steps.iter().filter(|step| step.change().is_some());
        let narrowed = narrowed.map(|step| own(self.spans[step.child].1, step.edges()));
        [own(self.spans[index].0, visit.edges())].into_iter().chain(narrowed).collect()
    }

    /// The positions below one, from the given one on.
    ///
    /// # Errors
    ///
    /// Where there is no position of that number.
    pub(crate) fn children(
        &self,
        index: usize,
        from: usize,
        language: Language,
    ) -> Result<ChildrenView, Problem> {
        let visits = &self.search().visits;
        let visit = visits
            .get(index)
            .ok_or_else(|| Problem::missing("no-position", &[("last", &(visits.len() - 1))]))?;
        let nodes = visit.children.iter().skip(from).take(MOST_CHILDREN);
        let nodes = nodes.map(|&child| self.node(child, language)).collect();
        Ok(ChildrenView { from, of: visit.children.len(), nodes })
    }

    /// What happened at a moment.
    ///
    /// # Errors
    ///
    /// Where there is none of that number.
    pub(crate) fn moment(
        &self,
        at: usize,
        rows: &[usize],
        language: Language,
    ) -> Result<MomentView, Problem> {
        if self.moments() <= at {
            let last = self.moments() - 1;
            return Err(Problem::missing("no-moment", &[("last", &last)]));
        }
        let search = self.search();
        let (node, what) = if let Some(plays) = &self.plays {
            (plays.path(at).next_back().unwrap_or(0), "played")
        } else {
            let moment = self.moments[at];
            let what = match (moment.is_left, search.is_leaf(moment.node)) {
                (true, _) => "left",
                (_, true) => "leaf",
                _ => "entered",
            };
            (moment.node, what)
        };
        let (path, places) = self.way(node);
        let samples = self.samples(at, &path, rows);
        let here = u32::try_from(at).unwrap_or(u32::MAX);
        let next = self.cuts.partition_point(|&cut| cut <= here);
        let before = self.cuts.partition_point(|&cut| cut < here);
        let simulated =
            if self.plays.is_some() { SimulatedView::all(self.search(), at) } else { Vec::new() };
        Ok(MomentView {
            moment: at,
            of: self.moments(),
            what,
            node: self.node(node, language),
            path,
            places,
            sentence: self.sentence(at, language),
            next_cut: self.cuts.get(next).copied(),
            previous_cut: before.checked_sub(1).and_then(|before| self.cuts.get(before)).copied(),
            samples,
            simulated,
        })
    }

    /// What happened at a moment, in sentences.
    pub(crate) fn sentence(&self, at: usize, language: Language) -> String {
        let search = self.search();
        let english = match &self.plays {
            Some(plays) => plays.sentence(search, at),
            None => search.sentence(self.moments[at]),
        };
        language.told_sentences(&english)
    }

    /// The numbers of the positions from the root to one, and for each of them where among its parent's
    /// children it stands.
    fn way(&self, node: usize) -> (Vec<usize>, Vec<usize>) {
        let search = self.search();
        let (mut path, mut places, mut below) = (vec![node], Vec::new(), node);
        while let Some(above) = search.visits[below].parent {
            let children = &search.visits[above].children;
            places.push(children.iter().position(|&child| child == below).unwrap_or(0));
            path.push(above);
            below = above;
        }
        path.reverse();
        places.reverse();
        (path, places)
    }

    /// The mean of a position, given for one seat, as it is for the seat that chose to go there.
    fn to_chooser(&self, index: usize, mean: f64) -> f64 {
        let visits = &self.search().visits;
        let chooser = visits[index].parent.map(|above| visits[above].node);
        let told = visits[index].entered.seat;
        match (chooser, self.thought.site.here.facts().sum) {
            (Some(Node::Decision(seat)), Sum::Zero) if seat != told => 0.0 - mean,
            (Some(Node::Decision(seat)), Sum::Constant(sum)) if seat != told => sum - mean,
            _ => mean,
        }
    }

    /// What is known after the play `at` of positions on a way, of those beside them, and of `rows`.
    fn samples(&self, at: usize, path: &[usize], rows: &[usize]) -> Vec<SampleView> {
        let Some(plays) = &self.plays else { return Vec::new() };
        let search = self.search();
        let beside = path
            .iter()
            .flat_map(|&index| search.visits[index].children.iter().take(MOST_CHILDREN).copied());
        let asked = rows.iter().copied().filter(|&row| row < search.visits.len());
        let all: BTreeSet<usize> = path.iter().copied().chain(beside).chain(asked).collect();
        let facts = self.thought.site.here.facts();
        let width = (facts.max_payoff - facts.min_payoff).max(f64::MIN_POSITIVE);
        let known = all.into_iter().filter_map(|id| {
            let known = plays.after(search, id, at + 1)?;
            let share = (self.to_chooser(id, known.mean) - facts.min_payoff) / width;
            Some(SampleView {
                id,
                visits: known.visits,
                mean: known.mean,
                worth: format!("≈ {}", known.written()),
                share,
                term: known.term,
                ucb: known.term.map(|term| ucb([share, term])),
            })
        });
        known.collect()
    }
}

/// Whether a position where a seat acts is worth a mean of what is below it: by how likely the search
/// takes the moves to be, or of the best of them.
fn is_mean(search: &Search, index: usize) -> bool {
    let visit = &search.visits[index];
    if !matches!(visit.node, Node::Decision(_)) {
        return false;
    }
    let is_told = visit.why == Reason::Searched
        && visit.bound == Bound::Exact
        && visit.payoffs.is_empty()
        && visit.sample.is_none()
        && visit.folded(&search.visits) == 0;
    let mut below = visit.children.iter().map(|&child| &search.visits[child]).peekable();
    let is_none_of_them = is_told
        && below.peek().is_some()
        && below.all(|child| {
            child.entered.seat == visit.entered.seat
                && !child.is_glance()
                && child.value != visit.value
        });
    search.is_mean(visit) || is_none_of_them
}

/// A drawing of a small solved game.
///
/// # Errors
///
/// Where it is not small enough, has no such value, or was not solved in time.
pub(crate) fn solved(
    thinker: &PoolThinker,
    site: &GivenPosition,
    drawn: Drawn,
) -> Result<Diagram, Problem> {
    if site.hides() {
        return Err(Problem::wrong("hidden-solved", &[("game", &site.game.term)]));
    }
    let graph =
        Graph::solve_until(&site.here, MOST_SOLVED, false, thinker.stop()).map_err(|why| {
            if why == Unsolved::Stopped {
                return Problem::full("not-solved", &[]);
            }
            Problem::wrong(
                "solve-large",
                &[("game", &site.game.term), ("why", &why.to_string()), ("most", &MOST_SOLVED)],
            )
        })?;
    let mut picture = diagram(&graph, &site.here, &GameView::of(drawn, 200));
    picture.title = format!("{}: {}", site.game.term, drawn.meaning());
    Ok(picture)
}

#[cfg(test)]
pub(crate) mod tests;
