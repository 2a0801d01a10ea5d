//! Static checks of a sheet: names, dependencies, loops.

use std::collections::{BTreeMap, BTreeSet};

use agon_core::nearest;

use crate::{
    kif::{MOST_REMARKS, Place, Remark},
    rules::{Condition, Pattern, Predicate, Rules, counted, is_for_others},
};

/// Which predicates depend on which, and in what order they can be decided.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    /// Whether its truth depends on `true` or `does`.
    pub(crate) is_dynamic: Vec<bool>,
    /// The predicates in groups that depend on each other, each after those it depends on; only those that a play
    /// needs, which excludes `base` and `input`.
    pub(crate) groups: Vec<Vec<Predicate>>,
    /// Whether a predicate is in one of the groups.
    pub(crate) is_needed: Vec<bool>,
    /// Whether a group contains `not` within its recursion.
    pub(crate) is_looped: Vec<bool>,
}

/// Checks the rules as a whole: mistakes go to `wrong`, oddities to `odd`.
pub(crate) fn check(rules: &Rules, wrong: &mut Vec<Remark>, odd: &mut Vec<Remark>) -> Order {
    let (order, idle) = order(rules);
    names(rules, &order, odd);
    terms(rules, &order, ("true", &["init", "next"]), odd);
    terms(rules, &order, ("does", &["legal"]), odd);
    // If there are other mistakes, they may be the reason why something is missing.
    let is_sound = wrong.is_empty();
    for (keyword, needed) in [("role", "no role"), ("legal", "no legal move")] {
        if is_sound && rules.predicates[rules.keyword(keyword)].rules.is_empty() {
            let found = format!("{needed}: the sheet has no `{keyword}`");
            wrong.push(Remark::new(Place { line: 1, column: 1 }, found));
        }
    }
    for (keyword, odd_if) in [("terminal", "no play ever ends"), ("goal", "nobody has a goal")] {
        if rules.predicates[rules.keyword(keyword)].rules.is_empty() {
            let found = format!("{odd_if}: the sheet has no `{keyword}`");
            odd.push(Remark::doubt(Place { line: 1, column: 1 }, found));
        }
    }
    for &index in &rules.predicates[rules.keyword("goal")].rules {
        let rule = &rules.all[index];
        let value = match &rule.head {
            Pattern::Compound(_, parts) => match parts[1] {
                Pattern::Term(value) => value,
                _ => continue,
            },
            Pattern::Term(goal) => rules.bank.arguments(*goal)[1],
            Pattern::Variable(_) => continue,
        };
        let value = rules.bank.text(value);
        if value.parse::<u8>().is_ok_and(|value| value <= 100) {
            continue;
        }
        let found = format!("a goal is a whole number from 0 to 100, not `{value}`");
        wrong.push(Remark::new(rule.place, found));
    }
    for (from, to) in [
        ("legal", "does"),
        ("goal", "does"),
        ("terminal", "does"),
        ("init", "does"),
        ("init", "true"),
        ("role", "true"),
        ("role", "does"),
    ] {
        if let Some((place, way)) = way(rules, rules.keyword(from), rules.keyword(to)) {
            wrong.push(Remark::new(place, format!("`{from}` cannot depend on `{to}`{way}")));
        }
    }
    let is_told = told_to_others(rules);
    for group in &idle {
        let (place, found) = spelled(rules, group);
        // Names with arguments may depend on each other where no two atoms do: only what is laid out shows it.
        let may_be_sound =
            order.is_dynamic[group[0]] && group.iter().any(|&predicate| rules.predicates[predicate].arity != 0);
        if may_be_sound || group.iter().all(|&predicate| is_told[predicate]) {
            odd.push(Remark::new(place, format!("{found}; no play needs it")));
        } else {
            let more = "rules must be free of that, also where no play needs them";
            wrong.push(Remark::new(place, format!("{found}; {more}")));
        }
    }
    for (group, looped) in order.groups.iter().zip(&order.is_looped) {
        if !looped {
            continue;
        }
        let (place, found) = spelled(rules, group);
        if order.is_dynamic[group[0]] {
            odd.push(Remark::new(place, format!("{found}; sound only if no atom depends on itself so")));
        } else {
            wrong.push(Remark::new(place, found));
        }
    }
    unneeded(rules, &order, &is_told, odd);
    odd.truncate(MOST_REMARKS);
    order
}

