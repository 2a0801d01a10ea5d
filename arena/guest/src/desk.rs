//! All that happens, in one order: lines, thoughts, answers, and the time that is over.

use std::{
    collections::VecDeque,
    io::{self, BufRead, Write},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
    time::Duration,
};

use agon_arena::play::Stopwatch;
use agon_core::{
    AnyMove, AnyPosition, Clock, Decision, Position, Protocol, Seat, Seed, StopSignal,
};
use agon_protocol::{BadLine, LONGEST_FROM_PLAYER, read_line};

use crate::{
    allowance::Allowance,
    errand::{Errand, Shortlist},
    event::{Candidate, Event, HeardLine},
    guest::{Guest, GuestError},
    thinker::Thinker,
    track::Track,
};

/// How long a limited search goes on when nobody is left who could stop it, or the next to be heard says
/// to quit.
pub(crate) const ALONE: Duration = Duration::from_secs(5);

/// How long a player may take to answer when it was told to, before it is answered for.
const GRACE: Duration = Duration::from_millis(35);

/// What goes on after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    GoesOn,
    Quits,
}

/// How a protocol is spoken.
pub(crate) trait Manners {
    /// Hears a line.
    fn hear(&mut self, desk: &mut Desk, line: &str) -> io::Result<Flow>;

    /// Says that a line is too long to be heard, which begins so.
    fn pass_over(&mut self, desk: &mut Desk, beginning: &str) -> io::Result<()>;

    /// Whether a line that comes while the player thinks is heard at once; otherwise it waits for the
    /// answer.
    fn interrupts(&self, line: &str) -> bool;

    /// Whether a line is heard at once though others wait before it, `is_superseded` if one of them asks
    /// for another move.
    fn is_urgent(&self, line: &str, is_superseded: bool) -> bool {
        let _ = (line, is_superseded);
        false
    }

    /// Whether a line would end the thinking if it were heard; how long the answer may take yet if it
    /// waits behind others for it: none at all if it is a word to stop.
    fn ends(&self, line: &str) -> Option<Duration> {
        let _ = line;
        None
    }

    /// Whether a line asks for another move, so that an answer which waits for a word to stop is given
    /// without one.
    fn supersedes(&self, line: &str) -> bool {
        let _ = line;
        false
    }

    /// Hears what the player thinks. Unless the protocol has words for that, nothing comes of it.
    fn thought(&mut self, desk: &mut Desk, thought: &Candidate) -> io::Result<()> {
        let _ = (desk, thought);
        Ok(())
    }

    /// Gives the player's move. The position is still the one it was asked about.
    fn answer(&mut self, desk: &mut Desk, decision: &Decision<AnyMove>) -> io::Result<()>;

    /// Says what is still to be said before it goes.
    fn leave(&mut self, desk: &mut Desk) -> io::Result<()> {
        let _ = desk;
        Ok(())
    }

    /// Says what went wrong, to whoever reads along.
    fn complain(&mut self, desk: &mut Desk, what: &str) -> io::Result<()>;
}

/// What is thought about now.
struct InThought {
    number: u64,
    /// The best so far.
    best: Decision<AnyMove>,
    /// The plies after which it is enough.
    depth: Option<u32>,
    /// When it is told to answer, by the desk's clock.
    stop_at: Option<Duration>,
    /// When it is answered for.
    give_up_at: Option<Duration>,
    /// Whether the answer waits until somebody wants it.
    is_held: bool,
    /// Whether there is nothing but the signal that would end it.
    is_endless: bool,
    /// The answer, while it is held.
    answer: Option<Result<Decision<AnyMove>, String>>,
}

/// A guest at its table: who plays what, where the game stands, who is heard and answered.
pub(crate) struct Desk {
    pub(crate) guest: Guest,
    pub(crate) track: Track,
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
    /// Whether it goes as soon as the last question is answered.
    quits: bool,
}

impl Desk {
    pub(crate) fn new(
        guest: Guest,
        protocol: Protocol,
        input: impl BufRead + Send + 'static,
        output: impl Write + 'static,
    ) -> io::Result<Desk> {
        let (sender, events) = mpsc::channel();
        let lines = sender.clone();
        thread::Builder::new().spawn(move || listen(input, &lines))?;
        let player = guest.seat().map_err(io::Error::other)?;
        Ok(Desk {
            track: Track::new(guest.start().clone(), protocol),
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

    /// Hears lines and answers them until it is told to quit, or nobody speaks any more and the last
    /// question is answered.
    pub(crate) fn serve(mut self, mut manners: impl Manners) -> io::Result<()> {
        self.attend(&mut manners)?;
        manners.leave(&mut self)
    }

    fn attend(&mut self, manners: &mut impl Manners) -> io::Result<()> {
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
                    if let Some(asked) = self.asked.as_mut().filter(|asked| asked.number == number)
                    {
                        asked.answer = Some(answer);
                    }
                }
                None => self.look_at_the_clock(manners)?,
            }
        }
    }

