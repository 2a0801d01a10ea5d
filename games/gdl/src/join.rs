//! Which atoms follow from rules: relations with indexes, and joins that find each instance of a rule
//! once (semi-naive evaluation; F. Bancilhon and R. Ramakrishnan, An amateur's introduction to recursive
//! query processing strategies, 1986).

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    bank::{Bank, NONE, Table, hash_of},
    rules::{Condition, Pattern, Predicate, Rule},
    template::{Template, fits, is_same, keys, known, template, wanted_keys, weigh},
};

/// Why an evaluation did not come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// More rows were tried than allowed.
    Steps,
    /// More atoms follow than allowed.
    Atoms,
    /// Functions nest deeper than allowed, or an atom is longer.
    Depth,
}

/// The most words of an atom: nested functions of one shared term take little memory, but their text may be
/// endless.
pub(crate) const MOST_WORDS: u32 = 1_000;

/// The most rows of a predicate that are counted to learn how many of them can be expected to fit a pattern.
const MOST_COUNTED: usize = 1_000;

/// The budget of an evaluation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    pub(crate) steps: u64,
    pub(crate) atoms: usize,
    pub(crate) depth: u16,
}

/// Rows by their keys. Those of one key are a chain, the newest first.
#[derive(Clone, Debug)]
struct Index {
    template: Template,
    newest: Table,
    older: Vec<u32>,
    /// The number of rows that are in it or do not fit the template.
    covered: usize,
}

/// The atoms of one predicate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Relation {
    pub(crate) rows: Vec<u32>,
    indexes: Vec<Index>,
}

/// A condition of a rule, in the order of evaluation.
#[derive(Clone, Debug)]
enum Step {
    /// Rows of a predicate, by an index if there is one; from a range of them.
    Scan(usize, Option<usize>, (u32, u32)),
    /// An atom that is known by now, from a range of rows.
    Check(usize, (u32, u32)),
    Absent(usize),
    Differ(usize),
    Same(usize),
}

/// All atoms that are known to follow.
#[derive(Clone, Debug)]
pub(crate) struct Atoms {
    pub(crate) bank: Bank,
    pub(crate) relations: Vec<Relation>,
    /// The row of each term that is an atom and follows.
    row_of: Vec<u32>,
    pub(crate) steps: u64,
    pub(crate) added: usize,
    /// The rule at which an evaluation stopped, since the last restart.
    pub(crate) joined: Option<usize>,
    budget: Budget,
    /// What was counted of predicates whose rows never change.
    expected: BTreeMap<(Predicate, Template), f64>,
    trail: Vec<u16>,
    scratch: Vec<u32>,
}

/// An instance of a rule: the atoms of its positive conditions, by the number of the condition, and the
/// values of its variables.
pub(crate) struct Instance<'a> {
    pub(crate) matched: &'a [u32],
    pub(crate) values: &'a [u32],
}

