//! `agon play`.

use std::{
    fmt::Write as _,
    fs::OpenOptions,
    io::{self, Write},
};

use agon_arena::ask::quoted;
use agon_core::{
    AnyMove, AnyPosition, Budget, Node, Player, Position, Seat, Seed, Stream, line, notation,
    registry,
};
use serde::Serialize;

use crate::{
    analyse,
    failed::Failed,
    human::{self, PersonInput, Request, help, understand},
    output::{answer, json},
    place::{GivenPosition, Place},
    show,
    words::{moves, row},
};

/// Plays a game at the terminal: you against a player.
///
/// Type a move in the game's notation, or `help`. The same seed and the same moves give the same
/// game: a move taken back and played again meets the same dice.
#[derive(clap::Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "\
Examples:
  agon play nim --against random
  agon play nim --against 'minimax(depth=4)' --seat 2 --seed 7
  agon play nim --against human

While playing: a move, or moves, hint, undo, record, save FILE, help, quit. The end of the input is \
`quit`. At the end the result and the line of moves are written, as an `agon show` command.

`save` adds one line of JSON to FILE, with the keys schema, game, position (where the moves begin; null \
for the initial position), seed, seats (players' terms in seat order), moves (the line), payoffs (empty \
while the game is not over), ended (\"over\" or \"unfinished\").

Exit codes: 0 done; 1 a player gave no move; 2 the game, the position, a move, the seat or a player \
is wrong, or the player cannot play this game."
)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    /// Who sits at every other seat; `human` for people in turn at one terminal. A game for one seat
    /// needs nobody.
    #[arg(long, value_name = "PLAYER")]
    against: Option<String>,
    /// Your seat, counted from 1.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seat: u8,
    /// What chance and the players draw from.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Who gives hints, if not the player you are up against.
    #[arg(long, value_name = "PLAYER")]
    hints: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failed> {
    let site = args.place.find()?;
    let session = Session::set(args, site)?;
    answer(|out| session.play(out))
}

/// A game being played, and who plays it.
struct Session {
    site: GivenPosition,
    seed: u64,
    /// The players' terms, in seat order.
    terms: Vec<String>,
    /// The players, in seat order; nobody where a person sits.
    players: Vec<Option<Box<dyn Player>>>,
    adviser: Option<Box<dyn Player>>,
}

/// A player's term, and the player; nobody where the person at this terminal is meant.
fn seat_one(site: &GivenPosition, text: &str) -> Result<(String, Option<Box<dyn Player>>), Failed> {
    let named = registry::player(text).map_err(Failed::usage)?;
    let player = analyse::seat_player(&named, &site.game.start, &site.game.term)?;
    let is_here = named.plugin.name == human::NAME;
    Ok((named.term, if is_here { None } else { Some(player) }))
}

/// What a person did with the game.
enum Reply {
    /// Chose a move.
    Move(AnyMove),
    /// Took moves back.
    Undo,
    /// Left.
    Quit,
}

/// Why the game stops.
enum End {
    Terminal,
    Quit,
    /// A player failed: the message.
    Fault(String),
}

impl Session {
    fn set(args: &Args, site: GivenPosition) -> Result<Session, Failed> {
        let seats = site.game.start.facts().seats;
        if !(1..=seats).contains(&args.seat) {
            return Err(Failed::usage(format!(
                "{}: --seat cannot be `{}`; accepted: 1 to {seats}",
                site.game.term, args.seat
            )));
        }
        let (mut terms, mut players) = (Vec::new(), Vec::new());
        for seat in Seat::all(seats) {
            let (term, player) = match &args.against {
                _ if seat.0 + 1 == args.seat => (human::NAME.to_owned(), None),
                Some(text) => seat_one(&site, text)?,
                None => {
                    return Err(Failed::usage(format!(
                        "{}: there are {seats} seats and --against is missing; accepted: a player \
                         (see `agon players`)",
                        site.game.term
                    )));
                }
            };
            terms.push(term);
            players.push(player);
        }
        let adviser = match args.hints.as_ref().or(args.against.as_ref()) {
            Some(text) => seat_one(&site, text)?.1,
            None => None,
        };
        let adviser = adviser.filter(|player| !player.habits().person);
        let mut session = Session { site, seed: args.seed, terms, players, adviser };
        session.begin()?;
        Ok(session)
    }

