//! The rules of a sheet: patterns with numbered variables, one alternative a rule.

use std::collections::BTreeMap;

use crate::{
    bank::Bank,
    kif::{MOST_REMARKS, Node, Place, Remark, read},
};

/// The words with a meaning of their own, and how many arguments each takes.
const KEYWORDS: &[(&str, Option<usize>)] = &[
    ("role", Some(1)),
    ("init", Some(1)),
    ("next", Some(1)),
    ("true", Some(1)),
    ("does", Some(2)),
    ("legal", Some(2)),
    ("goal", Some(2)),
    ("terminal", Some(0)),
    ("distinct", Some(2)),
    ("not", Some(1)),
    ("or", None),
    ("and", None),
    ("sees", Some(2)),
];

/// The most rules of a sheet, and the most alternatives of a rule whose `or` is expanded.
const MOST_RULES: usize = 200_000;
const MOST_ALTERNATIVES: usize = 4_096;
/// The most conditions of one rule, and of all its alternatives.
const MOST_CONDITIONS: usize = 1_000;
const MOST_IN_ALTERNATIVES: usize = 100_000;

/// A term with variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    Variable(u16),
    Term(u32),
    Compound(u32, Box<[Pattern]>),
}

impl Pattern {
    pub(crate) fn each_variable(&self, visit: &mut impl FnMut(u16)) {
        match self {
            Pattern::Variable(variable) => visit(*variable),
            Pattern::Term(_) => {}
            Pattern::Compound(_, parts) => parts.iter().for_each(|part| part.each_variable(visit)),
        }
    }
}

/// A predicate, by its number in [`Rules::predicates`].
pub(crate) type Predicate = usize;

/// A condition of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    Holds(Predicate, Pattern),
    Fails(Predicate, Pattern),
    Differ(Pattern, Pattern),
    Same(Pattern, Pattern),
}

/// A statement that holds if all conditions do.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) place: Place,
    pub(crate) predicate: Predicate,
    pub(crate) head: Pattern,
    pub(crate) body: Vec<Condition>,
    pub(crate) variables: Vec<String>,
}

/// A predicate: a name with a number of arguments.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) arity: usize,
    /// Its first place in the sheet.
    pub(crate) place: Place,
    /// The rules that define it.
    pub(crate) rules: Vec<usize>,
}

/// All rules of a sheet.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) bank: Bank,
    pub(crate) predicates: Vec<Named>,
    by_head: BTreeMap<(u32, usize), Predicate>,
    pub(crate) all: Vec<Rule>,
}

impl Rules {
    /// Reads a sheet. Mistakes go to `wrong`, those in what is [for other readers](is_for_others) to `idle`; wrong rules
    /// are left out.
    pub(crate) fn read(text: &str, wrong: &mut Vec<Remark>, idle: &mut Vec<Remark>) -> Rules {
        let nodes = read(text, wrong);
        let mut rules = Rules { bank: Bank::new(), predicates: Vec::new(), by_head: BTreeMap::new(), all: Vec::new() };
        for &(name, arity) in KEYWORDS {
            if let Some(arity) = arity {
                rules.predicate(name, arity, Place::default());
            }
        }
        for node in &nodes {
            let says = if node.head() == "<=" { node.rest().first() } else { Some(node) };
            let mut own = Vec::new();
            let mut reader = Reader { rules: &mut rules, wrong: &mut own, variables: Vec::new() };
            reader.statement(node);
            let is_idle = says.is_some_and(|head| is_for_others(head.head()));
            let all = if is_idle { &mut *idle } else { &mut *wrong };
            all.extend(own.into_iter().take(MOST_REMARKS - all.len().min(MOST_REMARKS)));
            if MOST_RULES < rules.all.len() {
                let found = format!("more than {MOST_RULES} rules, alternatives counted");
                wrong.push(Remark::new(node.place, found));
                break;
            }
            if MOST_REMARKS <= wrong.len() {
                break;
            }
        }
        rules
    }

    /// The predicate of that name.
    pub(crate) fn predicate(&mut self, name: &str, arity: usize, place: Place) -> Predicate {
        let symbol = self.bank.symbol(name);
        let next = self.predicates.len();
        let found = *self.by_head.entry((symbol, arity)).or_insert(next);
        if found == next {
            let rules = Vec::new();
            self.predicates.push(Named { name: name.to_owned(), arity, place, rules });
        } else if self.predicates[found].place == Place::default() {
            self.predicates[found].place = place;
        }
        found
    }

    /// The predicate of a keyword.
    pub(crate) fn keyword(&self, name: &str) -> Predicate {
        let index = self.predicates.iter().position(|found| found.name == name);
        index.expect("every keyword is a predicate")
    }

