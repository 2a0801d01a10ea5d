//! GTP: G. Farnebäck, *Specification of the Go Text Protocol, version 2* (2002), of programs for Go, Hex, Othello and others;
//! commands as in sections 2.5 and 6.3.

use std::{fmt::Write as _, time::Duration};

use agon_core::{Failure, Protocol, Seat, Trouble};

use crate::{
    engine_protocol::{EngineMove, EngineProtocol, EngineReply, MoveAllowance, MoveRequest, Opinion, Wishes},
    story::{Story, Telling},
    wire::Talk,
};

/// The state of a program that speaks GTP.
#[derive(Default)]
pub(crate) struct Gtp {
    commands: Vec<String>,
    told: Telling,
    /// The number of the command that was given last.
    number: u64,
    /// The answer to it.
    answer: String,
}

impl EngineProtocol for Gtp {
    const PROTOCOL: Protocol = Protocol::Gtp;
    const FAREWELL: &'static str = "quit\n";
    const COUNTS_NODES: bool = false;
    /// It has whole seconds.
    const LEAST_TIME: Duration = Duration::from_secs(1);

    fn greet(talk: &mut Talk<'_>, wishes: &Wishes, story: &Story) -> Result<Self, Failure> {
        let mut gtp = Gtp::default();
        gtp.command(talk, "list_commands")?;
        gtp.commands = gtp.answer.split_ascii_whitespace().map(str::to_owned).collect();
        for line in &wishes.lines {
            gtp.command(talk, line)?;
        }
        gtp.set_up(talk, story)?;
        Ok(gtp)
    }

    fn begin(&mut self, talk: &mut Talk<'_>, allowance: &MoveAllowance) -> Result<(), Failure> {
        let needed = allowance.clock.map(|_| "time_left");
        let needed = needed.or(allowance.move_time.map(|_| "time_settings"));
        if let Some(command) = needed.filter(|command| !self.knows(command)) {
            let what = format!(
                "it has no command `{command}`, so it cannot be given a clock; its own command line \
                 may have a limit for it"
            );
            return Err(Failure::Outside(Trouble::Refused, what));
        }
        self.told = Telling::default();
        self.command(talk, "clear_board")
    }

    fn ask(&mut self, talk: &mut Talk<'_>, question: &MoveRequest<'_>) -> EngineReply {
        let MoveRequest { story, seat, allowance } = *question;
        let told = self.told.of(story);
        if told.is_none() {
            self.set_up(talk, story)?;
            self.settle_time(talk, allowance)?;
            for (seat, m) in &story.setup.stones {
                self.play(talk, *seat, m, false)?;
            }
        }
        let from = told.unwrap_or(0);
        for step in &story.moves[from..] {
            if let Some(seat) = step.seat {
                self.play(talk, seat, &step.word, step.is_forced)?;
            }
        }
        if let Some((left, _)) = allowance.clock {
            let line = format!("time_left {} {} 0", color(seat), left.as_secs().max(1));
            self.command(talk, &line)?;
        }
        self.give(talk, &format!("genmove {}", color(seat)), "")?;
        let m = self.answer.trim().to_owned();
        if m.eq_ignore_ascii_case("resign") {
            return Err(Failure::Resigned);
        }
        // It has played that itself.
        self.told = Telling::and_own(story);
        Ok(EngineMove { m, ..EngineMove::default() })
    }

    fn verdict(&mut self, talk: &mut Talk<'_>, story: &Story) -> Option<Opinion> {
        let from = self.told.of(story).filter(|_| self.knows("final_score"))?;
        for step in story.moves.get(from..)? {
            self.play(talk, step.seat?, &step.word, step.is_forced).ok()?;
        }
        self.command(talk, "final_score").ok()?;
        match self.answer.trim().chars().next()? {
            'B' | 'b' => Some(Opinion::Won(Seat(0))),
            'W' | 'w' => Some(Opinion::Won(Seat(1))),
            '0' => Some(Opinion::Nobody),
            _ => None,
        }
    }
}

impl Gtp {
    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Tells it what it has for the game, or for each move: a period of one stone.
    fn settle_time(&mut self, talk: &mut Talk<'_>, allowance: &MoveAllowance) -> Result<(), Failure> {
        let line = match *allowance {
            MoveAllowance { clock: Some((left, _)), .. } => {
                format!("time_settings {} 0 0", left.as_secs().max(1))
            }
            MoveAllowance { move_time: Some(time), .. } => {
                format!("time_settings 0 {} 1", time.as_secs())
            }
            _ => return Ok(()),
        };
        if self.knows("time_settings") { self.command(talk, &line) } else { Ok(()) }
    }

    /// Gives it the board, and what else is settled before the first move.
    fn set_up(&mut self, talk: &mut Talk<'_>, story: &Story) -> Result<(), Failure> {
        if let Some(size) = story.setup.size {
            self.command(talk, &format!("boardsize {size}"))?;
        }
        self.command(talk, "clear_board")?;
        for line in &story.setup.lines {
            self.command(talk, line)?;
        }
        Ok(())
    }

    /// Tells it a move.
    fn play(&mut self, talk: &mut Talk<'_>, seat: Seat, m: &str, is_forced: bool) -> Result<(), Failure> {
        // Some count a swap as a word, and not as a move of a colour.
        let is_swap = m == "swap-pieces" && self.knows(m);
        let line = if is_swap { m.to_owned() } else { format!("play {} {m}", color(seat)) };
        match self.command(talk, &line) {
            // Where nobody may pass but who must, some have no word for it.
            Err(Failure::Outside(Trouble::Refused, _)) if is_forced && m == "pass" => Ok(()),
            Err(Failure::Outside(Trouble::Refused, why)) => {
                let what = format!("{why}: by our rules it is legal");
                Err(Failure::Outside(Trouble::Disagreed, what))
            }
            done => done,
        }
    }

    /// Gives a command that must be obeyed.
    fn command(&mut self, talk: &mut Talk<'_>, line: &str) -> Result<(), Failure> {
        self.give(talk, line, "")
    }

    /// Gives a command, and waits for the answer. Answers to earlier commands are no answers.
    fn give(&mut self, talk: &mut Talk<'_>, line: &str, hurry: &str) -> Result<(), Failure> {
        self.number += 1;
        talk.ask(&format!("{} {line}\n", self.number))?;
        let mut is_ours = None;
        self.answer.clear();
        loop {
            let heard = talk.answer(hurry)?;
            let heard = heard.trim_end();
            match is_ours {
                None if heard.starts_with(['=', '?']) => {
                    let rest = &heard[1..];
                    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                    // Without a number it can only be to this one.
                    let is_this = rest[..digits].parse().map_or(digits == 0, |n: u64| n == self.number);
                    is_ours = Some((is_this, heard.starts_with('=')));
                    self.answer.push_str(rest[digits..].trim());
                }
                None if heard.is_empty() => {}
                Some((true, is_done)) if heard.is_empty() => {
                    if is_done {
                        return Ok(());
                    }
                    let what = format!("`{line}`: {}", self.answer);
                    return Err(Failure::Outside(Trouble::Refused, what));
                }
                Some((false, _)) if heard.is_empty() => {
                    is_ours = None;
                    self.answer.clear();
                }
                Some(_) if self.answer.len() < 1 << 16 => {
                    let _ = write!(self.answer, "\n{heard}");
                }
                // No answer yet, or one that nobody would read.
                None | Some(_) => talk.wonder()?,
            }
        }
    }
}

/// Black moves first.
fn color(seat: Seat) -> &'static str {
    if seat.0 == 0 { "black" } else { "white" }
}
