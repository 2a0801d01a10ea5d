//! Plays one game of a plan: seats the players, keeps the rules, writes the record.
//!
//! A game is a pure function of the plan and its number. One referee belongs to one thread; it
//! keeps what it works with, so that on its fastest games nothing is allocated per game or move.

use std::{sync::Arc, time::Duration};

use agon_core::{
    AnyMove, AnyPosition, Clock, Decision, Failure, Habits, Node, Player, Position, Seat, Stream,
    Turn,
};

use crate::{
    ask::rules::FaultRule,
    plan::{
        guard::{self, message},
        numbering::{Purpose, stream},
        schedule::{Fixture, Plan},
        tournament::Section,
    },
    play::{
        clock::WallClock,
        forfeit::{equal_share, forfeit},
        record::{Ending, Fault, Record},
        watch::Watch,
    },
};

/// So many times a game with a fault is played again where that is the rule.
const REPLAYS: u64 = 3;

/// So many players stay seated on one thread, and so many bytes of their tables and trees, beyond
/// those of the game that is being played. Whoever sat longest without playing leaves first; as
/// nothing is remembered from game to game, no result depends on it.
const MOST_SEATED: usize = 1024;
/// See [`MOST_SEATED`].
const MOST_MEMORY: u64 = 256 << 20;

/// Seats the players of one game after another, asks them for their moves, and holds those against
/// the rules.
pub struct Referee<'p> {
    plan: &'p Plan,
    fixture: Fixture,
    record: Record,
    /// The players of the section that is being played, by entry and seat.
    players: Vec<Option<SeatedPlayer>>,
    seated_of: Option<usize>,
    /// How many players are seated, and the memory that they want.
    seated: (usize, u64),
    /// How many games were played.
    games: u64,
    /// The opening that was set up last, and its moves.
    opening: AnyPosition,
    opening_moves: Vec<AnyMove>,
    opening_of: Option<(usize, u64)>,
    /// The game that is being played.
    position: AnyPosition,
    streams: Vec<Option<Stream>>,
    /// A game that is played again: players whose moves can't be reproduced play those.
    script: Option<Record>,
    /// Whoever looks on while players have a time limit.
    watch: Option<Arc<Watch>>,
}

/// A player on its seat.
struct SeatedPlayer {
    /// `Err` if it could not be seated again after a panic: the reason.
    player: Result<Box<dyn Player>, String>,
    habits: Habits,
    /// What it wants for tables and trees, in bytes.
    memory: u64,
    /// In which game of this thread it played last.
    last: u64,
}

/// How a game was left when the players stopped.
enum GameEnd {
    Over,
    TooLong,
    Fault(Seat, Fault),
}

impl<'p> Referee<'p> {
    /// A referee for the games of `plan`.
    pub fn new(plan: &'p Plan) -> Referee<'p> {
        let start = &plan.tournament().sections[0].game.start;
        Referee {
            fixture: Fixture::default(),
            record: Record::default(),
            players: Vec::new(),
            seated_of: None,
            seated: (0, 0),
            games: 0,
            opening: start.clone(),
            opening_moves: Vec::new(),
            opening_of: None,
            position: start.clone(),
            streams: Vec::new(),
            script: None,
            watch: None,
            plan,
        }
    }

    /// Has `watch` told whenever a player with a time limit is asked, and has all players hear its
    /// stop signal.
    pub(crate) fn watched(mut self, watch: Arc<Watch>) -> Referee<'p> {
        self.watch = Some(watch);
        self
    }

    /// Plays a recorded game again: every player is asked anew, but those whose moves depend on a
    /// clock or a person, who do what the record says. Whatever is reproducible comes out as
    /// recorded.
    pub fn replay(&mut self, recorded: &Record) -> &Record {
        self.script = Some(recorded.clone());
        self.play(recorded.number);
        self.script = None;
        &self.record
    }

