//! A conversation with nobody: what an engine says is known beforehand.

use std::time::Duration;

use agon_core::{AnyMove, AnyPosition, Failure, Protocol, Seat, Seed, Turn};

use crate::{
    engine::Engine,
    engine_protocol::{EngineProtocol, MoveAllowance, MoveRequest, Wishes},
    gomocup::Gomocup,
    gtp::Gtp,
    story::Story,
    uci::Uci,
    wire::{Talk, Wire, WireError},
    xboard::Xboard,
};

/// Greets a program, has it begin a game from `start`, and asks it for a move there, all by `protocol`:
/// the program says `said`, whatever it is told, and ends. Nothing is started, and nothing is waited for.
///
/// # Errors
///
/// The failure that it is to say that; and where the protocol is not for this game.
pub fn rehearse(protocol: Protocol, start: &AnyPosition, said: &[u8]) -> Result<AnyMove, Failure> {
    match protocol {
        Protocol::Uci => converse::<Uci>(start, said),
        Protocol::Xboard => converse::<Xboard>(start, said),
        Protocol::Gtp => converse::<Gtp>(start, said),
        Protocol::Gomocup => converse::<Gomocup>(start, said),
        other => Err(Failure::Broken(format!("nobody speaks {other} here"))),
    }
}

fn converse<T: EngineProtocol>(start: &AnyPosition, said: &[u8]) -> Result<AnyMove, Failure> {
    let story = Story::new(T::PROTOCOL, start).map_err(Failure::Broken)?;
    let mut recital = Recital { rest: said, line: String::new() };
    let mut talk = Talk::new(&mut recital);
    let allowance = MoveAllowance { depth: Some(1), explain: true, ..MoveAllowance::default() };
    let mut protocol = T::greet(&mut talk, &Wishes::default(), &story)?;
    protocol.begin(&mut talk, &allowance)?;
    let question = MoveRequest { story: &story, seat: Seat(0), allowance: &allowance };
    let answer = protocol.ask(&mut talk, &question)?;
    let mut stream = Seed(0).stream(0);
    let turn = Turn::new(Seat(0), &mut stream).explained(true);
    let decision = Engine::<T>::understand(start, &turn, &answer)?;
    let mut here = start.clone();
    for &m in &decision.pv {
        assert!(here.try_play(m), "the line that it expects goes on by a move that is none");
    }
    Ok(decision.m)
}

/// Who says all of it, line by line.
struct Recital<'a> {
    rest: &'a [u8],
    line: String,
}

impl Wire for Recital<'_> {
    fn say(&mut self, _: &str) -> Result<(), WireError> {
        Ok(())
    }

    fn hear(&mut self, wait: Duration) -> Result<bool, WireError> {
        if wait.is_zero() {
            return Ok(false);
        }
        let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') else {
            return Err(WireError::Ended("it has said all".to_owned()));
        };
        self.line = String::from_utf8_lossy(&self.rest[..end]).into_owned();
        self.rest = &self.rest[end + 1..];
        Ok(true)
    }

    fn heard(&self) -> &str {
        &self.line
    }

    fn last_words(&mut self, _: bool) -> String {
        String::new()
    }

    fn settle(&mut self) {}
}
