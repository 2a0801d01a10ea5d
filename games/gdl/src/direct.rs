//! A sheet that is too large to be laid out: its rules are asked about each position as it comes.

use std::{
    cell::{Cell, RefCell},
    sync::OnceLock,
};

use crate::{
    bank::NONE,
    check::Order,
    demand::Demand,
    ground::{Fixed, close_group},
    join::{Atoms, Budget, MOST_WORDS, Stop},
    kif::{self, Node, Place, Remark},
    net::{Role, plain},
    rules::{Condition, Predicate, Rules},
};

/// The budget for one position, and for the moves of one round. What needs more is an error that names the rule.
const BUDGET: Budget = Budget { steps: 10_000_000, atoms: 500_000, depth: 150 };

/// The budget of a position in which all is worked out because the answers alone were too much: rules may ask for terms
/// that no fact has.
const FORWARD: Budget = Budget { steps: 2_000_000, atoms: 200_000, depth: 150 };

/// The rules, and all that holds in every position.
#[derive(Debug)]
pub(crate) struct Direct {
    rules: Rules,
    order: Order,
    fixed: Fixed,
    /// The depth of the deepest term of rules and of what always holds.
    deepest_fixed: u16,
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
    /// By role, in the order of their texts; none where the rules end the play.
    pub(crate) legal: Vec<Vec<String>>,
    /// By role; worked out at the end of a play, or if somebody asks.
    pub(crate) goals: OnceLock<Vec<Vec<u8>>>,
    pub(crate) is_over: bool,
}

/// The atoms and questions of the last sheet, so that they need not be made anew for each position.
#[derive(Debug)]
struct Room {
    number: u64,
    atoms: Atoms,
    demand: Demand,
}

thread_local! {
    static ROOM: RefCell<Option<Room>> = const { RefCell::new(None) };
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

#[cfg(test)]
thread_local! {
    static FORWARD_COUNT: Cell<u64> = const { Cell::new(0) };
}

/// In how many positions this thread worked out all that follows.
#[cfg(test)]
pub(crate) fn worked_forward() -> u64 {
    FORWARD_COUNT.get()
}

/// A position, ready to be asked about.
struct Asked<'a> {
    rules: &'a Rules,
    atoms: &'a mut Atoms,
    /// Nothing where all consequences are there already.
    demand: Option<&'a mut Demand>,
}

impl Asked<'_> {
    /// The last terms of all atoms of a predicate that begin with those given.
    fn all(&mut self, word: &str, given: &[u32]) -> Result<Vec<u32>, Stop> {
        let predicate = self.rules.keyword(word);
        match &mut self.demand {
            Some(demand) => demand.ask(self.rules, self.atoms, predicate, given),
            None => Ok(self.atoms.last_terms(predicate, given)),
        }
    }

    /// What a role has by a predicate, in the order of the texts.
    fn texts(&mut self, word: &str, role: &Role) -> Result<Vec<String>, Stop> {
        let all = self.all(word, &[role.term])?;
        let mut texts: Vec<String> = all.iter().map(|&term| plain(self.atoms.bank.text(term))).collect();
        texts.sort_unstable();
        Ok(texts)
    }

    /// What facts a predicate names, in the order of the texts.
    fn facts(&mut self, word: &str) -> Result<Vec<String>, Stop> {
        let all = self.all(word, &[])?;
        let mut facts: Vec<String> = all.iter().map(|&term| self.atoms.bank.text(term)).collect();
        facts.sort_unstable();
        Ok(facts)
    }

    fn goals(&mut self, roles: &[Role]) -> Result<Vec<Vec<u8>>, Stop> {
        let value = |text: String| text.parse::<u8>().ok().filter(|value| *value <= 100);
        let of = |role| Ok(self.texts("goal", role)?.into_iter().filter_map(value).collect());
        roles.iter().map(of).collect()
    }
}

