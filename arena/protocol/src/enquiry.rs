//! The questions about every position of a batch, answered straight into the line.
//!
//! Nothing but the line grows while a batch is answered: what stands there is what
//! [`PositionAnswer`] reads, and the same that it would write.

use std::{
    cell::{Ref, RefCell},
    fmt,
};

use agon_core::{
    Accepted, AnyMove, AnyPosition, Eye, Featured, Heuristic, Move, NamedGame, Node, Position, Seat, Seed, drawing,
    line, view,
};
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{
    about::About,
    question::{Ask, AskedPosition, PositionAnswer, Want},
};

/// The most redeals that are drawn for a question.
const MOST_REDEALS: usize = 1000;

/// The questions about every position of a batch, and room for the answers.
pub(crate) struct Enquiry<'a> {
    game: &'a NamedGame,
    /// By the numbers of [`Want`].
    wants: [bool; Want::COUNT],
    heuristic: Heuristic,
    /// Whose redeals are wanted, and what they are drawn by.
    redeals: (Seat, Vec<Seed>),
    moves: Vec<AnyMove>,
    /// Where one of them leads.
    after: RefCell<AnyPosition>,
}

impl<'a> Enquiry<'a> {
    pub(crate) fn new(game: &'a NamedGame, ask: &Ask) -> Result<Enquiry<'a>, String> {
        let known = if game.plugin.is_concealed { &[] } else { game.start.heuristics() };
        let named = ask.heuristic.as_ref().map(|name| {
            let place = known.iter().position(|named| named.name == name);
            place.ok_or_else(|| {
                let accepted = Accepted::new(name, known.iter().map(|named| named.name));
                format!("{} has no heuristic `{name}`{accepted}", About::name_of(game))
            })
        });
        let place = named.transpose()?.unwrap_or(0);
        if known.is_empty() && ask.want.contains(&Want::Estimates) {
            return Err(format!("{} has no heuristic", About::name_of(game)));
        }
        let mut wants = [false; Want::COUNT];
        for &want in &ask.want {
            wants[want as usize] = true;
        }
        Ok(Enquiry {
            game,
            wants,
            heuristic: Heuristic(place as u8),
            redeals: if ask.want.contains(&Want::Redeals) { redeals(game, ask)? } else { (Seat(0), Vec::new()) },
            moves: Vec::new(),
            after: RefCell::new(game.start.clone()),
        })
    }

    fn wants(&self, what: Want) -> bool {
        self.wants[what as usize]
    }

    /// Writes the answers about one position.
    pub(crate) fn answer(&mut self, asked: &AskedPosition, out: &mut Vec<u8>) {
        let written = match self.find(asked) {
            Ok(here) => self.tell(&here, matches!(asked, AskedPosition::After { .. }), out),
            Err(error) => {
                let answer = PositionAnswer { error: Some(error), ..PositionAnswer::default() };
                serde_json::to_writer(out, &answer)
            }
        };
        written.expect("memory takes any line");
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

    fn tell(&mut self, here: &AnyPosition, is_played: bool, out: &mut Vec<u8>) -> serde_json::Result<()> {
        self.moves.clear();
        if [Want::Moves, Want::Codes, Want::Successors].into_iter().any(|want| self.wants(want)) {
            here.moves(&mut self.moves);
        }
        let moves = || self.moves.iter().copied();
        let mut json = serde_json::Serializer::new(out);
        let mut answer = json.serialize_map(None)?;
        if is_played || self.wants(Want::Position) {
            answer.serialize_entry("position", &format_args!("{here}"))?;
        }
        let node = here.node();
        acts(&mut answer, here, node)?;
        if self.wants(Want::Moves) {
            answer.serialize_entry("moves", &Each(moves().map(|m| MoveText(here, m))))?;
            if node == Node::Chance {
                answer.serialize_entry("weights", &Each(moves().map(|m| here.weight(m))))?;
            }
        }
        if self.wants(Want::Codes) {
            answer.serialize_entry("codes", &Each(moves().map(|m| m.code().to_string())))?;
        }
        let heuristic = self.wants(Want::Estimates).then_some(self.heuristic);
        if self.wants(Want::Successors) {
            let successors = moves().map(|m| {
                self.after.borrow_mut().play_from(here, m);
                Following { after: self.after.borrow(), heuristic }
            });
            answer.serialize_entry("successors", &Each(successors))?;
        }
        if let Some(heuristic) = heuristic {
            answer.serialize_entry("estimates", &Each(estimates(here, node, heuristic)))?;
        }
        if self.wants(Want::Features) {
            let values = seats(here).map(|seat| {
                let mut values = Vec::new();
                here.feature_values(seat, &mut values);
                values
            });
            answer.serialize_entry("features", &Each(values))?;
        }
        if self.wants(Want::Drawing) {
            answer.serialize_entry("drawing", &drawing(here))?;
        }
        if self.wants(Want::Views) {
            let views = seats(here).map(|seat| view(here, Eye::Seat(seat)));
            answer.serialize_entry("views", &Each(views))?;
            answer.serialize_entry("public_view", &view(here, Eye::Public))?;
        }
        if self.wants(Want::Redeals) {
            let (seat, seeds) = &self.redeals;
            let redeals = seeds.iter().map(|seed| {
                *self.after.borrow_mut() = here.redeal(*seat, &mut seed.stream(0));
                Following { after: self.after.borrow(), heuristic: None }
            });
            answer.serialize_entry("redeals", &Each(redeals))?;
        }
        answer.end()
    }
}

/// Whose redeals are wanted, and what they are drawn by.
fn redeals(game: &NamedGame, ask: &Ask) -> Result<(Seat, Vec<Seed>), String> {
    let seats = game.start.facts().seats;
    let seat = ask.seat.filter(|seat| (1..=seats).contains(seat));
    let seat = seat.ok_or_else(|| format!("`redeals` are for a `seat`, from 1 to {seats}"))?;
    if MOST_REDEALS < ask.seeds.len() {
        return Err(format!("{} `seeds`; accepted: up to {MOST_REDEALS}", ask.seeds.len()));
    }
    let read = |seed: &String| {
        let wrong = || format!("the seed `{seed}` is no whole number below 2⁶⁴, as a text");
        seed.parse().map(Seed).map_err(|_| wrong())
    };
    Ok((Seat(seat - 1), ask.seeds.iter().map(read).collect::<Result<_, _>>()?))
}

/// A list, whose items are found as they are written.
struct Each<I>(I);

impl<I: Iterator<Item: Serialize> + Clone> Serialize for Each<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.clone())
    }
}

