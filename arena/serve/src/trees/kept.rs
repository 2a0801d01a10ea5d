//! A search that was watched, with all about it that takes longer to be found out than a page may.

use std::{
    collections::HashMap,
    iter,
    sync::{Mutex, MutexGuard, PoisonError},
};

use agon_draw::{Diagram, Moment, Phase, Search, Signs, StageLayout, StageShows, StageWidth, Walks};
use agon_table::WatchedSearch;

use super::{NewTree, small};
use crate::{effort::SearchEffort, pool::PoolThinker, problem::Problem};

/// Positions that a picture of a search shows.
const MOST_DRAWN: usize = 150;

/// The most positions that a search in a race looks at, so that it can be watched.
pub(crate) const MOST_RACED: usize = 10_000;

/// A search that was watched.
pub(crate) struct KeptTree {
    /// Empty where no server keeps it.
    pub(crate) id: String,
    /// What the server was asked for that keeps it.
    pub(super) asked: Option<NewTree>,
    pub(crate) thought: WatchedSearch,
    /// The number of the search of the root that is looked into.
    pub(super) number: usize,
    /// What happened, in its order; of a search whose moments are the phases of its iterations nothing.
    moments: Vec<Moment>,
    /// When each position was entered and left, by its number.
    pub(super) spans: Vec<(u32, u32)>,
    /// How many positions are below each, by its number.
    pub(super) descendants: Vec<u32>,
    /// The moments at which something was cut.
    pub(super) cuts: Vec<u32>,
    /// Whether its moments are the phases of its iterations.
    pub(super) has_plays: bool,
    /// What its iterations tell of its positions.
    pub(super) walks: Walks,
    /// Whether any position was searched in a window.
    pub(super) has_windows: bool,
    /// What of its positions stands on a stage, and where, on a wide and on a narrow one.
    pub(super) shows: StageShows,
    pub(super) layouts: [StageLayout; 2],
    /// How much it looked at.
    pub(crate) effort: SearchEffort,
    /// Its upper plies.
    pub(crate) picture: Diagram,
    /// How much others look at who search the same, by their terms, as far as it was counted.
    efforts: Mutex<HashMap<String, SearchEffort>>,
}

impl KeptTree {
    /// The record of the search with this number, or of the last that was not stopped, with all about it that takes
    /// longer to be found out than a page may.
    ///
    /// # Errors
    ///
    /// Where there is no such search.
    pub(crate) fn of(_: &PoolThinker, thought: WatchedSearch, number: Option<usize>) -> Result<KeptTree, Problem> {
        let search = thought.search(number)?;
        let number = search.number;
        let (has_plays, walks) = (search.has_all_iterations(), search.walks());
        let moments = if has_plays { Vec::new() } else { search.moments() };
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
        if has_plays {
            // A position is there once it is added to the tree, the root before that.
            let added = |first| (first * Phase::ALL.len() + 1) as u32;
            for (index, span) in spans.iter_mut().enumerate() {
                let first = walks.first(index).map_or(u32::MAX, added);
                *span = if index == 0 { (0, 0) } else { (first, first) };
            }
        }
        let mut descendants = vec![0; search.visits.len()];
        // What is entered first has the smaller number: those below a position are counted before it.
        for (index, visit) in search.visits.iter().enumerate().rev() {
            if let Some(parent) = visit.parent {
                descendants[parent] += 1 + descendants[index];
            }
        }
        let has_windows = search.visits.iter().any(|visit| visit.window().is_some());
        let shows = StageShows { windows: has_windows, plays: has_plays, boards: small::are_small(&thought.site.here) };
        let times: Vec<u32> = spans.iter().map(|&(first, _)| first).collect();
        let layouts = StageWidth::ALL.map(|width| search.stage(width, shows, &times));
        let (effort, efforts) = (SearchEffort::of(&thought, search), Mutex::default());
        let picture = thought.diagram(search, MOST_DRAWN, Signs::Told);
        Ok(KeptTree {
            id: String::new(),
            asked: None,
            thought,
            number,
            moments,
            spans,
            descendants,
            cuts,
            has_plays,
            walks,
            has_windows,
            shows,
            layouts,
            effort,
            picture,
            efforts,
        })
    }

    /// A server keeps it, who was asked for this.
    pub(crate) fn name(&mut self, asked: NewTree) {
        self.id = asked.name();
        self.asked = Some(asked);
    }

    /// What a player that draws drew from.
    pub(crate) fn seed(&self) -> u64 {
        self.asked.as_ref().and_then(|asked| asked.seed).unwrap_or(0)
    }

    /// How many moments there are.
    pub(crate) fn moments(&self) -> usize {
        let search = self.search();
        if self.has_plays { search.iterations.len() * Phase::ALL.len() } else { self.moments.len() }
    }

    /// Whether all that it looked at was kept, and is at most [`MOST_RACED`] positions or plays.
    pub(crate) fn can_race(&self) -> bool {
        let search = self.search();
        if self.has_plays {
            return search.iterations.len() <= MOST_RACED;
        }
        let looked = search.root().looked;
        looked <= MOST_RACED as u64 && search.visits.iter().map(|visit| visit.times).sum::<u64>() == looked
    }

    /// The moment at which all is known that it has found once it has looked at one position, at two, and so on; a play
    /// counts as one. Nothing of one that [cannot race](KeptTree::can_race).
    pub(crate) fn clock(&self) -> Option<Vec<usize>> {
        if !self.can_race() {
            return None;
        }
        let (search, size) = (self.search(), Phase::ALL.len());
        if self.has_plays {
            return Some((1..=search.iterations.len()).map(|count| count * size - 1).collect());
        }
        let entered: Vec<usize> = (0..self.moments.len()).filter(|&at| !self.moments[at].is_left).collect();
        let ends = entered.iter().skip(1).map(|next| next - 1).chain([self.moments.len() - 1]);
        // What was looked at twice, as for an estimate at first, is told of once.
        let times = |at: usize| search.visits[self.moments[at].node].times as usize;
        Some(entered.iter().zip(ends).flat_map(|(&at, end)| iter::repeat_n(end, times(at))).collect())
    }

    /// What happened at a moment.
    pub(super) fn at(&self, at: usize) -> Moment {
        if self.has_plays { self.search().played(at) } else { self.moments[at] }
    }

    /// How much a player looks at who searches the same, if that was counted.
    pub(crate) fn effort_of(&self, term: &str) -> Option<SearchEffort> {
        self.efforts().get(term).cloned()
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
}
