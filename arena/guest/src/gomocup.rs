//! Gomocup: P. Laštovička, New protocol of the Gomocup (2004), which has parts and no numbers: its *Mandatory commands*, some of
//! its *Optional commands*, and what *Commands that are sent by the brain* lets a program say.

use std::{io, time::Duration};

use agon_arena::play::TimeControl;
use agon_core::{AnyMove, Decision, Node, Position};

use crate::{
    allowance::{Allowance, milliseconds},
    event_loop::{ALONE, EventLoop, Flow, GuestProtocol},
    words::{TOO_LONG, first_word},
};

/// A guest that speaks Gomocup's protocol.
#[derive(Default)]
pub(crate) struct GomocupGuest {
    /// Whether a board was begun.
    has_begun: bool,
    /// The stones of a board that is being received: field 1 is the guest's, 2 the opponent's.
    told: Option<Vec<(String, u8)>>,
    /// The most time for a move, and the time left for the game.
    turn: Option<Duration>,
    left: Option<Duration>,
}

/// The answer to moves after a refused board.
const REFUSED: &str = "ERROR there is no board: the last one was refused";

impl GuestProtocol for GomocupGuest {
    fn hear(&mut self, event_loop: &mut EventLoop, line: &str) -> io::Result<Flow> {
        let (word, rest) = first_word(line);
        if let Some(told) = &mut self.told {
            if word.eq_ignore_ascii_case("DONE") {
                let told = self.told.take().expect("it was just there");
                return self.set_up(event_loop, &told).map(|()| Flow::GoesOn);
            }
            let mut parts = line.trim().rsplitn(2, ',');
            let field = parts.next().and_then(|field| field.trim().parse().ok());
            if let (Some(field), Some(square)) = (field, parts.next()) {
                told.push((square.trim().to_owned(), field));
            }
            return Ok(Flow::GoesOn);
        }
        match word.to_ascii_uppercase().as_str() {
            "" => {}
            "END" => return Ok(Flow::Quits),
            "ABOUT" => {
                let version = env!("CARGO_PKG_VERSION");
                let player = &event_loop.guest.player.term;
                let about = format!("name=\"Agon {player}\", version=\"{version}\", author=\"Agon\"");
                event_loop.say(&about)?;
            }
            "START" => self.start(event_loop, rest)?,
            "RESTART" => {
                event_loop.begin();
                event_loop.say("OK")?;
            }
            "INFO" => self.inform(event_loop, rest)?,
            "STOP" | "YXSTOP" => event_loop.stop(),
            "BEGIN" if self.has_begun => {
                event_loop.begin();
                self.think(event_loop)?;
            }
            "TURN" if self.has_begun => {
                if event_loop.reported.play_text(rest) {
                    self.think(event_loop)?;
                } else if event_loop.reported.is_lost() {
                    event_loop.say(REFUSED)?;
                } else if event_loop.reported.here().node() == Node::Terminal {
                    event_loop.say("ERROR the game is over")?;
                } else {
                    event_loop.say(&format!("ERROR {rest:.20} is no empty square of this game"))?;
                }
            }
            "BOARD" if self.has_begun => self.told = Some(Vec::new()),
            "TAKEBACK" if self.has_begun => {
                let said = match event_loop.reported.last_written() {
                    _ if event_loop.reported.is_lost() => REFUSED.to_owned(),
                    None => "ERROR there is no move".to_owned(),
                    Some(last) if !rest.is_empty() && !is_square(rest, &last) => {
                        format!("ERROR the last move is {last}")
                    }
                    Some(_) => {
                        event_loop.reported.undo();
                        "OK".to_owned()
                    }
                };
                event_loop.say(&said)?;
            }
            "BEGIN" | "TURN" | "BOARD" | "TAKEBACK" => event_loop.say("ERROR no game was started")?,
            "RECTSTART" => event_loop.say("ERROR the board must have as many rows as columns")?,
            _ => event_loop.say(&format!("UNKNOWN command `{word:.20}`"))?,
        }
        Ok(Flow::GoesOn)
    }

    /// `YXSTOP`, which several programs know, comes while the player thinks.
    fn interrupts(&self, line: &str) -> bool {
        self.ends(line).is_some()
    }

    fn pass_over(&mut self, event_loop: &mut EventLoop, beginning: &str) -> io::Result<()> {
        event_loop.say(&format!("ERROR {TOO_LONG}: {beginning}"))
    }

