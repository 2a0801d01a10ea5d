//! A sheet that is too large to be laid out: its rules are applied to each position as it comes.

use std::cell::{Cell, RefCell};

use crate::{
    bank::NONE,
    check::Order,
    ground::close_group,
    join::{Atoms, Budget, MOST_WORDS, Stop},
    kif::{self, Node, Place, Remark},
    net::{Role, plain},
    rules::{Predicate, Rules},
};

/// The budget for one position, and for the moves of one round. What needs more is an error that names the rule.
const BUDGET: Budget = Budget { steps: 2_000_000, atoms: 200_000, depth: 150 };

/// The rules, and all that holds in every position.
#[derive(Debug)]
pub(crate) struct Direct {
    rules: Rules,
    order: Order,
    fixed: Atoms,
    /// The groups of predicates that do not depend on moves, and those that do.
    before: Vec<Vec<Predicate>>,
    after: Vec<Vec<Predicate>>,
    /// Tells sheets apart in the room of a thread.
    number: u64,
}

/// A position, and its consequences by the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Listed {
    /// In the order of their texts.
    pub(crate) facts: Vec<String>,
    /// By role, in the order of their texts.
    pub(crate) legal: Vec<Vec<String>>,
    pub(crate) goals: Vec<Vec<u8>>,
    pub(crate) is_over: bool,
}

thread_local! {
    /// The last sheet's atoms, so that they need not be copied for each position.
    static ROOM: RefCell<Option<(u64, Atoms)>> = const { RefCell::new(None) };
    static WORK: Cell<u64> = const { Cell::new(0) };
}

/// Forgets what this thread remembers of the last sheet.
pub(crate) fn forget() {
    ROOM.set(None);
}

/// The work of this thread for all such sheets, in units of an edge of a net.
pub(crate) fn work() -> u64 {
    WORK.get()
}

impl Direct {
    pub(crate) fn new(rules: Rules, order: Order, fixed: Atoms, number: u64) -> Direct {
        let does = rules.keyword("does");
        let mut is_after = vec![false; rules.predicates.len()];
        is_after[does] = true;
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for group in &order.groups {
            if !order.is_dynamic[group[0]] {
                continue;
            }
            let depends = group.iter().any(|&predicate| {
                rules.predicates[predicate].rules.iter().any(|&rule| {
                    rules.all[rule].body.iter().any(|condition| match condition {
                        crate::rules::Condition::Holds(on, _)
                        | crate::rules::Condition::Fails(on, _) => is_after[*on],
                        _ => false,
                    })
                })
            });
            if depends || group.contains(&does) {
                for &predicate in group {
                    is_after[predicate] = true;
                }
                after.push(group.clone());
            } else {
                before.push(group.clone());
            }
        }
        Direct { rules, order, fixed, before, after, number }
    }

    /// About as many bytes as it takes, besides the text of the rules.
    pub(crate) fn bytes(&self) -> usize {
        self.fixed.bytes() + self.rules.bank.bytes()
    }

    /// The facts of the initial position.
    pub(crate) fn start(&self) -> Vec<String> {
        let bank = &self.fixed.bank;
        let rows = &self.fixed.relations[self.rules.keyword("init")].rows;
        let mut facts: Vec<String> =
            rows.iter().map(|&atom| bank.text(bank.arguments(atom)[0])).collect();
        facts.sort_unstable();
        facts
    }

    /// Asks in the room of this thread; the error names the rule that exceeds the budget.
    fn with_atoms<T>(&self, ask: impl FnOnce(&mut Atoms) -> Result<T, Stop>) -> Result<T, Remark> {
        ROOM.with_borrow_mut(|room| {
            let known = room.take().filter(|(number, atoms)| {
                *number == self.number && atoms.bank.len() < self.fixed.bank.len() + 1_000_000
            });
            let mut atoms = known.map_or_else(|| self.fixed.clone(), |(_, atoms)| atoms);
            atoms.restart(BUDGET);
            let dynamic: Vec<Predicate> = (0..self.rules.predicates.len())
                .filter(|&predicate| self.order.is_dynamic[predicate])
                .collect();
            atoms.clear(&dynamic);
            let answer = ask(&mut atoms);
            WORK.set(WORK.get() + 1_000 + 8 * (atoms.steps + atoms.added as u64));
            let answer = answer.map_err(|stop| self.exceeded(stop, atoms.joined));
            *room = Some((self.number, atoms));
            answer
        })
    }

    /// What a rule needs, in words; without a rule it is the facts themselves.
    fn exceeded(&self, stop: Stop, rule: Option<usize>) -> Remark {
        let Budget { steps, atoms, depth } = BUDGET;
        let needs = match stop {
            Stop::Steps => format!("takes more than {steps} steps"),
            Stop::Atoms => format!("has, with all before it, more than {atoms} consequences"),
            Stop::Depth => {
                format!("makes terms deeper than {depth}, or longer than {MOST_WORDS} words")
            }
        };
        if let Some(rule) = rule.map(|rule| &self.rules.all[rule]) {
            let name = &self.rules.predicates[rule.predicate].name;
            Remark::new(rule.place, format!("this rule for `{name}` {needs} in one position"))
        } else {
            let start = Place { line: 1, column: 1 };
            Remark::new(start, format!("what is true {needs} in one position"))
        }
    }

