//! Searches that were watched, to be looked into: kept in memory, the latest few.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use agon_core::{Bound, Node, Reason, StopSignal};
use agon_draw::{Moment, NodeData, Search};
use agon_roster::solve::Graph;
use agon_table::{Drawn, GivenPosition, SearchLimits, WatchedSearch, diagram};
use serde::{Deserialize, Serialize};
use tokio::{sync::oneshot, time};

use crate::{
    allowed::Allowed, place::Place, pool::Pool, problem::Problem, secret::random,
    settings::LONGEST_THOUGHT, view::SCHEMA,
};

/// Positions of one search that are kept, at most.
pub(crate) const MOST_NODES: usize = 100_000;
/// Positions of all searches together.
const MOST_KEPT: usize = 250_000;
/// Searches, however small.
const MOST_TREES: usize = 40;
/// Children that are told at a time.
pub(crate) const MOST_CHILDREN: usize = 200;
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
}

/// A search that is asked for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTree {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) position: Option<String>,
    #[serde(default)]
    pub(crate) moves: Option<String>,
    /// The player's term, or a level.
    pub(crate) player: String,
    /// What a player that draws draws from.
    #[serde(default)]
    pub(crate) seed: Option<u64>,
    /// How many positions are kept.
    #[serde(default)]
    pub(crate) limit: Option<usize>,
    /// Which search of the root, counted from one.
    #[serde(default)]
    pub(crate) search: Option<usize>,
}

/// A search in short, as data.
#[derive(Serialize)]
pub(crate) struct TreeView {
    schema: u32,
    id: String,
    /// What was asked and answered, in words.
    pub(crate) head: String,
    pub(crate) game: String,
    player: String,
    #[serde(rename = "move")]
    m: String,
    value: Option<f64>,
    /// Which search of the root this is, and how many there were.
    search: usize,
    searches: usize,
    /// Positions that were entered, in all searches, and that are kept of this one.
    entered: u64,
    pub(crate) kept: usize,
    pub(crate) moments: usize,
    cuts: usize,
    /// Whether any position was searched in a window.
    has_windows: bool,
    root: NodeView,
}

/// A position of a search, as data.
#[derive(Serialize)]
pub(crate) struct NodeView {
    #[serde(flatten)]
    node: NodeData,
    /// The moments at which it was entered and left, counted from zero.
    entered_at: u32,
    left_at: u32,
    /// How many positions were entered from here and are kept.
    children: usize,
    /// The window it was entered with, as people write it, or what was asked; nothing where all values
    /// mattered.
    asked: Option<String>,
    /// Whether the value is a mean of those below, and not one of them.
    is_mean: bool,
    /// All moves that were not searched: those of `skipped`, and those that were only glanced at.
    left_out: Vec<String>,
}

/// The positions below one, as data.
#[derive(Serialize)]
pub(crate) struct ChildrenView {
    from: usize,
    of: usize,
    nodes: Vec<NodeView>,
}

/// A moment of a search, as data.
#[derive(Serialize)]
pub(crate) struct MomentView {
    moment: usize,
    of: usize,
    /// `entered`, `left`, or `leaf` where it is both.
    what: &'static str,
    node: NodeView,
    /// The numbers of the positions from the root to it.
    path: Vec<usize>,
    /// For each of them, where among its parent's children it stands.
    places: Vec<usize>,
    /// What happened, in words.
    sentence: String,
    /// The next moment at which something was cut, and the last before this.
    next_cut: Option<u32>,
    previous_cut: Option<u32>,
}

impl NewTree {
    pub(crate) fn place(&self) -> Place {
        Place {
            game: self.game.clone(),
            position: self.position.clone(),
            moves: self.moves.clone(),
        }
    }
}

/// Gives a signal when nobody waits any more.
struct Waiting(StopSignal);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.give();
    }
}

impl Trees {
    /// Has a player search, and keeps what it told.
    ///
    /// # Errors
    ///
    /// Where something in it is wrong, or the player tells nothing.
    pub(crate) async fn grow(&self, pool: &Pool, new: NewTree) -> Result<Arc<KeptTree>, Problem> {
        let site = new.place().find()?;
        let named = Allowed::player(&new.player, &site.game)?;
        let limit = new.limit.unwrap_or(MOST_NODES).clamp(1, MOST_NODES);
        let seed = new.seed.unwrap_or(0);
        let stop = StopSignal::new();
        let waiting = Waiting(stop.clone());
        let (sender, receiver) = oneshot::channel();
        let own = stop.clone();
        pool.submit(&stop, move || {
            let limits = SearchLimits { stop: Some(&own), ..SearchLimits::default() };
            let found = WatchedSearch::of(site, &named, seed, limits, (limit, usize::MAX));
            let grown = found.map_err(Problem::from).and_then(|t| KeptTree::of(t, new.search));
            // Whoever asked may have left.
            let _ = sender.send(grown);
        })?;
        let mut receiver = receiver;
        let grown = tokio::select! {
            grown = &mut receiver => grown,
            () = time::sleep(LONGEST_THOUGHT) => {
                stop.give();
                receiver.await
            }
        };
        drop(waiting);
        let tree = Arc::new(grown.map_err(|_| Problem::full("the search was given up"))??);
        let mut kept = self.kept();
        kept.push_back(Arc::clone(&tree));
        while MOST_TREES < kept.len()
            || 1 < kept.len() && MOST_KEPT < kept.iter().map(|tree| tree.spans.len()).sum()
        {
            kept.pop_front();
        }
        Ok(tree)
    }

