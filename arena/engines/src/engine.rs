//! An engine at the table: a player like any other, whatever it speaks.

use std::{cmp::Ordering, time::Duration};

use agon_core::{
    AnyMove, AnyPosition, Beginning, Budget, Decision, Failure, Habits, Node, Options, Player, PlayerReply, Position,
    Protocol, Seat, SetupError, Trouble, Turn, after, registry,
};

use crate::{
    engine_protocol::{EngineMove, EngineProtocol, EngineReply, MoveAllowance, MoveRequest, Opinion, Wishes},
    host::{Host, MEMORY},
    notices,
    process::Conventions,
    story::Story,
};

/// A seated engine.
pub(crate) struct Engine<T> {
    host: Host,
    /// The state of the program, once it was greeted.
    protocol: Option<T>,
    wishes: Wishes,
    story: Story,
    /// Whether it is asked at the end who has won.
    is_judge: bool,
    /// Its objection to the last result.
    objection: Option<String>,
}

impl<T: EngineProtocol> Engine<T> {
    /// Seats an engine at the game that begins with `game`.
    ///
    /// # Errors
    ///
    /// Where its options are wrong, or the protocol is not for this game.
    pub(crate) fn seat(options: &Options, game: &AnyPosition) -> Result<Box<dyn Player>, SetupError> {
        let story = Story::new(T::PROTOCOL, game)
            .map_err(|why| SetupError::refused(T::PROTOCOL.name(), why, instead(T::PROTOCOL, game)))?;
        let conventions = Conventions { farewell: T::FAREWELL, has_returns: T::HAS_RETURNS };
        let host = Host::of(options, conventions)?;
        let wishes = Wishes::of(options)?;
        let is_limited = match T::PROTOCOL {
            Protocol::Uci => host.limits.are_any(),
            // It may be limited by a line of its own.
            Protocol::Xboard => host.limits.are_any() || !wishes.lines.is_empty(),
            _ => true,
        };
        if !is_limited {
            let nodes = if T::PROTOCOL == Protocol::Uci { "nodes=1000, " } else { "" };
            let what = format!("give it a limit: {nodes}depth=6, movetime=100 or clock=60+0.6");
            return Err(options.impossible(what).into());
        }
        let is_judge = T::PROTOCOL == Protocol::Gtp && options.flag("verdict");
        Ok(Box::new(Self { host, protocol: None, wishes, story, is_judge, objection: None }))
    }

    /// Has the process run, and ready for a game with these limits of the arena.
    fn make_ready(&mut self, budget: Budget, move_time: Option<Duration>) -> Result<(), Failure> {
        let Engine { host, protocol, wishes, story, .. } = self;
        let limits = &host.limits;
        let allowance = MoveAllowance {
            nodes: [limits.nodes, budget.nodes].into_iter().flatten().min(),
            depth: limits.depth,
            move_time: [limits.move_time, move_time].into_iter().flatten().min(),
            clock: limits.clock.map(|clock| (clock.start, clock.increment)),
            explain: false,
        };
        can_be_said::<T>(&allowance)?;
        let (mut talk, is_new) = host.started()?;
        let mut begin = || {
            if is_new {
                let known = T::greet(&mut talk, wishes, story);
                *protocol = Some(known.map_err(|failure| talk.slow(failure))?);
            }
            greeted(protocol).begin(&mut talk, &allowance)
        };
        let begun = begin();
        host.readied(begun)?;
        if greeted(protocol).plays_once() {
            host.restart();
        }
        Ok(())
    }

    /// Asks for a move, and what it says of it.
    fn ask(&mut self, position: &AnyPosition, turn: &Turn<'_>) -> EngineReply {
        let Engine { host, protocol, story, .. } = self;
        story.come_to(position).map_err(|why| Failure::Outside(Trouble::Refused, why))?;
        let times = host.times(turn);
        let allowance = MoveAllowance {
            nodes: [host.limits.nodes, turn.budget.nodes].into_iter().flatten().min(),
            depth: host.limits.depth,
            move_time: times.move_time,
            clock: times.clock,
            explain: turn.explain,
        };
        let mut talk = host.talk_in(turn, &times);
        let question = MoveRequest { story, seat: turn.seat, allowance: &allowance };
        let answer = greeted(protocol).ask(&mut talk, &question)?;
        let taken = talk.elapsed();
        host.press(taken, turn, &times)?;
        Ok(answer)
    }

    /// The move and the thoughts of an answer, in our own words.
    pub(crate) fn understand(position: &AnyPosition, turn: &Turn<'_>, answer: &EngineMove) -> PlayerReply {
        let Some(m) = position.parse_foreign(&answer.m, T::PROTOCOL) else {
            let what = format!("`{}` is no legal move in {position}", answer.m);
            return Err(Failure::Outside(Trouble::NoSuchMove, what));
        };
        let facts = position.facts();
        let (middle, half) =
            (f64::midpoint(facts.min_payoff, facts.max_payoff), (facts.max_payoff - facts.min_payoff) / 2.0);
        // A program that stops some nodes late is not at fault.
        let nodes = answer.nodes.min(turn.budget.nodes.unwrap_or(u64::MAX));
        let decision = Decision::just(m).with_nodes(nodes).with_depth(answer.depth);
        let value = answer.worth.map(|worth| middle + half * worth.share());
        let mut decision = decision.with_value(value).with_bound(answer.bound);
        if let Some(worth) = answer.worth {
            decision = decision.with_note(worth.to_string());
        }
        if turn.explain {
            let mut here = position.clone();
            for word in &answer.pv {
                let Some(m) = here.parse_foreign(word, T::PROTOCOL) else { break };
                decision.pv.push(m);
                here = after(&here, m);
            }
        }
        Ok(decision)
    }
}

