//! Games that are WebAssembly modules, written in any language: run by an interpreter, within bounds, the
//! same on every machine.

mod bytes;
mod canary;
mod exports;
mod limits;
mod loaded;
mod machine;
mod own;
mod picture;
mod pool;

use std::{
    fmt::{self, Write},
    hash::{Hash, Hasher},
    ops::ControlFlow,
    sync::Arc,
};

use agon_core::{
    Accepted, Aim, BrokenRules, Explained, Extras, Facts, Game, GamePlugin, Heuristic, Learnable, Move, Named, Node,
    OptionError, OptionSpec, Options, Picture, Position, RuleClaim, Seat, Stream, TextError, inventory,
    options::read_bytes,
};

use crate::{
    bytes::{Bytes, write_bytes},
    loaded::Loaded,
    machine::Machine,
};

/// A position of a game that is a module: its bytes, and who acts there.
#[derive(Debug)]
pub struct Module {
    game: Arc<Loaded>,
    node: Node,
    bytes: Bytes,
}

/// A move, by the number that the module has for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub u32);

impl Move for Code {
    #[inline]
    fn code(self) -> u64 {
        self.0.into()
    }
    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        u32::try_from(code).ok().map(Code)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Clone for Module {
    fn clone(&self) -> Module {
        Module { game: self.game.clone(), node: self.node, bytes: self.bytes.clone() }
    }
    #[inline]
    fn clone_from(&mut self, source: &Module) {
        let Module { game, node, bytes } = self;
        if !Arc::ptr_eq(game, &source.game) {
            game.clone_from(&source.game);
        }
        *node = source.node;
        bytes.clone_from(&source.bytes);
    }
}

impl PartialEq for Module {
    fn eq(&self, other: &Module) -> bool {
        *self.bytes == *other.bytes && self.game == other.game
    }
}

impl Eq for Module {}

impl Hash for Module {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(&self.bytes);
    }
}

/// The bytes: letters, digits and signs as they are, all others as `\` and two hexadecimal digits.
impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_bytes(&self.bytes, f)
    }
}

/// The number of moves copied at a time when they are visited.
const AT_ONCE: usize = 64;

impl Module {
    /// The initial position of a module.
    ///
    /// # Errors
    ///
    /// If the module is wrong: which export, and how.
    pub fn of_bytes(bytes: &[u8]) -> Result<Module, String> {
        let game = Loaded::of(bytes)?;
        let (node, start) = game.start.clone();
        Ok(Module { game, node, bytes: start })
    }

    #[inline]
    fn ask<T>(&self, question: impl FnOnce(&mut Machine) -> Result<T, String>) -> T {
        pool::ask(&self.game, &self.bytes, question)
    }

    fn is_over(&self) -> bool {
        self.node == Node::Terminal
    }
}

/// The heuristic of a module without others.
const OWN: &[Named] = &[Named::new("own", "how good the module says that a position looks")];

impl Position for Module {
    type Move = Code;

    const EXTRAS: Extras<Self> = Extras::NONE.explained().learnable();

    #[inline]
    fn facts(&self) -> Facts {
        self.game.facts()
    }
    #[inline]
    fn node(&self) -> Node {
        self.node
    }
    fn each_move(&self, mut visit: impl FnMut(Code) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        let mut seen = 0;
        loop {
            // The visitor may ask about other positions in between.
            let mut some = [0; AT_ONCE];
            let count = self.ask(|machine| {
                let rest = &machine.moves()?[seen..];
                let count = rest.len().min(AT_ONCE);
                some[..count].copy_from_slice(&rest[..count]);
                Ok(count)
            });
            some[..count].iter().try_for_each(|&code| visit(Code(code)))?;
            if count < AT_ONCE {
                return ControlFlow::Continue(());
            }
            seen += count;
        }
    }
    fn play(&mut self, Code(code): Code) {
        let Module { game, node, bytes } = self;
        let was = bytes.clone();
        *node = pool::ask(game, &was, |machine| {
            let node = pool::play(game, machine, code)?;
            bytes.set(machine.position());
            Ok(node)
        });
    }
    fn payoff(&self, seat: Seat) -> f64 {
        self.ask(|machine| machine.payoff(seat))
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let size = self.game.size();
        let expected =
            format!("{size} bytes, written as letters, digits and signs or as `\\` and two hexadecimal digits");
        let bytes = Bytes::parse(text).filter(|bytes| bytes.len() == size);
        let bytes = bytes.ok_or_else(|| TextError::new(text, &expected))?;
        let node = pool::ask(&self.game, &bytes, Machine::check);
        let node = node.ok_or_else(|| TextError::new(text, "one that the module's `check` accepts"))?;
        Ok(Module { game: self.game.clone(), node, bytes: Bytes::of(&bytes) })
    }
    fn weight(&self, Code(code): Code) -> u32 {
        self.ask(|machine| machine.weight(code))
    }
    #[inline]
    fn play_from(&mut self, source: &Self, Code(code): Code) {
        let Module { game, node, bytes } = self;
        if !Arc::ptr_eq(game, &source.game) {
            game.clone_from(&source.game);
        }
        *node = source.ask(|machine| {
            let node = pool::play(&source.game, machine, code)?;
            bytes.set(machine.position());
            Ok(node)
        });
    }
    #[inline]
    fn count(&self) -> usize {
        if self.is_over() { 0 } else { self.ask(|machine| machine.moves().map(<[u32]>::len)) }
    }
    #[inline]
    fn nth(&self, n: usize) -> Code {
        Code(self.ask(|machine| machine.moves().map(|codes| codes[n])))
    }
    fn is_legal(&self, Code(code): Code) -> bool {
        let is_listed = |machine: &mut Machine| Ok(machine.moves()?.binary_search(&code).is_ok());
        !self.is_over() && self.ask(is_listed)
    }
    fn playout(&mut self, stream: &mut Stream) {
        let Module { game, node, bytes } = self;
        let was = bytes.clone();
        let most = game.facts().max_plies;
        *node = pool::ask(game, &was, |machine| {
            let mut node = *node;
            for _ in 0..most {
                let code = match node {
                    Node::Terminal => break,
                    Node::Decision(_) => {
                        let codes = machine.moves()?;
                        codes[stream.below(codes.len() as u32) as usize]
                    }
                    Node::Chance => draw(machine, stream)?,
                };
                node = pool::play(game, machine, code)?;
            }
            if node != Node::Terminal {
                return Err(format!("a play goes on after {most} plies, which `plies` says is the most"));
            }
            bytes.set(machine.position());
            Ok(node)
        });
    }
    fn write_move(&self, Code(code): Code, out: &mut dyn Write) -> fmt::Result {
        out.write_str(&self.ask(|machine| machine.word(code)))
    }
    fn picture(&self) -> Picture {
        if let Some(board) = self.game.board {
            return self.ask(|machine| picture::of(machine, board, self.facts().seats));
        }
        let drawing = self.ask(Machine::drawing);
        Picture::from_text(drawing.unwrap_or_else(|| self.to_string()))
    }
    fn aim(&self, Code(code): Code) -> Aim {
        let Some(board) = self.game.board else { return Aim::word() };
        let places = u32::from(board.0) * u32::from(board.1);
        match self.ask(|machine| machine.aim(code, places)) {
            Some(place) => Aim::at(picture::name(place, board)),
            None => Aim::word(),
        }
    }
    fn heuristics(&self) -> &'static [Named] {
        if self.game.has_estimate { OWN } else { &[] }
    }
    fn estimate(&self, _: Heuristic, seat: Seat) -> f64 {
        self.ask(|machine| machine.estimate(seat))
    }
}