    /// The predicate that an atom of `bank`, which grew out of that of the rules, belongs to.
    pub(crate) fn predicate_of(&self, bank: &Bank, atom: u32) -> Option<Predicate> {
        let key = (bank.head(atom), bank.arguments(atom).len());
        self.by_head.get(&key).copied()
    }
}

/// The meaning of a condition: alternatives, each of several conditions.
type Alternatives = Vec<Vec<Condition>>;

struct Reader<'a> {
    rules: &'a mut Rules,
    wrong: &'a mut Vec<Remark>,
    variables: Vec<String>,
}

impl Reader<'_> {
    fn complain(&mut self, place: Place, text: impl Into<String>) {
        if self.wrong.len() < MOST_REMARKS {
            self.wrong.push(Remark::new(place, text));
        }
    }

    fn statement(&mut self, node: &Node<'_>) {
        let is_rule = node.is_list() && node.head() == "<=";
        let (head, conditions) = match node.rest() {
            [head, conditions @ ..] if is_rule => (head, conditions),
            _ if is_rule => return self.complain(node.place, "a rule without a head: `(<=)`"),
            _ => (node, &[][..]),
        };
        let before = self.wrong.len();
        let word = keyword(head.head());
        if ["true", "does", "distinct", "not", "or", "and", "<="].contains(&&*word) {
            let found = format!("`{word}` cannot be what a rule or a fact says");
            return self.complain(head.place, found);
        }
        let Some((predicate, pattern)) = self.atom(head) else { return };
        let mut all: Alternatives = vec![Vec::new()];
        for condition in conditions {
            let Some(some) = self.condition(condition, true) else { continue };
            let Some(product) = self.product(node.place, &all, &some) else { return };
            all = product;
        }
        if before != self.wrong.len() {
            return;
        }
        for body in all {
            self.check_safe(node.place, &pattern, &body);
            if before != self.wrong.len() {
                return;
            }
            self.rules.predicates[predicate].rules.push(self.rules.all.len());
            self.rules.all.push(Rule {
                place: node.place,
                predicate,
                head: pattern.clone(),
                body,
                variables: self.variables.clone(),
            });
        }
    }

    fn product(&mut self, place: Place, one: &[Vec<Condition>], other: &[Vec<Condition>]) -> Option<Alternatives> {
        if MOST_ALTERNATIVES < one.len() * other.len() {
            let found = format!("its `or`s make more than {MOST_ALTERNATIVES} rules");
            self.complain(place, found);
            return None;
        }
        let longest = |of: &[Vec<Condition>]| of.iter().map(Vec::len).max().unwrap_or_default();
        let length = longest(one) + longest(other);
        if MOST_CONDITIONS < length || MOST_IN_ALTERNATIVES < one.len() * other.len() * length {
            let found = format!(
                "this rule has more than {MOST_CONDITIONS} conditions, or its `or`s make more than \
                 {MOST_IN_ALTERNATIVES}"
            );
            self.complain(place, found);
            return None;
        }
        let pairs = one.iter().flat_map(|one| {
            other.iter().map(move |other| {
                let mut both = one.clone();
                both.extend(other.iter().filter(|new| !one.contains(new)).cloned());
                both
            })
        });
        Some(pairs.collect())
    }

    /// The alternatives that a condition stands for, or the contrary of it.
    fn condition(&mut self, node: &Node<'_>, holds: bool) -> Option<Alternatives> {
        let word = keyword(node.head());
        match (&*word, node.is_list()) {
            ("not", true) => match node.rest() {
                [inner] => self.condition(inner, !holds),
                parts => {
                    let found = format!("`not` takes one condition, not {}", parts.len());
                    self.complain(node.place, found);
                    None
                }
            },
            ("or" | "and", true) => {
                let is_sum = (word == "or") == holds;
                let mut all: Alternatives = if is_sum { Vec::new() } else { vec![Vec::new()] };
                for part in node.rest() {
                    let some = self.condition(part, holds)?;
                    if is_sum {
                        all.extend(some);
                    } else {
                        all = self.product(node.place, &all, &some)?;
                    }
                }
                Some(all)
            }
            ("distinct", true) => match node.rest() {
                [one, other] => {
                    let (one, other) = (self.term(one)?, self.term(other)?);
                    let both = if holds { Condition::Differ(one, other) } else { Condition::Same(one, other) };
                    Some(vec![vec![both]])
                }
                parts => {
                    let found = format!("`distinct` takes two terms, not {}", parts.len());
                    self.complain(node.place, found);
                    None
                }
            },
            ("<=", _) => {
                self.complain(node.place, "`<=` begins a rule; it cannot stand inside one");
                None
            }
            _ => {
                let (predicate, pattern) = self.atom(node)?;
                Some(vec![vec![if holds {
                    Condition::Holds(predicate, pattern)
                } else {
                    Condition::Fails(predicate, pattern)
                }]])
            }
        }
    }

    /// An atom: a word, or a word with terms.
    fn atom(&mut self, node: &Node<'_>) -> Option<(Predicate, Pattern)> {
        let head = node.head();
        if head.is_empty() {
            self.complain(node.place, "expected a name after `(`");
            return None;
        }
        if head.starts_with('?') {
            self.complain(node.place, format!("`{head}` is a variable; expected a name here"));
            return None;
        }
        let word = keyword(head);
        let arity = node.rest().len();
        let expected = KEYWORDS.iter().find(|(name, _)| *name == word).and_then(|found| found.1);
        if let Some(expected) = expected.filter(|&expected| expected != arity) {
            let found = format!("`{word}` takes {}, not {arity}", counted(expected));
            self.complain(node.place, found);
            return None;
        }
        let predicate = self.rules.predicate(&word, arity, node.place);
        let symbol = self.rules.bank.symbol(&word);
        Some((predicate, self.compound(symbol, node.rest())?))
    }

    fn term(&mut self, node: &Node<'_>) -> Option<Pattern> {
        let head = node.head();
        if !node.is_list() && head.starts_with('?') {
            let known = self.variables.iter().position(|name| name == head);
            let number = known.unwrap_or_else(|| {
                self.variables.push(head.to_owned());
                self.variables.len() - 1
            });
            if usize::from(u16::MAX) <= number {
                self.complain(node.place, "too many variables in one rule");
                return None;
            }
            return Some(Pattern::Variable(number as u16));
        }
        if head.is_empty() || head.starts_with('?') {
            self.complain(node.place, "expected a name after `(`");
            return None;
        }
        let symbol = self.rules.bank.symbol(head);
        self.compound(symbol, node.rest())
    }

    fn compound(&mut self, symbol: u32, parts: &[Node<'_>]) -> Option<Pattern> {
        let parts: Vec<Pattern> = parts.iter().map(|part| self.term(part)).collect::<Option<_>>()?;
        let ground: Option<Vec<u32>> =
            parts.iter().map(|part| if let Pattern::Term(term) = part { Some(*term) } else { None }).collect();
        Some(match ground {
            Some(terms) => Pattern::Term(self.rules.bank.term(symbol, &terms)),
            None => Pattern::Compound(symbol, parts.into()),
        })
    }

    /// Checks that every variable has a value once the positive conditions hold.
    fn check_safe(&mut self, place: Place, head: &Pattern, body: &[Condition]) {
        let mut bound = vec![false; self.variables.len()];
        for condition in body {
            if let Condition::Holds(_, pattern) = condition {
                pattern.each_variable(&mut |variable| bound[usize::from(variable)] = true);
            }
        }
        let is_bound = |pattern: &Pattern, bound: &[bool]| {
            let mut all = true;
            pattern.each_variable(&mut |variable| all &= bound[usize::from(variable)]);
            all
        };
        loop {
            let mut more = None;
            for condition in body {
                let Condition::Same(one, other) = condition else { continue };
                match (is_bound(one, &bound), is_bound(other, &bound)) {
                    (true, false) => more = Some(other),
                    (false, true) => more = Some(one),
                    _ => {}
                }
            }
            let Some(pattern) = more else { break };
            pattern.each_variable(&mut |variable| bound[usize::from(variable)] = true);
        }
        let mut unbound = Vec::new();
        let mut look = |pattern: &Pattern, what: &'static str| {
            pattern.each_variable(&mut |variable| {
                let is_new = !unbound.iter().any(|&(other, _)| other == variable);
                if !bound[usize::from(variable)] && is_new {
                    unbound.push((variable, what));
                }
            });
        };
        for condition in body {
            match condition {
                Condition::Fails(_, pattern) => look(pattern, "nothing but a `not`"),
                Condition::Differ(one, other) | Condition::Same(one, other) => {
                    look(one, "nothing but `distinct`");
                    look(other, "nothing but `distinct`");
                }
                Condition::Holds(..) => {}
            }
        }
        look(head, "no condition");
        for (variable, what) in unbound {
            let name = self.variables[usize::from(variable)].clone();
            self.complain(place, format!("`{name}` in this rule is bound by {what}"));
        }
    }
}

/// Whether a predicate is for readers that do not lay sheets out themselves: nothing depends on it here, unless a rule
/// of the sheet does.
pub(crate) fn is_for_others(name: &str) -> bool {
    ["base", "input"].iter().any(|word| name.eq_ignore_ascii_case(word))
}

/// A keyword in its usual letters; any other word as it is written.
fn keyword(word: &str) -> std::borrow::Cow<'_, str> {
    let lower = word.to_ascii_lowercase();
    if KEYWORDS.iter().any(|(name, _)| *name == lower) { lower.into() } else { word.into() }
}

/// A number of arguments in words.
pub(crate) fn counted(number: usize) -> String {
    match number {
        0 => "no argument".to_owned(),
        1 => "one argument".to_owned(),
        number => format!("{number} arguments"),
    }
}