    /// Plays game `number` of the plan.
    pub fn play(&mut self, number: u64) -> &Record {
        let plan = self.plan;
        plan.fill(number, &mut self.fixture);
        let section = plan.section(&self.fixture);
        let seats = usize::from(section.facts.seats);
        if self.seated_of != Some(self.fixture.section) {
            self.enter(self.fixture.section, seats);
        }
        let replays = match plan.tournament().faults {
            FaultRule::Replay => REPLAYS,
            FaultRule::Forfeit | FaultRule::Stop => 0,
        };
        self.games += 1;
        for attempt in 0..=replays {
            self.attempt(plan, attempt);
            if !matches!(self.record.ending, Ending::Forfeit(..)) {
                break;
            }
            if attempt == REPLAYS {
                self.record.payoffs.clear();
            }
        }
        &self.record
    }

    /// Plays the game that `self.fixture` describes, for the `attempt`th time.
    fn attempt(&mut self, plan: &Plan, attempt: u64) {
        let section = plan.section(&self.fixture);
        let seats = usize::from(section.facts.seats);
        for seat in 0..seats {
            self.seat(plan, seat);
        }
        self.record.number = self.fixture.number;
        self.record.payoffs.clear();
        let mut asked = None;
        let left = guard::catch(|| self.play_on(plan, attempt, &mut asked));
        if let (Some(watch), Some(_)) = (&self.watch, section.move_time) {
            watch.answered();
        }
        self.record.opening = self.opening_moves.len().min(self.record.moves.len()) as u32;
        let facts = &section.facts;
        self.record.ending = match (left, asked) {
            (Ok(GameEnd::Over), _) => Ending::Over,
            (Ok(GameEnd::TooLong), _) => Ending::TooLong,
            (Ok(GameEnd::Fault(seat, fault)), _) => Ending::Forfeit(seat, fault),
            (Err(message), Some(seat)) => {
                // Whoever thinks about a position that breaks the rules' own code breaks with it.
                let mut stream = stream(plan.tournament().seed, Purpose::Seat(seat), 0);
                match guard::broken_rules(&self.position, &mut stream) {
                    Some(message) => Ending::Void(message),
                    None => Ending::Forfeit(seat, Fault::Panic(message)),
                }
            }
            (Err(message), None) => Ending::Void(message),
        };
        match self.record.ending {
            Ending::Over => {}
            Ending::TooLong => self.record.payoffs.resize(seats, equal_share(facts)),
            Ending::Forfeit(seat, _) => forfeit(facts, seat, &mut self.record.payoffs),
            Ending::Void(_) => self.record.payoffs.clear(),
        }
        self.clear_up(seats);
    }

    /// Dismisses all players, before another section.
    fn enter(&mut self, section: usize, seats: usize) {
        let entries = self.plan.tournament().entries.len();
        for seated in self.players.drain(..) {
            dismiss(seated);
        }
        self.seated = (0, 0);
        self.players.resize_with(entries * seats, || None);
        self.seated_of = Some(section);
        self.streams.resize(seats + 1, None);
        let start = &self.plan.tournament().sections[section].game.start;
        self.position = start.clone();
        self.opening = start.clone();
        self.opening_of = None;
    }

    fn slot(&self, seat: usize) -> usize {
        self.fixture.seats[seat] * self.fixture.seats.len() + seat
    }

    /// Sees to it that somebody sits on this seat.
    fn seat(&mut self, plan: &Plan, seat: usize) {
        let number = self.slot(seat);
        if let Some(seated) = &mut self.players[number] {
            seated.last = self.games;
            return;
        }
        let entry = &plan.tournament().entries[self.fixture.seats[seat]];
        let start = &plan.section(&self.fixture).game.start;
        let seated = guard::catch(|| {
            let player = entry.player.seat(start).map_err(|error| message(&error.to_string()))?;
            let (habits, memory) = (player.habits(), player.memory());
            Ok((player, habits, memory))
        });
        let refused = |reason| (Err(reason), Habits::default(), 0);
        let (player, habits, memory) = match seated {
            Ok(Ok((player, habits, memory))) => (Ok(player), habits, memory),
            Ok(Err(reason)) => refused(reason),
            Err(panic) => refused(format!("panic when seated: {panic}")),
        };
        self.players[number] = Some(SeatedPlayer { player, habits, memory, last: self.games });
        self.seated = (self.seated.0 + 1, self.seated.1 + memory);
        self.make_room();
    }

