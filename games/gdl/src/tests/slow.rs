//! A second statement of the rules: every sheet read and applied in the plainest way, position by position.

use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use agon_core::{Node, Seat};
use agon_laws::oracle::Oracle;

/// A word or a list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Term {
    Word(String),
    List(Vec<Term>),
}

use Term::{List, Word};

impl Term {
    fn head(&self) -> &str {
        match self {
            Word(word) => word,
            List(parts) => parts[0].head(),
        }
    }

    fn part(&self, number: usize) -> &Term {
        let List(parts) = self else { panic!("{self:?} has no parts") };
        &parts[number]
    }

    fn text(&self) -> String {
        match self {
            Word(word) => word.clone(),
            List(parts) => {
                format!("({})", parts.iter().map(Term::text).collect::<Vec<_>>().join(" "))
            }
        }
    }

    fn plain(&self) -> String {
        let text = self.text();
        text.strip_prefix('(').map_or(text.clone(), |text| text[..text.len() - 1].to_owned())
    }
}

fn read(text: &str) -> Vec<Term> {
    let mut stack = vec![Vec::new()];
    let text: Vec<&str> = text.lines().map(|line| line.split(';').next().unwrap()).collect();
    let text = text.join(" ").replace('(', " ( ").replace(')', " ) ");
    for word in text.split_whitespace() {
        match word {
            "(" => stack.push(Vec::new()),
            ")" => {
                let mut list = stack.pop().unwrap();
                let term = if list.len() == 1 { list.remove(0) } else { List(list) };
                stack.last_mut().unwrap().push(term);
            }
            word => stack.last_mut().unwrap().push(Word(word.to_owned())),
        }
    }
    stack.remove(0)
}

type Bindings = BTreeMap<String, Term>;

fn unify(pattern: &Term, term: &Term, bindings: &mut Bindings) -> bool {
    match (pattern, term) {
        (Word(word), _) if word.starts_with('?') => {
            let known = bindings.entry(word.clone()).or_insert_with(|| term.clone());
            known == term
        }
        (List(one), List(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| unify(one, other, bindings))
        }
        (one, other) => one == other,
    }
}

fn with(pattern: &Term, bindings: &Bindings) -> Term {
    match pattern {
        Word(word) => bindings.get(word).unwrap_or(pattern).clone(),
        List(parts) => List(parts.iter().map(|part| with(part, bindings)).collect()),
    }
}

type Atoms = BTreeMap<String, BTreeSet<Term>>;

/// A sheet: its rules by stratum.
pub(super) struct Sheet {
    strata: Vec<Vec<(Term, Vec<Term>)>>,
    /// What holds in every position.
    fixed: Atoms,
    roles: Vec<Term>,
    plies: Option<u32>,
}

/// The names in a body, and for each whether it is under a `not`.
fn mentions(body: &Term, under: bool, found: &mut Vec<(String, bool)>) {
    match body {
        List(parts) if body.head() == "not" => mentions(&parts[1], true, found),
        List(parts) if body.head() == "or" => {
            parts[1..].iter().for_each(|part| mentions(part, under, found));
        }
        _ if body.head() == "distinct" => {}
        _ => found.push((body.head().to_owned(), under)),
    }
}

