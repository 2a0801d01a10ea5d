//! How a rule answers a call: the order of its conditions by what is bound, and what each leaves to the next.

use std::sync::Arc;

use super::course::{Course, Does, Inquiries, Inquiry, Kinds, Leg, NOWHERE, Slot, parts_of};
use crate::{
    bank::Bank,
    join::{Atoms, Stop},
    rules::{Condition, Pattern, Predicate, Rule, Rules},
};

/// How deep a call looks into the terms of an atom. Without a limit, calls of ever deeper terms would have no end.
const DEEPEST: usize = 2;

/// The most legs of a rule that are passed one within the other, on the stack of the machine.
pub(super) const MOST_NESTED: usize = 100;

/// How many of the conditions that are left are compared.
const MOST_COMPARED: usize = 64;

/// The most variables that all legs of a rule may hand on.
const MOST_HANDED_ON: usize = 1_000_000;

fn is_bound(pattern: &Pattern, bound: &[bool]) -> bool {
    let mut all = true;
    pattern.each_variable(&mut |variable| all &= bound[usize::from(variable)]);
    all
}

fn each_pattern(condition: &Condition, mut visit: impl FnMut(&Pattern)) {
    match condition {
        Condition::Holds(_, pattern) | Condition::Fails(_, pattern) => visit(pattern),
        Condition::Differ(one, other) | Condition::Same(one, other) => {
            visit(one);
            visit(other);
        }
    }
}

impl Inquiries {
    /// Makes the rules for a kind of call ready.
    pub(super) fn prepare(
        &mut self,
        number: u32,
        rules: &Rules,
        kinds: &Kinds,
        atoms: &mut Atoms,
        from: u32,
    ) -> Result<Arc<[Arc<Course>]>, Stop> {
        let Inquiry { predicate, ref slots, .. } = self.all[number as usize];
        let slots = slots.clone();
        let mut all = Vec::new();
        for &rule in &rules.predicates[predicate].rules {
            let Some(open) = Open::new(rule, &rules.all[rule], &slots, &atoms.bank)? else {
                continue;
            };
            let number = from + all.len() as u32;
            self.count(open.parts())?;
            all.push(Arc::new(open.order(number, kinds, kinds.group[predicate], atoms, self)?));
        }
        let all: Arc<[Arc<Course>]> = all.into();
        self.all[number as usize].courses = Some(all.clone());
        Ok(all)
    }
}

/// A rule that fits a kind of call, not yet in order.
struct Open {
    rule: usize,
    variables: usize,
    takes: Vec<Pattern>,
    gives: Vec<Pattern>,
    body: Vec<Condition>,
}

/// What variables of a head must be, so that it fits a call.
struct Fitted<'a> {
    bank: &'a Bank,
    values: Vec<Option<Pattern>>,
}

impl Fitted<'_> {
    /// Whether a pattern fits a slot.
    fn fit(&mut self, slot: &Slot, pattern: &Pattern) -> bool {
        let Slot::Parts(symbol, slots) = slot else { return true };
        if let Pattern::Variable(variable) = pattern {
            let variable = usize::from(*variable);
            if self.values[variable].is_none() {
                let from = self.values.len();
                self.values.resize(from + slots.len(), None);
                let fresh = (from..from + slots.len()).map(|new| Pattern::Variable(new as u16));
                self.values[variable] = Some(Pattern::Compound(*symbol, fresh.collect()));
            }
            let value = self.values[variable].clone();
            return value.is_some_and(|value| self.fit(slot, &value));
        }
        let head = match pattern {
            Pattern::Compound(head, _) => *head,
            Pattern::Term(term) => self.bank.head(*term),
            Pattern::Variable(_) => unreachable!("variables were seen to"),
        };
        let parts = parts_of(self.bank, pattern);
        head == *symbol
            && parts.len() == slots.len()
            && slots.iter().zip(&parts).all(|(slot, part)| self.fit(slot, part))
    }

    fn put(&self, pattern: &Pattern) -> Pattern {
        match pattern {
            Pattern::Variable(variable) => match &self.values[usize::from(*variable)] {
                Some(value) => self.put(value),
                None => pattern.clone(),
            },
            Pattern::Term(_) => pattern.clone(),
            Pattern::Compound(symbol, parts) => {
                Pattern::Compound(*symbol, parts.iter().map(|part| self.put(part)).collect())
            }
        }
    }
}

