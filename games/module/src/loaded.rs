//! A loaded module: its declarations, and the checks that can be made at once.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use agon_core::{Facts, Node, Seat, Seed, Sum};
use wasmi::Module as Compiled;

use crate::{
    bytes::{Bytes, text_of},
    canary::IS_SOUND,
    exports,
    limits::{
        MOST_MODULE, MOST_NUMBERS, MOST_PAYOFF, MOST_PLIES, MOST_POSITION, MOST_SEATS, MOST_SIDE, MOST_TRIED, engine,
    },
    machine::{Layout, Machine, on_a_line},
};

/// A compiled module with its declarations.
#[derive(Debug)]
pub(crate) struct Loaded {
    /// No other has this number.
    pub(crate) number: u64,
    compiled: Compiled,
    source: Box<[u8]>,
    layout: Layout,
    /// Its board, of columns and rows.
    pub(crate) board: Option<(u8, u8)>,
    pub(crate) has_estimate: bool,
    pub(crate) start: (Node, Bytes),
    /// What its author says of its rules.
    rules: Option<String>,
}

/// The modules loaded last, so that none is compiled twice in a row.
static KNOWN: Mutex<Vec<Arc<Loaded>>> = Mutex::new(Vec::new());
const KEPT: usize = 8;
/// The number of plays tried; every ply of the first is also played by a new instance.
const PLAYS: u64 = 4;
/// The number of plies of the first play that are checked by a second instance.
const TWICE: u32 = 40;
/// The most moves of a position whose words are read.
const MOST_WORDS: usize = 100;

impl PartialEq for Loaded {
    fn eq(&self, other: &Loaded) -> bool {
        self.number == other.number || self.source == other.source
    }
}

impl Loaded {
    /// Loads a module.
    ///
    /// # Errors
    ///
    /// If the module is wrong: which export, and how.
    pub(crate) fn of(source: &[u8]) -> Result<Arc<Loaded>, String> {
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().iter().find(|found| *found.source == *source) {
            return Ok(Arc::clone(found));
        }
        let loaded = Arc::new(Loaded::read(source)?);
        loaded.try_out()?;
        let mut known = known();
        if known.len() == KEPT {
            known.remove(0);
        }
        known.push(Arc::clone(&loaded));
        Ok(loaded)
    }

    /// A new instance.
    ///
    /// # Errors
    ///
    /// If it cannot be created: the reason.
    pub(crate) fn machine(&self) -> Result<Machine, String> {
        Machine::new(&self.compiled, self.layout)
    }

    pub(crate) fn facts(&self) -> Facts {
        self.layout.facts
    }

    /// The bound of all move numbers; 0 if the module declares none.
    pub(crate) fn numbers(&self) -> u32 {
        self.layout.numbers
    }

    /// The number of bytes of a position.
    pub(crate) fn size(&self) -> usize {
        self.layout.size as usize
    }

