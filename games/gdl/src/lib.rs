//! Games written as rule sheets in GDL, the Game Description Language, with hidden information and chance.

mod bank;
mod board;
mod check;
mod demand;
mod direct;
mod gates;
mod ground;
mod join;
mod kif;
mod net;
mod own;
mod past;
mod picture;
mod proof;
mod reading;
mod round;
mod rules;
mod sheet;
mod template;
mod text;

use std::{
    fmt::{self, Write},
    hash::{Hash, Hasher},
    ops::ControlFlow,
    sync::{Arc, Mutex, PoisonError},
};

use agon_core::{
    Accepted, Aim, Explained, Extras, Eye, Facts, Game, GamePlugin, Learnable, Move, Node, OptionError, OptionSpec,
    Options, Picture, Position, Remarks, RuleClaim, Seat, Stream, TextError, inventory, view,
};

use crate::{
    board::Board,
    past::{Past, Sight},
    round::Round,
    sheet::{Payoff, Settings, Turns},
};
pub use crate::{
    kif::{Place, Remark, on_one_line},
    sheet::{Sheet, SheetError},
};

/// No move.
const NONE: u32 = u32::MAX;

/// No seat.
const NOBODY: u8 = u8::MAX;

/// A position of a game that a sheet describes.
#[derive(Debug)]
pub struct Gdl {
    game: Arc<Described>,
    round: Round,
    /// By role, the choice in this round.
    pending: Box<[u32]>,
    /// The role that chooses.
    acting: u8,
    /// The number of plies played, if that is counted.
    ply: u32,
    past: Option<Arc<Past>>,
}

/// A sheet and where it came from.
#[derive(Debug)]
struct Described {
    sheet: Sheet,
    source: String,
    /// About as many bytes as both take.
    bytes: usize,
}

/// The sheets read last, the newest at the end, so that none is laid out twice in a row.
static KNOWN: Mutex<Vec<Arc<Described>>> = Mutex::new(Vec::new());
/// The most of them, and the most bytes of those that are stored beside the newest.
const KEPT: usize = 24;
const KEPT_BYTES: usize = 32 << 20;

/// Stores a sheet; those that must go for it.
fn keep(known: &mut Vec<Arc<Described>>, game: Arc<Described>) -> Vec<Arc<Described>> {
    let mut left = KEPT_BYTES;
    let mut kept = 0;
    for other in known.iter().rev().take(KEPT - 1) {
        let Some(rest) = left.checked_sub(other.bytes) else { break };
        (left, kept) = (rest, kept + 1);
    }
    let gone = known.drain(..known.len() - kept).collect();
    known.push(game);
    gone
}

/// A move, by its number among those of the whole game, role by role in the order of their texts; by its
/// number in the list where the sheet is too large to be laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choice(pub u32);

impl Move for Choice {
    #[inline]
    fn code(self) -> u64 {
        self.0.into()
    }
    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        u32::try_from(code).ok().map(Choice)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}", self.0)
    }
}

impl Clone for Gdl {
    fn clone(&self) -> Gdl {
        Gdl {
            game: self.game.clone(),
            round: self.round.clone(),
            pending: self.pending.clone(),
            acting: self.acting,
            ply: self.ply,
            past: self.past.clone(),
        }
    }
    fn clone_from(&mut self, source: &Gdl) {
        let Gdl { game, round, pending, acting, ply, past } = self;
        if !Arc::ptr_eq(game, &source.game) {
            game.clone_from(&source.game);
        }
        round.clone_from(&source.round);
        pending.clone_from(&source.pending);
        (*acting, *ply) = (source.acting, source.ply);
        past.clone_from(&source.past);
    }
}

impl PartialEq for Gdl {
    fn eq(&self, other: &Gdl) -> bool {
        let sheet = &self.game.sheet;
        let is_game = Arc::ptr_eq(&self.game, &other.game)
            || (self.game.source == other.game.source && sheet.settings == other.game.sheet.settings);
        let played = |position: &Gdl| position.past.as_ref().map(|past| past.played.clone());
        is_game
            && self.round.fact_words(sheet) == other.round.fact_words(sheet)
            && self.round.fact_list() == other.round.fact_list()
            && self.pending == other.pending
            && self.ply == other.ply
            && (self.past.is_none() || played(self) == played(other))
    }
}