/// A move as its game writes it.
struct MoveText<'a>(&'a AnyPosition, AnyMove);

impl fmt::Display for MoveText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_move(self.1, f)
    }
}

impl Serialize for MoveText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Where a move leads, or a redeal, with a guess at everybody's payoff if there is a heuristic for it.
struct Following<'a> {
    after: Ref<'a, AnyPosition>,
    heuristic: Option<Heuristic>,
}

impl Serialize for Following<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (after, node) = (&*self.after, self.after.node());
        let mut successor = serializer.serialize_map(None)?;
        successor.serialize_entry("position", &format_args!("{after}"))?;
        acts(&mut successor, after, node)?;
        if let Some(heuristic) = self.heuristic {
            successor.serialize_entry("estimates", &Each(estimates(after, node, heuristic)))?;
        }
        successor.end()
    }
}

fn seats(here: &AnyPosition) -> impl Iterator<Item = Seat> + Clone + use<> {
    (0..here.facts().seats).map(Seat)
}

/// Who acts here, or what everybody got.
fn acts<M: SerializeMap>(answer: &mut M, here: &AnyPosition, node: Node) -> Result<(), M::Error> {
    match node {
        Node::Decision(seat) => {
            answer.serialize_entry("node", "decision")?;
            answer.serialize_entry("seat", &(seat.0 + 1))
        }
        Node::Chance => answer.serialize_entry("node", "chance"),
        Node::Terminal => {
            answer.serialize_entry("node", "terminal")?;
            answer.serialize_entry("payoffs", &Each(seats(here).map(|seat| here.payoff(seat))))
        }
    }
}

/// A guess at everybody's payoff; at the end the payoff itself.
fn estimates(here: &AnyPosition, node: Node, heuristic: Heuristic) -> impl Iterator<Item = f64> + Clone {
    seats(here).map(move |seat| match node {
        Node::Terminal => here.payoff(seat),
        _ => here.estimate(heuristic, seat),
    })
}
