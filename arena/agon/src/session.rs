//! A game that is being played at this terminal, by people and players.

use std::{
    io::{self, Write},
    thread,
    time::Duration,
};

use agon_arena::play::{WallClock, equal_share, moves_to_come};
use agon_core::{AnyMove, Clock, Decision, Eye, Node, Player, Position, Seat, line, notation};
use agon_table::{
    Drawer, End, GivenPosition, RESIGNED, Shown, begin, best, guarded, moves, row, stream,
    stream_for,
};

use crate::{
    failed::Failed,
    figure,
    human::{PersonInput, Request, help, understand},
    output::paragraph,
    prompt::{Prompt, Typed},
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

/// The answer to `record` in a game that hides something.
const UNTOLD: &str = "the moves would show what is hidden; they are listed when the game is over";

/// The answer to `save` in such a game.
const UNSAVED: &str =
    "a game that hides something is not saved while it goes on: the file would show what is hidden";

/// The answer to `undo` in such a game.
const NO_WAY_BACK: &str = "no move is taken back in a game that hides something: what it has shown cannot be hidden again";

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
        let clock = self.sitting.clock.clone();
        if self.sitting.delay.is_none() {
            writeln!(out, "{}", self.sitting.greeting())?;
        }
        let end = loop {
            self.thinking.leave_with(self.sitting.how_to_go_on());
            let m = match self.sitting.site.here.node() {
                Node::Terminal => break End::Terminal,
                Node::Chance => {
                    let ply = self.sitting.site.line.len();
                    let mut nature = stream(self.sitting.seed, ply, Drawer::Nature);
                    let m = self.sitting.site.here.draw_move(&mut nature);
                    self.announce(out, "chance", m, "")?;
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
                            self.sitting.seed = self.sitting.seed.wrapping_add(1);
                            self.sitting.clock.clone_from(&clock);
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
                            break End::Lost(seat, "time is up");
                        }
                        let share = equal_share(&self.sitting.site.here.facts());
                        let chair = &mut self.sitting.chairs[seat.index()];
                        let is_even = decision.value.is_some_and(|value| value <= share);
                        chair.even = if is_even { chair.even + 1 } else { 0 };
                        let who = format!("{seat}, {}", self.sitting.chairs[seat.index()].name());
                        let thought = self.thought(&decision);
                        self.announce(out, &who, decision.m, &thought)?;
                        decision.m
                    }
                    Err(why) => break End::Fault(why),
                },
            };
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
            chair.even = 0;
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
        let site = self.sitting.site.clone().redealt(self.sitting.seed);
        let to_come = moves_to_come(&self.sitting.site.base.facts(), self.sitting.site.line.len());
        let deadline = self.sitting.clock.as_ref().map(|clock| clock.share(seat, to_come));
        let chair = &mut self.sitting.chairs[seat.index()];
        let player = chair.player.as_mut().expect("a player sits here");
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

    /// Listens to a person until the game changes or is left.
    fn listen(
        &mut self,
        out: &mut dyn Write,
        prompt: &mut Prompt,
        seat: Seat,
    ) -> Result<Reply, Failed> {
        self.show(out, seat)?;
        let site = self.sitting.site.clone().redealt(self.sitting.seed);
        let time = WallClock::start();
        loop {
            let face =
                self.sitting.clock.as_ref().map_or(String::new(), |clock| clock.face(seat) + " ");
            let here = &site.here;
            let can_be_said = || {
                let words = Request::all_words(Request::ALL).map(str::to_owned);
                moves(here).into_iter().chain(words).collect()
            };
            let text = match prompt.read(out, &format!("{face}{seat}> "), can_be_said)? {
                Typed::Line(text) => text,
                Typed::End => return Ok(Reply::End(End::Quit)),
            };
            let said = understand(&site.here, seat, Request::ALL, &text);
            let request = match said {
                PersonInput::Request(request, more) => (request, more),
                PersonInput::Move(m) => {
                    if !self.press(seat, time.elapsed()) {
                        return Ok(Reply::End(End::Lost(seat, "time is up")));
                    }
                    return Ok(Reply::Move(m));
                }
                PersonInput::Nothing => continue,
                PersonInput::Unclear(message) => {
                    writeln!(out, "{message}")?;
                    continue;
                }
            };
            match request {
                (Request::Quit, _) => return Ok(Reply::End(End::Quit)),
                (Request::Help, _) => writeln!(out, "{}", help(Request::ALL))?,
                (Request::New, _) => return Ok(Reply::New),
                (Request::Rules, _) => {
                    let plugin = self.sitting.site.game.plugin;
                    paragraph(
                        out,
                        0,
                        &format!("{}: {}\n\n{}", plugin.name, plugin.summary, plugin.help),
                    )?;
                }
                (Request::Moves, _) => writeln!(out, "{}", row(&moves(&site.here)))?,
                (Request::Record, _) => {
                    self.show(out, seat)?;
                    if self.sitting.site.hides() {
                        writeln!(out, "{UNTOLD}")?;
                    } else {
                        writeln!(out, "{}", self.sitting.as_command())?;
                    }
                }
                (Request::Save, _) if self.sitting.site.hides() => writeln!(out, "{UNSAVED}")?,
                (Request::Undo, _) if self.sitting.site.hides() => writeln!(out, "{NO_WAY_BACK}")?,
                (Request::Save, path) => writeln!(out, "{}", self.sitting.save(path))?,
                (Request::Hint, _) => self.hint(out, seat, false)?,
                (Request::Analyse, _) => self.hint(out, seat, true)?,
                (Request::Resign, _) => return Ok(Reply::End(End::Lost(seat, RESIGNED))),
                (Request::Draw, _) => {
                    if self.is_draw_agreed(out, prompt, seat)? {
                        return Ok(Reply::End(End::Drawn));
                    }
                }
                (Request::Undo, _) => {
                    if self.undo() {
                        return Ok(Reply::Undo);
                    }
                    writeln!(out, "there is no earlier choice of yours")?;
                }
            }
        }
    }

    /// Shows the board; on a terminal in place of the last one, with who plays and what was played.
    fn show(&self, out: &mut dyn Write, seat: Seat) -> io::Result<()> {
        write!(out, "{}", self.view.fresh())?;
        if self.view.is_in_place() {
            writeln!(out, "{}\n", self.sitting.greeting())?;
        }
        if self.view.is_in_place() && !self.sitting.site.hides() {
            let last: Vec<AnyMove> = self.sitting.site.line.clone();
            let shown = last.len().saturating_sub(8);
            let before =
                last[..shown].iter().fold(self.sitting.site.base.clone(), |mut position, &m| {
                    position.play(m);
                    position
                });
            writeln!(out, "{}\n", line::write_line(&before, &last[shown..]))?;
        }
        writeln!(out, "{}", self.view.board(&self.shown(Eye::Seat(seat))))
    }

    /// What the adviser would play: the three best moves in a line, or all it thinks.
    fn hint(&mut self, out: &mut dyn Write, seat: Seat, whole: bool) -> io::Result<()> {
        let mut stream = stream_for(self.sitting.seed, &self.sitting.site, seat, Drawer::Adviser);
        let site = self.sitting.site.clone().redealt(self.sitting.seed);
        let Some(adviser) = &mut self.adviser else {
            return writeln!(out, "nobody can be asked here; start with --hints PLAYER");
        };
        let advice = begin(adviser.as_mut(), &site.base, &site.line);
        let thinking = &self.thinking;
        let mut ask = || thinking.ask(adviser.as_mut(), &site.here, seat, &mut stream, None, true);
        match advice.and_then(|()| ask()) {
            Ok(decision) if whole => {
                if let Some(remark) = site.remark() {
                    writeln!(out, "`{}`, {remark}", site.here)?;
                }
                crate::analyse::write(out, &site.here, &decision)
            }
            Ok(decision) => {
                let best = best(&decision).into_iter();
                let words: Vec<String> = best
                    .map(|(m, value)| {
                        let value = value.map(|value| format!(" ({})", figure::plain(value)));
                        notation(&site.here, m).clone() + &value.unwrap_or_default()
                    })
                    .collect();
                writeln!(out, "{}", words.join(", or "))
            }
            Err(why) => {
                self.adviser = None;
                writeln!(out, "there is no hint: {why}")
            }
        }
    }

    /// Whether everybody else takes a draw: people who say so, and players who thought at their last
    /// three moves that they have no more.
    fn is_draw_agreed(
        &mut self,
        out: &mut dyn Write,
        prompt: &mut Prompt,
        from: Seat,
    ) -> Result<bool, Failed> {
        const SURE: u32 = 3;
        for seat in Seat::all(self.sitting.chairs.len() as u8).filter(|&seat| seat != from) {
            let chair = &self.sitting.chairs[seat.index()];
            let agrees = if chair.is_person() {
                let question = format!("{seat}, is it a draw? yes or no> ");
                let yes_or_no = || vec!["yes".to_owned(), "no".to_owned()];
                match prompt.read(out, &question, yes_or_no)? {
                    Typed::Line(text) => matches!(text.trim().to_lowercase().as_str(), "y" | "yes"),
                    Typed::End => false,
                }
            } else {
                // Its thoughts about its cards stay hidden.
                SURE <= chair.even && !self.sitting.site.hides()
            };
            if !agrees {
                writeln!(out, "{seat} plays on")?;
                return Ok(false);
            }
        }
        Ok(1 < self.sitting.chairs.len())
    }

    /// Goes back to the last choice of a person; stays where it is if there is none.
    fn undo(&mut self) -> bool {
        let chairs = &self.sitting.chairs;
        !self.sitting.site.take_back(|seat| chairs[seat.index()].is_person()).is_empty()
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
