//! The messages, both ways.
//!
//! Keys that a message may do without are left out where there is nothing to say. Keys that the reader
//! doesn't know are ignored, so that later versions can add some.

use serde::{Deserialize, Serialize};

use crate::{
    about::About,
    question::{Ask, PositionAnswer},
    thought::{NamedMove, Thoughts},
    usage::{Usage, if_number},
};

/// What the arena says to a player, or to a program that asks for rules.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum FromArena {
    /// The first line. A player answers `hello`.
    Hello {
        /// The number of the protocol: 1.
        protocol: u32,
        /// The version of Agon; left out by a program that serves a game of its own.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        agon: String,
        /// `game`, where the sender answers questions about a game, which it describes in its next line
        /// by `game`: `agon protocol --rules GAME`, and a program that a game of Agon is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        serves: Option<String>,
    },
    /// A new game begins, and whatever was remembered of the last one doesn't matter any more. A player
    /// answers `ready`. To `about` it is the answer, and then has no seat.
    Game {
        /// The game.
        #[serde(flatten)]
        about: About,
        /// The player's seat, counted from 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        /// What a player that draws at random should draw from, a whole number below 2⁶⁴ as a text: it
        /// then plays alike in every repetition of the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<String>,
        /// The number of the question this answers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
    },
    /// The player is to choose. It answers `move` or `resign`.
    Choose {
        /// The position as a text. It holds all that decides what may happen next. Left out where something is
        /// hidden.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<String>,
        /// In its place where something is hidden: all that the player's seat has seen since the game began.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        view: Option<String>,
        /// Positions that its seat cannot tell from the true one, each drawn by how likely it is if the others
        /// had moved at random; as many as its `hello` asked for.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        redeals: Vec<String>,
        /// The legal moves in the game's notation, in its order.
        moves: Vec<String>,
        /// The codes of these moves: whole numbers below 2⁶⁴, as texts, ascending.
        codes: Vec<String>,
        /// Whose move it is, counted from 1: the player's own seat.
        seat: u8,
        /// How many moves were played before, outcomes of chance counted; where something is hidden, how many
        /// of its own.
        ply: u32,
        /// The positions it may look at, itself counted; a player that doesn't count its positions passes
        /// this over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nodes: Option<u64>,
        /// The time in milliseconds by which it must have answered: with a `clock`, all that is left on it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time: Option<u64>,
        /// The player's clock for the whole game, where it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<PlayerClock>,
    },
    /// The last line named no legal move, and the player may try again: it answers as it would `choose`, in what is
    /// left of the same time.
    Illegal {
        /// What it wrote: the move as it was named, or where the line names none the line itself; cut where it is long.
        r#move: String,
        /// What is wrong with it, and what is accepted.
        why: String,
        /// How many tries are left, this one counted.
        left: u32,
    },
    /// A move was played, by another seat, by chance or by the player itself. Sent to a player that
    /// follows the game.
    Played {
        /// The move in the game's notation.
        r#move: String,
        /// Its code.
        code: String,
        /// The position after it.
        position: String,
    },
    /// The game is over. Told to a player that follows the game.
    End {
        /// The last position.
        position: String,
        /// What every seat got, in order; empty where the game counts for nobody.
        payoffs: Vec<f64>,
    },
    /// The time is over: the player answers at once, with the best it has. One that has answered
    /// already passes it over.
    Stop,
    /// The answers to an `ask`, in order.
    Answers {
        /// The number of the question.
        id: u64,
        /// One answer for each position.
        answers: Vec<PositionAnswer>,
    },
    /// The last message makes no sense as a whole, and had no effect.
    Error {
        /// The number of the question, if it was one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        /// The mistake, and the accepted form.
        message: String,
    },
    /// Nothing more will be asked: the program ends.
    Quit,
}

/// A clock for a whole game, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlayerClock {
    /// The time left on it.
    pub left: u64,
    /// The time added after every move.
    pub increment: u64,
}

/// What a player says, or a program that asks for rules.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum FromPlayer {
    /// The answer to `hello`.
    Hello {
        /// The number of the protocol it speaks: 1.
        protocol: u32,
        /// Its name.
        name: String,
        /// Whether it wants every move and the end of the game.
        #[serde(default)]
        follows: bool,
        /// Whether it may choose otherwise in another game with the same moves: it draws at random.
        #[serde(default)]
        random: bool,
        /// Whether it plays games that hide something from its seat, by `view` in the place of `position`.
        #[serde(default)]
        hidden: bool,
        /// How many `redeals` it wants with each question there, 1000 at most.
        #[serde(default)]
        redeals: u32,
        /// Whether it wants the text of the rules with each `game`.
        #[serde(default)]
        rules: bool,
        /// The language that it wants them in, as a tag such as `hu`. They are told in English where it names none, or
        /// one in which this game is not told.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        language: Option<String>,
    },
    /// It is ready for the new game. Before this it may ask for rules.
    Ready,
    /// Its move, and if it likes what it thinks.
    Move {
        /// Which.
        #[serde(flatten)]
        named: NamedMove,
        /// What it thinks.
        #[serde(flatten)]
        thoughts: Thoughts,
        /// The `ply` of the question that this answers. A player that may try again, and may write a second line for
        /// one question, adds it: then no line is taken for the answer to another question.
        #[serde(default, deserialize_with = "if_number", skip_serializing_if = "Option::is_none")]
        ply: Option<u32>,
        /// What the answer took, as numbers by any names, such as tokens or costs: kept of a player that may try again.
        #[serde(default, skip_serializing_if = "Usage::is_empty")]
        usage: Usage,
    },
    /// It gives the game up.
    Resign,
    /// The best it has so far. It may say so any number of times before it answers.
    Info {
        /// Which move.
        #[serde(flatten)]
        named: NamedMove,
        /// What it thinks.
        #[serde(flatten)]
        thoughts: Thoughts,
    },
    /// A question about positions, answered by `answers`.
    Ask(Ask),
    /// A question about a game, answered by `game`.
    About {
        /// The number of the question, which the answer repeats.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        /// The game's term; the one that is played if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<String>,
        /// Whether it wants the text of the rules too.
        #[serde(default)]
        rules: bool,
        /// The language that it wants them in, as in `hello`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        language: Option<String>,
    },
    /// It cannot go on: it doesn't play this game, say.
    Error {
        /// Why.
        message: String,
    },
}
