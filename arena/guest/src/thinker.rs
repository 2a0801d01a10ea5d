//! The player on its own thread: it can be asked, stopped, and heard while it thinks.

use std::{
    io,
    sync::mpsc::{self, Receiver, Sender},
    thread,
};

use agon_arena::{plan::catch, play::Clocks};
use agon_core::{AnyMove, AnyPosition, Budget, Clock, Decision, Player, Position, STACK_SIZE, StopSignal, Turn};

use crate::{
    event::{Candidate, Event},
    guest_request::GuestRequest,
    ranking::rank,
};

/// A message to the player's thread.
enum Instruction {
    Begin,
    Choose(Box<GuestRequest>),
}

/// The player, as the protocol sees it.
pub(crate) struct Thinker {
    told: Sender<Instruction>,
    stop: StopSignal,
}

impl Thinker {
    /// Moves the player to its own thread, which sends its thoughts and answers to `events`. Its time comes
    /// from `clocks`.
    pub(crate) fn new(player: Box<dyn Player>, events: Sender<Event>, clocks: Clocks) -> io::Result<Thinker> {
        let (told, heard) = mpsc::channel();
        let thread = thread::Builder::new().stack_size(STACK_SIZE);
        thread.spawn(move || think(player, &heard, &events, &clocks))?;
        Ok(Thinker { told, stop: StopSignal::new() })
    }

    /// A new game begins.
    pub(crate) fn begin(&self) {
        // The thread of a player that panicked is gone; the next question reports it.
        let _ = self.told.send(Instruction::Begin);
    }

    /// Asks for a move. Thoughts and the answer are events.
    pub(crate) fn ask(&mut self, request: GuestRequest) {
        self.stop = request.stop.clone();
        let _ = self.told.send(Instruction::Choose(Box::new(request)));
    }

    /// Makes it answer at once.
    pub(crate) fn stop(&self) {
        self.stop.give();
    }
}

/// The loop of the player's thread. It ends when the channel is closed or the player has panicked.
fn think(mut player: Box<dyn Player>, heard: &Receiver<Instruction>, events: &Sender<Event>, clocks: &Clocks) {
    // The game as the player knows it.
    let mut known: Option<(AnyPosition, Vec<AnyMove>)> = None;
    for told in heard {
        let request = match told {
            Instruction::Begin => {
                known = None;
                continue;
            }
            Instruction::Choose(request) => request,
        };
        let number = request.number;
        let answered = catch(|| {
            tell(player.as_mut(), &mut known, &request);
            choose(player.as_mut(), *request, events, clocks)
        });
        let (answer, is_lost) = match answered {
            Ok(answer) => (answer, false),
            Err(panic) => (Err(format!("panic: {panic}")), true),
        };
        if events.send(Event::Answer(number, answer)).is_err() || is_lost {
            return;
        }
    }
}

/// Begins a new game if this is another one, and gives the player the moves that it does not know.
fn tell(player: &mut dyn Player, known: &mut Option<(AnyPosition, Vec<AnyMove>)>, request: &GuestRequest) {
    let goes_on = known.as_ref().is_some_and(|(base, line)| *base == request.base && request.line.starts_with(line));
    if !goes_on {
        player.begin();
        *known = Some((request.base.clone(), Vec::new()));
    }
    let (base, line) = known.as_mut().expect("it was just made");
    if player.habits().follows {
        let mut here = base.clone();
        for (ply, &m) in request.line.iter().enumerate() {
            if line.len() <= ply {
                player.played(&here, m);
            }
            here.play(m);
        }
    }
    line.clone_from(&request.line);
}

fn choose(
    player: &mut dyn Player,
    mut request: GuestRequest,
    events: &Sender<Event>,
    clocks: &Clocks,
) -> Result<Decision<AnyMove>, String> {
    let (clock, number) = (clocks.start(), request.number);
    let tell = |rank: usize, decision: &Decision<AnyMove>| {
        let thought = Candidate { rank, decision: decision.clone(), after: clock.elapsed() };
        let _ = events.send(Event::Thought(number, thought));
    };
    if request.shortlist.is_some() {
        return rank(player, &mut request, &clock, &tell);
    }
    let listener = |decision: &Decision<AnyMove>| tell(1, decision);
    let mut turn = Turn::new(request.seat, &mut request.stream)
        .within(Budget::of(request.allowance.nodes))
        .timed(&clock, request.allowance.time)
        .until(Some(&request.stop))
        .heard_by(Some(&listener));
    let decision = player.choose(&request.here, &mut turn).map_err(|why| why.to_string())?;
    if request.here.is_legal(decision.m) {
        Ok(decision)
    } else {
        Err(format!("it chose {}, which is not legal in `{}`", decision.m, request.here))
    }
}
