//! A game that is being played at this terminal, by people and players.

mod listening;

use std::{
    io::{self, Write},
    thread,
    time::Duration,
};

use agon_arena::play::{WallClock, moves_to_come};
use agon_core::{AnyMove, Clock, Decision, Eye, Node, Player, Position, Seat, notation};
use agon_table::{
    Drawer, End, GivenPosition, Shown, TIME_IS_UP, begin, guarded, stream, stream_for,
};

use crate::{
    failed::Failed,
    figure,
    prompt::Prompt,
    sitting::Sitting,
    thinking::{self, Waiting},
    view::View,
};

/// A game being played, and who plays it.
pub(crate) struct Session {
    pub(crate) sitting: Sitting,
    /// The player that gives hints.
    pub(crate) adviser: Option<Box<dyn Player>>,
    pub(crate) view: View,
    pub(crate) thinking: Waiting,
}

/// What a person did with the game.
enum Reply {
    /// Chose a move.
    Move(AnyMove),
    /// Took moves back.
    Undo,
    /// Began another game.
    New,
    /// Ended it.
    End(End),
}

impl Session {
    /// Plays until the game is over or left.
    ///
    /// # Errors
    ///
    /// Where a player gives no move, or the terminal is gone.
    pub(crate) fn play(mut self, out: &mut dyn Write) -> Result<(), Failed> {
        let mut prompt = Prompt::new();
        // Who saw the screen last, and what lookers-on saw.
        let (mut looked, mut seen) = (None, None);
        self.begin()?;
        if self.sitting.delay.is_none() {
            writeln!(out, "{}", self.sitting.greeting())?;
        }
        let end = loop {
            self.thinking.leave_with(self.sitting.how_to_go_on());
            let mut value = None;
            let m = match self.sitting.site.here.node() {
                Node::Terminal => break End::Terminal,
                Node::Chance => {
                    let ply = self.sitting.site.line.len();
                    let mut nature = stream(self.sitting.seed, ply, Drawer::Nature);
                    let m = self.sitting.site.here.draw_move(&mut nature);
                    self.announce(out, "chance", m, "")?;
                    if let Some(clock) = &mut self.sitting.clock {
                        clock.pass();
                    }
                    m
                }
                Node::Decision(seat) if self.sitting.chairs[seat.index()].is_person() => {
                    self.hand_over(out, &mut prompt, (looked.replace(seat), seat))?;
                    match self.listen(out, &mut prompt, seat)? {
                        Reply::Move(m) => m,
                        // What they remember of the moves taken back is no part of this game.
                        Reply::Undo => {
                            self.begin()?;
                            continue;
                        }
                        Reply::New => {
                            self.sitting.site.restart();
                            self.sitting.values.clear();
                            self.sitting.seed = self.sitting.seed.wrapping_add(1);
                            if let Some(clock) = &mut self.sitting.clock {
                                clock.back(0);
                            }
                            self.begin()?;
                            writeln!(out, "\n{}", self.sitting.greeting())?;
                            continue;
                        }
                        Reply::End(end) => break end,
                    }
                }
                Node::Decision(seat) => match self.think(seat) {
                    Ok((decision, used)) => {
                        if !self.press(seat, used) {
                            break End::Lost(seat, TIME_IS_UP);
                        }
                        value = decision.value;
                        let who = format!("{seat}, {}", self.sitting.chairs[seat.index()].name());
                        let thought = self.thought(&decision);
                        self.announce(out, &who, decision.m, &thought)?;
                        decision.m
                    }
                    Err(why) => break End::Fault(why),
                },
            };
            self.sitting.values.push(value);
            if let Err(why) = self.go(m) {
                break End::Fault(why);
            }
            if let Some(delay) = self.sitting.delay {
                let shown = self.shown(Eye::Public);
                // Who moves in secret isn't seen to move.
                if !shown.is_whole() {
                    let now = Some(shown.text());
                    if now == seen {
                        continue;
                    }
                    seen = now;
                    write!(out, "{}", self.view.fresh())?;
                }
                writeln!(out, "{}", self.view.board(&shown))?;
                out.flush()?;
                thread::sleep(delay);
            }
        };
        if let Some(payoffs) = end.payoffs(&self.sitting.site.here) {
            // What was heard of the end changes it no more.
            let _ = self.tell(|player, site| player.end(&site.here, &payoffs));
        }
        self.conclude(out, &end)
    }