    pub(crate) fn read(source: &[u8]) -> Result<Loaded, String> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        if MOST_MODULE < source.len() {
            return Err(format!("it has {} bytes; a module has at most {MOST_MODULE}", source.len()));
        }
        if !*IS_SOUND {
            return Err("this build has no module run: its interpreter does not keep within the stack, as \
                 without optimisation for speed, or with debug assertions"
                .to_owned());
        }
        if !source.starts_with(b"\0asm") {
            return Err("it is no module: a module begins with `\\0asm`".to_owned());
        }
        let compiled = Compiled::new(&engine(), source).map_err(|error| {
            let error = on_a_line(&error.to_string());
            let advice = if error.contains("floating-point") {
                "; rules are counted in whole numbers, which are the same on every machine"
            } else {
                ""
            };
            format!("it is no module that is run here: {error}{advice}")
        })?;
        exports::check(&compiled)?;
        let unknown = Layout { position: 0, size: 0, codes: 0, numbers: 0, facts: Facts::two_seats(1) };
        let mut machine = Machine::new(&compiled, unknown)?;
        let layout = laid_out(&mut machine)?;
        machine.declares(layout);
        let board = board(&mut machine)?;
        let has_estimate = machine.exports().estimate.is_some();
        let node = machine.start()?;
        let start = (node, Bytes::of(machine.position()));
        let rules = machine.rules()?;
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Ok(Loaded { number, compiled, source: source.into(), layout, board, has_estimate, start, rules })
    }

    /// What players are told of its rules: what the author says, and what the module declares.
    pub(crate) fn told(&self) -> String {
        let own = match &self.rules {
            Some(rules) => format!("{rules}\n\n"),
            None => "The rules are a module, which says nothing of them but what may be played, and what comes of it. "
                .to_owned(),
        };
        [own, self.facts().sentences()].concat()
    }

    /// Plays a little at random, and compares with the declarations. Returns the number of steps that this took.
    pub(crate) fn try_out(&self) -> Result<u64, String> {
        let mut machine = self.machine()?;
        for play in 0..PLAYS {
            let mut stream = Seed(play).stream(0);
            machine.hold(&self.start.1);
            let mut node = self.start.0;
            for ply in 0.. {
                self.look(&mut machine, node)?;
                if node == Node::Terminal {
                    machine.payoff(Seat(0))?;
                    break;
                }
                if self.facts().max_plies <= ply {
                    return Err(format!(
                        "in `{}`: the game goes on after {ply} plies, and `plies` is {ply}",
                        text_of(machine.position())
                    ));
                }
                let codes = machine.moves()?.to_vec();
                let code = codes[stream.below(codes.len() as u32) as usize];
                if node == Node::Chance {
                    machine.weight(code)?;
                }
                read_words(&mut machine, &codes)?;
                let before = Bytes::of(machine.position());
                node = machine.play(code)?;
                if play == 0 && ply < TWICE {
                    self.ask_again(&mut machine, &before, code, node)?;
                }
                if MOST_TRIED < machine.steps() {
                    return Ok(machine.steps());
                }
            }
        }
        Ok(machine.steps())
    }

    /// Checks that a reached position is valid.
    fn look(&self, machine: &mut Machine, node: Node) -> Result<(), String> {
        let text = || text_of(machine.position());
        let here = text();
        match machine.check()? {
            Some(found) if found == node => {}
            Some(found) => {
                return Err(format!("in `{here}`: `check` says that {found}; reached by moves, {node}"));
            }
            None => {
                return Err(format!("in `{here}`: `check` refuses it, and it is reached by moves"));
            }
        }
        if node != Node::Terminal && self.has_estimate {
            machine.estimate(Seat(0))?;
        }
        if let Some((columns, rows)) = self.board {
            machine.piece(u32::from(columns) * u32::from(rows) - 1)?;
        }
        machine.drawing().map(|_| ())
    }

    /// Asks a new instance about the position after a move and its legal moves, which must agree with `machine`.
    ///
    /// # Errors
    ///
    /// If they differ: the rules are not a function.
    pub(crate) fn ask_again(&self, machine: &mut Machine, before: &[u8], code: u32, node: Node) -> Result<(), String> {
        let mut other = self.machine()?;
        other.hold(before);
        let differs = |what: String| {
            let at = text_of(before);
            Err(format!("the rules are not a function: in `{at}`, `play({code})` {what}"))
        };
        let other_node = other.play(code)?;
        if other.position() != machine.position() {
            let (one, another) = (text_of(machine.position()), text_of(other.position()));
            return differs(format!("led to `{one}`, and of a new instance to `{another}`"));
        }
        if other_node != node {
            return differs(format!("led to a position where {node}, and of a new instance where {other_node}"));
        }
        if node == Node::Terminal {
            let pays = |machine: &mut Machine| machine.payoff(Seat(0));
            if pays(machine)? == pays(&mut other)? {
                return Ok(());
            }
            return differs("ends with one payoff, and of a new instance with another".to_owned());
        }
        if machine.moves()? != other.moves()? {
            let (one, another) = (machine.moves()?.len(), other.moves()?.len());
            return differs(format!("leaves {one} moves, and of a new instance {another}, or others"));
        }
        Ok(())
    }
}

