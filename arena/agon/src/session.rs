//! A game that is being played at this terminal, by people and players.

use std::{
    fmt::Write as _,
    io::{self, Write},
    path::Path,
    thread,
    time::Duration,
};

use agon_arena::play::{WallClock, equal_share, moves_to_come};
use agon_core::{
    AnyMove, Clock, Decision, NamedGame, Node, Player, Position, Seat, Stream, line, notation,
    registry,
};
use agon_table::{
    Drawer, End, GivenPosition, RESIGNED, SavedGame, begin, best, guarded, moves, row, seat_player,
    stones, stream, winners,
};

use crate::{
    failed::Failed,
    figure,
    game_clock::GameClock,
    human::{self, PersonInput, Request, help, understand},
    output::paragraph,
    prompt::{Prompt, Typed},
    thinking::{self, Waiting},
    view::View,
};

/// A game being played, and who plays it.
pub(crate) struct Session {
    pub(crate) site: GivenPosition,
    pub(crate) seed: u64,
    /// What else is to be said of how it began.
    pub(crate) remark: Option<String>,
    /// The players, in seat order.
    pub(crate) chairs: Vec<Chair>,
    /// Whoever gives hints.
    pub(crate) adviser: Option<Box<dyn Player>>,
    pub(crate) clock: Option<GameClock>,
    /// How long every position is shown at least, where nobody at this terminal plays.
    pub(crate) delay: Option<Duration>,
    pub(crate) view: View,
    pub(crate) thinking: Waiting,
}

/// Who sits at one seat.
pub(crate) struct Chair {
    /// The term.
    term: String,
    /// What people call it, if not by its term.
    name: Option<&'static str>,
    /// The player; nobody where a person at this terminal sits.
    player: Option<Box<dyn Player>>,
    /// What its pieces look like, in words.
    stones: Option<String>,
    /// At how many of its moves, one after the other, it thought that it has no more than a draw.
    even: u32,
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

impl Chair {
    /// Seats the player that `text` names at the game of `site`.
    ///
    /// # Errors
    ///
    /// Where there is none, or it cannot play this game.
    pub(crate) fn of(text: &str, game: &NamedGame, seat: Seat) -> Result<Chair, Failed> {
        let named = registry::player(text).map_err(Failed::usage)?;
        let player = seat_player(&named, game)?;
        let is_here = named.plugin.name == human::NAME;
        Ok(Chair {
            term: named.term,
            name: None,
            player: (!is_here).then_some(player),
            stones: stones(&game.start, seat),
            even: 0,
        })
    }

    /// The same by another name.
    pub(crate) fn called(self, name: Option<&'static str>) -> Chair {
        Chair { name, ..self }
    }

    /// What people call it.
    fn name(&self) -> &str {
        self.name.unwrap_or(&self.term)
    }

    /// The player, if it is none at this terminal.
    pub(crate) fn into_player(self) -> Option<Box<dyn Player>> {
        self.player.filter(|player| !player.habits().person)
    }

