//! The rules as a service: questions about positions, answered by text, in batches.

use std::collections::BTreeMap;

use agon_core::{
    AnyMove, AnyPosition, Heuristic, Move, NamedGame, Node, Position, all_moves, line, nearest,
    notation, registry,
};
use serde::Serialize;

use crate::{
    about::About,
    message::{FromArena, FromPlayer},
    question::{Acts, Ask, AskedPosition, PositionAnswer, Successor, Want, each_seat},
    read::{LONGEST_FROM_ARENA, write_line},
};

/// Answers questions about the rules of any game. It remembers which games it was asked about, and
/// nothing else.
#[derive(Debug, Default)]
pub struct RuleBook {
    /// The game meant where none is named.
    usual: Option<NamedGame>,
    /// Those that were named, by what was typed.
    named: BTreeMap<String, NamedGame>,
}

/// So many games are remembered; more begin anew.
const MOST_GAMES: usize = 64;

impl RuleBook {
    /// Of the game that is played, and of any other that a question names.
    pub fn of(usual: Option<NamedGame>) -> RuleBook {
        RuleBook { usual, named: BTreeMap::new() }
    }

    /// Answers `ask` or `about` by one line in `out`, no longer than
    /// [`LONGEST_FROM_ARENA`]; `false` where `message` is no question, and nothing is written.
    pub fn answer(&mut self, message: &FromPlayer, out: &mut Vec<u8>) -> bool {
        let (id, answered) = match message {
            FromPlayer::Ask(ask) => (Some(ask.id), self.answers(ask, out)),
            FromPlayer::About { id, game } => (*id, self.about(*id, game.as_deref(), out)),
            _ => return false,
        };
        if let Err(message) = answered {
            write(out, &FromArena::Error { id, message });
        }
        true
    }

    /// Answers a line of a program that only asks, and is not at a table: any line, by one line.
    pub fn respond(&mut self, line: &[u8], out: &mut Vec<u8>) {
        let wrong = match FromPlayer::read(line) {
            Ok(message) if self.answer(&message, out) => return,
            Ok(_) => "only questions are answered here: `ask` or `about`".to_owned(),
            Err(error) => error.to_string(),
        };
        write(out, &FromArena::Error { id: None, message: wrong });
    }

    fn about(
        &mut self,
        id: Option<u64>,
        game: Option<&str>,
        out: &mut Vec<u8>,
    ) -> Result<(), String> {
        let about = About::of(self.find(game)?);
        write(out, &FromArena::Game { about, seat: None, seed: None, id });
        Ok(())
    }

    fn find(&mut self, game: Option<&str>) -> Result<&NamedGame, String> {
        let Some(text) = game else {
            let none = || "no game is played here: name one by `game`".to_owned();
            return self.usual.as_ref().ok_or_else(none);
        };
        if MOST_GAMES <= self.named.len() && !self.named.contains_key(text) {
            self.named.clear();
        }
        if !self.named.contains_key(text) {
            let game = registry::game(text).map_err(|error| error.to_string())?;
            self.named.insert(text.to_owned(), game);
        }
        Ok(&self.named[text])
    }

    /// Writes the answers to `ask`. Each is written as it is found, so that no more than a line stands
    /// in memory, however much is asked.
    fn answers(&mut self, ask: &Ask, out: &mut Vec<u8>) -> Result<(), String> {
        let game = self.find(ask.game.as_deref())?;
        let question = Enquiry::new(game, ask)?;
        let begun = out.len();
        out.extend(format!("{{\"type\":\"answers\",\"id\":{},\"answers\":[", ask.id).as_bytes());
        for (number, position) in ask.positions.iter().enumerate() {
            if 0 < number {
                out.push(b',');
            }
            write_json(out, &question.answer(position));
            if LONGEST_FROM_ARENA < out.len() - begun + "]}\n".len() {
                out.truncate(begun);
                return Err(format!(
                    "the answers are longer than {LONGEST_FROM_ARENA} bytes after {number} of {} \
                     positions: ask about fewer at a time",
                    ask.positions.len()
                ));
            }
        }
        out.extend(b"]}\n");
        Ok(())
    }
}

/// What is asked about every position of a batch.
struct Enquiry<'a> {
    game: &'a NamedGame,
    want: &'a [Want],
    heuristic: Option<Heuristic>,
}

