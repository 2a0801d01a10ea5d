//! A person at the keyboard: what they are shown, and what the game does at a word of theirs.

use std::io::{self, Write};

use agon_core::{AnyMove, Eye, Position, Seat, line, notation};
use agon_table::{GameAction, GivenPosition, Refusal, StreamUser, begin, best, by_numbers, moves, row};

use super::{Reply, Session};
use crate::{
    analyse,
    failed::Failed,
    figure,
    human::{PersonInput, Request, help, understand},
    output::paragraph,
    prompt::{Prompt, Typed},
    terminal_game::Asked,
};

/// The answer to `record` in a game that hides something.
const UNTOLD: &str = "the moves would show what is hidden; they are listed when the game is over";

/// The answer to `save` in such a game.
const UNSAVED: &str = "a game that hides something is not saved while it goes on: the file would show what is hidden";

/// The answer to `undo` in such a game.
const NO_WAY_BACK: &str =
    "no move is taken back in a game that hides something: what it has shown cannot be hidden again";

impl Session {
    /// Listens to a person until the game changes or is left.
    pub(super) fn listen(&mut self, out: &mut dyn Write, prompt: &mut Prompt, seat: Seat) -> Result<Reply, Failed> {
        self.show(out, seat)?;
        let site = self.game().site().clone().redealt(self.game().seed());
        let mut now = self.now();
        self.sitting.game.runs_from(now);
        loop {
            let clock = self.game().clock();
            let face = clock.map_or(String::new(), |clock| clock.left(now).face(seat) + " ");
            let here = &site.here;
            let can_be_said = || {
                let words = Request::all_words(Request::ALL).map(str::to_owned);
                moves(here).into_iter().chain(words).collect()
            };
            let text = match prompt.read(out, &format!("{face}{seat}> "), can_be_said)? {
                Typed::Line(text) => text,
                Typed::End => return Ok(Reply::Left),
            };
            now = self.now();
            let said = understand(&site.here, seat, Request::ALL, &text);
            // Whoever has no time left has lost, unless they go back or leave this game.
            let goes = matches!(said, PersonInput::Request(Request::Undo | Request::New | Request::Quit, _));
            if !goes && self.sitting.game.flag(now) {
                return Ok(Reply::Ended);
            }
            match said {
                PersonInput::Request(request, more) => {
                    if let Some(reply) = self.grant(out, prompt, (seat, &site), (request, more))? {
                        return Ok(reply);
                    }
                }
                PersonInput::Move(m) => return Ok(Reply::Move(m, now)),
                PersonInput::Nothing => {}
                PersonInput::Unclear(message) => writeln!(out, "{message}")?,
            }
            now = self.now();
        }
    }

    /// Does what a person asked for; how it changed the game, if it did.
    fn grant(
        &mut self,
        out: &mut dyn Write,
        prompt: &mut Prompt,
        (seat, site): (Seat, &GivenPosition),
        (request, more): (Request, &str),
    ) -> Result<Option<Reply>, Failed> {
        let (hides, now) = (site.hides(), self.now());
        match request {
            Request::Quit => return Ok(Some(Reply::Left)),
            Request::Help => writeln!(out, "{}", help(Request::ALL))?,
            Request::New => return Ok(Some(Reply::New)),
            Request::Rules => {
                let plugin = site.game.plugin;
                let rules = format!("{}: {}\n\n{}", plugin.name, plugin.summary, plugin.told());
                paragraph(out, 0, &rules)?;
            }
            Request::Moves => writeln!(out, "{}", row(&by_numbers(moves(&site.here))))?,
            Request::Record => {
                self.show(out, seat)?;
                let command = if hides { UNTOLD.to_owned() } else { self.sitting.as_command() };
                writeln!(out, "{command}")?;
            }
            Request::Save if hides => writeln!(out, "{UNSAVED}")?,
            Request::Save => writeln!(out, "{}", self.sitting.save(more, now))?,
            Request::Hint => self.hint(out, seat, false)?,
            Request::Analyse => self.hint(out, seat, true)?,
            Request::Resign => {
                let _ = self.act(&[seat], GameAction::Resign, now);
            }
            Request::Draw => self.offer_draw(out, prompt, seat)?,
            Request::Undo => {
                let people = self.game().seats_of_people();
                match self.act(&people, GameAction::Undo, now) {
                    Ok(()) => return Ok(Some(Reply::Undo)),
                    Err(Refusal::HiddenBack) => writeln!(out, "{NO_WAY_BACK}")?,
                    Err(_) => writeln!(out, "there is no earlier choice of yours")?,
                }
            }
        }
        Ok(self.game().ended().map(|_| Reply::Ended))
    }

    /// Shows the board; on a terminal in place of the last one, with who plays and what was played.
    fn show(&self, out: &mut dyn Write, seat: Seat) -> io::Result<()> {
        write!(out, "{}", self.view.fresh())?;
        if self.view.is_in_place() {
            writeln!(out, "{}\n", self.sitting.greeting())?;
        }
        if self.view.is_in_place() && !self.game().site().hides() {
            let last: Vec<AnyMove> = self.game().site().line.clone();
            let shown = last.len().saturating_sub(8);
            let before = last[..shown].iter().fold(self.game().site().base.clone(), |mut position, &m| {
                position.play(m);
                position
            });
            writeln!(out, "{}\n", line::write_line(&before, &last[shown..]))?;
        }
        writeln!(out, "{}", self.view.board(&self.game().shown(Eye::Seat(seat))))
    }

    /// What the adviser would play: the three best moves in a line, or all it thinks.
    fn hint(&mut self, out: &mut dyn Write, seat: Seat, whole: bool) -> io::Result<()> {
        let mut stream = self.game().stream_for(seat, StreamUser::Adviser);
        let site = self.game().site().clone().redealt(self.game().seed());
        let Some(adviser) = &mut self.adviser else {
            return writeln!(out, "nobody can be asked here; start with --hints PLAYER");
        };
        let advice = begin(adviser.as_mut(), &site.base, &site.line);
        let thinking = &self.thinking;
        let player = adviser.as_mut();
        let asked = Asked { player, here: &site.here, seat, stream: &mut stream, deadline: None, is_open: true };
        match advice.and_then(|()| thinking.ask(asked)) {
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

    /// Offers a draw to everybody else: to people who say yes or no, and to players by their thoughts.
    fn offer_draw(&mut self, out: &mut dyn Write, prompt: &mut Prompt, from: Seat) -> Result<(), Failed> {
        let now = self.now();
        if self.act(&[from], GameAction::Draw, now).is_err() {
            // Nobody else plays, or the time was over.
            return Ok(());
        }
        for seat in Seat::all(self.sitting.chairs.len() as u8) {
            if self.game().ended().is_some() || self.game().agrees(seat) {
                continue;
            }
            if self.game().sitters()[seat.index()].is_person() {
                let question = format!("{seat}, is it a draw? yes or no> ");
                let yes_or_no = || vec!["yes".to_owned(), "no".to_owned()];
                let typed = prompt.read(out, &question, yes_or_no)?;
                let is_yes = |text: &str| matches!(text.trim().to_lowercase().as_str(), "y" | "yes");
                if matches!(typed, Typed::Line(text) if is_yes(&text)) {
                    let now = self.now();
                    let _ = self.act(&[seat], GameAction::Draw, now);
                    continue;
                }
            }
            let now = self.now();
            let _ = self.act(&[from], GameAction::Decline, now);
            writeln!(out, "{seat} plays on")?;
            return Ok(());
        }
        Ok(())
    }
}
