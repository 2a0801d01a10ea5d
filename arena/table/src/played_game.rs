//! A game between people and players, in progress or over: one value, and one place for each of its rules.

mod actions;
mod seats;
mod stored;

use std::time::Duration;

use agon_arena::play::moves_to_come;
use agon_core::{AnyMove, Node, Position, Seat, Stream};

use crate::{
    asking::{StreamUser, stream, stream_for},
    ending::{End, takes_draw},
    place::GivenPosition,
    played_clock::PlayedClock,
    sitter::Sitter,
    thought::Thought,
};

/// A game between people and players, in progress or over: where it stands, who sits at it, its clock, its offers and its
/// end.
///
/// It does no input or output, asks no player, and reads no clock: every moment (`now`) is handed in as the time since one
/// that the caller chose, and never goes back. Whoever acts names the seats for which they speak; what is refused changes
/// nothing.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    site: GivenPosition,
    /// Moves that were taken back, the next first.
    redo: Vec<AnyMove>,
    seed: u64,
    /// Who sits where, in seat order.
    sitters: Vec<Sitter>,
    /// What was thought of each move, nothing where nobody thought.
    thoughts: Vec<Option<Thought>>,
    clock: Option<PlayedClock>,
    /// How it ended, where not by its rules.
    end: Option<End>,
    /// The seats that offer a draw, the first first.
    offers: Vec<Seat>,
    /// The seat whose view is on the screen of people who share one, where something is hidden.
    uncovered: Option<Seat>,
    /// Counts the positions.
    turn: u64,
}

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToMove {
    /// The person at this seat.
    Person(Seat),
    /// The player at this seat.
    Player(Seat),
    /// Chance.
    Chance,
    /// Nobody: the game is over.
    Nobody,
}

impl PlayedGame {
    /// A game that stands so, with the seed of its chance and its players, and somebody for each seat.
    ///
    /// # Panics
    ///
    /// Where the game has another number of seats than there are sitters.
    pub fn new(site: GivenPosition, seed: u64, sitters: Vec<Sitter>, clock: Option<PlayedClock>) -> PlayedGame {
        assert_eq!(sitters.len(), usize::from(site.here.facts().seats), "a sitter for each seat");
        PlayedGame {
            thoughts: vec![None; site.line.len()],
            site,
            redo: Vec::new(),
            seed,
            sitters,
            clock,
            end: None,
            offers: Vec::new(),
            uncovered: None,
            turn: 0,
        }
    }

    /// The true position, and how it came about. What of it may be shown is told by [`shown`](PlayedGame::shown).
    pub fn site(&self) -> &GivenPosition {
        &self.site
    }

    /// Moves that were taken back and can be played again, the next first.
    pub fn taken_back(&self) -> &[AnyMove] {
        &self.redo
    }

    /// What chance and the players draw from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Who sits where, in seat order.
    pub fn sitters(&self) -> &[Sitter] {
        &self.sitters
    }

    /// What was thought of each move that was played, nothing where nobody thought.
    pub fn thoughts(&self) -> &[Option<Thought>] {
        &self.thoughts
    }

    /// The clock, if it is played by one.
    pub fn clock(&self) -> Option<&PlayedClock> {
        self.clock.as_ref()
    }

    /// Changes whenever the position or the end does: what was begun before is too late then.
    pub fn turn(&self) -> u64 {
        self.turn
    }

    /// How it ended, if it did: never [`Quit`](End::Quit) or [`Fault`](End::Fault).
    pub fn ended(&self) -> Option<End> {
        let is_over = self.site.here.node() == Node::Terminal;
        self.end.clone().or_else(|| is_over.then_some(End::Terminal))
    }

    /// Who acts next.
    pub fn to_move(&self) -> ToMove {
        if self.end.is_some() {
            return ToMove::Nobody;
        }
        match self.site.here.node() {
            Node::Decision(seat) if self.sitters[seat.index()].is_person() => ToMove::Person(seat),
            Node::Decision(seat) => ToMove::Player(seat),
            Node::Chance => ToMove::Chance,
            Node::Terminal => ToMove::Nobody,
        }
    }

    /// The seat to act, if a seat is.
    pub fn mover(&self) -> Option<Seat> {
        match self.to_move() {
            ToMove::Person(seat) | ToMove::Player(seat) => Some(seat),
            ToMove::Chance | ToMove::Nobody => None,
        }
    }

    /// What chance draws here: it follows from the seed and the number of moves, so that a move taken back and played
    /// again meets the same dice. Nothing where chance does not act.
    pub fn outcome(&self) -> Option<AnyMove> {
        (self.to_move() == ToMove::Chance).then(|| {
            let mut nature = stream(self.seed, self.site.line.len(), StreamUser::Nature);
            self.site.here.draw_move(&mut nature)
        })
    }

    /// What whoever is asked about this seat draws from.
    pub fn stream_for(&self, seat: Seat, drawer: StreamUser) -> Stream {
        stream_for(self.seed, &self.site, seat, drawer)
    }

    /// How long whoever is asked about this seat may think, where there is a clock.
    pub fn share_of_time(&self, seat: Seat, now: Duration) -> Option<Duration> {
        let to_come = moves_to_come(&self.site.base.facts(), self.site.line.len());
        self.clock.as_ref().map(|clock| clock.left(now).share(seat, to_come))
    }

    /// Since when the person to act has thought, and what they had left then; nothing where no person's time runs.
    pub fn person_runs(&self) -> Option<(Duration, Duration)> {
        let (seat, since, left) = self.clock.as_ref()?.running()?;
        self.sitters[seat.index()].is_person().then_some((since, left))
    }

    /// The seat that offered a draw first, while an offer stands.
    pub fn offer(&self) -> Option<Seat> {
        self.offers.first().copied()
    }

    /// Whether this seat agrees to a draw now: a person who offers it, or a player that thought at its
    /// last three moves that it has no more.
    pub fn agrees(&self, seat: Seat) -> bool {
        if self.sitters[seat.index()].is_person() {
            return self.offers.contains(&seat);
        }
        let values: Vec<Option<f64>> = self.thoughts.iter().map(|thought| thought.as_ref()?.value).collect();
        takes_draw(&self.site, &values, seat)
    }
}
