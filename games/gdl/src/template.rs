//! Matching patterns with terms: the compared part of a row, and the resulting values of variables.

use crate::{
    bank::{Bank, NONE},
    rules::Pattern,
};

/// The compared part of a row: nothing, a key, or a function with parts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Template {
    Any,
    Key,
    Parts(u32, Box<[Template]>),
}

/// Counts the parts of a pattern below its root, and the known ones among them.
pub(crate) fn weigh(pattern: &Pattern, bound: &[bool], known: &mut u32, all: &mut u32) {
    if let Pattern::Compound(_, parts) = pattern {
        for part in parts {
            *all += 1;
            match part {
                Pattern::Term(_) => *known += 1,
                Pattern::Variable(variable) => *known += u32::from(bound[usize::from(*variable)]),
                Pattern::Compound(..) => {
                    *known += 1;
                    weigh(part, bound, known, all);
                }
            }
        }
    }
}

/// The known part of a pattern. The root is the predicate, which every row has.
pub(crate) fn template(pattern: &Pattern, bound: &[bool]) -> Template {
    match pattern {
        Pattern::Term(_) => Template::Key,
        Pattern::Variable(variable) => {
            if bound[usize::from(*variable)] {
                Template::Key
            } else {
                Template::Any
            }
        }
        Pattern::Compound(symbol, parts) => {
            let parts: Box<[Template]> = parts.iter().map(|part| template(part, bound)).collect();
            Template::Parts(*symbol, parts)
        }
    }
}

/// The keys of a row; whether it fits the template.
pub(crate) fn keys(bank: &Bank, template: &Template, term: u32, keys_of: &mut Vec<u32>) -> bool {
    match template {
        Template::Any => true,
        Template::Key => {
            keys_of.push(term);
            true
        }
        Template::Parts(symbol, parts) => {
            let arguments = bank.arguments(term);
            bank.head(term) == *symbol
                && arguments.len() == parts.len()
                && parts.iter().zip(arguments).all(|(part, &term)| keys(bank, part, term, keys_of))
        }
    }
}

/// The term that a pattern is with these values, if there is such a term.
pub(crate) fn known(bank: &Bank, pattern: &Pattern, values: &[u32]) -> Option<u32> {
    match pattern {
        Pattern::Variable(variable) => Some(values[usize::from(*variable)]),
        Pattern::Term(term) => Some(*term),
        Pattern::Compound(symbol, parts) => {
            let mut terms = [NONE; 8];
            if parts.len() <= terms.len() {
                for (term, part) in terms.iter_mut().zip(parts) {
                    *term = known(bank, part, values)?;
                }
                return bank.find(*symbol, &terms[..parts.len()]);
            }
            let terms = parts.iter().map(|part| known(bank, part, values));
            bank.find(*symbol, &terms.collect::<Option<Vec<u32>>>()?)
        }
    }
}

/// Whether two patterns are the same term with these values. No term is made for it.
pub(crate) fn is_same(bank: &Bank, one: &Pattern, other: &Pattern, values: &[u32]) -> bool {
    match (one, other) {
        (Pattern::Compound(symbol, parts), Pattern::Compound(head, others)) => {
            let mut both = parts.iter().zip(others);
            symbol == head && parts.len() == others.len() && both.all(|(one, other)| is_same(bank, one, other, values))
        }
        (Pattern::Compound(..), other) => is_same(bank, other, one, values),
        (Pattern::Variable(variable), other) => is_term(bank, values[usize::from(*variable)], other, values),
        (Pattern::Term(term), other) => is_term(bank, *term, other, values),
    }
}

fn is_term(bank: &Bank, term: u32, pattern: &Pattern, values: &[u32]) -> bool {
    match pattern {
        Pattern::Variable(variable) => values[usize::from(*variable)] == term,
        Pattern::Term(other) => *other == term,
        Pattern::Compound(symbol, parts) => {
            let arguments = bank.arguments(term);
            bank.head(term) == *symbol
                && arguments.len() == parts.len()
                && arguments.iter().zip(parts).all(|(&term, part)| is_term(bank, term, part, values))
        }
    }
}

/// The keys of the rows that are wanted; whether there can be any.
pub(crate) fn wanted_keys(
    bank: &Bank,
    template: &Template,
    pattern: &Pattern,
    values: &[u32],
    wanted: &mut Vec<u32>,
) -> bool {
    match (template, pattern) {
        (Template::Any, _) => true,
        (Template::Key, pattern) => match known(bank, pattern, values) {
            Some(term) => {
                wanted.push(term);
                true
            }
            None => false,
        },
        (Template::Parts(_, templates), Pattern::Compound(_, parts)) => {
            let mut both = templates.iter().zip(parts);
            both.all(|(template, part)| wanted_keys(bank, template, part, values, wanted))
        }
        (Template::Parts(..), _) => unreachable!("templates are built like their patterns"),
    }
}

/// Whether a term is an instance of a pattern; its variables get their values, which the trail records.
pub(crate) fn fits(bank: &Bank, pattern: &Pattern, term: u32, values: &mut [u32], trail: &mut Vec<u16>) -> bool {
    match pattern {
        Pattern::Term(other) => *other == term,
        Pattern::Variable(variable) => {
            let value = &mut values[usize::from(*variable)];
            if *value == NONE {
                *value = term;
                trail.push(*variable);
                return true;
            }
            *value == term
        }
        Pattern::Compound(symbol, parts) => {
            if bank.head(term) != *symbol || bank.arguments(term).len() != parts.len() {
                return false;
            }
            parts.iter().enumerate().all(|(number, part)| {
                let argument = bank.arguments(term)[number];
                fits(bank, part, argument, values, trail)
            })
        }
    }
}