    fn ends(&self, line: &str) -> Option<Duration> {
        match first_word(line).0.to_ascii_uppercase().as_str() {
            "STOP" | "YXSTOP" => Some(Duration::ZERO),
            "END" => Some(ALONE),
            _ => None,
        }
    }

    fn answer(&mut self, event_loop: &mut EventLoop, decision: &Decision<AnyMove>) -> io::Result<()> {
        let text = event_loop.written(decision.m);
        event_loop.reported.play(decision.m);
        if let (Some(depth), Some(value)) = (decision.depth, decision.value) {
            event_loop.say(&format!("MESSAGE depth {depth} value {value} nodes {}", decision.nodes))?;
        }
        event_loop.say(&text)
    }

    fn complain(&mut self, event_loop: &mut EventLoop, what: &str) -> io::Result<()> {
        event_loop.say(&format!("DEBUG {}", what.replace('\n', " ")))
    }
}

impl GomocupGuest {
    fn start(&mut self, event_loop: &mut EventLoop, size: &str) -> io::Result<()> {
        self.has_begun = false;
        let changed = match size.trim().parse::<u8>() {
            Ok(_) => event_loop.guest.with_game_options(&[("size", size.trim())]),
            Err(_) => return event_loop.say("ERROR the size is a number"),
        };
        match changed.and_then(|guest| event_loop.become_guest(guest)) {
            Ok(()) => {
                self.has_begun = true;
                event_loop.begin();
                event_loop.say("OK")
            }
            Err(error) => event_loop.say(&format!("ERROR {error}").replace('\n', " ")),
        }
    }

    /// Handles `INFO`: unknown keys are ignored, and nothing is answered.
    fn inform(&mut self, event_loop: &mut EventLoop, words: &str) -> io::Result<()> {
        let (key, value) = first_word(words);
        let time = milliseconds(value);
        match key {
            // Zero is as fast as possible.
            "timeout_turn" => self.turn = time,
            "timeout_match" if time == Some(Duration::ZERO) => self.left = None,
            "timeout_match" | "time_left" => self.left = time,
            "rule" => {
                let Ok(rule) = value.trim().parse::<u32>() else { return Ok(()) };
                let exact = (rule & 1 == 1).to_string();
                // A rule comes before the first stone.
                let changed = event_loop.guest.with_game_options(&[("exact", &exact)]);
                if event_loop.reported.len() == 0
                    && let Err(error) = changed.and_then(|guest| event_loop.become_guest(guest))
                {
                    self.complain(event_loop, &error.to_string())?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Puts the stones on an empty board, each colour in turn, and thinks.
    fn set_up(&mut self, event_loop: &mut EventLoop, told: &[(String, u8)]) -> io::Result<()> {
        let of = |field: u8| told.iter().filter(move |(_, f)| *f == field).map(|(square, _)| square);
        let (own, other) = (of(1).count(), of(2).count());
        if other != own && other != own + 1 {
            event_loop.reported.lose();
            return event_loop.say("ERROR it is not this side's turn on that board");
        }
        event_loop.begin();
        // With equal numbers of stones, the side that is to move began.
        let (first, second) = if own == other { (1, 2) } else { (2, 1) };
        let mut second = of(second);
        for square in of(first).flat_map(|square| [Some(square), second.next()]).flatten() {
            if !event_loop.reported.play_text(square) {
                event_loop.reported.lose();
                return event_loop.say(&format!("ERROR {square:.20} is no empty square of this game"));
            }
        }
        self.think(event_loop)
    }

    fn think(&mut self, event_loop: &mut EventLoop) -> io::Result<()> {
        if event_loop.reported.here().node() == Node::Terminal {
            return event_loop.say("ERROR the game is over");
        }
        let to_come = Some(event_loop.reported.to_come());
        let clock = |left| TimeControl { left, ..TimeControl::default() };
        let share = self.left.map(|left| clock(left).share(to_come));
        // Without a time the move must come at once.
        let turn = self.turn.map(|turn| turn.saturating_sub(Duration::from_millis(30).min(turn / 5)));
        let time = match (share, turn) {
            (Some(share), Some(turn)) => Some(share.min(turn)),
            (share, turn) => share.or(turn),
        };
        event_loop.ask(Allowance { time, ..Allowance::default() }, false);
        Ok(())
    }
}

/// Whether two texts name one square: `3, 4` and `3,4`.
fn is_square(one: &str, other: &str) -> bool {
    let numbers = |text: &str| -> Vec<String> { text.split(',').map(|number| number.trim().to_owned()).collect() };
    numbers(one) == numbers(other)
}