    /// What `eye` is shown until the game is over.
    fn shown(&self, eye: Eye) -> Shown<'_> {
        Shown::until_over(&self.sitting.site, eye, false)
    }

    /// Gives the screen from one person to another, where what one sees is hidden from the other.
    fn hand_over(
        &self,
        out: &mut dyn Write,
        prompt: &mut Prompt,
        (before, seat): (Option<Seat>, Seat),
    ) -> Result<(), Failed> {
        let people = self.sitting.chairs.iter().filter(|chair| chair.is_person()).count();
        if !self.sitting.site.hides() || people < 2 || before == Some(seat) {
            return Ok(());
        }
        write!(out, "{}", self.view.cleared())?;
        // What was typed can be called back.
        *prompt = Prompt::new();
        let question = format!("{seat}: press Enter when nobody else looks> ");
        prompt.read(out, &question, Vec::new)?;
        write!(out, "{}", self.view.cleared())?;
        Ok(())
    }

    /// Has every player begin, and tells those who follow the game how it came to where it is.
    fn begin(&mut self) -> Result<(), Failed> {
        for chair in &mut self.sitting.chairs {
            if let Some(player) = &mut chair.player {
                begin(player.as_mut(), &self.sitting.site.base, &self.sitting.site.line)
                    .map_err(|why| Failed::trouble(format!("{}: {why}", chair.term)))?;
            }
        }
        Ok(())
    }

    /// Tells every player who follows the game.
    ///
    /// # Errors
    ///
    /// Which of them panicked first.
    fn tell(
        &mut self,
        mut told: impl FnMut(&mut dyn Player, &GivenPosition),
    ) -> Result<(), String> {
        let mut first = Ok(());
        if self.sitting.site.hides() {
            return first;
        }
        for (seat, chair) in
            Seat::all(self.sitting.chairs.len() as u8).zip(&mut self.sitting.chairs)
        {
            let Some(player) = chair.player.as_mut().filter(|player| player.habits().follows)
            else {
                continue;
            };
            if let Err(why) = guarded(|| told(player.as_mut(), &self.sitting.site)) {
                first = first.and(Err(format!("{seat}, {}: {why}", chair.term)));
            }
        }
        first
    }

    fn go(&mut self, m: AnyMove) -> Result<(), String> {
        let told = self.tell(|player, site| player.played(&site.here, m));
        self.sitting.site.play(m);
        told
    }

    /// What a player thought, where the game is only watched.
    fn thought(&self, decision: &Decision<AnyMove>) -> String {
        match self.sitting.delay {
            Some(_) if !self.sitting.site.hides() => {
                format!("  ({})", thinking::words(&self.sitting.site.here, decision))
            }
            _ => String::new(),
        }
    }

    fn announce(&self, out: &mut dyn Write, who: &str, m: AnyMove, more: &str) -> io::Result<()> {
        if self.sitting.site.hides() {
            // What may be known of it is seen.
            return Ok(());
        }
        if self.sitting.delay.is_some() {
            write!(out, "{}", self.view.fresh())?;
        }
        writeln!(out, "{who}: {}{more}", notation(&self.sitting.site.here, m))?;
        // The next player may think for long.
        out.flush()
    }

    /// Asks a player; its answer, and the time it took.
    fn think(&mut self, seat: Seat) -> Result<(Decision<AnyMove>, Duration), String> {
        let mut stream = stream_for(self.sitting.seed, &self.sitting.site, seat, Drawer::Player);
        let (site, seed) = (self.sitting.site.clone(), self.sitting.seed);
        let to_come = moves_to_come(&self.sitting.site.base.facts(), self.sitting.site.line.len());
        let deadline = self.sitting.clock.as_ref().map(|clock| clock.now().share(seat, to_come));
        let chair = &mut self.sitting.chairs[seat.index()];
        let player = chair.player.as_mut().expect("a player sits here");
        let site = site.shown_to(player.habits(), seed);
        let time = WallClock::start();
        self.thinking
            .ask(player.as_mut(), &site.here, seat, &mut stream, deadline, !site.hides())
            .map(|decision| (decision, time.elapsed()))
            .map_err(|why| format!("{seat}, {}, gave no move: {why}", chair.term))
    }

    /// Whether `seat` had the time that it used.
    fn press(&mut self, seat: Seat, used: Duration) -> bool {
        self.sitting.clock.as_mut().is_none_or(|clock| clock.press(seat, used))
    }

    fn conclude(&self, out: &mut dyn Write, end: &End) -> Result<(), Failed> {
        let Some(payoffs) = end.payoffs(&self.sitting.site.here) else {
            if let End::Fault(_) = end {
                writeln!(out, "The game cannot go on.")?;
            }
            write!(out, "{}", self.sitting.how_to_go_on())?;
            return match end {
                End::Fault(why) => Err(Failed::trouble(why)),
                _ => Ok(()),
            };
        };
        writeln!(
            out,
            "{}{}\n",
            self.view.fresh(),
            self.view.board(&Shown::whole(&self.sitting.site))
        )?;
        let why = match end {
            End::Lost(seat, why) => format!("{seat}: {why}. "),
            End::Drawn => "A draw was agreed. ".to_owned(),
            _ => "The game is over. ".to_owned(),
        };
        writeln!(out, "{why}{}", self.view.strong(&self.sitting.outcome(&payoffs)))?;
        let each = Seat::all(payoffs.len() as u8).zip(&payoffs);
        let each = each.map(|(seat, &payoff)| format!("{seat}: {}", figure::plain(payoff)));
        writeln!(out, "{}", each.collect::<Vec<_>>().join(", "))?;
        writeln!(out, "{}", self.sitting.as_command())?;
        if self.sitting.site.hides() {
            writeln!(out, "seed {}", self.sitting.seed)?;
        }
        Ok(())
    }
}
