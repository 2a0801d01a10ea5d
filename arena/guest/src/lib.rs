//! Our players as guests at other programs' tables: engines that speak UCI, xboard, GTP or Gomocup.
//!
//! A [`Guest`] is a game, and a player for it. [`serve`] speaks a protocol for it on two streams, until the
//! command to quit. Nonsense is answered as the protocol demands, and every request for a move gets one in
//! time, even if the player does not answer or our rules have already ended the game.
//!
//! One thread reads lines, another runs the player, and the events of both are put in one order: so a protocol
//! is a few functions of lines and thoughts, and knows no threads.

mod allowance;
mod charset;
mod chess960;
mod event;
mod event_loop;
mod gomocup;
mod gtp;
mod guest;
mod guest_request;
mod handicap;
mod played_on;
mod ranking;
mod recorded;
mod reported_game;
mod sgf;
mod thinker;
mod turns;
mod uci;
mod words;
mod xboard;

use std::io::{self, BufRead, Write};

use agon_core::Protocol;

pub use crate::guest::{Guest, GuestError};
use crate::{event_loop::EventLoop, gomocup::GomocupGuest, gtp::GtpGuest, uci::UciGuest, xboard::XboardGuest};

/// Speaks `protocol` until the command to quit or the end of `input`.
///
/// # Errors
///
/// Where a stream breaks. A reader that has gone is no error.
pub fn serve(
    guest: Guest,
    protocol: Protocol,
    input: impl BufRead + Send + 'static,
    output: impl Write + 'static,
) -> io::Result<()> {
    let served = match protocol {
        Protocol::Uci => EventLoop::new(guest, protocol, input, output)?.serve(UciGuest::default()),
        Protocol::Xboard => EventLoop::new(guest, protocol, input, output)?.serve(XboardGuest::default()),
        Protocol::Gtp => EventLoop::new(guest, protocol, input, output)?.serve(GtpGuest::default()),
        Protocol::Gomocup => EventLoop::new(guest, protocol, input, output)?.serve(GomocupGuest::default()),
        other => Err(io::Error::other(format!("{other} is not spoken here"))),
    };
    match served {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        served => served,
    }
}

#[cfg(test)]
mod tests;
