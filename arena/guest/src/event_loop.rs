//! The event loop: lines, thoughts, answers and timeouts, in one order.

mod input;
mod question;

use std::{
    collections::VecDeque,
    io::{self, BufRead, Write},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
    time::Duration,
};

use agon_arena::play::Stopwatch;
use agon_core::{AnyMove, AnyPosition, Clock, Decision, Position, Protocol, Seat, Seed, StopSignal};

use self::{input::listen, question::InThought};
use crate::{
    allowance::Allowance,
    event::{Candidate, Event, HeardLine},
    guest::{Guest, GuestError},
    guest_request::{GuestRequest, Shortlist},
    reported_game::ReportedGame,
    thinker::Thinker,
};

/// How long a limited search goes on after the input has ended, or when the next line says to quit.
pub(crate) const ALONE: Duration = Duration::from_secs(5);

/// Whether the loop goes on after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    GoesOn,
    Quits,
}

/// A protocol: its reactions to lines and thoughts.
pub(crate) trait GuestProtocol {
    /// Handles a line.
    fn hear(&mut self, event_loop: &mut EventLoop, line: &str) -> io::Result<Flow>;

    /// Refuses a line that is too long, given its beginning.
    fn pass_over(&mut self, event_loop: &mut EventLoop, beginning: &str) -> io::Result<()>;

    /// Whether a line is handled while the player thinks; other lines wait for the answer.
    fn interrupts(&self, line: &str) -> bool;

    /// Whether a line is handled before lines that wait; `is_superseded` if one of these asks for another
    /// move.
    fn is_urgent(&self, line: &str, is_superseded: bool) -> bool {
        let _ = (line, is_superseded);
        false
    }

    /// The time that the answer may still take once this line waits for it; `None` if the line does not
    /// end a search, and zero if it is the command to stop.
    fn ends(&self, line: &str) -> Option<Duration> {
        let _ = line;
        None
    }

    /// Whether a line asks for another move, so that a held answer is given without a command to stop.
    fn supersedes(&self, line: &str) -> bool {
        let _ = line;
        false
    }

    /// Reports a thought of the player, if the protocol can.
    fn thought(&mut self, event_loop: &mut EventLoop, thought: &Candidate) -> io::Result<()> {
        let _ = (event_loop, thought);
        Ok(())
    }

    /// Reports the player's move. The position is still the one it was asked about.
    fn answer(&mut self, event_loop: &mut EventLoop, decision: &Decision<AnyMove>) -> io::Result<()>;

    /// Writes the last lines before the guest leaves.
    fn leave(&mut self, event_loop: &mut EventLoop) -> io::Result<()> {
        let _ = event_loop;
        Ok(())
    }

    /// Reports an error.
    fn complain(&mut self, event_loop: &mut EventLoop, what: &str) -> io::Result<()>;
}

/// A guest at work: its player, the game so far, its input and output.
pub(crate) struct EventLoop {
    pub(crate) guest: Guest,
    pub(crate) reported: ReportedGame,
    protocol: Protocol,
    out: Box<dyn Write>,
    thinker: Thinker,
    sender: Sender<Event>,
    events: Receiver<Event>,
    waiting: VecDeque<HeardLine>,
    asked: Option<InThought>,
    /// Since the guest came.
    clock: Stopwatch,
    /// How many questions were asked.
    count: u64,
    /// Whether it quits once the last question is answered.
    quits: bool,
}

impl EventLoop {
    pub(crate) fn new(
        guest: Guest,
        protocol: Protocol,
        input: impl BufRead + Send + 'static,
        output: impl Write + 'static,
    ) -> io::Result<EventLoop> {
        let (sender, events) = mpsc::channel();
        let lines = sender.clone();
        thread::Builder::new().spawn(move || listen(input, &lines))?;
        let player = guest.seat().map_err(io::Error::other)?;
        Ok(EventLoop {
            reported: ReportedGame::new(guest.start().clone(), protocol),
            thinker: Thinker::new(player, sender.clone(), guest.clocks.clone())?,
            clock: guest.clocks.start(),
            guest,
            protocol,
            out: Box::new(output),
            sender,
            events,
            waiting: VecDeque::new(),
            asked: None,
            count: 0,
            quits: false,
        })
    }

    /// Handles lines until the command to quit, or until the input has ended and the last question is
    /// answered.
    pub(crate) fn serve(mut self, mut manners: impl GuestProtocol) -> io::Result<()> {
        self.attend(&mut manners)?;
        manners.leave(&mut self)
    }

