//! A game that is being played at this terminal, by people and players.

mod listening;
#[cfg(test)]
mod tests;

use std::{
    io::{self, Write},
    thread,
    time::Duration,
};

use agon_arena::play::{Clocks, Stopwatch};
use agon_core::{AnyMove, AnyPosition, Clock, Decision, Explained, Eye, Player, Seat, notation};
use agon_table::{End, GameAction, PlayedGame, Refusal, ShownPosition, Thought, ToMove};

use crate::{
    failed::Failed,
    figure,
    prompt::Prompt,
    terminal_game::TerminalGame,
    thinking::{self, Waiting},
    view::View,
};

/// A game being played, and who plays it.
pub(crate) struct Session {
    sitting: TerminalGame,
    /// The player that gives hints.
    adviser: Option<Box<dyn Player>>,
    view: View,
    thinking: Waiting,
    /// What the moments of the game are read from.
    time: Stopwatch,
}

/// What a person did with the game.
enum Reply {
    /// Chose a move, at this moment.
    Move(AnyMove, Duration),
    /// Took moves back.
    Undo,
    /// Began another game.
    New,
    /// Ended it.
    Ended,
    /// Left it.
    Left,
}

/// A move that was made.
struct MadeMove {
    m: AnyMove,
    /// What is told of it, if it is: not what a person has typed, nor what is hidden.
    told: Option<String>,
}

/// What a player answered: where, which is what it was shown, and in what time.
struct TimedAnswer {
    here: AnyPosition,
    decision: Decision<AnyMove>,
    used: Duration,
}

impl Session {
    pub(crate) fn new(
        sitting: TerminalGame,
        adviser: Option<Box<dyn Player>>,
        view: View,
        thinking: Waiting,
    ) -> Session {
        Session { sitting, adviser, view, thinking, time: Clocks::default().start() }
    }

    /// Plays until the game is over or left.
    ///
    /// # Errors
    ///
    /// Where a player gives no move, or the terminal is gone.
    pub(crate) fn play(mut self, out: &mut dyn Write) -> Result<(), Failed> {
        let end = self.play_on(out, &mut Prompt::new())?;
        let here = self.game().site().here.clone();
        if let Some(payoffs) = end.payoffs(&here) {
            // What was heard of the end changes it no more.
            let _ = self.sitting.tell(|player| player.end(&here, &payoffs));
        }
        self.conclude(out, &end)
    }

    /// The same without the last words.
    fn play_on(&mut self, out: &mut dyn Write, prompt: &mut Prompt) -> Result<End, Failed> {
        // What lookers-on saw.
        let mut seen = None;
        self.begin()?;
        if self.sitting.delay.is_none() {
            writeln!(out, "{}", self.sitting.greeting())?;
        }
        loop {
            self.thinking.leave_with(self.sitting.how_to_go_on());
            if let Some(end) = self.game().ended() {
                return Ok(end);
            }
            let before = self.game().site().here.clone();
            let plies = self.game().site().line.len();
            let made = match self.game().to_move() {
                ToMove::Person(seat) => match self.person(out, prompt, seat)? {
                    Reply::Move(m, now) => {
                        self.act(&[seat], GameAction::Move(m), now).map(|()| MadeMove { m, told: None })
                    }
                    // What they remember of the moves taken back is no part of this game.
                    Reply::Undo => {
                        self.begin()?;
                        continue;
                    }
                    Reply::New => {
                        let now = self.now();
                        self.sitting.game.restart(now);
                        self.begin()?;
                        writeln!(out, "\n{}", self.sitting.greeting())?;
                        continue;
                    }
                    Reply::Ended => continue,
                    Reply::Left => return Ok(End::Quit),
                },
                ToMove::Player(seat) => match self.think(seat) {
                    Ok(answer) => self.answer(seat, answer),
                    Err(why) => return Ok(End::Fault(why)),
                },
                ToMove::Chance | ToMove::Nobody => self.draw_outcome(),
            };
            let made = match made {
                Ok(made) => made,
                Err(why) => return Ok(End::Fault(why.to_string())),
            };
            if self.game().site().line.len() == plies {
                // The time was over.
                continue;
            }
            if let Some(told) = made.told {
                self.announce(out, &told)?;
            }
            if let Err(why) = self.sitting.tell(|player| player.played(&before, made.m)) {
                return Ok(End::Fault(why));
            }
            self.show_watched(out, &mut seen)?;
        }
    }

    /// The board as lookers-on see it, for a while, where all only watch.
    fn show_watched(&self, out: &mut dyn Write, seen: &mut Option<String>) -> io::Result<()> {
        let Some(delay) = self.sitting.delay else { return Ok(()) };
        let shown = self.game().shown(Eye::Public);
        // Who moves in secret isn't seen to move.
        if !shown.is_whole() {
            let now = Some(shown.text());
            if now == *seen {
                return Ok(());
            }
            *seen = now;
            write!(out, "{}", self.view.fresh())?;
        }
        writeln!(out, "{}", self.view.board(&shown))?;
        out.flush()?;
        thread::sleep(delay);
        Ok(())
    }

