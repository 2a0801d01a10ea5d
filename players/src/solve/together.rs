//! Proofs by several threads: all ask the same question of the same position, with one table.
//!
//! The first thread to finish gives the answer. A thread defers moves that another is searching, and then finds them in
//! the table; see [`crew`](crate::crew). It abandons its own search if another has answered the question further up its
//! line.

use std::sync::atomic::{AtomicBool, Ordering};

use agon_core::Position;

use super::{
    bounds::{Bounds, Known},
    proof::{Asker, Proof, Proven, Recall, settle},
};
use crate::{
    crew::{Crew, Task, together},
    node_budget::NodeBudget,
    search_frame::{Line, SearchFrame, Unwatched},
};

/// Another thread is started only after this many positions: before, it would cost more than it
/// saves.
const ALONE: u64 = 20_000;
/// A shared table cannot grow. It has room for this many times its present entries; when it is full all threads stop,
/// it grows, and they go on.
const FORESIGHT: usize = 2;
/// Up to this many plies from the root, threads defer moves that another is searching.
const SHARED_TO: usize = 24;
/// The number of positions between two checks whether a thread's line is still useful: a check
/// takes as long as a handful of positions.
const USEFUL: u64 = 512;

/// The shared memory of a proof by several threads, as seen by one of them.
struct Shared<'a> {
    table: &'a Bounds,
    crew: &'a Crew,
    /// The entries this thread may still store before the table should grow, and those it has stored.
    room: usize,
    kept: usize,
    /// Set when the table should grow.
    is_full: &'a AtomicBool,
    /// The keys of the positions on its line.
    line: [Option<u64>; SHARED_TO],
    /// The number of positions at the next check for answers of other threads.
    next_look: u64,
    /// The ply of its line that another thread has answered, and the answer.
    answer: Option<(usize, f64)>,
}

impl<'a> Shared<'a> {
    /// The view of a thread that may store `room` entries.
    fn new(table: &'a Bounds, crew: &'a Crew, room: usize, is_full: &'a AtomicBool) -> Shared<'a> {
        let line = [None; SHARED_TO];
        Shared { table, crew, room, kept: 0, is_full, line, next_look: 0, answer: None }
    }
}

impl Recall for Shared<'_> {
    #[inline]
    fn find(&self, key: u64) -> Option<Known> {
        self.table.find(key)
    }
    #[inline]
    fn keep(&mut self, key: u64, known: Known, before: u64, node_budget: &NodeBudget<'_>) {
        let nodes = node_budget.nodes() - before;
        self.kept += usize::from(self.table.keep_as_one_of_many(key, known, nodes));
        if self.kept == self.room {
            self.is_full.store(true, Ordering::Relaxed);
            self.crew.over.give();
        }
    }
    #[inline]
    fn pass(&mut self, ply: usize, key: Option<u64>) {
        if ply < SHARED_TO {
            self.line[ply] = key;
        }
    }
    #[inline]
    fn is_answered_above(&mut self, ply: usize, threshold: f64, nodes: u64) -> bool {
        if nodes < self.next_look {
            return false;
        }
        self.next_look = nodes + USEFUL;
        self.answer = (0..ply.min(SHARED_TO)).find_map(|above| {
            let known = self.table.find(self.line[above]?)?;
            Some((above, known.answers(threshold)?))
        });
        self.answer.is_some()
    }
    #[inline]
    fn take_answer(&mut self, ply: usize) -> Option<f64> {
        self.answer.take_if(|(above, _)| *above == ply).map(|(_, bound)| bound)
    }
    #[inline]
    fn task(&self, ply: usize, key: u64, code: impl FnOnce() -> u64) -> Option<Task> {
        (ply < SHARED_TO).then(|| Task::new(key, code(), 0))
    }
    #[inline]
    fn is_busy_with(&self, task: Task) -> bool {
        self.crew.is_busy_with(task)
    }
    #[inline]
    fn mark(&self, task: Task, is_begun: bool) {
        if is_begun {
            self.crew.begin(task);
        } else {
            self.crew.end(task);
        }
    }
}