impl Sheet {
    /// A sheet with the limit of plies, if they are counted.
    pub(super) fn new(text: &str, plies: Option<u32>) -> Sheet {
        let mut rules = Vec::new();
        let mut roles = Vec::new();
        for term in read(text) {
            match &term {
                List(parts) if term.head() == "<=" => {
                    rules.push((parts[1].clone(), parts[2..].to_vec()));
                }
                _ => rules.push((term, Vec::new())),
            }
        }
        let of_roles = |(head, body): &&(Term, Vec<Term>)| head.head() == "role" && body.is_empty();
        roles.extend(rules.iter().filter(of_roles).map(|(head, _)| head.part(1).clone()));
        let mut level: BTreeMap<String, usize> = BTreeMap::new();
        for _ in 0..rules.len() {
            for (head, body) in &rules {
                let mut found = Vec::new();
                for part in body {
                    mentions(part, false, &mut found);
                }
                for (name, under) in found {
                    let least = level.get(&name).copied().unwrap_or(0) + usize::from(under);
                    let own = level.entry(head.head().to_owned()).or_default();
                    *own = least.max(*own);
                }
            }
        }
        let mut changing: BTreeSet<String> = ["true", "does"].map(str::to_owned).into();
        for _ in 0..rules.len() {
            for (head, body) in &rules {
                let mut found = Vec::new();
                for part in body {
                    mentions(part, false, &mut found);
                }
                if found.iter().any(|(name, _)| changing.contains(name)) {
                    changing.insert(head.head().to_owned());
                }
            }
        }
        let most = level.values().copied().max().unwrap_or(0);
        let mut strata = [vec![Vec::new(); most + 1], vec![Vec::new(); most + 1]];
        for rule in rules {
            let own = level.get(rule.0.head()).copied().unwrap_or(0);
            strata[usize::from(changing.contains(rule.0.head()))][own].push(rule);
        }
        let [fixed, changing] = strata;
        let mut sheet = Sheet { strata: fixed, fixed: Atoms::new(), roles, plies };
        sheet.fixed = sheet.close(Vec::new());
        sheet.strata = changing;
        sheet
    }

    /// All that follows where these atoms hold.
    fn close(&self, given: Vec<Term>) -> Atoms {
        let mut atoms = self.fixed.clone();
        for atom in given {
            atoms.entry(atom.head().to_owned()).or_default().insert(atom);
        }
        for rules in &self.strata {
            loop {
                let mut fresh = Vec::new();
                for (head, body) in rules {
                    solve(body, &Bindings::new(), &atoms, &mut |bindings| {
                        fresh.push(with(head, bindings));
                    });
                }
                let mut grew = false;
                for atom in fresh {
                    grew |= atoms.entry(atom.head().to_owned()).or_default().insert(atom);
                }
                if !grew {
                    break;
                }
            }
        }
        atoms
    }
}

fn solve(body: &[Term], bindings: &Bindings, atoms: &Atoms, found: &mut dyn FnMut(&Bindings)) {
    // Positive conditions first, so that the variables of a `not` are bound.
    let late = |part: &Term| ["not", "distinct"].contains(&part.head());
    let at = body.iter().position(|part| !late(part)).unwrap_or(0);
    let Some(first) = body.get(at) else { return found(bindings) };
    let mut rest = body.to_vec();
    rest.remove(at);
    match first.head() {
        "or" => {
            let List(parts) = first else { unreachable!() };
            for part in &parts[1..] {
                let mut rest = rest.clone();
                rest.insert(0, part.clone());
                solve(&rest, bindings, atoms, found);
            }
        }
        "not" => {
            let mut holds = false;
            solve(&[first.part(1).clone()], bindings, atoms, &mut |_| holds = true);
            if !holds {
                solve(&rest, bindings, atoms, found);
            }
        }
        "distinct" => {
            if with(first.part(1), bindings) != with(first.part(2), bindings) {
                solve(&rest, bindings, atoms, found);
            }
        }
        head => {
            for atom in atoms.get(head).into_iter().flatten() {
                let mut more = bindings.clone();
                if unify(first, atom, &mut more) {
                    solve(&rest, &more, atoms, found);
                }
            }
        }
    }
}

/// A position by the plain rules.
#[derive(Clone)]
pub(super) struct Slow {
    sheet: Rc<Sheet>,
    facts: Vec<Term>,
    atoms: Rc<Atoms>,
    pending: BTreeMap<usize, Term>,
    ply: u32,
}

impl Slow {
    pub(super) fn start(sheet: Sheet) -> Slow {
        let sheet = Rc::new(sheet);
        let atoms = sheet.close(Vec::new());
        let facts = atoms["init"].iter().map(|atom| atom.part(1).clone()).collect();
        Slow::at(sheet, facts, 0)
    }

    fn at(sheet: Rc<Sheet>, facts: Vec<Term>, ply: u32) -> Slow {
        let given = |fact: &Term| List(vec![Word("true".to_owned()), fact.clone()]);
        let atoms = Rc::new(sheet.close(facts.iter().map(given).collect()));
        Slow { sheet, facts, atoms, pending: BTreeMap::new(), ply }
    }