    fn apply(
        &self,
        atoms: &mut Atoms,
        facts: &[String],
        groups: &[Vec<Predicate>],
    ) -> Result<(), Stop> {
        let is_true = self.rules.keyword("true");
        let symbol = atoms.bank.symbol("true");
        for fact in facts {
            let Some(fact) = term(atoms, fact) else { continue };
            let atom = atoms.bank.term(symbol, &[fact]);
            atoms.add(is_true, atom)?;
        }
        self.close(atoms, groups)
    }

    fn close(&self, atoms: &mut Atoms, groups: &[Vec<Predicate>]) -> Result<(), Stop> {
        let mut counts = vec![0; self.rules.all.len()];
        let mut exact = vec![true; self.rules.predicates.len()];
        groups
            .iter()
            .try_for_each(|group| close_group(atoms, &self.rules, group, &mut exact, &mut counts))
    }

    /// The consequences of these facts, which are in the order of their texts.
    ///
    /// # Errors
    ///
    /// The rule that exceeds the budget.
    pub(crate) fn look(&self, roles: &[Role], facts: Vec<String>) -> Result<Listed, Remark> {
        self.with_atoms(|atoms| {
            self.apply(atoms, &facts, &self.before)?;
            let by_role = |word: &str, atoms: &Atoms| {
                let mut by_role = vec![Vec::new(); roles.len()];
                for &atom in &atoms.relations[self.rules.keyword(word)].rows {
                    let &[role, what] = atoms.bank.arguments(atom) else { continue };
                    if let Some(role) = roles.iter().position(|other| other.term == role) {
                        by_role[role].push(plain(atoms.bank.text(what)));
                    }
                }
                for of in &mut by_role {
                    of.sort_unstable();
                }
                by_role
            };
            let is_over = !atoms.relations[self.rules.keyword("terminal")].rows.is_empty();
            let goals = by_role("goal", atoms);
            let value = |text: String| text.parse::<u8>().ok().filter(|value| *value <= 100);
            Ok(Listed {
                facts,
                legal: by_role("legal", atoms),
                goals: goals
                    .into_iter()
                    .map(|of| of.into_iter().filter_map(value).collect())
                    .collect(),
                is_over,
            })
        })
    }

    /// The facts after these moves, one for each role, and what each role then sees.
    ///
    /// # Errors
    ///
    /// The rule that exceeds the budget.
    pub(crate) fn step(
        &self,
        roles: &[Role],
        facts: &[String],
        moves: &[&str],
    ) -> Result<(Vec<String>, Vec<Vec<String>>), Remark> {
        self.with_atoms(|atoms| {
            self.apply(atoms, facts, &self.before)?;
            let symbol = atoms.bank.symbol("does");
            for (role, text) in roles.iter().zip(moves) {
                let m = term(atoms, text).or_else(|| term(atoms, &format!("({text})")));
                if let Some(m) = m {
                    let atom = atoms.bank.term(symbol, &[role.term, m]);
                    atoms.add(self.rules.keyword("does"), atom)?;
                }
            }
            self.close(atoms, &self.after)?;
            let next = &atoms.relations[self.rules.keyword("next")].rows;
            let mut after: Vec<String> =
                next.iter().map(|&atom| atoms.bank.text(atoms.bank.arguments(atom)[0])).collect();
            after.sort_unstable();
            let mut sees = vec![Vec::new(); roles.len()];
            for &atom in &atoms.relations[self.rules.keyword("sees")].rows {
                let &[role, what] = atoms.bank.arguments(atom) else { continue };
                if let Some(role) = roles.iter().position(|other| other.term == role) {
                    sees[role].push(plain(atoms.bank.text(what)));
                }
            }
            for of in &mut sees {
                of.sort_unstable();
            }
            Ok((after, sees))
        })
    }
}

/// The term of a text, which is one word or list.
fn term(atoms: &mut Atoms, text: &str) -> Option<u32> {
    let nodes = kif::read(text, &mut Vec::new());
    let [node] = &nodes[..] else { return None };
    let term = build(atoms, node);
    (term != NONE).then_some(term)
}

fn build(atoms: &mut Atoms, node: &Node<'_>) -> u32 {
    let parts: Vec<u32> = node.rest().iter().map(|part| build(atoms, part)).collect();
    if node.head().is_empty() || parts.contains(&NONE) {
        return NONE;
    }
    let symbol = atoms.bank.symbol(node.head());
    atoms.bank.term(symbol, &parts)
}

/// A text of facts in its canonical form: in order, each once; `None` if it is not a list of facts.
pub(crate) fn facts_of(text: &str) -> Option<Vec<String>> {
    fn write(node: &Node<'_>, out: &mut String) -> Option<()> {
        let parts = node.rest();
        let head = node.head();
        if head.is_empty() || head.starts_with('?') {
            return None;
        }
        if parts.is_empty() {
            out.push_str(head);
            return Some(());
        }
        out.push('(');
        out.push_str(head);
        for part in parts {
            out.push(' ');
            write(part, out)?;
        }
        out.push(')');
        Some(())
    }
    let mut wrong = Vec::new();
    let nodes = kif::read(text, &mut wrong);
    if !wrong.is_empty() {
        return None;
    }
    let mut facts = Vec::new();
    for node in &nodes {
        let mut fact = String::new();
        write(node, &mut fact)?;
        facts.push(fact);
    }
    facts.sort_unstable();
    facts.dedup();
    Some(facts)
}