impl Eq for Gdl {}

impl Hash for Gdl {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Number by number: a slice would be hashed in the machine's order of bytes.
        self.round.fact_words(&self.game.sheet).iter().for_each(|word| word.hash(state));
        self.round.fact_list().iter().for_each(|fact| fact.hash(state));
        self.pending.iter().for_each(|m| m.hash(state));
        self.ply.hash(state);
        if let Some(past) = &self.past {
            past.played.iter().for_each(|m| m.hash(state));
        }
    }
}

/// The facts; after `;` the choices in this round, and after `;;` the number of plies. If the sheet defines what each
/// role sees, the moves played instead, each after a `;`.
impl fmt::Display for Gdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.past {
            Some(_) => self.write_played(f),
            None => self.write_facts(f, |_| true),
        }
    }
}

impl Gdl {
    /// The initial position of a sheet with the usual options.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, each with its line and column.
    pub fn of_sheet(text: &str) -> Result<Gdl, SheetError> {
        Gdl::with(&on_one_line(text), Settings::default())
    }

    fn with(source: &str, settings: Settings) -> Result<Gdl, SheetError> {
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |found: &&Arc<Described>| found.source == source && found.sheet.settings == settings;
        let found = known().iter().find(is_it).cloned();
        let game = if let Some(game) = found {
            game
        } else {
            let sheet = Sheet::with(source, settings)?;
            let bytes = source.len() + sheet.bytes();
            let game = Arc::new(Described { sheet, source: source.to_owned(), bytes });
            // The last user of a sheet gives it back, and not while others wait.
            let gone = keep(&mut known(), game.clone());
            drop(gone);
            game
        };
        Ok(Gdl::start_of(game))
    }

    fn start_of(game: Arc<Described>) -> Gdl {
        let sheet = &game.sheet;
        let round = Round::start(sheet).unwrap_or_else(|remark| round::give_up(remark));
        let past = sheet.has_percepts.then(|| Arc::new(Past::new(sheet.seats.len())));
        Gdl::of_round(game, round, 0, past)
    }

    fn of_round(game: Arc<Described>, round: Round, ply: u32, past: Option<Arc<Past>>) -> Gdl {
        let pending = vec![NONE; game.sheet.roles.len()].into();
        let mut position = Gdl { game, round, pending, acting: NOBODY, ply, past };
        position.begin_round();
        position
    }

    /// The analysis of the sheet: its remarks and its size.
    pub fn sheet(&self) -> &Sheet {
        &self.game.sheet
    }

    /// The names of the roles that players take, in their order.
    pub fn seat_names(&self) -> impl Iterator<Item = &str> {
        let sheet = &self.game.sheet;
        sheet.seats.iter().map(|&role| &*sheet.roles[role].name)
    }

    /// The facts that hold here, in the order of their texts.
    pub fn fact_texts(&self) -> Vec<&str> {
        self.round.facts(&self.game.sheet)
    }

    /// The goal of a seat at the end, from 0 to 100; `None` if there are none or several, as no sheet should have.
    pub fn goal(&self, seat: Seat) -> Option<u8> {
        let sheet = &self.game.sheet;
        sheet.seats.get(seat.index()).and_then(|&role| self.round.goal(sheet, role))
    }

    /// Finds the first seat to choose in this round.
    fn begin_round(&mut self) {
        let sheet = &self.game.sheet;
        self.acting = NOBODY;
        if sheet.is_late(self.ply) || self.round.is_over(sheet) {
            return;
        }
        self.round.check_choosers(sheet);
        let choosing = sheet.turns.iter().find(|&&role| 1 < self.round.count(sheet, role));
        // If no role has a choice, the round is played by a role whose move is most informative.
        let says_most = |&&role: &&usize| {
            let only = self.round.nth(sheet, role, 0);
            self.round.text(sheet, role, only).contains(' ')
        };
        let role = choosing.or_else(|| sheet.seats.iter().find(says_most)).unwrap_or(&sheet.seats[0]);
        self.acting = *role as u8;
    }