/// By predicate, whether `base`, `input` or a rule for them mentions it.
fn told_to_others(rules: &Rules) -> Vec<bool> {
    let all = 0..rules.predicates.len();
    let told = all.filter(|&predicate| is_for_others(&rules.predicates[predicate].name));
    reached(rules, told.collect())
}

/// By predicate, whether one of `left` is it or depends on it.
fn reached(rules: &Rules, mut left: Vec<Predicate>) -> Vec<bool> {
    let mut is_reached = vec![false; rules.predicates.len()];
    while let Some(predicate) = left.pop() {
        if !std::mem::replace(&mut is_reached[predicate], true) {
            left.extend(conditions(rules, predicate).map(|(_, on, _)| on));
        }
    }
    is_reached
}

/// Rules that neither a play nor another reader of the sheet needs.
fn unneeded(rules: &Rules, order: &Order, is_told: &[bool], odd: &mut Vec<Remark>) {
    for (predicate, named) in rules.predicates.iter().enumerate() {
        let Some(&first) = named.rules.first() else { continue };
        if !order.is_needed[predicate] && !is_told[predicate] {
            let found = format!("no play needs `{}`", named.name);
            odd.push(Remark::new(rules.all[first].place, found));
        }
    }
}

/// A term by its name and the number of its arguments.
type TermShape = (u32, usize);

/// The last argument of an atom: the shape of the fact or move that it is about; `None` for a variable.
fn shape(rules: &Rules, atom: &Pattern) -> Option<TermShape> {
    let of_term = |term| (rules.bank.head(term), rules.bank.arguments(term).len());
    match atom {
        Pattern::Term(atom) => rules.bank.arguments(*atom).last().map(|&term| of_term(term)),
        Pattern::Compound(_, parts) => match parts.last()? {
            Pattern::Term(term) => Some(of_term(*term)),
            Pattern::Compound(symbol, parts) => Some((*symbol, parts.len())),
            Pattern::Variable(_) => None,
        },
        Pattern::Variable(_) => None,
    }
}

/// Facts that a rule asks for and none makes, or moves that none allows.
fn terms(rules: &Rules, order: &Order, (asks, makes): (&str, &[&str]), odd: &mut Vec<Remark>) {
    let asks = rules.keyword(asks);
    let mut made: BTreeMap<TermShape, Place> = BTreeMap::new();
    let makers = makes.iter().flat_map(|word| &rules.predicates[rules.keyword(word)].rules);
    for rule in makers.map(|&index| &rules.all[index]) {
        if let Some(shape) = shape(rules, &rule.head) {
            made.entry(shape).or_insert(rule.place);
            continue;
        }
        // `(next ?f)` with `(true ?f)` only keeps what there is; otherwise it may be anything.
        let last = |atom: &Pattern| match atom {
            Pattern::Compound(_, parts) => parts.last().cloned(),
            Pattern::Term(_) | Pattern::Variable(_) => None,
        };
        let keeps = rule.body.iter().any(|condition| {
            matches!(condition, Condition::Holds(on, atom)
                if *on == asks && last(atom) == last(&rule.head))
        });
        if !keeps {
            return;
        }
    }
    let (what, by) = if makes.len() == 1 { ("move", "`legal` allows") } else { ("fact", "`init` and `next` make") };
    let mut told = BTreeSet::new();
    for rule in rules.all.iter().filter(|rule| order.is_needed[rule.predicate]) {
        for condition in &rule.body {
            let (Condition::Holds(on, atom) | Condition::Fails(on, atom)) = condition else {
                continue;
            };
            let Some(found) = shape(rules, atom).filter(|_| *on == asks) else { continue };
            if made.contains_key(&found) || !told.insert(found) {
                continue;
            }
            let name = |(symbol, _): TermShape| rules.bank.name(symbol);
            let same = made.iter().find(|&(&shape, _)| shape.0 == found.0);
            let reason = if let Some((&(_, arity), place)) = same {
                format!(
                    "the {what} `{}` has {} here and {arity} in line {}, so it never comes",
                    name(found),
                    counted(found.1),
                    place.line
                )
            } else {
                let near = near(name(found), made.keys().map(|&shape| name(shape)));
                let near = near.map_or(String::new(), |n| format!("; did you mean `{n}`?"));
                format!("{by} no {what} `{}`, so it never comes{near}", name(found))
            };
            odd.push(Remark::doubt(rule.place, reason));
        }
    }
}

