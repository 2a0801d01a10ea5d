//! Answers questions to rules, and works out nothing that no answer needs.
//!
//! A call is a predicate of which some arguments are given, others asked for, and others left open, because one answer
//! is as good as another. Each call is made once and keeps its answers (H. Tamaki and T. Sato, OLD resolution with
//! tabulation, 1986; L. Vieille, Recursive axioms in deductive databases: the query/subquery approach, 1986), as magic
//! sets do it for rules that are applied forwards (C. Beeri and R. Ramakrishnan, On the power of magic, 1987). Arguments
//! that nobody asks for are R. Ramakrishnan's, C. Beeri's and R. Krishnamurthy's (Optimizing existential Datalog queries,
//! 1988). Between two conditions of a rule only the variables go on that are still needed, and each set of values once:
//! the supplementary relations of the same papers.
//!
//! Nothing here calls itself for what the rules call. What has to wait is put on an agenda, and the predicates that
//! depend on fewest others come first. So whoever is answered finds every call to a predicate of an earlier group
//! complete, above all what a `not` asks; within a group, each answer goes to everybody who waits for it, once.

mod course;
mod order;
mod tables;

use std::{collections::BTreeMap, sync::Arc};

use self::{
    course::{Course, Does, Inquiries, Kinds, NOWHERE, Slot},
    order::MOST_NESTED,
    tables::{Paused, Tables, Todo},
};
use crate::{
    bank::NONE,
    check::Order,
    join::{Atoms, Budget, Stop},
    rules::{Pattern, Predicate, Rules},
    template::{fits, is_same, known},
};

/// Rules made ready for what they are asked, and all that was asked in one position.
#[derive(Debug)]
pub(crate) struct Demand {
    kinds: Kinds,
    inquiries: Inquiries,
    courses: Vec<Arc<Course>>,
    /// The courses of calls that are too deep, by which of their given terms are.
    wide: BTreeMap<(u32, Vec<bool>), Arc<Course>>,
    /// The depth of terms beyond which calls are too deep.
    deepest: u16,
    tables: Tables,
    /// Calls before this one that belong to earlier groups are complete.
    complete: usize,
    steps: u64,
    trail: Vec<u16>,
    scratch: Vec<u32>,
    /// The rule that is applied.
    rule: Option<usize>,
}

/// Who asks, and what is known there.
struct Here<'a> {
    call: u32,
    course: &'a Course,
    values: Vec<u32>,
}

impl Demand {
    /// Nothing asked. Atoms of predicates that are `stored` are looked up.
    pub(crate) fn new(rules: &Rules, order: &Order, is_stored: Vec<bool>, budget: Budget) -> Demand {
        let mut group = vec![0; rules.predicates.len()];
        for (number, of) in order.groups.iter().enumerate() {
            for &predicate in of {
                group[predicate] = number as u32;
            }
        }
        let [is_true, does, init] = ["true", "does", "init"].map(|word| rules.keyword(word));
        Demand {
            kinds: Kinds { is_stored, group, is_true, does, init },
            inquiries: Inquiries::default(),
            courses: Vec::new(),
            wide: BTreeMap::new(),
            deepest: 0,
            tables: Tables::new(order.groups.len(), budget),
            complete: 0,
            steps: budget.steps,
            trail: Vec::new(),
            scratch: Vec::new(),
            rule: None,
        }
    }

    /// Forgets what was asked. What is stored has terms of at most this depth.
    pub(crate) fn restart(&mut self, deepest: u16) {
        self.tables.clear();
        self.trail.clear();
        (self.deepest, self.complete, self.rule) = (deepest, 0, None);
    }

    /// Whether it stopped because of all that was made ready, in this position or before.
    pub(crate) fn is_full(&self) -> bool {
        self.inquiries.is_full()
    }

    /// The number of answers and notes.
    pub(crate) fn rows(&self) -> usize {
        self.tables.rows
    }

    /// The rule that was applied last.
    pub(crate) fn rule(&self) -> Option<usize> {
        self.rule
    }

