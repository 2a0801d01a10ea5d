//! Kinds of calls, and rules made ready for them.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    bank::Bank,
    join::Stop,
    rules::{Pattern, Predicate},
};

/// The most kinds of calls, and the most parts of all rules made ready for them.
const MOST_INQUIRIES: usize = 20_000;
const MOST_PREPARED: usize = 5_000_000;

/// No leg.
pub(super) const NOWHERE: usize = usize::MAX;

/// What a call says about a part of an atom.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Slot {
    /// The caller knows it.
    Given,
    /// The caller wants to know it.
    Asked,
    /// The caller does not care: one answer is as good as another.
    Idle,
    /// A function, and what the call says about its parts.
    Parts(u32, Box<[Slot]>),
}

impl Slot {
    /// Adds the patterns at the parts that are given, and at those that are asked for.
    pub(super) fn sort(&self, bank: &Bank, pattern: &Pattern, sorted: &mut [Vec<Pattern>; 2]) {
        match self {
            Slot::Given => sorted[0].push(pattern.clone()),
            Slot::Asked => sorted[1].push(pattern.clone()),
            Slot::Idle => {}
            Slot::Parts(_, slots) => {
                let parts = parts_of(bank, pattern);
                slots.iter().zip(&parts).for_each(|(slot, part)| slot.sort(bank, part, sorted));
            }
        }
    }
}

/// A kind of call: a predicate, and what is said about each argument.
#[derive(Debug)]
pub(super) struct Inquiry {
    pub(super) predicate: Predicate,
    pub(super) slots: Box<[Slot]>,
    /// Whether one answer is all there is.
    pub(super) is_yes_or_no: bool,
    /// The rules made ready, once somebody calls.
    pub(super) courses: Option<Arc<[Arc<Course>]>>,
}

/// All kinds of calls, each once.
#[derive(Debug, Default)]
pub(super) struct Inquiries {
    pub(super) all: Vec<Inquiry>,
    by_slots: BTreeMap<(Predicate, Box<[Slot]>), u32>,
    /// The parts of all rules that were made ready.
    prepared: usize,
}

/// A rule, made ready for one kind of call.
#[derive(Debug)]
pub(super) struct Course {
    /// Its number among all courses.
    pub(super) number: u32,
    pub(super) rule: usize,
    pub(super) variables: usize,
    /// What the given terms must fit.
    pub(super) takes: Vec<Pattern>,
    pub(super) legs: Vec<Leg>,
    /// What is answered.
    pub(super) gives: Vec<Pattern>,
}

/// A condition, in the order of evaluation.
#[derive(Debug)]
pub(super) struct Leg {
    pub(super) does: Does,
    /// The variables that it or something behind it needs, and that are bound before it.
    pub(super) needs: Box<[u16]>,
    /// The variables that something behind it needs.
    pub(super) leaves: Box<[u16]>,
    /// Whether different ways here may leave the same, so that it is worth noting what was left.
    pub(super) is_noted: bool,
    /// The first leg of those that, once they have been passed, need not be passed in another way.
    pub(super) back: usize,
}

/// What a leg does.
#[derive(Debug)]
pub(super) enum Does {
    /// Goes through the rows of a stored predicate, by an index if there is one.
    Scan(Predicate, Pattern, Option<usize>),
    /// Looks up a stored atom.
    Check(Pattern),
    Absent(Pattern),
    /// Calls a derived predicate: the given terms, and what the answers must fit. The last says whether the callee may
    /// depend on the caller.
    Call(u32, Box<[Pattern]>, Box<[Pattern]>, bool),
    /// Calls one that must have no answer.
    Refute(u32, Box<[Pattern]>),
    Differ(Pattern, Pattern),
    Same(Pattern, Pattern),
}

/// What is known of predicates.
#[derive(Debug)]
pub(super) struct Kinds {
    /// Whether its atoms are stored, not derived when somebody asks.
    pub(super) is_stored: Vec<bool>,
    /// The group of predicates that depend on each other; each after those it depends on.
    pub(super) group: Vec<u32>,
    pub(super) is_true: Predicate,
    pub(super) does: Predicate,
    pub(super) init: Predicate,
}

