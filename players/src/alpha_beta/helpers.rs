//! Threads that search the root together, each depth anew.
//!
//! All search to the same depth in the same window and share one table; each has its own history and move order. The
//! first to finish provides the answer.

use agon_core::{Bound, Position, Seat};

use super::{
    iteration::{Answer, FullLine, Iterate, forget_killers},
    order::Order,
    search::AlphaBetaSearch,
    settings::Settings,
    table::{Access, Table},
};
use crate::{
    crew::{Crew, together},
    node_budget::NodeBudget,
    search_frame::{Line, SearchFrame, Unwatched, Watch},
};

/// A shared table cannot grow. It is given room for one in this many of the positions looked at so far, more than the
/// next depth will store.
const FORESIGHT: u64 = 4;
/// The room if there was no earlier search.
const AT_ONCE: u64 = 1 << 20;

/// The threads that search besides the calling one.
#[derive(Debug)]
pub(crate) struct Helpers<P: Position>(Vec<Helper<P>>);

/// The lines and lists of one helper.
#[derive(Debug)]
struct Helper<P: Position> {
    line: FullLine<P>,
    order: Order,
}

/// The result of one helper.
struct Report<M> {
    /// Its answer, if its search was completed.
    answer: Option<Answer<M>>,
    known: Vec<(u64, f64, Bound)>,
    expected: Vec<u64>,
    nodes: u64,
    /// Whether it reached a horizon.
    is_bounded: bool,
}

impl<P: Position> Default for Helpers<P> {
    fn default() -> Self {
        Helpers(Vec::new())
    }
}

impl<P: Position> Helpers<P> {
    /// Starts the search for another move, from `position`.
    pub(super) fn begin(&mut self, settings: &Settings, position: &P) {
        let new = || Helper { line: Line::default(), order: Order::default() };
        self.0.resize_with(settings.threads - 1, new);
        for Helper { line, order } in &mut self.0 {
            settings.duel.estimator.announce(line.stand_at(position));
            forget_killers(line);
            order.clear(settings.history, settings.countermove);
        }
    }

    /// Whether there are any.
    pub(super) fn are_there(&self) -> bool {
        !self.0.is_empty()
    }
}

/// The data that all threads of a search share.
#[derive(Clone, Copy)]
struct Common<'s> {
    settings: &'s Settings,
    me: Seat,
    is_quick: bool,
    is_simple: bool,
    bounds: (f64, f64),
    table: &'s Table,
    crew: &'s Crew,
    keeps_lines: bool,
}

impl<'s> Common<'s> {
    /// The search of one of them.
    fn search(self, node_budget: NodeBudget<'s>, order: &'s mut Order) -> AlphaBetaSearch<'s> {
        let Common { settings, me, is_quick, is_simple, bounds, table, crew, keeps_lines } = self;
        AlphaBetaSearch {
            settings,
            me,
            frame: SearchFrame::new(node_budget, Unwatched).with_lines(keeps_lines),
            table: Some(Access::Shared(table)),
            crew: Some(crew),
            order,
            known: Vec::new(),
            expected: Vec::new(),
            root_plies: 0,
            least_left: usize::MAX,
            is_quick,
            is_simple,
            bounds,
            why: None,
        }
    }
}

impl<O: Watch> AlphaBetaSearch<'_, O> {
    /// Searches the root to this depth, together with `helpers`.
    pub(super) fn iterate_together<P: Position, I: Iterate>(
        &mut self,
        line: &mut FullLine<P>,
        helpers: &mut Helpers<P>,
        depth: u32,
        last: Option<Answer<P::Move>>,
    ) -> Option<Answer<P::Move>> {
        let Some(Access::Alone(table)) = &mut self.table else {
            unreachable!("whoever is helped has a table, which nobody shares by now")
        };
        let before = self.frame.node_budget.nodes();
        let entries = if before == 1 { AT_ONCE } else { before / FORESIGHT };
        table.reserve(entries, &self.frame.node_budget);
        let (table, crew) = (&**table, Crew::new());
        let (node_budget, share) = self.frame.node_budget.among(helpers.0.len() as u64, &crew.over);
        let common = Common {
            settings: self.settings,
            me: self.me,
            is_quick: self.is_quick,
            is_simple: self.is_simple,
            bounds: self.bounds,
            table,
            crew: &crew,
            keeps_lines: self.frame.keeps_lines(),
        };
        let stop = node_budget.signal();
        let others = helpers.0.iter_mut().map(|helper| {
            let over = &crew.over;
            move || {
                let node_budget = NodeBudget::helping(share, over, stop);
                let mut search = common.search(node_budget, &mut helper.order);
                let answer = search.iterate::<P, I>(&mut helper.line, depth, last);
                let answer = answer.filter(|answer| answer.is_whole && !search.is_stopped());
                if answer.is_some() {
                    over.give();
                }
                let node_budget = &search.frame.node_budget;
                let (nodes, is_bounded) = (node_budget.nodes(), 0 < node_budget.horizons());
                let (known, expected) = (search.known, search.expected);
                Report { answer, known, expected, nodes, is_bounded }
            }
        });
        let mut own = common.search(node_budget, &mut *self.order);
        let own_search = || (own.iterate::<P, I>(line, depth, last), own);
        let ((mut answer, own), reports) = together(others, &crew.over, own_search);

        let was_stopped = own.is_stopped();
        let (known, expected, node_budget) = (own.known, own.expected, own.frame.node_budget);
        self.frame.node_budget.go_on_from(&node_budget);
        (self.known, self.expected) = (known, expected);
        for report in reports {
            if was_stopped
                && self.frame.node_budget.is_stopped()
                && let Some(first) = report.answer
            {
                // This thread was stopped only because another had finished.
                answer = Some(first);
                (self.known, self.expected) = (report.known, report.expected);
                self.frame.node_budget.resume();
                if report.is_bounded {
                    self.frame.node_budget.see_horizon();
                }
            }
            self.frame.node_budget.add(report.nodes);
        }
        answer
    }
}
