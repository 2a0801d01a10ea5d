//! A game in which the client has a seat. It is shown what that seat sees, and nothing else, until the game is over.

use std::{path::Path, time::Duration};

use agon_arena::play::{Clocks, Stopwatch};
use agon_core::{
    AnyMove, AnyPosition, Clock, Explained, Eye, MoveTry, NamedGame, Node, Position, Seat, StopSignal, nearest,
    notation, options::brief,
};
use agon_table::{
    End, GameAction, GivenPosition, Level, SavedGame, SavedTry, SearchLimits, SeenNode, Thought, ToMove, ask, stones,
    winners,
};
use serde_json::{Map, Value, json};

use super::{admitted, tool::Arguments};
use crate::{human, terminal_game::TerminalGame, terminal_seat::TerminalSeat};

/// A seat that is left to somebody else, as `opponents` names it.
pub(super) const PERSON: &str = "person";
/// So many wrong words are kept.
const MOST_TRIES: usize = 1000;
/// So many moves stand in a message at most.
const MOST_TOLD: usize = 60;

/// A game in which the client has a seat, wherever it is played.
pub(super) trait ClientGame {
    fn id(&self) -> &str;

    /// Takes notice of what others have done meanwhile.
    ///
    /// # Errors
    ///
    /// Where that cannot be known.
    fn look(&mut self, _stop: &StopSignal) -> Result<(), String> {
        Ok(())
    }

    /// Plays the move that the client names.
    ///
    /// # Errors
    ///
    /// Why it is not played: nothing has changed then.
    fn play(&mut self, text: &str, stop: &StopSignal) -> Result<(), String>;

    /// Gives the game up.
    ///
    /// # Errors
    ///
    /// Where it is over.
    fn resign(&mut self, stop: &StopSignal) -> Result<(), String>;

    /// Lets the others and chance play until it is the client's turn, or the game is over. People are waited for so many
    /// seconds; once `stop` is given, players answer at once.
    ///
    /// # Errors
    ///
    /// Where a player gives no move: the game stands where it stood.
    fn go_on(&mut self, seconds: u64, stop: &StopSignal) -> Result<(), String>;

    /// What the client may know of it.
    fn told(&self) -> Value;

    /// Whether it is over.
    fn is_over(&self) -> bool;

    /// Adds it to a file of saved games, unless it stands there or is kept elsewhere.
    ///
    /// # Errors
    ///
    /// Where the file cannot be written.
    fn save(&mut self, _path: &Path) -> Result<(), String> {
        Ok(())
    }
}

/// A server of tables at which others sit too.
pub(super) trait TableServer {
    /// Begins a game there, as the arguments of `new_game` say.
    ///
    /// # Errors
    ///
    /// What is wrong with them, or with the server.
    fn begin(&self, id: String, asked: &Arguments, stop: &StopSignal) -> Result<Box<dyn ClientGame>, String>;

    /// Sits down, as the arguments of `join_table` say, unless the client sits there already.
    ///
    /// # Errors
    ///
    /// Where there is no such table, or no such seat that is free.
    fn join(&self, id: String, asked: &Arguments, stop: &StopSignal) -> Result<Box<dyn ClientGame>, String>;
}

/// Why a word is no move.
pub(super) fn not_legal(text: &str, moves: &[String]) -> String {
    let near = nearest(text, moves.iter().map(String::as_str));
    let near = near.map_or_else(|| ";".to_owned(), |near| format!("; did you mean `{near}`?"));
    let more = moves.len().saturating_sub(MOST_TOLD);
    let more = if more == 0 { String::new() } else { format!(" and {more} more: look has them all") };
    let some = &moves[..moves.len().min(MOST_TOLD)];
    let said = MoveTry::cut(text);
    format!("`{said}` is not legal here{near} accepted: {}{more}. Nothing was played.", some.join(", "))
}