impl<P: Position> Proof<P> {
    /// As [`prove`](Proof::prove), with several threads.
    pub(crate) fn prove_together(
        &mut self,
        position: &P,
        frame: &mut SearchFrame<'_, Unwatched>,
        threads: usize,
    ) -> Option<Proven<P::Move>> {
        self.line.stand_at(position);
        let proven = settle(position, frame, |threshold, frame| {
            let horizons = frame.node_budget.horizons();
            // Quick proofs are found by one thread, and early results help all.
            let mut first = SearchFrame::new(frame.node_budget.for_now(ALONE), Unwatched);
            let mut answer = self.alone().root(threshold, &mut first);
            frame.node_budget.go_on_from(&first.node_budget);
            if frame.node_budget.left() != Some(0) && !frame.node_budget.is_over() {
                frame.node_budget.resume();
            }
            let goes_on =
                |node_budget: &NodeBudget<'_>| !node_budget.is_stopped() && node_budget.horizons() == horizons;
            while answer.is_none() && goes_on(&frame.node_budget) {
                answer = self.ask_together(position, threshold, frame, threads);
            }
            answer
        });
        self.nodes = frame.node_budget.nodes();
        proven
    }

    /// Asks a question with all threads, until it is answered, the search is stopped, or the table
    /// must grow.
    fn ask_together(
        &mut self,
        position: &P,
        threshold: f64,
        frame: &mut SearchFrame<'_, Unwatched>,
        threads: usize,
    ) -> Option<(f64, P::Move)> {
        self.table.reserve(FORESIGHT * ALONE as usize, &frame.node_budget);
        self.table.reserve(FORESIGHT * self.table.len(), &frame.node_budget);
        let room = self.table.room().map_or(usize::MAX, |room| (room / threads).max(1));
        let (crew, is_full, table) = (Crew::new(), AtomicBool::new(false), &self.table);
        let shared = || Shared::new(table, &crew, room, &is_full);
        let (node_budget, share) = frame.node_budget.among(threads as u64 - 1, &crew.over);
        let stop = node_budget.signal();
        let others = (1..threads).map(|_| {
            let table = shared();
            let over = &crew.over;
            move || {
                let mut line = Line::default();
                line.stand_at(position);
                let mut asker = Asker { line: &mut line, table };
                let mut frame = SearchFrame::new(NodeBudget::helping(share, over, stop), Unwatched);
                let answer = asker.root(threshold, &mut frame);
                if answer.is_some() {
                    over.give();
                }
                (answer, frame.node_budget.nodes(), asker.table.kept)
            }
        });
        let mut asker = Asker { line: &mut self.line, table: shared() };
        let mut own = SearchFrame::new(node_budget, Unwatched);
        let (mut answer, reports) = together(others, &crew.over, || asker.root(threshold, &mut own));
        let mut kept = asker.table.kept;
        frame.node_budget.go_on_from(&own.node_budget);
        for (found, nodes, entries) in reports {
            answer = answer.or(found);
            frame.node_budget.add(nodes);
            kept += entries;
        }
        if answer.is_some() || is_full.load(Ordering::Relaxed) {
            // Only that stopped this thread; any other reason shows again at once.
            frame.node_budget.resume();
        }
        self.table.add(kept);
        answer
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::{Bounds, Crew, Known, NodeBudget, Recall, SHARED_TO, Shared, USEFUL};

    #[test]
    fn an_answer_from_another_thread_is_used_only_where_it_applies() {
        let known = Known { is_lower: true, bound: 1.0 };
        for (above, threshold, is_seen) in [
            (3, 0.5, true),
            // Another question, a position without a key, one not above, one too far down.
            (3, 1.5, false),
            (4, 0.5, false),
            (7, 0.5, false),
            (SHARED_TO + 1, 0.5, false),
        ] {
            let (table, crew) = (Bounds::new(1 << 16), Crew::new());
            let is_full = AtomicBool::new(false);
            let mut one = Shared::new(&table, &crew, usize::MAX, &is_full);
            for ply in 1..SHARED_TO + 5 {
                one.pass(ply, (ply != 4).then_some(100 + ply as u64));
            }
            let ply = above.max(7);
            assert!(!one.is_answered_above(ply, threshold, 0));
            let mut other = Shared::new(&table, &crew, usize::MAX, &is_full);
            other.keep(100 + above as u64, known, 0, &NodeBudget::free(0));
            assert!(!one.is_answered_above(ply, threshold, USEFUL - 1), "it looks now and then");
            assert_eq!(one.is_answered_above(ply, threshold, USEFUL), is_seen, "{above}");
            for at in (0..ply).rev() {
                let taken = (is_seen && at == above).then_some(1.0);
                assert_eq!(one.take_answer(at), taken, "{above} at {at}");
            }
        }
    }
}