    /// The search of that name.
    ///
    /// # Errors
    ///
    /// Where it is forgotten.
    pub(crate) fn get(&self, id: &str) -> Result<Arc<KeptTree>, Problem> {
        let kept = self.kept();
        let found = kept.iter().find(|tree| tree.id == id).map(Arc::clone);
        found.ok_or_else(|| {
            Problem::missing("this search is not in memory any more: let it run again")
        })
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Arc<KeptTree>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl KeptTree {
    fn of(thought: WatchedSearch, number: Option<usize>) -> Result<KeptTree, Problem> {
        let search = thought.search(number)?;
        let number = search.number;
        let moments = search.moments();
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
        let id = random().map_err(Problem::trouble)?;
        Ok(KeptTree { id, thought, number, moments, spans, cuts })
    }

    pub(crate) fn search(&self) -> &Search {
        self.thought.search(Some(self.number)).expect("it was found before")
    }

    pub(crate) fn view(&self) -> TreeView {
        let search = self.search();
        let WatchedSearch { site, player, decision, trace, .. } = &self.thought;
        TreeView {
            schema: SCHEMA,
            id: self.id.clone(),
            head: self.thought.head(search),
            game: site.game.term.clone(),
            player: player.clone(),
            m: agon_core::notation(&site.here, decision.m),
            value: decision.value.filter(|value| value.is_finite()),
            search: self.number,
            searches: trace.count(),
            entered: trace.entered(),
            kept: search.visits.len(),
            moments: self.moments.len(),
            cuts: self.cuts.len(),
            has_windows: search.visits.iter().any(|visit| visit.window().is_some()),
            root: self.node(0),
        }
    }

    fn node(&self, index: usize) -> NodeView {
        let search = self.search();
        let (entered_at, left_at) = self.spans[index];
        let visit = &search.visits[index];
        let crossed = visit.children.iter().map(|&child| &search.visits[child]);
        let crossed = crossed.filter(|child| child.is_crossed()).map(|child| child.name.clone());
        let skipped = visit.skipped.iter().map(|skipped| skipped.name.to_string());
        NodeView {
            node: search.node(index),
            entered_at,
            left_at,
            children: visit.children.len(),
            asked: visit.window(),
            is_mean: is_mean(search, index),
            left_out: skipped.chain(crossed).collect(),
        }
    }

    /// The positions below one, from the given one on.
    ///
    /// # Errors
    ///
    /// Where there is no position of that number.
    pub(crate) fn children(&self, index: usize, from: usize) -> Result<ChildrenView, Problem> {
        let visits = &self.search().visits;
        let visit = visits.get(index).ok_or_else(|| {
            Problem::missing(format!(
                "there is no such position; accepted: 0 to {}",
                visits.len() - 1
            ))
        })?;
        let nodes = visit.children.iter().skip(from).take(MOST_CHILDREN);
        let nodes = nodes.map(|&child| self.node(child)).collect();
        Ok(ChildrenView { from, of: visit.children.len(), nodes })
    }

    /// What happened at a moment.
    ///
    /// # Errors
    ///
    /// Where there is none of that number.
    pub(crate) fn moment(&self, at: usize) -> Result<MomentView, Problem> {
        let moment = *self.moments.get(at).ok_or_else(|| {
            let last = self.moments.len() - 1;
            Problem::missing(format!("there is no such moment; accepted: 0 to {last}"))
        })?;
        let search = self.search();
        let (mut path, mut places, mut below) = (vec![moment.node], Vec::new(), moment.node);
        while let Some(above) = search.visits[below].parent {
            let children = &search.visits[above].children;
            places.push(children.iter().position(|&child| child == below).unwrap_or(0));
            path.push(above);
            below = above;
        }
        path.reverse();
        places.reverse();
        let here = u32::try_from(at).unwrap_or(u32::MAX);
        let next = self.cuts.partition_point(|&cut| cut <= here);
        let before = self.cuts.partition_point(|&cut| cut < here);
        Ok(MomentView {
            moment: at,
            of: self.moments.len(),
            what: match (moment.is_left, search.is_leaf(moment.node)) {
                (true, _) => "left",
                (_, true) => "leaf",
                _ => "entered",
            },
            node: self.node(moment.node),
            path,
            places,
            sentence: search.sentence(moment),
            next_cut: self.cuts.get(next).copied(),
            previous_cut: before.checked_sub(1).and_then(|before| self.cuts.get(before)).copied(),
        })
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

/// A small game, solved, as a drawing of what is asked for.
///
/// # Errors
///
/// Where it is not small enough, or has no such value.
pub(crate) fn solved(site: &GivenPosition, drawn: Drawn) -> Result<agon_draw::Diagram, Problem> {
    let graph = Graph::solve(&site.here, MOST_SOLVED, false).map_err(|why| {
        Problem::wrong(format!("{}: {why}; here up to {MOST_SOLVED} positions", site.game.term))
    })?;
    let mut picture = diagram(&graph, &site.here, drawn, 200);
    picture.title = format!("{}: {}", site.game.term, drawn.meaning());
    Ok(picture)
}

/// Refuses a game of more places than can be solved to be drawn, before any of it is.
pub(crate) fn is_small(place: &Place) -> Result<GivenPosition, Problem> {
    let site = place.find()?;
    Allowed::position(&site.here, &site.game.term)?;
    Ok(site)
}