impl Open {
    /// The rule for a call, if it can have an answer.
    fn new(number: usize, rule: &Rule, slots: &[Slot], bank: &Bank) -> Result<Option<Open>, Stop> {
        let mut fitted = Fitted { bank, values: vec![None; rule.variables.len()] };
        let parts = parts_of(bank, &rule.head);
        if !slots.iter().zip(&parts).all(|(slot, part)| fitted.fit(slot, part)) {
            return Ok(None);
        }
        let variables = fitted.values.len();
        if usize::from(u16::MAX) <= variables {
            return Err(Stop::Depth);
        }
        let mut sorted = [Vec::new(), Vec::new()];
        for (slot, part) in slots.iter().zip(&parts) {
            slot.sort(bank, &fitted.put(part), &mut sorted);
        }
        let body = rule.body.iter().map(|condition| match condition {
            Condition::Holds(on, pattern) => Condition::Holds(*on, fitted.put(pattern)),
            Condition::Fails(on, pattern) => Condition::Fails(*on, fitted.put(pattern)),
            Condition::Differ(one, other) => Condition::Differ(fitted.put(one), fitted.put(other)),
            Condition::Same(one, other) => Condition::Same(fitted.put(one), fitted.put(other)),
        });
        let body = body.collect();
        let [takes, gives] = sorted;
        Ok(Some(Open { rule: number, variables, takes, gives, body }))
    }

    /// About how many parts its course will have, and half as many again as are looked at to find it.
    fn parts(&self) -> usize {
        fn count(pattern: &Pattern) -> usize {
            match pattern {
                Pattern::Compound(_, parts) => 1 + parts.iter().map(count).sum::<usize>(),
                _ => 1,
            }
        }
        let mut parts = self.takes.iter().chain(&self.gives).map(count).sum::<usize>();
        for condition in &self.body {
            each_pattern(condition, |pattern| parts += 8 + count(pattern));
        }
        8 + parts + self.variables * self.body.len() / 16
    }

