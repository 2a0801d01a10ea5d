//! How much a search looked at, beside all that there is.

use agon_draw::Search;
use agon_table::{SavedNodes, WatchedSearch};

use crate::words::Language;

/// How much a search looked at, and what it chose.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SearchEffort {
    /// How many searches of the root went to its depth.
    pub(crate) searches: usize,
    /// The positions that these entered.
    pub(crate) looked: u64,
    /// Of a search that plays: how often.
    pub(crate) plays: Option<u64>,
    /// Of a single search of a small tree: the share of the whole tree to the same depth.
    pub(crate) saved: Option<SavedNodes>,
    /// Whether the whole tree has the same value.
    keeps_value: bool,
    /// The move that it chose, and what that is worth.
    choice: Option<(String, Option<String>)>,
}

impl SearchEffort {
    /// That of a search and of those that went as deep.
    pub(crate) fn of(thought: &WatchedSearch, search: &Search) -> SearchEffort {
        let (searches, looked) = SearchEffort::counted(thought, search);
        let plays = search.root().sample.map(|sample| sample.visits);
        // A search that begins again may enter a position several times: that is no share of the tree.
        let saved = if searches == 1 { thought.saved(search) } else { None };
        let (keeps_value, choice) = (search.keeps_value(), thought.choice_in_short());
        SearchEffort { searches, looked, plays, saved, keeps_value, choice }
    }

    /// How many searches of the root went to the depth of this one, and the positions that these entered.
    pub(crate) fn counted(thought: &WatchedSearch, search: &Search) -> (usize, u64) {
        let depth = search.root().entered.depth;
        let alike = thought.trace.searches().map(Search::root);
        let alike = alike.filter(|root| root.entered.depth == depth);
        alike.fold((0, 0), |(count, looked), root| (count + 1, looked + root.looked))
    }

    /// The same beside a whole tree of `full` positions.
    pub(crate) fn beside(self, full: u64) -> SearchEffort {
        let can_share = self.searches == 1 && self.plays.is_none() && self.keeps_value && self.looked <= full;
        let saved = can_share.then_some(SavedNodes { looked: self.looked, full });
        SearchEffort { saved: self.saved.or(saved), ..self }
    }

    /// What it chose, as a tree tells a move: `d: +0.01`.
    pub(crate) fn choice(&self, language: Language) -> Option<String> {
        let (m, value) = self.choice.as_ref()?;
        Some(value.as_ref().map_or_else(|| m.clone(), |value| format!("{m}: {}", language.digits(value))))
    }

    /// In a few words: `15 of 35 nodes, 57 % saved`.
    pub(crate) fn words(&self, language: Language) -> String {
        let count = |number: u64| language.count(number);
        if let Some(plays) = self.plays {
            return language.say_with("tab-plays", &[("plays", &count(plays))]);
        }
        let looked = count(self.looked);
        match self.saved {
            Some(saved) => {
                let share = language.figure(saved.percent());
                let full = count(saved.full);
                language.say_with("tab-saved", &[("looked", &looked), ("full", &full), ("share", &share)])
            }
            None if 1 < self.searches => {
                let searches = count(self.searches as u64);
                language.say_with("tab-searches", &[("looked", &looked), ("searches", &searches)])
            }
            None => language.say_with("tab-nodes", &[("looked", &looked)]),
        }
    }
}
