//! An instance of a module that runs: it is asked about one position after another, and every answer is checked.

use agon_core::{Facts, Node, Seat, Sum};
use wasmi::{Instance, Memory, Module, Store, StoreLimits, TrapCode, TypedFunc, WasmParams, errors::ErrorKind};

use crate::{
    bytes::text_of,
    exports::{Exports, MEMORY, Told},
    limits::{MOST_DRAWING, MOST_MOVES, MOST_RULES, MOST_STEPS, MOST_WORD, store},
};

/// The most characters of an interpreter message that are reported.
const MOST_SAID: usize = 200;

/// An interpreter message, on one line of limited length.
pub(crate) fn on_a_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().take(MOST_SAID).collect()
}

/// An instance of a module. Its answers about the last position are cached.
pub(crate) struct Machine {
    store: Store<StoreLimits>,
    instance: Instance,
    memory: Memory,
    exports: Exports,
    layout: Layout,
    /// The position that it is asked about.
    held: Vec<u8>,
    /// The legal moves there, once requested; for chance with their weights.
    codes: Vec<u32>,
    weights: Vec<u32>,
    is_listed: bool,
    /// The payoffs there, once requested.
    payoffs: Vec<f64>,
    /// The number of moves it has played.
    pub(crate) played: u32,
    steps: u64,
}

/// The addresses of a module's data, and its declarations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// The address of the position.
    pub(crate) position: u32,
    /// The size of a position, in bytes.
    pub(crate) size: u32,
    /// The address of the list of moves.
    pub(crate) codes: u32,
    /// The bound of all move numbers; 0 if none is declared.
    pub(crate) numbers: u32,
    pub(crate) facts: Facts,
}

impl Machine {
    /// A new instance.
    ///
    /// # Errors
    ///
    /// If it cannot be created: the reason.
    pub(crate) fn new(module: &Module, layout: Layout) -> Result<Machine, String> {
        let mut store = store(module.engine());
        // Initialising data and tables uses fuel.
        store.set_fuel(MOST_STEPS).expect("fuel is counted");
        let instance = Instance::new(&mut store, module, &[])
            .map_err(|error| format!("it cannot be started: {}", on_a_line(&error.to_string())))?;
        let memory = instance.get_memory(&store, MEMORY).expect("it was checked");
        let exports = Exports::of(instance, &store);
        Ok(Machine {
            store,
            instance,
            memory,
            exports,
            layout,
            held: Vec::new(),
            codes: Vec::new(),
            weights: Vec::new(),
            is_listed: false,
            payoffs: Vec::new(),
            played: 0,
            steps: 0,
        })
    }

    /// The result of a constant function without parameters; `None` if it is not exported.
    pub(crate) fn constant(&mut self, name: &'static str) -> Result<Option<i32>, String> {
        let function: Result<Told, _> = self.instance.get_typed_func(&self.store, name);
        function.ok().map(|function| self.call(name, function, ())).transpose()
    }

    pub(crate) fn declares(&mut self, layout: Layout) {
        self.layout = layout;
    }

    pub(crate) fn exports(&self) -> &Exports {
        &self.exports
    }

    /// The number of bytes of memory.
    pub(crate) fn room(&self) -> usize {
        self.memory.data(&self.store).len()
    }

    /// The number of steps since it was created.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// The position that it is asked about.
    #[inline]
    pub(crate) fn position(&self) -> &[u8] {
        &self.held
    }

    /// From here on it is asked about this position.
    #[inline]
    pub(crate) fn hold(&mut self, position: &[u8]) {
        if self.held != position {
            self.held.clear();
            self.held.extend_from_slice(position);
            self.is_listed = false;
            self.payoffs.clear();
        }
    }

    /// Goes to the start, and returns who acts there.
    pub(crate) fn start(&mut self) -> Result<Node, String> {
        let acts = self.call("start", self.exports.start, ())?;
        self.take();
        self.node("start", acts)
    }

    /// Who acts here, if this can be a position; nothing else is checked.
    pub(crate) fn check(&mut self) -> Result<Option<Node>, String> {
        match self.ask("check", self.exports.check, ())? {
            -2 => Ok(None),
            acts => self.node("check", acts).map(Some),
        }
    }

    /// Plays a legal move, and returns who acts after it.
    #[inline]
    pub(crate) fn play(&mut self, code: u32) -> Result<Node, String> {
        self.played = self.played.wrapping_add(1);
        self.put();
        let acts = self.call("play", self.exports.play, code.cast_signed());
        let acts = acts.map_err(|what| self.after(code, &what))?;
        let node = self.node("play", acts).map_err(|what| self.after(code, &what))?;
        self.take();
        Ok(node)
    }

    /// The codes of all moves here, ascending. There is one at least.
    #[inline]
    pub(crate) fn moves(&mut self) -> Result<&[u32], String> {
        if !self.is_listed {
            self.list()?;
        }
        Ok(&self.codes)
    }

