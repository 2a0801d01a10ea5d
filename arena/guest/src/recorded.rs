//! Games of Go as records: loaded from SGF, and written in it.
//!
//! A move is a move by the rules; what is put on the board between moves is a new position, where a game begins that has
//! no past (A. Hollosi, *SGF FF\[4\]*, *Setup properties*: points get what is put there whatever they had, and nothing is
//! captured; and the user guide, *Make a Move vs. Place a Stone*). So no board before it can be repeated, and no move
//! before it be taken back.

use std::path::Path;

use agon_arena::ask::{MOST_SETTINGS, io_words, read_plain};
use agon_core::{AnyPosition, Node, Position, Protocol, Seat, picture::Cell, rows};

use crate::{
    event_loop::EventLoop,
    reported_game::ReportedGame,
    sgf::{self, RecordStep, Sgf},
    turns::{give_turn, play},
};

/// The stones of a board, each with its colour and its vertex.
pub(crate) type Stones = Vec<(u8, String)>;

/// Stands where a game in SGF leads, before the move of that number, or at its end.
pub(crate) fn load(event_loop: &mut EventLoop, file: &str, before: Option<usize>) -> Result<(), String> {
    let read = read_plain(Path::new(file), MOST_SETTINGS);
    let sgf = Sgf::read(&read.map_err(|error| format!("{file}: {}", io_words(&error)))?)?;
    let size = sgf.size.unwrap_or(19);
    let komi = sgf.komi.as_deref().filter(|komi| !komi.is_empty()).unwrap_or("0");
    let options = [("size", &*size.to_string()), ("komi", komi)];
    let guest = event_loop.guest.with_game_options(&options).map_err(|error| error.to_string())?;
    let replay = FollowedRecord {
        reported: ReportedGame::new(guest.start().clone(), Protocol::Gtp),
        start: guest.start().clone(),
        size,
        put: None,
        turn: None,
        last: None,
        played: 0,
    };
    let most = before.map_or(usize::MAX, |number| number.saturating_sub(1));
    let reported = replay.follow(&sgf.steps, most)?;
    event_loop.become_guest_at(guest, reported).map_err(|error| error.to_string())
}

/// A record that is followed.
struct FollowedRecord {
    reported: ReportedGame,
    /// Where a game by its rules begins.
    start: AnyPosition,
    size: u8,
    /// What stands on the board, if anything was put there since the last move.
    put: Option<Stones>,
    /// Whose turn it is, if that was told since the last move.
    turn: Option<Seat>,
    /// Who moved last.
    last: Option<Seat>,
    played: usize,
}

impl FollowedRecord {
    /// Where the steps lead behind so many moves.
    fn follow(mut self, steps: &[RecordStep], most: usize) -> Result<ReportedGame, String> {
        for step in steps {
            match step {
                RecordStep::Put(stone, vertex) => {
                    let here = self.reported.here();
                    let put = self.put.get_or_insert_with(|| stones(here));
                    put.retain(|other| other.1 != *vertex);
                    put.extend(stone.map(|colour| (colour, vertex.clone())));
                }
                RecordStep::Turn(seat) => self.turn = Some(Seat(*seat)),
                RecordStep::Move(seat, vertex) => {
                    let (seat, number) = (Seat(*seat), self.played + 1);
                    let before = || format!("before move {number}");
                    self.stand(self.turn.unwrap_or(seat), &before)?;
                    if self.played == most {
                        give_turn(&mut self.reported, seat)?;
                        return Ok(self.reported);
                    }
                    let played = play(&mut self.reported, seat, vertex);
                    played.map_err(|why| format!("move {number}, {vertex}: {why}"))?;
                    (self.turn, self.last, self.played) = (None, Some(seat), number);
                }
            }
        }
        // Nothing but stones of Black is a handicap, and White begins.
        let is_handicap = self.put.iter().any(|put| !put.is_empty() && put.iter().all(|stone| stone.0 == 0));
        let next = self.last.map_or(Seat(is_handicap.into()), Seat::opponent);
        self.stand(self.turn.unwrap_or(next), &|| "at its end".to_owned())?;
        if let Some(seat) = self.turn {
            give_turn(&mut self.reported, seat)?;
        }
        Ok(self.reported)
    }

