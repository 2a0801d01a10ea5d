//! A program in any language, by Agon's own line protocol: see `agon_protocol`.

use std::time::Duration;

use agon_core::{
    AnyMove, AnyPosition, Beginning, Eye, Failure, Habits, NamedGame, Options, Player, PlayerReply, Position,
    SetupError, Trouble, Turn, all_moves, notation, view,
};
use agon_protocol::{About, FromArena, FromPlayer, PlayerClock, RuleBook, Usage, VERSION, WrongWord, write_line};

use crate::{
    host::{Host, MEMORY},
    messages::{heard, line_of, message, unexpected},
    process::Conventions,
    tries::Tries,
    wire::Talk,
};

/// What a program says of itself.
#[derive(Clone, Default)]
struct Greeting {
    /// Whether it is sent every move.
    follows: bool,
    /// Whether it plays by what its seat sees.
    hidden: bool,
    /// How many redeals it wants with each question then.
    redeals: u32,
    /// The language in which it is told the rules of each game, if it wants them.
    rules: Option<String>,
}

/// No program gets more with a question.
const MOST_REDEALS: u32 = 1000;

/// What stands in the way of a program that knows of nothing hidden.
const OPEN_ONLY: &str = "this game hides something from its seats: a program that plays by the `view` of its seat \
    instead of the `position` says so by \"hidden\":true in its `hello`";

const FAREWELL: &str = "{\"type\":\"quit\"}\n";
const HURRY: &str = "{\"type\":\"stop\"}\n";

/// A program at the table.
pub(crate) struct Speaker {
    host: Host,
    /// How often it may try again for one move.
    retries: u32,
    /// Its own description.
    greeting: Greeting,
    /// Answers what it asks about the rules of the game that is played.
    rules: RuleBook,
    /// The game that was sent last.
    game: Option<NamedGame>,
    /// How many moves were played.
    ply: u32,
    /// A line that is being written.
    line: Vec<u8>,
}

/// Seats a program at any game.
///
/// # Errors
///
/// Where its options are wrong.
pub(crate) fn seat(options: &Options, _: &AnyPosition) -> Result<Box<dyn Player>, SetupError> {
    Ok(Box::new(Speaker {
        host: Host::of(options, Conventions { farewell: FAREWELL, has_returns: false })?,
        retries: options.whole("retries"),
        greeting: Greeting::default(),
        rules: RuleBook::default(),
        game: None,
        ply: 0,
        line: Vec::new(),
    }))
}

impl Speaker {
    fn greet(talk: &mut Talk<'_>, rules: &mut RuleBook, is_random: bool) -> Result<Greeting, Failure> {
        let agon = env!("CARGO_PKG_VERSION").to_owned();
        talk.ask(&line_of(&FromArena::Hello { protocol: VERSION, agon, serves: None }))?;
        let said = message(talk, "", rules).map_err(|failure| match failure {
            Failure::Outside(Trouble::Unreadable, what) => Failure::Outside(Trouble::WrongProtocol, what),
            other => other,
        })?;
        match said {
            FromPlayer::Hello { protocol: VERSION, follows, random, hidden, redeals, rules, language, .. } => {
                if random && !is_random {
                    let what = "it says that it draws at random: add random=true to its options";
                    return Err(Failure::Outside(Trouble::Undeclared, what.to_owned()));
                }
                if MOST_REDEALS < redeals {
                    let what = format!("it wants {redeals} redeals; accepted: up to {MOST_REDEALS}");
                    return Err(Failure::Outside(Trouble::Refused, what));
                }
                let rules = rules.then(|| language.unwrap_or_default());
                Ok(Greeting { follows, hidden, redeals, rules })
            }
            FromPlayer::Hello { protocol, .. } => {
                let what = format!("it speaks number {protocol} of the protocol, not {VERSION}");
                Err(Failure::Outside(Trouble::WrongProtocol, what))
            }
            other => Err(unexpected(talk, &other, "hello")),
        }
    }

