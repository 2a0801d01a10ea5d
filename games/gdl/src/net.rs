//! A sheet without variables as a net of gates, which a machine evaluates incrementally.
//!
//! Every gate counts its true inputs, and is on if they suffice: one for an *or*, all for an *and*. A change of one
//! input changes the counts of the gates it leads to, and propagates only if a gate switches. (E. Schkufza, N. Love and
//! M. Genesereth, Propositional automata and cell automata: representational frameworks for discrete dynamic systems,
//! 2008; the counters are those of S. Draper's player Sancho, 2014.) What moves alone decide is no gate but a row of bits
//! of each move ([`choices`]). Gates that only goals need are followed once somebody asks for a goal.

mod choices;
mod machine;
mod wiring;

use std::collections::BTreeMap;

use self::{
    choices::{Choices, Forms},
    wiring::{Questions, Wires},
};
pub(crate) use self::{machine::Machine, wiring::Ring};
use crate::{
    bank::NONE,
    gates::{Builder, Gate, Masks, NO},
    ground::Ground,
    kif::Remark,
    rules::Rules,
};

/// A role.
#[derive(Clone, Debug)]
pub(crate) struct Role {
    pub(crate) term: u32,
    pub(crate) name: String,
    /// Whether it is `random`, played by chance.
    pub(crate) is_random: bool,
}

/// The moves of one role, in the order of their texts.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    /// The number of the first; the others follow.
    pub(crate) first: u32,
    pub(crate) texts: Vec<String>,
}

/// The shared part of one sheet.
#[derive(Debug)]
pub(crate) struct Net {
    /// The facts of positions, in the order of their texts.
    pub(crate) facts: Vec<u32>,
    pub(crate) texts: Vec<String>,
    pub(crate) moves: Vec<Moves>,
    /// By role, the goals with their nodes.
    pub(crate) goals: Vec<Vec<(u8, u32)>>,
    /// For each role, what it may see, with the node of each, in the order of the texts.
    pub(crate) sees: Vec<Vec<(String, u32)>>,
    pub(crate) terminal: u32,
    /// By role, what all its moves, or many of them, have in common.
    pub(crate) masks: Vec<Masks>,
    /// The number of words for the facts, and for the moves of all roles.
    pub(crate) fact_words: usize,
    pub(crate) move_words: usize,
    /// The first words of the nodes that say what holds after the moves, and which moves are legal.
    pub(crate) next_word: usize,
    pub(crate) legal_word: usize,
    /// What moves alone answer, on nodes behind those of the facts.
    pub(crate) choices: Choices,
    pub(crate) wires: Wires,
    /// The initial position.
    pub(crate) start: Vec<u64>,
}

/// About as many bytes as texts take, with what the allocator adds to each.
fn bytes_of<'a>(texts: impl IntoIterator<Item = &'a String>) -> usize {
    const EACH: usize = size_of::<String>() + 16;
    texts.into_iter().map(|text| EACH + text.len()).sum()
}