    /// Puts the conditions in order.
    fn order(
        mut self,
        number: u32,
        kinds: &Kinds,
        group: u32,
        atoms: &mut Atoms,
        inquiries: &mut Inquiries,
    ) -> Result<Course, Stop> {
        let mut bound = vec![false; self.variables];
        // How often each variable stands in what is left.
        let mut uses = vec![0u32; self.variables];
        let mut count = |pattern: &Pattern| {
            pattern.each_variable(&mut |variable| uses[usize::from(variable)] += 1);
        };
        self.gives.iter().for_each(&mut count);
        self.body.iter().for_each(|condition| each_pattern(condition, &mut count));
        for pattern in &self.takes {
            pattern.each_variable(&mut |variable| bound[usize::from(variable)] = true);
        }
        // The leg behind the one that binds each variable.
        let mut bound_by = vec![0; self.variables];
        let mut legs: Vec<Does> = Vec::with_capacity(self.body.len());
        let mut left: Vec<Condition> = std::mem::take(&mut self.body);
        while !left.is_empty() {
            let mut best: Option<(f64, usize)> = None;
            for (at, condition) in left.iter().enumerate() {
                if MOST_COMPARED <= at && best.is_some() {
                    break;
                }
                let Some(cost) = cost(condition, &bound, &uses, kinds, atoms) else { continue };
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, at));
                }
            }
            let (_, at) = best.expect("rules are safe, so some condition can always be tried");
            let condition = left.remove(at);
            legs.push(does(&condition, &bound, &uses, kinds, group, atoms, inquiries)?);
            let binds = matches!(condition, Condition::Holds(..) | Condition::Same(..));
            each_pattern(&condition, |pattern| {
                pattern.each_variable(&mut |variable| {
                    let variable = usize::from(variable);
                    uses[variable] -= 1;
                    if binds && !std::mem::replace(&mut bound[variable], true) {
                        bound_by[variable] = legs.len();
                    }
                });
            });
        }
        let legs = self.connect(legs, &bound_by);
        if MOST_HANDED_ON < legs.iter().map(|leg| leg.needs.len() + leg.leaves.len()).sum() {
            return Err(Stop::Atoms);
        }
        let Open { rule, variables, takes, gives, .. } = self;
        Ok(Course { number, rule, variables, takes, legs, gives })
    }

    /// Finds out what each leg leaves to those behind it.
    fn connect(&self, all: Vec<Does>, bound_by: &[usize]) -> Vec<Leg> {
        let mut is_needed = vec![false; self.variables];
        let note = |pattern: &Pattern, is_needed: &mut [bool]| {
            pattern.each_variable(&mut |variable| is_needed[usize::from(variable)] = true);
        };
        self.gives.iter().for_each(|pattern| note(pattern, &mut is_needed));
        let needed = |is_needed: &[bool], legs: usize| -> Box<[u16]> {
            let of = (0..is_needed.len()).filter(|&variable| is_needed[variable] && bound_by[variable] <= legs);
            of.map(|variable| variable as u16).collect()
        };
        let mut legs: Vec<Leg> = Vec::with_capacity(all.len());
        let mut costs_more = false;
        for (number, does) in all.into_iter().enumerate().rev() {
            let leaves = needed(&is_needed, number + 1);
            let last = leaves.iter().map(|&variable| bound_by[usize::from(variable)]).max();
            let back = last.unwrap_or(0);
            let back = if back <= number { back } else { NOWHERE };
            let mut note = |pattern: &Pattern| note(pattern, &mut is_needed);
            match &does {
                Does::Scan(_, pattern, _) | Does::Check(pattern) | Does::Absent(pattern) => {
                    note(pattern);
                }
                Does::Call(_, given, asked, _) => given.iter().chain(asked).for_each(note),
                Does::Refute(_, given) => given.iter().for_each(note),
                Does::Differ(one, other) | Does::Same(one, other) => {
                    note(one);
                    note(other);
                }
            }
            let is_left = matches!(does, Does::Call(..) | Does::Refute(..)) || number.is_multiple_of(MOST_NESTED);
            let needs = if is_left { needed(&is_needed, number) } else { Box::default() };
            let is_noted = costs_more;
            costs_more |= match &does {
                Does::Scan(..) => back != number,
                Does::Call(..) => true,
                _ => false,
            };
            legs.push(Leg { does, needs, leaves, is_noted, back });
        }
        legs.reverse();
        // What was left already cannot be left again, as long as no variable is dropped.
        let mut all: Vec<usize> = (0..self.variables).filter(|&at| 0 < bound_by[at]).collect();
        all.sort_unstable_by_key(|&at| bound_by[at]);
        let mut all = all.into_iter().peekable();
        let mut varies: Vec<u16> = Vec::new();
        for (number, leg) in legs.iter_mut().enumerate() {
            while let Some(variable) = all.next_if(|&at| bound_by[at] == number + 1) {
                varies.push(variable as u16);
            }
            let is_kept = |variable: &u16| leg.leaves.binary_search(variable).is_ok();
            leg.is_noted &= !varies.iter().all(is_kept);
            if leg.is_noted {
                varies.retain(is_kept);
            } else {
                leg.leaves = Box::default();
            }
        }
        legs
    }
}

/// What a call says about a pattern.
fn slot(pattern: &Pattern, bound: &[bool], uses: &[u32], depth: usize) -> Slot {
    if is_bound(pattern, bound) {
        return Slot::Given;
    }
    match pattern {
        Pattern::Term(_) => Slot::Given,
        Pattern::Variable(variable) if uses[usize::from(*variable)] == 1 => Slot::Idle,
        Pattern::Compound(symbol, parts) if depth < DEEPEST => {
            let parts = parts.iter().map(|part| slot(part, bound, uses, depth + 1));
            Slot::Parts(*symbol, parts.collect())
        }
        _ => Slot::Asked,
    }
}