/// The parts of a term or a pattern.
pub(super) fn parts_of(bank: &Bank, pattern: &Pattern) -> Vec<Pattern> {
    match pattern {
        Pattern::Compound(_, parts) => parts.to_vec(),
        Pattern::Term(term) => bank.arguments(*term).iter().map(|&part| Pattern::Term(part)).collect(),
        Pattern::Variable(_) => Vec::new(),
    }
}

impl Inquiries {
    /// The number of a kind of call.
    pub(super) fn of(&mut self, predicate: Predicate, slots: Box<[Slot]>) -> Result<u32, Stop> {
        fn has_asked(slot: &Slot) -> bool {
            match slot {
                Slot::Asked => true,
                Slot::Parts(_, slots) => slots.iter().any(has_asked),
                _ => false,
            }
        }
        let key = (predicate, slots);
        if let Some(&number) = self.by_slots.get(&key) {
            return Ok(number);
        }
        if MOST_INQUIRIES <= self.all.len() {
            return Err(Stop::Atoms);
        }
        let number = self.all.len() as u32;
        let is_yes_or_no = !key.1.iter().any(has_asked);
        self.all.push(Inquiry { predicate, slots: key.1.clone(), is_yes_or_no, courses: None });
        self.by_slots.insert(key, number);
        Ok(number)
    }

    /// Whether there is no room for more, which another position may have to itself.
    pub(super) fn is_full(&self) -> bool {
        MOST_INQUIRIES <= self.all.len() || MOST_PREPARED < self.prepared
    }

    /// Makes room for a rule of so many parts.
    pub(super) fn count(&mut self, parts: usize) -> Result<(), Stop> {
        self.prepared += parts;
        if MOST_PREPARED < self.prepared { Err(Stop::Atoms) } else { Ok(()) }
    }

    /// A course for calls of which some given terms are too deep, by their order among the given ones: it asks for these,
    /// and takes those answers that have them.
    pub(super) fn widen(&mut self, inquiry: u32, is_deep: &[bool], number: u32, rule: usize) -> Result<Course, Stop> {
        let Inquiry { predicate, ref slots, .. } = self.all[inquiry as usize];
        let mut wide = Wide { is_deep, ..Wide::default() };
        let slots: Box<[Slot]> = slots.iter().map(|slot| wide.slot(slot)).collect();
        let parts = 8 * usize::from(wide.variables);
        let Wide { takes, gives, given, asked, variables, .. } = wide;
        self.count(8 + parts)?;
        let call = Does::Call(self.of(predicate, slots)?, given.into(), asked.into(), true);
        let needs = takes.iter().filter_map(|pattern| match pattern {
            Pattern::Variable(variable) => Some(*variable),
            _ => None,
        });
        let leg = Leg {
            does: call,
            needs: needs.collect(),
            leaves: Box::default(),
            is_noted: false,
            back: if gives.is_empty() { 0 } else { NOWHERE },
        };
        let variables = usize::from(variables);
        Ok(Course { number, rule, variables, takes, legs: vec![leg], gives })
    }
}

/// A kind of call that is made wider: a variable for each part that is given or asked for.
#[derive(Default)]
struct Wide<'a> {
    is_deep: &'a [bool],
    variables: u16,
    takes: Vec<Pattern>,
    gives: Vec<Pattern>,
    given: Vec<Pattern>,
    asked: Vec<Pattern>,
}

impl Wide<'_> {
    fn slot(&mut self, slot: &Slot) -> Slot {
        let variable = Pattern::Variable(self.variables);
        match slot {
            Slot::Given => {
                self.variables += 1;
                let is_deep = self.is_deep[self.takes.len()];
                self.takes.push(variable.clone());
                if is_deep {
                    self.asked.push(variable);
                    return Slot::Asked;
                }
                self.given.push(variable);
                Slot::Given
            }
            Slot::Asked => {
                self.variables += 1;
                self.asked.push(variable.clone());
                self.gives.push(variable);
                Slot::Asked
            }
            Slot::Idle => Slot::Idle,
            Slot::Parts(symbol, slots) => Slot::Parts(*symbol, slots.iter().map(|slot| self.slot(slot)).collect()),
        }
    }
}