    /// The weight of an outcome.
    pub(crate) fn weight(&mut self, code: u32) -> Result<u32, String> {
        let Some(weight) = self.exports.weight else { return Ok(1) };
        self.moves()?;
        if self.weights.is_empty() {
            let mut total = 0u64;
            for at in 0..self.codes.len() {
                let code = self.codes[at];
                let weighs = self.ask("weight", weight, code.cast_signed())?;
                total += u64::from(weighs.unsigned_abs());
                if weighs < 1 || u64::from(u32::MAX) < total {
                    self.weights.clear();
                    return Err(self.here(&format!(
                        "`weight({code})` is {weighs}; weights are at least 1, and below 2³² together"
                    )));
                }
                self.weights.push(weighs.unsigned_abs());
            }
        }
        Ok(self.codes.binary_search(&code).map_or(1, |at| self.weights[at]))
    }

    /// The payoff of a seat at the end.
    #[inline]
    pub(crate) fn payoff(&mut self, seat: Seat) -> Result<f64, String> {
        if self.payoffs.is_empty() {
            self.pay()?;
        }
        Ok(self.payoffs[seat.index()])
    }

    /// The estimate for a seat.
    pub(crate) fn estimate(&mut self, seat: Seat) -> Result<f64, String> {
        let Some(estimate) = self.exports.estimate else { return Ok(0.0) };
        let number = i32::from(seat.0) + 1;
        let thousandths = self.ask("estimate", estimate, number)?;
        let (min, max) = (self.layout.facts.min_payoff, self.layout.facts.max_payoff);
        let value = f64::from(thousandths) / 1000.0;
        if (min..=max).contains(&value) {
            return Ok(value);
        }
        Err(self
            .here(&format!("`estimate({number})` is {thousandths} thousandths, and payoffs are from {min} to {max}")))
    }

    /// A move in words: its number if the module has no word for it.
    pub(crate) fn word(&mut self, code: u32) -> Result<String, String> {
        let Some(word) = self.exports.word else { return Ok(code.to_string()) };
        let address = self.ask("word", word, code.cast_signed())?;
        let text = self.text("word", address, MOST_WORD)?;
        if text.trim() != text || text.is_empty() || text.contains(char::is_control) {
            return Err(self.here(&format!("`word({code})` is {text:?}, which is no word on a line")));
        }
        Ok(text)
    }

    /// The drawing in letters, if the module has one.
    pub(crate) fn drawing(&mut self) -> Result<Option<String>, String> {
        let Some(drawing) = self.exports.drawing else { return Ok(None) };
        let address = self.ask("drawing", drawing, ())?;
        self.lines("drawing", address, MOST_DRAWING).map(Some)
    }

    /// What the author says of the rules, if anything.
    pub(crate) fn rules(&mut self) -> Result<Option<String>, String> {
        let Some(address) = self.constant("rules")? else { return Ok(None) };
        self.lines("rules", address, MOST_RULES).map(Some)
    }

    /// The content of a place: a letter, or nothing.
    pub(crate) fn piece(&mut self, place: u32) -> Result<Option<char>, String> {
        let Some(piece) = self.exports.piece else { return Ok(None) };
        match self.ask("piece", piece, place.cast_signed())? {
            0 | 32 => Ok(None),
            letter @ 33..=126 => Ok(Some(char::from(letter as u8))),
            other => Err(self
                .here(&format!("`piece({place})` is {other}; a letter of ASCII is from 33 to 126, and 0 is nothing"))),
        }
    }

    /// The place that a move refers to, of this many.
    pub(crate) fn aim(&mut self, code: u32, places: u32) -> Result<Option<u32>, String> {
        let Some(aim) = self.exports.aim else { return Ok(None) };
        match self.ask("aim", aim, code.cast_signed())? {
            -1 => Ok(None),
            place if (0..places.cast_signed()).contains(&place) => Ok(Some(place.cast_unsigned())),
            place => Err(self
                .here(&format!("`aim({code})` is {place}; there are {places} places, the first is 0, and -1 is none"))),
        }
    }

