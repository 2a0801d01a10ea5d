//! The Go Text Protocol, version 2, of programs for Go, Hex, Othello and others.

use std::fmt::Write as _;

use agon_core::{Failure, Protocol, Seat, Trouble};

use crate::{
    story::Story,
    tongue::{Allowance, Answer, Tongue, Verdict, Wishes},
    wire::Talk,
};

/// What is known of a program that speaks GTP.
#[derive(Default)]
pub(crate) struct Gtp {
    commands: Vec<String>,
    /// The story that was told last, and how many of its moves.
    told: Option<(u64, usize)>,
    /// The number of the command that was given last.
    number: u64,
    /// The answer to it.
    answer: String,
}

impl Tongue for Gtp {
    const PROTOCOL: Protocol = Protocol::Gtp;
    const FAREWELL: &'static str = "quit\n";

    fn greet(
        &mut self,
        talk: &mut Talk<'_>,
        wishes: &Wishes,
        story: &Story,
    ) -> Result<(), Failure> {
        *self = Gtp::default();
        self.command(talk, "list_commands")?;
        self.commands = self.answer.split_ascii_whitespace().map(str::to_owned).collect();
        for line in &wishes.lines {
            self.command(talk, line)?;
        }
        self.set_up(talk, story)
    }

    fn begin(&mut self, talk: &mut Talk<'_>) -> Result<(), Failure> {
        self.told = None;
        self.command(talk, "clear_board")
    }

    fn ask(
        &mut self,
        talk: &mut Talk<'_>,
        story: &Story,
        seat: Seat,
        allowance: &Allowance,
    ) -> Result<Answer, Failure> {
        if allowance.nodes.is_some() {
            let what = "GTP has no limit of nodes; its program may have one of its own";
            return Err(Failure::Outside(Trouble::Refused, what.to_owned()));
        }
        let from = match self.told {
            Some((number, moves)) if number == story.number => moves,
            _ => {
                self.set_up(talk, story)?;
                for (seat, m) in &story.setup.stones {
                    self.play(talk, *seat, m, false)?;
                }
                0
            }
        };
        for step in &story.moves[from..] {
            if let Some(seat) = step.seat {
                self.play(talk, seat, &step.word, step.is_forced)?;
            }
        }
        let knows = |command: &str| self.commands.iter().any(|known| known == command);
        if let (Some((left, _)), true) = (allowance.clock, knows("time_left")) {
            let line = format!("time_left {} {} 0", color(seat), left.as_secs().max(1));
            self.command(talk, &line)?;
        }
        self.give(talk, &format!("genmove {}", color(seat)), "")?;
        let m = self.answer.trim().to_owned();
        if m.eq_ignore_ascii_case("resign") {
            return Err(Failure::Resigned);
        }
        // It has played that itself.
        self.told = Some((story.number, story.moves.len() + 1));
        Ok(Answer { m, ..Answer::default() })
    }

    fn verdict(&mut self, talk: &mut Talk<'_>, story: &Story) -> Option<Verdict> {
        let (number, from) = self.told?;
        if number != story.number || !self.commands.iter().any(|known| known == "final_score") {
            return None;
        }
        for step in story.moves.get(from..)? {
            self.play(talk, step.seat?, &step.word, step.is_forced).ok()?;
        }
        self.command(talk, "final_score").ok()?;
        match self.answer.trim().chars().next()? {
            'B' | 'b' => Some(Verdict::Won(Seat(0))),
            'W' | 'w' => Some(Verdict::Won(Seat(1))),
            '0' => Some(Verdict::Nobody),
            _ => None,
        }
    }
}

impl Gtp {
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
    fn play(
        &mut self,
        talk: &mut Talk<'_>,
        seat: Seat,
        m: &str,
        is_forced: bool,
    ) -> Result<(), Failure> {
        // Some count a swap as a word, and not as a move of a colour.
        let is_swap = m == "swap-pieces" && self.commands.iter().any(|known| known == m);
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
                    let is_this =
                        rest[..digits].parse().map_or(digits == 0, |n: u64| n == self.number);
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
