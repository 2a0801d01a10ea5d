//! Reads a journal: of every game its number, who had which seat, its plies and payoffs; then the standings.
//!
//! `agon run -g nim -p perfect -p random --journal my.journal`, and then
//! `cargo run -p agon-arena --example journal -- my.journal`. The games and players of the journal have to be linked.

use std::{env, error::Error, fmt::Write, ops::ControlFlow};

use agon_arena::keep::{Detail, read};
use {agon_nim as _, agon_players as _};

/// What the journal at `path` has, a line for each game and for each player.
pub(crate) fn told(path: &str) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    let reading = read(&[path], Detail::Figures, &mut |game| {
        let entries = &game.plan.tournament().entries;
        let seated: Vec<&str> = game.fixture.seats.iter().map(|&entry| entries[entry].name.as_str()).collect();
        let (record, seated) = (game.record, seated.join(", "));
        let (number, plies) = (record.number + 1, record.moves.len());
        let _ = writeln!(text, "{number}: {seated}; {plies} plies, payoffs {:?}", record.payoffs);
        Ok(ControlFlow::Continue(()))
    })?;
    for section in &reading.plan.tournament().sections {
        for standing in reading.score.standings(&section.game.term)? {
            writeln!(text, "{}. {}, {} points", standing.place, standing.name, standing.points)?;
        }
    }
    Ok(text)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("the journal's name is missing")?;
    print!("{}", told(&path)?);
    Ok(())
}