    /// Notes the choice of a role. Whether all have chosen now; those without a choice make their only move.
    fn choose(&mut self, role: usize, m: u32) -> bool {
        let sheet = &self.game.sheet;
        if sheet.counts_plies {
            self.ply += 1;
        }
        self.pending[role] = m;
        let has_choice = |&&role: &&usize| self.pending[role] == NONE && 1 < self.round.count(sheet, role);
        if let Some(&role) = sheet.turns.iter().find(has_choice) {
            self.acting = role as u8;
            return false;
        }
        for role in 0..self.pending.len() {
            if self.pending[role] == NONE {
                self.pending[role] = self.round.nth(sheet, role, 0);
            }
        }
        true
    }

    /// The public board: `None` if the sheet defines what each role sees, or has no board.
    fn board(&self) -> Option<&Board> {
        self.game.sheet.board.as_ref().filter(|_| self.past.is_none())
    }

    /// The role that chooses.
    #[inline]
    fn role(&self) -> Option<usize> {
        (self.acting != NOBODY).then_some(self.acting.into())
    }

    /// Whether the same role has the same choices as in another position of the sheet.
    fn has_moves_of(&self, other: &Gdl) -> bool {
        let is_same = |role| self.round.has_moves_of(&other.round, &self.game.sheet, usize::from(role));
        self.acting == other.acting && (self.acting == NOBODY || is_same(self.acting))
    }

    fn seat_of(&self, role: usize) -> Option<usize> {
        self.game.sheet.seats.iter().position(|&other| other == role)
    }

    /// A seat's new information: its choices, or its result.
    fn seen_by(&self, seat: Seat) -> String {
        match self.role() {
            None => format!("over: {}", self.payoff(seat)),
            Some(role) if self.game.sheet.seats[seat.index()] == role => {
                format!("{}?", self.offered(role))
            }
            Some(_) => "…".to_owned(),
        }
    }

    /// The moves of a role in words.
    fn offered(&self, role: usize) -> String {
        let sheet = &self.game.sheet;
        let count = self.round.count(sheet, role);
        let moves = (0..count).map(|n| self.round.text(sheet, role, self.round.nth(sheet, role, n)));
        moves.collect::<Vec<_>>().join(" | ")
    }
}

impl Position for Gdl {
    type Move = Choice;

    const EXTRAS: Extras<Self> = Extras::NONE.explained().learnable();

