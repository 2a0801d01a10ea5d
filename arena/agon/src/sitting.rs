//! A game at this terminal: its position, its players, and the texts when it begins, is saved, left or over.

use std::{fmt::Write as _, path::Path, time::Duration};

use agon_core::{Node, Position, Seat, options::brief};
use agon_table::{End, GivenPosition, PlayedClock, SavedGame, winners};

use crate::{chair::Chair, figure};

/// A game, and who sits at it.
pub(crate) struct Sitting {
    pub(crate) site: GivenPosition,
    pub(crate) seed: u64,
    /// A remark on how it began.
    pub(crate) remark: Option<String>,
    /// The players, in seat order.
    pub(crate) chairs: Vec<Chair>,
    pub(crate) clock: Option<PlayedClock>,
    /// What was thought of each move, nothing where nobody thought.
    pub(crate) values: Vec<Option<f64>>,
    /// How long every position is shown at least, where nobody at this terminal plays.
    pub(crate) delay: Option<Duration>,
}

/// Why no command resumes a game that hides something.
const NOT_RESUMED: &str =
    "No command resumes it: it hides something, and the moves would show what.";

impl Sitting {
    /// Who plays whom, and with what.
    pub(crate) fn greeting(&self) -> String {
        let mut text = brief(&self.site.game.term).into_owned();
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
        if self.site.hides() {
            // The seed would give away what chance draws.
            text.push_str("\nhelp lists what can be typed; each seat is shown what it may see");
        } else {
            let _ = write!(text, "\nseed {}; help lists what can be typed", self.seed);
        }
        text
    }

    /// Whether the one person at this terminal sits there.
    pub(crate) fn is_you(&self, seat: Seat) -> bool {
        let people = self.chairs.iter().filter(|chair| chair.is_person()).count();
        people == 1 && self.chairs[seat.index()].is_person()
    }

    /// Adds the game so far to a file, and says so, or why not.
    pub(crate) fn save(&self, path: &str) -> String {
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
        let clock = self.clock.as_ref().map(|clock| clock.now().to_string());
        SavedGame { clock, level, ..end.record(&self.site, self.seed, seats) }
    }

    /// The command that shows this position.
    pub(crate) fn as_command(&self) -> String {
        let mut words = vec!["agon".to_owned(), "show".to_owned()];
        words.extend(position_words(&self.site));
        shell_line(&words)
    }

    /// The text when the game is left: the command that resumes it.
    pub(crate) fn how_to_go_on(&self) -> String {
        if self.site.hides() {
            return format!("The game is not over. No result. {NOT_RESUMED}\n");
        }
        let mut words =
            vec!["agon".to_owned(), if self.delay.is_some() { "watch" } else { "play" }.to_owned()];
        words.extend(position_words(&self.site));
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
            words.extend(["--clock".to_owned(), clock.now().to_string()]);
        }
        words.extend(["--seed".to_owned(), self.seed.to_string()]);
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

/// The words of a command line that name a position.
fn position_words(site: &GivenPosition) -> Vec<String> {
    let mut words = vec![site.game.term.clone()];
    if let Some(base) = site.other_base() {
        words.extend(["--position".to_owned(), base]);
    }
    words.extend(["--moves".to_owned(), site.moves()]);
    words
}
