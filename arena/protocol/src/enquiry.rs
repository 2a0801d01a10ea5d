//! What is asked about every position of a batch, answered straight into the line.
//!
//! Nothing but the line grows while a batch is answered: what stands there is what
//! [`PositionAnswer`](crate::PositionAnswer) reads, and the same that it would write.

use std::fmt::Write as _;

use agon_core::{
    AnyMove, AnyPosition, Heuristic, Move, NamedGame, Node, Position, Seat, line, nearest,
};

use crate::{
    json::{List, Object},
    question::{Ask, AskedPosition, Want},
};

/// What is asked about every position of a batch, and room for its answers.
pub(crate) struct Enquiry<'a> {
    game: &'a NamedGame,
    /// By the numbers of [`Want`].
    wants: [bool; Want::COUNT],
    heuristic: Heuristic,
    moves: Vec<AnyMove>,
    /// Where one of them leads.
    after: AnyPosition,
    values: Vec<f64>,
}

impl<'a> Enquiry<'a> {
    pub(crate) fn new(game: &'a NamedGame, ask: &Ask) -> Result<Enquiry<'a>, String> {
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
        let place = named.transpose()?.unwrap_or(0);
        if known.is_empty() && ask.want.contains(&Want::Estimates) {
            return Err(format!("{} has no heuristic", game.term));
        }
        let mut wants = [false; Want::COUNT];
        for &want in &ask.want {
            wants[want as usize] = true;
        }
        Ok(Enquiry {
            game,
            wants,
            heuristic: Heuristic(place as u8),
            moves: Vec::new(),
            after: game.start.clone(),
            values: Vec::new(),
        })
    }

    fn wants(&self, what: Want) -> bool {
        self.wants[what as usize]
    }

    /// Writes what is known about one position.
    pub(crate) fn answer(&mut self, asked: &AskedPosition, out: &mut Vec<u8>) {
        match self.find(asked) {
            Ok(here) => self.tell(&here, matches!(asked, AskedPosition::After { .. }), out),
            Err(error) => {
                let mut answer = Object::begin(out);
                answer.text("error", |text| text.write_str(&error));
                answer.end();
            }
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

    fn tell(&mut self, here: &AnyPosition, is_played: bool, out: &mut Vec<u8>) {
        self.moves.clear();
        if [Want::Moves, Want::Codes, Want::Successors].into_iter().any(|want| self.wants(want)) {
            here.moves(&mut self.moves);
        }
        let mut answer = Object::begin(out);
        if is_played || self.wants(Want::Position) {
            answer.text("position", |text| write!(text, "{here}"));
        }
        let node = here.node();
        acts(&mut answer, here, node);
        if self.wants(Want::Moves) {
            let mut list = answer.list("moves");
            for &m in &self.moves {
                list.text(|text| here.write_move(m, text));
            }
            list.end();
            if node == Node::Chance {
                let mut list = answer.list("weights");
                for &m in &self.moves {
                    list.whole(here.weight(m).into());
                }
                list.end();
            }
        }
        if self.wants(Want::Codes) {
            let mut list = answer.list("codes");
            for m in &self.moves {
                list.text(|text| write!(text, "{}", m.code()));
            }
            list.end();
        }
        if self.wants(Want::Successors) {
            let mut list = answer.list("successors");
            self.successors(here, &mut list);
            list.end();
        }
        if self.wants(Want::Estimates) {
            estimates(&mut answer, here, node, self.heuristic);
        }
        if self.wants(Want::Features) {
            let mut list = answer.list("features");
            for seat in seats(here) {
                here.feature_values(seat, &mut self.values);
                let mut values = list.list();
                for &value in &self.values {
                    values.number(value);
                }
                values.end();
            }
            list.end();
        }
        if self.wants(Want::Drawing) {
            answer.text("drawing", |text| text.write_str(&here.drawing()));
        }
        answer.end();
    }

    fn successors(&mut self, here: &AnyPosition, list: &mut List<'_>) {
        let is_estimated = self.wants(Want::Estimates);
        let after = &mut self.after;
        for &m in &self.moves {
            after.play_from(here, m);
            let mut successor = list.object();
            successor.text("position", |text| write!(text, "{after}"));
            let node = after.node();
            acts(&mut successor, after, node);
            if is_estimated {
                estimates(&mut successor, after, node, self.heuristic);
            }
            successor.end();
        }
    }
}

fn seats(here: &AnyPosition) -> impl Iterator<Item = Seat> + use<> {
    Seat::all(here.facts().seats)
}

/// Who acts here, or what everybody got.
fn acts(answer: &mut Object<'_>, here: &AnyPosition, node: Node) {
    match node {
        Node::Decision(seat) => {
            answer.word("node", "decision");
            answer.whole("seat", u64::from(seat.0) + 1);
        }
        Node::Chance => answer.word("node", "chance"),
        Node::Terminal => {
            answer.word("node", "terminal");
            let mut list = answer.list("payoffs");
            for seat in seats(here) {
                list.number(here.payoff(seat));
            }
            list.end();
        }
    }
}

/// A guess at everybody's payoff; at the end the payoff itself.
fn estimates(answer: &mut Object<'_>, here: &AnyPosition, node: Node, heuristic: Heuristic) {
    let mut list = answer.list("estimates");
    for seat in seats(here) {
        let is_over = node == Node::Terminal;
        list.number(if is_over { here.payoff(seat) } else { here.estimate(heuristic, seat) });
    }
    list.end();
}