    /// Plays until the game is over or left.
    fn play(mut self, out: &mut dyn Write) -> Result<(), Failed> {
        let end = loop {
            match self.site.here.node() {
                Node::Terminal => break End::Terminal,
                Node::Chance => {
                    let m = self.site.here.draw_move(&mut self.stream(0));
                    self.announce(out, "chance", m)?;
                    if let Err(why) = self.go(m) {
                        break End::Fault(why);
                    }
                }
                Node::Decision(seat) if self.players[seat.index()].is_some() => {
                    let m = match self.think(seat) {
                        Ok(m) => m,
                        Err(why) => break End::Fault(why),
                    };
                    let who = format!("{seat}, {}", self.terms[seat.index()]);
                    self.announce(out, &who, m)?;
                    if let Err(why) = self.go(m) {
                        break End::Fault(why);
                    }
                }
                Node::Decision(seat) => match self.listen(out, seat)? {
                    Reply::Move(m) => {
                        if let Err(why) = self.go(m) {
                            break End::Fault(why);
                        }
                    }
                    // What they remember of the moves taken back is no part of this game.
                    Reply::Undo => self.begin()?,
                    Reply::Quit => break End::Quit,
                },
            }
        };
        let payoffs = match end {
            End::Terminal => show::payoffs(&self.site.here),
            End::Quit | End::Fault(_) => Vec::new(),
        };
        // What was heard of the end changes it no more.
        let _ = self.tell(|player, site| player.end(&site.here, &payoffs));
        self.conclude(out, end)
    }

    /// Has every player begin, and tells those who follow the game how it came to where it is.
    fn begin(&mut self) -> Result<(), Failed> {
        for (player, term) in self.players.iter_mut().zip(&self.terms) {
            if let Some(player) = player {
                analyse::begin(player.as_mut(), &self.site.base, &self.site.line)
                    .map_err(|why| Failed::trouble(format!("{term}: {why}")))?;
            }
        }
        Ok(())
    }

    /// Tells every player who follows the game; `Err` is which of them panicked first. It is gone
    /// then.
    fn tell(
        &mut self,
        mut told: impl FnMut(&mut dyn Player, &GivenPosition),
    ) -> Result<(), String> {
        let mut first = Ok(());
        for (seat, player) in Seat::all(self.players.len() as u8).zip(&mut self.players) {
            let Some(listener) = player.as_mut().filter(|player| player.habits().follows) else {
                continue;
            };
            if let Err(why) = analyse::guarded(|| told(listener.as_mut(), &self.site)) {
                first = first.and(Err(format!("{seat}, {}: {why}", self.terms[seat.index()])));
                *player = None;
            }
        }
        first
    }

    /// The stream of this ply: nature's for number 0, a player's for number 1, an adviser's for 2.
    /// It depends on nothing but the seed and the ply, so whoever takes a move back meets the same
    /// dice again.
    fn stream(&self, number: u64) -> Stream {
        Seed(self.seed).stream(3 * self.site.line.len() as u64 + number)
    }

    fn go(&mut self, m: AnyMove) -> Result<(), String> {
        let told = self.tell(|player, site| player.played(&site.here, m));
        self.site.here.play(m);
        self.site.line.push(m);
        told
    }

    fn announce(&self, out: &mut dyn Write, who: &str, m: AnyMove) -> io::Result<()> {
        writeln!(out, "{who}: {}", notation(&self.site.here, m))?;
        // The next player may think for long.
        out.flush()
    }

    fn think(&mut self, seat: Seat) -> Result<AnyMove, String> {
        let mut stream = self.stream(1);
        let player = self.players[seat.index()].as_mut().expect("a player sits here");
        analyse::ask(player.as_mut(), &self.site.here, seat, Budget::default(), &mut stream)
            .map(|decision| decision.m)
            .map_err(|why| format!("{seat}, {}, gave no move: {why}", self.terms[seat.index()]))
    }

    /// Listens to a person until the game changes or is left.
    fn listen(&mut self, out: &mut dyn Write, seat: Seat) -> Result<Reply, Failed> {
        let mut text = String::new();
        writeln!(out, "\n{}", self.site.here.drawing())?;
        loop {
            write!(out, "{seat}> ")?;
            out.flush()?;
            text.clear();
            // The lock is not kept: a player may ask a person too.
            match io::stdin().read_line(&mut text) {
                Ok(0) => {
                    writeln!(out)?;
                    return Ok(Reply::Quit);
                }
                Ok(_) => {}
                Err(error) => {
                    return Err(Failed::trouble(format!("the input cannot be read: {error}")));
                }
            }
            match understand(&self.site.here, Request::ALL, &text) {
                PersonInput::Move(m) => return Ok(Reply::Move(m)),
                PersonInput::Nothing => {}
                PersonInput::Unclear(message) => writeln!(out, "{message}")?,
                PersonInput::Request(Request::Quit, _) => return Ok(Reply::Quit),
                PersonInput::Request(Request::Help, _) => writeln!(out, "{}", help(Request::ALL))?,
                PersonInput::Request(Request::Moves, _) => {
                    writeln!(out, "{}", row(&moves(&self.site.here)))?;
                }
                PersonInput::Request(Request::Record, _) => {
                    writeln!(out, "{}\n{}", self.site.here.drawing(), self.as_command())?;
                }
                PersonInput::Request(Request::Save, path) => writeln!(out, "{}", self.save(path))?,
                PersonInput::Request(Request::Hint, _) => self.hint(out, seat)?,
                PersonInput::Request(Request::Undo, _) => {
                    if self.undo() {
                        return Ok(Reply::Undo);
                    }
                    writeln!(out, "there is no earlier choice of yours")?;
                }
            }
        }
    }

