//! Symbols and ground terms: each stored once and identified by a number.

use std::{collections::BTreeMap, fmt::Write};

/// No term, no row, no binding.
pub(crate) const NONE: u32 = u32::MAX;

/// Numbers found by a hash of their meaning, which only the owner knows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    /// A part of the hash, and the number.
    slots: Vec<(u32, u32)>,
    len: usize,
}

impl Table {
    /// The number with this hash that `is_it`.
    #[inline]
    pub(crate) fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut at = (hash >> 32) as usize & mask;
        loop {
            let (part, number) = self.slots[at];
            if number == NONE {
                return None;
            }
            if part == hash as u32 && is_it(number) {
                return Some(number);
            }
            at = (at + 1) & mask;
        }
    }

    /// The slot of this very hash: its number, to be read and written.
    #[inline]
    pub(crate) fn of_hash(&mut self, hash: u64, fresh: u32) -> &mut u32 {
        self.reserve();
        let mask = self.slots.len() - 1;
        let mut at = (hash >> 32) as usize & mask;
        while self.slots[at].1 != NONE && self.slots[at].0 != hash as u32 {
            at = (at + 1) & mask;
        }
        if self.slots[at].1 == NONE {
            self.slots[at] = (hash as u32, fresh);
            self.len += 1;
        }
        &mut self.slots[at].1
    }

    /// Forgets all numbers, and keeps a little room for others.
    pub(crate) fn clear(&mut self) {
        self.slots.truncate(1 << 14);
        self.slots.fill((0, NONE));
        self.len = 0;
    }

    /// Adds a number that is not there yet.
    pub(crate) fn insert(&mut self, hash: u64, number: u32) {
        self.reserve();
        self.put(hash as u32, (hash >> 32) as u32, number);
        self.len += 1;
    }

    fn put(&mut self, part: u32, place: u32, number: u32) {
        let mask = self.slots.len() - 1;
        let mut at = place as usize & mask;
        while self.slots[at].1 != NONE {
            at = (at + 1) & mask;
        }
        self.slots[at] = (part, number);
    }

    fn reserve(&mut self) {
        if self.slots.is_empty() {
            self.slots = vec![(0, NONE); 16];
        }
        if self.slots.len() < 2 * (self.len + 1) {
            let old = std::mem::take(&mut self.slots);
            self.slots = vec![(0, NONE); 2 * old.len()];
            for (part, number) in old.into_iter().filter(|slot| slot.1 != NONE) {
                self.put(part, place_of(part), number);
            }
        }
    }
}

/// The slot for a hash with that lower half, from which the upper half must follow.
const fn place_of(part: u32) -> u32 {
    part.wrapping_mul(0x9e37_79b1)
}

/// A hash of some numbers, whose upper half follows from the lower.
#[inline]
pub(crate) fn hash_of(first: u32, rest: &[u32]) -> u64 {
    let mut hash = u64::from(first) ^ 0x243f_6a88_85a3_08d3;
    for &number in rest {
        hash = (hash.rotate_left(23) ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    let hash = (hash ^ (hash >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let part = (hash >> 32) as u32;
    u64::from(place_of(part)) << 32 | u64::from(part)
}

/// All symbols and terms of a sheet.
#[derive(Clone, Debug)]
pub(crate) struct Bank {
    names: Vec<String>,
    by_name: BTreeMap<String, u32>,
    symbols: Vec<u32>,
    /// The start of the arguments of each term, and the end of the last.
    starts: Vec<u32>,
    arguments: Vec<u32>,
    depths: Vec<u16>,
    /// The number of words in each term.
    sizes: Vec<u32>,
    table: Table,
}

impl Bank {
    /// About as many bytes as it takes.
    pub(crate) fn bytes(&self) -> usize {
        const NAME: usize = 2 * size_of::<String>() + 32;
        // Of a term: its symbol, start, size, depth, and three slots of the table, of which a third to a half is full.
        const TERM: usize = 3 * size_of::<u32>() + size_of::<u16>() + 3 * size_of::<(u32, u32)>();
        self.names.iter().map(|name| NAME + 2 * name.len()).sum::<usize>()
            + TERM * self.symbols.len()
            + size_of::<u32>() * self.arguments.len()
    }

    pub(crate) fn new() -> Bank {
        Bank {
            names: Vec::new(),
            by_name: BTreeMap::new(),
            symbols: Vec::new(),
            starts: vec![0],
            arguments: Vec::new(),
            depths: Vec::new(),
            sizes: Vec::new(),
            table: Table::default(),
        }
    }

    /// The symbol of that name.
    pub(crate) fn symbol(&mut self, name: &str) -> u32 {
        if let Some(&symbol) = self.by_name.get(name) {
            return symbol;
        }
        let symbol = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.by_name.insert(name.to_owned(), symbol);
        symbol
    }

    /// The symbol of that name, if any term could have it.
    pub(crate) fn known_symbol(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).copied()
    }

    pub(crate) fn name(&self, symbol: u32) -> &str {
        &self.names[symbol as usize]
    }

    /// The number of terms.
    pub(crate) fn len(&self) -> usize {
        self.symbols.len()
    }

    #[inline]
    pub(crate) fn head(&self, term: u32) -> u32 {
        self.symbols[term as usize]
    }

    #[inline]
    pub(crate) fn arguments(&self, term: u32) -> &[u32] {
        let at = term as usize;
        &self.arguments[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The nesting depth of functions in a term; a word has depth zero.
    pub(crate) fn depth(&self, term: u32) -> u16 {
        self.depths[term as usize]
    }

    /// The number of words in a term, written out.
    pub(crate) fn size(&self, term: u32) -> u32 {
        self.sizes[term as usize]
    }

    /// The term, if it is there.
    #[inline]
    pub(crate) fn find(&self, symbol: u32, arguments: &[u32]) -> Option<u32> {
        self.table.find(hash_of(symbol, arguments), |term| {
            self.symbols[term as usize] == symbol && self.arguments(term) == arguments
        })
    }

    /// The term.
    pub(crate) fn term(&mut self, symbol: u32, arguments: &[u32]) -> u32 {
        if let Some(term) = self.find(symbol, arguments) {
            return term;
        }
        let term = self.symbols.len() as u32;
        let depth = arguments.iter().map(|&part| self.depths[part as usize].saturating_add(1)).max();
        let parts = arguments.iter().map(|&part| self.sizes[part as usize]);
        self.sizes.push(parts.fold(1, u32::saturating_add));
        self.symbols.push(symbol);
        self.arguments.extend_from_slice(arguments);
        self.starts.push(self.arguments.len() as u32);
        self.depths.push(depth.unwrap_or(0));
        self.table.insert(hash_of(symbol, arguments), term);
        term
    }

    /// Writes a term as sheets do: a word, or `(f a b)`.
    pub(crate) fn write(&self, term: u32, out: &mut String) {
        let arguments = self.arguments(term);
        if arguments.is_empty() {
            out.push_str(self.name(self.head(term)));
            return;
        }
        let _ = write!(out, "({}", self.name(self.head(term)));
        for &part in arguments {
            out.push(' ');
            self.write(part, out);
        }
        out.push(')');
    }

    pub(crate) fn text(&self, term: u32) -> String {
        let mut text = String::new();
        self.write(term, &mut text);
        text
    }
}