fn does(
    condition: &Condition,
    bound: &[bool],
    uses: &[u32],
    kinds: &Kinds,
    group: u32,
    atoms: &mut Atoms,
    inquiries: &mut Inquiries,
) -> Result<Does, Stop> {
    let mut call = |on: Predicate, pattern: &Pattern, atoms: &Atoms| {
        let parts = parts_of(&atoms.bank, pattern);
        let slots: Box<[Slot]> = parts.iter().map(|part| slot(part, bound, uses, 0)).collect();
        let mut sorted = [Vec::new(), Vec::new()];
        for (slot, part) in slots.iter().zip(&parts) {
            slot.sort(&atoms.bank, part, &mut sorted);
        }
        inquiries.of(on, slots).map(|inquiry| (inquiry, sorted))
    };
    Ok(match condition {
        Condition::Holds(on, pattern) if kinds.is_stored[*on] => {
            if is_bound(pattern, bound) {
                Does::Check(pattern.clone())
            } else {
                Does::Scan(*on, pattern.clone(), atoms.index(*on, pattern, bound))
            }
        }
        Condition::Holds(on, pattern) => {
            let (inquiry, [given, asked]) = call(*on, pattern, atoms)?;
            Does::Call(inquiry, given.into(), asked.into(), kinds.group[*on] == group)
        }
        Condition::Fails(on, pattern) if kinds.is_stored[*on] => Does::Absent(pattern.clone()),
        Condition::Fails(on, pattern) => {
            let (inquiry, [given, _]) = call(*on, pattern, atoms)?;
            Does::Refute(inquiry, given.into())
        }
        Condition::Differ(one, other) => Does::Differ(one.clone(), other.clone()),
        Condition::Same(one, other) => Does::Same(one.clone(), other.clone()),
    })
}

/// About how much a condition multiplies what is to be tried behind it; `None` if it cannot be tried yet.
fn cost(condition: &Condition, bound: &[bool], uses: &[u32], kinds: &Kinds, atoms: &mut Atoms) -> Option<f64> {
    match condition {
        Condition::Same(one, other) => (is_bound(one, bound) || is_bound(other, bound)).then_some(-5.0),
        Condition::Differ(one, other) => (is_bound(one, bound) && is_bound(other, bound)).then_some(-4.0),
        Condition::Fails(on, pattern) => {
            let cost = if kinds.is_stored[*on] { -3.0 } else { 1.3 };
            is_bound(pattern, bound).then_some(cost)
        }
        Condition::Holds(on, pattern) if kinds.is_stored[*on] => {
            if is_bound(pattern, bound) {
                return Some(-2.0);
            }
            let rows = rows(*on, pattern, bound, kinds, atoms);
            let mut is_more = false;
            pattern.each_variable(&mut |variable| {
                let variable = usize::from(variable);
                is_more |= !bound[variable] && 1 < uses[variable];
            });
            Some(if is_more { rows } else { rows.min(0.9) })
        }
        Condition::Holds(_, pattern) => {
            let slots = parts_of(&atoms.bank, pattern);
            let slots: Vec<Slot> = slots.iter().map(|part| slot(part, bound, uses, 0)).collect();
            let (mut given, mut asked) = (0u32, 0u32);
            for slot in &slots {
                weigh(slot, &mut given, &mut asked);
            }
            Some(match (given, asked) {
                (_, 0) => 1.2,
                (0, _) => 30.0,
                _ => 4.0 + 2.0 * f64::from(asked),
            })
        }
    }
}

/// Counts the parts that are given and those that are asked for.
fn weigh(slot: &Slot, given: &mut u32, asked: &mut u32) {
    match slot {
        Slot::Given => *given += 1,
        Slot::Asked => *asked += 1,
        Slot::Idle => {}
        Slot::Parts(_, slots) => slots.iter().for_each(|slot| weigh(slot, given, asked)),
    }
}

/// The expected number of rows of a stored predicate. What is true is not known beforehand, so that plans are the same
/// at every position: the start tells how much it is.
fn rows(on: Predicate, pattern: &Pattern, bound: &[bool], kinds: &Kinds, atoms: &mut Atoms) -> f64 {
    if on == kinds.does {
        return 1.1;
    }
    if on == kinds.is_true {
        let init = atoms.bank.symbol("init");
        let parts = parts_of(&atoms.bank, pattern);
        let of_start = Pattern::Compound(init, parts.into());
        let rows = atoms.expected(kinds.init, &of_start, bound);
        // Facts of which the start has none are few, and fewer of them fit.
        return if rows == 0.0 { 2.0 } else { rows };
    }
    atoms.expected(on, pattern, bound).max(0.01)
}