    /// The facts, sorted as they are written.
    pub(super) fn texts(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.facts.iter().map(Term::text).collect();
        texts.sort();
        texts
    }

    fn legal(&self, role: usize) -> Vec<Term> {
        let all = self.atoms.get("legal").into_iter().flatten();
        let own = all.filter(|atom| *atom.part(1) == self.sheet.roles[role]);
        own.map(|atom| atom.part(2).clone()).collect()
    }

    fn is_over(&self) -> bool {
        self.atoms.contains_key("terminal")
            || self.sheet.plies.is_some_and(|most| self.pending.is_empty() && most <= self.ply)
            || (0..self.sheet.roles.len()).any(|role| self.legal(role).is_empty())
    }

    /// In the order in which they choose: nature is last.
    fn order(&self) -> Vec<usize> {
        let is_random = |role: &usize| self.sheet.roles[*role].text() == "random";
        let mut order: Vec<usize> = (0..self.sheet.roles.len()).collect();
        order.sort_by_key(|role| is_random(role));
        order
    }

    fn role(&self) -> usize {
        let order = self.order();
        let choosing = |role: &&usize| !self.pending.contains_key(role) && 1 < self.legal(**role).len();
        if let Some(role) = order.iter().find(choosing) {
            return *role;
        }
        let has_parts =
            |role: &&usize| matches!(self.legal(**role)[0], List(_)) && self.sheet.roles[**role].text() != "random";
        *order.iter().find(has_parts).unwrap_or(&order[0])
    }

    /// The goals of a seat.
    pub(super) fn goals(&self, seat: usize) -> Vec<u32> {
        let all = self.atoms.get("goal").into_iter().flatten();
        let own = all.filter(|atom| *atom.part(1) == self.sheet.roles[self.order()[seat]]);
        own.map(|atom| atom.part(2).text().parse().unwrap()).collect()
    }
}

impl Oracle for Slow {
    fn node(&self) -> Node {
        if self.is_over() {
            return Node::Terminal;
        }
        let role = self.role();
        if self.sheet.roles[role].text() == "random" {
            return Node::Chance;
        }
        let seat = self.order().iter().position(|&other| other == role).unwrap();
        Node::Decision(Seat(seat as u8))
    }

    fn moves(&self) -> Vec<String> {
        if self.is_over() {
            return Vec::new();
        }
        self.legal(self.role()).iter().map(Term::plain).collect()
    }

    fn after(&self, m: &str) -> Slow {
        let mut next = self.clone();
        let role = self.role();
        let m = self.legal(role).into_iter().find(|legal| legal.plain() == m).unwrap();
        next.pending.insert(role, m);
        next.ply += 1;
        let is_done =
            (0..self.sheet.roles.len()).all(|role| next.pending.contains_key(&role) || self.legal(role).len() == 1);
        if !is_done {
            return next;
        }
        let given = |fact: &Term| List(vec![Word("true".to_owned()), fact.clone()]);
        let mut all: Vec<Term> = self.facts.iter().map(given).collect();
        for (number, role) in self.sheet.roles.iter().enumerate() {
            let m = next.pending.get(&number).cloned();
            let m = m.unwrap_or_else(|| self.legal(number)[0].clone());
            all.push(List(vec![Word("does".to_owned()), role.clone(), m]));
        }
        let atoms = self.sheet.close(all);
        let facts = atoms.get("next").into_iter().flatten().map(|atom| atom.part(1).clone());
        Slow::at(self.sheet.clone(), facts.collect(), next.ply)
    }

    fn payoff(&self, seat: Seat) -> f64 {
        let count = self.order().iter().filter(|&&r| self.sheet.roles[r].text() != "random").count();
        let goals: Vec<Vec<u32>> = (0..count).map(|seat| self.goals(seat)).collect();
        let share = if count == 1 { 0.0 } else { 100.0 / count as f64 };
        let single = goals.iter().all(|goals| goals.len() == 1);
        let of = |seat: usize| if single { f64::from(goals[seat][0]) } else { share };
        match count {
            2 => (of(seat.index()) - of(1 - seat.index())) / 100.0,
            _ => of(seat.index()),
        }
    }
}