/// Receives instances.
pub(crate) type Found<'a> = &'a mut dyn FnMut(&mut Atoms, usize, Instance<'_>) -> Result<(), Stop>;

impl Atoms {
    pub(crate) fn new(bank: Bank, predicates: usize, budget: Budget) -> Atoms {
        Atoms {
            bank,
            relations: vec![Relation::default(); predicates],
            row_of: Vec::new(),
            steps: 0,
            added: 0,
            joined: None,
            budget,
            expected: BTreeMap::new(),
            trail: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// About as many bytes as they take.
    pub(crate) fn bytes(&self) -> usize {
        // Of a row: itself, and its places in an index.
        const ROW: usize = 4 * size_of::<u32>();
        let rows: usize = self.relations.iter().map(|relation| relation.rows.len()).sum();
        self.bank.bytes() + ROW * rows + size_of::<u32>() * self.row_of.len()
    }

    /// Adds an atom; whether it is new.
    pub(crate) fn add(&mut self, predicate: Predicate, atom: u32) -> Result<bool, Stop> {
        if self.budget.depth < self.bank.depth(atom) || MOST_WORDS < self.bank.size(atom) {
            return Err(Stop::Depth);
        }
        let at = atom as usize;
        if self.row_of.len() <= at {
            self.row_of.resize(self.bank.len().max(at + 1), NONE);
        }
        if self.row_of[at] != NONE {
            return Ok(false);
        }
        self.added += 1;
        if self.budget.atoms < self.added {
            return Err(Stop::Atoms);
        }
        let rows = &mut self.relations[predicate].rows;
        self.row_of[at] = rows.len() as u32;
        rows.push(atom);
        Ok(true)
    }

    pub(crate) fn holds(&self, atom: u32) -> bool {
        self.row(atom) != NONE
    }

    fn row(&self, atom: u32) -> u32 {
        self.row_of.get(atom as usize).copied().unwrap_or(NONE)
    }

    /// The last arguments of all atoms of a predicate that begin with these.
    pub(crate) fn last_terms(&self, predicate: Predicate, given: &[u32]) -> Vec<u32> {
        let rows = self.relations[predicate].rows.iter();
        let of = rows.map(|&row| self.bank.arguments(row));
        let of = of.filter(|arguments| arguments.starts_with(given));
        of.map(|arguments| arguments.last().copied().unwrap_or(NONE)).collect()
    }

    /// Forgets the atoms of these predicates.
    pub(crate) fn clear(&mut self, predicates: &[Predicate]) {
        for &predicate in predicates {
            let relation = &mut self.relations[predicate];
            for atom in relation.rows.drain(..) {
                self.row_of[atom as usize] = NONE;
            }
            for index in &mut relation.indexes {
                index.newest.clear();
                index.older.clear();
                index.covered = 0;
            }
        }
    }

    pub(crate) fn restart(&mut self, budget: Budget) {
        (self.steps, self.added, self.joined, self.budget) = (0, 0, None, budget);
    }

    /// The term that a pattern is with these values.
    pub(crate) fn instance(&mut self, pattern: &Pattern, values: &[u32]) -> u32 {
        match pattern {
            Pattern::Variable(variable) => values[usize::from(*variable)],
            Pattern::Term(term) => *term,
            Pattern::Compound(symbol, parts) => {
                let mut terms = [NONE; 8];
                if parts.len() <= terms.len() {
                    for (term, part) in terms.iter_mut().zip(parts) {
                        *term = self.instance(part, values);
                    }
                    return self.bank.term(*symbol, &terms[..parts.len()]);
                }
                let terms: Vec<u32> = parts.iter().map(|part| self.instance(part, values)).collect();
                self.bank.term(*symbol, &terms)
            }
        }
    }

    /// Adds every consequence of `rules`; those of `grows` depend on each other. A `not` of a predicate
    /// that is `exact` is looked up, and any other `not` is ignored.
    pub(crate) fn close(
        &mut self,
        rules: &[&Rule],
        grows: &[bool],
        exact: &[bool],
        found: Found<'_>,
    ) -> Result<(), Stop> {
        let own = |rule: &Rule| {
            let of = rule.body.iter().enumerate();
            let of =
                of.filter(|(_, condition)| matches!(condition, Condition::Holds(predicate, _) if grows[*predicate]));
            of.map(|(number, _)| number).collect::<Vec<_>>()
        };
        let own: Vec<Vec<usize>> = rules.iter().map(|rule| own(rule)).collect();
        let mut old = vec![0u32; self.relations.len()];
        for (number, rule) in rules.iter().enumerate() {
            if own[number].is_empty() {
                self.join(number, rule, None, &old, &old, grows, exact, found)?;
            }
        }
        loop {
            let now: Vec<u32> = self.relations.iter().map(|relation| relation.rows.len() as u32).collect();
            let has_more = (0..now.len()).any(|predicate| grows[predicate] && old[predicate] < now[predicate]);
            if !has_more {
                return Ok(());
            }
            for (number, rule) in rules.iter().enumerate() {
                for &fresh in &own[number] {
                    let Condition::Holds(predicate, _) = rule.body[fresh] else { continue };
                    if old[predicate] < now[predicate] {
                        self.join(number, rule, Some(fresh), &old, &now, grows, exact, found)?;
                    }
                }
            }
            old = now;
        }
    }

    /// Finds the instances of a rule in which condition `fresh` is a row from `old` to `now`.
    #[expect(clippy::too_many_arguments, reason = "they are the state of one evaluation")]
    fn join(
        &mut self,
        number: usize,
        rule: &Rule,
        fresh: Option<usize>,
        old: &[u32],
        now: &[u32],
        grows: &[bool],
        exact: &[bool],
        found: Found<'_>,
    ) -> Result<(), Stop> {
        self.joined = Some(number);
        let range = |condition: usize, predicate: Predicate, rows: usize| match fresh {
            Some(fresh) if grows[predicate] => match condition.cmp(&fresh) {
                std::cmp::Ordering::Less => (0, old[predicate]),
                std::cmp::Ordering::Equal => (old[predicate], now[predicate]),
                std::cmp::Ordering::Greater => (0, now[predicate]),
            },
            _ => (0, rows as u32),
        };
        let mut bound = vec![false; rule.variables.len()];
        let mut left: Vec<usize> = (0..rule.body.len()).collect();
        let mut steps = Vec::with_capacity(left.len());
        let mut first = fresh;
        while !left.is_empty() {
            let is_bound = |pattern: &Pattern, bound: &[bool]| {
                let mut all = true;
                pattern.each_variable(&mut |variable| all &= bound[usize::from(variable)]);
                all
            };
            // Steps without cost first, then the one with the fewest expected rows.
            let mut best: Option<(f64, usize)> = None;
            for (at, &condition) in left.iter().enumerate() {
                let cost = match &rule.body[condition] {
                    Condition::Holds(predicate, pattern) => {
                        if first == Some(condition) {
                            -2.0
                        } else if is_bound(pattern, &bound) {
                            -1.0
                        } else {
                            self.cost(*predicate, pattern, &bound)
                        }
                    }
                    Condition::Fails(predicate, pattern) => match exact[*predicate] {
                        false => -3.0,
                        true if is_bound(pattern, &bound) => -1.5,
                        true => continue,
                    },
                    Condition::Differ(one, other) => {
                        if is_bound(one, &bound) && is_bound(other, &bound) {
                            -1.8
                        } else {
                            continue;
                        }
                    }
                    Condition::Same(one, other) => {
                        if is_bound(one, &bound) || is_bound(other, &bound) {
                            -1.9
                        } else {
                            continue;
                        }
                    }
                };
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, at));
                }
            }
            let (_, at) = best.expect("rules are safe, so some condition can always be tried");
            let condition = left.remove(at);
            first = first.filter(|&first| first != condition);
            match &rule.body[condition] {
                Condition::Holds(predicate, pattern) => {
                    let rows = range(condition, *predicate, self.relations[*predicate].rows.len());
                    if is_bound(pattern, &bound) {
                        steps.push(Step::Check(condition, rows));
                    } else {
                        let index = self.index(*predicate, pattern, &bound);
                        steps.push(Step::Scan(condition, index, rows));
                    }
                    pattern.each_variable(&mut |variable| bound[usize::from(variable)] = true);
                }
                Condition::Fails(predicate, _) => {
                    if exact[*predicate] {
                        steps.push(Step::Absent(condition));
                    }
                }
                Condition::Differ(..) => steps.push(Step::Differ(condition)),
                Condition::Same(one, other) => {
                    for pattern in [one, other] {
                        pattern.each_variable(&mut |variable| bound[usize::from(variable)] = true);
                    }
                    steps.push(Step::Same(condition));
                }
            }
        }
        let mut values = vec![NONE; rule.variables.len()];
        let mut matched = vec![NONE; rule.body.len()];
        self.search(number, rule, &steps, &mut values, &mut matched, found)
    }

    /// The expected number of rows in a scan.
    fn cost(&self, predicate: Predicate, pattern: &Pattern, bound: &[bool]) -> f64 {
        let rows = self.relations[predicate].rows.len() as f64;
        let (mut known, mut all) = (0u32, 0u32);
        weigh(pattern, bound, &mut known, &mut all);
        // Without logarithms and powers: each part that is known leaves about a sixth.
        (0..known).fold(rows, |rows, _| rows / 6.0).max(0.001) + f64::from(all - known) / 1e6
    }

    /// An index for a pattern whose bound variables are known; `None` if the key would be empty.
    pub(crate) fn index(&mut self, predicate: Predicate, pattern: &Pattern, bound: &[bool]) -> Option<usize> {
        let template = template(pattern, bound);
        let has_more = matches!(&template, Template::Parts(_, parts)
            if parts.iter().any(|part| *part != Template::Any));
        if !has_more {
            return None;
        }
        let indexes = &mut self.relations[predicate].indexes;
        let found = indexes.iter().position(|index| index.template == template);
        let number = found.unwrap_or_else(|| {
            indexes.push(Index { template, newest: Table::default(), older: Vec::new(), covered: 0 });
            indexes.len() - 1
        });
        self.cover(predicate, number);
        Some(number)
    }

    /// Adds the rows that an index lacks.
    fn cover(&mut self, predicate: Predicate, number: usize) {
        let Relation { rows, indexes } = &mut self.relations[predicate];
        let index = &mut indexes[number];
        while index.covered < rows.len() {
            let row = index.covered as u32;
            index.covered += 1;
            self.scratch.clear();
            let fits = keys(&self.bank, &index.template, rows[row as usize], &mut self.scratch);
            let mut older = NONE;
            if fits {
                let newest = index.newest.of_hash(hash_of(0, &self.scratch), row);
                if *newest != row {
                    older = *newest;
                    *newest = row;
                }
            }
            index.older.push(older);
        }
    }

    /// The number of rows that a pattern can be expected to fit, of a predicate whose rows never change.
    pub(crate) fn expected(&mut self, predicate: Predicate, pattern: &Pattern, bound: &[bool]) -> f64 {
        if MOST_COUNTED < self.relations[predicate].rows.len() {
            return self.cost(predicate, pattern, bound);
        }
        let key = (predicate, template(pattern, bound));
        if let Some(&rows) = self.expected.get(&key) {
            return rows;
        }
        let mut found = BTreeSet::new();
        let mut fitting = 0u32;
        for &row in &self.relations[predicate].rows {
            self.scratch.clear();
            if keys(&self.bank, &key.1, row, &mut self.scratch) {
                fitting += 1;
                found.insert(hash_of(0, &self.scratch));
            }
        }
        let rows = f64::from(fitting) / found.len().max(1) as f64;
        self.expected.insert(key, rows);
        rows
    }

    /// The newest row that an index has for a pattern; the last of all rows where there is no index.
    pub(crate) fn newest(
        &mut self,
        predicate: Predicate,
        index: Option<usize>,
        pattern: &Pattern,
        values: &[u32],
    ) -> u32 {
        let Some(number) = index else {
            return (self.relations[predicate].rows.len() as u32).wrapping_sub(1);
        };
        self.cover(predicate, number);
        self.newest_of(predicate, number, pattern, values)
    }

    fn newest_of(&mut self, predicate: Predicate, index: usize, pattern: &Pattern, values: &[u32]) -> u32 {
        let Atoms { bank, relations, scratch, .. } = self;
        let index = &relations[predicate].indexes[index];
        scratch.clear();
        if !wanted_keys(bank, &index.template, pattern, values, scratch) {
            return NONE;
        }
        index.newest.find(hash_of(0, scratch), |_| true).unwrap_or(NONE)
    }

    /// The next row with the same keys.
    pub(crate) fn older(&self, predicate: Predicate, index: Option<usize>, row: u32) -> u32 {
        match index {
            None => row.wrapping_sub(1),
            Some(index) => self.relations[predicate].indexes[index].older[row as usize],
        }
    }

    fn search(
        &mut self,
        number: usize,
        rule: &Rule,
        steps: &[Step],
        values: &mut [u32],
        matched: &mut [u32],
        found: Found<'_>,
    ) -> Result<(), Stop> {
        let Some((step, rest)) = steps.split_first() else {
            return found(self, number, Instance { matched, values });
        };
        match step {
            Step::Scan(condition, index, (from, to)) => {
                let Condition::Holds(predicate, pattern) = &rule.body[*condition] else {
                    unreachable!("only what holds is scanned")
                };
                let mut row = match *index {
                    None => to.wrapping_sub(1),
                    Some(index) => self.newest_of(*predicate, index, pattern, values),
                };
                if *from == *to {
                    return Ok(());
                }
                while row != NONE && *from <= row {
                    // Rows that are passed over are work too.
                    self.steps += 1;
                    if self.budget.steps < self.steps {
                        return Err(Stop::Steps);
                    }
                    let older = self.older(*predicate, *index, row);
                    if row < *to {
                        let atom = self.relations[*predicate].rows[row as usize];
                        let mark = self.trail.len();
                        if fits(&self.bank, pattern, atom, values, &mut self.trail) {
                            matched[*condition] = atom;
                            self.search(number, rule, rest, values, matched, found)?;
                        }
                        for variable in self.trail.drain(mark..) {
                            values[usize::from(variable)] = NONE;
                        }
                    }
                    row = older;
                }
                Ok(())
            }
            Step::Check(condition, (from, to)) => {
                let Condition::Holds(_, pattern) = &rule.body[*condition] else {
                    unreachable!("only what holds is checked")
                };
                self.steps += 1;
                let Some(atom) = known(&self.bank, pattern, values) else { return Ok(()) };
                let row = self.row(atom);
                if row == NONE || row < *from || *to <= row {
                    return Ok(());
                }
                matched[*condition] = atom;
                self.search(number, rule, rest, values, matched, found)
            }
            Step::Absent(condition) => {
                let Condition::Fails(_, pattern) = &rule.body[*condition] else {
                    unreachable!("only what fails is absent")
                };
                if known(&self.bank, pattern, values).is_some_and(|atom| self.holds(atom)) {
                    return Ok(());
                }
                self.search(number, rule, rest, values, matched, found)
            }
            Step::Differ(condition) => {
                let Condition::Differ(one, other) = &rule.body[*condition] else { unreachable!("only these differ") };
                if is_same(&self.bank, one, other, values) {
                    return Ok(());
                }
                self.search(number, rule, rest, values, matched, found)
            }
            Step::Same(condition) => {
                let Condition::Same(one, other) = &rule.body[*condition] else {
                    unreachable!("only these are the same")
                };
                let is_known = |pattern: &Pattern| {
                    let mut all = true;
                    pattern.each_variable(&mut |variable| {
                        all &= values[usize::from(variable)] != NONE;
                    });
                    all
                };
                let (known, open) = if is_known(one) { (one, other) } else { (other, one) };
                let term = self.instance(known, values);
                let mark = self.trail.len();
                if fits(&self.bank, open, term, values, &mut self.trail) {
                    self.search(number, rule, rest, values, matched, found)?;
                }
                for variable in self.trail.drain(mark..) {
                    values[usize::from(variable)] = NONE;
                }
                Ok(())
            }
        }
    }
}
