//! A sheet that was read: its roles, its prepared rules, and its static properties.

use std::{fmt, sync::OnceLock};

use agon_core::{Facts, Remarks};

use crate::{
    board::Board,
    direct::Direct,
    kif::Remark,
    net::{Net, Role},
    proof::{Proved, prove},
};

/// The most roles of a sheet.
pub(crate) const MOST_ROLES: usize = 32;

/// The options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// The number of plies that ends a play, if it is not proved to end by itself.
    pub(crate) plies: u32,
    pub(crate) payoff: Payoff,
    pub(crate) order: Turns,
    /// Whether it is laid out, if it is not too large; tests compare both ways.
    pub(crate) lay_out: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { plies: 1_000, payoff: Payoff::Auto, order: Turns::Auto, lay_out: true }
    }
}

/// How goals become payoffs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Payoff {
    Auto,
    Goals,
    ZeroSum,
}

/// Whether simultaneous choices are hidden until all have chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turns {
    Auto,
    Open,
    Hidden,
}

/// The rules made ready.
#[derive(Debug)]
pub(crate) enum Model {
    Net(Box<Net>),
    Direct(Box<Direct>),
}

/// A sheet, read and made ready to be played.
#[derive(Debug)]
pub struct Sheet {
    pub(crate) roles: Vec<Role>,
    /// The roles that players take, in the order of the sheet; nature comes behind them.
    pub(crate) seats: Vec<usize>,
    /// The order in which roles choose.
    pub(crate) turns: Vec<usize>,
    pub(crate) model: Model,
    pub(crate) settings: Settings,
    pub(crate) facts: Facts,
    /// Whether the payoff is the difference of both goals, so that they sum to zero.
    pub(crate) is_difference: bool,
    /// Whether positions count plies, because plays are not proved to end.
    pub(crate) counts_plies: bool,
    /// Whether roles see only what the sheet defines.
    pub(crate) has_percepts: bool,
    /// The board that its facts make, if they do.
    pub(crate) board: Option<Board>,
    /// Oddities and other remarks.
    pub(crate) remarks: Vec<Remark>,
    /// What is certain of all plays, once somebody asks.
    pub(crate) proved: OnceLock<Proved>,
    /// Tells sheets apart while the process runs; never shown and never part of a result.
    pub(crate) number: u64,
}

/// Everything that is wrong with a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetError {
    /// In the order of the text; at least one.
    pub remarks: Vec<Remark>,
}

impl fmt::Display for SheetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told: Vec<String> = self.remarks.iter().map(Remark::to_string).collect();
        f.write_str(&told.join("; "))
    }
}

impl std::error::Error for SheetError {}

impl Sheet {
    /// Oddities and other remarks, in the order of the text.
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    /// All that there is to say of it to its author.
    pub(crate) fn told(&self) -> Remarks {
        let (doubts, odd) = self.remarks.iter().partition::<Vec<_>, _>(|remark| remark.is_doubt);
        let texts = |remarks: Vec<&Remark>| remarks.into_iter().map(Remark::to_string).collect();
        Remarks { known: self.known(), doubts: texts(doubts), odd: texts(odd), is_slow: self.size().is_none() }
    }

    /// How its text becomes a game, in short, and then the text, the `source` that it was read from: its rules.
    pub(crate) fn rules(&self, source: &str) -> String {
        let seats: Vec<&str> = self.seats.iter().map(|&role| self.roles[role].name.as_str()).collect();
        let chance = if self.facts.chance { " `random` is chance: each of its moves is equally likely." } else { "" };
        let seen = if self.has_percepts {
            "a seat sees its own moves, and else only what the sheet says that it `sees`"
        } else if self.facts.hidden {
            "nobody sees the choices of a round before all have chosen"
        } else {
            "every choice is seen at once"
        };
        let pays = if self.is_difference {
            "its goal less that of the other, divided by 100"
        } else if self.facts.max_payoff == 1.0 {
            "its goal less 50, divided by 50"
        } else {
            "its goal"
        };
        let late = if self.counts_plies {
            format!(" A play is over after {} plies at the latest.", self.settings.plies)
        } else {
            String::new()
        };
        // On one line, semicolons stand for line breaks.
        let text = source.replace(';', "\n");
        format!(
            "The rules are a sheet in the Game Description Language, which follows. The seats are, in this order: {}. In a \
             round every role makes one move that is `legal`: those with a choice choose one after another, and {seen}; \
             those with a single move are passed over.{chance} A move is written as in the sheet, without the \
             parentheses around it. At the end a seat gets {pays}.{late}\n\n{text}",
            seats.join(", ")
        )
    }

    /// What is certain of all plays. Of a sheet that is not laid out nothing is.
    pub(crate) fn proved(&self) -> Proved {
        let prove = || match &self.model {
            Model::Net(net) => prove(net, &self.seats),
            Model::Direct(_) => Proved::default(),
        };
        *self.proved.get_or_init(prove)
    }

    /// How it is worked out, and why choices are hidden and payoffs are as they are.
    fn known(&self) -> Vec<String> {
        let mut known = vec![match &self.model {
            Model::Net(net) => match net.gates() {
                1 => "laid out as 1 gate".to_owned(),
                gates => format!("laid out as {gates} gates"),
            },
            // A remark names the rule that is too large.
            Model::Direct(_) => "worked out position by position".to_owned(),
        }];
        let is_asked = self.settings.order == Turns::Auto && 1 < self.seats.len();
        if is_asked && self.proved().one_chooser {
            known.push("no two roles choose at once, whatever is played: proved".to_owned());
        } else if self.expects_one_chooser() {
            known.push(
                "no two roles chose at once in some random plays, which is no proof; order=hidden or order=open \
                 decides it"
                    .to_owned(),
            );
        } else if is_asked && !self.has_percepts {
            known.push("roles chose at once in random plays, so choices are hidden until all have chosen".to_owned());
        }
        if self.settings.payoff == Payoff::Auto && self.is_difference {
            known.push(if self.proved().sums_to_hundred {
                "goals sum to 100 wherever the sheet ends a play: proved".to_owned()
            } else {
                "goals summed to 100 in some random plays, which is no proof; payoff=goals or payoff=zero-sum \
                 decides it"
                    .to_owned()
            });
        }
        known
    }

    /// Whether no two seats may choose at once: none did in the plays tried first, and no option says what is meant.
    pub(crate) fn expects_one_chooser(&self) -> bool {
        self.settings.order == Turns::Auto && !self.facts.hidden && 1 < self.seats.len()
    }

    /// Whether a play is over after so many plies because it took too many.
    pub(crate) fn is_late(&self, ply: u32) -> bool {
        self.counts_plies && self.settings.plies <= ply
    }

    /// The number of moves of all roles together, numbered one role after the other; 0 if the sheet is too large to be
    /// laid out.
    pub(crate) fn numbers(&self) -> u32 {
        match &self.model {
            Model::Net(net) => net.moves.iter().map(|moves| moves.first + moves.texts.len() as u32).max().unwrap_or(0),
            Model::Direct(_) => 0,
        }
    }

    /// About as many bytes as it takes, besides its text.
    pub(crate) fn bytes(&self) -> usize {
        match &self.model {
            Model::Net(net) => net.bytes(),
            Model::Direct(direct) => direct.bytes(),
        }
    }

    /// The number of gates and edges of its net; `None` if it is too large to be laid out.
    pub fn size(&self) -> Option<(usize, usize)> {
        match &self.model {
            Model::Net(net) => Some(net.size()),
            Model::Direct(_) => None,
        }
    }
}
