//! The game in the engine's own notation: the first position, and the moves.

use agon_core::{AnyMove, AnyPosition, Node, Position, Protocol, Seat, Setup};

/// A move that was played.
pub(crate) struct Step {
    /// Whose it was; nobody's where chance decided.
    pub(crate) seat: Option<Seat>,
    /// The protocol's word for it.
    pub(crate) word: String,
    /// Whether there was no other.
    pub(crate) is_forced: bool,
}

/// How much of which story was sent.
#[derive(Clone, Copy, Default)]
pub(crate) struct Telling(Option<(u64, usize)>);

impl Telling {
    /// How many moves of this very story; `None` if it is another one, or was never begun.
    pub(crate) fn of(self, story: &Story) -> Option<usize> {
        self.0.filter(|&(number, _)| number == story.number).map(|(_, moves)| moves)
    }

    /// Whether there was any.
    pub(crate) fn is_any(self) -> bool {
        self.0.is_some()
    }

    /// All of it, and the move that the program has just played itself.
    pub(crate) fn and_own(story: &Story) -> Telling {
        Telling(Some((story.number, story.moves.len() + 1)))
    }
}

/// Where a game began, and the moves since.
pub(crate) struct Story {
    protocol: Protocol,
    /// What the protocol says of its beginning.
    pub(crate) setup: Setup,
    /// The moves since.
    pub(crate) moves: Vec<Step>,
    /// Where they lead.
    pub(crate) now: AnyPosition,
    /// Changes whenever the story is another one, and not this one continued.
    pub(crate) number: u64,
}

impl Story {
    /// The story that begins at `start`.
    ///
    /// # Errors
    ///
    /// Why the engine cannot be given the game.
    pub(crate) fn new(protocol: Protocol, start: &AnyPosition) -> Result<Story, String> {
        if start.facts().hidden {
            let why = "it hides something, and this protocol shows every position as it is";
            return Err(why.to_owned());
        }
        let setup = start.foreign_setup(protocol)?;
        Ok(Story { protocol, setup, moves: Vec::new(), now: start.clone(), number: 0 })
    }

    /// Begins anew, unless it has come to `position` already.
    pub(crate) fn come_to(&mut self, position: &AnyPosition) -> Result<(), String> {
        if self.now == *position {
            return Ok(());
        }
        self.begin(position)
    }

    /// Another story, which begins at `start`.
    pub(crate) fn begin(&mut self, start: &AnyPosition) -> Result<(), String> {
        self.setup = start.foreign_setup(self.protocol)?;
        self.moves.clear();
        self.now.clone_from(start);
        self.number += 1;
        Ok(())
    }

    /// Goes on by `m`, which is legal.
    pub(crate) fn go_on(&mut self, m: AnyMove) {
        let seat = match self.now.node() {
            Node::Decision(seat) => Some(seat),
            Node::Chance | Node::Terminal => None,
        };
        let mut word = String::new();
        self.now.write_foreign(m, self.protocol, &mut word).expect("a string takes any text");
        self.moves.push(Step { seat, word, is_forced: self.now.count() == 1 });
        self.now.play(m);
    }
}