    /// The last arguments of all atoms of a predicate that begin with these; something for an atom without any.
    pub(crate) fn ask(
        &mut self,
        rules: &Rules,
        atoms: &mut Atoms,
        predicate: Predicate,
        given: &[u32],
    ) -> Result<Vec<u32>, Stop> {
        if self.kinds.is_stored[predicate] {
            return Ok(atoms.last_terms(predicate, given));
        }
        let arity = rules.predicates[predicate].arity;
        let slot = |at: usize| if at < given.len() { Slot::Given } else { Slot::Asked };
        let inquiry = self.inquiries.of(predicate, (0..arity).map(slot).collect())?;
        let call = self.call(atoms, inquiry, given)?;
        self.work(rules, atoms)?;
        let answers = self.tables.calls[call as usize].answers.iter();
        let first = |&answer: &u32| self.tables.answer(answer).first().copied().unwrap_or(NONE);
        Ok(answers.map(first).collect())
    }

    /// Does all that is on the agenda.
    fn work(&mut self, rules: &Rules, atoms: &mut Atoms) -> Result<(), Stop> {
        while let Some(todo) = self.tables.next() {
            self.complete = self.tables.calls.len();
            match todo {
                Todo::Begin(call) => self.begin(rules, atoms, call)?,
                Todo::Resume(paused) => {
                    let Paused { call, leg, .. } = self.tables.paused[paused as usize];
                    if !self.tables.is_satisfied(call) {
                        let course = self.course_of(paused);
                        let mut here = self.here(paused, &course);
                        self.go(atoms, &mut here, leg as usize)?;
                    }
                }
                Todo::HandOn(call) => self.hand_on(atoms, call)?,
            }
        }
        Ok(())
    }

    fn course_of(&self, paused: u32) -> Arc<Course> {
        self.courses[self.tables.paused[paused as usize].course as usize].clone()
    }