    /// Sends players of earlier games away while there are too many.
    fn make_room(&mut self) {
        while MOST_SEATED < self.seated.0 || MOST_MEMORY < self.seated.1 {
            let waiting = self.players.iter().enumerate().filter_map(|(number, seated)| {
                let seated = seated.as_ref().filter(|seated| seated.last < self.games)?;
                Some((seated.last, number))
            });
            let Some((_, number)) = waiting.min() else { return };
            self.unseat(number);
        }
    }

    fn unseat(&mut self, number: usize) {
        if let Some(seated) = self.players[number].take() {
            self.seated = (self.seated.0 - 1, self.seated.1 - seated.memory);
            dismiss(Some(seated));
        }
    }

    /// Plays the game; `asked` is the seat whose player has the word, should there be a panic.
    fn play_on(&mut self, plan: &Plan, attempt: u64, asked: &mut Option<Seat>) -> GameEnd {
        let Referee { fixture, record, position, streams, .. } = self;
        let section = plan.section(fixture);
        let seed = plan.tournament().seed;
        let index = fixture.number + attempt * Plan::MOST_GAMES;
        record.moves.clear();
        streams.fill(None);
        if self.opening_of != Some((fixture.section, fixture.opening)) {
            self.opening_of = None;
            let openings = plan.openings(fixture.section);
            openings.set_up(fixture.opening, &mut self.opening, &mut self.opening_moves);
            self.opening_of = Some((fixture.section, fixture.opening));
        }
        position.clone_from(&self.opening);
        record.moves.extend_from_slice(&self.opening_moves);
        let seats = fixture.seats.len();
        if let Some(left) = given_up(self.script.as_ref(), record) {
            return left;
        }
        for (seat, &entry) in fixture.seats.iter().enumerate() {
            if let Some(SeatedPlayer { player: Ok(player), .. }) =
                &mut self.players[entry * seats + seat]
            {
                *asked = Some(Seat(seat as u8));
                if let (Some(watch), Some(_)) = (&self.watch, section.move_time) {
                    watch.ask(Seat(seat as u8), &record.moves, self.opening_moves.len(), section);
                }
                player.begin();
                *asked = None;
            }
        }
        loop {
            if let Some(left) = given_up(self.script.as_ref(), record) {
                return left;
            }
            let seat = match position.node() {
                Node::Terminal => {
                    let payoffs = Seat::all(seats as u8).map(|seat| position.payoff(seat));
                    record.payoffs.extend(payoffs);
                    return GameEnd::Over;
                }
                _ if section.max_plies as usize <= record.moves.len() => return GameEnd::TooLong,
                Node::Chance => {
                    let nature = streams[seats]
                        .get_or_insert_with(|| stream(seed, Purpose::Nature, fixture.opening));
                    let outcome = position.draw_move(nature);
                    position.play(outcome);
                    record.moves.push(outcome);
                    continue;
                }
                Node::Decision(seat) => seat,
            };
            let entry = fixture.seats[seat.index()];
            let seated = self.players[entry * seats + seat.index()].as_mut();
            let seated = seated.expect("every seat of the game is taken before it begins");
            let is_timed =
                seated.habits.clock || seated.habits.person || section.move_time.is_some();
            if let (true, Some(script)) = (is_timed, &self.script) {
                match recorded(script, record.moves.len(), position, seat) {
                    Ok(m) => {
                        position.play(m);
                        record.moves.push(m);
                        continue;
                    }
                    Err(end) => return end,
                }
            }
            let player = match &mut seated.player {
                Ok(player) => player,
                Err(reason) => return GameEnd::Fault(seat, Fault::Broken(reason.clone())),
            };
            let own = streams[seat.index()]
                .get_or_insert_with(|| stream(seed, Purpose::Seat(seat), index));
            let stop = self.watch.as_ref().map(|watch| watch.stop());
            let mut turn = Turn::new(seat, own).within(section.budget).until(stop);
            let clock = WallClock::start();
            if seated.habits.clock || section.move_time.is_some() {
                turn = turn.timed(&clock, section.move_time.map(deadline));
            }
            *asked = Some(seat);
            if let (Some(watch), Some(_)) = (&self.watch, section.move_time) {
                watch.ask(seat, &record.moves, self.opening_moves.len(), section);
            }
            let decision = player.choose(position, &mut turn);
            *asked = None;
            let is_late = section.longest_move().is_some_and(|longest| longest < clock.elapsed());
            if let (Some(watch), Some(_)) = (&self.watch, section.move_time) {
                watch.answered();
            }
            if let (Some(limit), true) = (section.move_time, is_late) {
                return GameEnd::Fault(seat, Fault::OverTime(limit));
            }
            let m = match judge(decision, section, position) {
                Ok(m) => m,
                Err(fault) => return GameEnd::Fault(seat, fault),
            };
            position.play(m);
            record.moves.push(m);
        }
    }