    fn hint(&mut self, out: &mut dyn Write, seat: Seat) -> io::Result<()> {
        let mut stream = self.stream(2);
        let Some(adviser) = &mut self.adviser else {
            return writeln!(out, "there is no player to ask; start with --hints PLAYER");
        };
        let advice = analyse::begin(adviser.as_mut(), &self.site.base, &self.site.line);
        let here = &self.site.here;
        match advice.and_then(|()| {
            analyse::ask(adviser.as_mut(), here, seat, Budget::default(), &mut stream)
        }) {
            Ok(decision) => analyse::write(out, &self.site.here, &decision),
            Err(why) => {
                self.adviser = None;
                writeln!(out, "there is no hint: {why}")
            }
        }
    }

    /// Goes back to the last choice of a person; stays where it is if there is none.
    fn undo(&mut self) -> bool {
        let (mut here, mut last) = (self.site.base.clone(), None);
        for (ply, &m) in self.site.line.iter().enumerate() {
            if matches!(here.node(), Node::Decision(seat) if self.players[seat.index()].is_none()) {
                last = Some((ply, here.clone()));
            }
            here.play(m);
        }
        let Some((ply, before)) = last else { return false };
        self.site.line.truncate(ply);
        self.site.here = before;
        true
    }

    fn save(&self, path: &str) -> String {
        if path.is_empty() {
            return "where to? `save FILE`".to_owned();
        }
        let write = || {
            let mut file = OpenOptions::new().create(true).append(true).open(path)?;
            json(&mut file, &self.record())
        };
        match write() {
            Ok(()) => format!("added to {path}"),
            Err(error) => format!("`{path}` cannot be written: {error}"),
        }
    }

    fn record(&self) -> SavedGame<'_> {
        let is_over = self.site.here.node() == Node::Terminal;
        SavedGame {
            schema: "agon.play/1",
            game: &self.site.game.term,
            position: self.other_base(),
            seed: self.seed,
            seats: &self.terms,
            moves: line::write_line(&self.site.base, &self.site.line),
            payoffs: if is_over { show::payoffs(&self.site.here) } else { Vec::new() },
            ended: if is_over { "over" } else { "unfinished" },
        }
    }

    /// Where the moves begin, unless at the initial position.
    fn other_base(&self) -> Option<String> {
        (self.site.base != self.site.game.start).then(|| self.site.base.to_string())
    }

    /// The command that shows this position.
    fn as_command(&self) -> String {
        let mut command = format!("agon show {}", quoted(&self.site.game.term));
        if let Some(base) = self.other_base() {
            let _ = write!(command, " --position {}", quoted(&base));
        }
        let line = line::write_line(&self.site.base, &self.site.line);
        let _ = write!(command, " --moves {}", quoted(&line));
        command
    }

    fn conclude(&self, out: &mut dyn Write, end: End) -> Result<(), Failed> {
        let here: &AnyPosition = &self.site.here;
        match &end {
            End::Terminal => {
                writeln!(out, "\n{}\n\nThe game is over. {}", here.drawing(), show::result(here))?;
            }
            End::Quit => writeln!(out, "The game is not over. No result.")?,
            End::Fault(_) => writeln!(out, "The game cannot go on. No result.")?,
        }
        writeln!(out, "{}", self.as_command())?;
        match end {
            End::Fault(why) => Err(Failed::trouble(why)),
            End::Terminal | End::Quit => Ok(()),
        }
    }
}

/// A game so far, as a document.
#[derive(Serialize)]
struct SavedGame<'a> {
    schema: &'static str,
    game: &'a str,
    position: Option<String>,
    seed: u64,
    seats: &'a [String],
    moves: String,
    payoffs: Vec<f64>,
    ended: &'static str,
}