    fn ask(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> PlayerReply {
        let hides = position.facts().hidden;
        let redeals = if hides { self.greeting.redeals } else { 0 };
        let mut redeal = |_| position.redeal(turn.seat, turn.stream).to_string();
        let redeals: Vec<String> = (0..redeals).map(&mut redeal).collect();
        let moves = all_moves(position);
        let times = self.host.times(turn);
        let nodes = [self.host.limits.nodes, turn.budget.nodes].into_iter().flatten().min();
        let time = times.move_time.into_iter().chain(times.clock.map(|(left, _)| left)).min();
        let clock = times.clock.map(|(left, increment)| PlayerClock {
            left: left.as_millis() as u64,
            increment: increment.as_millis() as u64,
        });
        let question = FromArena::Choose {
            position: (!hides).then(|| position.to_string()),
            view: hides.then(|| view(position, Eye::Seat(turn.seat))),
            redeals,
            moves: moves.iter().map(|&m| notation(position, m)).collect(),
            codes: moves.iter().map(|m| m.0.to_string()).collect(),
            seat: turn.seat.0 + 1,
            ply: self.ply,
            nodes,
            time: time.map(|time: Duration| time.as_millis() as u64),
            clock,
        };
        self.line.clear();
        write_line(&mut self.line, &question).expect("memory takes any line");
        let question = std::str::from_utf8(&self.line).expect("JSON is text");
        let mut talk = self.host.talk_in(turn, &times);
        let mut tries = Tries::of(self.retries);
        tries.hear_unasked(&mut talk, &mut self.rules, Some(&mut *turn))?;
        talk.ask(question)?;
        let decision = loop {
            let (wrong, fault, usage) = match heard(&mut talk, HURRY, &mut self.rules, tries.are_any())? {
                Ok(FromPlayer::Move { ply: Some(ply), usage, .. }) if tries.are_any() && ply != self.ply => {
                    tries.note_unasked(&mut talk, turn, usage)?;
                    continue;
                }
                Ok(FromPlayer::Move { named, thoughts, usage, .. }) => match named.find(position) {
                    Ok(m) => {
                        tries.note_legal(&talk, turn, usage);
                        break thoughts.decide(position, m);
                    }
                    Err(fault) if !tries.are_any() => return Err(Failure::Outside(Trouble::NoSuchMove, fault)),
                    Err(fault) => (WrongWord::illegal(&named, &talk.heard_in_full(), moves.len()), fault, usage),
                },
                Ok(FromPlayer::Info { named, thoughts }) => {
                    if let (Some(_), Ok(m)) = (turn.listener, named.find(position)) {
                        turn.tell(|| thoughts.decide(position, m));
                    }
                    continue;
                }
                Ok(FromPlayer::Resign) => return Err(Failure::Resigned),
                Ok(other) => return Err(unexpected(&mut talk, &other, "move")),
                Err(bad) if !tries.are_any() => return Err(talk.failure(Trouble::Unreadable, &bad.to_string())),
                Err(bad) => (WrongWord::unreadable(&talk.heard_in_full(), &bad), bad.to_string(), Usage::default()),
            };
            tries.again(&mut talk, turn, &wrong, &fault, usage)?;
        };
        let taken = talk.elapsed();
        self.host.press(taken, turn, &times)?;
        Ok(decision)
    }
}

impl Player for Speaker {
    fn ready(&mut self, beginning: &Beginning<'_>) -> Result<(), Failure> {
        let is_other = self.game.as_ref().is_none_or(|game| game.term != beginning.game.term);
        if is_other {
            self.game = Some(beginning.game.clone());
            self.rules = RuleBook::of(self.game.clone());
        }
        self.ply = 0;
        self.host.allow(beginning.move_time, beginning.margin);
        let game = |wanted: Option<&str>| FromArena::Game {
            about: About::of(beginning.game).with_rules(beginning.game, wanted),
            seat: Some(beginning.seat.0 + 1),
            seed: Some(beginning.seed.to_string()),
            id: None,
        };
        let hides = beginning.game.start.facts().hidden;
        if hides {
            // All seatings play the same deals: a process that remembered one would know what it was not shown.
            self.host.dismiss(false);
        }
        let is_random = self.host.is_random();
        let (mut talk, is_new) = self.host.started()?;
        let mut begin = || {
            if is_new {
                let greeting = Speaker::greet(&mut talk, &mut self.rules, is_random);
                self.greeting = greeting.map_err(|failure| talk.slow(failure))?;
            }
            if hides && !self.greeting.hidden {
                return Err(Failure::Outside(Trouble::Refused, OPEN_ONLY.to_owned()));
            }
            let mut tries = Tries::of(self.retries);
            tries.hear_unasked(&mut talk, &mut self.rules, None)?;
            talk.ask(&line_of(&game(self.greeting.rules.as_deref())))?;
            loop {
                let message = message(&mut talk, "", &mut self.rules)?;
                match message {
                    FromPlayer::Ready => return Ok(()),
                    late if tries.is_of_last_game(&mut talk, &late)? => {}
                    other => return Err(unexpected(&mut talk, &other, "ready")),
                }
            }
        };
        let begun = begin();
        self.host.readied(begun)
    }

    fn begin(&mut self) {
        self.ply = 0;
        self.host.set_clock();
    }

    fn choose(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> PlayerReply {
        if !self.host.is_running() {
            let what = "no game has begun for it";
            return Err(Failure::Outside(Trouble::Refused, what.to_owned()));
        }
        let decision = self.ask(position, turn);
        if !matches!(decision, Ok(_) | Err(Failure::Resigned)) {
            self.host.dismiss(turn.deadline.is_some());
        }
        // There it is sent no moves, and may not learn how many the others made.
        self.ply += u32::from(position.facts().hidden);
        decision
    }

    fn played(&mut self, before: &AnyPosition, m: AnyMove) {
        self.ply += 1;
        if !self.greeting.follows || !self.host.is_running() {
            return;
        }
        let mut after = before.clone();
        after.play(m);
        let told =
            FromArena::Played { r#move: notation(before, m), code: m.0.to_string(), position: after.to_string() };
        // A program that reads no more is found out when it is asked.
        let _ = self.host.talk().tell(&line_of(&told));
    }

    fn end(&mut self, last: &AnyPosition, payoffs: &[f64]) {
        if self.greeting.follows && self.host.is_running() {
            let end = FromArena::End { position: last.to_string(), payoffs: payoffs.to_vec() };
            let _ = self.host.talk().tell(&line_of(&end));
        }
    }

    fn habits(&self) -> Habits {
        // It draws from the seed that it is given.
        self.host.habits(false).with_tries(self.retries != 0)
    }

    fn memory(&self) -> u64 {
        MEMORY
    }
}