    fn hear(&mut self, manners: &mut impl Manners, line: &HeardLine) -> io::Result<Flow> {
        match line {
            HeardLine::Whole(line) => manners.hear(self, line),
            HeardLine::TooLong(beginning) => {
                manners.pass_over(self, beginning).map(|()| Flow::GoesOn)
            }
        }
    }

    /// Whether another question waits for the answer.
    fn is_superseded(&self, manners: &impl Manners) -> bool {
        self.waiting.iter().any(|line| manners.supersedes(line.text()))
    }

    /// The line that waits longest, if it need wait no more.
    fn next_to_hear(&mut self, manners: &impl Manners) -> Option<HeardLine> {
        let is_next = |line: &HeardLine| {
            let line = line.text();
            self.asked.as_ref().is_none_or(|asked| {
                // What ends a search leaves one with a limit some time, if it came while others waited.
                manners.interrupts(line) && (asked.is_held || manners.ends(line).is_none())
            })
        };
        if self.waiting.front().is_some_and(is_next) { self.waiting.pop_front() } else { None }
    }

    /// Heeds what waits for the answer behind other lines: a word to stop, or to quit, another question, or
    /// the end of the input.
    ///
    /// A word to stop stays where it is, so that it ends all that was asked before it: each question has its
    /// answer, and behind the last of them nothing goes on.
    fn hear_ahead(&mut self, manners: &impl Manners, has_ended: bool) {
        let Some(asked) = &self.asked else { return };
        let (is_held, is_endless) = (asked.is_held, asked.is_endless);
        let within = self.waiting.iter().find_map(|line| manners.ends(line.text()));
        let within = within.or_else(|| has_ended.then_some(ALONE));
        match within {
            Some(time) if time.is_zero() || is_endless => self.stop(),
            Some(time) => self.answer_within(time),
            None if is_held && self.is_superseded(manners) => self.stop(),
            None => {}
        }
    }

