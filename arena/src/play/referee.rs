//! Plays one game of a plan: seats the players, enforces the rules, writes the record.
//!
//! A game is a pure function of the plan and its number. Each thread has its own referee, which
//! reuses its memory, so that on its fastest games nothing is allocated per game or move.

mod again;
mod followers;
mod questions;
mod replay;

use std::{mem, sync::Arc, time::Duration};

use agon_core::{AnyMove, AnyPosition, Clock, Failure, Habits, MoveTry, Node, Seat, StopSignal, Stream, Turn};

use crate::{
    ask::rules::FaultRule,
    plan::{
        fixture::Fixture,
        guard,
        numbering::{Purpose, number, stream},
        schedule::Plan,
        tournament::{Section, Unready},
    },
    play::{
        adjudication_state::AdjudicationState,
        clock::{Clocks, Stopwatch},
        ending::{Ending, Fault},
        forfeit::{equal_share, forfeit},
        full_position::FullPosition,
        judge::{fault, overspent, recorded},
        record::Record,
        repeated::RepeatedChoice,
        seated::SeatedPlayers,
        watch::{TooLong, Watch},
    },
};

/// A seat is asked only if a player sits there.
const TAKEN: &str = "every seat of the game is taken before it begins";

/// Why a game was not played to its end that counts nowhere, as its run was over before.
const DROPPED: &str = "the run was over before the game was";

/// The most times a game is played, if it is played again for faults.
pub(crate) const ATTEMPTS: u64 = 4;

/// Seats the players of one game after another, asks them for their moves, and checks those against
/// the rules.
pub struct Referee<'p> {
    plan: &'p Plan,
    fixture: Fixture,
    record: Record,
    /// What the player that was asked last has said, if it has second tries.
    said: Vec<MoveTry>,
    /// The players of the section that is being played, by entry and seat.
    players: SeatedPlayers,
    seated_of: Option<usize>,
    /// Whether its games [are plain](Self::is_plain).
    is_plain: bool,
    /// The opening that was set up last, and its moves.
    opening: AnyPosition,
    opening_moves: Vec<AnyMove>,
    opening_of: Option<(usize, u64)>,
    /// The game that is being played.
    truth: FullPosition,
    /// The position before it, for followers.
    before: AnyPosition,
    /// The seats whose players follow the game.
    followers: Vec<Seat>,
    /// Those of the seats, and nature's.
    streams: Vec<Stream>,
    /// The game being replayed: its moves replace those of players that cannot be reproduced.
    script: Option<Record>,
    /// The choice of it for which a player is asked by somebody else.
    repeated: Option<RepeatedChoice<'p>>,
    /// The part of it that was taken from there.
    on_trust: OnTrust,
    /// The entries that cannot be asked again because they are not ready here, each with its section.
    absent: Vec<(usize, usize)>,
    /// The watchdog, while players have a time limit.
    watch: Option<Arc<Watch>>,
    /// By which clock players have their time.
    clocks: Clocks,
    /// How long a move may take on this machine, where one took longer: then nobody is at fault.
    too_long: Option<TooLong>,
    /// How long the present game may take on this machine, and how long it has taken.
    lasting: Option<(Duration, Stopwatch)>,
    /// The stop signal of players without a watchdog, which is never given. They get one all the
    /// same: some players that can be stopped look at other nodes, though they choose the same
    /// move.
    silent: StopSignal,
}

/// The part of a replayed game that was taken from its record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OnTrust {
    /// The number of moves: of players with a clock or several threads, of persons, and of programs that are not on
    /// this machine.
    pub(crate) moves: u64,
    /// Whether the ending was taken from the record.
    pub(crate) ending: bool,
}

/// The events that followers receive.
#[derive(Clone, Copy)]
enum Told {
    /// That this move was played in the position before.
    Move(AnyMove),
    /// The ending.
    End,
}

impl<'p> Referee<'p> {
    /// A referee for the games of `plan`.
    pub fn new(plan: &'p Plan) -> Referee<'p> {
        let start = &plan.tournament().sections[0].game.start;
        Referee {
            fixture: Fixture::default(),
            record: Record::default(),
            said: Vec::new(),
            players: SeatedPlayers::default(),
            seated_of: None,
            is_plain: false,
            opening: start.clone(),
            opening_moves: Vec::new(),
            opening_of: None,
            truth: FullPosition::new(start),
            before: start.clone(),
            followers: Vec::new(),
            streams: Vec::new(),
            script: None,
            repeated: None,
            on_trust: OnTrust::default(),
            absent: Vec::new(),
            watch: None,
            clocks: Clocks::default(),
            too_long: None,
            lasting: None,
            silent: StopSignal::new(),
            plan,
        }
    }

    /// Tells `watch` whenever a player with a time limit is asked, and gives all players its stop
    /// signal.
    pub(crate) fn watched(mut self, watch: Arc<Watch>) -> Referee<'p> {
        self.clocks = watch.clocks().clone();
        self.watch = Some(watch);
        self
    }