/// The client's seat, and who is to sit at each of the others, as the arguments of `new_game` say.
///
/// # Errors
///
/// Where there is no such seat, or another number of others.
pub(super) fn chairs<'a>(asked: &'a Arguments, game: &NamedGame) -> Result<(Seat, Vec<&'a str>), String> {
    let seats = game.start.facts().seats;
    let own = asked.whole("seat").unwrap_or(1);
    if u64::from(seats) < own {
        return Err(format!("`seat` cannot be {own}: {} has {seats}", brief(&game.term)));
    }
    let named = asked.texts("opponents");
    let others = usize::from(seats) - 1;
    if 1 < named.len() && named.len() != others || others == 0 && !named.is_empty() {
        return Err(format!("`opponents` names {} players; accepted: one for all, or {others}", named.len()));
    }
    let named = if named.is_empty() { vec![Level::Medium.name()] } else { named };
    Ok((Seat(own as u8 - 1), named.into_iter().cycle().take(others).collect()))
}

/// A game that is played here.
pub(super) struct SeatedGame {
    id: String,
    sitting: TerminalGame,
    own: Seat,
    time: Stopwatch,
    /// What was played from the client's last move on, where nothing is hidden.
    news: Vec<Value>,
    /// How often the client named no legal move, and what it said, as far as that is kept.
    wrong_words: u64,
    tries: Vec<SavedTry>,
    /// Whether it was written to a file since it last changed.
    is_saved: bool,
}

impl SeatedGame {
    /// A new game, as the arguments of `new_game` say; what is drawn in it is drawn from `seed` unless they say so.
    ///
    /// # Errors
    ///
    /// What is wrong with them.
    pub(super) fn new(id: String, asked: &Arguments, seed: u64) -> Result<SeatedGame, String> {
        let game = admitted::game(asked.needed("game"))?;
        let site = GivenPosition::of(&game.term, asked.text("position"), asked.text("moves").unwrap_or_default());
        let site = site.map_err(|why| why.to_string())?;
        let (own, named) = chairs(asked, &site.game)?;
        let mut all = named.into_iter();
        let mut seats = Vec::new();
        for seat in Seat::all(site.game.start.facts().seats) {
            if seat == own {
                seats.push(TerminalSeat::of(human::NAME, &site.game, seat).map_err(|why| why.message)?);
                continue;
            }
            let text = all.next().unwrap_or_default();
            let level = Level::named(text);
            let term = level.map_or_else(|| text.to_owned(), |level| level.term(&site.game.start));
            admitted::player(&term)?;
            let chair = TerminalSeat::of(&term, &site.game, seat).map_err(|why| why.message)?;
            seats.push(chair.called(level.map(Level::name)));
        }
        let facts = site.game.start.facts();
        if asked.whole("seed").is_some() && (facts.hidden || facts.chance) {
            // Whoever knows the seed knows what will be drawn, and by a second game what the others hold.
            let game = brief(&site.game.term);
            return Err(format!(
                "{game} draws at random, and its seed would tell what: it is given by `agon mcp --seed`"
            ));
        }
        let seed = asked.whole("seed").unwrap_or(seed);
        let mut sitting = TerminalGame::new(site, seed, seats, None);
        sitting.begin()?;
        let time = Clocks::default().start();
        Ok(SeatedGame { id, sitting, own, time, news: Vec::new(), wrong_words: 0, tries: Vec::new(), is_saved: true })
    }

    fn now(&self) -> Duration {
        self.time.elapsed()
    }

    fn is_open(&self) -> bool {
        !self.sitting.game.site().hides()
    }

    /// Notes a move of a seat, or what chance drew, where everybody sees it.
    fn note(&mut self, m: AnyMove, seat: Option<Seat>, here: &AnyPosition) {
        if self.is_open() {
            let m = notation(here, m);
            self.news.push(seat.map_or_else(|| json!({"chance": m}), |seat| json!({"seat": seat.0 + 1, "move": m})));
        }
    }
}

impl ClientGame for SeatedGame {
    fn id(&self) -> &str {
        &self.id
    }

    fn play(&mut self, text: &str, _: &StopSignal) -> Result<(), String> {
        self.sitting.game.may_move(&[self.own]).map_err(|why| why.to_string())?;
        let here = self.sitting.game.site().here.clone();
        let Some(m) = here.parse_move(text).filter(|&m| here.is_legal(m)) else {
            self.wrong_words += 1;
            if self.tries.len() < MOST_TRIES {
                let ply = self.sitting.game.site().line.len() as u32;
                self.tries.push(SavedTry { ply, seat: self.own.0 + 1, text: MoveTry::cut(text) });
            }
            return Err(not_legal(text, &self.sitting.game.shown(Eye::Seat(self.own)).moves()));
        };
        let now = self.now();
        self.sitting.game.act(&[self.own], GameAction::Move(m), now).map_err(|why| why.to_string())?;
        self.is_saved = false;
        self.news.clear();
        self.note(m, Some(self.own), &here);
        self.sitting.tell(|player| player.played(&here, m))
    }