impl<'a> Enquiry<'a> {
    fn new(game: &'a NamedGame, ask: &'a Ask) -> Result<Enquiry<'a>, String> {
        let known = game.start.heuristics();
        let named = ask.heuristic.as_ref().map(|name| {
            let place = known.iter().position(|named| named.name == name);
            place.ok_or_else(|| {
                let names: Vec<&str> = known.iter().map(|named| named.name).collect();
                let near = nearest(name, names.iter().copied());
                let near = near.map(|near| format!("did you mean `{near}`? "));
                let near = near.unwrap_or_default();
                let term = &game.term;
                format!("{term} has no heuristic `{name}`; {near}accepted: {}", names.join(", "))
            })
        });
        let usual = (!known.is_empty()).then_some(0);
        let heuristic = named.transpose()?.or(usual).map(|place| Heuristic(place as u8));
        if heuristic.is_none() && ask.want.contains(&Want::Estimates) {
            return Err(format!("{} has no heuristic", game.term));
        }
        Ok(Enquiry { game, want: &ask.want, heuristic })
    }

    fn wants(&self, what: Want) -> bool {
        self.want.contains(&what)
    }

    fn answer(&self, asked: &AskedPosition) -> PositionAnswer {
        match self.find(asked) {
            Ok(here) => self.about(&here, matches!(asked, AskedPosition::After { .. })),
            Err(error) => PositionAnswer { error: Some(error), ..PositionAnswer::default() },
        }
    }

    fn find(&self, asked: &AskedPosition) -> Result<AnyPosition, String> {
        let parse = |text: &str| self.game.start.parse(text).map_err(|error| error.to_string());
        let (base, moves) = match asked {
            AskedPosition::Text(text) => return parse(text),
            AskedPosition::After { position, moves } => (position, moves),
        };
        let mut here = match base {
            Some(text) => parse(text)?,
            None => self.game.start.clone(),
        };
        for (number, text) in moves.iter().enumerate() {
            let found = (here.node() != Node::Terminal).then(|| line::read_move(&here, text));
            match found.flatten() {
                Some(m) => here.play(m),
                None => return Err(line::refuse(&here, number + 1, text).to_string()),
            }
        }
        Ok(here)
    }

    fn about(&self, here: &AnyPosition, is_played: bool) -> PositionAnswer {
        let list: Vec<AnyMove> = if self.wants_moves() { all_moves(here) } else { Vec::new() };
        let acts = Acts::of(here);
        let is_chance = acts == Acts::Chance;
        let each = |wanted| self.wants(wanted).then_some(&list);
        PositionAnswer {
            error: None,
            position: (is_played || self.wants(Want::Position)).then(|| here.to_string()),
            moves: each(Want::Moves).map(|l| l.iter().map(|&m| notation(here, m)).collect()),
            weights: each(Want::Moves)
                .filter(|_| is_chance)
                .map(|l| l.iter().map(|&m| here.weight(m)).collect()),
            codes: each(Want::Codes).map(|l| l.iter().map(|m| m.code().to_string()).collect()),
            successors: each(Want::Successors).map(|l| self.successors(here, l)),
            estimates: self.estimates(here),
            features: self.wants(Want::Features).then(|| {
                each_seat(here, |here, seat| {
                    let mut values = Vec::new();
                    here.feature_values(seat, &mut values);
                    values
                })
            }),
            drawing: self.wants(Want::Drawing).then(|| here.drawing()),
            acts: Some(acts),
        }
    }

    fn wants_moves(&self) -> bool {
        [Want::Moves, Want::Codes, Want::Successors].into_iter().any(|want| self.wants(want))
    }

    fn successors(&self, here: &AnyPosition, list: &[AnyMove]) -> Vec<Successor> {
        let mut after = here.clone();
        let each = list.iter().map(|&m| {
            after.play_from(here, m);
            let estimates = self.estimates(&after);
            Successor { position: after.to_string(), acts: Acts::of(&after), estimates }
        });
        each.collect()
    }

    fn estimates(&self, here: &AnyPosition) -> Option<Vec<f64>> {
        let heuristic = self.heuristic.filter(|_| self.wants(Want::Estimates))?;
        let is_over = here.node() == Node::Terminal;
        Some(each_seat(here, |here, seat| {
            if is_over { here.payoff(seat) } else { here.estimate(heuristic, seat) }
        }))
    }
}

fn write(out: &mut Vec<u8>, message: &FromArena) {
    write_line(out, message).expect("memory takes any line");
}

fn write_json(out: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(out, value).expect("memory takes any text");
}