    /// After a panic nothing that was touched is used again: what panicked is seated anew.
    fn clear_up(&mut self, seats: usize) {
        let unseated = match &self.record.ending {
            Ending::Forfeit(seat, Fault::Panic(_)) => seat.index()..seat.index() + 1,
            Ending::Void(_) => 0..seats,
            _ => return,
        };
        for seat in unseated {
            self.unseat(self.slot(seat));
        }
        let start = &self.plan.section(&self.fixture).game.start;
        self.position = start.clone();
        self.opening = start.clone();
        self.opening_of = None;
    }
}

/// What `seat` played at this ply of `script`, or how the game ended there.
fn recorded(
    script: &Record,
    ply: usize,
    position: &AnyPosition,
    seat: Seat,
) -> Result<AnyMove, GameEnd> {
    match (script.moves.get(ply), &script.ending) {
        (Some(&m), _) if position.is_legal(m) => Ok(m),
        (Some(m), _) => Err(GameEnd::Fault(seat, Fault::Illegal(m.0))),
        (None, Ending::Forfeit(_, fault)) => Err(GameEnd::Fault(seat, fault.clone())),
        (None, _) => Err(GameEnd::TooLong),
    }
}

/// What a thread was given up for can't be asked for again: the end of the script, if `record` has
/// come so far.
fn given_up(script: Option<&Record>, record: &Record) -> Option<GameEnd> {
    let script = script.filter(|script| script.moves.len() == record.moves.len())?;
    match &script.ending {
        Ending::Forfeit(seat, fault @ (Fault::Silent(_) | Fault::Excluded(_))) => {
            Some(GameEnd::Fault(*seat, fault.clone()))
        }
        _ => None,
    }
}

/// The move of an answer, unless there is a fault in it.
fn judge(
    answer: Result<Decision<AnyMove>, Failure>,
    section: &Section,
    position: &AnyPosition,
) -> Result<AnyMove, Fault> {
    let decision = answer.map_err(|failure| match failure {
        Failure::Resigned => Fault::Resigned,
        failure => Fault::Broken(message(&failure.to_string())),
    })?;
    if let Some(budget) = section.budget.nodes.filter(|&budget| budget < decision.nodes) {
        return Err(Fault::Overspent { nodes: decision.nodes, budget });
    }
    if position.is_legal(decision.m) { Ok(decision.m) } else { Err(Fault::Illegal(decision.m.0)) }
}

/// When a player that may take so many milliseconds is to have its answer ready: a little earlier,
/// so that an answer in time is not late for having been carried here.
fn deadline(limit: u64) -> Duration {
    let limit = Duration::from_millis(limit);
    limit.saturating_sub((limit / 8).min(Duration::from_millis(5)))
}

/// Sends a player away, even one that panics on leaving.
fn dismiss(seated: Option<SeatedPlayer>) {
    // Its last words are nobody's result.
    let _ = guard::catch(|| drop(seated));
}