impl<T: EngineProtocol> Player for Engine<T> {
    fn ready(&mut self, beginning: &Beginning<'_>) -> Result<(), Failure> {
        self.host.allow(beginning.move_time, beginning.margin);
        self.make_ready(beginning.budget, beginning.move_time)
    }

    fn begin(&mut self) {
        self.host.set_clock();
    }

    fn choose(&mut self, position: &AnyPosition, turn: &mut Turn<'_>) -> PlayerReply {
        if !self.host.is_running() {
            self.make_ready(turn.budget, turn.deadline)?;
        }
        let decision = self.ask(position, turn).and_then(|answer| Self::understand(position, turn, &answer));
        if !matches!(decision, Ok(_) | Err(Failure::Resigned)) {
            self.host.dismiss(turn.deadline.is_some());
        }
        decision
    }

    fn played(&mut self, before: &AnyPosition, m: AnyMove) {
        // A position that its protocol cannot express is reported when it is asked.
        if self.story.come_to(before).is_ok() {
            self.story.go_on(m);
        }
    }

    fn end(&mut self, last: &AnyPosition, payoffs: &[f64]) {
        let Engine { host, protocol, story, is_judge, .. } = self;
        let is_over = last.node() == Node::Terminal && story.now == *last;
        let [one, other] = *payoffs else { return };
        if !*is_judge || !is_over || !host.is_running() {
            return;
        }
        let (program, patience) = (host.program.to_string(), host.patience());
        let preparation = host.preparation();
        let mut talk = host.talk();
        talk.within_after(preparation, patience);
        let ours = match one.total_cmp(&other) {
            Ordering::Equal => Opinion::Nobody,
            Ordering::Greater => Opinion::Won(Seat(0)),
            Ordering::Less => Opinion::Won(Seat(1)),
        };
        let theirs = greeted(protocol).verdict(&mut talk, story);
        if let Some(theirs) = theirs.filter(|&theirs| theirs != ours) {
            let objection = notices::objection(ours, theirs);
            eprintln!("agon: {program} {objection}: {last}");
            self.objection = Some(objection);
        }
    }

    fn objection(&mut self) -> Option<String> {
        self.objection.take()
    }

    fn habits(&self) -> Habits {
        self.host.habits(true)
    }

    fn memory(&self) -> u64 {
        MEMORY
    }
}

/// The protocol of a program that runs.
fn greeted<T>(protocol: &mut Option<T>) -> &mut T {
    protocol.as_mut().expect("it was greeted when it was started")
}

/// Refuses limits that the protocol has no word for: a program that does not know one would break it.
fn can_be_said<T: EngineProtocol>(allowance: &MoveAllowance) -> Result<(), Failure> {
    let protocol = T::PROTOCOL;
    let instead = match protocol {
        Protocol::Xboard => "depth=6, movetime=1000 or clock=60+0.6",
        Protocol::Gomocup => "movetime=100 or clock=60",
        _ => "movetime=1000, clock=60, or a limit of its own on its command line",
    };
    let refuse = |what: &str| Err(Failure::Outside(Trouble::Refused, what.to_owned()));
    if allowance.nodes.is_some() && !T::COUNTS_NODES {
        return refuse(&format!(
            "{protocol} has no word for a limit of nodes; give this program {instead}, and the others \
             theirs in their terms, such as alpha-beta(nodes=1000)"
        ));
    }
    let clock = allowance.clock.map(|(start, _)| start);
    let times = [("a move", allowance.move_time), ("the game", clock)];
    for (whole, time) in times {
        if let Some(time) = time.filter(|&time| time < T::LEAST_TIME) {
            return refuse(&format!(
                "{protocol} has no word for {} ms for {whole}, but for {} ms and more; \
                 give this program {instead}",
                time.as_millis(),
                T::LEAST_TIME.as_millis()
            ));
        }
    }
    Ok(())
}

/// What to do about a game that is not for this protocol.
fn instead(protocol: Protocol, game: &AnyPosition) -> String {
    let of_game: Vec<&str> =
        Protocol::ALL.iter().filter(|other| game.foreign_setup(**other).is_ok()).map(|other| other.name()).collect();
    if !of_game.is_empty() {
        return format!("engines for it speak {}", of_game.join(" or "));
    }
    let games = registry::games().values().filter(|plugin| {
        let start = registry::game(plugin.name);
        start.is_ok_and(|game| game.start.foreign_setup(protocol).is_ok())
    });
    let names: Vec<&str> = games.map(|plugin| plugin.name).collect();
    format!("{protocol} is for {}", names.join(", "))
}