    fn is_person(&self) -> bool {
        self.player.is_none()
    }
}

impl Session {
    /// Plays until the game is over or left.
    ///
    /// # Errors
    ///
    /// Where a player gives no move, or the terminal is gone.
    pub(crate) fn play(mut self, out: &mut dyn Write) -> Result<(), Failed> {
        let mut prompt = Prompt::new();
        self.begin()?;
        let clock = self.clock.clone();
        if self.delay.is_none() {
            writeln!(out, "{}", self.greeting())?;
        }
        let end = loop {
            self.thinking.leave_with(self.how_to_go_on());
            let m = match self.site.here.node() {
                Node::Terminal => break End::Terminal,
                Node::Chance => {
                    let m = self.site.here.draw_move(&mut self.stream(Drawer::Nature));
                    self.announce(out, "chance", m, "")?;
                    m
                }
                Node::Decision(seat) if self.chairs[seat.index()].is_person() => {
                    match self.listen(out, &mut prompt, seat)? {
                        Reply::Move(m) => m,
                        // What they remember of the moves taken back is no part of this game.
                        Reply::Undo => {
                            self.begin()?;
                            continue;
                        }
                        Reply::New => {
                            self.site.restart();
                            self.seed = self.seed.wrapping_add(1);
                            self.clock.clone_from(&clock);
                            self.begin()?;
                            writeln!(out, "\n{}", self.greeting())?;
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
                        let share = equal_share(&self.site.here.facts());
                        let chair = &mut self.chairs[seat.index()];
                        let is_even = decision.value.is_some_and(|value| value <= share);
                        chair.even = if is_even { chair.even + 1 } else { 0 };
                        let who = format!("{seat}, {}", self.chairs[seat.index()].name());
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
            if let Some(delay) = self.delay {
                writeln!(out, "{}", self.view.board(&self.site))?;
                out.flush()?;
                thread::sleep(delay);
            }
        };
        if let Some(payoffs) = end.payoffs(&self.site.here) {
            // What was heard of the end changes it no more.
            let _ = self.tell(|player, site| player.end(&site.here, &payoffs));
        }
        self.conclude(out, &end)
    }

    /// Has every player begin, and tells those who follow the game how it came to where it is.
    fn begin(&mut self) -> Result<(), Failed> {
        for chair in &mut self.chairs {
            chair.even = 0;
            if let Some(player) = &mut chair.player {
                begin(player.as_mut(), &self.site.base, &self.site.line)
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
        for (seat, chair) in Seat::all(self.chairs.len() as u8).zip(&mut self.chairs) {
            let Some(player) = chair.player.as_mut().filter(|player| player.habits().follows)
            else {
                continue;
            };
            if let Err(why) = guarded(|| told(player.as_mut(), &self.site)) {
                first = first.and(Err(format!("{seat}, {}: {why}", chair.term)));
            }
        }
        first
    }

    /// What is drawn from at this ply.
    fn stream(&self, drawer: Drawer) -> Stream {
        stream(self.seed, self.site.line.len(), drawer)
    }

    fn go(&mut self, m: AnyMove) -> Result<(), String> {
        let told = self.tell(|player, site| player.played(&site.here, m));
        self.site.play(m);
        told
    }

    /// Who plays whom, and with what.
    fn greeting(&self) -> String {
        let mut text = self.site.game.term.clone();
        for (seat, chair) in Seat::all(self.chairs.len() as u8).zip(&self.chairs) {
            let _ = write!(text, "\n  {seat}");
            if let Some(stones) = &chair.stones {
                let _ = write!(text, ", {stones}");
            }
            let who = if self.is_you(seat) { "you" } else { chair.name() };
            let _ = write!(text, ": {who}");
        }
        if let Some(remark) = &self.remark {
            let _ = write!(text, "\n{remark}");
        }
        let _ = write!(text, "\nseed {}; help lists what can be typed", self.seed);
        text
    }

    /// Whether the one person at this terminal sits there.
    fn is_you(&self, seat: Seat) -> bool {
        let people = self.chairs.iter().filter(|chair| chair.is_person()).count();
        people == 1 && self.chairs[seat.index()].is_person()
    }

    /// What a player thought, where the game is only watched.
    fn thought(&self, decision: &Decision<AnyMove>) -> String {
        match self.delay {
            Some(_) => format!("  ({})", thinking::words(&self.site.here, decision)),
            None => String::new(),
        }
    }

    fn announce(&self, out: &mut dyn Write, who: &str, m: AnyMove, more: &str) -> io::Result<()> {
        if self.delay.is_some() {
            write!(out, "{}", self.view.fresh())?;
        }
        writeln!(out, "{who}: {}{more}", notation(&self.site.here, m))?;
        // The next player may think for long.
        out.flush()
    }

    /// Asks a player; its answer, and the time it took.
    fn think(&mut self, seat: Seat) -> Result<(Decision<AnyMove>, Duration), String> {
        let mut stream = self.stream(Drawer::Player);
        let to_come = moves_to_come(&self.site.base.facts(), self.site.line.len());
        let deadline = self.clock.as_ref().map(|clock| clock.share(seat, to_come));
        let chair = &mut self.chairs[seat.index()];
        let player = chair.player.as_mut().expect("a player sits here");
        let time = WallClock::start();
        self.thinking
            .ask(player.as_mut(), &self.site.here, seat, &mut stream, deadline)
            .map(|decision| (decision, time.elapsed()))
            .map_err(|why| format!("{seat}, {}, gave no move: {why}", chair.term))
    }

    /// Whether `seat` had the time that it used.
    fn press(&mut self, seat: Seat, used: Duration) -> bool {
        self.clock.as_mut().is_none_or(|clock| clock.press(seat, used))
    }

    /// Listens to a person until the game changes or is left.
    fn listen(
        &mut self,
        out: &mut dyn Write,
        prompt: &mut Prompt,
        seat: Seat,
    ) -> Result<Reply, Failed> {
        self.show(out)?;
        let time = WallClock::start();
        loop {
            let face = self.clock.as_ref().map_or(String::new(), |clock| clock.face(seat) + " ");
            let here = &self.site.here;
            let can_be_said = || {
                let words = Request::all_words(Request::ALL).map(str::to_owned);
                moves(here).into_iter().chain(words).collect()
            };
            let text = match prompt.read(out, &format!("{face}{seat}> "), can_be_said)? {
                Typed::Line(text) => text,
                Typed::End => return Ok(Reply::End(End::Quit)),
            };
            let said = understand(&self.site.here, Request::ALL, &text);
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
                    let plugin = self.site.game.plugin;
                    paragraph(
                        out,
                        0,
                        &format!("{}: {}\n\n{}", plugin.name, plugin.summary, plugin.help),
                    )?;
                }
                (Request::Moves, _) => writeln!(out, "{}", row(&moves(&self.site.here)))?,
                (Request::Record, _) => {
                    self.show(out)?;
                    writeln!(out, "{}", self.as_command())?;
                }
                (Request::Save, path) => writeln!(out, "{}", self.save(path))?,
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
    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", self.view.fresh())?;
        if self.view.is_in_place() {
            writeln!(out, "{}\n", self.greeting())?;
            let last: Vec<AnyMove> = self.site.line.clone();
            let shown = last.len().saturating_sub(8);
            let before = last[..shown].iter().fold(self.site.base.clone(), |mut position, &m| {
                position.play(m);
                position
            });
            writeln!(out, "{}\n", line::write_line(&before, &last[shown..]))?;
        }
        writeln!(out, "{}", self.view.board(&self.site))
    }

    /// What the adviser would play: the three best moves in a line, or all it thinks.
    fn hint(&mut self, out: &mut dyn Write, seat: Seat, whole: bool) -> io::Result<()> {
        let mut stream = self.stream(Drawer::Adviser);
        let Some(adviser) = &mut self.adviser else {
            return writeln!(out, "nobody can be asked here; start with --hints PLAYER");
        };
        let advice = begin(adviser.as_mut(), &self.site.base, &self.site.line);
        let thinking = &self.thinking;
        match advice
            .and_then(|()| thinking.ask(adviser.as_mut(), &self.site.here, seat, &mut stream, None))
        {
            Ok(decision) if whole => crate::analyse::write(out, &self.site.here, &decision),
            Ok(decision) => {
                let best = best(&decision).into_iter();
                let words: Vec<String> = best
                    .map(|(m, value)| {
                        let value = value.map(|value| format!(" ({})", figure::plain(value)));
                        notation(&self.site.here, m).clone() + &value.unwrap_or_default()
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
        for seat in Seat::all(self.chairs.len() as u8).filter(|&seat| seat != from) {
            let chair = &self.chairs[seat.index()];
            let agrees = if chair.is_person() {
                let question = format!("{seat}, is it a draw? yes or no> ");
                let yes_or_no = || vec!["yes".to_owned(), "no".to_owned()];
                match prompt.read(out, &question, yes_or_no)? {
                    Typed::Line(text) => matches!(text.trim().to_lowercase().as_str(), "y" | "yes"),
                    Typed::End => false,
                }
            } else {
                SURE <= chair.even
            };
            if !agrees {
                writeln!(out, "{seat} plays on")?;
                return Ok(false);
            }
        }
        Ok(1 < self.chairs.len())
    }

    /// Goes back to the last choice of a person; stays where it is if there is none.
    fn undo(&mut self) -> bool {
        let chairs = &self.chairs;
        !self.site.take_back(|seat| chairs[seat.index()].is_person()).is_empty()
    }

    fn save(&self, path: &str) -> String {
        if path.is_empty() {
            return "save needs the name of a file: `save FILE`".to_owned();
        }
        let end = if self.site.here.node() == Node::Terminal { End::Terminal } else { End::Quit };
        match self.record(&end).save(Path::new(path)) {
            Ok(()) => format!("added to {path}; `agon play {path}` goes on with it"),
            Err(error) => error,
        }
    }

    /// The game so far.
    fn record(&self, end: &End) -> SavedGame {
        let seats = self.chairs.iter().map(|chair| chair.term.clone()).collect();
        let level = self.chairs.iter().find_map(|chair| chair.name).map(str::to_owned);
        let clock = self.clock.as_ref().map(ToString::to_string);
        SavedGame { clock, level, ..end.record(&self.site, self.seed, seats) }
    }

    /// The command that shows this position.
    fn as_command(&self) -> String {
        let mut words = vec!["agon".to_owned(), "show".to_owned()];
        words.extend(self.site.words());
        shell_line(&words)
    }

    /// What is said when the game is left: the command that goes on with it.
    fn how_to_go_on(&self) -> String {
        let mut words =
            vec!["agon".to_owned(), if self.delay.is_some() { "watch" } else { "play" }.to_owned()];
        words.extend(self.site.words());
        let people: Vec<usize> =
            (0..self.chairs.len()).filter(|&index| self.chairs[index].is_person()).collect();
        for (index, chair) in self.chairs.iter().enumerate() {
            match self.delay {
                Some(_) => words.extend(["--player".to_owned(), chair.term.clone()]),
                None if people.first() == Some(&index) => {
                    words.extend(["--seat".to_owned(), (index + 1).to_string()]);
                }
                // A level is that of all others.
                None if chair.name.is_some() => {}
                None => words.extend(["--against".to_owned(), chair.term.clone()]),
            }
        }
        if let (None, Some(level)) = (self.delay, self.chairs.iter().find_map(|chair| chair.name)) {
            words.extend(["--level".to_owned(), level.to_owned()]);
        }
        if let Some(clock) = &self.clock {
            words.extend(["--clock".to_owned(), clock.to_string()]);
        }
        words.extend(["--seed".to_owned(), self.seed.to_string()]);
        format!("The game is not over. No result. To go on:\n{}\n", shell_line(&words))
    }

    fn conclude(&self, out: &mut dyn Write, end: &End) -> Result<(), Failed> {
        let Some(payoffs) = end.payoffs(&self.site.here) else {
            if let End::Fault(_) = end {
                writeln!(out, "The game cannot go on.")?;
            }
            write!(out, "{}", self.how_to_go_on())?;
            return match end {
                End::Fault(why) => Err(Failed::trouble(why)),
                _ => Ok(()),
            };
        };
        writeln!(out, "{}{}\n", self.view.fresh(), self.view.board(&self.site))?;
        let why = match end {
            End::Lost(seat, why) => format!("{seat}: {why}. "),
            End::Drawn => "A draw was agreed. ".to_owned(),
            _ => "The game is over. ".to_owned(),
        };
        writeln!(out, "{why}{}", self.view.strong(&self.outcome(&payoffs)))?;
        let each = Seat::all(payoffs.len() as u8).zip(&payoffs);
        let each = each.map(|(seat, &payoff)| format!("{seat}: {}", figure::plain(payoff)));
        writeln!(out, "{}", each.collect::<Vec<_>>().join(", "))?;
        writeln!(out, "{}", self.as_command())?;
        Ok(())
    }

    /// Who won, in words.
    fn outcome(&self, payoffs: &[f64]) -> String {
        let seats = || Seat::all(payoffs.len() as u8);
        let winners = winners(payoffs);
        let you = seats().find(|&seat| self.is_you(seat));
        if payoffs.len() == 1 {
            return match you {
                Some(_) => format!("You got {}.", figure::plain(payoffs[0])),
                None => format!("It got {}.", figure::plain(payoffs[0])),
            };
        }
        match (winners.as_slice(), you) {
            (all, _) if all.len() == payoffs.len() => "It is a draw.".to_owned(),
            ([winner], Some(you)) if *winner == you => "You win.".to_owned(),
            ([winner], you) => {
                let loses = if you.is_some() && payoffs.len() == 2 { "You lose: " } else { "" };
                let chair = &self.chairs[winner.index()];
                let stones =
                    chair.stones.as_ref().map_or(String::new(), |words| format!(", {words}"));
                format!("{loses}{winner}{stones}, {} wins.", chair.name())
            }
            (several, _) => {
                let names: Vec<String> = several.iter().map(Seat::to_string).collect();
                format!("{} share the win.", names.join(" and "))
            }
        }
    }
}

/// Words as a line for a shell; terms stand in quotes, as people see them everywhere.
fn shell_line(words: &[String]) -> String {
    let words: Vec<_> = words.iter().map(|word| quoted(word)).collect();
    words.join(" ")
}

fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), std::borrow::Cow::into_owned)
}
