//! Calls and their answers, and what is left to be done.

use std::{cmp::Reverse, collections::BinaryHeap};

use crate::{
    bank::{Bank, Table, hash_of},
    join::{Budget, MOST_WORDS, Stop},
};

/// The most numbers stored: of answers, and of what waits.
const MOST_CELLS: usize = 12_000_000;

/// A call, and the answers so far.
#[derive(Debug)]
pub(super) struct Called {
    pub(super) inquiry: u32,
    /// Its group of predicates.
    pub(super) group: u32,
    /// Whether one answer is all there is.
    is_yes_or_no: bool,
    /// Where its given terms are.
    given: u32,
    pub(super) answers: Vec<u32>,
    /// Those who wait for answers, and how many each has had.
    pub(super) waiting: Vec<(u32, u32)>,
    /// Whether the agenda says that answers are to be handed on.
    pub(super) is_due: bool,
}

/// The work on a rule, left at one of its legs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paused {
    pub(super) call: u32,
    pub(super) course: u32,
    pub(super) leg: u32,
    /// Where its values are.
    values: u32,
}

/// What is left to be done.
#[derive(Clone, Copy, Debug)]
pub(super) enum Todo {
    Begin(u32),
    Resume(u32),
    HandOn(u32),
}

/// What is left to be done, group by group.
#[derive(Debug, Default)]
struct Agenda {
    of: Vec<Vec<Todo>>,
    groups: BinaryHeap<Reverse<u32>>,
}

/// All that was asked in one position.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) calls: Vec<Called>,
    by_given: Table,
    answers: Vec<(u32, u32)>,
    by_answer: Table,
    pub(super) paused: Vec<Paused>,
    noted: Vec<(u32, u32)>,
    by_note: Table,
    cells: Vec<u32>,
    agenda: Agenda,
    budget: Budget,
    pub(super) rows: usize,
    scratch: Vec<u32>,
}

impl Agenda {
    fn add(&mut self, group: u32, todo: Todo) {
        let of = &mut self.of[group as usize];
        if of.is_empty() {
            self.groups.push(Reverse(group));
        }
        of.push(todo);
    }

    fn clear(&mut self) {
        while let Some(Reverse(group)) = self.groups.pop() {
            self.of[group as usize].clear();
        }
    }
}