    /// Begins at what was put on the board, with the move of `mover`, if that is another board than the moves have led to.
    fn stand(&mut self, mover: Seat, when: &dyn Fn() -> String) -> Result<(), String> {
        let mut put = match self.put.take() {
            Some(put) => put,
            None if self.last.is_some() => return Ok(()),
            None => Vec::new(),
        };
        let mut stood = stones(self.reported.here());
        stood.sort();
        put.sort();
        if self.last.is_some() && stood == put {
            return Ok(());
        }
        let base = set_up(&self.start, self.size, &put, mover);
        self.reported.begin_at(base.map_err(|why| format!("{}, {why}", when()))?);
        Ok(())
    }
}

/// The position with these stones, where `mover` begins.
///
/// # Errors
///
/// Where a chain would have no liberty.
pub(crate) fn set_up(
    start: &AnyPosition,
    size: u8,
    stones: &[(u8, String)],
    mover: Seat,
) -> Result<AnyPosition, String> {
    let mut text = String::new();
    let seat = |row, column| colour_at(stones, size, (row, column)).map(Seat);
    rows::write(&mut text, size, size, seat).expect("a string takes any text");
    let parsed = start.parse(&format!("{text} {}", mover.letter()));
    parsed.map_err(|_| match stones.iter().find(|stone| !is_alive(stones, size, stone)) {
        Some((_, vertex)) => format!("the stone at {vertex} has no liberty"),
        None => "its stones are no position".to_owned(),
    })
}

/// The colour of what stands at a row, counted from the top, and a column.
fn colour_at(stones: &[(u8, String)], size: u8, place: (u8, u8)) -> Option<u8> {
    stones.iter().find(|stone| sgf::place(&stone.1, size) == Some(place)).map(|stone| stone.0)
}

/// Whether the chain of a stone has a liberty.
fn is_alive(stones: &[(u8, String)], size: u8, (colour, vertex): &(u8, String)) -> bool {
    let mut chain: Vec<(u8, u8)> = sgf::place(vertex, size).into_iter().collect();
    let mut seen = 0;
    while let Some(&(row, column)) = chain.get(seen) {
        seen += 1;
        let beside =
            [(row.wrapping_sub(1), column), (row + 1, column), (row, column.wrapping_sub(1)), (row, column + 1)];
        for place in beside.into_iter().filter(|place| place.0 < size && place.1 < size) {
            match colour_at(stones, size, place) {
                None => return true,
                Some(other) if other == *colour && !chain.contains(&place) => chain.push(place),
                Some(_) => {}
            }
        }
    }
    false
}

/// The game as it was played, as SGF; the stones of a handicap stand there from its beginning.
pub(crate) fn written_game(event_loop: &EventLoop) -> String {
    let option = |name| event_loop.guest.game_option(name).unwrap_or_default();
    let size = option("size").parse().unwrap_or(19);
    let mut text = format!("(;GM[1]FF[4]SZ[{size}]KM[{}]", option("komi"));
    let base = event_loop.reported.base();
    let put = stones(base);
    for (colour, property) in (0..).zip(["AB", "AW"]) {
        let places = put.iter().filter(|stone| stone.0 == colour);
        let places: String = places.map(|stone| sgf::letters(&stone.1, size)).collect();
        if !places.is_empty() {
            text.extend([property, &places]);
        }
    }
    let begins = event_loop.reported.told_moves().next().map(|(seat, _)| seat);
    match base.node() {
        Node::Decision(Seat(1)) => text.push_str("PL[W]"),
        // Whoever reads it takes the first to move for the one whose turn it was.
        _ if !put.is_empty() || begins == Some(Seat(1)) => text.push_str("PL[B]"),
        _ => {}
    }
    for (seat, vertex) in event_loop.reported.told_moves() {
        let colour = if seat == Seat(0) { "B" } else { "W" };
        text.extend([";", colour, &sgf::letters(&vertex, size)]);
    }
    if let Node::Decision(seat) = event_loop.reported.here().node()
        && event_loop.reported.is_given()
    {
        text.push_str(if seat == Seat(0) { ";PL[B]" } else { ";PL[W]" });
    }
    text + ")"
}

/// The stones on the board: whose, and on which points.
pub(crate) fn stones(here: &AnyPosition) -> Stones {
    let cells = here.picture().cells;
    let owned = |cell: &Cell| Some((cell.pieces.first()?.seat?.0, cell.name.clone()));
    cells.iter().filter_map(owned).collect()
}