/// The nearest spelling. Words that are far too long or short to be near are not compared letter by letter.
fn near<'a>(word: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    let length = lower.chars().count();
    let may_be_near = |other: &&str| {
        let apart = other.chars().count().abs_diff(length);
        apart <= 1 + other.len() / 4 || other.starts_with(&lower)
    };
    nearest(word, words.filter(may_be_near))
}

/// Names that are used and never defined, and those with different numbers of arguments.
fn names(rules: &Rules, order: &Order, odd: &mut Vec<Remark>) {
    let is_given = |name: &str| ["true", "does"].contains(&name);
    let mut used: BTreeSet<Predicate> = BTreeSet::new();
    for rule in &rules.all {
        for condition in &rule.body {
            if let Condition::Holds(predicate, _) | Condition::Fails(predicate, _) = condition {
                used.insert(*predicate);
            }
        }
    }
    for &predicate in &used {
        let named = &rules.predicates[predicate];
        if !named.rules.is_empty() || is_given(&named.name) {
            continue;
        }
        let defined = rules.predicates.iter().filter(|other| !other.rules.is_empty());
        let same = defined.clone().find(|other| other.name == named.name);
        let found = match same {
            Some(other) => format!(
                "`{}` has {} here and {} in line {}, so it never holds",
                named.name,
                counted(named.arity),
                other.arity,
                other.place.line
            ),
            None => match near(&named.name, defined.map(|other| &*other.name)) {
                Some(near) => {
                    format!("nothing says when `{}` holds, so it never does; did you mean `{near}`?", named.name)
                }
                None => format!("nothing says when `{}` holds, so it never does", named.name),
            },
        };
        odd.push(Remark { is_doubt: order.is_needed[predicate], ..Remark::new(named.place, found) });
    }
    for (index, named) in rules.predicates.iter().enumerate() {
        let earlier = rules.predicates[..index].iter();
        let same = earlier.rev().find(|other| other.name == named.name && !other.rules.is_empty());
        if let Some(other) = same.filter(|_| !named.rules.is_empty()) {
            let found = format!(
                "`{}` has {} here and {} in line {}: they are different",
                named.name,
                counted(named.arity),
                other.arity,
                other.place.line
            );
            let is_doubt = order.is_needed[index];
            odd.push(Remark { is_doubt, ..Remark::new(named.place, found) });
        }
    }
}

/// Each condition of the rules of a predicate: where, on what, and whether it must hold.
fn conditions(rules: &Rules, predicate: Predicate) -> impl Iterator<Item = (Place, Predicate, bool)> {
    let of = rules.predicates[predicate].rules.iter().map(|&index| &rules.all[index]);
    of.flat_map(|rule| {
        rule.body.iter().filter_map(|condition| match condition {
            Condition::Holds(on, _) => Some((rule.place, *on, true)),
            Condition::Fails(on, _) => Some((rule.place, *on, false)),
            Condition::Differ(..) | Condition::Same(..) => None,
        })
    })
}

/// How one predicate depends on another: the first rule's place, and the predicates between.
fn way(rules: &Rules, from: Predicate, to: Predicate) -> Option<(Place, String)> {
    let mut before: BTreeMap<Predicate, (Predicate, Place)> = BTreeMap::new();
    let mut queue = vec![from];
    let mut at = 0;
    while let Some(&here) = queue.get(at) {
        at += 1;
        for (place, on, _) in conditions(rules, here) {
            if on != from && !before.contains_key(&on) {
                before.insert(on, (here, place));
                queue.push(on);
            }
        }
    }
    let mut here = to;
    let mut steps = Vec::new();
    while here != from {
        let &(prior, place) = before.get(&here)?;
        steps.push((place, here));
        here = prior;
    }
    let first = steps.last()?.0;
    let between =
        steps.iter().rev().map(|&(place, on)| format!("`{}` in line {}", rules.predicates[on].name, place.line));
    let between: Vec<String> = between.collect();
    let told = if between.len() == 1 { String::new() } else { format!(": by {}", between.join(", ")) };
    Some((first, told))
}