impl Tables {
    pub(super) fn new(groups: usize, budget: Budget) -> Tables {
        Tables {
            calls: Vec::new(),
            by_given: Table::default(),
            answers: Vec::new(),
            by_answer: Table::default(),
            paused: Vec::new(),
            noted: Vec::new(),
            by_note: Table::default(),
            cells: Vec::new(),
            agenda: Agenda { of: vec![Vec::new(); groups], ..Agenda::default() },
            budget,
            rows: 0,
            scratch: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.calls.clear();
        self.answers.clear();
        self.paused.clear();
        self.noted.clear();
        self.cells.clear();
        self.agenda.clear();
        self.by_given.clear();
        self.by_answer.clear();
        self.by_note.clear();
        self.rows = 0;
    }

    /// Something left to be done, of the group that depends on fewest.
    pub(super) fn next(&mut self) -> Option<Todo> {
        let Agenda { of, groups } = &mut self.agenda;
        let &Reverse(group) = groups.peek()?;
        let of = &mut of[group as usize];
        let todo = of.pop();
        if of.is_empty() {
            groups.pop();
        }
        todo
    }

    /// Whether another answer would say nothing.
    pub(super) fn is_satisfied(&self, call: u32) -> bool {
        let call = &self.calls[call as usize];
        call.is_yes_or_no && !call.answers.is_empty()
    }

    /// The given terms of a call, and what stands behind them.
    pub(super) fn given(&self, call: u32) -> &[u32] {
        &self.cells[self.calls[call as usize].given as usize..]
    }

    /// The terms of an answer, and what stands behind them.
    pub(super) fn answer(&self, answer: u32) -> &[u32] {
        &self.cells[self.answers[answer as usize].1 as usize..]
    }

    /// The values of the work on a rule, and what stands behind them.
    pub(super) fn values(&self, paused: u32) -> &[u32] {
        &self.cells[self.paused[paused as usize].values as usize..]
    }

    /// Makes room for one more row.
    pub(super) fn store(&mut self) -> Result<u32, Stop> {
        self.rows += 1;
        if self.budget.atoms < self.rows || MOST_CELLS < self.cells.len() {
            return Err(Stop::Atoms);
        }
        Ok(self.cells.len() as u32)
    }

    fn check_depth(&self, bank: &Bank, terms: &[u32]) -> Result<(), Stop> {
        // The atom around them is a function, too.
        let is_deep = |&term: &u32| self.budget.depth <= bank.depth(term) || MOST_WORDS <= bank.size(term);
        if terms.iter().any(is_deep) { Err(Stop::Depth) } else { Ok(()) }
    }

    /// The call of that kind, in that group, with these given terms.
    pub(super) fn call(
        &mut self,
        bank: &Bank,
        (inquiry, group, is_yes_or_no): (u32, u32, bool),
        given: &[u32],
    ) -> Result<u32, Stop> {
        let hash = hash_of(inquiry, given);
        let found = self
            .by_given
            .find(hash, |call| self.calls[call as usize].inquiry == inquiry && self.given(call).starts_with(given));
        if let Some(call) = found {
            return Ok(call);
        }
        self.check_depth(bank, given)?;
        let at = self.store()?;
        self.cells.extend_from_slice(given);
        let call = self.calls.len() as u32;
        self.calls.push(Called {
            inquiry,
            group,
            is_yes_or_no,
            given: at,
            answers: Vec::new(),
            waiting: Vec::new(),
            is_due: false,
        });
        self.by_given.insert(hash, call);
        self.agenda.add(group, Todo::Begin(call));
        Ok(call)
    }

    /// Adds an answer; whoever waits for it will have it.
    pub(super) fn add_answer(&mut self, bank: &Bank, call: u32, answer: &[u32]) -> Result<(), Stop> {
        let hash = hash_of(call, answer);
        let found = self
            .by_answer
            .find(hash, |number| self.answers[number as usize].0 == call && self.answer(number).starts_with(answer));
        if found.is_some() {
            return Ok(());
        }
        self.check_depth(bank, answer)?;
        let at = self.store()?;
        self.cells.extend_from_slice(answer);
        let number = self.answers.len() as u32;
        self.answers.push((call, at));
        self.by_answer.insert(hash, number);
        self.calls[call as usize].answers.push(number);
        self.hand_on(call);
        Ok(())
    }

    /// Puts it on the agenda that answers are to be handed on, if there are any and somebody waits.
    fn hand_on(&mut self, call: u32) {
        let called = &mut self.calls[call as usize];
        if called.waiting.is_empty() || called.answers.is_empty() || called.is_due {
            return;
        }
        called.is_due = true;
        self.agenda.add(called.group, Todo::HandOn(call));
    }

    /// Notes the values of some variables, and what they are of; where, if it is for the first time.
    pub(super) fn note(&mut self, of: [u32; 3], values: &[u32], variables: &[u16]) -> Result<Option<u32>, Stop> {
        let mut note = std::mem::take(&mut self.scratch);
        note.clear();
        note.extend(of);
        note.extend(variables.iter().map(|&variable| values[usize::from(variable)]));
        let hash = hash_of(0, &note);
        let found = self.by_note.find(hash, |number| {
            let (from, to) = self.noted[number as usize];
            self.cells[from as usize..to as usize] == note[..]
        });
        let mut new = Ok(None);
        if found.is_none() {
            new = self.store().map(Some);
            let from = self.cells.len() as u32;
            self.cells.extend_from_slice(&note);
            self.by_note.insert(hash, self.noted.len() as u32);
            self.noted.push((from, self.cells.len() as u32));
        }
        self.scratch = note;
        Ok(new?.map(|at| at + of.len() as u32))
    }

    /// Leaves the work on a rule before a leg; nothing if it was left there with the same values before.
    fn pause(&mut self, [call, course, leg]: [u32; 3], values: &[u32], needs: &[u16]) -> Result<Option<u32>, Stop> {
        let Some(values) = self.note([call, course, leg << 1 | 1], values, needs)? else {
            return Ok(None);
        };
        let paused = self.paused.len() as u32;
        self.paused.push(Paused { call, course, leg, values });
        Ok(Some(paused))
    }

    /// Leaves it until all calls to earlier groups are complete.
    pub(super) fn wait(&mut self, at: [u32; 3], values: &[u32], needs: &[u16]) -> Result<(), Stop> {
        if let Some(paused) = self.pause(at, values, needs)? {
            self.agenda.add(self.calls[at[0] as usize].group, Todo::Resume(paused));
        }
        Ok(())
    }

    /// Leaves it to each answer to a call.
    pub(super) fn wait_for(&mut self, callee: u32, at: [u32; 3], values: &[u32], needs: &[u16]) -> Result<(), Stop> {
        if let Some(paused) = self.pause(at, values, needs)? {
            self.calls[callee as usize].waiting.push((paused, 0));
            self.hand_on(callee);
        }
        Ok(())
    }
}