    /// Whether nothing is hidden from anybody.
    fn is_open(&self) -> bool {
        !self.game().site().hides()
    }

    fn game(&self) -> &PlayedGame {
        &self.sitting.game
    }

    /// This moment, as the game counts them.
    fn now(&self) -> Duration {
        self.time.elapsed()
    }

    fn act(&mut self, by: &[Seat], action: GameAction, now: Duration) -> Result<(), Refusal> {
        self.sitting.game.act(by, action, now)
    }

    fn draw_outcome(&mut self) -> Result<MadeMove, Refusal> {
        let (now, before) = (self.now(), self.game().site().here.clone());
        let m = self.sitting.game.draw_outcome(now)?;
        let told = self.is_open().then(|| format!("chance: {}", notation(&before, m)));
        Ok(MadeMove { m, told })
    }

    /// Plays what a player answered.
    fn answer(&mut self, seat: Seat, answer: TimedAnswer) -> Result<MadeMove, Refusal> {
        let TimedAnswer { here, decision, used } = answer;
        let told = self.is_open().then(|| {
            let name = self.sitting.chairs[seat.index()].name();
            let m = notation(&here, decision.m);
            let thought = self.sitting.delay.map_or(String::new(), |_| {
                // Where the game is only watched.
                format!("  ({})", thinking::words(&here, &decision))
            });
            format!("{seat}, {name}: {m}{thought}")
        });
        let (now, thought) = (self.now(), Thought::of(&here, &decision));
        self.sitting.game.answer(decision.m, thought, used, now)?;
        Ok(MadeMove { m: decision.m, told })
    }

    /// Gives the screen to a person, and listens to what they do.
    fn person(&mut self, out: &mut dyn Write, prompt: &mut Prompt, seat: Seat) -> Result<Reply, Failed> {
        self.hand_over(out, prompt, seat)?;
        self.listen(out, prompt, seat)
    }

    /// Gives the screen from one person to another, where what one sees is hidden from the other.
    fn hand_over(&mut self, out: &mut dyn Write, prompt: &mut Prompt, seat: Seat) -> Result<(), Failed> {
        let people = self.game().seats_of_people();
        if self.game().covered(&people).is_none() {
            return Ok(());
        }
        write!(out, "{}", self.view.cleared())?;
        prompt.forget();
        let question = format!("{seat}: press Enter when nobody else looks> ");
        prompt.read(out, &question, Vec::new)?;
        write!(out, "{}", self.view.cleared())?;
        let now = self.now();
        self.sitting.game.runs_from(now);
        self.act(&people, GameAction::Uncover, now).map_err(Failed::trouble)
    }

    /// Has every player begin, and tells those who follow the game how it came to where it is.
    fn begin(&mut self) -> Result<(), Failed> {
        self.sitting.begin().map_err(Failed::trouble)
    }

    fn announce(&self, out: &mut dyn Write, told: &str) -> io::Result<()> {
        if self.sitting.delay.is_some() {
            write!(out, "{}", self.view.fresh())?;
        }
        writeln!(out, "{told}")?;
        // The next player may think for long.
        out.flush()
    }

    /// Asks a player; its answer, and the time it took.
    fn think(&mut self, seat: Seat) -> Result<TimedAnswer, String> {
        let begun = self.now();
        let (here, decision) = self.sitting.think(seat, begun, |asked| self.thinking.ask(asked))?;
        Ok(TimedAnswer { here, decision, used: self.now().saturating_sub(begun) })
    }

    fn conclude(&self, out: &mut dyn Write, end: &End) -> Result<(), Failed> {
        let Some(payoffs) = end.payoffs(&self.game().site().here) else {
            if let End::Fault(_) = end {
                writeln!(out, "The game cannot go on.")?;
            }
            write!(out, "{}", self.sitting.how_to_go_on())?;
            return match end {
                End::Fault(why) => Err(Failed::trouble(why)),
                _ => Ok(()),
            };
        };
        writeln!(out, "{}{}\n", self.view.fresh(), self.view.board(&ShownPosition::whole(self.game().site())))?;
        let why = match end {
            End::Lost(seat, why) => format!("{seat}: {why}. "),
            End::Drawn => "A draw was agreed. ".to_owned(),
            _ => match self.game().site().here.ending() {
                "" => "The game is over. ".to_owned(),
                how => format!("The game is over, {how}. "),
            },
        };
        writeln!(out, "{why}{}", self.view.strong(&self.sitting.outcome(&payoffs)))?;
        let each = Seat::all(payoffs.len() as u8).zip(&payoffs);
        let each = each.map(|(seat, &payoff)| format!("{seat}: {}", figure::plain(payoff)));
        writeln!(out, "{}", each.collect::<Vec<_>>().join(", "))?;
        writeln!(out, "{}", self.sitting.as_command())?;
        if self.game().site().hides() {
            writeln!(out, "seed {}", self.game().seed())?;
        }
        Ok(())
    }
}