    fn attend(&mut self, manners: &mut impl GuestProtocol) -> io::Result<()> {
        let mut has_ended = false;
        loop {
            self.hear_ahead(manners, has_ended);
            self.settle(manners)?;
            if self.quits && self.asked.is_none() {
                return Ok(());
            }
            if let Some(line) = self.next_to_hear(manners) {
                if self.hear(manners, &line)? == Flow::Quits {
                    return Ok(());
                }
                continue;
            }
            if has_ended && self.asked.is_none() {
                return Ok(());
            }
            match self.next()? {
                Some(Event::Line(_)) if self.quits => {}
                Some(Event::Line(line)) => {
                    let is_next = self.waiting.is_empty() && manners.interrupts(line.text());
                    if !(is_next || manners.is_urgent(line.text(), self.is_superseded(manners))) {
                        self.waiting.push_back(line);
                    } else if self.hear(manners, &line)? == Flow::Quits {
                        return Ok(());
                    }
                }
                Some(Event::End(why)) => {
                    if let Some(why) = why {
                        return Err(io::Error::new(io::ErrorKind::InvalidData, why));
                    }
                    has_ended = true;
                }
                Some(Event::Thought(number, thought)) => {
                    self.heed(manners, number, &thought)?;
                }
                Some(Event::Answer(number, answer)) => {
                    if let Some(asked) = self.asked.as_mut().filter(|asked| asked.number == number) {
                        asked.answer = Some(answer);
                    }
                }
                None => self.look_at_the_clock(manners)?,
            }
        }
    }

    fn hear(&mut self, manners: &mut impl GuestProtocol, line: &HeardLine) -> io::Result<Flow> {
        match line {
            HeardLine::Whole(line) => manners.hear(self, line),
            HeardLine::TooLong(beginning) => manners.pass_over(self, beginning).map(|()| Flow::GoesOn),
        }
    }

    /// Whether a line that waits asks another question.
    fn is_superseded(&self, manners: &impl GuestProtocol) -> bool {
        self.waiting.iter().any(|line| manners.supersedes(line.text()))
    }

    /// The oldest waiting line, if it need not wait any more.
    fn next_to_hear(&mut self, manners: &impl GuestProtocol) -> Option<HeardLine> {
        let is_next = |line: &HeardLine| {
            let line = line.text();
            self.asked.as_ref().is_none_or(|asked| {
                // A line that ends a search, and came behind waiting ones, leaves a limited search some time.
                manners.interrupts(line) && (asked.is_held || manners.ends(line).is_none())
            })
        };
        if self.waiting.front().is_some_and(is_next) { self.waiting.pop_front() } else { None }
    }

    /// Looks for lines that wait behind others and end the search: a command to stop or to quit, another
    /// question, or the end of the input.
    ///
    /// A command to stop stays in the queue, so that it ends every question before it: each gets its answer,
    /// and no search goes on after the last.
    fn hear_ahead(&mut self, manners: &impl GuestProtocol, has_ended: bool) {
        let Some(asked) = &mut self.asked else { return };
        let (is_held, is_endless) = (asked.is_held, asked.is_endless);
        let within = self.waiting.iter().find_map(|line| manners.ends(line.text()));
        let within = within.or_else(|| has_ended.then_some(ALONE));
        match within {
            Some(time) if time.is_zero() || is_endless => self.stop(),
            Some(time) => asked.answer_by(self.clock.elapsed() + time),
            None if is_held && self.is_superseded(manners) => self.stop(),
            None => {}
        }
    }