/// A loop with a `not` in a group of predicates, in words.
fn spelled(rules: &Rules, group: &[Predicate]) -> (Place, String) {
    let within = group.iter().flat_map(|&predicate| {
        conditions(rules, predicate).map(move |(place, on, holds)| (predicate, place, on, holds))
    });
    let mut within = within.filter(|(_, _, on, holds)| !holds && group.contains(on));
    let (predicate, place, on, _) = within.next().expect("the group has a `not` within itself");
    let name = |predicate: Predicate| &rules.predicates[predicate].name;
    let mut found =
        format!("negation in a loop: `{}` needs `not {}` in line {}", name(predicate), name(on), place.line);
    if on != predicate
        && let Some((back, way)) = way(rules, on, predicate)
    {
        let way = if way.is_empty() { format!(" in line {}", back.line) } else { way };
        found = format!("{found}, which depends on `{}`{way}", name(predicate));
    }
    (place, found)
}

/// The order, and the groups with `not` within their recursion that no play needs.
fn order(rules: &Rules) -> (Order, Vec<Vec<Predicate>>) {
    let count = rules.predicates.len();
    let edges: Vec<Vec<usize>> = (0..count)
        .map(|predicate| {
            let mut on: Vec<_> = conditions(rules, predicate).map(|(_, on, _)| on).collect();
            on.sort_unstable();
            on.dedup();
            on
        })
        .collect();
    let groups = components(&edges);
    let mut is_dynamic = vec![false; count];
    for keyword in ["true", "does", "next", "legal", "goal", "terminal", "sees"] {
        is_dynamic[rules.keyword(keyword)] = true;
    }
    let mut is_looped = Vec::with_capacity(groups.len());
    for group in &groups {
        let on = |&predicate: &Predicate| edges[predicate].iter().any(|&on| is_dynamic[on]);
        if group.iter().any(on) {
            for &predicate in group {
                is_dynamic[predicate] = true;
            }
        }
        is_looped.push(
            group
                .iter()
                .any(|&predicate| conditions(rules, predicate).any(|(_, on, holds)| !holds && group.contains(&on))),
        );
    }
    let asked = ["role", "init", "true", "does", "next", "legal", "goal", "terminal", "sees"];
    let is_needed = reached(rules, asked.iter().map(|word| rules.keyword(word)).collect());
    let all = groups.into_iter().zip(is_looped);
    let (needed, idle): (Vec<_>, Vec<_>) = all.partition(|(group, _)| is_needed[group[0]]);
    let idle = idle.into_iter().filter(|(_, is_looped)| *is_looped).map(|(group, _)| group);
    let (groups, is_looped) = needed.into_iter().unzip();
    (Order { is_dynamic, groups, is_needed, is_looped }, idle.collect())
}

/// The strongly connected components of a graph, each after all those it leads to (R. Tarjan,
/// Depth-first search and linear graph algorithms, 1972), without recursion.
pub(crate) fn components(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let count = edges.len();
    let (mut index, mut low) = (vec![usize::MAX; count], vec![0; count]);
    let (mut on_stack, mut stack) = (vec![false; count], Vec::new());
    let (mut next, mut found) = (0, Vec::new());
    for root in 0..count {
        if index[root] != usize::MAX {
            continue;
        }
        let mut calls = vec![(root, 0)];
        while let Some(&mut (node, ref mut edge)) = calls.last_mut() {
            if *edge == 0 {
                (index[node], low[node]) = (next, next);
                next += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            if let Some(&to) = edges[node].get(*edge) {
                *edge += 1;
                if index[to] == usize::MAX {
                    calls.push((to, 0));
                } else if on_stack[to] {
                    low[node] = low[node].min(index[to]);
                }
                // The first visit has edge number zero.
                continue;
            }
            calls.pop();
            if let Some(&(parent, _)) = calls.last() {
                low[parent] = low[parent].min(low[node]);
            }
            if low[node] == index[node] {
                let at = stack.iter().rposition(|&other| other == node).expect("it is there");
                let mut group = stack.split_off(at);
                for &member in &group {
                    on_stack[member] = false;
                }
                group.sort_unstable();
                found.push(group);
            }
        }
    }
    found
}