    fn facts(&self) -> Facts {
        self.game.sheet.facts
    }
    #[inline]
    fn node(&self) -> Node {
        match self.role() {
            None => Node::Terminal,
            Some(role) if self.game.sheet.roles[role].is_random => Node::Chance,
            Some(role) => Node::Decision(Seat(self.seat_of(role).unwrap_or_default() as u8)),
        }
    }
    fn each_move(&self, mut visit: impl FnMut(Choice) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(role) = self.role() else { return ControlFlow::Continue(()) };
        let sheet = &self.game.sheet;
        self.round.each(sheet, role, |m| visit(Choice(m)))
    }
    fn play(&mut self, Choice(m): Choice) {
        let Some(role) = self.role() else { return };
        if self.past.is_some() {
            let (offered, seat) = (self.offered(role), self.seat_of(role));
            let chosen = self.round.text(&self.game.sheet, role, m).to_owned();
            if let Some(past) = &mut self.past {
                Arc::make_mut(past).choose(seat, &offered, &chosen, m);
            }
        }
        if !self.choose(role, m) {
            return;
        }
        let sheet = &self.game.sheet;
        if let Some(past) = &mut self.past {
            let percepts = self.round.percepts(sheet, &self.pending);
            let of_seats = sheet.seats.iter().map(|&role| percepts[role].clone());
            Arc::make_mut(past).see(of_seats);
        }
        self.round.step(sheet, &self.pending);
        self.pending.fill(NONE);
        self.begin_round();
    }
    fn payoff(&self, seat: Seat) -> f64 {
        let sheet = &self.game.sheet;
        let goals = sheet.seats.iter().map(|&role| self.round.goal(sheet, role).map(f64::from));
        let Facts { min_payoff, max_payoff, .. } = sheet.facts;
        let count = sheet.seats.len();
        // An end without exactly one goal for each role is the fault of no seat.
        let share = if count == 1 { 0.0 } else { 100.0 / count as f64 };
        let goals: Option<Vec<f64>> = goals.collect();
        let goals = goals.unwrap_or_else(|| vec![share; count]);
        let own = goals[seat.index()];
        let payoff = if sheet.is_difference {
            (own - goals[1 - seat.index()]) / 100.0
        } else if max_payoff == 1.0 {
            (own - 50.0) / 50.0
        } else {
            own
        };
        // No −0.
        payoff.clamp(min_payoff, max_payoff) + 0.0
    }
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        if self.past.is_some() { self.parse_played(text) } else { self.parse_facts(text) }
    }
    #[inline]
    fn count(&self) -> usize {
        self.role().map_or(0, |role| self.round.count(&self.game.sheet, role))
    }
    #[inline]
    fn nth(&self, n: usize) -> Choice {
        let role = self.role().expect("there is a move number `n`");
        Choice(self.round.nth(&self.game.sheet, role, n))
    }
    fn is_legal(&self, Choice(m): Choice) -> bool {
        self.role().is_some_and(|role| self.round.is_legal(&self.game.sheet, role, m))
    }
    fn playout(&mut self, stream: &mut Stream) {
        while self.node() != Node::Terminal {
            if self.past.is_none() && self.pending.iter().all(|&m| m == NONE) {
                let sheet = &self.game.sheet;
                let left = if sheet.counts_plies { sheet.settings.plies.saturating_sub(self.ply) } else { u32::MAX };
                let plies = self.round.playout(sheet, left, |count| stream.below(count));
                if sheet.counts_plies {
                    self.ply += plies;
                }
                self.begin_round();
                debug_assert_eq!(self.acting, NOBODY, "a playout goes to the end");
                return;
            }
            let m = self.draw_move(stream);
            self.play(m);
        }
    }
    fn write_move(&self, Choice(m): Choice, out: &mut dyn Write) -> fmt::Result {
        match self.role() {
            Some(role) => out.write_str(self.round.text(&self.game.sheet, role, m)),
            None => Ok(()),
        }
    }
    fn parse_move(&self, text: &str) -> Option<Choice> {
        let role = self.role()?;
        self.round.find(&self.game.sheet, role, text).map(Choice)
    }
    fn write_view(&self, eye: Eye, out: &mut dyn Write) -> fmt::Result {
        let sheet = &self.game.sheet;
        if !sheet.facts.hidden {
            return write!(out, "{self}");
        }
        match (&self.past, eye) {
            (None, _) => {
                self.write_facts(out, |role| self.seat_of(role).is_none_or(|seat| eye == Eye::Seat(Seat(seat as u8))))
            }
            (Some(past), Eye::Public) => {
                let over = if self.acting == NOBODY { ", over" } else { "" };
                write!(out, "after {} rounds{over}", past.rounds)
            }
            (Some(past), Eye::Seat(seat)) => {
                write!(out, "{}{}", past.logs[seat.index()], self.seen_by(seat))
            }
        }
    }
    fn redeal(&self, seat: Seat, stream: &mut Stream) -> Self {
        let sheet = &self.game.sheet;
        if !sheet.facts.hidden {
            return self.clone();
        }
        if let Some(past) = &self.past {
            let log = past.logs[seat.index()].clone();
            let sight = Sight { seat, log, rounds: past.rounds, view: self.seen_by(seat) };
            return sight.redeal(&Gdl::start_of(self.game.clone()), stream);
        }
        let mut redeal = self.clone();
        for (number, &role) in sheet.seats.iter().enumerate() {
            if redeal.pending[role] != NONE && number != seat.index() {
                let count = redeal.round.count(sheet, role) as u32;
                redeal.pending[role] = redeal.round.nth(sheet, role, stream.below(count) as usize);
            }
        }
        redeal
    }
    fn picture(&self) -> Picture {
        match &self.game.sheet.board {
            Some(board) => picture::of(self, board),
            None => Picture::from_text(self.to_string()),
        }
    }
    fn picture_for(&self, eye: Eye) -> Picture {
        match self.board() {
            Some(board) => picture::of(self, board),
            None => Picture::from_text(view(self, eye)),
        }
    }
    fn aim(&self, Choice(m): Choice) -> Aim {
        match self.role() {
            Some(role) if self.past.is_none() => {
                let sheet = &self.game.sheet;
                picture::aim(sheet, self.round.text(sheet, role, m))
            }
            _ => Aim::word(),
        }
    }
}