    /// What happens next; `None` if that is a moment of the clock.
    fn next(&mut self) -> io::Result<Option<Event>> {
        let gone = || io::Error::other("nobody is left to be heard");
        let moments = self.asked.as_ref().and_then(|a| a.give_up_at.or(a.stop_at));
        let Some(moment) = moments else {
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

    /// Takes a thought; one that is as deep as was asked for is the answer.
    fn heed(
        &mut self,
        manners: &mut impl Manners,
        number: u64,
        thought: &Candidate,
    ) -> io::Result<()> {
        let Some(asked) = self.asked.as_mut().filter(|asked| asked.number == number) else {
            return Ok(());
        };
        if asked.answer.is_some() {
            return Ok(());
        }
        let Candidate { rank, decision, .. } = thought;
        let is_deep = |depth| decision.depth.is_some_and(|reached| depth <= reached);
        if asked.depth.is_some_and(is_deep) {
            asked.answer = Some(Ok(decision.clone()));
            self.thinker.stop();
        }
        if *rank == 1 {
            asked.best = decision.clone();
        }
        manners.thought(self, thought)
    }

    /// A moment of the clock has come.
    fn look_at_the_clock(&mut self, manners: &mut impl Manners) -> io::Result<()> {
        let now = self.clock.elapsed();
        let Some(asked) = &mut self.asked else { return Ok(()) };
        if asked.give_up_at.is_none() {
            self.stop();
        } else if asked.answer.is_none() && asked.give_up_at.is_some_and(|moment| moment <= now) {
            asked.answer = Some(Err("it did not answer when it was told to".to_owned()));
            // Its thread goes on for itself, unheard.
            self.replace_player(manners)?;
        }
        Ok(())
    }

    /// Gives the answer, if it is there and wanted.
    fn settle(&mut self, manners: &mut impl Manners) -> io::Result<()> {
        let is_due = |asked: &InThought| asked.answer.is_some() && !asked.is_held;
        let Some(asked) = self.asked.take_if(|asked| is_due(asked)) else { return Ok(()) };
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

    fn replace_player(&mut self, manners: &mut impl Manners) -> io::Result<()> {
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
            self.track = Track::new(self.guest.start().clone(), self.protocol);
        }
        self.seat_again()
    }

    /// Games begin here from now on, which is a position of the game.
    pub(crate) fn begin_at(&mut self, start: AnyPosition) {
        self.track = Track::new(start, self.protocol);
        self.thinker.begin();
    }

    /// A new game begins.
    pub(crate) fn begin(&mut self) {
        self.track.clear();
        self.thinker.begin();
    }

    /// Becomes another guest whose game stands elsewhere.
    pub(crate) fn become_guest_at(&mut self, guest: Guest, track: Track) -> Result<(), GuestError> {
        self.become_guest(guest)?;
        self.track = track;
        Ok(())
    }

    /// Whose move it is; `None` where nobody has one, though the position were new, or nobody knows.
    pub(crate) fn mover(&mut self) -> Option<Seat> {
        self.track.mover()
    }

    /// Asks for a move of the position it stands at, where somebody has one; `false` otherwise. An
    /// answer that is `held` is given when it is wanted, [`stop`](Desk::stop).
    pub(crate) fn ask(&mut self, allowance: Allowance, held: bool) -> bool {
        self.ask_among(allowance, held, None)
    }

    /// The same, where some moves are to be compared.
    pub(crate) fn ask_among(
        &mut self,
        mut allowance: Allowance,
        held: bool,
        shortlist: Option<Shortlist>,
    ) -> bool {
        let Some(seat) = self.mover() else { return false };
        if allowance == Allowance::default() && !held {
            allowance.time = self.guest.unasked;
        }
        self.count += 1;
        let here = self.track.here().clone();
        let first = shortlist.as_ref().map_or_else(|| here.nth(0), |shortlist| shortlist.moves[0]);
        // Who compares moves looks as deep as is asked for by itself.
        let depth = allowance.depth.filter(|_| shortlist.is_none());
        let (base, line) = self.track.story();
        self.thinker.ask(Errand {
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

    /// Wants the answer at once.
    pub(crate) fn stop(&mut self) {
        let Some(asked) = &mut self.asked else { return };
        asked.is_held = false;
        asked.give_up_at.get_or_insert_with(|| self.clock.elapsed() + GRACE);
        self.thinker.stop();
    }

    /// Wants the answer, within so much time from now.
    pub(crate) fn hurry(&mut self, time: Option<Duration>) {
        let Some(asked) = &mut self.asked else { return };
        asked.is_held = false;
        asked.is_endless = time.is_none() && asked.depth.is_none();
        asked.stop_at = time.map(|time| self.clock.elapsed().saturating_add(time));
    }

    /// Wants the answer in so much time at the latest.
    fn answer_within(&mut self, time: Duration) {
        let Some(asked) = &mut self.asked else { return };
        let latest = self.clock.elapsed() + time;
        asked.stop_at = Some(asked.stop_at.map_or(latest, |moment| moment.min(latest)));
    }

    /// Goes, once the question that is thought about, if any, is answered: at once.
    pub(crate) fn quit(&mut self) {
        self.quits = true;
        self.waiting.clear();
        self.stop();
    }

    /// Wants no answer any more.
    pub(crate) fn drop_question(&mut self) {
        if self.asked.take().is_some() {
            self.thinker.stop();
        }
    }

    /// A move as the protocol writes it.
    pub(crate) fn written(&self, m: AnyMove) -> String {
        self.track.written(m)
    }

    /// Says a line.
    pub(crate) fn say(&mut self, line: &str) -> io::Result<()> {
        self.out.write_all(line.as_bytes())?;
        self.out.write_all(b"\n")?;
        self.out.flush()
    }
}

/// How much is kept of a line that is too long, in bytes.
const BEGINNING: usize = 60;

/// Hands on what is heard, line by line.
fn listen(mut input: impl BufRead, events: &Sender<Event>) {
    let mut line = Vec::new();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let why = loop {
        let heard = match read_line(&mut input, &mut line, LONGEST_FROM_PLAYER) {
            Ok(true) => HeardLine::Whole(text(&line)),
            Ok(false) => break None,
            // Whoever pipes a file in may have left out the last line break.
            Err(BadLine::Half(_)) => {
                let _ = events.send(Event::Line(HeardLine::Whole(text(&line))));
                break None;
            }
            // What is left of it is read without being kept.
            Err(BadLine::TooLong(_)) => match input.skip_until(b'\n') {
                Ok(_) => HeardLine::TooLong(text(&line[..BEGINNING])),
                Err(error) => break Some(error.to_string()),
            },
            Err(BadLine::Unreadable(error)) => break Some(error.to_string()),
        };
        if events.send(Event::Line(heard)).is_err() {
            return;
        }
    };
    let _ = events.send(Event::End(why));
}