impl Direct {
    pub(crate) fn new(rules: Rules, order: Order, fixed: Fixed, number: u64) -> Direct {
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
                        Condition::Holds(on, _) | Condition::Fails(on, _) => is_after[*on],
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
        let bank = &fixed.atoms.bank;
        let deepest_fixed = (0..bank.len()).map(|term| bank.depth(term as u32)).max();
        let deepest_fixed = deepest_fixed.unwrap_or_default();
        Direct { rules, order, fixed, deepest_fixed, before, after, number }
    }

    /// About as many bytes as it takes, besides the text of the rules.
    pub(crate) fn bytes(&self) -> usize {
        self.fixed.atoms.bytes() + self.rules.bank.bytes()
    }

    /// The facts of the initial position.
    ///
    /// # Errors
    ///
    /// The rule that exceeds the budget.
    pub(crate) fn start(&self) -> Result<Vec<String>, Remark> {
        self.answer(&[], &[], &[], |asked| asked.facts("init"))
    }

    fn room(&self) -> Room {
        let word = |word: &str| self.rules.keyword(word);
        let mut is_stored: Vec<bool> = (0..self.rules.predicates.len())
            .map(|predicate| !self.order.is_dynamic[predicate] && !self.fixed.is_left[predicate])
            .collect();
        is_stored[word("true")] = true;
        is_stored[word("does")] = true;
        let demand = Demand::new(&self.rules, &self.order, is_stored, BUDGET);
        Room { number: self.number, atoms: self.fixed.atoms.clone(), demand }
    }

