//! A position of a game that is answered elsewhere.

use std::{
    fmt::{self, Debug, Display, Write},
    hash::{Hash, Hasher},
    marker::PhantomData,
    ops::ControlFlow,
    sync::Arc,
};

use agon_core::{
    AnyMove, Explained, Extras, Eye, Facts, Game, Node, OptionError, OptionSpec, Options, Position, Seat, Stream,
    TextError,
};

use super::{asking::ServedGame, interned::Interned};

/// A game by name whose rules are answered elsewhere: `GamePlugin::of::<ServedPosition<Mine>>()` registers it.
pub trait Served: Send + Sync + 'static {
    /// See [`Game::NAME`].
    const NAME: &'static str;
    /// See [`Game::SUMMARY`].
    const SUMMARY: &'static str;
    /// See [`Game::HELP`].
    const HELP: &'static str = "";
    /// See [`Game::OPTIONS`].
    const OPTIONS: &'static [OptionSpec];

    /// The game that the options name.
    ///
    /// # Errors
    ///
    /// Why there is none.
    fn open(options: &Options) -> Result<Arc<ServedGame>, OptionError>;
}

/// A position of a game that is answered elsewhere: which game, and which text. Equal texts are equal positions.
pub struct ServedPosition<S> {
    game: Arc<ServedGame>,
    at: Arc<Interned>,
    served: PhantomData<S>,
}

impl<S> ServedPosition<S> {
    fn of(game: &Arc<ServedGame>, at: Arc<Interned>) -> Self {
        ServedPosition { game: Arc::clone(game), at, served: PhantomData }
    }

    fn index(&self, m: AnyMove) -> Option<usize> {
        self.game.continuations(&self.at).codes.binary_search(&m.0).ok()
    }

    fn is_over(&self) -> bool {
        self.at.standing.node == Node::Terminal
    }
}

impl<S: Served> Game for ServedPosition<S> {
    const NAME: &'static str = S::NAME;
    const SUMMARY: &'static str = S::SUMMARY;
    const HELP: &'static str = S::HELP;
    const OPTIONS: &'static [OptionSpec] = S::OPTIONS;
    const SAMPLES: &'static [&'static str] = &[];

    fn start(options: &Options) -> Result<Self, OptionError> {
        let game = S::open(options)?;
        let at = game.begin();
        Ok(ServedPosition::of(&game, at))
    }
}

impl<S> Clone for ServedPosition<S> {
    fn clone(&self) -> Self {
        ServedPosition::of(&self.game, Arc::clone(&self.at))
    }
}

impl<S> PartialEq for ServedPosition<S> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.at, &other.at) || self.at.text == other.at.text
    }
}

impl<S> Eq for ServedPosition<S> {}

impl<S> Hash for ServedPosition<S> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.at.key);
    }
}

impl<S> Debug for ServedPosition<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.at.text, f)
    }
}

impl<S> Display for ServedPosition<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.at.text)
    }
}

impl<S: Served> Position for ServedPosition<S> {
    type Move = AnyMove;

    const EXTRAS: Extras<Self> = Extras::NONE.explained();

    fn facts(&self) -> Facts {
        self.game.facts
    }
    fn node(&self) -> Node {
        self.at.standing.node
    }
    fn each_move(&self, visit: impl FnMut(AnyMove) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        self.game.continuations(&self.at).codes.iter().map(|&code| AnyMove(code)).try_for_each(visit)
    }
    fn play(&mut self, m: AnyMove) {
        let index = self.index(m).expect("the move is legal");
        self.at = self.game.after(&self.at, index);
    }
    fn payoff(&self, seat: Seat) -> f64 {
        self.at.standing.payoffs[seat.index()]
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        let at = self.game.read_or_give_up(text)?;
        Ok(ServedPosition::of(&self.game, at))
    }
    fn write_view(&self, eye: Eye, out: &mut dyn Write) -> fmt::Result {
        if !self.facts().hidden {
            return out.write_str(&self.at.text);
        }
        let views = &self.game.continuations(&self.at).views;
        out.write_str(match eye {
            Eye::Seat(seat) => &views[seat.index()],
            Eye::Public => views.last().expect("what everybody sees is the last"),
        })
    }
    fn redeal(&self, seat: Seat, stream: &mut Stream) -> Self {
        if !self.facts().hidden {
            return self.clone();
        }
        let at = self.game.redealt(&self.at, seat, stream.bits());
        ServedPosition::of(&self.game, at)
    }
    fn playout(&mut self, stream: &mut Stream) {
        let game = Arc::clone(&self.game);
        game.in_a_row(|| {
            while self.node() != Node::Terminal {
                let m = self.draw_move(stream);
                self.play(m);
            }
        });
    }
    fn weight(&self, outcome: AnyMove) -> u32 {
        let index = self.index(outcome).expect("the outcome is one of those here");
        self.game.continuations(&self.at).weights[index]
    }
    fn play_from(&mut self, source: &Self, m: AnyMove) {
        let index = source.index(m).expect("the move is legal");
        self.at = source.game.after(&source.at, index);
        if !Arc::ptr_eq(&self.game, &source.game) {
            self.game = Arc::clone(&source.game);
        }
    }
    fn count(&self) -> usize {
        if self.is_over() { 0 } else { self.game.continuations(&self.at).codes.len() }
    }
    fn nth(&self, n: usize) -> AnyMove {
        AnyMove(self.game.continuations(&self.at).codes[n])
    }
    fn is_legal(&self, m: AnyMove) -> bool {
        !self.is_over() && self.index(m).is_some()
    }
    fn write_move(&self, m: AnyMove, out: &mut dyn Write) -> fmt::Result {
        let index = self.index(m).expect("the move is legal");
        out.write_str(&self.game.continuations(&self.at).words[index])
    }
}

impl<S: Served> Explained for ServedPosition<S> {
    fn rules(&self) -> Option<String> {
        Some(self.game.rules.clone())
    }
}