    /// Lists the moves.
    fn list(&mut self) -> Result<(), String> {
        self.codes.clear();
        self.weights.clear();
        let count = self.ask("moves", self.exports.moves, ())?;
        let Some(count) = usize::try_from(count).ok().filter(|n| (1..=MOST_MOVES).contains(n)) else {
            return Err(
                self.here(&format!("`moves` is {count}; where the game goes on there are 1 to {MOST_MOVES} moves"))
            );
        };
        let from = self.layout.codes as usize;
        let Some(list) = self.memory.data(&self.store).get(from..from + 4 * count) else {
            return Err(
                self.here(&format!("`moves` is {count}, and so many codes at address {from} are not in the memory"))
            );
        };
        let words = list.chunks_exact(4);
        self.codes.extend(words.map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])));
        let codes = &self.codes;
        if let Some(at) = (1..count).find(|&at| codes[at] <= codes[at - 1]) {
            let (one, next) = (codes[at - 1], codes[at]);
            return Err(self.here(&format!("`moves` lists {next} after {one}; codes ascend")));
        }
        let numbers = self.layout.numbers;
        if let Some(&last) = codes.last().filter(|&&last| 0 < numbers && numbers <= last) {
            return Err(self.here(&format!("`moves` lists {last}, and `numbers` is {numbers}")));
        }
        self.is_listed = true;
        Ok(())
    }

    /// Asks what everybody got.
    fn pay(&mut self) -> Result<(), String> {
        let Facts { seats, sum, min_payoff, max_payoff, .. } = self.layout.facts;
        let mut payoffs = std::mem::take(&mut self.payoffs);
        for seat in 1..=i32::from(seats) {
            let pays = self.ask("payoff", self.exports.payoff, seat)?;
            if !(min_payoff..=max_payoff).contains(&f64::from(pays)) {
                return Err(self
                    .here(&format!("`payoff({seat})` is {pays}, and payoffs are from {min_payoff} to {max_payoff}")));
            }
            payoffs.push(f64::from(pays));
        }
        let total = match sum {
            Sum::Zero => Some(0.0),
            Sum::Constant(total) => Some(total),
            Sum::General => None,
        };
        let paid: f64 = payoffs.iter().sum();
        if let Some(total) = total.filter(|&total| total != paid) {
            return Err(self.here(&format!("`payoff` of all seats is {paid} together, and should be {total}")));
        }
        self.payoffs = payoffs;
        Ok(())
    }

    /// The text of one or several lines at an address.
    fn lines(&self, name: &str, address: i32, most: usize) -> Result<String, String> {
        let text = self.text(name, address, most)?;
        if text.trim().is_empty() || text.contains(|c: char| c.is_control() && c != '\n') {
            return Err(self.here(&format!("`{name}` is empty, or has control characters")));
        }
        Ok(text.trim_end().to_owned())
    }

    /// The text at an address, up to a zero.
    fn text(&self, name: &str, address: i32, most: usize) -> Result<String, String> {
        let from = address.cast_unsigned() as usize;
        let memory = self.memory.data(&self.store);
        let rest = memory.get(from..).unwrap_or_default();
        let text = rest.iter().take(most + 1).position(|&byte| byte == 0).map(|end| &rest[..end]);
        match text.map(str::from_utf8) {
            Some(Ok(text)) => Ok(text.to_owned()),
            Some(Err(error)) => {
                Err(self
                    .here(&format!("`{name}` is no text: byte {} at address {from} is not UTF-8", error.valid_up_to())))
            }
            None => {
                Err(self
                    .here(&format!("`{name}` is address {from}, where no zero ends a text of at most {most} bytes")))
            }
        }
    }

    /// Who acts, as a function reported.
    #[inline]
    fn node(&self, name: &str, acts: i32) -> Result<Node, String> {
        let Facts { seats, chance, .. } = self.layout.facts;
        match acts {
            -1 => Ok(Node::Terminal),
            0 if chance => Ok(Node::Chance),
            seat if 1 <= seat && seat <= i32::from(seats) => Ok(Node::Decision(Seat(seat as u8 - 1))),
            0 => Err(format!("`{name}` is 0, for chance, and the module does not say that it has chance")),
            _ => {
                Err(format!("`{name}` is {acts}; it says who acts, from 1 to {seats}, 0 for chance, and -1 at the end"))
            }
        }
    }

    /// Asks about the position that is held.
    fn ask<P: WasmParams>(&mut self, name: &str, function: TypedFunc<P, i32>, about: P) -> Result<i32, String> {
        self.put();
        self.call(name, function, about).map_err(|what| self.here(&what))
    }

    /// Copies the position to the address where the module reads it, which discards any changes by the module.
    #[inline]
    fn put(&mut self) {
        let from = self.layout.position as usize;
        let room = &mut self.memory.data_mut(&mut self.store)[from..from + self.held.len()];
        room.copy_from_slice(&self.held);
    }

    /// Holds what lies there.
    #[inline]
    fn take(&mut self) {
        let Layout { position, size, .. } = self.layout;
        let (from, size) = (position as usize, size as usize);
        self.held.clear();
        self.held.extend_from_slice(&self.memory.data(&self.store)[from..from + size]);
        self.is_listed = false;
        self.payoffs.clear();
    }

    #[inline]
    fn call<P: WasmParams>(&mut self, name: &str, function: TypedFunc<P, i32>, params: P) -> Result<i32, String> {
        self.store.set_fuel(MOST_STEPS).expect("fuel is counted");
        let answer = function.call(&mut self.store, params);
        self.steps += MOST_STEPS - self.store.get_fuel().expect("fuel is counted");
        answer.map_err(|error| match error.kind() {
            ErrorKind::TrapCode(TrapCode::OutOfFuel) => {
                format!("`{name}` takes more than {MOST_STEPS} steps")
            }
            ErrorKind::TrapCode(TrapCode::StackOverflow) => {
                format!("`{name}` calls itself too deeply")
            }
            _ => format!("`{name}` fails: {}", on_a_line(&error.to_string())),
        })
    }

    fn here(&self, what: &str) -> String {
        format!("in `{}`: {what}", text_of(&self.held))
    }

    fn after(&self, code: u32, what: &str) -> String {
        format!("in `{}`, after move {code}: {what}", text_of(&self.held))
    }
}