/// Checks that moves can be distinguished by their words.
fn read_words(machine: &mut Machine, codes: &[u32]) -> Result<(), String> {
    let mut words = BTreeMap::new();
    for &code in codes.iter().take(MOST_WORDS) {
        let word = machine.word(code)?;
        if let Some(other) = words.insert(word, code) {
            let at = text_of(machine.position());
            return Err(format!("in `{at}`: `word` writes {other} and {code} alike"));
        }
    }
    Ok(())
}

/// The declarations of a module.
fn laid_out(machine: &mut Machine) -> Result<Layout, String> {
    let room = machine.room();
    let mut known =
        |name: &'static str, usual: i32| -> Result<i32, String> { Ok(machine.constant(name)?.unwrap_or(usual)) };
    let within = |name: &str, value: i32, least: i32, most: i32| {
        let is_within = (least..=most).contains(&value);
        is_within.then_some(value).ok_or_else(|| format!("`{name}` is {value}; accepted: {least} to {most}"))
    };
    let size = within("size", known("size", 0)?, 1, MOST_POSITION.cast_signed())?.cast_unsigned();
    let position = known("position", 0)?.cast_unsigned();
    if room < position as usize + size as usize {
        return Err(format!("`position` is address {position}, and the memory has {room} bytes"));
    }
    let codes = known("codes", 0)?.cast_unsigned();
    if room < codes as usize + 4 {
        return Err(format!("`codes` is address {codes}, and the memory has {room} bytes"));
    }
    let seats = within("seats", known("seats", 2)?, 1, MOST_SEATS)?;
    let plies = within("plies", known("plies", 0)?, 1, MOST_PLIES)?;
    let chance = within("chance", known("chance", 0)?, 0, 1)?;
    let min = within("min_payoff", known("min_payoff", -1)?, -MOST_PAYOFF, MOST_PAYOFF)?;
    let max = within("max_payoff", known("max_payoff", 1)?, -MOST_PAYOFF, MOST_PAYOFF)?;
    if max <= min {
        return Err(format!("`max_payoff` is {max}, and `min_payoff` {min}"));
    }
    let numbers = within("numbers", known("numbers", 0)?, 0, MOST_NUMBERS)?.cast_unsigned();
    let total = known("total", 0)?;
    let sum = match (within("general", known("general", 0)?, 0, 1)?, total) {
        _ if seats == 1 => Sum::General,
        (1, _) => Sum::General,
        (_, 0) => Sum::Zero,
        (_, total) => Sum::Constant(f64::from(total)),
    };
    let facts =
        Facts::new(seats as u8, plies.cast_unsigned()).with_sum(sum).with_payoffs(f64::from(min), f64::from(max));
    let facts = if chance == 1 { facts.with_chance() } else { facts };
    // A module without estimates is best judged by random playouts.
    let facts = if machine.exports().estimate.is_none() { facts.with_playouts() } else { facts };
    Ok(Layout { position, size, codes, numbers, facts })
}

/// The board of a module that has one.
fn board(machine: &mut Machine) -> Result<Option<(u8, u8)>, String> {
    let (columns, rows) = (machine.constant("columns")?, machine.constant("rows")?);
    let exports = machine.exports();
    let has_piece = exports.piece.is_some();
    match (columns, rows, has_piece) {
        (Some(columns @ 1..=MOST_SIDE), Some(rows @ 1..=MOST_SIDE), true) => Ok(Some((columns as u8, rows as u8))),
        (Some(_), Some(_), true) => Err(format!("`columns` and `rows` are from 1 to {MOST_SIDE}")),
        (None, None, false) if exports.aim.is_none() => Ok(None),
        (None, None, false) => Err("`aim` needs a board: `columns`, `rows` and `piece`".to_owned()),
        _ => Err("a board is `columns`, `rows` and `piece`, all three".to_owned()),
    }
}