    /// The work on a rule where it was left.
    fn here<'a>(&mut self, paused: u32, course: &'a Course) -> Here<'a> {
        let Paused { call, leg, .. } = self.tables.paused[paused as usize];
        self.rule = Some(course.rule);
        let mut values = vec![NONE; course.variables];
        let needs = course.legs[leg as usize].needs.iter();
        for (&variable, &value) in needs.zip(self.tables.values(paused)) {
            values[usize::from(variable)] = value;
        }
        Here { call, course, values }
    }

    fn begin(&mut self, rules: &Rules, atoms: &mut Atoms, call: u32) -> Result<(), Stop> {
        let inquiry = self.tables.calls[call as usize].inquiry;
        if self.inquiries.all[inquiry as usize].courses.is_none() {
            let from = self.courses.len() as u32;
            let new = self.inquiries.prepare(inquiry, rules, &self.kinds, atoms, from)?;
            self.courses.extend(new.iter().cloned());
        }
        let known = &self.inquiries.all[inquiry as usize];
        let mut courses = known.courses.clone().unwrap_or_default();
        if let Some(wide) = self.widened(atoms, call)? {
            courses = [wide].into();
        }
        for course in courses.iter() {
            self.rule = Some(course.rule);
            self.step(atoms)?;
            let mut values = vec![NONE; course.variables];
            let mut given = course.takes.iter().zip(self.tables.given(call));
            let is_fit = given.all(|(pattern, &term)| fits(&atoms.bank, pattern, term, &mut values, &mut self.trail));
            self.trail.clear();
            if is_fit {
                self.go(atoms, &mut Here { call, course, values }, 0)?;
            }
            if self.tables.is_satisfied(call) {
                break;
            }
        }
        Ok(())
    }

    /// A course by which a call of terms deeper than those of all facts is answered by a call that asks for these terms.
    /// Otherwise rules could call for ever deeper ones without end (F. Riguzzi and T. Swift, Terminating evaluation of logic
    /// programs with finite three-valued models, 2014).
    fn widened(&mut self, atoms: &Atoms, call: u32) -> Result<Option<Arc<Course>>, Stop> {
        let inquiry = self.tables.calls[call as usize].inquiry;
        let known = &self.inquiries.all[inquiry as usize];
        let Some(first) = known.courses.as_ref().and_then(|courses| courses.first()) else {
            return Ok(None);
        };
        let (count, rule) = (first.takes.len(), first.rule);
        let given = &self.tables.given(call)[..count];
        let is_deep: Vec<bool> = given.iter().map(|&term| self.deepest < atoms.bank.depth(term)).collect();
        if !is_deep.contains(&true) {
            return Ok(None);
        }
        let found = self.wide.get(&(inquiry, is_deep.clone()));
        if let Some(course) = found {
            return Ok(Some(course.clone()));
        }
        let number = self.courses.len() as u32;
        let course = Arc::new(self.inquiries.widen(inquiry, &is_deep, number, rule)?);
        self.courses.push(course.clone());
        self.wide.insert((inquiry, is_deep), course.clone());
        Ok(Some(course))
    }

    fn step(&self, atoms: &mut Atoms) -> Result<(), Stop> {
        atoms.steps += 1;
        if self.steps < atoms.steps { Err(Stop::Steps) } else { Ok(()) }
    }

    /// The call with these given terms.
    fn call(&mut self, atoms: &Atoms, inquiry: u32, given: &[u32]) -> Result<u32, Stop> {
        let known = &self.inquiries.all[inquiry as usize];
        let kind = (inquiry, self.kinds.group[known.predicate], known.is_yes_or_no);
        self.tables.call(&atoms.bank, kind, given)
    }

    /// Answers.
    fn answer(&mut self, atoms: &mut Atoms, here: &Here<'_>) -> Result<usize, Stop> {
        self.scratch.clear();
        for pattern in &here.course.gives {
            self.scratch.push(atoms.instance(pattern, &here.values));
        }
        self.tables.add_answer(&atoms.bank, here.call, &self.scratch)?;
        Ok(if self.tables.is_satisfied(here.call) { 0 } else { NOWHERE })
    }

    /// Hands answers on to those who wait for them.
    fn hand_on(&mut self, atoms: &mut Atoms, call: u32) -> Result<(), Stop> {
        let callee = call as usize;
        self.tables.calls[callee].is_due = false;
        let mut waits = 0;
        while let Some(&(paused, had)) = self.tables.calls[callee].waiting.get(waits) {
            waits += 1;
            let Paused { call: caller, leg, .. } = self.tables.paused[paused as usize];
            let mut next = had as usize;
            let count = self.tables.calls[callee].answers.len();
            if count <= next || self.tables.is_satisfied(caller) {
                continue;
            }
            let course = self.course_of(paused);
            let mut here = self.here(paused, &course);
            let leg = leg as usize;
            while let Some(&answer) = self.tables.calls[callee].answers.get(next) {
                next += 1;
                if self.take(atoms, &mut here, leg, answer)? <= leg {
                    // No other answer would say more.
                    next = NONE as usize;
                }
            }
            self.tables.calls[callee].waiting[waits - 1].1 = next as u32;
        }
        Ok(())
    }

    /// Goes on with an answer to a leg.
    fn take(&mut self, atoms: &mut Atoms, here: &mut Here<'_>, leg: usize, answer: u32) -> Result<usize, Stop> {
        let Does::Call(_, _, asked, _) = &here.course.legs[leg].does else { unreachable!("only calls have answers") };
        self.step(atoms)?;
        let mark = self.trail.len();
        let mut parts = asked.iter().zip(self.tables.answer(answer));
        let is_fit = parts.all(|(pattern, &term)| fits(&atoms.bank, pattern, term, &mut here.values, &mut self.trail));
        let back = if is_fit { self.pass(atoms, here, leg)? } else { NOWHERE };
        self.undo(here, mark);
        Ok(back)
    }

    fn undo(&mut self, here: &mut Here<'_>, mark: usize) {
        for variable in self.trail.drain(mark..) {
            here.values[usize::from(variable)] = NONE;
        }
    }

    /// Goes on behind a leg that was passed. Which leg to go back to: those from there on need not be passed again.
    fn pass(&mut self, atoms: &mut Atoms, here: &mut Here<'_>, at: usize) -> Result<usize, Stop> {
        let Here { call, course, ref values } = *here;
        let leg = &course.legs[at];
        if leg.is_noted {
            let of = [call, course.number, (at as u32) << 1];
            if self.tables.note(of, values, &leg.leaves)?.is_none() {
                return Ok(leg.back);
            }
        }
        let next = at + 1;
        if next.is_multiple_of(MOST_NESTED) && next < course.legs.len() {
            let at = [call, course.number, next as u32];
            self.tables.wait(at, values, &course.legs[next].needs)?;
            return Ok(leg.back);
        }
        let back = self.go(atoms, here, next)?;
        Ok(back.min(leg.back))
    }

    /// Calls, and goes on if the answer is there; otherwise it waits.
    fn go_by_call(&mut self, atoms: &mut Atoms, here: &mut Here<'_>, at: usize) -> Result<usize, Stop> {
        let Here { call, course, ref values } = *here;
        let leg = &course.legs[at];
        let (inquiry, given, is_inner, refutes) = match &leg.does {
            Does::Call(inquiry, given, _, is_inner) => (*inquiry, given, *is_inner, false),
            Does::Refute(inquiry, given) => (*inquiry, given, false, true),
            _ => unreachable!("only these call"),
        };
        let mut terms = std::mem::take(&mut self.scratch);
        terms.clear();
        for pattern in given {
            terms.push(atoms.instance(pattern, values));
        }
        let callee = self.call(atoms, inquiry, &terms);
        self.scratch = terms;
        let callee = callee?;
        if self.tables.is_satisfied(callee) {
            return if refutes { Ok(NOWHERE) } else { self.pass(atoms, here, at) };
        }
        let place = [call, course.number, at as u32];
        if is_inner {
            self.tables.wait_for(callee, place, values, &leg.needs)?;
            return Ok(NOWHERE);
        }
        if self.complete <= callee as usize {
            self.tables.wait(place, values, &leg.needs)?;
            return Ok(NOWHERE);
        }
        if refutes {
            return if self.tables.calls[callee as usize].answers.is_empty() {
                self.pass(atoms, here, at)
            } else {
                Ok(NOWHERE)
            };
        }
        let mut next = 0;
        while let Some(&answer) = self.tables.calls[callee as usize].answers.get(next) {
            next += 1;
            let back = self.take(atoms, here, at, answer)?;
            if back <= at {
                return Ok(back);
            }
        }
        Ok(NOWHERE)
    }

    /// Goes through the legs of a rule from one of them on. Which leg to go back to.
    fn go(&mut self, atoms: &mut Atoms, here: &mut Here<'_>, at: usize) -> Result<usize, Stop> {
        let course = here.course;
        let Some(leg) = course.legs.get(at) else { return self.answer(atoms, here) };
        match &leg.does {
            Does::Scan(predicate, pattern, index) => {
                let mut row = atoms.newest(*predicate, *index, pattern, &here.values);
                while row != NONE {
                    self.step(atoms)?;
                    let atom = atoms.relations[*predicate].rows[row as usize];
                    let mark = self.trail.len();
                    let is_fit = fits(&atoms.bank, pattern, atom, &mut here.values, &mut self.trail);
                    let back = if is_fit { self.pass(atoms, here, at)? } else { NOWHERE };
                    self.undo(here, mark);
                    if back <= at {
                        return Ok(back);
                    }
                    row = atoms.older(*predicate, *index, row);
                }
                Ok(NOWHERE)
            }
            Does::Check(pattern) | Does::Absent(pattern) => {
                self.step(atoms)?;
                let atom = known(&atoms.bank, pattern, &here.values);
                let holds = atom.is_some_and(|atom| atoms.holds(atom));
                if holds == matches!(leg.does, Does::Check(_)) { self.pass(atoms, here, at) } else { Ok(NOWHERE) }
            }
            Does::Differ(one, other) => {
                self.step(atoms)?;
                if is_same(&atoms.bank, one, other, &here.values) {
                    return Ok(NOWHERE);
                }
                self.pass(atoms, here, at)
            }
            Does::Same(one, other) => {
                let (known, open) = if is_known(one, &here.values) { (one, other) } else { (other, one) };
                if matches!(known, Pattern::Compound(..)) {
                    // It may be a new term, which takes memory.
                    self.tables.store()?;
                }
                let term = atoms.instance(known, &here.values);
                let mark = self.trail.len();
                let is_fit = fits(&atoms.bank, open, term, &mut here.values, &mut self.trail);
                let back = if is_fit { self.pass(atoms, here, at)? } else { NOWHERE };
                self.undo(here, mark);
                Ok(back)
            }
            Does::Call(..) | Does::Refute(..) => self.go_by_call(atoms, here, at),
        }
    }
}

fn is_known(pattern: &Pattern, values: &[u32]) -> bool {
    let mut all = true;
    pattern.each_variable(&mut |variable| all &= values[usize::from(variable)] != NONE);
    all
}