    /// The next event; `None` if a timeout comes first.
    fn next(&mut self) -> io::Result<Option<Event>> {
        let gone = || io::Error::other("nobody is left to be heard");
        let Some(moment) = self.asked.as_ref().and_then(InThought::moment) else {
            return self.events.recv().map(Some).map_err(|_| gone());
        };
        loop {
            let left = moment.saturating_sub(self.clock.elapsed());
            match self.events.recv_timeout(self.clock.nap(left)) {
                Ok(event) => return Ok(Some(event)),
                Err(RecvTimeoutError::Timeout) if moment <= self.clock.elapsed() => {
                    return Ok(None);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
            }
        }
    }

    /// Handles a thought; one of the wanted depth is the answer.
    fn heed(&mut self, manners: &mut impl GuestProtocol, number: u64, thought: &Candidate) -> io::Result<()> {
        let Some(asked) = self.asked.as_mut().filter(|asked| asked.number == number) else {
            return Ok(());
        };
        if asked.answer.is_some() {
            return Ok(());
        }
        if asked.take(thought) {
            self.thinker.stop();
        }
        manners.thought(self, thought)
    }

    /// Handles a timeout.
    fn look_at_the_clock(&mut self, manners: &mut impl GuestProtocol) -> io::Result<()> {
        let now = self.clock.elapsed();
        let Some(asked) = &mut self.asked else { return Ok(()) };
        if asked.give_up_at.is_none() {
            self.stop();
        } else if asked.gives_up(now) {
            // The old thread goes on, and its answer is ignored.
            self.replace_player(manners)?;
        }
        Ok(())
    }

    /// Gives the answer, if it is there and not held.
    fn settle(&mut self, manners: &mut impl GuestProtocol) -> io::Result<()> {
        let Some(asked) = self.asked.take_if(|asked| asked.is_due()) else { return Ok(()) };
        let decision = match asked.answer.expect("it was just seen") {
            Ok(decision) => decision,
            Err(why) => {
                manners.complain(self, &format!("{}: {why}", self.guest.player.term))?;
                if why.starts_with("panic") {
                    self.replace_player(manners)?;
                }
                asked.best
            }
        };
        manners.answer(self, &decision)
    }

    fn replace_player(&mut self, manners: &mut impl GuestProtocol) -> io::Result<()> {
        match self.seat_again() {
            Ok(()) => Ok(()),
            Err(error) => manners.complain(self, &error.to_string()),
        }
    }

    /// Seats the player anew.
    fn seat_again(&mut self) -> Result<(), GuestError> {
        let player = self.guest.seat()?;
        match Thinker::new(player, self.sender.clone(), self.guest.clocks.clone()) {
            Ok(thinker) => {
                self.thinker = thinker;
                Ok(())
            }
            Err(error) => Err(GuestError::Thread(error.to_string())),
        }
    }

    /// Becomes another guest: another player, or another game, which then stands at its start.
    pub(crate) fn become_guest(&mut self, guest: Guest) -> Result<(), GuestError> {
        let is_other_game = guest.game.term != self.guest.game.term;
        self.guest = guest;
        if is_other_game {
            self.reported = ReportedGame::new(self.guest.start().clone(), self.protocol);
        }
        self.seat_again()
    }

    /// Sets the first position of games from now on.
    pub(crate) fn begin_at(&mut self, start: AnyPosition) {
        self.reported = ReportedGame::new(start, self.protocol);
        self.thinker.begin();
    }

    /// A new game begins.
    pub(crate) fn begin(&mut self) {
        self.reported.clear();
        self.thinker.begin();
    }

    /// Becomes another guest, with the game so far.
    pub(crate) fn become_guest_at(&mut self, guest: Guest, reported: ReportedGame) -> Result<(), GuestError> {
        self.become_guest(guest)?;
        self.reported = reported;
        Ok(())
    }

    /// The seat to move; `None` if no seat is, or the position is unknown.
    pub(crate) fn mover(&mut self) -> Option<Seat> {
        self.reported.mover()
    }

    /// Asks for a move in the current position; `false` if no seat is to move. A `held` answer waits for
    /// [`stop`](EventLoop::stop).
    pub(crate) fn ask(&mut self, allowance: Allowance, held: bool) -> bool {
        self.ask_among(allowance, held, None)
    }

    /// The same for a comparison of some moves.
    pub(crate) fn ask_among(&mut self, mut allowance: Allowance, held: bool, shortlist: Option<Shortlist>) -> bool {
        let Some(seat) = self.mover() else { return false };
        if allowance == Allowance::default() && !held {
            allowance.time = self.guest.unasked;
        }
        self.count += 1;
        let here = self.reported.here().clone();
        let first = shortlist.as_ref().map_or_else(|| here.nth(0), |shortlist| shortlist.moves[0]);
        // A comparison of moves stops at the wanted depth by itself.
        let depth = allowance.depth.filter(|_| shortlist.is_none());
        let (base, line) = self.reported.story();
        self.thinker.ask(GuestRequest {
            number: self.count,
            base: base.clone(),
            line: line.to_vec(),
            here,
            seat,
            allowance,
            shortlist,
            stop: StopSignal::new(),
            stream: Seed(self.guest.seed).stream(self.count),
        });
        self.asked = Some(InThought {
            number: self.count,
            best: Decision::just(first),
            depth,
            stop_at: allowance.time.map(|time| self.clock.elapsed().saturating_add(time)),
            give_up_at: None,
            is_held: held,
            is_endless: held || allowance == Allowance::default(),
            answer: None,
        });
        true
    }

    /// Demands the answer at once.
    pub(crate) fn stop(&mut self) {
        let Some(asked) = &mut self.asked else { return };
        asked.stop(self.clock.elapsed());
        self.thinker.stop();
    }

    /// Demands the answer, within this time from now.
    pub(crate) fn hurry(&mut self, time: Option<Duration>) {
        if let Some(asked) = &mut self.asked {
            asked.hurry(self.clock.elapsed(), time);
        }
    }

    /// Quits, after the answer to the current question, which is demanded at once.
    pub(crate) fn quit(&mut self) {
        self.quits = true;
        self.waiting.clear();
        self.stop();
    }

    /// Drops the current question.
    pub(crate) fn drop_question(&mut self) {
        if self.asked.take().is_some() {
            self.thinker.stop();
        }
    }

    /// A move as the protocol writes it.
    pub(crate) fn written(&self, m: AnyMove) -> String {
        self.reported.written(m)
    }

    /// Writes a line.
    pub(crate) fn say(&mut self, line: &str) -> io::Result<()> {
        self.out.write_all(line.as_bytes())?;
        self.out.write_all(b"\n")?;
        self.out.flush()
    }
}