    /// Answers questions about these facts, and about a move of each role if there are any; the error names the rule that
    /// exceeds the budget.
    fn answer<T>(
        &self,
        roles: &[Role],
        facts: &[String],
        moves: &[&str],
        ask: impl Fn(&mut Asked<'_>) -> Result<T, Stop>,
    ) -> Result<T, Remark> {
        ROOM.with_borrow_mut(|kept| {
            let most = self.fixed.atoms.bank.len() + 1_000_000;
            let known = kept.take();
            let known = known.filter(|room| room.number == self.number && room.atoms.bank.len() < most);
            let mut is_new = known.is_none();
            let mut room = known.unwrap_or_else(|| self.room());
            let rules = &self.rules;
            let count = |steps: u64, rows: usize| {
                WORK.set(WORK.get() + 1_000 + 8 * (steps + rows as u64));
            };
            let answer = loop {
                let Room { atoms, demand, .. } = &mut room;
                let told = self.tell(atoms, BUDGET, roles, facts, moves);
                demand.restart(self.deepest(atoms));
                let answer = told.and_then(|()| ask(&mut Asked { rules, atoms, demand: Some(demand) }));
                // What a position may take does not depend on those before it.
                if answer.is_ok() || is_new || !room.demand.is_full() {
                    break answer;
                }
                (room, is_new) = (self.room(), true);
            };
            let Room { atoms, demand, .. } = &mut room;
            count(atoms.steps, atoms.added + demand.rows());
            let answer = answer.or_else(|stop| {
                let remark = self.exceeded(stop, demand.rule());
                let all = self.tell_all(atoms, roles, facts, moves);
                count(atoms.steps, atoms.added);
                let answer = all.and_then(|()| ask(&mut Asked { rules, atoms, demand: None }));
                answer.map_err(|_| remark)
            });
            *kept = Some(room);
            answer
        })
    }

    /// The depth of the deepest term that holds or that the rules have.
    fn deepest(&self, atoms: &Atoms) -> u16 {
        let told = ["true", "does"].map(|word| self.rules.keyword(word));
        let told = told.iter().flat_map(|&predicate| &atoms.relations[predicate].rows);
        let told = told.map(|&atom| atoms.bank.depth(atom)).max().unwrap_or_default();
        told.max(self.deepest_fixed)
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

    /// Says what is true and what the roles do, and nothing that follows from it.
    fn tell(
        &self,
        atoms: &mut Atoms,
        budget: Budget,
        roles: &[Role],
        facts: &[String],
        moves: &[&str],
    ) -> Result<(), Stop> {
        atoms.restart(budget);
        let dynamic: Vec<Predicate> =
            (0..self.rules.predicates.len()).filter(|&predicate| self.order.is_dynamic[predicate]).collect();
        atoms.clear(&dynamic);
        let symbol = atoms.bank.symbol("true");
        for fact in facts {
            let Some(fact) = term(atoms, fact) else { continue };
            let atom = atoms.bank.term(symbol, &[fact]);
            atoms.add(self.rules.keyword("true"), atom)?;
        }
        let symbol = atoms.bank.symbol("does");
        for (role, text) in roles.iter().zip(moves) {
            let m = term(atoms, text).or_else(|| term(atoms, &format!("({text})")));
            if let Some(m) = m {
                let atom = atoms.bank.term(symbol, &[role.term, m]);
                atoms.add(self.rules.keyword("does"), atom)?;
            }
        }
        Ok(())
    }

    /// The same, and works out all that follows.
    fn tell_all(&self, atoms: &mut Atoms, roles: &[Role], facts: &[String], moves: &[&str]) -> Result<(), Stop> {
        #[cfg(test)]
        FORWARD_COUNT.set(FORWARD_COUNT.get() + 1);
        self.tell(atoms, FORWARD, roles, facts, moves)?;
        if self.fixed.is_left.contains(&true) {
            return Err(Stop::Atoms);
        }
        let mut counts = vec![0; self.rules.all.len()];
        let mut exact = vec![true; self.rules.predicates.len()];
        let after: &[_] = if moves.is_empty() { &[] } else { &self.after };
        self.before
            .iter()
            .chain(after)
            .try_for_each(|group| close_group(atoms, &self.rules, group, &mut exact, &mut counts))
    }

    /// The consequences of these facts, which are in the order of their texts.
    ///
    /// # Errors
    ///
    /// The rule that exceeds the budget.
    pub(crate) fn look(&self, roles: &[Role], facts: Vec<String>) -> Result<Listed, Remark> {
        let (is_over, legal, goals) = self.answer(roles, &facts, &[], |asked| {
            let is_over = !asked.all("terminal", &[])?.is_empty();
            let legal = roles.iter().map(|role| if is_over { Ok(Vec::new()) } else { asked.texts("legal", role) });
            let legal = legal.collect::<Result<Vec<_>, Stop>>()?;
            let goals = OnceLock::new();
            if is_over || legal.iter().any(Vec::is_empty) {
                let _ = goals.set(asked.goals(roles)?);
            }
            Ok((is_over, legal, goals))
        })?;
        Ok(Listed { facts, legal, goals, is_over })
    }

    /// The goals of each role where these facts hold.
    ///
    /// # Errors
    ///
    /// The rule that exceeds the budget.
    pub(crate) fn goals(&self, roles: &[Role], facts: &[String]) -> Result<Vec<Vec<u8>>, Remark> {
        self.answer(roles, facts, &[], |asked| asked.goals(roles))
    }

    /// The facts after these moves, one for each role.
    ///
    /// # Errors
    ///
    /// The rule that exceeds the budget.
    pub(crate) fn step(&self, roles: &[Role], facts: &[String], moves: &[&str]) -> Result<Vec<String>, Remark> {
        self.answer(roles, facts, moves, |asked| asked.facts("next"))
    }

    /// What each role sees after these moves.
    ///
    /// # Errors
    ///
    /// The rule that exceeds the budget.
    pub(crate) fn sees(&self, roles: &[Role], facts: &[String], moves: &[&str]) -> Result<Vec<Vec<String>>, Remark> {
        self.answer(roles, facts, moves, |asked| roles.iter().map(|role| asked.texts("sees", role)).collect())
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
