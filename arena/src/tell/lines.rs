//! Every game as one line of JSON.

use std::collections::BTreeMap;

use agon_core::line::write_line;
use serde::Serialize;

use crate::play::{ending::Ending, played::Played, record::Record, thought::MoveThought, tries::KeptTry};

/// One game as people and scripts read it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct GameLine<'a> {
    /// `agon.game/1`.
    schema: &'static str,
    /// The game's term.
    game: &'a str,
    /// Its number in the plan, from 0.
    number: u64,
    /// The seed of the tournament.
    seed: u64,
    /// Which opening, from 0.
    opening: u64,
    /// How many of the moves are the opening's.
    opening_plies: u32,
    /// The opening's name, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening_name: Option<&'a str>,
    /// Where the moves begin, if that is not the initial position.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<&'a str>,
    /// The names of the players, the first seat first.
    seats: Vec<&'a str>,
    /// Their terms.
    players: Vec<&'a str>,
    /// All moves, the opening's and chance's too.
    moves: String,
    /// The payoff of each seat; empty if the game is void or was not played.
    payoffs: &'a [f64],
    /// over, too long, adjudicated loss, adjudicated draw, void, or the fault.
    ended: &'static str,
    /// The seat of the fault, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_fault: Option<u8>,
    /// A detail about the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    /// The thoughts of every move, with agon run --thoughts; `null` for a move without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    thoughts: Vec<Option<ThoughtEntry>>,
    /// What players with second tries said in vain, and what their answers took, in the order in which it came.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tries: Vec<TryEntry<'a>>,
}

/// The schema of a written game, for documentation.
#[cfg(feature = "schema")]
pub fn game_schema(types: &mut schemars::SchemaGenerator) -> schemars::Schema {
    types.subschema_for::<GameLine<'_>>()
}

/// What a player thought of a move.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ThoughtEntry {
    /// In payoffs, for the player that chose; a program may tell none.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
    /// lower, upper or sample; left out where it is the value as far as the search went.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<&'static str>,
    /// How many plies deep it looked.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    /// The number of positions searched.
    nodes: u64,
    /// Milliseconds, where players go by a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<u64>,
    /// A remark, such as which part of a mix chose.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// One answer of a player with second tries.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct TryEntry<'a> {
    /// For which move, counted from 0; one more than there are, where the game ended by it.
    pub(crate) ply: u32,
    /// The seat, from 1.
    pub(crate) seat: u8,
    /// illegal, unreadable, or unasked: a line that answers no question; or legal, where it tells its usage.
    pub(crate) verdict: &'static str,
    /// What was said, cut where it is long; left out of a legal move.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(crate) text: &'a str,
    /// Milliseconds since it was asked, where players go by a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) time: Option<u64>,
    /// What the answer took, as the program counts it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) usage: BTreeMap<&'a str, f64>,
}

impl<'a> TryEntry<'a> {
    pub(crate) fn of(kept: &'a KeptTry) -> TryEntry<'a> {
        let KeptTry { ply, seat, verdict, text, time, usage } = kept;
        let usage = usage.iter().map(|(name, number)| (&**name, *number)).collect();
        TryEntry { ply: *ply, seat: seat.0 + 1, verdict: verdict.word(), text, time: *time, usage }
    }
}

/// One for every move of a record that has thoughts at all.
pub(crate) fn thoughts(record: &Record) -> Vec<Option<ThoughtEntry>> {
    let plies = if record.thoughts.is_empty() { 0 } else { record.moves.len() };
    let mut entries = vec![None; plies];
    for thought in &record.thoughts {
        let &MoveThought { ply, value, depth, nodes, time, .. } = thought;
        let (bound, note) = (thought.bound_name(), thought.note.clone());
        entries[ply as usize] = Some(ThoughtEntry { value, bound, depth, nodes, time, note });
    }
    entries
}

/// The line of one game, with its line break. Seats are counted from one.
pub fn line(game: &Played<'_>) -> String {
    let tournament = game.plan.tournament();
    let (section, record) = (game.plan.section(game.fixture), game.record);
    let entries = game.fixture.seats.iter().map(|&entry| &tournament.entries[entry]);
    let line = GameLine {
        schema: "agon.game/1",
        game: &section.game.term,
        number: record.number,
        seed: tournament.seed.0,
        opening: game.fixture.opening,
        opening_plies: record.opening,
        opening_name: game.chosen().and_then(|chosen| chosen.name.as_deref()),
        position: game.position(),
        seats: entries.clone().map(|entry| entry.name.as_str()).collect(),
        players: entries.map(|entry| entry.player.term.as_str()).collect(),
        moves: write_line(&game.base(), &record.moves),
        payoffs: &record.payoffs,
        ended: record.ending.word(),
        at_fault: record.ending.fault().map(|(seat, _)| seat.0 + 1),
        detail: detail(record),
        thoughts: thoughts(record),
        tries: record.tries.kept.iter().map(TryEntry::of).collect(),
    };
    let mut text = serde_json::to_string(&line).expect("names and numbers are always JSON");
    text.push('\n');
    text
}

/// The details of an ending besides its name, and the objections to it.
pub(crate) fn detail(record: &Record) -> Option<String> {
    let said = record.objections.iter().map(|(seat, text)| format!("{seat} {text}"));
    let all: Vec<String> = detail_of(&record.ending).into_iter().chain(said).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// The same of an ending alone.
pub(crate) fn detail_of(ending: &Ending) -> Option<String> {
    match ending {
        Ending::Over | Ending::TooLong => None,
        Ending::Forfeit(_, fault) => fault.detail(),
        Ending::Agreed(Some(seat)) => Some(format!("of seat {}, by agreed values", seat.0 + 1)),
        Ending::Agreed(None) => Some("by agreed values".to_owned()),
        Ending::Void(message) => Some(message.clone()),
    }
}
