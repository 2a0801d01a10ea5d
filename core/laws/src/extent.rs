//! How far the laws of a game are checked: counted, never timed, so that it is the same on any machine.

use std::cell::{Cell, RefCell};

use agon_core::{Explained, NamedGame};

/// How far the laws of a game are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LawExtent {
    /// The positions visited near the start.
    pub positions: usize,
    /// The random plays.
    pub plays: u64,
    /// The moves of positions that each other part of the checks may look at: texts, odds, views and the like.
    pub moves: u64,
}

impl LawExtent {
    /// That of most games.
    pub const USUAL: LawExtent = LawExtent { positions: 2_000, plays: 30, moves: 5_000_000 };

    /// That of games whose positions take a hundred times more work.
    pub const BRIEF: LawExtent = LawExtent { positions: 200, plays: 8, moves: 20_000 };

    /// Several times the usual one.
    pub const THOROUGH: LawExtent = LawExtent { positions: 10_000, plays: 150, moves: 25_000_000 };

    /// What suits a game: less where another program answers for its rules, or where they are
    /// [slow](agon_core::Remarks::is_slow).
    pub fn of(game: &NamedGame, is_thorough: bool) -> LawExtent {
        let is_slow = !game.plugin.is_inside || game.start.remarks().is_slow;
        match (is_slow, is_thorough) {
            (true, false) => LawExtent::BRIEF,
            (false, true) => LawExtent::THOROUGH,
            _ => LawExtent::USUAL,
        }
    }

    /// What is spent near the start: positions are fewer where they have more moves.
    const fn near(self) -> u64 {
        MOVES_EACH * self.positions as u64
    }
}

/// The allowance of moves in breadth for each position.
const MOVES_EACH: u64 = 40;

/// The factor by which more moves are examined along random plays.
const PLAYS_TIMES: u64 = 4;

/// A part of the checks, with a budget of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LawPart {
    /// All laws of one position, near the start.
    Near,
    /// The keys of many deep positions.
    Deep,
    /// All laws of one position, along random plays.
    Plays,
    /// Arbitrary texts.
    Texts,
    /// Whether what is drawn is drawn fairly.
    Odds,
    /// Views and redeals.
    Views,
    /// The bytes that learned evaluations read.
    Bytes,
    /// Whether moves that suffice do.
    Sufficient,
}

impl LawPart {
    const ALL: [LawPart; 8] = [
        LawPart::Near,
        LawPart::Deep,
        LawPart::Plays,
        LawPart::Texts,
        LawPart::Odds,
        LawPart::Views,
        LawPart::Bytes,
        LawPart::Sufficient,
    ];

    /// Its budget of moves.
    const fn budget(self, extent: LawExtent) -> u64 {
        match self {
            LawPart::Near => extent.near(),
            LawPart::Plays | LawPart::Bytes => PLAYS_TIMES * extent.near(),
            LawPart::Deep | LawPart::Texts | LawPart::Odds | LawPart::Views | LawPart::Sufficient => extent.moves,
        }
    }
}

/// What was looked at before a verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Looked {
    /// The positions near the start at which all laws were checked.
    pub near: u64,
    /// The positions of random plays at which they were.
    pub positions: u64,
    /// The random plays, the last of which may not have come to its end.
    pub plays: u64,
    /// The laws, or kinds of laws, whose budget ended before they were checked as far as was meant: each with the part
    /// of it that was.
    pub cut: Vec<String>,
}

/// The budgets of one check, and what was looked at.
pub(super) struct LawBudget {
    extent: LawExtent,
    part: Cell<LawPart>,
    left: Cell<u64>,
    /// The moves in the budgets of parts that are over.
    over: Cell<u64>,
    pub(super) looked: RefCell<Looked>,
}

impl LawBudget {
    pub(super) fn of(extent: LawExtent) -> LawBudget {
        LawBudget {
            extent,
            part: Cell::new(LawPart::Near),
            left: Cell::new(LawPart::Near.budget(extent)),
            over: Cell::new(0),
            looked: RefCell::default(),
        }
    }

    /// Begins the next part.
    pub(super) fn begin(&self, part: LawPart) {
        let before = LawPart::ALL.iter().take_while(|&&other| other != part);
        self.over.set(before.map(|other| other.budget(self.extent)).sum());
        self.part.set(part);
        self.left.set(part.budget(self.extent));
    }

    /// Subtracts the moves of a position. Whether there is something left.
    pub(super) fn spend(&self, moves: usize) -> bool {
        // A position without moves was looked at too.
        self.left.set(self.left.get().saturating_sub(moves.max(1) as u64));
        0 < self.left.get()
    }

    /// Notes that the checks of a law, or of several, ended early: after `done` of what was meant.
    pub(super) fn cut(&self, law: &str, done: &str) {
        let told = format!("{law}: {done}");
        let mut looked = self.looked.borrow_mut();
        if !looked.cut.contains(&told) {
            looked.cut.push(told);
        }
    }

    /// The part of all budgets that is used up, from 0 to 1.
    pub(super) fn share(&self) -> f64 {
        let all: u64 = LawPart::ALL.iter().map(|part| part.budget(self.extent)).sum();
        let spent = self.part.get().budget(self.extent) - self.left.get();
        (self.over.get() + spent) as f64 / all.max(1) as f64
    }
}
