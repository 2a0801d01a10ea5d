//! Gomocup: P. Laštovička, New protocol of the Gomocup (2004), which has parts and no numbers: its *Mandatory commands*, some of
//! its *Optional commands*, and what *Commands that are sent by the brain* lets a program say.

use std::{io, time::Duration};

use agon_arena::play::TimeControl;
use agon_core::{AnyMove, Decision, Node, Position};

use crate::{
    allowance::{Allowance, milliseconds},
    desk::{ALONE, Desk, Flow, Manners},
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

impl Manners for GomocupGuest {
    fn hear(&mut self, desk: &mut Desk, line: &str) -> io::Result<Flow> {
        let (word, rest) = first_word(line);
        if let Some(told) = &mut self.told {
            if word.eq_ignore_ascii_case("DONE") {
                let told = self.told.take().expect("it was just there");
                return self.set_up(desk, &told).map(|()| Flow::GoesOn);
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
                let player = &desk.guest.player.term;
                let about = format!("name=\"Agon {player}\", version=\"{version}\", author=\"Agon\"");
                desk.say(&about)?;
            }
            "START" => self.start(desk, rest)?,
            "RESTART" => {
                desk.begin();
                desk.say("OK")?;
            }
            "INFO" => self.inform(desk, rest)?,
            "STOP" | "YXSTOP" => desk.stop(),
            "BEGIN" if self.has_begun => {
                desk.begin();
                self.think(desk)?;
            }
            "TURN" if self.has_begun => {
                if desk.track.play_text(rest) {
                    self.think(desk)?;
                } else if desk.track.is_lost() {
                    desk.say(REFUSED)?;
                } else if desk.track.here().node() == Node::Terminal {
                    desk.say("ERROR the game is over")?;
                } else {
                    desk.say(&format!("ERROR {rest:.20} is no empty square of this game"))?;
                }
            }
            "BOARD" if self.has_begun => self.told = Some(Vec::new()),
            "TAKEBACK" if self.has_begun => {
                let said = match desk.track.last_written() {
                    _ if desk.track.is_lost() => REFUSED.to_owned(),
                    None => "ERROR there is no move".to_owned(),
                    Some(last) if !rest.is_empty() && !is_square(rest, &last) => {
                        format!("ERROR the last move is {last}")
                    }
                    Some(_) => {
                        desk.track.undo();
                        "OK".to_owned()
                    }
                };
                desk.say(&said)?;
            }
            "BEGIN" | "TURN" | "BOARD" | "TAKEBACK" => desk.say("ERROR no game was started")?,
            "RECTSTART" => desk.say("ERROR the board must have as many rows as columns")?,
            _ => desk.say(&format!("UNKNOWN command `{word:.20}`"))?,
        }
        Ok(Flow::GoesOn)
    }

    /// `YXSTOP`, which several programs know, comes while the player thinks.
    fn interrupts(&self, line: &str) -> bool {
        self.ends(line).is_some()
    }

    fn pass_over(&mut self, desk: &mut Desk, beginning: &str) -> io::Result<()> {
        desk.say(&format!("ERROR {TOO_LONG}: {beginning}"))
    }

    fn ends(&self, line: &str) -> Option<Duration> {
        match first_word(line).0.to_ascii_uppercase().as_str() {
            "STOP" | "YXSTOP" => Some(Duration::ZERO),
            "END" => Some(ALONE),
            _ => None,
        }
    }

    fn answer(&mut self, desk: &mut Desk, decision: &Decision<AnyMove>) -> io::Result<()> {
        let text = desk.written(decision.m);
        desk.track.play(decision.m);
        if let (Some(depth), Some(value)) = (decision.depth, decision.value) {
            desk.say(&format!("MESSAGE depth {depth} value {value} nodes {}", decision.nodes))?;
        }
        desk.say(&text)
    }

    fn complain(&mut self, desk: &mut Desk, what: &str) -> io::Result<()> {
        desk.say(&format!("DEBUG {}", what.replace('\n', " ")))
    }
}

impl GomocupGuest {
    fn start(&mut self, desk: &mut Desk, size: &str) -> io::Result<()> {
        self.has_begun = false;
        let changed = match size.trim().parse::<u8>() {
            Ok(_) => desk.guest.with_game_options(&[("size", size.trim())]),
            Err(_) => return desk.say("ERROR the size is a number"),
        };
        match changed.and_then(|guest| desk.become_guest(guest)) {
            Ok(()) => {
                self.has_begun = true;
                desk.begin();
                desk.say("OK")
            }
            Err(error) => desk.say(&format!("ERROR {error}").replace('\n', " ")),
        }
    }

    /// Handles `INFO`: unknown keys are ignored, and nothing is answered.
    fn inform(&mut self, desk: &mut Desk, words: &str) -> io::Result<()> {
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
                let changed = desk.guest.with_game_options(&[("exact", &exact)]);
                if desk.track.len() == 0
                    && let Err(error) = changed.and_then(|guest| desk.become_guest(guest))
                {
                    self.complain(desk, &error.to_string())?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Puts the stones on an empty board, each colour in turn, and thinks.
    fn set_up(&mut self, desk: &mut Desk, told: &[(String, u8)]) -> io::Result<()> {
        let of = |field: u8| told.iter().filter(move |(_, f)| *f == field).map(|(square, _)| square);
        let (own, other) = (of(1).count(), of(2).count());
        if other != own && other != own + 1 {
            desk.track.lose();
            return desk.say("ERROR it is not this side's turn on that board");
        }
        desk.begin();
        // With equal numbers of stones, the side that is to move began.
        let (first, second) = if own == other { (1, 2) } else { (2, 1) };
        let mut second = of(second);
        for square in of(first).flat_map(|square| [Some(square), second.next()]).flatten() {
            if !desk.track.play_text(square) {
                desk.track.lose();
                return desk.say(&format!("ERROR {square:.20} is no empty square of this game"));
            }
        }
        self.think(desk)
    }

    fn think(&mut self, desk: &mut Desk) -> io::Result<()> {
        if desk.track.here().node() == Node::Terminal {
            return desk.say("ERROR the game is over");
        }
        let to_come = Some(desk.track.to_come());
        let clock = |left| TimeControl { left, ..TimeControl::default() };
        let share = self.left.map(|left| clock(left).share(to_come));
        // Without a time the move must come at once.
        let turn = self.turn.map(|turn| turn.saturating_sub(Duration::from_millis(30).min(turn / 5)));
        let time = match (share, turn) {
            (Some(share), Some(turn)) => Some(share.min(turn)),
            (share, turn) => share.or(turn),
        };
        desk.ask(Allowance { time, ..Allowance::default() }, false);
        Ok(())
    }
}

/// Whether two texts name one square: `3, 4` and `3,4`.
fn is_square(one: &str, other: &str) -> bool {
    let numbers = |text: &str| -> Vec<String> { text.split(',').map(|number| number.trim().to_owned()).collect() };
    numbers(one) == numbers(other)
}
