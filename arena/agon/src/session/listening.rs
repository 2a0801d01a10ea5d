//! A person at the keyboard: what they are shown, and what the game does at a word of theirs.

use std::io::{self, Write};

use agon_arena::play::WallClock;
use agon_core::{AnyMove, Clock, Eye, Position, Seat, line, notation};
use agon_table::{
    Drawer, End, RESIGNED, TIME_IS_UP, begin, best, by_numbers, moves, row, stream_for, takes_draw,
};

use super::{Reply, Session};
use crate::{
    analyse,
    failed::Failed,
    figure,
    human::{PersonInput, Request, help, understand},
    output::paragraph,
    prompt::{Prompt, Typed},
    sitting::Sitting,
};

/// The answer to `record` in a game that hides something.
const UNTOLD: &str = "the moves would show what is hidden; they are listed when the game is over";

/// The answer to `save` in such a game.
const UNSAVED: &str =
    "a game that hides something is not saved while it goes on: the file would show what is hidden";

/// The answer to `undo` in such a game.
const NO_WAY_BACK: &str = "no move is taken back in a game that hides something: what it has shown cannot be hidden again";

impl Session {
    /// Listens to a person until the game changes or is left.
    pub(super) fn listen(
        &mut self,
        out: &mut dyn Write,
        prompt: &mut Prompt,
        seat: Seat,
    ) -> Result<Reply, Failed> {
        self.show(out, seat)?;
        let site = self.sitting.site.clone().redealt(self.sitting.seed);
        let time = WallClock::start();
        loop {
            let face = self
                .sitting
                .clock
                .as_ref()
                .map_or(String::new(), |clock| clock.now().face(seat) + " ");
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
                        return Ok(Reply::End(End::Lost(seat, TIME_IS_UP)));
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
                (Request::Moves, _) => writeln!(out, "{}", row(&by_numbers(moves(&site.here))))?,
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
                analyse::write(out, &site.here, &decision)
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

    /// Whether everybody else takes a draw: people who say so, and players by [their thoughts](takes_draw).
    fn is_draw_agreed(
        &mut self,
        out: &mut dyn Write,
        prompt: &mut Prompt,
        from: Seat,
    ) -> Result<bool, Failed> {
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
                takes_draw(&self.sitting.site, &self.sitting.values, seat)
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
        let Sitting { chairs, site, values, clock, .. } = &mut self.sitting;
        let taken = site.take_back(|seat| chairs[seat.index()].is_person());
        values.truncate(site.line.len());
        if let Some(clock) = clock {
            clock.back(site.line.len());
        }
        !taken.is_empty()
    }
}
