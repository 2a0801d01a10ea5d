//! How a game stands, in sentences of the reader's language.

use agon_core::Seat;
use agon_table::TIME_IS_UP;

use crate::{
    pages::opponents::level_name,
    view::{EndView, SeatView, TableView, ThoughtNow},
    words::Language,
};

impl TableView {
    /// How the game stands, in a sentence.
    pub(super) fn status(&self, language: Language) -> String {
        if let Some(end) = &self.ended {
            return self.result(language, end);
        }
        if let Some(seat) = self.hand_over {
            return language.say_with("hand-over", &[("seat", &seat)]);
        }
        match self.here.seat {
            None if self.here.node == "waiting" => language.say("others-act"),
            None => language.say("chance-draws"),
            Some(seat) if self.your_turn => {
                let own = self.seats.iter().filter(|seat| seat.yours).count();
                if own == 1 { language.say("your-turn") } else { language.say_with("turn", &[("seat", &seat)]) }
            }
            Some(seat) => {
                let sitter = &self.seats[usize::from(seat) - 1];
                match sitter.kind {
                    "open" => language.say("waits-for-other"),
                    _ => language.say_with("turn", &[("seat", &seat)]),
                }
            }
        }
    }

    /// How the game has ended, and who won it.
    fn result(&self, language: Language, end: &EndView) -> String {
        let named = |seat: &u8| {
            let own = self.seats.iter().find(|own| own.seat == *seat);
            own.map_or(String::new(), |own| {
                format!("{} ({})", language.say_with("seat", &[("seat", seat)]), own.who(language))
            })
        };
        let mut text = end.reason(language);
        text.push(' ');
        text.push_str(&match end.winners.as_slice() {
            _ if self.seats.len() == 1 => {
                let payoff = language.figure(end.payoffs.first().copied().unwrap_or(0.0));
                language.say_with("end-got", &[("payoff", &payoff)])
            }
            all if all.len() == self.seats.len() => language.say("end-draw"),
            [one] if self.seats.iter().any(|seat| seat.seat == *one && seat.yours) && !self.others => {
                language.say("end-you")
            }
            [one] => language.say_with("end-wins", &[("who", &named(one))]),
            several => {
                let all: Vec<String> = several.iter().map(named).collect();
                language.say_with("end-share", &[("who", &all.join(", "))])
            }
        });
        text
    }

    /// The text for screen readers after a change: the new moves, and whose turn it is.
    pub(super) fn said(&self, language: Language, news: &[(Option<Seat>, String)]) -> String {
        let mut text = String::new();
        for (seat, m) in news {
            text += &match seat {
                Some(seat) => language.say_with("said-move", &[("seat", &(seat.0 + 1)), ("move", m)]),
                None => language.say_with("said-chance", &[("move", m)]),
            };
            text.push(' ');
        }
        text + &self.status(language)
    }
}

impl EndView {
    /// How the game has ended, in a sentence.
    pub(super) fn reason(&self, language: Language) -> String {
        match (self.why, self.loser) {
            ("draw agreed", _) => language.say("end-agreed"),
            (TIME_IS_UP, Some(seat)) => language.say_with("end-time", &[("seat", &seat)]),
            (_, Some(seat)) => language.say_with("end-resigned", &[("seat", &seat)]),
            _ => language.say("end-over"),
        }
    }
}

impl SeatView {
    /// Who sits there.
    pub(super) fn who(&self, language: Language) -> String {
        match (self.kind, self.yours, &self.level, &self.player) {
            (_, true, _, _) => language.say("who-you"),
            ("open", ..) => language.say("who-nobody"),
            (_, _, Some(level), _) => level_name(language, level),
            (_, _, _, Some(player)) => player.clone(),
            _ => language.say("who-other"),
        }
    }
}

impl ThoughtNow {
    /// What somebody thinks, in a line.
    pub(crate) fn words(&self, language: Language) -> String {
        let head = if self.is_hint {
            language.say("thinks-hint")
        } else {
            language.say_with("thinks", &[("seat", &self.seat)])
        };
        match &self.best {
            Some(best) => format!("{head} {}", language.thought(best)),
            None => head,
        }
    }
}