impl Net {
    /// About as many bytes as it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.wires.bytes()
            + self.choices.bytes()
            + size_of::<u32>() * self.facts.len()
            + size_of::<u64>() * self.start.len()
            + bytes_of(&self.texts)
            + self.moves.iter().map(|moves| bytes_of(&moves.texts)).sum::<usize>()
            + self.sees.iter().map(|sees| bytes_of(sees.iter().map(|(text, _)| text))).sum::<usize>()
    }

    #[expect(clippy::too_many_lines, reason = "one thing after another, each of a few lines")]
    /// Builds the net. Where `not` is in a loop that grounding leaves, it cannot be.
    pub(crate) fn new(rules: &Rules, ground: &Ground, roles: &[Role]) -> Result<Net, Remark> {
        let atoms = &ground.atoms;
        let bank = &atoms.bank;
        let relation = |word: &str| &atoms.relations[rules.keyword(word)].rows;
        // 1. Facts and moves in the order of their texts.
        let mut facts: Vec<(String, u32)> = relation("true")
            .iter()
            .map(|&atom| (bank.text(bank.arguments(atom)[0]), bank.arguments(atom)[0]))
            .collect();
        facts.sort_unstable();
        let mut builder = Builder {
            rules,
            ground,
            gates: vec![Gate::input(false)],
            known: BTreeMap::new(),
            literals: vec![NONE; bank.len()],
            by_role: BTreeMap::new(),
        };
        let atom_of = |word: &str, parts: &[u32]| bank.known_symbol(word).and_then(|symbol| bank.find(symbol, parts));
        for &(_, fact) in &facts {
            let atom = atom_of("true", &[fact]).expect("the fact came from such an atom");
            builder.literals[atom as usize] = builder.input(false);
        }
        let mut moves = Vec::new();
        let mut move_terms = Vec::new();
        let mut first = 0u32;
        for role in roles {
            let mut own: Vec<(String, u32)> = relation("does")
                .iter()
                .filter(|&&atom| bank.arguments(atom)[0] == role.term)
                .map(|&atom| (bank.text(bank.arguments(atom)[1]), bank.arguments(atom)[1]))
                .collect();
            own.sort_unstable();
            for &(_, term) in &own {
                let atom = atom_of("does", &[role.term, term]).expect("the move came from it");
                let literal = builder.input(true);
                builder.literals[atom as usize] = literal;
                builder.by_role.entry(role.term).or_default().push(literal);
            }
            move_terms.push(own.iter().map(|&(_, term)| term).collect::<Vec<_>>());
            let texts: Vec<String> = own.into_iter().map(|(text, _)| plain(text)).collect();
            let next = first + (texts.len() as u32).next_multiple_of(64);
            moves.push(Moves { first, texts });
            first = next;
        }
        builder.derive()?;
        // 2. The questions asked of a position.
        let literal = |atom: Option<u32>| {
            let found = atom.and_then(|atom| builder.literals.get(atom as usize).copied());
            found.filter(|&literal| literal != NONE).unwrap_or(NO)
        };
        let next: Vec<u32> = facts.iter().map(|&(_, fact)| literal(atom_of("next", &[fact]))).collect();
        let mut legal = vec![NONE; first as usize];
        for ((role, of), terms) in roles.iter().zip(&moves).zip(&move_terms) {
            for (number, &term) in terms.iter().enumerate() {
                legal[of.first as usize + number] = literal(atom_of("legal", &[role.term, term]));
            }
        }
        let atom_literals = std::mem::take(&mut builder.literals);
        let literal = |atom: Option<u32>| {
            let found = atom.and_then(|atom| atom_literals.get(atom as usize).copied());
            found.filter(|&literal| literal != NONE).unwrap_or(NO)
        };
        let mut masks = Vec::with_capacity(roles.len());
        for of in &moves {
            let own = &mut legal[of.first as usize..of.first as usize + of.texts.len()];
            masks.push(builder.share(own));
        }
        let mut last: Vec<u32> = vec![literal(atom_of("terminal", &[]))];
        let mut asked_goals = Vec::new();
        let mut goals = vec![Vec::new(); roles.len()];
        let mut sees = vec![Vec::new(); roles.len()];
        let place = |term: u32| roles.iter().position(|role| role.term == term);
        for &atom in relation("goal") {
            let &[role, value] = bank.arguments(atom) else { continue };
            let value = bank.text(value).parse::<u8>().ok().filter(|value| *value <= 100);
            if let (Some(role), Some(value)) = (place(role), value) {
                goals[role].push((value, asked_goals.len() as u32));
                asked_goals.push(literal(Some(atom)));
            }
        }
        for &atom in relation("sees") {
            let &[role, what] = bank.arguments(atom) else { continue };
            if let Some(role) = place(role) {
                sees[role].push((plain(bank.text(what)), last.len() as u32));
                last.push(literal(Some(atom)));
            }
        }
        for of in &mut goals {
            of.sort_unstable();
        }
        for of in &mut sees {
            of.sort_unstable();
        }
        // 3. Every gate that is needed gets a place.
        let counts = moves.iter().map(|of| of.texts.len() as u32).collect();
        let forms = Forms::of(&builder.gates, 1 + facts.len(), counts);
        let shared = masks.iter().flat_map(|of| &of.shared).map(|&(literal, _)| literal).collect();
        let asked = Questions { next, legal, last, goals: asked_goals, shared };
        let laid = wiring::lay(&builder.gates, &forms, facts.len(), &asked);
        for of in goals.iter_mut().flatten() {
            of.1 = laid.goals[of.1 as usize];
        }
        for of in sees.iter_mut().flatten() {
            of.1 += laid.last_at;
        }
        let shared = masks.iter_mut().flat_map(|of| &mut of.shared);
        shared.zip(laid.shared).for_each(|((literal, _), at)| *literal = at);
        let fact_words = facts.len().div_ceil(64);
        let mut start = vec![0u64; fact_words];
        for (number, &(_, fact)) in facts.iter().enumerate() {
            if atom_of("init", &[fact]).is_some_and(|atom| atoms.holds(atom)) {
                start[number / 64] |= 1 << (number % 64);
            }
        }
        let (texts, facts) = facts.into_iter().unzip();
        Ok(Net {
            facts,
            texts,
            moves,
            goals,
            sees,
            terminal: laid.last_at,
            masks,
            fact_words,
            move_words: first as usize / 64,
            next_word: laid.next_at as usize / 64,
            legal_word: laid.legal_at as usize / 64,
            choices: laid.choices,
            wires: laid.wires,
            start,
        })
    }

    /// The number of nodes that depend on others.
    pub(crate) fn gates(&self) -> usize {
        let mut is_gate = vec![false; self.wires.count()];
        self.wires.all().for_each(|(_, edge)| is_gate[edge as usize >> 1] = true);
        is_gate.into_iter().filter(|&is_gate| is_gate).count()
    }

    /// The number of nodes and edges.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.wires.count(), self.wires.all().count())
    }

    /// The first word of the gates; facts and choices come before.
    pub(crate) fn gate_word(&self) -> usize {
        self.fact_words + self.choices.words
    }
}

/// A move as people write it: without the parentheses around it.
pub(crate) fn plain(text: String) -> String {
    match text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        Some(inner) => inner.to_owned(),
        None => text,
    }
}