impl Explained for Module {
    fn rules(&self) -> Option<String> {
        Some(self.game.told())
    }
}

impl Learnable for Module {
    fn numbers(&self) -> u32 {
        self.game.numbers()
    }
}

/// Draws an outcome by its weight.
fn draw(machine: &mut Machine, stream: &mut Stream) -> Result<u32, String> {
    let (mut total, count) = (0, machine.moves()?.len());
    for at in 0..count {
        let code = machine.moves()?[at];
        total += machine.weight(code)?;
    }
    let mut left = stream.below(total);
    for at in 0..count {
        let code = machine.moves()?[at];
        let weight = machine.weight(code)?;
        if left < weight {
            return Ok(code);
        }
        left -= weight;
    }
    BrokenRules::give_up("outcomes weigh less than they did")
}

impl Game for Module {
    const NAME: &'static str = "module";
    const ALIASES: &'static [&'static str] = &["wasm", "web assembly"];
    const SUMMARY: &'static str = "any game whose rules are a WebAssembly module, in whatever language it was written";
    const HELP: &'static str = "A module is a file of WebAssembly that exports what a game must say: where it begins, \
        what may be played, what comes of a move, who got what. It is one of the built-in ones, a file, or its \
        bytes in letters (base64:…); a file becomes such a text, so that nothing that was played depends on it later. \
        It runs by itself, without files, clock or network, on whole numbers alone, and every call is bounded in steps \
        and memory: whoever wrote it, its game is the same on every machine. A position is its bytes; in texts letters, \
        digits and signs stand for themselves, all other bytes are \\ and two hexadecimal digits. Games in which a module \
        fails or breaks a promise are void: they count for nobody, and the record says which export was wrong. \
        See docs/module.md. \
        Source: A. Haas and others, Bringing the web up to speed with WebAssembly (2017).";
    const CLAIMS: &'static [RuleClaim] = own::CLAIMS;
    const OPTIONS: &'static [OptionSpec] = &[OptionSpec::binary(
        "file",
        "a file such as \"x.wasm\", a built-in module such as tic-tac-toe, or the bytes of a module in letters",
        "tic-tac-toe",
        "the rules",
    )];
    const SAMPLES: &'static [&'static str] = &["", "file=connect-four", "file=dice-race"];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let wanted = options.text("file");
        let built_in = own::MODULES.iter().find(|(name, _)| *name == wanted);
        let start = match (built_in, read_bytes(wanted)) {
            (Some((_, bytes)), _) => Module::of_bytes(bytes),
            (None, Some(bytes)) => Module::of_bytes(&bytes),
            (None, None) => {
                let names = own::MODULES.iter().map(|(name, _)| *name);
                let accepted = Accepted::new(wanted, names);
                return Err(options.impossible(format!(
                    "there is no module `{wanted}`{accepted}, a file such as `x.wasm`, or `base64:` and bytes"
                )));
            }
        };
        start.map_err(|what| options.impossible(what))
    }
}

inventory::submit! { GamePlugin::of::<Module>() }

#[cfg(test)]
mod tests;