    /// Excuses programs that are not on this machine from being asked in replayed games.
    pub(crate) fn without(mut self, unready: &[Unready]) -> Referee<'p> {
        self.absent = unready.iter().map(|program| (program.section, program.entry)).collect();
        self
    }

    /// Plays game `number` of the plan. The record may be taken away, with any other in its place.
    pub fn play(&mut self, number: u64) -> &mut Record {
        let plan = self.plan;
        self.set_up(number);
        let attempts = match plan.tournament().faults {
            FaultRule::Replay => ATTEMPTS,
            FaultRule::Forfeit | FaultRule::Stop => 1,
        };
        for attempt in 0..attempts {
            self.attempt(plan, attempt);
            if self.record.ending.fault().is_none() {
                break;
            }
        }
        &mut self.record
    }

    /// Game `number` of the plan is to be played.
    fn set_up(&mut self, number: u64) {
        self.plan.fill(number, &mut self.fixture);
        let seats = usize::from(self.plan.section(&self.fixture).facts.seats);
        if self.seated_of != Some(self.fixture.section) {
            self.enter(self.fixture.section, seats);
        }
        self.players.begin();
    }

    /// Plays the game of `self.fixture`, as the `attempt`th attempt.
    fn attempt(&mut self, plan: &Plan, attempt: u64) {
        let section = plan.section(&self.fixture);
        let seats = usize::from(section.facts.seats);
        for seat in 0..seats {
            let entry = &plan.tournament().entries[self.fixture.seats[seat]];
            self.players.seat(self.slot(seat), &entry.player, &section.game.start);
        }
        self.record.number = self.fixture.number;
        self.record.payoffs.clear();
        let longest = self.watch.as_ref().and_then(|watch| watch.limit_of_game());
        self.lasting = longest.map(|longest| (longest, self.clocks.start()));
        if let Some(watch) = self.watch.as_ref().filter(|watch| watch.is_timed(section)) {
            watch.restart();
        }
        let mut asked = None;
        let left = guard::catch_telling(|| self.play_on(plan, attempt, &mut asked));
        if let Some(watch) = self.watch.as_ref().filter(|watch| watch.is_timed(section)) {
            watch.answered();
        }
        self.record.opening = self.opening_moves.len().min(self.record.moves.len()) as u32;
        if let (Ok(Ending::Over), true) = (&left, self.followers.is_empty()) {
            self.record.ending = Ending::Over;
            return;
        }
        let facts = &section.facts;
        // The seat whose player was running when it panicked.
        let (left, panicked) = match (left, asked) {
            (Ok(Ending::Forfeit(seat, Fault::Panic(message))), _) => (Err(message), Some(seat)),
            (Err(caught), asked) => (Err(caught.message), asked.filter(|_| !caught.is_of_rules)),
            (Ok(ending), asked) => (Ok(ending), asked),
        };
        self.record.ending = match (left, panicked) {
            (Ok(ending), _) => ending,
            (Err(message), Some(seat)) => {
                self.followers.retain(|&follower| follower != seat);
                // A player is not at fault for a panic of the rules themselves.
                let seed = plan.tournament().seed_at(section);
                let mut stream = stream(seed, Purpose::Seat(seat), 0);
                match guard::broken_rules(self.truth.position(), &mut stream, 16) {
                    Some(message) => Ending::Void(message),
                    None => Ending::Forfeit(seat, Fault::Panic(message)),
                }
            }
            (Err(message), None) => Ending::Void(message),
        };
        if let Some(too_long) = self.too_long.take() {
            self.record.ending = Ending::Void(too_long.reason());
        }
        match self.record.ending {
            // A game recorded as not played has no payoffs.
            Ending::Over | Ending::Forfeit(_, Fault::Excluded(_)) => {}
            Ending::TooLong | Ending::Agreed(None) => {
                self.record.payoffs.resize(seats, equal_share(facts));
            }
            // It is played again, or void for having failed each time.
            Ending::Forfeit(_, ref fault)
                if *fault != Fault::Resigned && plan.tournament().faults == FaultRule::Replay => {}
            Ending::Forfeit(seat, _) | Ending::Agreed(Some(seat)) => {
                forfeit(facts, seat, &mut self.record.payoffs);
            }
            Ending::Void(_) => {
                self.record.payoffs.clear();
                self.followers.clear();
            }
        }
        // A fault on hearing of the end changes the result no more.
        let _ = self.tell(section, Told::End);
        self.clear_up(seats);
    }

    /// Dismisses all players before another section begins.
    fn enter(&mut self, section: usize, seats: usize) {
        let entries = self.plan.tournament().entries.len();
        self.players.dismiss(entries * seats);
        self.seated_of = Some(section);
        let section = &self.plan.tournament().sections[section];
        let seed = self.plan.tournament().seed_at(section);
        // Those of the last section may be of another seed.
        self.streams.clear();
        self.streams.resize_with(seats + 1, || seed.stream(0));
        self.is_plain = self.is_plain(section);
        let start = &section.game.start;
        self.truth.enter(start, seed);
        for held in [&mut self.opening, &mut self.before] {
            held.clone_from(start);
        }
        self.opening_of = None;
    }

    fn slot(&self, seat: usize) -> usize {
        self.fixture.seats[seat] * self.fixture.seats.len() + seat
    }

    /// Plays the game, and returns how it ended; `asked` is the seat whose player is running, in
    /// case of a panic.
    fn play_on(&mut self, plan: &Plan, attempt: u64, asked: &mut Option<Seat>) -> Ending {
        let section = plan.section(&self.fixture);
        let index = self.fixture.number + attempt * Plan::MOST_GAMES;
        self.record.moves.clear();
        self.record.thoughts.clear();
        self.record.objections.clear();
        self.record.tries.clear();
        self.said.clear();
        let seats = self.fixture.seats.len();
        for (seat, stream) in Seat::all(seats as u8).zip(&mut self.streams) {
            stream.restart(number(Purpose::Seat(seat), index));
        }
        self.followers.clear();
        let opening = (self.fixture.section, self.fixture.opening);
        if self.opening_of != Some(opening) {
            self.opening_of = None;
            let openings = plan.openings(opening.0);
            openings.set_up(opening.1, &mut self.opening, &mut self.opening_moves);
            self.opening_of = Some(opening);
        }
        self.truth.begin(&self.opening, index);
        self.record.moves.extend_from_slice(&self.opening_moves);
        let is_plain = self.is_plain && self.script.is_none();
        if !is_plain {
            let end = self.given_up(section).or_else(|| self.make_ready(section, index, asked));
            if let Some(end) = end {
                return end;
            }
        }
        self.begin(section, asked);
        // Features that only some games need take time at every move, and are compiled out for the others.
        if is_plain {
            self.streams[..seats].iter_mut().for_each(Stream::prepare);
            return self.play_to_the_end::<true>(section, asked);
        }
        match self.tell_opening(section) {
            Some(end) => end,
            None => self.play_to_the_end::<false>(section, asked),
        }
    }

    /// Whether the games of `section` only ask players for moves: no player needs preparation, follows the game, has a
    /// clock or is watched, no thoughts are recorded, and no values are compared. A replayed game is not plain.
    fn is_plain(&self, section: &Section) -> bool {
        let is_simple = |habits: Habits| !(habits.outside || habits.follows || habits.clock);
        let may_agree = section.resign.is_some() || section.draw.is_some();
        let is_timed = section.move_time.is_some() || self.watch.as_ref().is_some_and(|watch| watch.is_timed(section));
        let is_watched = is_timed || self.plan.tournament().thoughts;
        !(may_agree || is_watched) && section.habits().all(|(_, habits)| is_simple(habits))
    }

    /// Plays on from the opening to the end. `PLAIN`, set if the game [is](Self::is_plain), saves time and changes
    /// nothing.
    fn play_to_the_end<const PLAIN: bool>(&mut self, section: &Section, asked: &mut Option<Seat>) -> Ending {
        let seats = self.fixture.seats.len();
        let may_agree = self.repeated.is_none() && (section.resign.is_some() || section.draw.is_some());
        let mut accord = AdjudicationState::default();
        let mut has_nature_begun = false;
        loop {
            if self.watch.as_ref().is_some_and(|watch| watch.is_over()) {
                return Ending::Void(DROPPED.to_owned());
            }
            if !PLAIN && let Some(end) = self.given_up(section) {
                return end;
            }
            let seat = match self.truth.node() {
                Node::Terminal => {
                    let payoffs = Seat::all(seats as u8).map(|seat| self.truth.payoff(seat));
                    self.record.payoffs.extend(payoffs);
                    return Ending::Over;
                }
                _ if section.max_plies as usize <= self.record.moves.len() => {
                    return Ending::TooLong;
                }
                Node::Chance => {
                    let nature = &mut self.streams[seats];
                    if !mem::replace(&mut has_nature_begun, true) {
                        nature.restart(number(Purpose::Nature, self.fixture.opening));
                    }
                    let outcome = self.truth.draw_move(nature);
                    if let Some(end) = self.go(section, outcome) {
                        return end;
                    }
                    continue;
                }
                Node::Decision(seat) => seat,
            };
            let is_scripted = !PLAIN && self.is_scripted(section, seat);
            if let (true, Some(script)) = (is_scripted, &self.script) {
                let ply = self.record.moves.len();
                let m = match recorded(script, ply, self.truth.position(), seat) {
                    Ok(m) => m,
                    Err(end) => {
                        self.on_trust.ending = matches!(end, Ending::Forfeit(..));
                        return end;
                    }
                };
                self.on_trust.moves += 1;
                let thought = script.thoughts.iter().find(|thought| thought.ply as usize == ply);
                self.record.thoughts.extend(thought.cloned());
                if let Some(end) = self.go(section, m) {
                    return end;
                }
                continue;
            }
            if PLAIN {
                let (m, nodes) = match self.ask_for_move(section, seat, asked) {
                    Ok(answer) => answer,
                    Err(failure) => return Ending::Forfeit(seat, fault(&failure)),
                };
                let within = overspent(nodes, section).map_or_else(|| self.has_time(), Err);
                if let Err(fault) = within {
                    return Ending::Forfeit(seat, fault);
                }
                if !self.truth.try_play(m) {
                    return Ending::Forfeit(seat, Fault::Illegal(m.0));
                }
                self.record.moves.push(m);
                continue;
            }
            let (m, value) = match self.ask(section, seat, asked) {
                Ok(answer) => answer,
                Err(fault) => return Ending::Forfeit(seat, fault),
            };
            self.remember();
            if !self.truth.try_play(m) {
                return Ending::Forfeit(seat, Fault::Illegal(m.0));
            }
            self.record.moves.push(m);
            if let Some(end) = self.tell(section, Told::Move(m)) {
                return end;
            }
            if may_agree
                && let Some(end) = accord.hear(section, seat, value, self.record.moves.len())
                && self.truth.node() != Node::Terminal
            {
                return end;
            }
        }
    }

    /// Refuses what comes after the game has taken longer than this machine allows.
    #[inline]
    fn has_time(&mut self) -> Result<(), Fault> {
        let Some((longest, lasting)) = &self.lasting else { return Ok(()) };
        if lasting.elapsed() <= *longest {
            return Ok(());
        }
        self.too_long = Some(TooLong::Game(*longest));
        Err(Fault::OverTime(longest.as_millis() as u64))
    }

    /// Asks the player on `seat` for its move, and how many positions it looked at, where the game
    /// [is plain](Self::is_plain): nothing else is wanted of the answer.
    fn ask_for_move(
        &mut self,
        section: &Section,
        seat: Seat,
        asked: &mut Option<Seat>,
    ) -> Result<(AnyMove, u64), Failure> {
        let number = self.slot(seat.index());
        let seated = self.players.at(number).expect(TAKEN);
        let player = match &mut seated.player {
            Ok(player) => player,
            Err(reason) => return Err(Failure::Broken(reason.clone())),
        };
        let own = &mut self.streams[seat.index()];
        let stop = self.watch.as_ref().map_or(&self.silent, |watch| watch.stop());
        let mut turn = Turn::new(seat, own).within(section.budget).until(Some(stop));
        let shown = self.truth.shown_to(seat, seated.habits);
        *asked = Some(seat);
        let answer = player.choose_move(shown, &mut turn);
        *asked = None;
        answer
    }

    fn habits(&self, seat: Seat) -> Option<Habits> {
        self.players.habits(self.slot(seat.index()))
    }

    /// Plays `m`, and notifies followers.
    fn go(&mut self, section: &Section, m: AnyMove) -> Option<Ending> {
        self.remember();
        self.truth.play(m);
        self.record.moves.push(m);
        self.tell(section, Told::Move(m))
    }

    /// Stores the position for followers, before a move is played in it.
    fn remember(&mut self) {
        if !self.followers.is_empty() {
            self.before.clone_from(self.truth.position());
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
            self.players.unseat(self.slot(seat));
        }
        let start = &self.plan.section(&self.fixture).game.start;
        self.truth.forget(start);
        self.opening = start.clone();
        self.opening_of = None;
    }
}
