//! Which laws hold each method of a position, and of the traits beside it, to what it promises.

/// What holds a method of [`Position`](agon_core::Position) or of a trait beside it to its promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeldBy {
    /// Laws, by how their sentences begin.
    Laws(&'static [&'static str]),
    /// No law can: why.
    NoLaw(&'static str),
}

use HeldBy::{Laws, NoLaw};

/// Every method of [`Position`](agon_core::Position), in its order there, then every one of the traits in
/// [`Extras`](agon_core::Extras) and of [`ForeignNotation`](agon_core::ForeignNotation), and the laws that it breaks where
/// it is wrong.
///
/// That a game is the one it is called, no law can find: for the rules themselves see [`oracle`](crate::oracle).
pub const METHODS: &[(&str, HeldBy)] = &[
    ("facts", Laws(&["the facts are the same", "declared plies and payoffs are not absurdly"])),
    ("node", Laws(&["the node is one of", "moves are strictly ascending"])),
    ("each_move", Laws(&["moves are strictly ascending", "whatever visits moves stops"])),
    ("play", Laws(&["a legal move is played", "playing on a copy leaves"])),
    ("payoff", Laws(&["payoffs are finite"])),
    ("parse", Laws(&["the text of a position is one line", "any text is read without a panic"])),
    ("weight", Laws(&["weights of outcomes are positive", "a random move is drawn as often"])),
    ("play_from", Laws(&["playing on a copy leaves"])),
    ("count", Laws(&["`moves`, `count` and `nth` agree"])),
    ("nth", Laws(&["`moves`, `count` and `nth` agree"])),
    ("is_legal", Laws(&["`is_legal` accepts"])),
    ("draw_move", Laws(&["a random move is a legal one", "a random move is drawn as often"])),
    ("playout", Laws(&["`playout` near the end", "`playout` ends as often"])),
    ("key", Laws(&["equal positions have equal keys", "all sixty-four bits of a key"])),
    ("policy_move", Laws(&["a move by the policy is legal", "plays by the policy win"])),
    ("write_move", Laws(&["a move's notation is one word"])),
    ("parse_move", Laws(&["a move's notation is one word", "a move is read alone"])),
    ("picture", Laws(&["a picture's places and pieces", "bytes of places are of one number"])),
    ("aim", Laws(&["a picture's places and pieces", "the picture for the seat to act"])),
    ("cover", Laws(&["every seat sees what everybody sees", "a seat forgets neither"])),
    ("write_view", Laws(&["a view is one line", "a seat's view tells it", "equal views of the seat"])),
    ("redeal", Laws(&["a redeal has the same view", "redeals are as likely", "a redeal can be"])),
    ("view_key", Laws(&["view keys are equal"])),
    ("picture_for", Laws(&["equal views have equal pictures"])),
    ("heuristics", Laws(&["estimates are finite"])),
    ("estimate", Laws(&["estimates are finite", "symmetries change no weight"])),
    ("keep", Laws(&["a heuristic kept up to date"])),
    ("each_relevant", Laws(&["relevant moves are legal", "whatever visits moves stops"])),
    ("each_sufficient", Laws(&["sufficient moves are legal", "among the moves that suffice"])),
    ("each_leaf", Laws(&["`each_leaf` gives", "whatever visits moves stops"])),
    ("hint", Laws(&["a copy is equal", "equal views of the seat"])),
    ("is_forcing", Laws(&["the forcing moves listed", "a copy is equal"])),
    ("each_forcing", Laws(&["the forcing moves listed", "whatever visits moves stops"])),
    ("is_forced", Laws(&["the seat to act is forced only"])),
    ("outcomes_look_alike", Laws(&["outcomes that look alike"])),
    ("pass", Laws(&["a pass gives the turn"])),
    ("present_key", Laws(&["positions of one present key"])),
    ("moves", Laws(&["`moves`, `count` and `nth` agree"])),
    ("bytes", NoLaw("an estimate of memory, which a test of all players counts")),
    // Explanations.
    ("parts", Laws(&["an estimate is not lower where"])),
    ("ending", NoLaw("how a play ended is said to people")),
    ("rules", NoLaw("what a player is told is for people and programs")),
    ("remarks", NoLaw("what is odd about rules is said to people")),
    // Features.
    ("features", Laws(&["there is a finite value"])),
    ("feature_values", Laws(&["there is a finite value", "symmetries change no weight"])),
    ("feature_units", Laws(&["a feature that counts things"])),
    // Learning.
    ("numbers", Laws(&["choices of a seat have numbers"])),
    ("number", Laws(&["choices of a seat have numbers"])),
    ("states", Laws(&["bytes of places are of one number", "nine of ten positions"])),
    ("swaps", Laws(&["where an evaluation learned for one seat"])),
    ("on_turn", Laws(&["on turn is the seat to act", "on turn at a chance node"])),
    ("secured", Laws(&["a certain payoff never falls", "a seat's certain payoff is finite"])),
    // Symmetries.
    ("symmetries", Laws(&["symmetries carry moves"])),
    ("image", Laws(&["symmetries carry moves", "symmetries change no weight"])),
    ("image_of_move", Laws(&["symmetries carry moves"])),
    // What programs of others are told.
    ("foreign_setup", Laws(&["where other programs play the game"])),
    ("write_foreign", Laws(&["where other programs play the game"])),
    ("parse_foreign", Laws(&["where other programs play the game"])),
    ("write_scoresheet", Laws(&["every move has one line of text"])),
    ("scoresheet", NoLaw("how people write moves one under the other is their custom")),
    ("lead", Laws(&["a lead is finite", "whoever is ahead before the end"])),
];