    fn resign(&mut self, _: &StopSignal) -> Result<(), String> {
        let now = self.now();
        self.sitting.game.act(&[self.own], GameAction::Resign, now).map_err(|why| why.to_string())?;
        self.is_saved = false;
        Ok(())
    }

    fn go_on(&mut self, _: u64, stop: &StopSignal) -> Result<(), String> {
        loop {
            let here = self.sitting.game.site().here.clone();
            match self.sitting.game.to_move() {
                ToMove::Person(_) | ToMove::Nobody => return Ok(()),
                ToMove::Chance => {
                    let now = self.now();
                    let m = self.sitting.game.draw_outcome(now).map_err(|why| why.to_string())?;
                    self.note(m, None, &here);
                    self.sitting.tell(|player| player.played(&here, m))?;
                }
                ToMove::Player(seat) => {
                    let begun = self.now();
                    let (shown, decision) = self.sitting.think(seat, begun, |asked| {
                        let limits = SearchLimits { stop: Some(stop), ..SearchLimits::default() };
                        ask(asked.player, asked.here, asked.seat, asked.stream, limits)
                    })?;
                    let (now, thought) = (self.now(), Thought::of(&shown, &decision));
                    let used = now.saturating_sub(begun);
                    let answered = self.sitting.game.answer(decision.m, thought, used, now);
                    answered.map_err(|why| why.to_string())?;
                    self.note(decision.m, Some(seat), &here);
                    self.sitting.tell(|player| player.played(&here, decision.m))?;
                }
            }
            self.is_saved = false;
        }
    }

    fn told(&self) -> Value {
        let game = &self.sitting.game;
        let shown = game.shown(Eye::Seat(self.own));
        let end = game.ended();
        let turn = match shown.node() {
            _ if end.is_some() => "over",
            SeenNode::Decision(seat) if seat == self.own => "you",
            _ => "others",
        };
        let term = &game.site().game.term;
        let mut told = Map::new();
        let mut tell = |name: &str, value: Value| told.insert(name.to_owned(), value);
        tell("id", self.id.clone().into());
        tell("game", term.clone().into());
        tell("seat", (self.own.0 + 1).into());
        if let Some(stones) = stones(&game.site().game.start, self.own) {
            tell("pieces", stones.into());
        }
        tell("position", shown.text().into());
        tell("board", shown.drawing().into());
        tell("turn", turn.into());
        if turn == "you" {
            tell("moves", shown.moves().into());
        }
        if self.is_open() {
            tell("played", self.news.clone().into());
        }
        if let Some(end) = end {
            let payoffs = end.payoffs(&game.site().here).unwrap_or_default();
            let winners: Vec<u8> = winners(&payoffs).iter().map(|seat| seat.0 + 1).collect();
            let by = match &end {
                End::Lost(seat, why) => format!("{seat}: {why}"),
                _ => end.word().to_owned(),
            };
            let mut ended = json!({"by": by, "payoffs": payoffs, "winners": winners, "moves": game.site().moves()});
            let here = &game.site().here;
            let how = if here.node() == Node::Terminal { here.ending() } else { "" };
            if !how.is_empty() {
                ended["how"] = how.into();
            }
            tell("end", ended);
            tell("seed", game.seed().into());
        }
        if self.wrong_words != 0 {
            tell("wrong_words", self.wrong_words.into());
        }
        Value::Object(told)
    }

    fn is_over(&self) -> bool {
        self.sitting.game.ended().is_some() || self.sitting.game.site().here.node() == Node::Terminal
    }

    fn save(&mut self, path: &Path) -> Result<(), String> {
        // While a game goes on that hides something, its file would show what.
        if !self.is_saved && !self.sitting.game.is_secret() {
            let game = self.sitting.game.saved(self.now());
            SavedGame { tries: self.tries.clone(), ..game }.save(path)?;
            self.is_saved = true;
        }
        Ok(())
    }
}