impl Explained for Gdl {
    fn rules(&self) -> Option<String> {
        Some(self.game.sheet.rules(&self.game.source))
    }
    fn remarks(&self) -> Remarks {
        self.game.sheet.told()
    }
}

impl Learnable for Gdl {
    fn numbers(&self) -> u32 {
        self.game.sheet.numbers()
    }
}

impl Game for Gdl {
    const NAME: &'static str = "gdl";
    const ALIASES: &'static [&'static str] = &["game description language", "kif", "ggp"];
    const SUMMARY: &'static str = "any game whose rules are written as a sheet in GDL";
    const HELP: &'static str = "A sheet is the rules of a game in the Game Description Language of \
        Stanford, with `random` and `sees` of GDL-II. It is one of the built-in ones, a file, or its \
        text between quotation marks, on one line, where `;` stands for a line break; a file becomes \
        such a text, so that nothing that was played depends on it later. Roles \
        take their seats in the order of the sheet; `random` is chance, each move equally likely. \
        In a round every role makes a move. Roles with a choice choose one after another, and those \
        with a single move are passed over. With order=auto the choices of a round stay hidden until \
        all have chosen, if in some random plays two roles ever chose at once; order=hidden and \
        order=open say so for certain. Where a role `sees` something, that and its own moves are all \
        it sees. A play ends where the sheet says so, where a role has no move, or after so many plies, \
        as the option says, unless a chain of facts shows that every play ends. With two seats \
        payoffs are from -1 to 1: half the difference of both goals if goals summed to 100 in \
        those plays, or with payoff=zero-sum; else the goals around 50. Otherwise, and with \
        payoff=goals, they are the goals, from 0 to 100. If a role has no goal at the end, or two, \
        all get an equal share. A move is written without the parentheses around it. \
        Source: N. Love, T. Hinrichs, D. Haley, E. Schkufza and M. Genesereth, General game playing: \
        game description language specification (2008); M. Thielscher, A general game description \
        language for incomplete information games (2010).";
    const CLAIMS: &'static [RuleClaim] = own::CLAIMS;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::document(
            "sheet",
            "a file such as \"x.kif\", a built-in sheet such as tic-tac-toe, or the text of a sheet",
            on_one_line,
            "tic-tac-toe",
            "the rules",
        ),
        OptionSpec::whole(
            "plies",
            1..=1_000_000,
            "1000",
            "a play ends after so many, if nothing shows that it ends by itself",
        ),
        OptionSpec::choice("payoff", &["auto", "goals", "zero-sum"], "auto", "how goals are paid"),
        OptionSpec::choice(
            "order",
            &["auto", "open", "hidden"],
            "auto",
            "whether choices of one round are hidden until all have chosen",
        ),
    ];
    const SAMPLES: &'static [&'static str] = own::SAMPLES;

    fn start(options: &Options) -> Result<Self, OptionError> {
        let settings = Settings {
            plies: options.whole("plies"),
            payoff: match options.text("payoff") {
                "goals" => Payoff::Goals,
                "zero-sum" => Payoff::ZeroSum,
                _ => Payoff::Auto,
            },
            order: match options.text("order") {
                "open" => Turns::Open,
                "hidden" => Turns::Hidden,
                _ => Turns::Auto,
            },
            lay_out: true,
        };
        let wanted = options.text("sheet");
        let text = match own::SHEETS.iter().find(|(name, _)| *name == wanted) {
            Some((_, text)) => on_one_line(text),
            None if wanted.contains('(') => wanted.to_owned(),
            None => {
                let accepted = Accepted::new(wanted, own::SHEETS.iter().map(|(name, _)| *name));
                let told =
                    format!("there is no sheet `{wanted}`{accepted}, a file such as `x.kif`, or the text of a sheet");
                return Err(options.impossible(told));
            }
        };
        let start = Gdl::with(&text, settings).map_err(|error| options.impossible(error.to_string()))?;
        if settings.payoff == Payoff::ZeroSum && start.game.sheet.seats.len() != 2 {
            return Err(options.impossible(format!(
                "payoff=zero-sum is for two seats; this sheet has {}",
                start.game.sheet.seats.len()
            )));
        }
        Ok(start)
    }
}

inventory::submit! { GamePlugin::of::<Gdl>() }

#[cfg(test)]
mod tests;
