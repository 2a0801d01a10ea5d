//! A game at this terminal: its players, and the texts when it begins, is saved, left or over.

use std::{fmt::Write as _, path::Path, time::Duration};

use agon_core::{AnyMove, AnyPosition, Decision, Player, Seat, Stream, options::brief};
use agon_table::{GameClock, GivenPosition, PlayedClock, PlayedGame, StreamUser, begin, guarded, winners};

use crate::{figure, terminal_seat::TerminalSeat};

/// A game, and who sits at it.
pub(crate) struct TerminalGame {
    pub(crate) game: PlayedGame,
    /// A remark on how it began.
    pub(crate) remark: Option<String>,
    /// The players, in seat order.
    pub(crate) chairs: Vec<TerminalSeat>,
    /// How long every position is shown at least, where nobody at this terminal plays.
    pub(crate) delay: Option<Duration>,
}

/// The question to a player for a move.
pub(crate) struct Asked<'a> {
    pub(crate) player: &'a mut dyn Player,
    /// What it is shown.
    pub(crate) here: &'a AnyPosition,
    pub(crate) seat: Seat,
    pub(crate) stream: &'a mut Stream,
    /// How long it may take, where there is a clock.
    pub(crate) deadline: Option<Duration>,
    /// Whether nothing is hidden from anybody.
    pub(crate) is_open: bool,
}

/// Why no command resumes a game that hides something.
const NOT_RESUMED: &str = "No command resumes it: it hides something, and the moves would show what.";

impl TerminalGame {
    /// A game that stands so, with its seed, somebody for each seat, and a clock if there is one.
    pub(crate) fn new(
        site: GivenPosition,
        seed: u64,
        chairs: Vec<TerminalSeat>,
        clock: Option<GameClock>,
    ) -> TerminalGame {
        let seats = Seat::all(chairs.len() as u8).zip(&chairs);
        let sitters = seats.map(|(seat, chair)| chair.sitter(seat)).collect();
        let plies = site.line.len();
        let clock = clock.map(|clock| PlayedClock::new(&clock.to_string(), clock, plies));
        let game = PlayedGame::new(site, seed, sitters, clock);
        TerminalGame { game, remark: None, chairs, delay: None }
    }

    /// Has every player begin, and tells those who follow the game how it came to where it is.
    ///
    /// # Errors
    ///
    /// Which of them panicked first.
    pub(crate) fn begin(&mut self) -> Result<(), String> {
        let site = self.game.site();
        for chair in &mut self.chairs {
            if let Some(player) = &mut chair.player {
                begin(player.as_mut(), &site.base, &site.line).map_err(|why| format!("{}: {why}", chair.term))?;
            }
        }
        Ok(())
    }

    /// Tells every player who follows the game.
    ///
    /// # Errors
    ///
    /// Which of them panicked first.
    pub(crate) fn tell(&mut self, mut told: impl FnMut(&mut dyn Player)) -> Result<(), String> {
        let mut first = Ok(());
        if self.game.site().hides() {
            return first;
        }
        for (seat, chair) in Seat::all(self.chairs.len() as u8).zip(&mut self.chairs) {
            let Some(player) = chair.player.as_mut().filter(|player| player.habits().follows) else {
                continue;
            };
            if let Err(why) = guarded(|| told(player.as_mut())) {
                first = first.and(Err(format!("{seat}, {}: {why}", chair.term)));
            }
        }
        first
    }

    /// Has `ask` ask the player of this seat, from `now` on; its answer, with what it was shown.
    ///
    /// # Errors
    ///
    /// Why it gave none.
    pub(crate) fn think(
        &mut self,
        seat: Seat,
        now: Duration,
        ask: impl FnOnce(Asked<'_>) -> Result<Decision<AnyMove>, String>,
    ) -> Result<(AnyPosition, Decision<AnyMove>), String> {
        self.game.runs_from(now);
        let mut stream = self.game.stream_for(seat, StreamUser::Player);
        let (site, seed) = (self.game.site().clone(), self.game.seed());
        let deadline = self.game.share_of_time(seat, now);
        let chair = &mut self.chairs[seat.index()];
        let player = chair.player.as_mut().expect("a player sits here");
        let site = site.shown_to(player.habits(), seed);
        let is_open = !site.hides();
        let asked = Asked { player: player.as_mut(), here: &site.here, seat, stream: &mut stream, deadline, is_open };
        let decision = ask(asked).map_err(|why| format!("{seat}, {}, gave no move: {why}", chair.term))?;
        Ok((site.here, decision))
    }

    /// Who plays whom, and with what.
    pub(crate) fn greeting(&self) -> String {
        let site = self.game.site();
        let mut text = brief(&site.game.term).into_owned();
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
        if site.hides() {
            // The seed would give away what chance draws.
            text.push_str("\nhelp lists what can be typed; each seat is shown what it may see");
        } else {
            let _ = write!(text, "\nseed {}; help lists what can be typed", self.game.seed());
        }
        text
    }

    /// Whether the one person at this terminal sits there.
    pub(crate) fn is_you(&self, seat: Seat) -> bool {
        self.game.seats_of_people() == [seat]
    }

    /// Adds the game so far to a file, with the times of this moment, and says so, or why not.
    pub(crate) fn save(&self, path: &str, now: Duration) -> String {
        if path.is_empty() {
            return "save needs the name of a file: `save FILE`".to_owned();
        }
        match self.game.saved(now).save(Path::new(path)) {
            Ok(()) => format!("added to {path}; `agon play {path}` goes on with it"),
            Err(error) => error,
        }
    }

    /// The command that shows this position.
    pub(crate) fn as_command(&self) -> String {
        let mut words = vec!["agon".to_owned(), "show".to_owned()];
        words.extend(position_words(self.game.site()));
        shell_line(&words)
    }

    /// The text when the game is left: the command that resumes it.
    pub(crate) fn how_to_go_on(&self) -> String {
        if self.game.site().hides() {
            return format!("The game is not over. No result. {NOT_RESUMED}\n");
        }
        let mut words = vec!["agon".to_owned(), if self.delay.is_some() { "watch" } else { "play" }.to_owned()];
        words.extend(position_words(self.game.site()));
        let person = self.game.seats_of_people().first().map(|seat| seat.index());
        for (index, chair) in self.chairs.iter().enumerate() {
            match self.delay {
                Some(_) => words.extend(["--player".to_owned(), chair.term.clone()]),
                None if person == Some(index) => {
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
        if let Some(clock) = self.game.clock() {
            // The turn begins again.
            words.extend(["--clock".to_owned(), clock.stood().to_string()]);
        }
        words.extend(["--seed".to_owned(), self.game.seed().to_string()]);
        format!("The game is not over. No result. To go on:\n{}\n", shell_line(&words))
    }

    /// Who won, in words.
    pub(crate) fn outcome(&self, payoffs: &[f64]) -> String {
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
                let stones = chair.stones.as_ref().map_or(String::new(), |words| format!(", {words}"));
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

/// The words of a command line that name a position.
fn position_words(site: &GivenPosition) -> Vec<String> {
    let mut words = vec![site.game.term.clone()];
    if let Some(base) = site.other_base() {
        words.extend(["--position".to_owned(), base]);
    }
    words.extend(["--moves".to_owned(), site.moves()]);
    words
}
